/*
 * The children are this same program, executed anew with a word that foreign_start puts in its environment: nothing of
 * ours but a loop runs in them, in a process of its own as a stranger's program would. The kernel kills them when their parent
 * ends (PR_SET_PDEATHSIG), so that a crash leaves none behind.
 */
#define _GNU_SOURCE
#include "measure/foreign.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static const char word[] = "RUNAHEAD_BENCH_FOREIGN";

/* Before main, so that the child does nothing else. */
__attribute__((constructor)) static void be_busy(void)
{
    if (!getenv(word))
        return;
    for (volatile double x = 1;;)
        for (int i = 0; i < 1000; i++)
            x = x * 1.0000001;
}

/* In the child, between fork and exec: only what is allowed there. */
static void become_busy(pid_t parent, char *const *environment)
{
    static char name[] = "busy";
    char *const arguments[] = {name, NULL};
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent)
        execve("/proc/self/exe", arguments, environment);
    _exit(127);
}

bool foreign_start(foreign *f, int count)
{
    static char setting[] = "RUNAHEAD_BENCH_FOREIGN=1";
    char *const environment[] = {setting, NULL};
    *f = (foreign){0};
    const pid_t parent = getpid();
    for (int i = 0; i < count && i < FOREIGN_MAX; i++) {
        const pid_t child = fork();
        if (child == 0)
            become_busy(parent, environment);
        if (child < 0) {
            foreign_stop(f);
            return false;
        }
        f->processes[f->count++] = child;
    }
    return true;
}

bool foreign_stop(foreign *f)
{
    bool ran = true;
    for (int i = 0; i < f->count; i++) {
        int status = 0;
        kill(f->processes[i], SIGKILL);
        pid_t ended;
        while ((ended = waitpid(f->processes[i], &status, 0)) < 0 && errno == EINTR)
            ;
        ran &= ended == f->processes[i] && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    }
    f->count = 0;
    return ran;
}
