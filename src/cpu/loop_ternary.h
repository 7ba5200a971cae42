/*
 * Template: a loop of three inputs.
 *
 *   RA__LOOP             name of the function
 *   RA__T, RA__R         element types of inputs and output
 *   RA__T1, RA__T2       (optional) types of the first and the second input where they are not RA__T
 *   RA__EVAL(a, b, c)    the result of one element
 *   RA__SETUP            (optional) statements before the loop, which may read params
 *
 * There are loops for what is common, all dense, or one or both of the last two a number in each row; a first one that is a number is expanded into a tile,
 * of numbers alone the result is computed once a row, and the rest goes step by step.
 */
#ifndef RA__T1
#define RA__T1 RA__T
#define RA__T1_DEFAULT
#endif
#ifndef RA__T2
#define RA__T2 RA__T
#define RA__T2_DEFAULT
#endif
static ra_status RA__LOOP(char *const *data, const int64_t *strides, int64_t n, const int64_t *steps, int64_t rows, const ra__params *params)
{
    (void)params;
    const bool still = strides[1] == 0 && strides[2] == 0 && strides[3] == 0;
    if (n >= RA__ENOUGH_TO_EXPAND && strides[0] == sizeof(RA__R) && strides[1] == 0 && !still && (strides[2] == 0 || strides[2] == sizeof(RA__T2)) && (strides[3] == 0 || strides[3] == sizeof(RA__T)))
        return RA__ISA_NAME(ra__loop_expanded)(RA__LOOP, data, strides, (const int[]){sizeof(RA__R), sizeof(RA__T1), 0, 0}, 4, 1 << 1, n, steps, rows, params);
#ifdef RA__SETUP
    RA__SETUP
#endif
#define EACH_ROW for (int64_t row = 0; row < rows; row++, RA__NEXT_ROW(out, 0), RA__NEXT_ROW(as, 1), RA__NEXT_ROW(bs, 2), RA__NEXT_ROW(cs, 3))
    RA__R *out = (RA__R *)(void *)data[0];
    const RA__T1 *as = (const RA__T1 *)(void *)data[1];
    const RA__T2 *bs = (const RA__T2 *)(void *)data[2];
    const RA__T *cs = (const RA__T *)(void *)data[3];
    bool dense = strides[0] == sizeof(RA__R) && strides[1] == sizeof(RA__T1);
    if (dense && strides[2] == sizeof(RA__T2) && strides[3] == sizeof(RA__T)) {
        EACH_ROW {
            RA__INDEPENDENT
            for (int64_t i = 0; i < n; i++) {
                const RA__T1 a = as[i];
                const RA__T2 b = bs[i];
                const RA__T c = cs[i];
                out[i] = (RA__R)(RA__EVAL(a, b, c));
            }
        }
    } else if (dense && strides[2] == 0 && strides[3] == sizeof(RA__T)) {
        EACH_ROW {
            const RA__T2 b = *bs;
            RA__INDEPENDENT
            for (int64_t i = 0; i < n; i++) {
                const RA__T1 a = as[i];
                const RA__T c = cs[i];
                out[i] = (RA__R)(RA__EVAL(a, b, c));
            }
        }
    } else if (dense && strides[2] == sizeof(RA__T2) && strides[3] == 0) {
        EACH_ROW {
            const RA__T c = *cs;
            RA__INDEPENDENT
            for (int64_t i = 0; i < n; i++) {
                const RA__T1 a = as[i];
                const RA__T2 b = bs[i];
                out[i] = (RA__R)(RA__EVAL(a, b, c));
            }
        }
    } else if (dense && strides[2] == 0 && strides[3] == 0) {
        EACH_ROW {
            const RA__T2 b = *bs;
            const RA__T c = *cs;
            RA__INDEPENDENT
            for (int64_t i = 0; i < n; i++) {
                const RA__T1 a = as[i];
                out[i] = (RA__R)(RA__EVAL(a, b, c));
            }
        }
    } else if (strides[0] == sizeof(RA__R) && still) {
        EACH_ROW {
            const RA__T1 a = *as;
            const RA__T2 b = *bs;
            const RA__T c = *cs;
            const RA__R of_all = (RA__R)(RA__EVAL(a, b, c));
            for (int64_t i = 0; i < n; i++)
                out[i] = of_all;
        }
    } else {
        EACH_ROW {
            for (int64_t i = 0; i < n; i++) {
                const RA__T1 a = *RA__ELEMENT(as, 1, i);
                const RA__T2 b = *RA__ELEMENT(bs, 2, i);
                const RA__T c = *RA__ELEMENT(cs, 3, i);
                *RA__ELEMENT(out, 0, i) = (RA__R)(RA__EVAL(a, b, c));
            }
        }
    }
#undef EACH_ROW
    return RA_OK;
}
#ifdef RA__T1_DEFAULT
#undef RA__T1
#undef RA__T1_DEFAULT
#endif
#ifdef RA__T2_DEFAULT
#undef RA__T2
#undef RA__T2_DEFAULT
#endif
