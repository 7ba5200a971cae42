"""Random samples on PyTorch and on the library, and what differs."""
import collections
import math

import torch

from . import named, overlap
from .library import Call, Refused, Unfit
from .recording import EPS, ERRORS, UNBOUND, describe, tensors
from .samples import Draw, draw
from .torchops import ALL, COMPLEX, FLOATS, INTS

EXACT = {"abs", "neg", "sign", "ceil", "floor", "round", "relu", "square", "add", "sub", "mul", "div", "floor_divide",
         "remainder", "maximum", "minimum", "trunc", "frac", "fmod", "copysign", "fmax", "fmin", "gcd", "lcm", "sgn", "nan_to_num", "conj_physical", "heaviside", "nextafter", "complex", "clamp", "clamp_min", "clamp_max", "where", "masked_fill"}
SUMS = {"sum", "mean", "cumsum", "cumprod", "logcumsumexp", "scatter_add", "scatter_reduce", "index_add", "index_reduce", "put", "nansum", "nanmean", "quantile", "nanquantile", "mm", "bmm", "addmm", "baddbmm", "matmul", "linear", "dot", "conv2d", "avg_pool2d", "var", "std",
        "logsumexp", "softmax", "log_softmax", "layer_norm", "cross_entropy", "cdist", "linalg_vector_norm", "prod", "index_put_",
        "var_mean", "std_mean", "mv", "inner", "conv1d", "mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "kl_div",
        "binary_cross_entropy_with_logits", "trace", "cosine_similarity", "addmv", "addr", "tensordot", "linalg_matrix_power", "linalg_cross", "diff",
        "avg_pool1d", "avg_pool3d", "adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d",
        "group_norm", "batch_norm", "instance_norm", "rms_norm", "upsample_linear1d", "upsample_bilinear2d", "upsample_trilinear3d", "upsample_bicubic2d",
        "embedding_bag", "interpolate", "trapezoid", "binary_cross_entropy", "nll_loss", "nll_loss_forward", "bincount", "normalize", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "scaled_dot_product_attention",
        "einsum", "cov", "corrcoef", "vdot", "addbmm", "pairwise_distance", "hinge_embedding_loss", "margin_ranking_loss", "cosine_embedding_loss", "triplet_margin_loss", "linalg_multi_dot", "renorm", "local_response_norm"}
# Differences of terms in PyTorch, or of what it has rounded, near where they are zero.
CANCEL = {"silu", "gelu", "sigmoid", "digamma", "logit", "logaddexp", "logaddexp2"}
FACTORS = {"linalg_qr", "linalg_svd", "linalg_eigh", "linalg_lu_factor", "linalg_lu_factor_ex", "linalg_eig", "linalg_eigvals"}
TELLING = {"linalg_cholesky_ex", "linalg_inv_ex", "linalg_solve_ex"}  # what they give is defined where their last result is 0
OF_MATRICES = {"linalg_cond", "linalg_cond_str", "linalg_matrix_norm", "linalg_matrix_norm_str", "linalg_norm", "linalg_norm_str"}
JOINS = {"cat", "stack", "hstack", "vstack", "dstack", "column_stack"}
FUNCTIONAL = {"linalg_solve_triangular", "linalg_lstsq"}  # PyTorch falls over some out= of the latter
FALLING = {"linalg_lu_solve", "linalg_eig", "linalg_eigvals"}  # PyTorch falls over an out= that lies in an operand
UNWRITTEN = {"empty", "empty_like", "empty_strided", "resize_"}
# PyTorch does not look at how their out= lies in memory, and writes past its end: it writes it as if it were contiguous, or gives it
# other strides, without looking at the room that it has.
UNGUARDED = {"median", "nanmedian", "searchsorted", "tril", "triu", "avg_pool3d", "adaptive_avg_pool3d"}
LAID_ANEW = {"max_pool3d", "adaptive_avg_pool2d"}


def magnified(base, exponent):
    """The largest logarithm of a power: PyTorch rounds it before it takes the exponential, which turns as many units of its last place into so many."""
    x, y = (torch.as_tensor(v).to(torch.complex128) for v in (base, exponent))
    product = (x.log() * y).abs()
    return float(product[product.isfinite()].max()) if product.isfinite().any() else 0.0


def tolerance(name, values, result):
    """ulps, and in parts of the largest number at hand."""
    if result.dtype not in EPS:
        return 0, 0
    computed = [EPS[t.dtype] for t in tensors(values) if t.dtype in EPS] or [EPS[torch.float32]]
    if name == "triplet_margin_loss" and any(t.dtype not in EPS for t in tensors(values)):
        computed.append(EPS[torch.float32])  # of two operands without a point
    coarse = max(computed + [EPS[result.dtype]])
    wider = max(1.0, max(computed) / EPS[result.dtype])
    if name.startswith("linalg_") and name != "linalg_vector_norm" or name == "cholesky_solve":
        return 16 * wider, 4000 * coarse
    if name in SUMS:
        return 8 * wider, 32 * coarse
    if name in ("add", "sub") and len(values) > 2:  # PyTorch's plain path rounds the product once more
        return wider, coarse
    if name in ("pow", "float_power", "ldexp") and result.dtype in COMPLEX:
        return max(64.0, 0.0 if name == "ldexp" else 2 * magnified(*values[:2])) * wider, 16 * coarse
    if name in EXACT and result.dtype not in COMPLEX:
        return wider, 0
    if name == "digamma":  # PyTorch rounds the distance from a pole
        return 4096 * wider, 4 * coarse
    if name in ("special_log_ndtr", "special_erfcx", "special_ndtri", "special_ndtr", "erfinv"):  # PyTorch rounds what their tails magnify
        return 256 * wider, 4 * coarse if name == "special_ndtr" else 0
    return 8 * wider, 4 * coarse if result.dtype in COMPLEX or name in CANCEL else 0


