/*
 * For the simulated libraries that stand upon the driver (cublas*.c, cusolver*.c, cufft*.c), and NVRTC's: what they ask of it, as work of a stream that
 * touches memory; and how they read and write elements.
 */
#ifndef SIMCUDA_LIBRARY_H
#define SIMCUDA_LIBRARY_H

#include "abi.h"
#include "device/simcuda_abi.h"

#include <stdbool.h>

struct access;

/* ---- library.c, which is the driver's ---- */

/* The rules that hold for every call, as for one of the driver's: the current context, no host function, injected failures. */
CUresult simcuda_library_enter(const char *name);
/* Of a library that needs no context: injected failures alone. */
CUresult simcuda_library_injected(const char *name);
CUcontext simcuda_library_context(void); /* the current one */
__attribute__((format(printf, 1, 2))) void simcuda_library_violation(const char *format, ...);
/* What is not destroyed where that is refused stays the library's: to a sanitizer it is no leak. */
void simcuda_library_keep(void *handle);
/* What a call that allocates or frees waits for: all of the context. */
void simcuda_library_wait(void);
CUresult simcuda_library_wait_stream(CUstream stream);
bool simcuda_library_is_stream(CUstream stream); /* of the current context */
/* The bytes lie in one allocation of the current context's device. */
bool simcuda_library_is_device(const void *at, size_t bytes);
/* run is called in the stream's order, and frees data; what it answers the context fails with. */
CUresult simcuda_library_give(CUstream stream, const char *what, CUresult (*run)(void *data, struct access *access), void *data);
/* From within run: the bytes are touched, by the rules for all memory; at: where they may be reached. */
CUresult simcuda_library_touch(struct access *access, const void *bytes, size_t size, int how, void **at);

/* ---- numbers.c, of each library ---- */

/* cudaDataType */
enum { R_32F = 0, R_64F = 1, R_16F = 2, C_32F = 4, C_64F = 5, R_16BF = 14 };
struct number {
    double re, im;
};
size_t type_size(int type); /* 0: none of these */
bool type_is_complex(int type);
bool type_is_single(int type); /* computed in float32 */
struct number number_load(int type, const void *at);
void number_store(int type, void *at, struct number x);
/* Rounded to float32 where the type is computed in that. */
struct number number_add(int type, struct number a, struct number b);
struct number number_subtract(int type, struct number a, struct number b);
struct number number_multiply(int type, struct number a, struct number b);
struct number number_divide(int type, struct number a, struct number b);
double number_modulus(struct number a);

/* Leading dimension, alignment and place of a column-major matrix, of which nothing is read yet; false: it was told. */
bool matrix_is_there(const char *name, const char *operand, int type, int64_t rows, int64_t columns, const void *at, int64_t ld);
/* A column-major matrix in device memory, touched whole, in numbers that lie column by column; NULL: *result says why. */
struct number *matrix_read(struct access *access, int type, int64_t rows, int64_t columns, const void *at, int64_t ld, CUresult *result);
CUresult matrix_write(struct access *access, int type, int64_t rows, int64_t columns, void *at, int64_t ld, const struct number *from);

#endif
