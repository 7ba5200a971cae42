"""Runs cases on PyTorch and writes them in the format that README.md describes."""
import struct
import zlib

import torch

from . import support
from .torchops import ALL, _arguments

VARIANTS = {"functional": 0, "inplace": 1, "out": 2}
CHECKS = {"values": 0, "layout": 1, "svd": 2, "eigh": 3, "qr": 4, "ties": 5, "info": 6, "eig": 7}
REFUSED, DATA_ERROR = 1, 2
ERRORS = (RuntimeError, TypeError, IndexError, ValueError, NotImplementedError)
FORMATS = {torch.contiguous_format: "contiguous", torch.channels_last: "channels_last",
           torch.preserve_format: "preserve"}
# Not an answer of the operator: PyTorch has no overload for such arguments, or fell over them.
UNBOUND = ("failed to match any schema", "Expected a value of type", "has no overload",
           "INTERNAL ASSERT", "expected to contain only concrete integers")
REDUCTIONS = ["none", "mean", "sum"]
EPS = {torch.float16: 2.0 ** -10, torch.bfloat16: 2.0 ** -7, torch.float32: 2.0 ** -23,
       torch.float64: 2.0 ** -52, torch.complex64: 2.0 ** -23, torch.complex128: 2.0 ** -52}


def text(s):
    return struct.pack("<B", len(s)) + s.encode("ascii")


def packed(raw):
    """A file's bytes: how many there are, then they themselves, compressed."""
    return b"RAVEC02\0" + struct.pack("<I", len(raw)) + zlib.compress(raw, 9)


def unpacked(file):
    """What packed() was given; a file that is cut or corrupt is a ValueError or zlib.error that says so."""
    if file[:8] != b"RAVEC02\0" or len(file) < 12:
        raise ValueError("no file of vectors")
    z = zlib.decompressobj()
    raw = z.decompress(file[12:]) + z.flush()
    if not z.eof or z.unused_data or len(raw) != struct.unpack("<I", file[8:12])[0]:
        raise ValueError("a file of vectors that is cut or corrupt")
    return raw


def storage_bytes(t, elements=None):
    """The first bytes of a tensor's storage, as they lie in memory."""
    s = t.untyped_storage()
    n = s.nbytes() if elements is None else elements * t.element_size()
    raw = torch.empty(0, dtype=torch.uint8).set_(s, 0, (n,), (1,))
    return raw.clone().numpy().tobytes()  # numpy() of the storage itself would pin its size


def extent(t):
    """Elements of storage, from its start, that a tensor reaches."""
    if t.numel() == 0:
        return 0
    return t.storage_offset() + 1 + sum((n - 1) * s for n, s in zip(t.shape, t.stride()))


