"""Cases of scans, of elements by rank, of what is written at places that tensors tell, and of searches."""
import torch

from .inputs import LAYOUTS, lay, plain, special
from .torchops import ALL, COMPLEX, DTYPES, FLOATS, INTS

F16, F32, F64, I32, I64, BOOL = (DTYPES[n] for n in ("float16", "float32", "float64", "int32", "int64", "bool"))
NAN, INF = float("nan"), float("inf")


def near(d, ulps=4):
    return {"expect": "either", "ulps": ulps, "atol": {F16: 4e-3, F32: 1e-6, F64: 1e-14}.get(d, 3e-2 if d in FLOATS else 1e-5)} if d in FLOATS + COMPLEX else {"expect": "either"}


def ints(*v, dtype=I64):
    return torch.tensor(v, dtype=dtype)


def scans(rec):
    for d in ALL:
        for kind in LAYOUTS:
            for dim in (0, -1, 1):
                x = lay(kind, d, "scan")
                rec.case("cumprod", [x, dim], **near(d))
                rec.case("logcumsumexp", [x, dim], **near(d))
                for n in ("cummax", "cummin") if x.dim() or d not in COMPLEX else ():
                    rec.case(n, [x, dim], expect="either")
        x = plain((2, 3), d)
        rec.case("cumprod", [x.clone(), 1], "inplace", **near(d))
        for other in (F32, I32, BOOL, COMPLEX[1]):
            rec.case("cumprod", [x, 1, other], **dict(near(d), ulps=4))
        rec.case("cumprod", [x, 1], "out", [torch.zeros(3, 2, dtype=d).t()], **near(d))
        rec.case("logcumsumexp", [x, 1], "out", [torch.zeros(3, 2, dtype=d).t()], **near(d))
        rec.case("logcumsumexp", [x, 1], "out", [torch.zeros(0)], **near(d))
        for n in ("cummax", "cummin"):
            rec.case(n, [x, 1], "out", [torch.zeros(3, 2, dtype=d).t(), torch.zeros(0, dtype=I64)], expect="either")
            rec.case(n, [x, 1], "out", [torch.zeros(2, 3, dtype=d), torch.zeros(2, 3, dtype=I32)], expect="either")
            if d in FLOATS + INTS:
                rec.case(n, [special(d), 0])
        if d in FLOATS:
            rec.case("logcumsumexp", [torch.tensor([[-INF, -INF, 1, 2], [INF, 1, -INF, 0], [1, NAN, 2, 3], [80, 80, 88, -88]], dtype=d), 1], **near(d))
            rec.case("logcumsumexp", [plain((40, 11), d), 0], **near(d))
            rec.case("cumprod", [plain((9, 20), d, "long", 1, 2), 0], **near(d))
    nan = torch.tensor([2.0, NAN, 1.0, 3.0, NAN, -INF, INF])
    for n in ("cummax", "cummin"):
        rec.case(n, [nan, 0])
        rec.case(n, [torch.tensor([0.0, -0.0, 0.0, 1, 1, 0]), 0])
    for n in ("cumprod", "logcumsumexp", "cummax", "cummin"):
        rec.case(n, [plain((2, 3), F32), 2], expect="refused")


