/* .npz files that are read: NumPy's own, malformed ones, with the byte, data that are not what they were, each system call failing. */
#include "helpers/npy_files.h"
#include "helpers/zips.h"

#include <sys/wait.h>

/* ---- what NumPy wrote ---- */

static void assert_values(ra_archive *a, const char *name, ra_dtype dtype, ra_dims sizes, const void *expected)
{
    unsigned char got[256];
    RA_AUTO ra_tensor *t = ra_archive_tensor(a, name);
    if (!t)
        fail_msg("%s: %s", name, ra_last_error());
    assert_int_equal(ra_tensor_dtype(t), dtype);
    assert_int_equal(ra_ndim(t), sizes.count);
    for (int d = 0; d < ra_ndim(t); d++)
        assert_int_equal(ra_size(t, d), sizes.values[d]);
    const size_t bytes = (size_t)ra_numel(t) * ra_dtype_size(dtype);
    assert_int_equal(ra_copy_to(t, got, bytes), RA_OK);
    assert_memory_equal(got, expected, bytes);
}

static void assert_long(ra_archive *a, int64_t count)
{
    RA_AUTO ra_tensor *t = ra_archive_tensor(a, "long");
    const int32_t *got = ra_data_i32(t, NULL);
    assert_non_null(got);
    assert_int_equal(ra_numel(t), count);
    for (int64_t i = 0; i < count; i++)
        assert_int_equal(got[i], i % 7);
}

