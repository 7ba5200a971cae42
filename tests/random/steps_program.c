/* What a program does besides computing: its own memory, reading, waiting, handles and scopes, errors, sharing. */
#include "random/call.h"
#include "random/figures.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the program's memory ---- */

struct buffer {
    _Atomic int *borrowed;
    int64_t room[];
};

static void give_back(void *context)
{
    struct buffer *b = context;
    _Atomic int *count = b->borrowed;
    free(b);
    atomic_fetch_sub_explicit(count, 1, memory_order_release);
}

void step_borrow(struct context *c, const uint32_t *word)
{
    int64_t n = c->program->m * c->program->n, sizes[] = {c->program->m, c->program->n};
    struct buffer *b = malloc(sizeof *b + (size_t)n * sizeof(float));
    if (!b)
        return;
    b->borrowed = c->borrowed;
    float *values = (float *)(void *)b->room;
    for (int64_t i = 0; i < n; i++)
        values[i] = (float)((i * 7 + word[2] % 100) % 23) - 5;
    atomic_fetch_add_explicit(c->borrowed, 1, memory_order_relaxed);
    ra_tensor *t = ra_from_data(values, RA_FLOAT32, ra_dims_of(sizes, 2), RA_OPTS(ra_from_data, .release = give_back, .context = b));
    if (!t)
        give_back(b);
    print_step(c, "ra_from_data");
    put(c, word[1], t);
}

/* The program itself writes, which must wait for readers as well as for writers. */
void step_write(struct context *c, const uint32_t *word)
{
    ra_tensor *t = pick_own(c, word[2], is_whole);
    ra_status s;
    char text[32];
    if (!t || ra_tensor_dtype(t) != RA_FLOAT32)
        return;
    float *p = ra_data_mut(t, &s);
    int64_t n = ra_numel(t);
    for (int64_t i = 0; p && i < n; i++)
        p[i] = (float)((i + word[3] % 16) % 9) - 2;
    print_step(c, "write %s: %s", tensor_name(c, t, text), ra_status_name(s));
    note_status(c, s);
    figure(FIGURE_WRITE, s == RA_OK);
    ra_clear_error();
}

/* ---- looking ---- */

void step_read(struct context *c, const uint32_t *word)
{
    ra_tensor *t = pick(c, word[2], is_any);
    char text[32];
    if (!t)
        return;
    uint64_t h = tensor_hash(c, t);
    note(c, h);
    print_step(c, "read %s %016llx", tensor_name(c, t, text), (unsigned long long)h);
}

static void count_back(void *context, ra_status status)
{
    figure(FIGURE_CALLBACK, status == RA_OK); /* of that moment: what was recorded since may have changed it */
    atomic_fetch_sub_explicit((_Atomic int *)context, 1, memory_order_release);
}

/* Without workers nobody else runs it. */
static void await_descriptor(const ra_tensor *t)
{
    struct pollfd p = {.events = POLLIN};
    if (ra_ready_fd(t, &p.fd))
        return;
    int ready = poll(&p, 1, 0);
    figure(FIGURE_DESCRIPTOR, ready > 0);
    while (ready <= 0) {
        ra_poll();
        ready = poll(&p, 1, 10);
    }
    close(p.fd);
}

static void change_mode(struct context *c, bool urgency)
{
    if (!urgency)
        ra_set_execution(ra_get_execution() == RA_SYNC ? RA_RUN_AHEAD : RA_SYNC);
    else if ((c->urgent = !c->urgent))
        ra_urgent_begin();
    else if (ra_urgent_end())
        note_status(c, RA_ERR_STATE);
}

