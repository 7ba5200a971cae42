/* Two small models: pre-norm transformer block, and a perceptron of three layers. */
#include "work/model.h"

#include <math.h>

/* A weight matrix of (out, in), scaled so that variances stay near 1. */
static ra_tensor *weight(ra_generator *g, int64_t out, int64_t in)
{
    ra_tensor *w = ra_randn(RA_DIMS(out, in), RA_OPTS(ra_randn, .generator = g));
    if (w && ra_mul_(w, 1 / sqrt((double)in))) {
        ra_release(w);
        return NULL;
    }
    return w;
}

static ra_tensor *zeros(int64_t n) { return ra_zeros(RA_DIMS(n)); }

enum { PART_COUNT = sizeof(model) / sizeof(ra_tensor *) };

/* The struct is tensors only, so that it can be gone through. */
static ra_tensor **parts(model *m) { return (ra_tensor **)(void *)m; }

bool model_open(bench *b, model *m)
{
    ra_generator *g = ra_generator_new(1);
    *m = (model){.x = g ? ra_randn(RA_DIMS(BLOCK_TOKENS, BLOCK_WIDTH), RA_OPTS(ra_randn, .generator = g)) : NULL};
    if (!m->x) {
        bench_need(b, "random input", NULL);
        ra_generator_free(g);
        return false;
    }
    for (int i = 0; i < 2; i++) {
        m->norm[i] = ra_ones(RA_DIMS(BLOCK_WIDTH));
        m->shift[i] = zeros(BLOCK_WIDTH);
    }
    m->qkv = weight(g, 3 * BLOCK_WIDTH, BLOCK_WIDTH);
    m->out = weight(g, BLOCK_WIDTH, BLOCK_WIDTH);
    m->up = weight(g, BLOCK_HIDDEN, BLOCK_WIDTH);
    m->down = weight(g, BLOCK_WIDTH, BLOCK_HIDDEN);
    m->qkv_bias = zeros(3 * BLOCK_WIDTH);
    m->out_bias = zeros(BLOCK_WIDTH);
    m->up_bias = zeros(BLOCK_HIDDEN);
    m->down_bias = zeros(BLOCK_WIDTH);
    const int64_t widths[4] = {MLP_IN, MLP_HIDDEN, MLP_HIDDEN, MLP_CLASSES};
    for (int i = 0; i < 3; i++) {
        m->layer[i] = weight(g, widths[i + 1], widths[i]);
        m->bias[i] = zeros(widths[i + 1]);
    }
    bool good = true;
    for (int i = 0; good && i < PART_COUNT; i++)
        good = bench_need(b, "random weights", parts(m)[i]) != NULL;
    good = bench_ok(b, "random weights", ra_wait_all()) && good;
    ra_generator_free(g);
    if (!good)
        model_close(m);
    return good;
}

void model_close(model *m)
{
    for (int i = 0; i < PART_COUNT; i++)
        ra_release(parts(m)[i]);
    *m = (model){0};
}

/* (tokens, width) of one third of qkv as (heads, tokens, width / heads). */
static ra_tensor *heads(const ra_tensor *qkv, int third)
{
    RA_AUTO ra_tensor *part = ra_narrow(qkv, 1, (int64_t)third * BLOCK_WIDTH, BLOCK_WIDTH);
    RA_AUTO ra_tensor *split = ra_view(part, RA_DIMS(BLOCK_TOKENS, BLOCK_HEADS, BLOCK_WIDTH / BLOCK_HEADS));
    return ra_transpose(split, 0, 1);
}

static ra_tensor *attention(const model *m, const ra_tensor *x)
{
    RA_AUTO ra_tensor *qkv = ra_linear(x, m->qkv, m->qkv_bias);
    RA_AUTO ra_tensor *q = heads(qkv, 0);
    RA_AUTO ra_tensor *k = heads(qkv, 1);
    RA_AUTO ra_tensor *v = heads(qkv, 2);
    RA_AUTO ra_tensor *kt = ra_transpose(k, 1, 2);
    RA_AUTO ra_tensor *dots = ra_matmul(q, kt);
    RA_AUTO ra_tensor *scaled = ra_mul(dots, 1 / sqrt((double)BLOCK_WIDTH / BLOCK_HEADS));
    RA_AUTO ra_tensor *weights = ra_softmax(scaled, -1);
    RA_AUTO ra_tensor *mixed = ra_matmul(weights, v);
    RA_AUTO ra_tensor *rows = ra_transpose(mixed, 0, 1);
    RA_AUTO ra_tensor *joined = ra_reshape(rows, RA_DIMS(BLOCK_TOKENS, BLOCK_WIDTH));
    return ra_linear(joined, m->out, m->out_bias);
}

static ra_tensor *feed_forward(const model *m, const ra_tensor *x)
{
    RA_AUTO ra_tensor *up = ra_linear(x, m->up, m->up_bias);
    RA_AUTO ra_tensor *active = ra_gelu(up);
    return ra_linear(active, m->down, m->down_bias);
}

ra_tensor *model_block(const model *m)
{
    RA_AUTO ra_tensor *first = ra_layer_norm(m->x, RA_DIMS(BLOCK_WIDTH), m->norm[0], m->shift[0]);
    RA_AUTO ra_tensor *attended = attention(m, first);
    RA_AUTO ra_tensor *middle = ra_add(m->x, attended);
    RA_AUTO ra_tensor *second = ra_layer_norm(middle, RA_DIMS(BLOCK_WIDTH), m->norm[1], m->shift[1]);
    RA_AUTO ra_tensor *fed = feed_forward(m, second);
    return ra_add(middle, fed);
}

ra_tensor *model_mlp(const model *m)
{
    RA_AUTO ra_tensor *in = ra_narrow(m->x, 0, 0, MLP_BATCH);
    RA_AUTO ra_tensor *a = ra_linear(in, m->layer[0], m->bias[0]);
    RA_AUTO ra_tensor *a_active = ra_relu(a);
    RA_AUTO ra_tensor *c = ra_linear(a_active, m->layer[1], m->bias[1]);
    RA_AUTO ra_tensor *c_active = ra_relu(c);
    RA_AUTO ra_tensor *scores = ra_linear(c_active, m->layer[2], m->bias[2]);
    return ra_softmax(scores, -1);
}
