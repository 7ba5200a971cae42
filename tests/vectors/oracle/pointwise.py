"""Cases of the pointwise families: unary, binary, ternary, comparison and logic."""
import torch

from .inputs import LAYOUTS, lay, plain, special, strided
from .support import SCALARS
from .torchops import ALL, COMPLEX, DTYPES, FLOATS, INTS

NAN, INF = float("nan"), float("inf")
F32, F64, I32, I64, U8, BOOL = (DTYPES[n] for n in (
    "float32", "float64", "int32", "int64", "uint8", "bool"))
EXACT = {"abs", "neg", "sign", "ceil", "floor", "round", "relu", "square", "reciprocal", "add",
         "sub", "mul", "div", "floor_divide", "remainder", "maximum", "minimum", "trunc", "frac", "fmod", "copysign",
         "gcd", "lcm", "bitwise_left_shift", "bitwise_right_shift", "sgn", "nan_to_num", "conj_physical", "heaviside",
         "nextafter", "complex"}
TRAPPING = {"floor_divide", "remainder", "fmod"}
# PyTorch computes these with a cancellation that a better formula does not have.
ABSOLUTE = {"gelu": 2e-6, "silu": 1e-7, "sigmoid": 1e-7, "digamma": 4e-6, "logit": 1e-6, "logaddexp": 1e-6, "logaddexp2": 1e-6, "special_ndtr": 1e-7}
# And these it computes of what it has rounded, which their tails magnify.
MAGNIFIED = {"digamma", "erfinv", "special_erfcx", "special_ndtri", "special_log_ndtr", "special_ndtr"}


def absolute(name, dtype):
    if dtype in FLOATS[:2]:
        return 0.0 if name not in ABSOLUTE else 0.002 if dtype == FLOATS[0] else 0.01
    return ABSOLUTE.get(name, 0.0) * (1e-8 if dtype in (FLOATS[3], COMPLEX[1]) else 1)


def tolerance(name, dtype):
    """ulps"""
    if dtype in COMPLEX:
        return 8
    if name == "sqrt":  # PyTorch's is not always the nearest
        return 1
    if name in EXACT:
        return 0
    if name == "special_i0e" and dtype in FLOATS[:2]:  # PyTorch rounds each step to a half
        return 16
    return 1 if dtype in FLOATS[:2] else 64 if name in MAGNIFIED else 4


def operand(name, dtype, finite=False):
    return special(dtype, finite, name in TRAPPING or name in ("gcd", "lcm"))


def outputs(rec, name, values, result, **more):
    """out= of every kind: as wished, strided, empty, too small, of other dtypes, overlapping."""
    shape, d = result.shape, result.dtype
    rec.case(name, values, "out", [torch.zeros(shape, dtype=d)], **more)
    rec.case(name, values, "out", [torch.zeros(0, dtype=d)], **more)
    if len(shape) == 2:
        rec.case(name, values, "out", [torch.zeros(shape[::-1], dtype=d).t()], **more)
        rec.case(name, values, "out", [torch.zeros(shape[0], 2 * shape[1], dtype=d)[:, 1::2]], **more)
    rec.case(name, values, "out", [torch.zeros(7, dtype=d)], **more)
    if len(shape) and shape[0] > 1:
        rec.case(name, values, "out", [torch.zeros((1,) + tuple(shape[1:]), dtype=d).expand(shape)],
                 expect="refused")
    for other in ALL:
        if other != d:
            limit = dict(more) if other in FLOATS + COMPLEX else {}
            if other in (FLOATS[3], COMPLEX[1]):  # computed in single precision all the same
                limit["ulps"] = limit["ulps"] * 2.0 ** 29
            rec.case(name, values, "out", [torch.zeros(shape, dtype=other)], expect="either", **limit)


def overlaps(rec, name, extra):
    """An output that is an input, or shares some of its bytes."""
    base = plain((9,), F32, "overlap", 1, 4)
    x = base[:8]
    rec.case(name, [x] + extra(x), "out", [x], expect="either", ulps=max(4, tolerance(name, F32)))
    base = plain((9,), F32, "overlap", 1, 4)
    rec.case(name, [base[:8]] + extra(base[:8]), "out", [base[1:]], expect="refused")


