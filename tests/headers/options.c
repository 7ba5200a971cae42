/*
 * Every option that tells what is not given from zero, as a plain number or truth of each kind, and numbers of all types
 * where operands are taken: the same source as C and as C++, in every standard, without a warning and with one result.
 * check_headers.sh compiles it and compares what it prints.
 */
#include <runahead.h>
#include <string.h>

static void show(const char *what, ra_tensor *tensor)
{
    printf("%s: ", what);
    if (!tensor || ra_print(stdout, tensor) != RA_OK)
        printf("%s\n", ra_last_error());
    ra_clear_error();
}

static ra_tensor *first, *second, *third, *fourth;

static void show_first(const char *what, ra_status status)
{
    show(what, status == RA_OK ? first : NULL);
}

#define SHOW(call) show(#call, call)
#define FIRST(call) show_first(#call, call)

static void scalars(ra_tensor *x, ra_tensor *grid)
{
    int whole = 3;
    unsigned natural = 2;
    int64_t wide = -4;
    size_t size = 5;
    float half = 0.5f;
    double real = 2.5;
    SHOW(ra_add(x, x));
    SHOW(ra_add(x, x, RA_OPTS(ra_add)));
    SHOW(ra_add(x, x, RA_OPTS(ra_add, .alpha = 0)));
    SHOW(ra_add(x, x, RA_OPTS(ra_add, .alpha = -1)));
    SHOW(ra_add(x, x, RA_OPTS(ra_add, .alpha = 0.5)));
    SHOW(ra_add(x, x, RA_OPTS(ra_add, .alpha = whole)));
    SHOW(ra_add(x, x, RA_OPTS(ra_add, .alpha = natural)));
    SHOW(ra_add(x, x, RA_OPTS(ra_add, .alpha = wide / 2)));
    SHOW(ra_add(x, x, RA_OPTS(ra_add, .alpha = half)));
    SHOW(ra_add(x, x, RA_OPTS(ra_add, .alpha = real)));
    SHOW(ra_add(x, x, RA_OPTS(ra_add, .alpha = RA_I(2))));
    SHOW(ra_add(x, x, RA_OPTS(ra_add, .alpha = RA_F(0))));
    SHOW(ra_sub(x, x, RA_OPTS(ra_sub, .alpha = 0)));
    SHOW(ra_sub(x, x, RA_OPTS(ra_sub, .alpha = 3)));
    SHOW(ra_addmm(grid, grid, grid, RA_OPTS(ra_addmm, .beta = 0, .alpha = 2)));
    SHOW(ra_addmm(grid, grid, grid, RA_OPTS(ra_addmm, .beta = 0.5)));
    SHOW(ra_addmm(grid, grid, grid, RA_OPTS(ra_addmm, .alpha = 0)));
    SHOW(ra_baddbmm(grid, ra_unsqueeze(grid, 0), ra_unsqueeze(grid, 0), RA_OPTS(ra_baddbmm, .beta = 0, .alpha = 2)));
    SHOW(ra_baddbmm(grid, ra_unsqueeze(grid, 0), ra_unsqueeze(grid, 0), RA_OPTS(ra_baddbmm, .beta = 0.5, .alpha = 0)));
    SHOW(ra_var(x, RA_ALL));
    SHOW(ra_var(x, RA_ALL, RA_OPTS(ra_var, .correction = 0)));
    SHOW(ra_var(x, RA_ALL, RA_OPTS(ra_var, .correction = 0.5, .keepdim = true)));
    SHOW(ra_var(x, RA_ALL, RA_OPTS(ra_var, .keepdim = true)));
    SHOW(ra_std(x, RA_ALL, RA_OPTS(ra_std, .correction = 0)));
    SHOW(ra_sum(x));
    SHOW(ra_mean(ra_sum(ra_mul(grid, ra_amax(x)), RA_DIMS(0))));
    SHOW(ra_count_nonzero(x));
    SHOW(ra_linalg_vector_norm(x, 1));
    SHOW(ra_quantile(x, 0.5));
    FIRST(ra_var_mean(x, RA_ALL, &first, &second, RA_OPTS(ra_var_mean, .correction = 0)));
    FIRST(ra_std_mean(x, RA_ALL, &first, &second, RA_OPTS(ra_std_mean, .correction = 0)));
    SHOW(ra_smooth_l1_loss(x, ra_neg(x), RA_OPTS(ra_smooth_l1_loss, .beta = 0)));
    SHOW(ra_huber_loss(x, ra_neg(x), RA_OPTS(ra_huber_loss, .delta = 0.5)));
    SHOW(ra_layer_norm(x, RA_DIMS(4), RA_NONE, RA_NONE, RA_OPTS(ra_layer_norm, .eps = 1e3)));
    SHOW(ra_layer_norm(x, RA_DIMS(whole + 1), RA_NONE, RA_NONE, RA_OPTS(ra_layer_norm, .eps = 0)));
    SHOW(ra_addcmul(x, x, x, RA_OPTS(ra_addcmul, .value = 2)));
    SHOW(ra_addcdiv(x, x, x, RA_OPTS(ra_addcdiv, .value = -0.5)));
    SHOW(ra_rsub(x, 10, RA_OPTS(ra_rsub, .alpha = 2)));
    SHOW(ra_isclose(x, ra_add(x, 0.5), RA_OPTS(ra_isclose, .rtol = 0, .atol = 1)));
    SHOW(ra_isclose(x, ra_add(x, 0.5), RA_OPTS(ra_isclose, .rtol = 0.2)));
    SHOW(ra_cosine_similarity(x, x, 0, RA_OPTS(ra_cosine_similarity, .eps = 1e3)));
    SHOW(ra_addmv(ra_ones(RA_DIMS(2)), grid, ra_ones(RA_DIMS(2)), RA_OPTS(ra_addmv, .beta = 0, .alpha = 0.5)));
    SHOW(ra_linalg_cross(ra_eye(3, 3), ra_ones(RA_DIMS(3, 1)), RA_OPTS(ra_linalg_cross, .dim = 0)));
    SHOW(ra_logit(ra_mul(x, 0.25), RA_OPTS(ra_logit, .eps = 0.25)));
    SHOW(ra_nan_to_num(ra_log(ra_sub(x, 1)), RA_OPTS(ra_nan_to_num, .nan = 1, .posinf = 0, .neginf = -2)));
    SHOW(ra_add(x, natural));
    SHOW(ra_add(x, size));
    SHOW(ra_sub(size, x));
    SHOW(ra_div(x, wide));
    SHOW(ra_mul(half, x));
    SHOW(ra_mul(x, 3u));
    SHOW(ra_full(RA_DIMS(natural), size));
    SHOW(ra_full(RA_DIMS(2), real));
}

