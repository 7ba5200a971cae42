"""Random calls of scans and of what writes at places that tensors tell."""
import torch

I32, I64, BOOL = torch.int32, torch.int64, torch.bool


def scanned(r, name):
    x = r.tensor()
    if name == "cumprod":
        return [x, r.dim(x.dim()), r.some_dtype(0.3)]
    return [x, r.dim(x.dim())]


def index_of(r, shape, below, dtype):
    low, high = -1 if r.maybe(0.03) else 0, below if r.maybe(0.03) else max(below - 1, 0)  # from the end, or out of range
    return r.lay(tuple(shape), dtype, low, high, shared=False)


def scattered(r, name):
    x = r.tensor(least=r.choice([0, 1, 1, 1]))
    n = x.dim()
    k = r.randrange(n) if n else 0
    below = x.shape[k] if n else 1
    shape = [r.randint(0, s) if r.maybe(0.3) else s for s in x.shape]
    if n and below:
        shape[k] = r.randint(0, 5)
    src = [s + r.choice([0, 0, 0, 1]) for s in shape]
    index = index_of(r, shape, below, r.choice([I64, I64, I64, I32, torch.float32]) if r.maybe(0.1) else I64)
    args = [x, k - n if n and r.maybe(0.3) else k, index, r.lay(tuple(src), x.dtype if r.maybe(0.97) else r.dtype())]
    if name == "scatter_add":
        return args
    return args + [r.choice(["sum", "prod", "mean", "amax", "amin"])] + ([r.maybe(0.5)] if r.maybe(0.7) else [])


def sliced(r, name):
    x = r.tensor(least=r.choice([0, 1, 1, 1]))
    n = x.dim()
    k = r.randrange(n) if n else 0
    below = x.shape[k] if n else 1
    count = r.randint(0, 5) if n and below else 1 if below else 0
    shape = [count if d == k else s for d, s in enumerate(x.shape)]
    if r.maybe(0.03):
        shape = shape[1:] + [r.randint(1, 3)]
    index = index_of(r, (count,) if r.maybe(0.9) or count != 1 else (), below, r.choice([I64, I32]) if r.maybe(0.3) else I64)
    if name == "index_copy" and n and below >= count:
        index = torch.randperm(below)[:count]  # of equal places PyTorch's last is not always the last
    elif name == "index_copy" and count > 1:
        index, shape[k] = index[:1], 1
    args = [x, k - n if n and r.maybe(0.3) else k, index, r.lay(tuple(shape), x.dtype if r.maybe(0.97) else r.dtype())]
    if name == "index_add":
        return args + ([r.choice([1, 2, -1, 0.5, True, 1j])] if r.maybe(0.4) else [])
    if name == "index_copy":
        return args
    return args + [r.choice(["prod", "mean", "amax", "amin"])] + ([r.maybe(0.5)] if r.maybe(0.7) else [])


def masked(r, name):
    x = r.tensor()
    mask = r.lay(r.partner(x.shape) if r.maybe(0.7) else x.shape, BOOL if r.maybe(0.95) else r.dtype())
    return [x, mask, r.lay((x.numel() + r.choice([0, 0, 3, -1]) + 1,) if r.maybe(0.6) else tuple(x.shape), x.dtype if r.maybe(0.95) else r.dtype())]


def flat(r, name):
    x = r.tensor()
    shape = r.shape(2)
    if name == "put":
        count = 1
        for s in shape:
            count *= s
        index = r.lay(shape, I64 if r.maybe(0.95) else r.dtype(), -min(x.numel(), 4), max(min(x.numel(), 5) - 1, 0), shared=False)
        accumulate = r.maybe(0.5)
        if not accumulate and x.numel() >= count:  # of equal places any may win there
            index = torch.randperm(max(x.numel(), 1))[:count].view(shape)
        elif not accumulate:
            index, shape = index.reshape(-1)[:1], None
        source = tuple(index.shape) if shape is None or r.maybe(0.5) else (count,)
        return [x, index, r.lay(source, x.dtype if r.maybe(0.95) else r.dtype()), accumulate]
    n = x.dim()
    if r.maybe(0.2):
        return [x, r.lay(shape, I64, 0, max(x.numel() - 1, 0))]
    k = r.randrange(n) if n else 0
    lead = [r.choice([s, s, 1]) if d != k else r.randint(0, 4) for d, s in enumerate(x.shape)]
    index = index_of(r, lead, x.shape[k] if n else 1, I64 if r.maybe(0.95) else I32)
    return [x, index, k - n if n and r.maybe(0.3) else k]


