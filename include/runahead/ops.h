/*
 * The operators. Printed by src/meta/generate.c from src/meta/ops.def; do not edit.
 *
 * Semantics are those of PyTorch 2.13's operators of the same name. Each has up to three variants that differ only in
 * where the result goes: ra_x gives a new handle (NULL when refused), ra_x_ writes into its first argument, ra_x_out
 * into given handles, which are resized where they have to be. Arguments are borrowed for the call and may be
 * released right after it. A call does not wait unless its comment says so (or it is paced); errors that only the
 * data can show reach whoever reads the result. Any thread may call. A trailing options argument may be left out;
 * where an operand or scalar is taken, a C number will do. The dimensions that end the parameters of a reduction may be
 * left out where no options follow, ra_sum(x), and are RA_ALL then. A result that is not wanted may have NULL for its place.
 *
 * An output may be an input where both are the very same view and each element is read before it is written, as in
 * elementwise operators. Refused on purpose (RA_ERR_OVERLAP), also where PyTorch copies first or leaves the result to
 * chance: an output that shares bytes with an input otherwise, or whose elements share memory with each other (an
 * expanded view), where they would not all get one value; two outputs that share bytes; and an output that is an
 * input and would have to be resized (RA_ERR_SHAPE). Clone one of the two first. What a dtype cannot hold is refused
 * by description too: a complex tensor as value of masked_fill_ on a real self, whatever its imaginary part is.
 *
 * Refusals: RA_ERR_SHAPE, RA_ERR_DTYPE, RA_ERR_ARGUMENT, RA_ERR_DEVICE, RA_ERR_OVERLAP, RA_ERR_OVERFLOW,
 * RA_ERR_MEMORY, as the statuses say; messages, and those of later failures, name where the call stands.
 */
#ifndef RUNAHEAD_OPS_H
#define RUNAHEAD_OPS_H

#include <runahead/status.h>
#include <runahead/types.h>

RA_BEGIN_DECLS

/* ---- factories ---- */

/*
 * Uninitialised tensor. With pin_memory, of the processor alone: in page-locked memory, which CUDA devices read and
 * write by themselves, so that copies from and to them (of 64 KiB or more side by side) are not staged and take no
 * thread; it is a use of RA_CUDA, and refused, or fails, as that is.
 *
 *   empty(int[] size, *, dtype? dtype=None, device? device=None, str{contiguous,channels_last} memory_format="contiguous", bool pin_memory=False) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_empty_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
    const char *memory_format RA_ZERO; /* "contiguous", "channels_last"; default "contiguous" */
    bool pin_memory RA_ZERO; /* default no */
} ra_empty_opts;
RA_API ra_tensor *ra_empty(ra_dims size, const ra_empty_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_empty_at);
RA_API ra_status ra_empty_out(ra_tensor *out, ra_dims size, const ra_empty_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_empty_out_at) RA_WARN_UNUSED;

/*
 * Uninitialised tensor with given strides (in elements, not negative).
 *
 *   empty_strided(int[] size, int[] stride, *, dtype? dtype=None, device? device=None) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_empty_strided_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
} ra_empty_strided_opts;
RA_API ra_tensor *ra_empty_strided(ra_dims size, ra_dims stride, const ra_empty_strided_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_empty_strided_at);

/*
 * Uninitialised tensor of self's sizes; dense strides are kept, others densified in their order.
 *
 *   empty_like(Tensor self, *, dtype? dtype=None, device? device=None, str{preserve,contiguous,channels_last} memory_format="preserve") -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_empty_like_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
    const char *memory_format RA_ZERO; /* "preserve", "contiguous", "channels_last"; default "preserve" */
} ra_empty_like_opts;
RA_API ra_tensor *ra_empty_like(const ra_tensor *self, const ra_empty_like_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_empty_like_at);

/*
 * Tensor of zeros.
 *
 *   zeros(int[] size, *, dtype? dtype=None, device? device=None) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_zeros_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
} ra_zeros_opts;
RA_API ra_tensor *ra_zeros(ra_dims size, const ra_zeros_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_zeros_at);
RA_API ra_status ra_zeros_out(ra_tensor *out, ra_dims size, const ra_zeros_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_zeros_out_at) RA_WARN_UNUSED;

/*
 * Zeros in the sizes of self.
 *
 *   zeros_like(Tensor self, *, dtype? dtype=None, device? device=None, str{preserve,contiguous,channels_last} memory_format="preserve") -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_zeros_like_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
    const char *memory_format RA_ZERO; /* "preserve", "contiguous", "channels_last"; default "preserve" */
} ra_zeros_like_opts;
RA_API ra_tensor *ra_zeros_like(const ra_tensor *self, const ra_zeros_like_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_zeros_like_at);

/*
 * Tensor of ones.
 *
 *   ones(int[] size, *, dtype? dtype=None, device? device=None) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_ones_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
} ra_ones_opts;
RA_API ra_tensor *ra_ones(ra_dims size, const ra_ones_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_ones_at);
RA_API ra_status ra_ones_out(ra_tensor *out, ra_dims size, const ra_ones_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_ones_out_at) RA_WARN_UNUSED;

/*
 * Ones in the sizes of self.
 *
 *   ones_like(Tensor self, *, dtype? dtype=None, device? device=None, str{preserve,contiguous,channels_last} memory_format="preserve") -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_ones_like_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
    const char *memory_format RA_ZERO; /* "preserve", "contiguous", "channels_last"; default "preserve" */
} ra_ones_like_opts;
RA_API ra_tensor *ra_ones_like(const ra_tensor *self, const ra_ones_like_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_ones_like_at);

/*
 * Tensor of one value; its kind gives the dtype where none is named (bool, int64, default float, its complex).
 *
 *   full(int[] size, Scalar fill_value, *, dtype? dtype=None, device? device=None) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_full_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
} ra_full_opts;
RA_API ra_tensor *ra_full(ra_dims size, ra_scalar fill_value, const ra_full_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_full_at);
RA_API ra_status ra_full_out(ra_tensor *out, ra_dims size, ra_scalar fill_value, const ra_full_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_full_out_at) RA_WARN_UNUSED;

/*
 * One value in the sizes and dtype of self.
 *
 *   full_like(Tensor self, Scalar fill_value, *, dtype? dtype=None, device? device=None, str{preserve,contiguous,channels_last} memory_format="preserve") -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_full_like_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
    const char *memory_format RA_ZERO; /* "preserve", "contiguous", "channels_last"; default "preserve" */
} ra_full_like_opts;
RA_API ra_tensor *ra_full_like(const ra_tensor *self, ra_scalar fill_value, const ra_full_like_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_full_like_at);

/*
 * 0-dim tensor of one value, in the default dtype where none is named.
 *
 *   scalar_tensor(Scalar s, *, dtype? dtype=None, device? device=None) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_scalar_tensor_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
} ra_scalar_tensor_opts;
RA_API ra_tensor *ra_scalar_tensor(ra_scalar s_, const ra_scalar_tensor_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_scalar_tensor_at);

/*
 * Values from start, by step, up to but without end: ceil((end - start) / step) of them; int64 if all are integers,
 * else the default dtype.
 *
 *   arange(Scalar start, Scalar end, Scalar step=1, *, dtype? dtype=None, device? device=None) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_arange_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
} ra_arange_opts;
RA_API ra_tensor *ra_arange(ra_scalar start, ra_scalar end, ra_scalar step, const ra_arange_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_arange_at);
RA_API ra_status ra_arange_out(ra_tensor *out, ra_scalar start, ra_scalar end, ra_scalar step, const ra_arange_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_arange_out_at) RA_WARN_UNUSED;

/*
 * steps values evenly spaced from start to end, both included, computed from both ends.
 *
 *   linspace(Scalar start, Scalar end, int steps, *, dtype? dtype=None, device? device=None) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_linspace_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
} ra_linspace_opts;
RA_API ra_tensor *ra_linspace(ra_scalar start, ra_scalar end, int64_t steps, const ra_linspace_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linspace_at);
RA_API ra_status ra_linspace_out(ra_tensor *out, ra_scalar start, ra_scalar end, int64_t steps, const ra_linspace_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linspace_out_at) RA_WARN_UNUSED;

/*
 * base to the powers that linspace gives; of integers they are cut after they are taken. Computed in double
 * precision.
 *
 *   logspace(Scalar start, Scalar end, int steps, float base=10, *, dtype? dtype=None, device? device=None) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_logspace_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
} ra_logspace_opts;
RA_API ra_tensor *ra_logspace(ra_scalar start, ra_scalar end, int64_t steps, double base, const ra_logspace_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_logspace_at);
RA_API ra_status ra_logspace_out(ra_tensor *out, ra_scalar start, ra_scalar end, int64_t steps, double base, const ra_logspace_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_logspace_out_at) RA_WARN_UNUSED;

/*
 * (n, m) matrix with ones on the diagonal; m = -1 stands for n.
 *
 *   eye(int n, int m=-1, *, dtype? dtype=None, device? device=None) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_eye_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
} ra_eye_opts;
RA_API ra_tensor *ra_eye(int64_t n_, int64_t m_, const ra_eye_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_eye_at);
RA_API ra_status ra_eye_out(ra_tensor *out, int64_t n_, int64_t m_, const ra_eye_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_eye_out_at) RA_WARN_UNUSED;

/*
 * Rows and columns of the elements on and below a diagonal of a (row, col) matrix, as two rows in row-major order;
 * int64 where no dtype is named.
 *
 *   tril_indices(int row, int col, int offset=0, *, dtype? dtype=None, device? device=None) -> Tensor
 *
 * Computes in: int32, int64.
 */
typedef struct ra_tril_indices_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
} ra_tril_indices_opts;
RA_API ra_tensor *ra_tril_indices(int64_t row, int64_t col, int64_t offset, const ra_tril_indices_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_tril_indices_at);

/*
 * Rows and columns of the elements on and above a diagonal, as for tril_indices.
 *
 *   triu_indices(int row, int col, int offset=0, *, dtype? dtype=None, device? device=None) -> Tensor
 *
 * Computes in: int32, int64.
 */
typedef struct ra_triu_indices_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
} ra_triu_indices_opts;
RA_API ra_tensor *ra_triu_indices(int64_t row, int64_t col, int64_t offset, const ra_triu_indices_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_triu_indices_at);

/* ---- random ---- */

/*
 * Uniform on [0, 1).
 *
 *   rand(int[] size, *, Generator? generator=None, dtype? dtype=None, device? device=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_rand_opts {
    size_t size;
    ra_generator *generator RA_ZERO; /* default none */
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
} ra_rand_opts;
RA_API ra_tensor *ra_rand(ra_dims size, const ra_rand_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_rand_at);
RA_API ra_status ra_rand_out(ra_tensor *out, ra_dims size, const ra_rand_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_rand_out_at) RA_WARN_UNUSED;

/*
 * Standard normal; complex: variance 1/2 in each part.
 *
 *   randn(int[] size, *, Generator? generator=None, dtype? dtype=None, device? device=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_randn_opts {
    size_t size;
    ra_generator *generator RA_ZERO; /* default none */
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
} ra_randn_opts;
RA_API ra_tensor *ra_randn(ra_dims size, const ra_randn_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_randn_at);
RA_API ra_status ra_randn_out(ra_tensor *out, ra_dims size, const ra_randn_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_randn_out_at) RA_WARN_UNUSED;

/*
 * Uniform integers of [low, high); int64 where no dtype is named.
 *
 *   randint(int low, int high, int[] size, *, Generator? generator=None, dtype? dtype=None, device? device=None) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_randint_opts {
    size_t size;
    ra_generator *generator RA_ZERO; /* default none */
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
} ra_randint_opts;
RA_API ra_tensor *ra_randint(int64_t low, int64_t high, ra_dims size, const ra_randint_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_randint_at);
RA_API ra_status ra_randint_out(ra_tensor *out, int64_t low, int64_t high, ra_dims size, const ra_randint_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_randint_out_at) RA_WARN_UNUSED;

/*
 * Fills self with values uniform on [from, to).
 *
 *   uniform_(Tensor self, float from=0, float to=1, *, Generator? generator=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_uniform_opts {
    size_t size;
    ra_generator *generator RA_ZERO; /* default none */
} ra_uniform_opts;
RA_API ra_status ra_uniform_(ra_tensor *self, double from, double to, const ra_uniform_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_uniform__at) RA_WARN_UNUSED;

/*
 * Fills self with normal values; std must not be negative.
 *
 *   normal_(Tensor self, float mean=0, float std=1, *, Generator? generator=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_normal__opts {
    size_t size;
    ra_generator *generator RA_ZERO; /* default none */
} ra_normal__opts;
RA_API ra_status ra_normal_(ra_tensor *self, double mean, double std, const ra_normal__opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_normal__at) RA_WARN_UNUSED;

/*
 * Fills self with ones, with probability p, and zeros.
 *
 *   bernoulli_(Tensor self, float p=0.5, *, Generator? generator=None) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_bernoulli__opts {
    size_t size;
    ra_generator *generator RA_ZERO; /* default none */
} ra_bernoulli__opts;
RA_API ra_status ra_bernoulli_(ra_tensor *self, double p_, const ra_bernoulli__opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_bernoulli__at) RA_WARN_UNUSED;

/*
 * Fills self with exponential values of rate lambd, which are neither 0 nor infinite unless the dtype has no others.
 *
 *   exponential_(Tensor self, float lambd=1, *, Generator? generator=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_exponential_opts {
    size_t size;
    ra_generator *generator RA_ZERO; /* default none */
} ra_exponential_opts;
RA_API ra_status ra_exponential_(ra_tensor *self, double lambd, const ra_exponential_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_exponential__at) RA_WARN_UNUSED;

/*
 * Fills self with values of a Cauchy distribution.
 *
 *   cauchy_(Tensor self, float median=0, float sigma=1, *, Generator? generator=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_cauchy_opts {
    size_t size;
    ra_generator *generator RA_ZERO; /* default none */
} ra_cauchy_opts;
RA_API ra_status ra_cauchy_(ra_tensor *self, double median, double sigma, const ra_cauchy_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_cauchy__at) RA_WARN_UNUSED;

/*
 * Fills self with numbers of trials, each of probability p, up to the first success.
 *
 *   geometric_(Tensor self, float p, *, Generator? generator=None) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_geometric_opts {
    size_t size;
    ra_generator *generator RA_ZERO; /* default none */
} ra_geometric_opts;
RA_API ra_status ra_geometric_(ra_tensor *self, double p_, const ra_geometric_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_geometric__at) RA_WARN_UNUSED;

/*
 * 0 to n - 1 in random order; int64 where no dtype is named.
 *
 *   randperm(int n, *, Generator? generator=None, dtype? dtype=None, device? device=None) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_randperm_opts {
    size_t size;
    ra_generator *generator RA_ZERO; /* default none */
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
} ra_randperm_opts;
RA_API ra_tensor *ra_randperm(int64_t n_, const ra_randperm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_randperm_at);
RA_API ra_status ra_randperm_out(ra_tensor *out, int64_t n_, const ra_randperm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_randperm_out_at) RA_WARN_UNUSED;

/*
 * In training, input with zeros in places of probability p, the rest divided by 1 - p; else input itself (another
 * handle).
 *
 *   dropout(Tensor input, float p, bool train) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64. Result: another handle to the same storage where that will do, else a new tensor.
 */
RA_API ra_tensor *ra_dropout(const ra_tensor *input, double p_, bool train RA_SITE) RA_AT(ra_dropout_at);
RA_API ra_status ra_dropout_(ra_tensor *input, double p_, bool train RA_SITE) RA_AT(ra_dropout__at) RA_WARN_UNUSED;

/*
 * Indices drawn from a vector of probabilities, or from each row of a matrix, as often as their share of the sum
 * says; without replacement each at most once. Probabilities that are negative or not finite, or add up to 0, are
 * RA_ERR_VALUE.
 *
 *   multinomial(Tensor self, int num_samples, bool replacement=False, *, Generator? generator=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_multinomial_opts {
    size_t size;
    ra_generator *generator RA_ZERO; /* default none */
} ra_multinomial_opts;
RA_API ra_tensor *ra_multinomial(const ra_tensor *self, int64_t num_samples, bool replacement, const ra_multinomial_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_multinomial_at);
RA_API ra_status ra_multinomial_out(ra_tensor *out, const ra_tensor *self, int64_t num_samples, bool replacement, const ra_multinomial_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_multinomial_out_at) RA_WARN_UNUSED;

/*
 * Ones and zeros in the sizes of self, which has the probability of each one; what is none is RA_ERR_VALUE.
 *
 *   bernoulli(Tensor self, *, Generator? generator=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_bernoulli_opts {
    size_t size;
    ra_generator *generator RA_ZERO; /* default none */
} ra_bernoulli_opts;
RA_API ra_tensor *ra_bernoulli(const ra_tensor *self, const ra_bernoulli_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_bernoulli_at);
RA_API ra_status ra_bernoulli_out(ra_tensor *out, const ra_tensor *self, const ra_bernoulli_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_bernoulli_out_at) RA_WARN_UNUSED;

/*
 * Normal values, each of its own mean and standard deviation; one of the two may be a number, and the dtype is
 * mean's, or else std's. An element of std that is negative or NaN is RA_ERR_VALUE.
 *
 *   normal(Operand mean, Operand std, *, Generator? generator=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_normal_opts {
    size_t size;
    ra_generator *generator RA_ZERO; /* default none */
} ra_normal_opts;
RA_API ra_tensor *ra_normal(ra_operand mean, ra_operand std, const ra_normal_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_normal_at);
RA_API ra_status ra_normal_out(ra_tensor *out, ra_operand mean, ra_operand std, const ra_normal_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_normal_out_at) RA_WARN_UNUSED;

/*
 * Uniform on [0, 1) in the sizes of self.
 *
 *   rand_like(Tensor self, *, Generator? generator=None, dtype? dtype=None, device? device=None, str{preserve,contiguous,channels_last} memory_format="preserve") -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_rand_like_opts {
    size_t size;
    ra_generator *generator RA_ZERO; /* default none */
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
    const char *memory_format RA_ZERO; /* "preserve", "contiguous", "channels_last"; default "preserve" */
} ra_rand_like_opts;
RA_API ra_tensor *ra_rand_like(const ra_tensor *self, const ra_rand_like_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_rand_like_at);

/*
 * Standard normal in the sizes of self.
 *
 *   randn_like(Tensor self, *, Generator? generator=None, dtype? dtype=None, device? device=None, str{preserve,contiguous,channels_last} memory_format="preserve") -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_randn_like_opts {
    size_t size;
    ra_generator *generator RA_ZERO; /* default none */
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
    const char *memory_format RA_ZERO; /* "preserve", "contiguous", "channels_last"; default "preserve" */
} ra_randn_like_opts;
RA_API ra_tensor *ra_randn_like(const ra_tensor *self, const ra_randn_like_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_randn_like_at);

/*
 * Uniform integers of [low, high) in the sizes of self.
 *
 *   randint_like(Tensor self, int low, int high, *, Generator? generator=None, dtype? dtype=None, device? device=None, str{preserve,contiguous,channels_last} memory_format="preserve") -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_randint_like_opts {
    size_t size;
    ra_generator *generator RA_ZERO; /* default none */
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
    const char *memory_format RA_ZERO; /* "preserve", "contiguous", "channels_last"; default "preserve" */
} ra_randint_like_opts;
RA_API ra_tensor *ra_randint_like(const ra_tensor *self, int64_t low, int64_t high, const ra_randint_like_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_randint_like_at);

/* ---- copy and conversion ---- */

/*
 * Writes src, broadcast and converted, into self. They may overlap only where they are the same view.
 *
 *   copy_(Tensor self, Tensor src) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_status ra_copy_(ra_tensor *self, const ra_tensor *src RA_SITE) RA_AT(ra_copy__at) RA_WARN_UNUSED;

/*
 * A copy; dense strides are kept, others densified in their order.
 *
 *   clone(Tensor self, *, str{preserve,contiguous,channels_last} memory_format="preserve") -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_clone_opts {
    size_t size;
    const char *memory_format RA_ZERO; /* "preserve", "contiguous", "channels_last"; default "preserve" */
} ra_clone_opts;
RA_API ra_tensor *ra_clone(const ra_tensor *self, const ra_clone_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_clone_at);

/*
 * self where it is contiguous already (another handle to the same view), else a contiguous copy.
 *
 *   contiguous(Tensor self, *, str{contiguous,channels_last} memory_format="contiguous") -> Tensor
 *
 * Computes in: all. Result: another handle to the same storage where that will do, else a new tensor.
 */
typedef struct ra_contiguous_opts {
    size_t size;
    const char *memory_format RA_ZERO; /* "contiguous", "channels_last"; default "contiguous" */
} ra_contiguous_opts;
RA_API ra_tensor *ra_contiguous(const ra_tensor *self, const ra_contiguous_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_contiguous_at);

/*
 * Another dtype, device or memory format; self (another handle) where nothing changes and copy is not asked for.
 * From the meta device, which has no values: memory without values.
 *
 *   to(Tensor self, *, dtype? dtype=None, device? device=None, bool copy=False, str{preserve,contiguous,channels_last} memory_format="preserve") -> Tensor
 *
 * Computes in: all. Result: another handle to the same storage where that will do, else a new tensor.
 */
typedef struct ra_to_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
    bool copy RA_ZERO; /* default no */
    const char *memory_format RA_ZERO; /* "preserve", "contiguous", "channels_last"; default "preserve" */
} ra_to_opts;
RA_API ra_tensor *ra_to(const ra_tensor *self, const ra_to_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_to_at);

/*
 * Fills self with a number or a 0-dim tensor.
 *
 *   fill_(Tensor self, Operand value) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_status ra_fill_(ra_tensor *self, ra_operand value RA_SITE) RA_AT(ra_fill__at) RA_WARN_UNUSED;

/*
 * Fills self with zeros.
 *
 *   zero_(Tensor self) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_status ra_zero_(ra_tensor *self RA_SITE) RA_AT(ra_zero__at) RA_WARN_UNUSED;

/*
 * Gives self other sizes, from where it begins: its storage grows where it has to, never shrinks, and keeps its
 * values; those that are new are undefined. The strides are those of memory_format; without it contiguous ones, or,
 * where the sizes are the same already, its own. A borrowed buffer does not grow.
 *
 *   resize_(Tensor self, int[] size, *, str?{contiguous,channels_last} memory_format=None) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_resize_opts {
    size_t size;
    const char *memory_format RA_ZERO; /* "contiguous", "channels_last"; default none */
} ra_resize_opts;
RA_API ra_status ra_resize_(ra_tensor *self, ra_dims size, const ra_resize_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_resize__at) RA_WARN_UNUSED;

/* ---- views ---- */

/*
 * Other sizes over the same elements; one may be -1. Refused where strides do not allow it.
 *
 *   view(Tensor self, int[] size) -> Tensor
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_tensor *ra_view(const ra_tensor *self, ra_dims size RA_SITE) RA_AT(ra_view_at);

/*
 * A view where strides allow it, else a contiguous copy.
 *
 *   reshape(Tensor self, int[] shape) -> Tensor
 *
 * Computes in: all. Result: another handle to the same storage where that will do, else a new tensor.
 */
RA_API ra_tensor *ra_reshape(const ra_tensor *self, ra_dims shape RA_SITE) RA_AT(ra_reshape_at);

/*
 * Any sizes, strides and offset (in elements) within the storage; -1 keeps self's offset.
 *
 *   as_strided(Tensor self, int[] size, int[] stride, int storage_offset=-1) -> Tensor
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_tensor *ra_as_strided(const ra_tensor *self, ra_dims size, ra_dims stride, int64_t storage_offset RA_SITE) RA_AT(ra_as_strided_at);

/*
 * Dimensions of size 1 repeated with stride 0; -1 keeps a size.
 *
 *   expand(Tensor self, int[] size) -> Tensor
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_tensor *ra_expand(const ra_tensor *self, ra_dims size RA_SITE) RA_AT(ra_expand_at);

/*
 * self broadcast to size.
 *
 *   broadcast_to(Tensor self, int[] size) -> Tensor
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_tensor *ra_broadcast_to(const ra_tensor *self, ra_dims size RA_SITE) RA_AT(ra_broadcast_to_at);

/*
 * Dimensions in another order.
 *
 *   permute(Tensor self, int[] dims) -> Tensor
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_tensor *ra_permute(const ra_tensor *self, ra_dims dims RA_SITE) RA_AT(ra_permute_at);

/*
 * Two dimensions exchanged.
 *
 *   transpose(Tensor self, int dim0, int dim1) -> Tensor
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_tensor *ra_transpose(const ra_tensor *self, int64_t dim0, int64_t dim1 RA_SITE) RA_AT(ra_transpose_at);
RA_API ra_status ra_transpose_(ra_tensor *self, int64_t dim0, int64_t dim1 RA_SITE) RA_AT(ra_transpose__at) RA_WARN_UNUSED;

/*
 * Transpose of a tensor of at most two dimensions.
 *
 *   t(Tensor self) -> Tensor
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_tensor *ra_t(const ra_tensor *self RA_SITE) RA_AT(ra_t_at);
RA_API ra_status ra_t_(ra_tensor *self RA_SITE) RA_AT(ra_t__at) RA_WARN_UNUSED;

/*
 * Without the named dimensions (RA_ALL: any) whose size is 1.
 *
 *   squeeze(Tensor self, int[] dim) -> Tensor
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_tensor *ra_squeeze(const ra_tensor *self, ra_dims dim RA_SITE) RA_AT(ra_squeeze_at);
RA_API ra_status ra_squeeze_(ra_tensor *self, ra_dims dim RA_SITE) RA_AT(ra_squeeze__at) RA_WARN_UNUSED;

/*
 * A dimension of size 1 inserted before dim.
 *
 *   unsqueeze(Tensor self, int dim) -> Tensor
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_tensor *ra_unsqueeze(const ra_tensor *self, int64_t dim RA_SITE) RA_AT(ra_unsqueeze_at);
RA_API ra_status ra_unsqueeze_(ra_tensor *self, int64_t dim RA_SITE) RA_AT(ra_unsqueeze__at) RA_WARN_UNUSED;

/*
 * Dimensions start_dim to end_dim merged; a view where strides allow it.
 *
 *   flatten(Tensor self, int start_dim=0, int end_dim=-1) -> Tensor
 *
 * Computes in: all. Result: another handle to the same storage where that will do, else a new tensor.
 */
RA_API ra_tensor *ra_flatten(const ra_tensor *self, int64_t start_dim, int64_t end_dim RA_SITE) RA_AT(ra_flatten_at);

/*
 * One index of a dimension, which goes away.
 *
 *   select(Tensor self, int dim, int index) -> Tensor
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_tensor *ra_select(const ra_tensor *self, int64_t dim, int64_t index RA_SITE) RA_AT(ra_select_at);

/*
 * Indices start, start + step, ... below end of a dimension; clamped; RA_END for the end.
 *
 *   slice(Tensor self, int dim, int start, int end, int step=1) -> Tensor
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_tensor *ra_slice(const ra_tensor *self, int64_t dim, int64_t start, int64_t end, int64_t step RA_SITE) RA_AT(ra_slice_at);

/*
 * length indices of a dimension from start; not clamped.
 *
 *   narrow(Tensor self, int dim, int start, int length) -> Tensor
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_tensor *ra_narrow(const ra_tensor *self, int64_t dim, int64_t start, int64_t length RA_SITE) RA_AT(ra_narrow_at);

/*
 * Pieces of split_size along dim; the last may be smaller.
 *
 *   split(Tensor self, int split_size, int dim=0) -> Tensor[]
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_status ra_split(const ra_tensor *self, int64_t split_size, int64_t dim, ra_tensor **results, size_t room, size_t *count RA_SITE) RA_AT(ra_split_at) RA_WARN_UNUSED;

/*
 * The slices along dim, which goes away.
 *
 *   unbind(Tensor self, int dim=0) -> Tensor[]
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_status ra_unbind(const ra_tensor *self, int64_t dim, ra_tensor **results, size_t room, size_t *count RA_SITE) RA_AT(ra_unbind_at) RA_WARN_UNUSED;

/*
 * The diagonal of two dimensions, as a last dimension.
 *
 *   diagonal(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_tensor *ra_diagonal(const ra_tensor *self, int64_t offset, int64_t dim1, int64_t dim2 RA_SITE) RA_AT(ra_diagonal_at);

/*
 * Dimensions source brought to destination; the others keep their order.
 *
 *   movedim(Tensor self, int[] source, int[] destination) -> Tensor
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_tensor *ra_movedim(const ra_tensor *self, ra_dims source, ra_dims destination RA_SITE) RA_AT(ra_movedim_at);

/*
 * A dimension as several of sizes, of which one may be -1. Refused where strides do not allow it.
 *
 *   unflatten(Tensor self, int dim, int[] sizes) -> Tensor
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_tensor *ra_unflatten(const ra_tensor *self, int64_t dim, ra_dims sizes RA_SITE) RA_AT(ra_unflatten_at);

/*
 * All elements in one dimension; a view where self is contiguous.
 *
 *   ravel(Tensor self) -> Tensor
 *
 * Computes in: all. Result: another handle to the same storage where that will do, else a new tensor.
 */
RA_API ra_tensor *ra_ravel(const ra_tensor *self RA_SITE) RA_AT(ra_ravel_at);

/*
 * At most so many pieces of equal size along dim; the last may be smaller.
 *
 *   chunk(Tensor self, int chunks, int dim=0) -> Tensor[]
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_status ra_chunk(const ra_tensor *self, int64_t chunks, int64_t dim, ra_tensor **results, size_t room, size_t *count RA_SITE) RA_AT(ra_chunk_at) RA_WARN_UNUSED;

/*
 * Each of tensors expanded to the sizes that they broadcast to.
 *
 *   broadcast_tensors(Tensor[] tensors) -> Tensor[]
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_status ra_broadcast_tensors(ra_tensors tensors, ra_tensor **results, size_t room, size_t *count RA_SITE) RA_AT(ra_broadcast_tensors_at) RA_WARN_UNUSED;

/*
 * Vectors as the coordinates of a grid: each along a dimension of its own, repeated along the others; with "xy" the
 * first along dimension 1, the second along dimension 0.
 *
 *   meshgrid(Tensor[] tensors, *, str{ij,xy} indexing="ij") -> Tensor[]
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
typedef struct ra_meshgrid_opts {
    size_t size;
    const char *indexing RA_ZERO; /* "ij", "xy"; default "ij" */
} ra_meshgrid_opts;
RA_API ra_status ra_meshgrid(ra_tensors tensors, ra_tensor **results, size_t room, size_t *count, const ra_meshgrid_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_meshgrid_at) RA_WARN_UNUSED;

/*
 * The real parts of complex numbers; of real ones self (another handle).
 *
 *   real(Tensor self) -> Tensor
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_tensor *ra_real(const ra_tensor *self RA_SITE) RA_AT(ra_real_at);

/*
 * The imaginary parts of complex numbers.
 *
 *   imag(Tensor self) -> Tensor
 *
 * Computes in: complex64, complex128. Result: a view of the first argument; no task.
 */
RA_API ra_tensor *ra_imag(const ra_tensor *self RA_SITE) RA_AT(ra_imag_at);

/*
 * Complex numbers as pairs of their parts, in a last dimension of size 2.
 *
 *   view_as_real(Tensor self) -> Tensor
 *
 * Computes in: complex64, complex128. Result: a view of the first argument; no task.
 */
RA_API ra_tensor *ra_view_as_real(const ra_tensor *self RA_SITE) RA_AT(ra_view_as_real_at);

/*
 * Pairs in the last dimension, of size 2 and stride 1, as complex numbers.
 *
 *   view_as_complex(Tensor self) -> Tensor
 *
 * Computes in: float32, float64. Result: a view of the first argument; no task.
 */
RA_API ra_tensor *ra_view_as_complex(const ra_tensor *self RA_SITE) RA_AT(ra_view_as_complex_at);

/*
 * Pieces of these sizes along dim, which they make up.
 *
 *   split_with_sizes(Tensor self, int[] split_sizes, int dim=0) -> Tensor[]
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_status ra_split_with_sizes(const ra_tensor *self, ra_dims split_sizes, int64_t dim, ra_tensor **results, size_t room, size_t *count RA_SITE) RA_AT(ra_split_with_sizes_at) RA_WARN_UNUSED;

/*
 * So many pieces along dim; the first are one longer where it does not divide.
 *
 *   tensor_split(Tensor self, int sections, int dim=0) -> Tensor[]
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_status ra_tensor_split(const ra_tensor *self, int64_t sections, int64_t dim, ra_tensor **results, size_t room, size_t *count RA_SITE) RA_AT(ra_tensor_split_at) RA_WARN_UNUSED;

/*
 * Pieces along dim that end where indices says, and the rest. PyTorch's tensor_split with a list.
 *
 *   tensor_split_indices(Tensor self, int[] indices, int dim=0) -> Tensor[]
 *
 * Computes in: all. Result: a view of the first argument; no task.
 */
RA_API ra_status ra_tensor_split_indices(const ra_tensor *self, ra_dims indices, int64_t dim, ra_tensor **results, size_t room, size_t *count RA_SITE) RA_AT(ra_tensor_split_indices_at) RA_WARN_UNUSED;

/*
 * self (another handle); bool is refused.
 *
 *   positive(Tensor self) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128. Result: a view of the first argument; no task.
 */
RA_API ra_tensor *ra_positive(const ra_tensor *self RA_SITE) RA_AT(ra_positive_at);

/* ---- concatenation and moves ---- */

/*
 * Tensors one after another along dim, promoted; 1-d empty ones are skipped.
 *
 *   cat(Tensor[] tensors, int dim=0) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_cat(ra_tensors tensors, int64_t dim RA_SITE) RA_AT(ra_cat_at);
RA_API ra_status ra_cat_out(ra_tensor *out, ra_tensors tensors, int64_t dim RA_SITE) RA_AT(ra_cat_out_at) RA_WARN_UNUSED;

/*
 * Tensors of equal sizes along a new dimension.
 *
 *   stack(Tensor[] tensors, int dim=0) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_stack(ra_tensors tensors, int64_t dim RA_SITE) RA_AT(ra_stack_at);
RA_API ra_status ra_stack_out(ra_tensor *out, ra_tensors tensors, int64_t dim RA_SITE) RA_AT(ra_stack_out_at) RA_WARN_UNUSED;

/*
 * Tensors side by side: 1-d ones along dimension 0, others along dimension 1; 0-dim ones count as 1-d.
 *
 *   hstack(Tensor[] tensors) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_hstack(ra_tensors tensors RA_SITE) RA_AT(ra_hstack_at);
RA_API ra_status ra_hstack_out(ra_tensor *out, ra_tensors tensors RA_SITE) RA_AT(ra_hstack_out_at) RA_WARN_UNUSED;

/*
 * Tensors one below another, along dimension 0; those of fewer than two dimensions count as rows.
 *
 *   vstack(Tensor[] tensors) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_vstack(ra_tensors tensors RA_SITE) RA_AT(ra_vstack_at);
RA_API ra_status ra_vstack_out(ra_tensor *out, ra_tensors tensors RA_SITE) RA_AT(ra_vstack_out_at) RA_WARN_UNUSED;

/*
 * Tensors one behind another, along dimension 2; those of fewer than three dimensions are as for vstack, of depth 1.
 *
 *   dstack(Tensor[] tensors) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_dstack(ra_tensors tensors RA_SITE) RA_AT(ra_dstack_at);
RA_API ra_status ra_dstack_out(ra_tensor *out, ra_tensors tensors RA_SITE) RA_AT(ra_dstack_out_at) RA_WARN_UNUSED;

/*
 * Tensors side by side as columns, those of fewer than two dimensions as one each.
 *
 *   column_stack(Tensor[] tensors) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_column_stack(ra_tensors tensors RA_SITE) RA_AT(ra_column_stack_at);
RA_API ra_status ra_column_stack_out(ra_tensor *out, ra_tensors tensors RA_SITE) RA_AT(ra_column_stack_out_at) RA_WARN_UNUSED;

/*
 * Copies of self along each dimension.
 *
 *   repeat(Tensor self, int[] repeats) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_repeat(const ra_tensor *self, ra_dims repeats RA_SITE) RA_AT(ra_repeat_at);

/*
 * Copies of self along each dimension; fewer numbers than dimensions are those of the last.
 *
 *   tile(Tensor self, int[] dims) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_tile(const ra_tensor *self, ra_dims dims RA_SITE) RA_AT(ra_tile_at);

/*
 * Order reversed along dims.
 *
 *   flip(Tensor self, int[] dims) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_flip(const ra_tensor *self, ra_dims dims RA_SITE) RA_AT(ra_flip_at);

/*
 * Elements moved on by shifts along dims, the last to the front; without dims (RA_ALL or an empty list) one shift of
 * the flattened tensor.
 *
 *   roll(Tensor self, int[] shifts, int[]? dims) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_roll(const ra_tensor *self, ra_dims shifts, ra_dims dims RA_SITE) RA_AT(ra_roll_at);

/*
 * Lower triangle of each matrix, zero elsewhere.
 *
 *   tril(Tensor self, int diagonal=0) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_tril(const ra_tensor *self, int64_t diagonal RA_SITE) RA_AT(ra_tril_at);
RA_API ra_status ra_tril_(ra_tensor *self, int64_t diagonal RA_SITE) RA_AT(ra_tril__at) RA_WARN_UNUSED;
RA_API ra_status ra_tril_out(ra_tensor *out, const ra_tensor *self, int64_t diagonal RA_SITE) RA_AT(ra_tril_out_at) RA_WARN_UNUSED;

/*
 * Upper triangle of each matrix, zero elsewhere.
 *
 *   triu(Tensor self, int diagonal=0) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_triu(const ra_tensor *self, int64_t diagonal RA_SITE) RA_AT(ra_triu_at);
RA_API ra_status ra_triu_(ra_tensor *self, int64_t diagonal RA_SITE) RA_AT(ra_triu__at) RA_WARN_UNUSED;
RA_API ra_status ra_triu_out(ra_tensor *out, const ra_tensor *self, int64_t diagonal RA_SITE) RA_AT(ra_triu_out_at) RA_WARN_UNUSED;

/*
 * The diagonal of a matrix, copied; of a vector, the matrix that has it as its diagonal.
 *
 *   diag(Tensor self, int diagonal=0) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_diag(const ra_tensor *self, int64_t diagonal RA_SITE) RA_AT(ra_diag_at);
RA_API ra_status ra_diag_out(ra_tensor *out, const ra_tensor *self, int64_t diagonal RA_SITE) RA_AT(ra_diag_out_at) RA_WARN_UNUSED;

/*
 * Matrices of zeros, in dimensions dim1 and dim2, that have the last dimension of self as their diagonal.
 *
 *   diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_diag_embed(const ra_tensor *self, int64_t offset, int64_t dim1, int64_t dim2 RA_SITE) RA_AT(ra_diag_embed_at);

/*
 * Matrices (vectors are rows) along the diagonal of one, zeros elsewhere.
 *
 *   block_diag(Tensor[] tensors) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_block_diag(ra_tensors tensors RA_SITE) RA_AT(ra_block_diag_at);

/*
 * Turned k times by a quarter, from the first of two dimensions to the second.
 *
 *   rot90(Tensor self, int k, int[] dims) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_rot90(const ra_tensor *self, int64_t k_, ra_dims dims RA_SITE) RA_AT(ra_rot90_at);

/*
 * self with src at one index of dim.
 *
 *   select_scatter(Tensor self, Tensor src, int dim, int index) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_select_scatter(const ra_tensor *self, const ra_tensor *src, int64_t dim, int64_t index RA_SITE) RA_AT(ra_select_scatter_at);

/*
 * self with src in the places that slice gives.
 *
 *   slice_scatter(Tensor self, Tensor src, int dim, int start, int end, int step=1) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_slice_scatter(const ra_tensor *self, const ra_tensor *src, int64_t dim, int64_t start, int64_t end, int64_t step RA_SITE) RA_AT(ra_slice_scatter_at);

/*
 * Fills the diagonal of self, which has two dimensions or more that are alike; wrap: of a tall matrix it begins anew
 * below, behind a row that stays.
 *
 *   fill_diagonal_(Tensor self, Scalar fill_value, bool wrap=False) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_status ra_fill_diagonal_(ra_tensor *self, ra_scalar fill_value, bool wrap RA_SITE) RA_AT(ra_fill_diagonal__at) RA_WARN_UNUSED;

/* ---- pointwise unary ---- */

/*
 * Absolute value; of complex ones the real modulus (then not in place).
 *
 *   abs(Tensor self) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_abs(const ra_tensor *self RA_SITE) RA_AT(ra_abs_at);
RA_API ra_status ra_abs_(ra_tensor *self RA_SITE) RA_AT(ra_abs__at) RA_WARN_UNUSED;
RA_API ra_status ra_abs_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_abs_out_at) RA_WARN_UNUSED;

/*
 * Negated; bool is refused.
 *
 *   neg(Tensor self) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_neg(const ra_tensor *self RA_SITE) RA_AT(ra_neg_at);
RA_API ra_status ra_neg_(ra_tensor *self RA_SITE) RA_AT(ra_neg__at) RA_WARN_UNUSED;
RA_API ra_status ra_neg_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_neg_out_at) RA_WARN_UNUSED;

/*
 * -1, 0 or 1; NaN gives 0 as in PyTorch.
 *
 *   sign(Tensor self) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_sign(const ra_tensor *self RA_SITE) RA_AT(ra_sign_at);
RA_API ra_status ra_sign_(ra_tensor *self RA_SITE) RA_AT(ra_sign__at) RA_WARN_UNUSED;
RA_API ra_status ra_sign_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_sign_out_at) RA_WARN_UNUSED;

/*
 * 1 / self.
 *
 *   reciprocal(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_reciprocal(const ra_tensor *self RA_SITE) RA_AT(ra_reciprocal_at);
RA_API ra_status ra_reciprocal_(ra_tensor *self RA_SITE) RA_AT(ra_reciprocal__at) RA_WARN_UNUSED;
RA_API ra_status ra_reciprocal_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_reciprocal_out_at) RA_WARN_UNUSED;

/*
 * Square root.
 *
 *   sqrt(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_sqrt(const ra_tensor *self RA_SITE) RA_AT(ra_sqrt_at);
RA_API ra_status ra_sqrt_(ra_tensor *self RA_SITE) RA_AT(ra_sqrt__at) RA_WARN_UNUSED;
RA_API ra_status ra_sqrt_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_sqrt_out_at) RA_WARN_UNUSED;

/*
 * 1 / sqrt(self).
 *
 *   rsqrt(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_rsqrt(const ra_tensor *self RA_SITE) RA_AT(ra_rsqrt_at);
RA_API ra_status ra_rsqrt_(ra_tensor *self RA_SITE) RA_AT(ra_rsqrt__at) RA_WARN_UNUSED;
RA_API ra_status ra_rsqrt_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_rsqrt_out_at) RA_WARN_UNUSED;

/*
 * self * self; of bool as int64.
 *
 *   square(Tensor self) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_square(const ra_tensor *self RA_SITE) RA_AT(ra_square_at);
RA_API ra_status ra_square_(ra_tensor *self RA_SITE) RA_AT(ra_square__at) RA_WARN_UNUSED;
RA_API ra_status ra_square_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_square_out_at) RA_WARN_UNUSED;

/*
 * Exponential.
 *
 *   exp(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_exp(const ra_tensor *self RA_SITE) RA_AT(ra_exp_at);
RA_API ra_status ra_exp_(ra_tensor *self RA_SITE) RA_AT(ra_exp__at) RA_WARN_UNUSED;
RA_API ra_status ra_exp_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_exp_out_at) RA_WARN_UNUSED;

/*
 * exp(self) - 1, accurate near 0.
 *
 *   expm1(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_expm1(const ra_tensor *self RA_SITE) RA_AT(ra_expm1_at);
RA_API ra_status ra_expm1_(ra_tensor *self RA_SITE) RA_AT(ra_expm1__at) RA_WARN_UNUSED;
RA_API ra_status ra_expm1_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_expm1_out_at) RA_WARN_UNUSED;

/*
 * Natural logarithm.
 *
 *   log(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_log(const ra_tensor *self RA_SITE) RA_AT(ra_log_at);
RA_API ra_status ra_log_(ra_tensor *self RA_SITE) RA_AT(ra_log__at) RA_WARN_UNUSED;
RA_API ra_status ra_log_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_log_out_at) RA_WARN_UNUSED;

/*
 * log(1 + self), accurate near 0.
 *
 *   log1p(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_log1p(const ra_tensor *self RA_SITE) RA_AT(ra_log1p_at);
RA_API ra_status ra_log1p_(ra_tensor *self RA_SITE) RA_AT(ra_log1p__at) RA_WARN_UNUSED;
RA_API ra_status ra_log1p_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_log1p_out_at) RA_WARN_UNUSED;

/*
 * Sine of radians.
 *
 *   sin(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_sin(const ra_tensor *self RA_SITE) RA_AT(ra_sin_at);
RA_API ra_status ra_sin_(ra_tensor *self RA_SITE) RA_AT(ra_sin__at) RA_WARN_UNUSED;
RA_API ra_status ra_sin_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_sin_out_at) RA_WARN_UNUSED;

/*
 * Cosine of radians.
 *
 *   cos(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_cos(const ra_tensor *self RA_SITE) RA_AT(ra_cos_at);
RA_API ra_status ra_cos_(ra_tensor *self RA_SITE) RA_AT(ra_cos__at) RA_WARN_UNUSED;
RA_API ra_status ra_cos_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_cos_out_at) RA_WARN_UNUSED;

/*
 * Hyperbolic tangent.
 *
 *   tanh(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_tanh(const ra_tensor *self RA_SITE) RA_AT(ra_tanh_at);
RA_API ra_status ra_tanh_(ra_tensor *self RA_SITE) RA_AT(ra_tanh__at) RA_WARN_UNUSED;
RA_API ra_status ra_tanh_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_tanh_out_at) RA_WARN_UNUSED;

/*
 * Error function.
 *
 *   erf(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_erf(const ra_tensor *self RA_SITE) RA_AT(ra_erf_at);
RA_API ra_status ra_erf_(ra_tensor *self RA_SITE) RA_AT(ra_erf__at) RA_WARN_UNUSED;
RA_API ra_status ra_erf_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_erf_out_at) RA_WARN_UNUSED;

/*
 * Rounded up; integers are copied.
 *
 *   ceil(Tensor self) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_ceil(const ra_tensor *self RA_SITE) RA_AT(ra_ceil_at);
RA_API ra_status ra_ceil_(ra_tensor *self RA_SITE) RA_AT(ra_ceil__at) RA_WARN_UNUSED;
RA_API ra_status ra_ceil_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_ceil_out_at) RA_WARN_UNUSED;

/*
 * Rounded down; integers are copied.
 *
 *   floor(Tensor self) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_floor(const ra_tensor *self RA_SITE) RA_AT(ra_floor_at);
RA_API ra_status ra_floor_(ra_tensor *self RA_SITE) RA_AT(ra_floor__at) RA_WARN_UNUSED;
RA_API ra_status ra_floor_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_floor_out_at) RA_WARN_UNUSED;

/*
 * Rounded to the nearest, ties to even; integers are copied.
 *
 *   round(Tensor self) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_round(const ra_tensor *self RA_SITE) RA_AT(ra_round_at);
RA_API ra_status ra_round_(ra_tensor *self RA_SITE) RA_AT(ra_round__at) RA_WARN_UNUSED;
RA_API ra_status ra_round_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_round_out_at) RA_WARN_UNUSED;

/*
 * Rounded towards zero; integers are copied.
 *
 *   trunc(Tensor self) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_trunc(const ra_tensor *self RA_SITE) RA_AT(ra_trunc_at);
RA_API ra_status ra_trunc_(ra_tensor *self RA_SITE) RA_AT(ra_trunc__at) RA_WARN_UNUSED;
RA_API ra_status ra_trunc_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_trunc_out_at) RA_WARN_UNUSED;

/*
 * What trunc takes away, with the sign of self.
 *
 *   frac(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_frac(const ra_tensor *self RA_SITE) RA_AT(ra_frac_at);
RA_API ra_status ra_frac_(ra_tensor *self RA_SITE) RA_AT(ra_frac__at) RA_WARN_UNUSED;
RA_API ra_status ra_frac_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_frac_out_at) RA_WARN_UNUSED;

/*
 * 2 to the power of self.
 *
 *   exp2(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_exp2(const ra_tensor *self RA_SITE) RA_AT(ra_exp2_at);
RA_API ra_status ra_exp2_(ra_tensor *self RA_SITE) RA_AT(ra_exp2__at) RA_WARN_UNUSED;
RA_API ra_status ra_exp2_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_exp2_out_at) RA_WARN_UNUSED;

/*
 * Logarithm to base 2.
 *
 *   log2(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_log2(const ra_tensor *self RA_SITE) RA_AT(ra_log2_at);
RA_API ra_status ra_log2_(ra_tensor *self RA_SITE) RA_AT(ra_log2__at) RA_WARN_UNUSED;
RA_API ra_status ra_log2_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_log2_out_at) RA_WARN_UNUSED;

/*
 * Logarithm to base 10.
 *
 *   log10(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_log10(const ra_tensor *self RA_SITE) RA_AT(ra_log10_at);
RA_API ra_status ra_log10_(ra_tensor *self RA_SITE) RA_AT(ra_log10__at) RA_WARN_UNUSED;
RA_API ra_status ra_log10_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_log10_out_at) RA_WARN_UNUSED;

/*
 * Tangent of radians.
 *
 *   tan(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_tan(const ra_tensor *self RA_SITE) RA_AT(ra_tan_at);
RA_API ra_status ra_tan_(ra_tensor *self RA_SITE) RA_AT(ra_tan__at) RA_WARN_UNUSED;
RA_API ra_status ra_tan_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_tan_out_at) RA_WARN_UNUSED;

/*
 * Arc sine, in radians.
 *
 *   asin(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_asin(const ra_tensor *self RA_SITE) RA_AT(ra_asin_at);
RA_API ra_status ra_asin_(ra_tensor *self RA_SITE) RA_AT(ra_asin__at) RA_WARN_UNUSED;
RA_API ra_status ra_asin_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_asin_out_at) RA_WARN_UNUSED;

/*
 * Arc cosine, in radians.
 *
 *   acos(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_acos(const ra_tensor *self RA_SITE) RA_AT(ra_acos_at);
RA_API ra_status ra_acos_(ra_tensor *self RA_SITE) RA_AT(ra_acos__at) RA_WARN_UNUSED;
RA_API ra_status ra_acos_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_acos_out_at) RA_WARN_UNUSED;

/*
 * Arc tangent, in radians.
 *
 *   atan(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_atan(const ra_tensor *self RA_SITE) RA_AT(ra_atan_at);
RA_API ra_status ra_atan_(ra_tensor *self RA_SITE) RA_AT(ra_atan__at) RA_WARN_UNUSED;
RA_API ra_status ra_atan_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_atan_out_at) RA_WARN_UNUSED;

/*
 * Hyperbolic sine.
 *
 *   sinh(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_sinh(const ra_tensor *self RA_SITE) RA_AT(ra_sinh_at);
RA_API ra_status ra_sinh_(ra_tensor *self RA_SITE) RA_AT(ra_sinh__at) RA_WARN_UNUSED;
RA_API ra_status ra_sinh_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_sinh_out_at) RA_WARN_UNUSED;

/*
 * Hyperbolic cosine.
 *
 *   cosh(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_cosh(const ra_tensor *self RA_SITE) RA_AT(ra_cosh_at);
RA_API ra_status ra_cosh_(ra_tensor *self RA_SITE) RA_AT(ra_cosh__at) RA_WARN_UNUSED;
RA_API ra_status ra_cosh_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_cosh_out_at) RA_WARN_UNUSED;

/*
 * Inverse of sinh.
 *
 *   asinh(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_asinh(const ra_tensor *self RA_SITE) RA_AT(ra_asinh_at);
RA_API ra_status ra_asinh_(ra_tensor *self RA_SITE) RA_AT(ra_asinh__at) RA_WARN_UNUSED;
RA_API ra_status ra_asinh_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_asinh_out_at) RA_WARN_UNUSED;

/*
 * Inverse of cosh; NaN below 1.
 *
 *   acosh(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_acosh(const ra_tensor *self RA_SITE) RA_AT(ra_acosh_at);
RA_API ra_status ra_acosh_(ra_tensor *self RA_SITE) RA_AT(ra_acosh__at) RA_WARN_UNUSED;
RA_API ra_status ra_acosh_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_acosh_out_at) RA_WARN_UNUSED;

/*
 * Inverse of tanh; NaN beyond -1 and 1.
 *
 *   atanh(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_atanh(const ra_tensor *self RA_SITE) RA_AT(ra_atanh_at);
RA_API ra_status ra_atanh_(ra_tensor *self RA_SITE) RA_AT(ra_atanh__at) RA_WARN_UNUSED;
RA_API ra_status ra_atanh_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_atanh_out_at) RA_WARN_UNUSED;

/*
 * 1 - erf(self), accurate where that is small.
 *
 *   erfc(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_erfc(const ra_tensor *self RA_SITE) RA_AT(ra_erfc_at);
RA_API ra_status ra_erfc_(ra_tensor *self RA_SITE) RA_AT(ra_erfc__at) RA_WARN_UNUSED;
RA_API ra_status ra_erfc_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_erfc_out_at) RA_WARN_UNUSED;

/*
 * Degrees as radians.
 *
 *   deg2rad(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_deg2rad(const ra_tensor *self RA_SITE) RA_AT(ra_deg2rad_at);
RA_API ra_status ra_deg2rad_(ra_tensor *self RA_SITE) RA_AT(ra_deg2rad__at) RA_WARN_UNUSED;
RA_API ra_status ra_deg2rad_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_deg2rad_out_at) RA_WARN_UNUSED;

/*
 * Radians as degrees.
 *
 *   rad2deg(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_rad2deg(const ra_tensor *self RA_SITE) RA_AT(ra_rad2deg_at);
RA_API ra_status ra_rad2deg_(ra_tensor *self RA_SITE) RA_AT(ra_rad2deg__at) RA_WARN_UNUSED;
RA_API ra_status ra_rad2deg_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_rad2deg_out_at) RA_WARN_UNUSED;

/*
 * Logarithm of the absolute value of the gamma function.
 *
 *   lgamma(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_lgamma(const ra_tensor *self RA_SITE) RA_AT(ra_lgamma_at);
RA_API ra_status ra_lgamma_(ra_tensor *self RA_SITE) RA_AT(ra_lgamma__at) RA_WARN_UNUSED;
RA_API ra_status ra_lgamma_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_lgamma_out_at) RA_WARN_UNUSED;

/*
 * Derivative of the logarithm of the gamma function; NaN at negative integers. Left of 0, near its zeros, as exact
 * as the terms of its reflection.
 *
 *   digamma(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_digamma(const ra_tensor *self RA_SITE) RA_AT(ra_digamma_at);
RA_API ra_status ra_digamma_(ra_tensor *self RA_SITE) RA_AT(ra_digamma__at) RA_WARN_UNUSED;
RA_API ra_status ra_digamma_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_digamma_out_at) RA_WARN_UNUSED;

/*
 * Inverse of erf; NaN beyond -1 and 1.
 *
 *   erfinv(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_erfinv(const ra_tensor *self RA_SITE) RA_AT(ra_erfinv_at);
RA_API ra_status ra_erfinv_(ra_tensor *self RA_SITE) RA_AT(ra_erfinv__at) RA_WARN_UNUSED;
RA_API ra_status ra_erfinv_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_erfinv_out_at) RA_WARN_UNUSED;

/*
 * Modified Bessel function of the first kind, of order 0; NaN of infinities, as in PyTorch.
 *
 *   i0(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_i0(const ra_tensor *self RA_SITE) RA_AT(ra_i0_at);
RA_API ra_status ra_i0_(ra_tensor *self RA_SITE) RA_AT(ra_i0__at) RA_WARN_UNUSED;
RA_API ra_status ra_i0_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_i0_out_at) RA_WARN_UNUSED;

/*
 * exp(-|self|) * i0(self).
 *
 *   special_i0e(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_special_i0e(const ra_tensor *self RA_SITE) RA_AT(ra_special_i0e_at);
RA_API ra_status ra_special_i0e_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_special_i0e_out_at) RA_WARN_UNUSED;

/*
 * Modified Bessel function of the first kind, of order 1; NaN of infinities, as in PyTorch.
 *
 *   special_i1(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_special_i1(const ra_tensor *self RA_SITE) RA_AT(ra_special_i1_at);
RA_API ra_status ra_special_i1_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_special_i1_out_at) RA_WARN_UNUSED;

/*
 * exp(-|self|) * special_i1(self).
 *
 *   special_i1e(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_special_i1e(const ra_tensor *self RA_SITE) RA_AT(ra_special_i1e_at);
RA_API ra_status ra_special_i1e_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_special_i1e_out_at) RA_WARN_UNUSED;

/*
 * exp(self^2) * erfc(self).
 *
 *   special_erfcx(Tensor self) -> Tensor
 *
 * Computes in: float32, float64.
 */
RA_API ra_tensor *ra_special_erfcx(const ra_tensor *self RA_SITE) RA_AT(ra_special_erfcx_at);
RA_API ra_status ra_special_erfcx_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_special_erfcx_out_at) RA_WARN_UNUSED;

/*
 * The number that a share self of a normal distribution lies below; NaN beyond 0 and 1.
 *
 *   special_ndtri(Tensor self) -> Tensor
 *
 * Computes in: float32, float64.
 */
RA_API ra_tensor *ra_special_ndtri(const ra_tensor *self RA_SITE) RA_AT(ra_special_ndtri_at);
RA_API ra_status ra_special_ndtri_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_special_ndtri_out_at) RA_WARN_UNUSED;

/*
 * Logarithm of the share of a normal distribution that lies below self.
 *
 *   special_log_ndtr(Tensor self) -> Tensor
 *
 * Computes in: float32, float64.
 */
RA_API ra_tensor *ra_special_log_ndtr(const ra_tensor *self RA_SITE) RA_AT(ra_special_log_ndtr_at);
RA_API ra_status ra_special_log_ndtr_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_special_log_ndtr_out_at) RA_WARN_UNUSED;

/*
 * The share of a normal distribution that lies below self.
 *
 *   special_ndtr(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_special_ndtr(const ra_tensor *self RA_SITE) RA_AT(ra_special_ndtr_at);
RA_API ra_status ra_special_ndtr_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_special_ndtr_out_at) RA_WARN_UNUSED;

/*
 * -self * log(self); 0 of 0, -inf of negative ones.
 *
 *   special_entr(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_special_entr(const ra_tensor *self RA_SITE) RA_AT(ra_special_entr_at);
RA_API ra_status ra_special_entr_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_special_entr_out_at) RA_WARN_UNUSED;

/*
 * sin(pi * self) / (pi * self), of that product rounded; 1 of 0.
 *
 *   sinc(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_sinc(const ra_tensor *self RA_SITE) RA_AT(ra_sinc_at);
RA_API ra_status ra_sinc_(ra_tensor *self RA_SITE) RA_AT(ra_sinc__at) RA_WARN_UNUSED;
RA_API ra_status ra_sinc_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_sinc_out_at) RA_WARN_UNUSED;

/*
 * log(self / (1 - self)), of self limited to [eps, 1 - eps] first where eps is given and not negative.
 *
 *   logit(Tensor self, *, Scalar? eps=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_logit_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(eps); /* default none */
} ra_logit_opts;
RA_API ra_tensor *ra_logit(const ra_tensor *self, const ra_logit_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_logit_at);
RA_API ra_status ra_logit_(ra_tensor *self, const ra_logit_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_logit__at) RA_WARN_UNUSED;
RA_API ra_status ra_logit_out(ra_tensor *out, const ra_tensor *self, const ra_logit_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_logit_out_at) RA_WARN_UNUSED;

/*
 * Finite numbers for NaN (0), infinity (the largest) and its negative (the smallest), in the parts of complex ones
 * too; integers are copied.
 *
 *   nan_to_num(Tensor self, *, Scalar? nan=None, Scalar? posinf=None, Scalar? neginf=None) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_nan_to_num_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(nan); /* default none */
    RA_OPTIONAL_SCALAR(posinf); /* default none */
    RA_OPTIONAL_SCALAR(neginf); /* default none */
} ra_nan_to_num_opts;
RA_API ra_tensor *ra_nan_to_num(const ra_tensor *self, const ra_nan_to_num_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_nan_to_num_at);
RA_API ra_status ra_nan_to_num_(ra_tensor *self, const ra_nan_to_num_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_nan_to_num__at) RA_WARN_UNUSED;
RA_API ra_status ra_nan_to_num_out(ra_tensor *out, const ra_tensor *self, const ra_nan_to_num_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_nan_to_num_out_at) RA_WARN_UNUSED;

/*
 * As sign; of complex ones self / |self|, or 0.
 *
 *   sgn(Tensor self) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_sgn(const ra_tensor *self RA_SITE) RA_AT(ra_sgn_at);
RA_API ra_status ra_sgn_(ra_tensor *self RA_SITE) RA_AT(ra_sgn__at) RA_WARN_UNUSED;
RA_API ra_status ra_sgn_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_sgn_out_at) RA_WARN_UNUSED;

/*
 * Angle of complex ones, which is real; of real ones pi where negative, 0 elsewhere, NaN of NaN.
 *
 *   angle(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_angle(const ra_tensor *self RA_SITE) RA_AT(ra_angle_at);
RA_API ra_status ra_angle_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_angle_out_at) RA_WARN_UNUSED;

/*
 * Complex conjugate, computed; of real ones self (another handle).
 *
 *   conj_physical(Tensor self) -> Tensor
 *
 * Computes in: all. Result: another handle to the same storage where that will do, else a new tensor.
 */
RA_API ra_tensor *ra_conj_physical(const ra_tensor *self RA_SITE) RA_AT(ra_conj_physical_at);
RA_API ra_status ra_conj_physical_(ra_tensor *self RA_SITE) RA_AT(ra_conj_physical__at) RA_WARN_UNUSED;
RA_API ra_status ra_conj_physical_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_conj_physical_out_at) RA_WARN_UNUSED;

/* ---- pointwise binary ---- */

/*
 * self + alpha * other.
 *
 *   add(Operand self, Operand other, *, Scalar alpha=1) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_add_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(alpha); /* default 1 */
} ra_add_opts;
RA_API ra_tensor *ra_add(ra_operand self, ra_operand other, const ra_add_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_add_at);
RA_API ra_status ra_add_(ra_tensor *self, ra_operand other, const ra_add_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_add__at) RA_WARN_UNUSED;
RA_API ra_status ra_add_out(ra_tensor *out, ra_operand self, ra_operand other, const ra_add_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_add_out_at) RA_WARN_UNUSED;

/*
 * self - alpha * other; bool is refused.
 *
 *   sub(Operand self, Operand other, *, Scalar alpha=1) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_sub_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(alpha); /* default 1 */
} ra_sub_opts;
RA_API ra_tensor *ra_sub(ra_operand self, ra_operand other, const ra_sub_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_sub_at);
RA_API ra_status ra_sub_(ra_tensor *self, ra_operand other, const ra_sub_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_sub__at) RA_WARN_UNUSED;
RA_API ra_status ra_sub_out(ra_tensor *out, ra_operand self, ra_operand other, const ra_sub_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_sub_out_at) RA_WARN_UNUSED;

/*
 * self * other.
 *
 *   mul(Operand self, Operand other) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_mul(ra_operand self, ra_operand other RA_SITE) RA_AT(ra_mul_at);
RA_API ra_status ra_mul_(ra_tensor *self, ra_operand other RA_SITE) RA_AT(ra_mul__at) RA_WARN_UNUSED;
RA_API ra_status ra_mul_out(ra_tensor *out, ra_operand self, ra_operand other RA_SITE) RA_AT(ra_mul_out_at) RA_WARN_UNUSED;

/*
 * self / other: true division in floating point, or rounded towards zero or down in the promoted dtype; an integer
 * division by zero is RA_ERR_DIVIDE.
 *
 *   div(Operand self, Operand other, *, str?{trunc,floor} rounding_mode=None) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_div_opts {
    size_t size;
    const char *rounding_mode RA_ZERO; /* "trunc", "floor"; default none */
} ra_div_opts;
RA_API ra_tensor *ra_div(ra_operand self, ra_operand other, const ra_div_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_div_at);
RA_API ra_status ra_div_(ra_tensor *self, ra_operand other, const ra_div_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_div__at) RA_WARN_UNUSED;
RA_API ra_status ra_div_out(ra_tensor *out, ra_operand self, ra_operand other, const ra_div_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_div_out_at) RA_WARN_UNUSED;

/*
 * self / other rounded down.
 *
 *   floor_divide(Operand self, Operand other) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_floor_divide(ra_operand self, ra_operand other RA_SITE) RA_AT(ra_floor_divide_at);
RA_API ra_status ra_floor_divide_(ra_tensor *self, ra_operand other RA_SITE) RA_AT(ra_floor_divide__at) RA_WARN_UNUSED;
RA_API ra_status ra_floor_divide_out(ra_tensor *out, ra_operand self, ra_operand other RA_SITE) RA_AT(ra_floor_divide_out_at) RA_WARN_UNUSED;

/*
 * Remainder with the sign of other.
 *
 *   remainder(Operand self, Operand other) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_remainder(ra_operand self, ra_operand other RA_SITE) RA_AT(ra_remainder_at);
RA_API ra_status ra_remainder_(ra_tensor *self, ra_operand other RA_SITE) RA_AT(ra_remainder__at) RA_WARN_UNUSED;
RA_API ra_status ra_remainder_out(ra_tensor *out, ra_operand self, ra_operand other RA_SITE) RA_AT(ra_remainder_out_at) RA_WARN_UNUSED;

/*
 * self to the power of exponent; integers to a negative integer number are refused.
 *
 *   pow(Operand self, Operand exponent) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_pow(ra_operand self, ra_operand exponent RA_SITE) RA_AT(ra_pow_at);
RA_API ra_status ra_pow_(ra_tensor *self, ra_operand exponent RA_SITE) RA_AT(ra_pow__at) RA_WARN_UNUSED;
RA_API ra_status ra_pow_out(ra_tensor *out, ra_operand self, ra_operand exponent RA_SITE) RA_AT(ra_pow_out_at) RA_WARN_UNUSED;

/*
 * The larger; NaN wins.
 *
 *   maximum(Operand self, Operand other) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_maximum(ra_operand self, ra_operand other RA_SITE) RA_AT(ra_maximum_at);
RA_API ra_status ra_maximum_out(ra_tensor *out, ra_operand self, ra_operand other RA_SITE) RA_AT(ra_maximum_out_at) RA_WARN_UNUSED;

/*
 * The smaller; NaN wins.
 *
 *   minimum(Operand self, Operand other) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_minimum(ra_operand self, ra_operand other RA_SITE) RA_AT(ra_minimum_at);
RA_API ra_status ra_minimum_out(ra_tensor *out, ra_operand self, ra_operand other RA_SITE) RA_AT(ra_minimum_out_at) RA_WARN_UNUSED;

/*
 * Remainder with the sign of self; an integer division by zero is RA_ERR_DIVIDE.
 *
 *   fmod(Tensor self, Operand other) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_fmod(const ra_tensor *self, ra_operand other RA_SITE) RA_AT(ra_fmod_at);
RA_API ra_status ra_fmod_(ra_tensor *self, ra_operand other RA_SITE) RA_AT(ra_fmod__at) RA_WARN_UNUSED;
RA_API ra_status ra_fmod_out(ra_tensor *out, const ra_tensor *self, ra_operand other RA_SITE) RA_AT(ra_fmod_out_at) RA_WARN_UNUSED;

/*
 * Angle of the point (other, self), in radians.
 *
 *   atan2(Tensor self, Tensor other) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_atan2(const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_atan2_at);
RA_API ra_status ra_atan2_(ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_atan2__at) RA_WARN_UNUSED;
RA_API ra_status ra_atan2_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_atan2_out_at) RA_WARN_UNUSED;

/*
 * sqrt(self^2 + other^2), without overflow.
 *
 *   hypot(Tensor self, Tensor other) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_hypot(const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_hypot_at);
RA_API ra_status ra_hypot_(ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_hypot__at) RA_WARN_UNUSED;
RA_API ra_status ra_hypot_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_hypot_out_at) RA_WARN_UNUSED;

/*
 * The magnitude of self with the sign of other.
 *
 *   copysign(Tensor self, Operand other) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_copysign(const ra_tensor *self, ra_operand other RA_SITE) RA_AT(ra_copysign_at);
RA_API ra_status ra_copysign_(ra_tensor *self, ra_operand other RA_SITE) RA_AT(ra_copysign__at) RA_WARN_UNUSED;
RA_API ra_status ra_copysign_out(ra_tensor *out, const ra_tensor *self, ra_operand other RA_SITE) RA_AT(ra_copysign_out_at) RA_WARN_UNUSED;

/*
 * The larger; a number wins over NaN.
 *
 *   fmax(Tensor self, Tensor other) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_fmax(const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_fmax_at);
RA_API ra_status ra_fmax_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_fmax_out_at) RA_WARN_UNUSED;

/*
 * The smaller; a number wins over NaN.
 *
 *   fmin(Tensor self, Tensor other) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_fmin(const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_fmin_at);
RA_API ra_status ra_fmin_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_fmin_out_at) RA_WARN_UNUSED;

/*
 * self * log(other); 0 where self is 0, unless other is NaN.
 *
 *   xlogy(Operand self, Operand other) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_xlogy(ra_operand self, ra_operand other RA_SITE) RA_AT(ra_xlogy_at);
RA_API ra_status ra_xlogy_(ra_tensor *self, ra_operand other RA_SITE) RA_AT(ra_xlogy__at) RA_WARN_UNUSED;
RA_API ra_status ra_xlogy_out(ra_tensor *out, ra_operand self, ra_operand other RA_SITE) RA_AT(ra_xlogy_out_at) RA_WARN_UNUSED;

/*
 * Greatest common divisor, not negative; of the smallest integer it wraps.
 *
 *   gcd(Tensor self, Tensor other) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64.
 */
RA_API ra_tensor *ra_gcd(const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_gcd_at);
RA_API ra_status ra_gcd_(ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_gcd__at) RA_WARN_UNUSED;
RA_API ra_status ra_gcd_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_gcd_out_at) RA_WARN_UNUSED;

/*
 * Least common multiple, not negative; it wraps.
 *
 *   lcm(Tensor self, Tensor other) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64.
 */
RA_API ra_tensor *ra_lcm(const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_lcm_at);
RA_API ra_status ra_lcm_(ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_lcm__at) RA_WARN_UNUSED;
RA_API ra_status ra_lcm_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_lcm_out_at) RA_WARN_UNUSED;

/*
 * other - alpha * self; bool is refused.
 *
 *   rsub(Tensor self, Operand other, *, Scalar alpha=1) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_rsub_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(alpha); /* default 1 */
} ra_rsub_opts;
RA_API ra_tensor *ra_rsub(const ra_tensor *self, ra_operand other, const ra_rsub_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_rsub_at);

/*
 * log(exp(self) + exp(other)), without overflow.
 *
 *   logaddexp(Tensor self, Tensor other) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_logaddexp(const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_logaddexp_at);
RA_API ra_status ra_logaddexp_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_logaddexp_out_at) RA_WARN_UNUSED;

/*
 * self times 2^other. Integers as other of a real floating self, in whose dtype the result is, round it once.
 *
 *   ldexp(Tensor self, Tensor other) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_ldexp(const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_ldexp_at);
RA_API ra_status ra_ldexp_(ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_ldexp__at) RA_WARN_UNUSED;
RA_API ra_status ra_ldexp_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_ldexp_out_at) RA_WARN_UNUSED;

/*
 * Logarithm to base 2 of 2^self + 2^other, without overflow.
 *
 *   logaddexp2(Tensor self, Tensor other) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_logaddexp2(const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_logaddexp2_at);
RA_API ra_status ra_logaddexp2_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_logaddexp2_out_at) RA_WARN_UNUSED;

/*
 * The number of the dtype next to self on the way to other.
 *
 *   nextafter(Tensor self, Tensor other) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_nextafter(const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_nextafter_at);
RA_API ra_status ra_nextafter_(ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_nextafter__at) RA_WARN_UNUSED;
RA_API ra_status ra_nextafter_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_nextafter_out_at) RA_WARN_UNUSED;

/*
 * 1 above 0, values at 0, 0 below and of NaN; all of one dtype.
 *
 *   heaviside(Tensor self, Tensor values) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_heaviside(const ra_tensor *self, const ra_tensor *values RA_SITE) RA_AT(ra_heaviside_at);
RA_API ra_status ra_heaviside_(ra_tensor *self, const ra_tensor *values RA_SITE) RA_AT(ra_heaviside__at) RA_WARN_UNUSED;
RA_API ra_status ra_heaviside_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *values RA_SITE) RA_AT(ra_heaviside_out_at) RA_WARN_UNUSED;

/*
 * self * log(1 + other); 0 where self is 0, unless other is NaN.
 *
 *   special_xlog1py(Operand self, Operand other) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_special_xlog1py(ra_operand self, ra_operand other RA_SITE) RA_AT(ra_special_xlog1py_at);
RA_API ra_status ra_special_xlog1py_out(ra_tensor *out, ra_operand self, ra_operand other RA_SITE) RA_AT(ra_special_xlog1py_out_at) RA_WARN_UNUSED;

/*
 * Complex numbers of two parts.
 *
 *   complex(Tensor real, Tensor imag) -> Tensor
 *
 * Computes in: float32, float64.
 */
RA_API ra_tensor *ra_complex(const ra_tensor *real, const ra_tensor *imag RA_SITE) RA_AT(ra_complex_at);
RA_API ra_status ra_complex_out(ra_tensor *out, const ra_tensor *real, const ra_tensor *imag RA_SITE) RA_AT(ra_complex_out_at) RA_WARN_UNUSED;

/*
 * Complex numbers of modulus and angle, in radians.
 *
 *   polar(Tensor abs, Tensor angle) -> Tensor
 *
 * Computes in: float32, float64.
 */
RA_API ra_tensor *ra_polar(const ra_tensor *abs, const ra_tensor *angle RA_SITE) RA_AT(ra_polar_at);
RA_API ra_status ra_polar_out(ra_tensor *out, const ra_tensor *abs, const ra_tensor *angle RA_SITE) RA_AT(ra_polar_out_at) RA_WARN_UNUSED;

/*
 * self to the power of exponent, computed in float64, or in complex128 where either is complex; self in place and
 * out= must be of that.
 *
 *   float_power(Operand self, Operand exponent) -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_float_power(ra_operand self, ra_operand exponent RA_SITE) RA_AT(ra_float_power_at);
RA_API ra_status ra_float_power_(ra_tensor *self, ra_operand exponent RA_SITE) RA_AT(ra_float_power__at) RA_WARN_UNUSED;
RA_API ra_status ra_float_power_out(ra_tensor *out, ra_operand self, ra_operand exponent RA_SITE) RA_AT(ra_float_power_out_at) RA_WARN_UNUSED;

/* ---- pointwise ternary ---- */

/*
 * self where condition (bool or uint8) holds, other elsewhere.
 *
 *   where(Tensor condition, Operand self, Operand other) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_where(const ra_tensor *condition, ra_operand self, ra_operand other RA_SITE) RA_AT(ra_where_at);
RA_API ra_status ra_where_out(ra_tensor *out, const ra_tensor *condition, ra_operand self, ra_operand other RA_SITE) RA_AT(ra_where_out_at) RA_WARN_UNUSED;

/*
 * Limited to [min, max], of which one may be RA_NONE; max wins where they cross; NaN anywhere gives NaN.
 *
 *   clamp(Tensor self, Operand? min, Operand? max) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_clamp(const ra_tensor *self, ra_operand min_, ra_operand max_ RA_SITE) RA_AT(ra_clamp_at);
RA_API ra_status ra_clamp_(ra_tensor *self, ra_operand min_, ra_operand max_ RA_SITE) RA_AT(ra_clamp__at) RA_WARN_UNUSED;
RA_API ra_status ra_clamp_out(ra_tensor *out, const ra_tensor *self, ra_operand min_, ra_operand max_ RA_SITE) RA_AT(ra_clamp_out_at) RA_WARN_UNUSED;

/*
 * At least min.
 *
 *   clamp_min(Tensor self, Operand min) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_clamp_min(const ra_tensor *self, ra_operand min_ RA_SITE) RA_AT(ra_clamp_min_at);
RA_API ra_status ra_clamp_min_(ra_tensor *self, ra_operand min_ RA_SITE) RA_AT(ra_clamp_min__at) RA_WARN_UNUSED;
RA_API ra_status ra_clamp_min_out(ra_tensor *out, const ra_tensor *self, ra_operand min_ RA_SITE) RA_AT(ra_clamp_min_out_at) RA_WARN_UNUSED;

/*
 * At most max.
 *
 *   clamp_max(Tensor self, Operand max) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_clamp_max(const ra_tensor *self, ra_operand max_ RA_SITE) RA_AT(ra_clamp_max_at);
RA_API ra_status ra_clamp_max_(ra_tensor *self, ra_operand max_ RA_SITE) RA_AT(ra_clamp_max__at) RA_WARN_UNUSED;
RA_API ra_status ra_clamp_max_out(ra_tensor *out, const ra_tensor *self, ra_operand max_ RA_SITE) RA_AT(ra_clamp_max_out_at) RA_WARN_UNUSED;

/*
 * self + weight * (end - self), computed from the nearer end; all of one dtype, but for a weight of 0 dimensions.
 *
 *   lerp(Tensor self, Tensor end, Operand weight) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_lerp(const ra_tensor *self, const ra_tensor *end, ra_operand weight RA_SITE) RA_AT(ra_lerp_at);
RA_API ra_status ra_lerp_(ra_tensor *self, const ra_tensor *end, ra_operand weight RA_SITE) RA_AT(ra_lerp__at) RA_WARN_UNUSED;
RA_API ra_status ra_lerp_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *end, ra_operand weight RA_SITE) RA_AT(ra_lerp_out_at) RA_WARN_UNUSED;

/*
 * self + value * tensor1 * tensor2; value is cut to an integer for integers.
 *
 *   addcmul(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_addcmul_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(value); /* default 1 */
} ra_addcmul_opts;
RA_API ra_tensor *ra_addcmul(const ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcmul_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_addcmul_at);
RA_API ra_status ra_addcmul_(ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcmul_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_addcmul__at) RA_WARN_UNUSED;
RA_API ra_status ra_addcmul_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcmul_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_addcmul_out_at) RA_WARN_UNUSED;

/*
 * self + value * tensor1 / tensor2; two integer tensors are refused.
 *
 *   addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_addcdiv_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(value); /* default 1 */
} ra_addcdiv_opts;
RA_API ra_tensor *ra_addcdiv(const ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcdiv_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_addcdiv_at);
RA_API ra_status ra_addcdiv_(ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcdiv_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_addcdiv__at) RA_WARN_UNUSED;
RA_API ra_status ra_addcdiv_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcdiv_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_addcdiv_out_at) RA_WARN_UNUSED;

/* ---- comparison and predicates ---- */

/*
 * self == other, compared in the promoted dtype.
 *
 *   eq(Operand self, Operand other) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_eq(ra_operand self, ra_operand other RA_SITE) RA_AT(ra_eq_at);
RA_API ra_status ra_eq_(ra_tensor *self, ra_operand other RA_SITE) RA_AT(ra_eq__at) RA_WARN_UNUSED;
RA_API ra_status ra_eq_out(ra_tensor *out, ra_operand self, ra_operand other RA_SITE) RA_AT(ra_eq_out_at) RA_WARN_UNUSED;

/*
 * self != other.
 *
 *   ne(Operand self, Operand other) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_ne(ra_operand self, ra_operand other RA_SITE) RA_AT(ra_ne_at);
RA_API ra_status ra_ne_(ra_tensor *self, ra_operand other RA_SITE) RA_AT(ra_ne__at) RA_WARN_UNUSED;
RA_API ra_status ra_ne_out(ra_tensor *out, ra_operand self, ra_operand other RA_SITE) RA_AT(ra_ne_out_at) RA_WARN_UNUSED;

/*
 * self < other.
 *
 *   lt(Operand self, Operand other) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_lt(ra_operand self, ra_operand other RA_SITE) RA_AT(ra_lt_at);
RA_API ra_status ra_lt_(ra_tensor *self, ra_operand other RA_SITE) RA_AT(ra_lt__at) RA_WARN_UNUSED;
RA_API ra_status ra_lt_out(ra_tensor *out, ra_operand self, ra_operand other RA_SITE) RA_AT(ra_lt_out_at) RA_WARN_UNUSED;

/*
 * self <= other.
 *
 *   le(Operand self, Operand other) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_le(ra_operand self, ra_operand other RA_SITE) RA_AT(ra_le_at);
RA_API ra_status ra_le_(ra_tensor *self, ra_operand other RA_SITE) RA_AT(ra_le__at) RA_WARN_UNUSED;
RA_API ra_status ra_le_out(ra_tensor *out, ra_operand self, ra_operand other RA_SITE) RA_AT(ra_le_out_at) RA_WARN_UNUSED;

/*
 * self > other.
 *
 *   gt(Operand self, Operand other) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_gt(ra_operand self, ra_operand other RA_SITE) RA_AT(ra_gt_at);
RA_API ra_status ra_gt_(ra_tensor *self, ra_operand other RA_SITE) RA_AT(ra_gt__at) RA_WARN_UNUSED;
RA_API ra_status ra_gt_out(ra_tensor *out, ra_operand self, ra_operand other RA_SITE) RA_AT(ra_gt_out_at) RA_WARN_UNUSED;

/*
 * self >= other.
 *
 *   ge(Operand self, Operand other) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_ge(ra_operand self, ra_operand other RA_SITE) RA_AT(ra_ge_at);
RA_API ra_status ra_ge_(ra_tensor *self, ra_operand other RA_SITE) RA_AT(ra_ge__at) RA_WARN_UNUSED;
RA_API ra_status ra_ge_out(ra_tensor *out, ra_operand self, ra_operand other RA_SITE) RA_AT(ra_ge_out_at) RA_WARN_UNUSED;

/*
 * Whether NaN; of complex ones, in either part.
 *
 *   isnan(Tensor self) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_isnan(const ra_tensor *self RA_SITE) RA_AT(ra_isnan_at);

/*
 * Whether infinite; of complex ones, in either part.
 *
 *   isinf(Tensor self) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_isinf(const ra_tensor *self RA_SITE) RA_AT(ra_isinf_at);

/*
 * Whether neither NaN nor infinite; of complex ones, in both parts.
 *
 *   isfinite(Tensor self) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_isfinite(const ra_tensor *self RA_SITE) RA_AT(ra_isfinite_at);

/*
 * Whether negative; of floating numbers the sign itself, of -0 and NaN too.
 *
 *   signbit(Tensor self) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_signbit(const ra_tensor *self RA_SITE) RA_AT(ra_signbit_at);
RA_API ra_status ra_signbit_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_signbit_out_at) RA_WARN_UNUSED;

/*
 * Whether |self - other| is finite and at most atol + |rtol * other|, or both are equal; NaN equals NaN with
 * equal_nan.
 *
 *   isclose(Tensor self, Tensor other, *, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_isclose_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(rtol); /* default 1e-05 */
    RA_OPTIONAL_SCALAR(atol); /* default 1e-08 */
    bool equal_nan RA_ZERO; /* default no */
} ra_isclose_opts;
RA_API ra_tensor *ra_isclose(const ra_tensor *self, const ra_tensor *other, const ra_isclose_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_isclose_at);

/*
 * Whether infinite and positive.
 *
 *   isposinf(Tensor self) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_isposinf(const ra_tensor *self RA_SITE) RA_AT(ra_isposinf_at);
RA_API ra_status ra_isposinf_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_isposinf_out_at) RA_WARN_UNUSED;

/*
 * Whether infinite and negative.
 *
 *   isneginf(Tensor self) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_isneginf(const ra_tensor *self RA_SITE) RA_AT(ra_isneginf_at);
RA_API ra_status ra_isneginf_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_isneginf_out_at) RA_WARN_UNUSED;

/*
 * Whether the imaginary part is 0, which real numbers have none of.
 *
 *   isreal(Tensor self) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_isreal(const ra_tensor *self RA_SITE) RA_AT(ra_isreal_at);

/* ---- logic ---- */

/*
 * Both are unlike zero.
 *
 *   logical_and(Tensor self, Tensor other) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_logical_and(const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_logical_and_at);
RA_API ra_status ra_logical_and_(ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_logical_and__at) RA_WARN_UNUSED;
RA_API ra_status ra_logical_and_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_logical_and_out_at) RA_WARN_UNUSED;

/*
 * Either is unlike zero.
 *
 *   logical_or(Tensor self, Tensor other) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_logical_or(const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_logical_or_at);
RA_API ra_status ra_logical_or_(ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_logical_or__at) RA_WARN_UNUSED;
RA_API ra_status ra_logical_or_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_logical_or_out_at) RA_WARN_UNUSED;

/*
 * One is unlike zero, the other is not.
 *
 *   logical_xor(Tensor self, Tensor other) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_logical_xor(const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_logical_xor_at);
RA_API ra_status ra_logical_xor_(ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_logical_xor__at) RA_WARN_UNUSED;
RA_API ra_status ra_logical_xor_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_logical_xor_out_at) RA_WARN_UNUSED;

/*
 * Equal to zero.
 *
 *   logical_not(Tensor self) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_logical_not(const ra_tensor *self RA_SITE) RA_AT(ra_logical_not_at);
RA_API ra_status ra_logical_not_(ra_tensor *self RA_SITE) RA_AT(ra_logical_not__at) RA_WARN_UNUSED;
RA_API ra_status ra_logical_not_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_logical_not_out_at) RA_WARN_UNUSED;

/*
 * Bits set in both.
 *
 *   bitwise_and(Operand self, Operand other) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64.
 */
RA_API ra_tensor *ra_bitwise_and(ra_operand self, ra_operand other RA_SITE) RA_AT(ra_bitwise_and_at);
RA_API ra_status ra_bitwise_and_(ra_tensor *self, ra_operand other RA_SITE) RA_AT(ra_bitwise_and__at) RA_WARN_UNUSED;
RA_API ra_status ra_bitwise_and_out(ra_tensor *out, ra_operand self, ra_operand other RA_SITE) RA_AT(ra_bitwise_and_out_at) RA_WARN_UNUSED;

/*
 * Bits set in either.
 *
 *   bitwise_or(Operand self, Operand other) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64.
 */
RA_API ra_tensor *ra_bitwise_or(ra_operand self, ra_operand other RA_SITE) RA_AT(ra_bitwise_or_at);
RA_API ra_status ra_bitwise_or_(ra_tensor *self, ra_operand other RA_SITE) RA_AT(ra_bitwise_or__at) RA_WARN_UNUSED;
RA_API ra_status ra_bitwise_or_out(ra_tensor *out, ra_operand self, ra_operand other RA_SITE) RA_AT(ra_bitwise_or_out_at) RA_WARN_UNUSED;

/*
 * Bits set in one alone.
 *
 *   bitwise_xor(Operand self, Operand other) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64.
 */
RA_API ra_tensor *ra_bitwise_xor(ra_operand self, ra_operand other RA_SITE) RA_AT(ra_bitwise_xor_at);
RA_API ra_status ra_bitwise_xor_(ra_tensor *self, ra_operand other RA_SITE) RA_AT(ra_bitwise_xor__at) RA_WARN_UNUSED;
RA_API ra_status ra_bitwise_xor_out(ra_tensor *out, ra_operand self, ra_operand other RA_SITE) RA_AT(ra_bitwise_xor_out_at) RA_WARN_UNUSED;

/*
 * Bits that are not set; of bool as logical_not.
 *
 *   bitwise_not(Tensor self) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64.
 */
RA_API ra_tensor *ra_bitwise_not(const ra_tensor *self RA_SITE) RA_AT(ra_bitwise_not_at);
RA_API ra_status ra_bitwise_not_(ra_tensor *self RA_SITE) RA_AT(ra_bitwise_not__at) RA_WARN_UNUSED;
RA_API ra_status ra_bitwise_not_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_bitwise_not_out_at) RA_WARN_UNUSED;

/*
 * Bits moved up by other; 0 where it is negative or no less than there are bits.
 *
 *   bitwise_left_shift(Operand self, Operand other) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64.
 */
RA_API ra_tensor *ra_bitwise_left_shift(ra_operand self, ra_operand other RA_SITE) RA_AT(ra_bitwise_left_shift_at);
RA_API ra_status ra_bitwise_left_shift_(ra_tensor *self, ra_operand other RA_SITE) RA_AT(ra_bitwise_left_shift__at) RA_WARN_UNUSED;
RA_API ra_status ra_bitwise_left_shift_out(ra_tensor *out, ra_operand self, ra_operand other RA_SITE) RA_AT(ra_bitwise_left_shift_out_at) RA_WARN_UNUSED;

/*
 * Bits moved down by other, the sign kept; all of them where it is negative or no less than there are bits.
 *
 *   bitwise_right_shift(Operand self, Operand other) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64.
 */
RA_API ra_tensor *ra_bitwise_right_shift(ra_operand self, ra_operand other RA_SITE) RA_AT(ra_bitwise_right_shift_at);
RA_API ra_status ra_bitwise_right_shift_(ra_tensor *self, ra_operand other RA_SITE) RA_AT(ra_bitwise_right_shift__at) RA_WARN_UNUSED;
RA_API ra_status ra_bitwise_right_shift_out(ra_tensor *out, ra_operand self, ra_operand other RA_SITE) RA_AT(ra_bitwise_right_shift_out_at) RA_WARN_UNUSED;

/* ---- reductions ---- */

/*
 * Sum over dim (RA_ALL or an empty list: everything); bool and integers add up in int64.
 *
 *   sum(Tensor self, int[]? dim, *, bool keepdim=False, dtype? dtype=None) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_sum_opts {
    size_t size;
    bool keepdim RA_ZERO; /* default no */
    ra_dtype dtype RA_ZERO; /* default none */
} ra_sum_opts;
RA_API ra_tensor *ra_sum(const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_sum_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_sum_at);
RA_API ra_status ra_sum_out(ra_tensor *out, const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_sum_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_sum_out_at) RA_WARN_UNUSED;

/*
 * Mean over dim; integers are refused unless dtype is floating.
 *
 *   mean(Tensor self, int[]? dim, *, bool keepdim=False, dtype? dtype=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_mean_opts {
    size_t size;
    bool keepdim RA_ZERO; /* default no */
    ra_dtype dtype RA_ZERO; /* default none */
} ra_mean_opts;
RA_API ra_tensor *ra_mean(const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_mean_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_mean_at);
RA_API ra_status ra_mean_out(ra_tensor *out, const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_mean_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_mean_out_at) RA_WARN_UNUSED;

/*
 * Product over one dimension or RA_ALL.
 *
 *   prod(Tensor self, int[]? dim, *, bool keepdim=False, dtype? dtype=None) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_prod_opts {
    size_t size;
    bool keepdim RA_ZERO; /* default no */
    ra_dtype dtype RA_ZERO; /* default none */
} ra_prod_opts;
RA_API ra_tensor *ra_prod(const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_prod_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_prod_at);
RA_API ra_status ra_prod_out(ra_tensor *out, const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_prod_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_prod_out_at) RA_WARN_UNUSED;

/*
 * Whether all are unlike zero; uint8 gives uint8.
 *
 *   all(Tensor self, int[]? dim, *, bool keepdim=False) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_all_opts {
    size_t size;
    bool keepdim RA_ZERO; /* default no */
} ra_all_opts;
RA_API ra_tensor *ra_all(const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_all_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_all_at);
RA_API ra_status ra_all_out(ra_tensor *out, const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_all_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_all_out_at) RA_WARN_UNUSED;

/*
 * Whether any is unlike zero; uint8 gives uint8.
 *
 *   any(Tensor self, int[]? dim, *, bool keepdim=False) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_any_opts {
    size_t size;
    bool keepdim RA_ZERO; /* default no */
} ra_any_opts;
RA_API ra_tensor *ra_any(const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_any_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_any_at);
RA_API ra_status ra_any_out(ra_tensor *out, const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_any_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_any_out_at) RA_WARN_UNUSED;

/*
 * Largest along dim and its first index; NaN wins.
 *
 *   max(Tensor self, int dim, *, bool keepdim=False) -> (Tensor values, Tensor indices)
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_max_opts {
    size_t size;
    bool keepdim RA_ZERO; /* default no */
} ra_max_opts;
RA_API ra_status ra_max(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_max_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_max_at) RA_WARN_UNUSED;
RA_API ra_status ra_max_out(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_max_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_max_out_at) RA_WARN_UNUSED;

/*
 * Smallest along dim and its first index; NaN wins.
 *
 *   min(Tensor self, int dim, *, bool keepdim=False) -> (Tensor values, Tensor indices)
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_min_opts {
    size_t size;
    bool keepdim RA_ZERO; /* default no */
} ra_min_opts;
RA_API ra_status ra_min(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_min_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_min_at) RA_WARN_UNUSED;
RA_API ra_status ra_min_out(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_min_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_min_out_at) RA_WARN_UNUSED;

/*
 * Largest over dim; NaN wins.
 *
 *   amax(Tensor self, int[]? dim, *, bool keepdim=False) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_amax_opts {
    size_t size;
    bool keepdim RA_ZERO; /* default no */
} ra_amax_opts;
RA_API ra_tensor *ra_amax(const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_amax_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_amax_at);
RA_API ra_status ra_amax_out(ra_tensor *out, const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_amax_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_amax_out_at) RA_WARN_UNUSED;

/*
 * Smallest over dim; NaN wins.
 *
 *   amin(Tensor self, int[]? dim, *, bool keepdim=False) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_amin_opts {
    size_t size;
    bool keepdim RA_ZERO; /* default no */
} ra_amin_opts;
RA_API ra_tensor *ra_amin(const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_amin_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_amin_at);
RA_API ra_status ra_amin_out(ra_tensor *out, const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_amin_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_amin_out_at) RA_WARN_UNUSED;

/*
 * First index of the largest along one dimension, or of the flattened tensor with RA_ALL.
 *
 *   argmax(Tensor self, int[]? dim, *, bool keepdim=False) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_argmax_opts {
    size_t size;
    bool keepdim RA_ZERO; /* default no */
} ra_argmax_opts;
RA_API ra_tensor *ra_argmax(const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_argmax_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_argmax_at);
RA_API ra_status ra_argmax_out(ra_tensor *out, const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_argmax_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_argmax_out_at) RA_WARN_UNUSED;

/*
 * First index of the smallest along one dimension, or of the flattened tensor with RA_ALL.
 *
 *   argmin(Tensor self, int[]? dim, *, bool keepdim=False) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_argmin_opts {
    size_t size;
    bool keepdim RA_ZERO; /* default no */
} ra_argmin_opts;
RA_API ra_tensor *ra_argmin(const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_argmin_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_argmin_at);
RA_API ra_status ra_argmin_out(ra_tensor *out, const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_argmin_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_argmin_out_at) RA_WARN_UNUSED;

/*
 * Variance over dim, divided by max(0, n - correction); of none NaN; of complex ones real.
 *
 *   var(Tensor self, int[]? dim, *, float correction=1, bool keepdim=False) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_var_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(correction); /* default 1 */
    bool keepdim RA_ZERO; /* default no */
} ra_var_opts;
RA_API ra_tensor *ra_var(const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_var_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_var_at);
RA_API ra_status ra_var_out(ra_tensor *out, const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_var_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_var_out_at) RA_WARN_UNUSED;

/*
 * Square root of the variance.
 *
 *   std(Tensor self, int[]? dim, *, float correction=1, bool keepdim=False) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_std_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(correction); /* default 1 */
    bool keepdim RA_ZERO; /* default no */
} ra_std_opts;
RA_API ra_tensor *ra_std(const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_std_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_std_at);
RA_API ra_status ra_std_out(ra_tensor *out, const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_std_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_std_out_at) RA_WARN_UNUSED;

/*
 * Variance over dim, divided by max(0, n - correction), and mean.
 *
 *   var_mean(Tensor self, int[]? dim, *, float correction=1, bool keepdim=False) -> (Tensor var, Tensor mean)
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_var_mean_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(correction); /* default 1 */
    bool keepdim RA_ZERO; /* default no */
} ra_var_mean_opts;
RA_API ra_status ra_var_mean(const ra_tensor *self, ra_dims dim, ra_tensor **var, ra_tensor **mean, const ra_var_mean_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_var_mean_at) RA_WARN_UNUSED;

/*
 * Square root of the variance, and mean.
 *
 *   std_mean(Tensor self, int[]? dim, *, float correction=1, bool keepdim=False) -> (Tensor std, Tensor mean)
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_std_mean_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(correction); /* default 1 */
    bool keepdim RA_ZERO; /* default no */
} ra_std_mean_opts;
RA_API ra_status ra_std_mean(const ra_tensor *self, ra_dims dim, ra_tensor **std, ra_tensor **mean, const ra_std_mean_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_std_mean_at) RA_WARN_UNUSED;

/*
 * How many are unlike zero over dim (RA_ALL or an empty list: everything), as int64.
 *
 *   count_nonzero(Tensor self, int[]? dim) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_count_nonzero(const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL) RA_SITE) RA_AT(ra_count_nonzero_at);

/*
 * Sum of the diagonal of a matrix; integers add up in int64.
 *
 *   trace(Tensor self) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_trace(const ra_tensor *self RA_SITE) RA_AT(ra_trace_at);

/*
 * log(sum(exp(self))) over dim, without overflow.
 *
 *   logsumexp(Tensor self, int[] dim, *, bool keepdim=False) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_logsumexp_opts {
    size_t size;
    bool keepdim RA_ZERO; /* default no */
} ra_logsumexp_opts;
RA_API ra_tensor *ra_logsumexp(const ra_tensor *self, ra_dims dim, const ra_logsumexp_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_logsumexp_at);
RA_API ra_status ra_logsumexp_out(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_logsumexp_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_logsumexp_out_at) RA_WARN_UNUSED;

/*
 * Vector norm of order ord (any real, 0 counts, +-inf) over dim; of complex ones real.
 *
 *   linalg_vector_norm(Tensor self, Scalar ord=2, int[]? dim=None, *, bool keepdim=False, dtype? dtype=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_linalg_vector_norm_opts {
    size_t size;
    bool keepdim RA_ZERO; /* default no */
    ra_dtype dtype RA_ZERO; /* default none */
} ra_linalg_vector_norm_opts;
RA_API ra_tensor *ra_linalg_vector_norm(const ra_tensor *self, ra_scalar ord, ra_dims dim RA_DEFAULT(RA_ALL), const ra_linalg_vector_norm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_vector_norm_at);
RA_API ra_status ra_linalg_vector_norm_out(ra_tensor *out, const ra_tensor *self, ra_scalar ord, ra_dims dim RA_DEFAULT(RA_ALL), const ra_linalg_vector_norm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_vector_norm_out_at) RA_WARN_UNUSED;

/*
 * Sum over dim of the products of both, each over its norm, which is eps at least.
 *
 *   cosine_similarity(Tensor x1, Tensor x2, int dim=1, *, float eps=1e-08) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_cosine_similarity_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(eps); /* default 1e-08 */
} ra_cosine_similarity_opts;
RA_API ra_tensor *ra_cosine_similarity(const ra_tensor *x1, const ra_tensor *x2, int64_t dim, const ra_cosine_similarity_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_cosine_similarity_at);

/*
 * Smallest and largest over one dimension or RA_ALL; NaN wins.
 *
 *   aminmax(Tensor self, *, int[]? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_aminmax_opts {
    size_t size;
    ra_dims dim RA_ZERO; /* default none */
    bool keepdim RA_ZERO; /* default no */
} ra_aminmax_opts;
RA_API ra_status ra_aminmax(const ra_tensor *self, ra_tensor **min_, ra_tensor **max_, const ra_aminmax_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_aminmax_at) RA_WARN_UNUSED;
RA_API ra_status ra_aminmax_out(ra_tensor *out_min_, ra_tensor *out_max_, const ra_tensor *self, const ra_aminmax_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_aminmax_out_at) RA_WARN_UNUSED;

/*
 * Sum over dim (RA_ALL or an empty list: everything) without NaN; bool and integers add up in int64.
 *
 *   nansum(Tensor self, int[]? dim, *, bool keepdim=False, dtype? dtype=None) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_nansum_opts {
    size_t size;
    bool keepdim RA_ZERO; /* default no */
    ra_dtype dtype RA_ZERO; /* default none */
} ra_nansum_opts;
RA_API ra_tensor *ra_nansum(const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_nansum_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_nansum_at);
RA_API ra_status ra_nansum_out(ra_tensor *out, const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_nansum_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_nansum_out_at) RA_WARN_UNUSED;

/*
 * Mean over dim (RA_ALL or an empty list: everything) of what is not NaN.
 *
 *   nanmean(Tensor self, int[]? dim, *, bool keepdim=False, dtype? dtype=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_nanmean_opts {
    size_t size;
    bool keepdim RA_ZERO; /* default no */
    ra_dtype dtype RA_ZERO; /* default none */
} ra_nanmean_opts;
RA_API ra_tensor *ra_nanmean(const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_nanmean_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_nanmean_at);
RA_API ra_status ra_nanmean_out(ra_tensor *out, const ra_tensor *self, ra_dims dim RA_DEFAULT(RA_ALL), const ra_nanmean_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_nanmean_out_at) RA_WARN_UNUSED;

/*
 * Quantiles q (a number, or a 0- or 1-d tensor, whose dimension comes first) along one dimension or of all (RA_ALL);
 * NaN wins. A q beyond 0 and 1, or NaN, is refused, in a tensor RA_ERR_INDEX.
 *
 *   quantile(Tensor self, Operand q, int[]? dim=None, *, bool keepdim=False, str{linear,lower,higher,midpoint,nearest} interpolation="linear") -> Tensor
 *
 * Computes in: float32, float64.
 */
typedef struct ra_quantile_opts {
    size_t size;
    bool keepdim RA_ZERO; /* default no */
    const char *interpolation RA_ZERO; /* "linear", "lower", "higher", "midpoint", "nearest"; default "linear" */
} ra_quantile_opts;
RA_API ra_tensor *ra_quantile(const ra_tensor *self, ra_operand q_, ra_dims dim RA_DEFAULT(RA_ALL), const ra_quantile_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_quantile_at);
RA_API ra_status ra_quantile_out(ra_tensor *out, const ra_tensor *self, ra_operand q_, ra_dims dim RA_DEFAULT(RA_ALL), const ra_quantile_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_quantile_out_at) RA_WARN_UNUSED;

/*
 * As quantile, of what is not NaN.
 *
 *   nanquantile(Tensor self, Operand q, int[]? dim=None, *, bool keepdim=False, str{linear,lower,higher,midpoint,nearest} interpolation="linear") -> Tensor
 *
 * Computes in: float32, float64.
 */
typedef struct ra_nanquantile_opts {
    size_t size;
    bool keepdim RA_ZERO; /* default no */
    const char *interpolation RA_ZERO; /* "linear", "lower", "higher", "midpoint", "nearest"; default "linear" */
} ra_nanquantile_opts;
RA_API ra_tensor *ra_nanquantile(const ra_tensor *self, ra_operand q_, ra_dims dim RA_DEFAULT(RA_ALL), const ra_nanquantile_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_nanquantile_at);
RA_API ra_status ra_nanquantile_out(ra_tensor *out, const ra_tensor *self, ra_operand q_, ra_dims dim RA_DEFAULT(RA_ALL), const ra_nanquantile_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_nanquantile_out_at) RA_WARN_UNUSED;

/*
 * Integral along dim by the trapezoidal rule, with y at x or, where there is none, dx apart: of the sums of
 * neighbours, so that a single value, whatever it is, gives 0.
 *
 *   trapezoid(Tensor y, Tensor? x, *, Scalar dx=1, int dim=-1) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_trapezoid_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(dx); /* default 1 */
    RA_OPTIONAL_SCALAR(dim); /* default -1 */
} ra_trapezoid_opts;
RA_API ra_tensor *ra_trapezoid(const ra_tensor *y_, const ra_tensor *x_, const ra_trapezoid_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_trapezoid_at);

/*
 * Covariances of variables, the rows of a matrix whose columns are observations (a vector is one variable), by how
 * many there are less correction. fweights tells how often each observation is there, aweights how much it counts;
 * negative ones, NaN, or ones that add up to 0, are RA_ERR_INDEX.
 *
 *   cov(Tensor self, Tensor? fweights, Tensor? aweights, *, int correction=1) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_cov_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(correction); /* default 1 */
} ra_cov_opts;
RA_API ra_tensor *ra_cov(const ra_tensor *self, const ra_tensor *fweights, const ra_tensor *aweights, const ra_cov_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_cov_at);

/*
 * Correlations of variables, which are as for cov.
 *
 *   corrcoef(Tensor self) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_corrcoef(const ra_tensor *self RA_SITE) RA_AT(ra_corrcoef_at);

/*
 * Median along dim, the lower of two, and the first index that has it; NaN wins.
 *
 *   median(Tensor self, int dim, *, bool keepdim=False) -> (Tensor values, Tensor indices)
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_median_opts {
    size_t size;
    bool keepdim RA_ZERO; /* default no */
} ra_median_opts;
RA_API ra_status ra_median(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_median_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_median_at) RA_WARN_UNUSED;
RA_API ra_status ra_median_out(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_median_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_median_out_at) RA_WARN_UNUSED;

/*
 * Median along dim of what is not NaN, the lower of two, and the first index that has it.
 *
 *   nanmedian(Tensor self, int dim, *, bool keepdim=False) -> (Tensor values, Tensor indices)
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_nanmedian_opts {
    size_t size;
    bool keepdim RA_ZERO; /* default no */
} ra_nanmedian_opts;
RA_API ra_status ra_nanmedian(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_nanmedian_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_nanmedian_at) RA_WARN_UNUSED;
RA_API ra_status ra_nanmedian_out(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_nanmedian_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_nanmedian_out_at) RA_WARN_UNUSED;

/*
 * Most frequent along dim, of equally frequent ones the smallest, and its last index; each NaN is one of its own.
 *
 *   mode(Tensor self, int dim=-1, *, bool keepdim=False) -> (Tensor values, Tensor indices)
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_mode_opts {
    size_t size;
    bool keepdim RA_ZERO; /* default no */
} ra_mode_opts;
RA_API ra_status ra_mode(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_mode_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_mode_at) RA_WARN_UNUSED;
RA_API ra_status ra_mode_out(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_mode_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_mode_out_at) RA_WARN_UNUSED;

/* ---- scans ---- */

/*
 * Running sum along dim; bool and integers add up in int64.
 *
 *   cumsum(Tensor self, int dim, *, dtype? dtype=None) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_cumsum_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
} ra_cumsum_opts;
RA_API ra_tensor *ra_cumsum(const ra_tensor *self, int64_t dim, const ra_cumsum_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_cumsum_at);
RA_API ra_status ra_cumsum_(ra_tensor *self, int64_t dim, const ra_cumsum_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_cumsum__at) RA_WARN_UNUSED;
RA_API ra_status ra_cumsum_out(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_cumsum_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_cumsum_out_at) RA_WARN_UNUSED;

/*
 * What each element along dim is more than the one before, n times over, with prepend and append joined on first; of
 * bool whether they differ.
 *
 *   diff(Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_diff(const ra_tensor *self, int64_t n_, int64_t dim, const ra_tensor *prepend, const ra_tensor *append RA_SITE) RA_AT(ra_diff_at);
RA_API ra_status ra_diff_out(ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_tensor *prepend, const ra_tensor *append RA_SITE) RA_AT(ra_diff_out_at) RA_WARN_UNUSED;

/*
 * Running product along dim; bool and integers are multiplied in int64.
 *
 *   cumprod(Tensor self, int dim, *, dtype? dtype=None) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_cumprod_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
} ra_cumprod_opts;
RA_API ra_tensor *ra_cumprod(const ra_tensor *self, int64_t dim, const ra_cumprod_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_cumprod_at);
RA_API ra_status ra_cumprod_(ra_tensor *self, int64_t dim, const ra_cumprod_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_cumprod__at) RA_WARN_UNUSED;
RA_API ra_status ra_cumprod_out(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_cumprod_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_cumprod_out_at) RA_WARN_UNUSED;

/*
 * Largest so far along dim and where it is, of equal ones the last; NaN wins.
 *
 *   cummax(Tensor self, int dim) -> (Tensor values, Tensor indices)
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_status ra_cummax(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices RA_SITE) RA_AT(ra_cummax_at) RA_WARN_UNUSED;
RA_API ra_status ra_cummax_out(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim RA_SITE) RA_AT(ra_cummax_out_at) RA_WARN_UNUSED;

/*
 * Smallest so far along dim and where it is, of equal ones the last; NaN wins.
 *
 *   cummin(Tensor self, int dim) -> (Tensor values, Tensor indices)
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_status ra_cummin(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices RA_SITE) RA_AT(ra_cummin_at) RA_WARN_UNUSED;
RA_API ra_status ra_cummin_out(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim RA_SITE) RA_AT(ra_cummin_out_at) RA_WARN_UNUSED;

/*
 * log of the running sum of exp(self) along dim, without overflow.
 *
 *   logcumsumexp(Tensor self, int dim) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_logcumsumexp(const ra_tensor *self, int64_t dim RA_SITE) RA_AT(ra_logcumsumexp_at);
RA_API ra_status ra_logcumsumexp_out(ra_tensor *out, const ra_tensor *self, int64_t dim RA_SITE) RA_AT(ra_logcumsumexp_out_at) RA_WARN_UNUSED;

/* ---- sorting and sets ---- */

/*
 * Sorted along dim and where each value was; NaN is greatest. Always stable.
 *
 *   sort(Tensor self, int dim=-1, *, bool descending=False, bool stable=False) -> (Tensor values, Tensor indices)
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_sort_opts {
    size_t size;
    bool descending RA_ZERO; /* default no */
    bool stable RA_ZERO; /* default no */
} ra_sort_opts;
RA_API ra_status ra_sort(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_sort_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_sort_at) RA_WARN_UNUSED;
RA_API ra_status ra_sort_out(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_sort_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_sort_out_at) RA_WARN_UNUSED;

/*
 * The indices that sort along dim.
 *
 *   argsort(Tensor self, int dim=-1, *, bool descending=False, bool stable=False) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_argsort_opts {
    size_t size;
    bool descending RA_ZERO; /* default no */
    bool stable RA_ZERO; /* default no */
} ra_argsort_opts;
RA_API ra_tensor *ra_argsort(const ra_tensor *self, int64_t dim, const ra_argsort_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_argsort_at);
RA_API ra_status ra_argsort_out(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_argsort_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_argsort_out_at) RA_WARN_UNUSED;

/*
 * The k largest (or smallest) along dim and their indices; of equal values the first.
 *
 *   topk(Tensor self, int k, int dim=-1, *, bool largest=True, bool sorted=True) -> (Tensor values, Tensor indices)
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_topk_opts {
    size_t size;
    RA_OPTIONAL_BOOL(largest); /* default yes */
    RA_OPTIONAL_BOOL(sorted); /* default yes */
} ra_topk_opts;
RA_API ra_status ra_topk(const ra_tensor *self, int64_t k_, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_topk_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_topk_at) RA_WARN_UNUSED;
RA_API ra_status ra_topk_out(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t k_, int64_t dim, const ra_topk_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_topk_out_at) RA_WARN_UNUSED;

/*
 * The k-th smallest (from 1) along dim and the first index that has it; NaN is greatest.
 *
 *   kthvalue(Tensor self, int k, int dim=-1, *, bool keepdim=False) -> (Tensor values, Tensor indices)
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_kthvalue_opts {
    size_t size;
    bool keepdim RA_ZERO; /* default no */
} ra_kthvalue_opts;
RA_API ra_status ra_kthvalue(const ra_tensor *self, int64_t k_, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_kthvalue_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_kthvalue_at) RA_WARN_UNUSED;
RA_API ra_status ra_kthvalue_out(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t k_, int64_t dim, const ra_kthvalue_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_kthvalue_out_at) RA_WARN_UNUSED;

/*
 * Where self belongs in a sorted sequence, of several rows in the row of the same place: before what equals it or,
 * from the right, behind. sorter tells the order of a sequence that is not sorted.
 *
 *   searchsorted(Tensor sorted_sequence, Operand self, Tensor? sorter, *, bool out_int32=False, bool right=False, str?{left,right} side=None) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_searchsorted_opts {
    size_t size;
    bool out_int32 RA_ZERO; /* default no */
    bool right RA_ZERO; /* default no */
    const char *side RA_ZERO; /* "left", "right"; default none */
} ra_searchsorted_opts;
RA_API ra_tensor *ra_searchsorted(const ra_tensor *sorted_sequence, ra_operand self, const ra_tensor *sorter, const ra_searchsorted_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_searchsorted_at);
RA_API ra_status ra_searchsorted_out(ra_tensor *out, const ra_tensor *sorted_sequence, ra_operand self, const ra_tensor *sorter, const ra_searchsorted_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_searchsorted_out_at) RA_WARN_UNUSED;

/*
 * Between which of the sorted boundaries each element lies, as for searchsorted.
 *
 *   bucketize(Operand self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_bucketize_opts {
    size_t size;
    bool out_int32 RA_ZERO; /* default no */
    bool right RA_ZERO; /* default no */
} ra_bucketize_opts;
RA_API ra_tensor *ra_bucketize(ra_operand self, const ra_tensor *boundaries, const ra_bucketize_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_bucketize_at);
RA_API ra_status ra_bucketize_out(ra_tensor *out, ra_operand self, const ra_tensor *boundaries, const ra_bucketize_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_bucketize_out_at) RA_WARN_UNUSED;

/*
 * The sorted distinct values, the index of each element among them, and how often each occurs (the latter two empty
 * unless asked for).
 *
 *   unique(Tensor self, *, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> (Tensor output, Tensor inverse, Tensor counts)
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 * An extent of the result depends on the data; asking for it may wait.
 */
typedef struct ra_unique_opts {
    size_t size;
    RA_OPTIONAL_BOOL(sorted); /* default yes */
    bool return_inverse RA_ZERO; /* default no */
    bool return_counts RA_ZERO; /* default no */
} ra_unique_opts;
RA_API ra_status ra_unique(const ra_tensor *self, ra_tensor **output, ra_tensor **inverse, ra_tensor **counts, const ra_unique_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_unique_at) RA_WARN_UNUSED;

/*
 * Indices of the elements unlike zero, as (count, ndim) int64 rows in row-major order; an out= is refused from where
 * on as many rows as self has elements would reach over self.
 *
 *   nonzero(Tensor self) -> Tensor
 *
 * Computes in: all.
 * An extent of the result depends on the data; asking for it may wait.
 */
RA_API ra_tensor *ra_nonzero(const ra_tensor *self RA_SITE) RA_AT(ra_nonzero_at);
RA_API ra_status ra_nonzero_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_nonzero_out_at) RA_WARN_UNUSED;

/*
 * The elements where mask holds, in row-major order of the broadcast shape; an out= is refused from where on that
 * whole shape would reach over an input.
 *
 *   masked_select(Tensor self, Tensor mask) -> Tensor
 *
 * Computes in: all.
 * An extent of the result depends on the data; asking for it may wait.
 */
RA_API ra_tensor *ra_masked_select(const ra_tensor *self, const ra_tensor *mask RA_SITE) RA_AT(ra_masked_select_at);
RA_API ra_status ra_masked_select_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *mask RA_SITE) RA_AT(ra_masked_select_out_at) RA_WARN_UNUSED;

/*
 * Whether each of elements is among test_elements, either of which may be a number (invert: is not); both are
 * compared in the dtype that they promote to, NaN is among none.
 *
 *   isin(Operand elements, Operand test_elements, *, bool assume_unique=False, bool invert=False) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_isin_opts {
    size_t size;
    bool assume_unique RA_ZERO; /* default no */
    bool invert RA_ZERO; /* default no */
} ra_isin_opts;
RA_API ra_tensor *ra_isin(ra_operand elements, ra_operand test_elements, const ra_isin_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_isin_at);
RA_API ra_status ra_isin_out(ra_tensor *out, ra_operand elements, ra_operand test_elements, const ra_isin_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_isin_out_at) RA_WARN_UNUSED;

/*
 * As nonzero.
 *
 *   argwhere(Tensor self) -> Tensor
 *
 * Computes in: all.
 * An extent of the result depends on the data; asking for it may wait.
 */
RA_API ra_tensor *ra_argwhere(const ra_tensor *self RA_SITE) RA_AT(ra_argwhere_at);

/*
 * A last dimension of num_classes more, of zeros with a one at the index that self has; -1: one more than the
 * largest, which the data tell. An index that is out of range is RA_ERR_INDEX.
 *
 *   one_hot(Tensor self, int num_classes=-1) -> Tensor
 *
 * Computes in: int64.
 * An extent of the result depends on the data; asking for it may wait.
 */
RA_API ra_tensor *ra_one_hot(const ra_tensor *self, int64_t num_classes RA_SITE) RA_AT(ra_one_hot_at);

/*
 * How often each number from 0 to the largest occurs in a vector of integers, or the sum of the weights beside it,
 * in order; minlength elements at least. A negative number is RA_ERR_VALUE.
 *
 *   bincount(Tensor self, Tensor? weights, *, int minlength=0) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64.
 * An extent of the result depends on the data; asking for it may wait.
 */
typedef struct ra_bincount_opts {
    size_t size;
    int64_t minlength RA_ZERO; /* default 0 */
} ra_bincount_opts;
RA_API ra_tensor *ra_bincount(const ra_tensor *self, const ra_tensor *weights, const ra_bincount_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_bincount_at);

/*
 * How many elements lie in each of bins equal parts of [min, max], or, where these are equal, of the range of self,
 * which must be finite (else RA_ERR_VALUE).
 *
 *   histc(Tensor self, int bins=100, Scalar min=0, Scalar max=0) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_histc(const ra_tensor *self, int64_t bins, ra_scalar min_, ra_scalar max_ RA_SITE) RA_AT(ra_histc_at);
RA_API ra_status ra_histc_out(ra_tensor *out, const ra_tensor *self, int64_t bins, ra_scalar min_, ra_scalar max_ RA_SITE) RA_AT(ra_histc_out_at) RA_WARN_UNUSED;

/*
 * Sorted along the first dimension.
 *
 *   msort(Tensor self) -> Tensor
 *
 * Computes in: bool, uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_msort(const ra_tensor *self RA_SITE) RA_AT(ra_msort_at);
RA_API ra_status ra_msort_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_msort_out_at) RA_WARN_UNUSED;

/* ---- index, gather, scatter ---- */

/*
 * The slices index (1-d int32 or int64) of dim.
 *
 *   index_select(Tensor self, int dim, Tensor index) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_index_select(const ra_tensor *self, int64_t dim, const ra_tensor *index RA_SITE) RA_AT(ra_index_select_at);
RA_API ra_status ra_index_select_out(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index RA_SITE) RA_AT(ra_index_select_out_at) RA_WARN_UNUSED;

/*
 * self at index along dim, elsewhere at the same place.
 *
 *   gather(Tensor self, int dim, Tensor index) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_gather(const ra_tensor *self, int64_t dim, const ra_tensor *index RA_SITE) RA_AT(ra_gather_at);
RA_API ra_status ra_gather_out(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index RA_SITE) RA_AT(ra_gather_out_at) RA_WARN_UNUSED;

/*
 * self with src (or a number) written at index along dim; of equal targets the last wins.
 *
 *   scatter(Tensor self, int dim, Tensor index, Operand src) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_scatter(const ra_tensor *self, int64_t dim, const ra_tensor *index, ra_operand src RA_SITE) RA_AT(ra_scatter_at);
RA_API ra_status ra_scatter_(ra_tensor *self, int64_t dim, const ra_tensor *index, ra_operand src RA_SITE) RA_AT(ra_scatter__at) RA_WARN_UNUSED;
RA_API ra_status ra_scatter_out(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, ra_operand src RA_SITE) RA_AT(ra_scatter_out_at) RA_WARN_UNUSED;

/*
 * self with value (a number or 0-dim tensor) where mask holds. A complex tensor as value is refused for a real self.
 *
 *   masked_fill(Tensor self, Tensor mask, Operand value) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_masked_fill(const ra_tensor *self, const ra_tensor *mask, ra_operand value RA_SITE) RA_AT(ra_masked_fill_at);
RA_API ra_status ra_masked_fill_(ra_tensor *self, const ra_tensor *mask, ra_operand value RA_SITE) RA_AT(ra_masked_fill__at) RA_WARN_UNUSED;

/*
 * Advanced indexing by integer tensors that broadcast; bool and uint8 masks stand for their nonzero (the call then
 * waits for the mask).
 *
 *   index(Tensor self, Tensor?[] indices) -> Tensor
 *
 * Computes in: all.
 * An extent of the result depends on the data; asking for it may wait.
 * May wait (for masks).
 */
RA_API ra_tensor *ra_index(const ra_tensor *self, ra_tensors indices RA_SITE) RA_AT(ra_index_at);
RA_API ra_status ra_index_out(ra_tensor *out, const ra_tensor *self, ra_tensors indices RA_SITE) RA_AT(ra_index_out_at) RA_WARN_UNUSED;

/*
 * Writes (or adds) values at advanced indices; in order, so that results are the same every time.
 *
 *   index_put_(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor
 *
 * Computes in: all.
 * May wait (for masks).
 */
RA_API ra_status ra_index_put_(ra_tensor *self, ra_tensors indices, const ra_tensor *values, bool accumulate RA_SITE) RA_AT(ra_index_put__at) RA_WARN_UNUSED;

/*
 * The elements at index (int64) of self as if it were flat; a negative one counts from its end.
 *
 *   take(Tensor self, Tensor index) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_take(const ra_tensor *self, const ra_tensor *index RA_SITE) RA_AT(ra_take_at);
RA_API ra_status ra_take_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *index RA_SITE) RA_AT(ra_take_out_at) RA_WARN_UNUSED;

/*
 * self with value (a number or 0-dim tensor) in the slices index (int64) of dim.
 *
 *   index_fill(Tensor self, int dim, Tensor index, Operand value) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_index_fill(const ra_tensor *self, int64_t dim, const ra_tensor *index, ra_operand value RA_SITE) RA_AT(ra_index_fill_at);
RA_API ra_status ra_index_fill_(ra_tensor *self, int64_t dim, const ra_tensor *index, ra_operand value RA_SITE) RA_AT(ra_index_fill__at) RA_WARN_UNUSED;

/*
 * self with src added at index along dim, in order, so that sums are the same every time.
 *
 *   scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_scatter_add(const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src RA_SITE) RA_AT(ra_scatter_add_at);
RA_API ra_status ra_scatter_add_(ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src RA_SITE) RA_AT(ra_scatter_add__at) RA_WARN_UNUSED;
RA_API ra_status ra_scatter_add_out(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src RA_SITE) RA_AT(ra_scatter_add_out_at) RA_WARN_UNUSED;

/*
 * self combined with src at index along dim; where self is not to count, of src alone. Means of integers are rounded
 * down, however many they are of.
 *
 *   scatter_reduce(Tensor self, int dim, Tensor index, Tensor src, str{sum,prod,mean,amax,amin} reduce, *, bool include_self=True) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_scatter_reduce_opts {
    size_t size;
    RA_OPTIONAL_BOOL(include_self); /* default yes */
} ra_scatter_reduce_opts;
RA_API ra_tensor *ra_scatter_reduce(const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src, const char *reduce, const ra_scatter_reduce_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_scatter_reduce_at);
RA_API ra_status ra_scatter_reduce_(ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src, const char *reduce, const ra_scatter_reduce_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_scatter_reduce__at) RA_WARN_UNUSED;
RA_API ra_status ra_scatter_reduce_out(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src, const char *reduce, const ra_scatter_reduce_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_scatter_reduce_out_at) RA_WARN_UNUSED;

/*
 * self with alpha * source added to the slices index (1-d) of dim, in order.
 *
 *   index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_index_add_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(alpha); /* default 1 */
} ra_index_add_opts;
RA_API ra_tensor *ra_index_add(const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const ra_index_add_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_index_add_at);
RA_API ra_status ra_index_add_(ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const ra_index_add_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_index_add__at) RA_WARN_UNUSED;
RA_API ra_status ra_index_add_out(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const ra_index_add_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_index_add_out_at) RA_WARN_UNUSED;

/*
 * self with source written to the slices index (1-d int64) of dim; of equal ones the last wins.
 *
 *   index_copy(Tensor self, int dim, Tensor index, Tensor source) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_index_copy(const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source RA_SITE) RA_AT(ra_index_copy_at);
RA_API ra_status ra_index_copy_(ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source RA_SITE) RA_AT(ra_index_copy__at) RA_WARN_UNUSED;
RA_API ra_status ra_index_copy_out(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source RA_SITE) RA_AT(ra_index_copy_out_at) RA_WARN_UNUSED;

/*
 * self combined with source at the slices index (1-d) of dim, as for scatter_reduce; bool and complex where self
 * counts.
 *
 *   index_reduce(Tensor self, int dim, Tensor index, Tensor source, str{prod,mean,amax,amin} reduce, *, bool include_self=True) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_index_reduce_opts {
    size_t size;
    RA_OPTIONAL_BOOL(include_self); /* default yes */
} ra_index_reduce_opts;
RA_API ra_tensor *ra_index_reduce(const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const char *reduce, const ra_index_reduce_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_index_reduce_at);
RA_API ra_status ra_index_reduce_(ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const char *reduce, const ra_index_reduce_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_index_reduce__at) RA_WARN_UNUSED;
RA_API ra_status ra_index_reduce_out(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const char *reduce, const ra_index_reduce_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_index_reduce_out_at) RA_WARN_UNUSED;

/*
 * self, broadcast with mask, with the elements of source, in row-major order, where mask holds; too few of them are
 * RA_ERR_INDEX.
 *
 *   masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_masked_scatter(const ra_tensor *self, const ra_tensor *mask, const ra_tensor *source RA_SITE) RA_AT(ra_masked_scatter_at);
RA_API ra_status ra_masked_scatter_(ra_tensor *self, const ra_tensor *mask, const ra_tensor *source RA_SITE) RA_AT(ra_masked_scatter__at) RA_WARN_UNUSED;

/*
 * self with source written (or added) at index (int64) as if it were flat; a negative one counts from its end.
 *
 *   put(Tensor self, Tensor index, Tensor source, bool accumulate=False) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_put(const ra_tensor *self, const ra_tensor *index, const ra_tensor *source, bool accumulate RA_SITE) RA_AT(ra_put_at);
RA_API ra_status ra_put_(ra_tensor *self, const ra_tensor *index, const ra_tensor *source, bool accumulate RA_SITE) RA_AT(ra_put__at) RA_WARN_UNUSED;

/*
 * self at indices along one dimension, beyond whose ends they go round, broadcast in the others; without dim
 * (RA_ALL) of both flattened.
 *
 *   take_along_dim(Tensor self, Tensor indices, int[]? dim=None) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_take_along_dim(const ra_tensor *self, const ra_tensor *indices, ra_dims dim RA_SITE) RA_AT(ra_take_along_dim_at);
RA_API ra_status ra_take_along_dim_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *indices, ra_dims dim RA_SITE) RA_AT(ra_take_along_dim_out_at) RA_WARN_UNUSED;

/*
 * Each element of one dimension, or of self flattened (RA_ALL), repeated as often as repeats says: a number for all,
 * or a tensor, whose sum is the new size, unknown at the call unless output_size tells it. A negative one, or
 * another sum, is RA_ERR_VALUE.
 *
 *   repeat_interleave(Tensor self, Operand repeats, int[]? dim=None, *, int output_size=-1) -> Tensor
 *
 * Computes in: all.
 * An extent of the result depends on the data; asking for it may wait.
 */
typedef struct ra_repeat_interleave_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(output_size); /* default -1 */
} ra_repeat_interleave_opts;
RA_API ra_tensor *ra_repeat_interleave(const ra_tensor *self, ra_operand repeats, ra_dims dim, const ra_repeat_interleave_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_repeat_interleave_at);

/* ---- matrix products ---- */

/*
 * Matrix product.
 *
 *   mm(Tensor self, Tensor mat2) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_mm(const ra_tensor *self, const ra_tensor *mat2 RA_SITE) RA_AT(ra_mm_at);
RA_API ra_status ra_mm_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *mat2 RA_SITE) RA_AT(ra_mm_out_at) RA_WARN_UNUSED;

/*
 * Product of each pair of matrices of two batches.
 *
 *   bmm(Tensor self, Tensor mat2) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_bmm(const ra_tensor *self, const ra_tensor *mat2 RA_SITE) RA_AT(ra_bmm_at);
RA_API ra_status ra_bmm_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *mat2 RA_SITE) RA_AT(ra_bmm_out_at) RA_WARN_UNUSED;

/*
 * beta * self + alpha * mat1 @ mat2; self is not read where beta is 0.
 *
 *   addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_addmm_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(beta); /* default 1 */
    RA_OPTIONAL_SCALAR(alpha); /* default 1 */
} ra_addmm_opts;
RA_API ra_tensor *ra_addmm(const ra_tensor *self, const ra_tensor *mat1, const ra_tensor *mat2, const ra_addmm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_addmm_at);
RA_API ra_status ra_addmm_(ra_tensor *self, const ra_tensor *mat1, const ra_tensor *mat2, const ra_addmm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_addmm__at) RA_WARN_UNUSED;
RA_API ra_status ra_addmm_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *mat1, const ra_tensor *mat2, const ra_addmm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_addmm_out_at) RA_WARN_UNUSED;

/*
 * beta * self + alpha * batch1 @ batch2, of each pair of matrices of two batches; self is not read where beta is 0.
 *
 *   baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_baddbmm_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(beta); /* default 1 */
    RA_OPTIONAL_SCALAR(alpha); /* default 1 */
} ra_baddbmm_opts;
RA_API ra_tensor *ra_baddbmm(const ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_baddbmm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_baddbmm_at);
RA_API ra_status ra_baddbmm_(ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_baddbmm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_baddbmm__at) RA_WARN_UNUSED;
RA_API ra_status ra_baddbmm_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_baddbmm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_baddbmm_out_at) RA_WARN_UNUSED;

/*
 * beta * self + alpha times the sum of the products of each pair of matrices; self is not read where beta is 0.
 *
 *   addbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_addbmm_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(beta); /* default 1 */
    RA_OPTIONAL_SCALAR(alpha); /* default 1 */
} ra_addbmm_opts;
RA_API ra_tensor *ra_addbmm(const ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_addbmm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_addbmm_at);
RA_API ra_status ra_addbmm_(ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_addbmm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_addbmm__at) RA_WARN_UNUSED;
RA_API ra_status ra_addbmm_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_addbmm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_addbmm_out_at) RA_WARN_UNUSED;

/*
 * Product of vectors, matrices or broadcast batches of them.
 *
 *   matmul(Tensor self, Tensor other) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_matmul(const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_matmul_at);
RA_API ra_status ra_matmul_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_matmul_out_at) RA_WARN_UNUSED;

/*
 * input @ weight^T + bias.
 *
 *   linear(Tensor input, Tensor weight, Tensor? bias) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_linear(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias RA_SITE) RA_AT(ra_linear_at);
RA_API ra_status ra_linear_out(ra_tensor *out, const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias RA_SITE) RA_AT(ra_linear_out_at) RA_WARN_UNUSED;

/*
 * Sum of products of two vectors; complex ones are not conjugated.
 *
 *   dot(Tensor self, Tensor tensor) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_dot(const ra_tensor *self, const ra_tensor *tensor RA_SITE) RA_AT(ra_dot_at);
RA_API ra_status ra_dot_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *tensor RA_SITE) RA_AT(ra_dot_out_at) RA_WARN_UNUSED;

/*
 * Sum of products of two vectors, of which complex ones of self are conjugated.
 *
 *   vdot(Tensor self, Tensor other) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_vdot(const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_vdot_at);
RA_API ra_status ra_vdot_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_vdot_out_at) RA_WARN_UNUSED;

/*
 * Product of a matrix and a vector.
 *
 *   mv(Tensor self, Tensor vec) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_mv(const ra_tensor *self, const ra_tensor *vec RA_SITE) RA_AT(ra_mv_at);
RA_API ra_status ra_mv_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *vec RA_SITE) RA_AT(ra_mv_out_at) RA_WARN_UNUSED;

/*
 * Products of each element of a vector with each of another.
 *
 *   outer(Tensor self, Tensor vec2) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_outer(const ra_tensor *self, const ra_tensor *vec2 RA_SITE) RA_AT(ra_outer_at);
RA_API ra_status ra_outer_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *vec2 RA_SITE) RA_AT(ra_outer_out_at) RA_WARN_UNUSED;

/*
 * Sums of products over the last dimension of both; with a 0-dim one, the product.
 *
 *   inner(Tensor self, Tensor other) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_inner(const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_inner_at);
RA_API ra_status ra_inner_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_inner_out_at) RA_WARN_UNUSED;

/*
 * Kronecker product: other times each element of self, in its place.
 *
 *   kron(Tensor self, Tensor other) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_kron(const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_kron_at);
RA_API ra_status ra_kron_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *other RA_SITE) RA_AT(ra_kron_out_at) RA_WARN_UNUSED;

/*
 * beta * self + alpha * vec1 vec2^T of two vectors, in the dtype that the three promote to; self is not read where
 * beta is 0.
 *
 *   addr(Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_addr_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(beta); /* default 1 */
    RA_OPTIONAL_SCALAR(alpha); /* default 1 */
} ra_addr_opts;
RA_API ra_tensor *ra_addr(const ra_tensor *self, const ra_tensor *vec1, const ra_tensor *vec2, const ra_addr_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_addr_at);
RA_API ra_status ra_addr_(ra_tensor *self, const ra_tensor *vec1, const ra_tensor *vec2, const ra_addr_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_addr__at) RA_WARN_UNUSED;
RA_API ra_status ra_addr_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *vec1, const ra_tensor *vec2, const ra_addr_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_addr_out_at) RA_WARN_UNUSED;

/*
 * beta * self + alpha * mat @ vec; self is not read where beta is 0.
 *
 *   addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_addmv_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(beta); /* default 1 */
    RA_OPTIONAL_SCALAR(alpha); /* default 1 */
} ra_addmv_opts;
RA_API ra_tensor *ra_addmv(const ra_tensor *self, const ra_tensor *mat, const ra_tensor *vec, const ra_addmv_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_addmv_at);
RA_API ra_status ra_addmv_(ra_tensor *self, const ra_tensor *mat, const ra_tensor *vec, const ra_addmv_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_addmv__at) RA_WARN_UNUSED;
RA_API ra_status ra_addmv_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *mat, const ra_tensor *vec, const ra_addmv_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_addmv_out_at) RA_WARN_UNUSED;

/*
 * Sums of products over pairs of dimensions, one of each; one of size 1 is broadcast.
 *
 *   tensordot(Tensor self, Tensor other, int[] dims_self, int[] dims_other) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_tensordot(const ra_tensor *self, const ra_tensor *other, ra_dims dims_self, ra_dims dims_other RA_SITE) RA_AT(ra_tensordot_at);
RA_API ra_status ra_tensordot_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_dims dims_self, ra_dims dims_other RA_SITE) RA_AT(ra_tensordot_out_at) RA_WARN_UNUSED;

/*
 * Sums of products over the dimensions that share a letter in the equation, "ij,jk->ik": the operands' subscripts,
 * then the result's. Without an arrow the result has what "..." stands for, then the letters that are there once,
 * capitals first. A letter again in one operand is its diagonal, sizes of 1 are broadcast, and spaces count for
 * nothing. Products are taken from left to right. Of one operand of which nothing is summed it is a view.
 *
 *   einsum(str equation, Tensor[] tensors) -> Tensor
 *
 * Computes in: all. Result: another handle to the same storage where that will do, else a new tensor.
 */
RA_API ra_tensor *ra_einsum(const char *equation, ra_tensors tensors RA_SITE) RA_AT(ra_einsum_at);

/* ---- linear algebra ---- */

/*
 * Cholesky factor of each matrix, of which one triangle is read; RA_ERR_SINGULAR where one is not positive definite.
 *
 *   linalg_cholesky(Tensor self, *, bool upper=False) -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_linalg_cholesky_opts {
    size_t size;
    bool upper RA_ZERO; /* default no */
} ra_linalg_cholesky_opts;
RA_API ra_tensor *ra_linalg_cholesky(const ra_tensor *self, const ra_linalg_cholesky_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_cholesky_at);
RA_API ra_status ra_linalg_cholesky_out(ra_tensor *out, const ra_tensor *self, const ra_linalg_cholesky_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_cholesky_out_at) RA_WARN_UNUSED;

/*
 * X with A X = B (or X A = B, which takes no vectors as B); RA_ERR_SINGULAR.
 *
 *   linalg_solve(Tensor A, Tensor B, *, bool left=True) -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_linalg_solve_opts {
    size_t size;
    RA_OPTIONAL_BOOL(left); /* default yes */
} ra_linalg_solve_opts;
RA_API ra_tensor *ra_linalg_solve(const ra_tensor *a_, const ra_tensor *b_, const ra_linalg_solve_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_solve_at);
RA_API ra_status ra_linalg_solve_out(ra_tensor *out, const ra_tensor *a_, const ra_tensor *b_, const ra_linalg_solve_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_solve_out_at) RA_WARN_UNUSED;

/*
 * X with A X = B (or X A = B) for triangular A; the other triangle is not read.
 *
 *   linalg_solve_triangular(Tensor self, Tensor B, *, bool upper, bool left=True, bool unitriangular=False) -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_linalg_solve_triangular_opts {
    size_t size;
    bool upper RA_ZERO; /* required */
    RA_OPTIONAL_BOOL(left); /* default yes */
    bool unitriangular RA_ZERO; /* default no */
} ra_linalg_solve_triangular_opts;
RA_API ra_tensor *ra_linalg_solve_triangular(const ra_tensor *self, const ra_tensor *b_, const ra_linalg_solve_triangular_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_solve_triangular_at);
RA_API ra_status ra_linalg_solve_triangular_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *b_, const ra_linalg_solve_triangular_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_solve_triangular_out_at) RA_WARN_UNUSED;

/*
 * QR factors; with mode r, Q is empty.
 *
 *   linalg_qr(Tensor A, *, str{reduced,complete,r} mode="reduced") -> (Tensor Q, Tensor R)
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_linalg_qr_opts {
    size_t size;
    const char *mode RA_ZERO; /* "reduced", "complete", "r"; default "reduced" */
} ra_linalg_qr_opts;
RA_API ra_status ra_linalg_qr(const ra_tensor *a_, ra_tensor **q_, ra_tensor **r_, const ra_linalg_qr_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_qr_at) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_qr_out(ra_tensor *out_q_, ra_tensor *out_r_, const ra_tensor *a_, const ra_linalg_qr_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_qr_out_at) RA_WARN_UNUSED;

/*
 * Singular value decomposition; S descends.
 *
 *   linalg_svd(Tensor A, *, bool full_matrices=True) -> (Tensor U, Tensor S, Tensor Vh)
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_linalg_svd_opts {
    size_t size;
    RA_OPTIONAL_BOOL(full_matrices); /* default yes */
} ra_linalg_svd_opts;
RA_API ra_status ra_linalg_svd(const ra_tensor *a_, ra_tensor **u_, ra_tensor **s_, ra_tensor **vh, const ra_linalg_svd_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_svd_at) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_svd_out(ra_tensor *out_u_, ra_tensor *out_s_, ra_tensor *out_vh, const ra_tensor *a_, const ra_linalg_svd_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_svd_out_at) RA_WARN_UNUSED;

/*
 * Eigenvalues, ascending, and eigenvectors of Hermitian matrices, of which one triangle is read.
 *
 *   linalg_eigh(Tensor self, *, str{L,U} UPLO="L") -> (Tensor eigenvalues, Tensor eigenvectors)
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_linalg_eigh_opts {
    size_t size;
    const char *UPLO RA_ZERO; /* "L", "U"; default "L" */
} ra_linalg_eigh_opts;
RA_API ra_status ra_linalg_eigh(const ra_tensor *self, ra_tensor **eigenvalues, ra_tensor **eigenvectors, const ra_linalg_eigh_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_eigh_at) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_eigh_out(ra_tensor *out_eigenvalues, ra_tensor *out_eigenvectors, const ra_tensor *self, const ra_linalg_eigh_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_eigh_out_at) RA_WARN_UNUSED;

/*
 * Inverse; RA_ERR_SINGULAR.
 *
 *   linalg_inv(Tensor A) -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_linalg_inv(const ra_tensor *a_ RA_SITE) RA_AT(ra_linalg_inv_at);
RA_API ra_status ra_linalg_inv_out(ra_tensor *out, const ra_tensor *a_ RA_SITE) RA_AT(ra_linalg_inv_out_at) RA_WARN_UNUSED;

/*
 * Determinant of each matrix.
 *
 *   linalg_det(Tensor A) -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_linalg_det(const ra_tensor *a_ RA_SITE) RA_AT(ra_linalg_det_at);
RA_API ra_status ra_linalg_det_out(ra_tensor *out, const ra_tensor *a_ RA_SITE) RA_AT(ra_linalg_det_out_at) RA_WARN_UNUSED;

/*
 * Sign of the determinant of each matrix (a number of absolute value 1, or 0) and the logarithm of its absolute
 * value, -inf where it is 0.
 *
 *   linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet)
 *
 * Computes in: float32, float64, complex64, complex128.
 */
RA_API ra_status ra_linalg_slogdet(const ra_tensor *a_, ra_tensor **sign, ra_tensor **logabsdet RA_SITE) RA_AT(ra_linalg_slogdet_at) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_slogdet_out(ra_tensor *out_sign, ra_tensor *out_logabsdet, const ra_tensor *a_ RA_SITE) RA_AT(ra_linalg_slogdet_out_at) RA_WARN_UNUSED;

/*
 * Factors of each matrix with rows exchanged, the unit lower triangle (its diagonal is not stored) and the upper one
 * in one matrix, and with which row, from 1 on, each was exchanged; RA_ERR_SINGULAR where a pivot is zero.
 * pivot=false, by which rows stay where they are, is for CUDA alone, as in PyTorch.
 *
 *   linalg_lu_factor(Tensor A, *, bool pivot=True) -> (Tensor LU, Tensor pivots)
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_linalg_lu_factor_opts {
    size_t size;
    RA_OPTIONAL_BOOL(pivot); /* default yes */
} ra_linalg_lu_factor_opts;
RA_API ra_status ra_linalg_lu_factor(const ra_tensor *a_, ra_tensor **lu, ra_tensor **pivots, const ra_linalg_lu_factor_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_lu_factor_at) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_lu_factor_out(ra_tensor *out_lu, ra_tensor *out_pivots, const ra_tensor *a_, const ra_linalg_lu_factor_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_lu_factor_out_at) RA_WARN_UNUSED;

/*
 * As linalg_lu_factor, and info: of each matrix 0, or the first pivot, from 1 on, that is zero, which with
 * check_errors alone is RA_ERR_SINGULAR.
 *
 *   linalg_lu_factor_ex(Tensor A, *, bool pivot=True, bool check_errors=False) -> (Tensor LU, Tensor pivots, Tensor info)
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_linalg_lu_factor_ex_opts {
    size_t size;
    RA_OPTIONAL_BOOL(pivot); /* default yes */
    bool check_errors RA_ZERO; /* default no */
} ra_linalg_lu_factor_ex_opts;
RA_API ra_status ra_linalg_lu_factor_ex(const ra_tensor *a_, ra_tensor **lu, ra_tensor **pivots, ra_tensor **info, const ra_linalg_lu_factor_ex_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_lu_factor_ex_at) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_lu_factor_ex_out(ra_tensor *out_lu, ra_tensor *out_pivots, ra_tensor *out_info, const ra_tensor *a_, const ra_linalg_lu_factor_ex_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_lu_factor_ex_out_at) RA_WARN_UNUSED;

/*
 * X with A X = B (or X A = B; with adjoint, of A^H) for the A of which linalg_lu_factor gave LU and pivots. A pivot
 * that names no row is RA_ERR_INDEX.
 *
 *   linalg_lu_solve(Tensor LU, Tensor pivots, Tensor B, *, bool left=True, bool adjoint=False) -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_linalg_lu_solve_opts {
    size_t size;
    RA_OPTIONAL_BOOL(left); /* default yes */
    bool adjoint RA_ZERO; /* default no */
} ra_linalg_lu_solve_opts;
RA_API ra_tensor *ra_linalg_lu_solve(const ra_tensor *lu, const ra_tensor *pivots, const ra_tensor *b_, const ra_linalg_lu_solve_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_lu_solve_at);
RA_API ra_status ra_linalg_lu_solve_out(ra_tensor *out, const ra_tensor *lu, const ra_tensor *pivots, const ra_tensor *b_, const ra_linalg_lu_solve_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_lu_solve_out_at) RA_WARN_UNUSED;

/*
 * X with A X = self for A = L L^H (or U^H U) of the triangle input2; the other triangle is not read.
 *
 *   cholesky_solve(Tensor self, Tensor input2, bool upper=False) -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_cholesky_solve(const ra_tensor *self, const ra_tensor *input2, bool upper RA_SITE) RA_AT(ra_cholesky_solve_at);
RA_API ra_status ra_cholesky_solve_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *input2, bool upper RA_SITE) RA_AT(ra_cholesky_solve_out_at) RA_WARN_UNUSED;

/*
 * As linalg_cholesky, and info: of each matrix 0, or of how many rows and columns the first part is that is not
 * positive definite, where L says nothing; with check_errors that is RA_ERR_SINGULAR.
 *
 *   linalg_cholesky_ex(Tensor self, *, bool upper=False, bool check_errors=False) -> (Tensor L, Tensor info)
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_linalg_cholesky_ex_opts {
    size_t size;
    bool upper RA_ZERO; /* default no */
    bool check_errors RA_ZERO; /* default no */
} ra_linalg_cholesky_ex_opts;
RA_API ra_status ra_linalg_cholesky_ex(const ra_tensor *self, ra_tensor **l_, ra_tensor **info, const ra_linalg_cholesky_ex_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_cholesky_ex_at) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_cholesky_ex_out(ra_tensor *out_l_, ra_tensor *out_info, const ra_tensor *self, const ra_linalg_cholesky_ex_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_cholesky_ex_out_at) RA_WARN_UNUSED;

/*
 * As linalg_inv, and info: of each matrix 0, or the first pivot, from 1 on, that is zero, where the inverse is NaN;
 * with check_errors that is RA_ERR_SINGULAR.
 *
 *   linalg_inv_ex(Tensor A, *, bool check_errors=False) -> (Tensor inverse, Tensor info)
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_linalg_inv_ex_opts {
    size_t size;
    bool check_errors RA_ZERO; /* default no */
} ra_linalg_inv_ex_opts;
RA_API ra_status ra_linalg_inv_ex(const ra_tensor *a_, ra_tensor **inverse, ra_tensor **info, const ra_linalg_inv_ex_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_inv_ex_at) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_inv_ex_out(ra_tensor *out_inverse, ra_tensor *out_info, const ra_tensor *a_, const ra_linalg_inv_ex_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_inv_ex_out_at) RA_WARN_UNUSED;

/*
 * As linalg_solve, and info: of each matrix of A 0, or the first pivot, from 1 on, that is zero, where the result
 * says nothing; with check_errors that is RA_ERR_SINGULAR.
 *
 *   linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, Tensor info)
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_linalg_solve_ex_opts {
    size_t size;
    RA_OPTIONAL_BOOL(left); /* default yes */
    bool check_errors RA_ZERO; /* default no */
} ra_linalg_solve_ex_opts;
RA_API ra_status ra_linalg_solve_ex(const ra_tensor *a_, const ra_tensor *b_, ra_tensor **result, ra_tensor **info, const ra_linalg_solve_ex_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_solve_ex_at) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_solve_ex_out(ra_tensor *out_result, ra_tensor *out_info, const ra_tensor *a_, const ra_tensor *b_, const ra_linalg_solve_ex_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_solve_ex_out_at) RA_WARN_UNUSED;

/*
 * Eigenvalues, in no order, and eigenvectors of length 1, as columns, of square matrices: complex, whatever these
 * are. What is not finite, or does not converge, is RA_ERR_CONVERGE.
 *
 *   linalg_eig(Tensor self) -> (Tensor eigenvalues, Tensor eigenvectors)
 *
 * Computes in: float32, float64, complex64, complex128.
 */
RA_API ra_status ra_linalg_eig(const ra_tensor *self, ra_tensor **eigenvalues, ra_tensor **eigenvectors RA_SITE) RA_AT(ra_linalg_eig_at) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_eig_out(ra_tensor *out_eigenvalues, ra_tensor *out_eigenvectors, const ra_tensor *self RA_SITE) RA_AT(ra_linalg_eig_out_at) RA_WARN_UNUSED;

/*
 * The eigenvalues alone, as linalg_eig gives them.
 *
 *   linalg_eigvals(Tensor self) -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_linalg_eigvals(const ra_tensor *self RA_SITE) RA_AT(ra_linalg_eigvals_at);
RA_API ra_status ra_linalg_eigvals_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_linalg_eigvals_out_at) RA_WARN_UNUSED;

/*
 * X with the least |A X - B|, and of those the shortest, of self as A and b as B, by a driver of LAPACK: gels (A of
 * full rank, else RA_ERR_SINGULAR where that shows), gelsy, gelsd and gelss (any A, in which pivots or singular
 * values up to rcond times the largest count as zero; where it is not given that is the distance from 1 to the next
 * number times the larger size). Without a driver that is gelsy, and on CUDA gels, which it has alone: others are
 * RA_ERR_UNSUPPORTED there. residuals are the squares of |A X - B| of each column where A has more rows than
 * columns, and with gelsd and gelss if all ranks are full (else their first size is 0), never with gelsy; rank is
 * empty with gels, singular_values with gels and gelsy. The rows of the solution are the first of as many as the
 * larger size, which its strides show. What is not finite is RA_ERR_CONVERGE.
 *
 *   linalg_lstsq(Tensor self, Tensor b, *, Scalar? rcond=None, str?{gelsy,gels,gelsd,gelss} driver=None) -> (Tensor solution, Tensor residuals, Tensor rank, Tensor singular_values)
 *
 * Computes in: float32, float64, complex64, complex128.
 * An extent of the result depends on the data; asking for it may wait.
 */
typedef struct ra_linalg_lstsq_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(rcond); /* default none */
    const char *driver RA_ZERO; /* "gelsy", "gels", "gelsd", "gelss"; default none */
} ra_linalg_lstsq_opts;
RA_API ra_status ra_linalg_lstsq(const ra_tensor *self, const ra_tensor *b_, ra_tensor **solution, ra_tensor **residuals, ra_tensor **rank, ra_tensor **singular_values, const ra_linalg_lstsq_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_lstsq_at) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_lstsq_out(ra_tensor *out_solution, ra_tensor *out_residuals, ra_tensor *out_rank, ra_tensor *out_singular_values, const ra_tensor *self, const ra_tensor *b_, const ra_linalg_lstsq_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_lstsq_out_at) RA_WARN_UNUSED;

/*
 * Cross product of vectors of three components, which lie along dim.
 *
 *   linalg_cross(Tensor self, Tensor other, *, int dim=-1) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_linalg_cross_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(dim); /* default -1 */
} ra_linalg_cross_opts;
RA_API ra_tensor *ra_linalg_cross(const ra_tensor *self, const ra_tensor *other, const ra_linalg_cross_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_cross_at);
RA_API ra_status ra_linalg_cross_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, const ra_linalg_cross_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_cross_out_at) RA_WARN_UNUSED;

/*
 * Each matrix to the power n; a negative one is that of the inverse.
 *
 *   linalg_matrix_power(Tensor self, int n) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_linalg_matrix_power(const ra_tensor *self, int64_t n_ RA_SITE) RA_AT(ra_linalg_matrix_power_at);
RA_API ra_status ra_linalg_matrix_power_out(ra_tensor *out, const ra_tensor *self, int64_t n_ RA_SITE) RA_AT(ra_linalg_matrix_power_out_at) RA_WARN_UNUSED;

/*
 * Norm of each matrix, whose rows and columns lie along dim (where it is not given, the last two): 2 and -2 are the
 * largest and smallest singular value, 1 and -1 the largest and smallest sum of a column's magnitudes, infinity and
 * its negative that of a row's.
 *
 *   linalg_matrix_norm(Tensor self, Scalar ord, *, int[]? dim=None, bool keepdim=False, dtype? dtype=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_linalg_matrix_norm_opts {
    size_t size;
    ra_dims dim RA_ZERO; /* default none */
    bool keepdim RA_ZERO; /* default no */
    ra_dtype dtype RA_ZERO; /* default none */
} ra_linalg_matrix_norm_opts;
RA_API ra_tensor *ra_linalg_matrix_norm(const ra_tensor *self, ra_scalar ord, const ra_linalg_matrix_norm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_matrix_norm_at);
RA_API ra_status ra_linalg_matrix_norm_out(ra_tensor *out, const ra_tensor *self, ra_scalar ord, const ra_linalg_matrix_norm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_matrix_norm_out_at) RA_WARN_UNUSED;

/*
 * Frobenius norm of each matrix, the root of its squares' sum, or nuclear norm, the sum of its singular values.
 * PyTorch's linalg_matrix_norm of a string.
 *
 *   linalg_matrix_norm_str(Tensor self, str{fro,nuc} ord, *, int[]? dim=None, bool keepdim=False, dtype? dtype=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_linalg_matrix_norm_str_opts {
    size_t size;
    ra_dims dim RA_ZERO; /* default none */
    bool keepdim RA_ZERO; /* default no */
    ra_dtype dtype RA_ZERO; /* default none */
} ra_linalg_matrix_norm_str_opts;
RA_API ra_tensor *ra_linalg_matrix_norm_str(const ra_tensor *self, const char *ord, const ra_linalg_matrix_norm_str_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_matrix_norm_str_at);
RA_API ra_status ra_linalg_matrix_norm_str_out(ra_tensor *out, const ra_tensor *self, const char *ord, const ra_linalg_matrix_norm_str_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_matrix_norm_str_out_at) RA_WARN_UNUSED;

/*
 * linalg_vector_norm along one dimension, linalg_matrix_norm along two; where dim is not given, a tensor with an ord
 * is a vector or a matrix. Without ord the root of the sum of squares, of whatever dimensions.
 *
 *   linalg_norm(Tensor self, *, Scalar? ord=None, int[]? dim=None, bool keepdim=False, dtype? dtype=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_linalg_norm_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(ord); /* default none */
    ra_dims dim RA_ZERO; /* default none */
    bool keepdim RA_ZERO; /* default no */
    ra_dtype dtype RA_ZERO; /* default none */
} ra_linalg_norm_opts;
RA_API ra_tensor *ra_linalg_norm(const ra_tensor *self, const ra_linalg_norm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_norm_at);
RA_API ra_status ra_linalg_norm_out(ra_tensor *out, const ra_tensor *self, const ra_linalg_norm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_norm_out_at) RA_WARN_UNUSED;

/*
 * linalg_matrix_norm_str of a matrix, or along the two dimensions of dim. PyTorch's linalg_norm of a string.
 *
 *   linalg_norm_str(Tensor self, str{fro,nuc} ord, *, int[]? dim=None, bool keepdim=False, dtype? dtype=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_linalg_norm_str_opts {
    size_t size;
    ra_dims dim RA_ZERO; /* default none */
    bool keepdim RA_ZERO; /* default no */
    ra_dtype dtype RA_ZERO; /* default none */
} ra_linalg_norm_str_opts;
RA_API ra_tensor *ra_linalg_norm_str(const ra_tensor *self, const char *ord, const ra_linalg_norm_str_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_norm_str_at);
RA_API ra_status ra_linalg_norm_str_out(ra_tensor *out, const ra_tensor *self, const char *ord, const ra_linalg_norm_str_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_norm_str_out_at) RA_WARN_UNUSED;

/*
 * Condition number of each matrix, by a norm as of linalg_matrix_norm: the norm of self times that of its inverse,
 * infinite where there is none; with 2 (so it is with RA_NONE) or -2 the largest singular value by the smallest, or
 * that by the largest, of any matrices. Without elements 0.
 *
 *   linalg_cond(Tensor self, Operand? p) -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_linalg_cond(const ra_tensor *self, ra_operand p_ RA_SITE) RA_AT(ra_linalg_cond_at);
RA_API ra_status ra_linalg_cond_out(ra_tensor *out, const ra_tensor *self, ra_operand p_ RA_SITE) RA_AT(ra_linalg_cond_out_at) RA_WARN_UNUSED;

/*
 * As linalg_cond by the Frobenius or the nuclear norm. PyTorch's linalg_cond of a string.
 *
 *   linalg_cond_str(Tensor self, str{fro,nuc} p) -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_linalg_cond_str(const ra_tensor *self, const char *p_ RA_SITE) RA_AT(ra_linalg_cond_str_at);
RA_API ra_status ra_linalg_cond_str_out(ra_tensor *out, const ra_tensor *self, const char *p_ RA_SITE) RA_AT(ra_linalg_cond_str_out_at) RA_WARN_UNUSED;

/*
 * Pseudo-inverse of each matrix. Singular values up to atol, or rtol times the largest if that is more, count as
 * zero; where rtol is not given it is 0 if atol is positive, else the distance from 1 to the next number times the
 * larger size. Of Hermitian matrices one triangle is read.
 *
 *   linalg_pinv(Tensor self, Operand? atol, Operand? rtol, *, bool hermitian=False) -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_linalg_pinv_opts {
    size_t size;
    bool hermitian RA_ZERO; /* default no */
} ra_linalg_pinv_opts;
RA_API ra_tensor *ra_linalg_pinv(const ra_tensor *self, ra_operand atol, ra_operand rtol, const ra_linalg_pinv_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_pinv_at);
RA_API ra_status ra_linalg_pinv_out(ra_tensor *out, const ra_tensor *self, ra_operand atol, ra_operand rtol, const ra_linalg_pinv_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_pinv_out_at) RA_WARN_UNUSED;

/*
 * How many singular values of each matrix do not count as zero, as for linalg_pinv.
 *
 *   linalg_matrix_rank(Tensor self, Operand? atol, Operand? rtol, *, bool hermitian=False) -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_linalg_matrix_rank_opts {
    size_t size;
    bool hermitian RA_ZERO; /* default no */
} ra_linalg_matrix_rank_opts;
RA_API ra_tensor *ra_linalg_matrix_rank(const ra_tensor *self, ra_operand atol, ra_operand rtol, const ra_linalg_matrix_rank_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_matrix_rank_at);
RA_API ra_status ra_linalg_matrix_rank_out(ra_tensor *out, const ra_tensor *self, ra_operand atol, ra_operand rtol, const ra_linalg_matrix_rank_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_linalg_matrix_rank_out_at) RA_WARN_UNUSED;

/*
 * Product of two matrices or more, in the order that takes the fewest multiplications; the first may be a vector,
 * which is a row, and the last, which is a column.
 *
 *   linalg_multi_dot(Tensor[] tensors) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_linalg_multi_dot(ra_tensors tensors RA_SITE) RA_AT(ra_linalg_multi_dot_at);
RA_API ra_status ra_linalg_multi_dot_out(ra_tensor *out, ra_tensors tensors RA_SITE) RA_AT(ra_linalg_multi_dot_out_at) RA_WARN_UNUSED;

/* ---- Fourier transforms ---- */

/*
 * Discrete Fourier transform along dim: sums of self times exp(-2 pi i j k / n). self is cut to n, or filled up with
 * zeros; -1 leaves its size. norm divides: backward the inverse transforms by n, forward the others, ortho all by
 * its root. Integers become the default dtype.
 *
 *   fft_fft(Tensor self, int n=-1, int dim=-1, *, str{backward,ortho,forward} norm="backward") -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_fft_fft_opts {
    size_t size;
    const char *norm RA_ZERO; /* "backward", "ortho", "forward"; default "backward" */
} ra_fft_fft_opts;
RA_API ra_tensor *ra_fft_fft(const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_fft_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_fft_at);
RA_API ra_status ra_fft_fft_out(ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_fft_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_fft_out_at) RA_WARN_UNUSED;

/*
 * Inverse of fft_fft: sums with exp(+2 pi i j k / n).
 *
 *   fft_ifft(Tensor self, int n=-1, int dim=-1, *, str{backward,ortho,forward} norm="backward") -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_fft_ifft_opts {
    size_t size;
    const char *norm RA_ZERO; /* "backward", "ortho", "forward"; default "backward" */
} ra_fft_ifft_opts;
RA_API ra_tensor *ra_fft_ifft(const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_ifft_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_ifft_at);
RA_API ra_status ra_fft_ifft_out(ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_ifft_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_ifft_out_at) RA_WARN_UNUSED;

/*
 * fft_fft of real numbers, the first n / 2 + 1; those that follow would be their conjugates.
 *
 *   fft_rfft(Tensor self, int n=-1, int dim=-1, *, str{backward,ortho,forward} norm="backward") -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_fft_rfft_opts {
    size_t size;
    const char *norm RA_ZERO; /* "backward", "ortho", "forward"; default "backward" */
} ra_fft_rfft_opts;
RA_API ra_tensor *ra_fft_rfft(const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_rfft_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_rfft_at);
RA_API ra_status ra_fft_rfft_out(ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_rfft_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_rfft_out_at) RA_WARN_UNUSED;

/*
 * Inverse of fft_rfft: n real numbers (-1: 2 (size - 1)) of n / 2 + 1, whose conjugates stand for those that are
 * missing.
 *
 *   fft_irfft(Tensor self, int n=-1, int dim=-1, *, str{backward,ortho,forward} norm="backward") -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_fft_irfft_opts {
    size_t size;
    const char *norm RA_ZERO; /* "backward", "ortho", "forward"; default "backward" */
} ra_fft_irfft_opts;
RA_API ra_tensor *ra_fft_irfft(const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_irfft_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_irfft_at);
RA_API ra_status ra_fft_irfft_out(ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_irfft_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_irfft_out_at) RA_WARN_UNUSED;

/*
 * n real numbers (-1: 2 (size - 1)), the transform of a line that is its own conjugate backwards, of which self has
 * the first n / 2 + 1.
 *
 *   fft_hfft(Tensor self, int n=-1, int dim=-1, *, str{backward,ortho,forward} norm="backward") -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_fft_hfft_opts {
    size_t size;
    const char *norm RA_ZERO; /* "backward", "ortho", "forward"; default "backward" */
} ra_fft_hfft_opts;
RA_API ra_tensor *ra_fft_hfft(const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_hfft_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_hfft_at);
RA_API ra_status ra_fft_hfft_out(ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_hfft_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_hfft_out_at) RA_WARN_UNUSED;

/*
 * Inverse of fft_hfft: of n real numbers the first n / 2 + 1.
 *
 *   fft_ihfft(Tensor self, int n=-1, int dim=-1, *, str{backward,ortho,forward} norm="backward") -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_fft_ihfft_opts {
    size_t size;
    const char *norm RA_ZERO; /* "backward", "ortho", "forward"; default "backward" */
} ra_fft_ihfft_opts;
RA_API ra_tensor *ra_fft_ihfft(const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_ihfft_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_ihfft_at);
RA_API ra_status ra_fft_ihfft_out(ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_ihfft_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_ihfft_out_at) RA_WARN_UNUSED;

/*
 * fft_fftn along two dimensions, where dim does not name others the last.
 *
 *   fft_fft2(Tensor self, int[]? s=None, int[]? dim=None, *, str{backward,ortho,forward} norm="backward") -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_fft_fft2_opts {
    size_t size;
    const char *norm RA_ZERO; /* "backward", "ortho", "forward"; default "backward" */
} ra_fft_fft2_opts;
RA_API ra_tensor *ra_fft_fft2(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_fft2_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_fft2_at);
RA_API ra_status ra_fft_fft2_out(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_fft2_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_fft2_out_at) RA_WARN_UNUSED;

/*
 * Inverse of fft_fft2.
 *
 *   fft_ifft2(Tensor self, int[]? s=None, int[]? dim=None, *, str{backward,ortho,forward} norm="backward") -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_fft_ifft2_opts {
    size_t size;
    const char *norm RA_ZERO; /* "backward", "ortho", "forward"; default "backward" */
} ra_fft_ifft2_opts;
RA_API ra_tensor *ra_fft_ifft2(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_ifft2_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_ifft2_at);
RA_API ra_status ra_fft_ifft2_out(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_ifft2_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_ifft2_out_at) RA_WARN_UNUSED;

/*
 * fft_rfftn along two dimensions, where dim does not name others the last.
 *
 *   fft_rfft2(Tensor self, int[]? s=None, int[]? dim=None, *, str{backward,ortho,forward} norm="backward") -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_fft_rfft2_opts {
    size_t size;
    const char *norm RA_ZERO; /* "backward", "ortho", "forward"; default "backward" */
} ra_fft_rfft2_opts;
RA_API ra_tensor *ra_fft_rfft2(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_rfft2_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_rfft2_at);
RA_API ra_status ra_fft_rfft2_out(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_rfft2_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_rfft2_out_at) RA_WARN_UNUSED;

/*
 * Inverse of fft_rfft2.
 *
 *   fft_irfft2(Tensor self, int[]? s=None, int[]? dim=None, *, str{backward,ortho,forward} norm="backward") -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_fft_irfft2_opts {
    size_t size;
    const char *norm RA_ZERO; /* "backward", "ortho", "forward"; default "backward" */
} ra_fft_irfft2_opts;
RA_API ra_tensor *ra_fft_irfft2(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_irfft2_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_irfft2_at);
RA_API ra_status ra_fft_irfft2_out(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_irfft2_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_irfft2_out_at) RA_WARN_UNUSED;

/*
 * Discrete Fourier transform along dim, at most 7: without dim the last as many as s has, without both all. s has
 * their sizes, as n for fft_fft. A tensor without elements is refused unless no dimension is transformed.
 *
 *   fft_fftn(Tensor self, int[]? s=None, int[]? dim=None, *, str{backward,ortho,forward} norm="backward") -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_fft_fftn_opts {
    size_t size;
    const char *norm RA_ZERO; /* "backward", "ortho", "forward"; default "backward" */
} ra_fft_fftn_opts;
RA_API ra_tensor *ra_fft_fftn(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_fftn_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_fftn_at);
RA_API ra_status ra_fft_fftn_out(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_fftn_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_fftn_out_at) RA_WARN_UNUSED;

/*
 * Inverse of fft_fftn.
 *
 *   fft_ifftn(Tensor self, int[]? s=None, int[]? dim=None, *, str{backward,ortho,forward} norm="backward") -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_fft_ifftn_opts {
    size_t size;
    const char *norm RA_ZERO; /* "backward", "ortho", "forward"; default "backward" */
} ra_fft_ifftn_opts;
RA_API ra_tensor *ra_fft_ifftn(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_ifftn_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_ifftn_at);
RA_API ra_status ra_fft_ifftn_out(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_ifftn_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_ifftn_out_at) RA_WARN_UNUSED;

/*
 * fft_fftn of real numbers, of whose last dimension the first half (as for fft_rfft) is there.
 *
 *   fft_rfftn(Tensor self, int[]? s=None, int[]? dim=None, *, str{backward,ortho,forward} norm="backward") -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_fft_rfftn_opts {
    size_t size;
    const char *norm RA_ZERO; /* "backward", "ortho", "forward"; default "backward" */
} ra_fft_rfftn_opts;
RA_API ra_tensor *ra_fft_rfftn(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_rfftn_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_rfftn_at);
RA_API ra_status ra_fft_rfftn_out(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_rfftn_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_rfftn_out_at) RA_WARN_UNUSED;

/*
 * Inverse of fft_rfftn; where s does not say how many numbers the last dimension has, or has -1, it is 2 (size - 1).
 *
 *   fft_irfftn(Tensor self, int[]? s=None, int[]? dim=None, *, str{backward,ortho,forward} norm="backward") -> Tensor
 *
 * Computes in: float32, float64, complex64, complex128.
 */
typedef struct ra_fft_irfftn_opts {
    size_t size;
    const char *norm RA_ZERO; /* "backward", "ortho", "forward"; default "backward" */
} ra_fft_irfftn_opts;
RA_API ra_tensor *ra_fft_irfftn(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_irfftn_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_irfftn_at);
RA_API ra_status ra_fft_irfftn_out(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_irfftn_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_irfftn_out_at) RA_WARN_UNUSED;

/*
 * The frequencies of fft_fft of n samples, d apart: 0, 1, ..., then the negative ones, by n d.
 *
 *   fft_fftfreq(int n, float d=1, *, dtype? dtype=None, device? device=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_fft_fftfreq_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
} ra_fft_fftfreq_opts;
RA_API ra_tensor *ra_fft_fftfreq(int64_t n_, double d_, const ra_fft_fftfreq_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_fftfreq_at);
RA_API ra_status ra_fft_fftfreq_out(ra_tensor *out, int64_t n_, double d_, const ra_fft_fftfreq_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_fftfreq_out_at) RA_WARN_UNUSED;

/*
 * The frequencies of fft_rfft of n samples, d apart: 0, 1, ..., n / 2, by n d.
 *
 *   fft_rfftfreq(int n, float d=1, *, dtype? dtype=None, device? device=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_fft_rfftfreq_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
    ra_device device RA_ZERO; /* default none */
} ra_fft_rfftfreq_opts;
RA_API ra_tensor *ra_fft_rfftfreq(int64_t n_, double d_, const ra_fft_rfftfreq_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_rfftfreq_at);
RA_API ra_status ra_fft_rfftfreq_out(ra_tensor *out, int64_t n_, double d_, const ra_fft_rfftfreq_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_fft_rfftfreq_out_at) RA_WARN_UNUSED;

/*
 * The halves of dim (without it, of all dimensions) exchanged, so that frequency 0 lies in the middle.
 *
 *   fft_fftshift(Tensor self, int[]? dim=None) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_fft_fftshift(const ra_tensor *self, ra_dims dim RA_SITE) RA_AT(ra_fft_fftshift_at);

/*
 * Inverse of fft_fftshift.
 *
 *   fft_ifftshift(Tensor self, int[]? dim=None) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_fft_ifftshift(const ra_tensor *self, ra_dims dim RA_SITE) RA_AT(ra_fft_ifftshift_at);

/* ---- activations ---- */

/*
 * max(self, 0); NaN stays.
 *
 *   relu(Tensor self) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_relu(const ra_tensor *self RA_SITE) RA_AT(ra_relu_at);
RA_API ra_status ra_relu_(ra_tensor *self RA_SITE) RA_AT(ra_relu__at) RA_WARN_UNUSED;

/*
 * self where positive, else negative_slope * self.
 *
 *   leaky_relu(Tensor self, Scalar negative_slope=0.01) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_leaky_relu(const ra_tensor *self, ra_scalar negative_slope RA_SITE) RA_AT(ra_leaky_relu_at);
RA_API ra_status ra_leaky_relu_(ra_tensor *self, ra_scalar negative_slope RA_SITE) RA_AT(ra_leaky_relu__at) RA_WARN_UNUSED;
RA_API ra_status ra_leaky_relu_out(ra_tensor *out, const ra_tensor *self, ra_scalar negative_slope RA_SITE) RA_AT(ra_leaky_relu_out_at) RA_WARN_UNUSED;

/*
 * Limited to [0, 6]; NaN stays.
 *
 *   relu6(Tensor self) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_relu6(const ra_tensor *self RA_SITE) RA_AT(ra_relu6_at);
RA_API ra_status ra_relu6_(ra_tensor *self RA_SITE) RA_AT(ra_relu6__at) RA_WARN_UNUSED;

/*
 * Limited to [min_val, max_val], which are cut to integers for an integer self, and never change its dtype; uint8
 * takes no negative ones; NaN stays.
 *
 *   hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_hardtanh(const ra_tensor *self, ra_scalar min_val, ra_scalar max_val RA_SITE) RA_AT(ra_hardtanh_at);
RA_API ra_status ra_hardtanh_(ra_tensor *self, ra_scalar min_val, ra_scalar max_val RA_SITE) RA_AT(ra_hardtanh__at) RA_WARN_UNUSED;
RA_API ra_status ra_hardtanh_out(ra_tensor *out, const ra_tensor *self, ra_scalar min_val, ra_scalar max_val RA_SITE) RA_AT(ra_hardtanh_out_at) RA_WARN_UNUSED;

/*
 * scale * self where positive, else scale * alpha * (exp(input_scale * self) - 1).
 *
 *   elu(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_elu(const ra_tensor *self, ra_scalar alpha, ra_scalar scale, ra_scalar input_scale RA_SITE) RA_AT(ra_elu_at);
RA_API ra_status ra_elu_(ra_tensor *self, ra_scalar alpha, ra_scalar scale, ra_scalar input_scale RA_SITE) RA_AT(ra_elu__at) RA_WARN_UNUSED;
RA_API ra_status ra_elu_out(ra_tensor *out, const ra_tensor *self, ra_scalar alpha, ra_scalar scale, ra_scalar input_scale RA_SITE) RA_AT(ra_elu_out_at) RA_WARN_UNUSED;

/*
 * self where positive, else alpha * (exp(self / alpha) - 1); alpha 0 is refused.
 *
 *   celu(Tensor self, Scalar alpha=1.0) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_celu(const ra_tensor *self, ra_scalar alpha RA_SITE) RA_AT(ra_celu_at);
RA_API ra_status ra_celu_(ra_tensor *self, ra_scalar alpha RA_SITE) RA_AT(ra_celu__at) RA_WARN_UNUSED;

/*
 * elu with alpha 1.6732632423543772 and scale 1.0507009873554805.
 *
 *   selu(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_selu(const ra_tensor *self RA_SITE) RA_AT(ra_selu_at);
RA_API ra_status ra_selu_(ra_tensor *self RA_SITE) RA_AT(ra_selu__at) RA_WARN_UNUSED;

/*
 * 1 / (1 + exp(-self)).
 *
 *   sigmoid(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_sigmoid(const ra_tensor *self RA_SITE) RA_AT(ra_sigmoid_at);
RA_API ra_status ra_sigmoid_(ra_tensor *self RA_SITE) RA_AT(ra_sigmoid__at) RA_WARN_UNUSED;
RA_API ra_status ra_sigmoid_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_sigmoid_out_at) RA_WARN_UNUSED;

/*
 * Logarithm of sigmoid, without overflow.
 *
 *   log_sigmoid(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_log_sigmoid(const ra_tensor *self RA_SITE) RA_AT(ra_log_sigmoid_at);
RA_API ra_status ra_log_sigmoid_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_log_sigmoid_out_at) RA_WARN_UNUSED;

/*
 * self + 3 limited to [0, 6], by 6.
 *
 *   hardsigmoid(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_hardsigmoid(const ra_tensor *self RA_SITE) RA_AT(ra_hardsigmoid_at);
RA_API ra_status ra_hardsigmoid_(ra_tensor *self RA_SITE) RA_AT(ra_hardsigmoid__at) RA_WARN_UNUSED;
RA_API ra_status ra_hardsigmoid_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_hardsigmoid_out_at) RA_WARN_UNUSED;

/*
 * self * Phi(self), exact or by its tanh approximation.
 *
 *   gelu(Tensor self, *, str{none,tanh} approximate="none") -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_gelu_opts {
    size_t size;
    const char *approximate RA_ZERO; /* "none", "tanh"; default "none" */
} ra_gelu_opts;
RA_API ra_tensor *ra_gelu(const ra_tensor *self, const ra_gelu_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_gelu_at);
RA_API ra_status ra_gelu_(ra_tensor *self, const ra_gelu_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_gelu__at) RA_WARN_UNUSED;
RA_API ra_status ra_gelu_out(ra_tensor *out, const ra_tensor *self, const ra_gelu_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_gelu_out_at) RA_WARN_UNUSED;

/*
 * self * sigmoid(self).
 *
 *   silu(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_silu(const ra_tensor *self RA_SITE) RA_AT(ra_silu_at);
RA_API ra_status ra_silu_(ra_tensor *self RA_SITE) RA_AT(ra_silu__at) RA_WARN_UNUSED;
RA_API ra_status ra_silu_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_silu_out_at) RA_WARN_UNUSED;

/*
 * self * (self + 3 limited to [0, 6]) / 6.
 *
 *   hardswish(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_hardswish(const ra_tensor *self RA_SITE) RA_AT(ra_hardswish_at);
RA_API ra_status ra_hardswish_(ra_tensor *self RA_SITE) RA_AT(ra_hardswish__at) RA_WARN_UNUSED;
RA_API ra_status ra_hardswish_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_hardswish_out_at) RA_WARN_UNUSED;

/*
 * self * tanh(log(1 + exp(self))).
 *
 *   mish(Tensor self) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_mish(const ra_tensor *self RA_SITE) RA_AT(ra_mish_at);
RA_API ra_status ra_mish_(ra_tensor *self RA_SITE) RA_AT(ra_mish__at) RA_WARN_UNUSED;
RA_API ra_status ra_mish_out(ra_tensor *out, const ra_tensor *self RA_SITE) RA_AT(ra_mish_out_at) RA_WARN_UNUSED;

/*
 * log(1 + exp(beta * self)) / beta; self where beta * self is above threshold.
 *
 *   softplus(Tensor self, Scalar beta=1, Scalar threshold=20) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_softplus(const ra_tensor *self, ra_scalar beta, ra_scalar threshold RA_SITE) RA_AT(ra_softplus_at);
RA_API ra_status ra_softplus_out(ra_tensor *out, const ra_tensor *self, ra_scalar beta, ra_scalar threshold RA_SITE) RA_AT(ra_softplus_out_at) RA_WARN_UNUSED;

/*
 * The first half of dim times the sigmoid of the second.
 *
 *   glu(Tensor self, int dim=-1) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_glu(const ra_tensor *self, int64_t dim RA_SITE) RA_AT(ra_glu_at);
RA_API ra_status ra_glu_out(ra_tensor *out, const ra_tensor *self, int64_t dim RA_SITE) RA_AT(ra_glu_out_at) RA_WARN_UNUSED;

/*
 * self where it is beyond -lambd or lambd, else 0.
 *
 *   hardshrink(Tensor self, Scalar lambd=0.5) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_hardshrink(const ra_tensor *self, ra_scalar lambd RA_SITE) RA_AT(ra_hardshrink_at);
RA_API ra_status ra_hardshrink_out(ra_tensor *out, const ra_tensor *self, ra_scalar lambd RA_SITE) RA_AT(ra_hardshrink_out_at) RA_WARN_UNUSED;

/*
 * self less lambd, towards 0, which it does not pass; a negative lambd is refused.
 *
 *   softshrink(Tensor self, Scalar lambd=0.5) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_softshrink(const ra_tensor *self, ra_scalar lambd RA_SITE) RA_AT(ra_softshrink_at);
RA_API ra_status ra_softshrink_out(ra_tensor *out, const ra_tensor *self, ra_scalar lambd RA_SITE) RA_AT(ra_softshrink_out_at) RA_WARN_UNUSED;

/*
 * self where it is above threshold or NaN, else value; both are cut to integers for an integer self.
 *
 *   threshold(Tensor self, Scalar threshold, Scalar value) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_threshold(const ra_tensor *self, ra_scalar threshold, ra_scalar value RA_SITE) RA_AT(ra_threshold_at);
RA_API ra_status ra_threshold_(ra_tensor *self, ra_scalar threshold, ra_scalar value RA_SITE) RA_AT(ra_threshold__at) RA_WARN_UNUSED;
RA_API ra_status ra_threshold_out(ra_tensor *out, const ra_tensor *self, ra_scalar threshold, ra_scalar value RA_SITE) RA_AT(ra_threshold_out_at) RA_WARN_UNUSED;

/*
 * self above 0, else self times weight: one number, or one for each channel (dimension 1).
 *
 *   prelu(Tensor self, Tensor weight) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_prelu(const ra_tensor *self, const ra_tensor *weight RA_SITE) RA_AT(ra_prelu_at);

/*
 * exp(self) / sum(exp(self)) along dim, without overflow.
 *
 *   softmax(Tensor self, int dim, *, dtype? dtype=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_softmax_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
} ra_softmax_opts;
RA_API ra_tensor *ra_softmax(const ra_tensor *self, int64_t dim, const ra_softmax_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_softmax_at);
RA_API ra_status ra_softmax_out(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_softmax_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_softmax_out_at) RA_WARN_UNUSED;

/*
 * Logarithm of softmax.
 *
 *   log_softmax(Tensor self, int dim, *, dtype? dtype=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_log_softmax_opts {
    size_t size;
    ra_dtype dtype RA_ZERO; /* default none */
} ra_log_softmax_opts;
RA_API ra_tensor *ra_log_softmax(const ra_tensor *self, int64_t dim, const ra_log_softmax_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_log_softmax_at);
RA_API ra_status ra_log_softmax_out(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_log_softmax_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_log_softmax_out_at) RA_WARN_UNUSED;

/* ---- neural networks ---- */

/*
 * Each slice of the last dimensions brought to mean 0 and variance 1, then weight and bias.
 *
 *   layer_norm(Tensor input, int[] normalized_shape, Tensor? weight, Tensor? bias, *, float eps=1e-05) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_layer_norm_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(eps); /* default 1e-05 */
} ra_layer_norm_opts;
RA_API ra_tensor *ra_layer_norm(const ra_tensor *input, ra_dims normalized_shape, const ra_tensor *weight, const ra_tensor *bias, const ra_layer_norm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_layer_norm_at);

/*
 * 2-d cross-correlation of (N, C, H, W) or (C, H, W) with (O, C / groups, kH, kW); channels-last where either is.
 *
 *   conv2d(Tensor input, Tensor weight, Tensor? bias, *, int[2] stride=1, int[2] padding=0, int[2] dilation=1, int groups=1) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_conv2d_opts {
    size_t size;
    int64_t stride[2] RA_ZERO; /* default 1 for each; {n} is n for each */
    int64_t padding[2] RA_ZERO; /* default 0 for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C */
    int64_t dilation[2] RA_ZERO; /* default 1 for each; {n} is n for each */
    RA_OPTIONAL_SCALAR(groups); /* default 1 */
} ra_conv2d_opts;
RA_API ra_tensor *ra_conv2d(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv2d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_conv2d_at);

/*
 * 1-d cross-correlation of (N, C, L) or (C, L) with (O, C / groups, K).
 *
 *   conv1d(Tensor input, Tensor weight, Tensor? bias, *, int[1] stride=1, int[1] padding=0, int[1] dilation=1, int groups=1) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_conv1d_opts {
    size_t size;
    int64_t stride[1] RA_ZERO; /* default 1 for each; {n} is n for each */
    int64_t padding[1] RA_ZERO; /* default 0 for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C */
    int64_t dilation[1] RA_ZERO; /* default 1 for each; {n} is n for each */
    RA_OPTIONAL_SCALAR(groups); /* default 1 */
} ra_conv1d_opts;
RA_API ra_tensor *ra_conv1d(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv1d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_conv1d_at);

/*
 * Largest of each window and its flat position in the plane; stride 0 stands for kernel_size; NaN wins.
 *
 *   max_pool2d(Tensor self, int[2] kernel_size, *, int[2] stride=0, int[2] padding=0, int[2] dilation=1, bool ceil_mode=False) -> (Tensor output, Tensor indices)
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_max_pool2d_opts {
    size_t size;
    int64_t stride[2] RA_ZERO; /* default 0 for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C */
    int64_t padding[2] RA_ZERO; /* default 0 for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C */
    int64_t dilation[2] RA_ZERO; /* default 1 for each; {n} is n for each */
    bool ceil_mode RA_ZERO; /* default no */
} ra_max_pool2d_opts;
RA_API ra_status ra_max_pool2d(const ra_tensor *self, ra_dims kernel_size, ra_tensor **output, ra_tensor **indices, const ra_max_pool2d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_max_pool2d_at) RA_WARN_UNUSED;
RA_API ra_status ra_max_pool2d_out(ra_tensor *out_output, ra_tensor *out_indices, const ra_tensor *self, ra_dims kernel_size, const ra_max_pool2d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_max_pool2d_out_at) RA_WARN_UNUSED;

/*
 * Mean of each window; stride 0 stands for kernel_size, divisor_override 0 for none.
 *
 *   avg_pool2d(Tensor self, int[2] kernel_size, *, int[2] stride=0, int[2] padding=0, bool ceil_mode=False, bool count_include_pad=True, int divisor_override=0) -> Tensor
 *
 * Computes in: int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_avg_pool2d_opts {
    size_t size;
    int64_t stride[2] RA_ZERO; /* default 0 for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C */
    int64_t padding[2] RA_ZERO; /* default 0 for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C */
    bool ceil_mode RA_ZERO; /* default no */
    RA_OPTIONAL_BOOL(count_include_pad); /* default yes */
    int64_t divisor_override RA_ZERO; /* default 0 */
} ra_avg_pool2d_opts;
RA_API ra_tensor *ra_avg_pool2d(const ra_tensor *self, ra_dims kernel_size, const ra_avg_pool2d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_avg_pool2d_at);
RA_API ra_status ra_avg_pool2d_out(ra_tensor *out, const ra_tensor *self, ra_dims kernel_size, const ra_avg_pool2d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_avg_pool2d_out_at) RA_WARN_UNUSED;

/*
 * p-norm distance of each pair of rows; differences are taken directly, never through the expanded square.
 *
 *   cdist(Tensor x1, Tensor x2, float p=2) -> Tensor
 *
 * Computes in: float32, float64.
 */
RA_API ra_tensor *ra_cdist(const ra_tensor *x1, const ra_tensor *x2, double p_ RA_SITE) RA_AT(ra_cdist_at);

/*
 * The rows of weight at indices.
 *
 *   embedding(Tensor weight, Tensor indices) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_embedding(const ra_tensor *weight, const ra_tensor *indices RA_SITE) RA_AT(ra_embedding_at);
RA_API ra_status ra_embedding_out(ra_tensor *out, const ra_tensor *weight, const ra_tensor *indices RA_SITE) RA_AT(ra_embedding_out_at) RA_WARN_UNUSED;

/*
 * Cross entropy of logits (N, C, ...) against class indices or probabilities.
 *
 *   cross_entropy(Tensor self, Tensor target, Tensor? weight, *, str{mean,sum,none} reduction="mean", int ignore_index=-100, float label_smoothing=0) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_cross_entropy_opts {
    size_t size;
    const char *reduction RA_ZERO; /* "mean", "sum", "none"; default "mean" */
    RA_OPTIONAL_SCALAR(ignore_index); /* default -100 */
    double label_smoothing RA_ZERO; /* default 0 */
} ra_cross_entropy_opts;
RA_API ra_tensor *ra_cross_entropy(const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_cross_entropy_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_cross_entropy_at);

/*
 * (self - target)^2, its mean or sum.
 *
 *   mse_loss(Tensor self, Tensor target, *, str{mean,sum,none} reduction="mean") -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_mse_loss_opts {
    size_t size;
    const char *reduction RA_ZERO; /* "mean", "sum", "none"; default "mean" */
} ra_mse_loss_opts;
RA_API ra_tensor *ra_mse_loss(const ra_tensor *self, const ra_tensor *target, const ra_mse_loss_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_mse_loss_at);
RA_API ra_status ra_mse_loss_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *target, const ra_mse_loss_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_mse_loss_out_at) RA_WARN_UNUSED;

/*
 * |self - target|, its mean or sum.
 *
 *   l1_loss(Tensor self, Tensor target, *, str{mean,sum,none} reduction="mean") -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_l1_loss_opts {
    size_t size;
    const char *reduction RA_ZERO; /* "mean", "sum", "none"; default "mean" */
} ra_l1_loss_opts;
RA_API ra_tensor *ra_l1_loss(const ra_tensor *self, const ra_tensor *target, const ra_l1_loss_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_l1_loss_at);

/*
 * z^2 / (2 beta) of the distance z below beta, z - beta / 2 from there on; beta 0 gives z, a negative one is
 * refused.
 *
 *   smooth_l1_loss(Tensor self, Tensor target, *, str{mean,sum,none} reduction="mean", float beta=1) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_smooth_l1_loss_opts {
    size_t size;
    const char *reduction RA_ZERO; /* "mean", "sum", "none"; default "mean" */
    RA_OPTIONAL_SCALAR(beta); /* default 1 */
} ra_smooth_l1_loss_opts;
RA_API ra_tensor *ra_smooth_l1_loss(const ra_tensor *self, const ra_tensor *target, const ra_smooth_l1_loss_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_smooth_l1_loss_at);
RA_API ra_status ra_smooth_l1_loss_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *target, const ra_smooth_l1_loss_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_smooth_l1_loss_out_at) RA_WARN_UNUSED;

/*
 * z^2 / 2 of the distance z up to delta, delta * (z - delta / 2) above, in the dtype of self; delta must be
 * positive.
 *
 *   huber_loss(Tensor self, Tensor target, *, str{mean,sum,none} reduction="mean", float delta=1) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_huber_loss_opts {
    size_t size;
    const char *reduction RA_ZERO; /* "mean", "sum", "none"; default "mean" */
    RA_OPTIONAL_SCALAR(delta); /* default 1 */
} ra_huber_loss_opts;
RA_API ra_tensor *ra_huber_loss(const ra_tensor *self, const ra_tensor *target, const ra_huber_loss_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_huber_loss_at);
RA_API ra_status ra_huber_loss_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *target, const ra_huber_loss_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_huber_loss_out_at) RA_WARN_UNUSED;

/*
 * target * (log(target) - self), where self holds logarithms (and with log_target target as well), its mean over all
 * elements or sum.
 *
 *   kl_div(Tensor self, Tensor target, *, str{mean,sum,none} reduction="mean", bool log_target=False) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_kl_div_opts {
    size_t size;
    const char *reduction RA_ZERO; /* "mean", "sum", "none"; default "mean" */
    bool log_target RA_ZERO; /* default no */
} ra_kl_div_opts;
RA_API ra_tensor *ra_kl_div(const ra_tensor *self, const ra_tensor *target, const ra_kl_div_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_kl_div_at);

/*
 * -(pos_weight * target * log(sigmoid(self)) + (1 - target) * log(1 - sigmoid(self))), times weight, its mean or
 * sum; the shape is that of target.
 *
 *   binary_cross_entropy_with_logits(Tensor self, Tensor target, Tensor? weight, Tensor? pos_weight, *, str{mean,sum,none} reduction="mean") -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_binary_cross_entropy_with_logits_opts {
    size_t size;
    const char *reduction RA_ZERO; /* "mean", "sum", "none"; default "mean" */
} ra_binary_cross_entropy_with_logits_opts;
RA_API ra_tensor *ra_binary_cross_entropy_with_logits(const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_tensor *pos_weight, const ra_binary_cross_entropy_with_logits_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_binary_cross_entropy_with_logits_at);

/*
 * -(target * log(self) + (1 - target) * log(1 - self)), logarithms no less than -100, times weight, its mean or sum.
 * What is not between 0 and 1, of self or target, is RA_ERR_VALUE.
 *
 *   binary_cross_entropy(Tensor self, Tensor target, Tensor? weight, *, str{mean,sum,none} reduction="mean") -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_binary_cross_entropy_opts {
    size_t size;
    const char *reduction RA_ZERO; /* "mean", "sum", "none"; default "mean" */
} ra_binary_cross_entropy_opts;
RA_API ra_tensor *ra_binary_cross_entropy(const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_binary_cross_entropy_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_binary_cross_entropy_at);
RA_API ra_status ra_binary_cross_entropy_out(ra_tensor *out, const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_binary_cross_entropy_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_binary_cross_entropy_out_at) RA_WARN_UNUSED;

/*
 * -weight * self at the class index target, where self (C), (N, C) or (N, C, ...) holds logarithms; the mean is over
 * the weights, and ignore_index counts for nothing. An index that is out of range is RA_ERR_INDEX.
 *
 *   nll_loss(Tensor self, Tensor target, Tensor? weight, *, str{mean,sum,none} reduction="mean", int ignore_index=-100) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_nll_loss_opts {
    size_t size;
    const char *reduction RA_ZERO; /* "mean", "sum", "none"; default "mean" */
    RA_OPTIONAL_SCALAR(ignore_index); /* default -100 */
} ra_nll_loss_opts;
RA_API ra_tensor *ra_nll_loss(const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_nll_loss_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_nll_loss_at);

/*
 * As nll_loss, with the sum of the weights that counted; 0 where nothing is reduced.
 *
 *   nll_loss_forward(Tensor self, Tensor target, Tensor? weight, *, str{mean,sum,none} reduction="mean", int ignore_index=-100) -> (Tensor output, Tensor total_weight)
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_nll_loss_forward_opts {
    size_t size;
    const char *reduction RA_ZERO; /* "mean", "sum", "none"; default "mean" */
    RA_OPTIONAL_SCALAR(ignore_index); /* default -100 */
} ra_nll_loss_forward_opts;
RA_API ra_status ra_nll_loss_forward(const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, ra_tensor **output, ra_tensor **total_weight, const ra_nll_loss_forward_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_nll_loss_forward_at) RA_WARN_UNUSED;
RA_API ra_status ra_nll_loss_forward_out(ra_tensor *out_output, ra_tensor *out_total_weight, const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_nll_loss_forward_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_nll_loss_forward_out_at) RA_WARN_UNUSED;

/*
 * Of each bag of indices the sum, mean or largest of the rows of weight (0 where it is empty): bags are the rows of
 * a matrix, or begin in a vector at offsets, whose last may say where they end. A sum may be weighed; padding_idx
 * counts for nothing. An index or offset that is out of range is RA_ERR_INDEX.
 *
 *   embedding_bag(Tensor weight, Tensor indices, Tensor? offsets, Tensor? per_sample_weights, *, str{sum,mean,max} mode="mean", bool include_last_offset=False, int padding_idx=-1) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_embedding_bag_opts {
    size_t size;
    const char *mode RA_ZERO; /* "sum", "mean", "max"; default "mean" */
    bool include_last_offset RA_ZERO; /* default no */
    RA_OPTIONAL_SCALAR(padding_idx); /* default -1 */
} ra_embedding_bag_opts;
RA_API ra_tensor *ra_embedding_bag(const ra_tensor *weight, const ra_tensor *indices, const ra_tensor *offsets, const ra_tensor *per_sample_weights, const ra_embedding_bag_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_embedding_bag_at);

/*
 * self where target is 1, max(0, margin - self) where it is -1, their sum where it is neither, its mean or sum.
 *
 *   hinge_embedding_loss(Tensor self, Tensor target, *, str{mean,sum,none} reduction="mean", float margin=1) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_hinge_embedding_loss_opts {
    size_t size;
    const char *reduction RA_ZERO; /* "mean", "sum", "none"; default "mean" */
    RA_OPTIONAL_SCALAR(margin); /* default 1 */
} ra_hinge_embedding_loss_opts;
RA_API ra_tensor *ra_hinge_embedding_loss(const ra_tensor *self, const ra_tensor *target, const ra_hinge_embedding_loss_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_hinge_embedding_loss_at);

/*
 * max(0, margin - target * (input1 - input2)), its mean or sum.
 *
 *   margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, *, str{mean,sum,none} reduction="mean", float margin=0) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_margin_ranking_loss_opts {
    size_t size;
    const char *reduction RA_ZERO; /* "mean", "sum", "none"; default "mean" */
    double margin RA_ZERO; /* default 0 */
} ra_margin_ranking_loss_opts;
RA_API ra_tensor *ra_margin_ranking_loss(const ra_tensor *input1, const ra_tensor *input2, const ra_tensor *target, const ra_margin_ranking_loss_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_margin_ranking_loss_at);

/*
 * Of two vectors, or of each two rows: 1 less the cosine of their angle where target is 1, what the cosine is above
 * margin where it is -1, its mean or sum.
 *
 *   cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, *, str{mean,sum,none} reduction="mean", float margin=0) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_cosine_embedding_loss_opts {
    size_t size;
    const char *reduction RA_ZERO; /* "mean", "sum", "none"; default "mean" */
    double margin RA_ZERO; /* default 0 */
} ra_cosine_embedding_loss_opts;
RA_API ra_tensor *ra_cosine_embedding_loss(const ra_tensor *input1, const ra_tensor *input2, const ra_tensor *target, const ra_cosine_embedding_loss_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_cosine_embedding_loss_at);

/*
 * max(0, margin + d(anchor, positive) - d(anchor, negative)), d being pairwise_distance, its mean or sum; with swap
 * the distance of positive and negative counts where it is less than the latter.
 *
 *   triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float p=2, *, str{mean,sum,none} reduction="mean", float margin=1, float eps=1e-06, bool swap=False) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_triplet_margin_loss_opts {
    size_t size;
    const char *reduction RA_ZERO; /* "mean", "sum", "none"; default "mean" */
    RA_OPTIONAL_SCALAR(margin); /* default 1 */
    RA_OPTIONAL_SCALAR(eps); /* default 1e-06 */
    bool swap RA_ZERO; /* default no */
} ra_triplet_margin_loss_opts;
RA_API ra_tensor *ra_triplet_margin_loss(const ra_tensor *anchor, const ra_tensor *positive, const ra_tensor *negative, double p_, const ra_triplet_margin_loss_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_triplet_margin_loss_at);

/*
 * self with value around: pad lists pairs, so many before and after, the last dimension first; negative ones crop.
 *
 *   constant_pad_nd(Tensor self, int[] pad, Scalar value=0) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_constant_pad_nd(const ra_tensor *self, ra_dims pad, ra_scalar value RA_SITE) RA_AT(ra_constant_pad_nd_at);

/*
 * self with more around it, in pairs as for constant_pad_nd: value (0 where none is named), or, of the last 1 to 3
 * dimensions behind channels and perhaps a batch, what lies mirrored within, the edge, or the other side of what
 * negative pads leave, which must be as much as is padded.
 *
 *   pad(Tensor self, int[] pad, *, str{constant,reflect,replicate,circular} mode="constant", Scalar? value=None) -> Tensor
 *
 * Computes in: all.
 */
typedef struct ra_pad_opts {
    size_t size;
    const char *mode RA_ZERO; /* "constant", "reflect", "replicate", "circular"; default "constant" */
    RA_OPTIONAL_SCALAR(value); /* default none */
} ra_pad_opts;
RA_API ra_tensor *ra_pad(const ra_tensor *self, ra_dims pad, const ra_pad_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_pad_at);

/*
 * (..., C * r^2, H, W) as (..., C, H * r, W * r).
 *
 *   pixel_shuffle(Tensor self, int upscale_factor) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_pixel_shuffle(const ra_tensor *self, int64_t upscale_factor RA_SITE) RA_AT(ra_pixel_shuffle_at);

/*
 * (..., C, H * r, W * r) as (..., C * r^2, H, W).
 *
 *   pixel_unshuffle(Tensor self, int downscale_factor) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_pixel_unshuffle(const ra_tensor *self, int64_t downscale_factor RA_SITE) RA_AT(ra_pixel_unshuffle_at);

/*
 * The channels (dimension 1) of groups, one of each in turn.
 *
 *   channel_shuffle(Tensor self, int groups) -> Tensor
 *
 * Computes in: all.
 */
RA_API ra_tensor *ra_channel_shuffle(const ra_tensor *self, int64_t groups RA_SITE) RA_AT(ra_channel_shuffle_at);

/*
 * Largest of each window of (N, C, L) or (C, L); stride 0 stands for kernel_size; NaN wins.
 *
 *   max_pool1d(Tensor self, int[1] kernel_size, *, int[1] stride=0, int[1] padding=0, int[1] dilation=1, bool ceil_mode=False) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_max_pool1d_opts {
    size_t size;
    int64_t stride[1] RA_ZERO; /* default 0 for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C */
    int64_t padding[1] RA_ZERO; /* default 0 for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C */
    int64_t dilation[1] RA_ZERO; /* default 1 for each; {n} is n for each */
    bool ceil_mode RA_ZERO; /* default no */
} ra_max_pool1d_opts;
RA_API ra_tensor *ra_max_pool1d(const ra_tensor *self, ra_dims kernel_size, const ra_max_pool1d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_max_pool1d_at);

/*
 * Mean of each window of (N, C, L) or (C, L); stride 0 stands for kernel_size.
 *
 *   avg_pool1d(Tensor self, int[1] kernel_size, *, int[1] stride=0, int[1] padding=0, bool ceil_mode=False, bool count_include_pad=True) -> Tensor
 *
 * Computes in: int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_avg_pool1d_opts {
    size_t size;
    int64_t stride[1] RA_ZERO; /* default 0 for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C */
    int64_t padding[1] RA_ZERO; /* default 0 for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C */
    bool ceil_mode RA_ZERO; /* default no */
    RA_OPTIONAL_BOOL(count_include_pad); /* default yes */
} ra_avg_pool1d_opts;
RA_API ra_tensor *ra_avg_pool1d(const ra_tensor *self, ra_dims kernel_size, const ra_avg_pool1d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_avg_pool1d_at);

/*
 * Largest of each window of (N, C, D, H, W) or (C, D, H, W) and its flat position in the volume; stride 0 stands for
 * kernel_size; NaN wins. Channels-last where self is.
 *
 *   max_pool3d(Tensor self, int[3] kernel_size, *, int[3] stride=0, int[3] padding=0, int[3] dilation=1, bool ceil_mode=False) -> (Tensor output, Tensor indices)
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64.
 */
typedef struct ra_max_pool3d_opts {
    size_t size;
    int64_t stride[3] RA_ZERO; /* default 0 for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C */
    int64_t padding[3] RA_ZERO; /* default 0 for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C */
    int64_t dilation[3] RA_ZERO; /* default 1 for each; {n} is n for each */
    bool ceil_mode RA_ZERO; /* default no */
} ra_max_pool3d_opts;
RA_API ra_status ra_max_pool3d(const ra_tensor *self, ra_dims kernel_size, ra_tensor **output, ra_tensor **indices, const ra_max_pool3d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_max_pool3d_at) RA_WARN_UNUSED;
RA_API ra_status ra_max_pool3d_out(ra_tensor *out_output, ra_tensor *out_indices, const ra_tensor *self, ra_dims kernel_size, const ra_max_pool3d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_max_pool3d_out_at) RA_WARN_UNUSED;

/*
 * Mean of each window of (N, C, D, H, W) or (C, D, H, W); stride 0 stands for kernel_size, divisor_override 0 for
 * none. A volume smaller than kernel_size is refused, whatever the padding. Contiguous.
 *
 *   avg_pool3d(Tensor self, int[3] kernel_size, *, int[3] stride=0, int[3] padding=0, bool ceil_mode=False, bool count_include_pad=True, int divisor_override=0) -> Tensor
 *
 * Computes in: int64, float32, float64.
 */
typedef struct ra_avg_pool3d_opts {
    size_t size;
    int64_t stride[3] RA_ZERO; /* default 0 for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C */
    int64_t padding[3] RA_ZERO; /* default 0 for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C */
    bool ceil_mode RA_ZERO; /* default no */
    RA_OPTIONAL_BOOL(count_include_pad); /* default yes */
    int64_t divisor_override RA_ZERO; /* default 0 */
} ra_avg_pool3d_opts;
RA_API ra_tensor *ra_avg_pool3d(const ra_tensor *self, ra_dims kernel_size, const ra_avg_pool3d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_avg_pool3d_at);
RA_API ra_status ra_avg_pool3d_out(ra_tensor *out, const ra_tensor *self, ra_dims kernel_size, const ra_avg_pool3d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_avg_pool3d_out_at) RA_WARN_UNUSED;

/*
 * Means of output_size windows of (N, C, L) or (C, L): the i-th from floor(i * L / output_size) up to ceil((i + 1) *
 * L / output_size).
 *
 *   adaptive_avg_pool1d(Tensor self, int[1] output_size) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_adaptive_avg_pool1d(const ra_tensor *self, ra_dims output_size RA_SITE) RA_AT(ra_adaptive_avg_pool1d_at);

/*
 * Means of output_size windows of (N, C, H, W) or (C, H, W), as for adaptive_avg_pool1d.
 *
 *   adaptive_avg_pool2d(Tensor self, int[2] output_size) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_adaptive_avg_pool2d(const ra_tensor *self, ra_dims output_size RA_SITE) RA_AT(ra_adaptive_avg_pool2d_at);
RA_API ra_status ra_adaptive_avg_pool2d_out(ra_tensor *out, const ra_tensor *self, ra_dims output_size RA_SITE) RA_AT(ra_adaptive_avg_pool2d_out_at) RA_WARN_UNUSED;

/*
 * Means of output_size windows of (N, C, D, H, W) or (C, D, H, W), as for adaptive_avg_pool1d. Contiguous.
 *
 *   adaptive_avg_pool3d(Tensor self, int[3] output_size) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_tensor *ra_adaptive_avg_pool3d(const ra_tensor *self, ra_dims output_size RA_SITE) RA_AT(ra_adaptive_avg_pool3d_at);
RA_API ra_status ra_adaptive_avg_pool3d_out(ra_tensor *out, const ra_tensor *self, ra_dims output_size RA_SITE) RA_AT(ra_adaptive_avg_pool3d_out_at) RA_WARN_UNUSED;

/*
 * Largest of output_size windows, which are as for adaptive_avg_pool1d, and its position; NaN wins.
 *
 *   adaptive_max_pool1d(Tensor self, int[1] output_size) -> (Tensor output, Tensor indices)
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_status ra_adaptive_max_pool1d(const ra_tensor *self, ra_dims output_size, ra_tensor **output, ra_tensor **indices RA_SITE) RA_AT(ra_adaptive_max_pool1d_at) RA_WARN_UNUSED;

/*
 * Largest of output_size windows, which are as for adaptive_avg_pool1d, and its flat position in the plane; NaN
 * wins.
 *
 *   adaptive_max_pool2d(Tensor self, int[2] output_size) -> (Tensor output, Tensor indices)
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
RA_API ra_status ra_adaptive_max_pool2d(const ra_tensor *self, ra_dims output_size, ra_tensor **output, ra_tensor **indices RA_SITE) RA_AT(ra_adaptive_max_pool2d_at) RA_WARN_UNUSED;
RA_API ra_status ra_adaptive_max_pool2d_out(ra_tensor *out_output, ra_tensor *out_indices, const ra_tensor *self, ra_dims output_size RA_SITE) RA_AT(ra_adaptive_max_pool2d_out_at) RA_WARN_UNUSED;

/*
 * Each group of channels (dimension 1) of each sample brought to mean 0 and variance 1, then weight and bias of each
 * channel.
 *
 *   group_norm(Tensor input, int num_groups, Tensor? weight, Tensor? bias, *, float eps=1e-05) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_group_norm_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(eps); /* default 1e-05 */
} ra_group_norm_opts;
RA_API ra_tensor *ra_group_norm(const ra_tensor *input, int64_t num_groups, const ra_tensor *weight, const ra_tensor *bias, const ra_group_norm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_group_norm_at);

/*
 * Each channel (dimension 1) brought to mean 0 and variance 1 by the running statistics or, in training, by its own,
 * then weight and bias. Running statistics in training, which PyTorch updates by momentum, are refused: no operator
 * changes an argument besides the one that it is called on.
 *
 *   batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, *, bool training=False, float momentum=0.1, float eps=1e-05) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_batch_norm_opts {
    size_t size;
    bool training RA_ZERO; /* default no */
    RA_OPTIONAL_SCALAR(momentum); /* default 0.1 */
    RA_OPTIONAL_SCALAR(eps); /* default 1e-05 */
} ra_batch_norm_opts;
RA_API ra_tensor *ra_batch_norm(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_tensor *running_mean, const ra_tensor *running_var, const ra_batch_norm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_batch_norm_at);

/*
 * Each channel of each sample brought to mean 0 and variance 1 by its own statistics (with which running ones are
 * refused, as for batch_norm) or by the running ones, then weight and bias.
 *
 *   instance_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, *, bool use_input_stats=True, float momentum=0.1, float eps=1e-05) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_instance_norm_opts {
    size_t size;
    RA_OPTIONAL_BOOL(use_input_stats); /* default yes */
    RA_OPTIONAL_SCALAR(momentum); /* default 0.1 */
    RA_OPTIONAL_SCALAR(eps); /* default 1e-05 */
} ra_instance_norm_opts;
RA_API ra_tensor *ra_instance_norm(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_tensor *running_mean, const ra_tensor *running_var, const ra_instance_norm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_instance_norm_at);

/*
 * Each slice of the last dimensions by the root of its mean square and eps, then weight; eps is, where it is not
 * given, the distance from 1 to the next number of the dtype computed in.
 *
 *   rms_norm(Tensor input, int[] normalized_shape, Tensor? weight, *, Scalar? eps=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_rms_norm_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(eps); /* default none */
} ra_rms_norm_opts;
RA_API ra_tensor *ra_rms_norm(const ra_tensor *input, ra_dims normalized_shape, const ra_tensor *weight, const ra_rms_norm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_rms_norm_at);

/*
 * input by its p-norm along dim, which is eps at least.
 *
 *   normalize(Tensor input, float p=2, int dim=1, *, float eps=1e-12) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_normalize_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(eps); /* default 1e-12 */
} ra_normalize_opts;
RA_API ra_tensor *ra_normalize(const ra_tensor *input, double p_, int64_t dim, const ra_normalize_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_normalize_at);

/*
 * self with each slice along dim whose p-norm is more than maxnorm brought to it.
 *
 *   renorm(Tensor self, Scalar p, int dim, Scalar maxnorm) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
RA_API ra_tensor *ra_renorm(const ra_tensor *self, ra_scalar p_, int64_t dim, ra_scalar maxnorm RA_SITE) RA_AT(ra_renorm_at);
RA_API ra_status ra_renorm_(ra_tensor *self, ra_scalar p_, int64_t dim, ra_scalar maxnorm RA_SITE) RA_AT(ra_renorm__at) RA_WARN_UNUSED;
RA_API ra_status ra_renorm_out(ra_tensor *out, const ra_tensor *self, ra_scalar p_, int64_t dim, ra_scalar maxnorm RA_SITE) RA_AT(ra_renorm_out_at) RA_WARN_UNUSED;

/*
 * input by (k + alpha * m)^beta, where m is the mean of the squares of size channels (dimension 1) around, of which
 * those beyond the edges are 0.
 *
 *   local_response_norm(Tensor input, int size, float k=1, *, float alpha=0.0001, float beta=0.75) -> Tensor
 *
 * Computes in: int64, float16, bfloat16, float32, float64. Result: another handle to the same storage where that will do, else a new tensor.
 */
typedef struct ra_local_response_norm_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(alpha); /* default 0.0001 */
    RA_OPTIONAL_SCALAR(beta); /* default 0.75 */
} ra_local_response_norm_opts;
RA_API ra_tensor *ra_local_response_norm(const ra_tensor *input, int64_t size, double k_, const ra_local_response_norm_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_local_response_norm_at);

/*
 * p-norm of x1 - x2 + eps along the last dimension.
 *
 *   pairwise_distance(Tensor x1, Tensor x2, float p=2, *, float eps=1e-06, bool keepdim=False) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_pairwise_distance_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(eps); /* default 1e-06 */
    bool keepdim RA_ZERO; /* default no */
} ra_pairwise_distance_opts;
RA_API ra_tensor *ra_pairwise_distance(const ra_tensor *x1, const ra_tensor *x2, double p_, const ra_pairwise_distance_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_pairwise_distance_at);

/*
 * (N, C, L) at another size, each place from floor(i * L / output_size), or i / scales where that is given.
 *
 *   upsample_nearest1d(Tensor self, int[1] output_size, *, Scalar? scales=None) -> Tensor
 *
 * Computes in: uint8, float16, bfloat16, float32, float64.
 */
typedef struct ra_upsample_nearest1d_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(scales); /* default none */
} ra_upsample_nearest1d_opts;
RA_API ra_tensor *ra_upsample_nearest1d(const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest1d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_upsample_nearest1d_at);
RA_API ra_status ra_upsample_nearest1d_out(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest1d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_upsample_nearest1d_out_at) RA_WARN_UNUSED;

/*
 * (N, C, H, W) at another size, as for upsample_nearest1d; dimensions that keep or double theirs go by the sizes,
 * whatever the scales.
 *
 *   upsample_nearest2d(Tensor self, int[2] output_size, *, Scalar? scales_h=None, Scalar? scales_w=None) -> Tensor
 *
 * Computes in: uint8, float16, bfloat16, float32, float64.
 */
typedef struct ra_upsample_nearest2d_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(scales_h); /* default none */
    RA_OPTIONAL_SCALAR(scales_w); /* default none */
} ra_upsample_nearest2d_opts;
RA_API ra_tensor *ra_upsample_nearest2d(const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest2d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_upsample_nearest2d_at);
RA_API ra_status ra_upsample_nearest2d_out(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest2d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_upsample_nearest2d_out_at) RA_WARN_UNUSED;

/*
 * (N, C, D, H, W) at another size, as for upsample_nearest1d.
 *
 *   upsample_nearest3d(Tensor self, int[3] output_size, *, Scalar? scales_d=None, Scalar? scales_h=None, Scalar? scales_w=None) -> Tensor
 *
 * Computes in: uint8, float16, bfloat16, float32, float64.
 */
typedef struct ra_upsample_nearest3d_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(scales_d); /* default none */
    RA_OPTIONAL_SCALAR(scales_h); /* default none */
    RA_OPTIONAL_SCALAR(scales_w); /* default none */
} ra_upsample_nearest3d_opts;
RA_API ra_tensor *ra_upsample_nearest3d(const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest3d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_upsample_nearest3d_at);
RA_API ra_status ra_upsample_nearest3d_out(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest3d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_upsample_nearest3d_out_at) RA_WARN_UNUSED;

/*
 * As upsample_nearest1d, of the centres of places: floor((i + 1/2) * L / output_size). PyTorch's
 * _upsample_nearest_exact1d.
 *
 *   upsample_nearest_exact1d(Tensor self, int[1] output_size, *, Scalar? scales=None) -> Tensor
 *
 * Computes in: uint8, float16, bfloat16, float32, float64.
 */
typedef struct ra_upsample_nearest_exact1d_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(scales); /* default none */
} ra_upsample_nearest_exact1d_opts;
RA_API ra_tensor *ra_upsample_nearest_exact1d(const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact1d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_upsample_nearest_exact1d_at);
RA_API ra_status ra_upsample_nearest_exact1d_out(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact1d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_upsample_nearest_exact1d_out_at) RA_WARN_UNUSED;

/*
 * As upsample_nearest2d, of the centres of places. PyTorch's _upsample_nearest_exact2d.
 *
 *   upsample_nearest_exact2d(Tensor self, int[2] output_size, *, Scalar? scales_h=None, Scalar? scales_w=None) -> Tensor
 *
 * Computes in: uint8, float16, bfloat16, float32, float64.
 */
typedef struct ra_upsample_nearest_exact2d_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(scales_h); /* default none */
    RA_OPTIONAL_SCALAR(scales_w); /* default none */
} ra_upsample_nearest_exact2d_opts;
RA_API ra_tensor *ra_upsample_nearest_exact2d(const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact2d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_upsample_nearest_exact2d_at);
RA_API ra_status ra_upsample_nearest_exact2d_out(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact2d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_upsample_nearest_exact2d_out_at) RA_WARN_UNUSED;

/*
 * As upsample_nearest3d, of the centres of places. PyTorch's _upsample_nearest_exact3d.
 *
 *   upsample_nearest_exact3d(Tensor self, int[3] output_size, *, Scalar? scales_d=None, Scalar? scales_h=None, Scalar? scales_w=None) -> Tensor
 *
 * Computes in: uint8, float16, bfloat16, float32, float64.
 */
typedef struct ra_upsample_nearest_exact3d_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(scales_d); /* default none */
    RA_OPTIONAL_SCALAR(scales_h); /* default none */
    RA_OPTIONAL_SCALAR(scales_w); /* default none */
} ra_upsample_nearest_exact3d_opts;
RA_API ra_tensor *ra_upsample_nearest_exact3d(const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact3d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_upsample_nearest_exact3d_at);
RA_API ra_status ra_upsample_nearest_exact3d_out(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact3d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_upsample_nearest_exact3d_out_at) RA_WARN_UNUSED;

/*
 * (N, C, L) at another size, linear between the two nearest; align_corners lays the first and last places upon each
 * other, else the edges.
 *
 *   upsample_linear1d(Tensor self, int[1] output_size, *, bool align_corners=False, Scalar? scales=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_upsample_linear1d_opts {
    size_t size;
    bool align_corners RA_ZERO; /* default no */
    RA_OPTIONAL_SCALAR(scales); /* default none */
} ra_upsample_linear1d_opts;
RA_API ra_tensor *ra_upsample_linear1d(const ra_tensor *self, ra_dims output_size, const ra_upsample_linear1d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_upsample_linear1d_at);
RA_API ra_status ra_upsample_linear1d_out(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_linear1d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_upsample_linear1d_out_at) RA_WARN_UNUSED;

/*
 * (N, C, H, W) at another size, as for upsample_linear1d in each dimension. uint8, which PyTorch computes in fixed
 * point, is refused.
 *
 *   upsample_bilinear2d(Tensor self, int[2] output_size, *, bool align_corners=False, Scalar? scales_h=None, Scalar? scales_w=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_upsample_bilinear2d_opts {
    size_t size;
    bool align_corners RA_ZERO; /* default no */
    RA_OPTIONAL_SCALAR(scales_h); /* default none */
    RA_OPTIONAL_SCALAR(scales_w); /* default none */
} ra_upsample_bilinear2d_opts;
RA_API ra_tensor *ra_upsample_bilinear2d(const ra_tensor *self, ra_dims output_size, const ra_upsample_bilinear2d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_upsample_bilinear2d_at);
RA_API ra_status ra_upsample_bilinear2d_out(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_bilinear2d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_upsample_bilinear2d_out_at) RA_WARN_UNUSED;

/*
 * (N, C, D, H, W) at another size, as for upsample_linear1d in each dimension.
 *
 *   upsample_trilinear3d(Tensor self, int[3] output_size, *, bool align_corners=False, Scalar? scales_d=None, Scalar? scales_h=None, Scalar? scales_w=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_upsample_trilinear3d_opts {
    size_t size;
    bool align_corners RA_ZERO; /* default no */
    RA_OPTIONAL_SCALAR(scales_d); /* default none */
    RA_OPTIONAL_SCALAR(scales_h); /* default none */
    RA_OPTIONAL_SCALAR(scales_w); /* default none */
} ra_upsample_trilinear3d_opts;
RA_API ra_tensor *ra_upsample_trilinear3d(const ra_tensor *self, ra_dims output_size, const ra_upsample_trilinear3d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_upsample_trilinear3d_at);
RA_API ra_status ra_upsample_trilinear3d_out(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_trilinear3d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_upsample_trilinear3d_out_at) RA_WARN_UNUSED;

/*
 * (N, C, H, W) at another size, by cubic convolution (a = -3/4) of the four nearest in each dimension. uint8 is
 * refused, as for upsample_bilinear2d.
 *
 *   upsample_bicubic2d(Tensor self, int[2] output_size, *, bool align_corners=False, Scalar? scales_h=None, Scalar? scales_w=None) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_upsample_bicubic2d_opts {
    size_t size;
    bool align_corners RA_ZERO; /* default no */
    RA_OPTIONAL_SCALAR(scales_h); /* default none */
    RA_OPTIONAL_SCALAR(scales_w); /* default none */
} ra_upsample_bicubic2d_opts;
RA_API ra_tensor *ra_upsample_bicubic2d(const ra_tensor *self, ra_dims output_size, const ra_upsample_bicubic2d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_upsample_bicubic2d_at);
RA_API ra_status ra_upsample_bicubic2d_out(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_bicubic2d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_upsample_bicubic2d_out_at) RA_WARN_UNUSED;

/*
 * (N, C, ...) with one to three more dimensions at another size, or at as many times its own (rounded down) as
 * scale_factor says, by the upsample operator of that mode; area takes means.
 *
 *   interpolate(Tensor input, int[]? size=None, *, Scalar? scale_factor=None, str{nearest,nearest-exact,linear,bilinear,bicubic,trilinear,area} mode="nearest", bool align_corners=False, bool recompute_scale_factor=False) -> Tensor
 *
 * Computes in: uint8, float16, bfloat16, float32, float64.
 */
typedef struct ra_interpolate_opts {
    size_t size;
    RA_OPTIONAL_SCALAR(scale_factor); /* default none */
    const char *mode RA_ZERO; /* "nearest", "nearest-exact", "linear", "bilinear", "bicubic", "trilinear", "area"; default "nearest" */
    bool align_corners RA_ZERO; /* default no */
    bool recompute_scale_factor RA_ZERO; /* default no */
} ra_interpolate_opts;
RA_API ra_tensor *ra_interpolate(const ra_tensor *input, ra_dims size, const ra_interpolate_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_interpolate_at);

/*
 * 3-d cross-correlation of (N, C, D, H, W) or (C, D, H, W) with (O, C / groups, kD, kH, kW). Contiguous.
 *
 *   conv3d(Tensor input, Tensor weight, Tensor? bias, *, int[3] stride=1, int[3] padding=0, int[3] dilation=1, int groups=1) -> Tensor
 *
 * Computes in: uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_conv3d_opts {
    size_t size;
    int64_t stride[3] RA_ZERO; /* default 1 for each; {n} is n for each */
    int64_t padding[3] RA_ZERO; /* default 0 for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C */
    int64_t dilation[3] RA_ZERO; /* default 1 for each; {n} is n for each */
    RA_OPTIONAL_SCALAR(groups); /* default 1 */
} ra_conv3d_opts;
RA_API ra_tensor *ra_conv3d(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv3d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_conv3d_at);

/*
 * Transposed 1-d convolution of (N, C, L) or (C, L) with (C, O / groups, K): output_padding makes the result longer
 * at its end.
 *
 *   conv_transpose1d(Tensor input, Tensor weight, Tensor? bias, *, int[1] stride=1, int[1] padding=0, int[1] output_padding=0, int groups=1, int[1] dilation=1) -> Tensor
 *
 * Computes in: int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_conv_transpose1d_opts {
    size_t size;
    int64_t stride[1] RA_ZERO; /* default 1 for each; {n} is n for each */
    int64_t padding[1] RA_ZERO; /* default 0 for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C */
    int64_t output_padding[1] RA_ZERO; /* default 0 for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C */
    RA_OPTIONAL_SCALAR(groups); /* default 1 */
    int64_t dilation[1] RA_ZERO; /* default 1 for each; {n} is n for each */
} ra_conv_transpose1d_opts;
RA_API ra_tensor *ra_conv_transpose1d(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv_transpose1d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_conv_transpose1d_at);

/*
 * Transposed 2-d convolution of (N, C, H, W) or (C, H, W) with (C, O / groups, kH, kW), as for conv_transpose1d;
 * channels-last where either is.
 *
 *   conv_transpose2d(Tensor input, Tensor weight, Tensor? bias, *, int[2] stride=1, int[2] padding=0, int[2] output_padding=0, int groups=1, int[2] dilation=1) -> Tensor
 *
 * Computes in: int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_conv_transpose2d_opts {
    size_t size;
    int64_t stride[2] RA_ZERO; /* default 1 for each; {n} is n for each */
    int64_t padding[2] RA_ZERO; /* default 0 for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C */
    int64_t output_padding[2] RA_ZERO; /* default 0 for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C */
    RA_OPTIONAL_SCALAR(groups); /* default 1 */
    int64_t dilation[2] RA_ZERO; /* default 1 for each; {n} is n for each */
} ra_conv_transpose2d_opts;
RA_API ra_tensor *ra_conv_transpose2d(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv_transpose2d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_conv_transpose2d_at);

/*
 * Transposed 3-d convolution of (N, C, D, H, W) or (C, D, H, W) with (C, O / groups, kD, kH, kW), as for
 * conv_transpose1d. Contiguous.
 *
 *   conv_transpose3d(Tensor input, Tensor weight, Tensor? bias, *, int[3] stride=1, int[3] padding=0, int[3] output_padding=0, int groups=1, int[3] dilation=1) -> Tensor
 *
 * Computes in: int64, float16, bfloat16, float32, float64, complex64, complex128.
 */
typedef struct ra_conv_transpose3d_opts {
    size_t size;
    int64_t stride[3] RA_ZERO; /* default 1 for each; {n} is n for each */
    int64_t padding[3] RA_ZERO; /* default 0 for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C */
    int64_t output_padding[3] RA_ZERO; /* default 0 for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C */
    RA_OPTIONAL_SCALAR(groups); /* default 1 */
    int64_t dilation[3] RA_ZERO; /* default 1 for each; {n} is n for each */
} ra_conv_transpose3d_opts;
RA_API ra_tensor *ra_conv_transpose3d(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv_transpose3d_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_conv_transpose3d_at);

/*
 * softmax(scale * query @ key^T + attn_mask) @ value, some rows at a time; scale is 1 / sqrt(E) where it is not
 * given. A bool mask tells what counts; rows where nothing does are 0. dropout_p other than 0 is refused.
 *
 *   scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask, *, float dropout_p=0, bool is_causal=False, Scalar? scale=None, bool enable_gqa=False) -> Tensor
 *
 * Computes in: float16, bfloat16, float32, float64.
 */
typedef struct ra_scaled_dot_product_attention_opts {
    size_t size;
    double dropout_p RA_ZERO; /* default 0 */
    bool is_causal RA_ZERO; /* default no */
    RA_OPTIONAL_SCALAR(scale); /* default none */
    bool enable_gqa RA_ZERO; /* default no */
} ra_scaled_dot_product_attention_opts;
RA_API ra_tensor *ra_scaled_dot_product_attention(const ra_tensor *query, const ra_tensor *key, const ra_tensor *value, const ra_tensor *attn_mask, const ra_scaled_dot_product_attention_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_scaled_dot_product_attention_at);

RA_END_DECLS

/* Whose options RA_OPTS makes, by the function's name. */
#define RA__OPTS_OF_ra_empty ra_empty_opts
#define RA__OPTS_OF_ra_empty_out ra_empty_opts
#define RA__OPTS_OF_ra_empty_strided ra_empty_strided_opts
#define RA__OPTS_OF_ra_empty_like ra_empty_like_opts
#define RA__OPTS_OF_ra_zeros ra_zeros_opts
#define RA__OPTS_OF_ra_zeros_out ra_zeros_opts
#define RA__OPTS_OF_ra_zeros_like ra_zeros_like_opts
#define RA__OPTS_OF_ra_ones ra_ones_opts
#define RA__OPTS_OF_ra_ones_out ra_ones_opts
#define RA__OPTS_OF_ra_ones_like ra_ones_like_opts
#define RA__OPTS_OF_ra_full ra_full_opts
#define RA__OPTS_OF_ra_full_out ra_full_opts
#define RA__OPTS_OF_ra_full_like ra_full_like_opts
#define RA__OPTS_OF_ra_scalar_tensor ra_scalar_tensor_opts
#define RA__OPTS_OF_ra_arange ra_arange_opts
#define RA__OPTS_OF_ra_arange_out ra_arange_opts
#define RA__OPTS_OF_ra_linspace ra_linspace_opts
#define RA__OPTS_OF_ra_linspace_out ra_linspace_opts
#define RA__OPTS_OF_ra_logspace ra_logspace_opts
#define RA__OPTS_OF_ra_logspace_out ra_logspace_opts
#define RA__OPTS_OF_ra_eye ra_eye_opts
#define RA__OPTS_OF_ra_eye_out ra_eye_opts
#define RA__OPTS_OF_ra_tril_indices ra_tril_indices_opts
#define RA__OPTS_OF_ra_triu_indices ra_triu_indices_opts
#define RA__OPTS_OF_ra_rand ra_rand_opts
#define RA__OPTS_OF_ra_rand_out ra_rand_opts
#define RA__OPTS_OF_ra_randn ra_randn_opts
#define RA__OPTS_OF_ra_randn_out ra_randn_opts
#define RA__OPTS_OF_ra_randint ra_randint_opts
#define RA__OPTS_OF_ra_randint_out ra_randint_opts
#define RA__OPTS_OF_ra_uniform_ ra_uniform_opts
#define RA__OPTS_OF_ra_normal_ ra_normal__opts
#define RA__OPTS_OF_ra_bernoulli_ ra_bernoulli__opts
#define RA__OPTS_OF_ra_exponential_ ra_exponential_opts
#define RA__OPTS_OF_ra_cauchy_ ra_cauchy_opts
#define RA__OPTS_OF_ra_geometric_ ra_geometric_opts
#define RA__OPTS_OF_ra_randperm ra_randperm_opts
#define RA__OPTS_OF_ra_randperm_out ra_randperm_opts
#define RA__OPTS_OF_ra_multinomial ra_multinomial_opts
#define RA__OPTS_OF_ra_multinomial_out ra_multinomial_opts
#define RA__OPTS_OF_ra_bernoulli ra_bernoulli_opts
#define RA__OPTS_OF_ra_bernoulli_out ra_bernoulli_opts
#define RA__OPTS_OF_ra_normal ra_normal_opts
#define RA__OPTS_OF_ra_normal_out ra_normal_opts
#define RA__OPTS_OF_ra_rand_like ra_rand_like_opts
#define RA__OPTS_OF_ra_randn_like ra_randn_like_opts
#define RA__OPTS_OF_ra_randint_like ra_randint_like_opts
#define RA__OPTS_OF_ra_clone ra_clone_opts
#define RA__OPTS_OF_ra_contiguous ra_contiguous_opts
#define RA__OPTS_OF_ra_to ra_to_opts
#define RA__OPTS_OF_ra_resize_ ra_resize_opts
#define RA__OPTS_OF_ra_meshgrid ra_meshgrid_opts
#define RA__OPTS_OF_ra_logit ra_logit_opts
#define RA__OPTS_OF_ra_logit_ ra_logit_opts
#define RA__OPTS_OF_ra_logit_out ra_logit_opts
#define RA__OPTS_OF_ra_nan_to_num ra_nan_to_num_opts
#define RA__OPTS_OF_ra_nan_to_num_ ra_nan_to_num_opts
#define RA__OPTS_OF_ra_nan_to_num_out ra_nan_to_num_opts
#define RA__OPTS_OF_ra_add ra_add_opts
#define RA__OPTS_OF_ra_add_ ra_add_opts
#define RA__OPTS_OF_ra_add_out ra_add_opts
#define RA__OPTS_OF_ra_sub ra_sub_opts
#define RA__OPTS_OF_ra_sub_ ra_sub_opts
#define RA__OPTS_OF_ra_sub_out ra_sub_opts
#define RA__OPTS_OF_ra_div ra_div_opts
#define RA__OPTS_OF_ra_div_ ra_div_opts
#define RA__OPTS_OF_ra_div_out ra_div_opts
#define RA__OPTS_OF_ra_rsub ra_rsub_opts
#define RA__OPTS_OF_ra_addcmul ra_addcmul_opts
#define RA__OPTS_OF_ra_addcmul_ ra_addcmul_opts
#define RA__OPTS_OF_ra_addcmul_out ra_addcmul_opts
#define RA__OPTS_OF_ra_addcdiv ra_addcdiv_opts
#define RA__OPTS_OF_ra_addcdiv_ ra_addcdiv_opts
#define RA__OPTS_OF_ra_addcdiv_out ra_addcdiv_opts
#define RA__OPTS_OF_ra_isclose ra_isclose_opts
#define RA__OPTS_OF_ra_sum ra_sum_opts
#define RA__OPTS_OF_ra_sum_out ra_sum_opts
#define RA__OPTS_OF_ra_mean ra_mean_opts
#define RA__OPTS_OF_ra_mean_out ra_mean_opts
#define RA__OPTS_OF_ra_prod ra_prod_opts
#define RA__OPTS_OF_ra_prod_out ra_prod_opts
#define RA__OPTS_OF_ra_all ra_all_opts
#define RA__OPTS_OF_ra_all_out ra_all_opts
#define RA__OPTS_OF_ra_any ra_any_opts
#define RA__OPTS_OF_ra_any_out ra_any_opts
#define RA__OPTS_OF_ra_max ra_max_opts
#define RA__OPTS_OF_ra_max_out ra_max_opts
#define RA__OPTS_OF_ra_min ra_min_opts
#define RA__OPTS_OF_ra_min_out ra_min_opts
#define RA__OPTS_OF_ra_amax ra_amax_opts
#define RA__OPTS_OF_ra_amax_out ra_amax_opts
#define RA__OPTS_OF_ra_amin ra_amin_opts
#define RA__OPTS_OF_ra_amin_out ra_amin_opts
#define RA__OPTS_OF_ra_argmax ra_argmax_opts
#define RA__OPTS_OF_ra_argmax_out ra_argmax_opts
#define RA__OPTS_OF_ra_argmin ra_argmin_opts
#define RA__OPTS_OF_ra_argmin_out ra_argmin_opts
#define RA__OPTS_OF_ra_var ra_var_opts
#define RA__OPTS_OF_ra_var_out ra_var_opts
#define RA__OPTS_OF_ra_std ra_std_opts
#define RA__OPTS_OF_ra_std_out ra_std_opts
#define RA__OPTS_OF_ra_var_mean ra_var_mean_opts
#define RA__OPTS_OF_ra_std_mean ra_std_mean_opts
#define RA__OPTS_OF_ra_logsumexp ra_logsumexp_opts
#define RA__OPTS_OF_ra_logsumexp_out ra_logsumexp_opts
#define RA__OPTS_OF_ra_linalg_vector_norm ra_linalg_vector_norm_opts
#define RA__OPTS_OF_ra_linalg_vector_norm_out ra_linalg_vector_norm_opts
#define RA__OPTS_OF_ra_cosine_similarity ra_cosine_similarity_opts
#define RA__OPTS_OF_ra_aminmax ra_aminmax_opts
#define RA__OPTS_OF_ra_aminmax_out ra_aminmax_opts
#define RA__OPTS_OF_ra_nansum ra_nansum_opts
#define RA__OPTS_OF_ra_nansum_out ra_nansum_opts
#define RA__OPTS_OF_ra_nanmean ra_nanmean_opts
#define RA__OPTS_OF_ra_nanmean_out ra_nanmean_opts
#define RA__OPTS_OF_ra_quantile ra_quantile_opts
#define RA__OPTS_OF_ra_quantile_out ra_quantile_opts
#define RA__OPTS_OF_ra_nanquantile ra_nanquantile_opts
#define RA__OPTS_OF_ra_nanquantile_out ra_nanquantile_opts
#define RA__OPTS_OF_ra_trapezoid ra_trapezoid_opts
#define RA__OPTS_OF_ra_cov ra_cov_opts
#define RA__OPTS_OF_ra_median ra_median_opts
#define RA__OPTS_OF_ra_median_out ra_median_opts
#define RA__OPTS_OF_ra_nanmedian ra_nanmedian_opts
#define RA__OPTS_OF_ra_nanmedian_out ra_nanmedian_opts
#define RA__OPTS_OF_ra_mode ra_mode_opts
#define RA__OPTS_OF_ra_mode_out ra_mode_opts
#define RA__OPTS_OF_ra_cumsum ra_cumsum_opts
#define RA__OPTS_OF_ra_cumsum_ ra_cumsum_opts
#define RA__OPTS_OF_ra_cumsum_out ra_cumsum_opts
#define RA__OPTS_OF_ra_cumprod ra_cumprod_opts
#define RA__OPTS_OF_ra_cumprod_ ra_cumprod_opts
#define RA__OPTS_OF_ra_cumprod_out ra_cumprod_opts
#define RA__OPTS_OF_ra_sort ra_sort_opts
#define RA__OPTS_OF_ra_sort_out ra_sort_opts
#define RA__OPTS_OF_ra_argsort ra_argsort_opts
#define RA__OPTS_OF_ra_argsort_out ra_argsort_opts
#define RA__OPTS_OF_ra_topk ra_topk_opts
#define RA__OPTS_OF_ra_topk_out ra_topk_opts
#define RA__OPTS_OF_ra_kthvalue ra_kthvalue_opts
#define RA__OPTS_OF_ra_kthvalue_out ra_kthvalue_opts
#define RA__OPTS_OF_ra_searchsorted ra_searchsorted_opts
#define RA__OPTS_OF_ra_searchsorted_out ra_searchsorted_opts
#define RA__OPTS_OF_ra_bucketize ra_bucketize_opts
#define RA__OPTS_OF_ra_bucketize_out ra_bucketize_opts
#define RA__OPTS_OF_ra_unique ra_unique_opts
#define RA__OPTS_OF_ra_isin ra_isin_opts
#define RA__OPTS_OF_ra_isin_out ra_isin_opts
#define RA__OPTS_OF_ra_bincount ra_bincount_opts
#define RA__OPTS_OF_ra_scatter_reduce ra_scatter_reduce_opts
#define RA__OPTS_OF_ra_scatter_reduce_ ra_scatter_reduce_opts
#define RA__OPTS_OF_ra_scatter_reduce_out ra_scatter_reduce_opts
#define RA__OPTS_OF_ra_index_add ra_index_add_opts
#define RA__OPTS_OF_ra_index_add_ ra_index_add_opts
#define RA__OPTS_OF_ra_index_add_out ra_index_add_opts
#define RA__OPTS_OF_ra_index_reduce ra_index_reduce_opts
#define RA__OPTS_OF_ra_index_reduce_ ra_index_reduce_opts
#define RA__OPTS_OF_ra_index_reduce_out ra_index_reduce_opts
#define RA__OPTS_OF_ra_repeat_interleave ra_repeat_interleave_opts
#define RA__OPTS_OF_ra_addmm ra_addmm_opts
#define RA__OPTS_OF_ra_addmm_ ra_addmm_opts
#define RA__OPTS_OF_ra_addmm_out ra_addmm_opts
#define RA__OPTS_OF_ra_baddbmm ra_baddbmm_opts
#define RA__OPTS_OF_ra_baddbmm_ ra_baddbmm_opts
#define RA__OPTS_OF_ra_baddbmm_out ra_baddbmm_opts
#define RA__OPTS_OF_ra_addbmm ra_addbmm_opts
#define RA__OPTS_OF_ra_addbmm_ ra_addbmm_opts
#define RA__OPTS_OF_ra_addbmm_out ra_addbmm_opts
#define RA__OPTS_OF_ra_addr ra_addr_opts
#define RA__OPTS_OF_ra_addr_ ra_addr_opts
#define RA__OPTS_OF_ra_addr_out ra_addr_opts
#define RA__OPTS_OF_ra_addmv ra_addmv_opts
#define RA__OPTS_OF_ra_addmv_ ra_addmv_opts
#define RA__OPTS_OF_ra_addmv_out ra_addmv_opts
#define RA__OPTS_OF_ra_linalg_cholesky ra_linalg_cholesky_opts
#define RA__OPTS_OF_ra_linalg_cholesky_out ra_linalg_cholesky_opts
#define RA__OPTS_OF_ra_linalg_solve ra_linalg_solve_opts
#define RA__OPTS_OF_ra_linalg_solve_out ra_linalg_solve_opts
#define RA__OPTS_OF_ra_linalg_solve_triangular ra_linalg_solve_triangular_opts
#define RA__OPTS_OF_ra_linalg_solve_triangular_out ra_linalg_solve_triangular_opts
#define RA__OPTS_OF_ra_linalg_qr ra_linalg_qr_opts
#define RA__OPTS_OF_ra_linalg_qr_out ra_linalg_qr_opts
#define RA__OPTS_OF_ra_linalg_svd ra_linalg_svd_opts
#define RA__OPTS_OF_ra_linalg_svd_out ra_linalg_svd_opts
#define RA__OPTS_OF_ra_linalg_eigh ra_linalg_eigh_opts
#define RA__OPTS_OF_ra_linalg_eigh_out ra_linalg_eigh_opts
#define RA__OPTS_OF_ra_linalg_lu_factor ra_linalg_lu_factor_opts
#define RA__OPTS_OF_ra_linalg_lu_factor_out ra_linalg_lu_factor_opts
#define RA__OPTS_OF_ra_linalg_lu_factor_ex ra_linalg_lu_factor_ex_opts
#define RA__OPTS_OF_ra_linalg_lu_factor_ex_out ra_linalg_lu_factor_ex_opts
#define RA__OPTS_OF_ra_linalg_lu_solve ra_linalg_lu_solve_opts
#define RA__OPTS_OF_ra_linalg_lu_solve_out ra_linalg_lu_solve_opts
#define RA__OPTS_OF_ra_linalg_cholesky_ex ra_linalg_cholesky_ex_opts
#define RA__OPTS_OF_ra_linalg_cholesky_ex_out ra_linalg_cholesky_ex_opts
#define RA__OPTS_OF_ra_linalg_inv_ex ra_linalg_inv_ex_opts
#define RA__OPTS_OF_ra_linalg_inv_ex_out ra_linalg_inv_ex_opts
#define RA__OPTS_OF_ra_linalg_solve_ex ra_linalg_solve_ex_opts
#define RA__OPTS_OF_ra_linalg_solve_ex_out ra_linalg_solve_ex_opts
#define RA__OPTS_OF_ra_linalg_lstsq ra_linalg_lstsq_opts
#define RA__OPTS_OF_ra_linalg_lstsq_out ra_linalg_lstsq_opts
#define RA__OPTS_OF_ra_linalg_cross ra_linalg_cross_opts
#define RA__OPTS_OF_ra_linalg_cross_out ra_linalg_cross_opts
#define RA__OPTS_OF_ra_linalg_matrix_norm ra_linalg_matrix_norm_opts
#define RA__OPTS_OF_ra_linalg_matrix_norm_out ra_linalg_matrix_norm_opts
#define RA__OPTS_OF_ra_linalg_matrix_norm_str ra_linalg_matrix_norm_str_opts
#define RA__OPTS_OF_ra_linalg_matrix_norm_str_out ra_linalg_matrix_norm_str_opts
#define RA__OPTS_OF_ra_linalg_norm ra_linalg_norm_opts
#define RA__OPTS_OF_ra_linalg_norm_out ra_linalg_norm_opts
#define RA__OPTS_OF_ra_linalg_norm_str ra_linalg_norm_str_opts
#define RA__OPTS_OF_ra_linalg_norm_str_out ra_linalg_norm_str_opts
#define RA__OPTS_OF_ra_linalg_pinv ra_linalg_pinv_opts
#define RA__OPTS_OF_ra_linalg_pinv_out ra_linalg_pinv_opts
#define RA__OPTS_OF_ra_linalg_matrix_rank ra_linalg_matrix_rank_opts
#define RA__OPTS_OF_ra_linalg_matrix_rank_out ra_linalg_matrix_rank_opts
#define RA__OPTS_OF_ra_fft_fft ra_fft_fft_opts
#define RA__OPTS_OF_ra_fft_fft_out ra_fft_fft_opts
#define RA__OPTS_OF_ra_fft_ifft ra_fft_ifft_opts
#define RA__OPTS_OF_ra_fft_ifft_out ra_fft_ifft_opts
#define RA__OPTS_OF_ra_fft_rfft ra_fft_rfft_opts
#define RA__OPTS_OF_ra_fft_rfft_out ra_fft_rfft_opts
#define RA__OPTS_OF_ra_fft_irfft ra_fft_irfft_opts
#define RA__OPTS_OF_ra_fft_irfft_out ra_fft_irfft_opts
#define RA__OPTS_OF_ra_fft_hfft ra_fft_hfft_opts
#define RA__OPTS_OF_ra_fft_hfft_out ra_fft_hfft_opts
#define RA__OPTS_OF_ra_fft_ihfft ra_fft_ihfft_opts
#define RA__OPTS_OF_ra_fft_ihfft_out ra_fft_ihfft_opts
#define RA__OPTS_OF_ra_fft_fft2 ra_fft_fft2_opts
#define RA__OPTS_OF_ra_fft_fft2_out ra_fft_fft2_opts
#define RA__OPTS_OF_ra_fft_ifft2 ra_fft_ifft2_opts
#define RA__OPTS_OF_ra_fft_ifft2_out ra_fft_ifft2_opts
#define RA__OPTS_OF_ra_fft_rfft2 ra_fft_rfft2_opts
#define RA__OPTS_OF_ra_fft_rfft2_out ra_fft_rfft2_opts
#define RA__OPTS_OF_ra_fft_irfft2 ra_fft_irfft2_opts
#define RA__OPTS_OF_ra_fft_irfft2_out ra_fft_irfft2_opts
#define RA__OPTS_OF_ra_fft_fftn ra_fft_fftn_opts
#define RA__OPTS_OF_ra_fft_fftn_out ra_fft_fftn_opts
#define RA__OPTS_OF_ra_fft_ifftn ra_fft_ifftn_opts
#define RA__OPTS_OF_ra_fft_ifftn_out ra_fft_ifftn_opts
#define RA__OPTS_OF_ra_fft_rfftn ra_fft_rfftn_opts
#define RA__OPTS_OF_ra_fft_rfftn_out ra_fft_rfftn_opts
#define RA__OPTS_OF_ra_fft_irfftn ra_fft_irfftn_opts
#define RA__OPTS_OF_ra_fft_irfftn_out ra_fft_irfftn_opts
#define RA__OPTS_OF_ra_fft_fftfreq ra_fft_fftfreq_opts
#define RA__OPTS_OF_ra_fft_fftfreq_out ra_fft_fftfreq_opts
#define RA__OPTS_OF_ra_fft_rfftfreq ra_fft_rfftfreq_opts
#define RA__OPTS_OF_ra_fft_rfftfreq_out ra_fft_rfftfreq_opts
#define RA__OPTS_OF_ra_gelu ra_gelu_opts
#define RA__OPTS_OF_ra_gelu_ ra_gelu_opts
#define RA__OPTS_OF_ra_gelu_out ra_gelu_opts
#define RA__OPTS_OF_ra_softmax ra_softmax_opts
#define RA__OPTS_OF_ra_softmax_out ra_softmax_opts
#define RA__OPTS_OF_ra_log_softmax ra_log_softmax_opts
#define RA__OPTS_OF_ra_log_softmax_out ra_log_softmax_opts
#define RA__OPTS_OF_ra_layer_norm ra_layer_norm_opts
#define RA__OPTS_OF_ra_conv2d ra_conv2d_opts
#define RA__OPTS_OF_ra_conv1d ra_conv1d_opts
#define RA__OPTS_OF_ra_max_pool2d ra_max_pool2d_opts
#define RA__OPTS_OF_ra_max_pool2d_out ra_max_pool2d_opts
#define RA__OPTS_OF_ra_avg_pool2d ra_avg_pool2d_opts
#define RA__OPTS_OF_ra_avg_pool2d_out ra_avg_pool2d_opts
#define RA__OPTS_OF_ra_cross_entropy ra_cross_entropy_opts
#define RA__OPTS_OF_ra_mse_loss ra_mse_loss_opts
#define RA__OPTS_OF_ra_mse_loss_out ra_mse_loss_opts
#define RA__OPTS_OF_ra_l1_loss ra_l1_loss_opts
#define RA__OPTS_OF_ra_smooth_l1_loss ra_smooth_l1_loss_opts
#define RA__OPTS_OF_ra_smooth_l1_loss_out ra_smooth_l1_loss_opts
#define RA__OPTS_OF_ra_huber_loss ra_huber_loss_opts
#define RA__OPTS_OF_ra_huber_loss_out ra_huber_loss_opts
#define RA__OPTS_OF_ra_kl_div ra_kl_div_opts
#define RA__OPTS_OF_ra_binary_cross_entropy_with_logits ra_binary_cross_entropy_with_logits_opts
#define RA__OPTS_OF_ra_binary_cross_entropy ra_binary_cross_entropy_opts
#define RA__OPTS_OF_ra_binary_cross_entropy_out ra_binary_cross_entropy_opts
#define RA__OPTS_OF_ra_nll_loss ra_nll_loss_opts
#define RA__OPTS_OF_ra_nll_loss_forward ra_nll_loss_forward_opts
#define RA__OPTS_OF_ra_nll_loss_forward_out ra_nll_loss_forward_opts
#define RA__OPTS_OF_ra_embedding_bag ra_embedding_bag_opts
#define RA__OPTS_OF_ra_hinge_embedding_loss ra_hinge_embedding_loss_opts
#define RA__OPTS_OF_ra_margin_ranking_loss ra_margin_ranking_loss_opts
#define RA__OPTS_OF_ra_cosine_embedding_loss ra_cosine_embedding_loss_opts
#define RA__OPTS_OF_ra_triplet_margin_loss ra_triplet_margin_loss_opts
#define RA__OPTS_OF_ra_pad ra_pad_opts
#define RA__OPTS_OF_ra_max_pool1d ra_max_pool1d_opts
#define RA__OPTS_OF_ra_avg_pool1d ra_avg_pool1d_opts
#define RA__OPTS_OF_ra_max_pool3d ra_max_pool3d_opts
#define RA__OPTS_OF_ra_max_pool3d_out ra_max_pool3d_opts
#define RA__OPTS_OF_ra_avg_pool3d ra_avg_pool3d_opts
#define RA__OPTS_OF_ra_avg_pool3d_out ra_avg_pool3d_opts
#define RA__OPTS_OF_ra_group_norm ra_group_norm_opts
#define RA__OPTS_OF_ra_batch_norm ra_batch_norm_opts
#define RA__OPTS_OF_ra_instance_norm ra_instance_norm_opts
#define RA__OPTS_OF_ra_rms_norm ra_rms_norm_opts
#define RA__OPTS_OF_ra_normalize ra_normalize_opts
#define RA__OPTS_OF_ra_local_response_norm ra_local_response_norm_opts
#define RA__OPTS_OF_ra_pairwise_distance ra_pairwise_distance_opts
#define RA__OPTS_OF_ra_upsample_nearest1d ra_upsample_nearest1d_opts
#define RA__OPTS_OF_ra_upsample_nearest1d_out ra_upsample_nearest1d_opts
#define RA__OPTS_OF_ra_upsample_nearest2d ra_upsample_nearest2d_opts
#define RA__OPTS_OF_ra_upsample_nearest2d_out ra_upsample_nearest2d_opts
#define RA__OPTS_OF_ra_upsample_nearest3d ra_upsample_nearest3d_opts
#define RA__OPTS_OF_ra_upsample_nearest3d_out ra_upsample_nearest3d_opts
#define RA__OPTS_OF_ra_upsample_nearest_exact1d ra_upsample_nearest_exact1d_opts
#define RA__OPTS_OF_ra_upsample_nearest_exact1d_out ra_upsample_nearest_exact1d_opts
#define RA__OPTS_OF_ra_upsample_nearest_exact2d ra_upsample_nearest_exact2d_opts
#define RA__OPTS_OF_ra_upsample_nearest_exact2d_out ra_upsample_nearest_exact2d_opts
#define RA__OPTS_OF_ra_upsample_nearest_exact3d ra_upsample_nearest_exact3d_opts
#define RA__OPTS_OF_ra_upsample_nearest_exact3d_out ra_upsample_nearest_exact3d_opts
#define RA__OPTS_OF_ra_upsample_linear1d ra_upsample_linear1d_opts
#define RA__OPTS_OF_ra_upsample_linear1d_out ra_upsample_linear1d_opts
#define RA__OPTS_OF_ra_upsample_bilinear2d ra_upsample_bilinear2d_opts
#define RA__OPTS_OF_ra_upsample_bilinear2d_out ra_upsample_bilinear2d_opts
#define RA__OPTS_OF_ra_upsample_trilinear3d ra_upsample_trilinear3d_opts
#define RA__OPTS_OF_ra_upsample_trilinear3d_out ra_upsample_trilinear3d_opts
#define RA__OPTS_OF_ra_upsample_bicubic2d ra_upsample_bicubic2d_opts
#define RA__OPTS_OF_ra_upsample_bicubic2d_out ra_upsample_bicubic2d_opts
#define RA__OPTS_OF_ra_interpolate ra_interpolate_opts
#define RA__OPTS_OF_ra_conv3d ra_conv3d_opts
#define RA__OPTS_OF_ra_conv_transpose1d ra_conv_transpose1d_opts
#define RA__OPTS_OF_ra_conv_transpose2d ra_conv_transpose2d_opts
#define RA__OPTS_OF_ra_conv_transpose3d ra_conv_transpose3d_opts
#define RA__OPTS_OF_ra_scaled_dot_product_attention ra_scaled_dot_product_attention_opts

#ifndef __cplusplus
/* Options that RA_OPTS marks as not given. */
#define RA__ABSENT_ra_empty_opts
#define RA__ABSENT_ra_empty_strided_opts
#define RA__ABSENT_ra_empty_like_opts
#define RA__ABSENT_ra_zeros_opts
#define RA__ABSENT_ra_zeros_like_opts
#define RA__ABSENT_ra_ones_opts
#define RA__ABSENT_ra_ones_like_opts
#define RA__ABSENT_ra_full_opts
#define RA__ABSENT_ra_full_like_opts
#define RA__ABSENT_ra_scalar_tensor_opts
#define RA__ABSENT_ra_arange_opts
#define RA__ABSENT_ra_linspace_opts
#define RA__ABSENT_ra_logspace_opts
#define RA__ABSENT_ra_eye_opts
#define RA__ABSENT_ra_tril_indices_opts
#define RA__ABSENT_ra_triu_indices_opts
#define RA__ABSENT_ra_rand_opts
#define RA__ABSENT_ra_randn_opts
#define RA__ABSENT_ra_randint_opts
#define RA__ABSENT_ra_uniform_opts
#define RA__ABSENT_ra_normal__opts
#define RA__ABSENT_ra_bernoulli__opts
#define RA__ABSENT_ra_exponential_opts
#define RA__ABSENT_ra_cauchy_opts
#define RA__ABSENT_ra_geometric_opts
#define RA__ABSENT_ra_randperm_opts
#define RA__ABSENT_ra_multinomial_opts
#define RA__ABSENT_ra_bernoulli_opts
#define RA__ABSENT_ra_normal_opts
#define RA__ABSENT_ra_rand_like_opts
#define RA__ABSENT_ra_randn_like_opts
#define RA__ABSENT_ra_randint_like_opts
#define RA__ABSENT_ra_clone_opts
#define RA__ABSENT_ra_contiguous_opts
#define RA__ABSENT_ra_to_opts
#define RA__ABSENT_ra_resize_opts
#define RA__ABSENT_ra_meshgrid_opts
#define RA__ABSENT_ra_logit_opts RA__ABSENT_SCALAR(eps)
#define RA__ABSENT_ra_nan_to_num_opts RA__ABSENT_SCALAR(nan) RA__ABSENT_SCALAR(posinf) RA__ABSENT_SCALAR(neginf)
#define RA__ABSENT_ra_add_opts RA__ABSENT_SCALAR(alpha)
#define RA__ABSENT_ra_sub_opts RA__ABSENT_SCALAR(alpha)
#define RA__ABSENT_ra_div_opts
#define RA__ABSENT_ra_rsub_opts RA__ABSENT_SCALAR(alpha)
#define RA__ABSENT_ra_addcmul_opts RA__ABSENT_SCALAR(value)
#define RA__ABSENT_ra_addcdiv_opts RA__ABSENT_SCALAR(value)
#define RA__ABSENT_ra_isclose_opts RA__ABSENT_SCALAR(rtol) RA__ABSENT_SCALAR(atol)
#define RA__ABSENT_ra_sum_opts
#define RA__ABSENT_ra_mean_opts
#define RA__ABSENT_ra_prod_opts
#define RA__ABSENT_ra_all_opts
#define RA__ABSENT_ra_any_opts
#define RA__ABSENT_ra_max_opts
#define RA__ABSENT_ra_min_opts
#define RA__ABSENT_ra_amax_opts
#define RA__ABSENT_ra_amin_opts
#define RA__ABSENT_ra_argmax_opts
#define RA__ABSENT_ra_argmin_opts
#define RA__ABSENT_ra_var_opts RA__ABSENT_SCALAR(correction)
#define RA__ABSENT_ra_std_opts RA__ABSENT_SCALAR(correction)
#define RA__ABSENT_ra_var_mean_opts RA__ABSENT_SCALAR(correction)
#define RA__ABSENT_ra_std_mean_opts RA__ABSENT_SCALAR(correction)
#define RA__ABSENT_ra_logsumexp_opts
#define RA__ABSENT_ra_linalg_vector_norm_opts
#define RA__ABSENT_ra_cosine_similarity_opts RA__ABSENT_SCALAR(eps)
#define RA__ABSENT_ra_aminmax_opts
#define RA__ABSENT_ra_nansum_opts
#define RA__ABSENT_ra_nanmean_opts
#define RA__ABSENT_ra_quantile_opts
#define RA__ABSENT_ra_nanquantile_opts
#define RA__ABSENT_ra_trapezoid_opts RA__ABSENT_SCALAR(dx) RA__ABSENT_SCALAR(dim)
#define RA__ABSENT_ra_cov_opts RA__ABSENT_SCALAR(correction)
#define RA__ABSENT_ra_median_opts
#define RA__ABSENT_ra_nanmedian_opts
#define RA__ABSENT_ra_mode_opts
#define RA__ABSENT_ra_cumsum_opts
#define RA__ABSENT_ra_cumprod_opts
#define RA__ABSENT_ra_sort_opts
#define RA__ABSENT_ra_argsort_opts
#define RA__ABSENT_ra_topk_opts RA__ABSENT_BOOL(largest) RA__ABSENT_BOOL(sorted)
#define RA__ABSENT_ra_kthvalue_opts
#define RA__ABSENT_ra_searchsorted_opts
#define RA__ABSENT_ra_bucketize_opts
#define RA__ABSENT_ra_unique_opts RA__ABSENT_BOOL(sorted)
#define RA__ABSENT_ra_isin_opts
#define RA__ABSENT_ra_bincount_opts
#define RA__ABSENT_ra_scatter_reduce_opts RA__ABSENT_BOOL(include_self)
#define RA__ABSENT_ra_index_add_opts RA__ABSENT_SCALAR(alpha)
#define RA__ABSENT_ra_index_reduce_opts RA__ABSENT_BOOL(include_self)
#define RA__ABSENT_ra_repeat_interleave_opts RA__ABSENT_SCALAR(output_size)
#define RA__ABSENT_ra_addmm_opts RA__ABSENT_SCALAR(beta) RA__ABSENT_SCALAR(alpha)
#define RA__ABSENT_ra_baddbmm_opts RA__ABSENT_SCALAR(beta) RA__ABSENT_SCALAR(alpha)
#define RA__ABSENT_ra_addbmm_opts RA__ABSENT_SCALAR(beta) RA__ABSENT_SCALAR(alpha)
#define RA__ABSENT_ra_addr_opts RA__ABSENT_SCALAR(beta) RA__ABSENT_SCALAR(alpha)
#define RA__ABSENT_ra_addmv_opts RA__ABSENT_SCALAR(beta) RA__ABSENT_SCALAR(alpha)
#define RA__ABSENT_ra_linalg_cholesky_opts
#define RA__ABSENT_ra_linalg_solve_opts RA__ABSENT_BOOL(left)
#define RA__ABSENT_ra_linalg_solve_triangular_opts RA__ABSENT_BOOL(left)
#define RA__ABSENT_ra_linalg_qr_opts
#define RA__ABSENT_ra_linalg_svd_opts RA__ABSENT_BOOL(full_matrices)
#define RA__ABSENT_ra_linalg_eigh_opts
#define RA__ABSENT_ra_linalg_lu_factor_opts RA__ABSENT_BOOL(pivot)
#define RA__ABSENT_ra_linalg_lu_factor_ex_opts RA__ABSENT_BOOL(pivot)
#define RA__ABSENT_ra_linalg_lu_solve_opts RA__ABSENT_BOOL(left)
#define RA__ABSENT_ra_linalg_cholesky_ex_opts
#define RA__ABSENT_ra_linalg_inv_ex_opts
#define RA__ABSENT_ra_linalg_solve_ex_opts RA__ABSENT_BOOL(left)
#define RA__ABSENT_ra_linalg_lstsq_opts RA__ABSENT_SCALAR(rcond)
#define RA__ABSENT_ra_linalg_cross_opts RA__ABSENT_SCALAR(dim)
#define RA__ABSENT_ra_linalg_matrix_norm_opts
#define RA__ABSENT_ra_linalg_matrix_norm_str_opts
#define RA__ABSENT_ra_linalg_norm_opts RA__ABSENT_SCALAR(ord)
#define RA__ABSENT_ra_linalg_norm_str_opts
#define RA__ABSENT_ra_linalg_pinv_opts
#define RA__ABSENT_ra_linalg_matrix_rank_opts
#define RA__ABSENT_ra_fft_fft_opts
#define RA__ABSENT_ra_fft_ifft_opts
#define RA__ABSENT_ra_fft_rfft_opts
#define RA__ABSENT_ra_fft_irfft_opts
#define RA__ABSENT_ra_fft_hfft_opts
#define RA__ABSENT_ra_fft_ihfft_opts
#define RA__ABSENT_ra_fft_fft2_opts
#define RA__ABSENT_ra_fft_ifft2_opts
#define RA__ABSENT_ra_fft_rfft2_opts
#define RA__ABSENT_ra_fft_irfft2_opts
#define RA__ABSENT_ra_fft_fftn_opts
#define RA__ABSENT_ra_fft_ifftn_opts
#define RA__ABSENT_ra_fft_rfftn_opts
#define RA__ABSENT_ra_fft_irfftn_opts
#define RA__ABSENT_ra_fft_fftfreq_opts
#define RA__ABSENT_ra_fft_rfftfreq_opts
#define RA__ABSENT_ra_gelu_opts
#define RA__ABSENT_ra_softmax_opts
#define RA__ABSENT_ra_log_softmax_opts
#define RA__ABSENT_ra_layer_norm_opts RA__ABSENT_SCALAR(eps)
#define RA__ABSENT_ra_conv2d_opts RA__ABSENT_SCALAR(groups)
#define RA__ABSENT_ra_conv1d_opts RA__ABSENT_SCALAR(groups)
#define RA__ABSENT_ra_max_pool2d_opts
#define RA__ABSENT_ra_avg_pool2d_opts RA__ABSENT_BOOL(count_include_pad)
#define RA__ABSENT_ra_cross_entropy_opts RA__ABSENT_SCALAR(ignore_index)
#define RA__ABSENT_ra_mse_loss_opts
#define RA__ABSENT_ra_l1_loss_opts
#define RA__ABSENT_ra_smooth_l1_loss_opts RA__ABSENT_SCALAR(beta)
#define RA__ABSENT_ra_huber_loss_opts RA__ABSENT_SCALAR(delta)
#define RA__ABSENT_ra_kl_div_opts
#define RA__ABSENT_ra_binary_cross_entropy_with_logits_opts
#define RA__ABSENT_ra_binary_cross_entropy_opts
#define RA__ABSENT_ra_nll_loss_opts RA__ABSENT_SCALAR(ignore_index)
#define RA__ABSENT_ra_nll_loss_forward_opts RA__ABSENT_SCALAR(ignore_index)
#define RA__ABSENT_ra_embedding_bag_opts RA__ABSENT_SCALAR(padding_idx)
#define RA__ABSENT_ra_hinge_embedding_loss_opts RA__ABSENT_SCALAR(margin)
#define RA__ABSENT_ra_margin_ranking_loss_opts
#define RA__ABSENT_ra_cosine_embedding_loss_opts
#define RA__ABSENT_ra_triplet_margin_loss_opts RA__ABSENT_SCALAR(margin) RA__ABSENT_SCALAR(eps)
#define RA__ABSENT_ra_pad_opts RA__ABSENT_SCALAR(value)
#define RA__ABSENT_ra_max_pool1d_opts
#define RA__ABSENT_ra_avg_pool1d_opts RA__ABSENT_BOOL(count_include_pad)
#define RA__ABSENT_ra_max_pool3d_opts
#define RA__ABSENT_ra_avg_pool3d_opts RA__ABSENT_BOOL(count_include_pad)
#define RA__ABSENT_ra_group_norm_opts RA__ABSENT_SCALAR(eps)
#define RA__ABSENT_ra_batch_norm_opts RA__ABSENT_SCALAR(momentum) RA__ABSENT_SCALAR(eps)
#define RA__ABSENT_ra_instance_norm_opts RA__ABSENT_BOOL(use_input_stats) RA__ABSENT_SCALAR(momentum) RA__ABSENT_SCALAR(eps)
#define RA__ABSENT_ra_rms_norm_opts RA__ABSENT_SCALAR(eps)
#define RA__ABSENT_ra_normalize_opts RA__ABSENT_SCALAR(eps)
#define RA__ABSENT_ra_local_response_norm_opts RA__ABSENT_SCALAR(alpha) RA__ABSENT_SCALAR(beta)
#define RA__ABSENT_ra_pairwise_distance_opts RA__ABSENT_SCALAR(eps)
#define RA__ABSENT_ra_upsample_nearest1d_opts RA__ABSENT_SCALAR(scales)
#define RA__ABSENT_ra_upsample_nearest2d_opts RA__ABSENT_SCALAR(scales_h) RA__ABSENT_SCALAR(scales_w)
#define RA__ABSENT_ra_upsample_nearest3d_opts RA__ABSENT_SCALAR(scales_d) RA__ABSENT_SCALAR(scales_h) RA__ABSENT_SCALAR(scales_w)
#define RA__ABSENT_ra_upsample_nearest_exact1d_opts RA__ABSENT_SCALAR(scales)
#define RA__ABSENT_ra_upsample_nearest_exact2d_opts RA__ABSENT_SCALAR(scales_h) RA__ABSENT_SCALAR(scales_w)
#define RA__ABSENT_ra_upsample_nearest_exact3d_opts RA__ABSENT_SCALAR(scales_d) RA__ABSENT_SCALAR(scales_h) RA__ABSENT_SCALAR(scales_w)
#define RA__ABSENT_ra_upsample_linear1d_opts RA__ABSENT_SCALAR(scales)
#define RA__ABSENT_ra_upsample_bilinear2d_opts RA__ABSENT_SCALAR(scales_h) RA__ABSENT_SCALAR(scales_w)
#define RA__ABSENT_ra_upsample_trilinear3d_opts RA__ABSENT_SCALAR(scales_d) RA__ABSENT_SCALAR(scales_h) RA__ABSENT_SCALAR(scales_w)
#define RA__ABSENT_ra_upsample_bicubic2d_opts RA__ABSENT_SCALAR(scales_h) RA__ABSENT_SCALAR(scales_w)
#define RA__ABSENT_ra_interpolate_opts RA__ABSENT_SCALAR(scale_factor)
#define RA__ABSENT_ra_conv3d_opts RA__ABSENT_SCALAR(groups)
#define RA__ABSENT_ra_conv_transpose1d_opts RA__ABSENT_SCALAR(groups)
#define RA__ABSENT_ra_conv_transpose2d_opts RA__ABSENT_SCALAR(groups)
#define RA__ABSENT_ra_conv_transpose3d_opts RA__ABSENT_SCALAR(groups)
#define RA__ABSENT_ra_scaled_dot_product_attention_opts RA__ABSENT_SCALAR(scale)

/* The functions, told where they are called. */
RA_API ra_tensor *ra_empty_at(ra_dims size, const ra_empty_opts *opts, ra_site site);
RA_API ra_status ra_empty_out_at(ra_tensor *out, ra_dims size, const ra_empty_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_empty_strided_at(ra_dims size, ra_dims stride, const ra_empty_strided_opts *opts, ra_site site);
RA_API ra_tensor *ra_empty_like_at(const ra_tensor *self, const ra_empty_like_opts *opts, ra_site site);
RA_API ra_tensor *ra_zeros_at(ra_dims size, const ra_zeros_opts *opts, ra_site site);
RA_API ra_status ra_zeros_out_at(ra_tensor *out, ra_dims size, const ra_zeros_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_zeros_like_at(const ra_tensor *self, const ra_zeros_like_opts *opts, ra_site site);
RA_API ra_tensor *ra_ones_at(ra_dims size, const ra_ones_opts *opts, ra_site site);
RA_API ra_status ra_ones_out_at(ra_tensor *out, ra_dims size, const ra_ones_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_ones_like_at(const ra_tensor *self, const ra_ones_like_opts *opts, ra_site site);
RA_API ra_tensor *ra_full_at(ra_dims size, ra_scalar fill_value, const ra_full_opts *opts, ra_site site);
RA_API ra_status ra_full_out_at(ra_tensor *out, ra_dims size, ra_scalar fill_value, const ra_full_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_full_like_at(const ra_tensor *self, ra_scalar fill_value, const ra_full_like_opts *opts, ra_site site);
RA_API ra_tensor *ra_scalar_tensor_at(ra_scalar s_, const ra_scalar_tensor_opts *opts, ra_site site);
RA_API ra_tensor *ra_arange_at(ra_scalar start, ra_scalar end, ra_scalar step, const ra_arange_opts *opts, ra_site site);
RA_API ra_status ra_arange_out_at(ra_tensor *out, ra_scalar start, ra_scalar end, ra_scalar step, const ra_arange_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_linspace_at(ra_scalar start, ra_scalar end, int64_t steps, const ra_linspace_opts *opts, ra_site site);
RA_API ra_status ra_linspace_out_at(ra_tensor *out, ra_scalar start, ra_scalar end, int64_t steps, const ra_linspace_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_logspace_at(ra_scalar start, ra_scalar end, int64_t steps, double base, const ra_logspace_opts *opts, ra_site site);
RA_API ra_status ra_logspace_out_at(ra_tensor *out, ra_scalar start, ra_scalar end, int64_t steps, double base, const ra_logspace_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_eye_at(int64_t n_, int64_t m_, const ra_eye_opts *opts, ra_site site);
RA_API ra_status ra_eye_out_at(ra_tensor *out, int64_t n_, int64_t m_, const ra_eye_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_tril_indices_at(int64_t row, int64_t col, int64_t offset, const ra_tril_indices_opts *opts, ra_site site);
RA_API ra_tensor *ra_triu_indices_at(int64_t row, int64_t col, int64_t offset, const ra_triu_indices_opts *opts, ra_site site);
RA_API ra_tensor *ra_rand_at(ra_dims size, const ra_rand_opts *opts, ra_site site);
RA_API ra_status ra_rand_out_at(ra_tensor *out, ra_dims size, const ra_rand_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_randn_at(ra_dims size, const ra_randn_opts *opts, ra_site site);
RA_API ra_status ra_randn_out_at(ra_tensor *out, ra_dims size, const ra_randn_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_randint_at(int64_t low, int64_t high, ra_dims size, const ra_randint_opts *opts, ra_site site);
RA_API ra_status ra_randint_out_at(ra_tensor *out, int64_t low, int64_t high, ra_dims size, const ra_randint_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_uniform__at(ra_tensor *self, double from, double to, const ra_uniform_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_normal__at(ra_tensor *self, double mean, double std, const ra_normal__opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_bernoulli__at(ra_tensor *self, double p_, const ra_bernoulli__opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_exponential__at(ra_tensor *self, double lambd, const ra_exponential_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_cauchy__at(ra_tensor *self, double median, double sigma, const ra_cauchy_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_geometric__at(ra_tensor *self, double p_, const ra_geometric_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_randperm_at(int64_t n_, const ra_randperm_opts *opts, ra_site site);
RA_API ra_status ra_randperm_out_at(ra_tensor *out, int64_t n_, const ra_randperm_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_dropout_at(const ra_tensor *input, double p_, bool train, ra_site site);
RA_API ra_status ra_dropout__at(ra_tensor *input, double p_, bool train, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_multinomial_at(const ra_tensor *self, int64_t num_samples, bool replacement, const ra_multinomial_opts *opts, ra_site site);
RA_API ra_status ra_multinomial_out_at(ra_tensor *out, const ra_tensor *self, int64_t num_samples, bool replacement, const ra_multinomial_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_bernoulli_at(const ra_tensor *self, const ra_bernoulli_opts *opts, ra_site site);
RA_API ra_status ra_bernoulli_out_at(ra_tensor *out, const ra_tensor *self, const ra_bernoulli_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_normal_at(ra_operand mean, ra_operand std, const ra_normal_opts *opts, ra_site site);
RA_API ra_status ra_normal_out_at(ra_tensor *out, ra_operand mean, ra_operand std, const ra_normal_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_rand_like_at(const ra_tensor *self, const ra_rand_like_opts *opts, ra_site site);
RA_API ra_tensor *ra_randn_like_at(const ra_tensor *self, const ra_randn_like_opts *opts, ra_site site);
RA_API ra_tensor *ra_randint_like_at(const ra_tensor *self, int64_t low, int64_t high, const ra_randint_like_opts *opts, ra_site site);
RA_API ra_status ra_copy__at(ra_tensor *self, const ra_tensor *src, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_clone_at(const ra_tensor *self, const ra_clone_opts *opts, ra_site site);
RA_API ra_tensor *ra_contiguous_at(const ra_tensor *self, const ra_contiguous_opts *opts, ra_site site);
RA_API ra_tensor *ra_to_at(const ra_tensor *self, const ra_to_opts *opts, ra_site site);
RA_API ra_status ra_fill__at(ra_tensor *self, ra_operand value, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_zero__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_resize__at(ra_tensor *self, ra_dims size, const ra_resize_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_view_at(const ra_tensor *self, ra_dims size, ra_site site);
RA_API ra_tensor *ra_reshape_at(const ra_tensor *self, ra_dims shape, ra_site site);
RA_API ra_tensor *ra_as_strided_at(const ra_tensor *self, ra_dims size, ra_dims stride, int64_t storage_offset, ra_site site);
RA_API ra_tensor *ra_expand_at(const ra_tensor *self, ra_dims size, ra_site site);
RA_API ra_tensor *ra_broadcast_to_at(const ra_tensor *self, ra_dims size, ra_site site);
RA_API ra_tensor *ra_permute_at(const ra_tensor *self, ra_dims dims, ra_site site);
RA_API ra_tensor *ra_transpose_at(const ra_tensor *self, int64_t dim0, int64_t dim1, ra_site site);
RA_API ra_status ra_transpose__at(ra_tensor *self, int64_t dim0, int64_t dim1, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_t_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_t__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_squeeze_at(const ra_tensor *self, ra_dims dim, ra_site site);
RA_API ra_status ra_squeeze__at(ra_tensor *self, ra_dims dim, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_unsqueeze_at(const ra_tensor *self, int64_t dim, ra_site site);
RA_API ra_status ra_unsqueeze__at(ra_tensor *self, int64_t dim, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_flatten_at(const ra_tensor *self, int64_t start_dim, int64_t end_dim, ra_site site);
RA_API ra_tensor *ra_select_at(const ra_tensor *self, int64_t dim, int64_t index, ra_site site);
RA_API ra_tensor *ra_slice_at(const ra_tensor *self, int64_t dim, int64_t start, int64_t end, int64_t step, ra_site site);
RA_API ra_tensor *ra_narrow_at(const ra_tensor *self, int64_t dim, int64_t start, int64_t length, ra_site site);
RA_API ra_status ra_split_at(const ra_tensor *self, int64_t split_size, int64_t dim, ra_tensor **results, size_t room, size_t *count, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_unbind_at(const ra_tensor *self, int64_t dim, ra_tensor **results, size_t room, size_t *count, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_diagonal_at(const ra_tensor *self, int64_t offset, int64_t dim1, int64_t dim2, ra_site site);
RA_API ra_tensor *ra_movedim_at(const ra_tensor *self, ra_dims source, ra_dims destination, ra_site site);
RA_API ra_tensor *ra_unflatten_at(const ra_tensor *self, int64_t dim, ra_dims sizes, ra_site site);
RA_API ra_tensor *ra_ravel_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_chunk_at(const ra_tensor *self, int64_t chunks, int64_t dim, ra_tensor **results, size_t room, size_t *count, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_broadcast_tensors_at(ra_tensors tensors, ra_tensor **results, size_t room, size_t *count, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_meshgrid_at(ra_tensors tensors, ra_tensor **results, size_t room, size_t *count, const ra_meshgrid_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_real_at(const ra_tensor *self, ra_site site);
RA_API ra_tensor *ra_imag_at(const ra_tensor *self, ra_site site);
RA_API ra_tensor *ra_view_as_real_at(const ra_tensor *self, ra_site site);
RA_API ra_tensor *ra_view_as_complex_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_split_with_sizes_at(const ra_tensor *self, ra_dims split_sizes, int64_t dim, ra_tensor **results, size_t room, size_t *count, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_tensor_split_at(const ra_tensor *self, int64_t sections, int64_t dim, ra_tensor **results, size_t room, size_t *count, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_tensor_split_indices_at(const ra_tensor *self, ra_dims indices, int64_t dim, ra_tensor **results, size_t room, size_t *count, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_positive_at(const ra_tensor *self, ra_site site);
RA_API ra_tensor *ra_cat_at(ra_tensors tensors, int64_t dim, ra_site site);
RA_API ra_status ra_cat_out_at(ra_tensor *out, ra_tensors tensors, int64_t dim, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_stack_at(ra_tensors tensors, int64_t dim, ra_site site);
RA_API ra_status ra_stack_out_at(ra_tensor *out, ra_tensors tensors, int64_t dim, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_hstack_at(ra_tensors tensors, ra_site site);
RA_API ra_status ra_hstack_out_at(ra_tensor *out, ra_tensors tensors, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_vstack_at(ra_tensors tensors, ra_site site);
RA_API ra_status ra_vstack_out_at(ra_tensor *out, ra_tensors tensors, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_dstack_at(ra_tensors tensors, ra_site site);
RA_API ra_status ra_dstack_out_at(ra_tensor *out, ra_tensors tensors, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_column_stack_at(ra_tensors tensors, ra_site site);
RA_API ra_status ra_column_stack_out_at(ra_tensor *out, ra_tensors tensors, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_repeat_at(const ra_tensor *self, ra_dims repeats, ra_site site);
RA_API ra_tensor *ra_tile_at(const ra_tensor *self, ra_dims dims, ra_site site);
RA_API ra_tensor *ra_flip_at(const ra_tensor *self, ra_dims dims, ra_site site);
RA_API ra_tensor *ra_roll_at(const ra_tensor *self, ra_dims shifts, ra_dims dims, ra_site site);
RA_API ra_tensor *ra_tril_at(const ra_tensor *self, int64_t diagonal, ra_site site);
RA_API ra_status ra_tril__at(ra_tensor *self, int64_t diagonal, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_tril_out_at(ra_tensor *out, const ra_tensor *self, int64_t diagonal, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_triu_at(const ra_tensor *self, int64_t diagonal, ra_site site);
RA_API ra_status ra_triu__at(ra_tensor *self, int64_t diagonal, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_triu_out_at(ra_tensor *out, const ra_tensor *self, int64_t diagonal, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_diag_at(const ra_tensor *self, int64_t diagonal, ra_site site);
RA_API ra_status ra_diag_out_at(ra_tensor *out, const ra_tensor *self, int64_t diagonal, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_diag_embed_at(const ra_tensor *self, int64_t offset, int64_t dim1, int64_t dim2, ra_site site);
RA_API ra_tensor *ra_block_diag_at(ra_tensors tensors, ra_site site);
RA_API ra_tensor *ra_rot90_at(const ra_tensor *self, int64_t k_, ra_dims dims, ra_site site);
RA_API ra_tensor *ra_select_scatter_at(const ra_tensor *self, const ra_tensor *src, int64_t dim, int64_t index, ra_site site);
RA_API ra_tensor *ra_slice_scatter_at(const ra_tensor *self, const ra_tensor *src, int64_t dim, int64_t start, int64_t end, int64_t step, ra_site site);
RA_API ra_status ra_fill_diagonal__at(ra_tensor *self, ra_scalar fill_value, bool wrap, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_abs_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_abs__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_abs_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_neg_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_neg__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_neg_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_sign_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_sign__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_sign_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_reciprocal_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_reciprocal__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_reciprocal_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_sqrt_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_sqrt__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_sqrt_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_rsqrt_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_rsqrt__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_rsqrt_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_square_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_square__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_square_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_exp_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_exp__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_exp_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_expm1_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_expm1__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_expm1_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_log_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_log__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_log_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_log1p_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_log1p__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_log1p_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_sin_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_sin__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_sin_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_cos_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_cos__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_cos_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_tanh_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_tanh__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_tanh_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_erf_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_erf__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_erf_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_ceil_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_ceil__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_ceil_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_floor_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_floor__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_floor_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_round_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_round__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_round_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_trunc_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_trunc__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_trunc_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_frac_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_frac__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_frac_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_exp2_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_exp2__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_exp2_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_log2_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_log2__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_log2_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_log10_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_log10__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_log10_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_tan_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_tan__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_tan_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_asin_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_asin__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_asin_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_acos_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_acos__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_acos_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_atan_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_atan__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_atan_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_sinh_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_sinh__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_sinh_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_cosh_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_cosh__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_cosh_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_asinh_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_asinh__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_asinh_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_acosh_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_acosh__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_acosh_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_atanh_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_atanh__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_atanh_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_erfc_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_erfc__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_erfc_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_deg2rad_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_deg2rad__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_deg2rad_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_rad2deg_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_rad2deg__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_rad2deg_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_lgamma_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_lgamma__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_lgamma_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_digamma_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_digamma__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_digamma_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_erfinv_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_erfinv__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_erfinv_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_i0_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_i0__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_i0_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_special_i0e_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_special_i0e_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_special_i1_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_special_i1_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_special_i1e_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_special_i1e_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_special_erfcx_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_special_erfcx_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_special_ndtri_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_special_ndtri_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_special_log_ndtr_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_special_log_ndtr_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_special_ndtr_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_special_ndtr_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_special_entr_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_special_entr_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_sinc_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_sinc__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_sinc_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_logit_at(const ra_tensor *self, const ra_logit_opts *opts, ra_site site);
RA_API ra_status ra_logit__at(ra_tensor *self, const ra_logit_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_logit_out_at(ra_tensor *out, const ra_tensor *self, const ra_logit_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_nan_to_num_at(const ra_tensor *self, const ra_nan_to_num_opts *opts, ra_site site);
RA_API ra_status ra_nan_to_num__at(ra_tensor *self, const ra_nan_to_num_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_nan_to_num_out_at(ra_tensor *out, const ra_tensor *self, const ra_nan_to_num_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_sgn_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_sgn__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_sgn_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_angle_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_angle_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_conj_physical_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_conj_physical__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_conj_physical_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_add_at(ra_operand self, ra_operand other, const ra_add_opts *opts, ra_site site);
RA_API ra_status ra_add__at(ra_tensor *self, ra_operand other, const ra_add_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_add_out_at(ra_tensor *out, ra_operand self, ra_operand other, const ra_add_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_sub_at(ra_operand self, ra_operand other, const ra_sub_opts *opts, ra_site site);
RA_API ra_status ra_sub__at(ra_tensor *self, ra_operand other, const ra_sub_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_sub_out_at(ra_tensor *out, ra_operand self, ra_operand other, const ra_sub_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_mul_at(ra_operand self, ra_operand other, ra_site site);
RA_API ra_status ra_mul__at(ra_tensor *self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_mul_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_div_at(ra_operand self, ra_operand other, const ra_div_opts *opts, ra_site site);
RA_API ra_status ra_div__at(ra_tensor *self, ra_operand other, const ra_div_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_div_out_at(ra_tensor *out, ra_operand self, ra_operand other, const ra_div_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_floor_divide_at(ra_operand self, ra_operand other, ra_site site);
RA_API ra_status ra_floor_divide__at(ra_tensor *self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_floor_divide_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_remainder_at(ra_operand self, ra_operand other, ra_site site);
RA_API ra_status ra_remainder__at(ra_tensor *self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_remainder_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_pow_at(ra_operand self, ra_operand exponent, ra_site site);
RA_API ra_status ra_pow__at(ra_tensor *self, ra_operand exponent, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_pow_out_at(ra_tensor *out, ra_operand self, ra_operand exponent, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_maximum_at(ra_operand self, ra_operand other, ra_site site);
RA_API ra_status ra_maximum_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_minimum_at(ra_operand self, ra_operand other, ra_site site);
RA_API ra_status ra_minimum_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_fmod_at(const ra_tensor *self, ra_operand other, ra_site site);
RA_API ra_status ra_fmod__at(ra_tensor *self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_fmod_out_at(ra_tensor *out, const ra_tensor *self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_atan2_at(const ra_tensor *self, const ra_tensor *other, ra_site site);
RA_API ra_status ra_atan2__at(ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_atan2_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_hypot_at(const ra_tensor *self, const ra_tensor *other, ra_site site);
RA_API ra_status ra_hypot__at(ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_hypot_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_copysign_at(const ra_tensor *self, ra_operand other, ra_site site);
RA_API ra_status ra_copysign__at(ra_tensor *self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_copysign_out_at(ra_tensor *out, const ra_tensor *self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_fmax_at(const ra_tensor *self, const ra_tensor *other, ra_site site);
RA_API ra_status ra_fmax_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_fmin_at(const ra_tensor *self, const ra_tensor *other, ra_site site);
RA_API ra_status ra_fmin_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_xlogy_at(ra_operand self, ra_operand other, ra_site site);
RA_API ra_status ra_xlogy__at(ra_tensor *self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_xlogy_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_gcd_at(const ra_tensor *self, const ra_tensor *other, ra_site site);
RA_API ra_status ra_gcd__at(ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_gcd_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_lcm_at(const ra_tensor *self, const ra_tensor *other, ra_site site);
RA_API ra_status ra_lcm__at(ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_lcm_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_rsub_at(const ra_tensor *self, ra_operand other, const ra_rsub_opts *opts, ra_site site);
RA_API ra_tensor *ra_logaddexp_at(const ra_tensor *self, const ra_tensor *other, ra_site site);
RA_API ra_status ra_logaddexp_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_ldexp_at(const ra_tensor *self, const ra_tensor *other, ra_site site);
RA_API ra_status ra_ldexp__at(ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_ldexp_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_logaddexp2_at(const ra_tensor *self, const ra_tensor *other, ra_site site);
RA_API ra_status ra_logaddexp2_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_nextafter_at(const ra_tensor *self, const ra_tensor *other, ra_site site);
RA_API ra_status ra_nextafter__at(ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_nextafter_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_heaviside_at(const ra_tensor *self, const ra_tensor *values, ra_site site);
RA_API ra_status ra_heaviside__at(ra_tensor *self, const ra_tensor *values, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_heaviside_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *values, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_special_xlog1py_at(ra_operand self, ra_operand other, ra_site site);
RA_API ra_status ra_special_xlog1py_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_complex_at(const ra_tensor *real, const ra_tensor *imag, ra_site site);
RA_API ra_status ra_complex_out_at(ra_tensor *out, const ra_tensor *real, const ra_tensor *imag, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_polar_at(const ra_tensor *abs, const ra_tensor *angle, ra_site site);
RA_API ra_status ra_polar_out_at(ra_tensor *out, const ra_tensor *abs, const ra_tensor *angle, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_float_power_at(ra_operand self, ra_operand exponent, ra_site site);
RA_API ra_status ra_float_power__at(ra_tensor *self, ra_operand exponent, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_float_power_out_at(ra_tensor *out, ra_operand self, ra_operand exponent, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_where_at(const ra_tensor *condition, ra_operand self, ra_operand other, ra_site site);
RA_API ra_status ra_where_out_at(ra_tensor *out, const ra_tensor *condition, ra_operand self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_clamp_at(const ra_tensor *self, ra_operand min_, ra_operand max_, ra_site site);
RA_API ra_status ra_clamp__at(ra_tensor *self, ra_operand min_, ra_operand max_, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_clamp_out_at(ra_tensor *out, const ra_tensor *self, ra_operand min_, ra_operand max_, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_clamp_min_at(const ra_tensor *self, ra_operand min_, ra_site site);
RA_API ra_status ra_clamp_min__at(ra_tensor *self, ra_operand min_, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_clamp_min_out_at(ra_tensor *out, const ra_tensor *self, ra_operand min_, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_clamp_max_at(const ra_tensor *self, ra_operand max_, ra_site site);
RA_API ra_status ra_clamp_max__at(ra_tensor *self, ra_operand max_, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_clamp_max_out_at(ra_tensor *out, const ra_tensor *self, ra_operand max_, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_lerp_at(const ra_tensor *self, const ra_tensor *end, ra_operand weight, ra_site site);
RA_API ra_status ra_lerp__at(ra_tensor *self, const ra_tensor *end, ra_operand weight, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_lerp_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *end, ra_operand weight, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_addcmul_at(const ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcmul_opts *opts, ra_site site);
RA_API ra_status ra_addcmul__at(ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcmul_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_addcmul_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcmul_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_addcdiv_at(const ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcdiv_opts *opts, ra_site site);
RA_API ra_status ra_addcdiv__at(ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcdiv_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_addcdiv_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *tensor1, const ra_tensor *tensor2, const ra_addcdiv_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_eq_at(ra_operand self, ra_operand other, ra_site site);
RA_API ra_status ra_eq__at(ra_tensor *self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_eq_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_ne_at(ra_operand self, ra_operand other, ra_site site);
RA_API ra_status ra_ne__at(ra_tensor *self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_ne_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_lt_at(ra_operand self, ra_operand other, ra_site site);
RA_API ra_status ra_lt__at(ra_tensor *self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_lt_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_le_at(ra_operand self, ra_operand other, ra_site site);
RA_API ra_status ra_le__at(ra_tensor *self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_le_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_gt_at(ra_operand self, ra_operand other, ra_site site);
RA_API ra_status ra_gt__at(ra_tensor *self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_gt_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_ge_at(ra_operand self, ra_operand other, ra_site site);
RA_API ra_status ra_ge__at(ra_tensor *self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_ge_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_isnan_at(const ra_tensor *self, ra_site site);
RA_API ra_tensor *ra_isinf_at(const ra_tensor *self, ra_site site);
RA_API ra_tensor *ra_isfinite_at(const ra_tensor *self, ra_site site);
RA_API ra_tensor *ra_signbit_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_signbit_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_isclose_at(const ra_tensor *self, const ra_tensor *other, const ra_isclose_opts *opts, ra_site site);
RA_API ra_tensor *ra_isposinf_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_isposinf_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_isneginf_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_isneginf_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_isreal_at(const ra_tensor *self, ra_site site);
RA_API ra_tensor *ra_logical_and_at(const ra_tensor *self, const ra_tensor *other, ra_site site);
RA_API ra_status ra_logical_and__at(ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_logical_and_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_logical_or_at(const ra_tensor *self, const ra_tensor *other, ra_site site);
RA_API ra_status ra_logical_or__at(ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_logical_or_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_logical_xor_at(const ra_tensor *self, const ra_tensor *other, ra_site site);
RA_API ra_status ra_logical_xor__at(ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_logical_xor_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_logical_not_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_logical_not__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_logical_not_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_bitwise_and_at(ra_operand self, ra_operand other, ra_site site);
RA_API ra_status ra_bitwise_and__at(ra_tensor *self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_bitwise_and_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_bitwise_or_at(ra_operand self, ra_operand other, ra_site site);
RA_API ra_status ra_bitwise_or__at(ra_tensor *self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_bitwise_or_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_bitwise_xor_at(ra_operand self, ra_operand other, ra_site site);
RA_API ra_status ra_bitwise_xor__at(ra_tensor *self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_bitwise_xor_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_bitwise_not_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_bitwise_not__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_bitwise_not_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_bitwise_left_shift_at(ra_operand self, ra_operand other, ra_site site);
RA_API ra_status ra_bitwise_left_shift__at(ra_tensor *self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_bitwise_left_shift_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_bitwise_right_shift_at(ra_operand self, ra_operand other, ra_site site);
RA_API ra_status ra_bitwise_right_shift__at(ra_tensor *self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_bitwise_right_shift_out_at(ra_tensor *out, ra_operand self, ra_operand other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_sum_at(const ra_tensor *self, ra_dims dim, const ra_sum_opts *opts, ra_site site);
RA_API ra_status ra_sum_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_sum_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_mean_at(const ra_tensor *self, ra_dims dim, const ra_mean_opts *opts, ra_site site);
RA_API ra_status ra_mean_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_mean_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_prod_at(const ra_tensor *self, ra_dims dim, const ra_prod_opts *opts, ra_site site);
RA_API ra_status ra_prod_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_prod_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_all_at(const ra_tensor *self, ra_dims dim, const ra_all_opts *opts, ra_site site);
RA_API ra_status ra_all_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_all_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_any_at(const ra_tensor *self, ra_dims dim, const ra_any_opts *opts, ra_site site);
RA_API ra_status ra_any_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_any_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_max_at(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_max_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_max_out_at(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_max_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_min_at(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_min_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_min_out_at(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_min_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_amax_at(const ra_tensor *self, ra_dims dim, const ra_amax_opts *opts, ra_site site);
RA_API ra_status ra_amax_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_amax_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_amin_at(const ra_tensor *self, ra_dims dim, const ra_amin_opts *opts, ra_site site);
RA_API ra_status ra_amin_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_amin_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_argmax_at(const ra_tensor *self, ra_dims dim, const ra_argmax_opts *opts, ra_site site);
RA_API ra_status ra_argmax_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_argmax_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_argmin_at(const ra_tensor *self, ra_dims dim, const ra_argmin_opts *opts, ra_site site);
RA_API ra_status ra_argmin_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_argmin_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_var_at(const ra_tensor *self, ra_dims dim, const ra_var_opts *opts, ra_site site);
RA_API ra_status ra_var_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_var_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_std_at(const ra_tensor *self, ra_dims dim, const ra_std_opts *opts, ra_site site);
RA_API ra_status ra_std_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_std_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_var_mean_at(const ra_tensor *self, ra_dims dim, ra_tensor **var, ra_tensor **mean, const ra_var_mean_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_std_mean_at(const ra_tensor *self, ra_dims dim, ra_tensor **std, ra_tensor **mean, const ra_std_mean_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_count_nonzero_at(const ra_tensor *self, ra_dims dim, ra_site site);
RA_API ra_tensor *ra_trace_at(const ra_tensor *self, ra_site site);
RA_API ra_tensor *ra_logsumexp_at(const ra_tensor *self, ra_dims dim, const ra_logsumexp_opts *opts, ra_site site);
RA_API ra_status ra_logsumexp_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_logsumexp_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_linalg_vector_norm_at(const ra_tensor *self, ra_scalar ord, ra_dims dim, const ra_linalg_vector_norm_opts *opts, ra_site site);
RA_API ra_status ra_linalg_vector_norm_out_at(ra_tensor *out, const ra_tensor *self, ra_scalar ord, ra_dims dim, const ra_linalg_vector_norm_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_cosine_similarity_at(const ra_tensor *x1, const ra_tensor *x2, int64_t dim, const ra_cosine_similarity_opts *opts, ra_site site);
RA_API ra_status ra_aminmax_at(const ra_tensor *self, ra_tensor **min_, ra_tensor **max_, const ra_aminmax_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_aminmax_out_at(ra_tensor *out_min_, ra_tensor *out_max_, const ra_tensor *self, const ra_aminmax_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_nansum_at(const ra_tensor *self, ra_dims dim, const ra_nansum_opts *opts, ra_site site);
RA_API ra_status ra_nansum_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_nansum_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_nanmean_at(const ra_tensor *self, ra_dims dim, const ra_nanmean_opts *opts, ra_site site);
RA_API ra_status ra_nanmean_out_at(ra_tensor *out, const ra_tensor *self, ra_dims dim, const ra_nanmean_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_quantile_at(const ra_tensor *self, ra_operand q_, ra_dims dim, const ra_quantile_opts *opts, ra_site site);
RA_API ra_status ra_quantile_out_at(ra_tensor *out, const ra_tensor *self, ra_operand q_, ra_dims dim, const ra_quantile_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_nanquantile_at(const ra_tensor *self, ra_operand q_, ra_dims dim, const ra_nanquantile_opts *opts, ra_site site);
RA_API ra_status ra_nanquantile_out_at(ra_tensor *out, const ra_tensor *self, ra_operand q_, ra_dims dim, const ra_nanquantile_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_trapezoid_at(const ra_tensor *y_, const ra_tensor *x_, const ra_trapezoid_opts *opts, ra_site site);
RA_API ra_tensor *ra_cov_at(const ra_tensor *self, const ra_tensor *fweights, const ra_tensor *aweights, const ra_cov_opts *opts, ra_site site);
RA_API ra_tensor *ra_corrcoef_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_median_at(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_median_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_median_out_at(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_median_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_nanmedian_at(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_nanmedian_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_nanmedian_out_at(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_nanmedian_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_mode_at(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_mode_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_mode_out_at(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_mode_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_cumsum_at(const ra_tensor *self, int64_t dim, const ra_cumsum_opts *opts, ra_site site);
RA_API ra_status ra_cumsum__at(ra_tensor *self, int64_t dim, const ra_cumsum_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_cumsum_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_cumsum_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_diff_at(const ra_tensor *self, int64_t n_, int64_t dim, const ra_tensor *prepend, const ra_tensor *append, ra_site site);
RA_API ra_status ra_diff_out_at(ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_tensor *prepend, const ra_tensor *append, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_cumprod_at(const ra_tensor *self, int64_t dim, const ra_cumprod_opts *opts, ra_site site);
RA_API ra_status ra_cumprod__at(ra_tensor *self, int64_t dim, const ra_cumprod_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_cumprod_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_cumprod_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_cummax_at(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_cummax_out_at(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_cummin_at(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_cummin_out_at(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_logcumsumexp_at(const ra_tensor *self, int64_t dim, ra_site site);
RA_API ra_status ra_logcumsumexp_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_sort_at(const ra_tensor *self, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_sort_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_sort_out_at(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t dim, const ra_sort_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_argsort_at(const ra_tensor *self, int64_t dim, const ra_argsort_opts *opts, ra_site site);
RA_API ra_status ra_argsort_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_argsort_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_topk_at(const ra_tensor *self, int64_t k_, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_topk_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_topk_out_at(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t k_, int64_t dim, const ra_topk_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_kthvalue_at(const ra_tensor *self, int64_t k_, int64_t dim, ra_tensor **values, ra_tensor **indices, const ra_kthvalue_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_kthvalue_out_at(ra_tensor *out_values, ra_tensor *out_indices, const ra_tensor *self, int64_t k_, int64_t dim, const ra_kthvalue_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_searchsorted_at(const ra_tensor *sorted_sequence, ra_operand self, const ra_tensor *sorter, const ra_searchsorted_opts *opts, ra_site site);
RA_API ra_status ra_searchsorted_out_at(ra_tensor *out, const ra_tensor *sorted_sequence, ra_operand self, const ra_tensor *sorter, const ra_searchsorted_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_bucketize_at(ra_operand self, const ra_tensor *boundaries, const ra_bucketize_opts *opts, ra_site site);
RA_API ra_status ra_bucketize_out_at(ra_tensor *out, ra_operand self, const ra_tensor *boundaries, const ra_bucketize_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_unique_at(const ra_tensor *self, ra_tensor **output, ra_tensor **inverse, ra_tensor **counts, const ra_unique_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_nonzero_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_nonzero_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_masked_select_at(const ra_tensor *self, const ra_tensor *mask, ra_site site);
RA_API ra_status ra_masked_select_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *mask, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_isin_at(ra_operand elements, ra_operand test_elements, const ra_isin_opts *opts, ra_site site);
RA_API ra_status ra_isin_out_at(ra_tensor *out, ra_operand elements, ra_operand test_elements, const ra_isin_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_argwhere_at(const ra_tensor *self, ra_site site);
RA_API ra_tensor *ra_one_hot_at(const ra_tensor *self, int64_t num_classes, ra_site site);
RA_API ra_tensor *ra_bincount_at(const ra_tensor *self, const ra_tensor *weights, const ra_bincount_opts *opts, ra_site site);
RA_API ra_tensor *ra_histc_at(const ra_tensor *self, int64_t bins, ra_scalar min_, ra_scalar max_, ra_site site);
RA_API ra_status ra_histc_out_at(ra_tensor *out, const ra_tensor *self, int64_t bins, ra_scalar min_, ra_scalar max_, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_msort_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_msort_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_index_select_at(const ra_tensor *self, int64_t dim, const ra_tensor *index, ra_site site);
RA_API ra_status ra_index_select_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_gather_at(const ra_tensor *self, int64_t dim, const ra_tensor *index, ra_site site);
RA_API ra_status ra_gather_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_scatter_at(const ra_tensor *self, int64_t dim, const ra_tensor *index, ra_operand src, ra_site site);
RA_API ra_status ra_scatter__at(ra_tensor *self, int64_t dim, const ra_tensor *index, ra_operand src, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_scatter_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, ra_operand src, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_masked_fill_at(const ra_tensor *self, const ra_tensor *mask, ra_operand value, ra_site site);
RA_API ra_status ra_masked_fill__at(ra_tensor *self, const ra_tensor *mask, ra_operand value, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_index_at(const ra_tensor *self, ra_tensors indices, ra_site site);
RA_API ra_status ra_index_out_at(ra_tensor *out, const ra_tensor *self, ra_tensors indices, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_index_put__at(ra_tensor *self, ra_tensors indices, const ra_tensor *values, bool accumulate, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_take_at(const ra_tensor *self, const ra_tensor *index, ra_site site);
RA_API ra_status ra_take_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *index, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_index_fill_at(const ra_tensor *self, int64_t dim, const ra_tensor *index, ra_operand value, ra_site site);
RA_API ra_status ra_index_fill__at(ra_tensor *self, int64_t dim, const ra_tensor *index, ra_operand value, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_scatter_add_at(const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src, ra_site site);
RA_API ra_status ra_scatter_add__at(ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_scatter_add_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_scatter_reduce_at(const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src, const char *reduce, const ra_scatter_reduce_opts *opts, ra_site site);
RA_API ra_status ra_scatter_reduce__at(ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src, const char *reduce, const ra_scatter_reduce_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_scatter_reduce_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *src, const char *reduce, const ra_scatter_reduce_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_index_add_at(const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const ra_index_add_opts *opts, ra_site site);
RA_API ra_status ra_index_add__at(ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const ra_index_add_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_index_add_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const ra_index_add_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_index_copy_at(const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, ra_site site);
RA_API ra_status ra_index_copy__at(ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_index_copy_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_index_reduce_at(const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const char *reduce, const ra_index_reduce_opts *opts, ra_site site);
RA_API ra_status ra_index_reduce__at(ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const char *reduce, const ra_index_reduce_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_index_reduce_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_tensor *index, const ra_tensor *source, const char *reduce, const ra_index_reduce_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_masked_scatter_at(const ra_tensor *self, const ra_tensor *mask, const ra_tensor *source, ra_site site);
RA_API ra_status ra_masked_scatter__at(ra_tensor *self, const ra_tensor *mask, const ra_tensor *source, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_put_at(const ra_tensor *self, const ra_tensor *index, const ra_tensor *source, bool accumulate, ra_site site);
RA_API ra_status ra_put__at(ra_tensor *self, const ra_tensor *index, const ra_tensor *source, bool accumulate, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_take_along_dim_at(const ra_tensor *self, const ra_tensor *indices, ra_dims dim, ra_site site);
RA_API ra_status ra_take_along_dim_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *indices, ra_dims dim, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_repeat_interleave_at(const ra_tensor *self, ra_operand repeats, ra_dims dim, const ra_repeat_interleave_opts *opts, ra_site site);
RA_API ra_tensor *ra_mm_at(const ra_tensor *self, const ra_tensor *mat2, ra_site site);
RA_API ra_status ra_mm_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *mat2, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_bmm_at(const ra_tensor *self, const ra_tensor *mat2, ra_site site);
RA_API ra_status ra_bmm_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *mat2, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_addmm_at(const ra_tensor *self, const ra_tensor *mat1, const ra_tensor *mat2, const ra_addmm_opts *opts, ra_site site);
RA_API ra_status ra_addmm__at(ra_tensor *self, const ra_tensor *mat1, const ra_tensor *mat2, const ra_addmm_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_addmm_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *mat1, const ra_tensor *mat2, const ra_addmm_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_baddbmm_at(const ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_baddbmm_opts *opts, ra_site site);
RA_API ra_status ra_baddbmm__at(ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_baddbmm_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_baddbmm_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_baddbmm_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_addbmm_at(const ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_addbmm_opts *opts, ra_site site);
RA_API ra_status ra_addbmm__at(ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_addbmm_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_addbmm_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *batch1, const ra_tensor *batch2, const ra_addbmm_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_matmul_at(const ra_tensor *self, const ra_tensor *other, ra_site site);
RA_API ra_status ra_matmul_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_linear_at(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, ra_site site);
RA_API ra_status ra_linear_out_at(ra_tensor *out, const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_dot_at(const ra_tensor *self, const ra_tensor *tensor, ra_site site);
RA_API ra_status ra_dot_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *tensor, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_vdot_at(const ra_tensor *self, const ra_tensor *other, ra_site site);
RA_API ra_status ra_vdot_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_mv_at(const ra_tensor *self, const ra_tensor *vec, ra_site site);
RA_API ra_status ra_mv_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *vec, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_outer_at(const ra_tensor *self, const ra_tensor *vec2, ra_site site);
RA_API ra_status ra_outer_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *vec2, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_inner_at(const ra_tensor *self, const ra_tensor *other, ra_site site);
RA_API ra_status ra_inner_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_kron_at(const ra_tensor *self, const ra_tensor *other, ra_site site);
RA_API ra_status ra_kron_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_addr_at(const ra_tensor *self, const ra_tensor *vec1, const ra_tensor *vec2, const ra_addr_opts *opts, ra_site site);
RA_API ra_status ra_addr__at(ra_tensor *self, const ra_tensor *vec1, const ra_tensor *vec2, const ra_addr_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_addr_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *vec1, const ra_tensor *vec2, const ra_addr_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_addmv_at(const ra_tensor *self, const ra_tensor *mat, const ra_tensor *vec, const ra_addmv_opts *opts, ra_site site);
RA_API ra_status ra_addmv__at(ra_tensor *self, const ra_tensor *mat, const ra_tensor *vec, const ra_addmv_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_addmv_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *mat, const ra_tensor *vec, const ra_addmv_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_tensordot_at(const ra_tensor *self, const ra_tensor *other, ra_dims dims_self, ra_dims dims_other, ra_site site);
RA_API ra_status ra_tensordot_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, ra_dims dims_self, ra_dims dims_other, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_einsum_at(const char *equation, ra_tensors tensors, ra_site site);
RA_API ra_tensor *ra_linalg_cholesky_at(const ra_tensor *self, const ra_linalg_cholesky_opts *opts, ra_site site);
RA_API ra_status ra_linalg_cholesky_out_at(ra_tensor *out, const ra_tensor *self, const ra_linalg_cholesky_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_linalg_solve_at(const ra_tensor *a_, const ra_tensor *b_, const ra_linalg_solve_opts *opts, ra_site site);
RA_API ra_status ra_linalg_solve_out_at(ra_tensor *out, const ra_tensor *a_, const ra_tensor *b_, const ra_linalg_solve_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_linalg_solve_triangular_at(const ra_tensor *self, const ra_tensor *b_, const ra_linalg_solve_triangular_opts *opts, ra_site site);
RA_API ra_status ra_linalg_solve_triangular_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *b_, const ra_linalg_solve_triangular_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_qr_at(const ra_tensor *a_, ra_tensor **q_, ra_tensor **r_, const ra_linalg_qr_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_qr_out_at(ra_tensor *out_q_, ra_tensor *out_r_, const ra_tensor *a_, const ra_linalg_qr_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_svd_at(const ra_tensor *a_, ra_tensor **u_, ra_tensor **s_, ra_tensor **vh, const ra_linalg_svd_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_svd_out_at(ra_tensor *out_u_, ra_tensor *out_s_, ra_tensor *out_vh, const ra_tensor *a_, const ra_linalg_svd_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_eigh_at(const ra_tensor *self, ra_tensor **eigenvalues, ra_tensor **eigenvectors, const ra_linalg_eigh_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_eigh_out_at(ra_tensor *out_eigenvalues, ra_tensor *out_eigenvectors, const ra_tensor *self, const ra_linalg_eigh_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_linalg_inv_at(const ra_tensor *a_, ra_site site);
RA_API ra_status ra_linalg_inv_out_at(ra_tensor *out, const ra_tensor *a_, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_linalg_det_at(const ra_tensor *a_, ra_site site);
RA_API ra_status ra_linalg_det_out_at(ra_tensor *out, const ra_tensor *a_, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_slogdet_at(const ra_tensor *a_, ra_tensor **sign, ra_tensor **logabsdet, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_slogdet_out_at(ra_tensor *out_sign, ra_tensor *out_logabsdet, const ra_tensor *a_, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_lu_factor_at(const ra_tensor *a_, ra_tensor **lu, ra_tensor **pivots, const ra_linalg_lu_factor_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_lu_factor_out_at(ra_tensor *out_lu, ra_tensor *out_pivots, const ra_tensor *a_, const ra_linalg_lu_factor_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_lu_factor_ex_at(const ra_tensor *a_, ra_tensor **lu, ra_tensor **pivots, ra_tensor **info, const ra_linalg_lu_factor_ex_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_lu_factor_ex_out_at(ra_tensor *out_lu, ra_tensor *out_pivots, ra_tensor *out_info, const ra_tensor *a_, const ra_linalg_lu_factor_ex_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_linalg_lu_solve_at(const ra_tensor *lu, const ra_tensor *pivots, const ra_tensor *b_, const ra_linalg_lu_solve_opts *opts, ra_site site);
RA_API ra_status ra_linalg_lu_solve_out_at(ra_tensor *out, const ra_tensor *lu, const ra_tensor *pivots, const ra_tensor *b_, const ra_linalg_lu_solve_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_cholesky_solve_at(const ra_tensor *self, const ra_tensor *input2, bool upper, ra_site site);
RA_API ra_status ra_cholesky_solve_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *input2, bool upper, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_cholesky_ex_at(const ra_tensor *self, ra_tensor **l_, ra_tensor **info, const ra_linalg_cholesky_ex_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_cholesky_ex_out_at(ra_tensor *out_l_, ra_tensor *out_info, const ra_tensor *self, const ra_linalg_cholesky_ex_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_inv_ex_at(const ra_tensor *a_, ra_tensor **inverse, ra_tensor **info, const ra_linalg_inv_ex_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_inv_ex_out_at(ra_tensor *out_inverse, ra_tensor *out_info, const ra_tensor *a_, const ra_linalg_inv_ex_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_solve_ex_at(const ra_tensor *a_, const ra_tensor *b_, ra_tensor **result, ra_tensor **info, const ra_linalg_solve_ex_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_solve_ex_out_at(ra_tensor *out_result, ra_tensor *out_info, const ra_tensor *a_, const ra_tensor *b_, const ra_linalg_solve_ex_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_eig_at(const ra_tensor *self, ra_tensor **eigenvalues, ra_tensor **eigenvectors, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_eig_out_at(ra_tensor *out_eigenvalues, ra_tensor *out_eigenvectors, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_linalg_eigvals_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_linalg_eigvals_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_lstsq_at(const ra_tensor *self, const ra_tensor *b_, ra_tensor **solution, ra_tensor **residuals, ra_tensor **rank, ra_tensor **singular_values, const ra_linalg_lstsq_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_linalg_lstsq_out_at(ra_tensor *out_solution, ra_tensor *out_residuals, ra_tensor *out_rank, ra_tensor *out_singular_values, const ra_tensor *self, const ra_tensor *b_, const ra_linalg_lstsq_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_linalg_cross_at(const ra_tensor *self, const ra_tensor *other, const ra_linalg_cross_opts *opts, ra_site site);
RA_API ra_status ra_linalg_cross_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *other, const ra_linalg_cross_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_linalg_matrix_power_at(const ra_tensor *self, int64_t n_, ra_site site);
RA_API ra_status ra_linalg_matrix_power_out_at(ra_tensor *out, const ra_tensor *self, int64_t n_, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_linalg_matrix_norm_at(const ra_tensor *self, ra_scalar ord, const ra_linalg_matrix_norm_opts *opts, ra_site site);
RA_API ra_status ra_linalg_matrix_norm_out_at(ra_tensor *out, const ra_tensor *self, ra_scalar ord, const ra_linalg_matrix_norm_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_linalg_matrix_norm_str_at(const ra_tensor *self, const char *ord, const ra_linalg_matrix_norm_str_opts *opts, ra_site site);
RA_API ra_status ra_linalg_matrix_norm_str_out_at(ra_tensor *out, const ra_tensor *self, const char *ord, const ra_linalg_matrix_norm_str_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_linalg_norm_at(const ra_tensor *self, const ra_linalg_norm_opts *opts, ra_site site);
RA_API ra_status ra_linalg_norm_out_at(ra_tensor *out, const ra_tensor *self, const ra_linalg_norm_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_linalg_norm_str_at(const ra_tensor *self, const char *ord, const ra_linalg_norm_str_opts *opts, ra_site site);
RA_API ra_status ra_linalg_norm_str_out_at(ra_tensor *out, const ra_tensor *self, const char *ord, const ra_linalg_norm_str_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_linalg_cond_at(const ra_tensor *self, ra_operand p_, ra_site site);
RA_API ra_status ra_linalg_cond_out_at(ra_tensor *out, const ra_tensor *self, ra_operand p_, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_linalg_cond_str_at(const ra_tensor *self, const char *p_, ra_site site);
RA_API ra_status ra_linalg_cond_str_out_at(ra_tensor *out, const ra_tensor *self, const char *p_, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_linalg_pinv_at(const ra_tensor *self, ra_operand atol, ra_operand rtol, const ra_linalg_pinv_opts *opts, ra_site site);
RA_API ra_status ra_linalg_pinv_out_at(ra_tensor *out, const ra_tensor *self, ra_operand atol, ra_operand rtol, const ra_linalg_pinv_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_linalg_matrix_rank_at(const ra_tensor *self, ra_operand atol, ra_operand rtol, const ra_linalg_matrix_rank_opts *opts, ra_site site);
RA_API ra_status ra_linalg_matrix_rank_out_at(ra_tensor *out, const ra_tensor *self, ra_operand atol, ra_operand rtol, const ra_linalg_matrix_rank_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_linalg_multi_dot_at(ra_tensors tensors, ra_site site);
RA_API ra_status ra_linalg_multi_dot_out_at(ra_tensor *out, ra_tensors tensors, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_fft_fft_at(const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_fft_opts *opts, ra_site site);
RA_API ra_status ra_fft_fft_out_at(ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_fft_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_fft_ifft_at(const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_ifft_opts *opts, ra_site site);
RA_API ra_status ra_fft_ifft_out_at(ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_ifft_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_fft_rfft_at(const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_rfft_opts *opts, ra_site site);
RA_API ra_status ra_fft_rfft_out_at(ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_rfft_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_fft_irfft_at(const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_irfft_opts *opts, ra_site site);
RA_API ra_status ra_fft_irfft_out_at(ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_irfft_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_fft_hfft_at(const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_hfft_opts *opts, ra_site site);
RA_API ra_status ra_fft_hfft_out_at(ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_hfft_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_fft_ihfft_at(const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_ihfft_opts *opts, ra_site site);
RA_API ra_status ra_fft_ihfft_out_at(ra_tensor *out, const ra_tensor *self, int64_t n_, int64_t dim, const ra_fft_ihfft_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_fft_fft2_at(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_fft2_opts *opts, ra_site site);
RA_API ra_status ra_fft_fft2_out_at(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_fft2_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_fft_ifft2_at(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_ifft2_opts *opts, ra_site site);
RA_API ra_status ra_fft_ifft2_out_at(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_ifft2_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_fft_rfft2_at(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_rfft2_opts *opts, ra_site site);
RA_API ra_status ra_fft_rfft2_out_at(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_rfft2_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_fft_irfft2_at(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_irfft2_opts *opts, ra_site site);
RA_API ra_status ra_fft_irfft2_out_at(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_irfft2_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_fft_fftn_at(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_fftn_opts *opts, ra_site site);
RA_API ra_status ra_fft_fftn_out_at(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_fftn_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_fft_ifftn_at(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_ifftn_opts *opts, ra_site site);
RA_API ra_status ra_fft_ifftn_out_at(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_ifftn_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_fft_rfftn_at(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_rfftn_opts *opts, ra_site site);
RA_API ra_status ra_fft_rfftn_out_at(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_rfftn_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_fft_irfftn_at(const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_irfftn_opts *opts, ra_site site);
RA_API ra_status ra_fft_irfftn_out_at(ra_tensor *out, const ra_tensor *self, ra_dims s_, ra_dims dim, const ra_fft_irfftn_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_fft_fftfreq_at(int64_t n_, double d_, const ra_fft_fftfreq_opts *opts, ra_site site);
RA_API ra_status ra_fft_fftfreq_out_at(ra_tensor *out, int64_t n_, double d_, const ra_fft_fftfreq_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_fft_rfftfreq_at(int64_t n_, double d_, const ra_fft_rfftfreq_opts *opts, ra_site site);
RA_API ra_status ra_fft_rfftfreq_out_at(ra_tensor *out, int64_t n_, double d_, const ra_fft_rfftfreq_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_fft_fftshift_at(const ra_tensor *self, ra_dims dim, ra_site site);
RA_API ra_tensor *ra_fft_ifftshift_at(const ra_tensor *self, ra_dims dim, ra_site site);
RA_API ra_tensor *ra_relu_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_relu__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_leaky_relu_at(const ra_tensor *self, ra_scalar negative_slope, ra_site site);
RA_API ra_status ra_leaky_relu__at(ra_tensor *self, ra_scalar negative_slope, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_leaky_relu_out_at(ra_tensor *out, const ra_tensor *self, ra_scalar negative_slope, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_relu6_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_relu6__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_hardtanh_at(const ra_tensor *self, ra_scalar min_val, ra_scalar max_val, ra_site site);
RA_API ra_status ra_hardtanh__at(ra_tensor *self, ra_scalar min_val, ra_scalar max_val, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_hardtanh_out_at(ra_tensor *out, const ra_tensor *self, ra_scalar min_val, ra_scalar max_val, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_elu_at(const ra_tensor *self, ra_scalar alpha, ra_scalar scale, ra_scalar input_scale, ra_site site);
RA_API ra_status ra_elu__at(ra_tensor *self, ra_scalar alpha, ra_scalar scale, ra_scalar input_scale, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_elu_out_at(ra_tensor *out, const ra_tensor *self, ra_scalar alpha, ra_scalar scale, ra_scalar input_scale, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_celu_at(const ra_tensor *self, ra_scalar alpha, ra_site site);
RA_API ra_status ra_celu__at(ra_tensor *self, ra_scalar alpha, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_selu_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_selu__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_sigmoid_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_sigmoid__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_sigmoid_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_log_sigmoid_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_log_sigmoid_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_hardsigmoid_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_hardsigmoid__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_hardsigmoid_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_gelu_at(const ra_tensor *self, const ra_gelu_opts *opts, ra_site site);
RA_API ra_status ra_gelu__at(ra_tensor *self, const ra_gelu_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_gelu_out_at(ra_tensor *out, const ra_tensor *self, const ra_gelu_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_silu_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_silu__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_silu_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_hardswish_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_hardswish__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_hardswish_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_mish_at(const ra_tensor *self, ra_site site);
RA_API ra_status ra_mish__at(ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_mish_out_at(ra_tensor *out, const ra_tensor *self, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_softplus_at(const ra_tensor *self, ra_scalar beta, ra_scalar threshold, ra_site site);
RA_API ra_status ra_softplus_out_at(ra_tensor *out, const ra_tensor *self, ra_scalar beta, ra_scalar threshold, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_glu_at(const ra_tensor *self, int64_t dim, ra_site site);
RA_API ra_status ra_glu_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_hardshrink_at(const ra_tensor *self, ra_scalar lambd, ra_site site);
RA_API ra_status ra_hardshrink_out_at(ra_tensor *out, const ra_tensor *self, ra_scalar lambd, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_softshrink_at(const ra_tensor *self, ra_scalar lambd, ra_site site);
RA_API ra_status ra_softshrink_out_at(ra_tensor *out, const ra_tensor *self, ra_scalar lambd, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_threshold_at(const ra_tensor *self, ra_scalar threshold, ra_scalar value, ra_site site);
RA_API ra_status ra_threshold__at(ra_tensor *self, ra_scalar threshold, ra_scalar value, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_threshold_out_at(ra_tensor *out, const ra_tensor *self, ra_scalar threshold, ra_scalar value, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_prelu_at(const ra_tensor *self, const ra_tensor *weight, ra_site site);
RA_API ra_tensor *ra_softmax_at(const ra_tensor *self, int64_t dim, const ra_softmax_opts *opts, ra_site site);
RA_API ra_status ra_softmax_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_softmax_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_log_softmax_at(const ra_tensor *self, int64_t dim, const ra_log_softmax_opts *opts, ra_site site);
RA_API ra_status ra_log_softmax_out_at(ra_tensor *out, const ra_tensor *self, int64_t dim, const ra_log_softmax_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_layer_norm_at(const ra_tensor *input, ra_dims normalized_shape, const ra_tensor *weight, const ra_tensor *bias, const ra_layer_norm_opts *opts, ra_site site);
RA_API ra_tensor *ra_conv2d_at(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv2d_opts *opts, ra_site site);
RA_API ra_tensor *ra_conv1d_at(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv1d_opts *opts, ra_site site);
RA_API ra_status ra_max_pool2d_at(const ra_tensor *self, ra_dims kernel_size, ra_tensor **output, ra_tensor **indices, const ra_max_pool2d_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_max_pool2d_out_at(ra_tensor *out_output, ra_tensor *out_indices, const ra_tensor *self, ra_dims kernel_size, const ra_max_pool2d_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_avg_pool2d_at(const ra_tensor *self, ra_dims kernel_size, const ra_avg_pool2d_opts *opts, ra_site site);
RA_API ra_status ra_avg_pool2d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims kernel_size, const ra_avg_pool2d_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_cdist_at(const ra_tensor *x1, const ra_tensor *x2, double p_, ra_site site);
RA_API ra_tensor *ra_embedding_at(const ra_tensor *weight, const ra_tensor *indices, ra_site site);
RA_API ra_status ra_embedding_out_at(ra_tensor *out, const ra_tensor *weight, const ra_tensor *indices, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_cross_entropy_at(const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_cross_entropy_opts *opts, ra_site site);
RA_API ra_tensor *ra_mse_loss_at(const ra_tensor *self, const ra_tensor *target, const ra_mse_loss_opts *opts, ra_site site);
RA_API ra_status ra_mse_loss_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *target, const ra_mse_loss_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_l1_loss_at(const ra_tensor *self, const ra_tensor *target, const ra_l1_loss_opts *opts, ra_site site);
RA_API ra_tensor *ra_smooth_l1_loss_at(const ra_tensor *self, const ra_tensor *target, const ra_smooth_l1_loss_opts *opts, ra_site site);
RA_API ra_status ra_smooth_l1_loss_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *target, const ra_smooth_l1_loss_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_huber_loss_at(const ra_tensor *self, const ra_tensor *target, const ra_huber_loss_opts *opts, ra_site site);
RA_API ra_status ra_huber_loss_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *target, const ra_huber_loss_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_kl_div_at(const ra_tensor *self, const ra_tensor *target, const ra_kl_div_opts *opts, ra_site site);
RA_API ra_tensor *ra_binary_cross_entropy_with_logits_at(const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_tensor *pos_weight, const ra_binary_cross_entropy_with_logits_opts *opts, ra_site site);
RA_API ra_tensor *ra_binary_cross_entropy_at(const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_binary_cross_entropy_opts *opts, ra_site site);
RA_API ra_status ra_binary_cross_entropy_out_at(ra_tensor *out, const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_binary_cross_entropy_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_nll_loss_at(const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_nll_loss_opts *opts, ra_site site);
RA_API ra_status ra_nll_loss_forward_at(const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, ra_tensor **output, ra_tensor **total_weight, const ra_nll_loss_forward_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_nll_loss_forward_out_at(ra_tensor *out_output, ra_tensor *out_total_weight, const ra_tensor *self, const ra_tensor *target, const ra_tensor *weight, const ra_nll_loss_forward_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_embedding_bag_at(const ra_tensor *weight, const ra_tensor *indices, const ra_tensor *offsets, const ra_tensor *per_sample_weights, const ra_embedding_bag_opts *opts, ra_site site);
RA_API ra_tensor *ra_hinge_embedding_loss_at(const ra_tensor *self, const ra_tensor *target, const ra_hinge_embedding_loss_opts *opts, ra_site site);
RA_API ra_tensor *ra_margin_ranking_loss_at(const ra_tensor *input1, const ra_tensor *input2, const ra_tensor *target, const ra_margin_ranking_loss_opts *opts, ra_site site);
RA_API ra_tensor *ra_cosine_embedding_loss_at(const ra_tensor *input1, const ra_tensor *input2, const ra_tensor *target, const ra_cosine_embedding_loss_opts *opts, ra_site site);
RA_API ra_tensor *ra_triplet_margin_loss_at(const ra_tensor *anchor, const ra_tensor *positive, const ra_tensor *negative, double p_, const ra_triplet_margin_loss_opts *opts, ra_site site);
RA_API ra_tensor *ra_constant_pad_nd_at(const ra_tensor *self, ra_dims pad, ra_scalar value, ra_site site);
RA_API ra_tensor *ra_pad_at(const ra_tensor *self, ra_dims pad, const ra_pad_opts *opts, ra_site site);
RA_API ra_tensor *ra_pixel_shuffle_at(const ra_tensor *self, int64_t upscale_factor, ra_site site);
RA_API ra_tensor *ra_pixel_unshuffle_at(const ra_tensor *self, int64_t downscale_factor, ra_site site);
RA_API ra_tensor *ra_channel_shuffle_at(const ra_tensor *self, int64_t groups, ra_site site);
RA_API ra_tensor *ra_max_pool1d_at(const ra_tensor *self, ra_dims kernel_size, const ra_max_pool1d_opts *opts, ra_site site);
RA_API ra_tensor *ra_avg_pool1d_at(const ra_tensor *self, ra_dims kernel_size, const ra_avg_pool1d_opts *opts, ra_site site);
RA_API ra_status ra_max_pool3d_at(const ra_tensor *self, ra_dims kernel_size, ra_tensor **output, ra_tensor **indices, const ra_max_pool3d_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_max_pool3d_out_at(ra_tensor *out_output, ra_tensor *out_indices, const ra_tensor *self, ra_dims kernel_size, const ra_max_pool3d_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_avg_pool3d_at(const ra_tensor *self, ra_dims kernel_size, const ra_avg_pool3d_opts *opts, ra_site site);
RA_API ra_status ra_avg_pool3d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims kernel_size, const ra_avg_pool3d_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_adaptive_avg_pool1d_at(const ra_tensor *self, ra_dims output_size, ra_site site);
RA_API ra_tensor *ra_adaptive_avg_pool2d_at(const ra_tensor *self, ra_dims output_size, ra_site site);
RA_API ra_status ra_adaptive_avg_pool2d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_adaptive_avg_pool3d_at(const ra_tensor *self, ra_dims output_size, ra_site site);
RA_API ra_status ra_adaptive_avg_pool3d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_adaptive_max_pool1d_at(const ra_tensor *self, ra_dims output_size, ra_tensor **output, ra_tensor **indices, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_adaptive_max_pool2d_at(const ra_tensor *self, ra_dims output_size, ra_tensor **output, ra_tensor **indices, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_adaptive_max_pool2d_out_at(ra_tensor *out_output, ra_tensor *out_indices, const ra_tensor *self, ra_dims output_size, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_group_norm_at(const ra_tensor *input, int64_t num_groups, const ra_tensor *weight, const ra_tensor *bias, const ra_group_norm_opts *opts, ra_site site);
RA_API ra_tensor *ra_batch_norm_at(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_tensor *running_mean, const ra_tensor *running_var, const ra_batch_norm_opts *opts, ra_site site);
RA_API ra_tensor *ra_instance_norm_at(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_tensor *running_mean, const ra_tensor *running_var, const ra_instance_norm_opts *opts, ra_site site);
RA_API ra_tensor *ra_rms_norm_at(const ra_tensor *input, ra_dims normalized_shape, const ra_tensor *weight, const ra_rms_norm_opts *opts, ra_site site);
RA_API ra_tensor *ra_normalize_at(const ra_tensor *input, double p_, int64_t dim, const ra_normalize_opts *opts, ra_site site);
RA_API ra_tensor *ra_renorm_at(const ra_tensor *self, ra_scalar p_, int64_t dim, ra_scalar maxnorm, ra_site site);
RA_API ra_status ra_renorm__at(ra_tensor *self, ra_scalar p_, int64_t dim, ra_scalar maxnorm, ra_site site) RA_WARN_UNUSED;
RA_API ra_status ra_renorm_out_at(ra_tensor *out, const ra_tensor *self, ra_scalar p_, int64_t dim, ra_scalar maxnorm, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_local_response_norm_at(const ra_tensor *input, int64_t size, double k_, const ra_local_response_norm_opts *opts, ra_site site);
RA_API ra_tensor *ra_pairwise_distance_at(const ra_tensor *x1, const ra_tensor *x2, double p_, const ra_pairwise_distance_opts *opts, ra_site site);
RA_API ra_tensor *ra_upsample_nearest1d_at(const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest1d_opts *opts, ra_site site);
RA_API ra_status ra_upsample_nearest1d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest1d_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_upsample_nearest2d_at(const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest2d_opts *opts, ra_site site);
RA_API ra_status ra_upsample_nearest2d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest2d_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_upsample_nearest3d_at(const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest3d_opts *opts, ra_site site);
RA_API ra_status ra_upsample_nearest3d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest3d_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_upsample_nearest_exact1d_at(const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact1d_opts *opts, ra_site site);
RA_API ra_status ra_upsample_nearest_exact1d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact1d_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_upsample_nearest_exact2d_at(const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact2d_opts *opts, ra_site site);
RA_API ra_status ra_upsample_nearest_exact2d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact2d_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_upsample_nearest_exact3d_at(const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact3d_opts *opts, ra_site site);
RA_API ra_status ra_upsample_nearest_exact3d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_nearest_exact3d_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_upsample_linear1d_at(const ra_tensor *self, ra_dims output_size, const ra_upsample_linear1d_opts *opts, ra_site site);
RA_API ra_status ra_upsample_linear1d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_linear1d_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_upsample_bilinear2d_at(const ra_tensor *self, ra_dims output_size, const ra_upsample_bilinear2d_opts *opts, ra_site site);
RA_API ra_status ra_upsample_bilinear2d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_bilinear2d_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_upsample_trilinear3d_at(const ra_tensor *self, ra_dims output_size, const ra_upsample_trilinear3d_opts *opts, ra_site site);
RA_API ra_status ra_upsample_trilinear3d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_trilinear3d_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_upsample_bicubic2d_at(const ra_tensor *self, ra_dims output_size, const ra_upsample_bicubic2d_opts *opts, ra_site site);
RA_API ra_status ra_upsample_bicubic2d_out_at(ra_tensor *out, const ra_tensor *self, ra_dims output_size, const ra_upsample_bicubic2d_opts *opts, ra_site site) RA_WARN_UNUSED;
RA_API ra_tensor *ra_interpolate_at(const ra_tensor *input, ra_dims size, const ra_interpolate_opts *opts, ra_site site);
RA_API ra_tensor *ra_conv3d_at(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv3d_opts *opts, ra_site site);
RA_API ra_tensor *ra_conv_transpose1d_at(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv_transpose1d_opts *opts, ra_site site);
RA_API ra_tensor *ra_conv_transpose2d_at(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv_transpose2d_opts *opts, ra_site site);
RA_API ra_tensor *ra_conv_transpose3d_at(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, const ra_conv_transpose3d_opts *opts, ra_site site);
RA_API ra_tensor *ra_scaled_dot_product_attention_at(const ra_tensor *query, const ra_tensor *key, const ra_tensor *value, const ra_tensor *attn_mask, const ra_scaled_dot_product_attention_opts *opts, ra_site site);

/* Fronts: where the call stands, numbers as operands and scalars, options left out. (C++ has conversions and defaults.) */
#define ra_empty(...) RA__FRONT_ra_empty(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_empty(size, opts, ...) ra_empty_at(size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_empty_out(...) RA__FRONT_ra_empty_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_empty_out(out, size, opts, ...) ra_empty_out_at(out, size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_empty_strided(...) RA__FRONT_ra_empty_strided(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_empty_strided(size, stride, opts, ...) ra_empty_strided_at(size, stride, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_empty_like(...) RA__FRONT_ra_empty_like(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_empty_like(self, opts, ...) ra_empty_like_at(self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_zeros(...) RA__FRONT_ra_zeros(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_zeros(size, opts, ...) ra_zeros_at(size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_zeros_out(...) RA__FRONT_ra_zeros_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_zeros_out(out, size, opts, ...) ra_zeros_out_at(out, size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_zeros_like(...) RA__FRONT_ra_zeros_like(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_zeros_like(self, opts, ...) ra_zeros_like_at(self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_ones(...) RA__FRONT_ra_ones(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_ones(size, opts, ...) ra_ones_at(size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_ones_out(...) RA__FRONT_ra_ones_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_ones_out(out, size, opts, ...) ra_ones_out_at(out, size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_ones_like(...) RA__FRONT_ra_ones_like(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_ones_like(self, opts, ...) ra_ones_like_at(self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_full(...) RA__FRONT_ra_full(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_full(size, fill_value, opts, ...) ra_full_at(size, RA_SCALAR(fill_value), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_full_out(...) RA__FRONT_ra_full_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_full_out(out, size, fill_value, opts, ...) ra_full_out_at(out, size, RA_SCALAR(fill_value), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_full_like(...) RA__FRONT_ra_full_like(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_full_like(self, fill_value, opts, ...) ra_full_like_at(self, RA_SCALAR(fill_value), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_scalar_tensor(...) RA__FRONT_ra_scalar_tensor(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_scalar_tensor(s_, opts, ...) ra_scalar_tensor_at(RA_SCALAR(s_), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_arange(...) RA__FRONT_ra_arange(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_arange(start, end, step, opts, ...) ra_arange_at(RA_SCALAR(start), RA_SCALAR(end), RA_SCALAR(step), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_arange_out(...) RA__FRONT_ra_arange_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_arange_out(out, start, end, step, opts, ...) ra_arange_out_at(out, RA_SCALAR(start), RA_SCALAR(end), RA_SCALAR(step), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linspace(...) RA__FRONT_ra_linspace(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linspace(start, end, steps, opts, ...) ra_linspace_at(RA_SCALAR(start), RA_SCALAR(end), steps, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linspace_out(...) RA__FRONT_ra_linspace_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linspace_out(out, start, end, steps, opts, ...) ra_linspace_out_at(out, RA_SCALAR(start), RA_SCALAR(end), steps, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_logspace(...) RA__FRONT_ra_logspace(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_logspace(start, end, steps, base, opts, ...) ra_logspace_at(RA_SCALAR(start), RA_SCALAR(end), steps, base, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_logspace_out(...) RA__FRONT_ra_logspace_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_logspace_out(out, start, end, steps, base, opts, ...) ra_logspace_out_at(out, RA_SCALAR(start), RA_SCALAR(end), steps, base, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_eye(...) RA__FRONT_ra_eye(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_eye(n_, m_, opts, ...) ra_eye_at(n_, m_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_eye_out(...) RA__FRONT_ra_eye_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_eye_out(out, n_, m_, opts, ...) ra_eye_out_at(out, n_, m_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_tril_indices(...) RA__FRONT_ra_tril_indices(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_tril_indices(row, col, offset, opts, ...) ra_tril_indices_at(row, col, offset, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_triu_indices(...) RA__FRONT_ra_triu_indices(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_triu_indices(row, col, offset, opts, ...) ra_triu_indices_at(row, col, offset, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_rand(...) RA__FRONT_ra_rand(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_rand(size, opts, ...) ra_rand_at(size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_rand_out(...) RA__FRONT_ra_rand_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_rand_out(out, size, opts, ...) ra_rand_out_at(out, size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_randn(...) RA__FRONT_ra_randn(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_randn(size, opts, ...) ra_randn_at(size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_randn_out(...) RA__FRONT_ra_randn_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_randn_out(out, size, opts, ...) ra_randn_out_at(out, size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_randint(...) RA__FRONT_ra_randint(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_randint(low, high, size, opts, ...) ra_randint_at(low, high, size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_randint_out(...) RA__FRONT_ra_randint_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_randint_out(out, low, high, size, opts, ...) ra_randint_out_at(out, low, high, size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_uniform_(...) RA__FRONT_ra_uniform_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_uniform_(self, from, to, opts, ...) ra_uniform__at(self, from, to, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_normal_(...) RA__FRONT_ra_normal_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_normal_(self, mean, std, opts, ...) ra_normal__at(self, mean, std, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_bernoulli_(...) RA__FRONT_ra_bernoulli_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_bernoulli_(self, p_, opts, ...) ra_bernoulli__at(self, p_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_exponential_(...) RA__FRONT_ra_exponential_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_exponential_(self, lambd, opts, ...) ra_exponential__at(self, lambd, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_cauchy_(...) RA__FRONT_ra_cauchy_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_cauchy_(self, median, sigma, opts, ...) ra_cauchy__at(self, median, sigma, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_geometric_(...) RA__FRONT_ra_geometric_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_geometric_(self, p_, opts, ...) ra_geometric__at(self, p_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_randperm(...) RA__FRONT_ra_randperm(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_randperm(n_, opts, ...) ra_randperm_at(n_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_randperm_out(...) RA__FRONT_ra_randperm_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_randperm_out(out, n_, opts, ...) ra_randperm_out_at(out, n_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_dropout(...) ra_dropout_at(__VA_ARGS__, RA_HERE)
#define ra_dropout_(...) ra_dropout__at(__VA_ARGS__, RA_HERE)
#define ra_multinomial(...) RA__FRONT_ra_multinomial(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_multinomial(self, num_samples, replacement, opts, ...) ra_multinomial_at(self, num_samples, replacement, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_multinomial_out(...) RA__FRONT_ra_multinomial_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_multinomial_out(out, self, num_samples, replacement, opts, ...) ra_multinomial_out_at(out, self, num_samples, replacement, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_bernoulli(...) RA__FRONT_ra_bernoulli(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_bernoulli(self, opts, ...) ra_bernoulli_at(self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_bernoulli_out(...) RA__FRONT_ra_bernoulli_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_bernoulli_out(out, self, opts, ...) ra_bernoulli_out_at(out, self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_normal(...) RA__FRONT_ra_normal(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_normal(mean, std, opts, ...) ra_normal_at(RA_OPERAND(mean), RA_OPERAND(std), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_normal_out(...) RA__FRONT_ra_normal_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_normal_out(out, mean, std, opts, ...) ra_normal_out_at(out, RA_OPERAND(mean), RA_OPERAND(std), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_rand_like(...) RA__FRONT_ra_rand_like(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_rand_like(self, opts, ...) ra_rand_like_at(self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_randn_like(...) RA__FRONT_ra_randn_like(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_randn_like(self, opts, ...) ra_randn_like_at(self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_randint_like(...) RA__FRONT_ra_randint_like(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_randint_like(self, low, high, opts, ...) ra_randint_like_at(self, low, high, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_copy_(...) ra_copy__at(__VA_ARGS__, RA_HERE)
#define ra_clone(...) RA__FRONT_ra_clone(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_clone(self, opts, ...) ra_clone_at(self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_contiguous(...) RA__FRONT_ra_contiguous(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_contiguous(self, opts, ...) ra_contiguous_at(self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_to(...) RA__FRONT_ra_to(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_to(self, opts, ...) ra_to_at(self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fill_(self, value) ra_fill__at(self, RA_OPERAND(value), RA_HERE)
#define ra_zero_(...) ra_zero__at(__VA_ARGS__, RA_HERE)
#define ra_resize_(...) RA__FRONT_ra_resize_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_resize_(self, size, opts, ...) ra_resize__at(self, size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_view(...) ra_view_at(__VA_ARGS__, RA_HERE)
#define ra_reshape(...) ra_reshape_at(__VA_ARGS__, RA_HERE)
#define ra_as_strided(...) ra_as_strided_at(__VA_ARGS__, RA_HERE)
#define ra_expand(...) ra_expand_at(__VA_ARGS__, RA_HERE)
#define ra_broadcast_to(...) ra_broadcast_to_at(__VA_ARGS__, RA_HERE)
#define ra_permute(...) ra_permute_at(__VA_ARGS__, RA_HERE)
#define ra_transpose(...) ra_transpose_at(__VA_ARGS__, RA_HERE)
#define ra_transpose_(...) ra_transpose__at(__VA_ARGS__, RA_HERE)
#define ra_t(...) ra_t_at(__VA_ARGS__, RA_HERE)
#define ra_t_(...) ra_t__at(__VA_ARGS__, RA_HERE)
#define ra_squeeze(...) ra_squeeze_at(__VA_ARGS__, RA_HERE)
#define ra_squeeze_(...) ra_squeeze__at(__VA_ARGS__, RA_HERE)
#define ra_unsqueeze(...) ra_unsqueeze_at(__VA_ARGS__, RA_HERE)
#define ra_unsqueeze_(...) ra_unsqueeze__at(__VA_ARGS__, RA_HERE)
#define ra_flatten(...) ra_flatten_at(__VA_ARGS__, RA_HERE)
#define ra_select(...) ra_select_at(__VA_ARGS__, RA_HERE)
#define ra_slice(...) ra_slice_at(__VA_ARGS__, RA_HERE)
#define ra_narrow(...) ra_narrow_at(__VA_ARGS__, RA_HERE)
#define ra_split(...) ra_split_at(__VA_ARGS__, RA_HERE)
#define ra_unbind(...) ra_unbind_at(__VA_ARGS__, RA_HERE)
#define ra_diagonal(...) ra_diagonal_at(__VA_ARGS__, RA_HERE)
#define ra_movedim(...) ra_movedim_at(__VA_ARGS__, RA_HERE)
#define ra_unflatten(...) ra_unflatten_at(__VA_ARGS__, RA_HERE)
#define ra_ravel(...) ra_ravel_at(__VA_ARGS__, RA_HERE)
#define ra_chunk(...) ra_chunk_at(__VA_ARGS__, RA_HERE)
#define ra_broadcast_tensors(...) ra_broadcast_tensors_at(__VA_ARGS__, RA_HERE)
#define ra_meshgrid(...) RA__FRONT_ra_meshgrid(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_meshgrid(tensors, opts, ...) ra_meshgrid_at(tensors, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_real(...) ra_real_at(__VA_ARGS__, RA_HERE)
#define ra_imag(...) ra_imag_at(__VA_ARGS__, RA_HERE)
#define ra_view_as_real(...) ra_view_as_real_at(__VA_ARGS__, RA_HERE)
#define ra_view_as_complex(...) ra_view_as_complex_at(__VA_ARGS__, RA_HERE)
#define ra_split_with_sizes(...) ra_split_with_sizes_at(__VA_ARGS__, RA_HERE)
#define ra_tensor_split(...) ra_tensor_split_at(__VA_ARGS__, RA_HERE)
#define ra_tensor_split_indices(...) ra_tensor_split_indices_at(__VA_ARGS__, RA_HERE)
#define ra_positive(...) ra_positive_at(__VA_ARGS__, RA_HERE)
#define ra_cat(...) ra_cat_at(__VA_ARGS__, RA_HERE)
#define ra_cat_out(...) ra_cat_out_at(__VA_ARGS__, RA_HERE)
#define ra_stack(...) ra_stack_at(__VA_ARGS__, RA_HERE)
#define ra_stack_out(...) ra_stack_out_at(__VA_ARGS__, RA_HERE)
#define ra_hstack(...) ra_hstack_at(__VA_ARGS__, RA_HERE)
#define ra_hstack_out(...) ra_hstack_out_at(__VA_ARGS__, RA_HERE)
#define ra_vstack(...) ra_vstack_at(__VA_ARGS__, RA_HERE)
#define ra_vstack_out(...) ra_vstack_out_at(__VA_ARGS__, RA_HERE)
#define ra_dstack(...) ra_dstack_at(__VA_ARGS__, RA_HERE)
#define ra_dstack_out(...) ra_dstack_out_at(__VA_ARGS__, RA_HERE)
#define ra_column_stack(...) ra_column_stack_at(__VA_ARGS__, RA_HERE)
#define ra_column_stack_out(...) ra_column_stack_out_at(__VA_ARGS__, RA_HERE)
#define ra_repeat(...) ra_repeat_at(__VA_ARGS__, RA_HERE)
#define ra_tile(...) ra_tile_at(__VA_ARGS__, RA_HERE)
#define ra_flip(...) ra_flip_at(__VA_ARGS__, RA_HERE)
#define ra_roll(...) ra_roll_at(__VA_ARGS__, RA_HERE)
#define ra_tril(...) ra_tril_at(__VA_ARGS__, RA_HERE)
#define ra_tril_(...) ra_tril__at(__VA_ARGS__, RA_HERE)
#define ra_tril_out(...) ra_tril_out_at(__VA_ARGS__, RA_HERE)
#define ra_triu(...) ra_triu_at(__VA_ARGS__, RA_HERE)
#define ra_triu_(...) ra_triu__at(__VA_ARGS__, RA_HERE)
#define ra_triu_out(...) ra_triu_out_at(__VA_ARGS__, RA_HERE)
#define ra_diag(...) ra_diag_at(__VA_ARGS__, RA_HERE)
#define ra_diag_out(...) ra_diag_out_at(__VA_ARGS__, RA_HERE)
#define ra_diag_embed(...) ra_diag_embed_at(__VA_ARGS__, RA_HERE)
#define ra_block_diag(...) ra_block_diag_at(__VA_ARGS__, RA_HERE)
#define ra_rot90(...) ra_rot90_at(__VA_ARGS__, RA_HERE)
#define ra_select_scatter(...) ra_select_scatter_at(__VA_ARGS__, RA_HERE)
#define ra_slice_scatter(...) ra_slice_scatter_at(__VA_ARGS__, RA_HERE)
#define ra_fill_diagonal_(self, fill_value, wrap) ra_fill_diagonal__at(self, RA_SCALAR(fill_value), wrap, RA_HERE)
#define ra_abs(...) ra_abs_at(__VA_ARGS__, RA_HERE)
#define ra_abs_(...) ra_abs__at(__VA_ARGS__, RA_HERE)
#define ra_abs_out(...) ra_abs_out_at(__VA_ARGS__, RA_HERE)
#define ra_neg(...) ra_neg_at(__VA_ARGS__, RA_HERE)
#define ra_neg_(...) ra_neg__at(__VA_ARGS__, RA_HERE)
#define ra_neg_out(...) ra_neg_out_at(__VA_ARGS__, RA_HERE)
#define ra_sign(...) ra_sign_at(__VA_ARGS__, RA_HERE)
#define ra_sign_(...) ra_sign__at(__VA_ARGS__, RA_HERE)
#define ra_sign_out(...) ra_sign_out_at(__VA_ARGS__, RA_HERE)
#define ra_reciprocal(...) ra_reciprocal_at(__VA_ARGS__, RA_HERE)
#define ra_reciprocal_(...) ra_reciprocal__at(__VA_ARGS__, RA_HERE)
#define ra_reciprocal_out(...) ra_reciprocal_out_at(__VA_ARGS__, RA_HERE)
#define ra_sqrt(...) ra_sqrt_at(__VA_ARGS__, RA_HERE)
#define ra_sqrt_(...) ra_sqrt__at(__VA_ARGS__, RA_HERE)
#define ra_sqrt_out(...) ra_sqrt_out_at(__VA_ARGS__, RA_HERE)
#define ra_rsqrt(...) ra_rsqrt_at(__VA_ARGS__, RA_HERE)
#define ra_rsqrt_(...) ra_rsqrt__at(__VA_ARGS__, RA_HERE)
#define ra_rsqrt_out(...) ra_rsqrt_out_at(__VA_ARGS__, RA_HERE)
#define ra_square(...) ra_square_at(__VA_ARGS__, RA_HERE)
#define ra_square_(...) ra_square__at(__VA_ARGS__, RA_HERE)
#define ra_square_out(...) ra_square_out_at(__VA_ARGS__, RA_HERE)
#define ra_exp(...) ra_exp_at(__VA_ARGS__, RA_HERE)
#define ra_exp_(...) ra_exp__at(__VA_ARGS__, RA_HERE)
#define ra_exp_out(...) ra_exp_out_at(__VA_ARGS__, RA_HERE)
#define ra_expm1(...) ra_expm1_at(__VA_ARGS__, RA_HERE)
#define ra_expm1_(...) ra_expm1__at(__VA_ARGS__, RA_HERE)
#define ra_expm1_out(...) ra_expm1_out_at(__VA_ARGS__, RA_HERE)
#define ra_log(...) ra_log_at(__VA_ARGS__, RA_HERE)
#define ra_log_(...) ra_log__at(__VA_ARGS__, RA_HERE)
#define ra_log_out(...) ra_log_out_at(__VA_ARGS__, RA_HERE)
#define ra_log1p(...) ra_log1p_at(__VA_ARGS__, RA_HERE)
#define ra_log1p_(...) ra_log1p__at(__VA_ARGS__, RA_HERE)
#define ra_log1p_out(...) ra_log1p_out_at(__VA_ARGS__, RA_HERE)
#define ra_sin(...) ra_sin_at(__VA_ARGS__, RA_HERE)
#define ra_sin_(...) ra_sin__at(__VA_ARGS__, RA_HERE)
#define ra_sin_out(...) ra_sin_out_at(__VA_ARGS__, RA_HERE)
#define ra_cos(...) ra_cos_at(__VA_ARGS__, RA_HERE)
#define ra_cos_(...) ra_cos__at(__VA_ARGS__, RA_HERE)
#define ra_cos_out(...) ra_cos_out_at(__VA_ARGS__, RA_HERE)
#define ra_tanh(...) ra_tanh_at(__VA_ARGS__, RA_HERE)
#define ra_tanh_(...) ra_tanh__at(__VA_ARGS__, RA_HERE)
#define ra_tanh_out(...) ra_tanh_out_at(__VA_ARGS__, RA_HERE)
#define ra_erf(...) ra_erf_at(__VA_ARGS__, RA_HERE)
#define ra_erf_(...) ra_erf__at(__VA_ARGS__, RA_HERE)
#define ra_erf_out(...) ra_erf_out_at(__VA_ARGS__, RA_HERE)
#define ra_ceil(...) ra_ceil_at(__VA_ARGS__, RA_HERE)
#define ra_ceil_(...) ra_ceil__at(__VA_ARGS__, RA_HERE)
#define ra_ceil_out(...) ra_ceil_out_at(__VA_ARGS__, RA_HERE)
#define ra_floor(...) ra_floor_at(__VA_ARGS__, RA_HERE)
#define ra_floor_(...) ra_floor__at(__VA_ARGS__, RA_HERE)
#define ra_floor_out(...) ra_floor_out_at(__VA_ARGS__, RA_HERE)
#define ra_round(...) ra_round_at(__VA_ARGS__, RA_HERE)
#define ra_round_(...) ra_round__at(__VA_ARGS__, RA_HERE)
#define ra_round_out(...) ra_round_out_at(__VA_ARGS__, RA_HERE)
#define ra_trunc(...) ra_trunc_at(__VA_ARGS__, RA_HERE)
#define ra_trunc_(...) ra_trunc__at(__VA_ARGS__, RA_HERE)
#define ra_trunc_out(...) ra_trunc_out_at(__VA_ARGS__, RA_HERE)
#define ra_frac(...) ra_frac_at(__VA_ARGS__, RA_HERE)
#define ra_frac_(...) ra_frac__at(__VA_ARGS__, RA_HERE)
#define ra_frac_out(...) ra_frac_out_at(__VA_ARGS__, RA_HERE)
#define ra_exp2(...) ra_exp2_at(__VA_ARGS__, RA_HERE)
#define ra_exp2_(...) ra_exp2__at(__VA_ARGS__, RA_HERE)
#define ra_exp2_out(...) ra_exp2_out_at(__VA_ARGS__, RA_HERE)
#define ra_log2(...) ra_log2_at(__VA_ARGS__, RA_HERE)
#define ra_log2_(...) ra_log2__at(__VA_ARGS__, RA_HERE)
#define ra_log2_out(...) ra_log2_out_at(__VA_ARGS__, RA_HERE)
#define ra_log10(...) ra_log10_at(__VA_ARGS__, RA_HERE)
#define ra_log10_(...) ra_log10__at(__VA_ARGS__, RA_HERE)
#define ra_log10_out(...) ra_log10_out_at(__VA_ARGS__, RA_HERE)
#define ra_tan(...) ra_tan_at(__VA_ARGS__, RA_HERE)
#define ra_tan_(...) ra_tan__at(__VA_ARGS__, RA_HERE)
#define ra_tan_out(...) ra_tan_out_at(__VA_ARGS__, RA_HERE)
#define ra_asin(...) ra_asin_at(__VA_ARGS__, RA_HERE)
#define ra_asin_(...) ra_asin__at(__VA_ARGS__, RA_HERE)
#define ra_asin_out(...) ra_asin_out_at(__VA_ARGS__, RA_HERE)
#define ra_acos(...) ra_acos_at(__VA_ARGS__, RA_HERE)
#define ra_acos_(...) ra_acos__at(__VA_ARGS__, RA_HERE)
#define ra_acos_out(...) ra_acos_out_at(__VA_ARGS__, RA_HERE)
#define ra_atan(...) ra_atan_at(__VA_ARGS__, RA_HERE)
#define ra_atan_(...) ra_atan__at(__VA_ARGS__, RA_HERE)
#define ra_atan_out(...) ra_atan_out_at(__VA_ARGS__, RA_HERE)
#define ra_sinh(...) ra_sinh_at(__VA_ARGS__, RA_HERE)
#define ra_sinh_(...) ra_sinh__at(__VA_ARGS__, RA_HERE)
#define ra_sinh_out(...) ra_sinh_out_at(__VA_ARGS__, RA_HERE)
#define ra_cosh(...) ra_cosh_at(__VA_ARGS__, RA_HERE)
#define ra_cosh_(...) ra_cosh__at(__VA_ARGS__, RA_HERE)
#define ra_cosh_out(...) ra_cosh_out_at(__VA_ARGS__, RA_HERE)
#define ra_asinh(...) ra_asinh_at(__VA_ARGS__, RA_HERE)
#define ra_asinh_(...) ra_asinh__at(__VA_ARGS__, RA_HERE)
#define ra_asinh_out(...) ra_asinh_out_at(__VA_ARGS__, RA_HERE)
#define ra_acosh(...) ra_acosh_at(__VA_ARGS__, RA_HERE)
#define ra_acosh_(...) ra_acosh__at(__VA_ARGS__, RA_HERE)
#define ra_acosh_out(...) ra_acosh_out_at(__VA_ARGS__, RA_HERE)
#define ra_atanh(...) ra_atanh_at(__VA_ARGS__, RA_HERE)
#define ra_atanh_(...) ra_atanh__at(__VA_ARGS__, RA_HERE)
#define ra_atanh_out(...) ra_atanh_out_at(__VA_ARGS__, RA_HERE)
#define ra_erfc(...) ra_erfc_at(__VA_ARGS__, RA_HERE)
#define ra_erfc_(...) ra_erfc__at(__VA_ARGS__, RA_HERE)
#define ra_erfc_out(...) ra_erfc_out_at(__VA_ARGS__, RA_HERE)
#define ra_deg2rad(...) ra_deg2rad_at(__VA_ARGS__, RA_HERE)
#define ra_deg2rad_(...) ra_deg2rad__at(__VA_ARGS__, RA_HERE)
#define ra_deg2rad_out(...) ra_deg2rad_out_at(__VA_ARGS__, RA_HERE)
#define ra_rad2deg(...) ra_rad2deg_at(__VA_ARGS__, RA_HERE)
#define ra_rad2deg_(...) ra_rad2deg__at(__VA_ARGS__, RA_HERE)
#define ra_rad2deg_out(...) ra_rad2deg_out_at(__VA_ARGS__, RA_HERE)
#define ra_lgamma(...) ra_lgamma_at(__VA_ARGS__, RA_HERE)
#define ra_lgamma_(...) ra_lgamma__at(__VA_ARGS__, RA_HERE)
#define ra_lgamma_out(...) ra_lgamma_out_at(__VA_ARGS__, RA_HERE)
#define ra_digamma(...) ra_digamma_at(__VA_ARGS__, RA_HERE)
#define ra_digamma_(...) ra_digamma__at(__VA_ARGS__, RA_HERE)
#define ra_digamma_out(...) ra_digamma_out_at(__VA_ARGS__, RA_HERE)
#define ra_erfinv(...) ra_erfinv_at(__VA_ARGS__, RA_HERE)
#define ra_erfinv_(...) ra_erfinv__at(__VA_ARGS__, RA_HERE)
#define ra_erfinv_out(...) ra_erfinv_out_at(__VA_ARGS__, RA_HERE)
#define ra_i0(...) ra_i0_at(__VA_ARGS__, RA_HERE)
#define ra_i0_(...) ra_i0__at(__VA_ARGS__, RA_HERE)
#define ra_i0_out(...) ra_i0_out_at(__VA_ARGS__, RA_HERE)
#define ra_special_i0e(...) ra_special_i0e_at(__VA_ARGS__, RA_HERE)
#define ra_special_i0e_out(...) ra_special_i0e_out_at(__VA_ARGS__, RA_HERE)
#define ra_special_i1(...) ra_special_i1_at(__VA_ARGS__, RA_HERE)
#define ra_special_i1_out(...) ra_special_i1_out_at(__VA_ARGS__, RA_HERE)
#define ra_special_i1e(...) ra_special_i1e_at(__VA_ARGS__, RA_HERE)
#define ra_special_i1e_out(...) ra_special_i1e_out_at(__VA_ARGS__, RA_HERE)
#define ra_special_erfcx(...) ra_special_erfcx_at(__VA_ARGS__, RA_HERE)
#define ra_special_erfcx_out(...) ra_special_erfcx_out_at(__VA_ARGS__, RA_HERE)
#define ra_special_ndtri(...) ra_special_ndtri_at(__VA_ARGS__, RA_HERE)
#define ra_special_ndtri_out(...) ra_special_ndtri_out_at(__VA_ARGS__, RA_HERE)
#define ra_special_log_ndtr(...) ra_special_log_ndtr_at(__VA_ARGS__, RA_HERE)
#define ra_special_log_ndtr_out(...) ra_special_log_ndtr_out_at(__VA_ARGS__, RA_HERE)
#define ra_special_ndtr(...) ra_special_ndtr_at(__VA_ARGS__, RA_HERE)
#define ra_special_ndtr_out(...) ra_special_ndtr_out_at(__VA_ARGS__, RA_HERE)
#define ra_special_entr(...) ra_special_entr_at(__VA_ARGS__, RA_HERE)
#define ra_special_entr_out(...) ra_special_entr_out_at(__VA_ARGS__, RA_HERE)
#define ra_sinc(...) ra_sinc_at(__VA_ARGS__, RA_HERE)
#define ra_sinc_(...) ra_sinc__at(__VA_ARGS__, RA_HERE)
#define ra_sinc_out(...) ra_sinc_out_at(__VA_ARGS__, RA_HERE)
#define ra_logit(...) RA__FRONT_ra_logit(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_logit(self, opts, ...) ra_logit_at(self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_logit_(...) RA__FRONT_ra_logit_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_logit_(self, opts, ...) ra_logit__at(self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_logit_out(...) RA__FRONT_ra_logit_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_logit_out(out, self, opts, ...) ra_logit_out_at(out, self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_nan_to_num(...) RA__FRONT_ra_nan_to_num(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_nan_to_num(self, opts, ...) ra_nan_to_num_at(self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_nan_to_num_(...) RA__FRONT_ra_nan_to_num_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_nan_to_num_(self, opts, ...) ra_nan_to_num__at(self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_nan_to_num_out(...) RA__FRONT_ra_nan_to_num_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_nan_to_num_out(out, self, opts, ...) ra_nan_to_num_out_at(out, self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_sgn(...) ra_sgn_at(__VA_ARGS__, RA_HERE)
#define ra_sgn_(...) ra_sgn__at(__VA_ARGS__, RA_HERE)
#define ra_sgn_out(...) ra_sgn_out_at(__VA_ARGS__, RA_HERE)
#define ra_angle(...) ra_angle_at(__VA_ARGS__, RA_HERE)
#define ra_angle_out(...) ra_angle_out_at(__VA_ARGS__, RA_HERE)
#define ra_conj_physical(...) ra_conj_physical_at(__VA_ARGS__, RA_HERE)
#define ra_conj_physical_(...) ra_conj_physical__at(__VA_ARGS__, RA_HERE)
#define ra_conj_physical_out(...) ra_conj_physical_out_at(__VA_ARGS__, RA_HERE)
#define ra_add(...) RA__FRONT_ra_add(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_add(self, other, opts, ...) ra_add_at(RA_OPERAND(self), RA_OPERAND(other), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_add_(...) RA__FRONT_ra_add_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_add_(self, other, opts, ...) ra_add__at(self, RA_OPERAND(other), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_add_out(...) RA__FRONT_ra_add_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_add_out(out, self, other, opts, ...) ra_add_out_at(out, RA_OPERAND(self), RA_OPERAND(other), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_sub(...) RA__FRONT_ra_sub(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_sub(self, other, opts, ...) ra_sub_at(RA_OPERAND(self), RA_OPERAND(other), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_sub_(...) RA__FRONT_ra_sub_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_sub_(self, other, opts, ...) ra_sub__at(self, RA_OPERAND(other), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_sub_out(...) RA__FRONT_ra_sub_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_sub_out(out, self, other, opts, ...) ra_sub_out_at(out, RA_OPERAND(self), RA_OPERAND(other), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_mul(self, other) ra_mul_at(RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_mul_(self, other) ra_mul__at(self, RA_OPERAND(other), RA_HERE)
#define ra_mul_out(out, self, other) ra_mul_out_at(out, RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_div(...) RA__FRONT_ra_div(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_div(self, other, opts, ...) ra_div_at(RA_OPERAND(self), RA_OPERAND(other), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_div_(...) RA__FRONT_ra_div_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_div_(self, other, opts, ...) ra_div__at(self, RA_OPERAND(other), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_div_out(...) RA__FRONT_ra_div_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_div_out(out, self, other, opts, ...) ra_div_out_at(out, RA_OPERAND(self), RA_OPERAND(other), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_floor_divide(self, other) ra_floor_divide_at(RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_floor_divide_(self, other) ra_floor_divide__at(self, RA_OPERAND(other), RA_HERE)
#define ra_floor_divide_out(out, self, other) ra_floor_divide_out_at(out, RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_remainder(self, other) ra_remainder_at(RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_remainder_(self, other) ra_remainder__at(self, RA_OPERAND(other), RA_HERE)
#define ra_remainder_out(out, self, other) ra_remainder_out_at(out, RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_pow(self, exponent) ra_pow_at(RA_OPERAND(self), RA_OPERAND(exponent), RA_HERE)
#define ra_pow_(self, exponent) ra_pow__at(self, RA_OPERAND(exponent), RA_HERE)
#define ra_pow_out(out, self, exponent) ra_pow_out_at(out, RA_OPERAND(self), RA_OPERAND(exponent), RA_HERE)
#define ra_maximum(self, other) ra_maximum_at(RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_maximum_out(out, self, other) ra_maximum_out_at(out, RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_minimum(self, other) ra_minimum_at(RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_minimum_out(out, self, other) ra_minimum_out_at(out, RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_fmod(self, other) ra_fmod_at(self, RA_OPERAND(other), RA_HERE)
#define ra_fmod_(self, other) ra_fmod__at(self, RA_OPERAND(other), RA_HERE)
#define ra_fmod_out(out, self, other) ra_fmod_out_at(out, self, RA_OPERAND(other), RA_HERE)
#define ra_atan2(...) ra_atan2_at(__VA_ARGS__, RA_HERE)
#define ra_atan2_(...) ra_atan2__at(__VA_ARGS__, RA_HERE)
#define ra_atan2_out(...) ra_atan2_out_at(__VA_ARGS__, RA_HERE)
#define ra_hypot(...) ra_hypot_at(__VA_ARGS__, RA_HERE)
#define ra_hypot_(...) ra_hypot__at(__VA_ARGS__, RA_HERE)
#define ra_hypot_out(...) ra_hypot_out_at(__VA_ARGS__, RA_HERE)
#define ra_copysign(self, other) ra_copysign_at(self, RA_OPERAND(other), RA_HERE)
#define ra_copysign_(self, other) ra_copysign__at(self, RA_OPERAND(other), RA_HERE)
#define ra_copysign_out(out, self, other) ra_copysign_out_at(out, self, RA_OPERAND(other), RA_HERE)
#define ra_fmax(...) ra_fmax_at(__VA_ARGS__, RA_HERE)
#define ra_fmax_out(...) ra_fmax_out_at(__VA_ARGS__, RA_HERE)
#define ra_fmin(...) ra_fmin_at(__VA_ARGS__, RA_HERE)
#define ra_fmin_out(...) ra_fmin_out_at(__VA_ARGS__, RA_HERE)
#define ra_xlogy(self, other) ra_xlogy_at(RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_xlogy_(self, other) ra_xlogy__at(self, RA_OPERAND(other), RA_HERE)
#define ra_xlogy_out(out, self, other) ra_xlogy_out_at(out, RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_gcd(...) ra_gcd_at(__VA_ARGS__, RA_HERE)
#define ra_gcd_(...) ra_gcd__at(__VA_ARGS__, RA_HERE)
#define ra_gcd_out(...) ra_gcd_out_at(__VA_ARGS__, RA_HERE)
#define ra_lcm(...) ra_lcm_at(__VA_ARGS__, RA_HERE)
#define ra_lcm_(...) ra_lcm__at(__VA_ARGS__, RA_HERE)
#define ra_lcm_out(...) ra_lcm_out_at(__VA_ARGS__, RA_HERE)
#define ra_rsub(...) RA__FRONT_ra_rsub(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_rsub(self, other, opts, ...) ra_rsub_at(self, RA_OPERAND(other), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_logaddexp(...) ra_logaddexp_at(__VA_ARGS__, RA_HERE)
#define ra_logaddexp_out(...) ra_logaddexp_out_at(__VA_ARGS__, RA_HERE)
#define ra_ldexp(...) ra_ldexp_at(__VA_ARGS__, RA_HERE)
#define ra_ldexp_(...) ra_ldexp__at(__VA_ARGS__, RA_HERE)
#define ra_ldexp_out(...) ra_ldexp_out_at(__VA_ARGS__, RA_HERE)
#define ra_logaddexp2(...) ra_logaddexp2_at(__VA_ARGS__, RA_HERE)
#define ra_logaddexp2_out(...) ra_logaddexp2_out_at(__VA_ARGS__, RA_HERE)
#define ra_nextafter(...) ra_nextafter_at(__VA_ARGS__, RA_HERE)
#define ra_nextafter_(...) ra_nextafter__at(__VA_ARGS__, RA_HERE)
#define ra_nextafter_out(...) ra_nextafter_out_at(__VA_ARGS__, RA_HERE)
#define ra_heaviside(...) ra_heaviside_at(__VA_ARGS__, RA_HERE)
#define ra_heaviside_(...) ra_heaviside__at(__VA_ARGS__, RA_HERE)
#define ra_heaviside_out(...) ra_heaviside_out_at(__VA_ARGS__, RA_HERE)
#define ra_special_xlog1py(self, other) ra_special_xlog1py_at(RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_special_xlog1py_out(out, self, other) ra_special_xlog1py_out_at(out, RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_complex(...) ra_complex_at(__VA_ARGS__, RA_HERE)
#define ra_complex_out(...) ra_complex_out_at(__VA_ARGS__, RA_HERE)
#define ra_polar(...) ra_polar_at(__VA_ARGS__, RA_HERE)
#define ra_polar_out(...) ra_polar_out_at(__VA_ARGS__, RA_HERE)
#define ra_float_power(self, exponent) ra_float_power_at(RA_OPERAND(self), RA_OPERAND(exponent), RA_HERE)
#define ra_float_power_(self, exponent) ra_float_power__at(self, RA_OPERAND(exponent), RA_HERE)
#define ra_float_power_out(out, self, exponent) ra_float_power_out_at(out, RA_OPERAND(self), RA_OPERAND(exponent), RA_HERE)
#define ra_where(condition, self, other) ra_where_at(condition, RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_where_out(out, condition, self, other) ra_where_out_at(out, condition, RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_clamp(self, min_, max_) ra_clamp_at(self, RA_OPERAND(min_), RA_OPERAND(max_), RA_HERE)
#define ra_clamp_(self, min_, max_) ra_clamp__at(self, RA_OPERAND(min_), RA_OPERAND(max_), RA_HERE)
#define ra_clamp_out(out, self, min_, max_) ra_clamp_out_at(out, self, RA_OPERAND(min_), RA_OPERAND(max_), RA_HERE)
#define ra_clamp_min(self, min_) ra_clamp_min_at(self, RA_OPERAND(min_), RA_HERE)
#define ra_clamp_min_(self, min_) ra_clamp_min__at(self, RA_OPERAND(min_), RA_HERE)
#define ra_clamp_min_out(out, self, min_) ra_clamp_min_out_at(out, self, RA_OPERAND(min_), RA_HERE)
#define ra_clamp_max(self, max_) ra_clamp_max_at(self, RA_OPERAND(max_), RA_HERE)
#define ra_clamp_max_(self, max_) ra_clamp_max__at(self, RA_OPERAND(max_), RA_HERE)
#define ra_clamp_max_out(out, self, max_) ra_clamp_max_out_at(out, self, RA_OPERAND(max_), RA_HERE)
#define ra_lerp(self, end, weight) ra_lerp_at(self, end, RA_OPERAND(weight), RA_HERE)
#define ra_lerp_(self, end, weight) ra_lerp__at(self, end, RA_OPERAND(weight), RA_HERE)
#define ra_lerp_out(out, self, end, weight) ra_lerp_out_at(out, self, end, RA_OPERAND(weight), RA_HERE)
#define ra_addcmul(...) RA__FRONT_ra_addcmul(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_addcmul(self, tensor1, tensor2, opts, ...) ra_addcmul_at(self, tensor1, tensor2, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_addcmul_(...) RA__FRONT_ra_addcmul_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_addcmul_(self, tensor1, tensor2, opts, ...) ra_addcmul__at(self, tensor1, tensor2, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_addcmul_out(...) RA__FRONT_ra_addcmul_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_addcmul_out(out, self, tensor1, tensor2, opts, ...) ra_addcmul_out_at(out, self, tensor1, tensor2, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_addcdiv(...) RA__FRONT_ra_addcdiv(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_addcdiv(self, tensor1, tensor2, opts, ...) ra_addcdiv_at(self, tensor1, tensor2, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_addcdiv_(...) RA__FRONT_ra_addcdiv_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_addcdiv_(self, tensor1, tensor2, opts, ...) ra_addcdiv__at(self, tensor1, tensor2, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_addcdiv_out(...) RA__FRONT_ra_addcdiv_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_addcdiv_out(out, self, tensor1, tensor2, opts, ...) ra_addcdiv_out_at(out, self, tensor1, tensor2, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_eq(self, other) ra_eq_at(RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_eq_(self, other) ra_eq__at(self, RA_OPERAND(other), RA_HERE)
#define ra_eq_out(out, self, other) ra_eq_out_at(out, RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_ne(self, other) ra_ne_at(RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_ne_(self, other) ra_ne__at(self, RA_OPERAND(other), RA_HERE)
#define ra_ne_out(out, self, other) ra_ne_out_at(out, RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_lt(self, other) ra_lt_at(RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_lt_(self, other) ra_lt__at(self, RA_OPERAND(other), RA_HERE)
#define ra_lt_out(out, self, other) ra_lt_out_at(out, RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_le(self, other) ra_le_at(RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_le_(self, other) ra_le__at(self, RA_OPERAND(other), RA_HERE)
#define ra_le_out(out, self, other) ra_le_out_at(out, RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_gt(self, other) ra_gt_at(RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_gt_(self, other) ra_gt__at(self, RA_OPERAND(other), RA_HERE)
#define ra_gt_out(out, self, other) ra_gt_out_at(out, RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_ge(self, other) ra_ge_at(RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_ge_(self, other) ra_ge__at(self, RA_OPERAND(other), RA_HERE)
#define ra_ge_out(out, self, other) ra_ge_out_at(out, RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_isnan(...) ra_isnan_at(__VA_ARGS__, RA_HERE)
#define ra_isinf(...) ra_isinf_at(__VA_ARGS__, RA_HERE)
#define ra_isfinite(...) ra_isfinite_at(__VA_ARGS__, RA_HERE)
#define ra_signbit(...) ra_signbit_at(__VA_ARGS__, RA_HERE)
#define ra_signbit_out(...) ra_signbit_out_at(__VA_ARGS__, RA_HERE)
#define ra_isclose(...) RA__FRONT_ra_isclose(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_isclose(self, other, opts, ...) ra_isclose_at(self, other, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_isposinf(...) ra_isposinf_at(__VA_ARGS__, RA_HERE)
#define ra_isposinf_out(...) ra_isposinf_out_at(__VA_ARGS__, RA_HERE)
#define ra_isneginf(...) ra_isneginf_at(__VA_ARGS__, RA_HERE)
#define ra_isneginf_out(...) ra_isneginf_out_at(__VA_ARGS__, RA_HERE)
#define ra_isreal(...) ra_isreal_at(__VA_ARGS__, RA_HERE)
#define ra_logical_and(...) ra_logical_and_at(__VA_ARGS__, RA_HERE)
#define ra_logical_and_(...) ra_logical_and__at(__VA_ARGS__, RA_HERE)
#define ra_logical_and_out(...) ra_logical_and_out_at(__VA_ARGS__, RA_HERE)
#define ra_logical_or(...) ra_logical_or_at(__VA_ARGS__, RA_HERE)
#define ra_logical_or_(...) ra_logical_or__at(__VA_ARGS__, RA_HERE)
#define ra_logical_or_out(...) ra_logical_or_out_at(__VA_ARGS__, RA_HERE)
#define ra_logical_xor(...) ra_logical_xor_at(__VA_ARGS__, RA_HERE)
#define ra_logical_xor_(...) ra_logical_xor__at(__VA_ARGS__, RA_HERE)
#define ra_logical_xor_out(...) ra_logical_xor_out_at(__VA_ARGS__, RA_HERE)
#define ra_logical_not(...) ra_logical_not_at(__VA_ARGS__, RA_HERE)
#define ra_logical_not_(...) ra_logical_not__at(__VA_ARGS__, RA_HERE)
#define ra_logical_not_out(...) ra_logical_not_out_at(__VA_ARGS__, RA_HERE)
#define ra_bitwise_and(self, other) ra_bitwise_and_at(RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_bitwise_and_(self, other) ra_bitwise_and__at(self, RA_OPERAND(other), RA_HERE)
#define ra_bitwise_and_out(out, self, other) ra_bitwise_and_out_at(out, RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_bitwise_or(self, other) ra_bitwise_or_at(RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_bitwise_or_(self, other) ra_bitwise_or__at(self, RA_OPERAND(other), RA_HERE)
#define ra_bitwise_or_out(out, self, other) ra_bitwise_or_out_at(out, RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_bitwise_xor(self, other) ra_bitwise_xor_at(RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_bitwise_xor_(self, other) ra_bitwise_xor__at(self, RA_OPERAND(other), RA_HERE)
#define ra_bitwise_xor_out(out, self, other) ra_bitwise_xor_out_at(out, RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_bitwise_not(...) ra_bitwise_not_at(__VA_ARGS__, RA_HERE)
#define ra_bitwise_not_(...) ra_bitwise_not__at(__VA_ARGS__, RA_HERE)
#define ra_bitwise_not_out(...) ra_bitwise_not_out_at(__VA_ARGS__, RA_HERE)
#define ra_bitwise_left_shift(self, other) ra_bitwise_left_shift_at(RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_bitwise_left_shift_(self, other) ra_bitwise_left_shift__at(self, RA_OPERAND(other), RA_HERE)
#define ra_bitwise_left_shift_out(out, self, other) ra_bitwise_left_shift_out_at(out, RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_bitwise_right_shift(self, other) ra_bitwise_right_shift_at(RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_bitwise_right_shift_(self, other) ra_bitwise_right_shift__at(self, RA_OPERAND(other), RA_HERE)
#define ra_bitwise_right_shift_out(out, self, other) ra_bitwise_right_shift_out_at(out, RA_OPERAND(self), RA_OPERAND(other), RA_HERE)
#define ra_sum(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_sum, RA__FRONT_ra_sum, RA__FRONT_ra_sum, RA__FRONT_ra_sum, RA__FRONT_ra_sum, RA__ALL_ra_sum, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_sum(self, ...) ra_sum_at(self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_sum(self, dim, opts, ...) ra_sum_at(self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_sum_out(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_sum_out, RA__FRONT_ra_sum_out, RA__FRONT_ra_sum_out, RA__FRONT_ra_sum_out, RA__ALL_ra_sum_out, RA__FRONT_ra_sum_out, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_sum_out(out, self, ...) ra_sum_out_at(out, self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_sum_out(out, self, dim, opts, ...) ra_sum_out_at(out, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_mean(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_mean, RA__FRONT_ra_mean, RA__FRONT_ra_mean, RA__FRONT_ra_mean, RA__FRONT_ra_mean, RA__ALL_ra_mean, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_mean(self, ...) ra_mean_at(self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_mean(self, dim, opts, ...) ra_mean_at(self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_mean_out(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_mean_out, RA__FRONT_ra_mean_out, RA__FRONT_ra_mean_out, RA__FRONT_ra_mean_out, RA__ALL_ra_mean_out, RA__FRONT_ra_mean_out, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_mean_out(out, self, ...) ra_mean_out_at(out, self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_mean_out(out, self, dim, opts, ...) ra_mean_out_at(out, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_prod(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_prod, RA__FRONT_ra_prod, RA__FRONT_ra_prod, RA__FRONT_ra_prod, RA__FRONT_ra_prod, RA__ALL_ra_prod, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_prod(self, ...) ra_prod_at(self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_prod(self, dim, opts, ...) ra_prod_at(self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_prod_out(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_prod_out, RA__FRONT_ra_prod_out, RA__FRONT_ra_prod_out, RA__FRONT_ra_prod_out, RA__ALL_ra_prod_out, RA__FRONT_ra_prod_out, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_prod_out(out, self, ...) ra_prod_out_at(out, self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_prod_out(out, self, dim, opts, ...) ra_prod_out_at(out, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_all(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_all, RA__FRONT_ra_all, RA__FRONT_ra_all, RA__FRONT_ra_all, RA__FRONT_ra_all, RA__ALL_ra_all, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_all(self, ...) ra_all_at(self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_all(self, dim, opts, ...) ra_all_at(self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_all_out(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_all_out, RA__FRONT_ra_all_out, RA__FRONT_ra_all_out, RA__FRONT_ra_all_out, RA__ALL_ra_all_out, RA__FRONT_ra_all_out, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_all_out(out, self, ...) ra_all_out_at(out, self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_all_out(out, self, dim, opts, ...) ra_all_out_at(out, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_any(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_any, RA__FRONT_ra_any, RA__FRONT_ra_any, RA__FRONT_ra_any, RA__FRONT_ra_any, RA__ALL_ra_any, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_any(self, ...) ra_any_at(self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_any(self, dim, opts, ...) ra_any_at(self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_any_out(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_any_out, RA__FRONT_ra_any_out, RA__FRONT_ra_any_out, RA__FRONT_ra_any_out, RA__ALL_ra_any_out, RA__FRONT_ra_any_out, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_any_out(out, self, ...) ra_any_out_at(out, self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_any_out(out, self, dim, opts, ...) ra_any_out_at(out, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_max(...) RA__FRONT_ra_max(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_max(self, dim, values, indices, opts, ...) ra_max_at(self, dim, values, indices, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_max_out(...) RA__FRONT_ra_max_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_max_out(out_values, out_indices, self, dim, opts, ...) ra_max_out_at(out_values, out_indices, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_min(...) RA__FRONT_ra_min(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_min(self, dim, values, indices, opts, ...) ra_min_at(self, dim, values, indices, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_min_out(...) RA__FRONT_ra_min_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_min_out(out_values, out_indices, self, dim, opts, ...) ra_min_out_at(out_values, out_indices, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_amax(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_amax, RA__FRONT_ra_amax, RA__FRONT_ra_amax, RA__FRONT_ra_amax, RA__FRONT_ra_amax, RA__ALL_ra_amax, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_amax(self, ...) ra_amax_at(self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_amax(self, dim, opts, ...) ra_amax_at(self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_amax_out(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_amax_out, RA__FRONT_ra_amax_out, RA__FRONT_ra_amax_out, RA__FRONT_ra_amax_out, RA__ALL_ra_amax_out, RA__FRONT_ra_amax_out, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_amax_out(out, self, ...) ra_amax_out_at(out, self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_amax_out(out, self, dim, opts, ...) ra_amax_out_at(out, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_amin(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_amin, RA__FRONT_ra_amin, RA__FRONT_ra_amin, RA__FRONT_ra_amin, RA__FRONT_ra_amin, RA__ALL_ra_amin, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_amin(self, ...) ra_amin_at(self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_amin(self, dim, opts, ...) ra_amin_at(self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_amin_out(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_amin_out, RA__FRONT_ra_amin_out, RA__FRONT_ra_amin_out, RA__FRONT_ra_amin_out, RA__ALL_ra_amin_out, RA__FRONT_ra_amin_out, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_amin_out(out, self, ...) ra_amin_out_at(out, self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_amin_out(out, self, dim, opts, ...) ra_amin_out_at(out, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_argmax(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_argmax, RA__FRONT_ra_argmax, RA__FRONT_ra_argmax, RA__FRONT_ra_argmax, RA__FRONT_ra_argmax, RA__ALL_ra_argmax, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_argmax(self, ...) ra_argmax_at(self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_argmax(self, dim, opts, ...) ra_argmax_at(self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_argmax_out(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_argmax_out, RA__FRONT_ra_argmax_out, RA__FRONT_ra_argmax_out, RA__FRONT_ra_argmax_out, RA__ALL_ra_argmax_out, RA__FRONT_ra_argmax_out, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_argmax_out(out, self, ...) ra_argmax_out_at(out, self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_argmax_out(out, self, dim, opts, ...) ra_argmax_out_at(out, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_argmin(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_argmin, RA__FRONT_ra_argmin, RA__FRONT_ra_argmin, RA__FRONT_ra_argmin, RA__FRONT_ra_argmin, RA__ALL_ra_argmin, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_argmin(self, ...) ra_argmin_at(self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_argmin(self, dim, opts, ...) ra_argmin_at(self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_argmin_out(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_argmin_out, RA__FRONT_ra_argmin_out, RA__FRONT_ra_argmin_out, RA__FRONT_ra_argmin_out, RA__ALL_ra_argmin_out, RA__FRONT_ra_argmin_out, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_argmin_out(out, self, ...) ra_argmin_out_at(out, self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_argmin_out(out, self, dim, opts, ...) ra_argmin_out_at(out, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_var(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_var, RA__FRONT_ra_var, RA__FRONT_ra_var, RA__FRONT_ra_var, RA__FRONT_ra_var, RA__ALL_ra_var, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_var(self, ...) ra_var_at(self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_var(self, dim, opts, ...) ra_var_at(self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_var_out(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_var_out, RA__FRONT_ra_var_out, RA__FRONT_ra_var_out, RA__FRONT_ra_var_out, RA__ALL_ra_var_out, RA__FRONT_ra_var_out, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_var_out(out, self, ...) ra_var_out_at(out, self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_var_out(out, self, dim, opts, ...) ra_var_out_at(out, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_std(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_std, RA__FRONT_ra_std, RA__FRONT_ra_std, RA__FRONT_ra_std, RA__FRONT_ra_std, RA__ALL_ra_std, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_std(self, ...) ra_std_at(self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_std(self, dim, opts, ...) ra_std_at(self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_std_out(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_std_out, RA__FRONT_ra_std_out, RA__FRONT_ra_std_out, RA__FRONT_ra_std_out, RA__ALL_ra_std_out, RA__FRONT_ra_std_out, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_std_out(out, self, ...) ra_std_out_at(out, self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_std_out(out, self, dim, opts, ...) ra_std_out_at(out, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_var_mean(...) RA__FRONT_ra_var_mean(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_var_mean(self, dim, var, mean, opts, ...) ra_var_mean_at(self, dim, var, mean, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_std_mean(...) RA__FRONT_ra_std_mean(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_std_mean(self, dim, std, mean, opts, ...) ra_std_mean_at(self, dim, std, mean, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_count_nonzero(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_count_nonzero, RA__FRONT_ra_count_nonzero, RA__FRONT_ra_count_nonzero, RA__FRONT_ra_count_nonzero, RA__FRONT_ra_count_nonzero, RA__ALL_ra_count_nonzero, ~)(__VA_ARGS__)
#define RA__ALL_ra_count_nonzero(self) ra_count_nonzero_at(self, RA_ALL, RA_HERE)
#define RA__FRONT_ra_count_nonzero(...) ra_count_nonzero_at(__VA_ARGS__, RA_HERE)
#define ra_trace(...) ra_trace_at(__VA_ARGS__, RA_HERE)
#define ra_logsumexp(...) RA__FRONT_ra_logsumexp(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_logsumexp(self, dim, opts, ...) ra_logsumexp_at(self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_logsumexp_out(...) RA__FRONT_ra_logsumexp_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_logsumexp_out(out, self, dim, opts, ...) ra_logsumexp_out_at(out, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_vector_norm(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_linalg_vector_norm, RA__FRONT_ra_linalg_vector_norm, RA__FRONT_ra_linalg_vector_norm, RA__FRONT_ra_linalg_vector_norm, RA__ALL_ra_linalg_vector_norm, RA__FRONT_ra_linalg_vector_norm, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_linalg_vector_norm(self, ord, ...) ra_linalg_vector_norm_at(self, RA_SCALAR(ord), RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_linalg_vector_norm(self, ord, dim, opts, ...) ra_linalg_vector_norm_at(self, RA_SCALAR(ord), dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_vector_norm_out(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_linalg_vector_norm_out, RA__FRONT_ra_linalg_vector_norm_out, RA__FRONT_ra_linalg_vector_norm_out, RA__ALL_ra_linalg_vector_norm_out, RA__FRONT_ra_linalg_vector_norm_out, RA__FRONT_ra_linalg_vector_norm_out, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_linalg_vector_norm_out(out, self, ord, ...) ra_linalg_vector_norm_out_at(out, self, RA_SCALAR(ord), RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_linalg_vector_norm_out(out, self, ord, dim, opts, ...) ra_linalg_vector_norm_out_at(out, self, RA_SCALAR(ord), dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_cosine_similarity(...) RA__FRONT_ra_cosine_similarity(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_cosine_similarity(x1, x2, dim, opts, ...) ra_cosine_similarity_at(x1, x2, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_aminmax(...) RA__FRONT_ra_aminmax(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_aminmax(self, min_, max_, opts, ...) ra_aminmax_at(self, min_, max_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_aminmax_out(...) RA__FRONT_ra_aminmax_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_aminmax_out(out_min_, out_max_, self, opts, ...) ra_aminmax_out_at(out_min_, out_max_, self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_nansum(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_nansum, RA__FRONT_ra_nansum, RA__FRONT_ra_nansum, RA__FRONT_ra_nansum, RA__FRONT_ra_nansum, RA__ALL_ra_nansum, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_nansum(self, ...) ra_nansum_at(self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_nansum(self, dim, opts, ...) ra_nansum_at(self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_nansum_out(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_nansum_out, RA__FRONT_ra_nansum_out, RA__FRONT_ra_nansum_out, RA__FRONT_ra_nansum_out, RA__ALL_ra_nansum_out, RA__FRONT_ra_nansum_out, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_nansum_out(out, self, ...) ra_nansum_out_at(out, self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_nansum_out(out, self, dim, opts, ...) ra_nansum_out_at(out, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_nanmean(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_nanmean, RA__FRONT_ra_nanmean, RA__FRONT_ra_nanmean, RA__FRONT_ra_nanmean, RA__FRONT_ra_nanmean, RA__ALL_ra_nanmean, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_nanmean(self, ...) ra_nanmean_at(self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_nanmean(self, dim, opts, ...) ra_nanmean_at(self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_nanmean_out(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_nanmean_out, RA__FRONT_ra_nanmean_out, RA__FRONT_ra_nanmean_out, RA__FRONT_ra_nanmean_out, RA__ALL_ra_nanmean_out, RA__FRONT_ra_nanmean_out, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_nanmean_out(out, self, ...) ra_nanmean_out_at(out, self, RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_nanmean_out(out, self, dim, opts, ...) ra_nanmean_out_at(out, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_quantile(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_quantile, RA__FRONT_ra_quantile, RA__FRONT_ra_quantile, RA__FRONT_ra_quantile, RA__ALL_ra_quantile, RA__FRONT_ra_quantile, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_quantile(self, q_, ...) ra_quantile_at(self, RA_OPERAND(q_), RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_quantile(self, q_, dim, opts, ...) ra_quantile_at(self, RA_OPERAND(q_), dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_quantile_out(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_quantile_out, RA__FRONT_ra_quantile_out, RA__FRONT_ra_quantile_out, RA__ALL_ra_quantile_out, RA__FRONT_ra_quantile_out, RA__FRONT_ra_quantile_out, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_quantile_out(out, self, q_, ...) ra_quantile_out_at(out, self, RA_OPERAND(q_), RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_quantile_out(out, self, q_, dim, opts, ...) ra_quantile_out_at(out, self, RA_OPERAND(q_), dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_nanquantile(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_nanquantile, RA__FRONT_ra_nanquantile, RA__FRONT_ra_nanquantile, RA__FRONT_ra_nanquantile, RA__ALL_ra_nanquantile, RA__FRONT_ra_nanquantile, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_nanquantile(self, q_, ...) ra_nanquantile_at(self, RA_OPERAND(q_), RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_nanquantile(self, q_, dim, opts, ...) ra_nanquantile_at(self, RA_OPERAND(q_), dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_nanquantile_out(...) RA__SEVENTH(__VA_ARGS__, RA__FRONT_ra_nanquantile_out, RA__FRONT_ra_nanquantile_out, RA__FRONT_ra_nanquantile_out, RA__ALL_ra_nanquantile_out, RA__FRONT_ra_nanquantile_out, RA__FRONT_ra_nanquantile_out, ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__ALL_ra_nanquantile_out(out, self, q_, ...) ra_nanquantile_out_at(out, self, RA_OPERAND(q_), RA_ALL, NULL, RA_HERE)
#define RA__FRONT_ra_nanquantile_out(out, self, q_, dim, opts, ...) ra_nanquantile_out_at(out, self, RA_OPERAND(q_), dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_trapezoid(...) RA__FRONT_ra_trapezoid(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_trapezoid(y_, x_, opts, ...) ra_trapezoid_at(y_, x_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_cov(...) RA__FRONT_ra_cov(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_cov(self, fweights, aweights, opts, ...) ra_cov_at(self, fweights, aweights, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_corrcoef(...) ra_corrcoef_at(__VA_ARGS__, RA_HERE)
#define ra_median(...) RA__FRONT_ra_median(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_median(self, dim, values, indices, opts, ...) ra_median_at(self, dim, values, indices, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_median_out(...) RA__FRONT_ra_median_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_median_out(out_values, out_indices, self, dim, opts, ...) ra_median_out_at(out_values, out_indices, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_nanmedian(...) RA__FRONT_ra_nanmedian(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_nanmedian(self, dim, values, indices, opts, ...) ra_nanmedian_at(self, dim, values, indices, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_nanmedian_out(...) RA__FRONT_ra_nanmedian_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_nanmedian_out(out_values, out_indices, self, dim, opts, ...) ra_nanmedian_out_at(out_values, out_indices, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_mode(...) RA__FRONT_ra_mode(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_mode(self, dim, values, indices, opts, ...) ra_mode_at(self, dim, values, indices, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_mode_out(...) RA__FRONT_ra_mode_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_mode_out(out_values, out_indices, self, dim, opts, ...) ra_mode_out_at(out_values, out_indices, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_cumsum(...) RA__FRONT_ra_cumsum(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_cumsum(self, dim, opts, ...) ra_cumsum_at(self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_cumsum_(...) RA__FRONT_ra_cumsum_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_cumsum_(self, dim, opts, ...) ra_cumsum__at(self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_cumsum_out(...) RA__FRONT_ra_cumsum_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_cumsum_out(out, self, dim, opts, ...) ra_cumsum_out_at(out, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_diff(...) ra_diff_at(__VA_ARGS__, RA_HERE)
#define ra_diff_out(...) ra_diff_out_at(__VA_ARGS__, RA_HERE)
#define ra_cumprod(...) RA__FRONT_ra_cumprod(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_cumprod(self, dim, opts, ...) ra_cumprod_at(self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_cumprod_(...) RA__FRONT_ra_cumprod_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_cumprod_(self, dim, opts, ...) ra_cumprod__at(self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_cumprod_out(...) RA__FRONT_ra_cumprod_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_cumprod_out(out, self, dim, opts, ...) ra_cumprod_out_at(out, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_cummax(...) ra_cummax_at(__VA_ARGS__, RA_HERE)
#define ra_cummax_out(...) ra_cummax_out_at(__VA_ARGS__, RA_HERE)
#define ra_cummin(...) ra_cummin_at(__VA_ARGS__, RA_HERE)
#define ra_cummin_out(...) ra_cummin_out_at(__VA_ARGS__, RA_HERE)
#define ra_logcumsumexp(...) ra_logcumsumexp_at(__VA_ARGS__, RA_HERE)
#define ra_logcumsumexp_out(...) ra_logcumsumexp_out_at(__VA_ARGS__, RA_HERE)
#define ra_sort(...) RA__FRONT_ra_sort(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_sort(self, dim, values, indices, opts, ...) ra_sort_at(self, dim, values, indices, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_sort_out(...) RA__FRONT_ra_sort_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_sort_out(out_values, out_indices, self, dim, opts, ...) ra_sort_out_at(out_values, out_indices, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_argsort(...) RA__FRONT_ra_argsort(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_argsort(self, dim, opts, ...) ra_argsort_at(self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_argsort_out(...) RA__FRONT_ra_argsort_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_argsort_out(out, self, dim, opts, ...) ra_argsort_out_at(out, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_topk(...) RA__FRONT_ra_topk(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_topk(self, k_, dim, values, indices, opts, ...) ra_topk_at(self, k_, dim, values, indices, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_topk_out(...) RA__FRONT_ra_topk_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_topk_out(out_values, out_indices, self, k_, dim, opts, ...) ra_topk_out_at(out_values, out_indices, self, k_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_kthvalue(...) RA__FRONT_ra_kthvalue(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_kthvalue(self, k_, dim, values, indices, opts, ...) ra_kthvalue_at(self, k_, dim, values, indices, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_kthvalue_out(...) RA__FRONT_ra_kthvalue_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_kthvalue_out(out_values, out_indices, self, k_, dim, opts, ...) ra_kthvalue_out_at(out_values, out_indices, self, k_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_searchsorted(...) RA__FRONT_ra_searchsorted(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_searchsorted(sorted_sequence, self, sorter, opts, ...) ra_searchsorted_at(sorted_sequence, RA_OPERAND(self), sorter, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_searchsorted_out(...) RA__FRONT_ra_searchsorted_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_searchsorted_out(out, sorted_sequence, self, sorter, opts, ...) ra_searchsorted_out_at(out, sorted_sequence, RA_OPERAND(self), sorter, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_bucketize(...) RA__FRONT_ra_bucketize(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_bucketize(self, boundaries, opts, ...) ra_bucketize_at(RA_OPERAND(self), boundaries, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_bucketize_out(...) RA__FRONT_ra_bucketize_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_bucketize_out(out, self, boundaries, opts, ...) ra_bucketize_out_at(out, RA_OPERAND(self), boundaries, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_unique(...) RA__FRONT_ra_unique(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_unique(self, output, inverse, counts, opts, ...) ra_unique_at(self, output, inverse, counts, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_nonzero(...) ra_nonzero_at(__VA_ARGS__, RA_HERE)
#define ra_nonzero_out(...) ra_nonzero_out_at(__VA_ARGS__, RA_HERE)
#define ra_masked_select(...) ra_masked_select_at(__VA_ARGS__, RA_HERE)
#define ra_masked_select_out(...) ra_masked_select_out_at(__VA_ARGS__, RA_HERE)
#define ra_isin(...) RA__FRONT_ra_isin(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_isin(elements, test_elements, opts, ...) ra_isin_at(RA_OPERAND(elements), RA_OPERAND(test_elements), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_isin_out(...) RA__FRONT_ra_isin_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_isin_out(out, elements, test_elements, opts, ...) ra_isin_out_at(out, RA_OPERAND(elements), RA_OPERAND(test_elements), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_argwhere(...) ra_argwhere_at(__VA_ARGS__, RA_HERE)
#define ra_one_hot(...) ra_one_hot_at(__VA_ARGS__, RA_HERE)
#define ra_bincount(...) RA__FRONT_ra_bincount(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_bincount(self, weights, opts, ...) ra_bincount_at(self, weights, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_histc(self, bins, min_, max_) ra_histc_at(self, bins, RA_SCALAR(min_), RA_SCALAR(max_), RA_HERE)
#define ra_histc_out(out, self, bins, min_, max_) ra_histc_out_at(out, self, bins, RA_SCALAR(min_), RA_SCALAR(max_), RA_HERE)
#define ra_msort(...) ra_msort_at(__VA_ARGS__, RA_HERE)
#define ra_msort_out(...) ra_msort_out_at(__VA_ARGS__, RA_HERE)
#define ra_index_select(...) ra_index_select_at(__VA_ARGS__, RA_HERE)
#define ra_index_select_out(...) ra_index_select_out_at(__VA_ARGS__, RA_HERE)
#define ra_gather(...) ra_gather_at(__VA_ARGS__, RA_HERE)
#define ra_gather_out(...) ra_gather_out_at(__VA_ARGS__, RA_HERE)
#define ra_scatter(self, dim, index, src) ra_scatter_at(self, dim, index, RA_OPERAND(src), RA_HERE)
#define ra_scatter_(self, dim, index, src) ra_scatter__at(self, dim, index, RA_OPERAND(src), RA_HERE)
#define ra_scatter_out(out, self, dim, index, src) ra_scatter_out_at(out, self, dim, index, RA_OPERAND(src), RA_HERE)
#define ra_masked_fill(self, mask, value) ra_masked_fill_at(self, mask, RA_OPERAND(value), RA_HERE)
#define ra_masked_fill_(self, mask, value) ra_masked_fill__at(self, mask, RA_OPERAND(value), RA_HERE)
#define ra_index(...) ra_index_at(__VA_ARGS__, RA_HERE)
#define ra_index_out(...) ra_index_out_at(__VA_ARGS__, RA_HERE)
#define ra_index_put_(...) ra_index_put__at(__VA_ARGS__, RA_HERE)
#define ra_take(...) ra_take_at(__VA_ARGS__, RA_HERE)
#define ra_take_out(...) ra_take_out_at(__VA_ARGS__, RA_HERE)
#define ra_index_fill(self, dim, index, value) ra_index_fill_at(self, dim, index, RA_OPERAND(value), RA_HERE)
#define ra_index_fill_(self, dim, index, value) ra_index_fill__at(self, dim, index, RA_OPERAND(value), RA_HERE)
#define ra_scatter_add(...) ra_scatter_add_at(__VA_ARGS__, RA_HERE)
#define ra_scatter_add_(...) ra_scatter_add__at(__VA_ARGS__, RA_HERE)
#define ra_scatter_add_out(...) ra_scatter_add_out_at(__VA_ARGS__, RA_HERE)
#define ra_scatter_reduce(...) RA__FRONT_ra_scatter_reduce(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_scatter_reduce(self, dim, index, src, reduce, opts, ...) ra_scatter_reduce_at(self, dim, index, src, reduce, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_scatter_reduce_(...) RA__FRONT_ra_scatter_reduce_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_scatter_reduce_(self, dim, index, src, reduce, opts, ...) ra_scatter_reduce__at(self, dim, index, src, reduce, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_scatter_reduce_out(...) RA__FRONT_ra_scatter_reduce_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_scatter_reduce_out(out, self, dim, index, src, reduce, opts, ...) ra_scatter_reduce_out_at(out, self, dim, index, src, reduce, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_index_add(...) RA__FRONT_ra_index_add(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_index_add(self, dim, index, source, opts, ...) ra_index_add_at(self, dim, index, source, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_index_add_(...) RA__FRONT_ra_index_add_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_index_add_(self, dim, index, source, opts, ...) ra_index_add__at(self, dim, index, source, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_index_add_out(...) RA__FRONT_ra_index_add_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_index_add_out(out, self, dim, index, source, opts, ...) ra_index_add_out_at(out, self, dim, index, source, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_index_copy(...) ra_index_copy_at(__VA_ARGS__, RA_HERE)
#define ra_index_copy_(...) ra_index_copy__at(__VA_ARGS__, RA_HERE)
#define ra_index_copy_out(...) ra_index_copy_out_at(__VA_ARGS__, RA_HERE)
#define ra_index_reduce(...) RA__FRONT_ra_index_reduce(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_index_reduce(self, dim, index, source, reduce, opts, ...) ra_index_reduce_at(self, dim, index, source, reduce, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_index_reduce_(...) RA__FRONT_ra_index_reduce_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_index_reduce_(self, dim, index, source, reduce, opts, ...) ra_index_reduce__at(self, dim, index, source, reduce, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_index_reduce_out(...) RA__FRONT_ra_index_reduce_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_index_reduce_out(out, self, dim, index, source, reduce, opts, ...) ra_index_reduce_out_at(out, self, dim, index, source, reduce, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_masked_scatter(...) ra_masked_scatter_at(__VA_ARGS__, RA_HERE)
#define ra_masked_scatter_(...) ra_masked_scatter__at(__VA_ARGS__, RA_HERE)
#define ra_put(...) ra_put_at(__VA_ARGS__, RA_HERE)
#define ra_put_(...) ra_put__at(__VA_ARGS__, RA_HERE)
#define ra_take_along_dim(...) ra_take_along_dim_at(__VA_ARGS__, RA_HERE)
#define ra_take_along_dim_out(...) ra_take_along_dim_out_at(__VA_ARGS__, RA_HERE)
#define ra_repeat_interleave(...) RA__FRONT_ra_repeat_interleave(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_repeat_interleave(self, repeats, dim, opts, ...) ra_repeat_interleave_at(self, RA_OPERAND(repeats), dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_mm(...) ra_mm_at(__VA_ARGS__, RA_HERE)
#define ra_mm_out(...) ra_mm_out_at(__VA_ARGS__, RA_HERE)
#define ra_bmm(...) ra_bmm_at(__VA_ARGS__, RA_HERE)
#define ra_bmm_out(...) ra_bmm_out_at(__VA_ARGS__, RA_HERE)
#define ra_addmm(...) RA__FRONT_ra_addmm(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_addmm(self, mat1, mat2, opts, ...) ra_addmm_at(self, mat1, mat2, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_addmm_(...) RA__FRONT_ra_addmm_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_addmm_(self, mat1, mat2, opts, ...) ra_addmm__at(self, mat1, mat2, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_addmm_out(...) RA__FRONT_ra_addmm_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_addmm_out(out, self, mat1, mat2, opts, ...) ra_addmm_out_at(out, self, mat1, mat2, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_baddbmm(...) RA__FRONT_ra_baddbmm(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_baddbmm(self, batch1, batch2, opts, ...) ra_baddbmm_at(self, batch1, batch2, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_baddbmm_(...) RA__FRONT_ra_baddbmm_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_baddbmm_(self, batch1, batch2, opts, ...) ra_baddbmm__at(self, batch1, batch2, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_baddbmm_out(...) RA__FRONT_ra_baddbmm_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_baddbmm_out(out, self, batch1, batch2, opts, ...) ra_baddbmm_out_at(out, self, batch1, batch2, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_addbmm(...) RA__FRONT_ra_addbmm(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_addbmm(self, batch1, batch2, opts, ...) ra_addbmm_at(self, batch1, batch2, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_addbmm_(...) RA__FRONT_ra_addbmm_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_addbmm_(self, batch1, batch2, opts, ...) ra_addbmm__at(self, batch1, batch2, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_addbmm_out(...) RA__FRONT_ra_addbmm_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_addbmm_out(out, self, batch1, batch2, opts, ...) ra_addbmm_out_at(out, self, batch1, batch2, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_matmul(...) ra_matmul_at(__VA_ARGS__, RA_HERE)
#define ra_matmul_out(...) ra_matmul_out_at(__VA_ARGS__, RA_HERE)
#define ra_linear(...) ra_linear_at(__VA_ARGS__, RA_HERE)
#define ra_linear_out(...) ra_linear_out_at(__VA_ARGS__, RA_HERE)
#define ra_dot(...) ra_dot_at(__VA_ARGS__, RA_HERE)
#define ra_dot_out(...) ra_dot_out_at(__VA_ARGS__, RA_HERE)
#define ra_vdot(...) ra_vdot_at(__VA_ARGS__, RA_HERE)
#define ra_vdot_out(...) ra_vdot_out_at(__VA_ARGS__, RA_HERE)
#define ra_mv(...) ra_mv_at(__VA_ARGS__, RA_HERE)
#define ra_mv_out(...) ra_mv_out_at(__VA_ARGS__, RA_HERE)
#define ra_outer(...) ra_outer_at(__VA_ARGS__, RA_HERE)
#define ra_outer_out(...) ra_outer_out_at(__VA_ARGS__, RA_HERE)
#define ra_inner(...) ra_inner_at(__VA_ARGS__, RA_HERE)
#define ra_inner_out(...) ra_inner_out_at(__VA_ARGS__, RA_HERE)
#define ra_kron(...) ra_kron_at(__VA_ARGS__, RA_HERE)
#define ra_kron_out(...) ra_kron_out_at(__VA_ARGS__, RA_HERE)
#define ra_addr(...) RA__FRONT_ra_addr(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_addr(self, vec1, vec2, opts, ...) ra_addr_at(self, vec1, vec2, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_addr_(...) RA__FRONT_ra_addr_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_addr_(self, vec1, vec2, opts, ...) ra_addr__at(self, vec1, vec2, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_addr_out(...) RA__FRONT_ra_addr_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_addr_out(out, self, vec1, vec2, opts, ...) ra_addr_out_at(out, self, vec1, vec2, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_addmv(...) RA__FRONT_ra_addmv(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_addmv(self, mat, vec, opts, ...) ra_addmv_at(self, mat, vec, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_addmv_(...) RA__FRONT_ra_addmv_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_addmv_(self, mat, vec, opts, ...) ra_addmv__at(self, mat, vec, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_addmv_out(...) RA__FRONT_ra_addmv_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_addmv_out(out, self, mat, vec, opts, ...) ra_addmv_out_at(out, self, mat, vec, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_tensordot(...) ra_tensordot_at(__VA_ARGS__, RA_HERE)
#define ra_tensordot_out(...) ra_tensordot_out_at(__VA_ARGS__, RA_HERE)
#define ra_einsum(...) ra_einsum_at(__VA_ARGS__, RA_HERE)
#define ra_linalg_cholesky(...) RA__FRONT_ra_linalg_cholesky(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_cholesky(self, opts, ...) ra_linalg_cholesky_at(self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_cholesky_out(...) RA__FRONT_ra_linalg_cholesky_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_cholesky_out(out, self, opts, ...) ra_linalg_cholesky_out_at(out, self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_solve(...) RA__FRONT_ra_linalg_solve(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_solve(a_, b_, opts, ...) ra_linalg_solve_at(a_, b_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_solve_out(...) RA__FRONT_ra_linalg_solve_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_solve_out(out, a_, b_, opts, ...) ra_linalg_solve_out_at(out, a_, b_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_solve_triangular(...) RA__FRONT_ra_linalg_solve_triangular(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_solve_triangular(self, b_, opts, ...) ra_linalg_solve_triangular_at(self, b_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_solve_triangular_out(...) RA__FRONT_ra_linalg_solve_triangular_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_solve_triangular_out(out, self, b_, opts, ...) ra_linalg_solve_triangular_out_at(out, self, b_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_qr(...) RA__FRONT_ra_linalg_qr(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_qr(a_, q_, r_, opts, ...) ra_linalg_qr_at(a_, q_, r_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_qr_out(...) RA__FRONT_ra_linalg_qr_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_qr_out(out_q_, out_r_, a_, opts, ...) ra_linalg_qr_out_at(out_q_, out_r_, a_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_svd(...) RA__FRONT_ra_linalg_svd(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_svd(a_, u_, s_, vh, opts, ...) ra_linalg_svd_at(a_, u_, s_, vh, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_svd_out(...) RA__FRONT_ra_linalg_svd_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_svd_out(out_u_, out_s_, out_vh, a_, opts, ...) ra_linalg_svd_out_at(out_u_, out_s_, out_vh, a_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_eigh(...) RA__FRONT_ra_linalg_eigh(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_eigh(self, eigenvalues, eigenvectors, opts, ...) ra_linalg_eigh_at(self, eigenvalues, eigenvectors, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_eigh_out(...) RA__FRONT_ra_linalg_eigh_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_eigh_out(out_eigenvalues, out_eigenvectors, self, opts, ...) ra_linalg_eigh_out_at(out_eigenvalues, out_eigenvectors, self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_inv(...) ra_linalg_inv_at(__VA_ARGS__, RA_HERE)
#define ra_linalg_inv_out(...) ra_linalg_inv_out_at(__VA_ARGS__, RA_HERE)
#define ra_linalg_det(...) ra_linalg_det_at(__VA_ARGS__, RA_HERE)
#define ra_linalg_det_out(...) ra_linalg_det_out_at(__VA_ARGS__, RA_HERE)
#define ra_linalg_slogdet(...) ra_linalg_slogdet_at(__VA_ARGS__, RA_HERE)
#define ra_linalg_slogdet_out(...) ra_linalg_slogdet_out_at(__VA_ARGS__, RA_HERE)
#define ra_linalg_lu_factor(...) RA__FRONT_ra_linalg_lu_factor(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_lu_factor(a_, lu, pivots, opts, ...) ra_linalg_lu_factor_at(a_, lu, pivots, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_lu_factor_out(...) RA__FRONT_ra_linalg_lu_factor_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_lu_factor_out(out_lu, out_pivots, a_, opts, ...) ra_linalg_lu_factor_out_at(out_lu, out_pivots, a_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_lu_factor_ex(...) RA__FRONT_ra_linalg_lu_factor_ex(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_lu_factor_ex(a_, lu, pivots, info, opts, ...) ra_linalg_lu_factor_ex_at(a_, lu, pivots, info, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_lu_factor_ex_out(...) RA__FRONT_ra_linalg_lu_factor_ex_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_lu_factor_ex_out(out_lu, out_pivots, out_info, a_, opts, ...) ra_linalg_lu_factor_ex_out_at(out_lu, out_pivots, out_info, a_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_lu_solve(...) RA__FRONT_ra_linalg_lu_solve(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_lu_solve(lu, pivots, b_, opts, ...) ra_linalg_lu_solve_at(lu, pivots, b_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_lu_solve_out(...) RA__FRONT_ra_linalg_lu_solve_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_lu_solve_out(out, lu, pivots, b_, opts, ...) ra_linalg_lu_solve_out_at(out, lu, pivots, b_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_cholesky_solve(...) ra_cholesky_solve_at(__VA_ARGS__, RA_HERE)
#define ra_cholesky_solve_out(...) ra_cholesky_solve_out_at(__VA_ARGS__, RA_HERE)
#define ra_linalg_cholesky_ex(...) RA__FRONT_ra_linalg_cholesky_ex(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_cholesky_ex(self, l_, info, opts, ...) ra_linalg_cholesky_ex_at(self, l_, info, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_cholesky_ex_out(...) RA__FRONT_ra_linalg_cholesky_ex_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_cholesky_ex_out(out_l_, out_info, self, opts, ...) ra_linalg_cholesky_ex_out_at(out_l_, out_info, self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_inv_ex(...) RA__FRONT_ra_linalg_inv_ex(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_inv_ex(a_, inverse, info, opts, ...) ra_linalg_inv_ex_at(a_, inverse, info, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_inv_ex_out(...) RA__FRONT_ra_linalg_inv_ex_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_inv_ex_out(out_inverse, out_info, a_, opts, ...) ra_linalg_inv_ex_out_at(out_inverse, out_info, a_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_solve_ex(...) RA__FRONT_ra_linalg_solve_ex(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_solve_ex(a_, b_, result, info, opts, ...) ra_linalg_solve_ex_at(a_, b_, result, info, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_solve_ex_out(...) RA__FRONT_ra_linalg_solve_ex_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_solve_ex_out(out_result, out_info, a_, b_, opts, ...) ra_linalg_solve_ex_out_at(out_result, out_info, a_, b_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_eig(...) ra_linalg_eig_at(__VA_ARGS__, RA_HERE)
#define ra_linalg_eig_out(...) ra_linalg_eig_out_at(__VA_ARGS__, RA_HERE)
#define ra_linalg_eigvals(...) ra_linalg_eigvals_at(__VA_ARGS__, RA_HERE)
#define ra_linalg_eigvals_out(...) ra_linalg_eigvals_out_at(__VA_ARGS__, RA_HERE)
#define ra_linalg_lstsq(...) RA__FRONT_ra_linalg_lstsq(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_lstsq(self, b_, solution, residuals, rank, singular_values, opts, ...) ra_linalg_lstsq_at(self, b_, solution, residuals, rank, singular_values, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_lstsq_out(...) RA__FRONT_ra_linalg_lstsq_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_lstsq_out(out_solution, out_residuals, out_rank, out_singular_values, self, b_, opts, ...) ra_linalg_lstsq_out_at(out_solution, out_residuals, out_rank, out_singular_values, self, b_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_cross(...) RA__FRONT_ra_linalg_cross(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_cross(self, other, opts, ...) ra_linalg_cross_at(self, other, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_cross_out(...) RA__FRONT_ra_linalg_cross_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_cross_out(out, self, other, opts, ...) ra_linalg_cross_out_at(out, self, other, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_matrix_power(...) ra_linalg_matrix_power_at(__VA_ARGS__, RA_HERE)
#define ra_linalg_matrix_power_out(...) ra_linalg_matrix_power_out_at(__VA_ARGS__, RA_HERE)
#define ra_linalg_matrix_norm(...) RA__FRONT_ra_linalg_matrix_norm(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_matrix_norm(self, ord, opts, ...) ra_linalg_matrix_norm_at(self, RA_SCALAR(ord), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_matrix_norm_out(...) RA__FRONT_ra_linalg_matrix_norm_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_matrix_norm_out(out, self, ord, opts, ...) ra_linalg_matrix_norm_out_at(out, self, RA_SCALAR(ord), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_matrix_norm_str(...) RA__FRONT_ra_linalg_matrix_norm_str(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_matrix_norm_str(self, ord, opts, ...) ra_linalg_matrix_norm_str_at(self, ord, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_matrix_norm_str_out(...) RA__FRONT_ra_linalg_matrix_norm_str_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_matrix_norm_str_out(out, self, ord, opts, ...) ra_linalg_matrix_norm_str_out_at(out, self, ord, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_norm(...) RA__FRONT_ra_linalg_norm(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_norm(self, opts, ...) ra_linalg_norm_at(self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_norm_out(...) RA__FRONT_ra_linalg_norm_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_norm_out(out, self, opts, ...) ra_linalg_norm_out_at(out, self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_norm_str(...) RA__FRONT_ra_linalg_norm_str(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_norm_str(self, ord, opts, ...) ra_linalg_norm_str_at(self, ord, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_norm_str_out(...) RA__FRONT_ra_linalg_norm_str_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_norm_str_out(out, self, ord, opts, ...) ra_linalg_norm_str_out_at(out, self, ord, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_cond(self, p_) ra_linalg_cond_at(self, RA_OPERAND(p_), RA_HERE)
#define ra_linalg_cond_out(out, self, p_) ra_linalg_cond_out_at(out, self, RA_OPERAND(p_), RA_HERE)
#define ra_linalg_cond_str(...) ra_linalg_cond_str_at(__VA_ARGS__, RA_HERE)
#define ra_linalg_cond_str_out(...) ra_linalg_cond_str_out_at(__VA_ARGS__, RA_HERE)
#define ra_linalg_pinv(...) RA__FRONT_ra_linalg_pinv(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_pinv(self, atol, rtol, opts, ...) ra_linalg_pinv_at(self, RA_OPERAND(atol), RA_OPERAND(rtol), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_pinv_out(...) RA__FRONT_ra_linalg_pinv_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_pinv_out(out, self, atol, rtol, opts, ...) ra_linalg_pinv_out_at(out, self, RA_OPERAND(atol), RA_OPERAND(rtol), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_matrix_rank(...) RA__FRONT_ra_linalg_matrix_rank(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_matrix_rank(self, atol, rtol, opts, ...) ra_linalg_matrix_rank_at(self, RA_OPERAND(atol), RA_OPERAND(rtol), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_matrix_rank_out(...) RA__FRONT_ra_linalg_matrix_rank_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_linalg_matrix_rank_out(out, self, atol, rtol, opts, ...) ra_linalg_matrix_rank_out_at(out, self, RA_OPERAND(atol), RA_OPERAND(rtol), RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_linalg_multi_dot(...) ra_linalg_multi_dot_at(__VA_ARGS__, RA_HERE)
#define ra_linalg_multi_dot_out(...) ra_linalg_multi_dot_out_at(__VA_ARGS__, RA_HERE)
#define ra_fft_fft(...) RA__FRONT_ra_fft_fft(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_fft(self, n_, dim, opts, ...) ra_fft_fft_at(self, n_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_fft_out(...) RA__FRONT_ra_fft_fft_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_fft_out(out, self, n_, dim, opts, ...) ra_fft_fft_out_at(out, self, n_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_ifft(...) RA__FRONT_ra_fft_ifft(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_ifft(self, n_, dim, opts, ...) ra_fft_ifft_at(self, n_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_ifft_out(...) RA__FRONT_ra_fft_ifft_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_ifft_out(out, self, n_, dim, opts, ...) ra_fft_ifft_out_at(out, self, n_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_rfft(...) RA__FRONT_ra_fft_rfft(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_rfft(self, n_, dim, opts, ...) ra_fft_rfft_at(self, n_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_rfft_out(...) RA__FRONT_ra_fft_rfft_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_rfft_out(out, self, n_, dim, opts, ...) ra_fft_rfft_out_at(out, self, n_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_irfft(...) RA__FRONT_ra_fft_irfft(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_irfft(self, n_, dim, opts, ...) ra_fft_irfft_at(self, n_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_irfft_out(...) RA__FRONT_ra_fft_irfft_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_irfft_out(out, self, n_, dim, opts, ...) ra_fft_irfft_out_at(out, self, n_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_hfft(...) RA__FRONT_ra_fft_hfft(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_hfft(self, n_, dim, opts, ...) ra_fft_hfft_at(self, n_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_hfft_out(...) RA__FRONT_ra_fft_hfft_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_hfft_out(out, self, n_, dim, opts, ...) ra_fft_hfft_out_at(out, self, n_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_ihfft(...) RA__FRONT_ra_fft_ihfft(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_ihfft(self, n_, dim, opts, ...) ra_fft_ihfft_at(self, n_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_ihfft_out(...) RA__FRONT_ra_fft_ihfft_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_ihfft_out(out, self, n_, dim, opts, ...) ra_fft_ihfft_out_at(out, self, n_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_fft2(...) RA__FRONT_ra_fft_fft2(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_fft2(self, s_, dim, opts, ...) ra_fft_fft2_at(self, s_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_fft2_out(...) RA__FRONT_ra_fft_fft2_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_fft2_out(out, self, s_, dim, opts, ...) ra_fft_fft2_out_at(out, self, s_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_ifft2(...) RA__FRONT_ra_fft_ifft2(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_ifft2(self, s_, dim, opts, ...) ra_fft_ifft2_at(self, s_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_ifft2_out(...) RA__FRONT_ra_fft_ifft2_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_ifft2_out(out, self, s_, dim, opts, ...) ra_fft_ifft2_out_at(out, self, s_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_rfft2(...) RA__FRONT_ra_fft_rfft2(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_rfft2(self, s_, dim, opts, ...) ra_fft_rfft2_at(self, s_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_rfft2_out(...) RA__FRONT_ra_fft_rfft2_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_rfft2_out(out, self, s_, dim, opts, ...) ra_fft_rfft2_out_at(out, self, s_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_irfft2(...) RA__FRONT_ra_fft_irfft2(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_irfft2(self, s_, dim, opts, ...) ra_fft_irfft2_at(self, s_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_irfft2_out(...) RA__FRONT_ra_fft_irfft2_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_irfft2_out(out, self, s_, dim, opts, ...) ra_fft_irfft2_out_at(out, self, s_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_fftn(...) RA__FRONT_ra_fft_fftn(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_fftn(self, s_, dim, opts, ...) ra_fft_fftn_at(self, s_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_fftn_out(...) RA__FRONT_ra_fft_fftn_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_fftn_out(out, self, s_, dim, opts, ...) ra_fft_fftn_out_at(out, self, s_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_ifftn(...) RA__FRONT_ra_fft_ifftn(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_ifftn(self, s_, dim, opts, ...) ra_fft_ifftn_at(self, s_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_ifftn_out(...) RA__FRONT_ra_fft_ifftn_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_ifftn_out(out, self, s_, dim, opts, ...) ra_fft_ifftn_out_at(out, self, s_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_rfftn(...) RA__FRONT_ra_fft_rfftn(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_rfftn(self, s_, dim, opts, ...) ra_fft_rfftn_at(self, s_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_rfftn_out(...) RA__FRONT_ra_fft_rfftn_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_rfftn_out(out, self, s_, dim, opts, ...) ra_fft_rfftn_out_at(out, self, s_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_irfftn(...) RA__FRONT_ra_fft_irfftn(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_irfftn(self, s_, dim, opts, ...) ra_fft_irfftn_at(self, s_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_irfftn_out(...) RA__FRONT_ra_fft_irfftn_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_irfftn_out(out, self, s_, dim, opts, ...) ra_fft_irfftn_out_at(out, self, s_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_fftfreq(...) RA__FRONT_ra_fft_fftfreq(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_fftfreq(n_, d_, opts, ...) ra_fft_fftfreq_at(n_, d_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_fftfreq_out(...) RA__FRONT_ra_fft_fftfreq_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_fftfreq_out(out, n_, d_, opts, ...) ra_fft_fftfreq_out_at(out, n_, d_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_rfftfreq(...) RA__FRONT_ra_fft_rfftfreq(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_rfftfreq(n_, d_, opts, ...) ra_fft_rfftfreq_at(n_, d_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_rfftfreq_out(...) RA__FRONT_ra_fft_rfftfreq_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_fft_rfftfreq_out(out, n_, d_, opts, ...) ra_fft_rfftfreq_out_at(out, n_, d_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_fft_fftshift(...) ra_fft_fftshift_at(__VA_ARGS__, RA_HERE)
#define ra_fft_ifftshift(...) ra_fft_ifftshift_at(__VA_ARGS__, RA_HERE)
#define ra_relu(...) ra_relu_at(__VA_ARGS__, RA_HERE)
#define ra_relu_(...) ra_relu__at(__VA_ARGS__, RA_HERE)
#define ra_leaky_relu(self, negative_slope) ra_leaky_relu_at(self, RA_SCALAR(negative_slope), RA_HERE)
#define ra_leaky_relu_(self, negative_slope) ra_leaky_relu__at(self, RA_SCALAR(negative_slope), RA_HERE)
#define ra_leaky_relu_out(out, self, negative_slope) ra_leaky_relu_out_at(out, self, RA_SCALAR(negative_slope), RA_HERE)
#define ra_relu6(...) ra_relu6_at(__VA_ARGS__, RA_HERE)
#define ra_relu6_(...) ra_relu6__at(__VA_ARGS__, RA_HERE)
#define ra_hardtanh(self, min_val, max_val) ra_hardtanh_at(self, RA_SCALAR(min_val), RA_SCALAR(max_val), RA_HERE)
#define ra_hardtanh_(self, min_val, max_val) ra_hardtanh__at(self, RA_SCALAR(min_val), RA_SCALAR(max_val), RA_HERE)
#define ra_hardtanh_out(out, self, min_val, max_val) ra_hardtanh_out_at(out, self, RA_SCALAR(min_val), RA_SCALAR(max_val), RA_HERE)
#define ra_elu(self, alpha, scale, input_scale) ra_elu_at(self, RA_SCALAR(alpha), RA_SCALAR(scale), RA_SCALAR(input_scale), RA_HERE)
#define ra_elu_(self, alpha, scale, input_scale) ra_elu__at(self, RA_SCALAR(alpha), RA_SCALAR(scale), RA_SCALAR(input_scale), RA_HERE)
#define ra_elu_out(out, self, alpha, scale, input_scale) ra_elu_out_at(out, self, RA_SCALAR(alpha), RA_SCALAR(scale), RA_SCALAR(input_scale), RA_HERE)
#define ra_celu(self, alpha) ra_celu_at(self, RA_SCALAR(alpha), RA_HERE)
#define ra_celu_(self, alpha) ra_celu__at(self, RA_SCALAR(alpha), RA_HERE)
#define ra_selu(...) ra_selu_at(__VA_ARGS__, RA_HERE)
#define ra_selu_(...) ra_selu__at(__VA_ARGS__, RA_HERE)
#define ra_sigmoid(...) ra_sigmoid_at(__VA_ARGS__, RA_HERE)
#define ra_sigmoid_(...) ra_sigmoid__at(__VA_ARGS__, RA_HERE)
#define ra_sigmoid_out(...) ra_sigmoid_out_at(__VA_ARGS__, RA_HERE)
#define ra_log_sigmoid(...) ra_log_sigmoid_at(__VA_ARGS__, RA_HERE)
#define ra_log_sigmoid_out(...) ra_log_sigmoid_out_at(__VA_ARGS__, RA_HERE)
#define ra_hardsigmoid(...) ra_hardsigmoid_at(__VA_ARGS__, RA_HERE)
#define ra_hardsigmoid_(...) ra_hardsigmoid__at(__VA_ARGS__, RA_HERE)
#define ra_hardsigmoid_out(...) ra_hardsigmoid_out_at(__VA_ARGS__, RA_HERE)
#define ra_gelu(...) RA__FRONT_ra_gelu(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_gelu(self, opts, ...) ra_gelu_at(self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_gelu_(...) RA__FRONT_ra_gelu_(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_gelu_(self, opts, ...) ra_gelu__at(self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_gelu_out(...) RA__FRONT_ra_gelu_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_gelu_out(out, self, opts, ...) ra_gelu_out_at(out, self, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_silu(...) ra_silu_at(__VA_ARGS__, RA_HERE)
#define ra_silu_(...) ra_silu__at(__VA_ARGS__, RA_HERE)
#define ra_silu_out(...) ra_silu_out_at(__VA_ARGS__, RA_HERE)
#define ra_hardswish(...) ra_hardswish_at(__VA_ARGS__, RA_HERE)
#define ra_hardswish_(...) ra_hardswish__at(__VA_ARGS__, RA_HERE)
#define ra_hardswish_out(...) ra_hardswish_out_at(__VA_ARGS__, RA_HERE)
#define ra_mish(...) ra_mish_at(__VA_ARGS__, RA_HERE)
#define ra_mish_(...) ra_mish__at(__VA_ARGS__, RA_HERE)
#define ra_mish_out(...) ra_mish_out_at(__VA_ARGS__, RA_HERE)
#define ra_softplus(self, beta, threshold) ra_softplus_at(self, RA_SCALAR(beta), RA_SCALAR(threshold), RA_HERE)
#define ra_softplus_out(out, self, beta, threshold) ra_softplus_out_at(out, self, RA_SCALAR(beta), RA_SCALAR(threshold), RA_HERE)
#define ra_glu(...) ra_glu_at(__VA_ARGS__, RA_HERE)
#define ra_glu_out(...) ra_glu_out_at(__VA_ARGS__, RA_HERE)
#define ra_hardshrink(self, lambd) ra_hardshrink_at(self, RA_SCALAR(lambd), RA_HERE)
#define ra_hardshrink_out(out, self, lambd) ra_hardshrink_out_at(out, self, RA_SCALAR(lambd), RA_HERE)
#define ra_softshrink(self, lambd) ra_softshrink_at(self, RA_SCALAR(lambd), RA_HERE)
#define ra_softshrink_out(out, self, lambd) ra_softshrink_out_at(out, self, RA_SCALAR(lambd), RA_HERE)
#define ra_threshold(self, threshold, value) ra_threshold_at(self, RA_SCALAR(threshold), RA_SCALAR(value), RA_HERE)
#define ra_threshold_(self, threshold, value) ra_threshold__at(self, RA_SCALAR(threshold), RA_SCALAR(value), RA_HERE)
#define ra_threshold_out(out, self, threshold, value) ra_threshold_out_at(out, self, RA_SCALAR(threshold), RA_SCALAR(value), RA_HERE)
#define ra_prelu(...) ra_prelu_at(__VA_ARGS__, RA_HERE)
#define ra_softmax(...) RA__FRONT_ra_softmax(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_softmax(self, dim, opts, ...) ra_softmax_at(self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_softmax_out(...) RA__FRONT_ra_softmax_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_softmax_out(out, self, dim, opts, ...) ra_softmax_out_at(out, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_log_softmax(...) RA__FRONT_ra_log_softmax(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_log_softmax(self, dim, opts, ...) ra_log_softmax_at(self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_log_softmax_out(...) RA__FRONT_ra_log_softmax_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_log_softmax_out(out, self, dim, opts, ...) ra_log_softmax_out_at(out, self, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_layer_norm(...) RA__FRONT_ra_layer_norm(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_layer_norm(input, normalized_shape, weight, bias, opts, ...) ra_layer_norm_at(input, normalized_shape, weight, bias, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_conv2d(...) RA__FRONT_ra_conv2d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_conv2d(input, weight, bias, opts, ...) ra_conv2d_at(input, weight, bias, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_conv1d(...) RA__FRONT_ra_conv1d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_conv1d(input, weight, bias, opts, ...) ra_conv1d_at(input, weight, bias, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_max_pool2d(...) RA__FRONT_ra_max_pool2d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_max_pool2d(self, kernel_size, output, indices, opts, ...) ra_max_pool2d_at(self, kernel_size, output, indices, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_max_pool2d_out(...) RA__FRONT_ra_max_pool2d_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_max_pool2d_out(out_output, out_indices, self, kernel_size, opts, ...) ra_max_pool2d_out_at(out_output, out_indices, self, kernel_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_avg_pool2d(...) RA__FRONT_ra_avg_pool2d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_avg_pool2d(self, kernel_size, opts, ...) ra_avg_pool2d_at(self, kernel_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_avg_pool2d_out(...) RA__FRONT_ra_avg_pool2d_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_avg_pool2d_out(out, self, kernel_size, opts, ...) ra_avg_pool2d_out_at(out, self, kernel_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_cdist(...) ra_cdist_at(__VA_ARGS__, RA_HERE)
#define ra_embedding(...) ra_embedding_at(__VA_ARGS__, RA_HERE)
#define ra_embedding_out(...) ra_embedding_out_at(__VA_ARGS__, RA_HERE)
#define ra_cross_entropy(...) RA__FRONT_ra_cross_entropy(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_cross_entropy(self, target, weight, opts, ...) ra_cross_entropy_at(self, target, weight, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_mse_loss(...) RA__FRONT_ra_mse_loss(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_mse_loss(self, target, opts, ...) ra_mse_loss_at(self, target, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_mse_loss_out(...) RA__FRONT_ra_mse_loss_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_mse_loss_out(out, self, target, opts, ...) ra_mse_loss_out_at(out, self, target, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_l1_loss(...) RA__FRONT_ra_l1_loss(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_l1_loss(self, target, opts, ...) ra_l1_loss_at(self, target, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_smooth_l1_loss(...) RA__FRONT_ra_smooth_l1_loss(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_smooth_l1_loss(self, target, opts, ...) ra_smooth_l1_loss_at(self, target, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_smooth_l1_loss_out(...) RA__FRONT_ra_smooth_l1_loss_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_smooth_l1_loss_out(out, self, target, opts, ...) ra_smooth_l1_loss_out_at(out, self, target, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_huber_loss(...) RA__FRONT_ra_huber_loss(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_huber_loss(self, target, opts, ...) ra_huber_loss_at(self, target, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_huber_loss_out(...) RA__FRONT_ra_huber_loss_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_huber_loss_out(out, self, target, opts, ...) ra_huber_loss_out_at(out, self, target, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_kl_div(...) RA__FRONT_ra_kl_div(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_kl_div(self, target, opts, ...) ra_kl_div_at(self, target, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_binary_cross_entropy_with_logits(...) RA__FRONT_ra_binary_cross_entropy_with_logits(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_binary_cross_entropy_with_logits(self, target, weight, pos_weight, opts, ...) ra_binary_cross_entropy_with_logits_at(self, target, weight, pos_weight, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_binary_cross_entropy(...) RA__FRONT_ra_binary_cross_entropy(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_binary_cross_entropy(self, target, weight, opts, ...) ra_binary_cross_entropy_at(self, target, weight, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_binary_cross_entropy_out(...) RA__FRONT_ra_binary_cross_entropy_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_binary_cross_entropy_out(out, self, target, weight, opts, ...) ra_binary_cross_entropy_out_at(out, self, target, weight, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_nll_loss(...) RA__FRONT_ra_nll_loss(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_nll_loss(self, target, weight, opts, ...) ra_nll_loss_at(self, target, weight, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_nll_loss_forward(...) RA__FRONT_ra_nll_loss_forward(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_nll_loss_forward(self, target, weight, output, total_weight, opts, ...) ra_nll_loss_forward_at(self, target, weight, output, total_weight, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_nll_loss_forward_out(...) RA__FRONT_ra_nll_loss_forward_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_nll_loss_forward_out(out_output, out_total_weight, self, target, weight, opts, ...) ra_nll_loss_forward_out_at(out_output, out_total_weight, self, target, weight, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_embedding_bag(...) RA__FRONT_ra_embedding_bag(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_embedding_bag(weight, indices, offsets, per_sample_weights, opts, ...) ra_embedding_bag_at(weight, indices, offsets, per_sample_weights, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_hinge_embedding_loss(...) RA__FRONT_ra_hinge_embedding_loss(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_hinge_embedding_loss(self, target, opts, ...) ra_hinge_embedding_loss_at(self, target, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_margin_ranking_loss(...) RA__FRONT_ra_margin_ranking_loss(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_margin_ranking_loss(input1, input2, target, opts, ...) ra_margin_ranking_loss_at(input1, input2, target, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_cosine_embedding_loss(...) RA__FRONT_ra_cosine_embedding_loss(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_cosine_embedding_loss(input1, input2, target, opts, ...) ra_cosine_embedding_loss_at(input1, input2, target, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_triplet_margin_loss(...) RA__FRONT_ra_triplet_margin_loss(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_triplet_margin_loss(anchor, positive, negative, p_, opts, ...) ra_triplet_margin_loss_at(anchor, positive, negative, p_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_constant_pad_nd(self, pad, value) ra_constant_pad_nd_at(self, pad, RA_SCALAR(value), RA_HERE)
#define ra_pad(...) RA__FRONT_ra_pad(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_pad(self, pad, opts, ...) ra_pad_at(self, pad, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_pixel_shuffle(...) ra_pixel_shuffle_at(__VA_ARGS__, RA_HERE)
#define ra_pixel_unshuffle(...) ra_pixel_unshuffle_at(__VA_ARGS__, RA_HERE)
#define ra_channel_shuffle(...) ra_channel_shuffle_at(__VA_ARGS__, RA_HERE)
#define ra_max_pool1d(...) RA__FRONT_ra_max_pool1d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_max_pool1d(self, kernel_size, opts, ...) ra_max_pool1d_at(self, kernel_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_avg_pool1d(...) RA__FRONT_ra_avg_pool1d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_avg_pool1d(self, kernel_size, opts, ...) ra_avg_pool1d_at(self, kernel_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_max_pool3d(...) RA__FRONT_ra_max_pool3d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_max_pool3d(self, kernel_size, output, indices, opts, ...) ra_max_pool3d_at(self, kernel_size, output, indices, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_max_pool3d_out(...) RA__FRONT_ra_max_pool3d_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_max_pool3d_out(out_output, out_indices, self, kernel_size, opts, ...) ra_max_pool3d_out_at(out_output, out_indices, self, kernel_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_avg_pool3d(...) RA__FRONT_ra_avg_pool3d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_avg_pool3d(self, kernel_size, opts, ...) ra_avg_pool3d_at(self, kernel_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_avg_pool3d_out(...) RA__FRONT_ra_avg_pool3d_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_avg_pool3d_out(out, self, kernel_size, opts, ...) ra_avg_pool3d_out_at(out, self, kernel_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_adaptive_avg_pool1d(...) ra_adaptive_avg_pool1d_at(__VA_ARGS__, RA_HERE)
#define ra_adaptive_avg_pool2d(...) ra_adaptive_avg_pool2d_at(__VA_ARGS__, RA_HERE)
#define ra_adaptive_avg_pool2d_out(...) ra_adaptive_avg_pool2d_out_at(__VA_ARGS__, RA_HERE)
#define ra_adaptive_avg_pool3d(...) ra_adaptive_avg_pool3d_at(__VA_ARGS__, RA_HERE)
#define ra_adaptive_avg_pool3d_out(...) ra_adaptive_avg_pool3d_out_at(__VA_ARGS__, RA_HERE)
#define ra_adaptive_max_pool1d(...) ra_adaptive_max_pool1d_at(__VA_ARGS__, RA_HERE)
#define ra_adaptive_max_pool2d(...) ra_adaptive_max_pool2d_at(__VA_ARGS__, RA_HERE)
#define ra_adaptive_max_pool2d_out(...) ra_adaptive_max_pool2d_out_at(__VA_ARGS__, RA_HERE)
#define ra_group_norm(...) RA__FRONT_ra_group_norm(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_group_norm(input, num_groups, weight, bias, opts, ...) ra_group_norm_at(input, num_groups, weight, bias, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_batch_norm(...) RA__FRONT_ra_batch_norm(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_batch_norm(input, weight, bias, running_mean, running_var, opts, ...) ra_batch_norm_at(input, weight, bias, running_mean, running_var, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_instance_norm(...) RA__FRONT_ra_instance_norm(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_instance_norm(input, weight, bias, running_mean, running_var, opts, ...) ra_instance_norm_at(input, weight, bias, running_mean, running_var, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_rms_norm(...) RA__FRONT_ra_rms_norm(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_rms_norm(input, normalized_shape, weight, opts, ...) ra_rms_norm_at(input, normalized_shape, weight, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_normalize(...) RA__FRONT_ra_normalize(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_normalize(input, p_, dim, opts, ...) ra_normalize_at(input, p_, dim, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_renorm(self, p_, dim, maxnorm) ra_renorm_at(self, RA_SCALAR(p_), dim, RA_SCALAR(maxnorm), RA_HERE)
#define ra_renorm_(self, p_, dim, maxnorm) ra_renorm__at(self, RA_SCALAR(p_), dim, RA_SCALAR(maxnorm), RA_HERE)
#define ra_renorm_out(out, self, p_, dim, maxnorm) ra_renorm_out_at(out, self, RA_SCALAR(p_), dim, RA_SCALAR(maxnorm), RA_HERE)
#define ra_local_response_norm(...) RA__FRONT_ra_local_response_norm(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_local_response_norm(input, size, k_, opts, ...) ra_local_response_norm_at(input, size, k_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_pairwise_distance(...) RA__FRONT_ra_pairwise_distance(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_pairwise_distance(x1, x2, p_, opts, ...) ra_pairwise_distance_at(x1, x2, p_, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_upsample_nearest1d(...) RA__FRONT_ra_upsample_nearest1d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_upsample_nearest1d(self, output_size, opts, ...) ra_upsample_nearest1d_at(self, output_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_upsample_nearest1d_out(...) RA__FRONT_ra_upsample_nearest1d_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_upsample_nearest1d_out(out, self, output_size, opts, ...) ra_upsample_nearest1d_out_at(out, self, output_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_upsample_nearest2d(...) RA__FRONT_ra_upsample_nearest2d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_upsample_nearest2d(self, output_size, opts, ...) ra_upsample_nearest2d_at(self, output_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_upsample_nearest2d_out(...) RA__FRONT_ra_upsample_nearest2d_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_upsample_nearest2d_out(out, self, output_size, opts, ...) ra_upsample_nearest2d_out_at(out, self, output_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_upsample_nearest3d(...) RA__FRONT_ra_upsample_nearest3d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_upsample_nearest3d(self, output_size, opts, ...) ra_upsample_nearest3d_at(self, output_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_upsample_nearest3d_out(...) RA__FRONT_ra_upsample_nearest3d_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_upsample_nearest3d_out(out, self, output_size, opts, ...) ra_upsample_nearest3d_out_at(out, self, output_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_upsample_nearest_exact1d(...) RA__FRONT_ra_upsample_nearest_exact1d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_upsample_nearest_exact1d(self, output_size, opts, ...) ra_upsample_nearest_exact1d_at(self, output_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_upsample_nearest_exact1d_out(...) RA__FRONT_ra_upsample_nearest_exact1d_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_upsample_nearest_exact1d_out(out, self, output_size, opts, ...) ra_upsample_nearest_exact1d_out_at(out, self, output_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_upsample_nearest_exact2d(...) RA__FRONT_ra_upsample_nearest_exact2d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_upsample_nearest_exact2d(self, output_size, opts, ...) ra_upsample_nearest_exact2d_at(self, output_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_upsample_nearest_exact2d_out(...) RA__FRONT_ra_upsample_nearest_exact2d_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_upsample_nearest_exact2d_out(out, self, output_size, opts, ...) ra_upsample_nearest_exact2d_out_at(out, self, output_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_upsample_nearest_exact3d(...) RA__FRONT_ra_upsample_nearest_exact3d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_upsample_nearest_exact3d(self, output_size, opts, ...) ra_upsample_nearest_exact3d_at(self, output_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_upsample_nearest_exact3d_out(...) RA__FRONT_ra_upsample_nearest_exact3d_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_upsample_nearest_exact3d_out(out, self, output_size, opts, ...) ra_upsample_nearest_exact3d_out_at(out, self, output_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_upsample_linear1d(...) RA__FRONT_ra_upsample_linear1d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_upsample_linear1d(self, output_size, opts, ...) ra_upsample_linear1d_at(self, output_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_upsample_linear1d_out(...) RA__FRONT_ra_upsample_linear1d_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_upsample_linear1d_out(out, self, output_size, opts, ...) ra_upsample_linear1d_out_at(out, self, output_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_upsample_bilinear2d(...) RA__FRONT_ra_upsample_bilinear2d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_upsample_bilinear2d(self, output_size, opts, ...) ra_upsample_bilinear2d_at(self, output_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_upsample_bilinear2d_out(...) RA__FRONT_ra_upsample_bilinear2d_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_upsample_bilinear2d_out(out, self, output_size, opts, ...) ra_upsample_bilinear2d_out_at(out, self, output_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_upsample_trilinear3d(...) RA__FRONT_ra_upsample_trilinear3d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_upsample_trilinear3d(self, output_size, opts, ...) ra_upsample_trilinear3d_at(self, output_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_upsample_trilinear3d_out(...) RA__FRONT_ra_upsample_trilinear3d_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_upsample_trilinear3d_out(out, self, output_size, opts, ...) ra_upsample_trilinear3d_out_at(out, self, output_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_upsample_bicubic2d(...) RA__FRONT_ra_upsample_bicubic2d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_upsample_bicubic2d(self, output_size, opts, ...) ra_upsample_bicubic2d_at(self, output_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_upsample_bicubic2d_out(...) RA__FRONT_ra_upsample_bicubic2d_out(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_upsample_bicubic2d_out(out, self, output_size, opts, ...) ra_upsample_bicubic2d_out_at(out, self, output_size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_interpolate(...) RA__FRONT_ra_interpolate(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_interpolate(input, size, opts, ...) ra_interpolate_at(input, size, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_conv3d(...) RA__FRONT_ra_conv3d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_conv3d(input, weight, bias, opts, ...) ra_conv3d_at(input, weight, bias, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_conv_transpose1d(...) RA__FRONT_ra_conv_transpose1d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_conv_transpose1d(input, weight, bias, opts, ...) ra_conv_transpose1d_at(input, weight, bias, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_conv_transpose2d(...) RA__FRONT_ra_conv_transpose2d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_conv_transpose2d(input, weight, bias, opts, ...) ra_conv_transpose2d_at(input, weight, bias, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_conv_transpose3d(...) RA__FRONT_ra_conv_transpose3d(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_conv_transpose3d(input, weight, bias, opts, ...) ra_conv_transpose3d_at(input, weight, bias, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#define ra_scaled_dot_product_attention(...) RA__FRONT_ra_scaled_dot_product_attention(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)
#define RA__FRONT_ra_scaled_dot_product_attention(query, key, value, attn_mask, opts, ...) ra_scaled_dot_product_attention_at(query, key, value, attn_mask, RA__LAST(opts, __VA_ARGS__), RA_HERE)
#endif

#endif
