/*
 * The engine's life: settings, start, stop, fork; and what it tells of itself.
 */
#include "async/engine/levels.h"
#include "async/front/backend.h"
#include "async/front/check.h"
#include "async/front/composites.h"
#include "async/front/own.h"
#include "async/front/specialise.h"
#include "async/front/tensor.h"
#include "async/fusion/fusion.h"
#include "async/memory/memory.h"
#include "async/observe/report.h"
#include "async/observe/trace_start.h"
#include "async/os/os.h"
#include "async/os/placement.h"
#include "async/os/region.h"
#include "async/os/topology.h"
#include "async/pool/pool.h"
#include "async/pool/slot.h"
#include "async/pool/urgent.h"
#include "async/pool/wide.h"
#include "async/run/blas_os.h"
#include "async/run/complete.h"
#include "async/run/costs.h"
#include "async/run/help.h"
#include "async/run/lane.h"
#include "async/run/run.h"
#include "async/run/stream.h"
#include "async/run/wait.h"
#include "async/run/worker.h"
#include "async/tasks/drop.h"
#include "async/tasks/graph.h"
#include "async/thread/blocks.h"
#include "async/thread/callback.h"
#include "async/thread/entry.h"
#include "async/thread/guest.h"
#include "async/thread/scratch.h"
#include "async/thread/settings.h"
#include "async/thread/stalls.h"
#include "async/thread/belongings.h"
#include "async/thread/stats.h"
#include "async/thread/trace_ring.h"
#include "async/values/pages.h"
#include "async/values/readers.h"

#include <stdio.h>
#include <string.h>

static _Atomic uint32_t start_lock; /* of starting and stopping: 0 free, 1 held */
static bool once_done;              /* what is set up once a process */
static struct ra__topology topology;
static struct ra__worker_count count;
static char trace_error[160]; /* of the trace that the settings ask for */
static struct {
    char path[sizeof ra__settings.trace];
    unsigned lives; /* of this process's engine, that have written to it one after another */
} traced; /* under the start's lock */
static char trace_of_parent[sizeof ra__settings.trace]; /* of a fork's, by its settings: that is not to be written by two. By the child alone, and read under the start's lock */

static void lock_start(void)
{
    while (atomic_exchange_explicit(&start_lock, 1, memory_order_acquire))
        ra__os_futex_wait(&start_lock, 1, ra__os_now_ns() + 1000000);
}

static void unlock_start(void)
{
    atomic_store_explicit(&start_lock, 0, memory_order_release);
    ra__os_futex_wake(&start_lock, 1);
}

/* ---- threads that end ---- */

/* Every thread that has something of the library's (counters, slot, scratch) has asked for it, the library's own among them. */
static void leave_thread(void)
{
    ra__scopes_leave();
    ra__scratch_free_own();
    ra__special_forget();
    ra__graph_leave();
    ra__slot_leave();
    ra__fusion_leave();
    ra__blocks_leave();
    ra__readers_leave();
    ra__trace_thread_leave();
    ra__mem_leave();
    ra_clear_error(); /* its text is one of those */
    ra__belongings_leave();
}

/* ---- kernels ---- */

static ra_status choose_kernels(void)
{
    const char *why, *wanted = ra__settings.isa[0] ? ra__settings.isa : NULL;
    char built[80] = "";
    ra__kernels = ra__level_choose(wanted, &why);
    for (int i = 0; !ra__kernels && ra__level_at(i); i++)
        snprintf(built + strlen(built), sizeof built - strlen(built), " %s", ra__level_at(i)->isa);
    for (int i = 0; ra__kernels && i < RA__OP_COUNT; i++)
        ra__ops[i].kernel = ra__kernels->kernels[i];
    return ra__kernels ? RA_OK : ra__refusal(RA_ERR_UNSUPPORTED, "RUNAHEAD_ISA=%s: %s; built are:%s", wanted ? wanted : "", why, built);
}

/* ---- start and stop ---- */

static void at_exit(void);
static void fork_prepare(void);
static void fork_parent(void);
static void fork_child(void);

