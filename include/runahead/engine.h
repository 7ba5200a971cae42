/*
 * The engine: starting and stopping it, waiting, pacing, memory, and what it has to tell.
 *
 * These calls may wait, and no others: ra_data*, ra_item*, ra_get_item, ra_copy_to, ra_equal, ra_allclose, ra_wait*, ra_size/ra_stride/ra_numel/ra_sizes/
 * ra_strides and ra_set_item of a pending extent, ra_print/ra_to_string, ra_to_dlpack, ra_load_npy, ra_open_safetensors and ra_open_npz (the header, and
 * the library that reads it), ra_archive_tensor (the header of an entry of .npz), ra_save_npz (zlib, the first time that it compresses), an operator
 * call that is paced or that needs a pending extent, ra_trim, ra_shutdown, and the first call of all, which ra_init prepays. The first
 * use of a device with streams does not wait for it to be started, but for ra_stream_new, ra_stream_wrap and ra_stream_current, and ra_op_register of an
 * operator with CUDA source.
 * With RA_SYNC the first call that needs LAPACK loads it, once; elsewhere a thread of the library does.
 *
 * Threads: a thread that calls the library needs 96 KiB of stack, whatever it calls, and 8 KiB for each definition of the program's
 * (ra_op_register) that is under way, one within another. No call is a cancellation point (a thread with asynchronous cancellation
 * must not call the library); one that was cancelled ends behind it. When a thread ends, so do the scopes that it has open;
 * one that was the first to use a device waits for that to be started. The process may end in any way, whatever runs: nothing is waited for
 * but the trace's file, a program for a CUDA device that is just being compiled, and a device that is just being started. A pointer to a
 * result that is NULL is refused with RA_ERR_ARGUMENT.
 */
#ifndef RUNAHEAD_ENGINE_H
#define RUNAHEAD_ENGINE_H

#include <runahead/status.h>
#include <runahead/types.h>

RA_BEGIN_DECLS

typedef enum ra_execution { RA_RUN_AHEAD = 0, RA_SYNC = 1 } ra_execution;
typedef enum ra_worker_priority { RA_PRIORITY_BACKGROUND = 0, RA_PRIORITY_NORMAL = 1 } ra_worker_priority;

/* ALWAYS: however small they are. RANDOM: each with even chances (both are for tests). The bits are the same. */
typedef enum ra_fusion { RA_FUSION_ON = 0, RA_FUSION_OFF = 1, RA_FUSION_ALWAYS = 2, RA_FUSION_RANDOM = 3 } ra_fusion;

/*
 * Settings. Zero means the default. Where an environment variable (RUNAHEAD_<NAME>) is set it wins, so that a user can
 * change a program that was not built for it. A value out of its range, a BLAS path that is not there, and a variable whose
 * name is almost that of a setting are refused (RA_ERR_ARGUMENT) by ra_init, or by the call that starts the engine.
 */
typedef struct ra_config {
    size_t size;             /* sizeof(ra_config) */
    int workers;             /* WORKERS: worker threads; 0 = as many as affinity and CPU quota allow; -1 = none */
    ra_execution execution;  /* SYNC=1: operators run in the calling thread */
    ra_worker_priority priority; /* WORKER_PRIORITY=background|normal */
    size_t pacing_bytes;     /* PACING_BYTES: bytes recorded and not finished, of the processor's memory or of one device's, before a control
                                thread that records more of that is held; 0 = a quarter of that memory */
    size_t pacing_count;     /* PACING_COUNT: the same in operators */
    size_t memory_limit;     /* MEMORY_LIMIT: bytes of tensor memory; 0 = seven eighths of the control group's limit, else none */
    const char *topology;    /* TOPOLOGY: hwloc synthetic description instead of the machine's */
    const char *isa;         /* ISA=v2|v3|v4|v4_bf16: instruction set level of the kernels */
    const char *blas;        /* BLAS: path of the OpenBLAS to load */
    const char *trace;       /* TRACE: file to write a Chrome/Perfetto trace to; of an engine that is started again after a shutdown, with the
                                same file: run.2.json for run.json, then run.3.json */
    int spin_us;             /* SPIN_US: how long an idle worker looks for work before it sleeps, and who waits before he does: ten times as long where
                                that would have sufficed the last time and no other thread of ours needs the processor; -1 = not at all */
    bool no_inline;          /* NO_INLINE=1: tiny operators are handed over like any other */
    ra_fusion fusion;        /* FUSION=on|off|always|random: whether pending elementwise operators run together */
    int relief_percent;      /* RELIEF_PERCENT: share of the workers' processors that ordinary threads use in the place of background workers,
                                where ready work has waited for a processor for 30 ms; 0 = 25; -1 (RELIEF_PERCENT=0) = none, but for who waits */
    size_t device_memory_limit; /* DEVICE_MEMORY_LIMIT: bytes of tensor memory of each CUDA device, with what is cached there; 0 = what the device has */
    bool cuda_tf32;          /* CUDA_TF32=1: on CUDA devices that can, products of float32 and complex64 matrices are computed in TF32 (factors of 10
                                bits of mantissa, sums in float32), which is quicker; PyTorch's torch.backends.cuda.matmul.allow_tf32, as there off
                                where nothing is said. Decompositions, solves, convolutions and ra_dot are not concerned */
} ra_config;

