"""Cases of indexing, gathering and scattering."""
import torch

from .inputs import LAYOUTS, lay, plain
from .support import SCALARS
from .torchops import ALL, DTYPES

F32, I32, I64, U8, BOOL, I16 = (DTYPES[n] for n in (
    "float32", "int32", "int64", "uint8", "bool", "int16"))


def ints(*v, dtype=I64):
    return torch.tensor(v, dtype=dtype)


def selecting(rec):
    for d in ALL:
        for kind in LAYOUTS:
            x = lay(kind, d, "sel")
            for dim in (0, 1, -1):
                for i in (ints(0, 1, 0), ints(1, dtype=I32), ints(dtype=I64)):
                    # an index out of range of an empty tensor is asked for elsewhere
                    rec.case("index_select", [x, dim, i if x.numel() > 1 else i * 0], expect="either")
                if x.dim() == 2 and x.numel():
                    rec.case("gather", [x, dim, torch.tensor([[0, 1], [1, 0]])])
                    rec.case("gather", [x, dim, torch.tensor([[0], [1]], dtype=I32)])
                    rec.case("gather", [x, dim, torch.tensor([[0, 1], [1, 1]]).t()])
        rec.case("index_select", [plain((), d), 0, ints(0)])
        rec.case("index_select", [plain((3,), d), 0, torch.tensor(2)])
        rec.case("gather", [plain((), d), 0, torch.tensor(0)])
        rec.case("index_select", [plain((2, 3), d), 1, ints(2, 0)], "out", [torch.zeros(2, 2, dtype=d).t()])
        rec.case("index_select", [plain((2, 3), d), 1, ints(2, 0)], "out", [torch.zeros(0, dtype=d)])
        rec.case("gather", [plain((2, 3), d), 1, torch.tensor([[0, 2], [1, 1]])], "out",
                 [torch.zeros(2, 2, dtype=d).t()])
    x = plain((3, 2, 4), F32)
    for i in (ints(3), ints(-1), ints(0, 1, 99)):
        rec.case("index_select", [x, 0, i], expect="data")
    rec.case("index_select", [x, 3, ints(0)], expect="refused")
    rec.case("index_select", [x, 0, torch.tensor([[0]])], expect="refused")
    rec.case("index_select", [x, -2, ints(1, 0, 1)])
    rec.case("gather", [x, 0, torch.zeros(2, 3, 4, dtype=I64)], expect="refused")
    rec.case("gather", [x, 0, torch.zeros(2, 2, dtype=I64)], expect="refused")
    rec.case("gather", [x, 0, torch.zeros(5, 1, 2, dtype=I64)])
    rec.case("gather", [x, 2, torch.zeros(0, 1, 2, dtype=I64)])
    rec.case("gather", [x, 4, torch.zeros(1, 1, 1, dtype=I64)], expect="refused")
    rec.case("gather", [x, 1, torch.full((1, 1, 1), 2)], expect="data")
    rec.case("gather", [x, 1, torch.full((1, 1, 1), -1)], expect="data")
    y = plain((4, 2), F32)
    rec.case("gather", [y, 0, torch.zeros(4, 2, dtype=I64)], "out", [y], expect="either")
    for other in ALL:
        rec.case("gather", [y, 0, torch.zeros(2, 2, dtype=other)], expect="either")
        rec.case("index_select", [y, 0, torch.zeros(2, dtype=other)], expect="either")
        rec.case("gather", [y, 0, torch.zeros(2, 2, dtype=I64)], "out", [torch.zeros(2, 2, dtype=other)],
                 expect="either")


