#include "vectors/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

enum { HEAD = 12, MOST_BYTES = 1 << 30 }; /* before the compressed bytes; of what they give */

/* A place in the file. Past the end every read gives zeros and `failed`, which is looked at once at the end. */
struct cursor {
    const struct vector_file *file;
    size_t at, end;
    bool failed;
};

static void take(struct cursor *c, void *to, size_t bytes)
{
    memset(to, 0, bytes);
    if (c->failed || c->end - c->at < bytes) {
        c->failed = true;
        return;
    }
    memcpy(to, c->file->bytes + c->at, bytes);
    c->at += bytes;
}

#define READER(name, type) \
    static type name(struct cursor *c) \
    { \
        type value; \
        take(c, &value, sizeof value); \
        return value; \
    }
READER(take_u8, uint8_t)
READER(take_u16, uint16_t)
READER(take_u32, uint32_t)
READER(take_i16, int16_t)
READER(take_i32, int32_t)
READER(take_i64, int64_t)
READER(take_f32, float)
READER(take_f64, double)

/* A count that has to fit an array. */
static int take_count(struct cursor *c, int limit)
{
    int n = take_u8(c);
    if (n > limit)
        c->failed = true;
    return c->failed ? 0 : n;
}

static void take_text(struct cursor *c, char to[VECTOR_TEXT])
{
    int n = take_count(c, VECTOR_TEXT - 1);
    memset(to, 0, VECTOR_TEXT);
    take(c, to, (size_t)n);
}

static struct vector_blob take_blob(struct cursor *c)
{
    uint16_t index = take_u16(c);
    if (index >= c->file->blobs)
        c->failed = true;
    return c->failed ? (struct vector_blob){NULL, 0} : c->file->blob[index];
}

/* Whether the elements of a tensor lie within a storage. */
static bool fits(const struct vector_tensor *t, size_t bytes)
{
    int64_t last = t->offset;
    for (int i = 0; i < t->dims; i++) {
        if (t->sizes[i] == 0)
            return true;
        if (t->sizes[i] < 0 || t->strides[i] < 0)
            return false;
        last += (t->sizes[i] - 1) * t->strides[i];
    }
    return t->offset >= 0 && (size_t)(last + 1) * ra_dtype_size(t->dtype) <= bytes;
}

static void take_tensor(struct cursor *c, struct vector_tensor *t)
{
    t->dtype = (ra_dtype)(RA_BOOL + take_u8(c));
    if (t->dtype >= RA_DTYPE_COUNT)
        c->failed = true;
    t->dims = take_count(c, RA_MAX_DIMS);
    t->storage = take_u8(c);
    t->offset = take_i16(c);
    for (int i = 0; i < t->dims; i++)
        t->sizes[i] = take_i16(c);
    for (int i = 0; i < t->dims; i++)
        t->strides[i] = take_i16(c);
}

static void take_operand(struct cursor *c, const struct vector_case *v, struct vector_tensor *t)
{
    take_tensor(c, t);
    if (!c->failed && (t->storage >= v->storages || !fits(t, v->storage[t->storage].size)))
        c->failed = true;
}

static void take_list(struct cursor *c, const struct vector_case *v, struct vector_arg *a)
{
    a->count = take_count(c, VECTOR_MAX_ITEMS);
    for (int i = 0; i < a->count; i++) {
        a->present[i] = take_u8(c) == VECTOR_TENSOR;
        if (a->present[i])
            take_operand(c, v, &a->items[i]);
    }
}

static void take_arg(struct cursor *c, const struct vector_case *v, struct vector_arg *a)
{
    a->kind = (enum vector_kind)take_u8(c);
    switch (a->kind) {
    case VECTOR_ABSENT:
    case VECTOR_DIMS_ALL: break;
    case VECTOR_TENSOR: take_operand(c, v, &a->tensor); break;
    case VECTOR_LIST: take_list(c, v, a); break;
    case VECTOR_SCALAR_BOOL:
    case VECTOR_BOOL: a->integer = take_u8(c); break;
    case VECTOR_SCALAR_INT:
    case VECTOR_INT: a->integer = take_i64(c); break;
    case VECTOR_SCALAR_FLOAT:
    case VECTOR_FLOAT: a->real[0] = take_f64(c); break;
    case VECTOR_SCALAR_COMPLEX:
        a->real[0] = take_f64(c);
        a->real[1] = take_f64(c);
        break;
    case VECTOR_DIMS:
        a->count = take_count(c, RA_MAX_DIMS);
        for (int i = 0; i < a->count; i++)
            a->dims[i] = take_i32(c);
        break;
    case VECTOR_DTYPE: a->dtype = (ra_dtype)(RA_BOOL + take_u8(c)); break;
    case VECTOR_STRING: take_text(c, a->text); break;
    default: c->failed = true;
    }
}

static void take_result(struct cursor *c, struct vector_case *v, int i)
{
    take_tensor(c, &v->result[i]);
    v->after[i] = take_blob(c);
    const int storage = v->result[i].storage;
    if (storage != VECTOR_OWN_STORAGE && storage >= v->storages)
        c->failed = true;
    if (v->check != VECTOR_LAYOUT && !fits(&v->result[i], v->after[i].size))
        c->failed = true;
}