/* Starts the engine (otherwise done by the first use). RA_ERR_STATE if it runs already. May wait. */
RA_API ra_status ra_init(const ra_config *config RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_init_at) RA_WARN_UNUSED;
/*
 * Finishes pending work, joins the workers, and frees everything but live handles, whose finished data stays readable, and what is kept
 * for records (ra_memory_stats.heap).
 * A later use starts the engine anew. No other thread may be in a call of the library meanwhile. RA_ERR_STATE from within a kernel, a
 * callback, or a definition (register.h). May wait.
 */
RA_API ra_status ra_shutdown(RA_SITE_ALONE) RA_AT(ra_shutdown_at);

/* This thread records from now on (RA_RUN_AHEAD) or computes in the call (RA_SYNC). Never waits. */
RA_API void ra_set_execution(ra_execution execution);
RA_API ra_execution ra_get_execution(void);
/* dtype of floating-point results that nothing else determines; float32 at start. Per thread. */
RA_API ra_status ra_set_default_dtype(ra_dtype dtype RA_SITE) RA_AT(ra_set_default_dtype_at);
RA_API ra_dtype ra_get_default_dtype(void);

/* ---- waiting ---- */

/*
 * Where ra_wait, ra_wait_for, ra_wait_all, ra_load_npy, ra_open_safetensors and ra_open_npz begin, and in no other call and nowhere within these, a thread
 * ends that somebody has cancelled (pthread_cancel): nothing is begun then, nothing is held. In a kernel or callback none ends.
 */

/*
 * Waits until the tensor is computed; gives the status of the first failure that reaches it. Meanwhile the thread runs what the tensor
 * needs, and nothing else.
 */
RA_API ra_status ra_wait(const ra_tensor *tensor RA_SITE) RA_AT(ra_wait_at) RA_WARN_UNUSED;
/*
 * The same for at most so many nanoseconds (negative: without end); RA_ERR_TIMEOUT when they are over. What is estimated to take
 * longer than is left of them (a function of the program's: 1 ms) is left to others, and without workers it stays where it is. What
 * ra_scope_end gives does not depend on it.
 */
RA_API ra_status ra_wait_for(const ra_tensor *tensor, int64_t nanoseconds RA_SITE) RA_AT(ra_wait_for_at) RA_WARN_UNUSED;
/* Waits for all work recorded so far by any thread. Failures are reported where data is read. */
RA_API ra_status ra_wait_all(RA_SITE_ALONE) RA_AT(ra_wait_all_at);
/*
 * Whether ra_wait would return at once. With zero workers it runs at least one ready task: what the tensor needs, where that is ready;
 * within a kernel or callback else none but operators that call nothing of the library and so end by themselves. Never waits.
 */
RA_API bool ra_is_ready(const ra_tensor *tensor RA_SITE) RA_AT(ra_is_ready_at);
/*
 * Runs due callbacks (and, with zero workers, at least one ready task); gives how many it ran. Within a kernel or callback that task is an
 * operator that ends by itself, as with ra_is_ready: none that could wait for what is not over before the call is. While the engine is
 * stopped it runs what is due all the same. Never waits.
 */
