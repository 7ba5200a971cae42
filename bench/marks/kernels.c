/*
 * Operators beside libtorch, turn by turn, and whether each of them comes to rest: no page fault, no memory taken anew.
 *
 * A call is waited for before the next but one is recorded, so that the control thread runs ahead by one operator and every
 * result is seen to be finished; what a call takes when each is waited for at once is in the note.
 */
#define _GNU_SOURCE
#include "marks/marks.h"
#include "measure/clock.h"

#include <malloc.h>
#include <sys/resource.h>

enum { FLOATS = 65536, MILLION = 1 << 20, LARGE = 1 << 24, ROWS = 4096, COLUMNS = 1024, FEW = 16, MAX_INPUTS = 3 };

typedef struct inputs {
    ra_tensor *t[MAX_INPUTS];
} inputs;

typedef ra_tensor *(*run_fn)(const inputs *in);

#define UNARY(name) \
    static ra_tensor *run_##name(const inputs *in) { return ra_##name(in->t[0]); }
UNARY(exp)
UNARY(log)
UNARY(tanh)
UNARY(erf)
UNARY(sin)
UNARY(sigmoid)
UNARY(gelu)
UNARY(silu)
UNARY(logical_not)
#undef UNARY
#define BINARY(name) \
    static ra_tensor *run_##name(const inputs *in) { return ra_##name(in->t[0], in->t[1]); }
BINARY(mm)
BINARY(bmm)
BINARY(matmul)
BINARY(remainder)
BINARY(floor_divide)
BINARY(pow)
BINARY(logical_and)
BINARY(logical_or)
#undef BINARY

static ra_tensor *run_softmax(const inputs *in) { return ra_softmax(in->t[0], 1); }
static ra_tensor *run_norm(const inputs *in) { return ra_layer_norm(in->t[0], RA_DIMS(COLUMNS), in->t[1], in->t[2]); }
static ra_tensor *run_sum0(const inputs *in) { return ra_sum(in->t[0], RA_DIMS(0)); }
static ra_tensor *run_cumsum(const inputs *in) { return ra_cumsum(in->t[0], 1); }
static ra_tensor *run_addmm(const inputs *in) { return ra_addmm(in->t[0], in->t[1], in->t[2]); }
static ra_tensor *run_conv3(const inputs *in) { return ra_conv2d(in->t[0], in->t[1], RA_NONE, RA_OPTS(ra_conv2d, .padding = {1, 1})); }
static ra_tensor *run_depthwise(const inputs *in) { return ra_conv2d(in->t[0], in->t[1], RA_NONE, RA_OPTS(ra_conv2d, .padding = {1, 1}, .groups = RA_I(64))); }
static ra_tensor *run_conv1(const inputs *in) { return ra_conv2d(in->t[0], in->t[1], RA_NONE); }

static ra_tensor *run_turn(const inputs *in)
{
    RA_AUTO ra_tensor *turned = ra_transpose(in->t[0], 0, 1);
    return ra_contiguous(turned);
}

static ra_tensor *run_sort(const inputs *in)
{
    ra_tensor *values = NULL;
    RA_AUTO ra_tensor *indices = NULL;
    return ra_sort(in->t[0], 1, &values, &indices) == RA_OK ? values : NULL;
}

static ra_tensor *run_pow_number(const inputs *in) { return ra_pow(in->t[0], 2.5); }
static ra_tensor *run_zeros(const inputs *in) { return ra_zeros_like(in->t[0]); }
static ra_tensor *run_fill_(const inputs *in) { return ra_fill_(in->t[0], 1.5) == RA_OK ? ra_ref(in->t[0]) : NULL; }
static ra_tensor *run_zero_(const inputs *in) { return ra_zero_(in->t[0]) == RA_OK ? ra_ref(in->t[0]) : NULL; }

static ra_tensor *run_cholesky(const inputs *in) { return ra_linalg_cholesky(in->t[0]); }
static ra_tensor *run_solve(const inputs *in) { return ra_linalg_solve(in->t[0], in->t[1]); }
static ra_tensor *run_triangular(const inputs *in) { return ra_linalg_solve_triangular(in->t[0], in->t[1], RA_OPTS(ra_linalg_solve_triangular, .upper = false)); }
static ra_tensor *run_inv(const inputs *in) { return ra_linalg_inv(in->t[0]); }
static ra_tensor *run_det(const inputs *in) { return ra_linalg_det(in->t[0]); }

