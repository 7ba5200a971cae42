/*
 * Every operator, in every variant, with sizes, strides, offsets and numbers near each limit of 64 bits, drawn from a seed.
 * A call gives a status, or a description that is right: reckoned again in 128 bits. Under UBSan nothing may overflow, under
 * ASan nothing may be written that is not there.
 *
 * Four worlds: descriptions alone (meta); tensors on the CPU that show few bytes very often, which have failed, so that what
 * is made of them is planned and never run; small tensors on the CPU with numbers of any size, which are computed; and
 * tensors of no elements, beside small ones, whose other sizes are large, which are computed, too. The memory is limited, so
 * whatever is large is out of memory; what has no elements never is.
 *
 * HOSTILE_SEED=n plays one call and prints it; a failure says which.
 */
#include "async/front/external.h"
#include "async/front/tensor.h"
#include "helpers/expected_sizes.h"
#include "helpers/harness.h"

#include <runahead.h>
#include <stdio.h>

enum world { META, FAILED, SMALL, EMPTY, WORLDS };
static const char *const world_names[WORLDS] = {"meta", "failed", "small", "empty"};

enum { TENSORS = 12, LIMIT = 8 << 20, ROUNDS = 150, ARGS = 16, RESULTS = 64 };

struct draw {
    uint64_t state;
    enum world world;
    ra_device device;
    bool fits; /* a call drawn together: most of its arguments suit each other, and what is hostile in it comes further */
    bool bare; /* without what may be absent */
    ra_dtype dtype;
    int ndim;
    int64_t shape[RA_MAX_DIMS];
    ra_tensor *made[TENSORS]; /* all but results */
    int count;
    const ra_tensor *items[4];
    int64_t dims[8][RA_MAX_DIMS + 4];
    int lists;
};

static ra_tensor *failed[RA_DTYPE_COUNT];

/* ---- drawing ---- */

