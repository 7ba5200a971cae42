/*
 * Loading BLAS once.
 *
 * Actors: any thread that runs a kernel which needs it, and the thread that ra__blas_expect starts. `state` goes NONE -> LOADING -> READY or FAILED, and stays there; or back to NONE.
 * Whoever turns NONE into LOADING (acquire-release) loads, alone; the others sleep on `state` until it is left. `loaded` and
 * `reason` are written before the store of READY or FAILED (release) and read after a load of those (acquire). Nobody can
 * miss the wake-up: the futex compares `state` with LOADING in the kernel, and the loader changes it before it wakes.
 *
 * A failure is remembered: what was not there will not be there for the next kernel, and looking costs milliseconds. But where the process
 * has no descriptor or memory left, it may have by then: that is NONE again, and the reason only what the one who has tried is told.
 *
 * All of the loading is done inside the loader's word (os.h), and `state` leaves LOADING inside it: a fork comes before or
 * after all of it, and so does the end of the process. In the child of a fork, a LOADING is of a thread that had not begun
 * and does not exist there: it becomes NONE again.
 */
#include "async/run/blas_os.h"

#include "async/os/os.h"
#include "async/pool/pool.h"
#include "async/thread/stalls.h"
#include "meta/blas.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { NONE, LOADING, READY, FAILED };
enum { THREAD_NUMBER = 9002, LEAST_BYTES = 256 << 20 /* of address space: twice its work buffer of one thread */ };

static struct {
    _Atomic uint32_t state;
    const struct ra__blas *loaded;
    const char *reason;
    char path[4096];
    char words[256], said[600]; /* of a path that was given: the system's, and the reason made of them */
    struct ra__os_thread thread; /* that loads, or has */
    _Atomic bool has_thread;
} blas;

/* ---- system calls ---- */

static void *os_open(const char *path, bool only_resident)
{
    void *library;
    char *words = only_resident ? NULL : blas.words;
    return ra__os_dlopen_deep(path, only_resident, &library, words, words ? sizeof blas.words : 0) ? NULL : library;
}

static void *os_symbol(void *library, const char *name)
{
    void *address;
    return ra__os_dlsym(library, name, &address) ? NULL : address;
}

static const void *os_link_map(void *library)
{
    const void *map;
    return ra__os_link_map(library, &map) ? NULL : map;
}

static bool os_make_writable(void *start, size_t bytes)
{
    return ra__os_make_writable(start, bytes) == 0;
}

static bool os_can_map(size_t bytes)
{
    size_t page = ra__os_page_size(), whole = (bytes + page - 1) / page * page;
    void *start;
    if (ra__os_map(whole, page, 0, &start))
        return false;
    while (ra__os_unmap(start, whole)) /* fails only where there are too many mappings, for the moment */
        ra__os_yield();
    return true;
}

static const struct ra__blas_os calls = {
    .open = os_open,
    .close = ra__os_dlclose,
    .symbol = os_symbol,
    .link_map = os_link_map,
    .make_writable = os_make_writable,
    .can_map = os_can_map,
    .yield = ra__os_yield,
    .take_block = ra__os_alloc_surely,
    .give_block = ra__os_free,
};

/* ---- loading ---- */

/* Of what was asked for the reason says what that was, which would not be found otherwise: not where to get another. */
static const char *reason_of(const char *why)
{
    if (!blas.path[0])
        return why;
    snprintf(blas.said, sizeof blas.said, "RUNAHEAD_BLAS=%.200s: %s%.300s", blas.path, *blas.words ? "cannot be loaded: " : "", *blas.words ? blas.words : why);
    return blas.said;
}

/* So little is left that nothing could be loaded. */
static bool is_short(void)
{
    int fd;
    if (ra__os_event_create(&fd))
        return true;
    ra__os_close(fd);
    return !os_can_map(LEAST_BYTES);
}

