"""Cases of the factories, copies, views, and the operators that only move elements."""
import torch

from .inputs import LAYOUTS, lay, plain, special, strided
from .support import SCALARS
from .torchops import ALL, COMPLEX, DTYPES, FLOATS, INTS

F32, F64, I32, U8, BOOL, C64 = (DTYPES[n] for n in (
    "float32", "float64", "int32", "uint8", "bool", "complex64"))
CONTIGUOUS, CHANNELS_LAST, PRESERVE = (
    torch.contiguous_format, torch.channels_last, torch.preserve_format)


def factories(rec):
    for d in ALL:
        for size in ([2, 3], [], [0], [2, 0, 3]):
            rec.case("empty", [size, d], check="layout")
            rec.case("zeros", [size, d])
            rec.case("ones", [size, d])
        for _, s in SCALARS:
            rec.case("full", [[2], s, d], expect="either")
        rec.case("full", [[0], 1, d])
        for n, m in ((3, 3), (2, 4), (4, 2), (0, 3), (1, 0)):
            rec.case("eye", [n, m, d])
        for args in ((0, 5, 1), (1, 9, 3), (5, 0, -2), (0, 0, 1), (0.0, 1.0, 0.25), (0, 1, 0.3),
                     (2.5, -1.0, -1.0)):
            if d in INTS and any(isinstance(a, float) for a in args):
                continue  # an integer step of zero is undefined there
            if d == U8 and min(args[:2]) < 0:
                continue
            rec.case("arange", list(args) + [d], expect="either", ulps=1)
        for start, end, steps in ((0, 1, 5), (1, -1, 4), (3, 3, 3), (0.0, 10.0, 7), (2, 9, 1),
                                  (0, 5, 0), (-5, 5, 11)):
            rec.case("linspace", [start, end, steps, d], expect="either",
                     ulps=2 if d in FLOATS + COMPLEX else 0, atol=1e-6 if d in (F32, C64) else 0)
        for start, end, steps, base in ((0, 3, 4, 10.0), (0, 4, 5, 2.0), (1, -1, 5, 2.0), (0.5, 2.5, 5, 3.0), (-1.5, 3.7, 4, 3.0), (2, 9, 1, 2.0), (0, 2, 0, 10.0), (0, 3, 4, -2.0), (0, 2, 3, 1.5),
                                        (1, 3, 3, 0.0), (0, 14, 15, 3.0)):
            if (d != U8 or min(start, end) >= 0) and (d != BOOL or steps > 1):  # of one it fills any dtype
                rec.case("logspace", [start, end, steps, base, d], expect="either", ulps=8 if d in FLOATS[:2] else 32, atol=1e-4 if d in COMPLEX else 0)
        rec.case("empty_strided", [[2, 3], [1, 2], d], check="layout")
        for kind in LAYOUTS:
            x = lay(kind, d)
            rec.case("empty_like", [x], check="layout")
            rec.case("zeros_like", [x])
            rec.case("ones_like", [x])
        rec.case("ones_like", [lay("transposed", F32), d])
        for n in ("zeros", "ones"):
            rec.case(n, [[2, 3], None], "out", [torch.full((3,), 7).to(d)])
        rec.case("full", [[2], 2, None], "out", [torch.zeros(2, dtype=d)], expect="either")
        rec.case("eye", [2, 3, None], "out", [torch.zeros(3, 2, dtype=d).t()])
        rec.case("arange", [0, 3, 1, None], "out", [torch.zeros(3, dtype=d)], expect="either")
        rec.case("linspace", [0, 3, 4, None], "out", [torch.zeros(4, dtype=d)], expect="either", ulps=1)
        rec.case("logspace", [0, 3, 4, 2.0, None], "out", [torch.zeros(4, dtype=d)], expect="either", ulps=32)
        rec.case("logspace", [0, 3, 4, 2.0, None], "out", [torch.zeros(0, dtype=d)], expect="either", ulps=32)
        rec.case("logspace", [0, 3, 4, 2.0, None], "out", [torch.zeros(3, 4, dtype=d)[:2, ::2]], expect="either", ulps=32)
    for args in ([0, 3, 1], [0, 3, 0.5], [0.5, 3, 1], [0, 2 ** 40, 2 ** 38], [0, 1, 0.1], [1, 0, -0.1]):
        rec.case("arange", args, ulps=1)
    for args in ([0, 3, 0], [0, 3, -1], [3, 0, 1], [0.0, float("inf"), 1.0], [float("nan"), 1.0, 1.0]):
        rec.case("arange", args, expect="refused")
    for _, s in SCALARS:
        rec.case("full", [[2], s])
    for n in ("zeros", "ones", "empty"):
        rec.case(n, [[2]], check="layout" if n == "empty" else "values")
        rec.case(n, [[-1]], expect="refused")
        for n in (1, 3):  # of one element a half takes more numbers
            for v in (70000, -0.5, 1e39, float("inf"), 1j) + ((255.5, 127.5, -128.5, 32767.25, 65504.5) if d not in (torch.int64, torch.bool) else ()):
                rec.case("full", [[n], v, d], expect="either")
                rec.case("full_like", [torch.zeros(n), v, d], expect="either")
                rec.case("fill_", [torch.zeros(n, dtype=d), v], expect="either")
                if n == 1:
                    rec.case("scalar_tensor", [v, d], expect="either")
        for out in (torch.zeros((), dtype=d), torch.zeros(2, 3, dtype=d), torch.zeros(3, 2, dtype=d).t(), torch.zeros(0, 3, dtype=d)):
            rec.case("arange", [0, out.numel(), 1, None], "out", [out], expect="either")
            rec.case("linspace", [0, 5, out.numel(), None], "out", [out.clone()], expect="either", ulps=1)
    rec.case("full", [[2, -3], 1], expect="refused")
    rec.case("eye", [-1, 2], expect="refused")
    rec.case("linspace", [0, 1, -1], expect="refused")
    rec.case("logspace", [0, 1, -1, 2.0], expect="refused")
    rec.case("logspace", [0, 1, 3, 2.0], ulps=32)
    rec.case("logspace", [0, 2, 3], ulps=32)
    rec.case("logspace", [0, 1 + 1j, 3, 2.0, C64], ulps=32)
    rec.case("logspace", [0, 1 + 1j, 3, 2.0, F32], expect="refused")
    rec.case("linspace", [0, 1, 3], ulps=1)
    rec.case("eye", [2, 2])
    rec.case("empty", [[2, 3, 4, 5], F32, CHANNELS_LAST], check="layout")
    rec.case("empty", [[2, 1, 4, 5], F32, CHANNELS_LAST], check="layout")
    rec.case("empty", [[2, 3, 4], F32, CHANNELS_LAST], expect="refused")
    rec.case("empty", [[2, 3, 4], F32, PRESERVE], expect="refused")
    for size, stride in (([2, 3], [3, 1]), ([2, 3], [0, 0]), ([2, 0], [5, 1]), ([], []), ([2, 3], [10, 2])):
        rec.case("empty_strided", [size, stride, F32], check="layout")
    rec.case("empty_strided", [[2, 3], [-3, 1], F32], expect="refused")
    rec.case("empty_strided", [[2, 3], [1], F32], expect="refused")
    shapes = odd_layouts(U8)
    for x in shapes:
        for f in (None, CONTIGUOUS, PRESERVE, CHANNELS_LAST):
            e = "either" if f == CHANNELS_LAST else None
            rec.case("empty_like", [x, None, f], check="layout", expect=e)
            rec.case("clone", [x, f], expect=e)
            rec.case("zeros_like", [x, None, f], expect=e)
            if f != PRESERVE:
                rec.case("contiguous", [x, f or CONTIGUOUS], expect=e)
            rec.case("to", [x, I32, False, f], expect=e)
            rec.case("to", [x, U8, False, f], expect=e)
            rec.case("to", [x, U8, True, f], expect=e)


