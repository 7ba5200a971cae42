/*
 * Data from and to the program: borrowed buffers, and the access that waits.
 */
#include "async/front/check.h"
#include "async/front/dispatch.h"
#include "async/front/options.h"
#include "async/front/tensor.h"
#include "async/memory/memory.h"
#include "async/os/fpu.h"
#include "async/os/os.h"
#include "async/os/point.h"
#include "async/tasks/graph.h"
#include "async/thread/callback.h"
#include "async/thread/entry.h"
#include "async/thread/state.h"
#include "async/values/device.h"

#include <runahead/ops.h>
#include <string.h>

/* ---- in ---- */

static ra_status describe_buffer(ra__shape *s, const void *data, ra_dtype dtype, ra_dims sizes, ra_dims strides, int64_t *bytes,
                                 const char *function)
{
    int64_t numel, extent;
    if (!ra__is_valid_dtype(dtype))
        return ra__refusal(RA_ERR_DTYPE, "%s: %d is no dtype", function, (int)dtype);
    if (sizes.count < 0 || sizes.count > RA_MAX_DIMS || (sizes.count && !sizes.values))
        return ra__refusal(RA_ERR_SHAPE, "%s: %lld dimensions%s, not 0 to %d", function, (long long)sizes.count,
                           sizes.count > 0 && !sizes.values ? " in a list without values" : "", RA_MAX_DIMS);
    s->dtype = dtype;
    s->ndim = (int)sizes.count;
    for (int d = 0; d < s->ndim; d++) {
        s->sizes[d] = sizes.values[d];
        if (s->sizes[d] < 0)
            return ra__refusal(RA_ERR_SHAPE, "%s: size %lld of dimension %d is negative", function, (long long)s->sizes[d], d);
    }
    if (!ra__sizes_numel(dtype, s->ndim, s->sizes, &numel))
        return ra__refusal(RA_ERR_OVERFLOW, "%s: %s %s does not fit the address space", function, ra_dtype_name(dtype), RA__SIZES_TEXT(s->ndim, s->sizes));
    if (strides.values || strides.count > 0) {
        if (strides.count != sizes.count || !strides.values)
            return ra__refusal(RA_ERR_SHAPE, "%s: %lld strides for %lld sizes", function, (long long)strides.count, (long long)sizes.count);
        memcpy(s->strides, strides.values, (size_t)s->ndim * sizeof(int64_t));
    } else
        ra__strides_contiguous(s->ndim, s->sizes, s->strides);
    if (!ra__extent_of(dtype, s->ndim, s->sizes, s->strides, &extent))
        return ra__refusal(RA_ERR_LAYOUT, "%s: %s %s with strides %s, which are negative or do not fit the address space", function, ra_dtype_name(dtype),
                           RA__SIZES_TEXT(s->ndim, s->sizes), RA__SIZES_TEXT(s->ndim, s->strides));
    if (!data && numel)
        return ra__refusal(RA_ERR_ARGUMENT, "%s: data is NULL", function);
    *bytes = extent * ra__element_bytes(dtype); /* fits: the extent in bytes */
    if (*bytes > RA__MOST_MEMORY)
        return ra__refusal(RA_ERR_OVERFLOW, "%s: %s %s reaches over %lld bytes, more than the %lld that a process can have in one piece", function,
                           ra_dtype_name(dtype), RA__SIZES_TEXT(s->ndim, s->sizes), (long long)*bytes, (long long)RA__MOST_MEMORY);
    return RA_OK;
}

/* Kernels read elements where they may be. */
static ra_status refuse_crooked(const void *data, ra_dtype dtype, int64_t bytes, const char *function)
{
    const int64_t element = ra__element_bytes(dtype), whole = ra__is_complex(dtype) ? element / 2 : element;
    if (bytes == 0 || (uintptr_t)data % (uintptr_t)whole == 0)
        return RA_OK;
    return ra__refusal(RA_ERR_LAYOUT, "%s: the data are at %p, where no element of %s can be: a multiple of %lld", function, data, ra_dtype_name(dtype), (long long)whole);
}

