#include "async/front/masks.h"

#include "async/front/dispatch_call.h"
#include "async/front/tensor.h"
#include "async/thread/state.h"

#include <string.h>

static bool is_mask(const ra_tensor *t)
{
    ra_dtype d = t == RA_NONE ? RA_NO_DTYPE : (ra_dtype)ra__layout_of(t)->dtype;
    return d == RA_BOOL || d == RA_UINT8;
}

static ra_status check_mask(const ra_op *op, const ra_tensor *self, const ra_tensor *mask, int dim)
{
    const ra_layout *s = ra__layout_of(self), *l = ra__layout_of(mask);
    for (int d = 0; d < l->ndim; d++)
        if (dim + d >= s->ndim || ra__sizes(l)[d] != ra__sizes(s)[dim + d])
            return ra__refusal(RA_ERR_SHAPE, "%s: size %lld of dimension %d of a mask does not match that of self at dimension %d", op->name,
                               (long long)ra__sizes(l)[d], d, dim + d);
    return RA_OK;
}

static ra_status make(const ra_op *op, ra_variant variant, const ra_arg *args, int arg_count, ra_tensor **results, size_t result_count, size_t *produced)
{
    ra__call c;
    ra_status s = ra__normalise(op, args, (size_t)arg_count, &c.normal);
    return s ? s : ra__call_make(&c, op, variant, results, result_count, produced, NULL);
}

/* Those of its nonzero, of the scope in force. */
static ra_status columns_of(const ra_tensor *mask, ra_tensor **columns, int count)
{
    ra_tensor *rows = NULL;
    const ra_arg args[] = {{.tensor = mask, .kind = RA_ARG_TENSOR}};
    ra_status s = make(&ra__ops[RA__OP_nonzero], RA_FUNCTIONAL, args, 1, &rows, 1, NULL);
    if (!s)
        s = ra__tensor_resolve(rows);
    if (s || !count)
        return s;
    const ra_arg by_column[] = {{.tensor = rows, .kind = RA_ARG_TENSOR}, {.integer = 1, .kind = RA_ARG_INT}};
    return make(&ra__ops[RA__OP_unbind], RA_FUNCTIONAL, by_column, 2, columns, RA_MAX_DIMS, NULL);
}

ra_status ra__dispatch_with_masks(const ra_op *op, ra_variant variant, const ra_arg *args, ra_tensor **results, size_t result_count,
                                  size_t *produced, bool *replaced)
{
    const ra_tensors indices = args[1].tensors; /* of index and index_put_ alike */
    const ra_tensor *self = args[0].tensor;
    *replaced = false;
    for (int64_t i = 0; i < indices.count; i++)
        *replaced |= is_mask(indices.items[i]);
    if (!*replaced)
        return RA_OK;

    const ra_tensor *columns[RA_MAX_DIMS];
    int dim = 0, failed = ra__tls.carried.failed_scopes;
    ra_scope_begin();
    ra_status s = ra__tls.carried.failed_scopes > failed ? RA_ERR_MEMORY : ra__tensor_resolve(self);
    for (int64_t i = 0; !s && i < indices.count; i++) {
        const ra_tensor *t = indices.items[i];
        int takes = is_mask(t) ? ra__layout_of(t)->ndim : 1;
        if (dim + takes > RA_MAX_DIMS)
            s = ra__refusal(RA_ERR_SHAPE, "%s: too many indices", op->name);
        else if (!is_mask(t))
            columns[dim] = t;
        else if (!(s = ra__tensor_resolve(t)) && !(s = check_mask(op, self, t, dim))) {
            ra_tensor *parts[RA_MAX_DIMS];
            s = columns_of(t, parts, takes);
            for (int d = 0; !s && d < takes; d++)
                columns[dim + d] = parts[d];
        }
        dim += takes;
    }
    if (!s) {
        ra_arg replacement[RA__MAX_ARGS];
        memcpy(replacement, args, (size_t)op->arg_count * sizeof *args);
        replacement[1].tensors = ra_tensors_of(columns, dim);
        s = make(op, variant, replacement, op->arg_count, results, result_count, produced);
        if (!s && variant == RA_FUNCTIONAL)
            ra__tensor_to_outer_scope(results[0]);
    }
    ra_status ended = ra_scope_end();
    return s ? s : ended;
}
