"""Cases of paddings, shuffles between channels and places, pooling, resampling and what else goes by windows or channels."""
import torch

from .inputs import plain
from .torchops import ALL, DTYPES, FLOATS, INTS

F16, F32, F64, I64 = (DTYPES[n] for n in ("float16", "float32", "float64", "int64"))
NAN, INF = float("nan"), float("inf")
SUMS = {"expect": "either", "ulps": 1, "cancel": 4.0}
NHWC = torch.channels_last
SOME = [DTYPES[n] for n in ("bool", "uint8", "int64", "float16", "bfloat16", "float32", "complex64")]


def paddings(rec):
    for d in SOME:
        image, line, volume = plain((2, 3, 2, 4), d), plain((2, 3, 4), d), plain((1, 2, 2, 3, 2), d)
        for x in (image, image.contiguous(memory_format=NHWC), image[:, :, :, ::2], line, line.transpose(1, 2), plain((0, 2, 3), d), plain((), d)):
            for pad in ([1, 2], [0, 1, 2, 0], [-1, 1], [-1, -1], [0, 0], [], [1, 0, 0, 1, 1, 1]):
                rec.case("constant_pad_nd", [x, pad], expect="either")
        for value in (2, 1.5, True, 1 + 1j, 300):
            rec.case("constant_pad_nd", [line, [1, 1], value], expect="either")
        for mode in ("constant", "reflect", "replicate", "circular"):
            for x, pad in ((line, [1, 2]), (line, [3, 0]), (line[0], [2, 2]), (line, [-1, 2]), (line, [2, -1]), (image, [1, 3, 1, 0]), (image[0], [1, 1, 1, 1]),
                           (image.contiguous(memory_format=NHWC), [1, 1, 1, 1]), (image, [-1, -1, 1, -1]), (volume, [1, 0, 2, 1, 1, 1]), (volume[0], [0, 0, 1, 1, 0, 0]),
                           (plain((0, 2, 3), d), [1, 1]), (plain((2, 0, 3), d), [1, 1]), (line, [0, 0])):
                rec.case("pad", [x, pad, mode], expect="either")
    line = plain((2, 3, 4), F32)
    for mode in ("reflect", "replicate", "circular"):
        for x, pad in ((line, [4, 0]), (line, [5, 0]), (line, [1]), (line, [1, 1, 1, 1]), (line, [1, 1, 1, 1, 1, 1, 1, 1]), (line, [-2, -2]), (line, [-3, -2]), (plain((3,), F32), [1, 1])):
            rec.case("pad", [x, pad, mode], expect="either")
    for args in ([line, [1, 1], "reflect", 1.0], [line, [1, 1], "reflect", 0.0], [line, [1, 1], "constant", 2.5], [line, [1, 1], "constant", None]):
        rec.case("pad", args, expect="either")
    for pad in ([1], [1, 1, 1, 1, 1, 1, 1, 1], [-5, 0], [-2, -3], [-5, 6]):
        rec.case("constant_pad_nd", [line, pad], expect="either")


def shuffles(rec):
    for d in SOME:
        image = plain((2, 8, 2, 4), d)
        for x in (image, image.contiguous(memory_format=NHWC), image[0], image.transpose(2, 3), plain((2, 1, 4, 2, 2), d)):
            for n in ("pixel_shuffle", "pixel_unshuffle", "channel_shuffle"):
                for k in (1, 2):
                    rec.case(n, [x, k], expect="either")
    image = plain((2, 8, 2, 4), F32)
    for n in ("pixel_shuffle", "pixel_unshuffle", "channel_shuffle"):
        for args in ([image, 3], [image, 0], [image, -1], [plain((4, 4), F32), 2], [plain((4,), F32), 1]):
            rec.case(n, args, expect="refused")


