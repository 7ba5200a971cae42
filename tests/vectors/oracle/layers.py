"""Cases of the layers of neural networks."""
import torch

from .inputs import LAYOUTS, lay, plain, smooth
from .torchops import ALL, DTYPES, FLOATS, INTS

F16, F32, F64, I64 = (DTYPES[n] for n in ("float16", "float32", "float64", "int64"))
NAN, INF = float("nan"), float("inf")
SUMS = {"expect": "either", "ulps": 1, "cancel": 4.0}
NHWC = torch.channels_last


def normalising(rec):
    for d in ALL:
        small = d in FLOATS[:2]
        near = {"ulps": 1 if small else 4, "atol": {F16: 2e-3, F32: 1e-6, F64: 1e-14}.get(d, 2e-2),
                "expect": "either"}
        for kind in LAYOUTS:
            x = lay(kind, d, "soft")
            for dim in (0, -1, 1):
                for n in ("softmax", "log_softmax"):
                    rec.case(n, [x, dim], **near)
        for b in ALL:
            for n in ("softmax", "log_softmax"):
                rec.case(n, [plain((2, 3), d, "soft"), 1, b], **dict(near, ulps=4, atol=0.02))
        x = plain((3, 2, 4), d, "soft")
        for dim in (0, 1, 2, -3, 3):
            rec.case("softmax", [x, dim], **near)
            rec.case("log_softmax", [x.permute(2, 0, 1), dim], **near)
        rec.case("softmax", [x, 1], "out", [torch.zeros(3, 2, 4, dtype=d)], **near)
        rec.case("softmax", [x, 1], "out", [torch.zeros(4, 2, 3, dtype=d).permute(2, 1, 0)], **near)
        w, b = plain((4,), d, "w"), plain((4,), d, "b")
        for y in (x, plain((4, 2, 3), d, "soft").permute(2, 1, 0), plain((2, 8), d)[:, ::2], plain((4,), d),
                  plain((0, 4), d)):
            for args in ([y, [4]], [y, [4], w, b], [y, [4], w, None], [y, [4], None, b], [y, [4], w, b, 0.5]):
                rec.case("layer_norm", args, **dict(near, ulps=8))
        rec.case("layer_norm", [x, [2, 4], plain((2, 4), d), None], **dict(near, ulps=8))
        rec.case("layer_norm", [x, [3, 2, 4]], **dict(near, ulps=8))
        for other in ALL:
            rec.case("layer_norm", [x, [4], plain((4,), other, "w"), None], **dict(near, ulps=8))
        if d in FLOATS:
            s = torch.tensor([[-INF, 0.0], [INF, 0.0], [NAN, 0.0], [-INF, -INF], [1000.0, -1000.0]]).to(d)
            rec.case("softmax", [s, 1], **near)
            rec.case("log_softmax", [s, 1], **near)
    wide = torch.tensor([[70000.0, 1.0], [1.0, 2.0], [-70000.0, 0.5], [2049.0, 2050.0]])
    low = torch.tensor([0.0, -87.0, -87.2, -87.33, -87.3365])
    for n in ("softmax", "log_softmax"):
        for x in (wide, wide.double(), wide.long(), wide.t().contiguous()):
            for b in FLOATS[:2]:  # converted first, and then no longer what it was (log: x - (max + log) in PyTorch)
                rec.case(n, [x, 0 if x.shape[0] == 2 else 1, b], ulps=1, atol=5e-4 if n[0] == "l" else 0)
        for x in (low, low.view(5, 1).repeat(1, 3)):  # down to the smallest normal number
            rec.case(n, [x, 0], ulps=4)
    for d in FLOATS:  # a row of one number is zeros, whatever its mean is rounded to
        for c in (0.1, 1.1, -3.3, 1234.567, 1e-3, 0.7):
            for n in (3, 7, 33, 100):
                rec.case("layer_norm", [torch.full((2, n), c, dtype=F64).to(d), [n]])
        for w, b in ((d, F32), (F32, d), (F32, F32), (d, d)):
            rec.case("layer_norm", [plain((2, 4), d), [4], plain((4,), w), plain((4,), b)], expect="either", ulps=8, atol=2e-2 if d in FLOATS[:2] else 1e-6)
    f = plain((2, 4), F32)
    for args in ([f, [3]], [f, [2]], [f, []], [f, [4], plain((3,), F32)], [f, [4], None, plain((2, 4), F32)],
                 [f, [2, 2, 4]]):
        rec.case("layer_norm", args, expect="refused")
    rec.case("softmax", [smooth((20, 70), F32), 1], ulps=4, atol=1e-7)
    rec.case("layer_norm", [smooth((20, 70), F32), [70]], ulps=8, atol=2e-6)


