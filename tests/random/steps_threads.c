/* Steps of random programs in which other threads, callbacks and processes take part, and work is taken back. */
#include "random/call.h"
#include "random/figures.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- handles that others release ---- */

struct parcel {
    ra_tensor *tensor;
    unsigned how;
    _Atomic int *borrowed, *unnoticed;
};

static struct parcel *pack(struct context *c, ra_tensor *t, unsigned how)
{
    struct parcel *p = t ? malloc(sizeof *p) : NULL;
    if (!p) {
        ra_release(t);
        return NULL;
    }
    *p = (struct parcel){ra_keep(t), how, c->borrowed, c->unnoticed};
    atomic_fetch_add_explicit(c->borrowed, 1, memory_order_relaxed);
    return p;
}

/* Looks, records something that nobody will see, or does nothing; then releases. What was seen depends on the moment. */
static void *open_parcel(void *argument)
{
    struct parcel *p = argument;
    ra_tensor *of = p->how & 4 ? p->how & 8 ? ra_neg(p->tensor) : ra_sum(p->tensor, RA_ALL) : NULL;
    if (p->how & 16)
        figure(FIGURE_ELSEWHERE, ra_is_ready(p->tensor));
    ra_release(p->tensor);
    if (p->how & 32 && of)
        (void)!ra_wait(of);
    ra_release(of);
    ra_clear_error();
    atomic_fetch_sub_explicit(p->borrowed, 1, memory_order_release);
    free(p);
    return NULL;
}

/*
 * The slot's handle goes to another thread, or another handle of the same, or a copy. Only of a copy more is recorded there:
 * whoever has other handles may write to the data by hand, which is for nobody else to read meanwhile.
 */
void step_elsewhere(struct context *c, const uint32_t *word)
{
    ra_tensor *t = pick_own(c, word[2], is_real), *goes = NULL;
    unsigned what = word[3] % 3;
    char text[32];
    if (!t)
        return;
    print_step(c, "%s is released elsewhere (%u)", tensor_name(c, t, text), what);
    if (what == 0)
        slot_of(c, t)->tensor = NULL;
    if (what == 2 && call(c, "clone", RA_FUNCTIONAL, (ra_arg[]){ARG_T(t)}, 1, &goes, 1))
        return;
    struct parcel *p = pack(c, what == 0 ? t : what == 1 ? ra_ref(t) : goes, what == 2 ? word[4] | 4 : word[4] & ~4u);
    pthread_t thread;
    if (!p)
        return;
    if (pthread_create(&thread, NULL, open_parcel, p))
        open_parcel(p);
    else
        pthread_detach(thread);
}

/* ---- a storage that grows beside a reader ---- */

struct beside {
    ra_tensor *head; /* ones */
    _Atomic bool over;
    int wrong;
};

static void *read_beside(void *argument)
{
    struct beside *b = argument;
    figure(FIGURE_BESIDE, !atomic_load_explicit(&b->over, memory_order_acquire));
    for (int i = 0; i < 3 || (i < 200 && !atomic_load_explicit(&b->over, memory_order_acquire)); i++) {
        ra_tensor *sum = ra_sum(b->head, RA_ALL);
        double value = 0;
        b->wrong += ra_item_f64(sum, &value) || value != (double)ra_numel(b->head);
        ra_release(sum);
    }
    ra_clear_error();
    return NULL;
}

/* The last of some ones is an output, of ever larger results; the others are read meanwhile. */
void step_beside(struct context *c, const uint32_t *word)
{
    int64_t n = 2 + word[2] % (unsigned)(c->program->m + 1);
    ra_tensor *ones = NULL, *tail = NULL, *value = NULL;
    struct beside b = {.head = NULL};
    pthread_t thread;
    if (call(c, "ones", RA_FUNCTIONAL, (ra_arg[]){ARG_D(RA_DIMS(n))}, 1, &ones, 1))
        return;
    if (!call(c, "narrow", RA_FUNCTIONAL, (ra_arg[]){ARG_T(ones), ARG_I(0), ARG_I(0), ARG_I(n - 1)}, 4, &b.head, 1) &&
        !call(c, "narrow", RA_FUNCTIONAL, (ra_arg[]){ARG_T(ones), ARG_I(0), ARG_I(n - 1), ARG_I(1)}, 4, &tail, 1) &&
        !pthread_create(&thread, NULL, read_beside, &b)) {
        for (int64_t i = 1; i <= 3; i++)
            if (!call(c, "full", RA_FUNCTIONAL, (ra_arg[]){ARG_D(RA_DIMS(i * i * n)), ARG_S(RA_F(0.5))}, 2, &value, 1)) {
                call(c, "add", RA_OUT, (ra_arg[]){ARG_T(value), ARG_S(RA_I(1))}, 2, &tail, 1);
                ra_release(value);
            }
        atomic_store_explicit(&b.over, true, memory_order_release);
        pthread_join(thread, NULL);
    }
    if (b.wrong)
        atomic_fetch_add_explicit(c->unnoticed, 1, memory_order_relaxed);
    put(c, word[1], tail);
    ra_release(b.head);
    ra_release(ones);
}

/* ---- callbacks that record ---- */

