/*
 * Choices that are gone through one after the other instead of drawn.
 */
#ifndef TESTS_EXPLORER_EXHAUST_H
#define TESTS_EXPLORER_EXHAUST_H

#include "explorer.h"

enum { EX_DEVIATIONS = 3 }; /* that all small protocols are gone through with at most */

/* One of n, 0 first. `costs`: any but 0 is a deviation, of which a schedule has so many at most. */
uint32_t ex_decide(uint32_t n, bool costs);
/* All schedules of every small protocol with so many deviations at most; how many protocols fail. */
int ex_exhaust(int most);

/* Some of the protocols, a bit each. */
typedef unsigned __int128 ex_protocol_set;
/* Which of them come by a place: gone through once with a deviation, they tell ex_exhaust_comes_by. */
void ex_exhaust_look(void);
ex_protocol_set ex_exhaust_comes_by(const void *address);
/* Of those protocols the first that fails with up to so many deviations: its name, ex.report says how; NULL: none. */
const char *ex_exhaust_find(ex_protocol_set of, int most, uint64_t *schedules);

#endif
