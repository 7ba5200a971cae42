/*
 * .npy files: real ones, every dtype and layout there and back, and saves and loads that fail at each of their system calls.
 */
#include "helpers/npy_files.h"

/* ---- real files ---- */

static void loads_digits(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *images = ra_load_npy("tests/data/digits_images.npy"), *labels = ra_load_npy("tests/data/digits_labels.npy");
    const uint8_t *pixel = ra_data_u8(images, NULL);
    const int64_t *label = ra_data_i64(labels, NULL);
    assert_non_null(pixel);
    assert_non_null(label);
    assert_int_equal(ra_ndim(images), 3);
    assert_int_equal(ra_size(images, 0), 1797);
    assert_int_equal(ra_size(labels, 0), 1797);
    long pixels = 0, digits = 0;
    for (int i = 0; i < 1797 * 64; i++)
        pixels += pixel[i];
    for (int i = 0; i < 1797; i++)
        digits += label[i];
    assert_int_equal(pixels, 561718);
    assert_int_equal(digits, 8070);
    assert_int_equal(pixel[2], 5);
}

static void writes_the_bytes_that_numpy_writes(void **state)
{
    (void)state;
    static const char *const names[] = {"digits_images", "digits_labels", "photo", "breast_cancer"};
    static unsigned char theirs[1 << 20], ours[1 << 20];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[64];
        snprintf(path, sizeof path, "tests/data/%s.npy", names[i]);
        RA_AUTO ra_tensor *t = ra_load_npy(path), *done = ra_save_npy(file, t);
        int64_t one = 0;
        assert_int_equal(ra_item_i64(done, &one), RA_OK);
        assert_int_equal(one, 1);
        assert_int_equal(ra_ndim(done), 0);
        size_t n = read_file(path, theirs, sizeof theirs);
        assert_int_equal(read_file(file, ours, sizeof ours), n);
        assert_memory_equal(theirs, ours, n);
    }
    assert_int_equal(files_in_folder(), 1);
}

/* ---- there and back ---- */

static void there_and_back(const ra_tensor *t)
{
    static unsigned char before[1 << 20], after[1 << 20];
    RA_AUTO ra_tensor *done = ra_save_npy(file, t), *back = NULL;
    assert_int_equal(outcome(done), RA_OK); /* a load does not wait for saves */
    back = ra_load_npy(file);
    assert_non_null(back);
    assert_int_equal(ra_tensor_dtype(t), ra_tensor_dtype(back));
    assert_int_equal(ra_ndim(t), ra_ndim(back));
    for (int d = 0; d < ra_ndim(t); d++)
        assert_int_equal(ra_size(t, d), ra_size(back, d));
    assert_true(ra_is_contiguous(back));
    size_t bytes = (size_t)ra_numel(t) * ra_dtype_size(ra_tensor_dtype(t));
    assert_int_equal(ra_copy_to(t, before, bytes), RA_OK);
    assert_int_equal(ra_copy_to(back, after, bytes), RA_OK);
    assert_memory_equal(before, after, bytes);
}

static void every_dtype_and_layout(void **state)
{
    (void)state;
    static unsigned char bytes[6 * 5 * 7 * 16];
    for (ra_dtype d = RA_BOOL; d < RA_DTYPE_COUNT; d++) {
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = d == RA_BOOL ? i % 3 == 0 : (unsigned char)(i * 7 + i / 256);
        if (d == RA_BFLOAT16)
            continue;
        RA_AUTO ra_tensor *t = ra_from_copy(bytes, d, RA_DIMS(6, 5, 7));
        RA_AUTO ra_tensor *turned = ra_transpose(t, 0, 2), *sliced = ra_slice(t, 1, 1, 4, 2), *thin = ra_slice(t, 2, 3, 4, 1);
        RA_AUTO ra_tensor *wide = ra_expand(thin, RA_DIMS(6, 5, 9)), *empty = ra_slice(t, 1, 2, 2, 1);
        RA_AUTO ra_tensor *line = ra_select(t, 0, 1), *row = ra_select(line, 0, 2), *one = ra_select(row, 0, 3);
        const ra_tensor *all[] = {t, turned, sliced, thin, wide, empty, line, row, one};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            there_and_back(all[i]);
    }
}

