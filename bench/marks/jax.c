/* What a dispatched add costs in JAX on the CPU, where a Python has it: the same 4x4, from Python, which is how it is called. */
#include "marks/marks.h"
#include "marks/mix.h"
#include "measure/clock.h"
#include "measure/python.h"

static const char program[] = "import os, sys, time\n"
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
    const bool answered = python_answer(program, "", line, sizeof line) && sscanf(line, "%lf %63s", &ns, version) == 2;
    mark_found(m, MARK_JAX, our_add_ns(), answered ? ns : NAN, NAN);
    if (answered)
        mark_note(m, MARK_JAX, "jitted, called from Python, version %s", version);
    else
        mark_note(m, MARK_JAX, "neither PYTHON nor python3 has jax");
}