def ulps_between(ours, theirs):
    """Per element, in units of the last place of theirs; NaN matches NaN, an infinity itself."""
    if ours.is_complex():
        ours, theirs = torch.view_as_real(ours), torch.view_as_real(theirs)
        y = theirs.double().abs().amax(-1, keepdim=True).expand(theirs.shape)
        ours = torch.where(ours.isnan().any(-1, keepdim=True) & theirs.isnan().any(-1, keepdim=True), theirs, ours)
    else:
        y = theirs.double().abs()
    f = torch.finfo(theirs.dtype)
    a, b = ours.double(), theirs.double()
    same = (a == b) | (a.isnan() & b.isnan())
    ulp = torch.exp2(torch.floor(torch.log2(y.clamp(min=f.tiny)))) * f.eps
    distance = (a - b).abs()
    return torch.where(same, 0.0, torch.where(distance.isnan(), float("inf"), distance / ulp)), torch.where(same, 0.0, torch.where(distance.isnan(), float("inf"), distance))


# Refused here on purpose, and where PyTorch decides by more than the description (README.md).
# Sizes whose products do not fit, though one of them is 0, PyTorch lets wrap; it does with fewer bytes what a stride or a window of 2^31 needs.
ON_PURPOSE = ("overlaps input", "share memory", "are one handle", "is also an input", "would reach over", "does not fit the address space", "is too large",
              "there is no dropout", "elements that a kernel goes through", "has more than 67108864 elements", "out of memory")
BY_DTYPE = ("not defined for dtype", "expected operands of the same dtype", "a scan in bool", "cannot be held by", "cannot be written to",
            "to complex")
PRODUCTS = ("mm", "matmul", "bmm", "addmm", "baddbmm", "linear", "dot", "mv", "inner", "addmv", "tensordot", "linalg_matrix_power")


