/*
 * The system that the engine sees: os.c, os_thread.c and os_load.c, made up. Nothing here sleeps, and no time passes but the
 * schedule's. Where a real call is a point at which others go on (a futex, a yield, the start of a thread), so is this.
 * What the loader is asked for is not there; a file is written as file.c has it; what files there are and the fault gate are the real ones.
 */
#include "explorer.h"
#include "async/os/elsewhere.h"
#include "async/os/os.h"
#include "cuda.h"
#include "program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SITE __builtin_return_address(0)

/* ---- threads ---- */

static bool is_scarce(void);
static void (*leave)(void);
static void (*fork_prepare)(void), (*fork_parent)(void), (*fork_child)(void);

int ra__os_cpuset_count(const struct ra__os_cpuset *set)
{
    int count = 0;
    for (int i = 0; i < RA__OS_CPUS_MAX / 64; i++)
        count += __builtin_popcountll(set->bits[i]);
    return count;
}

enum { FILES = 9001, DEEPER = 9100 }; /* run/lane.c, run/help.c */

static void thread_main(void *record)
{
    struct ra__os_thread *thread = record;
    thread->run(thread->arg);
    ex_system_thread_leaves();
}

void ex_system_thread_leaves(void)
{
    if (ex.now->leaves && leave)
        leave();
}

int ra__os_thread_create(struct ra__os_thread *thread, int number, void (*run)(void *arg), void *arg, const struct ra__os_cpuset *affinity)
{
    (void)affinity;
    if (!ex.now || is_scarce())
        return -EAGAIN;
    ex_point(SITE);
    ex_plain(thread, sizeof *thread, EX_STORE, SITE);
    thread->run = run;
    thread->arg = arg;
    snprintf(thread->name, sizeof thread->name, "ra-%d", number);
    ex_thread *t = ex_thread_new(thread_main, thread);
    thread->handle = (pthread_t)t->number;
    t->business = EX_BACKGROUND;
    t->is_worker = number < 1000; /* lanes have numbers of their own */
    t->is_files = number == FILES;
    t->does = t->is_worker ? "a worker" : t->is_files ? "the lane of files" : number == DEEPER ? "a further stack" : "a lane";
    t->priority = 1000 + ex_below(&ex.chance, 1000);
    ex_fork_edge(t);
    ex.next_choice = 0; /* it takes long */
    ex_point(SITE);
    return 0;
}

static bool has_ended(void *thread)
{
    return ((ex_thread *)thread)->state == EX_ENDED;
}

void ra__os_thread_join(struct ra__os_thread *thread)
{
    ex_plain(thread, sizeof *thread, EX_LOAD, SITE);
    ex_thread *t = &ex.thread[(int)thread->handle];
    ex.now->site = SITE;
    ex_wait_until(has_ended, t);
    ex_join_edge(t);
}

int ra__os_thread_exit_init(void (*function)(void))
{
    leave = function;
    return 0;
}

void ra__os_at_thread_exit(void)
{
    if (ex.now)
        ex.now->leaves = true;
}

void ra__os_call_deep(void (*run)(void *arg), void *arg) { run(arg); }
int ra__os_thread_home(void) { return 0; }
int ra__os_cancel_defer(void) { return 0; }
void ra__os_cancel_restore(int before) { (void)before; }
void ra__os_cancel_point(void) { }

int ra__os_thread_class(enum ra__os_class wanted) { (void)wanted; return 0; }
int ra__os_thread_raise(int tid) { (void)tid; return 0; }

/* Four processors; of a thread, those that it may not run on, and who has had a hand in that. */
enum { PROCESSORS = 4, ALL = (1 << PROCESSORS) - 1 };
static struct confined {
    unsigned without;
    bool held;              /* another has taken some from it, and has not given them back yet */
    uint64_t refused, rose; /* moments: when the system did not change it last, and when it was up again last (elsewhere.h) */
} confined[EX_THREADS];
static uint64_t moment;
static uint32_t unwilling_in; /* once in so many the system does not change it; 0: never */

