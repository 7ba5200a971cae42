/*
 * CUDA's own words in a text become C++. What is looked at are tokens: names, strings, brackets; the rest goes through as it stands,
 * with the preprocessor's line marks, so that an error is told at the line where its writer sees it.
 */
#define _GNU_SOURCE
#include "nvrtc.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_add(struct text *t, const char *more, size_t length)
{
    if (t->length + length + 1 > t->room) {
        size_t room = 2 * t->room + length + 256;
        char *at = realloc(t->at, room);
        if (!at) {
            t->failed = true;
            return;
        }
        t->at = at;
        t->room = room;
    }
    memcpy(t->at + t->length, more, length);
    t->length += length;
    t->at[t->length] = '\0';
}

void text_print(struct text *t, const char *format, ...)
{
    char *line;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&line, format, arguments);
    va_end(arguments);
    if (length < 0) {
        t->failed = true;
        return;
    }
    text_add(t, line, (size_t)length);
    free(line);
}

void text_free(struct text *t)
{
    free(t->at);
    *t = (struct text){.at = NULL};
}

enum { DEEPEST = 256, KERNELS_MAX = 1024 };

struct kernel {
    char name[200];
    int bound;
};

struct scan {
    const char *at, *end;
    struct text out;
    bool is_c[DEEPEST];  /* of each open brace: one of extern "C" */
    int depth;
    bool is_template, is_extern_c; /* of the declaration that is read */
    bool in_kernel;      /* between __global__ and its name */
    char last[200];      /* the last name */
    int bound;
    size_t extern_at;    /* where `extern` stands in what was written, if it was the last token; SIZE_MAX: it was not */
    bool last_is_static, saw_c; /* saw_c: the last tokens were extern "C" */
    struct kernel kernels[KERNELS_MAX];
    int kernel_count;
};

static bool is_name(int c)
{
    return isalnum(c) || c == '_' || c == '$';
}

static void copy_to(struct scan *s, const char *end)
{
    text_add(&s->out, s->at, (size_t)(end - s->at));
    s->at = end;
}

static const char *string_end(const char *at, const char *end)
{
    char quote = *at++;
    while (at < end && *at != quote)
        at += *at == '\\' && at + 1 < end ? 2 : 1;
    return at < end ? at + 1 : end;
}

/* Behind a bracket that closes the one at `at`. */
static const char *bracket_end(const char *at, const char *end)
{
    int open = 0;
    while (at < end) {
        if (*at == '"' || *at == '\'') {
            at = string_end(at, end);
            continue;
        }
        open += *at == '(';
        open -= *at == ')';
        at++;
        if (!open)
            return at;
    }
    return end;
}

static bool in_c(const struct scan *s)
{
    for (int i = 0; i < s->depth; i++)
        if (!s->is_c[i])
            return false;
    return s->is_extern_c || s->depth;
}

static void end_declaration(struct scan *s)
{
    s->is_template = s->is_extern_c = s->in_kernel = false;
    s->bound = 0;
}

static void keep_kernel(struct scan *s)
{
    s->in_kernel = false;
    if (s->is_template || !in_c(s) || s->kernel_count == KERNELS_MAX)
        return;
    for (int i = 0; i < s->kernel_count; i++)
        if (!strcmp(s->kernels[i].name, s->last))
            return;
    struct kernel *k = &s->kernels[s->kernel_count++];
    snprintf(k->name, sizeof k->name, "%s", s->last);
    k->bound = s->bound;
}

/* extern __shared__ T name[]; is a pointer to the block's dynamic shared memory. */
static void dynamic_shared(struct scan *s, size_t extern_at)
{
    s->out.length = extern_at;
    const char *end = memchr(s->at, ';', (size_t)(s->end - s->at));
    const char *bracket = end ? memchr(s->at, '[', (size_t)(end - s->at)) : NULL;
    if (!bracket)
        return;
    const char *name_end = bracket;
    while (isspace((unsigned char)name_end[-1]))
        name_end--;
    const char *name = name_end;
    while (is_name((unsigned char)name[-1]))
        name--;
    int length = (int)(name_end - name);
    text_add(&s->out, s->at, (size_t)(name - s->at));
    text_print(&s->out, "*%.*s = (decltype(%.*s))simcuda_dynamic_shared()", length, name, length, name);
    for (const char *line = s->at; line < end; line++)
        if (*line == '\n')
            text_add(&s->out, "\n", 1);
    s->at = end;
}

