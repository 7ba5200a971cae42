#!/usr/bin/env python3
"""Tensors lent to NumPy and PyTorch and borrowed from them by DLPack: values, writes seen on the other side, lifetimes. Prints TAP.

dlpack.py LIBRARY
"""
import ctypes
import gc
import sys
import time

import numpy

try:
    import torch
except ImportError:
    torch = None

api = ctypes.pythonapi
api.PyCapsule_New.restype = ctypes.py_object
api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
api.PyCapsule_GetPointer.restype = ctypes.c_void_p
api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
api.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]
api.PyCapsule_IsValid.argtypes = [ctypes.py_object, ctypes.c_char_p]

NAMES = {False: b"dltensor", True: b"dltensor_versioned"}
USED = {False: b"used_dltensor", True: b"used_dltensor_versioned"}
DTYPES = {"bool": 1, "uint8": 2, "int8": 3, "int16": 4, "int32": 5, "int64": 6, "float16": 7, "bfloat16": 8, "float32": 9, "float64": 10,
          "complex64": 11, "complex128": 12}

lib = ctypes.CDLL(sys.argv[1])
for name in ("ra_to_dlpack", "ra_to_dlpack_unversioned", "ra_from_dlpack", "ra_from_dlpack_unversioned", "ra_ref"):
    getattr(lib, name).restype = ctypes.c_void_p
    getattr(lib, name).argtypes = [ctypes.c_void_p]
lib.ra_release.argtypes = lib.ra_tensor_dtype.argtypes = [ctypes.c_void_p]
lib.ra_sizes.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_int64)]
lib.ra_copy_to.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
lib.ra_last_error.restype = ctypes.c_char_p
lib.ra_zero_.argtypes = [ctypes.c_void_p]


class Lent:
    """What NumPy and PyTorch ask: a handle of the library's as an object that speaks DLPack."""

    def __init__(self, handle, versioned):
        self.handle, self.versioned = handle, versioned

    def __dlpack_device__(self):
        return (1, 0)

    def __dlpack__(self, **asked):
        to = lib.ra_to_dlpack if self.versioned else lib.ra_to_dlpack_unversioned
        struct = to(self.handle)
        assert struct, lib.ra_last_error()
        return api.PyCapsule_New(struct, NAMES[self.versioned], None)


def borrow(thing, versioned):
    capsule = thing.__dlpack__(max_version=(1, 0)) if versioned else thing.__dlpack__()
    name = NAMES[bool(versioned)]
    if not api.PyCapsule_IsValid(capsule, name):
        return None
    handle = (lib.ra_from_dlpack if versioned else lib.ra_from_dlpack_unversioned)(api.PyCapsule_GetPointer(capsule, name))
    if handle:
        api.PyCapsule_SetName(capsule, USED[bool(versioned)])
    return handle


def values(handle, like):
    """The elements in row-major order, as bytes."""
    buffer = ctypes.create_string_buffer(max(like.nbytes, 1))
    status = lib.ra_copy_to(handle, buffer, like.nbytes)
    assert status == 0, lib.ra_last_error()
    return buffer.raw[:like.nbytes]


def until(true, seconds=10):
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        gc.collect()
    return true()


checks = []


def check(words, condition):
    checks.append(bool(condition))
    print(("ok " if condition else "not ok ") + f"{len(checks)} - {words}", flush=True)


def layouts(make):
    whole = make((4, 6))
    yield "contiguous", whole
    yield "transposed", whole.T
    yield "sliced", whole[1:, ::2]
    yield "empty", whole[:0]
    yield "0-dim", make(())
    yield "four dimensions", make((2, 3, 1, 4)).swapaxes(0, 1)


def numpy_of(name, shape):
    n = int(numpy.prod(shape, dtype=int))
    return (numpy.arange(n) % 2 if name == "bool" else numpy.arange(n)).astype(name).reshape(shape)


def torch_of(name, shape):
    n = int(numpy.prod(shape, dtype=int))
    return (torch.arange(n) % 2 if name == "bool" else torch.arange(n)).to(getattr(torch, name)).reshape(shape)


