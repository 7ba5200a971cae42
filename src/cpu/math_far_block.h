/* math_far_block.h: a template (no include guard). Makes ra__<name>_n(out, in, count) from
 * ra__<name>_near, which vectorises and holds for |x| <= near, ra__<name>_wide, which does so up to
 * limit at more cost, and ra__<name>_far, which holds beyond and does not vectorise. A block is
 * computed as if every element were near; the others are then redone. What an element gets depends
 * on its value alone, never on its neighbours. out and in are the same array or do not overlap.
 *
 * Parameters, undefined at the end: RA_FAR_NAME, RA_FAR_TYPE, RA_FAR_LIMIT, RA_FAR_NEAR (left out:
 * near holds up to limit, and there is no wide).
 */
#define RA__FAR_JOIN_(a, b, c) a##b##c
#define RA__FAR_JOIN(a, b, c) RA__FAR_JOIN_(a, b, c)
#define RA__FAR_ABS(x) ((x) < 0 ? -(x) : (x))

/* Redoes what is not near. */
static __attribute__((noinline, unused)) void RA__FAR_JOIN(ra__, RA_FAR_NAME, _redo)(RA_FAR_TYPE *out, const RA_FAR_TYPE *in,
                                                                                  size_t n) {
#ifdef RA_FAR_NEAR
    for (size_t i = 0; i < n; i++) {
        RA_FAR_TYPE wide = RA__FAR_JOIN(ra__, RA_FAR_NAME, _wide)(in[i]);
        out[i] = RA__FAR_ABS(in[i]) <= RA_FAR_NEAR ? out[i] : wide;
    }
#endif
    for (size_t i = 0; i < n; i++)
        if (!(RA__FAR_ABS(in[i]) <= RA_FAR_LIMIT))
            out[i] = RA__FAR_JOIN(ra__, RA_FAR_NAME, _far)(in[i]);
}

static inline void RA__FAR_JOIN(ra__, RA_FAR_NAME, _n)(RA_FAR_TYPE *out, const RA_FAR_TYPE *in,
                                                       size_t count) {
    enum { block = 256 };
#ifdef RA_FAR_NEAR
    const RA_FAR_TYPE near = RA_FAR_NEAR;
#else
    const RA_FAR_TYPE near = RA_FAR_LIMIT;
#endif
    RA_FAR_TYPE kept[block];
    for (size_t at = 0; at < count; at += block) {
        size_t n = count - at < block ? count - at : block;
        int far = 0;
        memcpy(kept, in + at, n * sizeof kept[0]); /* out may be in */
        for (size_t i = 0; i < n; i++)
            far |= !(RA__FAR_ABS(kept[i]) <= near);
        for (size_t i = 0; i < n; i++)
            out[at + i] = RA__FAR_JOIN(ra__, RA_FAR_NAME, _near)(kept[i]);
        if (far)
            RA__FAR_JOIN(ra__, RA_FAR_NAME, _redo)(out + at, kept, n);
    }
}

#undef RA__FAR_JOIN
#undef RA__FAR_JOIN_
#undef RA__FAR_ABS
#undef RA_FAR_NAME
#undef RA_FAR_TYPE
#undef RA_FAR_LIMIT
#undef RA_FAR_NEAR
