/*
 * Generated chains, tile by tile: x is read, led through all links in the cache and written once.
 *
 * A tile is a piece of one row, so that every operand is handed over where it lies, unless a transposed one takes part: then
 * it is a square, whose operands are gathered first, the transposed one along its own rows.
 */
#define _GNU_SOURCE
#include "measure/team.h"
#include "work/tiles.h"
#include "work/tiles_loops.h"

#include <stdatomic.h>
#include <string.h>

enum { TILE = 2048, SIDE = 48 }; /* elements of a row's piece; rows and columns of a square */

typedef struct generated {
    const chain_link *links;
    int count;
    const tiles_operands *from;
    float *out;
    int64_t rows, columns; /* of a tile */
    atomic_llong next;
} generated;

/* Where a tile lies, and what it works with. */
typedef struct tile {
    int64_t row, column, rows, columns;
    _Alignas(64) float x[SIDE * SIDE], operand[SIDE * SIDE];
    _Alignas(64) double wide[SIDE * SIDE];
    _Alignas(64) int32_t whole[SIDE * SIDE];
    _Alignas(64) uint8_t mask[SIDE * SIDE];
} tile;

_Static_assert(TILE <= SIDE * SIDE, "a piece of a row fits");

/* ---- operands ---- */

static void gather(tile *t, const float *p, int64_t row_step, int64_t column_step)
{
    for (int64_t i = 0; i < t->rows; i++)
        for (int64_t k = 0; k < t->columns; k++)
            t->operand[i * t->columns + k] = p[i * row_step + k * column_step];
}

static void gather_turned(tile *t, const float *p)
{
    for (int64_t k = 0; k < t->columns; k++)
        for (int64_t i = 0; i < t->rows; i++)
            t->operand[i * t->columns + k] = p[k * TILES_ROWS + i];
}

/* Where the loop finds the operand, and its step in bytes. */
static const float *operand_of(tile *t, const tiles_operands *from, const chain_link *l, float *number, int64_t *stride)
{
    *stride = 4;
    switch (l->operand) {
    case OPERAND_FULL:
    case OPERAND_STEPPED: {
        const int64_t step = l->operand == OPERAND_STEPPED ? 2 : 1;
        const float *p = (step == 2 ? from->stepped : from->full) + (t->row * TILES_COLUMNS + t->column) * step;
        *stride = 4 * step;
        if (t->rows == 1)
            return p;
        gather(t, p, TILES_COLUMNS * step, step);
        break;
    }
    case OPERAND_ROW:
        if (t->rows == 1)
            return from->row + t->column;
        gather(t, from->row + t->column, 0, 1);
        break;
    case OPERAND_COLUMN:
        if (t->rows == 1) {
            *stride = 0;
            return from->column + t->row;
        }
        gather(t, from->column + t->row, 1, 0);
        break;
    case OPERAND_TURNED:
        gather_turned(t, from->turned + t->column * TILES_ROWS + t->row);
        break;
    default:
        *number = (float)l->number;
        *stride = 0;
        return number;
    }
    *stride = 4;
    return t->operand;
}

/* ---- links ---- */

static void less_where(tile *t, const float *operand, int64_t stride, const chain_link *l, int64_t n)
{
    const float number = (float)l->number;
    char *const compared[] = {(char *)t->mask, (char *)t->x, (char *)(uintptr_t)operand};
    char *const chosen[] = {(char *)t->x, (char *)t->mask, (char *)t->x, (char *)(uintptr_t)&number};
    loop_of(RA__OP_lt, RA_FLOAT32, compared, (const int64_t[]){1, 4, stride}, n);
    /* its loops move bits, by width */
    loop_of(RA__OP_where, RA_INT32, chosen, (const int64_t[]){4, 1, 4, 0}, n);
}

