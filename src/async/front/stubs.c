/*
 * The operator functions: each packs its arguments in the schema's order and dispatches.
 * Printed by src/meta/generate.c from src/meta/ops.def; do not edit.
 */
#include "async/front/stub.h"

ra_tensor *ra_empty_at(ra_dims size, const ra_empty_opts *opts, ra_site site)
{
    OPTIONS(ra_empty_opts, "ra_empty", NULL);
    const ra_arg args[] = {
        {.dims = size, .kind = RA_ARG_DIMS},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
        {.string = o.memory_format, .kind = RA_ARG_STRING},
        {.boolean = o.pin_memory, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(empty, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_empty_out_at(ra_tensor *out, ra_dims size, const ra_empty_opts *opts, ra_site site)
{
    OPTIONS(ra_empty_opts, "ra_empty_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.dims = size, .kind = RA_ARG_DIMS},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
        {.string = o.memory_format, .kind = RA_ARG_STRING},
        {.boolean = o.pin_memory, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {out};
    return CALL(empty, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_empty_strided_at(ra_dims size, ra_dims stride, const ra_empty_strided_opts *opts, ra_site site)
{
    OPTIONS(ra_empty_strided_opts, "ra_empty_strided", NULL);
    const ra_arg args[] = {
        {.dims = size, .kind = RA_ARG_DIMS},
        {.dims = stride, .kind = RA_ARG_DIMS},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(empty_strided, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_empty_like_at(const ra_tensor *self, const ra_empty_like_opts *opts, ra_site site)
{
    OPTIONS(ra_empty_like_opts, "ra_empty_like", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
        {.string = o.memory_format, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(empty_like, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_zeros_at(ra_dims size, const ra_zeros_opts *opts, ra_site site)
{
    OPTIONS(ra_zeros_opts, "ra_zeros", NULL);
    const ra_arg args[] = {
        {.dims = size, .kind = RA_ARG_DIMS},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(zeros, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_zeros_out_at(ra_tensor *out, ra_dims size, const ra_zeros_opts *opts, ra_site site)
{
    OPTIONS(ra_zeros_opts, "ra_zeros_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.dims = size, .kind = RA_ARG_DIMS},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {out};
    return CALL(zeros, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_zeros_like_at(const ra_tensor *self, const ra_zeros_like_opts *opts, ra_site site)
{
    OPTIONS(ra_zeros_like_opts, "ra_zeros_like", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
        {.string = o.memory_format, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(zeros_like, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_ones_at(ra_dims size, const ra_ones_opts *opts, ra_site site)
{
    OPTIONS(ra_ones_opts, "ra_ones", NULL);
    const ra_arg args[] = {
        {.dims = size, .kind = RA_ARG_DIMS},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(ones, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_ones_out_at(ra_tensor *out, ra_dims size, const ra_ones_opts *opts, ra_site site)
{
    OPTIONS(ra_ones_opts, "ra_ones_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.dims = size, .kind = RA_ARG_DIMS},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {out};
    return CALL(ones, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_ones_like_at(const ra_tensor *self, const ra_ones_like_opts *opts, ra_site site)
{
    OPTIONS(ra_ones_like_opts, "ra_ones_like", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
        {.string = o.memory_format, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(ones_like, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_full_at(ra_dims size, ra_scalar fill_value, const ra_full_opts *opts, ra_site site)
{
    OPTIONS(ra_full_opts, "ra_full", NULL);
    const ra_arg args[] = {
        {.dims = size, .kind = RA_ARG_DIMS},
        {.scalar = fill_value, .kind = RA_ARG_SCALAR},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(full, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_full_out_at(ra_tensor *out, ra_dims size, ra_scalar fill_value, const ra_full_opts *opts, ra_site site)
{
    OPTIONS(ra_full_opts, "ra_full_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.dims = size, .kind = RA_ARG_DIMS},
        {.scalar = fill_value, .kind = RA_ARG_SCALAR},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {out};
    return CALL(full, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_full_like_at(const ra_tensor *self, ra_scalar fill_value, const ra_full_like_opts *opts, ra_site site)
{
    OPTIONS(ra_full_like_opts, "ra_full_like", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = fill_value, .kind = RA_ARG_SCALAR},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
        {.string = o.memory_format, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(full_like, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_scalar_tensor_at(ra_scalar s_, const ra_scalar_tensor_opts *opts, ra_site site)
{
    OPTIONS(ra_scalar_tensor_opts, "ra_scalar_tensor", NULL);
    const ra_arg args[] = {
        {.scalar = s_, .kind = RA_ARG_SCALAR},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(scalar_tensor, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_arange_at(ra_scalar start, ra_scalar end, ra_scalar step, const ra_arange_opts *opts, ra_site site)
{
    OPTIONS(ra_arange_opts, "ra_arange", NULL);
    const ra_arg args[] = {
        {.scalar = start, .kind = RA_ARG_SCALAR},
        {.scalar = end, .kind = RA_ARG_SCALAR},
        {.scalar = step, .kind = RA_ARG_SCALAR},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(arange, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_arange_out_at(ra_tensor *out, ra_scalar start, ra_scalar end, ra_scalar step, const ra_arange_opts *opts, ra_site site)
{
    OPTIONS(ra_arange_opts, "ra_arange_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.scalar = start, .kind = RA_ARG_SCALAR},
        {.scalar = end, .kind = RA_ARG_SCALAR},
        {.scalar = step, .kind = RA_ARG_SCALAR},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {out};
    return CALL(arange, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_linspace_at(ra_scalar start, ra_scalar end, int64_t steps, const ra_linspace_opts *opts, ra_site site)
{
    OPTIONS(ra_linspace_opts, "ra_linspace", NULL);
    const ra_arg args[] = {
        {.scalar = start, .kind = RA_ARG_SCALAR},
        {.scalar = end, .kind = RA_ARG_SCALAR},
        {.integer = steps, .kind = RA_ARG_INT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(linspace, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_linspace_out_at(ra_tensor *out, ra_scalar start, ra_scalar end, int64_t steps, const ra_linspace_opts *opts, ra_site site)
{
    OPTIONS(ra_linspace_opts, "ra_linspace_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.scalar = start, .kind = RA_ARG_SCALAR},
        {.scalar = end, .kind = RA_ARG_SCALAR},
        {.integer = steps, .kind = RA_ARG_INT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {out};
    return CALL(linspace, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_logspace_at(ra_scalar start, ra_scalar end, int64_t steps, double base, const ra_logspace_opts *opts, ra_site site)
{
    OPTIONS(ra_logspace_opts, "ra_logspace", NULL);
    const ra_arg args[] = {
        {.scalar = start, .kind = RA_ARG_SCALAR},
        {.scalar = end, .kind = RA_ARG_SCALAR},
        {.integer = steps, .kind = RA_ARG_INT},
        {.real = base, .kind = RA_ARG_FLOAT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(logspace, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_logspace_out_at(ra_tensor *out, ra_scalar start, ra_scalar end, int64_t steps, double base, const ra_logspace_opts *opts, ra_site site)
{
    OPTIONS(ra_logspace_opts, "ra_logspace_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.scalar = start, .kind = RA_ARG_SCALAR},
        {.scalar = end, .kind = RA_ARG_SCALAR},
        {.integer = steps, .kind = RA_ARG_INT},
        {.real = base, .kind = RA_ARG_FLOAT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {out};
    return CALL(logspace, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_eye_at(int64_t n_, int64_t m_, const ra_eye_opts *opts, ra_site site)
{
    OPTIONS(ra_eye_opts, "ra_eye", NULL);
    const ra_arg args[] = {
        {.integer = n_, .kind = RA_ARG_INT},
        {.integer = m_, .kind = RA_ARG_INT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(eye, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_eye_out_at(ra_tensor *out, int64_t n_, int64_t m_, const ra_eye_opts *opts, ra_site site)
{
    OPTIONS(ra_eye_opts, "ra_eye_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.integer = n_, .kind = RA_ARG_INT},
        {.integer = m_, .kind = RA_ARG_INT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {out};
    return CALL(eye, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_tril_indices_at(int64_t row, int64_t col, int64_t offset, const ra_tril_indices_opts *opts, ra_site site)
{
    OPTIONS(ra_tril_indices_opts, "ra_tril_indices", NULL);
    const ra_arg args[] = {
        {.integer = row, .kind = RA_ARG_INT},
        {.integer = col, .kind = RA_ARG_INT},
        {.integer = offset, .kind = RA_ARG_INT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(tril_indices, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_triu_indices_at(int64_t row, int64_t col, int64_t offset, const ra_triu_indices_opts *opts, ra_site site)
{
    OPTIONS(ra_triu_indices_opts, "ra_triu_indices", NULL);
    const ra_arg args[] = {
        {.integer = row, .kind = RA_ARG_INT},
        {.integer = col, .kind = RA_ARG_INT},
        {.integer = offset, .kind = RA_ARG_INT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(triu_indices, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_rand_at(ra_dims size, const ra_rand_opts *opts, ra_site site)
{
    OPTIONS(ra_rand_opts, "ra_rand", NULL);
    const ra_arg args[] = {
        {.dims = size, .kind = RA_ARG_DIMS},
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(rand, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_rand_out_at(ra_tensor *out, ra_dims size, const ra_rand_opts *opts, ra_site site)
{
    OPTIONS(ra_rand_opts, "ra_rand_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.dims = size, .kind = RA_ARG_DIMS},
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {out};
    return CALL(rand, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_randn_at(ra_dims size, const ra_randn_opts *opts, ra_site site)
{
    OPTIONS(ra_randn_opts, "ra_randn", NULL);
    const ra_arg args[] = {
        {.dims = size, .kind = RA_ARG_DIMS},
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(randn, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_randn_out_at(ra_tensor *out, ra_dims size, const ra_randn_opts *opts, ra_site site)
{
    OPTIONS(ra_randn_opts, "ra_randn_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.dims = size, .kind = RA_ARG_DIMS},
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {out};
    return CALL(randn, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_randint_at(int64_t low, int64_t high, ra_dims size, const ra_randint_opts *opts, ra_site site)
{
    OPTIONS(ra_randint_opts, "ra_randint", NULL);
    const ra_arg args[] = {
        {.integer = low, .kind = RA_ARG_INT},
        {.integer = high, .kind = RA_ARG_INT},
        {.dims = size, .kind = RA_ARG_DIMS},
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(randint, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_randint_out_at(ra_tensor *out, int64_t low, int64_t high, ra_dims size, const ra_randint_opts *opts, ra_site site)
{
    OPTIONS(ra_randint_opts, "ra_randint_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.integer = low, .kind = RA_ARG_INT},
        {.integer = high, .kind = RA_ARG_INT},
        {.dims = size, .kind = RA_ARG_DIMS},
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {out};
    return CALL(randint, RA_OUT, args, r, 1, NULL);
}

ra_status ra_uniform__at(ra_tensor *self, double from, double to, const ra_uniform_opts *opts, ra_site site)
{
    OPTIONS(ra_uniform_opts, "ra_uniform_", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.real = from, .kind = RA_ARG_FLOAT},
        {.real = to, .kind = RA_ARG_FLOAT},
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
    };
    return CALL(uniform_, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_normal__at(ra_tensor *self, double mean, double std, const ra_normal__opts *opts, ra_site site)
{
    OPTIONS(ra_normal__opts, "ra_normal_", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.real = mean, .kind = RA_ARG_FLOAT},
        {.real = std, .kind = RA_ARG_FLOAT},
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
    };
    return CALL(normal_, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_bernoulli__at(ra_tensor *self, double p_, const ra_bernoulli__opts *opts, ra_site site)
{
    OPTIONS(ra_bernoulli__opts, "ra_bernoulli_", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.real = p_, .kind = RA_ARG_FLOAT},
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
    };
    return CALL(bernoulli_, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_exponential__at(ra_tensor *self, double lambd, const ra_exponential_opts *opts, ra_site site)
{
    OPTIONS(ra_exponential_opts, "ra_exponential_", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.real = lambd, .kind = RA_ARG_FLOAT},
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
    };
    return CALL(exponential_, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_cauchy__at(ra_tensor *self, double median, double sigma, const ra_cauchy_opts *opts, ra_site site)
{
    OPTIONS(ra_cauchy_opts, "ra_cauchy_", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.real = median, .kind = RA_ARG_FLOAT},
        {.real = sigma, .kind = RA_ARG_FLOAT},
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
    };
    return CALL(cauchy_, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_geometric__at(ra_tensor *self, double p_, const ra_geometric_opts *opts, ra_site site)
{
    OPTIONS(ra_geometric_opts, "ra_geometric_", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.real = p_, .kind = RA_ARG_FLOAT},
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
    };
    return CALL(geometric_, RA_INPLACE, args, NULL, 0, NULL);
}

ra_tensor *ra_randperm_at(int64_t n_, const ra_randperm_opts *opts, ra_site site)
{
    OPTIONS(ra_randperm_opts, "ra_randperm", NULL);
    const ra_arg args[] = {
        {.integer = n_, .kind = RA_ARG_INT},
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(randperm, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_randperm_out_at(ra_tensor *out, int64_t n_, const ra_randperm_opts *opts, ra_site site)
{
    OPTIONS(ra_randperm_opts, "ra_randperm_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.integer = n_, .kind = RA_ARG_INT},
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {out};
    return CALL(randperm, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_dropout_at(const ra_tensor *input, double p_, bool train, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = input, .kind = RA_ARG_TENSOR},
        {.real = p_, .kind = RA_ARG_FLOAT},
        {.boolean = train, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(dropout, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_dropout__at(ra_tensor *input, double p_, bool train, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = input, .kind = RA_ARG_TENSOR},
        {.real = p_, .kind = RA_ARG_FLOAT},
        {.boolean = train, .kind = RA_ARG_BOOL},
    };
    return CALL(dropout, RA_INPLACE, args, NULL, 0, NULL);
}

ra_tensor *ra_multinomial_at(const ra_tensor *self, int64_t num_samples, bool replacement, const ra_multinomial_opts *opts, ra_site site)
{
    OPTIONS(ra_multinomial_opts, "ra_multinomial", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = num_samples, .kind = RA_ARG_INT},
        {.boolean = replacement, .kind = RA_ARG_BOOL},
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(multinomial, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_multinomial_out_at(ra_tensor *out, const ra_tensor *self, int64_t num_samples, bool replacement, const ra_multinomial_opts *opts, ra_site site)
{
    OPTIONS(ra_multinomial_opts, "ra_multinomial_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = num_samples, .kind = RA_ARG_INT},
        {.boolean = replacement, .kind = RA_ARG_BOOL},
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(multinomial, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_bernoulli_at(const ra_tensor *self, const ra_bernoulli_opts *opts, ra_site site)
{
    OPTIONS(ra_bernoulli_opts, "ra_bernoulli", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(bernoulli, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_bernoulli_out_at(ra_tensor *out, const ra_tensor *self, const ra_bernoulli_opts *opts, ra_site site)
{
    OPTIONS(ra_bernoulli_opts, "ra_bernoulli_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(bernoulli, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_normal_at(ra_operand mean, ra_operand std, const ra_normal_opts *opts, ra_site site)
{
    OPTIONS(ra_normal_opts, "ra_normal", NULL);
    const ra_arg args[] = {
        pack_operand(mean),
        pack_operand(std),
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(normal, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_normal_out_at(ra_tensor *out, ra_operand mean, ra_operand std, const ra_normal_opts *opts, ra_site site)
{
    OPTIONS(ra_normal_opts, "ra_normal_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        pack_operand(mean),
        pack_operand(std),
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(normal, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_rand_like_at(const ra_tensor *self, const ra_rand_like_opts *opts, ra_site site)
{
    OPTIONS(ra_rand_like_opts, "ra_rand_like", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
        {.string = o.memory_format, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(rand_like, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_randn_like_at(const ra_tensor *self, const ra_randn_like_opts *opts, ra_site site)
{
    OPTIONS(ra_randn_like_opts, "ra_randn_like", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
        {.string = o.memory_format, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(randn_like, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_randint_like_at(const ra_tensor *self, int64_t low, int64_t high, const ra_randint_like_opts *opts, ra_site site)
{
    OPTIONS(ra_randint_like_opts, "ra_randint_like", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = low, .kind = RA_ARG_INT},
        {.integer = high, .kind = RA_ARG_INT},
        {.generator = o.generator, .kind = RA_ARG_GENERATOR},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
        {.string = o.memory_format, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(randint_like, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_copy__at(ra_tensor *self, const ra_tensor *src, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = src, .kind = RA_ARG_TENSOR},
    };
    return CALL(copy_, RA_INPLACE, args, NULL, 0, NULL);
}

ra_tensor *ra_clone_at(const ra_tensor *self, const ra_clone_opts *opts, ra_site site)
{
    OPTIONS(ra_clone_opts, "ra_clone", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.string = o.memory_format, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(clone, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_contiguous_at(const ra_tensor *self, const ra_contiguous_opts *opts, ra_site site)
{
    OPTIONS(ra_contiguous_opts, "ra_contiguous", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.string = o.memory_format, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(contiguous, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_to_at(const ra_tensor *self, const ra_to_opts *opts, ra_site site)
{
    OPTIONS(ra_to_opts, "ra_to", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
        {.boolean = o.copy, .kind = RA_ARG_BOOL},
        {.string = o.memory_format, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(to, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_fill__at(ra_tensor *self, ra_operand value, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(value),
    };
    return CALL(fill_, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_zero__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(zero_, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_resize__at(ra_tensor *self, ra_dims size, const ra_resize_opts *opts, ra_site site)
{
    OPTIONS(ra_resize_opts, "ra_resize_", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = size, .kind = RA_ARG_DIMS},
        {.string = o.memory_format, .kind = RA_ARG_STRING},
    };
    return CALL(resize_, RA_INPLACE, args, NULL, 0, NULL);
}

ra_tensor *ra_view_at(const ra_tensor *self, ra_dims size, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = size, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(view, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_reshape_at(const ra_tensor *self, ra_dims shape, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = shape, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(reshape, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_as_strided_at(const ra_tensor *self, ra_dims size, ra_dims stride, int64_t storage_offset, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = size, .kind = RA_ARG_DIMS},
        {.dims = stride, .kind = RA_ARG_DIMS},
        {.integer = storage_offset, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(as_strided, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_expand_at(const ra_tensor *self, ra_dims size, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = size, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(expand, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_broadcast_to_at(const ra_tensor *self, ra_dims size, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = size, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(broadcast_to, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_permute_at(const ra_tensor *self, ra_dims dims, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dims, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(permute, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_transpose_at(const ra_tensor *self, int64_t dim0, int64_t dim1, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim0, .kind = RA_ARG_INT},
        {.integer = dim1, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(transpose, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_transpose__at(ra_tensor *self, int64_t dim0, int64_t dim1, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim0, .kind = RA_ARG_INT},
        {.integer = dim1, .kind = RA_ARG_INT},
    };
    return CALL(transpose, RA_INPLACE, args, NULL, 0, NULL);
}

ra_tensor *ra_t_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(t, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_t__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(t, RA_INPLACE, args, NULL, 0, NULL);
}

ra_tensor *ra_squeeze_at(const ra_tensor *self, ra_dims dim, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(squeeze, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_squeeze__at(ra_tensor *self, ra_dims dim, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
    };
    return CALL(squeeze, RA_INPLACE, args, NULL, 0, NULL);
}

ra_tensor *ra_unsqueeze_at(const ra_tensor *self, int64_t dim, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(unsqueeze, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_unsqueeze__at(ra_tensor *self, int64_t dim, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
    };
    return CALL(unsqueeze, RA_INPLACE, args, NULL, 0, NULL);
}

ra_tensor *ra_flatten_at(const ra_tensor *self, int64_t start_dim, int64_t end_dim, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = start_dim, .kind = RA_ARG_INT},
        {.integer = end_dim, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(flatten, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_select_at(const ra_tensor *self, int64_t dim, int64_t index, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.integer = index, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(select, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_slice_at(const ra_tensor *self, int64_t dim, int64_t start, int64_t end, int64_t step, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.integer = start, .kind = RA_ARG_INT},
        {.integer = end, .kind = RA_ARG_INT},
        {.integer = step, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(slice, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_narrow_at(const ra_tensor *self, int64_t dim, int64_t start, int64_t length, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.integer = start, .kind = RA_ARG_INT},
        {.integer = length, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(narrow, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_split_at(const ra_tensor *self, int64_t split_size, int64_t dim, ra_tensor **results, size_t room, size_t *count, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = split_size, .kind = RA_ARG_INT},
        {.integer = dim, .kind = RA_ARG_INT},
    };
    return CALL(split, RA_FUNCTIONAL, args, results, room, count);
}

ra_status ra_unbind_at(const ra_tensor *self, int64_t dim, ra_tensor **results, size_t room, size_t *count, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
    };
    return CALL(unbind, RA_FUNCTIONAL, args, results, room, count);
}

ra_tensor *ra_diagonal_at(const ra_tensor *self, int64_t offset, int64_t dim1, int64_t dim2, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = offset, .kind = RA_ARG_INT},
        {.integer = dim1, .kind = RA_ARG_INT},
        {.integer = dim2, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(diagonal, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_movedim_at(const ra_tensor *self, ra_dims source, ra_dims destination, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = source, .kind = RA_ARG_DIMS},
        {.dims = destination, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(movedim, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_unflatten_at(const ra_tensor *self, int64_t dim, ra_dims sizes, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.dims = sizes, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(unflatten, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_ravel_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(ravel, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_chunk_at(const ra_tensor *self, int64_t chunks, int64_t dim, ra_tensor **results, size_t room, size_t *count, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = chunks, .kind = RA_ARG_INT},
        {.integer = dim, .kind = RA_ARG_INT},
    };
    return CALL(chunk, RA_FUNCTIONAL, args, results, room, count);
}

ra_status ra_broadcast_tensors_at(ra_tensors tensors, ra_tensor **results, size_t room, size_t *count, ra_site site)
{
    const ra_arg args[] = {
        {.tensors = tensors, .kind = RA_ARG_TENSORS},
    };
    return CALL(broadcast_tensors, RA_FUNCTIONAL, args, results, room, count);
}

ra_status ra_meshgrid_at(ra_tensors tensors, ra_tensor **results, size_t room, size_t *count, const ra_meshgrid_opts *opts, ra_site site)
{
    OPTIONS(ra_meshgrid_opts, "ra_meshgrid", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensors = tensors, .kind = RA_ARG_TENSORS},
        {.string = o.indexing, .kind = RA_ARG_STRING},
    };
    return CALL(meshgrid, RA_FUNCTIONAL, args, results, room, count);
}

ra_tensor *ra_real_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(real, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_imag_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(imag, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_view_as_real_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(view_as_real, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_view_as_complex_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(view_as_complex, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_split_with_sizes_at(const ra_tensor *self, ra_dims split_sizes, int64_t dim, ra_tensor **results, size_t room, size_t *count, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = split_sizes, .kind = RA_ARG_DIMS},
        {.integer = dim, .kind = RA_ARG_INT},
    };
    return CALL(split_with_sizes, RA_FUNCTIONAL, args, results, room, count);
}

ra_status ra_tensor_split_at(const ra_tensor *self, int64_t sections, int64_t dim, ra_tensor **results, size_t room, size_t *count, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = sections, .kind = RA_ARG_INT},
        {.integer = dim, .kind = RA_ARG_INT},
    };
    return CALL(tensor_split, RA_FUNCTIONAL, args, results, room, count);
}

ra_status ra_tensor_split_indices_at(const ra_tensor *self, ra_dims indices, int64_t dim, ra_tensor **results, size_t room, size_t *count, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = indices, .kind = RA_ARG_DIMS},
        {.integer = dim, .kind = RA_ARG_INT},
    };
    return CALL(tensor_split_indices, RA_FUNCTIONAL, args, results, room, count);
}

ra_tensor *ra_positive_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(positive, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_cat_at(ra_tensors tensors, int64_t dim, ra_site site)
{
    const ra_arg args[] = {
        {.tensors = tensors, .kind = RA_ARG_TENSORS},
        {.integer = dim, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(cat, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_cat_out_at(ra_tensor *out, ra_tensors tensors, int64_t dim, ra_site site)
{
    const ra_arg args[] = {
        {.tensors = tensors, .kind = RA_ARG_TENSORS},
        {.integer = dim, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {out};
    return CALL(cat, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_stack_at(ra_tensors tensors, int64_t dim, ra_site site)
{
    const ra_arg args[] = {
        {.tensors = tensors, .kind = RA_ARG_TENSORS},
        {.integer = dim, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(stack, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_stack_out_at(ra_tensor *out, ra_tensors tensors, int64_t dim, ra_site site)
{
    const ra_arg args[] = {
        {.tensors = tensors, .kind = RA_ARG_TENSORS},
        {.integer = dim, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {out};
    return CALL(stack, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_hstack_at(ra_tensors tensors, ra_site site)
{
    const ra_arg args[] = {
        {.tensors = tensors, .kind = RA_ARG_TENSORS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(hstack, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_hstack_out_at(ra_tensor *out, ra_tensors tensors, ra_site site)
{
    const ra_arg args[] = {
        {.tensors = tensors, .kind = RA_ARG_TENSORS},
    };
    ra_tensor *r[1] = {out};
    return CALL(hstack, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_vstack_at(ra_tensors tensors, ra_site site)
{
    const ra_arg args[] = {
        {.tensors = tensors, .kind = RA_ARG_TENSORS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(vstack, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_vstack_out_at(ra_tensor *out, ra_tensors tensors, ra_site site)
{
    const ra_arg args[] = {
        {.tensors = tensors, .kind = RA_ARG_TENSORS},
    };
    ra_tensor *r[1] = {out};
    return CALL(vstack, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_dstack_at(ra_tensors tensors, ra_site site)
{
    const ra_arg args[] = {
        {.tensors = tensors, .kind = RA_ARG_TENSORS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(dstack, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_dstack_out_at(ra_tensor *out, ra_tensors tensors, ra_site site)
{
    const ra_arg args[] = {
        {.tensors = tensors, .kind = RA_ARG_TENSORS},
    };
    ra_tensor *r[1] = {out};
    return CALL(dstack, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_column_stack_at(ra_tensors tensors, ra_site site)
{
    const ra_arg args[] = {
        {.tensors = tensors, .kind = RA_ARG_TENSORS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(column_stack, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_column_stack_out_at(ra_tensor *out, ra_tensors tensors, ra_site site)
{
    const ra_arg args[] = {
        {.tensors = tensors, .kind = RA_ARG_TENSORS},
    };
    ra_tensor *r[1] = {out};
    return CALL(column_stack, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_repeat_at(const ra_tensor *self, ra_dims repeats, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = repeats, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(repeat, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_tile_at(const ra_tensor *self, ra_dims dims, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dims, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(tile, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_flip_at(const ra_tensor *self, ra_dims dims, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dims, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(flip, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_roll_at(const ra_tensor *self, ra_dims shifts, ra_dims dims, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = shifts, .kind = RA_ARG_DIMS},
        {.dims = dims, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(roll, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_tril_at(const ra_tensor *self, int64_t diagonal, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = diagonal, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(tril, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_tril__at(ra_tensor *self, int64_t diagonal, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = diagonal, .kind = RA_ARG_INT},
    };
    return CALL(tril, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_tril_out_at(ra_tensor *out, const ra_tensor *self, int64_t diagonal, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = diagonal, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {out};
    return CALL(tril, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_triu_at(const ra_tensor *self, int64_t diagonal, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = diagonal, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(triu, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_triu__at(ra_tensor *self, int64_t diagonal, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = diagonal, .kind = RA_ARG_INT},
    };
    return CALL(triu, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_triu_out_at(ra_tensor *out, const ra_tensor *self, int64_t diagonal, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = diagonal, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {out};
    return CALL(triu, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_diag_at(const ra_tensor *self, int64_t diagonal, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = diagonal, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(diag, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_diag_out_at(ra_tensor *out, const ra_tensor *self, int64_t diagonal, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = diagonal, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {out};
    return CALL(diag, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_diag_embed_at(const ra_tensor *self, int64_t offset, int64_t dim1, int64_t dim2, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = offset, .kind = RA_ARG_INT},
        {.integer = dim1, .kind = RA_ARG_INT},
        {.integer = dim2, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(diag_embed, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_block_diag_at(ra_tensors tensors, ra_site site)
{
    const ra_arg args[] = {
        {.tensors = tensors, .kind = RA_ARG_TENSORS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(block_diag, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_rot90_at(const ra_tensor *self, int64_t k_, ra_dims dims, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = k_, .kind = RA_ARG_INT},
        {.dims = dims, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(rot90, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_select_scatter_at(const ra_tensor *self, const ra_tensor *src, int64_t dim, int64_t index, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = src, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.integer = index, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(select_scatter, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_slice_scatter_at(const ra_tensor *self, const ra_tensor *src, int64_t dim, int64_t start, int64_t end, int64_t step, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = src, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.integer = start, .kind = RA_ARG_INT},
        {.integer = end, .kind = RA_ARG_INT},
        {.integer = step, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(slice_scatter, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_fill_diagonal__at(ra_tensor *self, ra_scalar fill_value, bool wrap, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = fill_value, .kind = RA_ARG_SCALAR},
        {.boolean = wrap, .kind = RA_ARG_BOOL},
    };
    return CALL(fill_diagonal_, RA_INPLACE, args, NULL, 0, NULL);
}

ra_tensor *ra_abs_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(abs, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_abs__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(abs, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_abs_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(abs, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_neg_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(neg, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_neg__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(neg, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_neg_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(neg, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_sign_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(sign, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_sign__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(sign, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_sign_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(sign, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_reciprocal_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(reciprocal, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_reciprocal__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(reciprocal, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_reciprocal_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(reciprocal, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_sqrt_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(sqrt, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_sqrt__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(sqrt, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_sqrt_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(sqrt, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_rsqrt_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(rsqrt, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_rsqrt__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(rsqrt, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_rsqrt_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(rsqrt, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_square_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(square, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_square__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(square, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_square_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(square, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_exp_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(exp, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_exp__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(exp, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_exp_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(exp, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_expm1_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(expm1, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_expm1__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(expm1, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_expm1_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(expm1, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_log_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(log, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_log__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(log, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_log_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(log, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_log1p_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(log1p, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_log1p__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(log1p, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_log1p_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(log1p, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_sin_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(sin, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_sin__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(sin, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_sin_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(sin, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_cos_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(cos, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_cos__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(cos, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_cos_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(cos, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_tanh_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(tanh, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_tanh__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(tanh, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_tanh_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(tanh, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_erf_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(erf, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_erf__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(erf, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_erf_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(erf, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_ceil_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(ceil, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_ceil__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(ceil, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_ceil_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(ceil, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_floor_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(floor, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_floor__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(floor, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_floor_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(floor, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_round_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(round, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_round__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(round, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_round_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(round, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_trunc_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(trunc, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_trunc__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(trunc, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_trunc_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(trunc, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_frac_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(frac, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_frac__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(frac, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_frac_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(frac, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_exp2_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(exp2, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_exp2__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(exp2, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_exp2_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(exp2, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_log2_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(log2, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_log2__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(log2, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_log2_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(log2, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_log10_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(log10, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_log10__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(log10, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_log10_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(log10, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_tan_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(tan, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_tan__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(tan, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_tan_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(tan, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_asin_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(asin, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_asin__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(asin, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_asin_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(asin, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_acos_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(acos, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_acos__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(acos, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_acos_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(acos, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_atan_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(atan, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_atan__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(atan, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_atan_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(atan, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_sinh_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(sinh, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_sinh__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(sinh, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_sinh_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(sinh, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_cosh_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(cosh, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_cosh__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(cosh, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_cosh_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(cosh, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_asinh_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(asinh, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_asinh__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(asinh, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_asinh_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(asinh, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_acosh_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(acosh, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_acosh__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(acosh, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_acosh_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(acosh, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_atanh_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(atanh, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_atanh__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(atanh, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_atanh_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(atanh, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_erfc_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(erfc, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_erfc__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(erfc, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_erfc_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(erfc, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_deg2rad_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(deg2rad, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_deg2rad__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(deg2rad, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_deg2rad_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(deg2rad, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_rad2deg_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(rad2deg, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_rad2deg__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(rad2deg, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_rad2deg_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(rad2deg, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_lgamma_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(lgamma, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_lgamma__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(lgamma, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_lgamma_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(lgamma, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_digamma_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(digamma, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_digamma__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(digamma, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_digamma_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(digamma, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_erfinv_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(erfinv, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_erfinv__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(erfinv, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_erfinv_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(erfinv, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_i0_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(i0, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_i0__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(i0, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_i0_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(i0, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_special_i0e_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(special_i0e, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_special_i0e_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(special_i0e, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_special_i1_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(special_i1, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_special_i1_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(special_i1, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_special_i1e_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(special_i1e, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_special_i1e_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(special_i1e, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_special_erfcx_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(special_erfcx, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_special_erfcx_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(special_erfcx, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_special_ndtri_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(special_ndtri, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_special_ndtri_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(special_ndtri, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_special_log_ndtr_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(special_log_ndtr, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_special_log_ndtr_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(special_log_ndtr, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_special_ndtr_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(special_ndtr, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_special_ndtr_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(special_ndtr, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_special_entr_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(special_entr, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_special_entr_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(special_entr, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_sinc_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(sinc, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_sinc__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(sinc, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_sinc_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(sinc, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_logit_at(const ra_tensor *self, const ra_logit_opts *opts, ra_site site)
{
    OPTIONS(ra_logit_opts, "ra_logit", NULL);
    OPTIONAL_SCALAR(eps);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = o.eps, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(logit, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_logit__at(ra_tensor *self, const ra_logit_opts *opts, ra_site site)
{
    OPTIONS(ra_logit_opts, "ra_logit_", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(eps);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = o.eps, .kind = RA_ARG_SCALAR},
    };
    return CALL(logit, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_logit_out_at(ra_tensor *out, const ra_tensor *self, const ra_logit_opts *opts, ra_site site)
{
    OPTIONS(ra_logit_opts, "ra_logit_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(eps);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = o.eps, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(logit, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_nan_to_num_at(const ra_tensor *self, const ra_nan_to_num_opts *opts, ra_site site)
{
    OPTIONS(ra_nan_to_num_opts, "ra_nan_to_num", NULL);
    OPTIONAL_SCALAR(nan);
    OPTIONAL_SCALAR(posinf);
    OPTIONAL_SCALAR(neginf);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = o.nan, .kind = RA_ARG_SCALAR},
        {.scalar = o.posinf, .kind = RA_ARG_SCALAR},
        {.scalar = o.neginf, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(nan_to_num, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_nan_to_num__at(ra_tensor *self, const ra_nan_to_num_opts *opts, ra_site site)
{
    OPTIONS(ra_nan_to_num_opts, "ra_nan_to_num_", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(nan);
    OPTIONAL_SCALAR(posinf);
    OPTIONAL_SCALAR(neginf);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = o.nan, .kind = RA_ARG_SCALAR},
        {.scalar = o.posinf, .kind = RA_ARG_SCALAR},
        {.scalar = o.neginf, .kind = RA_ARG_SCALAR},
    };
    return CALL(nan_to_num, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_nan_to_num_out_at(ra_tensor *out, const ra_tensor *self, const ra_nan_to_num_opts *opts, ra_site site)
{
    OPTIONS(ra_nan_to_num_opts, "ra_nan_to_num_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(nan);
    OPTIONAL_SCALAR(posinf);
    OPTIONAL_SCALAR(neginf);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = o.nan, .kind = RA_ARG_SCALAR},
        {.scalar = o.posinf, .kind = RA_ARG_SCALAR},
        {.scalar = o.neginf, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(nan_to_num, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_sgn_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(sgn, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_sgn__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(sgn, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_sgn_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(sgn, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_angle_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(angle, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_angle_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(angle, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_conj_physical_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(conj_physical, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_conj_physical__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(conj_physical, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_conj_physical_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(conj_physical, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_add_at(ra_operand self, ra_operand other, const ra_add_opts *opts, ra_site site)
{
    OPTIONS(ra_add_opts, "ra_add", NULL);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(add, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_add__at(ra_tensor *self, ra_operand other, const ra_add_opts *opts, ra_site site)
{
    OPTIONS(ra_add_opts, "ra_add_", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    return CALL(add, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_add_out_at(ra_tensor *out, ra_operand self, ra_operand other, const ra_add_opts *opts, ra_site site)
{
    OPTIONS(ra_add_opts, "ra_add_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(add, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_sub_at(ra_operand self, ra_operand other, const ra_sub_opts *opts, ra_site site)
{
    OPTIONS(ra_sub_opts, "ra_sub", NULL);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(sub, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_sub__at(ra_tensor *self, ra_operand other, const ra_sub_opts *opts, ra_site site)
{
    OPTIONS(ra_sub_opts, "ra_sub_", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    return CALL(sub, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_sub_out_at(ra_tensor *out, ra_operand self, ra_operand other, const ra_sub_opts *opts, ra_site site)
{
    OPTIONS(ra_sub_opts, "ra_sub_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(sub, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_mul_at(ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(mul, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_mul__at(ra_tensor *self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
    };
    return CALL(mul, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_mul_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {out};
    return CALL(mul, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_div_at(ra_operand self, ra_operand other, const ra_div_opts *opts, ra_site site)
{
    OPTIONS(ra_div_opts, "ra_div", NULL);
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
        {.string = o.rounding_mode, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(div, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_div__at(ra_tensor *self, ra_operand other, const ra_div_opts *opts, ra_site site)
{
    OPTIONS(ra_div_opts, "ra_div_", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
        {.string = o.rounding_mode, .kind = RA_ARG_STRING},
    };
    return CALL(div, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_div_out_at(ra_tensor *out, ra_operand self, ra_operand other, const ra_div_opts *opts, ra_site site)
{
    OPTIONS(ra_div_opts, "ra_div_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
        {.string = o.rounding_mode, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(div, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_floor_divide_at(ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(floor_divide, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_floor_divide__at(ra_tensor *self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
    };
    return CALL(floor_divide, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_floor_divide_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {out};
    return CALL(floor_divide, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_remainder_at(ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(remainder, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_remainder__at(ra_tensor *self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
    };
    return CALL(remainder, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_remainder_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {out};
    return CALL(remainder, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_pow_at(ra_operand self, ra_operand exponent, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(exponent),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(pow, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_pow__at(ra_tensor *self, ra_operand exponent, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(exponent),
    };
    return CALL(pow, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_pow_out_at(ra_tensor *out, ra_operand self, ra_operand exponent, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(exponent),
    };
    ra_tensor *r[1] = {out};
    return CALL(pow, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_maximum_at(ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(maximum, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_maximum_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {out};
    return CALL(maximum, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_minimum_at(ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(minimum, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_minimum_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {out};
    return CALL(minimum, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_fmod_at(const ra_tensor *self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(fmod, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_fmod__at(ra_tensor *self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
    };
    return CALL(fmod, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_fmod_out_at(ra_tensor *out, const ra_tensor *self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
    };
    ra_tensor *r[1] = {out};
    return CALL(fmod, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_atan2_at(const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(atan2, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_atan2__at(ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    return CALL(atan2, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_atan2_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(atan2, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_hypot_at(const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(hypot, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_hypot__at(ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    return CALL(hypot, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_hypot_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(hypot, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_copysign_at(const ra_tensor *self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(copysign, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_copysign__at(ra_tensor *self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
    };
    return CALL(copysign, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_copysign_out_at(ra_tensor *out, const ra_tensor *self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
    };
    ra_tensor *r[1] = {out};
    return CALL(copysign, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_fmax_at(const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(fmax, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_fmax_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(fmax, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_fmin_at(const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(fmin, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_fmin_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(fmin, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_xlogy_at(ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(xlogy, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_xlogy__at(ra_tensor *self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
    };
    return CALL(xlogy, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_xlogy_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {out};
    return CALL(xlogy, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_gcd_at(const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(gcd, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_gcd__at(ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    return CALL(gcd, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_gcd_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(gcd, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_lcm_at(const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(lcm, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_lcm__at(ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    return CALL(lcm, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_lcm_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(lcm, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_rsub_at(const ra_tensor *self, ra_operand other, const ra_rsub_opts *opts, ra_site site)
{
    OPTIONS(ra_rsub_opts, "ra_rsub", NULL);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(rsub, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_logaddexp_at(const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(logaddexp, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_logaddexp_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(logaddexp, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_ldexp_at(const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(ldexp, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_ldexp__at(ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    return CALL(ldexp, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_ldexp_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(ldexp, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_logaddexp2_at(const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(logaddexp2, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_logaddexp2_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(logaddexp2, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_nextafter_at(const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(nextafter, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_nextafter__at(ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    return CALL(nextafter, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_nextafter_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(nextafter, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_heaviside_at(const ra_tensor *self, const ra_tensor *values, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = values, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(heaviside, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_heaviside__at(ra_tensor *self, const ra_tensor *values, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = values, .kind = RA_ARG_TENSOR},
    };
    return CALL(heaviside, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_heaviside_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *values, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = values, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(heaviside, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_special_xlog1py_at(ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(special_xlog1py, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_special_xlog1py_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {out};
    return CALL(special_xlog1py, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_complex_at(const ra_tensor *real, const ra_tensor *imag, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = real, .kind = RA_ARG_TENSOR},
        {.tensor = imag, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(complex, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_complex_out_at(ra_tensor *out, const ra_tensor *real, const ra_tensor *imag, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = real, .kind = RA_ARG_TENSOR},
        {.tensor = imag, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(complex, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_polar_at(const ra_tensor *abs, const ra_tensor *angle, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = abs, .kind = RA_ARG_TENSOR},
        {.tensor = angle, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(polar, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_polar_out_at(ra_tensor *out, const ra_tensor *abs, const ra_tensor *angle, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = abs, .kind = RA_ARG_TENSOR},
        {.tensor = angle, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(polar, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_float_power_at(ra_operand self, ra_operand exponent, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(exponent),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(float_power, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_float_power__at(ra_tensor *self, ra_operand exponent, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(exponent),
    };
    return CALL(float_power, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_float_power_out_at(ra_tensor *out, ra_operand self, ra_operand exponent, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(exponent),
    };
    ra_tensor *r[1] = {out};
    return CALL(float_power, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_where_at(const ra_tensor *condition, ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = condition, .kind = RA_ARG_TENSOR},
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(where, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_where_out_at(ra_tensor *out, const ra_tensor *condition, ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = condition, .kind = RA_ARG_TENSOR},
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {out};
    return CALL(where, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_clamp_at(const ra_tensor *self, ra_operand min_, ra_operand max_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(min_),
        pack_operand(max_),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(clamp, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_clamp__at(ra_tensor *self, ra_operand min_, ra_operand max_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(min_),
        pack_operand(max_),
    };
    return CALL(clamp, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_clamp_out_at(ra_tensor *out, const ra_tensor *self, ra_operand min_, ra_operand max_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(min_),
        pack_operand(max_),
    };
    ra_tensor *r[1] = {out};
    return CALL(clamp, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_clamp_min_at(const ra_tensor *self, ra_operand min_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(min_),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(clamp_min, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_clamp_min__at(ra_tensor *self, ra_operand min_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(min_),
    };
    return CALL(clamp_min, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_clamp_min_out_at(ra_tensor *out, const ra_tensor *self, ra_operand min_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(min_),
    };
    ra_tensor *r[1] = {out};
    return CALL(clamp_min, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_clamp_max_at(const ra_tensor *self, ra_operand max_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(max_),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(clamp_max, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_clamp_max__at(ra_tensor *self, ra_operand max_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(max_),
    };
    return CALL(clamp_max, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_clamp_max_out_at(ra_tensor *out, const ra_tensor *self, ra_operand max_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(max_),
    };
    ra_tensor *r[1] = {out};
    return CALL(clamp_max, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_lerp_at(const ra_tensor *self, const ra_tensor *end, ra_operand weight, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = end, .kind = RA_ARG_TENSOR},
        pack_operand(weight),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(lerp, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_lerp__at(ra_tensor *self, const ra_tensor *end, ra_operand weight, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = end, .kind = RA_ARG_TENSOR},
        pack_operand(weight),
    };
    return CALL(lerp, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_lerp_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *end, ra_operand weight, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = end, .kind = RA_ARG_TENSOR},
        pack_operand(weight),
    };
    ra_tensor *r[1] = {out};
    return CALL(lerp, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_addcmul_at(const ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcmul_opts *opts, ra_site site)
{
    OPTIONS(ra_addcmul_opts, "ra_addcmul", NULL);
    OPTIONAL_SCALAR(value);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = tensor1, .kind = RA_ARG_TENSOR},
        {.tensor = tensor2, .kind = RA_ARG_TENSOR},
        {.scalar = o.value, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(addcmul, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_addcmul__at(ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcmul_opts *opts, ra_site site)
{
    OPTIONS(ra_addcmul_opts, "ra_addcmul_", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(value);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = tensor1, .kind = RA_ARG_TENSOR},
        {.tensor = tensor2, .kind = RA_ARG_TENSOR},
        {.scalar = o.value, .kind = RA_ARG_SCALAR},
    };
    return CALL(addcmul, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_addcmul_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcmul_opts *opts, ra_site site)
{
    OPTIONS(ra_addcmul_opts, "ra_addcmul_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(value);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = tensor1, .kind = RA_ARG_TENSOR},
        {.tensor = tensor2, .kind = RA_ARG_TENSOR},
        {.scalar = o.value, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(addcmul, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_addcdiv_at(const ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcdiv_opts *opts, ra_site site)
{
    OPTIONS(ra_addcdiv_opts, "ra_addcdiv", NULL);
    OPTIONAL_SCALAR(value);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = tensor1, .kind = RA_ARG_TENSOR},
        {.tensor = tensor2, .kind = RA_ARG_TENSOR},
        {.scalar = o.value, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(addcdiv, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_addcdiv__at(ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcdiv_opts *opts, ra_site site)
{
    OPTIONS(ra_addcdiv_opts, "ra_addcdiv_", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(value);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = tensor1, .kind = RA_ARG_TENSOR},
        {.tensor = tensor2, .kind = RA_ARG_TENSOR},
        {.scalar = o.value, .kind = RA_ARG_SCALAR},
    };
    return CALL(addcdiv, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_addcdiv_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcdiv_opts *opts, ra_site site)
{
    OPTIONS(ra_addcdiv_opts, "ra_addcdiv_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(value);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = tensor1, .kind = RA_ARG_TENSOR},
        {.tensor = tensor2, .kind = RA_ARG_TENSOR},
        {.scalar = o.value, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(addcdiv, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_eq_at(ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(eq, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_eq__at(ra_tensor *self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
    };
    return CALL(eq, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_eq_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {out};
    return CALL(eq, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_ne_at(ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(ne, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_ne__at(ra_tensor *self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
    };
    return CALL(ne, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_ne_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {out};
    return CALL(ne, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_lt_at(ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(lt, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_lt__at(ra_tensor *self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
    };
    return CALL(lt, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_lt_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {out};
    return CALL(lt, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_le_at(ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(le, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_le__at(ra_tensor *self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
    };
    return CALL(le, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_le_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {out};
    return CALL(le, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_gt_at(ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(gt, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_gt__at(ra_tensor *self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
    };
    return CALL(gt, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_gt_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {out};
    return CALL(gt, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_ge_at(ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(ge, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_ge__at(ra_tensor *self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
    };
    return CALL(ge, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_ge_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {out};
    return CALL(ge, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_isnan_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(isnan, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_isinf_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(isinf, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_isfinite_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(isfinite, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_signbit_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(signbit, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_signbit_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(signbit, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_isclose_at(const ra_tensor *self, const ra_tensor *other, const ra_isclose_opts *opts, ra_site site)
{
    OPTIONS(ra_isclose_opts, "ra_isclose", NULL);
    OPTIONAL_SCALAR(rtol);
    OPTIONAL_SCALAR(atol);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
        {.scalar = o.rtol, .kind = RA_ARG_SCALAR},
        {.scalar = o.atol, .kind = RA_ARG_SCALAR},
        {.boolean = o.equal_nan, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(isclose, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_isposinf_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(isposinf, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_isposinf_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(isposinf, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_isneginf_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(isneginf, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_isneginf_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(isneginf, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_isreal_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(isreal, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_logical_and_at(const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(logical_and, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_logical_and__at(ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    return CALL(logical_and, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_logical_and_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(logical_and, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_logical_or_at(const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(logical_or, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_logical_or__at(ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    return CALL(logical_or, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_logical_or_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(logical_or, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_logical_xor_at(const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(logical_xor, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_logical_xor__at(ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    return CALL(logical_xor, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_logical_xor_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(logical_xor, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_logical_not_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(logical_not, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_logical_not__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(logical_not, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_logical_not_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(logical_not, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_bitwise_and_at(ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(bitwise_and, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_bitwise_and__at(ra_tensor *self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
    };
    return CALL(bitwise_and, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_bitwise_and_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {out};
    return CALL(bitwise_and, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_bitwise_or_at(ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(bitwise_or, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_bitwise_or__at(ra_tensor *self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
    };
    return CALL(bitwise_or, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_bitwise_or_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {out};
    return CALL(bitwise_or, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_bitwise_xor_at(ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(bitwise_xor, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_bitwise_xor__at(ra_tensor *self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
    };
    return CALL(bitwise_xor, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_bitwise_xor_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {out};
    return CALL(bitwise_xor, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_bitwise_not_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(bitwise_not, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_bitwise_not__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(bitwise_not, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_bitwise_not_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(bitwise_not, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_bitwise_left_shift_at(ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(bitwise_left_shift, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_bitwise_left_shift__at(ra_tensor *self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
    };
    return CALL(bitwise_left_shift, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_bitwise_left_shift_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {out};
    return CALL(bitwise_left_shift, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_bitwise_right_shift_at(ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(bitwise_right_shift, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_bitwise_right_shift__at(ra_tensor *self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(other),
    };
    return CALL(bitwise_right_shift, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_bitwise_right_shift_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site)
{
    const ra_arg args[] = {
        pack_operand(self),
        pack_operand(other),
    };
    ra_tensor *r[1] = {out};
    return CALL(bitwise_right_shift, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_sum_at(const ra_tensor *self, ra_dims dim, const ra_sum_opts *opts, ra_site site)
{
    OPTIONS(ra_sum_opts, "ra_sum", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(sum, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_sum_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_sum_opts *opts, ra_site site)
{
    OPTIONS(ra_sum_opts, "ra_sum_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {out};
    return CALL(sum, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_mean_at(const ra_tensor *self, ra_dims dim, const ra_mean_opts *opts, ra_site site)
{
    OPTIONS(ra_mean_opts, "ra_mean", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(mean, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_mean_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_mean_opts *opts, ra_site site)
{
    OPTIONS(ra_mean_opts, "ra_mean_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {out};
    return CALL(mean, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_prod_at(const ra_tensor *self, ra_dims dim, const ra_prod_opts *opts, ra_site site)
{
    OPTIONS(ra_prod_opts, "ra_prod", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(prod, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_prod_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_prod_opts *opts, ra_site site)
{
    OPTIONS(ra_prod_opts, "ra_prod_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {out};
    return CALL(prod, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_all_at(const ra_tensor *self, ra_dims dim, const ra_all_opts *opts, ra_site site)
{
    OPTIONS(ra_all_opts, "ra_all", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(all, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_all_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_all_opts *opts, ra_site site)
{
    OPTIONS(ra_all_opts, "ra_all_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {out};
    return CALL(all, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_any_at(const ra_tensor *self, ra_dims dim, const ra_any_opts *opts, ra_site site)
{
    OPTIONS(ra_any_opts, "ra_any", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(any, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_any_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_any_opts *opts, ra_site site)
{
    OPTIONS(ra_any_opts, "ra_any_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {out};
    return CALL(any, RA_OUT, args, r, 1, NULL);
}

ra_status ra_max_at(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_max_opts *opts, ra_site site)
{
    OPTIONS(ra_max_opts, "ra_max", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(max, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(values, r[0]);
    deliver(indices, r[1]);
    return RA_OK;
}

ra_status ra_max_out_at(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_max_opts *opts, ra_site site)
{
    OPTIONS(ra_max_opts, "ra_max_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {out_values, out_indices};
    return CALL(max, RA_OUT, args, r, 2, NULL);
}

ra_status ra_min_at(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_min_opts *opts, ra_site site)
{
    OPTIONS(ra_min_opts, "ra_min", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(min, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(values, r[0]);
    deliver(indices, r[1]);
    return RA_OK;
}

ra_status ra_min_out_at(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_min_opts *opts, ra_site site)
{
    OPTIONS(ra_min_opts, "ra_min_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {out_values, out_indices};
    return CALL(min, RA_OUT, args, r, 2, NULL);
}

ra_tensor *ra_amax_at(const ra_tensor *self, ra_dims dim, const ra_amax_opts *opts, ra_site site)
{
    OPTIONS(ra_amax_opts, "ra_amax", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(amax, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_amax_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_amax_opts *opts, ra_site site)
{
    OPTIONS(ra_amax_opts, "ra_amax_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {out};
    return CALL(amax, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_amin_at(const ra_tensor *self, ra_dims dim, const ra_amin_opts *opts, ra_site site)
{
    OPTIONS(ra_amin_opts, "ra_amin", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(amin, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_amin_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_amin_opts *opts, ra_site site)
{
    OPTIONS(ra_amin_opts, "ra_amin_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {out};
    return CALL(amin, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_argmax_at(const ra_tensor *self, ra_dims dim, const ra_argmax_opts *opts, ra_site site)
{
    OPTIONS(ra_argmax_opts, "ra_argmax", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(argmax, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_argmax_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_argmax_opts *opts, ra_site site)
{
    OPTIONS(ra_argmax_opts, "ra_argmax_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {out};
    return CALL(argmax, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_argmin_at(const ra_tensor *self, ra_dims dim, const ra_argmin_opts *opts, ra_site site)
{
    OPTIONS(ra_argmin_opts, "ra_argmin", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(argmin, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_argmin_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_argmin_opts *opts, ra_site site)
{
    OPTIONS(ra_argmin_opts, "ra_argmin_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {out};
    return CALL(argmin, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_var_at(const ra_tensor *self, ra_dims dim, const ra_var_opts *opts, ra_site site)
{
    OPTIONS(ra_var_opts, "ra_var", NULL);
    OPTIONAL_SCALAR(correction);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.scalar = o.correction, .kind = RA_ARG_SCALAR},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(var, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_var_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_var_opts *opts, ra_site site)
{
    OPTIONS(ra_var_opts, "ra_var_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(correction);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.scalar = o.correction, .kind = RA_ARG_SCALAR},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {out};
    return CALL(var, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_std_at(const ra_tensor *self, ra_dims dim, const ra_std_opts *opts, ra_site site)
{
    OPTIONS(ra_std_opts, "ra_std", NULL);
    OPTIONAL_SCALAR(correction);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.scalar = o.correction, .kind = RA_ARG_SCALAR},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(std, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_std_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_std_opts *opts, ra_site site)
{
    OPTIONS(ra_std_opts, "ra_std_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(correction);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.scalar = o.correction, .kind = RA_ARG_SCALAR},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {out};
    return CALL(std, RA_OUT, args, r, 1, NULL);
}

ra_status ra_var_mean_at(const ra_tensor *self, ra_dims dim, ra_tensor **var, ra_tensor **mean, const ra_var_mean_opts *opts, ra_site site)
{
    OPTIONS(ra_var_mean_opts, "ra_var_mean", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(correction);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.scalar = o.correction, .kind = RA_ARG_SCALAR},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(var_mean, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(var, r[0]);
    deliver(mean, r[1]);
    return RA_OK;
}

ra_status ra_std_mean_at(const ra_tensor *self, ra_dims dim, ra_tensor **std, ra_tensor **mean, const ra_std_mean_opts *opts, ra_site site)
{
    OPTIONS(ra_std_mean_opts, "ra_std_mean", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(correction);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.scalar = o.correction, .kind = RA_ARG_SCALAR},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(std_mean, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(std, r[0]);
    deliver(mean, r[1]);
    return RA_OK;
}

ra_tensor *ra_count_nonzero_at(const ra_tensor *self, ra_dims dim, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(count_nonzero, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_trace_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(trace, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_logsumexp_at(const ra_tensor *self, ra_dims dim, const ra_logsumexp_opts *opts, ra_site site)
{
    OPTIONS(ra_logsumexp_opts, "ra_logsumexp", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(logsumexp, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_logsumexp_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_logsumexp_opts *opts, ra_site site)
{
    OPTIONS(ra_logsumexp_opts, "ra_logsumexp_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {out};
    return CALL(logsumexp, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_linalg_vector_norm_at(const ra_tensor *self, ra_scalar ord, ra_dims dim, const ra_linalg_vector_norm_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_vector_norm_opts, "ra_linalg_vector_norm", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = ord, .kind = RA_ARG_SCALAR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(linalg_vector_norm, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_linalg_vector_norm_out_at(ra_tensor *out, const ra_tensor *self, ra_scalar ord, ra_dims dim, const ra_linalg_vector_norm_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_vector_norm_opts, "ra_linalg_vector_norm_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = ord, .kind = RA_ARG_SCALAR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {out};
    return CALL(linalg_vector_norm, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_cosine_similarity_at(const ra_tensor *x1, const ra_tensor *x2, int64_t dim, const ra_cosine_similarity_opts *opts, ra_site site)
{
    OPTIONS(ra_cosine_similarity_opts, "ra_cosine_similarity", NULL);
    OPTIONAL_SCALAR(eps);
    const ra_arg args[] = {
        {.tensor = x1, .kind = RA_ARG_TENSOR},
        {.tensor = x2, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.scalar = o.eps, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(cosine_similarity, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_aminmax_at(const ra_tensor *self, ra_tensor **min_, ra_tensor **max_, const ra_aminmax_opts *opts, ra_site site)
{
    OPTIONS(ra_aminmax_opts, "ra_aminmax", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = o.dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(aminmax, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(min_, r[0]);
    deliver(max_, r[1]);
    return RA_OK;
}

ra_status ra_aminmax_out_at(ra_tensor *out_min_, ra_tensor *out_max_, const ra_tensor *self, const ra_aminmax_opts *opts, ra_site site)
{
    OPTIONS(ra_aminmax_opts, "ra_aminmax_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = o.dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {out_min_, out_max_};
    return CALL(aminmax, RA_OUT, args, r, 2, NULL);
}

ra_tensor *ra_nansum_at(const ra_tensor *self, ra_dims dim, const ra_nansum_opts *opts, ra_site site)
{
    OPTIONS(ra_nansum_opts, "ra_nansum", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(nansum, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_nansum_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_nansum_opts *opts, ra_site site)
{
    OPTIONS(ra_nansum_opts, "ra_nansum_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {out};
    return CALL(nansum, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_nanmean_at(const ra_tensor *self, ra_dims dim, const ra_nanmean_opts *opts, ra_site site)
{
    OPTIONS(ra_nanmean_opts, "ra_nanmean", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(nanmean, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_nanmean_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_nanmean_opts *opts, ra_site site)
{
    OPTIONS(ra_nanmean_opts, "ra_nanmean_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {out};
    return CALL(nanmean, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_quantile_at(const ra_tensor *self, ra_operand q_, ra_dims dim, const ra_quantile_opts *opts, ra_site site)
{
    OPTIONS(ra_quantile_opts, "ra_quantile", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(q_),
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.string = o.interpolation, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(quantile, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_quantile_out_at(ra_tensor *out, const ra_tensor *self, ra_operand q_, ra_dims dim, const ra_quantile_opts *opts, ra_site site)
{
    OPTIONS(ra_quantile_opts, "ra_quantile_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(q_),
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.string = o.interpolation, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(quantile, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_nanquantile_at(const ra_tensor *self, ra_operand q_, ra_dims dim, const ra_nanquantile_opts *opts, ra_site site)
{
    OPTIONS(ra_nanquantile_opts, "ra_nanquantile", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(q_),
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.string = o.interpolation, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(nanquantile, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_nanquantile_out_at(ra_tensor *out, const ra_tensor *self, ra_operand q_, ra_dims dim, const ra_nanquantile_opts *opts, ra_site site)
{
    OPTIONS(ra_nanquantile_opts, "ra_nanquantile_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(q_),
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.string = o.interpolation, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(nanquantile, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_trapezoid_at(const ra_tensor *y_, const ra_tensor *x_, const ra_trapezoid_opts *opts, ra_site site)
{
    OPTIONS(ra_trapezoid_opts, "ra_trapezoid", NULL);
    OPTIONAL_SCALAR(dx);
    OPTIONAL_SCALAR(dim);
    const ra_arg args[] = {
        {.tensor = y_, .kind = RA_ARG_TENSOR},
        {.tensor = x_, .kind = RA_ARG_TENSOR},
        {.scalar = o.dx, .kind = RA_ARG_SCALAR},
        {.scalar = o.dim, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(trapezoid, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_cov_at(const ra_tensor *self, const ra_tensor *fweights, const ra_tensor *aweights, const ra_cov_opts *opts, ra_site site)
{
    OPTIONS(ra_cov_opts, "ra_cov", NULL);
    OPTIONAL_SCALAR(correction);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = fweights, .kind = RA_ARG_TENSOR},
        {.tensor = aweights, .kind = RA_ARG_TENSOR},
        {.scalar = o.correction, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(cov, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_corrcoef_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(corrcoef, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_median_at(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_median_opts *opts, ra_site site)
{
    OPTIONS(ra_median_opts, "ra_median", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(median, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(values, r[0]);
    deliver(indices, r[1]);
    return RA_OK;
}

ra_status ra_median_out_at(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_median_opts *opts, ra_site site)
{
    OPTIONS(ra_median_opts, "ra_median_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {out_values, out_indices};
    return CALL(median, RA_OUT, args, r, 2, NULL);
}

ra_status ra_nanmedian_at(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_nanmedian_opts *opts, ra_site site)
{
    OPTIONS(ra_nanmedian_opts, "ra_nanmedian", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(nanmedian, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(values, r[0]);
    deliver(indices, r[1]);
    return RA_OK;
}

ra_status ra_nanmedian_out_at(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_nanmedian_opts *opts, ra_site site)
{
    OPTIONS(ra_nanmedian_opts, "ra_nanmedian_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {out_values, out_indices};
    return CALL(nanmedian, RA_OUT, args, r, 2, NULL);
}

ra_status ra_mode_at(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_mode_opts *opts, ra_site site)
{
    OPTIONS(ra_mode_opts, "ra_mode", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(mode, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(values, r[0]);
    deliver(indices, r[1]);
    return RA_OK;
}

ra_status ra_mode_out_at(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_mode_opts *opts, ra_site site)
{
    OPTIONS(ra_mode_opts, "ra_mode_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {out_values, out_indices};
    return CALL(mode, RA_OUT, args, r, 2, NULL);
}

ra_tensor *ra_cumsum_at(const ra_tensor *self, int64_t dim, const ra_cumsum_opts *opts, ra_site site)
{
    OPTIONS(ra_cumsum_opts, "ra_cumsum", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(cumsum, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_cumsum__at(ra_tensor *self, int64_t dim, const ra_cumsum_opts *opts, ra_site site)
{
    OPTIONS(ra_cumsum_opts, "ra_cumsum_", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    return CALL(cumsum, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_cumsum_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_cumsum_opts *opts, ra_site site)
{
    OPTIONS(ra_cumsum_opts, "ra_cumsum_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {out};
    return CALL(cumsum, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_diff_at(const ra_tensor *self, int64_t n_, int64_t dim, const ra_tensor *prepend, const ra_tensor *append, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = n_, .kind = RA_ARG_INT},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = prepend, .kind = RA_ARG_TENSOR},
        {.tensor = append, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(diff, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_diff_out_at(ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_tensor *prepend, const ra_tensor *append, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = n_, .kind = RA_ARG_INT},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = prepend, .kind = RA_ARG_TENSOR},
        {.tensor = append, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(diff, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_cumprod_at(const ra_tensor *self, int64_t dim, const ra_cumprod_opts *opts, ra_site site)
{
    OPTIONS(ra_cumprod_opts, "ra_cumprod", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(cumprod, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_cumprod__at(ra_tensor *self, int64_t dim, const ra_cumprod_opts *opts, ra_site site)
{
    OPTIONS(ra_cumprod_opts, "ra_cumprod_", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    return CALL(cumprod, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_cumprod_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_cumprod_opts *opts, ra_site site)
{
    OPTIONS(ra_cumprod_opts, "ra_cumprod_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {out};
    return CALL(cumprod, RA_OUT, args, r, 1, NULL);
}

ra_status ra_cummax_at(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(cummax, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(values, r[0]);
    deliver(indices, r[1]);
    return RA_OK;
}

ra_status ra_cummax_out_at(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
    };
    ra_tensor *r[2] = {out_values, out_indices};
    return CALL(cummax, RA_OUT, args, r, 2, NULL);
}

ra_status ra_cummin_at(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(cummin, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(values, r[0]);
    deliver(indices, r[1]);
    return RA_OK;
}

ra_status ra_cummin_out_at(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
    };
    ra_tensor *r[2] = {out_values, out_indices};
    return CALL(cummin, RA_OUT, args, r, 2, NULL);
}

ra_tensor *ra_logcumsumexp_at(const ra_tensor *self, int64_t dim, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(logcumsumexp, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_logcumsumexp_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {out};
    return CALL(logcumsumexp, RA_OUT, args, r, 1, NULL);
}

ra_status ra_sort_at(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_sort_opts *opts, ra_site site)
{
    OPTIONS(ra_sort_opts, "ra_sort", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.boolean = o.descending, .kind = RA_ARG_BOOL},
        {.boolean = o.stable, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(sort, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(values, r[0]);
    deliver(indices, r[1]);
    return RA_OK;
}

ra_status ra_sort_out_at(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_sort_opts *opts, ra_site site)
{
    OPTIONS(ra_sort_opts, "ra_sort_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.boolean = o.descending, .kind = RA_ARG_BOOL},
        {.boolean = o.stable, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {out_values, out_indices};
    return CALL(sort, RA_OUT, args, r, 2, NULL);
}

ra_tensor *ra_argsort_at(const ra_tensor *self, int64_t dim, const ra_argsort_opts *opts, ra_site site)
{
    OPTIONS(ra_argsort_opts, "ra_argsort", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.boolean = o.descending, .kind = RA_ARG_BOOL},
        {.boolean = o.stable, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(argsort, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_argsort_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_argsort_opts *opts, ra_site site)
{
    OPTIONS(ra_argsort_opts, "ra_argsort_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.boolean = o.descending, .kind = RA_ARG_BOOL},
        {.boolean = o.stable, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {out};
    return CALL(argsort, RA_OUT, args, r, 1, NULL);
}

ra_status ra_topk_at(const ra_tensor *self, int64_t k_, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_topk_opts *opts, ra_site site)
{
    OPTIONS(ra_topk_opts, "ra_topk", RA_ERR_ARGUMENT);
    OPTIONAL_BOOL(largest);
    OPTIONAL_BOOL(sorted);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = k_, .kind = RA_ARG_INT},
        {.integer = dim, .kind = RA_ARG_INT},
        pack_choice(o.largest),
        pack_choice(o.sorted),
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(topk, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(values, r[0]);
    deliver(indices, r[1]);
    return RA_OK;
}

ra_status ra_topk_out_at(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t k_, int64_t dim, const ra_topk_opts *opts, ra_site site)
{
    OPTIONS(ra_topk_opts, "ra_topk_out", RA_ERR_ARGUMENT);
    OPTIONAL_BOOL(largest);
    OPTIONAL_BOOL(sorted);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = k_, .kind = RA_ARG_INT},
        {.integer = dim, .kind = RA_ARG_INT},
        pack_choice(o.largest),
        pack_choice(o.sorted),
    };
    ra_tensor *r[2] = {out_values, out_indices};
    return CALL(topk, RA_OUT, args, r, 2, NULL);
}

ra_status ra_kthvalue_at(const ra_tensor *self, int64_t k_, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_kthvalue_opts *opts, ra_site site)
{
    OPTIONS(ra_kthvalue_opts, "ra_kthvalue", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = k_, .kind = RA_ARG_INT},
        {.integer = dim, .kind = RA_ARG_INT},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(kthvalue, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(values, r[0]);
    deliver(indices, r[1]);
    return RA_OK;
}

ra_status ra_kthvalue_out_at(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t k_, int64_t dim, const ra_kthvalue_opts *opts, ra_site site)
{
    OPTIONS(ra_kthvalue_opts, "ra_kthvalue_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = k_, .kind = RA_ARG_INT},
        {.integer = dim, .kind = RA_ARG_INT},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {out_values, out_indices};
    return CALL(kthvalue, RA_OUT, args, r, 2, NULL);
}

ra_tensor *ra_searchsorted_at(const ra_tensor *sorted_sequence, ra_operand self, const ra_tensor *sorter, const ra_searchsorted_opts *opts, ra_site site)
{
    OPTIONS(ra_searchsorted_opts, "ra_searchsorted", NULL);
    const ra_arg args[] = {
        {.tensor = sorted_sequence, .kind = RA_ARG_TENSOR},
        pack_operand(self),
        {.tensor = sorter, .kind = RA_ARG_TENSOR},
        {.boolean = o.out_int32, .kind = RA_ARG_BOOL},
        {.boolean = o.right, .kind = RA_ARG_BOOL},
        {.string = o.side, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(searchsorted, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_searchsorted_out_at(ra_tensor *out, const ra_tensor *sorted_sequence, ra_operand self, const ra_tensor *sorter, const ra_searchsorted_opts *opts, ra_site site)
{
    OPTIONS(ra_searchsorted_opts, "ra_searchsorted_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = sorted_sequence, .kind = RA_ARG_TENSOR},
        pack_operand(self),
        {.tensor = sorter, .kind = RA_ARG_TENSOR},
        {.boolean = o.out_int32, .kind = RA_ARG_BOOL},
        {.boolean = o.right, .kind = RA_ARG_BOOL},
        {.string = o.side, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(searchsorted, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_bucketize_at(ra_operand self, const ra_tensor *boundaries, const ra_bucketize_opts *opts, ra_site site)
{
    OPTIONS(ra_bucketize_opts, "ra_bucketize", NULL);
    const ra_arg args[] = {
        pack_operand(self),
        {.tensor = boundaries, .kind = RA_ARG_TENSOR},
        {.boolean = o.out_int32, .kind = RA_ARG_BOOL},
        {.boolean = o.right, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(bucketize, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_bucketize_out_at(ra_tensor *out, ra_operand self, const ra_tensor *boundaries, const ra_bucketize_opts *opts, ra_site site)
{
    OPTIONS(ra_bucketize_opts, "ra_bucketize_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        pack_operand(self),
        {.tensor = boundaries, .kind = RA_ARG_TENSOR},
        {.boolean = o.out_int32, .kind = RA_ARG_BOOL},
        {.boolean = o.right, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {out};
    return CALL(bucketize, RA_OUT, args, r, 1, NULL);
}

ra_status ra_unique_at(const ra_tensor *self, ra_tensor **output, ra_tensor **inverse, ra_tensor **counts, const ra_unique_opts *opts, ra_site site)
{
    OPTIONS(ra_unique_opts, "ra_unique", RA_ERR_ARGUMENT);
    OPTIONAL_BOOL(sorted);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_choice(o.sorted),
        {.boolean = o.return_inverse, .kind = RA_ARG_BOOL},
        {.boolean = o.return_counts, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[3] = {NULL};
    ra_status status = CALL(unique, RA_FUNCTIONAL, args, r, 3, NULL);
    if (status)
        return status;
    deliver(output, r[0]);
    deliver(inverse, r[1]);
    deliver(counts, r[2]);
    return RA_OK;
}

ra_tensor *ra_nonzero_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(nonzero, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_nonzero_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(nonzero, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_masked_select_at(const ra_tensor *self, const ra_tensor *mask, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = mask, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(masked_select, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_masked_select_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *mask, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = mask, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(masked_select, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_isin_at(ra_operand elements, ra_operand test_elements, const ra_isin_opts *opts, ra_site site)
{
    OPTIONS(ra_isin_opts, "ra_isin", NULL);
    const ra_arg args[] = {
        pack_operand(elements),
        pack_operand(test_elements),
        {.boolean = o.assume_unique, .kind = RA_ARG_BOOL},
        {.boolean = o.invert, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(isin, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_isin_out_at(ra_tensor *out, ra_operand elements, ra_operand test_elements, const ra_isin_opts *opts, ra_site site)
{
    OPTIONS(ra_isin_opts, "ra_isin_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        pack_operand(elements),
        pack_operand(test_elements),
        {.boolean = o.assume_unique, .kind = RA_ARG_BOOL},
        {.boolean = o.invert, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {out};
    return CALL(isin, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_argwhere_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(argwhere, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_one_hot_at(const ra_tensor *self, int64_t num_classes, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = num_classes, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(one_hot, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_bincount_at(const ra_tensor *self, const ra_tensor *weights, const ra_bincount_opts *opts, ra_site site)
{
    OPTIONS(ra_bincount_opts, "ra_bincount", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = weights, .kind = RA_ARG_TENSOR},
        {.integer = o.minlength, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(bincount, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_histc_at(const ra_tensor *self, int64_t bins, ra_scalar min_, ra_scalar max_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = bins, .kind = RA_ARG_INT},
        {.scalar = min_, .kind = RA_ARG_SCALAR},
        {.scalar = max_, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(histc, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_histc_out_at(ra_tensor *out, const ra_tensor *self, int64_t bins, ra_scalar min_, ra_scalar max_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = bins, .kind = RA_ARG_INT},
        {.scalar = min_, .kind = RA_ARG_SCALAR},
        {.scalar = max_, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(histc, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_msort_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(msort, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_msort_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(msort, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_index_select_at(const ra_tensor *self, int64_t dim, const ra_tensor *index, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(index_select, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_index_select_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(index_select, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_gather_at(const ra_tensor *self, int64_t dim, const ra_tensor *index, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(gather, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_gather_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(gather, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_scatter_at(const ra_tensor *self, int64_t dim, const ra_tensor *index, ra_operand src, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        pack_operand(src),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(scatter, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_scatter__at(ra_tensor *self, int64_t dim, const ra_tensor *index, ra_operand src, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        pack_operand(src),
    };
    return CALL(scatter, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_scatter_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, ra_operand src, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        pack_operand(src),
    };
    ra_tensor *r[1] = {out};
    return CALL(scatter, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_masked_fill_at(const ra_tensor *self, const ra_tensor *mask, ra_operand value, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = mask, .kind = RA_ARG_TENSOR},
        pack_operand(value),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(masked_fill, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_masked_fill__at(ra_tensor *self, const ra_tensor *mask, ra_operand value, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = mask, .kind = RA_ARG_TENSOR},
        pack_operand(value),
    };
    return CALL(masked_fill, RA_INPLACE, args, NULL, 0, NULL);
}

ra_tensor *ra_index_at(const ra_tensor *self, ra_tensors indices, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensors = indices, .kind = RA_ARG_TENSORS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(index, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_index_out_at(ra_tensor *out, const ra_tensor *self, ra_tensors indices, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensors = indices, .kind = RA_ARG_TENSORS},
    };
    ra_tensor *r[1] = {out};
    return CALL(index, RA_OUT, args, r, 1, NULL);
}

ra_status ra_index_put__at(ra_tensor *self, ra_tensors indices, const ra_tensor *values, bool accumulate, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensors = indices, .kind = RA_ARG_TENSORS},
        {.tensor = values, .kind = RA_ARG_TENSOR},
        {.boolean = accumulate, .kind = RA_ARG_BOOL},
    };
    return CALL(index_put_, RA_INPLACE, args, NULL, 0, NULL);
}

ra_tensor *ra_take_at(const ra_tensor *self, const ra_tensor *index, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = index, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(take, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_take_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *index, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = index, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(take, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_index_fill_at(const ra_tensor *self, int64_t dim, const ra_tensor *index, ra_operand value, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        pack_operand(value),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(index_fill, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_index_fill__at(ra_tensor *self, int64_t dim, const ra_tensor *index, ra_operand value, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        pack_operand(value),
    };
    return CALL(index_fill, RA_INPLACE, args, NULL, 0, NULL);
}

ra_tensor *ra_scatter_add_at(const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        {.tensor = src, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(scatter_add, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_scatter_add__at(ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        {.tensor = src, .kind = RA_ARG_TENSOR},
    };
    return CALL(scatter_add, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_scatter_add_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        {.tensor = src, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(scatter_add, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_scatter_reduce_at(const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src, const char *reduce, const ra_scatter_reduce_opts *opts, ra_site site)
{
    OPTIONS(ra_scatter_reduce_opts, "ra_scatter_reduce", NULL);
    OPTIONAL_BOOL(include_self);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        {.tensor = src, .kind = RA_ARG_TENSOR},
        {.string = reduce, .kind = RA_ARG_STRING},
        pack_choice(o.include_self),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(scatter_reduce, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_scatter_reduce__at(ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src, const char *reduce, const ra_scatter_reduce_opts *opts, ra_site site)
{
    OPTIONS(ra_scatter_reduce_opts, "ra_scatter_reduce_", RA_ERR_ARGUMENT);
    OPTIONAL_BOOL(include_self);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        {.tensor = src, .kind = RA_ARG_TENSOR},
        {.string = reduce, .kind = RA_ARG_STRING},
        pack_choice(o.include_self),
    };
    return CALL(scatter_reduce, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_scatter_reduce_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src, const char *reduce, const ra_scatter_reduce_opts *opts, ra_site site)
{
    OPTIONS(ra_scatter_reduce_opts, "ra_scatter_reduce_out", RA_ERR_ARGUMENT);
    OPTIONAL_BOOL(include_self);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        {.tensor = src, .kind = RA_ARG_TENSOR},
        {.string = reduce, .kind = RA_ARG_STRING},
        pack_choice(o.include_self),
    };
    ra_tensor *r[1] = {out};
    return CALL(scatter_reduce, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_index_add_at(const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const ra_index_add_opts *opts, ra_site site)
{
    OPTIONS(ra_index_add_opts, "ra_index_add", NULL);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        {.tensor = source, .kind = RA_ARG_TENSOR},
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(index_add, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_index_add__at(ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const ra_index_add_opts *opts, ra_site site)
{
    OPTIONS(ra_index_add_opts, "ra_index_add_", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        {.tensor = source, .kind = RA_ARG_TENSOR},
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    return CALL(index_add, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_index_add_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const ra_index_add_opts *opts, ra_site site)
{
    OPTIONS(ra_index_add_opts, "ra_index_add_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        {.tensor = source, .kind = RA_ARG_TENSOR},
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(index_add, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_index_copy_at(const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        {.tensor = source, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(index_copy, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_index_copy__at(ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        {.tensor = source, .kind = RA_ARG_TENSOR},
    };
    return CALL(index_copy, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_index_copy_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        {.tensor = source, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(index_copy, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_index_reduce_at(const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const char *reduce, const ra_index_reduce_opts *opts, ra_site site)
{
    OPTIONS(ra_index_reduce_opts, "ra_index_reduce", NULL);
    OPTIONAL_BOOL(include_self);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        {.tensor = source, .kind = RA_ARG_TENSOR},
        {.string = reduce, .kind = RA_ARG_STRING},
        pack_choice(o.include_self),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(index_reduce, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_index_reduce__at(ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const char *reduce, const ra_index_reduce_opts *opts, ra_site site)
{
    OPTIONS(ra_index_reduce_opts, "ra_index_reduce_", RA_ERR_ARGUMENT);
    OPTIONAL_BOOL(include_self);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        {.tensor = source, .kind = RA_ARG_TENSOR},
        {.string = reduce, .kind = RA_ARG_STRING},
        pack_choice(o.include_self),
    };
    return CALL(index_reduce, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_index_reduce_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const char *reduce, const ra_index_reduce_opts *opts, ra_site site)
{
    OPTIONS(ra_index_reduce_opts, "ra_index_reduce_out", RA_ERR_ARGUMENT);
    OPTIONAL_BOOL(include_self);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        {.tensor = source, .kind = RA_ARG_TENSOR},
        {.string = reduce, .kind = RA_ARG_STRING},
        pack_choice(o.include_self),
    };
    ra_tensor *r[1] = {out};
    return CALL(index_reduce, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_masked_scatter_at(const ra_tensor *self, const ra_tensor *mask, const ra_tensor *source, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = mask, .kind = RA_ARG_TENSOR},
        {.tensor = source, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(masked_scatter, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_masked_scatter__at(ra_tensor *self, const ra_tensor *mask, const ra_tensor *source, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = mask, .kind = RA_ARG_TENSOR},
        {.tensor = source, .kind = RA_ARG_TENSOR},
    };
    return CALL(masked_scatter, RA_INPLACE, args, NULL, 0, NULL);
}

ra_tensor *ra_put_at(const ra_tensor *self, const ra_tensor *index, const ra_tensor *source, bool accumulate, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        {.tensor = source, .kind = RA_ARG_TENSOR},
        {.boolean = accumulate, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(put, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_put__at(ra_tensor *self, const ra_tensor *index, const ra_tensor *source, bool accumulate, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = index, .kind = RA_ARG_TENSOR},
        {.tensor = source, .kind = RA_ARG_TENSOR},
        {.boolean = accumulate, .kind = RA_ARG_BOOL},
    };
    return CALL(put, RA_INPLACE, args, NULL, 0, NULL);
}

ra_tensor *ra_take_along_dim_at(const ra_tensor *self, const ra_tensor *indices, ra_dims dim, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = indices, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(take_along_dim, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_take_along_dim_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *indices, ra_dims dim, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = indices, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {out};
    return CALL(take_along_dim, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_repeat_interleave_at(const ra_tensor *self, ra_operand repeats, ra_dims dim, const ra_repeat_interleave_opts *opts, ra_site site)
{
    OPTIONS(ra_repeat_interleave_opts, "ra_repeat_interleave", NULL);
    OPTIONAL_SCALAR(output_size);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(repeats),
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.scalar = o.output_size, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(repeat_interleave, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_mm_at(const ra_tensor *self, const ra_tensor *mat2, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = mat2, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(mm, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_mm_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *mat2, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = mat2, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(mm, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_bmm_at(const ra_tensor *self, const ra_tensor *mat2, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = mat2, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(bmm, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_bmm_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *mat2, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = mat2, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(bmm, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_addmm_at(const ra_tensor *self, const ra_tensor *mat1, const ra_tensor *mat2, const ra_addmm_opts *opts, ra_site site)
{
    OPTIONS(ra_addmm_opts, "ra_addmm", NULL);
    OPTIONAL_SCALAR(beta);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = mat1, .kind = RA_ARG_TENSOR},
        {.tensor = mat2, .kind = RA_ARG_TENSOR},
        {.scalar = o.beta, .kind = RA_ARG_SCALAR},
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(addmm, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_addmm__at(ra_tensor *self, const ra_tensor *mat1, const ra_tensor *mat2, const ra_addmm_opts *opts, ra_site site)
{
    OPTIONS(ra_addmm_opts, "ra_addmm_", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(beta);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = mat1, .kind = RA_ARG_TENSOR},
        {.tensor = mat2, .kind = RA_ARG_TENSOR},
        {.scalar = o.beta, .kind = RA_ARG_SCALAR},
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    return CALL(addmm, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_addmm_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *mat1, const ra_tensor *mat2, const ra_addmm_opts *opts, ra_site site)
{
    OPTIONS(ra_addmm_opts, "ra_addmm_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(beta);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = mat1, .kind = RA_ARG_TENSOR},
        {.tensor = mat2, .kind = RA_ARG_TENSOR},
        {.scalar = o.beta, .kind = RA_ARG_SCALAR},
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(addmm, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_baddbmm_at(const ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_baddbmm_opts *opts, ra_site site)
{
    OPTIONS(ra_baddbmm_opts, "ra_baddbmm", NULL);
    OPTIONAL_SCALAR(beta);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = batch1, .kind = RA_ARG_TENSOR},
        {.tensor = batch2, .kind = RA_ARG_TENSOR},
        {.scalar = o.beta, .kind = RA_ARG_SCALAR},
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(baddbmm, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_baddbmm__at(ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_baddbmm_opts *opts, ra_site site)
{
    OPTIONS(ra_baddbmm_opts, "ra_baddbmm_", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(beta);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = batch1, .kind = RA_ARG_TENSOR},
        {.tensor = batch2, .kind = RA_ARG_TENSOR},
        {.scalar = o.beta, .kind = RA_ARG_SCALAR},
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    return CALL(baddbmm, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_baddbmm_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_baddbmm_opts *opts, ra_site site)
{
    OPTIONS(ra_baddbmm_opts, "ra_baddbmm_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(beta);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = batch1, .kind = RA_ARG_TENSOR},
        {.tensor = batch2, .kind = RA_ARG_TENSOR},
        {.scalar = o.beta, .kind = RA_ARG_SCALAR},
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(baddbmm, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_addbmm_at(const ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_addbmm_opts *opts, ra_site site)
{
    OPTIONS(ra_addbmm_opts, "ra_addbmm", NULL);
    OPTIONAL_SCALAR(beta);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = batch1, .kind = RA_ARG_TENSOR},
        {.tensor = batch2, .kind = RA_ARG_TENSOR},
        {.scalar = o.beta, .kind = RA_ARG_SCALAR},
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(addbmm, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_addbmm__at(ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_addbmm_opts *opts, ra_site site)
{
    OPTIONS(ra_addbmm_opts, "ra_addbmm_", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(beta);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = batch1, .kind = RA_ARG_TENSOR},
        {.tensor = batch2, .kind = RA_ARG_TENSOR},
        {.scalar = o.beta, .kind = RA_ARG_SCALAR},
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    return CALL(addbmm, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_addbmm_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_addbmm_opts *opts, ra_site site)
{
    OPTIONS(ra_addbmm_opts, "ra_addbmm_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(beta);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = batch1, .kind = RA_ARG_TENSOR},
        {.tensor = batch2, .kind = RA_ARG_TENSOR},
        {.scalar = o.beta, .kind = RA_ARG_SCALAR},
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(addbmm, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_matmul_at(const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(matmul, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_matmul_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(matmul, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_linear_at(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = input, .kind = RA_ARG_TENSOR},
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.tensor = bias, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(linear, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_linear_out_at(ra_tensor *out, const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = input, .kind = RA_ARG_TENSOR},
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.tensor = bias, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(linear, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_dot_at(const ra_tensor *self, const ra_tensor *tensor, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = tensor, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(dot, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_dot_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *tensor, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = tensor, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(dot, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_vdot_at(const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(vdot, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_vdot_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(vdot, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_mv_at(const ra_tensor *self, const ra_tensor *vec, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = vec, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(mv, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_mv_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *vec, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = vec, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(mv, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_outer_at(const ra_tensor *self, const ra_tensor *vec2, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = vec2, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(outer, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_outer_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *vec2, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = vec2, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(outer, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_inner_at(const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(inner, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_inner_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(inner, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_kron_at(const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(kron, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_kron_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(kron, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_addr_at(const ra_tensor *self, const ra_tensor *vec1, const ra_tensor *vec2, const ra_addr_opts *opts, ra_site site)
{
    OPTIONS(ra_addr_opts, "ra_addr", NULL);
    OPTIONAL_SCALAR(beta);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = vec1, .kind = RA_ARG_TENSOR},
        {.tensor = vec2, .kind = RA_ARG_TENSOR},
        {.scalar = o.beta, .kind = RA_ARG_SCALAR},
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(addr, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_addr__at(ra_tensor *self, const ra_tensor *vec1, const ra_tensor *vec2, const ra_addr_opts *opts, ra_site site)
{
    OPTIONS(ra_addr_opts, "ra_addr_", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(beta);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = vec1, .kind = RA_ARG_TENSOR},
        {.tensor = vec2, .kind = RA_ARG_TENSOR},
        {.scalar = o.beta, .kind = RA_ARG_SCALAR},
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    return CALL(addr, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_addr_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *vec1, const ra_tensor *vec2, const ra_addr_opts *opts, ra_site site)
{
    OPTIONS(ra_addr_opts, "ra_addr_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(beta);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = vec1, .kind = RA_ARG_TENSOR},
        {.tensor = vec2, .kind = RA_ARG_TENSOR},
        {.scalar = o.beta, .kind = RA_ARG_SCALAR},
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(addr, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_addmv_at(const ra_tensor *self, const ra_tensor *mat, const ra_tensor *vec, const ra_addmv_opts *opts, ra_site site)
{
    OPTIONS(ra_addmv_opts, "ra_addmv", NULL);
    OPTIONAL_SCALAR(beta);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = mat, .kind = RA_ARG_TENSOR},
        {.tensor = vec, .kind = RA_ARG_TENSOR},
        {.scalar = o.beta, .kind = RA_ARG_SCALAR},
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(addmv, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_addmv__at(ra_tensor *self, const ra_tensor *mat, const ra_tensor *vec, const ra_addmv_opts *opts, ra_site site)
{
    OPTIONS(ra_addmv_opts, "ra_addmv_", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(beta);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = mat, .kind = RA_ARG_TENSOR},
        {.tensor = vec, .kind = RA_ARG_TENSOR},
        {.scalar = o.beta, .kind = RA_ARG_SCALAR},
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    return CALL(addmv, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_addmv_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *mat, const ra_tensor *vec, const ra_addmv_opts *opts, ra_site site)
{
    OPTIONS(ra_addmv_opts, "ra_addmv_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(beta);
    OPTIONAL_SCALAR(alpha);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = mat, .kind = RA_ARG_TENSOR},
        {.tensor = vec, .kind = RA_ARG_TENSOR},
        {.scalar = o.beta, .kind = RA_ARG_SCALAR},
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(addmv, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_tensordot_at(const ra_tensor *self, const ra_tensor *other, ra_dims dims_self, ra_dims dims_other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
        {.dims = dims_self, .kind = RA_ARG_DIMS},
        {.dims = dims_other, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(tensordot, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_tensordot_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_dims dims_self, ra_dims dims_other, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
        {.dims = dims_self, .kind = RA_ARG_DIMS},
        {.dims = dims_other, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {out};
    return CALL(tensordot, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_einsum_at(const char *equation, ra_tensors tensors, ra_site site)
{
    const ra_arg args[] = {
        {.string = equation, .kind = RA_ARG_STRING},
        {.tensors = tensors, .kind = RA_ARG_TENSORS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(einsum, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_linalg_cholesky_at(const ra_tensor *self, const ra_linalg_cholesky_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_cholesky_opts, "ra_linalg_cholesky", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.boolean = o.upper, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(linalg_cholesky, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_linalg_cholesky_out_at(ra_tensor *out, const ra_tensor *self, const ra_linalg_cholesky_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_cholesky_opts, "ra_linalg_cholesky_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.boolean = o.upper, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {out};
    return CALL(linalg_cholesky, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_linalg_solve_at(const ra_tensor *a_, const ra_tensor *b_, const ra_linalg_solve_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_solve_opts, "ra_linalg_solve", NULL);
    OPTIONAL_BOOL(left);
    const ra_arg args[] = {
        {.tensor = a_, .kind = RA_ARG_TENSOR},
        {.tensor = b_, .kind = RA_ARG_TENSOR},
        pack_choice(o.left),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(linalg_solve, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_linalg_solve_out_at(ra_tensor *out, const ra_tensor *a_, const ra_tensor *b_, const ra_linalg_solve_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_solve_opts, "ra_linalg_solve_out", RA_ERR_ARGUMENT);
    OPTIONAL_BOOL(left);
    const ra_arg args[] = {
        {.tensor = a_, .kind = RA_ARG_TENSOR},
        {.tensor = b_, .kind = RA_ARG_TENSOR},
        pack_choice(o.left),
    };
    ra_tensor *r[1] = {out};
    return CALL(linalg_solve, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_linalg_solve_triangular_at(const ra_tensor *self, const ra_tensor *b_, const ra_linalg_solve_triangular_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_solve_triangular_opts, "ra_linalg_solve_triangular", NULL);
    OPTIONAL_BOOL(left);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = b_, .kind = RA_ARG_TENSOR},
        {.boolean = o.upper, .kind = RA_ARG_BOOL},
        pack_choice(o.left),
        {.boolean = o.unitriangular, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(linalg_solve_triangular, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_linalg_solve_triangular_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *b_, const ra_linalg_solve_triangular_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_solve_triangular_opts, "ra_linalg_solve_triangular_out", RA_ERR_ARGUMENT);
    OPTIONAL_BOOL(left);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = b_, .kind = RA_ARG_TENSOR},
        {.boolean = o.upper, .kind = RA_ARG_BOOL},
        pack_choice(o.left),
        {.boolean = o.unitriangular, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {out};
    return CALL(linalg_solve_triangular, RA_OUT, args, r, 1, NULL);
}

ra_status ra_linalg_qr_at(const ra_tensor *a_, ra_tensor **q_, ra_tensor **r_, const ra_linalg_qr_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_qr_opts, "ra_linalg_qr", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = a_, .kind = RA_ARG_TENSOR},
        {.string = o.mode, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(linalg_qr, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(q_, r[0]);
    deliver(r_, r[1]);
    return RA_OK;
}

ra_status ra_linalg_qr_out_at(ra_tensor *out_q_, ra_tensor *out_r_, const ra_tensor *a_, const ra_linalg_qr_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_qr_opts, "ra_linalg_qr_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = a_, .kind = RA_ARG_TENSOR},
        {.string = o.mode, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[2] = {out_q_, out_r_};
    return CALL(linalg_qr, RA_OUT, args, r, 2, NULL);
}

ra_status ra_linalg_svd_at(const ra_tensor *a_, ra_tensor **u_, ra_tensor **s_, ra_tensor **vh, const ra_linalg_svd_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_svd_opts, "ra_linalg_svd", RA_ERR_ARGUMENT);
    OPTIONAL_BOOL(full_matrices);
    const ra_arg args[] = {
        {.tensor = a_, .kind = RA_ARG_TENSOR},
        pack_choice(o.full_matrices),
    };
    ra_tensor *r[3] = {NULL};
    ra_status status = CALL(linalg_svd, RA_FUNCTIONAL, args, r, 3, NULL);
    if (status)
        return status;
    deliver(u_, r[0]);
    deliver(s_, r[1]);
    deliver(vh, r[2]);
    return RA_OK;
}

ra_status ra_linalg_svd_out_at(ra_tensor *out_u_, ra_tensor *out_s_, ra_tensor *out_vh, const ra_tensor *a_, const ra_linalg_svd_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_svd_opts, "ra_linalg_svd_out", RA_ERR_ARGUMENT);
    OPTIONAL_BOOL(full_matrices);
    const ra_arg args[] = {
        {.tensor = a_, .kind = RA_ARG_TENSOR},
        pack_choice(o.full_matrices),
    };
    ra_tensor *r[3] = {out_u_, out_s_, out_vh};
    return CALL(linalg_svd, RA_OUT, args, r, 3, NULL);
}

ra_status ra_linalg_eigh_at(const ra_tensor *self, ra_tensor **eigenvalues, ra_tensor **eigenvectors, const ra_linalg_eigh_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_eigh_opts, "ra_linalg_eigh", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.string = o.UPLO, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(linalg_eigh, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(eigenvalues, r[0]);
    deliver(eigenvectors, r[1]);
    return RA_OK;
}

ra_status ra_linalg_eigh_out_at(ra_tensor *out_eigenvalues, ra_tensor *out_eigenvectors, const ra_tensor *self, const ra_linalg_eigh_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_eigh_opts, "ra_linalg_eigh_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.string = o.UPLO, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[2] = {out_eigenvalues, out_eigenvectors};
    return CALL(linalg_eigh, RA_OUT, args, r, 2, NULL);
}

ra_tensor *ra_linalg_inv_at(const ra_tensor *a_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = a_, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(linalg_inv, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_linalg_inv_out_at(ra_tensor *out, const ra_tensor *a_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = a_, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(linalg_inv, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_linalg_det_at(const ra_tensor *a_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = a_, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(linalg_det, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_linalg_det_out_at(ra_tensor *out, const ra_tensor *a_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = a_, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(linalg_det, RA_OUT, args, r, 1, NULL);
}

ra_status ra_linalg_slogdet_at(const ra_tensor *a_, ra_tensor **sign, ra_tensor **logabsdet, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = a_, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(linalg_slogdet, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(sign, r[0]);
    deliver(logabsdet, r[1]);
    return RA_OK;
}

ra_status ra_linalg_slogdet_out_at(ra_tensor *out_sign, ra_tensor *out_logabsdet, const ra_tensor *a_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = a_, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[2] = {out_sign, out_logabsdet};
    return CALL(linalg_slogdet, RA_OUT, args, r, 2, NULL);
}

ra_status ra_linalg_lu_factor_at(const ra_tensor *a_, ra_tensor **lu, ra_tensor **pivots, const ra_linalg_lu_factor_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_lu_factor_opts, "ra_linalg_lu_factor", RA_ERR_ARGUMENT);
    OPTIONAL_BOOL(pivot);
    const ra_arg args[] = {
        {.tensor = a_, .kind = RA_ARG_TENSOR},
        pack_choice(o.pivot),
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(linalg_lu_factor, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(lu, r[0]);
    deliver(pivots, r[1]);
    return RA_OK;
}

ra_status ra_linalg_lu_factor_out_at(ra_tensor *out_lu, ra_tensor *out_pivots, const ra_tensor *a_, const ra_linalg_lu_factor_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_lu_factor_opts, "ra_linalg_lu_factor_out", RA_ERR_ARGUMENT);
    OPTIONAL_BOOL(pivot);
    const ra_arg args[] = {
        {.tensor = a_, .kind = RA_ARG_TENSOR},
        pack_choice(o.pivot),
    };
    ra_tensor *r[2] = {out_lu, out_pivots};
    return CALL(linalg_lu_factor, RA_OUT, args, r, 2, NULL);
}

ra_status ra_linalg_lu_factor_ex_at(const ra_tensor *a_, ra_tensor **lu, ra_tensor **pivots, ra_tensor **info, const ra_linalg_lu_factor_ex_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_lu_factor_ex_opts, "ra_linalg_lu_factor_ex", RA_ERR_ARGUMENT);
    OPTIONAL_BOOL(pivot);
    const ra_arg args[] = {
        {.tensor = a_, .kind = RA_ARG_TENSOR},
        pack_choice(o.pivot),
        {.boolean = o.check_errors, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[3] = {NULL};
    ra_status status = CALL(linalg_lu_factor_ex, RA_FUNCTIONAL, args, r, 3, NULL);
    if (status)
        return status;
    deliver(lu, r[0]);
    deliver(pivots, r[1]);
    deliver(info, r[2]);
    return RA_OK;
}

ra_status ra_linalg_lu_factor_ex_out_at(ra_tensor *out_lu, ra_tensor *out_pivots, ra_tensor *out_info, const ra_tensor *a_, const ra_linalg_lu_factor_ex_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_lu_factor_ex_opts, "ra_linalg_lu_factor_ex_out", RA_ERR_ARGUMENT);
    OPTIONAL_BOOL(pivot);
    const ra_arg args[] = {
        {.tensor = a_, .kind = RA_ARG_TENSOR},
        pack_choice(o.pivot),
        {.boolean = o.check_errors, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[3] = {out_lu, out_pivots, out_info};
    return CALL(linalg_lu_factor_ex, RA_OUT, args, r, 3, NULL);
}

ra_tensor *ra_linalg_lu_solve_at(const ra_tensor *lu, const ra_tensor *pivots, const ra_tensor *b_, const ra_linalg_lu_solve_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_lu_solve_opts, "ra_linalg_lu_solve", NULL);
    OPTIONAL_BOOL(left);
    const ra_arg args[] = {
        {.tensor = lu, .kind = RA_ARG_TENSOR},
        {.tensor = pivots, .kind = RA_ARG_TENSOR},
        {.tensor = b_, .kind = RA_ARG_TENSOR},
        pack_choice(o.left),
        {.boolean = o.adjoint, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(linalg_lu_solve, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_linalg_lu_solve_out_at(ra_tensor *out, const ra_tensor *lu, const ra_tensor *pivots, const ra_tensor *b_, const ra_linalg_lu_solve_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_lu_solve_opts, "ra_linalg_lu_solve_out", RA_ERR_ARGUMENT);
    OPTIONAL_BOOL(left);
    const ra_arg args[] = {
        {.tensor = lu, .kind = RA_ARG_TENSOR},
        {.tensor = pivots, .kind = RA_ARG_TENSOR},
        {.tensor = b_, .kind = RA_ARG_TENSOR},
        pack_choice(o.left),
        {.boolean = o.adjoint, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {out};
    return CALL(linalg_lu_solve, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_cholesky_solve_at(const ra_tensor *self, const ra_tensor *input2, bool upper, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = input2, .kind = RA_ARG_TENSOR},
        {.boolean = upper, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(cholesky_solve, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_cholesky_solve_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *input2, bool upper, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = input2, .kind = RA_ARG_TENSOR},
        {.boolean = upper, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {out};
    return CALL(cholesky_solve, RA_OUT, args, r, 1, NULL);
}

ra_status ra_linalg_cholesky_ex_at(const ra_tensor *self, ra_tensor **l_, ra_tensor **info, const ra_linalg_cholesky_ex_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_cholesky_ex_opts, "ra_linalg_cholesky_ex", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.boolean = o.upper, .kind = RA_ARG_BOOL},
        {.boolean = o.check_errors, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(linalg_cholesky_ex, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(l_, r[0]);
    deliver(info, r[1]);
    return RA_OK;
}

ra_status ra_linalg_cholesky_ex_out_at(ra_tensor *out_l_, ra_tensor *out_info, const ra_tensor *self, const ra_linalg_cholesky_ex_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_cholesky_ex_opts, "ra_linalg_cholesky_ex_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.boolean = o.upper, .kind = RA_ARG_BOOL},
        {.boolean = o.check_errors, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {out_l_, out_info};
    return CALL(linalg_cholesky_ex, RA_OUT, args, r, 2, NULL);
}

ra_status ra_linalg_inv_ex_at(const ra_tensor *a_, ra_tensor **inverse, ra_tensor **info, const ra_linalg_inv_ex_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_inv_ex_opts, "ra_linalg_inv_ex", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = a_, .kind = RA_ARG_TENSOR},
        {.boolean = o.check_errors, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(linalg_inv_ex, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(inverse, r[0]);
    deliver(info, r[1]);
    return RA_OK;
}

ra_status ra_linalg_inv_ex_out_at(ra_tensor *out_inverse, ra_tensor *out_info, const ra_tensor *a_, const ra_linalg_inv_ex_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_inv_ex_opts, "ra_linalg_inv_ex_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = a_, .kind = RA_ARG_TENSOR},
        {.boolean = o.check_errors, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {out_inverse, out_info};
    return CALL(linalg_inv_ex, RA_OUT, args, r, 2, NULL);
}

ra_status ra_linalg_solve_ex_at(const ra_tensor *a_, const ra_tensor *b_, ra_tensor **result, ra_tensor **info, const ra_linalg_solve_ex_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_solve_ex_opts, "ra_linalg_solve_ex", RA_ERR_ARGUMENT);
    OPTIONAL_BOOL(left);
    const ra_arg args[] = {
        {.tensor = a_, .kind = RA_ARG_TENSOR},
        {.tensor = b_, .kind = RA_ARG_TENSOR},
        pack_choice(o.left),
        {.boolean = o.check_errors, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(linalg_solve_ex, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(result, r[0]);
    deliver(info, r[1]);
    return RA_OK;
}

ra_status ra_linalg_solve_ex_out_at(ra_tensor *out_result, ra_tensor *out_info, const ra_tensor *a_, const ra_tensor *b_, const ra_linalg_solve_ex_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_solve_ex_opts, "ra_linalg_solve_ex_out", RA_ERR_ARGUMENT);
    OPTIONAL_BOOL(left);
    const ra_arg args[] = {
        {.tensor = a_, .kind = RA_ARG_TENSOR},
        {.tensor = b_, .kind = RA_ARG_TENSOR},
        pack_choice(o.left),
        {.boolean = o.check_errors, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {out_result, out_info};
    return CALL(linalg_solve_ex, RA_OUT, args, r, 2, NULL);
}

ra_status ra_linalg_eig_at(const ra_tensor *self, ra_tensor **eigenvalues, ra_tensor **eigenvectors, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(linalg_eig, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(eigenvalues, r[0]);
    deliver(eigenvectors, r[1]);
    return RA_OK;
}

ra_status ra_linalg_eig_out_at(ra_tensor *out_eigenvalues, ra_tensor *out_eigenvectors, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[2] = {out_eigenvalues, out_eigenvectors};
    return CALL(linalg_eig, RA_OUT, args, r, 2, NULL);
}

ra_tensor *ra_linalg_eigvals_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(linalg_eigvals, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_linalg_eigvals_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(linalg_eigvals, RA_OUT, args, r, 1, NULL);
}

ra_status ra_linalg_lstsq_at(const ra_tensor *self, const ra_tensor *b_, ra_tensor **solution, ra_tensor **residuals, ra_tensor **rank, ra_tensor **singular_values, const ra_linalg_lstsq_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_lstsq_opts, "ra_linalg_lstsq", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(rcond);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = b_, .kind = RA_ARG_TENSOR},
        {.scalar = o.rcond, .kind = RA_ARG_SCALAR},
        {.string = o.driver, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[4] = {NULL};
    ra_status status = CALL(linalg_lstsq, RA_FUNCTIONAL, args, r, 4, NULL);
    if (status)
        return status;
    deliver(solution, r[0]);
    deliver(residuals, r[1]);
    deliver(rank, r[2]);
    deliver(singular_values, r[3]);
    return RA_OK;
}

ra_status ra_linalg_lstsq_out_at(ra_tensor *out_solution, ra_tensor *out_residuals, ra_tensor *out_rank, ra_tensor *out_singular_values, const ra_tensor *self, const ra_tensor *b_, const ra_linalg_lstsq_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_lstsq_opts, "ra_linalg_lstsq_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(rcond);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = b_, .kind = RA_ARG_TENSOR},
        {.scalar = o.rcond, .kind = RA_ARG_SCALAR},
        {.string = o.driver, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[4] = {out_solution, out_residuals, out_rank, out_singular_values};
    return CALL(linalg_lstsq, RA_OUT, args, r, 4, NULL);
}

ra_tensor *ra_linalg_cross_at(const ra_tensor *self, const ra_tensor *other, const ra_linalg_cross_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_cross_opts, "ra_linalg_cross", NULL);
    OPTIONAL_SCALAR(dim);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
        {.scalar = o.dim, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(linalg_cross, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_linalg_cross_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, const ra_linalg_cross_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_cross_opts, "ra_linalg_cross_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(dim);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = other, .kind = RA_ARG_TENSOR},
        {.scalar = o.dim, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(linalg_cross, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_linalg_matrix_power_at(const ra_tensor *self, int64_t n_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = n_, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(linalg_matrix_power, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_linalg_matrix_power_out_at(ra_tensor *out, const ra_tensor *self, int64_t n_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = n_, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {out};
    return CALL(linalg_matrix_power, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_linalg_matrix_norm_at(const ra_tensor *self, ra_scalar ord, const ra_linalg_matrix_norm_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_matrix_norm_opts, "ra_linalg_matrix_norm", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = ord, .kind = RA_ARG_SCALAR},
        {.dims = o.dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(linalg_matrix_norm, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_linalg_matrix_norm_out_at(ra_tensor *out, const ra_tensor *self, ra_scalar ord, const ra_linalg_matrix_norm_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_matrix_norm_opts, "ra_linalg_matrix_norm_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = ord, .kind = RA_ARG_SCALAR},
        {.dims = o.dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {out};
    return CALL(linalg_matrix_norm, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_linalg_matrix_norm_str_at(const ra_tensor *self, const char *ord, const ra_linalg_matrix_norm_str_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_matrix_norm_str_opts, "ra_linalg_matrix_norm_str", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.string = ord, .kind = RA_ARG_STRING},
        {.dims = o.dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(linalg_matrix_norm_str, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_linalg_matrix_norm_str_out_at(ra_tensor *out, const ra_tensor *self, const char *ord, const ra_linalg_matrix_norm_str_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_matrix_norm_str_opts, "ra_linalg_matrix_norm_str_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.string = ord, .kind = RA_ARG_STRING},
        {.dims = o.dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {out};
    return CALL(linalg_matrix_norm_str, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_linalg_norm_at(const ra_tensor *self, const ra_linalg_norm_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_norm_opts, "ra_linalg_norm", NULL);
    OPTIONAL_SCALAR(ord);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = o.ord, .kind = RA_ARG_SCALAR},
        {.dims = o.dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(linalg_norm, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_linalg_norm_out_at(ra_tensor *out, const ra_tensor *self, const ra_linalg_norm_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_norm_opts, "ra_linalg_norm_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(ord);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = o.ord, .kind = RA_ARG_SCALAR},
        {.dims = o.dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {out};
    return CALL(linalg_norm, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_linalg_norm_str_at(const ra_tensor *self, const char *ord, const ra_linalg_norm_str_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_norm_str_opts, "ra_linalg_norm_str", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.string = ord, .kind = RA_ARG_STRING},
        {.dims = o.dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(linalg_norm_str, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_linalg_norm_str_out_at(ra_tensor *out, const ra_tensor *self, const char *ord, const ra_linalg_norm_str_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_norm_str_opts, "ra_linalg_norm_str_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.string = ord, .kind = RA_ARG_STRING},
        {.dims = o.dim, .kind = RA_ARG_DIMS},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {out};
    return CALL(linalg_norm_str, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_linalg_cond_at(const ra_tensor *self, ra_operand p_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(p_),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(linalg_cond, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_linalg_cond_out_at(ra_tensor *out, const ra_tensor *self, ra_operand p_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(p_),
    };
    ra_tensor *r[1] = {out};
    return CALL(linalg_cond, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_linalg_cond_str_at(const ra_tensor *self, const char *p_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.string = p_, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(linalg_cond_str, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_linalg_cond_str_out_at(ra_tensor *out, const ra_tensor *self, const char *p_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.string = p_, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(linalg_cond_str, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_linalg_pinv_at(const ra_tensor *self, ra_operand atol, ra_operand rtol, const ra_linalg_pinv_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_pinv_opts, "ra_linalg_pinv", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(atol),
        pack_operand(rtol),
        {.boolean = o.hermitian, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(linalg_pinv, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_linalg_pinv_out_at(ra_tensor *out, const ra_tensor *self, ra_operand atol, ra_operand rtol, const ra_linalg_pinv_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_pinv_opts, "ra_linalg_pinv_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(atol),
        pack_operand(rtol),
        {.boolean = o.hermitian, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {out};
    return CALL(linalg_pinv, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_linalg_matrix_rank_at(const ra_tensor *self, ra_operand atol, ra_operand rtol, const ra_linalg_matrix_rank_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_matrix_rank_opts, "ra_linalg_matrix_rank", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(atol),
        pack_operand(rtol),
        {.boolean = o.hermitian, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(linalg_matrix_rank, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_linalg_matrix_rank_out_at(ra_tensor *out, const ra_tensor *self, ra_operand atol, ra_operand rtol, const ra_linalg_matrix_rank_opts *opts, ra_site site)
{
    OPTIONS(ra_linalg_matrix_rank_opts, "ra_linalg_matrix_rank_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        pack_operand(atol),
        pack_operand(rtol),
        {.boolean = o.hermitian, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {out};
    return CALL(linalg_matrix_rank, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_linalg_multi_dot_at(ra_tensors tensors, ra_site site)
{
    const ra_arg args[] = {
        {.tensors = tensors, .kind = RA_ARG_TENSORS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(linalg_multi_dot, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_linalg_multi_dot_out_at(ra_tensor *out, ra_tensors tensors, ra_site site)
{
    const ra_arg args[] = {
        {.tensors = tensors, .kind = RA_ARG_TENSORS},
    };
    ra_tensor *r[1] = {out};
    return CALL(linalg_multi_dot, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_fft_fft_at(const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_fft_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_fft_opts, "ra_fft_fft", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = n_, .kind = RA_ARG_INT},
        {.integer = dim, .kind = RA_ARG_INT},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(fft_fft, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_fft_fft_out_at(ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_fft_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_fft_opts, "ra_fft_fft_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = n_, .kind = RA_ARG_INT},
        {.integer = dim, .kind = RA_ARG_INT},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(fft_fft, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_fft_ifft_at(const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_ifft_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_ifft_opts, "ra_fft_ifft", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = n_, .kind = RA_ARG_INT},
        {.integer = dim, .kind = RA_ARG_INT},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(fft_ifft, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_fft_ifft_out_at(ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_ifft_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_ifft_opts, "ra_fft_ifft_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = n_, .kind = RA_ARG_INT},
        {.integer = dim, .kind = RA_ARG_INT},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(fft_ifft, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_fft_rfft_at(const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_rfft_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_rfft_opts, "ra_fft_rfft", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = n_, .kind = RA_ARG_INT},
        {.integer = dim, .kind = RA_ARG_INT},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(fft_rfft, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_fft_rfft_out_at(ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_rfft_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_rfft_opts, "ra_fft_rfft_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = n_, .kind = RA_ARG_INT},
        {.integer = dim, .kind = RA_ARG_INT},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(fft_rfft, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_fft_irfft_at(const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_irfft_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_irfft_opts, "ra_fft_irfft", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = n_, .kind = RA_ARG_INT},
        {.integer = dim, .kind = RA_ARG_INT},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(fft_irfft, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_fft_irfft_out_at(ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_irfft_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_irfft_opts, "ra_fft_irfft_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = n_, .kind = RA_ARG_INT},
        {.integer = dim, .kind = RA_ARG_INT},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(fft_irfft, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_fft_hfft_at(const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_hfft_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_hfft_opts, "ra_fft_hfft", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = n_, .kind = RA_ARG_INT},
        {.integer = dim, .kind = RA_ARG_INT},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(fft_hfft, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_fft_hfft_out_at(ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_hfft_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_hfft_opts, "ra_fft_hfft_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = n_, .kind = RA_ARG_INT},
        {.integer = dim, .kind = RA_ARG_INT},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(fft_hfft, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_fft_ihfft_at(const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_ihfft_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_ihfft_opts, "ra_fft_ihfft", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = n_, .kind = RA_ARG_INT},
        {.integer = dim, .kind = RA_ARG_INT},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(fft_ihfft, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_fft_ihfft_out_at(ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_ihfft_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_ihfft_opts, "ra_fft_ihfft_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = n_, .kind = RA_ARG_INT},
        {.integer = dim, .kind = RA_ARG_INT},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(fft_ihfft, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_fft_fft2_at(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_fft2_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_fft2_opts, "ra_fft_fft2", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = s_, .kind = RA_ARG_DIMS},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(fft_fft2, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_fft_fft2_out_at(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_fft2_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_fft2_opts, "ra_fft_fft2_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = s_, .kind = RA_ARG_DIMS},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(fft_fft2, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_fft_ifft2_at(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_ifft2_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_ifft2_opts, "ra_fft_ifft2", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = s_, .kind = RA_ARG_DIMS},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(fft_ifft2, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_fft_ifft2_out_at(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_ifft2_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_ifft2_opts, "ra_fft_ifft2_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = s_, .kind = RA_ARG_DIMS},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(fft_ifft2, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_fft_rfft2_at(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_rfft2_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_rfft2_opts, "ra_fft_rfft2", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = s_, .kind = RA_ARG_DIMS},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(fft_rfft2, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_fft_rfft2_out_at(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_rfft2_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_rfft2_opts, "ra_fft_rfft2_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = s_, .kind = RA_ARG_DIMS},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(fft_rfft2, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_fft_irfft2_at(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_irfft2_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_irfft2_opts, "ra_fft_irfft2", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = s_, .kind = RA_ARG_DIMS},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(fft_irfft2, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_fft_irfft2_out_at(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_irfft2_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_irfft2_opts, "ra_fft_irfft2_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = s_, .kind = RA_ARG_DIMS},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(fft_irfft2, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_fft_fftn_at(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_fftn_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_fftn_opts, "ra_fft_fftn", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = s_, .kind = RA_ARG_DIMS},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(fft_fftn, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_fft_fftn_out_at(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_fftn_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_fftn_opts, "ra_fft_fftn_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = s_, .kind = RA_ARG_DIMS},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(fft_fftn, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_fft_ifftn_at(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_ifftn_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_ifftn_opts, "ra_fft_ifftn", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = s_, .kind = RA_ARG_DIMS},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(fft_ifftn, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_fft_ifftn_out_at(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_ifftn_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_ifftn_opts, "ra_fft_ifftn_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = s_, .kind = RA_ARG_DIMS},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(fft_ifftn, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_fft_rfftn_at(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_rfftn_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_rfftn_opts, "ra_fft_rfftn", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = s_, .kind = RA_ARG_DIMS},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(fft_rfftn, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_fft_rfftn_out_at(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_rfftn_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_rfftn_opts, "ra_fft_rfftn_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = s_, .kind = RA_ARG_DIMS},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(fft_rfftn, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_fft_irfftn_at(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_irfftn_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_irfftn_opts, "ra_fft_irfftn", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = s_, .kind = RA_ARG_DIMS},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(fft_irfftn, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_fft_irfftn_out_at(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_irfftn_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_irfftn_opts, "ra_fft_irfftn_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = s_, .kind = RA_ARG_DIMS},
        {.dims = dim, .kind = RA_ARG_DIMS},
        {.string = o.norm, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(fft_irfftn, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_fft_fftfreq_at(int64_t n_, double d_, const ra_fft_fftfreq_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_fftfreq_opts, "ra_fft_fftfreq", NULL);
    const ra_arg args[] = {
        {.integer = n_, .kind = RA_ARG_INT},
        {.real = d_, .kind = RA_ARG_FLOAT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(fft_fftfreq, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_fft_fftfreq_out_at(ra_tensor *out, int64_t n_, double d_, const ra_fft_fftfreq_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_fftfreq_opts, "ra_fft_fftfreq_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.integer = n_, .kind = RA_ARG_INT},
        {.real = d_, .kind = RA_ARG_FLOAT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {out};
    return CALL(fft_fftfreq, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_fft_rfftfreq_at(int64_t n_, double d_, const ra_fft_rfftfreq_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_rfftfreq_opts, "ra_fft_rfftfreq", NULL);
    const ra_arg args[] = {
        {.integer = n_, .kind = RA_ARG_INT},
        {.real = d_, .kind = RA_ARG_FLOAT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(fft_rfftfreq, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_fft_rfftfreq_out_at(ra_tensor *out, int64_t n_, double d_, const ra_fft_rfftfreq_opts *opts, ra_site site)
{
    OPTIONS(ra_fft_rfftfreq_opts, "ra_fft_rfftfreq_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.integer = n_, .kind = RA_ARG_INT},
        {.real = d_, .kind = RA_ARG_FLOAT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
        {.device = o.device, .kind = RA_ARG_DEVICE},
    };
    ra_tensor *r[1] = {out};
    return CALL(fft_rfftfreq, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_fft_fftshift_at(const ra_tensor *self, ra_dims dim, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(fft_fftshift, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_fft_ifftshift_at(const ra_tensor *self, ra_dims dim, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = dim, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(fft_ifftshift, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_relu_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(relu, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_relu__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(relu, RA_INPLACE, args, NULL, 0, NULL);
}

ra_tensor *ra_leaky_relu_at(const ra_tensor *self, ra_scalar negative_slope, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = negative_slope, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(leaky_relu, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_leaky_relu__at(ra_tensor *self, ra_scalar negative_slope, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = negative_slope, .kind = RA_ARG_SCALAR},
    };
    return CALL(leaky_relu, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_leaky_relu_out_at(ra_tensor *out, const ra_tensor *self, ra_scalar negative_slope, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = negative_slope, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(leaky_relu, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_relu6_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(relu6, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_relu6__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(relu6, RA_INPLACE, args, NULL, 0, NULL);
}

ra_tensor *ra_hardtanh_at(const ra_tensor *self, ra_scalar min_val, ra_scalar max_val, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = min_val, .kind = RA_ARG_SCALAR},
        {.scalar = max_val, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(hardtanh, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_hardtanh__at(ra_tensor *self, ra_scalar min_val, ra_scalar max_val, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = min_val, .kind = RA_ARG_SCALAR},
        {.scalar = max_val, .kind = RA_ARG_SCALAR},
    };
    return CALL(hardtanh, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_hardtanh_out_at(ra_tensor *out, const ra_tensor *self, ra_scalar min_val, ra_scalar max_val, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = min_val, .kind = RA_ARG_SCALAR},
        {.scalar = max_val, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(hardtanh, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_elu_at(const ra_tensor *self, ra_scalar alpha, ra_scalar scale, ra_scalar input_scale, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = alpha, .kind = RA_ARG_SCALAR},
        {.scalar = scale, .kind = RA_ARG_SCALAR},
        {.scalar = input_scale, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(elu, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_elu__at(ra_tensor *self, ra_scalar alpha, ra_scalar scale, ra_scalar input_scale, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = alpha, .kind = RA_ARG_SCALAR},
        {.scalar = scale, .kind = RA_ARG_SCALAR},
        {.scalar = input_scale, .kind = RA_ARG_SCALAR},
    };
    return CALL(elu, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_elu_out_at(ra_tensor *out, const ra_tensor *self, ra_scalar alpha, ra_scalar scale, ra_scalar input_scale, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = alpha, .kind = RA_ARG_SCALAR},
        {.scalar = scale, .kind = RA_ARG_SCALAR},
        {.scalar = input_scale, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(elu, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_celu_at(const ra_tensor *self, ra_scalar alpha, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = alpha, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(celu, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_celu__at(ra_tensor *self, ra_scalar alpha, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = alpha, .kind = RA_ARG_SCALAR},
    };
    return CALL(celu, RA_INPLACE, args, NULL, 0, NULL);
}

ra_tensor *ra_selu_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(selu, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_selu__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(selu, RA_INPLACE, args, NULL, 0, NULL);
}

ra_tensor *ra_sigmoid_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(sigmoid, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_sigmoid__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(sigmoid, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_sigmoid_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(sigmoid, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_log_sigmoid_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(log_sigmoid, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_log_sigmoid_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(log_sigmoid, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_hardsigmoid_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(hardsigmoid, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_hardsigmoid__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(hardsigmoid, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_hardsigmoid_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(hardsigmoid, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_gelu_at(const ra_tensor *self, const ra_gelu_opts *opts, ra_site site)
{
    OPTIONS(ra_gelu_opts, "ra_gelu", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.string = o.approximate, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(gelu, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_gelu__at(ra_tensor *self, const ra_gelu_opts *opts, ra_site site)
{
    OPTIONS(ra_gelu_opts, "ra_gelu_", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.string = o.approximate, .kind = RA_ARG_STRING},
    };
    return CALL(gelu, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_gelu_out_at(ra_tensor *out, const ra_tensor *self, const ra_gelu_opts *opts, ra_site site)
{
    OPTIONS(ra_gelu_opts, "ra_gelu_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.string = o.approximate, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(gelu, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_silu_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(silu, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_silu__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(silu, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_silu_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(silu, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_hardswish_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(hardswish, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_hardswish__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(hardswish, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_hardswish_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(hardswish, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_mish_at(const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(mish, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_mish__at(ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    return CALL(mish, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_mish_out_at(ra_tensor *out, const ra_tensor *self, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(mish, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_softplus_at(const ra_tensor *self, ra_scalar beta, ra_scalar threshold, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = beta, .kind = RA_ARG_SCALAR},
        {.scalar = threshold, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(softplus, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_softplus_out_at(ra_tensor *out, const ra_tensor *self, ra_scalar beta, ra_scalar threshold, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = beta, .kind = RA_ARG_SCALAR},
        {.scalar = threshold, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(softplus, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_glu_at(const ra_tensor *self, int64_t dim, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(glu, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_glu_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {out};
    return CALL(glu, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_hardshrink_at(const ra_tensor *self, ra_scalar lambd, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = lambd, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(hardshrink, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_hardshrink_out_at(ra_tensor *out, const ra_tensor *self, ra_scalar lambd, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = lambd, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(hardshrink, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_softshrink_at(const ra_tensor *self, ra_scalar lambd, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = lambd, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(softshrink, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_softshrink_out_at(ra_tensor *out, const ra_tensor *self, ra_scalar lambd, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = lambd, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(softshrink, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_threshold_at(const ra_tensor *self, ra_scalar threshold, ra_scalar value, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = threshold, .kind = RA_ARG_SCALAR},
        {.scalar = value, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(threshold, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_threshold__at(ra_tensor *self, ra_scalar threshold, ra_scalar value, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = threshold, .kind = RA_ARG_SCALAR},
        {.scalar = value, .kind = RA_ARG_SCALAR},
    };
    return CALL(threshold, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_threshold_out_at(ra_tensor *out, const ra_tensor *self, ra_scalar threshold, ra_scalar value, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = threshold, .kind = RA_ARG_SCALAR},
        {.scalar = value, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(threshold, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_prelu_at(const ra_tensor *self, const ra_tensor *weight, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = weight, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(prelu, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_softmax_at(const ra_tensor *self, int64_t dim, const ra_softmax_opts *opts, ra_site site)
{
    OPTIONS(ra_softmax_opts, "ra_softmax", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(softmax, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_softmax_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_softmax_opts *opts, ra_site site)
{
    OPTIONS(ra_softmax_opts, "ra_softmax_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {out};
    return CALL(softmax, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_log_softmax_at(const ra_tensor *self, int64_t dim, const ra_log_softmax_opts *opts, ra_site site)
{
    OPTIONS(ra_log_softmax_opts, "ra_log_softmax", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(log_softmax, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_log_softmax_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_log_softmax_opts *opts, ra_site site)
{
    OPTIONS(ra_log_softmax_opts, "ra_log_softmax_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.dtype = o.dtype, .kind = RA_ARG_DTYPE},
    };
    ra_tensor *r[1] = {out};
    return CALL(log_softmax, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_layer_norm_at(const ra_tensor *input, ra_dims normalized_shape, const ra_tensor *weight, const ra_tensor *bias, const ra_layer_norm_opts *opts, ra_site site)
{
    OPTIONS(ra_layer_norm_opts, "ra_layer_norm", NULL);
    OPTIONAL_SCALAR(eps);
    const ra_arg args[] = {
        {.tensor = input, .kind = RA_ARG_TENSOR},
        {.dims = normalized_shape, .kind = RA_ARG_DIMS},
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.tensor = bias, .kind = RA_ARG_TENSOR},
        {.scalar = o.eps, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(layer_norm, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_conv2d_at(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv2d_opts *opts, ra_site site)
{
    OPTIONS(ra_conv2d_opts, "ra_conv2d", NULL);
    OPTIONAL_SCALAR(groups);
    const ra_arg args[] = {
        {.tensor = input, .kind = RA_ARG_TENSOR},
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.tensor = bias, .kind = RA_ARG_TENSOR},
        pack_list(o.stride, 2, true),
        pack_list(o.padding, 2, false),
        pack_list(o.dilation, 2, true),
        {.scalar = o.groups, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(conv2d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_conv1d_at(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv1d_opts *opts, ra_site site)
{
    OPTIONS(ra_conv1d_opts, "ra_conv1d", NULL);
    OPTIONAL_SCALAR(groups);
    const ra_arg args[] = {
        {.tensor = input, .kind = RA_ARG_TENSOR},
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.tensor = bias, .kind = RA_ARG_TENSOR},
        pack_list(o.stride, 1, true),
        pack_list(o.padding, 1, false),
        pack_list(o.dilation, 1, true),
        {.scalar = o.groups, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(conv1d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_max_pool2d_at(const ra_tensor *self, ra_dims kernel_size, ra_tensor **output, ra_tensor **indices, const ra_max_pool2d_opts *opts, ra_site site)
{
    OPTIONS(ra_max_pool2d_opts, "ra_max_pool2d", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = kernel_size, .kind = RA_ARG_DIMS},
        pack_list(o.stride, 2, false),
        pack_list(o.padding, 2, false),
        pack_list(o.dilation, 2, true),
        {.boolean = o.ceil_mode, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(max_pool2d, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(output, r[0]);
    deliver(indices, r[1]);
    return RA_OK;
}

ra_status ra_max_pool2d_out_at(ra_tensor *out_output, ra_tensor *out_indices, const ra_tensor *self, ra_dims kernel_size, const ra_max_pool2d_opts *opts, ra_site site)
{
    OPTIONS(ra_max_pool2d_opts, "ra_max_pool2d_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = kernel_size, .kind = RA_ARG_DIMS},
        pack_list(o.stride, 2, false),
        pack_list(o.padding, 2, false),
        pack_list(o.dilation, 2, true),
        {.boolean = o.ceil_mode, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {out_output, out_indices};
    return CALL(max_pool2d, RA_OUT, args, r, 2, NULL);
}

ra_tensor *ra_avg_pool2d_at(const ra_tensor *self, ra_dims kernel_size, const ra_avg_pool2d_opts *opts, ra_site site)
{
    OPTIONS(ra_avg_pool2d_opts, "ra_avg_pool2d", NULL);
    OPTIONAL_BOOL(count_include_pad);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = kernel_size, .kind = RA_ARG_DIMS},
        pack_list(o.stride, 2, false),
        pack_list(o.padding, 2, false),
        {.boolean = o.ceil_mode, .kind = RA_ARG_BOOL},
        pack_choice(o.count_include_pad),
        {.integer = o.divisor_override, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(avg_pool2d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_avg_pool2d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims kernel_size, const ra_avg_pool2d_opts *opts, ra_site site)
{
    OPTIONS(ra_avg_pool2d_opts, "ra_avg_pool2d_out", RA_ERR_ARGUMENT);
    OPTIONAL_BOOL(count_include_pad);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = kernel_size, .kind = RA_ARG_DIMS},
        pack_list(o.stride, 2, false),
        pack_list(o.padding, 2, false),
        {.boolean = o.ceil_mode, .kind = RA_ARG_BOOL},
        pack_choice(o.count_include_pad),
        {.integer = o.divisor_override, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {out};
    return CALL(avg_pool2d, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_cdist_at(const ra_tensor *x1, const ra_tensor *x2, double p_, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = x1, .kind = RA_ARG_TENSOR},
        {.tensor = x2, .kind = RA_ARG_TENSOR},
        {.real = p_, .kind = RA_ARG_FLOAT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(cdist, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_embedding_at(const ra_tensor *weight, const ra_tensor *indices, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.tensor = indices, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(embedding, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_embedding_out_at(ra_tensor *out, const ra_tensor *weight, const ra_tensor *indices, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.tensor = indices, .kind = RA_ARG_TENSOR},
    };
    ra_tensor *r[1] = {out};
    return CALL(embedding, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_cross_entropy_at(const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_cross_entropy_opts *opts, ra_site site)
{
    OPTIONS(ra_cross_entropy_opts, "ra_cross_entropy", NULL);
    OPTIONAL_SCALAR(ignore_index);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = target, .kind = RA_ARG_TENSOR},
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.string = o.reduction, .kind = RA_ARG_STRING},
        {.scalar = o.ignore_index, .kind = RA_ARG_SCALAR},
        {.real = o.label_smoothing, .kind = RA_ARG_FLOAT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(cross_entropy, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_mse_loss_at(const ra_tensor *self, const ra_tensor *target, const ra_mse_loss_opts *opts, ra_site site)
{
    OPTIONS(ra_mse_loss_opts, "ra_mse_loss", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = target, .kind = RA_ARG_TENSOR},
        {.string = o.reduction, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(mse_loss, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_mse_loss_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *target, const ra_mse_loss_opts *opts, ra_site site)
{
    OPTIONS(ra_mse_loss_opts, "ra_mse_loss_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = target, .kind = RA_ARG_TENSOR},
        {.string = o.reduction, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(mse_loss, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_l1_loss_at(const ra_tensor *self, const ra_tensor *target, const ra_l1_loss_opts *opts, ra_site site)
{
    OPTIONS(ra_l1_loss_opts, "ra_l1_loss", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = target, .kind = RA_ARG_TENSOR},
        {.string = o.reduction, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(l1_loss, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_smooth_l1_loss_at(const ra_tensor *self, const ra_tensor *target, const ra_smooth_l1_loss_opts *opts, ra_site site)
{
    OPTIONS(ra_smooth_l1_loss_opts, "ra_smooth_l1_loss", NULL);
    OPTIONAL_SCALAR(beta);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = target, .kind = RA_ARG_TENSOR},
        {.string = o.reduction, .kind = RA_ARG_STRING},
        {.scalar = o.beta, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(smooth_l1_loss, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_smooth_l1_loss_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *target, const ra_smooth_l1_loss_opts *opts, ra_site site)
{
    OPTIONS(ra_smooth_l1_loss_opts, "ra_smooth_l1_loss_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(beta);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = target, .kind = RA_ARG_TENSOR},
        {.string = o.reduction, .kind = RA_ARG_STRING},
        {.scalar = o.beta, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(smooth_l1_loss, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_huber_loss_at(const ra_tensor *self, const ra_tensor *target, const ra_huber_loss_opts *opts, ra_site site)
{
    OPTIONS(ra_huber_loss_opts, "ra_huber_loss", NULL);
    OPTIONAL_SCALAR(delta);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = target, .kind = RA_ARG_TENSOR},
        {.string = o.reduction, .kind = RA_ARG_STRING},
        {.scalar = o.delta, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(huber_loss, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_huber_loss_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *target, const ra_huber_loss_opts *opts, ra_site site)
{
    OPTIONS(ra_huber_loss_opts, "ra_huber_loss_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(delta);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = target, .kind = RA_ARG_TENSOR},
        {.string = o.reduction, .kind = RA_ARG_STRING},
        {.scalar = o.delta, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(huber_loss, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_kl_div_at(const ra_tensor *self, const ra_tensor *target, const ra_kl_div_opts *opts, ra_site site)
{
    OPTIONS(ra_kl_div_opts, "ra_kl_div", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = target, .kind = RA_ARG_TENSOR},
        {.string = o.reduction, .kind = RA_ARG_STRING},
        {.boolean = o.log_target, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(kl_div, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_binary_cross_entropy_with_logits_at(const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_tensor *pos_weight, const ra_binary_cross_entropy_with_logits_opts *opts, ra_site site)
{
    OPTIONS(ra_binary_cross_entropy_with_logits_opts, "ra_binary_cross_entropy_with_logits", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = target, .kind = RA_ARG_TENSOR},
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.tensor = pos_weight, .kind = RA_ARG_TENSOR},
        {.string = o.reduction, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(binary_cross_entropy_with_logits, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_binary_cross_entropy_at(const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_binary_cross_entropy_opts *opts, ra_site site)
{
    OPTIONS(ra_binary_cross_entropy_opts, "ra_binary_cross_entropy", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = target, .kind = RA_ARG_TENSOR},
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.string = o.reduction, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(binary_cross_entropy, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_binary_cross_entropy_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_binary_cross_entropy_opts *opts, ra_site site)
{
    OPTIONS(ra_binary_cross_entropy_opts, "ra_binary_cross_entropy_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = target, .kind = RA_ARG_TENSOR},
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.string = o.reduction, .kind = RA_ARG_STRING},
    };
    ra_tensor *r[1] = {out};
    return CALL(binary_cross_entropy, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_nll_loss_at(const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_nll_loss_opts *opts, ra_site site)
{
    OPTIONS(ra_nll_loss_opts, "ra_nll_loss", NULL);
    OPTIONAL_SCALAR(ignore_index);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = target, .kind = RA_ARG_TENSOR},
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.string = o.reduction, .kind = RA_ARG_STRING},
        {.scalar = o.ignore_index, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(nll_loss, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_nll_loss_forward_at(const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, ra_tensor **output, ra_tensor **total_weight, const ra_nll_loss_forward_opts *opts, ra_site site)
{
    OPTIONS(ra_nll_loss_forward_opts, "ra_nll_loss_forward", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(ignore_index);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = target, .kind = RA_ARG_TENSOR},
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.string = o.reduction, .kind = RA_ARG_STRING},
        {.scalar = o.ignore_index, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(nll_loss_forward, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(output, r[0]);
    deliver(total_weight, r[1]);
    return RA_OK;
}

ra_status ra_nll_loss_forward_out_at(ra_tensor *out_output, ra_tensor *out_total_weight, const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_nll_loss_forward_opts *opts, ra_site site)
{
    OPTIONS(ra_nll_loss_forward_opts, "ra_nll_loss_forward_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(ignore_index);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = target, .kind = RA_ARG_TENSOR},
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.string = o.reduction, .kind = RA_ARG_STRING},
        {.scalar = o.ignore_index, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[2] = {out_output, out_total_weight};
    return CALL(nll_loss_forward, RA_OUT, args, r, 2, NULL);
}

ra_tensor *ra_embedding_bag_at(const ra_tensor *weight, const ra_tensor *indices, const ra_tensor *offsets, const ra_tensor *per_sample_weights, const ra_embedding_bag_opts *opts, ra_site site)
{
    OPTIONS(ra_embedding_bag_opts, "ra_embedding_bag", NULL);
    OPTIONAL_SCALAR(padding_idx);
    const ra_arg args[] = {
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.tensor = indices, .kind = RA_ARG_TENSOR},
        {.tensor = offsets, .kind = RA_ARG_TENSOR},
        {.tensor = per_sample_weights, .kind = RA_ARG_TENSOR},
        {.string = o.mode, .kind = RA_ARG_STRING},
        {.boolean = o.include_last_offset, .kind = RA_ARG_BOOL},
        {.scalar = o.padding_idx, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(embedding_bag, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_hinge_embedding_loss_at(const ra_tensor *self, const ra_tensor *target, const ra_hinge_embedding_loss_opts *opts, ra_site site)
{
    OPTIONS(ra_hinge_embedding_loss_opts, "ra_hinge_embedding_loss", NULL);
    OPTIONAL_SCALAR(margin);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.tensor = target, .kind = RA_ARG_TENSOR},
        {.string = o.reduction, .kind = RA_ARG_STRING},
        {.scalar = o.margin, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(hinge_embedding_loss, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_margin_ranking_loss_at(const ra_tensor *input1, const ra_tensor *input2, const ra_tensor *target, const ra_margin_ranking_loss_opts *opts, ra_site site)
{
    OPTIONS(ra_margin_ranking_loss_opts, "ra_margin_ranking_loss", NULL);
    const ra_arg args[] = {
        {.tensor = input1, .kind = RA_ARG_TENSOR},
        {.tensor = input2, .kind = RA_ARG_TENSOR},
        {.tensor = target, .kind = RA_ARG_TENSOR},
        {.string = o.reduction, .kind = RA_ARG_STRING},
        {.real = o.margin, .kind = RA_ARG_FLOAT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(margin_ranking_loss, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_cosine_embedding_loss_at(const ra_tensor *input1, const ra_tensor *input2, const ra_tensor *target, const ra_cosine_embedding_loss_opts *opts, ra_site site)
{
    OPTIONS(ra_cosine_embedding_loss_opts, "ra_cosine_embedding_loss", NULL);
    const ra_arg args[] = {
        {.tensor = input1, .kind = RA_ARG_TENSOR},
        {.tensor = input2, .kind = RA_ARG_TENSOR},
        {.tensor = target, .kind = RA_ARG_TENSOR},
        {.string = o.reduction, .kind = RA_ARG_STRING},
        {.real = o.margin, .kind = RA_ARG_FLOAT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(cosine_embedding_loss, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_triplet_margin_loss_at(const ra_tensor *anchor, const ra_tensor *positive, const ra_tensor *negative, double p_, const ra_triplet_margin_loss_opts *opts, ra_site site)
{
    OPTIONS(ra_triplet_margin_loss_opts, "ra_triplet_margin_loss", NULL);
    OPTIONAL_SCALAR(margin);
    OPTIONAL_SCALAR(eps);
    const ra_arg args[] = {
        {.tensor = anchor, .kind = RA_ARG_TENSOR},
        {.tensor = positive, .kind = RA_ARG_TENSOR},
        {.tensor = negative, .kind = RA_ARG_TENSOR},
        {.real = p_, .kind = RA_ARG_FLOAT},
        {.string = o.reduction, .kind = RA_ARG_STRING},
        {.scalar = o.margin, .kind = RA_ARG_SCALAR},
        {.scalar = o.eps, .kind = RA_ARG_SCALAR},
        {.boolean = o.swap, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(triplet_margin_loss, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_constant_pad_nd_at(const ra_tensor *self, ra_dims pad, ra_scalar value, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = pad, .kind = RA_ARG_DIMS},
        {.scalar = value, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(constant_pad_nd, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_pad_at(const ra_tensor *self, ra_dims pad, const ra_pad_opts *opts, ra_site site)
{
    OPTIONS(ra_pad_opts, "ra_pad", NULL);
    OPTIONAL_SCALAR(value);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = pad, .kind = RA_ARG_DIMS},
        {.string = o.mode, .kind = RA_ARG_STRING},
        {.scalar = o.value, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(pad, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_pixel_shuffle_at(const ra_tensor *self, int64_t upscale_factor, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = upscale_factor, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(pixel_shuffle, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_pixel_unshuffle_at(const ra_tensor *self, int64_t downscale_factor, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = downscale_factor, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(pixel_unshuffle, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_channel_shuffle_at(const ra_tensor *self, int64_t groups, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.integer = groups, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(channel_shuffle, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_max_pool1d_at(const ra_tensor *self, ra_dims kernel_size, const ra_max_pool1d_opts *opts, ra_site site)
{
    OPTIONS(ra_max_pool1d_opts, "ra_max_pool1d", NULL);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = kernel_size, .kind = RA_ARG_DIMS},
        pack_list(o.stride, 1, false),
        pack_list(o.padding, 1, false),
        pack_list(o.dilation, 1, true),
        {.boolean = o.ceil_mode, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(max_pool1d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_avg_pool1d_at(const ra_tensor *self, ra_dims kernel_size, const ra_avg_pool1d_opts *opts, ra_site site)
{
    OPTIONS(ra_avg_pool1d_opts, "ra_avg_pool1d", NULL);
    OPTIONAL_BOOL(count_include_pad);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = kernel_size, .kind = RA_ARG_DIMS},
        pack_list(o.stride, 1, false),
        pack_list(o.padding, 1, false),
        {.boolean = o.ceil_mode, .kind = RA_ARG_BOOL},
        pack_choice(o.count_include_pad),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(avg_pool1d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_max_pool3d_at(const ra_tensor *self, ra_dims kernel_size, ra_tensor **output, ra_tensor **indices, const ra_max_pool3d_opts *opts, ra_site site)
{
    OPTIONS(ra_max_pool3d_opts, "ra_max_pool3d", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = kernel_size, .kind = RA_ARG_DIMS},
        pack_list(o.stride, 3, false),
        pack_list(o.padding, 3, false),
        pack_list(o.dilation, 3, true),
        {.boolean = o.ceil_mode, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(max_pool3d, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(output, r[0]);
    deliver(indices, r[1]);
    return RA_OK;
}

ra_status ra_max_pool3d_out_at(ra_tensor *out_output, ra_tensor *out_indices, const ra_tensor *self, ra_dims kernel_size, const ra_max_pool3d_opts *opts, ra_site site)
{
    OPTIONS(ra_max_pool3d_opts, "ra_max_pool3d_out", RA_ERR_ARGUMENT);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = kernel_size, .kind = RA_ARG_DIMS},
        pack_list(o.stride, 3, false),
        pack_list(o.padding, 3, false),
        pack_list(o.dilation, 3, true),
        {.boolean = o.ceil_mode, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[2] = {out_output, out_indices};
    return CALL(max_pool3d, RA_OUT, args, r, 2, NULL);
}

ra_tensor *ra_avg_pool3d_at(const ra_tensor *self, ra_dims kernel_size, const ra_avg_pool3d_opts *opts, ra_site site)
{
    OPTIONS(ra_avg_pool3d_opts, "ra_avg_pool3d", NULL);
    OPTIONAL_BOOL(count_include_pad);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = kernel_size, .kind = RA_ARG_DIMS},
        pack_list(o.stride, 3, false),
        pack_list(o.padding, 3, false),
        {.boolean = o.ceil_mode, .kind = RA_ARG_BOOL},
        pack_choice(o.count_include_pad),
        {.integer = o.divisor_override, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(avg_pool3d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_avg_pool3d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims kernel_size, const ra_avg_pool3d_opts *opts, ra_site site)
{
    OPTIONS(ra_avg_pool3d_opts, "ra_avg_pool3d_out", RA_ERR_ARGUMENT);
    OPTIONAL_BOOL(count_include_pad);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = kernel_size, .kind = RA_ARG_DIMS},
        pack_list(o.stride, 3, false),
        pack_list(o.padding, 3, false),
        {.boolean = o.ceil_mode, .kind = RA_ARG_BOOL},
        pack_choice(o.count_include_pad),
        {.integer = o.divisor_override, .kind = RA_ARG_INT},
    };
    ra_tensor *r[1] = {out};
    return CALL(avg_pool3d, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_adaptive_avg_pool1d_at(const ra_tensor *self, ra_dims output_size, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(adaptive_avg_pool1d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_adaptive_avg_pool2d_at(const ra_tensor *self, ra_dims output_size, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(adaptive_avg_pool2d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_adaptive_avg_pool2d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {out};
    return CALL(adaptive_avg_pool2d, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_adaptive_avg_pool3d_at(const ra_tensor *self, ra_dims output_size, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(adaptive_avg_pool3d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_adaptive_avg_pool3d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[1] = {out};
    return CALL(adaptive_avg_pool3d, RA_OUT, args, r, 1, NULL);
}

ra_status ra_adaptive_max_pool1d_at(const ra_tensor *self, ra_dims output_size, ra_tensor **output, ra_tensor **indices, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(adaptive_max_pool1d, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(output, r[0]);
    deliver(indices, r[1]);
    return RA_OK;
}

ra_status ra_adaptive_max_pool2d_at(const ra_tensor *self, ra_dims output_size, ra_tensor **output, ra_tensor **indices, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[2] = {NULL};
    ra_status status = CALL(adaptive_max_pool2d, RA_FUNCTIONAL, args, r, 2, NULL);
    if (status)
        return status;
    deliver(output, r[0]);
    deliver(indices, r[1]);
    return RA_OK;
}

ra_status ra_adaptive_max_pool2d_out_at(ra_tensor *out_output, ra_tensor *out_indices, const ra_tensor *self, ra_dims output_size, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
    };
    ra_tensor *r[2] = {out_output, out_indices};
    return CALL(adaptive_max_pool2d, RA_OUT, args, r, 2, NULL);
}

ra_tensor *ra_group_norm_at(const ra_tensor *input, int64_t num_groups, const ra_tensor *weight, const ra_tensor *bias, const ra_group_norm_opts *opts, ra_site site)
{
    OPTIONS(ra_group_norm_opts, "ra_group_norm", NULL);
    OPTIONAL_SCALAR(eps);
    const ra_arg args[] = {
        {.tensor = input, .kind = RA_ARG_TENSOR},
        {.integer = num_groups, .kind = RA_ARG_INT},
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.tensor = bias, .kind = RA_ARG_TENSOR},
        {.scalar = o.eps, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(group_norm, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_batch_norm_at(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_tensor *running_mean, const ra_tensor *running_var, const ra_batch_norm_opts *opts, ra_site site)
{
    OPTIONS(ra_batch_norm_opts, "ra_batch_norm", NULL);
    OPTIONAL_SCALAR(momentum);
    OPTIONAL_SCALAR(eps);
    const ra_arg args[] = {
        {.tensor = input, .kind = RA_ARG_TENSOR},
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.tensor = bias, .kind = RA_ARG_TENSOR},
        {.tensor = running_mean, .kind = RA_ARG_TENSOR},
        {.tensor = running_var, .kind = RA_ARG_TENSOR},
        {.boolean = o.training, .kind = RA_ARG_BOOL},
        {.scalar = o.momentum, .kind = RA_ARG_SCALAR},
        {.scalar = o.eps, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(batch_norm, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_instance_norm_at(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_tensor *running_mean, const ra_tensor *running_var, const ra_instance_norm_opts *opts, ra_site site)
{
    OPTIONS(ra_instance_norm_opts, "ra_instance_norm", NULL);
    OPTIONAL_BOOL(use_input_stats);
    OPTIONAL_SCALAR(momentum);
    OPTIONAL_SCALAR(eps);
    const ra_arg args[] = {
        {.tensor = input, .kind = RA_ARG_TENSOR},
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.tensor = bias, .kind = RA_ARG_TENSOR},
        {.tensor = running_mean, .kind = RA_ARG_TENSOR},
        {.tensor = running_var, .kind = RA_ARG_TENSOR},
        pack_choice(o.use_input_stats),
        {.scalar = o.momentum, .kind = RA_ARG_SCALAR},
        {.scalar = o.eps, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(instance_norm, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_rms_norm_at(const ra_tensor *input, ra_dims normalized_shape, const ra_tensor *weight, const ra_rms_norm_opts *opts, ra_site site)
{
    OPTIONS(ra_rms_norm_opts, "ra_rms_norm", NULL);
    OPTIONAL_SCALAR(eps);
    const ra_arg args[] = {
        {.tensor = input, .kind = RA_ARG_TENSOR},
        {.dims = normalized_shape, .kind = RA_ARG_DIMS},
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.scalar = o.eps, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(rms_norm, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_normalize_at(const ra_tensor *input, double p_, int64_t dim, const ra_normalize_opts *opts, ra_site site)
{
    OPTIONS(ra_normalize_opts, "ra_normalize", NULL);
    OPTIONAL_SCALAR(eps);
    const ra_arg args[] = {
        {.tensor = input, .kind = RA_ARG_TENSOR},
        {.real = p_, .kind = RA_ARG_FLOAT},
        {.integer = dim, .kind = RA_ARG_INT},
        {.scalar = o.eps, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(normalize, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_renorm_at(const ra_tensor *self, ra_scalar p_, int64_t dim, ra_scalar maxnorm, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = p_, .kind = RA_ARG_SCALAR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.scalar = maxnorm, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(renorm, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_renorm__at(ra_tensor *self, ra_scalar p_, int64_t dim, ra_scalar maxnorm, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = p_, .kind = RA_ARG_SCALAR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.scalar = maxnorm, .kind = RA_ARG_SCALAR},
    };
    return CALL(renorm, RA_INPLACE, args, NULL, 0, NULL);
}

ra_status ra_renorm_out_at(ra_tensor *out, const ra_tensor *self, ra_scalar p_, int64_t dim, ra_scalar maxnorm, ra_site site)
{
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.scalar = p_, .kind = RA_ARG_SCALAR},
        {.integer = dim, .kind = RA_ARG_INT},
        {.scalar = maxnorm, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(renorm, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_local_response_norm_at(const ra_tensor *input, int64_t size, double k_, const ra_local_response_norm_opts *opts, ra_site site)
{
    OPTIONS(ra_local_response_norm_opts, "ra_local_response_norm", NULL);
    OPTIONAL_SCALAR(alpha);
    OPTIONAL_SCALAR(beta);
    const ra_arg args[] = {
        {.tensor = input, .kind = RA_ARG_TENSOR},
        {.integer = size, .kind = RA_ARG_INT},
        {.real = k_, .kind = RA_ARG_FLOAT},
        {.scalar = o.alpha, .kind = RA_ARG_SCALAR},
        {.scalar = o.beta, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(local_response_norm, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_pairwise_distance_at(const ra_tensor *x1, const ra_tensor *x2, double p_, const ra_pairwise_distance_opts *opts, ra_site site)
{
    OPTIONS(ra_pairwise_distance_opts, "ra_pairwise_distance", NULL);
    OPTIONAL_SCALAR(eps);
    const ra_arg args[] = {
        {.tensor = x1, .kind = RA_ARG_TENSOR},
        {.tensor = x2, .kind = RA_ARG_TENSOR},
        {.real = p_, .kind = RA_ARG_FLOAT},
        {.scalar = o.eps, .kind = RA_ARG_SCALAR},
        {.boolean = o.keepdim, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(pairwise_distance, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_upsample_nearest1d_at(const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest1d_opts *opts, ra_site site)
{
    OPTIONS(ra_upsample_nearest1d_opts, "ra_upsample_nearest1d", NULL);
    OPTIONAL_SCALAR(scales);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
        {.scalar = o.scales, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(upsample_nearest1d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_upsample_nearest1d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest1d_opts *opts, ra_site site)
{
    OPTIONS(ra_upsample_nearest1d_opts, "ra_upsample_nearest1d_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(scales);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
        {.scalar = o.scales, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(upsample_nearest1d, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_upsample_nearest2d_at(const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest2d_opts *opts, ra_site site)
{
    OPTIONS(ra_upsample_nearest2d_opts, "ra_upsample_nearest2d", NULL);
    OPTIONAL_SCALAR(scales_h);
    OPTIONAL_SCALAR(scales_w);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
        {.scalar = o.scales_h, .kind = RA_ARG_SCALAR},
        {.scalar = o.scales_w, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(upsample_nearest2d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_upsample_nearest2d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest2d_opts *opts, ra_site site)
{
    OPTIONS(ra_upsample_nearest2d_opts, "ra_upsample_nearest2d_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(scales_h);
    OPTIONAL_SCALAR(scales_w);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
        {.scalar = o.scales_h, .kind = RA_ARG_SCALAR},
        {.scalar = o.scales_w, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(upsample_nearest2d, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_upsample_nearest3d_at(const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest3d_opts *opts, ra_site site)
{
    OPTIONS(ra_upsample_nearest3d_opts, "ra_upsample_nearest3d", NULL);
    OPTIONAL_SCALAR(scales_d);
    OPTIONAL_SCALAR(scales_h);
    OPTIONAL_SCALAR(scales_w);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
        {.scalar = o.scales_d, .kind = RA_ARG_SCALAR},
        {.scalar = o.scales_h, .kind = RA_ARG_SCALAR},
        {.scalar = o.scales_w, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(upsample_nearest3d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_upsample_nearest3d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest3d_opts *opts, ra_site site)
{
    OPTIONS(ra_upsample_nearest3d_opts, "ra_upsample_nearest3d_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(scales_d);
    OPTIONAL_SCALAR(scales_h);
    OPTIONAL_SCALAR(scales_w);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
        {.scalar = o.scales_d, .kind = RA_ARG_SCALAR},
        {.scalar = o.scales_h, .kind = RA_ARG_SCALAR},
        {.scalar = o.scales_w, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(upsample_nearest3d, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_upsample_nearest_exact1d_at(const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact1d_opts *opts, ra_site site)
{
    OPTIONS(ra_upsample_nearest_exact1d_opts, "ra_upsample_nearest_exact1d", NULL);
    OPTIONAL_SCALAR(scales);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
        {.scalar = o.scales, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(upsample_nearest_exact1d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_upsample_nearest_exact1d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact1d_opts *opts, ra_site site)
{
    OPTIONS(ra_upsample_nearest_exact1d_opts, "ra_upsample_nearest_exact1d_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(scales);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
        {.scalar = o.scales, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(upsample_nearest_exact1d, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_upsample_nearest_exact2d_at(const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact2d_opts *opts, ra_site site)
{
    OPTIONS(ra_upsample_nearest_exact2d_opts, "ra_upsample_nearest_exact2d", NULL);
    OPTIONAL_SCALAR(scales_h);
    OPTIONAL_SCALAR(scales_w);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
        {.scalar = o.scales_h, .kind = RA_ARG_SCALAR},
        {.scalar = o.scales_w, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(upsample_nearest_exact2d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_upsample_nearest_exact2d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact2d_opts *opts, ra_site site)
{
    OPTIONS(ra_upsample_nearest_exact2d_opts, "ra_upsample_nearest_exact2d_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(scales_h);
    OPTIONAL_SCALAR(scales_w);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
        {.scalar = o.scales_h, .kind = RA_ARG_SCALAR},
        {.scalar = o.scales_w, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(upsample_nearest_exact2d, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_upsample_nearest_exact3d_at(const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact3d_opts *opts, ra_site site)
{
    OPTIONS(ra_upsample_nearest_exact3d_opts, "ra_upsample_nearest_exact3d", NULL);
    OPTIONAL_SCALAR(scales_d);
    OPTIONAL_SCALAR(scales_h);
    OPTIONAL_SCALAR(scales_w);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
        {.scalar = o.scales_d, .kind = RA_ARG_SCALAR},
        {.scalar = o.scales_h, .kind = RA_ARG_SCALAR},
        {.scalar = o.scales_w, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(upsample_nearest_exact3d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_upsample_nearest_exact3d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact3d_opts *opts, ra_site site)
{
    OPTIONS(ra_upsample_nearest_exact3d_opts, "ra_upsample_nearest_exact3d_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(scales_d);
    OPTIONAL_SCALAR(scales_h);
    OPTIONAL_SCALAR(scales_w);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
        {.scalar = o.scales_d, .kind = RA_ARG_SCALAR},
        {.scalar = o.scales_h, .kind = RA_ARG_SCALAR},
        {.scalar = o.scales_w, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(upsample_nearest_exact3d, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_upsample_linear1d_at(const ra_tensor *self, ra_dims output_size, const ra_upsample_linear1d_opts *opts, ra_site site)
{
    OPTIONS(ra_upsample_linear1d_opts, "ra_upsample_linear1d", NULL);
    OPTIONAL_SCALAR(scales);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
        {.boolean = o.align_corners, .kind = RA_ARG_BOOL},
        {.scalar = o.scales, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(upsample_linear1d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_upsample_linear1d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_linear1d_opts *opts, ra_site site)
{
    OPTIONS(ra_upsample_linear1d_opts, "ra_upsample_linear1d_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(scales);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
        {.boolean = o.align_corners, .kind = RA_ARG_BOOL},
        {.scalar = o.scales, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(upsample_linear1d, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_upsample_bilinear2d_at(const ra_tensor *self, ra_dims output_size, const ra_upsample_bilinear2d_opts *opts, ra_site site)
{
    OPTIONS(ra_upsample_bilinear2d_opts, "ra_upsample_bilinear2d", NULL);
    OPTIONAL_SCALAR(scales_h);
    OPTIONAL_SCALAR(scales_w);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
        {.boolean = o.align_corners, .kind = RA_ARG_BOOL},
        {.scalar = o.scales_h, .kind = RA_ARG_SCALAR},
        {.scalar = o.scales_w, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(upsample_bilinear2d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_upsample_bilinear2d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_bilinear2d_opts *opts, ra_site site)
{
    OPTIONS(ra_upsample_bilinear2d_opts, "ra_upsample_bilinear2d_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(scales_h);
    OPTIONAL_SCALAR(scales_w);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
        {.boolean = o.align_corners, .kind = RA_ARG_BOOL},
        {.scalar = o.scales_h, .kind = RA_ARG_SCALAR},
        {.scalar = o.scales_w, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(upsample_bilinear2d, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_upsample_trilinear3d_at(const ra_tensor *self, ra_dims output_size, const ra_upsample_trilinear3d_opts *opts, ra_site site)
{
    OPTIONS(ra_upsample_trilinear3d_opts, "ra_upsample_trilinear3d", NULL);
    OPTIONAL_SCALAR(scales_d);
    OPTIONAL_SCALAR(scales_h);
    OPTIONAL_SCALAR(scales_w);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
        {.boolean = o.align_corners, .kind = RA_ARG_BOOL},
        {.scalar = o.scales_d, .kind = RA_ARG_SCALAR},
        {.scalar = o.scales_h, .kind = RA_ARG_SCALAR},
        {.scalar = o.scales_w, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(upsample_trilinear3d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_upsample_trilinear3d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_trilinear3d_opts *opts, ra_site site)
{
    OPTIONS(ra_upsample_trilinear3d_opts, "ra_upsample_trilinear3d_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(scales_d);
    OPTIONAL_SCALAR(scales_h);
    OPTIONAL_SCALAR(scales_w);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
        {.boolean = o.align_corners, .kind = RA_ARG_BOOL},
        {.scalar = o.scales_d, .kind = RA_ARG_SCALAR},
        {.scalar = o.scales_h, .kind = RA_ARG_SCALAR},
        {.scalar = o.scales_w, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(upsample_trilinear3d, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_upsample_bicubic2d_at(const ra_tensor *self, ra_dims output_size, const ra_upsample_bicubic2d_opts *opts, ra_site site)
{
    OPTIONS(ra_upsample_bicubic2d_opts, "ra_upsample_bicubic2d", NULL);
    OPTIONAL_SCALAR(scales_h);
    OPTIONAL_SCALAR(scales_w);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
        {.boolean = o.align_corners, .kind = RA_ARG_BOOL},
        {.scalar = o.scales_h, .kind = RA_ARG_SCALAR},
        {.scalar = o.scales_w, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(upsample_bicubic2d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_status ra_upsample_bicubic2d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_bicubic2d_opts *opts, ra_site site)
{
    OPTIONS(ra_upsample_bicubic2d_opts, "ra_upsample_bicubic2d_out", RA_ERR_ARGUMENT);
    OPTIONAL_SCALAR(scales_h);
    OPTIONAL_SCALAR(scales_w);
    const ra_arg args[] = {
        {.tensor = self, .kind = RA_ARG_TENSOR},
        {.dims = output_size, .kind = RA_ARG_DIMS},
        {.boolean = o.align_corners, .kind = RA_ARG_BOOL},
        {.scalar = o.scales_h, .kind = RA_ARG_SCALAR},
        {.scalar = o.scales_w, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {out};
    return CALL(upsample_bicubic2d, RA_OUT, args, r, 1, NULL);
}

ra_tensor *ra_interpolate_at(const ra_tensor *input, ra_dims size, const ra_interpolate_opts *opts, ra_site site)
{
    OPTIONS(ra_interpolate_opts, "ra_interpolate", NULL);
    OPTIONAL_SCALAR(scale_factor);
    const ra_arg args[] = {
        {.tensor = input, .kind = RA_ARG_TENSOR},
        {.dims = size, .kind = RA_ARG_DIMS},
        {.scalar = o.scale_factor, .kind = RA_ARG_SCALAR},
        {.string = o.mode, .kind = RA_ARG_STRING},
        {.boolean = o.align_corners, .kind = RA_ARG_BOOL},
        {.boolean = o.recompute_scale_factor, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(interpolate, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_conv3d_at(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv3d_opts *opts, ra_site site)
{
    OPTIONS(ra_conv3d_opts, "ra_conv3d", NULL);
    OPTIONAL_SCALAR(groups);
    const ra_arg args[] = {
        {.tensor = input, .kind = RA_ARG_TENSOR},
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.tensor = bias, .kind = RA_ARG_TENSOR},
        pack_list(o.stride, 3, true),
        pack_list(o.padding, 3, false),
        pack_list(o.dilation, 3, true),
        {.scalar = o.groups, .kind = RA_ARG_SCALAR},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(conv3d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_conv_transpose1d_at(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv_transpose1d_opts *opts, ra_site site)
{
    OPTIONS(ra_conv_transpose1d_opts, "ra_conv_transpose1d", NULL);
    OPTIONAL_SCALAR(groups);
    const ra_arg args[] = {
        {.tensor = input, .kind = RA_ARG_TENSOR},
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.tensor = bias, .kind = RA_ARG_TENSOR},
        pack_list(o.stride, 1, true),
        pack_list(o.padding, 1, false),
        pack_list(o.output_padding, 1, false),
        {.scalar = o.groups, .kind = RA_ARG_SCALAR},
        pack_list(o.dilation, 1, true),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(conv_transpose1d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_conv_transpose2d_at(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv_transpose2d_opts *opts, ra_site site)
{
    OPTIONS(ra_conv_transpose2d_opts, "ra_conv_transpose2d", NULL);
    OPTIONAL_SCALAR(groups);
    const ra_arg args[] = {
        {.tensor = input, .kind = RA_ARG_TENSOR},
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.tensor = bias, .kind = RA_ARG_TENSOR},
        pack_list(o.stride, 2, true),
        pack_list(o.padding, 2, false),
        pack_list(o.output_padding, 2, false),
        {.scalar = o.groups, .kind = RA_ARG_SCALAR},
        pack_list(o.dilation, 2, true),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(conv_transpose2d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_conv_transpose3d_at(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv_transpose3d_opts *opts, ra_site site)
{
    OPTIONS(ra_conv_transpose3d_opts, "ra_conv_transpose3d", NULL);
    OPTIONAL_SCALAR(groups);
    const ra_arg args[] = {
        {.tensor = input, .kind = RA_ARG_TENSOR},
        {.tensor = weight, .kind = RA_ARG_TENSOR},
        {.tensor = bias, .kind = RA_ARG_TENSOR},
        pack_list(o.stride, 3, true),
        pack_list(o.padding, 3, false),
        pack_list(o.output_padding, 3, false),
        {.scalar = o.groups, .kind = RA_ARG_SCALAR},
        pack_list(o.dilation, 3, true),
    };
    ra_tensor *r[1] = {NULL};
    return CALL(conv_transpose3d, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

ra_tensor *ra_scaled_dot_product_attention_at(const ra_tensor *query, const ra_tensor *key, const ra_tensor *value, const ra_tensor *attn_mask, const ra_scaled_dot_product_attention_opts *opts, ra_site site)
{
    OPTIONS(ra_scaled_dot_product_attention_opts, "ra_scaled_dot_product_attention", NULL);
    OPTIONAL_SCALAR(scale);
    const ra_arg args[] = {
        {.tensor = query, .kind = RA_ARG_TENSOR},
        {.tensor = key, .kind = RA_ARG_TENSOR},
        {.tensor = value, .kind = RA_ARG_TENSOR},
        {.tensor = attn_mask, .kind = RA_ARG_TENSOR},
        {.real = o.dropout_p, .kind = RA_ARG_FLOAT},
        {.boolean = o.is_causal, .kind = RA_ARG_BOOL},
        {.scalar = o.scale, .kind = RA_ARG_SCALAR},
        {.boolean = o.enable_gqa, .kind = RA_ARG_BOOL},
    };
    ra_tensor *r[1] = {NULL};
    return CALL(scaled_dot_product_attention, RA_FUNCTIONAL, args, r, 1, NULL) == RA_OK ? r[0] : NULL;
}

PLAIN(ra_tensor *, ra_empty, (ra_dims size, const ra_empty_opts *opts), (size, opts, RA__CALLER))
PLAIN(ra_status, ra_empty_out, (ra_tensor *out, ra_dims size, const ra_empty_opts *opts), (out, size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_empty_strided, (ra_dims size, ra_dims stride, const ra_empty_strided_opts *opts), (size, stride, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_empty_like, (const ra_tensor *self, const ra_empty_like_opts *opts), (self, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_zeros, (ra_dims size, const ra_zeros_opts *opts), (size, opts, RA__CALLER))
PLAIN(ra_status, ra_zeros_out, (ra_tensor *out, ra_dims size, const ra_zeros_opts *opts), (out, size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_zeros_like, (const ra_tensor *self, const ra_zeros_like_opts *opts), (self, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_ones, (ra_dims size, const ra_ones_opts *opts), (size, opts, RA__CALLER))
PLAIN(ra_status, ra_ones_out, (ra_tensor *out, ra_dims size, const ra_ones_opts *opts), (out, size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_ones_like, (const ra_tensor *self, const ra_ones_like_opts *opts), (self, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_full, (ra_dims size, ra_scalar fill_value, const ra_full_opts *opts), (size, fill_value, opts, RA__CALLER))
PLAIN(ra_status, ra_full_out, (ra_tensor *out, ra_dims size, ra_scalar fill_value, const ra_full_opts *opts), (out, size, fill_value, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_full_like, (const ra_tensor *self, ra_scalar fill_value, const ra_full_like_opts *opts), (self, fill_value, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_scalar_tensor, (ra_scalar s_, const ra_scalar_tensor_opts *opts), (s_, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_arange, (ra_scalar start, ra_scalar end, ra_scalar step, const ra_arange_opts *opts), (start, end, step, opts, RA__CALLER))
PLAIN(ra_status, ra_arange_out, (ra_tensor *out, ra_scalar start, ra_scalar end, ra_scalar step, const ra_arange_opts *opts), (out, start, end, step, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_linspace, (ra_scalar start, ra_scalar end, int64_t steps, const ra_linspace_opts *opts), (start, end, steps, opts, RA__CALLER))
PLAIN(ra_status, ra_linspace_out, (ra_tensor *out, ra_scalar start, ra_scalar end, int64_t steps, const ra_linspace_opts *opts), (out, start, end, steps, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_logspace, (ra_scalar start, ra_scalar end, int64_t steps, double base, const ra_logspace_opts *opts), (start, end, steps, base, opts, RA__CALLER))
PLAIN(ra_status, ra_logspace_out, (ra_tensor *out, ra_scalar start, ra_scalar end, int64_t steps, double base, const ra_logspace_opts *opts), (out, start, end, steps, base, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_eye, (int64_t n_, int64_t m_, const ra_eye_opts *opts), (n_, m_, opts, RA__CALLER))
PLAIN(ra_status, ra_eye_out, (ra_tensor *out, int64_t n_, int64_t m_, const ra_eye_opts *opts), (out, n_, m_, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_tril_indices, (int64_t row, int64_t col, int64_t offset, const ra_tril_indices_opts *opts), (row, col, offset, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_triu_indices, (int64_t row, int64_t col, int64_t offset, const ra_triu_indices_opts *opts), (row, col, offset, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_rand, (ra_dims size, const ra_rand_opts *opts), (size, opts, RA__CALLER))
PLAIN(ra_status, ra_rand_out, (ra_tensor *out, ra_dims size, const ra_rand_opts *opts), (out, size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_randn, (ra_dims size, const ra_randn_opts *opts), (size, opts, RA__CALLER))
PLAIN(ra_status, ra_randn_out, (ra_tensor *out, ra_dims size, const ra_randn_opts *opts), (out, size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_randint, (int64_t low, int64_t high, ra_dims size, const ra_randint_opts *opts), (low, high, size, opts, RA__CALLER))
PLAIN(ra_status, ra_randint_out, (ra_tensor *out, int64_t low, int64_t high, ra_dims size, const ra_randint_opts *opts), (out, low, high, size, opts, RA__CALLER))
PLAIN(ra_status, ra_uniform_, (ra_tensor *self, double from, double to, const ra_uniform_opts *opts), (self, from, to, opts, RA__CALLER))
PLAIN(ra_status, ra_normal_, (ra_tensor *self, double mean, double std, const ra_normal__opts *opts), (self, mean, std, opts, RA__CALLER))
PLAIN(ra_status, ra_bernoulli_, (ra_tensor *self, double p_, const ra_bernoulli__opts *opts), (self, p_, opts, RA__CALLER))
PLAIN(ra_status, ra_exponential_, (ra_tensor *self, double lambd, const ra_exponential_opts *opts), (self, lambd, opts, RA__CALLER))
PLAIN(ra_status, ra_cauchy_, (ra_tensor *self, double median, double sigma, const ra_cauchy_opts *opts), (self, median, sigma, opts, RA__CALLER))
PLAIN(ra_status, ra_geometric_, (ra_tensor *self, double p_, const ra_geometric_opts *opts), (self, p_, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_randperm, (int64_t n_, const ra_randperm_opts *opts), (n_, opts, RA__CALLER))
PLAIN(ra_status, ra_randperm_out, (ra_tensor *out, int64_t n_, const ra_randperm_opts *opts), (out, n_, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_dropout, (const ra_tensor *input, double p_, bool train), (input, p_, train, RA__CALLER))
PLAIN(ra_status, ra_dropout_, (ra_tensor *input, double p_, bool train), (input, p_, train, RA__CALLER))
PLAIN(ra_tensor *, ra_multinomial, (const ra_tensor *self, int64_t num_samples, bool replacement, const ra_multinomial_opts *opts), (self, num_samples, replacement, opts, RA__CALLER))
PLAIN(ra_status, ra_multinomial_out, (ra_tensor *out, const ra_tensor *self, int64_t num_samples, bool replacement, const ra_multinomial_opts *opts), (out, self, num_samples, replacement, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_bernoulli, (const ra_tensor *self, const ra_bernoulli_opts *opts), (self, opts, RA__CALLER))
PLAIN(ra_status, ra_bernoulli_out, (ra_tensor *out, const ra_tensor *self, const ra_bernoulli_opts *opts), (out, self, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_normal, (ra_operand mean, ra_operand std, const ra_normal_opts *opts), (mean, std, opts, RA__CALLER))
PLAIN(ra_status, ra_normal_out, (ra_tensor *out, ra_operand mean, ra_operand std, const ra_normal_opts *opts), (out, mean, std, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_rand_like, (const ra_tensor *self, const ra_rand_like_opts *opts), (self, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_randn_like, (const ra_tensor *self, const ra_randn_like_opts *opts), (self, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_randint_like, (const ra_tensor *self, int64_t low, int64_t high, const ra_randint_like_opts *opts), (self, low, high, opts, RA__CALLER))
PLAIN(ra_status, ra_copy_, (ra_tensor *self, const ra_tensor *src), (self, src, RA__CALLER))
PLAIN(ra_tensor *, ra_clone, (const ra_tensor *self, const ra_clone_opts *opts), (self, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_contiguous, (const ra_tensor *self, const ra_contiguous_opts *opts), (self, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_to, (const ra_tensor *self, const ra_to_opts *opts), (self, opts, RA__CALLER))
PLAIN(ra_status, ra_fill_, (ra_tensor *self, ra_operand value), (self, value, RA__CALLER))
PLAIN(ra_status, ra_zero_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_resize_, (ra_tensor *self, ra_dims size, const ra_resize_opts *opts), (self, size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_view, (const ra_tensor *self, ra_dims size), (self, size, RA__CALLER))
PLAIN(ra_tensor *, ra_reshape, (const ra_tensor *self, ra_dims shape), (self, shape, RA__CALLER))
PLAIN(ra_tensor *, ra_as_strided, (const ra_tensor *self, ra_dims size, ra_dims stride, int64_t storage_offset), (self, size, stride, storage_offset, RA__CALLER))
PLAIN(ra_tensor *, ra_expand, (const ra_tensor *self, ra_dims size), (self, size, RA__CALLER))
PLAIN(ra_tensor *, ra_broadcast_to, (const ra_tensor *self, ra_dims size), (self, size, RA__CALLER))
PLAIN(ra_tensor *, ra_permute, (const ra_tensor *self, ra_dims dims), (self, dims, RA__CALLER))
PLAIN(ra_tensor *, ra_transpose, (const ra_tensor *self, int64_t dim0, int64_t dim1), (self, dim0, dim1, RA__CALLER))
PLAIN(ra_status, ra_transpose_, (ra_tensor *self, int64_t dim0, int64_t dim1), (self, dim0, dim1, RA__CALLER))
PLAIN(ra_tensor *, ra_t, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_t_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_tensor *, ra_squeeze, (const ra_tensor *self, ra_dims dim), (self, dim, RA__CALLER))
PLAIN(ra_status, ra_squeeze_, (ra_tensor *self, ra_dims dim), (self, dim, RA__CALLER))
PLAIN(ra_tensor *, ra_unsqueeze, (const ra_tensor *self, int64_t dim), (self, dim, RA__CALLER))
PLAIN(ra_status, ra_unsqueeze_, (ra_tensor *self, int64_t dim), (self, dim, RA__CALLER))
PLAIN(ra_tensor *, ra_flatten, (const ra_tensor *self, int64_t start_dim, int64_t end_dim), (self, start_dim, end_dim, RA__CALLER))
PLAIN(ra_tensor *, ra_select, (const ra_tensor *self, int64_t dim, int64_t index), (self, dim, index, RA__CALLER))
PLAIN(ra_tensor *, ra_slice, (const ra_tensor *self, int64_t dim, int64_t start, int64_t end, int64_t step), (self, dim, start, end, step, RA__CALLER))
PLAIN(ra_tensor *, ra_narrow, (const ra_tensor *self, int64_t dim, int64_t start, int64_t length), (self, dim, start, length, RA__CALLER))
PLAIN(ra_status, ra_split, (const ra_tensor *self, int64_t split_size, int64_t dim, ra_tensor **results, size_t room, size_t *count), (self, split_size, dim, results, room, count, RA__CALLER))
PLAIN(ra_status, ra_unbind, (const ra_tensor *self, int64_t dim, ra_tensor **results, size_t room, size_t *count), (self, dim, results, room, count, RA__CALLER))
PLAIN(ra_tensor *, ra_diagonal, (const ra_tensor *self, int64_t offset, int64_t dim1, int64_t dim2), (self, offset, dim1, dim2, RA__CALLER))
PLAIN(ra_tensor *, ra_movedim, (const ra_tensor *self, ra_dims source, ra_dims destination), (self, source, destination, RA__CALLER))
PLAIN(ra_tensor *, ra_unflatten, (const ra_tensor *self, int64_t dim, ra_dims sizes), (self, dim, sizes, RA__CALLER))
PLAIN(ra_tensor *, ra_ravel, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_chunk, (const ra_tensor *self, int64_t chunks, int64_t dim, ra_tensor **results, size_t room, size_t *count), (self, chunks, dim, results, room, count, RA__CALLER))
PLAIN(ra_status, ra_broadcast_tensors, (ra_tensors tensors, ra_tensor **results, size_t room, size_t *count), (tensors, results, room, count, RA__CALLER))
PLAIN(ra_status, ra_meshgrid, (ra_tensors tensors, ra_tensor **results, size_t room, size_t *count, const ra_meshgrid_opts *opts), (tensors, results, room, count, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_real, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_tensor *, ra_imag, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_tensor *, ra_view_as_real, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_tensor *, ra_view_as_complex, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_split_with_sizes, (const ra_tensor *self, ra_dims split_sizes, int64_t dim, ra_tensor **results, size_t room, size_t *count), (self, split_sizes, dim, results, room, count, RA__CALLER))
PLAIN(ra_status, ra_tensor_split, (const ra_tensor *self, int64_t sections, int64_t dim, ra_tensor **results, size_t room, size_t *count), (self, sections, dim, results, room, count, RA__CALLER))
PLAIN(ra_status, ra_tensor_split_indices, (const ra_tensor *self, ra_dims indices, int64_t dim, ra_tensor **results, size_t room, size_t *count), (self, indices, dim, results, room, count, RA__CALLER))
PLAIN(ra_tensor *, ra_positive, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_tensor *, ra_cat, (ra_tensors tensors, int64_t dim), (tensors, dim, RA__CALLER))
PLAIN(ra_status, ra_cat_out, (ra_tensor *out, ra_tensors tensors, int64_t dim), (out, tensors, dim, RA__CALLER))
PLAIN(ra_tensor *, ra_stack, (ra_tensors tensors, int64_t dim), (tensors, dim, RA__CALLER))
PLAIN(ra_status, ra_stack_out, (ra_tensor *out, ra_tensors tensors, int64_t dim), (out, tensors, dim, RA__CALLER))
PLAIN(ra_tensor *, ra_hstack, (ra_tensors tensors), (tensors, RA__CALLER))
PLAIN(ra_status, ra_hstack_out, (ra_tensor *out, ra_tensors tensors), (out, tensors, RA__CALLER))
PLAIN(ra_tensor *, ra_vstack, (ra_tensors tensors), (tensors, RA__CALLER))
PLAIN(ra_status, ra_vstack_out, (ra_tensor *out, ra_tensors tensors), (out, tensors, RA__CALLER))
PLAIN(ra_tensor *, ra_dstack, (ra_tensors tensors), (tensors, RA__CALLER))
PLAIN(ra_status, ra_dstack_out, (ra_tensor *out, ra_tensors tensors), (out, tensors, RA__CALLER))
PLAIN(ra_tensor *, ra_column_stack, (ra_tensors tensors), (tensors, RA__CALLER))
PLAIN(ra_status, ra_column_stack_out, (ra_tensor *out, ra_tensors tensors), (out, tensors, RA__CALLER))
PLAIN(ra_tensor *, ra_repeat, (const ra_tensor *self, ra_dims repeats), (self, repeats, RA__CALLER))
PLAIN(ra_tensor *, ra_tile, (const ra_tensor *self, ra_dims dims), (self, dims, RA__CALLER))
PLAIN(ra_tensor *, ra_flip, (const ra_tensor *self, ra_dims dims), (self, dims, RA__CALLER))
PLAIN(ra_tensor *, ra_roll, (const ra_tensor *self, ra_dims shifts, ra_dims dims), (self, shifts, dims, RA__CALLER))
PLAIN(ra_tensor *, ra_tril, (const ra_tensor *self, int64_t diagonal), (self, diagonal, RA__CALLER))
PLAIN(ra_status, ra_tril_, (ra_tensor *self, int64_t diagonal), (self, diagonal, RA__CALLER))
PLAIN(ra_status, ra_tril_out, (ra_tensor *out, const ra_tensor *self, int64_t diagonal), (out, self, diagonal, RA__CALLER))
PLAIN(ra_tensor *, ra_triu, (const ra_tensor *self, int64_t diagonal), (self, diagonal, RA__CALLER))
PLAIN(ra_status, ra_triu_, (ra_tensor *self, int64_t diagonal), (self, diagonal, RA__CALLER))
PLAIN(ra_status, ra_triu_out, (ra_tensor *out, const ra_tensor *self, int64_t diagonal), (out, self, diagonal, RA__CALLER))
PLAIN(ra_tensor *, ra_diag, (const ra_tensor *self, int64_t diagonal), (self, diagonal, RA__CALLER))
PLAIN(ra_status, ra_diag_out, (ra_tensor *out, const ra_tensor *self, int64_t diagonal), (out, self, diagonal, RA__CALLER))
PLAIN(ra_tensor *, ra_diag_embed, (const ra_tensor *self, int64_t offset, int64_t dim1, int64_t dim2), (self, offset, dim1, dim2, RA__CALLER))
PLAIN(ra_tensor *, ra_block_diag, (ra_tensors tensors), (tensors, RA__CALLER))
PLAIN(ra_tensor *, ra_rot90, (const ra_tensor *self, int64_t k_, ra_dims dims), (self, k_, dims, RA__CALLER))
PLAIN(ra_tensor *, ra_select_scatter, (const ra_tensor *self, const ra_tensor *src, int64_t dim, int64_t index), (self, src, dim, index, RA__CALLER))
PLAIN(ra_tensor *, ra_slice_scatter, (const ra_tensor *self, const ra_tensor *src, int64_t dim, int64_t start, int64_t end, int64_t step), (self, src, dim, start, end, step, RA__CALLER))
PLAIN(ra_status, ra_fill_diagonal_, (ra_tensor *self, ra_scalar fill_value, bool wrap), (self, fill_value, wrap, RA__CALLER))
PLAIN(ra_tensor *, ra_abs, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_abs_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_abs_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_neg, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_neg_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_neg_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_sign, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_sign_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_sign_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_reciprocal, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_reciprocal_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_reciprocal_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_sqrt, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_sqrt_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_sqrt_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_rsqrt, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_rsqrt_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_rsqrt_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_square, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_square_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_square_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_exp, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_exp_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_exp_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_expm1, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_expm1_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_expm1_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_log, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_log_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_log_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_log1p, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_log1p_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_log1p_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_sin, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_sin_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_sin_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_cos, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_cos_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_cos_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_tanh, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_tanh_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_tanh_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_erf, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_erf_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_erf_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_ceil, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_ceil_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_ceil_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_floor, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_floor_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_floor_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_round, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_round_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_round_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_trunc, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_trunc_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_trunc_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_frac, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_frac_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_frac_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_exp2, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_exp2_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_exp2_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_log2, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_log2_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_log2_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_log10, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_log10_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_log10_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_tan, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_tan_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_tan_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_asin, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_asin_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_asin_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_acos, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_acos_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_acos_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_atan, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_atan_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_atan_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_sinh, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_sinh_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_sinh_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_cosh, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_cosh_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_cosh_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_asinh, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_asinh_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_asinh_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_acosh, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_acosh_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_acosh_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_atanh, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_atanh_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_atanh_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_erfc, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_erfc_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_erfc_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_deg2rad, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_deg2rad_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_deg2rad_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_rad2deg, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_rad2deg_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_rad2deg_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_lgamma, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_lgamma_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_lgamma_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_digamma, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_digamma_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_digamma_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_erfinv, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_erfinv_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_erfinv_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_i0, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_i0_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_i0_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_special_i0e, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_special_i0e_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_special_i1, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_special_i1_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_special_i1e, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_special_i1e_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_special_erfcx, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_special_erfcx_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_special_ndtri, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_special_ndtri_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_special_log_ndtr, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_special_log_ndtr_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_special_ndtr, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_special_ndtr_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_special_entr, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_special_entr_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_sinc, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_sinc_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_sinc_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_logit, (const ra_tensor *self, const ra_logit_opts *opts), (self, opts, RA__CALLER))
PLAIN(ra_status, ra_logit_, (ra_tensor *self, const ra_logit_opts *opts), (self, opts, RA__CALLER))
PLAIN(ra_status, ra_logit_out, (ra_tensor *out, const ra_tensor *self, const ra_logit_opts *opts), (out, self, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_nan_to_num, (const ra_tensor *self, const ra_nan_to_num_opts *opts), (self, opts, RA__CALLER))
PLAIN(ra_status, ra_nan_to_num_, (ra_tensor *self, const ra_nan_to_num_opts *opts), (self, opts, RA__CALLER))
PLAIN(ra_status, ra_nan_to_num_out, (ra_tensor *out, const ra_tensor *self, const ra_nan_to_num_opts *opts), (out, self, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_sgn, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_sgn_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_sgn_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_angle, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_angle_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_conj_physical, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_conj_physical_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_conj_physical_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_add, (ra_operand self, ra_operand other, const ra_add_opts *opts), (self, other, opts, RA__CALLER))
PLAIN(ra_status, ra_add_, (ra_tensor *self, ra_operand other, const ra_add_opts *opts), (self, other, opts, RA__CALLER))
PLAIN(ra_status, ra_add_out, (ra_tensor *out, ra_operand self, ra_operand other, const ra_add_opts *opts), (out, self, other, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_sub, (ra_operand self, ra_operand other, const ra_sub_opts *opts), (self, other, opts, RA__CALLER))
PLAIN(ra_status, ra_sub_, (ra_tensor *self, ra_operand other, const ra_sub_opts *opts), (self, other, opts, RA__CALLER))
PLAIN(ra_status, ra_sub_out, (ra_tensor *out, ra_operand self, ra_operand other, const ra_sub_opts *opts), (out, self, other, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_mul, (ra_operand self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_mul_, (ra_tensor *self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_mul_out, (ra_tensor *out, ra_operand self, ra_operand other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_div, (ra_operand self, ra_operand other, const ra_div_opts *opts), (self, other, opts, RA__CALLER))
PLAIN(ra_status, ra_div_, (ra_tensor *self, ra_operand other, const ra_div_opts *opts), (self, other, opts, RA__CALLER))
PLAIN(ra_status, ra_div_out, (ra_tensor *out, ra_operand self, ra_operand other, const ra_div_opts *opts), (out, self, other, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_floor_divide, (ra_operand self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_floor_divide_, (ra_tensor *self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_floor_divide_out, (ra_tensor *out, ra_operand self, ra_operand other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_remainder, (ra_operand self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_remainder_, (ra_tensor *self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_remainder_out, (ra_tensor *out, ra_operand self, ra_operand other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_pow, (ra_operand self, ra_operand exponent), (self, exponent, RA__CALLER))
PLAIN(ra_status, ra_pow_, (ra_tensor *self, ra_operand exponent), (self, exponent, RA__CALLER))
PLAIN(ra_status, ra_pow_out, (ra_tensor *out, ra_operand self, ra_operand exponent), (out, self, exponent, RA__CALLER))
PLAIN(ra_tensor *, ra_maximum, (ra_operand self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_maximum_out, (ra_tensor *out, ra_operand self, ra_operand other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_minimum, (ra_operand self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_minimum_out, (ra_tensor *out, ra_operand self, ra_operand other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_fmod, (const ra_tensor *self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_fmod_, (ra_tensor *self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_fmod_out, (ra_tensor *out, const ra_tensor *self, ra_operand other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_atan2, (const ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_atan2_, (ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_atan2_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_hypot, (const ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_hypot_, (ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_hypot_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_copysign, (const ra_tensor *self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_copysign_, (ra_tensor *self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_copysign_out, (ra_tensor *out, const ra_tensor *self, ra_operand other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_fmax, (const ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_fmax_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_fmin, (const ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_fmin_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_xlogy, (ra_operand self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_xlogy_, (ra_tensor *self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_xlogy_out, (ra_tensor *out, ra_operand self, ra_operand other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_gcd, (const ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_gcd_, (ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_gcd_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_lcm, (const ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_lcm_, (ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_lcm_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_rsub, (const ra_tensor *self, ra_operand other, const ra_rsub_opts *opts), (self, other, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_logaddexp, (const ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_logaddexp_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_ldexp, (const ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_ldexp_, (ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_ldexp_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_logaddexp2, (const ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_logaddexp2_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_nextafter, (const ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_nextafter_, (ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_nextafter_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_heaviside, (const ra_tensor *self, const ra_tensor *values), (self, values, RA__CALLER))
PLAIN(ra_status, ra_heaviside_, (ra_tensor *self, const ra_tensor *values), (self, values, RA__CALLER))
PLAIN(ra_status, ra_heaviside_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *values), (out, self, values, RA__CALLER))
PLAIN(ra_tensor *, ra_special_xlog1py, (ra_operand self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_special_xlog1py_out, (ra_tensor *out, ra_operand self, ra_operand other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_complex, (const ra_tensor *real, const ra_tensor *imag), (real, imag, RA__CALLER))
PLAIN(ra_status, ra_complex_out, (ra_tensor *out, const ra_tensor *real, const ra_tensor *imag), (out, real, imag, RA__CALLER))
PLAIN(ra_tensor *, ra_polar, (const ra_tensor *abs, const ra_tensor *angle), (abs, angle, RA__CALLER))
PLAIN(ra_status, ra_polar_out, (ra_tensor *out, const ra_tensor *abs, const ra_tensor *angle), (out, abs, angle, RA__CALLER))
PLAIN(ra_tensor *, ra_float_power, (ra_operand self, ra_operand exponent), (self, exponent, RA__CALLER))
PLAIN(ra_status, ra_float_power_, (ra_tensor *self, ra_operand exponent), (self, exponent, RA__CALLER))
PLAIN(ra_status, ra_float_power_out, (ra_tensor *out, ra_operand self, ra_operand exponent), (out, self, exponent, RA__CALLER))
PLAIN(ra_tensor *, ra_where, (const ra_tensor *condition, ra_operand self, ra_operand other), (condition, self, other, RA__CALLER))
PLAIN(ra_status, ra_where_out, (ra_tensor *out, const ra_tensor *condition, ra_operand self, ra_operand other), (out, condition, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_clamp, (const ra_tensor *self, ra_operand min_, ra_operand max_), (self, min_, max_, RA__CALLER))
PLAIN(ra_status, ra_clamp_, (ra_tensor *self, ra_operand min_, ra_operand max_), (self, min_, max_, RA__CALLER))
PLAIN(ra_status, ra_clamp_out, (ra_tensor *out, const ra_tensor *self, ra_operand min_, ra_operand max_), (out, self, min_, max_, RA__CALLER))
PLAIN(ra_tensor *, ra_clamp_min, (const ra_tensor *self, ra_operand min_), (self, min_, RA__CALLER))
PLAIN(ra_status, ra_clamp_min_, (ra_tensor *self, ra_operand min_), (self, min_, RA__CALLER))
PLAIN(ra_status, ra_clamp_min_out, (ra_tensor *out, const ra_tensor *self, ra_operand min_), (out, self, min_, RA__CALLER))
PLAIN(ra_tensor *, ra_clamp_max, (const ra_tensor *self, ra_operand max_), (self, max_, RA__CALLER))
PLAIN(ra_status, ra_clamp_max_, (ra_tensor *self, ra_operand max_), (self, max_, RA__CALLER))
PLAIN(ra_status, ra_clamp_max_out, (ra_tensor *out, const ra_tensor *self, ra_operand max_), (out, self, max_, RA__CALLER))
PLAIN(ra_tensor *, ra_lerp, (const ra_tensor *self, const ra_tensor *end, ra_operand weight), (self, end, weight, RA__CALLER))
PLAIN(ra_status, ra_lerp_, (ra_tensor *self, const ra_tensor *end, ra_operand weight), (self, end, weight, RA__CALLER))
PLAIN(ra_status, ra_lerp_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *end, ra_operand weight), (out, self, end, weight, RA__CALLER))
PLAIN(ra_tensor *, ra_addcmul, (const ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcmul_opts *opts), (self, tensor1, tensor2, opts, RA__CALLER))
PLAIN(ra_status, ra_addcmul_, (ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcmul_opts *opts), (self, tensor1, tensor2, opts, RA__CALLER))
PLAIN(ra_status, ra_addcmul_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcmul_opts *opts), (out, self, tensor1, tensor2, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_addcdiv, (const ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcdiv_opts *opts), (self, tensor1, tensor2, opts, RA__CALLER))
PLAIN(ra_status, ra_addcdiv_, (ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcdiv_opts *opts), (self, tensor1, tensor2, opts, RA__CALLER))
PLAIN(ra_status, ra_addcdiv_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcdiv_opts *opts), (out, self, tensor1, tensor2, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_eq, (ra_operand self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_eq_, (ra_tensor *self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_eq_out, (ra_tensor *out, ra_operand self, ra_operand other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_ne, (ra_operand self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_ne_, (ra_tensor *self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_ne_out, (ra_tensor *out, ra_operand self, ra_operand other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_lt, (ra_operand self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_lt_, (ra_tensor *self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_lt_out, (ra_tensor *out, ra_operand self, ra_operand other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_le, (ra_operand self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_le_, (ra_tensor *self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_le_out, (ra_tensor *out, ra_operand self, ra_operand other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_gt, (ra_operand self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_gt_, (ra_tensor *self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_gt_out, (ra_tensor *out, ra_operand self, ra_operand other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_ge, (ra_operand self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_ge_, (ra_tensor *self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_ge_out, (ra_tensor *out, ra_operand self, ra_operand other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_isnan, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_tensor *, ra_isinf, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_tensor *, ra_isfinite, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_tensor *, ra_signbit, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_signbit_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_isclose, (const ra_tensor *self, const ra_tensor *other, const ra_isclose_opts *opts), (self, other, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_isposinf, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_isposinf_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_isneginf, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_isneginf_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_isreal, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_tensor *, ra_logical_and, (const ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_logical_and_, (ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_logical_and_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_logical_or, (const ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_logical_or_, (ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_logical_or_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_logical_xor, (const ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_logical_xor_, (ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_logical_xor_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_logical_not, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_logical_not_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_logical_not_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_bitwise_and, (ra_operand self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_bitwise_and_, (ra_tensor *self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_bitwise_and_out, (ra_tensor *out, ra_operand self, ra_operand other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_bitwise_or, (ra_operand self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_bitwise_or_, (ra_tensor *self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_bitwise_or_out, (ra_tensor *out, ra_operand self, ra_operand other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_bitwise_xor, (ra_operand self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_bitwise_xor_, (ra_tensor *self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_bitwise_xor_out, (ra_tensor *out, ra_operand self, ra_operand other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_bitwise_not, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_bitwise_not_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_bitwise_not_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_bitwise_left_shift, (ra_operand self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_bitwise_left_shift_, (ra_tensor *self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_bitwise_left_shift_out, (ra_tensor *out, ra_operand self, ra_operand other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_bitwise_right_shift, (ra_operand self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_bitwise_right_shift_, (ra_tensor *self, ra_operand other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_bitwise_right_shift_out, (ra_tensor *out, ra_operand self, ra_operand other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_sum, (const ra_tensor *self, ra_dims dim, const ra_sum_opts *opts), (self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_sum_out, (ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_sum_opts *opts), (out, self, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_mean, (const ra_tensor *self, ra_dims dim, const ra_mean_opts *opts), (self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_mean_out, (ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_mean_opts *opts), (out, self, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_prod, (const ra_tensor *self, ra_dims dim, const ra_prod_opts *opts), (self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_prod_out, (ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_prod_opts *opts), (out, self, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_all, (const ra_tensor *self, ra_dims dim, const ra_all_opts *opts), (self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_all_out, (ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_all_opts *opts), (out, self, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_any, (const ra_tensor *self, ra_dims dim, const ra_any_opts *opts), (self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_any_out, (ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_any_opts *opts), (out, self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_max, (const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_max_opts *opts), (self, dim, values, indices, opts, RA__CALLER))
PLAIN(ra_status, ra_max_out, (ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_max_opts *opts), (out_values, out_indices, self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_min, (const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_min_opts *opts), (self, dim, values, indices, opts, RA__CALLER))
PLAIN(ra_status, ra_min_out, (ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_min_opts *opts), (out_values, out_indices, self, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_amax, (const ra_tensor *self, ra_dims dim, const ra_amax_opts *opts), (self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_amax_out, (ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_amax_opts *opts), (out, self, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_amin, (const ra_tensor *self, ra_dims dim, const ra_amin_opts *opts), (self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_amin_out, (ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_amin_opts *opts), (out, self, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_argmax, (const ra_tensor *self, ra_dims dim, const ra_argmax_opts *opts), (self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_argmax_out, (ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_argmax_opts *opts), (out, self, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_argmin, (const ra_tensor *self, ra_dims dim, const ra_argmin_opts *opts), (self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_argmin_out, (ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_argmin_opts *opts), (out, self, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_var, (const ra_tensor *self, ra_dims dim, const ra_var_opts *opts), (self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_var_out, (ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_var_opts *opts), (out, self, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_std, (const ra_tensor *self, ra_dims dim, const ra_std_opts *opts), (self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_std_out, (ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_std_opts *opts), (out, self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_var_mean, (const ra_tensor *self, ra_dims dim, ra_tensor **var, ra_tensor **mean, const ra_var_mean_opts *opts), (self, dim, var, mean, opts, RA__CALLER))
PLAIN(ra_status, ra_std_mean, (const ra_tensor *self, ra_dims dim, ra_tensor **std, ra_tensor **mean, const ra_std_mean_opts *opts), (self, dim, std, mean, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_count_nonzero, (const ra_tensor *self, ra_dims dim), (self, dim, RA__CALLER))
PLAIN(ra_tensor *, ra_trace, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_tensor *, ra_logsumexp, (const ra_tensor *self, ra_dims dim, const ra_logsumexp_opts *opts), (self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_logsumexp_out, (ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_logsumexp_opts *opts), (out, self, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_linalg_vector_norm, (const ra_tensor *self, ra_scalar ord, ra_dims dim, const ra_linalg_vector_norm_opts *opts), (self, ord, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_vector_norm_out, (ra_tensor *out, const ra_tensor *self, ra_scalar ord, ra_dims dim, const ra_linalg_vector_norm_opts *opts), (out, self, ord, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_cosine_similarity, (const ra_tensor *x1, const ra_tensor *x2, int64_t dim, const ra_cosine_similarity_opts *opts), (x1, x2, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_aminmax, (const ra_tensor *self, ra_tensor **min_, ra_tensor **max_, const ra_aminmax_opts *opts), (self, min_, max_, opts, RA__CALLER))
PLAIN(ra_status, ra_aminmax_out, (ra_tensor *out_min_, ra_tensor *out_max_, const ra_tensor *self, const ra_aminmax_opts *opts), (out_min_, out_max_, self, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_nansum, (const ra_tensor *self, ra_dims dim, const ra_nansum_opts *opts), (self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_nansum_out, (ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_nansum_opts *opts), (out, self, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_nanmean, (const ra_tensor *self, ra_dims dim, const ra_nanmean_opts *opts), (self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_nanmean_out, (ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_nanmean_opts *opts), (out, self, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_quantile, (const ra_tensor *self, ra_operand q_, ra_dims dim, const ra_quantile_opts *opts), (self, q_, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_quantile_out, (ra_tensor *out, const ra_tensor *self, ra_operand q_, ra_dims dim, const ra_quantile_opts *opts), (out, self, q_, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_nanquantile, (const ra_tensor *self, ra_operand q_, ra_dims dim, const ra_nanquantile_opts *opts), (self, q_, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_nanquantile_out, (ra_tensor *out, const ra_tensor *self, ra_operand q_, ra_dims dim, const ra_nanquantile_opts *opts), (out, self, q_, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_trapezoid, (const ra_tensor *y_, const ra_tensor *x_, const ra_trapezoid_opts *opts), (y_, x_, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_cov, (const ra_tensor *self, const ra_tensor *fweights, const ra_tensor *aweights, const ra_cov_opts *opts), (self, fweights, aweights, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_corrcoef, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_median, (const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_median_opts *opts), (self, dim, values, indices, opts, RA__CALLER))
PLAIN(ra_status, ra_median_out, (ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_median_opts *opts), (out_values, out_indices, self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_nanmedian, (const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_nanmedian_opts *opts), (self, dim, values, indices, opts, RA__CALLER))
PLAIN(ra_status, ra_nanmedian_out, (ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_nanmedian_opts *opts), (out_values, out_indices, self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_mode, (const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_mode_opts *opts), (self, dim, values, indices, opts, RA__CALLER))
PLAIN(ra_status, ra_mode_out, (ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_mode_opts *opts), (out_values, out_indices, self, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_cumsum, (const ra_tensor *self, int64_t dim, const ra_cumsum_opts *opts), (self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_cumsum_, (ra_tensor *self, int64_t dim, const ra_cumsum_opts *opts), (self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_cumsum_out, (ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_cumsum_opts *opts), (out, self, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_diff, (const ra_tensor *self, int64_t n_, int64_t dim, const ra_tensor *prepend, const ra_tensor *append), (self, n_, dim, prepend, append, RA__CALLER))
PLAIN(ra_status, ra_diff_out, (ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_tensor *prepend, const ra_tensor *append), (out, self, n_, dim, prepend, append, RA__CALLER))
PLAIN(ra_tensor *, ra_cumprod, (const ra_tensor *self, int64_t dim, const ra_cumprod_opts *opts), (self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_cumprod_, (ra_tensor *self, int64_t dim, const ra_cumprod_opts *opts), (self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_cumprod_out, (ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_cumprod_opts *opts), (out, self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_cummax, (const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices), (self, dim, values, indices, RA__CALLER))
PLAIN(ra_status, ra_cummax_out, (ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim), (out_values, out_indices, self, dim, RA__CALLER))
PLAIN(ra_status, ra_cummin, (const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices), (self, dim, values, indices, RA__CALLER))
PLAIN(ra_status, ra_cummin_out, (ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim), (out_values, out_indices, self, dim, RA__CALLER))
PLAIN(ra_tensor *, ra_logcumsumexp, (const ra_tensor *self, int64_t dim), (self, dim, RA__CALLER))
PLAIN(ra_status, ra_logcumsumexp_out, (ra_tensor *out, const ra_tensor *self, int64_t dim), (out, self, dim, RA__CALLER))
PLAIN(ra_status, ra_sort, (const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_sort_opts *opts), (self, dim, values, indices, opts, RA__CALLER))
PLAIN(ra_status, ra_sort_out, (ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_sort_opts *opts), (out_values, out_indices, self, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_argsort, (const ra_tensor *self, int64_t dim, const ra_argsort_opts *opts), (self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_argsort_out, (ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_argsort_opts *opts), (out, self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_topk, (const ra_tensor *self, int64_t k_, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_topk_opts *opts), (self, k_, dim, values, indices, opts, RA__CALLER))
PLAIN(ra_status, ra_topk_out, (ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t k_, int64_t dim, const ra_topk_opts *opts), (out_values, out_indices, self, k_, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_kthvalue, (const ra_tensor *self, int64_t k_, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_kthvalue_opts *opts), (self, k_, dim, values, indices, opts, RA__CALLER))
PLAIN(ra_status, ra_kthvalue_out, (ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t k_, int64_t dim, const ra_kthvalue_opts *opts), (out_values, out_indices, self, k_, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_searchsorted, (const ra_tensor *sorted_sequence, ra_operand self, const ra_tensor *sorter, const ra_searchsorted_opts *opts), (sorted_sequence, self, sorter, opts, RA__CALLER))
PLAIN(ra_status, ra_searchsorted_out, (ra_tensor *out, const ra_tensor *sorted_sequence, ra_operand self, const ra_tensor *sorter, const ra_searchsorted_opts *opts), (out, sorted_sequence, self, sorter, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_bucketize, (ra_operand self, const ra_tensor *boundaries, const ra_bucketize_opts *opts), (self, boundaries, opts, RA__CALLER))
PLAIN(ra_status, ra_bucketize_out, (ra_tensor *out, ra_operand self, const ra_tensor *boundaries, const ra_bucketize_opts *opts), (out, self, boundaries, opts, RA__CALLER))
PLAIN(ra_status, ra_unique, (const ra_tensor *self, ra_tensor **output, ra_tensor **inverse, ra_tensor **counts, const ra_unique_opts *opts), (self, output, inverse, counts, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_nonzero, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_nonzero_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_masked_select, (const ra_tensor *self, const ra_tensor *mask), (self, mask, RA__CALLER))
PLAIN(ra_status, ra_masked_select_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *mask), (out, self, mask, RA__CALLER))
PLAIN(ra_tensor *, ra_isin, (ra_operand elements, ra_operand test_elements, const ra_isin_opts *opts), (elements, test_elements, opts, RA__CALLER))
PLAIN(ra_status, ra_isin_out, (ra_tensor *out, ra_operand elements, ra_operand test_elements, const ra_isin_opts *opts), (out, elements, test_elements, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_argwhere, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_tensor *, ra_one_hot, (const ra_tensor *self, int64_t num_classes), (self, num_classes, RA__CALLER))
PLAIN(ra_tensor *, ra_bincount, (const ra_tensor *self, const ra_tensor *weights, const ra_bincount_opts *opts), (self, weights, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_histc, (const ra_tensor *self, int64_t bins, ra_scalar min_, ra_scalar max_), (self, bins, min_, max_, RA__CALLER))
PLAIN(ra_status, ra_histc_out, (ra_tensor *out, const ra_tensor *self, int64_t bins, ra_scalar min_, ra_scalar max_), (out, self, bins, min_, max_, RA__CALLER))
PLAIN(ra_tensor *, ra_msort, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_msort_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_index_select, (const ra_tensor *self, int64_t dim, const ra_tensor *index), (self, dim, index, RA__CALLER))
PLAIN(ra_status, ra_index_select_out, (ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index), (out, self, dim, index, RA__CALLER))
PLAIN(ra_tensor *, ra_gather, (const ra_tensor *self, int64_t dim, const ra_tensor *index), (self, dim, index, RA__CALLER))
PLAIN(ra_status, ra_gather_out, (ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index), (out, self, dim, index, RA__CALLER))
PLAIN(ra_tensor *, ra_scatter, (const ra_tensor *self, int64_t dim, const ra_tensor *index, ra_operand src), (self, dim, index, src, RA__CALLER))
PLAIN(ra_status, ra_scatter_, (ra_tensor *self, int64_t dim, const ra_tensor *index, ra_operand src), (self, dim, index, src, RA__CALLER))
PLAIN(ra_status, ra_scatter_out, (ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, ra_operand src), (out, self, dim, index, src, RA__CALLER))
PLAIN(ra_tensor *, ra_masked_fill, (const ra_tensor *self, const ra_tensor *mask, ra_operand value), (self, mask, value, RA__CALLER))
PLAIN(ra_status, ra_masked_fill_, (ra_tensor *self, const ra_tensor *mask, ra_operand value), (self, mask, value, RA__CALLER))
PLAIN(ra_tensor *, ra_index, (const ra_tensor *self, ra_tensors indices), (self, indices, RA__CALLER))
PLAIN(ra_status, ra_index_out, (ra_tensor *out, const ra_tensor *self, ra_tensors indices), (out, self, indices, RA__CALLER))
PLAIN(ra_status, ra_index_put_, (ra_tensor *self, ra_tensors indices, const ra_tensor *values, bool accumulate), (self, indices, values, accumulate, RA__CALLER))
PLAIN(ra_tensor *, ra_take, (const ra_tensor *self, const ra_tensor *index), (self, index, RA__CALLER))
PLAIN(ra_status, ra_take_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *index), (out, self, index, RA__CALLER))
PLAIN(ra_tensor *, ra_index_fill, (const ra_tensor *self, int64_t dim, const ra_tensor *index, ra_operand value), (self, dim, index, value, RA__CALLER))
PLAIN(ra_status, ra_index_fill_, (ra_tensor *self, int64_t dim, const ra_tensor *index, ra_operand value), (self, dim, index, value, RA__CALLER))
PLAIN(ra_tensor *, ra_scatter_add, (const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src), (self, dim, index, src, RA__CALLER))
PLAIN(ra_status, ra_scatter_add_, (ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src), (self, dim, index, src, RA__CALLER))
PLAIN(ra_status, ra_scatter_add_out, (ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src), (out, self, dim, index, src, RA__CALLER))
PLAIN(ra_tensor *, ra_scatter_reduce, (const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src, const char *reduce, const ra_scatter_reduce_opts *opts), (self, dim, index, src, reduce, opts, RA__CALLER))
PLAIN(ra_status, ra_scatter_reduce_, (ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src, const char *reduce, const ra_scatter_reduce_opts *opts), (self, dim, index, src, reduce, opts, RA__CALLER))
PLAIN(ra_status, ra_scatter_reduce_out, (ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src, const char *reduce, const ra_scatter_reduce_opts *opts), (out, self, dim, index, src, reduce, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_index_add, (const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const ra_index_add_opts *opts), (self, dim, index, source, opts, RA__CALLER))
PLAIN(ra_status, ra_index_add_, (ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const ra_index_add_opts *opts), (self, dim, index, source, opts, RA__CALLER))
PLAIN(ra_status, ra_index_add_out, (ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const ra_index_add_opts *opts), (out, self, dim, index, source, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_index_copy, (const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source), (self, dim, index, source, RA__CALLER))
PLAIN(ra_status, ra_index_copy_, (ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source), (self, dim, index, source, RA__CALLER))
PLAIN(ra_status, ra_index_copy_out, (ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source), (out, self, dim, index, source, RA__CALLER))
PLAIN(ra_tensor *, ra_index_reduce, (const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const char *reduce, const ra_index_reduce_opts *opts), (self, dim, index, source, reduce, opts, RA__CALLER))
PLAIN(ra_status, ra_index_reduce_, (ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const char *reduce, const ra_index_reduce_opts *opts), (self, dim, index, source, reduce, opts, RA__CALLER))
PLAIN(ra_status, ra_index_reduce_out, (ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const char *reduce, const ra_index_reduce_opts *opts), (out, self, dim, index, source, reduce, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_masked_scatter, (const ra_tensor *self, const ra_tensor *mask, const ra_tensor *source), (self, mask, source, RA__CALLER))
PLAIN(ra_status, ra_masked_scatter_, (ra_tensor *self, const ra_tensor *mask, const ra_tensor *source), (self, mask, source, RA__CALLER))
PLAIN(ra_tensor *, ra_put, (const ra_tensor *self, const ra_tensor *index, const ra_tensor *source, bool accumulate), (self, index, source, accumulate, RA__CALLER))
PLAIN(ra_status, ra_put_, (ra_tensor *self, const ra_tensor *index, const ra_tensor *source, bool accumulate), (self, index, source, accumulate, RA__CALLER))
PLAIN(ra_tensor *, ra_take_along_dim, (const ra_tensor *self, const ra_tensor *indices, ra_dims dim), (self, indices, dim, RA__CALLER))
PLAIN(ra_status, ra_take_along_dim_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *indices, ra_dims dim), (out, self, indices, dim, RA__CALLER))
PLAIN(ra_tensor *, ra_repeat_interleave, (const ra_tensor *self, ra_operand repeats, ra_dims dim, const ra_repeat_interleave_opts *opts), (self, repeats, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_mm, (const ra_tensor *self, const ra_tensor *mat2), (self, mat2, RA__CALLER))
PLAIN(ra_status, ra_mm_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *mat2), (out, self, mat2, RA__CALLER))
PLAIN(ra_tensor *, ra_bmm, (const ra_tensor *self, const ra_tensor *mat2), (self, mat2, RA__CALLER))
PLAIN(ra_status, ra_bmm_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *mat2), (out, self, mat2, RA__CALLER))
PLAIN(ra_tensor *, ra_addmm, (const ra_tensor *self, const ra_tensor *mat1, const ra_tensor *mat2, const ra_addmm_opts *opts), (self, mat1, mat2, opts, RA__CALLER))
PLAIN(ra_status, ra_addmm_, (ra_tensor *self, const ra_tensor *mat1, const ra_tensor *mat2, const ra_addmm_opts *opts), (self, mat1, mat2, opts, RA__CALLER))
PLAIN(ra_status, ra_addmm_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *mat1, const ra_tensor *mat2, const ra_addmm_opts *opts), (out, self, mat1, mat2, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_baddbmm, (const ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_baddbmm_opts *opts), (self, batch1, batch2, opts, RA__CALLER))
PLAIN(ra_status, ra_baddbmm_, (ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_baddbmm_opts *opts), (self, batch1, batch2, opts, RA__CALLER))
PLAIN(ra_status, ra_baddbmm_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_baddbmm_opts *opts), (out, self, batch1, batch2, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_addbmm, (const ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_addbmm_opts *opts), (self, batch1, batch2, opts, RA__CALLER))
PLAIN(ra_status, ra_addbmm_, (ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_addbmm_opts *opts), (self, batch1, batch2, opts, RA__CALLER))
PLAIN(ra_status, ra_addbmm_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_addbmm_opts *opts), (out, self, batch1, batch2, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_matmul, (const ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_matmul_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_linear, (const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias), (input, weight, bias, RA__CALLER))
PLAIN(ra_status, ra_linear_out, (ra_tensor *out, const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias), (out, input, weight, bias, RA__CALLER))
PLAIN(ra_tensor *, ra_dot, (const ra_tensor *self, const ra_tensor *tensor), (self, tensor, RA__CALLER))
PLAIN(ra_status, ra_dot_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *tensor), (out, self, tensor, RA__CALLER))
PLAIN(ra_tensor *, ra_vdot, (const ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_vdot_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_mv, (const ra_tensor *self, const ra_tensor *vec), (self, vec, RA__CALLER))
PLAIN(ra_status, ra_mv_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *vec), (out, self, vec, RA__CALLER))
PLAIN(ra_tensor *, ra_outer, (const ra_tensor *self, const ra_tensor *vec2), (self, vec2, RA__CALLER))
PLAIN(ra_status, ra_outer_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *vec2), (out, self, vec2, RA__CALLER))
PLAIN(ra_tensor *, ra_inner, (const ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_inner_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_kron, (const ra_tensor *self, const ra_tensor *other), (self, other, RA__CALLER))
PLAIN(ra_status, ra_kron_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *other), (out, self, other, RA__CALLER))
PLAIN(ra_tensor *, ra_addr, (const ra_tensor *self, const ra_tensor *vec1, const ra_tensor *vec2, const ra_addr_opts *opts), (self, vec1, vec2, opts, RA__CALLER))
PLAIN(ra_status, ra_addr_, (ra_tensor *self, const ra_tensor *vec1, const ra_tensor *vec2, const ra_addr_opts *opts), (self, vec1, vec2, opts, RA__CALLER))
PLAIN(ra_status, ra_addr_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *vec1, const ra_tensor *vec2, const ra_addr_opts *opts), (out, self, vec1, vec2, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_addmv, (const ra_tensor *self, const ra_tensor *mat, const ra_tensor *vec, const ra_addmv_opts *opts), (self, mat, vec, opts, RA__CALLER))
PLAIN(ra_status, ra_addmv_, (ra_tensor *self, const ra_tensor *mat, const ra_tensor *vec, const ra_addmv_opts *opts), (self, mat, vec, opts, RA__CALLER))
PLAIN(ra_status, ra_addmv_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *mat, const ra_tensor *vec, const ra_addmv_opts *opts), (out, self, mat, vec, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_tensordot, (const ra_tensor *self, const ra_tensor *other, ra_dims dims_self, ra_dims dims_other), (self, other, dims_self, dims_other, RA__CALLER))
PLAIN(ra_status, ra_tensordot_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_dims dims_self, ra_dims dims_other), (out, self, other, dims_self, dims_other, RA__CALLER))
PLAIN(ra_tensor *, ra_einsum, (const char *equation, ra_tensors tensors), (equation, tensors, RA__CALLER))
PLAIN(ra_tensor *, ra_linalg_cholesky, (const ra_tensor *self, const ra_linalg_cholesky_opts *opts), (self, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_cholesky_out, (ra_tensor *out, const ra_tensor *self, const ra_linalg_cholesky_opts *opts), (out, self, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_linalg_solve, (const ra_tensor *a_, const ra_tensor *b_, const ra_linalg_solve_opts *opts), (a_, b_, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_solve_out, (ra_tensor *out, const ra_tensor *a_, const ra_tensor *b_, const ra_linalg_solve_opts *opts), (out, a_, b_, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_linalg_solve_triangular, (const ra_tensor *self, const ra_tensor *b_, const ra_linalg_solve_triangular_opts *opts), (self, b_, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_solve_triangular_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *b_, const ra_linalg_solve_triangular_opts *opts), (out, self, b_, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_qr, (const ra_tensor *a_, ra_tensor **q_, ra_tensor **r_, const ra_linalg_qr_opts *opts), (a_, q_, r_, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_qr_out, (ra_tensor *out_q_, ra_tensor *out_r_, const ra_tensor *a_, const ra_linalg_qr_opts *opts), (out_q_, out_r_, a_, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_svd, (const ra_tensor *a_, ra_tensor **u_, ra_tensor **s_, ra_tensor **vh, const ra_linalg_svd_opts *opts), (a_, u_, s_, vh, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_svd_out, (ra_tensor *out_u_, ra_tensor *out_s_, ra_tensor *out_vh, const ra_tensor *a_, const ra_linalg_svd_opts *opts), (out_u_, out_s_, out_vh, a_, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_eigh, (const ra_tensor *self, ra_tensor **eigenvalues, ra_tensor **eigenvectors, const ra_linalg_eigh_opts *opts), (self, eigenvalues, eigenvectors, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_eigh_out, (ra_tensor *out_eigenvalues, ra_tensor *out_eigenvectors, const ra_tensor *self, const ra_linalg_eigh_opts *opts), (out_eigenvalues, out_eigenvectors, self, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_linalg_inv, (const ra_tensor *a_), (a_, RA__CALLER))
PLAIN(ra_status, ra_linalg_inv_out, (ra_tensor *out, const ra_tensor *a_), (out, a_, RA__CALLER))
PLAIN(ra_tensor *, ra_linalg_det, (const ra_tensor *a_), (a_, RA__CALLER))
PLAIN(ra_status, ra_linalg_det_out, (ra_tensor *out, const ra_tensor *a_), (out, a_, RA__CALLER))
PLAIN(ra_status, ra_linalg_slogdet, (const ra_tensor *a_, ra_tensor **sign, ra_tensor **logabsdet), (a_, sign, logabsdet, RA__CALLER))
PLAIN(ra_status, ra_linalg_slogdet_out, (ra_tensor *out_sign, ra_tensor *out_logabsdet, const ra_tensor *a_), (out_sign, out_logabsdet, a_, RA__CALLER))
PLAIN(ra_status, ra_linalg_lu_factor, (const ra_tensor *a_, ra_tensor **lu, ra_tensor **pivots, const ra_linalg_lu_factor_opts *opts), (a_, lu, pivots, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_lu_factor_out, (ra_tensor *out_lu, ra_tensor *out_pivots, const ra_tensor *a_, const ra_linalg_lu_factor_opts *opts), (out_lu, out_pivots, a_, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_lu_factor_ex, (const ra_tensor *a_, ra_tensor **lu, ra_tensor **pivots, ra_tensor **info, const ra_linalg_lu_factor_ex_opts *opts), (a_, lu, pivots, info, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_lu_factor_ex_out, (ra_tensor *out_lu, ra_tensor *out_pivots, ra_tensor *out_info, const ra_tensor *a_, const ra_linalg_lu_factor_ex_opts *opts), (out_lu, out_pivots, out_info, a_, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_linalg_lu_solve, (const ra_tensor *lu, const ra_tensor *pivots, const ra_tensor *b_, const ra_linalg_lu_solve_opts *opts), (lu, pivots, b_, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_lu_solve_out, (ra_tensor *out, const ra_tensor *lu, const ra_tensor *pivots, const ra_tensor *b_, const ra_linalg_lu_solve_opts *opts), (out, lu, pivots, b_, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_cholesky_solve, (const ra_tensor *self, const ra_tensor *input2, bool upper), (self, input2, upper, RA__CALLER))
PLAIN(ra_status, ra_cholesky_solve_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *input2, bool upper), (out, self, input2, upper, RA__CALLER))
PLAIN(ra_status, ra_linalg_cholesky_ex, (const ra_tensor *self, ra_tensor **l_, ra_tensor **info, const ra_linalg_cholesky_ex_opts *opts), (self, l_, info, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_cholesky_ex_out, (ra_tensor *out_l_, ra_tensor *out_info, const ra_tensor *self, const ra_linalg_cholesky_ex_opts *opts), (out_l_, out_info, self, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_inv_ex, (const ra_tensor *a_, ra_tensor **inverse, ra_tensor **info, const ra_linalg_inv_ex_opts *opts), (a_, inverse, info, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_inv_ex_out, (ra_tensor *out_inverse, ra_tensor *out_info, const ra_tensor *a_, const ra_linalg_inv_ex_opts *opts), (out_inverse, out_info, a_, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_solve_ex, (const ra_tensor *a_, const ra_tensor *b_, ra_tensor **result, ra_tensor **info, const ra_linalg_solve_ex_opts *opts), (a_, b_, result, info, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_solve_ex_out, (ra_tensor *out_result, ra_tensor *out_info, const ra_tensor *a_, const ra_tensor *b_, const ra_linalg_solve_ex_opts *opts), (out_result, out_info, a_, b_, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_eig, (const ra_tensor *self, ra_tensor **eigenvalues, ra_tensor **eigenvectors), (self, eigenvalues, eigenvectors, RA__CALLER))
PLAIN(ra_status, ra_linalg_eig_out, (ra_tensor *out_eigenvalues, ra_tensor *out_eigenvectors, const ra_tensor *self), (out_eigenvalues, out_eigenvectors, self, RA__CALLER))
PLAIN(ra_tensor *, ra_linalg_eigvals, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_linalg_eigvals_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_status, ra_linalg_lstsq, (const ra_tensor *self, const ra_tensor *b_, ra_tensor **solution, ra_tensor **residuals, ra_tensor **rank, ra_tensor **singular_values, const ra_linalg_lstsq_opts *opts), (self, b_, solution, residuals, rank, singular_values, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_lstsq_out, (ra_tensor *out_solution, ra_tensor *out_residuals, ra_tensor *out_rank, ra_tensor *out_singular_values, const ra_tensor *self, const ra_tensor *b_, const ra_linalg_lstsq_opts *opts), (out_solution, out_residuals, out_rank, out_singular_values, self, b_, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_linalg_cross, (const ra_tensor *self, const ra_tensor *other, const ra_linalg_cross_opts *opts), (self, other, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_cross_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *other, const ra_linalg_cross_opts *opts), (out, self, other, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_linalg_matrix_power, (const ra_tensor *self, int64_t n_), (self, n_, RA__CALLER))
PLAIN(ra_status, ra_linalg_matrix_power_out, (ra_tensor *out, const ra_tensor *self, int64_t n_), (out, self, n_, RA__CALLER))
PLAIN(ra_tensor *, ra_linalg_matrix_norm, (const ra_tensor *self, ra_scalar ord, const ra_linalg_matrix_norm_opts *opts), (self, ord, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_matrix_norm_out, (ra_tensor *out, const ra_tensor *self, ra_scalar ord, const ra_linalg_matrix_norm_opts *opts), (out, self, ord, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_linalg_matrix_norm_str, (const ra_tensor *self, const char *ord, const ra_linalg_matrix_norm_str_opts *opts), (self, ord, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_matrix_norm_str_out, (ra_tensor *out, const ra_tensor *self, const char *ord, const ra_linalg_matrix_norm_str_opts *opts), (out, self, ord, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_linalg_norm, (const ra_tensor *self, const ra_linalg_norm_opts *opts), (self, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_norm_out, (ra_tensor *out, const ra_tensor *self, const ra_linalg_norm_opts *opts), (out, self, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_linalg_norm_str, (const ra_tensor *self, const char *ord, const ra_linalg_norm_str_opts *opts), (self, ord, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_norm_str_out, (ra_tensor *out, const ra_tensor *self, const char *ord, const ra_linalg_norm_str_opts *opts), (out, self, ord, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_linalg_cond, (const ra_tensor *self, ra_operand p_), (self, p_, RA__CALLER))
PLAIN(ra_status, ra_linalg_cond_out, (ra_tensor *out, const ra_tensor *self, ra_operand p_), (out, self, p_, RA__CALLER))
PLAIN(ra_tensor *, ra_linalg_cond_str, (const ra_tensor *self, const char *p_), (self, p_, RA__CALLER))
PLAIN(ra_status, ra_linalg_cond_str_out, (ra_tensor *out, const ra_tensor *self, const char *p_), (out, self, p_, RA__CALLER))
PLAIN(ra_tensor *, ra_linalg_pinv, (const ra_tensor *self, ra_operand atol, ra_operand rtol, const ra_linalg_pinv_opts *opts), (self, atol, rtol, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_pinv_out, (ra_tensor *out, const ra_tensor *self, ra_operand atol, ra_operand rtol, const ra_linalg_pinv_opts *opts), (out, self, atol, rtol, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_linalg_matrix_rank, (const ra_tensor *self, ra_operand atol, ra_operand rtol, const ra_linalg_matrix_rank_opts *opts), (self, atol, rtol, opts, RA__CALLER))
PLAIN(ra_status, ra_linalg_matrix_rank_out, (ra_tensor *out, const ra_tensor *self, ra_operand atol, ra_operand rtol, const ra_linalg_matrix_rank_opts *opts), (out, self, atol, rtol, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_linalg_multi_dot, (ra_tensors tensors), (tensors, RA__CALLER))
PLAIN(ra_status, ra_linalg_multi_dot_out, (ra_tensor *out, ra_tensors tensors), (out, tensors, RA__CALLER))
PLAIN(ra_tensor *, ra_fft_fft, (const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_fft_opts *opts), (self, n_, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_fft_fft_out, (ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_fft_opts *opts), (out, self, n_, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_fft_ifft, (const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_ifft_opts *opts), (self, n_, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_fft_ifft_out, (ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_ifft_opts *opts), (out, self, n_, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_fft_rfft, (const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_rfft_opts *opts), (self, n_, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_fft_rfft_out, (ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_rfft_opts *opts), (out, self, n_, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_fft_irfft, (const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_irfft_opts *opts), (self, n_, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_fft_irfft_out, (ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_irfft_opts *opts), (out, self, n_, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_fft_hfft, (const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_hfft_opts *opts), (self, n_, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_fft_hfft_out, (ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_hfft_opts *opts), (out, self, n_, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_fft_ihfft, (const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_ihfft_opts *opts), (self, n_, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_fft_ihfft_out, (ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_ihfft_opts *opts), (out, self, n_, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_fft_fft2, (const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_fft2_opts *opts), (self, s_, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_fft_fft2_out, (ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_fft2_opts *opts), (out, self, s_, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_fft_ifft2, (const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_ifft2_opts *opts), (self, s_, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_fft_ifft2_out, (ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_ifft2_opts *opts), (out, self, s_, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_fft_rfft2, (const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_rfft2_opts *opts), (self, s_, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_fft_rfft2_out, (ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_rfft2_opts *opts), (out, self, s_, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_fft_irfft2, (const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_irfft2_opts *opts), (self, s_, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_fft_irfft2_out, (ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_irfft2_opts *opts), (out, self, s_, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_fft_fftn, (const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_fftn_opts *opts), (self, s_, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_fft_fftn_out, (ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_fftn_opts *opts), (out, self, s_, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_fft_ifftn, (const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_ifftn_opts *opts), (self, s_, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_fft_ifftn_out, (ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_ifftn_opts *opts), (out, self, s_, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_fft_rfftn, (const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_rfftn_opts *opts), (self, s_, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_fft_rfftn_out, (ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_rfftn_opts *opts), (out, self, s_, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_fft_irfftn, (const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_irfftn_opts *opts), (self, s_, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_fft_irfftn_out, (ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_irfftn_opts *opts), (out, self, s_, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_fft_fftfreq, (int64_t n_, double d_, const ra_fft_fftfreq_opts *opts), (n_, d_, opts, RA__CALLER))
PLAIN(ra_status, ra_fft_fftfreq_out, (ra_tensor *out, int64_t n_, double d_, const ra_fft_fftfreq_opts *opts), (out, n_, d_, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_fft_rfftfreq, (int64_t n_, double d_, const ra_fft_rfftfreq_opts *opts), (n_, d_, opts, RA__CALLER))
PLAIN(ra_status, ra_fft_rfftfreq_out, (ra_tensor *out, int64_t n_, double d_, const ra_fft_rfftfreq_opts *opts), (out, n_, d_, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_fft_fftshift, (const ra_tensor *self, ra_dims dim), (self, dim, RA__CALLER))
PLAIN(ra_tensor *, ra_fft_ifftshift, (const ra_tensor *self, ra_dims dim), (self, dim, RA__CALLER))
PLAIN(ra_tensor *, ra_relu, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_relu_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_tensor *, ra_leaky_relu, (const ra_tensor *self, ra_scalar negative_slope), (self, negative_slope, RA__CALLER))
PLAIN(ra_status, ra_leaky_relu_, (ra_tensor *self, ra_scalar negative_slope), (self, negative_slope, RA__CALLER))
PLAIN(ra_status, ra_leaky_relu_out, (ra_tensor *out, const ra_tensor *self, ra_scalar negative_slope), (out, self, negative_slope, RA__CALLER))
PLAIN(ra_tensor *, ra_relu6, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_relu6_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_tensor *, ra_hardtanh, (const ra_tensor *self, ra_scalar min_val, ra_scalar max_val), (self, min_val, max_val, RA__CALLER))
PLAIN(ra_status, ra_hardtanh_, (ra_tensor *self, ra_scalar min_val, ra_scalar max_val), (self, min_val, max_val, RA__CALLER))
PLAIN(ra_status, ra_hardtanh_out, (ra_tensor *out, const ra_tensor *self, ra_scalar min_val, ra_scalar max_val), (out, self, min_val, max_val, RA__CALLER))
PLAIN(ra_tensor *, ra_elu, (const ra_tensor *self, ra_scalar alpha, ra_scalar scale, ra_scalar input_scale), (self, alpha, scale, input_scale, RA__CALLER))
PLAIN(ra_status, ra_elu_, (ra_tensor *self, ra_scalar alpha, ra_scalar scale, ra_scalar input_scale), (self, alpha, scale, input_scale, RA__CALLER))
PLAIN(ra_status, ra_elu_out, (ra_tensor *out, const ra_tensor *self, ra_scalar alpha, ra_scalar scale, ra_scalar input_scale), (out, self, alpha, scale, input_scale, RA__CALLER))
PLAIN(ra_tensor *, ra_celu, (const ra_tensor *self, ra_scalar alpha), (self, alpha, RA__CALLER))
PLAIN(ra_status, ra_celu_, (ra_tensor *self, ra_scalar alpha), (self, alpha, RA__CALLER))
PLAIN(ra_tensor *, ra_selu, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_selu_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_tensor *, ra_sigmoid, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_sigmoid_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_sigmoid_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_log_sigmoid, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_log_sigmoid_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_hardsigmoid, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_hardsigmoid_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_hardsigmoid_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_gelu, (const ra_tensor *self, const ra_gelu_opts *opts), (self, opts, RA__CALLER))
PLAIN(ra_status, ra_gelu_, (ra_tensor *self, const ra_gelu_opts *opts), (self, opts, RA__CALLER))
PLAIN(ra_status, ra_gelu_out, (ra_tensor *out, const ra_tensor *self, const ra_gelu_opts *opts), (out, self, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_silu, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_silu_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_silu_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_hardswish, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_hardswish_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_hardswish_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_mish, (const ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_mish_, (ra_tensor *self), (self, RA__CALLER))
PLAIN(ra_status, ra_mish_out, (ra_tensor *out, const ra_tensor *self), (out, self, RA__CALLER))
PLAIN(ra_tensor *, ra_softplus, (const ra_tensor *self, ra_scalar beta, ra_scalar threshold), (self, beta, threshold, RA__CALLER))
PLAIN(ra_status, ra_softplus_out, (ra_tensor *out, const ra_tensor *self, ra_scalar beta, ra_scalar threshold), (out, self, beta, threshold, RA__CALLER))
PLAIN(ra_tensor *, ra_glu, (const ra_tensor *self, int64_t dim), (self, dim, RA__CALLER))
PLAIN(ra_status, ra_glu_out, (ra_tensor *out, const ra_tensor *self, int64_t dim), (out, self, dim, RA__CALLER))
PLAIN(ra_tensor *, ra_hardshrink, (const ra_tensor *self, ra_scalar lambd), (self, lambd, RA__CALLER))
PLAIN(ra_status, ra_hardshrink_out, (ra_tensor *out, const ra_tensor *self, ra_scalar lambd), (out, self, lambd, RA__CALLER))
PLAIN(ra_tensor *, ra_softshrink, (const ra_tensor *self, ra_scalar lambd), (self, lambd, RA__CALLER))
PLAIN(ra_status, ra_softshrink_out, (ra_tensor *out, const ra_tensor *self, ra_scalar lambd), (out, self, lambd, RA__CALLER))
PLAIN(ra_tensor *, ra_threshold, (const ra_tensor *self, ra_scalar threshold, ra_scalar value), (self, threshold, value, RA__CALLER))
PLAIN(ra_status, ra_threshold_, (ra_tensor *self, ra_scalar threshold, ra_scalar value), (self, threshold, value, RA__CALLER))
PLAIN(ra_status, ra_threshold_out, (ra_tensor *out, const ra_tensor *self, ra_scalar threshold, ra_scalar value), (out, self, threshold, value, RA__CALLER))
PLAIN(ra_tensor *, ra_prelu, (const ra_tensor *self, const ra_tensor *weight), (self, weight, RA__CALLER))
PLAIN(ra_tensor *, ra_softmax, (const ra_tensor *self, int64_t dim, const ra_softmax_opts *opts), (self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_softmax_out, (ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_softmax_opts *opts), (out, self, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_log_softmax, (const ra_tensor *self, int64_t dim, const ra_log_softmax_opts *opts), (self, dim, opts, RA__CALLER))
PLAIN(ra_status, ra_log_softmax_out, (ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_log_softmax_opts *opts), (out, self, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_layer_norm, (const ra_tensor *input, ra_dims normalized_shape, const ra_tensor *weight, const ra_tensor *bias, const ra_layer_norm_opts *opts), (input, normalized_shape, weight, bias, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_conv2d, (const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv2d_opts *opts), (input, weight, bias, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_conv1d, (const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv1d_opts *opts), (input, weight, bias, opts, RA__CALLER))
PLAIN(ra_status, ra_max_pool2d, (const ra_tensor *self, ra_dims kernel_size, ra_tensor **output, ra_tensor **indices, const ra_max_pool2d_opts *opts), (self, kernel_size, output, indices, opts, RA__CALLER))
PLAIN(ra_status, ra_max_pool2d_out, (ra_tensor *out_output, ra_tensor *out_indices, const ra_tensor *self, ra_dims kernel_size, const ra_max_pool2d_opts *opts), (out_output, out_indices, self, kernel_size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_avg_pool2d, (const ra_tensor *self, ra_dims kernel_size, const ra_avg_pool2d_opts *opts), (self, kernel_size, opts, RA__CALLER))
PLAIN(ra_status, ra_avg_pool2d_out, (ra_tensor *out, const ra_tensor *self, ra_dims kernel_size, const ra_avg_pool2d_opts *opts), (out, self, kernel_size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_cdist, (const ra_tensor *x1, const ra_tensor *x2, double p_), (x1, x2, p_, RA__CALLER))
PLAIN(ra_tensor *, ra_embedding, (const ra_tensor *weight, const ra_tensor *indices), (weight, indices, RA__CALLER))
PLAIN(ra_status, ra_embedding_out, (ra_tensor *out, const ra_tensor *weight, const ra_tensor *indices), (out, weight, indices, RA__CALLER))
PLAIN(ra_tensor *, ra_cross_entropy, (const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_cross_entropy_opts *opts), (self, target, weight, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_mse_loss, (const ra_tensor *self, const ra_tensor *target, const ra_mse_loss_opts *opts), (self, target, opts, RA__CALLER))
PLAIN(ra_status, ra_mse_loss_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *target, const ra_mse_loss_opts *opts), (out, self, target, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_l1_loss, (const ra_tensor *self, const ra_tensor *target, const ra_l1_loss_opts *opts), (self, target, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_smooth_l1_loss, (const ra_tensor *self, const ra_tensor *target, const ra_smooth_l1_loss_opts *opts), (self, target, opts, RA__CALLER))
PLAIN(ra_status, ra_smooth_l1_loss_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *target, const ra_smooth_l1_loss_opts *opts), (out, self, target, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_huber_loss, (const ra_tensor *self, const ra_tensor *target, const ra_huber_loss_opts *opts), (self, target, opts, RA__CALLER))
PLAIN(ra_status, ra_huber_loss_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *target, const ra_huber_loss_opts *opts), (out, self, target, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_kl_div, (const ra_tensor *self, const ra_tensor *target, const ra_kl_div_opts *opts), (self, target, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_binary_cross_entropy_with_logits, (const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_tensor *pos_weight, const ra_binary_cross_entropy_with_logits_opts *opts), (self, target, weight, pos_weight, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_binary_cross_entropy, (const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_binary_cross_entropy_opts *opts), (self, target, weight, opts, RA__CALLER))
PLAIN(ra_status, ra_binary_cross_entropy_out, (ra_tensor *out, const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_binary_cross_entropy_opts *opts), (out, self, target, weight, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_nll_loss, (const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_nll_loss_opts *opts), (self, target, weight, opts, RA__CALLER))
PLAIN(ra_status, ra_nll_loss_forward, (const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, ra_tensor **output, ra_tensor **total_weight, const ra_nll_loss_forward_opts *opts), (self, target, weight, output, total_weight, opts, RA__CALLER))
PLAIN(ra_status, ra_nll_loss_forward_out, (ra_tensor *out_output, ra_tensor *out_total_weight, const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_nll_loss_forward_opts *opts), (out_output, out_total_weight, self, target, weight, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_embedding_bag, (const ra_tensor *weight, const ra_tensor *indices, const ra_tensor *offsets, const ra_tensor *per_sample_weights, const ra_embedding_bag_opts *opts), (weight, indices, offsets, per_sample_weights, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_hinge_embedding_loss, (const ra_tensor *self, const ra_tensor *target, const ra_hinge_embedding_loss_opts *opts), (self, target, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_margin_ranking_loss, (const ra_tensor *input1, const ra_tensor *input2, const ra_tensor *target, const ra_margin_ranking_loss_opts *opts), (input1, input2, target, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_cosine_embedding_loss, (const ra_tensor *input1, const ra_tensor *input2, const ra_tensor *target, const ra_cosine_embedding_loss_opts *opts), (input1, input2, target, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_triplet_margin_loss, (const ra_tensor *anchor, const ra_tensor *positive, const ra_tensor *negative, double p_, const ra_triplet_margin_loss_opts *opts), (anchor, positive, negative, p_, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_constant_pad_nd, (const ra_tensor *self, ra_dims pad, ra_scalar value), (self, pad, value, RA__CALLER))
PLAIN(ra_tensor *, ra_pad, (const ra_tensor *self, ra_dims pad, const ra_pad_opts *opts), (self, pad, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_pixel_shuffle, (const ra_tensor *self, int64_t upscale_factor), (self, upscale_factor, RA__CALLER))
PLAIN(ra_tensor *, ra_pixel_unshuffle, (const ra_tensor *self, int64_t downscale_factor), (self, downscale_factor, RA__CALLER))
PLAIN(ra_tensor *, ra_channel_shuffle, (const ra_tensor *self, int64_t groups), (self, groups, RA__CALLER))
PLAIN(ra_tensor *, ra_max_pool1d, (const ra_tensor *self, ra_dims kernel_size, const ra_max_pool1d_opts *opts), (self, kernel_size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_avg_pool1d, (const ra_tensor *self, ra_dims kernel_size, const ra_avg_pool1d_opts *opts), (self, kernel_size, opts, RA__CALLER))
PLAIN(ra_status, ra_max_pool3d, (const ra_tensor *self, ra_dims kernel_size, ra_tensor **output, ra_tensor **indices, const ra_max_pool3d_opts *opts), (self, kernel_size, output, indices, opts, RA__CALLER))
PLAIN(ra_status, ra_max_pool3d_out, (ra_tensor *out_output, ra_tensor *out_indices, const ra_tensor *self, ra_dims kernel_size, const ra_max_pool3d_opts *opts), (out_output, out_indices, self, kernel_size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_avg_pool3d, (const ra_tensor *self, ra_dims kernel_size, const ra_avg_pool3d_opts *opts), (self, kernel_size, opts, RA__CALLER))
PLAIN(ra_status, ra_avg_pool3d_out, (ra_tensor *out, const ra_tensor *self, ra_dims kernel_size, const ra_avg_pool3d_opts *opts), (out, self, kernel_size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_adaptive_avg_pool1d, (const ra_tensor *self, ra_dims output_size), (self, output_size, RA__CALLER))
PLAIN(ra_tensor *, ra_adaptive_avg_pool2d, (const ra_tensor *self, ra_dims output_size), (self, output_size, RA__CALLER))
PLAIN(ra_status, ra_adaptive_avg_pool2d_out, (ra_tensor *out, const ra_tensor *self, ra_dims output_size), (out, self, output_size, RA__CALLER))
PLAIN(ra_tensor *, ra_adaptive_avg_pool3d, (const ra_tensor *self, ra_dims output_size), (self, output_size, RA__CALLER))
PLAIN(ra_status, ra_adaptive_avg_pool3d_out, (ra_tensor *out, const ra_tensor *self, ra_dims output_size), (out, self, output_size, RA__CALLER))
PLAIN(ra_status, ra_adaptive_max_pool1d, (const ra_tensor *self, ra_dims output_size, ra_tensor **output, ra_tensor **indices), (self, output_size, output, indices, RA__CALLER))
PLAIN(ra_status, ra_adaptive_max_pool2d, (const ra_tensor *self, ra_dims output_size, ra_tensor **output, ra_tensor **indices), (self, output_size, output, indices, RA__CALLER))
PLAIN(ra_status, ra_adaptive_max_pool2d_out, (ra_tensor *out_output, ra_tensor *out_indices, const ra_tensor *self, ra_dims output_size), (out_output, out_indices, self, output_size, RA__CALLER))
PLAIN(ra_tensor *, ra_group_norm, (const ra_tensor *input, int64_t num_groups, const ra_tensor *weight, const ra_tensor *bias, const ra_group_norm_opts *opts), (input, num_groups, weight, bias, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_batch_norm, (const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_tensor *running_mean, const ra_tensor *running_var, const ra_batch_norm_opts *opts), (input, weight, bias, running_mean, running_var, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_instance_norm, (const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_tensor *running_mean, const ra_tensor *running_var, const ra_instance_norm_opts *opts), (input, weight, bias, running_mean, running_var, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_rms_norm, (const ra_tensor *input, ra_dims normalized_shape, const ra_tensor *weight, const ra_rms_norm_opts *opts), (input, normalized_shape, weight, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_normalize, (const ra_tensor *input, double p_, int64_t dim, const ra_normalize_opts *opts), (input, p_, dim, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_renorm, (const ra_tensor *self, ra_scalar p_, int64_t dim, ra_scalar maxnorm), (self, p_, dim, maxnorm, RA__CALLER))
PLAIN(ra_status, ra_renorm_, (ra_tensor *self, ra_scalar p_, int64_t dim, ra_scalar maxnorm), (self, p_, dim, maxnorm, RA__CALLER))
PLAIN(ra_status, ra_renorm_out, (ra_tensor *out, const ra_tensor *self, ra_scalar p_, int64_t dim, ra_scalar maxnorm), (out, self, p_, dim, maxnorm, RA__CALLER))
PLAIN(ra_tensor *, ra_local_response_norm, (const ra_tensor *input, int64_t size, double k_, const ra_local_response_norm_opts *opts), (input, size, k_, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_pairwise_distance, (const ra_tensor *x1, const ra_tensor *x2, double p_, const ra_pairwise_distance_opts *opts), (x1, x2, p_, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_upsample_nearest1d, (const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest1d_opts *opts), (self, output_size, opts, RA__CALLER))
PLAIN(ra_status, ra_upsample_nearest1d_out, (ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest1d_opts *opts), (out, self, output_size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_upsample_nearest2d, (const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest2d_opts *opts), (self, output_size, opts, RA__CALLER))
PLAIN(ra_status, ra_upsample_nearest2d_out, (ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest2d_opts *opts), (out, self, output_size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_upsample_nearest3d, (const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest3d_opts *opts), (self, output_size, opts, RA__CALLER))
PLAIN(ra_status, ra_upsample_nearest3d_out, (ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest3d_opts *opts), (out, self, output_size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_upsample_nearest_exact1d, (const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact1d_opts *opts), (self, output_size, opts, RA__CALLER))
PLAIN(ra_status, ra_upsample_nearest_exact1d_out, (ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact1d_opts *opts), (out, self, output_size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_upsample_nearest_exact2d, (const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact2d_opts *opts), (self, output_size, opts, RA__CALLER))
PLAIN(ra_status, ra_upsample_nearest_exact2d_out, (ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact2d_opts *opts), (out, self, output_size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_upsample_nearest_exact3d, (const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact3d_opts *opts), (self, output_size, opts, RA__CALLER))
PLAIN(ra_status, ra_upsample_nearest_exact3d_out, (ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact3d_opts *opts), (out, self, output_size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_upsample_linear1d, (const ra_tensor *self, ra_dims output_size, const ra_upsample_linear1d_opts *opts), (self, output_size, opts, RA__CALLER))
PLAIN(ra_status, ra_upsample_linear1d_out, (ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_linear1d_opts *opts), (out, self, output_size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_upsample_bilinear2d, (const ra_tensor *self, ra_dims output_size, const ra_upsample_bilinear2d_opts *opts), (self, output_size, opts, RA__CALLER))
PLAIN(ra_status, ra_upsample_bilinear2d_out, (ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_bilinear2d_opts *opts), (out, self, output_size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_upsample_trilinear3d, (const ra_tensor *self, ra_dims output_size, const ra_upsample_trilinear3d_opts *opts), (self, output_size, opts, RA__CALLER))
PLAIN(ra_status, ra_upsample_trilinear3d_out, (ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_trilinear3d_opts *opts), (out, self, output_size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_upsample_bicubic2d, (const ra_tensor *self, ra_dims output_size, const ra_upsample_bicubic2d_opts *opts), (self, output_size, opts, RA__CALLER))
PLAIN(ra_status, ra_upsample_bicubic2d_out, (ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_bicubic2d_opts *opts), (out, self, output_size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_interpolate, (const ra_tensor *input, ra_dims size, const ra_interpolate_opts *opts), (input, size, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_conv3d, (const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv3d_opts *opts), (input, weight, bias, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_conv_transpose1d, (const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv_transpose1d_opts *opts), (input, weight, bias, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_conv_transpose2d, (const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv_transpose2d_opts *opts), (input, weight, bias, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_conv_transpose3d, (const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv_transpose3d_opts *opts), (input, weight, bias, opts, RA__CALLER))
PLAIN(ra_tensor *, ra_scaled_dot_product_attention, (const ra_tensor *query, const ra_tensor *key, const ra_tensor *value, const ra_tensor *attn_mask, const ra_scaled_dot_product_attention_opts *opts), (query, key, value, attn_mask, opts, RA__CALLER))
