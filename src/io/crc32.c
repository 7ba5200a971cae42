#include "io/crc32.h"

#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first byte of eight is the lowest");

void ra__crc32_begin(ra__crc32 *c)
{
    c->value = 0;
    for (uint32_t b = 0; b < 256; b++) {
        uint32_t r = b;
        for (int bit = 0; bit < 8; bit++)
            r = r >> 1 ^ (r & 1 ? 0xEDB88320u : 0);
        c->of[0][b] = r;
    }
    for (int k = 1; k < 8; k++)
        for (uint32_t b = 0; b < 256; b++)
            c->of[k][b] = c->of[k - 1][b] >> 8 ^ c->of[0][c->of[k - 1][b] & 255];
}

void ra__crc32_more(ra__crc32 *c, const void *bytes, size_t count)
{
    const unsigned char *p = bytes;
    uint32_t r = ~c->value;
    for (; count >= 8; count -= 8, p += 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        word ^= r;
        r = 0;
        for (int k = 0; k < 8; k++)
            r ^= c->of[7 - k][word >> 8 * k & 255];
    }
    for (; count; count--)
        r = r >> 8 ^ c->of[0][(r ^ *p++) & 255];
    c->value = ~r;
}