def pools(rec):
    for d in ALL:
        line, volume = plain((2, 2, 7), d), plain((2, 2, 4, 5, 3), d)
        whole = d in INTS[:-1]
        for x in (line, line[0], line.transpose(1, 2), plain((0, 2, 5), d)):
            for args in ([[2]], [[3], [1]], [[3], [2], [1]], [[2], [2], [1], True]):
                rec.case("avg_pool1d", [x] + args, **SUMS)
                rec.case("max_pool1d", [x] + args[:3] + ([[1], True] if len(args) > 3 else []), expect="either")
            rec.case("avg_pool1d", [x, [3], [2], [1], True, False], **SUMS)
            rec.case("max_pool1d", [x, [2], [1], [1], [2]], expect="either")
        for x in ((volume,) if whole else (volume, volume[0], volume.transpose(2, 3), plain((0, 2, 3, 3, 3), d))):
            for args in ([[2]], [[2, 3, 1], [1, 2, 1]], [[2, 2, 2], [2], [1, 1, 0]], [[3, 2, 2], [2, 2, 2], [1, 1, 1], True]):
                rec.case("avg_pool3d", [x] + args, **SUMS)
                rec.case("max_pool3d", [x] + args[:3] + ([[1], True] if len(args) > 3 else []), expect="either")
            rec.case("avg_pool3d", [x, [3, 2, 2], [2, 2, 2], [1, 1, 1], True, False], **SUMS)
            rec.case("avg_pool3d", [x, [2, 2, 2], [2], [0], False, True, 3], **SUMS)
            rec.case("max_pool3d", [x, [2, 2, 1], [1], [0], [2, 1, 1]], expect="either")
        rec.case("max_pool3d", [volume, [2]], "out", [torch.zeros(0, dtype=d), torch.zeros(0, dtype=I64)], expect="either")
        rec.case("avg_pool3d", [volume, [2]], "out", [torch.zeros(0, dtype=d)], **SUMS)
    n = torch.tensor([NAN, 1.0, 2.0, NAN, -INF, -INF, -INF, -INF, NAN, 0, 0, NAN]).view(1, 1, 3, 2, 2)
    rec.case("max_pool3d", [n, [2, 1, 1], [1]])
    rec.case("max_pool3d", [n, [2], [1], [1]])
    rec.case("max_pool1d", [n.view(1, 1, 12), [3], [1]])
    line, volume = plain((2, 2, 7), F32), plain((2, 2, 4, 5, 3), F32)
    for name, x, k in (("avg_pool1d", line, 1), ("max_pool1d", line, 1), ("avg_pool3d", volume, 3), ("max_pool3d", volume, 3)):
        for args in ([[9] * k], [[0] * k], [[2] * k, [1] * k, [2] * k], [[2] * k, [1] * k, [-1] * k], [[2] * 4]):
            rec.case(name, [x] + args, expect="either")
        rec.case(name, [plain((5,), F32), [2] * k], expect="refused")


def adaptive(rec):
    for d in ALL[:10]:  # complex ones PyTorch takes for windows that are all there is, where it calls mean
        line, image, volume = plain((2, 2, 7), d), plain((2, 2, 5, 6), d), plain((1, 2, 4, 5, 3), d)
        few = d not in FLOATS
        for n in ("adaptive_avg_pool1d", "adaptive_max_pool1d"):
            for x in (line, line[0], plain((0, 2, 5), d)):
                for size in ([1], [3], [7], [9]) + (() if few else ([0],)):
                    rec.case(n, [x, size], **(SUMS if n[9] == "a" else {"expect": "either"}))
            if few:
                break
        for n in ("adaptive_avg_pool2d", "adaptive_max_pool2d"):
            for x in (image, image[0], image.contiguous(memory_format=NHWC), image.transpose(2, 3), plain((0, 2, 5, 3), d)):
                for size in ([1, 1], [5, 3], [3, 4], [2, 9]) + (() if few else ([1, 0],)):
                    rec.case(n, [x, size], **(SUMS if n[9] == "a" else {"expect": "either"}))
            if few:
                break
        for size in ([2, 3, 2], [4, 5, 3], [3, 7, 1]) + (() if few else ([1, 1, 1], [2, 0, 2])):
            rec.case("adaptive_avg_pool3d", [volume, size], **SUMS)
            rec.case("adaptive_avg_pool3d", [volume[0], size], **SUMS)
        rec.case("adaptive_avg_pool2d", [image, [2, 4]], "out", [torch.zeros(0, dtype=d)], **SUMS)
        rec.case("adaptive_max_pool2d", [image, [2, 4]], "out", [torch.zeros(0, dtype=d), torch.zeros(0, dtype=I64)], expect="either")
    n = torch.tensor([[[[NAN, 1.0, 5.0], [2.0, NAN, -1.0]], [[-INF, -INF, -INF], [-INF, -INF, INF]]]])
    rec.case("adaptive_max_pool2d", [n, [1, 2]])
    rec.case("adaptive_avg_pool2d", [n, [1, 2]])
    for n, x, k in (("adaptive_avg_pool1d", plain((2, 2, 7), F32), 1), ("adaptive_max_pool1d", plain((2, 2, 7), F32), 1),
                    ("adaptive_avg_pool2d", plain((2, 2, 5, 6), F32), 2), ("adaptive_max_pool2d", plain((2, 2, 5, 6), F32), 2),
                    ("adaptive_avg_pool3d", plain((1, 2, 4, 5, 3), F32), 3)):
        for args in ([x, [-1] * k], [plain((5,), F32), [2] * k], [x, [2] * 4], [plain((2, 0) + (3,) * k, F32), [2] * k], [plain((2, 2) + (0,) * k, F32), [2] * k]):
            rec.case(n, args, expect="either")