static ra_status set_up_once(void)
{
    if (once_done)
        return RA_OK;
    if (!ra__ops_init())
        return ra__refusal(RA_ERR_UNSUPPORTED, "the operator table is malformed");
    ra__composites_init();
    ra__costs_init();
    ra__failure_init();
    ra__guest_start(ra__scopes_leave);
    ra__serial_start(ra__mem_rest);
    if (ra__os_thread_exit_init(leave_thread))
        return ra__refusal(RA_ERR_SYSTEM, "no thread-specific key to be had");
    if (ra__os_stay_loaded())
        return ra__refusal(RA_ERR_SYSTEM, "the library could not be kept from being unloaded");
    if (ra__os_at_end(at_exit))
        return ra__refusal(RA_ERR_SYSTEM, "no handler for the end of the process could be registered");
    if (ra__os_atfork(fork_prepare, fork_parent, fork_child))
        return ra__refusal(RA_ERR_SYSTEM, "fork handlers could not be registered");
    once_done = true;
    return RA_OK;
}

static ra_status start_parts(void)
{
    const char *synthetic = ra__settings.topology[0] ? ra__settings.topology : NULL;
    (void)ra__os_thread_home(); /* where it cannot be told, each thread is where its maker is */
    if (ra__topology_load(&topology, synthetic))
        return synthetic ? ra__refusal(RA_ERR_ARGUMENT, "RUNAHEAD_TOPOLOGY=%.100s: a synthetic description as hwloc reads it expected, of at most %d processors and with no index twice, such as \"node:2 core:4 pu:1\"",
                                       synthetic, RA__TOPOLOGY_MADE_MAX)
                         : ra__refusal(RA_ERR_SYSTEM, "the machine's topology could not be read");
    ra__pages_note_caches(topology.cache_bytes);
    struct ra__worker_wish wish = {.request = ra__settings.workers, .exact = ra__settings.workers >= 0};
    ra__worker_count(&topology, &wish, &count);
    ra__graph_bound(0, ra__settings.memory);
    ra__mem_limit(ra__settings.memory_limit, ra__settings.memory_limit_by);
    /* Spinning is for machines of one's own: under a quota it would spend what the work needs. */
    int64_t spin = ra__settings.spin_us < 0 || (ra__settings.spin_us == 0 && count.quota) ? 0 : ra__settings.spin_us ? ra__settings.spin_us * INT64_C(1000) : 20000;
    ra__pool_settings pool = {.workers = count.workers, .priority = ra__settings.priority, .spin_ns = spin, .quota = count.share, .topology = &topology,
                              .relief_percent = ra__settings.relief_percent, .main = ra__worker_main, .relieve = ra__worker_relieve};
    if (ra__pool_start(&pool)) {
        ra__topology_free(&topology);
        return ra__refusal(RA_ERR_MEMORY, "out of memory for the pool");
    }
    return RA_OK;
}

/*
 * The trace that the settings ask for. What a life before wrote is not written over: that of the second is in run.2.json, where the settings
 * say run.json. A program must not fail because its trace cannot be written: ra_get_info says why.
 */
static void start_trace(void)
{
    const char *path = ra__settings.trace;
    char why[640] = "", numbered[sizeof traced.path + 16];
    if (path[0] && strcmp(path, traced.path) != 0) {
        traced.lives = 0;
        memcpy(traced.path, path, sizeof traced.path);
    }
    if (path[0] && strcmp(path, trace_of_parent) == 0)
        snprintf(why, sizeof why, "it is that of the process that this one was forked from: %.90s", path);
    else if (path[0]) {
        const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
        const int stem = (int)(dot ? dot - path : (ptrdiff_t)strlen(path));
        if (traced.lives && !ra__os_irregular(path)) { /* into a pipe go all of them */
            snprintf(numbered, sizeof numbered, "%.*s.%u%s", stem, path, traced.lives + 1, path + stem);
            path = numbered;
        }
        traced.lives += ra__trace_begin(path, ra__settings.pacing_count, why, sizeof why) == RA_OK;
    }
    snprintf(trace_error, sizeof trace_error, "%.*s", (int)sizeof trace_error - 1, why);
}

static ra_status start(const ra_config *config)
{
    ra_status s = set_up_once();
    if (!s)
        s = ra__settings_load(config);
    if (!s)
        ra__blas_setup(ra__settings.blas[0] ? ra__settings.blas : NULL);
    if (!s)
        s = choose_kernels();
    if (!s)
        s = start_parts();
    if (s)
        return s;
    ra__check_settle(ra__settings.check);
    ra__urgent_start(ra__run_urgent);
    ra__stream_start(ra__stream_complete);
    start_trace();
    atomic_store_explicit(&ra__engine_state, ra__is_checking() ? RA__ENGINE_CHECKED : RA__ENGINE_RUNNING, memory_order_release);
    ra__callback_start();
    return RA_OK;
}

