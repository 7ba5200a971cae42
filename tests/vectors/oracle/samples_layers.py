"""Random calls of layers: paddings, pooling, norms, resampling, convolutions, attention."""
import torch

from .torchops import FLOATS


def padded(r, name):
    d = r.dtype()
    mode = r.choice(["constant", "reflect", "replicate", "circular"]) if name == "pad" else "constant"
    n = r.randint(1, 3)
    x = r.lay(tuple(r.randint(1, 6) for _ in range(n + r.randint(1, 2))), d) if mode != "constant" or r.maybe(0.5) else r.tensor()
    pads = [r.randint(-1, 3 if r.maybe(0.3) else 1) for _ in range(2 * min(n, max(x.dim(), 1)))]
    if name == "pad":
        return [x, pads, mode, r.choice([None, None, 1.5]) if mode == "constant" else None]
    return [x, pads] + ([r.choice([1, -2, 0.5, True])] if r.maybe(0.6) else [])


def shuffled(r, name):
    k, n = r.randint(1, 3), r.choice([1, 1, 2, 3])
    channels = {"pixel_shuffle": k * k, "channel_shuffle": k}.get(name, 1) * n + r.maybe(0.05)
    factor = k if name == "pixel_unshuffle" else 1
    lead = r.choice([(), (1,), (2,), (2, 2), (0,)]) if name[0] == "p" else (2,)
    return [r.lay(lead + (channels, factor * r.randint(1, 3), factor * r.randint(1, 3)), r.dtype()), k]


def pooled(r, name):
    k = int(name[-2])
    d = r.choice(FLOATS) if r.maybe(0.9) else r.dtype()
    x = r.lay(r.choice([(2, 3), (1, 1), (3,), (0, 2)]) + tuple(r.randint(1, 9 - k) for _ in range(k)), d)
    def sizes(low, high):
        return [r.randint(low, high) for _ in range(k)]
    if name[0] == "a" and name[1] == "d":
        return [x, sizes(0 if r.maybe(0.1) else 1, 5)]
    args = [x, sizes(1, 3), sizes(1, 3) if r.maybe(0.6) else [], sizes(0, 1)]
    if name[0] == "m":
        return args + [sizes(1, 2), r.maybe(0.4)]
    return args + [r.maybe(0.4), r.maybe(0.5)] + ([r.choice([None, None, 3])] if k == 3 else [])


def normed(r, name):
    d = r.choice(FLOATS) if r.maybe(0.95) else r.dtype()
    if name == "rms_norm":
        x = r.lay(r.shape(4, 1), d)
        tail = x.shape[r.randrange(x.dim()):]
        return [x, list(tail), r.lay(tuple(tail), d) if r.maybe(0.5) else None] + ([r.choice([1e-5, 0.5, 0.0, None])] if r.maybe(0.5) else [])
    groups, k = r.randint(1, 3), r.randint(1, 3)
    x = r.lay((r.randint(0, 3), groups * k) + r.shape(3), d)
    def w(low=-4):
        return r.lay((groups * k,), d, low) if r.maybe(0.5) else None
    if name == "group_norm":
        return [x, groups, w(), w(), r.choice([1e-5, 0.5, 0.0])]
    given = r.maybe(0.5)
    other = r.choice(FLOATS) if name == "instance_norm" and r.maybe(0.2) else d
    stats = [r.lay((groups * k,), other), r.lay((groups * k,), other if r.maybe(0.9) else d, 1)] if given else [None, None]
    return [x, w(), w()] + stats + [not given, 0.1, r.choice([1e-5, 0.5, 0.0])]


def resampled(r, name):
    k = int(name[-2])
    d = r.choice(FLOATS) if r.maybe(0.9) else r.dtype()
    most = 40 if "nearest" in name and r.maybe(0.3) else 9  # of few quotients it matters how they are rounded
    x = r.lay((r.randint(0, 2), r.randint(1, 5)) + tuple(r.randint(1, most if n == k - 1 else 9 - k) for n in range(k)), d)
    args = [x, [r.randint(1, most if n == k - 1 else 9) for n in range(k)]]
    if "nearest" not in name:
        args.append(r.maybe(0.5))
    return args + ([r.choice([None, 0.5, 2.0, 1.5]) for _ in range(k)] if r.maybe(0.3) else [])


def volumes(r, name):
    k = int(name[-2])
    g, ci, co = r.randint(1, 2), r.randint(1, 3), r.randint(1, 3)
    d = r.choice(FLOATS) if r.maybe(0.9) else r.dtype()
    lead = (r.randint(0, 2),) if r.maybe(0.8) else ()
    def sizes(low, high):
        return [r.randint(low, high) for _ in range(k)]
    x = r.lay(lead + (g * ci,) + tuple(sizes(1, 5)), d, -2, 2)
    bias = r.lay((g * co,), d) if r.maybe(0.5) else None
    if name == "conv3d":
        return [x, r.lay((g * co, ci) + tuple(sizes(1, 3)), d, -2, 2), bias, sizes(1, 2), sizes(0, 2), sizes(1, 2), g]
    return [x, r.lay((g * ci, co) + tuple(sizes(1, 3)), d, -2, 2), bias, sizes(1, 3), sizes(0, 2), sizes(0, 1), g, sizes(1, 2)]


def attending(r, name):
    d = r.choice(FLOATS) if r.maybe(0.95) else r.dtype()
    lead = r.shape(2)
    l, s, e, v = (r.randint(1, 7) for _ in range(4))
    kind = r.choice(["none", "causal", "bool", "float"])
    mask = r.lay(r.partner((l, s))[-2:] if r.maybe(0.1) else (l, s), torch.bool) if kind == "bool" else r.lay((l, s), d) if kind == "float" else None
    is_endless = d in FLOATS and r.maybe(0.1)  # scores of -inf
    query, key = torch.full(lead + (l, e), -torch.inf, dtype=d) if is_endless else r.lay(lead + (l, e), d), r.lay(lead + (s, e), d, *([1] if is_endless else []))
    args = [query, key, r.lay(lead + (s, e if r.maybe(0.8) else v), d), mask, 0.0, kind == "causal"]
    return args + ([r.choice([0.5, None, 2.0])] if r.maybe(0.4) else [])


OWN = {}
for _names, _draws in (("constant_pad_nd pad", padded), ("pixel_shuffle pixel_unshuffle channel_shuffle", shuffled),
                       ("max_pool1d avg_pool1d max_pool3d avg_pool3d adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool1d"
                       " adaptive_max_pool2d", pooled), ("group_norm batch_norm instance_norm rms_norm", normed),
                       ("upsample_nearest1d upsample_nearest2d upsample_nearest3d upsample_nearest_exact1d upsample_nearest_exact2d upsample_nearest_exact3d"
                       " upsample_linear1d upsample_bilinear2d upsample_trilinear3d upsample_bicubic2d", resampled),
                       ("conv3d conv_transpose1d conv_transpose2d conv_transpose3d", volumes), ("scaled_dot_product_attention", attending)):
    OWN |= dict.fromkeys(_names.split(), _draws)
