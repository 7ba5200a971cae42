"""Random calls: dtypes mixed with numbers and 0-dim tensors, every layout, every variant. A function for each kind of
operator draws its arguments, in the order of PyTorch's schema."""
import random

import torch

from . import samples_contractions, samples_counting, samples_factors, samples_fft, samples_layers, samples_places
from .inputs import special
from .torchops import ALL, COMPLEX, FLOATS, INTS

I64, BOOL = torch.int64, torch.bool
SIZES = [0, 1, 1, 2, 2, 3, 3, 4, 5, 7, 9, 17]


class Draw(random.Random):
    plain = False  # no infinities

    def maybe(self, p):
        return self.random() < p

    def dtype(self, among=ALL):
        return self.choice(among)

    def shape(self, most=4, least=0):
        n = self.randint(least, most)
        return tuple(self.choice(SIZES[1 if self.maybe(0.8) else 0:] if n < 4 else SIZES[:8]) if self.maybe(0.95) else 0 for _ in range(n))

    def partner(self, shape):
        """A shape that broadcasts with `shape`."""
        drop = self.randint(0, len(shape)) if self.maybe(0.4) else 0
        return tuple(1 if self.maybe(0.2) else n for n in shape[drop:])

    def values(self, shape, dtype, low=-4, high=4):
        g = torch.Generator().manual_seed(self.getrandbits(40))
        n = 1
        for s in shape:
            n *= s
        if not self.plain and self.maybe(0.08) and low < 0 and dtype not in COMPLEX:
            v = special(dtype)
            return v[torch.randint(0, len(v), (n,), generator=g)].view(shape)
        if dtype == BOOL:
            return torch.randint(0, 2, shape, generator=g).bool()
        if dtype == torch.uint8:
            return torch.randint(max(low, 0), high + 1, shape, generator=g).to(dtype)
        if dtype in INTS:
            return torch.randint(low, high + 1, shape, generator=g).to(dtype)
        def real():
            fine = 8 if self.maybe(0.5) else 1024
            return torch.randint(fine * low, fine * high + 1, shape, generator=g) / fine
        return (torch.complex(real(), real()) if dtype in COMPLEX else real()).to(dtype)

    def lay(self, shape, dtype, low=-4, high=4, shared=True):
        """A tensor of that shape, somehow in memory."""
        kind = self.choice(["plain", "plain", "permuted", "sliced", "expanded", "offset", "channels_last", "odd", "permuted sliced"])
        n = len(shape)
        if kind == "expanded" and shared and n:
            small = tuple(1 if self.maybe(0.4) else s for s in shape)
            return self.values(small, dtype, low, high).expand(shape)
        if kind == "permuted" and n > 1:
            p = list(range(n))
            self.shuffle(p)
            back = [p.index(d) for d in range(n)]
            return self.values(tuple(shape[d] for d in p), dtype, low, high).permute(back)
        if kind.endswith("sliced") and n:
            d = self.randrange(n)
            big = tuple(2 * s + 1 if k == d else s for k, s in enumerate(shape))
            index = tuple(slice(1, None, 2) if k == d else slice(None) for k in range(n))
            t = self.values(big, dtype, low, high)
            if kind[0] == "p" and n > 1:
                t = t.transpose(0, n - 1).contiguous().transpose(0, n - 1)
            return t[index]
        if kind == "offset" and n:
            return self.values((shape[0] + 1,) + shape[1:], dtype, low, high)[1:]
        if kind == "channels_last" and n == 4:
            return self.values(shape, dtype, low, high).contiguous(memory_format=torch.channels_last)
        t = self.values(shape, dtype, low, high)
        if kind == "odd" and 1 in shape and 0 not in shape:  # dimensions of size 1 may have any stride
            strides = [self.choice([s, 1, 0 if shared else 1, 40]) if k == 1 else s for k, s in zip(shape, t.stride())]
            return t.as_strided(shape, strides)
        return t

    def number(self):
        if self.maybe(0.15):  # at the ends of what dtypes hold
            return self.choice([255, 256, -255, -256, 127, -128, 2 ** 31, -2 ** 31, 2 ** 63 - 1, float("nan"), -float("inf"), -0.0, 65504, 65520.0])
        return self.choice([True, False, 0, 1, 2, -1, 3, 0.5, 1.5, -2.25, 2.0, 1 + 1j, 2j, 300, float("inf"), 1e-3, 70000, 2 ** 40, 1e39])

    def tensor(self, among=ALL, most=4, least=0, **more):
        return self.lay(self.shape(most, least), self.dtype(among), **more)

    def dims(self, n, empty=True):
        if self.maybe(0.2):
            return None
        if n == 0:
            return self.choice([[], [0], [-1]])
        d = self.sample(range(n), self.randint(0 if empty and self.maybe(0.1) else 1, n))
        return [k - n if self.maybe(0.3) else k for k in d]

    def dim(self, n):
        return self.randrange(-max(n, 1), max(n, 1)) if not self.maybe(0.03) else n + 1

    def some_dtype(self, p=0.4):
        return self.dtype() if self.maybe(p) else None


