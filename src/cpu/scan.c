/*
 * Scans whose steps must keep their order: cumprod and logcumsumexp, where another order would overflow elsewhere, and
 * cummax and cummin, which tell positions. Products of float32 are taken in double, of halves in float32, of integers in int64.
 *
 * Sequences lie side by side (across: a tile of them advances row by row) or are taken one by one (along). Elements
 * pass through a tile in scratch and are read before they are written, so the result may be the input. Dense sequences of the scan's own
 * type need none, nor do products of dense ones that are taken of some together.
 */
#include "cpu/convert.h"
#include "cpu/math_complex.h"
#include "cpu/scan_rows.h"
#include "cpu/sort.h"
#include "cpu/stream.h"

#include <string.h>

enum {
    TILE = 2048,   /* elements of a tile along */
    WIDTH = 512,   /* sequences side by side */
    BUDGET = 65536 /* elements of a grain */
};

/* log(exp(x) + exp(c)); where both are the same infinity, or one is NaN, there is nothing to add. */
static double log_of_sum(double c, double x)
{
    if (c != c || x != x)
        return c + x;
    const double less = x >= c ? c : x, more = x >= c ? x : c;
    return less != more || isfinite(less) ? log1p(exp(less - more)) + more : x;
}

/* log(1 + z), where z may be small. */
static double _Complex log_of_one_and(double _Complex z)
{
    const double x = creal(z), y = cimag(z), angle = atan2(y, x + 1);
    if (hypot(x, y) >= 0.5)
        return ra__c128(log(hypot(x + 1, y)), angle);
    const double r = x * (2 + x) + y * y;
    return ra__c128(r == 0 ? x : 0.5 * log1p(r), angle);
}

/* exp of what has an infinite real part: the angle alone tells where it goes. */
static double _Complex infinite_exp(double _Complex z)
{
    const double angle = cimag(z);
    if (!isfinite(angle))
        return ra__c128(INFINITY, NAN);
    return ra__c128(cos(angle) == 0 ? 0 : cos(angle) * (double)INFINITY, sin(angle) == 0 ? 0 : sin(angle) * (double)INFINITY);
}

static double _Complex complex_log_of_sum(double _Complex c, double _Complex x)
{
    if (c != c || x != x)
        return ra__c128(NAN, NAN);
    const bool after = creal(x) >= creal(c);
    const double _Complex less = after ? c : x, more = after ? x : c;
    if (isfinite(creal(more)) || creal(more) != creal(less)) {
        const double modulus = exp(creal(less) - creal(more)), angle = cimag(less) - cimag(more);
        return log_of_one_and(ra__c128(modulus * cos(angle), modulus * sin(angle))) + more;
    }
    return creal(more) < 0 ? less : log_of_one_and(infinite_exp(less) + infinite_exp(more) - 1);
}

#define PRODUCT(c, x) ((c) * (x))
#define MOST(c, x) (((x) != (x)) | (((c) == (c)) & ((x) >= (c))))
#define LEAST(c, x) (((x) != (x)) | (((c) == (c)) & ((x) <= (c))))

#define SCAN_NAME product_f32
#define SCAN_T float
#define SCAN_FIRST 1
#define SCAN_NEXT PRODUCT
#include "cpu/scan_template.h"
#define SCAN_NAME product_f64
#define SCAN_T double
#define SCAN_FIRST 1
#define SCAN_NEXT PRODUCT
#include "cpu/scan_template.h"
#define SCAN_NAME product_i64
#define SCAN_T uint64_t
#define SCAN_FIRST 1
#define SCAN_NEXT PRODUCT
#include "cpu/scan_template.h"
#define SCAN_NAME product_c128
#define SCAN_T double _Complex
#define SCAN_FIRST 1
#define SCAN_NEXT ra__c128_mul
#include "cpu/scan_template.h"
#define SCAN_NAME log_f64
#define SCAN_T double
#define SCAN_FIRST -(double)INFINITY
#define SCAN_NEXT log_of_sum
#include "cpu/scan_template.h"
#define SCAN_NAME log_c128
#define SCAN_T double _Complex
#define SCAN_FIRST ra__c128(-(double)INFINITY, 0)
#define SCAN_NEXT complex_log_of_sum
#include "cpu/scan_template.h"

