/*
 * multinomial: indices drawn by their share of a row of probabilities.
 *
 * With replacement, number i of a row is where a uniform number of the row's sum falls among the running sums. Without, each probability p
 * gets a number of its own, u, and those of the least -log(u) / p come first: the order in which exponential clocks of rate p ring, so that
 * each is drawn by its share of what is left (Efraimidis and Spirakis, Weighted random sampling with a reservoir, 2006). Numbers depend on
 * their place alone, as those of the other random operators.
 */
#include "cpu/box_muller.h"
#include "cpu/philox.h"
#include "cpu/sequence.h"
#include "cpu/strided.h"
#include "meta/pre.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { PER_TILE = 32, GRAIN_NUMBERS = 8192 };
enum { TOGETHER = 8 }; /* searches */

typedef struct state {
    struct ra__multinomial_pre pre;
    uint64_t seed, counter;
    int64_t rows_per_grain;
    ra__strided self, out;
} state;

/* Numbers of 64 bits by their place, a tile at a time. */
typedef struct words {
    const state *s;
    int64_t tile; /* -1: none yet */
    uint32_t of[4][RA__PHILOX_LANES];
} words;

/* A clock and whose it is. */
typedef struct clock {
    double rings;
    int64_t index;
} clock;

static uint64_t word_at(words *w, int64_t place)
{
    const int i = (int)(place % PER_TILE);
    if (place / PER_TILE != w->tile) {
        w->tile = place / PER_TILE;
        ra__philox_tile(w->s->seed, w->s->counter + (uint64_t)w->tile * RA__PHILOX_LANES, w->of);
    }
    return (uint64_t)w->of[i / RA__PHILOX_LANES + 2][i % RA__PHILOX_LANES] << 32 | w->of[i / RA__PHILOX_LANES][i % RA__PHILOX_LANES];
}

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    state *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    s->pre = *RA__PRE(m, const struct ra__multinomial_pre);
    s->seed = m->seed;
    s->counter = m->counter;
    s->rows_per_grain = ra__max(1, GRAIN_NUMBERS / ra__max(1, ra__max(s->pre.n, s->pre.samples)));
    ra__strided_from_layout(&s->self, ra__layout(m, 0));
    ra__strided_from_shape(&s->out, ra__out_shape(m, 0));
    p->state = s;
    ra__plan_sequence(p, s->pre.rows, s->rows_per_grain, 20.0 * (double)(s->pre.n + s->pre.samples));
    p->scratch = (size_t)s->pre.n * (sizeof(double) + sizeof(clock)) + (size_t)s->pre.samples * sizeof(int64_t); /* fits: n is at most 2^24, the samples are a row of the result */
    return RA_OK;
}

/*
 * How many of `n` running sums are no more than each number. Each time half of those that are left are told by the last of them; the choice is no
 * branch, which nobody could foretell, and searches wait for nothing of one another.
 */
static void places_of(const double *sums, int64_t n, const double *numbers, int64_t *places)
{
    for (int k = 0; k < TOGETHER; k++)
        places[k] = 0;
    for (; n > 1; n -= n / 2)
        for (int k = 0; k < TOGETHER; k++)
            places[k] += n / 2 & -(int64_t)(sums[places[k] + n / 2 - 1] <= numbers[k]);
    for (int k = 0; k < TOGETHER && n == 1; k++)
        places[k] += sums[places[k]] <= numbers[k];
}

/* From running sums, of which rounding does not pass the last that has a share: no number is beyond it. */
static void draw_again(const state *s, words *w, int64_t row, const double *sums, int64_t last, int64_t *drawn)
{
    const int64_t samples = s->pre.samples;
    double numbers[TOGETHER] = {0};
    int64_t places[TOGETHER];
    for (int64_t k = 0; k < samples; k += TOGETHER) {
        const int64_t count = ra__min(TOGETHER, samples - k);
        for (int64_t i = 0; i < count; i++)
            numbers[i] = (double)(int64_t)(word_at(w, row * samples + k + i) >> 11) * 0x1p-53 * sums[s->pre.n - 1];
        places_of(sums, last, numbers, places);
        memcpy(drawn + k, places, (size_t)count * sizeof *drawn);
    }
}

static bool rings_before(const clock *a, const clock *b)
{
    return a->rings < b->rings || (a->rings == b->rings && a->index < b->index);
}

