#include "model.h"

#include <math.h>
#include <string.h>

ex_model ex_values;

void ex_model_begin(void)
{
    ex_values.stores = 0;
    ex_values.added = 0;
    ex_values.accumulator_bad = ex_values.accumulator_maybe = false;
    for (int t = 0; t < EX_CONTROL; t++)
        for (int v = 0; v < EX_VARIABLES; v++)
            ex_values.view[t][v].store = -1;
}

ex_view *ex_model_view(int thread, int variable)
{
    return variable >= EX_VARIABLES ? &ex_values.view[0][variable - EX_VARIABLES] : &ex_values.view[thread][variable];
}

ex_cell *ex_model_cell(const ex_view *v, int i)
{
    return &ex_values.store[v->store].cell[v->offset + i * (v->step ? v->step : 1)];
}

static ex_view new_view(int length)
{
    int n = ex_values.stores < EX_STORAGES - 1 ? ex_values.stores++ : EX_STORAGES - 1;
    ex_values.store[n].from = UINT64_C(1) << n;
    return (ex_view){n, 0, length, 1};
}

/* What is of another length lies there without gaps then. */
static void resize(ex_view *v, int length)
{
    if (v->length != length)
        *v = (ex_view){v->store, v->offset, length, 1};
}

/* An operator's inputs, as they are before it; whether reading any of them fails. */
typedef struct inputs {
    ex_cell in[3][EX_LONGEST];
    bool bad, maybe;
    uint64_t from;
} inputs;

static void take(inputs *n, int k, const ex_view *v)
{
    n->from |= ex_values.store[v->store].from;
    for (int i = 0; i < v->length; i++) {
        n->in[k][i] = *ex_model_cell(v, i);
        n->bad |= n->in[k][i].bad;
        n->maybe |= n->in[k][i].maybe;
    }
}

static void give(const inputs *n, const ex_view *v, const float *values)
{
    ex_values.store[v->store].from |= n->from;
    for (int i = 0; i < v->length; i++)
        *ex_model_cell(v, i) = (ex_cell){values[i], n->bad, n->maybe};
}

static void sort(float *x, int n, bool descending)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && (descending ? x[k - 1] < x[k] : x[k - 1] > x[k]); k--) {
            float t = x[k];
            x[k] = x[k - 1];
            x[k - 1] = t;
        }
}

static void cancel(const ex_view *v)
{
    for (int s = 0; s < ex_values.stores; s++)
        if (ex_values.store[s].from >> v->store & 1)
            for (int i = 0; i < EX_ROOM; i++)
                ex_values.store[s].cell[i].maybe = true;
    ex_values.accumulator_maybe = true;
}

static void compute(const ex_step *s, const inputs *n, int length, float *out)
{
    float sum = 0;
    for (int i = 0; i < length; i++) {
        float a = n->in[0][i].value, b = n->in[1][i].value, c = n->in[2][i].value;
        sum += a;
        switch (s->op) {
        case EX_FULL: case EX_SHORT: case EX_BORROW: case EX_FILL_: out[i] = s->k; break;
        case EX_NEG: case EX_NEG_: case EX_NEG_OUT: case EX_SYNC: out[i] = -a; break;
        case EX_ABS: out[i] = fabsf(a); break;
        case EX_ADD: case EX_ADD_: case EX_CALL: case EX_ADD_OUT: out[i] = a + b; break;
        case EX_SUB: out[i] = a - b; break;
        case EX_MAXIMUM: out[i] = a > b ? a : b; break;
        case EX_CLAMP: out[i] = a < b ? b : a; out[i] = out[i] > c ? c : out[i]; break;
        case EX_COPY_: out[i] = b; break;
        case EX_CUMSUM: case EX_CUMSUM_OUT: out[i] = sum; break;
        case EX_HOLD: case EX_SPLIT: case EX_FILE: case EX_GUEST: case EX_LANE: case EX_PAIR: case EX_FAIL: out[i] = a + 1; break;
        default: out[i] = a;
        }
    }
    if (s->op == EX_TOPK)
        sort(out, length, s->op == EX_TOPK);
    if (s->op == EX_SUM)
        out[0] = sum;
    if (s->op == EX_CAT || s->op == EX_CAT_OUT)
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < EX_LENGTH; i++)
                out[k * EX_LENGTH + i] = n->in[k][i].value;
}