static uint64_t next(struct draw *d)
{
    d->state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = d->state;
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static int64_t below(struct draw *d, int64_t n)
{
    return (int64_t)(next(d) % (uint64_t)n);
}

/* Small, or beside a limit. */
static int64_t number(struct draw *d)
{
    static const int64_t limits[] = {INT32_MAX,         INT64_C(1) << 32, INT64_C(1) << 44, INT64_C(1) << 46, INT64_C(1) << 52, INT64_C(1) << 54,
                                     INT64_C(1) << 56,  INT64_C(1) << 59, INT64_C(1) << 60, INT64_C(1) << 61, INT64_C(1) << 62, INT64_MAX - 2,
                                     INT64_MAX / 2 - 1, INT64_MAX / 3,    INT64_MIN + 2,    -(INT64_C(1) << 62), -(INT64_C(1) << 32)};
    if (below(d, 2))
        return below(d, 7) - 2;
    return limits[below(d, sizeof limits / sizeof *limits)] - 2 + below(d, 5);
}

static bool fitting(struct draw *d)
{
    return d->fits && below(d, 6);
}

static int64_t size(struct draw *d)
{
    if (d->world == EMPTY && below(d, 2))
        return below(d, 2) ? 0 : (INT64_C(1) << (20 + below(d, 30))) + below(d, 2);
    if (d->fits && below(d, 3))
        return 1 + below(d, 4);
    int64_t n = d->world == SMALL || below(d, 3) ? below(d, 5) : number(d);
    return n < 0 ? 1 : n;
}

/* How many dimensions are spatial: the length of the operator's lists. */
static int spatial_dims(const ra_op *op)
{
    int64_t longest = 0;
    for (size_t i = 0; i < ra_op_arg_count(op); i++)
        if (ra_op_arg_at(op, i)->length > longest)
            longest = ra_op_arg_at(op, i)->length;
    return (int)longest;
}

static void draw_shape(struct draw *d, const ra_op *op)
{
    const char *family = ra_op_family(op);
    const bool layers = !strcmp(family, "neural networks"), products = !strcmp(family, "matrix products");
    const bool square = products ? d->fits : !strcmp(family, "linear algebra") && below(d, 4);
    const int spatial = spatial_dims(op);
    d->ndim = (int)below(d, below(d, 8) ? 5 : RA_MAX_DIMS + 1);
    if (square)
        d->ndim = 2 + !below(d, products ? 3 : 2);
    else if (layers && below(d, 3))
        d->ndim = spatial ? spatial + 1 + (below(d, 4) > 0) : 2 + (int)below(d, 3);
    for (int i = 0; i < d->ndim; i++)
        d->shape[i] = size(d);
    if (square)
        d->shape[d->ndim - 2] = d->shape[d->ndim - 1];
    if (layers && d->fits && d->ndim > 1 && below(d, 2)) /* a weight of this shape has as many channels */
        d->shape[0] = d->shape[1];
}

/* The call's shape, or a part of it (a size for each channel, all but the channels), or one that broadcasts to it, or any. */
static int draw_sizes(struct draw *d, const ra_op_arg *schema, int64_t *sizes)
{
    const bool fits = fitting(d);
    const int64_t way = below(d, fits ? 7 : 10);
    const int ndim = way < 8 ? d->ndim : (int)below(d, 5);
    if (fits && schema && ndim > 1 && !below(d, schema->optional ? 2 : 3)) {
        int n = 0;
        for (int i = 0; i < ndim; i++)
            if (schema->optional == (i == 1))
                sizes[n++] = d->shape[i];
        return n;
    }
    for (int i = 0; i < ndim; i++) {
        sizes[i] = way < 8 ? d->shape[i] : size(d);
        if (way > 5 && below(d, 2))
            sizes[i] = 1;
    }
    return ndim;
}

static void draw_strides(struct draw *d, int ndim, const int64_t *sizes, int64_t *strides)
{
    int64_t step = 1, way = below(d, 4);
    for (int i = ndim - 1; i >= 0; i--) {
        wide more = (wide)step * (sizes[i] > 1 ? sizes[i] : 1) * (way == 1 ? 2 : 1);
        strides[i] = step;
        if ((way == 2 && sizes[i] <= 1) || (way == 3 && !below(d, 3))) {
            int64_t n = number(d);
            strides[i] = n < 0 ? 0 : n;
        }
        step = more > INT64_MAX / 16 ? INT64_MAX / 16 : (int64_t)more;
    }
    for (int i = 0; d->world == FAILED && i < ndim; i++)
        if (sizes[i] > 1)
            strides[i] = 0;
}

/* Without elements, or of few that lie near each other. */
static bool is_small(int ndim, const int64_t *sizes, const int64_t *strides)
{
    enum { FEW = 1 << 10 };
    wide reach = 1, elements = 1;
    for (int i = 0; i < ndim; i++)
        if (sizes[i] == 0)
            return true;
    for (int i = 0; i < ndim && elements <= FEW; i++) {
        reach += (wide)(sizes[i] - 1) * strides[i];
        elements *= sizes[i];
    }
    return reach <= FEW && elements <= FEW;
}

static ra_tensor *make(struct draw *d, ra_dtype dtype, int ndim, const int64_t *sizes, const int64_t *strides)
{
    ra_dims s = ra_dims_of(sizes, ndim), st = ra_dims_of(strides, ndim);
    if (d->world == FAILED)
        return ra_as_strided(failed[dtype], s, st, 0);
    if (d->world == EMPTY && !is_small(ndim, sizes, strides))
        return NULL;
    ra_tensor *t = ra_empty_strided(s, st, RA_OPTS(ra_empty_strided, .dtype = dtype, .device = d->device));
    if (t && d->device == RA_CPU && ra_fill_(t, 1)) {
        ra_release(t);
        return NULL;
    }
    return t;
}

/* What is refused is tried with its dimensions made 1, one after another. */
static ra_tensor *draw_tensor(struct draw *d, const ra_op_arg *schema, ra_dtype dtype)
{
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS];
    int ndim = draw_sizes(d, schema, sizes);
    ra_tensor *t = NULL;
    draw_strides(d, ndim, sizes, strides);
    for (int i = 0; i <= ndim && !(t = make(d, dtype, ndim, sizes, strides)); i++)
        if (i < ndim) {
            sizes[i] = 1;
            strides[i] = 0;
        }
    if (t && d->world == META && ndim && !below(d, 6)) { /* behind the start of its storage */
        ra_tensor *view = ra_slice(t, 0, below(d, 3), RA_END, 1);
        ra_release(t);
        t = view;
    }
    assert_non_null(t);
    assert_in_range(d->count, 0, TENSORS - 1);
    return d->made[d->count++] = t;
}

