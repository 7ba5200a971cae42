/*
 * Template: a loop of two inputs.
 *
 *   RA__LOOP        name of the function
 *   RA__T, RA__R    element types of inputs and output
 *   RA__EVAL(a, b)  the result of one element
 *   RA__DENSE(out, a, b, n)  (optional) the same for n contiguous elements; out may be a or b
 *   RA__SETUP       (optional) statements before the loop, which may read params
 *   RA__FINISH      (optional) statements after it, which may return a status
 *   RA__EXPANDS     (optional) 1: a number is expanded into a tile, so that there is one loop for the compiler to make vectors of; for what
 *                   costs more than reading a tile. Else numbers have loops of their own
 */
#ifndef RA__EXPANDS
#define RA__EXPANDS 0
#define RA__EXPANDS_DEFAULT
#endif
static ra_status RA__LOOP(char *const *data, const int64_t *strides, int64_t n, const int64_t *steps, int64_t rows, const ra__params *params)
{
    (void)params;
    const bool still[] = {strides[1] == 0, strides[2] == 0};
    if (RA__EXPANDS && n >= RA__ENOUGH_TO_EXPAND && strides[0] == sizeof(RA__R) && still[0] != still[1] && (still[0] || strides[1] == sizeof(RA__T)) &&
        (still[1] || strides[2] == sizeof(RA__T)))
        return RA__ISA_NAME(ra__loop_expanded)(RA__LOOP, data, strides, (const int[]){sizeof(RA__R), sizeof(RA__T), sizeof(RA__T)}, 3, (unsigned)still[0] << 1 | (unsigned)still[1] << 2, n, steps, rows,
                                               params);
#ifdef RA__SETUP
    RA__SETUP
#endif
#define EACH_ROW for (int64_t row = 0; row < rows; row++, RA__NEXT_ROW(out, 0), RA__NEXT_ROW(as, 1), RA__NEXT_ROW(bs, 2))
    RA__R *out = (RA__R *)(void *)data[0];
    const RA__T *as = (const RA__T *)(void *)data[1], *bs = (const RA__T *)(void *)data[2];
    bool dense = strides[0] == sizeof(RA__R);
    if (dense && strides[1] == sizeof(RA__T) && strides[2] == sizeof(RA__T)) {
        EACH_ROW {
#ifdef RA__DENSE
            RA__DENSE(out, as, bs, (size_t)n);
#else
            RA__INDEPENDENT
            for (int64_t i = 0; i < n; i++) {
                const RA__T a = as[i], b = bs[i];
                out[i] = (RA__R)(RA__EVAL(a, b));
            }
#endif
        }
    } else if (!RA__EXPANDS && dense && strides[1] == sizeof(RA__T) && strides[2] == 0) {
        EACH_ROW {
            const RA__T b = *bs;
            RA__INDEPENDENT
            for (int64_t i = 0; i < n; i++) {
                const RA__T a = as[i];
                out[i] = (RA__R)(RA__EVAL(a, b));
            }
        }
    } else if (!RA__EXPANDS && dense && strides[1] == 0 && strides[2] == sizeof(RA__T)) {
        EACH_ROW {
            const RA__T a = *as;
            RA__INDEPENDENT
            for (int64_t i = 0; i < n; i++) {
                const RA__T b = bs[i];
                out[i] = (RA__R)(RA__EVAL(a, b));
            }
        }
    } else if (dense && still[0] && still[1]) {
        EACH_ROW {
            const RA__T a = *as, b = *bs;
            const RA__R of_all = (RA__R)(RA__EVAL(a, b));
            for (int64_t i = 0; i < n; i++)
                out[i] = of_all;
        }
    } else {
        EACH_ROW {
            for (int64_t i = 0; i < n; i++) {
                const RA__T a = *RA__ELEMENT(as, 1, i), b = *RA__ELEMENT(bs, 2, i);
                *RA__ELEMENT(out, 0, i) = (RA__R)(RA__EVAL(a, b));
            }
        }
    }
#undef EACH_ROW
#ifdef RA__FINISH
    RA__FINISH
#endif
    return RA_OK;
}
#ifdef RA__EXPANDS_DEFAULT
#undef RA__EXPANDS
#undef RA__EXPANDS_DEFAULT
#endif