/* Larger than the buffer that a strided save gathers into, and than the piece that a load reads at once. */
static void large_and_strided(void **state)
{
    (void)state;
    enum { ROWS = 1500, COLUMNS = 1001 };
    int32_t *numbers = malloc(ROWS * COLUMNS * sizeof *numbers), *back = malloc(ROWS * COLUMNS * sizeof *back);
    assert_non_null(numbers);
    assert_non_null(back);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        numbers[i] = i * 31 + 7;
    RA_AUTO ra_tensor *t = ra_from_data(numbers, RA_INT32, RA_DIMS(ROWS, COLUMNS), NULL), *turned = ra_transpose(t, 0, 1);
    RA_AUTO ra_tensor *done = ra_save_npy(file, turned);
    assert_int_equal(outcome(done), RA_OK);
    RA_AUTO ra_tensor *loaded = ra_load_npy(file);
    assert_int_equal(ra_copy_to(loaded, back, ROWS * COLUMNS * sizeof *back), RA_OK);
    for (int i = 0; i < COLUMNS; i++)
        for (int j = 0; j < ROWS; j++)
            if (back[i * ROWS + j] != numbers[j * COLUMNS + i])
                fail_msg("element %d, %d is %d, not %d", i, j, back[i * ROWS + j], numbers[j * COLUMNS + i]);
    free(back);
    ra_release(t), t = NULL;
    ra_release(turned), turned = NULL;
    free(numbers);
}

static void pending_extent(void **state)
{
    (void)state;
    static const uint8_t mask[6] = {0, 1, 1, 0, 0, 1};
    RA_AUTO ra_tensor *m = ra_from_copy(mask, RA_BOOL, RA_DIMS(2, 3)), *where = ra_nonzero(m);
    RA_AUTO ra_tensor *done = ra_save_npy(file, where), *back = NULL;
    assert_int_equal(outcome(done), RA_OK);
    back = ra_load_npy(file);
    assert_int_equal(ra_size(back, 0), 3);
    int64_t got[6];
    static const int64_t expected[6] = {0, 1, 0, 2, 1, 2};
    assert_int_equal(ra_copy_to(back, got, sizeof got), RA_OK);
    assert_memory_equal(got, expected, sizeof got);
}

/* ---- the file system ---- */

static void files_that_are_none(void **state)
{
    (void)state;
    const char *const paths[] = {"/nowhere/a.npy", folder, "/dev/null", ""};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        ra_clear_error();
        assert_null(ra_load_npy(paths[i]));
        assert_int_equal(ra_last_status(), RA_ERR_FILE);
        assert_message_has(paths[i]);
    }
    ra_clear_error();
    assert_null(ra_load_npy(NULL));
    assert_int_equal(ra_last_status(), RA_ERR_ARGUMENT);
}

static void refused_saves(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *t = ra_from_copy("0123", RA_BFLOAT16, RA_DIMS(2)), *meta = NULL;
    struct {
        const char *path;
        const ra_tensor *t;
        ra_status status;
    } cases[] = {{file, NULL, RA_ERR_REFUSED}, {file, RA_NONE, RA_ERR_ARGUMENT}, {file, t, RA_ERR_DTYPE}, {NULL, t, RA_ERR_ARGUMENT}, {file, NULL, RA_ERR_DEVICE}};
    meta = ra_empty(RA_DIMS(2), RA_OPTS(ra_empty, .device = RA_META));
    assert_non_null(meta);
    cases[4].t = meta;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ra_clear_error();
        assert_null(ra_save_npy(cases[i].path, cases[i].t));
        assert_int_equal(ra_last_status(), cases[i].status);
    }
    assert_int_equal(files_in_folder(), 0);
}

static void saves_where_none_can_be(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *t = ra_from_copy("0123", RA_UINT8, RA_DIMS(4));
    RA_AUTO ra_tensor *missing = ra_save_npy("/nowhere/a.npy", t), *onto_folder = ra_save_npy(folder, t);
    assert_int_equal(outcome(missing), RA_ERR_FILE);
    assert_message_has("/nowhere/a.npy: byte 0: ");
    assert_message_has("No such file or directory");
    assert_message_has("ra_save_npy(uint8 [4])");
    assert_int_equal(outcome(onto_folder), RA_ERR_FILE);
    assert_int_equal(files_in_folder(), 0);
}

