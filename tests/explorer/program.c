/*
 * A program's threads, from the engine's start to its end, and what must be so then.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "program.h"

#include "async/front/check.h"
#include "async/os/mutant.h"
#include "device.h"
#include "order.h"
#include "steps.h"

#include <runahead.h>

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>

const ex_program *ex_running;
ra_tensor *ex_variable[EX_CONTROL][EX_VARIABLES], *ex_accumulator;
int ex_callbacks_due, ex_callbacks_run;
static int ended_threads;

static void run_steps(int thread)
{
    for (int i = 0; i < ex_running->steps; i++) {
        const ex_step *s = &ex_running->step[i];
        if (s->thread != thread)
            continue;
        ex.now->business = EX_RECORDS;
        ex.now->number_of_step = i;
        if (ex_step_do(s))
            ex_model_step(s);
        ex.fruitless = 0;
        ex.progress = ex.step;
    }
}

/* ---- threads ---- */

/* With points as long as anything is pending: in half of the schedules all is waited for before the first is read. */
static void read_all(int thread)
{
    if (ex_running->threads == 1 && ex_once_in(&ex.chance, 2)) {
        ex.now->business = EX_WAITS;
        if (ra_wait_all())
            ra_clear_error();
        ex.now->business = EX_RECORDS;
        ex.calm = !ex_once_in(&ex.chance, 8);
    }
    for (int v = 0; v < EX_VARIABLES; v++)
        if (ex_variable[thread][v])
            ex_check_values(ex_variable[thread][v], &ex_values.view[thread][v], "at the end,", v);
}

static void release_all(int thread)
{
    for (int v = 0; v < EX_VARIABLES; v++) {
        ra_tensor *t = ex_variable[thread][v];
        ex_variable[thread][v] = NULL;
        ra_release(t);
    }
}

static void begin_urgent(void)
{
    if (ex_running->urgent)
        ra_urgent_begin();
}

static void other_thread(void *number)
{
    int thread = (int)(intptr_t)number;
    begin_urgent();
    run_steps(thread);
    if (ex_running->step[0].k & 1)
        read_all(thread);
    release_all(thread);
    ex_system_thread_leaves();
    ended_threads++;
}

static bool others_ended(void *unused)
{
    (void)unused;
    return ended_threads == ex_running->threads - 1;
}

static void start_others(void)
{
    for (int i = 1; i < ex_running->threads; i++) {
        ex_thread *t = ex_thread_new(other_thread, (void *)(intptr_t)i);
        t->does = "a control thread";
        t->business = EX_RECORDS;
        t->priority = 1000 + ex_below(&ex.chance, 1000);
        ex_fork_edge(t);
    }
}

static void check_accumulator(void)
{
    float got[EX_LENGTH];
    ra_status s = ra_copy_to(ex_accumulator, got, sizeof got);
    ex_values.accumulator_maybe |= ex_running->scarce;
    if (s ? !ex_values.accumulator_bad && !ex_values.accumulator_maybe : ex_values.accumulator_bad && !ex_values.accumulator_maybe)
        ex_fail("the accumulator: status %s", ra_status_name(s));
    for (int i = 0; !s && !ex_values.accumulator_maybe && i < EX_LENGTH; i++)
        if ((double)got[i] != ex_values.added)
            ex_fail("the accumulator: element %d is %g, the synchronous run has %g", i, (double)got[i], ex_values.added);
    ra_clear_error();
}

/* No thread of the library has anything to do. */
static bool is_quiet(void *unused)
{
    (void)unused;
    for (int i = 0; i < ex.threads; i++) {
        const ex_thread *t = &ex.thread[i];
        if (t->business == EX_BACKGROUND && t->state != EX_ENDED && (t->state != EX_SLEEPING || t->deadline != UINT64_MAX))
            return false;
    }
    return true;
}

void ex_wait_quiet(void)
{
    ex_wait_until(is_quiet, NULL);
}