def unary(r, name):
    x = r.tensor()
    if name in ("erfinv", "logit", "special_ndtri", "special_entr") and r.maybe(0.7):  # where they are defined
        x = r.lay(tuple(x.shape), x.dtype, 0 if name != "erfinv" else -1, 1)
    if name == "logit":
        return [x] + ([r.choice([None, 0.25, 0.0, 1e-6, -1.0, 0.75])] if r.maybe(0.6) else [])
    if name == "nan_to_num":
        return [x] + [r.choice([None, 0.0, 1.5, -2.0, 1e6, float("inf"), float("nan")]) for _ in range(r.randint(0, 3))]
    return [x] + ([r.choice(["none", "tanh"])] if name == "gelu" else [])


def leaky_relu(r, name):
    return [r.tensor(), r.number()] if r.maybe(0.8) else [r.tensor()]


def operands(r, count, low=-4):
    """Mixed dtypes half of the time; numbers and 0-dim tensors among them."""
    shape, dtype = r.shape(), r.dtype()
    out = []
    for k in range(count):
        d = dtype if r.maybe(0.5) else r.dtype()
        kind = r.random()
        s = shape if k == 0 and count > 1 else () if kind < 0.15 else r.partner(shape)
        out.append(r.lay(s, d, low=low))
    r.shuffle(out)
    return out


TENSORS_ALONE = ("atan2", "hypot", "fmax", "fmin", "gcd", "lcm", "logaddexp", "logaddexp2", "nextafter", "heaviside", "complex", "polar", "ldexp")


def weighted(r, name):
    args = operands(r, 3)
    if r.maybe(0.6):
        args = [r.lay(tuple(t.shape), args[0].dtype) for t in args]
    args[0] = r.lay(torch.broadcast_shapes(*(t.shape for t in args)), args[0].dtype)
    if name == "lerp":
        return args[:2] + [r.number()] if r.maybe(0.4) else args
    return args + ([r.number()] if r.maybe(0.5) else [])


def binary(r, name):
    low = 1 if name in ("floor_divide", "remainder", "fmod") and r.maybe(0.7) else 0 if name in ("pow", "float_power") and r.maybe(0.6) or name in ("gcd", "lcm") else -4
    args = operands(r, 2, low)
    if name in ("heaviside", "complex", "polar") and r.maybe(0.9):
        args[1] = r.lay(tuple(args[1].shape), args[0].dtype)
    if name in TENSORS_ALONE:
        return args
    if r.maybe(0.25):
        args[1] = r.number()
    elif r.maybe(0.07) and name in ("pow", "float_power"):
        args[0] = r.number()
    if name == "div" and r.maybe(0.4):
        args.append(r.choice([None, "trunc", "floor"]))
    if name in ("add", "sub") and r.maybe(0.3):
        args.append(r.number())
    return args


def where(r, name):
    shape = r.shape()
    c = r.lay(r.partner(shape), r.choice([BOOL, BOOL, BOOL, torch.uint8]), 0, 1)
    a, b = operands(r, 2)
    a, b = r.lay(shape, a.dtype), r.lay(r.partner(shape), b.dtype) if r.maybe(0.8) else r.lay((), b.dtype)
    if r.maybe(0.3):
        b = r.number()
    return [c, a, b] if r.maybe(0.5) else [c, b, a]


