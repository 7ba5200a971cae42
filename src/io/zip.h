/*
 * The numbers of ZIP (PKWARE's APPNOTE.TXT, 6.3): signatures, lengths of records without what follows them, flags.
 */
#ifndef RA_IO_ZIP_H
#define RA_IO_ZIP_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    RA__ZIP_LOCAL = 0x04034b50, RA__ZIP_LOCAL_BYTES = 30,         /* before the data of an entry */
    RA__ZIP_DESCRIPTOR = 0x08074b50,                              /* behind them, where the local header does not have their sizes */
    RA__ZIP_CENTRAL = 0x02014b50, RA__ZIP_CENTRAL_BYTES = 46,     /* an entry of the directory */
    RA__ZIP_END = 0x06054b50, RA__ZIP_END_BYTES = 22,             /* of the directory, and of the file but for a comment */
    RA__ZIP64_END = 0x06064b50, RA__ZIP64_END_BYTES = 56,         /* its wider form, before that */
    RA__ZIP64_LOCATOR = 0x07064b50, RA__ZIP64_LOCATOR_BYTES = 20, /* right before that: where the wider form is */
    RA__ZIP64_EXTRA = 1                                           /* the field of sizes that are all ones elsewhere */
};
enum { RA__ZIP_ENCRYPTED = 1 << 0, RA__ZIP_DESCRIBED = 1 << 3, RA__ZIP_PATCH = 1 << 5, RA__ZIP_STRONG = 1 << 6, RA__ZIP_UTF8 = 1 << 11, RA__ZIP_MASKED = 1 << 13 };
enum { RA__ZIP_STORED = 0, RA__ZIP_DEFLATED = 8 };

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "as the numbers of a file are");

static inline uint16_t ra__zip16(const char *at)
{
    uint16_t v;
    memcpy(&v, at, 2);
    return v;
}

static inline uint32_t ra__zip32(const char *at)
{
    uint32_t v;
    memcpy(&v, at, 4);
    return v;
}

static inline uint64_t ra__zip64(const char *at)
{
    uint64_t v;
    memcpy(&v, at, 8);
    return v;
}

/* Of a file in the archive. The library makes no files of these names; but who unpacks the archive does, so no path leads out of it. */
bool ra__zip_is_name(const char *name, size_t bytes);

#endif
