/*
 * Reflection: the table as the public sees it. What is asked of no operator is refused by name, and answered with nothing.
 */
#include "async/front/backend.h"
#include "async/front/dispatch.h"
#include "async/front/own.h"
#include "async/thread/entry.h"
#include "async/thread/state.h"

#include <runahead/sites.h>
#include <string.h>

static ra_status refuse_gone(const ra_op *op, const char *function)
{
    return ra__refusal(RA_ERR_UNKNOWN, "%s: the operator %s has been unregistered", function, op->name);
}

static __attribute__((noinline)) bool is_registered(const ra_op *op, const char *function, ra_site site)
{
    const ra__own_standing standing = ra__own_standing_of(op);
    if (standing == RA__OWN_REGISTERED)
        return true;
    ra__called(site);
    if (ra__is_checking())
        ra__note_function(function);
    if (standing == RA__OWN_GONE)
        refuse_gone(op, function);
    else
        ra__refusal(RA_ERR_UNKNOWN, "%s: the operator is %s", function, op ? "none of the table, nor registered" : "NULL");
    return false;
}

/* Whether it is a row of the table, or one that is registered. */
static inline bool is_operator_at(const ra_op *op, const char *function, ra_site site)
{
    const uintptr_t at = (uintptr_t)op - (uintptr_t)ra__ops;
    return (op && at < sizeof ra__ops && at % sizeof *ra__ops == 0) || is_registered(op, function, site);
}

/* Of a public function that is not told where it is called. */
#define is_operator(op, function) is_operator_at(op, function, RA__CALLER)

size_t ra_op_count(void)
{
    return ra__engine_ensure() ? 0 : RA__OP_NAMED + ra__own_count();
}

const ra_op *ra_op_at(size_t index)
{
    if (ra__engine_ensure())
        return NULL;
    return index < RA__OP_NAMED ? &ra__ops[index] : ra__own_at(index - RA__OP_NAMED);
}

static const ra_op *find_row(const char *name)
{
    for (int i = 0; i < RA__OP_NAMED; i++)
        if (!strcmp(ra__ops[i].name, name))
            return &ra__ops[i];
    return ra__own_find(name);
}

const ra_op *(ra_op_find)(const char *name)
{
    RA__NOTE_CALLER();
    if (ra__engine_ensure())
        return NULL;
    const ra_op *op = name ? find_row(name) : NULL;
    if (!op) /* to look is no mistake, so a scope learns nothing of it; a call of what was not found keeps this message */
        ra__remark(RA_ERR_UNKNOWN, "ra_op_find: there is no operator \"%.60s\"", name ? name : "(NULL)");
    return op;
}

const char *ra_op_name(const ra_op *op)
{
    return is_operator(op, "ra_op_name") ? op->name : NULL;
}

const char *ra_op_family(const ra_op *op)
{
    return is_operator(op, "ra_op_family") ? ra__family_text(op->family) : NULL;
}

const char *ra_op_schema(const ra_op *op)
{
    return is_operator(op, "ra_op_schema") ? op->schema : NULL;
}

const char *ra_op_doc(const ra_op *op)
{
    return is_operator(op, "ra_op_doc") ? op->doc : NULL;
}

unsigned ra_op_variants(const ra_op *op)
{
    return is_operator(op, "ra_op_variants") ? op->variants : 0;
}

unsigned ra_op_properties(const ra_op *op)
{
    return is_operator(op, "ra_op_properties") ? op->properties : 0;
}

unsigned ra_op_dtypes(const ra_op *op)
{
    return is_operator(op, "ra_op_dtypes") ? op->dtypes : 0;
}

unsigned ra_op_devices(const ra_op *op)
{
    const unsigned everywhere = RA_OP_VIEW | RA_OP_NO_KERNEL | RA_OP_COMPOSITE;
    if (!is_operator(op, "ra_op_devices"))
        return 0;
    static const ra_device computing[] = {RA_CPU, RA_CUDA};
    unsigned on = 1u << RA_META;
    for (int i = 0; i < 2; i++)
        if (op->properties & everywhere || ra__kernel_on(computing[i], op) || (!ra__op_is_built_in(op) && ra__own_is_its_definition_on(computing[i], op)))
            on |= 1u << computing[i];
    return on;
}

size_t ra_op_arg_count(const ra_op *op)
{
    return is_operator(op, "ra_op_arg_count") ? (size_t)op->arg_count : 0;
}

const ra_op_arg *ra_op_arg_at(const ra_op *op, size_t index)
{
    return is_operator(op, "ra_op_arg_at") && index < (size_t)op->arg_count ? &op->args[index] : NULL;
}

size_t ra_op_result_count(const ra_op *op)
{
    return is_operator(op, "ra_op_result_count") ? (size_t)op->result_count : 0;
}

const ra_op_arg *ra_op_result_at(const ra_op *op, size_t index)
{
    return is_operator(op, "ra_op_result_at") && index < (size_t)op->result_count ? &op->results[index] : NULL;
}

bool ra_op_returns_list(const ra_op *op)
{
    return is_operator(op, "ra_op_returns_list") && op->returns_list;
}

/*
 * Of one of the program's own, the place of whose call has been noted. What its definition calls is called from there, if that is a line: an address
 * says less than the lines of the definition.
 */
static __attribute__((noinline)) ra_status call_own(const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor **results, size_t result_count,
                                                    size_t *produced, ra_site site)
{
    if (!ra__own_keep(op)) /* until the plan has a use of its own */
        return refuse_gone(op, "ra_call");
    const bool site_is_set = ra__tls.carried.site_is_set;
    ra__tls.carried.site_is_set |= site.line != RA__NO_LINE;
    const ra_status s = ra__dispatch(op, variant, args, arg_count, results, result_count, produced, site);
    ra__tls.carried.site_is_set = site_is_set;
    op->use(op, -1);
    return s;
}

static inline __attribute__((always_inline)) ra_status call(const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor **results,
                                                           size_t result_count, size_t *produced, ra_site site)
{
    if (produced)
        *produced = 0;
    ra__called(site);
    if (ra__is_checking())
        ra__note_function("ra_call");
    if (!is_operator_at(op, "ra_call", site))
        return RA_ERR_UNKNOWN;
    if (variant != RA_FUNCTIONAL && variant != RA_INPLACE && variant != RA_OUT)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_call(%s): no such variant (%d)", op->name, (int)variant);
    if (arg_count && !args)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_call(%s): args is NULL, for %zu arguments", op->name, arg_count);
    if ((variant == RA_OUT || (variant == RA_FUNCTIONAL && !op->returns_list)) && !results)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_call(%s): results is NULL", op->name);
    if (variant == RA_OUT && result_count != (size_t)op->result_count)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_call(%s): %zu outputs given, it has %d", op->name, result_count, op->result_count);
    return (op->use ? call_own : ra__dispatch)(op, variant, args, arg_count, results, result_count, produced, site);
}

ra_status(ra_call)(const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor **results, size_t result_count, size_t *produced)
{
    return call(op, variant, args, arg_count, results, result_count, produced, RA__CALLER);
}

ra_status ra_call_at(const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor **results, size_t result_count, size_t *produced, ra_site site)
{
    return call(op, variant, args, arg_count, results, result_count, produced, site);
}
