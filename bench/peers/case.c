/* Cases: parsing of their text, data, arguments of ra_call. */
#define _GNU_SOURCE
#include "peers/case.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct row {
    const char *name, *torch;
    int compared;
    const char *text;
} rows[] = {
#define CASE(name, torch, compared, text) {name, torch, compared, text},
#include "peers/cases.def"
#undef CASE
};

int64_t peer_case_elements = 1 << 20;

size_t peer_case_count(void) { return sizeof rows / sizeof *rows; }
const char *peer_case_name(size_t index) { return rows[index].name; }

/* ---- data ---- */

static uint64_t random_state;

/* xorshift64*: any fixed sequence will do. */
static uint64_t random_bits(void)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return random_state * 0x2545f4914f6cdd1dull;
}

static double uniform(void) { return ((double)(random_bits() >> 11) + 0.5) / 9007199254740992.0; }

static double normal(void) { return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform()); }

static void fill_normal(float *p, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        p[i] = (float)normal();
}

/* A matrix with a strong diagonal: symmetric, or lower triangular. */
static void fill_matrix(float *p, int64_t n, bool symmetric)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k <= i; k++) {
            const float value = i == k ? 4 : (float)(normal() / sqrt((double)n));
            p[i * n + k] = value;
            p[k * n + i] = symmetric || i == k ? value : 0;
        }
}

static void fill_permutation(int64_t *p, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        const int64_t k = (int64_t)(random_bits() % (uint64_t)(i + 1));
        p[i] = p[k];
        p[k] = i;
    }
}

/* ---- text ---- */

typedef struct reader {
    const char *at;
    bool bad;
} reader;

static bool take(reader *r, const char *token)
{
    const size_t length = strlen(token);
    if (strncmp(r->at, token, length) != 0)
        return false;
    r->at += length;
    return true;
}

static void expect(reader *r, const char *token) { r->bad |= !take(r, token); }

static int64_t take_int(reader *r)
{
    if (take(r, "N"))
        return peer_case_elements;
    char *end;
    const long long value = strtoll(r->at, &end, 10);
    r->bad |= end == r->at;
    r->at = end;
    return value;
}

/* Integers between brackets. */
static int take_ints(reader *r, int64_t *ints, const char *open, const char *close)
{
    int count = 0;
    expect(r, open);
    while (!r->bad && count < PEER_MAX_DIMS && !take(r, close)) {
        ints[count++] = take_int(r);
        take(r, ",");
    }
    return count;
}

static bool is_tensor(const char *text)
{
    static const char *const kinds[] = {"f32", "c64", "i64", "bool", "spd", "low"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(text, kinds[i], strlen(kinds[i])) == 0)
            return true;
    return false;
}

typedef enum content { NORMAL, UNIFORM, BEYOND_ONE, BELOW, ASCENDING, PERMUTATION, HALF, POSITIVE_DEFINITE, LOWER } content;

static void fill(peer_buffer *b, content what, int64_t n, int64_t below)
{
    for (int64_t i = 0; what == UNIFORM && i < n; i++)
        ((float *)b->data)[i] = (float)uniform();
    for (int64_t i = 0; what == BELOW && i < n; i++)
        ((int64_t *)b->data)[i] = (int64_t)(random_bits() % (uint64_t)below);
    for (int64_t i = 0; what == HALF && i < n; i++)
        ((uint8_t *)b->data)[i] = random_bits() >> 63;
    if (what == NORMAL || what == BEYOND_ONE)
        fill_normal(b->data, b->dtype == RA_COMPLEX64 ? 2 * n : n);
    for (int64_t i = 0; what == BEYOND_ONE && i < n; i++)
        ((float *)b->data)[i] = 1 + fabsf(((float *)b->data)[i]);
    for (int64_t i = 0; what == ASCENDING && i < n; i++)
        ((int64_t *)b->data)[i] = i;
    if (what == PERMUTATION)
        fill_permutation(b->data, n);
    if (what == POSITIVE_DEFINITE || what == LOWER)
        fill_matrix(b->data, b->sizes[0], what == POSITIVE_DEFINITE);
}

