/*
 * Parameters: RA__LANE_TYPE, RA__LANE_VECTOR and RA__LANE_MASK (the machine's vectors of it, and of integers of its size),
 * RA__LANE_VECTOR_ANY (the same at any address), RA__LANE_NAME(name).
 */
enum { RA__LANE_NAME(ra__lane_parts) = 32 * sizeof(RA__LANE_TYPE) / RA__VECTOR_BYTES, RA__LANE_NAME(ra__lane_width) = RA__VECTOR_BYTES / sizeof(RA__LANE_TYPE) };

static inline RA__LANE_TYPE RA__LANE_NAME(ra__fold_sum)(RA__LANE_TYPE *lane)
{
    for (int half = 16; half > 0; half /= 2)
        for (int l = 0; l < half; l++)
            lane[l] += lane[l + half];
    return lane[0];
}

/* Sum of n elements. */
static inline RA__LANE_TYPE RA__LANE_NAME(ra__lane_sum)(const RA__LANE_TYPE *x, int64_t n)
{
    enum { PARTS = RA__LANE_NAME(ra__lane_parts), WIDTH = RA__LANE_NAME(ra__lane_width) };
    RA__LANE_VECTOR part[PARTS];
    RA__LANE_TYPE lane[32];
    int64_t i = 0;
    for (int p = 0; p < PARTS; p++)
        part[p] = (RA__LANE_VECTOR){0};
    for (; i + 32 <= n; i += 32)
        for (int p = 0; p < PARTS; p++)
            part[p] += *(const RA__LANE_VECTOR_ANY *)(x + i + p * WIDTH);
    __builtin_memcpy(lane, part, sizeof lane);
    for (int l = 0; i + l < n; l++)
        lane[l] += x[i + l];
    return RA__LANE_NAME(ra__fold_sum)(lane);
}

/* Sum of (x - mean)^2 over n elements. */
static inline RA__LANE_TYPE RA__LANE_NAME(ra__lane_square_sum)(const RA__LANE_TYPE *x, int64_t n, RA__LANE_TYPE mean)
{
    enum { PARTS = RA__LANE_NAME(ra__lane_parts), WIDTH = RA__LANE_NAME(ra__lane_width) };
    RA__LANE_VECTOR part[PARTS];
    RA__LANE_TYPE lane[32];
    int64_t i = 0;
    for (int p = 0; p < PARTS; p++)
        part[p] = (RA__LANE_VECTOR){0};
    for (; i + 32 <= n; i += 32)
        for (int p = 0; p < PARTS; p++) {
            RA__LANE_VECTOR d = *(const RA__LANE_VECTOR_ANY *)(x + i + p * WIDTH) - mean;
            part[p] += d * d;
        }
    __builtin_memcpy(lane, part, sizeof lane);
    for (int l = 0; i + l < n; l++)
        lane[l] += (x[i + l] - mean) * (x[i + l] - mean);
    return RA__LANE_NAME(ra__fold_sum)(lane);
}

/* The largest of n elements and `most`; NaN is passed over. */
static inline RA__LANE_TYPE RA__LANE_NAME(ra__lane_max)(const RA__LANE_TYPE *x, int64_t n, RA__LANE_TYPE most)
{
    enum { PARTS = RA__LANE_NAME(ra__lane_parts), WIDTH = RA__LANE_NAME(ra__lane_width) };
    RA__LANE_VECTOR part[PARTS];
    RA__LANE_TYPE lane[32];
    int64_t i = 0;
    for (int p = 0; p < PARTS; p++)
        part[p] = most - (RA__LANE_VECTOR){0};
    for (; i + 32 <= n; i += 32)
        for (int p = 0; p < PARTS; p++) {
            RA__LANE_VECTOR v = *(const RA__LANE_VECTOR_ANY *)(x + i + p * WIDTH);
            RA__LANE_MASK larger = v > part[p];
            part[p] = (RA__LANE_VECTOR)((larger & (RA__LANE_MASK)v) | (~larger & (RA__LANE_MASK)part[p]));
        }
    __builtin_memcpy(lane, part, sizeof lane);
    for (int l = 0; i + l < n; l++)
        lane[l] = x[i + l] > lane[l] ? x[i + l] : lane[l];
    for (int l = 0; l < 32; l++)
        most = lane[l] > most ? lane[l] : most;
    return most;
}

#undef RA__LANE_TYPE
#undef RA__LANE_VECTOR
#undef RA__LANE_VECTOR_ANY
#undef RA__LANE_MASK
#undef RA__LANE_NAME