static ra_tensor *run_qr(const inputs *in)
{
    ra_tensor *q = NULL;
    RA_AUTO ra_tensor *r = NULL;
    return ra_linalg_qr(in->t[0], &q, &r) == RA_OK ? q : NULL;
}

static ra_tensor *run_eigh(const inputs *in)
{
    ra_tensor *values = NULL;
    RA_AUTO ra_tensor *vectors = NULL;
    return ra_linalg_eigh(in->t[0], &values, &vectors) == RA_OK ? values : NULL;
}

static ra_tensor *run_svd(const inputs *in)
{
    ra_tensor *s = NULL;
    RA_AUTO ra_tensor *u = NULL, *vh = NULL;
    return ra_linalg_svd(in->t[0], &u, &s, &vh, RA_OPTS(ra_linalg_svd, .full_matrices = false)) == RA_OK ? s : NULL;
}

/* Only for their steady state; how fast they are is measured elsewhere. */
static ra_tensor *run_add(const inputs *in) { return ra_add(in->t[0], in->t[1]); }
static ra_tensor *run_copy(const inputs *in) { return ra_clone(in->t[0]); }
static ra_tensor *run_sum(const inputs *in) { return ra_sum(in->t[0], RA_ALL); }

static ra_tensor *run_chain(const inputs *in)
{
    const ra_tensor *a = in->t[0], *b = in->t[1];
    ra_scope_begin();
    ra_tensor *r = ra_keep(ra_tanh(ra_sqrt(ra_abs(ra_sub(ra_mul(ra_relu(ra_add(ra_mul(a, b), 1.5)), a), b)))));
    return ra_scope_end() == RA_OK ? r : NULL;
}

typedef struct shape {
    int count; /* 0: there is no such input */
    int64_t sizes[4];
} shape;

/* What the inputs are: numbers of a kind, by place. Functions of one have cheaper ways for parts of their range. */
typedef enum filling {
    UNIFORM,   /* from 0 to 1 */
    BFLOATS,   /* uniform */
    HALVES,    /* uniform */
    BYTES,     /* int8 below 10 */
    COMPLEX,   /* both parts uniform */
    MASKED,    /* normal, every 16th -inf */
    TRUTHS,    /* half of them true */
    NORMAL,
    MAGNITUDES, /* of normal ones */
    DOUBLES,   /* normal */
    QUOTIENTS, /* doubles, some hundreds by one */
    POWERS,    /* int64, below 1000 and below 20 */
    DEFINITE,  /* a symmetric matrix with eigenvalues from 1 to a few, and uniform ones */
} filling;

typedef struct work {
    mark_id id; /* MARK_COUNT: only its steady state is looked at */
    const char *name, *torch;
    int64_t size;
    double unit; /* seconds */
    run_fn run;
    filling filling;
    shape shapes[MAX_INPUTS];
} work;

