#include "async/thread/serial.h"

#include "async/os/point.h"
#include "async/thread/state.h"

#include <limits.h>

static void (*before_sleep)(void);
static __thread const ra__serial *self;

void ra__serial_add(ra__serial *s, ra__serial_item *item)
{
    ra__serial_item *head = atomic_load_explicit(&s->pushed, memory_order_relaxed);
    do
        item->next = head;
    while (!atomic_compare_exchange_weak_explicit(&s->pushed, &head, item, memory_order_seq_cst, memory_order_relaxed));
}

void ra__serial_start(void (*function)(void))
{
    before_sleep = function;
}

ra__serial_item *ra__serial_take_all(ra__serial *s)
{
    ra__serial_item *list = atomic_exchange_explicit(&s->pushed, NULL, memory_order_acquire), *first = NULL;
    while (list) {
        ra__serial_item *next = list->next;
        list->next = first;
        first = list;
        list = next;
    }
    return first;
}

ra__serial_item *ra__serial_take_rest(ra__serial *s)
{
    ra__serial_item *first = s->others, **last = &first;
    while (*last)
        last = &(*last)->next;
    *last = ra__serial_take_all(s);
    s->others = NULL;
    return first;
}

static ra__serial_item *take_first(ra__serial_item **list)
{
    ra__serial_item *first = *list;
    *list = first->next;
    return first;
}

static void add_follower(ra__serial *s, ra__serial_item *item)
{
    item->next = NULL;
    *(s->followers ? s->last : &s->followers) = item;
    s->last = &item->next;
}

/* What is taken off the list and has yet to be served is left in *others. In the child of a fork within what the thread serves it is the
 * thread no more, and touches nothing: there may be another by then. */
static void serve_all(ra__serial *s, ra__serial_item **others)
{
    const ra__serial *before = self;
    int in_a_row = 0;
    do {
        *others = ra__serial_take_all(s);
        if (!*others) /* nobody waits for what is served in a row */
            in_a_row = 0;
        while (*others || (s->followers && in_a_row < RA__SERIAL_FOLLOWERS)) {
            const bool follows = s->followers && in_a_row < RA__SERIAL_FOLLOWERS;
            in_a_row = follows ? in_a_row + 1 : 0;
            s->serve(take_first(follows ? &s->followers : others));
            if (self != before)
                return;
        }
        if (s->rest && !s->followers)
            s->rest(s);
    } while (s->followers);
}

/*
 * The thread announces sleep by making the signal odd, looks once more, and sleeps while it is the same. A producer pushes,
 * then reads the signal: either it sees the announcement and makes it even, or the thread's second look sees the item.
 */
static void run(void *arg)
{
    ra__serial *s = arg;
    ra__os_at_thread_exit();
    ra__elsewhere_begin(&s->elsewhere);
    self = s;
    ra__tls.carried.mode |= RA__MODE_KERNEL;
    for (;;) {
        serve_all(s, &s->others);
        if (self != s) /* in the child of a fork, where it ends as a worker does */
            return;
        if (atomic_load_explicit(&s->state, memory_order_relaxed) == 3)
            break;
        if (before_sleep)
            before_sleep();
        uint32_t odd = atomic_fetch_or_explicit(&s->signal, 1, memory_order_seq_cst) | 1;
        if (!atomic_load_explicit(&s->pushed, memory_order_seq_cst) && atomic_load_explicit(&s->state, memory_order_seq_cst) != 3)
            ra__os_futex_wait(&s->signal, odd, RA__OS_FOREVER);
        ra__elsewhere_risen(&s->elsewhere);
        atomic_fetch_and_explicit(&s->signal, ~UINT32_C(1), memory_order_relaxed);
    }
    serve_all(s, &s->others);
    ra__elsewhere_end(&s->elsewhere);
}

/* Not beside a thread of the program, which goes on: there it would wait for the end of a slice. Those of the library make way, or
 * are about to sleep. */
