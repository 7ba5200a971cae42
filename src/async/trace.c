/*
 * The trace: the hooks that see what happens, and its beginning and end.
 *
 * A hook puts a finished event into the calling thread's ring (trace_ring.h); the writer (trace_file.c) does the rest. What
 * an event needs to know of others is in a table (trace_times.h). Nothing here waits, and memory is bounded.
 *
 * State of the trace: OFF -> CHANGING -> ON -> CHANGING -> OFF, by compare-and-swap; what changes belongs to who swapped.
 * A hook that saw ra__tracing may still push when the trace has ended: the next one leaves out what lies before its
 * beginning. The table lives until a shutdown, when no other thread is in a call; rings stay, as counters do, since
 * threads that end give theirs up at any time.
 */
#include "async/trace.h"

#include "async/fusion.h"
#include "async/os.h"
#include "async/settings.h"
#include "async/trace_file.h"
#include "async/trace_ring.h"
#include "async/trace_text.h"
#include "async/trace_times.h"

#include <stdio.h>
#include <string.h>

enum { OFF, CHANGING, ON };

_Atomic bool ra__tracing;
static _Atomic int state;
static _Atomic uint32_t trace_number; /* of the present trace, for threads to introduce themselves once */

/* A hook has seen relaxed that there is a trace: what was made before it is there as well. */
static void see_table(void)
{
    (void)atomic_load_explicit(&ra__tracing, memory_order_acquire);
}

/* ---- what this thread knows ---- */

enum { ARROWS_MOST = 8 }; /* into one task: of more, the first */

static __thread struct {
    uint32_t introduced;         /* in this trace */
    uint64_t last_task, last_ns; /* of the last kernel: its task and its end */
    uint64_t starting;           /* the task that has been started and not yet run a kernel */
    int arrows;
    struct {
        uint64_t task, ns;
        int32_t tid;
    } arrow[ARROWS_MOST]; /* into it */
} mine;

static void introduce(void)
{
    enum { CONTROL = 0, OURS = 1 }; /* in this order they are shown */
    uint32_t number = atomic_load_explicit(&trace_number, memory_order_relaxed);
    char own[32] = "", name[48];
    if (mine.introduced == number)
        return;
    ra__os_thread_name(own, sizeof own);
    bool ours = !strncmp(own, "ra-", 3);
    ra__text t = {name, name + sizeof name};
    if (!ours)
        RA__TEXT_LITERAL(&t, "control ");
    ra__text_put(&t, own, strlen(own) + 1);
    ra__event e = {.kind = RA__EVENT_THREAD, .task = ours ? OURS : CONTROL};
    if (ra__trace_push(&e, name, ""))
        mine.introduced = number;
}

static void push(ra__event *e, const char *name, const char *arguments)
{
    introduce();
    ra__trace_push(e, name, arguments);
}

static void push_arrow(const char *kind, uint64_t from_task, int32_t from_tid, uint64_t from_ns, uint64_t to_task, uint64_t to_ns)
{
    ra__event e = {.kind = RA__EVENT_ARROW, .task = to_task, .start_ns = to_ns, .from_task = from_task, .from_ns = from_ns, .from_tid = from_tid};
    push(&e, kind, "");
}

/* ---- arguments ---- */

/* Its beginning, if so many bytes can follow. */
static bool begin_argument(ra__text *t, const char *start, const char *key, size_t bytes)
{
    size_t n = strlen(key);
    if (ra__text_room(t) < n + bytes + 5)
        return false;
    if (t->at != start)
        RA__TEXT_LITERAL(t, ",");
    RA__TEXT_LITERAL(t, "\"");
    ra__text_put(t, key, n);
    RA__TEXT_LITERAL(t, "\":");
    return true;
}

static void put_argument(ra__text *t, const char *start, const ra__trace_argument *a)
{
    if (!a->text) {
        if (begin_argument(t, start, a->key, RA__TEXT_NUMBER))
            ra__text_number(t, a->number);
    } else if (begin_argument(t, start, a->key, RA__TEXT_ESCAPED * strlen(a->text) + 2)) {
        RA__TEXT_LITERAL(t, "\"");
        ra__text_json(t, a->text);
        RA__TEXT_LITERAL(t, "\"");
    }
}

