"""Cases of matrix products and linear algebra."""
import torch

from .inputs import plain, smooth
from .recording import EPS
from .torchops import ALL, DTYPES

F32, F64, I32, C64 = (DTYPES[n] for n in ("float32", "float64", "int32", "complex64"))
NAN, INF = float("nan"), float("inf")
LAPACK = (F32, F64, C64, DTYPES["complex128"])
SUMS = {"expect": "either", "ulps": 1, "cancel": 4.0}


def products(rec):
    for d in ALL:
        def p(*s):
            return plain(s, d, "mm", -3, 3)
        lefts = [p(2, 3), p(3, 2).t(), p(2, 6)[:, ::2], p(1, 3).expand(2, 3), p(4, 3)[::2], p(0, 3)]
        rights = [p(3, 4), p(4, 3).t(), p(3, 8)[:, ::2], p(3, 1).expand(3, 4), p(3, 0)]
        for a in lefts:
            for b in rights:
                rec.case("mm", [a, b], **SUMS)
        rec.case("mm", [p(2, 0), p(0, 3)], **SUMS)
        for a, b in ((p(2, 2, 3), p(2, 3, 2)), (p(2, 3, 2).transpose(1, 2), p(2, 3, 2)),
                     (p(2, 2, 3), p(2, 2, 3).transpose(1, 2)), (p(0, 2, 3), p(0, 3, 2)),
                     (p(2, 2, 0), p(2, 0, 3)), (p(1, 2, 3).expand(2, 2, 3), p(2, 3, 2)),
                     (p(2, 2, 3).permute(1, 0, 2), p(3, 2, 2).permute(1, 0, 2))):
            rec.case("bmm", [a, b], **SUMS)
        for s in (p(2, 2, 4), p(2, 4), p(4), p(2, 1, 1), p(), p(4, 2, 2).permute(2, 1, 0)):
            for a, b in ((p(2, 2, 3), p(2, 3, 4)), (p(2, 3, 2).transpose(1, 2), p(3, 2, 4).transpose(0, 1)), (p(2, 2, 0), p(2, 0, 4))):
                rec.case("baddbmm", [s, a, b], **SUMS)
                rec.case("baddbmm", [s, a, b, 2, 3], **SUMS)
        rec.case("baddbmm", [p(2, 2, 4), p(2, 2, 3), p(2, 3, 4), 0, 2], "inplace", **SUMS)
        rec.case("baddbmm", [p(4), p(2, 2, 3), p(2, 3, 4)], "out", [torch.zeros(4, 2, 2, dtype=d).permute(2, 1, 0)], **SUMS)
        rec.case("baddbmm", [p(0, 2, 4), p(0, 2, 3), p(0, 3, 4)], **SUMS)
        for s in (p(2, 4), p(4), p(1, 4), p(2, 1), p(), p(4, 2).t(), p(2, 8)[:, ::2]):
            rec.case("addmm", [s, p(2, 3), p(3, 4)], **SUMS)
            rec.case("addmm", [s, p(2, 3), p(3, 4), 2, 3], **SUMS)
            if s.shape == (2, 4):
                rec.case("addmm", [s.clone(memory_format=torch.preserve_format), p(2, 3), p(3, 4), 0, 2],
                         "inplace", **SUMS)
        rec.case("addmm", [p(2, 4), p(2, 0), p(0, 4), 2, 1], **SUMS)
        rec.case("addmm", [p(2, 4), p(2, 3), p(3, 4), 0.5, 1.5], **SUMS)
        for beta, alpha in ((1, 300), (-256, 1), (2 ** 40, 1), (1, 1e39), (float("nan"), 1)):  # what the dtype holds
            if not d.is_floating_point and not d.is_complex or alpha == 1e39:
                rec.case("addmm", [p(2, 4), p(2, 3), p(3, 4), beta, alpha], **SUMS)
        pairs = [((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((2, 3), (3, 4)), ((2, 2, 3), (3,)),
                 ((2, 2, 3), (3, 4)), ((3,), (2, 3, 2)), ((2, 3), (2, 3, 2)), ((2, 2, 3), (2, 3, 2)),
                 ((2, 1, 2, 3), (3, 3, 2)), ((2, 1, 2, 3), (1, 3, 3, 2)), ((0, 2, 3), (3, 2)),
                 ((2, 2, 0), (0, 3)), ((1, 2, 3), (2, 3, 2)), ((0,), (0,)), ((2, 0, 3), (3, 4))]
        for s, t in pairs:
            rec.case("matmul", [p(*s), p(*t)], **SUMS)
            if len(s) > 1 and len(t) > 1:
                a = plain(s[:-2] + (s[-1], s[-2]), d, "mt").transpose(-1, -2)
                b = plain(t[:-2] + (t[-1], t[-2]), d, "mt").transpose(-1, -2)
                rec.case("matmul", [a, p(*t)], **SUMS)
                rec.case("matmul", [p(*s), b], **SUMS)
        for x in (p(3), p(2, 3), p(2, 2, 3), p(3, 2).t(), p(0, 3), p(3, 2, 3).permute(1, 0, 2)):
            rec.case("linear", [x, p(4, 3), None], **SUMS)
            rec.case("linear", [x, p(4, 3), p(4)], **SUMS)
            rec.case("linear", [x, p(3, 4).t(), p(4)], **SUMS)
        rec.case("linear", [p(2, 3), p(3), None], **SUMS)
        rec.case("dot", [p(5), p(5)], **SUMS)
        rec.case("dot", [p(10)[::2], p(5)], **SUMS)
        rec.case("dot", [p(0), p(0)], **SUMS)
        rec.case("dot", [p(1).expand(3), p(3)], **SUMS)
        for other in ALL:
            if other != d and d in (F32, I32, C64):
                rec.case("mm", [p(2, 3), plain((3, 2), other)], **SUMS)
                rec.case("mm", [p(2, 3), p(3, 2)], "out", [torch.zeros(2, 2, dtype=other)], **SUMS)
        for make in (lambda: torch.zeros(2, 4, dtype=d), lambda: torch.zeros(4, 2, dtype=d).t(),
                     lambda: torch.zeros(0, dtype=d), lambda: torch.zeros(2, 8, dtype=d)[:, ::2],
                     lambda: torch.zeros(3, 3, dtype=d)):
            rec.case("mm", [p(2, 3), p(3, 4)], "out", [make()], **SUMS)
            rec.case("addmm", [p(4), p(2, 3), p(3, 4)], "out", [make()], **SUMS)
            rec.case("matmul", [p(2, 3), p(3, 4)], "out", [make()], **SUMS)
            rec.case("linear", [p(2, 3), p(4, 3), p(4)], "out", [make()], **SUMS)
        rec.case("bmm", [p(2, 2, 3), p(2, 3, 2)], "out", [torch.zeros(2, 2, 2, dtype=d).transpose(1, 2)], **SUMS)
        rec.case("dot", [p(3), p(3)], "out", [torch.zeros((), dtype=d)], **SUMS)
    def f(*s):
        return plain(s, F32)
    nan = torch.full((2, 4), NAN)
    rec.case("addmm", [nan, f(2, 3), f(3, 4), 0, 1], **SUMS)
    rec.case("addmm", [nan, f(2, 0), f(0, 4), 0, 1], **SUMS)
    rec.case("addmm", [nan, f(2, 3), f(3, 4), 1, 0], **SUMS)
    rec.case("mm", [torch.tensor([[INF, 1.0], [NAN, 0.0]]), torch.tensor([[0.0, 1.0], [1.0, -INF]])])
    for n, args in (("mm", [f(2, 3), f(2, 3)]), ("mm", [f(3), f(3, 2)]), ("mm", [f(1, 2, 3), f(3, 2)]),
                    ("bmm", [f(2, 2, 3), f(3, 3, 2)]), ("bmm", [f(2, 3), f(3, 2)]),
                    ("bmm", [f(2, 2, 3), f(2, 2, 3)]), ("addmm", [f(3, 4), f(2, 3), f(3, 4)]),
                    ("addmm", [f(1, 2, 4), f(2, 3), f(3, 4)]), ("matmul", [f(), f(3)]), ("baddbmm", [f(3, 4), f(2, 2, 3), f(2, 3, 4)]), ("baddbmm", [f(2, 4), f(2, 3), f(3, 4)]),
                    ("baddbmm", [f(2, 2, 4), f(2, 2, 3), f(3, 3, 4)]), ("baddbmm", [f(1, 2, 2, 4), f(2, 2, 3), f(2, 3, 4)]),
                    ("matmul", [f(2, 3), f(4)]), ("matmul", [f(2, 2, 3), f(3, 3, 2)]),
                    ("linear", [f(2, 3), f(4, 2), None]), ("linear", [f(2, 3), f(4, 3), f(3)]),
                    ("dot", [f(3), f(4)]), ("dot", [f(2, 2), f(4)]), ("dot", [f(), f(1)])):
        rec.case(n, args, expect="refused")
    rec.case("addmm", [f(4), f(2, 3), f(3, 4)], "inplace", expect="refused")
    x = f(2, 2)
    rec.case("mm", [x, f(2, 2)], "out", [x], expect="either", **{k: SUMS[k] for k in ("ulps",)})
    big = smooth((33, 70), F32), smooth((70, 41), F32, "b")
    rec.case("mm", list(big), **SUMS)
    rec.case("mm", [big[1].t(), big[0].t()], **SUMS)


def square(n, d, seed="", batch=()):
    """Well conditioned."""
    return smooth(batch + (n, n), d, seed) + 2 * n * torch.eye(n, dtype=d)


def positive(n, d, seed="", batch=()):
    a = smooth(batch + (n, n), d, seed)
    return a @ a.mH + n * torch.eye(n, dtype=d)


def layouts_of(a):
    """The same matrices, laid out by rows, by columns, and with gaps."""
    gaps = torch.zeros(a.shape[:-1] + (2 * a.shape[-1],), dtype=a.dtype)[..., ::2]
    return [a, a.mT.contiguous().mT, gaps.copy_(a)]


def algebra(rec):
    for d in ALL:
        if d not in LAPACK:
            a = (torch.eye(3) * 2).to(d)
            for n in ("linalg_cholesky", "linalg_qr", "linalg_svd", "linalg_eigh", "linalg_inv", "linalg_det"):
                rec.case(n, [a], expect="refused")
            rec.case("linalg_solve", [a, a.clone()], expect="refused")
            rec.case("linalg_solve_triangular", [a, a.clone(), True], expect="refused")
            continue
        e = EPS[d]
        near = {"ulps": 16, "atol": 400 * e}
        for batch in ((), (2,), (2, 1, 2), (0,)):
            for n in (1, 3, 0):
                for a in layouts_of(positive(n, d, "p", batch)):
                    rec.case("linalg_cholesky", [a], **near)
                    rec.case("linalg_cholesky", [a, True], **near)
                    rec.case("linalg_eigh", [a], check="eigh", ulps=16, atol=2000 * e)
                    rec.case("linalg_eigh", [a, "U"], check="eigh", ulps=16, atol=2000 * e)
                for a in layouts_of(square(n, d, "s", batch)):
                    rec.case("linalg_inv", [a], **near)
                    rec.case("linalg_det", [a], ulps=64)
                    for b in (smooth(batch + (n, 2), d), smooth(batch + (2, n), d).mT, smooth((n,), d),
                              smooth(batch + (n,), d)):
                        rec.case("linalg_solve", [a, b], expect="either", **near)
                    rec.case("linalg_solve", [a, smooth(batch + (2, n), d), False], **near)
                    for upper in (False, True):
                        t = a.triu() if upper else a.tril()
                        rec.case("linalg_solve_triangular", [t, smooth(batch + (n, 2), d), upper], **near)
                        rec.case("linalg_solve_triangular", [a, smooth(batch + (2, n), d), upper, False], **near)
                        rec.case("linalg_solve_triangular",
                                 [a / (4 * n if n else 1), smooth(batch + (n, 2), d), upper, True, True],
                                 ulps=16, atol=1000 * e)
            for m, k in ((3, 2), (2, 3), (2, 2), (0, 2), (2, 0)):
                for a in layouts_of(smooth(batch + (m, k), d, "r"))[:2]:
                    for mode in ("reduced", "complete", "r"):
                        rec.case("linalg_qr", [a, mode], check="qr", **near)
                    for full in (True, False):
                        rec.case("linalg_svd", [a, full], check="svd", **near)
        for s in ((1,), (2,), (3, 2), (1, 2), (3, 2, 2), (2, 3, 2)):
            for batch in ((), (3,), (1,)):
                rec.case("linalg_solve", [square(s[-1], d, "", batch), smooth(s, d), False], expect="either", **near)
        rec.case("linalg_solve", [square(2, d), smooth((3, 2, 1), d)], **near)
        rec.case("linalg_solve", [square(2, d, "", (3,)), smooth((2, 1), d)], **near)
        rec.case("linalg_solve_triangular", [square(2, d, "", (3,)), smooth((2, 1), d), True], **near)
        rec.case("linalg_solve_triangular", [square(2, d), smooth((3, 2, 1), d), True], **near)
        singular = torch.tensor([[1, 2], [2, 4]], dtype=d)
        for n in ("linalg_inv",):
            rec.case(n, [singular], expect="data")
            rec.case(n, [torch.stack([torch.eye(2, dtype=d), singular])], expect="data")
        rec.case("linalg_solve", [singular, smooth((2, 1), d)], expect="data")
        rec.case("linalg_det", [singular], atol=10 * e)
        rec.case("linalg_cholesky", [-torch.eye(2, dtype=d)], expect="data")
        rec.case("linalg_cholesky", [torch.stack([torch.eye(2, dtype=d), singular - 4 * torch.eye(2, dtype=d)])],
                 expect="data")
        rec.case("linalg_solve_triangular", [torch.tensor([[1, 1], [0, 0]], dtype=d), smooth((2, 1), d), True])
        a, b = square(3, d), smooth((3, 2), d)
        for make in (lambda *s: torch.zeros(s, dtype=d), lambda *s: torch.zeros(s[::-1], dtype=d).mT,
                     lambda *s: torch.zeros(0, dtype=d)):
            rec.case("linalg_inv", [a], "out", [make(3, 3)], **near)
            rec.case("linalg_solve", [a, b], "out", [make(3, 2)], **near)
            rec.case("linalg_solve_triangular", [a, b, True], "out", [make(3, 2)], **near)
            rec.case("linalg_cholesky", [positive(3, d)], "out", [make(3, 3)], **near)
            rec.case("linalg_qr", [b], "out", [make(3, 2), make(2, 2)], check="qr", **near)
        rec.case("linalg_det", [a], "out", [torch.zeros((), dtype=d)], ulps=64)
        for other in ALL:
            if other != d:
                rec.case("linalg_inv", [a], "out", [torch.zeros(3, 3, dtype=other)], expect="either", **near)
                rec.case("linalg_solve", [a, torch.ones(3, 2).to(other)], expect="refused")
    for n in ("linalg_cholesky", "linalg_eigh", "linalg_inv", "linalg_det"):
        for s in ((2, 3), (3,), ()):
            rec.case(n, [smooth(s, F32)], expect="refused")
    for n in ("linalg_qr", "linalg_svd"):
        rec.case(n, [smooth((3,), F32)], expect="refused")
    rec.case("linalg_qr", [smooth((2, 2), F32), "full"], expect="refused")
    rec.case("linalg_eigh", [positive(2, F32), "X"], expect="refused")
    rec.case("linalg_solve", [square(2, F32), smooth((3, 1), F32)], expect="refused")
    rec.case("linalg_solve", [smooth((2, 3), F32), smooth((2, 1), F32)], expect="refused")
    rec.case("linalg_solve", [square(2, F32), smooth((), F32)], expect="refused")
    rec.case("linalg_solve_triangular", [square(2, F32), smooth((3, 1), F32), True], expect="refused")
    rec.case("linalg_solve_triangular", [square(2, F32), smooth((2,), F32), True], expect="refused")


def all_cases(rec):
    products(rec)
    algebra(rec)
