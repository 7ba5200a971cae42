"""Cases of operators that are made of others."""
import torch

from .inputs import LAYOUTS, lay, plain, special
from .torchops import ALL, DTYPES, FLOATS

F16, F32, F64, I64 = (DTYPES[n] for n in ("float16", "float32", "float64", "int64"))
NAN, INF = float("nan"), float("inf")
NHWC = torch.channels_last


def near(d, ulps=4):
    """Of what is rounded on the way where PyTorch rounds once, and the other way round."""
    return {"expect": "either", "ulps": ulps, "atol": {F16: 2e-3, F32: 1e-6, F64: 1e-14}.get(d, 2e-2)}


def joining(rec):
    for n in ("hstack", "vstack", "dstack", "column_stack"):
        for d in ALL:
            x = plain((2, 3), d)
            for items in ([x, plain((2, 2), d)], [x, plain((1, 3), d)], [plain((3,), d), plain((2,), d)], [plain((), d), plain((), d)],
                          [plain((), d), plain((2,), d)], [plain((3,), d), x], [x], [x.t().contiguous().t(), x],
                          [plain((0,), d), plain((2,), d)], [plain((2, 1, 3), d), plain((2, 4, 3), d)],
                          [plain((2, 3, 2, 2), d).contiguous(memory_format=NHWC)] * 2):
                rec.case(n, [items], expect="either")
            rec.case(n, [[x, x]], "out", [torch.zeros(0, dtype=d)], expect="either")
            rec.case(n, [[x, plain((2, 3), F32)]], expect="either")
        x = plain((2, 3), F32)
        for items in ([], [x, plain((3,), F32)], [x, plain((3, 2), F32)], [x, plain((), F32)], [plain((3,), F32), x]):
            rec.case(n, [items], expect="either")
    x = plain((2, 3), F32)
    rec.case("hstack", [[x, x]], "out", [torch.zeros(2, 6)])
    rec.case("hstack", [[x, x]], "out", [torch.zeros(6, 2).t()])
    rec.case("hstack", [[x, x]], "out", [torch.zeros(2, 6, dtype=F64)])
    rec.case("hstack", [[x, x]], "out", [torch.zeros(2, 6, dtype=I64)], expect="either")


def moving(rec):
    for d in ALL:
        for kind in LAYOUTS:
            x = lay(kind, d)
            for dims in ([2], [2, 1], [1, 2, 3], [0], [], [-1]):
                rec.case("tile", [x, dims], expect="either")
            for args in ([[1]], [[1], [0]], [[-1], [-1]], [[1, 2], [0, 1]], [[5, 1], [0, 0]], [[], []], [[1, 2]], [[1], [4]], [[7], [1]]):
                rec.case("roll", [x] + args, expect="either")
            for args in ([[0], [1]], [[-1], [0]], [[0, 1], [1, 0]], [[], []], [[0], [0, 1]], [[0, 0], [0, 1]], [[0, 1], [1, 1]], [[4], [0]]):
                rec.case("movedim", [x] + args, expect="either")
            for args in ([0, [2, 1]], [1, [-1]], [-1, [1, 3, 1]], [1, [-1, 1]], [0, [-1, -1]], [1, [2, 2]], [0, []], [0, [-2, -1]], [3, [1]], [1, [-1, 0]]):
                rec.case("unflatten", [x] + args, expect="either")
            for k in (0, 1, -1, 3, -4):
                rec.case("diag", [x, k], expect="either")
        rec.case("movedim", [plain((2, 3, 4), d), [2], [0]])
        rec.case("movedim", [plain((2, 3, 4), d), [0, 2], [-1, 0]])
        for x in (plain((3,), d), plain((7,), d)[::2], plain((0,), d)):
            for k in (0, 1, -2):
                rec.case("diag", [x, k])
        rec.case("diag", [plain((2, 3), d)], "out", [torch.zeros(0, dtype=d)], expect="either")
        rec.case("diag", [plain((3,), d)], "out", [torch.zeros(3, 3, dtype=d).t()], expect="either")


