/*
 * Poison: it lies on exactly the elements that failed until each is overwritten, whatever views they are named by; the
 * earliest failure is told; and what is kept of it does not grow with what a program goes on to do.
 */
#include "helpers/moments.h"
#include "helpers/release.h"

#include "async/front/tensor.h"
#include "async/values/failure.h"

#include <pthread.h>

/* ---- a model: what fails, byte by byte ---- */

enum { BYTES = 360, VIEWS = 24, OPERATIONS = 4000 };

static uint64_t seed;

static int64_t draw(int64_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((seed >> 33) % (uint64_t)below);
}

/* Nested, with gaps or without, turned round, or of elements that share memory. */
static const ra_layout *draw_layout(ra_dtype dtype, int64_t item, int64_t *offset)
{
    ra__shape s = {.dtype = dtype};
    int64_t extent;
    do {
        s.ndim = (int)draw(4);
        int64_t step = 1 + (draw(3) == 0 ? draw(3) : 0);
        for (int d = s.ndim - 1; d >= 0; d--) {
            s.sizes[d] = 1 + draw(5);
            s.strides[d] = draw(12) == 0 ? draw(3) : step;
            step = step * s.sizes[d] + (draw(2) ? draw(4) : 0);
        }
        if (s.ndim > 1 && draw(3) == 0) {
            int64_t size = s.sizes[0], stride = s.strides[0];
            s.sizes[0] = s.sizes[1], s.strides[0] = s.strides[1];
            s.sizes[1] = size, s.strides[1] = stride;
        }
        assert_true(ra__extent_of(dtype, s.ndim, s.sizes, s.strides, &extent));
    } while (extent * item > BYTES);
    *offset = draw(BYTES / item - extent + 1) * item;
    return ra__layout_intern(&s);
}

static void mark(const ra_layout *l, int64_t at, int dim, char *touched)
{
    int64_t item = ra__itemsize(l);
    if (dim == l->ndim)
        memset(touched + at, 1, (size_t)item);
    else
        for (int64_t i = 0; i < ra__sizes(l)[dim]; i++)
            mark(l, at + i * ra__strides(l)[dim] * item, dim + 1, touched);
}

static int failing(ra_storage *s)
{
    int n = 0;
    for (int64_t i = 0; i < BYTES; i++) {
        ra__failure *f = ra__poison_find(s, (ra__bytes){i, i + 1, NULL});
        n += f != NULL;
        ra__failure_drop(f);
    }
    return n;
}

static void it_lies_on_the_very_elements(void **state)
{
    (void)state;
    static const ra_dtype dtypes[] = {RA_UINT8, RA_INT16, RA_FLOAT32, RA_FLOAT64};
    start(-1);
    for (int d = 0; d < 4; d++) {
        seed = 5 + (uint64_t)d;
        ra_storage *s = ra__storage_new(RA_CPU, BYTES);
        uint64_t model[BYTES] = {0}, sequence = 0; /* that of the failure on each byte */
        const ra_layout *layout[VIEWS];
        int64_t offset[VIEWS], item = (int64_t)ra_dtype_size(dtypes[d]);
        for (int v = 0; v < VIEWS; v++)
            layout[v] = draw_layout(dtypes[d], item, &offset[v]);
        for (long i = 0; i < harness_rounds(OPERATIONS); i++) {
            const int64_t v = draw(VIEWS), what = draw(i / 500 % 2 ? 3 : 5); /* more failures for a while, then fewer */
            const ra__bytes b = ra__bytes_of(layout[v], offset[v], BYTES);
            char touched[BYTES] = {0};
            uint64_t earliest = 0;
            mark(layout[v], offset[v], 0, touched);
            for (int at = 0; at < BYTES; at++)
                if (touched[at] && model[at] && (!earliest || model[at] < earliest))
                    earliest = model[at];
            ra__failure *found = ra__poison_find(s, b);
            assert_int_equal(found ? found->sequence : 0, earliest);
            ra__failure_drop(found);
            if (what == 0) {
                uint64_t number = ++sequence > 20 && draw(3) == 0 ? sequence - (uint64_t)draw(20) : sequence;
                ra__failure *f = ra__failure_new(RA_ERR_VALUE, number, NULL, "");
                ra__poison_set(s, b, f);
                ra__failure_drop(f);
                for (int at = 0; at < BYTES; at++)
                    if (touched[at] && (!model[at] || number < model[at]))
                        model[at] = number;
            } else if (what > 1) {
                ra__poison_clear(s, b);
                for (int at = 0; at < BYTES; at++)
                    model[at] = touched[at] ? 0 : model[at];
            }
        }
        int expected = 0;
        for (int at = 0; at < BYTES; at++)
            expected += model[at] != 0;
        assert_int_equal(failing(s), expected);
        ra__poison_clear(s, (ra__bytes){0, BYTES, NULL});
        assert_false(ra__may_have_failed(s));
        for (int v = 0; v < VIEWS; v++)
            ra__layout_unref(layout[v]);
        ra__storage_drop(s, RA__HOLDER);
    }
    stop();
}

