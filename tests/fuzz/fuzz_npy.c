/*
 * .npy: a file of any bytes is loaded or refused, whatever it says of itself, and what was loaded is the same when it has been
 * saved and loaded again.
 */
#define _GNU_SOURCE
#include "fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

enum { PATH = 64 };

/* A file without a folder. */
static int make_file(const uint8_t *bytes, size_t size, char path[PATH])
{
    int fd = memfd_create("fuzz", MFD_CLOEXEC);
    if (fd < 0 || write(fd, bytes, size) != (ssize_t)size)
        FUZZ_FAIL("no file to be had");
    snprintf(path, PATH, "/proc/self/fd/%d", fd);
    return fd;
}

static bool same_bytes(const ra_tensor *a, const ra_tensor *b)
{
    int64_t n = ra_numel(a);
    size_t bytes = n < 0 ? 0 : (size_t)n * ra_dtype_size(ra_tensor_dtype(a));
    char *x = malloc(bytes + 1), *y = malloc(bytes + 1);
    bool same = x && y && ra_tensor_dtype(a) == ra_tensor_dtype(b) && ra_numel(b) == n && !ra_copy_to(a, x, bytes) && !ra_copy_to(b, y, bytes) &&
                !memcmp(x, y, bytes);
    free(x);
    free(y);
    return same;
}

static void save_and_load(const ra_tensor *t)
{
    char path[] = "/tmp/runahead-fuzz-XXXXXX";
    int fd = mkstemp(path);
    if (fd < 0)
        FUZZ_FAIL("no file to be had");
    ra_tensor *saved = ra_save_npy(path, t);
    if (!saved || ra_wait(saved))
        FUZZ_FAIL("what was loaded cannot be saved: %s", ra_last_error());
    ra_tensor *again = ra_load_npy(path);
    if (!again || !same_bytes(t, again))
        FUZZ_FAIL("what was saved is another: %s", ra_last_error());
    ra_release(saved);
    ra_release(again);
    close(fd);
    unlink(path);
}

void fuzz_npy(const uint8_t *bytes, size_t size)
{
    char path[PATH];
    int fd = make_file(bytes, size, path);
    ra_tensor *t = ra_load_npy(path);
    if (t && !ra_wait(t)) {
        save_and_load(t);
    }
    ra_release(t);
    (void)ra_wait_all();
    ra_clear_error();
    close(fd);
}