static void integers(void)
{
    ra_tensor *image = ra_ones(RA_DIMS(1, 2, 3, 3)), *weight = ra_ones(RA_DIMS(2, 1, 3, 3));
    ra_tensor *logits = ra_zeros(RA_DIMS(2, 2)), *target = ra_arange(0, 2, 1);
    SHOW(ra_conv2d(image, weight, RA_NONE, RA_OPTS(ra_conv2d, .groups = 2)));
    SHOW(ra_conv2d(image, weight, RA_NONE, RA_OPTS(ra_conv2d, .groups = 0)));
    SHOW(ra_conv1d(ra_ones(RA_DIMS(1, 2, 3)), ra_ones(RA_DIMS(2, 1, 3)), RA_NONE, RA_OPTS(ra_conv1d, .groups = 2)));
    SHOW(ra_conv2d(image, weight, RA_NONE, RA_OPTS(ra_conv2d, .groups = 0.5)));
    SHOW(ra_conv2d(image, weight, RA_NONE, RA_OPTS(ra_conv2d, .stride = {2}, .padding = {1, 1}, .groups = 2)));
    SHOW(ra_nll_loss(logits, target, RA_NONE, RA_OPTS(ra_nll_loss, .reduction = "none", .ignore_index = 0)));
    FIRST(ra_nll_loss_forward(logits, target, RA_NONE, &first, &second, RA_OPTS(ra_nll_loss_forward, .reduction = "sum", .ignore_index = 0)));
    SHOW(ra_binary_cross_entropy(ra_sigmoid(logits), ra_sigmoid(logits), RA_NONE, RA_OPTS(ra_binary_cross_entropy, .reduction = "sum")));
    SHOW(ra_cross_entropy(logits, target, RA_NONE, RA_OPTS(ra_cross_entropy, .reduction = "none")));
    SHOW(ra_cross_entropy(logits, target, RA_NONE, RA_OPTS(ra_cross_entropy, .reduction = "none", .ignore_index = 0)));
    SHOW(ra_cross_entropy(logits, target, RA_NONE, RA_OPTS(ra_cross_entropy, .reduction = "none", .ignore_index = 1)));
}

