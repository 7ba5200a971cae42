/* safetensors files: what is right in every dtype, in place; malformed ones, with the byte; each system call failing; lifetimes. */
#include "helpers/npy_files.h"

#include <sys/wait.h>

static ra_archive *open_text(const char *json, const void *data, size_t bytes)
{
    unsigned char whole[2048] = {0};
    const uint64_t n = strlen(json);
    memcpy(whole, &n, 8);
    memcpy(whole + 8, json, n);
    if (bytes)
        memcpy(whole + 8 + n, data, bytes);
    write_file(whole, 8 + n + bytes);
    ra_clear_error();
    return ra_open_safetensors(file);
}

static const char two[] = "{\"__metadata__\":{\"format\":\"pt\"},\"a\":{\"dtype\":\"F32\",\"shape\":[2,1],\"data_offsets\":[0,8]},"
                          "\"b\\u00e9\":{\"dtype\":\"U8\",\"shape\":[],\"data_offsets\":[8,9]}}";

static void opens(void **state)
{
    (void)state;
    static const float numbers[3] = {1.5f, -2};
    ra_archive *a = open_text(two, numbers, 9);
    assert_non_null(a);
    assert_int_equal(ra_archive_count(a), 2);
    assert_string_equal(ra_archive_name(a, 0), "a");
    assert_string_equal(ra_archive_name(a, 1), "b\xc3\xa9");
    assert_null(ra_archive_name(a, 2));
    assert_string_equal(ra_archive_metadata(a, "format"), "pt");
    assert_null(ra_archive_metadata(a, "a"));
    RA_AUTO ra_tensor *t = ra_archive_tensor(a, "a"), *again = ra_archive_tensor(a, "a"), *b = ra_archive_tensor(a, "b\xc3\xa9");
    assert_true(ra_shares_storage(t, again));
    assert_int_equal(ra_ndim(t), 2);
    assert_int_equal(ra_size(t, 0), 2);
    assert_int_equal(ra_ndim(b), 0);
    assert_null(ra_archive_tensor(a, "c"));
    assert_int_equal(ra_last_status(), RA_ERR_ARGUMENT);
    assert_null(ra_archive_tensor(NULL, "a"));
    ra_archive_close(a);
    ra_archive_close(NULL);
    unlink(file);
    assert_int_equal(ra_mul_(t, 2.0), RA_OK); /* seen by both handles, and by no file */
    const float *data = ra_data_f32(again, NULL);
    assert_true(data[0] == 3 && data[1] == -4);
    write_file("", 0);
}

static void every_dtype(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        ra_dtype dtype;
    } all[] = {{"BOOL", RA_BOOL}, {"U8", RA_UINT8}, {"I8", RA_INT8}, {"I16", RA_INT16}, {"I32", RA_INT32}, {"I64", RA_INT64}, {"F16", RA_FLOAT16},
               {"BF16", RA_BFLOAT16}, {"F32", RA_FLOAT32}, {"F64", RA_FLOAT64}, {"C64", RA_COMPLEX64}};
    unsigned char bytes[48], got[48];
    for (int i = 0; i < 48; i++)
        bytes[i] = (unsigned char)(i * 5);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int skew = 0; skew < 2; skew++) { /* aligned or not */
            char json[200];
            const int n = 6 * (int)ra_dtype_size(all[i].dtype);
            int length = snprintf(json, sizeof json, "{\"t\":{\"dtype\":\"%s\",\"shape\":[2,3],\"data_offsets\":[0,%d]}}", all[i].name, n);
            for (; length % 16 != 8 - skew; length++)
                json[length] = ' ';
            json[length] = 0;
            ra_archive *a = open_text(json, bytes, (size_t)n);
            RA_AUTO ra_tensor *t = ra_archive_tensor(a, "t");
            ra_archive_close(a); /* the task, and the tensor, go on */
            assert_int_equal(ra_tensor_dtype(t), all[i].dtype);
            assert_int_equal(ra_copy_to(t, got, (size_t)n), RA_OK);
            for (int k = 0; k < n; k++)
                assert_int_equal(got[k], all[i].dtype == RA_BOOL ? bytes[k] != 0 : bytes[k]);
        }
}

