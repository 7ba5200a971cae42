/*
 * Fourier transforms on CUDA, on the simulated driver and cuFFT, beside the processor's: over dtypes, layouts, lengths that are cut or
 * filled up, norms, one dimension to seven, nothing that is filled up; results that are given; more plans than are kept, one plan on
 * several streams, and one that waits on a stream while others are made; calls that fail, and a library that there is not.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_held.h"
#include "helpers/cuda_values.h"

static const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT64, RA_COMPLEX64, RA_COMPLEX128};
static const char *const norms[] = {"backward", "ortho", "forward"};
enum { DTYPES = sizeof dtypes / sizeof *dtypes, BOX = 5 * 37 * 30 };

static bool is_complex(ra_dtype dtype)
{
    return dtype == RA_COMPLEX64 || dtype == RA_COMPLEX128;
}

/* Numbers of about one, the same for the same seed. */
static ra_tensor *waves(ra_dtype dtype, int64_t n, int seed)
{
    ra_tensor *at = ra_arange(0, n, 1, RA_OPTS(ra_arange, .dtype = RA_FLOAT64)), *re = ra_sin(ra_add(ra_mul(at, 7), seed)), *im = ra_cos(ra_sub(ra_mul(at, 5), seed));
    ra_tensor *t = is_complex(dtype) ? ra_complex(re, im) : re;
    return ra_to(t, RA_OPTS(ra_to, .dtype = dtype));
}

/* Within so many roundings of sums of `count` numbers of one. */
#define NEAR_SUM(what, count, expression) NEAR_BY(what, 8, sqrt((double)(count)) * 4, expression)

static void lines(void **state)
{
    (void)state;
    static const int64_t lengths[] = {-1, 24, 41, 1, 2};
    start(2);
    for (int i = 0; i < DTYPES * LAYOUTS; i++) {
        const ra_dtype dtype = dtypes[i % DTYPES];
        ra_tensor *x[SIDES];
        ra_scope_begin();
        ra_tensor *base = waves(dtype, BOX, i);
        x[HERE] = laid_out(base, (enum layout)(i / DTYPES));
        x[THERE] = laid_out(there(base), (enum layout)(i / DTYPES));
        for (int at = 0; at < 5; at++)
            for (int dim = 0; dim < 3; dim++) {
                const int64_t n = lengths[at];
                const char *norm = norms[(at + dim + i) % 3];
                NEAR_SUM("fft", 41, ra_fft_fft(x[k], n, dim, RA_OPTS(ra_fft_fft, .norm = norm)));
                NEAR_SUM("ifft", 41, ra_fft_ifft(x[k], n, dim, RA_OPTS(ra_fft_ifft, .norm = norm)));
                NEAR_SUM("irfft", 80, ra_fft_irfft(x[k], n, dim, RA_OPTS(ra_fft_irfft, .norm = norm)));
                NEAR_SUM("hfft", 80, ra_fft_hfft(x[k], n, dim, RA_OPTS(ra_fft_hfft, .norm = norm)));
                if (is_complex(dtype))
                    continue;
                NEAR_SUM("rfft", 41, ra_fft_rfft(x[k], n, dim, RA_OPTS(ra_fft_rfft, .norm = norm)));
                NEAR_SUM("ihfft", 41, ra_fft_ihfft(x[k], n, dim, RA_OPTS(ra_fft_ihfft, .norm = norm)));
            }
        OK(ra_scope_end());
    }
    stop();
}

/* Integers and bools are computed in float32; a number without dimensions, and what has no elements, of which nothing is transformed. */
static void other_inputs(void **state)
{
    (void)state;
    static const ra_dtype whole[] = {RA_BOOL, RA_UINT8, RA_INT16, RA_INT64};
    start(2);
    ra_scope_begin();
    for (int i = 0; i < 4; i++) {
        ra_tensor *x[SIDES];
        both(x, ra_to(ra_view(values(RA_INT64, 60, false), RA_DIMS(4, 15)), RA_OPTS(ra_to, .dtype = whole[i])));
        NEAR_SUM("fft", 1e6, ra_fft_fft(x[k], -1, -1));
        NEAR_SUM("rfft", 1e6, ra_fft_rfft(x[k], 20, 0));
        NEAR_SUM("irfftn", 1e6, ra_fft_irfftn(x[k], RA_ALL, RA_ALL));
        NEAR_SUM("fftn of none", 1e6, ra_fft_fftn(x[k], RA_ALL, RA_DIMS()));
    }
    ra_tensor *one[SIDES], *empty[SIDES];
    both(one, ra_full(RA_DIMS(), RA_F(2.5)));
    both(empty, ra_zeros(RA_DIMS(0, 3)));
    NEAR_SUM("fftn of a number", 1, ra_fft_fftn(one[k], RA_ALL, RA_ALL));
    NEAR_SUM("fftn of nothing", 1, ra_fft_fftn(empty[k], RA_ALL, RA_DIMS()));
    OK(ra_scope_end());
    stop();
}