def windows(rec):
    def nhwc(t):
        return t.contiguous(memory_format=NHWC)
    for d in ALL:
        def p(*s):
            return plain(s, d, "conv", -2, 2)
        x, w = p(2, 2, 5, 4), p(4, 2, 3, 2)
        for args in ([x, w], [x, w, p(4)], [x, w, None, [2, 1]], [x, w, None, [2]], [x, w, None, [1, 1], [1, 0]],
                     [x, w, None, [1, 1], [2], [2, 1]], [x, p(4, 1, 3, 2), p(4), [1, 1], [1, 1], [1, 1], 2],
                     [nhwc(x), w], [x, nhwc(w)], [nhwc(x), nhwc(w), p(4)], [p(2, 5, 4), w], [p(2, 5, 4), w, p(4)],
                     [x, w, None, [1, 1], "same"], [x, w, None, [1, 1], "valid"], [p(0, 2, 5, 4), w],
                     [x.transpose(2, 3), w], [p(2, 2, 5, 8)[..., ::2], w], [p(2, 2, 1, 1), p(4, 2, 1, 1)],
                     [p(1, 1, 5, 4).expand(2, 2, 5, 4), w], [x, p(2, 1, 2, 2), None, [1], [0], [1], 2]):
            if d in INTS[:-1] and len(args) > 5 and 2 in args[5]:
                continue  # PyTorch has a dilated kernel for int64, and for no other integer
            rec.case("conv2d", args, **SUMS)
        y = p(2, 2, 5, 4)
        for z in (y, nhwc(y), p(2, 5, 4), y.transpose(2, 3), p(0, 2, 5, 4), p(2, 2, 5, 8)[..., ::2], nhwc(p(2, 1, 5, 4))):
            for args in ([[2, 2]], [[3]], [[2, 2], [1, 1]], [[3, 2], [2, 1], [1, 1]], [[2, 2], [2], [0, 0], [2, 1]],
                         [[2, 2], [2, 2], [1, 1], [1, 1], True], [[3, 3], [2, 2], [1, 1], [1, 1], True]):
                rec.case("max_pool2d", [z] + args, expect="either")
            for args in ([[2, 2]], [[3]], [[2, 2], [1, 1]], [[3, 2], [2, 1], [1, 1]],
                         [[2, 2], [2, 2], [1, 1], True], [[2, 2], [2, 2], [1, 1], True, False],
                         [[3, 3], [2, 2], [1, 1], False, False], [[2, 2], [2, 2], [0, 0], False, True, 3]):
                rec.case("avg_pool2d", [z] + args, **SUMS)
        rec.case("max_pool2d", [y, [2, 2]], "out",
                 [torch.zeros(0, dtype=d), torch.zeros(0, dtype=I64)], expect="either")
        rec.case("avg_pool2d", [y, [2, 2]], "out", [nhwc(torch.zeros(2, 2, 2, 2, dtype=d))], **SUMS)
    x, w = plain((2, 2, 5, 4), F32), plain((4, 2, 3, 2), F32)
    for args in ([x, plain((4, 3, 3, 2), F32)], [x, w, plain((3,), F32)], [x, w, None, [1, 1], [0, 0], [1, 1], 2],
                 [x, w, None, [0, 1]], [x, w, None, [1, 1], [-1, 0]], [x, w, None, [1, 1], [0, 0], [0, 1]],
                 [x, plain((4, 2, 9, 2), F32)], [plain((5, 4), F32), w], [x, plain((2, 3, 2), F32)],
                 [x, w, None, [2, 2], "same"], [x, w, None, [1, 1, 1]], [x, w, None, [1, 1], "full"],
                 [plain((2, 0, 5, 4), F32), plain((4, 0, 3, 2), F32)]):
        rec.case("conv2d", args, expect="either", **{k: SUMS[k] for k in ("ulps", "cancel")})
    for n in ("max_pool2d", "avg_pool2d"):
        for args in ([x, [9, 9]], [x, [2, 2], [0, 1]], [x, [2, 2], [2, 2], [2, 2]], [x, [0, 2]],
                     [plain((5, 4), F32), [2, 2]], [x, [2, 2, 2]], [x, [2, 2], [2, 2], [-1, 0]],
                     [plain((2, 0, 5, 4), F32), [2, 2]], [plain((2, 2, 0, 4), F32), [2, 2]]):
            rec.case(n, args, expect="either")
    rec.case("avg_pool2d", [x, [2, 2], [2, 2], [0, 0], False, True, 0], expect="refused")
    n = torch.tensor([[[[NAN, 1.0], [2.0, NAN]], [[-INF, -INF], [-INF, -INF]]]])
    rec.case("max_pool2d", [n, [2, 2]])
    rec.case("max_pool2d", [n, [1, 1], [1, 1]])
    for args in ([x, [3, 3], [1, 1], [2, 2], [2, 2]], [x, [2, 2], [1, 1], [2, 2], [3, 3]], [x, [3, 3], [1, 1], [2, 1]]):
        rec.case("max_pool2d", args, expect="refused")
    rec.case("max_pool2d", [nhwc(n), [2, 2], [1, 1], [1, 1]])
    rec.case("conv2d", [smooth((1, 3, 12, 11), F32), smooth((5, 3, 3, 3), F32), smooth((5,), F32)], **SUMS)


