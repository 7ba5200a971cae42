/*
 * Whether results are those of the case: their description, and their values by the rule that the case names.
 */
#ifndef TESTS_VECTORS_JUDGE_H
#define TESTS_VECTORS_JUDGE_H

#include "vectors/call.h"

/*
 * dtype, sizes, strides, and for views the storage they share and where. Waits for nothing but an extent that only the
 * data can tell, and for that only where `pending` is true; else a bound will do.
 */
bool vector_judge_description(const struct vector_call *call, bool pending, char why[VECTOR_WHY]);
/* Values of the results, and of every byte of every storage that is none of them. The call has been waited for. */
bool vector_judge_values(struct vector_call *call, char why[VECTOR_WHY]);

/* The largest distance (match.h) of any element of results that were judged; of those that are judged one by one. */
double vector_largest_distance(struct vector_call *call);
/* Waits for all results. */
bool vector_wait_for_results(const struct vector_call *call, char why[VECTOR_WHY]);
/* Whether a call that was answered with RA_OK gives the case's results. Waits. */
bool vector_judge_results(struct vector_call *call, char why[VECTOR_WHY]);
/* Whether a call that was answered with s was refused as it should be, and has left everything as it was. */
bool vector_judge_refusal(struct vector_call *call, ra_status s, char why[VECTOR_WHY]);
/* Whether the error in the data reaches all who ask. Waits. */
bool vector_judge_data_error(struct vector_call *call, char why[VECTOR_WHY]);

#endif
