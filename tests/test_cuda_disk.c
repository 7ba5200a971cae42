/*
 * Compiled programs on disk (src/cuda/disk.c): what is kept comes back whole or not at all, whatever becomes of the files; the oldest go;
 * nobody waits, and nothing fails, where there is no room, no permission or no folder; processes share what is there.
 */
#define _GNU_SOURCE 1
#include "helpers/child.h"
#include "helpers/cuda.h"

#include "async/os/folder.h"
#include "async/thread/settings.h"
#include "cuda/disk.h"

#include <dirent.h>
#include <sys/stat.h>

enum { LARGEST = 4096 };

static char folder[64];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/ra-test-disk-XXXXXX");
    if (!mkdtemp(folder))
        return 1;
    ra__settings.cuda_cache_bytes = 1 << 20;
    snprintf(ra__settings.cuda_cache, sizeof ra__settings.cuda_cache, "%s", folder);
    return 0;
}

/* Names in the folder, without "." and ".."; the first is put into `name`, with the folder before it. */
static int files(char *name, size_t size)
{
    DIR *d = opendir(folder);
    int count = 0;
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));)
        if (e->d_name[0] != '.' && !count++ && name)
            assert_true(snprintf(name, size, "%s/%s", folder, e->d_name) < (int)size);
    closedir(d);
    return count;
}

static int remove_folder(void **state)
{
    (void)state;
    char name[400];
    ra__os_fault_disarm();
    unsetenv("RUNAHEAD_CUDA_CACHE");
    while (files(name, sizeof name))
        if (remove(name))
            return 1;
    return rmdir(folder);
}

static size_t read_back(const char *name, char *bytes)
{
    FILE *f = fopen(name, "r");
    assert_non_null(f);
    const size_t n = fread(bytes, 1, LARGEST, f);
    fclose(f);
    return n;
}

static void write_back(const char *name, const char *bytes, size_t n)
{
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static bool has(const char *key, const char *want)
{
    size_t bytes = 0;
    char *got = ra__cuda_disk_get(key, &bytes);
    const bool same = got && bytes == strlen(want) && !memcmp(got, want, bytes);
    if (got && !same)
        fail_msg("%s: something else is given back, of %zu bytes", key, bytes);
    ra__os_free(got);
    return same;
}

static void put(const char *key, const char *program)
{
    ra__cuda_disk_put(key, program, strlen(program));
}

static const char key[] = "a driver\na compiler\n--options\nthe text of a program", program[] = "what the compiler made of it, some bytes";

static void what_is_kept_comes_back(void **state)
{
    (void)state;
    char name[400];
    struct stat s;
    assert_false(has(key, program));
    put(key, program);
    assert_true(has(key, program));
    assert_false(has("another", program));
    put("another", "other bytes");
    assert_true(has("another", "other bytes"));
    assert_true(has(key, program));
    put(key, "replaced");
    assert_true(has(key, "replaced"));
    put("", "");
    assert_true(has("", ""));
    assert_int_equal(files(name, sizeof name), 3);
    assert_int_equal(stat(name, &s), 0);
    assert_int_equal(s.st_mode & 0777, 0600);
}

/* Each bit of it the other way, each length that is shorter, and more bytes; then it is kept anew. */
static void a_damaged_file_is_none(void **state)
{
    (void)state;
    char name[400], whole[LARGEST], wrong[LARGEST + 1];
    put(key, program);
    assert_int_equal(files(name, sizeof name), 1);
    const size_t n = read_back(name, whole);
    assert_int_equal(n, 40 + strlen(key) + strlen(program));
    for (size_t i = 0; i < n; i++)
        for (int bit = 0; bit < 8; bit++) {
            memcpy(wrong, whole, n);
            wrong[i] = (char)(wrong[i] ^ 1 << bit);
            write_back(name, wrong, n);
            if (has(key, program))
                fail_msg("bit %d of byte %zu is wrong and not noticed", bit, i);
        }
    for (size_t length = 0; length < n; length++) {
        write_back(name, whole, length);
        assert_false(has(key, program));
    }
    memcpy(wrong, whole, n);
    wrong[n] = 0;
    write_back(name, wrong, n + 1);
    assert_false(has(key, program));
    put(key, program);
    assert_true(has(key, program));
    assert_int_equal(files(NULL, 0), 1);
}

/* A file of another key under its name (two keys of one hash), which is what renaming one makes of it. */
static void another_key_of_the_same_name_is_none(void **state)
{
    (void)state;
    char name[400], second[LARGEST], whole[LARGEST];
    put(key, program);
    files(name, sizeof name);
    const size_t n = read_back(name, whole);
    assert_int_equal(remove(name), 0);
    put("a drives\na compiler\n--options\nthe text of a program", program);
    files(second, sizeof second);
    write_back(second, whole, n);
    assert_false(has("a drives\na compiler\n--options\nthe text of a program", program));
}

static void what_is_no_file_holds_nobody_up(void **state)
{
    (void)state;
    char name[400], target[100];
    put(key, program);
    files(name, sizeof name);
    assert_int_equal(remove(name), 0);
    assert_int_equal(mkfifo(name, 0600), 0);
    assert_false(has(key, program));
    put(key, program); /* in its place */
    assert_true(has(key, program));
    snprintf(target, sizeof target, "%s/elsewhere", folder);
    assert_int_equal(rename(name, target), 0);
    assert_int_equal(symlink(target, name), 0);
    assert_false(has(key, program));
    assert_int_equal(remove(name), 0);
    assert_int_equal(mkdir(name, 0700), 0);
    assert_false(has(key, program));
    put(key, program);
    assert_false(has(key, program));
    assert_int_equal(files(NULL, 0), 2); /* and nothing that was begun */
}

static void set_age(const char *name, time_t seconds)
{
    const struct timespec times[2] = {{1700000000 - seconds, 0}, {1700000000 - seconds, 0}};
    assert_int_equal(utimensat(AT_FDCWD, name, times, 0), 0);
}

/* What was used longest ago, to the byte; what is in use stays, and what is not ours. */
static void the_oldest_make_room(void **state)
{
    (void)state;
    char name[400], other[400], text[32], payload[801];
    struct stat s;
    memset(payload, 'x', 800);
    payload[800] = 0;
    for (int i = 0; i < 10; i++) {
        snprintf(text, sizeof text, "program %d", i);
        put(text, payload);
    }
    DIR *d = opendir(folder);
    for (struct dirent *e; (e = readdir(d));)
        if (e->d_name[0] != '.') {
            snprintf(name, sizeof name, "%s/%s", folder, e->d_name);
            set_age(name, 100);
        }
    closedir(d);
    snprintf(other, sizeof other, "%s/somebody's", folder);
    write_back(other, payload, 800);
    set_age(other, 1000000);
    snprintf(other, sizeof other, "%s/%032d.unfinished-1-1", folder, 0);
    write_back(other, payload, 1);
    set_age(other, 1000000);
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof text, "program %d", 7 - 3 * i);
        assert_true(has(text, payload)); /* touched */
    }
    ra__settings.cuda_cache_bytes = 4 * (800 + 40 + 9);
    put("program a", payload);
    assert_int_equal(stat(other, &s), -1); /* it was left so long ago */
    int there = 0;
    for (int i = 0; i < 10; i++) {
        snprintf(text, sizeof text, "program %d", i);
        const bool is_there = has(text, payload);
        assert_int_equal(is_there, i == 1 || i == 4 || i == 7);
        there += is_there;
    }
    assert_true(has("program a", payload));
    assert_int_equal(there, 3);
    assert_int_equal(files(NULL, 0), 5);
    ra__settings.cuda_cache_bytes = 800;
    put("program b", payload); /* larger than all may be */
    ra__settings.cuda_cache_bytes = 1 << 20;
    assert_false(has("program b", payload));
}

