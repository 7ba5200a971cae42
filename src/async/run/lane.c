#include "async/run/lane.h"

#include "async/os/mutant.h"
#include "async/run/faults.h"
#include "async/run/run.h"
#include "async/thread/serial.h"

static void serve(ra__serial_item *item);

static ra__serial lane = {.number = 9001, .serve = serve};

static void serve(ra__serial_item *item)
{
    ra__course *c = (ra__course *)((char *)item - offsetof(ra__course, lane_item));
    if (RA__MUTANT(LANE_RUNS_ON))
        ra__run_claimed(c->task, c->lane_flags);
    else
        ra__run_alone(c->task, c->lane_flags); /* what it makes ready may wait for what comes after it in this lane */
}

bool ra__lane_take(ra_task *t, unsigned flags)
{
    if (ra__serial_is_self(&lane) || !ra__task_take_course(t))
        return false;
    t->course->lane_flags = flags;
    return ra__serial_push(&lane, &t->course->lane_item);
}

void ra__lane_expect(void)
{
    (void)ra__serial_expect(&lane); /* without memory for it now, ra__lane_take tries again */
}

/* ---- what goes on elsewhere ---- */

static void complete(ra__serial_item *item)
{
    ra__course *c = (ra__course *)((char *)item - offsetof(ra__course, lane_item));
    ra__run_resume(c->task);
}

static ra__serial completing = {.number = 9005, .serve = complete};

bool ra__complete_expect(void)
{
    return ra__serial_expect(&completing);
}

void ra__complete(ra_task *t, ra_status status, const char *message)
{
    if (status)
        ra__fault_note_at(t, 0, status, message ? message : "");
    if (!ra__serial_push(&completing, &t->course->lane_item)) /* nobody has expected it, and there is no thread to be had */
        ra__run_resume(t);
}

void ra__lane_stop(void)
{
    ra__serial_stop(&lane);
    ra__serial_stop(&completing);
}

void ra__lane_fork_child(void)
{
    ra__serial_fork_child(&lane);
    ra__serial_fork_child(&completing);
}