def result_bytes(t, kept):
    """The same of a result: beyond the bytes that were there before the call, what it does not reach lies there by chance, and is 0 here."""
    raw = bytearray(storage_bytes(t, None if kept else extent(t)))
    item = t.element_size()
    reached = torch.zeros(max(len(raw) // item, extent(t)), dtype=torch.bool)
    if t.numel():
        reached.as_strided(t.shape, t.stride(), t.storage_offset()).fill_(True)
    for i in (~reached).nonzero().flatten().tolist():
        for at in range(max(i * item, kept), min((i + 1) * item, len(raw))):
            raw[at] = 0
    return bytes(raw)


def layout_record(t, storage):
    return struct.pack(f"<BBBh{2 * t.dim()}h", ALL.index(t.dtype), t.dim(), storage,
                       t.storage_offset(), *t.shape, *t.stride())


class Recorder:
    def __init__(self, ops):
        self.ops = ops
        self.op_index, self.pool, self.pool_index, self.cases = {}, [], {}, {}
        self.supported, self.alike = {}, {}

    def allows(self, op, values):
        """Whether the operator takes the dtype of the first tensor at all. PyTorch notices some
        dtypes only in a kernel, so never for empty operands; here the description decides."""
        first = values[0][0] if isinstance(values[0], list) and values[0] else values[0]
        if not isinstance(first, torch.Tensor) or op.name == "where":
            return True
        key = op.name, first.dtype
        if key not in self.supported:
            base = "inplace" if op.in_place_only else "functional"
            self.supported[key] = support.attempt(op, support.sample(op, first.dtype), base) is not None
        return self.supported[key]

    def enough(self, op, variant, values):
        """A dtype is refused for whatever reason: a few times will do."""
        if self.allows(op, values):
            return False
        key = op.name, variant, describe(values)[0].split("(")[0] if not isinstance(
            values[0], list) else ""
        self.alike[key] = self.alike.get(key, 0) + 1
        return self.alike[key] > 4

    def pooled(self, raw):
        if raw not in self.pool_index:
            self.pool_index[raw] = len(self.pool)
            self.pool.append(raw)
        return self.pool_index[raw]

    def _argument(self, op, name, value, before):
        kinds = {a.name: str(a.type) for a in _arguments(op.base)}
        kind = kinds.get(name, "Tensor")
        if value is None:
            return b"\x08" if "List[int]" in kind else b"\x00"
        if isinstance(value, torch.Tensor):
            return b"\x01" + layout_record(value, before.add(value))
        if isinstance(value, torch.dtype):
            return struct.pack("<BB", 9, ALL.index(value))
        if isinstance(value, torch.memory_format):
            return b"\x0d" + text(FORMATS[value])
        if isinstance(value, str):
            return b"\x0d" + text(value)
        if name == "reduction":
            return b"\x0d" + text(REDUCTIONS[value])
        if isinstance(value, (list, tuple)):
            if "Tensor" in kind:
                items = [self._argument(op, "", v, before) for v in value]
                return struct.pack("<BB", 2, len(items)) + b"".join(items)
            return struct.pack(f"<BB{len(value)}i", 7, len(value), *value)
        scalar = "number" in kind or "Tensor" in kind
        if isinstance(value, bool):
            return struct.pack("<BB", 3 if scalar else 10, value)
        if isinstance(value, int) and "float" not in kind:
            return struct.pack("<Bq", 4 if scalar else 11, value)
        if isinstance(value, (int, float)):
            return struct.pack("<Bd", 5 if scalar else 12, value)
        return struct.pack("<Bdd", 6, value.real, value.imag)

    def _results(self, results, before, check):
        parts = [struct.pack("<B", len(results))]
        for r in results:
            if not isinstance(r, torch.Tensor):
                r = torch.tensor(r)
            r = r.resolve_conj().resolve_neg()  # PyTorch may leave either to whoever reads
            alias = before.find(r)
            kept = len(self.pool[before.pooled[alias]]) if alias != 255 else 0
            raw = result_bytes(r, kept) if check != "layout" else b""  # whatever lay there
            parts.append(layout_record(r, alias) + struct.pack("<H", self.pooled(raw)))
        return b"".join(parts)

    def _append(self, op, variant, expectation, check, ulps, atol, before, arguments, outs, results):
        index = self.op_index.setdefault(op.name, len(self.op_index))
        body = struct.pack("<HBBBff", index, VARIANTS[variant], expectation, CHECKS[check],
                           ulps, atol)
        body += struct.pack(f"<B{len(before.pooled)}H", len(before.pooled), *before.pooled)
        body += arguments + outs + results
        record = struct.pack("<H", len(body)) + body
        if record not in self.cases:  # the same call twice is one case
            self.cases[record] = expectation

    def case(self, name, values, variant="functional", outs=(), ulps=0.0, atol=0.0, check="values",
             expect=None, cancel=0.0):
        """One call. expect None: it succeeds; "refused", "data": it fails so; "either": PyTorch
        decides between a result and a refusal. cancel: so many roundings of the result for
        operands without signs are tolerated on top."""
        op = self.ops[name]
        if op.in_place_only:
            variant = "inplace"
        if variant not in op.variants:
            return None
        if cancel:
            atol = self._cancellation(op, values, cancel, atol)
        before = Storages(self)
        arguments = struct.pack("<B", len(values)) + b"".join(
            self._argument(op, n, v, before) for n, v in zip(op.args, values))
        out_records = struct.pack("<B", len(outs)) + b"".join(
            layout_record(o, before.add(o)) for o in outs)
        try:
            results = op.call(values, variant, outs)
        except ERRORS as error:
            if expect is None:
                raise AssertionError(f"{name} {variant} {describe(values)}: {error}") from error
            if any(m in str(error) for m in UNBOUND) or self.enough(op, variant, values):
                return None
            self._append(op, variant, DATA_ERROR if expect == "data" else REFUSED, check, 0, 0,
                         before, arguments, out_records, b"\x00")
            return None
        if expect in ("refused", "data"):
            raise AssertionError(f"{name} {variant} {describe(values)} was not refused")
        if any(isinstance(r, torch.Tensor) and r.dtype == torch.complex32 for r in results):
            return None
        if any(v.numel() == 0 for v in tensors(values)) and not self.allows(op, values):
            return None
        self._append(op, variant, 0, check, ulps, atol, before, arguments, out_records,
                     self._results(results, before, check))
        return results

    def _cancellation(self, op, values, roundings, atol):
        def positive(v):
            if isinstance(v, torch.Tensor) and v.dtype in EPS:
                return v.abs().to(v.dtype).nan_to_num(0, 0, 0)
            if isinstance(v, (list, tuple)):
                return [positive(x) for x in v]
            return v
        try:
            r = op.call([positive(v) for v in values])[0]
        except ERRORS:
            return atol
        if r.dtype not in EPS or r.numel() == 0:
            return atol
        return atol + roundings * EPS[r.dtype] * float(r.abs().double().nan_to_num().max())

    def write(self, path):
        names = sorted(self.op_index, key=self.op_index.get)
        parts = [struct.pack("<III", len(names), len(self.pool), len(self.cases))]
        for n in names:
            args = self.ops[n].args
            parts.append(text(n) + struct.pack("<B", len(args)) + b"".join(map(text, args)))
        for raw in self.pool:
            parts.append(struct.pack("<I", len(raw)) + raw)
        raw = b"".join([*parts, *self.cases])
        # Another zlib may compress to other bytes: what holds the same already stays as it is.
        if not path.exists() or unpacked(path.read_bytes()) != raw:
            path.write_bytes(packed(raw))


class Storages:
    """The storages of one case as they are before the call."""

    def __init__(self, recorder):
        self.recorder, self.keys, self.pooled = recorder, [], []

    def add(self, t):
        where = self.find(t)
        if where != 255:
            return where
        self.keys.append(t.untyped_storage()._cdata)
        self.pooled.append(self.recorder.pooled(storage_bytes(t)))
        return len(self.keys) - 1

    def find(self, t):
        key = t.untyped_storage()._cdata
        return self.keys.index(key) if key in self.keys else 255


def tensors(values):
    for v in values:
        if isinstance(v, torch.Tensor):
            yield v
        elif isinstance(v, (list, tuple)):
            yield from tensors(v)


def describe(values):
    return [f"{v.dtype}{tuple(v.shape)}{v.stride()}" if isinstance(v, torch.Tensor) else v
            for v in values]
