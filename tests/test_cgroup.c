/* What control groups allow of processors and memory: of files of both versions, also at once, that cannot be read, or say nothing. */
#define _GNU_SOURCE
#include "helpers/harness.h"

#include "async/os/cgroup.h"
#include "async/os/os.h"
#include "helpers/group_files.h"

static int disarm(void **state)
{
    (void)state;
    ra__os_fault_disarm();
    return 0;
}

static struct ra__cgroup_quota quota_of(const char *process)
{
    struct ra__cgroup_quota quota;
    char root[128], self[128];
    put("/self", process);
    snprintf(root, sizeof root, "%s/fs", fixture);
    snprintf(self, sizeof self, "%s/self", fixture);
    ra__cgroup_quota(root, self, &quota);
    return quota;
}

static void test_quota_v2(void **state)
{
    (void)state;
    make_fixture();
    put("/fs/a/b/c/cpu.max", "max 100000\n");
    assert_int_equal(quota_of("0::/a/b/c\n").cpus, 0);
    put("/fs/a/b/c/cpu.max", "800000 100000\n");
    assert_int_equal(quota_of("0::/a/b/c\n").cpus, 8);
    put("/fs/a/b/cpu.max", "350000 100000\n"); /* an ancestor is tighter; rounded up */
    struct ra__cgroup_quota quota = quota_of("0::/a/b/c\n");
    assert_int_equal(quota.cpus, 4);
    assert_int_equal(quota.quota, 350000);
    assert_non_null(strstr(quota.where, "/fs/a/b/cpu.max"));
    put("/fs/a/cpu.max", "max 100000\n");
    assert_int_equal(quota_of("0::/a/b/c\n").cpus, 4);
    put("/fs/cpu.max", "20000 10000\n"); /* up to the root itself */
    assert_int_equal(quota_of("0::/a/b/c\n").cpus, 2);
    assert_int_equal(quota_of("0::/not/mounted/here\n").cpus, 2); /* a container's path is the host's */
    assert_int_equal(quota_of("0::/../../elsewhere\n").cpus, 2);
    assert_int_equal(quota_of("0::/\n").cpus, 2);
    assert_int_equal(quota_of("0::/a\n").cpus, 2);
    put("/fs/cpu.max", "1 100000\n");
    assert_int_equal(quota_of("0::/a/b/c").cpus, 1); /* never none; no newline at the end */
    put("/fs/cpu.max", "100001 100000\n");
    assert_int_equal(quota_of("0::/a/b/c").cpus, 2);
    put("/fs/cpu.max", "99999999999999999999 100000\n");
    assert_int_equal(quota_of("0::/\n").cpus, RA__OS_CPUS_MAX);
    remove_fixture();
}

