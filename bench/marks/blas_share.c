/* The processes begin together: at a time of CLOCK_MONOTONIC that all of them are given. */
#define _GNU_SOURCE
#include "marks/blas_share.h"
#include "marks/marks.h"
#include "measure/clock.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef void (*sgemm_fn)(int order, int ta, int tb, int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float beta, float *c,
                         int ldc);

int blas_share_run(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    void *library = dlopen(argv[0], RTLD_NOW | RTLD_LOCAL);
    void *symbol = library ? dlsym(library, "cblas_sgemm") : NULL;
    sgemm_fn sgemm;
    memcpy(&sgemm, &symbol, sizeof sgemm);
    const int n = atoi(argv[1]);
    const size_t square = (size_t)n * (size_t)n;
    float *a = aligned_alloc(64, square * sizeof *a + 64), *b = aligned_alloc(64, square * sizeof *b + 64), *c = aligned_alloc(64, square * sizeof *c + 64);
    if (!symbol || !a || !b || !c)
        return 1;
    for (size_t i = 0; i < square; i++) {
        a[i] = (float)(i % 7);
        b[i] = (float)(i % 5);
        c[i] = 0;
    }
    sgemm(101, 111, 111, n, n, n, 1, a, n, b, n, 0, c, n); /* makes its buffers */
    clock_sleep_until(atoll(argv[2]));
    const int64_t start = clock_now_ns(), end = start + (int64_t)(atof(argv[3]) * 1e9);
    int times = 0;
    while (clock_now_ns() < end || !times) {
        sgemm(101, 111, 111, n, n, n, 1, a, n, b, n, 0, c, n);
        times++;
    }
    printf("%.9g\n", 2.0 * n * n * n * times / (double)(clock_now_ns() - start));
    return 0;
}

double blas_share_gflops(const char *library, const char *core, int n, int processes, double seconds)
{
    enum { MOST = 64 };
    FILE *running[MOST];
    char before[128], arguments[600];
    double sum = 0;
    processes = processes > MOST ? MOST : processes;
    if (!library || !*library || strchr(library, '\''))
        return NAN;
    snprintf(before, sizeof before, "env OPENBLAS_NUM_THREADS=1 %s%s", core && *core ? "OPENBLAS_CORETYPE=" : "", core && *core ? core : "");
    snprintf(arguments, sizeof arguments, "blas '%s' %d %lld %.3f", library, n, (long long)(clock_now_ns() + 300000000), seconds);
    for (int i = 0; i < processes; i++)
        running[i] = mark_part(before, arguments);
    for (int i = 0; i < processes; i++) {
        double gflops = NAN;
        if (!running[i] || fscanf(running[i], "%lf", &gflops) != 1)
            gflops = NAN;
        if (running[i])
            pclose(running[i]);
        sum += gflops;
    }
    return sum;
}