static ra_status start_at_first_call(void)
{
    if (ra__engine_is_running())
        return RA_OK;
    uint64_t begin = ra__os_now_ns();
    lock_start();
    ra_status s = ra__engine_is_running() ? RA_OK : start(NULL);
    unlock_start();
    ra__note_wait(RA__WAIT_START, NULL, 0, begin);
    return s;
}

/* 101 is the first priority that is not the system's: constructors of programs, which may call the library, come behind it. */
__attribute__((constructor(101))) static void offer_start(void)
{
    ra__engine_start = start_at_first_call;
}

ra_status ra_init(const ra_config *config)
{
    RA__NOTE_CALLER();
    lock_start();
    ra_status s = ra__engine_is_running() ? ra__refusal(RA_ERR_STATE, "ra_init: the engine runs already; ra_shutdown comes first") : start(config);
    unlock_start();
    return s;
}

/* Everything recorded has ended and is counted out. */
static bool is_idle(void)
{
    ra__graph_collect_all();
    ra__graph_lock();
    const ra__in_flight f = ra__graph_in_flight();
    bool idle = f.tasks == 0 && f.joins == 0;
    ra__graph_unlock();
    return idle;
}

static uint64_t last_recorded(void)
{
    ra__graph_lock();
    uint64_t sequence = ra__graph_last_sequence();
    ra__graph_unlock();
    return sequence;
}

/* Ends what is pending, what callbacks of that record, and so on. */
static ra_status finish_all(void)
{
    _Atomic uint32_t never = 0;
    for (;;) {
        ra_status s = ra__wait_all(RA__WAIT_SHUTDOWN);
        if (s)
            return s;
        while (!is_idle())
            if (!ra__run_one(false)) /* a thread is about to let go of its last task */
                ra__os_futex_wait(&never, 0, ra__os_now_ns() + 100000);
        /* Now all callbacks of finished tasks are due. What they record makes further ones due. */
        uint64_t before = last_recorded();
        ra__callback_stop();
        if (last_recorded() != before || !ra__callback_is_quiet())
            continue;
        ra__special_forget();
        ra__own_give_up_gone();
        if (ra__callback_is_quiet())
            return RA_OK;
    }
}

ra_status ra_shutdown(void)
{
    RA__NOTE_CALLER();
    if (ra__tls.carried.mode & RA__MODE_KERNEL || ra__tls.definitions)
        return ra__refusal(RA_ERR_STATE, "ra_shutdown: not from within a kernel, callback or definition");
    lock_start();
    if (!ra__engine_is_running()) {
        unlock_start();
        ra__callback_stop(); /* due since it stopped */
        return RA_OK;
    }
    ra_status s = finish_all();
    if (!s) {
        ra_trace_stop();
        ra__urgent_stop();
        ra__stream_stop();
        ra__lane_stop(); /* it may be about to wake a worker still */
        ra__pool_stop();
        ra__blas_stop();
        ra__callback_stop();
        ra__special_forget();
        ra__graph_lock();
        ra__graph_shutdown();
        ra__graph_unlock();
        ra__scratch_free_own();
        ra__topology_free(&topology);
        ra__trace_free();
        if (ra__mem_shutdown()) /* it stays where live handles have data */
            ra__mem_trim(0);
        atomic_store_explicit(&ra__engine_state, RA__ENGINE_STOPPED, memory_order_relaxed); /* who starts again takes the lock */
        if (ra__settings.report)
            ra__report_print();
    }
    unlock_start();
    return s;
}

/* A program that ends without a shutdown has its trace and its report all the same. */
__attribute__((destructor)) static void at_exit(void)
{
    if (!ra__engine_is_running())
        return;
    ra__blas_end();
    (void)ra_trace_stop();
    if (ra__settings.report)
        ra__report_print();
}

/* ---- fork ---- */

/*
 * The parent waits for no kernel: it takes the locks that recorders and starters hold, waits for whoever loads a library
 * (under those of starting, before those of recording: nobody records while he loads), and forks. The child has the
 * forking thread alone: what was pending is poisoned, threads are forgotten, and the engine starts anew at the next use.
 * A kernel or callback that forks does not take the lock of starting and stopping: while it runs, the engine cannot do
 * either, but a shutdown may hold the lock and wait for it.
 */
static bool start_locked, loader_entered; /* by the fork in progress; under the graph lock */

