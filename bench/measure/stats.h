/*
 * Samples and what is said about them: medians, quantiles, spread.
 */
#ifndef BENCH_MEASURE_STATS_H
#define BENCH_MEASURE_STATS_H

#include <stdbool.h>
#include <stddef.h>

/* A growing list of measurements. Zeroed: empty. A sample that could not be stored for want of memory sets lost. */
typedef struct samples {
    double *values;
    size_t count, room;
    bool lost;
} samples;

void samples_add(samples *s, double value);
/* Makes room beforehand, so that adding while a clock runs takes no memory. */
bool samples_reserve(samples *s, size_t room);
void samples_append(samples *to, const samples *from);
void samples_clear(samples *s);
void samples_free(samples *s);

/* What a table shows: the median, and the quartiles as its spread. */
typedef struct summary {
    double median, low, high; /* quartiles */
    size_t count;
} summary;

/* Sorts s. NaNs where there are no samples. */
summary samples_summary(samples *s);
/* Value below which the fraction q of the samples lies, by the nearest rank; sorts s. */
double samples_quantile(samples *s, double q);
double samples_max(const samples *s);
double samples_mean(const samples *s);

#endif
