/*
 * Where a Python has them: what a dispatched add costs in JAX on the CPU, the same 4x4, and the chain of 8 operators compiled by JAX and
 * by PyTorch. From Python, which is how they are called.
 */
#include "marks/marks.h"
#include "marks/mix.h"
#include "measure/clock.h"
#include "measure/python.h"

static const char add_program[] = "import os, sys, time\n"
                              "os.environ['JAX_PLATFORMS'] = 'cpu'\n"
                              "try:\n"
                              "    import jax\n"
                              "    import jax.numpy as jnp\n"
                              "except ImportError:\n"
                              "    print('missing')\n"
                              "    sys.exit(0)\n"
                              "add = jax.jit(lambda a, b: a + b)\n"
                              "a, b = jnp.ones((4, 4)), jnp.ones((4, 4))\n"
                              "add(a, b).block_until_ready()\n"
                              "best = []\n"
                              "for turn in range(50):\n"
                              "    kept = []\n"
                              "    start = time.perf_counter_ns()\n"
                              "    for i in range(200):\n"
                              "        kept.append(add(a, b))\n"
                              "    best.append((time.perf_counter_ns() - start) / 200)\n"
                              "    assert all(float(r[0, 0]) == 2.0 for r in (kept[0], kept[-1]))\n"
                              "print(sorted(best)[25], jax.__version__)\n";

static double our_add_ns(void)
{
    samples s = {0};
    RA_AUTO ra_tensor *a = ra_ones(RA_DIMS(4, 4)), *b = ra_ones(RA_DIMS(4, 4));
    for (int n = 0; n < 200; n++) {
        ra_tensor *kept[MIX];
        const int64_t start = clock_now_ns();
        for (int i = 0; i < MIX; i++)
            kept[i] = ra_add(a, b);
        samples_add(&s, (double)(clock_now_ns() - start) / MIX);
        ra_wait_all();
        for (int i = 0; i < MIX; i++)
            ra_release(kept[i]);
    }
    const double ns = samples_quantile(&s, 0.5);
    samples_free(&s);
    return ns;
}

void marks_jax(marks *m)
{
    char line[128] = "", version[64] = "";
    double ns = NAN;
    const bool answered = python_answer(add_program, "", line, sizeof line) && sscanf(line, "%lf %63s", &ns, version) == 2;
    mark_found(m, MARK_JAX, our_add_ns(), answered ? ns : NAN, NAN);
    if (answered)
        mark_note(m, MARK_JAX, "jitted, called from Python, version %s", version);
    else
        mark_note(m, MARK_JAX, "neither PYTHON nor python3 has jax");
}

/* The whole chain is one call of a compiled function, waited for; the operands are those of fusion.c. */
static const char chain_program[] = "import os, sys, time\n"
                                    "which, n, threads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])\n"
                                    "os.environ['JAX_PLATFORMS'] = 'cpu'\n"
                                    "import numpy as np\n"
                                    "steps = np.arange(n, dtype=np.float32)\n"
                                    "a, b = np.remainder(steps, 97) / np.float32(97), np.remainder(steps, 89) / np.float32(89)\n"
                                    "if which == 'jax':\n"
                                    "    import jax\n"
                                    "    import jax.numpy as lib\n"
                                    "    a, b, relu, version = lib.asarray(a), lib.asarray(b), jax.nn.relu, jax.__version__\n"
                                    "else:\n"
                                    "    import torch as lib\n"
                                    "    lib.set_num_threads(threads)\n"
                                    "    a, b, relu, version = lib.from_numpy(a), lib.from_numpy(b), lib.relu, lib.__version__\n"
                                    "def chain(a, b):\n"
                                    "    return lib.tanh(lib.sqrt(lib.abs(relu(a * b + 1.5) * a - b)))\n"
                                    "compiled = jax.jit(chain) if which == 'jax' else lib.compile(chain)\n"
                                    "def once():\n"
                                    "    start = time.perf_counter_ns()\n"
                                    "    r = compiled(a, b)\n"
                                    "    if which == 'jax':\n"
                                    "        r.block_until_ready()\n"
                                    "    return time.perf_counter_ns() - start, r\n"
                                    "for turn in range(3):\n"
                                    "    ns, r = once()\n"
                                    "want = np.tanh(np.sqrt(np.abs(np.maximum(0.5 * 0.25 + 1.5, 0) * 0.5 - 0.25)))\n"
                                    "assert abs(float(compiled(a[:1] * 0 + 0.5, b[:1] * 0 + 0.25)[0]) - want) < 1e-6\n"
                                    "times = []\n"
                                    "for turn in range(15):\n"
                                    "    del r\n"
                                    "    ns, r = once()\n"
                                    "    times.append(ns)\n"
                                    "print(sorted(times)[7] / 1e6, version)\n";

void marks_chain_compiled(marks *m, int64_t floats, double ours_ms)
{
    static const struct {
        mark_id id;
        const char *module, *name;
    } peers[] = {{MARK_CHAIN_JAX, "jax", "JAX"}, {MARK_CHAIN_COMPILED, "torch", "PyTorch"}};
    for (size_t i = 0; i < sizeof peers / sizeof *peers; i++) {
        char line[128] = "", version[64] = "", arguments[64];
        double ms = NAN;
        progress("marks: chain, compiled by %s", peers[i].name);
        snprintf(arguments, sizeof arguments, "%s %lld %d", peers[i].module, (long long)floats, m->threads);
        const bool answered = python_answer(chain_program, arguments, line, sizeof line) && sscanf(line, "%lf %63s", &ms, version) == 2;
        mark_found(m, peers[i].id, ours_ms, answered ? ms : NAN, NAN);
        if (answered)
            mark_note(m, peers[i].id, "from Python, version %s", version);
        else
            mark_note(m, peers[i].id, "neither PYTHON nor python3 has %s with NumPy, or it could not compile the chain", peers[i].name);
    }
}
