/*
 * Small programs for a device that fails: each makes a few tensors in one of the ways in which the library uses a driver. Whatever fails,
 * a result is what it is without a failure, or it has failed in words, and so has what is made of it.
 */
#ifndef TESTS_HELPERS_CUDA_PROGRAMS_H
#define TESTS_HELPERS_CUDA_PROGRAMS_H

#include "helpers/cuda_copies.h"

#include <runahead/call.h>
#include <runahead/register.h>

enum { RESULTS_MOST = 4, PINNED_FLOATS = 1 << 14 /* fewer are staged */, PIECES_FLOATS = (5 << 20) / 8 /* 2.5 MiB: in pieces */ };

/* Results may be NULL: their calls were refused. Handles are of the scope around it. */
typedef struct results {
    ra_tensor *of[RESULTS_MOST];
    int count;
} results;

static inline void give(results *r, ra_tensor *t)
{
    r->of[r->count++] = t;
}

static inline ra_tensor *to_device(const ra_tensor *t)
{
    return ra_to(t, RA_OPTS(ra_to, .device = RA_CUDA));
}

static inline ra_tensor *to_processor(const ra_tensor *t)
{
    return ra_to(t, RA_OPTS(ra_to, .device = RA_CPU));
}

static inline void copying(results *r)
{
    ra_tensor *x = ra_reshape(numbers(RA_FLOAT32, 48, -20), RA_DIMS(6, 8)), *there_now = to_device(ra_t(x)), *gaps = ra_empty(RA_DIMS(8, 12), RA_OPTS(ra_empty, .device = RA_CUDA));
    ra_tensor *columns = gaps ? ra_slice(gaps, 1, 0, RA_END, 2) : NULL;
    give(r, to_processor(ra_t(there_now)));
    give(r, !columns || ra_copy_(columns, ra_t(x)) ? NULL : to_processor(columns));
}

static inline void copying_without_staging(results *r)
{
    ra_tensor *x = ra_full(RA_DIMS(PINNED_FLOATS), 3.0), *from = ra_empty(RA_DIMS(PINNED_FLOATS), RA_OPTS(ra_empty, .pin_memory = true)), *to = ra_empty(RA_DIMS(PINNED_FLOATS), RA_OPTS(ra_empty, .pin_memory = true));
    ra_tensor *far = !from || ra_copy_(from, x) ? NULL : to_device(from);
    give(r, !to || ra_copy_(to, far) ? NULL : to);
}

static inline void copying_in_pieces(results *r)
{
    ra_tensor *x = ra_full(RA_DIMS(PIECES_FLOATS / 4, 4), 2.5), *far = to_device(ra_t(x));
    give(r, to_processor(ra_narrow(ra_t(far), 0, 0, 5)));
    give(r, to_processor(ra_t(far)));
}

static inline void elementwise(results *r)
{
    ra_tensor *x = to_device(numbers(RA_FLOAT32, 100, 0)), *y = ra_mul(ra_add(x, 1), 0.5);
    give(r, y);
    give(r, ra_maximum(ra_neg(y), ra_full(RA_DIMS(100), -7.0, RA_OPTS(ra_full, .device = RA_CUDA))));
    give(r, ra_sum(y, RA_ALL));
}

static inline void products(results *r)
{
    ra_tensor *a = to_device(ra_reshape(numbers(RA_FLOAT32, 12, 1), RA_DIMS(3, 4))), *b = ra_matmul(a, ra_t(a));
    give(r, b);
    give(r, ra_matmul(b, a));
}

static inline void factors(results *r)
{
    static const double a[] = {4, 1, 0, 1, 5, 2, 0, 2, 6};
    ra_tensor *x = to_device(ra_from_copy(a, RA_FLOAT64, RA_DIMS(3, 3))), *lower = ra_linalg_cholesky(x);
    give(r, lower);
    give(r, ra_linalg_solve(x, lower));
}

