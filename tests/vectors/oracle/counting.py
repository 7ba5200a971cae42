"""Cases of what counts, of sets, of what is repeated, and of losses at classes."""
import torch

from .inputs import lay, plain, special
from .places import F32, F64, I32, I64, INF, NAN, ints, near
from .torchops import ALL, COMPLEX, FLOATS, INTS


def losses(rec):
    for d in ALL:
        for reduction in range(3):
            for weight in (None, plain((3,), d, "w", 1, 3)):
                x = plain((4, 3), d, "nll")
                rec.case("nll_loss", [x, ints(2, 0, 1, 1), weight, reduction], **near(d))
                rec.case("nll_loss", [x.t().contiguous().t(), ints(2, 0, 1, 0, 1, 0, 1, 0)[::2], weight, reduction, 0], **near(d))
                rec.case("nll_loss_forward", [x, ints(2, 0, 1, 1), weight, reduction, 1], **near(d))
                if d in FLOATS:
                    rec.case("nll_loss", [plain((3,), d), torch.tensor(2), weight, reduction], **near(d))
                    rec.case("nll_loss", [plain((2, 3, 2, 2), d), ints(2, 0, 1, 1, 0, 0, 1, 2).view(2, 2, 2), weight, reduction], **near(d))
                    rec.case("nll_loss", [plain((2, 3, 2), d), ints(2, 0, 1, 1).view(2, 2), weight, reduction, 1], **near(d))
            p = plain((2, 3), d, "p", 0, 1)
            rec.case("binary_cross_entropy", [p, plain((2, 3), d, "t", 0, 1), None, reduction], **near(d))
            rec.case("binary_cross_entropy", [p.t(), plain((3, 2), d, "t", 0, 1), plain((2,), d, "w", 1, 3), reduction], **near(d))
            if reduction == 0:
                rec.case("binary_cross_entropy", [p, plain((2, 3), d, "t", 0, 1), None, reduction], "out", [torch.zeros(3, 2, dtype=d).t()], **near(d))
            rec.case("nll_loss_forward", [plain((4, 3), d), ints(2, 0, 1, 1), None, reduction, -100], "out", [torch.zeros(0, dtype=d), torch.zeros((), dtype=d)], **near(d))
    x = plain((4, 3), F32)
    for reduction in range(3):
        rec.case("nll_loss", [x[:0], ints(), None, reduction])
        rec.case("nll_loss", [x, ints(1, 1, 1, 1), None, reduction, 1])
        rec.case("nll_loss", [x, ints(1, 3, 1, 1), None, reduction], expect="data")
        rec.case("nll_loss", [x, ints(1, -1, 1, 1), None, reduction], expect="data")
        rec.case("binary_cross_entropy", [x[:0], x[:0], None, reduction])
        for wrong in (1.25, -0.5, NAN):
            rec.case("binary_cross_entropy", [torch.tensor([0.5, wrong]), torch.tensor([0.5, 1]), None, reduction], expect="data")
    rec.case("nll_loss", [x, torch.tensor([0, 1, 2, 0], dtype=torch.uint8)], ulps=2)
    rec.case("nll_loss", [x, ints(0, 1, 2, 0).int()], expect="refused")
    rec.case("nll_loss", [x, ints(0, 1, 2)], expect="refused")
    rec.case("nll_loss", [x, ints(0, 1, 2, 0), x[0].double()], expect="refused")
    rec.case("nll_loss", [x, ints(0, 1, 2, 0), x[:, 0]], expect="refused")
    rec.case("binary_cross_entropy", [torch.tensor([0.0, 1, 0, 1, 1e-30, 0.999999]), torch.tensor([0.0, 1, 1, 0, 1, 0.5]), None, 0], ulps=4, atol=1e-6)
    rec.case("binary_cross_entropy", [torch.tensor([0.5]), torch.tensor([0.5], dtype=F64)], expect="refused")


