/*
 * Kernels of the programs' own: one that is held up until a gate opens, of several grains, of many phases, on the lane of files, with two
 * results of which one lies over its input, that fails, that calls the library, and on the device. Each gives its input plus one. And a
 * function, which adds one tensor to another.
 */
#include "works.h"

#include "async/front/external.h"
#include "async/front/tensor.h"
#include "async/run/stream.h"
#include "async/run/submit.h"
#include "device.h"
#include "steps.h"

#include <runahead/function.h>

#include <string.h>

typedef struct gate {
    bool open;
    ex_clock clock;
} gate;
static gate gates[EX_CONTROL][EX_GATES];

enum { PACKED = 2, PHASES = 10, /* more than a plan holds */ GRAINS = 5 };

typedef struct work {
    enum ex_work kind;
    gate *gate;
    int thread, length, grains, how;
    bool has_input;
    int64_t step;     /* between the elements of its input, or of what a function writes */
    int64_t step_read; /* between those that a function reads */
    ra_tensor *other; /* that a kernel waits for */
    float *to;        /* of one that is handed to the device, like the next */
    const float *from;
    int pieces;       /* that are packed, by whoever comes, before it is handed over, and unpacked when it is done; 0: there is nothing to pack */
    int packed[PACKED], unpacked[PACKED];
    bool ran[PHASES][GRAINS]; /* grains of one of many phases that are done */
    int failed_in;            /* the phase; -1: none has */
    ex_view view;     /* its values */
} work;
static work works[EX_STEPS];

void ex_works_begin(void)
{
    memset(gates, 0, sizeof gates);
    memset(works, 0, sizeof works);
    ex_lanes_begin();
}

static void open_one(gate *g)
{
    g->open = true;
    ex_join(&g->clock, &ex.now->clock);
    ex.now->clock.at[ex.now->number]++;
}

void ex_gate_open(int thread, int number)
{
    open_one(&gates[thread][number % EX_GATES]);
}

void ex_gates_open(int thread)
{
    for (int i = 0; i < EX_GATES; i++)
        if (!gates[thread][i].open)
            open_one(&gates[thread][i]);
}

static bool is_open(void *g)
{
    return ((gate *)g)->open;
}

static void pass(gate *g)
{
    if (ex.now->business != EX_BACKGROUND) /* it would wait for itself */
        g->open = true;
    ex_wait_until(is_open, g);
    ex_join(&ex.now->clock, &g->clock);
}

/* ---- a kernel that calls the library ---- */

/* Many a task is waited for in the place of one, by one of these kernels: of a storage's entries some stand for several that write. */
static bool any_has_joined(void)
{
    for (int k = 0; k < ex_running->steps; k++) {
        const ra__hazards *h = works[k].other ? &works[k].other->storage->hazards : NULL;
        for (int i = 0; h && i < h->count; i++)
            if (h->entries[i].task->kind == RA__TASK_JOIN && ra__hazard_writes(&h->entries[i]))
                return true;
    }
    return false;
}

/*
 * All that it waits for was recorded before it and is written no more, so no wait can be refused, but one for what it records itself
 * where a storage has so many entries that they are joined: among those that this comes after may be some that write other bytes, and
 * come after the kernel. Where it runs in the thread that is to open the gates, these are opened now: it would wait for itself.
 */
static void be_a_guest(const work *w)
{
    enum ex_business before = ex.now->business;
    if (before != EX_BACKGROUND)
        ex_gates_open(w->thread);
    ex.now->nested++;
    if (w->how & 1)
        for (int i = 0; i < 2; i++)
            (void)ra_poll();
    if (w->how & 2)
        (void)ra_is_ready(w->other);
    ra_tensor *next = w->how & 6 ? ra_neg(w->other) : ra_ref(w->other);
    if (next && ra_wait(next) == RA_ERR_STATE && !(w->how & 6 && any_has_joined()))
        ex_fail("a kernel that waits for what was recorded before it is refused: %s", ra_last_error());
    ra_release(next);
    ra_clear_error();
    ex.now->nested--;
    ex.now->business = before;
}

static void give_up_other(void *state)
{
    work *w = state;
    ra_tensor *other = w->other;
    w->other = NULL;
    if (ex_is_forking()) /* the engine gives it up under its lock, where a plan may call nothing of the library; the child counts nothing */
        return;
    ex.now->nested++;
    ra_release(other);
    ex.now->nested--;
}

/* ---- running ---- */

/* Accesses are told to the detector of races by hand: nothing here is instrumented. */
static void write_element(ra__run *r, int operand, int64_t i, float value)
{
    float *out = (float *)(void *)r->data[operand] + i;
    ex_plain(out, sizeof *out, EX_STORE, (void *)(uintptr_t)write_element);
    *out = value;
    ex_point((void *)(uintptr_t)write_element);
}

