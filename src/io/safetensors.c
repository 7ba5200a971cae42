/*
 * safetensors: eight bytes of length, so much JSON, and the data of all tensors without gaps, in little-endian order.
 *
 * A name has one storage, in the mapping, made at its first handle, so that all its handles are in order.
 */
#include "async/os/os.h"
#include "io/archive.h"
#include "io/file_words.h"
#include "io/safetensors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PREFIX = RA__SAFETENSORS_PREFIX, HEADER_MOST = RA__SAFETENSORS_HEADER_MOST, DEPTH_MOST = 16, CHUNK = 4 << 20 };

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "data are used as they lie in the file");

/* ---- reading the header ---- */

/* Where the n-th name of the outermost object begins, in text that is JSON. Of any text: the first bracket nested too deep, if depth. */
static size_t place(const char *text, size_t bytes, size_t n, bool *too_deep)
{
    int depth = 0;
    size_t seen = 0;
    bool is_name = false;
    for (size_t i = 0; i < bytes; i++) {
        const char c = text[i];
        if (c == '"') {
            if (depth == 1 && is_name && seen++ == n && !too_deep)
                return i;
            is_name = false;
            for (i++; i < bytes && text[i] != '"'; i++)
                i += text[i] == '\\';
        } else if (c == '{' || c == '[') {
            is_name = ++depth == 1;
            if (too_deep && depth > DEPTH_MOST) {
                *too_deep = true;
                return i;
            }
        } else if (c == '}' || c == ']')
            depth--;
        else if (c == ',' && depth == 1)
            is_name = true;
    }
    return bytes;
}

static ra_status wrong(const ra_archive *a, size_t number, const char *what)
{
    char text[200];
    const size_t at = place(a->map + PREFIX, a->header - PREFIX, number, NULL);
    snprintf(text, sizeof text, "in the entry of this name %s", what);
    return ra__archive_malformed(a, PREFIX + at, text);
}

const ra__safetensors_name ra__safetensors_names[] = {
    {"BOOL", RA_BOOL}, {"U8", RA_UINT8}, {"I8", RA_INT8}, {"I16", RA_INT16}, {"I32", RA_INT32}, {"I64", RA_INT64}, {"F16", RA_FLOAT16},
    {"BF16", RA_BFLOAT16}, {"F32", RA_FLOAT32}, {"F64", RA_FLOAT64}, {"C64", RA_COMPLEX64}, {"", RA_NO_DTYPE},
};

static bool is_type(const ra__json *j, int type)
{
    return j && j->type == type;
}

static ra_status read_shape(ra_archive *a, ra__entry *e, const ra__json *shape)
{
    const size_t ndim = a->json->array_size(shape);
    for (size_t d = 0; d < ndim; d++) {
        const ra__json *size = a->json->array_get(shape, d);
        if (!is_type(size, RA__JSON_INTEGER) || a->json->integer(size) < 0)
            return wrong(a, e->number, "a size is no whole number from 0 up");
        if (d < RA_MAX_DIMS)
            e->shape.sizes[d] = a->json->integer(size);
    }
    if (ndim > RA_MAX_DIMS)
        e->status = RA_ERR_SHAPE;
    e->shape.ndim = ndim > RA_MAX_DIMS ? 0 : (int)ndim;
    return RA_OK;
}

