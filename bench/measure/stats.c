/* Samples: sorted when asked, quantiles by the nearest rank (so that p99.9 is a value that was seen). */
#include "measure/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool samples_reserve(samples *s, size_t room)
{
    if (room <= s->room)
        return true;
    double *values = realloc(s->values, room * sizeof *values);
    if (!values)
        return false;
    s->values = values;
    s->room = room;
    return true;
}

void samples_add(samples *s, double value)
{
    if (s->count == s->room && !samples_reserve(s, s->room ? 2 * s->room : 256)) {
        s->lost = true;
        return;
    }
    s->values[s->count++] = value;
}

void samples_append(samples *to, const samples *from)
{
    if (!samples_reserve(to, to->count + from->count)) {
        to->lost = true;
        return;
    }
    if (from->count)
        memcpy(to->values + to->count, from->values, from->count * sizeof *from->values);
    to->count += from->count;
    to->lost |= from->lost;
}

void samples_clear(samples *s)
{
    s->count = 0;
    s->lost = false;
}

void samples_free(samples *s)
{
    free(s->values);
    *s = (samples){0};
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double at_rank(const samples *s, double q)
{
    if (!s->count)
        return NAN;
    const double rank = ceil(q * (double)s->count);
    const size_t index = rank < 1 ? 0 : (size_t)rank - 1;
    return s->values[index < s->count ? index : s->count - 1];
}

static void sort(samples *s)
{
    if (s->count > 1)
        qsort(s->values, s->count, sizeof *s->values, compare);
}

double samples_quantile(samples *s, double q)
{
    sort(s);
    return at_rank(s, q);
}

summary samples_summary(samples *s)
{
    sort(s);
    return (summary){.median = at_rank(s, 0.5), .low = at_rank(s, 0.25), .high = at_rank(s, 0.75), .count = s->count};
}

double samples_max(const samples *s)
{
    double max = NAN;
    for (size_t i = 0; i < s->count; i++)
        max = s->values[i] > max || isnan(max) ? s->values[i] : max;
    return max;
}

double samples_mean(const samples *s)
{
    double sum = 0;
    for (size_t i = 0; i < s->count; i++)
        sum += s->values[i];
    return s->count ? sum / (double)s->count : NAN;
}
