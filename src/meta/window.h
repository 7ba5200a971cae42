/*
 * Windows over planes: what conv2d and pooling have in common.
 */
#ifndef RA_META_WINDOW_H
#define RA_META_WINDOW_H

#include "meta/pre.h"

/* The pair (height, width) of argument arg, each checked to be at least `least`. */
ra_status ra__window_pair(ra_meta *m, int arg, const char *name, int64_t least, int64_t pair[2]);

#endif
