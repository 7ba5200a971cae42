/*
 * Loading .npy: the header at the call, the data by a task that may wait for the file system.
 *
 * The file stays open from the call to the end of the task, so both see the same file whatever is renamed meanwhile. Its
 * bytes go straight into the result, whose strides say in which order they came; what is of the other byte order, or a
 * bool other than 0 or 1, is put right in place.
 */
#include "async/front/external.h"
#include "async/front/tensor.h"
#include "async/os/os.h"
#include "async/run/wait.h"
#include "async/thread/callback.h"
#include "async/thread/entry.h"
#include "io/file_words.h"
#include "io/npy_header.h"

#include <runahead/io.h>
#include <stdio.h>
#include <string.h>

enum { CHUNK = 4 << 20 }; /* bytes of a grain: some milliseconds of a disk's time */

/* Where a file is read from. */
typedef struct source {
    const char *function; /* for messages */
    const char *path;
    int fd;
    const char *memory; /* of the program's, not NULL: instead of fd */
    uint64_t size;
} source;

typedef struct loading {
    ra__npy_header header;
    uint64_t bytes; /* of the data */
    source from;
    ra__callback *release;
    char path[];
} loading;

static int read_full(const source *f, void *to, size_t n, uint64_t at, size_t *got)
{
    if (!f->memory)
        return ra__os_pread_full(f->fd, to, n, at, got);
    *got = at >= f->size ? 0 : n < f->size - at ? n : (size_t)(f->size - at);
    memcpy(to, f->memory + at, *got);
    return 0;
}

static void close_source(const source *f)
{
    if (!f->memory)
        ra__os_close(f->fd); /* it was only read */
}

/* ---- the task ---- */

static void swap(unsigned char *p, uint64_t bytes, int width)
{
    if (width == 2)
        for (uint64_t i = 0; i < bytes; i += 2) {
            uint16_t v;
            memcpy(&v, p + i, 2);
            v = __builtin_bswap16(v);
            memcpy(p + i, &v, 2);
        }
    else if (width == 4)
        for (uint64_t i = 0; i < bytes; i += 4) {
            uint32_t v;
            memcpy(&v, p + i, 4);
            v = __builtin_bswap32(v);
            memcpy(p + i, &v, 4);
        }
    else
        for (uint64_t i = 0; i < bytes; i += 8) {
            uint64_t v;
            memcpy(&v, p + i, 8);
            v = __builtin_bswap64(v);
            memcpy(p + i, &v, 8);
        }
}

void ra__npy_put_right(const ra__npy_header *h, unsigned char *p, uint64_t bytes)
{
    if (h->shape.dtype == RA_BOOL)
        for (uint64_t i = 0; i < bytes; i++)
            p[i] = p[i] != 0;
    int width = (int)ra_dtype_size(ra__real_of(h->shape.dtype));
    if (h->swapped)
        swap(p, bytes, width);
}

static ra_status load_chunk(ra__run *r, const loading *l, uint64_t from)
{
    uint64_t n = l->bytes - from < CHUNK ? l->bytes - from : CHUNK, end;
    size_t got;
    unsigned char *to = (unsigned char *)r->data[0] + from;
    int error = read_full(&l->from, to, n, l->header.begin + from, &got);
    char text[96];
    if (error)
        return ra__fault(r, RA_ERR_FILE, "%s: byte %llu: cannot be read: %s", ra__path_end(l->path), (unsigned long long)(l->header.begin + from + got),
                         ra__errno_words(error, text, sizeof text));
    if (got < n) {
        if (ra__os_file_size(l->from.fd, &end)) /* memory does not become shorter */
            end = l->header.begin + from + got;
        return ra__fault(r, RA_ERR_FORMAT, "%s: byte %llu: the file ends; by its header it has %llu bytes", ra__path_end(l->path), (unsigned long long)end,
                         (unsigned long long)(l->header.begin + l->bytes));
    }
    ra__npy_put_right(&l->header, to, n);
    return RA_OK;
}

static ra_status load_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    ra_status s = RA_OK;
    for (int64_t g = first; g < last && !s; g++)
        s = load_chunk(r, r->plan->state, (uint64_t)g * CHUNK);
    return s;
}

static void load_release(void *state)
{
    loading *l = state;
    close_source(&l->from);
    if (l->release)
        ra__callback_due(l->release, RA_OK);
    ra__os_free(l);
}

/* ---- the call ---- */

static ra_status cannot_read(const source *f, int error)
{
    char text[96];
    const char *kind = ra__os_irregular(f->path);
    if (kind)
        return ra__refusal(RA_ERR_FILE, "%s: %s: is %s: only regular files can be read", f->function, ra__path_end(f->path), kind);
    return ra__refusal(RA_ERR_FILE, "%s: %s: cannot be read: %s", f->function, ra__path_end(f->path), ra__errno_words(error, text, sizeof text));
}

static ra_status read_header(const source *f, ra__npy_header *h)
{
    unsigned char prefix[RA__NPY_PREFIX];
    char error[200];
    size_t got, dictionary, data;
    int failed = read_full(f, prefix, sizeof prefix, 0, &got);
    if (failed)
        return cannot_read(f, failed);
    ra_status s = ra__npy_prefix(prefix, got, &dictionary, &data, error, sizeof error);
    char *text = s ? NULL : ra__os_alloc(data - dictionary);
    if (!s && !text)
        return ra__refusal(RA_ERR_MEMORY, "%s: out of memory for a header", f->function);
    failed = s ? 0 : read_full(f, text, data - dictionary, dictionary, &got);
    if (failed) {
        ra__os_free(text);
        return cannot_read(f, failed);
    }
    if (!s && got < data - dictionary) {
        snprintf(error, sizeof error, "byte %zu: the file ends within its header", dictionary + got);
        s = RA_ERR_FORMAT;
    } else if (!s)
        s = ra__npy_dictionary(text, got, dictionary, h, error, sizeof error);
    ra__os_free(text);
    h->begin = data;
    return s ? ra__refusal(s, "%s: %s: %s", f->function, ra__path_end(f->path), error) : RA_OK;
}

