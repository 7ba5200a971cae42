/*
 * What the surroundings of a process say: variables by name and value, descriptions of machines, the files of its control
 * groups. Anything is taken or refused, and what is taken lies within its bounds.
 */
#define _GNU_SOURCE
#include "fuzz.h"

#include "async/os/cgroup.h"
#include "async/os/placement.h"
#include "async/os/topology.h"
#include "async/thread/settings.h"

#include <sys/stat.h>
#include <unistd.h>

enum { TEXT = 1024 };

/* Up to the next line end, which is taken too. */
static void take_line(struct fuzz_bytes *b, char text[TEXT])
{
    size_t n = 0;
    unsigned c;
    while (b->at < b->end && (c = fuzz_byte(b)) != '\n')
        if (c && n < TEXT - 1)
            text[n++] = (char)c;
    text[n] = 0;
}

/* NAME=value lines that the settings are loaded from. */
static void try_variables(struct fuzz_bytes *b)
{
    enum { MOST = 8 };
    char line[TEXT], names[MOST][TEXT];
    int set = 0;
    const ra__settings_t before = ra__settings;
    while (b->at < b->end && set < MOST) {
        take_line(b, line);
        char *value = strchr(line, '=');
        if (!value || value == line)
            continue;
        *value++ = 0;
        if (strncasecmp(line, "run", 3) || setenv(line, value, 1)) /* others are this process's own */
            continue;
        strcpy(names[set++], line);
    }
    ra_status s = ra__settings_load(NULL);
    const ra__settings_t *now = &ra__settings;
    if (!s && (now->workers > RA__WORKERS_MAX || now->execution > RA_SYNC || now->fusion > RA_FUSION_RANDOM || now->priority > RA_PRIORITY_NORMAL ||
               now->spin_us < -1 || !now->pacing_count || !now->pacing_bytes || strlen(now->unknown) >= sizeof now->unknown))
        FUZZ_FAIL("settings out of their bounds");
    if (s && !*ra_last_error())
        FUZZ_FAIL("settings refused without a word");
    while (set > 0)
        unsetenv(names[--set]);
    ra__settings = before;
}

static void try_topology(struct fuzz_bytes *b)
{
    char line[TEXT];
    struct ra__topology t;
    struct ra__worker_count count;
    take_line(b, line);
    if (!*line || ra__topology_load(&t, line))
        return;
    if (t.ncpus < 1 || t.ncpus > t.machine_cpus || t.nnodes < 1 || t.ncores < 1)
        FUZZ_FAIL("a machine of %d processors, %d cores, %d nodes: %s", t.ncpus, t.ncores, t.nnodes, line);
    for (int i = 0; i < t.ncpus; i++)
        if (t.cpus[i].core >= t.ncores || t.cpus[i].l3 >= t.nl3s || t.cpus[i].node < 0 || t.cpus[i].node >= t.nnodes)
            FUZZ_FAIL("processor %d out of the machine: %s", i, line);
    for (int i = 0; i < t.nnodes * t.nnodes; i++)
        if (t.node_distance[i] < 10)
            FUZZ_FAIL("distance %d: %s", t.node_distance[i], line);
    struct ra__worker_wish wish = {.request = (int)fuzz_byte(b)};
    ra__worker_count(&t, &wish, &count);
    if (count.workers < 0 || count.workers > RA__WORKERS_MAX)
        FUZZ_FAIL("%d workers: %s", count.workers, line);
    ra__topology_free(&t);
}

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    if (!f)
        FUZZ_FAIL("no file to be had: %s", path);
    fputs(text, f);
    fclose(f);
}

/* /proc/self/cgroup of the lines up to an empty one, then the files at the mount's root: of both versions, one line each. */
static void try_cgroup(struct fuzz_bytes *b)
{
    static const char *const files[] = {"cpu.max", "cpu/cpu.cfs_period_us", "cpu/cpu.cfs_quota_us", "unified/cpu.max", "memory.max", "memory.high", "process"};
    enum { FILES = sizeof files / sizeof *files, PROCESS = FILES - 1 };
    char folder[] = "/tmp/runahead-fuzz-XXXXXX", cpu[TEXT], unified[TEXT], path[FILES][TEXT], line[TEXT], list[4 * TEXT] = "";
    struct ra__cgroup_quota q;
    struct ra__cgroup_memory m;
    if (!mkdtemp(folder))
        FUZZ_FAIL("no folder to be had");
    snprintf(cpu, sizeof cpu, "%s/cpu", folder);
    snprintf(unified, sizeof unified, "%s/unified", folder);
    mkdir(cpu, 0700);
    mkdir(unified, 0700);
    for (take_line(b, line); *line && strlen(list) + strlen(line) + 2 < sizeof list; take_line(b, line))
        strcat(strcat(list, line), "\n");
    for (int i = 0; i < FILES; i++) {
        snprintf(path[i], TEXT, "%s/%s", folder, files[i]);
        if (i != PROCESS)
            take_line(b, line);
        write_file(path[i], i == PROCESS ? list : line);
    }
    ra__cgroup_quota(folder, path[PROCESS], &q);
    if (q.cpus < 0 || (q.period == 0) != (q.cpus == 0) || (q.period && (q.quota <= 0 || q.period < 0)) || strlen(q.where) >= sizeof q.where)
        FUZZ_FAIL("a quota of %ld in %ld, %d processors", q.quota, q.period, q.cpus);
    ra__cgroup_memory(folder, path[PROCESS], &m);
    if ((m.bytes == 0) != (m.where[0] == 0) || strlen(m.where) >= sizeof m.where)
        FUZZ_FAIL("%zu bytes of memory by '%s'", m.bytes, m.where);
    for (int i = 0; i < FILES; i++)
        unlink(path[i]);
    rmdir(cpu);
    rmdir(unified);
    rmdir(folder);
}

void fuzz_settings(const uint8_t *bytes, size_t size)
{
    struct fuzz_bytes b = {bytes, bytes + size};
    switch (fuzz_byte(&b)) {
    case 'v': try_variables(&b); break;
    case 't': try_topology(&b); break;
    case 'c': try_cgroup(&b); break;
    default: break;
    }
    ra_clear_error();
}
