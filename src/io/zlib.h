/*
 * zlib, loaded at its first use: what of its interface is used here (https://zlib.net/manual.html), version 1.2.
 */
#ifndef RA_IO_ZLIB_H
#define RA_IO_ZLIB_H

#include <stddef.h>

enum { RA__Z_NO_FLUSH = 0, RA__Z_FINISH = 4, RA__Z_OK = 0, RA__Z_STREAM_END = 1, RA__Z_BUF_ERROR = -5, RA__Z_DEFLATED = 8 };
enum { RA__Z_RAW = -15, RA__Z_LEVEL = 6, RA__Z_MEMORY = 8 }; /* no header, a window of 2^15 bytes; the rest as zlib chooses by itself */

/* A piece of input or output is counted in 32 bits. */
enum { RA__Z_PIECE = 1 << 30 };

typedef struct ra__z_stream {
    const unsigned char *in;
    unsigned in_bytes;
    unsigned long in_total;
    unsigned char *out;
    unsigned out_bytes;
    unsigned long out_total;
    const char *message;
    void *state;
    void *(*alloc)(void *context, unsigned count, unsigned bytes);
    void (*free)(void *context, void *block);
    void *context;
    int data_type;
    unsigned long checksum, reserved;
} ra__z_stream;

typedef struct ra__zlib {
    int (*inflate_init)(ra__z_stream *z, int window, const char *version, int stream_bytes);
    int (*inflate)(ra__z_stream *z, int flush);
    int (*inflate_end)(ra__z_stream *z);
    int (*deflate_init)(ra__z_stream *z, int level, int method, int window, int memory, int strategy, const char *version, int stream_bytes);
    int (*deflate)(ra__z_stream *z, int flush);
    int (*deflate_end)(ra__z_stream *z);
} ra__zlib;

/* NULL: it is not there, or not as it should be; the next call looks again. Loading waits. */
const ra__zlib *ra__zlib_load(char *why, size_t size);

/* A raw stream, with memory of the library's own heap; as zlib says whether that was well. */
int ra__inflate_begin(const ra__zlib *library, ra__z_stream *z);
int ra__deflate_begin(const ra__zlib *library, ra__z_stream *z);

#endif