/* float32, or where the operator does not compute in it, one that it computes in. */
static ra_dtype draw_dtype(struct draw *d, const ra_op *op)
{
    const unsigned takes = ra_op_dtypes(op);
    int dtype = RA_FLOAT32;
    while (takes && !(takes >> dtype & 1))
        dtype = (int)below(d, RA_DTYPE_COUNT);
    return (ra_dtype)dtype;
}

static ra_dtype dtype_for(struct draw *d, const char *name)
{
    static const ra_dtype others[] = {RA_BOOL, RA_UINT8, RA_INT64, RA_FLOAT16, RA_FLOAT64, RA_COMPLEX64, RA_COMPLEX128};
    if (below(d, 12) == 0)
        return others[below(d, 7)];
    if (!strcmp(name, "index") || !strcmp(name, "indices") || (!strcmp(name, "target") && below(d, 2)))
        return RA_INT64;
    return !strcmp(name, "mask") || !strcmp(name, "condition") ? RA_BOOL : d->dtype;
}

/* One of a schema's integers: a dimension that is there, the default or the next, or any. */
static int64_t draw_integer(struct draw *d, const ra_op_arg *schema, bool fits, int64_t default_value)
{
    if (!fits)
        return number(d);
    return schema->is_dimension && d->ndim ? below(d, 2 * d->ndim) - d->ndim : default_value + below(d, 2);
}

static ra_dims draw_dims(struct draw *d, const ra_op_arg *schema)
{
    int64_t *values = d->dims[d->lists++];
    int64_t n = schema->length && below(d, 8) ? (below(d, 2) ? schema->length : 1) : below(d, 8) ? d->ndim : below(d, 6);
    const bool as_shape = !schema->length && below(d, 3) == 0, tame = schema->length && (d->fits ? fitting(d) : below(d, 2));
    const ra_arg *otherwise = schema->has_default ? &schema->default_value : NULL;
    const int64_t least = otherwise && otherwise->kind == RA_ARG_DIMS && otherwise->dims.count ? otherwise->dims.values[0] : 1;
    for (int64_t i = 0; i < n; i++)
        values[i] = as_shape && i < d->ndim ? d->shape[i] : draw_integer(d, schema, tame, least);
    return ra_dims_of(values, n);
}

static ra_arg draw_arg(struct draw *d, const ra_op_arg *schema)
{
    ra_arg a = {.kind = schema->kind};
    if ((schema->optional || schema->has_default) && below(d, 3) == 0)
        return (ra_arg){.kind = RA_ARG_NONE};
    if (schema->optional && d->bare)
        return (ra_arg){.kind = RA_ARG_NONE};
    const bool fits = fitting(d);
    int choices = 0;
    switch (schema->kind) {
    case RA_ARG_OPERAND:
        a.kind = below(d, 3) ? RA_ARG_TENSOR : RA_ARG_SCALAR;
        if (a.kind == RA_ARG_TENSOR)
            a.tensor = draw_tensor(d, schema, dtype_for(d, schema->name));
        else
            a.scalar = ra_scalar_int(number(d));
        break;
    case RA_ARG_TENSOR: a.tensor = draw_tensor(d, schema, dtype_for(d, schema->name)); break;
    case RA_ARG_TENSORS: {
        int n = 1 + (int)below(d, 3);
        for (int i = 0; i < n; i++)
            d->items[i] = draw_tensor(d, schema, dtype_for(d, schema->name));
        a.tensors = ra_tensors_of(d->items, n);
        break;
    }
    case RA_ARG_SCALAR: a.scalar = fits ? ra_scalar_int(1 + below(d, 2)) : below(d, 3) ? ra_scalar_int(number(d)) : ra_scalar_float((double)number(d) * 1.5); break;
    case RA_ARG_DIMS: a.dims = draw_dims(d, schema); break;
    case RA_ARG_DTYPE: a.dtype = dtype_for(d, ""); break;
    case RA_ARG_DEVICE: a.device = d->device; break;
    case RA_ARG_BOOL: a.boolean = below(d, 2); break;
    case RA_ARG_INT: a.integer = draw_integer(d, schema, fits, schema->has_default ? schema->default_value.integer : 0); break;
    case RA_ARG_FLOAT: a.real = fits ? 0.5 * (double)below(d, 3) : (double)number(d); break;
    case RA_ARG_STRING:
        while (schema->choices && schema->choices[choices])
            choices++;
        a.string = choices ? schema->choices[below(d, choices)] : "";
        break;
    default: a.kind = RA_ARG_NONE;
    }
    return a;
}

