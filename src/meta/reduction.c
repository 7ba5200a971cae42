/*
 * Geometry of reductions.
 */
#include "meta/reduction.h"

#include "meta/pre.h"
#include "meta/sizes.h"

/* Smaller strides go inside; between equals the row-major order stays. */
static void sort_by_stride(int n, int64_t *sizes, int64_t *strides, int64_t (*others)[RA_MAX_DIMS + 1], int other_count)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && strides[j] < strides[j - 1]; j--) {
            int64_t t = sizes[j];
            sizes[j] = sizes[j - 1], sizes[j - 1] = t;
            t = strides[j];
            strides[j] = strides[j - 1], strides[j - 1] = t;
            for (int k = 0; k < other_count; k++) {
                t = others[k][j];
                others[k][j] = others[k][j - 1], others[k][j - 1] = t;
            }
        }
}

static int merge_dims(int n, int64_t *sizes, int64_t *strides, int64_t (*others)[RA_MAX_DIMS + 1], int other_count)
{
    if (n == 0) {
        sizes[0] = 1;
        strides[0] = 0;
        for (int k = 0; k < other_count; k++)
            others[k][0] = 0;
        return 1;
    }
    int last = 0;
    for (int i = 1; i < n; i++) {
        bool fits = strides[i] == ra__capped_product(strides[last], sizes[last]);
        for (int k = 0; k < other_count; k++)
            fits = fits && others[k][i] == ra__capped_product(others[k][last], sizes[last]);
        if (fits) {
            sizes[last] *= sizes[i]; /* fits: at most numel, or 0 */
            continue;
        }
        last++;
        sizes[last] = sizes[i];
        strides[last] = strides[i];
        for (int k = 0; k < other_count; k++)
            others[k][last] = others[k][i];
    }
    return last + 1;
}

/* Results have the reduced dimensions as size 1, or not at all. */
void ra__reduction_of(const ra_meta *m, const int results[2], bool in_order, ra__reduction *r)
{
    const ra_layout *in = m->in[0].layout;
    const uint32_t mask = RA__PRE(m, const ra__reduce_pre)->mask;
    const int64_t *sizes = ra__sizes(in), *strides = ra__strides(in), item = ra__element_bytes((ra_dtype)in->dtype);
    const ra__shape *out[2] = {NULL, NULL};
    int place[2] = {0, 0};
    for (int k = 0; k < 2; k++)
        if (results[k] >= 0) {
            out[k] = ra__out_shape(m, results[k]);
            place[k] = out[k]->ndim;
        }
    r->kept = r->reduced = 0;
    r->outputs = r->length = 1;
    for (int d = in->ndim - 1; d >= 0; d--) {
        const bool is_reduced = (mask >> d) & 1;
        int64_t out_stride[2] = {0, 0};
        for (int k = 0; k < 2; k++)
            if (out[k] && (!is_reduced || out[k]->ndim == in->ndim)) {
                place[k]--;
                out_stride[k] = out[k]->strides[place[k]] * ra__element_bytes(out[k]->dtype); /* fits: a stride in bytes */
            }
        *(is_reduced ? &r->length : &r->outputs) *= sizes[d]; /* fits: at most numel, or 0 */
        if (sizes[d] == 1)
            continue;
        if (is_reduced) {
            r->sizes[r->reduced] = sizes[d];
            r->strides[r->reduced++] = strides[d] * item; /* fits: a stride in bytes */
        } else {
            r->kept_sizes[r->kept] = sizes[d];
            r->kept_in[r->kept] = strides[d] * item; /* fits: a stride in bytes */
            r->kept_out[0][r->kept] = out_stride[0];
            r->kept_out[1][r->kept++] = out_stride[1];
        }
    }
    sort_by_stride(r->kept, r->kept_sizes, r->kept_in, r->kept_out, 2);
    r->kept = merge_dims(r->kept, r->kept_sizes, r->kept_in, r->kept_out, 2);
    if (!in_order)
        sort_by_stride(r->reduced, r->sizes, r->strides, NULL, 0);
    r->reduced = merge_dims(r->reduced, r->sizes, r->strides, NULL, 0);
}