def unary(rec):
    for op in rec.ops.values():
        if op.family != "unary" and op.name not in ("isnan", "isinf", "logical_not", "signbit", "bitwise_not", "isposinf", "isneginf", "isreal"):
            continue
        n = op.name
        for d in ALL:
            more = {"ulps": tolerance(n, d if d in FLOATS + COMPLEX else F32),
                    "atol": absolute(n, d), "expect": "either"}
            rec.case(n, [special(d)[n == "log2" and d in COMPLEX:]], **more)  # of a complex 0 PyTorch's log2 is NaN in part
            for kind in LAYOUTS:
                rec.case(n, [lay(kind, d, n)], **more)
            rec.case(n, [strided((3, 2, 2), (1, 1, 7), 2, d)], **more)
            for kind in ("contiguous", "sliced", "zero_dim", "empty"):
                rec.case(n, [lay(kind, d, n)], "inplace", **more)
            if n not in ("nan_to_num", "conj_physical"):  # where they have nothing to do, PyTorch does not look
                rec.case(n, [lay("expanded", d, n)], "inplace", expect="refused")
        if "out" in op.variants:
            for d in (F32, I32, DTYPES["complex64"], BOOL):
                x = plain((2, 3), d, n, 1, 4)
                more = {"ulps": max(1, tolerance(n, d)), "atol": ABSOLUTE.get(n, 0.0)}
                result = rec.case(n, [x], expect="either", **more)
                if result:
                    outputs(rec, n, [x], result[0], **more)
            if n != "special_ndtr":  # PyTorch copies to out= what it has computed
                overlaps(rec, n, lambda x: [])
    for d in FLOATS:
        more = {"ulps": tolerance("gelu", d), "atol": 2e-6 if d in FLOATS[2:] else 0.01}
        rec.case("gelu", [special(d), "tanh"], **more)
        rec.case("gelu", [special(d), "none"], **more)
        rec.case("leaky_relu", [special(d), 0.25], ulps=1)
        rec.case("leaky_relu", [lay("sliced", d), 2], "inplace", ulps=1)
    rec.case("gelu", [plain((3,), F32), "erf"], expect="refused")


BROADCAST = [((1,), ()), ((2,), ()), ((1,), (2,)), ((2, 1), (2,)), ((1, 2), (2,)), ((3, 2), (2,)),
             ((1, 3, 2), (2,)), ((1, 3, 2), (3, 2)), ((3, 1, 2), (3, 2)), ((2, 3, 2), ()),
             ((3, 1, 2), (1, 3, 2)), ((1, 0, 3), (2, 1, 1)), ((6, 0, 0, 0), (1,)), ((3, 0, 1, 0), ())]
NO_BROADCAST = [((2,), (3,)), ((2, 3), (2,)), ((0,), (2,)), ((4, 1, 2), (3, 2, 2))]
STRIDED = [((5, 6, 2), (1, 1, 7), 2), ((5, 5, 4), (1, 1, 7), 2), ((5, 5, 2), (4, 5, 7), 3),
           ((5, 5, 2), (5, 5, 7), 3), ((5, 5, 2), (5, 5, 5), 3), ((9, 5, 2), (0, 1, 7), 3)]
BINARY = ["add", "sub", "mul", "div", "floor_divide", "remainder", "pow", "maximum", "minimum",
          "eq", "ne", "lt", "le", "gt", "ge", "logical_and", "logical_or", "bitwise_and",
          "bitwise_or", "clamp_min", "clamp_max", "fmod", "atan2", "hypot", "copysign", "fmax", "fmin", "xlogy", "gcd", "lcm",
          "bitwise_xor", "bitwise_left_shift", "bitwise_right_shift", "logaddexp", "logaddexp2", "nextafter", "heaviside", "special_xlog1py", "complex",
          "polar", "float_power", "ldexp"]


def bound(name, d):
    if name in ("maximum", "minimum", "fmax", "fmin"):  # PyTorch's paths differ in which of 0 and -0 they take
        return {"ulps": 0, "atol": 1e-40, "expect": "either"}
    return {"ulps": tolerance(name, d) if name not in ("pow", "float_power") or d in FLOATS[:2] else 8, "atol": absolute(name, d),
            "expect": "either"}