def sets(rec):
    for d in ALL:
        for kind in ("contiguous", "transposed", "zero_dim", "empty"):
            x = lay(kind, d, "set")
            for y in (plain((3,), d, "y"), plain((9, 9), d, "many"), plain((0,), d)):
                for invert in (False, True):
                    rec.case("isin", [x, y, False, invert], expect="either")
            rec.case("argwhere", [x])
        for other in ALL:
            rec.case("isin", [plain((2, 3), d), plain((30,), other)], expect="either")
        for v in (1, 0.5, True):
            rec.case("isin", [plain((2, 3), d), v], expect="either")
            rec.case("isin", [v, plain((2, 3), d)], expect="either")
        if d in FLOATS:
            v = special(d)
            rec.case("isin", [v, v[:9]])
            rec.case("isin", [v, torch.cat([v] * 3)])
            rec.case("isin", [v, torch.tensor([NAN, INF] * 20, dtype=d)])
            rec.case("isin", [v, torch.tensor([NAN, 1] * 20, dtype=d)])
        rec.case("isin", [plain((2, 3), d), plain((3,), d, "y")], "out", [torch.zeros(0, dtype=torch.bool)], expect="either")


def counts(rec):
    for d in ALL:
        i = plain((9,), d, "count", 0, 5)
        for w in (None, plain((9,), F32), plain((9,), F64), ints(*range(9))):
            for least in (0, 3, 9):
                rec.case("bincount", [i, w, least], expect="either")
        rec.case("one_hot", [i], expect="either")
        x = plain((5, 7), d)
        for args in ([], [4], [4, -1, 2], [7, 0.5, 3.25], [3, 1, 1], [0], [3, 2, 1], [3, 0, INF]):
            rec.case("histc", [x, *args], expect="either")
            rec.case("histc", [x.t(), *args], expect="either")
        rec.case("histc", [x, 5], "out", [torch.zeros(0, dtype=d)], expect="either")
    i = ints(2, 0, 1, 2)
    for x in (i, i.view(2, 2).t(), torch.tensor(1), ints()):
        for n in (3, 5):
            rec.case("one_hot", [x, n])
        rec.case("one_hot", [x], expect="either")
    rec.case("one_hot", [i, 2], expect="data")
    rec.case("one_hot", [ints(1, -1)], expect="data")
    rec.case("one_hot", [i, 0], expect="refused")
    rec.case("one_hot", [i, -2], expect="refused")
    rec.case("bincount", [ints()])
    rec.case("bincount", [ints(), None, 4])
    rec.case("bincount", [ints(1, -1)], expect="data")
    for args in ([i.view(2, 2)], [i, i[:3]], [i, None, -1]):
        rec.case("bincount", args, expect="refused")
    rec.case("histc", [torch.tensor([1, NAN, 2.5, INF, -INF]), 3, 0, 3])
    for wrong in (NAN, INF):
        rec.case("histc", [torch.tensor([1, wrong]), 3], expect="data")
    for d in FLOATS:
        for ends in ((INF, INF), (-INF, -INF), (NAN, NAN), (0, INF), (INF, -INF), (7, 7), (0, 70000), (70000, 70000), (-1e39, 1e39), (1e300, 1e300)):
            for x in (torch.tensor([1, 2, 3], dtype=d), torch.tensor([], dtype=d)):
                rec.case("histc", [x, 4, *ends], expect="either")
    for ends in ((complex(0, 0), 3), (0, complex(3, -0.0)), (0, 1j)):
        rec.case("histc", [torch.tensor([1.0, 2.5]), 4, *ends], expect="either")
    rec.case("histc", [torch.tensor([2.0, 2.0]), 4])
    rec.case("histc", [torch.zeros(0), 4])
    rec.case("histc", [plain((700,), F32, "many", -300, 300), 50])


