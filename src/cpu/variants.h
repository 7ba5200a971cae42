/*
 * Template: a kernel whose loops come in variants, of which the meta function picks one by params.i[3].
 *
 *   RA__NAME      the kernel
 *   RA__VARIANTS  a list of loop tables (as loops.h defines them), each defined for the dtypes that its variant allows
 *   RA__COST      ns per element of contiguous float32
 *   RA__FAULTS    (optional) true: a loop of integers may end with a data error
 *
 * All are undefined at the end.
 */
#ifndef RA__FAULTS
#define RA__FAULTS false
#endif

static const ra__loop_fn *const RA__PASTE(RA__NAME, variants)[] = {RA__VARIANTS};

#define X(dtype, number, ctype, bytes, text) \
    static ra_status RA__PASTE(RA__NAME, dtype)(char *const *data, const int64_t *strides, int64_t n, const int64_t *steps, int64_t rows, const ra__params *params) \
    { \
        return RA__PASTE(RA__NAME, variants)[params->i[3]][RA_##dtype](data, strides, n, steps, rows, params); \
    }
RA_DTYPE_LIST(X)
#undef X

/* Halves are computed in float32 by every variant. */
static const ra__loop_fn RA__PASTE(RA__NAME, loops)[RA_DTYPE_COUNT] = {
#define X(dtype, number, ctype, bytes, text) \
    [RA_##dtype] = RA_##dtype == RA_FLOAT16 || RA_##dtype == RA_BFLOAT16 ? NULL : RA__PASTE(RA__NAME, dtype),
    RA_DTYPE_LIST(X)
#undef X
};

RA__ELEMENTWISE_KERNEL_OF(RA__NAME, RA__PASTE(RA__NAME, loops), RA__COST, RA__FAULTS);

#undef RA__NAME
#undef RA__FAULTS
#undef RA__VARIANTS
#undef RA__COST
