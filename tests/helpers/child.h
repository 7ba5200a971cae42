/*
 * Hostile programs: the test program run once more as a process of its own, for what ends one.
 *
 * main() begins with CHILD_MAIN(argc, argv, table): with an argument the program is the child of that name. A child tells by
 * its exit status what went wrong; what it prints is the parent's to read. Its time limit is its own, so that it cannot hang.
 */
#ifndef TESTS_HELPERS_CHILD_H
#define TESTS_HELPERS_CHILD_H

#include "helpers/harness.h"

#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <sys/wait.h>

typedef struct child_program {
    const char *name;
    int (*run)(const char *argument);
} child_program;

static inline int child_main(int argc, char **argv, const child_program *programs, size_t count)
{
    alarm(60 * HARNESS_SLOWER);
    for (size_t i = 0; i < count; i++)
        if (!strcmp(programs[i].name, argv[1]))
            return programs[i].run(argc > 2 ? argv[2] : "");
    return 126;
}

#define CHILD_MAIN(argc, argv, programs) \
    do { \
        if ((argc) > 1) \
            return child_main(argc, argv, programs, sizeof(programs) / sizeof *(programs)); \
    } while (0)

/* This program's file, read before anything else happens: an emulator may give a name that holds in the first folder alone. */
static char child_self[PATH_MAX];

__attribute__((constructor)) static void child_find_self(void)
{
    const ssize_t n = readlink("/proc/self/exe", child_self, sizeof child_self - 1);
    child_self[n > 0 ? n : 0] = 0;
}

/* This program in place of the process. An emulator's programs are none to the system: the emulator that was asked to run this
 * one (run.sh) runs the child too. */
static inline void child_exec(const char *name, const char *argument)
{
    const char *emulator = getenv("RUN_WITH");
    if (emulator && !strchr(emulator, ' '))
        execlp(emulator, emulator, child_self, name, argument, (char *)NULL);
    else
        execl("/proc/self/exe", "child", name, argument, (char *)NULL);
    _exit(125);
}

/* To a sanitizer: what a process holds when it ends in the middle of its work is no leak. (Read when the child starts.) */
static inline void child_may_hold(const char *variable, const char *option)
{
    const char *options = getenv(variable);
    char text[1024];
    if (HARNESS_SANITIZED && (!options || !strstr(options, option))) {
        snprintf(text, sizeof text, "%s:%s", options ? options : "", option);
        setenv(variable, text, 1);
    }
}

/* Runs it; what it prints (both streams) goes into text, cut where it is too long. Gives waitpid's status. */
static inline int child_output(const char *name, const char *argument, char *text, size_t room)
{
    int ends[2], status = -1;
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    child_may_hold("ASAN_OPTIONS", "detect_leaks=0");
    child_may_hold("TSAN_OPTIONS", "report_thread_leaks=0");
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(0);
        dup2(ends[1], 1);
        dup2(ends[1], 2);
        child_exec(name, argument);
    }
    close(ends[1]);
    size_t n = 0;
    char rest[256];
    for (ssize_t got; (got = n < room - 1 ? read(ends[0], text + n, room - 1 - n) : read(ends[0], rest, sizeof rest)) > 0;)
        n += n < room - 1 ? (size_t)got : 0;
    text[n] = 0;
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static inline void child_ends_well(const char *name, const char *argument)
{
    char text[4096];
    int status = child_output(name, argument, text, sizeof text);
    if (WIFSIGNALED(status))
        fail_msg("%s %s: ended by signal %d; it printed: %s", name, argument, WTERMSIG(status), text);
    if (WEXITSTATUS(status))
        fail_msg("%s %s: status %d; it printed: %s", name, argument, WEXITSTATUS(status), text);
}

/* A file that was built into the folder above this program's. */
static inline void child_beside(const char *name, char *path, size_t size)
{
    char self[PATH_MAX];
    assert_true(*child_self);
    memcpy(self, child_self, sizeof self);
    snprintf(path, size, "%s/../%s", dirname(self), name);
}

#endif