#define FLAT {{1, {FLOATS}}}
#define PAIR {{1, {FLOATS}}, {1, {FLOATS}}}
#define MANY {{1, {MILLION}}, {1, {MILLION}}}
#define TABLE {{2, {ROWS, COLUMNS}}}
#define IMAGES {4, {8, 64, 56, 56}}
#define SQUARES(n) {{2, {n, n}}, {2, {n, n}}}
#define SQUARE(n) {{2, {n, n}}}
#define SYSTEM(n) {{2, {n, n}}, {2, {n, FEW}}}
static const work list[] = {
    {MARK_EXP, "exp", "exp", FLOATS, 1e-6, run_exp, NORMAL, FLAT},
    {MARK_LOG, "log", "log", FLOATS, 1e-6, run_log, MAGNITUDES, FLAT},
    {MARK_TANH, "tanh", "tanh", FLOATS, 1e-6, run_tanh, NORMAL, FLAT},
    {MARK_ERF, "erf", "erf", FLOATS, 1e-6, run_erf, NORMAL, FLAT},
    {MARK_SIN, "sin", "sin", FLOATS, 1e-6, run_sin, NORMAL, FLAT},
    {MARK_SIGMOID, "sigmoid", "sigmoid", FLOATS, 1e-6, run_sigmoid, NORMAL, FLAT},
    {MARK_GELU, "gelu", "gelu", FLOATS, 1e-6, run_gelu, NORMAL, FLAT},
    {MARK_SILU, "silu", "silu", FLOATS, 1e-6, run_silu, NORMAL, FLAT},
    {MARK_SOFTMAX, "softmax", "softmax", 0, 1e-6, run_softmax, UNIFORM, TABLE},
    {MARK_NORM, "layer_norm", "layer_norm", 0, 1e-6, run_norm, UNIFORM, {{2, {ROWS, COLUMNS}}, {1, {COLUMNS}}, {1, {COLUMNS}}}},
    {MARK_SUM0, "sum", "sum0", 0, 1e-6, run_sum0, UNIFORM, TABLE},
    {MARK_CUMSUM, "cumsum", "cumsum", 0, 1e-6, run_cumsum, UNIFORM, TABLE},
    {MARK_TURN, "transpose copy", "turn", 0, 1e-6, run_turn, UNIFORM, TABLE},
    {MARK_SORT, "sort", "sort", 0, 1e-3, run_sort, UNIFORM, TABLE},
    {MARK_GEMM_4, "mm 4", "mm", 4, 1e-6, run_mm, UNIFORM, SQUARES(4)},
    {MARK_GEMM_8, "mm 8", "mm", 8, 1e-6, run_mm, UNIFORM, SQUARES(8)},
    {MARK_GEMM_16, "mm 16", "mm", 16, 1e-6, run_mm, UNIFORM, SQUARES(16)},
    {MARK_GEMM_32, "mm 32", "mm", 32, 1e-6, run_mm, UNIFORM, SQUARES(32)},
    {MARK_GEMM_64, "mm 64", "mm", 64, 1e-6, run_mm, UNIFORM, SQUARES(64)},
    {MARK_MM_1024, "mm 1024", "mm", 1024, 1e-3, run_mm, UNIFORM, SQUARES(1024)},
    {MARK_BMM, "bmm", "bmm", 128, 1e-3, run_bmm, UNIFORM, {{3, {64, 128, 128}}, {3, {64, 128, 128}}}},
    {MARK_ADDMM, "addmm", "addmm", 512, 1e-6, run_addmm, UNIFORM, {{2, {512, 512}}, {2, {512, 512}}, {2, {512, 512}}}},
    {MARK_MATMUL, "matmul", "matmul", 256, 1e-6, run_matmul, UNIFORM, {{3, {8, 256, 256}}, {2, {256, 256}}}},
    {MARK_MM_BFLOAT16, "mm of bfloat16", "mm bfloat16", 1024, 1e-3, run_mm, BFLOATS, SQUARES(1024)},
    {MARK_MM_FLOAT16, "mm of float16", "mm float16", 1024, 1e-3, run_mm, HALVES, SQUARES(1024)},
    {MARK_CONV_3, "conv2d", "conv3", 0, 1e-3, run_conv3, UNIFORM, {IMAGES, {4, {64, 64, 3, 3}}}},
    {MARK_CONV_DEPTHWISE, "depthwise conv2d", "depthwise", 0, 1e-3, run_depthwise, UNIFORM, {IMAGES, {4, {64, 1, 3, 3}}}},
    {MARK_CONV_1, "1x1 conv2d", "conv1", 0, 1e-3, run_conv1, UNIFORM, {IMAGES, {4, {64, 64, 1, 1}}}},
    {MARK_CONV_COMPLEX, "conv2d of complex64", "conv3 complex64", 0, 1e-3, run_conv3, COMPLEX, {{4, {1, 64, 56, 56}}, {4, {64, 64, 3, 3}}}},
    {MARK_EXP_DOUBLE, "exp of doubles", "exp double", FLOATS, 1e-6, run_exp, DOUBLES, FLAT},
    {MARK_SIGMOID_DOUBLE, "sigmoid of doubles", "sigmoid double", FLOATS, 1e-6, run_sigmoid, DOUBLES, FLAT},
    {MARK_SILU_DOUBLE, "silu of doubles", "silu double", FLOATS, 1e-6, run_silu, DOUBLES, FLAT},
    {MARK_TANH_DOUBLE, "tanh of doubles", "tanh double", FLOATS, 1e-6, run_tanh, DOUBLES, FLAT},
    {MARK_SOFTMAX_DOUBLE, "softmax of doubles", "softmax double", FLOATS, 1e-6, run_softmax, DOUBLES, {{2, {FLOATS / 256, 256}}}},
    {MARK_REMAINDER_DOUBLE, "remainder of doubles", "remainder double", FLOATS, 1e-6, run_remainder, QUOTIENTS, PAIR},
    {MARK_FLOOR_DOUBLE, "floor_divide of doubles", "floor_divide double", FLOATS, 1e-6, run_floor_divide, QUOTIENTS, PAIR},
    {MARK_POW_INTEGER, "pow of integers", "pow int64", FLOATS, 1e-6, run_pow, POWERS, PAIR},
    {MARK_COUNT, "add of 16.8M floats", NULL, 0, 1, run_add, UNIFORM, {{1, {LARGE}}, {1, {LARGE}}}},
    {MARK_COUNT, "copy of 16.8M floats", NULL, 0, 1, run_copy, UNIFORM, {{1, {LARGE}}}},
    {MARK_COUNT, "sum of 16.8M floats", NULL, 0, 1, run_sum, UNIFORM, {{1, {LARGE}}}},
    {MARK_COUNT, "8 operators over 16.8M floats", NULL, 0, 1, run_chain, UNIFORM, {{1, {LARGE}}, {1, {LARGE}}}},
    {MARK_COUNT, "8 operators over 65,536 floats", NULL, 0, 1, run_chain, UNIFORM, PAIR},
    {MARK_COUNT, "GEMM 512", NULL, 0, 1, run_mm, UNIFORM, SQUARES(512)},
};
/* Judged by calls that are each waited for at once. */
static const work waited[] = {
    {MARK_ZEROS, "zeros", "zeros", MILLION, 1e-6, run_zeros, UNIFORM, {{1, {MILLION}}}},
    {MARK_FILL_, "fill_", "fill_", MILLION, 1e-6, run_fill_, UNIFORM, {{1, {MILLION}}}},
    {MARK_ZERO_, "zero_", "zero_", MILLION, 1e-6, run_zero_, UNIFORM, {{1, {MILLION}}}},
    {MARK_AND, "logical_and", "logical_and", MILLION, 1e-6, run_logical_and, TRUTHS, MANY},
    {MARK_OR, "logical_or", "logical_or", MILLION, 1e-6, run_logical_or, TRUTHS, MANY},
    {MARK_NOT, "logical_not", "logical_not", MILLION, 1e-6, run_logical_not, TRUTHS, {{1, {MILLION}}}},
};
/* Beside another work of ours. */
static const struct {
    work ours, theirs;
} pairs[] = {
    {{MARK_EXP_MASKED, "exp with -inf", NULL, FLOATS, 1e-6, run_exp, MASKED, FLAT},
     {MARK_COUNT, "exp", NULL, FLOATS, 1e-6, run_exp, NORMAL, FLAT}},
    {{MARK_POW_NUMBER, "pow with a number", NULL, FLOATS, 1e-6, run_pow_number, UNIFORM, FLAT},
     {MARK_COUNT, "pow", NULL, FLOATS, 1e-6, run_pow, UNIFORM, PAIR}},
    {{MARK_MM_INT8, "mm of int8", NULL, 1024, 1e-3, run_mm, BYTES, SQUARES(1024)},
     {MARK_COUNT, "mm of floats", NULL, 1024, 1e-3, run_mm, UNIFORM, SQUARES(1024)}},
    {{MARK_CONV_INT8, "conv2d of int8", NULL, 0, 1e-3, run_conv3, BYTES, {IMAGES, {4, {64, 64, 3, 3}}}},
     {MARK_COUNT, "conv2d of floats", NULL, 0, 1e-3, run_conv3, UNIFORM, {IMAGES, {4, {64, 64, 3, 3}}}}},
};
static const work matrices[] = {
    {MARK_CHOLESKY_512, "cholesky 512", "cholesky", 512, 1e-6, run_cholesky, DEFINITE, SQUARE(512)},
    {MARK_CHOLESKY_1500, "cholesky 1500", "cholesky", 1500, 1e-3, run_cholesky, DEFINITE, SQUARE(1500)},
    {MARK_CHOLESKY_4096, "cholesky 4096", "cholesky", 4096, 1e-3, run_cholesky, DEFINITE, SQUARE(4096)},
    {MARK_SOLVE_512, "solve 512 x 16", "solve", 512, 1e-6, run_solve, DEFINITE, SYSTEM(512)},
    {MARK_SOLVE_1500, "solve 1500 x 16", "solve", 1500, 1e-3, run_solve, DEFINITE, SYSTEM(1500)},
    {MARK_TRIANGULAR_512, "solve_triangular 512 x 16", "triangular", 512, 1e-6, run_triangular, DEFINITE, SYSTEM(512)},
    {MARK_INV_384, "inv 384", "inv", 384, 1e-6, run_inv, DEFINITE, SQUARE(384)},
    {MARK_INV_1500, "inv 1500", "inv", 1500, 1e-3, run_inv, DEFINITE, SQUARE(1500)},
    {MARK_DET_384, "det 384", "det", 384, 1e-6, run_det, DEFINITE, SQUARE(384)},
    {MARK_QR_384, "qr 384", "qr", 384, 1e-6, run_qr, DEFINITE, SQUARE(384)},
    {MARK_QR_1500, "qr 1500", "qr", 1500, 1e-3, run_qr, DEFINITE, SQUARE(1500)},
    {MARK_EIGH_256, "eigh 256", "eigh", 256, 1e-3, run_eigh, DEFINITE, SQUARE(256)},
    {MARK_SVD_256, "svd 256", "svd", 256, 1e-3, run_svd, DEFINITE, SQUARE(256)},
};
static const work large_product = {MARK_CHOLESKY_RATE, "GEMM 4096", NULL, 4096, 1, run_mm, UNIFORM, SQUARES(4096)};
#undef FLAT
#undef PAIR
#undef MANY
#undef TABLE
#undef IMAGES
#undef SQUARES
#undef SQUARE
#undef SYSTEM
enum { WORKS = sizeof list / sizeof *list, WAITED = sizeof waited / sizeof *waited, PAIRS = sizeof pairs / sizeof *pairs, MATRICES = sizeof matrices / sizeof *matrices };

