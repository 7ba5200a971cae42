/*
 * Printing: a file of what NumPy prints (tests/vectors/make_printed.py), and what NumPy does not have.
 */
#include "helpers/harness.h"

#include <locale.h>
#include <runahead.h>
#include <stdio.h>

#include "async/os/os.h"

#ifndef VECTOR_FOLDER
#define VECTOR_FOLDER "tests/vectors"
#endif

static char line[1 << 16], expected[1 << 16];
static unsigned char data[1 << 18];

struct printed {
    ra_dtype dtype;
    int64_t sizes[RA_MAX_DIMS];
    int dims;
    char head[80];
};

static int64_t numel(const struct printed *c)
{
    int64_t n = 1;
    for (int d = 0; d < c->dims; d++)
        n *= c->sizes[d];
    return n;
}

static ra_tensor *make_arange(const struct printed *c)
{
    int64_t *count = malloc(((size_t)numel(c) + 1) * sizeof *count);
    assert_non_null(count);
    for (int64_t i = 0; i < numel(c); i++)
        count[i] = i;
    ra_tensor *t = ra_from_copy(count, RA_INT64, ra_dims_of(c->sizes, c->dims)), *converted = ra_to(t, RA_OPTS(ra_to, .dtype = c->dtype));
    free(count);
    ra_release(t);
    return converted;
}

static ra_tensor *make_from_hex(const struct printed *c, const char *hex)
{
    size_t bytes = (size_t)numel(c) * ra_dtype_size(c->dtype);
    assert_true(bytes <= sizeof data);
    for (size_t i = 0; i < bytes; i++) {
        unsigned byte;
        assert_int_equal(sscanf(hex + 2 * i, "%2x", &byte), 1);
        data[i] = (unsigned char)byte;
    }
    return ra_from_copy(data, c->dtype, ra_dims_of(c->sizes, c->dims));
}

static bool read_case(FILE *f, struct printed *c)
{
    char name[16];
    int used, n;
    if (!fgets(line, sizeof line, f))
        return false;
    snprintf(c->head, sizeof c->head, "%.*s", (int)strcspn(line, "\n"), line);
    assert_int_equal(sscanf(line, "%15s%n", name, &used), 1);
    c->dtype = ra_dtype_find(name);
    for (c->dims = 0; sscanf(line + used, "%ld%n", &c->sizes[c->dims], &n) == 1; c->dims++)
        used += n;
    return true;
}

static void read_expected(FILE *f)
{
    size_t n = 0;
    expected[0] = 0;
    while (fgets(line, sizeof line, f) && line[0] == '|') {
        size_t length = strlen(line + 1);
        memcpy(expected + n, line + 1, length + 1);
        n += length;
    }
    if (n)
        expected[n - 1] = 0; /* the last line's end */
}

static void as_numpy_prints(void **state)
{
    (void)state;
    const char *folder = getenv("RUNAHEAD_TEST_VECTORS");
    char path[512];
    snprintf(path, sizeof path, "%s/printed.txt", folder ? folder : VECTOR_FOLDER);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    struct printed c;
    int cases = 0, wrong = 0;
    for (; read_case(f, &c); cases++) {
        assert_non_null(fgets(line, sizeof line, f));
        RA_AUTO ra_tensor *t = strncmp(line, "hex ", 4) ? make_arange(&c) : make_from_hex(&c, line + 4);
        if (!t)
            fail_msg("%s: %s", c.head, ra_last_error());
        read_expected(f);
        char *got = ra_to_string(t);
        if (strcmp(got, expected) && wrong++ < 10)
            print_error("%s:\n%s\nexpected:\n%s\n", c.head, got, expected);
        free(got);
    }
    fclose(f);
    assert_true(cases > 500);
    assert_int_equal(wrong, 0);
}

static void assert_prints(const ra_tensor *t, const char *text)
{
    char *got = ra_to_string(t);
    assert_non_null(got);
    assert_string_equal(got, text);
    free(got);
}

static void views_print_as_their_copies(void **state)
{
    (void)state;
    static const float numbers[6] = {1, 2, 3, 4, 5, 6.5f};
    RA_AUTO ra_tensor *t = ra_from_copy(numbers, RA_FLOAT32, RA_DIMS(2, 3)), *turned = ra_transpose(t, 0, 1);
    RA_AUTO ra_tensor *part = ra_slice(t, 1, 1, RA_END, 1), *row = ra_select(part, 0, 1), *one = ra_select(row, 0, 1);
    RA_AUTO ra_tensor *wide = ra_expand(one, RA_DIMS(2, 2));
    assert_prints(turned, "tensor([[1. , 4. ],\n        [2. , 5. ],\n        [3. , 6.5]])");
    assert_prints(part, "tensor([[2. , 3. ],\n        [5. , 6.5]])");
    assert_prints(row, "tensor([5. , 6.5])");
    assert_prints(one, "tensor(6.5)");
    assert_prints(wide, "tensor([[6.5, 6.5],\n        [6.5, 6.5]])");
}

