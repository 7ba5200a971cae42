/*
 * Reading and writing .npy headers.
 *
 * The dictionary is read as the literal it is, no more of Python than it can hold: three keys in any order, each once,
 * strings without escapes, True or False, a tuple of decimal numbers. (Python 2 wrote a long number as 10L.)
 */
#include "io/npy_header.h"

#include "meta/dtype.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Every dtype that has a name in NumPy: kind and bytes. */
static const struct {
    ra_dtype dtype;
    char kind;
    int bytes;
} names[] = {
    {RA_BOOL, 'b', 1},    {RA_UINT8, 'u', 1},   {RA_INT8, 'i', 1},    {RA_INT16, 'i', 2},     {RA_INT32, 'i', 4},      {RA_INT64, 'i', 8},
    {RA_FLOAT16, 'f', 2}, {RA_FLOAT32, 'f', 4}, {RA_FLOAT64, 'f', 8}, {RA_COMPLEX64, 'c', 8}, {RA_COMPLEX128, 'c', 16},
};

static const bool little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

typedef struct reader {
    const char *text;
    size_t bytes, pos;
    size_t at; /* offset of text in the file */
    char *error;
    size_t error_size;
} reader;

static ra_status RA_PRINTF(4, 5) refuse(reader *r, ra_status status, size_t pos, const char *format, ...)
{
    va_list values;
    int n = snprintf(r->error, r->error_size, "byte %zu: ", r->at + pos);
    va_start(values, format);
    if (n > 0 && (size_t)n < r->error_size)
        vsnprintf(r->error + n, r->error_size - (size_t)n, format, values);
    va_end(values);
    return status;
}

/* ---- before the dictionary ---- */

ra_status ra__npy_prefix(const unsigned char *text, size_t bytes, size_t *dictionary, size_t *data, char *error, size_t error_size)
{
    static const unsigned char magic[6] = {0x93, 'N', 'U', 'M', 'P', 'Y'};
    reader r = {.error = error, .error_size = error_size};
    for (size_t i = 0; i < sizeof magic && i < bytes; i++)
        if (text[i] != magic[i])
            return refuse(&r, RA_ERR_FORMAT, i, "not the magic string of a .npy file");
    if (bytes < 8)
        return refuse(&r, RA_ERR_FORMAT, bytes, "the file ends within magic string and version");
    if (text[6] < 1 || text[6] > 3 || text[7] != 0)
        return refuse(&r, RA_ERR_FORMAT, 6, "version %d.%d, not 1.0, 2.0 or 3.0", text[6], text[7]);
    *dictionary = text[6] == 1 ? 10 : 12;
    if (bytes < *dictionary)
        return refuse(&r, RA_ERR_FORMAT, bytes, "the file ends within the length of the header");
    size_t length = text[8] | (size_t)text[9] << 8;
    if (text[6] > 1)
        length |= (size_t)text[10] << 16 | (size_t)text[11] << 24;
    if (length > RA__NPY_HEADER_MAX)
        return refuse(&r, RA_ERR_FORMAT, 8, "a header of %zu bytes is longer than any of an array", length);
    *data = *dictionary + length;
    return RA_OK;
}

/* ---- the dictionary ---- */

static char next(reader *r)
{
    while (r->pos < r->bytes && strchr(" \t\n\r\f\v", r->text[r->pos]) && r->text[r->pos])
        r->pos++;
    return r->pos < r->bytes ? r->text[r->pos] : 0;
}

static ra_status expect(reader *r, char c, const char *after)
{
    if (next(r) != c)
        return refuse(r, RA_ERR_FORMAT, r->pos, "'%c' expected %s", c, after);
    r->pos++;
    return RA_OK;
}

static ra_status read_string(reader *r, const char **string, size_t *length, const char *what)
{
    char quote = next(r);
    if (quote != '\'' && quote != '"')
        return refuse(r, RA_ERR_FORMAT, r->pos, "a string expected for %s", what);
    size_t begin = ++r->pos;
    for (; r->pos < r->bytes && r->text[r->pos] != quote; r->pos++)
        if ((unsigned char)r->text[r->pos] < ' ' || r->text[r->pos] == '\\')
            return refuse(r, RA_ERR_FORMAT, r->pos, "control character or escape in the string for %s", what);
    if (r->pos == r->bytes)
        return refuse(r, RA_ERR_FORMAT, r->pos, "the header ends within the string for %s", what);
    *string = r->text + begin;
    *length = r->pos++ - begin;
    return RA_OK;
}

