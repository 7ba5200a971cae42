/*
 * Numbers as text, in one form for all the numbers of a tensor: what NumPy's printing does by default.
 *
 * A format looks at every number first (twice: for the range, which decides between fixed point and exponents, and for
 * the widths), then writes each of them, all equally wide.
 */
#ifndef RA_IO_PRINT_NUMBER_H
#define RA_IO_PRINT_NUMBER_H

#include <runahead/types.h>

enum { RA__NUMBER_TEXT = 128 }; /* more than any number takes */

typedef struct ra__real_format {
    ra_dtype dtype;      /* of the numbers: float16, bfloat16, float32 or float64 */
    bool plus;           /* a sign before every number: the imaginary part of another */
    bool exponents;      /* d.dddde+dd */
    bool special, minus_infinity; /* there are numbers that are none; one is -inf */
    double largest, smallest; /* magnitudes but zero; smallest 0: there is none */
    int finite;
    int left, right;     /* characters before and behind the point; with exponents, `right` is everything behind it */
    int fraction, exponent; /* with exponents: digits behind the point, characters behind the e */
} ra__real_format;

void ra__real_begin(ra__real_format *f, ra_dtype dtype, bool plus);
void ra__real_range(ra__real_format *f, double x); /* first of all numbers */
void ra__real_decide(ra__real_format *f);
void ra__real_width(ra__real_format *f, double x); /* then of all numbers once more */
void ra__real_settle(ra__real_format *f);
/* Writes x; the length is the same for all. */
int ra__real_write(const ra__real_format *f, double x, char text[RA__NUMBER_TEXT]);

#endif
