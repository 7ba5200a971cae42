/* Headers of .npy files: right in unusual ways, broken in every field, and files cut at every byte. */
#include "helpers/npy_files.h"

/* ---- that are right ---- */

static void unusual_headers(void **state)
{
    (void)state;
    static const uint8_t data[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    static const struct {
        int version;
        const char *dictionary;
        int ndim;
        int64_t sizes[2], strides[2];
        int32_t last; /* of the elements in row-major order */
    } cases[] = {
        {1, "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 2), }\n", 2, {2, 2}, {2, 1}, 0x100f0e0d},
        {2, "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 2), }\n", 2, {2, 2}, {2, 1}, 0x100f0e0d},
        {3, "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 2), }", 2, {2, 2}, {2, 1}, 0x100f0e0d},
        {1, "{'shape':(2,2),'fortran_order':True,'descr':'<i4'}", 2, {2, 2}, {1, 2}, 0x100f0e0d},
        {1, " {\t\"descr\" : \"=i4\" ,\n 'shape' : ( 4 , ) , 'fortran_order' : False }  \n ", 1, {4}, {1}, 0x100f0e0d},
        {1, "{'descr': '>i4', 'fortran_order': False, 'shape': (4L,)}", 1, {4}, {1}, 0x0d0e0f10},
        {1, "{'descr': '>i4', 'fortran_order': True, 'shape': (3,1,)}", 2, {3, 1}, {1, 3}, 0x090a0b0c},
        {1, "{'descr': '<i4', 'fortran_order': False, 'shape': ()}", 0, {0}, {0}, 0x04030201},
        {1, "{'descr': '<i4', 'fortran_order': False, 'shape': (1, 0)}", 2, {1, 0}, {1, 1}, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        RA_AUTO ra_tensor *t = load_composed(cases[i].version, cases[i].dictionary, data, sizeof data);
        if (!t || outcome(t))
            fail_msg("%s: %s", cases[i].dictionary, ra_last_error());
        assert_int_equal(ra_tensor_dtype(t), RA_INT32);
        assert_int_equal(ra_ndim(t), cases[i].ndim);
        for (int d = 0; d < cases[i].ndim; d++) {
            assert_int_equal(ra_size(t, d), cases[i].sizes[d]);
            assert_int_equal(ra_stride(t, d), cases[i].strides[d]);
        }
        int32_t got[4] = {0};
        int64_t n = ra_numel(t);
        assert_int_equal(ra_copy_to(t, got, (size_t)n * 4), RA_OK);
        assert_int_equal(got[n ? n - 1 : 0], cases[i].last);
    }
}

static void fortran_order(void **state)
{
    (void)state;
    static const int16_t data[6] = {1, 4, 2, 5, 3, 6}, expected[6] = {1, 2, 3, 4, 5, 6};
    int16_t got[6];
    RA_AUTO ra_tensor *t = load_composed(1, "{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3)}", data, sizeof data);
    assert_int_equal(ra_copy_to(t, got, sizeof got), RA_OK);
    assert_memory_equal(got, expected, sizeof got);
}

static void other_byte_order(void **state)
{
    (void)state;
    static const uint8_t two[] = {0x3c, 0x00, 0xc0, 0x00}, four[] = {0x3f, 0x80, 0, 0, 0xc0, 0, 0, 0};
    static const uint8_t eight[] = {0x3f, 0xf0, 0, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0};
    uint16_t half[2];
    float single[2];
    double real[2];
    RA_AUTO ra_tensor *a = load_composed(1, "{'descr': '>f2', 'fortran_order': False, 'shape': (2,)}", two, sizeof two);
    assert_int_equal(ra_copy_to(a, half, sizeof half), RA_OK);
    assert_true(half[0] == 0x3c00 && half[1] == 0xc000);
    RA_AUTO ra_tensor *b = load_composed(1, "{'descr': '>f4', 'fortran_order': False, 'shape': (2,)}", four, sizeof four);
    assert_int_equal(ra_copy_to(b, single, sizeof single), RA_OK);
    assert_true(single[0] == 1.0f && single[1] == -2.0f);
    RA_AUTO ra_tensor *c = load_composed(1, "{'descr': '>f8', 'fortran_order': False, 'shape': (2,)}", eight, sizeof eight);
    assert_int_equal(ra_copy_to(c, real, sizeof real), RA_OK);
    assert_true(real[0] == 1.0 && real[1] == -2.0);
    RA_AUTO ra_tensor *d = load_composed(1, "{'descr': '>c8', 'fortran_order': False, 'shape': ()}", four, sizeof four);
    assert_int_equal(ra_copy_to(d, single, sizeof single), RA_OK);
    assert_true(single[0] == 1.0f && single[1] == -2.0f);
    RA_AUTO ra_tensor *e = load_composed(1, "{'descr': '>c16', 'fortran_order': False, 'shape': (1,)}", eight, sizeof eight);
    assert_int_equal(ra_copy_to(e, real, sizeof real), RA_OK);
    assert_true(real[0] == 1.0 && real[1] == -2.0);
}

static void any_true_is_one(void **state)
{
    (void)state;
    static const uint8_t data[4] = {0, 1, 2, 255}, expected[4] = {0, 1, 1, 1};
    uint8_t got[4];
    RA_AUTO ra_tensor *t = load_composed(1, "{'descr': '|b1', 'fortran_order': False, 'shape': (4,)}", data, sizeof data);
    assert_int_equal(ra_copy_to(t, got, sizeof got), RA_OK);
    assert_memory_equal(got, expected, sizeof got);
}

/* ---- that are wrong ---- */

static void broken_headers(void **state)
{
    (void)state;
    static const struct {
        const char *dictionary;
        ra_status status;
        int offset; /* of the message; the dictionary begins at 10 */
    } cases[] = {
        {"", RA_ERR_FORMAT, 10},
        {"   \n", RA_ERR_FORMAT, 14},
        {"['descr']", RA_ERR_FORMAT, 10},
        {"{}", RA_ERR_FORMAT, 11},
        {"{'descr'", RA_ERR_FORMAT, 18},
        {"{'descr: '<f4'}", RA_ERR_FORMAT, 11},
        {"{'descr' '<f4'}", RA_ERR_FORMAT, 19},
        {"{descr: '<f4'}", RA_ERR_FORMAT, 11},
        {"{'descr': '<f4', 'shape': (2,)}", RA_ERR_FORMAT, 40},
        {"{'fortran_order': False, 'shape': (2,)}", RA_ERR_FORMAT, 48},
        {"{'descr': '<f4', 'fortran_order': False}", RA_ERR_FORMAT, 49},
        {"{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", RA_ERR_FORMAT, 27},
        {"{'descr': '<f4', 'order': 1, 'fortran_order': False, 'shape': (2,)}", RA_ERR_FORMAT, 27},
        {"{'descr': '<f4' 'fortran_order': False, 'shape': (2,)}", RA_ERR_FORMAT, 26},
        {"{,'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", RA_ERR_FORMAT, 11},
        {"{'descr': '<f4',, 'fortran_order': False, 'shape': (2,)}", RA_ERR_FORMAT, 26},
        {"{'descr': 4, 'fortran_order': False, 'shape': (2,)}", RA_ERR_FORMAT, 20},
        {"{'descr': '', 'fortran_order': False, 'shape': (2,)}", RA_ERR_FORMAT, 20},
        {"{'descr': 'f4', 'fortran_order': False, 'shape': (2,)}", RA_ERR_FORMAT, 20},
        {"{'descr': '!f4', 'fortran_order': False, 'shape': (2,)}", RA_ERR_FORMAT, 20},
        {"{'descr': '<fx', 'fortran_order': False, 'shape': (2,)}", RA_ERR_FORMAT, 20},
        {"{'descr': '|f4', 'fortran_order': False, 'shape': (2,)}", RA_ERR_FORMAT, 20},
        {"{'descr': '<f\\x34', 'fortran_order': False, 'shape': (2,)}", RA_ERR_FORMAT, 23},
        {"{'descr': '<f16', 'fortran_order': False, 'shape': (2,)}", RA_ERR_DTYPE, 20},
        {"{'descr': '<u4', 'fortran_order': False, 'shape': (2,)}", RA_ERR_DTYPE, 20},
        {"{'descr': '|V2', 'fortran_order': False, 'shape': (2,)}", RA_ERR_DTYPE, 20},
        {"{'descr': '|O8', 'fortran_order': False, 'shape': (2,)}", RA_ERR_DTYPE, 20},
        {"{'descr': '<U12', 'fortran_order': False, 'shape': (2,)}", RA_ERR_DTYPE, 20},
        {"{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (2,)}", RA_ERR_DTYPE, 20},
        {"{'descr': '<f4', 'fortran_order': false, 'shape': (2,)}", RA_ERR_FORMAT, 44},
        {"{'descr': '<f4', 'fortran_order': 0, 'shape': (2,)}", RA_ERR_FORMAT, 44},
        {"{'descr': '<f4', 'fortran_order': Fals", RA_ERR_FORMAT, 44},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': 2}", RA_ERR_FORMAT, 60},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': [2]}", RA_ERR_FORMAT, 60},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2)}", RA_ERR_FORMAT, 62},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (,)}", RA_ERR_FORMAT, 61},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2 3)}", RA_ERR_FORMAT, 63},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,,3)}", RA_ERR_FORMAT, 63},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}", RA_ERR_FORMAT, 61},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2.0,)}", RA_ERR_FORMAT, 62},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (0x2,)}", RA_ERR_FORMAT, 62},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3", RA_ERR_FORMAT, 65},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)", RA_ERR_FORMAT, 66},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775808,)}", RA_ERR_OVERFLOW, 61},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807,)}", RA_ERR_OVERFLOW, 10},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}", RA_ERR_OVERFLOW, 10},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)}", RA_ERR_SHAPE, 93},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} x", RA_ERR_FORMAT, 66},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}}", RA_ERR_FORMAT, 65},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char offset[32];
        ra_clear_error();
        ra_tensor *t = load_composed(1, cases[i].dictionary, "01234567", 8);
        snprintf(offset, sizeof offset, ": byte %d: ", cases[i].offset);
        if (t || ra_last_status() != cases[i].status || !strstr(ra_last_error(), offset))
            fail_msg("%s: %s (%s), expected %s at byte %d", cases[i].dictionary, ra_status_name(ra_last_status()), ra_last_error(),
                     ra_status_name(cases[i].status), cases[i].offset);
        assert_message_has(file);
    }
}