/* What is filled up from nothing is zeros, whatever its memory held. */
static void of_nothing(void **state)
{
    (void)state;
    start(2);
    for (int i = 0; i < DTYPES; i++) {
        ra_tensor *x[SIDES], *y[SIDES], *room[SIDES], *first[SIDES];
        ra_scope_begin();
        both(x, ra_empty(RA_DIMS(3, 0), RA_OPTS(ra_empty, .dtype = dtypes[i])));
        both(y, ra_empty(RA_DIMS(0, 2, 3, 2, 2), RA_OPTS(ra_empty, .dtype = dtypes[i])));
        NEAR_SUM("fft", 1, ra_fft_fft(x[k], 4, 1));
        NEAR_SUM("ifft", 1, ra_fft_ifft(x[k], 4, 1));
        NEAR_SUM("irfft", 1, ra_fft_irfft(x[k], 5, 1));
        NEAR_SUM("hfft", 1, ra_fft_hfft(x[k], 4, 1));
        NEAR_SUM("fftn", 1, ra_fft_fftn(y[k], RA_DIMS(3, 2, 4, 2, 3), RA_DIMS(0, 1, 2, 3, 4)));
        NEAR_SUM("irfftn", 1, ra_fft_irfftn(y[k], RA_DIMS(3, 2, 4, 2, 3), RA_DIMS(0, 1, 2, 3, 4)));
        if (!is_complex(dtypes[i])) {
            NEAR_SUM("rfft", 1, ra_fft_rfft(x[k], 5, 1));
            NEAR_SUM("ihfft", 1, ra_fft_ihfft(x[k], 4, 1));
            NEAR_SUM("rfftn", 1, ra_fft_rfftn(y[k], RA_DIMS(3, 2), RA_DIMS(0, 4)));
        }
        for (int k = 0; k < SIDES; k++) {
            first[k] = ra_full(RA_DIMS(21, 7), RA_F(9), RA_OPTS(ra_full, .dtype = i % 2 ? RA_COMPLEX128 : RA_COMPLEX64, .device = ra_tensor_device(x[k])));
            OK(ra_fft_ifft_out(first[k], ra_reshape(x[k], RA_DIMS(0, 7)), 21, 0));
            room[k] = ra_full(RA_DIMS(3, 9), RA_F(9), RA_OPTS(ra_full, .dtype = RA_COMPLEX128, .device = ra_tensor_device(x[k])));
            OK(ra_fft_fft_out(ra_slice(room[k], 1, 1, RA_END, 2), x[k], 4, 1));
        }
        NEAR_SUM("a given result", 1, room[k]);
        NEAR_SUM("a given result, along its first dimension", 1, first[k]);
        OK(ra_scope_end());
    }
    stop();
}

