/*
 * safetensors: eight bytes of length, so much JSON, and the data of all tensors without gaps, in little-endian order.
 *
 * The file is mapped, privately. An archive is counted: by who opened it, by each storage that lies in its mapping and by each copying
 * task; the last gives the mapping back. A name has one storage, made at its first handle, so that all its handles are in order.
 */
#include "async/front/external.h"
#include "async/front/tensor.h"
#include "async/os/os.h"
#include "async/run/wait.h"
#include "async/thread/entry.h"
#include "io/file_words.h"
#include "io/jansson.h"

#include <errno.h>
#include <runahead/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PREFIX = 8, HEADER_MOST = 100000000, DEPTH_MOST = 16, CHUNK = 4 << 20 };

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "data are used as they lie in the file");

typedef struct entry {
    const char *name;
    size_t number;             /* in the header, __metadata__ counted */
    ra__shape shape;
    ra_status status;          /* why there is no such tensor here; RA_OK: there is */
    int64_t begin, end;        /* in the file */
    _Atomic(ra_tensor *) base; /* the archive's own handle */
} entry;

struct ra_archive {
    _Atomic size_t refs;
    const ra__jansson *json;
    ra__json *root, *metadata; /* the names and strings are its */
    char *map;
    size_t bytes, header;      /* header: behind it the data begin */
    entry *entries, **by_name;
    size_t count;
    char path[];
};

static void drop(void *archive)
{
    ra_archive *a = archive;
    if (atomic_fetch_sub_explicit(&a->refs, 1, memory_order_acq_rel) > 1)
        return;
    if (a->root)
        a->json->delete(a->root); /* nobody else has it */
    if (a->map)
        (void)ra__os_unmap(a->map, a->bytes);
    ra__os_free(a->entries);
    ra__os_free(a->by_name);
    ra__os_free(a);
}

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

static ra_status malformed(const ra_archive *a, size_t byte, const char *what)
{
    return ra__refusal(RA_ERR_FORMAT, "ra_open_safetensors: %s: byte %zu: %s", ra__path_end(a->path), byte, what);
}

static ra_status wrong(const ra_archive *a, size_t number, const char *what)
{
    char text[200];
    const size_t at = place(a->map + PREFIX, a->header - PREFIX, number, NULL);
    snprintf(text, sizeof text, "in the entry of this name %s", what);
    return malformed(a, PREFIX + at, text);
}

/* Those that have no counterpart have only their size. */
static const struct {
    char name[12];
    ra_dtype dtype;
} dtypes[] = {
    {"BOOL", RA_BOOL}, {"U8", RA_UINT8}, {"I8", RA_INT8}, {"I16", RA_INT16}, {"I32", RA_INT32}, {"I64", RA_INT64}, {"F16", RA_FLOAT16},
    {"BF16", RA_BFLOAT16}, {"F32", RA_FLOAT32}, {"F64", RA_FLOAT64}, {"C64", RA_COMPLEX64},
};

static bool is_type(const ra__json *j, int type)
{
    return j && j->type == type;
}

static ra_status read_shape(ra_archive *a, entry *e, const ra__json *shape)
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

