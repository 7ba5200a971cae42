/*
 * Composites: attention. Rows of queries at a time, so that the scores of one share of them are in memory, never those of all.
 */
#include "async/front/composites_layers.h"

#include <math.h>

enum { SCORES = 1 << 20, LEAST_ROWS = 16 }; /* a share's scores, if it has more rows than that: 4 MiB, and long enough for each product */

typedef struct attention {
    const ra_tensor *query, *key, *value, *mask;
    int64_t rows, columns; /* queries, keys */
    double scale;
    bool is_causal;
} attention;

static ra_status check_mask(const attention *a)
{
    if (a->mask == RA_NONE)
        return RA_OK;
    const ra_dtype dtype = ra_tensor_dtype(a->mask);
    if (dtype != RA_BOOL && dtype != RA_FLOAT32 && dtype != ra_tensor_dtype(a->query))
        return ra__refusal(RA_ERR_DTYPE, "attn_mask: has dtype %s, which is not bool, float32 or that of query", ra_dtype_name(dtype));
    if (a->is_causal)
        return ra__refusal(RA_ERR_ARGUMENT, "attn_mask: stands beside is_causal");
    const int n = ra_ndim(a->query), others = ra_ndim(a->key), most = n > others ? n : others;
    if (ra_ndim(a->mask) > most || (n == 4 && ra_ndim(a->mask) < 2))
        return ra__refusal(RA_ERR_SHAPE, "attn_mask: has %d dimensions, query and key %d", ra_ndim(a->mask), most);
    return RA_OK;
}

static ra_status check(const ra_op_call *call, attention *a)
{
    static const char *const names[] = {"query", "key", "value"};
    const ra_dtype dtype = ra_tensor_dtype(a->query);
    for (int i = 0; i < 3; i++) {
        const ra_tensor *t = call->args[i].tensor;
        if (ra_ndim(t) < 2)
            return ra__refusal(RA_ERR_SHAPE, "%s: has %d dimensions, fewer than 2", names[i], ra_ndim(t));
        if (ra_tensor_dtype(t) != dtype)
            return ra__refusal(RA_ERR_DTYPE, "%s: has dtype %s, query %s", names[i], ra_dtype_name(ra_tensor_dtype(t)), ra_dtype_name(dtype));
    }
    if (ra_size(a->query, -1) != ra_size(a->key, -1))
        return ra__refusal(RA_ERR_SHAPE, "query and key: vectors of %lld and %lld", (long long)ra_size(a->query, -1), (long long)ra_size(a->key, -1));
    if (ra_size(a->key, -2) != ra_size(a->value, -2))
        return ra__refusal(RA_ERR_SHAPE, "key and value: %lld and %lld of them", (long long)ra_size(a->key, -2), (long long)ra_size(a->value, -2));
    if (call->args[4].real != 0)
        return ra__refusal(RA_ERR_UNSUPPORTED, "dropout_p: there is no dropout");
    const ra_status s = ra__composite_computes(call, dtype);
    return s ? s : check_mask(a);
}

/* Heads of keys or values, each for as many heads of queries in a row. */
static const ra_tensor *repeated(const ra_tensor *t, int64_t times)
{
    const int n = ra_ndim(t);
    int64_t sizes[RA_MAX_DIMS + 1], merged[RA_MAX_DIMS];
    if (times == 1)
        return t;
    for (int d = 0, to = 0; d < n; d++) {
        sizes[to++] = merged[d] = ra_size(t, d);
        if (d == n - 3) {
            sizes[to++] = times;
            merged[d] *= times; /* fits: as many as of queries */
        }
    }
    return ra_reshape(ra_expand(ra_unsqueeze(t, -3), ra_dims_of(sizes, n + 1)), ra_dims_of(merged, n));
}

static ra_status share_heads(attention *a)
{
    const int n = ra_ndim(a->query);
    if (n < 3 || ra_ndim(a->key) != n || ra_ndim(a->value) != n || n > RA_MAX_DIMS - 1)
        return ra__refusal(RA_ERR_SHAPE, "query, key and value: must have as many dimensions each, and heads among them");
    const int64_t heads = ra_size(a->query, -3), keys = ra_size(a->key, -3), values = ra_size(a->value, -3);
    if (!keys || !values || heads % keys || heads % values)
        return ra__refusal(RA_ERR_SHAPE, "query: its %lld heads are no multiple of %lld and %lld", (long long)heads, (long long)keys, (long long)values);
    a->key = repeated(a->key, heads / keys);
    a->value = repeated(a->value, heads / values);
    return RA_OK;
}

