/*
 * The trace: the hooks that see what happens.
 *
 * A hook puts a finished event into the calling thread's ring (trace_ring.h); the writer (trace_file.c) does the rest. What
 * an event needs to know of others is in a table (trace_times.h). Nothing here waits, and memory is bounded.
 */
#include "async/thread/trace_events.h"

#include "async/os/os.h"
#include "async/thread/state.h"
#include "async/thread/trace_ring.h"
#include "async/thread/trace_text.h"
#include "async/thread/trace_times.h"

#include <string.h>

_Atomic bool ra__tracing;
_Atomic uint32_t ra__trace_number;

enum { CONTROL = 0, OURS = 1, STREAMS = 2 }; /* in this order they are shown */

static void introduce(ra__teller *mine)
{
    uint32_t number = atomic_load_explicit(&ra__trace_number, memory_order_relaxed);
    char own[32] = "", name[48];
    if (mine->introduced == number)
        return;
    ra__os_thread_name(own, sizeof own);
    bool ours = !strncmp(own, "ra-", 3);
    ra__text t = {name, name + sizeof name};
    if (!ours)
        RA__TEXT_LITERAL(&t, "control ");
    ra__text_put(&t, own, strlen(own) + 1);
    ra__event e = {.kind = RA__EVENT_THREAD, .task = ours ? OURS : CONTROL};
    if (ra__trace_try(&e, name, ""))
        mine->introduced = number;
}

static void push(ra__event *e, const char *name, const char *arguments)
{
    ra__teller *mine = ra__trace_teller();
    if (mine && !mine->track)
        introduce(mine);
    e->tid = mine ? mine->track : 0;
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

/* ---- hooks ---- */

void ra__trace_number_record(uint64_t task, uint64_t start_ns)
{
    ra__trace_see();
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

void ra__trace_starting(uint64_t task)
{
    ra__teller *mine = ra__trace_teller();
    if (mine) {
        mine->starting = task;
        mine->arrows = 0;
    }
}

void ra__trace_begin_track(int32_t tid, const char *name, _Atomic uint32_t *introduced)
{
    const uint32_t number = atomic_load_explicit(&ra__trace_number, memory_order_relaxed);
    ra__teller *mine = ra__trace_teller();
    if (mine)
        mine->track = tid;
    if (atomic_load_explicit(introduced, memory_order_relaxed) != number &&
        ra__trace_try(&(ra__event){.kind = RA__EVENT_THREAD, .tid = tid, .task = STREAMS}, name, ""))
        atomic_store_explicit(introduced, number, memory_order_relaxed);
}

void ra__trace_end_track(void)
{
    ra__teller *mine = ra__trace_teller();
    if (mine)
        mine->track = 0;
}

bool ra__trace_last_kernel(uint64_t task, uint64_t *end_ns, int32_t *tid)
{
    const ra__teller *mine = ra__trace_teller();
    if (!mine || mine->last_task != task)
        return false;
    *end_ns = mine->last_ns;
    *tid = mine->last_tid;
    return true;
}

void ra__trace_add_arrow(uint64_t from)
{
    ra__times p;
    ra__teller *mine = ra__trace_teller();
    if (mine && mine->arrows < RA__TRACE_ARROWS && ra__times_look_up(from, &p) && p.end_ns) {
        mine->arrow[mine->arrows].task = p.end_task;
        mine->arrow[mine->arrows].ns = p.end_ns;
        mine->arrow[mine->arrows++].tid = p.end_tid;
    }
}

/* The queue time: from when it was recorded to its start. */
static void put_queue_time(ra__text *t, const char *start, uint64_t task, const ra__times *p)
{
    put_argument(t, start, &(ra__trace_argument){.key = "task", .number = (int64_t)task});
    if (p->recorded_ns && p->started_ns && begin_argument(t, start, "queued_us", RA__TEXT_NUMBER + 4))
        ra__text_us(t, p->started_ns > p->recorded_ns ? p->started_ns - p->recorded_ns : 0);
}

static void put_arrows(ra__teller *mine, uint64_t task, uint64_t to_ns, const ra__times *p)
{
    mine->starting = 0;
    if (p->recorded_ns)
        push_arrow("recorded", task, p->recorded_tid, p->recorded_ns, task, to_ns);
    for (int i = 0; i < mine->arrows; i++)
        push_arrow("after", mine->arrow[i].task, mine->arrow[i].tid, mine->arrow[i].ns - 1, task, to_ns);
}

void ra__trace_named_kernel(const char *name, uint64_t task, uint64_t start_ns, uint64_t ns, const ra__trace_argument *list, int count)
{
    char arguments[RA__TRACE_ARGUMENTS + 1];
    ra__text t = {arguments, arguments + RA__TRACE_ARGUMENTS};
    ra__times p;
    ra__trace_see();
    if (!ra__times_look_up(task, &p))
        p = (ra__times){0};
    if (task)
        put_queue_time(&t, arguments, task, &p);
    for (int i = 0; i < count; i++)
        put_argument(&t, arguments, &list[i]);
    *t.at = 0;
    ns += ns == 0;
    push(&(ra__event){.kind = RA__EVENT_KERNEL, .task = task, .start_ns = start_ns, .ns = ns}, name, arguments);
    ra__teller *mine = ra__trace_teller();
    if (!mine)
        return;
    mine->last_task = task;
    mine->last_ns = start_ns + ns;
    mine->last_tid = mine->track ? mine->track : ra__trace_tid();
    if (task && mine->starting == task)
        put_arrows(mine, task, start_ns, &p);
}

void ra__trace_end_wait(const char *what, const char *operator, uint64_t wait, uint64_t start_ns, uint64_t ns)
{
    char arguments[RA__TRACE_ARGUMENTS + 1], place_text[400] = "", name[RA__TRACE_NAME];
    ra__text t = {arguments, arguments + RA__TRACE_ARGUMENTS}, n = {name, name + sizeof name - 1};
    const ra_site *site = &ra__tls.carried.site;
    bool is_address = site->line == RA__NO_LINE;
    const char *symbol;
    size_t offset;
    ra__times p;
    ra__trace_see();
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
