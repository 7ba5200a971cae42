/*
 * Tensor handles: ownership, description, and the access that waits.
 *
 * A handle describes a view (dtype, sizes, strides, offset, device) into a storage. Each handle has one owner, who
 * releases it once; views and ra_ref give further handles to the same storage. Any thread may read a handle and record
 * operators on it; only its owner may release it, or have an operator change what it describes (an out= that is resized,
 * ra_resize_, ra_transpose_, ra_t_, ra_squeeze_, ra_unsqueeze_: of that handle alone, and what is recorded stays as it is),
 * and not while another thread uses that handle. Whoever breaks these rules has undefined behaviour, but under RUNAHEAD_CHECK=1 (README), which tells.
 */
#ifndef RUNAHEAD_TENSOR_H
#define RUNAHEAD_TENSOR_H

#include <runahead/status.h>
#include <runahead/types.h>

RA_BEGIN_DECLS

/* ---- ownership; nothing here waits ---- */

/* A further handle to the same view. NULL stays NULL and NULL is returned when out of memory. */
RA_API ra_tensor *ra_ref(const ra_tensor *tensor RA_SITE) RA_AT(ra_ref_at);
/* Gives up a handle; NULL and RA_NONE are ignored. Work that nobody can observe any more is not done. */
RA_API void ra_release(ra_tensor *tensor);
/* RA_AUTO ra_tensor *x = ...; releases x at the end of the block. */
RA_API void ra_release_at(ra_tensor **tensor);
#define RA_AUTO __attribute__((cleanup(ra_release_at)))

/*
 * Between begin and end every handle returned to this thread belongs to the scope and is released by its end, but for
 * those that ra_keep took out (it returns its argument). Scopes nest. ra_scope_end gives the first refusal within it.
 * A begin cannot lose handles: where there is no memory for a scope within another, theirs belong to the other until that
 * ends, and the end of the inner one gives RA_ERR_MEMORY.
 */
RA_API void ra_scope_begin(RA_SITE_ALONE) RA_AT(ra_scope_begin_at);
RA_API ra_status ra_scope_end(RA_SITE_ALONE) RA_AT(ra_scope_end_at) RA_WARN_UNUSED;
RA_API ra_tensor *ra_keep(ra_tensor *tensor);

/* ---- description ---- */

RA_API ra_dtype ra_tensor_dtype(const ra_tensor *tensor);
RA_API ra_device ra_tensor_device(const ra_tensor *tensor);
/* Whether its memory was asked for page-locked (ra_empty with pin_memory). Never waits. */
RA_API bool ra_is_pinned(const ra_tensor *tensor);
RA_API int ra_ndim(const ra_tensor *tensor);
/*
 * Extent and stride (in elements) of a dimension, which may be negative to count from the end; -1 for one there is not.
 * All but ra_ndim may wait where an extent depends on data (ra_nonzero, ra_unique, ra_masked_select, ra_index with a
 * mask), as the strides do then; -1 tells that the task failed (ra_last_status says how).
 */
RA_API int64_t ra_size(const ra_tensor *tensor, int64_t dim RA_SITE) RA_AT(ra_size_at);
RA_API int64_t ra_stride(const ra_tensor *tensor, int64_t dim RA_SITE) RA_AT(ra_stride_at);
RA_API int64_t ra_numel(const ra_tensor *tensor RA_SITE) RA_AT(ra_numel_at);
/* All sizes / strides into out[ra_ndim(t)]. */
RA_API ra_status ra_sizes(const ra_tensor *tensor, int64_t *out RA_SITE) RA_AT(ra_sizes_at);
RA_API ra_status ra_strides(const ra_tensor *tensor, int64_t *out RA_SITE) RA_AT(ra_strides_at);
/* Largest value that the extent can take; equals it where it is known. Never waits. */
RA_API int64_t ra_size_bound(const ra_tensor *tensor, int64_t dim);
RA_API bool ra_has_pending_extent(const ra_tensor *tensor);
/* Elements from the start of the storage to the first element of the view. */
RA_API int64_t ra_storage_offset(const ra_tensor *tensor);
RA_API bool ra_is_contiguous(const ra_tensor *tensor);
RA_API bool ra_is_channels_last(const ra_tensor *tensor);
RA_API bool ra_shares_storage(const ra_tensor *one, const ra_tensor *other);

/* ---- data from and to the program ---- */

typedef void (*ra_release_fn)(void *context);

typedef struct ra_from_data_opts {
    size_t size; /* RA_OPTS fills it in */
    ra_dims strides RA_ZERO;       /* in elements; not given: contiguous */
    ra_release_fn release RA_ZERO; /* called once the last task and handle are done with the buffer, on the callback lane */
    void *context RA_ZERO;
    bool readonly RA_ZERO; /* in-place work on it is refused with RA_ERR_READONLY */
} ra_from_data_opts;
#define RA__OPTS_OF_ra_from_data ra_from_data_opts
#define RA__ABSENT_ra_from_data_opts

