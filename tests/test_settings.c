/*
 * What a setting or a call that cannot be met has to say for itself: the name of what is wrong, its value, what would be right,
 * and where memory ends, how much was asked for and what the limit is.
 */
#include "helpers/harness.h"

#include <errno.h>
#include <runahead.h>
#include <stdio.h>
#include <sys/stat.h>

#define OK(call) assert_int_equal(call, RA_OK)

static int stopped(void **state)
{
    (void)state;
    OK(ra_shutdown());
    ra_clear_error();
    return 0;
}

static void assert_said(const char *text, const char *const *parts)
{
    for (; *parts; parts++)
        if (!strstr(text, *parts))
            fail_msg("\"%s\" is not in: %s", *parts, text);
}
#define SAID(text, ...) assert_said(text, (const char *const[]){__VA_ARGS__, NULL})

/* The engine does not start with a variable set so, and the reason has these parts. */
static void assert_refused(const char *name, const char *value, const char *const *parts)
{
    ra_clear_error();
    assert_int_equal(setenv(name, value, 1), 0);
    ra_status s = ra_init(NULL);
    unsetenv(name);
    if (s != RA_ERR_ARGUMENT)
        fail_msg("%s=%s: %s", name, value, ra_status_name(s));
    SAID(ra_last_error(), name, value);
    assert_said(ra_last_error(), parts);
    ra_clear_error();
}
#define REFUSED(name, value, ...) assert_refused(name, value, (const char *const[]){__VA_ARGS__, NULL})

static void a_value_out_of_its_range_is_told_the_range(void **state)
{
    (void)state;
    REFUSED("RUNAHEAD_WORKERS", "1025", "from 0 to 1024");
    REFUSED("RUNAHEAD_WORKERS", "-1", "from 0 to 1024");
    REFUSED("RUNAHEAD_WORKERS", "four", "from 0 to 1024");
    REFUSED("RUNAHEAD_WORKERS", "4x", "from 0 to 1024");
    REFUSED("RUNAHEAD_WORKERS", "99999999999999999999", "from 0 to 1024");
    REFUSED("RUNAHEAD_SYNC", "2", "from 0 to 1");
    REFUSED("RUNAHEAD_NO_INLINE", "yes", "from 0 to 1");
    REFUSED("RUNAHEAD_REPORT", "2", "from 0 to 1");
    REFUSED("RUNAHEAD_SPIN_US", "-2", "from -1 to 1000000");
    REFUSED("RUNAHEAD_PACING_BYTES", "0", "from 1", "K, M, G");
    REFUSED("RUNAHEAD_PACING_COUNT", "1T", "from 1", "K, M, G");
    REFUSED("RUNAHEAD_MEMORY_LIMIT", "-1", "from 0", "K, M, G");
    REFUSED("RUNAHEAD_DEVICE_MEMORY_LIMIT", "-1", "from 0", "K, M, G");
    REFUSED("RUNAHEAD_DEVICE_CHUNKS", "2", "from 0 to 1");
    REFUSED("RUNAHEAD_MEMORY_LIMIT", "99999999999999999999", "from 0"); /* not the largest number there is */
    REFUSED("RUNAHEAD_CUDA_CACHE_BYTES", "-1", "from 0", "K, M, G");
    REFUSED("RUNAHEAD_CUDA_TF32", "2", "from 0 to 1");
    REFUSED("RUNAHEAD_FUSION", "yes", "on, off, always or random");
    REFUSED("RUNAHEAD_WORKER_PRIORITY", "high", "background or normal");
    REFUSED("RUNAHEAD_TOPOLOGY", "node:x", "synthetic", "node:2");
    REFUSED("RUNAHEAD_TOPOLOGY", "node:100000 core:100000 pu:100000", "at most 1024 processors"); /* at once */
    REFUSED("RUNAHEAD_TOPOLOGY", "8 0x81", "at most 1024 processors");
    REFUSED("RUNAHEAD_TOPOLOGY", "2:2 pu:9999999999999999999999", "at most 1024 processors");
    char longer[400];
    memset(longer, 'n', sizeof longer - 1);
    longer[sizeof longer - 1] = 0;
    assert_int_equal(setenv("RUNAHEAD_TOPOLOGY", longer, 1), 0);
    assert_int_equal(ra_init(NULL), RA_ERR_ARGUMENT);
    SAID(ra_last_error(), "RUNAHEAD_TOPOLOGY", "399 characters", "at most 255");
    unsetenv("RUNAHEAD_TOPOLOGY");
}