static void finish(void)
{
    ex.now->business = EX_WAITS;
    ex.scarce_in = 0;
    if (ex_accumulator)
        check_accumulator();
    ex.calm = !ex_once_in(&ex.chance, 8);
    release_all(0);
    ra_release(ex_accumulator);
    if (ex_running->stops ? ra_shutdown() : ra_wait_all())
        ex_fail("the end: %s", ra_last_error());
    ex.now->business = EX_IDLE;
    do {
        ex_wait_quiet();
    } while (!ex_running->stops && ra_poll());
    ex_system_check_rest();
    if (ex_callbacks_run != ex_callbacks_due)
        ex_fail("%d callbacks were asked for, %d called", ex_callbacks_due, ex_callbacks_run);
    if (ex_events_open())
        ex_fail("%d descriptors are open at the end", ex_events_open());
    ex.stale_in = 0; /* figures may be of a moment ago; not these */
    ra_memory_stats m = ra_get_memory_stats();
    if (m.live || m.in_flight > (ex_running->stops ? 0 : ex_order_bytes_left_in_queues()))
        ex_fail("%zu bytes live and %zu in flight at the end", m.live, m.in_flight);
    ex_order_end();
}

static void first_thread(void *unused)
{
    (void)unused;
    ra_config c = {.size = sizeof c, .workers = ex_running->workers ? ex_running->workers : -1, .no_inline = ex_running->no_inline, .fusion = (ra_fusion)ex_running->fusion,
                   .spin_us = ex_running->spins ? 5 : -1, .priority = ex_running->background ? RA_PRIORITY_BACKGROUND : RA_PRIORITY_NORMAL,
                   .relief_percent = ex_once_in(&ex.chance, 4) ? -1 : 0};
    if (ex_running->paced)
        c.pacing_count = 3;
    ex.now->business = EX_RECORDS;
    const bool calm = ex.calm = !ex_once_in(&ex.chance, 8);
    if (ra_init(&c))
        ex_fail("ra_init: %s", ra_last_error());
    if (calm) /* most begin with workers that sleep */
        ex_pause();
    ra_set_callbacks_polled(ex_running->polled);
    begin_urgent();
    if (ex_running->accumulates)
        ex_accumulator = ra_full(RA_DIMS(EX_LENGTH), 0.0f);
    ex.scarce_in = ex_running->scarce ? 6 + ex_below(&ex.chance, 60) : 0;
    bool started = ex_running->threads == 1;
    for (int i = 0; i < ex_running->steps; i++) { /* what all may read comes first */
        const ex_step *s = &ex_running->step[i];
        if (s->thread)
            break;
        if (!started && i >= ex_running->shared) {
            start_others();
            started = true;
        }
        ex.calm = calm && i < ex_running->first;
        ex.now->number_of_step = i;
        if (ex_step_do(s))
            ex_model_step(s);
        ex.fruitless = 0;
        ex.progress = ex.step;
    }
    ex.calm = false;
    if (!started)
        start_others();
    ex_wait_until(others_ended, NULL);
    for (int i = 0; i < ex.threads; i++) /* their ends are seen, as by a join */
        if (ex.thread[i].business != EX_BACKGROUND)
            ex_join_edge(&ex.thread[i]);
    read_all(0);
    finish();
    ex.over = true;
}

/* What an alarm ends. */
static void go_round(void *unused)
{
    (void)unused;
    for (;;)
        __asm__ volatile("");
}

int ex_program_workers(void)
{
    return ex_running->workers;
}

bool ex_program_paces(void)
{
    return ex_running->paced || ex_running->scarce;
}

/* ---- running ---- */

static sigjmp_buf crashed;

/*
 * Who goes round and round without a point stops for no bound of steps. So a schedule has so many seconds of the processor, and of this
 * process's alone, however busy the machine is: the longest of 20,000 took 10 ms.
 */
static void allow(double seconds)
{
    const struct itimerval t = {.it_value = {.tv_sec = (time_t)seconds, .tv_usec = (suseconds_t)((seconds - (double)(time_t)seconds) * 1e6)}};
    setitimer(ITIMER_PROF, &t, NULL);
}