#define SCAN_NAME max_u8
#define SCAN_T uint8_t
#define SCAN_TAKES MOST
#include "cpu/scan_template.h"
#define SCAN_NAME max_i64
#define SCAN_T int64_t
#define SCAN_TAKES MOST
#include "cpu/scan_template.h"
#define SCAN_NAME max_f32
#define SCAN_T float
#define SCAN_TAKES MOST
#include "cpu/scan_template.h"
#define SCAN_NAME max_f64
#define SCAN_T double
#define SCAN_TAKES MOST
#include "cpu/scan_template.h"
#define SCAN_NAME min_u8
#define SCAN_T uint8_t
#define SCAN_TAKES LEAST
#include "cpu/scan_template.h"
#define SCAN_NAME min_i64
#define SCAN_T int64_t
#define SCAN_TAKES LEAST
#include "cpu/scan_template.h"
#define SCAN_NAME min_f32
#define SCAN_T float
#define SCAN_TAKES LEAST
#include "cpu/scan_template.h"
#define SCAN_NAME min_f64
#define SCAN_T double
#define SCAN_TAKES LEAST
#include "cpu/scan_template.h"

#define ROWS_NAME product_rows_f32
#define ROWS_T double
#define ROWS_M float
#define ROWS_FIRST 1
#define ROWS_NEXT PRODUCT
#include "cpu/scan_rows_template.h"
#define ROWS_NAME product_rows_f64
#define ROWS_T double
#define ROWS_M double
#define ROWS_FIRST 1
#define ROWS_NEXT PRODUCT
#include "cpu/scan_rows_template.h"
#define ROWS_NAME product_rows_i64
#define ROWS_T uint64_t
#define ROWS_M uint64_t
#define ROWS_FIRST 1
#define ROWS_NEXT PRODUCT
#include "cpu/scan_rows_template.h"

typedef void (*scan_fn)(void *row, int64_t *positions, int64_t n, void *carry, int64_t *carried, int64_t at);
typedef void (*dense_fn)(const void *from, void *to, int64_t *positions, int64_t n, void *carry, int64_t *carried, int64_t at);

/* What a scan is in each type that it is taken in. */
typedef struct scan_kind {
    struct {
        scan_fn along, across;
        dense_fn dense;
    } u8, i64, f32, f64, c128;
    struct {
        ra__scan_rows_fn i64, f32, f64; /* by the result's dtype; NULL: there is none */
    } rows;
    bool positions, half_in_f64; /* positions: there is a second result */
    double cost;                 /* ns an element */
} scan_kind;

#define WAYS(name) {along_##name, across_##name, dense_##name}
static const scan_kind product_kind = {.i64 = WAYS(product_i64), .f32 = WAYS(product_f32), .f64 = WAYS(product_f64), .c128 = WAYS(product_c128),
                                       .rows = {product_rows_i64, product_rows_f32, product_rows_f64}, .cost = 1.5};
static const scan_kind log_kind = {.f64 = WAYS(log_f64), .c128 = WAYS(log_c128), .half_in_f64 = true, .cost = 30};
static const scan_kind max_kind = {.u8 = WAYS(max_u8), .i64 = WAYS(max_i64), .f32 = WAYS(max_f32), .f64 = WAYS(max_f64), .positions = true, .cost = 2};
static const scan_kind min_kind = {.u8 = WAYS(min_u8), .i64 = WAYS(min_i64), .f32 = WAYS(min_f32), .f64 = WAYS(min_f64), .positions = true, .cost = 2};

typedef struct scan {
    ra__rows rows;            /* strides: input, values, positions */
    scan_fn along, across;
    ra__scan_rows_fn together; /* NULL: sequences are scanned one by one */
    dense_fn dense;           /* NULL: through a tile; else sequences are dense, of the scan's own type, and so are both results */
    ra__convert_fn first, then, store; /* memory to the result's dtype (NULL: it is that), to the scan's, back */
    size_t via, item;         /* bytes of an element of the result, of the scan */
    bool is_across, positions;
    int64_t width, tiles_a_row, units, batch;
    size_t via_at, carry_at, positions_at, carried_at; /* in scratch, behind the tile */
} scan;