static void a_level_that_was_not_built_is_told_those_that_were(void **state)
{
    (void)state;
    ra_info info;
    OK(ra_get_info(&info));
    OK(ra_shutdown());
    assert_int_equal(ra_init(&(ra_config){.size = sizeof(ra_config), .isa = "v9"}), RA_ERR_UNSUPPORTED);
    SAID(ra_last_error(), "RUNAHEAD_ISA=v9", "not built", "built are:", info.isa);
}

/* A name that is almost that of a setting was meant to be it. */
static void a_name_that_is_almost_right_is_refused(void **state)
{
    (void)state;
    REFUSED("RUNAHEAD_WORKER", "4", "no such setting", "RUNAHEAD_WORKERS is");
    REFUSED("RUNAHEAD_WOKRERS", "4", "RUNAHEAD_WORKERS is");
    REFUSED("RUNAHEAD_workers", "4", "RUNAHEAD_WORKERS is");
    REFUSED("runahead_workers", "4", "RUNAHEAD_WORKERS is");
    REFUSED("RUN_AHEAD_WORKERS", "4", "RUNAHEAD_WORKERS is");
    REFUSED("RUNAHED_TRACE", "x.json", "RUNAHEAD_TRACE is");
    REFUSED("RUNAHEAD_TRACES", "x.json", "RUNAHEAD_TRACE is");
    REFUSED("RUNAHEAD_CUDA_CAHCE", "off", "RUNAHEAD_CUDA_CACHE is");
    REFUSED("RUNAHEAD_FUSSION", "off", "RUNAHEAD_FUSION is");
    REFUSED("RUNAHEAD_PACING_BYTE", "1G", "RUNAHEAD_PACING_BYTES is");
    REFUSED("RUNAHEAD_MEM0RY_LIMIT", "1G", "RUNAHEAD_MEMORY_LIMIT is");
    REFUSED("RUNAHEAD_IAS", "v3", "RUNAHEAD_ISA is");
    REFUSED("RUNAHEAD_PRIORITY", "normal", "RUNAHEAD_WORKER_PRIORITY is"); /* as the field of ra_config is called */
    REFUSED("RUNAHEAD_SPIN", "0", "RUNAHEAD_SPIN_US is");
    REFUSED("RUNAHEAD_INLINE", "0", "RUNAHEAD_NO_INLINE is");
    assert_int_equal(setenv("RUNAHEAD_WORKER", "", 1), 0); /* unset, as an empty variable of the right name is */
    OK(ra_init(NULL));
    unsetenv("RUNAHEAD_WORKER");
}

/* Others may be somebody's own: the engine starts, and says that it has no use for them. */
static void other_names_are_listed(void **state)
{
    (void)state;
    unsetenv("RUNAHEAD_TEST_SHORT"); /* which is one of them, where it is set: there is room for so many */
    static const char *const names[] = {"RUNAHEAD_THREADS", "RUNAHEAD_", "RUNAHEAD_DEMO_DATA", "RUNAHEAD_NO_DATA", "RUNAHEAD_LIMIT_MEMORY", "RUNAHEAD__", "RUNAHEAD_A_NAME_THAT_IS_LONGER_THAN_ANY_SETTING_EVER_WILL_BE"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(setenv(names[i], "1", 1), 0);
    ra_info info;
    OK(ra_get_info(&info));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        SAID(info.settings_unknown, names[i]);
        unsetenv(names[i]);
    }
    OK(ra_shutdown());
    assert_int_equal(setenv("RUNAHEAD_FUSION", "on", 1), 0);
    OK(ra_get_info(&info));
    assert_null(strstr(info.settings_unknown, "RUNAHEAD_FUSION"));
    unsetenv("RUNAHEAD_FUSION");
}

