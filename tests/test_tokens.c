/*
 * Resources that are no tensors (ra_token_new), named by functions: who writes one runs alone and in order, who reads it beside others that
 * do, and a failure stays where it is.
 */
#include "helpers/moments.h"

enum { CALLS = 200 };
static int order[CALLS], count; /* written by functions of one token, one after another: the order is all that keeps them apart */

static ra_status append(const ra_function_call *call)
{
    order[count++] = (int)(intptr_t)call->state;
    return RA_OK;
}

static ra_tensor *record(ra_function function, intptr_t state, const ra_tensor *read, const ra_tensor *written)
{
    ra_tensors none = {0};
    ra_tensor *done = ra_call_function(function, (void *)state, read ? RA_LIST(read) : none, written ? RA_LIST(written) : none, NULL);
    if (!done)
        fail_msg("%s", ra_last_error());
    return done;
}

/* Also of those recorded after the program has released the token. */
static void one_after_another(void **state)
{
    (void)state;
    for (int workers = -1; workers <= 3; workers += 4) {
        start(workers);
        ra_tensor *token = ra_token_new();
        assert_int_equal(ra_numel(token), 0);
        count = 0;
        for (int i = 0; i < CALLS; i++)
            ra_release(record(append, i, NULL, token));
        ra_release(token);
        OK(ra_wait_all());
        assert_int_equal(count, CALLS);
        for (int i = 0; i < CALLS; i++)
            assert_int_equal(order[i], i);
        stop();
    }
}

static _Atomic int inside;

static ra_status meet_another(const ra_function_call *call)
{
    (void)call;
    atomic_fetch_add(&inside, 1);
    EVENTUALLY(atomic_load(&inside) >= 2);
    return RA_OK;
}

static ra_status be_alone(const ra_function_call *call)
{
    (void)call;
    const bool alone = atomic_load(&inside) == 2;
    atomic_store(&inside, 0);
    return alone ? RA_OK : RA_ERR_STATE;
}

/* Two that read run at the same time, behind the one that writes, and before the next; as do those of two tokens. */
static void readers_run_together(void **state)
{
    (void)state;
    start(2);
    ra_tensor *token = ra_token_new(), *another = ra_token_new();
    atomic_store(&inside, 2);
    for (int round = 0; round < 20; round++) {
        ra_tensor *done[4] = {record(be_alone, 0, NULL, token), record(meet_another, 0, token, NULL), record(meet_another, 0, token, NULL)};
        done[3] = record(be_alone, 0, NULL, token);
        for (int i = 0; i < 4; i++) {
            OK(ra_wait(done[i]));
            ra_release(done[i]);
        }
        atomic_store(&inside, 0);
        ra_tensor *one = record(meet_another, 0, NULL, token), *other = record(meet_another, 0, NULL, another);
        OK(ra_wait(one));
        OK(ra_wait(other));
        ra_release(one), ra_release(other);
        atomic_store(&inside, 2);
    }
    ra_release(token), ra_release(another);
    stop();
}

static ra_status refuse(const ra_function_call *call)
{
    (void)call;
    return RA_ERR_FILE;
}

/* A tensor beside the token is poisoned; what comes behind by way of the token alone is called. */
static void failures_stay(void **state)
{
    (void)state;
    start(1);
    ra_tensor *token = ra_token_new(), *x = ra_zeros(RA_DIMS(4));
    count = 0;
    ra_tensor *bad = ra_call_function(refuse, NULL, RA_LIST(token), RA_LIST(x, token), NULL), *after = record(append, 1, NULL, token), *reads = record(append, 2, token, NULL);
    ra_tensor *poisoned = record(append, 3, x, token);
    assert_int_equal(ra_wait(bad), RA_ERR_FILE);
    ra_clear_error();
    OK(ra_wait(after));
    OK(ra_wait(reads));
    assert_int_equal(ra_wait(poisoned), RA_ERR_FILE);
    ra_clear_error();
    assert_int_equal(count, 2);
    ra_tensor *gone = record(append, 4, NULL, token), *last = record(append, 5, NULL, token);
    OK(ra_cancel(gone));
    OK(ra_wait(last));
    assert_int_equal(order[count - 1], 5);
    ra_release(token), ra_release(x), ra_release(bad), ra_release(after), ra_release(reads), ra_release(poisoned), ra_release(gone), ra_release(last);
    stop();
}

/* Nothing is put into one: a failure would be lost there. */
static void has_no_elements(void **state)
{
    (void)state;
    start(1);
    ra_scope_begin();
    ra_tensor *token = ra_token_new(), *x = ra_ones(RA_DIMS(3), RA_OPTS(ra_ones, .dtype = RA_UINT8)), *fresh = ra_empty(RA_DIMS(0), RA_OPTS(ra_empty, .dtype = RA_UINT8));
    ra_tensor *bad = ra_index_select(x, 0, RA_VEC(int64_t, 7)), *mask = ra_gt(x, 0);
    for (int again = 0; again < 2; again++) { /* calls like one that went well */
        OK(ra_add_out(fresh, x, 1));
        OK(ra_resize_(fresh, RA_DIMS(0)));
        assert_int_equal(ra_add_out(token, x, 1), RA_ERR_SHAPE);
        assert_non_null(strstr(ra_last_error(), "out is a token"));
        ra_clear_error();
    }
    assert_int_equal(ra_add_out(token, bad, 1), RA_ERR_SHAPE);
    assert_int_equal(ra_masked_select_out(token, x, mask), RA_ERR_SHAPE);
    assert_int_equal(ra_take_out(token, x, RA_VEC(int64_t, 0, 1)), RA_ERR_SHAPE);
    assert_int_equal(ra_resize_(token, RA_DIMS(5)), RA_ERR_SHAPE);
    assert_int_equal(ra_ndim(token), 1);
    assert_int_equal(ra_numel(token), 0);
    OK(ra_fill_(token, 1));
    assert_int_equal(ra_scope_end(), RA_ERR_SHAPE);
    ra_clear_error();
    stop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(one_after_another), TEST(readers_run_together), TEST(failures_stay), TEST(has_no_elements)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
