/*
 * Dispatch: arguments against the schema, the meta function, handles for the results, a job for the work.
 *
 * Nothing of the caller's is changed before everything that can fail has succeeded: a refused call leaves its outputs
 * untouched, and new handles are given back.
 */
#include "async/front/dispatch.h"

#include "async/front/check.h"
#include "async/front/dispatch_call.h"
#include "async/front/masks.h"
#include "async/front/own.h"
#include "async/front/specialise.h"
#include "async/thread/entry.h"

/* The long way, on which everything is checked and worked out. */
static __attribute__((noinline)) ra_status work_out(const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor **results,
                                                    size_t result_count, size_t *produced, const ra__key *key)
{
    ra__call c;
    if (!(op->variants & variant))
        return ra__refusal(RA_ERR_ARGUMENT, "%s: has no such variant", op->name);
    ra_status s = ra__normalise(op, args, arg_count, &c.normal);
    if (s)
        return s;
    if (op->properties & RA_OP_COMPOSITE || (!ra__op_is_built_in(op) && ra__own_goes_by_definition(op, c.normal.args)))
        return ra__own_define(&c, op, variant, results, result_count, produced);
    if (op->properties & RA_OP_MAY_WAIT) {
        bool replaced;
        s = ra__dispatch_with_masks(op, variant, c.normal.args, results, result_count, produced, &replaced);
        if (s || replaced)
            return s;
    }
    return ra__call_make(&c, op, variant, results, result_count, produced, key);
}

/* Behind what the thread has called for last: what it has called for before, or the long way. */
static __attribute__((noinline)) ra_status look_further(ra__key *key, const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor **results,
                                                        size_t result_count, size_t *produced)
{
    ra__special_key(key, op, variant, args, arg_count, results);
    ra__special *known = key->words ? ra__special_find(key) : NULL;
    if (known && ra__special_call(known, key, results, result_count, produced))
        return RA_OK;
    return work_out(op, variant, args, arg_count, results, result_count, produced, !known && key->words ? key : NULL);
}

ra_status ra__dispatch(const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor **results, size_t result_count,
                       size_t *produced, ra_site site)
{
    ra__called(site);
    ra_status s = ra__engine_enter();
    if (s && (s != RA__ENTER_CHECKED || (s = ra__check_call(op, variant, args, arg_count, results, result_count))))
        return s;
    ra__key key;
    if (ra__special_call_recent(&key, op, variant, args, arg_count, results, result_count, produced))
        return RA_OK;
    return look_further(&key, op, variant, args, arg_count, results, result_count, produced);
}