static void inputs_close(inputs *in)
{
    for (int i = 0; i < MAX_INPUTS; i++)
        ra_release(in->t[i]);
}

static ra_tensor *filled(const work *w, int i)
{
    const ra_dims sizes = ra_dims_of(w->shapes[i].sizes, w->shapes[i].count);
    switch (w->filling) {
    case NORMAL: return ra_randn(sizes);
    case MAGNITUDES: return ra_abs(ra_randn(sizes));
    case BFLOATS: return ra_rand(sizes, RA_OPTS(ra_rand, .dtype = RA_BFLOAT16));
    case HALVES: return ra_rand(sizes, RA_OPTS(ra_rand, .dtype = RA_FLOAT16));
    case BYTES: return ra_randint(0, 10, sizes, RA_OPTS(ra_randint, .dtype = RA_INT8));
    case COMPLEX: return ra_complex(ra_rand(sizes), ra_rand(sizes));
    case MASKED: return ra_where(ra_eq(ra_remainder(ra_arange(0, w->size, 1), 16), 0), -INFINITY, ra_randn(sizes));
    case TRUTHS: return ra_lt(ra_rand(sizes), 0.5);
    case DOUBLES: return ra_randn(sizes, RA_OPTS(ra_randn, .dtype = RA_FLOAT64));
    case QUOTIENTS: return ra_mul(ra_rand(sizes, RA_OPTS(ra_rand, .dtype = RA_FLOAT64)), i ? 1 : 500);
    case POWERS: return ra_randint(0, i ? 20 : 1000, sizes);
    case DEFINITE: break;
    default: return ra_rand(sizes);
    }
    ra_tensor *part = ra_rand(sizes);
    return i ? part : ra_add(ra_eye(w->size, w->size), ra_mm(part, ra_transpose(part, 0, 1)), RA_OPTS(ra_add, .alpha = RA_F(1.0 / (double)w->size)));
}

