/*
 * Runs a kernel block by block: the threads of a block are fibers of the channel's thread, begun in an order drawn from the seed. A
 * thread runs until it returns or must wait at a barrier or for its warp; those that wait go on, in another order, when all are there
 * that must be. Who never comes is reported. Each load and store is told before it happens: it must lie in an allocation, be aligned,
 * and come after whoever touched the bytes last; in shared memory, no two threads may touch a byte, one of them writing, with no
 * barrier between them.
 */
#define _GNU_SOURCE
#include "sim.h"
#include "device/simcuda_abi.h"
#include "fibers.h"
#include "shared.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { STACK = 256 << 10, THREADS_MAX = 1024, SHARED_MAX = 232448 };

enum state { FRESH, READY, AT_BARRIER, AT_MEETING, RETURNED };

struct fiber {
    struct simcuda_thread self;
    enum state state;
    void *stack_pointer;
    char *stack; /* NULL: has none yet, or none any more */
    const char *meeting;
    unsigned mask;
    unsigned long long value, values[SIMCUDA_WARP];
    bool orders; /* a meeting that orders memory */
};

/* What a channel's thread runs kernels with. */
struct executor {
    struct fiber *fibers;
    char *stacks, **unused;
    int unused_count;
    void *home; /* the stack that switches between them */
    struct fiber *now;
    const struct simcuda_kernel *kernel;
    struct launch *launch;
    struct access *access;
    struct simcuda_thread **self;
    struct shared_memory *shared;
    char *dynamic;
    const char *statics;
    size_t static_bytes;
    const char *image, *image_end;
    int threads, predicate_count, last_count;
    CUresult result;
};
static __thread struct executor *executor;