static void do_pieces(int *pieces, int64_t first, int64_t last, void *where)
{
    for (int64_t i = first; i < last; i++) {
        ex_plain(&pieces[i], sizeof pieces[i], EX_STORE, where);
        pieces[i]++;
        ex_point(where);
    }
}

static float read_element(ra__run *r, int operand, const work *w, int i)
{
    if (!w->has_input)
        return 0;
    const float *in = (const float *)(const void *)r->data[operand] + i * w->step;
    ex_plain(in, sizeof *in, EX_LOAD, (void *)(uintptr_t)read_element);
    return *in;
}

static ra_status run_work(ra__run *r, int phase, int64_t first, int64_t last)
{
    const work *w = r->plan->state;
    (void)phase;
    if (w->gate)
        pass(w->gate);
    if (w->kind == EX_WORK_GUEST)
        be_a_guest(w);
    for (int i = 0; i < w->length; i++) {
        if (i % w->grains < first || i % w->grains >= last)
            continue;
        float x = read_element(r, 2, w, i);
        write_element(r, 0, i, x + 1);
        if (w->kind == EX_WORK_PAIR)
            write_element(r, 1, i * w->step, -x);
    }
    if (w->kind == EX_WORK_FAIL)
        return ra__fault(r, RA_ERR_VALUE, "the program said so");
    return RA_OK;
}

static const ra_kernel work_kernel = {.name = "work", .run = run_work};

/* ---- many phases ---- */

/* Of each work the same, and each begins elsewhere: with a phase of one grain, of several, and of none. */
static int64_t grains_of(const ra_plan *p, int phase)
{
    static const uint8_t grains[PHASES] = {3, 1, 0, GRAINS, 2, 0, 0, 4, 1, 2};
    const work *w = p->state;
    return grains[(phase + w->grains) % PHASES];
}

/* The phase before, and behind, that has grains; -1 or PHASES: there is none. */
static int next_phase(const ra_plan *p, int phase, int by)
{
    do
        phase += by;
    while (phase >= 0 && phase < PHASES && grains_of(p, phase) == 0);
    return phase;
}

/* The first that has several grains and is not the first of all. */
static int middle_phase(const ra_plan *p)
{
    int phase = next_phase(p, next_phase(p, -1, 1), 1);
    while (grains_of(p, phase) < 2)
        phase = next_phase(p, phase, 1);
    return phase;
}

/* All that comes before is done, and nothing of it has failed; each is run once. The marks tell of the order of events, the elements (below) of
 * what orders memory. */
static void check_order(const work *w, const ra_plan *p, int phase, int64_t grain)
{
    const int before = next_phase(p, phase, -1);
    if (w->failed_in >= 0 && phase > w->failed_in)
        ex_fail("phase %d begins, and phase %d has failed", phase, w->failed_in);
    for (int g = 0; before >= 0 && g < grains_of(p, before); g++)
        if (!w->ran[before][g])
            ex_fail("phase %d begins before grain %d of phase %d is done", phase, g, before);
    if (w->ran[phase][grain])
        ex_fail("grain %d of phase %d is run again", (int)grain, phase);
}

/* Other elements than the grain of the phase before: who reads one reads what another thread may have written. */
static void take_elements(ra__run *r, const work *w, int phase, int64_t grain)
{
    const bool is_first = next_phase(r->plan, phase, -1) < 0;
    int more = 1; /* than its input, in the first: one by all together */
    for (int later = phase; is_first && (later = next_phase(r->plan, later, 1)) < PHASES;)
        more--;
    for (int i = 0; i < w->length; i++) {
        if ((i + phase) % grains_of(r->plan, phase) != grain)
            continue;
        const float *out = (const float *)(const void *)r->data[0] + i;
        if (!is_first)
            ex_plain(out, sizeof *out, EX_LOAD, (void *)(uintptr_t)take_elements);
        write_element(r, 0, i, is_first ? read_element(r, 1, w, i) + (float)more : *out + 1);
    }
}

static ra_status run_phase(ra__run *r, int phase, int64_t first, int64_t last)
{
    work *w = r->plan->state;
    const bool is_middle = phase == middle_phase(r->plan);
    for (int64_t g = first; g < last; g++) {
        check_order(w, r->plan, phase, g);
        if (is_middle && w->gate)
            pass(w->gate);
        take_elements(r, w, phase, g);
        if (is_middle && g == 0 && w->kind == EX_WORK_FAIL) {
            w->failed_in = phase;
            return ra__fault(r, RA_ERR_VALUE, "the program said so");
        }
        w->ran[phase][g] = true;
        ex_point((void *)(uintptr_t)run_phase);
    }
    return RA_OK;
}

static const ra_kernel phases_kernel = {.name = "work", .run = run_phase, .grains = grains_of};

