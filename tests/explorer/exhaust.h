/*
 * Choices that are gone through one after the other instead of drawn.
 */
#ifndef RA_TESTS_EXPLORER_EXHAUST_H
#define RA_TESTS_EXPLORER_EXHAUST_H

#include "explorer.h"

/* One of n, 0 first. `costs`: any but 0 is a deviation, of which a schedule has so many at most. */
uint32_t ex_decide(uint32_t n, bool costs);
/* All schedules of every small protocol with so many deviations at most; how many protocols fail. */
int ex_exhaust(int most);

#endif
