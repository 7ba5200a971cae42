/*
 * The vector files themselves: they can be read, hold what they say, and the comparison tells right from wrong. What
 * the operators make of them is another test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "vectors/match.h"

#ifndef VECTOR_FOLDER
#define VECTOR_FOLDER "tests/vectors"
#endif

static const char *const families[] = {"pointwise", "structural", "reductions", "indexing", "algebra", "layers", "composites", "windows"};

static void path_of(const char *family, char path[512])
{
    const char *folder = getenv("RUNAHEAD_TEST_VECTORS");
    snprintf(path, 512, "%s/%s.vec", folder ? folder : VECTOR_FOLDER, family);
}

static void open_family(struct vector_file *file, const char *family)
{
    char path[512];
    path_of(family, path);
    const char *wrong = vector_open(file, path);
    if (wrong)
        fail_msg("%s %s", path, wrong);
}

/* Every result is within its own tolerance of itself. */
static void check_results(const struct vector_case *c)
{
    for (int r = 0; r < c->results && c->check != VECTOR_LAYOUT; r++)
        for (int64_t i = 0; i < vector_numel(&c->result[r]); i++) {
            const uint8_t *at = vector_element(&c->result[r], c->after[r].bytes, i);
            if (!vector_matches(c, c->result[r].dtype, at, at))
                fail_msg("%s: element %lld is unlike itself", c->op->name, (long long)i);
        }
}

static void every_file_reads(void **state)
{
    (void)state;
    size_t cases = 0, errors = 0;
    for (size_t f = 0; f < sizeof families / sizeof *families; f++) {
        struct vector_file file;
        struct vector_case c;
        open_family(&file, families[f]);
        uint32_t n = 0;
        int more;
        for (; (more = vector_next(&file, &c)) == 1; n++) {
            assert_true(c.expectation == VECTOR_RESULTS || c.results == 0);
            errors += c.expectation != VECTOR_RESULTS;
            check_results(&c);
        }
        assert_int_equal(more, 0);
        assert_int_equal(n, file.cases);
        cases += n;
        vector_close(&file);
    }
    assert_true(cases > 40000 && errors > 5000);
}

/* What vector_open says of so many bytes of a file, of which one may be changed. */
static const char *opened(uint8_t *bytes, size_t size, size_t changed)
{
    char path[] = "/tmp/runahead_vectors_XXXXXX";
    struct vector_file file;
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    if (changed < size)
        bytes[changed] ^= 0xff;
    assert_true(write(fd, bytes, size) == (ssize_t)size);
    if (changed < size)
        bytes[changed] ^= 0xff;
    close(fd);
    const char *wrong = vector_open(&file, path);
    if (!wrong)
        vector_close(&file);
    unlink(path);
    return wrong;
}

/* A file that is cut anywhere, or of which a byte is another, is refused by the name of what is wrong. */
static void cut_and_corrupt_files_are_refused(void **state)
{
    (void)state;
    char path[512];
    path_of("layers", path);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    const size_t room = 1 << 22;
    uint8_t *bytes = malloc(room);
    const size_t size = fread(bytes, 1, room, f);
    fclose(f);
    assert_true(size > 1000 && size < room - 1);
    assert_null(opened(bytes, size, size));
    for (size_t cut = 1; cut < size; cut += cut < 12 || size - cut < 6 ? 1 : size / 31) {
        const char *wrong = opened(bytes, cut, size);
        if (!wrong || !strstr(wrong, cut < 12 ? "no file of vectors" : "cut"))
            fail_msg("cut after %zu of %zu bytes: %s", cut, size, wrong ? wrong : "opened");
    }
    for (size_t at = 0; at < size; at += at < 16 || size - at < 6 ? 1 : size / 31) {
        const char *wrong = opened(bytes, size, at);
        if (!wrong || !(at < 8 ? strstr(wrong, "no file of vectors") != NULL : strstr(wrong, "corrupt") || strstr(wrong, "cut")))
            fail_msg("byte %zu of %zu is another: %s", at, size, wrong ? wrong : "opened");
    }
    bytes[size] = 0;
    assert_non_null(opened(bytes, size + 1, room));
    free(bytes);
}

/* Cases that end early are told from whole ones, wherever they are cut. */
static void cut_cases_are_malformed(void **state)
{
    (void)state;
    struct vector_file file;
    struct vector_case c;
    open_family(&file, "layers");
    size_t whole = file.size, first = file.next;
    for (size_t cut = 1; cut < 300; cut++) {
        file.next = first;
        file.size = first + cut;
        int more;
        uint32_t n = 0;
        while ((more = vector_next(&file, &c)) == 1)
            n++;
        assert_true(more == -1 || (more == 0 && n < file.cases));
    }
    file.size = whole;
    vector_close(&file);
    assert_non_null(vector_open(&file, "/dev/null"));
    assert_non_null(vector_open(&file, "/nowhere/at/all.vec"));
}

static bool float_matches(double ulps, double atol, float got, float want)
{
    struct vector_case c = {.ulps = ulps, .atol = atol};
    return vector_matches(&c, RA_FLOAT32, (const uint8_t *)&got, (const uint8_t *)&want);
}

static void tolerances_hold(void **state)
{
    (void)state;
    const float next = nextafterf(1, 2);
    assert_true(float_matches(0, 0, 1, 1));
    assert_false(float_matches(0, 0, next, 1));
    assert_true(float_matches(1, 0, next, 1));
    assert_false(float_matches(1, 0, nextafterf(next, 2), 1));
    assert_true(float_matches(0, 0.5, 1.5F, 1));
    assert_false(float_matches(0, 0.25, 1.5F, 1));
    assert_false(float_matches(0, 0, -0.0F, 0));
    assert_true(float_matches(0, 0, NAN, NAN));
    assert_false(float_matches(9, 9, NAN, 1));
    assert_false(float_matches(9, 9, 1, NAN));
    assert_false(float_matches(9, 9, 3e38F, INFINITY));
    assert_false(float_matches(9, 9, -INFINITY, INFINITY));
    const float small = ldexpf(1, -149);
    assert_true(float_matches(1, 0, small, 0));
    assert_false(float_matches(1, 0, 2 * small, 0));
}

static void narrow_floats_are_read(void **state)
{
    (void)state;
    const struct {
        ra_dtype dtype;
        uint16_t bits;
        double value;
    } known[] = {{RA_FLOAT16, 0x3c00, 1},         {RA_FLOAT16, 0xc000, -2},       {RA_FLOAT16, 0x7bff, 65504},
                 {RA_FLOAT16, 1, 0x1p-24},        {RA_FLOAT16, 0x7c00, INFINITY}, {RA_FLOAT16, 0x0400, 0x1p-14},
                 {RA_BFLOAT16, 0x3f80, 1},        {RA_BFLOAT16, 0xc000, -2},      {RA_BFLOAT16, 1, 0x1p-133}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        double parts[2];
        vector_value(known[i].dtype, (const uint8_t *)&known[i].bits, parts);
        assert_true(parts[0] == known[i].value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_file_reads),
        cmocka_unit_test(cut_and_corrupt_files_are_refused),
        cmocka_unit_test(cut_cases_are_malformed),
        cmocka_unit_test(tolerances_hold),
        cmocka_unit_test(narrow_floats_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