static void fork_prepare(void)
{
    bool inside = ra__tls.carried.mode & RA__MODE_KERNEL;
    if (!inside)
        lock_start();
    bool loader = ra__os_loader_enter();
    ra__graph_lock();
    ra__check_lock();
    start_locked = !inside;
    loader_entered = loader;
}

static void fork_parent(void)
{
    bool locked = start_locked, loader = loader_entered;
    ra__check_unlock();
    ra__graph_unlock();
    if (loader)
        ra__os_loader_leave();
    if (locked)
        unlock_start();
}

static void poison_pending(ra_task *t)
{
    uint64_t word = atomic_load_explicit(&t->word, memory_order_relaxed);
    if (t->kind != RA__TASK_JOB || (word & RA__TASK_DROPPED) || t->job.operands == 0)
        return;
    for (int k = 0; k < t->job.results; k++) {
        ra_storage *s = t->job.operand[k].storage;
        ra__failure *f = ra__failure_bare(RA_ERR_FORKED);
        ra__poison_set(s, ra__operand_bytes(&t->job.operand[k]), f);
        ra__failure_drop(f);
    }
    for (int k = 0; k < t->job.operands; k++) { /* a thread that was taking its memory is not here to finish */
        char *taking = RA__TAKING;
        if (t->job.operand[k].storage)
            atomic_compare_exchange_strong_explicit(&t->job.operand[k].storage->data, &taking, NULL, memory_order_relaxed, memory_order_relaxed);
    }
    if (!ra__task_runs(word)) { /* of a running one, parts may have been given up already */
        ra__job_release(&t->job);
        ra__job_close(&t->job);
    }
    atomic_store_explicit(&t->word, (word & ~(uint64_t)RA__TASK_STATE) | RA__TASK_DONE, memory_order_relaxed);
}

static void fork_child(void)
{
    ra__check_unlock();
    ra__readers_fork_child();
    ra__mem_fork_child();
    if (ra__engine_is_running()) {
        ra__lane_fork_child();
        ra__stream_fork_child();
        ra__callback_fork_child();
        ra__urgent_fork_child();
        ra__graph_each(poison_pending);
        ra__graph_forget();
        ra__graph_fork_child();
        ra__pool_fork_child();
        ra__slot_fork_child();
        ra__wide_fork_child();
        ra__run_fork_child();
        ra__help_fork_child();
        ra__blas_fork_child();
        memset(&topology, 0, sizeof topology);
        atomic_store_explicit(&ra__engine_state, RA__ENGINE_STOPPED, memory_order_relaxed);
    }
    if (ra__settings.trace[0]) /* also one that has ended: it is whole */
        memcpy(trace_of_parent, ra__settings.trace, sizeof trace_of_parent);
    ra__trace_fork_child();
    ra__tls.works = false;
    ra__tls.worker = NULL; /* whatever the forking thread was, it is a control thread now */
    ra__tls.carried.mode &= ~(unsigned)RA__MODE_KERNEL;
    ra__graph_unlock();
    if (loader_entered)
        ra__os_loader_leave();
    unlock_start();
}

/* ---- per thread ---- */

void ra_set_execution(ra_execution execution)
{
    ra__tls.carried.execution_set = true;
    ra__tls.carried.mode = execution == RA_SYNC ? ra__tls.carried.mode | RA__MODE_SYNC : ra__tls.carried.mode & ~(unsigned)RA__MODE_SYNC;
}

ra_execution ra_get_execution(void)
{
    return ra__tls.carried.execution_set ? (ra__tls.carried.mode & RA__MODE_SYNC ? RA_SYNC : RA_RUN_AHEAD) : ra__settings.execution;
}

void ra_urgent_begin(void)
{
    ra__tls.carried.urgent++;
    ra__tls.carried.mode |= RA__MODE_URGENT;
}

ra_status ra_urgent_end(void)
{
    RA__NOTE_CALLER();
    if (!ra__tls.carried.urgent)
        return ra__refusal(RA_ERR_STATE, "ra_urgent_end: nothing that this thread has begun is urgent");
    if (--ra__tls.carried.urgent == 0)
        ra__tls.carried.mode &= ~(unsigned)RA__MODE_URGENT;
    return RA_OK;
}

ra_status ra_set_default_dtype(ra_dtype dtype)
{
    RA__NOTE_CALLER();
    if (!ra_dtype_size(dtype))
        return ra__refusal(RA_ERR_DTYPE, "ra_set_default_dtype: %d is no dtype", (int)dtype);
    if (!ra__is_floating(dtype))
        return ra__refusal(RA_ERR_DTYPE, "ra_set_default_dtype: %s is not a floating-point dtype", ra_dtype_name(dtype));
    ra__tls.carried.default_dtype = dtype;
    return RA_OK;
}