/* Of queries first to first + count - 1. */
static ra_tensor *of_rows(const attention *a, int64_t first, int64_t count)
{
    const int64_t columns = a->is_causal && first + count < a->columns ? first + count : a->columns; /* fits: queries */
    ra_tensor *query = ra_mul(ra__layer_widened(ra_narrow(a->query, -2, first, count)), a->scale);
    ra_tensor *score = ra_matmul(query, ra_transpose(ra_narrow(a->key, -2, 0, columns), -2, -1));
    const bool is_hidden = a->is_causal && columns > 1;
    if (is_hidden)
        score = ra_where(ra_le(ra__layer_steps(a->query, 0, columns), ra_unsqueeze(ra__layer_steps(a->query, first, first + count), 1)), score, -INFINITY);
    if (a->mask != RA_NONE) {
        const ra_tensor *mask = ra_ndim(a->mask) > 1 && ra_size(a->mask, -2) == a->rows && a->rows != 1 ? ra_narrow(a->mask, -2, first, count) : a->mask;
        score = ra_tensor_dtype(mask) == RA_BOOL ? ra_where(mask, score, -INFINITY) : ra_add(score, ra__layer_widened(mask));
    }
    ra_tensor *share = ra__hidden(softmax_or_zero, {.tensor = score, .kind = RA_ARG_TENSOR}, {.integer = -1, .kind = RA_ARG_INT}, {.kind = RA_ARG_NONE});
    return ra_matmul(share, ra_narrow(a->value, -2, 0, columns));
}

/* As much as one share of the queries may be. */
static int64_t rows_at_once(const attention *a)
{
    int64_t each = a->columns > 0 ? a->columns : 1;
    for (int d = 0; d < ra_ndim(a->query) - 2; d++)
        each = ra__capped_product(each, ra_size(a->query, d));
    const int64_t rows = SCORES / (each > 0 ? each : 1);
    return rows < LEAST_ROWS ? LEAST_ROWS : rows;
}

/* Whether PyTorch has one kernel for it, whose result lies as the query does; what it puts together from others is contiguous. */
static bool lies_as_query(const attention *a, bool shares_heads)
{
    const ra_tensor *all[] = {a->query, a->key, a->value, a->mask};
    for (int i = 0; i < 4; i++) {
        const bool is_mask = i == 3;
        if (is_mask && a->mask == RA_NONE)
            continue;
        const int n = ra_ndim(all[i]);
        if (is_mask ? n != 4 && n != 2 : n != 4 || ra_stride(all[i], -1) != 1)
            return false;
        for (int d = 0; d < n - 2; d++) {
            const int64_t size = ra_size(all[i], d);
            if (size != ra_size(a->query, d) && !(is_mask ? size == 1 : shares_heads && d == 1))
                return false;
        }
    }
    return a->rows && a->columns && ra_size(a->value, -1) == ra_size(a->query, -1);
}

DEFINE(scaled_dot_product_attention)
{
    attention a = {.query = call->args[0].tensor, .key = call->args[1].tensor, .value = call->args[2].tensor, .mask = ra__composite_optional(call, 3),
                   .is_causal = call->args[5].boolean};
    const bool has_scale = call->args[6].kind == RA_ARG_SCALAR, shares_heads = call->args[7].boolean;
    ra_status s = check(call, &a);
    if (s)
        return s;
    a.rows = ra_size(a.query, -2);
    a.columns = ra_size(a.key, -2);
    const bool is_alike = lies_as_query(&a, shares_heads);
    if (shares_heads && (s = share_heads(&a)))
        return s;
    const ra_scalar scale = call->args[6].scalar;
    if (has_scale && scale.kind == RA_SCALAR_COMPLEX)
        return ra__refusal(RA_ERR_DTYPE, "scale: a complex number");
    a.scale = !has_scale ? 1 / sqrt((double)ra_size(a.query, -1)) : scale.kind == RA_SCALAR_FLOAT ? scale.value.f[0] : (double)scale.value.i;
    const ra_tensor *query = a.query;
    a.key = ra__layer_widened(a.key);
    a.value = ra__layer_widened(a.value);
    const int64_t at_once = ra_size(a.value, -1) ? rows_at_once(&a) : 0, first = a.rows < at_once ? a.rows : at_once;
    ra_tensor *part = of_rows(&a, 0, first), *result = NULL;
    int64_t sizes[RA_MAX_DIMS];
    const int n = part ? ra_ndim(part) : 0;
    for (int d = 0; d < n; d++)
        sizes[d] = d == n - 2 ? a.rows : ra_size(part, d);
    if (part && !is_alike && first == a.rows)
        return ra__gives(results, ra__layer_narrowed(part, query));
    if (part && is_alike)
        result = ra_empty_like(query, NULL);
    else if (part)
        result = ra_empty(ra_dims_of(sizes, n), RA_OPTS(ra_empty, .dtype = ra_tensor_dtype(query), .device = ra_tensor_device(query)));
    for (int64_t at = 0; result && part && (at < a.rows || !at); at += first) {
        const int64_t count = at + first < a.rows ? first : a.rows - at; /* fits: queries */
        part = at ? of_rows(&a, at, count) : part;
        (void)!(part ? ra_copy_(ra_narrow(result, -2, at, count), part) : RA_OK);
        if (ra__layer_is_hollow(result))
            break;
    }
    return ra__gives(results, result);
}
