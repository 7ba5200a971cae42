/*
 * The stall report: where control threads waited, for which operator, in which way, and what became of the operators.
 *
 * A held kernel is let go by the very wait for it, so that each wait takes place whatever the machine does meanwhile.
 */
#include "helpers/asleep.h"
#include "helpers/moments.h"

#include <pthread.h>
#include <sys/wait.h>

#define NOINLINE __attribute__((noinline))

static char text[1 << 16];
static held *_Atomic to_let_go;

static void let_go_of_it(enum ra__point point)
{
    held *h = atomic_load(&to_let_go);
    if (point == RA__POINT_WAIT && h)
        let_go(h);
}

/* A tensor whose kernel runs until a thread waits. */
static ra_tensor *until_waited(held *h, int64_t grains)
{
    *h = (held){0};
    atomic_store(&to_let_go, h);
    atomic_store(&ra__point_hooked, let_go_of_it);
    ra_tensor *t = held_new(h, grains);
    EVENTUALLY(atomic_load(&h->running));
    return t;
}

/* The line of the report that has it, and the advice below; NULL where it has none. */
static const char *line_with(const char *what)
{
    static char line[2000];
    assert_in_range(ra_report(text, sizeof text), 1, sizeof text - 1);
    const char *found = strstr(text, what);
    if (!found)
        return NULL;
    while (found > text && found[-1] != '\n')
        found--;
    const char *end = strchr(strchr(found, '\n') + 1, '\n');
    snprintf(line, sizeof line, "%.*s", (int)(end - found), found);
    return line;
}

static void assert_told(const char *place, const char *kind, int times, const char *advice)
{
    char start[40];
    const char *line = line_with(place);
    if (!line)
        fail_msg("no place %s in\n%s", place, text);
    snprintf(start, sizeof start, "%8d times ", times);
    if (strncmp(line, start, strlen(start)) || !strstr(line, kind) || !strstr(line, advice))
        fail_msg("not \"%s\", \"%s\", \"%s\" in\n%s", start, kind, advice, line);
}

/* ---- kinds ---- */

static void a_read_too_early(void **state)
{
    (void)state;
    held h;
    start(1);
    RA_AUTO ra_tensor *t = until_waited(&h, 4), *y = ra_mul(t, 2);
    ra_set_site("control.c", 314);
    assert_true(at(y, 3) == 2006);
    assert_true(at(y, 0) == 2000); /* there already: no wait */
    assert_told("control.c:314", "read: mul at control.c:314", 1, "ra_is_ready");
    ra_release(t), ra_release(y);
    t = until_waited(&h, 4);
    y = ra_add(t, 1);
    assert_true(at(y, 3) == 1004);
    assert_told("control.c:314", "read: several operators at", 2, "ra_is_ready");
    ra_set_site("control.c", 315); /* reads and writes are told apart, and so are lines */
    ra_release(t), ra_release(y);
    t = until_waited(&h, 4);
    y = ra_neg(t);
    ra_status s;
    assert_non_null(ra_data_mut(t, &s));
    OK(s);
    assert_told("control.c:315", "write access: several operators at", 1, "changed while");
    ra_set_site(NULL, 0);
    ra_release(t), ra_release(y);
    t = y = NULL;
    stop();
}

static void a_shape_that_depends_on_data(void **state)
{
    (void)state;
    held h;
    start(1);
    ra_set_site("shape.c", 7);
    RA_AUTO ra_tensor *t = until_waited(&h, 4), *n = ra_nonzero(t);
    assert_int_equal(ra_size(n, 0), 4);
    assert_told("shape.c:7", "size: nonzero at", 1, "depends on data");
    ra_release(t), ra_release(n);
    t = n = NULL;
    stop();
}

static void pacing_names_its_limit(void **state)
{
    (void)state;
    const ra_config configs[] = {{.size = sizeof(ra_config), .workers = -1, .no_inline = true, .pacing_count = 3},
                                 {.size = sizeof(ra_config), .workers = -1, .no_inline = true, .pacing_bytes = 5000}};
    static const char *const kinds[] = {"pacing by count: sqrt at", "pacing by bytes: sqrt at"}, *const limits[] = {"more than 3 operators", "more than 5000 bytes"};
    for (int i = 0; i < 2; i++) {
        OK(ra_init(&configs[i]));
        ra_reset_stats();
        RA_AUTO ra_tensor *x = ra_full(RA_DIMS(1000), RA_F(16));
        ra_set_site("paced.c", 20 + i);
        for (int k = 0; k < 10; k++) {
            ra_tensor *y = ra_sqrt(x);
            ra_release(x);
            x = y;
        }
        char place[40];
        snprintf(place, sizeof place, "paced.c:%d", 20 + i);
        assert_told(place, kinds[i], (int)ra_get_stats().paced, limits[i]);
        assert_true(ra_get_stats().paced > 0);
        assert_int_equal(ra_get_stats().kernel_ns_control, 0); /* what it ran meanwhile, it ran while it waited */
        ra_set_site(NULL, 0);
        ra_release(x);
        x = NULL;
        stop();
    }
}

