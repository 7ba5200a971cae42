/*
 * Which dtypes an operator takes, what comes back, and what its out= may be: every line of the dtype tables of
 * tests/vectors, on the CPU, to the end of the computation.
 *
 * RUNAHEAD_TEST_ONLY=add,mul runs these operators alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "helpers/call_text.h"
#include "helpers/dtype_calls.h"
#include "helpers/release.h"

#ifndef VECTOR_FOLDER
#define VECTOR_FOLDER "tests/vectors"
#endif

enum { COLUMNS = 20, RESULTS = 4, SHOWN = 60 };

static int failures;

static void complain(const char *const *line, const char *format, ...) RA_PRINTF(2, 3);

static void complain(const char *const *line, const char *format, ...)
{
    char text[512];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    if (failures++ < SHOWN)
        print_error("%s %s %s: %s\n", line[0], line[1], line[2], text);
}

static void settle(void)
{
    int n = failures;
    failures = 0;
    if (n)
        fail_msg("%d failures", n);
}

static bool is_wanted(const char *name)
{
    const char *only = getenv("RUNAHEAD_TEST_ONLY");
    const size_t n = strlen(name);
    for (const char *p = only && *only ? only : NULL; p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL)
        if (!strncmp(p, name, n) && (p[n] == ',' || !p[n]))
            return true;
    return !only || !*only;
}

/* ---- making a call ---- */

static const char *text_of(const char *op, const char *arguments, bool number, char to[128])
{
    char name[64];
    snprintf(name, sizeof name, " %s ", op);
    for (int i = 0; i < DTYPE_CALLS; i++) {
        const struct dtype_call *c = &dtype_calls[i];
        if ((c->ops && !strstr(c->ops, name)) || !c->arguments != !arguments || (arguments && strcmp(c->arguments, arguments) != 0))
            continue;
        const char *mark = strchr(c->text, '%');
        if (!mark)
            return c->text;
        snprintf(to, 128, "%.*s%s%s", (int)(mark - c->text), c->text, number ? "S" : "U[3,3]", mark + 1);
        return to;
    }
    return NULL;
}

/* A positive definite matrix where it is square, ones elsewhere; zeros for what is written as index or mask. */
static bool fill(ra_tensor *t, char letter)
{
    if (letter == 'i' || letter == 'b')
        return !ra_zero_(t);
    const bool square = ra_ndim(t) == 2 && ra_size(t, 0) == ra_size(t, 1);
    ra_tensor *unit = square ? ra_eye(ra_size(t, 0), ra_size(t, 1)) : NULL, *four = square ? ra_mul(unit, 4) : NULL;
    ra_tensor *values = square ? ra_add(four, 1) : NULL;
    bool ok = square ? values && !ra_copy_(t, values) : !ra_fill_(t, 1);
    ra_release(unit);
    ra_release(four);
    ra_release(values);
    return ok;
}

static bool make_call(struct call_text *c, const char *const *line, const char *text, const struct call_values *values)
{
    const ra_op *op = ra_op_find(line[0]);
    bool ok = op && call_text_read(c, op, text, RA_CPU, values);
    if (!op)
        *c = (struct call_text){.op = NULL};
    const char *at = text;
    for (int i = 0; ok && i < c->tensors; i++) {
        at = strchr(at, '[') + 1; /* the letter stands before the bracket */
        ok = fill(c->tensor[i], at[-2]);
    }
    if (!ok)
        complain(line, "the call \"%s\" cannot be made: %s", text, ra_last_error());
    return ok;
}

/* "float32+int64", or "-" where it is refused, or the error where it failed later. */
static void run_call(struct call_text *c, ra_variant variant, ra_tensor **results, size_t *count, char answer[160])
{
    ra_status s = ra_call(c->op, variant, c->args, c->count, results, variant == RA_OUT ? *count : RESULTS, count);
    size_t n = s ? 0 : variant == RA_INPLACE ? 1 : *count;
    snprintf(answer, 160, "%s", s ? "-" : "");
    if (s == RA_ERR_UNSUPPORTED || s >= RA_ERR_INDEX)
        snprintf(answer, 160, "%s", ra_status_name(s));
    if (variant != RA_INPLACE && s)
        *count = 0;
    for (size_t r = 0; r < n; r++) {
        const ra_tensor *t = variant == RA_INPLACE ? c->tensor[0] : results[r];
        const size_t used = strlen(answer);
        s = ra_wait(t);
        if (s)
            snprintf(answer, 160, "%s", ra_status_name(s));
        else if (!c->op || !ra_op_returns_list(c->op) || r == 0)
            snprintf(answer + used, 160 - used, "%s%s", r ? "+" : "", ra_dtype_name(ra_tensor_dtype(t)));
    }
}

static ra_variant first_variant(const ra_op *op)
{
    return ra_op_variants(op) & RA_FUNCTIONAL ? RA_FUNCTIONAL : RA_INPLACE;
}

/* ---- where we mean to differ ---- */