def clamp(r, name):
    x = r.tensor()
    kind = r.random()
    if kind < 0.5:
        bounds = [(r.number() if r.maybe(0.9) else r.choice([0j, 1 + 0j])) if r.maybe(0.8) else None for _ in range(2)]
    else:
        bounds = [r.lay(r.partner(x.shape), x.dtype if r.maybe(0.5) else r.dtype()) if r.maybe(0.8) else None for _ in range(2)]
    return [x] + (bounds if name == "clamp" else bounds[:1] if bounds[0] is not None else [r.number()])


def reduction(r, name):
    x = r.tensor(low=1 if name == "prod" else -4, high=2 if name == "prod" else 4)
    dims = r.dims(x.dim())
    if name in ("max", "min", "prod", "argmax", "argmin", "cumsum") or name in ("all", "any") and r.maybe(0.3):
        dims = r.dim(x.dim()) if name in ("max", "min", "cumsum") or r.maybe(0.8) else None
        if name in ("all", "any") and dims is not None:
            dims = [dims]
    if dims is None and name in ("logsumexp", "amax", "amin"):
        dims = list(range(x.dim()))
    if name == "cumsum":
        return [x, dims] + ([r.some_dtype()] if r.maybe(0.5) else [])
    if name == "linalg_vector_norm":
        return [x, r.choice([0, 1, 2, 3, 0.5, -1, float("inf"), -float("inf"), 2.0]), dims, r.maybe(0.3), r.some_dtype(0.2)]
    if name == "count_nonzero":
        return [x, dims or []]
    if name in ("var", "std", "var_mean", "std_mean"):
        return [x, dims, r.choice([None, 0, 1, 2, 0.5]), r.maybe(0.3)]
    more = [r.some_dtype(0.3)] if name in ("sum", "mean", "prod") else []
    return [x, dims, r.maybe(0.3)] + more


def factory_like(r, name):
    args = [r.tensor()]
    if name == "full_like":
        args.append(r.number())
    return args + [r.some_dtype()] + ([r.choice([torch.contiguous_format, torch.preserve_format, torch.channels_last])] if r.maybe(0.5) else [])


def factory(r, name):
    size = list(r.shape())
    if name == "full":
        return [size, r.number(), r.some_dtype(0.7)]
    if name == "scalar_tensor":
        return [r.number(), r.some_dtype(0.7)]
    if name == "eye":
        return [r.randint(0, 5), r.randint(1, 5), r.some_dtype()]
    if name == "arange":
        start, step = r.choice([0, 1, -2, 0.5, 2.5]), r.choice([1, 2, -1, 0.5, 0.3])
        return [start, start + step * r.randint(0, 9), step, r.some_dtype()]
    if name == "linspace":
        d = r.some_dtype()  # where a number between lies near 0, what is left of it depends on the way to it
        return [-5 if d in INTS and r.maybe(0.3) else r.choice([0, 1.5, 2]), r.choice([1, 10, 3.5, 4]), r.randint(0, 12), d]
    if name == "logspace":
        return [r.choice([0, 1.5, 2]), r.choice([1, 5, 3.5, 4]), r.randint(0, 12), r.choice([2.0, 10.0, 1.5]), r.some_dtype()]
    if name == "empty_strided":
        return [[2, 3], [r.randint(0, 4), r.randint(0, 4)], r.some_dtype()]
    return [size, r.some_dtype()]


def copies(r, name):
    if name == "resize_":
        return [r.tensor(), list(r.shape()) if r.maybe(0.8) else [r.randint(0, 40)]] + ([torch.contiguous_format] if r.maybe(0.2) else [])
    if name in ("copy_", "fill_"):
        x = r.lay(r.shape(), r.dtype())
        if name == "fill_":
            return [x, r.number() if r.maybe(0.6) else r.lay((), r.dtype())]
        return [x, r.lay(r.partner(x.shape), r.dtype())]
    x = r.tensor()
    formats = [torch.contiguous_format, torch.channels_last] + ([] if name == "contiguous" else [torch.preserve_format])
    if name == "to":
        return [x, r.dtype(), False]
    return [x] + ([r.choice(formats)] if r.maybe(0.6) and name != "zero_" else [])