def odd_layouts(d):
    def p(*s):
        return plain(s, d)
    return [p(2, 3), p(3, 2).t(), p(2, 6)[:, ::2], p(4, 3)[::2], p(1, 3).expand(2, 3),
            p(2, 1).expand(2, 3), p(), p(0, 3), p(3, 0).t(), p(1, 1, 1), p(2, 3, 4).permute(2, 0, 1),
            p(2, 3, 4).permute(1, 0, 2)[:, :, ::2], p(4, 1, 3).transpose(0, 1),
            p(2, 3, 2, 2).contiguous(memory_format=CHANNELS_LAST), p(2, 1, 2, 2),
            p(2, 1, 2, 2).contiguous(memory_format=CHANNELS_LAST), p(2, 3, 1, 1),
            p(2, 3, 1, 1).contiguous(memory_format=CHANNELS_LAST), p(1, 3, 2, 2).permute(0, 2, 3, 1),
            p(2, 4, 2, 2).contiguous(memory_format=CHANNELS_LAST)[:, ::2],
            p(2, 1, 3).expand(2, 4, 3), p(2, 3, 1).expand(2, 3, 4).transpose(0, 1),
            strided((5, 6, 2), (1, 1, 7), 2, d), strided((3, 2, 2), (0, 1, 7), 3, d),
            strided((2, 2), (7, 1), 1, d), strided((1, 3), (100, 1), 0, d),
            strided((3, 1), (1, 77), 0, d), p(2, 3, 4, 2, 2).permute(0, 2, 3, 4, 1)]