static int confine(ra__serial *s)
{
    const int here = ra__os_cpu_now();
    if (!(ra__tls.carried.mode & RA__MODE_KERNEL))
        ra__elsewhere_note_program(here);
    ra__elsewhere_taken taken = {.here = ra__elsewhere_program(), .perhaps = -1};
    ra__os_cpuset_add(&taken.set, taken.here);
    return ra__elsewhere_confine(&s->elsewhere, &taken, here);
}

static void wake(ra__serial *s)
{
    uint32_t v = atomic_load_explicit(&s->signal, memory_order_seq_cst);
    if (!(v & 1))
        return;
    const int cpu = confine(s);
    RA__POINT(WAKE);
    if (atomic_compare_exchange_strong_explicit(&s->signal, &v, v + 1, memory_order_seq_cst, memory_order_relaxed))
        ra__os_futex_wake(&s->signal, INT_MAX);
    if (cpu >= 0)
        ra__elsewhere_let_go(&s->elsewhere);
}

/* False: *state is what another has made of it. */
static bool start(ra__serial *s, int32_t *state)
{
    *state = 0;
    if (!atomic_compare_exchange_strong_explicit(&s->state, state, 1, memory_order_acquire, memory_order_relaxed))
        return false;
    *state = ra__os_thread_create(&s->thread, s->number, run, s, s->cpus) ? 0 : 2;
    atomic_store_explicit(&s->state, *state, memory_order_release);
    return true;
}

bool ra__serial_expect(ra__serial *s)
{
    int32_t state;
    while ((state = atomic_load_explicit(&s->state, memory_order_relaxed)) == 1) /* whether there will be a thread is not known yet */
        ra__os_futex_wait(&s->signal, atomic_load_explicit(&s->signal, memory_order_relaxed), ra__os_now_ns() + 100000);
    if (state == 2)
        return true;
    return start(s, &state) ? state == 2 : state == 3 ? false : ra__serial_expect(s); /* another thread has been quicker */
}

void ra__serial_want(ra__serial *s)
{
    int32_t state;
    if (!ra__serial_is_running(s))
        (void)start(s, &state);
}

bool ra__serial_push(ra__serial *s, ra__serial_item *item)
{
    if (self == s && !s->in_order) {
        add_follower(s, item);
        return true;
    }
    if (!ra__serial_expect(s))
        return false;
    ra__serial_add(s, item);
    wake(s);
    return true;
}

void ra__serial_leave(ra__serial *s, ra__serial_item *item)
{
    ra__serial_want(s);
    ra__serial_add(s, item);
    wake(s);
}

void ra__serial_stop(ra__serial *s)
{
    int32_t state = 2;
    if (atomic_compare_exchange_strong_explicit(&s->state, &state, 3, memory_order_seq_cst, memory_order_relaxed)) {
        wake(s);
        ra__os_thread_join(&s->thread);
        atomic_store_explicit(&s->state, 0, memory_order_release);
    }
    serve_all(s, &(ra__serial_item *){NULL}); /* beside a thread perhaps, which another has started by now */
}

bool ra__serial_is_quiet(ra__serial *s)
{
    return atomic_load_explicit(&s->state, memory_order_relaxed) == 0 && !atomic_load_explicit(&s->pushed, memory_order_relaxed);
}

/* What the thread has told wakers of itself it takes back, and tells them anew. */
void ra__serial_move(ra__serial *s, const struct ra__os_cpuset *cpus)
{
    ra__elsewhere_end(&s->elsewhere);
    (void)ra__os_affinity_set(0, cpus);
    ra__elsewhere_begin(&s->elsewhere);
}

bool ra__serial_is_running(const ra__serial *s)
{
    return atomic_load_explicit(&s->state, memory_order_relaxed) == 2;
}

bool ra__serial_is_self(const ra__serial *s)
{
    return self == s;
}

void ra__serial_fork_child(ra__serial *s)
{
    atomic_store_explicit(&s->pushed, NULL, memory_order_relaxed);
    s->followers = s->others = NULL;
    atomic_store_explicit(&s->signal, 0, memory_order_relaxed);
    atomic_store_explicit(&s->state, 0, memory_order_relaxed);
    self = NULL;
}