def views(r, name):
    if name in ("broadcast_tensors", "meshgrid"):
        dtype, shape = r.dtype(), r.shape()
        tensors = [r.lay(r.partner(shape) if name[0] == "b" else r.shape(1), dtype if name[0] == "m" or r.maybe(0.5) else r.dtype()) for _ in range(r.randint(1, 3))]
        return [tensors] if name[0] == "b" else [tensors, r.choice(["ij", "xy"])]
    x = r.tensor()
    if name in ("real", "imag", "view_as_real", "view_as_complex", "positive"):
        return [r.tensor(COMPLEX) if r.maybe(0.6) and name != "view_as_complex" else r.lay(r.shape(3) + (r.choice([2, 2, 2, 1]),), r.dtype(FLOATS[2:])) if r.maybe(0.8) else x]
    n, shape = x.dim(), list(x.shape)
    def d():
        return r.dim(n)
    if name in ("view", "reshape"):
        flat = list(shape)
        while len(flat) > 1 and r.maybe(0.6):
            k = r.randrange(len(flat) - 1)
            flat[k:k + 2] = [flat[k] * flat[k + 1]]
        if r.maybe(0.3):
            flat.insert(r.randint(0, len(flat)), 1)
        if flat and r.maybe(0.3):
            flat[r.randrange(len(flat))] = -1
        return [x, flat]
    if name in ("expand", "broadcast_to"):
        return [x, [r.randint(1, 3) for _ in range(r.randint(0, 2))] + [r.randint(1, 3) if s == 1 else r.choice([s, -1]) for s in shape]]
    return {
        "permute": lambda: [x, r.sample(range(n), n)], "transpose": lambda: [x, d(), d()], "t": lambda: [x],
        "squeeze": lambda: [x, r.dims(n) or []], "unsqueeze": lambda: [x, r.randint(-n - 1, n)], "flatten": lambda: [x, d(), d()],
        "select": lambda: [x, d(), r.randint(-3, 3)], "slice": lambda: [x, d(), r.randint(-4, 4), r.randint(-4, 9), r.randint(1, 3)],
        "narrow": lambda: [x, d(), r.randint(0, 2), r.randint(0, 2)], "split": lambda: [x, r.randint(1, 4), d()],
        "unbind": lambda: [x, d()], "chunk": lambda: [x, r.randint(1, 6), d()], "diagonal": lambda: [x, r.randint(-3, 3), d(), d()],
        "as_strided": lambda: [x, [2, 2], [r.randint(0, 2), r.randint(0, 2)], r.randint(0, 1)],
    }[name]()


def shapes(r, name):
    x = r.tensor()
    n = x.dim()
    if name in ("cat", "stack"):
        k = r.randrange(max(n, 1))
        items = [x]
        for _ in range(r.randint(0, 3)):
            s = list(x.shape)
            if name == "cat" and n:
                s[k] = r.randint(0, 4)
            items.append(r.lay(tuple(s) if r.maybe(0.93) else (0,), x.dtype if r.maybe(0.6) else r.dtype()))
        return [items, k if r.maybe(0.7) else k - max(n, 1)]
    if name == "repeat":
        return [x, [r.randint(0, 3) for _ in range(n + r.randint(0, 1))]]
    if name == "flip":
        return [x, r.dims(n) or []]
    return [r.tensor(least=2), r.randint(-4, 4)]


def sorting(r, name):
    x = r.tensor() if r.maybe(0.9) else r.lay((r.choice([1, 2, 3]), r.randint(20, 3000)), r.dtype())
    if name == "topk":
        return [x, r.randint(0, 3) if r.maybe(0.8) else r.randint(0, 300), r.dim(x.dim()), r.maybe(0.5), r.maybe(0.8)]
    if name in ("sort", "argsort"):
        return [x, r.dim(x.dim()), r.maybe(0.5)]
    if name == "unique":
        return [x, True, r.maybe(0.5), r.maybe(0.5)]
    if name == "nonzero":
        return [x]
    return [x, r.lay(r.partner(x.shape), BOOL)]


def indices(r, shape, below, dtype=None):
    low, high = -below if r.maybe(0.05) else 0, below if r.maybe(0.03) else max(below - 1, 0)  # from the end, or out of range
    return r.lay(shape, dtype or r.choice([I64, I64, torch.int32]), low, high, shared=False)