void ex_allow_seconds(void)
{
    const char *seconds = getenv("EXPLORER_SECONDS");
    allow(seconds ? atof(seconds) : 20);
}

static const void *stood_at; /* in the code */

static void on_alarm(int number, siginfo_t *info, void *context)
{
    (void)number, (void)info, (void)context;
    stood_at = NULL;
#if defined(__x86_64__)
    stood_at = (const char *)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] + 1; /* others are looked up by where they return to */
#endif
    ex.stands = true;
    siglongjmp(crashed, 1);
}

static void tell_where_it_stands(void)
{
    int n = snprintf(ex.report, sizeof ex.report, "goes round and round, thread %d at %s\n", ex.now ? ex.now->number : -1, ex_site_text(stood_at));
    ex.failed = true;
    if (!ex.quiet)
        ex_describe_threads(ex.report + n, sizeof ex.report - (size_t)n);
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    (void)context;
    snprintf(ex.report, sizeof ex.report, "signal %d at address %p, thread %d, after %s", number, info->si_addr, ex.now ? ex.now->number : -1, ex.now ? ex_site_text(ex.now->site) : "");
    ex.failed = true;
    siglongjmp(crashed, 1);
}

static void catch_signals(void)
{
    static char stack[65536];
    stack_t s = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction a = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigaltstack(&s, NULL);
    sigaction(SIGSEGV, &a, NULL);
    sigaction(SIGBUS, &a, NULL);
    sigaction(SIGFPE, &a, NULL);
    sigaction(SIGILL, &a, NULL);
    a.sa_sigaction = on_alarm;
    sigaction(SIGPROF, &a, NULL);
}

void ex_run_guarded(ex_thread *first)
{
    ex_allow_seconds();
    if (!sigsetjmp(crashed, 0))
        ex_enter_first(first);
    allow(0);
    if (ex.stands)
        tell_where_it_stands();
    ex.now = NULL;
}

bool ex_run(const ex_program *p, uint64_t seed)
{
    ex_running = p;
    ex_nodes = p->two_nodes ? 2 : 1;
    ex_state_restore();
    ex_dirty((uintptr_t)&ra__mutant);
    ra__mutant = (enum ra__mutant)ex.mutant;
    ex_dirty((uintptr_t)&ra__check_on);
    ra__check_on = p->checked;
    ex_schedule_begin(seed);
    ex_events_reset();
    ex_system_begin();
    ex_device_begin();
    ex_model_begin();
    ex_order_begin();
    ex_steps_begin();
    memset(ex_variable, 0, sizeof ex_variable);
    ex_accumulator = NULL;
    ended_threads = ex_callbacks_due = ex_callbacks_run = 0;
    ex_thread *first = ex_thread_new(seed == ex.stands_in ? go_round : first_thread, NULL);
    first->does = "the first control thread";
    first->priority = 1000 + ex_below(&ex.chance, 1000);
    ex_run_guarded(first);
    ex_fork_end();
    return !ex.failed;
}

/* What is done once a process (the operators' table, what the first start sets up) is done before the state is kept. */
static void warm_up(void *unused)
{
    (void)unused;
    ra_config c = {.size = sizeof c, .workers = -1};
    if (ra_init(&c) || ra_shutdown()) {
        fprintf(stderr, "explorer: the engine does not start: %s\n", ra_last_error());
        exit(2);
    }
    ex.over = true;
}

void ex_program_init(void)
{
    ex_device_offer();
    ex_schedule_begin(1);
    ex.stale_in = ex.fail_in = ex.early_in = 0;
    ex.step_limit = 10000000;
    ex_enter_first(ex_thread_new(warm_up, NULL));
    if (ex.failed) {
        fprintf(stderr, "explorer: the first start failed: %s\n", ex.report);
        exit(2);
    }
    ex.now = NULL;
    ex_state_keep();
    catch_signals();
}
