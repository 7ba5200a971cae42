/*
 * .npz: a ZIP archive of .npy files. Here its directory is read, when it is opened; npz_load.c reads the entries.
 *
 * ZIP tells most things twice, and reads from its end. What it says is believed only where both agree, and every number before it is
 * used is held against the bytes that there are: positions are at most a->bytes, which is at most RA__MOST_MEMORY.
 */
#include "async/os/os.h"
#include "io/archive.h"
#include "io/npz_load.h"
#include "io/zip.h"
#include "io/zlib.h"

#include <stdio.h>
#include <stdlib.h>

enum { COMMENT_MOST = 65535, DEFLATE_MOST = 1032 }; /* of two bits deflate can make 258 bytes, not more */

/* ---- the end records ---- */

typedef struct directory {
    uint64_t begin, bytes, count;
    size_t end; /* begin + bytes: there its end record begins */
} directory;

/* The narrow number says the same as the wide one, or that there is that one. */
static bool agrees(uint64_t narrow, uint64_t ones, uint64_t wide)
{
    return narrow == wide || narrow == ones;
}

static ra_status read_wide_end(const ra_archive *a, size_t end, size_t locator, directory *d)
{
    const char *l = a->map + locator, *narrow = a->map + end;
    const uint64_t where = ra__zip64(l + 8);
    if (ra__zip32(l + 4) || ra__zip32(l + 16) > 1)
        return ra__archive_malformed(a, locator, "an archive of several files");
    if (where > locator || locator - where < RA__ZIP64_END_BYTES || ra__zip32(a->map + where) != RA__ZIP64_END ||
        ra__zip64(a->map + where + 4) != locator - where - 12)
        return ra__archive_malformed(a, locator, "the wide end record of the directory is not where it is said to be");
    const char *w = a->map + where;
    *d = (directory){.begin = ra__zip64(w + 48), .bytes = ra__zip64(w + 40), .count = ra__zip64(w + 32), .end = (size_t)where};
    if (ra__zip32(w + 16) || ra__zip32(w + 20) || ra__zip64(w + 24) != d->count)
        return ra__archive_malformed(a, (size_t)where, "an archive of several files");
    if (!agrees(ra__zip16(narrow + 10), UINT16_MAX, d->count) || !agrees(ra__zip32(narrow + 12), UINT32_MAX, d->bytes) ||
        !agrees(ra__zip32(narrow + 16), UINT32_MAX, d->begin))
        return ra__archive_malformed(a, end, "the two end records of the directory disagree");
    return RA_OK;
}

static ra_status read_end(const ra_archive *a, directory *d)
{
    size_t comment = 0, end;
    for (;; comment++) { /* the last record whose comment ends with the file */
        if (comment > COMMENT_MOST || a->bytes < RA__ZIP_END_BYTES + comment)
            return ra__archive_malformed(a, a->bytes, "the file does not end with the end record of a ZIP directory");
        end = a->bytes - RA__ZIP_END_BYTES - comment;
        if (ra__zip32(a->map + end) == RA__ZIP_END && ra__zip16(a->map + end + 20) == comment)
            break;
    }
    const char *e = a->map + end;
    ra_status s = RA_OK;
    *d = (directory){.begin = ra__zip32(e + 16), .bytes = ra__zip32(e + 12), .count = ra__zip16(e + 10), .end = end};
    if (end >= RA__ZIP64_LOCATOR_BYTES && ra__zip32(e - RA__ZIP64_LOCATOR_BYTES) == RA__ZIP64_LOCATOR)
        s = read_wide_end(a, end, end - RA__ZIP64_LOCATOR_BYTES, d);
    else if (ra__zip16(e + 4) || ra__zip16(e + 6) || ra__zip16(e + 8) != d->count)
        return ra__archive_malformed(a, end, "an archive of several files");
    if (s)
        return s;
    if (d->begin > d->end || d->bytes != d->end - d->begin)
        return ra__archive_malformed(a, end, "the directory does not lie right before its end record");
    if (d->count > d->bytes / RA__ZIP_CENTRAL_BYTES)
        return ra__archive_malformed(a, end, "more entries than the directory has room for");
    return RA_OK;
}

/* ---- an entry ---- */

/* Sizes, and a position or NULL, that are all ones are in the wide field instead, in this order. False: there it is cut short. */
static bool widen(const char *extra, size_t bytes, uint64_t *size, uint64_t *packed, uint64_t *place)
{
    uint64_t *const numbers[] = {size, packed, place};
    while (bytes >= 4) {
        const size_t id = ra__zip16(extra), length = ra__zip16(extra + 2);
        if (length > bytes - 4)
            return false;
        size_t at = 0;
        for (int i = 0; id == RA__ZIP64_EXTRA && i < 3; i++)
            if (numbers[i] && *numbers[i] == UINT32_MAX) {
                if (length - at < 8)
                    return false;
                *numbers[i] = ra__zip64(extra + 4 + at);
                at += 8;
            }
        if (id == RA__ZIP64_EXTRA)
            return true;
        extra += 4 + length;
        bytes -= 4 + length;
    }
    return true;
}

