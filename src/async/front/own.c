/*
 * The rows of operators of the program's own: rows in blocks that are never moved or given back, each twice as large as the one
 * before. Names are taken and given up under the graph lock.
 *
 * Rows that are registered are in a chain, so that looking for a name costs nothing for all those that have gone. It is changed under the
 * lock and gone along without. A row comes at its end, once, and never again: that of one that has gone is kept for ever (own.h), and its
 * link stays, so whoever stands on it goes on to all that were behind it and have not gone. A row that was refused has never been in it,
 * and is the next one's. Names that are being made are in a chain of their own, which is under the lock alone.
 */
#include "async/front/own.h"

#include "async/os/os.h"
#include "async/os/room.h"
#include "async/tasks/graph.h"

#include <string.h>

enum { FIRST = RA__ROOM(16, 1), BLOCKS = 16 };

static _Atomic(ra__own *) blocks[BLOCKS];
static _Atomic(ra__own *) registered; /* the first of the chain; each acquires the next */
/* Under the graph lock: */
static size_t rows;      /* that are in use, or were */
static ra__own *making;  /* those that are being made, by beside */
static ra__own *refused; /* those that are free again, by beside */

static size_t rows_in(int block)
{
    return (size_t)FIRST << block;
}

static ra__own_standing standing_of(const ra__own *own)
{
    return (ra__own_standing)atomic_load_explicit(&own->standing, memory_order_relaxed);
}

ra__own_standing ra__own_standing_of(const ra_op *op)
{
    for (int b = 0; b < BLOCKS; b++) {
        const ra__own *block = atomic_load_explicit(&blocks[b], memory_order_acquire);
        if (!block)
            break;
        const uintptr_t at = (uintptr_t)op - (uintptr_t)block;
        if (at < rows_in(b) * sizeof *block)
            return at % sizeof *block ? RA__OWN_NONE : standing_of(ra__own_of(op));
    }
    return RA__OWN_NONE;
}

bool ra__own_keep(const ra_op *op)
{
    ra__own *own = (ra__own *)(uintptr_t)op;
    int64_t uses = atomic_load_explicit(&own->uses, memory_order_relaxed);
    while (uses && !atomic_compare_exchange_weak_explicit(&own->uses, &uses, uses + 1, memory_order_relaxed, memory_order_relaxed))
        ;
    return uses;
}

/* ---- the chain ---- */

static ra__own *after(_Atomic(ra__own *) *link)
{
    return atomic_load_explicit(link, memory_order_acquire);
}

size_t ra__own_count(void)
{
    size_t n = 0;
    for (ra__own *own = after(&registered); own; own = after(&own->next))
        n++;
    return n;
}

const ra_op *ra__own_at(size_t index)
{
    ra__own *own = after(&registered);
    while (own && index--)
        own = after(&own->next);
    return own ? &own->op : NULL;
}

const ra_op *ra__own_find(const char *name)
{
    ra__own *own = after(&registered);
    while (own && strcmp(own->op.name, name) != 0)
        own = after(&own->next);
    return own ? &own->op : NULL;
}

/* Under the graph lock. */
static void chain_in(ra__own *own)
{
    _Atomic(ra__own *) *link = &registered;
    for (ra__own *at = after(link); at; at = after(link))
        link = &at->next;
    atomic_store_explicit(link, own, memory_order_release);
}

/* Under the graph lock. */
static void chain_out(ra__own *own)
{
    _Atomic(ra__own *) *link = &registered;
    for (ra__own *at = after(link); at != own; at = after(link))
        link = &at->next;
    atomic_store_explicit(link, after(&own->next), memory_order_release);
}

/* ---- rows ---- */

/* A row that is free, or was never used; NULL: out of memory. Under the graph lock. */
static ra__own *free_row(void)
{
    ra__own *own = refused;
    if (own) {
        refused = own->beside;
        return own;
    }
    size_t first = 0;
    int block = 0;
    while (block < BLOCKS && rows - first >= rows_in(block))
        first += rows_in(block++);
    if (block == BLOCKS)
        return NULL;
    ra__own *made = atomic_load_explicit(&blocks[block], memory_order_relaxed);
    if (!made) {
        made = ra__os_calloc(rows_in(block), sizeof *made);
        if (!made)
            return NULL;
        atomic_store_explicit(&blocks[block], made, memory_order_release);
    }
    return made + (rows++ - first);
}

/* Under the graph lock. */
static bool has_name(const char *name)
{
    for (const ra__own *own = making; own; own = own->beside)
        if (!strcmp(own->op.name, name))
            return true;
    return ra__own_find(name) != NULL;
}

ra__own *ra__own_take(const ra_op *begun, bool *is_taken)
{
    ra__graph_lock();
    *is_taken = has_name(begun->name);
    ra__own *own = *is_taken ? NULL : free_row();
    if (own) {
        own->op = *begun;
        own->op.cost = &own->cost;
        own->beside = making;
        making = own;
        atomic_store_explicit(&own->standing, RA__OWN_BEING_MADE, memory_order_relaxed); /* nobody else does anything with such a row */
    }
    ra__graph_unlock();
    return own;
}

void ra__own_made(ra__own *own, bool well)
{
    ra__graph_lock();
    ra__own **at = &making;
    while (*at != own)
        at = &(*at)->beside;
    *at = own->beside;
    if (!well) {
        own->beside = refused;
        refused = own;
    }
    atomic_store_explicit(&own->standing, well ? RA__OWN_REGISTERED : RA__OWN_NONE, memory_order_relaxed);
    if (well)
        chain_in(own);
    ra__graph_unlock();
}

void ra__own_give_up(ra__own *own)
{
    ra__callback *release = own->release;
    own->release = NULL;
    if (release)
        ra__callback_due(release, RA_OK);
}

void ra__own_give_up_gone(void)
{
    ra__graph_lock();
    size_t left = rows;
    for (int b = 0; left; b++) {
        ra__own *block = atomic_load_explicit(&blocks[b], memory_order_relaxed);
        for (size_t i = 0; left && i < rows_in(b); i++, left--)
            if (standing_of(&block[i]) == RA__OWN_GONE)
                ra__own_give_up(&block[i]);
    }
    ra__graph_unlock();
}

bool ra__own_go(ra__own *own)
{
    ra__graph_lock();
    const bool stood = standing_of(own) == RA__OWN_REGISTERED;
    if (stood) {
        atomic_store_explicit(&own->standing, RA__OWN_GONE, memory_order_relaxed);
        chain_out(own);
    }
    ra__graph_unlock();
    return stood;
}
