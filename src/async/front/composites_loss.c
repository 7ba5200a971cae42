/*
 * Composites: losses. Those that round once in PyTorch compute half dtypes in float32, as kernels do.
 */
#include "async/front/composites_layers.h"

#include <math.h>

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

/* The operands' difference, where it has a dtype to compute in; NULL: refused. */
static ra_tensor *distance(const ra_op_call *call)
{
    ra_tensor *apart = difference(call);
    return apart && !ra__composite_computes(call, ra_tensor_dtype(apart)) ? apart : NULL;
}

/* A number as it is in the dtype that the distances are computed in, where it may be 0 or infinite. */
static double bound_of(const ra_tensor *apart, double number)
{
    return apart && ra__compute_dtype(ra_tensor_dtype(apart)) == RA_FLOAT32 ? (double)(float)number : number;
}

/* Of distances up to bound the half of the square, and beyond it as its tangent there goes on; all of it over something. */
static ra_tensor *bounded_square(const ra_tensor *apart, double bound, double over)
{
    return apart ? ra__hidden(bounded_square, {.tensor = apart, .kind = RA_ARG_TENSOR}, {.real = bound, .kind = RA_ARG_FLOAT}, {.real = over, .kind = RA_ARG_FLOAT}) : NULL;
}

static bool have_the_sizes(const ra_tensor *a, const ra_tensor *b)
{
    const ra_layout *l = ra__layout_of(a), *m = ra__layout_of(b);
    return l->ndim == m->ndim && !memcmp(ra__sizes(l), ra__sizes(m), (size_t)l->ndim * sizeof(int64_t));
}

DEFINE(smooth_l1_loss)
{
    if (!(call->args[3].real >= 0))
        return ra__refusal(RA_ERR_ARGUMENT, "beta: %g is not from 0 up", call->args[3].real);
    ra_tensor *apart = distance(call);
    const double beta = bound_of(apart, call->args[3].real);
    ra_tensor *z = beta != 0 ? bounded_square(apart, beta, beta) : ra_abs(apart); /* beta over itself is 1 */
    return reduce(results, ra__layer_strided(z, apart), call->args[2].string);
}

/* In the dtype of self, whatever that of target is, and laid out as an empty_like of self where that has the sizes of the result. */
DEFINE(huber_loss)
{
    const ra_tensor *self = call->args[0].tensor;
    if (!(call->args[3].real > 0))
        return ra__refusal(RA_ERR_ARGUMENT, "delta: %g is not above 0", call->args[3].real);
    if (ra__composite_computes(call, ra_tensor_dtype(self)))
        return RA_ERR_DTYPE;
    ra_tensor *apart = distance(call);
    const double delta = bound_of(apart, call->args[3].real);
    ra_tensor *wide = apart && delta == INFINITY ? ra__layer_widened(apart) : NULL;
    ra_tensor *z = delta < INFINITY ? bounded_square(apart, delta, 1) : ra_mul(ra_mul(wide, 0.5), wide);
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
    return reduce(results, ra_sub(ra_xlogy(target, target), ra_mul(target, self)), call->args[2].string);
}

/* In place as in PyTorch, of which the shapes that are refused come. */
DEFINE(binary_cross_entropy_with_logits)
{
    const ra_tensor *self = call->args[0].tensor, *target = call->args[1].tensor, *weight = ra__composite_optional(call, 2), *positive = ra__composite_optional(call, 3);
    ra_tensor *likelihood = ra_log_sigmoid(self);
    if (positive != RA_NONE && likelihood)
        (void)!ra_mul_(likelihood, ra_add(ra_mul(ra_sub(positive, 1), target), 1));
    ra_tensor *loss = likelihood ? ra_empty_like(target, NULL) : NULL; /* in whose strides the result is */
    if (!loss || ra_sub_out(loss, 1, target)) /* nothing is computed of what nobody has written */
        return ra__gives(results, NULL);
    (void)!ra_mul_(loss, self);
    (void)!ra_sub_(loss, likelihood);
    if (weight != RA_NONE)
        (void)!ra_mul_(loss, weight);
    return reduce(results, loss, call->args[4].string);
}

/* ---- of pairs and triples ---- */