static ra_dtype choose(scan *s, const scan_kind *kind, ra_dtype result)
{
    ra_dtype in = ra__is_complex(result)                                        ? RA_COMPLEX128
                  : ra__is_half(result) && !kind->half_in_f64                   ? RA_FLOAT32
                  : result == RA_FLOAT32 && kind->positions                     ? RA_FLOAT32
                  : ra__is_floating(result)                                     ? RA_FLOAT64
                  : kind->positions && (result == RA_BOOL || result == RA_UINT8) ? RA_UINT8
                                                                                : RA_INT64;
    s->along = in == RA_COMPLEX128 ? kind->c128.along : in == RA_FLOAT32 ? kind->f32.along : in == RA_FLOAT64 ? kind->f64.along : in == RA_UINT8 ? kind->u8.along : kind->i64.along;
    s->across = in == RA_COMPLEX128 ? kind->c128.across : in == RA_FLOAT32 ? kind->f32.across : in == RA_FLOAT64 ? kind->f64.across : in == RA_UINT8 ? kind->u8.across : kind->i64.across;
    return in;
}

static size_t round_up(size_t bytes)
{
    return (bytes + 63) & ~(size_t)63;
}

static ra_status plan_scan(const ra_meta *m, ra_plan *p, const scan_kind *kind)
{
    scan *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    memset(s, 0, sizeof *s);
    const ra_dtype from = m->in[0].layout->dtype, result = ra__out_shape(m, 0)->dtype, in = choose(s, kind, result);
    s->first = from != result ? RA__ISA_NAME(ra__convert)(result, from) : NULL;
    s->then = RA__ISA_NAME(ra__convert)(in, result);
    s->store = RA__ISA_NAME(ra__convert)(result, in);
    s->via = ra_dtype_size(result);
    s->item = ra_dtype_size(in);
    s->positions = kind->positions;
    RA__ISA_NAME(ra__rows_init)(&s->rows, m, RA__PRE(m, const ra__along_pre)->dim, kind->positions ? 2 : 1);
    p->state = s;
    p->phases = 0;
    const ra__rows *rows = &s->rows;
    if (rows->n == 0 || rows->rows == 0)
        return RA_OK;
    const int64_t beside = rows->ndim ? rows->sizes[0] : 1;
    s->is_across = rows->n > 1 && beside >= 8 && rows->strides[0][0] < rows->stride[0];
    s->width = s->is_across ? beside < WIDTH ? beside : WIDTH : 1;
    s->tiles_a_row = s->is_across ? (beside + s->width - 1) / s->width : 1;
    s->units = s->is_across ? rows->rows / beside * s->tiles_a_row : rows->rows;
    s->batch = rows->n < BUDGET / s->width ? BUDGET / (s->width * rows->n) : 1;
    if (!s->is_across && !s->first && rows->stride[0] == (int64_t)s->via && rows->stride[1] == (int64_t)s->via)
        s->together = result == RA_FLOAT32 ? kind->rows.f32 : result == RA_FLOAT64 ? kind->rows.f64 : result == RA_INT64 ? kind->rows.i64 : NULL;
    const bool dense = !s->is_across && from == in && result == in && rows->stride[0] == (int64_t)s->item && rows->stride[1] == (int64_t)s->item;
    if (dense && (!s->positions || rows->stride[2] == (int64_t)sizeof(int64_t)))
        s->dense = in == RA_COMPLEX128 ? kind->c128.dense : in == RA_FLOAT32 ? kind->f32.dense : in == RA_FLOAT64 ? kind->f64.dense : in == RA_UINT8 ? kind->u8.dense : kind->i64.dense;
    if (s->together && s->batch < RA__SCANS_TOGETHER && s->units >= 16 * RA__SCANS_TOGETHER)
        s->batch = RA__SCANS_TOGETHER;
    const size_t tile = (size_t)(s->is_across ? s->width : TILE), most = (size_t)s->width;
    s->via_at = round_up(tile * s->item);
    s->carry_at = s->via_at + round_up(tile * s->via);
    s->positions_at = s->carry_at + round_up(most * s->item);
    s->carried_at = s->positions_at + (s->positions ? round_up(tile * sizeof(int64_t)) : 0);
    p->scratch = s->carried_at + round_up(most * sizeof(int64_t)); /* fits: tiles */
    p->cost_ns = 50 + (double)rows->rows * (20 + (s->together && s->batch >= RA__SCANS_TOGETHER ? 0.3 : kind->cost) * (double)rows->n);
    p->phases = 1;
    p->grains[0] = (s->units + s->batch - 1) / s->batch;
    return RA_OK;
}

/* Where a unit begins in input and results, and of how many sequences it is. */
static int64_t unit_at(const scan *s, int64_t unit, int64_t offsets[3])
{
    if (!s->is_across) {
        RA__ISA_NAME(ra__rows_at)(&s->rows, unit, offsets);
        return 1;
    }
    const int64_t beside = s->rows.sizes[0], column = unit % s->tiles_a_row * s->width;
    RA__ISA_NAME(ra__rows_at)(&s->rows, unit / s->tiles_a_row * beside + column, offsets);
    return beside - column < s->width ? beside - column : s->width;
}

