/*
 * What is large is written past the caches: a plain store first reads the line that it is about to overwrite, and what a device fetches is
 * not looked for by the processor any more. Such stores are weakly ordered, and fenced before anybody is told.
 */
#include "cuda/pack.h"

#include "meta/dtype.h"

#include <string.h>

/* Sanitizers do not see what intrinsics write. */
#if defined(__SSE2__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#include <emmintrin.h>
#define PASSES 1
#else
#define PASSES 0
#endif

enum { LINE = 64, LONG = 16 * LINE /* from here on whole lines are most of a row */ };

static void copy_row(char *to, const char *from, size_t bytes, bool past)
{
#if PASSES
    if (past && bytes >= LONG) {
        const size_t head = -(uintptr_t)to % LINE;
        memcpy(to, from, head);
        size_t at = head;
        for (; at + LINE <= bytes; at += LINE) {
            const __m128i *source = (const __m128i *)(const void *)(from + at);
            __m128i *line = (__m128i *)(void *)(to + at);
            const __m128i a = _mm_loadu_si128(source), b = _mm_loadu_si128(source + 1), c = _mm_loadu_si128(source + 2), d = _mm_loadu_si128(source + 3);
            _mm_stream_si128(line, a);
            _mm_stream_si128(line + 1, b);
            _mm_stream_si128(line + 2, c);
            _mm_stream_si128(line + 3, d);
        }
        memcpy(to + at, from + at, bytes - at);
        return;
    }
#endif
    (void)past;
    memcpy(to, from, bytes);
}

static inline __attribute__((always_inline)) void copy_apart_by(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n, size_t item)
{
    for (int64_t i = 0; i < n; i++)
        memcpy(to + i * to_step, from + i * from_step, item); /* fits: within the storage */
}

/* By a size that the compiler knows. */
static void copy_apart(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n, size_t item)
{
    switch (item) {
    case 1: copy_apart_by(to, to_step, from, from_step, n, 1); break;
    case 2: copy_apart_by(to, to_step, from, from_step, n, 2); break;
    case 4: copy_apart_by(to, to_step, from, from_step, n, 4); break;
    case 8: copy_apart_by(to, to_step, from, from_step, n, 8); break;
    default: copy_apart_by(to, to_step, from, from_step, n, item); break;
    }
}

/* The strided side's offset, and where it stands in its row. */
typedef struct place {
    int64_t index[RA_MAX_DIMS];
    int64_t offset; /* bytes; of the row */
} place;

static place place_of(const ra__geometry *g, int k, int64_t element)
{
    place p = {.index = {0}};
    for (int d = 0; d < g->ndim; element /= g->sizes[d++]) {
        p.index[d] = element % g->sizes[d];
        p.offset += d ? p.index[d] * g->strides[k][d] : 0; /* fits: within the storage */
    }
    return p;
}

static void next_row(const ra__geometry *g, int k, place *p)
{
    p->index[0] = 0;
    for (int d = 1; d < g->ndim; d++) {
        p->offset += g->strides[k][d]; /* fits: within the storage */
        if (++p->index[d] < g->sizes[d])
            return;
        p->offset -= g->sizes[d] * g->strides[k][d]; /* fits: within the storage */
        p->index[d] = 0;
    }
}

/* One of the two is the strided side, whose bytes move by its steps; the dense one's are side by side. */
static void copy(const ra__geometry *g, int k, char *to, const char *from, bool to_dense, int64_t first, int64_t last, bool past)
{
    const int64_t item = ra__element_bytes((ra_dtype)g->memory[k]), row = g->sizes[0], step = g->strides[k][0];
    place p = place_of(g, k, first);
    while (first < last) {
        const int64_t left = row - p.index[0], n = left < last - first ? left : last - first;
        const int64_t strided = p.offset + p.index[0] * step, dense = first * item; /* fits: within the storage; numel in bytes */
        char *const t = to + (to_dense ? dense : strided);
        const char *const f = from + (to_dense ? strided : dense);
        if (step == item)
            copy_row(t, f, (size_t)(n * item), past); /* fits: numel in bytes */
        else
            copy_apart(t, to_dense ? item : step, f, to_dense ? step : item, n, (size_t)item);
        first += n;
        next_row(g, k, &p);
    }
#if PASSES
    if (past)
        _mm_sfence();
#endif
}

void ra__cuda_pack(const ra__geometry *g, int k, const char *strided, char *dense, int64_t first, int64_t last, bool past)
{
    copy(g, k, dense, strided, true, first, last, past);
}

void ra__cuda_unpack(const ra__geometry *g, int k, char *strided, const char *dense, int64_t first, int64_t last, bool past)
{
    copy(g, k, strided, dense, false, first, last, past);
}