def scattering(rec):
    for d in ALL:
        for kind in LAYOUTS:
            def x():
                return lay(kind, d, "sca")
            if x().dim() != 2 or not x().numel():
                continue
            for dim in (0, 1):
                i = torch.tensor([[1, 0, 1]]) if dim == 0 else torch.tensor([[2, 0], [0, 1]])
                rec.case("scatter", [x(), dim, i, plain((2, 3), d, "src")])
                rec.case("scatter", [x(), dim, i, plain((3, 2), d, "src").t()])
                rec.case("scatter", [x(), dim, i, 1])
                rec.case("scatter", [x(), dim, i, plain((2, 3), d, "src")], "inplace", expect="either")
                rec.case("scatter", [x(), dim, i.int(), 2], "inplace", expect="either")
        rec.case("scatter", [plain((2, 3), d), 0, torch.tensor([[1, 0, 1]]), plain((2, 3), d, "src")], "out",
                 [torch.zeros(3, 2, dtype=d).t()])
        rec.case("scatter", [plain((), d), 0, torch.tensor(0), plain((), d, "src")])
        for _, s in SCALARS:
            rec.case("scatter", [plain((3,), d), 0, ints(1), s], expect="either")
            rec.case("masked_fill", [plain((3,), d), torch.tensor([True, False, True]), s], expect="either")
        mask = plain((2, 3), BOOL, "m")
        for kind in LAYOUTS[:5]:
            rec.case("masked_fill", [lay(kind, d, "mf"), mask, plain((), d, "v")])
            rec.case("masked_fill", [lay(kind, d, "mf"), mask, 1], "inplace", expect="either")
            rec.case("masked_fill", [plain((3,), d), mask, 1])
            rec.case("masked_fill", [lay(kind, d, "mf"), torch.tensor([True, False, True]), 1])
        for other in ALL:
            rec.case("masked_fill", [plain((2, 3), d), mask, torch.ones((), dtype=other)], expect="either")
            if d == F32:
                rec.case("masked_fill", [plain((2, 3), d), torch.ones(2, 3).to(other), 1], expect="either")
                rec.case("scatter", [plain((3,), F32), 0, ints(1), plain((3,), other)], expect="either")
                rec.case("scatter", [plain((3,), F32), 0, torch.zeros(1, dtype=other), 1], expect="either")
        for v in (300, -0.5, 70000, 1e39, 1j):
            for n, args in (("masked_fill", [plain((3,), d), torch.tensor([True, False, True])]), ("scatter", [plain((3,), d), 0, ints(1)])):
                rec.case(n, args + [v], expect="either")
        rec.case("masked_fill", [plain((3,), d), torch.tensor([True, False, True]), torch.tensor(1 + 2j)], expect="either")
    x = plain((3, 4), F32)
    for i, e in ((torch.tensor([[3]]), "data"), (torch.tensor([[-1]]), "data"),
                 (torch.zeros(2, 5, dtype=I64), "refused"), (torch.zeros(2, dtype=I64), "refused"),
                 (torch.zeros(0, 4, dtype=I64), None)):
        rec.case("scatter", [x.clone(), 0, i, 1.0], expect=e)
        rec.case("scatter", [x.clone(), 0, i, 1.0], "inplace", expect=e)
    rec.case("scatter", [x, 0, torch.tensor([[0, 1, 2, 0], [1, 2, 0, 1]]), plain((1, 4), F32)], expect="refused")
    rec.case("scatter", [x, 5, torch.tensor([[0]]), 1.0], expect="refused")
    rec.case("masked_fill", [plain((2, 3), F32), plain((2,), BOOL), 1.0], expect="refused")
    rec.case("masked_fill", [plain((3,), F32), plain((2, 3), BOOL), 1.0], "inplace", expect="refused")
    rec.case("masked_fill", [plain((3,), F32), plain((3,), BOOL), plain((1,), F32)], expect="either")