def indexing(r, name):
    x = r.tensor(least=1)
    n = x.dim()
    k = r.randrange(n)
    if name == "masked_fill":
        x = r.tensor()
        return [x, r.lay(r.partner(x.shape), BOOL), r.number() if r.maybe(0.5) else r.lay((), r.dtype())]
    if name == "index_select":
        return [x, k, indices(r, (r.randint(0, 5),), x.shape[k])]
    if name in ("gather", "scatter"):
        shape = tuple(r.randint(0, s) for s in x.shape)
        if r.maybe(0.7):
            shape = tuple(s if d != k else r.randint(1, 3) for d, s in enumerate(x.shape))
        if name == "gather":
            return [x, k, indices(r, shape, x.shape[k])]
        i = torch.argsort(torch.rand(shape), dim=k) % max(x.shape[k], 1)  # targets may repeat only past the dimension's end
        if shape[k] > x.shape[k]:
            i = i[(slice(None),) * k + (slice(0, x.shape[k]),)].argsort(k)
        return [x, k, i, r.number() if r.maybe(0.4) else r.lay(tuple(i.shape), x.dtype)]
    if name == "embedding":
        w = r.tensor(most=2, least=2)
        return [w, indices(r, r.shape(2), w.shape[0])]
    lead = tuple(r.randint(1, 3) for _ in range(r.randint(0, 2)))
    lists = [None if r.maybe(0.4) else indices(r, r.partner(lead), s) for s in x.shape[:r.randint(1, n)]]
    if all(i is None for i in lists):
        lists[0] = indices(r, lead, x.shape[0])
    if r.maybe(0.15):  # masks, which stand for the places where they are true
        at = r.randrange(len(lists))
        wide = r.randint(1, min(2, n - at))
        lists = lists[:at] + [r.lay(tuple(x.shape[at:at + wide]), r.choice([BOOL, BOOL, torch.uint8]), 0, 1)] + [None] * r.randint(0, n - at - wide)
        lists[:at] = [None] * at if r.maybe(0.7) else lists[:at]
    if name == "index":
        return [x, lists]
    value, accumulate = r.lay((), x.dtype), r.maybe(0.5)
    if accumulate and r.maybe(0.6):  # of equal places without that any may win
        try:
            value = r.lay(r.partner(tuple(torch.ops.aten.index(x, lists).shape)), x.dtype)
        except (RuntimeError, IndexError):
            pass
    return [x, lists, value, accumulate]


def products(r, name):
    m, k, n, b = (r.choice([0, 1, 2, 3, 4, 5, 8, 17]) if r.maybe(0.9) else 33 for _ in range(4))
    d = r.dtype()
    def t(*s, dtype=d):
        return r.lay(s, dtype if r.maybe(0.97) else r.dtype(), -3, 3)
    if name == "mm":
        return [t(m, k), t(k, n)]
    if name == "bmm":
        return [t(b, m, k), t(b, k, n)]
    if name == "dot":
        return [t(k), t(k)]
    if name in ("addmm", "baddbmm"):
        lead = (b,) if name == "baddbmm" else ()
        args = [t(*r.partner(lead + (m, n))), t(*lead, m, k), t(*lead, k, n)]
        def number():  # of nothing PyTorch looks at none; whether inf times a sum is NaN depends on the way to it
            x = r.number()
            return x if m * k * n * (b or name == "addmm") and (d in INTS or abs(x) < float("inf")) else 1
        return args + ([r.choice([0, 1, 2, 0.5, number()]), r.choice([0, 1, -1, 1.5, number()])] if r.maybe(0.5) else [])
    if name == "linear":
        return [t(*(r.shape(2) + (k,))), t(n, k), r.choice([None, t(n)])]
    lead = r.shape(2)
    return [t(*(r.partner(lead) + r.choice([(m, k), (k,)]))), t(*(lead + (k, n)))] if r.maybe(0.8) else [t(k), t(k)]