RA_API size_t ra_poll(void);

typedef void (*ra_ready_fn)(void *context, ra_status status);
/* Calls back once the tensor is computed: from the callback lane, never from within this call. RA_ERR_SYSTEM where no thread is to be had
 * for that. */
RA_API ra_status ra_on_ready(const ra_tensor *tensor, ra_ready_fn callback, void *context RA_SITE) RA_AT(ra_on_ready_at) RA_WARN_UNUSED;
/*
 * Callbacks are run by a thread of the library (default), or, with true, only by ra_poll, for callers with a lock of
 * their own.
 */
RA_API void ra_set_callbacks_polled(bool polled);
/*
 * A file descriptor (eventfd, non-blocking) that becomes readable once the tensor is computed. The caller closes it, and takes it out
 * of an epoll before (EPOLL_CTL_DEL): the library has a duplicate of it until it has told, so that closing alone does not.
 */
RA_API ra_status ra_ready_fd(const ra_tensor *tensor, int *fd RA_SITE) RA_AT(ra_ready_fd_at) RA_WARN_UNUSED;
/*
 * Asks for the tensor: what it needs and is estimated to be quick (operators of the library of up to 0.2 ms) is computed ahead of
 * all other work, by a thread that never is in the background class. What takes longer keeps its place. ra_on_ready and
 * ra_ready_fd ask in the same way, and who waits computes it himself. Asking again adds nothing. Nothing without workers. Never waits.
 */
RA_API ra_status ra_hurry(const ra_tensor *tensor RA_SITE) RA_AT(ra_hurry_at);
/*
 * Between begin and end every operator that this thread records is urgent: it is asked for as by ra_hurry, from its recording on,
 * with all that it needs; without workers, ra_poll and ra_is_ready run it first. They nest, and end with the thread. Other threads,
 * and kernels and callbacks on this one, are not concerned. Without memory to go over what was recorded before, that keeps its
 * place; nothing is refused. An end without a begin gives RA_ERR_STATE. Never waits.
 */
RA_API void ra_urgent_begin(void);
RA_API ra_status ra_urgent_end(RA_SITE_ALONE) RA_AT(ra_urgent_end_at);
/*
 * What is pending of the tensor and of all that hangs on it is not run; readers get RA_ERR_CANCELLED. Its bytes count as in
 * flight no more, and it has ended when this returns unless it comes after something that runs: until that has ended it is one of the
 * operators in flight. Never waits.
 */
RA_API ra_status ra_cancel(const ra_tensor *tensor RA_SITE) RA_AT(ra_cancel_at);

/* ---- errors of tasks ---- */

/*
 * The failure that poisons the tensor, if any: RA_OK and an empty text where there is none or it is not known yet. Copies at
 * most size bytes of the message (operator, shapes, call site, chain). Never waits.
 */
RA_API ra_status ra_tensor_error(const ra_tensor *tensor, char *text, size_t size RA_SITE) RA_AT(ra_tensor_error_at);
/*
 * Names the place that this thread's calls come from until another is named, instead of where they stand (ra_site); NULL
 * ends that. For bindings. The string must stay valid.
 */
RA_API void ra_set_site(const char *file, int line);

/* ---- thread state ---- */

/* Everything that this thread has set: scopes, urgency, defaults, execution, site. For coroutines and bindings; any thread restores it. A scope
 * that was ended meanwhile stays ended: what is around it is the thread's then. Scopes are of one thread at a time: no other makes or releases
 * handles of theirs, or ends them, until the thread has left them by restoring another state, or has ended. */
typedef struct ra_thread_state ra_thread_state;
RA_API ra_thread_state *ra_thread_state_save(void);
RA_API void ra_thread_state_restore(ra_thread_state *state); /* consumes it */

/* ---- memory, statistics, information ---- */