def near(d, ulps=8):
    return {"expect": "either", "ulps": ulps, "atol": {F16: 4e-3, F32: 4e-6, F64: 1e-14}.get(d, 4e-2)}


def norms(rec):
    for d in ALL:
        w, b, v = plain((4,), d, "w"), plain((4,), d, "b"), plain((4,), d, "v", 1, 3)
        for x in (plain((2, 4, 3, 2), d), plain((2, 4, 3, 2), d).contiguous(memory_format=NHWC), plain((2, 3, 4), d).transpose(1, 2), plain((3, 4), d), plain((0, 4, 2), d)):
            for more in ([], [w, b], [w, None, 0.5], [None, b]):
                rec.case("group_norm", [x, 2] + more, **near(d))
            for n in ("batch_norm", "instance_norm") if x.shape[0] else ("batch_norm",):  # of no instances PyTorch takes no weight
                for more in ([w, b, w, v, False], [None, None, w, v, False], [w, b, None, None, True], [None, None, None, None, True], [w, None, None, None, True]):
                    rec.case(n, [x] + more + [0.1, 1e-5], **near(d))
            if d not in FLOATS:
                break
        x = plain((2, 3, 4), d)
        for y in (x, x.transpose(0, 1), plain((0, 3, 4), d)):
            for more in ([], [w], [w, 0.5]):
                rec.case("rms_norm", [y, [4]] + more, **near(d))
        rec.case("rms_norm", [x, [3, 4], plain((3, 4), d), 1e-3], **near(d))
        for other in (F16, F32, F64):
            t = torch.ones(4, dtype=other)
            rec.case("group_norm", [plain((2, 4, 3), d), 2, t, None], **near(d))
            rec.case("batch_norm", [plain((2, 4, 3), d), t, t, t, t, False, 0.1, 1e-5], **near(d))
            for mean in (F16, F32, F64):
                for variance in (t.dtype, mean):
                    stats = [plain((4,), mean, "m"), plain((4,), variance, "v", 1, 3)]
                    for more in ([None, None], [t, None], [t, t], [None, t]):
                        rec.case("instance_norm", [plain((2, 4, 3), d)] + more + stats + [False, 0.1, 1e-5], **near(d))
    x, w = plain((2, 4, 3), F32), plain((4,), F32)
    for args in ([x, 3], [x, 0], [x, -1], [x, 2, plain((3,), F32)], [x, 2, plain((2, 2), F32)], [plain((4,), F32), 2]):
        rec.case("group_norm", args, expect="refused")
    for args in ([x, plain((3,), F32), None, w, w, False], [x, None, None, None, None, False], [x, None, None, w, None, False], [plain((4,), F32), None, None, w, w, False]):
        rec.case("batch_norm", args + [0.1, 1e-5], expect="refused")
    for args in ([x, [4]], [x, [2, 4, 3, 1]], [x, []], [x, [3], w]):
        rec.case("rms_norm", args, expect="refused")


