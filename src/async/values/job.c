#include "async/values/job.h"

#include "async/memory/memory.h"
#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/thread/node.h"
#include "async/thread/scratch.h"
#include "async/thread/stats.h"
#include "async/values/device.h"
#include "async/values/pages.h"

#include <stdio.h>
#include <string.h>

bool ra__job_more_operands(ra__job *j)
{
    j->operand = ra__os_alloc((size_t)j->operands * sizeof *j->operand);
    return j->operand != NULL;
}

ra_status ra__job_init(ra__job *j, const ra_op *op, ra_variant variant, int results, int inputs)
{
    ra__prepared *p = ra__prepared_new(op, variant);
    if (!p)
        return RA_ERR_MEMORY;
    if (!ra__job_init_shared(j, results, inputs, &p->plan)) {
        ra__prepared_free(p);
        return RA_ERR_MEMORY;
    }
    j->borrows_plan = false;
    memset(j->operand, 0, (size_t)j->operands * sizeof *j->operand);
    return RA_OK;
}

ra__extents *ra__job_extents(ra__job *j)
{
    if (j->extents)
        return j->extents;
    j->extents = ra__os_alloc(sizeof *j->extents);
    for (int i = 0; j->extents && i < RA__MAX_RESULTS; i++) {
        j->extents->of[i] = NULL;
        j->extents->found[i] = -1;
    }
    return j->extents;
}

/* ---- messages ---- */

/* "add_(float32 [2, 3], 1.5) at file.c:12". Of a call that is known by its address alone: how long that is; else 0. */
static size_t describe(const ra__job *j, char *text, size_t size)
{
    const ra__prepared *p = ra__prepared_of(j->plan);
    size_t at = 0;
    int n = snprintf(text, size, "%s%s(", p->name, p->variant == RA_INPLACE && p->op && p->name == p->op->name && !strchr(p->name, '_') ? "_" : "");
    int first = p->op ? j->results : j->results + 1; /* of an external: behind the token */
    for (int k = first; k < j->operands && k < first + RA__NUMBERS_TOLD; k++) {
        char operand[128];
        const ra_scalar *number = p->numbers && p->op && !j->operand[k].storage ? &p->numbers[k - first] : NULL;
        at += n > 0 ? (size_t)n : 0;
        if (at >= size)
            return 0;
        n = snprintf(text + at, size - at, "%s%s", k > first ? ", " : "",
                     number && number->kind ? ra__scalar_text(number, operand, sizeof operand) : ra__layout_text(j->operand[k].layout, operand, sizeof operand));
    }
    at += n > 0 ? (size_t)n : 0;
    if (at >= size)
        return 0;
    const bool has_line = j->site && j->line != RA__NO_LINE;
    if (has_line)
        snprintf(text + at, size - at, ") at %s:%d", j->site, j->line);
    else
        snprintf(text + at, size - at, ")");
    return has_line ? 0 : strlen(text);
}

/* took: it had begun, so the results have their memory, which another job of its stream may be growing by now. */
static void poison_results(ra__job *j, ra__failure *f, bool took)
{
    for (int k = 0; k < j->results; k++) {
        if (!took)
            ra__storage_forgo(j->operand[k].storage, j->operand[k].need);
        ra__poison_set(j->operand[k].storage, ra__operand_bytes(&j->operand[k]), f);
        if (j->extents && j->extents->of[k])
            atomic_store_explicit(&j->extents->of[k]->failed, (int)f->status, memory_order_relaxed);
    }
}

/*
 * What does not run takes its memory all the same: those behind it in the order rely on it, and two that write different
 * parts of one storage would both set out to take it. (Where there is none to be had, what needs it fails likewise.)
 */
static void take_results(ra__job *j)
{
    for (int k = 0; k < j->results; k++)
        if (ra__storage_ensure(j->operand[k].storage, j->operand[k].need))
            return;
}

/* What an operand's storage has yet to be given before the kernel can run; nothing for a result that is an input, too. */
static size_t wanted_for(const ra__job *j, int k)
{
    const ra__operand *o = &j->operand[k];
    for (int r = 0; r < j->results && r < k; r++)
        if (j->operand[r].storage == o->storage)
            return 0;
    return o->storage && !o->elided && (!ra__storage_data(o->storage) || o->need > o->storage->capacity) ? (size_t)o->need : 0;
}

static size_t bytes_wanted(const ra__job *j)
{
    size_t bytes = j->plan->workspace;
    for (int k = 0; k < j->operands; k++)
        bytes += wanted_for(j, k);
    return bytes;
}

