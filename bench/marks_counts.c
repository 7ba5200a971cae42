/*
 * What noise cannot touch: instructions and atomic read-modify-writes per operator, system calls while recording, memory of
 * a pending operator. Each is counted in a process of its own (marks_parts.c).
 *
 * Instructions: under callgrind, which collects within the two functions that record and release alone and writes down how
 * often each single instruction ran. Atomic read-modify-writes: of those, the ones that objdump shows with a lock prefix, or
 * as xchg with memory, which locks without one. System calls: the recording thread, and no other, is traced; it marks the
 * beginning and the end of each stretch of recording by a getppid of its own, and what the tracer sees between the two counts.
 */
#define _GNU_SOURCE
#include "clock.h"
#include "marks.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- callgrind ---- */

typedef struct executed {
    uint64_t address, times;
} executed;

typedef struct object {
    char path[512];
    executed *list;
    size_t count, room;
} object;

enum { OBJECTS = 32 };

typedef struct profile {
    object objects[OBJECTS];
    int count;
    uint64_t instructions;
} profile;

static object *object_of(profile *p, const char *path)
{
    for (int i = 0; i < p->count; i++)
        if (strcmp(p->objects[i].path, path) == 0)
            return &p->objects[i];
    if (p->count == OBJECTS)
        return NULL;
    object *o = &p->objects[p->count++];
    snprintf(o->path, sizeof o->path, "%s", path);
    return o;
}

static void add_executed(object *o, uint64_t address, uint64_t times)
{
    if (o->count == o->room) {
        executed *grown = realloc(o->list, (o->room ? 2 * o->room : 1024) * sizeof *grown);
        if (!grown)
            return;
        o->list = grown;
        o->room = o->room ? 2 * o->room : 1024;
    }
    o->list[o->count++] = (executed){address, times};
}

/* Lines "0xADDRESS LINE COUNT" below the "ob=" that they are in; the line behind a "calls=" counts what was called, again. */
static bool read_profile(profile *p, const char *path)
{
    FILE *f = fopen(path, "r");
    char line[1024], name[512];
    object *at = NULL;
    bool called = false;
    while (f && fgets(line, sizeof line, f)) {
        unsigned long long address, number, times;
        if (sscanf(line, "ob=%511[^\n]", name) == 1)
            at = object_of(p, name);
        else if (strncmp(line, "calls=", 6) == 0)
            called = true;
        else if (sscanf(line, "%llx %llu %llu", &address, &number, &times) == 3 && line[0] == '0') {
            if (!called && at) {
                add_executed(at, address, times);
                p->instructions += times;
            }
            called = false;
        }
    }
    if (f)
        fclose(f);
    return p->instructions > 0;
}

static int by_address(const void *a, const void *b)
{
    const uint64_t x = ((const executed *)a)->address, y = ((const executed *)b)->address;
    return (x > y) - (x < y);
}

/* Of a line of objdump: whether it changes memory atomically. */
static bool is_atomic(const char *text)
{
    const char *exchange = strstr(text, "\txchg ");
    return strstr(text, "\tlock ") || strstr(text, " lock ") || (exchange && strchr(exchange, '('));
}

/* How often atomic instructions of this object ran; false where it cannot be disassembled. */
static bool count_atomics(object *o, uint64_t *sum)
{
    char command[700], line[1024];
    if (strchr(o->path, '\'') || o->path[0] != '/')
        return o->path[0] != '/'; /* "???": made by valgrind itself */
    qsort(o->list, o->count, sizeof *o->list, by_address);
    snprintf(command, sizeof command, "objdump -d --no-show-raw-insn '%s' 2>/dev/null", o->path);
    FILE *f = popen(command, "r");
    size_t lines = 0;
    while (f && fgets(line, sizeof line, f)) {
        lines++;
        if (!is_atomic(line))
            continue;
        const executed key = {.address = strtoull(line, NULL, 16)};
        const executed *found = bsearch(&key, o->list, o->count, sizeof key, by_address);
        /* one address may stand in the list several times, once for each way it was reached */
        while (found && found > o->list && found[-1].address == key.address)
            found--;
        for (; found && found < o->list + o->count && found->address == key.address; found++)
            *sum += found->times;
    }
    return f && pclose(f) == 0 && lines > 0;
}

static void profile_free(profile *p)
{
    for (int i = 0; i < p->count; i++)
        free(p->objects[i].list);
    free(p);
}

static void count_instructions(marks *m)
{
    char path[] = "/tmp/runahead-callgrind-XXXXXX", before[400];
    const int file = mkstemp(path);
    profile *p = calloc(1, sizeof *p);
    int operators = 0;
    bool counted = false;
    if (file >= 0 && p && system("valgrind --version >/dev/null 2>&1") == 0) {
        close(file);
        snprintf(before, sizeof before,
                 "valgrind --tool=callgrind --dump-instr=yes --compress-strings=no --compress-pos=no --collect-atstart=no "
                 "--toggle-collect=part_counted_record --toggle-collect=part_counted_release --callgrind-out-file=%s",
                 path);
        FILE *f = mark_part(before, "record");
        counted = f && fscanf(f, "%d", &operators) == 1;
        counted = f && pclose(f) == 0 && counted && read_profile(p, path);
        if (!counted)
            mark_note(m, MARK_INSTRUCTIONS, "callgrind did not run the program");
    } else
        mark_note(m, MARK_INSTRUCTIONS, "valgrind is not installed");
    uint64_t atomics = 0;
    bool read = counted;
    for (int i = 0; read && i < p->count; i++)
        read = count_atomics(&p->objects[i], &atomics);
    if (counted)
        mark_found(m, MARK_INSTRUCTIONS, (double)p->instructions / operators, NAN, NAN);
    if (counted && read) {
        mark_found(m, MARK_ATOMICS, (double)atomics / operators, NAN, NAN);
        mark_note(m, MARK_ATOMICS, "counted in %d operators", operators);
    } else
        mark_note(m, MARK_ATOMICS, counted ? "objdump is not installed" : "needs the instructions");
    unlink(path);
    if (p)
        profile_free(p);
}

/* ---- system calls ---- */

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

static void count_system_calls(marks *m)
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

/* ---- memory ---- */

static void measure_pending(marks *m)
{
    char arguments[64];
    const int64_t count = (int64_t)bench_pick(m->b, 1e5, 1e6, 1e6);
    double bytes = NAN;
    snprintf(arguments, sizeof arguments, "pending %lld", (long long)count);
    FILE *f = mark_part("", arguments);
    if (!f || fscanf(f, "%lf", &bytes) != 1)
        mark_note(m, MARK_PENDING, "the process that measures it failed");
    if (f)
        pclose(f);
    mark_found(m, MARK_PENDING, bytes, NAN, NAN);
    if (count < 1000000 && isfinite(bytes))
        mark_note(m, MARK_PENDING, "quick: of %lld", (long long)count);
}

void marks_counts(marks *m)
{
    progress("marks: counts");
    measure_pending(m);
    count_system_calls(m);
    count_instructions(m);
}
