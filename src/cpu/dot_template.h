/*
 * dot_template.h: partial dots of contiguous blocks. Parameters: T, NAME(x), FMA(x, y, z).
 *
 * Element i goes to lane i % DOT_LANES, in order; lanes are added up in halves. Which elements share a lane depends on
 * nothing but their place, so the bits are the same however the vectors lie in memory.
 */
static void NAME(add_block)(T *lanes, const T *x, const T *y, int64_t n)
{
    int64_t i = 0;
    for (; i + DOT_LANES <= n; i += DOT_LANES)
        for (int l = 0; l < DOT_LANES; l++)
            lanes[l] = FMA(x[i + l], y[i + l], lanes[l]);
    for (int l = 0; i < n; i++, l++)
        lanes[l] = FMA(x[i], y[i], lanes[l]);
}

/* Lanes of re * re, -im * im, re * im, im * re take turns with the numbers' places, as if all were real. */
static void NAME(add_complex_block)(T *re, T *im, const T *x, const T *y, int64_t n)
{
    for (int64_t i = 0; i < n; i += DOT_LANES) {
        int here = n - i < DOT_LANES ? (int)(n - i) : DOT_LANES;
        for (int l = 0; l < here; l++) {
            const T xr = x[2 * (i + l)], xi = x[2 * (i + l) + 1], yr = y[2 * (i + l)], yi = y[2 * (i + l) + 1];
            re[l] = FMA(-xi, yi, FMA(xr, yr, re[l]));
            im[l] = FMA(xi, yr, FMA(xr, yi, im[l]));
        }
    }
}

static T NAME(add_lanes)(T *lanes)
{
    for (int half = DOT_LANES / 2; half > 0; half /= 2)
        for (int l = 0; l < half; l++)
            lanes[l] += lanes[l + half];
    return lanes[0];
}

/* Of n elements that are brought into blocks of T (or pairs of T) first, where they do not lie so already. */
static void NAME(dot_part)(const struct dot_state *s, const char *x, const char *y, int64_t n, double out[2])
{
    T lanes[2][DOT_LANES] = {0}, buffer[2][2 * DOT_BLOCK];
    for (int64_t i = 0; i < n; i += DOT_BLOCK) {
        int64_t here = n - i < DOT_BLOCK ? n - i : DOT_BLOCK;
        const T *left = (const T *)(const void *)(x + i * s->stride[0]), *right = (const T *)(const void *)(y + i * s->stride[1]);
        if (!s->direct[0])
            s->convert((char *)buffer[0], s->loop_size, x + i * s->stride[0], s->stride[0], here), left = buffer[0];
        if (!s->direct[1])
            s->convert((char *)buffer[1], s->loop_size, y + i * s->stride[1], s->stride[1], here), right = buffer[1];
        if (s->is_complex)
            NAME(add_complex_block)(lanes[0], lanes[1], left, right, here);
        else
            NAME(add_block)(lanes[0], left, right, here);
    }
    out[0] = (double)NAME(add_lanes)(lanes[0]);
    out[1] = s->is_complex ? (double)NAME(add_lanes)(lanes[1]) : 0;
}

#undef T
#undef NAME
#undef FMA
