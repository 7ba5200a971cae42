"""Random calls of factors, of what is solved by them, and of what tells where it has no answer."""
import torch

from .torchops import COMPLEX

I32 = torch.int32
LAPACK = [torch.float32, torch.float64] + COMPLEX


def sizes(r):
    return r.choice([0, 1, 2, 3, 5]), r.choice([0, 1, 2, 4]), r.choice([(), (), (2,), (2, 3), (1,), (0,)])


def dtype(r):
    return r.choice(LAPACK) if r.maybe(0.97) else r.dtype()


def laid(r, a):
    """The same matrices by columns now and then."""
    return a.mT.contiguous().mT if r.maybe(0.4) else a


def regular(r, batch, n, d):
    return laid(r, r.lay(batch + (n, n), d) + (torch.eye(n) * 8 * max(n, 1)).to(d))


def factored(r, name):
    d = dtype(r)
    n, k, batch = sizes(r)
    if name.startswith("linalg_lu_factor"):
        a = r.lay(batch + (n, k if r.maybe(0.6) else n), d)
        more = [r.maybe(0.97)] + ([r.maybe(0.3)] if name.endswith("_ex") and r.maybe(0.5) else [])
        return [laid(r, a) if r.maybe(0.9) else a * 0] + (more if r.maybe(0.5) else [])
    a = regular(r, batch, n, d)
    if name.startswith("linalg_eig"):
        return [laid(r, r.lay(batch + (n, n), d)) if r.maybe(0.5) else a]
    if name == "linalg_cholesky_ex":
        a = a @ a.mH if d in LAPACK else a
        return [a * -1 if d in LAPACK and r.maybe(0.1) else a] + ([r.maybe(0.5), r.maybe(0.3)] if r.maybe(0.5) else [])
    a = a * 0 if r.maybe(0.1) else a
    return [a] + ([r.maybe(0.3)] if name == "linalg_inv_ex" and r.maybe(0.5) else [])


def solved(r, name):
    d = dtype(r)
    n, k, batch = sizes(r)
    lead = r.choice([batch, batch, (), (1,) + batch[1:], (2,), (3,)])
    left = name == "cholesky_solve" or r.maybe(0.6)
    vector = name == "linalg_solve_ex" and r.maybe(0.3)
    b = r.lay(lead + ((n,) if vector else (n, k) if left else (k, n)), d if r.maybe(0.98) else r.dtype())
    a = regular(r, batch, n, d)
    if name == "cholesky_solve":
        l = torch.linalg.cholesky(a @ a.mH) if d in LAPACK else a
        return [b, laid(r, l)] if r.maybe(0.5) else [b, l.mH.resolve_conj(), True]
    if name == "linalg_solve_ex":
        return [a * 0 if r.maybe(0.1) else a, b, left] + ([r.maybe(0.3)] if r.maybe(0.5) else [])
    pivots = torch.randint(1, n + 1, batch + (n,), generator=torch.Generator().manual_seed(r.getrandbits(40))).to(I32) if n else torch.ones(batch + (0,), dtype=I32)
    if r.maybe(0.1):
        pivots = r.choice([pivots - 1, pivots + n, pivots.long(), pivots[..., :1], pivots[None]])
    return [a, pivots, b, left, r.maybe(0.5)]


def least(r, name):
    d = dtype(r)
    n, k, batch = sizes(r)
    m = r.choice([0, 1, 2, 3, 5])
    driver = r.choice(["gelsy", "gels", "gelsd", "gelss", None])
    if driver in ("gelsd", "gelss"):
        m, n, k = max(m, 1), max(n, 1), max(k, 1)  # PyTorch falls over some of none
    lead = batch if r.maybe(0.6) else r.choice([(1,) * len(batch), batch[1:], (2,), (1,) + batch[1:]])
    a = laid(r, r.lay(batch + (m, n), d) + 4 * torch.eye(max(m, n, 1))[:m, :n].to(d))
    b = r.lay(lead + ((m,) if r.maybe(0.3) else (m, k)), d if r.maybe(0.98) else r.dtype())
    return [a, b] + ([r.choice([None, None, 0.0, -1.0] + ([0.125] if driver == "gels" else [0.3, 2.0] if driver in ("gelsd", "gelss") else [])), driver] if driver else [])


OWN = (dict.fromkeys("linalg_slogdet linalg_lu_factor linalg_lu_factor_ex linalg_cholesky_ex linalg_inv_ex linalg_eig linalg_eigvals".split(), factored)
       | dict.fromkeys("linalg_lu_solve cholesky_solve linalg_solve_ex".split(), solved)
       | {"linalg_lstsq": least})