def distances(rec):
    for d in ALL:
        near = {"expect": "either", "ulps": 8, "atol": 1e-6 if d == F32 else 1e-13}
        for a, b in (((3, 2), (4, 2)), ((2, 3, 2), (2, 4, 2)), ((2, 1, 3, 2), (2, 4, 2)), ((3, 0), (2, 0)),
                     ((0, 2), (3, 2)), ((3, 2), (0, 2)), ((1, 1), (1, 1))):
            for p in (0, 1, 2, 3, 0.5, INF):
                rec.case("cdist", [plain(a, d, "x"), plain(b, d, "y"), float(p)], **near)
        rec.case("cdist", [plain((2, 3), d).t(), plain((4, 4), d)[:, ::2]], **near)
        rec.case("cdist", [plain((3, 2), d), plain((3, 2), d)], **near)
    for d in (F32, torch.float64):
        nan, inf = float("nan"), float("inf")
        for p in (0, 1, 2, 3, inf):  # of which the last passes over NaN
            rec.case("cdist", [torch.tensor([[nan, 1, inf], [0, 1, inf]], dtype=d), torch.tensor([[0, 1, inf], [0, 2, 3]], dtype=d), float(p)], ulps=8)
        for p in (5e-324, 1e39, 1e300):  # some are 0 or infinite in the dtype
            rec.case("cdist", [plain((2, 3), d, "x"), plain((4, 3), d, "y"), p], ulps=8)
            rec.case("cdist", [plain((2, 0), d), plain((3, 0), d), p])
    a, b = smooth((30, 5), F32, "a"), smooth((28, 5), F32, "b")
    rec.case("cdist", [a, b], ulps=8, atol=2e-3)
    rec.case("cdist", [a, a], ulps=8, atol=4e-3)
    rec.case("cdist", [a.double(), b.double(), 2.0], ulps=8, atol=1e-6)
    for args in ([plain((3, 2), F32), plain((3, 3), F32)], [plain((2,), F32), plain((2, 2), F32)],
                 [a, b, -1.0], [plain((3, 2), F32), plain((3, 2), F64)]):
        rec.case("cdist", args, expect="refused")


def losses(rec):
    for d in ALL:
        small = d in FLOATS[:2]
        near = {"expect": "either", "ulps": 2 if small else 8,
                "atol": {F16: 5e-3, F32: 2e-6, F64: 1e-14}.get(d, 4e-2)}
        x, t, w = plain((3, 4), d, "ce"), torch.tensor([1, 3, 0]), plain((4,), d, "w", 1, 3)
        q = plain((3, 4), d, "q", 0, 1)
        for reduction in (0, 1, 2):
            for weight in (None, w):
                rec.case("cross_entropy", [x, t, weight, reduction], **near)
                rec.case("cross_entropy", [x, t, weight, reduction, 3], **near)
                rec.case("cross_entropy", [x, t, weight, reduction, -100, 0.25], **near)
                for smoothing in (-0.5, float("nan"), 1.0, 1.5):
                    for target in (t, q):
                        rec.case("cross_entropy", [x, target, weight, reduction, -100, smoothing], **near)
                rec.case("cross_entropy", [x, q, weight, reduction], **near)
                rec.case("cross_entropy", [x, q, weight, reduction, -100, 0.25], **near)
                rec.case("cross_entropy", [plain((2, 4, 3), d), torch.tensor([[1, 0, 3], [2, 2, 0]]), weight,
                                           reduction], **near)
            rec.case("cross_entropy", [plain((4,), d), torch.tensor(2), None, reduction], **near)
            rec.case("cross_entropy", [plain((0, 4), d), torch.zeros(0, dtype=I64), None, reduction], **near)
            rec.case("cross_entropy", [plain((2, 4, 2, 2), d), torch.zeros(2, 2, 2, dtype=I64), w, reduction], **near)
            rec.case("cross_entropy", [x, torch.full((3,), -100), None, reduction], **near)
        for other in ALL:
            rec.case("cross_entropy", [x, torch.ones(3).to(other)], **near)
            rec.case("cross_entropy", [x, t, torch.ones(4).to(other)], **near)
    x = plain((3, 4), F32, "ce")
    for t in (torch.tensor([4, 0, 0]), torch.tensor([-1, 0, 0])):
        rec.case("cross_entropy", [x, t], expect="data")
    for args in ([x, torch.tensor([0, 1])], [x, torch.zeros(3, 4, dtype=I64)], [x, torch.zeros(3, 3)],
                 [x, torch.zeros(3, dtype=I64), torch.ones(3)], [x, torch.zeros(3, dtype=I64), None, 1, -100, 1.5],
                 [plain((), F32), torch.tensor(0)]):
        rec.case("cross_entropy", args, expect="refused")


def all_cases(rec):
    normalising(rec)
    windows(rec)
    distances(rec)
    losses(rec)