static void dimensions(void **state)
{
    (void)state;
    enum { MOST = 7, NUMBERS = 3 * 2 * 3 * 2 * 2 * 3 * 4 };
    start(2);
    for (int i = 0; i < 2 * DTYPES; i++) {
        const ra_dtype dtype = dtypes[i % DTYPES];
        ra_tensor *x[SIDES], *y[SIDES];
        ra_scope_begin();
        both(x, ra_view(waves(dtype, NUMBERS, i), RA_DIMS(3, 2, 3, 2, 2, 3, 4)));
        for (int k = 0; k < SIDES; k++) {
            x[k] = i < DTYPES ? x[k] : ra_permute(x[k], RA_DIMS(3, 0, 6, 2, 5, 1, 4));
            y[k] = ra_slice(x[k], 2, 1, RA_END, 1);
        }
        for (int first = 0; first < MOST; first++) {
            const int64_t dim[MOST] = {first, (first + 3) % MOST, (first + 1) % MOST, (first + 5) % MOST, (first + 2) % MOST, (first + 6) % MOST, (first + 4) % MOST};
            const int64_t s[MOST] = {4, 2, 3, 1, 3, -1, 5};
            for (int count = 1; count <= MOST; count++) {
                const ra_dims dims = {.values = dim, .count = count}, sizes = {.values = s, .count = count};
                const char *norm = norms[(first + count) % 3];
                NEAR_SUM("fftn", NUMBERS, ra_fft_fftn(x[k], RA_ALL, dims, RA_OPTS(ra_fft_fftn, .norm = norm)));
                NEAR_SUM("ifftn", 3 * NUMBERS, ra_fft_ifftn(x[k], sizes, dims, RA_OPTS(ra_fft_ifftn, .norm = norm)));
                NEAR_SUM("irfftn", 6 * NUMBERS, ra_fft_irfftn(y[k], first % 2 ? RA_ALL : sizes, dims, RA_OPTS(ra_fft_irfftn, .norm = norm)));
                if (!is_complex(dtype))
                    NEAR_SUM("rfftn", 3 * NUMBERS, ra_fft_rfftn(x[k], first % 2 ? RA_ALL : sizes, dims, RA_OPTS(ra_fft_rfftn, .norm = norm)));
            }
        }
        NEAR_SUM("fft2", NUMBERS, ra_fft_fft2(x[k], RA_ALL, RA_ALL));
        NEAR_SUM("irfft2", NUMBERS, ra_fft_irfft2(x[k], RA_ALL, RA_DIMS(0, 3)));
        OK(ra_scope_end());
    }
    stop();
}

/* ---- results that are given ---- */

/* Columns of a wider tensor of that dtype; what lies between is not touched. */
static ra_tensor *out_of(const ra_tensor *x, ra_dtype dtype, int64_t columns, ra_tensor **room)
{
    *room = ra_full(RA_DIMS(6, 3 * columns), RA_F(9), RA_OPTS(ra_full, .dtype = dtype, .device = ra_tensor_device(x)));
    return ra_slice(*room, 1, 1, RA_END, 3);
}

static void given(void **state)
{
    (void)state;
    start(2);
    for (int i = 0; i < 4; i++) {
        const bool wide = i % 2;
        ra_tensor *x[SIDES], *z[SIDES], *room[SIDES][3], *fresh[SIDES];
        ra_scope_begin();
        both(x, ra_view(waves(i < 2 ? RA_COMPLEX64 : RA_COMPLEX128, 6 * 10, i), RA_DIMS(6, 10)));
        both(z, ra_view(waves(i < 2 ? RA_FLOAT32 : RA_FLOAT64, 6 * 10, i), RA_DIMS(6, 10)));
        for (int k = 0; k < SIDES; k++) {
            OK(ra_fft_fft_out(out_of(x[k], wide ? RA_COMPLEX128 : RA_COMPLEX64, 10, &room[k][0]), x[k], -1, -1));
            OK(ra_fft_irfftn_out(out_of(x[k], wide ? RA_FLOAT16 : RA_FLOAT32, 18, &room[k][1]), x[k], RA_ALL, RA_ALL));
            OK(ra_fft_rfft_out(out_of(x[k], RA_COMPLEX128, 6, &room[k][2]), z[k], -1, -1, RA_OPTS(ra_fft_rfft, .norm = "ortho")));
            fresh[k] = ra_empty(RA_DIMS(0), RA_OPTS(ra_empty, .dtype = i < 2 ? RA_COMPLEX64 : RA_COMPLEX128, .device = ra_tensor_device(x[k])));
            OK(ra_fft_ihfft_out(fresh[k], z[k], -1, 0));
        }
        for (int at = 0; at < 3; at++)
            NEAR_SUM("a given result", 90, at != 1 && i < 2 ? ra_to(room[k][at], RA_OPTS(ra_to, .dtype = RA_COMPLEX64)) : room[k][at]);
        NEAR_SUM("a result of its size", 10, fresh[k]);
        OK(ra_scope_end());
    }
    stop();
}

/* ---- plans ---- */