def is_meant(op, values, refusal):
    """A refusal of ours where PyTorch computes."""
    if any(text in refusal for text in ON_PURPOSE):
        return True
    if op.name in ("mean", "logsumexp") and "cannot be written" in refusal:
        return True  # PyTorch drops the imaginary part on the way to out=
    if (op.name.startswith("adaptive_avg_pool") or op.name == "interpolate" and "adaptive_avg_pool" in refusal) and "not defined for dtype complex" in refusal:
        return True  # PyTorch takes them for windows that are all there is, where it calls mean
    if op.name == "masked_fill" and "a value of dtype complex" in refusal:
        return True  # PyTorch reads the value, and takes one without an imaginary part
    if op.name in ("linspace", "logspace") and "dtype bool" in refusal:
        return True  # PyTorch takes bool as long as there is nothing to space
    if op.name == "linalg_matrix_power" and "cannot be written to" in refusal:
        return True  # for some powers PyTorch takes another dtype, for others it does not
    if op.name in ("linalg_lu_factor", "linalg_lu_factor_ex") and "singular" in refusal:
        return True  # of a matrix that is singular but for how PyTorch rounds
    if op.name == "index_fill" and "has size 0" in refusal:
        return True  # PyTorch does not look at the index where there is nothing to fill
    if op.name in ("cummax", "cummin") and "out of range" in refusal and values[0].numel() == 0:
        return True  # PyTorch does not look at dim where there is nothing
    if op.name in ("scatter_add", "scatter_reduce") and "index has dtype" in refusal and values[2].numel() == 0:
        return True  # PyTorch does not look at an index of nothing
    if op.name in ("tensordot", "inner", "linalg_matrix_power") and "not defined for dtype bool" in refusal:
        return True  # PyTorch takes bool where no matrix product is needed
    if op.name == "inner" and "cannot be written to out" in refusal and any(t.dim() == 0 for t in tensors(values)):
        return True  # of a number it is mul, whose out= may be of another dtype
    if op.name == "huber_loss" and "huber_loss_out" in refusal and "not defined for dtype" in refusal:
        return True  # with out= alone PyTorch computes in the dtype that both are promoted to
    if op.name == "addbmm" and "addbmm_out(" in refusal and "of the same dtype" in refusal:
        return True  # with out= PyTorch first copies self there, and asks for the dtype of that
    if op.name == "addbmm" and "addbmm_(" in refusal and "self has shape" in refusal:
        return True  # in place PyTorch gives self other sizes
    if op.name == "linear" and "of the same dtype" in refusal:
        return True  # of vectors it takes a bias of another dtype with out= alone
    if op.name == "pad" and values[2] == "circular" and "reach past" in refusal:
        return True  # where cropping leaves less than is padded, PyTorch copies from what it has not written
    if op.name.startswith("conv_transpose") and "output_padding" in refusal and values[0].numel() == 0:
        return True  # PyTorch looks at it only where there is something to compute
    if op.name == "scaled_dot_product_attention" and "attn_mask: has" in refusal and values[0].numel() == 0:
        return True  # of four dimensions it takes a mask of fewer than two only where there is nothing to compute
    if op.name in ("upsample_bilinear2d", "upsample_bicubic2d", "interpolate") and "not defined for dtype uint8" in refusal:
        return True  # in fixed point, on some processors (README.md)
    if op.name.startswith("adaptive_") and "not defined for dtype" in refusal and 0 in values[1]:
        return True  # PyTorch takes any dtype as long as there is nothing to pool
    if op.name == "interpolate" and "adaptive_" in refusal and "not defined for dtype" in refusal and gives_nothing(op, values):
        return True  # the same, where it is made of that
    if op.name in ("repeat", "tile", "resize_", "full", "zeros", "ones", "empty", "expand") and "negative" in refusal and (0 in numbers_of(values) or tensors_have_none(values)):
        return True  # PyTorch multiplies sizes of which one is 0 before it looks
    if op.name.startswith("tri") and op.name.endswith("_indices") and "is out of range" in refusal:
        return True  # rows, columns and offsets together are below 2^62 here
    if op.name.startswith("adaptive_") and "is negative" in refusal and tensors_have_none(values):
        return True  # nor at those of what is pooled
    if op.name in ("addbmm", "addmm", "baddbmm", "addmv") and "cannot be represented" in refusal and any(t.numel() == 0 for t in tensors(values)):
        return True  # of nothing PyTorch looks at no number
    if op.name in ("linspace", "logspace") and "cannot be represented" in refusal and values[2] <= 1:
        return True  # nor where there are no steps
    if op.name == "interpolate" and "leaves no size" in refusal:
        return True  # of a scale below 0 that is 0 in a float
    if op.name in ("arange", "baddbmm", "addbmm") and ("must be real" in refusal or "is complex" in refusal):
        return True  # PyTorch takes a complex number without an imaginary part, and any of nothing
    if op.name == "hardtanh" and "beyond integers" in refusal:
        return True  # a bound beyond what a double can tell from a larger one
    if op.name == "diff" and values[1] == 0 and "dimensions" in refusal:
        return True  # self as it is, whatever dim is
    if op.name == "embedding_bag" and values[6] < -1 or op.name == "repeat_interleave" and "output_size" in refusal:
        return True  # -1 alone is none here
    if op.name == "linalg_cond" and values[0].numel() == 0 and len(values) > 1 and isinstance(values[1], complex):
        return True  # of nothing PyTorch does not look at p
    if "conv" in op.name and ("below 1" in refusal or "at least 1" in refusal or "not above 0" in refusal or "spans" in refusal) and (values[0].numel() == 0 or values[0].is_complex() or "spans" in refusal and max(numbers_of(values)) > 2 ** 31):
        return True  # of dilations PyTorch does not look at all, and lets their products wrap
    if op.name == "max_pool1d" and "no window" in refusal and max(numbers_of(values)) > 2 ** 31:
        return True  # likewise
    if op.name == "cdist" and "x1 has dtype" in refusal and any(t.numel() == 0 for t in tensors(values)):
        return True  # PyTorch compares them where there is something to compute
    return any(text in refusal for text in BY_DTYPE) and any(t.numel() == 0 or (op.name.startswith("cum") or op.name in ("mode", "kthvalue")) and t.dim() == 0 for t in tensors(values))