bool ra__job_could_begin(const ra__job *j)
{
    bool could = ra__mem_could_hold(j->plan->workspace);
    for (int k = 0; could && k < j->operands; k++)
        could = ra__mem_could_hold(wanted_for(j, k));
    return could;
}

static void describe_failure(const ra__job *j, ra_status status, const char *message, char *text, size_t size)
{
    char shortage[RA__SHORTAGE_TEXT];
    const ra_device device = j->plan->device;
    size_t n = strlen(text);
    if (message && *message)
        snprintf(text + n, size - n, ": %s", message);
    else if (status == RA_ERR_TASK_MEMORY)
        snprintf(text + n, size - n, ": %s: %s", ra_status_text(status), device ? ra__device_of(device)->shortage(ra__device_index(device), bytes_wanted(j), shortage, sizeof shortage)
                        : ra__mem_shortage(bytes_wanted(j), shortage, sizeof shortage));
    else
        snprintf(text + n, size - n, ": %s", ra_status_text(status));
}

static void fail(ra__job *j, ra_status status, const char *message, bool took)
{
    char text[1024];
    const size_t described = describe(j, text, sizeof text);
    describe_failure(j, status, message, text, sizeof text);
    ra__failure *f = ra__failure_new(status, j->sequence, NULL, text);
    if (f && described)
        ra__failure_called_from(f, j->site, described);
    if (!f)
        f = ra__failure_bare(status);
    if (!took)
        take_results(j);
    poison_results(j, f, took);
    ra__failure_drop(f);
}

void ra__job_fail(ra__job *j, ra_status status, const char *message)
{
    fail(j, status, message, false);
}

/* The same of a job whose storages may have failed. */
static __attribute__((noinline)) ra__failure *find_inherited(ra__job *j)
{
    ra__failure *earliest = NULL;
    if (RA__MUTANT(NO_POISON))
        return earliest;
    for (int k = j->results; k < j->operands; k++) {
        ra__operand *o = &j->operand[k];
        if (!o->storage || o->unread || !ra__may_have_failed(o->storage))
            continue;
        ra__failure *f = ra__poison_find(o->storage, ra__operand_bytes(o)), *later = f;
        if (f && (!earliest || f->sequence < earliest->sequence)) {
            later = earliest;
            earliest = f;
        }
        ra__failure_drop(later);
    }
    for (int k = 0; k < j->results && !earliest; k++) {
        ra_storage *s = j->operand[k].storage;
        ra_status lost = atomic_load_explicit(&s->lost, memory_order_relaxed);
        if (lost && atomic_load_explicit(&s->is_short, memory_order_relaxed))
            earliest = ra__failure_bare(lost);
    }
    return earliest;
}

/* The earliest failure among the bytes it reads, held. */
static inline ra__failure *inherited(ra__job *j)
{
    for (int k = 0; k < j->operands; k++)
        if (j->operand[k].storage && ra__has_ever_failed(j->operand[k].storage))
            return find_inherited(j);
    return NULL;
}

static void inherit(ra__job *j, ra__failure *cause, bool took)
{
    char text[512];
    ra__count(RA__STAT_POISONED, 1);
    const size_t described = describe(j, text, sizeof text);
    ra__failure *f = ra__failure_new(cause->status, j->sequence, cause, text);
    if (f && described)
        ra__failure_called_from(f, j->site, described);
    if (!f)
        f = ra__failure_ref(cause);
    if (!took)
        take_results(j);
    poison_results(j, f, took);
    ra__failure_drop(f);
}

/* ---- running ---- */

bool ra__job_is_wide(const ra__job *j)
{
    if (ra__wide_bytes == INT64_MAX || (j->plan->flags & (RA__PLAN_SERIAL | RA__PLAN_BLOCKING)))
        return false;
    int64_t grains = 0, touched = 0;
    for (int i = 0; i < ra__plan_counts(j->plan); i++)
        grains = j->plan->grains[i] > grains ? j->plan->grains[i] : grains;
    for (int k = 0; k < j->operands; k++)
        if (j->operand[k].storage && ra__operand_end(&j->operand[k]) - j->operand[k].offset > touched)
            touched = ra__operand_end(&j->operand[k]) - j->operand[k].offset;
    return touched >= ra__wide_bytes && ra__share_is_possible(&ra__node_shares, grains);
}

