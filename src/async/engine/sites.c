/*
 * Functions that may refuse or wait, told where they are called: for as long as one runs, and unless ra_set_site has named
 * a place, what it calls in its turn is called from there.
 */
#include "async/thread/state.h"

#include <runahead/sites.h>

static bool enter(ra_site site)
{
    bool outer = ra__tls.carried.site_is_set;
    ra__called(site);
    ra__tls.carried.site_is_set = true;
    return outer;
}

#define SITED(type, name, parameters, arguments) \
    type name##_at parameters \
    { \
        bool outer = enter(site); \
        type result = (name)arguments; \
        ra__tls.carried.site_is_set = outer; \
        return result; \
    }

#define SITED_VOID(name, parameters, arguments) \
    void name##_at parameters \
    { \
        bool outer = enter(site); \
        (name)arguments; \
        ra__tls.carried.site_is_set = outer; \
    }

SITED(ra_status, ra_init, (const ra_config *config, ra_site site), (config))
SITED(ra_status, ra_shutdown, (ra_site site), ())
SITED(ra_status, ra_set_default_dtype, (ra_dtype dtype, ra_site site), (dtype))
SITED(ra_status, ra_wait, (const ra_tensor *tensor, ra_site site), (tensor))
SITED(ra_status, ra_wait_for, (const ra_tensor *tensor, int64_t nanoseconds, ra_site site), (tensor, nanoseconds))
SITED(ra_status, ra_wait_all, (ra_site site), ())
SITED(ra_status, ra_on_ready, (const ra_tensor *tensor, ra_ready_fn callback, void *context, ra_site site), (tensor, callback, context))
SITED(ra_status, ra_ready_fd, (const ra_tensor *tensor, int *fd, ra_site site), (tensor, fd))
SITED(ra_status, ra_hurry, (const ra_tensor *tensor, ra_site site), (tensor))
SITED(ra_status, ra_urgent_end, (ra_site site), ())
SITED(ra_status, ra_cancel, (const ra_tensor *tensor, ra_site site), (tensor))
SITED(ra_status, ra_get_device_memory_stats, (ra_device device, ra_memory_stats *stats, ra_site site), (device, stats))
SITED_VOID(ra_trim, (size_t keep_bytes, ra_site site), (keep_bytes))
SITED(ra_status, ra_trace_start, (const char *path, ra_site site), (path))
SITED(ra_tensor *, ra_ref, (const ra_tensor *tensor, ra_site site), (tensor))
SITED_VOID(ra_scope_begin, (ra_site site), ())
SITED(ra_status, ra_scope_end, (ra_site site), ())
SITED(int64_t, ra_size, (const ra_tensor *tensor, int64_t dim, ra_site site), (tensor, dim))
SITED(int64_t, ra_stride, (const ra_tensor *tensor, int64_t dim, ra_site site), (tensor, dim))
SITED(int64_t, ra_numel, (const ra_tensor *tensor, ra_site site), (tensor))
SITED(ra_status, ra_sizes, (const ra_tensor *tensor, int64_t *out, ra_site site), (tensor, out))
SITED(ra_status, ra_strides, (const ra_tensor *tensor, int64_t *out, ra_site site), (tensor, out))
SITED(ra_tensor *, ra_from_data, (void *data, ra_dtype dtype, ra_dims sizes, const ra_from_data_opts *opts, ra_site site), (data, dtype, sizes, opts))
SITED(ra_tensor *, ra_from_copy, (const void *data, ra_dtype dtype, ra_dims sizes, ra_site site), (data, dtype, sizes))
SITED(ra_tensor *, ra_from_values, (const void *values, int64_t count, ra_dtype dtype, ra_dims sizes, ra_site site), (values, count, dtype, sizes))
SITED(const void *, ra_data, (const ra_tensor *tensor, ra_status *status, ra_site site), (tensor, status))
SITED(void *, ra_data_mut, (ra_tensor *tensor, ra_status *status, ra_site site), (tensor, status))
SITED(const uint8_t *, ra_data_bool, (const ra_tensor *tensor, ra_status *status, ra_site site), (tensor, status))
SITED(const uint8_t *, ra_data_u8, (const ra_tensor *tensor, ra_status *status, ra_site site), (tensor, status))
SITED(const int8_t *, ra_data_i8, (const ra_tensor *tensor, ra_status *status, ra_site site), (tensor, status))
SITED(const int16_t *, ra_data_i16, (const ra_tensor *tensor, ra_status *status, ra_site site), (tensor, status))
SITED(const int32_t *, ra_data_i32, (const ra_tensor *tensor, ra_status *status, ra_site site), (tensor, status))
SITED(const int64_t *, ra_data_i64, (const ra_tensor *tensor, ra_status *status, ra_site site), (tensor, status))
SITED(const uint16_t *, ra_data_f16, (const ra_tensor *tensor, ra_status *status, ra_site site), (tensor, status))
SITED(const uint16_t *, ra_data_bf16, (const ra_tensor *tensor, ra_status *status, ra_site site), (tensor, status))
SITED(const float *, ra_data_f32, (const ra_tensor *tensor, ra_status *status, ra_site site), (tensor, status))
SITED(const double *, ra_data_f64, (const ra_tensor *tensor, ra_status *status, ra_site site), (tensor, status))
SITED(ra_status, ra_copy_to, (const ra_tensor *tensor, void *buffer, size_t bytes, ra_site site), (tensor, buffer, bytes))
SITED(ra_status, ra_item, (const ra_tensor *tensor, ra_scalar *value, ra_site site), (tensor, value))
SITED(ra_status, ra_item_f64, (const ra_tensor *tensor, double *value, ra_site site), (tensor, value))
SITED(ra_status, ra_item_i64, (const ra_tensor *tensor, int64_t *value, ra_site site), (tensor, value))
SITED(ra_status, ra_get_item, (const ra_tensor *tensor, ra_dims index, ra_scalar *value, ra_site site), (tensor, index, value))
SITED(ra_status, ra_set_item, (ra_tensor *tensor, ra_dims index, ra_scalar value, ra_site site), (tensor, index, value))
SITED(ra_status, ra_equal, (const ra_tensor *one, const ra_tensor *other, bool *equal, ra_site site), (one, other, equal))
SITED(ra_status, ra_allclose, (const ra_tensor *one, const ra_tensor *other, double rtol, double atol, bool equal_nan, bool *close, ra_site site), (one, other, rtol, atol, equal_nan, close))
SITED(ra_status, ra_stream_new, (ra_device device, ra_stream **stream, ra_site site), (device, stream))
SITED(ra_status, ra_stream_wrap, (ra_device device, void *native, ra_stream **stream, ra_site site), (device, native, stream))
SITED(ra_status, ra_stream_use, (ra_stream *stream, ra_site site), (stream))
SITED(ra_stream *, ra_stream_current, (ra_device device, ra_site site), (device))
SITED(ra_tensor *, ra_token_new, (ra_site site), ())
SITED(ra_tensor *, ra_call_function, (ra_function function, void *state, ra_tensors reads, ra_tensors writes, const ra_call_function_opts *opts, ra_site site),
      (function, state, reads, writes, opts))
