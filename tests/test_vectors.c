/*
 * Every operator against what PyTorch answers: runs the cases of tests/vectors through ra_call, by name.
 *
 * Of every case: the description is right before anything is waited for, and the same on the meta device; values are
 * within the case's tolerance; no byte but the results' is written; a refused call leaves everything as it was; errors
 * in the data reach the reader; nothing leaks; and the functional, in-place and out= forms give the same bits.
 * Which of them are run, and shown where they fail, can be said (vectors/subjects.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vectors/deviation.h"
#include "vectors/judge.h"
#include "vectors/match.h"
#include "vectors/print.h"
#include "vectors/subjects.h"

/* ---- one case ---- */

/* ra_equal waits and gives a plain bool. */
static bool run_equal(const struct vector_case *c, char why[VECTOR_WHY])
{
    struct vector_case copy = *c;
    struct vector_op clone = {.name = "maximum", .args = 2, .arg_names = {"self", "other"}}; /* any operator of two tensors binds them */
    struct vector_call call;
    bool equal = false, ok;
    copy.op = &clone;
    ok = vector_bind(&call, &copy, RA_CPU, why);
    if (ok) {
        ra_status s = ra_equal(call.args[0].tensor, call.args[1].tensor, &equal);
        if (c->expectation == VECTOR_REFUSED)
            ok = s != RA_OK || vector_differ(why, "was not refused");
        else if (s)
            ok = vector_differ(why, "refused with %s", ra_status_name(s));
        else
            ok = equal == (*vector_element(&c->result[0], c->after[0].bytes, 0) != 0) || vector_differ(why, "gives %s", equal ? "true" : "false");
    }
    return vector_unbind(&call, why) && ok;
}

static bool unsupported; /* set where the operator is not in this build */

static bool run_cpu(const struct vector_case *c, char why[VECTOR_WHY])
{
    struct vector_call call;
    bool ok = vector_bind(&call, c, RA_CPU, why);
    if (ok) {
        ra_status s = vector_run(&call, vector_variant_of(c));
        unsupported = s == RA_ERR_UNSUPPORTED;
        if (c->expectation == VECTOR_REFUSED)
            ok = vector_judge_refusal(&call, s, why);
        else if (s)
            ok = vector_differ(why, "refused with %s: %s", ra_status_name(s), ra_last_error());
        else
            ok = c->expectation == VECTOR_RESULTS ? vector_judge_results(&call, why) : vector_judge_data_error(&call, why);
    }
    char around[VECTOR_WHY];
    if (!vector_unbind(&call, around) && ok)
        ok = vector_differ(why, "%s", around);
    return ok;
}

/* Masks become indices by their data, which a description does not have. */
static bool needs_data(const struct vector_case *c)
{
    for (int a = 0; a < c->args; a++)
        for (int i = 0; c->arg[a].kind == VECTOR_LIST && i < c->arg[a].count; i++)
            if ((ra_op_properties(ra_op_find(c->op->name)) & RA_OP_MAY_WAIT) && c->arg[a].present[i] && c->arg[a].items[i].dtype <= RA_UINT8)
                return true;
    return false;
}

static bool run_meta(const struct vector_case *c, char why[VECTOR_WHY])
{
    if (needs_data(c))
        return true;
    struct vector_call call;
    char reason[VECTOR_WHY] = "";
    bool ok = vector_bind(&call, c, RA_META, reason);
    if (ok) {
        ra_status s = vector_run(&call, vector_variant_of(c));
        if (c->expectation == VECTOR_REFUSED)
            ok = vector_judge_refusal(&call, s, reason);
        else if (s)
            ok = vector_differ(reason, "refused with %s: %s", ra_status_name(s), ra_last_error());
        else if (c->expectation == VECTOR_RESULTS)
            ok = vector_judge_description(&call, false, reason);
    }
    char around[VECTOR_WHY];
    return (vector_unbind(&call, around) && ok) || vector_differ(why, "on the meta device: %.900s", reason);
}

/* ---- the variants give the same bits ---- */

struct bits {
    uint8_t *bytes[VECTOR_MAX_RESULTS];
    size_t size[VECTOR_MAX_RESULTS];
    int count;
};

static void drop_bits(struct bits *b)
{
    for (int r = 0; r < b->count; r++)
        free(b->bytes[r]);
    b->count = 0;
}

