/*
 * Every operator, in every variant, with sizes, strides, offsets and numbers near each limit of 64 bits, drawn from a seed.
 * A call gives a status, or a description that is right: reckoned again in 128 bits. Under UBSan nothing may overflow, under
 * ASan nothing may be written that is not there.
 *
 * Three worlds: descriptions alone (meta); tensors on the CPU that show few bytes very often, which have failed, so that what
 * is made of them is planned and never run; and small tensors on the CPU with numbers of any size, which are computed. The
 * memory is limited, so whatever is large is out of memory.
 *
 * HOSTILE_SEED=n plays one call and prints it; a failure says which.
 */
#include "async/front/external.h"
#include "async/front/tensor.h"
#include "helpers/harness.h"

#include <runahead.h>
#include <stdio.h>

typedef __int128 wide;

enum world { META, FAILED, SMALL, WORLDS };
static const char *const world_names[WORLDS] = {"meta", "failed", "small"};

enum { TENSORS = 12, LIMIT = 8 << 20, ROUNDS = 150 };

struct draw {
    uint64_t state;
    enum world world;
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

static ra_tensor *make(struct draw *d, ra_dtype dtype, int ndim, const int64_t *sizes, const int64_t *strides)
{
    ra_dims s = ra_dims_of(sizes, ndim), st = ra_dims_of(strides, ndim);
    if (d->world == META)
        return ra_empty_strided(s, st, RA_OPTS(ra_empty_strided, .dtype = dtype, .device = RA_META));
    if (d->world == FAILED)
        return ra_as_strided(failed[dtype], s, st, 0);
    ra_tensor *t = ra_empty_strided(s, st, RA_OPTS(ra_empty_strided, .dtype = dtype));
    if (t && ra_fill_(t, 1)) {
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
    case RA_ARG_DEVICE: a.device = d->world == META ? RA_META : RA_CPU; break;
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

static wide window(wide in, wide kernel, wide stride, wide padding, wide dilation)
{
    return (in + 2 * padding - dilation * (kernel - 1) - 1) / stride + 1;
}

static int64_t pair(const ra_arg *a, int k, int64_t otherwise)
{
    return a->kind != RA_ARG_DIMS ? otherwise : a->dims.values[a->dims.count > 1 ? k : 0];
}

/* The sizes of result 0 where a line or two say them; -1: they are not said here. */
static int expected_sizes(const ra_op *op, const ra_arg *a, wide *sizes)
{
    const char *name = ra_op_name(op);
    const ra_tensor *self = a[0].kind == RA_ARG_TENSOR ? a[0].tensor : NULL;
    int n = self ? ra_ndim(self) : 0;
    for (int d = 0; d < n; d++)
        sizes[d] = ra_size_bound(self, d);
    if (!strcmp(name, "linspace"))
        return sizes[0] = a[2].integer, 1;
    if (!strcmp(name, "eye"))
        return sizes[0] = a[0].integer, sizes[1] = a[1].kind != RA_ARG_INT || a[1].integer == -1 ? a[0].integer : a[1].integer, 2;
    if (a[0].kind == RA_ARG_DIMS || !strcmp(name, "randint")) {
        const ra_dims *list = a[0].kind == RA_ARG_DIMS ? &a[0].dims : &a[2].dims;
        for (int64_t d = 0; d < list->count; d++)
            sizes[d] = list->values[d];
        return (int)list->count;
    }
    if (!strcmp(name, "repeat")) {
        int m = (int)a[1].dims.count;
        for (int d = m - 1; d >= 0; d--)
            sizes[d] = (d >= m - n ? sizes[d - (m - n)] : 1) * a[1].dims.values[d];
        return m;
    }
    if (!strcmp(name, "flatten") && n && a[1].kind == RA_ARG_NONE && a[2].kind == RA_ARG_NONE) {
        for (int d = 1; d < n; d++)
            sizes[0] *= sizes[d];
        return 1;
    }
    if (!strcmp(name, "slice") && n) {
        int64_t given = a[1].kind == RA_ARG_INT ? a[1].integer : 0;
        int d = (int)(given < 0 ? given + n : given);
        wide from = a[2].kind == RA_ARG_INT ? a[2].integer : 0, to = a[3].kind == RA_ARG_INT ? a[3].integer : INT64_MAX, step = a[4].kind == RA_ARG_INT ? a[4].integer : 1;
        from += from < 0 ? sizes[d] : 0;
        to += to < 0 ? sizes[d] : 0;
        from = from < 0 ? 0 : from > sizes[d] ? sizes[d] : from;
        to = to < from ? from : to > sizes[d] ? sizes[d] : to;
        sizes[d] = (to - from + step - 1) / step;
        return n;
    }
    if (!strcmp(name, "conv2d")) {
        for (int k = 0; k < 2; k++)
            sizes[n - 2 + k] = window(sizes[n - 2 + k], ra_size_bound(a[1].tensor, 2 + k), pair(&a[3], k, 1), pair(&a[4], k, 0), pair(&a[5], k, 1));
        return sizes[n - 3] = ra_size_bound(a[1].tensor, 0), n;
    }
    if (!strcmp(name, "max_pool2d") && !(a[5].kind == RA_ARG_BOOL && a[5].boolean)) {
        for (int k = 0; k < 2; k++) {
            int64_t kernel = pair(&a[1], k, 1), stride = pair(&a[2], k, 0);
            sizes[n - 2 + k] = window(sizes[n - 2 + k], kernel, stride ? stride : kernel, pair(&a[3], k, 0), pair(&a[4], k, 1));
        }
        return n;
    }
    return -1;
}

static const char *check_sizes(const ra_op *op, const ra_arg *args, const ra_tensor *t)
{
    wide sizes[RA_MAX_DIMS + 4];
    int n = expected_sizes(op, args, sizes);
    if (n >= 0 && n != ra_ndim(t))
        return "its number of dimensions";
    for (int d = 0; d < n; d++)
        if (sizes[d] != ra_size_bound(t, d))
            return "its sizes";
    return NULL;
}

/* ---- one call ---- */

static bool accepted_one;

static bool play(const ra_op *op, enum world world, uint64_t seed, bool aloud)
{
    static const ra_variant variants[] = {RA_FUNCTIONAL, RA_INPLACE, RA_OUT};
    struct draw d = {.state = seed * 16 + world, .world = world};
    ra_arg args[16] = {{.kind = RA_ARG_NONE}};
    ra_tensor *results[64] = {NULL};
    ra_variant variant;
    size_t produced = 0;
    const char *wrong = NULL;
    do
        variant = variants[below(&d, 3)];
    while (!(ra_op_variants(op) & variant));
    ra_scope_begin();
    d.fits = below(&d, 2);
    d.bare = d.fits && !below(&d, 3);
    d.dtype = draw_dtype(&d, op);
    draw_shape(&d, op);
    for (size_t i = 0; i < ra_op_arg_count(op); i++) {
        args[i] = draw_arg(&d, ra_op_arg_at(op, i));
        if (ra_op_arg_at(op, i)->kind == RA_ARG_DEVICE) /* without one it would be the CPU's */
            args[i] = (ra_arg){.device = world == META ? RA_META : RA_CPU, .kind = RA_ARG_DEVICE};
    }
    for (size_t i = 0; variant == RA_OUT && i < ra_op_result_count(op); i++)
        results[i] = draw_tensor(&d, NULL, d.dtype);
    if (aloud)
        say_call(op, variant, args, results);
    bool small_list = variant != RA_FUNCTIONAL || !ra_op_returns_list(op);
    ra_clear_error();
    ra_status s = ra_call(op, variant, args, ra_op_arg_count(op), results, small_list ? ra_op_result_count(op) : 64, &produced);
    if (s && !*ra_last_error())
        wrong = "a refusal without a message";
    for (size_t i = 0; !s && !wrong && i < produced; i++) {
        ra_tensor *t = variant == RA_INPLACE ? (ra_tensor *)(uintptr_t)args[0].tensor : results[i];
        wrong = check_description(op, t);
        if (!wrong && i == 0 && variant == RA_FUNCTIONAL)
            wrong = check_sizes(op, args, t);
        if (world == SMALL && !wrong && !ra_wait(t) && ra_numel(t) >= 0) /* once known, and written */
            wrong = check_description(op, t);
    }
    for (int i = 0; !wrong && i < d.count; i++)
        wrong = check_description(op, d.made[i]);
    accepted_one |= !s;
    if (aloud)
        fprintf(stderr, "%s %s\n", ra_status_name(s), ra_last_error());
    if (wrong) {
        say_call(op, variant, args, results);
        fail_msg("not so: %s; HOSTILE_SEED=%llu, world %s", wrong, (unsigned long long)seed, world_names[world]);
    }
    (void)!ra_scope_end();
    return !s;
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
            (void)play(op, world, strtoull(only, NULL, 10), true);
            continue;
        }
        accepted_one = false;
        for (long seed = 0; seed < rounds; seed++) {
            harness_now.name = ra_op_name(op);
            (void)play(op, world, (uint64_t)seed, false);
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

int main(void)
{
    const struct CMUnitTest tests[] = {TEST_AROUND(test_descriptions, before, after), TEST_AROUND(test_plans, before, after),
                                       TEST_AROUND(test_small_runs, before, after)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