def resampling(rec):
    for d in [DTYPES[n] for n in ("uint8", "int32", "float16", "bfloat16", "float32", "float64", "complex64")]:
        more = near(d, 4)
        line, image, volume = plain((2, 2, 5), d), plain((2, 3, 4, 5), d), plain((1, 2, 2, 3, 4), d)
        for k, x, sizes in ((1, line, ([3], [5], [9], [1])), (2, image, ([3, 9], [4, 5], [8, 10])), (2, image.contiguous(memory_format=NHWC), ([6, 3],)), (2, plain((0, 2, 3, 3), d), ([2, 4],)),
                            (3, volume, ([3, 3, 3], [2, 6, 4]))):
            for size in sizes:
                for scales in ([], [2.0] * k):
                    for n in ("nearest", "nearest_exact"):
                        rec.case(f"upsample_{n}{k}d", [x, size] + scales, expect="either")
                    for n in {1: ("linear",), 2: ("bilinear", "bicubic"), 3: ("trilinear",)}[k]:
                        for corners in (False, True):
                            if d == DTYPES["uint8"]:
                                continue  # fixed point in PyTorch
                            rec.case(f"upsample_{n}{k}d", [x, size, corners] + scales, **more)
        for n in ("nearest", "bilinear"):
            if d != DTYPES["uint8"]:
                rec.case(f"upsample_{n}2d", [image, [3, 3]] + ([False] if n[0] == "b" else []), "out", [torch.zeros(0, dtype=d)], **more)
    for args in ([plain((2, 2, 5), F32), [2, 2]], [plain((2, 2, 5, 4), F32), [0, 2]], [plain((2, 2, 0, 4), F32), [2, 2]], [plain((2, 0, 3, 4), F32), [2, 2]], [plain((2, 2, 5, 4), F32), [-1, 2]]):
        rec.case("upsample_nearest2d", args, expect="either")
        rec.case("upsample_bilinear2d", args + [False], expect="either")


def convolutions(rec):
    for d in ALL:
        few = d in INTS[:-1] or d == DTYPES["bool"]
        x, k = plain((2, 2, 3, 4, 3), d, "x", -2, 2), plain((4, 2, 2, 3, 2), d, "k", -2, 2)
        for args in ([x, k, plain((4,), d)],) if few else ([x, k], [x, k, plain((4,), d)], [x, k, None, [2, 1, 2]], [x, k, None, [1], [1, 0, 2]], [x[0], k], [plain((0, 2, 3, 4, 3), d), k],
                     [x, plain((4, 1, 2, 3, 1), d, "k", -2, 2), None, [1], [0], [1], 2], [x.transpose(2, 4), k, None, [1], [1]], [x, k, None, [1, 2, 1], [1, 1, 1], [2, 1, 1]]):
            rec.case("conv3d", args, **SUMS)
        for dims, size in ((1, (5,)), (2, (4, 3)), (3, (2, 3, 2))):
            x, k = plain((2, 4) + size, d, "x", -2, 2), plain((4, 2) + (3, 2, 2)[:dims], d, "k", -2, 2)
            for args in ([x, k],) if few else ([x, k, plain((2,), d)], [x, k, None, [2]], [x, k, plain((2,), d), [2], [1], [1]], [x, k, None, [3], [1], [0], 1, [2]], [x[0], k], [x, k, plain((4,), d), [2], [0], [0], 2],
                         [x, k, plain((2,), d), [3], [0], [2]], [plain((0, 4) + size, d), k]):
                rec.case(f"conv_transpose{dims}d", args, **SUMS)
        if d in (F32, F16):
            rec.case("conv_transpose2d", [plain((2, 4, 4, 3), d).contiguous(memory_format=NHWC), plain((4, 2, 3, 2), d), None, [2]], **SUMS)
    x, k = plain((2, 4, 4, 3), F32), plain((4, 2, 3, 2), F32)
    for args in ([x, plain((3, 2, 3, 2), F32)], [x, k, plain((3,), F32)], [x, k, None, [0]], [x, k, None, [1], [-1]], [x, k, None, [1], [0], [1]], [x, k, None, [1], [4]], [x, k, None, [1], [0], [0], 3],
                 [x, k, None, [1], [0], [0], 1, [0]], [plain((4, 3), F32), k], [x, plain((4, 2, 3), F32)], [x, plain((4, 2, 3, 2), F64)], [x, k, None, [2], [0], [-1]]):
        rec.case("conv_transpose2d", args, expect="either")
    x, k = plain((2, 2, 3, 4, 3), F32), plain((4, 2, 2, 3, 2), F32)
    for args in ([x, plain((4, 3, 2, 3, 2), F32)], [x, k, plain((3,), F32)], [x, k, None, [0]], [x, k, None, [1], [-1]], [x, plain((4, 2, 9, 2, 2), F32)], [plain((3, 4, 3), F32), k], [x, k.double()]):
        rec.case("conv3d", args, expect="either")