def is_theirs(op, values, ours, error):
    """A refusal of PyTorch's where there is an answer: an accident of its kernels, or of nothing to write."""
    nothing = any(t.numel() == 0 for t in tensors(values)) or 0 in ours[0][1]
    return ("can't allocate memory" in error or "type int without overflow" in error  # its kernels have 32 bits for what ours have 64
            or "stride" in error and "zero" in error or "output_size must be 2" in error or "size() must be 2" in error or "equals to 2" in error  # 0: none; one for all
            or op.name == "eye" and "m must be" in error or op.name.startswith("fft_") and "(-1)" in error or op.name == "repeat_interleave" and "-1" in error  # -1: none
            or any(u in error for u in ("memory location", "internal overlap", "must match the size", "can't be cast")) and nothing
            or op.name in ("linear", "matmul") and "must match the size" in error
            or "ComplexHalf" in error or "complex<c10::Half>" in error or "std_var_all" in error
            or op.name in ("conv1d", "conv2d", "conv3d") and "slow_conv_dilated" in error
            or op.name.startswith("conv_transpose") and "Output size is too small" in error and 0 in ours[0][1]  # others of its kernels take it
            or op.name in ("max_pool3d", "pixel_shuffle", "pixel_unshuffle") and "Unsupported memory format" in error  # of 4 dimensions beside 5
            or op.name == "instance_norm" and nothing
            or op.name in ("index_reduce", "index_select") and ("index out of range" in error or "out of DATA bounds" in error) and nothing  # some of their kernels look at the index first
            or op.name == "index_reduce" and "index_func_" in error  # of one dimension it takes fewer dtypes than of more
            or op.name == "nanmean" and "nansum" in error  # it sums in the dtype of out=
            or op.name in ("kron", "take_along_dim") and "view size is not compatible" in error
            or op.name == "fill_diagonal_" and "are out of bounds for storage" in error  # it is not contiguous
            or op.name in ("isin", "local_response_norm") and "view size is not compatible" in error
            or op.name == "nll_loss" and "expected scalar type Long but found Byte" in error  # of more dimensions than two
            or op.name == "binary_cross_entropy" and ("match the broadcast shape" in error or "must match the size" in error)  # it leaves some out= as it is
            or op.name == "logsumexp" and "broadcast shape" in error
            or op.name in ("linalg_eigh", "linalg_pinv", "linalg_matrix_rank") and "failed to converge" in error
            or op.name == "cov" and "to have the same dtype" in error and values[3].numel() == 1  # as in is_odd
            or op.name.startswith("linalg_lu_factor") and "is zero" in error  # by how it rounds
            or op.name == "histc" and "max must be larger" in error and values[0].dtype in FLOATS[:2]  # one less and one more of the same, rounded to it
            or op.name == "diff" and "start out of range" in error and nothing
            or op.name == "index_put_" and "masked_fill_ only supports boolean" in error  # a mask of uint8 beside a number alone
            or op.name == "hinge_embedding_loss" and "without overflow" in error  # its kernel for halves looks at a margin that others take
            or (op.name in ("slice", "slice_scatter", "arange") or op.name.startswith("conv")) and max(map(abs, numbers_of(values))) > 2 ** 60  # products that wrap
            or op.name == "logspace" and values[2] == 1 and "without overflow" in error  # a single power is filled in, which two are not
            or op.name == "chunk" and values[1] > 2 ** 62 and "split" in error  # sums of sizes that wrap
            or op.name == "fft_fftfreq" and "0-dim tensor" in error  # an out= of one element keeps its dimensions, of which it then cuts the first
            or op.name == "diff" and values[1] == 0 and "expected scalar_type" in error
            or op.name in ("masked_fill", "index_fill") and "overflow" in error and isinstance(values[-1], torch.Tensor))


