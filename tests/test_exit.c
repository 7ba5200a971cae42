/*
 * The end of the process: prompt and quiet, whatever runs. Each way of ending is a program of its own, with a kernel that
 * never ends, a task behind it, a thread that waits for that, and another inside OpenBLAS.
 */
#define _GNU_SOURCE
#include "helpers/child.h"
#include "helpers/moments.h"

#include "cpu/blas.h"

#include <dlfcn.h>
#include <pthread.h>

static held endless;
static ra_tensor *running, *behind;

static void *waits(void *unused)
{
    (void)unused;
    (void)!ra_wait(behind);
    return NULL;
}

static void *ends(void *unused)
{
    (void)unused;
    exit(0);
}

static void called_back(void *context, ra_status status)
{
    (void)context, (void)status;
    exit(0);
}

static void ends_inside(void *context, int64_t grain)
{
    (void)context, (void)grain;
    exit(0);
}

/* Of the program's own, and registered before the engine's: the library is used when its own end has begun. */
static void at_the_end(void)
{
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(100, 100)), *y = ra_mm(x, x);
    double v = 0;
    RA_AUTO ra_tensor *one = ra_select(ra_select(y, 0, 0), 0, 0);
    if (ra_item_f64(one, &v) || v != 100)
        _exit(9);
}

static void make_busy(void)
{
    pthread_t waiter;
    running = held_new(&endless, 1);
    behind = ra_add(running, 1);
    EVENTUALLY(atomic_load(&endless.running));
    if (pthread_create(&waiter, NULL, waits, NULL))
        _exit(8);
    EVENTUALLY(atomic_load(&endless.running) && !ra_is_ready(behind));
    ra_tensor *told = ra_ones(RA_DIMS(200, 200)), *x = ra_mm(told, told);
    if (ra_wait(x)) /* for the report */
        _exit(7);
}

static int end_by(const char *way)
{
    pthread_t t;
    if (!strcmp(way, "atexit"))
        atexit(at_the_end);
    if (ra_init(&(ra_config){.size = sizeof(ra_config), .workers = 2, .no_inline = true}))
        return 2;
    make_busy();
    if (!strcmp(way, "return") || !strcmp(way, "atexit"))
        return 0;
    if (!strcmp(way, "exit"))
        exit(0);
    if (!strcmp(way, "quick_exit"))
        quick_exit(0);
    if (!strcmp(way, "_exit"))
        _exit(0);
    if (!strcmp(way, "thread"))
        return pthread_create(&t, NULL, ends, NULL) ? 3 : pthread_join(t, NULL);
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(4));
    if (!strcmp(way, "callback") && ra_on_ready(x, called_back, NULL))
        return 4;
    held ending = {.inside = ends_inside};
    if (!strcmp(way, "kernel"))
        held_new(&ending, 1);
    for (;;)
        pause();
}

static void asked_for_is_written(const char *way)
{
    char path[] = "/tmp/runahead-exit-XXXXXX", text[16384], end[128] = "";
    close(mkstemp(path));
    setenv("RUNAHEAD_TRACE", path, 1);
    setenv("RUNAHEAD_REPORT", "1", 1);
    int status = child_output("end_by", way, text, sizeof text);
    unsetenv("RUNAHEAD_TRACE");
    unsetenv("RUNAHEAD_REPORT");
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    fseek(f, size > 120 ? size - 120 : 0, SEEK_SET);
    end[fread(end, 1, sizeof end - 1, f)] = 0;
    fclose(f);
    unlink(path);
    if (status)
        fail_msg("%s: ended with %#x; it printed: %s", way, (unsigned)status, text);
    if (!strcmp(way, "_exit")) {
        assert_string_equal(text, "");
        return;
    }
    assert_non_null(strstr(text, "Control threads waited"));
    assert_non_null(strstr(end, "\"name\":\"end\"")); /* the last event */
    assert_non_null(strstr(end, "\"lost\":0}}\n]"));
}

static void ends_by_every_way(void **state)
{
    static const char *const ways[] = {"exit", "return", "quick_exit", "thread", "callback", "kernel", "atexit", "_exit"};
    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char text[1024];
        int status = child_output("end_by", ways[i], text, sizeof text);
        if (status || *text)
            fail_msg("%s: ended with %#x; it printed: %s", ways[i], (unsigned)status, text);
        asked_for_is_written(ways[i]);
    }
}