/* Twice as many lengths as plans are kept, there and back again; and the same on several streams, which are not done with a plan that goes. */
static void more_plans_than_are_kept(void **state)
{
    (void)state;
    enum { LENGTHS = 64, STREAMS = 3 };
    ra_stream *streams[STREAMS] = {NULL};
    start(2);
    ra_scope_begin();
    ra_tensor *x = ra_keep(waves(RA_COMPLEX64, 2 * LENGTHS, 1)), *y = ra_keep(there(x)), *want[LENGTHS];
    OK(ra_scope_end());
    for (int i = 1; i < STREAMS; i++)
        OK(ra_stream_new(RA_CUDA, &streams[i]));
    for (int n = 0; n < LENGTHS; n++)
        want[n] = ra_fft_fft(x, n + 1, 0);
    for (int turn = 0; turn < 3; turn++)
        for (int i = 0; i < LENGTHS; i++) {
            const int n = turn == 1 ? LENGTHS - 1 - i : i;
            OK(ra_stream_use(streams[(i + turn) % STREAMS]));
            ra_tensor *got = ra_fft_fft(y, n + 1, 0), *again = ra_fft_ifft(got, -1, 0), *back = ra_fft_fft(again, -1, 0);
            OK(ra_stream_use(NULL));
            assert_near("of many", ra_ref(want[n]), back, 16, sqrt(n + 1.0) * 4);
            ra_release(got), ra_release(again);
        }
    for (int n = 0; n < LENGTHS; n++)
        ra_release(want[n]);
    ra_release(x), ra_release(y);
    for (int i = 1; i < STREAMS; i++)
        ra_stream_free(streams[i]);
    stop();
}

/* While one stream is held up, a plan that waits there runs on another. */
static void one_plan_on_streams(void **state)
{
    (void)state;
    need_simulated();
    start(1);
    ra_scope_begin();
    ra_tensor *x = ra_view(waves(RA_COMPLEX128, 30 * 32, 1), RA_DIMS(30, 32)), *y = there(x), *want = ra_fft_fft2(x, RA_ALL, RA_ALL);
    ra_stream *slow = stream_of(RA_CUDA), *other = stream_of(RA_CUDA);
    OK(ra_wait(ra_fft_fft2(y, RA_ALL, RA_ALL)));
    hold_up(slow);
    OK(ra_stream_use(slow));
    ra_tensor *late = ra_fft_fft2(y, RA_ALL, RA_ALL);
    until_issued(RA_CUDA);
    OK(ra_stream_use(other));
    ra_tensor *early = ra_fft_fft2(y, RA_ALL, RA_ALL);
    OK(ra_wait(early));
    assert_false(ra_is_ready(late));
    release_it();
    OK(ra_stream_use(NULL));
    assert_near("on its stream", ra_ref(want), ra_ref(early), 8, 120);
    assert_near("on a slow one", ra_ref(want), ra_ref(late), 8, 120);
    ra_stream_free(slow), ra_stream_free(other);
    OK(ra_scope_end());
    stop();
}

/* The work area is each stream's own: the driver tells of one that two share, unless the host has seen the end of one before the other
 * begins. So both begin at a time, and take a while. */
static void work_areas_of_streams(void **state)
{
    (void)state;
    need_simulated();
    enum { N = 128 };
    start(1);
    ra_scope_begin();
    ra_tensor *x = ra_view(waves(RA_COMPLEX64, N * N, 1), RA_DIMS(N, N)), *y = there(x), *want = ra_fft_fft2(x, RA_ALL, RA_ALL), *got[2];
    ra_stream *streams[2] = {stream_of(RA_CUDA), stream_of(RA_CUDA)};
    for (int i = 0; i < 2; i++) {
        OK(ra_stream_use(streams[i]));
        OK(ra_wait(ra_fft_fft2(y, RA_ALL, RA_ALL)));
    }
    hold_up(streams[0]);
    hold_up_too(streams[1]);
    for (int i = 0; i < 2; i++) {
        OK(ra_stream_use(streams[i]));
        got[i] = ra_fft_fft2(y, RA_ALL, RA_ALL);
    }
    until_issued(RA_CUDA);
    release_it(), release_it();
    OK(ra_stream_use(NULL));
    for (int i = 0; i < 2; i++) {
        assert_near("beside another", ra_ref(want), ra_ref(got[i]), 16, 4 * N);
        ra_stream_free(streams[i]);
    }
    OK(ra_scope_end());
    stop();
}

/* More plans than are kept, while one of them waits on a stream that is held up: it is given back by nobody, and nobody waits for it. Once it
 * has run, it goes like the others. */