static void choices(ra_tensor *x)
{
    ra_tensor *grid = ra_triu(ra_ones(RA_DIMS(2, 2)), 0), *thin = ra_ones(RA_DIMS(1, 2)), *image = ra_ones(RA_DIMS(1, 2, 2));
    SHOW(ra_index_add(x, 0, ra_arange(0, 2, 1), ra_ones(RA_DIMS(2)), RA_OPTS(ra_index_add, .alpha = 0.5)));
    SHOW(ra_index_reduce(x, 0, ra_arange(0, 2, 1), ra_ones(RA_DIMS(2)), "amin", RA_OPTS(ra_index_reduce, .include_self = false)));
    SHOW(ra_embedding_bag(ra_ones(RA_DIMS(3, 2)), ra_arange(0, 3, 1), ra_arange(0, 2, 1), RA_NONE, RA_OPTS(ra_embedding_bag, .mode = "sum", .include_last_offset = true, .padding_idx = 1)));
    SHOW(ra_interpolate(ra_ones(RA_DIMS(1, 1, 2)), RA_ALL, RA_OPTS(ra_interpolate, .scale_factor = 1.5, .mode = "linear", .align_corners = true, .recompute_scale_factor = true)));
    SHOW(ra_trapezoid(x, RA_NONE, RA_OPTS(ra_trapezoid, .dx = 0.5, .dim = 0)));
    SHOW(ra_normalize(x, 1, 0, RA_OPTS(ra_normalize, .eps = 0.5)));
    SHOW(ra_isin(x, 2, RA_OPTS(ra_isin, .assume_unique = true, .invert = true)));
    SHOW(ra_bincount(ra_arange(0, 2, 1), RA_NONE, RA_OPTS(ra_bincount, .minlength = 3)));
    SHOW(ra_histc(x, 2, 1, 3));
    SHOW(ra_repeat_interleave(x, ra_arange(0, 4, 1), RA_ALL, RA_OPTS(ra_repeat_interleave, .output_size = 6)));
    SHOW(ra_scatter_reduce(x, 0, ra_arange(0, 2, 1), ra_ones(RA_DIMS(2)), "sum", RA_OPTS(ra_scatter_reduce, .include_self = RA_NO)));
    FIRST(ra_topk(x, 1, 0, &first, &second));
    FIRST(ra_topk(x, 1, 0, &first, &second, RA_OPTS(ra_topk, .largest = false)));
    FIRST(ra_topk(x, 1, 0, &first, &second, RA_OPTS(ra_topk, .largest = RA_NO, .sorted = false)));
    FIRST(ra_topk(x, 1, 0, &first, &second, RA_OPTS(ra_topk, .largest = RA_YES, .sorted = true)));
    FIRST(ra_unique(x, &first, &second, &third, RA_OPTS(ra_unique, .sorted = false)));
    SHOW(ra_add(ra_linalg_solve(grid, thin, RA_OPTS(ra_linalg_solve, .left = false)), 0));
    SHOW(ra_linalg_solve_triangular(grid, thin, RA_OPTS(ra_linalg_solve_triangular, .upper = true, .left = false)));
    FIRST(ra_linalg_solve_ex(grid, thin, &first, &second, RA_OPTS(ra_linalg_solve_ex, .left = false)));
    FIRST(ra_linalg_lu_factor(ra_zeros(RA_DIMS(0, 2)), &first, &second, RA_OPTS(ra_linalg_lu_factor, .pivot = false)));
    FIRST(ra_linalg_lu_factor_ex(ra_zeros(RA_DIMS(0, 2)), &first, &second, &third, RA_OPTS(ra_linalg_lu_factor_ex, .pivot = false)));
    FIRST(ra_linalg_lu_factor(grid, &first, &second));
    SHOW(ra_add(ra_linalg_lu_solve(first, second, thin, RA_OPTS(ra_linalg_lu_solve, .left = false)), 0));
    FIRST(ra_linalg_svd(ra_zeros(RA_DIMS(1, 2)), &second, &third, &first, RA_OPTS(ra_linalg_svd, .full_matrices = false)));
    SHOW(ra_avg_pool2d(image, RA_DIMS(2), RA_OPTS(ra_avg_pool2d, .padding = {1, 1}, .count_include_pad = false)));
    SHOW(ra_avg_pool2d(image, RA_DIMS(2), RA_OPTS(ra_avg_pool2d, .padding = {1, 1})));
    SHOW(ra_avg_pool2d(image, RA_DIMS(2), RA_OPTS(ra_avg_pool2d, .padding = {1})));
}

