/* math_far_block.h: a template (no include guard). Makes ra__<name>_n(out, in, count) from
 * ra__<name>_near, which vectorises and holds for |x| <= near, ra__<name>_wide, which does so up to
 * limit at more cost, and ra__<name>_far, which holds beyond and does not vectorise. In a block where
 * not all are near, the others are redone. What an element gets depends on its value alone, never on
 * its neighbours. out and in are the same array or do not overlap.
 *
 * Parameters, undefined at the end: RA_FAR_NAME, RA_FAR_TYPE, RA_FAR_LIMIT (left out: wide holds for
 * every argument, and there is no far), RA_FAR_NEAR (left out: near holds up to limit, and there is
 * no wide); or instead of it RA_FAR_IS_NEAR(x), where near is another range; RA_FAR_SAME (defined
 * where near gives wide's bits, and there is no far): a block in which not all are near is wide's, or,
 * with RA_FAR_END, that of ra__<name>_ends where all others are that large or NaN, which costs little
 * more than near: of what masks leave, infinities. RA_FAR_LOW (of floats, with RA_FAR_SAME and RA_FAR_NEAR): ra__<name>_low
 * gives wide's bits of everything up to there but NaN, at hardly more cost than near; a block of such is that one's.
 */
#define RA__FAR_JOIN_(a, b, c) a##b##c
#define RA__FAR_JOIN(a, b, c) RA__FAR_JOIN_(a, b, c)
#define RA__FAR_ABS(x) _Generic((x), float: __builtin_fabsf, double: __builtin_fabs)(x)
#define RA__FAR_BITS(x) _Generic((x), float: ra__bits_f32, double: ra__bits_f64)(x)
#define RA__FAR_UNSIGNED __typeof__(RA__FAR_BITS((RA_FAR_TYPE)0))
#define RA__FAR_BLOCK 512
#if defined(RA_FAR_IS_NEAR)
#define RA__FAR_HAS_WIDE
#elif defined(RA_FAR_NEAR)
#define RA__FAR_HAS_WIDE
#define RA_FAR_IS_NEAR(x) (RA__FAR_ABS(x) <= RA_FAR_NEAR)
#else
#define RA_FAR_IS_NEAR(x) (RA__FAR_ABS(x) <= RA_FAR_LIMIT)
#endif

/* A block in which not all are near. */
static __attribute__((noinline, unused)) void RA__FAR_JOIN(ra__, RA_FAR_NAME, _far_block)(RA_FAR_TYPE *out, const RA_FAR_TYPE *in,
                                                                                        size_t n) {
#ifdef RA_FAR_SAME
#ifdef RA_FAR_END
    RA__FAR_UNSIGNED least = RA__FAR_BITS(RA_FAR_END); /* of how far those that are not near are beyond it */
    for (size_t i = 0; i < n; i++) {
        const RA__FAR_UNSIGNED beyond = RA__FAR_BITS(RA__FAR_ABS(in[i])) - RA__FAR_BITS(RA_FAR_NEAR) - 1;
        least = beyond < least ? beyond : least;
    }
    if (least >= RA__FAR_BITS(RA_FAR_END) - RA__FAR_BITS(RA_FAR_NEAR) - 1) {
        RA_MATH_INDEPENDENT
        for (size_t i = 0; i < n; i++)
            out[i] = RA__FAR_JOIN(ra__, RA_FAR_NAME, _ends)(in[i]);
        return;
    }
#endif
    RA_MATH_INDEPENDENT
    for (size_t i = 0; i < n; i++)
        out[i] = RA__FAR_JOIN(ra__, RA_FAR_NAME, _wide)(in[i]);
#else
    RA_FAR_TYPE kept[RA__FAR_BLOCK];
    memcpy(kept, in, n * sizeof kept[0]); /* out may be in */
    for (size_t i = 0; i < n; i++)
        out[i] = RA__FAR_JOIN(ra__, RA_FAR_NAME, _near)(kept[i]);
#ifdef RA__FAR_HAS_WIDE
    for (size_t i = 0; i < n; i++) {
        RA_FAR_TYPE wide = RA__FAR_JOIN(ra__, RA_FAR_NAME, _wide)(kept[i]);
        out[i] = RA_FAR_IS_NEAR(kept[i]) ? out[i] : wide;
    }
#endif
#ifdef RA_FAR_LIMIT
    for (size_t i = 0; i < n; i++)
        if (!(RA__FAR_ABS(kept[i]) <= RA_FAR_LIMIT))
            out[i] = RA__FAR_JOIN(ra__, RA_FAR_NAME, _far)(kept[i]);
#endif
#endif
}

