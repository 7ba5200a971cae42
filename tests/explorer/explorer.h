/*
 * The explorer of schedules: the real engine, under one controller that lets one thread go at a time.
 *
 * How it sees the engine
 *   All of src/ is compiled once more with -fsanitize=thread, and linked with what stands here instead of libtsan (entries.c). So
 *   every atomic access comes by with its order and its place, and every plain one with its address. os.c is replaced by a system
 *   that is made up (system.c): threads, joins, futexes, clocks, descriptors, memory. Nothing in src/ knows of it. Of src/cuda there are
 *   the files in which threads meet, with a driver that is made up as well (cuda.c), for the small protocols; programs have device.c's.
 *
 * Data flow, for one atomic access of the engine
 *   entries.c  -> scheduler.c: a point. The strategy may let another thread go first.
 *              -> atomics.c: which store a load reads, what a store releases, what an acquire joins; the steps' digest.
 *              -> races.c: the same address as a plain one sees it.
 *   Between the accesses nothing else runs: all virtual threads are fibers of one thread of the system (fiber.c).
 *
 * A schedule
 *   state.c puts the engine's data, thread-local data and memory back to what they were; the program of the seed (program.c,
 *   generate.c) runs in virtual threads; order.c follows every task and checks at every step; what goes wrong anywhere is
 *   reported by ex_fail, which ends the schedule. Equal seeds give equal steps: nothing outside the seed enters.
 *
 * Invariants
 *   Memory always holds the newest store of every location (what a plain access or a read-modify-write sees). Older ones stand
 *   in the history of atomics.c, and only relaxed or acquire loads are given them.
 *   Nothing here is instrumented, and nothing here has thread-local data.
 */
#ifndef TESTS_EXPLORER_EXPLORER_H
#define TESTS_EXPLORER_EXPLORER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    EX_THREADS = 16,           /* virtual threads of a schedule, all that ever lived */
    EX_STACK_BYTES = 256 << 10
};

/* ---- chance (every use names its stream, so that leaving out a step of a program does not change the schedule's) ---- */

typedef struct ex_random {
    uint64_t state;
} ex_random;

