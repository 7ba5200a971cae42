/*
 * A thread of the trace's own takes the events out of the rings (trace_ring.h), puts them into words and writes them, so
 * that no thread that computes or controls waits for a file. It looks PERIOD_NS after it has finished, or at once when a
 * ring is half full, and takes a sample of the memory statistics each time. It never takes the graph's lock.
 *
 * The file is JSON whenever somebody else looks: each write replaces the end of the array by what is new and the end. A
 * write that fails is taken back, and what it held is counted as lost. (A pipe is written once through, and is JSON when
 * it has been closed.)
 *
 * begin and end belong to one thread at a time (trace.c sees to that); all else here is the writer's between them.
 */
#include "async/observe/trace_file.h"

#include "async/memory/memory.h"
#include "async/os/os.h"
#include "async/tasks/graph.h"
#include "async/thread/trace_ring.h"
#include "async/thread/trace_text.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>

enum {
    PERIOD_NS = 20000000,
    BUFFER = 1 << 18,
    LINE = 4096, /* more than the longest event: two escaped names, the arguments, numbers */
    THREAD_NUMBER = 9002
};

_Static_assert(LINE > 2 * RA__TEXT_ESCAPED * RA__TRACE_NAME + RA__TRACE_ARGUMENTS + 512, "the longest event fits a line");

static struct {
    struct ra__os_thread thread;
    int fd, pid;
    bool is_pipe;
    uint64_t start_ns;
    uint64_t size;              /* of the file up to the end of the last event */
    uint64_t written, lost;     /* events */
    uint64_t pending;           /* of them, in the buffer */
    int64_t shown[4];           /* the counters as last written */
    ra__text out;
    char buffer[BUFFER];
} file = {.fd = -1};

static _Atomic bool ending;

static const char closing[] = "\n]\n";

/* ---- the file ---- */

static void reset_buffer(void)
{
    file.out = (ra__text){file.buffer, file.buffer + BUFFER - sizeof closing};
    file.pending = 0;
}

static int write_out(void)
{
    size_t n = (size_t)(file.out.at - file.buffer);
    if (file.is_pipe)
        return ra__os_write_full(file.fd, file.buffer, n);
    memcpy(file.out.at, closing, sizeof closing - 1);
    int error = ra__os_write_at(file.fd, file.buffer, n + sizeof closing - 1, file.size);
    if (!error)
        file.size += n;
    else if (error != -ESPIPE && !ra__os_truncate(file.fd, file.size))
        (void)ra__os_write_at(file.fd, closing, sizeof closing - 1, file.size); /* over what was there before: it has room */
    return error;
}

static void flush(void)
{
    if (!file.pending)
        return;
    if (write_out())
        file.lost += file.pending;
    else
        file.written += file.pending;
    reset_buffer();
}

/* ---- events ---- */

static ra__text *begin_event(void)
{
    if (ra__text_room(&file.out) < LINE)
        flush();
    RA__TEXT_LITERAL(&file.out, ",\n{\"pid\":");
    ra__text_number(&file.out, file.pid);
    file.pending++;
    return &file.out;
}

static void put_place(ra__text *t, int32_t tid, uint64_t ns)
{
    RA__TEXT_LITERAL(t, ",\"tid\":");
    ra__text_number(t, tid);
    RA__TEXT_LITERAL(t, ",\"ts\":");
    ra__text_us(t, ns > file.start_ns ? ns - file.start_ns : 0);
}

static void put_thread(const ra__event *e)
{
    ra__text *t = begin_event();
    RA__TEXT_LITERAL(t, ",\"ph\":\"M\",\"name\":\"thread_name\",\"tid\":");
    ra__text_number(t, e->tid);
    RA__TEXT_LITERAL(t, ",\"args\":{\"name\":\"");
    ra__text_json(t, e->text);
    RA__TEXT_LITERAL(t, "\"}}");
    t = begin_event();
    RA__TEXT_LITERAL(t, ",\"ph\":\"M\",\"name\":\"thread_sort_index\",\"tid\":");
    ra__text_number(t, e->tid);
    RA__TEXT_LITERAL(t, ",\"args\":{\"sort_index\":");
    ra__text_number(t, (int64_t)e->task);
    RA__TEXT_LITERAL(t, "}}");
}