/* Whether result k gets its memory when the kernel has told how much. */
static inline bool is_late(const ra__job *j, int k)
{
    return j->plan->flags & RA__PLAN_LATE && j->extents && j->extents->of[k];
}

static bool hand_on(ra_storage *s, int64_t need, ra__spent *spent)
{
    int64_t bytes;
    void *memory = ra__spent_take(spent, need, &bytes);
    if (memory)
        ra__storage_take_over(s, memory, bytes);
    return memory;
}

/* Memory for what it writes, where its grains will be run. */
static inline ra_status ensure_result(const ra__job *j, const ra__operand *o, ra__job_memory *m, ra__spent *spent)
{
    if (o->elided || is_late(j, (int)(o - j->operand)))
        return RA_OK;
    const bool has_none = !ra__storage_data(o->storage);
    int node = has_none ? ra__pages_for_job(o->need, ra__wide_bytes != INT64_MAX && ra__job_is_wide(j)) : 0;
    if (spent && has_none && o->fresh && o->storage->device == j->plan->device && hand_on(o->storage, o->need, spent))
        return RA_OK;
    if (has_none && o->fresh)
        return ra__storage_take_fresh(o->storage, o->need, node, j->sequence);
    return ra__storage_ensure_on(o->storage, o->need, node, j->sequence, j->plan->device ? &m->outgrown : NULL);
}

/* Of what lies in the processor's memory, which is one operand. */
static bool is_direct(const ra__job *j, const ra__job_memory *m)
{
    for (int k = 0; j->plan->flags & RA__PLAN_DIRECT && k < j->operands; k++) {
        const ra__operand *o = &j->operand[k];
        if (o->storage && o->storage->device == RA_CPU)
            return ra__device_of(j->plan->device)->reaches(ra__device_index(j->plan->device), m->data[k], (size_t)(o->layout->extent * ra__itemsize(o->layout))); /* fits: the extent in bytes */
    }
    return false;
}

/* The workspace and, of a device, what it is staged in. */
static ra_status allocate_work(const ra__job *j, ra__job_memory *m, ra__spent *spent)
{
    const ra_plan *p = j->plan;
    const ra__device *row = ra__device_of(p->device ? p->device : RA_CPU);
    const int place = p->device ? ra__device_index(p->device) : ra__thread_node();
    m->staging = NULL;
    m->workspace_bytes = (int64_t)p->workspace;
    if (p->workspace && !(spent && (m->workspace = ra__spent_take(spent, m->workspace_bytes, &m->workspace_bytes))) && row->allocate(place, p->workspace, &m->workspace))
        return RA_ERR_TASK_MEMORY;
    if (!p->staging || is_direct(j, m) || !row->stage(place, p->staging, &m->staging))
        return RA_OK;
    if (p->workspace)
        row->release(m->workspace, (size_t)m->workspace_bytes, place);
    return RA_ERR_TASK_MEMORY;
}

/* Where an operand without memory lies, which has no elements: kernels add to addresses, and to none nothing can be added. Nobody's. */
#define NOWHERE ((char *)(uintptr_t)64)

static inline char *address_of(const ra__operand *o)
{
    char *data = ra__storage_data(o->storage);
    return data ? data + o->offset : NOWHERE; /* fits: within the storage, or nothing is reached */
}

/* An input that nothing has written yet (ra_empty) still needs an address; one that has memory stays where others read it. */
static __attribute__((noinline)) bool take_for_reading(const ra__operand *o)
{
    bool taken;
    return o->writes || !ra__storage_take(o->storage, o->need, &taken);
}

/* spent: of the stream that a job of a device is to be issued to. */
static ra_status allocate(ra__job *j, ra__job_memory *m, ra__spent *spent)
{
    for (int k = 0; k < j->results; k++) {
        ra_status s = ensure_result(j, &j->operand[k], m, spent);
        if (s)
            return s;
    }
    m->data = m->few;
    m->workspace = NOWHERE;
    if (j->operands > RA__JOB_OPERANDS) {
        m->data = ra__os_alloc((size_t)j->operands * sizeof *m->data);
        if (!m->data)
            return RA_ERR_TASK_MEMORY;
    }
    for (int k = 0; k < j->operands; k++) {
        ra__operand *o = &j->operand[k];
        char *data = NULL;
        if (o->storage && !o->elided) {
            data = ra__storage_data(o->storage);
            if (data)
                data += o->offset; /* fits: within the storage */
            else if (take_for_reading(o))
                data = address_of(o);
            else {
                if (m->data != m->few)
                    ra__os_free(m->data);
                return RA_ERR_TASK_MEMORY;
            }
        }
        m->data[k] = data;
    }
    if ((j->plan->workspace || j->plan->staging) && allocate_work(j, m, spent)) {
        if (m->data != m->few)
            ra__os_free(m->data);
        return RA_ERR_TASK_MEMORY;
    }
    return RA_OK;
}

