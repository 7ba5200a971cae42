/*
 * DLPack: what is lent is a handle of its own, counted as a reader of the storage until it comes back; what is borrowed is a buffer
 * of the program's, whose release is the lender's deleter.
 */
#include "async/front/check.h"
#include "async/front/tensor.h"
#include "async/os/os.h"
#include "async/thread/entry.h"
#include "io/dlpack_abi.h"

#include <runahead/dlpack.h>
#include <string.h>

static const struct {
    uint8_t code, bits;
} dl_dtypes[RA_DTYPE_COUNT] = {
    [RA_BOOL] = {RA__DL_BOOL, 8},         [RA_UINT8] = {RA__DL_UINT, 8},         [RA_INT8] = {RA__DL_INT, 8},
    [RA_INT16] = {RA__DL_INT, 16},        [RA_INT32] = {RA__DL_INT, 32},         [RA_INT64] = {RA__DL_INT, 64},
    [RA_FLOAT16] = {RA__DL_FLOAT, 16},    [RA_BFLOAT16] = {RA__DL_BFLOAT, 16},   [RA_FLOAT32] = {RA__DL_FLOAT, 32},
    [RA_FLOAT64] = {RA__DL_FLOAT, 64},    [RA_COMPLEX64] = {RA__DL_COMPLEX, 64}, [RA_COMPLEX128] = {RA__DL_COMPLEX, 128},
};

/* ---- lent ---- */

typedef struct loan {
    union {
        struct DLManagedTensorVersioned versioned;
        struct DLManagedTensor unversioned;
    } lent;
    ra_tensor *handle;
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS];
} loan;

static void give_back(loan *l)
{
    ra__tensor_unread(l->handle);
    ra_release(l->handle);
    ra__os_free(l);
}

static void delete_versioned(struct DLManagedTensorVersioned *self)
{
    if (self)
        give_back(self->context);
}

static void delete_unversioned(struct DLManagedTensor *self)
{
    if (self)
        give_back(self->context);
}

static void describe(ra__dl_tensor *d, loan *l, const char *data)
{
    const ra_layout *layout = ra__layout_of(l->handle);
    memcpy(l->sizes, ra__sizes(layout), layout->ndim * sizeof(int64_t));
    memcpy(l->strides, ra__strides(layout), layout->ndim * sizeof(int64_t));
    *d = (ra__dl_tensor){
        .data = (void *)(uintptr_t)data,
        .device = {RA__DL_CPU, 0},
        .ndim = (int32_t)layout->ndim,
        .dtype = {dl_dtypes[layout->dtype].code, dl_dtypes[layout->dtype].bits, 1},
        .sizes = l->sizes,
        .strides = l->strides,
    };
}

static bool is_readonly(const ra_tensor *t)
{
    return t->storage->flags & RA__STORAGE_READONLY;
}

/* The handle belongs to no scope: the loan has it. */
static loan *lend(const ra_tensor *t, bool can_say_readonly, const char *function, const char **data)
{
    *data = ra__tensor_lend(t, function);
    if (!*data)
        return NULL;
    if (!can_say_readonly && is_readonly(t)) {
        ra__tensor_unread(t);
        ra__refusal(RA_ERR_READONLY, "%s: the tensor is a read-only buffer, which this form cannot say: use ra_to_dlpack or ra_clone", function);
        return NULL;
    }
    loan *l = ra__os_alloc(sizeof *l);
    ra_tensor *handle = l ? ra_keep(ra_ref(t)) : NULL;
    if (handle) {
        l->handle = handle;
        return l;
    }
    ra__tensor_unread(t);
    ra__os_free(l);
    ra__refusal(RA_ERR_MEMORY, "%s: out of memory for what describes the tensor", function);
    return NULL;
}

struct DLManagedTensorVersioned *ra_to_dlpack(const ra_tensor *t)
{
    RA__NOTE_CALLER();
    const char *data;
    loan *l = lend(t, true, "ra_to_dlpack", &data);
    if (!l)
        return NULL;
    struct DLManagedTensorVersioned *lent = &l->lent.versioned;
    *lent = (struct DLManagedTensorVersioned){.version = {RA__DL_MAJOR, RA__DL_MINOR}, .context = l, .deleter = delete_versioned};
    if (is_readonly(t))
        lent->flags = RA__DL_READ_ONLY;
    describe(&lent->tensor, l, data);
    return lent;
}

struct DLManagedTensor *ra_to_dlpack_unversioned(const ra_tensor *t)
{
    RA__NOTE_CALLER();
    const char *data;
    loan *l = lend(t, false, "ra_to_dlpack_unversioned", &data);
    if (!l)
        return NULL;
    struct DLManagedTensor *lent = &l->lent.unversioned;
    *lent = (struct DLManagedTensor){.context = l, .deleter = delete_unversioned};
    describe(&lent->tensor, l, data);
    return lent;
}