/* Its number is another's once it has ended: whoever has it by then does a stranger wrong. */
static ex_thread *thread_of(int tid)
{
    ex_thread *t = tid ? &ex.thread[tid - 100] : ex.now;
    if (t && t->state == EX_ENDED)
        ex_fail("where a thread may run is looked at or changed when it has ended");
    return t;
}

int ra__os_affinity_get(int tid, struct ra__os_cpuset *set)
{
    ex_thread *t = ex.now ? thread_of(tid) : NULL;
    memset(set, 0, sizeof *set);
    set->bits[0] = t ? ALL & ~confined[t->number].without : ALL;
    return 0;
}

int ra__os_affinity_set(int tid, const struct ra__os_cpuset *set)
{
    if (!ex.now)
        return 0;
    ex_point(SITE);
    ex_thread *t = thread_of(tid);
    struct confined *c = &confined[t->number];
    const unsigned without = ALL & ~(unsigned)set->bits[0];
    const bool refused = is_scarce() || (unwilling_in && ex_once_in(&ex.chance, unwilling_in));
    if (t != ex.now)
        c->held = without && !refused;
    if (refused) {
        c->refused = ++moment;
        return -EINVAL;
    }
    c->without = without;
    return 0;
}

void __real_ra__elsewhere_risen(ra__elsewhere *e);
void __wrap_ra__elsewhere_risen(ra__elsewhere *e);
void __wrap_ra__elsewhere_risen(ra__elsewhere *e)
{
    confined[ex.now->number].rose = ++moment;
    ex.now->reads_newest = true; /* by an older word it would find out the next time */
    __real_ra__elsewhere_risen(e);
    ex.now->reads_newest = false;
}

/* One that rises takes all its own back: what it still lacks, asleep until somebody wakes it, was refused to it after that. */
void ex_system_check_rest(void)
{
    for (int i = 0; i < ex.threads; i++)
        if (ex.thread[i].state == EX_SLEEPING && ex.thread[i].deadline == UINT64_MAX && confined[i].without && !confined[i].held && confined[i].refused < confined[i].rose)
            ex_fail("thread %d is at rest, and may not run where it could", i);
}

int ra__os_cpu_now(void)
{
    int cpu = ex.now ? ex.now->number % PROCESSORS : 0;
    while (ex.now && (confined[ex.now->number].without >> cpu & 1))
        cpu = (cpu + 1) % PROCESSORS;
    return cpu;
}
int ra__os_gettid(void) { return ex.now ? 100 + ex.now->number : 100; }
int ra__os_getpid(void) { return 100; }
void ra__os_thread_name(char *name, size_t size) { snprintf(name, size, "virtual"); }

int ra__os_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    fork_prepare = prepare;
    fork_parent = parent;
    fork_child = child;
    return 0;
}

void ex_system_fork(enum ex_fork_step step)
{
    void (*handler)(void) = step == EX_FORK_PREPARE ? fork_prepare : step == EX_FORK_PARENT ? fork_parent : fork_child;
    if (handler)
        handler();
}

/* ---- waiting and time ---- */

_Atomic(ra__os_clock) ra__os_clock_hooked;

uint64_t ra__os_now_ns(void)
{
    return ex.clock_ns += 40;
}

uint64_t ra__os_thread_cpu_ns(void) { return ex.clock_ns; }
uint64_t ra__os_process_cpu_ns(void) { return ex.clock_ns; }

/* Of a thread that could run anybody may say that it did, or that it got no processor; one that is suspended, or rests, uses none. In
 * the small protocols, whose workers are none of these threads, it did. */
uint64_t ra__os_thread_used_ns(const struct ra__os_thread *thread)
{
    ex_thread *t = &ex.thread[(int)thread->handle];
    if (ex.strategy == EX_EXHAUST || (t->state != EX_SLEEPING && !t->suspended && ex_once_in(&ex.chance, 2)))
        t->used_ns = ex.clock_ns;
    return t->used_ns;
}

bool ra__os_thread_is_runnable(int tid) { (void)tid; return true; }
void ra__os_thread_long_slices(void) { }

