/*
 * A case of cases.def: its arguments, read from their text, with data made for them; and the call of our operator with
 * them.
 */
#ifndef BENCH_PEERS_CASE_H
#define BENCH_PEERS_CASE_H

#include "peers/abi.h"

#include <runahead.h>

typedef struct peer_case {
    const char *name, *torch, *text;
    int compared;
    peer_arg args[PEER_MAX_ARGS];
    int count;
    /* our side */
    const ra_op *op;
    ra_variant variant;
    ra_arg ours[PEER_MAX_ARGS + 4];
    size_t our_count;
    ra_tensor *tensors[PEER_MAX_ARGS][PEER_MAX_LIST];
    const ra_tensor *lists[PEER_MAX_ARGS][PEER_MAX_LIST];
} peer_case;

enum { PEER_RESULTS = 64 };

extern int64_t peer_case_elements; /* what N stands for in the cases */
size_t peer_case_count(void);
const char *peer_case_name(size_t index);
/* Reads case number index and makes its data; false, with the reason, where something does not fit. Waits. */
bool peer_case_open(peer_case *c, size_t index, char *error, size_t error_size);
void peer_case_close(peer_case *c);

/* Calls our operator; *produced results (of an in-place one: its first argument once more). */
ra_status peer_case_call(peer_case *c, ra_tensor **results, size_t *produced);

#endif
