/*
 * .npz: a file of any bytes is opened or refused with the byte. Of what was opened every tensor is had, refused or fails as malformed, and
 * no more bytes are made than deflate can make of the file. It lies in memory of just its size, so that a sanitizer sees what is read beside it.
 */
#include "fuzz.h"

#include "io/crc32.h"
#include "io/zip.h"

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

static void put32(uint8_t *at, size_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

/* The next place from `from` on where a record of this sort begins; end: there is none. */
static size_t record_from(const uint8_t *bytes, size_t from, size_t end, uint32_t signature)
{
    for (; from + 4 <= end; from++)
        if (ra__zip32((const char *)bytes + from) == signature)
            return from;
    return end;
}

/* The entry of the directory at c, for what begins at l and ends before `end`. */
static void mend_entry(uint8_t *c, uint8_t *l, const uint8_t *end)
{
    const size_t before = RA__ZIP_LOCAL_BYTES + (size_t)ra__zip16((const char *)l + 26) + ra__zip16((const char *)l + 28);
    if ((size_t)(end - l) < before)
        return;
    const size_t packed = (size_t)(end - l) - before;
    memcpy(c + 8, l + 6, 4); /* flags, method */
    put32(l + 18, packed), put32(c + 20, packed);
    if (ra__zip16((const char *)l + 8) != RA__ZIP_STORED) {
        memcpy(c + 24, l + 22, 4);
        memcpy(c + 16, l + 14, 4);
        return;
    }
    ra__crc32 crc;
    ra__crc32_begin(&crc);
    ra__crc32_more(&crc, l + before, packed);
    put32(l + 22, packed), put32(c + 24, packed);
    put32(l + 14, crc.value), put32(c + 16, crc.value);
}

void fuzz_npz_mend(uint8_t *bytes, size_t size)
{
    const size_t begin = record_from(bytes, 0, size, RA__ZIP_CENTRAL), end = record_from(bytes, begin, size, RA__ZIP_END);
    size_t local = 0, count = 0;
    for (size_t at = begin; at < end; count++) {
        const size_t next = record_from(bytes, at + 4, end, RA__ZIP_CENTRAL);
        local = record_from(bytes, local, begin, RA__ZIP_LOCAL);
        const size_t last = record_from(bytes, local + 4, begin, RA__ZIP_LOCAL);
        if (next - at < RA__ZIP_CENTRAL_BYTES || last < local + RA__ZIP_LOCAL_BYTES)
            return;
        mend_entry(bytes + at, bytes + local, bytes + last);
        put32(bytes + at + 42, local);
        local = last;
        at = next;
    }
    if (size - end < RA__ZIP_END_BYTES)
        return;
    put32(bytes + end + 8, count | count << 16);
    put32(bytes + end + 12, end - begin);
    put32(bytes + end + 16, begin);
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
