/*
 * The machine's limits.
 *
 * A pass is cut into as many equal parts as there are threads; the threads wait at a gate that opens when all of them are
 * there; the clock runs from the first start to the last end. The loops are written in vectors so that nothing depends on
 * what the compiler makes of them.
 */
#define _GNU_SOURCE
#include "measure/machine_limits.h"
#include "measure/clock.h"

#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

#if defined(__x86_64__)
#define WIDE __attribute__((target_clones("default", "avx2", "avx512f")))
#else
#define WIDE
#endif

typedef float lanes __attribute__((vector_size(64), aligned(4), may_alias));
enum { LANES = 16 };

/* cblas_sgemm of the usual interface; row-major 101, not transposed 111. */
typedef void (*sgemm_fn)(int order, int ta, int tb, int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float beta, float *c,
                         int ldc);

struct limits {
    size_t floats;
    int gemm;
    float *a, *b, *c;    /* floats each */
    float *ma, *mb, *mc; /* gemm x gemm */
    void *library;
    sgemm_fn sgemm;
};

/* Threads that have come, and whether those there go on (1) or go home (2). */
typedef struct gate {
    atomic_int arrived, open;
} gate;

typedef struct part {
    limits *l;
    limit_kind kind;
    int index, count;
    gate *at;
    int64_t begin, end;
    float sink;
} part;

WIDE static float read_all(const float *a, size_t n)
{
    lanes sum[4] = {0};
    for (size_t i = 0; i + 4 * LANES <= n; i += 4 * LANES)
        for (int k = 0; k < 4; k++)
            sum[k] += *(const lanes *)(a + i + k * LANES);
    sum[0] += sum[1] + sum[2] + sum[3];
    return sum[0][0] + sum[0][LANES - 1];
}

WIDE static void copy_all(float *c, const float *a, size_t n)
{
    for (size_t i = 0; i + LANES <= n; i += LANES)
        *(lanes *)(c + i) = *(const lanes *)(a + i);
}

WIDE static void add_all(float *c, const float *a, const float *b, size_t n)
{
    for (size_t i = 0; i + LANES <= n; i += LANES)
        *(lanes *)(c + i) = *(const lanes *)(a + i) + *(const lanes *)(b + i);
}

#ifdef __SSE__
/* c is aligned to 16 where a part begins: parts are cut at multiples of LANES below. */
static void copy_streaming(float *c, const float *a, size_t n)
{
    for (size_t i = 0; i + LANES <= n; i += LANES)
        for (size_t k = 0; k < LANES; k += 4)
            _mm_stream_ps(c + i + k, _mm_loadu_ps(a + i + k));
    _mm_sfence();
}

static void add_streaming(float *c, const float *a, const float *b, size_t n)
{
    for (size_t i = 0; i + LANES <= n; i += LANES)
        for (size_t k = 0; k < LANES; k += 4)
            _mm_stream_ps(c + i + k, _mm_add_ps(_mm_loadu_ps(a + i + k), _mm_loadu_ps(b + i + k)));
    _mm_sfence();
}
#else
#define copy_streaming copy_all
#define add_streaming add_all
#endif

static void gemm_rows(const limits *l, int first, int last)
{
    const size_t n = (size_t)l->gemm, from = (size_t)first * n;
    l->sgemm(101, 111, 111, last - first, l->gemm, l->gemm, 1, l->ma + from, l->gemm, l->mb, l->gemm, 0, l->mc + from, l->gemm);
}

static void *work(void *argument)
{
    part *p = argument;
    const limits *l = p->l;
    const size_t whole = p->kind == LIMIT_GEMM ? (size_t)l->gemm : l->floats;
    const size_t cut = p->kind == LIMIT_GEMM ? 1 : LANES;
    const size_t first = whole * (size_t)p->index / (size_t)p->count / cut * cut, last = whole * (size_t)(p->index + 1) / (size_t)p->count / cut * cut;
    int open;
    atomic_fetch_add_explicit(&p->at->arrived, 1, memory_order_release);
    while ((open = atomic_load_explicit(&p->at->open, memory_order_acquire)) == 0)
        sched_yield();
    if (open == 2)
        return NULL;
    p->begin = clock_now_ns();
    switch (p->kind) {
    case LIMIT_READ:
        p->sink = read_all(l->a + first, last - first);
        break;
    case LIMIT_COPY:
        copy_all(l->c + first, l->a + first, last - first);
        break;
    case LIMIT_ADD:
        add_all(l->c + first, l->a + first, l->b + first, last - first);
        break;
    case LIMIT_COPY_STREAM:
        copy_streaming(l->c + first, l->a + first, last - first);
        break;
    case LIMIT_ADD_STREAM:
        add_streaming(l->c + first, l->a + first, l->b + first, last - first);
        break;
    default:
        gemm_rows(l, (int)first, (int)last);
    }
    p->end = clock_now_ns();
    return NULL;
}