void step_wait(struct context *c, const uint32_t *word)
{
    ra_tensor *t = pick(c, word[2], is_any);
    char text[32];
    if (!t)
        return;
    print_step(c, "wait for %s (%u)", tensor_name(c, t, text), word[3] % 10);
    switch (word[3] % 10) {
    case 0:
        figure(FIGURE_WAIT, note_status(c, ra_wait(t)) == RA_OK);
        break;
    case 1:
        figure(FIGURE_POLL, ra_is_ready(t));
        break;
    case 2:
        figure(FIGURE_TIMED_WAIT, ra_wait_for(t, word[4] % 100000) != RA_ERR_TIMEOUT); /* which of the two is nobody's business */
        break;
    case 3:
        atomic_fetch_add_explicit(c->borrowed, 1, memory_order_relaxed);
        if (ra_on_ready(t, count_back, c->borrowed))
            count_back(c->borrowed, RA_OK);
        break;
    case 4: /* some operators of a thread run in the call, the others ahead, some of these as urgent */
        if (!c->serial)
            change_mode(c, word[4] % 2);
        break;
    case 5:
        if (ra_wait_all()) /* of all threads; what has failed is nobody's in particular */
            note_status(c, RA_ERR_STATE);
        break;
    case 6:
        await_descriptor(t);
        break;
    case 7:
        if (ra_hurry(t))
            note_status(c, RA_ERR_STATE);
        break;
    case 8:
        ra_trim(word[4] % 2 ? 0 : 100000);
        break;
    default:
        ra_poll();
    }
    ra_clear_error();
}

void step_release(struct context *c, const uint32_t *word)
{
    ra_tensor *t = pick_own(c, word[2], is_any);
    char text[32];
    if (!t)
        return;
    print_step(c, "release %s", tensor_name(c, t, text));
    struct slot *s = slot_of(c, t);
    if (!c->serial && word[3] % 4 == 0) /* a look may run something */
        figure(FIGURE_RELEASE, ra_is_ready(t));
    ra_release(t);
    s->tensor = NULL;
}

void step_keep(struct context *c, const uint32_t *word)
{
    ra_tensor *t = pick_own(c, word[2], is_any);
    char text[32];
    if (!t)
        return;
    ra_keep(t);
    slot_of(c, t)->depth = 0;
    print_step(c, "keep %s", tensor_name(c, t, text));
}

void step_scope(struct context *c, const uint32_t *word)
{
    if (c->depth < 4 && (c->depth == 0 || word[2] % 2)) {
        ra_scope_begin();
        c->depth++;
        print_step(c, "scope begins (%d)", c->depth);
        return;
    }
    struct slot *s = own_slots(c);
    for (int i = 0; i < PRIVATE_SLOTS; i++)
        if (s[i].tensor && s[i].depth == c->depth)
            s[i].tensor = NULL;
    ra_status status = ra_scope_end();
    ra_clear_error();
    note_status(c, status);
    figure(FIGURE_SCOPE, status == RA_OK);
    print_step(c, "scope ends (%d): %s", c->depth, ra_status_name(status));
    c->depth--;
}

/* ---- errors ---- */

ra_tensor *make_failure(struct context *c, uint32_t word)
{
    ra_tensor *zero = NULL, *t = NULL, *u = NULL;
    unsigned kind = c->program->errors;
    if (!kind)
        return NULL;
    if (kind & (kind - 1))
        kind = 1u << word % 3;
    ra_dims shape = kind == ERROR_SINGULAR ? RA_DIMS(1, 1) : kind == ERROR_INDEX ? RA_DIMS(1) : RA_DIMS();
    if (call(c, "full", RA_FUNCTIONAL, (ra_arg[]){ARG_D(shape), ARG_S(RA_I(0)), ARG_DTYPE(kind == ERROR_SINGULAR ? RA_FLOAT32 : RA_INT64)}, 3, &zero, 1))
        return NULL;
    if (kind == ERROR_SINGULAR)
        call(c, "linalg_inv", RA_FUNCTIONAL, (ra_arg[]){ARG_T(zero)}, 1, &t, 1);
    else if (kind == ERROR_DIVIDE)
        call(c, "remainder", RA_FUNCTIONAL, (ra_arg[]){ARG_T(zero), ARG_T(zero)}, 2, &t, 1);
    else if (!call(c, "add", RA_FUNCTIONAL, (ra_arg[]){ARG_T(zero), ARG_S(RA_I(1))}, 2, &u, 1))
        call(c, "index_select", RA_FUNCTIONAL, (ra_arg[]){ARG_T(zero), ARG_I(0), ARG_T(u)}, 3, &t, 1);
    ra_release(zero);
    ra_release(u);
    u = NULL;
    if (t && kind != ERROR_DIVIDE) {
        call(c, "view", RA_FUNCTIONAL, (ra_arg[]){ARG_T(t), ARG_D(RA_DIMS())}, 2, &u, 1);
        ra_release(t);
        t = u;
    }
    return t;
}