static const uint8_t truths[6] = {1, 0, 1, 0, 0, 1};
static const uint16_t halves[4] = {0x3800, 0xC000, 0x7C00, 0x0001};
static const double ordered[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
static const float complex_numbers[4] = {1, 2, -0.f, -3.5f};

static void numpys_files(void **state)
{
    (void)state;
    static const char *const paths[] = {"tests/data/numpy/stored.npz", "tests/data/numpy/deflated.npz"};
    static const int8_t small[7] = {-3, -2, -1, 0, 1, 2, 3};
    static const int32_t swapped[5] = {-7, 993, 1993, 2993, 3993};
    static const uint8_t words[6] = {0, 1, 2, 3, 4, 5};
    static const float scalar = 1.25f;
    for (int i = 0; i < 2; i++) {
        ra_archive *a = ra_open_npz(paths[i]);
        if (!a)
            fail_msg("%s", ra_last_error());
        assert_int_equal(ra_archive_count(a), 11);
        assert_string_equal(ra_archive_name(a, 0), "b");
        assert_null(ra_archive_metadata(a, "b"));
        assert_values(a, "b", RA_BOOL, RA_DIMS(2, 3), truths);
        assert_values(a, "i8", RA_INT8, RA_DIMS(7), small);
        assert_values(a, "half", RA_FLOAT16, RA_DIMS(4), halves);
        assert_values(a, "fortran", RA_FLOAT64, RA_DIMS(3, 4), ordered);
        assert_values(a, "swapped", RA_INT32, RA_DIMS(5), swapped);
        assert_values(a, "c", RA_COMPLEX64, RA_DIMS(2), complex_numbers);
        assert_values(a, "scalar", RA_FLOAT32, RA_DIMS(), &scalar);
        assert_values(a, "empty", RA_INT64, RA_DIMS(0, 3), "");
        assert_values(a, "words/gr\xc3\xbcn", RA_UINT8, RA_DIMS(1, 2, 3), words);
        assert_long(a, i ? 20000 : 50);
        RA_AUTO ra_tensor *fortran = ra_archive_tensor(a, "fortran");
        assert_int_equal(ra_stride(fortran, 0), 1);
        assert_null(ra_archive_tensor(a, "text"));
        assert_int_equal(ra_last_status(), RA_ERR_DTYPE);
        assert_message_has("<U6");
        ra_clear_error();
        assert_null(ra_archive_tensor(a, "b.npy"));
        assert_int_equal(ra_last_status(), RA_ERR_ARGUMENT);
        ra_clear_error();
        RA_AUTO ra_tensor *late = ra_archive_tensor(a, "i8");
        ra_archive_close(a); /* the task goes on */
        assert_int_equal(outcome(late), RA_OK);
    }
}

/* Sizes and checksums stand behind the data, narrow and wide. */
static void streamed(void **state)
{
    (void)state;
    ra_archive *a = ra_open_npz("tests/data/numpy/streamed.npz");
    assert_int_equal(ra_archive_count(a), 5);
    assert_values(a, "b", RA_BOOL, RA_DIMS(2, 3), truths);
    assert_values(a, "half", RA_FLOAT16, RA_DIMS(4), halves);
    assert_values(a, "c", RA_COMPLEX64, RA_DIMS(2), complex_numbers);
    assert_values(a, "fortran", RA_FLOAT64, RA_DIMS(3, 4), ordered);
    assert_long(a, 20000);
    RA_AUTO ra_tensor *one = ra_archive_tensor(a, "half"), *other = ra_archive_tensor(a, "half");
    assert_false(ra_shares_storage(one, other));
    assert_int_equal(ra_neg_(one), RA_OK);
    assert_values(a, "half", RA_FLOAT16, RA_DIMS(4), halves);
    ra_archive_close(a);
}

/* ---- malformed ones ---- */

static size_t npy_of(unsigned char *out, const char *data)
{
    return compose(out, 1, "{'descr': '|u1', 'fortran_order': False, 'shape': (4,)}\n", data, strlen(data));
}

static void make_two(struct zip *z)
{
    unsigned char npy[200];
    memset(z, 0, sizeof *z);
    zip_add(z, "a.npy", npy, npy_of(npy, "1234"));
    zip_add(z, "bc.npy", npy, npy_of(npy, "5678"));
    zip_end(z);
}

/* In the record at `at`, so many bytes of a number are another. */
enum at { LOCAL, CENTRAL, SECOND, END };
static void malformed(void **state)
{
    (void)state;
    static const struct {
        enum at record;
        int offset, bytes;
        uint64_t value;
        ra_status status;
        const char *says;
    } cases[] = {
        {LOCAL, 0, 4, 0, RA_ERR_FORMAT, "not where the directory says"},
        {LOCAL, 6, 2, 8, RA_ERR_FORMAT, "disagree"},
        {LOCAL, 8, 2, 8, RA_ERR_FORMAT, "disagree"},
        {LOCAL, 14, 4, 1, RA_ERR_FORMAT, "disagree"},
        {LOCAL, 18, 4, 1, RA_ERR_FORMAT, "disagree"},
        {LOCAL, 22, 4, UINT32_MAX, RA_ERR_FORMAT, "disagree"},
        {LOCAL, 26, 2, 4, RA_ERR_FORMAT, "disagree"},
        {LOCAL, 28, 2, 65535, RA_ERR_FORMAT, "leads into the directory"},
        {LOCAL, 30, 1, 'x', RA_ERR_FORMAT, "disagree"},
        {CENTRAL, 0, 4, 0, RA_ERR_FORMAT, "no entry of the directory begins"},
        {CENTRAL, 8, 2, 1, RA_ERR_UNSUPPORTED, "encrypted"},
        {CENTRAL, 8, 2, 1 << 6, RA_ERR_UNSUPPORTED, "encrypted"},
        {CENTRAL, 10, 2, 14, RA_ERR_UNSUPPORTED, "method 14"},
        {CENTRAL, 20, 4, 3, RA_ERR_FORMAT, "two sizes"},
        {CENTRAL, 24, 4, UINT32_MAX, RA_ERR_FORMAT, "two sizes"},
        {CENTRAL, 28, 2, 0, RA_ERR_FORMAT, "name of the entry"},
        {CENTRAL, 28, 2, 65535, RA_ERR_FORMAT, "leads out of the directory"},
        {CENTRAL, 30, 2, 65535, RA_ERR_FORMAT, "leads out of the directory"},
        {CENTRAL, 34, 2, 1, RA_ERR_FORMAT, "not in this file"},
        {CENTRAL, 42, 4, UINT32_MAX, RA_ERR_FORMAT, "not in this file"},
        {CENTRAL, 42, 4, 1, RA_ERR_FORMAT, "not where the directory says"},
        {CENTRAL, 46, 3, '.' | '.' << 8 | '/' << 16, RA_ERR_FORMAT, "name of the entry"},
        {CENTRAL, 46, 1, '/', RA_ERR_FORMAT, "name of the entry"},
        {CENTRAL, 46, 1, 0, RA_ERR_FORMAT, "name of the entry"},
        {SECOND, 42, 4, 0, RA_ERR_FORMAT, "disagree"},
        {END, 0, 4, 0, RA_ERR_FORMAT, "does not end with the end record"},
        {END, 4, 2, 1, RA_ERR_FORMAT, "several files"},
        {END, 8, 4, 1 | 1 << 16, RA_ERR_FORMAT, "goes on behind its last entry"},
        {END, 8, 4, 3 | 3 << 16, RA_ERR_FORMAT, "more entries"},
        {END, 10, 2, 1, RA_ERR_FORMAT, "several files"},
        {END, 12, 4, UINT32_MAX, RA_ERR_FORMAT, "right before its end record"},
        {END, 16, 4, UINT32_MAX, RA_ERR_FORMAT, "right before its end record"},
        {END, 20, 2, 1, RA_ERR_FORMAT, "does not end with the end record"},
    };
    static struct zip z;
    make_two(&z);
    ra_archive *whole = ra_open_npz_from(z.bytes, z.size, NULL, NULL);
    assert_int_equal(ra_archive_count(whole), 2);
    ra_archive_close(whole);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        make_two(&z);
        const size_t records[] = {z.local[0], z.central[0], z.central[1], z.end};
        zip_put(z.bytes + records[cases[i].record] + cases[i].offset, cases[i].value, cases[i].bytes);
        ra_clear_error();
        assert_null(ra_open_npz_from(z.bytes, z.size, NULL, NULL));
        if (ra_last_status() != cases[i].status || !strstr(ra_last_error(), cases[i].says) || !strstr(ra_last_error(), ": byte "))
            fail_msg("case %zu: %s", i, ra_last_error());
    }
}

