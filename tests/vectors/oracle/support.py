"""The dtype tables: what PyTorch accepts, and what dtype comes back."""
import torch

from .torchops import ALL, DTYPES, NAME_OF

I64 = torch.int64
SCALARS = [("bool", True), ("int", 1), ("float", 1.5), ("complex", 1 + 1j)]


def ones(*size, dtype):
    return torch.ones(size, dtype=dtype)


def matrix(dtype, n=3):
    """Well conditioned, symmetric, positive definite, its lower triangle no less so."""
    return (torch.eye(n) * 4 + torch.ones(n, n)).to(dtype)


def index(*size):
    return torch.zeros(size, dtype=I64)


def sample(op, d):
    """Arguments for which only the dtype can be a reason to refuse; the dtype under test is
    that of every tensor argument which is not an index or a mask."""
    n, f = op.name, op.family
    x = ones(3, 3, dtype=d)
    if n in ("empty", "zeros", "ones"):
        return [[3, 3], d]
    if n == "empty_strided":
        return [[3, 3], [3, 1], d]
    if n in ("empty_like", "zeros_like", "ones_like"):
        return [x]
    if n == "full_like":
        return [torch.ones(3, 3), 1, d]
    if n == "scalar_tensor":
        return [1, d]
    if n == "full":
        return [[3], 1, d]
    if n == "arange":
        return [0, 3, 1, d]
    if n == "linspace":
        return [0, 3, 4, d]
    if n == "logspace":
        return [0, 3, 4, 2.0, d]
    if n == "resize_":
        return [x, [3, 2]]
    if n == "eye":
        return [3, 3, d]
    if n in ("fft_fftfreq", "fft_rfftfreq"):
        return [4, 1.0, d]
    if n == "to":
        return [torch.ones(3), d]
    if n == "copy_":
        return [x, x.clone()]
    if n == "fill_":
        return [x, 1]
    special = {
        "equal": lambda: [x, x.clone()], "view": lambda: [x, [9]], "reshape": lambda: [x, [9]],
        "as_strided": lambda: [x, [2], [1], 0], "expand": lambda: [x, [2, 3, 3]],
        "broadcast_to": lambda: [x, [2, 3, 3]], "permute": lambda: [x, [1, 0]],
        "transpose": lambda: [x, 0, 1], "squeeze": lambda: [x, [0]], "unsqueeze": lambda: [x, 0],
        "select": lambda: [x, 0, 0], "slice": lambda: [x, 0, 0, 2, 1],
        "narrow": lambda: [x, 0, 0, 2], "split": lambda: [x, 2, 0],
        "cat": lambda: [[x, x.clone()]], "stack": lambda: [[x, x.clone()]],
        "repeat": lambda: [x, [2, 1]], "flip": lambda: [x, [0]],
        "where": lambda: [torch.eye(3) > 0, x, x.clone()],
        "clamp": lambda: [x, x.clone(), x.clone()], "lerp": lambda: [x, x.clone(), x.clone()],
        "addcmul": lambda: [x, x.clone(), x.clone()], "addcdiv": lambda: [x, x.clone(), x.clone()],
        "sum": lambda: [x, [0]], "mean": lambda: [x, [0]], "prod": lambda: [x, 0],
        "all": lambda: [x, [0]], "any": lambda: [x, [0]], "max": lambda: [x, 0],
        "min": lambda: [x, 0], "amax": lambda: [x, [0]], "amin": lambda: [x, [0]],
        "argmax": lambda: [x, 0], "argmin": lambda: [x, 0], "var": lambda: [x, [0]],
        "std": lambda: [x, [0]], "logsumexp": lambda: [x, [0]],
        "linalg_vector_norm": lambda: [x, 2, [0]], "cumsum": lambda: [x, 0],
        "topk": lambda: [x, 2], "unique": lambda: [x, True, True, True],
        "masked_select": lambda: [x, torch.eye(3) > 0],
        "index_select": lambda: [x, 0, index(2)], "gather": lambda: [x, 0, index(2, 3)],
        "scatter": lambda: [x, 0, index(2, 3), x.clone()],
        **{n: lambda: [x, 0] for n in ("cumprod", "cummax", "cummin", "logcumsumexp", "median", "nanmedian")},
        "nansum": lambda: [x, [0]], "nanmean": lambda: [x, [0]], "quantile": lambda: [x, 0.5], "nanquantile": lambda: [x, 0.5], "kthvalue": lambda: [x, 1],
        "searchsorted": lambda: [ones(3, dtype=d), ones(3, dtype=d)], "bucketize": lambda: [x, ones(3, dtype=d)],
        "tril_indices": lambda: [3, 3, 0, d], "triu_indices": lambda: [3, 3, 0, d],
        "scatter_add": lambda: [x, 0, index(2, 3), x.clone()], "scatter_reduce": lambda: [x, 0, index(2, 3), x.clone(), "prod"],
        "index_add": lambda: [x, 0, index(2), ones(2, 3, dtype=d)], "index_copy": lambda: [x, 0, index(2), ones(2, 3, dtype=d)],
        "index_reduce": lambda: [x, 0, index(2), ones(2, 3, dtype=d), "prod"], "masked_scatter": lambda: [x, torch.eye(3) > 0, x.clone()],
        "put": lambda: [x, index(2), ones(2, dtype=d)], "take_along_dim": lambda: [x, index(2, 3), 0],
        "binary_cross_entropy": lambda: [x, x.clone()], "nll_loss": lambda: [x, index(3)], "nll_loss_forward": lambda: [x, index(3), None, 1, -100],
        "isin": lambda: [x, x.clone()], "bincount": lambda: [ones(3, dtype=d)], "repeat_interleave": lambda: [x, 2],
        "normalize": lambda: [x, 2.0, 0], "embedding_bag": lambda: [x, index(2), index(1)], "interpolate": lambda: [ones(1, 1, 4, dtype=d), [3]],
        "split_with_sizes": lambda: [x, [1, 2], 0], "tensor_split": lambda: [x, 2, 0], "tensor_split_indices": lambda: [x, [1], 0],
        "block_diag": lambda: [[x, x.clone()]], "rot90": lambda: [x, 1, [0, 1]], "select_scatter": lambda: [x, ones(3, dtype=d), 0, 0],
        "slice_scatter": lambda: [x, ones(2, 3, dtype=d), 0, 0, 2], "fill_diagonal_": lambda: [x, 1],
        "prelu": lambda: [x, ones(3, dtype=d)], "trapezoid": lambda: [x],
        "einsum": lambda: ["ij,jk->ik", [x, x.clone()]], "linalg_matrix_norm": lambda: [x, 1], "linalg_matrix_norm_str": lambda: [x, "fro"],
        "linalg_norm": lambda: [x, 1], "linalg_norm_str": lambda: [x, "nuc"], "vdot": lambda: [ones(3, dtype=d), ones(3, dtype=d)],
        "addbmm": lambda: [x, ones(2, 3, 3, dtype=d), ones(2, 3, 3, dtype=d)],
        **{n: lambda: [x, x.clone()] for n in ("pairwise_distance", "hinge_embedding_loss")},
        "margin_ranking_loss": lambda: [x, x.clone(), x.clone()], "triplet_margin_loss": lambda: [x, x.clone(), x.clone()],
        "cosine_embedding_loss": lambda: [x, x.clone(), ones(3, dtype=d)], "linalg_multi_dot": lambda: [[x, x.clone(), x.clone()]],
        "renorm": lambda: [x, 2, 0, 1], "local_response_norm": lambda: [ones(1, 3, 4, dtype=d), 2],
        "masked_fill": lambda: [x, torch.eye(3) > 0, ones(dtype=d)],
        "index": lambda: [x, [index(2)]],
        "index_put_": lambda: [x, [torch.arange(2)], ones(2, 3, dtype=d), False],
        "mm": lambda: [x, x.clone()], "matmul": lambda: [x, x.clone()],
        "bmm": lambda: [ones(2, 3, 3, dtype=d), ones(2, 3, 3, dtype=d)],
        "addmm": lambda: [x, x.clone(), x.clone()],
        "baddbmm": lambda: [ones(2, 3, 3, dtype=d), ones(2, 3, 3, dtype=d), ones(2, 3, 3, dtype=d)],
        "linear": lambda: [x, x.clone(), ones(3, dtype=d)],
        "dot": lambda: [ones(3, dtype=d), ones(3, dtype=d)],
        "linalg_solve": lambda: [matrix(d), x],
        "linalg_solve_triangular": lambda: [matrix(d).tril(), x, False],
        "linalg_solve_ex": lambda: [matrix(d), x], "linalg_lstsq": lambda: [matrix(d), x], "cholesky_solve": lambda: [x, matrix(d)],
        "linalg_lu_solve": lambda: [matrix(d), ones(3, dtype=torch.int32), x],
        "softmax": lambda: [x, 0], "log_softmax": lambda: [x, 0],
        "layer_norm": lambda: [x, [3], ones(3, dtype=d), ones(3, dtype=d)],
        "conv2d": lambda: [ones(1, 1, 4, 4, dtype=d), ones(1, 1, 2, 2, dtype=d), ones(1, dtype=d)],
        "max_pool2d": lambda: [ones(1, 1, 4, 4, dtype=d), [2, 2]],
        "avg_pool2d": lambda: [ones(1, 1, 4, 4, dtype=d), [2, 2]],
        "cdist": lambda: [x, x.clone()], "embedding": lambda: [x, index(2)],
        "cross_entropy": lambda: [x, index(3)],
        "hstack": lambda: [[x, x.clone()]], "var_mean": lambda: [x, [0]], "mse_loss": lambda: [x, x.clone()],
        "vstack": lambda: [[x, x.clone()]], "dstack": lambda: [[x, x.clone()]], "tile": lambda: [x, [2, 1]],
        "roll": lambda: [x, [1], [0]], "movedim": lambda: [x, [0], [1]], "unflatten": lambda: [x, 0, [3, 1]],
        "mv": lambda: [x, ones(3, dtype=d)], "outer": lambda: [ones(3, dtype=d), ones(3, dtype=d)],
        "inner": lambda: [x, x.clone()], "kron": lambda: [x, x.clone()], "logical_xor": lambda: [x, x.clone()],
        "conv1d": lambda: [ones(1, 1, 4, dtype=d), ones(1, 1, 2, dtype=d), ones(1, dtype=d)],
        "l1_loss": lambda: [x, x.clone()], "smooth_l1_loss": lambda: [x, x.clone()], "huber_loss": lambda: [x, x.clone()],
        "kl_div": lambda: [x, x.clone()], "binary_cross_entropy_with_logits": lambda: [x, x.clone()],
        "column_stack": lambda: [[x, x.clone()]], "rsub": lambda: [x, x.clone()], "isclose": lambda: [x, x.clone()],
        "cosine_similarity": lambda: [x, x.clone()], "take": lambda: [x, index(2)], "index_fill": lambda: [x, 0, index(2), ones(dtype=d)],
        "addmv": lambda: [ones(3, dtype=d), x, ones(3, dtype=d)], "addr": lambda: [x, ones(3, dtype=d), ones(3, dtype=d)],
        "linalg_cond": lambda: [matrix(d), 1], "linalg_cond_str": lambda: [matrix(d), "fro"], "tensordot": lambda: [x, x.clone(), [0], [1]],
        "linalg_cross": lambda: [x, x.clone()], "linalg_matrix_power": lambda: [x, 2], "threshold": lambda: [x, 0, 1],
        "constant_pad_nd": lambda: [x, [1, 1]], "pad": lambda: [x, [1, 1], "reflect"],
        "pixel_shuffle": lambda: [ones(1, 4, 2, 2, dtype=d), 2], "pixel_unshuffle": lambda: [ones(1, 1, 4, 4, dtype=d), 2],
        "channel_shuffle": lambda: [ones(1, 4, 2, dtype=d), 2],
        "max_pool1d": lambda: [ones(1, 1, 4, dtype=d), [2]], "avg_pool1d": lambda: [ones(1, 1, 4, dtype=d), [2]],
        "max_pool3d": lambda: [ones(1, 1, 4, 4, 4, dtype=d), [2, 2, 2]], "avg_pool3d": lambda: [ones(1, 1, 4, 4, 4, dtype=d), [2, 2, 2]],
        "adaptive_avg_pool1d": lambda: [ones(1, 1, 4, dtype=d), [3]], "adaptive_max_pool1d": lambda: [ones(1, 1, 4, dtype=d), [3]],
        "adaptive_avg_pool2d": lambda: [ones(1, 1, 4, 4, dtype=d), [3, 3]], "adaptive_max_pool2d": lambda: [ones(1, 1, 4, 4, dtype=d), [3, 3]],
        "adaptive_avg_pool3d": lambda: [ones(1, 1, 4, 4, 4, dtype=d), [3, 3, 3]],
        "group_norm": lambda: [ones(1, 4, 3, dtype=d), 2, ones(4, dtype=d), ones(4, dtype=d)], "rms_norm": lambda: [x, [3], ones(3, dtype=d)],
        "batch_norm": lambda: [x, ones(3, dtype=d), ones(3, dtype=d), None, None, True, 0.1, 1e-5],
        "instance_norm": lambda: [x, ones(3, dtype=d), ones(3, dtype=d), None, None, True, 0.1, 1e-5],
        **{f"upsample_{n}1d": lambda: [ones(1, 1, 4, dtype=d), [3]] for n in ("nearest", "nearest_exact")},
        **{f"upsample_{n}2d": lambda: [ones(1, 1, 4, 4, dtype=d), [3, 3]] for n in ("nearest", "nearest_exact")},
        **{f"upsample_{n}3d": lambda: [ones(1, 1, 4, 4, 4, dtype=d), [3, 3, 3]] for n in ("nearest", "nearest_exact")},
        "upsample_linear1d": lambda: [ones(1, 1, 4, dtype=d), [3], False],
        **{f"upsample_{n}2d": lambda: [ones(1, 1, 4, 4, dtype=d), [3, 3], False] for n in ("bilinear", "bicubic")},
        "upsample_trilinear3d": lambda: [ones(1, 1, 4, 4, 4, dtype=d), [3, 3, 3], False],
        "conv_transpose1d": lambda: [ones(1, 1, 4, dtype=d), ones(1, 1, 2, dtype=d), ones(1, dtype=d)],
        "conv_transpose2d": lambda: [ones(1, 1, 4, 4, dtype=d), ones(1, 1, 2, 2, dtype=d), ones(1, dtype=d)],
        **{n: lambda: [ones(1, 1, 4, 4, 4, dtype=d), ones(1, 1, 2, 2, 2, dtype=d), ones(1, dtype=d)] for n in ("conv3d", "conv_transpose3d")},
        "scaled_dot_product_attention": lambda: [x, x.clone(), x.clone()],
        "chunk": lambda: [x, 2, 0], "broadcast_tensors": lambda: [[x, x.clone()]], "meshgrid": lambda: [[ones(3, dtype=d), ones(2, dtype=d)]],
        "view_as_complex": lambda: [ones(3, 2, dtype=d)], "glu": lambda: [x[:, :2]], "std_mean": lambda: [x, [0]], "count_nonzero": lambda: [x, [0]],
    }
    if n in special:
        return special[n]()
    if f in ("binary",) or n in ("eq", "ne", "lt", "le", "gt", "ge", "logical_and", "logical_or",
                                 "bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_left_shift", "bitwise_right_shift",
                                 "clamp_min", "clamp_max"):
        return [x, x.clone()]
    if f == "linalg":
        return [matrix(d)]
    return [x]