static void no_folder(void **state)
{
    (void)state;
    char path[512], before[100], home[4096];
    struct stat s;
    snprintf(home, sizeof home, "%s", getenv("HOME") ? getenv("HOME") : "");
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    ra__settings.cuda_cache[0] = 0;
    put(key, program);
    assert_false(has(key, program));
    setenv("HOME", "relative", 1);
    put(key, program);
    assert_false(has(key, program));
    setenv("HOME", folder, 1);
    put(key, program);
    assert_true(has(key, program));
    snprintf(path, sizeof path, "%s/.cache/runahead", folder);
    assert_int_equal(stat(path, &s), 0);
    assert_int_equal(s.st_mode & 0777, 0700);
    assert_int_equal(chmod(path, 0770), 0); /* others may write there */
    assert_false(has(key, program));
    assert_int_equal(chmod(path, 0700), 0);
    snprintf(before, sizeof before, "%s/.cache", folder);
    setenv("XDG_CACHE_HOME", before, 1);
    setenv("HOME", "/nowhere", 1);
    assert_true(has(key, program));
    strcpy(ra__settings.cuda_cache, "off");
    assert_false(has(key, program));
    strcpy(ra__settings.cuda_cache, "/proc/nowhere/at/all");
    put(key, program);
    assert_false(has(key, program));
    snprintf(path, sizeof path, "rm -r %s", before);
    assert_int_equal(system(path), 0);
    unsetenv("XDG_CACHE_HOME");
    if (*home)
        setenv("HOME", home, 1);
    else
        unsetenv("HOME");
}

