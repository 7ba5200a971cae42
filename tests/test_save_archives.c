/* Archives that are saved: there and back, what is refused, each system call failing; and those that are opened in memory. */
#include "helpers/npy_files.h"

static ra_archive *reopened(bool is_npz)
{
    ra_archive *a = is_npz ? ra_open_npz(file) : ra_open_safetensors(file);
    if (!a)
        fail_msg("%s", ra_last_error());
    return a;
}

static void assert_same(ra_archive *a, const char *name, const ra_tensor *t)
{
    static unsigned char before[1 << 20], after[1 << 20];
    RA_AUTO ra_tensor *back = ra_archive_tensor(a, name);
    if (!back)
        fail_msg("%s", ra_last_error());
    assert_int_equal(ra_tensor_dtype(t), ra_tensor_dtype(back));
    assert_int_equal(ra_ndim(t), ra_ndim(back));
    for (int d = 0; d < ra_ndim(t); d++)
        assert_int_equal(ra_size(t, d), ra_size(back, d));
    const size_t bytes = (size_t)ra_numel(t) * ra_dtype_size(ra_tensor_dtype(t));
    assert_int_equal(ra_copy_to(t, before, bytes), RA_OK);
    assert_int_equal(ra_copy_to(back, after, bytes), RA_OK);
    assert_memory_equal(before, after, bytes);
}

/* 0: .npz stored, 1: deflated, 2: safetensors. */
static ra_tensor *save(int form, const char *const *names, ra_tensors tensors)
{
    return form == 2 ? ra_save_safetensors(file, names, tensors) : ra_save_npz(file, names, tensors, RA_OPTS(ra_save_npz, .compressed = form == 1));
}

static void every_dtype_and_layout(void **state)
{
    (void)state;
    static const char *const names[] = {"plain", "a/turned", "sliced.npy", "gr\xc3\xbcn", "wide", "empty", "\"quoted\\\"\n", NULL};
    static unsigned char bytes[6 * 5 * 7 * 16];
    for (ra_dtype d = RA_BOOL; d < RA_DTYPE_COUNT; d++)
        for (int form = 0; form < 3; form++) {
            if (form == 2 ? d == RA_COMPLEX128 : d == RA_BFLOAT16)
                continue;
            for (size_t i = 0; i < sizeof bytes; i++)
                bytes[i] = d == RA_BOOL ? i % 3 == 0 : (unsigned char)(i * 7 + i / 256);
            RA_AUTO ra_tensor *t = ra_from_copy(bytes, d, RA_DIMS(6, 5, 7)), *turned = ra_transpose(t, 0, 2), *sliced = ra_slice(t, 1, 1, 4, 2);
            RA_AUTO ra_tensor *thin = ra_slice(t, 2, 3, 4, 1), *wide = ra_expand(thin, RA_DIMS(6, 5, 9)), *empty = ra_slice(t, 1, 2, 2, 1);
            RA_AUTO ra_tensor *one = ra_select(thin, 0, 3);
            const ra_tensor *all[] = {t, turned, sliced, thin, wide, empty, one};
            RA_AUTO ra_tensor *done = save(form, names, ra_tensors_of(all, 7));
            if (outcome(done))
                fail_msg("%s", ra_last_error());
            ra_archive *a = reopened(form < 2);
            assert_int_equal(ra_archive_count(a), 7);
            for (int i = 0; i < 7; i++)
                assert_same(a, i == 2 && form < 2 ? "sliced.npy" : names[i], all[i]);
            ra_archive_close(a);
            assert_int_equal(files_in_folder(), 1);
        }
}

