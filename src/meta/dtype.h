/*
 * dtypes: properties and promotion.
 */
#ifndef RA_META_DTYPE_H
#define RA_META_DTYPE_H

#include <runahead/types.h>

enum {
    RA__BIT_B = 1u << RA_BOOL,
    RA__BITS_U = 1u << RA_UINT8 | 1u << RA_INT8 | 1u << RA_INT16 | 1u << RA_INT32 | 1u << RA_INT64,
    RA__BITS_H = 1u << RA_FLOAT16 | 1u << RA_BFLOAT16,
    RA__BITS_R = 1u << RA_FLOAT32 | 1u << RA_FLOAT64,
    RA__BITS_C = 1u << RA_COMPLEX64 | 1u << RA_COMPLEX128,
    RA__BITS_FLOATING = RA__BITS_H | RA__BITS_R
};

static inline bool ra__is_valid_dtype(ra_dtype d)
{
    return d > RA_NO_DTYPE && d < RA_DTYPE_COUNT;
}

/* ra_dtype_size of what is known to be a dtype, or none. */
static inline int64_t ra__element_bytes(ra_dtype d)
{
    static const uint8_t bytes[RA_DTYPE_COUNT] = {
#define X(name, number, ctype, size, text) [number] = size,
        RA_DTYPE_LIST(X)
#undef X
    };
    return bytes[d];
}

static inline bool ra__is_integral(ra_dtype d) /* without bool */
{
    return (RA__BITS_U >> d) & 1;
}

static inline bool ra__is_floating(ra_dtype d)
{
    return (RA__BITS_FLOATING >> d) & 1;
}

static inline bool ra__is_complex(ra_dtype d)
{
    return (RA__BITS_C >> d) & 1;
}

static inline bool ra__is_half(ra_dtype d)
{
    return (RA__BITS_H >> d) & 1;
}

/* 0 bool, 1 integers, 2 floating, 3 complex: what ra_can_cast may not go down, and how scalars join in promotion. */
int ra__dtype_category(ra_dtype d);
/* complex64 -> float32, complex128 -> float64, others unchanged. */
ra_dtype ra__real_of(ra_dtype d);
/* float32 and halves -> complex64, float64 -> complex128. */
ra_dtype ra__complex_of(ra_dtype d);
/* What kernels compute in: float32 for halves, else the dtype itself. */
ra_dtype ra__compute_dtype(ra_dtype d);
/* dtype of a number of its own: bool, int64, the default, its complex. */
ra_dtype ra__scalar_dtype(ra_scalar_kind kind, ra_dtype default_dtype);
/* Converts a number to an element of dtype d, wrapping integers as C casts do. */
void ra__scalar_store(ra_scalar s, ra_dtype d, void *element);
ra_scalar ra__scalar_load(ra_dtype d, const void *element);
double ra__scalar_double(ra_scalar s); /* real part */
bool ra__scalar_is_real(ra_scalar s); /* whether it has no imaginary part, or one of 0 */
/* For messages: 3, 2.5, 2.0, true, (1+2j). Gives the buffer. */
const char *ra__scalar_text(const ra_scalar *s, char *buffer, size_t size);
int64_t ra__scalar_int64(ra_scalar s); /* truncated */
bool ra__scalar_is_true(ra_scalar s);
/*
 * Whether a dtype holds a number: within its range, and real for a real one. Fractions may be cut, negative integers stand for
 * their two's complement in uint8, infinities and NaN fit floating dtypes, and bool takes anything.
 */
bool ra__number_fits(ra_scalar s, ra_dtype d);

/*
 * Promotion over the three categories: tensors with dimensions, 0-dim tensors, numbers. Fold every operand in, then
 * take the result. (PyTorch's result_type.)
 */
typedef struct ra__promotion {
    ra_dtype dimensioned, zero_dim, number;
} ra__promotion;

void ra__promote_tensor(ra__promotion *p, ra_dtype dtype, int ndim);
void ra__promote_number(ra__promotion *p, ra_scalar_kind kind, ra_dtype default_dtype);
ra_dtype ra__promoted(const ra__promotion *p);

/* float16 and bfloat16 bits, round to nearest even. */
uint16_t ra__half_from_float(float f);
float ra__float_from_half(uint16_t h);
uint16_t ra__bfloat_from_float(float f);
float ra__float_from_bfloat(uint16_t h);

#endif
