/*
 * Filling with one value.
 */
#include "cpu/copy.h"
#include "meta/pre.h"

#include <string.h>

#define FILL(type) \
    do { \
        type value, *out = (type *)(void *)dst; \
        memcpy(&value, element, sizeof value); \
        if (step == sizeof(type)) \
            _Pragma("GCC unroll 4") for (int64_t i = 0; i < n; i++) \
                out[i] = value; \
        else \
            for (int64_t i = 0; i < n; i++) \
                *(type *)(void *)(dst + i * step) = value; \
    } while (0)

/* Elements of 16 bytes as two words each: of complex ones compilers here make no vectors. */
static inline void fill_pairs(char *dst, int64_t step, const void *element, int64_t n)
{
    uint64_t value[2], *out = (uint64_t *)(void *)dst;
    memcpy(value, element, sizeof value);
    if (step == sizeof value) {
        for (int64_t i = 0; i < n; i++) {
            out[2 * i] = value[0];
            out[2 * i + 1] = value[1];
        }
        return;
    }
    for (int64_t i = 0; i < n; i++)
        memcpy(dst + i * step, value, sizeof value);
}

enum { STORED_FROM = 2048, STORED_TO = 16384 }; /* bytes between which stores take less time than what memset does */

/* All bytes of an element. */
static bool is_one_byte(const unsigned char *element, int size)
{
    return memcmp(element, element + 1, (size_t)size - 1) == 0;
}

void RA__ISA_NAME(ra__fill)(char *dst, int64_t step, const void *element, int size, int64_t n)
{
    const int64_t bytes = n * size; /* fits: of a row of the output */
    if (step == size && (bytes < STORED_FROM || bytes > STORED_TO) && is_one_byte(element, size)) { /* it may do without reading the lines first */
        memset(dst, *(const unsigned char *)element, (size_t)bytes);
        return;
    }
    switch (size) {
    case 1:
        FILL(uint8_t);
        break;
    case 2:
        FILL(uint16_t);
        break;
    case 4:
        FILL(uint32_t);
        break;
    case 8:
        FILL(uint64_t);
        break;
    default:
        fill_pairs(dst, step, element, n);
        break;
    }
}

static ra_status plan_fill(const ra_meta *m, ra_plan *p)
{
    const ra__shape *out = &m->out[0].shape;
    ra__geometry g = {.ndim = out->ndim, .operands = 2, .outputs = 1};
    for (int d = 0; d < out->ndim; d++) {
        g.sizes[d] = out->sizes[d];
        g.strides[0][d] = out->strides[d] * (int64_t)ra_dtype_size(out->dtype);
    }
    g.memory[0] = g.memory[1] = (uint8_t)out->dtype;
    g.is_number[1] = true;
    g.number[1] = RA__PRE(m, const struct ra__fill_pre)->value;
    ra__geometry_collapse(&g);
    return RA__ISA_NAME(ra__copy_plan)(&g, m->out_count, p);
}

const ra_kernel RA__KERNEL(fill) = {
    .name = "fill",
    .plan = plan_fill,
    .run = RA__ISA_NAME(ra__copy_run),
    .range = RA__ISA_NAME(ra__copy_range),
    .cost = 0.02,
};
