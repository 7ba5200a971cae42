"""The rows of bench device in PyTorch, on the first CUDA device:

device.py ELEMENTS COPIED ROWS COLUMNS TURNED SCANNED SORTED IMAGES CHANNELS PLANE LARGE SMALL LAUNCHES TURNS COMPILES SECONDS

Writes "version ..." and then a line for each row, as soon as it is measured: "figure NAME" and the seconds that one call took in each
turn, or "failed NAME why". Ends after so many seconds in any case. Exit status 3: there is no PyTorch with a device.
"""
import os
import signal
import sys
import time

(elements, copied, rows, columns, turned, scanned, sorted_, images, channels, plane, large, small, launches, turns, compiles, seconds) = (int(a) for a in sys.argv[1:])
signal.alarm(seconds)
os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"  # no processes that outlive this one


def tell(*words):
    print(*words, flush=True)


try:
    import torch
except ImportError as why:
    tell("why", why)
    sys.exit(3)
if not torch.cuda.is_available():
    tell("why", "PyTorch", torch.__version__, "finds no CUDA device")
    sys.exit(3)

torch.backends.cuda.matmul.allow_tf32 = False
torch.backends.cudnn.allow_tf32 = False
torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False
torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False
torch.set_grad_enabled(False)
device = torch.device("cuda", 0)
wait = torch.cuda.synchronize
tell("version", torch.__version__, "on", torch.cuda.get_device_name(0))

MOST, ENOUGH, ROOM = 512, 0.025, 16 << 30  # calls of a turn; what a turn should take, in s; bytes of their results


def timed(call, count):
    wait()
    start = time.perf_counter()
    results = [call() for _ in range(count)]
    wait()
    took = time.perf_counter() - start
    del results
    return took / count


def row(name, make, most=MOST):
    """make() gives what is called; the turns before the first that counts warm up."""
    try:
        call = make()
        result = call()
        size = max(1, result.numel() * result.element_size()) if torch.is_tensor(result) else 1
        del result
        timed(call, 1)
        count = max(1, min(most, ROOM // size, int(ENOUGH / timed(call, 1)) + 1))
        timed(call, count)
        tell("figure", name, *(timed(call, count) for _ in range(turns)))
    except Exception as why:
        tell("failed", name, str(why).split("\n")[0])


def numbers(*sizes):
    return torch.rand(*sizes, device=device)


# ---- launches ----


def launch_rows():
    one = torch.ones(4, 4, device=device)

    def makes_new():
        x = torch.zeros(4, 4, device=device)
        wait()
        start = time.perf_counter()
        for _ in range(launches):
            x = torch.add(x, one)
        recorded = time.perf_counter()
        wait()
        return recorded - start, time.perf_counter() - start

    def into_one():
        x = torch.zeros(4, 4, device=device)
        wait()
        start = time.perf_counter()
        for _ in range(launches):
            torch.add(one, one, out=x)
        recorded = time.perf_counter()
        wait()
        return recorded - start, time.perf_counter() - start

    for name, run in ("launch_new", makes_new), ("launch_out", into_one):
        run()
        taken = [run() for _ in range(turns)]
        tell("figure", name + "_control", *(t[0] / launches for t in taken))
        tell("figure", name + "_all", *(t[1] / launches for t in taken))


# ---- copies ----


def copy_rows():
    here = torch.ones(copied)
    pinned, pinned_back = here.pin_memory(), torch.ones(copied).pin_memory()
    there, other = here.to(device), torch.empty(copied, device=device)
    second = torch.cuda.Stream()

    def there_pinned():
        other.copy_(pinned, non_blocking=True)

    def back_pinned():
        pinned_back.copy_(there, non_blocking=True)

    def both_pinned():
        there_pinned()
        with torch.cuda.stream(second):
            back_pinned()

    row("copy_there", lambda: lambda: here.to(device), 4)
    row("copy_back", lambda: lambda: there.to("cpu"), 4)
    row("copy_there_pinned", lambda: there_pinned, 4)
    row("copy_back_pinned", lambda: back_pinned, 4)
    row("copy_both_pinned", lambda: both_pinned, 4)


# ---- the chain ----


def chain(x):
    t = torch.relu(x * 0.5 + 1.5) * x
    return ((t - 0.5).abs() + 0.25) / x


# ---- products, with the values that the others multiply ----


def matrices(dtype, side):
    def make():
        made = [((numbers(side, side) / 2 + 0.5) * torch.randint(0, 2, (side, side), device=device).mul(2).sub(1)).to(dtype) for _ in range(2)]
        return lambda: torch.matmul(*made)

    return make


# ---- operators ----


def norm():
    x, weight, bias = numbers(rows, columns), torch.ones(columns, device=device), torch.zeros(columns, device=device)
    return lambda: torch.nn.functional.layer_norm(x, (columns,), weight, bias)


def select():
    x, index = numbers(rows, columns), torch.randint(0, rows, (rows,), device=device)
    return lambda: torch.index_select(x, 0, index)


def convolution():
    x, weight = numbers(images, channels, plane, plane), numbers(channels, channels, 3, 3)
    return lambda: torch.nn.functional.conv2d(x, weight, padding=1)


def of(operator, *sizes):
    def make():
        x = numbers(*sizes)
        return lambda: operator(x)

    return make


def main():
    for part, name in (launch_rows, "launch"), (copy_rows, "copy"):
        try:
            part()
        except Exception as why:
            tell("failed", name, str(why).split("\n")[0])
    row("chain", of(chain, elements), 16)
    for side, name in (large, "matmul_"), (small, "matmul_small_"):
        for dtype in "float32", "float16", "bfloat16":
            row(name + dtype, matrices(getattr(torch, dtype), side))
    row("sum", of(torch.sum, elements))
    row("softmax", of(lambda x: torch.softmax(x, 1), rows, columns))
    row("layer_norm", norm)
    row("transposed", of(lambda x: x.t().contiguous(), turned, turned))
    row("cumsum", of(lambda x: torch.cumsum(x, 0), scanned))
    row("index_select", select)
    row("sort", of(lambda x: torch.sort(x, 0)[0], sorted_))
    row("conv2d", convolution)
    if compiles:
        row("chain_compiled", lambda: of(torch.compile(chain), elements)(), 16)


main()
