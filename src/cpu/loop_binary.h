/*
 * Template: a loop of two inputs.
 *
 *   RA__LOOP        name of the function
 *   RA__T, RA__R    element types of inputs and output
 *   RA__EVAL(a, b)  the result of one element
 *   RA__SETUP       (optional) statements before the loop, which may read params
 *   RA__FINISH      (optional) statements after it, which may return a status
 */
static ra_status RA__LOOP(char *const *data, const int64_t *strides, int64_t n, const ra__params *params)
{
    (void)params;
#ifdef RA__SETUP
    RA__SETUP
#endif
    RA__R *out = (RA__R *)(void *)data[0];
    const RA__T *as = (const RA__T *)(void *)data[1], *bs = (const RA__T *)(void *)data[2];
    bool dense = strides[0] == sizeof(RA__R);
    if (dense && strides[1] == sizeof(RA__T) && strides[2] == sizeof(RA__T)) {
        RA__INDEPENDENT
        for (int64_t i = 0; i < n; i++) {
            const RA__T a = as[i], b = bs[i];
            out[i] = (RA__R)(RA__EVAL(a, b));
        }
    } else if (dense && strides[1] == sizeof(RA__T) && strides[2] == 0) {
        const RA__T b = *bs;
        RA__INDEPENDENT
        for (int64_t i = 0; i < n; i++) {
            const RA__T a = as[i];
            out[i] = (RA__R)(RA__EVAL(a, b));
        }
    } else if (dense && strides[1] == 0 && strides[2] == sizeof(RA__T)) {
        const RA__T a = *as;
        RA__INDEPENDENT
        for (int64_t i = 0; i < n; i++) {
            const RA__T b = bs[i];
            out[i] = (RA__R)(RA__EVAL(a, b));
        }
    } else {
        for (int64_t i = 0; i < n; i++) {
            const RA__T a = *(const RA__T *)(void *)(data[1] + i * strides[1]);
            const RA__T b = *(const RA__T *)(void *)(data[2] + i * strides[2]);
            *(RA__R *)(void *)(data[0] + i * strides[0]) = (RA__R)(RA__EVAL(a, b));
        }
    }
#ifdef RA__FINISH
    RA__FINISH
#endif
    return RA_OK;
}
