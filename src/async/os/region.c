#include "async/os/region.h"

#include "async/os/os.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#else /* where leaks are looked for, what these things name is in use */
#define __lsan_register_root_region(start, bytes) ((void)0)
#define __lsan_unregister_root_region(start, bytes) ((void)0)
#endif

enum { IN_ADVANCE = 2 };

/* Set by whoever takes one, or soon will; cleared by the worker that sees to it. It says no more than that somebody should look: who is
 * told late, or twice, finds what there is. */
_Alignas(64) _Atomic bool ra__region_wanted;
static _Atomic bool is_prepared;          /* by workers: written where they are started and stopped, when there are none */
static char *_Atomic touched[IN_ADVANCE]; /* put there by a worker, by an exchange that releases what it has touched; taken by anybody, by one that acquires it */

static _Atomic int64_t regions; /* that there are: a figure, by whoever maps one or gives it back, which orders nothing */

size_t ra__region_bytes(void)
{
    return (size_t)atomic_load_explicit(&regions, memory_order_relaxed) * RA__REGION_BYTES;
}

static char *fresh(bool huge)
{
    void *start;
    if (ra__os_map(RA__REGION_BYTES, RA__REGION_BYTES, 0, &start))
        return NULL;
    atomic_fetch_add_explicit(&regions, 1, memory_order_relaxed);
    (void)ra__os_advise_huge(start, RA__REGION_BYTES, huge); /* a wish */
    __lsan_register_root_region(start, RA__REGION_BYTES);
    return start;
}

void ra__region_unmap(void *start)
{
    __lsan_unregister_root_region(start, RA__REGION_BYTES);
    (void)ra__os_unmap(start, RA__REGION_BYTES);
    atomic_fetch_sub_explicit(&regions, 1, memory_order_relaxed);
}

void ra__region_want(void)
{
    if (atomic_load_explicit(&is_prepared, memory_order_relaxed))
        atomic_store_explicit(&ra__region_wanted, true, memory_order_relaxed);
}

void *ra__region_map(void)
{
    char *region = NULL;
    for (int i = 0; i < IN_ADVANCE && !region; i++)
        if (atomic_load_explicit(&touched[i], memory_order_relaxed))
            region = atomic_exchange_explicit(&touched[i], NULL, memory_order_acquire);
    ra__region_want();
    return region ? region : fresh(!atomic_load_explicit(&is_prepared, memory_order_relaxed));
}

/* One a call: it may take as long as some tasks. */
void ra__region_prepare(void)
{
    enum { SMALL_PAGE = 4096 };
    if (!atomic_exchange_explicit(&ra__region_wanted, false, memory_order_relaxed))
        return;
    int place = 0, missing = 0;
    for (int i = 0; i < IN_ADVANCE; i++)
        if (!atomic_load_explicit(&touched[i], memory_order_relaxed)) {
            place = i;
            missing++;
        }
    char *region = missing ? fresh(true) : NULL, *none = NULL;
    if (!region)
        return;
    for (int at = 0; at < RA__REGION_BYTES; at += SMALL_PAGE)
        ((volatile char *)region)[at] = 0;
    if (!atomic_compare_exchange_strong_explicit(&touched[place], &none, region, memory_order_release, memory_order_relaxed))
        ra__region_unmap(region);
    if (missing > 1)
        ra__region_want();
}

void ra__region_start(void)
{
    atomic_store_explicit(&is_prepared, true, memory_order_relaxed);
}

void ra__region_stop(void)
{
    atomic_store_explicit(&is_prepared, false, memory_order_relaxed);
    atomic_store_explicit(&ra__region_wanted, false, memory_order_relaxed);
    for (int i = 0; i < IN_ADVANCE; i++) {
        char *region = atomic_load_explicit(&touched[i], memory_order_relaxed);
        atomic_store_explicit(&touched[i], NULL, memory_order_relaxed);
        if (region)
            ra__region_unmap(region);
    }
}
