/*
 * DLPack: what is lent shows the tensor's elements and stays as long as it is lent; what is borrowed is given back once, or stays
 * the caller's where it is refused. tests/dlpack.py does the same with NumPy and PyTorch.
 */
#include "helpers/harness.h"
#include "helpers/release.h"
#include "io/dlpack_abi.h"

#include <pthread.h>
#include <runahead.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

typedef struct DLManagedTensorVersioned versioned;
typedef struct DLManagedTensor unversioned;

static void assert_told(ra_status status, const char *words)
{
    char text[512];
    assert_int_equal(ra_take_error(text, sizeof text), status);
    if (!strstr(text, words))
        fail_msg("\"%s\" does not say \"%s\"", text, words);
}

/* ---- lent ---- */

static void lends_what_the_handle_shows(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *x = ra_arange(0, 24, 1), *cube = ra_reshape(x, RA_DIMS(2, 3, 4)), *turned = ra_permute(cube, RA_DIMS(2, 0, 1)), *part = ra_slice(turned, 0, 1, 4, 2);
    versioned *lent = ra_to_dlpack(part);
    assert_non_null(lent);
    assert_int_equal(lent->version.major, 1);
    assert_int_equal(lent->flags, 0);
    const ra__dl_tensor *d = &lent->tensor;
    assert_int_equal(d->device.kind, RA__DL_CPU);
    assert_int_equal(d->dtype.code, RA__DL_INT);
    assert_int_equal(d->dtype.bits, 64);
    assert_int_equal(d->dtype.lanes, 1);
    assert_int_equal(d->ndim, 3);
    assert_memory_equal(d->sizes, ((int64_t[]){2, 2, 3}), 24);
    assert_memory_equal(d->strides, ((int64_t[]){2, 12, 4}), 24);
    const int64_t *first = (const int64_t *)((const char *)d->data + d->byte_offset);
    for (int64_t i = 0; i < 2; i++)
        for (int64_t j = 0; j < 2; j++)
            for (int64_t k = 0; k < 3; k++)
                assert_int_equal(first[2 * i + 12 * j + 4 * k], 1 + 2 * i + 12 * j + 4 * k);
    lent->deleter(lent);
}

static void lends_every_dtype_and_borrows_it_again(void **state)
{
    (void)state;
    static const uint8_t codes[] = {[RA_BOOL] = 6,    [RA_UINT8] = 1,    [RA_INT8] = 0,    [RA_INT16] = 0,   [RA_INT32] = 0,     [RA_INT64] = 0,
                                    [RA_FLOAT16] = 2, [RA_BFLOAT16] = 4, [RA_FLOAT32] = 2, [RA_FLOAT64] = 2, [RA_COMPLEX64] = 5, [RA_COMPLEX128] = 5};
    for (int dtype = 1; dtype < RA_DTYPE_COUNT; dtype++) {
        RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(3, 2), RA_OPTS(ra_ones, .dtype = (ra_dtype)dtype)), *back = NULL, *old = NULL;
        versioned *lent = ra_to_dlpack(x);
        assert_int_equal(lent->tensor.dtype.code, codes[dtype]);
        assert_int_equal(lent->tensor.dtype.bits, 8 * ra_dtype_size((ra_dtype)dtype));
        back = ra_from_dlpack(lent);
        assert_int_equal(ra_tensor_dtype(back), dtype);
        assert_ptr_equal(ra_data(back, NULL), ra_data(x, NULL));
        unversioned *plain = ra_to_dlpack_unversioned(x);
        assert_memory_equal(&plain->tensor.dtype, &lent->tensor.dtype, sizeof plain->tensor.dtype);
        old = ra_from_dlpack_unversioned(plain);
        bool equal = false;
        assert_int_equal(ra_equal(old, x, &equal), RA_OK);
        assert_true(equal);
    }
}

