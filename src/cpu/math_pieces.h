/* math_pieces.h: a template (no include guard). Makes ra__<name>(x) and ra__<name>_n(out, in, count) for
 * a function of float32 that is made of two pieces: ra__<name>_small for |x| <= small and NaN, and beyond
 * it the tails; or of the tails alone. A block of values that are all small costs no more than that piece; in another
 * both are computed and one is taken. What an element gets depends on its value alone, never on its neighbours.
 * out and in are the same array or do not overlap.
 *
 * The tails are cut into steps, each a loop of its own over the block, with what one hands to the next
 * in arrays: a chain of dependent operations is then short enough for a core to have several in flight.
 * ra__<name>_step(k, x, kept, wide) is step k of RA_PIECES_STEPS, one or two, from 0: it makes of the RA_PIECES_KEPT floats that the
 * one before it left those that the next is to find; ra__<name>_last(x, kept, wide) returns the
 * result. k and wide are constants. wide is 0 where every |x| of the block is at most near: then what only others need
 * is left out, and the bits are the same.
 *
 * Parameters, undefined at the end: RA_PIECES_NAME, RA_PIECES_STEPS, RA_PIECES_KEPT, RA_PIECES_SMALL (left out: the tails are the
 * whole), RA_PIECES_NEAR (left out: wide makes no difference).
 */
#define RA__PIECES_JOIN_(a, b, c) a##b##c
#define RA__PIECES_JOIN(a, b, c) RA__PIECES_JOIN_(a, b, c)
#define RA__PIECE(step) RA__PIECES_JOIN(ra__, RA_PIECES_NAME, step)
#define RA__PIECES_BLOCK 512

RA_MATH float RA__PIECE()(float x) {
    float kept[RA_PIECES_KEPT];
#ifdef RA_PIECES_SMALL
    if (!(__builtin_fabsf(x) > RA_PIECES_SMALL))
        return RA__PIECE(_small)(x);
#endif
    for (int k = 0; k < RA_PIECES_STEPS; k++)
        RA__PIECE(_step)(k, x, kept, 1);
    return RA__PIECE(_last)(x, kept, 1);
}

/* One loop. Of the bits of |x| the most. */
RA_MATH int32_t RA__PIECE(_steps)(int k, float (*kept)[RA__PIECES_BLOCK], const float *in, size_t n, int wide) {
    int32_t most = 0;
    for (size_t i = 0; i < n; i++) {
        float now[RA_PIECES_KEPT];
        const int32_t a = (int32_t)(ra__bits_f32(in[i]) & 0x7fffffffu);
        most = a > most ? a : most;
        for (int j = 0; j < RA_PIECES_KEPT; j++)
            now[j] = kept[j][i];
        RA__PIECE(_step)(k, in[i], now, wide);
        for (int j = 0; j < RA_PIECES_KEPT; j++)
            kept[j][i] = now[j];
    }
    return most;
}

/* A block in which not all are small. False, and nothing is written: it is not one of those that are all near, where that is said. */
RA_MATH int RA__PIECE(_block)(float *out, const float *in, size_t n, int wide) {
    float kept[RA_PIECES_KEPT][RA__PIECES_BLOCK] __attribute__((aligned(64)));
    const int32_t most = RA__PIECE(_steps)(0, kept, in, n, wide);
#ifdef RA_PIECES_NEAR
    if (!wide && most > (int32_t)ra__bits_f32(RA_PIECES_NEAR)) /* NaN too: it has more than infinity */
        return 0;
#endif
    (void)most;
#if RA_PIECES_STEPS == 2
    RA__PIECE(_steps)(1, kept, in, n, wide);
#endif
    RA_MATH_INDEPENDENT
    for (size_t i = 0; i < n; i++) {
        float now[RA_PIECES_KEPT], x = in[i];
        for (int j = 0; j < RA_PIECES_KEPT; j++)
            now[j] = kept[j][i];
        float tail = RA__PIECE(_last)(x, now, wide);
#ifdef RA_PIECES_SMALL
        float small = RA__PIECE(_small)(x);
        tail = __builtin_fabsf(x) > RA_PIECES_SMALL ? tail : small;
#endif
        out[i] = tail;
    }
    return 1;
}

#ifdef RA_PIECES_NEAR
static __attribute__((noinline, unused)) int RA__PIECE(_near_block)(float *out, const float *in, size_t n) {
    return RA__PIECE(_block)(out, in, n, 0);
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
        int32_t most = 0; /* of the bits of |x|, where the first step is not to look */
#ifdef RA_PIECES_SMALL
        for (size_t i = 0; i < n; i++) {
            int32_t a = (int32_t)(ra__bits_f32(x[i]) & 0x7fffffffu);
            most = a > most ? a : most;
        }
        if (most <= (int32_t)ra__bits_f32(RA_PIECES_SMALL)) {
            RA_MATH_INDEPENDENT
            for (size_t i = 0; i < n; i++)
                y[i] = RA__PIECE(_small)(x[i]);
            continue;
        }
#endif
#ifdef RA_PIECES_NEAR
        if (most <= (int32_t)ra__bits_f32(RA_PIECES_NEAR) && RA__PIECE(_near_block)(y, x, n))
            continue;
#endif
        (void)most;
        RA__PIECE(_wide_block)(y, x, n);
    }
}

#undef RA__PIECES_JOIN
#undef RA__PIECES_JOIN_
#undef RA__PIECE
#undef RA__PIECES_BLOCK
#undef RA_PIECES_NAME
#undef RA_PIECES_STEPS
#undef RA_PIECES_KEPT
#undef RA_PIECES_SMALL
#undef RA_PIECES_NEAR