static void what_has_no_counterpart(void **state)
{
    (void)state;
    ra_archive *a = open_text("{\"f\":{\"dtype\":\"F8_E4M3\",\"shape\":[2],\"data_offsets\":[0,2]},\"u\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[2,3]},"
                              "\"d\":{\"dtype\":\"U8\",\"shape\":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],\"data_offsets\":[3,4]}}", "1234", 4);
    RA_AUTO ra_tensor *u = ra_archive_tensor(a, "u");
    assert_non_null(u);
    assert_null(ra_archive_tensor(a, "f"));
    assert_int_equal(ra_last_status(), RA_ERR_DTYPE);
    ra_clear_error();
    assert_null(ra_archive_tensor(a, "d"));
    assert_int_equal(ra_last_status(), RA_ERR_SHAPE);
    ra_archive_close(a);
}

static void malformed_headers(void **state)
{
    (void)state;
#define U8(name, shape, offsets) "\"" name "\":{\"dtype\":\"U8\",\"shape\":" shape ",\"data_offsets\":" offsets "}"
    static const struct {
        const char *json;
        const char *byte;
    } cases[] = { /* with 4 bytes of data */
        {"", "byte 8:"},
        {"[]", "byte 8:"},
        {" {}", "byte 8:"},
        {"{}", "byte 10:"},
        {"{\"a\"}", "byte 1"},
        {"{[[[[[[[[[[[[[[[[[[[[", "byte 24:"},
        {"{" U8("a", "[4]", "[0,4]") "} x", "byte "},
        {"{" U8("a", "[4]", "[0,4]") "," U8("a", "[4]", "[0,4]") "}", "byte "},
        {"{" U8("a\\u0000", "[4]", "[0,4]") "}", "byte "},
        {"{" U8("a", "[3]", "[0,4]") "}", "byte 9:"},
        {"{" U8("a", "[5]", "[0,5]") "}", "byte 9:"},
        {"{" U8("a", "[3]", "[0,3]") "}", "byte 64:"},
        {"{" U8("a", "[3]", "[1,4]") "}", "byte 9:"},
        {"{" U8("a", "[4]", "[4,0]") "}", "byte 9:"},
        {"{" U8("a", "[4]", "[-4,0]") "}", "byte 9:"},
        {"{" U8("a", "[4]", "[0.0,4]") "}", "byte 9:"},
        {"{" U8("a", "[4]", "[0,4,4]") "}", "byte 9:"},
        {"{" U8("a", "[-4,-1]", "[0,4]") "}", "byte 9:"},
        {"{" U8("a", "[4294967296,4294967296]", "[0,4]") "}", "byte 9:"},
        {"{" U8("a", "[99999999999999999999]", "[0,4]") "}", "byte "},
        {"{" U8("a", "[3]", "[0,3]") "," U8("b", "[2]", "[2,4]") "}", "byte 61:"},
        {"{\"__metadata__\":{\"x\":1}," U8("a", "[4]", "[0,4]") "}", "byte 9:"},
        {"{\"__metadata__\":[]," U8("a", "[4]", "[0,4]") "}", "byte 9:"},
        {"{\"a\":{\"dtype\":\"U8\",\"shape\":[4]}}", "byte 9:"},
        {"{\"a\":4}", "byte 9:"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_null(open_text(cases[i].json, "1234", 4));
        if (ra_last_status() != RA_ERR_FORMAT || !strstr(ra_last_error(), cases[i].byte))
            fail_msg("%s: %s", cases[i].json, ra_last_error());
    }
    unsigned char whole[300];
    ra_archive_close(open_text(two, "123456789", 9));
    const size_t n = read_file(file, whole, sizeof whole);
    for (size_t cut = 0; cut < n; cut++) {
        write_file(whole, cut);
        ra_clear_error();
        assert_null(ra_open_safetensors(file));
        assert_int_equal(ra_last_status(), RA_ERR_FORMAT);
    }
}

static void what_is_no_file(void **state)
{
    (void)state;
    char fifo[112];
    snprintf(fifo, sizeof fifo, "%s.fifo", file);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    const char *const paths[] = {"/nowhere/a", folder, "/dev/zero", "", fifo};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        ra_clear_error();
        assert_null(ra_open_safetensors(paths[i]));
        assert_int_equal(ra_last_status(), RA_ERR_FILE);
        assert_message_has(paths[i]);
    }
    unlink(fifo);
    ra_clear_error();
    assert_null(ra_open_safetensors(NULL));
    assert_int_equal(ra_last_status(), RA_ERR_ARGUMENT);
}

