"""The library itself, through its reflection: operators by name, called on copies of PyTorch's tensors."""
import ctypes as c
import math

import torch

from .torchops import ALL

NONE, TENSOR, TENSORS, SCALAR, DIMS, DTYPE, DEVICE, BOOL, INT, FLOAT, STRING, GENERATOR, OPERAND = range(13)
VARIANTS = {"functional": 1, "inplace": 2, "out": 4}
RESULTS = 4096
MOST = 1 << 22  # elements of a result
# Functions that wait and give a plain bool, with the names and kinds of their arguments.
HOST = {"equal": (("self", TENSOR), ("other", TENSOR)),
        "allclose": (("self", TENSOR), ("other", TENSOR), ("rtol", FLOAT), ("atol", FLOAT), ("equal_nan", BOOL))}
END = 2 ** 63 - 1
FORMATS = {torch.contiguous_format: "contiguous", torch.channels_last: "channels_last", torch.preserve_format: "preserve"}
REDUCTIONS = ["none", "mean", "sum"]


class Dims(c.Structure):
    _fields_ = [("values", c.POINTER(c.c_int64)), ("count", c.c_int64)]


class Tensors(c.Structure):
    _fields_ = [("items", c.POINTER(c.c_void_p)), ("count", c.c_int64)]


class Number(c.Union):
    _fields_ = [("i", c.c_int64), ("f", c.c_double * 2)]


class Scalar(c.Structure):
    _fields_ = [("value", Number), ("kind", c.c_int)]


class Value(c.Union):
    _fields_ = [("tensor", c.c_void_p), ("tensors", Tensors), ("scalar", Scalar), ("dims", Dims), ("dtype", c.c_int),
                ("boolean", c.c_bool), ("integer", c.c_int64), ("real", c.c_double), ("string", c.c_char_p)]


class Arg(c.Structure):
    _anonymous_ = ["value"]
    _fields_ = [("value", Value), ("kind", c.c_int)]


class OpArg(c.Structure):
    """The beginning of ra_op_arg, which grows at its end."""
    _fields_ = [("name", c.c_char_p), ("kind", c.c_int), ("optional", c.c_bool), ("keyword", c.c_bool), ("has_default", c.c_bool)]


class Refused(Exception):
    pass


class Unfit(Exception):
    """An argument that the schema here has no place for."""


def dims_of(values):
    values = [max(-2 ** 63, min(v, END)) for v in values]
    return Dims((c.c_int64 * max(len(values), 1))(*values), len(values))


def scalar_of(v):
    s = Scalar()
    if isinstance(v, (bool, int)):
        s.kind, s.value.i = (1 if isinstance(v, bool) else 2), int(v)
    elif isinstance(v, float):
        s.kind, s.value.f[0] = 3, v
    else:
        s.kind, s.value.f[0], s.value.f[1] = 4, v.real, v.imag
    return s


