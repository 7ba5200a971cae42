"""Cases of the Fourier transforms: lines of every kind of length, cut and filled up, over several dimensions, and what goes with them."""
import torch

from .inputs import LAYOUTS, lay, plain, special
from .torchops import ALL, COMPLEX, DTYPES, FLOATS

F32, F64, C64 = (DTYPES[n] for n in ("float32", "float64", "complex64"))
WHOLE = ["fft_fft", "fft_ifft"]
REAL = ["fft_rfft", "fft_ihfft"]
HALF = ["fft_irfft", "fft_hfft"]
LINES = WHOLE + REAL + HALF
PLANES = ["fft_fft2", "fft_ifft2", "fft_rfft2", "fft_irfft2"]
VOLUMES = ["fft_fftn", "fft_ifftn", "fft_rfftn", "fft_irfftn"]
NORMS = ["backward", "ortho", "forward"]
NEAR = {"expect": "either", "ulps": 4, "cancel": 8}  # a sum of as many terms, of which some cancel


def lines(rec):
    for name in LINES:
        for d in ALL:
            for kind in LAYOUTS:
                rec.case(name, [lay(kind, d, "line")], **NEAR)
        dtypes = [F32, F64] if name in REAL else [F32, F64, C64]
        for d in dtypes:
            for n in (1, 2, 3, 4, 5, 7, 8, 11, 12, 16, 27, 30, 37, 64, 97):
                rec.case(name, [plain((2, n), d, "n")], **NEAR)
            x = plain((3, 6, 2), d, "cut")
            for n in (0, 1, 2, 5, 6, 7, 20):
                for dim in (0, 1, -1):
                    rec.case(name, [x, n, dim, NORMS[n % 3]], **NEAR)
            for norm in NORMS:
                rec.case(name, [x.transpose(0, 1), None, 1, norm], **NEAR)
                rec.case(name, [x[:, ::2], None, -2, norm], **NEAR)
                rec.case(name, [x[:0], None, 1, norm], **NEAR)
        for wrong in ([x, None, 3], [x, -2], [x, None, 1, "none"], [x[:, :0], None, 1]):
            rec.case(name, wrong, expect="either")
        for d in (F32, F64, *COMPLEX):
            y = plain((2, 9), F64 if d in (F64, COMPLEX[1]) else F32, "out")
            for out in (torch.zeros(0, dtype=d), torch.zeros(2, 9, dtype=d), torch.zeros(5, 2, dtype=d).t(), torch.zeros(2, 16, dtype=d)[:, ::2]):
                rec.case(name, [y], "out", [out], **NEAR)
                rec.case(name, [y.t(), None, 0], "out", [out.clone()], **NEAR)
        for kind in LAYOUTS:
            for d in (F32, C64):
                rec.case(name, [lay(kind, d, "resized")], "out", [torch.zeros(0, dtype=F32 if name in HALF else C64)], **NEAR)


def several(rec):
    for name in PLANES + VOLUMES:
        for d in ALL:
            for kind in LAYOUTS:
                rec.case(name, [lay(kind, d, "plane")], **NEAR)
        for kind in LAYOUTS:
            for d in (F32, C64):
                rec.case(name, [lay(kind, d, "resized")], "out", [torch.zeros(0, dtype=F32 if "irfft" in name else C64)], **NEAR)
        for d in (F32, F64, C64):
            x = plain((3, 4, 5), d, "several")
            for sizes, dims in ((None, [0, 1]), (None, [-1, 0]), ([2, 7], [1, 2]), ([6, -1], [0, -1]), ([4, 4], None), (None, [1, 1]), ([3], [0, 1]), ([0, 2], [0, 1])):
                for norm in NORMS:
                    rec.case(name, [x, sizes, dims, norm], **NEAR)
            rec.case(name, [x.permute(2, 0, 1), None, [0, 1]], **NEAR)
            rec.case(name, [x[:, ::2]], **NEAR)
            rec.case(name, [x[:0]], **NEAR)
            rec.case(name, [x, None, [3, 0]], expect="either")
            for out in (torch.zeros(0, dtype=C64), torch.zeros(3, 4, 5, dtype=COMPLEX[1]), torch.zeros(5, 4, 3, dtype=d).permute(2, 1, 0)):
                rec.case(name, [x], "out", [out], **NEAR)
    for name in VOLUMES:
        for dims in ([0], [2, 1, 0], [0, 1, 2, 3], []):
            rec.case(name, [plain((2, 3, 2, 4), C64, "volume"), None, dims], **NEAR)
        rec.case(name, [plain((2, 3, 2, 4), C64, "volume"), [5], None], **NEAR)


def extremes(rec):
    """What is not a number or infinite, in a line of its own; and as large as the dtype goes."""
    for name in LINES:
        for d in (F32, F64):
            for value in (float("nan"), float("inf")):
                x = plain((2, 8), d, "extreme")
                x[0] = value
                rec.case(name, [x[:, :1].contiguous()], **NEAR)
            rec.case(name, [special(d, finite=True)], **NEAR)
            for value in (torch.finfo(d).max / 8, torch.finfo(d).tiny * 8):
                rec.case(name, [torch.full((4,), value, dtype=d)], expect="either", ulps=4)


def others(rec):
    for name in ("fft_fftfreq", "fft_rfftfreq"):
        for n in (0, 1, 2, 5, 8, 33, -1):
            for step in (1.0, 0.5, 0.1, -3.0):
                rec.case(name, [n, step], expect="either", ulps=1)
        for d in ALL:
            rec.case(name, [7, 0.5, d], expect="either", ulps=1)
            rec.case(name, [7, 0.5], "out", [torch.zeros(0, dtype=d)], expect="either", ulps=1)
    for name in ("fft_fftshift", "fft_ifftshift"):
        for d in ALL:
            for kind in LAYOUTS:
                rec.case(name, [lay(kind, d, "shift")], expect="either")
        x = plain((3, 4, 5), FLOATS[2], "shift")
        for dims in ([0], [1, -1], [0, 1, 2], [], [2, 2], [3]):
            rec.case(name, [x, dims], expect="either")
            rec.case(name, [x.permute(2, 0, 1), dims], expect="either")


def all_cases(rec):
    lines(rec)
    several(rec)
    extremes(rec)
    others(rec)