def moments(rec):
    for n in ("var_mean", "std_mean"):
        for d in ALL:
            for kind in LAYOUTS:
                x = lay(kind, d)
                for args in ([x, None], [x, [0]], [x, [-1], 1, True], [x, [], 0], [x, [0], 2], [x, None, 0.5, True]):
                    rec.case(n, args, **near(d))
            rec.case(n, [plain((2, 3, 4), d), [0, 2]], **near(d))
        x = plain((2, 3), F32)
        for args in ([x, [2]], [x, [0, 0]]):
            rec.case(n, args, expect="refused")
    for d in ALL:
        for kind in LAYOUTS:
            x = lay(kind, d)
            for dims in ([0], [-1], [0, 1], [], [3], [0, 0]):
                rec.case("count_nonzero", [x, dims], expect="either")
            rec.case("isfinite", [x])
            rec.case("logical_xor", [x, plain(tuple(x.shape), d, "y")])
            rec.case("logical_xor", [x, plain((), F32, "y")])
            rec.case("logical_xor", [x, plain(tuple(x.shape), d, "y")], "inplace", expect="either")
        rec.case("isfinite", [special(d)])
        rec.case("logical_xor", [special(d), special(d).flip(0)])
        rec.case("logical_xor", [plain((2, 3), d), plain((3,), F16)], "out", [torch.zeros(0, dtype=d)])


def products(rec):
    for d in ALL:
        more = dict(near(d), cancel=4.0)
        v, w, m = plain((3,), d, "v"), plain((2,), d, "w"), plain((2, 3), d, "m")
        for x in (m, m.t().contiguous().t(), plain((2, 6), d)[:, ::2], plain((0, 3), d), plain((1, 3), d).expand(2, 3)):
            rec.case("mv", [x, v], **more)
            rec.case("mv", [x, plain((6,), d)[::2]], **more)
        rec.case("mv", [plain((2, 0), d), plain((0,), d)], **more)
        rec.case("mv", [m, v], "out", [torch.zeros(0, dtype=d)], **more)
        for a, b in ((v, w), (plain((6,), d)[::2], w), (plain((0,), d), w), (v, plain((2,), F32)), (m, v), (v, plain((), d))):
            rec.case("outer", [a, b], expect="either", ulps=1, atol=0.05 if d in FLOATS[:2] else 0)
        rec.case("outer", [v, w], "out", [torch.zeros(2, 3, dtype=d).t()], expect="either")
        for a, b in ((v, v), (m, v), (v, m), (m, plain((4, 3), d)), (plain((2, 2, 3), d), m), (m, plain((), d)), (plain((), d), v), (m, w),
                     (plain((0, 3), d), m), (plain((2, 0), d), plain((3, 0), d)), (v, plain((3,), F32)), (m.t(), plain((4, 2), d))):
            rec.case("inner", [a, b], **more)
        for a, b in ((m, plain((2, 2), d)), (v, w), (m, v), (plain((), d), m), (plain((2, 1, 2), d), m), (m.t(), plain((2, 2), d)),
                     (plain((0, 2), d), m), (m, plain((2, 2), F32))):
            rec.case("kron", [a, b], expect="either", ulps=1, atol=0.05 if d in FLOATS[:2] else 0)
        x, k = plain((2, 2, 5), d, "x", -2, 2), plain((4, 2, 3), d, "k", -2, 2)
        for args in ([x, k], [x, k, plain((4,), d)], [x, k, None, [2]], [x, k, None, [1], [1]], [x, k, None, [1], [2], [2]],
                     [x, plain((4, 1, 3), d, "k", -2, 2), None, [1], [0], [1], 2], [x[0], k], [x[0], k, plain((4,), d)], [plain((0, 2, 5), d), k],
                     [plain((2, 5, 2), d, "x", -2, 2).transpose(1, 2), k], [plain((2, 2, 1), d), plain((3, 2, 1), d)]):
            if d not in FLOATS and len(args) > 5 and args[5] == [2] and d != I64:
                continue  # as for conv2d
            rec.case("conv1d", args, **more)
    x, k = plain((2, 2, 5), F32), plain((4, 2, 3), F32)
    for args in ([x, plain((4, 3, 3), F32)], [x, k, plain((3,), F32)], [x, k, None, [0]], [x, k, None, [1], [-1]], [x, plain((4, 2, 9), F32)],
                 [plain((5,), F32), k], [x, plain((2, 3), F32)], [x, k, None, [1], [0], [1], 3], [x, plain((4, 2, 3), F64)]):
        rec.case("conv1d", args, expect="either")
    rec.case("mv", [plain((2, 3), F32), plain((2,), F32)], expect="refused")
    rec.case("mv", [plain((3,), F32), plain((3,), F32)], expect="refused")
    rec.case("mv", [plain((2, 3), F32), plain((3,), F64)], expect="refused")