static ra_status take_late(ra__job *j, ra__job_memory *m)
{
    for (int k = 0; k < j->results; k++) {
        ra__operand *o = &j->operand[k];
        if (!is_late(j, k))
            continue;
        const int64_t bytes = j->extents->found[k] * j->extents->of[k]->elements * ra__itemsize(o->layout); /* fits: within the bound */
        const ra_status s = ra__storage_ensure_on(o->storage, bytes, ra__pages_for_job(bytes, false), j->sequence, NULL);
        if (s)
            return s;
        m->data[k] = address_of(o);
    }
    return RA_OK;
}

ra_status ra__job_take_late(ra__job *j, ra__job_memory *m)
{
    const ra__device *row = ra__device_of(j->plan->device ? j->plan->device : RA_CPU);
    if (!take_late(j, m))
        return RA_OK;
    ra__mem_trim(0);
    if (row->give_back)
        row->give_back(ra__device_index(j->plan->device), 0);
    return take_late(j, m);
}

ra__run ra__job_run_of(const ra__job *j, const ra__job_memory *m)
{
    return (ra__run){.plan = j->plan, .data = m->data, .workspace = m->workspace, .staging = j->plan->staging ? m->staging : NULL, .extents = j->extents ? j->extents->found : NULL,
                     .stream_from = ra__stream_from};
}

/*
 * The usual case at one look: each of a few operands has its memory, or takes it as a fresh result, none has ever failed, and that is all
 * the memory there is to find. False: they are to be looked at one by one.
 */
static inline __attribute__((always_inline)) bool find_operands(const ra__job *j, ra__job_memory *m)
{
    if (j->operands > RA__JOB_OPERANDS || j->plan->workspace | j->plan->staging || j->plan->device)
        return false;
    for (int k = 0; k < j->operands; k++) {
        const ra__operand *o = &j->operand[k];
        m->few[k] = NULL;
        if (!o->storage || o->elided)
            continue;
        if (o->fresh && !atomic_load_explicit(&o->storage->data, memory_order_relaxed) && ensure_result(j, o, m, NULL))
            return false;
        char *data = atomic_load_explicit(&o->storage->data, memory_order_acquire);
        if (!data || data == RA__TAKING || ra__has_ever_failed(o->storage) || (o->writes && o->need > o->storage->capacity))
            return false;
        m->few[k] = data + o->offset; /* fits: within the storage */
    }
    m->data = m->few;
    m->workspace = NOWHERE;
    return true;
}

/* One at a time. One without a number (ra__job_run) does not take over a failure. */
static __attribute__((noinline)) enum ra__begin begin(ra__job *j, ra__job_memory *m)
{
    ra__failure *cause = inherited(j);
    if (cause) {
        if (j->sequence)
            inherit(j, cause, false);
        ra__failure_drop(cause);
        return j->sequence ? RA__SETTLED : RA__NO_MEMORY;
    }
    if (j->plan->kernel == NULL)
        return RA__SETTLED;
    return allocate(j, m, NULL) ? RA__NO_MEMORY : RA__BEGUN;
}

static inline __attribute__((always_inline)) enum ra__begin begin_at_once(ra__job *j, ra__job_memory *m)
{
    return j->plan->kernel && find_operands(j, m) ? RA__BEGUN : begin(j, m);
}

enum ra__begin ra__job_begin(ra__job *j, ra__job_memory *m)
{
    return begin_at_once(j, m);
}

enum ra__begin ra__job_begin_issue(ra__job *j, ra__job_memory *m, ra__spent *spent)
{
    ra__failure *cause = inherited(j);
    ra__failure_drop(cause);
    if (cause || j->plan->kernel == NULL)
        return RA__SETTLED;
    return allocate(j, m, spent) ? RA__NO_MEMORY : RA__BEGUN;
}