static void more_unknown_names_than_there_is_room_for(void **state)
{
    (void)state;
    char name[40];
    for (int i = 0; i < 100; i++) {
        snprintf(name, sizeof name, "RUNAHEAD_OF_SOMEBODY_ELSE_%d", i);
        assert_int_equal(setenv(name, "1", 1), 0);
    }
    ra_info info;
    OK(ra_get_info(&info));
    assert_true(strlen(info.settings_unknown) < sizeof info.settings_unknown);
    for (int i = 0; i < 100; i++) {
        snprintf(name, sizeof name, "RUNAHEAD_OF_SOMEBODY_ELSE_%d", i);
        unsetenv(name);
    }
}

static void config_refused(const ra_config *config, const char *field)
{
    ra_clear_error();
    assert_int_equal(ra_init(config), RA_ERR_ARGUMENT);
    SAID(ra_last_error(), "ra_init", "ra_config", field);
}

static void a_configuration_has_the_same_ranges(void **state)
{
    (void)state;
    config_refused(&(ra_config){.size = sizeof(ra_config), .workers = 1025}, "workers");
    config_refused(&(ra_config){.size = sizeof(ra_config), .workers = -2}, "workers");
    config_refused(&(ra_config){.size = sizeof(ra_config), .execution = (ra_execution)2}, "execution");
    config_refused(&(ra_config){.size = sizeof(ra_config), .priority = (ra_worker_priority)-1}, "priority");
    config_refused(&(ra_config){.size = sizeof(ra_config), .fusion = (ra_fusion)4}, "fusion");
    config_refused(&(ra_config){.size = sizeof(ra_config), .spin_us = -2}, "spin_us");
    config_refused(&(ra_config){.size = sizeof(ra_config), .relief_percent = 101}, "relief_percent");
    config_refused(&(ra_config){.workers = 2}, "size"); /* without it nothing would be read */
    ra_config garbage = {.size = sizeof garbage};
    memset(&garbage.no_inline, 7, 1);
    config_refused(&garbage, "no_inline");
    garbage = (ra_config){.size = sizeof garbage};
    memset(&garbage.cuda_tf32, 7, 1);
    config_refused(&garbage, "cuda_tf32");
    ra_info info;
    OK(ra_init(&(ra_config){.size = sizeof(ra_config), .workers = -1}));
    OK(ra_get_info(&info));
    assert_int_equal(info.workers, 0);
    assert_int_equal(info.relief_percent, 25);
}

static void a_blas_that_is_not_there_is_refused(void **state)
{
    (void)state;
    REFUSED("RUNAHEAD_BLAS", "/no/such/libopenblas.so", strerror(ENOENT));
    REFUSED("RUNAHEAD_BLAS", "/tmp", "not a file");
    OK(ra_init(&(ra_config){.size = sizeof(ra_config), .blas = "libopenblas.so.0"})); /* for the loader to look for */
}

/* The program goes on, and nothing but ra_get_info tells of it: neither the thread's error nor a scope. */
/* What cannot be found out before it is loaded: whoever needs it is told what was asked for, and what is wrong with it. */
static void assert_no_blas(const char *path, const char *const *parts)
{
    ra_info info;
    OK(ra_init(&(ra_config){.size = sizeof(ra_config), .blas = path}));
    ra_tensor *pair = ra_eye(2, 2), *inverse = ra_linalg_inv(pair);
    assert_int_equal(ra_wait(inverse), RA_ERR_BLAS);
    assert_said(ra_last_error(), parts);
    SAID(ra_last_error(), "linalg_inv(float32 [2, 2]) at ");
    ra_clear_error();
    OK(ra_get_info(&info));
    assert_said(info.blas_error, parts);
    ra_release(pair);
    ra_release(inverse);
    OK(ra_shutdown());
}
#define NO_BLAS(path, ...) assert_no_blas(path, (const char *const[]){__VA_ARGS__, NULL})