SITED(ra_status, ra_op_register, (const ra_op_description *description, const ra_op **op, ra_site site), (description, op))
SITED(ra_status, ra_op_unregister, (const ra_op *op, ra_site site), (op))
SITED(ra_status, ra_op_check, (const ra_op *op, const ra_arg *args, size_t arg_count, double tolerance, ra_site site), (op, args, arg_count, tolerance))
SITED(ra_status, ra_load_library, (const char *path, ra_site site), (path))
SITED(ra_generator *, ra_generator_new, (uint64_t seed, ra_site site), (seed))
SITED(struct DLManagedTensorVersioned *, ra_to_dlpack, (const ra_tensor *tensor, ra_site site), (tensor))
SITED(struct DLManagedTensor *, ra_to_dlpack_unversioned, (const ra_tensor *tensor, ra_site site), (tensor))
SITED(ra_tensor *, ra_from_dlpack, (struct DLManagedTensorVersioned *lent, ra_site site), (lent))
SITED(ra_tensor *, ra_from_dlpack_unversioned, (struct DLManagedTensor *lent, ra_site site), (lent))
SITED(ra_tensor *, ra_load_npy, (const char *path, ra_site site), (path))
SITED(ra_tensor *, ra_save_npy, (const char *path, const ra_tensor *tensor, ra_site site), (path, tensor))
SITED(ra_tensor *, ra_load_npy_from, (const void *bytes, size_t size, ra_release_fn release, void *context, ra_site site), (bytes, size, release, context))
SITED(ra_tensor *, ra_save_npz, (const char *path, const char *const *names, ra_tensors tensors, const ra_save_npz_opts *opts, ra_site site), (path, names, tensors, opts))
SITED(ra_tensor *, ra_save_safetensors, (const char *path, const char *const *names, ra_tensors tensors, const ra_save_safetensors_opts *opts, ra_site site),
      (path, names, tensors, opts))
SITED(ra_archive *, ra_open_safetensors, (const char *path, ra_site site), (path))
SITED(ra_archive *, ra_open_npz, (const char *path, ra_site site), (path))
SITED(ra_archive *, ra_open_npz_from, (const void *bytes, size_t size, ra_release_fn release, void *context, ra_site site), (bytes, size, release, context))
SITED(ra_archive *, ra_open_safetensors_from, (const void *bytes, size_t size, ra_release_fn release, void *context, ra_site site), (bytes, size, release, context))
SITED(ra_tensor *, ra_archive_tensor, (ra_archive *archive, const char *name, ra_site site), (archive, name))
SITED(char *, ra_to_string, (const ra_tensor *tensor, ra_site site), (tensor))
SITED(ra_status, ra_print, (FILE *stream, const ra_tensor *tensor, ra_site site), (stream, tensor))
SITED(bool, ra_is_ready, (const ra_tensor *tensor, ra_site site), (tensor))
SITED(ra_status, ra_tensor_error, (const ra_tensor *tensor, char *text, size_t size, ra_site site), (tensor, text, size))
SITED(ra_status, ra_trace_stop, (ra_site site), ())
SITED(ra_status, ra_get_info, (ra_info *info, ra_site site), (info))
SITED(const ra_op *, ra_op_find, (const char *name, ra_site site), (name))