/* "<f4": byte order, kind, bytes. */
static ra_status read_descr(reader *r, ra__npy_header *h)
{
    const char *s;
    size_t n, begin;
    char first = next(r);
    begin = r->pos;
    if (first == '[')
        return refuse(r, RA_ERR_DTYPE, begin, "structured dtypes have no counterpart");
    ra_status status = read_string(r, &s, &n, "descr");
    if (status)
        return status;
    if (n < 3 || n > 4 || !strchr("<>=|", s[0]))
        return refuse(r, RA_ERR_FORMAT, begin, "'%.*s' is no descr of a number", (int)(n < 40 ? n : 40), s);
    int bytes = 0;
    for (size_t i = 2; i < n; i++) {
        if (s[i] < '0' || s[i] > '9')
            return refuse(r, RA_ERR_FORMAT, begin, "'%.*s' is no descr of a number", (int)n, s);
        bytes = bytes * 10 + (s[i] - '0');
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].kind == s[1] && names[i].bytes == bytes) {
            if (s[0] == '|' && bytes > 1)
                return refuse(r, RA_ERR_FORMAT, begin, "'%.*s' does not say its byte order", (int)n, s);
            h->shape.dtype = names[i].dtype;
            h->swapped = bytes > 1 && ((s[0] == '<' && !little) || (s[0] == '>' && little));
            return RA_OK;
        }
    return refuse(r, RA_ERR_DTYPE, begin, "dtype '%.*s' has no counterpart", (int)n, s);
}

static ra_status read_bool(reader *r, bool *value)
{
    next(r);
    for (int v = 0; v < 2; v++) {
        const char *word = v ? "True" : "False";
        size_t n = strlen(word);
        if (r->bytes - r->pos >= n && !memcmp(r->text + r->pos, word, n)) {
            *value = v;
            r->pos += n;
            return RA_OK;
        }
    }
    return refuse(r, RA_ERR_FORMAT, r->pos, "True or False expected for fortran_order");
}

static ra_status read_size(reader *r, int64_t *size)
{
    size_t begin = r->pos;
    *size = 0;
    for (; r->pos < r->bytes && r->text[r->pos] >= '0' && r->text[r->pos] <= '9'; r->pos++)
        if (!ra__end_fits(r->text[r->pos] - '0', *size, 10, size))
            return refuse(r, RA_ERR_OVERFLOW, begin, "the size does not fit 64 bits");
    if (r->pos == begin)
        return refuse(r, RA_ERR_FORMAT, begin, "a size expected in shape");
    if (r->pos < r->bytes && r->text[r->pos] == 'L')
        r->pos++;
    return RA_OK;
}

/* (), (3,), (3, 4) or (3, 4,): one number in parentheses would be no tuple. */
static ra_status read_shape(reader *r, ra__shape *s)
{
    s->ndim = 0;
    ra_status status = expect(r, '(', "for shape");
    bool comma = true;
    while (!status && next(r) != ')') {
        if (!comma)
            return refuse(r, RA_ERR_FORMAT, r->pos, "',' or ')' expected in shape");
        if (s->ndim == RA_MAX_DIMS)
            return refuse(r, RA_ERR_SHAPE, r->pos, "more than %d dimensions", RA_MAX_DIMS);
        status = read_size(r, &s->sizes[s->ndim]);
        if (status)
            return status;
        s->ndim++;
        comma = next(r) == ',';
        r->pos += comma;
    }
    if (status)
        return status;
    if (s->ndim == 1 && !comma)
        return refuse(r, RA_ERR_FORMAT, r->pos, "',' expected after the only size of shape");
    r->pos++;
    return RA_OK;
}