/* ---- judging ---- */

static void say_tensor(const ra_tensor *t)
{
    int n = ra_ndim(t);
    fprintf(stderr, "%s[", ra_dtype_name(ra_tensor_dtype(t)));
    for (int i = 0; i < n; i++)
        fprintf(stderr, "%s%lld", i ? ", " : "", (long long)ra_size_bound(t, i));
    fprintf(stderr, "] strides [");
    for (int i = 0; i < n; i++)
        fprintf(stderr, "%s%lld", i ? ", " : "", (long long)ra_stride(t, i));
    fprintf(stderr, "]");
}

static void say_call(const ra_op *op, ra_variant variant, const ra_arg *args, ra_tensor *const *outs)
{
    fprintf(stderr, "%s (%d):", ra_op_name(op), variant);
    for (size_t i = 0; i < ra_op_arg_count(op); i++) {
        const ra_arg *a = &args[i];
        fprintf(stderr, " %s=", ra_op_arg_at(op, i)->name);
        switch (a->kind) {
        case RA_ARG_TENSOR: say_tensor(a->tensor); break;
        case RA_ARG_TENSORS:
            for (int64_t k = 0; k < a->tensors.count; k++)
                say_tensor(a->tensors.items[k]);
            break;
        case RA_ARG_DIMS:
            for (int64_t k = 0; k < a->dims.count; k++)
                fprintf(stderr, "%s%lld", k ? "," : "(", (long long)a->dims.values[k]);
            fprintf(stderr, ")");
            break;
        case RA_ARG_INT: fprintf(stderr, "%lld", (long long)a->integer); break;
        case RA_ARG_BOOL: fprintf(stderr, "%d", a->boolean); break;
        case RA_ARG_FLOAT: fprintf(stderr, "%g", a->real); break;
        case RA_ARG_SCALAR: fprintf(stderr, "%lld", (long long)a->scalar.value.i); break;
        case RA_ARG_STRING: fprintf(stderr, "%s", a->string); break;
        default: fprintf(stderr, "_");
        }
    }
    for (size_t i = 0; variant == RA_OUT && i < ra_op_result_count(op); i++)
        fprintf(stderr, " out="), say_tensor(outs[i]);
    fprintf(stderr, "\n");
}

#define RIGHT(condition) ((condition) ? NULL : #condition)

/* What holds of every handle (meta/sizes.h), in 128 bits. Where the data decide sizes, memory comes when they are known. */
static const char *check_description(const ra_op *op, const ra_tensor *t)
{
    const ra_layout *l = ra__layout_of(t);
    const wide item = (wide)ra_dtype_size((ra_dtype)l->dtype);
    wide nonzero = 1, reach = 0;
    bool none = false;
    const char *wrong = NULL;
    for (int d = 0; d < l->ndim && !wrong; d++) {
        const wide n = ra__sizes(l)[d], stride = ra__strides(l)[d];
        none |= n == 0;
        nonzero = n > 0 ? nonzero * n : nonzero;
        reach += n > 0 ? (n - 1) * stride : 0;
        wrong = RIGHT(n >= 0 && stride >= 0 && stride * item <= INT64_MAX);
        wrong = wrong ? wrong : RIGHT(nonzero * item <= INT64_MAX);
    }
    wrong = wrong ? wrong : RIGHT(none || (reach + 1) * item <= INT64_MAX);
    const wide extent = none ? 0 : reach + 1, bytes = t->storage->bytes, most = t->storage->device == RA_META ? INT64_MAX : INT64_C(1) << 46;
    wrong = wrong ? wrong : RIGHT((wide)l->numel == (none ? 0 : nonzero));
    wrong = wrong ? wrong : RIGHT(l->extent == extent);
    wrong = wrong ? wrong : RIGHT(t->offset >= 0 && t->offset <= most && bytes >= 0 && bytes <= most);
    return wrong ? wrong : RIGHT(none || ra_op_properties(op) & RA_OP_DATA_SHAPE || t->offset + extent * item <= bytes);
}