static void a_plan_that_waits_is_kept(void **state)
{
    (void)state;
    need_simulated();
    enum { LENGTHS = 40, FIRST = 3 };
    start(1);
    ra_scope_begin();
    ra_tensor *x = waves(RA_COMPLEX64, 100, 1), *y = there(x), *want = ra_fft_fft(x, FIRST, 0), *late[3];
    ra_stream *slow = stream_of(RA_CUDA), *other = stream_of(RA_CUDA);
    OK(ra_stream_use(slow));
    OK(ra_wait(ra_fft_fft(y, 99, 0))); /* as much of a work area as any other takes */
    hold_up(slow);
    late[0] = ra_fft_fft(y, FIRST, 0);
    until_issued(RA_CUDA);
    OK(ra_stream_use(other));
    late[1] = ra_fft_fft(y, FIRST, 0); /* the last use of the plan is over soon, not the one before */
    for (int n = FIRST + 1; n < FIRST + LENGTHS; n++) {
        ra_tensor *got = ra_fft_fft(y, n, 0);
        OK(ra_wait(got));
        assert_near("beside one that waits", ra_fft_fft(x, n, 0), ra_ref(got), 16, 80);
    }
    late[2] = ra_fft_fft(y, FIRST, 0);
    OK(ra_wait(late[2]));
    assert_false(ra_is_ready(late[0]));
    release_it();
    OK(ra_wait(late[0]));
    for (int n = FIRST + 1; n < FIRST + LENGTHS; n++)
        OK(ra_wait(ra_fft_fft(y, n, 0)));
    OK(ra_stream_use(NULL));
    for (int i = 0; i < 3; i++)
        assert_near("one that waited", ra_ref(want), ra_ref(late[i]), 16, 40);
    ra_stream_free(slow), ra_stream_free(other);
    OK(ra_scope_end());
    stop();
}

static void frequencies(void **state)
{
    (void)state;
    static const ra_dtype real[] = {RA_FLOAT32, RA_FLOAT64, RA_FLOAT16, RA_BFLOAT16};
    start(2);
    ra_scope_begin();
    for (int i = 0; i < 4; i++)
        for (int n = 0; n < 600; n = n * 2 + (n + 1) % 3 + 1) {
            const ra_device where[SIDES] = {RA_CPU, RA_CUDA};
            SAME_BITS("fftfreq", ra_fft_fftfreq(n, 0.3, RA_OPTS(ra_fft_fftfreq, .dtype = real[i], .device = where[k])));
            SAME_BITS("rfftfreq", ra_fft_rfftfreq(n, 1.7, RA_OPTS(ra_fft_rfftfreq, .dtype = real[i], .device = where[k])));
        }
    OK(ra_scope_end());
    stop();
}

/* ---- programs of their own ---- */

/* Whatever fails, results are right or have failed with words. */
static int program_failing(const char *nothing)
{
    (void)nothing;
    for (int i = 0; i < 2; i++) {
        ra_tensor *x = ra_ones(RA_DIMS(4, 4), RA_OPTS(ra_ones, .device = RA_CUDA)), *wide = ra_ones(RA_DIMS(4, 4), RA_OPTS(ra_ones, .dtype = RA_FLOAT64, .device = RA_CUDA));
        ra_tensor *all[] = {ra_fft_fft2(x, RA_ALL, RA_ALL), ra_fft_fft2(wide, RA_ALL, RA_ALL), ra_fft_rfft2(x, RA_ALL, RA_ALL), ra_fft_rfft2(wide, RA_ALL, RA_ALL), ra_fft_hfft(x, 4, -1), ra_fft_hfft(wide, 4, -1)};
        for (int k = 0; k < 6; k++) {
            ra_tensor *first = all[k] ? ra_to(ra_real(ra_reshape(all[k], RA_DIMS(-1))), RA_OPTS(ra_to, .dtype = RA_FLOAT64)) : NULL;
            double got[16] = {0};
            if (!first || ra_copy_to(first, got, (size_t)ra_numel(first) * sizeof *got))
                printf("%s; ", ra_last_error());
            else if (fabs(got[0] - (k < 4 ? 16 : 4)) > 1e-5 || fabs(got[1]) > 1e-5)
                printf("%d is wrong: %g %g; ", k, got[0], got[1]);
            ra_release(all[k]);
            ra_clear_error();
        }
        ra_release(x), ra_release(wide);
    }
    return ra_shutdown() ? 1 : 0;
}

static const child_program programs[] = {{"failing", program_failing}};