static ra_status read_entry(reader *r, ra__npy_header *h, bool *fortran, unsigned *seen)
{
    static const char *const keys[] = {"descr", "fortran_order", "shape"};
    const char *key;
    size_t n, begin;
    next(r);
    begin = r->pos;
    ra_status s = read_string(r, &key, &n, "a key");
    if (s)
        return s;
    unsigned k = 0;
    while (k < 3 && (strlen(keys[k]) != n || memcmp(keys[k], key, n)))
        k++;
    if (k == 3 || *seen >> k & 1)
        return refuse(r, RA_ERR_FORMAT, begin, "the key '%.*s' is %s", (int)(n < 40 ? n : 40), key, k == 3 ? "none of an array's" : "there twice");
    *seen |= 1u << k;
    s = expect(r, ':', "after a key");
    if (s)
        return s;
    return k == 0 ? read_descr(r, h) : k == 1 ? read_bool(r, fortran) : read_shape(r, &h->shape);
}

/* Strides, and whether all of it fits the address space. */
static ra_status settle(reader *r, ra__npy_header *h, bool fortran)
{
    ra__shape *s = &h->shape;
    if (!ra__sizes_numel(s->dtype, s->ndim, s->sizes, &h->numel))
        return refuse(r, RA_ERR_OVERFLOW, 0, "so many elements do not fit the address space");
    ra__strides_contiguous(s->ndim, s->sizes, s->strides);
    int64_t step = 1;
    for (int d = 0; fortran && d < s->ndim; d++) {
        s->strides[d] = step;
        step *= s->sizes[d] > 1 ? s->sizes[d] : 1; /* fits: a product of some sizes */
    }
    return RA_OK;
}

ra_status ra__npy_dictionary(const char *text, size_t bytes, size_t at, ra__npy_header *h, char *error, size_t error_size)
{
    reader r = {.text = text, .bytes = bytes, .at = at, .error = error, .error_size = error_size};
    unsigned seen = 0;
    bool fortran = false, comma = true;
    ra_status s = expect(&r, '{', "at the start of the header");
    while (!s && next(&r) != '}') {
        if (!comma)
            return refuse(&r, RA_ERR_FORMAT, r.pos, "',' or '}' expected");
        s = read_entry(&r, h, &fortran, &seen);
        if (!s) {
            comma = next(&r) == ',';
            r.pos += comma;
        }
    }
    if (s)
        return s;
    if (seen != 7)
        return refuse(&r, RA_ERR_FORMAT, r.pos, "the key '%s' is missing", !(seen & 1) ? "descr" : !(seen & 2) ? "fortran_order" : "shape");
    r.pos++;
    next(&r);
    if (r.pos != r.bytes)
        return refuse(&r, RA_ERR_FORMAT, r.pos, "only white space may follow the dictionary");
    return settle(&r, h, fortran);
}

/* ---- writing ---- */

size_t ra__npy_write_header(ra_dtype dtype, int ndim, const int64_t *sizes, char text[RA__NPY_PREFIX + 1024])
{
    enum { BEFORE = 10, GROWTH = 21 }; /* NumPy leaves room to write a first size of up to 21 digits over this one */
    size_t i = 0, n;
    while (i < sizeof names / sizeof *names && names[i].dtype != dtype)
        i++;
    if (i == sizeof names / sizeof *names)
        return 0;
    char *out = text + BEFORE;
    char order = names[i].bytes == 1 ? '|' : little ? '<' : '>';
    n = (size_t)sprintf(out, "{'descr': '%c%c%d', 'fortran_order': False, 'shape': (", order, names[i].kind, names[i].bytes);
    int digits = 0;
    for (int d = 0; d < ndim; d++) {
        int written = sprintf(out + n, "%s%lld", d ? ", " : "", (long long)sizes[d]);
        digits = d ? digits : written;
        n += (size_t)written;
    }
    n += (size_t)sprintf(out + n, "%s), }", ndim == 1 ? "," : "");
    size_t end = (BEFORE + n + (ndim && digits < GROWTH ? (size_t)(GROWTH - digits) : 0) + 1 + 63) / 64 * 64;
    memset(out + n, ' ', end - BEFORE - n - 1);
    text[end - 1] = '\n';
    memcpy(text, "\x93NUMPY\x01", 7);
    text[7] = 0;
    text[8] = (char)((end - BEFORE) & 255);
    text[9] = (char)((end - BEFORE) >> 8);
    return end;
}
