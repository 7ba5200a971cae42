/*
 * One step of a random program as calls of the library. See program.h.
 */
#ifndef TESTS_RANDOM_CALL_H
#define TESTS_RANDOM_CALL_H

#include "random/program.h"

#include <stdatomic.h>

struct slot {
    ra_tensor *tensor;
    int depth; /* of the scope that will release it; 0: nobody but the program */
};

/* A control thread in a program. */
struct context {
    const struct program *program;
    int thread, depth; /* scopes open */
    struct slot *slots; /* all of them */
    ra_generator *generator;
    bool serial;           /* nothing runs ahead */
    _Atomic int *borrowed; /* buffers that are out, and callbacks that are due */
    _Atomic int *unnoticed, *stale;
    FILE *listing;
    int at;        /* the step */
    uint64_t hash; /* of what it gave */
    bool acted;    /* it did something */
    bool urgent;   /* it has begun to be */
};

static inline void note(struct context *c, uint64_t value)
{
    c->hash = (c->hash ^ value) * UINT64_C(0x9fb21c651e98df25);
    c->hash ^= c->hash >> 32;
}

/* The first slot of the calling thread, and of those that are shared. */
static inline struct slot *own_slots(struct context *c)
{
    return &c->slots[c->thread * PRIVATE_SLOTS];
}

enum { FIRST_CONSTANT = MAX_THREADS * PRIVATE_SLOTS, FIRST_SHARED = FIRST_CONSTANT + CONSTANT_SLOTS };

/* ---- choosing operands (operand.c) ---- */

typedef bool (*operand_test)(struct context *c, const ra_tensor *t);
bool is_any(struct context *c, const ra_tensor *t);
bool is_real(struct context *c, const ra_tensor *t);
bool is_float(struct context *c, const ra_tensor *t);   /* float32 or float64 */
bool is_matrix(struct context *c, const ra_tensor *t);  /* of float32 or float64, 2-d */
bool is_bool(struct context *c, const ra_tensor *t);
bool is_indexable(struct context *c, const ra_tensor *t); /* at least 1-d, not empty */
bool is_whole(struct context *c, const ra_tensor *t);   /* contiguous, its extent known */

/* A tensor that may be read; NULL if there is none. */
ra_tensor *pick(struct context *c, uint32_t word, operand_test test);
/* One that may be written or viewed: of the thread's own. */
ra_tensor *pick_own(struct context *c, uint32_t word, operand_test test);
/* One that goes with t elementwise. */
ra_tensor *pick_like(struct context *c, uint32_t word, const ra_tensor *t, operand_test test);
/* The thread's own slot, or the constant one, that holds t; NULL for others. */
struct slot *slot_of(struct context *c, const ra_tensor *t);

int64_t elements(const ra_tensor *t); /* at most; never waits */
int64_t common_elements(const ra_tensor *a, const ra_tensor *b); /* broadcast; -1 if they do not go together */
bool may_fail(const struct context *c, enum error_kind kind);
/* A 0-dim tensor whose task fails; NULL where no errors are wanted. The caller's. */
ra_tensor *make_failure(struct context *c, uint32_t word);

/* ---- calling (operand.c) ---- */

/* Calls by name, notes status and description, and prints it. Results of RA_FUNCTIONAL are the caller's. */
ra_status call(struct context *c, const char *name, ra_variant variant, const ra_arg *args, size_t count, ra_tensor **results, size_t result_count);
/* The handle goes into a slot of the thread's, whose former handle is released. NULL is ignored. */
void put(struct context *c, uint32_t word, ra_tensor *t);
/* What a call answered that is made in another way: noted like that of `call`. */
void note_call(struct context *c, const ra_op *op, ra_variant variant, ra_status s);
/* Notes what a wait, a look or a scope's end told. */
ra_status note_status(struct context *c, ra_status s);
/* A call in a variant that `word` chooses, with one result. */
void call_some_variant(struct context *c, const char *name, const ra_arg *args, size_t count, const uint32_t *word);
void call_one(struct context *c, const char *name, const ra_arg *args, size_t count, uint32_t word);
/* Normal numbers of the thread's generator; NULL where that is refused. The caller's. */
ra_tensor *drawn(struct context *c, ra_dims sizes);
/* Values, status and description of t. Waits. */
uint64_t tensor_hash(struct context *c, const ra_tensor *t);
void print_step(struct context *c, const char *format, ...) RA_PRINTF(2, 3);
const char *tensor_name(struct context *c, const ra_tensor *t, char *text);