def is_odd(op, values, variant, outs):
    """Where PyTorch's answer is not what the operator means."""
    if op.name in ("all", "any") and outs and outs[0].dtype == torch.uint8 and values[0].dtype != torch.uint8:
        return True  # reads its operand as uint8
    if op.name in ("pixel_unshuffle", "channel_shuffle") and values[0].numel() == 0:
        return True  # gives the channels of the argument, or the argument itself
    if op.name == "max_pool3d" and any(n < d for n, d in zip(values[0].shape[-3:], values[4])) and (values[0].shape[-4] == 1 or not values[0].is_contiguous()):
        return True  # of windows of padding alone, which name no place, its kernel for channels-last names another one
    if (op.name.startswith("conv") and values[0].dtype == torch.float32 and values[6] > 1 and 1 in values[1].shape
            and not values[0].is_contiguous() and not values[1].is_contiguous()):
        return True  # reads weights in another order than they lie in, where a dimension of size 1 leaves that open
    if op.name == "instance_norm" and values[5] and values[0].numel() and any(len(set(x)) == 1 for x in values[0].reshape(-1, values[0][0, 0].numel()).tolist()):
        return True  # of instances without variance it leaves what rounding leaves of x * w - mean * w, with w of 1 / sqrt(eps)
    if op.name == "binary_cross_entropy" and outs and (values[3] or values[0].numel() == 0):
        return True  # takes an out= of the sizes of self for its losses, and reduces what it holds then
    if op.name == "fill_diagonal_" and values[2] and not values[0].is_contiguous():
        return True  # finds where it begins anew as if it were
    if op.name == "isin" and isinstance(values[1], torch.Tensor) and values[1].numel() >= 10:  # where it sorts
        if not isinstance(values[0], torch.Tensor) or values[0].dim() == 0 or values[1].dim() == 0:
            return values[0].dtype != values[1].dtype if isinstance(values[0], torch.Tensor) else True  # promotes as if they had dimensions
        if values[0].dtype != values[1].dtype and bool((values[0].double().abs() > 256).any()):
            return True  # takes elements that become the same by the promotion for each other
    if op.name == "trapezoid" and values[1] is None and (values[0].dtype in INTS or abs(values[2]) > 1e30) and values[0].shape[values[3]] == 1:
        return True  # adds a single number to itself, which may wrap, and takes half of that from it
    if op.name == "histc" and values[0].dtype in FLOATS[:2] and values[0].numel() > 256:
        return True  # counts in that dtype, in which one more is the same from some number on
    if op.name == "histc" and values[0].numel() and (d := values[0]).dtype in FLOATS and bool(((d.nan_to_num(0, 0, 0).amax() - d.nan_to_num(0, 0, 0).amin()) * 100).isinf()):
        return True  # places that it computes beyond the range of the dtype
    if op.name == "ldexp" and values[1].dtype == torch.int64 and bool(((values[1] >= 2 ** 31) | (values[1] < -2 ** 31)).any()):
        return True  # cuts exponents to 32 bits
    if op.name == "linalg_lstsq" and 0 in values[1].shape[:values[0].dim() - 2] and 0 not in values[0].shape[:-2]:
        return True  # gives as ranks what lay there
    if op.name == "linalg_lstsq" and bool((values[0] == 0).all(-2).any()):
        return True  # of a matrix with a column of zeros the driver that is taken by itself, gelsy, finds rank 0 and gives zeros; the others do not
    if op.name.startswith("linalg_cond") and values[0].numel() and is_nearly_singular(values[0]):
        return True  # of rounding alone
    if op.name == "isinf" and values[0].numel() == 0:
        return True  # strides of what it is made of there
    if op.name in JOINS and outs and len(values[0]) == 1 and outs[0].stride() != torch.empty(outs[0].shape).stride():
        return True  # copies the one tensor as if out= were contiguous
    if op.name == "gelu" and outs and outs[0].stride() != values[0].stride():
        return True  # its kernel goes through both in the order of their memory
    if op.name in ("sigmoid", "silu") and values[0].is_complex() and bool((1 + torch.exp(-values[0])).abs().lt(0.25).any()):
        return True  # rounds 1 + exp(-x), of which little is left near a pole
    if op.name == "glu" and bool(values[0].isinf().any()):
        return True  # its sigmoid is 0 where e^-x is infinite, which it multiplies by
    if op.name == "unique" and values[2] and values[0].dtype in FLOATS and int(values[0].isnan().sum()) > 1:
        return True  # its sort keeps no order among NaN, each of which is another element
    if op.name in ("std", "var", "std_mean", "var_mean") and values[0].is_complex() and not bool(op.call(values)[0].isfinite().all()):
        return True  # adds what both parts vary by, 0 / 0 of one that does not
    if op.name == "logit" and len(values) > 1 and values[1] is not None and values[1] > 0.5:
        return True  # between bounds of which the lower is the larger, its vectors take one and its last elements the other
    if op.name in ("add", "sub", "rsub") and (d := torch.result_type(values[0], values[1])).is_complex and bool(torch.isinf(torch.as_tensor(values[op.name != "rsub"]).to(d)).any()):
        return True  # multiplies what is infinite in that dtype by a complex 1, which gives NaN
    if op.name in ("pairwise_distance", "l1_loss") and torch.result_type(values[0], values[1]) == torch.complex32:
        return True  # whose differences are of a dtype that is not here
    if op.name == "corrcoef" and values[0].numel() and any(len(set(row)) == 1 for row in torch.atleast_2d(values[0]).tolist()):
        return True  # divides what rounding leaves of a variance by itself, where nothing varies
    if op.name == "cov" and values[0].is_complex() and not bool(op.call(values)[0].isfinite().all()):
        return True  # complex numbers divided by 0
    if op.name == "cov" and len(values) > 3 and values[3] is not None and values[3].numel() == 1:
        return True  # of one observation it multiplies what it has promoted in different ways
    if op.name == "addmv" and values[0].numel() == 1 and values[1].numel() == 0:
        return True  # the sizes of self, however many rows there are
    if outs and (op.name in ("take", "deg2rad", "rad2deg") or op.name == "diff" and values[1] == 0):
        return True  # an out= that is resized gets other strides than a fresh result
    if op.name in ("std", "var", "std_mean", "var_mean") and len(values) > 2 and values[2] != values[2]:
        return True  # a NaN is a maximum in one of its kernels and is none in another
    if op.name == "linalg_lstsq" and len(values) > 2 and values[2] is not None and not values[2] <= 0 and values[3] in (None, "gelsy"):
        return True  # the columns that gelsy pivots are those that memory happens to name
    if op.name == "linalg_matrix_rank" and len(values) > 2 and isinstance(values[1], torch.Tensor) + isinstance(values[2], torch.Tensor) == 1 and None not in values[1:3]:
        return True  # takes a number for none where the other is a tensor
    if op.name == "logspace" and torch.uint8 in values and min(values[:2]) < 0:
        return True  # an end that becomes another as uint8, whose powers are beyond all integers
    if op.name in ("slice", "slice_scatter", "arange", "logspace", "cov") and max(map(abs, numbers_of(values)), default=0) > 2 ** 60:
        return True  # products that wrap
    if op.name in ("normalize", "linalg_vector_norm", "pairwise_distance", "renorm") and isinstance(values[1 + (op.name[0] == "p")], float) and not 1e-16 < abs(values[1 + (op.name[0] == "p")]) < 1e16:
        if values[0].dim() == 0 or op.name in ("pairwise_distance", "renorm"):
            return True  # one of its kernels takes the power, another the size of what is alone, or 0 of nothing
    if (op.name == "renorm" or op.name == "normalize" and values[0].dim() == 0) and not 0.05 < abs(values[1]) < 60:
        return True  # powers beyond the range, in which it computes another norm than here
    if op.name in ("addbmm", "baddbmm", "addmm") and any(isinstance(x, (float, complex)) and not abs(x) < 1e300 for x in values[3:]):
        return True  # whether an infinity times a sum is NaN depends on the way
    if op.name == "linalg_lstsq" and len(values) > 2 and values[2] is not None and not values[2] <= 0 and bool((op.call(values)[2] < min(values[0].shape[-2:])).any()):
        return True  # of a rank that is less, residuals have no elements, and other sizes than here
    if op.name == "scaled_dot_product_attention" and len(values) > 6 and values[6] is not None and not 0 <= values[6] < 1e30:
        return True  # one of its kernels multiplies by it, another by its root
    if op.name == "linalg_matrix_power" and abs(values[1]) > 300:
        return True  # by how its products are put together
    if op.name == "group_norm" and values[4] < 1e-30:
        return True  # of groups without variance it leaves what rounding leaves, which it divides by its root
    if op.name.startswith("upsample_") and any(type(x) is float and 0 < x < 1e-15 for x in values[2:]):
        return True  # converts places beyond all integers, and reads before the beginning
    if op.name in ("sub", "rsub") and len(values) > 2 and type(values[2]) is int and values[2] == -2 ** 63:
        return True  # negates what has no negative
    if op.name in ("fft_fftfreq", "fft_rfftfreq") and outs and outs[0].dim() != 1:
        return True  # keeps the shape of an out= that has as many elements
    if op.name == "div" and len(values) > 2 and values[2] == "trunc" and (d := torch.result_type(values[0], values[1])) in (torch.float16, torch.bfloat16):
        quotient = torch.as_tensor(values[0]).to(d).float() / torch.as_tensor(values[1]).to(d).float()
        if bool((quotient.trunc() != quotient.to(d).float().trunc()).any()):
            return True  # its vectors round to that dtype before they cut, its last elements do not
    if op.name in ("fft_fftfreq", "fft_rfftfreq") and outs and outs[0].numel() and not outs[0].is_contiguous():
        return True  # writes the second half of an out= where it would be if it had no gaps
    if op.name == "logaddexp" and any(t.is_complex() for t in tensors(values)):
        a, b = torch.broadcast_tensors(*(t.real if t.is_complex() else t for t in tensors(values)))
        return bool(((a.double() - b.double()).abs() > 80).any())  # NaN, where the exponential of the distance is subnormal
    if op.name == "pow" and any(t.is_complex() for t in tensors(values)) and bool((torch.as_tensor(values[1]).to(torch.complex128).abs() > 1e30).any()):
        return True  # the product of the exponent and an angle, beyond the range, whose sine is NaN
    if op.name == "log2" and values[0].is_complex() and bool((values[0] == 0).any()):
        return True  # NaN as the imaginary part of an infinity
    return op.name in ("linear", "matmul") and variant == "out" and outs[0].dim() == 1  # replaces the strides of what is given