/* ---- one call ---- */

struct call {
    const ra_op *op;
    ra_variant variant;
    ra_arg args[ARGS];
    ra_tensor *results[RESULTS];
    size_t produced;
};

static bool accepted_one;

static struct call draw_call(struct draw *d, const ra_op *op)
{
    static const ra_variant variants[] = {RA_FUNCTIONAL, RA_INPLACE, RA_OUT};
    struct call c = {.op = op};
    do
        c.variant = variants[below(d, 3)];
    while (!(ra_op_variants(op) & c.variant));
    d->fits = below(d, 2);
    d->bare = d->fits && !below(d, 3);
    d->dtype = draw_dtype(d, op);
    draw_shape(d, op);
    for (size_t i = 0; i < ra_op_arg_count(op); i++) {
        c.args[i] = draw_arg(d, ra_op_arg_at(op, i));
        if (ra_op_arg_at(op, i)->kind == RA_ARG_DEVICE) /* without one it would be the CPU's */
            c.args[i] = (ra_arg){.device = d->device, .kind = RA_ARG_DEVICE};
    }
    for (size_t i = 0; c.variant == RA_OUT && i < ra_op_result_count(op); i++)
        c.results[i] = draw_tensor(d, NULL, d->dtype);
    return c;
}

static ra_status make_call(struct call *c)
{
    bool small_list = c->variant != RA_FUNCTIONAL || !ra_op_returns_list(c->op);
    ra_clear_error();
    return ra_call(c->op, c->variant, c->args, ra_op_arg_count(c->op), c->results, small_list ? ra_op_result_count(c->op) : RESULTS, &c->produced);
}

static ra_tensor *result_of(const struct call *c, size_t i)
{
    return c->variant == RA_INPLACE ? (ra_tensor *)(uintptr_t)c->args[0].tensor : c->results[i];
}

static bool all_empty(const struct call *c)
{
    for (size_t i = 0; i < c->produced; i++) {
        const ra_layout *l = ra__layout_of(result_of(c, i));
        bool none = false;
        for (int d = 0; d < l->ndim; d++)
            none |= ra__sizes(l)[d] == 0;
        if (!none)
            return false;
    }
    return true;
}

/* On the way to results without elements these have norms, of which there are some. */
static bool has_values_between(const ra_op *op)
{
    return !strcmp(ra_op_name(op), "normalize") || !strcmp(ra_op_name(op), "renorm");
}

/* The results of the call that the seed draws have no elements, by its description. */
static bool describes_nothing(const ra_op *op, enum world world, uint64_t seed)
{
    struct draw d = {.state = seed * 16 + world, .world = world, .device = RA_META};
    struct call c = draw_call(&d, op);
    return !has_values_between(op) && !make_call(&c) && all_empty(&c);
}

static bool is_memory(ra_status s)
{
    return s == RA_ERR_MEMORY || s == RA_ERR_TASK_MEMORY;
}

/* What came of an accepted call is right: its descriptions, and, computed, what is known then. */
static const char *check_results(const struct call *c, enum world world)
{
    const char *wrong = NULL;
    for (size_t i = 0; !wrong && i < c->produced; i++) {
        ra_tensor *t = result_of(c, i);
        wrong = check_description(c->op, t);
        if (!wrong && i == 0 && c->variant == RA_FUNCTIONAL)
            wrong = check_sizes(c->op, c->args, t);
        if (world < SMALL || wrong)
            continue;
        ra_status s = ra_wait(t);
        if (!s && ra_numel(t) >= 0) /* once known, and written */
            wrong = check_description(c->op, t);
        if (world == EMPTY && is_memory(s) && all_empty(c) && !has_values_between(c->op))
            wrong = "out of memory for results without elements";
    }
    return wrong;
}

