/*
 * Saving safetensors: the header, for which all sizes have to be known, then the data without gaps.
 *
 * Those of the largest elements come first, so that with a header of a multiple of eight bytes all lie as their elements must, and are
 * had in the mapping itself when the file is opened.
 */
#include "async/front/options.h"
#include "async/os/os.h"
#include "async/thread/entry.h"
#include "io/safetensors.h"
#include "io/save_archive.h"

#include <inttypes.h>
#include <runahead/io.h>
#include <stdio.h>
#include <string.h>

/* Bytes of text at most: of a string for each of its own, "\u0000"; of an entry beside its name, with sizes and positions of 20 digits. */
enum { ESCAPED = 6, AROUND = 6, ENTRY = 64 + 21 * (RA_MAX_DIMS + 2) };

static const char *dtype_name(ra_dtype dtype)
{
    const ra__safetensors_name *n = ra__safetensors_names;
    while (n->dtype && n->dtype != dtype)
        n++;
    return n->dtype ? n->name : NULL;
}

static size_t header_bound(const ra__archive_saving *s)
{
    size_t bytes = RA__SAFETENSORS_PREFIX + 64;
    for (size_t i = 0; i < s->count; i++)
        bytes += strlen(s->named[i].name) * ESCAPED + ENTRY; /* fits: was read, byte by byte */
    for (size_t i = 0; i < s->metadata_count; i++)
        bytes += strlen(s->metadata[i]) * ESCAPED + AROUND; /* fits: likewise */
    return bytes;
}

/* ---- the header ---- */

static char *put_text(char *at, const char *text)
{
    const size_t n = strlen(text);
    return (char *)memcpy(at, text, n) + n;
}

static char *put_string(char *at, const char *text)
{
    *at++ = '"';
    for (; *text; text++)
        if ((unsigned char)*text < ' ')
            at += sprintf(at, "\\u%04x", (unsigned)*text);
        else {
            if (*text == '"' || *text == '\\')
                *at++ = '\\';
            *at++ = *text;
        }
    *at++ = '"';
    return at;
}

static char *put_metadata(char *at, const ra__archive_saving *s)
{
    at = put_text(at, "\"__metadata__\":{");
    for (size_t i = 0; i < s->metadata_count; i += 2) {
        at = put_string(at, s->metadata[i]);
        *at++ = ':';
        at = put_string(at, s->metadata[i + 1]);
        *at++ = ',';
    }
    at[-1] = '}';
    *at++ = ',';
    return at;
}

static char *put_entry(char *at, const ra__named *e, const ra__shape *s)
{
    at = put_string(at, e->name);
    at = put_text(at, ":{\"dtype\":\"");
    at = put_text(at, dtype_name(s->dtype));
    at = put_text(at, "\",\"shape\":[");
    for (int d = 0; d < s->ndim; d++) {
        const int64_t size = s->sizes[d];
        at += sprintf(at, d ? ",%" PRId64 : "%" PRId64, size);
    }
    at += sprintf(at, "],\"data_offsets\":[%" PRIu64 ",%" PRIu64 "]},", e->begin, e->end);
    return at;
}

static void order_by_elements(ra__archive_saving *s, ra__named **order)
{
    for (size_t bytes = 8; bytes; bytes /= 2)
        for (size_t i = 0; i < s->count; i++)
            if (ra_dtype_size(ra__real_of(s->named[i].tensor.shape.dtype)) == bytes)
                *order++ = &s->named[i];
}

