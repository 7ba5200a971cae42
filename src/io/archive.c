/*
 * Archives: opening and closing, names and lookup.
 */
#include "io/archive.h"

#include "async/os/os.h"
#include "async/run/wait.h"
#include "async/thread/callback.h"
#include "async/thread/entry.h"
#include "io/file_words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void ra__archive_drop(void *archive)
{
    ra_archive *a = archive;
    if (atomic_fetch_sub_explicit(&a->refs, 1, memory_order_acq_rel) > 1)
        return;
    a->format->drop(a);
    if (a->release)
        ra__callback_due(a->release, RA_OK);
    if (a->map && !a->is_memory)
        (void)ra__os_unmap(a->map, a->bytes);
    ra__os_free(a->entries);
    ra__os_free(a->by_name);
    ra__os_free(a);
}

ra_status ra__archive_wrong(const ra_archive *a, ra_status status, size_t byte, const char *what)
{
    return ra__refusal(status, "%s: %s: byte %zu: %s", a->format->function, ra__path_end(a->path), byte, what);
}

/* ---- entries ---- */

ra_status ra__archive_make_entries(ra_archive *a, size_t most)
{
    a->entries = ra__os_calloc(most + 1, sizeof *a->entries);
    a->by_name = ra__os_calloc(most + 1, sizeof *a->by_name);
    return a->entries && a->by_name ? RA_OK : ra__refusal(RA_ERR_MEMORY, "%s: out of memory for %zu entries", a->format->function, most);
}

static int compare_names(const void *one, const void *other)
{
    return strcmp((*(ra__entry *const *)one)->name, (*(ra__entry *const *)other)->name);
}

void ra__archive_sort_names(ra_archive *a)
{
    qsort(a->by_name, a->count, sizeof *a->by_name, compare_names);
}

static ra__entry *find(ra_archive *a, const char *name)
{
    const ra__entry key = {.name = name}, *wanted = &key;
    ra__entry **found = a->count ? bsearch(&wanted, a->by_name, a->count, sizeof *a->by_name, compare_names) : NULL;
    return found ? *found : NULL;
}

/* ---- opening and closing ---- */

static ra_status cannot_read(const ra_archive *a, int error)
{
    char text[96];
    const char *kind = ra__os_irregular(a->path);
    if (kind)
        return ra__refusal(RA_ERR_FILE, "%s: %s: is %s: only regular files can be read", a->format->function, ra__path_end(a->path), kind);
    return ra__refusal(RA_ERR_FILE, "%s: %s: cannot be read: %s", a->format->function, ra__path_end(a->path), ra__errno_words(error, text, sizeof text));
}

static ra_status map_file(ra_archive *a)
{
    int fd;
    uint64_t bytes = 0;
    void *map = NULL;
    int error = ra__os_open_read(a->path, &fd);
    if (error)
        return cannot_read(a, error);
    error = ra__os_file_size(fd, &bytes);
    if (!error && bytes > (uint64_t)RA__MOST_MEMORY)
        error = -EFBIG;
    if (!error && bytes)
        error = ra__os_map_file(fd, bytes, &map);
    ra__os_close(fd); /* it was only read */
    a->map = map;
    a->bytes = (size_t)bytes;
    return error ? cannot_read(a, error) : RA_OK;
}

static ra_archive *new_archive(const char *path, const ra__archive_format *format)
{
    const size_t length = strlen(path) + 1;
    ra_archive *a = ra__os_calloc(1, sizeof *a + length);
    if (!a) {
        ra__refusal(RA_ERR_MEMORY, "%s: out of memory", format->function);
        return NULL;
    }
    atomic_init(&a->refs, 1);
    a->format = format;
    memcpy(a->path, path, length);
    return a;
}

ra_archive *ra__archive_open(const char *path, const ra__archive_format *format)
{
    ra__wait_begins();
    if (ra__engine_ensure())
        return NULL;
    if (ra__path_given(format->function, path))
        return NULL;
    const uint64_t start = ra__os_now_ns();
    ra_archive *a = new_archive(path, format);
    if (!a)
        return NULL;
    const bool is_open = !map_file(a) && !format->read(a);
    ra__note_wait(RA__WAIT_FILE, format->function, 0, start);
    if (is_open)
        return a;
    ra__archive_drop(a);
    return NULL;
}

ra_archive *ra__archive_open_memory(const void *bytes, size_t size, ra_release_fn release, void *context, const ra__archive_format *format)
{
    if (ra__engine_ensure())
        return NULL;
    if ((!bytes && size) || size > (size_t)RA__MOST_MEMORY) {
        ra__refusal(RA_ERR_ARGUMENT, "%s: %zu bytes at %s", format->function, size, bytes ? "an address are more than there can be" : "NULL");
        return NULL;
    }
    ra__callback *callback = release ? ra__callback_of_release(release, context) : NULL;
    ra_archive *a = new_archive("memory", format);
    if (a && release && !callback)
        ra__refusal(RA_ERR_MEMORY, "%s: out of memory", format->function);
    if (a) {
        a->is_memory = true;
        a->map = (char *)(uintptr_t)bytes; /* only read: what lies in it is lent as such */
        a->bytes = size;
    }
    if (a && (!release || callback) && !format->read(a)) {
        a->release = callback;
        return a;
    }
    ra__callback_free(callback);
    if (a)
        ra__archive_drop(a);
    return NULL;
}

void ra_archive_close(ra_archive *a)
{
    if (!a)
        return;
    for (size_t i = 0; i < a->count; i++)
        ra_release(atomic_load_explicit(&a->entries[i].base, memory_order_acquire));
    ra__archive_drop(a);
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

ra_tensor *ra_archive_tensor(ra_archive *a, const char *name)
{
    RA__NOTE_CALLER();
    if (ra__engine_ensure())
        return NULL;
    if (!a || !name) {
        ra__refusal(a ? RA_ERR_ARGUMENT : RA_ERR_REFUSED, "ra_archive_tensor: the %s is NULL", a ? "name" : "archive");
        return NULL;
    }
    ra__entry *e = find(a, name);
    if (e)
        return a->format->tensor(a, e, __builtin_return_address(0));
    ra__refusal(RA_ERR_ARGUMENT, "ra_archive_tensor: %s: \"%.100s\": there is no tensor of that name", ra__path_end(a->path), name);
    return NULL;
}