static void put_slice(const ra__event *e)
{
    static const struct {
        const char *words;
        size_t bytes;
    } kinds[] = {
#define KIND(name, prefix) {",\"ph\":\"X\",\"cat\":\"" name "\",\"name\":\"" prefix, sizeof(",\"ph\":\"X\",\"cat\":\"" name "\",\"name\":\"" prefix) - 1}
        [RA__EVENT_KERNEL] = KIND("kernel", ""), [RA__EVENT_WAIT] = KIND("wait", "wait: "), [RA__EVENT_RECORD] = KIND("record", "record ")
#undef KIND
    };
    uint64_t end = e->start_ns + (e->ns ? e->ns : 1), start = e->start_ns > file.start_ns ? e->start_ns : file.start_ns;
    if (end <= file.start_ns)
        return; /* of a thread that was late for the trace before */
    ra__text *t = begin_event();
    ra__text_put(t, kinds[e->kind].words, kinds[e->kind].bytes);
    ra__text_json(t, e->text);
    RA__TEXT_LITERAL(t, "\"");
    put_place(t, e->tid, start);
    RA__TEXT_LITERAL(t, ",\"dur\":");
    ra__text_us(t, end - start);
    RA__TEXT_LITERAL(t, ",\"args\":{");
    const char *arguments = e->text + strlen(e->text) + 1;
    ra__text_put(t, arguments, strlen(arguments));
    RA__TEXT_LITERAL(t, "}}");
}

/* One arrow needs two events of one number. */
static void put_arrow_end(const ra__event *e, bool start, uint64_t number)
{
    ra__text *t = begin_event();
    if (start)
        RA__TEXT_LITERAL(t, ",\"ph\":\"s\",\"cat\":\"");
    else
        RA__TEXT_LITERAL(t, ",\"ph\":\"f\",\"bp\":\"e\",\"cat\":\"");
    ra__text_json(t, e->text);
    RA__TEXT_LITERAL(t, "\",\"name\":\"");
    ra__text_json(t, e->text);
    RA__TEXT_LITERAL(t, "\",\"id\":");
    ra__text_number(t, (int64_t)number);
    put_place(t, start ? e->from_tid : e->tid, start ? e->from_ns : e->start_ns);
    RA__TEXT_LITERAL(t, ",\"args\":{\"task\":");
    ra__text_number(t, (int64_t)(start ? e->from_task : e->task));
    RA__TEXT_LITERAL(t, "}}");
}

static void put_arrow(const ra__event *e)
{
    static uint64_t number; /* one trace's arrows differ, and so do those of all */
    if (e->from_ns < file.start_ns)
        return; /* it comes from before the trace */
    number++;
    put_arrow_end(e, true, number);
    put_arrow_end(e, false, number);
}

static void put_event(const ra__event *e)
{
    if (e->kind == RA__EVENT_THREAD)
        put_thread(e);
    else if (e->kind == RA__EVENT_ARROW)
        put_arrow(e);
    else
        put_slice(e);
}

/* ---- counters ---- */

static void put_counter(const char *name, uint64_t now, const char *const *parts, const int64_t *values, int count)
{
    ra__text *t = begin_event();
    RA__TEXT_LITERAL(t, ",\"ph\":\"C\",\"name\":\"");
    ra__text_put(t, name, strlen(name));
    RA__TEXT_LITERAL(t, "\"");
    put_place(t, file.pid, now);
    RA__TEXT_LITERAL(t, ",\"args\":{");
    for (int i = 0; i < count; i++) {
        ra__text_put(t, i ? ",\"" : "\"", i ? 2 : 1);
        ra__text_put(t, parts[i], strlen(parts[i]));
        RA__TEXT_LITERAL(t, "\":");
        ra__text_number(t, values[i]);
    }
    RA__TEXT_LITERAL(t, "}}");
}

static void sample(void)
{
    static const char *const memory_parts[] = {"live", "cached"}, *const bytes_part[] = {"bytes"}, *const tasks_part[] = {"operators"};
    struct ra__mem_stats m;
    ra__mem_stats(&m);
    ra__in_flight f = ra__graph_in_flight();
    uint64_t now = ra__os_now_ns();
    const int64_t values[4] = {(int64_t)m.live, (int64_t)m.cached, f.bytes, f.tasks};
    if (!memcmp(values, file.shown, sizeof values))
        return;
    memcpy(file.shown, values, sizeof values);
    put_counter("tensor memory, bytes", now, memory_parts, values, 2);
    put_counter("results in flight, bytes", now, bytes_part, values + 2, 1);
    put_counter("operators in flight", now, tasks_part, values + 3, 1);
}