/* Of what is new, itself. */
static ra_tensor *positive_part(ra_tensor *t)
{
    if (t)
        (void)!ra_clamp_min_(t, 0);
    return t;
}

DEFINE(hinge_embedding_loss)
{
    const ra_tensor *self = call->args[0].tensor, *target = call->args[1].tensor;
    ra_tensor *margin = ra_full(RA_DIMS(), call->args[3].real, RA_OPTS(ra_full, .dtype = ra_tensor_dtype(self), .device = ra_tensor_device(self)));
    ra_tensor *beyond = positive_part(ra_sub(margin, self)); /* of integers one, as in PyTorch */
    ra_tensor *zeros = ra_zeros_like(self); /* not a number, which would not have a say in the dtype */
    return reduce(results, ra_add(ra_where(ra_ne(target, 1), beyond, zeros), ra_where(ra_ne(target, -1), self, zeros)), call->args[2].string);
}

DEFINE(margin_ranking_loss)
{
    const ra_tensor *first = call->args[0].tensor, *second = call->args[1].tensor;
    ra_tensor *apart = ra_add(ra_mul(ra_neg(call->args[2].tensor), ra_sub(first, second)), call->args[4].real);
    return reduce(results, positive_part(apart), call->args[3].string);
}

DEFINE(cosine_embedding_loss)
{
    const ra_tensor *first = call->args[0].tensor, *second = call->args[1].tensor, *target = call->args[2].tensor;
    const int many = ra_ndim(target);
    const double epsilon = 1e-12;
    if (many > 1 || ra_ndim(first) != many + 1 || ra_ndim(second) != many + 1)
        return ra__refusal(RA_ERR_SHAPE, "input1, input2 and target: have %d, %d and %d dimensions, not 2, 2 and 1, or 1, 1 and none", ra_ndim(first), ra_ndim(second), many);
    const ra_dims along = RA_DIMS(many);
    ra_tensor *squares = ra_mul(ra_add(ra_sum(ra_mul(first, first), along), epsilon), ra_add(ra_sum(ra_mul(second, second), along), epsilon));
    ra_tensor *cosine = ra_div(ra_sum(ra_mul(first, second), along), ra_sqrt(squares)), *zeros = ra_zeros_like(cosine);
    ra_tensor *alike = ra_where(ra_eq(target, 1), ra_sub(1, cosine), zeros), *unlike = ra_where(ra_eq(target, -1), positive_part(ra_sub(cosine, call->args[4].real)), zeros);
    return reduce(results, ra_add(alike, unlike), call->args[3].string);
}

/* p-norm of the difference along the last dimension. */
static ra_tensor *distance_of(const ra_tensor *a, const ra_tensor *b, double p, double eps, bool keepdim)
{
    ra_tensor *apart = ra_add(ra_sub(a, b), eps);
    const int ndim = ra_ndim(a) > ra_ndim(b) ? ra_ndim(a) : ra_ndim(b);
    return ra_linalg_vector_norm(apart, p, RA_DIMS(ndim - 1), RA_OPTS(ra_linalg_vector_norm, .keepdim = keepdim));
}

DEFINE(pairwise_distance)
{
    return ra__gives(results, distance_of(call->args[0].tensor, call->args[1].tensor, call->args[2].real, call->args[3].real, call->args[4].boolean));
}

DEFINE(triplet_margin_loss)
{
    const ra_tensor *anchor = call->args[0].tensor, *positive = call->args[1].tensor, *negative = call->args[2].tensor;
    const double p = call->args[3].real, eps = call->args[6].real;
    if (ra_ndim(anchor) != ra_ndim(positive) || ra_ndim(anchor) != ra_ndim(negative))
        return ra__refusal(RA_ERR_SHAPE, "anchor, positive and negative: have %d, %d and %d dimensions", ra_ndim(anchor), ra_ndim(positive), ra_ndim(negative));
    ra_tensor *near = distance_of(anchor, positive, p, eps, false), *far = distance_of(anchor, negative, p, eps, false);
    if (call->args[7].boolean)
        far = ra_minimum(far, distance_of(positive, negative, p, eps, false));
    return reduce(results, ra_clamp_min(ra_sub(ra_add(near, call->args[5].real), far), 0), call->args[4].string);
}
