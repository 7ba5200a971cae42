/*
 * Elementwise chains tiled by hand: the library's own loops, called tile by tile on what lies in the cache, by threads of
 * our own. No engine, no memory taken, nothing planned: what fusion is held against.
 */
#ifndef BENCH_WORK_TILES_H
#define BENCH_WORK_TILES_H

#include "bench.h"

/* The loops of the engine's instruction set level are there; false, with the failure noted, where not. */
bool tiles_open(bench *b);

typedef struct tiling {
    int64_t tile; /* elements */
    bool stream;  /* the last operator's tile is copied to the result by non-temporal stores */
} tiling;

/* tanh(sqrt(abs(relu(a * b + 1.5) * a - b))) of n floats; seconds. */
double tiles_chain(const float *a, const float *b, float *out, int64_t n, tiling how, int threads);

/* ---- generated chains, over a matrix of ROWS x COLUMNS floats ---- */

enum { TILES_ROWS = 2048, TILES_COLUMNS = 2048, TILES_LINKS = 14 };

typedef enum link_op {
    LINK_RELU, LINK_ABS, LINK_NEG, LINK_SQRT, LINK_TANH, LINK_SIGMOID,
    LINK_ADD, LINK_SUB, LINK_MUL, LINK_MAXIMUM, LINK_MINIMUM,
    LINK_LESS_WHERE, /* where(x < operand, x, number) */
    LINK_DOUBLE,     /* to float64, times number, back */
    LINK_INTEGER,    /* to int32, plus number, back */
    LINK_OPS
} link_op;

typedef enum link_operand {
    OPERAND_NUMBER, OPERAND_FULL, OPERAND_ROW, OPERAND_COLUMN,
    OPERAND_STEPPED, /* every second column of a matrix twice as wide */
    OPERAND_TURNED,  /* a transposed matrix */
    LINK_OPERANDS
} link_operand;

typedef struct chain_link {
    link_op op;
    link_operand operand;
    bool in_place;
    double number;
} chain_link;

/* What operands are taken from: floats of these many elements. */
typedef struct tiles_operands {
    const float *full;    /* ROWS x COLUMNS; x begins as FULL too, of its own */
    const float *start;   /* x */
    const float *row;     /* COLUMNS */
    const float *column;  /* ROWS */
    const float *stepped; /* ROWS x 2 COLUMNS */
    const float *turned;  /* COLUMNS x ROWS */
} tiles_operands;

/* Runs the chain into out; seconds. */
double tiles_generated(const chain_link *links, int count, const tiles_operands *operands, float *out, int threads);

#endif