static void play(const ra_op *op, enum world world, uint64_t seed, bool aloud)
{
    struct draw d = {.state = seed * 16 + world, .world = world, .device = world == META ? RA_META : RA_CPU};
    ra_scope_begin();
    struct call c = draw_call(&d, op);
    if (aloud)
        say_call(op, c.variant, c.args, c.results);
    ra_status s = make_call(&c);
    const char *wrong = s && !*ra_last_error() ? "a refusal without a message" : s ? NULL : check_results(&c, world);
    if (aloud)
        fprintf(stderr, "%s %s\n", ra_status_name(s), ra_last_error());
    if (world == EMPTY && is_memory(s) && describes_nothing(op, world, seed))
        wrong = "out of memory, and described as without elements";
    for (int i = 0; !wrong && i < d.count; i++)
        wrong = check_description(op, d.made[i]);
    accepted_one |= !s;
    if (wrong) {
        say_call(op, c.variant, c.args, c.results);
        fail_msg("not so: %s; HOSTILE_SEED=%llu, world %s", wrong, (unsigned long long)seed, world_names[world]);
    }
    (void)!ra_scope_end();
}

/* ---- the worlds ---- */

static ra_status fails(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    return ra__fault(r, RA_ERR_INDEX, "on purpose");
}

static int before(void **state)
{
    static const ra_kernel kernel = {.name = "fails", .run = fails};
    const ra_config config = {.size = sizeof config, .memory_limit = LIMIT, .workers = 1};
    (void)state;
    assert_int_equal(ra_init(&config), RA_OK);
    for (int dtype = 1; dtype < RA_DTYPE_COUNT; dtype++) {
        ra__external e = {.name = "fails", .kernel = &kernel, .grains = 1, .result = {.dtype = (ra_dtype)dtype, .ndim = 1, .sizes = {16}, .strides = {1}}};
        failed[dtype] = ra__external_record(&e, NULL);
        assert_int_equal(ra_wait(failed[dtype]), RA_ERR_INDEX);
    }
    return 0;
}

static int after(void **state)
{
    (void)state;
    for (int dtype = 1; dtype < RA_DTYPE_COUNT; dtype++)
        ra_release(failed[dtype]);
    assert_int_equal(ra_shutdown(), RA_OK);
    return 0;
}

static void play_world(enum world world)
{
    const char *only = getenv("HOSTILE_SEED"), *name = getenv("HOSTILE_OP");
    long rounds = harness_rounds(ROUNDS);
    int never = 0;
    for (size_t i = 0; i < ra_op_count(); i++) {
        const ra_op *op = ra_op_at(i);
        if (name && strcmp(name, ra_op_name(op)))
            continue;
        if (only) {
            play(op, world, strtoull(only, NULL, 10), true);
            continue;
        }
        accepted_one = false;
        for (long seed = 0; seed < rounds; seed++) {
            harness_now.name = ra_op_name(op);
            play(op, world, (uint64_t)seed, false);
        }
        never += !accepted_one;
        if (!accepted_one)
            print_message("%s: none of %ld calls was accepted, world %s\n", ra_op_name(op), rounds, world_names[world]);
    }
    assert_true(rounds < ROUNDS || never < 10); /* else the draws would show nothing */
}

static void test_descriptions(void **state)
{
    (void)state;
    play_world(META);
}

static void test_plans(void **state)
{
    (void)state;
    play_world(FAILED);
}

static void test_small_runs(void **state)
{
    (void)state;
    play_world(SMALL);
}

static void test_empty_runs(void **state)
{
    (void)state;
    play_world(EMPTY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST_AROUND(test_descriptions, before, after), TEST_AROUND(test_plans, before, after),
                                       TEST_AROUND(test_small_runs, before, after), TEST_AROUND(test_empty_runs, before, after)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