static ra_tensor *input_of(const work *w, int i)
{
    ra_scope_begin();
    ra_tensor *t = ra_keep(filled(w, i));
    return ra_scope_end() == RA_OK ? t : NULL;
}

static bool inputs_open(marks *m, const work *w, inputs *in)
{
    *in = (inputs){0};
    ra_manual_seed(7);
    for (int i = 0; i < MAX_INPUTS && w->shapes[i].count; i++)
        if (!bench_need(m->b, "input", in->t[i] = input_of(w, i)))
            return false;
    return bench_ok(m->b, "ra_wait_all", ra_wait_all());
}

/* Seconds per call of so many, each waited for once so many more are recorded; NaN where one failed. */
static double our_seconds(marks *m, const work *w, const inputs *in, int times, int ahead)
{
    ra_tensor *under_way[2] = {0};
    bool good = true;
    const int64_t start = clock_now_ns();
    for (int i = 0; good && i < times; i++) {
        ra_tensor **slot = &under_way[ahead ? i % 2 : 0];
        if (*slot)
            good = ra_wait(*slot) == RA_OK;
        ra_release(*slot);
        *slot = w->run(in);
        good = good && *slot && (ahead || ra_wait(*slot) == RA_OK);
    }
    for (int i = 0; i < 2; i++) {
        good = good && (!under_way[i] || ra_wait(under_way[i]) == RA_OK);
        ra_release(under_way[i]);
    }
    const double took = (double)(clock_now_ns() - start) / 1e9;
    return good ? took / times : (bench_need(m->b, w->name, NULL), NAN);
}

