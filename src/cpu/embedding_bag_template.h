/*
 * Parameters: T the dtype computed in, NAME(name).
 */
static void NAME(take)(const state *s, void *sums, const void *row, double weight, bool first)
{
    T *restrict sum = sums;
    const T *restrict x = row, w = (T)weight;
    for (int64_t i = 0; i < s->width; i++)
        if (s->pre.mode == RA__BAG_MAX)
            sum[i] = first || x[i] > sum[i] ? x[i] : sum[i];
        else
            sum[i] += s->has_weights ? w * x[i] : x[i];
}

static void NAME(divide)(const state *s, void *sums, int64_t count)
{
    T *sum = sums;
    for (int64_t i = 0; i < s->width; i++)
        sum[i] /= (T)count;
}

#undef T
#undef NAME
