/* ZIP archives made by hand, in the narrow form: entries that are stored, and where their records stand. */
#ifndef TESTS_HELPERS_ZIPS_H
#define TESTS_HELPERS_ZIPS_H

#include <stdint.h>
#include <string.h>

enum { ZIP_ROOM = 8192, ZIP_MOST = 8 };

struct zip {
    unsigned char bytes[ZIP_ROOM];
    size_t size, count;
    size_t local[ZIP_MOST], central[ZIP_MOST], end;
    const char *name[ZIP_MOST];
    uint32_t crc[ZIP_MOST];
    size_t data_bytes[ZIP_MOST];
};

static inline void zip_put(unsigned char *at, uint64_t value, int bytes)
{
    memcpy(at, &value, (size_t)bytes);
}

static inline uint32_t zip_crc(const void *data, size_t n)
{
    uint32_t r = UINT32_MAX;
    for (const unsigned char *p = data; n--; p++) {
        r ^= *p;
        for (int bit = 0; bit < 8; bit++)
            r = r >> 1 ^ (r & 1 ? 0xEDB88320u : 0);
    }
    return ~r;
}

static inline void zip_append(struct zip *z, const void *bytes, size_t n)
{
    memcpy(z->bytes + z->size, bytes, n);
    z->size += n;
}

static inline void zip_add(struct zip *z, const char *name, const void *data, size_t n)
{
    unsigned char header[30] = {'P', 'K', 3, 4, 20};
    const size_t i = z->count++;
    z->local[i] = z->size;
    z->name[i] = name;
    z->crc[i] = zip_crc(data, n);
    z->data_bytes[i] = n;
    zip_put(header + 14, z->crc[i], 4);
    zip_put(header + 18, n, 4);
    zip_put(header + 22, n, 4);
    zip_put(header + 26, strlen(name), 2);
    zip_append(z, header, sizeof header);
    zip_append(z, name, strlen(name));
    zip_append(z, data, n);
}

static inline void zip_end(struct zip *z)
{
    unsigned char end[22] = {'P', 'K', 5, 6};
    const size_t begin = z->size;
    for (size_t i = 0; i < z->count; i++) {
        unsigned char header[46] = {'P', 'K', 1, 2, 20, 0, 20};
        z->central[i] = z->size;
        zip_put(header + 16, z->crc[i], 4);
        zip_put(header + 20, z->data_bytes[i], 4);
        zip_put(header + 24, z->data_bytes[i], 4);
        zip_put(header + 28, strlen(z->name[i]), 2);
        zip_put(header + 42, z->local[i], 4);
        zip_append(z, header, sizeof header);
        zip_append(z, z->name[i], strlen(z->name[i]));
    }
    z->end = z->size;
    zip_put(end + 8, z->count, 2);
    zip_put(end + 10, z->count, 2);
    zip_put(end + 12, z->size - begin, 4);
    zip_put(end + 16, begin, 4);
    zip_append(z, end, sizeof end);
}

#endif