/* More than a piece of each buffer; what deflates well is smaller. */
static void large(void **state)
{
    (void)state;
    long sizes[3];
    RA_AUTO ra_tensor *line = ra_arange(0, 120000, 1, RA_OPTS(ra_arange, .dtype = RA_INT32)), *t = ra_reshape(line, RA_DIMS(300, 400)), *turned = ra_t(t);
    for (int form = 0; form < 3; form++) {
        RA_AUTO ra_tensor *done = save(form, RA_NAMES("t", "turned"), RA_LIST(t, turned));
        assert_int_equal(outcome(done), RA_OK);
        ra_archive *a = reopened(form < 2);
        assert_same(a, "t", t);
        assert_same(a, "turned", turned);
        ra_archive_close(a);
        struct stat s;
        assert_int_equal(stat(file, &s), 0);
        sizes[form] = (long)s.st_size;
    }
    assert_true(sizes[0] > 960000 && sizes[2] > 960000 && sizes[1] < 700000);
}

static void what_is_pending(void **state)
{
    (void)state;
    static const uint8_t mask[6] = {0, 1, 1, 0, 0, 1};
    static const int64_t expected[6] = {0, 1, 0, 2, 1, 2};
    for (int form = 0; form < 3; form++) {
        RA_AUTO ra_tensor *m = ra_from_copy(mask, RA_BOOL, RA_DIMS(2, 3)), *where = ra_nonzero(m), *sum = ra_add(where, 1), *done = NULL;
        done = save(form, RA_NAMES("sum", "where"), RA_LIST(sum, where));
        assert_int_equal(outcome(done), RA_OK);
        ra_archive *a = reopened(form < 2);
        RA_AUTO ra_tensor *back = ra_archive_tensor(a, "where");
        int64_t got[6];
        assert_int_equal(ra_copy_to(back, got, sizeof got), RA_OK);
        assert_memory_equal(got, expected, sizeof got);
        ra_archive_close(a);
    }
}

static void safetensors_text(void **state)
{
    (void)state;
    static const uint8_t bytes[3] = {7, 8, 9};
    static const float number = 1.5f;
    static const char *const metadata[] = {"format", "pt", "a\"b", "\x01", NULL};
    static const char json[] = "{\"__metadata__\":{\"format\":\"pt\",\"a\\\"b\":\"\\u0001\"},\"f\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]},"
                               "\"u\":{\"dtype\":\"U8\",\"shape\":[3,1],\"data_offsets\":[4,7]}}";
    RA_AUTO ra_tensor *u = ra_from_copy(bytes, RA_UINT8, RA_DIMS(3, 1)), *f = ra_from_copy(&number, RA_FLOAT32, RA_DIMS());
    RA_AUTO ra_tensor *done = ra_save_safetensors(file, RA_NAMES("u", "f"), RA_LIST(u, f), RA_OPTS(ra_save_safetensors, .metadata = metadata));
    assert_int_equal(outcome(done), RA_OK);
    unsigned char got[512];
    uint64_t length;
    const size_t n = read_file(file, got, sizeof got);
    memcpy(&length, got, 8);
    assert_int_equal(length % 8, 0);
    assert_int_equal(n, 8 + length + 7);
    assert_memory_equal(got + 8, json, sizeof json - 1);
    for (size_t i = 8 + sizeof json - 1; i < 8 + length; i++)
        assert_int_equal(got[i], ' ');
    assert_memory_equal(got + 8 + length, &number, 4);
    assert_memory_equal(got + 8 + length + 4, bytes, 3);
    ra_archive *a = reopened(false);
    assert_string_equal(ra_archive_metadata(a, "a\"b"), "\x01");
    ra_archive_close(a);
    RA_AUTO ra_tensor *none = ra_save_safetensors(file, &metadata[4], ra_tensors_of(NULL, 0));
    assert_int_equal(outcome(none), RA_OK);
    assert_int_equal(read_file(file, got, sizeof got), 16);
    a = reopened(false);
    assert_int_equal(ra_archive_count(a), 0);
    ra_archive_close(a);
}