/* ---- steady state ---- */

typedef struct rest {
    double faults, bytes; /* per turn, of the worst */
    const char *faulting, *growing;
} rest;

static double heap_bytes(void)
{
    const struct mallinfo2 heap = mallinfo2();
    const ra_memory_stats ours = ra_get_memory_stats();
    return (double)heap.arena + (double)heap.hblkhd + (double)ours.heap + (double)ours.fresh;
}

static double faults_now(void)
{
    struct rusage u;
    return getrusage(RUSAGE_SELF, &u) == 0 ? (double)u.ru_minflt : NAN;
}

/*
 * Warm turns, some and for a while; then three stretches, of which the quietest counts: how many results are under way at once
 * depends on who is scheduled when, and a stretch in which there are more than ever before takes memory for them once. What
 * never comes to rest does so in every stretch.
 */
static void come_to_rest(marks *m, const work *w, const inputs *in, rest *r)
{
    const int times = (int)bench_pick(m->b, 10, 50, 200);
    const int64_t warm = clock_now_ns() + 50000000;
    double new_faults = INFINITY, new_bytes = INFINITY;
    do
        our_seconds(m, w, in, times, 1);
    while (clock_now_ns() < warm && !m->b->report->failures);
    for (int i = 0; i < 3; i++) {
        const double bytes = heap_bytes(), faults = faults_now();
        our_seconds(m, w, in, times, 1);
        new_faults = fmin(new_faults, (faults_now() - faults) / times);
        new_bytes = fmin(new_bytes, (heap_bytes() - bytes) / times);
    }
    if (new_faults > r->faults) {
        r->faults = new_faults;
        r->faulting = w->name;
    }
    if (new_bytes > r->bytes) {
        r->bytes = new_bytes;
        r->growing = w->name;
    }
}

/* ---- beside libtorch, or beside another work of ours ---- */

/* Seconds per call of what a work is measured beside: of ours, where there is such, else of libtorch; NaN where neither is there. */
static double their_seconds(marks *m, const work *w, const work *beside, const inputs *in, int times)
{
    return beside ? our_seconds(m, beside, in, times, 1) : mark_peer(m->torch, w->torch, w->size, times);
}

