"""The loop of bench control, over the same fits, in a library that is used from Python: control_loop.py torch|jax|mlx FOLDER SECONDS THREADS.

Writes one line: the share of deadlines missed in %, lateness p50, p99, p99.9 and max, what a fit keeps the loop's thread in us, fits per
second, the lowest accuracy, the library's version. Exit status 3: the library is not there.
"""
import ctypes
import os
import sys
import time

library, folder, seconds, threads = sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])
os.environ["JAX_PLATFORMS"] = "cpu"
try:
    import numpy as np

    if library == "torch":
        import torch as lib
    elif library == "jax":
        import jax as lib
        import jax.numpy as jnp
        import jax.scipy.linalg as jsl
    else:
        import mlx.core as lib
except ImportError:
    sys.exit(3)

FOLDS, GAMMA, LAMBDA = 6, 0.1, 0.01
PERIOD_NS, WORK_NS = 1_000_000, 100_000

digits = np.load(os.path.join(folder, "digits_images.npy"))
digits = digits.reshape(len(digits), -1).astype(np.float32) / 16
labels = np.load(os.path.join(folder, "digits_labels.npy")).astype(np.int32)
one_hot = np.eye(10, dtype=np.float32)[labels]


def parts(fold):
    held_out = np.arange(len(digits)) % FOLDS == fold
    return digits[~held_out], one_hot[~held_out], digits[held_out], labels[held_out]


# ---- each library: how a fit is begun, whether it is there, how it is read ----


class Torch:
    version = getattr(lib, "__version__", "")

    def __init__(self):
        lib.set_num_threads(threads)
        self.folds = [tuple(lib.from_numpy(a) for a in parts(i)) for i in range(FOLDS)]

    def begin(self, fold):
        x, y, held_out, known = self.folds[fold]
        k = lib.cdist(x, x).square_().mul_(-GAMMA).exp_()
        k.diagonal().add_(LAMBDA)
        factor = lib.linalg.cholesky(k)
        half = lib.linalg.solve_triangular(factor, y, upper=False)
        weights = lib.linalg.solve_triangular(factor.t(), half, upper=True)
        scores = lib.cdist(held_out, x).square_().mul_(-GAMMA).exp_() @ weights
        return (scores.argmax(1) == known).float().mean()

    def is_ready(self, fit):
        return True  # it was computed before the call returned

    def read(self, fit):
        return float(fit)


class Jax:
    version = getattr(lib, "__version__", "")

    def __init__(self):
        def kernel(a, b):
            squares = (a * a).sum(1)[:, None] + (b * b).sum(1)[None] - 2 * a @ b.T
            return jnp.exp(-GAMMA * squares)

        def fit(x, y, held_out, known):
            factor = jnp.linalg.cholesky(kernel(x, x) + LAMBDA * jnp.eye(x.shape[0], dtype=x.dtype))
            half = jsl.solve_triangular(factor, y, lower=True)
            weights = jsl.solve_triangular(factor.T, half, lower=False)
            return ((kernel(held_out, x) @ weights).argmax(1) == known).mean()

        self.folds = [tuple(jnp.asarray(a) for a in parts(i)) for i in range(FOLDS)]
        self.fit = lib.jit(fit)

    def begin(self, fold):
        return self.fit(*self.folds[fold])

    def is_ready(self, fit):
        return fit.is_ready()

    def read(self, fit):
        return float(fit)


class Mlx:
    version = getattr(lib, "__version__", "")

    def __init__(self):
        lib.set_default_device(lib.cpu)
        self.folds = [tuple(lib.array(a) for a in parts(i)) for i in range(FOLDS)]
        self.takes_ns, self.begun_ns = 0, 0

    def begin(self, fold):
        x, y, held_out, known = self.folds[fold]

        def kernel(a, b):
            squares = (a * a).sum(1)[:, None] + (b * b).sum(1)[None] - 2 * (a @ b.T)
            return lib.exp(-GAMMA * squares)

        factor = lib.linalg.cholesky(kernel(x, x) + LAMBDA * lib.eye(x.shape[0]))
        half = lib.linalg.solve_triangular(factor, y, upper=False)
        weights = lib.linalg.solve_triangular(factor.T, half, upper=True)
        fit = (lib.argmax(kernel(held_out, x) @ weights, axis=1) == known).astype(lib.float32).mean()
        self.begun_ns = time.perf_counter_ns()
        lib.async_eval(fit)
        return fit

    def is_ready(self, fit):
        return time.perf_counter_ns() - self.begun_ns > 1.2 * self.takes_ns  # it cannot be asked

    def read(self, fit):
        return float(fit.item())


# ---- the loop ----


def busy(until_ns):
    while time.perf_counter_ns() < until_ns:
        pass


def run(peer):
    lateness, blocked, accuracy, missed, periods, fold, fit, kept = [], [], [], 0, 0, 0, None, 0
    begin = time.perf_counter_ns() + PERIOD_NS
    end, due = begin + int(seconds * 1e9), begin
    while due < end:
        left = due - time.perf_counter_ns()
        if left > 0:
            time.sleep(left / 1e9)
        began = time.perf_counter_ns()
        lateness.append(began - due)
        busy(began + WORK_NS)
        start = time.perf_counter_ns()
        if fit is not None and peer.is_ready(fit):
            accuracy.append(peer.read(fit))
            blocked.append(kept + time.perf_counter_ns() - start)
            fit, start = None, time.perf_counter_ns()
        if fit is None:
            fit = peer.begin(fold)
            kept, fold = time.perf_counter_ns() - start, (fold + 1) % FOLDS
        done = time.perf_counter_ns()
        periods += 1
        missed += done > due + PERIOD_NS
        due += PERIOD_NS
        while done >= due + PERIOD_NS and due < end:  # periods that went by wholly
            lateness.append(done - due)
            periods, missed, due = periods + 1, missed + 1, due + PERIOD_NS
    took = (time.perf_counter_ns() - begin) / 1e9
    late = np.quantile(np.array(lateness) / 1e3, [0.5, 0.99, 0.999, 1.0])
    print(100 * missed / periods, *late, np.median(blocked) / 1e3 if blocked else "nan", len(accuracy) / took, min(accuracy, default="nan"), peer.version)


def main():
    ctypes.CDLL(None).prctl(29, 1, 0, 0, 0)  # PR_SET_TIMERSLACK, as every control loop asks for
    peer = {"torch": Torch, "jax": Jax, "mlx": Mlx}[library]()
    took = []
    for turn in range(2):  # compiles, and says how long one takes
        for fold in range(FOLDS):
            start = time.perf_counter_ns()
            peer.read(peer.begin(fold))
            took.append(time.perf_counter_ns() - start)
    peer.takes_ns = sorted(took[FOLDS:])[FOLDS // 2]
    run(peer)


main()