int ra__os_futex_wait(_Atomic uint32_t *word, uint32_t expected, uint64_t deadline)
{
    ex_point(SITE);
    if (atomic_load_explicit(word, memory_order_relaxed) != expected)
        return 0;
    if (deadline <= ex.clock_ns)
        return -ETIMEDOUT;
    if (ex.fail_in && ex_once_in(&ex.chance, ex.fail_in * 4)) { /* woken for no reason */
        ex_point(SITE);
        return 0;
    }
    return ex_sleep((const void *)word, deadline) ? -ETIMEDOUT : 0;
}

int ra__os_futex_wake(_Atomic uint32_t *word, int count)
{
    ex_point(SITE);
    ex.now->wakes++;
    return ex_wake((const void *)word, count);
}

void ra__os_yield(void)
{
    if (ex.now)
        ex.now->site = SITE;
    ex_relax();
}

/* ---- memory ---- */

size_t ra__os_page_size(void) { return 4096; }
size_t ra__os_memory_size(void) { return (size_t)1 << 32; }

/* What is asked for again because it was refused is often refused again. */
static int refusals;

static bool is_scarce(void)
{
    if (!ex.now || !ex.scarce_in)
        return false;
    if (refusals == 0 && ex_once_in(&ex.chance, ex.scarce_in))
        refusals = 1 + (int)ex_below(&ex.chance, 4);
    return refusals && refusals--;
}

int ra__os_map(size_t bytes, size_t align, size_t before, void **out)
{
    void *start = is_scarce() ? NULL : ex_map_take(bytes, align, before);
    if (!start)
        return -ENOMEM;
    *out = start;
    return 0;
}

int ra__os_unmap(void *start, size_t bytes)
{
    ex_map_give(start, bytes);
    return 0;
}

int ra__os_advise_huge(void *start, size_t bytes, bool wanted) { (void)start, (void)bytes, (void)wanted; return 0; }
int ra__os_discard(void *start, size_t bytes)
{
    ex_plain(start, bytes < 4096 ? bytes : 4096, EX_STORE, SITE);
    memset(start, 0, bytes < 4096 ? bytes : 4096);
    return 0;
}
int ra__os_bind_node(void *start, size_t bytes, int node) { (void)start, (void)bytes, (void)node; return -ENOSYS; }
int ra__os_page_nodes(void *const *addresses, size_t count, int *nodes) { (void)addresses, (void)count, (void)nodes; return -ENOSYS; }

static void *take(size_t bytes, size_t align, const void *site)
{
    if (ex.now)
        ex.now->site = site;
    return is_scarce() ? NULL : ex_heap_take(bytes ? bytes : 1, align);
}

void *ra__os_alloc(size_t bytes) { return take(bytes, 16, SITE); }
void *ra__os_alloc_surely(size_t bytes) { return ra__os_alloc(bytes); }
void *ra__os_alloc_aligned(size_t align, size_t bytes) { return take(bytes, align, SITE); }

void *ra__os_calloc(size_t count, size_t bytes)
{
    size_t product;
    void *block = __builtin_mul_overflow(count, bytes, &product) ? NULL : take(product, 16, SITE);
    if (!block)
        return NULL;
    if (ex.now)
        ex_plain(block, product, EX_STORE, SITE);
    return memset(block, 0, product ? product : 1);
}

void *ra__os_realloc(void *block, size_t bytes)
{
    void *new = take(bytes, 16, SITE);
    if (!new || !block)
        return new;
    size_t before = ex_heap_size(block);
    ex_plain(block, before, EX_LOAD, SITE);
    memcpy(new, block, before < bytes ? before : bytes);
    ex_heap_give(block, SITE);
    return new;
}

void ra__os_free(void *block)
{
    if (block)
        ex_heap_give(block, SITE);
}

/* ---- descriptors ---- */

int ra__os_event_create(int *fd)
{
    if (is_scarce())
        return -EMFILE;
    return ex_event_create(fd) ? -EMFILE : 0;
}
int ra__os_event_duplicate(int fd, int *copy) { return ex_event_duplicate(fd, copy) ? -EMFILE : 0; }
int ra__os_event_signal(int fd)
{
    ex_point(SITE);
    return ex_event_signal(fd) ? -EBADF : 0;
}
int ra__os_event_drain(int fd) { return ex_event_drain(fd) ? -EBADF : 0; }

