/*
 * Every kept input of the fuzz targets (tests/fuzz), without workers and with two. What a fuzzer finds once is put there.
 */
#define _GNU_SOURCE
#include "helpers/harness.h"

#include "fuzz/fuzz.h"

#include <dirent.h>

enum { LONGEST = 1 << 16 };

static char running[1024]; /* the input */

/* Which one it was that did not come back. */
static int name_input(void **state)
{
    (void)state;
    if (*running)
        print_error("at the input %s\n", running);
    return 0;
}

static size_t read_whole(const char *path, uint8_t *bytes)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t n = fread(bytes, 1, LONGEST, f);
    fclose(f);
    assert_true(n < LONGEST);
    return n;
}

/* The folder of a target's inputs, in the tree that this was built in. */
static void find_folder(const char *target, char *path, size_t size)
{
    snprintf(path, size, "%.*s/fuzz/corpus/%s", (int)(strrchr(__FILE__, '/') - __FILE__), __FILE__, target);
}

static void run_all(const char *target, void (*run)(const uint8_t *, size_t), int workers)
{
    static uint8_t room[LONGEST];
    char folder[512], path[1024];
    struct dirent **list;
    find_folder(target, folder, sizeof folder);
    int count = scandir(folder, &list, NULL, alphasort), ran = 0;
    if (count < 0)
        fail_msg("%s cannot be read", folder);
    assert_int_equal(ra_shutdown(), RA_OK);
    fuzz_start(workers);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, list[i]->d_name);
        if (list[i]->d_name[0] != '.') {
            size_t n = read_whole(path, room);
            uint8_t *exact = malloc(n + !n);
            assert_non_null(exact);
            memcpy(exact, room, n);
            snprintf(running, sizeof running, "%s", path);
            run(exact, n);
            running[0] = 0;
            free(exact);
            ran++;
        }
        free(list[i]);
    }
    free(list);
    assert_true(ran >= 10);
    assert_int_equal(ra_shutdown(), RA_OK);
}

#define CORPUS(target) \
    static void target##_without_workers(void **state) \
    { \
        (void)state; \
        run_all(#target, fuzz_##target, 0); \
    } \
    static void target##_with_two(void **state) \
    { \
        (void)state; \
        run_all(#target, fuzz_##target, 2); \
    }
CORPUS(call)
CORPUS(npy)
CORPUS(npz)
CORPUS(safetensors)
CORPUS(settings)

int main(void)
{
    enum { LONG = 60 };
#define T(function) HARNESS_TEST(function, LONG, NULL, name_input)
    const struct CMUnitTest tests[] = {
        T(call_without_workers), T(call_with_two), T(npy_without_workers), T(npy_with_two), T(npz_without_workers), T(npz_with_two),
        T(safetensors_without_workers), T(safetensors_with_two), T(settings_without_workers), T(settings_with_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
