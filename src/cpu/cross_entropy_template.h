/*
 * Parameters: T the dtype computed in, NAME(name), EXP and LOG.
 */
static void NAME(exp_shifted)(T *restrict e, const T *restrict x, int64_t n, T shift)
{
    for (int64_t j = 0; j < n; j++)
        e[j] = EXP(x[j] - shift);
}

/* Turns x into its log_softmax. */
static void NAME(log_softmax_in_place)(T *x, int64_t n)
{
    T e[CHUNK], shift = NAME(ra__lane_max)(x, n, (T)-INFINITY);
    double sum = 0;
    for (int64_t i = 0; i < n; i += CHUNK) {
        int64_t k = ra__min(CHUNK, n - i);
        NAME(exp_shifted)(e, x + i, k, shift);
        sum += (double)NAME(ra__lane_sum)(e, k);
    }
    T log_sum = LOG((T)sum);
    for (int64_t j = 0; j < n; j++)
        x[j] = (x[j] - shift) - log_sum;
}

/* Loss against probabilities q; weight may be NULL. */
static double NAME(loss_of_probabilities)(const struct cross_entropy_state *st, const T *log_p, const T *q, const T *weight)
{
    double sum = 0, keep = 1 - st->pre.smoothing, spread = st->pre.smoothing / (double)st->pre.classes;
    for (int64_t c = 0; c < st->pre.classes; c++)
        sum -= (keep * (double)q[c] + spread) * (weight ? (double)weight[c] : 1.0) * (double)log_p[c];
    return sum;
}

static double NAME(loss_of_class)(const struct cross_entropy_state *st, const T *log_p, int64_t target, const T *weight)
{
    double loss = -(weight ? (double)weight[target] : 1.0) * (double)log_p[target], spread = 0;
    if (st->pre.smoothing == 0)
        return loss;
    for (int64_t c = 0; c < st->pre.classes; c++)
        spread -= (weight ? (double)weight[c] : 1.0) * (double)log_p[c];
    return (1 - st->pre.smoothing) * loss + st->pre.smoothing / (double)st->pre.classes * spread;
}

/* Of logarithms in T, one of each row, summed up in the order of the places. */
static ra_status NAME(sum_of_rows)(const struct cross_entropy_state *st, ra__run *r, int64_t grain)
{
    const int64_t classes = st->pre.classes, end = ra__min((grain + 1) * st->items_per_grain, st->items);
    char *const *input = r->data + st->results;
    struct partial sum = {0, 0};
    for (int64_t i = grain * st->items_per_grain; i < end; i++) {
        const int64_t target = class_at(st, input[1] + i * st->target_stride[0]);
        if (target == st->pre.ignore_index)
            continue;
        if (target < 0 || target >= classes)
            return no_class(r, target, i, classes);
        const double weight = st->has_weight ? (double)*(const T *)(const void *)(input[2] + target * st->weight_stride) : 1;
        sum.loss += -weight * (double)*(const T *)(const void *)(input[0] + i * st->in_stride[0] + target * st->in_stride[1]);
        sum.weight += weight;
    }
    ((struct partial *)r->workspace)[grain] = sum;
    return RA_OK;
}

static ra_status NAME(losses)(const struct cross_entropy_state *st, ra__run *r, int64_t grain)
{
    int64_t classes = st->pre.classes, end = ra__min((grain + 1) * st->items_per_grain, st->items);
    ra__convert_fn convert = RA__ISA_NAME(ra__convert)(st->compute, st->input), convert_target = RA__ISA_NAME(ra__convert)(st->compute, st->target);
    T *x = r->scratch, *q = x + classes, *weight = st->has_weight ? q + classes : NULL;
    struct partial sum = {0, 0};
    char *const *input = r->data + st->results;
    if (st->pre.given && st->pre.places == 1 && st->input == st->compute && st->pre.smoothing == 0 && st->pre.reduction != 2)
        return NAME(sum_of_rows)(st, r, grain);
    if (weight)
        convert((char *)weight, sizeof(T), input[2], st->weight_stride, classes);
    for (int64_t i = grain * st->items_per_grain; i < end; i++) {
        int64_t in, at;
        double loss = 0;
        locate(st, i, &in, &at);
        const char *target_at = input[1] + at;
        int64_t target = st->pre.probabilities ? 0 : class_at(st, target_at);
        if (st->pre.probabilities || target != st->pre.ignore_index) {
            if (!st->pre.probabilities && (target < 0 || target >= classes))
                return no_class(r, target, i, classes);
            if (st->pre.given)
                convert((char *)(x + target), sizeof(T), input[0] + in + target * st->in_stride[1], st->in_stride[1], 1);
            else {
                convert((char *)x, sizeof(T), input[0] + in, st->in_stride[1], classes);
                NAME(log_softmax_in_place)(x, classes);
            }
            if (st->pre.probabilities) {
                convert_target((char *)q, sizeof(T), target_at, st->target_stride[1], classes);
                loss = NAME(loss_of_probabilities)(st, x, q, weight);
                sum.weight += 1;
            } else {
                loss = NAME(loss_of_class)(st, x, target, weight);
                sum.weight += weight ? (double)weight[target] : 1;
            }
        }
        sum.loss += loss;
        if (st->pre.reduction == 2)
            ra__scalar_store(ra_scalar_float(loss), st->dtype, r->data[0] + i * (int64_t)ra_dtype_size(st->dtype));
    }
    if (st->pre.reduction != 2)
        ((struct partial *)r->workspace)[grain] = sum;
    return RA_OK;
}

#undef T
#undef NAME
#undef EXP
#undef LOG