def attention(rec):
    for d in ALL:
        q, k, v = plain((2, 3, 5, 4), d, "q", -2, 2), plain((2, 3, 6, 4), d, "k", -2, 2), plain((2, 3, 6, 4), d, "v", -2, 2)
        mask = plain((5, 6), torch.bool)
        for more in ([], [mask], [plain((5, 6), d, "m")], [None, 0.0, True], [None, 0.0, False, 0.25], [mask & False], [mask[:1]], [plain((2, 1, 5, 6), torch.bool)]):
            rec.case("scaled_dot_product_attention", [q, k, v] + more, **near(d))
            if d not in FLOATS:
                break
        if d in FLOATS:
            for args in ([q[0, 0], k[0, 0], v[0, 0]], [q.transpose(1, 2).contiguous().transpose(1, 2), k, v], [q, k, plain((2, 3, 6, 7), d, "v")],
                         [q, k[:, :1], v[:, :1], None, 0.0, False, None, True], [q, k[:, :, :0], v[:, :, :0]], [q[:, :, :0], k, v], [k, q, q, None, 0.0, True]):
                rec.case("scaled_dot_product_attention", args, **near(d))
            above, endless = plain((2, 3, 6, 4), d, "k", 1, 2), torch.where(torch.arange(5).reshape(5, 1) == 1, -torch.inf, q)  # a row of scores is -inf
            for args in ([endless, above, v], [endless, above, v, None, 0.0, True], [endless[0, 0], above[0, 0], v[0, 0]], [endless[0], above[0], v[0, :, :, :1]],
                         [q.abs() + 1, torch.full_like(k, -torch.inf), v]):
                rec.case("scaled_dot_product_attention", args, **near(d))
    q = plain((2, 3, 5, 4), F32, "q", -2, 2)
    for args in ([q, q.double(), q], [q, q[..., :3], q], [q[0, 0, 0], q[0, 0, 0], q[0, 0, 0]], [q, q, q, torch.ones(5, 5, dtype=torch.int32)], [q, q, q, torch.ones(4, 5) > 0],
                 [q, q[:, :2], q[:, :2], None, 0.0, False, None, True]):
        rec.case("scaled_dot_product_attention", args, expect="either")


def volumes_in_their_order(d):
    """Channels-last of 5 dimensions; of one channel, whose stride may be anything; and with gaps."""
    return (plain((2, 3, 2, 4, 3), d).contiguous(memory_format=torch.channels_last_3d), plain((2, 1, 3, 2, 4), d).as_strided((2, 1, 3, 2, 4), (24, 1, 8, 4, 1)),
            plain((2, 4, 2, 4, 3), d).contiguous(memory_format=torch.channels_last_3d)[:, ::2])