static void name_token(struct scan *s)
{
    const char *end = s->at;
    while (end < s->end && is_name((unsigned char)*end))
        end++;
    size_t length = (size_t)(end - s->at);
    bool was_static = s->last_is_static;
    size_t extern_at = s->extern_at;
    s->extern_at = SIZE_MAX;
    s->last_is_static = s->saw_c = false;
#define IS(word) (length == sizeof(word) - 1 && !memcmp(s->at, word, length))
    if (IS("simcuda_global_")) {
        s->in_kernel = true;
        s->at = end;
    } else if (IS("simcuda_bound_")) {
        while (end < s->end && isspace((unsigned char)*end))
            end++;
        s->bound = atoi(end + 1 + strspn(end + 1, " \t\n("));
        s->at = bracket_end(end, s->end);
    } else if (IS("simcuda_shared_")) {
        s->at = end;
        if (extern_at != SIZE_MAX)
            dynamic_shared(s, extern_at);
        else
            text_print(&s->out, was_static ? "__thread" : "static __thread");
    } else if (IS("__attribute__") && s->in_kernel) {
        while (end < s->end && *end != '(')
            end++;
        copy_to(s, bracket_end(end, s->end));
    } else {
        s->is_template = s->is_template || IS("template");
        s->last_is_static = IS("static");
        s->extern_at = IS("extern") ? s->out.length : SIZE_MAX;
        snprintf(s->last, sizeof s->last, "%.*s", (int)length, s->at);
        copy_to(s, end);
    }
#undef IS
}

static void other_token(struct scan *s)
{
    char c = *s->at;
    if (c == '"') {
        const char *end = string_end(s->at, s->end);
        s->saw_c = s->extern_at != SIZE_MAX && end - s->at == 3 && s->at[1] == 'C';
        s->is_extern_c = s->is_extern_c || s->saw_c;
        s->extern_at = SIZE_MAX;
        copy_to(s, end);
        return;
    }
    if (c == '\'' && !(s->out.length && isalnum((unsigned char)s->out.at[s->out.length - 1]))) { /* not a separator of digits */
        copy_to(s, string_end(s->at, s->end));
        return;
    }
    if (c == '(' && s->in_kernel)
        keep_kernel(s);
    if (c == '{' && s->depth < DEEPEST) {
        s->is_c[s->depth++] = s->saw_c;
        if (s->saw_c)
            end_declaration(s);
    }
    if (c == '}' && s->depth)
        s->depth--;
    if (c == ';' || c == '}')
        end_declaration(s);
    if (!isspace((unsigned char)c)) {
        s->extern_at = SIZE_MAX;
        s->last_is_static = s->saw_c = false;
    }
    copy_to(s, s->at + 1);
}

static void add_kernel(struct text *out, const char *name, const char *function, int bound)
{
    text_print(out, "{\"%s\", simcuda_entry<(%s)>::run, simcuda_entry<(%s)>::count, simcuda_entry<(%s)>::sizes, simcuda_entry<(%s)>::alignments, %d},\n", name, function, function, function, function, bound);
}

struct text translate_text(const char *source, size_t length, char *const *expressions, char *const *lowered, int expression_count, int architecture)
{
    struct scan *s = calloc(1, sizeof *s);
    if (!s)
        return (struct text){.failed = true};
    s->at = source;
    s->end = source + length;
    s->extern_at = SIZE_MAX;
    text_print(&s->out, "#include \"simcuda_device.h\"\n");
    while (s->at < s->end && !s->out.failed) {
        if (*s->at == '#' && (s->at == source || s->at[-1] == '\n')) { /* a line mark or pragma */
            const char *line = memchr(s->at, '\n', (size_t)(s->end - s->at));
            copy_to(s, line ? line : s->end);
        } else if (isdigit((unsigned char)*s->at)) { /* 1e5f is no name */
            const char *end = s->at;
            while (end < s->end && (is_name((unsigned char)*end) || *end == '.'))
                end++;
            copy_to(s, end);
        } else if (is_name((unsigned char)*s->at)) {
            name_token(s);
        } else {
            other_token(s);
        }
    }
    text_print(&s->out, "\n# 1 \"table of kernels\"\nstatic const struct simcuda_kernel simcuda_kernels[] = {\n");
    for (int i = 0; i < s->kernel_count; i++)
        add_kernel(&s->out, s->kernels[i].name, s->kernels[i].name, s->kernels[i].bound);
    for (int i = 0; i < expression_count; i++)
        add_kernel(&s->out, lowered[i], expressions[i] + strspn(expressions[i], " &"), 0);
    text_print(&s->out, "{}};\nextern \"C\" __attribute__((visibility(\"default\"))) const struct simcuda_object simcuda_object = {SIMCUDA_ABI_VERSION, %d, simcuda_kernels, &simcuda_runtime_now, %d};\n", s->kernel_count + expression_count, architecture);
    struct text out = s->out;
    free(s);
    return out;
}