static void scan_unit(const scan *s, ra__run *r, int64_t unit)
{
    int64_t offsets[3];
    const int64_t width = unit_at(s, unit, offsets), step = s->is_across ? 1 : TILE, from = s->is_across ? s->rows.strides[0][0] : s->rows.stride[0];
    char *tile = r->scratch, *via = tile + s->via_at, *carry = tile + s->carry_at;
    int64_t *positions = (int64_t *)(void *)(tile + s->positions_at), *carried = (int64_t *)(void *)(tile + s->carried_at);
    const char *in = r->data[s->positions ? 2 : 1] + offsets[0];
    for (int64_t i = 0; i < s->rows.n; i += step) {
        const int64_t n = s->is_across ? width : s->rows.n - i < TILE ? s->rows.n - i : TILE;
        const char *at = in + i * s->rows.stride[0];
        if (s->first)
            s->first(via, (int64_t)s->via, at, from, n);
        s->then(tile, (int64_t)s->item, s->first ? via : at, s->first ? (int64_t)s->via : from, n);
        (s->is_across ? s->across : s->along)(tile, positions, n, carry, carried, i);
        for (int k = 0; k < (s->positions ? 2 : 1); k++) {
            const int64_t to = s->is_across ? s->rows.strides[1 + k][0] : s->rows.stride[1 + k];
            char *out = r->data[k] + offsets[1 + k] + i * s->rows.stride[1 + k];
            if (k == 0)
                s->store(out, to, tile, (int64_t)s->item, n);
            for (int64_t j = 0; k == 1 && j < n; j++)
                memcpy(out + j * to, &positions[j], sizeof positions[j]);
        }
    }
}

/* Results that are streamed pass through the tile. */
static void scan_dense(const scan *s, ra__run *r, int64_t unit)
{
    int64_t offsets[3];
    (void)unit_at(s, unit, offsets);
    const int64_t elements = s->rows.rows * s->rows.n, item = (int64_t)s->item;
    const char *from = r->data[s->positions ? 2 : 1] + offsets[0];
    const bool streams = ra__streams(r, elements * item) && r->data[0] + offsets[1] != from;
    const bool streams_positions = s->positions && ra__streams(r, elements * (int64_t)sizeof(int64_t));
    char *tile = r->scratch, *carry = tile + s->carry_at;
    int64_t *positions = (int64_t *)(void *)(tile + s->positions_at), *carried = (int64_t *)(void *)(tile + s->carried_at);
    for (int64_t i = 0; i < s->rows.n; i += TILE) {
        const int64_t n = s->rows.n - i < TILE ? s->rows.n - i : TILE;
        char *to = r->data[0] + offsets[1] + i * item, *places = s->positions ? r->data[1] + offsets[2] + i * (int64_t)sizeof(int64_t) : NULL;
        s->dense(from + i * item, streams ? tile : to, streams_positions ? positions : (int64_t *)(void *)places, n, carry, carried, i);
        if (streams)
            ra__stream(to, tile, n * item);
        if (streams_positions)
            ra__stream(places, (const char *)positions, n * (int64_t)sizeof(int64_t));
    }
    if (streams || streams_positions)
        ra__stream_fence();
}

static ra_status run_scan(ra__run *r, int phase, int64_t first, int64_t last)
{
    const scan *s = r->plan->state;
    (void)phase;
    const int64_t end = last * s->batch < s->units ? last * s->batch : s->units;
    int64_t unit = first * s->batch;
    while (s->together && unit + RA__SCANS_TOGETHER <= end)
        unit += ra__scan_rows(&s->rows, s->together, r->data[0], r->data[1], unit, end);
    for (; unit < end; unit++)
        s->dense ? scan_dense(s, r, unit) : scan_unit(s, r, unit);
    return RA_OK;
}

#define KERNEL(op, kind) \
    static ra_status op##_plan(const ra_meta *m, ra_plan *p) \
    { \
        return plan_scan(m, p, &kind); \
    } \
    const ra_kernel RA__KERNEL(op) = {.name = #op, .plan = op##_plan, .run = run_scan};
KERNEL(cumprod, product_kind)
KERNEL(logcumsumexp, log_kind)
KERNEL(cummax, max_kind)
KERNEL(cummin, min_kind)
