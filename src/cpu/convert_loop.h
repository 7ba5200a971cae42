/*
 * Template: conversion between one pair of dtypes.
 *
 *   RA__FROM, RA__TO  their names
 *   RA__S, RA__D      their element types
 *   RA__LOAD(x)       the number that an RA__S stands for
 *   RA__STORE(v)      the RA__D for such a number
 *   RA__DENSE(out, in, n)  (optional) the same for n contiguous elements
 *   RA__STORE_FAR(v)  (optional) the same for numbers from 2^31 on, where RA__STORE is only good below
 *
 * RA__TO, RA__D, RA__DENSE and RA__STORE* are undefined at the end.
 */
static void RA__PASTE(RA__FROM, RA__TO)(char *dst, int64_t dst_stride, const char *src, int64_t src_stride, int64_t n)
{
    if (dst_stride == sizeof(RA__D) && src_stride == sizeof(RA__S)) {
        RA__D *out = (RA__D *)(void *)dst;
        const RA__S *in = (const RA__S *)(const void *)src;
#if defined(RA__DENSE)
        RA__DENSE(out, in, (size_t)n);
#elif defined(RA__STORE_FAR)
        enum { BLOCK = 1024 }; /* more steps than gcc unrolls */
        for (; n > 0; n -= BLOCK, in += BLOCK, out += BLOCK) {
            int64_t m = n < BLOCK ? n : BLOCK;
            unsigned far = 0;
            for (int64_t i = 0; i < m; i++)
                far |= !(__builtin_fabs((double)RA__LOAD(in[i])) < 0x1p31);
            if (far)
                for (int64_t i = 0; i < m; i++)
                    out[i] = RA__STORE_FAR(RA__LOAD(in[i]));
            else
                for (int64_t i = 0; i < m; i++)
                    out[i] = RA__STORE(RA__LOAD(in[i]));
        }
#else
        for (int64_t i = 0; i < n; i++)
            out[i] = RA__STORE(RA__LOAD(in[i]));
#endif
        return;
    }
#ifndef RA__STORE_FAR
    if (sizeof(RA__D) == sizeof(RA__S) && dst_stride == sizeof(RA__D) && src_stride == 2 * sizeof(RA__S)) { /* as the parts of complex numbers lie */
        RA__D *out = (RA__D *)(void *)dst;
        const RA__S *in = (const RA__S *)(const void *)src;
        for (int64_t i = 0; i < n; i++)
            out[i] = RA__STORE(RA__LOAD(in[2 * i]));
        return;
    }
#define RA__STORE_FAR RA__STORE
#endif
    for (int64_t i = 0; i < n; i++, src += src_stride, dst += dst_stride)
        *(RA__D *)(void *)dst = RA__STORE_FAR(RA__LOAD(*(const RA__S *)(const void *)src));
}
#undef RA__TO
#undef RA__D
#undef RA__STORE
#undef RA__STORE_FAR
#undef RA__DENSE
