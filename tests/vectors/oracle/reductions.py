"""Cases of the reductions, scans, sorting and counting."""
import torch

from .inputs import LAYOUTS, lay, plain, smooth, special
from .torchops import ALL, COMPLEX, DTYPES, FLOATS, INTS

F32, F64, I32, I64, U8, BOOL, F16 = (DTYPES[n] for n in (
    "float32", "float64", "int32", "int64", "uint8", "bool", "float16"))
NAN, INF = float("nan"), float("inf")
# name: the argument dim is a list (or absent), one dim (or absent), or one dim that must be there
DIMS = {"sum": "list", "mean": "list", "prod": "one", "all": "list", "any": "list", "max": "must",
        "min": "must", "amax": "list", "amin": "list", "argmax": "one", "argmin": "one",
        "var": "list", "std": "list", "logsumexp": "list", "linalg_vector_norm": "list"}
ARITHMETIC = {"sum": 2, "mean": 2, "prod": 4, "var": 8, "std": 8, "logsumexp": 4,
              "linalg_vector_norm": 4}


def more_of(n, d):
    if n not in ARITHMETIC:
        return {"expect": "either"}
    m = {"ulps": 1 if d in FLOATS[:2] and n not in ("var", "std") else ARITHMETIC[n],
         "expect": "either"}
    if n in ("sum", "mean"):
        m["cancel"] = 2.0
    if n in ("logsumexp",):
        m["atol"] = 1e-6 if d not in FLOATS[:2] else 0.02
    if n in ("var", "std"):
        m["atol"] = 1e-6 if d not in FLOATS[:2] else 0.01
    if n == "prod" and d in COMPLEX:
        m["cancel"] = 8.0
    return m


def arguments(n, x, dim, keepdim):
    """In the order of the operator's schema."""
    one = dim[0] if isinstance(dim, list) and len(dim) == 1 else dim
    if DIMS[n] != "list":
        dim = one
    if n in ("var", "std"):
        return [x, dim, None, keepdim]
    if n == "linalg_vector_norm":
        return [x, 2, dim, keepdim]
    return [x, dim, keepdim]


def fits(n, dim):
    kind = DIMS[n]
    if kind == "list":
        return dim is not None or n not in ("amax", "amin", "logsumexp")
    if dim is None:
        return kind == "one"
    return len(dim) == 1


def reductions(rec):
    for n in DIMS:
        for d in ALL:
            more = more_of(n, d)
            def run(x, dim, keepdim=False, **extra):
                if fits(n, dim):
                    rec.case(n, arguments(n, x, dim, keepdim), **{**more, **extra})
            low = (1, 2) if n == "prod" else (-4, 4)
            for kind in LAYOUTS:
                x = lay(kind, d, n, make=lambda s, dd, seed: plain(s, dd, seed, *low))
                for dim in (None, [0], [-1], [1]):
                    run(x, dim)
                if kind != "zero_dim":
                    run(x, [0, 1], True)
            x = plain((3, 2, 1, 2), d, n, *low)
            for dim in (None, [], [1], [0, 3], [-2, 0], [0, 1, 2, 3], [2]):
                for keepdim in (False, True):
                    run(x, dim, keepdim)
            for dim in ([4], [-5], [0, 0], [1, -3]):
                run(x, dim, expect="refused" if len(dim) == 1 or DIMS[n] == "list" else "either")
            for shape in ((0,), (2, 0), (0, 3), (1, 0, 3)):
                for dim in (None, [0], [-1]):
                    run(plain(shape, d), dim)
            if d in FLOATS:
                v = special(d)
                if n not in ("var", "std"):  # overflow on the way is not theirs alone to decide
                    run(v[:19], [0], atol=more.get("atol", 0) + (1e-3 if d == F32 else 0))
                    run(torch.stack([v[19:22], torch.tensor([1.0, NAN, INF], dtype=d)]), [0])
                    run(torch.stack([v[19:22], torch.tensor([1.0, NAN, INF], dtype=d)]), [1])
            elif d in INTS:
                run(special(d), [0])
                run(special(d), None)
            elif d in COMPLEX and n in ("sum", "mean", "all", "any"):
                run(special(d), None)
        ties = torch.tensor([[1, 3, 3, 0], [2, 2, 2, 2], [0, 0, -1, -1]], dtype=F32)
        for x in (ties, torch.tensor([NAN, 1.0, NAN]), torch.tensor([0.0, -0.0]), torch.tensor([-0.0, 0.0])):
            if n in ("max", "min", "argmax", "argmin", "amax", "amin", "all", "any"):
                rec.case(n, arguments(n, x, [-1], False))
        outputs(rec, n)
    attributes(rec)