int vector_next(struct vector_file *file, struct vector_case *v)
{
    if (file->next == file->size)
        return 0;
    struct cursor c = {file, file->next, file->size, false};
    size_t bytes = take_u16(&c);
    if (c.failed || c.end - c.at < bytes)
        return -1;
    c.end = c.at + bytes;
    memset(v, 0, sizeof *v);
    uint16_t op = take_u16(&c);
    if (op >= file->ops)
        return -1;
    v->op = &file->op[op];
    v->variant = (enum vector_variant)take_u8(&c);
    v->expectation = (enum vector_expectation)take_u8(&c);
    v->check = (enum vector_check)take_u8(&c);
    v->ulps = (double)take_f32(&c);
    v->atol = (double)take_f32(&c);
    v->storages = take_count(&c, VECTOR_MAX_STORAGES);
    for (int i = 0; i < v->storages; i++)
        v->storage[i] = take_blob(&c);
    v->args = take_count(&c, v->op->args);
    for (int i = 0; i < v->args; i++)
        take_arg(&c, v, &v->arg[i]);
    v->outs = take_count(&c, VECTOR_MAX_RESULTS);
    for (int i = 0; i < v->outs; i++)
        take_operand(&c, v, &v->out[i]);
    v->results = take_count(&c, VECTOR_MAX_RESULTS);
    for (int i = 0; i < v->results; i++)
        take_result(&c, v, i);
    file->next = c.end;
    return c.failed || c.at != c.end ? -1 : 1;
}

static bool read_whole(const char *path, uint8_t **bytes, size_t *size)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    bool ok = false;
    long end = fseek(f, 0, SEEK_END) ? -1 : ftell(f);
    if (end > 0 && !fseek(f, 0, SEEK_SET) && (*bytes = malloc((size_t)end))) {
        *size = (size_t)end;
        ok = fread(*bytes, 1, *size, f) == *size;
    }
    fclose(f);
    return ok;
}

/* What zlib checks, it checks against a sum over all that was compressed: what comes out whole is what went in. */
static const char *decompress(struct vector_file *file, uint8_t *packed, size_t size)
{
    uint32_t bytes;
    if (size < HEAD || memcmp(packed, "RAVEC02", 8) != 0)
        return "is no file of vectors";
    memcpy(&bytes, packed + 8, sizeof bytes);
    if (size - HEAD > UINT32_MAX || bytes > MOST_BYTES)
        return "is corrupt: it says that it is very large";
    z_stream z = {.next_in = packed + HEAD, .avail_in = (uInt)(size - HEAD), .avail_out = bytes};
    file->size = bytes;
    z.next_out = file->bytes = malloc((size_t)bytes + 1);
    if (!file->bytes || inflateInit(&z) != Z_OK)
        return "takes more memory than there is";
    const int end = inflate(&z, Z_FINISH);
    inflateEnd(&z);
    if (end == Z_BUF_ERROR && !z.avail_in)
        return "is cut: its compressed bytes end early";
    if (end != Z_STREAM_END)
        return "is corrupt: its bytes do not decompress, or to others than their check sum says";
    return z.avail_in || z.avail_out ? "is corrupt: it has another length than it says" : NULL;
}

static bool read_head(struct vector_file *file)
{
    struct cursor c = {file, 0, file->size, false};
    file->ops = take_u32(&c);
    file->blobs = take_u32(&c);
    file->cases = take_u32(&c);
    if (c.failed || file->ops > file->size || file->blobs > file->size)
        return false;
    file->op = calloc(file->ops + 1, sizeof *file->op);
    file->blob = calloc(file->blobs + 1, sizeof *file->blob);
    if (!file->op || !file->blob)
        return false;
    for (uint32_t i = 0; i < file->ops; i++) {
        take_text(&c, file->op[i].name);
        file->op[i].args = take_count(&c, VECTOR_MAX_ARGS);
        for (int k = 0; k < file->op[i].args; k++)
            take_text(&c, file->op[i].arg_names[k]);
    }
    for (uint32_t i = 0; i < file->blobs && !c.failed; i++) {
        size_t size = take_u32(&c);
        if (c.end - c.at < size)
            return false;
        file->blob[i] = (struct vector_blob){file->bytes + c.at, size};
        c.at += size;
    }
    file->next = c.at;
    return !c.failed;
}

const char *vector_open(struct vector_file *file, const char *path)
{
    uint8_t *packed = NULL;
    size_t size;
    memset(file, 0, sizeof *file);
    const char *wrong = read_whole(path, &packed, &size) ? decompress(file, packed, size) : "cannot be read, or is empty";
    free(packed);
    if (!wrong && !read_head(file))
        wrong = "is corrupt: what it holds is no table of operators and cases";
    if (wrong)
        vector_close(file);
    return wrong;
}

void vector_close(struct vector_file *file)
{
    free(file->bytes);
    free(file->op);
    free(file->blob);
    memset(file, 0, sizeof *file);
}
