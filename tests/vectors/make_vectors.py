#!/usr/bin/env python3
"""Makes the test vectors and the dtype tables of this folder from PyTorch 2.13 (see README.md)."""
import os
import pathlib
import sys
import warnings

# One instruction set and one thread, so that the same bytes come out on every machine.
PINNED = {"ATEN_CPU_CAPABILITY": "default", "MKL_CBWR": "COMPATIBLE",
          "ONEDNN_MAX_CPU_ISA": "SSE41", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
os.environ.update(PINNED)
sys.dont_write_bytecode = True

import torch  # noqa: E402

from oracle import (algebra, composites, contractions, counting, factors, fft, indexing, layers,  # noqa: E402
                    places, pointwise, recording, reductions, structural, support, torchops, windows)

VERSION = "2.13.0"
FAMILIES = {"pointwise": pointwise.all_cases, "structural": structural.all_cases,
            "reductions": reductions.all_cases, "indexing": indexing.all_cases,
            "algebra": algebra.all_cases, "layers": layers.all_cases,
            "composites": composites.all_cases, "windows": windows.all_cases,
            "places": places.all_cases, "counting": counting.all_cases,
            "fft": fft.all_cases, "contractions": contractions.all_cases,
            "factors": factors.all_cases}


def main():
    if torch.__version__.split("+")[0] != VERSION:
        sys.exit(f"these files are made from PyTorch {VERSION}, this is {torch.__version__}")
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    folder = pathlib.Path(__file__).resolve().parent
    ops = torchops.load()
    what = sys.argv[1:] or ["tables", *FAMILIES]
    if "tables" in what:
        support.write(ops, folder)
    for family in FAMILIES:
        if family in what:
            recorder = recording.Recorder(ops)
            FAMILIES[family](recorder)
            path = folder / f"{family}.vec"
            recorder.write(path)
            errors = sum(e != 0 for e in recorder.cases.values())
            print(f"{path.name}: {len(recorder.cases)} cases ({errors} of them errors), "
                  f"{path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
