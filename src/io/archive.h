/*
 * Archives: files of named tensors, whatever their format.
 *
 * The file is mapped, privately. An archive is counted: by who opened it, by each storage that lies in its mapping and by each copying
 * task; the last gives the mapping back, or the memory that the program lent.
 */
#ifndef RA_IO_ARCHIVE_H
#define RA_IO_ARCHIVE_H

#include "async/front/external.h"
#include "async/front/tensor.h"
#include "io/jansson.h"

#include <runahead/io.h>

typedef struct ra__entry {
    const char *name;
    int64_t begin, end;        /* of its data in the file; what they are is the format's: */
    /* safetensors */
    size_t number;             /* in the header, __metadata__ counted */
    ra__shape shape;
    ra_status status;          /* why there is no such tensor here; RA_OK: there is */
    _Atomic(ra_tensor *) base; /* the archive's own handle */
    /* .npz */
    int64_t local, after;      /* where its own header begins, and what is its own ends */
    int64_t size;              /* bytes once it is inflated */
    size_t central;            /* where the directory tells of it */
    uint32_t crc;              /* of those bytes */
    bool is_deflated;
} ra__entry;

typedef struct ra__archive_format {
    const char *function; /* that opens it */
    ra_status (*read)(ra_archive *a); /* fills in the entries; what is wrong is refused */
    ra_tensor *(*tensor)(ra_archive *a, ra__entry *e, const void *address); /* NULL: refused */
    void (*drop)(ra_archive *a); /* what read() has made, or a part of it */
} ra__archive_format;

struct ra_archive {
    _Atomic size_t refs;
    const ra__archive_format *format;
    char *map;                     /* of the file, or the program's own memory, which `release` gives back */
    size_t bytes;
    bool is_memory;
    struct ra__callback *release;
    ra__entry *entries, **by_name; /* by_name: sorted */
    size_t count;
    /* safetensors */
    size_t header;                 /* behind it the data begin */
    const ra__jansson *json;
    ra__json *root, *metadata;     /* the names and strings are its */
    /* .npz */
    char *names;
    const struct ra__zlib *zlib;   /* where an entry is deflated */
    char path[];
};

/* NULL: refused. May wait for the file system. */
ra_archive *ra__archive_open(const char *path, const ra__archive_format *format);
/* The same of what lies in the program's memory. release may be NULL; it is not called where the archive is refused. */
ra_archive *ra__archive_open_memory(const void *bytes, size_t size, ra_release_fn release, void *context, const ra__archive_format *format);
/* Gives up one use. */
void ra__archive_drop(void *archive);

/* Room for so many entries; refused when out of memory. */
ra_status ra__archive_make_entries(ra_archive *a, size_t most);
/* Once all are counted: sorts by_name. */
void ra__archive_sort_names(ra_archive *a);

/* "FUNCTION: PATH: byte N: WHAT", RA_ERR_FORMAT or another status. */
ra_status ra__archive_wrong(const ra_archive *a, ra_status status, size_t byte, const char *what);
static inline ra_status ra__archive_malformed(const ra_archive *a, size_t byte, const char *what)
{
    return ra__archive_wrong(a, RA_ERR_FORMAT, byte, what);
}

#endif
