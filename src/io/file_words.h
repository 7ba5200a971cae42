/*
 * What messages about files are made of.
 */
#ifndef RA_IO_FILE_WORDS_H
#define RA_IO_FILE_WORDS_H

#include <string.h>

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
