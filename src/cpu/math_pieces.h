/* math_pieces.h: a template (no include guard). Makes ra__<name>(x) and ra__<name>_n(out, in, count) for
 * a function of float32 that is made of two pieces: ra__<name>_small for |x| <= small and NaN, and beyond
 * it the tails. A block of values that are all small costs no more than that piece; in another both are
 * computed and one is taken. What an element gets depends on its value alone, never on its neighbours.
 * out and in are the same array or do not overlap.
 *
 * The tails are cut into steps, each a loop of its own over the block, with what one hands to the next
 * in arrays: a chain of dependent operations is then short enough for a core to have several in flight.
 * ra__<name>_first(x, kept, wide) writes RA_PIECES_KEPT floats, or one where there is a second step;
 * ra__<name>_second(x, kept, wide) makes RA_PIECES_KEPT of it; ra__<name>_last(x, kept, wide) returns the
 * result. wide is a constant, 0 where every |x| of the block is at most near: then what only others need
 * is left out, and the bits are the same.
 *
 * Parameters, undefined at the end: RA_PIECES_NAME, RA_PIECES_SMALL, RA_PIECES_KEPT, RA_PIECES_NEAR (left
 * out: wide makes no difference), RA_PIECES_SECOND (left out: there is no second step).
 */
#define RA__PIECES_JOIN_(a, b, c) a##b##c
#define RA__PIECES_JOIN(a, b, c) RA__PIECES_JOIN_(a, b, c)
#define RA__PIECE(step) RA__PIECES_JOIN(ra__, RA_PIECES_NAME, step)
#define RA__PIECES_BLOCK 512
#ifdef RA_PIECES_SECOND
#define RA__PIECES_FIRST 1
#else
#define RA__PIECES_FIRST RA_PIECES_KEPT
#endif

RA_MATH float RA__PIECE()(float x) {
    float kept[RA_PIECES_KEPT];
    if (!(__builtin_fabsf(x) > RA_PIECES_SMALL))
        return RA__PIECE(_small)(x);
    RA__PIECE(_first)(x, kept, 1);
#ifdef RA_PIECES_SECOND
    RA__PIECE(_second)(x, kept, 1);
#endif
    return RA__PIECE(_last)(x, kept, 1);
}

/* A block in which not all are small. */
RA_MATH void RA__PIECE(_block)(float *out, const float *in, size_t n, int wide) {
    float kept[RA_PIECES_KEPT][RA__PIECES_BLOCK] __attribute__((aligned(64)));
    for (size_t i = 0; i < n; i++) {
        float k[RA_PIECES_KEPT];
        RA__PIECE(_first)(in[i], k, wide);
        for (int j = 0; j < RA__PIECES_FIRST; j++)
            kept[j][i] = k[j];
    }
#ifdef RA_PIECES_SECOND
    for (size_t i = 0; i < n; i++) {
        float k[RA_PIECES_KEPT];
        for (int j = 0; j < RA__PIECES_FIRST; j++)
            k[j] = kept[j][i];
        RA__PIECE(_second)(in[i], k, wide);
        for (int j = 0; j < RA_PIECES_KEPT; j++)
            kept[j][i] = k[j];
    }
#endif
    RA_MATH_INDEPENDENT
    for (size_t i = 0; i < n; i++) {
        float k[RA_PIECES_KEPT], x = in[i];
        for (int j = 0; j < RA_PIECES_KEPT; j++)
            k[j] = kept[j][i];
        float small = RA__PIECE(_small)(x), tail = RA__PIECE(_last)(x, k, wide);
        out[i] = __builtin_fabsf(x) > RA_PIECES_SMALL ? tail : small;
    }
}

#ifdef RA_PIECES_NEAR
static __attribute__((noinline, unused)) void RA__PIECE(_near_block)(float *out, const float *in, size_t n) {
    RA__PIECE(_block)(out, in, n, 0);
}
#endif
static __attribute__((noinline, unused)) void RA__PIECE(_wide_block)(float *out, const float *in, size_t n) {
    RA__PIECE(_block)(out, in, n, 1);
}

static inline void RA__PIECE(_n)(float *out, const float *in, size_t count) {
    for (size_t at = 0; at < count; at += RA__PIECES_BLOCK) {
        const float *x = in + at;
        float *y = out + at;
        size_t n = count - at < RA__PIECES_BLOCK ? count - at : RA__PIECES_BLOCK;
        int32_t most = 0; /* of the bits of |x|; a NaN has more than infinity */
        for (size_t i = 0; i < n; i++) {
            int32_t a = (int32_t)(ra__bits_f32(x[i]) & 0x7fffffffu);
            most = a > most ? a : most;
        }
        if (most > (int32_t)ra__bits_f32(RA_PIECES_SMALL)) {
#ifdef RA_PIECES_NEAR
            if (most <= (int32_t)ra__bits_f32(RA_PIECES_NEAR)) {
                RA__PIECE(_near_block)(y, x, n);
                continue;
            }
#endif
            RA__PIECE(_wide_block)(y, x, n);
            continue;
        }
        RA_MATH_INDEPENDENT
        for (size_t i = 0; i < n; i++)
            y[i] = RA__PIECE(_small)(x[i]);
    }
}

#undef RA__PIECES_JOIN
#undef RA__PIECES_JOIN_
#undef RA__PIECE
#undef RA__PIECES_BLOCK
#undef RA__PIECES_FIRST
#undef RA_PIECES_NAME
#undef RA_PIECES_SMALL
#undef RA_PIECES_KEPT
#undef RA_PIECES_NEAR
#undef RA_PIECES_SECOND