def attempt(op, values, variant="functional", outs=()):
    try:
        return op.call(values, variant, outs)
    except (RuntimeError, TypeError, IndexError, ValueError, NotImplementedError):
        return None


def dtypes_of(results):
    if results is None:
        return "-"
    return "+".join(NAME_OF[r.dtype] if isinstance(r, torch.Tensor) else "host " + type(r).__name__
                    for r in results)


def out_dtypes(op, values, results):
    """Dtypes that the first out= may have; further ones keep the dtype they must have."""
    accepted = []
    if op.family == "factory":
        values = [None if isinstance(v, torch.dtype) else v for v in values]
    for d in ALL:
        outs = [torch.zeros(r.shape, dtype=d if i == 0 else r.dtype)
                for i, r in enumerate(results)]
        if attempt(op, values, "out", outs) is not None:
            accepted.append(NAME_OF[d])
    return "all" if len(accepted) == len(ALL) else ",".join(accepted) or "-"


def support_rows(ops):
    yield ["op", "dtype", "result", "inplace", "out"]
    for op in ops.values():
        for d in ALL:
            row = [op.name, NAME_OF[d]]
            base = "inplace" if op.in_place_only else "functional"
            results = attempt(op, sample(op, d), base)
            row.append(dtypes_of(results) if op.name not in ("split", "unbind", "chunk", "broadcast_tensors", "meshgrid", "split_with_sizes", "tensor_split", "tensor_split_indices")
                       else dtypes_of(results and results[:1]))
            if "inplace" in op.variants:
                ok = attempt(op, sample(op, d), "inplace") is not None
                row.append("yes" if ok else "no")
            else:
                row.append(".")
            if "out" not in op.variants:
                row.append(".")
            else:
                row.append("-" if results is None else out_dtypes(op, sample(op, d), results))
            yield row


