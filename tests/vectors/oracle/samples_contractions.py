"""Random calls of sums that equations tell, norms of matrices, what is read off singular values, covariances, distances and losses of pairs."""
import torch

from .torchops import COMPLEX, FLOATS, INTS

I64 = torch.int64
LAPACK = FLOATS[2:] + COMPLEX


def term(r, letters, sizes, spread, d):
    """The subscripts of an operand, and it."""
    labels = [r.choice(letters) for _ in range(r.randint(0, 4))] if r.maybe(0.3) else r.sample(letters, r.randint(0, len(letters)))
    shape = [1 if labels.count(a) == 1 and r.maybe(0.08) else sizes[a] for a in labels]
    if r.maybe(0.3):
        k, own = r.randint(0, len(labels)), spread[r.randint(0, len(spread)):]
        labels.insert(k, "...")
        shape[k:k] = [1 if r.maybe(0.15) else n for n in own]
    if r.maybe(0.1):
        labels.insert(r.randint(0, len(labels)), " ")
    return "".join(labels), r.lay(tuple(shape), d if r.maybe(0.97) else r.dtype(), -3, 3)


def equation(r, name):
    letters = r.sample("abcxyzABZ", r.randint(1, 5))
    sizes = {a: r.choice([0, 1, 2, 3, 5] if r.maybe(0.1) else [2, 3, 4, 5]) for a in letters}
    spread, d = r.shape(2), r.dtype()
    terms = [term(r, letters, sizes, spread, d) for _ in range(r.choice([1, 2, 2, 2, 3, 4]))]
    text = ",".join(t for t, _ in terms)
    if r.maybe(0.65):
        used = [a for a in letters if a in text]
        out = r.sample(used, r.randint(0, len(used)))
        if r.maybe(0.8 if "..." in text else 0.05):
            out.insert(r.randint(0, len(out)), "...")
        text += r.choice(["->", " -> "]) + "".join(out)
    if r.maybe(0.05):
        k = r.randint(0, len(text))
        text = text[:k] + r.choice([".", "->", ",", "q", "-", "1", "..."]) + text[k + r.randint(0, 1):]
    return [text, [x for _, x in terms]]


def normed(r, name):
    d = r.choice(FLOATS + COMPLEX) if r.maybe(0.95) else r.dtype()
    x = r.lay(r.shape(4, 1 if r.maybe(0.1) else 2), d)
    n = x.dim()
    def pair():
        return [k - n if r.maybe(0.3) else k for k in r.sample(range(n), min(n, 2))] if r.maybe(0.95) else [0, n + 1]
    orders = [1, -1, 2, -2, float("inf"), -float("inf")] + ([3] if r.maybe(0.05) else [])
    order = r.choice(["fro", "nuc"]) if name.endswith("str") else r.choice(orders)
    if name.startswith("linalg_matrix"):
        return [x, order] + ([pair(), r.maybe(0.4), r.some_dtype(0.1)] if r.maybe(0.7) else [])
    if not name.endswith("str") and r.maybe(0.4):
        return [x, None if r.maybe(0.4) else order, [r.dim(n)], r.maybe(0.4), r.some_dtype(0.1)]
    return [x, order if name.endswith("str") or r.maybe(0.8) else None, r.choice([None, pair()]), r.maybe(0.4), r.some_dtype(0.1)]


def conditioned(r, name):
    d = r.choice(LAPACK) if r.maybe(0.97) else r.dtype()
    n = r.choice([0, 1, 2, 3, 4])
    x = r.lay(r.choice([(), (2,), (2, 3), (0,)]) + (n, n), d) + (8 * torch.eye(n)).to(d)
    x = r.lay((2, n, 3), d) if r.maybe(0.1) else x
    return [x, r.choice(["fro", "nuc"])] if name.endswith("str") else [x] + ([r.choice([None, 1, -1, 2, -2, float("inf"), -float("inf")])] if r.maybe(0.9) else [])


