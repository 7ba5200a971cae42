/*
 * Kernel ridge classifier of the handwritten digits: one fit is one round of heavy mathematics on real input.
 */
#ifndef BENCH_WORK_RIDGE_H
#define BENCH_WORK_RIDGE_H

#include "bench.h"

enum { RIDGE_FOLDS = 6 };

/* Every sixth digit is held out, a different sixth in each fold. */
typedef struct ridge {
    ra_tensor *train[RIDGE_FOLDS], *targets[RIDGE_FOLDS]; /* float32 images / 16 in rows; one-hot labels */
    ra_tensor *test[RIDGE_FOLDS], *labels[RIDGE_FOLDS];
    int64_t held_out, trained; /* of fold 0 */
    samples *calls;            /* where the duration of each recording call goes, in us; NULL: nowhere */
} ridge;

/* Loads and cuts the digits; false, with the failure noted, when that is not possible. Waits. */
bool ridge_open(bench *b, ridge *r);
void ridge_close(ridge *r);

/*
 * Records one fit: RBF kernel of the training digits, its Cholesky factor, the weights, the prediction of the held-out digits.
 * Gives the share that was predicted right, a 0-dim float32 tensor; NULL when refused.
 */
ra_tensor *ridge_fit(const ridge *r, int fold);

#endif