/* ---- borrowed ---- */

static ra_dtype dtype_of(ra__dl_dtype d)
{
    for (int i = RA_NO_DTYPE + 1; d.lanes == 1 && i < RA_DTYPE_COUNT; i++)
        if (dl_dtypes[i].code == d.code && dl_dtypes[i].bits == d.bits)
            return (ra_dtype)i;
    return RA_NO_DTYPE;
}

static void refuse_dtype(ra__dl_dtype d, const char *function)
{
    static const char *const names[] = {"int", "uint", "float", "opaque", "bfloat", "complex", "bool"};
    if (d.code < sizeof names / sizeof *names)
        ra__refusal(RA_ERR_DTYPE, "%s: there is no dtype here for elements of %u times %s%u", function, d.lanes, names[d.code], d.bits);
    else
        ra__refusal(RA_ERR_DTYPE, "%s: there is no dtype here for elements of %u times %u bits, type code %u", function, d.lanes, d.bits, d.code);
}

/* Where they step nowhere, or there is nothing, strides may be anything; those that would be refused are none of the lender's making. */
static void take_strides(const ra__dl_tensor *d, int64_t *strides)
{
    bool is_empty = false;
    for (int i = 0; i < d->ndim; i++)
        is_empty |= d->sizes[i] == 0;
    for (int i = 0; i < d->ndim; i++) {
        const bool is_odd = d->strides[i] < 0 || d->strides[i] > RA__MOST_MEMORY / RA_MAX_DIMS;
        strides[i] = is_odd && (is_empty || d->sizes[i] == 1) ? 1 : d->strides[i];
    }
}

static ra_tensor *borrow(const ra__dl_tensor *d, bool readonly, ra_release_fn release, void *lent, const char *function)
{
    int64_t strides[RA_MAX_DIMS];
    const ra_dtype dtype = dtype_of(d->dtype);
    uintptr_t data;
    if (d->device.kind != RA__DL_CPU && d->device.kind != RA__DL_CUDA_HOST) {
        ra__refusal(RA_ERR_DEVICE, "%s: the memory is of a device of kind %d, not the processor's (1)", function, (int)d->device.kind);
        return NULL;
    }
    if (dtype == RA_NO_DTYPE) {
        refuse_dtype(d->dtype, function);
        return NULL;
    }
    if (d->ndim < 0 || d->ndim > RA_MAX_DIMS || (d->ndim && !d->sizes)) {
        ra__refusal(RA_ERR_SHAPE, d->ndim < 0 || d->ndim > RA_MAX_DIMS ? "%s: %d dimensions, not 0 to %d" : "%s: the shape of %d dimensions (at most %d) is NULL",
                    function, (int)d->ndim, RA_MAX_DIMS);
        return NULL;
    }
    if (__builtin_add_overflow((uintptr_t)d->data, d->byte_offset, &data)) {
        ra__refusal(RA_ERR_OVERFLOW, "%s: %llu bytes behind its address the memory ends", function, (unsigned long long)d->byte_offset);
        return NULL;
    }
    if (d->strides)
        take_strides(d, strides);
    const ra_from_data_opts o = {
        .strides = d->strides ? ra_dims_of(strides, d->ndim) : (ra_dims){0}, .release = release, .context = lent, .readonly = readonly};
    return ra__tensor_borrow((void *)data, dtype, ra_dims_of(d->sizes, d->ndim), &o, function);
}

static void return_versioned(void *lent)
{
    struct DLManagedTensorVersioned *v = lent;
    v->deleter(v);
}

static void return_unversioned(void *lent)
{
    struct DLManagedTensor *u = lent;
    u->deleter(u);
}

ra_tensor *ra_from_dlpack(struct DLManagedTensorVersioned *lent)
{
    RA__NOTE_CALLER();
    if (!lent)
        ra__refusal(RA_ERR_ARGUMENT, "ra_from_dlpack: what is lent is NULL");
    else if (lent->version.major != RA__DL_MAJOR)
        ra__refusal(RA_ERR_UNSUPPORTED, "ra_from_dlpack: DLPack %u.%u, where %d.x is known", lent->version.major, lent->version.minor, RA__DL_MAJOR);
    else
        return borrow(&lent->tensor, lent->flags & RA__DL_READ_ONLY, lent->deleter ? return_versioned : NULL, lent, "ra_from_dlpack");
    return NULL;
}

ra_tensor *ra_from_dlpack_unversioned(struct DLManagedTensor *lent)
{
    RA__NOTE_CALLER();
    if (lent)
        return borrow(&lent->tensor, false, lent->deleter ? return_unversioned : NULL, lent, "ra_from_dlpack_unversioned");
    ra__refusal(RA_ERR_ARGUMENT, "ra_from_dlpack_unversioned: what is lent is NULL");
    return NULL;
}