/* What it gives, *reason where that is NULL: by the one who has turned NONE into LOADING. */
static const struct ra__blas *load(const char **reason)
{
    const char *why = "the process is ending";
    bool entered = ra__os_loader_enter();
    blas.loaded = entered ? ra__blas_load_once(blas.path[0] ? blas.path : NULL, &calls, &why) : NULL;
    const struct ra__blas *loaded = blas.loaded;
    const bool for_now = entered && !loaded && is_short();
    blas.reason = loaded || for_now ? NULL : reason_of(why);
    *reason = for_now ? "OpenBLAS cannot be loaded while the process has no file descriptor or memory left; the next operator that needs it tries again" : blas.reason;
    atomic_store_explicit(&blas.state, loaded ? READY : for_now ? NONE : FAILED, memory_order_release);
    if (entered)
        ra__os_loader_leave();
    ra__os_futex_wake(&blas.state, INT_MAX);
    return loaded;
}

static const struct ra__blas *get(const char **why)
{
    uint32_t state = atomic_load_explicit(&blas.state, memory_order_acquire);
    while (state == NONE || state == LOADING) {
        if (state == NONE) {
            if (atomic_compare_exchange_strong_explicit(&blas.state, &state, LOADING, memory_order_acq_rel, memory_order_acquire))
                return load(why);
            continue;
        }
        ra__os_futex_wait(&blas.state, LOADING, RA__OS_FOREVER);
        state = atomic_load_explicit(&blas.state, memory_order_acquire);
    }
    *why = blas.reason;
    return blas.loaded;
}

static bool begin_loading(void)
{
    uint32_t none = NONE;
    return atomic_compare_exchange_strong_explicit(&blas.state, &none, LOADING, memory_order_acq_rel, memory_order_acquire);
}

static bool is_loaded(void)
{
    uint32_t state = atomic_load_explicit(&blas.state, memory_order_acquire);
    return state == READY || state == FAILED;
}

static void thread_main(void *unused)
{
    const char *why;
    (void)unused;
    (void)load(&why);
}

/* With no workers a waiter runs the kernel, and may as well load for it: no thread is wanted then. Where none can be had, whoever
 * runs the kernel loads. */
bool ra__blas_expect(void)
{
    if (is_loaded())
        return true;
    if (ra__pool_workers() == 0 || !begin_loading())
        return false;
    ra__blas_stop(); /* one that could not load it for the moment */
    if (ra__os_thread_create(&blas.thread, THREAD_NUMBER, thread_main, NULL, NULL)) {
        atomic_store_explicit(&blas.state, NONE, memory_order_release);
        ra__os_futex_wake(&blas.state, INT_MAX);
    } else
        atomic_store_explicit(&blas.has_thread, true, memory_order_release);
    return false;
}

void ra__blas_load_now(const char *operator)
{
    const char *why;
    if (is_loaded())
        return;
    uint64_t start = ra__os_now_ns();
    (void)get(&why);
    ra__note_wait(RA__WAIT_LIBRARY, operator, 0, start);
}

void ra__blas_stop(void)
{
    if (atomic_exchange_explicit(&blas.has_thread, false, memory_order_acquire))
        ra__os_thread_join(&blas.thread);
}

void ra__blas_end(void)
{
    if (atomic_load_explicit(&blas.state, memory_order_acquire) != LOADING)
        ra__blas_stop();
}

void ra__blas_setup(const char *path)
{
    uint32_t state = atomic_load_explicit(&blas.state, memory_order_acquire);
    if (state == NONE || state == FAILED) {
        snprintf(blas.path, sizeof blas.path, "%s", path ? path : "");
        atomic_store_explicit(&blas.state, NONE, memory_order_release);
    }
    ra__blas_install(get);
}

void ra__blas_fork_child(void)
{
    uint32_t loading = LOADING;
    atomic_store_explicit(&blas.has_thread, false, memory_order_relaxed);
    atomic_compare_exchange_strong_explicit(&blas.state, &loading, NONE, memory_order_relaxed, memory_order_relaxed);
    ra__blas_after_fork();
}

void ra__blas_describe(struct ra__blas_description *out)
{
    uint32_t state = atomic_load_explicit(&blas.state, memory_order_acquire);
    memset(out, 0, sizeof *out);
    if (state == READY) {
        const char *path, *core;
        ra__blas_names(blas.loaded, &path, &core);
        snprintf(out->library, sizeof out->library, "%s", path);
        snprintf(out->core, sizeof out->core, "%s", core);
    } else if (state == FAILED)
        snprintf(out->error, sizeof out->error, "%s", blas.reason ? blas.reason : "unknown reason");
}
