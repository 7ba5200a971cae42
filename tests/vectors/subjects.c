#include "vectors/subjects.h"

#include "vectors/print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef VECTOR_FOLDER
#define VECTOR_FOLDER "tests/vectors"
#endif

static const char *const families[] = {"pointwise", "structural", "reductions", "indexing", "algebra", "layers", "composites", "windows", "places", "counting", "fft", "contractions", "factors"};
enum { FAMILIES = sizeof families / sizeof *families };
static struct vector_file files[FAMILIES];
static int opened;
static struct vector_subject subjects[VECTOR_MAX_SUBJECTS];
static int subject_count;

static bool is_wanted(const char *name)
{
    const char *only = getenv("RUNAHEAD_TEST_ONLY");
    const size_t n = strlen(name);
    if (!only || !*only)
        return true;
    for (const char *p = only; p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL)
        if (!strncmp(p, name, n) && (p[n] == ',' || !p[n]))
            return true;
    return false;
}

static struct vector_subject *find_subject(const char *name)
{
    for (int i = 0; i < subject_count; i++)
        if (!strcmp(subjects[i].name, name))
            return &subjects[i];
    if (subject_count == VECTOR_MAX_SUBJECTS)
        return NULL;
    subjects[subject_count].name = name;
    return &subjects[subject_count++];
}

static bool add_case(int file, int number, size_t at, const char *name)
{
    struct vector_subject *s = find_subject(name);
    if (!s)
        return false;
    if (s->count == s->room) {
        s->room = s->room ? 2 * s->room : 64;
        struct vector_place *more = realloc(s->cases, (size_t)s->room * sizeof *more);
        if (!more)
            return false;
        s->cases = more;
    }
    s->cases[s->count++] = (struct vector_place){file, number, at};
    return true;
}

static bool read_family(int f)
{
    char path[512];
    const char *folder = getenv("RUNAHEAD_TEST_VECTORS");
    struct vector_case *c = malloc(sizeof *c);
    snprintf(path, sizeof path, "%s/%s.vec", folder ? folder : VECTOR_FOLDER, families[f]);
    const char *wrong = vector_open(&files[f], path);
    bool ok = c && !wrong;
    opened += !wrong;
    for (int number = 0; ok; number++) {
        size_t at = files[f].next;
        int more = vector_next(&files[f], c);
        if (more <= 0) {
            ok = more == 0;
            break;
        }
        if (is_wanted(c->op->name))
            ok = add_case(f, number, at, c->op->name);
    }
    if (!ok)
        fprintf(stderr, "%s %s\n", path, wrong ? wrong : "is corrupt: a case is malformed");
    free(c);
    return ok;
}

struct vector_subject *vector_subjects(int *count)
{
    for (int f = 0; f < FAMILIES; f++)
        if (!read_family(f))
            return NULL;
    *count = subject_count;
    if (!subject_count)
        fprintf(stderr, "RUNAHEAD_TEST_ONLY names no operator that the files have\n");
    return subject_count ? subjects : NULL;
}

void vector_subjects_free(void)
{
    for (int i = 0; i < subject_count; i++)
        free(subjects[i].cases);
    while (opened > 0)
        vector_close(&files[--opened]);
    subject_count = 0;
}

bool vector_subject_case(const struct vector_subject *s, int i, struct vector_case *c)
{
    struct vector_file *file = &files[s->cases[i].file];
    file->next = s->cases[i].at;
    return vector_next(file, c) == 1;
}

void vector_subject_failed(const struct vector_subject *s, int i, const struct vector_case *c, int before, const char *why)
{
    const char *shown = getenv("RUNAHEAD_TEST_SHOWN");
    char text[4096];
    if (before >= (shown ? atoi(shown) : 5))
        return;
    vector_print_case(c, text, sizeof text);
    fprintf(stderr, "%s case %d: %s\n    %s\n", families[s->cases[i].file], s->cases[i].number, why, text);
}