static void each_call_fails(void **state)
{
    (void)state;
    ra_archive_close(open_text(two, "123456789", 9));
    for (long nth = 1;; nth++) {
        ra_clear_error();
        ra__os_fault_arm(nth);
        ra_archive *a = ra_open_safetensors(file);
        const long hits = ra__os_fault_hits();
        const enum ra__os_call last = ra__os_fault_last();
        ra__os_fault_disarm();
        ra_archive_close(a);
        if (!hits) {
            assert_non_null(a);
            assert_true(nth > 4);
            return;
        }
        if (last == RA__OS_OPEN || last == RA__OS_MAP || last == RA__OS_FILE_SIZE)
            assert_true(!a && ra_last_status() == RA_ERR_FILE);
        else if (!a)
            assert_int_equal(ra_last_status(), RA_ERR_MEMORY);
    }
}

/* The first use in the process: in a child, where nothing is loaded. */
static void without_the_library(void **state)
{
    (void)state;
    static const enum ra__os_call calls[] = {RA__OS_DLOPEN, RA__OS_DLSYM};
    ra_archive_close(NULL);
    unsigned char whole[300] = {sizeof two - 1};
    memcpy(whole + 8, two, sizeof two - 1);
    write_file(whole, 8 + sizeof two - 1 + 9);
    for (size_t i = 0; i < 2; i++) {
        const pid_t child = fork();
        if (!child) {
            if (ra_init(NULL))
                _exit(2);
            ra_clear_error();
            ra__os_fault_arm_call(calls[i], 1, 100);
            const bool refused = !ra_open_safetensors(file) && ra_last_status() == RA_ERR_UNSUPPORTED;
            ra__os_fault_disarm();
            ra_archive *a = ra_open_safetensors(file); /* looks again */
            _exit(refused && a ? 0 : 1);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
}

static void in_the_child_of_a_fork(void **state)
{
    (void)state;
#if defined(__SANITIZE_THREAD__) || (defined(__SANITIZE_ADDRESS__) && !defined(__clang__) && __GNUC__ < 14)
    skip(); /* the one lets no child of several threads start another, the other's allocator may be held there (test_fork.c) */
#endif
    ra_archive *a = open_text(two, "123456789", 9);
    RA_AUTO ra_tensor *b = ra_archive_tensor(a, "b\xc3\xa9");
    const pid_t child = fork();
    if (!child) {
        int64_t value = 0;
        ra_tensor *again = ra_archive_tensor(a, "b\xc3\xa9");
        ra_archive_close(a);
        _exit(again && !ra_item_i64(again, &value) && value == '9' ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    ra_archive_close(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        NPY(without_the_library), NPY(opens), NPY(every_dtype), NPY(what_has_no_counterpart), NPY(malformed_headers), NPY(what_is_no_file),
        NPY(each_call_fails), NPY(in_the_child_of_a_fork),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