static bool take_bits(const struct vector_call *call, struct bits *b, char why[VECTOR_WHY])
{
    b->count = 0;
    for (size_t r = 0; r < call->results; r++) {
        b->size[r] = (size_t)ra_numel(call->result[r]) * ra_dtype_size(ra_tensor_dtype(call->result[r]));
        b->bytes[r] = malloc(b->size[r] + 1);
        b->count++;
        if (!b->bytes[r] || ra_copy_to(call->result[r], b->bytes[r], b->size[r]))
            return vector_differ(why, "result %zu cannot be copied: %s", r, ra_last_error());
    }
    return true;
}

static bool same_bits(const struct vector_case *c, const struct bits *a, const struct bits *b, char why[VECTOR_WHY])
{
    for (int r = 0; r < a->count && r < b->count; r++) {
        const size_t item = ra_dtype_size(c->result[r].dtype);
        if (a->size[r] != b->size[r])
            return vector_differ(why, "result %d has another size", r);
        for (size_t i = 0; i < a->size[r]; i += item)
            if (memcmp(a->bytes[r] + i, b->bytes[r] + i, item) != 0) {
                char x[64], y[64];
                vector_print_value(c->result[r].dtype, a->bytes[r] + i, x);
                vector_print_value(c->result[r].dtype, b->bytes[r] + i, y);
                return vector_differ(why, "result %d, element %zu has other bits: %s, not %s", r, i / item, y, x);
            }
    }
    return true;
}

/* An out= tensor of the result's layout full of other values, or an empty one that the call has to resize. */
static ra_tensor *make_out(const struct vector_tensor *t, bool empty)
{
    if (empty)
        return ra_empty(RA_DIMS(0), RA_OPTS(ra_empty, .dtype = t->dtype));
    ra_tensor *out = ra_empty_strided(ra_dims_of(t->sizes, t->dims), ra_dims_of(t->strides, t->dims), RA_OPTS(ra_empty_strided, .dtype = t->dtype));
    void *p = out ? ra_data_mut(out, NULL) : NULL;
    if (p && vector_numel(t))
        memset(p, 0x5c, (size_t)(vector_offset(t, vector_numel(t) - 1) - t->offset + 1) * ra_dtype_size(t->dtype));
    return out;
}

static bool run_variant(const struct vector_case *c, ra_variant variant, bool empty, struct bits *b, ra_status *status, char why[VECTOR_WHY])
{
    struct vector_call call;
    bool ok = vector_bind(&call, c, RA_CPU, why);
    *status = RA_OK;
    b->count = 0;
    for (int r = 0; ok && variant == RA_OUT && r < c->results; r++) {
        ra_tensor *out = make_out(&c->result[r], empty);
        if (out)
            vector_give_out(&call, out);
        else
            ok = vector_differ(why, "out= cannot be made: %s", ra_last_error());
    }
    if (ok) {
        *status = vector_run(&call, variant);
        if (*status)
            ok = vector_differ(why, "%s refused: %s", variant == RA_OUT ? "out=" : "in-place", ra_last_error());
        else if (variant == RA_OUT)
            ok = vector_judge_description(&call, true, why);
        ok = ok && vector_wait_for_results(&call, why) && take_bits(&call, b, why);
    }
    char around[VECTOR_WHY];
    if (!vector_unbind(&call, around) && ok)
        ok = vector_differ(why, "%s", around);
    return ok;
}

static bool fits_in_place(const struct vector_case *c)
{
    const struct vector_tensor *self = &c->arg[0].tensor, *r = &c->result[0];
    return c->args && c->arg[0].kind == VECTOR_TENSOR && c->results == 1 && self->dtype == r->dtype && self->dims == r->dims &&
           !memcmp(self->sizes, r->sizes, sizeof r->sizes);
}

static bool compare_variants(const struct vector_case *c, int number, char why[VECTOR_WHY])
{
    const unsigned variants = ra_op_variants(ra_op_find(c->op->name));
    char reason[VECTOR_WHY];
    struct bits plain, other;
    ra_status s;
    if (c->variant != VECTOR_FUNCTIONAL || c->check == VECTOR_LAYOUT || !(variants & (RA_INPLACE | RA_OUT)))
        return true;
    if (c->results && c->result[0].storage != VECTOR_OWN_STORAGE)
        return true; /* a view of an argument, which no output can be */
    bool ok = run_variant(c, RA_FUNCTIONAL, false, &plain, &s, reason);
    if (ok && (variants & RA_OUT)) {
        const bool resized = number & 1 && vector_resizes_alike(c);
        ok = run_variant(c, RA_OUT, resized, &other, &s, reason) && same_bits(c, &plain, &other, reason);
        if (!ok)
            vector_differ(why, "as out=%s: %.900s", resized ? " (resized)" : "", reason);
        drop_bits(&other);
    }
    if (ok && (variants & RA_INPLACE) && fits_in_place(c)) {
        /* PyTorch refuses some of them for reasons of their own (self is expanded); what it accepts is in the files */
        ok = run_variant(c, RA_INPLACE, false, &other, &s, reason) ? same_bits(c, &plain, &other, reason) : s != RA_OK;
        if (!ok)
            vector_differ(why, "in place: %.900s", reason);
        drop_bits(&other);
    }
    drop_bits(&plain);
    return ok;
}

