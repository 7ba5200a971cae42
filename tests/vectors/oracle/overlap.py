"""out= tensors that share their memory with each other or with an operand."""
import torch

from .recording import tensors


def is_shared(values, outs):
    """Whether an out= lies in the storage of an operand or of another out=."""
    keys = [o.untyped_storage()._cdata for o in outs]
    return len(set(keys)) < len(keys) or any(t.untyped_storage()._cdata in keys for t in tensors(values))


def beside(r, x, shape):
    """A tensor of that shape in the storage of x, wherever there is room; None where there is none."""
    n = 1
    for s in shape:
        n *= s
    room = x.untyped_storage().nbytes() // x.element_size()
    if n > room:
        return None
    strides = torch.empty(shape).stride()
    if len(shape) > 1 and r.maybe(0.2):  # by columns
        strides = torch.empty(shape[::-1]).stride()[::-1]
    return x.as_strided(shape, strides, r.choice([0, room - n, r.randint(0, room - n)]))


def share(r, values, outs):
    """The same out= tensors, of which one now shares memory."""
    outs = list(outs)
    k = r.randrange(len(outs))
    others = [o for i, o in enumerate(outs) if i != k and o.dtype == outs[k].dtype]
    if others and r.maybe(0.6):
        i = next(i for i, o in enumerate(outs) if o is others[0])
        if r.maybe(0.3):
            outs[k] = outs[i].view_as(outs[i])
            return outs
        room = outs[k].numel() + outs[i].numel()
        whole = r.values((room + r.randint(0, 2),), outs[k].dtype)
        if r.maybe(0.5):  # apart
            outs[i] = whole[:outs[i].numel()].view(outs[i].shape)
            outs[k] = whole[outs[i].numel():room].view(outs[k].shape)
        else:
            outs[i], outs[k] = beside(r, whole, tuple(outs[i].shape)), beside(r, whole, tuple(outs[k].shape))
        return outs
    among = [t for t in tensors(values) if t.dtype == outs[k].dtype and 0 not in t.stride()]
    if among:
        x = r.choice(among)
        near = x if r.maybe(0.3) else beside(r, x, tuple(outs[k].shape))
        outs[k] = outs[k] if near is None else near
    return outs


def as_fresh(result, fresh):
    """A result laid as PyTorch's with out=, of the elements that it has without."""
    if result.dtype != fresh.dtype or result.shape != fresh.shape:
        return result
    return torch.empty_strided(result.shape, result.stride(), dtype=result.dtype).copy_(fresh)
