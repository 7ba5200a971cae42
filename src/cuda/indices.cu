/*
 * Index tensors over a space, whose places are numbered in row-major order: what they say is looked at where it is used. The first place
 * that has one out of range, whoever came there first, is what the flag says in the end.
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

/* Adds how far they lead to `at`; false: one of them is out of range. */
__device__ inline bool ra_indexed(const ra_indices &x, ra_i64 place, ra_i64 &at)
{
    for (int k = 0; k < x.count; k++) {
        const char *from = x.data[k];
        ra_i64 left = place;
#pragma unroll 1
        for (int d = 0; d < x.dims; d++)
            from += (d + 1 < x.dims ? ra_split(left, x.sizes[d]) : left) * x.strides[k][d];
        const ra_i64 value = (x.wide >> k & 1) ? *(const ra_i64 *)from : (ra_i64) * (const ra_i32 *)from, back = x.back ? x.size[k] : 0;
        if ((unsigned long long)value + (unsigned long long)back >= (unsigned long long)(x.size[k] + back)) {
            atomicMin(x.flag, (unsigned long long)(place * x.count + k));
            return false;
        }
        at += (value < 0 ? value + x.size[k] : value) * x.step[k];
    }
    return true;
}
