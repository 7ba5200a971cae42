/*
 * Compares an answer with the one in a vector file, within the case's tolerance (vectors/README.md).
 */
#ifndef TESTS_VECTORS_MATCH_H
#define TESTS_VECTORS_MATCH_H

#include "vectors/file.h"

/* How many elements from the start of the storage element `index` lies, counted in row-major order. */
int64_t vector_offset(const struct vector_tensor *t, int64_t index);
/* Element `index` of a tensor counted in row-major order, where its data lie from `base` on. */
const uint8_t *vector_element(const struct vector_tensor *t, const uint8_t *base, int64_t index);
int64_t vector_numel(const struct vector_tensor *t);
/* Whether one element, of the result's dtype, is as right as the case asks. */
bool vector_matches(const struct vector_case *c, ra_dtype dtype, const uint8_t *got, const uint8_t *want);
/* How far apart they are, in units of the wanted one's last place; 0 for integers, and where that is not finite. */
double vector_distance(ra_dtype dtype, const uint8_t *got, const uint8_t *want);
/* Real and imaginary part of an element of any dtype. */
void vector_value(ra_dtype dtype, const uint8_t *at, double parts[2]);

#endif
