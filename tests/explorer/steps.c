/*
 * The steps of a program: what each calls, and what its values must be. Callbacks of the program's own stand here too; its kernels in works.c.
 */
#include "steps.h"

#include "async/front/tensor.h"
#include "order.h"
#include "works.h"

#include <string.h>

/* ---- callbacks ---- */

typedef struct notice {
    ra_tensor *of;
    bool called;
} notice;
static notice notices[EX_STEPS];

static void record(void *context, ra_status status)
{
    notice *n = context;
    (void)status;
    if (n->called)
        ex_fail("a callback is called twice");
    n->called = true;
    ex_callbacks_run++;
    ra_release(ra_neg(n->of));
    ra_release(n->of);
    n->of = NULL;
}

static float borrowed[EX_STEPS][EX_LENGTH];

static void count_release(void *unused)
{
    (void)unused;
    ex_callbacks_run++;
}

/* ---- values ---- */

void ex_check_values(const ra_tensor *t, const ex_view *v, const char *which, int number)
{
    float got[EX_LONGEST];
    bool bad = false, maybe = false;
    ex.now->business = EX_WAITS;
    ra_status s = ra_copy_to(t, got, (size_t)v->length * sizeof(float));
    ex.now->business = EX_RECORDS;
    for (int i = 0; i < v->length; i++) {
        bad |= ex_model_cell(v, i)->bad;
        maybe |= ex_model_cell(v, i)->maybe;
    }
    maybe |= ex_running->scarce;
    if (s ? !bad && !maybe : bad && !maybe)
        ex_fail("%s v%d: status %s where %s", which, number, ra_status_name(s), bad ? "a failure is due" : "nothing failed");
    if (s == RA_ERR_MEMORY && !ex_running->scarce)
        ex_fail("%s v%d: out of memory", which, number);
    for (int i = 0; !s && i < v->length; i++)
        if (!ex_model_cell(v, i)->maybe && !bad && got[i] != ex_model_cell(v, i)->value)
            ex_fail("%s v%d: element %d is %g, the synchronous run has %g", which, number, i, (double)got[i], (double)ex_model_cell(v, i)->value);
    for (int i = 0; !s && i < v->length; i++)
        if (ex_model_cell(v, i)->maybe && !bad && got[i] != ex_model_cell(v, i)->value)
            ex_fail("%s v%d: element %d is %g, and was not cancelled; the synchronous run has %g", which, number, i, (double)got[i], (double)ex_model_cell(v, i)->value);
    if (s)
        ra_clear_error();
}

/* An extent that only the data can tell, known or given up before it is. */
static void count_nonzero(const ra_tensor *a, const ex_view *v, int how)
{
    ra_tensor *found = ra_nonzero(a), *again = ra_ref(found);
    int64_t expected = 0, got = -1;
    bool told = ex_running->scarce;
    ex.now->business = EX_WAITS;
    for (int i = 0; i < v->length; i++) {
        const ex_cell *c = ex_model_cell(v, i);
        expected += c->value != 0;
        told |= c->bad || c->maybe;
    }
    if (how & 1)
        (void)ra_has_pending_extent(found);
    for (int i = 0; (how & 4) && i < 2; i++) /* what is made of it has its extent */
        ra_release(ra_neg(found));
    ra_release(found);
    if (how & 2)
        got = ra_size(again, 0);
    for (int i = 0; i < v->length; i++) /* another thread may have cancelled what it is made of meanwhile */
        told |= ex_model_cell(v, i)->maybe;
    if ((how & 2) && got != expected && !told && !ex_running->scarce)
        ex_fail("ra_nonzero found %d, the synchronous run finds %d", (int)got, (int)expected);
    if (told)
        ra_clear_error();
    ra_release(again);
}

/* ---- steps ---- */

static void must(const ex_step *s, bool ok)
{
    if (!ok)
        ex_fail("step %d was refused: %s", (int)(s - ex_running->step), ra_last_error());
}

static ra_tensor **at(int thread, int v)
{
    return v >= EX_VARIABLES ? &ex_variable[0][v - EX_VARIABLES] : &ex_variable[thread][v];
}

static void wait_step(const ex_step *s, const ra_tensor *a, const ex_view *v)
{
    int fd;
    ex.now->business = EX_WAITS;
    ex_order_waits_for(s->op == EX_WAIT_ALL ? NULL : a->storage);
    switch (s->op) {
    case EX_WAIT:
        if (ra_wait(a))
            ra_clear_error();
        break;
    case EX_WAIT_FOR:
        (void)!ra_wait_for(a, s->k * 50000);
        ex_order_check_wait_left();
        ra_clear_error();
        break;
    case EX_WAIT_ALL:
        must(s, ra_wait_all() == RA_OK || ex_running->scarce);
        break;
    case EX_READ:
        ex_check_values(a, v, "read of", s->a);
        break;
    case EX_READY_FD:
        ex.now->business = EX_RECORDS;
        if (ra_ready_fd(a, &fd)) {
            must(s, ex_running->scarce);
            break;
        }
        ex.now->business = EX_WAITS;
        if (ex_running->workers) { /* else nobody would run it */
            ex.now->passive = true;
            ex_event_wait(fd);
            ex.now->passive = false;
        }
        ex_event_close(fd);
        break;
    default:
        break;
    }
    ex.now->business = EX_RECORDS;
    ex_order_waits_for(NULL);
}