POSITIVE = {"kl_div"}


def losses(rec):
    more = {"mse_loss": [], "l1_loss": [], "smooth_l1_loss": [0.5, 0.0, -1.0, 3.0], "huber_loss": [0.5, 2.0, 0.0, -1.0], "kl_div": [True]}
    for n, options in more.items():
        def target(shape, d, seed="t"):
            return plain(shape, d, seed, 0, 3) if n in POSITIVE else plain(shape, d, seed)
        for d in ALL:
            for kind in LAYOUTS:
                x = lay(kind, d, "x")
                for reduction in (0, 1, 2):
                    rec.case(n, [x, target(tuple(x.shape), d), reduction], **near(d))
            for option in options:
                for reduction in (0, 1):
                    rec.case(n, [plain((2, 3), d), target((2, 3), d), reduction, option], **near(d))
            for other in ALL:
                rec.case(n, [plain((2, 3), d), target((3,), other)], **near(max(d, other, key=lambda a: near(a)["atol"])))
            rec.case(n, [plain((2, 1), d), target((3,), d), 0], "out", [torch.zeros(0, dtype=d)], **near(d))
            rec.case(n, [plain((2, 3), d), target((2, 3), d)], "out", [torch.zeros((), dtype=d)], **near(d))
        for d in FLOATS:
            rec.case(n, [special(d), special(d).flip(0), 0], **dict(near(d), ulps=8))
        x = plain((2, 3), F32)
        rec.case(n, [x, target((2, 3), F32), 0], "out", [torch.zeros(3, 2).t()], **near(F32))
        rec.case(n, [x, target((2, 3), F32), 0], "out", [torch.zeros(2, 3, dtype=F64)], **near(F32))
        rec.case(n, [x, target((2, 3), F32), 0], "out", [torch.zeros(2, 3, dtype=I64)], expect="either")
        for t in (target((2, 2), F32), target((4, 3), F32)):
            rec.case(n, [x, t], expect="refused")
    n = "binary_cross_entropy_with_logits"
    for d in ALL:
        x, t, w, p = plain((2, 3), d, "x"), plain((2, 3), d, "t", 0, 1), plain((3,), d, "w", 1, 3), plain((3,), d, "p", 1, 3)
        for reduction in (0, 1, 2):
            for args in ([x, t], [x, t, w], [x, t, None, p], [x, t, w, p], [plain((3,), d), t], [x, plain((3,), d, "t", 0, 1)], [x.t(), t.t()]):
                args = args + [None] * (4 - len(args)) + [reduction]
                rec.case(n, args, **near(d))
        for kind in LAYOUTS:
            y = lay(kind, d, "y")
            rec.case(n, [y, plain(tuple(y.shape), d, "t", 0, 1), None, None, 0], **near(d))
        for other in ALL:
            rec.case(n, [x, plain((2, 3), other, "t", 0, 1)], **near(max(d, other, key=lambda a: near(a)["atol"])))
            rec.case(n, [x, t, plain((3,), other, "w", 1, 3), None], **near(max(d, other, key=lambda a: near(a)["atol"])))
            rec.case(n, [x, t, None, plain((3,), other, "p", 1, 3)], **near(max(d, other, key=lambda a: near(a)["atol"])))


