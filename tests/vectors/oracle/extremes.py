"""The samples' calls with one number in them replaced by one at the ends of what an argument can be."""
import math
import pickle
import resource
import signal

import torch

from . import library, live
from .samples import Draw
from .torchops import _arguments

INTS = [-2 ** 63, -2 ** 63, 2 ** 63 - 1, 2 ** 63 - 1, -2 ** 63 + 1, 2 ** 63 - 2, 2 ** 62, -2 ** 62, 2 ** 32, -2 ** 32, 2 ** 31, -2 ** 31, 2 ** 31 - 1, -2 ** 31 - 1,
        2 ** 33 + 1, 0, -1, -2, 1, 17, 64, 65, 300]
REALS = [math.nan, math.inf, -math.inf, 1e308, -1e308, 1.7976931348623157e308, 5e-324, -5e-324, 1e-310, 1e-45, 1e-40, 6e-8, 3.4028235677973366e38, -1e39, 65519.0, 65520.0,
         3.39e38, -2.0 ** 63, 2.0 ** 64, 9.3e18, 2.0 ** 31, 255.5, -0.5, -0.0, 0.0, 1e-3]
COMPLEX = [complex(math.nan, 1), complex(math.inf, -math.inf), complex(0, math.inf), complex(1e308, 1e308), complex(-0.0, -0.0), complex(1, 0)]
SECONDS = 3        # that a call may take
ROOM = 1 << 30     # bytes that calls may add to the process


def kind_of(value, declared):
    if not declared or isinstance(value, bool) and "number" not in declared or not isinstance(value, (bool, int, float, complex)):
        return None
    if "number" in declared or "Tensor" in declared:  # a number where a tensor may stand
        return INTS + REALS + REALS + COMPLEX
    return REALS if "float" in declared else INTS


def declared_of(op):
    """The types of its arguments; dtypes and memory formats, which PyTorch declares as int, have none."""
    return ["" if a.name in ("dtype", "memory_format", "reduction") else str(a.type) for a in _arguments(op.base) if a.name in op.args]


def has_numbers(op):
    return any(kind in declared for declared in declared_of(op) for kind in ("int", "number", "float"))


def exchanged(r, op, values):
    """values with one number, or the length of a list of numbers, changed; None where there is none."""
    declared = declared_of(op)
    places = []
    for i, v in enumerate(values):
        if isinstance(v, (list, tuple)):
            if all(isinstance(x, int) for x in v):
                places += [(i, k) for k in range(len(v))] + [(i, None)]
        elif kind_of(v, declared[i]) or v is None and any(t in declared[i] for t in ("int", "number", "float")) and "List" not in declared[i]:
            places.append((i, None))
    if not places:
        return None
    i, k = r.choice(places)
    changed = list(values)
    if isinstance(values[i], (list, tuple)):
        changed[i] = list(values[i])
        if k is not None:
            changed[i][k] = r.choice(INTS)
        elif r.maybe(0.5) and len(changed[i]) > 1:
            changed[i].pop(r.randrange(len(changed[i])))
        else:
            changed[i].insert(r.randint(0, len(changed[i])), r.choice([0, 1, 2, -1]))
    else:
        changed[i] = r.choice(kind_of(0.0, declared[i]))
    return changed


def go(path, op, first, count, seed, say):
    """Says ("begin" | "drawn" | "ours", i) before PyTorch may fall over, before the library may, before PyTorch may; then ("done", tally)."""
    lib = library.Library(path)
    with open("/proc/self/statm") as f:
        pages = int(f.read().split()[0])
    most = pages * resource.getpagesize() + ROOM
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    for i in range(first, count):
        say(("begin", i))
        signal.alarm(SECONDS)
        r = Draw(f"extreme {seed} {op.name} {i}")
        torch.manual_seed(r.getrandbits(40))
        tally = live.Tally()
        try:
            drawn = live.sample(op, r, lambda values: exchanged(r, op, values))
        except (MemoryError, OverflowError, RuntimeError, TypeError):  # of PyTorch, which makes an out=
            drawn = None
        if drawn:
            say(("drawn", i))
            live.meet(lib, op, *drawn, tally, lambda: say(("ours", i)))
        signal.alarm(0)
        say(("done", tally))


def pickled(messages):
    """The messages that a pipe holds, up to where it breaks off."""
    while True:
        try:
            yield pickle.load(messages)
        except (EOFError, pickle.UnpicklingError):
            return