static void lends_scalars_and_nothing(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *one = ra_full(RA_DIMS(), 2.5), *none = ra_zeros(RA_DIMS(3, 0)), *fresh = ra_empty(RA_DIMS(5));
    versioned *scalar = ra_to_dlpack(one), *nothing = ra_to_dlpack(none), *unwritten = ra_to_dlpack(fresh);
    assert_int_equal(scalar->tensor.ndim, 0);
    assert_true(*(float *)scalar->tensor.data == 2.5F);
    assert_memory_equal(nothing->tensor.sizes, ((int64_t[]){3, 0}), 16);
    assert_non_null(unwritten->tensor.data);
    memset(unwritten->tensor.data, 0, 20);
    RA_AUTO ra_tensor *again = ra_from_dlpack(nothing);
    assert_int_equal(ra_numel(again), 0);
    scalar->deleter(scalar);
    unwritten->deleter(unwritten);
}

/* Where the data tell the size, it is waited for. */
static void lends_what_data_have_sized(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *x = ra_eye(4, 4), *places = ra_nonzero(x);
    versioned *lent = ra_to_dlpack(places);
    assert_int_equal(lent->tensor.sizes[0], 4);
    assert_int_equal(lent->tensor.sizes[1], 2);
    lent->deleter(lent);
}

static void is_there_when_the_handle_is_gone(void **state)
{
    (void)state;
    ra_scope_begin();
    ra_tensor *x = ra_full(RA_DIMS(1000), 3.0), *y = ra_mul(x, x);
    versioned *lent = ra_to_dlpack(y);
    assert_int_equal(ra_scope_end(), RA_OK);
    ra_trim(0);
    for (int i = 0; i < 1000; i++)
        assert_true(((float *)lent->tensor.data)[i] == 9);
    lent->deleter(lent);
}

/* The borrower's memory is what it was, and the tensor is elsewhere; nothing of either is lost. */
static void is_there_when_the_tensor_has_outgrown_it(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *x = ra_full(RA_DIMS(16), 7.0), *more = ra_arange(0, 100000, 1, RA_OPTS(ra_arange, .dtype = RA_FLOAT32)), *out = ra_ref(x);
    versioned *lent = ra_to_dlpack(x), *twice = ra_to_dlpack(x);
    assert_int_equal(ra_neg_out(out, more), RA_OK);
    assert_int_equal(ra_wait(out), RA_OK);
    assert_ptr_not_equal(ra_data(out, NULL), lent->tensor.data);
    for (int i = 0; i < 16; i++)
        assert_true(((float *)lent->tensor.data)[i] == 7);
    assert_true(ra_data_f32(out, NULL)[99999] == -99999);
    lent->deleter(lent);
    for (int i = 0; i < 16; i++)
        assert_true(((float *)twice->tensor.data)[i] == 7);
    twice->deleter(twice);
}

static ra_status stores_late(const ra_function_call *call)
{
    for (int i = 0; i < 200; i++)
        sched_yield();
    *(float *)call->writes[0] = 5;
    return RA_OK;
}

static ra_status reads_late(const ra_function_call *call)
{
    for (int i = 0; i < 200; i++)
        sched_yield();
    *(float *)call->writes[0] = *(const float *)call->reads[0];
    return RA_OK;
}

static void waits_for_who_writes_and_who_reads(void **state)
{
    (void)state;
    for (long i = 0; i < harness_rounds(200); i++) {
        RA_AUTO ra_tensor *x = ra_zeros(RA_DIMS(1)), *seen = ra_zeros(RA_DIMS(1));
        RELEASE(ra_call_function(stores_late, NULL, RA_LIST(), RA_LIST(x)), ra_call_function(reads_late, NULL, RA_LIST(x), RA_LIST(seen)));
        versioned *lent = ra_to_dlpack(x);
        assert_true(*(float *)lent->tensor.data == 5);
        *(float *)lent->tensor.data = 6;
        assert_true(*ra_data_f32(seen, NULL) == 5);
        assert_true(*ra_data_f32(x, NULL) == 6);
        lent->deleter(lent);
    }
}

/* What is written later is written, though the borrower alone can see it. */
static void shows_what_is_written_later(void **state)
{
    (void)state;
    ra_tensor *x = ra_zeros(RA_DIMS(8));
    versioned *lent = ra_to_dlpack(x);
    assert_int_equal(ra_add_(x, 4), RA_OK);
    ra_release(x);
    assert_int_equal(ra_wait_all(), RA_OK);
    assert_true(((float *)lent->tensor.data)[7] == 4);
    lent->deleter(lent);
}

