"""Random calls of what counts, of sets, of what is repeated, and of losses at classes."""
import torch

from .torchops import ALL, FLOATS, INTS

I32, I64, F32, F64 = torch.int32, torch.int64, torch.float32, torch.float64


def lost(r, name):
    d = r.choice(FLOATS) if r.maybe(0.95) else r.dtype()
    if name == "binary_cross_entropy":
        shape = r.shape()
        high = 1 if r.maybe(0.97) else 2
        weight = r.lay(r.partner(shape), d if r.maybe(0.8) else r.dtype(), 1, 3) if r.maybe(0.4) else None
        return [r.lay(shape, d, 0, high), r.lay(shape, d if r.maybe(0.97) else r.dtype(), 0, 1), weight, r.randrange(3)]
    n, k = r.randint(0, 5), r.randint(1, 5)
    alone = r.maybe(0.15)
    more = () if alone or name == "nll_loss_forward" else r.choice([(), (), (3,), (2, 2), (2, 1, 3)])
    lead = () if alone else (n,)
    x = r.lay(lead + (k,) + more, d)
    beyond = r.maybe(0.03)
    t = r.lay(lead + more, torch.uint8 if len(more) == 0 and r.maybe(0.1) else I64 if r.maybe(0.98) else r.dtype(), 0, k if beyond else k - 1, shared=False)
    weight = r.lay((k,), d if r.maybe(0.97) else r.dtype(), 1, 3) if r.maybe(0.4) else None
    return [x, t, weight, r.randrange(3), r.choice([-100, 1, 0])]


def sought(r, name):
    d = r.dtype()
    x = r.lay(r.shape(3), d)
    y = r.lay(r.shape(2) if r.maybe(0.6) else (r.randint(20, 60),), d if r.maybe(0.6) else r.dtype(), *((-4, 4) if r.maybe(0.6) else (-20, 20)))
    kind = r.random()
    more = [False, r.maybe(0.5)]
    if kind < 0.15:
        return [x, r.choice([1, 0.5, 2, -2.25, True, 300, 1j, float("nan")])] + more
    if kind < 0.3:
        return [r.choice([1, 0.5, 2, -2.25, 300, float("inf")]), y] + more
    return [x, y] + more


def counted(r, name):
    if name == "argwhere":
        return [r.tensor()]
    if name == "one_hot":
        n = r.randint(1, 6)
        low = 0 if r.maybe(0.95) else -1
        return [r.lay(r.shape(3), I64 if r.maybe(0.95) else r.dtype(), low, n - 1)] + ([r.choice([n, n, n + 2, -1, n - 1, 0, -2])] if r.maybe(0.6) else [])
    if name == "bincount":
        shape = (r.choice([0, 1, 3, 9, 40]),) if r.maybe(0.97) else r.shape()
        x = r.lay(shape, r.choice(INTS) if r.maybe(0.9) else r.dtype(), 0 if r.maybe(0.95) else -1, 9)
        w = r.lay(shape if r.maybe(0.97) else (2,), r.dtype()) if r.maybe(0.6) else None
        return [x, w] + ([r.choice([0, 3, 20, -1])] if r.maybe(0.5) else [])
    x = r.lay(r.shape(3), r.choice(FLOATS) if r.maybe(0.95) else r.dtype())
    low, high = r.choice([(0, 0), (0, 0), (-2, 3), (0, 1.5), (1, 1), (-0.3, 2.7), (2, 1), (-4, 4), (float("inf"),) * 2, (0, 70000), (0, 1e39)])
    return [x, r.choice([1, 3, 7, 10, 100, 0])] + ([low, high] if r.maybe(0.8) else [])


def repeated(r, name):
    x = r.tensor(ALL, 4)
    n = x.dim()
    dim = None if r.maybe(0.25) else r.dim(n)
    size = x.numel() if dim is None else x.shape[dim] if n and -n <= dim < n else 1
    if r.maybe(0.3):
        repeats = r.choice([0, 1, 2, 3, 2, -1 if r.maybe(0.1) else 1])
        return [x, repeats, dim] + ([repeats * size] if r.maybe(0.2) else [])
    repeats = r.lay((size,) if r.maybe(0.7) else r.choice([(), (1,)]) if r.maybe(0.9) else (2,), r.choice([I64, I64, I32]) if r.maybe(0.97) else r.dtype(), 0 if r.maybe(0.97) else -1, 3)
    if repeats.dim() < 2 and repeats.dtype in (I32, I64) and repeats.numel() == size and not bool((repeats < 0).any()) and r.maybe(0.3):  # else PyTorch falls over
        return [x, repeats, dim, int(repeats.sum()) + r.choice([0, 0, 0, 1])]
    return [x, repeats, dim]


def normalized(r, name):
    x = r.lay(r.shape(4), r.choice(FLOATS) if r.maybe(0.9) else r.dtype())
    return [x, float(r.choice([2, 1, 3, 0.5])), r.dim(x.dim())] + ([r.choice([1e-12, 0.5])] if r.maybe(0.5) else [])


OWN = {}
for _names, _draws in (("binary_cross_entropy nll_loss nll_loss_forward", lost), ("isin", sought), ("argwhere one_hot bincount histc", counted),
                       ("repeat_interleave", repeated), ("normalize", normalized)):
    OWN |= dict.fromkeys(_names.split(), _draws)


