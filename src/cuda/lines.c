/*
 * Lines: from sizes and strides alone.
 */
#include "cuda/lines.h"

#include "meta/sizes.h"

enum { BATCH = 8 /* of a thread's elements: what it reads at a time (lines.cu), or half of it */, ACROSS = 32 /* side by side at least, where they lie so: the threads of a warp */ };

static int64_t power_of_two(int64_t n, int64_t most) /* from n on */
{
    int64_t power = 1;
    while (power < n && power < most)
        power *= 2;
    return power;
}

static void share(int64_t wanted, int64_t neighbours, int64_t *lines, int64_t *beside)
{
    const int64_t least = power_of_two(neighbours, ACROSS);
    *lines = power_of_two(wanted, RA__CUDA_THREADS / least);
    *beside = RA__CUDA_THREADS / *lines;
}

/* As many as have a batch each; but across sequences that lie side by side a warp reads those. */
void ra__cuda_lines_share(int64_t length, int64_t neighbours, int64_t *lines, int64_t *beside)
{
    share(ra__cuda_pieces(length, BATCH), neighbours, lines, beside);
}

/* A further dimension, which goes on where the last one ends, or is one by itself. */
static void add_dim(int64_t *dims, int64_t *sizes, int64_t (*strides)[RA_MAX_DIMS + 1], int64_t size, int sides, const int64_t *steps)
{
    const int64_t last = *dims - 1;
    bool fits = last >= 0;
    for (int k = 0; fits && k < sides; k++)
        fits = steps[k] == ra__capped_product(strides[k][last], sizes[last]);
    if (fits) {
        sizes[last] *= size; /* fits: at most numel, or 0 */
        return;
    }
    sizes[*dims] = size;
    for (int k = 0; k < sides; k++)
        strides[k][*dims] = steps[k];
    ++*dims;
}

void ra__cuda_lines_of(ra__cuda_lines *l, int ndim, const int64_t *sizes, uint32_t mask, int sides, const ra__cuda_side *side)
{
    static const int64_t none[RA__CUDA_LINE_OPERANDS];
    *l = (ra__cuda_lines){.count = 1, .length = 1};
    for (int d = ndim - 1; d >= 0; d--) {
        const bool is_along = mask >> d & 1;
        int64_t steps[RA__CUDA_LINE_OPERANDS];
        *(is_along ? &l->length : &l->count) *= sizes[d]; /* fits: at most numel, or 0 */
        if (sizes[d] == 1)
            continue;
        for (int k = 0; k < sides; k++)
            steps[k] = side[k].strides[d] * side[k].bytes; /* fits: a stride in bytes */
        if (is_along)
            add_dim(&l->along, l->along_sizes, l->along_strides, sizes[d], sides, steps);
        else
            add_dim(&l->kept, l->kept_sizes, l->kept_strides, sizes[d], sides, steps);
    }
    if (!l->along)
        add_dim(&l->along, l->along_sizes, l->along_strides, 1, sides, none);
    if (!l->kept)
        add_dim(&l->kept, l->kept_sizes, l->kept_strides, 1, sides, none);
    l->is_across = l->kept_sizes[0] > 1 && (l->length <= 1 || l->kept_strides[0][0] < l->along_strides[0][0]);
    ra__cuda_lines_share(l->length, l->is_across ? l->kept_sizes[0] : 1, &l->lines, &l->beside);
}

/* But no fewer than have a batch each until they are a warp. */
void ra__cuda_lines_keep(ra__cuda_lines *l, int64_t most)
{
    const int64_t batches = ra__cuda_pieces(l->length, BATCH), kept = ra__cuda_pieces(l->length, most), warp = batches < ACROSS ? batches : ACROSS;
    share(kept > warp ? kept : warp, l->is_across ? l->kept_sizes[0] : 1, &l->lines, &l->beside);
}

bool ra__cuda_lines_grouped(const ra__cuda_lines *l, int k, int64_t bytes)
{
    bool are = l->along == 1 && l->length % RA__CUDA_GROUP == 0 && l->along_strides[k][0] == bytes;
    for (int d = 0; d < l->kept; d++)
        are = are && l->kept_strides[k][d] % (RA__CUDA_GROUP * bytes) == 0;
    return are;
}

int64_t ra__cuda_lines_tiles(const ra__cuda_lines *l)
{
    return ra__cuda_pieces(l->count, l->beside);
}