static void *gives_back(void *lent)
{
    versioned *v = lent;
    v->deleter(v);
    return NULL;
}

static void comes_back_from_any_thread(void **state)
{
    (void)state;
    assert_int_equal(ra_wait_all(), RA_OK);
    const size_t before = ra_get_memory_stats().live;
    ra_tensor *x = ra_ones(RA_DIMS(500, 500));
    pthread_t threads[8];
    for (int i = 0; i < 8; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, gives_back, ra_to_dlpack(x)), 0);
    ra_release(x);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(ra_get_memory_stats().live, before);
}

static void refuses_to_lend(void **state)
{
    (void)state;
    static float numbers[4];
    RA_AUTO ra_tensor *meta = ra_empty(RA_DIMS(2), RA_OPTS(ra_empty, .device = RA_META));
    RA_AUTO ra_tensor *fixed = ra_from_data(numbers, RA_FLOAT32, RA_DIMS(4), RA_OPTS(ra_from_data, .readonly = true));
    assert_null(ra_to_dlpack(meta));
    assert_told(RA_ERR_DEVICE, "ra_to_dlpack: a tensor on the meta device");
    assert_null(ra_to_dlpack(RA_NONE));
    assert_told(RA_ERR_ARGUMENT, "ra_to_dlpack: the tensor is RA_NONE");
    assert_null(ra_to_dlpack(NULL));
    assert_told(RA_ERR_REFUSED, "ra_to_dlpack: the tensor is NULL");
    assert_null(ra_to_dlpack_unversioned(fixed));
    assert_told(RA_ERR_READONLY, "ra_to_dlpack_unversioned: the tensor is a read-only buffer");
    versioned *lent = ra_to_dlpack(fixed);
    assert_int_equal(lent->flags, RA__DL_READ_ONLY);
    RA_AUTO ra_tensor *again = ra_from_dlpack(lent);
    assert_int_equal(ra_add_(again, 1), RA_ERR_READONLY);
    ra_clear_error();
    RA_AUTO ra_tensor *plus = ra_eye(3, 3), *minus = ra_neg(plus), *singular = ra_linalg_cholesky(minus);
    assert_null(ra_to_dlpack(singular));
    assert_told(RA_ERR_SINGULAR, "linalg_cholesky");
}

/* As often as is counted, and no oftener; each comes back. */
static void is_lent_half_a_million_times(void **state)
{
    (void)state;
    enum { MOST = 1 << 19 };
    if (harness_short())
        skip();
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(2)), *first = ra_select(x, 0, 0);
    versioned **lent = malloc((MOST + 1) * sizeof(versioned *));
    for (int i = 0; i < MOST; i++)
        assert_non_null(lent[i] = ra_to_dlpack(x));
    assert_null(ra_to_dlpack(x));
    assert_told(RA_ERR_STATE, "lent too many times");
    double one = 0;
    assert_int_equal(ra_item_f64(first, &one), RA_OK);
    for (int i = 0; i < MOST; i++)
        lent[i]->deleter(lent[i]);
    versioned *again = ra_to_dlpack(x);
    assert_non_null(again);
    again->deleter(again);
    free(lent);
}

/* ---- borrowed ---- */

static float lender_memory[24];
static atomic_int returned;

static void comes_back(versioned *self)
{
    assert_non_null(self);
    atomic_fetch_add(&returned, 1);
}

static void comes_back_unversioned(unversioned *self)
{
    assert_non_null(self);
    atomic_fetch_add(&returned, 1);
}

static versioned lending(int32_t ndim, int64_t *sizes, int64_t *strides)
{
    for (int i = 0; i < 24; i++)
        lender_memory[i] = (float)i;
    atomic_store(&returned, 0);
    return (versioned){.version = {1, 1},
                       .deleter = comes_back,
                       .tensor = {.data = lender_memory, .device = {RA__DL_CPU, 0}, .ndim = ndim, .dtype = {RA__DL_FLOAT, 32, 1}, .sizes = sizes, .strides = strides}};
}

static void assert_returned(int times)
{
    while (atomic_load(&returned) < times)
        sched_yield(); /* the callback lane is on its way; without it the test runs out of time */
    assert_int_equal(atomic_load(&returned), times);
}