/*
 * Borrows a buffer: it must stay valid and, while tasks are pending, unchanged, until release is called (without one:
 * until the handle is released and ra_wait_all has returned). Elements are where C may have them (RA_ERR_LAYOUT at another address), and a
 * bool is 0 or 1, as C's is: what operators make of another byte is left open. NULL when refused; release is not called then.
 */
RA_API ra_tensor *ra_from_data(void *data, ra_dtype dtype, ra_dims sizes, const ra_from_data_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_from_data_at);
/* Copies a contiguous buffer at the call. */
RA_API ra_tensor *ra_from_copy(const void *data, ra_dtype dtype, ra_dims sizes RA_SITE) RA_AT(ra_from_copy_at);
/* The same of so many values, which is refused where the sizes ask for another number (RA_ERR_SHAPE). RA_ALL: all in one dimension. */
RA_API ra_tensor *ra_from_values(const void *values, int64_t count, ra_dtype dtype, ra_dims sizes RA_SITE) RA_AT(ra_from_values_at);
/*
 * Numbers of the program: RA_VEC(double, 1, 2.5, x) is a tensor of one dimension, RA_TENSOR(float, RA_DIMS(2, 2), 1, 2, 3, 4) one of these
 * sizes, in row-major order. There is one number or more, each computed once and converted to the type, which says the dtype:
 * what is an int gives int32, other than in PyTorch, where an integer gives int64 and any other number the default dtype.
 * RA_DTYPE_OF(type): bool, uint8_t, int8_t, short, int, long, long long, float, double, and in C float _Complex and double _Complex; of another
 * type it does not compile.
 */
#ifdef __cplusplus
#define RA_DTYPE_OF(type) (ra_dtype_of<type>::value)
#define RA_TENSOR(type, sizes, ...) ra_tensor_of_values<type>(sizes, ra_site(__FILE__, __LINE__), __VA_ARGS__)
#else
#define RA_DTYPE_OF(type) \
    (__extension__ _Generic((type)0, _Bool: RA_BOOL, unsigned char: RA_UINT8, signed char: RA_INT8, short: RA_INT16, int: RA_INT32, long: RA_INT64, \
                            long long: RA_INT64, float: RA_FLOAT32, double: RA_FLOAT64, float _Complex: RA_COMPLEX64, double _Complex: RA_COMPLEX128))
#define RA_TENSOR(type, sizes, ...) \
    ra_from_values((const type[]){__VA_ARGS__}, (int64_t)(sizeof((const type[]){__VA_ARGS__}) / sizeof(type)), RA_DTYPE_OF(type), sizes)
#endif
#define RA_VEC(type, ...) RA_TENSOR(type, RA_ALL, __VA_ARGS__)

/*
 * Pointer to the view's first element. ra_data waits for the writers, ra_data_mut for the readers too. The pointer is
 * good until the next call that writes the storage, or until its last handle is released. On failure NULL, and
 * *status (may be NULL) is that of the task that failed, or RA_ERR_DEVICE on the meta device.
 *
 * A call of another thread counts as well, and whichever bytes it writes: where an out= has to, the storage moves. What
 * reads by itself (ra_copy_to, ra_item, ra_equal, ra_allclose, ra_print) may go on beside calls that write other bytes (beside
 * one that writes the same it gives some from before that and some from after; those of a clone are of one moment).
 */
RA_API const void *ra_data(const ra_tensor *tensor, ra_status *status RA_SITE) RA_AT(ra_data_at);
RA_API void *ra_data_mut(ra_tensor *tensor, ra_status *status RA_SITE) RA_AT(ra_data_mut_at);

/* Typed access: RA_ERR_DTYPE where the tensor has another dtype, RA_ERR_LAYOUT where it is not contiguous. */
RA_API const uint8_t *ra_data_bool(const ra_tensor *tensor, ra_status *status RA_SITE) RA_AT(ra_data_bool_at);
RA_API const uint8_t *ra_data_u8(const ra_tensor *tensor, ra_status *status RA_SITE) RA_AT(ra_data_u8_at);
RA_API const int8_t *ra_data_i8(const ra_tensor *tensor, ra_status *status RA_SITE) RA_AT(ra_data_i8_at);
RA_API const int16_t *ra_data_i16(const ra_tensor *tensor, ra_status *status RA_SITE) RA_AT(ra_data_i16_at);
RA_API const int32_t *ra_data_i32(const ra_tensor *tensor, ra_status *status RA_SITE) RA_AT(ra_data_i32_at);
RA_API const int64_t *ra_data_i64(const ra_tensor *tensor, ra_status *status RA_SITE) RA_AT(ra_data_i64_at);
RA_API const uint16_t *ra_data_f16(const ra_tensor *tensor, ra_status *status RA_SITE) RA_AT(ra_data_f16_at);
RA_API const uint16_t *ra_data_bf16(const ra_tensor *tensor, ra_status *status RA_SITE) RA_AT(ra_data_bf16_at);
RA_API const float *ra_data_f32(const ra_tensor *tensor, ra_status *status RA_SITE) RA_AT(ra_data_f32_at);
RA_API const double *ra_data_f64(const ra_tensor *tensor, ra_status *status RA_SITE) RA_AT(ra_data_f64_at);

