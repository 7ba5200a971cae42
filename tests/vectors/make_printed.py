"""Writes printed.txt: arrays, and what NumPy prints for them with our prefix and our way to tell sizes and dtype.

    python3 tests/vectors/make_printed.py > tests/vectors/printed.txt      (NumPy 2.4)

A case is: dtype and sizes; `hex` and the elements' bytes, or `arange` (element i is i, as the dtype has it); the text, each
line behind a |; an empty line.
"""

import math

import numpy as np

IMPLIED = {"bool", "int64", "float32", "complex64"}


def text(a):
    s = "tensor(" + np.array2string(a, separator=", ", prefix="tensor(", suffix=")")
    extras = []
    if a.size > 1000 or (a.size == 0 and a.ndim != 1):
        extras.append(f"size=[{', '.join(map(str, a.shape))}]")
    if a.dtype.name not in IMPLIED or a.size == 0:
        extras.append(f"dtype={a.dtype.name}")
    if not extras:
        return s + ")"
    s += ","
    extra = ", ".join(extras) + ")"
    last = len(s) - (s.rfind("\n") + 1)
    return s + ("\n" + " " * 7 if last + len(extra) + 1 > 75 else " ") + extra


def case(a, arange=False):
    a = np.ascontiguousarray(a) if a.ndim else a
    print(a.dtype.name, *a.shape)
    print("arange" if arange else "hex " + a.tobytes().hex())
    for line in text(a).split("\n"):
        print("|" + line)
    print()


def ranges():
    for dtype in ("uint8", "int32", "int64", "float32", "float64", "float16"):
        for shape in ((5,), (30,), (4, 5), (2, 3, 4), (1,), (3, 1), (1, 1, 1, 2)):
            case(np.arange(math.prod(shape)).astype(dtype).reshape(shape), True)
    for shape in ((1001,), (1000,), (40, 40), (7, 200), (200, 7), (3, 400), (11, 12, 13), (2, 3, 5, 50), (6, 7, 8, 9)):
        for dtype in ("int32", "float32", "float64"):
            case(np.arange(math.prod(shape)).astype(dtype).reshape(shape), True)
    case(np.arange(2000).astype("int64"), True)
    case(np.arange(1200).astype("bool").reshape(30, 40), True)


def small():
    for dtype in ("bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "complex64", "complex128"):
        for shape in ((), (0,), (0, 3), (2, 0, 2), (3,), (2, 2)):
            case(np.arange(math.prod(shape)).astype(dtype).reshape(shape))
    case(np.array([True, False, True]))
    case(np.array(True))
    case(np.array([[True, True], [False, True]]))
    case(np.array([-5, 100, 3], "int16"))
    case(np.array([-(2**63), 2**63 - 1, 0]))
    case(np.array(-7, "int8"))
    case(np.array([1234567] * 20, "int32"))


def floats():
    inf, nan = math.inf, math.nan
    lists = [
        [1.5], [0.1], [0.1, 0.25], [1, 2.5, 3.125], [0.0], [-0.0, 0.0], [1 / 3], [2 / 3, 1], [100.5, -3], [1e-4, 1], [9e-5, 1],
        [1e-5], [0.001, 1], [0.001, 1.001], [0.001, 1.0001], [999.5, 1], [1001, 1], [99999999, 1e6], [1e8], [123456789.0, 1],
        [12345678.9], [1e6], [999999.0], [1e300, 1e-300], [5e-324], [1.7976931348623157e308], [nan], [inf], [-inf], [nan, 1],
        [inf, -inf, nan], [nan, -1.5], [inf, 1], [-inf, 1], [-inf, 100.25], [nan, 1e10], [-inf, 1e-10], [1e10, nan, inf], [0, nan],
        [0.1 + 0.2], [1e-8, 1e-8], [0.123456789123], [1.00000001], [1.000000001], [0.99999999999], [-0.00012345678912345],
        [3.141592653589793, 2.718281828459045], [1e22], [1e23], [2**53, 1e15], [0.5, 0.25, 0.125], [65504, 1], [6e-8, 6e-5],
        [1000], [999.5], [1024.0, 2048], [123.456, 7.1], [16777216.0, 1.0], [33554432.0, 99999.0], [1.1754944e-38], [3.4028235e38],
        [1e100, 1.5], [1.25e-7, 3], [1234.5678, 0.5], [2**-44], [2**-20, 2**-3], [9.5, 10.5],
    ]
    with np.errstate(all="ignore"):
        for values in lists:
            for dtype in ("float64", "float32", "float16"):
                case(np.array(values).astype(dtype))
            case(np.array(values[0]))
        for a, b in ((1, 2), (1.5, -0.25), (nan, 1), (1, nan), (inf, -inf), (1e10, 1e-10), (0.0, -0.0), (1 / 3, 1e5)):
            z = np.array(complex(a, b))
            case(z)
            for dtype in ("complex64", "complex128"):
                case(np.array([complex(a, b), complex(b, a), 1j]).astype(dtype))


def random():
    rng = np.random.default_rng(7)
    for n in (3, 17, 40):
        for dtype in ("float64", "float32", "float16"):
            case(rng.standard_normal(n).astype(dtype))
            case((rng.standard_normal((n // 3, 3)) * 10.0 ** rng.integers(-3, 3)).astype(dtype))
            case(np.exp(rng.standard_normal(n) * 6).astype(dtype))
            case(rng.integers(0, 1 << 15, n).astype(dtype))
        case((rng.standard_normal((n // 3, 3)) + 1j * rng.standard_normal((n // 3, 3))).astype("complex64"))
        case(rng.standard_normal(n) + 1j * rng.standard_normal(n))
    for dtype, unsigned in (("float16", "uint16"), ("float32", "uint32"), ("float64", "uint64")):
        for _ in range(40):
            bits = rng.integers(0, np.iinfo(unsigned).max, 4, dtype=unsigned)
            case(bits.view(dtype))
            case(bits.view(dtype)[:1])


ranges()
small()
floats()
random()