def tensors_have_none(values):
    return any(t.numel() == 0 for t in tensors(values))


def numbers_of(values):
    """What numbers there are, in lists too."""
    return [x for v in values for x in (v if isinstance(v, (list, tuple)) else [v]) if type(x) in (int, float)]


def gives_nothing(op, values):
    try:
        return op.call(values)[0].numel() == 0
    except ERRORS:
        return False


def is_nearly_singular(a):
    try:
        s = torch.linalg.svdvals(a)
    except ERRORS:
        return False
    return bool((s[..., -1] < 100 * EPS[a.dtype] * s[..., 0]).any())


class Tally:
    def __init__(self):
        self.samples, self.compared, self.refused, self.largest = (collections.Counter() for _ in range(4))
        self.differences = {}

    def add(self, other):
        for mine, more in ((self.samples, other.samples), (self.compared, other.compared), (self.refused, other.refused)):
            mine.update(more)
        for name, ulps in other.largest.items():
            self.largest[name] = max(self.largest[name], ulps)
        for kind, texts in other.differences.items():
            self.differences.setdefault(kind, []).extend(texts)

    def differ(self, name, kind, text):
        self.differences.setdefault((name, kind), []).append(text)


def sample(op, r, change=None):
    """values, variant, out=; None where there is none. change: makes other values of those that are drawn."""
    r.plain = op.name in SUMS or op.family in ("matmul", "linalg", "nn") or op.name in OF_MATRICES
    values = draw(r, op)
    if change:
        values = change(values)
        if values is None:
            return None
    variant = "inplace" if op.in_place_only else r.choice(op.variants) if op.name not in FUNCTIONAL else "functional"
    outs = []
    if variant == "out":
        try:
            results = op.call(values)
        except ERRORS:
            results = [torch.zeros(2, 3)]
        for x in results:
            if not isinstance(x, torch.Tensor):
                return None
            d = x.dtype if r.maybe(0.7) or x.dtype not in ALL else r.dtype()
            d = d if d in ALL else torch.complex64
            kind = r.random()
            if op.name == "linalg_svd" and values[0].numel() == 0:
                return None  # PyTorch falls over
            if op.name == "binary_cross_entropy":  # it writes some out= of other sizes as it is
                outs.append(r.lay(tuple(x.shape), d, shared=False))
            elif op.name in UNGUARDED:
                outs.append(torch.zeros(0 if kind < 0.3 else x.shape, dtype=d))
            elif kind < 0.3 or op.name in LAID_ANEW:
                outs.append(torch.zeros(0, dtype=d))
            elif kind < 0.4:
                outs.append(r.lay(r.shape(3), d, shared=False))
            elif kind < 0.43:
                outs.append(r.lay(tuple(x.shape), d))
            elif kind < 0.5 and isinstance(values[0], torch.Tensor):
                if op.name in PRODUCTS and values[0].numel() == 0 or op.name in FALLING:
                    return None  # PyTorch resizes it, multiplies what it is then, and falls over
                outs.append(values[0])
            else:
                outs.append(r.lay(tuple(x.shape), d, shared=False))
        if outs and r.maybe(0.4 if len(outs) > 1 else 0.07) and op.name not in (*FALLING, *UNGUARDED, "binary_cross_entropy"):  # of which PyTorch writes more than there is
            outs = overlap.share(r, values, outs)
    return values, variant, outs