/* The target has its old bytes after every failure but that of the last call, and the folder no other file. */
static void a_save_fails_at_each_call(void **state)
{
    (void)state;
    static const enum ra__os_call calls[] = {RA__OS_CREATE, RA__OS_WRITE, RA__OS_FSYNC, RA__OS_CLOSE, RA__OS_RENAME};
    static const uint8_t old[4] = {1, 2, 3, 4}, new[8] = {5, 6, 7, 8, 9, 10, 11, 12}, turned[8] = {5, 9, 6, 10, 7, 11, 8, 12};
    RA_AUTO ra_tensor *before = ra_from_copy(old, RA_UINT8, RA_DIMS(4)), *flat = ra_from_copy(new, RA_UINT8, RA_DIMS(2, 4));
    RA_AUTO ra_tensor *after = ra_transpose(flat, 0, 1), *first = ra_save_npy(file, before);
    assert_int_equal(outcome(first), RA_OK);
    int failed = 0;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        for (long nth = 1; nth <= 2; nth++) {
            ra__os_fault_arm_call(calls[i], nth, 1);
            RA_AUTO ra_tensor *done = ra_save_npy(file, after);
            ra_status s = outcome(done);
            long hits = ra__os_fault_hits();
            ra__os_fault_disarm();
            assert_int_equal(s, hits ? RA_ERR_FILE : RA_OK);
            failed += hits > 0;
            assert_int_equal(files_in_folder(), 1);
            bool replaced = !hits || (calls[i] == RA__OS_FSYNC && nth == 2);
            unsigned char bytes[256]; /* read without the library, whose loads close their files whenever they are over */
            assert_int_equal(read_file(file, bytes, sizeof bytes), 128 + (replaced ? sizeof new : sizeof old));
            assert_memory_equal(bytes + 128, replaced ? turned : old, replaced ? sizeof new : sizeof old);
            RA_AUTO ra_tensor *again = ra_save_npy(file, before);
            assert_int_equal(outcome(again), RA_OK);
        }
    assert_true(failed >= 7); /* each call once, and of those that are made twice the second */
}

static void a_load_fails_at_each_call(void **state)
{
    (void)state;
    static const int64_t data[2] = {1, 2};
    RA_AUTO ra_tensor *t = load_composed(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (2,)}", data, sizeof data);
    assert_int_equal(outcome(t), RA_OK);
    for (long nth = 1;; nth++) {
        ra_clear_error();
        ra__os_fault_arm(nth);
        RA_AUTO ra_tensor *again = ra_load_npy(file);
        ra_status refused = ra_last_status(), s = again ? outcome(again) : RA_OK;
        long hits = ra__os_fault_hits();
        enum ra__os_call last = ra__os_fault_last();
        ra__os_fault_disarm();
        if (!hits) {
            assert_true(nth > 5);
            assert_int_equal(s, RA_OK);
            break;
        }
        if (last == RA__OS_OPEN || last == RA__OS_READ || last == RA__OS_FILE_SIZE)
            assert_int_equal(again ? s : refused, RA_ERR_FILE);
        else if (!again)
            assert_int_equal(refused, RA_ERR_MEMORY);
    }
}

static void saves_are_in_order(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        int64_t number = i;
        RA_AUTO ra_tensor *t = ra_from_copy(&number, RA_INT64, RA_DIMS());
        ra_release(ra_save_npy(file, t)); /* nobody waits for this one */
    }
    int64_t last = 20;
    RA_AUTO ra_tensor *t = ra_from_copy(&last, RA_INT64, RA_DIMS()), *done = ra_save_npy(file, t), *back = NULL;
    assert_int_equal(outcome(done), RA_OK);
    back = ra_load_npy(file);
    assert_int_equal(ra_item_i64(back, &last), RA_OK);
    assert_int_equal(last, 20);
    assert_int_equal(files_in_folder(), 1);
}

static void a_failed_tensor_is_not_saved(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *t = load_composed(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (4,)}", "0", 1);
    char other[96];
    snprintf(other, sizeof other, "%s/b.npy", folder);
    RA_AUTO ra_tensor *done = ra_save_npy(other, t);
    assert_int_equal(outcome(done), RA_ERR_FORMAT);
    assert_int_equal(files_in_folder(), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        NPY(loads_digits),
        NPY(writes_the_bytes_that_numpy_writes),
        NPY(every_dtype_and_layout),
        NPY(large_and_strided),
        NPY(pending_extent),
        NPY(files_that_are_none),
        NPY(refused_saves),
        NPY(saves_where_none_can_be),
        NPY(a_save_fails_at_each_call),
        NPY(a_load_fails_at_each_call),
        NPY(saves_are_in_order),
        NPY(a_failed_tensor_is_not_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
