/*
 * Promise 5: no error is lost and none ends the process. What only the data can tell poisons exactly the bytes concerned.
 */
#define _GNU_SOURCE
#include "async/front/tensor.h"
#include "helpers/child.h"
#include "helpers/moments.h"

#include <sys/resource.h>

static void assert_says(const ra_tensor *t, const char *const *parts)
{
    char text[2048];
    assert_int_not_equal(ra_tensor_error(t, text, sizeof text), RA_OK);
    for (; *parts; parts++)
        if (!strstr(text, *parts))
            fail_msg("\"%s\" is not in: %s", *parts, text);
}
#define SAYS(t, ...) assert_says(t, (const char *const[]){__VA_ARGS__, NULL})

static ra_tensor *indices(int64_t first, int64_t second)
{
    int64_t values[] = {first, second};
    return ra_from_copy(values, RA_INT64, RA_DIMS(2));
}

/* index_select of a row that there is not; at a site. */
static ra_tensor *fails_by_index(const ra_tensor *from, int line)
{
    RA_AUTO ra_tensor *i = indices(1, 1000);
    ra_set_site("pipeline.c", line);
    ra_tensor *t = ra_index_select(from, 0, i);
    ra_set_site(NULL, 0);
    return t;
}

static ra_tensor *fails_by_division(int line)
{
    RA_AUTO ra_tensor *ones = ra_ones(RA_DIMS(2), RA_OPTS(ra_ones, .dtype = RA_INT32));
    ra_set_site("pipeline.c", line);
    ra_tensor *t = ra_floor_divide(ones, 0);
    ra_set_site(NULL, 0);
    return t;
}

static void a_fault_in_a_worker_names_its_way(void **state)
{
    (void)state;
    start(2);
    ra_scope_begin();
    ra_tensor *x = ra_ones(RA_DIMS(10, 3)), *bad = fails_by_index(x, 42);
    ra_set_site("pipeline.c", 50);
    ra_tensor *next = ra_exp(bad), *last = ra_sum(next, RA_ALL), *apart = ra_add(x, 1);
    EVENTUALLY(ra_is_ready(last) && ra_is_ready(apart)); /* nobody helps: a worker has met it */
    assert_int_equal(ra_wait(last), RA_ERR_INDEX);
    SAYS(bad, "index_select", "float32 [10, 3]", "pipeline.c:42", "1000");
    SAYS(last, "index_select", "pipeline.c:42", "reached exp", "reached sum", "pipeline.c:50");
    ra_status s;
    assert_null(ra_data_f32(next, &s));
    assert_int_equal(s, RA_ERR_INDEX);
    double v;
    assert_int_equal(ra_item_f64(last, &v), RA_ERR_INDEX);
    assert_true(at(apart, 5) == 2); /* unrelated work goes on */
    ra_stats stats = ra_get_stats();
    assert_int_equal(stats.failed, 1);
    assert_int_equal(stats.poisoned, 2);
    assert_int_equal(stats.ran_by_waiter, 0);
    ra_clear_error();
    (void)!ra_scope_end();
    stop();
}

/* The same status and message inline, synchronously, with and without workers. */
static void every_way_of_running_tells_the_same(void **state)
{
    (void)state;
    char first[2048] = "", text[2048];
    for (int way = 0; way < 5; way++) {
        ra_config config = {.size = sizeof config, .workers = way == 3 ? -1 : 2, .no_inline = way != 1};
        OK(ra_init(&config));
        ra_set_execution(way == 2 ? RA_SYNC : RA_RUN_AHEAD);
        RA_AUTO ra_tensor *bad = fails_by_division(7);
        assert_int_equal(ra_wait(bad), RA_ERR_DIVIDE);
        assert_int_equal(ra_tensor_error(bad, text, sizeof text), RA_ERR_DIVIDE);
        if (!way)
            strcpy(first, text);
        assert_string_equal(text, first);
        assert_non_null(strstr(text, "pipeline.c:7"));
        ra_release(bad);
        bad = NULL;
        ra_set_execution(RA_RUN_AHEAD);
        ra_clear_error();
        stop();
    }
}

static void a_singular_matrix_poisons(void **state)
{
    (void)state;
    start(1);
    ra_info info;
    OK(ra_get_info(&info));
    RA_AUTO ra_tensor *zero = ra_zeros(RA_DIMS(5, 5)), *inverse = ra_linalg_inv(zero), *apart = ra_eye(5, 5);
    ra_status s = ra_wait(inverse);
    if (s != RA_ERR_BLAS) { /* a machine without OpenBLAS says so */
        assert_int_equal(s, RA_ERR_SINGULAR);
        SAYS(inverse, "linalg_inv", "float32 [5, 5]");
    }
    assert_true(at(apart, 6) == 1);
    assert_true(ra_get_stats().failed == 1);
    ra_release(zero), ra_release(inverse), ra_release(apart);
    zero = inverse = apart = NULL;
    stop();
}

