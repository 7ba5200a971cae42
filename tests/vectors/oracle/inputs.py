"""Operands: values, and the ways in which a tensor can lie in memory."""
import zlib

import torch

from .torchops import COMPLEX, INTS

LAYOUTS = ["contiguous", "transposed", "sliced", "expanded", "offset", "zero_dim", "empty",
           "channels_last"]


def plain(shape, dtype, seed="", low=-4, high=4):
    """Multiples of 1/8 that every floating dtype represents; small integers; booleans."""
    g = torch.Generator().manual_seed(zlib.crc32(f"{tuple(shape)} {seed}".encode()))
    if dtype == torch.bool:
        return torch.randint(0, 2, shape, generator=g).bool()
    if dtype == torch.uint8:
        return torch.randint(max(low, 0), high + 1, shape, generator=g).to(dtype)
    if dtype in INTS:
        return torch.randint(low, high + 1, shape, generator=g).to(dtype)
    def real():
        return torch.randint(8 * low, 8 * high + 1, shape, generator=g) / 8
    if dtype in COMPLEX:
        return torch.complex(real(), real()).to(dtype)
    return real().to(dtype)


def smooth(shape, dtype, seed=""):
    """Values with few ties, for factorisations and sorting: multiples of 1/256, so that their
    products are exact in float32 and the operands do not depend on the machine."""
    g = torch.Generator().manual_seed(zlib.crc32(f"s{tuple(shape)} {seed}".encode()))
    def real():
        return torch.randint(-512, 513, shape, generator=g) / 256
    if dtype in COMPLEX:
        return torch.complex(real(), real()).to(dtype)
    return real().to(dtype)


def special(dtype, finite=False, division=False):
    """Values at which operators go wrong. division: the integers that may be divided by each
    other without a trap."""
    if dtype == torch.bool:
        return torch.tensor([False, True])
    if dtype in INTS:
        i = torch.iinfo(dtype)
        v = [0, 1, 2, 3, 7, 100, i.max, i.max - 1, i.min, i.min + 1]
        v += [-1, -2, -3, -7, -100, -128] if i.min else [127, 128, 254]
        if division:
            v = [x for x in v if x not in (0, i.min)] if i.min else [x for x in v if x]
        return torch.tensor([x for x in v if i.min <= x <= i.max], dtype=dtype)
    v = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.75, -3.0, 3.140625, -1.5703125, 10.0,
         -10.0, 100.0, -100.0, 0.0078125]
    if dtype in COMPLEX:
        c = [complex(a, b) for a in (0.0, 1.0, -1.5, 3.0) for b in (0.0, 0.5, -2.0)]
        return torch.tensor(c, dtype=dtype)
    if not finite:
        f = torch.finfo(dtype)
        v += [float("inf"), -float("inf"), float("nan"), f.max, f.min, f.tiny, f.smallest_normal / 4]
    return torch.tensor(v, dtype=torch.float64).to(dtype)


def fill_like(view, values):
    """Gives a freshly made view its elements."""
    view.copy_(values)
    return view


def lay(kind, dtype, seed="", shape=None, make=plain):
    """A tensor of one of the LAYOUTS."""
    if kind == "zero_dim":
        return make((), dtype, seed)
    if kind == "empty":
        return make((0, 3), dtype, seed)
    if kind == "channels_last":
        return make((2, 3, 2, 2), dtype, seed).contiguous(memory_format=torch.channels_last)
    shape = shape or (2, 3)
    if kind == "transposed":
        return make(shape[::-1], dtype, seed).permute(list(range(len(shape)))[::-1])
    if kind == "sliced":
        return make(shape[:-1] + (2 * shape[-1] + 1,), dtype, seed)[..., 1::2]
    if kind == "expanded":
        return make((1,) + shape[1:], dtype, seed).expand(shape)
    if kind == "offset":
        return make((shape[0] + 1,) + shape[1:], dtype, seed)[1:]
    return make(shape, dtype, seed)


def strided(shape, strides, offset, dtype, seed=""):
    n = offset + 1 + sum((a - 1) * b for a, b in zip(shape, strides)) if 0 not in shape else offset
    return torch.as_strided(plain((n + 1,), dtype, seed), shape, strides, offset)