/* "float32 (2, 3)", cut where it is too long. */
static void put_layout(char *text, size_t size, const ra_layout *l)
{
    ra__text t = {text, text + size};
    const char *dtype = ra_dtype_name((ra_dtype)l->dtype);
    ra__text_put(&t, dtype, strlen(dtype));
    RA__TEXT_LITERAL(&t, " (");
    for (int d = 0; d < l->ndim && ra__text_room(&t) > RA__TEXT_NUMBER + 8; d++) {
        if (d)
            RA__TEXT_LITERAL(&t, ", ");
        ra__text_number(&t, ra__sizes(l)[d]);
    }
    ra__text_put(&t, ")", sizeof ")");
}

/* ---- hooks ---- */

void ra__trace_number_record(uint64_t task, uint64_t start_ns)
{
    see_table();
    ra__times_recorded(task, start_ns, ra__trace_tid());
}

void ra__trace_end_record(const char *name, uint64_t task, uint64_t start_ns)
{
    char arguments[64];
    ra__text t = {arguments, arguments + sizeof arguments};
    put_argument(&t, arguments, &(ra__trace_argument){.key = "task", .number = (int64_t)task});
    *t.at = 0;
    push(&(ra__event){.kind = RA__EVENT_RECORD, .task = task, .start_ns = start_ns, .ns = ra__os_now_ns() - start_ns}, name, arguments);
}

static void add_arrow(uint64_t from)
{
    ra__times p;
    if (mine.arrows < ARROWS_MOST && ra__times_look_up(from, &p) && p.end_ns) {
        mine.arrow[mine.arrows].task = p.end_task;
        mine.arrow[mine.arrows].ns = p.end_ns;
        mine.arrow[mine.arrows++].tid = p.end_tid;
    }
}

/* The edges into a task stay as they are from its commit until its record goes. */
static void each_predecessor(const ra_task *t, void (*visit)(uint64_t sequence))
{
    ra__edges_in in = ra__edges_of(t);
    for (const ra__edge *e; (e = ra__next_edge(&in));)
        visit(e->sequence);
}

static void start_one(const ra_task *t, uint64_t now)
{
    ra__times_started(ra__task_number(t), now);
    each_predecessor(t, add_arrow);
}

void ra__trace_start_task(const ra_task *t)
{
    uint64_t now = ra__os_now_ns();
    see_table();
    mine.starting = ra__task_number(t);
    mine.arrows = 0;
    for (int i = 0; t->group && i < t->group->count; i++)
        start_one(t->group->member[i].task, now);
    if (!t->group)
        start_one(t, now);
}

/* The queue time: from when it was recorded to its start. */
static void put_queue_time(ra__text *t, const char *start, uint64_t task, const ra__times *p)
{
    put_argument(t, start, &(ra__trace_argument){.key = "task", .number = (int64_t)task});
    if (p->recorded_ns && p->started_ns && begin_argument(t, start, "queued_us", RA__TEXT_NUMBER + 4))
        ra__text_us(t, p->started_ns > p->recorded_ns ? p->started_ns - p->recorded_ns : 0);
}

static void put_arrows(uint64_t task, uint64_t to_ns, const ra__times *p)
{
    mine.starting = 0;
    if (p->recorded_ns)
        push_arrow("recorded", task, p->recorded_tid, p->recorded_ns, task, to_ns);
    for (int i = 0; i < mine.arrows; i++)
        push_arrow("after", mine.arrow[i].task, mine.arrow[i].tid, mine.arrow[i].ns - 1, task, to_ns);
}