static void assert_wrong(const struct zip *z, const char *says)
{
    ra_clear_error();
    assert_null(ra_open_npz_from(z->bytes, z->size, NULL, NULL));
    assert_int_equal(ra_last_status(), RA_ERR_FORMAT);
    assert_message_has(says);
}

static void names_and_places(void **state)
{
    (void)state;
    static const char *const twice[][2] = {{"a.npy", "a.npy"}, {"a.npy", "a"}}, *const wrong[] = {"../a.npy", "a/../b", "a/..", "..", "\\a", "a\\..\\b"};
    static struct zip z;
    for (size_t i = 0; i < 2; i++) {
        memset(&z, 0, sizeof z);
        zip_add(&z, twice[i][0], "1", 1);
        zip_add(&z, twice[i][1], "2", 1);
        zip_end(&z);
        assert_wrong(&z, "the name of another");
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        memset(&z, 0, sizeof z);
        zip_add(&z, wrong[i], "1", 1);
        zip_end(&z);
        assert_wrong(&z, "name of the entry");
    }
    memset(&z, 0, sizeof z); /* within the data of the first there is the second, which the directory knows, too */
    struct zip inner = {0};
    zip_add(&inner, "b", "1", 1);
    zip_add(&z, "a..b", inner.bytes, inner.size);
    z.local[1] = z.local[0] + 30 + 4;
    z.name[1] = "b";
    z.crc[1] = inner.crc[0];
    z.data_bytes[1] = 1;
    z.count = 2;
    zip_end(&z);
    assert_wrong(&z, "overlaps");
    memset(&z, 0, sizeof z);
    zip_end(&z);
    ra_archive *empty = ra_open_npz_from(z.bytes, z.size, NULL, NULL);
    assert_non_null(empty);
    assert_int_equal(ra_archive_count(empty), 0);
    ra_archive_close(empty);
}