def activations(rec):
    options = {"relu6": [], "hardtanh": [[-2, 2], [0.5, 1.5], [-1], [2, -2], [0, 3]], "elu": [[2], [0.5, 2], [1, 1, 0.5], [-1.5]], "celu": [[2.0], [-0.5], [0]],
               "selu": [], "log_sigmoid": [], "hardsigmoid": [], "hardswish": [], "mish": [], "softplus": [[2], [0.5, 1], [1, 3], [-1.0]], "glu": [[0], [1], [2], [-2]]}
    for n, more in options.items():
        for d in ALL:
            for kind in LAYOUTS:
                x = lay(kind, d)
                for args in [[]] + more:
                    rec.case(n, [x] + args, **near(d))
            if n == "glu":
                for shape, dim in (((2, 4), -1), ((4, 3), 0), ((2, 2, 2), 1), ((0, 2), 1), ((2, 0), 1)):
                    rec.case(n, [plain(shape, d), dim], **near(d))
                rec.case(n, [plain((4, 6), d)[:, ::3].t(), 0], **near(d))
                rec.case(n, [plain((2, 4), d)], "out", [torch.zeros(2, 2, dtype=d).t()], **near(d))
                continue
            for s in (special(d),):
                rec.case(n, [s], **near(d))
            rec.case(n, [plain((2, 3), d)], "inplace", **near(d))
            rec.case(n, [plain((3, 2), d).t()], "inplace", **near(d))
            for other in (d, F32, I64):
                rec.case(n, [plain((2, 3), d)], "out", [torch.zeros(2, 3, dtype=other)], **near(d))
            rec.case(n, [plain((2, 3), d)], "out", [torch.zeros(3, 2, dtype=d).t()], **near(d))


def placing(rec):
    for d in ALL:
        for kind in LAYOUTS:
            x = lay(kind, d)
            for i in ([0, -1, 1], [], [[0, 1], [1, 0]], 0, [-2], [99]):
                i = torch.tensor(i, dtype=I64)
                far = x.numel() and i.numel() and bool(((i < -x.numel()) | (i >= x.numel())).any())
                rec.case("take", [x, i], expect="data" if far else "either")
            for args in ([0, [0]], [-1, [0, -1]], [1, [1]], [0, []], [0, 0], [3, [0]], [0, [[0]]], [0, [9]]):
                i = torch.tensor(args[1], dtype=I64)
                size = x.shape[args[0]] if -x.dim() <= args[0] < x.dim() else 1
                far = bool(((i < -size) | (i >= size)).any()) and i.dim() < 2 and args[0] < max(x.dim(), 1)
                if far and not x.numel():
                    continue  # refused at the call, where PyTorch looks at the index
                for v in (1, 1.5, plain((), d, "v")):
                    rec.case("index_fill", [x, args[0], i, v], expect="data" if far else "either")
            for args in ([], [2], [0], [1, 0], [9, 0], [-1], [1, 4], [1, -1, plain(tuple(x.shape), d)], [1, 0, None, plain(tuple(x.shape), d)],
                         [1, 0, plain((1, 3), d), plain((2, 3), d)], [1, -1, plain((), d)], [2, -1, plain((2, 1), F32)]):
                if x.numel() or args[:1] == [0]:  # of nothing PyTorch gives self itself
                    rec.case("diff", [x] + args, expect="either", ulps=1)
            for args in ([], [1], [-1, 0], [0, 0, 1], [0, -1, -1], [0, 5], [2, 1, 0]):
                rec.case("diag_embed", [x] + args, expect="either")
            rec.case("trace", [x], **dict(near(d), cancel=4.0))
        for shape in ((3, 3), (2, 5), (0, 3), (4, 1), (2, 3, 1), (3,)):
            rec.case("trace", [plain(shape, d)], **dict(near(d), cancel=4.0))
        x = plain((2, 3), d)
        rec.case("take", [x, torch.tensor([1, 2])], "out", [torch.zeros(0, dtype=d)])
        rec.case("diff", [x], "out", [torch.zeros(2, 2, dtype=d).t()], expect="either", ulps=1)
        rec.case("index_fill", [x.clone(), 1, torch.tensor([0, 2]), 2], "inplace")
        for s in (True, 300, -1, 70000, 1e39, 1 + 1j, 1 + 0j, 2 ** 40):
            rec.case("index_fill", [x, 0, torch.tensor([1]), s], expect="either")
        for other in ALL:
            rec.case("index_fill", [x, 0, torch.tensor([1]), torch.ones((), dtype=other)], expect="either")
            rec.case("take", [x, torch.zeros(2, dtype=other)], expect="either")
            rec.case("take", [x, torch.tensor([1, 2])], "out", [torch.zeros(2, dtype=other)], expect="either")
            rec.case("diff", [x], "out", [torch.zeros(2, 2, dtype=other)], expect="either", ulps=1)
    rec.case("take", [plain((0,), F32), torch.tensor([0])], expect="refused")
    rec.case("index_fill", [plain((2,), F32), 0, torch.tensor([0]), plain((1,), F32)], expect="refused")