/* `in` are the inputs of w, `their_in` those of `beside` (NULL: libtorch). by_waited: what is judged is calls that are each waited for at once. */
static void measure(marks *m, const work *w, const inputs *in, const work *beside, const inputs *their_in, bool by_waited)
{
    const int turns = (int)bench_pick(m->b, 5, 15, 41);
    const double piece = bench_pick(m->b, 0.004, 0.01, 0.02);
    our_seconds(m, w, in, 3, 1);
    their_seconds(m, w, beside, their_in, 3);
    const int times = mark_times(our_seconds(m, w, in, 5, 1), piece), their_times = mark_times(their_seconds(m, w, beside, their_in, 5), piece);
    samples ahead = {0}, at_once = {0}, theirs = {0};
    for (int i = 0; i < turns; i++) {
        our_seconds(m, w, in, mark_times(piece / times, PEER_WARM_NS / 1e9), 1);
        samples_add(&ahead, our_seconds(m, w, in, times, 1) / w->unit);
        samples_add(&at_once, our_seconds(m, w, in, times, 0) / w->unit);
        if (beside || m->torch)
            samples_add(&theirs, their_seconds(m, w, beside, their_in, their_times) / w->unit);
    }
    const double ours[] = {samples_quantile(&ahead, 0.5), samples_quantile(&at_once, 0.5)}, other = samples_quantile(&theirs, 0.5);
    mark_found(m, w->id, ours[by_waited], beside ? NAN : other, beside ? other : NAN);
    if (mark_is_measured(m, w->id))
        mark_note(m, w->id, "%s: %.3g", by_waited ? "run ahead by one" : "each waited for at once", ours[!by_waited]);
    samples_free(&ahead);
    samples_free(&at_once);
    samples_free(&theirs);
}

static void measure_pair(marks *m, const work *w, const work *beside)
{
    inputs in, their_in = {0};
    progress("marks: %s", w->name);
    if (inputs_open(m, w, &in) && inputs_open(m, beside, &their_in))
        measure(m, w, &in, beside, &their_in, false);
    inputs_close(&in);
    inputs_close(&their_in);
}

static void measure_alone(marks *m, const work *w, bool by_waited)
{
    inputs in;
    progress("marks: %s", w->name);
    if (inputs_open(m, w, &in))
        measure(m, w, &in, NULL, NULL, by_waited);
    inputs_close(&in);
}

/* What takes long is measured at that alone: of how it comes to rest the kernels tell. */
void marks_linalg(marks *m)
{
    for (int i = 0; i < MATRICES; i++)
        measure_alone(m, &matrices[i], false);
    mark_peer(m->torch, "forget", 0, 1);
    inputs in;
    if (inputs_open(m, &large_product, &in)) {
        const double n = large_product.size, product = our_seconds(m, &large_product, &in, (int)bench_pick(m->b, 1, 3, 5), 1);
        mark_found(m, MARK_CHOLESKY_RATE, n * n * n / 3 / m->found[MARK_CHOLESKY_4096].ours / 1e6, NAN, 2 * n * n * n / product / 1e9);
    }
    inputs_close(&in);
}

void marks_kernels(marks *m)
{
    rest r = {0};
    for (int i = 0; i < WORKS; i++) {
        inputs in;
        progress("marks: %s", list[i].name);
        if (inputs_open(m, &list[i], &in)) {
            come_to_rest(m, &list[i], &in, &r);
            if (list[i].id != MARK_COUNT)
                measure(m, &list[i], &in, NULL, NULL, false);
        }
        inputs_close(&in);
    }
    for (int i = 0; i < WAITED; i++)
        measure_alone(m, &waited[i], true);
    for (int i = 0; i < PAIRS; i++)
        measure_pair(m, &pairs[i].ours, &pairs[i].theirs);
    mark_peer(m->torch, "forget", 0, 1);
    mark_found(m, MARK_FAULTS, r.faults, NAN, NAN);
    mark_found(m, MARK_HEAP, r.bytes, NAN, NAN);
    mark_note(m, MARK_FAULTS, "%d workloads, the quietest of three stretches of each", WORKS);
    if (r.faulting)
        mark_note(m, MARK_FAULTS, "the worst is %s", r.faulting);
    if (r.growing)
        mark_note(m, MARK_HEAP, "the worst is %s", r.growing);
    mark_note(m, MARK_ULP, "shown by a test, which compares every float32: RA_TEST_FULL=1, tests/test_math.c");
}
