/*
 * What noise cannot touch: instructions and atomic read-modify-writes per operator, and memory of a pending operator. Each is
 * counted in a process of its own (parts.c).
 *
 * Instructions: under callgrind, which collects within the functions that record and release, or run, alone and writes down how
 * often each single instruction ran. Atomic read-modify-writes: of those, the ones that objdump shows with a lock prefix, or
 * as xchg with memory, which locks without one.
 */
#define _GNU_SOURCE
#include "marks/marks.h"
#include "marks/mix.h"

#include <stdlib.h>
#include <string.h>
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

/* What one kind of call costs; NaN for the atomic ones where there is no objdump. */
typedef struct counted {
    double instructions, atomics; /* per operator */
    int operators;
} counted;

/* What of a round is collected. */
typedef enum collected { RECORDED_AND_RELEASED, RUN } collected;
static const char *const toggles[] = {
    [RECORDED_AND_RELEASED] = "--toggle-collect=part_counted_record --toggle-collect=part_counted_release",
    [RUN] = "--toggle-collect=part_counted_run",
};

/* False where callgrind does not run the program. `where`: words for the part. */
static bool count_kind(mix_kind kind, collected what, const char *where, const char *environment, counted *c)
{
    char path[] = "/tmp/runahead-callgrind-XXXXXX", before[1400], arguments[32];
    const int file = mkstemp(path);
    profile *p = calloc(1, sizeof *p);
    bool good = file >= 0 && p;
    snprintf(arguments, sizeof arguments, "record %d%s", (int)kind, where);
    snprintf(before, sizeof before,
             "env -u RUNAHEAD_ISA %s valgrind --tool=callgrind --dump-instr=yes --compress-strings=no --compress-pos=no --collect-atstart=no "
             "%s --callgrind-out-file=%s",
             environment, toggles[what], path);
    FILE *f = good ? mark_part(before, arguments) : NULL;
    good = f && fscanf(f, "%d", &c->operators) == 1;
    good = f && pclose(f) == 0 && good && read_profile(p, path);
    uint64_t atomics = 0;
    bool read = good;
    for (int i = 0; read && i < p->count; i++)
        read = count_atomics(&p->objects[i], &atomics);
    if (good) {
        c->instructions = (double)p->instructions / c->operators;
        c->atomics = read ? (double)atomics / c->operators : NAN;
    }
    if (file >= 0) {
        close(file);
        unlink(path);
    }
    if (p)
        profile_free(p);
    return good;
}

/*
 * Of the thread that records alone: what the lanes of the device do, and the driver, is not collected. The driver is the simulated
 * one in any case, so that the row is the same on every machine. It is run once before without callgrind: compiling its kernels there
 * would take minutes.
 */
static void count_for_cuda(marks *m, const counted *cpu)
{
    char environment[1000], simulated[900];
    int operators = 0;
    counted cuda;
    snprintf(simulated, sizeof simulated, "%.800s/libcuda.so.1", m->b->driver_folder);
    snprintf(environment, sizeof environment, "RUNAHEAD_CUDA='%.800s'", m->b->driver_folder);
    if (access(simulated, R_OK) != 0 || strchr(simulated, '\'')) {
        mark_note(m, MARK_CUDA_INSTRUCTIONS, "the simulated driver is not there (make simcuda)");
        return;
    }
    FILE *f = mark_part(environment, "record 0 cuda");
    bool good = f && fscanf(f, "%d", &operators) == 1;
    good = f && pclose(f) == 0 && good;
    if (!good || !count_kind(MIX_ADD, RECORDED_AND_RELEASED, " cuda", environment, &cuda)) {
        mark_note(m, MARK_CUDA_INSTRUCTIONS, "%s", good ? "callgrind did not run the program" : "the operators do not run on the simulated driver");
        return;
    }
    mark_found(m, MARK_CUDA_INSTRUCTIONS, cuda.instructions, cpu->instructions, NAN);
    mark_note(m, MARK_CUDA_INSTRUCTIONS, "simulated driver; atomic read-modify-writes %.1f", cuda.atomics);
}

static void count_instructions(marks *m)
{
    counted add, meta, view, run;
    if (system("valgrind --version >/dev/null 2>&1") != 0)
        mark_note(m, MARK_INSTRUCTIONS, "valgrind is not installed");
    else if (!count_kind(MIX_ADD, RECORDED_AND_RELEASED, "", "", &add) || !count_kind(MIX_META, RECORDED_AND_RELEASED, "", "", &meta) || !count_kind(MIX_VIEW, RECORDED_AND_RELEASED, "", "", &view))
        mark_note(m, MARK_INSTRUCTIONS, "callgrind did not run the program");
    else {
        mark_found(m, MARK_INSTRUCTIONS, add.instructions, NAN, NAN);
        mark_note(m, MARK_INSTRUCTIONS, "on meta %.0f, a view %.0f; %d operators each, under callgrind, none run inline", meta.instructions, view.instructions, add.operators);
        mark_found(m, MARK_ATOMICS, add.atomics, NAN, NAN);
        mark_note(m, MARK_ATOMICS, isfinite(add.atomics) ? "on meta %.1f, a view %.1f" : "objdump is not installed", meta.atomics, view.atomics);
        if (count_kind(MIX_ADD, RUN, "", "", &run)) {
            mark_found(m, MARK_INSTRUCTIONS_RUN, run.instructions, NAN, NAN);
            mark_found(m, MARK_ATOMICS_RUN, run.atomics, NAN, NAN);
            mark_note(m, MARK_INSTRUCTIONS_RUN, "by the thread that waits for all of them, there being no worker");
        }
        count_for_cuda(m, &add);
        return;
    }
    mark_note(m, MARK_ATOMICS, "needs the instructions");
    mark_note(m, MARK_INSTRUCTIONS_RUN, "needs the instructions");
    mark_note(m, MARK_ATOMICS_RUN, "needs the instructions");
    mark_note(m, MARK_CUDA_INSTRUCTIONS, "needs the instructions");
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
    marks_system_calls(m);
    count_instructions(m);
}