def is_left_open(op, values, variant, result):
    """Whether PyTorch's strides hang on which of its kernels computes, or on what it does last."""
    if op.name in ("scaled_dot_product_attention", "ldexp", "addr") and result.numel() == 0:
        return True
    if op.name == "special_ndtr" and 1 in result.shape:
        return True  # the last of five operators, over what the others made of it
    if op.name == "trapezoid" and (1 in result.shape or values[1] is not None and values[1].numel() == 1):
        return True  # the last of several operators, as above
    if variant == "out" and op.name in ("hardtanh", "kron", "huber_loss", "quantile", "nanquantile", "linalg_matrix_rank", *OF_MATRICES):
        return True  # an out= that is resized gets other strides than a fresh result
    if variant == "out" and op.name in named.NAMING and result.dim() < values[0].dim():
        return True  # an out= of the sizes that it has with keepdim keeps its strides, less one
    if op.name == "addr" and 1 in result.shape:
        return True  # of one loop over self and both vectors
    if op.name == "ldexp" and (1 in (*values[0].shape, *result.shape) or variant == "out" or values[0].dim() == 0):
        return True  # the last of several operators, or one of both
    if op.name in ("linalg_eig", "linalg_eigvals"):
        return variant == "out" and result.numel() == 0  # an out= without elements is laid anew
    if not op.name.startswith("conv"):
        return False
    if values[0].shape[0] == 0 and values[0].shape == result.shape:
        return True  # it gives the argument times a number
    if result.dim() == 5 or op.name in ("conv3d", "conv_transpose3d"):
        return True  # of volumes one library keeps to channels-last, its own kernels do not
    if op.name == "conv1d" and values[6] > 1 and 1 in result.shape:
        return True  # put together of the groups where windows are dilated
    if "transpose" in op.name and values[6] > 1 and values[1].shape[1] == 1:
        return True  # put together of groups of one channel, whose strides say nothing of their order
    return result.is_complex() and 1 in (*values[0].shape, *values[1].shape, *result.shape)  # put together of real ones


def is_product(ours, a):
    """Whether LU and pivots, as the library gives them, are those of a matrix."""
    if a.numel() == 0:
        return True
    p, l, u = torch.lu_unpack(ours[0][3], ours[1][3])
    return bool(((p @ l @ u - a).abs() <= 64 * EPS[a.dtype] * max(1.0, float(a.abs().max()))).all())


def are_eigen(ours, theirs, a):
    """Whether eigenvalues, in any order, are PyTorch's as far as rounding lets them (where several are one, by a root of it), and eigenvectors theirs."""
    if a.numel() == 0:
        return True
    eps = max([EPS[a.dtype]] + [EPS[o[0]] for o in ours])
    a = a.to(torch.complex128)
    size = max(1.0, float(a.norm()))
    n = a.shape[-1]
    for mine, want in zip(ours[0][3].to(torch.complex128).reshape(-1, n), theirs.to(torch.complex128).reshape(-1, n)):
        left = mine.tolist()
        for x in want.tolist():
            nearest = min(left, key=lambda y: abs(x - y))
            if abs(x - nearest) > 16 * eps ** (1 / 3) * size:
                return False
            left.remove(nearest)
    if len(ours) == 1:
        return True
    v, w = ours[1][3].to(torch.complex128), ours[0][3].to(torch.complex128)
    apart = a @ v - v * w[..., None, :]
    return bool((apart.abs() <= 256 * eps * size).all()) and bool(((v.norm(dim=-2) - 1).abs() < 64 * eps).all())