/* ---- recording ---- */

static int64_t step_of(const ra_tensor *in)
{
    return in && ra_ndim(in) ? ra_stride(in, 0) : 1;
}

ra_tensor *ex_work_record(int number, enum ex_work kind, int grains, int length, const ra_tensor *in, const ra_tensor *other)
{
    const ex_step *s = &ex_running->step[number];
    work *w = &works[number];
    *w = (work){.kind = kind, .thread = s->thread, .grains = grains, .length = length, .has_input = in != NULL, .step = step_of(in), .how = s->k};
    if (kind == EX_WORK_HOLD)
        w->gate = &gates[s->thread][s->k % EX_GATES];
    const ra_tensor *inputs[2] = {in, NULL};
    ra__external e = {.name = "work", .kernel = &work_kernel, .grains = grains, .cost_ns = w->gate ? 1e9 : 1e5 * grains, .state = w, .inputs = inputs, .input_count = in ? 1 : 0};
    e.token = kind == EX_WORK_SPLIT && grains > 4 ? 1 : 0;
    e.flags = kind == EX_WORK_FILE || (kind == EX_WORK_GUEST && s->k & 4) ? RA__PLAN_BLOCKING : kind == EX_WORK_SPLIT && s->k & 1 ? RA__PLAN_LEAF : 0;
    e.result = (ra__shape){.dtype = RA_FLOAT32, .ndim = length > 1, .sizes = {length}, .strides = {1}};
    if (kind == EX_WORK_GUEST) {
        w->other = ra_ref(other);
        e.release = give_up_other;
        if (!w->other)
            return NULL;
    }
    ra_tensor *made = ra__external_record(&e, NULL);
    if (!made && e.release)
        e.release(w);
    return made;
}

/* A new tensor that is the first result of a job, whose input, if there is one, is bound behind all of them; NULL: there is no memory. */
static ra_tensor *begin_job(ra__job *j, int results, int length, const ra_tensor *in)
{
    const int64_t size = length;
    ra_tensor *made = ra_empty(ra_dims_of(&size, in ? ra_ndim(in) : 1), NULL);
    if (!made || !ra__submit_begin() || ra__job_init(j, NULL, RA_FUNCTIONAL, (size_t)results, in != NULL)) {
        ra_release(made);
        ra__refusal(RA_ERR_MEMORY, "work: out of memory for its task");
        return NULL;
    }
    ra__job_bind(&j->operand[0], made->storage, ra__layout_of(made), 0, true);
    if (in)
        ra__job_bind(&j->operand[results], in->storage, ra__layout_of(in), in->offset, false);
    ra__called((ra_site){NULL, RA__NO_LINE});
    ra__job_set_site(j);
    return made;
}

/* One grain, which takes no time worth telling. */
static ra_plan *plan_of(const ra__job *j, const ra_kernel *kernel, work *w)
{
    ra__prepared *p = ra__prepared_of(j->plan);
    p->name = "work";
    p->plan.kernel = kernel;
    p->plan.state = w;
    p->plan.phases = 1;
    p->plan.grains[0] = 1;
    p->plan.cost_ns = 1e5;
    return &p->plan;
}

/* Of which the first is new, and the second lies over the input. */
ra_tensor *ex_work_pair(int number, int length, ra_tensor *in)
{
    work *w = &works[number];
    *w = (work){.kind = EX_WORK_PAIR, .grains = 1, .length = length, .has_input = true, .step = step_of(in)};
    ra__job j;
    ra_tensor *made = begin_job(&j, 2, length, in);
    if (!made)
        return NULL;
    ra__job_bind(&j.operand[1], in->storage, ra__layout_of(in), in->offset, true);
    (void)plan_of(&j, &work_kernel, w);
    ra__submit(&j);
    return made;
}

ra_tensor *ex_work_phases(int number, enum ex_work kind, int length, const ra_tensor *in)
{
    const ex_step *s = &ex_running->step[number];
    work *w = &works[number];
    *w = (work){.kind = kind, .thread = s->thread, .grains = number, .length = length, .has_input = in != NULL, .step = step_of(in), .failed_in = -1};
    if (kind == EX_WORK_HOLD)
        w->gate = &gates[s->thread][s->k % EX_GATES];
    ra__job j;
    ra_tensor *made = begin_job(&j, 1, length, in);
    if (!made)
        return NULL;
    ra_plan *p = plan_of(&j, &phases_kernel, w);
    p->flags = RA__PLAN_TOLD | (kind == EX_WORK_SPLIT && s->k & 1 ? RA__PLAN_LEAF : 0);
    p->phases = PHASES;
    p->grains[0] = 0;
    for (int phase = 0; phase < PHASES; phase++)
        p->grains[0] += grains_of(p, phase);
    p->cost_ns = w->gate ? 1e9 : 1e5 * (double)p->grains[0];
    ra__submit(&j);
    return made;
}

