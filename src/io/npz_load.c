/*
 * Loading an entry of .npz: the header at the call, inflated up to there, the data by a task.
 *
 * The task goes through the entry from its first byte to its last, since the checksum is that of the whole; where the data lie in
 * there, they go straight into the result. What follows them is only checked.
 */
#include "io/npz_load.h"

#include "async/os/os.h"
#include "async/run/wait.h"
#include "io/crc32.h"
#include "io/file_words.h"
#include "io/npy_header.h"
#include "io/zlib.h"

#include <stdio.h>
#include <string.h>

enum { CHUNK = 1 << 20, BUFFER = 64 * 1024, OUT_OF_MEMORY = -4 /* zlib's word for it */ };

typedef struct loading {
    ra_archive *archive;
    const ra__entry *entry;
    ra__npy_header header;
    int64_t bytes; /* of the data; header.begin + bytes <= entry->size */
} loading;

/* The bytes of an entry, one after another. */
typedef struct unpacking {
    ra__crc32 crc;
    ra__z_stream z;
    const ra_archive *archive;
    const ra__entry *entry;
    const char *at, *end; /* what zlib has not been given yet, or of a stored entry is still to come */
    bool is_at_end;       /* zlib has said so */
    char buffer[BUFFER];
} unpacking;

/* ---- unpacking ---- */

static int begin(unpacking *u, const ra_archive *a, const ra__entry *e)
{
    ra__crc32_begin(&u->crc);
    u->archive = a;
    u->entry = e;
    u->at = a->map + e->begin;
    u->end = a->map + e->end;
    u->is_at_end = false;
    return e->is_deflated ? ra__inflate_begin(a->zlib, &u->z) : RA__Z_OK;
}

static void end(unpacking *u)
{
    if (u->entry->is_deflated)
        (void)u->archive->zlib->inflate_end(&u->z);
}

/* Up to n bytes, at most RA__Z_PIECE; fewer where the entry ends. What zlib says: RA__Z_OK and RA__Z_STREAM_END are well. */
static int unpack(unpacking *u, void *to, size_t n, size_t *got)
{
    int result = RA__Z_OK;
    if (!u->entry->is_deflated) {
        *got = n < (size_t)(u->end - u->at) ? n : (size_t)(u->end - u->at);
        memcpy(to, u->at, *got);
        u->at += *got;
    } else {
        u->z.out = to;
        u->z.out_bytes = (unsigned)n;
        while (u->z.out_bytes && !u->is_at_end && result == RA__Z_OK) {
            if (!u->z.in_bytes) {
                const size_t left = (size_t)(u->end - u->at);
                u->z.in = (const unsigned char *)u->at;
                u->z.in_bytes = (unsigned)(left < RA__Z_PIECE ? left : RA__Z_PIECE);
                u->at += u->z.in_bytes;
            }
            result = u->archive->zlib->inflate(&u->z, RA__Z_NO_FLUSH);
            u->is_at_end = result == RA__Z_STREAM_END;
        }
        *got = n - u->z.out_bytes;
    }
    ra__crc32_more(&u->crc, to, *got);
    return result;
}

static bool is_well(int result)
{
    return result == RA__Z_OK || result == RA__Z_STREAM_END || result == RA__Z_BUF_ERROR; /* the last: there is no more input */
}

/* In the file, of what is to be read next. */
static size_t place_of(const unpacking *u)
{
    return (size_t)(u->at - u->archive->map) - u->z.in_bytes;
}

/* ---- the task ---- */

static ra_status fault(ra__run *r, const unpacking *u, const char *what)
{
    return ra__fault(r, RA_ERR_FORMAT, "%s: \"%.100s\": byte %zu: %s", ra__path_end(u->archive->path), u->entry->name, place_of(u), what);
}

static ra_status fill(ra__run *r, unpacking *u, void *to, size_t n)
{
    size_t got;
    const int result = unpack(u, to, n, &got);
    if (result == OUT_OF_MEMORY)
        return ra__fault(r, RA_ERR_TASK_MEMORY, "out of memory to inflate with");
    if (!is_well(result))
        return fault(r, u, "what is here cannot be inflated");
    return got == n ? RA_OK : fault(r, u, "the entry inflates to fewer bytes than the directory says");
}

static ra_status skip(ra__run *r, unpacking *u, int64_t bytes)
{
    ra_status s = RA_OK;
    for (int64_t n; bytes && !s; bytes -= n) {
        n = bytes < BUFFER ? bytes : BUFFER;
        s = fill(r, u, u->buffer, (size_t)n);
    }
    return s;
}

/* Behind the last byte: nothing follows, and all was as it had been. */
static ra_status check_end(ra__run *r, unpacking *u)
{
    size_t got = 0;
    if (u->entry->is_deflated && !u->is_at_end && (!is_well(unpack(u, u->buffer, 1, &got)) || got || !u->is_at_end))
        return fault(r, u, "the entry inflates to more bytes than the directory says, or does not end");
    if (u->z.in_bytes || u->at != u->end)
        return fault(r, u, "the deflated bytes end before the entry does");
    return u->crc.value == u->entry->crc ? RA_OK : fault(r, u, "the checksum of the entry that ends here is another");
}