#define ARG_T(t) {.tensor = (t), .kind = RA_ARG_TENSOR}
#define ARG_I(i) {.integer = (i), .kind = RA_ARG_INT}
#define ARG_S(s) {.scalar = (s), .kind = RA_ARG_SCALAR}
#define ARG_F(x) {.real = (x), .kind = RA_ARG_FLOAT}
#define ARG_B(b) {.boolean = (b), .kind = RA_ARG_BOOL}
#define ARG_D(d) {.dims = (d), .kind = RA_ARG_DIMS}
#define ARG_DTYPE(d) {.dtype = (d), .kind = RA_ARG_DTYPE}
#define ARG_STR(s) {.string = (s), .kind = RA_ARG_STRING}
#define ARG_L(l) {.tensors = (l), .kind = RA_ARG_TENSORS}
#define ARG_G(g) {.generator = (g), .kind = RA_ARG_GENERATOR}
#define ARG_NONE {.kind = RA_ARG_NONE}
#define COUNT(args) (sizeof(args) / sizeof *(args))

/* ---- the steps ---- */

typedef void (*step_taker)(struct context *c, const uint32_t *word);
/* steps.c (computing), steps_data.c (viewing, indexing), steps_parts.c (parts of storages),
 * steps_threads.c (other threads, taking back), steps_rest.c (other operators), steps_layers.c (of those, layers), steps_transforms.c (Fourier transforms), steps_factors.c (factors of matrices), steps_contractions.c (equations, norms, covariances), steps_function.c, steps_own.c, steps_hostile.c, steps_program.c (all else) */
void step_make(struct context *c, const uint32_t *word);
void step_view(struct context *c, const uint32_t *word);
void step_unary(struct context *c, const uint32_t *word);
void step_binary(struct context *c, const uint32_t *word);
void step_ternary(struct context *c, const uint32_t *word);
void step_reduce(struct context *c, const uint32_t *word);
void step_pair(struct context *c, const uint32_t *word);
void step_join(struct context *c, const uint32_t *word);
void step_rest(struct context *c, const uint32_t *word);
void step_layers(struct context *c, const uint32_t *word);
void step_counting(struct context *c, const uint32_t *word);
void step_places(struct context *c, const uint32_t *word);
void step_factors(struct context *c, const uint32_t *word);
void step_transforms(struct context *c, const uint32_t *word);
void step_contractions(struct context *c, const uint32_t *word);
void step_copy(struct context *c, const uint32_t *word);
void step_layer(struct context *c, const uint32_t *word);
void step_matmul(struct context *c, const uint32_t *word);
void step_linalg(struct context *c, const uint32_t *word);
void step_index(struct context *c, const uint32_t *word);
void step_choose(struct context *c, const uint32_t *word);
void step_borrow(struct context *c, const uint32_t *word);
void step_write(struct context *c, const uint32_t *word);
void step_read(struct context *c, const uint32_t *word);
void step_wait(struct context *c, const uint32_t *word);
void step_release(struct context *c, const uint32_t *word);
void step_keep(struct context *c, const uint32_t *word);
void step_scope(struct context *c, const uint32_t *word);
void step_fail(struct context *c, const uint32_t *word);
void step_shared(struct context *c, const uint32_t *word);
void step_part(struct context *c, const uint32_t *word);
void step_grow(struct context *c, const uint32_t *word);
void step_over(struct context *c, const uint32_t *word);
void step_elsewhere(struct context *c, const uint32_t *word);
void step_beside(struct context *c, const uint32_t *word);
void step_callback(struct context *c, const uint32_t *word);
void step_function(struct context *c, const uint32_t *word);
void step_own(struct context *c, const uint32_t *word);
/* Before the first program: hostile steps draw among all that are registered. */
void operators_ready(void);
void step_cancel(struct context *c, const uint32_t *word);
void step_fork(struct context *c, const uint32_t *word);
void step_hostile(struct context *c, const uint32_t *word);

#endif
