/* What computes an operator on a CUDA device. */
#include "cuda/device.h"

const ra_kernel *ra__cuda_kernel(const ra_op *op)
{
    static const ra_kernel *(*const files[])(const ra_op *op) = {
        ra__cuda_copy_kernel, ra__cuda_elementwise_kernel, ra__cuda_reduce_kernel, ra__cuda_rows_kernel, ra__cuda_scan_kernel,    ra__cuda_places_kernel,
        ra__cuda_join_kernel, ra__cuda_sort_kernel,        ra__cuda_put_kernel,    ra__cuda_matmul_kernel, ra__cuda_solve_kernel, ra__cuda_factors_kernel,
        ra__cuda_factored_kernel, ra__cuda_lstsq_kernel,   ra__cuda_eig_kernel,
        ra__cuda_compact_kernel, ra__cuda_window_kernel,   ra__cuda_distance_kernel, ra__cuda_loss_kernel,
        ra__cuda_search_kernel,  ra__cuda_rank_kernel, ra__cuda_count_kernel, ra__cuda_histogram_kernel, ra__cuda_spread_kernel, ra__cuda_bag_kernel, ra__cuda_draw_kernel,     ra__cuda_fft_kernel,
        ra__cuda_random_of_kernel,
    };
    if (!ra__op_is_built_in(op))
        return ra__cuda_own_kernel(op);
    const ra_kernel *kernel = NULL;
    for (size_t i = 0; !kernel && i < sizeof files / sizeof *files; i++)
        kernel = files[i](op);
    return kernel;
}