static void a_blas_that_cannot_be_loaded_is_told(void **state)
{
    (void)state;
    NO_BLAS("/etc/passwd", "RUNAHEAD_BLAS=/etc/passwd: cannot be loaded: ");
    NO_BLAS("libno-such-blas.so.0", "RUNAHEAD_BLAS=libno-such-blas.so.0: cannot be loaded: ", "No such file");
    NO_BLAS("libm.so.6", "RUNAHEAD_BLAS=libm.so.6: ", "no OpenBLAS");
}

static void a_trace_that_cannot_be_written_is_told(void **state)
{
    (void)state;
    assert_int_equal(setenv("RUNAHEAD_TRACE", "/no/such/folder/run.json", 1), 0);
    ra_scope_begin();
    ra_tensor *x = ra_ones(RA_DIMS(3));
    assert_non_null(x);
    assert_int_equal(ra_scope_end(), RA_OK);
    assert_int_equal(ra_last_status(), RA_OK);
    unsetenv("RUNAHEAD_TRACE");
    ra_info info;
    OK(ra_get_info(&info));
    SAID(info.trace_error, "/no/such/folder/run.json", strerror(ENOENT));
    OK(ra_shutdown());
    OK(ra_get_info(&info));
    assert_string_equal(info.trace_error, "");
}

/* An error that the thread had before the engine started is still its first. */
static void a_trace_that_cannot_be_written_hides_nothing(void **state)
{
    (void)state;
    assert_int_equal(ra_set_default_dtype(RA_INT32), RA_ERR_DTYPE);
    OK(ra_init(&(ra_config){.size = sizeof(ra_config), .trace = "/no/such/folder/run.json"}));
    assert_int_equal(ra_last_status(), RA_ERR_DTYPE);
}

/* ---- messages of calls ---- */

static void out_of_memory_says_how_much_and_how_little(void **state)
{
    (void)state;
    char text[2048];
    OK(ra_init(&(ra_config){.size = sizeof(ra_config), .workers = 1, .memory_limit = 5 << 20}));
    ra_tensor *t = ra_ones(RA_DIMS(4, 1 << 20));
    assert_int_equal(ra_wait(t), RA_ERR_TASK_MEMORY);
    assert_int_equal(ra_tensor_error(t, text, sizeof text), RA_ERR_TASK_MEMORY);
    SAID(text, "ones", "16777216 bytes wanted", "at most 5242880 allowed", "RUNAHEAD_MEMORY_LIMIT");
    ra_release(t);
    ra_clear_error();
    ra_tensor *unwritten = ra_empty(RA_DIMS(3, 1 << 20));
    assert_null(ra_data(unwritten, NULL));
    SAID(ra_last_error(), "ra_data", "12582912 bytes wanted", "5242880");
    ra_release(unwritten);
    ra_clear_error();
    static const char bytes[6 << 20];
    assert_null(ra_from_copy(bytes, RA_UINT8, RA_DIMS(6 << 20)));
    SAID(ra_last_error(), "ra_from_copy", "6291456 bytes wanted", "5242880");
}

