/*
 * Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3; 2011): four random words from
 * a counter and a key, without any state.
 */
#ifndef RA_CPU_PHILOX_H
#define RA_CPU_PHILOX_H

#include "cpu/vector.h"

enum { RA__PHILOX_LANES = 16 };

/* One round's multipliers, and the steps of the key between rounds. */
#define RA__PHILOX_M0 0xD2511F53u
#define RA__PHILOX_M1 0xCD9E8D57u
#define RA__PHILOX_W0 0x9E3779B9u
#define RA__PHILOX_W1 0xBB67AE85u

/* A word in the low half of each element; what is in the high half is of no account. */
typedef uint64_t ra__philox_words __attribute__((vector_size(RA__VECTOR_BYTES)));
typedef uint32_t ra__philox_halves __attribute__((vector_size(RA__VECTOR_BYTES / 2), aligned(4)));
enum { RA__PHILOX_EACH = RA__VECTOR_BYTES / 8, RA__PHILOX_TOGETHER = RA__PHILOX_LANES / RA__PHILOX_EACH < 4 ? RA__PHILOX_LANES / RA__PHILOX_EACH : 4 };

/* Whole products of words. The compiler multiplies elements of 64 bits by three products where one is enough. */
static inline ra__philox_words ra__philox_product(ra__philox_words a, uint32_t b)
{
#if defined(__AVX512F__)
    return (ra__philox_words)_mm512_mul_epu32((__m512i)a, _mm512_set1_epi32((int)b));
#elif defined(__AVX2__) && defined(__FMA__)
    return (ra__philox_words)_mm256_mul_epu32((__m256i)a, _mm256_set1_epi32((int)b));
#elif defined(__SSE2__)
    return (ra__philox_words)_mm_mul_epu32((__m128i)a, _mm_set1_epi32((int)b));
#elif defined(__aarch64__)
    return (ra__philox_words)vmull_n_u32(vmovn_u64((uint64x2_t)a), b);
#else
    return (a & 0xffffffffu) * b;
#endif
}

/* Words of RA__PHILOX_LANES successive counters (x[0] the lowest word), in place: x[w][lane]. */
static inline void ra__philox(uint32_t x[4][RA__PHILOX_LANES], uint32_t key0, uint32_t key1)
{
    for (int first = 0; first < RA__PHILOX_LANES; first += RA__PHILOX_TOGETHER * RA__PHILOX_EACH) {
        ra__philox_words w[4][RA__PHILOX_TOGETHER];
        for (int k = 0; k < 4; k++)
            for (int v = 0; v < RA__PHILOX_TOGETHER; v++)
                w[k][v] = __builtin_convertvector(*(const ra__philox_halves *)&x[k][first + v * RA__PHILOX_EACH], ra__philox_words);
        for (uint32_t round = 0; round < 10; round++)
            for (int v = 0; v < RA__PHILOX_TOGETHER; v++) {
                const ra__philox_words a = ra__philox_product(w[0][v], RA__PHILOX_M0), b = ra__philox_product(w[2][v], RA__PHILOX_M1);
                w[0][v] = (b >> 32) ^ w[1][v] ^ (key0 + round * RA__PHILOX_W0);
                w[1][v] = b;
                w[2][v] = (a >> 32) ^ w[3][v] ^ (key1 + round * RA__PHILOX_W1);
                w[3][v] = a;
            }
        for (int k = 0; k < 4; k++)
            for (int v = 0; v < RA__PHILOX_TOGETHER; v++)
                *(ra__philox_halves *)&x[k][first + v * RA__PHILOX_EACH] = __builtin_convertvector(w[k][v], ra__philox_halves);
    }
}

/* The tile of words that belongs to counters counter to counter + 15 of a seed. */
static inline void ra__philox_tile(uint64_t seed, uint64_t counter, uint32_t x[4][RA__PHILOX_LANES])
{
    for (int l = 0; l < RA__PHILOX_LANES; l++) {
        uint64_t c = counter + (uint64_t)l;
        x[0][l] = (uint32_t)c;
        x[1][l] = (uint32_t)(c >> 32);
        x[2][l] = 0;
        x[3][l] = 0;
    }
    ra__philox(x, (uint32_t)seed, (uint32_t)(seed >> 32));
}

#endif
