/*
 * Parameters: RA__LANE_TYPE, RA__LANE_VECTOR and RA__LANE_MASK (the machine's vectors of it, and of integers of its size),
 * RA__LANE_VECTOR_ANY (the same at any address), RA__LANE_NAME(name).
 */
enum { RA__LANE_NAME(ra__lane_parts) = 32 * sizeof(RA__LANE_TYPE) / RA__VECTOR_BYTES, RA__LANE_NAME(ra__lane_width) = RA__VECTOR_BYTES / sizeof(RA__LANE_TYPE) };

/* Vectors from `half` on upon those before. A loop over the halves a compiler may leave as one, with the vectors in memory. */
#define RA__LANE_HALVE(OP, part, half)                                \
    if (RA__LANE_NAME(ra__lane_parts) > (half))                       \
        RA__UNROLL for (int p = 0; p < (half); p++)                   \
            (part)[p] = OP((part)[p], (part)[(p + (half)) % RA__LANE_NAME(ra__lane_parts)])
#define RA__LANE_FOLD(OP, part)     \
    RA__LANE_HALVE(OP, part, 8);    \
    RA__LANE_HALVE(OP, part, 4);    \
    RA__LANE_HALVE(OP, part, 2);    \
    RA__LANE_HALVE(OP, part, 1)

/* The sum of all lanes. */
static inline RA__LANE_TYPE RA__LANE_NAME(ra__fold_parts)(RA__LANE_VECTOR *part)
{
    RA__LANE_FOLD(RA__VSUM, part);
    return RA__LANE_NAME(ra__vsum)(part[0]);
}

static inline RA__LANE_TYPE RA__LANE_NAME(ra__fold_sum)(RA__LANE_TYPE *lane)
{
    RA__LANE_VECTOR part[RA__LANE_NAME(ra__lane_parts)];
    __builtin_memcpy(part, lane, sizeof part);
    return RA__LANE_NAME(ra__fold_parts)(part);
}

/* The `count` elements at x, or as many of them as a vector has; 0 for what there is not. */
static inline RA__LANE_VECTOR RA__LANE_NAME(ra__lane_rest)(const RA__LANE_TYPE *x, int64_t count)
{
    if (count >= RA__LANE_NAME(ra__lane_width))
        return (RA__LANE_VECTOR)*(const RA__LANE_VECTOR_ANY *)x;
    return RA__LANE_NAME(ra__vload_part)(x, count);
}

/* Sum of n elements. */
static inline RA__LANE_TYPE RA__LANE_NAME(ra__lane_sum)(const RA__LANE_TYPE *x, int64_t n)
{
    enum { PARTS = RA__LANE_NAME(ra__lane_parts), WIDTH = RA__LANE_NAME(ra__lane_width) };
    RA__LANE_VECTOR part[PARTS];
    int64_t i = 0;
    for (int p = 0; p < PARTS; p++)
        part[p] = (RA__LANE_VECTOR){0};
    for (; i + 32 <= n; i += 32)
        for (int p = 0; p < PARTS; p++)
            part[p] += *(const RA__LANE_VECTOR_ANY *)(x + i + p * WIDTH);
    RA__UNROLL for (int p = 0; p < PARTS; p++)
        if (i + p * WIDTH < n)
            part[p] += RA__LANE_NAME(ra__lane_rest)(x + i + p * WIDTH, n - i - p * WIDTH);
    return RA__LANE_NAME(ra__fold_parts)(part);
}

/* Sum of (x - mean)^2 over n elements. */
static inline RA__LANE_TYPE RA__LANE_NAME(ra__lane_square_sum)(const RA__LANE_TYPE *x, int64_t n, RA__LANE_TYPE mean)
{
    enum { PARTS = RA__LANE_NAME(ra__lane_parts), WIDTH = RA__LANE_NAME(ra__lane_width) };
    RA__LANE_VECTOR part[PARTS];
    int64_t i = 0;
    for (int p = 0; p < PARTS; p++)
        part[p] = (RA__LANE_VECTOR){0};
    for (; i + 32 <= n; i += 32)
        for (int p = 0; p < PARTS; p++) {
            RA__LANE_VECTOR d = *(const RA__LANE_VECTOR_ANY *)(x + i + p * WIDTH) - mean;
            part[p] += d * d;
        }
    RA__UNROLL for (int p = 0; p < PARTS; p++)
        if (i + p * WIDTH < n) {
            const int64_t count = n - i - p * WIDTH;
            RA__LANE_VECTOR d = RA__LANE_NAME(ra__lane_rest)(x + i + p * WIDTH, count) - mean;
            d = (RA__LANE_VECTOR)((RA__LANE_MASK)d & RA__LANE_NAME(ra__vfirst)(count));
            part[p] += d * d;
        }
    return RA__LANE_NAME(ra__fold_parts)(part);
}

/* The largest of n elements and `most`; NaN is passed over. */
static inline RA__LANE_TYPE RA__LANE_NAME(ra__lane_max)(const RA__LANE_TYPE *x, int64_t n, RA__LANE_TYPE most)
{
    enum { PARTS = RA__LANE_NAME(ra__lane_parts), WIDTH = RA__LANE_NAME(ra__lane_width) };
    RA__LANE_VECTOR part[PARTS];
    int64_t i = 0;
    for (int p = 0; p < PARTS; p++)
        part[p] = most - (RA__LANE_VECTOR){0};
    for (; i + 32 <= n; i += 32)
        for (int p = 0; p < PARTS; p++)
            part[p] = RA__LANE_NAME(ra__vlarger)(part[p], *(const RA__LANE_VECTOR_ANY *)(x + i + p * WIDTH));
    RA__UNROLL for (int p = 0; p < PARTS; p++)
        if (i + p * WIDTH < n) {
            const int64_t count = n - i - p * WIDTH;
            const RA__LANE_MASK first = RA__LANE_NAME(ra__vfirst)(count);
            const RA__LANE_VECTOR v = RA__LANE_NAME(ra__lane_rest)(x + i + p * WIDTH, count);
            part[p] = RA__LANE_NAME(ra__vlarger)(part[p], (RA__LANE_VECTOR)((first & (RA__LANE_MASK)v) | (~first & (RA__LANE_MASK)part[p])));
        }
    RA__LANE_FOLD(RA__LANE_NAME(ra__vlarger), part);
    return RA__LANE_NAME(ra__vmax)(part[0]);
}

#undef RA__LANE_HALVE
#undef RA__LANE_FOLD
#undef RA__LANE_TYPE
#undef RA__LANE_VECTOR
#undef RA__LANE_VECTOR_ANY
#undef RA__LANE_MASK
#undef RA__LANE_NAME