def ranked(r, name):
    """Of a rank that no rounding changes."""
    d = r.choice(LAPACK) if r.maybe(0.97) else r.dtype()
    batch = r.choice([(), (), (2,), (2, 3), (0,)])
    m, n = r.choice([0, 1, 2, 3, 5]), r.choice([0, 1, 2, 4])
    hermitian = r.maybe(0.25)
    if hermitian:
        n = m
    k = min(m, n)
    size = r.choice([1.0, 4.0, 16.0])
    u, v = (torch.linalg.qr(r.values(batch + (a, a), torch.complex128 if d in COMPLEX else torch.float64).double() if d not in COMPLEX else
                            r.values(batch + (a, a), torch.complex128)).Q[..., :k] for a in (m, n))
    s = torch.tensor([size * 2.0 ** -i if i < r.randint(0, k + 1) else 0.0 for i in range(k)], dtype=torch.float64)
    x = (u * s) @ (u if hermitian else v).mH
    x = x.to(d)
    if x.dim() > 1 and r.maybe(0.4):
        x = x.mT.contiguous().mT
    def some():
        return r.choice([None, size * 0.3, 0.01])
    if r.maybe(0.25):
        def line():
            return torch.full(r.choice([(), batch, (1,)]), size * 0.3, dtype=r.choice(FLOATS[2:]))
        return [x, r.choice([None, line()]), r.choice([None, line() / (4 * size)]), hermitian]
    rtol = some()
    return [x, some() or 1e-3, None if rtol is None else min(rtol, 0.3), hermitian]


def observed(r, name):
    d = r.choice(FLOATS[2:] + COMPLEX + INTS) if r.maybe(0.9) else r.dtype()
    x = r.lay(r.choice([(r.randint(1, 4), r.randint(2, 7)), (r.randint(2, 7),), ()]) if r.maybe(0.95) else r.shape(3), d)
    if name == "corrcoef":
        return [x]
    n = x.shape[-1] if x.dim() else 1
    counts = r.lay((n,), r.choice([I64, torch.int32]), 1, 3) if r.maybe(0.4) else None
    parts = r.lay((n if r.maybe(0.97) else n + 1,), r.choice(FLOATS[2:]), 1, 3) if r.maybe(0.4) else None
    return [x, r.choice([1, 1, 0, 2]), counts, parts]


def multiplied(r, name):
    d = r.dtype()
    def t(*s):
        return r.lay(s, d if r.maybe(0.97) else r.dtype(), -3, 3)
    b, m, k, n = (r.choice([0, 1, 2, 3, 5]) for _ in range(4))
    if name == "vdot":
        return [t(k), t(k)]
    return [t(*r.partner((m, n))), t(b, m, k), t(b, k, n)] + ([r.choice([0, 1, 2]), r.choice([0, 1, -1])] if r.maybe(0.5) else [])


def contracted(r, name):
    d = r.dtype()
    def t(*s):
        return r.lay(s, d if r.maybe(0.97) else r.dtype(), -3, 3)
    m, k = r.choice([0, 1, 2, 3, 5, 17]), r.choice([0, 1, 2, 3, 5])
    if name == "addmv":
        return [t(*r.choice([(m,), (1,), ()])), t(m, k), t(k)] + ([r.choice([0, 1, 2]), r.choice([0, 1, -1])] if r.maybe(0.4) else [])
    if name == "addr":
        return [t(*r.choice([(m, k), (1, k), (k,), ()])), t(m), t(k)] + ([r.choice([0, 1, 2]), r.choice([0, 1, -1])] if r.maybe(0.4) else [])
    if name == "linalg_matrix_power":
        return [r.lay(r.choice([(), (2,), (2, 3)]) + (k, k), d, -2, 2), r.randint(0, 4)]
    if name == "linalg_cross":
        lead = r.shape(2)
        k = r.randint(0, len(lead))
        shape = lead[:k] + (3,) + lead[k:]
        return [t(*(1 if d != k and r.maybe(0.2) else s for d, s in enumerate(shape))), t(*shape), k]
    if name == "cosine_similarity":
        shape = r.shape(3, 1)
        d = r.choice(FLOATS)
        return [r.lay(shape, d), r.lay(r.partner(shape), d if r.maybe(0.7) else r.dtype()), r.randrange(len(shape))]
    a = r.shape(3, 1)
    k = r.randint(0, len(a))
    first = r.sample(range(len(a)), k)
    b = [r.choice([1, 2, 3]) for _ in range(r.randint(k, 4))]
    second = r.sample(range(len(b)), k)
    for i, j in zip(first, second):
        b[j] = a[i] if r.maybe(0.9) else 1
    return [t(*a), t(*b), first, second]