def combining(rec):
    ways = ["sum", "prod", "mean", "amax", "amin"]
    for d in ALL:
        for kind in LAYOUTS[:6]:
            x = lay(kind, d, "put")
            if x.dim() != 2 or not x.numel():
                continue
            for dim in (0, 1):
                i = ints(1, 0, 1, 0, 0, 1).view(2, 3) if dim == 0 else ints(2, 0, 0, 1, 1, 1).view(2, 3)
                src = plain((2, 3), d, "src")
                rec.case("scatter_add", [x, dim, i, src], **near(d))
                rec.case("scatter_add", [x.clone(), dim, i.int()[:, :2], src], "inplace", **near(d))
                for w in ways:
                    for self_too in (True, False):
                        rec.case("scatter_reduce", [x, dim, i, src, w, self_too], **near(d))
                j = ints(1, 0, 1) if dim == 0 else ints(2, 0, 2, 1)
                slices = plain((3, x.shape[1]) if dim == 0 else (x.shape[0], 4), d, "slices")
                for alpha in (1, 2, -1, 0.5, True, 1j):
                    rec.case("index_add", [x, dim, j, slices, alpha], **near(d))
                rec.case("index_copy", [x, dim, j[:2], slices.narrow(dim, 0, 2)], expect="either")
                for w in ways[1:]:
                    for self_too in (True, False):
                        rec.case("index_reduce", [x, dim, j.int(), slices, w, self_too], **near(d))
        line = plain((5,), d)
        for n, more in (("index_add", []), ("index_copy", []), ("index_reduce", ["amax"])):
            if n != "index_reduce" or d in INTS + FLOATS:
                rec.case(n, [line, 0, ints(4, 0), plain((2,), d, "s"), *more], **near(d))
                rec.case(n, [plain((), d), 0, ints(0), plain((), d, "s"), *more], **near(d))
                rec.case(n, [line.clone(), -1, ints(4, 0), plain((2,), d, "s"), *more], "inplace", **near(d))
                rec.case(n, [line, 0, ints(4, 0), plain((2,), d, "s"), *more], "out", [torch.zeros(0, dtype=d)], **near(d))
            if d in FLOATS + INTS:
                rec.case(n, [line, 0, ints(4, 5), plain((2,), d, "s"), *more], expect="data")
        rec.case("scatter_add", [plain((), d), 0, torch.tensor(0), plain((), d, "s")], **near(d))
        rec.case("scatter_add", [line, 0, ints(0, 4, 4), plain((4,), d, "s")], "out", [torch.zeros(10, dtype=d)[::2]], **near(d))
        for w in ways:
            if d in FLOATS:
                x, i = torch.tensor([1, NAN, -INF, 2], dtype=d), ints(0, 0, 1, 2, 3, 3)
                rec.case("scatter_reduce", [x, 0, i, torch.tensor([NAN, 1, 2, INF, 0, -0.0], dtype=d), w], **near(d))
                rec.case("scatter_reduce", [x, 0, i, torch.tensor([NAN, 1, 2, INF, 0, -0.0], dtype=d), w, False], **near(d))
    x = plain((3, 4), F32)
    for i in (ints(3, 0).view(1, 2), ints(-1, 0).view(1, 2)):
        rec.case("scatter_add", [x, 0, i, x], expect="data")
        rec.case("scatter_reduce", [x, 0, i, x, "prod"], expect="data")
        rec.case("index_add", [x, 0, i[0], x[:2]], expect="data")
        rec.case("index_copy", [x, 0, i[0], x[:2]], expect="data")
    for args in ([x, 0, torch.zeros(2, 5, dtype=I64), x], [x, 0, torch.zeros(4, 4, dtype=I64), x], [x, 2, torch.zeros(1, 1, dtype=I64), x],
                 [x, 0, torch.zeros(2, dtype=I64), x], [x, 0, torch.zeros(1, 1, dtype=I64), x.double()]):
        rec.case("scatter_add", args, expect="refused")
        rec.case("scatter_reduce", args + ["mean"], expect="refused")
    for args in ([x, 0, ints(0, 1), x], [x, 0, ints(0).view(1, 1), x[:1]], [x, 0, ints(0), x[:1, :3]], [x, 0, ints(0), x[:1].double()], [x, 2, ints(0), x[:1]],
                 [x, 0, torch.zeros(1), x[:1]]):
        rec.case("index_add", args, expect="refused")
        rec.case("index_copy", args, expect="refused")
        rec.case("index_reduce", args + ["prod"], expect="refused")


def masked(rec):
    mask = torch.tensor([[True, False, True], [False, True, True]])
    for d in ALL:
        for kind in LAYOUTS[:6]:
            x = lay(kind, d, "ms")
            rec.case("masked_scatter", [x, mask, plain((5,), d, "s")], expect="either")
            rec.case("masked_scatter", [x, torch.tensor([True, False, True]), plain((2, 8), d, "s")[:, ::2]], expect="either")
            rec.case("masked_scatter", [x.clone(), mask, plain((2, 3), d, "s").t()], "inplace", expect="either")
        rec.case("masked_scatter", [plain((3,), d), mask, plain((4,), d, "s")])
        rec.case("masked_scatter", [plain((2, 3), F32), mask, plain((6,), d)], expect="either")
        rec.case("masked_scatter", [plain((2, 3), F32), torch.ones(2, 3).to(d), plain((6,), F32)], expect="either")
        for i in (ints(5, 0, -1), ints(1, 2).view(2, 1), torch.tensor(3)):
            for add in (False, True):
                for x in (plain((2, 3), d), plain((3, 2), d).t()):
                    rec.case("put", [x, i, plain((i.numel(),), d, "s"), add], **near(d))
                    rec.case("put", [x.clone(memory_format=torch.preserve_format), i, plain(tuple(i.shape), d, "s"), add], "inplace", **near(d))
        for x in (plain((2, 3), d), plain((3, 2), d).t(), plain((1, 3), d).expand(2, 3)):
            rec.case("take_along_dim", [x, ints(1, 0, 1).view(1, 3), 0])
            rec.case("take_along_dim", [x, ints(2, 0).view(2, 1), -1])
            rec.case("take_along_dim", [x, ints(0, 2, 1, 1).view(1, 4), 1])
        rec.case("take_along_dim", [plain((2, 3), d), ints(5, 0).view(1, 2)])
        rec.case("take_along_dim", [plain((2, 3), d), ints(1, 0, 1).view(1, 3), 0], "out", [torch.zeros(0, dtype=d)])
    rec.case("masked_scatter", [plain((2, 3), F32), mask, plain((3,), F32)], expect="data")
    rec.case("masked_scatter", [plain((2, 3), F32), torch.tensor([True, False]), plain((3,), F32)], expect="refused")
    x = plain((2, 3), F32)
    for args in ([x, ints(0, 1), x], [x, ints(0, dtype=I32), x[0, :1]], [x, ints(0), x[0, :1].double()], [x[:0], ints(0), x[0, :1]]):
        rec.case("put", args, expect="refused")
    rec.case("put", [x, ints(6), x[0, :1]], expect="data")
    for args in ([x, ints(0, 1, 0), 0], [x, ints(0).view(1, 1).int(), 0], [x, torch.zeros(3, 2, dtype=I64), 1], [x, ints(0).view(1, 1), 2]):
        rec.case("take_along_dim", args, expect="refused")
    rec.case("take_along_dim", [x, ints(3, -1, -4, 7).view(1, 4), 1])