static void other_waits(void **state)
{
    (void)state;
    ra_set_site("life.c", 1);
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(3)); /* starts the engine */
    assert_told("life.c:1", "start at", 1, "ra_init");
    ra_reset_stats();
    assert_null(line_with("life.c:1"));
    ra_set_site("life.c", 2);
    ra_trim(0);
    assert_told("life.c:2", "trim at", 1, "where there is time");
    ra_set_site("life.c", 3);
    OK(ra_wait_all());
    assert_told("life.c:3", "wait: several operators at", 1, "asked for");
    ra_set_site("life.c", 4);
    assert_null(ra_load_npy("/nonexistent/x.npy"));
    ra_clear_error();
    assert_told("life.c:4", "file: ra_load_npy at", 1, "before the loop");
    ra_release(x);
    x = NULL;
    ra_set_site("life.c", 5);
    stop();
    assert_told("life.c:5", "shutdown: several operators at", 1, "finished");
}

/* Once a process, by whoever computes with it first; here that is the call. */
static _Atomic int is_recording; /* the thread that is held up, or 0 */

static void *records(void *unused)
{
    (void)unused;
    atomic_store(&is_recording, ra__os_gettid());
    ra_set_site("held_up.c", 3);
    ra_tensor *t = ra_ones(RA_DIMS(100));
    ra_release(t);
    return NULL;
}

static void a_lock_that_is_held(void **state)
{
    (void)state;
    pthread_t thread;
    start(1);
    atomic_store(&is_recording, 0);
    ra__graph_lock();
    assert_int_equal(pthread_create(&thread, NULL, records, NULL), 0);
    EVENTUALLY(atomic_load(&is_recording) && is_asleep(atomic_load(&is_recording)));
    for (const uint64_t since = ra__os_now_ns(); ra__os_now_ns() < since + 1000000;)
        ;
    ra__graph_unlock();
    pthread_join(thread, NULL);
    assert_told("held_up.c:3", "lock", 1, "held a lock");
    stop();
}

static void a_library_loaded_in_a_call(void **state)
{
    (void)state;
    start(1);
    ra_set_execution(RA_SYNC);
    ra_set_site("load.c", 1);
    RA_AUTO ra_tensor *e = ra_eye(3, 3), *first = ra_linalg_inv(e);
    assert_told("load.c:1", "library: linalg_inv at", 1, "a small decomposition at the start");
    ra_set_site("load.c", 2);
    RA_AUTO ra_tensor *second = ra_linalg_inv(e);
    assert_null(line_with("load.c:2"));
    ra_clear_error();
    ra_release(e), ra_release(first), ra_release(second);
    e = first = second = NULL;
    stop();
}

/* ---- places ---- */

enum { LINE = __LINE__ + 4 };
NOINLINE static float reads_here(const ra_tensor *t)
{
    ra_status s;
    const float *p = (ra_data_f32)(t, &s); /* this is the line */
    return p ? p[0] : -1;
}

enum { TWICE = __LINE__ + 5 };
NOINLINE static float reads_two_here(const ra_tensor *t, const ra_tensor *u)
{
    ra_status s;
    const float *p, *q;
    p = (ra_data_f32)(t, &s), q = (ra_data_f32)(u, &s); /* two places of the code, one of the source */
    return p[0] + q[0];
}

static bool has_libdw(void)
{
    void *library;
    if (ra__os_dlopen("libdw.so.1", &library, NULL, 0))
        return false;
    ra__os_dlclose(library);
    return true;
}

/* Of the plain function, which is not told: file, line and function where libdw is there to tell, else how far into the program. */
static void a_place_is_found_by_its_address(void **state)
{
    (void)state;
    char place[100];
    held h;
    start(1);
    RA_AUTO ra_tensor *t = until_waited(&h, 1);
    assert_true(reads_here(t) == 1000);
    snprintf(place, sizeof place, "test_report.c:%d in reads_here", (int)LINE);
    if (has_libdw())
        assert_told(place, "read: held at", 1, "read too early");
    for (int broken = 0; broken < 4; broken++) { /* libdw itself, or a function of it */
        ra__os_fault_arm_call(broken ? RA__OS_DLSYM : RA__OS_DLOPEN, broken ? 3 * broken - 2 : 1, 1);
        assert_told("test_report+0x", "read: held at", 1, "read too early");
        assert_null(strstr(text, place));
        assert_true(!has_libdw() || ra__os_fault_hits() == 1);
        ra__os_fault_disarm();
    }
    assert_null(strstr(text, "(unknown)"));
    ra_release(t);
    t = NULL;
    stop();
}