def binary(rec):
    for n in BINARY:
        for d in ALL:
            more = bound(n, d)
            v = operand(n, d, finite=d in COMPLEX)
            if n in ("pow", "float_power") and d in INTS:
                v = v[v <= 7]
                w = torch.tensor([0, 1, 2, 3, 5], dtype=d)
            elif n in ("pow", "float_power") and d in COMPLEX:
                w = torch.tensor([0, 1, 2, 0.5, 1 + 1j], dtype=d)
                v = v[1:]
            elif n == "div" and d in COMPLEX:
                w = v[1:]
            else:
                w = v
            rec.case(n, [v[:, None].contiguous(), w], **more)
            for kind in ("contiguous", "sliced", "zero_dim", "empty"):
                other = plain((2, 3), d, "o", 1, 3) if kind not in ("zero_dim", "empty") else \
                    plain((), d, "o2", 1, 3)
                if n in TRAPPING and d in INTS:
                    other = torch.full_like(other, 3)
                if n == "pow" and d in INTS:
                    other = torch.full_like(other, 2)
                rec.case(n, [lay(kind, d, n), other], "inplace", **more)
                rec.case(n, [lay(kind, d, n), other], **more)
        three = torch.full((2, 3), 3, dtype=F32)
        for d in (F32, I32, BOOL):
            x, y = plain((2, 3), d, n, 1, 4), three.to(d)
            more = bound(n, F32) | {"ulps": 8 if n == "pow" else 1}
            result = rec.case(n, [x, y], **more)
            if result:
                outputs(rec, n, [x, y], result[0], **{"ulps": more["ulps"]})
        overlaps(rec, n, lambda x: [torch.full((8,), 3.0)])
        for s, t in NO_BROADCAST:
            rec.case(n, [plain(s, F32), plain(t, F32)], expect="refused")
        rec.case(n, [plain((1, 3), F32), plain((2, 3), F32)], "inplace", expect="refused")
        rec.case(n, [plain((3,), F32), plain((2, 3), F32)], "inplace", expect="refused")
        for d in ALL:
            for _, s in SCALARS:
                for x in (plain((3,), d, "sc", 1, 4), plain((), d, "s0", 1, 4)):
                    rec.case(n, [x, s], **bound(n, d) | {"ulps": 8})
            if n in ("sub", "mul", "pow"):
                rec.case(n, [2, plain((3,), d, "sc", 1, 4)], **bound(n, d) | {"ulps": 8})
                rec.case(n, [2.5, plain((3,), d, "sc", 1, 4)], **bound(n, d) | {"ulps": 8})
    geometry(rec)
    promotion(rec)
    particular(rec)


def geometry(rec):
    """Broadcasting and the strides of results, with the cheapest of dtypes."""
    for n in ("add", "maximum", "eq"):
        for s, t in BROADCAST:
            for kinds in (("contiguous", "contiguous"), ("transposed", "contiguous"),
                          ("sliced", "transposed"), ("contiguous", "sliced")):
                a = [lay(k, U8, "g", z) if z else plain((), U8, "g") for k, z in zip(kinds, (s, t))]
                rec.case(n, a)
                rec.case(n, a[::-1])
        for shape, strides, offset in STRIDED:
            x = strided(shape, strides, offset, U8)
            rec.case(n, [x, plain(shape, U8)])
            rec.case(n, [x, x])
    shape = (2, 3, 2, 4)
    def c(s=shape):
        return plain(s, U8, "c")
    def nhwc(s=shape):
        return plain(s, U8, "n").contiguous(memory_format=torch.channels_last)
    kinds = [c(), nhwc(), c((3, 1, 1)), c((1, 3, 1, 1)), c((2, 4)), c(()), c((2, 3, 1, 4)),
             nhwc((2, 1, 2, 4)), nhwc((2, 3, 1, 1)), c((4, 2, 3, 2)).permute(1, 2, 3, 0),
             c((4, 2, 3, 2)).permute(3, 2, 1, 0), c((2, 3, 2, 8))[..., ::2],
             c((2, 6, 2, 4))[:, ::2], c((1, 3, 1, 4)).expand(shape), nhwc((2, 6, 2, 4))[:, 1:4],
             c((2, 1, 2, 4)).expand(shape), c((2, 3, 4, 2)).transpose(2, 3)]
    for a in kinds:
        for b in kinds:
            rec.case("add", [a, b])
        rec.case("neg", [a])
        rec.case("clone", [a])
        for b in kinds[:3]:
            rec.case("where", [b > 3, a, c()])
    for a, b in ((c((1, 3)).t(), c((3, 1))), (c((4, 1)), c((1, 4)).t()), (c((4, 8))[:, ::4], c((4, 2))),
                 (c((4, 8))[:, ::4].t(), c((2, 4))), (c((4, 1)).expand(4, 4), c((4, 4))),
                 (c((1, 4)).expand(4, 4), c((1, 4)).expand(4, 4)),
                 (c((4, 1)).expand(4, 4), c((4, 1)).expand(4, 4)), (c((1, 1, 1)), c(())),
                 (c((2, 3)).t(), c((3, 2))), (c((3, 2)), c((2, 3)).t())):
        rec.case("add", [a, b])
        rec.case("add", [b, a])


def promotion(rec):
    for n in ("add", "div", "eq", "where", "floor_divide", "bitwise_and", "pow"):
        for a in ALL:
            for b in ALL:
                x, y = plain((2,), a, "x", 1, 3), torch.full((2,), 2).to(b)
                first = [torch.tensor([True, False])] if n == "where" else []
                rec.case(n, first + [x, y], expect="either", ulps=8)
                if n in ("add", "where"):
                    rec.case(n, first + [x, y[0].clone()], expect="either", ulps=8)
                    rec.case(n, first + [x[0].clone(), y], expect="either", ulps=8)
                    rec.case(n, first + [x[0].clone(), y[0].clone()], expect="either", ulps=8)
                if n != "where":
                    rec.case(n, [x.clone(), y], "inplace", expect="either", ulps=8)
    for a in FLOATS:
        for b in (I64, F64, DTYPES["complex64"]):
            rec.case("add", [plain((2,), I32, "m"), plain((), a, "m0"), ], ulps=1)
            rec.case("mul", [plain((2,), a, "m"), plain((), b, "m0"), ], expect="either", ulps=1)


