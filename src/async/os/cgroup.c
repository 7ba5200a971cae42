/* cgroup.c - the limits of cgroup.h.
 *
 * /proc/self/cgroup has a line for each hierarchy: "number:controllers:/path", version 2 with number 0 and no
 * controllers. A limit may stand at any level: a group can use no more than any group above it, so the walk goes from
 * the path up to the mount's root and keeps the smallest. A level that does not exist is skipped, not the end: in a
 * container the path may be that of the host, of which only the root is mounted. */
#include "async/os/cgroup.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "async/os/os.h"

enum { PATH_ROOM = 4096, TEXT_ROOM = 128, LIST_ROOM = 16384 };

/* The tightest so far: so much in each `per` (CPU time), or in all (memory: per is 1); per is 0 where there is none. */
struct limit {
    long amount, per;
    char where[RA__CGROUP_WHERE];
};

/* What a group's folder says; false: no limit. *file becomes the file that says it. */
typedef bool read_fn(const char *folder, char *file, struct limit *limit);

struct controller {
    const char *name;
    read_fn *v1, *v2;
};

/* A positive decimal number, alone but for white space after it; *end moves behind it. */
static bool parse_positive(const char *text, const char **end, long *value)
{
    char *after;
    if (*text < '0' || *text > '9')
        return false;
    *value = strtol(text, &after, 10); /* too large becomes LONG_MAX, as good as no limit */
    *end = after + strspn(after, " \n");
    return *value > 0;
}

static bool read_file(const char *folder, const char *name, char *file, char text[TEXT_ROOM])
{
    return snprintf(file, PATH_ROOM, "%s/%s", folder, name) < PATH_ROOM && !ra__os_read_text(file, text, TEXT_ROOM);
}

/* A file of one number. */
static bool read_number(const char *folder, const char *name, char *file, long *value)
{
    char text[TEXT_ROOM];
    const char *rest;
    return read_file(folder, name, file, text) && parse_positive(text, &rest, value) && !*rest;
}

/* "max 100000" or "150000 100000". */
static bool read_cpu_v2(const char *folder, char *file, struct limit *limit)
{
    char text[TEXT_ROOM];
    const char *rest;
    return read_file(folder, "cpu.max", file, text) && parse_positive(text, &rest, &limit->amount) &&
           parse_positive(rest, &rest, &limit->per) && !*rest;
}

/* -1, or microseconds. */
static bool read_cpu_v1(const char *folder, char *file, struct limit *limit)
{
    return read_number(folder, "cpu.cfs_period_us", file, &limit->per) &&
           read_number(folder, "cpu.cfs_quota_us", file, &limit->amount);
}

/* Beyond memory.high a group is slowed down until it has given memory back, beyond memory.max it is killed. */
static bool read_memory_v2(const char *folder, char *file, struct limit *limit)
{
    char file_most[PATH_ROOM];
    long most;
    const bool slowed = read_number(folder, "memory.high", file, &limit->amount);
    limit->per = 1;
    if (!read_number(folder, "memory.max", file_most, &most) || (slowed && limit->amount <= most))
        return slowed;
    limit->amount = most;
    memcpy(file, file_most, PATH_ROOM);
    return true;
}

/* Without a limit it is the largest number of pages. */
static bool read_memory_v1(const char *folder, char *file, struct limit *limit)
{
    limit->per = 1;
    return read_number(folder, "memory.limit_in_bytes", file, &limit->amount) && limit->amount < LONG_MAX / 2;
}

static void keep_tighter(struct limit *best, const struct limit *found, const char *file)
{
    /* In floating point, for the product may overflow; equal ones keep the inner group. */
    if (best->per && (double)found->amount * (double)best->per >= (double)best->amount * (double)found->per)
        return;
    const size_t length = strlen(file), room = sizeof best->where - 1, skipped = length > room ? length - room : 0;
    best->amount = found->amount;
    best->per = found->per;
    memcpy(best->where, file + skipped, length - skipped + 1);
}

/* From base/path up to base itself. */
static void walk(const char *base, const char *path, read_fn *read, struct limit *best)
{
    char folder[PATH_ROOM], file[PATH_ROOM];
    const size_t bottom = strlen(base);
    /* A path that climbs out of the view we have of the hierarchy: only the view's root is left to read. */
    if (strstr(path, "/.."))
        path = "";
    if (snprintf(folder, sizeof folder, "%s%s", base, path) >= (int)sizeof folder)
        return;
    for (size_t length = strlen(folder);;) {
        while (length > bottom && folder[length - 1] == '/')
            length--;
        folder[length] = 0;
        struct limit found;
        if (read(folder, file, &found))
            keep_tighter(best, &found, file);
        if (length <= bottom)
            return;
        while (length > bottom && folder[length - 1] != '/')
            length--;
    }
}

/* Is `name` one of a comma-separated list? */
static bool lists(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == length && !strncmp(at, name, length))
            return true;
    return false;
}

/* One line, cut at its colons. */
static void read_hierarchy(const char *root, const char *controllers, const char *path, const struct controller *of, struct limit *best)
{
    char base[PATH_ROOM];
    const bool v2 = !*controllers;
    if (!v2 && !lists(controllers, of->name))
        return;
    read_fn *read = v2 ? of->v2 : of->v1;
    /* Version 2 is mounted at the root, or beside version 1 in "unified"; version 1 under its list of controllers, or
     * under the one. */
    if (v2)
        walk(root, path, read, best);
    if (snprintf(base, sizeof base, "%s/%s", root, v2 ? "unified" : controllers) < (int)sizeof base)
        walk(base, path, read, best);
    if (!v2 && strcmp(controllers, of->name) && snprintf(base, sizeof base, "%s/%s", root, of->name) < (int)sizeof base)
        walk(base, path, read, best);
}

static struct limit tightest(const char *root, const char *process, const struct controller *of)
{
    char list[LIST_ROOM];
    struct limit best = {.per = 0};
    if (ra__os_read_text(process ? process : "/proc/self/cgroup", list, sizeof list))
        return best;
    for (char *line = list, *next; *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = 0;
        char *controllers = strchr(line, ':');
        char *path = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!path)
            continue;
        *controllers++ = *path++ = 0;
        if (*path != '/')
            continue;
        read_hierarchy(root ? root : "/sys/fs/cgroup", controllers, path, of, &best);
    }
    return best;
}

void ra__cgroup_quota(const char *root, const char *process, struct ra__cgroup_quota *quota)
{
    static const struct controller cpu = {"cpu", read_cpu_v1, read_cpu_v2};
    const struct limit best = tightest(root, process, &cpu);
    *quota = (struct ra__cgroup_quota){.quota = best.per ? best.amount : 0, .period = best.per};
    memcpy(quota->where, best.where, sizeof quota->where);
    if (!quota->period)
        return;
    const long cpus = quota->quota / quota->period + (quota->quota % quota->period != 0);
    quota->cpus = cpus > RA__OS_CPUS_MAX ? RA__OS_CPUS_MAX : (int)cpus;
}

void ra__cgroup_memory(const char *root, const char *process, struct ra__cgroup_memory *memory)
{
    static const struct controller of_memory = {"memory", read_memory_v1, read_memory_v2};
    const struct limit best = tightest(root, process, &of_memory);
    memory->bytes = best.per ? (size_t)best.amount : 0;
    memcpy(memory->where, best.where, sizeof memory->where);
}