/* Behind the data come checksum and sizes, with a signature or without, wide or not. Where that ends; 0: there is none that fits. */
static size_t descriptor_end(const ra_archive *a, const ra__entry *e, size_t limit)
{
    const size_t at = (size_t)e->end;
    const uint64_t packed = (uint64_t)(e->end - e->begin), size = (uint64_t)e->size;
    for (size_t signature = 0; signature <= 4; signature += 4) {
        const size_t narrow = signature + 12, wide = signature + 20;
        const char *d = a->map + at;
        if (limit - at < narrow || (signature && ra__zip32(d) != RA__ZIP_DESCRIPTOR) || ra__zip32(d + signature) != e->crc)
            continue;
        if (limit - at >= wide && ra__zip64(d + signature + 4) == packed && ra__zip64(d + signature + 12) == size)
            return at + wide;
        if (ra__zip32(d + signature + 4) == packed && ra__zip32(d + signature + 8) == size)
            return at + narrow;
    }
    return 0;
}

bool ra__zip_is_name(const char *name, size_t bytes)
{
    if (!bytes || memchr(name, 0, bytes) || name[0] == '/' || name[0] == '\\')
        return false;
    for (size_t i = 0, begin = 0; i <= bytes; i++)
        if (i == bytes || name[i] == '/' || name[i] == '\\') {
            if (i - begin == 2 && name[begin] == '.' && name[begin + 1] == '.')
                return false;
            begin = i + 1;
        }
    return true;
}

/* A copy, without the .npy at its end, where *room begins. */
static const char *keep_name(char **room, const char *name, size_t bytes)
{
    if (bytes > 4 && !memcmp(name + bytes - 4, ".npy", 4))
        bytes -= 4;
    char *kept = *room;
    memcpy(kept, name, bytes);
    kept[bytes] = 0;
    *room += bytes + 1;
    return kept;
}

/* What stands before the data. c: the entry of the directory, whose numbers e has. */
static ra_status read_local(const ra_archive *a, ra__entry *e, const char *c, uint64_t packed, const directory *d)
{
    const size_t at = (size_t)e->local, limit = (size_t)d->begin, name_bytes = ra__zip16(c + 28);
    const char *l = a->map + at;
    if (limit - at < RA__ZIP_LOCAL_BYTES || ra__zip32(l) != RA__ZIP_LOCAL)
        return ra__archive_malformed(a, e->central, "the header of this entry is not where the directory says");
    const size_t extra_bytes = ra__zip16(l + 28), begin = at + RA__ZIP_LOCAL_BYTES + ra__zip16(l + 26) + extra_bytes;
    if (begin > limit || packed > limit - begin)
        return ra__archive_malformed(a, at, "the entry leads into the directory");
    uint64_t narrow = ra__zip32(l + 18), size = ra__zip32(l + 22);
    const uint32_t crc = ra__zip32(l + 14);
    const bool is_described = ra__zip16(l + 6) & RA__ZIP_DESCRIBED;
    if (ra__zip16(l + 26) != name_bytes || memcmp(l + RA__ZIP_LOCAL_BYTES, c + RA__ZIP_CENTRAL_BYTES, name_bytes) || ra__zip16(l + 8) != ra__zip16(c + 10) ||
        (ra__zip16(l + 6) ^ ra__zip16(c + 8)) & (RA__ZIP_ENCRYPTED | RA__ZIP_DESCRIBED) || !widen(l + begin - at - extra_bytes, extra_bytes, &size, &narrow, NULL) ||
        (!is_described && (narrow != packed || size != (uint64_t)e->size || crc != e->crc)))
        return ra__archive_malformed(a, at, "the header of this entry and the directory disagree");
    e->begin = (int64_t)begin;
    e->end = (int64_t)(begin + packed);
    e->after = is_described ? (int64_t)descriptor_end(a, e, limit) : e->end;
    return e->after ? RA_OK : ra__archive_malformed(a, (size_t)e->end, "behind the data of the entry there are not their checksum and sizes");
}

static ra_status check_method(const ra_archive *a, const ra__entry *e, unsigned flags, unsigned method, uint64_t packed)
{
    char text[80];
    if (flags & (RA__ZIP_ENCRYPTED | RA__ZIP_STRONG | RA__ZIP_MASKED))
        return ra__archive_wrong(a, RA_ERR_UNSUPPORTED, e->central, "the entry is encrypted");
    if ((method != RA__ZIP_STORED && method != RA__ZIP_DEFLATED) || flags & RA__ZIP_PATCH) {
        snprintf(text, sizeof text, "the entry is packed by method %u, neither stored (0) nor deflated (8)", method);
        return ra__archive_wrong(a, RA_ERR_UNSUPPORTED, e->central, text);
    }
    const uint64_t size = (uint64_t)e->size;
    if (method == RA__ZIP_STORED ? size != packed : size / DEFLATE_MOST > packed)
        return ra__archive_malformed(a, e->central, "the two sizes of the entry do not go together");
    return RA_OK;
}

