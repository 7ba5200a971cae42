"""Cases of operators that are made of others."""
import torch

from .inputs import LAYOUTS, lay, plain, special
from .torchops import ALL, DTYPES, FLOATS

F16, F32, F64, I64 = (DTYPES[n] for n in ("float16", "float32", "float64", "int64"))
NHWC = torch.channels_last


def near(d, ulps=4):
    """Of what is rounded on the way where PyTorch rounds once, and the other way round."""
    return {"expect": "either", "ulps": ulps, "atol": {F16: 2e-3, F32: 1e-6, F64: 1e-14}.get(d, 2e-2)}


def joining(rec):
    for d in ALL:
        x = plain((2, 3), d)
        for n in ("hstack",):
            for items in ([x, plain((2, 2), d)], [plain((3,), d), plain((2,), d)], [plain((), d), plain((), d)],
                          [plain((), d), plain((2,), d)], [x], [x.t().contiguous().t(), x], [plain((0,), d), plain((2,), d)],
                          [plain((2, 1, 3), d), plain((2, 4, 3), d)], [plain((2, 3, 2, 2), d).contiguous(memory_format=NHWC)] * 2):
                rec.case(n, [items], expect="either")
                rec.case(n, [items], "out", [torch.zeros(0, dtype=d)], expect="either")
            rec.case(n, [[x, plain((2, 3), F32)]], expect="either")
    x = plain((2, 3), F32)
    for n in ("hstack",):
        for items in ([], [x, plain((3,), F32)], [x, plain((3, 2), F32)], [x, plain((), F32)], [plain((3,), F32), x]):
            rec.case(n, [items], expect="either")
        rec.case(n, [[x, x]], "out", [torch.zeros(2, 6)])
        rec.case(n, [[x, x]], "out", [torch.zeros(6, 2).t()])
        rec.case(n, [[x, x]], "out", [torch.zeros(2, 6, dtype=F64)])
        rec.case(n, [[x, x]], "out", [torch.zeros(2, 6, dtype=I64)], expect="either")


def moments(rec):
    for d in ALL:
        for kind in LAYOUTS:
            x = lay(kind, d)
            for args in ([x, None], [x, [0]], [x, [-1], None, True], [x, [], 0], [x, [0], 2], [x, None, 0.5, True]):
                if len(args) > 2 and args[2] is None:
                    args[2] = 1
                rec.case("var_mean", args, **near(d))
        rec.case("var_mean", [plain((2, 3, 4), d), [0, 2]], **near(d))
    x = plain((2, 3), F32)
    for args in ([x, [2]], [x, [0, 0]]):
        rec.case("var_mean", args, expect="refused")


def losses(rec):
    for n in ("mse_loss",):
        for d in ALL:
            for kind in LAYOUTS:
                x = lay(kind, d, "x")
                for reduction in (0, 1, 2):
                    rec.case(n, [x, plain(tuple(x.shape), d, "t"), reduction], **near(d))
            for other in ALL:
                rec.case(n, [plain((2, 3), d), plain((3,), other)], **near(max(d, other, key=lambda a: near(a)["atol"])))
            rec.case(n, [plain((2, 1), d), plain((3,), d), 0], "out", [torch.zeros(0, dtype=d)], **near(d))
            rec.case(n, [plain((2, 3), d), plain((2, 3), d, "t")], "out", [torch.zeros((), dtype=d)], **near(d))
        for d in FLOATS:
            rec.case(n, [special(d), special(d).flip(0), 0], **near(d))
        x = plain((2, 3), F32)
        rec.case(n, [x, plain((2, 3), F32, "t"), 0], "out", [torch.zeros(3, 2).t()], **near(F32))
        rec.case(n, [x, plain((2, 3), F32, "t"), 0], "out", [torch.zeros(2, 3, dtype=F64)], **near(F32))
        rec.case(n, [x, plain((2, 3), F32, "t"), 0], "out", [torch.zeros(2, 3, dtype=I64)], expect="either")
        for t in (plain((2, 2), F32), plain((4, 3), F32)):
            rec.case(n, [x, t], expect="refused")


def all_cases(rec):
    joining(rec)
    moments(rec)
    losses(rec)
