/*
 * What must run before what, at every step: order.c.
 */
#ifndef TESTS_EXPLORER_ORDER_H
#define TESTS_EXPLORER_ORDER_H

#include "explorer.h"

void ex_order_begin(void);
void ex_order_end(void);
/* Bytes that are counted as in flight for tasks that have ended while a queue still names them: until somebody looks there. */
size_t ex_order_bytes_left_in_queues(void);
/* A wait of the running thread's is over: it watches nothing any more. */
void ex_order_check_wait_left(void);
/* Nobody but the calling thread can go on: no task is in a queue while a worker sleeps who could take it. */
void ex_order_check_paused(void);
/* What the running thread waits for from here on: the pending writers of a storage; NULL: nothing, or everything. */
void ex_order_waits_for(const void *storage);
/* Nobody else can go on than this one, which is off the processor for ever: ends the schedule unless that is as it must be. */
void ex_order_check_held_up(ex_thread *suspended);

#endif
