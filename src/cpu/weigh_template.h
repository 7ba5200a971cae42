/*
 * Parameters: T a type of elements, NAME(name).
 */
static inline __attribute__((always_inline)) void NAME(along)(T *restrict y, const T *restrict x, const int64_t *at, const T *w, int64_t n, int taps)
{
    for (int64_t i = 0; i < n; i++) {
        T sum = x[at[0] + i] * w[0];
        for (int t = 1; t < taps; t++)
            sum += x[at[t] + i] * w[t];
        y[i] = sum;
    }
}

static inline __attribute__((always_inline)) void NAME(across)(T *restrict y, const T *restrict x, const int32_t *restrict at, const T *restrict w, int64_t pitch, int64_t n,
                                                               int taps)
{
    for (int64_t i = 0; i < n; i++) {
        T sum = x[at[i]] * w[i];
        for (int t = 1; t < taps; t++)
            sum += x[at[t * pitch + i]] * w[t * pitch + i];
        y[i] = sum;
    }
}

/* A chunk of a row of the result, from `from` on. */
static void NAME(weigh)(const struct weigh_state *st, ra__run *r, int64_t row, int64_t from)
{
    const int64_t inner = st->pre.inner, count = st->pre.count, n = ra__min(st->chunk, st->length - from);
    const int32_t *place = r->workspace;
    const T *weight = (const T *)(const void *)r->data[3], *x = (const T *)(const void *)r->data[1];
    T *y = (T *)(void *)r->data[0] + row * st->length + from;
    if (inner == 1) {
        x += row * st->pre.size;
        if (st->pre.taps == 2)
            NAME(across)(y, x, place + from, weight + from, count, n, 2);
        else
            NAME(across)(y, x, place + from, weight + from, count, n, MOST_TAPS);
        return;
    }
    const int64_t j = row % count;
    int64_t at[MOST_TAPS] = {0};
    T w[MOST_TAPS] = {0};
    x += row / count * st->pre.size * inner + from;
    for (int64_t t = 0; t < st->pre.taps; t++) {
        at[t] = place[t * count + j] * inner;
        w[t] = weight[t * count + j];
    }
    if (st->pre.taps == 2)
        NAME(along)(y, x, at, w, n, 2);
    else
        NAME(along)(y, x, at, w, n, MOST_TAPS);
}

#undef T
#undef NAME
