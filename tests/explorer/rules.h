/*
 * What holds at every step, of the tasks that order.c follows.
 */
#ifndef TESTS_EXPLORER_RULES_H
#define TESTS_EXPLORER_RULES_H

#include "followed.h"

/* The task begins, its runner is known. */
void ex_rules_begin(const ex_node *n);
/* Its word, or its count of holds, becomes this. */
void ex_rules_word(ex_node *n, uint64_t word);
void ex_rules_holds(ex_node *n, int32_t holds);

#endif