static void files_that_fail_poison(void **state)
{
    (void)state;
    start(1);
    char path[] = "/tmp/runahead-errors-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(100)), *saved = ra_save_npy(path, x);
    OK(ra_wait(saved));
    assert_int_equal(truncate(path, 300), 0);
    RA_AUTO ra_tensor *cut = ra_load_npy(path), *sum = ra_sum(cut, RA_ALL);
    assert_int_equal(ra_wait(sum), RA_ERR_FORMAT);
    SAYS(sum, path, "reached sum");
    ra_clear_error();
    RA_AUTO ra_tensor *nowhere = ra_save_npy("/nowhere/at/all.npy", x);
    assert_int_equal(ra_wait(nowhere), RA_ERR_FILE);
    SAYS(nowhere, "/nowhere/at/all.npy");
    assert_true(at(x, 99) == 1);
    close(fd);
    unlink(path);
    ra_release(x), ra_release(saved), ra_release(cut), ra_release(sum), ra_release(nowhere);
    x = saved = cut = sum = nowhere = NULL;
    ra_clear_error();
    stop();
}

static void exactly_the_bytes_concerned(void **state)
{
    (void)state;
    for (int workers = -1; workers <= 2; workers += 3) {
        start(workers);
        RA_AUTO ra_tensor *from = ra_ones(RA_DIMS(4)), *bad = fails_by_index(from, 1), *x = ra_zeros(RA_DIMS(10));
        RA_AUTO ra_tensor *head = ra_narrow(x, 0, 0, 4), *middle = ra_narrow(x, 0, 4, 2), *tail = ra_narrow(x, 0, 6, 4);
        OK(ra_copy_(middle, bad));
        assert_int_equal(ra_wait(middle), RA_ERR_INDEX);
        assert_int_equal(ra_wait(x), RA_ERR_INDEX);
        ra_clear_error();
        OK(ra_wait(head));
        OK(ra_wait(tail));
        OK(ra_add_(tail, 3));
        assert_true(at(tail, 0) == 3 && at(head, 3) == 0);
        /* What is overwritten is well again; half of it is half well. */
        RA_AUTO ra_tensor *half = ra_narrow(x, 0, 4, 1);
        OK(ra_fill_(half, 8.0));
        OK(ra_wait(half));
        assert_int_equal(ra_wait(x), RA_ERR_INDEX);
        OK(ra_fill_(middle, 9.0));
        OK(ra_wait(x));
        assert_true(at(x, 4) == 9 && at(x, 9) == 3);
        assert_true(ra_get_stats().failed == 1);
        ra_release(from), ra_release(bad), ra_release(x), ra_release(head), ra_release(middle), ra_release(tail), ra_release(half);
        from = bad = x = head = middle = tail = half = NULL;
        ra_clear_error();
        stop();
    }
}

/* Of two failures the one recorded first wins, though the other happened long before it. */
static void the_earliest_error_wins(void **state)
{
    (void)state;
    start(2);
    held h = {.status = RA_ERR_VALUE};
    RA_AUTO ra_tensor *early = held_new(&h, 1), *late = fails_by_division(2), *both = ra_add(late, early), *turned = ra_add(early, late);
    EVENTUALLY(ra_is_ready(late));
    assert_int_equal(ra_tensor_error(late, NULL, 0), RA_ERR_DIVIDE); /* it has happened */
    assert_int_equal(atomic_load(&h.done), 0);
    let_go(&h);
    assert_int_equal(ra_wait(both), RA_ERR_VALUE);
    assert_int_equal(ra_wait(turned), RA_ERR_VALUE);
    SAYS(both, "grain 0 was told to fail");
    ra_clear_error();
    ra_release(early), ra_release(late), ra_release(both), ra_release(turned);
    early = late = both = turned = NULL;
    stop();
}

/* Every grain fails; the first is what is told, with any number of workers. */
static void the_first_grain_wins(void **state)
{
    (void)state;
    for (int workers = -1; workers <= 3; workers += 2) {
        start(workers);
        held h = {.open = true, .status = RA_ERR_VALUE};
        RA_AUTO ra_tensor *t = held_new(&h, 64);
        assert_int_equal(ra_wait(t), RA_ERR_VALUE);
        SAYS(t, "grain 0 was told to fail");
        ra_release(t);
        t = NULL;
        ra_clear_error();
        stop();
    }
}

/* A program that goes on with what has failed does not pile up an account of it. */
static void a_long_way_is_kept_short(void **state)
{
    (void)state;
    enum { LONG = 3000 };
    start(1);
    RA_AUTO ra_tensor *from = ra_ones(RA_DIMS(2)), *x = fails_by_index(from, 3);
    for (int i = 0; i < LONG; i++) {
        ra_tensor *next = ra_add(x, 1);
        ra_release(x);
        x = next;
    }
    assert_int_equal(ra_wait(x), RA_ERR_INDEX);
    SAYS(x, "index_select", "pipeline.c:3", "more ...", "reached add");
    int kept = 0;
    ra__failure *last = ra__poison_find(x->storage, (ra__bytes){.end = 8});
    for (const ra__failure *f = last; f; f = f->cause)
        kept++;
    ra__failure_drop(last);
    assert_in_range(kept, 2, 64);
    assert_int_equal(ra_get_stats().poisoned, LONG);
    ra_release(from), ra_release(x);
    from = x = NULL;
    ra_clear_error();
    stop();
}