def ranks(rec):
    for d in ALL:
        for kind in LAYOUTS:
            x = lay(kind, d, "rank")
            if 0 in x.stride() or x.dim() == 0 and d in COMPLEX + [BOOL]:
                continue
            for dim in (0, -1, 1):
                for n, args in (("median", [x, dim]), ("nanmedian", [x, dim]), ("mode", [x, dim]), ("kthvalue", [x, 1, dim]), ("kthvalue", [x, 2, dim])):
                    rec.case(n, args, expect="either", check="ties")
                    rec.case(n, args + [True], expect="either", check="ties")
                rec.case("aminmax", [x, dim], expect="either")
                rec.case("aminmax", [x, dim, True], expect="either")
                rec.case("nansum", [x, [dim]], **near(d))
                rec.case("nanmean", [x, [dim], True], **near(d))
                for q in (0.25, 1.0):
                    rec.case("quantile", [x, q, dim], **near(d))
            rec.case("aminmax", [x], expect="either")
            rec.case("quantile", [x, 0.5], **near(d))
            rec.case("quantile", [x, 0.5, None, True], **near(d))
        x = plain((4, 3, 2), d)
        for n, args in (("median", [x, 1]), ("nanmedian", [x, 0]), ("mode", [x, 0]), ("kthvalue", [x, 3, 0])):
            rec.case(n, args, "out", [torch.zeros(0, dtype=d), torch.zeros(0, dtype=I64)], expect="either", check="ties")
        rec.case("aminmax", [x, 1], "out", [torch.zeros(0, dtype=d), torch.zeros(0, dtype=d)], expect="either")
        rec.case("aminmax", [x, 1], "out", [torch.zeros(0, dtype=d), torch.zeros(0, dtype=F64)], expect="either")
        rec.case("nansum", [x, [0, 2]], "out", [torch.zeros(0, dtype=d)], **near(d))
        rec.case("nansum", [x, None, False, F64], **near(d))
        if d in FLOATS:
            v = special(d)
            for n, args in (("median", [v, 0]), ("nanmedian", [v, 0]), ("kthvalue", [v, 3])):
                rec.case(n, args, check="ties")
            some = torch.tensor([[1, NAN, 3, 2], [NAN, NAN, NAN, NAN], [4, 1, INF, 0]], dtype=d)
            for dim in (0, 1):
                rec.case("median", [some, dim], check="ties")
                rec.case("nansum", [some, [dim]], **near(d))
                rec.case("nanmean", [some, [dim]], **near(d))
                rec.case("aminmax", [some, dim])
            whole = torch.tensor([[1.5, NAN, 100, -2.75], [NAN, NAN, NAN, NAN], [0.5, 0.25, -0.5, 0]], dtype=d)
            for as_integers in INTS[1:] + [BOOL, COMPLEX[0]]:
                for dim in ([0], [1], None):
                    rec.case("nansum", [whole, dim, False, as_integers], expect="either")
                rec.case("nansum", [whole[:, ::2].T, [1], True, as_integers], expect="either")
                rec.case("nansum", [whole.repeat(50, 1), None, False, as_integers], expect="either")
                rec.case("nansum", [whole, [1]], "out", [torch.zeros(3, dtype=as_integers)], expect="either")
                rec.case("nansum", [whole, [1], False, as_integers], "out", [torch.zeros(0, dtype=as_integers)], expect="either")
                rec.case("nanmean", [whole, [1], False, as_integers], expect="either")
            for n in ("quantile", "nanquantile"):
                for w in ("linear", "lower", "higher", "midpoint", "nearest"):
                    for q in (0.3, torch.tensor([0.1, 0.5, 0.9], dtype=d), torch.tensor(0.7, dtype=d), torch.zeros(0, dtype=d)):
                        rec.case(n, [some, q, 1, False, w], **near(d))
                        rec.case(n, [some, q, None, True, w], **near(d))
                for q in (1.5, -0.1):
                    rec.case(n, [some, q], expect="refused")
                rec.case(n, [some, torch.tensor([0.5], dtype=F16)], expect="either")
    x = plain((0, 3), F32)
    for n in ("median", "mode"):
        rec.case(n, [x, 0], expect="refused")
        rec.case(n, [x, 1])
        rec.case(n, [x, 2], expect="refused")
    for args in ([x, 1, 0], [x.t(), 4, 0], [plain((2,), F32), 0], [plain((2,), F32), 3]):
        rec.case("kthvalue", args, expect="refused")
    rec.case("quantile", [x, 0.5], expect="refused")
    rec.case("aminmax", [x], expect="refused")
    many = plain((700,), F32, "many", -300, 300)
    for n, args in (("median", [many, 0]), ("nanmedian", [many, 0]), ("kthvalue", [many, 123]), ("mode", [many])):
        for d in (F32, F64, I32, I64, F16):
            rec.case(n, [args[0].to(d), *args[1:]], check="ties")