/* ---- inside OpenBLAS ---- */

static ra_tensor *inverse, *small;

/* The last thing that a process does: its streams are written when all destructors have run. */
static ssize_t after_destructors(void *unused, const char *bytes, size_t n)
{
    (void)unused, (void)bytes;
    if (ra_wait(inverse))
        _exit(5);
    RA_AUTO ra_tensor *again = ra_linalg_inv(small);
    if (ra_wait(again))
        _exit(6);
    return (ssize_t)n;
}

static int end_inside_openblas(const char *argument)
{
    (void)argument;
    unsigned made;
    uint64_t before, taken;
    if (ra_init(&(ra_config){.size = sizeof(ra_config), .workers = 1, .no_inline = true}))
        return 2;
    small = ra_eye(64, 64);
    RA_AUTO ra_tensor *first = ra_linalg_inv(small), *x = ra_randn(RA_DIMS(700, 700));
    if (ra_wait(first) == RA_ERR_BLAS)
        return 77;
    FILE *last = fopencookie(NULL, "w", (cookie_io_functions_t){.write = after_destructors});
    if (!last || ra_wait(x) || fputc('x', last) == EOF)
        return 3;
    ra__blas_buffer_counts(&made, &before);
    inverse = ra_linalg_inv(x);
    do
        ra__blas_buffer_counts(&made, &taken);
    while (taken == before);
    return 0;
}

static void ends_inside_openblas(void **state)
{
    (void)state;
    char text[1024];
    int status = child_output("end_inside_openblas", "", text, sizeof text);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
        skip(); /* there is none */
    if (status)
        fail_msg("ended with %#x; it printed: %s", (unsigned)status, text);
}

/* ---- as a library of its own ---- */

struct functions {
    ra_tensor *(*ones)(ra_dims, const ra_ones_opts *);
    ra_tensor *(*inverse)(const ra_tensor *);
    ra_status (*wait)(const ra_tensor *);
    void (*release)(ra_tensor *);
    ra_status (*shut_down)(void);
};

static void *open_library(struct functions *f)
{
    char path[PATH_MAX];
    child_beside("librunahead.so.0", path, sizeof path);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        printf("%s\n", dlerror());
        _exit(2);
    }
    *(void **)&f->ones = dlsym(library, "ra_ones");
    *(void **)&f->wait = dlsym(library, "ra_wait");
    *(void **)&f->release = dlsym(library, "ra_release");
    *(void **)&f->shut_down = dlsym(library, "ra_shutdown");
    if (!f->ones || !f->wait || !f->release || !f->shut_down)
        _exit(3);
    return library;
}

static void use(bool shut_down)
{
    struct functions f;
    void *library = open_library(&f);
    ra_tensor *t = f.ones((ra_dims){(const int64_t[]){100000}, 1}, NULL);
    if (f.wait(t))
        _exit(4);
    f.release(t);
    if (shut_down && f.shut_down())
        _exit(5);
    dlclose(library);
}

static void *uses_and_ends(void *shut_down)
{
    use(shut_down != NULL);
    return NULL;
}

/* Opened, used, closed, with a thread's end and a fork behind it; and again. */
static int close_library(const char *argument)
{
    bool shut_down = *argument;
    for (int i = 0; i < 5; i++) {
        pthread_t t;
        if (pthread_create(&t, NULL, uses_and_ends, shut_down ? &t : NULL) || pthread_join(t, NULL))
            return 6;
        use(shut_down);
        pid_t child = fork();
        if (child == 0) {
            use(true);
            _exit(0);
        }
        int status = -1;
        if (waitpid(child, &status, 0) != child || status)
            return 7;
    }
    return 0;
}

static void may_be_closed(void **state)
{
    (void)state;
#if HARNESS_SANITIZED
    skip(); /* one runtime, two copies of what it watches */
#endif
    child_ends_well("close_library", "");
    child_ends_well("close_library", "and shut down");
}

static const child_program programs[] = {{"end_by", end_by}, {"end_inside_openblas", end_inside_openblas}, {"close_library", close_library}};

int main(int argc, char **argv)
{
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {TEST_LIMITED(ends_by_every_way, 100), TEST_LIMITED(ends_inside_openblas, 60), TEST_LIMITED(may_be_closed, 60)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