static void calls_in_one_line_are_one_place(void **state)
{
    (void)state;
    char place[100];
    held h;
    if (!has_libdw())
        skip();
    start(-1); /* this thread runs all, one after another, each when it is read */
    atomic_store(&to_let_go, NULL);
    h = (held){.open = true};
    RA_AUTO ra_tensor *t = held_new(&h, 1), *u = ra_full(RA_DIMS(1), RA_F(5));
    assert_true(reads_two_here(t, u) == 1005);
    snprintf(place, sizeof place, "test_report.c:%d in reads_two_here", (int)TWICE);
    assert_told(place, "read: several operators at", 2, "read too early");
    ra_release(t), ra_release(u);
    t = u = NULL;
    stop();
}

/* More places than there is room for are told together; no wait is lost. */
static void places_without_room(void **state)
{
    (void)state;
    enum { PLACES = 400 };
    unsigned long long times, sum = 0, all = 0;
    start(-1);
    ra_set_site(NULL, 0);
    for (int i = 0; i < PLACES; i++) {
        ra_set_site("many.c", 1000 + i);
        ra_trim(SIZE_MAX);
    }
    assert_in_range(ra_report(text, sizeof text), 1, sizeof text - 1);
    assert_int_equal(sscanf(text, "Control threads waited %llu times", &all), 1);
    for (const char *p = strchr(text, '\n'); p && strncmp(p + 1, "Operators", 9); p = strchr(p + 1, '\n'))
        if (sscanf(p + 1, "%llu times", &times) == 1)
            sum += times;
    assert_int_equal(all, PLACES);
    assert_int_equal(sum, PLACES);
    assert_non_null(strstr(text, "(other places)"));
    char beginning[50];
    assert_int_equal(ra_report(beginning, sizeof beginning), strlen(text)); /* the length that it needs, whatever there is room for */
    assert_int_equal(strlen(beginning), sizeof beginning - 1);
    assert_int_equal(ra_report(NULL, 0), strlen(text));
    ra_set_site(NULL, 0);
    stop();
}

/* ---- operators ---- */

static void what_became_of_the_operators(void **state)
{
    (void)state;
    char expected[100];
    held h = {.status = RA_ERR_INDEX};
    ra_config config = {.size = sizeof config, .workers = -1};
    OK(ra_init(&config));
    ra_reset_stats();
    RA_AUTO ra_tensor *t = held_new(&h, 4), *y = ra_exp(t), *unseen = ra_sin(t), *x = ra_ones(RA_DIMS(4)), *z = ra_neg(x);
    let_go(&h);
    ra_release(unseen);
    unseen = NULL;
    assert_int_equal(ra_wait(y), RA_ERR_INDEX);
    ra_clear_error();
    assert_true(at(z, 0) == -1);
    ra_stats s = ra_get_stats();
    assert_true((s.ran_inline > 0 || getenv("RUNAHEAD_NO_INLINE")) && s.dropped == 1 && s.failed == 1 && s.poisoned == 1);
    ra_report(text, sizeof text);
    const struct {
        uint64_t n;
        const char *what;
    } lines[] = {{s.recorded, "recorded"}, {s.dropped, "dropped, since"}, {s.poisoned, "not run, since"}, {s.failed, "failed"}};
    assert_int_equal(strstr(text, "run in the call") != NULL, s.ran_inline > 0);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        snprintf(expected, sizeof expected, "\n%8llu %s", (unsigned long long)lines[i].n, lines[i].what);
        if (!strstr(text, expected))
            fail_msg("no \"%s\" in\n%s", expected, text);
    }
    ra_release(t), ra_release(y), ra_release(x), ra_release(z);
    t = y = x = z = NULL;
    stop();
}

/* RUNAHEAD_REPORT=1: at the shutdown, or where there is none at the end of the program. */
static void it_is_printed_when_asked_for(void **state)
{
    (void)state;
    for (int shuts_down = 0; shuts_down < 2; shuts_down++) {
        int ends[2], status = -1;
        OK(pipe(ends));
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            alarm(10 * HARNESS_SLOWER);
            dup2(ends[1], 2);
            setenv("RUNAHEAD_REPORT", "1", 1);
            ra_set_site("child.c", 5);
            ra_release(ra_ones(RA_DIMS(3)));
            if (shuts_down)
                _exit(ra_shutdown() ? 1 : 0);
            exit(0);
        }
        close(ends[1]);
        size_t n = 0;
        for (ssize_t part; (part = read(ends[0], text + n, sizeof text - 1 - n)) > 0;)
            n += (size_t)part;
        text[n] = 0;
        close(ends[0]);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
        if (strncmp(text, "Control threads waited ", 23) || !strstr(text, "start at child.c:5"))
            fail_msg("it says:\n%s", text);
    }
}

#define T(function) TEST_AROUND(function, NULL, clean_up)

int main(void)
{
    const struct CMUnitTest tests[] = {T(it_is_printed_when_asked_for), T(a_read_too_early), T(a_shape_that_depends_on_data), T(pacing_names_its_limit), T(other_waits), T(a_lock_that_is_held), T(a_library_loaded_in_a_call),
                                       T(a_place_is_found_by_its_address), T(calls_in_one_line_are_one_place), T(places_without_room), T(what_became_of_the_operators)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
