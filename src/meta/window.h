/*
 * Windows over planes: what conv2d and pooling have in common.
 */
#ifndef RA_META_WINDOW_H
#define RA_META_WINDOW_H

#include "meta/pre.h"

/* The pair (height, width) of argument arg, each checked to be at least `least`. */
ra_status ra__window_pair(ra_meta *m, int arg, const char *name, int64_t least, int64_t pair[2]);
/*
 * Once everything is known: steps of what has but one place are 1, so that stride and dilation * (kernel - 1) are less than
 * the padded extents, and what kernels count is bounded: padded planes and windows of so many channels.
 */
ra_status ra__window_settle(ra_meta *m, struct ra__window_pre *pre, int64_t channels);

#endif
