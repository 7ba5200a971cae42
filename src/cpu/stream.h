/*
 * Writing results past the caches, and looking ahead of what is read.
 *
 * A plain store first reads the line that it is about to overwrite. For a result that is far larger than the caches this
 * is a third more to move, and it drives out what is still needed; nobody finds such a result's beginning in a cache
 * anyway. So kernels compute a piece of it in a small tile and stream that to memory.
 *
 * Streamed stores are weakly ordered: they may become visible after plain stores that follow them, such as the one that
 * says a grain is done. Whoever streams ends its run() or range() with ra__stream_fence.
 */
#ifndef RA_CPU_STREAM_H
#define RA_CPU_STREAM_H

#include "meta/plan.h"

#include <string.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

/* Sanitizers do not see what intrinsics write: under them lines are written by plain stores. */
#if defined(__SSE2__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define RA__STREAMS 1
#else
#define RA__STREAMS 0
#endif

enum {
    RA__STREAM_LINE = 64,
    RA__STREAM_TILE = 2048 /* bytes that are computed, then streamed: longer ones leave memory idle in between */
};

/* Whether a result of so many bytes is streamed in this run. */
static inline bool ra__streams(const ra__run *r, int64_t bytes)
{
    return r->stream_from > 0 && bytes >= r->stream_from;
}

/* One line; `to` is aligned to it. */
static inline void ra__stream_line(char *to, const char *from)
{
#if RA__STREAMS && defined(__AVX512F__)
    _mm512_stream_si512((void *)to, _mm512_loadu_si512(from));
#elif RA__STREAMS && defined(__AVX__)
    for (int i = 0; i < RA__STREAM_LINE; i += 32)
        _mm256_stream_si256((__m256i *)(void *)(to + i), _mm256_loadu_si256((const __m256i *)(const void *)(from + i)));
#elif RA__STREAMS
    for (int i = 0; i < RA__STREAM_LINE; i += 16)
        _mm_stream_si128((__m128i *)(void *)(to + i), _mm_loadu_si128((const __m128i *)(const void *)(from + i)));
#else
    memcpy(to, from, RA__STREAM_LINE);
#endif
}

/* Copies bytes that do not overlap. Of lines that are covered in part, others may write the rest: these get plain stores. */
static inline void ra__stream(char *to, const char *from, int64_t bytes)
{
    int64_t head = (int64_t)(-(uintptr_t)to % RA__STREAM_LINE), at = head < bytes ? head : bytes;
    memcpy(to, from, (size_t)at);
    for (; at + RA__STREAM_LINE <= bytes; at += RA__STREAM_LINE)
        ra__stream_line(to + at, from + at);
    memcpy(to + at, from + at, (size_t)(bytes - at));
}

/* Asks for bytes that are read later: the processor itself looks no further than the end of a page, and while it computes not at all. */
static inline void ra__look_ahead(const char *at, int64_t bytes)
{
    for (int64_t i = 0; i < bytes; i += RA__STREAM_LINE)
        __builtin_prefetch(at + i);
}

/* Orders everything streamed before it before every store after it. */
static inline void ra__stream_fence(void)
{
#if RA__STREAMS
    _mm_sfence();
#endif
}

#endif
