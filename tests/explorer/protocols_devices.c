/*
 * A device with streams: its issuing lane and their completing lanes, beside those who record, and those who wait. The device is that of
 * device.h, each of whose streams computes as late as it may. See protocols.c.
 */
#include "protocols.h"

#include "async/front/external.h"
#include "async/front/tensor.h"
#include "async/run/stream.h"
#include "async/run/submit.h"
#include "async/thread/stats.h"
#include "device.h"

#include <runahead.h>

enum { PIECES = 6 };

/* One number is one more than another, or than it was; a byte from nothing stays. */
typedef struct piece {
    const int *from;
    int *to;
    bool of_nothing;
    bool computed;
    bool ended; /* said by the completing lane */
    const struct piece *before; /* on another stream, and to end before; or NULL */
} piece;
static piece pieces[PIECES];
static ra_tensor *a, *b, *there;

static void compute(void *of)
{
    piece *p = of;
    if (p->from)
        *p->to = *p->from + 1;
    p->computed = true;
}

/* Phase 0 hands it over, phase 1 is when the device has done it. */
static ra_status run_on_device(const ra__run *r, int phase, int64_t first, int64_t last)
{
    piece *p = r->plan->state;
    (void)first, (void)last;
    if (phase == 0) {
        p->to = (int *)(void *)r->data[0];
        p->from = p->of_nothing ? NULL : (const int *)(const void *)r->data[1];
        ex_device_take(compute, p);
        return (ra_status)RA__PENDING;
    }
    if (!p->computed || (p->before && !p->before->ended))
        ex_note(7);
    p->ended = true;
    return RA_OK;
}

static const ra_kernel on_device = {.name = "piece", .run = run_on_device};

static void bind(ra__operand *o, const ra_tensor *t, bool writes)
{
    ra__job_bind(o, t->storage, ra__layout_of(t), t->offset, writes);
}

static void record_on(unsigned flags, int i, const ra_tensor *to, const ra_tensor *from)
{
    ra__job j;
    if (!ra__submit_begin() || ra__job_init(&j, NULL, RA_FUNCTIONAL, 1, from != NULL)) {
        ex_note(7);
        return;
    }
    bind(&j.operand[0], to, true);
    if (from)
        bind(&j.operand[1], from, false);
    pieces[i].of_nothing = !from;
    ra__prepared *p = ra__prepared_of(j.plan);
    p->name = "piece";
    p->plan.kernel = &on_device;
    p->plan.state = &pieces[i];
    p->plan.device = RA_CUDA;
    p->plan.flags = flags;
    p->plan.phases = 2;
    p->plan.grains[0] = p->plan.grains[1] = 1;
    ra__submit_to_device(&j);
}

static void record(int i, const ra_tensor *to, const ra_tensor *from)
{
    record_on(0, i, to, from);
}

/* The processor's task, which adds one as well. */
static ra_status run_here(const ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    ++*(int *)(void *)r->data[1];
    return RA_OK;
}

static const ra_kernel here = {.name = "here", .run = run_here};

static ra_tensor *record_here(ra_tensor *t)
{
    const ra_tensor *changed[] = {t};
    return ra__external_record(&(ra__external){.name = "here", .kernel = &here, .flags = RA__PLAN_LEAF, .grains = 1, .cost_ns = 1e9, .changed = changed, .changed_count = 1,
                                               .result = {.dtype = RA_UINT8, .ndim = 1, .sizes = {1}, .strides = {1}}}, NULL);
}

static ra_tensor *number(void)
{
    const int one = 1;
    return ra_from_copy(&one, RA_INT32, RA_DIMS(1));
}

static void begin_without_device(void)
{
    ra_config c = {.size = sizeof c, .workers = -1};
    if (ra_init(&c))
        ex_note(7);
    a = number();
    b = number();
}

static void begin(void)
{
    begin_without_device();
    if (ra__stream_ensure(RA_CUDA, "a protocol"))
        ex_note(7);
    ra__count(RA__STAT_WAITS, 0);
}

static int value_of(const ra_tensor *t)
{
    int got = 0;
    if (ra_copy_to(t, &got, sizeof got))
        ex_note(7);
    return got;
}

static bool all_end(void)
{
    ra_release(a);
    ra_release(b);
    ra_release(there);
    return ra_shutdown() == RA_OK && ra_get_memory_stats().live == 0 && ex_device_waiting() == 0 && ex_noted(7) == 0;
}

/* ---- one that is recorded while the one before it is issued, or done; and two who record ---- */

static void begin_issued(void)
{
    begin();
    record(0, a, a);
}

static void record_two(void)
{
    ra__count(RA__STAT_WAITS, 0);
    record(0, a, a);
    record(1, a, a);
}

