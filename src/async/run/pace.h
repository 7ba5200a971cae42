/*
 * Pacing: who runs far ahead is held back.
 */
#ifndef RA_ASYNC_PACE_H
#define RA_ASYNC_PACE_H

/* Holds a control thread, which is recording this operator, back while more is in flight than the settings allow. */
void ra__pace(const char *operator);

#endif