def outputs(rec, n):
    for d in (F32, I32):
        x = plain((2, 3), d, n, 1, 3)
        more = {k: v for k, v in more_of(n, F32).items() if k != "expect"}
        results = rec.case(n, arguments(n, x, [1], False), **more_of(n, d))
        if not results:
            continue
        for other in ALL:
            outs = [torch.zeros(2, dtype=other if i == 0 else r.dtype) for i, r in enumerate(results)]
            limit = dict(more, ulps=4.0) if other in FLOATS + COMPLEX else {}
            if other == F64 and n in ("var", "std", "logsumexp"):
                limit["ulps"] = 4 * 2.0 ** 29  # computed in single precision all the same
            rec.case(n, arguments(n, x, [1], False), "out", outs, expect="either", **limit)
        for make in (lambda e: torch.zeros(0, dtype=e), lambda e: torch.zeros(4, dtype=e)[::2],
                     lambda e: torch.zeros(5, dtype=e)):
            rec.case(n, arguments(n, x, [1], False), "out", [make(r.dtype) for r in results], **more)
        if len(results) == 2:
            rec.case(n, arguments(n, x, [1], False), "out",
                     [torch.zeros(2, dtype=d), torch.zeros(2, dtype=I32)], expect="refused")


def attributes(rec):
    for a in ALL:
        x = plain((2, 3), a, "dt", 0, 3)
        for b in ALL:
            if a in COMPLEX and b not in COMPLEX:
                continue
            for n in ("sum", "mean", "prod"):
                dim = [0] if n != "prod" else 0
                rec.case(n, [x, dim, False, b], expect="either", ulps=4)
            rec.case("cumsum", [x, 1, b], expect="either", ulps=2)
            rec.case("linalg_vector_norm", [x, 2, [0], False, b], expect="either", ulps=4)
            rec.case("sum", [x, [0], False, b], "out", [torch.zeros(3, dtype=b)], expect="either", ulps=4)
        rec.case("sum", [x, [0], False, F64], "out", [torch.zeros(3)], expect="either", ulps=4)
        for kind in LAYOUTS:
            for dim in (0, -1, 1):
                rec.case("cumsum", [lay(kind, a), dim], expect="either", ulps=1, cancel=3.0)
        rec.case("cumsum", [x.clone(), 1], "inplace", expect="either", ulps=1, cancel=3.0)
        rec.case("cumsum", [x.clone(), 1, F32], "inplace", expect="either", ulps=1)
        rec.case("cumsum", [x, 1], "out", [torch.zeros(3, 2, dtype=a).t()], expect="either", ulps=1, cancel=3.0)
        if a in INTS:
            rec.case("cumsum", [special(a), 0])
    for d in FLOATS + COMPLEX:
        x = smooth((3, 4), d, "norm")
        small = d in FLOATS[:2]
        for order in (0, 1, 2, 3, 0.5, -1, -2, INF, -INF):
            for dim in (None, [0], [0, 1]):
                rec.case("linalg_vector_norm", [x, order, dim], ulps=2 if small else 8)
        far, near = {torch.float16: (3e4, 1e-4), torch.float64: (1e300, 1e-200), torch.complex128: (1e300, 1e-200)}.get(d, (3e38, 1e-30))
        for order in (2, 3, 0.5, -1, 0, INF, float("nan")):  # of one element it is its size
            rec.case("linalg_vector_norm", [torch.tensor([[far], [near]]).double().to(d), order, [1]], ulps=2)
        rec.case("linalg_vector_norm", [torch.tensor(near, dtype=torch.float64).to(d), 2, None], ulps=2)
        rec.case("linalg_vector_norm", [plain((0,), d), 2, None], expect="either")
        rec.case("linalg_vector_norm", [plain((0, 2), d), 1e300, [0]], expect="either")
        rec.case("linalg_vector_norm", [plain((0, 2), d), INF, [0]], expect="either")
        rec.case("linalg_vector_norm", [plain((0, 2), d), -1, [0]], expect="either")
        for correction in (0, 1, 2, 0.5, 5):
            for n in ("var", "std"):
                rec.case(n, [x, [1], correction, False], ulps=8, atol=0.01 if small else 2e-6, expect="either")
                rec.case(n, [x, None, correction, True], ulps=8, atol=0.01 if small else 2e-6, expect="either")
        rec.case("logsumexp", [torch.tensor([[-INF, -INF], [INF, 1.0], [NAN, 1.0], [1000.0, 1000.0]]).to(d)
                               if d in FLOATS else x, [1]], ulps=4, atol=1e-5)
    big = smooth((40, 50), F32, "big")
    for n in ("sum", "mean"):
        for dim in (None, [0], [1]):
            rec.case(n, [big, dim], ulps=2, cancel=4.0)
    for n in ("max", "argmax", "amin"):
        rec.case(n, [big, 1 if n != "amin" else [1]])


