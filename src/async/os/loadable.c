/*
 * Whether a file can be what the dynamic loader loads: a regular one, which has all its segments.
 */
#include "async/os/loadable.h"

#include "async/os/os.h"

#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { MOST_HEADERS = 4096 };

/* Of the segments that are mapped the last byte in the file, and one more; 0: it is none of our sort of object, or not to be read. */
static uint64_t end_of_segments(int fd)
{
    ElfW(Ehdr) object;
    size_t got;
    uint64_t end = 0;
    if (ra__os_pread_full(fd, &object, sizeof object, 0, &got) || got < sizeof object || memcmp(object.e_ident, ELFMAG, SELFMAG) ||
        object.e_ident[EI_CLASS] != (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) || object.e_phentsize != sizeof(ElfW(Phdr)))
        return 0;
    for (unsigned i = 0; i < object.e_phnum && i < MOST_HEADERS; i++) {
        ElfW(Phdr) segment;
        uint64_t at, last;
        if (__builtin_add_overflow((uint64_t)object.e_phoff, i * sizeof segment, &at) || at > INT64_MAX)
            return UINT64_MAX;
        if (ra__os_pread_full(fd, &segment, sizeof segment, at, &got))
            return 0;
        if (got < sizeof segment)
            return at + sizeof segment; /* fits: at is below 2^63 */
        if (segment.p_type != PT_LOAD)
            continue;
        if (__builtin_add_overflow((uint64_t)segment.p_offset, (uint64_t)segment.p_filesz, &last))
            return UINT64_MAX;
        end = last > end ? last : end;
    }
    return end;
}

bool ra__os_is_loadable(const char *path, char *why, size_t capacity)
{
    int fd;
    uint64_t bytes = 0;
    if (!strchr(path, '/'))
        return true;
    const char *kind = ra__os_irregular(path);
    if (kind) {
        snprintf(why, capacity, "is %s: only regular files can be loaded", kind);
        return false;
    }
    if (ra__os_open_read(path, &fd))
        return true;
    const uint64_t end = ra__os_file_size(fd, &bytes) ? 0 : end_of_segments(fd);
    ra__os_close(fd);
    if (end > bytes)
        snprintf(why, capacity, "is cut short: its segments end at byte %llu, the file at %llu", (unsigned long long)end, (unsigned long long)bytes);
    return end <= bytes;
}
