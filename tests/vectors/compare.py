#!/usr/bin/env python3
"""Random samples of every operator on PyTorch and on the library beside each other (see README.md).

compare.py LIBRARY [--samples N] [--extremes N] [--programs N] [--seed S] [operators]

--extremes N: N samples more of each operator that takes numbers, with one of them at the end of what it can be.
"""
import argparse
import os
import pickle
import sys
import time
import warnings

os.environ.update({"ATEN_CPU_CAPABILITY": "default", "MKL_CBWR": "COMPATIBLE", "ONEDNN_MAX_CPU_ISA": "SSE41", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1",
                   "RUNAHEAD_SYNC": "1", "TORCH_CPP_LOG_LEVEL": "ERROR"})
sys.dont_write_bytecode = True

import torch  # noqa: E402

from oracle import extremes, library, live, programs, torchops  # noqa: E402

BATCH = 100  # programs that one process runs


def apart(work):
    """What work() gives, computed in a child, since PyTorch may fall over a sample; None where it did."""
    there, here = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(there)
        with os.fdopen(here, "wb") as f:
            f.write(pickle.dumps(work()))
        os._exit(0)
    os.close(here)
    with os.fdopen(there, "rb") as f:
        answer = f.read()
    return pickle.loads(answer) if os.waitpid(child, 0)[1] == 0 else None


def compare_extremes(path, op, count, seed):
    """The tally, made in as many children as it takes: what PyTorch falls over is left out."""
    tally, first = live.Tally(), 0
    while first < count:
        there, here = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(there)
            with os.fdopen(here, "wb", buffering=0) as f:
                extremes.go(path, op, first, count, seed, lambda message: f.write(pickle.dumps(message)))
            os._exit(0)
        os.close(here)
        at = "begin", first
        with os.fdopen(there, "rb") as f:
            for message in extremes.pickled(f):
                if message[0] == "done":
                    tally.add(message[1])
                at = message if message[0] != "done" else ("done", at[1])
        status = os.waitpid(child, 0)[1]
        if at[0] == "drawn" and status or status and not os.WIFSIGNALED(status):
            tally.differ(op.name, "fell over", f"{op.name}, extreme {at[1]} of seed {seed}, in the {'library' if at[0] == 'drawn' else 'driver'}")
        first = at[1] + 1
    return tally


def compare_programs(path, ops, count, seed):
    """How many differ."""
    calls, texts = 0, []
    for first in range(0, count, BATCH):
        some = min(BATCH, count - first)
        found = apart(lambda: programs.go(path, ops, seed, first, some))
        if found:
            calls += found[0]
            texts += found[1]
        else:
            texts.append(f"one of the programs from {seed} {first} on fell over")
    for text in texts[:10]:
        print(text)
    print(f"{count} programs of {calls} calls with seed {seed}, {len(texts)} differ")
    return len(texts)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("library")
    p.add_argument("--samples", type=int, default=20000)
    p.add_argument("--extremes", type=int, default=0)
    p.add_argument("--programs", type=int, default=0)
    p.add_argument("--seed", default=str(int(time.time())))
    p.add_argument("--show", type=int, default=1)
    p.add_argument("operators", nargs="*")
    a = p.parse_intermixed_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    ops = torchops.load()
    ops["allclose"] = torchops.Op("copy", "allclose")  # it is no operator here
    if a.programs:
        return compare_programs(a.library, ops, a.programs, a.seed) > 0
    names = a.operators or [n for n in ops if n in apart(lambda: set(library.Library(a.library).ops))]
    tally = live.Tally()
    for n in names:
        one = apart(lambda: live.go(library.Library(a.library), ops[n], a.samples // len(names), a.seed))
        if one:
            tally.add(one)
        else:
            tally.differ(n, "fell over", f"{n}: run it alone")
        if a.extremes and extremes.has_numbers(ops[n]):
            tally.add(compare_extremes(a.library, ops[n], a.extremes, a.seed))
    print("operator                     samples compared refused   largest ulp  differences")
    for n in names:
        differ = {k[1]: len(v) for k, v in tally.differences.items() if k[0] == n}
        print(f"{n:28} {tally.samples[n]:7} {tally.compared[n]:8} {tally.refused[n]:7} {tally.largest[n]:13.3g}  "
              + ", ".join(f"{k} {v}" for k, v in differ.items()))
    for (n, kind), texts in sorted(tally.differences.items()):
        for text in sorted(texts, key=len)[:a.show]:
            print(f"{kind} ({len(texts)}): {text}")
    count = sum(map(len, tally.differences.values()))
    print(f"{sum(tally.samples.values())} samples with seed {a.seed}, {count} differ")
    return count > 0


if __name__ == "__main__":
    sys.exit(main())