def contracting(rec):
    for d in ALL:
        more = dict(near(d), cancel=4.0)
        m, v, w = plain((2, 3), d, "m"), plain((3,), d, "v"), plain((2,), d, "w")
        for args in ([w, m, v], [plain((), d), m, v], [plain((1,), d), m, v], [w, m.t().contiguous().t(), plain((6,), d)[::2]], [w, m, v, 0, 2], [w, m, v, 2, 0],
                     [w, plain((2, 0), d), plain((0,), d)], [plain((0,), d), plain((0, 3), d), v], [v, m, v], [plain((1, 2), d), m, v], [w, m, w], [w, v, v]):
            rec.case("addmv", args, **more)
        for n in ([w, m, v],):
            rec.case("addmv", [w.clone(), m, v], "inplace", **more)
            for other in ALL:
                rec.case("addmv", [w, m, v], "out", [torch.zeros(2, dtype=other)], **more)
                rec.case("addmv", [w.to(other), m, v], **more)
        s = plain((2, 3), d, "s")
        for args in ([s, w, v], [v, w, v], [plain((), d), w, v], [plain((2, 1), d), w, v], [plain((3, 2), d, "s").t(), w, v], [plain((2, 6), d)[:, ::2], w, plain((6,), d)[::2]],
                     [s, w, v, 0, 2], [s, w, v, 2, 0], [plain((3, 2), d, "s").t(), w, v, 0, 1], [s, w, v, -1, 3], [s, w, v, True, 2], [s, w, v, 1, False], [s, w, v, 1.5, 0.5], [s, w, v, 1, 1j],
                     [s, w, plain((0,), d)], [plain((0,), d), w, plain((0,), d)], [plain((1, 2, 3), d), w, v], [s, s, v], [s, w, s], [s, v, v], [s, w, w]):
            rec.case("addr", args, **more)
        rec.case("addr", [s.clone(), w, v], "inplace", **more)
        if d == torch.uint8:
            rec.case("addr", [s, w, v, 1, 300], expect="refused")
        rec.case("addr", [plain((3, 2), d, "s").t(), w, v, 2, -1], "inplace", **more)
        rec.case("addr", [v.clone(), w, v], "inplace", **more)
        for other in ALL:
            rec.case("addr", [s, w, v], "out", [torch.zeros(2, 3, dtype=other)], **more)
            rec.case("addr", [s.to(other), w, v], **more)
            rec.case("addr", [s.clone(), w.to(other), v], "inplace", **more)
        for a, b, i, j in (((2, 3), (3, 4), [1], [0]), ((2, 3), (4, 3), [1], [1]), ((2, 3, 4), (4, 3), [1, 2], [1, 0]), ((2, 3), (3, 2), [], []), ((2, 3), (3, 2), [0, 1], [1, 0]),
                           ((2, 1), (3, 2), [1], [0]), ((2, 3), (1, 2), [1], [0]), ((2, 3), (2, 2), [1], [0]), ((2, 2), (2, 2), [0, 0], [1, 0]), ((2, 2), (2, 2), [0], [0, 1]),
                           ((), (2,), [], []), ((2, 0), (0, 3), [1], [0]), ((2, 3), (3, 2), [-1], [-2]), ((2, 3), (3, 2), [2], [0])):
            if d != torch.bool:  # a dot in PyTorch, where there is one result
                rec.case("tensordot", [plain(a, d, "a"), plain(b, d, "b"), i, j], **more)
        rec.case("tensordot", [m.t(), m.t(), [0], [0]], **more)
        rec.case("tensordot", [m, m, [1], [1]], "out", [torch.zeros(0, dtype=d)], **more)
        for a, b, args in (((2, 3), (2, 3), []), ((1, 3), (4, 3), []), ((3, 2), (3, 2), [0]), ((3, 2), (3, 1), [-2]), ((3,), (3,), []), ((3,), (2, 3), []), ((2, 3), (2, 3), [0]),
                           ((0, 3), (0, 3), []), ((2, 3), (2, 3), [2]), ((2, 3, 2, 2), (2, 3, 2, 2), [1]), ((), (), [])):
            rec.case("linalg_cross", [plain(a, d, "a"), plain(b, d, "b")] + args, **more)
        rec.case("linalg_cross", [plain((3, 3), d, "a").t(), plain((3, 3), d, "b").t()], **more)
        rec.case("linalg_cross", [m, m], "out", [torch.zeros(3, 2, dtype=d).t()], **more)
        rec.case("linalg_cross", [m, m.to(F32)], **more)
        for shape in ((2, 2), (2, 3, 3), (2, 3), (3,), (2, 0, 0)):
            for n in (0, 1, 2, 3, 5)[2 if d == torch.bool else 0:]:  # of bool PyTorch has the powers 0 and 1
                rec.case("linalg_matrix_power", [plain(shape, d, "p", -2, 2), n], **more)
        rec.case("linalg_matrix_power", [plain((3, 3), d, "p", -2, 2).t(), 3], **more)
        rec.case("linalg_matrix_power", [(torch.eye(3) * 4 + 1).to(d), -2], **dict(more, ulps=64))
        for a, b, args in (((2, 3), (2, 3), []), ((2, 3), (3,), [0]), ((2, 1, 3), (4, 3), [-1]), ((3,), (3,), [0]), ((3,), (3,), []), ((), (), [0]), ((0, 3), (0, 3), [0]), ((2, 3), (2, 2), []),
                           ((2, 3), (2, 3), [1, 4.0])):
            rec.case("cosine_similarity", [plain(a, d, "a"), plain(b, d, "b")] + args, **dict(near(d), ulps=8))
        for other in ALL:
            rec.case("cosine_similarity", [m, m.flip(0).to(other)], **dict(near(max(d, other, key=lambda a: near(a)["atol"])), ulps=8))


