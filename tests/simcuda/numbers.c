/* Elements as numbers: computed with in double, and rounded to float32 after each step where that is what the type is computed in. */
#include "library.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t type_size(int type)
{
    switch (type) {
    case R_16F:
    case R_16BF: return 2;
    case R_32F: return 4;
    case R_64F:
    case C_32F: return 8;
    case C_64F: return 16;
    }
    return 0;
}

bool type_is_complex(int type)
{
    return type == C_32F || type == C_64F;
}

bool type_is_single(int type)
{
    return type != R_64F && type != C_64F;
}

static double half_to_double(uint16_t bits)
{
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const double size = exponent == 31 ? (fraction ? NAN : INFINITY) : exponent ? ldexp(fraction + 1024, exponent - 25) : ldexp(fraction, -24);
    return bits & 0x8000 ? -size : size;
}

static uint16_t double_to_half(double x)
{
    const uint16_t sign = signbit(x) ? 0x8000 : 0;
    const double size = fabs(x);
    if (isnan(x))
        return sign | 0x7e00;
    if (size >= 65520)
        return sign | 0x7c00;
    const int exponent = size < 0x1p-14 ? -14 : ilogb(size);
    const double steps = rint(ldexp(size, 10 - exponent)); /* to even; 2048 carries into the exponent by itself */
    return (uint16_t)(sign + (steps < 1024 ? steps : (exponent + 15) * 1024 + steps - 1024));
}

static uint16_t float_to_bfloat(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (uint16_t)(isnan(x) ? bits >> 16 | 0x40 : (bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

struct number number_load(int type, const void *at)
{
    const float *f = at;
    const double *d = at;
    uint16_t half = 0;
    uint32_t wide;
    float x;
    switch (type) {
    case R_16F:
        memcpy(&half, at, sizeof half);
        return (struct number){half_to_double(half), 0};
    case R_16BF:
        memcpy(&half, at, sizeof half);
        wide = (uint32_t)half << 16;
        memcpy(&x, &wide, sizeof x);
        return (struct number){(double)x, 0};
    case R_32F: return (struct number){(double)f[0], 0};
    case R_64F: return (struct number){d[0], 0};
    case C_32F: return (struct number){(double)f[0], (double)f[1]};
    default: return (struct number){d[0], d[1]};
    }
}

void number_store(int type, void *at, struct number x)
{
    float *f = at;
    double *d = at;
    uint16_t half;
    switch (type) {
    case R_16F:
        half = double_to_half((double)(float)x.re);
        memcpy(at, &half, sizeof half);
        return;
    case R_16BF:
        half = float_to_bfloat((float)x.re);
        memcpy(at, &half, sizeof half);
        return;
    case C_32F: f[1] = (float)x.im; /* fall through */
    case R_32F: f[0] = (float)x.re; return;
    case C_64F: d[1] = x.im; /* fall through */
    default: d[0] = x.re;
    }
}

static struct number rounded(int type, double re, double im)
{
    return type_is_single(type) ? (struct number){(double)(float)re, (double)(float)im} : (struct number){re, im};
}

struct number number_add(int type, struct number a, struct number b)
{
    return rounded(type, a.re + b.re, a.im + b.im);
}

struct number number_subtract(int type, struct number a, struct number b)
{
    return rounded(type, a.re - b.re, a.im - b.im);
}

struct number number_multiply(int type, struct number a, struct number b)
{
    if (!type_is_complex(type)) /* whose imaginary parts are no zeros to multiply infinity with */
        return rounded(type, a.re * b.re, 0);
    return rounded(type, a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

struct number number_divide(int type, struct number a, struct number b)
{
    if (!type_is_complex(type))
        return rounded(type, a.re / b.re, 0);
    /* Scaled, as CUDA's own complex division: by zero comes what is no number. */
    const double scale = 1 / (fabs(b.re) + fabs(b.im)), ar = a.re * scale, ai = a.im * scale, br = b.re * scale, bi = b.im * scale, size = 1 / (br * br + bi * bi);
    return rounded(type, (ar * br + ai * bi) * size, (ai * br - ar * bi) * size);
}

double number_modulus(struct number a)
{
    return hypot(a.re, a.im);
}

bool matrix_is_there(const char *name, const char *operand, int type, int64_t rows, int64_t columns, const void *at, int64_t ld)
{
    const size_t size = type_size(type);
    if (ld < (rows > 1 ? rows : 1)) {
        simcuda_library_violation("%s: the leading dimension of %s is %lld, of %lld rows", name, operand, (long long)ld, (long long)rows);
        return false;
    }
    if (!rows || !columns)
        return true;
    if ((uintptr_t)at % size) {
        simcuda_library_violation("%s: %s at %p is not aligned to its elements", name, operand, at);
        return false;
    }
    if (!simcuda_library_is_device(at, (size_t)((columns - 1) * ld + rows) * size)) {
        simcuda_library_violation("%s: %s at %p does not lie in memory of the device", name, operand, at);
        return false;
    }
    return true;
}

struct number *matrix_read(struct access *access, int type, int64_t rows, int64_t columns, const void *at, int64_t ld, CUresult *result)
{
    const size_t size = type_size(type);
    struct number *all = malloc(((size_t)(rows * columns) + 1) * sizeof *all);
    *result = all ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    for (int64_t j = 0; j < columns && rows && !*result; j++) {
        void *column;
        *result = simcuda_library_touch(access, (const char *)at + (size_t)(j * ld) * size, (size_t)rows * size, SIMCUDA_READ, &column);
        for (int64_t i = 0; i < rows && !*result; i++)
            all[j * rows + i] = number_load(type, (char *)column + (size_t)i * size);
    }
    if (!*result)
        return all;
    free(all);
    return NULL;
}

CUresult matrix_write(struct access *access, int type, int64_t rows, int64_t columns, void *at, int64_t ld, const struct number *from)
{
    const size_t size = type_size(type);
    CUresult result = CUDA_SUCCESS;
    for (int64_t j = 0; j < columns && rows && !result; j++) {
        void *column;
        result = simcuda_library_touch(access, (char *)at + (size_t)(j * ld) * size, (size_t)rows * size, SIMCUDA_WRITE, &column);
        for (int64_t i = 0; i < rows && !result; i++)
            number_store(type, (char *)column + (size_t)i * size, from[j * rows + i]);
    }
    return result;
}