static inline uint64_t ex_next(ex_random *r)
{
    uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static inline uint32_t ex_below(ex_random *r, uint32_t n)
{
    return (uint32_t)((ex_next(r) >> 32) * n >> 32);
}

/* True once in n. */
static inline bool ex_once_in(ex_random *r, uint32_t n)
{
    return ex_below(r, n) == 0;
}

/* ---- vector clocks ---- */

typedef struct ex_clock {
    uint32_t at[EX_THREADS];
} ex_clock;

static inline void ex_join(ex_clock *to, const ex_clock *from)
{
    for (int i = 0; i < EX_THREADS; i++)
        to->at[i] = to->at[i] > from->at[i] ? to->at[i] : from->at[i];
}

/* ---- virtual threads ---- */

enum ex_state { EX_UNUSED, EX_RUNNABLE, EX_SLEEPING, EX_WAITING, EX_ENDED };

/* What a thread of the program is in, for the checks of those who are held up. */
enum ex_business { EX_IDLE, EX_RECORDS, EX_WAITS, EX_BACKGROUND };

typedef struct ex_thread {
    enum ex_state state;
    enum ex_business business;
    int number;
    bool suspended;        /* for ever, as far as the strategy goes */
    uint64_t suspended_at; /* the step */
    bool is_worker;        /* of the pool: it may be kept off the processor for long */
    bool is_files;         /* the lane of files */
    bool reads_newest;     /* for the moment it is given no older stores */
    bool leaves;           /* ra__os_at_thread_exit was called */
    bool is_gone;          /* in the child of a fork, where others have its place once there is no new one */
    bool timed_out;
    bool passive;          /* waits for a descriptor: it runs nothing itself */
    int nested;            /* calls of kernels that it runs */
    bool has_graph;        /* the lock of the graph */
    int notifies;          /* it is about to wake workers, if there are to be more */
    int sweeps;            /* goes through the queues, for what has ended there */
    uint64_t wakes;        /* calls that wake who sleeps somewhere */
    int number_of_step;    /* of the program */
    uint32_t priority;
    uint64_t stalled_until; /* EX_PLACES: the step before which it goes on only where nobody else can */
    const void *asleep_on; /* a futex */
    uint64_t deadline;     /* of the virtual clock; UINT64_MAX: none */
    uint64_t used_ns;      /* of the processor, as everybody was told last */
    bool (*until)(void *); /* EX_WAITING: goes on once that is so */
    void *until_arg;
    void (*run)(void *);
    void *arg;
    void *context;         /* where it goes on (fiber.c) */
    char *tls;             /* its thread-local data while it is not running */
    ex_clock clock, fence_release, fence_acquire;
    const void *site;      /* of its last point */
    const char *does;      /* of its program, in words */
    void *waits_for;       /* the model's node (order.c) */
} ex_thread;

/* A place of an atomic access of the engine (sites.c). What every visit needs stands in the first line of the cache. */
typedef struct ex_site {
    _Alignas(64) const void *address; /* behind the call */
    uint64_t times;      /* schedules that came to it */
    uint64_t points;     /* at which somebody else could have gone on */
    uint64_t visits[2];  /* how often in all: of memory that others have touched, of memory that none has but the thread */
    uint32_t generation; /* of the last one */
    uint32_t often;      /* visits of 65,536 schedules */
    int order;           /* as it was called with; -1: not yet */
    int weakened_to;
    int8_t failing;      /* of an exchange: the order of one that fails; 0: it is relaxed, or has not been come to */
    bool fails_relaxed;  /* one that fails is taken for relaxed */
    bool weakened;       /* its order is taken for this one */
    bool quiet[2];       /* no thread stops here: what is accessed here is never another's business at the time (learn.c) */
    bool figure;         /* it orders nothing, and guards nothing */
    const char *does;
    uint64_t races[2];   /* accesses of another thread that could as well have come after this one, or before it, one of the two writing */
    char text[160];      /* file:line (function), once it is named */
} ex_site;

enum ex_strategy { EX_WALK, EX_PRIORITIES, EX_PLACES, EX_SUSPEND, EX_EXHAUST };

typedef struct ex_explorer {
    ex_thread thread[EX_THREADS];
    ex_thread *now;
    int threads;
    uint64_t step, next_choice, step_limit;
    uint64_t accesses; /* atomic ones, at points or not */
    ex_site *at;       /* the place of the running thread's access */
    bool at_own;       /* of what no other has touched */
    bool every_point;  /* places that are quiet are points as well, */
    bool all_points;   /* in every schedule */
    bool calm;         /* nobody is stopped who can go on */
    uint64_t clock_ns;
    uint64_t digest;
    uint64_t progress;         /* the last step at which a task was recorded, began or ended, or a program's step was done */
    uint64_t overtaken;        /* pairs of tasks of which the later one began first */
    uint64_t reordered;        /* stale values read */
    uint64_t switches, switched_at; /* how often, and at which step last */
    uint32_t generation;       /* of the schedule, for everything that is forgotten between two */
    ex_random chance;          /* of the schedule */
    enum ex_strategy strategy;
    uint32_t run_length;       /* EX_WALK: points between two choices, in the mean */
    uint64_t change[8];        /* EX_PRIORITIES: steps at which the running thread falls behind all; sorted */
    int changes, changed;
    int fruitless;             /* times in a row that all slept and nothing came of it */
    uint32_t lowest;           /* priority given out last */
    uint64_t places;           /* EX_PLACES: which of the places of accesses a thread stops at: a mix of its address and this */
    uint32_t seldom;           /* EX_PLACES: each place is one once in so many schedules, by what is known of its visits; 0: those of `places` are */
    bool learnt;               /* how often each is come to */
    uint64_t suspend_at;       /* EX_SUSPEND: the step */
    uint32_t scarce_in;        /* once in so many there is no memory, or no thread; 0: there always is */
    uint32_t stale_in, fail_in, early_in; /* once in so many: a load reads an older store; an exchange fails for no reason; a limit passes early. 0: never */
    bool timeless;             /* nobody may need a time limit to go on */
    bool failed, quiet, tracing, over;
    bool stands;               /* it went round and round, and was ended (program.c) */
    uint64_t stands_in;        /* the schedule that does, for a test of that; 0: none */
    char report[4096];
    int mutant;                /* of src/async/os/mutants.def; 0: none */
} ex_explorer;

extern ex_explorer ex;

/* fiber.c */
void ex_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

void ex_fibers_init(void);
void ex_fibers_reset(void);
ex_thread *ex_thread_new(void (*run)(void *), void *arg); /* it fails where there are too many */
void ex_switch_to(ex_thread *t);
void ex_enter_first(ex_thread *t); /* from the driver; comes back at the schedule's end */
void ex_leave_to_driver(void) __attribute__((noreturn));
void ex_tls_pristine(void);        /* from here on, new threads begin with the thread-local data as they are */
bool ex_on_stack(const void *address);

/* scheduler.c */
void ex_schedule_begin(uint64_t seed);
void ex_point_slow(void);
/* Somebody else could go on. */
static inline bool ex_is_choice(void)
{
    for (int i = 0; i < ex.threads; i++) {
        const ex_thread *t = &ex.thread[i];
        if (t != ex.now && !t->suspended && (t->state == EX_RUNNABLE || (t->state == EX_SLEEPING && t->deadline != UINT64_MAX) || (t->state == EX_WAITING && t->until(t->until_arg))))
            return true;
    }
    return false;
}
static inline void ex_point(const void *site)
{
    ex.now->site = site;
    if (ex_is_choice() && __builtin_expect(++ex.step >= ex.next_choice, 0))
        ex_point_slow();
}
static inline void ex_no_point(const void *site)
{
    ex.now->site = site;
    if (__builtin_expect(++ex.accesses > 50 * ex.step_limit, 0))
        ex_fail("no end after %lu accesses", (unsigned long)ex.accesses);
}
void ex_relax(void);                                 /* a spin loop's body: somebody else goes first */
int ex_sleep(const void *word, uint64_t deadline);   /* 0: woken; else the time is over */
int ex_wake(const void *word, int count);
void ex_wait_until(bool (*until)(void *), void *arg);
void ex_pause(void); /* until no other thread can go on */
void ex_thread_ends(void) __attribute__((noreturn));
void ex_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
void ex_describe_threads(char *text, size_t size);

/* atomics.c */
void ex_atomics_reset(void);
uint64_t ex_atomic_load(const void *address, int size, int order, const void *site);
void ex_atomic_store(void *address, int size, uint64_t value, int order, const void *site);
typedef uint64_t (*ex_change)(uint64_t old, uint64_t operand);
uint64_t ex_atomic_change(void *address, int size, ex_change change, uint64_t operand, int order, const void *site);
bool ex_atomic_compare(void *address, int size, uint64_t *expected, uint64_t desired, int success, int failure, bool weak, const void *site);
void ex_atomic_fence(int order, const void *site);
void ex_forget_location(uintptr_t word, unsigned bytes); /* plainly written, of its eight these: what stands there is all there ever was */
void ex_fork_edge(ex_thread *child);     /* what has happened so far happened before all that the child does */
void ex_join_edge(const ex_thread *ended);
/* A task's word that was asked to be cancelled: called with every value that it is given. */
extern void (*ex_watch)(const void *address, uint64_t value);

/* races.c */
enum { EX_LOAD, EX_STORE };
/* No other thread has touched it in this schedule. */
bool ex_is_own(const void *address);
void ex_plain(const void *address, size_t size, int how, const void *site);
void ex_plain_atomic(const void *address, size_t size, int how, const void *site);
void ex_give(const void *start, size_t bytes, const void *site); /* back: it is not to be accessed any more */
void ex_mark_unknown(const void *start, size_t bytes); /* accesses to it are no longer looked at: a result nobody may read */

/* state.c */
extern char ex_engine_begin[], ex_engine_end[]; /* of the engine's data (engine.ld) */
enum { EX_HEAP_BYTES = 24 << 20, EX_MAPS_BYTES = 256 << 20 };
#define ex_heap_begin ((char *)UINT64_C(0x210000000000))
#define ex_heap_end (ex_heap_begin + EX_HEAP_BYTES)
#define ex_maps_begin ex_heap_end
#define ex_maps_end (ex_maps_begin + EX_MAPS_BYTES)
void ex_state_init(void);
void ex_state_keep(void);    /* as it is now: what every schedule begins with */
void ex_state_restore(void);
void *ex_heap_take(size_t bytes, size_t align);
void ex_heap_give(void *block, const void *site);
size_t ex_heap_size(const void *block);
void *ex_map_take(size_t bytes, size_t align, size_t before);
void ex_map_give(void *start, size_t bytes);
/* Blocks taken and not given back since the schedule began. */
int ex_heap_live(size_t *bytes);
void ex_heap_each_live(void (*visit)(const void *block, size_t bytes, const void *site));
/* Pages written to since the schedule began; those alone are written back. */
enum { EX_PAGE = 4096 };
extern uint8_t ex_page_dirty[];
void ex_page_note(uintptr_t address);
static inline uintptr_t ex_page_of(uintptr_t a)
{
    return a >= (uintptr_t)ex_heap_begin ? (a - (uintptr_t)ex_heap_begin) / EX_PAGE : ((uintptr_t)(ex_maps_end - ex_heap_begin) + a - (uintptr_t)ex_engine_begin / EX_PAGE * EX_PAGE) / EX_PAGE;
}
static inline void ex_dirty(uintptr_t a)
{
    if (__builtin_expect(!ex_page_dirty[ex_page_of(a)], 0))
        ex_page_note(a);
}
static inline bool ex_is_shadowed(uintptr_t a)
{
    return (a >= (uintptr_t)ex_heap_begin && a < (uintptr_t)ex_maps_end) || (a >= (uintptr_t)ex_engine_begin && a < (uintptr_t)ex_engine_end);
}

/* sites.c */
void ex_sites_init(void);
void ex_sites_own(void); /* in a process that explores beside others */
ex_site *ex_site_find(const void *address); /* a new one, if it is not there */
extern ex_site *ex_site_table;
enum { EX_SITES = 1 << 12 };
static inline uint32_t ex_site_place(const void *address)
{
    return (uint32_t)(((uintptr_t)address * UINT64_C(0x9e3779b97f4a7c15)) >> 40) % EX_SITES;
}
/* Of an atomic access of the engine. */
static inline ex_site *ex_site_of(const void *address)
{
    ex_site *s = &ex_site_table[ex_site_place(address)];
    return __builtin_expect(s->address == address, 1) ? s : ex_site_find(address);
}
const ex_site *ex_site_at(const void *address); /* NULL: no atomic access is there */
int ex_sites(ex_site **first); /* a copy of all, by address */
void ex_sites_name(ex_site *sites, int n);
const char *ex_site_text(const void *address); /* file:line (function) */

#endif