/* Waits, then copies all elements in row-major order; bytes must be numel times the element's size. */
RA_API ra_status ra_copy_to(const ra_tensor *tensor, void *buffer, size_t bytes RA_SITE) RA_AT(ra_copy_to_at) RA_WARN_UNUSED;
/* Waits, then reads a tensor of one element. */
RA_API ra_status ra_item(const ra_tensor *tensor, ra_scalar *value RA_SITE) RA_AT(ra_item_at) RA_WARN_UNUSED;
RA_API ra_status ra_item_f64(const ra_tensor *tensor, double *value RA_SITE) RA_AT(ra_item_f64_at) RA_WARN_UNUSED;
RA_API ra_status ra_item_i64(const ra_tensor *tensor, int64_t *value RA_SITE) RA_AT(ra_item_i64_at) RA_WARN_UNUSED;
/* Waits, then reads the element at a position, ra_get_item(x, RA_DIMS(0, -1), &value): one index of each dimension, from the end where negative. */
RA_API ra_status ra_get_item(const ra_tensor *tensor, ra_dims index, ra_scalar *value RA_SITE) RA_AT(ra_get_item_at) RA_WARN_UNUSED;
/* Records that the element there is written, converted as ra_fill_ does: ra_set_item(x, RA_DIMS(0, -1), 1.5). Waits only for a pending extent. */
RA_API ra_status ra_set_item(ra_tensor *tensor, ra_dims index, ra_scalar value RA_SITE) RA_AT(ra_set_item_at) RA_WARN_UNUSED;
/* Waits; whether sizes and all values are equal (NaN is unlike itself), compared in the promoted dtype. Refused as ra_eq is, with its status. */
RA_API ra_status ra_equal(const ra_tensor *one, const ra_tensor *other, bool *equal RA_SITE) RA_AT(ra_equal_at) RA_WARN_UNUSED;
/* Waits; whether all of |one - other| are at most atol + rtol * |other|, as ra_isclose tells; sizes may broadcast. equal_nan: NaN is like itself. Refused as
 * ra_isclose is, with its status. */
RA_API ra_status ra_allclose(const ra_tensor *one, const ra_tensor *other, double rtol, double atol, bool equal_nan, bool *close RA_SITE) RA_AT(ra_allclose_at) RA_WARN_UNUSED;

/* ---- generators ---- */

/*
 * A Philox4x32-10 counter. An operator reserves its counters when it is recorded, so results depend neither on the
 * number of workers nor on what else runs. Pass NULL where an operator takes one to use the default
 * one, which is the process's: threads that draw from it at the same time share its counters.
 */
typedef struct ra_generator_state {
    uint64_t seed;
    uint64_t offset; /* counters used so far */
} ra_generator_state;

RA_API ra_generator *ra_generator_new(uint64_t seed RA_SITE) RA_AT(ra_generator_new_at);
RA_API void ra_generator_free(ra_generator *generator);
RA_API ra_generator_state ra_generator_get(const ra_generator *generator); /* NULL: the process's default generator */
RA_API void ra_generator_set(ra_generator *generator, ra_generator_state state);
/* Seeds the default generator. */
RA_API void ra_manual_seed(uint64_t seed);

RA_END_DECLS

#ifdef __cplusplus
template <class Type> struct ra_dtype_of;
template <> struct ra_dtype_of<bool> { static constexpr ra_dtype value = RA_BOOL; };
template <> struct ra_dtype_of<unsigned char> { static constexpr ra_dtype value = RA_UINT8; };
template <> struct ra_dtype_of<signed char> { static constexpr ra_dtype value = RA_INT8; };
template <> struct ra_dtype_of<short> { static constexpr ra_dtype value = RA_INT16; };
template <> struct ra_dtype_of<int> { static constexpr ra_dtype value = RA_INT32; };
template <> struct ra_dtype_of<long> { static constexpr ra_dtype value = RA_INT64; };
template <> struct ra_dtype_of<long long> { static constexpr ra_dtype value = RA_INT64; };
template <> struct ra_dtype_of<float> { static constexpr ra_dtype value = RA_FLOAT32; };
template <> struct ra_dtype_of<double> { static constexpr ra_dtype value = RA_FLOAT64; };

template <class Type, class... Numbers> inline ra_tensor *ra_tensor_of_values(ra_dims sizes, ra_site site, Numbers... numbers)
{
    const Type values[] = {static_cast<Type>(numbers)...};
    return ra_from_values(values, static_cast<int64_t>(sizeof...(Numbers)), ra_dtype_of<Type>::value, sizes, site);
}
#endif
#endif
