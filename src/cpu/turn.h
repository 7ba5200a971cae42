/*
 * Transposing a small block of elements.
 */
#ifndef RA_CPU_TURN_H
#define RA_CPU_TURN_H

#include "cpu/isa.h"

/*
 * Element j of row i of `from` becomes element i of row j of `to`, for i < rows, j < columns. Rows are so many bytes
 * apart; elements of `size` bytes (1, 2, 4, 8, 16) lie side by side. The two do not overlap.
 */
void RA__ISA_NAME(ra__turn)(char *to, int64_t to_pitch, const char *from, int64_t from_pitch, int size, int64_t rows, int64_t columns);
/* The same, with rows of `to` streamed: see stream.h. They are no longer than RA__STREAM_TILE bytes. */
void RA__ISA_NAME(ra__turn_streaming)(char *to, int64_t to_pitch, const char *from, int64_t from_pitch, int size, int64_t rows, int64_t columns);
/*
 * The same where rows of `to` are covered by whole lines, straight from `from`, wherever that is, and of whose rows so many more
 * lie below those and are read next. No, with nothing done, where it cannot be: then by the former, out of a cache.
 */
bool RA__ISA_NAME(ra__turn_lines)(char *to, int64_t to_pitch, const char *from, int64_t from_pitch, int size, int64_t rows, int64_t columns, int64_t below);

#endif
