/*
 * Template: reducer to mean and sum of squared deviations. A block is `width` means, then `width` sums. Parameters:
 *
 *   MOM_NAME     prefix
 *   MOM_T        element
 *   MOM_M        type of means (double or double _Complex)
 *   MOM_R        real type of MOM_T
 *   MOM_NORM(d)  squared modulus of a deviation of type MOM_T
 *   MOM_NORMM(d) the same of type MOM_M
 *   MOM_WIDE     (optional) prefix of the reducer over MOM_M, made before
 *
 * A leaf is read twice while it is in cache: first its mean, then deviations from the rounded mean, whose own sum
 * corrects for the rounding. Leaves are joined in double precision (Chan, Golub, LeVeque 1979).
 *
 * Squares of what float32 holds may be no floats, and its sum none either: a leaf whose squares add up to less or more than
 * floats that are exact to the last bit is read again, as doubles. Which one that is hangs on its elements alone. In double
 * precision the squares of such large numbers are inf, as in PyTorch.
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

#ifdef MOM_WIDE
/* Whether the sum of n squares is as good as floats are: what each of them lost below 2^-149 is nothing to the sum. */
static inline bool MOM(in_range)(MOM_R squared, int64_t n)
{
    return (squared >= (MOM_R)n * 0x1p-125f) & (squared <= 0x1.fffffep127f);
}

/* All elements may be the same (zeros, say), which takes no arithmetic. */
static __attribute__((noinline)) void MOM(inner_wide)(void *block, const MOM_T *x, int64_t n)
{
    enum { PART = 512 };
    MOM_M wide[PART], later[2];
    if (!memcmp(x, x + 1, (size_t)(n - 1) * sizeof *x)) {
        *(MOM_M *)block = x[0];
        *MOM(squares)(block, 1) = MOM_NORMM((MOM_M)(x[0] - x[0]));
        return;
    }
    for (int64_t from = 0; from < n; from += PART) {
        const int64_t count = n - from < PART ? n - from : PART;
        for (int64_t i = 0; i < count; i++)
            wide[i] = x[from + i];
        MOM_PASTE(MOM_WIDE, inner)(from ? later : block, wide, count, 0);
        if (from)
            MOM_PASTE(MOM_WIDE, combine)(block, later, 1, from, count);
    }
}

/* Of `width` outputs those that are out of range. */
static __attribute__((noinline)) void MOM(outer_wide)(MOM_M *means, double *all, const void *const *rows, int64_t count, int64_t width, const MOM_R *squares)
{
    enum { PART = 64 };
    bool same = true;
    for (int64_t i = 1; i < count; i++)
        same = same && !memcmp(rows[0], rows[i], (size_t)width * sizeof(MOM_T));
    for (int64_t j = 0; same && j < width; j++) {
        MOM_T x = ((const MOM_T *)rows[0])[j];
        means[j] = x;
        all[j] = MOM_NORMM((MOM_M)(x - x));
    }
    for (int64_t from = 0; !same && from < width; from += PART) {
        int64_t n = width - from < PART ? width - from : PART;
        MOM_M wide[RA__LEAF_ROWS][PART], block[2 * PART];
        const void *row[RA__LEAF_ROWS] = {NULL};
        for (int64_t i = 0; i < count; i++) {
            const MOM_T *x = (const MOM_T *)rows[i] + from;
            for (int64_t j = 0; j < n; j++)
                wide[i][j] = x[j];
            row[i] = wide[i];
        }
        MOM_PASTE(MOM_WIDE, outer)(block, row, count, n, 0);
        const double *more = MOM(squares)(block, n);
        for (int64_t j = 0; j < n; j++) {
            if (MOM(in_range)(squares[from + j], count))
                continue;
            means[from + j] = block[j];
            all[from + j] = more[j];
        }
    }
}
#endif

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
#ifdef MOM_WIDE
    if (!MOM(in_range)((MOM_R)squared, n)) {
        MOM(inner_wide)(block, x, n);
        return;
    }
#endif
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
#ifdef MOM_WIDE
        bool in_range = true;
        for (int64_t j = 0; j < n; j++)
            in_range &= MOM(in_range)(squares[j], count);
        if (!in_range)
            MOM(outer_wide)(means + from, all + from, part, count, n, squares);
#endif
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
    if (divisor < 0 || length == 0)
        divisor = 0;
    for (int64_t j = 0; j < width; j++)
        to[j] = (MOM_R)((squares[j] < 0 ? 0 : squares[j]) / divisor);
}

static void MOM(finish_std)(void *const *out, const void *block, int64_t width, int64_t length, double correction)
{
    const double *squares = (const double *)(const void *)((const MOM_M *)block + width);
    MOM_R *to = out[0];
    double divisor = (double)length - correction;
    if (divisor < 0 || length == 0)
        divisor = 0;
    for (int64_t j = 0; j < width; j++)
        to[j] = (MOM_R)sqrt((squares[j] < 0 ? 0 : squares[j]) / divisor);
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
#undef MOM_WIDE
