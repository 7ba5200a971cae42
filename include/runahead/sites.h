/*
 * The functions of the other headers that may refuse or wait, told where they are called: the fronts of C. (The operators
 * have theirs in ops.h. In C++ the functions have the place as a last argument.)
 */
#ifndef RUNAHEAD_SITES_H
#define RUNAHEAD_SITES_H

#include <runahead/call.h>
#include <runahead/dlpack.h>
#include <runahead/engine.h>
#include <runahead/function.h>
#include <runahead/io.h>
#include <runahead/register.h>
#include <runahead/stream.h>
#include <runahead/tensor.h>

#ifndef __cplusplus

RA_API ra_status ra_init_at(const ra_config *config, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_shutdown_at(ra_site site);
RA_API ra_status ra_set_default_dtype_at(ra_dtype dtype, ra_site site);
RA_API ra_status ra_wait_at(const ra_tensor *tensor, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_wait_for_at(const ra_tensor *tensor, int64_t nanoseconds, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_wait_all_at(ra_site site);
RA_API ra_status ra_on_ready_at(const ra_tensor *tensor, ra_ready_fn callback, void *context, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_ready_fd_at(const ra_tensor *tensor, int *fd, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_hurry_at(const ra_tensor *tensor, ra_site site);
RA_API ra_status ra_urgent_end_at(ra_site site);
RA_API ra_status ra_cancel_at(const ra_tensor *tensor, ra_site site);
RA_API ra_status ra_get_device_memory_stats_at(ra_device device, ra_memory_stats *stats, ra_site site) RA_WARN_UNUSED;
RA_API void ra_trim_at(size_t keep_bytes, ra_site site);
RA_API ra_status ra_trace_start_at(const char *path, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_ref_at(const ra_tensor *tensor, ra_site site);
RA_API void ra_scope_begin_at(ra_site site);
RA_API ra_status ra_scope_end_at(ra_site site) RA_WARN_UNUSED;
RA_API int64_t ra_size_at(const ra_tensor *tensor, int64_t dim, ra_site site);
RA_API int64_t ra_stride_at(const ra_tensor *tensor, int64_t dim, ra_site site);
RA_API int64_t ra_numel_at(const ra_tensor *tensor, ra_site site);
RA_API ra_status ra_sizes_at(const ra_tensor *tensor, int64_t *out, ra_site site);
RA_API ra_status ra_strides_at(const ra_tensor *tensor, int64_t *out, ra_site site);
RA_API ra_tensor *ra_from_data_at(void *data, ra_dtype dtype, ra_dims sizes, const ra_from_data_opts *opts, ra_site site);
RA_API ra_tensor *ra_from_copy_at(const void *data, ra_dtype dtype, ra_dims sizes, ra_site site);
RA_API ra_tensor *ra_from_values_at(const void *values, int64_t count, ra_dtype dtype, ra_dims sizes, ra_site site);
RA_API const void *ra_data_at(const ra_tensor *tensor, ra_status *status, ra_site site);
RA_API void *ra_data_mut_at(ra_tensor *tensor, ra_status *status, ra_site site);
RA_API const uint8_t *ra_data_bool_at(const ra_tensor *tensor, ra_status *status, ra_site site);
RA_API const uint8_t *ra_data_u8_at(const ra_tensor *tensor, ra_status *status, ra_site site);
RA_API const int8_t *ra_data_i8_at(const ra_tensor *tensor, ra_status *status, ra_site site);
RA_API const int16_t *ra_data_i16_at(const ra_tensor *tensor, ra_status *status, ra_site site);
RA_API const int32_t *ra_data_i32_at(const ra_tensor *tensor, ra_status *status, ra_site site);
RA_API const int64_t *ra_data_i64_at(const ra_tensor *tensor, ra_status *status, ra_site site);
RA_API const uint16_t *ra_data_f16_at(const ra_tensor *tensor, ra_status *status, ra_site site);
RA_API const uint16_t *ra_data_bf16_at(const ra_tensor *tensor, ra_status *status, ra_site site);
RA_API const float *ra_data_f32_at(const ra_tensor *tensor, ra_status *status, ra_site site);
RA_API const double *ra_data_f64_at(const ra_tensor *tensor, ra_status *status, ra_site site);
RA_API ra_status ra_copy_to_at(const ra_tensor *tensor, void *buffer, size_t bytes, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_item_at(const ra_tensor *tensor, ra_scalar *value, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_item_f64_at(const ra_tensor *tensor, double *value, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_item_i64_at(const ra_tensor *tensor, int64_t *value, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_get_item_at(const ra_tensor *tensor, ra_dims index, ra_scalar *value, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_set_item_at(ra_tensor *tensor, ra_dims index, ra_scalar value, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_equal_at(const ra_tensor *one, const ra_tensor *other, bool *equal, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_allclose_at(const ra_tensor *one, const ra_tensor *other, double rtol, double atol, bool equal_nan, bool *close, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_stream_new_at(ra_device device, ra_stream **stream, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_stream_wrap_at(ra_device device, void *native, ra_stream **stream, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_stream_use_at(ra_stream *stream, ra_site site) RA_WARN_UNUSED;
RA_API ra_stream *ra_stream_current_at(ra_device device, ra_site site);
RA_API ra_tensor *ra_token_new_at(ra_site site);
RA_API ra_tensor *ra_call_function_at(ra_function function, void *state, ra_tensors reads, ra_tensors writes, const ra_call_function_opts *opts, ra_site site);
RA_API ra_status ra_op_register_at(const ra_op_description *description, const ra_op **op, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_op_unregister_at(const ra_op *op, ra_site site);
RA_API ra_status ra_op_check_at(const ra_op *op, const ra_arg *args, size_t arg_count, double tolerance, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_load_library_at(const char *path, ra_site site) RA_WARN_UNUSED;
RA_API ra_generator *ra_generator_new_at(uint64_t seed, ra_site site);
RA_API struct DLManagedTensorVersioned *ra_to_dlpack_at(const ra_tensor *tensor, ra_site site);
RA_API struct DLManagedTensor *ra_to_dlpack_unversioned_at(const ra_tensor *tensor, ra_site site);
RA_API ra_tensor *ra_from_dlpack_at(struct DLManagedTensorVersioned *lent, ra_site site);
RA_API ra_tensor *ra_from_dlpack_unversioned_at(struct DLManagedTensor *lent, ra_site site);
RA_API ra_tensor *ra_load_npy_at(const char *path, ra_site site);
RA_API ra_tensor *ra_save_npy_at(const char *path, const ra_tensor *tensor, ra_site site);
RA_API ra_tensor *ra_load_npy_from_at(const void *bytes, size_t size, ra_release_fn release, void *context, ra_site site);
RA_API ra_tensor *ra_save_npz_at(const char *path, const char *const *names, ra_tensors tensors, const ra_save_npz_opts *opts, ra_site site);
RA_API ra_tensor *ra_save_safetensors_at(const char *path, const char *const *names, ra_tensors tensors, const ra_save_safetensors_opts *opts, ra_site site);
RA_API ra_archive *ra_open_safetensors_at(const char *path, ra_site site);
RA_API ra_archive *ra_open_npz_at(const char *path, ra_site site);
RA_API ra_archive *ra_open_npz_from_at(const void *bytes, size_t size, ra_release_fn release, void *context, ra_site site);
RA_API ra_archive *ra_open_safetensors_from_at(const void *bytes, size_t size, ra_release_fn release, void *context, ra_site site);
RA_API ra_tensor *ra_archive_tensor_at(ra_archive *archive, const char *name, ra_site site);
RA_API char *ra_to_string_at(const ra_tensor *tensor, ra_site site);
RA_API ra_status ra_print_at(FILE *stream, const ra_tensor *tensor, ra_site site);
RA_API bool ra_is_ready_at(const ra_tensor *tensor, ra_site site);
RA_API ra_status ra_tensor_error_at(const ra_tensor *tensor, char *text, size_t size, ra_site site);
RA_API ra_status ra_trace_stop_at(ra_site site);
RA_API ra_status ra_get_info_at(ra_info *info, ra_site site);
RA_API const ra_op *ra_op_find_at(const char *name, ra_site site);
RA_API ra_status ra_call_at(const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor **results, size_t result_count, size_t *produced, ra_site site) RA_WARN_UNUSED;

#define ra_init(...) ra_init_at(__VA_ARGS__, RA_HERE)
#define ra_shutdown() ra_shutdown_at(RA_HERE)
#define ra_set_default_dtype(...) ra_set_default_dtype_at(__VA_ARGS__, RA_HERE)
#define ra_wait(...) ra_wait_at(__VA_ARGS__, RA_HERE)
#define ra_wait_for(...) ra_wait_for_at(__VA_ARGS__, RA_HERE)
#define ra_wait_all() ra_wait_all_at(RA_HERE)
#define ra_on_ready(...) ra_on_ready_at(__VA_ARGS__, RA_HERE)
#define ra_ready_fd(...) ra_ready_fd_at(__VA_ARGS__, RA_HERE)
#define ra_hurry(...) ra_hurry_at(__VA_ARGS__, RA_HERE)
#define ra_urgent_end() ra_urgent_end_at(RA_HERE)
#define ra_cancel(...) ra_cancel_at(__VA_ARGS__, RA_HERE)
#define ra_get_device_memory_stats(...) ra_get_device_memory_stats_at(__VA_ARGS__, RA_HERE)
#define ra_trim(...) ra_trim_at(__VA_ARGS__, RA_HERE)
#define ra_trace_start(...) ra_trace_start_at(__VA_ARGS__, RA_HERE)
#define ra_ref(...) ra_ref_at(__VA_ARGS__, RA_HERE)
#define ra_scope_begin() ra_scope_begin_at(RA_HERE)
#define ra_scope_end() ra_scope_end_at(RA_HERE)
#define ra_size(...) ra_size_at(__VA_ARGS__, RA_HERE)
#define ra_stride(...) ra_stride_at(__VA_ARGS__, RA_HERE)
#define ra_numel(...) ra_numel_at(__VA_ARGS__, RA_HERE)
#define ra_sizes(...) ra_sizes_at(__VA_ARGS__, RA_HERE)
#define ra_strides(...) ra_strides_at(__VA_ARGS__, RA_HERE)
#define ra_from_data(...) RA__FRONT_ra_from_data(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_from_data(data, dtype, sizes, opts, ...) ra_from_data_at(data, dtype, sizes, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_from_copy(...) ra_from_copy_at(__VA_ARGS__, RA_HERE)
#define ra_from_values(...) ra_from_values_at(__VA_ARGS__, RA_HERE)
#define ra_data(...) ra_data_at(__VA_ARGS__, RA_HERE)
#define ra_data_mut(...) ra_data_mut_at(__VA_ARGS__, RA_HERE)
#define ra_data_bool(...) ra_data_bool_at(__VA_ARGS__, RA_HERE)
#define ra_data_u8(...) ra_data_u8_at(__VA_ARGS__, RA_HERE)
#define ra_data_i8(...) ra_data_i8_at(__VA_ARGS__, RA_HERE)
#define ra_data_i16(...) ra_data_i16_at(__VA_ARGS__, RA_HERE)
#define ra_data_i32(...) ra_data_i32_at(__VA_ARGS__, RA_HERE)
#define ra_data_i64(...) ra_data_i64_at(__VA_ARGS__, RA_HERE)
#define ra_data_f16(...) ra_data_f16_at(__VA_ARGS__, RA_HERE)
#define ra_data_bf16(...) ra_data_bf16_at(__VA_ARGS__, RA_HERE)
#define ra_data_f32(...) ra_data_f32_at(__VA_ARGS__, RA_HERE)
#define ra_data_f64(...) ra_data_f64_at(__VA_ARGS__, RA_HERE)
#define ra_copy_to(...) ra_copy_to_at(__VA_ARGS__, RA_HERE)
#define ra_item(...) ra_item_at(__VA_ARGS__, RA_HERE)
#define ra_item_f64(...) ra_item_f64_at(__VA_ARGS__, RA_HERE)
#define ra_item_i64(...) ra_item_i64_at(__VA_ARGS__, RA_HERE)
#define ra_get_item(...) ra_get_item_at(__VA_ARGS__, RA_HERE)
#define ra_set_item(tensor, index, value) ra_set_item_at(tensor, index, RA_SCALAR(value), RA_HERE)
#define ra_equal(...) ra_equal_at(__VA_ARGS__, RA_HERE)
#define ra_allclose(...) ra_allclose_at(__VA_ARGS__, RA_HERE)
#define ra_stream_new(...) ra_stream_new_at(__VA_ARGS__, RA_HERE)
#define ra_stream_wrap(...) ra_stream_wrap_at(__VA_ARGS__, RA_HERE)
#define ra_stream_use(...) ra_stream_use_at(__VA_ARGS__, RA_HERE)
#define ra_stream_current(...) ra_stream_current_at(__VA_ARGS__, RA_HERE)
#define ra_token_new() ra_token_new_at(RA_HERE)
#define ra_call_function(...) RA__FRONT_ra_call_function(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_call_function(function, state, reads, writes, opts, ...) \
    ra_call_function_at(function, state, reads, writes, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_op_register(...) ra_op_register_at(__VA_ARGS__, RA_HERE)
#define ra_op_unregister(...) ra_op_unregister_at(__VA_ARGS__, RA_HERE)
#define ra_op_check(...) ra_op_check_at(__VA_ARGS__, RA_HERE)
#define ra_load_library(...) ra_load_library_at(__VA_ARGS__, RA_HERE)
#define ra_generator_new(...) ra_generator_new_at(__VA_ARGS__, RA_HERE)
#define ra_to_dlpack(...) ra_to_dlpack_at(__VA_ARGS__, RA_HERE)
#define ra_to_dlpack_unversioned(...) ra_to_dlpack_unversioned_at(__VA_ARGS__, RA_HERE)
#define ra_from_dlpack(...) ra_from_dlpack_at(__VA_ARGS__, RA_HERE)
#define ra_from_dlpack_unversioned(...) ra_from_dlpack_unversioned_at(__VA_ARGS__, RA_HERE)
#define ra_load_npy(...) ra_load_npy_at(__VA_ARGS__, RA_HERE)
#define ra_save_npy(...) ra_save_npy_at(__VA_ARGS__, RA_HERE)
#define ra_load_npy_from(...) ra_load_npy_from_at(__VA_ARGS__, RA_HERE)
#define ra_save_npz(...) RA__FRONT_ra_save_npz(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_save_npz(path, names, tensors, opts, ...) ra_save_npz_at(path, names, tensors, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_save_safetensors(...) RA__FRONT_ra_save_safetensors(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_save_safetensors(path, names, tensors, opts, ...) ra_save_safetensors_at(path, names, tensors, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_open_safetensors(...) ra_open_safetensors_at(__VA_ARGS__, RA_HERE)
#define ra_open_npz(...) ra_open_npz_at(__VA_ARGS__, RA_HERE)
#define ra_open_npz_from(...) ra_open_npz_from_at(__VA_ARGS__, RA_HERE)
#define ra_open_safetensors_from(...) ra_open_safetensors_from_at(__VA_ARGS__, RA_HERE)
#define ra_archive_tensor(...) ra_archive_tensor_at(__VA_ARGS__, RA_HERE)
#define ra_to_string(...) ra_to_string_at(__VA_ARGS__, RA_HERE)
#define ra_print(...) ra_print_at(__VA_ARGS__, RA_HERE)
#define ra_is_ready(...) ra_is_ready_at(__VA_ARGS__, RA_HERE)
#define ra_tensor_error(...) ra_tensor_error_at(__VA_ARGS__, RA_HERE)
#define ra_trace_stop() ra_trace_stop_at(RA_HERE)
#define ra_get_info(...) ra_get_info_at(__VA_ARGS__, RA_HERE)
#define ra_op_find(...) ra_op_find_at(__VA_ARGS__, RA_HERE)
#define ra_call(...) ra_call_at(__VA_ARGS__, RA_HERE)

#endif

#endif