def copies(rec):
    safe = torch.tensor([0.0, 1.0, 2.75, 3.5, 100.0, 5.0])
    for a in ALL:
        for b in ALL:
            src = safe.to(a)
            rec.case("to", [src, b])
            rec.case("copy_", [torch.zeros(2, 6, dtype=b), src])
        rec.case("to", [special(a), torch.complex128])
        rec.case("to", [special(a), BOOL])
        if a not in FLOATS + COMPLEX:
            for b in ALL:
                rec.case("to", [special(a), b])
        elif a in FLOATS:
            for b in FLOATS + COMPLEX:
                rec.case("to", [special(a), b])
                rec.case("copy_", [torch.zeros(special(a).shape, dtype=b), special(a)])
        for _, s in SCALARS:
            rec.case("fill_", [torch.zeros(3, dtype=a), s], expect="either")
        for kind in LAYOUTS:
            x = lay(kind, a)
            refuse = "either" if kind == "expanded" else None
            rec.case("fill_", [x.clone() if kind != "expanded" else x, 1], expect=refuse)
            rec.case("zero_", [lay(kind, a)], expect=refuse)
            rec.case("copy_", [lay(kind, a), plain((), a, "src")], expect=refuse)
            rec.case("clone", [x])
            rec.case("contiguous", [x])
    for x in odd_layouts(U8):
        for y in (plain(tuple(x.shape), U8, "other"), plain(tuple(x.shape)[::-1], U8, "t").permute(
                list(range(x.dim()))[::-1])):
            rec.case("copy_", [x.clone(memory_format=PRESERVE), y], expect="either")
            rec.case("copy_", [y.clone(memory_format=PRESERVE), x], expect="either")
    rec.case("copy_", [plain((2, 3), F32), plain((2,), F32)], expect="refused")
    rec.case("copy_", [plain((2,), F32), plain((2, 2), F32)], expect="refused")
    rec.case("copy_", [plain((2, 3), F32), plain((1, 2, 3), F32)], expect="either")
    x = plain((6,), F32)
    rec.case("copy_", [x, x])
    rec.case("copy_", [x[:4], x[2:]], expect="either")
    rec.case("fill_", [plain((3,), F32), torch.tensor(2.0)])
    rec.case("fill_", [plain((3,), I32), torch.tensor(2.5)])
    rec.case("fill_", [plain((3,), F32), plain((1,), F32)], expect="refused")
    rec.case("fill_", [plain((3,), U8), 300], expect="either")
    rec.case("fill_", [plain((3,), I32), 1.5], expect="either")


def in_place(rec, x):
    """What the handle describes changes, and nothing else."""
    n = x.dim()
    for a, b in ((0, 1), (-1, 0), (0, 0), (5, 0)):
        rec.case("transpose", [x.detach(), a, b], "inplace", expect="either")
    rec.case("t", [x.detach()], "inplace", expect="either")
    for dims in ([0], [-1], [0, 1], [0, 0], [7], []):
        rec.case("squeeze", [x.detach(), dims], "inplace", expect="either")
    for dim in (0, 1, -1, n + 1, -n - 2):
        rec.case("unsqueeze", [x.detach(), dim], "inplace", expect="either")


