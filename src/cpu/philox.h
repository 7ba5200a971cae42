/*
 * Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3; 2011): four random words from
 * a counter and a key, without any state.
 */
#ifndef RA_CPU_PHILOX_H
#define RA_CPU_PHILOX_H

#include <stdint.h>

enum { RA__PHILOX_LANES = 16 };

/* One round's multipliers, and the steps of the key between rounds. */
#define RA__PHILOX_M0 0xD2511F53u
#define RA__PHILOX_M1 0xCD9E8D57u
#define RA__PHILOX_W0 0x9E3779B9u
#define RA__PHILOX_W1 0xBB67AE85u

/* Words of RA__PHILOX_LANES successive counters (x[0] the lowest word), in place: x[w][lane]. */
static inline void ra__philox(uint32_t x[4][RA__PHILOX_LANES], uint32_t key0, uint32_t key1)
{
    for (int round = 0; round < 10; round++) {
        for (int l = 0; l < RA__PHILOX_LANES; l++) {
            uint64_t a = (uint64_t)RA__PHILOX_M0 * x[0][l], b = (uint64_t)RA__PHILOX_M1 * x[2][l];
            uint32_t x1 = x[1][l], x3 = x[3][l];
            x[0][l] = (uint32_t)(b >> 32) ^ x1 ^ key0;
            x[1][l] = (uint32_t)b;
            x[2][l] = (uint32_t)(a >> 32) ^ x3 ^ key1;
            x[3][l] = (uint32_t)a;
        }
        key0 += RA__PHILOX_W0;
        key1 += RA__PHILOX_W1;
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
