/*
 * Virtual threads: a stack each, all on one thread of the system. The executable's thread-local data lie in one block below the
 * thread pointer, and are exchanged at every switch: so `__thread` variables of the engine are a virtual thread's own. Those of
 * the C library lie elsewhere and are shared.
 *
 * Stacks are at the same addresses in every process, so that a schedule's steps are too.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "explorer.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define STACKS ((char *)UINT64_C(0x200000000000))
#define TLS_MOST 16384

static char *tls_block;
static size_t tls_bytes;
static char pristine[TLS_MOST], saved[EX_THREADS][TLS_MOST];
static void *driver;

#if defined(__x86_64__)
/* Saves what a call preserves, and goes on where another did the same. */
void ex_swap(void **from, void *to);
__asm__(".text\n.globl ex_swap\n.type ex_swap,@function\nex_swap:\n"
        "push %rbp\npush %rbx\npush %r12\npush %r13\npush %r14\npush %r15\n"
        "mov %rsp,(%rdi)\nmov %rsi,%rsp\n"
        "pop %r15\npop %r14\npop %r13\npop %r12\npop %rbx\npop %rbp\nret\n.size ex_swap,.-ex_swap\n");

static void *fresh(char *stack, void (*entry)(void))
{
    void **top = (void **)(void *)(stack + EX_STACK_BYTES);
    *--top = NULL;                    /* where entry would return to: the end of a backtrace, and rsp is 8 off a multiple of 16 */
    *--top = (void *)(uintptr_t)entry;
    for (int i = 0; i < 6; i++)
        *--top = NULL;
    return top;
}
#else
#include <ucontext.h>
static ucontext_t contexts[EX_THREADS + 1];
static int used;
static void ex_swap(void **from, void *to)
{
    if (!*from)
        *from = &contexts[EX_THREADS];
    swapcontext(*from, to);
}
static void *fresh(char *stack, void (*entry)(void))
{
    ucontext_t *c = &contexts[used++ % EX_THREADS];
    getcontext(c);
    c->uc_stack.ss_sp = stack;
    c->uc_stack.ss_size = EX_STACK_BYTES;
    makecontext(c, entry, 0);
    return c;
}
#endif

static int find_tls(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    if (info->dlpi_name && info->dlpi_name[0])
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS) {
            tls_block = info->dlpi_tls_data;
            tls_bytes = info->dlpi_phdr[i].p_memsz;
        }
    return 1;
}

void ex_fibers_init(void)
{
    dl_iterate_phdr(find_tls, NULL);
    if (tls_bytes > TLS_MOST) {
        fprintf(stderr, "explorer: %zu bytes of thread-local data, room for %d\n", tls_bytes, TLS_MOST);
        exit(2);
    }
    /* A page that nobody may touch below each. */
    for (int i = 0; i < EX_THREADS; i++)
        if (mmap(STACKS + (size_t)i * (EX_STACK_BYTES + 4096) + 4096, EX_STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | MAP_NORESERVE, -1, 0) == MAP_FAILED) {
            perror("explorer: stacks");
            exit(2);
        }
    ex_tls_pristine();
}

bool ex_on_stack(const void *address)
{
    return (const char *)address >= STACKS && (const char *)address < STACKS + (size_t)EX_THREADS * (EX_STACK_BYTES + 4096);
}

void ex_tls_pristine(void)
{
    memcpy(pristine, tls_block, tls_bytes);
}

void ex_fibers_reset(void)
{
    for (int i = 0; i < EX_THREADS; i++)
        ex.thread[i] = (ex_thread){.state = EX_UNUSED};
    ex.threads = 0;
    ex.now = NULL;
}

static void entry(void)
{
    ex.now->run(ex.now->arg);
    ex_thread_ends();
}

static int new_place(void)
{
    if (ex.threads < EX_THREADS)
        return ex.threads++;
    for (int i = 0; i < EX_THREADS; i++)
        if (ex.thread[i].is_gone)
            return i;
    ex_fail("more than %d threads", EX_THREADS);
}

ex_thread *ex_thread_new(void (*run)(void *), void *arg)
{
    const int i = new_place();
    ex_thread *t = &ex.thread[i];
    const uint32_t before = t->clock.at[i]; /* of the one whose place it was */
    *t = (ex_thread){.state = EX_RUNNABLE, .number = i, .run = run, .arg = arg, .deadline = UINT64_MAX, .tls = saved[i], .does = ""};
    t->clock.at[i] = before + 1;
    memcpy(t->tls, pristine, tls_bytes);
    t->context = fresh(STACKS + (size_t)i * (EX_STACK_BYTES + 4096) + 4096, entry);
    return t;
}

void ex_switch_to(ex_thread *t)
{
    ex_thread *before = ex.now;
    if (t == before)
        return;
    ex.switches++;
    ex.switched_at = ex.step;
    memcpy(before->tls, tls_block, tls_bytes);
    memcpy(tls_block, t->tls, tls_bytes);
    ex.now = t;
    ex_swap(&before->context, t->context);
}

void ex_enter_first(ex_thread *t)
{
    memcpy(tls_block, t->tls, tls_bytes);
    ex.now = t;
    ex_swap(&driver, t->context);
    memcpy(tls_block, pristine, tls_bytes);
}

void ex_leave_to_driver(void)
{
    void *never;
#if !defined(__x86_64__)
    never = &contexts[0];
#endif
    ex_swap(&never, driver);
    __builtin_unreachable();
}
