/*
 * Template: a loop of one input.
 *
 *   RA__LOOP        name of the function
 *   RA__T, RA__R    element types of input and output
 *   RA__EVAL(a)     the result of one element
 *   RA__DENSE(out, in, n)  (optional) the same for n contiguous elements; out may be in
 *   RA__SETUP       (optional) statements before the loop, which may read params
 */
static ra_status RA__LOOP(char *const *data, const int64_t *strides, int64_t n, const int64_t *steps, int64_t rows, const ra__params *params)
{
    (void)params;
#ifdef RA__SETUP
    RA__SETUP
#endif
#define EACH_ROW for (int64_t row = 0; row < rows; row++, RA__NEXT_ROW(out, 0), RA__NEXT_ROW(in, 1))
    RA__R *out = (RA__R *)(void *)data[0];
    const RA__T *in = (const RA__T *)(void *)data[1];
    if (strides[0] == sizeof(RA__R) && strides[1] == sizeof(RA__T)) {
        EACH_ROW {
#ifdef RA__DENSE
            RA__DENSE(out, in, (size_t)n);
#else
            RA__INDEPENDENT
            for (int64_t i = 0; i < n; i++) {
                const RA__T a = in[i];
                out[i] = (RA__R)(RA__EVAL(a));
            }
#endif
        }
        return RA_OK;
    }
    if (strides[0] == sizeof(RA__R) && strides[1] == 0) {
        EACH_ROW {
            const RA__T a = *in;
            const RA__R of_all = (RA__R)(RA__EVAL(a));
            for (int64_t i = 0; i < n; i++)
                out[i] = of_all;
        }
        return RA_OK;
    }
    EACH_ROW {
        for (int64_t i = 0; i < n; i++) {
            const RA__T a = *RA__ELEMENT(in, 1, i);
            *RA__ELEMENT(out, 0, i) = (RA__R)(RA__EVAL(a));
        }
    }
#undef EACH_ROW
    return RA_OK;
}
