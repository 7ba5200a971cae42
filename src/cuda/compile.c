#include "cuda/compile.h"

#include "async/os/lock.h"
#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/thread/stats.h"
#include "async/values/device.h"
#include "cuda/disk.h"
#include "cuda/load.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* ---- the end of the process ---- */

/*
 * What NVRTC has at exit is destroyed by the thread that ends the process, whoever is compiling. So that ends nothing of it before those are
 * out who are inside, and then nobody comes in: a function that is called then, before NVRTC's own, since those are registered later that are
 * called first. NVRTC registers some when it compiles for the first time: so whoever is the first to compile has it compile next to nothing
 * before (a kernel, without which it comes by some only later; it takes some 25 ms where a program takes 200), and it is registered behind
 * that. A thread that ends the process meanwhile, if it is one that has asked for a device to be started, waits for that before it has anything
 * destroyed; and before, until no device is being started.
 */
enum { ENDING = 1 << 30 };
/* How many are compiling, each of whom adds itself and takes itself away, by a release; and ENDING, by whoever ends the process, who acquires
 * what they have released. */
static _Atomic uint32_t inside;
static _Atomic uint32_t first_lock; /* of who compiles for the first time; who ends the process waits for it */
static _Atomic bool is_registered; /* by that one; orders nothing: whoever finds it so and ends the process takes the lock of those that are registered, behind it */
static _Atomic int registered_by; /* the process; orders nothing. The child of a fork has others' counts, and not them */
static __thread bool is_inside; /* a signal may end the process there */

static void go_out(void)
{
    is_inside = false;
    if (atomic_fetch_sub_explicit(&inside, 1, memory_order_release) == ENDING + 1)
        (void)ra__os_futex_wake(&inside, INT_MAX);
}

static bool come_in(void)
{
    is_inside = true;
    if (atomic_fetch_add_explicit(&inside, 1, memory_order_relaxed) < ENDING)
        return true;
    go_out();
    return false;
}

static void await_all(void)
{
    uint32_t now = atomic_fetch_or_explicit(&inside, ENDING, memory_order_acquire) | ENDING;
    while (now != ENDING && !is_inside && ra__os_getpid() == atomic_load_explicit(&registered_by, memory_order_relaxed)) {
        (void)ra__os_futex_wait(&inside, now, RA__OS_FOREVER);
        now = atomic_load_explicit(&inside, memory_order_acquire);
    }
}

static void await_starts(void)
{
    for (int i = 0; i < RA__DEVICES && !RA__MUTANT(ENDS_WHILE_STARTING); i++)
        (void)ra__device_await(i);
}

static void await_first(void *process)
{
    if (is_inside || (int)(intptr_t)process != ra__os_getpid()) /* the child of a fork has others' locks */
        return;
    await_starts();
    ra__lock(&first_lock);
    ra__unlock(&first_lock);
}

/* Who has not begun with the first by the time that the process ends does not begin: what NVRTC has by then, which is of its loading, is
 * destroyed behind this. */
static bool begins_no_more; /* under the lock */
static _Atomic int attended_by; /* the process; as registered_by */

static void forgo_first(void)
{
    if (is_inside || atomic_load_explicit(&attended_by, memory_order_relaxed) != ra__os_getpid())
        return;
    await_starts(); /* which another thread may have asked for */
    ra__lock(&first_lock);
    begins_no_more = true;
    ra__unlock(&first_lock);
}

void ra__cuda_compile_attend(void)
{
    static __thread int attends; /* the process in which it does */
    const int process = ra__os_getpid();
    if (attends != process && !ra__os_before_exit(await_first, (void *)(intptr_t)process))
        attends = process;
    if (!atomic_exchange_explicit(&attended_by, process, memory_order_relaxed)) /* the child of a fork has what its parent has registered */
        (void)ra__os_at_exit(forgo_first);
}

/* ---- compiling ---- */

/* What a program is compiled with; the first option is the architecture. */
static const char *const options[] = {"--gpu-architecture=sm_", "--fmad=false", "--std=c++17"};

bool ra__cuda_describe(int architecture, const char *const *parts, int count, ra__cuda_described *d)
{
    const ra__cuda_found *found = ra__cuda_look();
    char target[32];
    snprintf(target, sizeof target, "%d", architecture);
    const char *const with[] = {found->driver, "\n", found->nvrtc, "\n", options[0], target, " ", options[1], " ", options[2], "\n"};
    const int before = sizeof with / sizeof *with;
    size_t bytes = 1;
    for (int i = 0; i < before + count; i++)
        bytes += strlen(i < before ? with[i] : parts[i - before]); /* fits: was read, byte by byte */
    *d = (ra__cuda_described){.text = ra__os_alloc(bytes), .architecture = architecture};
    char *at = d->text;
    for (int i = 0; at && i < before + count; i++) {
        if (i == before)
            d->source = at;
        at = stpcpy(at, i < before ? with[i] : parts[i - before]);
    }
    return d->text;
}