def resizes(rec):
    for d in ALL:
        for size in ([2, 3], [3, 2], [6], [2], [], [0], [2, 0, 3], [1, 2, 3, 1], [1, 2, 1, 3]):
            for x in (plain((2, 3), d), plain((2, 3), d).t(), plain((4, 3), d)[:2], plain((4, 3), d)[1:3], plain((3,), d).expand(2, 3), plain((2, 6), d)[:, ::2]):
                room = x.untyped_storage().nbytes() // x.element_size() - x.storage_offset()
                if torch.Size(size).numel() <= room:
                    rec.case("resize_", [x.detach(), size])
                    rec.case("resize_", [x.detach(), size, CONTIGUOUS])
        rec.case("resize_", [plain((1, 2, 3, 1), d), [1, 3, 1, 2], CHANNELS_LAST])
        rec.case("resize_", [plain((1, 2, 3, 2), d), [1, 2, 3, 2], CHANNELS_LAST])
        for x, size in ((plain((2, 3), d), [3, 4]), (plain((2, 3), d)[1:], [2, 3]), (plain((0,), d), [2]), (plain((), d), [1, 2, 2, 2]), (plain((2, 3), d).t(), [7])):
            rec.case("resize_", [x, size], check="layout")
    for args in ([plain((2, 3), F32), [-1]], [plain((2, 3), F32), [2, -3]], [plain((2, 3), F32), [2, 3], CHANNELS_LAST], [plain((2, 3), F32), [2 ** 30] * 3]):
        rec.case("resize_", args, expect="refused")