/* Where the data decided an extent, what lies behind it is as it was. */
static ra__bytes written_bytes(const ra__job *j, int k)
{
    const ra__operand *o = &j->operand[k];
    const ra__extent *e = j->extents ? j->extents->of[k] : NULL;
    if (!e || o->layout->numel == 0)
        return ra__operand_bytes(o);
    if (ra__extent_keeps(e, j->extents->found[k]))
        return ra__bytes_of(e->kept, o->offset, o->need);
    return (ra__bytes){o->offset, o->offset + j->extents->found[k] * e->elements * ra__itemsize(o->layout), NULL}; /* fits: at most the bound */
}

/* The extent is known: so is what handles may reach. */
static void tell_extent(const ra__job *j, int k)
{
    ra__extent *e = j->extents->of[k];
    ra__storage_extend(j->operand[k].storage, written_bytes(j, k).end);
    atomic_store_explicit(&e->value, j->extents->found[k], memory_order_relaxed);
}

void ra__job_give_up(ra__job *j, ra__job_memory *m)
{
    const ra_device device = j->plan->device;
    if (device && j->plan->staging && m->staging)
        ra__device_of(device)->unstage(ra__device_index(device), m->staging, j->plan->staging);
    if (j->plan->workspace)
        ra__device_of(device ? device : RA_CPU)->release(m->workspace, (size_t)m->workspace_bytes, ra__device_index(device)); /* NULL: it has been handed on */
    if (m->data != m->few)
        ra__os_free(m->data);
}

/* There is nothing to give back, to clear or to tell. */
static inline bool has_no_end(const ra__job *j, const ra__job_memory *m)
{
    bool none = m && m->data == m->few && !(j->plan->workspace | j->plan->staging) && !j->plan->device && !j->extents;
    for (int k = 0; none && k < j->results; k++)
        none = !ra__has_ever_failed(j->operand[k].storage);
    return none;
}

void ra__job_end(ra__job *j, ra__job_memory *m, ra_status status, const char *message)
{
    if (!status && has_no_end(j, m))
        return;
    if (m)
        ra__job_give_up(j, m);
    if (m && j->plan->device)
        ra__outgrown_release(&m->outgrown);
    ra__failure *cause = j->plan->device ? inherited(j) : NULL;
    if (cause) {
        inherit(j, cause, m != NULL);
        ra__failure_drop(cause);
        return;
    }
    if (status) {
        ra__count(RA__STAT_FAILED, 1);
        fail(j, status, message, j->plan->device && m);
        return;
    }
    for (int k = 0; k < j->results; k++) {
        ra__operand *o = &j->operand[k];
        if (ra__may_have_failed(o->storage))
            ra__poison_clear(o->storage, written_bytes(j, k));
        if (j->extents && j->extents->of[k])
            tell_extent(j, k);
    }
}

static __attribute__((noinline)) ra_status run_phases(ra__job *j, ra__job_memory *m, ra__run *run)
{
    const ra_plan *p = j->plan;
    ra_status status = RA_OK;
    for (int phase = 0; phase < p->phases && status == RA_OK; phase++)
        if (ra__plan_grains(p, phase)) {
            if (p->flags & RA__PLAN_LATE && phase == p->phases - 1)
                status = ra__job_take_late(j, m);
            if (!status)
                status = p->kernel->run(run, phase, 0, ra__plan_grains(p, phase));
        }
    return status;
}

static inline ra_status run_kernel(ra__job *j, ra__job_memory *m, ra__run *run)
{
    const ra_plan *p = j->plan;
    const bool is_plain = p->phases == 1 && !(p->flags & (RA__PLAN_LATE | RA__PLAN_TOLD)) && p->grains[0];
    return is_plain ? p->kernel->run(run, 0, 0, p->grains[0]) : run_phases(j, m, run);
}

bool ra__job_run(ra__job *j)
{
    ra__job_memory m;
    const enum ra__begin begun = begin_at_once(j, &m);
    if (begun != RA__BEGUN)
        return begun == RA__SETTLED;
    char message[400];
    message[0] = 0;
    ra__scratch scratch;
    const size_t scratch_bytes = j->plan->scratch;
    ra__run run = ra__job_run_of(j, &m);
    run.message = message;
    run.message_size = sizeof message;
    run.scratch = scratch_bytes ? ra__scratch_take(&scratch, scratch_bytes) : NULL;
    const ra_status status = scratch_bytes && !run.scratch ? RA_ERR_TASK_MEMORY : run_kernel(j, &m, &run);
    if (scratch_bytes)
        ra__scratch_give(&scratch);
    if (status && !j->sequence) {
        ra__job_give_up(j, &m);
        return false;
    }
    if (status || !has_no_end(j, &m))
        ra__job_end(j, &m, status, message);
    return true;
}
