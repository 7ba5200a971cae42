/*
 * The job of an external: operand 0 is the result, what is changed follows, then the token (a byte of one static storage that the
 * job claims to write, so that the hazards put the jobs of a token in order), then the inputs, and among these once more what is
 * changed. The token is no result: a failure does not poison it, and a job of which only the token is left counts as unobservable
 * like any other.
 */
#include "async/front/external.h"

#include "async/front/backend.h"
#include "async/front/tensor.h"
#include "async/run/lane.h"
#include "async/run/submit.h"

static _Atomic(ra_tensor *) tokens;

/* The first byte of the tokens' storage, made at the first use and kept: NULL when out of memory. */
static ra_tensor *tokens_handle(void)
{
    static char bytes[RA__EXTERNAL_TOKENS];
    static const int64_t count = RA__EXTERNAL_TOKENS;
    ra_tensor *t = atomic_load_explicit(&tokens, memory_order_acquire);
    if (t)
        return t;
    ra_tensor *all = ra_keep(ra_from_data(bytes, RA_UINT8, ra_dims_of(&count, 1), NULL));
    if (!all)
        return NULL;
    ra__storage_add(all->storage, RA__HOLDER);
    ra_tensor *made = ra_keep(ra__tensor_new(all->storage, &(ra__shape){.dtype = RA_UINT8, .ndim = 1, .sizes = {1}, .strides = {1}}, 0));
    if (!made)
        ra__storage_drop(all->storage, RA__HOLDER);
    ra_release(all);
    if (made && atomic_compare_exchange_strong_explicit(&tokens, &t, made, memory_order_acq_rel, memory_order_acquire))
        return made;
    ra_release(made);
    return t;
}

static void bind_token(ra__operand *o, const ra_tensor *t, int token)
{
    ra__job_bind(o, t->storage, ra__layout_of(t), token - 1, true);
    o->unread = true;
}

static ra_tensor *new_result(const ra__shape *shape)
{
    int64_t numel;
    if (!ra__sizes_numel(shape->dtype, shape->ndim, shape->sizes, &numel))
        return NULL;
    ra_storage *storage = ra__storage_new(RA_CPU, numel * ra__element_bytes(shape->dtype)); /* fits: numel in bytes */
    ra_tensor *t = storage ? ra__tensor_new(storage, shape, 0) : NULL;
    if (storage && !t)
        ra__storage_drop(storage, RA__HOLDER);
    return t;
}

static void bind_tensors(ra__operand *o, const ra_tensor *const *tensors, int count, bool writes)
{
    for (int i = 0; i < count; i++)
        ra__job_bind(&o[i], tensors[i]->storage, ra__layout_of(tensors[i]), tensors[i]->offset, writes);
}

/* False: out of memory. */
static bool make_job(ra__job *j, const ra__external *e, const ra_tensor *result, const ra_tensor *token)
{
    const int results = 1 + e->changed_count;
    if (!ra__submit_begin() || ra__job_init(j, NULL, RA_FUNCTIONAL, results, 1 + e->input_count + e->changed_count))
        return false;
    ra__job_bind(&j->operand[0], result->storage, ra__layout_of(result), 0, true);
    bind_tensors(&j->operand[1], e->changed, e->changed_count, true);
    if (token)
        bind_token(&j->operand[results], token, e->token);
    bind_tensors(&j->operand[results + 1], e->inputs, e->input_count, false);
    bind_tensors(&j->operand[results + 1 + e->input_count], e->changed, e->changed_count, false);
    return true;
}

ra_tensor *ra__external_record(const ra__external *e, const void *address)
{
    ra_tensor *token = e->token ? tokens_handle() : NULL;
    ra_tensor *result = !e->token || token ? new_result(&e->result) : NULL;
    ra__job j;
    if (!result || !make_job(&j, e, result, token)) {
        ra_release(result);
        ra__refusal(RA_ERR_MEMORY, "%s: out of memory for its task", e->name);
        return NULL;
    }
    ra__called((ra_site){address, RA__NO_LINE});
    ra__job_set_site(&j);
    ra__prepared *p = ra__prepared_of(j.plan);
    p->name = e->name;
    p->release_state = e->release;
    ra_plan *plan = &p->plan;
    plan->kernel = e->kernel;
    plan->state = e->state;
    plan->flags = e->flags;
    plan->phases = 1;
    plan->grains[0] = e->grains;
    plan->scratch = e->scratch;
    plan->cost_ns = e->cost_ns;
    if (e->device) {
        plan->device = (uint8_t)e->device;
        plan->flags |= RA__PLAN_SERIAL;
        plan->phases = 2;
        plan->grains[1] = 1;
    }
    if (e->flags & RA__PLAN_BLOCKING && !(ra__tls.carried.mode & (RA__MODE_SYNC | RA__MODE_KERNEL)))
        ra__lane_expect();
    ra__submit_to(e->device)(&j);
    return result;
}
