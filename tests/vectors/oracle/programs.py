"""Random programs of many operators over the same tensors, run ahead by the library and one after another by PyTorch: at the end every
tensor has the same dtype, sizes, strides, place in its storage and elements. Operators are those whose results are exact for the
small whole numbers that a program has, so that it does not matter in which order PyTorch adds."""
import os

import torch

from .library import Call, Library, Refused, Unfit
from . import overlap
from .live import PRODUCTS, is_meant, is_odd, is_theirs, sample
from .recording import ERRORS, UNBOUND, describe
from .samples import Draw
from .torchops import COMPLEX, INTS

NAMES = """
add sub mul neg abs sign maximum minimum fmax fmin ceil floor round trunc square clamp clamp_min clamp_max relu where sgn copysign lerp
eq ne lt le gt ge logical_and logical_or logical_not logical_xor bitwise_and bitwise_or bitwise_xor bitwise_not isnan isinf signbit
sum amax amin max min argmax argmin all any count_nonzero cumsum cummax cummin trace nansum mm bmm addmm baddbmm matmul dot mv addmv linear inner outer
tensordot view reshape as_strided expand broadcast_to permute transpose t squeeze unsqueeze flatten select slice narrow split unbind diagonal chunk
broadcast_tensors meshgrid real imag view_as_real positive cat stack hstack repeat flip tril triu tile roll movedim unflatten diag diag_embed
index_select gather scatter index index_put_ index_add index_copy index_fill scatter_add take masked_fill masked_select masked_scatter nonzero embedding
copy_ fill_ zero_ clone contiguous to zeros_like ones_like full_like diff one_hot bincount repeat_interleave argwhere isin
""".split()
DTYPES = [torch.float32, torch.float32, torch.float64, torch.int64, torch.int32, torch.int16, torch.int8, torch.bool, torch.complex64]
MOST, LARGEST = 300, 64  # elements of a tensor, and what is in it
AHEAD = {"RUNAHEAD_SYNC": "0", "RUNAHEAD_WORKERS": "2", "RUNAHEAD_NO_INLINE": "1", "RUNAHEAD_FUSION": "always"}


class Different(Exception):
    pass


class Live(Call):
    """A call on the tensors of a program."""

    def __init__(self, program, *call):
        self.program = program
        super().__init__(program.library, *call)

    def _view(self, t):
        return self.program.handle_of(t)


