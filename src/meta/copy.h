/*
 * What meta functions share that copy or fill.
 */
#ifndef RA_META_COPY_H
#define RA_META_COPY_H

#include "meta/meta.h"

/*
 * Kernel `copy` writes m->in[in], broadcast to result 0's shape and converted to its dtype, into result 0. To be called
 * once result 0 is set (and is no alias) and in[in] is known to broadcast to it.
 */
void ra__copy_geometry(ra_meta *m, int in);

/*
 * Strides of a fresh tensor of given sizes, in the memory format of an argument (its index among the choices preserve,
 * contiguous, channels_last). like: whose strides preserve keeps.
 */
enum { RA__FORMAT_PRESERVE, RA__FORMAT_CONTIGUOUS, RA__FORMAT_CHANNELS_LAST };
ra_status ra__format_strides(ra_meta *m, int format, const ra_layout *like, int64_t *strides);

/* Refuses a number that dtype cannot hold: out of its range, or complex for a real one. Fractions are cut silently. */
ra_status ra__check_number(ra_meta *m, ra_scalar number, ra_dtype dtype);
/* The same, but that a half takes every real number, as an infinity if need be, where it is the only element of a tensor. */
ra_status ra__check_fill(ra_meta *m, ra_scalar number, ra_dtype dtype, bool alone);

#endif