/* So many that going through all of them for each would take minutes; in order, and in none. */
static void many_parts_fail_and_recover_one_by_one(void **state)
{
    (void)state;
    enum { PARTS = 60000, STEP = 37777, ITEM = 4 }; /* no common divisor */
    const int64_t parts = harness_rounds(PARTS);
    start(-1);
    for (int64_t step = 1; step <= STEP; step += STEP - 1) {
        ra_storage *s = ra__storage_new(RA_CPU, parts * ITEM);
        for (int64_t i = 0, at = 0; i < parts; i++, at = (at + step) % parts) {
            ra__failure *f = ra__failure_new(RA_ERR_VALUE, (uint64_t)(1 + at), NULL, "");
            ra__poison_set(s, (ra__bytes){at * ITEM, at * ITEM + ITEM, NULL}, f);
            ra__failure_drop(f);
        }
        for (int64_t i = 0, at = parts / 2; i < parts; i++, at = (at + step) % parts) {
            const ra__bytes b = {at * ITEM, at * ITEM + ITEM, NULL};
            ra__failure *found = ra__poison_find(s, b);
            assert_true(found && found->sequence == (uint64_t)(1 + at));
            ra__failure_drop(found);
            ra__poison_clear(s, b);
            assert_null(ra__poison_find(s, b));
        }
        assert_false(ra__may_have_failed(s));
        ra__storage_drop(s, RA__HOLDER);
    }
    stop();
}

/* ---- by operators ---- */

static void fail_into(ra_tensor *t)
{
    int64_t past = 99;
    ra_tensor *one = ra_ones(RA_DIMS(1)), *there = ra_from_copy(&past, RA_INT64, RA_DIMS(1)), *bad = ra_index_select(one, 0, there);
    OK(ra_copy_(t, bad));
    RELEASE(one, there, bad);
}

static ra_status status_of(const ra_tensor *t)
{
    ra_status s = ra_wait(t);
    ra_clear_error();
    return s;
}

static void a_column_that_is_overwritten_is_well(void **state)
{
    (void)state;
    for (int workers = -1; workers <= 2; workers += 3) {
        start(workers);
        ra_tensor *base = ra_zeros(RA_DIMS(4, 6)), *good = ra_ones(RA_DIMS(4)), *column = ra_select(base, 1, 2), *next = ra_select(base, 1, 3);
        ra_tensor *odd = ra_slice(base, 1, 1, 6, 2), *row = ra_select(base, 0, 1), *cell = ra_select(row, 0, 2);
        fail_into(column);
        assert_int_equal(status_of(column), RA_ERR_INDEX);
        assert_int_equal(status_of(base), RA_ERR_INDEX);
        assert_int_equal(status_of(row), RA_ERR_INDEX);
        OK(status_of(next));
        OK(status_of(odd));
        OK(ra_fill_(odd, 7.0)); /* on both sides of it */
        assert_int_equal(status_of(column), RA_ERR_INDEX);
        OK(ra_fill_(row, 5.0)); /* one element */
        OK(status_of(row));
        assert_int_equal(status_of(column), RA_ERR_INDEX);
        OK(ra_copy_(column, good));
        OK(status_of(base));
        fail_into(odd);
        assert_int_equal(status_of(next), RA_ERR_INDEX);
        OK(status_of(column));
        for (int64_t i = 1; i < 6; i += 2) {
            ra_tensor *each = ra_select(base, 1, i);
            assert_int_equal(status_of(odd), RA_ERR_INDEX);
            OK(ra_zero_(each));
            ra_release(each);
        }
        OK(status_of(base));
        assert_false(ra__may_have_failed(base->storage));
        fail_into(base);
        for (int64_t i = 0; i < 4; i++) { /* a dense one, row by row */
            ra_tensor *each = ra_select(base, 0, i);
            assert_int_equal(status_of(base), RA_ERR_INDEX);
            OK(ra_fill_(each, 3.0));
            OK(status_of(each));
            ra_release(each);
        }
        OK(status_of(base));
        assert_true(at(cell, 0) == 3);
        RELEASE(base, good, column, next, odd, row, cell);
        stop();
    }
}