ra_tensor *ra__tensor_borrow(void *data, ra_dtype dtype, ra_dims sizes, const ra_from_data_opts *o, const char *function)
{
    ra__shape s;
    int64_t bytes;
    if (ra__engine_ensure() || describe_buffer(&s, data, dtype, sizes, o->strides, &bytes, function) || refuse_crooked(data, dtype, bytes, function))
        return NULL;
    ra__callback *release = o->release ? ra__callback_of_release(o->release, o->context) : NULL;
    ra_storage *storage = o->release && !release ? NULL : ra__storage_new(RA_CPU, bytes);
    ra_tensor *t = storage ? ra__tensor_new(storage, &s, 0) : NULL;
    if (!t) {
        ra__refusal(RA_ERR_MEMORY, "%s: out of memory for the handle", function);
        ra__callback_free(release);
        if (storage)
            ra__storage_drop(storage, RA__HOLDER);
        return NULL;
    }
    static char nothing[1];
    atomic_store_explicit(&storage->data, data ? data : nothing, memory_order_relaxed);
    storage->capacity = bytes;
    storage->flags = RA__STORAGE_BORROWED | (o->readonly ? RA__STORAGE_READONLY : 0);
    storage->hazards.written = true;
    storage->capacity_recorded = bytes;
    storage->release = release;
    return t;
}

ra_tensor *ra_from_data(void *data, ra_dtype dtype, ra_dims sizes, const ra_from_data_opts *opts)
{
    RA__NOTE_CALLER();
    ra_from_data_opts o = {.size = sizeof o};
    if (opts && !ra__options_take(&o, sizeof o, opts, "ra_from_data", ra__tls.carried.site))
        return NULL;
    return ra__tensor_borrow(data, dtype, sizes, &o, "ra_from_data");
}

/* count: how many values there are; -1: as many as there have to be. */
static ra_tensor *copied(const void *data, int64_t count, ra_dtype dtype, ra_dims sizes, const char *function)
{
    ra__shape s;
    int64_t bytes;
    char text[RA__SHORTAGE_TEXT];
    if (ra__engine_ensure() || describe_buffer(&s, data, dtype, sizes, (ra_dims){0}, &bytes, function))
        return NULL;
    if (count >= 0 && bytes != ra__capped_product(count, ra__element_bytes(dtype))) {
        ra__refusal(RA_ERR_SHAPE, "%s: %lld values for %s", function, (long long)count, RA__SIZES_TEXT(s.ndim, s.sizes));
        return NULL;
    }
    ra_storage *storage = ra__storage_new(RA_CPU, bytes);
    if (!storage || ra__storage_ensure(storage, bytes)) {
        ra__refusal(RA_ERR_MEMORY, "%s: out of memory: %s", function, ra__mem_shortage((size_t)bytes, text, sizeof text));
        if (storage)
            ra__storage_drop(storage, RA__HOLDER);
        return NULL;
    }
    storage->hazards.written = true;
    storage->capacity_recorded = bytes;
    char *to = ra__storage_data(storage);
    if (bytes)
        memcpy(to, data, (size_t)bytes);
    for (int64_t i = 0; dtype == RA_BOOL && i < bytes; i++)
        to[i] = to[i] != 0;
    ra_tensor *t = ra__tensor_new(storage, &s, 0);
    if (!t) {
        ra__refusal(RA_ERR_MEMORY, "%s: out of memory for the handle", function);
        ra__storage_drop(storage, RA__HOLDER);
    }
    return t;
}

ra_tensor *ra_from_copy(const void *data, ra_dtype dtype, ra_dims sizes)
{
    RA__NOTE_CALLER();
    return copied(data, -1, dtype, sizes, "ra_from_copy");
}

ra_tensor *ra_from_values(const void *values, int64_t count, ra_dtype dtype, ra_dims sizes)
{
    RA__NOTE_CALLER();
    if (count >= 0)
        return copied(values, count, dtype, sizes.count == -1 ? ra_dims_of(&count, 1) : sizes, "ra_from_values");
    ra__refusal(RA_ERR_ARGUMENT, "ra_from_values: %lld values", (long long)count);
    return NULL;
}

/* ---- out ---- */

static ra_status give(ra_status *out, ra_status s)
{
    if (out)
        *out = s;
    return s;
}