/* What we mean to answer otherwise. */
static bool run_deviation(const struct vector_case *c, bool refuses, char why[VECTOR_WHY])
{
    struct vector_call call;
    bool ok = vector_bind(&call, c, RA_CPU, why);
    if (ok) {
        ra_status s = vector_run(&call, vector_variant_of(c));
        if (refuses)
            ok = vector_judge_refusal(&call, s, why);
        else
            ok = s ? vector_differ(why, "refused with %s: %s", ra_status_name(s), ra_last_error()) : vector_wait_for_results(&call, why);
    }
    return vector_unbind(&call, why) && ok;
}

static bool run_once(const struct vector_case *c, int number, char why[VECTOR_WHY])
{
    if (!strcmp(c->op->name, "equal"))
        return run_equal(c, why);
    const enum vector_deviation ours = vector_deviation_of(c);
    if (ours != VECTOR_AGREES)
        return run_deviation(c, ours == VECTOR_REFUSES, why);
    return run_cpu(c, why) && run_meta(c, why) && (c->expectation != VECTOR_RESULTS || compare_variants(c, number, why));
}

static bool run_case(const struct vector_case *c, int number, char why[VECTOR_WHY])
{
    size_t live = ra_get_memory_stats().live;
    unsupported = false;
    if (!run_once(c, number, why))
        return false;
    if (ra_get_memory_stats().live <= live)
        return true;
    live = ra_get_memory_stats().live; /* a thread may have got its scratch memory, which it keeps */
    if (!run_once(c, number, why))
        return false;
    return ra_get_memory_stats().live <= live || vector_differ(why, "%zu bytes leak", ra_get_memory_stats().live - live);
}

/* ---- one operator ---- */

static void run_subject(void **state)
{
    const struct vector_subject *s = *state;
    struct vector_case *c = malloc(sizeof *c);
    int failed = 0;
    assert_non_null(c);
    for (int i = 0; i < s->count; i++) {
        char why[VECTOR_WHY] = "";
        assert_true(vector_subject_case(s, i, c));
        if (run_case(c, s->cases[i].number, why))
            continue;
        if (unsupported) {
            free(c);
            fail_msg("%s: %s", s->name, why);
        }
        vector_subject_failed(s, i, c, failed++, why);
    }
    free(c);
    if (failed)
        fail_msg("%s: %d of %d cases failed", s->name, failed, s->count);
}

/* ---- all operators ---- */

static struct vector_subject *subjects;
static int count;

/* But those that draw numbers, of which there are others every time. */
static void every_operator_has_cases(void **state)
{
    (void)state;
    for (size_t k = 0; k < ra_op_count(); k++) {
        const ra_op *op = ra_op_at(k);
        int i = 0;
        while (i < count && strcmp(subjects[i].name, ra_op_name(op)) != 0)
            i++;
        if (i == count && !(ra_op_properties(op) & RA_OP_RANDOM))
            fail_msg("%s: no case of it in tests/vectors", ra_op_name(op));
    }
}

/* `test_vectors --count`: how many cases each operator has, for `make op-report`. */
static void print_counts(void)
{
    for (int i = 0; subjects && i < count; i++)
        printf("%s\t%d\n", subjects[i].name, subjects[i].count);
}

int main(int argc, char **argv)
{
    static struct CMUnitTest tests[VECTOR_MAX_SUBJECTS + 1];
    subjects = vector_subjects(&count);
    if (argc > 1 && !strcmp(argv[1], "--count")) {
        print_counts();
        vector_subjects_free();
        return !subjects;
    }
    for (int i = 0; subjects && i < count; i++)
        tests[i] = (struct CMUnitTest){subjects[i].name, run_subject, NULL, NULL, &subjects[i]};
    const bool all = !getenv("RUNAHEAD_TEST_ONLY");
    tests[count] = (struct CMUnitTest){"every_operator_has_cases", every_operator_has_cases, NULL, NULL, NULL};
    int failed = subjects ? _cmocka_run_group_tests("operators", tests, (size_t)count + all, NULL, NULL) : 1;
    vector_subjects_free();
    return failed;
}