def repeats(rec):
    for d in ALL:
        for kind in ("contiguous", "transposed", "sliced", "expanded", "zero_dim", "empty", "channels_last"):
            x = lay(kind, d, "repeat")
            for n in (0, 1, 3):
                rec.case("repeat_interleave", [x, n])
                for dim in (0, -1):
                    rec.case("repeat_interleave", [x, n, dim], expect="either")
            for dim in (None, 0, 1):
                if x.dim() == 0 and dim is not None:
                    continue
                size = x.numel() if dim is None else x.shape[dim]
                r = plain((size,), I64, "r", 0, 3)
                rec.case("repeat_interleave", [x, r, dim])
                rec.case("repeat_interleave", [x, r.int(), dim, int(r.sum())])
                rec.case("repeat_interleave", [x, ints(2), dim])
    x = plain((2, 3), F32)
    rec.case("repeat_interleave", [x, torch.tensor(2), 1])
    rec.case("repeat_interleave", [x, ints(1, -1), 0], expect="data")
    for args in ([x, ints(1, 2), 1], [x, ints(1, 2).float(), 0], [x, ints(1, 2).view(1, 2), 0], [x, -1], [x, 2, 2]):
        rec.case("repeat_interleave", args, expect="refused")
    for d in FLOATS + COMPLEX + INTS:
        for dim in (0, 1):
            for p in (1.0, 2.0, 3.0):
                rec.case("normalize", [plain((3, 4), d, "n"), p, dim], **near(d, 8))


def bags(rec):
    for d in ALL:
        w = plain((5, 3), d, "bag")
        for mode in ("sum", "mean", "max"):
            for offsets, ends in ((ints(0, 2, 2, 5), False), (ints(0, 3, 6), True)):
                rec.case("embedding_bag", [w, ints(4, 0, 1, 1, 3, 2), offsets, None, mode, ends], **near(d))
                rec.case("embedding_bag", [w.t().contiguous().t(), ints(4, 0, 1, 1, 3, 2), offsets, None, mode, ends, 1], **near(d))
            rec.case("embedding_bag", [w, ints(4, 0, 1, 1, 3, 2).view(2, 3).int(), None, None, mode], **near(d))
        rec.case("embedding_bag", [w, ints(4, 0, 1, 1), ints(0, 1), plain((4,), d, "each"), "sum"], **near(d))
    w = plain((5, 3), F32, "bag")
    rec.case("embedding_bag", [w, ints(4, 5), ints(0), None, "sum"], expect="data")
    rec.case("embedding_bag", [w, ints(4, 1), ints(1), None, "sum"], expect="data")
    for args in ([w, ints(1, 2)], [w, ints(1, 2).view(1, 2), ints(0)], [w, ints(1, 2), ints(0), w[0, :2], "mean"], [w.int(), ints(1), ints(0)]):
        rec.case("embedding_bag", args, expect="refused")


def sizes(rec):
    for k in (1, 2, 3):
        for d in FLOATS:
            x = plain((2, 2, 5, 4, 3)[:2 + k], d, "resize")
            for mode in ("nearest", "nearest-exact", ("linear", "bilinear", "trilinear")[k - 1], "area") + (("bicubic",) if k == 2 else ()):
                rec.case("interpolate", [x, [7, 2, 4][:k], None, mode], **near(d))
                rec.case("interpolate", [x, [3], None, mode, mode in ("bilinear", "bicubic")], **near(d))
                for again in (False, True):
                    rec.case("interpolate", [x, None, 1.5, mode, False, again], **near(d))
    x = plain((2, 2, 5), F32)
    for args in ([x], [x, [2], 2.0], [x, [2], None, "bilinear"], [x, [2, 3]], [x[0], [2]]):
        rec.case("interpolate", args, expect="refused")


def pieces(rec):
    for d in (F32, I64):
        for kind in ("contiguous", "transposed", "sliced", "expanded"):
            x = lay(kind, d, "piece")
            for dim, at in ((0, 2), (1, 3), (-1, 3)):
                rec.case("split_with_sizes", [x, [1, at - 1], dim])
                rec.case("split_with_sizes", [x, [0, at, 0], dim])
                for n in (1, 2, 5):
                    rec.case("tensor_split", [x, n, dim])
                for places in ([1], [0, 2, 1], [-1, 9], []):
                    rec.case("tensor_split_indices", [x, places, dim])
            rec.case("split_with_sizes", [x, [1, 2], 0], expect="refused")
            rec.case("split_with_sizes", [x, [3, -1], 0], expect="refused")
            rec.case("tensor_split", [x, 0], expect="refused")