static void take_tensor(reader *r, peer_buffer *b)
{
    int64_t below = 1, n = 1;
    content what = NORMAL;
    b->dtype = RA_FLOAT32;
    if (take(r, "f32+"))
        what = UNIFORM;
    else if (take(r, "f32>1"))
        what = BEYOND_ONE;
    else if (take(r, "c64"))
        b->dtype = RA_COMPLEX64;
    else if (take(r, "i64<")) {
        what = BELOW;
        b->dtype = RA_INT64;
        below = take_int(r);
    } else if (take(r, "i64p")) {
        what = PERMUTATION;
        b->dtype = RA_INT64;
    } else if (take(r, "i64s")) {
        what = ASCENDING;
        b->dtype = RA_INT64;
    } else if (take(r, "bool")) {
        what = HALF;
        b->dtype = RA_BOOL;
    } else if (take(r, "spd"))
        what = POSITIVE_DEFINITE;
    else if (take(r, "low"))
        what = LOWER;
    else
        expect(r, "f32");
    b->ndim = take_ints(r, b->sizes, "[", "]");
    for (int i = 0; i < b->ndim; i++)
        n *= b->sizes[i];
    b->data = r->bad ? NULL : malloc((size_t)n * ra_dtype_size((ra_dtype)b->dtype) + 1);
    if (b->data)
        fill(b, what, n, below);
    r->bad |= !b->data;
}

static void take_number(reader *r, peer_arg *a)
{
    if (*r->at == 'N') {
        a->kind = PEER_INT;
        a->real = (double)(a->integer = take_int(r));
        return;
    }
    char *end;
    a->real = strtod(r->at, &end);
    a->kind = memchr(r->at, '.', (size_t)(end - r->at)) ? PEER_FLOAT : PEER_INT;
    a->integer = (int64_t)a->real;
    r->bad |= end == r->at;
    r->at = end;
}

static void take_value(reader *r, peer_arg *a)
{
    if (is_tensor(r->at)) {
        a->kind = PEER_TENSOR;
        a->count = 1;
        take_tensor(r, &a->tensors[0]);
    } else if (take(r, "{")) {
        a->kind = PEER_TENSORS;
        while (!r->bad && a->count < PEER_MAX_LIST && !take(r, "}")) {
            take_tensor(r, &a->tensors[a->count++]);
            take(r, ",");
        }
    } else if (*r->at == '(') {
        a->kind = PEER_INTS;
        a->count = take_ints(r, a->ints, "(", ")");
    } else if (take(r, "dtype:")) {
        a->kind = PEER_DTYPE;
        size_t length = 0;
        while (isalnum((unsigned char)*r->at) && length + 1 < sizeof a->text)
            a->text[length++] = *r->at++;
        a->integer = ra_dtype_find(a->text);
    } else if (take(r, "\"")) {
        a->kind = PEER_TEXT;
        size_t length = 0;
        while (*r->at && *r->at != '"' && length + 1 < sizeof a->text)
            a->text[length++] = *r->at++;
        expect(r, "\"");
    } else if (take(r, "true") || take(r, "false")) {
        a->kind = PEER_BOOL;
        a->integer = r->at[-2] == 'u';
    } else
        take_number(r, a);
}

static void take_name(reader *r, char name[PEER_NAME])
{
    size_t length = 0;
    while (*r->at && *r->at != '=' && *r->at != '|' && length + 1 < PEER_NAME)
        name[length++] = *r->at++;
    name[length] = '\0';
}

static bool parse(peer_case *c)
{
    reader r = {.at = c->text};
    while (*r.at && !r.bad && c->count < PEER_MAX_ARGS) {
        peer_arg *a = &c->args[c->count++];
        take_name(&r, a->name);
        memcpy(a->theirs, a->name, sizeof a->name);
        if (take(&r, "|"))
            take_name(&r, a->theirs);
        expect(&r, "=");
        if (!r.bad)
            take_value(&r, a);
        while (*r.at == ' ')
            r.at++;
    }
    return !r.bad && !*r.at;
}

/* ---- our side ---- */

static bool make_tensors(peer_case *c, int index)
{
    const peer_arg *a = &c->args[index];
    if (a->kind != PEER_TENSOR && a->kind != PEER_TENSORS)
        return true;
    for (int i = 0; i < a->count; i++) {
        const peer_buffer *b = &a->tensors[i];
        c->tensors[index][i] = ra_from_copy(b->data, (ra_dtype)b->dtype, ra_dims_of(b->sizes, b->ndim));
        c->lists[index][i] = c->tensors[index][i];
        if (!c->tensors[index][i])
            return false;
    }
    return true;
}