static void calls_that_fail(void **state)
{
    (void)state;
    need_simulated();
    static const char *const calls[] = {"cufftCreate", "cufftSetAutoAllocation", "cufftMakePlanMany64", "cufftSetStream", "cufftSetWorkArea", "cufftExecC2C", "cufftExecZ2Z", "cufftExecR2C",
                                        "cufftExecD2Z", "cufftExecC2R", "cufftExecZ2D"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        char text[8192], fail[64];
        snprintf(fail, sizeof fail, "%s:1:999", calls[i]);
        setenv("SIMCUDA_FAIL", fail, 1);
        const int code = child_output("failing", "", text, sizeof text);
        unsetenv("SIMCUDA_FAIL");
        if (code || strstr(text, "wrong") || !strstr(text, calls[i]) || !strstr(text, "cuFFT answers 6"))
            fail_msg("%s fails: exit status %d, %s", calls[i], code, text);
    }
}

/* Once without memory: what is cached is given back, and the plan is made. */
static void a_plan_without_memory(void **state)
{
    (void)state;
    need_simulated();
    char text[8192];
    setenv("SIMCUDA_FAIL", "cufftMakePlanMany64:1:2", 1);
    const int code = child_output("failing", "", text, sizeof text);
    unsetenv("SIMCUDA_FAIL");
    if (code || *text)
        fail_msg("exit status %d, %s", code, text);
}

/* Rooms that grow, where the limit leaves no space for the old one beside the new. */
static void rooms_within_a_limit(void **state)
{
    (void)state;
    need_simulated(); /* whose plans need as much as the limit allows for */
    OK(ra_init(&(ra_config){.size = sizeof(ra_config), .workers = 1, .device_memory_limit = 800000}));
    for (int64_t n = 4096; n <= 16384; n *= 2) {
        ra_scope_begin();
        ra_tensor *x = ra_view(waves(RA_COMPLEX128, 16384, 1), RA_DIMS(16384 / n, n)), *y = ra_fft_fft(there(x), n, -1);
        OK(ra_wait(y));
        OK(ra_scope_end());
        OK(ra_wait_all());
    }
    stop();
}

/* The events behind runs. */
static void events_that_fail(void **state)
{
    (void)state;
    need_simulated();
    static const char *const calls[] = {"cuEventCreate", "cuEventRecord"};
    for (int i = 0; i < 2 * 5; i++) {
        char text[8192], fail[64];
        snprintf(fail, sizeof fail, "%s:%d:999", calls[i / 5], i % 5 + 1);
        setenv("SIMCUDA_FAIL", fail, 1);
        const int code = child_output("failing", "", text, sizeof text);
        unsetenv("SIMCUDA_FAIL");
        if (code || strstr(text, "wrong"))
            fail_msg("%s: exit status %d, %s", fail, code, text);
    }
}

/* A folder without it. */
static void absent(void **state)
{
    (void)state;
    static const char *const there_are[] = {"libcuda.so.1", "libnvrtc.so.12", "libcublas.so.12", "libcusolver.so.11"};
    assert_missing_is_told(there_are, sizeof there_are / sizeof *there_are, "there is no cuFFT: libcufft.so.11");
}

int main(int argc, char **argv)
{
    setenv("SIMCUDA_CHANNELS", "0", 0); /* so that a stream which is held up holds up no other */
    find_driver();
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(lines, 300, NULL, shut_down),
        HARNESS_TEST(other_inputs, 100, NULL, shut_down),
        HARNESS_TEST(of_nothing, 100, NULL, shut_down),
        HARNESS_TEST(dimensions, 300, NULL, shut_down),
        HARNESS_TEST(given, 100, NULL, shut_down),
        HARNESS_TEST(more_plans_than_are_kept, 100, NULL, shut_down),
        HARNESS_TEST(one_plan_on_streams, 100, NULL, shut_down),
        HARNESS_TEST(work_areas_of_streams, 100, NULL, shut_down),
        HARNESS_TEST(a_plan_that_waits_is_kept, 100, NULL, shut_down),
        HARNESS_TEST(frequencies, 100, NULL, shut_down),
        HARNESS_TEST(calls_that_fail, 300, NULL, NULL),
        HARNESS_TEST(events_that_fail, 300, NULL, NULL),
        HARNESS_TEST(a_plan_without_memory, 100, NULL, NULL),
        HARNESS_TEST(rooms_within_a_limit, 100, NULL, shut_down),
        HARNESS_TEST(absent, 100, NULL, NULL),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
