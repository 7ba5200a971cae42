"""Cases of factors, of what is solved by them, and of what tells where it has no answer."""
import torch

from .algebra import LAPACK, layouts_of, positive, square
from .inputs import smooth
from .recording import EPS
from .torchops import ALL, DTYPES

F32, F64, I32, I64 = (DTYPES[n] for n in ("float32", "float64", "int32", "int64"))
BATCHES = ((), (2,), (2, 1, 2), (0,))
DRIVERS = ("gelsy", "gels", "gelsd", "gelss")


def factors(rec, d, near):
    for batch in BATCHES:
        for n in (1, 3, 0):
            for a in layouts_of(square(n, d, "s", batch)):
                rec.case("linalg_slogdet", [a], **near)
                rec.case("linalg_lu_factor", [a], **near)
                rec.case("linalg_inv_ex", [a], **near)
            for a in layouts_of(positive(n, d, "p", batch)):
                rec.case("linalg_cholesky_ex", [a], **near)
                rec.case("linalg_cholesky_ex", [a, True, True], **near)
        for m, k in ((3, 2), (2, 4), (0, 2), (2, 0)):
            for a in layouts_of(smooth(batch + (m, k), d, "r"))[:2]:
                rec.case("linalg_lu_factor", [a], **near)
                rec.case("linalg_lu_factor_ex", [a], **near)


def eigen(rec, d):
    near = {"check": "eig", "atol": 4000 * EPS[d]}
    for batch in BATCHES:
        for n in (1, 3, 4, 0):
            for a in layouts_of(smooth(batch + (n, n), d, "e")):
                rec.case("linalg_eig", [a], **near)
                rec.case("linalg_eigvals", [a], **near)
    turn = torch.tensor([[0, 1, 0], [-1, 0, 0], [0, 0, 2]], dtype=d)
    rec.case("linalg_eig", [turn], **near)
    rec.case("linalg_eigvals", [turn.T], **near)
    for bad in (float("nan"), float("inf")):
        rec.case("linalg_eig", [torch.stack([turn, turn * bad])], expect="data")
    c = (turn * 1j).dtype
    for make in (lambda *s: torch.zeros(s, dtype=c), lambda *s: torch.zeros(s[::-1], dtype=c).mT if len(s) == 2 else torch.zeros(s, dtype=c),
                 lambda *s: torch.zeros(0, dtype=c)):
        rec.case("linalg_eig", [turn], "out", [make(3), make(3, 3)], **near)
        rec.case("linalg_eigvals", [turn], "out", [make(6)[::2]], **near)
    for other in ALL:
        wide = dict(near, atol=max(near["atol"], 4000 * EPS.get(other, 0)))
        for s in ((3,), (0,)):
            rec.case("linalg_eigvals", [turn], "out", [torch.zeros(s, dtype=other)], expect="either", **wide)
            rec.case("linalg_eig", [turn], "out", [torch.zeros(s, dtype=other), torch.zeros(s * 2, dtype=other)], expect="either", **wide)


def equations(rec, d, near):
    for batch in BATCHES:
        for n in (1, 3, 0):
            lu, pivots = torch.linalg.lu_factor(square(n, d, "s", batch))
            l = torch.linalg.cholesky(positive(n, d, "p", batch))
            a = square(n, d, "s", batch)
            for b in (smooth(batch + (n, 2), d), smooth(batch + (2, n), d).mT, smooth((n, 2), d)):
                for adjoint in (False, True):
                    rec.case("linalg_lu_solve", [lu, pivots, b, True, adjoint], **near)
                    rec.case("linalg_lu_solve", [lu, pivots, b.mT, False, adjoint], **near)
                rec.case("cholesky_solve", [b, l], **near)
                rec.case("cholesky_solve", [b, l.mH.resolve_conj(), True], **near)
                rec.case("linalg_solve_ex", [a, b], expect="either", **near)
                rec.case("linalg_solve_ex", [a, b.mT, False], expect="either", **near)
            rec.case("linalg_solve_ex", [a, smooth(batch + (n,), d), True, True], expect="either", **near)
    lu, pivots = torch.linalg.lu_factor(square(3, d, "s", (2,)))
    rec.case("linalg_lu_solve", [lu[0], pivots[0], smooth((4, 1, 3, 2), d)], **near)
    rec.case("linalg_lu_solve", [lu, torch.stack([pivots, pivots], -1)[..., 0], smooth((4, 1, 3, 2), d)], **near)
    for wrong in (0, -1, 4):
        rec.case("linalg_lu_solve", [lu[0], torch.tensor([1, wrong, 3], dtype=I32), smooth((3, 2), d)], expect="data")
    rec.case("cholesky_solve", [smooth((3, 2), d), torch.linalg.cholesky(positive(3, d, "p", (4,)))], **near)
    rec.case("cholesky_solve", [smooth((5, 1, 3, 2), d), torch.linalg.cholesky(positive(3, d, "p", (2,)))], **near)
    rec.case("linalg_solve_ex", [square(2, d, "s", (3, 1)), smooth((4, 2, 1), d)], **near)
    rec.case("linalg_solve_ex", [square(2, d, "s", (1,)), smooth((0, 2, 1), d)], **near)