/* ---- the writer ---- */

static void run(void *unused)
{
    (void)unused;
    for (bool last = false; !last;) {
        atomic_exchange_explicit(&ra__trace_hurry, 0, memory_order_acquire); /* before the look at ending, which is set before it */
        last = atomic_load_explicit(&ending, memory_order_acquire); /* what was pushed before is seen below */
        sample();
        for (const ra__event *e; (e = ra__trace_take());) {
            put_event(e);
            ra__trace_taken(e);
        }
        flush();
        if (!last)
            ra__os_futex_wait(&ra__trace_hurry, 0, ra__os_now_ns() + PERIOD_NS);
    }
}

static void put_mark(const char *name, const char *parts[2], const uint64_t values[2])
{
    ra__text *t = begin_event();
    RA__TEXT_LITERAL(t, ",\"ph\":\"i\",\"s\":\"g\",\"name\":\"");
    ra__text_put(t, name, strlen(name));
    RA__TEXT_LITERAL(t, "\"");
    put_place(t, file.pid, ra__os_now_ns());
    RA__TEXT_LITERAL(t, ",\"args\":{\"");
    ra__text_put(t, parts[0], strlen(parts[0]));
    RA__TEXT_LITERAL(t, "\":");
    ra__text_number(t, (int64_t)values[0]);
    RA__TEXT_LITERAL(t, ",\"");
    ra__text_put(t, parts[1], strlen(parts[1]));
    RA__TEXT_LITERAL(t, "\":");
    ra__text_number(t, (int64_t)values[1]);
    RA__TEXT_LITERAL(t, "}}");
}

/* The first event of the array, which no comma precedes. */
static int write_beginning(void)
{
    RA__TEXT_LITERAL(&file.out, "[\n{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":");
    ra__text_number(&file.out, file.pid);
    RA__TEXT_LITERAL(&file.out, ",\"args\":{\"name\":\"runahead\"}}");
    file.pending++;
    put_mark("begin", (const char *[]){"clock_monotonic_ns", "pid"}, (const uint64_t[]){file.start_ns, (uint64_t)file.pid});
    int error = write_out();
    if (error == -ESPIPE) {
        file.is_pipe = true;
        error = write_out();
    }
    if (!error)
        file.written += file.pending;
    reset_buffer();
    return error;
}

int ra__trace_file_begin(int fd, uint64_t start_ns)
{
    file.fd = fd;
    file.pid = ra__os_getpid();
    file.start_ns = start_ns;
    file.is_pipe = false;
    file.size = file.written = file.lost = 0;
    memset(file.shown, -1, sizeof file.shown);
    reset_buffer();
    (void)ra__trace_lost(); /* of the trace before */
    atomic_store_explicit(&ending, false, memory_order_relaxed);
    int error = write_beginning();
    if (!error)
        error = ra__os_thread_create(&file.thread, THREAD_NUMBER, run, NULL, NULL);
    if (error)
        file.fd = -1;
    return error;
}

ra__trace_outcome ra__trace_file_end(void)
{
    atomic_store_explicit(&ending, true, memory_order_release);
    atomic_store_explicit(&ra__trace_hurry, 1, memory_order_release);
    ra__os_futex_wake(&ra__trace_hurry, 1);
    ra__os_thread_join(&file.thread);
    file.lost += ra__trace_lost();
    put_mark("end", (const char *[]){"events", "lost"}, (const uint64_t[]){file.written, file.lost});
    flush();
    if (file.is_pipe && ra__os_write_full(file.fd, closing, sizeof closing - 1))
        file.lost++;
    if (ra__os_close(file.fd))
        file.lost++;
    file.fd = -1;
    return (ra__trace_outcome){file.written, file.lost};
}

void ra__trace_file_fork_child(void)
{
    if (file.fd >= 0)
        ra__os_close(file.fd); /* the parent's copy stays open, and so does its file */
    file.fd = -1;
}