def particular(rec):
    for d in ALL:
        x, y = plain((3,), d, "a", 1, 3), plain((3,), d, "b", 1, 3)
        for alpha in (2, 1.5, True, 1j):
            for n in ("add", "sub"):
                rec.case(n, [x, y, alpha], expect="either", ulps=8)
                rec.case(n, [x.clone(), y, alpha], "inplace", expect="either", ulps=8)
        v = operand("remainder", d, finite=True) if d not in COMPLEX else plain((4,), d)
        for mode in ("trunc", "floor", None):
            rec.case("div", [v[:, None].contiguous(), v, mode], expect="either", ulps=8)
        rec.case("div", [v.clone(), v[-1].clone(), "floor"], "inplace", expect="either", ulps=8)
    rec.case("div", [x, y, "round"], expect="refused")
    for d in INTS:
        zero = torch.tensor([1, 0, 2], dtype=d)
        for n in ("floor_divide", "remainder"):
            rec.case(n, [torch.ones(3, dtype=d), zero], expect="data")
            rec.case(n, [torch.ones(3, dtype=d), zero], "inplace", expect="data")
        for mode in ("trunc", "floor"):
            rec.case("div", [torch.ones(3, dtype=d), zero, mode], expect="data")
        v = special(d)[None, :]
        for n in ("add", "sub", "mul"):
            rec.case(n, [v, v])
        for s in (0, 300, -1, 2 ** 40):
            for n in ("add", "mul", "eq", "lt", "maximum"):
                if n != "maximum":
                    rec.case(n, [special(d), s], expect="either")
        if d != U8:
            rec.case("pow", [torch.tensor([1, -1, 2, -2, 0], dtype=d),
                             torch.tensor([-1, -3, -1, -2, 0], dtype=d)], expect="either")
            rec.case("pow", [special(d), -1], expect="either")
    for d in FLOATS:
        zero = torch.tensor([0.0, -0.0, 1.0], dtype=d)
        for n in ("floor_divide", "remainder", "div"):
            rec.case(n, [torch.tensor([1.0, -1.0, 0.0, float("nan")], dtype=d)[:, None], zero])
        for exponent in (2, 3, 0.5, -0.5, -1, -2):  # that have kernels of their own
            rec.case("pow", [special(d), exponent], **bound("pow", d))
    for d in FLOATS[:2]:  # quotients that the half cannot hold: of two tensors each step is rounded to it
        scale = torch.pow(torch.tensor(2.0), torch.arange(96) % 17)
        x, y = (plain((96,), F64, "far", 1, 2) * scale).to(d), plain((96,), d, "near", -2, 2)
        rec.case("floor_divide", [x, y])
        rec.case("floor_divide", [x, y[:1].clone()])
        rec.case("floor_divide", [x[16].clone(), y])
        rec.case("div", [x, y, "floor"])
    rec.case("equal", [plain((3,), F32), plain((3,), F32)])
    rec.case("equal", [plain((3,), F32), plain((3,), F32, "other")])
    rec.case("equal", [plain((3,), F32), plain((3, 1), F32)])
    rec.case("equal", [torch.tensor([float("nan")]), torch.tensor([float("nan")])])
    rec.case("equal", [torch.tensor([0.0]), torch.tensor([-0.0])])
    rec.case("equal", [plain((2, 3), F32), plain((3, 2), F32).t()])
    rec.case("equal", [plain((3,), F32), plain((3,), F64)], expect="either")
    rec.case("equal", [plain((0,), F32), plain((0,), F32)])