static ra_status load(ra__run *r, const loading *l, unpacking *u)
{
    ra_status s = skip(r, u, (int64_t)l->header.begin);
    for (int64_t done = 0, n; done < l->bytes && !s; done += n) {
        n = l->bytes - done < CHUNK ? l->bytes - done : CHUNK;
        s = fill(r, u, r->data[0] + done, (size_t)n);
        if (!s)
            ra__npy_put_right(&l->header, (unsigned char *)r->data[0] + done, (uint64_t)n);
    }
    if (!s)
        s = skip(r, u, l->entry->size - (int64_t)l->header.begin - l->bytes);
    return s ? s : check_end(r, u);
}

static ra_status load_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    const loading *l = r->plan->state;
    unpacking *u = r->scratch;
    memset(&u->z, 0, sizeof u->z);
    if (begin(u, l->archive, l->entry))
        return ra__fault(r, RA_ERR_TASK_MEMORY, "out of memory to inflate with");
    const ra_status s = load(r, l, u);
    end(u);
    return s;
}

static void load_release(void *state)
{
    loading *l = state;
    ra__archive_drop(l->archive);
    ra__os_free(l);
}

/* ---- the call ---- */

static ra_status refuse(const ra_archive *a, const ra__entry *e, ra_status status, const char *what)
{
    return ra__refusal(status, "ra_archive_tensor: %s: \"%.100s\": in the .npy at byte %lld: %s", ra__path_end(a->path), e->name, (long long)e->begin, what);
}

/* The first n bytes of the entry, fewer where it ends. */
static ra_status read_start(unpacking *u, const ra_archive *a, const ra__entry *e, void *to, size_t n, size_t *got)
{
    memset(&u->z, 0, sizeof u->z);
    if (begin(u, a, e))
        return refuse(a, e, RA_ERR_MEMORY, "out of memory to inflate with");
    const int result = unpack(u, to, n, got);
    end(u);
    return is_well(result) ? RA_OK : refuse(a, e, result == OUT_OF_MEMORY ? RA_ERR_MEMORY : RA_ERR_FORMAT, "byte 0: what is here cannot be inflated");
}

static ra_status read_header(unpacking *u, const ra_archive *a, const ra__entry *e, ra__npy_header *h)
{
    unsigned char prefix[RA__NPY_PREFIX];
    char error[200];
    size_t got, dictionary, data;
    ra_status s = read_start(u, a, e, prefix, sizeof prefix, &got);
    if (s)
        return s;
    s = ra__npy_prefix(prefix, got, &dictionary, &data, error, sizeof error);
    if (s)
        return refuse(a, e, s, error);
    char *text = ra__os_alloc(data);
    if (!text)
        return refuse(a, e, RA_ERR_MEMORY, "out of memory for a header");
    s = read_start(u, a, e, text, data, &got);
    if (!s && got < data) {
        snprintf(error, sizeof error, "byte %zu: the entry ends within its header", got);
        s = refuse(a, e, RA_ERR_FORMAT, error);
    } else if (!s) {
        h->begin = data;
        s = ra__npy_dictionary(text + dictionary, data - dictionary, dictionary, h, error, sizeof error);
        if (s)
            (void)refuse(a, e, s, error);
    }
    ra__os_free(text);
    return s;
}

static ra_status describe(ra_archive *a, const ra__entry *e, loading *l)
{
    char text[120];
    unpacking *u = ra__os_alloc(sizeof *u);
    if (!u)
        return refuse(a, e, RA_ERR_MEMORY, "out of memory for its header");
    ra_status s = read_header(u, a, e, &l->header);
    ra__os_free(u);
    if (s)
        return s;
    l->bytes = l->header.numel * ra__element_bytes(l->header.shape.dtype); /* fits: numel in bytes */
    if (e->size - (int64_t)l->header.begin >= l->bytes)
        return RA_OK;
    snprintf(text, sizeof text, "byte %lld: the entry ends; by its header it has %lld bytes of data", (long long)e->size, (long long)l->bytes);
    return refuse(a, e, RA_ERR_FORMAT, text);
}

ra_tensor *ra__npz_tensor(ra_archive *a, ra__entry *e, const void *address)
{
    static const ra_kernel kernel = {.name = "load_npz", .run = load_run};
    loading *l = ra__os_alloc(sizeof *l);
    if (!l) {
        ra__refusal(RA_ERR_MEMORY, "ra_archive_tensor: out of memory");
        return NULL;
    }
    *l = (loading){.archive = a, .entry = e};
    const uint64_t start = ra__os_now_ns();
    const ra_status s = describe(a, e, l);
    ra__note_wait(RA__WAIT_FILE, "ra_archive_tensor", 0, start);
    if (s) {
        ra__os_free(l);
        return NULL;
    }
    atomic_fetch_add_explicit(&a->refs, 1, memory_order_relaxed);
    const ra__external x = {.name = "ra_archive_tensor", .kernel = &kernel, .flags = RA__PLAN_LEAF | RA__PLAN_BLOCKING, .grains = 1, .scratch = sizeof(unpacking), .state = l,
                            .release = load_release, .result = l->header.shape, .cost_ns = 1e5 + (double)e->size * (e->is_deflated ? 4 : 1)};
    ra_tensor *t = ra__external_record(&x, address);
    if (!t)
        load_release(l);
    return t;
}