/* ---- what there is not ---- */

int ra__os_dlopen(const char *name, void **library, char *why, size_t capacity)
{
    (void)name, (void)library;
    if (capacity)
        snprintf(why, capacity, "there are no libraries here");
    return -ENOENT;
}
int ra__os_dlopen_deep(const char *name, bool only_resident, void **library, char *why, size_t capacity) { (void)name, (void)only_resident, (void)library, (void)why, (void)capacity; return -ENOENT; }
int ra__os_link_map(void *library, const void **map) { (void)library, (void)map; return -EIO; }
int ra__os_make_writable(void *start, size_t bytes) { (void)start, (void)bytes; return -EACCES; }
int ra__os_dlsym(void *library, const char *symbol, void **address) { (void)library, (void)symbol, (void)address; return -ENOENT; }
void ra__os_dlclose(void *library) { (void)library; }
bool ra__os_symbol(const void *address, const char **name, size_t *offset) { (void)address, (void)name, (void)offset; return false; }
bool ra__os_object(const void *address, const char **file, size_t *offset) { (void)address, (void)file, (void)offset; return false; }
const char *ra__os_getenv(const char *name) { (void)name; return NULL; }
int ra__os_setenv(const char *name, const char *value) { (void)name, (void)value; return -ENOMEM; }
int ra__os_cpu_level(void) { return 2; }

/* ---- the loader's lock ---- */

static ex_thread *loads;
static int loads_deep;

static bool loader_is_free(void *thread)
{
    return !loads || loads == thread;
}

bool ra__os_loader_enter(void)
{
    if (!ex.now)
        return true;
    ex_point(SITE);
    ex_wait_until(loader_is_free, ex.now);
    loads = ex.now;
    loads_deep++;
    return true;
}

void ra__os_loader_leave(void)
{
    if (ex.now && --loads_deep == 0)
        loads = NULL;
}

/* ---- the end of the process, which comes where a small protocol says so, and is survived ---- */

enum { EXITS = 8 };
static void (*exits[EXITS])(void);
static int exits_count;
static ex_clock exits_clock; /* there is a lock of the system's */
static struct {
    void (*call)(void *context);
    void *context;
} leaving[EX_THREADS]; /* before those, of the thread that ends it */

int ra__os_at_exit(void (*call)(void))
{
    ex_point(SITE);
    if (exits_count == EXITS)
        ex_fail("explorer: more than %d functions for the end of the process", EXITS);
    exits[exits_count++] = call;
    ex_join(&exits_clock, &ex.now->clock);
    ex.now->clock.at[ex.now->number]++;
    return 0;
}

int ra__os_before_exit(void (*call)(void *context), void *context)
{
    if (leaving[ex.now->number].call)
        ex_fail("explorer: more than one function for the end of a thread");
    leaving[ex.now->number].call = call;
    leaving[ex.now->number].context = context;
    return 0;
}

void ex_system_exit(void)
{
    ex_point(SITE);
    if (leaving[ex.now->number].call)
        leaving[ex.now->number].call(leaving[ex.now->number].context);
    ex_point(SITE);
    while (exits_count) {
        ex_join(&ex.now->clock, &exits_clock);
        exits[--exits_count]();
        ex_point(SITE);
    }
}

void ex_system_begin(void)
{
    loads = NULL;
    loads_deep = refusals = exits_count = 0;
    memset(&exits_clock, 0, sizeof exits_clock);
    memset(leaving, 0, sizeof leaving);
    static const uint8_t unwilling[] = {0, 0, 2, 4};
    memset(confined, 0, sizeof confined);
    moment = 0;
    unwilling_in = unwilling[ex_below(&ex.chance, sizeof unwilling)];
}

int ra__os_at_end(void (*quickly)(void)) { (void)quickly; return 0; }
int ra__os_stay_loaded(void) { return 0; }
const char *ra__os_variable_at(size_t i) { (void)i; return NULL; }