static ra_status open_file(source *f)
{
    ra_status s = ra__path_given(f->function, f->path);
    if (s)
        return s;
    int error = ra__os_open_read(f->path, &f->fd);
    if (error)
        return cannot_read(f, error);
    error = ra__os_file_size(f->fd, &f->size);
    if (!error)
        return RA_OK;
    ra__os_close(f->fd);
    return cannot_read(f, error);
}

/* The header promises more than the file has: nothing is allocated for it, and no task is needed to know it. */
static ra_tensor *cut_short(const source *from, const ra__npy_header *h, uint64_t bytes)
{
    char text[400];
    ra_storage *storage = ra__storage_new(RA_CPU, (int64_t)bytes);
    ra_tensor *t = storage ? ra__tensor_new(storage, &h->shape, 0) : NULL;
    snprintf(text, sizeof text, "%s: %s: byte %llu: the file ends; by its header it has %llu bytes", from->function, ra__path_end(from->path),
             (unsigned long long)from->size, (unsigned long long)(h->begin + bytes));
    ra__failure *f = t ? ra__failure_new(RA_ERR_FORMAT, 0, NULL, text) : NULL;
    if (t && !f)
        f = ra__failure_bare(RA_ERR_FORMAT);
    if (!t) {
        if (bytes > (uint64_t)RA__MOST_MEMORY)
            ra__refusal(RA_ERR_FORMAT, "%s", text);
        else
            ra__refusal(RA_ERR_MEMORY, "%s: out of memory for the handle", from->function);
        if (storage)
            ra__storage_drop(storage, RA__HOLDER);
        return NULL;
    }
    ra__poison_set(storage, ra__bytes_of(ra__layout_of(t), 0, (int64_t)bytes), f);
    ra__failure_drop(f);
    return t;
}

static ra_tensor *record(const source *from, const ra__npy_header *h, uint64_t bytes, ra__callback *release, const void *address)
{
    static const ra_kernel kernel = {.name = "load_npy", .run = load_run};
    const size_t length = strlen(from->path) + 1;
    loading *l = ra__os_alloc(sizeof *l + length);
    if (!l) {
        ra__refusal(RA_ERR_MEMORY, "%s: out of memory", from->function);
        return NULL;
    }
    *l = (loading){.header = *h, .bytes = bytes, .from = *from, .release = release};
    l->from.path = memcpy(l->path, from->path, length);
    ra__external e = {.name = from->function, .kernel = &kernel, .flags = RA__PLAN_LEAF | RA__PLAN_BLOCKING, .state = l, .release = load_release, .result = h->shape};
    e.grains = (int64_t)((bytes + CHUNK - 1) / CHUNK);
    e.cost_ns = 1e5 + (double)bytes; /* about 1 GB/s */
    ra_tensor *t = ra__external_record(&e, address);
    if (!t)
        ra__os_free(l);
    return t;
}

/* An open source is closed, and the callback given up or due, in any case. */
static ra_tensor *load(const source *from, const ra__npy_header *h, ra__callback *release, const void *address)
{
    const uint64_t bytes = (uint64_t)(h->numel * ra__element_bytes(h->shape.dtype)); /* fits: numel in bytes; and with the header, as unsigned */
    const bool is_short = from->size < h->begin + bytes;
    ra_tensor *t = is_short ? cut_short(from, h, bytes) : record(from, h, bytes, release, address);
    if (t && !is_short)
        return t;
    close_source(from);
    if (t && release)
        ra__callback_due(release, RA_OK);
    else
        ra__callback_free(release);
    return t;
}

ra_tensor *ra_load_npy(const char *path)
{
    source from = {.function = "ra_load_npy", .path = path};
    ra__npy_header h;
    RA__NOTE_CALLER();
    ra__wait_begins();
    if (ra__engine_ensure())
        return NULL;
    uint64_t start = ra__os_now_ns();
    ra_status s = open_file(&from);
    if (!s && (s = read_header(&from, &h)))
        ra__os_close(from.fd);
    ra__note_wait(RA__WAIT_FILE, from.function, 0, start);
    return s ? NULL : load(&from, &h, NULL, __builtin_return_address(0));
}

ra_tensor *ra_load_npy_from(const void *bytes, size_t size, ra_release_fn release, void *context)
{
    const source from = {.function = "ra_load_npy_from", .path = "memory", .memory = bytes, .size = size};
    ra__npy_header h;
    RA__NOTE_CALLER();
    if (ra__engine_ensure())
        return NULL;
    if (!bytes) {
        ra__refusal(RA_ERR_ARGUMENT, "ra_load_npy_from: bytes is NULL");
        return NULL;
    }
    if (read_header(&from, &h))
        return NULL;
    ra__callback *callback = release ? ra__callback_of_release(release, context) : NULL;
    if (!release || callback)
        return load(&from, &h, callback, __builtin_return_address(0));
    ra__refusal(RA_ERR_MEMORY, "ra_load_npy_from: out of memory");
    return NULL;
}
