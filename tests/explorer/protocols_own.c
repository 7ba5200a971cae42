/*
 * Operators of the program's own: they come, are found, called and go, beside each other. See protocols.c.
 */
#include "protocols.h"

#include "async/front/own.h"
#include "async/thread/callback.h"
#include "async/thread/stats.h"

#include <runahead.h>
#include <runahead/register.h>

/* ---- rows: two who take the same name, and two names in blocks of one row; who finds one finds all that stands in it ---- */

static int filled[2]; /* by who takes the row, before it stands */

static void take_row(const char *name, int i)
{
    bool is_taken;
    const ra_op begun = {.size = sizeof begun, .name = name, .doc = ""};
    ra__own *own = ra__own_take(&begun, &is_taken);
    if (!own) {
        if (!is_taken)
            ex_note(7);
        return;
    }
    filled[i]++;
    own->given.state = &filled[i];
    ra__own_made(own, true);
}

static void take_one(void) { take_row("one", 0); }
static void take_two(void) { take_row("two", 1); }

static void look_at(const ra_op *op)
{
    if (op && *(const int *)ra__own_of(op)->given.state != 1)
        ex_note(7);
}

static void find_two(void)
{
    const ra_op *op = ra__own_find("two");
    look_at(op);
    if (op && ra__own_standing_of(op) != RA__OWN_REGISTERED)
        ex_note(7);
}

static void find_first(void)
{
    const ra_op *op = ra__own_at(0);
    look_at(op);
    if (op && ra__own_count() == 0)
        ex_note(7);
}

/* Of any pointer, however it was come by. */
static _Atomic(const ra_op *) somewhere;

static void take_and_tell(void)
{
    take_one();
    atomic_store_explicit(&somewhere, ra__own_find("one"), memory_order_relaxed);
}

static void look_somewhere(void)
{
    if (ra__own_standing_of(atomic_load_explicit(&somewhere, memory_order_relaxed)) == RA__OWN_GONE)
        ex_note(7);
}

static void count(void)
{
    if (ra__own_count() > 1)
        ex_note(7);
}

static bool one_row(void)
{
    return ra__own_count() == 1 && ra__own_find("one") && filled[0] == 1 && ex_noted(7) == 0;
}

static bool two_rows(void)
{
    return ra__own_count() == 2 && ra__own_find("one") && ra__own_find("two") && ra__own_at(1) && !ra__own_at(2) && ex_noted(7) == 0;
}

/* ---- the chain: two go, one behind the other, and one comes, and who goes along it finds the one that stays ---- */

static ra__own *go_first, *go_next;

static ra__own *stand(const char *name)
{
    bool is_taken;
    const ra_op begun = {.size = sizeof begun, .name = name, .doc = ""};
    ra__own *own = ra__own_take(&begun, &is_taken);
    static int well = 1;
    own->given.state = &well;
    ra__own_made(own, true);
    return own;
}

static void begin_chain(void)
{
    go_first = stand("goes");
    go_next = stand("goes too");
    (void)stand("stays");
}

static void go_both(void)
{
    if (!ra__own_go(go_first) || !ra__own_go(go_next) || ra__own_go(go_first))
        ex_note(7);
}

static void find_who_stays(void)
{
    const ra_op *op = ra__own_find("stays");
    if (!op || ra__own_standing_of(op) != RA__OWN_REGISTERED || ra__own_count() < 1)
        ex_note(7);
}

static bool two_stay(void)
{
    return ra__own_count() == 2 && ra__own_find("stays") && ra__own_find("one") && !ra__own_find("goes") && !ra__own_find("goes too") && ex_noted(7) == 0;
}

/* The one behind who goes comes meanwhile: who is led to it by who has gone sees what stands in it. */
static void begin_link(void)
{
    go_first = stand("goes");
}

static void go_alone(void)
{
    if (!ra__own_go(go_first))
        ex_note(7);
}

static void find_one(void)
{
    look_at(ra__own_find("one"));
}