def pairs(ops):
    """label, operator, function of two dtypes that gives the arguments. The first dtype is the
    table's row, the second its column."""
    def x(d):
        return ones(3, 3, dtype=d)
    two = [o for o in ops.values() if o.family == "binary"] + [
        ops[n] for n in ("eq", "lt", "logical_and", "logical_or", "bitwise_and", "bitwise_or",
                         "clamp_min", "clamp_max", "equal", "mm", "matmul", "copy_")]
    for o in two:
        yield "self,other", o, lambda a, b: [x(a), x(b)]
    yield "self,other 0-dim", ops["add"], lambda a, b: [x(a), ones(dtype=b)]
    yield "self 0-dim,other", ops["add"], lambda a, b: [ones(dtype=a), x(b)]
    yield "self,other 0-dim", ops["div"], lambda a, b: [x(a), ones(dtype=b)]
    yield "self,other 0-dim", ops["eq"], lambda a, b: [x(a), ones(dtype=b)]
    yield "self,other (trunc)", ops["div"], lambda a, b: [x(a), x(b), "trunc"]
    yield "self,other (floor)", ops["div"], lambda a, b: [x(a), x(b), "floor"]
    yield "self,min", ops["clamp"], lambda a, b: [x(a), x(b), None]
    yield "self,other", ops["where"], lambda a, b: [torch.eye(3) > 0, x(a), x(b)]
    yield "self,condition", ops["where"], lambda a, b: [x(b), x(a), x(a)]
    yield "tensors", ops["cat"], lambda a, b: [[x(a), x(b)]]
    yield "tensors", ops["stack"], lambda a, b: [[x(a), x(b)]]
    yield "self,dtype", ops["to"], lambda a, b: [x(a), b]
    for n in ("sum", "mean"):
        yield "self,dtype", ops[n], lambda a, b: [x(a), [0], False, b]
    yield "self,dtype", ops["prod"], lambda a, b: [x(a), 0, False, b]
    yield "self,dtype", ops["linalg_vector_norm"], lambda a, b: [x(a), 2, [0], False, b]
    for n in ("cumsum", "softmax", "log_softmax"):
        yield "self,dtype", ops[n], lambda a, b: [x(a), 0, b]
    for n in ("empty_like", "zeros_like", "ones_like"):
        yield "self,dtype", ops[n], lambda a, b: [x(a), b]
    yield "self,mask", ops["masked_select"], lambda a, b: [x(a), x(b)]
    yield "self,mask", ops["masked_fill"], lambda a, b: [x(a), x(b), 1]
    yield "self,value 0-dim", ops["masked_fill"], lambda a, b: [x(a), torch.eye(3) > 0, ones(dtype=b)]
    yield "self,value 0-dim", ops["fill_"], lambda a, b: [x(a), ones(dtype=b)]
    yield "self,index", ops["index_select"], lambda a, b: [x(a), 0, ones(2, dtype=b)]
    yield "self,index", ops["gather"], lambda a, b: [x(a), 0, ones(2, 3, dtype=b)]
    yield "self,index", ops["scatter"], lambda a, b: [x(a), 0, ones(2, 3, dtype=b), x(a)]
    yield "self,src", ops["scatter"], lambda a, b: [x(a), 0, index(2, 3), x(b)]
    yield "self,indices", ops["index"], lambda a, b: [x(a), [ones(3, dtype=b)]]
    yield "self,indices", ops["index_put_"], lambda a, b: [x(a), [ones(3, dtype=b)],
                                                           ones(dtype=a), False]
    yield "self,values", ops["index_put_"], lambda a, b: [x(a), [torch.arange(2)],
                                                          ones(2, 3, dtype=b), False]
    yield "self,mat2", ops["bmm"], lambda a, b: [ones(2, 3, 3, dtype=a), ones(2, 3, 3, dtype=b)]
    yield "self,mat1=mat2", ops["addmm"], lambda a, b: [x(a), x(b), x(b)]
    yield "mat1,mat2", ops["addmm"], lambda a, b: [x(a), x(a), x(b)]
    yield "input,weight", ops["linear"], lambda a, b: [x(a), x(b), None]
    yield "input=weight,bias", ops["linear"], lambda a, b: [x(a), x(a), ones(3, dtype=b)]
    yield "self,tensor", ops["dot"], lambda a, b: [ones(3, dtype=a), ones(3, dtype=b)]
    yield "A,B", ops["linalg_solve"], lambda a, b: [matrix(a), x(b)]
    yield "self,B", ops["linalg_solve_triangular"], lambda a, b: [matrix(a).tril(), x(b), False]
    yield "input,weight", ops["layer_norm"], lambda a, b: [x(a), [3], ones(3, dtype=b), None]
    yield "input,weight=bias", ops["layer_norm"], lambda a, b: [x(a), [3], ones(3, dtype=b),
                                                                ones(3, dtype=b)]
    yield "input,weight", ops["conv2d"], lambda a, b: [ones(1, 1, 4, 4, dtype=a),
                                                       ones(1, 1, 2, 2, dtype=b)]
    yield "input=weight,bias", ops["conv2d"], lambda a, b: [
        ones(1, 1, 4, 4, dtype=a), ones(1, 1, 2, 2, dtype=a), ones(1, dtype=b)]
    yield "x1,x2", ops["cdist"], lambda a, b: [x(a), x(b)]
    yield "weight,indices", ops["embedding"], lambda a, b: [x(a), ones(2, dtype=b)]
    yield "self,target (indices)", ops["cross_entropy"], lambda a, b: [x(a), ones(3, dtype=b)]
    yield "self,target (probabilities)", ops["cross_entropy"], lambda a, b: [x(a), x(b)]
    yield "self,weight", ops["cross_entropy"], lambda a, b: [x(a), index(3), ones(3, dtype=b)]