/* Of those lengths that it was made for. */
static bool fits(const ex_step *s, int inputs)
{
    const uint8_t of[] = {s->a, s->b, s->c};
    int length = inputs ? ex_model_view(s->thread, s->a)->length : 0;
    bool whole = s->op == EX_NARROW || s->op == EX_ONE || s->op == EX_EVERY || s->op == EX_TOPK || s->op == EX_CAT || s->op == EX_CAT_OUT || s->op == EX_ACCUMULATE;
    if (whole && length != EX_LENGTH)
        return false;
    for (int i = 1; i < inputs && s->op != EX_ON_READY && s->op != EX_GUEST && s->op != EX_LANE; i++)
        if (ex_model_view(s->thread, of[i])->length != length)
            return false;
    return true;
}

/* What it reads and writes is there, and as it was when the program was made: in one that was made shorter it may not be. */
static bool is_usable(const ex_step *s)
{
    int inputs;
    switch (s->op) {
    case EX_FULL: case EX_SHORT: case EX_OPEN: case EX_WAIT_ALL: case EX_PAUSE: case EX_POLL: case EX_TRIM: case EX_STATS: case EX_FORK: case EX_RANDOM: case EX_BORROW: inputs = 0; break;
    case EX_HOLD: inputs = s->b; break;
    case EX_ADD: case EX_SUB: case EX_MAXIMUM: case EX_ADD_: case EX_CALL: case EX_COPY_: case EX_ADD_OUT: case EX_ON_READY: case EX_GUEST: case EX_LANE: inputs = 2; break;
    case EX_CLAMP: case EX_CAT: case EX_CAT_OUT: inputs = 3; break;
    default: inputs = 1;
    }
    bool writes = s->op == EX_NEG_OUT || s->op == EX_ADD_OUT || s->op == EX_CUMSUM_OUT || s->op == EX_CAT_OUT;
    return fits(s, inputs) && (inputs < 1 || *at(s->thread, s->a)) && (inputs < 2 || *at(s->thread, s->b)) && (inputs < 3 || *at(s->thread, s->c)) && (!writes || *at(s->thread, s->d));
}

/* On the device, in a program that has it; of many phases in one that is about those. */
static ra_tensor *work_of(int number, enum ex_work kind, int grains, int length, const ra_tensor *in)
{
    const bool is_for_device = ex_running->device && (kind == EX_WORK_SPLIT || kind == EX_WORK_FILE);
    if (ex_running->phased && kind != EX_WORK_FILE)
        return ex_work_phases(number, kind, length, in);
    ra_tensor *made = is_for_device ? ex_work_on_device(number, length, in) : NULL;
    return made ? made : ex_work_record(number, kind, grains, length, in, NULL);
}