void ra__trace_named_kernel(const char *name, uint64_t task, uint64_t start_ns, uint64_t ns, const ra__trace_argument *list, int count)
{
    char arguments[RA__TRACE_ARGUMENTS + 1];
    ra__text t = {arguments, arguments + RA__TRACE_ARGUMENTS};
    ra__times p;
    see_table();
    if (!ra__times_look_up(task, &p))
        p = (ra__times){0};
    if (task)
        put_queue_time(&t, arguments, task, &p);
    for (int i = 0; i < count; i++)
        put_argument(&t, arguments, &list[i]);
    *t.at = 0;
    ns += ns == 0;
    push(&(ra__event){.kind = RA__EVENT_KERNEL, .task = task, .start_ns = start_ns, .ns = ns}, name, arguments);
    mine.last_task = task;
    mine.last_ns = start_ns + ns;
    if (task && mine.starting == task)
        put_arrows(task, start_ns, &p);
}

/* The first name and, as far as there is room, the others. */
static void name_group(const ra__group *g, char *name, size_t size)
{
    ra__text t = {name, name + size - sizeof " ..."};
    RA__TEXT_LITERAL(&t, "fused");
    for (int i = 0; i < g->count; i++) {
        const char *of = ra__job_name(&g->member[i].task->job);
        size_t n = strlen(of);
        if (ra__text_room(&t) < n + 1) {
            t.end += sizeof " ..." - 1;
            RA__TEXT_LITERAL(&t, " ...");
            break;
        }
        RA__TEXT_LITERAL(&t, " ");
        ra__text_put(&t, of, n);
    }
    *t.at = 0;
}

void ra__trace_kernel_of(const ra_task *t, uint64_t start_ns, uint64_t ns)
{
    char layout[160], name[RA__TRACE_NAME];
    const ra__group *g = t->group;
    const ra__job *last = g ? &g->member[g->count - 1].task->job : &t->job;
    ra__trace_argument arguments[2];
    int count = 0;
    if (last->results) {
        put_layout(layout, sizeof layout, last->operand[0].layout);
        arguments[count++] = (ra__trace_argument){.key = "result", .text = layout};
    }
    if (g) {
        name_group(g, name, sizeof name);
        arguments[count++] = (ra__trace_argument){.key = "operators", .number = g->count};
    }
    ra__trace_named_kernel(g ? name : ra__job_name(&t->job), ra__task_number(t), start_ns, ns, arguments, count);
}

void ra__trace_inline_kernel(const ra__job *j, uint64_t start_ns, uint64_t ns)
{
    char layout[160];
    const ra__trace_argument arguments[] = {{.key = "task", .number = (int64_t)j->sequence}, {.key = "queued_us"}, {.key = "inline", .number = 1}, {.key = "result", .text = layout}};
    if (j->results)
        put_layout(layout, sizeof layout, j->operand[0].layout);
    ra__trace_named_kernel(ra__job_name(j), 0, start_ns, ns, arguments, j->results ? 4 : 3);
}

/* ---- ends ---- */

static __thread ra__times latest; /* among the predecessors of a join */

static void note_latest(uint64_t task)
{
    ra__times p;
    if (ra__times_look_up(task, &p) && p.end_ns > latest.end_ns)
        latest = p;
}

void ra__trace_end_task(const ra_task *t)
{
    const ra_task *first = atomic_load_explicit(&t->leader, memory_order_relaxed);
    uint64_t leader = first ? ra__task_number(first) : ra__task_number(t);
    see_table();
    if (t->kind == RA__TASK_JOB) {
        if (mine.last_task == leader || mine.last_task == ra__task_number(t))
            ra__times_ended(ra__task_number(t), mine.last_ns, leader, ra__trace_tid());
        return;
    }
    latest = (ra__times){0};
    each_predecessor(t, note_latest);
    if (latest.end_ns)
        ra__times_ended(ra__task_number(t), latest.end_ns, latest.end_task, latest.end_tid);
}