static ra_status write_header(ra__output *o, ra__archive_saving *saving, ra__named **order, char *text)
{
    int64_t place = 0, numel;
    char *at = text + RA__SAFETENSORS_PREFIX;
    *at++ = '{';
    if (saving->metadata_count)
        at = put_metadata(at, saving);
    for (size_t i = 0; i < saving->count; i++) {
        ra__shape shape;
        ra_status s = ra__saved_settle(o, &order[i]->tensor, &shape, &numel);
        if (s)
            return s;
        order[i]->begin = (uint64_t)place;
        if (!ra__end_fits(place, numel, ra__element_bytes(shape.dtype), &place))
            return ra__fault(o->run, RA_ERR_OVERFLOW, "so many bytes do not fit a file");
        order[i]->end = (uint64_t)place;
        at = put_entry(at, order[i], &shape);
    }
    if (at[-1] == ',')
        at--;
    *at++ = '}';
    while ((at - text) % 8)
        *at++ = ' ';
    const uint64_t length = (uint64_t)(at - text) - RA__SAFETENSORS_PREFIX;
    memcpy(text, &length, sizeof length);
    return ra__save_bytes(o, text, (size_t)(at - text));
}

/* ---- the task ---- */

static ra_status put(ra__output *o, void *to, const void *bytes, size_t n)
{
    (void)to;
    return ra__save_bytes(o, bytes, n);
}

static ra_status write_data(ra__output *o, const ra__archive_saving *saving, ra__named *const *order)
{
    ra_status s = RA_OK;
    for (size_t i = 0; i < saving->count && !s; i++) {
        ra__shape shape;
        int64_t numel;
        s = ra__saved_settle(o, &order[i]->tensor, &shape, &numel);
        if (!s)
            s = ra__saved_write(o, &shape, numel, ra__saved_data(o, (size_t)(order[i] - saving->named)), put, NULL);
    }
    return s;
}

static ra_status write_all(ra__output *o)
{
    ra__archive_saving *saving = o->run->plan->state;
    ra__named **order = ra__os_alloc((saving->count + 1) * sizeof *order);
    char *text = ra__os_alloc(header_bound(saving));
    ra_status s = order && text ? RA_OK : ra__fault(o->run, RA_ERR_TASK_MEMORY, "out of memory for the header");
    if (!s) {
        order_by_elements(saving, order);
        s = write_header(o, saving, order, text);
    }
    if (!s)
        s = write_data(o, saving, order);
    ra__os_free(text);
    ra__os_free(order);
    return s;
}

static ra_status save_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    const ra__archive_saving *s = r->plan->state;
    return ra__save(r, r->scratch, s->path, write_all);
}

/* ---- the call ---- */

static ra_status check(const ra__archive_saving *s)
{
    for (size_t i = 0; i < s->count; i++) {
        const ra__named *e = &s->named[i];
        if (!strcmp(e->name, "__metadata__"))
            return ra__refusal(RA_ERR_ARGUMENT, "ra_save_safetensors: names[%zu] is __metadata__, which safetensors has for its strings", i);
        if (!dtype_name(e->tensor.shape.dtype))
            return ra__refusal(RA_ERR_DTYPE, "ra_save_safetensors: \"%.100s\": safetensors has no %s", e->name, ra_dtype_name(e->tensor.shape.dtype));
    }
    if (header_bound(s) > RA__SAFETENSORS_HEADER_MOST)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_save_safetensors: the header of so many names and strings may come to %zu bytes, more than 100 MB", header_bound(s));
    return RA_OK;
}

ra_tensor *ra_save_safetensors(const char *path, const char *const *names, ra_tensors tensors, const ra_save_safetensors_opts *opts)
{
    static const ra_kernel kernel = {.name = "save_safetensors", .run = save_run};
    RA__NOTE_CALLER();
    ra_save_safetensors_opts o = {.size = sizeof o};
    if (opts && !ra__options_take(&o, sizeof o, opts, "ra_save_safetensors", ra__tls.carried.site))
        return NULL;
    if (ra__engine_ensure())
        return NULL;
    ra__archive_saving *s = ra__archive_saving_new("ra_save_safetensors", path, names, tensors, o.metadata);
    if (!s)
        return NULL;
    if (!check(s))
        return ra__save_record("ra_save_safetensors", s->path, &kernel, sizeof(ra__output), s, ra__archive_saving_release, tensors.items, (int)tensors.count,
                               __builtin_return_address(0));
    ra__archive_saving_release(s);
    return NULL;
}
