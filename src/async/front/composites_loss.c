/*
 * Composites: losses. Those that round once in PyTorch compute half dtypes in float32, as kernels do.
 */
#include "async/front/composites_layers.h"

/* By the reduction's name, which has been checked. */
static ra_status reduce(ra_tensor **results, ra_tensor *loss, const char *reduction)
{
    if (!strcmp(reduction, "none"))
        return ra__gives(results, loss);
    return ra__gives(results, !strcmp(reduction, "sum") ? ra_sum(loss, RA_ALL) : ra_mean(loss, RA_ALL));
}

/* Of the promoted operands; only both of them cannot be bool. */
static ra_tensor *difference(const ra_op_call *call)
{
    const ra_tensor *side[] = {call->args[0].tensor, call->args[1].tensor};
    for (int i = 0; i < 2; i++)
        if (ra_tensor_dtype(side[i]) == RA_BOOL)
            side[i] = ra_to(side[i], RA_OPTS(ra_to, .dtype = ra_tensor_dtype(side[1 - i])));
    return ra_sub(side[0], side[1]);
}

DEFINE(mse_loss)
{
    ra_tensor *apart = difference(call);
    const ra_status s = apart ? ra__composite_computes(call, ra_tensor_dtype(apart)) : RA_OK;
    return s ? s : reduce(results, ra__layer_strided(ra_square(apart), apart), call->args[2].string);
}

DEFINE(l1_loss)
{
    return reduce(results, ra_abs(ra_sub(call->args[0].tensor, call->args[1].tensor)), call->args[2].string);
}

/* The distance of each, as it is computed, of the operands' difference; NULL: refused. */
static ra_tensor *distance(const ra_op_call *call, ra_tensor **apart)
{
    *apart = difference(call);
    if (!*apart || ra__composite_computes(call, ra_tensor_dtype(*apart)))
        return NULL;
    return ra_abs(ra__layer_widened(*apart));
}

static bool have_the_sizes(const ra_tensor *a, const ra_tensor *b)
{
    const ra_layout *l = ra__layout_of(a), *m = ra__layout_of(b);
    return l->ndim == m->ndim && !memcmp(ra__sizes(l), ra__sizes(m), (size_t)l->ndim * sizeof(int64_t));
}

DEFINE(smooth_l1_loss)
{
    const double beta = call->args[3].real;
    ra_tensor *apart;
    if (beta < 0)
        return ra__refusal(RA_ERR_ARGUMENT, "beta: %g is negative", beta);
    ra_tensor *z = distance(call, &apart);
    if (beta != 0)
        z = ra_where(ra_lt(z, beta), ra_div(ra_mul(ra_mul(z, 0.5), z), beta), ra_sub(z, 0.5 * beta));
    return reduce(results, z ? ra__layer_strided(ra__layer_narrowed(z, apart), apart) : NULL, call->args[2].string);
}

/* In the dtype of self, whatever that of target is, and laid out as an empty_like of self where that has the sizes of the result. */
DEFINE(huber_loss)
{
    const ra_tensor *self = call->args[0].tensor;
    const double delta = call->args[3].real;
    ra_tensor *apart;
    if (!(delta > 0))
        return ra__refusal(RA_ERR_ARGUMENT, "delta: %g is not above 0", delta);
    if (ra__composite_computes(call, ra_tensor_dtype(self)))
        return RA_ERR_DTYPE;
    ra_tensor *z = distance(call, &apart);
    z = ra_where(ra_le(z, delta), ra_mul(ra_mul(z, 0.5), z), ra_mul(ra_sub(z, 0.5 * delta), delta));
    if (!z)
        return ra__gives(results, NULL);
    return reduce(results, ra__layer_strided(ra__layer_narrowed(z, self), have_the_sizes(self, apart) ? ra_empty_like(self, NULL) : apart), call->args[2].string);
}

DEFINE(kl_div)
{
    const ra_tensor *self = call->args[0].tensor, *target = call->args[1].tensor;
    const ra_dtype computed[] = {ra_tensor_dtype(self), ra_tensor_dtype(target)};
    for (int i = 0; i < 2; i++)
        if (ra__composite_computes(call, computed[i]))
            return RA_ERR_DTYPE;
    if (call->args[3].boolean)
        return reduce(results, ra_mul(ra_exp(target), ra_sub(target, self)), call->args[2].string);
    ra_tensor *entropy = ra_where(ra_eq(target, 0), 0, ra_mul(target, ra_log(target))); /* 0 where log is infinite */
    return reduce(results, ra_sub(entropy, ra_mul(target, self)), call->args[2].string);
}

/* In place as in PyTorch, of which the shapes that are refused come. */
DEFINE(binary_cross_entropy_with_logits)
{
    const ra_tensor *self = call->args[0].tensor, *target = call->args[1].tensor, *weight = ra__composite_optional(call, 2), *positive = ra__composite_optional(call, 3);
    ra_tensor *likelihood = ra_log_sigmoid(self);
    if (positive != RA_NONE && likelihood)
        (void)!ra_mul_(likelihood, ra_add(ra_mul(ra_sub(positive, 1), target), 1));
    ra_tensor *loss = ra_empty_like(target, NULL); /* in whose strides the result is */
    if (loss && !ra_sub_out(loss, 1, target)) {
        (void)!ra_mul_(loss, self);
        (void)!ra_sub_(loss, likelihood);
    }
    if (weight != RA_NONE && loss)
        (void)!ra_mul_(loss, weight);
    return reduce(results, loss, call->args[4].string);
}