/* The same tensors, the same bytes; an empty archive. */
static void npz_bytes(void **state)
{
    (void)state;
    static unsigned char one[4096], other[4096];
    static const char *const none[] = {NULL};
    RA_AUTO ra_tensor *t = ra_arange(0, 10, 1), *first = ra_save_npz(file, RA_NAMES("t"), RA_LIST(t));
    assert_int_equal(outcome(first), RA_OK);
    const size_t n = read_file(file, one, sizeof one);
    RA_AUTO ra_tensor *second = ra_save_npz(file, RA_NAMES("t"), RA_LIST(t), RA_OPTS(ra_save_npz));
    assert_int_equal(outcome(second), RA_OK);
    assert_int_equal(read_file(file, other, sizeof other), n);
    assert_memory_equal(one, other, n);
    RA_AUTO ra_tensor *empty = ra_save_npz(file, none, ra_tensors_of(NULL, 0));
    assert_int_equal(outcome(empty), RA_OK);
    ra_archive *a = reopened(true);
    assert_int_equal(ra_archive_count(a), 0);
    ra_archive_close(a);
}

/* ---- refused ---- */

static void refused(void **state)
{
    (void)state;
    static char longest[5000];
    memset(longest, 'x', sizeof longest - 1);
    RA_AUTO ra_tensor *t = ra_ones(RA_DIMS(2)), *half = ra_zeros(RA_DIMS(2), RA_OPTS(ra_zeros, .dtype = RA_BFLOAT16)), *meta = NULL;
    RA_AUTO ra_tensor *number = ra_zeros(RA_DIMS(2), RA_OPTS(ra_zeros, .dtype = RA_COMPLEX128));
    meta = ra_empty(RA_DIMS(2), RA_OPTS(ra_empty, .device = RA_META));
    const struct {
        const char *one, *two;
        const ra_tensor *tensor;
        ra_status npz, safetensors;
    } cases[] = {
        {"a", NULL, t, RA_ERR_ARGUMENT, RA_ERR_ARGUMENT}, {NULL, NULL, t, RA_ERR_ARGUMENT, RA_ERR_ARGUMENT}, {"a", "a", t, RA_ERR_ARGUMENT, RA_ERR_ARGUMENT},
        {"a", "", t, RA_ERR_ARGUMENT, RA_ERR_ARGUMENT}, {"a", "\xff", t, RA_ERR_ARGUMENT, RA_ERR_ARGUMENT}, {"a", "\xc0\x80", t, RA_ERR_ARGUMENT, RA_ERR_ARGUMENT},
        {"a", "\xed\xa0\x80", t, RA_ERR_ARGUMENT, RA_ERR_ARGUMENT}, {"a", "\xe2\x82", t, RA_ERR_ARGUMENT, RA_ERR_ARGUMENT}, {"a", longest, t, RA_ERR_ARGUMENT, RA_ERR_ARGUMENT},
        {"a", "../b", t, RA_ERR_ARGUMENT, RA_OK}, {"a", "/b", t, RA_ERR_ARGUMENT, RA_OK}, {"a", "__metadata__", t, RA_OK, RA_ERR_ARGUMENT},
        {"a", "b", half, RA_ERR_DTYPE, RA_OK}, {"a", "b", number, RA_OK, RA_ERR_DTYPE}, {"a", "b", meta, RA_ERR_DEVICE, RA_ERR_DEVICE},
        {"a", "b", RA_NONE, RA_ERR_ARGUMENT, RA_ERR_ARGUMENT}, {"a", "b", NULL, RA_ERR_REFUSED, RA_ERR_REFUSED}, {"a", "\xf0\x9f\x98\x80", t, RA_OK, RA_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int form = 0; form < 3; form += 2) {
            const char *const names[] = {cases[i].one, cases[i].two, NULL};
            ra_clear_error();
            RA_AUTO ra_tensor *done = save(form, names, RA_LIST(t, cases[i].tensor));
            const ra_status expected = form ? cases[i].safetensors : cases[i].npz, got = done ? outcome(done) : ra_last_status();
            if (got != expected || (done != NULL) != (expected == RA_OK))
                fail_msg("case %zu, form %d: %s", i, form, ra_last_error());
        }
    static const char *const odd[] = {"key", NULL}, *const same[] = {"k", "1", "k", "2", NULL};
    const char *const *const metadata[] = {odd, same};
    for (int i = 0; i < 2; i++) {
        assert_null(ra_save_safetensors(file, RA_NAMES("t"), RA_LIST(t), RA_OPTS(ra_save_safetensors, .metadata = metadata[i])));
        assert_int_equal(ra_last_status(), RA_ERR_ARGUMENT);
        assert_message_has("metadata");
        ra_clear_error();
    }
    assert_null(ra_save_npz(NULL, RA_NAMES("t"), RA_LIST(t)));
    assert_null(ra_save_npz(file, NULL, RA_LIST(t)));
    assert_null(ra_save_npz(file, RA_NAMES("t", "u", "v"), RA_LIST(t, t)));
    assert_null(ra_save_npz(file, RA_NAMES("t"), ra_tensors_of(NULL, 1)));
    ra_save_npz_opts unmade = {.compressed = true};
    ra_clear_error();
    assert_null(ra_save_npz(file, RA_NAMES("t"), RA_LIST(t), &unmade));
    assert_message_has("RA_OPTS");
}

/* ---- the system ---- */

/* The target has its old bytes after every failure but that of the last call, and the folder no other file. */
static void a_save_fails_at_each_call(void **state)
{
    (void)state;
    static const enum ra__os_call calls[] = {RA__OS_CREATE, RA__OS_WRITE, RA__OS_FSYNC, RA__OS_CLOSE, RA__OS_RENAME, RA__OS_HEAP};
    RA_AUTO ra_tensor *t = ra_arange(0, 6, 1), *before = ra_save_npy(file, t);
    assert_int_equal(outcome(before), RA_OK);
    for (int form = 0; form < 3; form++)
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
            int failed = 0;
            for (long nth = 1, hits = 1; hits; nth++) {
                ra_clear_error();
                ra__os_fault_arm_call(calls[i], nth, 1);
                RA_AUTO ra_tensor *done = save(form, RA_NAMES("t", "u"), RA_LIST(t, t));
                const ra_status s = done ? outcome(done) : ra_last_status();
                hits = ra__os_fault_hits();
                ra__os_fault_disarm();
                failed += hits && s;
                if (calls[i] == RA__OS_HEAP)
                    assert_true(s == RA_OK || s == (done ? RA_ERR_TASK_MEMORY : RA_ERR_MEMORY));
                else
                    assert_int_equal(s, hits ? RA_ERR_FILE : RA_OK);
                assert_int_equal(files_in_folder(), 1);
                unsigned char bytes[256];
                (void)read_file(file, bytes, sizeof bytes);
                const bool is_old = bytes[0] == 0x93, is_last = calls[i] == RA__OS_FSYNC && nth == 2;
                assert_int_equal(is_old, s != RA_OK && !is_last);
                RA_AUTO ra_tensor *again = ra_save_npy(file, t);
                assert_int_equal(outcome(again), RA_OK);
            }
            assert_true(failed >= (calls[i] == RA__OS_WRITE ? form == 2 ? 3 : 12 : 1));
        }
}

