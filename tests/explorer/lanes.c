/*
 * Functions of the programs' that record others, of either kind, and wait for them, or not, in one way or another; as do these. What one waits
 * for was recorded by itself, or before it and is written no more: so no wait can be refused, and every one ends.
 */
#include "works.h"

#include "order.h"
#include "steps.h"

#include <runahead/function.h>

#include <string.h>

enum { LANES = 48, MOST = 3, PARTS = 3, DEPTH = 2 };

/* One of them. What it writes, if anything, are `parts` times `value`, or what it reads and one. */
typedef struct lane {
    int depth, parts;
    bool fails;
    unsigned random;
    float value;
    int64_t step;     /* between the elements that it reads; 0: it reads none */
    ra_tensor *other; /* that it waits for as well; NULL: none */
} lane;
static lane lanes[LANES];
static int made;

void ex_lanes_begin(void)
{
    memset(lanes, 0, sizeof lanes);
    made = 0;
}

static unsigned draw(unsigned *random, unsigned n)
{
    *random = *random * 1664525 + 1013904223;
    return (*random >> 16) % n;
}

static void end_lane(void *state)
{
    lane *l = state;
    ex.now->nested++;
    ra_release(l->other);
    ex.now->nested--;
    l->other = NULL;
    ex_callbacks_run++;
}

static ra_status be_a_lane(const ra_function_call *call);

/* NULL where it is refused. */
static ra_tensor *record(lane *l, ra_tensors reads, ra_tensors writes, bool blocks)
{
    ra_tensor *done = ra_call_function(be_a_lane, l, reads, writes, RA_OPTS(ra_call_function, .release = end_lane, .blocks = blocks, .name = "lane"));
    ex_callbacks_due += done != NULL;
    if (!done) {
        ra_release(l->other);
        l->other = NULL;
    }
    return done;
}

/* ---- what they do ---- */

enum form { ALONE, WRITES, BEHIND }; /* the completion, what is written, or what comes behind that is waited for */

typedef struct inner {
    ra_tensor *of;
    enum form form;
    float value;
    bool fails;
} inner;

/* Its `of` is NULL where there are enough of them, or no memory. It may wait for what was recorded before it, as others do. */
static inner begin_inner(const lane *by, const ra_tensor *before, unsigned *random)
{
    inner n = {.form = (enum form)draw(random, 3)};
    if (made == LANES)
        return n;
    lane *l = &lanes[made++];
    *l = (lane){.depth = by->depth - 1, .parts = n.form == ALONE ? 0 : PARTS, .random = draw(random, 65536)};
    l->value = (float)draw(random, 9);
    n.fails = l->fails = draw(random, 8) == 0;
    const bool blocks = draw(random, 4);
    l->other = before && draw(random, 2) ? ra_ref(before) : NULL;
    n.value = n.form == BEHIND ? -l->value : l->value;
    if (n.form == ALONE) {
        n.of = record(l, RA_LIST(), RA_LIST(), blocks);
        return n;
    }
    ra_tensor *x = ra_full(RA_DIMS(PARTS), 77.0f), *done = record(l, RA_LIST(), RA_LIST(x), blocks); /* refused where x is NULL */
    n.of = !done ? NULL : n.form == BEHIND ? ra_neg(x) : ra_ref(x);
    ra_release(x);
    ra_release(done);
    return n;
}

static void count_ready(void *unused, ra_status status)
{
    (void)unused, (void)status;
    ex_callbacks_run++;
}

static ra_status wait_for_a_time(const ra_tensor *of, unsigned *random)
{
    static const int64_t limits[] = {0, -1, INT64_MIN, 50000, 400000, 3000000, INT64_MAX};
    return ra_wait_for(of, limits[draw(random, 7)]);
}

/* RA_ERR_CANCELLED also where it has not waited until the end. */
static ra_status wait_somehow(inner *n, unsigned *random)
{
    const int64_t long_ns = 1000000000; /* than a function is estimated to take, though the clock may go on by 0.3 ms at any time */
    ra_status s = RA_ERR_TIMEOUT;
    switch (draw(random, 12)) {
    case 0:
        while ((s = ra_wait_for(n->of, long_ns)) == RA_ERR_TIMEOUT)
            ;
        return s;
    case 1: case 7: case 8:
        for (unsigned i = draw(random, 3); s == RA_ERR_TIMEOUT && i < 3; i++) /* what one leaves lying another must not lose */
            s = wait_for_a_time(n->of, random);
        return s != RA_ERR_TIMEOUT ? s : draw(random, 2) ? ra_wait(n->of) : RA_ERR_CANCELLED; /* or it gives up */
    case 2:
        if (ra_cancel(n->of))
            ra_clear_error();
        return draw(random, 2) ? ra_wait(n->of) : RA_ERR_CANCELLED;
    case 3:
        return RA_ERR_CANCELLED; /* it does not wait */
    case 4:
        if (ra_hurry(n->of))
            ra_clear_error();
        return ra_wait(n->of);
    case 5:
        ex_callbacks_due++;
        if (ra_on_ready(n->of, count_ready, NULL)) {
            ex_callbacks_due--;
            ra_clear_error();
        }
        return draw(random, 2) ? ra_wait(n->of) : RA_ERR_CANCELLED;
    case 6:
        for (unsigned i = draw(random, 3); i > 0; i--)
            (void)(draw(random, 2) ? ra_poll() : (size_t)ra_is_ready(n->of));
        return ra_wait(n->of);
    default:
        return ra_wait(n->of);
    }
}