static void test_quota_v1(void **state)
{
    (void)state;
    make_fixture();
    const char *process = "12:pids:/x\n5:cpu,cpuacct:/docker/id\n3:cpuset:/docker/id\n1:name=systemd:/docker/id\n";
    put("/fs/cpu,cpuacct/docker/id/cpu.cfs_quota_us", "-1\n");
    put("/fs/cpu,cpuacct/docker/id/cpu.cfs_period_us", "100000\n");
    assert_int_equal(quota_of(process).cpus, 0);
    put("/fs/cpu,cpuacct/docker/id/cpu.cfs_quota_us", "450000\n");
    assert_int_equal(quota_of(process).cpus, 5);
    put("/fs/cpu,cpuacct/docker/cpu.cfs_quota_us", "125000\n");
    put("/fs/cpu,cpuacct/docker/cpu.cfs_period_us", "50000\n");
    struct ra__cgroup_quota quota = quota_of(process);
    assert_int_equal(quota.cpus, 3);
    assert_non_null(strstr(quota.where, "cpu,cpuacct/docker/cpu.cfs_quota_us"));
    put("/fs/cpu,cpuacct/cpu.cfs_quota_us", "150000\n");
    put("/fs/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    assert_int_equal(quota_of(process).cpus, 2);
    put("/fs/cpu/other/cpu.cfs_quota_us", "100000\n"); /* mounted under the one name */
    put("/fs/cpu/other/cpu.cfs_period_us", "100000\n");
    assert_int_equal(quota_of("5:cpuacct,cpu:/other\n").cpus, 1);
    assert_int_equal(quota_of("4:cpuset:/other\n5:cpuacct:/other\n").cpus, 0); /* cpuset is not cpu */
    remove_fixture();
}

static void test_quota_both(void **state)
{
    (void)state;
    make_fixture();
    const char *process = "2:cpu:/job\n0::/job\n";
    put("/fs/cpu/job/cpu.cfs_quota_us", "600000\n");
    put("/fs/cpu/job/cpu.cfs_period_us", "100000\n");
    assert_int_equal(quota_of(process).cpus, 6);
    put("/fs/unified/job/cpu.max", "300000 100000\n");
    assert_int_equal(quota_of(process).cpus, 3);
    put("/fs/unified/job/cpu.max", "900000 100000\n");
    assert_int_equal(quota_of(process).cpus, 6);
    remove_fixture();
}

static void test_quota_unreadable(void **state)
{
    (void)state;
    make_fixture();
    const char *texts[] = {"", "max", "abc 100000\n", "-5 100000\n", "100000\n", "100000 0\n",
                           "100000 100000 x\n", "1 2 3\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        put("/fs/cpu.max", texts[i]);
        assert_int_equal(quota_of("0::/\n").cpus, 0);
    }
    put("/fs/cpu.max", "100000 100000\n");
    assert_int_equal(quota_of("0::/\n").cpus, 1);
    const char *lines[] = {"", "\n\n", "no colon\n", "0:\n", ":::\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_int_equal(quota_of(lines[i]).cpus, 0);
    assert_int_equal(quota_of("garbage\n0::/\n").cpus, 1);
    static char deep[12000]; /* a path too long for any file system */
    memset(deep, 'x', sizeof deep - 1);
    memcpy(deep, "0::/", 4);
    assert_int_equal(quota_of(deep).cpus, 0);
    struct ra__cgroup_quota quota;
    ra__cgroup_quota("/nonexistent", "/nonexistent", &quota);
    assert_int_equal(quota.cpus, 0);
    assert_string_equal(quota.where, "");
    ra__os_fault_arm_call(RA__OS_READ_TEXT, 2, 1); /* the file that would limit cannot be opened */
    assert_int_equal(quota_of("0::/\n").cpus, 0);
    assert_int_equal(ra__os_fault_hits(), 1);
    remove_fixture();
}

static struct ra__cgroup_memory memory_of(const char *process)
{
    struct ra__cgroup_memory memory;
    char root[128], self[128];
    put("/self", process);
    snprintf(root, sizeof root, "%s/fs", fixture);
    snprintf(self, sizeof self, "%s/self", fixture);
    ra__cgroup_memory(root, self, &memory);
    return memory;
}

static void test_memory_v2(void **state)
{
    (void)state;
    make_fixture();
    put("/fs/a/b/memory.max", "max\n");
    put("/fs/a/b/memory.high", "max\n");
    assert_int_equal(memory_of("0::/a/b\n").bytes, 0);
    assert_string_equal(memory_of("0::/a/b\n").where, "");
    put("/fs/a/b/memory.max", "1073741824\n");
    struct ra__cgroup_memory memory = memory_of("0::/a/b\n");
    assert_int_equal(memory.bytes, 1 << 30);
    assert_non_null(strstr(memory.where, "/fs/a/b/memory.max"));
    put("/fs/a/b/memory.high", "805306368\n"); /* where it is slowed down first */
    memory = memory_of("0::/a/b\n");
    assert_int_equal(memory.bytes, 768 << 20);
    assert_non_null(strstr(memory.where, "/fs/a/b/memory.high"));
    put("/fs/a/memory.max", "536870912"); /* an ancestor is tighter */
    memory = memory_of("0::/a/b\n");
    assert_int_equal(memory.bytes, 512 << 20);
    assert_non_null(strstr(memory.where, "/fs/a/memory.max"));
    put("/fs/a/b/memory.max", "garbage\n");
    assert_int_equal(memory_of("0::/a/b\n").bytes, 512 << 20);
    put("/fs/a/memory.max", "0\n"); /* nobody runs in such a group */
    assert_int_equal(memory_of("0::/a\n").bytes, 0);
    remove_fixture();
}

static void test_memory_v1(void **state)
{
    (void)state;
    make_fixture();
    const char *process = "4:memory:/docker/id\n5:cpu,cpuacct:/docker/id\n0::/docker/id\n";
    put("/fs/memory/docker/id/memory.limit_in_bytes", "9223372036854771712\n");
    assert_int_equal(memory_of(process).bytes, 0);
    put("/fs/memory/memory.limit_in_bytes", "2147483648\n");
    assert_true(memory_of(process).bytes == (size_t)2 << 30);
    put("/fs/memory/docker/memory.limit_in_bytes", "1610612736\n");
    struct ra__cgroup_memory memory = memory_of(process);
    assert_int_equal(memory.bytes, 3 << 29);
    assert_non_null(strstr(memory.where, "memory/docker/memory.limit_in_bytes"));
    put("/fs/unified/docker/id/memory.max", "1048576\n");
    assert_int_equal(memory_of(process).bytes, 1 << 20);
    assert_int_equal(memory_of("5:cpu,cpuacct:/docker/id\n").bytes, 0);
    remove_fixture();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_quota_v2), TEST(test_quota_v1),  TEST(test_quota_both), TEST_AROUND(test_quota_unreadable, NULL, disarm),
        TEST(test_memory_v2), TEST(test_memory_v1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
