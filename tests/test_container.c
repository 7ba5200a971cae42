/* A process in a control group of its own: what the group allows is what the library knows. The groups are made here, where
 * this user may make them. */
#define _GNU_SOURCE
#include "helpers/child.h"

#include <runahead.h>

#include <fcntl.h>
#include <sys/stat.h>

enum { MIB = 1 << 20, ALLOWED = 512 * MIB };
#define ALLOWED_TEXT "536870912"

static char group[128];

static bool write_text(const char *file, const char *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", group, file);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool written = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0)
        close(fd);
    return written;
}

/* Where a group with a limit can be made: of version 1, or of version 2 where the controller is handed on. */
typedef struct place {
    const char *root, *file, *text, *file_too, *text_too;
} place;

static void make_group(const place *places, int count)
{
    for (int i = 0; i < count; i++) {
        const place *p = &places[i];
        snprintf(group, sizeof group, "%s/runahead-test-%d", p->root, (int)getpid());
        if (!mkdir(group, 0755)) {
            if (write_text(p->file, p->text) && (!p->file_too || write_text(p->file_too, p->text_too)))
                return;
            rmdir(group);
        }
    }
    *group = 0;
    print_message("no control group with such a limit can be made here by this user\n");
    skip();
}

static int remove_group(void **state)
{
    (void)state;
    return *group ? rmdir(group) : 0;
}

#define MUST(condition) \
    do \
        if (!(condition)) { \
            fprintf(stderr, "%s\n", #condition); \
            return 1; \
        } \
    while (0)

static int take_too_much(const char *folder)
{
    char text[1024];
    ra_info info;
    snprintf(group, sizeof group, "%s", folder);
    MUST(write_text("cgroup.procs", "0"));
    MUST(!ra_init(&(ra_config){.size = sizeof(ra_config), .workers = 1}) && !ra_get_info(&info));
    MUST(info.memory == ALLOWED && strstr(info.memory_why, "control group"));
    MUST(info.pacing_bytes == ALLOWED / 4 && info.memory_limit == ALLOWED / 8 * 7);
    ra_tensor *large = ra_ones(RA_DIMS(200, MIB)), *small = ra_ones(RA_DIMS(20, MIB)); /* the first is more than is allowed */
    MUST(ra_wait(large) == RA_ERR_TASK_MEMORY && ra_tensor_error(large, text, sizeof text) == RA_ERR_TASK_MEMORY);
    MUST(strstr(text, "838860800 bytes wanted") && strstr(text, "what the control group allows"));
    MUST(!ra_wait(small));
    ra_release(small);
    ra_release(large);
    MUST(!ra_shutdown());
    MUST(!ra_init(&(ra_config){.size = sizeof(ra_config), .workers = 1, .memory_limit = MIB, .pacing_bytes = 2 * MIB}) && !ra_get_info(&info));
    MUST(info.memory == ALLOWED && info.memory_limit == MIB && info.pacing_bytes == 2 * MIB);
    return ra_shutdown();
}

static void knows_how_much_memory_it_may_use(void **state)
{
    (void)state;
    static const place places[] = {
        {"/sys/fs/cgroup/memory", "memory.limit_in_bytes", ALLOWED_TEXT, NULL, NULL},
        {"/sys/fs/cgroup", "memory.max", ALLOWED_TEXT, NULL, NULL},
        {"/sys/fs/cgroup/unified", "memory.max", ALLOWED_TEXT, NULL, NULL},
    };
    make_group(places, sizeof places / sizeof *places);
    child_ends_well("take_too_much", group);
}

/* A figure of cpu.stat; -1: there is none. */
static long figure(const char *name)
{
    char path[512], line[128];
    long value = -1;
    snprintf(path, sizeof path, "%s/cpu.stat", group);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (!strncmp(line, name, strlen(name)))
            value = atol(line + strlen(name));
    if (f)
        fclose(f);
    return value;
}

/* Products for 40 periods, and nobody waits for one: then the workers alone decide how much is used. */
static int compute(const char *folder)
{
    enum { PERIODS = 40 };
    snprintf(group, sizeof group, "%s", folder);
    MUST(!ra_init(&(ra_config){.size = sizeof(ra_config)}));
    ra_tensor *a = ra_ones(RA_DIMS(300, 300)), *product = NULL;
    MUST(!ra_wait(a));
    MUST(write_text("cgroup.procs", "0"));
    MUST(!ra_shutdown()); /* what the group allows is looked at when the engine starts */
    MUST(!ra_init(&(ra_config){.size = sizeof(ra_config)}));
    const long before = figure("nr_throttled "), first = figure("nr_periods ");
    MUST(before >= 0 && first >= 0);
    long products = 0;
    while (figure("nr_periods ") < first + PERIODS) {
        if (product && ra_is_ready(product)) {
            ra_release(product);
            product = NULL;
            products++;
        }
        if (!product)
            MUST((product = ra_mm(a, a)));
        usleep(1000);
    }
    const long stopped = figure("nr_throttled ") - before;
    if (stopped * 4 > PERIODS || !products) {
        fprintf(stderr, "stopped in %ld of %d periods, %ld products\n", stopped, PERIODS, products);
        return 1;
    }
    ra_release(product);
    ra_release(a);
    return ra_shutdown();
}

static void keeps_below_its_quota(void **state)
{
    (void)state;
    static const place places[] = {
        {"/sys/fs/cgroup/cpu", "cpu.cfs_period_us", "100000", "cpu.cfs_quota_us", "50000"},
        {"/sys/fs/cgroup/cpu,cpuacct", "cpu.cfs_period_us", "100000", "cpu.cfs_quota_us", "50000"},
        {"/sys/fs/cgroup", "cpu.max", "50000 100000", NULL, NULL},
        {"/sys/fs/cgroup/unified", "cpu.max", "50000 100000", NULL, NULL},
    };
    make_group(places, sizeof places / sizeof *places);
    child_ends_well("compute", group);
}

static const child_program programs[] = {{"take_too_much", take_too_much}, {"compute", compute}};

int main(int argc, char **argv)
{
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        TEST_AROUND(knows_how_much_memory_it_may_use, NULL, remove_group),
        TEST_AROUND(keeps_below_its_quota, NULL, remove_group),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
