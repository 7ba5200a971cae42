/* A process in a control group of its own: what the group allows is what the library knows. The groups are made here, where
 * this user may make them. */
#define _GNU_SOURCE
#include "child.h"

#include <runahead.h>

#include <fcntl.h>
#include <sys/stat.h>

enum { MIB = 1 << 20, ALLOWED = 512 * MIB };

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

/* Of version 1, or of version 2 where its memory controller is handed on. */
static bool make_group(void)
{
    static const struct {
        const char *root, *limit;
    } places[] = {{"/sys/fs/cgroup/memory", "memory.limit_in_bytes"}, {"/sys/fs/cgroup", "memory.max"}, {"/sys/fs/cgroup/unified", "memory.max"}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char text[32];
        snprintf(text, sizeof text, "%d", ALLOWED);
        snprintf(group, sizeof group, "%s/runahead-test-%d", places[i].root, (int)getpid());
        if (mkdir(group, 0755))
            continue;
        if (write_text(places[i].limit, text))
            return true;
        rmdir(group);
    }
    return false;
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

static int remove_group(void **state)
{
    (void)state;
    return *group ? rmdir(group) : 0;
}

static void knows_how_much_memory_it_may_use(void **state)
{
    (void)state;
    if (!make_group()) {
        *group = 0;
        print_message("no group can be made here: the memory controller is not handed to this user\n");
        skip();
    }
    child_ends_well("take_too_much", group);
}

static const child_program programs[] = {{"take_too_much", take_too_much}};

int main(int argc, char **argv)
{
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {TEST_AROUND(knows_how_much_memory_it_may_use, NULL, remove_group)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
