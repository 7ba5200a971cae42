/*
 * safetensors: a file of any bytes is opened or refused with the byte, and of what was opened every tensor is had, or refused, and
 * lies within the file.
 */
#define _GNU_SOURCE
#include "fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

static void read_all(ra_archive *a, size_t size)
{
    const size_t count = ra_archive_count(a);
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++) {
        ra_tensor *t = ra_archive_tensor(a, ra_archive_name(a, i));
        if (!t)
            continue;
        const size_t n = (size_t)ra_numel(t) * ra_dtype_size(ra_tensor_dtype(t));
        char *copy = malloc(n + 1);
        if (!copy || ra_copy_to(t, copy, n))
            FUZZ_FAIL("a tensor cannot be read: %s", ra_last_error());
        bytes += n;
        free(copy);
        ra_release(t);
    }
    if (bytes > size)
        FUZZ_FAIL("%zu bytes of tensors in a file of %zu", bytes, size);
    (void)ra_archive_metadata(a, "format");
}

void fuzz_safetensors(const uint8_t *bytes, size_t size)
{
    char path[64];
    int fd = memfd_create("fuzz", MFD_CLOEXEC);
    if (fd < 0 || write(fd, bytes, size) != (ssize_t)size)
        FUZZ_FAIL("no file to be had");
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    ra_clear_error();
    ra_archive *a = ra_open_safetensors(path);
    if (a)
        read_all(a, size);
    else if (!strstr(ra_last_error(), ": byte "))
        FUZZ_FAIL("refused without the byte: %s", ra_last_error());
    ra_archive_close(a);
    (void)ra_wait_all();
    ra_clear_error();
    close(fd);
}