/* ---- one that goes, and whose name comes again, while it is called: its state is given back once, behind all that runs by it ---- */

static ra_tensor *x, *y;
static const ra_op *op;
static int uses;

static void give_back(void *state)
{
    *(int *)state = -1;
    ex_note(0);
}

static ra_status use_state(const ra_op_work *work)
{
    if (*(const int *)work->state < 0)
        ex_note(7);
    *(float *)work->results[0].data = -*(const float *)work->inputs[0].data;
    return RA_OK;
}

static ra_status like_first(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_empty_like(call->args[0].tensor, NULL);
    return RA_OK;
}

static bool come(int *state)
{
    const ra_op_description d = {.size = sizeof d, .name = "own.neg", .schema = "(Tensor x) -> Tensor", .meta = like_first, .kernel = use_state, .state = state, .release = give_back};
    return ra_op_register(&d, &op) == RA_OK;
}

static void begin_call(void)
{
    ra_config c = {.size = sizeof c, .workers = -1, .no_inline = true};
    if (ra_init(&c) || !come(&uses))
        ex_note(7);
    x = ra_full(RA_DIMS(1), 3.0f);
    ra__count(RA__STAT_WAITS, 0);
}

static const ra_op *called;

static void call_it(void)
{
    const ra_arg args[] = {{.tensor = x, .kind = RA_ARG_TENSOR}};
    ra_tensor *result = NULL;
    ra__count(RA__STAT_WAITS, 0);
    if (ra_call(called, RA_FUNCTIONAL, args, 1, &result, 1, NULL))
        ra_clear_error(); /* it has gone */
    else
        y = result;
    (void)ra_poll();
}

static void go(void)
{
    ra__count(RA__STAT_WAITS, 0);
    if (ra_op_unregister(called))
        ex_note(7);
}

static void begin_going(void)
{
    begin_call();
    called = op;
}

static bool gone(void)
{
    float got = -3;
    if ((y && ra_copy_to(y, &got, sizeof got)) || got != -3 || ra__own_find("own.neg"))
        ex_note(7);
    ra_release(x);
    ra_release(y);
    return ra_shutdown() == RA_OK && ra_get_memory_stats().live == 0 && ex_noted(0) == 1 && ex_noted(7) == 0;
}

/* ---- who gives up the last use, and with it the state, comes after all others' looks at it ---- */

static ra_status look_and_refuse(const ra_op_call *call, ra_tensor **results)
{
    (void)results;
    if (*(const int *)call->state < 0)
        ex_note(7);
    return RA_ERR_SHAPE;
}

static void begin_refusing(void)
{
    const ra_op_description d = {.size = sizeof d, .name = "own.neg", .schema = "(Tensor x) -> Tensor", .meta = look_and_refuse, .kernel = use_state, .state = &uses, .release = give_back};
    ra_config c = {.size = sizeof c, .workers = -1, .no_inline = true};
    if (ra_init(&c) || ra_op_register(&d, &called))
        ex_note(7);
    x = ra_full(RA_DIMS(1), 3.0f);
    ra_set_callbacks_polled(true);
}

static void go_and_give_back(void)
{
    go();
    (void)ra__callback_run();
}

static bool refused_and_gone(void)
{
    const bool well = gone();
    ra_set_callbacks_polled(false);
    return well;
}

const ex_protocol ex_protocols_own[] = {
    {"own operators' names", NULL, {take_one, take_one, find_first}, one_row},
    {"own operators' count", NULL, {take_and_tell, look_somewhere, count}, one_row},
    {"own operators' rows", NULL, {take_one, take_two, find_two}, two_rows},
    {"own operators' chain", begin_chain, {go_both, take_one, find_who_stays}, two_stay},
    {"own operators' links", begin_link, {go_alone, take_one, find_one}, one_row},
    {"own operator's going", begin_going, {call_it, go}, gone, .most = 1, .enough = 1000},
    {"own operator's last use", begin_refusing, {call_it, go_and_give_back}, refused_and_gone, .most = 1, .enough = 1500},
    {NULL},
};