static void bfloat16(void **state)
{
    (void)state;
    static const uint16_t numbers[4] = {0x3f80, 0x3f8c, 0xc040, 0x3dcd}; /* 1, 1.09375 (its neighbours are 0.008 away), -3, 0.1 */
    static const uint16_t hundred[2] = {0x42c8, 0x3f80};
    RA_AUTO ra_tensor *t = ra_from_copy(numbers, RA_BFLOAT16, RA_DIMS(4)), *u = ra_from_copy(hundred, RA_BFLOAT16, RA_DIMS(2));
    assert_prints(t, "tensor([ 1.  ,  1.09, -3.  ,  0.1 ], dtype=bfloat16)");
    assert_prints(u, "tensor([1.e+02, 1.e+00], dtype=bfloat16)");
}

static void tensors_without_values(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *meta = ra_empty(RA_DIMS(1000000, 1000000), RA_OPTS(ra_empty, .device = RA_META, .dtype = RA_FLOAT64));
    assert_non_null(meta);
    assert_prints(meta, "tensor(..., size=[1000000, 1000000], dtype=float64, device=meta)");
    assert_prints(NULL, "tensor(refused)");
    assert_prints(RA_NONE, "tensor(none)");
}

/* A file that ends too early: the tensor prints why it has no values. */
static void failed_tensors(void **state)
{
    (void)state;
    static const char header[] = "{'descr': '<f8', 'fortran_order': False, 'shape': (4,)}";
    char path[] = "/tmp/runahead-print-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *f = fdopen(fd, "wb");
    fwrite("\x93NUMPY\1\0", 1, 8, f);
    fputc((int)strlen(header), f);
    fputc(0, f);
    fputs(header, f);
    fclose(f);
    RA_AUTO ra_tensor *t = ra_load_npy(path);
    unlink(path);
    assert_non_null(t);
    char *got = ra_to_string(t);
    assert_non_null(got);
    assert_ptr_equal(strstr(got, "tensor(RA_ERR_FORMAT: ra_load_npy: "), got);
    assert_non_null(strstr(got, "the file ends"));
    assert_non_null(strstr(got, "size=[4], dtype=float64)"));
    free(got);
}

/* Every element of 16 dimensions of 7 would be 3e13. */
static void many_dimensions(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *one = ra_from_copy("\1", RA_BOOL, RA_DIMS());
    RA_AUTO ra_tensor *t = ra_expand(one, RA_DIMS(7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7));
    assert_non_null(t);
    char *got = ra_to_string(t);
    assert_non_null(got);
    assert_non_null(strstr(got, "..."));
    assert_true(strlen(got) < 10000000);
    free(got);
}

static void to_a_stream(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    assert_non_null(f);
    RA_AUTO ra_tensor *t = ra_from_copy("\1\0", RA_BOOL, RA_DIMS(2));
    assert_int_equal(ra_print(f, t), RA_OK);
    fclose(f);
    assert_string_equal(text, "tensor([ True, False])\n");
    free(text);
    FILE *full = fopen("/dev/full", "w");
    if (full) {
        setvbuf(full, NULL, _IONBF, 0);
        assert_int_equal(ra_print(full, t), RA_ERR_FILE);
        fclose(full);
    }
}

/* The host's locale may have another decimal point; without one here that does, the test says so. */
static void other_locales(void **state)
{
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE", "fr_FR"};
    static const double numbers[3] = {0.123456789012, 1.5, -3}, wide[2] = {1e10, 1.25};
    size_t i = 0;
    while (i < sizeof names / sizeof *names && !setlocale(LC_NUMERIC, names[i]))
        i++;
    if (i == sizeof names / sizeof *names)
        skip();
    RA_AUTO ra_tensor *t = ra_from_copy(numbers, RA_FLOAT64, RA_DIMS(3)), *u = ra_from_copy(wide, RA_FLOAT64, RA_DIMS(2));
    assert_prints(t, "tensor([ 0.12345679,  1.5       , -3.        ], dtype=float64)");
    assert_prints(u, "tensor([1.00e+10, 1.25e+00], dtype=float64)");
    setlocale(LC_NUMERIC, "C");
}

static void out_of_memory(void **state)
{
    (void)state;
    static const double numbers[3] = {1, 2, 3};
    RA_AUTO ra_tensor *t = ra_from_copy(numbers, RA_FLOAT64, RA_DIMS(3));
    assert_prints(t, "tensor([1., 2., 3.], dtype=float64)");
    long failures = 0;
    for (long nth = 1;; nth++, failures++) {
        ra__os_fault_arm_call(RA__OS_HEAP, nth, 1);
        char *got = ra_to_string(t);
        long hits = ra__os_fault_hits();
        ra__os_fault_disarm();
        free(got);
        if (!hits)
            break;
        assert_null(got);
    }
    assert_true(failures >= 2);
    ra_clear_error();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(as_numpy_prints), TEST(views_print_as_their_copies), TEST(bfloat16),     TEST(tensors_without_values),
        TEST(failed_tensors),  TEST(many_dimensions),             TEST(to_a_stream),  TEST(other_locales),
        TEST(out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
