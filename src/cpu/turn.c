/*
 * Transposing a small block of elements, by width.
 */
#include "cpu/turn.h"

#include <string.h>

#define TURN_NAME turn_1
#define TURN_TYPE uint8_t
#define TURN_SIDE 16
#define TURN_LOW 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define TURN_HIGH 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#include "cpu/turn_square.h"

#define TURN_NAME turn_2
#define TURN_TYPE uint16_t
#define TURN_SIDE 8
#define TURN_LOW 0, 8, 1, 9, 2, 10, 3, 11
#define TURN_HIGH 4, 12, 5, 13, 6, 14, 7, 15
#include "cpu/turn_square.h"

#define TURN_NAME turn_4
#define TURN_TYPE uint32_t
#define TURN_SIDE 4
#define TURN_LOW 0, 4, 1, 5
#define TURN_HIGH 2, 6, 3, 7
#include "cpu/turn_square.h"

#define TURN_NAME turn_8
#define TURN_TYPE uint64_t
#define TURN_SIDE 2
#define TURN_LOW 0, 2
#define TURN_HIGH 1, 3
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