def compare(op, theirs, ours, values, before, variant, unread, tally):
    """None where they agree, else (kind of difference, text). before: the first argument as it was, where the results are judged by it."""
    if len(theirs) != len(ours):
        return "count", f"{len(ours)} results, {len(theirs)} there"
    for k, (t, (dtype, sizes, strides, x, offset)) in enumerate(zip(theirs, ours)):
        if not isinstance(t, torch.Tensor):
            t = torch.tensor(t)
        t = t.resolve_conj().resolve_neg()
        if t.dtype != dtype:
            return "dtype", f"result {k}: {dtype}, {t.dtype} there"
        if tuple(t.shape) != sizes:
            return "shape", f"result {k}: {sizes}, {tuple(t.shape)} there"
        if tuple(t.stride()) != strides and not is_left_open(op, values, variant, t):
            return "strides", f"result {k} {sizes}: {strides}, {t.stride()} there"
        if op.name in TELLING and k < len(theirs) - 1 and bool((theirs[-1] != 0).any()):
            continue
        if op.name.startswith("linalg_lu_factor") and k == 0 and not is_product(ours, before):
            return "values", f"{x.flatten()[:12].tolist()} with {ours[1][3].flatten()[:12].tolist()} are no factors"
        if op.name.startswith("linalg_eig") and op.name != "linalg_eigh" and k == 0 and not are_eigen(ours, t, before):
            return "values", f"{x.flatten()[:12].tolist()} are no eigenvalues or have no eigenvectors, {t.flatten()[:12].tolist()} there"
        if unread or op.name in FACTORS or t.numel() == 0:
            continue
        if op.name in named.SORTS and k == len(theirs) - 1:
            if not named.are_in_order([before, *values[1:]], x):
                return "indices", f"{x.flatten()[:12].tolist()} do not sort {before.flatten()[:12].tolist()}"
            continue
        if op.name in named.NAMING and k == 1:
            if not named.lead_to(op, [before, *values[1:]], ours[0][3], x):
                return "indices", f"{ours[0][3].flatten()[:12].tolist()} are not what lies at {x.flatten()[:12].tolist()} in {before.flatten()[:12].tolist()}"
            continue
        if op.name == "topk" and len(values) > 4 and not values[4] and t.dim():  # in any order
            x, t = x.sort(values[2])[0], t.sort(values[2])[0]
        if dtype not in EPS:
            if not torch.equal(x, t):
                return "values", f"result {k}: {x.flatten()[:12].tolist()}, {t.flatten()[:12].tolist()} there"
            continue
        if op.name.startswith("fft_") and not op.name.endswith("freq"):
            wide = torch.complex128 if t.is_complex() else torch.float64
            a, b = x.to(wide), t.contiguous().to(wide)
            if float(b.norm()) > 1e36 and EPS[dtype] == EPS[torch.float32]:
                continue  # sums on the way there overflow in one order and not in another
            coarse = max([EPS[dtype]] + ([EPS[v.dtype] for v in tensors(values) if v.dtype in EPS] or [EPS[torch.float32]]))
            if float((a - b).norm()) > 32 * coarse * float(b.norm()):
                return "values", f"result {k} {dtype} {sizes}: {float((a - b).norm()):.4g} of a norm of {float(b.norm()):.4g} away"
            continue
        ulps, distance = ulps_between(x, t.contiguous())
        allowed, part = tolerance(op.name, values, t)
        finite = torch.view_as_real(t) if t.is_complex() else t
        largest = max([float(v.abs().double().nan_to_num(0, 0, 0).max()) for v in tensors(values) if v.numel() and v.dtype in EPS], default=1.0)
        largest = max(min(largest, 1e150) ** 2 if op.name in SUMS else largest, float(finite.abs().double().nan_to_num(0, 0, 0).max()), 1.0)
        bad = (ulps > allowed) & (distance > part * largest)
        if bad.any():
            i = int(bad.flatten().nonzero()[0])
            flat = lambda v: (torch.view_as_real(v) if v.is_complex() else v).flatten()[i].item()
            return "values", f"result {k} {dtype} {sizes}, element {i}: {flat(x)!r}, {flat(t.contiguous())!r} there, {float(ulps.flatten()[i]):.4g} ulp"
        tally.largest[op.name] = max(tally.largest[op.name], float(ulps.max()) if ulps.max() < float("inf") else 0)
    return None


def meet(library, op, values, variant, outs, tally, between=lambda: None):
    """Calls the library, then between(), then PyTorch."""
    shown = f"{op.name} {variant} {describe(values)}" + (f" out {describe(outs)}" if outs else "")
    try:
        call = Call(library, op.name, op.args, values, variant, outs)
    except Unfit:
        return
    try:
        refusal = theirs = ours = None
        try:
            ours = call.run()
        except Refused as e:
            refusal = str(e)
        except Unfit:
            return
        between()
        meant = refusal is not None and is_meant(op, values, refusal)  # both before PyTorch writes what it was given
        try:
            odd = is_odd(op, values, variant, outs)
            before = values[0].clone() if op.name in (*named.NAMING, *named.SORTS, *FACTORS) else None
            fresh = op.call(values) if overlap.is_shared(values, outs) else None
            theirs = op.call(values, variant, outs)
            if fresh is not None:  # where PyTorch does not look, it may write what it has yet to read
                theirs = [overlap.as_fresh(*both) for both in zip(theirs, fresh)]
        except (MemoryError, OverflowError):
            return
        except ERRORS as e:
            if any(u in str(e) for u in UNBOUND):
                return
            tally.samples[op.name] += 1
            if ours is None:
                tally.refused[op.name] += 1
            elif not is_theirs(op, values, ours, str(e)):
                tally.differ(op.name, "accepted", f"{shown}: {str(e).splitlines()[0]}")
            return
        if any(isinstance(t, torch.Tensor) and t.dtype not in ALL for t in theirs):
            return
        if odd:
            return
        tally.samples[op.name] += 1
        if meant:
            return
        if refusal is not None:
            tally.differ(op.name, "refused", f"{shown}: {refusal}")
            return
        tally.compared[op.name] += 1
        difference = compare(op, theirs, ours, values, before, variant, op.name in UNWRITTEN, tally)
        if difference:
            tally.differ(op.name, difference[0], f"{shown}: {difference[1]}")
    finally:
        call.close()


def go(library, op, samples, seed):
    tally = Tally()
    for i in range(samples):
        r = Draw(f"{seed} {op.name} {i}")
        torch.manual_seed(r.getrandbits(40))
        drawn = sample(op, r)
        if drawn:
            try:
                meet(library, op, *drawn, tally)
            except Exception as e:  # of the driver: say which sample
                raise RuntimeError(f"{op.name}, seed {seed}, sample {i}: {describe(drawn[0])}") from e
    return tally
