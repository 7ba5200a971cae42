/* The 64 small calls. */
#include "marks/mix.h"

static const struct shape {
    int count;
    int64_t sizes[3];
} shapes[MIX_SHAPES] = {{2, {4, 4}}, {2, {2, 8}}, {1, {16}}, {2, {1, 16}}, {2, {3, 5}}, {2, {5, 3}}, {3, {2, 2, 4}}, {1, {7}}};

bool mix_open(bench *b, mix *x)
{
    *x = (mix){.square = ra_ones(RA_DIMS(8, 8))};
    bool good = x->square != NULL;
    for (int i = 0; i < MIX_SHAPES; i++) {
        const ra_dims sizes = ra_dims_of(shapes[i].sizes, shapes[i].count);
        x->a[i] = ra_full(sizes, 3.0);
        x->b[i] = ra_full(sizes, 2.0);
        x->meta_a[i] = ra_empty(sizes, RA_OPTS(ra_empty, .device = RA_META));
        x->meta_b[i] = ra_empty(sizes, RA_OPTS(ra_empty, .device = RA_META));
        good = x->a[i] && x->b[i] && x->meta_a[i] && x->meta_b[i] && good;
    }
    for (int i = 0; i < MIX_LIST; i++) {
        x->list[i] = ra_full(RA_DIMS(4, 4), 3.0);
        good = x->list[i] && good;
    }
    good = good && bench_ok(b, "ra_wait_all", ra_wait_all());
    if (!good) {
        bench_need(b, "preparing small operands", NULL);
        mix_close(x);
    }
    return good;
}

void mix_close(mix *x)
{
    for (int i = 0; i < MIX_SHAPES; i++) {
        ra_release(x->a[i]);
        ra_release(x->b[i]);
        ra_release(x->meta_a[i]);
        ra_release(x->meta_b[i]);
    }
    for (int i = 0; i < MIX_LIST; i++)
        ra_release(x->list[i]);
    ra_release(x->square);
}

static bool move(ra_tensor **t, ra_device device)
{
    ra_tensor *moved = ra_to(*t, RA_OPTS(ra_to, .device = device));
    if (!moved)
        return false;
    ra_release(*t);
    *t = moved;
    return true;
}

bool mix_move(bench *b, mix *x, ra_device device)
{
    bool good = true;
    for (int i = 0; good && i < MIX_SHAPES; i++)
        good = move(&x->a[i], device) && move(&x->b[i], device);
    return bench_need(b, "moving small operands", good ? x->a[0] : NULL) && bench_ok(b, "ra_wait_all", ra_wait_all());
}

static ra_tensor *pair(const ra_tensor *a, const ra_tensor *b, int op)
{
    switch (op) {
    case 0:
        return ra_add(a, b);
    case 1:
        return ra_sub(a, b);
    case 2:
        return ra_mul(a, b);
    case 3:
        return ra_div(a, b);
    case 4:
        return ra_maximum(a, b);
    case 5:
        return ra_minimum(a, b);
    case 6:
        return ra_lt(a, b);
    default:
        return ra_eq(a, b);
    }
}

ra_tensor *mix_call(const mix *x, mix_kind kind, int i)
{
    const int shape = i % MIX_SHAPES, op = i / MIX_SHAPES;
    if (kind == MIX_ADD)
        return pair(x->a[shape], x->b[shape], op);
    if (kind == MIX_META)
        return pair(x->meta_a[shape], x->meta_b[shape], op);
    return i % 3 == 0 ? ra_transpose(x->square, 0, 1) : i % 3 == 1 ? ra_select(x->square, 0, 1) : ra_slice(x->square, 1, 1, 4, 1);
}

bool mix_is_right(const ra_tensor *result, int i)
{
    static const double expected[] = {5, 1, 6, 1.5, 3, 2, 0, 0};
    const int op = i / MIX_SHAPES;
    ra_status status;
    RA_AUTO ra_tensor *here = result && ra_tensor_device(result) != RA_CPU ? ra_to(result, RA_OPTS(ra_to, .device = RA_CPU)) : NULL;
    if (here)
        result = here;
    if (op >= 6) {
        const uint8_t *truth = result ? ra_data_bool(result, &status) : NULL;
        return truth && *truth == 0;
    }
    const float *value = result ? ra_data_f32(result, &status) : NULL;
    return value && *value == (float)expected[op];
}