/* Of an entry that is no .npy, or a wrong one, that one alone is refused. */
static void entries_that_are_none(void **state)
{
    (void)state;
    static struct zip z;
    unsigned char npy[200];
    memset(&z, 0, sizeof z);
    zip_add(&z, "readme.txt", "hello, there", 12);
    zip_add(&z, "none.npy", "", 0);
    const size_t n = npy_of(npy, "1234");
    zip_add(&z, "cut.npy", npy, n - 1);
    zip_add(&z, "header.npy", npy, 30);
    memcpy(npy + n, "more", 4);
    zip_add(&z, "more.npy", npy, n + 4);
    zip_end(&z);
    ra_archive *a = ra_open_npz_from(z.bytes, z.size, NULL, NULL);
    static const char *const names[] = {"readme.txt", "none", "cut", "header"}, *const says[] = {"magic string", "byte 0", "the entry ends", "within its header"};
    for (int i = 0; i < 4; i++) {
        ra_clear_error();
        assert_null(ra_archive_tensor(a, names[i]));
        assert_int_equal(ra_last_status(), RA_ERR_FORMAT);
        assert_message_has(says[i]);
    }
    assert_values(a, "more", RA_UINT8, RA_DIMS(4), "1234");
    ra_archive_close(a);
}

/* ---- damaged ones ---- */

/* Whatever byte is another: refused, or each tensor is well or has failed; none of a stored entry has other values than it had. */
static void each_byte(void **state)
{
    (void)state;
    static struct zip z;
    make_two(&z);
    int poisoned = 0, refused = 0;
    for (size_t i = 0; i < z.size; i++) {
        z.bytes[i] ^= 0x41;
        ra_clear_error();
        ra_archive *a = ra_open_npz_from(z.bytes, z.size, NULL, NULL);
        refused += !a;
        if (!a)
            assert_message_has(": byte ");
        for (size_t k = 0; k < ra_archive_count(a); k++) {
            RA_AUTO ra_tensor *t = ra_archive_tensor(a, ra_archive_name(a, k));
            unsigned char got[4];
            if (!t)
                assert_int_equal(ra_last_status() == RA_ERR_FORMAT || ra_last_status() == RA_ERR_DTYPE || ra_last_status() == RA_ERR_OVERFLOW, 1);
            else if (ra_wait(t)) {
                assert_int_equal(outcome(t), RA_ERR_FORMAT);
                assert_message_has("checksum");
                poisoned++;
            } else if (ra_numel(t) == 4) {
                assert_int_equal(ra_copy_to(t, got, 4), RA_OK);
                assert_memory_equal(got, k ? "5678" : "1234", 4);
            }
            ra_clear_error();
        }
        ra_archive_close(a);
        z.bytes[i] ^= 0x41;
    }
    assert_true(poisoned >= 8 && refused > 100);
}

static void cut_anywhere(void **state)
{
    (void)state;
    static unsigned char bytes[4096];
    const size_t n = read_file("tests/data/numpy/deflated.npz", bytes, sizeof bytes);
    for (size_t cut = 0; cut < n; cut++) {
        ra_clear_error();
        assert_null(ra_open_npz_from(bytes, cut, NULL, NULL));
        assert_int_equal(ra_last_status(), RA_ERR_FORMAT);
    }
}

