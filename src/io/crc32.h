/*
 * The checksum of ZIP: CRC-32 with the polynomial 0xEDB88320, bits from the lowest up, eight bytes in a step.
 */
#ifndef RA_IO_CRC32_H
#define RA_IO_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* The table is made anew by each that uses one, in some microseconds: then nothing is shared. */
typedef struct ra__crc32 {
    uint32_t of[8][256]; /* of[k][b]: what the byte b comes to with k bytes of zeros behind it */
    uint32_t value;      /* of the bytes so far */
} ra__crc32;

void ra__crc32_begin(ra__crc32 *c);
void ra__crc32_more(ra__crc32 *c, const void *bytes, size_t count);

#endif
