/*
 * Entries: making, sorting and storing them. See sort.h.
 */
#include "cpu/sort.h"

#include <string.h>

#define LESS_NARROW(a, b) ((a) < (b))
#define KEY_NARROW(e) ((e) >> 32)
#define LESS_WIDE(a, b) ((a).key < (b).key || ((a).key == (b).key && (a).position < (b).position))
#define KEY_WIDE(e) ((e).key)

enum {
    WIDE_DIGIT = 11,      /* bits of a digit at most: its counts and the places they stand for keep to the first two levels of cache */
    WIDE_DIGIT_FROM = 768 /* entries; of fewer it has 8 bits, whose counts are soon added up, and all digits are sorted by */
};

#define ENTRY_NAME narrow
#define ENTRY_T uint64_t
#define ENTRY_LESS LESS_NARROW
#define ENTRY_KEY KEY_NARROW
#define ENTRY_KEY_BITS 32
#define ENTRY_UPPER 2
#include "cpu/sort_entries.h"

#define ENTRY_NAME wide
#define ENTRY_T ra__sort_pair
#define ENTRY_LESS LESS_WIDE
#define ENTRY_KEY KEY_WIDE
#define ENTRY_KEY_BITS 64
#define ENTRY_UPPER 3
#include "cpu/sort_entries.h"

/* ---- keys ---- */

static inline uint64_t key_u8(uint8_t x)
{
    return x;
}

static inline uint64_t key_i8(uint8_t x)
{
    return x ^ 0x80;
}

static inline uint64_t key_i16(uint16_t x)
{
    return x ^ 0x8000;
}

static inline uint64_t key_i32(uint32_t x)
{
    return x ^ 0x80000000;
}

static inline uint64_t key_i64(uint64_t x)
{
    return x ^ 0x8000000000000000;
}

/* Negative values: all bits turned; others: the sign. Largest finite values stay below the key of NaN, all ones. */
#define FLOAT_KEY(name, type, sign, infinity) \
    static inline uint64_t name(type x) \
    { \
        type modulus = (type)(x & (type)~(sign)); \
        type key = x & (sign) ? (type)~x : (type)(x | (sign)); \
        key = modulus == 0 ? (sign) : key; \
        return modulus > (infinity) ? (type)~(type)0 : key; \
    }

FLOAT_KEY(key_f16, uint16_t, (uint16_t)0x8000, 0x7c00)
FLOAT_KEY(key_bf16, uint16_t, (uint16_t)0x8000, 0x7f80)
FLOAT_KEY(key_f32, uint32_t, 0x80000000u, 0x7f800000u)
FLOAT_KEY(key_f64, uint64_t, 0x8000000000000000u, 0x7ff0000000000000u)

