/* gemm_packed_float_template.h: how real and complex elements are laid into panels and their sums into C, for gemm_packed_template.h, which includes it. */
static void F(pack_real)(int64_t lines, int64_t depth, const void *x, int64_t line_stride, int64_t k_stride, T *panel, int64_t width)
{
    if (lines < width)
        memset(panel, 0, sizeof(T) * (size_t)(depth * width));
    if (lines == width && line_stride == 1 && width == WIDTH) { /* two whole vectors a row: B as it mostly lies */
        const T *from = x;
        for (int64_t p = 0; p < depth; p++, from += k_stride, panel += WIDTH) {
            F(store)(panel, F(load)(from));
            F(store)(panel + LANES, F(load)(from + LANES));
        }
        return;
    }
    F(pack)(depth, lines, x, k_stride, line_stride, panel, width);
}

/* Rows of A: re and im one after another along k. `depth` counts real numbers. */
static void F(pack_complex_a)(int64_t lines, int64_t depth, const void *x, int64_t line_stride, int64_t k_stride, T *panel, int64_t width)
{
    const T *from = x;
    if (k_stride == 1) {
        F(pack_real)(lines, depth, x, 2 * line_stride, 1, panel, width);
        return;
    }
    memset(panel, 0, sizeof(T) * (size_t)(depth * width));
    for (int64_t p = 0; p < depth; p++)
        for (int64_t l = 0; l < lines; l++)
            panel[p * width + l] = from[2 * (l * line_stride + (p >> 1) * k_stride) + (p & 1)];
}

/* Columns of B: x + iy as the rows (x, y) and (-y, x). `lines` counts complex numbers, `depth` and `width` real ones. */
static void F(pack_complex_b)(int64_t lines, int64_t depth, const void *x, int64_t line_stride, int64_t k_stride, T *panel, int64_t width)
{
    const T *from = x;
    if (2 * lines < width)
        memset(panel, 0, sizeof(T) * (size_t)(depth * width));
    for (int64_t p = 0; 2 * p < depth; p++) {
        T *first = panel + 2 * p * width, *second = first + width;
        for (int64_t l = 0; l < lines; l++) {
            const T *z = from + 2 * (l * line_stride + p * k_stride);
            first[2 * l] = second[2 * l + 1] = z[0];
            first[2 * l + 1] = z[1];
            second[2 * l] = -z[1];
        }
    }
}

RA__INLINE VEC F(scaled)(T alpha, VEC sum, T beta, VEC old)
{
    VEC r = alpha == 1 ? sum : F(broadcast)(alpha) * sum;
    return beta == 0 ? r : F(fma)(F(broadcast)(beta), old, r);
}

/* `count` elements `stride` apart, as a vector. */
RA__INLINE VEC F(gather)(const T *x, int64_t stride, int count)
{
    T each[LANES] = {0};
    if (stride == 1)
        return count == LANES ? F(load)(x) : F(load_part)(x, count);
    for (int l = 0; l < count; l++)
        each[l] = x[l * stride];
    return F(load)(each);
}

static void F(finish_real)(const ra__product *x, void *c, const void *d, const T *sums, int64_t rows, int64_t columns)
{
    const T alpha = (T)x->alpha[0], beta = (T)x->beta[0];
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j += LANES) {
            int count = columns - j < LANES ? (int)(columns - j) : LANES;
            T *to = (T *)c + i * x->c_strides[0] + j * x->c_strides[1];
            VEC old = {0};
            if (beta != 0)
                old = F(gather)((const T *)d + i * x->d_strides[0] + j * x->d_strides[1], x->d_strides[1], count);
            VEC value = F(scaled)(alpha, F(load)(sums + i * WIDTH + j), beta, old);
            if (x->c_strides[1] == 1 && count == LANES)
                F(store)(to, value);
            else if (x->c_strides[1] == 1)
                F(store_part)(to, value, count);
            else
                for (int l = 0; l < count; l++)
                    to[l * x->c_strides[1]] = value[l];
        }
}

static void F(finish_complex)(const ra__product *x, void *c, const void *d, const T *sums, int64_t rows, int64_t columns)
{
    const T ar = (T)x->alpha[0], ai = (T)x->alpha[1], br = (T)x->beta[0], bi = (T)x->beta[1];
    const T minus_ai = -ai, minus_bi = -bi; /* both parts are differences: see math_complex.h */
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++) {
            T re = sums[i * WIDTH + 2 * j], im = sums[i * WIDTH + 2 * j + 1];
            T *to = (T *)c + 2 * (i * x->c_strides[0] + j * x->c_strides[1]);
            if (ar != 1 || ai != 0) { /* times 1 keeps infinities: 0 * inf would be NaN */
                T r = ar * re - ai * im;
                im = ar * im - minus_ai * re;
                re = r;
            }
            if (br != 0 || bi != 0) {
                const T *old = (const T *)d + 2 * (i * x->d_strides[0] + j * x->d_strides[1]);
                T or = old[0], oi = old[1];
                re += br * or - bi * oi;
                im += br * oi - minus_bi * or;
            }
            to[0] = re;
            to[1] = im;
        }
}

static const F(form) F(real_form) = {F(pack_real), F(pack_real), F(finish_real), 1, 1};
static const F(form) F(complex_form) = {F(pack_complex_a), F(pack_complex_b), F(finish_complex), 2, 1};
