/*
 * A fork: a real one. the child has a copy of everything, in which the forking thread alone goes on, under the same controller. What it
 * finds wrong it says in memory that it shares with its parent, which waits for it.
 */
#include "order.h"
#include "steps.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static char *child_report;
static bool is_child, is_forking;

static void check_child(int thread)
{
    ra_tensor *fresh = ra_full(RA_DIMS(EX_LENGTH), 2.0f), *negative = ra_neg(fresh);
    float got[EX_LONGEST];
    if (!negative || ra_copy_to(negative, got, EX_LENGTH * sizeof(float)) || got[0] != -2 || got[EX_LENGTH - 1] != -2)
        ex_fail("new work fails: %s", ra_last_error());
    ra_release(fresh);
    ra_release(negative);
    for (int v = 0; v < EX_VARIABLES; v++) {
        const ex_view *view = &ex_values.view[thread][v];
        ra_tensor *t = ex_variable[thread][v];
        if (!t)
            continue;
        ra_status s = ra_copy_to(t, got, (size_t)view->length * sizeof(float));
        for (int i = 0; !s && i < view->length; i++) {
            const ex_cell *c = ex_model_cell(view, i);
            if (!c->bad && got[i] != c->value)
                ex_fail("v%d: element %d is %g, the synchronous run has %g", v, i, (double)got[i], (double)c->value);
        }
        ra_clear_error();
        ra_release(t);
    }
    if (ra_shutdown())
        ex_fail("ra_shutdown: %s", ra_last_error());
}

bool ex_is_forking(void)
{
    return is_forking;
}

void ex_fork_here(int thread)
{
    if (!child_report)
        child_report = mmap(NULL, sizeof ex.report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ex_system_fork(EX_FORK_PREPARE);
    child_report[0] = 0;
    pid_t child = fork();
    if (child == 0) {
        is_child = true;
        ex_allow_seconds();
        ex.scarce_in = 0;
        for (int i = 0; i < ex.threads; i++)
            if (&ex.thread[i] != ex.now) { /* what they have done is done, and is in the copy */
                ex.thread[i].state = EX_ENDED;
                ex.thread[i].is_gone = true;
                ex_join_edge(&ex.thread[i]);
            }
        ex_order_begin();
        ex.progress = ex.step;
        is_forking = true;
        ex_system_fork(EX_FORK_CHILD);
        is_forking = false;
        check_child(thread);
        ex_leave_to_driver();
    }
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0)
        ;
    ex_system_fork(EX_FORK_PARENT);
    if (status)
        ex_fail("in the child of a fork: %s", child_report[0] ? child_report : "it has died");
}

void ex_fork_end(void)
{
    if (!is_child)
        return;
    snprintf(child_report, sizeof ex.report, "%.*s", (int)strcspn(ex.report, "\n"), ex.report);
    _exit(ex.failed);
}
