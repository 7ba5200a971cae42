/*
 * Options as RA_OPTS makes them, taken over into a struct of the library's own in which zero stands for what is not given.
 */
#ifndef RA_ASYNC_OPTIONS_H
#define RA_ASYNC_OPTIONS_H

#include <runahead/types.h>

/* *to, of so many bytes and zero, has the options but for the mark, and as its size how much was given. False: refused. */
bool ra__options_take(void *to, size_t size, const void *opts, const char *function, ra_site site);

/* Fields made by RA_OPTIONAL_SCALAR and RA_OPTIONAL_BOOL, the latter then one of ra_choice; not given: 0 and of kind NONE. */
void ra__options_scalar(ra_scalar *s, bool given);
void ra__options_bool(int *choice, bool given);

#endif
