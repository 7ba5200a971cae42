/*
 * System calls on the recording path: `part quiet` (parts.c) records in a process of its own, and its recording thread,
 * and no other, is traced. It marks the beginning and the end of each stretch of recording by a getppid; what the tracer sees
 * between the two counts.
 */
#define _GNU_SOURCE
#include "marks/marks.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct seen {
    bool between; /* the two getppid of a stretch */
    int calls, stretches;
    long first;   /* number of the first one, for the note */
} seen;

/* What the tracer learns at the entry of a system call of the recording thread. */
static void see(seen *s, long number)
{
    if (number == SYS_getppid) {
        s->between = !s->between;
        s->stretches += s->between;
    } else if (s->between) {
        s->first = s->calls++ ? s->first : number;
    }
}

/* Follows the child's first thread until it ends. PTRACE_GET_SYSCALL_INFO tells entry from exit and the number. */
static bool follow(pid_t child, seen *s)
{
    int status;
    bool traced = true;
    while (waitpid(child, &status, 0) == child && !WIFEXITED(status) && !WIFSIGNALED(status)) {
        int signal = WSTOPSIG(status);
        if (signal == (SIGTRAP | 0x80)) {
            struct __ptrace_syscall_info info;
            const long size = ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof info, &info);
            traced &= size > 0;
            if (size > 0 && info.op == PTRACE_SYSCALL_INFO_ENTRY)
                see(s, (long)info.entry.nr);
        }
        signal = signal == (SIGTRAP | 0x80) || status >> 16 ? 0 : signal;
        ptrace(PTRACE_SYSCALL, child, NULL, (void *)(intptr_t)signal);
    }
    return traced && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Starts `part quiet`, its standard input and output at our ends of two pipes. */
static pid_t start_quiet(int *to, int *from)
{
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0)
        return -1;
    if (pipe2(out, O_CLOEXEC) != 0) {
        close(in[0]);
        close(in[1]);
        return -1;
    }
    static char name[] = "runahead", part[] = "part", quiet[] = "quiet";
    char *const arguments[] = {name, part, quiet, NULL};
    const pid_t child = fork();
    if (child == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        execv("/proc/self/exe", arguments);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    *to = in[1];
    *from = out[0];
    return child;
}

void marks_system_calls(marks *m)
{
    int to, from;
    char line[16];
    const pid_t child = start_quiet(&to, &from);
    if (child < 0) {
        mark_note(m, MARK_SYSTEM_CALLS, "no process could be started");
        return;
    }
    const bool ready = read(from, line, sizeof line) > 0;
    const bool seized = ready && ptrace(PTRACE_SEIZE, child, NULL, (void *)PTRACE_O_TRACESYSGOOD) == 0 && ptrace(PTRACE_INTERRUPT, child, NULL, NULL) == 0;
    const int refused = errno;
    seen s = {0};
    const bool sent = write(to, "go\n", 3) == 3;
    close(to);
    const bool good = seized && sent && follow(child, &s);
    if (!seized)
        waitpid(child, NULL, 0);
    close(from);
    if (good && s.stretches) {
        mark_found(m, MARK_SYSTEM_CALLS, s.calls, NAN, NAN);
        mark_note(m, MARK_SYSTEM_CALLS, "seen by a tracer of the recording thread, in %d stretches", s.stretches);
        if (s.calls)
            mark_note(m, MARK_SYSTEM_CALLS, "the first is number %ld", s.first);
    } else if (ready && !seized)
        mark_note(m, MARK_SYSTEM_CALLS, "tracing is refused: %s", strerror(refused));
    else
        mark_note(m, MARK_SYSTEM_CALLS, "the traced process failed");
}
