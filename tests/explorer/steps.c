/*
 * The steps of a program: what each calls, and what its values must be. Kernels and callbacks of the program's own stand here too.
 */
#include "steps.h"

#include "async/front/external.h"
#include "async/front/tensor.h"
#include "order.h"

#include <string.h>

/* ---- kernels of the program ---- */

typedef struct gate {
    bool open;
    ex_clock clock;
} gate;
static gate gates[EX_CONTROL][EX_GATES];

enum work_kind { WORK_HOLD, WORK_SPLIT, WORK_FAIL };

typedef struct work {
    enum work_kind kind;
    gate *gate;
    int length, grains;
    bool has_input;
    int64_t step; /* between the elements of its input */
} work;
static work works[EX_STEPS];

static bool is_open(void *g)
{
    return ((gate *)g)->open;
}

/* Accesses are told to the detector of races by hand: nothing here is instrumented. */
static ra_status run_work(ra__run *r, int phase, int64_t first, int64_t last)
{
    const work *w = r->plan->state;
    (void)phase;
    if (w->gate && ex.now->business != EX_BACKGROUND) /* it would wait for itself */
        w->gate->open = true;
    if (w->gate) {
        ex_wait_until(is_open, w->gate);
        ex_join(&ex.now->clock, &w->gate->clock);
    }
    for (int i = 0; i < w->length; i++) {
        if (i % w->grains < first || i % w->grains >= last)
            continue;
        float *out = (float *)(void *)r->data[0] + i;
        const float *in = w->has_input ? (const float *)(const void *)r->data[2] + i * w->step : NULL;
        if (in)
            ex_plain(in, sizeof *in, EX_LOAD, (void *)(uintptr_t)run_work);
        ex_plain(out, sizeof *out, EX_STORE, (void *)(uintptr_t)run_work);
        *out = in ? *in + 1 : 1;
        ex_point((void *)(uintptr_t)run_work);
    }
    if (w->kind == WORK_FAIL)
        return ra__fault(r, RA_ERR_VALUE, "the program said so");
    return RA_OK;
}

static const ra_kernel work_kernel = {.name = "work", .run = run_work};

static ra_tensor *do_work(int step, enum work_kind kind, gate *g, int grains, int length, const ra_tensor *in)
{
    work *w = &works[step];
    *w = (work){.kind = kind, .gate = g, .grains = grains, .length = length, .has_input = in != NULL, .step = in && ra_ndim(in) ? ra_stride(in, 0) : 1};
    const ra_tensor *inputs[2] = {in, NULL};
    ra__external e = {.name = "work", .kernel = &work_kernel, .grains = grains, .cost_ns = g ? 1e9 : 1e5 * grains, .state = w, .inputs = inputs, .input_count = in ? 1 : 0, .lane = kind == WORK_SPLIT && grains > 4 ? 1 : 0};
    e.result = (ra__shape){.dtype = RA_FLOAT32, .ndim = length > 1, .sizes = {length}, .strides = {1}};
    return ra__external_record(&e, NULL);
}

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

/* What it reads and writes is there: in a program that was made shorter it may not be. */
static bool is_usable(const ex_step *s)
{
    int inputs;
    switch (s->op) {
    case EX_FULL: case EX_OPEN: case EX_WAIT_ALL: case EX_POLL: case EX_TRIM: case EX_STATS: case EX_FORK: case EX_RANDOM: case EX_BORROW: inputs = 0; break;
    case EX_HOLD: inputs = s->b; break;
    case EX_ADD: case EX_SUB: case EX_MAXIMUM: case EX_ADD_: case EX_COPY_: case EX_ADD_OUT: case EX_ON_READY: inputs = 2; break;
    case EX_CLAMP: case EX_CAT: case EX_CAT_OUT: inputs = 3; break;
    default: inputs = 1;
    }
    bool writes = s->op == EX_ADD_OUT || s->op == EX_CUMSUM_OUT || s->op == EX_SORT_OUT || s->op == EX_CAT_OUT;
    return (inputs < 1 || *at(s->thread, s->a)) && (inputs < 2 || *at(s->thread, s->b)) && (inputs < 3 || *at(s->thread, s->c)) && (!writes || *at(s->thread, s->d));
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
    gate *g = &gates[s->thread][s->k % EX_GATES];
    switch (s->op) {
    case EX_FULL: made = ra_full(RA_DIMS(EX_LENGTH), (float)s->k); break;
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
    case EX_HOLD: made = do_work(number, WORK_HOLD, g, 1, s->b ? v->length : EX_LENGTH, s->b ? a : NULL); break;
    case EX_SPLIT: made = do_work(number, WORK_SPLIT, NULL, s->k, v->length, a); break;
    case EX_FAIL: made = do_work(number, WORK_FAIL, NULL, 1, v->length, a); break;
    default:
        makes = false;
        switch (s->op) {
        case EX_ADD_: ok = ra_add_(a, b) == RA_OK; break;
        case EX_NEG_: ok = ra_neg_(a) == RA_OK; break;
        case EX_FILL_: ok = ra_fill_(a, (float)s->k) == RA_OK; break;
        case EX_COPY_: ok = ra_copy_(a, b) == RA_OK; break;
        case EX_ADD_OUT: ok = ra_add_out(*d, a, b) == RA_OK; break;
        case EX_CUMSUM_OUT: ok = ra_cumsum_out(*d, a, 0) == RA_OK; break;
        case EX_SORT_OUT:
            if (!ex_indices[s->thread])
                ex_indices[s->thread] = ra_empty(RA_DIMS(EX_LENGTH), RA_OPTS(ra_empty, .dtype = RA_INT64));
            ok = ra_sort_out(*d, ex_indices[s->thread], a, 0) == RA_OK;
            break;
        case EX_ACCUMULATE: {
            ra_tensor *first = ra_narrow(a, 0, 0, 1);
            ok = ra_add_(ex_accumulator, first) == RA_OK;
            ra_release(first);
            break;
        }
        case EX_OPEN:
            g->open = true;
            ex_join(&g->clock, &ex.now->clock);
            ex.now->clock.at[ex.now->number]++;
            break;
        case EX_RELEASE:
            *at(s->thread, s->a) = NULL;
            ra_release(a);
            break;
        case EX_IS_READY: /* without workers it is a wait for one task */
            ex.now->business = ex_running->workers ? EX_RECORDS : EX_WAITS;
            (void)ra_is_ready(a);
            ex.now->business = EX_RECORDS;
            break;
        case EX_POLL: (void)ra_poll(); break;
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
    memset(gates, 0, sizeof gates);
}