def advanced(rec):
    t, f = True, False
    m23, m2 = torch.tensor([[t, f, t], [f, f, t]]), torch.tensor([f, t])
    three = (2, 3, 4)
    patterns = [
        [ints(1, 0, 1)], [None, ints(2, 0)], [None, None, ints(3, -4)], [ints(0, 1), ints(2, 1)],
        [ints(0, 1), None, ints(3, 0)], [None, ints(0, 2), ints(1, 1)], [torch.tensor([[0], [1]]), ints(2, 0, 1)],
        [torch.tensor([[0], [1]]), None, ints(2, 0, 1)], [torch.tensor(1)], [torch.tensor(1), None, torch.tensor(2)],
        [m2], [m23], [None, torch.tensor([t, f, t])], [m2, ints(1)], [None, None, torch.tensor([t, t, f, f])],
        [torch.tensor([t, t]), None, ints(2, 0)], [ints(0, 1), ints(1, 2), ints(0, 3)], [ints(-1, -2)],
        [ints(dtype=I64)], [None, ints(dtype=I64)], [torch.tensor([f, f])], [ints(1, 0, dtype=I32)],
        [torch.zeros(2, 3, 4, dtype=BOOL)], [None, ints(0), None], [torch.zeros(2, 0, dtype=I64)],
        [ints(0, 1), None, None], [None, torch.tensor([[1, 2], [0, 1]])], [torch.tensor(t)], [torch.tensor(f)],
        [torch.tensor([1, 0], dtype=U8)], [None, torch.tensor([[0, 1]]).t(), ints(1, 2)],
    ]
    wrong = [[ints(2)], [ints(-3)], [ints(0, 1), ints(0, 3)], [None, None, ints(4)]]
    refused = [[ints(0), ints(0), ints(0), ints(0)], [ints(0, 1), ints(0, 1, 2)], [torch.tensor([t, f, t])],
               [torch.tensor([0.0, 1.0])], [torch.tensor([0, 1], dtype=I16)], [torch.zeros(3, 3, dtype=BOOL)]]
    sources = [plain(three, F32, "adv"), plain(three[::-1], F32, "adv").permute(2, 1, 0),
               plain((2, 3, 8), F32, "adv")[..., ::2], plain((1, 3, 4), F32, "adv").expand(three)]
    for x in sources:
        for p in patterns:
            rec.case("index", [x, p], expect="either")
    for p in wrong:
        rec.case("index", [sources[0], p], expect="data")
        rec.case("index_put_", [sources[0].clone(), p, torch.tensor(1.0), False], expect="data")
    for p in refused:
        rec.case("index", [sources[0], p], expect="refused")
        rec.case("index_put_", [sources[0].clone(), p, torch.tensor(1.0), False], expect="refused")
    for d in ALL:
        for p in (patterns[0], patterns[3], patterns[4], patterns[11], patterns[17]):
            rec.case("index", [plain(three, d), p])
            shape = plain(three, F32)[tuple(slice(None) if i is None else i for i in p)].shape
            unique = p is not patterns[0]
            rec.case("index_put_", [plain(three, d), p, plain((), d, "v"), False])
            rec.case("index_put_", [plain(three, d), p, plain(shape, d, "v"), True], expect="either")
            if unique:
                rec.case("index_put_", [plain(three, d), p, plain(shape, d, "v"), False])
                rec.case("index_put_", [plain(three[::-1], d).permute(2, 1, 0), p, plain(shape, d, "v"), False])
        rec.case("index_put_", [plain((4,), d), [ints(1, 1, 1, 0)], plain((4,), d, "v"), True])
        rec.case("index_put_", [plain((4,), F32), [ints(1)], plain((1,), d, "v"), False], expect="either")
        rec.case("index", [plain((2, 3), F32), [torch.ones(2, dtype=d)]], expect="either")
        rec.case("index", [plain(three, F32), patterns[0]], "out", [torch.zeros(3, 3, 4, dtype=d)], expect="either")
        rec.case("index", [plain(three, d), patterns[1]], "out", [torch.zeros(0, dtype=d)])
    for x in sources[:3]:
        for p in patterns:
            if p is patterns[0]:
                continue
            for value in (torch.tensor(9.0), plain((1,), F32), plain((2, 1), F32)):
                rec.case("index_put_", [x.clone(memory_format=torch.preserve_format), p, value, True],
                         expect="either")
    rec.case("index_put_", [sources[0].clone(), [ints(0)], plain((7,), F32), False], expect="refused")
    rec.case("index", [plain((), F32), [torch.tensor(t)]], expect="either")
    rec.case("index", [plain((3, 0), F32), [ints(0, 2)]])
    rec.case("index", [plain((3, 0), F32), [None, ints(0)]], expect="either")
    rec.case("index", [plain((5,), F32), [torch.tensor([t, f, t, f, f])]])
    rec.case("index", [plain((2, 3, 2, 2), F32).contiguous(memory_format=torch.channels_last), [ints(1, 0)]])
    rec.case("index", [plain((2, 3, 2, 2), F32).contiguous(memory_format=torch.channels_last),
                       [None, ints(1, 0)]])


def embedding(rec):
    for d in ALL:
        w = plain((4, 3), d)
        for i in (ints(3, 0, 3), torch.tensor([[1, 2], [0, 0]]), torch.tensor(2), ints(1, dtype=I32),
                  torch.zeros(0, dtype=I64), torch.tensor([[1, 2], [0, 3]]).t()):
            rec.case("embedding", [w, i])
        rec.case("embedding", [plain((3, 4), d).t(), ints(1)])
        rec.case("embedding", [plain((4, 3), F32), torch.ones(2, dtype=d)], expect="either")
    rec.case("embedding", [plain((4, 3), F32), ints(4)], expect="data")
    rec.case("embedding", [plain((4, 3), F32), ints(-1)], expect="data")
    rec.case("embedding", [plain((4,), F32), ints(1)], expect="refused")
    rec.case("embedding", [plain((4, 3, 2), F32), ints(1)], expect="refused")


def all_cases(rec):
    selecting(rec)
    scattering(rec)
    advanced(rec)
    embedding(rec)