static int lists_kept(const ra_tensor *t)
{
    const ra__poison *p = atomic_load(&t->storage->poison);
    return (atomic_load(&p->now) != NULL) + (atomic_load(&p->retired) != NULL);
}

/* A program that fails and recovers again and again keeps nothing of it; one that goes on with what failed keeps one account. */
static void what_is_kept_does_not_grow(void **state)
{
    (void)state;
    start(-1);
    ra_tensor *base = ra_zeros(RA_DIMS(8, 8)), *left = ra_narrow(base, 1, 0, 4), *more = ra_ones(RA_DIMS(8, 4));
    for (int i = 0; i < 50; i++) {
        fail_into(left);
        for (int k = 0; k < 20; k++)
            OK(ra_add_(left, more));
        OK(ra_mul_(base, 2)); /* the right half fails as well */
        assert_int_equal(status_of(base), RA_ERR_INDEX);
        assert_int_equal(lists_kept(base), 1);
        OK(ra_zero_(base));
        for (int k = 0; k < 20; k++)
            OK(ra_add_(left, more));
        OK(status_of(base));
        assert_int_equal(lists_kept(base), 0);
    }
    RELEASE(base, left, more);
    stop();
}

/* Threads fail and overwrite columns of their own, while another asks about all of them. */
enum { THREADS = 3, TURNS = 300 };

static ra_tensor *common;
static _Atomic bool over;

static void *work_on_a_column(void *which)
{
    ra_tensor *column = ra_select(common, 1, (int64_t)(intptr_t)which), *upper = ra_narrow(column, 0, 0, 8);
    for (int i = 0; i < harness_rounds(TURNS); i++) {
        fail_into(column);
        OK(ra_fill_(upper, 2.0));
        OK(status_of(upper));
        assert_int_equal(status_of(column), RA_ERR_INDEX);
        OK(ra_fill_(column, (double)i));
        OK(status_of(column));
    }
    RELEASE(column, upper);
    return NULL;
}

static void *ask(void *unused)
{
    (void)unused;
    ra_tensor *mine = ra_ref(common);
    while (!atomic_load(&over)) {
        ra_status s = status_of(mine);
        assert_true(s == RA_OK || s == RA_ERR_INDEX);
    }
    ra_release(mine);
    return NULL;
}

static void threads_fail_and_recover_side_by_side(void **state)
{
    (void)state;
    start(2);
    pthread_t thread[THREADS + 1];
    atomic_store(&over, false);
    common = ra_zeros(RA_DIMS(16, THREADS));
    assert_int_equal(pthread_create(&thread[THREADS], NULL, ask, NULL), 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, work_on_a_column, (void *)(intptr_t)i), 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(thread[i], NULL), 0);
    atomic_store(&over, true);
    assert_int_equal(pthread_join(thread[THREADS], NULL), 0);
    OK(status_of(common));
    assert_false(ra__may_have_failed(common->storage));
    ra_release(common);
    stop();
}

int main(void)
{
#define T(f) TEST_AROUND(f, NULL, clean_up)
    const struct CMUnitTest tests[] = {T(it_lies_on_the_very_elements), T(a_column_that_is_overwritten_is_well), T(what_is_kept_does_not_grow), T(many_parts_fail_and_recover_one_by_one),
                                       T(threads_fail_and_recover_side_by_side)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