/* Of tensor memory but for heap, all threads together, now (but for peak and fresh); in bytes. Blocks count with their capacity. */
typedef struct ra_memory_stats {
    size_t live;      /* in use: of storages, and workspaces of running operators */
    size_t cached;    /* given back and kept for reuse; ra_trim returns it to the system */
    size_t peak;      /* the most that was ever live, to within 8 KiB for each thread beside the first */
    size_t in_flight; /* of results whose operators are recorded and have not ended, or did a moment ago: what PACING_BYTES bounds */
    size_t fresh;     /* handed out for the first time since the system gave it, ever; grows no more in a steady state */
    size_t heap;      /* of no tensor: what the system has given for the library's own records, a MiB or two at a time, and is kept for others
                       * of the same size, after a shutdown too; but for what is malloc's under the address sanitizer. Grows no more in a
                       * steady state, either */
} ra_memory_stats;

/* Never waits; any thread. */
RA_API ra_memory_stats ra_get_memory_stats(void);
/*
 * The same of a device alone, into *stats: of a CUDA device, whose workspaces count as live, live and cached together are what its driver
 * has given, fresh what it ever gave; all 0 before its first use and in the child of a fork, and heap always; of RA_CPU what
 * ra_get_memory_stats gives, of RA_META nothing. RA_ERR_ARGUMENT: there can be no such device, or stats is NULL; it is untouched then. Never
 * waits; any thread.
 */
RA_API ra_status ra_get_device_memory_stats(ra_device device, ra_memory_stats *stats RA_SITE) RA_AT(ra_get_device_memory_stats_at) RA_WARN_UNUSED;
/* Gives cached memory back to the system but for so many bytes, and that of each CUDA device to its driver but for as many, and what lies
 * in one chunk of the driver's with memory that is in use, or in 8 MiB of the processor's with blocks of less than 1 MiB that are, or that another
 * thread of the program's has at hand (240 at most of up to 4 KiB, as long as it is not in a wait). May wait. */
RA_API void ra_trim(size_t keep_bytes RA_SITE) RA_AT(ra_trim_at);

/*
 * Counters since the start of the process or ra_reset_stats, of all threads together, those that have ended too. Each thread
 * counts for itself without atomic read-modify-writes; to ask adds them up, and while others work the sums are of slightly
 * different moments. An operator counts once, as recorded or as ran_inline. Plain counts, but for those in ns.
 */
typedef struct ra_stats {
    uint64_t recorded;      /* operators (and files read or written) recorded as tasks: at the call */
    uint64_t ran_inline;    /* operators run in the call, because that was cheaper than a hand-over (with RA_SYNC: than to record them), or to find out
                               whether it is: at the call */
    uint64_t ran_chained;   /* tasks taken over by the thread that ended the last thing they waited for */
    uint64_t ran_by_worker; /* operators begun by a thread of the library */
    uint64_t ran_by_waiter; /* operators begun by another: one that waits or is paced, or computes in the call what is recorded (RA_SYNC) */
    uint64_t dropped;       /* operators not run because nobody could observe a result any more */
    uint64_t fused;         /* operators run together with others, tile by tile */
    uint64_t fused_groups;  /* in so many groups */
    uint64_t elided;        /* results of those that were never in memory, since nobody could observe them any more */
    uint64_t failed;        /* operators whose kernel refused its data or got no memory */
    uint64_t poisoned;      /* operators not run because an operand had failed */
    uint64_t steals;        /* tasks or parts of them taken from another thread */
    uint64_t grains;        /* pieces that kernels of recorded operators were run for */
    uint64_t grains_stolen; /* of them, by a thread other than the one that began the operator */
    uint64_t sleeps;        /* times that a worker went to sleep for want of work */
    uint64_t wakes;         /* times that one was woken for work: a system call of the waker, and three more that have it run elsewhere */
    uint64_t waits, wait_ns;      /* waits of threads of the program, at their end: what ra_report lists, those of pacing with them */
    uint64_t paced, paced_ns;     /* of them, by pacing */
    uint64_t kernel_ns;           /* time inside kernels, all threads; of tiny inline ones one in eight is measured, and stands for the others */
    uint64_t kernel_ns_control;   /* of it, on threads of the program outside waits: inline, or computed in the call */
    uint64_t inline_ns_max;       /* the longest single inline kernel on such a thread that was measured */
    uint64_t overlapped;          /* pairs of tasks seen running at the same time; this and the next only while a test asks for them */
    uint64_t out_of_order;        /* tasks started before an earlier recorded one */
    uint64_t cached;              /* calls, views among them, whose results and plan were those of an earlier call like them */
    uint64_t relieved;      /* times that an ordinary thread began to serve in the place of a background worker that got no processor */
    uint64_t ran_by_device; /* tasks that were handed to a device with streams */
    uint64_t compiled;      /* programs for such devices that were compiled, at their first use */
    uint64_t from_disk;     /* and that had been compiled by an earlier process, or before the last ra_shutdown (RUNAHEAD_CUDA_CACHE) */
} ra_stats;