/* False: it was refused, as what overlaps must be, or an output that must grow and cannot; and what was to fit that one. */
bool ex_step_do(const ex_step *s)
{
    if (!is_usable(s))
        return false;
    int number = (int)(s - ex_running->step);
    ra_tensor **d = at(s->thread, s->d), *a = *at(s->thread, s->a), *b = *at(s->thread, s->b), *c = *at(s->thread, s->c), *made = NULL, *second = NULL;
    const ex_view *v = ex_model_view(s->thread, s->a);
    bool makes = true, ok = true;
    switch (s->op) {
    case EX_FULL: made = ra_full(RA_DIMS(EX_LENGTH), (float)s->k); break;
    case EX_SHORT: made = ra_full(RA_DIMS(EX_LENGTH / 2), (float)s->k); break;
    case EX_NEG: made = ra_neg(a); break;
    case EX_ABS: made = ra_abs(a); break;
    case EX_ADD: made = ra_add(a, b); break;
    case EX_SUB: made = ra_sub(a, b); break;
    case EX_MAXIMUM: made = ra_maximum(a, b); break;
    case EX_CLAMP: made = ra_clamp(a, b, c); break;
    case EX_SUM: made = ra_sum(a, RA_DIMS(0)); break;
    case EX_CUMSUM: made = ra_cumsum(a, 0); break;
    case EX_CAT: {
        const ra_tensor *list[] = {a, b, c};
        made = ra_cat((ra_tensors){list, 3}, 0);
        break;
    }
    case EX_SYNC:
        ex.now->business = EX_WAITS;
        ra_set_execution(RA_SYNC);
        made = ra_neg(a);
        ra_set_execution(RA_RUN_AHEAD);
        break;
    case EX_SCOPE:
        ra_scope_begin();
        made = ra_keep(ra_neg(ra_neg(a)));
        ok = ra_scope_end() == RA_OK;
        break;
    case EX_BORROW:
        for (int i = 0; i < EX_LENGTH; i++)
            borrowed[number][i] = s->k;
        made = ra_from_data(borrowed[number], RA_FLOAT32, RA_DIMS(EX_LENGTH), RA_OPTS(ra_from_data, .release = count_release));
        ex_callbacks_due++;
        break;
    case EX_EVERY: made = ra_slice(a, 0, s->k % 2, EX_LENGTH, 2); break;
    case EX_NARROW: made = ra_narrow(a, 0, s->k, 3); break;
    case EX_REF: made = ra_ref(a); break;
    case EX_TOPK:
        ok = ra_topk(a, EX_LENGTH, 0, &made, &second) == RA_OK;
        ra_release(second);
        break;
    case EX_HOLD: made = work_of(number, EX_WORK_HOLD, 1, s->b ? v->length : EX_LENGTH, s->b ? a : NULL); break;
    case EX_SPLIT: made = work_of(number, EX_WORK_SPLIT, s->k, v->length, a); break;
    case EX_FAIL: made = work_of(number, EX_WORK_FAIL, 1, v->length, a); break;
    case EX_FILE: made = work_of(number, EX_WORK_FILE, 1, v->length, a); break;
    case EX_GUEST: made = ex_work_record(number, EX_WORK_GUEST, 1, v->length, a, b); break;
    case EX_LANE: made = ex_work_lane(number, v->length, a, b); break;
    case EX_PAIR: made = ex_work_pair(number, v->length, a); break;
    case EX_ONE: made = ra_narrow(a, 0, s->k, 1); break;
    default:
        makes = false;
        switch (s->op) {
        case EX_ADD_: ok = ra_add_(a, b) == RA_OK; break;
        case EX_CALL: {
            ra_tensor *done = ex_work_call(number, v->length, a, b, count_release);
            ok = done != NULL;
            ex_callbacks_due += ok;
            ra_release(done);
            break;
        }
        case EX_NEG_: ok = ra_neg_(a) == RA_OK; break;
        case EX_FILL_: ok = ra_fill_(a, (float)s->k) == RA_OK; break;
        case EX_COPY_: ok = ra_copy_(a, b) == RA_OK; break;
        case EX_NEG_OUT: ok = ra_neg_out(*d, a) == RA_OK; break;
        case EX_ADD_OUT: ok = ra_add_out(*d, a, b) == RA_OK; break;
        case EX_CUMSUM_OUT: ok = ra_cumsum_out(*d, a, 0) == RA_OK; break;
        case EX_ACCUMULATE: {
            ra_tensor *first = ra_narrow(a, 0, 0, 1);
            ok = ra_add_(ex_accumulator, first) == RA_OK;
            ra_release(first);
            break;
        }
        case EX_OPEN:
            ex_gate_open(s->thread, s->k);
            break;
        case EX_RELEASE:
            *at(s->thread, s->a) = NULL;
            ra_release(a);
            break;
        case EX_HURRY: ok = ra_hurry(a) == RA_OK; break;
        case EX_IS_READY: /* without workers it is a wait for one task */
            ex.now->business = ex_running->workers ? EX_RECORDS : EX_WAITS;
            (void)ra_is_ready(a);
            ex.now->business = EX_RECORDS;
            break;
        case EX_POLL: (void)ra_poll(); break;
        case EX_PAUSE:
            ex_pause();
            ex_order_check_paused();
            ex_system_check_rest();
            break;
        case EX_ON_READY:
            notices[number].of = ra_ref(b);
            notices[number].called = false;
            ex_callbacks_due++;
            ok = ra_on_ready(a, record, &notices[number]) == RA_OK;
            break;
        case EX_CANCEL:
            ex_model_step(s); /* others may see what it does before it returns */
            ok = ra_cancel(a) == RA_OK;
            break;
        case EX_CAT_OUT: {
            const ra_tensor *list[] = {a, b, c};
            ok = ra_cat_out(*d, (ra_tensors){list, 3}, 0) == RA_OK;
            break;
        }
        case EX_RANDOM: ra_release(ra_rand(RA_DIMS(EX_LENGTH))); break;
        case EX_NONZERO: count_nonzero(a, v, s->k); break;
        case EX_FORK: ex_fork_here(s->thread); break;
        case EX_TRIM: ra_trim(0); break;
        case EX_STATS: (void)ra_get_memory_stats(); break;
        default: wait_step(s, a, v);
        }
    }
    if ((!ok || (makes && !made)) && (ra_last_status() == RA_ERR_OVERLAP || ra_last_status() == RA_ERR_SHAPE)) {
        ra_clear_error();
        return false;
    }
    if (ex_running->scarce && (!ok || (makes && !made))) { /* any of them may have been refused */
        ex_callbacks_due -= s->op == EX_ON_READY || s->op == EX_BORROW;
        if (s->op == EX_ON_READY)
            ra_release(notices[number].of);
        ra_release(made);
        ra_clear_error();
        return false;
    }
    must(s, ok && (!makes || made));
    if (makes)
        *d = made;
    return true;
}

void ex_steps_begin(void)
{
    ex_works_begin();
}