def views(rec):
    xs = odd_layouts(U8)
    for x in xs:
        n = x.numel()
        for size in ([-1], [n], [1, n], [2, -1], [-1, 3], [3, 2], [6], [2, 3, 1], [-1, 1], [n, 1, 1],
                     [2, 12], [4, 6], [2, -1, 2], [-1, -1], [-2, 3], [0, -1], [1, -1, 1, n or 1]):
            rec.case("view", [x, size], expect="either")
            rec.case("reshape", [x, size], expect="either")
        for size in ([-1] * x.dim(), [2] + [-1] * x.dim(), [4] * x.dim(), [2, 3], [-1, 3], [5, 2, 3],
                     [1], [-1] * (x.dim() + 1), [2, 3, 4], [0, 3]):
            rec.case("expand", [x, size], expect="either")
            rec.case("broadcast_to", [x, size], expect="either")
        for dims in (list(range(x.dim()))[::-1], [0] * x.dim(), list(range(-x.dim(), 0)),
                     list(range(x.dim()))[1:] + [0], [0]):
            rec.case("permute", [x, dims], expect="either")
        for a, b in ((0, 1), (-1, 0), (0, 0), (1, 2), (-2, -1), (5, 0), (0, -5)):
            rec.case("transpose", [x, a, b], expect="either")
        rec.case("t", [x], expect="either")
        in_place(rec, x)
        rec.case("squeeze", [x])
        for dims in ([0], [1], [-1], [0, 1], [0, 2], [0, 0], [7], [], [-1, 0], [0, 1, 2]):
            rec.case("squeeze", [x, dims], expect="either")
        for dim in (0, 1, -1, -2, x.dim(), x.dim() + 1, -x.dim() - 1, -x.dim() - 2):
            rec.case("unsqueeze", [x, dim], expect="either")
        for a, b in ((0, -1), (0, 1), (1, 2), (1, -1), (-2, -1), (2, 1), (0, 9)):
            rec.case("flatten", [x, a, b], expect="either")
        for dim, i in ((0, 0), (0, -1), (-1, 1), (1, 2), (0, 9), (0, -9), (4, 0)):
            rec.case("select", [x, dim, i], expect="either")
        for args in ((0, None, None, 1), (0, 1, None, 1), (-1, 0, 100, 2), (0, -1, None, 1),
                     (1, -100, 1, 1), (0, 2, 1, 1), (1, 1, -1, 3), (0, 0, 2, 0), (0, 0, 2, -1), (9, 0, 1, 1)):
            rec.case("slice", [x] + list(args), expect="either")
        for args in ((0, 0, 1), (0, 1, 1), (-1, -1, 1), (1, 0, 2), (0, 0, 99), (0, 2, 0), (0, -9, 1),
                     (0, 0, -1), (8, 0, 1)):
            rec.case("narrow", [x] + list(args), expect="either")
        for size, dim in ((1, 0), (2, 0), (2, -1), (3, 1), (100, 0), (0, 0), (-1, 0), (2, 6)):
            rec.case("split", [x, size, dim], expect="either")
        for dim in (0, -1, 1, 6):
            rec.case("unbind", [x, dim], expect="either")
        for chunks, dim in ((1, 0), (2, 0), (2, -1), (3, 1), (5, 0), (16, 0), (0, 0), (-1, 0), (2, 6)):
            rec.case("chunk", [x, chunks, dim], expect="either")
        for y in (x, x.to(COMPLEX[0]), x.to(F64)):
            for n in ("real", "imag", "view_as_real", "view_as_complex", "positive"):
                rec.case(n, [y], expect="either")
        rec.case("broadcast_tensors", [[x, plain((), I32), plain((1,), U8)]], expect="either")
        rec.case("broadcast_tensors", [[plain((4, 1, 1, 1), F32), x]], expect="either")
        for args in ((0, 0, 1), (1, 0, 1), (-1, 0, 1), (0, -2, -1), (5, 0, 1), (-5, 0, 1), (0, 1, 0),
                     (0, 0, 0), (0, 0, 7)):
            rec.case("diagonal", [x] + list(args), expect="either")
    pairs = plain((40,), F32, "pairs")
    for size, stride, offset in (([2], [1], 0), ([2], [1], 1), ([2], [1], 2), ([3, 2], [2, 1], 0), ([3, 2], [3, 1], 0), ([3, 2], [4, 1], 2), ([1, 2], [1, 1], 0), ([1, 2], [3, 1], 0),
                                 ([0, 2], [3, 1], 0), ([0, 1, 2], [4, 1, 1], 0), ([3, 2], [1, 3], 0), ([2, 3], [4, 1], 0), ([], [], 0), ([2, 3, 2], [2, 4, 1], 4), ([2, 2], [0, 1], 0)):
        rec.case("view_as_complex", [pairs.as_strided(size, stride, offset)], expect="either")
    for tensors in ([plain((3,), F32)], [plain((3,), F32), plain((2,), F32)], [plain((3,), U8), plain((), U8), plain((8,), U8)[::2]], [plain((1,), F32), plain((3,), F32)],
                    [plain((0,), F32), plain((2,), F32)], [plain((), F32), plain((), F32)], [plain((2,), F32), plain((2,), F64)], [plain((2, 1), F32)], [plain((6,), I32)[1::2], plain((1,), I32), plain((4,), I32)]):
        for indexing in ("ij", "xy"):
            rec.case("meshgrid", [tensors, indexing], expect="either")
    for tensors in ([plain((3,), F32), plain((2, 1), F64), plain((), U8)], [plain((3,), F32), plain((2,), F32)], [plain((0, 1), F32), plain((3,), F32)], [plain((2, 3), F32).t(), plain((1,), F32)],
                    [plain((1, 1), F32), plain((1, 2, 1), F32)], [plain((), F32)]):
        rec.case("broadcast_tensors", [tensors], expect="either")
    x = plain((12,), F32)
    for size, stride, offset in (([2, 3], [3, 1], 0), ([2, 3], [1, 4], 1), ([12], [1], 0), ([13], [1], 0),
                                 ([2], [0], 11), ([], [], 5), ([0, 3], [1, 1], 0), ([2, 2], [8, 4], 0),
                                 ([2], [-1], 1), ([2, 2], [1], 0), ([2], [1], -1), ([2], [1], None),
                                 ([-2], [1], 0), ([0], [1], 40)):
        rec.case("as_strided", [x, size, stride, offset], expect="either")
        rec.case("as_strided", [x[3:9:2], size, stride, offset], expect="either")
    for d in ALL:
        x = plain((2, 3), d)
        rec.case("view", [x, [3, 2]])
        rec.case("transpose", [x, 0, 1])
        rec.case("reshape", [x.t(), [6]])