def flattened(r, name):
    return [r.tensor()]


def distant(r, name):
    d = r.choice(FLOATS) if r.maybe(0.8) else r.dtype()
    shape = r.shape(3, 1)
    def t(s):
        return r.lay(s, d if r.maybe(0.9) else r.dtype())
    if name == "pairwise_distance":
        return [t(shape), t(r.partner(shape)), float(r.choice([2, 1, 0, 3, float("inf")])), r.choice([1e-6, 0.125]), r.maybe(0.3)]
    if name == "triplet_margin_loss":
        return [t(shape), t(shape), t(tuple(1 if r.maybe(0.1) else n for n in shape)), r.choice([1.0, 0.5]), float(r.choice([2, 1])), 1e-6, r.maybe(0.4), r.randrange(3)]
    if name == "cosine_embedding_loss":
        n, k = r.randint(0, 4), r.randint(1, 5)
        lead = r.choice([(n,), ()])
        target = torch.tensor([r.choice([1, -1]) for _ in range(n)] if lead else r.choice([1, -1])).to(r.choice([d, I64]) if d != torch.uint8 else I64)
        other = lead if r.maybe(0.9) else r.choice([(), (1,), (n,), (1, 1)])
        return [t(lead + (k,)), t(other + (k,)), target, r.choice([0.0, 0.25]), r.randrange(3)]
    target = r.lay(r.partner(shape), r.choice([d, I64]), -1, 1)
    return [t(shape)] + ([t(shape)] if name[0] == "m" else []) + [target, r.choice([0.0, 0.5, 1.0]), r.randrange(3)]


def chained(r, name):
    d = r.dtype()
    sizes = [r.choice([0, 1, 2, 3, 5] if r.maybe(0.1) else [1, 2, 3, 5]) for _ in range(r.randint(3, 7))]
    shapes = list(zip(sizes, sizes[1:]))
    if r.maybe(0.3):
        shapes[0] = shapes[0][1:]
    if r.maybe(0.3):
        shapes[-1] = shapes[-1][:1]
    return [[r.lay(s, d if r.maybe(0.98) else r.dtype(), -2, 2) for s in shapes]]


def rescaled(r, name):
    d = r.choice(FLOATS + (COMPLEX if name == "renorm" else [])) if r.maybe(0.95) else r.dtype()
    if name == "renorm":
        x = r.lay(r.shape(4, 2), d)
        return [x, r.choice([1, 2, 0.5, 3, float("inf")]), r.dim(x.dim()), r.choice([0, 1, 2.5, 100])]
    x = r.lay(tuple(r.randint(1, 4) for _ in range(r.randint(3, 5))), d)
    return [x, r.randint(1, 5)] + ([r.choice([0.5, 0.125]), r.choice([0.75, 2.0, 0.5]), r.choice([1.0, 2.0])] if r.maybe(0.7) else [])


OWN = {}
for _names, _draws in (("einsum", equation), ("linalg_matrix_norm linalg_matrix_norm_str linalg_norm linalg_norm_str", normed), ("linalg_pinv linalg_matrix_rank", ranked), ("linalg_cond linalg_cond_str", conditioned),
                       ("cov corrcoef", observed), ("addmv addr tensordot linalg_cross linalg_matrix_power cosine_similarity", contracted),
                       ("vdot addbmm", multiplied), ("ravel", flattened), ("linalg_multi_dot", chained), ("renorm local_response_norm", rescaled),
                       ("pairwise_distance hinge_embedding_loss margin_ranking_loss cosine_embedding_loss triplet_margin_loss", distant)):
    OWN |= dict.fromkeys(_names.split(), _draws)