def algebra(r, name):
    d = r.choice([torch.float32, torch.float64] + COMPLEX) if r.maybe(0.97) else r.dtype()
    n, k = r.choice([0, 1, 2, 3, 5]), r.choice([0, 1, 2, 4])
    batch = r.choice([(), (), (2,), (2, 3), (1,), (0,)])
    def t(*s):
        return r.lay(s, d)
    eye = (torch.eye(n) * 8 * max(n, 1)).to(d)
    if name in ("linalg_qr", "linalg_svd"):
        return [t(*batch, n, k), r.choice(["reduced", "complete", "r"]) if name == "linalg_qr" else r.maybe(0.5)]
    a = t(*batch, n, n) + eye
    if name in ("linalg_cholesky", "linalg_eigh"):
        a = a @ a.mH if d in FLOATS[2:] + COMPLEX else a
        return [a] + ([r.maybe(0.5) if name == "linalg_cholesky" else r.choice(["L", "U"])] if r.maybe(0.5) else [])
    if r.maybe(0.4):
        a = a.mT.contiguous().mT
    if name in ("linalg_inv", "linalg_det"):
        return [a]
    left = r.maybe(0.6)
    lead = r.choice([batch, batch, (), (1,) + batch[1:], (2,), (3,)])
    vector = name == "linalg_solve" and r.maybe(0.3)
    b = t(*lead, n) if vector else t(*lead, *((n, k) if left else (k, n)))
    if name == "linalg_solve":
        return [a, b, left]
    upper = r.maybe(0.5)
    b = b.contiguous()  # of other layouts, dtypes and out= PyTorch's may write past the end
    a = a.to(b.dtype).contiguous()
    return [a, b, upper, left, r.maybe(0.2)]


def layers(r, name):
    d = r.choice(FLOATS) if r.maybe(0.9) else r.dtype()
    if name in ("softmax", "log_softmax"):
        x = r.tensor()
        return [x, r.dim(x.dim()), r.some_dtype(0.3)]
    if name == "layer_norm":
        x = r.lay(r.shape(4, 1), d)
        tail = list(x.shape[r.randrange(x.dim()):])
        def w():
            return r.lay(tuple(tail), d if r.maybe(0.9) else r.dtype()) if r.maybe(0.5) else None
        return [x, tail, w(), w()]
    if name == "cross_entropy":
        n, k = r.randint(1, 5), r.randint(1, 5)
        more = r.choice([(), (), (3,), (2, 2)])
        x = r.lay((n, k) + more, d)
        t = indices(r, (n,) + more, k, I64) if r.maybe(0.7) else r.lay((n, k) + more, d, 0, 1)
        return [x, t, r.lay((k,), d, 1, 3) if r.maybe(0.4) else None, r.randrange(3), r.choice([-100, 1]), r.choice([0.0, 0.25, 1.0, 1.5, -0.5])]
    if name == "cdist":
        k, d = r.randint(0, 5), r.choice(FLOATS[2:]) if r.maybe(0.97) else r.dtype()
        lead, inf = r.shape(2), float("inf")
        r.plain = r.maybe(0.7)
        a, b = r.lay(lead + (r.randint(0, 5), k), d), r.lay(r.partner(lead) + (r.randint(0, 5), k), d if r.maybe(0.97) else r.dtype())
        return [a, b, float(r.choice([0, 1, 2, 3, 0.5, inf, inf] if r.maybe(0.9) else [1e-3, 5e-324, 1e39, 1e300, float("nan"), -1, -0.0, -inf]))]
    def pair(low, high):
        return [r.randint(low, high), r.randint(low, high)]
    h, w = r.randint(1, 9), r.randint(1, 9)
    if name == "conv2d":
        g, ci, co = r.randint(1, 2), r.randint(1, 3), r.randint(1, 3)
        x = r.lay((r.randint(0, 2), g * ci, h, w), d)
        return [x, r.lay((g * co, ci, *pair(1, 3)), d), r.lay((g * co,), d) if r.maybe(0.5) else None, pair(1, 2), pair(0, 2), pair(1, 2), g]
    x = r.lay(r.choice([(2, 3), (1, 1), (3,), (0, 2)]) + (h, w), d)
    if name == "max_pool2d":
        return [x, pair(1, 3), pair(1, 3) if r.maybe(0.6) else [], pair(0, 1), pair(1, 2), r.maybe(0.4)]
    return [x, pair(1, 3), pair(1, 3) if r.maybe(0.6) else [], pair(0, 1), r.maybe(0.4), r.maybe(0.5), r.choice([None, None, 3])]


def joined(r, name):
    items, _ = shapes(r, "cat")
    return [items]