/* A tensor that nothing has written (ra_empty), or whose first writer came to nothing, gets its memory at the first look. */
static ra_status take_memory(ra_storage *storage, const char *function)
{
    ra__graph_lock();
    const int64_t bytes = ra__storage_bytes(storage);
    bool taken;
    ra_status s = ra__storage_take(storage, bytes, &taken);
    if (!s && taken) {
        storage->hazards.written = true;
        if (bytes > storage->capacity_recorded)
            storage->capacity_recorded = bytes;
    }
    ra__graph_unlock();
    char text[RA__SHORTAGE_TEXT];
    return s ? ra__refusal(RA_ERR_MEMORY, "%s: out of memory: %s", function, ra__mem_shortage((size_t)bytes, text, sizeof text)) : RA_OK;
}

/* READS_NOW: by the call itself, which says when it has. LENDS: until somebody says that it is given back, who writes it too, where he may. */
enum access { READS, READS_NOW, WRITES, LENDS };

/* When those are done who are waited for, it has memory. */
static inline __attribute__((always_inline)) ra_status wait_for_access(const ra_tensor *t, enum access how, const char *function)
{
    if (!t || t == RA_NONE)
        return ra__refusal(t ? RA_ERR_ARGUMENT : RA_ERR_REFUSED, "%s: the tensor is %s", function, t ? "RA_NONE" : "NULL");
    if (ra__is_misused(t, function))
        return RA_ERR_STATE;
    if (t->storage->device == RA_META)
        return ra__refusal(RA_ERR_DEVICE, "%s: a tensor on the meta device has no data", function);
    if (t->storage->device != RA_CPU)
        return ra__refusal(RA_ERR_DEVICE, "%s: the tensor is on %s, where the program cannot reach it; use ra_to or ra_copy_to", function, ra_device_name(t->storage->device));
    const bool readonly = how >= WRITES && (t->storage->flags & RA__STORAGE_READONLY), writes = how >= WRITES && !readonly;
    if (how == WRITES && readonly)
        return ra__refusal(RA_ERR_READONLY, "%s: the tensor is a read-only buffer", function);
    ra_status s = writes ? ra__wait_writable(t, RA__WAIT_WRITE) : ra__wait_readable(t, RA__WAIT_READ);
    if (!s)
        s = ra__tensor_resolve(t);
    return s || ra__storage_data(t->storage) ? s : take_memory(t->storage, function);
}

static char *first_element(const ra_tensor *t, char *memory)
{
    return memory + t->offset; /* fits: within the storage */
}

static char *access(const ra_tensor *t, enum access how, ra_status *status, const char *function)
{
    if (give(status, wait_for_access(t, how, function)))
        return NULL;
    if (how != READS_NOW)
        return first_element(t, ra__storage_data(t->storage));
    char *p = first_element(t, ra__storage_read(t->storage));
    RA__POINT(READ);
    return p;
}

const char *ra__tensor_read(const ra_tensor *t, ra_status *status, const char *function)
{
    return access(t, READS_NOW, status, function);
}

char *ra__tensor_lend(const ra_tensor *t, const char *function)
{
    if (wait_for_access(t, LENDS, function))
        return NULL;
    char *memory = ra__storage_lend(t->storage);
    if (memory)
        return first_element(t, memory);
    ra__refusal(RA_ERR_STATE, "%s: the tensor's memory is lent too many times", function);
    return NULL;
}

const void *ra_data(const ra_tensor *t, ra_status *status)
{
    RA__NOTE_CALLER();
    return access(t, READS, status, "ra_data");
}

void *ra_data_mut(ra_tensor *t, ra_status *status)
{
    RA__NOTE_CALLER();
    return access(t, WRITES, status, "ra_data_mut");
}