void ra__trace_end_wait(const char *what, const char *operator, uint64_t wait, uint64_t start_ns, uint64_t ns)
{
    char arguments[RA__TRACE_ARGUMENTS + 1], place_text[400] = "", name[RA__TRACE_NAME];
    ra__text t = {arguments, arguments + RA__TRACE_ARGUMENTS}, n = {name, name + sizeof name - 1};
    const ra_site *site = &ra__tls.site;
    bool is_address = site->line == RA__NO_LINE;
    const char *symbol;
    size_t offset;
    ra__times p;
    see_table();
    ra__text_put(&n, what, strlen(what));
    if (operator && strlen(operator) + 1 < ra__text_room(&n)) {
        RA__TEXT_LITERAL(&n, " ");
        ra__text_put(&n, operator, strlen(operator));
    }
    *n.at = 0;
    if (site->file && !is_address && strlen(site->file) < sizeof place_text - RA__TEXT_NUMBER - 2) {
        ra__text at = {place_text, place_text + sizeof place_text};
        ra__text_put(&at, site->file, strlen(site->file));
        RA__TEXT_LITERAL(&at, ":");
        ra__text_number(&at, site->line);
        *at.at = 0;
    } else if (is_address && ra__os_symbol(site->file, &symbol, &offset))
        strncpy(place_text, symbol, sizeof place_text - 1);
    if (*place_text)
        put_argument(&t, arguments, &(ra__trace_argument){.key = "at", .text = place_text});
    *t.at = 0;
    ns += ns == 0;
    push(&(ra__event){.kind = RA__EVENT_WAIT, .start_ns = start_ns, .ns = ns}, name, arguments);
    if (ra__times_look_up(wait, &p) && p.end_ns && p.end_ns <= start_ns + ns)
        push_arrow("ends", p.end_task, p.end_tid, p.end_ns - 1, 0, start_ns + ns - 1);
}

/* ---- life ---- */

ra_status ra__trace_begin(const char *path, char *why, size_t size)
{
    int fd, error, from = OFF;
    bool made;
    if (!atomic_compare_exchange_strong_explicit(&state, &from, CHANGING, memory_order_acquire, memory_order_relaxed)) {
        snprintf(why, size, "a trace is being written already");
        return RA_ERR_STATE;
    }
    if (!(made = ra__times_make(ra__settings.pacing_count)))
        error = -1;
    else if (!(error = ra__os_open_new(path, &fd)) && (error = ra__trace_file_begin(fd, ra__os_now_ns())))
        ra__os_close(fd);
    if (error) {
        atomic_store_explicit(&state, OFF, memory_order_release);
        snprintf(why, size, "%s: %s", made ? path : "out of memory", made ? strerror(-error) : "for the times of tasks");
        return made ? RA_ERR_FILE : RA_ERR_MEMORY;
    }
    atomic_fetch_add_explicit(&trace_number, 1, memory_order_relaxed);
    atomic_store_explicit(&state, ON, memory_order_release);
    atomic_store_explicit(&ra__tracing, true, memory_order_release);
    return RA_OK;
}

ra_status ra_trace_start(const char *path)
{
    RA__NOTE_CALLER();
    char why[640];
    if (!path || !*path)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_trace_start: path is empty");
    ra_status s = ra__trace_begin(path, why, sizeof why);
    return s ? ra__refusal(s, "ra_trace_start: %s", why) : RA_OK;
}

ra_status ra_trace_stop(void)
{
    RA__NOTE_CALLER();
    int from = ON;
    if (!atomic_compare_exchange_strong_explicit(&state, &from, CHANGING, memory_order_acquire, memory_order_relaxed))
        return RA_OK;
    atomic_store_explicit(&ra__tracing, false, memory_order_release);
    ra__trace_outcome o = ra__trace_file_end();
    atomic_store_explicit(&state, OFF, memory_order_release);
    return o.lost ? ra__refusal(RA_ERR_FILE, "ra_trace_stop: %llu of %llu events are not in the trace", (unsigned long long)o.lost, (unsigned long long)(o.lost + o.written))
                  : RA_OK;
}

void ra__trace_free(void)
{
    ra__times_free();
}

void ra__trace_fork_child(void)
{
    atomic_store_explicit(&ra__tracing, false, memory_order_relaxed);
    if (atomic_exchange_explicit(&state, OFF, memory_order_relaxed) != OFF)
        ra__trace_file_fork_child();
    ra__trace_free();
    ra__trace_rings_fork_child();
    memset(&mine, 0, sizeof mine);
}
