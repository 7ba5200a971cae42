#include "async/run/piece.h"

#include "async/os/fpu.h"
#include "async/os/os.h"
#include "async/os/point.h"
#include "async/pool/stand_back.h"
#include "async/run/costs.h"
#include "async/run/trace.h"
#include "async/thread/scratch.h"
#include "async/thread/settings.h"
#include "async/thread/stats.h"

static void count_run(uint64_t ns)
{
    ra__count(RA__STAT_KERNEL_NS, ns);
    if (!ra__is_worker() && ra__tls.wait_depth == 0)
        ra__count(RA__STAT_KERNEL_NS_CONTROL, ns);
    ra__count(RA__STAT_GRAINS, 1);
}

static ra_status run_kernel(ra_task *t, ra__run *run)
{
    const ra_plan *p = t->job.plan;
    const double expected_ns = ra__cost_expected_ns(&t->job);
    const bool timed = ra__is_tracing() || ra__cost_is_due(&t->job, expected_ns, ra__settings.inline_ns);
    ra__pool_busy(t);
    const uint64_t start = timed ? ra__os_now_ns() : 0;
    const unsigned fpu = ra__fpu_enter();
    const ra_status s = p->kernel->run(run, 0, 0, 1);
    ra__fpu_leave(fpu);
    const uint64_t ns = timed ? ra__os_now_ns() - start : (uint64_t)(int64_t)expected_ns;
    ra__pool_idle(timed ? ns : 0, p->cost_ns);
    count_run(ns);
    if (timed) {
        ra__trace_kernel(t, start, ns);
        ra__cost_learn(&t->job, ns);
    }
    return s;
}

bool ra__run_piece(ra_task *t)
{
    ra__job_memory m;
    const enum ra__begin begun = ra__job_begin(&t->job, &m);
    if (begun == RA__NO_MEMORY)
        return false;
    if (begun == RA__BEGUN) {
        char message[400];
        message[0] = 0;
        ra__trace_started(t);
        RA__POINT(GRAIN);
        ra__run run = ra__job_run_of(&t->job, &m);
        run.message = message;
        run.message_size = sizeof message;
        const size_t scratch_bytes = t->job.plan->scratch;
        ra__scratch scratch;
        run.scratch = scratch_bytes ? ra__scratch_take(&scratch, scratch_bytes) : NULL;
        const ra_status s = scratch_bytes && !run.scratch ? RA_ERR_TASK_MEMORY : run_kernel(t, &run);
        if (scratch_bytes)
            ra__scratch_give(&scratch);
        ra__job_end(&t->job, &m, s, message);
    }
    return true;
}
