/*
 * The operands of a case of a vector file, and the call of its operator by name.
 *
 * On the CPU every storage is a borrowed buffer between guard bytes, but for those of out= tensors that the call has
 * to resize, which must own their memory. On the meta device there are descriptions only; on another the storages are copies.
 */
#ifndef TESTS_VECTORS_CALL_H
#define TESTS_VECTORS_CALL_H

#include "vectors/file.h"

#include <runahead.h>

enum { VECTOR_WHY = 1024 };

struct vector_storage {
    ra_tensor *base;  /* the whole storage in one dimension */
    uint8_t *block;   /* guard, contents, guard; NULL where the library owns the memory */
    uint8_t *contents;
    size_t size;
};

struct vector_call {
    const struct vector_case *c;
    const ra_op *op;
    ra_device device;
    struct vector_storage storage[VECTOR_MAX_STORAGES];
    int storages;
    ra_arg args[16];
    size_t arg_count;
    const ra_tensor *items[VECTOR_MAX_ITEMS];
    ra_tensor *view[32]; /* every operand, to be released */
    int views;
    ra_tensor *out[VECTOR_MAX_RESULTS];
    int outs;
    ra_tensor *result[VECTOR_MAX_RESULTS]; /* in-place: the first argument; out=: the given ones */
    size_t results;
    bool owns_results;
    ra_tensor *result_here[VECTOR_MAX_RESULTS], *storage_here[VECTOR_MAX_STORAGES]; /* copies of what lies on another device; NULL: not made */
};

/* Writes why and gives false, to be returned. */
bool vector_differ(char why[VECTOR_WHY], const char *format, ...) RA_PRINTF(2, 3);

/* Makes the operands; false and why where that is not possible. vector_unbind is due in either case. */
bool vector_bind(struct vector_call *call, const struct vector_case *c, ra_device device, char why[VECTOR_WHY]);
/* Replaces the out= tensors of the case by these, which the call takes over. */
void vector_give_out(struct vector_call *call, ra_tensor *out);
ra_status vector_run(struct vector_call *call, ra_variant variant);
/* Waits for everything, releases results and operands; false and why where a byte around a buffer was written. */
bool vector_unbind(struct vector_call *call, char why[VECTOR_WHY]);

/* Result r, or storage s whole, where its data can be read: itself, or a copy that lives as long as the call. NULL: ra_last_error(). */
const ra_tensor *vector_result_here(struct vector_call *call, size_t r);
const ra_tensor *vector_storage_here(struct vector_call *call, int s);

/* The variant that the case is about. */
ra_variant vector_variant_of(const struct vector_case *c);
/* Whether the bytes of storage s are what they were before the call. */
bool vector_is_unchanged(struct vector_call *call, int s);

#endif