/* The entry of the directory at e->central, of so many bytes up to its end. */
static ra_status read_entry(ra_archive *a, ra__entry *e, const directory *d, char **room, size_t *length)
{
    const char *c = a->map + e->central;
    const size_t left = d->end - e->central;
    if (left < RA__ZIP_CENTRAL_BYTES || ra__zip32(c) != RA__ZIP_CENTRAL)
        return ra__archive_malformed(a, e->central, "here no entry of the directory begins");
    const size_t name_bytes = ra__zip16(c + 28), extra_bytes = ra__zip16(c + 30);
    *length = RA__ZIP_CENTRAL_BYTES + name_bytes + extra_bytes + ra__zip16(c + 32);
    if (*length > left)
        return ra__archive_malformed(a, e->central, "the entry leads out of the directory");
    uint64_t packed = ra__zip32(c + 20), size = ra__zip32(c + 24), local = ra__zip32(c + 42);
    if (!widen(c + RA__ZIP_CENTRAL_BYTES + name_bytes, extra_bytes, &size, &packed, &local))
        return ra__archive_malformed(a, e->central, "the wide sizes of the entry are cut short");
    if (local > d->begin || size > INT64_MAX || ra__zip16(c + 34))
        return ra__archive_malformed(a, e->central, "the entry is not in this file");
    if (!ra__zip_is_name(c + RA__ZIP_CENTRAL_BYTES, name_bytes))
        return ra__archive_malformed(a, e->central, "the name of the entry is none of a file in the archive");
    e->local = (int64_t)local;
    e->size = (int64_t)size;
    e->crc = ra__zip32(c + 16);
    e->is_deflated = ra__zip16(c + 10) == RA__ZIP_DEFLATED;
    ra_status s = check_method(a, e, ra__zip16(c + 8), ra__zip16(c + 10), packed);
    if (s)
        return s;
    e->name = keep_name(room, c + RA__ZIP_CENTRAL_BYTES, name_bytes);
    return read_local(a, e, c, packed, d);
}

/* ---- the whole directory ---- */

static int compare_places(const void *one, const void *other)
{
    const ra__entry *a = *(ra__entry *const *)one, *b = *(ra__entry *const *)other;
    return (a->local > b->local) - (a->local < b->local);
}

static ra_status check_entries(ra_archive *a)
{
    qsort(a->by_name, a->count, sizeof *a->by_name, compare_places);
    for (size_t i = 1; i < a->count; i++)
        if (a->by_name[i]->local < a->by_name[i - 1]->after)
            return ra__archive_malformed(a, a->by_name[i]->central, "the entry overlaps with another");
    ra__archive_sort_names(a);
    for (size_t i = 1; i < a->count; i++)
        if (!strcmp(a->by_name[i - 1]->name, a->by_name[i]->name)) {
            const size_t one = a->by_name[i - 1]->central, other = a->by_name[i]->central;
            return ra__archive_malformed(a, one > other ? one : other, "the entry has the name of another");
        }
    return RA_OK;
}

static ra_status load_zlib(ra_archive *a)
{
    char why[200];
    bool is_wanted = false;
    for (size_t i = 0; i < a->count; i++)
        is_wanted |= a->entries[i].is_deflated;
    a->zlib = is_wanted ? ra__zlib_load(why, sizeof why) : NULL;
    return !is_wanted || a->zlib ? RA_OK : ra__refusal(RA_ERR_UNSUPPORTED, "%s: zlib cannot be loaded: %s", a->format->function, why);
}

static ra_status read_directory(ra_archive *a)
{
    directory d = {0};
    ra_status s = read_end(a, &d);
    if (s)
        return s;
    s = ra__archive_make_entries(a, (size_t)d.count);
    a->names = s ? NULL : ra__os_alloc((size_t)d.bytes + 1); /* an entry is longer than its name and a zero */
    if (!s && !a->names)
        s = ra__refusal(RA_ERR_MEMORY, "%s: out of memory for the names of %zu entries", a->format->function, (size_t)d.count);
    char *room = a->names;
    size_t at = (size_t)d.begin, length = 0;
    while (!s && a->count < d.count) {
        ra__entry *e = &a->entries[a->count];
        e->central = at;
        s = read_entry(a, e, &d, &room, &length);
        if (s)
            break;
        a->by_name[a->count++] = e;
        at += length;
    }
    if (!s && at != d.end)
        s = ra__archive_malformed(a, at, "the directory goes on behind its last entry");
    if (!s)
        s = check_entries(a);
    return s ? s : load_zlib(a);
}

static void drop(ra_archive *a)
{
    ra__os_free(a->names);
}

static const ra__archive_format file = {"ra_open_npz", read_directory, ra__npz_tensor, drop}, memory = {"ra_open_npz_from", read_directory, ra__npz_tensor, drop};

ra_archive *ra_open_npz(const char *path)
{
    RA__NOTE_CALLER();
    return ra__archive_open(path, &file);
}

ra_archive *ra_open_npz_from(const void *bytes, size_t size, ra_release_fn release, void *context)
{
    RA__NOTE_CALLER();
    return ra__archive_open_memory(bytes, size, release, context, &memory);
}