def failures(rec, d):
    """What has no answer is told of, or an error where that is asked for."""
    one = torch.eye(2, dtype=d)
    singular, zero = torch.tensor([[1, 2], [2, 4]], dtype=d), torch.zeros(2, 2, dtype=d)
    several = torch.stack([one, singular, zero])
    e = {"atol": 20 * EPS[d]}
    for a in (singular, zero, several):
        rec.case("linalg_slogdet", [a], **e)
        rec.case("linalg_lu_factor_ex", [a], **e)
        rec.case("linalg_lu_factor", [a], expect="data")
        rec.case("linalg_lu_factor_ex", [a, True, True], expect="data")
        rec.case("linalg_inv_ex", [a], check="info")
        rec.case("linalg_inv_ex", [a, True], expect="data")
        rec.case("linalg_cholesky_ex", [-a if a is not several else several - 3 * torch.eye(2, dtype=d)], check="info")
        for b in (smooth((2, 3), d), smooth((2, 0), d), smooth((3, 2, 1), d)):
            rec.case("linalg_solve_ex", [a, b], check="info")
        rec.case("linalg_solve_ex", [a, smooth((2, 3), d), True, True], expect="data")
    rec.case("linalg_solve_ex", [singular[None], smooth((0, 2, 1), d)], check="info")
    rec.case("linalg_cholesky_ex", [torch.stack([one, -one]), False, True], expect="data")
    rec.case("linalg_lu_factor_ex", [torch.zeros(3, 2, dtype=d)])
    rec.case("linalg_lu_factor_ex", [torch.zeros(2, 3, dtype=d)])


