/*
 * Two small models with random weights: a transformer block and a multilayer perceptron.
 */
#ifndef BENCH_WORK_MODEL_H
#define BENCH_WORK_MODEL_H

#include "bench.h"

enum {
    BLOCK_TOKENS = 128,
    BLOCK_WIDTH = 256,
    BLOCK_HEADS = 4,
    BLOCK_HIDDEN = 1024,
    MLP_BATCH = 32,
    MLP_IN = 256,
    MLP_HIDDEN = 1024,
    MLP_CLASSES = 10
};

typedef struct model {
    ra_tensor *x;                                /* input */
    ra_tensor *norm[2], *shift[2];               /* layer norms */
    ra_tensor *qkv, *out, *up, *down;            /* weights of the block */
    ra_tensor *qkv_bias, *out_bias, *up_bias, *down_bias;
    ra_tensor *layer[3], *bias[3];               /* of the perceptron */
} model;

/* Makes all weights from a fixed seed; false, with the failure noted, where that is not possible. Waits. */
bool model_open(bench *b, model *m);
void model_close(model *m);

/* Record one pass; NULL when refused. */
ra_tensor *model_block(const model *m); /* (BLOCK_TOKENS, BLOCK_WIDTH) */
ra_tensor *model_mlp(const model *m);   /* probabilities, (MLP_BATCH, MLP_CLASSES) */

#endif
