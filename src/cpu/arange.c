/*
 * arange, linspace, logspace: values from an index, computed in int64 or double and converted.
 */
#include "cpu/math_complex.h"
#include "cpu/math_f64_pow.h"
#include "cpu/sequence.h"
#include "cpu/strided.h"
#include "meta/pre.h"

enum { GRAIN = 32768, CHUNK = 256 };

struct arange_state {
    struct ra__arange_pre pre;
    ra_dtype dtype;
};

struct linspace_state {
    struct ra__linspace_pre pre;
    ra_dtype dtype;
};

static ra_status arange_plan(const ra_meta *m, ra_plan *p)
{
    struct arange_state *st = ra__plan_alloc(p, sizeof *st);
    if (!st)
        return RA_ERR_MEMORY;
    const ra__shape *out = ra__out_shape(m, 0);
    *st = (struct arange_state){.pre = *RA__PRE(m, struct ra__arange_pre), .dtype = out->dtype};
    p->state = st;
    ra__plan_sequence(p, st->pre.count, GRAIN, 0.5);
    return RA_OK;
}

static ra_status arange_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    const struct arange_state *st = r->plan->state;
    ra__convert_fn convert = RA__ISA_NAME(ra__convert)(st->dtype, st->pre.is_integer ? RA_INT64 : RA_FLOAT64);
    int64_t bytes = (int64_t)ra_dtype_size(st->dtype), end = ra__min(last * GRAIN, st->pre.count);
    for (int64_t i = first * GRAIN; i < end; i += CHUNK) {
        union {
            int64_t i[CHUNK];
            double f[CHUNK];
        } values;
        int64_t n = ra__min(CHUNK, end - i);
        if (st->pre.is_integer)
            for (int64_t j = 0; j < n; j++)
                values.i[j] = (int64_t)((uint64_t)st->pre.start_int + (uint64_t)(i + j) * (uint64_t)st->pre.step_int);
        else
            for (int64_t j = 0; j < n; j++)
                values.f[j] = st->pre.start + (double)(i + j) * st->pre.step;
        convert(r->data[0] + i * bytes, bytes, (const char *)&values, 8, n);
    }
    return RA_OK;
}

const ra_kernel RA__KERNEL(arange) = {.name = "arange", .plan = arange_plan, .run = arange_run};

static ra_status linspace_plan(const ra_meta *m, ra_plan *p)
{
    struct linspace_state *st = ra__plan_alloc(p, sizeof *st);
    if (!st)
        return RA_ERR_MEMORY;
    *st = (struct linspace_state){.pre = *RA__PRE(m, struct ra__linspace_pre), .dtype = ra__out_shape(m, 0)->dtype};
    p->state = st;
    ra__plan_sequence(p, st->pre.steps, GRAIN, 0.7);
    return RA_OK;
}

/* From the nearer end, so that both are met exactly and the values are symmetric. */
static void linspace_values(double *values, int64_t spacing, const struct ra__linspace_pre *pre, int part, int64_t i, int64_t n)
{
    double start = pre->start[part], end = pre->end[part];
    double step = pre->steps > 1 ? (end - start) / (double)(pre->steps - 1) : 0;
    int64_t halfway = pre->steps == 1 ? 1 : pre->steps / 2;
    for (int64_t j = 0; j < n; j++) {
        double below = start + step * (double)(i + j), above = end - step * (double)(pre->steps - 1 - i - j);
        values[j * spacing] = i + j < halfway ? below : above;
    }
}

static void linspace_chunk(double *values, int parts, const struct ra__linspace_pre *pre, int64_t i, int64_t n)
{
    for (int part = 0; part < parts; part++)
        linspace_values(values + part, parts, pre, part, i, n);
}

static void logspace_chunk(double *values, int parts, const struct ra__linspace_pre *pre, int64_t i, int64_t n)
{
    linspace_chunk(values, parts, pre, i, n);
    for (int64_t j = 0; j < n && parts == 1; j++)
        values[j] = ra__pow(pre->base, values[j]);
    for (int64_t j = 0; j < n && parts == 2; j++) {
        const double _Complex power = ra__c128_pow(ra__c128(pre->base, 0), ra__c128(values[2 * j], values[2 * j + 1]));
        values[2 * j] = __real__ power;
        values[2 * j + 1] = __imag__ power;
    }
}

static ra_status spaced_run(ra__run *r, int64_t first, int64_t last, void (*chunk)(double *, int, const struct ra__linspace_pre *, int64_t, int64_t))
{
    const struct linspace_state *st = r->plan->state;
    int parts = ra__is_complex(st->dtype) ? 2 : 1;
    ra__convert_fn convert = RA__ISA_NAME(ra__convert)(st->dtype, parts == 2 ? RA_COMPLEX128 : RA_FLOAT64);
    int64_t bytes = (int64_t)ra_dtype_size(st->dtype), end = ra__min(last * GRAIN, st->pre.steps);
    for (int64_t i = first * GRAIN; i < end; i += CHUNK) {
        double values[2 * CHUNK];
        int64_t n = ra__min(CHUNK, end - i);
        chunk(values, parts, &st->pre, i, n);
        convert(r->data[0] + i * bytes, bytes, (const char *)values, 8 * parts, n);
    }
    return RA_OK;
}

static ra_status linspace_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    return spaced_run(r, first, last, linspace_chunk);
}

static ra_status logspace_plan(const ra_meta *m, ra_plan *p)
{
    const ra_status s = linspace_plan(m, p);
    p->cost_ns *= 20;
    return s;
}

static ra_status logspace_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    return spaced_run(r, first, last, logspace_chunk);
}

const ra_kernel RA__KERNEL(linspace) = {.name = "linspace", .plan = linspace_plan, .run = linspace_run};
const ra_kernel RA__KERNEL(logspace) = {.name = "logspace", .plan = logspace_plan, .run = logspace_run};