static void in_double(tile *t, double number, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        t->wide[i] = t->x[i];
    char *const data[] = {(char *)t->wide, (char *)t->wide, (char *)&number};
    loop_of(RA__OP_mul, RA_FLOAT64, data, (const int64_t[]){8, 8, 0}, n);
    for (int64_t i = 0; i < n; i++)
        t->x[i] = (float)t->wide[i];
}

static void in_integers(tile *t, int32_t number, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        t->whole[i] = (int32_t)t->x[i];
    char *const data[] = {(char *)t->whole, (char *)t->whole, (char *)&number};
    loop_of(RA__OP_add, RA_INT32, data, (const int64_t[]){4, 4, 0}, n);
    for (int64_t i = 0; i < n; i++)
        t->x[i] = (float)t->whole[i];
}

static void run_link(tile *t, const generated *g, const chain_link *l, int64_t n)
{
    static const ra__op_id ops[] = {[LINK_RELU] = RA__OP_relu, [LINK_ABS] = RA__OP_abs,         [LINK_NEG] = RA__OP_neg,  [LINK_SQRT] = RA__OP_sqrt,
                                    [LINK_TANH] = RA__OP_tanh, [LINK_SIGMOID] = RA__OP_sigmoid, [LINK_ADD] = RA__OP_add,  [LINK_SUB] = RA__OP_sub,
                                    [LINK_MUL] = RA__OP_mul,   [LINK_MAXIMUM] = RA__OP_maximum, [LINK_MINIMUM] = RA__OP_minimum};
    float number;
    int64_t stride;
    if (l->op < LINK_ADD)
        loop_1(ops[l->op], t->x, t->x, n);
    else if (l->op < LINK_LESS_WHERE) {
        const float *operand = operand_of(t, g->from, l, &number, &stride);
        loop_2(ops[l->op], t->x, t->x, 4, operand, stride, n);
    } else if (l->op == LINK_LESS_WHERE) {
        const float *operand = operand_of(t, g->from, l, &number, &stride);
        less_where(t, operand, stride, l, n);
    } else if (l->op == LINK_DOUBLE)
        in_double(t, l->number, n);
    else
        in_integers(t, (int32_t)l->number, n);
}

static void work(void *context, int index)
{
    (void)index;
    generated *g = context;
    tile t;
    const int64_t across = (TILES_COLUMNS + g->columns - 1) / g->columns, down = (TILES_ROWS + g->rows - 1) / g->rows;
    for (int64_t at; (at = atomic_fetch_add_explicit(&g->next, 1, memory_order_relaxed)) < across * down;) {
        t.row = at / across * g->rows;
        t.column = at % across * g->columns;
        t.rows = TILES_ROWS - t.row < g->rows ? TILES_ROWS - t.row : g->rows;
        t.columns = TILES_COLUMNS - t.column < g->columns ? TILES_COLUMNS - t.column : g->columns;
        const int64_t first = t.row * TILES_COLUMNS + t.column;
        for (int64_t i = 0; i < t.rows; i++)
            memcpy(t.x + i * t.columns, g->from->start + first + i * TILES_COLUMNS, (size_t)t.columns * sizeof *t.x);
        for (int i = 0; i < g->count; i++)
            run_link(&t, g, &g->links[i], t.rows * t.columns);
        for (int64_t i = 0; i < t.rows; i++)
            memcpy(g->out + first + i * TILES_COLUMNS, t.x + i * t.columns, (size_t)t.columns * sizeof *t.x);
    }
}

double tiles_generated(const chain_link *links, int count, const tiles_operands *operands, float *out, int threads)
{
    bool turned = false;
    for (int i = 0; i < count; i++)
        turned |= links[i].op >= LINK_ADD && links[i].op <= LINK_LESS_WHERE && links[i].operand == OPERAND_TURNED;
    generated g = {.links = links, .count = count, .from = operands, .out = out, .rows = turned ? SIDE : 1, .columns = turned ? SIDE : TILE};
    return team_seconds(threads, work, &g);
}