def ranked(r, name):
    x = r.tensor() if r.maybe(0.9) else r.lay((r.choice([1, 2, 3]), r.randint(20, 3000)), r.dtype())
    if name == "mode" and x.dtype.is_floating_point:
        x = x.nan_to_num(0)  # PyTorch's sort loses its way among NaN
    if name.endswith("median") and 0 in x.stride():
        x = x.contiguous()  # of an expanded one PyTorch reads, and writes, past the end of its copy
    n = x.dim()
    k = r.dim(n)
    args = [x, k, r.maybe(0.3)]
    if name == "kthvalue":
        size = x.shape[k] if n and -n <= k < n else 1
        return [x, r.randint(1, max(size, 1)) if r.maybe(0.95) else r.choice([0, size + 1])] + args[1:]
    return args


def reduced(r, name):
    x = r.tensor()
    n = x.dim()
    if name == "aminmax":
        return [x, None if r.maybe(0.3) else r.dim(n), r.maybe(0.3)]
    if name in ("nansum", "nanmean"):
        if x.dtype.is_floating_point and r.maybe(0.5):
            x = torch.where(torch.rand(x.shape) < 0.3, float("nan"), x)
        return [x, r.dims(n), r.maybe(0.3)] + ([r.choice([torch.float32, torch.float64, torch.int64, torch.int8, torch.bool])] if r.maybe(0.2) else [])
    d = r.choice([torch.float32, torch.float64]) if r.maybe(0.95) else r.dtype()
    x = r.lay(r.shape(), d)
    if d.is_floating_point and r.maybe(0.3):
        x = torch.where(torch.rand(x.shape) < 0.2, float("nan"), x)
    q = r.choice([0.0, 0.25, 0.5, 0.9, 1.0]) if r.maybe(0.3) else torch.rand(r.choice([(), (1,), (3,), (0,)]), dtype=d if d.is_floating_point else torch.float32)
    if isinstance(q, torch.Tensor) and r.maybe(0.05):
        q = q * 3 - 1  # some beyond 0 and 1
    return [x, q, None if r.maybe(0.3) else r.dim(x.dim()), r.maybe(0.3), r.choice(["linear", "lower", "higher", "midpoint", "nearest"])]


def searched(r, name):
    d = r.dtype()
    lead = r.shape(2)
    n = r.randint(0, 9)
    one = name == "bucketize" or r.maybe(0.5)
    sequence = r.values((() if one else lead) + (n,), d)
    sorter = None
    if d.is_complex:
        pass
    elif name == "searchsorted" and r.maybe(0.3):
        sorter = torch.argsort(sequence)
    else:
        sequence = sequence.sort()[0]
    if r.maybe(0.3):
        sequence = torch.stack([sequence, sequence], -1)[..., 0]
    values = r.lay(r.shape() if one else lead + (r.randint(0, 5),), d if r.maybe(0.7) else r.dtype())
    if one and r.maybe(0.2):
        values = r.choice([1, 0.5, 2, -3.5])
    if name == "bucketize":
        return [values, sequence, r.maybe(0.3), r.maybe(0.5)]
    return [sequence, values, r.maybe(0.3), r.maybe(0.4), r.choice([None, None, "left", "right"]), sorter]


def triangle(r, name):
    return [r.randint(0, 7), r.randint(0, 7), r.randint(-8, 8)] + ([r.choice([torch.int32, I64, torch.float32])] if r.maybe(0.4) else [])


OWN = {}
for _names, _draws in (("cumprod cummax cummin logcumsumexp", scanned), ("scatter_add scatter_reduce", scattered), ("index_add index_copy index_reduce", sliced),
                       ("masked_scatter", masked), ("put take_along_dim", flat), ("median nanmedian mode kthvalue", ranked),
                       ("aminmax nansum nanmean quantile nanquantile", reduced), ("searchsorted bucketize", searched), ("tril_indices triu_indices", triangle)):
    OWN |= dict.fromkeys(_names.split(), _draws)
