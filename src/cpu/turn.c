/*
 * Transposing a small block of elements, by width.
 */
#include "cpu/stream.h"
#include "cpu/turn.h"
#include "cpu/vector.h"

#include <string.h>

#if defined(__AVX2__)
#define TURN_SQUARES 2
#else
#define TURN_SQUARES 1
#endif

#define TURN_NAME turn_1
#define TURN_TYPE uint8_t
#define TURN_SIDE 16
#if TURN_SQUARES == 2
#define TURN_LOW 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, 16, 48, 17, 49, 18, 50, 19, 51, 20, 52, 21, 53, 22, 54, 23, 55
#define TURN_HIGH 8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47, 24, 56, 25, 57, 26, 58, 27, 59, 28, 60, 29, 61, 30, 62, 31, 63
#define TURN_JOIN 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
#else
#define TURN_LOW 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define TURN_HIGH 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#endif
#include "cpu/turn_square.h"

#define TURN_NAME turn_2
#define TURN_TYPE uint16_t
#define TURN_SIDE 8
#if TURN_SQUARES == 2
#define TURN_LOW 0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25, 10, 26, 11, 27
#define TURN_HIGH 4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29, 14, 30, 15, 31
#define TURN_JOIN 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
#else
#define TURN_LOW 0, 8, 1, 9, 2, 10, 3, 11
#define TURN_HIGH 4, 12, 5, 13, 6, 14, 7, 15
#endif
#include "cpu/turn_square.h"

#define TURN_NAME turn_4
#define TURN_TYPE uint32_t
#define TURN_SIDE 4
#if TURN_SQUARES == 2
#define TURN_LOW 0, 8, 1, 9, 4, 12, 5, 13
#define TURN_HIGH 2, 10, 3, 11, 6, 14, 7, 15
#define TURN_JOIN 0, 1, 2, 3, 4, 5, 6, 7
#else
#define TURN_LOW 0, 4, 1, 5
#define TURN_HIGH 2, 6, 3, 7
#endif
#include "cpu/turn_square.h"

#define TURN_NAME turn_8
#define TURN_TYPE uint64_t
#define TURN_SIDE 2
#if TURN_SQUARES == 2
#define TURN_LOW 0, 4, 2, 6
#define TURN_HIGH 1, 5, 3, 7
#define TURN_JOIN 0, 1, 2, 3
#else
#define TURN_LOW 0, 2
#define TURN_HIGH 1, 3
#endif
#include "cpu/turn_square.h"

static void turn_16(char *to, int64_t to_pitch, const char *from, int64_t from_pitch, int64_t rows, int64_t columns)
{
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < rows; i++)
            memcpy(to + j * to_pitch + i * 16, from + i * from_pitch + j * 16, 16);
}

void RA__ISA_NAME(ra__turn)(char *to, int64_t to_pitch, const char *from, int64_t from_pitch, int size, int64_t rows, int64_t columns)
{
    switch (size) {
    case 1:
        turn_1(to, to_pitch, from, from_pitch, rows, columns);
        break;
    case 2:
        turn_2(to, to_pitch, from, from_pitch, rows, columns);
        break;
    case 4:
        turn_4(to, to_pitch, from, from_pitch, rows, columns);
        break;
    case 8:
        turn_8(to, to_pitch, from, from_pitch, rows, columns);
        break;
    default:
        turn_16(to, to_pitch, from, from_pitch, rows, columns);
        break;
    }
}

void RA__ISA_NAME(ra__turn_streaming)(char *to, int64_t to_pitch, const char *from, int64_t from_pitch, int size, int64_t rows, int64_t columns)
{
    enum { BYTES = 2 * RA__STREAM_TILE };
    _Alignas(RA__STREAM_LINE) char turned[BYTES];
    int64_t row = rows * size, room = BYTES / row;
    for (int64_t j = 0; j < columns; j += room) {
        int64_t count = columns - j < room ? columns - j : room;
        RA__ISA_NAME(ra__turn)(turned, row, from + j * size, from_pitch, size, rows, count);
        for (int64_t i = 0; i < count; i++)
            ra__stream(to + (j + i) * to_pitch, turned + i * row, row);
    }
}

#if defined(__AVX512F__)
#define TURN_BYTES 64
#define TURN_NAME turn_lines_4
#define TURN_TYPE uint32_t
#define TURN_SIDE 16
#define TURN_LOW 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define TURN_HIGH 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#include "cpu/turn_lines.h"

#define TURN_NAME turn_lines_8
#define TURN_TYPE uint64_t
#define TURN_SIDE 8
#define TURN_LOW 0, 8, 1, 9, 2, 10, 3, 11
#define TURN_HIGH 4, 12, 5, 13, 6, 14, 7, 15
#include "cpu/turn_lines.h"
#elif defined(__AVX2__)
#define TURN_BYTES 32
#define TURN_NAME turn_lines_4
#define TURN_TYPE uint32_t
#define TURN_SIDE 8
#define TURN_LOW 0, 8, 1, 9, 4, 12, 5, 13
#define TURN_HIGH 2, 10, 3, 11, 6, 14, 7, 15
#define TURN_FIRST 0, 1, 2, 3, 8, 9, 10, 11
#define TURN_SECOND 4, 5, 6, 7, 12, 13, 14, 15
#include "cpu/turn_lines.h"

#define TURN_NAME turn_lines_8
#define TURN_TYPE uint64_t
#define TURN_SIDE 4
#define TURN_LOW 0, 4, 2, 6
#define TURN_HIGH 1, 5, 3, 7
#define TURN_FIRST 0, 1, 4, 5
#define TURN_SECOND 2, 3, 6, 7
#include "cpu/turn_lines.h"
#endif

bool RA__ISA_NAME(ra__turn_lines)(char *to, int64_t to_pitch, const char *from, int64_t from_pitch, int size, int64_t rows, int64_t columns, int64_t below)
{
#ifdef TURN_BYTES
    const int64_t line = RA__STREAM_LINE / size, whole_rows = rows / line * line, whole_columns = columns / line * line;
    if ((size != 4 && size != 8) || (uintptr_t)to % RA__STREAM_LINE || to_pitch % RA__STREAM_LINE || whole_rows == 0 || whole_columns == 0)
        return false;
    if (size == 4)
        turn_lines_4(to, to_pitch, from, from_pitch, whole_rows, whole_columns, rows - whole_rows + below);
    else
        turn_lines_8(to, to_pitch, from, from_pitch, whole_rows, whole_columns, rows - whole_rows + below);
    if (whole_columns < columns)
        RA__ISA_NAME(ra__turn_streaming)(to + whole_columns * to_pitch, to_pitch, from + whole_columns * size, from_pitch, size, whole_rows, columns - whole_columns);
    if (whole_rows < rows)
        RA__ISA_NAME(ra__turn_streaming)(to + whole_rows * size, to_pitch, from + whole_rows * from_pitch, from_pitch, size, rows - whole_rows, columns);
    return true;
#else
    (void)to, (void)to_pitch, (void)from, (void)from_pitch, (void)size, (void)rows, (void)columns, (void)below;
    return false;
#endif
}
