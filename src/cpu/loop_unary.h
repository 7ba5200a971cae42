/*
 * Template: a loop of one input.
 *
 *   RA__LOOP        name of the function
 *   RA__T, RA__R    element types of input and output
 *   RA__EVAL(a)     the result of one element
 *   RA__DENSE(out, in, n)  (optional) the same for n contiguous elements; out may be in
 *   RA__SETUP       (optional) statements before the loop, which may read params
 */
static ra_status RA__LOOP(char *const *data, const int64_t *strides, int64_t n, const ra__params *params)
{
    (void)params;
#ifdef RA__SETUP
    RA__SETUP
#endif
    if (strides[0] == sizeof(RA__R) && strides[1] == sizeof(RA__T)) {
        RA__R *out = (RA__R *)(void *)data[0];
        const RA__T *in = (const RA__T *)(void *)data[1];
#ifdef RA__DENSE
        RA__DENSE(out, in, (size_t)n);
#else
        RA__INDEPENDENT
        for (int64_t i = 0; i < n; i++) {
            const RA__T a = in[i];
            out[i] = (RA__R)(RA__EVAL(a));
        }
#endif
        return RA_OK;
    }
    for (int64_t i = 0; i < n; i++) {
        const RA__T a = *(const RA__T *)(void *)(data[1] + i * strides[1]);
        *(RA__R *)(void *)(data[0] + i * strides[0]) = (RA__R)(RA__EVAL(a));
    }
    return RA_OK;
}