/* Twos, whose sum and sign are told by calls of the callback's own. */
static void record_in_callback(void *context, ra_status status)
{
    struct parcel *p = context;
    ra_tensor *sum = ra_sum(p->tensor, RA_ALL), *wrong = ra_ne(sum, 2 * (double)ra_numel(p->tensor));
    ra_scalar is_wrong = RA_I(1);
    figure(FIGURE_RECORDING, p->how % 2);
    if (p->how % 2 == 0) /* nobody looks */
        is_wrong = RA_I(0);
    else if (ra_item(wrong, &is_wrong))
        ra_clear_error();
    if (status || is_wrong.value.i)
        atomic_fetch_add_explicit(p->unnoticed, 1, memory_order_relaxed);
    ra_release(sum);
    ra_release(wrong);
    ra_release(p->tensor);
    atomic_fetch_sub_explicit(p->borrowed, 1, memory_order_release);
    free(p);
}

void step_callback(struct context *c, const uint32_t *word)
{
    ra_tensor *t = NULL;
    int64_t n = 1 + word[2] % (unsigned)c->program->m;
    if (call(c, "full", RA_FUNCTIONAL, (ra_arg[]){ARG_D(RA_DIMS(n)), ARG_S(RA_I(1))}, 2, &t, 1))
        return;
    call(c, "add", RA_INPLACE, (ra_arg[]){ARG_T(t), ARG_S(RA_I(1))}, 2, NULL, 0);
    print_step(c, "a callback that records");
    struct parcel *p = pack(c, t, word[3]);
    if (p && ra_on_ready(p->tensor, record_in_callback, p))
        record_in_callback(p, RA_OK);
    ra_clear_error();
}

/* ---- what is taken back ---- */

/* Work on a copy is cancelled on the way; then all of the copy is overwritten, and is well. */
void step_cancel(struct context *c, const uint32_t *word)
{
    ra_tensor *t = pick(c, word[2], is_real), *copy = NULL, *row = NULL, *made[4] = {NULL};
    if (!t || call(c, "clone", RA_FUNCTIONAL, (ra_arg[]){ARG_T(t)}, 1, &copy, 1))
        return;
    if (ra_has_pending_extent(copy) || elements(copy) == 0 || (ra_ndim(copy) && call(c, "slice", RA_FUNCTIONAL, (ra_arg[]){ARG_T(copy), ARG_I(0), ARG_I(0), ARG_I(RA_END), ARG_I(2)}, 5, &row, 1))) {
        ra_release(copy);
        return;
    }
    for (int i = 0; i < 4; i++) {
        ra_tensor *of = row && word[3] >> i & 1 ? row : copy;
        call(c, "add", RA_INPLACE, (ra_arg[]){ARG_T(of), ARG_S(RA_I(1))}, 2, NULL, 0);
        call(c, "neg", RA_FUNCTIONAL, (ra_arg[]){ARG_T(of)}, 1, &made[i], 1);
        if (word[4] >> i & 1 && ra_cancel(word[5] >> i & 1 && made[i] ? made[i] : of))
            ra_clear_error();
    }
    ra_tensor *any = word[6] % 2 ? made[word[6] / 2 % 4] : NULL;
    if (any) /* done or cancelled; of a wait with a limit the scope learns nothing */
        figure(FIGURE_CANCEL, ra_wait_for(any, INT64_C(1000000000000)) == RA_ERR_CANCELLED);
    ra_clear_error();
    for (int i = 0; i < 4; i++)
        ra_release(made[word[7] % 2 ? i : 3 - i]);
    print_step(c, "cancelled in part");
    call(c, "fill_", RA_INPLACE, (ra_arg[]){ARG_T(copy), ARG_S(RA_I(1))}, 2, NULL, 0);
    ra_release(row);
    ra_status s = word[7] & 4 ? note_status(c, ra_wait(copy)) : RA_OK;
    ra_clear_error();
    if (s)
        atomic_fetch_add_explicit(c->stale, 1, memory_order_relaxed);
    put(c, word[1], copy);
}

/* ---- a fork ---- */

/* In the child what was finished is there, what was not has a status, and new work is done. */
static int live_as_child(struct context *c)
{
    const struct slot *s = own_slots(c);
    for (int i = 0; i < PRIVATE_SLOTS; i++)
        if (s[i].tensor) {
            figure(FIGURE_FORK, ra_wait(s[i].tensor) != RA_ERR_FORKED);
            ra_clear_error();
        }
    ra_tensor *twos = ra_full(RA_DIMS(100), RA_F(2)), *sum = ra_sum(ra_mul(twos, twos), RA_ALL);
    double value = 0;
    return ra_item_f64(sum, &value) || value != 400;
}

void step_fork(struct context *c, const uint32_t *word)
{
    int status = -1;
    if (word[2] % 8 || c->program->threads > 1 || MAY_NOT_FORK) /* it takes long */
        return;
    print_step(c, "fork");
    pid_t child = fork();
    if (child == 0)
        _exit(live_as_child(c));
    if (child > 0 && waitpid(child, &status, 0) == child)
        note(c, (uint64_t)status);
    if (child > 0 && status)
        atomic_fetch_add_explicit(c->unnoticed, 1, memory_order_relaxed);
}