def pair_rows(ops):
    yield ["op", "arguments", "dtype"] + list(DTYPES)
    for label, op, build in pairs(ops):
        base = "inplace" if op.in_place_only else "functional"
        for a in ALL:
            yield [op.name, label, NAME_OF[a]] + [
                dtypes_of(attempt(op, build(a, b), base)) for b in ALL]


def scalar_rows(ops):
    yield ["op", "arguments", "dtype"] + [n for n, _ in SCALARS]
    def x(d):
        return ones(3, 3, dtype=d)
    kinds = []
    for o in ops.values():
        if o.family == "binary" and o.name not in ("maximum", "minimum", "atan2", "hypot", "fmax", "fmin", "gcd", "lcm", "logaddexp", "logaddexp2", "nextafter", "heaviside", "complex", "polar", "ldexp") or \
                o.name in ("eq", "lt", "bitwise_and", "bitwise_or", "clamp_min", "clamp_max"):
            kinds.append(("self,other", o, lambda d, s: [x(d), s]))
    for n in ("add", "mul", "sub", "div", "pow", "remainder"):
        kinds.append(("other,self", ops[n], lambda d, s: [s, x(d)]))
    kinds += [
        ("self 0-dim,other", ops["add"], lambda d, s: [ones(dtype=d), s]),
        ("self,alpha", ops["add"], lambda d, s: [x(d), x(d), s]),
        ("self,alpha", ops["sub"], lambda d, s: [x(d), x(d), s]),
        ("self,min", ops["clamp"], lambda d, s: [x(d), s, None]),
        ("self,other", ops["where"], lambda d, s: [torch.eye(3) > 0, x(d), s]),
        ("self,value", ops["fill_"], lambda d, s: [x(d), s]),
        ("self,value", ops["masked_fill"], lambda d, s: [x(d), torch.eye(3) > 0, s]),
        ("self,src", ops["scatter"], lambda d, s: [x(d), 0, index(2, 3), s]),
        ("self,beta", ops["addmm"], lambda d, s: [x(d), x(d), x(d), s, 1]),
        ("self,alpha", ops["addmm"], lambda d, s: [x(d), x(d), x(d), 1, s]),
        ("dtype,fill_value", ops["full"], lambda d, s: [[3], s, d]),
        ("self,negative_slope", ops["leaky_relu"], lambda d, s: [x(d), s]),
        ("self,correction", ops["var"], lambda d, s: [x(d), [0], s]),
        ("self,ord", ops["linalg_vector_norm"], lambda d, s: [x(d), s, [0]]),
    ]
    for label, op, build in kinds:
        base = "inplace" if op.in_place_only else "functional"
        for d in ALL:
            yield [op.name, label, NAME_OF[d]] + [
                dtypes_of(attempt(op, build(d, s), base)) for _, s in SCALARS]


def write(ops, folder):
    for name, rows in (("dtype_support.tsv", support_rows), ("dtype_pairs.tsv", pair_rows),
                       ("dtype_scalars.tsv", scalar_rows)):
        with open(folder / name, "w", encoding="ascii") as f:
            for row in rows(ops):
                f.write("\t".join(row) + "\n")