def closeness(rec):
    for d in ALL:
        v = special(d)
        for x, y in ((v[:, None].contiguous(), v), (plain((2, 3), d), plain((3,), d, "y")), (plain((2, 3), d).t(), plain((2, 3), d, "y").t()), (plain((0, 3), d), plain((3,), d)),
                     (plain((), d), plain((2,), d)), (plain((2,), d), plain((3,), d))):
            for args in ([], [0.5, 0.0], [0.0, 0.0], [0.0, 1.0, True], [0.0, 0.0, True], [-1.0], [0.1, -1.0]):
                rec.case("isclose", [x, y] + args, expect="either")
        rec.case("isclose", [plain((2,), d), plain((2,), F64)], expect="either")
        for kind in LAYOUTS:
            x = lay(kind, d)
            for other in (plain(tuple(x.shape), d, "o"), plain((), F32, "o"), 2, 1.5, True):
                for args in ([], [2], [0.5]):
                    rec.case("rsub", [x, other] + args, **near(d))
            for n in ("deg2rad", "rad2deg"):
                rec.case(n, [x], **near(d))
                rec.case(n, [x.clone()], "inplace", **near(d))
                for other in (F32, F64, I64):
                    rec.case(n, [x], "out", [torch.zeros(tuple(x.shape), dtype=other)], **dict(near(d), ulps=2.0 ** 31 if other == F64 else 4))
            for n, options in (("hardshrink", [[], [0.25], [0], [-1]]), ("softshrink", [[], [0.25], [0], [-1]]), ("threshold", [[0, 1], [0.5, 2.5], [-1, 300], [1, 70000], [1, 1j], [1e39, 0]])):
                for args in options:
                    rec.case(n, [x] + args, **near(d))
                rec.case(n, [x.clone()] + options[1], "inplace", **near(d))
                for other in (F32, F64, I64):
                    rec.case(n, [x] + options[1], "out", [torch.zeros(tuple(x.shape), dtype=other)], **near(d))
        for n, args in (("hardshrink", []), ("softshrink", []), ("threshold", [0.5, 2]), ("deg2rad", []), ("rad2deg", [])):
            rec.case(n, [v] + args, **near(d))
        for number in (2 ** 31, 65504, 65519.0, 70000, 3.39e38, 3.402823e38, 1e39, 1e300, INF, NAN):  # about what the dtype holds, and what is computed with
            for n, args in (("hardshrink", [number]), ("softshrink", [number]), ("threshold", [number, 2]), ("threshold", [1, number])):
                rec.case(n, [v] + args, **near(d))
        few = plain((5,), d)  # whose exponential does not overflow
        for number in (65504, 70000, 3.39e38, -1e39, 1e300, 1e-40, INF, complex(0.5, 0), complex(1, -0.0), 1 + 1j):  # likewise, or real but in its type
            for n, args in (("elu", [number]), ("elu", [1, number]), ("elu", [1, 1, number]), ("celu", [number]), ("softplus", [number]), ("softplus", [1, number]), ("hardtanh", [-1, number]),
                            ("hardshrink", [number]), ("softshrink", [number])):
                rec.case(n, [few if n == "softplus" else v] + args, **near(d))
            if not isinstance(number, complex):
                rec.case("constant_pad_nd", [few, [1, 2], number], expect="either")
                rec.case("addr", [plain((2, 3), d), plain((2,), d), plain((3,), d), 0, number], **near(d))
        for number in (2049, -3.00001):  # between two numbers of a half
            rec.case("threshold", [torch.tensor([2048, 2050, 2, -3]).to(d), number, 7], expect="either")


