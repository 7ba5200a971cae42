/*
 * Running random programs: control threads, whose turn it is, and what is left at the end.
 *
 * Steps that touch what several threads write wait until all such steps before them in the list are over; in a serial
 * run all steps do.
 */
#include "random/call.h"
#include "random/figures.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct run {
    const struct program *program;
    struct outcome *outcome;
    struct slot slots[ALL_SLOTS];
    pthread_mutex_t lock;
    pthread_cond_t turns[MAX_THREADS];
    int turn; /* under the lock: the step that may go on; those without turns are passed over */
    bool serial;
    _Atomic int borrowed;
    FILE *listing;
};

struct thread {
    struct run *run;
    int index;
};

static const step_taker functions[STEP_KINDS] = {
    [STEP_MAKE] = step_make, [STEP_VIEW] = step_view, [STEP_UNARY] = step_unary, [STEP_BINARY] = step_binary, [STEP_TERNARY] = step_ternary,
    [STEP_REDUCE] = step_reduce, [STEP_PAIR] = step_pair, [STEP_JOIN] = step_join, [STEP_INDEX] = step_index, [STEP_CHOOSE] = step_choose,
    [STEP_LAYER] = step_layer, [STEP_MATMUL] = step_matmul, [STEP_LINALG] = step_linalg, [STEP_REST] = step_rest, [STEP_COPY] = step_copy, [STEP_BORROW] = step_borrow,
    [STEP_WRITE] = step_write, [STEP_READ] = step_read, [STEP_WAIT] = step_wait, [STEP_RELEASE] = step_release, [STEP_KEEP] = step_keep,
    [STEP_SCOPE] = step_scope, [STEP_FAIL] = step_fail, [STEP_SHARED] = step_shared,
    [STEP_PART] = step_part, [STEP_GROW] = step_grow, [STEP_OVER] = step_over, [STEP_ELSEWHERE] = step_elsewhere, [STEP_BESIDE] = step_beside,
    [STEP_CALLBACK] = step_callback, [STEP_FUNCTION] = step_function, [STEP_OWN] = step_own, [STEP_CANCEL] = step_cancel, [STEP_FORK] = step_fork, [STEP_HOSTILE] = step_hostile,
};

static bool has_turn(const struct run *r, int step)
{
    const struct step *s = &r->program->step[step];
    return !s->removed && (r->serial || s->kind == STEP_SHARED);
}

static void pass_turn(struct run *r, int step)
{
    do
        step++;
    while (step < r->program->steps && !has_turn(r, step));
    pthread_mutex_lock(&r->lock);
    r->turn = step;
    pthread_mutex_unlock(&r->lock);
    if (step < r->program->steps)
        pthread_cond_signal(&r->turns[r->program->step[step].thread]);
}

static void await_turn(struct run *r, int step)
{
    pthread_mutex_lock(&r->lock);
    while (r->turn != step)
        pthread_cond_wait(&r->turns[r->program->step[step].thread], &r->lock);
    pthread_mutex_unlock(&r->lock);
}

static void run_steps(struct run *r, struct context *c)
{
    for (int i = 0; i < r->program->steps; i++) {
        const struct step *s = &r->program->step[i];
        if (s->removed || s->thread != c->thread)
            continue;
        if (has_turn(r, i))
            await_turn(r, i);
        c->at = i;
        c->hash = 0;
        c->acted = false;
        functions[s->kind](c, s->word);
        if (c->acted)
            figure_step(s->kind);
        r->outcome->step[i] = c->hash;
        if (has_turn(r, i))
            pass_turn(r, i);
    }
}

