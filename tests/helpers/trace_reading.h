/* A trace that a test has written, read back as JSON, and what each of its events must have. */
#ifndef TESTS_HELPERS_TRACE_READING_H
#define TESTS_HELPERS_TRACE_READING_H

#include "helpers/moments.h"

#include "async/run/trace.h"
#include "async/thread/trace_ring.h"

#include <fcntl.h>
#include <jansson.h>
#include <pthread.h>
#include <sys/wait.h>

static char path[100];

static inline int new_path(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "/tmp/runahead-trace-%d-XXXXXX", (int)getpid());
    int fd = mkstemp(path);
    close(fd);
    return fd < 0;
}

static inline int after(void **state)
{
    ra_trace_stop();
    unlink(path);
    ra__os_fault_disarm();
    return clean_up(state);
}

static json_t *trace; /* the array */

static inline char *file_text(size_t *length)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *text = NULL;
    size_t room = 0, got;
    *length = 0;
    do {
        room += 1 << 16;
        assert_non_null(text = realloc(text, room));
        got = fread(text + *length, 1, room - *length, f);
        *length += got;
    } while (*length == room);
    fclose(f);
    return text;
}

/* As it is between two writes: several reads may see parts of different states, so they are repeated until they agree. */
static inline void read_trace(void)
{
    json_error_t error;
    size_t length, again;
    char *text = file_text(&length), *next = file_text(&again);
    while (length != again || memcmp(text, next, length) != 0) {
        free(text);
        text = next;
        length = again;
        next = file_text(&again);
    }
    trace = json_loadb(text, length, 0, &error);
    free(text);
    free(next);
    if (!trace)
        fail_msg("%s, line %d: %s", path, error.line, error.text);
    assert_true(json_is_array(trace));
}

static inline void forget_trace(void)
{
    json_decref(trace);
    trace = NULL;
}

static inline const char *text_of(const json_t *event, const char *key)
{
    const char *text = json_string_value(json_object_get(event, key));
    return text ? text : "";
}

static inline double number_of(const json_t *event, const char *key)
{
    return json_number_value(json_object_get(event, key));
}

static inline json_int_t argument(const json_t *event, const char *key)
{
    return json_integer_value(json_object_get(json_object_get(event, "args"), key));
}

static inline bool is(const json_t *event, const char *phase, const char *category, const char *name)
{
    return !strcmp(text_of(event, "ph"), phase) && (!category || !strcmp(text_of(event, "cat"), category)) && (!name || !strcmp(text_of(event, "name"), name));
}

static inline size_t count_of(const char *phase, const char *category, const char *name)
{
    size_t n = 0, i;
    json_t *e;
    json_array_foreach(trace, i, e)
        n += is(e, phase, category, name);
    return n;
}

static inline const json_t *only(const char *phase, const char *category, const char *name)
{
    size_t i;
    json_t *e;
    if (count_of(phase, category, name) != 1)
        fail_msg("%zu events %s %s %s", count_of(phase, category, name), phase, category ? category : "", name);
    json_array_foreach(trace, i, e)
        if (is(e, phase, category, name))
            return e;
    return NULL;
}

/* Of a task: a kernel's slice; NULL: none. */
static inline const json_t *kernel_of(json_int_t task)
{
    size_t i;
    json_t *e;
    json_array_foreach(trace, i, e)
        if (is(e, "X", "kernel", NULL) && argument(e, "task") == task)
            return e;
    return NULL;
}

static inline bool lies_in_a_slice(const json_t *end)
{
    size_t i;
    json_t *e;
    double at = number_of(end, "ts");
    json_array_foreach(trace, i, e)
        if (is(e, "X", NULL, NULL) && number_of(e, "tid") == number_of(end, "tid") && number_of(e, "ts") <= at + 1e-6 && at <= number_of(e, "ts") + number_of(e, "dur") + 1e-6)
            return true;
    return false;
}

/* What holds for every event of every trace. */
static inline void check_events(void)
{
    size_t i, k;
    json_t *e, *f;
    json_array_foreach(trace, i, e) {
        assert_true(json_is_object(e) && json_is_integer(json_object_get(e, "pid")));
        if (is(e, "M", NULL, NULL))
            continue;
        assert_true(json_is_integer(json_object_get(e, "tid")) && number_of(e, "ts") >= 0);
        if (is(e, "X", NULL, NULL))
            assert_true(number_of(e, "dur") > 0);
        if (is(e, "X", "kernel", NULL)) {
            const json_t *args = json_object_get(e, "args");
            assert_true(json_is_number(json_object_get(args, "queued_us")) && number_of(args, "queued_us") >= 0);
            assert_true(json_is_integer(json_object_get(args, "task")) && json_is_string(json_object_get(args, "result")));
        }
        if (!is(e, "s", NULL, NULL))
            continue;
        const json_t *end = NULL;
        json_array_foreach(trace, k, f)
            if (is(f, "f", text_of(e, "cat"), text_of(e, "name")) && number_of(f, "id") == number_of(e, "id")) {
                assert_null(end);
                end = f;
            }
        if (!end || !lies_in_a_slice(e) || !lies_in_a_slice(end) || number_of(e, "ts") > number_of(end, "ts"))
            fail_msg("arrow %s %.0f goes from %d to %d", text_of(e, "cat"), number_of(e, "id"), (int)lies_in_a_slice(e), end && lies_in_a_slice(end));
        if (strcmp(text_of(e, "cat"), "recorded")) /* from a kernel, and but for the end of a wait to another */
            assert_non_null(kernel_of(argument(e, "task")));
        if (strcmp(text_of(e, "cat"), "ends"))
            assert_non_null(kernel_of(argument(end, "task")));
    }
    assert_int_equal(count_of("s", NULL, NULL), count_of("f", NULL, NULL));
    const json_t *end = only("i", NULL, "end");
    assert_int_equal(argument(end, "events") + 1, json_array_size(trace));
}

/* Arrows "after" from one kernel to another. */
static inline int arrows_between(const char *from, const char *to)
{
    size_t i, k;
    json_t *e, *f;
    int n = 0;
    json_array_foreach(trace, i, e)
        if (is(e, "s", "after", NULL) && !strcmp(text_of(kernel_of(argument(e, "task")), "name"), from))
            json_array_foreach(trace, k, f)
                n += is(f, "f", "after", NULL) && number_of(f, "id") == number_of(e, "id") && !strcmp(text_of(kernel_of(argument(f, "task")), "name"), to);
    return n;
}

#define T(function) TEST_AROUND(function, new_path, after)

#endif