static void broken_prefixes(void **state)
{
    (void)state;
    static const char dictionary[] = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}";
    static const struct {
        int at;
        unsigned char value;
        int offset;
    } cases[] = {{0, 'x', 0}, {1, 'n', 1}, {5, 0, 5}, {6, 0, 6}, {6, 4, 6}, {7, 1, 6}, {9, 0xff, -1}, {8, 10, 20}, {8, 0, 10}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned char bytes[256];
        char offset[32];
        size_t n = compose(bytes, 1, dictionary, "01234567", 8);
        bytes[cases[i].at] = cases[i].value;
        write_file(bytes, n);
        ra_clear_error();
        assert_null(ra_load_npy(file));
        assert_int_equal(ra_last_status(), RA_ERR_FORMAT);
        snprintf(offset, sizeof offset, "byte %d: ", cases[i].offset < 0 ? (int)n : cases[i].offset);
        assert_message_has(offset);
    }
    unsigned char bytes[256];
    write_file(bytes, compose(bytes, 2, dictionary, "01234567", 8));
    bytes[11] = 1; /* a header of 16 MiB */
    write_file(bytes, 80);
    ra_clear_error();
    assert_null(ra_load_npy(file));
    assert_message_has("byte 8: ");
}

static void cut_at_every_byte(void **state)
{
    (void)state;
    static const double data[3] = {1, 2, 3};
    unsigned char bytes[256];
    for (int version = 1; version <= 3; version++) {
        size_t n = compose(bytes, version, "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }   \n", data, sizeof data);
        size_t begin = n - sizeof data;
        for (size_t cut = 0; cut < n; cut++) {
            char offset[32];
            snprintf(offset, sizeof offset, "byte %zu: ", cut);
            write_file(bytes, cut);
            ra_clear_error();
            RA_AUTO ra_tensor *t = ra_load_npy(file);
            if (cut < begin) {
                assert_null(t);
                assert_int_equal(ra_last_status(), RA_ERR_FORMAT);
            } else {
                assert_non_null(t);
                assert_int_equal(ra_size(t, 0), 3);
                assert_int_equal(outcome(t), RA_ERR_FORMAT);
                assert_message_has("ra_load_npy");
            }
            assert_message_has(offset);
        }
        bytes[n] = 'x'; /* what follows does not matter */
        write_file(bytes, n + 1);
        RA_AUTO ra_tensor *t = ra_load_npy(file);
        assert_int_equal(outcome(t), RA_OK);
        assert_true(ra_data_f64(t, NULL)[2] == 3);
    }
}

/* Nothing is allocated for what a header promises and the file does not have; what no tensor could have is told at the call. */
static void a_promise_of_petabytes(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *t = load_composed(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (8000000000000,)}", "0", 1);
    assert_non_null(t);
    assert_int_equal(outcome(t), RA_ERR_FORMAT);
    ra_clear_error();
    assert_null(load_composed(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000000,)}", "0", 1));
    assert_int_equal(ra_last_status(), RA_ERR_FORMAT);
    assert_message_has("the file ends; by its header it has 8000000000000");
}

int main(void)
{
    const struct CMUnitTest tests[] = {NPY(unusual_headers), NPY(fortran_order), NPY(other_byte_order), NPY(any_true_is_one),
                                       NPY(broken_headers), NPY(broken_prefixes), NPY(cut_at_every_byte), NPY(a_promise_of_petabytes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