static ra_status read_entry(ra_archive *a, ra__entry *e, const ra__json *value)
{
    const ra__jansson *j = a->json;
    const bool is_object = is_type(value, RA__JSON_OBJECT);
    const ra__json *dtype = is_object ? j->get(value, "dtype") : NULL, *shape = is_object ? j->get(value, "shape") : NULL;
    const ra__json *data = is_object ? j->get(value, "data_offsets") : NULL;
    if (!is_type(dtype, RA__JSON_STRING) || !is_type(shape, RA__JSON_ARRAY) || !is_type(data, RA__JSON_ARRAY) || j->array_size(data) != 2)
        return wrong(a, e->number, "dtype, shape and two data_offsets are not all there");
    const ra__json *first = j->array_get(data, 0), *last = j->array_get(data, 1);
    if (!is_type(first, RA__JSON_INTEGER) || !is_type(last, RA__JSON_INTEGER))
        return wrong(a, e->number, "data_offsets are no whole numbers");
    const int64_t begin = j->integer(first), end = j->integer(last), room = (int64_t)(a->bytes - a->header);
    if (begin < 0 || end < begin || end > room)
        return wrong(a, e->number, "data_offsets are not in order, or lead out of the file");
    e->begin = (int64_t)a->header + begin;
    e->end = (int64_t)a->header + end;
    e->status = RA_ERR_DTYPE;
    for (const ra__safetensors_name *n = ra__safetensors_names; n->dtype; n++)
        if (!strcmp(n->name, j->string(dtype))) {
            e->shape.dtype = n->dtype;
            e->status = RA_OK;
        }
    ra_status s = read_shape(a, e, shape);
    if (s || e->status)
        return s;
    int64_t numel;
    if (!ra__sizes_numel(e->shape.dtype, e->shape.ndim, e->shape.sizes, &numel) ||
        numel * ra__element_bytes(e->shape.dtype) != end - begin) /* fits: numel in bytes */
        return wrong(a, e->number, "dtype and shape take another number of bytes than data_offsets");
    ra__strides_contiguous(e->shape.ndim, e->shape.sizes, e->shape.strides);
    return RA_OK;
}

static int compare_places(const void *one, const void *other)
{
    const ra__entry *a = *(ra__entry *const *)one, *b = *(ra__entry *const *)other;
    return a->begin != b->begin ? (a->begin > b->begin) - (a->begin < b->begin) : (a->end > b->end) - (a->end < b->end);
}

static ra_status read_metadata(ra_archive *a, size_t number)
{
    if (!is_type(a->metadata, RA__JSON_OBJECT))
        return wrong(a, number, "there is no object of strings");
    for (void *i = a->json->iter(a->metadata); i; i = a->json->iter_next(a->metadata, i))
        if (!is_type(a->json->iter_value(i), RA__JSON_STRING))
            return wrong(a, number, "a value is no string");
    return RA_OK;
}

static ra_status read_entries(ra_archive *a)
{
    const size_t most = a->json->object_size(a->root);
    size_t number = 0;
    ra_status s = ra__archive_make_entries(a, most);
    for (void *i = s ? NULL : a->json->iter(a->root); i && !s; i = a->json->iter_next(a->root, i), number++) {
        if (!strcmp(a->json->iter_key(i), "__metadata__")) {
            a->metadata = a->json->iter_value(i);
            s = read_metadata(a, number);
            continue;
        }
        ra__entry *e = &a->entries[a->count];
        a->by_name[a->count++] = e;
        e->name = a->json->iter_key(i);
        e->number = number;
        s = read_entry(a, e, a->json->iter_value(i));
    }
    if (s)
        return s;
    int64_t at = (int64_t)a->header;
    qsort(a->by_name, a->count, sizeof *a->by_name, compare_places);
    for (size_t i = 0; i < a->count; i++) {
        if (a->by_name[i]->begin != at)
            return wrong(a, a->by_name[i]->number, a->by_name[i]->begin > at ? "data_offsets leave a gap" : "data_offsets overlap with another's");
        at = a->by_name[i]->end;
    }
    if (at != (int64_t)a->bytes)
        return ra__archive_malformed(a, (size_t)at, "the data end before the file does");
    ra__archive_sort_names(a);
    return RA_OK;
}

static ra_status read_header(ra_archive *a)
{
    ra__json_error error = {0};
    char why[200];
    uint64_t length = 0;
    bool too_deep = false;
    if (a->bytes < PREFIX)
        return ra__archive_malformed(a, a->bytes, "the file ends within the length of its header");
    memcpy(&length, a->map, PREFIX);
    if (length > HEADER_MOST)
        return ra__archive_malformed(a, 0, "a header of more than 100 MB");
    if (length > a->bytes - PREFIX)
        return ra__archive_malformed(a, a->bytes, "the file ends within its header");
    a->header = PREFIX + (size_t)length;
    const char *text = a->map + PREFIX;
    a->json = ra__jansson_load(why, sizeof why);
    if (!a->json)
        return ra__refusal(RA_ERR_UNSUPPORTED, "%s: libjansson cannot be loaded: %s", a->format->function, why);
    if (!length || *text != '{')
        return ra__archive_malformed(a, PREFIX, "the header does not begin with '{'");
    const size_t at = place(text, (size_t)length, 0, &too_deep);
    if (too_deep)
        return ra__archive_malformed(a, PREFIX + at, "the header is nested deeper than any of tensors");
    a->root = a->json->loadb(text, (size_t)length, RA__JSON_REJECT_DUPLICATES, &error);
    if (!a->root)
        return ra__archive_malformed(a, PREFIX + (size_t)(error.position < 0 ? 0 : error.position), error.text);
    return read_entries(a);
}

