/* os_fault.c - the fault gate.
 *
 * All relaxed: the gate orders nothing. `armed` says whether anybody cares; the fields beside it are written before
 * it is raised and are read only while it is up, so a call that races with arming sees the old or the new setting of
 * each, and is counted or not: os.h says so. The number that a call draws from `seen` is its own, hence exactly the
 * armed number of calls fails however many threads there are. */
#include "async/os/os_gate.h"

#include <errno.h>

static struct {
    _Atomic int armed;
    _Atomic int kind; /* RA__OS_CALL_COUNT: all swept kinds */
    _Atomic long seen, hits;
    _Atomic long first, end; /* calls number first <= n < end fail; 0, 0: none. Numbers begin at 1. */
    _Atomic int last;
} fault = {.last = RA__OS_CALL_COUNT};

static const struct {
    const char *name;
    int error;
    bool swept;
} gated[RA__OS_CALL_COUNT] = {
#define X(name, error, swept) {#name, error, swept},
    RA__OS_CALLS(X)
#undef X
};

int ra__os_gate_error(enum ra__os_call call)
{
    return -gated[call].error;
}

static bool armed_for(enum ra__os_call call)
{
    int kind = atomic_load_explicit(&fault.kind, memory_order_relaxed);
    if (kind == RA__OS_CALL_COUNT ? !gated[call].swept : kind != (int)call)
        return false;
    long number = atomic_fetch_add_explicit(&fault.seen, 1, memory_order_relaxed) + 1;
    if (number < atomic_load_explicit(&fault.first, memory_order_relaxed) ||
        number >= atomic_load_explicit(&fault.end, memory_order_relaxed))
        return false;
    atomic_fetch_add_explicit(&fault.hits, 1, memory_order_relaxed);
    atomic_store_explicit(&fault.last, (int)call, memory_order_relaxed);
    return true;
}

bool ra__os_should_fail(enum ra__os_call call)
{
    if (__builtin_expect(!atomic_load_explicit(&fault.armed, memory_order_relaxed), 1))
        return false;
    return armed_for(call);
}

const char *ra__os_call_name(enum ra__os_call call)
{
    return call < RA__OS_CALL_COUNT ? gated[call].name : "none";
}

void ra__os_fault_arm_call(enum ra__os_call call, long countdown, long times)
{
    const bool fails = countdown > 0 && times > 0;
    atomic_store_explicit(&fault.armed, 0, memory_order_relaxed);
    atomic_store_explicit(&fault.kind, (int)call, memory_order_relaxed);
    atomic_store_explicit(&fault.seen, 0, memory_order_relaxed);
    atomic_store_explicit(&fault.hits, 0, memory_order_relaxed);
    atomic_store_explicit(&fault.last, RA__OS_CALL_COUNT, memory_order_relaxed);
    atomic_store_explicit(&fault.first, fails ? countdown : 0, memory_order_relaxed);
    atomic_store_explicit(&fault.end, fails ? countdown + times : 0, memory_order_relaxed);
    atomic_store_explicit(&fault.armed, 1, memory_order_relaxed);
}

void ra__os_fault_arm(long countdown)
{
    ra__os_fault_arm_call(RA__OS_CALL_COUNT, countdown, 1);
}

void ra__os_fault_disarm(void)
{
    atomic_store_explicit(&fault.armed, 0, memory_order_relaxed);
}

long ra__os_fault_count(void)
{
    return atomic_load_explicit(&fault.seen, memory_order_relaxed);
}

long ra__os_fault_hits(void)
{
    return atomic_load_explicit(&fault.hits, memory_order_relaxed);
}

enum ra__os_call ra__os_fault_last(void)
{
    return (enum ra__os_call)atomic_load_explicit(&fault.last, memory_order_relaxed);
}