static void a_function_names_itself(void **state)
{
    (void)state;
    static const int64_t negative = -1;
    assert_null(ra_from_copy(NULL, RA_FLOAT32, RA_DIMS(3)));
    SAID(ra_last_error(), "ra_from_copy: data is NULL");
    ra_clear_error();
    assert_null(ra_from_copy(&negative, RA_FLOAT32, ra_dims_of(&negative, 1)));
    SAID(ra_last_error(), "ra_from_copy: size -1");
    ra_clear_error();
    assert_null(ra_from_data(NULL, RA_FLOAT32, RA_DIMS(3), NULL));
    SAID(ra_last_error(), "ra_from_data: data is NULL");
    ra_clear_error();
    assert_null(ra_from_copy(NULL, RA_FLOAT64, RA_DIMS(2, INT64_MAX)));
    SAID(ra_last_error(), "ra_from_copy: float64 [2, 9223372036854775807]");
    ra_clear_error();
    float number = 0;
    assert_null(ra_from_data(&number, RA_FLOAT32, RA_DIMS(3, 2), RA_OPTS(ra_from_data, .strides = RA_DIMS(-1, 2))));
    SAID(ra_last_error(), "ra_from_data: float32 [3, 2] with strides [-1, 2]");
    ra_clear_error();
    ra_tensor *x = ra_ones(RA_DIMS(3));
    assert_int_equal(ra_copy_to(x, NULL, 12), RA_ERR_ARGUMENT);
    SAID(ra_last_error(), "ra_copy_to: the buffer is NULL");
    ra_release(x);
    ra_clear_error();
    assert_int_equal(ra_set_default_dtype((ra_dtype)77), RA_ERR_DTYPE);
    SAID(ra_last_error(), "77 is no dtype");
}

/* A number among the arguments is said as it is, when a call is refused and when its task fails: also from the cache. */
static void numbers_are_said(void **state)
{
    (void)state;
    char text[2048];
    ra_tensor *x = ra_ones(RA_DIMS(2), RA_OPTS(ra_ones, .dtype = RA_INT32)), *f = ra_ones(RA_DIMS(2));
    for (int again = 0; again < 3; again++) {
        ra_tensor *t = ra_floor_divide(x, 0);
        assert_int_equal(ra_wait(t), RA_ERR_DIVIDE);
        assert_int_equal(ra_tensor_error(t, text, sizeof text), RA_ERR_DIVIDE);
        SAID(text, "floor_divide(int32 [2], 0)");
        ra_release(t);
        ra_clear_error();
    }
    assert_null(ra_bitwise_and(f, 3));
    SAID(ra_last_error(), "bitwise_and(float32 [2], 3)");
    ra_clear_error();
    assert_null(ra_bitwise_or(x, 2.0));
    SAID(ra_last_error(), "bitwise_or(int32 [2], 2.0)");
    ra_clear_error();
    assert_null(ra_remainder(f, RA_C(1, -2)));
    SAID(ra_last_error(), "remainder(float32 [2], (1-2j))");
    ra_clear_error();
    ra_tensor *i = ra_full(RA_DIMS(2), RA_I(9)), *beyond = ra_index_select(x, 0, i);
    ra_tensor *bounded = ra_clamp(beyond, RA_NONE, 7); /* what is absent is none still */
    assert_int_equal(ra_wait(bounded), RA_ERR_INDEX);
    assert_int_equal(ra_tensor_error(bounded, text, sizeof text), RA_ERR_INDEX);
    SAID(text, "reached clamp(int32 [2], none, 7)");
    ra_release(i);
    ra_release(beyond);
    ra_release(x);
    ra_release(f);
    ra_release(bounded);
}

#define S(function) TEST_AROUND(function, stopped, stopped)

int main(void)
{
    const struct CMUnitTest tests[] = {
        S(a_value_out_of_its_range_is_told_the_range),
        S(a_level_that_was_not_built_is_told_those_that_were),
        S(a_name_that_is_almost_right_is_refused),
        S(other_names_are_listed),
        S(more_unknown_names_than_there_is_room_for),
        S(a_configuration_has_the_same_ranges),
        S(a_blas_that_is_not_there_is_refused),
        S(a_blas_that_cannot_be_loaded_is_told),
        S(a_trace_that_cannot_be_written_is_told),
        S(a_trace_that_cannot_be_written_hides_nothing),
        S(out_of_memory_says_how_much_and_how_little),
        S(a_function_names_itself),
        S(numbers_are_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