#define LOAD(name, type) \
    static void load_narrow_##name(void *entries, const char *src, int64_t stride, int64_t n, int64_t position, uint64_t flip) \
    { \
        uint64_t *restrict e = entries; \
        if (stride == sizeof(type)) { \
            const type *restrict x = (const type *)(const void *)src; \
            for (int64_t i = 0; i < n; i++) \
                e[i] = (key_##name(x[i]) ^ flip) << 32 | (uint64_t)(position + i); \
            return; \
        } \
        for (int64_t i = 0; i < n; i++) \
            e[i] = (key_##name(*(const type *)(const void *)(src + i * stride)) ^ flip) << 32 | (uint64_t)(position + i); \
    } \
    static void load_wide_##name(void *entries, const char *src, int64_t stride, int64_t n, int64_t position, uint64_t flip) \
    { \
        ra__sort_pair *restrict e = entries; \
        for (int64_t i = 0; i < n; i++) { \
            e[i].key = key_##name(*(const type *)(const void *)(src + i * stride)) ^ flip; \
            e[i].position = (uint64_t)(position + i); \
        } \
    }

LOAD(u8, uint8_t)
LOAD(i8, uint8_t)
LOAD(i16, uint16_t)
LOAD(i32, uint32_t)
LOAD(i64, uint64_t)
LOAD(f16, uint16_t)
LOAD(bf16, uint16_t)
LOAD(f32, uint32_t)
LOAD(f64, uint64_t)

void RA__ISA_NAME(ra__sorter_init)(ra__sorter *s, ra_dtype dtype, int64_t n, bool descending)
{
    s->digits = (int)ra_dtype_size(dtype);
    s->wide = s->digits > 4 || n > UINT32_MAX;
    s->entry = s->wide ? sizeof(ra__sort_pair) : sizeof(uint64_t);
    s->sort = s->wide ? sort_wide : sort_narrow;
    s->find = s->wide ? find_wide : find_narrow;
    uint64_t ones = s->digits == 8 ? UINT64_MAX : ((uint64_t)1 << 8 * s->digits) - 1;
    s->flip = descending ? ones : 0;
    s->has_nan = ra__is_floating(dtype);
    s->nan = s->has_nan ? ones ^ s->flip : 0;
    switch (dtype) {
#define CASE(d, name) \
    case d: s->load = s->wide ? load_wide_##name : load_narrow_##name; break;
        CASE(RA_INT8, i8)
        CASE(RA_INT16, i16)
        CASE(RA_INT32, i32)
        CASE(RA_INT64, i64)
        CASE(RA_FLOAT16, f16)
        CASE(RA_BFLOAT16, bf16)
        CASE(RA_FLOAT32, f32)
        CASE(RA_FLOAT64, f64)
    default: s->load = s->wide ? load_wide_u8 : load_narrow_u8; break;
#undef CASE
    }
}

/* ---- results ---- */

void RA__ISA_NAME(ra__sort_store)(const ra__sorter *s, const void *entries, int64_t n, const char *src, int64_t src_stride, size_t item, char *values,
                                  int64_t values_stride, char *positions, int64_t positions_stride)
{
    if (positions)
        for (int64_t i = 0; i < n; i++)
            *(int64_t *)(void *)(positions + i * positions_stride) = ra__entry_position(s, entries, i);
    if (!values)
        return;
    switch (item) {
#define CASE(bytes, type) \
    case bytes: \
        for (int64_t i = 0; i < n; i++) \
            *(type *)(void *)(values + i * values_stride) = *(const type *)(const void *)(src + ra__entry_position(s, entries, i) * src_stride); \
        break;
        CASE(1, uint8_t)
        CASE(2, uint16_t)
        CASE(4, uint32_t)
    default:
        CASE(8, uint64_t)
#undef CASE
    }
}

/* ---- rows ---- */

void RA__ISA_NAME(ra__rows_init)(ra__rows *rows, const ra_meta *m, int dim, int results)
{
    const ra_layout *in = m->in[0].layout;
    int64_t item = (int64_t)ra_dtype_size(in->dtype);
    memset(rows, 0, sizeof *rows);
    rows->rows = 1;
    rows->n = in->ndim ? ra__sizes(in)[dim] : 1;
    for (int k = 0; k < 1 + results; k++) {
        const int64_t *strides = k ? ra__out_shape(m, k - 1)->strides : ra__strides(in);
        int64_t bytes = k ? (int64_t)ra_dtype_size(ra__out_shape(m, k - 1)->dtype) : item;
        rows->stride[k] = !in->ndim ? bytes : k && ra__out_shape(m, k - 1)->ndim < in->ndim ? 0 : strides[dim] * bytes;
    }
    for (int d = in->ndim - 1; d >= 0; d--) {
        if (d == dim)
            continue;
        rows->rows *= ra__sizes(in)[d];
        int at = rows->ndim++;
        for (; at > 0 && ra__strides(in)[d] * item < rows->strides[0][at - 1]; at--) {
            rows->sizes[at] = rows->sizes[at - 1];
            for (int k = 0; k < 3; k++)
                rows->strides[k][at] = rows->strides[k][at - 1];
        }
        rows->sizes[at] = ra__sizes(in)[d];
        rows->strides[0][at] = ra__strides(in)[d] * item;
        for (int k = 1; k < 1 + results; k++) {
            const ra__shape *out = ra__out_shape(m, k - 1);
            rows->strides[k][at] = out->strides[d - (d > dim && out->ndim < in->ndim)] * (int64_t)ra_dtype_size(out->dtype);
        }
    }
}

void RA__ISA_NAME(ra__rows_at)(const ra__rows *rows, int64_t row, int64_t offsets[3])
{
    offsets[0] = offsets[1] = offsets[2] = 0;
    for (int d = 0; d < rows->ndim; d++) {
        int64_t i = row % rows->sizes[d];
        row /= rows->sizes[d];
        for (int k = 0; k < 3; k++)
            offsets[k] += i * rows->strides[k][d];
    }
}

/* ---- long rows ---- */

static size_t round_up(size_t bytes)
{
    return (bytes + 63) & ~(size_t)63;
}

void RA__ISA_NAME(ra__long_sort_init)(ra__long_sort *s, ra_dtype dtype, int64_t n, bool descending)
{
    RA__ISA_NAME(ra__sorter_init)(&s->sorter, dtype, n, descending);
    s->n = n;
    s->blocks = s->parts = (n + RA__SORT_BLOCK - 1) / RA__SORT_BLOCK;
    s->blocks_at = 0;
    s->splitters_at = round_up((size_t)n * s->sorter.entry);
    s->bytes = s->splitters_at + round_up((size_t)s->parts * s->sorter.entry);
}

/*
 * A part lies between two splitters with RA__SORT_SAMPLE samples between them. Each block has at most so many plus one
 * whole stretches of RA__SORT_BLOCK / RA__SORT_SAMPLE entries between its own samples there, so a part has at most
 * RA__SORT_BLOCK + blocks * RA__SORT_BLOCK / RA__SORT_SAMPLE entries, and never more than there are.
 */
static int64_t largest_part(const ra__long_sort *s)
{
    int64_t stretch = RA__SORT_BLOCK / RA__SORT_SAMPLE, most = RA__SORT_BLOCK + (s->blocks + 1) * stretch + RA__SORT_SAMPLE * stretch;
    return most < s->n ? most : s->n;
}

size_t RA__ISA_NAME(ra__long_sort_scratch)(const ra__long_sort *s)
{
    size_t part = 2 * round_up((size_t)largest_part(s) * s->sorter.entry);
    size_t sample = 2 * round_up((size_t)(s->blocks * RA__SORT_SAMPLE) * s->sorter.entry);
    size_t block = round_up(RA__SORT_BLOCK * s->sorter.entry);
    part = part > sample ? part : sample;
    return part > block ? part : block;
}

/* Splitter p stands before part p; the first is not used. */
void RA__ISA_NAME(ra__long_sort_split)(const ra__long_sort *s, void *row, void *scratch)
{
    size_t entry = s->sorter.entry;
    char *sample = scratch;
    int64_t taken = 0;
    for (int64_t b = 0; b < s->blocks; b++) {
        void *entries;
        int64_t n = ra__long_sort_block(s, b, row, &entries), step = RA__SORT_BLOCK / RA__SORT_SAMPLE;
        for (int64_t i = step - 1; i < n; i += step, taken++)
            memcpy(sample + (size_t)taken * entry, (char *)entries + (size_t)i * entry, entry);
    }
    /* samples of equal keys stand in the order of their blocks, and so of their positions */
    s->sorter.sort(sample, sample + round_up((size_t)(s->blocks * RA__SORT_SAMPLE) * entry), taken, s->sorter.digits);
    char *splitters = (char *)row + s->splitters_at;
    for (int64_t p = 1; p < s->parts; p++)
        memcpy(splitters + (size_t)p * entry, sample + (size_t)(p * taken / s->parts) * entry, entry);
}

int64_t RA__ISA_NAME(ra__long_sort_part)(const ra__long_sort *s, void *row, int64_t p, void *scratch, int64_t *place, uint64_t *key_before)
{
    size_t entry = s->sorter.entry;
    const char *splitters = (const char *)row + s->splitters_at;
    char *to = scratch;
    int64_t size = 0;
    *place = 0;
    *key_before = 0;
    for (int64_t b = 0; b < s->blocks; b++) {
        void *entries;
        int64_t n = ra__long_sort_block(s, b, row, &entries);
        int64_t from = p > 0 ? s->sorter.find(entries, n, splitters + (size_t)p * entry) : 0;
        int64_t end = p + 1 < s->parts ? s->sorter.find(entries, n, splitters + (size_t)(p + 1) * entry) : n;
        *place += from;
        if (from > 0) {
            uint64_t key = ra__entry_key(&s->sorter, entries, from - 1);
            *key_before = key > *key_before ? key : *key_before;
        }
        memcpy(to + (size_t)size * entry, (char *)entries + (size_t)from * entry, (size_t)(end - from) * entry);
        size += end - from;
    }
    s->sorter.sort(to, to + round_up((size_t)largest_part(s) * entry), size, s->sorter.digits);
    return size;
}
