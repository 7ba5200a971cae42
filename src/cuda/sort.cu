/*
 * Sorting. An element is an entry of a key, as an unsigned number in the order of the elements, and of its place among those that are
 * sorted with it, so that no two are alike: equal ones stay in their order. Rows of entries follow one another.
 *
 * tiles sorts up to RA_TILE entries in a block (Batcher's bitonic network, 1968): a part of a row, or some short rows, each in `room`
 * places, a power of two. merge makes runs twice as long: an entry's place is its own plus the number of entries of the other run before
 * it, which it finds by halving.
 *
 *   RA_D           (optional) element type of what is sorted by keys() and written by store()
 *   RA_DESCENDING  (optional) the largest first
 *   RA_VALUES      (optional) store() writes the elements too, not their places alone
 */
#define RA_TILE 1024

struct ra_sorting {
    ra_i64 rows, length;
    ra_i64 room, rows_a_tile; /* room * rows_a_tile == RA_TILE */
    ra_i64 run;               /* of merge: the length of what is sorted */
    ra_entry *from, *to;
};

#ifdef RA_D
struct ra_sorted {
    ra_lines lines; /* operands: input, values, places */
    ra_i64 kept;    /* of the result: so many of each sequence */
    const char *in;
    char *values, *places;
    ra_entry *entries;
};

__device__ inline unsigned long long ra_key_of(unsigned long long bits, unsigned long long sign, unsigned long long infinity)
{
    const unsigned long long all = sign | (sign - 1), modulus = bits & ~sign;
    return modulus > infinity ? all : modulus == 0 ? sign : bits & sign ? ~bits & all : bits | sign; /* NaN is the largest */
}
__device__ inline unsigned long long ra_key(ra_bool x) { return x.bits; }
__device__ inline unsigned long long ra_key(ra_u8 x) { return x; }
__device__ inline unsigned long long ra_key(ra_i8 x) { return (unsigned long long)(x + 128); }
__device__ inline unsigned long long ra_key(ra_i16 x) { return (unsigned long long)(x + 32768); }
__device__ inline unsigned long long ra_key(ra_i32 x) { return (unsigned long long)(x + 2147483648LL); }
__device__ inline unsigned long long ra_key(ra_i64 x) { return (unsigned long long)x ^ 0x8000000000000000ULL; }
__device__ inline unsigned long long ra_key(ra_half x) { return ra_key_of(x.bits, 0x8000, 0x7c00); }
__device__ inline unsigned long long ra_key(ra_bfloat x) { return ra_key_of(x.bits, 0x8000, 0x7f80); }
__device__ inline unsigned long long ra_key(float x) { return ra_key_of(ra_bits(x), 0x80000000ULL, 0x7f800000ULL); }
__device__ inline unsigned long long ra_key(double x)
{
    union { double f; unsigned long long u; } b;
    b.f = x;
    return ra_key_of(b.u, 0x8000000000000000ULL, 0x7ff0000000000000ULL);
}

extern "C" __global__ void keys(const __grid_constant__ ra_sorted s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x, count = s.lines.count * s.lines.length;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
        const ra_i64 place = i % s.lines.length;
        const unsigned long long key = ra_key(*(const RA_D *)(s.in + ra_line_at(s.lines, 0, i / s.lines.length) + ra_along(s.lines, 0, place)));
#ifdef RA_DESCENDING
        const ra_entry e = {~key, (unsigned long long)place};
#else
        const ra_entry e = {key, (unsigned long long)place};
#endif
        s.entries[i] = e;
    }
}

extern "C" __global__ void store(const __grid_constant__ ra_sorted s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x, count = s.lines.count * s.kept;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
        const ra_i64 row = i / s.kept, place = i % s.kept, source = (ra_i64)s.entries[row * s.lines.length + place].place;
        (void)source;
#ifdef RA_VALUES
        *(RA_D *)(s.values + ra_line_at(s.lines, 1, row) + ra_along(s.lines, 1, place)) = *(const RA_D *)(s.in + ra_line_at(s.lines, 0, row) + ra_along(s.lines, 0, source));
#endif
        *(ra_i64 *)(s.places + ra_line_at(s.lines, 2, row) + ra_along(s.lines, 2, place)) = source;
    }
}
#else

/* In place. */
extern "C" __global__ void __launch_bounds__(256, 2) tiles(const __grid_constant__ ra_sorting s)
{
    __shared__ ra_entry part[RA_TILE];
    const unsigned room = (unsigned)s.room;
    const ra_i64 parts = (s.length + s.room - 1) / s.room; /* of a row; 1 where a tile has some rows */
    const ra_i64 count = s.rows_a_tile > 1 ? (s.rows + s.rows_a_tile - 1) / s.rows_a_tile : s.rows * parts;
    for (ra_i64 tile = blockIdx.x; tile < count; tile += gridDim.x) {
        for (unsigned i = threadIdx.x; i < RA_TILE; i += 256) {
            const ra_i64 row = s.rows_a_tile > 1 ? tile * s.rows_a_tile + i / room : tile / parts, at = (s.rows_a_tile > 1 ? 0 : tile % parts * s.room) + i % room;
            const ra_entry none = {~0ULL, ~0ULL};
            part[i] = row < s.rows && at < s.length ? s.from[row * s.length + at] : none;
        }
        for (unsigned size = 2; size <= room; size *= 2)
            for (unsigned apart = size / 2; apart; apart /= 2) {
                __syncthreads();
                for (unsigned pair = threadIdx.x; pair < RA_TILE / 2; pair += 256) {
                    const unsigned i = pair / apart * 2 * apart + pair % apart, j = i + apart;
                    const bool is_up = size == room || !(i & size);
                    if (ra_less(part[j], part[i]) == is_up) {
                        const ra_entry e = part[i];
                        part[i] = part[j];
                        part[j] = e;
                    }
                }
            }
        __syncthreads(); /* what a thread reads from here on it writes itself for the next tile */
        for (unsigned i = threadIdx.x; i < RA_TILE; i += 256) {
            const ra_i64 row = s.rows_a_tile > 1 ? tile * s.rows_a_tile + i / room : tile / parts, at = (s.rows_a_tile > 1 ? 0 : tile % parts * s.room) + i % room;
            if (row < s.rows && at < s.length)
                s.from[row * s.length + at] = part[i];
        }
    }
}

extern "C" __global__ void merge(const __grid_constant__ ra_sorting s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x, count = s.rows * s.length;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
        const ra_entry own = s.from[i];
        const ra_i64 at = i % s.length, run = at / s.run, other = (run ^ 1) * s.run;
        const ra_entry *row = s.from + (i - at);
        ra_i64 low = other < s.length ? other : s.length, high = other + s.run < s.length ? other + s.run : s.length;
        const ra_i64 first = low;
        while (low < high) {
            const ra_i64 middle = low + (high - low) / 2;
            if (ra_less(row[middle], own))
                low = middle + 1;
            else
                high = middle;
        }
        s.to[i - at + (run & ~(ra_i64)1) * s.run + at % s.run + (low - first)] = own;
    }
}
#endif
