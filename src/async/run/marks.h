/*
 * Marks of a stream (streams.h): what stands behind the jobs up to a place, for those who wait for that.
 */
#ifndef RA_ASYNC_MARKS_H
#define RA_ASYNC_MARKS_H

#include "async/run/streams.h"

/* Behind all that was issued to it, by the issuing lane. NULL: none of that goes on any more; a status: it has failed, and the message says how. */
ra__mark *ra__mark_set(ra_stream *s, ra_status *status, char *message, size_t size);
/* The first behind the place, with a use of it; NULL: that has been reached. */
ra__mark *ra__mark_behind(ra_stream *s, uint64_t place);
/* Gives up a use of it. */
void ra__mark_drop(ra_stream *s, ra__mark *m);
/* By the completing lane, which has waited for it: the oldest. */
void ra__mark_take_off(ra_stream *s, ra__mark *m);

#endif