/* ---- its tensors ---- */

typedef struct copying {
    ra_archive *archive;
    const ra__entry *entry;
} copying;

static ra_status copy_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const copying *c = r->plan->state;
    (void)phase;
    const int64_t bytes = c->entry->end - c->entry->begin, from = first * CHUNK, to = last * CHUNK < bytes ? last * CHUNK : bytes;
    const char *source = c->archive->map + c->entry->begin;
    if (c->entry->shape.dtype == RA_BOOL)
        for (int64_t i = from; i < to; i++)
            r->data[0][i] = source[i] != 0;
    else
        memcpy(r->data[0] + from, source + from, (size_t)(to - from));
    return RA_OK;
}

static void copy_release(void *state)
{
    copying *c = state;
    ra__archive_drop(c->archive);
    ra__os_free(c);
}

static ra_tensor *copied(ra_archive *a, const ra__entry *e, const void *address)
{
    static const ra_kernel kernel = {.name = "copy_out", .run = copy_run};
    copying *c = ra__os_alloc(sizeof *c);
    if (!c) {
        ra__refusal(RA_ERR_MEMORY, "ra_archive_tensor: out of memory");
        return NULL;
    }
    *c = (copying){a, e};
    atomic_fetch_add_explicit(&a->refs, 1, memory_order_relaxed);
    const int64_t bytes = e->end - e->begin;
    ra__external x = {.name = "ra_archive_tensor", .kernel = &kernel, .flags = RA__PLAN_LEAF | RA__PLAN_BLOCKING, .grains = ra__pieces(bytes, CHUNK), .state = c,
                      .release = copy_release, .result = e->shape, .cost_ns = 1e5 + (double)bytes};
    ra_tensor *t = ra__external_record(&x, address);
    if (!t)
        copy_release(c);
    return t;
}

static ra_tensor *base_of(ra_archive *a, ra__entry *e)
{
    ra_tensor *base = atomic_load_explicit(&e->base, memory_order_acquire);
    if (base)
        return base;
    const ra_from_data_opts o = {.release = ra__archive_drop, .context = a, .readonly = a->is_memory};
    atomic_fetch_add_explicit(&a->refs, 1, memory_order_relaxed);
    ra_tensor *made = ra_keep(ra__tensor_borrow(a->map + e->begin, e->shape.dtype, ra_dims_of(e->shape.sizes, e->shape.ndim), &o, "ra_archive_tensor"));
    if (!made) {
        ra__archive_drop(a);
        return NULL;
    }
    if (atomic_compare_exchange_strong_explicit(&e->base, &base, made, memory_order_acq_rel, memory_order_acquire))
        return made;
    ra_release(made);
    return base;
}

static ra_tensor *tensor_of(ra_archive *a, ra__entry *e, const void *address)
{
    if (e->status) {
        ra__refusal(e->status, "ra_archive_tensor: %s: \"%.100s\": %s", ra__path_end(a->path), e->name,
                    e->status == RA_ERR_DTYPE ? "its dtype has no counterpart" : "it has too many dimensions");
        return NULL;
    }
    const size_t align = ra_dtype_size(ra__real_of(e->shape.dtype));
    if (e->shape.dtype == RA_BOOL || (uintptr_t)(a->map + e->begin) % align)
        return copied(a, e, address);
    const ra_tensor *base = base_of(a, e);
    return base ? ra_ref(base) : NULL;
}

static void drop(ra_archive *a)
{
    if (a->root)
        a->json->delete(a->root); /* nobody else has it */
}

static const ra__archive_format file = {"ra_open_safetensors", read_header, tensor_of, drop}, memory = {"ra_open_safetensors_from", read_header, tensor_of, drop};

ra_archive *ra_open_safetensors(const char *path)
{
    RA__NOTE_CALLER();
    return ra__archive_open(path, &file);
}

ra_archive *ra_open_safetensors_from(const void *bytes, size_t size, ra_release_fn release, void *context)
{
    RA__NOTE_CALLER();
    return ra__archive_open_memory(bytes, size, release, context, &memory);
}