static void layers(void)
{
    ra_tensor *line = ra_reshape(ra_arange(1, 9, 1, RA_OPTS(ra_arange, .dtype = RA_FLOAT32)), RA_DIMS(1, 2, 4)), *image = ra_reshape(line, RA_DIMS(1, 2, 2, 2));
    ra_tensor *volume = ra_reshape(line, RA_DIMS(1, 1, 2, 2, 2)), *two = ra_ones(RA_DIMS(2)), *one = ra_ones(RA_DIMS(2, 1, 1)), *wide = ra_cat(RA_LIST(volume, volume), 1);
    SHOW(ra_pad(two, RA_DIMS(1, 0), RA_OPTS(ra_pad, .value = 0.5)));
    SHOW(ra_sum(ra_avg_pool1d(line, RA_DIMS(2), RA_OPTS(ra_avg_pool1d, .padding = {1}, .count_include_pad = false)), RA_ALL));
    SHOW(ra_sum(ra_avg_pool3d(volume, RA_DIMS(2), RA_OPTS(ra_avg_pool3d, .padding = {1, 1, 1}, .count_include_pad = false)), RA_ALL));
    SHOW(ra_amax(ra_group_norm(line, 1, RA_NONE, RA_NONE, RA_OPTS(ra_group_norm, .eps = 0)), RA_ALL));
    SHOW(ra_amax(ra_batch_norm(line, two, RA_NONE, RA_NONE, RA_NONE, RA_OPTS(ra_batch_norm, .training = true, .momentum = 0, .eps = 0.25)), RA_ALL));
    SHOW(ra_amax(ra_instance_norm(line, two, two, two, two, RA_OPTS(ra_instance_norm, .use_input_stats = false, .momentum = 0.5, .eps = 3)), RA_ALL));
    SHOW(ra_rms_norm(two, RA_DIMS(2), RA_NONE, RA_OPTS(ra_rms_norm, .eps = 3)));
    SHOW(ra_sum(ra_upsample_nearest1d(line, RA_DIMS(3), RA_OPTS(ra_upsample_nearest1d, .scales = 1)), RA_ALL));
    SHOW(ra_sum(ra_upsample_nearest2d(image, RA_DIMS(3), RA_OPTS(ra_upsample_nearest2d, .scales_h = 1, .scales_w = 2)), RA_ALL));
    SHOW(ra_sum(ra_upsample_nearest3d(volume, RA_DIMS(3), RA_OPTS(ra_upsample_nearest3d, .scales_d = 1, .scales_h = 2, .scales_w = 1)), RA_ALL));
    SHOW(ra_sum(ra_upsample_nearest_exact1d(line, RA_DIMS(3), RA_OPTS(ra_upsample_nearest_exact1d, .scales = 1)), RA_ALL));
    SHOW(ra_sum(ra_upsample_nearest_exact2d(image, RA_DIMS(3), RA_OPTS(ra_upsample_nearest_exact2d, .scales_h = 1, .scales_w = 2)), RA_ALL));
    SHOW(ra_sum(ra_upsample_nearest_exact3d(volume, RA_DIMS(3), RA_OPTS(ra_upsample_nearest_exact3d, .scales_d = 1, .scales_h = 2, .scales_w = 1)), RA_ALL));
    SHOW(ra_sum(ra_upsample_linear1d(line, RA_DIMS(3), RA_OPTS(ra_upsample_linear1d, .scales = 1)), RA_ALL));
    SHOW(ra_sum(ra_upsample_bilinear2d(image, RA_DIMS(3), RA_OPTS(ra_upsample_bilinear2d, .scales_h = 1, .scales_w = 2)), RA_ALL));
    SHOW(ra_sum(ra_upsample_trilinear3d(volume, RA_DIMS(3), RA_OPTS(ra_upsample_trilinear3d, .scales_d = 1, .scales_h = 2, .scales_w = 1)), RA_ALL));
    SHOW(ra_sum(ra_upsample_bicubic2d(image, RA_DIMS(3), RA_OPTS(ra_upsample_bicubic2d, .scales_h = 1, .scales_w = 2)), RA_ALL));
    SHOW(ra_sum(ra_conv3d(wide, ra_ones(RA_DIMS(2, 1, 1, 1, 2)), RA_NONE, RA_OPTS(ra_conv3d, .groups = 2)), RA_ALL));
    SHOW(ra_sum(ra_conv_transpose1d(line, one, RA_NONE, RA_OPTS(ra_conv_transpose1d, .groups = 2)), RA_ALL));
    SHOW(ra_sum(ra_conv_transpose2d(image, ra_unsqueeze(one, 3), RA_NONE, RA_OPTS(ra_conv_transpose2d, .groups = 2)), RA_ALL));
    SHOW(ra_sum(ra_conv_transpose3d(wide, ra_ones(RA_DIMS(2, 1, 1, 1, 2)), RA_NONE, RA_OPTS(ra_conv_transpose3d, .groups = 2)), RA_ALL));
    SHOW(ra_scaled_dot_product_attention(line, line, line, RA_NONE, RA_OPTS(ra_scaled_dot_product_attention, .scale = 0)));
}