/* complex32 is no dtype here; what PyTorch gives it, or refuses for want of it, is complex64, and what is of that alone is refused. */
static bool is_half_complex(const char *const *line, const char *column, const char *want, const char *got)
{
    if (!strcmp(want, "complex32") && !strcmp(got, "-"))
        return !strcmp(line[0], "complex") || !strcmp(line[0], "view_as_complex");
    return !strcmp(got, "complex64") && (!strcmp(want, "complex32") || (!strcmp(want, "-") && !strncmp(column, "complex", 7) && !strcmp(line[2], "float16")));
}

/* PyTorch takes a uint8 mask here but where there is one value only. */
static bool is_byte_mask(const char *const *line, const char *column, const char *want)
{
    return !strcmp(line[0], "index_put_") && !strcmp(column, "uint8") && !strcmp(want, "-");
}

/* PyTorch drops the imaginary part on the way to out=, with a warning; here a complex result is refused as everywhere. */
static bool drops_a_part(const char *const *line, ra_dtype out)
{
    return (!strcmp(line[0], "mean") || !strcmp(line[0], "logsumexp")) && !strncmp(line[1], "complex", 7) && out >= RA_FLOAT16 && out <= RA_FLOAT64;
}

/* PyTorch sums without NaN in the dtype of out=, which it cannot in complex; here the mean is converted to it. */
static bool is_mean_in_complex(const char *const *line, ra_dtype out)
{
    return !strcmp(line[0], "nanmean") && out >= RA_COMPLEX64;
}

/* PyTorch looks at the value, and refuses one that has an imaginary part; here the description decides. */
static bool is_complex_value(const char *const *line, const char *column, const char *got)
{
    return !strcmp(line[0], "masked_fill") && !strncmp(column, "complex", 7) && !strcmp(got, "-");
}

/* PyTorch does not compare the two dtypes, and computes nonsense. */
static bool is_unchecked(const char *const *line, const char *got)
{
    return !strcmp(line[0], "linalg_solve_triangular") && !strcmp(got, "-");
}

/* PyTorch interpolates bytes in fixed point, of which its code paths differ. */
static bool is_fixed_point(const char *const *line, const char *got)
{
    return (!strcmp(line[0], "upsample_bilinear2d") || !strcmp(line[0], "upsample_bicubic2d")) && !strcmp(line[1], "uint8") && !strcmp(got, "-");
}

/* ---- the tables ---- */

/* Splits a line at its tabs; how many columns. */
static int split(char *line, const char *columns[COLUMNS])
{
    int n = 0;
    line[strcspn(line, "\n")] = 0;
    for (char *p = line; p && n < COLUMNS; n++) {
        char *tab = strchr(p, '\t');
        columns[n] = p;
        if (tab)
            *tab = 0;
        p = tab ? tab + 1 : NULL;
    }
    return n;
}

typedef void (*line_fn)(const char *const *line, int columns, const char *const *heading);

static void for_each_line(const char *name, line_fn function)
{
    char path[512], heading_text[512], text[1024];
    const char *heading[COLUMNS], *columns[COLUMNS], *folder = getenv("RUNAHEAD_TEST_VECTORS");
    int lines = 0;
    snprintf(path, sizeof path, "%s/%s", folder ? folder : VECTOR_FOLDER, name);
    FILE *f = fopen(path, "r");
    if (!f || !fgets(heading_text, sizeof heading_text, f))
        fail_msg("%s cannot be read", path);
    const int n = split(heading_text, heading);
    while (fgets(text, sizeof text, f)) {
        if (split(text, columns) != n)
            fail_msg("line %d of %s has not %d columns", lines + 2, path, n);
        lines++;
        if (strcmp(columns[0], "equal") != 0 && is_wanted(columns[0]))
            function(columns, n, heading);
    }
    fclose(f);
    assert_true(lines > 300);
    settle();
}

/* ---- dtype_support.tsv: op dtype result inplace out ---- */

static bool lists(const char *names, const char *name)
{
    const size_t n = strlen(name);
    for (const char *p = names; (p = strstr(p, name)); p += n)
        if ((p == names || p[-1] == ',') && (p[n] == ',' || !p[n]))
            return true;
    return !strcmp(names, "all");
}

/* A factory's out= says what dtype= would. */
static void forget_dtype(struct call_text *c)
{
    const bool is_factory = !strcmp(ra_op_family(c->op), "factories") || c->tensors == 0;
    for (size_t a = 0; is_factory && a < c->count; a++)
        if (c->args[a].kind == RA_ARG_DTYPE)
            c->args[a].kind = RA_ARG_NONE;
}