def orders(rec):
    """How results lie in memory."""
    for d in (F32, F16):
        line, empty = plain((2, 3, 1), d).as_strided((2, 3, 1), (3, 1, 3)), plain((0, 4, 2), d).as_strided((0, 4, 2), (0, 3, 1))
        rec.case("max_pool1d", [line, [2], [2], [1]])
        rec.case("max_pool1d", [plain((1, 1, 7), d).as_strided((1, 1, 7), (40, 1, 1)), [2]])
        for x in volumes_in_their_order(d):
            c = x.shape[1]
            w = plain((c,), d, "w")
            rec.case("max_pool3d", [x, [2, 2, 1]])
            if d == F16:  # of float32 PyTorch's result lies otherwise
                rec.case("conv3d", [x, plain((2, c, 2, 2, 2), d, "k"), None, [1], [1, 0, 1]], **SUMS)
            rec.case("group_norm", [x, 1, w], **near(d))
            rec.case("batch_norm", [x, w, None, None, None, True, 0.1, 1e-5], **near(d))
            rec.case("instance_norm", [x, w, None, None, None, True, 0.1, 1e-5], **near(d))
            rec.case("batch_norm", [torch.full_like(x, 3), w, None, None, None, True, 0.1, 0.0], **near(d))
            rec.case("instance_norm", [torch.full_like(x, 3), w, w, None, None, True, 0.1, 0.0], **near(d))
            rec.case("instance_norm", [x, w, w, None, None, True, 0.1, 0.0], **near(d))
            rec.case("rms_norm", [x, [x.shape[-1]]], **near(d))
            rec.case("constant_pad_nd", [x, [1, 0]])
            rec.case("pad", [x, [1, 0, 0, 1, 0, 0], "replicate"])
            rec.case("upsample_nearest3d", [x, [3, 2, 5]])
            rec.case("upsample_nearest_exact3d", [x, [3, 2, 5]])
            rec.case("upsample_trilinear3d", [x, [3, 2, 5], False], **near(d, 4))
        rec.case("max_pool3d", [plain((3, 1, 1, 6), d).as_strided((3, 1, 1, 6), (1, 3, 18, 3)), [1, 2, 2], [1, 2, 2], [0, 1, 1]])
        image = plain((2, 3, 2, 4), d).contiguous(memory_format=NHWC)
        rec.case("rms_norm", [image, [2, 4], None], **near(d))
        rec.case("rms_norm", [image[..., :1], [1], plain((1,), d)], **near(d))
        rec.case("rms_norm", [plain((2, 4), d).T, [2]], **near(d))
        w = plain((4,), d, "w")
        for x in (empty, empty[:, :, :0], plain((0, 4), d).as_strided((0, 4), (5, 2)), plain((3, 4, 0), d), plain((2, 4), d).as_strided((2, 4), (1, 2))):
            rec.case("group_norm", [x, 2, w], **near(d))
            for n in ("batch_norm", "instance_norm") if x.shape[0] else ("batch_norm",):
                for more in ([None, None, None, None, True], [w, w, None, None, True], [w, None, w.abs(), w.abs(), False]):
                    rec.case(n, [x] + more + [0.1, 1e-5], **near(d))
        rec.case("group_norm", [plain((0, 1), d).as_strided((0, 1), (1, 0)), 1, plain((1,), d)], **near(d))
        for x in (plain((2, 1), d).as_strided((2, 1), (1, 4)), plain((2, 1, 3, 4), d).as_strided((2, 1, 3, 4), (12, 1, 4, 1))):
            rec.case("batch_norm", [x, None, None, None, None, True, 0.1, 1e-5], **near(d))
            rec.case("instance_norm", [x, None, None, plain((1,), d), plain((1,), d, "v", 1, 3), False, 0.1, 1e-5], **near(d))
        q, k = plain((4, 3), d, "q", -2, 2), plain((5, 3), d, "k", -2, 2)
        turned = plain((3, 4), d, "q", -2, 2).T
        rec.case("scaled_dot_product_attention", [turned, k, k], **near(d))
        rec.case("scaled_dot_product_attention", [q, k, k, plain((5,), torch.bool)], **near(d))
        rec.case("scaled_dot_product_attention", [q, k, k, plain((2, 4, 5), torch.bool)], **near(d))
        four = plain((2, 5, 3, 4), d, "q", -2, 2).transpose(1, 2)  # heads, then places
        for args in ([four, four, four], [four, four, four, plain((5, 10), torch.bool)[:, ::2]], [four, four, four.transpose(2, 3).contiguous().transpose(2, 3)], [four, four, plain((2, 3, 5, 6), d)],
                     [four, four[:, :1], four[:, :1], None, 0.0, False, None, True], [four, four, four, plain((5,), torch.bool)]):
            rec.case("scaled_dot_product_attention", args, **near(d))


