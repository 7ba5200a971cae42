/*
 * Saving .npz: entries one after another, then the directory.
 *
 * All sizes and positions are written in 64 bits, whatever they are: there is one form, which is tried at every size. Checksum and
 * sizes of an entry are known once its data have been written, and are then put into its header, before them.
 */
#include "async/front/options.h"
#include "async/os/os.h"
#include "async/thread/entry.h"
#include "io/crc32.h"
#include "io/npy_header.h"
#include "io/save_archive.h"
#include "io/zip.h"
#include "io/zlib.h"

#include <runahead/io.h>

enum {
    VERSION = 45,                            /* that reads 64 bits */
    MADE_BY = 3 << 8 | VERSION,              /* a Unix */
    MODE = 0100600,                          /* of a file that its owner may read and write, as NumPy's */
    DATE = 1 << 5 | 1,                       /* the first that there is, 1980-01-01: the same tensors give the same bytes */
    LOCAL_EXTRA = 4 + 16, CENTRAL_EXTRA = 4 + 24,
    PACKED = 64 * 1024
};

typedef struct packing {
    ra__output output; /* first */
    ra__crc32 crc;
    ra__z_stream z;
    ra__named *entry;
    unsigned char packed[PACKED];
} packing;

static char *put16(char *at, unsigned v)
{
    return (char *)memcpy(at, &(uint16_t){(uint16_t)v}, 2) + 2;
}

static char *put32(char *at, uint32_t v)
{
    return (char *)memcpy(at, &v, 4) + 4;
}

static char *put64(char *at, uint64_t v)
{
    return (char *)memcpy(at, &v, 8) + 8;
}

static const ra__archive_saving *saving_of(const ra__output *o)
{
    return o->run->plan->state;
}

/* ---- an entry ---- */

static bool is_ascii(const char *name)
{
    while (*name && (unsigned char)*name < 0x80)
        name++;
    return !*name;
}

/* What both headers of an entry have: from the version to the length of the name. */
static char *put_common(char *at, const ra__output *o, const ra__named *e)
{
    at = put16(at, VERSION);
    at = put16(at, is_ascii(e->name) ? 0 : RA__ZIP_UTF8);
    at = put16(at, saving_of(o)->zlib ? RA__ZIP_DEFLATED : RA__ZIP_STORED);
    at = put16(at, 0); /* midnight */
    at = put16(at, DATE);
    at = put32(at, e->crc);
    at = put32(at, UINT32_MAX);
    at = put32(at, UINT32_MAX);
    return put16(at, (unsigned)strlen(e->name) + 4);
}

/* packed: of its data; 0 as long as that is not known. */
static void local_header(char text[RA__ZIP_LOCAL_BYTES], const ra__output *o, const ra__named *e)
{
    char *at = put32(text, RA__ZIP_LOCAL);
    at = put_common(at, o, e);
    put16(at, LOCAL_EXTRA);
}

static void local_extra(char text[LOCAL_EXTRA], const ra__named *e, uint64_t packed)
{
    char *at = put16(text, RA__ZIP64_EXTRA);
    at = put16(at, LOCAL_EXTRA - 4);
    at = put64(at, e->size);
    put64(at, packed);
}

static size_t header_bytes(const ra__named *e)
{
    return RA__ZIP_LOCAL_BYTES + strlen(e->name) + 4 + LOCAL_EXTRA;
}

static ra_status write_local(ra__output *o, const ra__named *e)
{
    char header[RA__ZIP_LOCAL_BYTES], extra[LOCAL_EXTRA];
    local_header(header, o, e);
    local_extra(extra, e, 0);
    ra_status s = ra__save_bytes(o, header, sizeof header);
    if (!s)
        s = ra__save_bytes(o, e->name, strlen(e->name));
    if (!s)
        s = ra__save_bytes(o, ".npy", 4);
    return s ? s : ra__save_bytes(o, extra, sizeof extra);
}