def bagged(r, name):
    d = r.choice(FLOATS) if r.maybe(0.95) else r.dtype()
    rows, width = r.randint(1, 6), r.randint(0, 5)
    weight = r.lay((rows, width), d)
    mode = r.choice(["sum", "mean", "max"])
    kind = r.choice([I64, I64, I32])
    padding = r.choice([-1, -1, 0, rows - 1])
    if r.maybe(0.4):
        index = r.lay((r.randint(0, 4), r.randint(1, 4)), kind, 0, rows - 1, shared=False)
        each = r.lay(tuple(index.shape), d) if mode == "sum" and r.maybe(0.4) else None
        return [weight, index.contiguous(), None, each.contiguous() if each is not None else None, mode, False, padding]
    n = r.randint(1, 9)
    index = r.values((n,), kind, 0, rows - 1)
    offsets = torch.tensor([0] + sorted(r.randint(0, n) for _ in range(r.randint(0, 4))), dtype=kind)
    ends = r.maybe(0.3)
    if ends:
        offsets = torch.cat([offsets, torch.tensor([n], dtype=kind)])
    each = r.values((n,), d) if mode == "sum" and r.maybe(0.4) else None
    return [weight, index, offsets, each, mode, ends, padding]


def interpolated(r, name):
    k = r.randint(1, 3)
    d = r.choice(FLOATS) if r.maybe(0.95) else r.dtype()
    x = r.lay((r.randint(1, 2), r.randint(1, 3)) + tuple(r.randint(1, 9 - k) for _ in range(k)), d)
    mode = r.choice(["nearest", "nearest-exact", ["linear", "bilinear", "trilinear"][k - 1], "bicubic" if k == 2 else "nearest", "area"])
    align = r.maybe(0.5) and mode not in ("nearest", "nearest-exact", "area")
    if r.maybe(0.5):
        return [x, [r.randint(1, 9) for _ in range(k)] if r.maybe(0.7) else r.randint(1, 9), None, mode, align]
    return [x, None, r.choice([0.5, 1.0, 2.0, 1.5, 0.3, 2]), mode, align, r.maybe(0.4)]


def pieces(r, name):
    x = r.tensor(least=1)
    k = r.randrange(x.dim())
    n = x.shape[k]
    dim = k if r.maybe(0.7) else k - x.dim()
    if name == "tensor_split":
        return [x, r.randint(0 if r.maybe(0.05) else 1, 6), dim]
    if name == "tensor_split_indices":
        return [x, [r.randint(-3, 9) for _ in range(r.randint(0, 4))], dim]
    sizes = []
    while sum(sizes) < n:
        sizes.append(r.randint(0, n - sum(sizes)))
    return [x, sizes if r.maybe(0.95) else sizes + [1], dim]


def placed(r, name):
    if name == "block_diag":
        d = r.dtype()
        return [[r.lay(r.shape(2), d if r.maybe(0.7) else r.dtype()) for _ in range(r.randint(1, 4) if r.maybe(0.97) else 0)]]
    if name == "fill_diagonal_":
        n = r.randint(0, 5)
        shape = (n,) * 3 if r.maybe(0.2) else (r.choice([0, 1, 2, 3, 7, 9]), r.choice([0, 1, 2, 3, 5]))
        return [r.lay(shape, r.dtype(), shared=False), r.choice([1, 2, -1, 0.5, True, 3]), r.maybe(0.5)]
    x = r.tensor(least=2 if name == "rot90" else 1)
    n = x.dim()
    if name == "rot90":
        return [x, r.randint(-5, 5), [d - n if r.maybe(0.3) else d for d in r.sample(range(n), 2)]]
    k = r.randrange(n)
    if name == "select_scatter":
        size = x.shape[k]
        at = r.randrange(-size, size) if size and r.maybe(0.95) else size
        return [x, r.lay(x.shape[:k] + x.shape[k + 1:], x.dtype if r.maybe(0.7) else r.dtype()), k, at]
    start, end, step = r.randint(-4, 4), r.randint(-4, 9), r.randint(1, 3)
    shape = list(x.shape)
    shape[k] = len(range(*slice(start, end, step).indices(shape[k])))
    return [x, r.lay(tuple(shape), x.dtype if r.maybe(0.7) else r.dtype()), k, start, end, step]


def pointwise(r, name):
    x = r.tensor()
    if name == "msort":
        return [x]
    if name == "prelu":
        d = r.choice(FLOATS) if r.maybe(0.95) else x.dtype
        x = r.lay(tuple(x.shape), d)
        channels = x.shape[1] if x.dim() > 1 else 1
        return [x, r.lay(r.choice([(channels,), (1,), ()]), d if r.maybe(0.97) else r.dtype())]
    k = r.randrange(max(x.dim(), 1))
    n = x.shape[k] if x.dim() else 1
    if x.dtype in INTS and r.maybe(0.3):
        x = r.lay(tuple(x.shape), x.dtype, 0, 127)
    other = r.choice([None, None, r.lay((n,), x.dtype), r.lay(tuple(x.shape), x.dtype), r.lay(r.partner(tuple(x.shape)), x.dtype)])
    return [x, other, r.choice([1, 0.5, 2]) if other is None else 1, k if r.maybe(0.7) else k - max(x.dim(), 1)]


for _names, _draws in (("embedding_bag", bagged), ("interpolate", interpolated), ("split_with_sizes tensor_split tensor_split_indices", pieces),
                       ("block_diag rot90 select_scatter slice_scatter fill_diagonal_", placed), ("msort prelu trapezoid", pointwise)):
    OWN |= dict.fromkeys(_names.split(), _draws)