def least_squares(rec, d, near):
    """Of full rank; of less the shortest solution; and what is left of it."""
    for batch in BATCHES:
        for m, n in ((4, 2), (3, 3), (2, 4), (0, 2), (2, 0), (0, 0)):
            for a in layouts_of(smooth(batch + (m, n), d, "q"))[:2]:
                for driver in DRIVERS:
                    for b in (smooth(batch + (m, 2), d), smooth(batch + (2, m), d).mT, smooth(batch + (m,), d)):
                        rec.case("linalg_lstsq", [a, b, None, driver], **near)
                    if driver in DRIVERS[:2]:  # PyTorch falls over the others
                        rec.case("linalg_lstsq", [a, smooth(batch + (m, 0), d), None, driver], **near)
    a, wide = smooth((2, 1, 4, 2), d, "q"), smooth((1, 3, 4, 1), d)
    for driver in DRIVERS:
        rec.case("linalg_lstsq", [a, wide, None, driver], **near)
        rec.case("linalg_lstsq", [a[0], smooth((3, 4, 2), d), None, driver], **near)
        rec.case("linalg_lstsq", [a[0].expand(4, 4, 2), smooth((4, 2), d), None, driver], **near)
        rec.case("linalg_lstsq", [a[0], smooth((4, 3), d), None, driver], **near)
    less = torch.tensor([[1, 0, 1], [1, 0, 1], [2, 1, 2], [0, 3, 0]], dtype=d)
    uneven = torch.diag(torch.tensor([1, 1e-2, 1e-5], dtype=d))
    for driver in DRIVERS[:1] + DRIVERS[2:]:
        rec.case("linalg_lstsq", [less, smooth((4, 2), d), None, driver], **near)
        if driver != "gelsy":  # which is not the shortest there with the library behind PyTorch, on its plain path
            rec.case("linalg_lstsq", [less.T, smooth((3,), d), None, driver], **near)
        rec.case("linalg_lstsq", [torch.zeros(3, 2, dtype=d), smooth((3, 2), d), None, driver], **near)
        for rcond in (-1.0, 0.0, 1e-3, 0.1):
            if rcond <= 0 or driver != "gelsy":  # as above
                rec.case("linalg_lstsq", [uneven, torch.ones(3, 2, dtype=d), rcond, driver], **near)
    rec.case("linalg_lstsq", [less[:, :2] * torch.tensor([1, 0], dtype=d), smooth((4, 2), d), None, "gels"], expect="data")
    for bad in (float("nan"),):
        for driver in DRIVERS:
            spoilt = smooth((4, 2), d)
            spoilt[1, 1] = bad
            rec.case("linalg_lstsq", [spoilt, smooth((4, 2), d), None, driver], expect="data")
            rec.case("linalg_lstsq", [smooth((4, 2), d), spoilt, None, driver], expect="data")
    real = less.abs().dtype
    for driver in DRIVERS:
        a, b = smooth((4, 2), d, "q"), smooth((4, 3), d)
        def others():
            return [torch.zeros(0, dtype=real), torch.zeros(0, dtype=I64), torch.zeros(0, dtype=real)]
        for x in (torch.zeros(0, dtype=d), torch.zeros(2, 3, dtype=d), torch.zeros(3, 2, dtype=d).T, torch.zeros(4, 3, dtype=d), torch.zeros(3, 4, dtype=d).T, torch.zeros(5, dtype=d)):
            rec.case("linalg_lstsq", [a, b, None, driver], "out", [x] + others(), **near)
        for x in (torch.zeros(0, dtype=d), torch.zeros(2, dtype=d), torch.zeros(8, dtype=d)[::2], torch.zeros(4, dtype=d)[::2]):
            rec.case("linalg_lstsq", [a, b[:, 0], None, driver], "out", [x] + others(), **near)
        for x in (torch.zeros(2, 3, 4, dtype=d).mT, torch.zeros(2, 4, 3, dtype=d)):
            rec.case("linalg_lstsq", [a.expand(2, 4, 2), b.expand(2, 4, 3), None, driver], "out", [x] + others(), check="layout")
        rec.case("linalg_lstsq", [a.T, b[:2], None, driver], "out", [torch.zeros(3, 4, dtype=d).T] + others(), **near)
        for x in (torch.zeros(4, dtype=d), torch.zeros(2, 4, dtype=d)):  # PyTorch writes the rows behind the solution too
            rec.case("linalg_lstsq", [a.expand(x.shape + (2,)), b[:, 0].expand(x.shape), None, driver], "out", [x] + others(), check="layout")
        if driver != "gels":
            rec.case("linalg_lstsq", [a, b, None, driver], "out", [torch.zeros(0, dtype=d), torch.zeros(0, dtype=real), torch.zeros((), dtype=I32), torch.zeros(0, dtype=F64)],
                     **dict(near, atol=max(near["atol"], 4000 * EPS[torch.float32])))
        if driver in DRIVERS[2:]:
            rec.case("linalg_lstsq", [a, b, None, driver], "out", [torch.zeros(0, dtype=d), torch.zeros(6, dtype=real)[::2], torch.zeros((), dtype=I64), torch.zeros(2, dtype=real)], **near)