def moved(r, name):
    x = r.tensor()
    n = x.dim()
    if name == "tile":
        return [x, [r.randint(0, 3) for _ in range(r.randint(0, n + 1))]]
    if name == "roll":
        k = r.randint(1, 2)
        return [x, [r.randint(-9, 9) for _ in range(k)], [r.dim(n) for _ in range(k)] if r.maybe(0.7) else []]
    if name == "movedim":
        k = r.randint(0, n)
        return [x, r.sample(range(n), k), [d - n if r.maybe(0.3) else d for d in r.sample(range(n), k)]]
    if name == "unflatten":
        d = r.dim(n)
        size = x.shape[d] if -n <= d < n else 1
        return [x, d, r.choice([[-1], [size], [1, -1], [size, 1], [-1, 2], [2, 3]])]
    x = r.tensor(most=2, least=1) if r.maybe(0.9) else x
    return [x, r.randint(-4, 4)]


def multiplied(r, name):
    d = r.dtype()
    def t(*s):
        return r.lay(s, d if r.maybe(0.95) else r.dtype(), -3, 3)
    m, k, n = (r.choice([0, 1, 2, 3, 5, 17]) for _ in range(3))
    if name == "mv":
        return [t(m, k), t(k)]
    if name == "outer":
        return [t(m), t(n)]
    if name == "inner":
        return [t(*(r.shape(2) + (k,))), t(*(r.shape(1) + (k,)))] if r.maybe(0.9) else [t(), t(m, k)]
    if name == "kron":
        return [r.lay(r.shape(3), d, -3, 3), r.lay(r.shape(3), d if r.maybe(0.8) else r.dtype(), -3, 3)]
    g, ci, co = r.randint(1, 2), r.randint(1, 3), r.randint(1, 3)
    d = r.choice(FLOATS) if r.maybe(0.9) else d
    x = r.lay((r.randint(0, 2), g * ci, r.randint(1, 9)) if r.maybe(0.8) else (g * ci, r.randint(1, 9)), d)
    return [x, r.lay((g * co, ci, r.randint(1, 3)), d), r.lay((g * co,), d) if r.maybe(0.5) else None, [r.randint(1, 2)], [r.randint(0, 2)],
            [r.randint(1, 2)], g]


def lost(r, name):
    d = r.choice(FLOATS) if r.maybe(0.8) else r.dtype()
    shape = r.shape()
    x = r.lay(shape, d)
    t = r.lay(shape if r.maybe(0.7) else r.partner(shape), d if r.maybe(0.7) else r.dtype(), 0, 1 if name[0] == "b" else 3)
    if name[0] == "b":
        def w():
            return r.lay(r.partner(tuple(t.shape)), d, 1, 3) if r.maybe(0.4) else None
        return [x, t, w(), w(), r.randrange(3)]
    far = r.choice([1e-50, 1e-30, 1e30, 1e300, float("inf")])  # some are 0 or infinite in the dtype
    more = {"smooth_l1_loss": [far if r.maybe(0.1) else r.choice([0.0, 0.5, 1.0, 2.0]) if r.maybe(0.95) else r.choice([-1.0, float("nan")])],
            "huber_loss": [far if r.maybe(0.1) else r.choice([0.5, 1.0, 2.0])], "kl_div": [r.maybe(0.5)]}
    return [x, t, r.randrange(3)] + (more.get(name, []) if r.maybe(0.7) else [])


def activated(r, name):
    x = r.lay(r.shape(), r.choice(FLOATS) if r.maybe(0.7) else r.dtype())
    few = [0.5, 1, 2, 1.5, -1, 3]
    if name == "glu":
        return [x, r.dim(x.dim())]
    if name == "hardtanh":
        return [x] + ([r.choice([-2, -0.5, 0, -1.5]), r.choice([0.5, 1, 3])] if r.maybe(0.7) else [])
    count = {"elu": 3, "celu": 1, "softplus": 2}.get(name, 0)
    return [x] + [r.choice(few) for _ in range(r.randint(0, count))]


def placed(r, name):
    """take, index_fill, diff, trace, diag_embed"""
    x = r.tensor(least=1)
    n = x.dim()
    if name == "take":
        return [x, r.lay(r.shape(2), I64, -min(x.numel(), 5), min(x.numel(), 5) - 1 if x.numel() else 0, shared=False)]
    if name == "index_fill":
        k = r.randrange(n)
        return [x, k if r.maybe(0.7) else k - n, indices(r, (r.randint(0, 4),), x.shape[k], I64), r.number() if r.maybe(0.5) else r.lay((), r.dtype())]
    if name == "diff":
        k = r.randrange(n)
        def beside():
            return r.lay(x.shape[:k] + (r.randint(0, 2),) + x.shape[k + 1:], x.dtype if r.maybe(0.7) else r.dtype()) if r.maybe(0.3) else None
        return [x, r.randint(0, 3), k, beside(), beside()]
    if name == "trace":
        return [r.tensor(most=2, least=2)]
    return [x, r.randint(-2, 2), r.randint(-n - 1, n), r.randint(-n - 1, n)]