double limits_seconds(limits *l, limit_kind kind, int threads)
{
    pthread_t ids[LIMIT_THREADS];
    part parts[LIMIT_THREADS];
    gate at = {0};
    if (threads < 1 || threads > LIMIT_THREADS || (kind == LIMIT_GEMM && !l->sgemm))
        return NAN;
    for (int i = 0; i < threads; i++)
        parts[i] = (part){.l = l, .kind = kind, .index = i, .count = threads, .at = &at};
    int started = 1; /* the calling thread is the first */
    while (started < threads && pthread_create(&ids[started], NULL, work, &parts[started]) == 0)
        started++;
    while (atomic_load_explicit(&at.arrived, memory_order_acquire) < started - 1)
        sched_yield();
    atomic_store_explicit(&at.open, started == threads ? 1 : 2, memory_order_release);
    work(&parts[0]);
    for (int i = 1; i < started; i++)
        pthread_join(ids[i], NULL);
    if (started < threads)
        return NAN;
    int64_t begin = parts[0].begin, end = parts[0].end;
    for (int i = 1; i < threads; i++) {
        begin = parts[i].begin < begin ? parts[i].begin : begin;
        end = parts[i].end > end ? parts[i].end : end;
    }
    return (double)(end - begin) / 1e9;
}

static float *floats_new(size_t n, float value)
{
    float *p = NULL;
    if (posix_memalign((void **)&p, 1 << 21, n * sizeof *p) != 0)
        return NULL;
    madvise(p, n * sizeof *p, MADV_HUGEPAGE); /* as the library asks for its own; advice may be refused */
    for (size_t i = 0; i < n; i++)
        p[i] = value;
    return p;
}

static void open_blas(limits *l, const char *name)
{
    l->library = name && *name ? dlopen(name, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!l->library)
        return;
    void *symbol = dlsym(l->library, "cblas_sgemm"), *threads = dlsym(l->library, "openblas_set_num_threads");
    memcpy(&l->sgemm, &symbol, sizeof symbol); /* POSIX's way from an object's pointer to a function's */
    void (*set_threads)(int);
    memcpy(&set_threads, &threads, sizeof threads);
    if (threads)
        set_threads(1);
}

limits *limits_open(size_t floats, int gemm, const char *blas)
{
    limits *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    const size_t square = (size_t)gemm * (size_t)gemm;
    l->floats = floats;
    l->gemm = gemm;
    l->a = floats_new(floats, 1);
    l->b = floats_new(floats, 2);
    l->c = floats_new(floats, 0);
    l->ma = floats_new(square, 0.5f);
    l->mb = floats_new(square, 0.25f);
    l->mc = floats_new(square, 0);
    if (!l->a || !l->b || !l->c || !l->ma || !l->mb || !l->mc) {
        limits_close(l);
        return NULL;
    }
    open_blas(l, blas);
    return l;
}

bool limits_has_blas(const limits *l) { return l->sgemm != NULL; }

void limits_close(limits *l)
{
    if (!l)
        return;
    float *const all[] = {l->a, l->b, l->c, l->ma, l->mb, l->mc};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    if (l->library)
        dlclose(l->library);
    free(l);
}

double limits_page_ns(bool huge)
{
    enum { BYTES = 64 << 20, PAGE = 4096 };
    char *p = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return NAN;
    if (huge)
        madvise(p, BYTES, MADV_HUGEPAGE);
    const int64_t start = clock_now_ns();
    for (size_t i = 0; i < BYTES; i += PAGE)
        ((volatile char *)p)[i] = 1;
    const int64_t took = clock_now_ns() - start;
    munmap(p, BYTES);
    return (double)took / (BYTES / PAGE);
}