static ra_status read_entry(ra_archive *a, entry *e, const ra__json *value)
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
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
        if (!strcmp(dtypes[i].name, j->string(dtype))) {
            e->shape.dtype = dtypes[i].dtype;
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

static int compare_names(const void *one, const void *other)
{
    return strcmp((*(entry *const *)one)->name, (*(entry *const *)other)->name);
}

static int compare_places(const void *one, const void *other)
{
    const entry *a = *(entry *const *)one, *b = *(entry *const *)other;
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
    ra_status s = RA_OK;
    a->entries = ra__os_calloc(most + 1, sizeof *a->entries);
    a->by_name = ra__os_calloc(most + 1, sizeof *a->by_name);
    if (!a->entries || !a->by_name)
        return ra__refusal(RA_ERR_MEMORY, "ra_open_safetensors: out of memory for %zu entries", most);
    for (void *i = a->json->iter(a->root); i && !s; i = a->json->iter_next(a->root, i), number++) {
        if (!strcmp(a->json->iter_key(i), "__metadata__")) {
            a->metadata = a->json->iter_value(i);
            s = read_metadata(a, number);
            continue;
        }
        entry *e = &a->entries[a->count];
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
        return malformed(a, (size_t)at, "the data end before the file does");
    qsort(a->by_name, a->count, sizeof *a->by_name, compare_names);
    return RA_OK;
}

static ra_status read_header(ra_archive *a)
{
    ra__json_error error = {0};
    uint64_t length = 0;
    bool too_deep = false;
    if (a->bytes < PREFIX)
        return malformed(a, a->bytes, "the file ends within the length of its header");
    memcpy(&length, a->map, PREFIX);
    if (length > HEADER_MOST)
        return malformed(a, 0, "a header of more than 100 MB");
    if (length > a->bytes - PREFIX)
        return malformed(a, a->bytes, "the file ends within its header");
    a->header = PREFIX + (size_t)length;
    const char *text = a->map + PREFIX;
    if (!length || *text != '{')
        return malformed(a, PREFIX, "the header does not begin with '{'");
    const size_t at = place(text, (size_t)length, 0, &too_deep);
    if (too_deep)
        return malformed(a, PREFIX + at, "the header is nested deeper than any of tensors");
    a->root = a->json->loadb(text, (size_t)length, RA__JSON_REJECT_DUPLICATES, &error);
    if (!a->root)
        return malformed(a, PREFIX + (size_t)(error.position < 0 ? 0 : error.position), error.text);
    return read_entries(a);
}

/* ---- opening and closing ---- */

static ra_status cannot_read(const char *path, int error)
{
    char text[96];
    const char *kind = ra__os_irregular(path);
    if (kind)
        return ra__refusal(RA_ERR_FILE, "ra_open_safetensors: %s: is %s: only regular files can be read", ra__path_end(path), kind);
    return ra__refusal(RA_ERR_FILE, "ra_open_safetensors: %s: cannot be read: %s", ra__path_end(path), ra__errno_words(error, text, sizeof text));
}

static ra_status map_file(ra_archive *a)
{
    int fd;
    uint64_t bytes = 0;
    void *map = NULL;
    int error = ra__os_open_read(a->path, &fd);
    if (error)
        return cannot_read(a->path, error);
    error = ra__os_file_size(fd, &bytes);
    if (!error && bytes > (uint64_t)RA__MOST_MEMORY)
        error = -EFBIG;
    if (!error && bytes)
        error = ra__os_map_file(fd, bytes, &map);
    ra__os_close(fd); /* it was only read */
    a->map = map;
    a->bytes = (size_t)bytes;
    return error ? cannot_read(a->path, error) : RA_OK;
}

ra_archive *ra_open_safetensors(const char *path)
{
    char why[200];
    RA__NOTE_CALLER();
    ra__wait_begins();
    if (ra__engine_ensure())
        return NULL;
    if (!path) {
        ra__refusal(RA_ERR_ARGUMENT, "ra_open_safetensors: path is NULL");
        return NULL;
    }
    const uint64_t start = ra__os_now_ns();
    const size_t length = strlen(path) + 1;
    ra_archive *a = ra__os_calloc(1, sizeof *a + length);
    if (!a) {
        ra__refusal(RA_ERR_MEMORY, "ra_open_safetensors: out of memory");
        return NULL;
    }
    atomic_init(&a->refs, 1);
    memcpy(a->path, path, length);
    a->json = ra__jansson_load(why, sizeof why);
    ra_status s = a->json ? map_file(a) : ra__refusal(RA_ERR_UNSUPPORTED, "ra_open_safetensors: libjansson cannot be loaded: %s", why);
    if (!s)
        s = read_header(a);
    ra__note_wait(RA__WAIT_FILE, "ra_open_safetensors", 0, start);
    if (!s)
        return a;
    drop(a);
    return NULL;
}

void ra_archive_close(ra_archive *a)
{
    if (!a)
        return;
    for (size_t i = 0; i < a->count; i++)
        ra_release(atomic_load_explicit(&a->entries[i].base, memory_order_acquire));
    drop(a);
}

/* ---- what is in it ---- */

size_t ra_archive_count(const ra_archive *a)
{
    return a ? a->count : 0;
}

const char *ra_archive_name(const ra_archive *a, size_t index)
{
    return index < ra_archive_count(a) ? a->entries[index].name : NULL;
}

const char *ra_archive_metadata(const ra_archive *a, const char *key)
{
    const ra__json *value = a && a->metadata && key ? a->json->get(a->metadata, key) : NULL;
    return value ? a->json->string(value) : NULL;
}

typedef struct copying {
    ra_archive *archive;
    const entry *entry;
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
    drop(c->archive);
    ra__os_free(c);
}

static ra_tensor *copied(ra_archive *a, const entry *e, const void *address)
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

static ra_tensor *base_of(ra_archive *a, entry *e)
{
    ra_tensor *base = atomic_load_explicit(&e->base, memory_order_acquire);
    if (base)
        return base;
    const ra_from_data_opts o = {.release = drop, .context = a};
    atomic_fetch_add_explicit(&a->refs, 1, memory_order_relaxed);
    ra_tensor *made = ra_keep(ra__tensor_borrow(a->map + e->begin, e->shape.dtype, ra_dims_of(e->shape.sizes, e->shape.ndim), &o, "ra_archive_tensor"));
    if (!made) {
        drop(a);
        return NULL;
    }
    if (atomic_compare_exchange_strong_explicit(&e->base, &base, made, memory_order_acq_rel, memory_order_acquire))
        return made;
    ra_release(made);
    return base;
}

static entry *find(ra_archive *a, const char *name)
{
    const entry key = {.name = name}, *wanted = &key;
    entry **found = a->count ? bsearch(&wanted, a->by_name, a->count, sizeof *a->by_name, compare_names) : NULL;
    return found ? *found : NULL;
}

ra_tensor *ra_archive_tensor(ra_archive *a, const char *name)
{
    RA__NOTE_CALLER();
    if (ra__engine_ensure())
        return NULL;
    if (!a || !name) {
        ra__refusal(a ? RA_ERR_ARGUMENT : RA_ERR_REFUSED, "ra_archive_tensor: the %s is NULL", a ? "name" : "archive");
        return NULL;
    }
    entry *e = find(a, name);
    if (!e || e->status) {
        ra__refusal(e ? e->status : RA_ERR_ARGUMENT, "ra_archive_tensor: %s: \"%.100s\": %s", ra__path_end(a->path), name,
                    !e ? "there is no tensor of that name" : e->status == RA_ERR_DTYPE ? "its dtype has no counterpart" : "it has too many dimensions");
        return NULL;
    }
    const size_t align = ra_dtype_size(ra__real_of(e->shape.dtype));
    if (e->shape.dtype == RA_BOOL || (uintptr_t)(a->map + e->begin) % align)
        return copied(a, e, __builtin_return_address(0));
    const ra_tensor *base = base_of(a, e);
    return base ? ra_ref(base) : NULL;
}
