/*
 * Short rows, many at a time: as they are, the same element all along each, or one of them again and again. A call of memcpy or a loop of its
 * own for each would take longer than what it moves. And long ones, one at a time.
 */
#ifndef RA_CPU_ROWS_H
#define RA_CPU_ROWS_H

#include <stdint.h>
#include <string.h>

enum { RA__ROWS_VECTOR = 32 }; /* bytes that are moved at once */

#define RA__ROWS_COPY(width) \
    for (int64_t row = 0; row < rows; row++, to += to_step, from += from_step) { \
        for (int64_t at = 0; at < bytes - width; at += width) \
            memcpy(to + at, from + at, width); \
        memcpy(to + bytes - width, from + bytes - width, width); \
    }

/* Rows of so many bytes, four at least; they may be the identical ones. By the widest part that fits, the last of which may cover some of the one before. */
static inline void ra__rows_copy(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t bytes, int64_t rows)
{
    if (bytes >= RA__ROWS_VECTOR)
        RA__ROWS_COPY(RA__ROWS_VECTOR)
    else if (bytes >= 16)
        RA__ROWS_COPY(16)
    else if (bytes >= 8)
        RA__ROWS_COPY(8)
    else
        RA__ROWS_COPY(4)
}

/*
 * Bytes that lie side by side; they may be the identical ones. Some processors have an instruction for it, which memmove uses from some
 * thousand bytes on and which takes ten times as long where bytes go to less than a line behind the place in a page that they come from:
 * such as lie in a row that begins a few elements later.
 */
static inline void ra__row_copy(char *to, const char *from, int64_t bytes)
{
    enum { PAGE = 4096, LINE = 64, LEAST = 2048 };
    const uintptr_t behind = ((uintptr_t)to - (uintptr_t)from) % PAGE;
    if (bytes > LEAST && behind != 0 && behind < LINE)
        ra__rows_copy(to, 0, from, 0, bytes, 1);
    else
        memmove(to, from, (size_t)bytes);
}

#define RA__ROWS_SPREAD(type) \
    for (int64_t row = 0; row < rows; row++, to += to_step, from += from_step) { \
        type value, lanes[RA__ROWS_VECTOR / sizeof(type)]; \
        memcpy(&value, from, sizeof value); \
        if (bytes < RA__ROWS_VECTOR) { \
            for (int64_t i = 0; i < n; i++) \
                memcpy(to + i * (int64_t)sizeof value, &value, sizeof value); \
            continue; \
        } \
        for (size_t k = 0; k < sizeof lanes / sizeof *lanes; k++) \
            lanes[k] = value; \
        for (int64_t at = 0; at < bytes - RA__ROWS_VECTOR; at += RA__ROWS_VECTOR) \
            memcpy(to + at, lanes, sizeof lanes); \
        memcpy(to + bytes - RA__ROWS_VECTOR, lanes, sizeof lanes); \
    }

/* Rows of n times the same element of so many bytes, from one each that lie `from_step` apart. */
static inline void ra__rows_spread(char *to, int64_t to_step, const char *from, int64_t from_step, int size, int64_t n, int64_t rows)
{
    const int64_t bytes = n * size; /* fits: of a row */
    switch (size) {
    case 1: RA__ROWS_SPREAD(uint8_t) break;
    case 2: RA__ROWS_SPREAD(uint16_t) break;
    case 4: RA__ROWS_SPREAD(uint32_t) break;
    case 8: RA__ROWS_SPREAD(uint64_t) break;
    default: RA__ROWS_SPREAD(double _Complex) break;
    }
}

/* The first bytes of a place, so many, over and over up to `all`: from what is there already, while that is in the first cache. */
static inline void ra__rows_repeat(char *to, int64_t bytes, int64_t all)
{
    enum { AT_ONCE = 4096 };
    const int64_t bound = AT_ONCE > bytes ? AT_ONCE / bytes * bytes : bytes;
    for (int64_t done = bytes, next; done < all; done += next) {
        next = done < bound ? done : bound;
        next = next < all - done ? next : all - done;
        memcpy(to + done, to, (size_t)next);
    }
}

#endif