def weighted(rec):
    """lerp, addcmul, addcdiv."""
    for n in ("lerp", "addcmul", "addcdiv"):
        for d in ALL:
            more = {"ulps": 8 if d in COMPLEX else 1 if d in FLOATS[:2] else 4, "atol": 2e-2 if d in FLOATS[:2] else 1e-6, "expect": "either"}
            x, y, w = (plain((2, 3), d, s, 1, 3) for s in "xyw")
            for kind in LAYOUTS:
                first = lay(kind, d, n)
                rec.case(n, [first, plain(tuple(first.shape), d, "y"), plain(tuple(first.shape), d, "w", 1, 3)], **more)
                rec.case(n, [first, plain((), d, "y"), plain((), d, "w", 1, 3)], **more)
            for args in ([x, plain((3,), d), w], [plain((2, 1), d), plain((3,), d), plain((2, 3), d, "w", 1, 2)], [plain((3,), d), x, w],
                         [plain((0, 3), d), plain((3,), d), plain((), d, "w", 1, 3)], [x, plain((2, 2), d), w]):
                rec.case(n, args, **more)
                rec.case(n, [args[0].clone()] + args[1:], "inplace", **more)
            v = special(d)
            rec.case(n, [v, v.flip(0), torch.full_like(v, 1)], **more)
            if d not in COMPLEX:
                rec.case(n, [torch.full_like(v, 1), torch.full_like(v, 2), v], **more)
            for other in ALL:
                if d == FLOATS[0] and other in COMPLEX:
                    continue  # complex32 in PyTorch
                for args in ([x, y.to(other), w], [x, y, w.to(other)], [x, y, torch.ones((), dtype=other)], [x, torch.ones((), dtype=other), w]):
                    rec.case(n, args, **more)
                    rec.case(n, [x.clone()] + args[1:], "inplace", **more)
                for sizes in ((2, 3), (0,)):
                    wide = more | ({"ulps": 2.0 ** 31} if other in (F64, COMPLEX[1]) else {})
                    rec.case(n, [x, y, w], "out", [torch.zeros(sizes, dtype=other)], **wide)
                    rec.case(n, [x, y, torch.ones((), dtype=d)], "out", [torch.zeros(sizes, dtype=other)], **wide)
            for s in (2, 0, 1.5, -0.25, 0.4999, True, 1j, 300, 1e39, 70000, 2 ** 40):
                args = [x, y, s] if n == "lerp" else [x, y, w, s]
                rec.case(n, args, **more)
                rec.case(n, [x.clone()] + args[1:], "inplace", **more)
        for x in (plain((2, 3), F32).t(), torch.ones(2, 0, 3).transpose(0, 2), plain((3, 1, 4), F32).transpose(0, 1)):
            rec.case(n, [x, x] + ([0.25] if n == "lerp" else [x]), ulps=4, atol=1e-6, expect="either")
        if n == "lerp":
            rec.case(n, [torch.ones(16).as_strided((2, 0, 1, 4), (4, 4, 4, 1)), torch.ones(32).as_strided((2, 0, 1, 4), (8, 4, 4, 1)), -2.25])
        x = plain((2, 3), F32)
        rec.case(n, [x, x, x], "out", [torch.zeros(3, 2).t()], ulps=4, atol=1e-6)
        rec.case(n, [x, x, x], "out", [torch.zeros(2, 6)[:, 1::2]], ulps=4, atol=1e-6)


def shifted(rec):
    """By numbers beyond the bits that there are, and divisors of the smallest and largest."""
    for d in INTS:
        by = torch.tensor([0, 1, 3, 7, 8, 15, 31, 63, 64, 100], dtype=d)
        by = torch.cat([by, -by]) if d != U8 else torch.cat([by, by + 150])
        for n in ("bitwise_left_shift", "bitwise_right_shift"):
            rec.case(n, [special(d)[:, None].contiguous(), by])
            for s in (0, 2, -1, 9):
                rec.case(n, [special(d), s], expect="either")
                rec.case(n, [s, by], expect="either")
        v = torch.tensor([0, 1, -1, 6, -4, 9, 12, 100, 127, -127], dtype=I32).to(d)  # of the smallest PyTorch's may be negative
        for n in ("gcd", "lcm"):
            rec.case(n, [v[:, None].contiguous(), v])


