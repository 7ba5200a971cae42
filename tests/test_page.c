/* The page that the bench writes, from a report of every kind of thing that it shows: what can be said of it as text. */
#include "helpers/harness.h"

#include "report/report.h"
#include "report/timeline.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/runahead-page-XXXXXX", *page;

/* ---- a report ---- */

static void put_table(report *r, const char *id)
{
    const char *columns[VARIANT_COUNT + 1] = {0};
    for (int v = 0; v < VARIANT_COUNT; v++)
        columns[v] = variant_name((variant)v);
    report_begin_table(r, id, "a table as wide as they come", columns);
    report_begin_row(r, "control thread blocked per fit, in the longest words", "us", BETTER_LOWER, "a note of some length, which says what the figure is of");
    for (int v = 0; v < VARIANT_COUNT; v++)
        report_summary(r, (summary){1234567 + v, 1000000, 2000000, 9});
    report_begin_row(r, "<script>alert(\"&\")</script>", "1/s", BETTER_HIGHER, NULL);
    report_value(r, 0.5);
    report_no_value(r);
    report_begin_row(r, "judged", "", BETTER_NONE, "judged: ours / peer");
    report_value(r, 2);
    report_verdict(r, "JUDGED", "not measured: this peer is not there, and how it could be had is a long story");
}

/* As many series as there are variants, in another order each time. */
static void put_plot(report *r, plot_kind kind, const char *id, int first)
{
    static const double x[] = {1, 10, 1000}, y[] = {1, 0.1, 0.001};
    report_begin_plot(r, kind, id, "a plot & its title", "lateness, us", "share");
    report_plot_log(r, kind == PLOT_LINES, kind == PLOT_LINES);
    for (int i = 0; i < 3 && kind == PLOT_BARS; i++)
        report_add_label(r, "label");
    for (int i = 0; i < VARIANT_COUNT; i++)
        report_add_series(r, (variant)((first + i) % VARIANT_COUNT), kind == PLOT_BARS ? NULL : x, y, 3);
}

/* A trace with more kernels than have colours of their own, of the length that a panel shows. */
enum { KERNELS = 2 * TIMELINE_SHOWN, LONG_MS = 60 };