static void end_inner(inner *n, unsigned *random)
{
    float got[PARTS];
    if (!n->of)
        return;
    const ra_status s = wait_somehow(n, random);
    if (s != RA_ERR_CANCELLED && s != (n->fails ? RA_ERR_VALUE : RA_OK) && !ex_running->scarce)
        ex_fail("a function that waits for what it has recorded is told %s: %s", ra_status_name(s), ra_last_error());
    if (!s && n->form != ALONE && !ra_copy_to(n->of, got, sizeof got))
        for (int i = 0; i < PARTS; i++)
            if (got[i] != n->value)
                ex_fail("a function reads %g of what another has written, which was %g", (double)got[i], (double)n->value);
    ra_release(n->of);
    ra_clear_error();
}

static void wait_for_other(const lane *l, unsigned *random)
{
    ra_status s = RA_ERR_TIMEOUT;
    for (unsigned i = draw(random, 4); s == RA_ERR_TIMEOUT && i < 3; i++) /* it may be cancelled meanwhile */
        s = wait_for_a_time(l->other, random);
    if (s == RA_ERR_TIMEOUT && draw(random, 2))
        s = ra_wait(l->other);
    if (s == RA_ERR_STATE)
        ex_fail("a function that waits for what was recorded before it is refused: %s", ra_last_error());
    ra_clear_error();
}

/* Accesses are told to the detector of races by hand, as in works.c. */
static void write_all(const lane *l, const ra_function_call *call)
{
    const float *from = l->step ? call->reads[0] : NULL;
    float *to = l->parts ? call->writes[0] : NULL;
    for (int i = 0; i < l->parts; i++) {
        if (from)
            ex_plain(from + i * l->step, sizeof *from, EX_LOAD, (void *)(uintptr_t)write_all);
        ex_plain(to + i, sizeof *to, EX_STORE, (void *)(uintptr_t)write_all);
        to[i] = from ? from[i * l->step] + 1 : l->value;
        ex_point((void *)(uintptr_t)write_all);
    }
}

static ra_status be_a_lane(const ra_function_call *call)
{
    const lane *l = call->state;
    unsigned random = l->random;
    const enum ex_business before = ex.now->business;
    inner n[MOST];
    const int count = l->depth == DEPTH ? 1 + (int)draw(&random, MOST) : l->depth ? (int)draw(&random, MOST + 1) : 0;
    const bool backwards = draw(&random, 2);
    for (int t = 0; before != EX_BACKGROUND && t < EX_CONTROL; t++) /* it would wait for itself, perhaps by way of the lane */
        ex_gates_open(t);
    ex.now->nested++;
    for (int i = 0; i < count; i++)
        n[i] = begin_inner(l, i ? n[i - 1].of : l->other, &random);
    if (l->other && draw(&random, 2))
        wait_for_other(l, &random);
    for (int i = 0, glances = (int)draw(&random, 2) * count; i < glances; i++) /* at one after the other, before it waits for any */
        if (n[i].of && wait_for_a_time(n[i].of, &random))
            ra_clear_error();
    for (int i = 0; i < count; i++)
        end_inner(&n[backwards ? count - 1 - i : i], &random);
    if (l->other)
        wait_for_other(l, &random);
    ex.now->nested--;
    ex.now->business = before;
    write_all(l, call);
    return l->fails ? RA_ERR_VALUE : RA_OK;
}

ra_tensor *ex_work_lane(int number, int length, const ra_tensor *in, const ra_tensor *other)
{
    const ex_step *s = &ex_running->step[number];
    const int64_t size = length;
    if (made == LANES)
        return ra_add(in, 1.0f);
    lane *l = &lanes[made++];
    *l = (lane){.depth = DEPTH, .parts = length, .random = s->how, .step = ra_ndim(in) ? ra_stride(in, 0) : 1};
    ra_tensor *out = ra_full(ra_dims_of(&size, ra_ndim(in)), 77.0f);
    if (!out || (s->k & 1 && !(l->other = ra_ref(other)))) {
        ra_release(out);
        return NULL;
    }
    ra_tensor *done = record(l, RA_LIST(in), RA_LIST(out), s->k & 6);
    if (!done) {
        ra_release(out);
        return NULL;
    }
    ra_release(done);
    return out;
}
