"""The operators under test, each bound to the PyTorch operator that defines it.

PyTorch's own schema gives the order and the names of the arguments, and the out= and
in-place overloads that belong to a functional one; nothing of that is written down twice.
"""
import torch

DTYPES = {
    "bool": torch.bool, "uint8": torch.uint8, "int8": torch.int8, "int16": torch.int16,
    "int32": torch.int32, "int64": torch.int64, "float16": torch.float16,
    "bfloat16": torch.bfloat16, "float32": torch.float32, "float64": torch.float64,
    "complex64": torch.complex64, "complex128": torch.complex128,
}
NAME_OF = {v: k for k, v in DTYPES.items()} | {torch.complex32: "complex32"}
ALL = list(DTYPES.values())
INTS = ALL[1:6]
FLOATS = ALL[6:10]
COMPLEX = ALL[10:]

# Arguments of PyTorch that have no counterpart here.
DROPPED = {"layout", "device", "pin_memory", "non_blocking", "generator", "sparse_grad",
           "cudnn_enable", "cudnn_enabled", "scale_grad_by_freq", "sparse", "implicit", "padding_idx", "driver",
           "compute_mode", "path"}
# Views that are here in place as well, which changes what the handle describes.
DESCRIBED_ANEW = ("transpose", "t", "squeeze", "unsqueeze")
KEPT_BY = ("python_functions", "aten::linalg_lstsq")


# Functions that PyTorch has in Python alone: here they have a schema.
PYTHON = torch.library.Library("python_functions", "DEF")


def _in_python(schema, function):
    PYTHON.define(schema)
    PYTHON.impl(schema.split("(")[0], function, "CompositeImplicitAutograd")


_in_python("normalize(Tensor input, float p=2., int dim=1, float eps=1e-12) -> Tensor",
           lambda input, p=2.0, dim=1, eps=1e-12: torch.nn.functional.normalize(input, p, dim, eps))

_in_python("bags(Tensor weight, Tensor indices, Tensor? offsets=None, Tensor? per_sample_weights=None, str mode='mean', bool include_last_offset=False,"
           " int padding_idx=-1) -> Tensor",
           lambda weight, indices, offsets=None, each=None, mode="mean", ends=False, padding=-1: torch.nn.functional.embedding_bag(
               indices, weight, offsets, mode=mode, per_sample_weights=each, include_last_offset=ends, padding_idx=None if padding < 0 else padding))
_in_python("interpolate(Tensor input, int[]? size=None, float? scale_factor=None, str mode='nearest', bool align_corners=False,"
           " bool recompute_scale_factor=False) -> Tensor",
           lambda input, size=None, scale=None, mode="nearest", align=False, again=False: torch.nn.functional.interpolate(
               input, size if size is None or len(size) > 1 else size[0], scale, mode, align if "linear" in mode or mode == "bicubic" else None, again or None))
_in_python("local_response_norm(Tensor input, int size, float alpha=0.0001, float beta=0.75, float k=1.) -> Tensor",
           lambda input, size, alpha=1e-4, beta=0.75, k=1.0: torch.nn.functional.local_response_norm(input, size, alpha, beta, k))
_in_python("trapezoids(Tensor y, Tensor? x=None, Scalar dx=1, int dim=-1) -> Tensor",
           lambda y, x=None, dx=1, dim=-1: torch.trapezoid(y, dx=dx, dim=dim) if x is None else torch.trapezoid(y, x, dim=dim))

# Names of arguments in overloads that take a number for a tensor.
NUMBERS = {"scatter": {"value": "src"}, "isin": {"element": "elements", "test_element": "test_elements"}, "linalg_matrix_rank": {"input": "self"}}


def _arguments(overload):
    return [a for a in overload._schema.arguments if not a.is_out]


def _names(overload):
    return [a.name for a in _arguments(overload) if a.name not in DROPPED or overload._schema.name.startswith(KEPT_BY)]