def there_and_back(peer, thing, name, versioned):
    """Borrowed from the peer, lent back to it: the same memory, the same values."""
    handle = borrow(thing, versioned)
    if handle is None:
        return None
    is_numpy = peer == "NumPy"
    flat = thing if is_numpy else (thing.view(torch.int16) if name == "bfloat16" else thing).numpy()
    same = lib.ra_tensor_dtype(handle) == DTYPES[name] and values(handle, flat) == numpy.ascontiguousarray(flat).tobytes()
    back = (numpy if is_numpy else torch).from_dlpack(Lent(handle, versioned and (not is_numpy or numpy_is_versioned)))
    lib.ra_release(handle)
    del handle
    same = same and tuple(back.shape) == tuple(thing.shape)
    if is_numpy:
        address = back.__array_interface__["data"][0] == thing.__array_interface__["data"][0]
        return same and (address or not thing.size) and numpy.array_equal(back, thing)
    return same and back.data_ptr() == thing.data_ptr() and torch.equal(back, thing)


numpy_is_versioned = int(numpy.__version__.split(".")[0]) >= 2 and tuple(map(int, numpy.__version__.split(".")[:2])) >= (2, 1)
peers = {"NumPy": (numpy_of, [d for d in DTYPES if d not in ("bfloat16",) and (d != "bool" or numpy_is_versioned)])}
if torch:
    peers["PyTorch"] = (torch_of, list(DTYPES))

for peer, (make, dtypes) in peers.items():
    for versioned in (False, True):
        if versioned and peer == "NumPy" and not numpy_is_versioned:
            continue
        for layout in range(6):
            results = {}
            for name in dtypes:
                what, thing = list(layouts(lambda shape, name=name: make(name, shape)))[layout]
                results[name] = there_and_back(peer, thing, name, versioned)
            wrong = [name for name, well in results.items() if not well]
            check(f"{peer}, {'version 1' if versioned else 'no version'}, {what}: {len(dtypes)} dtypes{': not ' + ' '.join(wrong) if wrong else ''}", not wrong)

# Writes of one side are seen by the other.
mine = numpy.ones((3, 4), dtype="float32")
handle = borrow(mine, numpy_is_versioned)
other = numpy.from_dlpack(Lent(lib.ra_ref(handle), numpy_is_versioned))
mine[1, 2] = 7
check("a write of the lender's is seen", values(handle, mine) == mine.tobytes())
assert lib.ra_zero_(handle) == 0
lib.ra_release(handle)
check("a write of the borrower's is seen", until(lambda: not mine.any()) and not other.any())


# The lender's object lives as long as it is borrowed, and no longer.
class Watched(numpy.ndarray):
    pass


def watch():
    array = numpy.zeros(1000).view(Watched)
    references = sys.getrefcount(array)
    handle = borrow(array, numpy_is_versioned)
    held = sys.getrefcount(array)
    lib.ra_release(handle)
    return held > references and until(lambda: sys.getrefcount(array) == references)


check("what is borrowed is held, and given back when the handle is gone", watch())

# What is lent lives when the handle and the object that lent it are gone.
source = numpy.arange(100000, dtype="int64")
handle = borrow(source, numpy_is_versioned)
lent = numpy.from_dlpack(Lent(handle, numpy_is_versioned))
lib.ra_release(handle)
before = sys.getrefcount(source)
check("what is lent stays when the handle is gone", numpy.array_equal(lent, source))
del lent
check("and is given back with the borrower's", until(lambda: sys.getrefcount(source) < before))

if numpy_is_versioned:
    fixed = numpy.arange(6)
    fixed.flags.writeable = False
    handle = borrow(fixed, True)
    check("what is lent as read-only is not written", lib.ra_zero_(handle) == 8 and fixed[5] == 5)
    lib.ra_release(handle)

for peer in ("NumPy", "PyTorch"):
    if peer not in peers:
        print(f"# PyTorch is not there: NumPy {numpy.__version__} alone", flush=True)
print(f"1..{len(checks)}")
sys.exit(not all(checks))