def moves(rec):
    for d in ALL:
        for kind in LAYOUTS:
            x = lay(kind, d)
            for k in (0, 1, -1, 5, -5):
                for n in ("tril", "triu"):
                    rec.case(n, [x, k], expect="either")
            for dims in ([0], [1], [0, 1], [-1], [], [0, 0], [5]):
                rec.case("flip", [x, dims], expect="either")
            for n in ("tril", "triu"):
                rec.case(n, [lay(kind, d)], "inplace", expect="either")
            for reps in ([2], [1, 2], [2, 1, 1], [2, 1, 1, 2, 1], [0, 1], [2, 2], [-1, 1]):
                if kind in ("contiguous", "transposed", "zero_dim", "empty"):
                    rec.case("repeat", [x, reps], expect="either")
        rec.case("triu", [plain((2, 3, 3), d)], "out", [torch.zeros(2, 3, 3, dtype=d).transpose(0, 2)])
        rec.case("tril", [plain((3, 3), d)], "out", [torch.zeros(0, dtype=d)])
    def p(*s):
        return plain(s, U8)
    def n(*s):
        return p(*s).contiguous(memory_format=CHANNELS_LAST)
    lists = [[p(2, 3), p(2, 3)], [p(2, 3), p(1, 3)], [p(2, 3), p(2, 1)], [p(3, 2).t(), p(3, 2).t()],
             [p(2, 6)[:, ::2], p(2, 3)], [p(1, 3).expand(2, 3), p(2, 3)], [p(0), p(2, 3)],
             [p(0), p(0)], [p(0, 3), p(2, 3)], [p(2, 3)], [], [p(), p()], [p(3), p()],
             [p(2, 3), p(2, 3, 1)], [n(2, 3, 2, 2), n(2, 3, 2, 2)], [n(2, 3, 2, 2), p(2, 3, 2, 2)],
             [p(2, 3, 2, 2), n(2, 3, 2, 2)], [n(2, 3, 2, 2), n(2, 1, 2, 2)],
             [n(2, 3, 1, 1), n(2, 3, 1, 1)], [p(3), p(4), p(0), p(1)],
             [p(2, 3, 4).permute(2, 0, 1), p(2, 3, 4).permute(2, 0, 1)], [p(2, 3, 0), p(2, 3, 4)]]
    for ts in lists:
        for dim in (0, 1, -1, -3, 4):
            rec.case("cat", [ts, dim], expect="either")
            rec.case("stack", [ts, dim], expect="either")
    for a in ALL:
        for b in ALL:
            rec.case("cat", [[plain((2,), a), plain((1,), b)]])
            rec.case("cat", [[plain((2,), a), plain((2,), a)]], "out", [torch.zeros(4, dtype=b)],
                     expect="either")
        rec.case("stack", [[plain((2,), a), plain((2,), F32)]])
        rec.case("stack", [[plain((2,), a), plain((2,), a)], 1], "out", [torch.zeros(2, 2, dtype=a).t()])
        rec.case("cat", [[plain((2,), a), plain((0,), F64)]])
        rec.case("cat", [[plain((2, 2), a), plain((0,), F64)]], expect="either")
    x = plain((6,), F32)
    rec.case("cat", [[x[:2], x[2:4]]], "out", [x[2:]], expect="refused")
    rec.case("cat", [[x[:2], x[2:4]]], "out", [torch.zeros(0)])
    rec.case("cat", [[x[:2], x[2:4]]], "out", [torch.zeros(9)[::2]])
    rec.case("cat", [[x[:2], x[2:4]]], "out", [torch.zeros(8)[::2]])


def hollow(rec):
    """channels_last where there is nothing: sizes of 0 count as they are."""
    for shape in ((2, 3, 0, 2), (0, 3, 1, 4), (0, 0, 4, 3), (2, 0, 3, 3), (0, 1, 1, 4)):
        x = torch.ones(shape)
        rec.case("empty", [list(shape), None, torch.channels_last], check="layout")
        for n in ("clone", "contiguous"):
            rec.case(n, [x, torch.channels_last])
            rec.case(n, [x.contiguous(memory_format=torch.channels_last)])
        rec.case("zeros_like", [x, None, torch.channels_last])
        rec.case("to", [x.contiguous(memory_format=torch.channels_last), torch.float64])


def all_cases(rec):
    hollow(rec)
    one = torch.tensor([5.0])
    rec.case("zeros", [[4]], "out", [one.clone().expand(4)])
    rec.case("ones", [[2, 4]], "out", [one.clone().expand(2, 4)])
    rec.case("full", [[4], 2.5], "out", [one.clone().expand(4)])
    rec.case("fill_", [one.clone().expand(4), 3])
    rec.case("fill_", [one.clone().expand(4), torch.tensor(3.0)], expect="refused")
    rec.case("zero_", [one.clone().expand(4)])
    factories(rec)
    copies(rec)
    views(rec)
    moves(rec)
    resizes(rec)