def _fits(value, kind):
    """Whether an overload's argument type takes this value as it is."""
    if kind.startswith("Optional["):
        return value is None or _fits(value, kind[9:-1])
    if isinstance(value, torch.Tensor):
        return kind == "Tensor"
    if isinstance(value, (torch.dtype, torch.memory_format)):
        return kind == "int"
    if isinstance(value, bool):
        return kind in ("bool", "number")
    if isinstance(value, int):
        return kind in ("int", "number", "float")
    if isinstance(value, float):
        return kind in ("float", "number")
    if isinstance(value, complex):
        return kind == "number"
    if isinstance(value, str):
        return kind == "str"
    if isinstance(value, (list, tuple)) and kind.startswith("List["):
        return all(_fits(v, kind[5:-1]) for v in value)
    return False


class Op:
    """name: ours. packet.overload: PyTorch's functional form (the in-place form where there is
    no other), whose arguments are ours too; the other overloads with the same arguments (a
    scalar for a tensor, out=, in-place) are found by themselves."""

    def __init__(self, family, name, packet=None, overload="default"):
        self.family, self.name = family, name
        self.packet = packet or name
        self.space = torch.ops.aten if hasattr(torch.ops.aten, self.packet) else torch.ops.python_functions
        self.numbers = NUMBERS.get(name, {})
        self.base = getattr(getattr(self.space, self.packet), overload)
        self.in_place_only = self.packet.endswith("_")
        self.args = _names(self.base)
        self.variants = [v for v in ("functional", "inplace", "out") if self._family_of(v)]

    def _family_of(self, variant):
        """The overloads of a variant that take our arguments, the base's own kind first."""
        name = self.packet
        if self.in_place_only:
            if variant != "inplace":
                return []
        elif variant == "inplace":
            if self.family == "view" and self.name not in DESCRIBED_ANEW:
                return []
            name += "_"
        packet = getattr(self.space, name, None)
        if packet is None:
            return []
        found = []
        for overload in packet.overloads():
            f = getattr(packet, overload)
            outs = any(a.is_out for a in f._schema.arguments)
            if torch.Tag.generated in f.tags or outs != (variant == "out"):
                continue
            if f == torch.ops.aten.mul_.Scalar:
                continue  # nobody's x.mul_(number): it has the number as first operand, and so rounds it to x's half
            if not {self.numbers.get(n, n) for n in _names(f)} <= set(self.args):
                continue
            if f == self.base:
                found.insert(0, f)
            else:
                found.append(f)
        return found

    def _complete(self, f, values):
        return all(self.numbers.get(a.name, a.name) in values or a.has_default_value() or a.name in DROPPED
                   for a in _arguments(f))

    def _choose(self, values, variant):
        for f in self._family_of(variant):
            types = {self.numbers.get(a.name, a.name): str(a.type) for a in _arguments(f)}
            if all(_fits(v, types[n]) if n in types else v is None or v is False
                   for n, v in values.items()) and self._complete(f, values):
                return f
        for f in self._family_of(variant):  # a number where a tensor stands, or a refusal
            if set(values) <= {self.numbers.get(n, n) for n in _names(f)} and self._complete(f, values):
                return f
        raise NotImplementedError(f"{self.name} has no overload for these arguments ({variant})")

    def call(self, values, variant="functional", outs=()):
        """values in the order of self.args; those left off at the end keep their default."""
        values = dict(zip(self.args, values))
        f = self._choose(values, variant)
        positional, named = [], {}
        accepted = _arguments(f)
        for i, a in enumerate(accepted):
            own = self.numbers.get(a.name, a.name)
            if own == "cudnn_enabled" and not a.has_default_value():
                named[own] = False
            if own not in values:
                continue
            if a.kwarg_only or len(positional) != i:
                named[a.name] = values[own]
            else:
                positional.append(values[own])
        if variant == "out":
            named.update(zip([a.name for a in f._schema.arguments if a.is_out], outs))
        result = f(*positional, **named)
        return list(result) if isinstance(result, (list, tuple)) else [result]


