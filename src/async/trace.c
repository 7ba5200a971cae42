/*
 * The trace writer: Chrome's JSON array of events, which Perfetto opens.
 *
 * Threads put finished events into one bounded ring of their lines under a small lock of the trace's own, which is only
 * ever taken while a trace is being written; the ring is written to the file when it is half full. Memory is bounded:
 * when the disk cannot follow, events are counted as lost, and the trace says how many.
 */
#include "async/trace.h"

#include "async/os.h"
#include "async/settings.h"

#include <stdio.h>
#include <string.h>

enum { BUFFER = 1 << 18, LINE = 512 };

_Atomic bool ra__tracing;

static _Atomic uint32_t trace_lock;
static struct {
    int fd;
    uint64_t start_ns, lost;
    size_t used;
    bool first;
    char buffer[BUFFER];
} trace = {.fd = -1};

static void lock(void)
{
    while (atomic_exchange_explicit(&trace_lock, 1, memory_order_acquire))
        ra__os_yield();
}

static void unlock(void)
{
    atomic_store_explicit(&trace_lock, 0, memory_order_release);
}

static void flush(void)
{
    if (trace.fd >= 0 && trace.used && ra__os_write_full(trace.fd, trace.buffer, trace.used))
        trace.lost++;
    trace.used = 0;
}

/* Under the lock. */
static void put(const char *line)
{
    size_t n = strlen(line);
    if (trace.used + n + 2 > BUFFER)
        flush();
    if (!trace.first)
        trace.buffer[trace.used++] = ',';
    trace.first = false;
    trace.buffer[trace.used++] = '\n';
    memcpy(trace.buffer + trace.used, line, n);
    trace.used += n;
    if (trace.used > BUFFER / 2)
        flush();
}

/* Each thread introduces itself once a trace. */
static __thread uint64_t introduced;

static void introduce(uint64_t start)
{
    char line[LINE], name[32] = "control";
    if (introduced == start)
        return;
    introduced = start;
    ra__os_thread_name(name, sizeof name);
    snprintf(line, sizeof line, "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%d,\"tid\":%d,\"args\":{\"name\":\"%s\"}}", ra__os_getpid(), ra__os_gettid(), name);
    put(line);
}

static void emit(const char *line)
{
    lock();
    if (trace.fd >= 0) {
        introduce(trace.start_ns);
        put(line);
    }
    unlock();
}

static double us(uint64_t ns)
{
    return (double)(int64_t)(ns - trace.start_ns) / 1e3;
}

void ra__trace_kernel_event(const ra__job *j, uint64_t start_ns, uint64_t ns)
{
    char line[LINE], layout[160] = "";
    if (j->results)
        ra__layout_text(j->operand[0].layout, layout, sizeof layout);
    snprintf(line, sizeof line,
             "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"ts\":%.3f,\"dur\":%.3f,\"args\":{\"task\":%llu,\"result\":\"%s\"}}",
             j->name, ra__os_getpid(), ra__os_gettid(), us(start_ns), (double)ns / 1e3, (unsigned long long)j->sequence, layout);
    emit(line);
    /* The arrow from the call that recorded it. */
    snprintf(line, sizeof line, "{\"ph\":\"f\",\"bp\":\"e\",\"cat\":\"task\",\"name\":\"recorded\",\"id\":%llu,\"pid\":%d,\"tid\":%d,\"ts\":%.3f}", (unsigned long long)j->sequence,
             ra__os_getpid(), ra__os_gettid(), us(start_ns));
    emit(line);
}

void ra__trace_wait_event(const char *why, uint64_t start_ns, uint64_t ns)
{
    char line[LINE];
    snprintf(line, sizeof line, "{\"ph\":\"X\",\"cat\":\"wait\",\"name\":\"wait: %s\",\"pid\":%d,\"tid\":%d,\"ts\":%.3f,\"dur\":%.3f}", why, ra__os_getpid(), ra__os_gettid(),
             us(start_ns), (double)ns / 1e3);
    emit(line);
}

void ra__trace_record_event(const char *name, uint64_t sequence)
{
    char line[LINE];
    uint64_t now = ra__os_now_ns();
    snprintf(line, sizeof line, "{\"ph\":\"X\",\"cat\":\"record\",\"name\":\"record %s\",\"pid\":%d,\"tid\":%d,\"ts\":%.3f,\"dur\":0.1}", name, ra__os_getpid(), ra__os_gettid(),
             us(now));
    emit(line);
    snprintf(line, sizeof line, "{\"ph\":\"s\",\"cat\":\"task\",\"name\":\"recorded\",\"id\":%llu,\"pid\":%d,\"tid\":%d,\"ts\":%.3f}", (unsigned long long)sequence,
             ra__os_getpid(), ra__os_gettid(), us(now));
    emit(line);
}

ra_status ra_trace_start(const char *path)
{
    int fd, error;
    if (!path || !*path)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_trace_start: path is empty");
    lock();
    bool busy = trace.fd >= 0;
    unlock();
    if (busy)
        return ra__refusal(RA_ERR_STATE, "ra_trace_start: a trace is being written already");
    if ((error = ra__os_open_new(path, &fd)))
        return ra__refusal(RA_ERR_FILE, "ra_trace_start: %s: %s", path, strerror(-error));
    lock();
    if (trace.fd >= 0) { /* another thread has been quicker */
        unlock();
        ra__os_close(fd);
        return ra__refusal(RA_ERR_STATE, "ra_trace_start: a trace is being written already");
    }
    trace.fd = fd;
    trace.start_ns = ra__os_now_ns();
    trace.lost = 0;
    trace.used = 0;
    trace.first = true;
    trace.buffer[trace.used++] = '[';
    unlock();
    atomic_store_explicit(&ra__tracing, true, memory_order_release);
    return RA_OK;
}

ra_status ra_trace_stop(void)
{
    if (!atomic_exchange_explicit(&ra__tracing, false, memory_order_acq_rel))
        return RA_OK;
    lock();
    char line[LINE];
    snprintf(line, sizeof line, "{\"ph\":\"i\",\"s\":\"g\",\"name\":\"end, %llu writes lost\",\"pid\":%d,\"tid\":%d,\"ts\":%.3f}", (unsigned long long)trace.lost,
             ra__os_getpid(), ra__os_gettid(), us(ra__os_now_ns()));
    put(line);
    flush();
    int error = ra__os_write_full(trace.fd, "\n]\n", 3);
    bool lost = trace.lost || error;
    error = ra__os_close(trace.fd);
    trace.fd = -1;
    unlock();
    return lost || error ? ra__refusal(RA_ERR_FILE, "ra_trace_stop: not all of the trace could be written") : RA_OK;
}

void ra__trace_fork_child(void)
{
    atomic_store_explicit(&ra__tracing, false, memory_order_relaxed);
    atomic_store_explicit(&trace_lock, 0, memory_order_relaxed);
    if (trace.fd >= 0)
        ra__os_close(trace.fd); /* the parent's copy stays open, and so does its file */
    trace.fd = -1;
}