static inline void transforms(results *r)
{
    ra_tensor *x = to_device(numbers(RA_FLOAT64, 12, -3)), *y = ra_fft_rfft(x, 12, 0);
    give(r, y);
    give(r, ra_fft_irfft(y, 12, 0));
}

static inline ra_status doubled(const ra_op_call *call, ra_tensor **made)
{
    made[0] = ra_add(call->args[0].tensor, call->args[0].tensor);
    return RA_OK;
}

static inline void an_own_operator(results *r)
{
    static const ra_op_cuda source = {.size = sizeof source, .source = "if (i < x_numel)\n    y[i] = x[i] + x[i];\n", .attributes = {{"i", "thread_index_in_grid"}}, .launch = {.block = {64, 1, 1}}};
    const ra_op_description d = {.size = sizeof d, .name = "test.doubled", .schema = "(Tensor x) -> (Tensor y)", .definition = doubled, .cuda = &source, .dtypes = 1u << RA_FLOAT32};
    const ra_op *op = NULL;
    ra_tensor *x = to_device(ra_reshape(numbers(RA_FLOAT32, 60, 2), RA_DIMS(6, 10))), *y = NULL;
    const ra_arg args[] = {{.tensor = ra_t(x), .kind = RA_ARG_TENSOR}};
    if (!ra_op_register(&d, &op) && ra_call(op, RA_FUNCTIONAL, args, 1, &y, 1, NULL))
        y = NULL;
    give(r, y);
    if (op)
        OK(ra_op_unregister(op));
}

static inline void two_streams(results *r)
{
    ra_stream *first = NULL, *second = NULL;
    ra_tensor *x = to_device(numbers(RA_FLOAT32, 50, 0)), *y = NULL, *z = NULL;
    if (!ra_stream_new(RA_CUDA, &first) && !ra_stream_new(RA_CUDA, &second)) {
        OK(ra_stream_use(first));
        y = ra_add(x, 1);
        OK(ra_stream_use(second));
        z = ra_mul(y, 2);
        OK(ra_stream_use(NULL));
    }
    give(r, y), give(r, z);
    give(r, z ? ra_add(y, z) : NULL);
    ra_stream_free(first), ra_stream_free(second);
}

static inline void sizes_by_data(results *r)
{
    ra_tensor *x = to_device(numbers(RA_FLOAT32, 40, -10)), *positive = ra_gt(x, 0);
    give(r, ra_nonzero(positive));
    give(r, ra_masked_select(x, positive));
}

static inline void from_device_to_device(results *r)
{
    ra_tensor *x = to_device(ra_reshape(numbers(RA_FLOAT32, 24, 0), RA_DIMS(4, 6))), *far = ra_to(ra_t(x), RA_OPTS(ra_to, .device = RA_CUDA_AT(1)));
    give(r, far);
    give(r, ra_to(ra_neg(far), RA_OPTS(ra_to, .device = RA_CUDA)));
}

typedef struct small_program {
    const char *name;
    void (*run)(results *r);
} small_program;

static const small_program small_programs[] = {
    {"copies", copying},
    {"copies without staging", copying_without_staging},
    {"copies in pieces", copying_in_pieces},
    {"elementwise operators", elementwise},
    {"products", products},
    {"factorisations", factors},
    {"Fourier transforms", transforms},
    {"an operator of the program's own", an_own_operator},
    {"two streams", two_streams},
    {"sizes that data decide", sizes_by_data},
    {"from device to device", from_device_to_device},
};
enum { PROGRAMS = sizeof small_programs / sizeof *small_programs };

/* ---- what they are to give ---- */

typedef struct wanted {
    void *bytes[RESULTS_MOST];
    size_t size[RESULTS_MOST];
} wanted;

static inline size_t bytes_of(const ra_tensor *t)
{
    return (size_t)ra_numel(t) * ra_dtype_size(ra_tensor_dtype(t));
}

