/*
 * Prints a case of a vector file so that it can be typed in again.
 */
#ifndef TESTS_VECTORS_PRINT_H
#define TESTS_VECTORS_PRINT_H

#include "vectors/file.h"

/* "add_(self=float32[2, 3] strides [1, 2] {0.5, 1, ...}, other=3, alpha=absent)" into text of so many bytes. */
void vector_print_case(const struct vector_case *c, char *text, size_t size);
/* An element of any dtype; at most 64 bytes. */
void vector_print_value(ra_dtype dtype, const uint8_t *at, char text[64]);

#endif
