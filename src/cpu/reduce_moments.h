/*
 * Template: reducer to mean and sum of squared deviations. A block is `width` means, then `width` sums. Parameters:
 *
 *   MOM_NAME     prefix
 *   MOM_T        element
 *   MOM_M        type of means (double or double _Complex)
 *   MOM_R        real type of MOM_T
 *   MOM_NORM(d)  squared modulus of a deviation of type MOM_T
 *   MOM_NORMM(d) the same of type MOM_M
 *
 * A leaf is read twice while it is in cache: first its mean, then deviations from the rounded mean, whose own sum
 * corrects for the rounding. Leaves are joined in double precision (Chan, Golub, LeVeque 1979).
 */
#define MOM_PASTE2(a, b) a##_##b
#define MOM_PASTE(a, b) MOM_PASTE2(a, b)
#define MOM(part) MOM_PASTE(MOM_NAME, part)

#define FOLD_NAME MOM(sum)
#define FOLD_T MOM_T
#define FOLD_OP(a, b) ((a) + (b))
#define FOLD_IDENTITY 0
#define FOLD_COST 0.1
#include "cpu/reduce_fold.h"

static inline double *MOM(squares)(void *block, int64_t width)
{
    return (double *)(void *)((MOM_M *)block + width);
}

static void MOM(inner)(void *block, const void *elements, int64_t n, int64_t start)
{
    enum { ROW = 32 };
    const MOM_T *restrict x = elements;
    (void)start;
    MOM_T mean = MOM(sum_leaf)(x, n) / (MOM_R)n;
    MOM_T drift[ROW] = {0};
    MOM_R squares[ROW] = {0};
    int64_t i = 0;
    for (; i + ROW <= n; i += ROW)
        for (int j = 0; j < ROW; j++) {
            MOM_T d = x[i + j] - mean;
            drift[j] += d;
            squares[j] += MOM_NORM(d);
        }
    for (int j = 0; i < n; i++, j++) {
        MOM_T d = x[i] - mean;
        drift[j] += d;
        squares[j] += MOM_NORM(d);
    }
    MOM_M drifted = 0;
    double squared = 0;
    for (int j = 0; j < ROW; j++) {
        drifted += drift[j];
        squared += squares[j];
    }
    drifted /= (double)n;
    *(MOM_M *)block = mean + drifted;
    *MOM(squares)(block, 1) = squared - MOM_NORMM(drifted) * (double)n;
}

static void MOM(outer)(void *block, const void *const *rows, int64_t count, int64_t width, int64_t start)
{
    enum { PART = 256 };
    MOM_M *means = block;
    double *all = MOM(squares)(block, width);
    MOM_R scale = (MOM_R)count;
    (void)start;
    for (int64_t from = 0; from < width; from += PART) {
        int64_t n = width - from < PART ? width - from : PART;
        MOM_T mean[PART], drift[PART];
        MOM_R squares[PART];
        const void *part[RA__LEAF_ROWS] = {NULL};
        for (int64_t i = 0; i < count; i++)
            part[i] = (const MOM_T *)rows[i] + from;
        MOM(sum_outer)(mean, part, count, n, 0);
        for (int64_t j = 0; j < n; j++) {
            mean[j] /= scale;
            drift[j] = 0;
            squares[j] = 0;
        }
        for (int64_t i = 0; i < count; i++) {
            const MOM_T *restrict x = part[i];
            for (int64_t j = 0; j < n; j++) {
                MOM_T d = x[j] - mean[j];
                drift[j] += d;
                squares[j] += MOM_NORM(d);
            }
        }
        for (int64_t j = 0; j < n; j++) {
            MOM_M drifted = (MOM_M)drift[j] / (double)count;
            means[from + j] = mean[j] + drifted;
            all[from + j] = squares[j] - MOM_NORMM(drifted) * (double)count;
        }
    }
}

static void MOM(combine)(void *block, const void *later, int64_t width, int64_t count, int64_t later_count)
{
    MOM_M *restrict mean = block;
    const MOM_M *restrict other = later;
    double *restrict squares = MOM(squares)(block, width);
    const double *restrict more = (const double *)(const void *)(other + width);
    double n = (double)(count + later_count);
    double share = (double)later_count / n, weight = (double)count * share;
    for (int64_t j = 0; j < width; j++) {
        MOM_M d = other[j] - mean[j];
        mean[j] += d * share;
        squares[j] += more[j] + MOM_NORMM(d) * weight;
    }
}

static void MOM(identity)(void *block, int64_t width)
{
    memset(block, 0, (size_t)width * (sizeof(MOM_M) + sizeof(double)));
}

static void MOM(finish_var)(void *const *out, const void *block, int64_t width, int64_t length, double correction)
{
    const double *squares = (const double *)(const void *)((const MOM_M *)block + width);
    MOM_R *to = out[0];
    double divisor = (double)length - correction;
    if (divisor < 0)
        divisor = 0;
    for (int64_t j = 0; j < width; j++)
        to[j] = (MOM_R)((squares[j] > 0 ? squares[j] : squares[j] * 0) / divisor);
}

static void MOM(finish_std)(void *const *out, const void *block, int64_t width, int64_t length, double correction)
{
    const double *squares = (const double *)(const void *)((const MOM_M *)block + width);
    MOM_R *to = out[0];
    double divisor = (double)length - correction;
    if (divisor < 0)
        divisor = 0;
    for (int64_t j = 0; j < width; j++)
        to[j] = (MOM_R)sqrt((squares[j] > 0 ? squares[j] : squares[j] * 0) / divisor);
}

static const ra__reducer MOM(reducer) = {
    .element = sizeof(MOM_T),
    .accumulator = sizeof(MOM_M) + sizeof(double),
    .cost = 0.2,
    .inner = MOM(inner),
    .outer = MOM(outer),
    .combine = MOM(combine),
    .identity = MOM(identity),
};

#undef MOM
#undef MOM_PASTE
#undef MOM_PASTE2
#undef MOM_NAME
#undef MOM_T
#undef MOM_M
#undef MOM_R
#undef MOM_NORM
#undef MOM_NORMM