def strides(rec):
    """Where dimensions of size 1 or 0, or gaps, leave the strides open."""
    for d in FLOATS:
        gaps, volume = torch.zeros(32, dtype=d).as_strided((1, 7), (2, 3)), torch.zeros(32, dtype=d)
        for n in ("elu", "hardsigmoid", "hardswish", "mish"):
            rec.case(n, [gaps], **near(d))
            rec.case(n, [volume.as_strided((1, 2, 1, 4), (2, 3, 3, 6))], **near(d))
        rec.case("glu", [torch.zeros(64, dtype=d).as_strided((7, 2), (2, 15)), 1], **near(d))
        rec.case("mse_loss", [volume.as_strided((1, 2, 1, 3), (6, 3, 3, 1)), torch.ones(32, dtype=d).as_strided((1, 2, 1, 3), (6, 1, 6, 2)), 0], **near(d))
        rec.case("huber_loss", [volume.as_strided((0, 2), (1, 0)), volume.as_strided((0, 2), (4, 1)), 0], **near(d))
        rec.case("binary_cross_entropy_with_logits", [volume.as_strided((1,), (1,)), volume.as_strided((1,), (2,)), None, None, 0], **near(d))
        rec.case("outer", [torch.zeros(4, dtype=DTYPES["complex64"]).as_strided((0,), (2,)), plain((1,), d)], expect="either")
        rec.case("roll", [volume.as_strided((1, 5, 0), (5, 1, 1)), [1, 5], [-3, 4]])


def all_cases(rec):
    placing(rec)
    contracting(rec)
    closeness(rec)
    joining(rec)
    moving(rec)
    moments(rec)
    products(rec)
    losses(rec)
    activations(rec)
    strides(rec)