/* Of a heap, whose latest is its first. */
static void sift(clock *heap, int64_t n, int64_t at)
{
    for (int64_t child; (child = 2 * at + 1) < n; at = child) {
        child += child + 1 < n && rings_before(&heap[child], &heap[child + 1]);
        if (!rings_before(&heap[at], &heap[child]))
            return;
        const clock between = heap[at];
        heap[at] = heap[child];
        heap[child] = between;
    }
}

/* When it rings: never, where p is 0. Probabilities are taken as parts of a power of two, so that no other is infinite. */
static double rings_at(double u, double p, int exponent)
{
    const double rings = -ra__log_unit_f64(u) / ldexp(p, -exponent);
    return p > 0 ? rings <= DBL_MAX ? rings : DBL_MAX : INFINITY;
}

static void draw_once(const state *s, words *w, int64_t row, const double *p, double sum, clock *heap, int64_t *drawn)
{
    const int64_t k = s->pre.samples;
    int exponent;
    (void)frexp(sum, &exponent);
    for (int64_t i = 0; i < s->pre.n; i++) {
        const double u = ((double)(int64_t)(word_at(w, row * s->pre.n + i) >> 12) + 0.5) * 0x1p-52;
        const clock c = {rings_at(u, p[i], exponent), i};
        if (i < k) {
            heap[i] = c;
            for (int64_t at = i == k - 1 ? k / 2 - 1 : -1; at >= 0; at--)
                sift(heap, k, at);
        } else if (rings_before(&c, heap)) {
            heap[0] = c;
            sift(heap, k, 0);
        }
    }
    for (int64_t left = k; left > 0; left--) { /* the latest goes to the end */
        drawn[left - 1] = heap[0].index;
        heap[0] = heap[left - 1];
        sift(heap, left - 1, 0);
    }
}

/* Or a failure. */
static ra_status check(ra__run *r, const double *p, int64_t n)
{
    int64_t wrong = 0;
    for (int64_t i = 0; i < n; i++)
        wrong += !(p[i] >= 0 && p[i] <= DBL_MAX);
    for (int64_t i = 0; i < n && wrong; i++)
        if (!(p[i] >= 0 && p[i] <= DBL_MAX))
            return ra__fault(r, RA_ERR_VALUE, "self has %g, which is no probability", p[i]);
    return RA_OK;
}

/* In order, whose bits say where numbers fall. The row becomes its running sums where there are to be any. */
static double sum_up(double *p, int64_t n, bool running)
{
    double sum = 0;
    if (running)
        for (int64_t i = 0; i < n; i++)
            p[i] = sum += p[i];
    else
        for (int64_t i = 0; i < n; i++)
            sum += p[i];
    return sum;
}

static ra_status draw_row(const state *s, ra__run *r, words *w, int64_t row)
{
    double *p = r->scratch;
    clock *heap = (clock *)(void *)(p + s->pre.n);
    int64_t *drawn = (int64_t *)(void *)(heap + s->pre.n), last = s->pre.n - 1;
    ra__strided_gather(&s->self, r->data[1], row * s->pre.n, s->pre.n, p, RA_FLOAT64);
    const ra_status status = check(r, p, s->pre.n);
    if (status)
        return status;
    while (last > 0 && !(p[last] > 0))
        last--;
    const double sum = sum_up(p, s->pre.n, s->pre.replacement);
    if (!(sum > 0 && sum <= DBL_MAX))
        return ra__fault(r, RA_ERR_VALUE, "the probabilities of row %lld add up to %g", (long long)row, sum);
    if (s->pre.replacement)
        draw_again(s, w, row, p, last, drawn);
    else
        draw_once(s, w, row, p, sum, heap, drawn);
    ra__strided_scatter(&s->out, r->data[0], row * s->pre.samples, s->pre.samples, drawn, RA_INT64);
    return RA_OK;
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    const int64_t end = ra__min(last * s->rows_per_grain, s->pre.rows);
    words w = {.s = s, .tile = -1};
    (void)phase;
    for (int64_t row = first * s->rows_per_grain; row < end; row++) {
        const ra_status status = draw_row(s, r, &w, row);
        if (status)
            return status;
    }
    return RA_OK;
}

const ra_kernel RA__KERNEL(multinomial) = {.name = "multinomial", .plan = plan, .run = run};
