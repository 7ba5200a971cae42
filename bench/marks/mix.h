/*
 * 64 small calls: 8 operators over 8 shapes in turn, on the CPU (or another device) and on meta, and views.
 */
#ifndef BENCH_MARKS_MIX_H
#define BENCH_MARKS_MIX_H

#include "bench.h"

enum { MIX = 64, MIX_SHAPES = 8, MIX_LIST = 16 };

typedef enum mix_kind { MIX_ADD, MIX_META, MIX_VIEW } mix_kind;

typedef struct mix {
    ra_tensor *a[MIX_SHAPES], *b[MIX_SHAPES];           /* threes and twos */
    ra_tensor *meta_a[MIX_SHAPES], *meta_b[MIX_SHAPES];
    ra_tensor *square;                                   /* 8x8, of which views are made */
    ra_tensor *list[MIX_LIST];
} mix;

bool mix_open(bench *b, mix *x);
void mix_close(mix *x);
/* The operands of MIX_ADD move to another device. */
bool mix_move(bench *b, mix *x, ra_device device);

/* Call number i of the 64. */
ra_tensor *mix_call(const mix *x, mix_kind kind, int i);
/* Whether the first element of the result of a MIX_ADD call is what it must be. May wait. */
bool mix_is_right(const ra_tensor *result, int i);

#endif