def without_results(rec):
    """Nothing is left, or windows have nothing but padding."""
    for d in (F32, F16):
        line, image = plain((2, 5, 1), d), plain((1, 2, 1, 4), d)
        for mode in ("reflect", "replicate"):
            for args in ([line, [0, -1, -1, 0]], [line, [-1, 0]], [plain((1, 1, 3), d), [-1, 0, -1, 0]], [image, [1, 2, -1, 0]], [image, [-4, 0, -1, 0]], [image, [-5, 0]], [plain((2, 1, 1, 2, 3), d), [1, 0, 0, 1, -1, 0]]):
                rec.case("pad", args + [mode], expect="either")
        rec.case("conv_transpose1d", [plain((0, 3, 1), d), plain((3, 1, 3), d), None, [3], [2], [1]])
        rec.case("conv_transpose2d", [plain((0, 2, 3, 5), d), plain((2, 2, 2, 2), d).contiguous(memory_format=NHWC)])
        rec.case("conv_transpose3d", [plain((0, 2, 2, 1, 3), d), plain((2, 2, 2, 2, 2), d).contiguous(memory_format=torch.channels_last_3d)])
        k = plain((4, 2, 3), d, "k", -2, 2)
        for x in (plain((2, 4, 5), d, "x", -2, 2), plain((4, 5), d, "x", -2, 2), plain((2, 5, 4), d, "x", -2, 2).transpose(1, 2)):
            for w in (k, k.transpose(1, 2).contiguous().transpose(1, 2), k[:, :1]):
                rec.case("conv_transpose1d", [x, w, None, [2]], **SUMS)
        for args in ([plain((3, 1, 4, 4), d), [2, 3, 2], [2, 3, 2], [1, 1, 0], [2, 2, 1]], [plain((2, 1, 2, 4), d), [3, 1, 2], [3, 1, 2], [1, 0, 0], [2, 1, 1], True]):
            rec.case("max_pool3d", args)
    volume = plain((2, 2, 4, 3, 2), F32)
    for args in ([volume, [2, 2, 3], [1], [1]], [volume, [3, 4, 2], [2], [1]], [volume, [5, 2, 2], [2], [1]], [volume, [4, 3, 2], [4, 3, 2], [0]]):
        rec.case("avg_pool3d", args, expect="either")
    for size, scales in (([8, 5], [1.5, None]), ([8, 10], [1.5, 0.5]), ([3, 10], [0.5, 3.0]), ([4, 7], [2.5, 2.0]), ([8, 5], [None, 3.0])):
        rec.case("upsample_nearest2d", [plain((1, 2, 4, 5), F32), size] + scales)
        rec.case("upsample_nearest_exact2d", [plain((1, 2, 4, 5), F32), size] + scales)
        rec.case("upsample_nearest1d", [plain((1, 2, 4), F32), size[:1]] + scales[:1])
        rec.case("upsample_nearest3d", [plain((1, 2, 4, 5, 3), F32), size + [6]] + scales + [1.5])
    for d in (F32, F64):  # places that the quotient of sizes is a last bit away from
        for name in ("upsample_nearest1d", "upsample_nearest_exact1d"):
            for n, size, scale in ((2, 98, None), (31, 114, 3.7), (3, 207, None), (7, 103, None), (5, 235, None)):
                rec.case(name, [plain((1, 1, n), d), [size], scale])
        for n, size in ((26, 22), (39, 33), (14, 23), (26, 11), (30, 29), (59, 43)):  # by the quotient in float, or in that of the dtype
            for k in (1, 2, 3):
                line = torch.arange(n, dtype=d).expand((1, 4) + (1,) * (k - 1) + (n,))
                for x in [line.contiguous()] + [line[:, :c].contiguous(memory_format=[NHWC, torch.channels_last_3d][k - 2]) for c in (3, 4) if k > 1]:
                    for name in (f"upsample_nearest{k}d", f"upsample_nearest_exact{k}d"):
                        rec.case(name, [x, [1] * (k - 1) + [size]])
    for size in (4, 8, 9):  # of volumes too, where their channels are innermost, the sizes tell before the scale does
        for x in (plain((1, 4, 1, 1, 4), F32), plain((1, 4, 1, 1, 4), F32).contiguous(memory_format=torch.channels_last_3d)):
            rec.case("upsample_nearest3d", [x, [1, 1, size], None, None, 1.7])


def all_cases(rec):
    paddings(rec)
    shuffles(rec)
    pools(rec)
    adaptive(rec)
    norms(rec)
    resampling(rec)
    convolutions(rec)
    attention(rec)
    orders(rec)
    without_results(rec)
