/* cgroup.c - the CPU quota of cgroup.h.
 *
 * /proc/self/cgroup has a line for each hierarchy: "number:controllers:/path", version 2 with number 0 and no
 * controllers. The limit may stand at any level: a group can use no more than any group above it, so the walk goes from
 * the path up to the mount's root and keeps the smallest ratio. A level that does not exist is skipped, not the end: in
 * a container the path may be that of the host, of which only the root is mounted. */
#include "cgroup.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os.h"

enum { PATH_ROOM = 4096, TEXT_ROOM = 128, LIST_ROOM = 16384 };

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

/* Of one group: "max 100000" or "150000 100000". */
static bool read_v2(const char *folder, char *file, long *quota, long *period)
{
    char text[TEXT_ROOM];
    const char *rest;
    if (snprintf(file, PATH_ROOM, "%s/cpu.max", folder) >= PATH_ROOM || ra__os_read_text(file, text, sizeof text))
        return false;
    return parse_positive(text, &rest, quota) && parse_positive(rest, &rest, period) && !*rest;
}

/* Of one group: -1, or microseconds. */
static bool read_v1(const char *folder, char *file, long *quota, long *period)
{
    char text[TEXT_ROOM];
    const char *rest;
    if (snprintf(file, PATH_ROOM, "%s/cpu.cfs_period_us", folder) >= PATH_ROOM ||
        ra__os_read_text(file, text, sizeof text) || !parse_positive(text, &rest, period) || *rest)
        return false;
    if (snprintf(file, PATH_ROOM, "%s/cpu.cfs_quota_us", folder) >= PATH_ROOM ||
        ra__os_read_text(file, text, sizeof text))
        return false;
    return parse_positive(text, &rest, quota) && !*rest;
}

static void keep_tighter(struct ra__cgroup_quota *best, long quota, long period, const char *file)
{
    /* In floating point, for the product may overflow; equal ratios keep the inner group. */
    if (best->period && (double)quota * (double)best->period >= (double)best->quota * (double)period)
        return;
    const size_t length = strlen(file), room = sizeof best->where - 1, skipped = length > room ? length - room : 0;
    best->quota = quota;
    best->period = period;
    memcpy(best->where, file + skipped, length - skipped + 1);
}

/* From base/path up to base itself. */
static void walk(const char *base, const char *path, bool v2, struct ra__cgroup_quota *best)
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
        long quota, period;
        if ((v2 ? read_v2 : read_v1)(folder, file, &quota, &period))
            keep_tighter(best, quota, period, file);
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
static void read_hierarchy(const char *root, const char *controllers, const char *path, struct ra__cgroup_quota *best)
{
    char base[PATH_ROOM];
    const bool v2 = !*controllers;
    if (!v2 && !lists(controllers, "cpu"))
        return;
    /* Version 2 is mounted at the root, or beside version 1 in "unified"; version 1 under its list of controllers, or
     * under the one. */
    if (v2)
        walk(root, path, true, best);
    if (snprintf(base, sizeof base, "%s/%s", root, v2 ? "unified" : controllers) < (int)sizeof base)
        walk(base, path, v2, best);
    if (!v2 && strcmp(controllers, "cpu") && snprintf(base, sizeof base, "%s/cpu", root) < (int)sizeof base)
        walk(base, path, false, best);
}

void ra__cgroup_quota(const char *root, const char *process, struct ra__cgroup_quota *quota)
{
    char list[LIST_ROOM];
    *quota = (struct ra__cgroup_quota){.cpus = 0};
    if (ra__os_read_text(process ? process : "/proc/self/cgroup", list, sizeof list))
        return;
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
        read_hierarchy(root ? root : "/sys/fs/cgroup", controllers, path, quota);
    }
    if (!quota->period)
        return;
    const long cpus = quota->quota / quota->period + (quota->quota % quota->period != 0);
    quota->cpus = cpus > RA__OS_CPUS_MAX ? RA__OS_CPUS_MAX : (int)cpus;
}