def placed(rec):
    for d in ALL:
        for kind in ("contiguous", "transposed", "sliced", "expanded", "channels_last", "empty"):
            x = lay(kind, d, "place")
            for k in range(-1, 5):
                rec.case("rot90", [x, k, [0, 1]])
                rec.case("rot90", [x, k, [-1, 0]])
            rec.case("msort", [x], expect="either")
            if x.numel():
                rec.case("select_scatter", [x, plain(tuple(x.shape[1:]), d, "src"), 0, -1])
                rec.case("slice_scatter", [x, plain((x.shape[0], 1) + tuple(x.shape[2:]), d, "src"), 1, 1, 9, 2])
            rec.case("prelu", [x, plain((1,), d)], expect="either")
            rec.case("prelu", [x, plain((x.shape[1],), d)], expect="either")
            for dim in (0, 1, -1):
                rec.case("trapezoid", [x, None, 0.5, dim], **near(d))
                rec.case("trapezoid", [x, plain(tuple(x.shape), d, "x"), 1, dim], **near(d))
                rec.case("trapezoid", [x, plain((x.shape[dim],), d, "x"), 1, dim], **near(d))
        if d in INTS:
            wide = torch.tensor([[100, 120, 127, 100, 3], [127, 127, 127, 127, 127]]).to(d)
            for dim in (0, 1):
                rec.case("trapezoid", [wide, None, 2, dim])
                rec.case("trapezoid", [wide, wide.flip(1), 1, dim])
        for shape in ((), (1,), (3,), (1, 3), (3, 1), (2, 1, 3), (4, 2, 3), (2, 1, 1), (2, 3, 4), (2, 1, 2, 3)):
            for dim in (0, 1, -1):
                rec.case("trapezoid", [plain((2, 3, 4), d), plain(shape, d, "x"), 1, dim], **near(d))
            rec.case("trapezoid", [plain((3,), d), plain(shape, d, "x")], **near(d))
        rec.case("msort", [plain((3, 2), d)], "out", [torch.zeros(0, dtype=d)], expect="either")
        rec.case("block_diag", [[plain((2, 3), d), plain((2,), d), plain((), d), plain((0, 2), d)]])
        rec.case("block_diag", [[plain((2, 1), d), plain((1, 2), F32)]])
        for shape in ((3, 3), (2, 4), (7, 2), (3, 3, 3)):
            for wrap in (False, True):
                rec.case("fill_diagonal_", [plain(shape, d), 2, wrap])
        rec.case("fill_diagonal_", [plain((3, 7), d).t(), 1])
        for v in (70000, 1e39, 1j):  # whether the dtype holds it is asked though there is nothing to fill
            rec.case("fill_diagonal_", [plain((0, 2), d), v], expect="either")
    rec.case("block_diag", [[]])
    x = plain((2, 3), F32)
    for name, args in (("rot90", [x, 1, [0]]), ("rot90", [x, 1, [0, 0]]), ("rot90", [x[0], 1, [0, 1]]), ("select_scatter", [x, x, 0, 0]), ("select_scatter", [x, x[0], 0, 2]),
                       ("slice_scatter", [x, x, 0, 0, 1]), ("fill_diagonal_", [x[0].clone(), 1]), ("fill_diagonal_", [plain((2, 3, 3), F32), 1]),
                       ("prelu", [x, x[0, :2]]), ("prelu", [x, x[0].double()]), ("trapezoid", [x, x[0, :2]]), ("trapezoid", [x, None, 1 + 0j])):
        rec.case(name, args, expect="refused")


def all_cases(rec):
    losses(rec)
    sets(rec)
    counts(rec)
    repeats(rec)
    bags(rec)
    sizes(rec)
    pieces(rec)
    placed(rec)