static void nowhere(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *t = ra_ones(RA_DIMS(2)), *npz = ra_save_npz("/nowhere/a.npz", RA_NAMES("t"), RA_LIST(t));
    RA_AUTO ra_tensor *safetensors = ra_save_safetensors(folder, RA_NAMES("t"), RA_LIST(t));
    assert_int_equal(outcome(npz), RA_ERR_FILE);
    assert_message_has("/nowhere/a.npz: byte 0: ");
    assert_message_has("ra_save_npz(float32 [2])");
    assert_int_equal(outcome(safetensors), RA_ERR_FILE);
}

static void a_failed_tensor_is_not_saved(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *zeros = ra_zeros(RA_DIMS(2, 2)), *bad = ra_linalg_inv(zeros), *t = ra_ones(RA_DIMS(2));
    for (int form = 0; form < 3; form++) {
        RA_AUTO ra_tensor *done = save(form, RA_NAMES("t", "bad"), RA_LIST(t, bad));
        assert_int_equal(outcome(done), outcome(bad));
        assert_int_not_equal(outcome(done), RA_OK);
        assert_int_equal(files_in_folder(), 0);
    }
}

/* ---- memory ---- */

static _Atomic int released;
static void count_release(void *context)
{
    (void)context;
    atomic_fetch_add(&released, 1);
}