static void record_third(void)
{
    ra__count(RA__STAT_WAITS, 0);
    record(2, a, a);
}

static bool two_end(void)
{
    return value_of(a) == 3 && all_end();
}

static bool three_end(void)
{
    return value_of(a) == 4 && all_end();
}

/* ---- one stream behind another, and that behind the first; recorded before and after what they depend on is issued ---- */

static void record_to_and_fro(void)
{
    ra__count(RA__STAT_WAITS, 0);
    pieces[1].before = &pieces[0];
    pieces[2].before = &pieces[1];
    record_on(RA__PLAN_INCOMING, 1, b, a);
    record(2, a, b);
}

static bool to_and_fro_end(void)
{
    return value_of(a) == 4 && value_of(b) == 3 && all_end();
}

/* ---- what follows on the processor waits for the end ---- */

static void follow_here(void)
{
    ra_tensor *done = record_here(a);
    if (ra_wait(done) || value_of(a) != 3)
        ex_note(7);
    ra_release(done);
}

/* ---- what follows the processor's is issued by whoever ends that ---- */

static ra_tensor *before;

static void begin_behind(void)
{
    begin();
    before = record_here(a);
    record(0, a, a);
}

static void poll(void)
{
    (void)ra_poll();
}

static bool behind_end(void)
{
    const bool right = value_of(a) == 4;
    ra_release(before);
    return right && all_end();
}

/* ---- what comes after the processor's and the stream's is issued by the last of the two, and finds what the first has written ---- */

static void begin_behind_both(void)
{
    begin();
    before = record_here(b);
    record(0, a, a);
    record(1, a, b);
}

static bool both_end(void)
{
    const bool right = value_of(a) == 3;
    ra_release(before);
    return right && all_end();
}

/* ---- there is no memory until what was issued is done ---- */

/* What has ended has given back what it had. */
static void found_memory(void)
{
    if (!pieces[0].ended)
        ex_note(7);
}

static void begin_short(void)
{
    begin();
    ra_storage *s = ra__storage_new(RA_CUDA, sizeof(int));
    there = s ? ra__tensor_new(s, &(ra__shape){.dtype = RA_INT32, .ndim = 1, .sizes = {1}, .strides = {1}}, 0) : NULL;
    if (!there)
        ex_note(7);
    ex_device_refuse_once(found_memory);
}

static void record_short(void)
{
    record(0, a, a);
    record(1, there, a);
    record(2, b, there);
}

static bool short_end(void)
{
    return value_of(b) == 4 && value_of(a) == 2 && all_end();
}

/* ---- jobs that are held while too much has been issued ---- */

/* Of the first a byte, so that the second is issued beside it: when the one has ended the other is still too much. */
static void begin_held(void)
{
    begin();
    there = ra_from_copy("", RA_UINT8, RA_DIMS(1));
    record(0, there, NULL);
    record(1, a, a);
    record(2, b, b);
}

/* The second is let go on with by either lane, and the third held before the other comes to it. */
static void begin_held_again(void)
{
    begin_issued();
    record(1, b, b);
    record(2, a, a);
}

static bool held_end(void)
{
    return value_of(b) == 2 && value_of(a) == (there ? 2 : 3) && all_end();
}

/* ---- two who are the first ---- */

static void start_only(void)
{
    if (ra__stream_ensure(RA_CUDA, "a protocol"))
        ex_note(7);
}

static void start_and_record(void)
{
    start_only();
    record(0, a, a);
}

static bool one_end(void)
{
    return value_of(a) == 2 && all_end();
}

const ex_protocol ex_protocols_devices[] = {
    {"stream", begin_issued, {record_third}, two_end, .most = 2, .enough = 3000, .heavy = true},
    {"stream's recorders", begin, {record_two, record_third}, three_end, .most = 1, .enough = 1500},
    {"streams", begin_issued, {record_to_and_fro}, to_and_fro_end, .most = 1, .enough = 3000, .heavy = true},
    {"stream before a task", begin_issued, {follow_here}, all_end, .most = 1, .enough = 1500},
    {"stream behind a task", begin_behind, {poll, record_third}, behind_end, .most = 1, .enough = 1500},
    {"stream behind both", begin_behind_both, {poll}, both_end, .most = 1, .enough = 8000},
    {"stream's memory", begin_short, {record_short}, short_end, .most = 1, .enough = 1500},
    {"stream's held", begin_held, {ex_wait_quiet}, held_end, .most = 2, .enough = 6000},
    {"stream's held again", begin_held_again, {ex_wait_quiet}, held_end, .most = 2, .enough = 6000},
    {"stream's start", begin_without_device, {start_only, start_and_record}, one_end, .most = 1, .enough = 1500},
    {NULL},
};
