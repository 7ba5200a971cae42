#include "async/pool/urgent.h"

#include "async/os/mutant.h"
#include "async/pool/find.h"
#include "async/pool/parking.h"
#include "async/pool/pool.h"
#include "async/tasks/graph.h"
#include "async/tasks/needed.h"
#include "async/thread/serial.h"
#include "async/thread/state.h"

static void serve(ra__serial_item *item);

static ra__serial lane = {.number = 9002, .serve = serve};
static ra__serial_item look;     /* at the queue */
static _Atomic bool is_rung;     /* it is on the lane's list, or about to be */
static void (*run_task)(ra_task *t, unsigned flags); /* written while there is no lane's thread; read by that alone */

void ra__urgent_start(void (*run)(ra_task *t, unsigned flags))
{
    run_task = run;
}

static void help(ra_task *asked)
{
    ra__targets targets = {.count = 0};
    ra__walk walk = {.number = 0};
    ra__targets_add(&targets, asked);
    for (bool more = true; more;) {
        unsigned flags;
        ra__graph_lock();
        ra_task *found = ra__find_needed(&targets, &walk, RA__WALK_URGENT, RA__URGENT_NS, &more);
        if (found && (!ra__task_is_quick(found) || !ra__task_claim(found, ra__task_number(found), &flags)))
            found = NULL;
        ra__graph_unlock();
        if (found)
            run_task(found, flags);
    }
    if (!RA__MUTANT(ONE_FOR_AN_ASK) && ra__anything_to_find()) /* what is left to the workers, one of which has been woken for it */
        ra__pool_notify(0);
}

static void serve(ra__serial_item *item)
{
    unsigned flags;
    if (item == &look)
        atomic_store_explicit(&is_rung, false, memory_order_seq_cst); /* before it looks */
    else {
        ra_task *asked = (ra_task *)((char *)item - offsetof(ra_task, call.ask));
        help(asked);
        ra__graph_let_go(asked);
    }
    for (ra_task *t; (t = ra__pool_take_urgent(&flags));)
        run_task(t, flags);
}

/* A thread of the program's starts it: what a worker starts might be in the background as that is. */
bool ra__urgent_expect(void)
{
    return ra__pool_workers() > 0 && (ra__serial_is_running(&lane) || (!(ra__tls.carried.mode & RA__MODE_KERNEL) && ra__serial_expect(&lane)));
}

void ra__urgent_ask(ra_task *t)
{
    if (!ra__urgent_expect() || !ra__serial_push(&lane, &t->call.ask))
        ra__graph_let_go(t);
}

void ra__urgent_asked(ra_task *t)
{
    (void)t;
}

void ra__urgent_mark(const ra_task *t)
{
    ra__edges_in in = ra__edges_of(t);
    for (ra__edge *e; (e = ra__next_edge(&in));)
        if (ra__task_is_live(e->predecessor, e->sequence))
            atomic_fetch_or_explicit(&e->predecessor->word, RA__TASK_URGENT, memory_order_relaxed); /* or in vain, where it runs */
}

static bool is_after_urgent_ones(const ra_task *t)
{
    ra__edges_in in = ra__edges_of(t);
    for (ra__edge *e; (e = ra__next_edge(&in));)
        if (ra__task_is_live(e->predecessor, e->sequence) && !(atomic_load_explicit(&e->predecessor->word, memory_order_relaxed) & RA__TASK_URGENT))
            return false;
    return true;
}

ra_task *ra__urgent_record(ra_task *t)
{
    atomic_fetch_or_explicit(&t->word, RA__TASK_URGENT, memory_order_relaxed);
    if (is_after_urgent_ones(t))
        return NULL;
    ra_task *ask = ra__graph_new(RA__TASK_CALL);
    if (!ask)
        return NULL;
    ask->call.finish = ra__urgent_asked;
    (void)ra__graph_order(ask, t, ra__task_number(t)); /* the first edge has its place */
    atomic_store_explicit(&ask->holds, 2, memory_order_relaxed); /* the other is for who hurries it */
    (void)ra__graph_commit(ask); /* t has not ended */
    return ask;
}

void ra__urgent_ring(void)
{
    if (ra__serial_is_running(&lane) && !atomic_exchange_explicit(&is_rung, true, memory_order_seq_cst))
        (void)ra__serial_push(&lane, &look);
}

void ra__urgent_stop(void)
{
    ra__serial_stop(&lane);
    atomic_store_explicit(&is_rung, false, memory_order_relaxed);
}

void ra__urgent_fork_child(void)
{
    ra__serial_fork_child(&lane);
    atomic_store_explicit(&is_rung, false, memory_order_relaxed);
}