class Library:
    def __init__(self, path):
        self.lib = lib = c.CDLL(path)
        pointer, size = c.c_void_p, c.c_size_t
        for name, result, arguments in (
                ("ra_op_count", size, []), ("ra_op_at", pointer, [size]), ("ra_op_name", c.c_char_p, [pointer]),
                ("ra_op_variants", c.c_uint, [pointer]), ("ra_op_arg_count", size, [pointer]), ("ra_op_schema", c.c_char_p, [pointer]),
                ("ra_op_arg_at", c.POINTER(OpArg), [pointer, size]), ("ra_last_error", c.c_char_p, []), ("ra_clear_error", None, []),
                ("ra_last_status", c.c_int, []),
                ("ra_call", c.c_int, [pointer, c.c_int, c.POINTER(Arg), size, c.POINTER(pointer), size, c.POINTER(size)]),
                ("ra_from_copy", pointer, [pointer, c.c_int, Dims]), ("ra_as_strided", pointer, [pointer, Dims, Dims, c.c_int64]),
                ("ra_equal", c.c_int, [pointer, pointer, c.POINTER(c.c_bool)]),
                ("ra_allclose", c.c_int, [pointer, pointer, c.c_double, c.c_double, c.c_bool, c.POINTER(c.c_bool)]),
                ("ra_release", None, [pointer]), ("ra_tensor_dtype", c.c_int, [pointer]), ("ra_ndim", c.c_int, [pointer]),
                ("ra_sizes", c.c_int, [pointer, c.POINTER(c.c_int64)]), ("ra_strides", c.c_int, [pointer, c.POINTER(c.c_int64)]),
                ("ra_storage_offset", c.c_int64, [pointer]), ("ra_copy_to", c.c_int, [pointer, pointer, size])):
            f = getattr(lib, name)
            f.restype, f.argtypes = result, arguments
        self.ops = {}
        for i in range(lib.ra_op_count()):
            op = lib.ra_op_at(i)
            args = [lib.ra_op_arg_at(op, a).contents for a in range(lib.ra_op_arg_count(op))]
            self.ops[lib.ra_op_name(op).decode()] = (op, [(a.name.decode(), a.kind, a.optional, a.has_default) for a in args])

        self.ops |= {n: (None, [(a, kind, False, False) for a, kind in args]) for n, args in HOST.items()}

    def error(self):
        return self.lib.ra_last_error().decode()

    def copied(self, t):
        """A handle of a copy of the storage of t, whole."""
        s = t.untyped_storage()
        self.lib.ra_clear_error()  # what the call before was refused with
        base = self.lib.ra_from_copy(s.data_ptr() or c.addressof(c.c_int64()), ALL.index(t.dtype) + 1, dims_of([s.nbytes() // t.element_size()]))
        assert base, self.error()
        return base

    def placed(self, base, t):
        """A view of base's storage that lies in it as t does in its own."""
        v = self.lib.ra_as_strided(base, dims_of(t.shape), dims_of(t.stride()), t.storage_offset())
        if not v:
            raise Unfit(self.error())
        return v

    def read(self, h):
        """dtype, sizes, strides, the values as a dense PyTorch tensor, offset."""
        lib = self.lib
        nd = lib.ra_ndim(h)
        sizes, strides = (c.c_int64 * 16)(), (c.c_int64 * 16)()
        if lib.ra_sizes(h, sizes) or lib.ra_strides(h, strides):
            raise Refused(self.error())
        dtype = ALL[lib.ra_tensor_dtype(h) - 1]
        if math.prod(sizes[:nd]) > MOST:
            raise Unfit("a result that takes too long to read")
        t = torch.empty(list(sizes[:nd]), dtype=dtype)
        if lib.ra_copy_to(h, t.data_ptr() or c.addressof(c.c_int64()), t.numel() * t.element_size()):
            raise Refused(self.error())
        return dtype, tuple(sizes[:nd]), tuple(strides[:nd]), t, lib.ra_storage_offset(h)


def field(a):
    """What a function of C is given for an argument."""
    return {TENSOR: a.tensor, FLOAT: a.real, BOOL: a.boolean}[a.kind]


class Call:
    """One call on copies of the operands, made before PyTorch has had them."""

    def __init__(self, library, name, names, values, variant, outs):
        self.library, self.lib = library, library.lib
        self.variant = VARIANTS[variant]
        self.op, self.schema = library.ops[name]
        self.host = getattr(library.lib, "ra_" + name) if name in HOST else None
        self.storages, self.handles, self.keep = {}, [], []
        given = dict(zip(names, values))
        self.args = (Arg * len(self.schema))()
        for a, (arg, kind, optional, has_default) in zip(self.args, self.schema):
            self._fill(a, arg, kind, optional, has_default, given.get(arg), arg in given)
        self.outs = [self._view(o) for o in outs]

    def _view(self, t):
        key = t.untyped_storage()._cdata
        if key not in self.storages:
            self.keep.append(t)
            self.storages[key] = self.library.copied(t)
            self.handles.append(self.storages[key])
        self.handles.append(self.library.placed(self.storages[key], t))
        return self.handles[-1]

    def _fill(self, a, name, kind, optional, has_default, v, named):
        if v is None or v == [] and kind == DIMS and name == "stride":
            if kind == DIMS and not optional and not has_default:
                a.dims, a.kind = Dims(None, -1), DIMS
            elif kind == INT and not has_default:
                a.integer, a.kind = (END if name == "end" else 0), INT
            else:
                a.kind = NONE
        elif isinstance(v, torch.Tensor):
            a.tensor, a.kind = self._view(v), TENSOR
        elif isinstance(v, torch.dtype):
            a.dtype, a.kind = ALL.index(v) + 1, DTYPE
        elif kind == STRING:
            if isinstance(v, int) and not 0 <= v < len(REDUCTIONS):
                raise Unfit(f"{name}: {v!r}")
            v = FORMATS.get(v, v) if not isinstance(v, int) else REDUCTIONS[v]
            a.string, a.kind = v.encode(), STRING
        elif kind == TENSORS:
            none = c.addressof(c.c_char.in_dll(self.lib, "ra_none_tensor"))
            items = (c.c_void_p * max(len(v), 1))(*[none if t is None else self._view(t) for t in v])
            self.keep.append(items)
            a.tensors, a.kind = Tensors(items, len(v)), TENSORS
        elif kind == DIMS:
            a.dims, a.kind = dims_of(v if isinstance(v, (list, tuple)) else [v]), DIMS
        elif kind in (SCALAR, OPERAND):
            a.scalar, a.kind = scalar_of(v), SCALAR
        elif kind in (BOOL, INT, FLOAT) and not isinstance(v, (int, float) if kind == FLOAT else int):
            raise Unfit(f"{name}: {v!r}")
        elif kind == BOOL:
            a.boolean, a.kind = v, BOOL
        elif kind == INT:
            a.integer, a.kind = v, INT
        elif kind == FLOAT:
            a.real, a.kind = v, FLOAT
        else:
            raise Unfit(f"{name}: {v!r}")

    def run(self):
        """The results, as Library.read() has them."""
        if self.host:
            told = c.c_bool()
            if self.host(*map(field, self.args), c.byref(told)):
                raise Refused(self.library.error())
            return [(torch.bool, (), (), torch.tensor(told.value), 0)]
        handles = self.invoke()
        if self.variant == 1:
            self.handles += handles
        return [self.library.read(h) for h in handles]

    def invoke(self):
        """Handles of the results; new ones, of the functional form, are the caller's."""
        lib, n = self.lib, c.c_size_t(0)
        lib.ra_clear_error()
        results = (c.c_void_p * RESULTS)()
        if self.variant == 4:
            results = (c.c_void_p * len(self.outs))(*self.outs)
        s = lib.ra_call(self.op, self.variant, self.args, len(self.args), results, len(results), c.byref(n))
        if s:
            raise Refused(self.library.error())
        if self.variant == 1:
            return list(results[:n.value])
        return self.outs if self.variant == 4 else [self.args[0].tensor]

    def close(self):
        for h in self.handles:
            self.lib.ra_release(h)