/* Each call fails once: what comes back is right or nothing, and what was there before is either still there or replaced. */
static void calls_that_fail(void **state)
{
    (void)state;
    long hits = 1, tried = 0;
    for (long n = 1; hits; n++, tried++) {
        put(key, program);
        ra__os_fault_arm(n);
        put(key, program);
        const bool got = has(key, program);
        hits = ra__os_fault_hits();
        const enum ra__os_call last = ra__os_fault_last();
        ra__os_fault_disarm();
        assert_true(got || hits);
        if (files(NULL, 0) != 1 && last != RA__OS_UNLINK)
            fail_msg("call %ld (%s) fails and something is left", n, ra__os_call_name(last));
        assert_true(has(key, program));
    }
    assert_true(tried > 12);
    static const enum ra__os_call always[] = {RA__OS_OPEN, RA__OS_CREATE, RA__OS_WRITE, RA__OS_RENAME, RA__OS_READ, RA__OS_FILE_SIZE, RA__OS_HEAP};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++) {
        ra__os_fault_arm_call(always[i], 1, 1000); /* a full disk, one that is read alone, ... */
        put("another", program);
        (void)has("another", program);
        assert_true(ra__os_fault_hits() > 0);
        ra__os_fault_disarm();
        assert_true(has(key, program));
    }
}

/* ---- in programs of their own ---- */

static int program_round(const char *factor)
{
    start(1);
    const double by = atof(factor);
    ra_tensor *x = ra_full(RA_DIMS(5), RA_F(3), RA_OPTS(ra_full, .dtype = RA_FLOAT32, .device = RA_CUDA)), *y = x ? ra_mul(x, by) : NULL;
    float got[5] = {0};
    if (!y || ra_copy_to(y, got, sizeof got) || got[0] != (float)(3 * by) || got[4] != got[0])
        printf("wrong: %g, %s ", (double)got[0], ra_last_error());
    const ra_stats s = ra_get_stats();
    printf("%d compiled, %d from disk", (int)s.compiled, (int)s.from_disk);
    ra_release(x), ra_release(y);
    return ra_shutdown() ? 1 : 0;
}

static const child_program programs[] = {{"round", program_round}};

static void assert_round(const char *want)
{
    char text[1024];
    const int code = child_output("round", "2", text, sizeof text);
    if (code || strcmp(text, want))
        fail_msg("status %d, %s; wanted: %s", code, text, want);
}

static void the_next_process_has_it(void **state)
{
    (void)state;
    need_simulated();
    char name[400];
    setenv("RUNAHEAD_CUDA_CACHE", folder, 1);
    assert_round("2 compiled, 0 from disk"); /* the fill and the product */
    assert_round("0 compiled, 2 from disk");
    setenv("SIMCUDA_CAPABILITY", "80", 1);
    assert_round("2 compiled, 0 from disk");
    unsetenv("SIMCUDA_CAPABILITY");
    setenv("SIMCUDA_DRIVER_VERSION", "12060", 1);
    assert_round("2 compiled, 0 from disk");
    unsetenv("SIMCUDA_DRIVER_VERSION");
    assert_int_equal(files(NULL, 0), 6);
    assert_round("0 compiled, 2 from disk");
    setenv("SIMCUDA_FAIL", "cuModuleLoadData:1", 1); /* the driver does not take it */
    assert_round("1 compiled, 1 from disk");
    unsetenv("SIMCUDA_FAIL");
    while (files(name, sizeof name) && !remove(name))
        ;
    setenv("RUNAHEAD_CUDA_CACHE", "off", 1);
    assert_round("2 compiled, 0 from disk");
    assert_int_equal(files(NULL, 0), 0);
}

static void processes_at_once(void **state)
{
    (void)state;
    enum { PROCESSES = 6 };
    pid_t child[PROCESSES];
    setenv("RUNAHEAD_CUDA_CACHE", folder, 1);
    for (int i = 0; i < PROCESSES; i++) {
        child[i] = fork();
        assert_true(child[i] >= 0);
        if (!child[i]) {
            const int fd = open("/dev/null", O_WRONLY);
            dup2(fd, 1);
            child_exec("round", "2");
        }
    }
    for (int i = 0; i < PROCESSES; i++) {
        int status = -1;
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        assert_int_equal(status, 0);
    }
    assert_int_equal(files(NULL, 0), 2);
    assert_round("0 compiled, 2 from disk");
}

int main(int argc, char **argv)
{
    find_driver();
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        TEST_AROUND(what_is_kept_comes_back, make_folder, remove_folder),
        TEST_AROUND(a_damaged_file_is_none, make_folder, remove_folder),
        TEST_AROUND(another_key_of_the_same_name_is_none, make_folder, remove_folder),
        TEST_AROUND(what_is_no_file_holds_nobody_up, make_folder, remove_folder),
        TEST_AROUND(the_oldest_make_room, make_folder, remove_folder),
        TEST_AROUND(no_folder, make_folder, remove_folder),
        TEST_AROUND(calls_that_fail, make_folder, remove_folder),
        HARNESS_TEST(the_next_process_has_it, 100, make_folder, remove_folder),
        HARNESS_TEST(processes_at_once, 100, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