ra_dtype ra_get_default_dtype(void)
{
    return ra__tls.carried.default_dtype;
}

void ra_set_site(const char *file, int line)
{
    ra__tls.carried.site = (ra_site){.file = file, .line = line};
    ra__tls.carried.site_is_set = file != NULL;
}

/* ---- information ---- */

/* Else what has just ended counts a little longer. */
static size_t bytes_in_flight(int memory)
{
    for (bool more = true; more && ra__graph_try_lock();) {
        more = ra__graph_collect();
        ra__graph_unlock();
    }
    return (size_t)ra__graph_bytes(memory);
}

ra_memory_stats ra_get_memory_stats(void)
{
    struct ra__mem_stats m;
    ra__mem_stats(&m);
    ra_memory_stats s = {.live = m.live, .cached = m.cached, .peak = m.peak, .fresh = m.fresh_pages * ra__os_page_size(), .heap = ra__os_heap_bytes() + ra__region_bytes()};
    s.in_flight = bytes_in_flight(0);
    return s;
}

ra_status ra_get_device_memory_stats(ra_device device, ra_memory_stats *stats)
{
    RA__NOTE_CALLER();
    if (!stats)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_get_device_memory_stats: stats is NULL");
    if (!ra__is_device(device))
        return ra__refusal(RA_ERR_ARGUMENT, "ra_get_device_memory_stats: %d is no device", (int)device);
    const ra__device *row = ra__device_of(device);
    *stats = device == RA_CPU ? ra_get_memory_stats() : (ra_memory_stats){.live = 0};
    if (row && row->memory)
        row->memory(ra__device_index(device), stats);
    if (ra__device_has_streams(device))
        stats->in_flight = bytes_in_flight(ra__memory_of(device));
    return RA_OK;
}

static void trim_devices(size_t keep_bytes)
{
    const ra__device *row = ra__device_of(RA_CUDA);
    for (int i = 0; row && row->give_back && i < RA__DEVICES; i++)
        row->give_back(i, keep_bytes);
}

void ra_trim(size_t keep_bytes)
{
    RA__NOTE_CALLER();
    uint64_t start_ns = ra__os_now_ns();
    ra__scratch_free_own();
    ra__mem_trim(keep_bytes);
    trim_devices(keep_bytes);
    ra__note_wait(RA__WAIT_TRIM, NULL, 0, start_ns);
}

ra_status ra_get_info(ra_info *info)
{
    RA__NOTE_CALLER();
    if (!info)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_get_info: the pointer to the result is NULL");
    ra_status s = ra__engine_ensure();
    if (s)
        return s;
    memset(info, 0, sizeof *info);
    info->workers = ra__pool_workers();
    snprintf(info->workers_why, sizeof info->workers_why, "%.*s", (int)sizeof info->workers_why - 1, count.reason);
    info->cpus = topology.ncpus;
    info->nodes = topology.nnodes;
    snprintf(info->topology, sizeof info->topology, "%.*s", (int)sizeof info->topology - 1, topology.source);
    snprintf(info->isa, sizeof info->isa, "%s", ra__kernels->isa);
    struct ra__blas_description blas;
    ra__blas_describe(&blas);
    memcpy(info->blas_library, blas.library, sizeof info->blas_library);
    memcpy(info->blas_core, blas.core, sizeof info->blas_core);
    memcpy(info->blas_error, blas.error, sizeof info->blas_error);
    info->priority = ra__settings.priority;
    info->execution = ra__settings.execution;
    info->memory = ra__settings.memory;
    memcpy(info->memory_why, ra__settings.memory_why, sizeof info->memory_why);
    info->memory_limit = ra__settings.memory_limit;
    info->device_memory_limit = ra__settings.device_memory_limit;
    info->cuda_tf32 = ra__settings.cuda_tf32;
    info->pacing_bytes = ra__settings.pacing_bytes;
    info->pacing_count = ra__settings.pacing_count;
    info->checking = ra__is_checking();
    info->relief_percent = ra__settings.relief_percent;
    memcpy(info->trace_error, trace_error, sizeof info->trace_error);
    memcpy(info->settings_unknown, ra__settings.unknown, sizeof info->settings_unknown);
    return RA_OK;
}