/* Where the first writer of a storage came to nothing, those after it on different bytes find no memory, both at once. */
static void writers_after_a_failed_first_one(void **state)
{
    (void)state;
    for (long round = 0; round < harness_rounds(50); round++) {
        start(2);
        held h = {.status = RA_ERR_VALUE};
        RA_AUTO ra_tensor *bad = held_new(&h, 1), *x = ra_empty(RA_DIMS(2, 4096));
        RA_AUTO ra_tensor *above = ra_select(x, 0, 0), *below = ra_select(x, 0, 1);
        OK(ra_copy_(above, bad));
        OK(ra_fill_(above, 1.0));
        OK(ra_fill_(below, 2.0));
        let_go(&h);
        assert_true(at(above, 4095) == 1 && at(below, 0) == 2 && at(x, 0) == 1);
        ra_release(bad), ra_release(x), ra_release(above), ra_release(below);
        bad = x = above = below = NULL;
        stop();
    }
}

/* ---- refusals: what the description can tell ---- */

static void the_first_refusal_is_kept(void **state)
{
    (void)state;
    start(1);
    RA_AUTO ra_tensor *a = ra_ones(RA_DIMS(2, 3)), *b = ra_ones(RA_DIMS(4, 5)), *out = ra_ones(RA_DIMS(2));
    OK(ra_wait(out));
    ra_scope_begin();
    ra_scope_begin();
    ra_tensor *c = ra_relu(ra_add(ra_mm(a, b), 1)); /* mm refuses; the rest is NULL passed on */
    assert_null(c);
    assert_int_equal(ra_last_status(), RA_ERR_SHAPE);
    assert_non_null(strstr(ra_last_error(), "mm(float32 [2, 3], float32 [4, 5])"));
    assert_null(ra_add(a, b));
    assert_int_equal(ra_wait(c), RA_ERR_SHAPE);
    assert_int_equal(ra_add_out(out, a, b), RA_ERR_SHAPE);
    assert_non_null(strstr(ra_last_error(), "mm(")); /* still the first */
    assert_int_equal(ra_scope_end(), RA_ERR_SHAPE);
    assert_int_equal(ra_scope_end(), RA_ERR_SHAPE); /* the outer scope has it too */
    assert_int_equal(ra_size(out, 0), 2); /* untouched */
    assert_true(at(out, 1) == 1);
    ra_clear_error();
    assert_int_equal(ra_last_status(), RA_OK);
    assert_string_equal(ra_last_error(), "");
    ra_scope_begin();
    assert_non_null(ra_add(a, 1));
    OK(ra_scope_end());
    ra_release(a), ra_release(b), ra_release(out);
    a = b = out = NULL;
    stop();
}

/* ---- what cannot be had for the moment ---- */

/* Nothing but what they hold stands in the way of the next. */
static ra_status invert(const ra_tensor *of)
{
    RA_AUTO ra_tensor *inverse = ra_linalg_inv(of);
    const ra_status s = ra_wait(inverse);
    if (s && !strstr(ra_last_error(), "no file descriptor or memory left"))
        printf("%s\n", ra_last_error());
    ra_clear_error();
    return s;
}

/* OpenBLAS is asked for where no file can be opened, and again where one can. */
static int need_blas(const char *workers)
{
    enum { MOST = 64 };
    int open_ones[MOST], count = 0;
    const struct rlimit limit = {MOST, MOST};
    ra_config config = {.size = sizeof config, .workers = atoi(workers)};
    ra_tensor *eye = ra_init(&config) ? NULL : ra_eye(50, 50);
    if (ra_wait(eye) || setrlimit(RLIMIT_NOFILE, &limit))
        return 1;
    while (count < MOST && (open_ones[count] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0)
        count++;
    for (int i = 0; i < 3; i++)
        if (invert(eye) != RA_ERR_BLAS)
            return 2;
    while (count)
        close(open_ones[--count]);
    if (invert(eye))
        return 3;
    ra_release(eye);
    return ra_shutdown() ? 4 : 0;
}

static void a_library_is_asked_for_again(void **state)
{
    (void)state;
    child_ends_well("need_blas", "-1");
    child_ends_well("need_blas", "2");
}

#define T(function) TEST_AROUND(function, NULL, clean_up)

static const child_program programs[] = {{"need_blas", need_blas}};

int main(int argc, char **argv)
{
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {T(a_fault_in_a_worker_names_its_way), T(every_way_of_running_tells_the_same), T(a_singular_matrix_poisons),
                                       T(files_that_fail_poison), T(exactly_the_bytes_concerned), T(the_earliest_error_wins), T(the_first_grain_wins),
                                       T(a_long_way_is_kept_short), T(writers_after_a_failed_first_one), T(the_first_refusal_is_kept),
                                       T(a_library_is_asked_for_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