static void borrows_a_view(void **state)
{
    (void)state;
    int64_t sizes[] = {2, 3}, strides[] = {1, 4};
    versioned v = lending(2, sizes, strides);
    v.tensor.byte_offset = 4 * sizeof(float);
    ra_tensor *t = ra_from_dlpack(&v), *sum;
    assert_non_null(t);
    assert_ptr_equal(ra_data(t, NULL), lender_memory + 4);
    sum = ra_sum(t, RA_ALL);
    assert_int_equal(ra_add_(t, 100), RA_OK);
    ra_release(t);
    double total = 0;
    assert_int_equal(ra_item_f64(sum, &total), RA_OK);
    ra_release(sum);
    assert_true(total == 4 + 8 + 12 + 5 + 9 + 13);
    assert_returned(1);
    assert_true(lender_memory[13] == 113); /* done, though nobody of ours could see it: the lender can */
    assert_true(lender_memory[14] == 14);
}

static void borrows_without_strides_shape_or_deleter(void **state)
{
    (void)state;
    int64_t sizes[] = {2, 3, 4};
    versioned v = lending(3, sizes, NULL), one = lending(0, NULL, NULL);
    ra_tensor *t = ra_from_dlpack(&v), *scalar;
    assert_true(ra_is_contiguous(t));
    one.deleter = NULL;
    scalar = ra_from_dlpack(&one);
    double zero = 1;
    assert_int_equal(ra_item_f64(scalar, &zero), RA_OK);
    assert_true(zero == 0);
    RELEASE(scalar, t);
    assert_returned(1);
}

static void borrows_the_form_before(void **state)
{
    (void)state;
    int64_t sizes[] = {24};
    unversioned u = {.tensor = lending(1, sizes, NULL).tensor, .deleter = comes_back_unversioned};
    ra_tensor *t = ra_from_dlpack_unversioned(&u);
    assert_true(ra_data_f32(t, NULL)[23] == 23);
    ra_release(t);
    assert_returned(1);
}

static void strides_that_step_nowhere_may_be_anything(void **state)
{
    (void)state;
    int64_t row[] = {1, 4}, back[] = {-8, 1}, none[] = {0, 4}, far[] = {-4, -1};
    versioned v = lending(2, row, back);
    ra_tensor *t = ra_from_dlpack(&v);
    assert_true(ra_data_f32(t, NULL)[3] == 3);
    versioned w = v;
    w.tensor.sizes = none;
    w.tensor.strides = far;
    w.tensor.data = NULL;
    ra_tensor *nothing = ra_from_dlpack(&w);
    assert_int_equal(ra_numel(nothing), 0);
    RELEASE(t, nothing);
    assert_returned(2);
    assert_int_equal(back[0], -8); /* the lender's own are left alone */
    int64_t beyond[] = {INT64_C(1) << 62, 1};
    for (int k = 0; k < 2; k++) { /* one row, and none */
        versioned x = lending(2, k ? none : row, beyond);
        ra_tensor *borrowed = ra_from_dlpack(&x);
        assert_int_equal(ra_size(borrowed, 1), 4);
        ra_release(borrowed);
        assert_returned(1);
    }
}

/* While the engine is stopped nobody serves the lane. */
static void comes_back_by_polling_a_stopped_engine(void **state)
{
    (void)state;
    int64_t sizes[] = {2, 3};
    ra_set_callbacks_polled(true);
    versioned v = lending(2, sizes, NULL), w = v;
    ra_tensor *first = ra_from_dlpack(&v), *second = ra_from_dlpack(&w);
    assert_int_equal(ra_shutdown(), RA_OK);
    ra_release(first);
    assert_int_equal(ra_poll(), 1);
    assert_int_equal(atomic_load(&returned), 1);
    ra_release(second);
    assert_int_equal(ra_shutdown(), RA_OK); /* again */
    assert_int_equal(atomic_load(&returned), 2);
    ra_set_callbacks_polled(false);
}