def shrunk(r, name):
    x = r.lay(r.shape(), r.choice(FLOATS) if r.maybe(0.6) else r.dtype())
    if name == "threshold":
        return [x, r.choice([0, 1, 0.5, -1.5, 1.0001, 70000, 1e39]), r.choice([0, 2, 1.5, -1, 300, 70000])]
    return [x] + ([r.choice([0, 0.25, 1, 1.5, -1, 70000, 1e39, float("inf")])] if r.maybe(0.7) else [])


def compared(r, name):
    args = operands(r, 2)
    if name == "rsub":
        return [args[0], r.number() if r.maybe(0.4) else args[1]] + ([r.choice([1, 2, 0.5])] if r.maybe(0.4) else [])
    return [args[0], args[1].to(args[0].dtype) if r.maybe(0.9) else args[1], r.choice([0.0, 0.5, 1e-5]), r.choice([0.0, 1e-3]), r.maybe(0.5)]


def alike(r, name):
    """Two tensors that are the same but for little, if for anything."""
    x = r.tensor()
    y = r.lay(tuple(x.shape), x.dtype)
    if r.maybe(0.8):
        y = y.clone() if 0 in y.stride() else y
        y.copy_(x)
        if y.numel() and r.maybe(0.4):
            y = y.contiguous()
            y.view(-1)[r.randrange(y.numel())] = 1 if r.maybe(0.5) else 0
    if r.maybe(0.2):
        y = y.to(r.dtype())
    if r.maybe(0.15):
        y = r.lay(r.partner(tuple(x.shape)) if r.maybe(0.6) else r.shape(), y.dtype)
    if name == "equal":
        return [x, y]
    far = [0.0, 1e-5, 0.5, 2.0, 1e30, float("inf"), float("nan"), -1.0]
    return [x, y, r.choice(far if r.maybe(0.3) else far[:4]), r.choice(far if r.maybe(0.3) else far[:4]), r.maybe(0.5)]


KINDS = {"unary": unary, "binary": binary, "reduce": reduction, "view": views, "shape": shapes, "sort": sorting,
         "index": indexing, "matmul": products, "linalg": algebra, "nn": layers, "copy": copies, "factory": factory}
OWN = {"where": where, "clamp": clamp, "clamp_min": clamp, "clamp_max": clamp, "leaky_relu": leaky_relu,
       "embedding": indexing, "isnan": unary, "isinf": unary, "logical_not": unary, "isfinite": unary, "signbit": unary, "isposinf": unary, "isneginf": unary, "isreal": unary, "bitwise_not": unary,
       "lerp": weighted, "addcmul": weighted, "addcdiv": weighted, "logical_xor": binary, "diag": moved, "equal": alike, "allclose": alike}
for _names, _draws in (("take index_fill diff trace diag_embed", placed),
                       ("hardshrink softshrink threshold", shrunk), ("deg2rad rad2deg", unary), ("rsub isclose", compared),
                       ("hstack vstack dstack column_stack", joined), ("tile roll movedim unflatten", moved), ("mv outer inner kron conv1d", multiplied),
                       ("mse_loss l1_loss smooth_l1_loss huber_loss kl_div binary_cross_entropy_with_logits", lost),
                       ("var_mean std_mean count_nonzero", reduction),
                       ("relu6 hardtanh elu celu selu log_sigmoid hardsigmoid hardswish mish softplus glu", activated)):
    OWN |= dict.fromkeys(_names.split(), _draws)
OWN |= samples_layers.OWN | samples_places.OWN | samples_counting.OWN | samples_fft.OWN | samples_contractions.OWN | samples_factors.OWN
LIKE = ("empty_like", "zeros_like", "ones_like", "full_like")


def draw(r, op):
    if op.name in LIKE:
        return factory_like(r, op.name)
    kind = OWN.get(op.name) or KINDS.get(op.family, binary)
    return kind(r, op.name)
