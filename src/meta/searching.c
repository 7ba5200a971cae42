/*
 * Meta functions of searches in what is sorted, and of triangles' indices.
 */
#include "meta/pre.h"
#include "meta/sizes.h"

#include <string.h>

/* What values and sequence are compared in; a result of values' sizes. */
static ra_status searched(ra_meta *m, int sequence_arg, int values_arg, bool narrow)
{
    const ra_layout *sequence = ra__layout(m, sequence_arg), *values = ra__layout(m, values_arg);
    const ra_scalar *number = ra__in(m, values_arg)->number;
    ra__search_pre *pre = RA__PRE(m, ra__search_pre);
    ra__promotion promotion = {RA_NO_DTYPE, RA_NO_DTYPE, RA_NO_DTYPE};
    char a[160], b[160];

    if (sequence->ndim == 0)
        return ra__refuse(m, RA_ERR_SHAPE, "the sorted sequence has no dimensions");
    if (number && sequence->ndim != 1)
        return ra__refuse(m, RA_ERR_SHAPE, "a number needs a sorted sequence of one dimension, not %d", sequence->ndim);
    bool alike = sequence->ndim == 1 || sequence->ndim == values->ndim;
    for (int d = 0; alike && sequence->ndim > 1 && d < sequence->ndim - 1; d++)
        alike = ra__sizes(sequence)[d] == ra__sizes(values)[d];
    if (!alike)
        return ra__refuse(m, RA_ERR_SHAPE, "a sorted sequence of sizes %s and values of sizes %s differ beside the last dimension",
                          ra__sizes_text(sequence->ndim, ra__sizes(sequence), a, sizeof a), ra__sizes_text(values->ndim, ra__sizes(values), b, sizeof b));
    ra__promote_tensor(&promotion, sequence->dtype, sequence->ndim);
    if (number)
        ra__promote_number(&promotion, number->kind, m->default_dtype);
    else
        ra__promote_tensor(&promotion, values->dtype, values->ndim);
    pre->common = ra__promoted(&promotion);
    const ra_status status = ra__check_dtype(m, pre->common);
    if (status)
        return status;
    if (narrow && ra__sizes(sequence)[sequence->ndim - 1] >= INT32_MAX)
        return ra__refuse(m, RA_ERR_OVERFLOW, "places among %lld elements do not fit int32", (long long)ra__sizes(sequence)[sequence->ndim - 1]);
    return ra__set_output(m, 0, narrow ? RA_INT32 : RA_INT64, values->ndim, ra__sizes(values), NULL, RA__STRIDES_HINT | RA__NO_OVERLAP);
}

ra_status ra__meta_searchsorted(ra_meta *m)
{
    const ra_layout *sequence = ra__layout(m, 0), *sorter = ra__layout(m, 2);
    const int side = ra__arg_choice(m, 5); /* left, right */
    ra__search_pre *pre = RA__PRE(m, ra__search_pre);

    if (side == 0 && ra__arg_bool(m, 4))
        return ra__refuse(m, RA_ERR_ARGUMENT, "side is left, but right is asked for");
    pre->right = ra__arg_bool(m, 4) || side == 1;
    pre->sorter_arg = sorter ? 2 : -1;
    if (sorter && (sorter->ndim != sequence->ndim || memcmp(ra__sizes(sorter), ra__sizes(sequence), sorter->ndim * sizeof(int64_t))))
        return ra__refuse(m, RA_ERR_SHAPE, "sorter must have the sizes of the sorted sequence");
    if (sorter && sorter->dtype != RA_INT64)
        return ra__refuse(m, RA_ERR_DTYPE, "sorter has dtype %s and must be int64", ra_dtype_name((ra_dtype)sorter->dtype));
    return searched(m, 0, 1, ra__arg_bool(m, 3));
}

ra_status ra__meta_bucketize(ra_meta *m)
{
    const ra_layout *boundaries = ra__layout(m, 1);
    ra__search_pre *pre = RA__PRE(m, ra__search_pre);

    if (boundaries->ndim != 1)
        return ra__refuse(m, RA_ERR_SHAPE, "boundaries have %d dimensions and must have one", boundaries->ndim);
    pre->right = ra__arg_bool(m, 3);
    pre->sorter_arg = -1;
    return searched(m, 1, 0, ra__arg_bool(m, 2));
}

/* ---- indices of triangles ---- */

/* Elements of the first `rows` rows on and below a diagonal; wide enough for any sizes. */
static unsigned __int128 below(int64_t rows, int64_t columns, int64_t offset)
{
    const __int128 first = (__int128)offset + 1, full = (__int128)columns - offset; /* of row 0; rows from there on are whole; fits: 128 bits */
    const __int128 from = first > 0 ? 0 : -first + 1, to = full < rows ? full > from ? full : from : rows;
    if (rows <= 0 || columns <= 0 || from >= rows)
        return 0;
    const __int128 growing = to - from; /* rows from + first, ..., one more each */
    return (unsigned __int128)((growing * (2 * (from + first) + growing - 1)) / 2 + (rows - to) * columns);
}

int64_t ra__triangle_start(const ra__triangle_pre *t, int64_t row)
{
    const int64_t whole = (int64_t)below(row, t->columns, t->upper ? t->offset - 1 : t->offset);
    return t->upper ? row * t->columns - whole : whole; /* fits: elements of a result, or of a matrix of which it is a part */
}

static ra_status triangle(ra_meta *m, bool upper)
{
    const int64_t rows = ra__arg_int(m, 0), columns = ra__arg_int(m, 1), offset = ra__arg_int(m, 2);
    const ra_dtype asked = ra__arg_dtype(m, 3), dtype = asked == RA_NO_DTYPE ? RA_INT64 : asked;
    ra__triangle_pre *t = RA__PRE(m, ra__triangle_pre);
    int64_t all, sizes[2] = {2, 0};

    if (rows < 0 || columns < 0)
        return ra__refuse(m, RA_ERR_SHAPE, "a matrix of %lld rows and %lld columns", (long long)rows, (long long)columns);
    ra_status status = ra__check_dtype(m, dtype);
    if (status)
        return status;
    if (!ra__product_fits(rows, columns, &all) || offset < -(INT64_C(1) << 62) || offset > INT64_C(1) << 62)
        return ra__refuse(m, RA_ERR_OVERFLOW, "a matrix of %lld rows and %lld columns, or an offset of %lld, is out of range", (long long)rows, (long long)columns, (long long)offset);
    *t = (ra__triangle_pre){.rows = rows, .columns = columns, .offset = offset, .upper = upper};
    sizes[1] = ra__triangle_start(t, rows);
    return ra__set_output(m, 0, dtype, 2, sizes, NULL, 0);
}

ra_status ra__meta_tril_indices(ra_meta *m)
{
    return triangle(m, false);
}

ra_status ra__meta_triu_indices(ra_meta *m)
{
    return triangle(m, true);
}