static void refuses_to_borrow(void **state)
{
    (void)state;
    int64_t sizes[] = {2, 3}, negative[] = {2, -3}, huge[] = {INT64_MAX, 2}, reversed[] = {3, -1};
    versioned v = lending(2, sizes, NULL);
#define REFUSED(change, status, words) \
    do { \
        versioned w = v; \
        change; \
        assert_null(ra_from_dlpack(&w)); \
        assert_told(status, words); \
    } while (0)
    REFUSED(w.version.major = 2, RA_ERR_UNSUPPORTED, "ra_from_dlpack: DLPack 2.1");
    REFUSED(w.version.major = 0, RA_ERR_UNSUPPORTED, "DLPack 0.1");
    REFUSED(w.tensor.device.kind = RA__DL_CUDA, RA_ERR_DEVICE, "device of kind 2");
    REFUSED(w.tensor.dtype.bits = 8, RA_ERR_DTYPE, "1 times float8");
    REFUSED(w.tensor.dtype.lanes = 4, RA_ERR_DTYPE, "4 times float32");
    REFUSED(w.tensor.dtype.lanes = 0, RA_ERR_DTYPE, "0 times float32");
    REFUSED(w.tensor.dtype.code = 200, RA_ERR_DTYPE, "type code 200");
    REFUSED(w.tensor.dtype = ((ra__dl_dtype){RA__DL_UINT, 32, 1}), RA_ERR_DTYPE, "uint32");
    REFUSED(w.tensor.ndim = -1, RA_ERR_SHAPE, "-1 dimensions");
    REFUSED(w.tensor.ndim = 17, RA_ERR_SHAPE, "17 dimensions");
    REFUSED(w.tensor.ndim = INT32_MIN, RA_ERR_SHAPE, "dimensions");
    REFUSED(w.tensor.sizes = NULL, RA_ERR_SHAPE, "is NULL");
    REFUSED(w.tensor.sizes = negative, RA_ERR_SHAPE, "ra_from_dlpack: size -3 of dimension 1");
    REFUSED(w.tensor.sizes = huge, RA_ERR_OVERFLOW, "ra_from_dlpack: float32");
    REFUSED(w.tensor.strides = reversed, RA_ERR_LAYOUT, "negative");
    REFUSED(w.tensor.strides = huge, RA_ERR_LAYOUT, "address space");
    REFUSED(w.tensor.data = NULL, RA_ERR_ARGUMENT, "data is NULL");
    REFUSED(w.tensor.byte_offset = 2, RA_ERR_LAYOUT, "a multiple of 4");
    REFUSED(w.tensor.byte_offset = UINT64_MAX, RA_ERR_OVERFLOW, "behind its address");
#undef REFUSED
    assert_null(ra_from_dlpack(NULL));
    assert_told(RA_ERR_ARGUMENT, "ra_from_dlpack: what is lent is NULL");
    assert_null(ra_from_dlpack_unversioned(NULL));
    assert_told(RA_ERR_ARGUMENT, "ra_from_dlpack_unversioned: what is lent is NULL");
    ra_tensor *t = ra_from_dlpack(&v); /* none of them gave it back, and it is as good as it was */
    assert_int_equal(atomic_load(&returned), 0);
    ra_release(t);
    assert_returned(1);
}

static void says_where_it_was_called(void **state)
{
    (void)state;
    assert_null(ra_from_dlpack(NULL));
    assert_told(RA_ERR_ARGUMENT, "test_dlpack.c:");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(lends_what_the_handle_shows),
        TEST(lends_every_dtype_and_borrows_it_again),
        TEST(lends_scalars_and_nothing),
        TEST(lends_what_data_have_sized),
        TEST(is_there_when_the_handle_is_gone),
        TEST(is_there_when_the_tensor_has_outgrown_it),
        TEST(waits_for_who_writes_and_who_reads),
        TEST(shows_what_is_written_later),
        TEST(comes_back_from_any_thread),
        TEST(refuses_to_lend),
        TEST(is_lent_half_a_million_times),
        TEST(borrows_a_view),
        TEST(borrows_without_strides_shape_or_deleter),
        TEST(borrows_the_form_before),
        TEST(strides_that_step_nowhere_may_be_anything),
        TEST(comes_back_by_polling_a_stopped_engine),
        TEST(refuses_to_borrow),
        TEST(says_where_it_was_called),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