class Program(Draw):
    """Where operators' arguments are drawn, those tensors are taken that are there already; the rest join them."""
    plain = True

    def __init__(self, library, ops, seed):
        super().__init__(seed)
        torch.manual_seed(self.getrandbits(40))
        self.library, self.ops = library, ops
        self.tensors, self.bases, self.lines, self.dropped = [], [], [], []  # (tensor, handle, what made it); handles of whole storages; what was called

    # ---- drawing ----

    def dtype(self, among=DTYPES):
        return self.choice([d for d in DTYPES if d in among] or among)

    def number(self):
        return self.choice([True, 0, 1, 2, -1, 3, 2.0, -2.0])

    def values(self, shape, dtype, low=-4, high=4):
        whole = torch.randint(low, high + 1, shape)
        return torch.complex(whole.float(), torch.randint(low, high + 1, shape).float()).to(dtype) if dtype in COMPLEX else whole.to(dtype)

    def tensor(self, among=DTYPES, most=4, least=0, **more):
        there = [t for t, *_ in self.tensors if t.dtype in among and least <= t.dim() <= most]
        return self.choice(there) if there and not more and self.maybe(0.85) else super().tensor(among, most, least, **more)

    def lay(self, shape, dtype, low=-4, high=4, shared=True):
        there = [t for t, *_ in self.tensors if low == -4 and t.dtype == dtype and t.shape == shape and (shared or torch._debug_has_internal_overlap(t) == 0)]
        return self.choice(there) if there and self.maybe(0.6) else super().lay(shape, dtype, low, high, shared)

    # ---- handles ----

    def handle_of(self, t):
        """That of t, or of another view of the same storage, or of a copy."""
        for other, h, _ in self.tensors:
            if other is t:
                return h
        same = [h for other, h, _ in self.tensors if other.untyped_storage()._cdata == t.untyped_storage()._cdata and other.dtype == t.dtype]
        if not same:
            if any(other.untyped_storage()._cdata == t.untyped_storage()._cdata for other, *_ in self.tensors + self.dropped):
                raise Unfit("a storage seen as another dtype, or that no handle is left of")
            same = [self.library.copied(t)]
            self.bases += same
        self.tensors.append((t, self.library.placed(same[0], t), "drawn"))
        return self.tensors[-1][1]

    def drop(self, at):
        t, h, _ = self.tensors.pop(at)
        self.dropped.append((t, h))  # t stays, so that nothing else gets its address
        self.library.lib.ra_release(h)

    def close(self):
        for h in [h for _, h, _ in self.tensors] + self.bases:
            self.library.lib.ra_release(h)

    def forget(self, written):
        """What PyTorch may have resized, or written in part, before it refused."""
        keys = {t.untyped_storage()._cdata for t in written}
        for at in reversed(range(len(self.tensors))):
            if self.tensors[at][0].untyped_storage()._cdata in keys:
                self.drop(at)

    # ---- steps ----

    def call(self, name, values, variant, outs):
        """False: it is refused, by both or on purpose."""
        op = self.ops[name]
        if (name in PRODUCTS or op.family == "linalg") and overlap.is_shared(values, outs):
            return False  # PyTorch writes out= before it has read the operand that lies there
        if variant == "functional" and is_odd(op, values, variant, outs):
            return False
        call = Live(self, name, op.args, values, variant, outs)
        shown = f"{name} {variant} {describe(values)}" + (f" out {describe(outs)}" if outs else "")
        ours = refusal = None
        try:
            ours = call.invoke()
        except Refused as e:
            refusal = str(e)
            if is_meant(op, values, refusal):
                return False
        try:
            theirs = op.call(values, variant, outs)
        except ERRORS as e:
            well = ours is not None and self.goes_well(op, values, ours, str(e))
            if variant == "functional":
                for h in ours or []:
                    self.library.lib.ra_release(h)
            if well:
                raise Different(f"{shown}: accepted; there: {str(e).splitlines()[0]}") from e
            self.forget(outs if variant == "out" else values[:1] if variant == "inplace" else [])
            return False
        if ours is None:
            raise Different(f"{shown}: {refusal}")
        self.lines.append(shown)
        self.join(theirs, ours, variant, shown)
        return True

    def goes_well(self, op, values, ours, error):
        """What PyTorch refuses for a reason, as the data too may give here once they are read."""
        try:
            return not any(u in error for u in UNBOUND) and not is_theirs(op, values, [self.library.read(h) for h in ours], error)
        except Refused:
            return False

    def join(self, theirs, ours, variant, shown):
        """New results are kept where they are small enough, and written ones made so."""
        if len(theirs) != len(ours):
            raise Different(f"{len(ours)} results, {len(theirs)} there")
        for t, h in zip(theirs, ours):
            if variant == "functional" and any(t is other for other, *_ in self.tensors):
                self.library.lib.ra_release(h)  # the argument itself, of which there is a second handle here: what resizes one leaves the other
            elif variant == "functional":
                self.tensors.append((t, h, shown))
                if t.numel() > MOST or t.is_conj() or t.is_neg() or not is_plain(t) and not self.is_shared(t):
                    self.drop(len(self.tensors) - 1)
            elif not is_plain(t):
                self.call("fill_", [t, 1], "inplace", [])

    def is_shared(self, t):
        return sum(other.untyped_storage()._cdata == t.untyped_storage()._cdata for other, *_ in self.tensors) > 1

    def step(self):
        kind = self.random()
        if kind < 0.05 and len(self.tensors) > 3:
            at = self.randrange(len(self.tensors))
            self.lines.append(f"release of {describe([self.tensors[at][0]])}")
            self.drop(at)
        elif kind < 0.1 and self.tensors:
            self.look(self.choice(self.tensors))
        else:
            op = self.ops[self.choice(NAMES)]
            try:
                drawn = sample(op, self)
            except (RuntimeError, IndexError, ValueError, TypeError):  # arguments that do not go with what is there
                return
            if drawn and all(o.numel() <= MOST for o in drawn[2]) and not (drawn[1] != "functional" and is_odd(op, *drawn)):
                try:
                    self.call(op.name, *drawn)
                except Unfit:
                    pass

    def look(self, pair):
        t, h, made = pair
        dtype, sizes, strides, x, offset = self.library.read(h)
        ours = (dtype, sizes, strides, offset if t.numel() else 0)
        theirs = (t.dtype, tuple(t.shape), tuple(t.stride()), t.storage_offset() if t.numel() else 0)
        if ours != theirs:
            raise Different(f"{made}: {ours}, {theirs} there")
        y = t.resolve_conj().contiguous()
        if not bool(((x == y) | (x != x) & (y != y)).all()):
            raise Different(f"{describe([t])}, {made}: {x.flatten()[:20].tolist()}, {y.flatten()[:20].tolist()} there")


def is_plain(t):
    """Small whole numbers, of which sums and products are exact in every dtype, and no zero below zero, which they may give either way."""
    if t.dtype == torch.bool or t.numel() == 0:
        return True
    parts = torch.view_as_real(t.resolve_conj()) if t.is_complex() else t
    return bool((parts.double().abs() <= LARGEST).all()) and (t.dtype in INTS or bool(((parts == parts.round()) & ((parts != 0) | ~parts.signbit())).all()))


def run(library, ops, seed):
    """None, or what differs."""
    p = Program(library, ops, seed)
    try:
        for _ in range(p.randint(5, 40)):
            p.step()
        for pair in p.tensors:
            p.look(pair)
        return len(p.lines), None
    except (Different, Refused) as e:
        return len(p.lines), f"program {seed}: {e}\n    " + "\n    ".join(p.lines[-12:])
    finally:
        p.close()


def go(path, ops, seed, first, count):
    """How many calls there were, and what differs."""
    os.environ.update(AHEAD)
    library = Library(path)
    found = [run(library, ops, f"{seed} {i}") for i in range(first, first + count)]
    return sum(n for n, _ in found), [text for _, text in found if text]