static void contractions(ra_tensor *x)
{
    ra_tensor *square = ra_reshape(x, RA_DIMS(2, 2)), *batch = ra_unsqueeze(square, 0), *zero = ra_zeros_like(x), *line = ra_reshape(x, RA_DIMS(1, 4, 1));
    SHOW(ra_linalg_norm(square, RA_OPTS(ra_linalg_norm, .ord = 1)));
    SHOW(ra_linalg_norm(x, RA_OPTS(ra_linalg_norm, .ord = 0)));
    SHOW(ra_gt(ra_linalg_cond(square, 1), 20));
    SHOW(ra_lt(ra_linalg_cond(square, RA_NONE), 16));
    SHOW(ra_addr(square, ra_ones(RA_DIMS(2)), ra_ones(RA_DIMS(2)), RA_OPTS(ra_addr, .beta = 0, .alpha = 0.5)));
    FIRST(ra_linalg_lstsq(ra_eye(2, 2), ra_ones(RA_DIMS(2)), &first, &second, &third, &fourth, RA_OPTS(ra_linalg_lstsq, .rcond = 0, .driver = "gels")));
    SHOW(ra_cov(x, RA_NONE, RA_NONE, RA_OPTS(ra_cov, .correction = 0)));
    SHOW(ra_addbmm(square, batch, batch, RA_OPTS(ra_addbmm, .beta = 0, .alpha = 2)));
    SHOW(ra_addbmm(square, batch, batch, RA_OPTS(ra_addbmm, .beta = 0.5, .alpha = 0)));
    SHOW(ra_pairwise_distance(x, zero, 1, RA_OPTS(ra_pairwise_distance, .eps = 0.5)));
    SHOW(ra_hinge_embedding_loss(x, ra_neg(ra_ones_like(x)), RA_OPTS(ra_hinge_embedding_loss, .reduction = "sum", .margin = 3)));
    SHOW(ra_triplet_margin_loss(x, zero, zero, 1, RA_OPTS(ra_triplet_margin_loss, .margin = 0.25, .eps = 0)));
    SHOW(ra_local_response_norm(line, 1, 0, RA_OPTS(ra_local_response_norm, .alpha = 1, .beta = 0.5)));
}