static const void *typed(const ra_tensor *t, ra_dtype dtype, ra_status *status, const char *function)
{
    if (t && t != RA_NONE) {
        if (ra__is_misused(t, function)) {
            give(status, RA_ERR_STATE);
            return NULL;
        }
        const ra_layout *l = ra__layout_of(t);
        if ((ra_dtype)l->dtype != dtype) {
            give(status, ra__refusal(RA_ERR_DTYPE, "%s: the tensor is of dtype %s", function, ra_dtype_name((ra_dtype)l->dtype)));
            return NULL;
        }
        if (!atomic_load_explicit(&t->extent, memory_order_relaxed) && !(l->flags & RA__CONTIGUOUS)) {
            give(status, ra__refusal(RA_ERR_LAYOUT, "%s: the tensor is not contiguous; use ra_contiguous or ra_copy_to", function));
            return NULL;
        }
    }
    const void *p = access(t, READS, status, function);
    if (p && !(ra__layout_of(t)->flags & RA__CONTIGUOUS)) {
        give(status, ra__refusal(RA_ERR_LAYOUT, "%s: the tensor is not contiguous; use ra_contiguous or ra_copy_to", function));
        return NULL;
    }
    return p;
}

#define TYPED(suffix, dtype, type) \
    const type *ra_data_##suffix(const ra_tensor *t, ra_status *status) \
    { \
        RA__NOTE_CALLER(); \
        return typed(t, dtype, status, "ra_data_" #suffix); \
    }
TYPED(bool, RA_BOOL, uint8_t)
TYPED(u8, RA_UINT8, uint8_t)
TYPED(i8, RA_INT8, int8_t)
TYPED(i16, RA_INT16, int16_t)
TYPED(i32, RA_INT32, int32_t)
TYPED(i64, RA_INT64, int64_t)
TYPED(f16, RA_FLOAT16, uint16_t)
TYPED(bf16, RA_BFLOAT16, uint16_t)
TYPED(f32, RA_FLOAT32, float)
TYPED(f64, RA_FLOAT64, double)
#undef TYPED

/* Elements in row-major order, of any layout. */
static void gather(const ra_layout *l, const char *from, char *to, int dim)
{
    int64_t item = ra__itemsize(l), n = dim < l->ndim ? ra__sizes(l)[dim] : 1;
    if (dim == l->ndim) {
        memcpy(to, from, (size_t)item);
        return;
    }
    int64_t block = item;
    for (int d = dim + 1; d < l->ndim; d++)
        block *= ra__sizes(l)[d]; /* fits: at most numel in bytes */
    for (int64_t i = 0; i < n; i++)
        gather(l, from + i * ra__strides(l)[dim] * item, to + i * block, dim + 1); /* fits: within the storage and the buffer */
}

/*
 * What can be read here: t itself, or a copy of what a device with streams has, in *copy, which the caller releases. A copy of one that
 * cannot be had is NULL, which is told by whoever looks at it: the refusal has been.
 */
static const ra_tensor *within_reach(const ra_tensor *t, const char *function, ra_tensor **copy)
{
    *copy = NULL;
    if (!t || t == RA_NONE || ra__is_misused(t, function) || !ra__device_has_streams(t->storage->device))
        return t;
    return *copy = ra_keep(ra_to_at(t, RA_OPTS(ra_to, .device = RA_CPU), ra__tls.carried.site));
}

static ra_status copy_elements(const ra_layout *l, const char *p, void *buffer, size_t bytes)
{
    if (bytes && !buffer)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_copy_to: the buffer is NULL");
    if ((int64_t)bytes != l->numel * ra__itemsize(l)) /* fits: numel in bytes */
        return ra__refusal(RA_ERR_ARGUMENT, "ra_copy_to: the buffer has %zu bytes, the tensor %lld", bytes, (long long)(l->numel * ra__itemsize(l))); /* fits: likewise */
    if (l->flags & RA__CONTIGUOUS)
        memcpy(buffer, p, bytes);
    else if (l->numel)
        gather(l, p, buffer, 0);
    return RA_OK;
}

static ra_status copy_to(const ra_tensor *t, void *buffer, size_t bytes)
{
    ra_status status;
    const char *p = access(t, READS_NOW, &status, "ra_copy_to");
    if (!p)
        return status;
    status = copy_elements(ra__layout_of(t), p, buffer, bytes);
    ra__tensor_unread(t);
    return status;
}

ra_status ra_copy_to(const ra_tensor *t, void *buffer, size_t bytes)
{
    RA__NOTE_CALLER();
    ra_tensor *copy;
    ra_status s = copy_to(within_reach(t, "ra_copy_to", &copy), buffer, bytes);
    ra_release(copy);
    return s;
}

static ra_status no_room(const char *function)
{
    return ra__refusal(RA_ERR_ARGUMENT, "%s: the pointer to the result is NULL", function);
}

static ra_status item_here(const ra_tensor *t, ra_scalar *value, const char *function)
{
    ra_status status;
    const void *p = access(t, READS_NOW, &status, function);
    if (!p)
        return status;
    const ra_layout *l = ra__layout_of(t);
    if (l->numel == 1) {
        unsigned fpu = ra__fpu_enter(); /* a host that flushes subnormals would read them as zero */
        *value = ra__scalar_load((ra_dtype)l->dtype, p);
        ra__fpu_leave(fpu);
    } else
        status = ra__refusal(RA_ERR_SHAPE, "%s: the tensor has %lld elements, not one", function, (long long)l->numel);
    ra__tensor_unread(t);
    return status;
}

static ra_status item(const ra_tensor *t, ra_scalar *value, const char *function)
{
    ra_tensor *copy;
    ra_status s = item_here(within_reach(t, function, &copy), value, function);
    ra_release(copy);
    return s;
}

ra_status ra_item(const ra_tensor *t, ra_scalar *value)
{
    RA__NOTE_CALLER();
    return value ? item(t, value, "ra_item") : no_room("ra_item");
}

ra_status ra_item_f64(const ra_tensor *t, double *value)
{
    RA__NOTE_CALLER();
    ra_scalar s;
    ra_status status = value ? item(t, &s, "ra_item_f64") : no_room("ra_item_f64");
    if (!status)
        *value = ra__scalar_double(s);
    return status;
}

ra_status ra_item_i64(const ra_tensor *t, int64_t *value)
{
    RA__NOTE_CALLER();
    ra_scalar s;
    ra_status status = value ? item(t, &s, "ra_item_i64") : no_room("ra_item_i64");
    if (!status)
        *value = ra__scalar_int64(s);
    return status;
}

/* ---- one element, by its position ---- */

/* A handle of that element alone, of no scope. */
static ra_status element(const ra_tensor *t, ra_dims index, const char *function, ra_tensor **one)
{
    if (!t || t == RA_NONE)
        return ra__refusal(t ? RA_ERR_ARGUMENT : RA_ERR_REFUSED, "%s: the tensor is %s", function, t ? "RA_NONE" : "NULL");
    if (ra__is_misused(t, function))
        return RA_ERR_STATE;
    const ra_status s = ra__tensor_resolve(t);
    if (s)
        return s;
    const ra_layout *l = ra__layout_of(t);
    if (index.count != l->ndim || (index.count && !index.values))
        return ra__refusal(RA_ERR_SHAPE, "%s: %lld indices%s for a tensor of %d dimensions", function, (long long)index.count,
                           index.count > 0 && !index.values ? " in a list without values" : "", (int)l->ndim);
    int64_t place = 0;
    for (int d = 0; d < l->ndim; d++) {
        const int64_t i = index.values[d], size = ra__sizes(l)[d];
        if (i < -size || i >= size)
            return ra__refusal(RA_ERR_ARGUMENT, "%s: index %lld is out of range for dimension %d with size %lld", function, (long long)i, d, (long long)size);
        place += (i < 0 ? i + size : i) * ra__strides(l)[d]; /* fits: within the extent */
    }
    const ra__shape shape = {.dtype = (ra_dtype)l->dtype};
    ra__storage_add(t->storage, RA__HOLDER);
    *one = ra_keep(ra__tensor_new(t->storage, &shape, t->offset + place * ra__itemsize(l))); /* fits: within the storage */
    if (*one)
        return RA_OK;
    ra__storage_drop(t->storage, RA__HOLDER);
    return ra__refusal(RA_ERR_MEMORY, "%s: out of memory for the handle", function);
}

ra_status ra_get_item(const ra_tensor *t, ra_dims index, ra_scalar *value)
{
    RA__NOTE_CALLER();
    ra_tensor *one = NULL;
    if (!value)
        return no_room("ra_get_item");
    ra_status s = ra__engine_ensure();
    if (!s)
        s = element(t, index, "ra_get_item", &one);
    if (!s)
        s = item(one, value, "ra_get_item");
    ra_release(one);
    return s;
}

ra_status ra_set_item(ra_tensor *t, ra_dims index, ra_scalar value)
{
    RA__NOTE_CALLER();
    ra_tensor *one = NULL;
    ra_status s = ra__engine_ensure();
    if (!s)
        s = element(t, index, "ra_set_item", &one);
    if (!s)
        s = ra_fill__at(one, ra_operand_scalar(value), ra__tls.carried.site);
    ra_release(one);
    return s;
}

/* ---- both alike ---- */

/* Whether an operator gives true for all elements; the status is that of what is refused or fails first. */
static ra_status holds_for_all(const ra_op *op, const ra_arg *args, size_t count, const char *function, bool *holds)
{
    const ra_site site = ra__tls.carried.site;
    ra_tensor *each = NULL, *all = NULL;
    ra_scalar value;
    ra_status s = ra__dispatch(op, RA_FUNCTIONAL, args, count, &each, 1, NULL, site);
    const ra_arg of_all[] = {{.tensor = each, .kind = RA_ARG_TENSOR}, {.dims = RA_ALL, .kind = RA_ARG_DIMS}, {.boolean = false, .kind = RA_ARG_BOOL}};
    if (!s)
        s = ra__dispatch(&ra__ops[RA__OP_all], RA_FUNCTIONAL, of_all, sizeof of_all / sizeof *of_all, &all, 1, NULL, site);
    if (!s)
        s = item(all, &value, function);
    ra_release(each);
    ra_release(all);
    if (!s)
        *holds = ra__scalar_int64(value) != 0;
    return s;
}

ra_status ra_equal(const ra_tensor *a, const ra_tensor *b, bool *equal)
{
    RA__NOTE_CALLER();
    if (!a || !b || a == RA_NONE || b == RA_NONE)
        return ra__refusal(a && b ? RA_ERR_ARGUMENT : RA_ERR_REFUSED, "ra_equal: an argument is %s", a && b ? "RA_NONE" : "NULL");
    if (!equal)
        return no_room("ra_equal");
    if (ra__is_misused(a, "ra_equal") || ra__is_misused(b, "ra_equal"))
        return RA_ERR_STATE;
    ra_status s = ra__tensor_resolve(a);
    if (!s)
        s = ra__tensor_resolve(b);
    if (s)
        return s;
    const ra_layout *la = ra__layout_of(a), *lb = ra__layout_of(b);
    if (la->ndim != lb->ndim || memcmp(ra__sizes(la), ra__sizes(lb), la->ndim * sizeof(int64_t))) {
        *equal = false;
        return RA_OK;
    }
    const ra_arg args[] = {{.tensor = a, .kind = RA_ARG_TENSOR}, {.tensor = b, .kind = RA_ARG_TENSOR}};
    return holds_for_all(&ra__ops[RA__OP_eq], args, sizeof args / sizeof *args, "ra_equal", equal);
}

ra_status ra_allclose(const ra_tensor *a, const ra_tensor *b, double rtol, double atol, bool equal_nan, bool *close)
{
    RA__NOTE_CALLER();
    if (!a || !b || a == RA_NONE || b == RA_NONE)
        return ra__refusal(a && b ? RA_ERR_ARGUMENT : RA_ERR_REFUSED, "ra_allclose: an argument is %s", a && b ? "RA_NONE" : "NULL");
    if (!close)
        return no_room("ra_allclose");
    if (ra__is_misused(a, "ra_allclose") || ra__is_misused(b, "ra_allclose"))
        return RA_ERR_STATE;
    const ra_arg args[] = {{.tensor = a, .kind = RA_ARG_TENSOR}, {.tensor = b, .kind = RA_ARG_TENSOR}, {.scalar = ra_scalar_float(rtol), .kind = RA_ARG_SCALAR},
                           {.scalar = ra_scalar_float(atol), .kind = RA_ARG_SCALAR}, {.boolean = equal_nan, .kind = RA_ARG_BOOL}};
    return holds_for_all(&ra__ops[RA__OP_isclose], args, sizeof args / sizeof *args, "ra_allclose", close);
}