/* Never waits; any thread. */
RA_API ra_stats ra_get_stats(void);
/* Counts and the places of ra_report begin anew. Never waits; not while another thread asks for counters or resets them. */
RA_API void ra_reset_stats(void);

typedef struct ra_info {
    int workers;
    char workers_why[160];
    int cpus, nodes;
    char topology[160];
    char isa[8];
    char blas_library[256], blas_core[32], blas_error[160];
    ra_worker_priority priority;
    ra_execution execution;
    size_t memory;              /* bytes that the process may use: the machine's, or less by a control group (cgroup v1 or v2) */
    char memory_why[160];
    size_t memory_limit;        /* 0: none */
    size_t pacing_bytes, pacing_count;
    bool checking;              /* handles are checked (RUNAHEAD_CHECK=1) */
    char trace_error[160];      /* why the trace that the settings ask for is not written; empty where it is, or none is asked for */
    char settings_unknown[160]; /* variables RUNAHEAD_* that are no settings, with spaces between */
    int relief_percent;         /* of the workers' processors, where they get none */
    size_t device_memory_limit; /* of each CUDA device; 0: none */
    bool cuda_tf32;             /* products of float32 and complex64 may be computed in TF32 there */
} ra_info;

RA_API ra_status ra_get_info(ra_info *info RA_SITE) RA_AT(ra_get_info_at);

/* ---- seeing it ---- */

/*
 * Writes what happens from now on to a file in Chrome's trace format, which Perfetto (ui.perfetto.dev) opens. A thread of
 * the trace's own writes; no other waits for the file. Kernels are shown on the thread that ran them, with the task's number,
 * its queue time (from its recording to its start, in us) and the shape of its result; fused operators as one kernel that
 * names them; recordings and waits on control threads; arrows "recorded" from a recording to the first kernel, "after"
 * from the end of a kernel to the first of what had to wait for it (at most 8 into one, and from the last where there were
 * too many to keep apart), "ends" from a kernel to the end of the wait for it; the memory statistics and what is in flight,
 * at most every 20 ms while nothing hurries. Memory: 512 KiB a thread, at most 64 MiB, and 4 MiB or more for the pacing
 * count; what does not fit is lost and counted. The file is whole JSON at any time, but for a pipe, which is when it ends.
 * RA_ERR_STATE while a trace is being written, RA_ERR_FILE where the file cannot be. Any thread; the file's opening may wait.
 */
RA_API ra_status ra_trace_start(const char *path RA_SITE) RA_AT(ra_trace_start_at) RA_WARN_UNUSED;
/*
 * Writes the rest and closes the file; also done by ra_shutdown and at the end of the program. RA_ERR_FILE where not all
 * that happened is in it; the message, and the trace's last event, say how many events are and how many are lost. RA_OK
 * where there is no trace. Waits for the file.
 */
RA_API ra_status ra_trace_stop(RA_SITE_ALONE) RA_AT(ra_trace_stop_at);
/*
 * The stall report, as text into the buffer; gives the length it needs. For each place where control threads waited since
 * the start or the last ra_reset_stats, the longest in all first: how often, how long in all and at most (ms), what kind of
 * wait, for which operator, the place, and what helps; then what became of the operators. A place is what ra_set_site
 * says, else the file and line where the call stands; of a call that was not told (a function by its pointer), what is
 * found by its address: file, line and function where the program has debug information and libdw is installed, else
 * symbol or object and offset. Looking that up takes milliseconds a call. Any thread.
 */
RA_API size_t ra_report(char *text, size_t size);

RA_END_DECLS
#endif
