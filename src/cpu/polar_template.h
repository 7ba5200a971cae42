/*
 * Template: numbers by modulus and angle, block by block, so that cosines and sines are those of vectors.
 *
 *   POLAR_LOOP         name of the loop
 *   POLAR_T            type of modulus and angle
 *   POLAR_COS, POLAR_SIN(out, in, n)
 *
 * All are undefined at the end.
 */
static ra_status POLAR_LOOP(char *const *data, const int64_t *strides, int64_t n, const int64_t *steps, int64_t rows, const ra__params *params)
{
    enum { BLOCK = 512 };
    POLAR_T modulus[BLOCK], angle[BLOCK], cosine[BLOCK], sine[BLOCK];
    (void)params;
    for (int64_t row = 0; row < rows; row++) {
        for (int64_t at = 0; at < n; at += BLOCK) {
            const int64_t count = n - at < BLOCK ? n - at : BLOCK;
            char *out = data[0] + row * steps[0] + at * strides[0];
            const char *moduli = data[1] + row * steps[1] + at * strides[1], *angles = data[2] + row * steps[2] + at * strides[2];
            for (int64_t i = 0; i < count; i++)
                modulus[i] = *(const POLAR_T *)(const void *)(moduli + i * strides[1]);
            for (int64_t i = 0; i < count; i++)
                angle[i] = *(const POLAR_T *)(const void *)(angles + i * strides[2]);
            POLAR_COS(cosine, angle, (size_t)count);
            POLAR_SIN(sine, angle, (size_t)count);
            if (strides[0] == 2 * sizeof(POLAR_T)) {
                POLAR_T *to = (POLAR_T *)(void *)out;
                for (int64_t i = 0; i < count; i++) {
                    to[2 * i] = modulus[i] * cosine[i];
                    to[2 * i + 1] = modulus[i] * sine[i];
                }
                continue;
            }
            for (int64_t i = 0; i < count; i++) {
                POLAR_T *to = (POLAR_T *)(void *)(out + i * strides[0]);
                to[0] = modulus[i] * cosine[i];
                to[1] = modulus[i] * sine[i];
            }
        }
    }
    return RA_OK;
}

#undef POLAR_LOOP
#undef POLAR_T
#undef POLAR_COS
#undef POLAR_SIN
