#include "meta/geometry.h"


/* Whether dimension a should be outside of b: the first operand that tells them apart decides, outputs first. */
static int compare_dims(const ra__geometry *g, int a, int b)
{
    for (int k = 0; k < g->operands; k++) {
        int64_t sa = g->strides[k][a], sb = g->strides[k][b];
        if (sa == 0 || sb == 0)
            continue;
        if (sa != sb)
            return sa < sb ? -1 : 1;
        if (g->sizes[a] > g->sizes[b])
            return 1;
    }
    return 0;
}

static void swap_dims(ra__geometry *g, int a, int b)
{
    int64_t t = g->sizes[a];
    g->sizes[a] = g->sizes[b];
    g->sizes[b] = t;
    for (int k = 0; k < g->operands; k++) {
        t = g->strides[k][a];
        g->strides[k][a] = g->strides[k][b];
        g->strides[k][b] = t;
    }
}

static bool can_merge(const ra__geometry *g, int inner, int outer)
{
    if (g->sizes[inner] == 1 || g->sizes[outer] == 1)
        return true;
    for (int k = 0; k < g->operands; k++) {
        int64_t span; /* past what the last element of a description needs to fit */
        if (!ra__product_fits(g->sizes[inner], g->strides[k][inner], &span) || g->strides[k][outer] != span)
            return false;
    }
    return true;
}

void ra__geometry_collapse(ra__geometry *g)
{
    int n = g->ndim;
    for (int a = 0, b = n - 1; a < b; a++, b--) /* innermost first */
        swap_dims(g, a, b);

    for (int i = 1; i < n; i++) { /* insertion; a pair that cannot be told apart neither swaps nor ends the scan */
        int at = i;
        for (int k = i - 1; k >= 0; k--) {
            int c = compare_dims(g, k, at);
            if (c > 0) {
                swap_dims(g, k, at);
                at = k;
            } else if (c < 0)
                break;
        }
    }

    int kept = 0;
    for (int d = 1; d < n; d++) {
        if (can_merge(g, kept, d)) {
            if (g->sizes[kept] == 1)
                for (int k = 0; k < g->operands; k++)
                    g->strides[k][kept] = g->strides[k][d];
            g->sizes[kept] *= g->sizes[d]; /* fits: a product of some sizes */
        } else {
            kept++;
            g->sizes[kept] = g->sizes[d];
            for (int k = 0; k < g->operands; k++)
                g->strides[k][kept] = g->strides[k][d];
        }
    }
    g->ndim = kept + 1;
    if (n == 0) {
        g->sizes[0] = 1;
        for (int k = 0; k < g->operands; k++)
            g->strides[k][0] = 0;
    }
    g->numel = 1;
    for (int d = 0; d < g->ndim; d++)
        g->numel *= g->sizes[d]; /* fits: numel */
}