/* The first line of the log that says error, with its place; or that NVRTC does not say why, but gives this result. */
static void tell_log(void *program, int result, char *message, size_t size)
{
    size_t bytes = 0;
    char *log = ra__cuda.nvrtcGetProgramLogSize(program, &bytes) ? NULL : ra__os_alloc(bytes + 1);
    const char *line = NULL;
    if (log && !ra__cuda.nvrtcGetProgramLog(program, log)) {
        log[bytes] = 0;
        line = strstr(log, "error");
        while (line && line > log && line[-1] != '\n')
            line--;
        line = line ? line : log;
    }
    if (line && *line)
        snprintf(message, size, "its CUDA source does not compile: %.*s", (int)strcspn(line, "\n"), line);
    else
        snprintf(message, size, "its CUDA source does not compile, and NVRTC does not say why (its result is %d)", result);
    ra__os_free(log);
}

static char *compile(ra__cuda_described *d, size_t *bytes, char *message, size_t size)
{
    char target[48];
    const char *const with[] = {target, options[1], options[2]};
    void *program;
    char *image = NULL;
    snprintf(target, sizeof target, "%s%d", options[0], d->architecture);
    int result = ra__cuda.nvrtcCreateProgram(&program, d->source, "runahead.cu", 0, NULL, NULL);
    if (result) {
        snprintf(message, size, "NVRTC takes no program (its result is %d)", result);
        return NULL;
    }
    if ((result = ra__cuda.nvrtcCompileProgram(program, 3, with))) {
        d->is_wrong = result == RA__CU_NVRTC_COMPILATION;
        tell_log(program, result, message, size);
    } else if (ra__cuda.nvrtcGetCUBINSize(program, bytes) || !(image = ra__os_alloc(*bytes)) || ra__cuda.nvrtcGetCUBIN(program, image)) {
        snprintf(message, size, "there is no memory for its compiled form, or NVRTC has none");
        ra__os_free(image);
        image = NULL;
    }
    (void)ra__cuda.nvrtcDestroyProgram(&program);
    return image;
}

/* Nobody compiles anything else before. Where that comes to nothing the next who compiles is the first. */
static bool compile_first(int architecture)
{
    if (atomic_load_explicit(&is_registered, memory_order_relaxed))
        return true;
    ra__lock(&first_lock);
    const bool may_begin = !begins_no_more;
    if (may_begin && !atomic_load_explicit(&is_registered, memory_order_relaxed)) {
        ra__cuda_described nothing = {.source = "extern \"C\" __global__ void nothing() {}\n", .architecture = architecture};
        size_t bytes;
        char why[400], *image = compile(&nothing, &bytes, why, sizeof why);
        atomic_store_explicit(&registered_by, ra__os_getpid(), memory_order_relaxed);
        if (image && !ra__os_at_exit(await_all))
            atomic_store_explicit(&is_registered, true, memory_order_relaxed);
        ra__os_free(image);
    }
    ra__unlock(&first_lock);
    return may_begin;
}

char *ra__cuda_compile(ra__cuda_described *d, size_t *bytes, char *message, size_t size)
{
    const bool is_in = come_in(), may_compile = is_in && compile_first(d->architecture);
    if (!may_compile)
        snprintf(message, size, "the process ends, and nothing is compiled any more");
    char *image = may_compile ? compile(d, bytes, message, size) : NULL;
    if (is_in)
        go_out();
    if (image)
        ra__count(RA__STAT_COMPILED, 1);
    return image;
}

char *ra__cuda_compile_kept(ra__cuda_described *d, size_t *bytes, char *message, size_t size)
{
    char *image = ra__cuda_disk_get(d->text, bytes);
    if (!image && (image = ra__cuda_compile(d, bytes, message, size)))
        ra__cuda_disk_put(d->text, image, *bytes);
    return image;
}

bool ra__cuda_compiles(int architecture, const char *const *parts, int count, char *message, size_t size)
{
    ra__cuda_described d;
    size_t bytes = 0;
    if (!ra__cuda_describe(architecture, parts, count, &d)) /* who calls it finds out */
        return true;
    char *image = ra__cuda_compile_kept(&d, &bytes, message, size);
    const bool compiles = image;
    ra__os_free(d.text);
    ra__os_free(image);
    return compiles;
}