static inline void RA__FAR_JOIN(ra__, RA_FAR_NAME, _n)(RA_FAR_TYPE *out, const RA_FAR_TYPE *in,
                                                       size_t count) {
    for (size_t at = 0; at < count; at += RA__FAR_BLOCK) {
        const RA_FAR_TYPE *x = in + at;
        RA_FAR_TYPE *y = out + at;
        size_t n = count - at < RA__FAR_BLOCK ? count - at : RA__FAR_BLOCK;
#if defined(RA_FAR_LOW)
        int32_t high = INT32_MIN; /* bits with a sign tell positive numbers apart, bits without one negative ones */
        uint32_t low = 0;
        for (size_t i = 0; i < n; i++) {
            const uint32_t bits = RA__FAR_BITS(x[i]);
            high = (int32_t)bits > high ? (int32_t)bits : high;
            low = bits > low ? bits : low;
        }
        const int far = high > (int32_t)RA__FAR_BITS(RA_FAR_NEAR) || low > RA__FAR_BITS(-RA_FAR_NEAR);
        if (far && high <= (int32_t)RA__FAR_BITS(RA_FAR_LOW) && low <= RA__FAR_BITS(-RA__INF_F32)) {
            RA_MATH_INDEPENDENT
            for (size_t i = 0; i < n; i++)
                y[i] = RA__FAR_JOIN(ra__, RA_FAR_NAME, _low)(x[i]);
            continue;
        }
#elif defined(RA_FAR_NEAR)
        RA__FAR_UNSIGNED most = 0; /* of the bits of |x|, of which a NaN has more than infinity; of doubles, as AVX2 has no such maximum: whether one is far */
        for (size_t i = 0; i < n; i++) {
            const RA__FAR_UNSIGNED bits = RA__FAR_BITS(RA__FAR_ABS(x[i]));
            most = sizeof x[i] == 8 ? most | !RA_FAR_IS_NEAR(x[i]) : bits > most ? bits : most;
        }
        const int far = sizeof *x == 8 ? most != 0 : most > RA__FAR_BITS(RA_FAR_NEAR);
#else
        int far = 0;
        for (size_t i = 0; i < n; i++)
            far |= !RA_FAR_IS_NEAR(x[i]);
#endif
        if (far) {
            RA__FAR_JOIN(ra__, RA_FAR_NAME, _far_block)(y, x, n);
            continue;
        }
        RA_MATH_INDEPENDENT
        for (size_t i = 0; i < n; i++)
            y[i] = RA__FAR_JOIN(ra__, RA_FAR_NAME, _near)(x[i]);
    }
}

#undef RA__FAR_JOIN
#undef RA__FAR_JOIN_
#undef RA__FAR_ABS
#undef RA__FAR_BLOCK
#undef RA_FAR_NAME
#undef RA_FAR_TYPE
#undef RA_FAR_LIMIT
#undef RA_FAR_NEAR
#undef RA_FAR_IS_NEAR
#undef RA_FAR_END
#undef RA_FAR_LOW
#undef RA__FAR_BITS
#undef RA__FAR_UNSIGNED
#undef RA_FAR_SAME
#undef RA__FAR_HAS_WIDE
