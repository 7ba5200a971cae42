/*
 * Index tensors over a space, whose places are numbered in row-major order: what they say is looked at where it is used. The first place
 * that has one out of range, whoever came there first, is what the flag says in the end, and behind it what stands there.
 */
struct ra_indices {
    ra_i64 count, dims;
    ra_i64 sizes[16];        /* of the space, innermost first */
    ra_i64 strides[16][16];  /* of index k over it, in bytes */
    ra_i64 size[16], step[16]; /* of the dimension that it stands for; step in bytes */
    ra_i64 wide;             /* bit k: int64, else int32 */
    ra_i64 back;             /* it may count from the end */
    const char *data[16];
    unsigned long long *flag;
};

/* What index k says at a place. */
__device__ inline ra_i64 ra_index_at(const ra_indices &x, int k, ra_i64 place)
{
    const char *from = x.data[k];
#pragma unroll 1
    for (int d = 0; d < x.dims; d++)
        from += (d + 1 < x.dims ? ra_split(place, x.sizes[d]) : place) * x.strides[k][d];
    return (x.wide >> k & 1) ? *(const ra_i64 *)from : (ra_i64) * (const ra_i32 *)from;
}

struct ra_index_found {
    const ra_indices &x;
    __device__ ra_i64 at(unsigned long long noted) const { return ra_index_at(x, (int)(noted % x.count), (ra_i64)(noted / x.count)); }
};

/* Adds how far they lead to `at`; false: one of them is out of range. */
__device__ inline bool ra_indexed(const ra_indices &x, ra_i64 place, ra_i64 &at)
{
    for (int k = 0; k < x.count; k++) {
        const ra_i64 value = ra_index_at(x, k, place), back = x.back ? x.size[k] : 0;
        if ((unsigned long long)value + (unsigned long long)back >= (unsigned long long)(x.size[k] + back)) {
            ra_noted(x.flag, (unsigned long long)(place * x.count + k), ra_index_found{x});
            return false;
        }
        at += (value < 0 ? value + x.size[k] : value) * x.step[k];
    }
    return true;
}