static struct executor *executor_get(void)
{
    if (executor)
        return executor;
    struct executor *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->fibers = calloc(THREADS_MAX, sizeof *e->fibers);
    e->unused = calloc(THREADS_MAX, sizeof *e->unused);
    e->stacks = mmap(NULL, (size_t)STACK * THREADS_MAX, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    e->dynamic = aligned_alloc(1024, SHARED_MAX);
    e->shared = shared_new(SHARED_MAX);
    if (!e->fibers || !e->unused || e->stacks == MAP_FAILED || !e->dynamic || !e->shared)
        return NULL;
    for (int i = 0; i < THREADS_MAX; i++)
        e->unused[e->unused_count++] = e->stacks + (size_t)i * STACK;
    return executor = e;
}

/* ---- what kernels call ---- */

/* The launch fails: no thread of it runs any more. */
static void fail(CUresult result, const char *why)
{
    struct executor *e = executor;
    (void)why; /* for who reads this with a debugger */
    e->result = result;
    void *dead;
    fiber_switch(&dead, e->home);
}

static void park(enum state state)
{
    struct executor *e = executor;
    e->now->state = state;
    fiber_switch(&e->now->stack_pointer, e->home);
}

static void touch(const void *bytes, unsigned long size, unsigned long alignment, int how)
{
    struct executor *e = executor;
    const char *at = bytes;
    if ((uintptr_t)(at - e->stacks) < (size_t)STACK * THREADS_MAX)
        return; /* the thread's own variables */
    if (alignment > 1 && (uintptr_t)at % alignment) {
        if (!e->access->reported)
            violation("%s: %lu bytes at %p are not aligned to %lu", e->access->what, size, bytes, alignment);
        fail(CUDA_ERROR_MISALIGNED_ADDRESS, "a misaligned address");
    }
    if ((uintptr_t)(at - e->dynamic) < SHARED_MAX) {
        if ((size_t)(at - e->dynamic) + size > e->launch->shared) {
            violation("%s touches byte %zu of its dynamic shared memory, of which it has %u", e->access->what, (size_t)(at - e->dynamic), e->launch->shared);
            fail(CUDA_ERROR_ILLEGAL_ADDRESS, "beyond shared memory");
        }
        shared_touch(e->shared, e->access, (size_t)(at - e->dynamic), size, how, &e->now->self);
        return;
    }
    if (e->static_bytes && (uintptr_t)(at - e->statics) < e->static_bytes) {
        if ((uintptr_t)(at - (const char *)e->self) >= sizeof *e->self)
            shared_touch(e->shared, e->access, SHARED_MAX + (size_t)(at - e->statics), size, how, &e->now->self);
        return;
    }
    if (at >= e->image && at < e->image_end)
        return; /* constants and variables of the module */
    const struct region *region = region_of((uintptr_t)at);
    if (!region) {
        violation("%s touches %p, which is memory of no device, nor pinned", e->access->what, bytes);
        fail(CUDA_ERROR_ILLEGAL_ADDRESS, "an address that is none");
    }
    if (region->base != region->shadow && (uintptr_t)at - region->base < region->bytes) {
        violation("%s touches %p through a pointer that it loaded from memory, or made of a number: pointers reach a kernel as parameters here", e->access->what, bytes);
        fail(CUDA_ERROR_ILLEGAL_ADDRESS, "a pointer loaded from memory");
    }
    CUresult result = memory_touch(e->access, (uintptr_t)at, size, how);
    e->access->bytes += size;
    if (result)
        fail(result, "an illegal address");
}

static int barrier(int predicate)
{
    struct executor *e = executor;
    e->predicate_count += predicate != 0;
    park(AT_BARRIER);
    return e->last_count;
}

static unsigned active(void)
{
    struct executor *e = executor;
    unsigned mask = 0;
    int first = (int)e->now->self.warp * SIMCUDA_WARP;
    for (int lane = 0; lane < SIMCUDA_WARP && first + lane < e->threads; lane++)
        if (e->fibers[first + lane].state != RETURNED)
            mask |= 1u << lane;
    return mask;
}

static void meet_as(const char *what, unsigned mask, unsigned long long value, unsigned long long *values, bool orders)
{
    struct executor *e = executor;
    struct fiber *f = e->now, *warp = f - f->self.lane;
    if (!(mask >> f->self.lane & 1)) {
        violation("%s: %s of lane %u, which its own mask %#x leaves out", e->access->what, what, f->self.lane, mask);
        fail(CUDA_ERROR_LAUNCH_FAILED, what);
    }
    f->meeting = what;
    f->mask = mask;
    f->value = value;
    f->orders = orders;
    f->state = AT_MEETING;
    /* The last one to come wakes the others. */
    int first = (int)(warp - e->fibers);
    bool all = true;
    for (int lane = 0; lane < SIMCUDA_WARP && all; lane++)
        if (mask >> lane & 1) {
            /* lanes beyond the block's end are not there, as those of a warp that is not full */
            if (first + lane >= e->threads)
                continue;
            struct fiber *other = warp + lane;
            all = other->state == AT_MEETING && other->mask == mask && other->orders == orders && !strcmp(other->meeting, what);
        }
    if (!all) {
        fiber_switch(&f->stack_pointer, e->home);
    } else {
        unsigned long long brought[SIMCUDA_WARP] = {0};
        for (int lane = 0; lane < SIMCUDA_WARP && first + lane < e->threads; lane++)
            brought[lane] = warp[lane].value;
        for (int lane = 0; lane < SIMCUDA_WARP && first + lane < e->threads; lane++)
            if (mask >> lane & 1) {
                memcpy(warp[lane].values, brought, sizeof brought);
                warp[lane].state = READY;
            }
        if (orders)
            shared_warp_barrier(e->shared, f->self.warp);
    }
    if (values)
        memcpy(values, f->values, sizeof f->values);
}

static void meet(const char *what, unsigned mask, unsigned long long value, unsigned long long values[SIMCUDA_WARP])
{
    meet_as(what, mask, value, values, false);
}

static void warp_barrier(unsigned mask)
{
    meet_as("__syncwarp", mask, 0, NULL, true);
}

static void stop(int result, const char *why)
{
    violation("%s: %s", executor->access->what, why);
    fail((CUresult)result, why);
}

const struct simcuda_runtime block_runtime = {touch, barrier, meet, warp_barrier, active, stop};

/* ---- a block ---- */

static void thread_main(void)
{
    struct executor *e = executor;
    e->kernel->entry(e->launch->pointers);
    park(RETURNED);
}

static void go_on(struct executor *e, struct fiber *f)
{
    if (f->state == FRESH) {
        f->stack = e->unused[--e->unused_count];
        f->stack_pointer = fiber_begin(f->stack, STACK, thread_main);
    }
    f->state = READY;
    e->now = f;
    *e->self = &f->self;
    fiber_switch(&e->home, f->stack_pointer);
    if (f->state == RETURNED) {
        e->unused[e->unused_count++] = f->stack;
        f->stack = NULL;
    }
}

static int greatest_divisor(int a, int b)
{
    return b ? greatest_divisor(b, a % b) : a;
}

/* One pass over the threads that can run, in an order of its own; false: none could. */
static bool pass(struct executor *e)
{
    uint64_t chance = draw();
    int n = e->threads, at = (int)(chance % (uint64_t)n), stride = (int)((chance >> 33) % (uint64_t)n);
    bool ran = false;
    while (greatest_divisor(stride, n) != 1)
        stride++;
    for (int i = 0; i < n && !e->result; i++, at = (at + stride) % n) {
        struct fiber *f = &e->fibers[at];
        if (f->state == FRESH || f->state == READY) {
            go_on(e, f);
            ran = true;
        }
    }
    return ran;
}

/* Who waits waits for ever. */
static void stuck(struct executor *e, int waiting)
{
    int returned = 0;
    struct fiber *lonely = NULL;
    for (int i = 0; i < e->threads; i++) {
        returned += e->fibers[i].state == RETURNED;
        if (e->fibers[i].state == AT_MEETING)
            lonely = &e->fibers[i];
    }
    if (lonely)
        violation("%s: lane %u of warp %u waits in %s with mask %#x for lanes that do not come", e->access->what, lonely->self.lane, lonely->self.warp, lonely->meeting, lonely->mask);
    else
        violation("%s: %d threads of a block wait at __syncthreads, and %d have returned without it", e->access->what, waiting, returned);
    e->result = CUDA_ERROR_LAUNCH_FAILED;
}

static void run_block(struct executor *e)
{
    shared_barrier(e->shared);
    for (;;) {
        while (pass(e))
            if (e->result)
                return;
        if (e->result)
            return;
        int waiting = 0, returned = 0;
        for (int i = 0; i < e->threads; i++) {
            waiting += e->fibers[i].state == AT_BARRIER;
            returned += e->fibers[i].state == RETURNED;
        }
        if (returned == e->threads)
            return;
        if (waiting != e->threads) {
            stuck(e, waiting);
            return;
        }
        e->last_count = e->predicate_count;
        e->predicate_count = 0;
        shared_barrier(e->shared);
        for (int i = 0; i < e->threads; i++)
            e->fibers[i].state = READY;
    }
}

static void set_threads(struct executor *e, struct launch *l, unsigned x, unsigned y, unsigned z)
{
    unsigned i = 0;
    for (unsigned tz = 0; tz < l->block[2]; tz++)
        for (unsigned ty = 0; ty < l->block[1]; ty++)
            for (unsigned tx = 0; tx < l->block[0]; tx++, i++) {
                struct fiber *f = &e->fibers[i];
                f->self = (struct simcuda_thread){{tx, ty, tz}, {x, y, z}, {l->block[0], l->block[1], l->block[2]}, {l->grid[0], l->grid[1], l->grid[2]}, i % SIMCUDA_WARP, i / SIMCUDA_WARP, e->dynamic};
                f->state = FRESH;
            }
    e->threads = (int)i;
}

/* The calling thread's copies of the module's __shared__ variables are its thread-local storage. */
static int find_statics(struct dl_phdr_info *info, size_t size, void *data)
{
    struct executor *e = data;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type == PT_TLS && info->dlpi_tls_data && (uintptr_t)((const char *)e->self - (const char *)info->dlpi_tls_data) < p->p_memsz) {
            e->statics = info->dlpi_tls_data;
            e->static_bytes = p->p_memsz;
            return 1;
        }
    }
    return 0;
}