/* The argument as the schema wants it; kind NONE where it cannot be had so. */
static ra_arg argument_of(const peer_case *c, int index, ra_arg_kind wanted)
{
    const peer_arg *a = &c->args[index];
    switch (a->kind) {
    case PEER_TENSOR:
        return (ra_arg){.tensor = c->tensors[index][0], .kind = RA_ARG_TENSOR};
    case PEER_TENSORS:
        return (ra_arg){.tensors = ra_tensors_of(c->lists[index], a->count), .kind = RA_ARG_TENSORS};
    case PEER_INTS:
        return (ra_arg){.dims = ra_dims_of(a->ints, a->count), .kind = RA_ARG_DIMS};
    case PEER_BOOL:
        return (ra_arg){.boolean = a->integer != 0, .kind = RA_ARG_BOOL};
    case PEER_TEXT:
        return (ra_arg){.string = a->text, .kind = RA_ARG_STRING};
    case PEER_DTYPE:
        return (ra_arg){.dtype = (ra_dtype)a->integer, .kind = RA_ARG_DTYPE};
    case PEER_INT:
        if (wanted == RA_ARG_INT)
            return (ra_arg){.integer = a->integer, .kind = RA_ARG_INT};
        return (ra_arg){.scalar = RA_I(a->integer), .kind = RA_ARG_SCALAR};
    case PEER_FLOAT:
        if (wanted == RA_ARG_FLOAT)
            return (ra_arg){.real = a->real, .kind = RA_ARG_FLOAT};
        return (ra_arg){.scalar = RA_F(a->real), .kind = RA_ARG_SCALAR};
    default:
        return (ra_arg){.kind = RA_ARG_NONE};
    }
}

static bool bind(peer_case *c, char *error, size_t error_size)
{
    int used = 0;
    c->our_count = ra_op_arg_count(c->op);
    if (c->our_count > sizeof c->ours / sizeof *c->ours)
        return false;
    for (size_t i = 0; i < c->our_count; i++) {
        const ra_op_arg *declared = ra_op_arg_at(c->op, i);
        c->ours[i] = (ra_arg){.kind = RA_ARG_NONE};
        for (int k = 0; k < c->count; k++)
            if (strcmp(declared->name, c->args[k].name) == 0) {
                c->ours[i] = argument_of(c, k, declared->kind);
                used++;
            }
    }
    if (used != c->count)
        snprintf(error, error_size, "an argument is not in the schema %s", ra_op_schema(c->op));
    return used == c->count;
}

bool peer_case_open(peer_case *c, size_t index, char *error, size_t error_size)
{
    const struct row *row = &rows[index];
    *c = (peer_case){.name = row->name, .torch = row->torch, .text = row->text, .compared = row->compared, .op = ra_op_find(row->name)};
    random_state = 0x9e3779b97f4a7c15ull;
    bool good = c->op && parse(c);
    if (!good)
        snprintf(error, error_size, c->op ? "the case's text cannot be read" : "there is no such operator");
    for (int i = 0; good && i < c->count; i++) {
        good = make_tensors(c, i);
        if (!good)
            snprintf(error, error_size, "%s", ra_last_error());
    }
    good = good && bind(c, error, error_size);
    if (good) {
        c->variant = ra_op_variants(c->op) & RA_FUNCTIONAL ? RA_FUNCTIONAL : RA_INPLACE;
        ra_wait_all();
    } else
        peer_case_close(c);
    ra_clear_error();
    return good;
}

void peer_case_close(peer_case *c)
{
    for (int i = 0; i < c->count; i++)
        for (int k = 0; k < PEER_MAX_LIST; k++) {
            free(c->args[i].tensors[k].data);
            ra_release(c->tensors[i][k]);
        }
    c->count = 0;
}

ra_status peer_case_call(peer_case *c, ra_tensor **results, size_t *produced)
{
    if (c->variant == RA_FUNCTIONAL)
        return ra_call(c->op, RA_FUNCTIONAL, c->ours, c->our_count, results, PEER_RESULTS, produced);
    const ra_status status = ra_call(c->op, RA_INPLACE, c->ours, c->our_count, NULL, 0, NULL);
    *produced = 0;
    if (status == RA_OK && (results[0] = ra_ref(c->tensors[0][0])))
        *produced = 1;
    return status;
}
