/*
 * Meta functions of clamp, clamp_min and clamp_max: what may stand as a bound, and the dtype that comes of it.
 */
#include "meta/copy.h"
#include "meta/meta.h"

#include <math.h>

static bool is_nan(const ra_scalar *number)
{
    return number && isnan(ra__scalar_double(*number));
}

/* Numbers as bounds must fit the dtype that is computed in, but for one beside a NaN, which everything becomes; for bool there are tensors only. */
static ra_status check_bounds(ra_meta *m, ra_dtype common)
{
    const bool is_all_nan = m->in_count == 3 && m->in[1].number && m->in[2].number && (is_nan(m->in[1].number) || is_nan(m->in[2].number));
    ra_status s = RA_OK;
    for (int k = 1; !s && k < m->in_count; k++) {
        if (m->in[k].number && common == RA_BOOL)
            s = ra__refuse(m, RA_ERR_DTYPE, "not defined for bool with a number as bound");
        else if (m->in[k].number)
            s = ra__check_number(m, *m->in[k].number, is_all_nan ? RA_FLOAT64 : common);
    }
    return s;
}

static bool bounds_are_numbers(const ra_meta *m)
{
    for (int k = 1; k < m->in_count; k++)
        if (m->in[k].layout && !m->in[k].number)
            return false;
    return true;
}

/* Numbers as bounds are attributes in PyTorch, not operands: the result's strides are those of self alone. */
static ra_status clamped(ra_meta *m, ra_dtype common)
{
    const bool numbers = bounds_are_numbers(m);
    ra_status s = ra__check_dtype(m, common);
    return s ? s : ra__elementwise_output(m, &(ra__elementwise){.compute = common, .result = common, .leading = numbers ? 1 : 0, .exact_dtype = numbers});
}

ra_status ra__meta_clamp(ra_meta *m)
{
    bool no_min = ra__is_absent(m, 1), no_max = ra__is_absent(m, 2);
    if (no_min && no_max)
        return ra__refuse(m, RA_ERR_ARGUMENT, "one of min and max must be given");
    const ra_dtype self = m->in[0].layout->dtype;
    /* A floating self takes any numbers that its dtype holds, complex ones without an imaginary part too. */
    const ra_dtype common = ra__is_floating(self) && bounds_are_numbers(m) ? self : ra__common_dtype(m);
    if (common == RA_BOOL && !no_min && !no_max)
        return ra__refuse(m, RA_ERR_DTYPE, "not defined for bool with both bounds");
    ra_status s = check_bounds(m, common);
    if (s)
        return s;
    m->geometry.params.i[3] = no_max ? 1 : no_min ? 2 : 0;
    return clamped(m, common);
}

ra_status ra__meta_clamp_bound(ra_meta *m)
{
    ra_dtype common = ra__common_dtype(m);
    ra_status s = check_bounds(m, common);
    return s ? s : clamped(m, common);
}
