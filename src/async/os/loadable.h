/*
 * Whether a file can be what the dynamic loader loads, before it is given that: the loader waits for the writer of a FIFO, and maps segments as
 * the file's header says they are, so that of a file that is cut short it reads what is not there, which ends the process (SIGBUS).
 */
#ifndef RA_OS_LOADABLE_H
#define RA_OS_LOADABLE_H

#include <stdbool.h>
#include <stddef.h>

/* False: it cannot, and why says it, in capacity bytes. True also of what only the loader finds, or finds at fault: a name without a slash, a file that is not there. */
bool ra__os_is_loadable(const char *path, char *why, size_t capacity);

#endif