/* ---- on the device ---- */

/* How many of the pieces are done; each once. */
static int done_of(const int *pieces, int count, void *where)
{
    int done = 0;
    for (int i = 0; i < count; i++) {
        ex_plain(&pieces[i], sizeof pieces[i], EX_LOAD, where);
        done += pieces[i];
    }
    return done;
}

/* A result without all its pieces is another one. */
static void compute(void *of)
{
    const work *w = of;
    const float more = done_of(w->packed, w->pieces, (void *)(uintptr_t)compute) == w->pieces ? 1 : 100;
    for (int i = 0; i < w->length; i++) {
        const float *x = w->from + i * w->step;
        ex_plain(x, sizeof *x, EX_LOAD, (void *)(uintptr_t)compute);
        ex_plain(w->to + i, sizeof *w->to, EX_STORE, (void *)(uintptr_t)compute);
        w->to[i] = *x + more;
    }
}

static ra_status run_on_device(ra__run *r, int phase, int64_t first, int64_t last)
{
    work *w = r->plan->state;
    const int handing = w->pieces > 0;
    if (phase < handing) {
        do_pieces(w->packed, first, last, (void *)(uintptr_t)run_on_device);
        return RA_OK;
    }
    if (phase > handing) {
        do_pieces(w->unpacked, first, last, (void *)(uintptr_t)run_on_device);
        return RA_OK;
    }
    w->to = (float *)(void *)r->data[0];
    w->from = (const float *)(const void *)r->data[1];
    ex_device_take(compute, w);
    return (ra_status)RA__PENDING;
}

static const ra_kernel device_kernel = {.name = "work", .run = run_on_device};

ra_tensor *ex_work_on_device(int number, int length, const ra_tensor *in)
{
    work *w = &works[number];
    *w = (work){.length = length, .step = step_of(in), .pieces = number % 2 * PACKED};
    const int64_t size = length;
    if (ra__stream_ensure(RA_CUDA, "work")) {
        ra_clear_error();
        return NULL;
    }
    ra_tensor *made = ra_empty(ra_dims_of(&size, ra_ndim(in)), NULL);
    ra__job j;
    if (!made || !ra__submit_begin() || ra__job_init(&j, NULL, RA_FUNCTIONAL, 1, 1)) {
        ra_release(made);
        ra__refusal(RA_ERR_MEMORY, "work: out of memory for its task");
        return NULL;
    }
    ra__job_bind(&j.operand[0], made->storage, ra__layout_of(made), 0, true);
    ra__job_bind(&j.operand[1], in->storage, ra__layout_of(in), in->offset, false);
    ra__called((ra_site){NULL, RA__NO_LINE});
    ra__job_set_site(&j);
    ra__prepared *p = ra__prepared_of(j.plan);
    p->name = "work";
    p->plan.kernel = &device_kernel;
    p->plan.state = w;
    p->plan.device = RA_CUDA;
    p->plan.phases = 2;
    p->plan.grains[0] = p->plan.grains[1] = 1;
    if (w->pieces) {
        p->plan.flags = RA__PLAN_PACKED;
        p->plan.phases = 3;
        p->plan.grains[0] = p->plan.grains[2] = w->pieces;
    }
    p->plan.cost_ns = 1e5;
    ra__submit_to_device(&j);
    return made;
}

/* ---- a function ---- */

/* What is read may lie in what is written. */
static ra_status add_up(const ra_function_call *call)
{
    const work *w = call->state;
    const float *from = call->reads[0];
    float *to = call->writes[0], sum[EX_LONGEST];
    for (int i = 0; i < w->length; i++) {
        const float *x = from + i * w->step_read, *y = to + i * w->step;
        ex_plain(x, sizeof *x, EX_LOAD, (void *)(uintptr_t)add_up);
        ex_plain(y, sizeof *y, EX_LOAD, (void *)(uintptr_t)add_up);
        sum[i] = *x + *y;
    }
    for (int i = 0; i < w->length; i++) {
        float *y = to + i * w->step;
        ex_plain(y, sizeof *y, EX_STORE, (void *)(uintptr_t)add_up);
        *y = sum[i];
        ex_point((void *)(uintptr_t)add_up);
    }
    return RA_OK;
}

ra_tensor *ex_work_call(int number, int length, const ra_tensor *a, const ra_tensor *b, void (*release)(void *))
{
    work *w = &works[number];
    *w = (work){.length = length, .step = step_of(a), .step_read = ra_ndim(b) && ra_size_bound(b, 0) == length ? step_of(b) : 0};
    return ra_call_function(add_up, w, RA_LIST(b), RA_LIST(a), RA_OPTS(ra_call_function, .release = release, .blocks = ex_running->step[number].k == 3));
}