/* Once more, with what is known now. */
static ra_status complete_local(ra__output *o, const ra__named *e)
{
    char header[RA__ZIP_LOCAL_BYTES], extra[LOCAL_EXTRA];
    local_header(header, o, e);
    local_extra(extra, e, e->end - e->begin - header_bytes(e));
    int error = ra__os_write_at(o->fd, header, sizeof header, e->begin);
    if (!error)
        error = ra__os_write_at(o->fd, extra, sizeof extra, e->begin + header_bytes(e) - LOCAL_EXTRA);
    return error ? ra__save_failed(o, "cannot be written", error) : RA_OK;
}

/* ---- its bytes ---- */

static ra_status deflate(packing *p, const void *bytes, size_t n, int flush)
{
    const ra__zlib *library = saving_of(&p->output)->zlib;
    ra_status s = RA_OK;
    int result = RA__Z_OK;
    p->z.in = bytes;
    p->z.in_bytes = (unsigned)n;
    do {
        p->z.out = p->packed;
        p->z.out_bytes = PACKED;
        result = library->deflate(&p->z, flush);
        s = ra__save_bytes(&p->output, p->packed, PACKED - p->z.out_bytes);
    } while (!s && !p->z.out_bytes && result == RA__Z_OK); /* a piece of output that is full: there may be more */
    return s;
}

static ra_status put(ra__output *o, void *to, const void *bytes, size_t n)
{
    packing *p = to;
    ra_status s = RA_OK;
    for (size_t piece; n && !s; n -= piece, bytes = (const char *)bytes + piece) {
        piece = n < RA__SAVE_BUFFER ? n : RA__SAVE_BUFFER; /* still in the cache when it goes on */
        ra__crc32_more(&p->crc, bytes, piece);
        p->entry->size += piece;
        s = saving_of(o)->zlib ? deflate(p, bytes, piece, RA__Z_NO_FLUSH) : ra__save_bytes(o, bytes, piece);
    }
    return s;
}

static ra_status write_npy(packing *p, size_t i)
{
    ra__output *o = &p->output;
    const ra__zlib *library = saving_of(o)->zlib;
    char header[RA__NPY_PREFIX + 1024];
    ra__shape shape;
    int64_t numel;
    ra_status s = ra__saved_settle(o, &p->entry->tensor, &shape, &numel);
    if (s)
        return s;
    if (library && ra__deflate_begin(library, &p->z))
        return ra__fault(o->run, RA_ERR_TASK_MEMORY, "out of memory to deflate with");
    s = put(o, p, header, ra__npy_write_header(shape.dtype, shape.ndim, shape.sizes, header));
    if (!s)
        s = ra__saved_write(o, &shape, numel, ra__saved_data(o, i), put, p);
    if (!s && library)
        s = deflate(p, NULL, 0, RA__Z_FINISH);
    if (library)
        (void)library->deflate_end(&p->z);
    return s;
}

static ra_status write_entry(packing *p, ra__named *e, size_t i)
{
    ra__output *o = &p->output;
    e->begin = o->written;
    p->entry = e;
    ra__crc32_begin(&p->crc);
    ra_status s = write_local(o, e);
    if (!s)
        s = write_npy(p, i);
    e->end = o->written;
    e->crc = p->crc.value;
    return s ? s : complete_local(o, e);
}

/* ---- the directory ---- */

static ra_status write_central(ra__output *o, const ra__named *e)
{
    char header[RA__ZIP_CENTRAL_BYTES], extra[CENTRAL_EXTRA];
    char *at = put32(header, RA__ZIP_CENTRAL);
    at = put16(at, MADE_BY);
    at = put_common(at, o, e);
    at = put16(at, CENTRAL_EXTRA);
    at = put16(at, 0); /* no comment */
    at = put16(at, 0); /* the file that it is in */
    at = put16(at, 0); /* no text */
    at = put32(at, (uint32_t)MODE << 16);
    put32(at, UINT32_MAX);
    at = put16(extra, RA__ZIP64_EXTRA);
    at = put16(at, CENTRAL_EXTRA - 4);
    at = put64(at, e->size);
    at = put64(at, e->end - e->begin - header_bytes(e));
    put64(at, e->begin);
    ra_status s = ra__save_bytes(o, header, sizeof header);
    if (!s)
        s = ra__save_bytes(o, e->name, strlen(e->name));
    if (!s)
        s = ra__save_bytes(o, ".npy", 4);
    return s ? s : ra__save_bytes(o, extra, sizeof extra);
}

