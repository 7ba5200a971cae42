/*
 * .npz: a file of any bytes is opened or refused with the byte. Of what was opened every tensor is had, refused or fails as malformed, and
 * no more bytes are made than deflate can make of the file. It lies in memory of just its size, so that a sanitizer sees what is read beside it.
 */
#include "fuzz.h"

enum { DEFLATE_MOST = 1032 };

static size_t read_tensor(ra_archive *a, const char *name)
{
    ra_tensor *t = ra_archive_tensor(a, name);
    if (!t)
        return 0;
    const size_t n = (size_t)ra_numel(t) * ra_dtype_size(ra_tensor_dtype(t));
    const ra_status s = ra_wait(t);
    char *copy = malloc(n + 1);
    if (s ? s != RA_ERR_FORMAT : !copy || ra_copy_to(t, copy, n))
        FUZZ_FAIL("a tensor cannot be read: %s", ra_last_error());
    free(copy);
    ra_release(t);
    return n;
}

void fuzz_npz(const uint8_t *bytes, size_t size)
{
    ra_clear_error();
    ra_archive *a = ra_open_npz_from(bytes, size, NULL, NULL);
    if (!a && !strstr(ra_last_error(), ": byte "))
        FUZZ_FAIL("refused without the byte: %s", ra_last_error());
    size_t made = 0;
    for (size_t i = 0; i < ra_archive_count(a); i++)
        made += read_tensor(a, ra_archive_name(a, i));
    if (made > size * DEFLATE_MOST)
        FUZZ_FAIL("%zu bytes of tensors in a file of %zu", made, size);
    ra_archive_close(a);
    (void)ra_wait_all();
    ra_clear_error();
}