def parted(rec):
    """Bounds of logit, what takes the place of numbers that are not finite, steps between halves, and parts of complex numbers."""
    nan = float("nan")
    for d in ALL:
        share = (torch.arange(-4, 21) / 16).to(d)
        more = {"ulps": 4, "atol": absolute("logit", d if d in FLOATS else F32), "expect": "either"}
        for eps in (None, 0.0, 0.25, 1e-6, -1.0, 0.75, nan, 2, 70000, -1e39):
            rec.case("logit", [share, eps], **more)
            rec.case("logit", [share.clone(), eps], "inplace", **more)
        for n in ("erfinv", "special_ndtri", "special_entr"):
            rec.case(n, [share], ulps=64 if d not in FLOATS[:2] else 1, expect="either")
        v = special(d)
        if d in COMPLEX:
            v = torch.tensor([complex(nan, INF), complex(-INF, 1), complex(2, nan), complex(-INF, -INF)], dtype=d)
        for args in ([], [1.5], [None, 2.0], [None, None, -3.0], [0.5, 1e6, -1e6], [nan, INF, -INF], [1e39, 1e39, -1e39], [2, 3, 4]):
            rec.case("nan_to_num", [v] + args, expect="either")
            rec.case("nan_to_num", [v.clone()] + args, "inplace", expect="either")
            for out in (torch.zeros(0, dtype=d), torch.zeros(len(v), 2, dtype=d)[:, 0]):
                rec.case("nan_to_num", [v] + args, "out", [out], expect="either")
        for x in (plain((3, 2), d).t(), plain((3, 4, 5), d).permute(2, 0, 1)[:, 1:2], plain((3, 1), d).expand(3, 4), plain((1, 7), d).as_strided((1, 3), (2, 3))):
            for n in ("nan_to_num", "conj_physical", "sgn", "angle", "special_ndtr", "isreal", "lgamma"):
                near = {"ulps": 0 if n in EXACT and d not in COMPLEX or n == "isreal" else 8, "atol": absolute(n, d if d in FLOATS else F32), "expect": "either"}
                if n == "special_ndtr" and x.dim() == 2 and 1 in x.shape:
                    continue  # strides that the last of five operators in PyTorch leaves
                rec.case(n, [x], **near)
                if n != "isreal":
                    for other in (d, F32, F64):
                        rec.case(n, [x], "out", [torch.zeros(0, dtype=other)], **near | {"ulps": near["ulps"] * 2.0 ** 30, "atol": 1e-2})
        for other in ALL:
            for n in ("heaviside", "complex", "polar", "nextafter"):
                rec.case(n, [plain((3,), d), plain((3,), other, "o")], expect="either", ulps=1 if n == "polar" else 0)
                rec.case(n, [plain((3,), d), plain((), other, "o")], expect="either", ulps=1 if n == "polar" else 0)
    for d in FLOATS[:2]:
        h = torch.cat([torch.arange(0, 65536, 1021, dtype=I32), torch.tensor([0x7c00, 0x7bff, 0xfc00, 0x7f80, 0x7f7f, 0xff80, 1, 0x8001, 0x8000])]).to(DTYPES["int16"]).view(d)
        for to in (INF, -INF, 0.0, 1.0):
            rec.case("nextafter", [h, torch.full_like(h, to)])
        rec.case("nextafter", [h, h.flip(0)])
        rec.case("nextafter", [h, h.clone()], "inplace")
    for d, far in ((FLOATS[0], 30), (FLOATS[1], 260), (F32, 290), (F64, 2150)):
        x = torch.tensor([1.0, -1.5, 1.9990234375, 0.333251953125, -0.0, INF, nan, 3 * torch.finfo(d).tiny, torch.finfo(d).max], dtype=d)
        for e in (I64, I32, DTYPES["int16"]):
            rec.case("ldexp", [x[:, None].contiguous(), torch.tensor([0, 1, -1, 7, -7, far // 2, -far // 2, far // 2 + 1, -far // 2 - 3, far, -far, 30000, -30000], dtype=e)])
        rec.case("ldexp", [x.clone(), torch.tensor(-far // 2)], "inplace")
    a = torch.tensor([0j, 1, -1, 1j, -1j, 3 - 4j, -2 + 1j, complex(-1, -0.0)])
    for x in (a, a.to(COMPLEX[1])):
        rec.case("logaddexp", [x[:, None].contiguous(), x.flip(0)], ulps=16, atol=absolute("logaddexp", x.dtype))
        rec.case("logaddexp", [torch.tensor([complex(-INF, 1), complex(nan, 0), complex(1, 1)], dtype=x.dtype), torch.tensor([complex(-INF, 2), 1j, complex(0, nan)], dtype=x.dtype)])


def ternary(rec):
    for d in ALL:
        v = special(d)
        x = lay("sliced", d, "t")
        mask = plain((2, 3), BOOL, "mask")
        rec.case("where", [v == v[0], v, v.flip(0)])
        for kind in LAYOUTS[:5]:
            rec.case("where", [mask, lay(kind, d, "w"), plain((3,), d, "w2")])
        rec.case("where", [plain((2, 1), BOOL), x, plain((), d)])
        rec.case("where", [plain((), BOOL), plain((2, 1), d), plain((3,), d)])
        for _, s in SCALARS:
            rec.case("where", [mask, x, s], expect="either")
            rec.case("where", [mask, s, x], expect="either")
            for n in ("clamp", "clamp_min", "clamp_max"):
                rec.case(n, [v, s], expect="either")
            rec.case("clamp", [v.clone(), s, s], "inplace", expect="either")
        low, high = plain((3,), d, "lo", -2, 0), plain((2, 1), d, "hi", 0, 3)
        for args in ([x, low, high], [x, None, high], [x, low, None], [plain((3,), d), low, high],
                     [x, high, low], [x, None, None]):
            rec.case("clamp", args, expect="either")
        rec.case("clamp", [x.clone(), low, high], "inplace", expect="either")
        rec.case("clamp", [x, low, high], "out", [torch.zeros(2, 3, dtype=d)], expect="either")
        for s in ((-1, 2), (0.5, 1.5), (2, 1), (None, 1), (1, None), (None, None)):
            rec.case("clamp", [lay("transposed", d, "c"), *s], expect="either")
        rec.case("where", [mask, x, x], "out", [torch.zeros(2, 3, dtype=d)])
        rec.case("where", [mask, x, x], "out", [torch.zeros(2, 3, dtype=F64)], expect="either")
    nan = float("nan")
    v = torch.tensor([nan, 1.0, -5.0, 5.0])
    for args in ([v, 0.0, 2.0], [v, nan, 2.0], [v, 0.0, nan], [v, torch.tensor(nan), None],
                 [v, torch.tensor([0, nan, nan, 0]), torch.tensor([nan, 0, 2.0, 2.0])]):
        rec.case("clamp", args)
    rec.case("where", [plain((2, 3), F32), v[:3], v[:3]], expect="either")
    for d in ALL:
        rec.case("where", [torch.ones(3, dtype=d), plain((3,), F32), plain((3,), F32)], expect="either")
        for other in ALL:
            rec.case("clamp", [plain((3,), d), plain((3,), other, "m"), None], expect="either")


def halves(rec):
    """What is rounded to a half before it is computed with, and what is not."""
    for d in FLOATS[:2]:
        h = torch.arange(0, 65536, 257, dtype=I32).to(DTYPES["int16"]).view(d)
        for s in (1.0001, 3.3333, 0.0012345, 2049):
            zero_dim = torch.tensor(s)
            for n in ("add", "sub", "mul", "div", "maximum", "pow", "lt", "ge"):
                near = {"ulps": 1 if n == "pow" else 0, "atol": 1e-40 if n == "maximum" else 0}
                for args in ([h, s], [s, h]):
                    if n in ("add", "sub", "mul") or (n != "maximum" and args[0] is h):
                        rec.case(n, args, **near)
                for other in (zero_dim, zero_dim.double(), zero_dim.view(()).to(I64)):
                    rec.case(n, [h, other], **near)
                    rec.case(n, [other, h], **near)
            for mode in ("floor", "trunc"):
                for args in ([h, s], [h, zero_dim]):
                    rec.case("div", args + [mode])
            rec.case("mul", [h, torch.full((h.numel(),), 2049)])
            rec.case("div", [h, torch.full((h.numel(),), 2049)])
            f = h[h.abs() < 20].contiguous()  # of larger ones a sum may be inf
            for n in ("add", "sub"):  # PyTorch's plain path rounds the product once more, its vectors do not
                rec.case(n, [f, f.flip(0), s], ulps=1, cancel=0.5)
        for n in ("exp", "sqrt", "sigmoid"):  # computed in the half, whatever takes it
            rec.case(n, [h], "out", [torch.zeros(h.numel())], ulps=1 if d == FLOATS[0] else 0, atol=5e-4, expect="either")
        for n in ("add", "mul", "div"):
            for wide in (torch.zeros(h.numel()), torch.zeros(2 * h.numel(), dtype=F64)[::2],
                         torch.zeros(h.numel(), dtype=DTYPES["complex64"])):
                rec.case(n, [h, h.flip(0)], "out", [wide])
    tiny = torch.tensor(1e-30)
    for n in ("logical_and", "logical_or"):
        for x, y in ((torch.tensor([1.0, 0.0]).half(), tiny), (torch.tensor([1.0, 0.0]), tiny.double() * tiny.double()),
                     (torch.tensor([1, 0], dtype=U8), torch.tensor(256)), (torch.tensor([1.0, 0.0]).half(), torch.tensor([7, 0])),
                     (torch.tensor([1.0, 0.0]), torch.tensor(256)), (torch.tensor([1.0, 0.0]).bfloat16(), tiny)):
            rec.case(n, [x, y])
            rec.case(n, [y, x])
            rec.case(n, [x.clone(), y], "inplace")


def layouts(rec):
    """Where the strides of a result follow a rule of their own."""
    turned, single = plain((2, 3), F32, "turned").t(), plain((3, 1, 4), F32, "single").transpose(0, 1)
    empty = torch.ones(2, 0, 3).transpose(0, 2)
    every = (turned, single, empty, plain((2, 3, 2, 2), F32, "cl").contiguous(memory_format=torch.channels_last))
    for x in every:
        rec.case("pow", [2, x], ulps=4)
        rec.case("pow", [2, x], "out", [torch.zeros(0)], ulps=4)
        for exponent in (2, 3, 2.5):
            rec.case("pow", [x.abs(), exponent], ulps=4)
        for bounds in ([0, 1], [0.5, None], [None, 1], [0, 0.5]):
            rec.case("clamp", [x] + bounds)
        rec.case("clamp", [x, torch.tensor(0.0), torch.tensor(1.0)])
        for bounds in ([0j, None], [None, 1 + 0j], [0j, 1], [0.5, 2 + 0j], [1j, None], [0j, 1 + 1j], [None, 70000 + 0j], [None, 1e39 + 0j], [NAN, 1e39], [1e39, NAN], [NAN, 1j], [NAN, 1e39 + 0j]):
            for d in (DTYPES["float16"], F32, F64, I32):
                rec.case("clamp", [x.to(d)] + bounds, expect="either")
            rec.case("clamp", [x.clone()] + bounds, "inplace", expect="either")
        rec.case("clamp_min", [x, 0j], expect="either")
        rec.case("clamp_max", [x, 0j], expect="either")
        rec.case("clamp_min", [x, 0.5])
        rec.case("clamp_max", [x, 0.5])
        rec.case("clamp_max", [x, torch.tensor(0.5)])


def converted(rec):
    """Operands of other dtypes that are not dense: converted first, they lead to other strides."""
    def odd(d):
        return plain((20, 1), d, "odd").as_strided((1, 3, 4), (1, 2, 3))
    for d, e in ((F32, I32), (F64, F32), (DTYPES["complex64"], F32), (I64, U8)):
        shape = (2, 3, 4)
        permuted, sliced = plain(shape[::-1], d, "p").permute(2, 1, 0), plain((2, 3, 9), e, "s")[:, :, 1::2]
        turned, spread = plain((4, 7, 2), e, "t").permute(2, 1, 0)[:, 1::2], plain((1, 3, 4), e, "x").expand(shape)
        others = (sliced, turned, spread, plain((2, 1, 4), e, "y").expand(shape), odd(e), plain((4, 3, 2), e, "z").permute(2, 1, 0))
        for x in (permuted, plain(shape, d, "c"), odd(d)):
            for y in others:
                for n in ("add", "eq", "maximum", "logical_and"):
                    rec.case(n, [x, y], expect="either")
                    if n in ("add", "logical_and"):
                        rec.case(n, [y, x], expect="either")
                rec.case("where", [plain((2, 1, 4), U8, "m", 0, 1).transpose(0, 2).contiguous().transpose(0, 2), x, y])
                rec.case("pow", [x.abs(), y], expect="either", ulps=8)
                if d not in COMPLEX:
                    rec.case("clamp", [y, x, None])
        for y in others:
            for n in ("sqrt", "rsqrt", "sigmoid"):
                rec.case(n, [y.abs()], ulps=4)
            rec.case("mul", [y, 1.5])
            rec.case("div", [y, 2])
            rec.case("clamp", [y, 0.5, None])
            rec.case("isinf", [y])


def overflowing(rec):
    """Numbers that a dtype does not hold, and results that are not elementwise in PyTorch."""
    for d in ALL:
        v = plain((2, 3), d, "over")
        for s in (300, -1, -256, -0.5, 255.5, 70000, 2 ** 40, 1e39, INF, 1 + 2j, 1 + 0j):
            rec.case("where", [plain((2, 3), BOOL), v, s], expect="either")
            rec.case("add", [v, v, s], expect="either", ulps=1, atol=0.5 if d in FLOATS[:2] else 0)
            if d not in COMPLEX:
                rec.case("pow", [v, s], expect="either", ulps=8)
            rec.case("clamp_max", [v, s], expect="either")
            rec.case("leaky_relu", [v, s], expect="either")
        for out in (F32, F64, I32, DTYPES["float16"]):
            rec.case("clamp", [v, 0, 2], "out", [torch.zeros(2, 3, dtype=out)], expect="either")
            rec.case("clamp", [v, v, v], "out", [torch.zeros(2, 3, dtype=out)], expect="either", **({} if out == I32 else {"ulps": 1}))
        if d in FLOATS:
            for x in (plain((6,), d).as_strided((2, 3, 1), (1, 2, 12)), plain((6,), d).as_strided((2, 1, 3), (3, 40, 1)), plain((3, 2), d).t(),
                      plain((3, 8), d)[:, ::2].t()):
                rec.case("isinf", [x])
                rec.case("isnan", [x])
        if d in INTS + [BOOL]:
            for x in (plain((3, 2), d).t(), plain((3, 4, 5), d).permute(2, 0, 1)[:, 1:2], plain((3, 1), d).expand(3, 4),
                      torch.ones(2, 0, 3, dtype=d).transpose(0, 2), plain((3, 8), d)[:, ::2].t()):
                rec.case("isinf", [x])
        if d in COMPLEX:
            for x in (plain((3, 2), d).t(), plain((3, 4, 5), d).permute(2, 0, 1), plain((3, 1), d).expand(3, 4)):
                for kind in (F32, F64, d):
                    rec.case("abs", [x], "out", [torch.zeros(0, dtype=kind)], ulps=8 * (2.0 ** 29 if kind == F64 else 1))
                rec.case("abs", [x], ulps=8)


def all_cases(rec):
    halves(rec)
    layouts(rec)
    converted(rec)
    overflowing(rec)
    unary(rec)
    weighted(rec)
    shifted(rec)
    parted(rec)
    binary(rec)
    ternary(rec)
