/*
 * Where code addresses lie in the source, as far as the debug information of this process tells.
 *
 * The reading is done by elfutils' libdw, loaded when it is asked for and given up afterwards: the library needs it for
 * nothing else, and where it is not installed an address is told as symbol and offset.
 */
#ifndef RA_ASYNC_SOURCE_LINE_H
#define RA_ASYNC_SOURCE_LINE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ra__source_lines ra__source_lines;

/* NULL where there is no libdw, or it cannot read this process. Takes milliseconds: it looks at every mapped object. */
ra__source_lines *ra__source_open(void);
void ra__source_close(ra__source_lines *lines);

/*
 * Text for the place that called: `address` is the one that the call returns to. "file:line in function", "function+offset"
 * or "object+offset", by what is known; lines may be NULL.
 */
void ra__source_text(ra__source_lines *lines, const void *address, char *text, size_t size);

#endif