/* What depends on it must fail as well, in a synchronous run too. */
static void check_inherited(struct context *c, const ra_tensor *failed)
{
    ra_tensor *t = NULL;
    if (call(c, "neg", RA_FUNCTIONAL, (ra_arg[]){ARG_T(failed)}, 1, &t, 1))
        return;
    ra_status s = ra_wait(t);
    ra_clear_error();
    ra_release(t);
    print_step(c, "wait for it: %s", ra_status_name(s));
    note_status(c, s);
    if (s == RA_OK)
        atomic_fetch_add_explicit(c->unnoticed, 1, memory_order_relaxed);
}

void step_fail(struct context *c, const uint32_t *word)
{
    ra_tensor *failed = make_failure(c, word[2]), *mine = pick_own(c, word[3], is_any);
    if (failed && mine && word[4] % 4 == 0)
        call(c, "fill_", RA_INPLACE, (ra_arg[]){ARG_T(mine), ARG_T(failed)}, 2, NULL, 0);
    else if (failed && word[4] % 4 == 3)
        check_inherited(c, failed);
    else if (failed && mine)
        call(c, "add", RA_INPLACE, (ra_arg[]){ARG_T(mine), ARG_T(failed)}, 2, NULL, 0);
    if (word[5] % 2)
        put(c, word[1], failed);
    else
        ra_release(failed);
}

/* ---- what several threads write; in turns ---- */

void step_shared(struct context *c, const uint32_t *word)
{
    static const char *const names[] = {"add", "mul", "sub", "maximum"};
    struct slot *s = &c->slots[FIRST_SHARED + word[2] % SHARED_SLOTS];
    ra_tensor *mine = pick(c, word[3], is_real), *t = s->tensor, *piece = NULL;
    if (!t || !mine)
        return;
    print_step(c, "with shared%d:", (int)(s - &c->slots[FIRST_SHARED]));
    int64_t n = common_elements(t, mine);
    bool fits = n >= 0 && n <= c->program->most;
    const char *name = names[word[4] % COUNT(names)];
    ra_arg args[] = {ARG_T(t), ARG_T(mine)}, rows[] = {ARG_T(t), ARG_I(0), ARG_I(word[5] % 3), ARG_I(INT64_MAX), ARG_I(2)};
    switch (word[6] % 8) {
    case 0: case 1:
        if (fits && n == elements(t))
            call(c, name, strcmp(name, "maximum") ? RA_INPLACE : RA_OUT, args, 2, &t, 1);
        break;
    case 2: case 3:
        if (fits)
            call_one(c, name, args, 2, word[1]);
        break;
    case 4:
        if (fits) /* grows, or shrinks, or changes nothing */
            call(c, "add", RA_OUT, (ra_arg[]){ARG_T(mine), ARG_S(RA_I(1))}, 2, &t, 1);
        break;
    case 5:
        if (ra_ndim(t) && !call(c, "slice", RA_FUNCTIONAL, rows, 5, &piece, 1)) {
            call(c, "mul", RA_INPLACE, (ra_arg[]){ARG_T(piece), ARG_S(RA_I(-1))}, 2, NULL, 0);
            ra_release(piece);
        }
        break;
    case 6:
        note(c, tensor_hash(c, t));
        print_step(c, "read it");
        break;
    default:
        if (!call(c, "clone", RA_FUNCTIONAL, (ra_arg[]){ARG_T(mine)}, 1, &piece, 1)) {
            ra_release(t);
            s->tensor = ra_keep(piece); /* of no thread's scope */
        }
    }
}