def outputs(rec, d, near):
    a, b = square(3, d), smooth((3, 2), d)
    lu, pivots = torch.linalg.lu_factor(a)
    l = torch.linalg.cholesky(positive(3, d))
    def i(*s):
        return torch.zeros(s, dtype=I32)
    for make in (lambda *s: torch.zeros(s, dtype=d), lambda *s: torch.zeros(s[::-1], dtype=d).mT if len(s) == 2 else torch.zeros(s, dtype=d),
                 lambda *s: torch.zeros(0, dtype=d)):
        rec.case("linalg_lu_factor", [a], "out", [make(3, 3), i(6)[::2]], **near)
        rec.case("linalg_lu_factor_ex", [b], "out", [make(3, 2), i(0), i(0)], **near)
        rec.case("linalg_lu_solve", [lu, pivots, b], "out", [make(3, 2)], **near)
        if not d.is_complex:  # PyTorch leaves what it gives to be conjugated by whoever reads
            rec.case("linalg_lu_solve", [lu, pivots, b.T, False], "out", [make(2, 3)], **near)
        rec.case("cholesky_solve", [b, l], "out", [make(3, 2)], **near)
        rec.case("linalg_cholesky_ex", [positive(3, d)], "out", [make(3, 3), i()], **near)
        rec.case("linalg_inv_ex", [a], "out", [make(3, 3), i(0)], **near)
        rec.case("linalg_solve_ex", [a, b], "out", [make(3, 2), i()], **near)
    for other in ALL:
        rec.case("cholesky_solve", [b, l], "out", [torch.zeros(3, 2, dtype=other)], expect="either", ulps=16, atol=max(near["atol"], 4 * EPS.get(other, 0)))
        rec.case("cholesky_solve", [b, l], "out", [torch.zeros(2, 3, dtype=other).T], expect="either", ulps=16, atol=max(near["atol"], 4 * EPS.get(other, 0)))
        if other != d:
            rec.case("linalg_inv_ex", [a], "out", [torch.zeros(3, 3, dtype=other), i()], expect="refused")
            rec.case("linalg_solve_ex", [a, torch.ones(3, 2).to(other)], expect="refused")
            rec.case("linalg_lu_solve", [lu, pivots, torch.ones(3, 2).to(other)], expect="refused")
            rec.case("cholesky_solve", [torch.ones(3, 2).to(other), l], expect="refused")
    rec.case("linalg_inv_ex", [a], "out", [torch.zeros(3, 3, dtype=d), torch.zeros((), dtype=I64)], expect="refused")
    rec.case("linalg_slogdet", [a], "out", [torch.zeros(0, dtype=d), torch.zeros(0, dtype=a.abs().dtype)], **near)


def refusals(rec):
    for n in ("linalg_slogdet", "linalg_cholesky_ex", "linalg_inv_ex", "linalg_eig", "linalg_eigvals"):
        for s in ((2, 3), (3,), ()):
            rec.case(n, [smooth(s, F32)], expect="refused")
    for n in ("linalg_lu_factor", "linalg_lu_factor_ex"):
        rec.case(n, [smooth((3,), F32)], expect="refused")
        rec.case(n, [smooth((3, 3), F32), False], expect="refused")
    a, p, b = square(3, F32), torch.tensor([1, 2, 3], dtype=I32), smooth((3, 2), F32)
    for args in ([a, p.long(), b], [a, p[:2], b], [a, p[None], b], [a[:2], p[:2], b], [a, p, b[:2]], [a, p, b[:, 0]], [a[0], p, b], [a, p, b, False],
                 [a.expand(2, 3, 3), p.expand(2, 3), b.expand(3, 3, 2)]):
        rec.case("linalg_lu_solve", args, expect="refused")
    for args in ([b, a[:2]], [b[:2], a], [b[:, 0], a], [b, a[0]], [b.expand(3, 3, 2), a.expand(2, 3, 3)]):
        rec.case("cholesky_solve", args, expect="refused")
    for args in ([a, b[:2]], [a[:2], b], [a, b[0, 0]], [a, b, False]):
        rec.case("linalg_solve_ex", args, expect="refused")
    a = smooth((4, 2), F32)
    for args in ([a, b], [a[0], b], [a, a[0, 0]], [a, a[None]], [a, a.double()], [a.expand(2, 4, 2), a.expand(3, 4, 2)], [a.expand(2, 4, 2), a], [a.expand(2, 4, 2), a[:, 0]],
                 [a.expand(2, 1, 4, 2), a.expand(3, 4, 2)], [a, a, None, "geqrf"]):
        rec.case("linalg_lstsq", args, expect="refused")


def all_cases(rec):
    for d in ALL:
        if d not in LAPACK:
            a = (torch.eye(3) * 2).to(d)
            for n in ("linalg_slogdet", "linalg_lu_factor", "linalg_lu_factor_ex", "linalg_cholesky_ex", "linalg_inv_ex", "linalg_eig", "linalg_eigvals"):
                rec.case(n, [a], expect="refused")
            rec.case("linalg_solve_ex", [a, a.clone()], expect="refused")
            rec.case("linalg_lstsq", [a, a.clone()], expect="refused")
            rec.case("cholesky_solve", [a, a.clone()], expect="refused")
            rec.case("linalg_lu_solve", [a, torch.ones(3, dtype=I32), a.clone()], expect="refused")
            continue
        near = {"ulps": 16, "atol": 400 * EPS[d]}
        factors(rec, d, near)
        eigen(rec, d)
        equations(rec, d, near)
        least_squares(rec, d, near)
        failures(rec, d)
        outputs(rec, d, near)
    refusals(rec)