static ra_status write_end(ra__output *o, uint64_t begin)
{
    const uint64_t end = o->written, count = saving_of(o)->count;
    char text[RA__ZIP64_END_BYTES + RA__ZIP64_LOCATOR_BYTES + RA__ZIP_END_BYTES] = {0};
    char *at = put32(text, RA__ZIP64_END);
    at = put64(at, RA__ZIP64_END_BYTES - 12);
    at = put16(at, MADE_BY);
    at = put16(at, VERSION) + 8; /* both files are the first */
    at = put64(at, count);
    at = put64(at, count);
    at = put64(at, end - begin);
    at = put64(at, begin);
    at = put32(at, RA__ZIP64_LOCATOR) + 4;
    at = put64(at, end);
    at = put32(at, 1);
    at = put32(at, RA__ZIP_END) + 4;
    at = put16(at, UINT16_MAX);
    at = put16(at, UINT16_MAX);
    at = put32(at, UINT32_MAX);
    put32(at, UINT32_MAX); /* no comment */
    return ra__save_bytes(o, text, sizeof text);
}

static ra_status write_all(ra__output *o)
{
    packing *p = (packing *)(void *)o;
    ra__archive_saving *saving = (ra__archive_saving *)o->run->plan->state;
    ra_status s = RA_OK;
    for (size_t i = 0; i < saving->count && !s; i++)
        s = write_entry(p, &saving->named[i], i);
    const uint64_t begin = o->written;
    for (size_t i = 0; i < saving->count && !s; i++)
        s = write_central(o, &saving->named[i]);
    return s ? s : write_end(o, begin);
}

static ra_status save_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    packing *p = r->scratch;
    const ra__archive_saving *s = r->plan->state;
    return ra__save(r, &p->output, s->path, write_all);
}

/* ---- the call ---- */

static ra_status check(const ra__archive_saving *s)
{
    for (size_t i = 0; i < s->count; i++) {
        const ra__named *e = &s->named[i];
        if (!ra__zip_is_name(e->name, strlen(e->name)))
            return ra__refusal(RA_ERR_ARGUMENT, "ra_save_npz: the name \"%.100s\" is none of a file in an archive", e->name);
        if (e->tensor.shape.dtype == RA_BFLOAT16)
            return ra__refusal(RA_ERR_DTYPE, "ra_save_npz: \"%.100s\": .npy has no bfloat16; convert to float32, which holds every value of it", e->name);
    }
    return RA_OK;
}

ra_tensor *ra_save_npz(const char *path, const char *const *names, ra_tensors tensors, const ra_save_npz_opts *opts)
{
    static const ra_kernel kernel = {.name = "save_npz", .run = save_run};
    char why[200];
    RA__NOTE_CALLER();
    ra_save_npz_opts o = {.size = sizeof o};
    if (opts && !ra__options_take(&o, sizeof o, opts, "ra_save_npz", ra__tls.carried.site))
        return NULL;
    if (ra__engine_ensure())
        return NULL;
    ra__archive_saving *s = ra__archive_saving_new("ra_save_npz", path, names, tensors, NULL);
    if (!s)
        return NULL;
    ra_status status = check(s);
    if (!status && o.compressed && !(s->zlib = ra__zlib_load(why, sizeof why)))
        status = ra__refusal(RA_ERR_UNSUPPORTED, "ra_save_npz: zlib cannot be loaded: %s", why);
    if (!status)
        return ra__save_record("ra_save_npz", s->path, &kernel, sizeof(packing), s, ra__archive_saving_release, tensors.items, (int)tensors.count,
                               __builtin_return_address(0));
    ra__archive_saving_release(s);
    return NULL;
}
