"""Random calls of the Fourier transforms."""
import torch

REAL = [torch.float32, torch.float64] * 4 + [torch.bool, torch.uint8, torch.int16, torch.int64, torch.float16]
ALL = [torch.complex64, torch.complex128] * 4 + REAL
LENGTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 20, 33, 37, 64, 100]


def drawn(r, name, least):
    real = name in ("fft_rfft", "fft_ihfft", "fft_rfft2", "fft_rfftn")
    x = r.lay(r.shape(4, least), r.choice(REAL if real and r.maybe(0.95) else ALL), -3, 3)
    if x.dim() and r.maybe(0.3):
        d = r.randrange(x.dim())
        x = x.repeat([r.choice([5, 17, 31]) if i == d else 1 for i in range(x.dim())])
    return x


def norm(r):
    return [r.choice(["backward", "ortho", "forward"])] if r.maybe(0.6) else []


def line(r, name):
    x = drawn(r, name, 0 if r.maybe(0.03) else 1)
    return [x, r.choice(LENGTHS + [0] * r.maybe(0.1)) if r.maybe(0.4) else None, r.dim(x.dim())] + norm(r)


def several(r, name):
    x = drawn(r, name, 0 if r.maybe(0.03) else 2 if name.endswith("2") else 0)
    n = x.dim()
    dim = r.sample(range(-n, n), r.randint(0, n)) if n and r.maybe(0.6) else None
    if name.endswith("2"):
        dim = r.sample(range(n), 2) if n > 1 and r.maybe(0.6) else [-2, -1]
    count = len(dim) if dim is not None else r.randint(0, n)
    s = [r.choice(LENGTHS[:12] + [-1, -1]) for _ in range(count)] if r.maybe(0.4) else None
    return [x, s, dim] + norm(r)


def frequencies(r, name):
    return [r.choice([0, 1, 2, 5, 8, 33, 300]), r.choice([1, 0.5, 0.1, 3])] + ([r.choice([torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64])] if r.maybe(0.5) else [])


def shifted(r, name):
    x = r.tensor(least=1)
    return [x, r.sample(range(x.dim()), r.randint(0, x.dim())) if r.maybe(0.6) else None]


OWN = {}
for _names, _draws in (("fft ifft rfft irfft hfft ihfft", line), ("fft2 ifft2 rfft2 irfft2 fftn ifftn rfftn irfftn", several), ("fftfreq rfftfreq", frequencies),
                       ("fftshift ifftshift", shifted)):
    OWN |= {"fft_" + n: _draws for n in _names.split()}
