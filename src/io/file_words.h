/*
 * What messages about files are made of.
 */
#ifndef RA_IO_FILE_WORDS_H
#define RA_IO_FILE_WORDS_H

#include "async/thread/state.h"

#include <string.h>

/* RA_OK, or that there is no path: NULL, or an empty one, which names no file. */
static inline ra_status ra__path_given(const char *function, const char *path)
{
    if (path && *path)
        return RA_OK;
    return ra__refusal(path ? RA_ERR_FILE : RA_ERR_ARGUMENT, "%s: path is %s", function, path ? "empty" : "NULL");
}

/* The end of a long path. */
static inline const char *ra__path_end(const char *path)
{
    size_t n = strlen(path);
    return n > 160 ? path + n - 160 : path;
}

/* Words for a negative errno, in the buffer. */
static inline const char *ra__errno_words(int error, char *buffer, size_t size)
{
    return strerror_r(-error, buffer, size) ? "unknown error" : buffer;
}

#endif