/* Options of functions that are no operators may be left out as well. */
static ra_status clear(const ra_function_call *call)
{
    memset(call->writes[0], 0, sizeof(float));
    return RA_OK;
}

static void others(void)
{
    float number[] = {4, 5};
    ra_tensor *borrowed = ra_from_data(number, RA_FLOAT32, RA_DIMS(2)), *part = ra_slice(borrowed, 0, 1, 2, 1);
    (void)ra_call_function(clear, NULL, RA_LIST(), RA_LIST(borrowed));
    SHOW(borrowed);
    (void)ra_call_function(clear, NULL, RA_LIST(), RA_LIST(part), RA_OPTS(ra_call_function, .name = "clear"));
    SHOW(borrowed);
    SHOW(ra_from_data(number, RA_FLOAT32, RA_DIMS(2), RA_OPTS(ra_from_data, .readonly = true)));
}

static void values(float half)
{
    ra_scalar got;
    int count = 0;
    ra_tensor *grid = RA_TENSOR(int64_t, RA_DIMS(2, 2), 1, 2, 3, 4);
    SHOW(RA_VEC(double, 1, 2.5, 3));
    SHOW(RA_VEC(float, half, -1));
    SHOW(RA_VEC(int, 7));
    SHOW(RA_VEC(bool, true, false));
    SHOW(RA_VEC(int, count++, 5));
    SHOW(RA_TENSOR(short, RA_DIMS(2, 1, 2), -1, 2, -3, 4));
    SHOW(RA_TENSOR(double, RA_DIMS(), 1.5));
    SHOW(RA_TENSOR(double, RA_DIMS(2, 2), 1, 2, 3));
    SHOW(ra_mul(RA_VEC(long, 1, 2), 3));
    SHOW(ra_from_values(&half, 1, RA_DTYPE_OF(float), RA_ALL));
    printf("computed %d\n", count);
    printf("get %d ", ra_get_item(grid, RA_DIMS(1, -2), &got));
    printf("%d %d\n", got.kind, got.value.i == 3);
    printf("set %d ", ra_set_item(grid, RA_DIMS(-1, 0), 30));
    printf("%d ", ra_set_item(grid, RA_DIMS(0, 1), RA_F(7.9)));
    printf("%d\n", ra_set_item(grid, RA_DIMS(2, 0), true));
    SHOW(grid);
}

int main(void)
{
    ra_scope_begin();
    ra_tensor *x = ra_arange(1, 5, 1, RA_OPTS(ra_arange, .dtype = RA_FLOAT32));
    scalars(x, ra_ones(RA_DIMS(2, 2)));
    integers();
    choices(x);
    layers();
    contractions(x);
    others();
    values(0.5f);
    ra_generator *generator = ra_generator_new(1);
    ra_status status = ra_uniform_(x, 2, 2, RA_OPTS(ra_uniform_, .generator = generator));
    printf("uniform_ %d ", status);
    SHOW(x);
    ra_generator_free(generator);
    status = ra_add_(x, x, RA_OPTS(ra_add_, .alpha = 0.5));
    printf("add_ %d ", status);
    SHOW(x);
    second = ra_empty(RA_DIMS());
    status = ra_sum_out(second, x);
    printf("sum_out %d ", status);
    SHOW(second);
    status = ra_sub_out(x, x, x, RA_OPTS(ra_sub_out, .alpha = 3));
    printf("sub_out %d ", status);
    SHOW(x);
    return ra_scope_end() == RA_ERR_ARGUMENT ? 0 : 1; /* what was refused above */
}