TABLE = """
factory empty - memory_format
factory empty_strided
factory empty_like
factory zeros
factory zeros_like
factory ones
factory ones_like
factory full
factory full_like
factory scalar_tensor
factory arange - start_step
factory linspace
factory logspace
factory eye - m
copy clone
copy contiguous
copy to - dtype
copy copy_
copy fill_ - Scalar
copy zero_
copy resize_
copy equal
view view
view reshape
view as_strided
view expand
view broadcast_to
view permute
view transpose - int
view t
view squeeze - dims
view unsqueeze
view flatten - using_ints
view select - int
view slice - Tensor
view narrow
view split - Tensor
view unbind - int
view diagonal
view chunk
view broadcast_tensors
view meshgrid - indexing
view real
view imag
view view_as_real
view view_as_complex
view positive
shape cat
shape stack
shape hstack
shape repeat
shape flip
shape tril
shape triu
unary abs
unary neg
unary sign
unary reciprocal
unary sqrt
unary rsqrt
unary square
unary exp
unary expm1
unary log
unary log1p
unary sin
unary cos
unary tanh
unary ceil
unary floor
unary round
unary erf
unary trunc
unary frac
unary exp2
unary log2
unary log10
unary tan
unary asin
unary acos
unary atan
unary sinh
unary cosh
unary asinh
unary acosh
unary atanh
unary erfc
unary lgamma
unary digamma
unary erfinv
unary i0
unary special_i0e
unary special_i1
unary special_i1e
unary special_erfcx
unary special_ndtri
unary special_log_ndtr
unary special_ndtr
unary special_entr
unary sinc
unary logit
unary nan_to_num
unary sgn
unary angle
unary conj_physical
unary relu
unary sigmoid
unary silu
unary gelu
unary leaky_relu
binary add - Tensor
binary sub - Tensor
binary mul - Tensor
binary div - Tensor_mode
binary floor_divide
binary remainder - Tensor
binary pow - Tensor_Tensor
binary maximum
binary minimum
binary fmod - Tensor
binary atan2
binary hypot
binary copysign - Tensor
binary fmax
binary fmin
binary xlogy - Tensor
binary gcd
binary lcm
binary logaddexp
binary logaddexp2
binary ldexp - Tensor
binary nextafter
binary heaviside
binary special_xlog1py
binary complex
binary polar
binary float_power - Tensor_Tensor
ternary lerp - Tensor
ternary addcmul
ternary addcdiv
ternary where - self
ternary clamp - Tensor
ternary clamp_min - Tensor
ternary clamp_max - Tensor
compare eq - Tensor
compare ne - Tensor
compare lt - Tensor
compare le - Tensor
compare gt - Tensor
compare ge - Tensor
compare isnan
compare isinf
compare signbit
compare isposinf
compare isneginf
compare isreal
compare logical_and
compare logical_or
compare logical_not
compare bitwise_and - Tensor
compare bitwise_or - Tensor
compare bitwise_xor - Tensor
compare bitwise_not
compare bitwise_left_shift - Tensor
compare bitwise_right_shift - Tensor
reduce sum - dim_IntList
reduce mean - dim
reduce prod - dim_int
reduce all - dims
reduce any - dims
reduce max - dim
reduce min - dim
reduce amax
reduce amin
reduce argmax
reduce argmin
reduce var - correction
reduce std - correction
reduce var_mean - correction
reduce logsumexp
reduce linalg_vector_norm
reduce cumsum
sort sort
sort argsort
sort topk
sort unique _unique2
sort nonzero
sort masked_select
index index_select
index gather
index scatter - src
index masked_fill - Tensor
index index - Tensor
index index_put_
matmul mm
matmul bmm
matmul addmm
matmul baddbmm
matmul matmul
matmul linear
matmul dot
linalg linalg_cholesky
linalg linalg_solve
linalg linalg_solve_triangular
linalg linalg_qr
linalg linalg_svd
linalg linalg_eigh
linalg linalg_inv
linalg linalg_det
nn softmax - int
nn log_softmax - int
nn layer_norm
nn conv2d
nn max_pool2d max_pool2d_with_indices
nn avg_pool2d
nn cdist
nn embedding
nn cross_entropy cross_entropy_loss
nn mse_loss
view movedim - intlist
view unflatten - int
made vstack
made dstack
made tile
made roll
made diag
made mv
made outer
made inner
made kron
made conv1d
made l1_loss
made smooth_l1_loss
made huber_loss
made kl_div
made binary_cross_entropy_with_logits
made relu6
made hardtanh
made elu
made celu
made selu
made log_sigmoid
made hardsigmoid
made hardswish
made mish
made softplus
made glu
made isfinite
made logical_xor
made count_nonzero - dim_IntList
made std_mean - correction
made column_stack
made diag_embed
made deg2rad
made rad2deg
made rsub - Tensor
made isclose
made trace
made cosine_similarity
made diff
made take
made index_fill - int_Tensor
made addmv
made addr
made tensordot
made linalg_cross
made linalg_matrix_power
made hardshrink
made softshrink
made threshold
made constant_pad_nd
made pad
made pixel_shuffle
made pixel_unshuffle
made channel_shuffle
made max_pool1d
made avg_pool1d
made max_pool3d max_pool3d_with_indices
made avg_pool3d
made adaptive_avg_pool1d
made adaptive_avg_pool2d
made adaptive_avg_pool3d
made adaptive_max_pool1d
made adaptive_max_pool2d
made group_norm
made batch_norm
made instance_norm
made rms_norm
made upsample_nearest1d
made upsample_nearest2d
made upsample_nearest3d
made upsample_nearest_exact1d _upsample_nearest_exact1d
made upsample_nearest_exact2d _upsample_nearest_exact2d
made upsample_nearest_exact3d _upsample_nearest_exact3d
made upsample_linear1d
made upsample_bilinear2d
made upsample_trilinear3d
made upsample_bicubic2d
made conv3d
made conv_transpose1d
made conv_transpose2d - input
made conv_transpose3d - input
made scaled_dot_product_attention
reduce cumprod
sort cummax
sort cummin
reduce logcumsumexp
index scatter_add
index scatter_reduce - two
index index_add
index index_copy
index index_reduce
index masked_scatter
index put
index take_along_dim
reduce aminmax
reduce nansum
reduce nanmean
reduce quantile
reduce nanquantile
sort median - dim
sort nanmedian - dim
sort mode
sort kthvalue
sort searchsorted - Tensor
sort bucketize - Tensor
fourier fft_fft
fourier fft_ifft
fourier fft_rfft
fourier fft_irfft
fourier fft_hfft
fourier fft_ihfft
fourier fft_fft2
fourier fft_ifft2
fourier fft_rfft2
fourier fft_irfft2
fourier fft_fftn
fourier fft_ifftn
fourier fft_rfftn
fourier fft_irfftn
fourier fft_fftshift
fourier fft_ifftshift
factory fft_fftfreq
factory fft_rfftfreq
factory tril_indices
factory triu_indices
made binary_cross_entropy
made nll_loss nll_loss_nd
made nll_loss_forward
made isin - Tensor_Tensor
made argwhere
made one_hot
made bincount
made histc
made repeat_interleave - self_Tensor
made normalize
made embedding_bag bags
made interpolate
view split_with_sizes
view tensor_split - sections
view tensor_split_indices tensor_split indices
made block_diag
made rot90
made select_scatter
made slice_scatter
made fill_diagonal_
made msort
made prelu
made trapezoid trapezoids
made einsum
made linalg_matrix_norm
made linalg_matrix_norm_str linalg_matrix_norm str_ord
made linalg_norm
made linalg_norm_str linalg_norm ord_str
made linalg_cond
made linalg_cond_str linalg_cond p_str
made linalg_pinv - atol_rtol_tensor
made linalg_matrix_rank - atol_rtol_float
made cov
made corrcoef
made vdot
made addbmm
made ravel
made pairwise_distance
made hinge_embedding_loss
made margin_ranking_loss
made cosine_embedding_loss
made triplet_margin_loss
made linalg_multi_dot
made renorm
made local_response_norm
linalg linalg_slogdet
linalg linalg_lu_factor
linalg linalg_lu_factor_ex
linalg linalg_lu_solve
linalg cholesky_solve
linalg linalg_cholesky_ex
linalg linalg_inv_ex
linalg linalg_solve_ex
linalg linalg_eig
linalg linalg_eigvals
linalg linalg_lstsq
"""


def load():
    ops = {}
    for line in TABLE.split("\n"):
        if line:
            family, name, *rest = line.split()
            packet = rest[0] if rest and rest[0] != "-" else None
            ops[name] = Op(family, name, packet, rest[1] if len(rest) > 1 else "default")
    return ops