/* Deflated bytes that are others, in one entry: its tensor fails, and says where. */
static void each_deflated_byte(void **state)
{
    (void)state;
    static unsigned char bytes[4096];
    const size_t n = read_file("tests/data/numpy/deflated.npz", bytes, sizeof bytes);
    size_t begin = 0;
    while (memcmp(bytes + begin, "fortran.npy", 11))
        begin++;
    const size_t packed = bytes[begin + 11 + 12] | (size_t)bytes[begin + 11 + 13] << 8; /* in the wide field of its header */
    begin += 11 + 20;
    assert_true(packed > 50 && packed < 200);
    int failed = 0;
    for (size_t i = begin; i < begin + packed; i++)
        for (int bit = 0; bit < 8; bit += 3) {
            bytes[i] ^= 1 << bit;
            ra_clear_error();
            ra_archive *a = ra_open_npz_from(bytes, n, NULL, NULL);
            RA_AUTO ra_tensor *t = ra_archive_tensor(a, "fortran"), *other = ra_archive_tensor(a, "c");
            if (t)
                assert_int_equal(outcome(t), RA_ERR_FORMAT);
            failed += t != NULL;
            assert_int_equal(outcome(other), RA_OK);
            ra_archive_close(a);
            bytes[i] ^= 1 << bit;
        }
    assert_true(failed > 20);
}

/* ---- the system ---- */

static void what_is_no_file(void **state)
{
    (void)state;
    const char *const paths[] = {"/nowhere/a", folder, "/dev/zero", ""};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        ra_clear_error();
        assert_null(ra_open_npz(paths[i]));
        assert_int_equal(ra_last_status(), RA_ERR_FILE);
        assert_message_has(paths[i]);
    }
    ra_clear_error();
    assert_null(ra_open_npz(NULL));
    assert_int_equal(ra_last_status(), RA_ERR_ARGUMENT);
    ra_clear_error();
    assert_null(ra_open_npz_from(NULL, 4, NULL, NULL));
    assert_int_equal(ra_last_status(), RA_ERR_ARGUMENT);
}

static void each_call_fails(void **state)
{
    (void)state;
    for (long nth = 1;; nth++) {
        ra_clear_error();
        ra__os_fault_arm(nth);
        ra_archive *a = ra_open_npz("tests/data/numpy/deflated.npz");
        ra_tensor *t = a ? ra_archive_tensor(a, "half") : NULL;
        const ra_status refused = ra_last_status(), s = t ? outcome(t) : RA_OK;
        const long hits = ra__os_fault_hits();
        const enum ra__os_call last = ra__os_fault_last();
        ra__os_fault_disarm();
        ra_release(t);
        ra_archive_close(a);
        if (!hits) {
            assert_non_null(t);
            assert_int_equal(s, RA_OK);
            assert_true(nth > 8);
            return;
        }
        if (last == RA__OS_OPEN || last == RA__OS_FILE_SIZE)
            assert_true(!a && refused == RA_ERR_FILE);
        else if (!t)
            assert_true(refused == RA_ERR_MEMORY || (last == RA__OS_MAP && refused == RA_ERR_FILE));
        else
            assert_true(s == RA_OK || s == RA_ERR_TASK_MEMORY);
    }
}

/* The first use in the process: in a child, where nothing is loaded. What is stored needs no zlib. */
static void without_zlib(void **state)
{
    (void)state;
    static const enum ra__os_call calls[] = {RA__OS_DLOPEN, RA__OS_DLSYM};
    for (size_t i = 0; i < 2; i++) {
        const pid_t child = fork();
        if (!child) {
            if (ra_init(NULL))
                _exit(2);
            ra_clear_error();
            ra__os_fault_arm_call(calls[i], 1, 100);
            const bool refused = !ra_open_npz("tests/data/numpy/deflated.npz") && ra_last_status() == RA_ERR_UNSUPPORTED;
            ra_archive *stored = ra_open_npz("tests/data/numpy/stored.npz");
            const bool is_read = !ra_wait(ra_archive_tensor(stored, "long"));
            ra__os_fault_disarm();
            ra_archive *a = ra_open_npz("tests/data/numpy/deflated.npz"); /* looks again */
            _exit(refused && is_read && a ? 0 : 1);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        NPY(without_zlib), NPY(numpys_files), NPY(streamed), NPY(malformed), NPY(names_and_places), NPY(entries_that_are_none), NPY(each_byte), NPY(cut_anywhere),
        NPY(each_deflated_byte), NPY(what_is_no_file), NPY(each_call_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
