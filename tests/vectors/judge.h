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
bool vector_judge_values(const struct vector_call *call, char why[VECTOR_WHY]);

#endif