static void check_out(const char *const *line, const char *text, const struct call_values *values, ra_dtype dtype, ra_tensor *const *like, size_t count)
{
    struct call_text c;
    ra_tensor *outs[RESULTS] = {NULL};
    if (make_call(&c, line, text, values)) {
        char answer[160];
        forget_dtype(&c);
        for (size_t r = 0; r < count; r++)
            outs[r] = ra_empty_like(like[r], RA_OPTS(ra_empty_like, .dtype = r ? ra_tensor_dtype(like[r]) : dtype));
        size_t n = count;
        run_call(&c, RA_OUT, outs, &n, answer);
        const bool accepted = strcmp(answer, "-") != 0, wanted = lists(line[4], ra_dtype_name(dtype)) && !drops_a_part(line, dtype);
        if (accepted != wanted && !is_mean_in_complex(line, dtype))
            complain(line, "out= %s is %s", ra_dtype_name(dtype), accepted ? "not refused" : ra_last_error());
        else if (accepted == wanted && accepted && strncmp(answer, ra_dtype_name(dtype), strlen(ra_dtype_name(dtype))) != 0)
            complain(line, "out= %s gives %s", ra_dtype_name(dtype), answer);
    }
    release_all(outs, count);
    call_text_release(&c);
}

static void check_inplace(const char *const *line, const char *text, const struct call_values *values)
{
    struct call_text c;
    if (make_call(&c, line, text, values)) {
        char answer[160];
        size_t n = 0;
        run_call(&c, RA_INPLACE, NULL, &n, answer);
        if (strcmp(answer, !strcmp(line[3], "yes") ? line[1] : "-") != 0)
            complain(line, "in place gives %s (%s)", answer, ra_last_error());
    }
    call_text_release(&c);
}

static void check_support(const char *const *line, int columns, const char *const *heading)
{
    (void)columns;
    (void)heading;
    char made[128], answer[160] = "";
    const struct call_values values = {.t = ra_dtype_find(line[1])};
    const char *text = text_of(line[0], NULL, false, made);
    struct call_text c;
    ra_tensor *results[RESULTS] = {NULL};
    size_t n = 0;
    ra_clear_error();
    if (!make_call(&c, line, text, &values)) {
        call_text_release(&c);
        return;
    }
    const unsigned variants = ra_op_variants(c.op);
    run_call(&c, first_variant(c.op), results, &n, answer);
    if (strcmp(answer, line[2]) != 0 && !is_fixed_point(line, answer) && !is_half_complex(line, line[1], line[2], answer))
        complain(line, "gives %s (%s)", answer, ra_last_error());
    if (((variants & RA_INPLACE) != 0) != (line[3][0] != '.'))
        complain(line, "has %s in-place form", variants & RA_INPLACE ? "an" : "no");
    else if (variants & RA_INPLACE)
        check_inplace(line, text, &values);
    if (!(variants & RA_OUT) && line[4][0] != '.')
        complain(line, "has no out= form");
    else if ((variants & RA_OUT) && line[4][0] != '.') /* argsort and embedding have one here */
        for (int d = 1; n && d < RA_DTYPE_COUNT; d++)
            check_out(line, text, &values, (ra_dtype)d, results, n);
    release_all(results, n);
    call_text_release(&c);
}

/* ---- dtype_pairs.tsv and dtype_scalars.tsv: op arguments dtype, then a result for each column ---- */

static void check_column(const char *const *line, const char *text, const struct call_values *values, const char *column, const char *want)
{
    struct call_text c;
    ra_tensor *results[RESULTS] = {NULL};
    size_t n = 0;
    ra_clear_error();
    if (make_call(&c, line, text, values)) {
        char answer[160];
        run_call(&c, first_variant(c.op), results, &n, answer);
        if (strcmp(answer, want) != 0 && !is_half_complex(line, column, want, answer) && !is_byte_mask(line, column, want) && !is_unchecked(line, answer) &&
            !is_complex_value(line, column, answer))
            complain(line, "with %s gives %s, want %s (%s)", column, answer, want, ra_last_error());
    }
    release_all(results, n);
    call_text_release(&c);
}

static void check_pair(const char *const *line, int columns, const char *const *heading)
{
    char made[128];
    const char *text = text_of(line[0], line[1], false, made);
    if (!text)
        complain(line, "no call is known for these arguments");
    for (int i = 3; text && i < columns; i++) {
        const struct call_values values = {.t = ra_dtype_find(line[2]), .u = ra_dtype_find(heading[i])};
        check_column(line, text, &values, heading[i], line[i]);
    }
}

static void check_scalar(const char *const *line, int columns, const char *const *heading)
{
    const ra_scalar numbers[] = {RA_B(true), RA_I(1), RA_F(1.5), RA_C(1, 1)};
    char made[128];
    const char *text = text_of(line[0], line[1], true, made);
    if (!text)
        complain(line, "no call is known for these arguments");
    for (int i = 3; text && i < columns; i++) {
        const struct call_values values = {.t = ra_dtype_find(line[2]), .s = numbers[i - 3]};
        check_column(line, text, &values, heading[i], line[i]);
    }
}

static void each_dtype_is_taken_or_refused(void **state)
{
    (void)state;
    for_each_line("dtype_support.tsv", check_support);
}

static void pairs_of_dtypes_promote(void **state)
{
    (void)state;
    for_each_line("dtype_pairs.tsv", check_pair);
}

static void numbers_promote(void **state)
{
    (void)state;
    for_each_line("dtype_scalars.tsv", check_scalar);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_dtype_is_taken_or_refused),
        cmocka_unit_test(pairs_of_dtypes_promote),
        cmocka_unit_test(numbers_promote),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