def searches(rec):
    for d in ALL:
        line = plain((7,), d).sort()[0] if d not in COMPLEX else plain((7,), d)
        for kind in LAYOUTS:
            x = lay(kind, d, "search")
            rec.case("searchsorted", [line, x], expect="either")
            rec.case("bucketize", [x, line, True, True], expect="either")
        rows = plain((2, 5), d).sort(-1)[0] if d not in COMPLEX else plain((2, 5), d)
        for right in (False, True):
            rec.case("searchsorted", [rows, plain((2, 3), d), False, right], expect="either")
            rec.case("searchsorted", [line, plain((2, 3), d), True, right, "right"], expect="either")
        if d not in COMPLEX and d != BOOL:
            rec.case("searchsorted", [line.flip(0), plain((4,), d), False, False, None, ints(6, 5, 4, 3, 2, 1, 0)])
            rec.case("searchsorted", [rows.t().contiguous().t(), plain((2, 3), d)])
            for v in (1, 0.5, -2):
                rec.case("searchsorted", [line, v])
        for other in ALL:
            rec.case("searchsorted", [line, plain((4,), other)], expect="either")
        rec.case("bucketize", [plain((2, 3), d), line], "out", [torch.zeros(0, dtype=I64)], expect="either")
        rec.case("tril_indices", [3, 2, 0, d], expect="either")
        rec.case("triu_indices", [3, 2, 0, d], expect="either")
        if d in FLOATS:
            rec.case("searchsorted", [special(d).sort()[0], special(d)])
            rec.case("searchsorted", [special(d).sort()[0], special(d), False, True])
    x = plain((4,), F32)
    for args in ([torch.tensor(1.0), x], [plain((2, 3), F32), x], [plain((2, 3), F32), plain((3, 3), F32)], [x, x, False, True, "left"],
                 [x, x, False, False, None, ints(0, 1)], [x, x, False, False, None, ints(0, 1, 2, 3).int()]):
        rec.case("searchsorted", args, expect="refused")
    rec.case("searchsorted", [x, x, False, False, None, ints(0, 1, 2, 4)], expect="data")
    rec.case("searchsorted", [x[:0], x])
    rec.case("searchsorted", [x, x[:0]])
    rec.case("bucketize", [x, plain((2, 2), F32)], expect="refused")
    rec.case("bucketize", [x, x.sort()[0]], "out", [torch.zeros(4, dtype=I32)], expect="refused")
    for rows in (0, 1, 4):
        for columns in (0, 3, 5):
            for offset in (-5, -2, 0, 1, 3, 9):
                rec.case("tril_indices", [rows, columns, offset])
                rec.case("triu_indices", [rows, columns, offset])
    rec.case("tril_indices", [-1, 2], expect="refused")


def all_cases(rec):
    scans(rec)
    combining(rec)
    masked(rec)
    ranks(rec)
    searches(rec)