void ex_model_step(const ex_step *s)
{
    ex_view *d = ex_model_view(s->thread, s->d), a = *ex_model_view(s->thread, s->a), b = *ex_model_view(s->thread, s->b), c = *ex_model_view(s->thread, s->c);
    inputs n = {.bad = false};
    float out[EX_LONGEST] = {0};
    int length = a.length;
    switch (s->op) {
    case EX_FULL: case EX_SHORT: case EX_BORROW:
        length = s->op == EX_SHORT ? EX_LENGTH / 2 : EX_LENGTH;
        *d = new_view(length);
        break;
    case EX_NARROW:
        *d = (ex_view){a.store, a.offset + s->k, 3, 1};
        return;
    case EX_ONE:
        *d = (ex_view){a.store, a.offset + s->k, 1, 1};
        return;
    case EX_EVERY:
        *d = (ex_view){a.store, a.offset + s->k % 2, 3, 2};
        return;
    case EX_REF:
        *d = a;
        return;
    case EX_RELEASE:
        ex_model_view(s->thread, s->a)->store = -1;
        return;
    case EX_CANCEL:
        cancel(&a);
        return;
    case EX_ADD: case EX_SUB: case EX_MAXIMUM: case EX_CLAMP: case EX_CAT: case EX_NEG: case EX_ABS: case EX_SUM: case EX_CUMSUM: case EX_TOPK: case EX_SPLIT: case EX_FILE: case EX_GUEST: case EX_LANE: case EX_PAIR: case EX_FAIL: case EX_SYNC: case EX_SCOPE:
        take(&n, 0, &a);
        if (s->op == EX_ADD || s->op == EX_SUB || s->op == EX_MAXIMUM || s->op == EX_CLAMP || s->op == EX_CAT)
            take(&n, 1, &b);
        if (s->op == EX_CLAMP || s->op == EX_CAT)
            take(&n, 2, &c);
        n.bad |= s->op == EX_FAIL;
        *d = new_view(s->op == EX_SUM ? 1 : s->op == EX_CAT ? 3 * EX_LENGTH : length);
        break;
    case EX_HOLD:
        if (s->b)
            take(&n, 0, &a);
        length = s->b ? a.length : EX_LENGTH;
        *d = new_view(length);
        break;
    case EX_ADD_: case EX_CALL:
        take(&n, 1, &b); /* fallthrough */
    case EX_NEG_:
        take(&n, 0, &a);
        d = ex_model_view(s->thread, s->a);
        break;
    case EX_COPY_:
        take(&n, 1, &b);
        d = ex_model_view(s->thread, s->a);
        break;
    case EX_FILL_:
        d = ex_model_view(s->thread, s->a);
        break;
    case EX_ADD_OUT:
        take(&n, 1, &b); /* fallthrough */
    case EX_NEG_OUT: case EX_CUMSUM_OUT:
        take(&n, 0, &a);
        resize(d, length);
        break;
    case EX_CAT_OUT:
        take(&n, 0, &a);
        take(&n, 1, &b);
        take(&n, 2, &c);
        resize(d, 3 * EX_LENGTH);
        break;
    case EX_ACCUMULATE: /* its first element */
        a.length = 1;
        take(&n, 0, &a);
        ex_values.added += (double)n.in[0][0].value;
        ex_values.accumulator_bad |= n.bad;
        ex_values.accumulator_maybe |= n.maybe;
        return;
    default:
        return;
    }
    compute(s, &n, length, out);
    give(&n, d, out);
    if (s->op == EX_PAIR) { /* its other result, which a cancel of the one cancels too */
        n.from |= ex_values.store[d->store].from;
        for (int i = 0; i < length; i++)
            out[i] = -n.in[0][i].value;
        give(&n, &a, out);
    }
}