def sorting(rec):
    for d in ALL:
        for kind in LAYOUTS:
            x = lay(kind, d, "sort")
            for dim in (0, -1, 1):
                for descending in (False, True):
                    rec.case("sort", [x, dim, descending], expect="either")
                    rec.case("argsort", [x, dim, descending], expect="either")
                for k in (0, 1, 2):
                    for largest in (True, False):
                        rec.case("topk", [x, k, dim, largest, True], expect="either", check="ties")
            for inverse, counts in ((False, False), (True, True), (True, False), (False, True)):
                rec.case("unique", [x, True, inverse, counts], expect="either")
            rec.case("nonzero", [x])
            rec.case("masked_select", [x, x != 1])
        v = special(d, finite=d in COMPLEX)
        if d in FLOATS:
            w = v[~v.isnan()].unique()
        for descending in (False, True):
            rec.case("sort", [v, 0, descending], expect="either")
        rec.case("topk", [v, 2], expect="either", check="ties")
        rec.case("topk", [v, len(v)], expect="either", check="ties")
        rec.case("topk", [v, len(v) + 1], expect="refused")
        if d in FLOATS:
            rec.case("unique", [w.flip(0), True, True, True])
            rec.case("nonzero", [v])
        rec.case("sort", [plain((2, 3), d)], "out",
                 [torch.zeros(2, 3, dtype=d), torch.zeros(0, dtype=I64)], expect="either")
        rec.case("sort", [plain((2, 3), d)], "out",
                 [torch.zeros(3, 2, dtype=d).t(), torch.zeros(2, 3, dtype=I64)], expect="either")
        rec.case("topk", [plain((2, 3), d), 1], "out",
                 [torch.zeros(1, 2, dtype=d).t(), torch.zeros(0, dtype=I64)], expect="either", check="ties")
        rec.case("masked_select", [plain((2, 3), d), plain((3,), BOOL)])
        rec.case("masked_select", [plain((3,), d), plain((2, 1), BOOL)])
        rec.case("masked_select", [plain((), d), torch.tensor(True)])
        rec.case("masked_select", [plain((2, 3), d), plain((2, 3), BOOL)], "out", [torch.zeros(0, dtype=d)])
        rec.case("nonzero", [plain((2, 3), d)], "out", [torch.zeros(0, dtype=I64)])
        rec.case("masked_select", [plain((2, 3), F32), torch.ones(2, 3).to(d)], expect="either")
    rec.case("nonzero", [plain((2, 3), F32)], "out", [torch.zeros(0)], expect="refused")
    rec.case("nonzero", [plain((2, 3, 2), F32)])
    rec.case("masked_select", [plain((2, 3), F32), plain((2,), BOOL)], expect="refused")
    rec.case("masked_select", [plain((2, 3), F32), plain((2, 3), BOOL)], "out",
             [torch.zeros(0, dtype=F64)], expect="refused")
    nan = torch.tensor([2.0, NAN, 1.0, NAN, -INF, INF, 0.0, -0.0])
    for n in ("sort", "argsort"):
        for descending in (False, True):
            rec.case(n, [nan, 0, descending])
    rec.case("unique", [nan, True, True, True])
    for x in (plain((3, 2, 4), I32, "s3"), plain((4, 2, 3), F32, "s3").permute(2, 1, 0),
              plain((3, 2, 8), F16, "s3")[..., ::2], smooth((60,), F32), plain((100,), U8, "many", 0, 9)):
        for dim in (0, -1):
            for descending in (False, True):
                rec.case("sort", [x, dim, descending])
                rec.case("argsort", [x, dim, descending])
            rec.case("topk", [x, 2, dim, descending], check="ties")
            rec.case("topk", [x, 3, dim, False], check="ties")
        rec.case("unique", [x, True, True, True])
    for args in ([plain((3,), F32), 1], [plain((3,), F32), -2], [plain((), F32), 1]):
        rec.case("sort", args, expect="refused")
        rec.case("topk", [args[0], 1, args[1]], expect="refused")
        rec.case("cumsum", args, expect="refused")
    rec.case("topk", [plain((3,), F32), -1], expect="refused")


def extremes(rec):
    """What leaves the range of float32 on the way to a result that lies within it."""
    x = torch.full((4097,), -INF)
    x[-1] = -100.0
    y = torch.full((33, 16), -INF)
    y[-1] = torch.arange(-100.0, -84.0)
    rec.case("logsumexp", [x, [0]])
    rec.case("logsumexp", [x.flip(0), [0]])
    rec.case("logsumexp", [y, [0]])
    rec.case("logsumexp", [y.t().contiguous(), [1]])
    rec.case("logsumexp", [torch.complex(y, y * 0).nan_to_num(0, 0, -INF), [0]], ulps=4)
    for scale in (1e20, 1e-24, 1e15, 1e-18):
        row = torch.arange(4.0) * scale
        block = torch.arange(144.0).view(9, 16) * torch.tensor([scale, 1.0]).repeat(8)
        for n in ("var", "std"):
            rec.case(n, [row, [0], 1, False], ulps=2)
            rec.case(n, [block, [0], 1, False], ulps=2)
            rec.case(n, [block, [1], 1, False], ulps=2)
        for x, dim in ((row, [0]), (row, None), (block, None), (block, [0]), (row.double(), [0]), (row.half(), [0]), (row[:0], [0])):
            for n in ("var", "std"):  # of real numbers into complex ones
                rec.case(n, [x, dim, 1, False], "out", [torch.zeros(0, dtype=COMPLEX[1])], ulps=2.0 ** 31, expect="either")
        for x in (row, block):  # the root is one of the rounded variance in PyTorch
            rec.case("var", [torch.complex(x, x.flip(0)), [0], 1, False], ulps=2)


def all_cases(rec):
    reductions(rec)
    extremes(rec)
    sorting(rec)
