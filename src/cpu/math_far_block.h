/* math_far_block.h: a template (no include guard). Makes ra__<name>_n(out, in, count) from
 * ra__<name>_near, which vectorises and holds for |x| <= limit, and ra__<name>_far, which holds
 * beyond and does not vectorise. A block is computed as if every element were near; the far ones
 * are then redone one by one. What an element gets depends on its value alone, never on its
 * neighbours. out and in are the same array or do not overlap.
 *
 * Parameters, undefined at the end: RA_FAR_NAME, RA_FAR_TYPE, RA_FAR_LIMIT.
 */
#define RA__FAR_JOIN_(a, b, c) a##b##c
#define RA__FAR_JOIN(a, b, c) RA__FAR_JOIN_(a, b, c)

static inline void RA__FAR_JOIN(ra__, RA_FAR_NAME, _n)(RA_FAR_TYPE *out, const RA_FAR_TYPE *in,
                                                       size_t count) {
    enum { block = 64 };
    RA_FAR_TYPE kept[block];
    for (size_t at = 0; at < count; at += block) {
        size_t n = count - at < block ? count - at : block;
        int far = 0;
        memcpy(kept, in + at, n * sizeof kept[0]); /* out may be in */
        for (size_t i = 0; i < n; i++)
            out[at + i] = RA__FAR_JOIN(ra__, RA_FAR_NAME, _near)(kept[i]);
        for (size_t i = 0; i < n; i++)
            far |= !(__builtin_fabs(kept[i]) <= RA_FAR_LIMIT);
        if (far)
            for (size_t i = 0; i < n; i++)
                if (!(__builtin_fabs(kept[i]) <= RA_FAR_LIMIT))
                    out[at + i] = RA__FAR_JOIN(ra__, RA_FAR_NAME, _far)(kept[i]);
    }
}

#undef RA__FAR_JOIN
#undef RA__FAR_JOIN_
#undef RA_FAR_NAME
#undef RA_FAR_TYPE
#undef RA_FAR_LIMIT