/* Stacks of threads that an error stopped are free again. */
static void take_back_stacks(struct executor *e)
{
    for (int i = 0; i < e->threads; i++)
        if (e->fibers[i].stack) {
            e->unused[e->unused_count++] = e->fibers[i].stack;
            e->fibers[i].stack = NULL;
        }
}

/* What a block finds in shared memory is nobody's. */
static void spoil_shared(struct executor *e)
{
    memset(e->dynamic, 0xa5, e->launch->shared);
    struct simcuda_thread *self = *e->self;
    if (e->static_bytes)
        memset((char *)e->statics, 0xa5, e->static_bytes);
    *e->self = self;
}

CUresult launch_run(struct launch *l, struct access *access)
{
    struct executor *e = executor_get();
    if (!e)
        return CUDA_ERROR_OUT_OF_MEMORY;
    const struct module *m = l->function->module;
    e->kernel = l->function->kernel;
    e->launch = l;
    e->access = access;
    e->result = CUDA_SUCCESS;
    e->self = dlsym(m->handle, "simcuda_me"); /* a look-up by which the loader also knows, of a small object, where this thread has its storage */
    e->statics = NULL;
    e->static_bytes = 0;
    dl_iterate_phdr(find_statics, e);
    if (!shared_reserve(e->shared, SHARED_MAX + e->static_bytes))
        return CUDA_ERROR_OUT_OF_MEMORY;
    e->image = (const char *)m->first;
    e->image_end = (const char *)m->last;
    uint64_t blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2], first = draw() % blocks;
    for (uint64_t i = 0; i < blocks && !e->result; i++) {
        uint64_t b = (first + i) % blocks;
        set_threads(e, l, (unsigned)(b % l->grid[0]), (unsigned)(b / l->grid[0] % l->grid[1]), (unsigned)(b / l->grid[0] / l->grid[1]));
        spoil_shared(e);
        e->predicate_count = 0;
        run_block(e);
        take_back_stacks(e);
        pthread_mutex_unlock(&sim_memory_lock); /* a long kernel keeps nobody from allocating */
        pthread_mutex_lock(&sim_memory_lock);
    }
    return e->result;
}

void launch_free(struct launch *l)
{
    free(l->parameters);
    free(l->pointers);
    free(l);
}