static void *thread_main(void *argument)
{
    struct thread *t = argument;
    struct run *r = t->run;
    struct context c = {.program = r->program, .thread = t->index, .slots = r->slots, .serial = r->serial, .borrowed = &r->borrowed, .unnoticed = &r->outcome->unnoticed, .stale = &r->outcome->stale, .listing = r->listing};
    c.generator = ra_generator_new(r->program->seed + (uint64_t)t->index);
    ra_thread_state *before = ra_thread_state_save();
    ra_clear_error();
    run_steps(r, &c);
    /* What is left is looked at from the end, so that what was recorded first is not waited for first. */
    struct slot *s = own_slots(&c);
    for (int i = PRIVATE_SLOTS - 1; i >= 0; i--)
        r->outcome->end[t->index * PRIVATE_SLOTS + i] = s[i].tensor ? tensor_hash(&c, s[i].tensor) : 0;
    for (int i = 0; i < PRIVATE_SLOTS; i++)
        if (s[i].tensor && s[i].depth == 0) {
            ra_release(s[i].tensor);
            s[i].tensor = NULL;
        }
    for (; c.depth; c.depth--)
        if (ra_scope_end())
            ra_clear_error();
    ra_thread_state_restore(before);
    ra_generator_free(c.generator);
    return NULL;
}

/* What all threads read, and what all write. */
static void make_common(struct run *r, struct context *c)
{
    const struct program *p = r->program;
    int64_t sizes[] = {p->m, p->n};
    ra_arg drawn[] = {ARG_D(ra_dims_of(sizes, 2)), ARG_G(c->generator)};
    ra_arg integers[] = {ARG_I(0), ARG_I(2), ARG_D(ra_dims_of(sizes, 2)), ARG_G(c->generator), ARG_DTYPE(RA_BOOL)};
    ra_arg counted[] = {ARG_S(RA_I(1)), ARG_S(RA_I(p->n + 1))};
    struct slot *s = &r->slots[FIRST_CONSTANT];
    call(c, "randn", RA_FUNCTIONAL, drawn, 2, &s[0].tensor, 1);
    call(c, "randint", RA_FUNCTIONAL, integers, 5, &s[1].tensor, 1);
    call(c, "arange", RA_FUNCTIONAL, counted, 2, &s[2].tensor, 1);
    for (int i = 0; i < SHARED_SLOTS; i++)
        call(c, "rand", RA_FUNCTIONAL, drawn, 2, &r->slots[FIRST_SHARED + i].tensor, 1);
}

static void end_common(struct run *r, struct context *c)
{
    for (int i = FIRST_CONSTANT; i < ALL_SLOTS; i++) {
        r->outcome->end[i] = r->slots[i].tensor ? tensor_hash(c, r->slots[i].tensor) : 0;
        ra_release(r->slots[i].tensor);
    }
}

/* Buffers come back on the callback lane. */
static int await_buffers(struct run *r)
{
    ra_status s = ra_wait_all();
    for (int i = 0; !s && i < 5000 && atomic_load_explicit(&r->borrowed, memory_order_acquire); i++)
        if (i < 100)
            sched_yield();
        else
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return atomic_load_explicit(&r->borrowed, memory_order_acquire);
}

void program_run(const struct program *p, bool serial, struct outcome *o, FILE *listing)
{
    struct run *r = calloc(1, sizeof *r);
    operators_ready();
    *o = (struct outcome){.lost = -1};
    if (!r)
        return;
    r->program = p;
    r->outcome = o;
    r->serial = serial;
    r->listing = listing;
    pthread_mutex_init(&r->lock, NULL);
    for (int i = 0; i < MAX_THREADS; i++)
        pthread_cond_init(&r->turns[i], NULL);
    struct context c = {.program = p, .slots = r->slots, .borrowed = &r->borrowed, .listing = listing, .at = -1};
    c.generator = ra_generator_new(p->seed);
    make_common(r, &c);
    pass_turn(r, -1);
    pthread_t thread[MAX_THREADS];
    struct thread own[MAX_THREADS];
    for (int i = 0; i < p->threads; i++)
        own[i] = (struct thread){r, i};
    for (int i = 1; i < p->threads; i++)
        if (pthread_create(&thread[i], NULL, thread_main, &own[i]))
            abort();
    thread_main(&own[0]);
    for (int i = 1; i < p->threads; i++)
        pthread_join(thread[i], NULL);
    end_common(r, &c);
    ra_generator_free(c.generator);
    o->lost = await_buffers(r);
    if (o->lost == 0)
        free(r); /* else buffers that come late still count themselves */
}