/* Of a run without a failure. */
static inline void learn(const small_program *p, wanted *w)
{
    results r = {.count = 0};
    ra_scope_begin();
    p->run(&r);
    for (int i = 0; i < r.count; i++) {
        if (ra_wait(r.of[i]))
            fail_msg("%s, with no failure: %s", p->name, ra_last_error());
        w->size[i] = bytes_of(r.of[i]);
        w->bytes[i] = malloc(w->size[i]);
        OK(ra_copy_to(r.of[i], w->bytes[i], w->size[i]));
    }
    OK(ra_scope_end());
}

static inline void forget(wanted *w)
{
    for (int i = 0; i < RESULTS_MOST; i++)
        free(w->bytes[i]);
}

/* ---- what else they may give ---- */

/* Who failed stands first: an operator, or a function of the library. */
static inline bool names_its_call(const char *message)
{
    char name[64];
    const size_t length = strcspn(message, ":( ");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), message);
    return !strncmp(name, "ra_", 3) || !strcmp(name, "test.doubled") || ra_op_find(name);
}

/* Of a driver that fails a call, or has no memory, or of a call whose argument was refused before. */
static inline bool is_sensible(ra_status status, const char *message)
{
    return (status == RA_ERR_SYSTEM || status == RA_ERR_TASK_MEMORY || status == RA_ERR_MEMORY || status == RA_ERR_BLAS || status == RA_ERR_DEVICE || status == RA_ERR_REFUSED ||
            (status == RA_ERR_ARGUMENT && strstr(message, "cuda.source: "))) && names_its_call(message) && strlen(message) > 20;
}

/* What is made of it fails as it does, and says who failed first. */
static inline void assert_poisons(const char *what, const ra_tensor *t, ra_status status)
{
    char first[300], second[600] = "";
    (void)ra_tensor_error(t, first, sizeof first);
    ra_tensor *made = ra_logical_not(t);
    const ra_status inherited = made ? ra_wait(made) : ra_last_status();
    if (made)
        (void)ra_tensor_error(made, second, sizeof second);
    else /* its sizes are those of what has failed */
        snprintf(second, sizeof second, "%s", ra_last_error());
    first[strcspn(first, "\n(")] = 0;
    if (inherited != status || !strstr(second, first))
        fail_msg("%s: %s (%s) passes on as %s (%s)", what, ra_status_name(status), first, ra_status_name(inherited), second);
}

/* Right, or failed in words: then true. */
static inline bool settles(const char *what, const ra_tensor *t, const void *bytes, size_t size)
{
    char *got = malloc(size + 1);
    ra_status status = t ? ra_wait(t) : ra_last_status();
    const bool has_failed = status;
    if (has_failed && !is_sensible(status, ra_last_error()))
        fail_msg("%s: %s, \"%s\"", what, ra_status_name(status), ra_last_error());
    if (has_failed && t)
        assert_poisons(what, t, status);
    if (!has_failed && (status = ra_copy_to(t, got, bytes_of(t) < size ? bytes_of(t) : size)) && !is_sensible(status, ra_last_error()))
        fail_msg("%s, copied: %s, \"%s\"", what, ra_status_name(status), ra_last_error());
    if (!status && (bytes_of(t) != size || memcmp(got, bytes, size)))
        fail_msg("%s is not what it is without a failure", what);
    free(got);
    ra_clear_error();
    return status;
}

/* How many of its results have failed. */
static inline int run_and_check(const small_program *p, const char *call, const wanted *w)
{
    results r = {.count = 0};
    char what[200];
    int failed = 0;
    ra_scope_begin();
    p->run(&r);
    for (int i = 0; i < r.count; i++) {
        snprintf(what, sizeof what, "%s: %s: result %d", p->name, call, i);
        failed += settles(what, r.of[i], w->bytes[i], w->size[i]);
    }
    if (ra_scope_end() && !failed) /* what nobody looked at may have failed, too */
        ra_clear_error();
    ra_clear_error();
    return failed;
}

#endif