static timeline *make_timeline(void)
{
    char path[128];
    const char *why = "";
    snprintf(path, sizeof path, "%s/trace.json", folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs("[{\"name\": \"begin\", \"ph\": \"i\", \"args\": {\"clock_monotonic_ns\": 1000}},\n"
          "{\"name\": \"thread_name\", \"ph\": \"M\", \"tid\": 7, \"args\": {\"name\": \"ra-0\"}}",
          f);
    for (int i = 0; i < KERNELS; i++)
        fprintf(f, ",\n{\"name\": \"kernel_%d\", \"ph\": \"X\", \"cat\": \"kernel\", \"tid\": 7, \"ts\": %d, \"dur\": %d}", i, i * 4000, 4000 - 100 * i);
    fputs("]\n", f);
    assert_int_equal(fclose(f), 0);
    timeline *t = timeline_new(LONG_MS);
    const timeline_mark marks[] = {{1000, 2000000, TIMELINE_WORK}, {5000000, 6000000, TIMELINE_MISSED}};
    assert_non_null(t);
    assert_true(timeline_add(t, variant_name(VARIANT_SYNCHRONOUS), path, 1000, marks, 2, &why));
    assert_true(timeline_add(t, variant_name(VARIANT_AHEAD), path, 1000, marks, 1, &why));
    unlink(path);
    return t;
}

static char *read_page(const char *path)
{
    struct stat s;
    assert_int_equal(stat(path, &s), 0);
    char *text = calloc(1, (size_t)s.st_size + 1);
    FILE *f = fopen(path, "r");
    assert_true(text && f && fread(text, 1, (size_t)s.st_size, f) == (size_t)s.st_size);
    fclose(f);
    return text;
}

static char *written(const report *r)
{
    char path[128];
    snprintf(path, sizeof path, "%s/page.html", folder);
    assert_true(report_write_html(r, path));
    char *text = read_page(path);
    unlink(path);
    return text;
}

static int make_page(void **state)
{
    (void)state;
    report r = {0};
    if (!mkdtemp(folder))
        return -1;
    report_fact(&r, "processor", "one & <another>");
    report_warn(&r, "Other programs took 70 %% of the processors' time.");
    report_begin(&r, "first", "First", "What was measured.");
    report_begin(&r, "second", "Second", "What was measured besides.");
    report_result(&r, "A fit holds the control thread up for %s & <nothing> more; it misses %.3g %% of 12 deadlines.", "48.6 us", 0.5);
    report_set_timeline(&r, make_timeline());
    put_plot(&r, PLOT_LINES, "lines", 0);
    put_plot(&r, PLOT_BARS, "bars", 3);
    put_table(&r, "a");
    report_begin(&r, "third", "Third", NULL);
    report_result(&r, "There is another result.");
    put_plot(&r, PLOT_BARS, "more_bars", 5);
    put_table(&r, "b");
    report_remark(&r, "A remark.");
    assert_false(r.incomplete);
    page = written(&r);
    report_free(&r);
    return 0;
}

static int drop_page(void **state)
{
    (void)state;
    free(page);
    return rmdir(folder);
}

/* What is no regular file is not replaced by one, which a program that may would do to a device; here the link to it would be gone. */
static void devices_are_written_into(void **state)
{
    (void)state;
    static const char *const devices[] = {"/dev/null", "/dev/full"};
    char path[128];
    snprintf(path, sizeof path, "%s/link", folder);
    for (int k = 0; k < 2; k++) {
        struct stat s;
        report r = {0};
        report_begin(&r, "only", "Only", "What was measured.");
        assert_int_equal(symlink(devices[k], path), 0);
        assert_int_equal(report_write_html(&r, path), k == 0);
        assert_true(lstat(path, &s) == 0 && S_ISLNK(s.st_mode));
        assert_true(stat(path, &s) == 0 && S_ISCHR(s.st_mode));
        unlink(path);
        report_free(&r);
    }
}

/* ---- what is said of it ---- */

static size_t count(const char *in, const char *what)
{
    size_t n = 0;
    for (const char *at = in; (at = strstr(at, what)); at += strlen(what))
        n++;
    return n;
}

/* Where it stands; it must. */
static const char *find(const char *in, const char *what)
{
    const char *at = strstr(in, what);
    if (!at)
        fail_msg("the page has no %s", what);
    return at;
}

static void the_result_is_said_first(void **state)
{
    (void)state;
    static const char first[] = "</h1>\n<p class=\"result\">A fit holds the control thread up for <b>48.6 us</b> &amp; &lt;nothing&gt; more; it misses <b>0.5 %</b> of 12 deadlines.</p>";
    const char *result = find(page, first);
    assert_true(result < find(page, "70 % of the processors"));
    assert_true(find(page, "70 % of the processors") < find(page, "<details>"));
    assert_true(find(page, "<details>") < find(page, "<nav"));
    assert_true(find(page, "<nav") < find(page, "<section"));
    /* said once, and the other section's where that begins */
    assert_int_equal(count(page, "A fit holds"), 1);
    assert_non_null(strstr(page, "<h2>Third</h2>\n<p class=\"result\">There is another result.</p>"));
}

static void the_facts_are_folded(void **state)
{
    (void)state;
    const char *begin = find(page, "<details>"), *fact = find(page, "<dt>processor</dt><dd>one &amp; &lt;another&gt;</dd>");
    assert_true(begin < find(page, "<summary>") && find(page, "<summary>") < fact && fact < find(page, "</details>"));
}

/* The legend's entry at p: its colour and its name; the rest behind it, or NULL. */
static const char *legend_entry(const char *p, char colour[8], char name[64])
{
    const char *entry = strstr(p, "<i style=\"background:");
    return entry && sscanf(entry, "<i style=\"background:%7[#0-9a-f]\"></i>%63[^<]", colour, name) == 2 ? entry + 1 : NULL;
}

/* Of one figure: from its caption to its end. */
static char *figure(const char *caption)
{
    const char *begin = find(page, caption), *end = find(begin, "</figure>");
    return strndup(begin, (size_t)(end - begin));
}

static void each_plot_has_every_variant_in_its_colour(void **state)
{
    (void)state;
    char colour[8], name[64];
    const char *at = page;
    for (int plots = 0; plots < 3; plots++) {
        at = find(at, "a plot &amp; its title") + 1;
        const char *end = find(at, "</figure>"), *p = at;
        bool seen[VARIANT_COUNT] = {0};
        while ((p = legend_entry(p, colour, name)) && p < end) {
            int v = 0;
            while (v < VARIANT_COUNT && strcmp(name, variant_name((variant)v)) != 0)
                v++;
            assert_true(v < VARIANT_COUNT && !seen[v]);
            assert_string_equal(colour, variant_colour((variant)v));
            seen[v] = true;
        }
        for (int v = 0; v < VARIANT_COUNT; v++)
            assert_true(seen[v]);
        at = end;
    }
    for (int v = 0; v < VARIANT_COUNT; v++)
        for (int w = 0; w < v; w++)
            assert_string_not_equal(variant_colour((variant)v), variant_colour((variant)w));
}

/* gnuplot writes its colours in decimal. */
static void each_plot_is_drawn_in_them(void **state)
{
    (void)state;
    const char *at = page;
    if (strstr(page, "gnuplot is missing")) {
        print_message("gnuplot is not there: plots are not drawn\n");
        skip();
    }
    for (int plots = 0; plots < 3; plots++) {
        at = find(at, "a plot &amp; its title") + 1;
        const char *svg = find(at, "<svg"), *end = find(svg, "</svg>");
        for (int v = 0; v < VARIANT_COUNT; v++) {
            char drawn[32];
            unsigned red, green, blue;
            assert_int_equal(sscanf(variant_colour((variant)v), "#%2x%2x%2x", &red, &green, &blue), 3);
            snprintf(drawn, sizeof drawn, "rgb(%3u, %3u, %3u)", red, green, blue);
            assert_true(find(svg, drawn) < end);
        }
        at = end;
    }
}

static void the_timeline_has_a_legend_of_all_that_it_draws(void **state)
{
    (void)state;
    char *drawing = figure("The control loop over time"), colour[8], name[64];
    char legend[32][8];
    size_t entries = 0;
    for (const char *p = drawing; entries < 32 && (p = legend_entry(p, colour, name)); entries++)
        memcpy(legend[entries], colour, sizeof colour);
    assert_int_equal(entries, TIMELINE_SHOWN + 3); /* control work, what was missed, and the other kernels in one */
    assert_non_null(strstr(drawing, "other kernels</span>"));
    size_t rectangles = 0;
    for (const char *p = drawing; (p = strstr(p, " fill=\"#")); p++) {
        bool named = false;
        for (size_t i = 0; i < entries; i++)
            named |= strncmp(p + strlen(" fill=\""), legend[i], strlen(legend[i])) == 0;
        assert_true(named);
        rectangles++;
    }
    assert_true(rectangles >= 2 * KERNELS);
    free(drawing);
}

/* No length that could be wider than a small screen: rems are of 16 px, and the narrowest screen has 320 of these. */
static void no_width_is_fixed_beyond_the_screen(void **state)
{
    (void)state;
    char *style = strndup(page, (size_t)(find(page, "</style>") - page));
    for (const char *p = style; (p = strstr(p, "width:")); p += strlen("width:")) {
        const bool most = p - style > 4 && strncmp(p - 4, "max-", 4) == 0;
        char *unit;
        const double length = strtod(p + strlen("width:"), &unit);
        const double px = strncmp(unit, "rem", 3) == 0 ? 16 * length : strncmp(unit, "px", 2) == 0 ? length : 0;
        assert_true(most || px <= 160);
    }
    assert_non_null(strstr(style, "@media screen and (max-width:48rem)"));
    for (const char *p = page; (p = strstr(p, "<svg")); p++) {
        char *tag = strndup(p, strcspn(p, ">"));
        assert_null(strstr(tag, " width="));
        free(tag);
    }
    assert_int_equal(count(page, "<table"), count(page, "<div class=\"wide\"><table"));
    free(style);
}

/* On a narrow screen a row is a block, and each value names its column: all that have one. */
static void values_name_their_columns(void **state)
{
    (void)state;
    for (const char *p = page; (p = strstr(p, "<td")); p++) {
        char *tag = strndup(p, strcspn(p, ">"));
        assert_true(strstr(tag, "data-column=\"") || strstr(tag, "\"word\"") || strstr(tag, "\"verdict"));
        free(tag);
    }
    assert_int_equal(count(page, "data-column=\"run ahead\""), 2 * 3);
    assert_int_equal(count(page, "<small>, us, lower is better</small>"), 2);
}

static void nothing_is_loaded_or_run(void **state)
{
    (void)state;
    static const char *const signs[] = {"<script", "<link", "<img", "<iframe", " src=", "@import", "@font-face", "javascript:"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        assert_null(strstr(page, signs[i]));
    for (const char *p = page; (p = strstr(p, "//")); p += 2)
        assert_memory_equal(p, "//www.w3.org/", 13); /* names of XML's, which nobody follows */
    for (const char *p = page; (p = strstr(p, "href=")); p++)
        assert_int_equal(p[strlen("href=\"")], (int)'#');
}

static void a_report_without_a_result_says_so(void **state)
{
    (void)state;
    report r = {0};
    r.failures = 2;
    report_begin(&r, "only", "Only", NULL);
    char *text = written(&r);
    assert_non_null(strstr(text, "</h1>\n<p class=\"result\">Nothing was found.</p>\n<p class=\"bad\">2 result(s)"));
    free(text);
    report_free(&r);
}

static void times_have_the_unit_that_suits_them(void **state)
{
    (void)state;
    static const struct {
        double us;
        const char *text;
    } cases[] = {{0, "0 us"}, {48.56, "48.6 us"}, {999.4, "999 us"}, {999.6, "1 ms"}, {30435, "30.4 ms"}, {999.6e3, "1 s"}, {2.5e6, "2.5 s"}, {NAN, "-"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[24];
        format_time(text, sizeof text, cases[i].us);
        assert_string_equal(text, cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_result_is_said_first),
        TEST(the_facts_are_folded),
        TEST(each_plot_has_every_variant_in_its_colour),
        TEST(each_plot_is_drawn_in_them),
        TEST(the_timeline_has_a_legend_of_all_that_it_draws),
        TEST(no_width_is_fixed_beyond_the_screen),
        TEST(values_name_their_columns),
        TEST(nothing_is_loaded_or_run),
        TEST(a_report_without_a_result_says_so),
        TEST(times_have_the_unit_that_suits_them),
        TEST(devices_are_written_into),
    };
    return cmocka_run_group_tests(tests, make_page, drop_page);
}