static void wait_for_releases(int count)
{
    for (int i = 0; i < 5000 && atomic_load(&released) < count; i++)
        usleep(1000);
    assert_int_equal(atomic_load(&released), count);
}

static void in_memory(void **state)
{
    (void)state;
    static _Alignas(64) unsigned char bytes[4096];
    RA_AUTO ra_tensor *t = ra_arange(0, 10, 1), *yes = ra_ge(t, 5);
    for (int form = 0; form < 3; form++) {
        RA_AUTO ra_tensor *done = save(form, RA_NAMES("t", "yes"), RA_LIST(t, yes));
        assert_int_equal(outcome(done), RA_OK);
        const size_t n = read_file(file, bytes, sizeof bytes);
        atomic_store(&released, 0);
        assert_null(form < 2 ? ra_open_npz_from(bytes, n - 1, count_release, NULL) : ra_open_safetensors_from(bytes, n - 1, count_release, NULL));
        ra_archive *a = form < 2 ? ra_open_npz_from(bytes, n, count_release, NULL) : ra_open_safetensors_from(bytes, n, count_release, NULL);
        assert_same(a, "t", t);
        assert_same(a, "yes", yes);
        ra_tensor *late = ra_archive_tensor(a, "t"), *copy = ra_archive_tensor(a, "yes");
        ra_archive_close(a);
        if (form == 2) {
            assert_int_equal(ra_neg_(late), RA_ERR_READONLY);
            ra_poll();
            assert_int_equal(atomic_load(&released), 0); /* late lies in there */
        }
        assert_int_equal(outcome(copy), RA_OK);
        ra_release(late);
        ra_release(copy);
        wait_for_releases(1);
    }
}

static void npy_in_memory(void **state)
{
    (void)state;
    unsigned char bytes[256];
    static const uint16_t data[2] = {0x0100, 0x0200};
    const size_t n = compose(bytes, 1, "{'descr': '>i2', 'fortran_order': False, 'shape': (2,)}", data, sizeof data);
    unsigned char *exact = malloc(n);
    assert_non_null(exact);
    memcpy(exact, bytes, n);
    atomic_store(&released, 0);
    RA_AUTO ra_tensor *t = ra_load_npy_from(exact, n, count_release, NULL), *plain = ra_load_npy_from(exact, n, NULL, NULL);
    const int16_t *got = ra_data_i16(t, NULL);
    assert_true(got && got[0] == 1 && got[1] == 2);
    assert_int_equal(outcome(plain), RA_OK);
    wait_for_releases(1);
    assert_int_equal(ra_neg_(t), RA_OK);
    RA_AUTO ra_tensor *cut = ra_load_npy_from(exact, n - 1, count_release, NULL);
    assert_int_equal(outcome(cut), RA_ERR_FORMAT);
    assert_message_has("memory: byte ");
    wait_for_releases(2);
    for (size_t k = 0; k < n - 4; k++) { /* within the header: refused, and nothing is released */
        ra_clear_error();
        assert_null(ra_load_npy_from(exact, k, count_release, NULL));
        assert_int_equal(ra_last_status(), RA_ERR_FORMAT);
    }
    ra_clear_error();
    assert_null(ra_load_npy_from(NULL, 8, count_release, NULL));
    assert_int_equal(ra_last_status(), RA_ERR_ARGUMENT);
    assert_int_equal(ra_wait_all(), RA_OK);
    assert_int_equal(atomic_load(&released), 2);
    free(exact);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        NPY(every_dtype_and_layout), NPY(large), NPY(what_is_pending), NPY(safetensors_text), NPY(npz_bytes), NPY(refused), NPY(a_save_fails_at_each_call), NPY(nowhere),
        NPY(a_failed_tensor_is_not_saved), NPY(in_memory), NPY(npy_in_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
