/*
 * Poison on the bytes of storages: set, cleared, found. See failure.h.
 */
#include "async/failure.h"

#include "async/os.h"
#include "async/tensor.h"

static void push(ra_storage *s, ra__poison *p)
{
    ra__poison *head = atomic_load_explicit(&s->poison, memory_order_acquire);
    do
        p->next = head;
    while (!atomic_compare_exchange_weak_explicit(&s->poison, &head, p, memory_order_acq_rel, memory_order_acquire));
}

/* A view that leaves no gaps is its range, and an empty one its first byte, so that it still carries its failure. */
static ra__bytes without_layout_if_whole(ra__bytes b)
{
    if (b.end <= b.first)
        return (ra__bytes){b.first, b.first + 1, NULL};
    if (b.layout && b.layout->flags & RA__DENSE)
        b.layout = NULL;
    return b;
}

static bool overlap(const ra__bytes *a, const ra__bytes *b)
{
    return a->first < b->end && b->first < a->end;
}

/*
 * Whether these very bytes are poisoned already, by a failure no later. Then there is nothing to add, and a program that
 * goes on adding to a sum that has failed does not add to the list. A look at a few nodes is enough for that.
 */
static bool is_poisoned_already(const ra_storage *s, const ra__bytes *b, const ra__failure *f)
{
    const ra__poison *p = atomic_load_explicit(&s->poison, memory_order_acquire);
    for (int few = 16; p && few > 0; few--, p = p->next) {
        if (p->bytes.first == b->first && p->bytes.end == b->end && p->bytes.layout == b->layout)
            return p->failure && p->failure->sequence <= f->sequence;
        if (overlap(&p->bytes, b))
            return false;
    }
    return false;
}

void ra__poison_set(ra_storage *s, ra__bytes bytes, ra__failure *f)
{
    ra__bytes b = without_layout_if_whole(bytes);
    if (is_poisoned_already(s, &b, f))
        return;
    ra__poison *p = ra__os_alloc(sizeof *p);
    if (!p) {
        /* Without memory for a node the storage keeps one of its own: it cannot be lost, so the whole storage fails. */
        atomic_store_explicit(&s->lost, f->status, memory_order_release);
        return;
    }
    *p = (ra__poison){.bytes = b, .failure = ra__failure_ref(f)};
    if (b.layout)
        ra__layout_ref(b.layout);
    push(s, p);
}

void ra__poison_clear(ra_storage *s, int64_t first, int64_t end)
{
    if (!atomic_load_explicit(&s->poison, memory_order_acquire) || end <= first)
        return;
    ra__poison *p = ra__os_alloc(sizeof *p);
    if (!p)
        return; /* stays poisoned: an error too many, never one too few */
    *p = (ra__poison){.bytes = {first, end, NULL}};
    push(s, p);
}

/* ---- looking, byte by byte where views have gaps ---- */

/* Whether some index gives `at`, elements from the first: dimensions in the order given, greatest stride first. */
static bool is_reached(const ra_layout *l, const int *order, const int64_t *reach, int k, int64_t at)
{
    if (k == l->ndim)
        return at == 0;
    int64_t stride = ra__strides(l)[order[k]], i = stride ? at / stride : 0, most = ra__sizes(l)[order[k]] - 1;
    if (at > reach[k])
        return false;
    for (i = i < most ? i : most; i >= 0 && at - i * stride <= reach[k + 1]; i--)
        if (is_reached(l, order, reach, k + 1, at - i * stride))
            return true;
    return false;
}

static bool covers(const ra__bytes *b, int64_t byte)
{
    if (byte < b->first || byte >= b->end || !b->layout)
        return byte >= b->first && byte < b->end;
    const ra_layout *l = b->layout;
    int order[RA_MAX_DIMS];
    int64_t reach[RA_MAX_DIMS + 1]; /* of dimension k and those behind it */
    for (int d = 0; d < l->ndim; d++) {
        int k = d;
        for (; k > 0 && ra__strides(l)[order[k - 1]] < ra__strides(l)[d]; k--)
            order[k] = order[k - 1];
        order[k] = d;
    }
    reach[l->ndim] = 0;
    for (int k = l->ndim - 1; k >= 0; k--)
        reach[k] = reach[k + 1] + (ra__sizes(l)[order[k]] - 1) * ra__strides(l)[order[k]];
    return is_reached(l, order, reach, 0, (byte - b->first) / ra__itemsize(l));
}

static void take_earlier(ra__failure **found, ra__failure *f)
{
    if (f && (!*found || f->sequence < (*found)->sequence))
        *found = f;
}

/* What newer nodes leave of a range, as pieces; more than it can hold count as one hull, which errs towards failing. */
typedef struct pieces {
    int64_t first[8], end[8];
    int n;
} pieces;

static void subtract(pieces *p, int64_t first, int64_t end)
{
    for (int i = 0; i < p->n; i++) {
        int64_t a = p->first[i], b = p->end[i];
        if (end <= a || first >= b)
            continue;
        if (first <= a && end >= b) {
            p->n--;
            p->first[i] = p->first[p->n];
            p->end[i] = p->end[p->n];
            i--;
        } else if (first <= a)
            p->first[i] = end;
        else if (end >= b)
            p->end[i] = first;
        else if (p->n < 8) {
            p->end[i] = first;
            p->first[p->n] = end;
            p->end[p->n++] = b;
        }
    }
}

/* A range of which every byte counts. False where a view with gaps would have to be subtracted from it. */
static bool look_at_range(const ra__poison *list, int64_t first, int64_t end, ra__failure **found)
{
    pieces left = {.first = {first}, .end = {end}, .n = 1};
    for (const ra__poison *p = list; p && left.n; p = p->next) {
        bool hit = false;
        for (int i = 0; i < left.n; i++)
            hit |= p->bytes.first < left.end[i] && left.first[i] < p->bytes.end;
        if (hit && p->bytes.layout)
            return false;
        if (hit)
            take_earlier(found, p->failure);
        subtract(&left, p->bytes.first, p->bytes.end);
    }
    return true;
}

static void look_at_element(const ra__poison *list, int64_t byte, ra__failure **found)
{
    for (const ra__poison *p = list; p; p = p->next)
        if (covers(&p->bytes, byte)) {
            take_earlier(found, p->failure);
            return;
        }
}

static void look_at_view(const ra__poison *list, const ra_layout *l, int dim, int64_t first, ra__failure **found)
{
    int64_t item = ra__itemsize(l);
    if (dim == l->ndim) {
        look_at_element(list, first, found);
        return;
    }
    int64_t step = ra__strides(l)[dim] * item, n = step ? ra__sizes(l)[dim] : 1;
    for (int64_t i = 0; i < n; i++)
        look_at_view(list, l, dim + 1, first + i * step, found);
}

static bool has_failure(const ra__poison *list, const ra__bytes *b)
{
    for (const ra__poison *p = list; p; p = p->next)
        if (p->failure && overlap(&p->bytes, b))
            return true;
    return false;
}

ra__failure *ra__poison_find(ra_storage *s, ra__bytes bytes)
{
    ra__failure *found = NULL;
    ra_status lost = atomic_load_explicit(&s->lost, memory_order_acquire);
    if (lost) {
        found = ra__failure_bare(lost);
        ra__failure_drop(found); /* the static one stays */
        return found;
    }
    const ra__poison *list = atomic_load_explicit(&s->poison, memory_order_acquire);
    if (!list)
        return NULL;
    ra__bytes b = without_layout_if_whole(bytes);
    if (!has_failure(list, &b))
        return NULL;
    if (b.layout)
        look_at_view(list, b.layout, 0, b.first, &found);
    else if (!look_at_range(list, b.first, b.end, &found)) {
        int64_t item = bytes.layout ? ra__itemsize(bytes.layout) : 1;
        found = NULL;
        for (int64_t at = b.first; at < b.end; at += item)
            look_at_element(list, at, &found);
    }
    return found;
}

void ra__poison_free(ra_storage *s)
{
    ra__poison *p = atomic_load_explicit(&s->poison, memory_order_acquire);
    while (p) {
        ra__poison *next = p->next;
        ra__failure_drop(p->failure);
        if (p->bytes.layout)
            ra__layout_unref(p->bytes.layout);
        ra__os_free(p);
        p = next;
    }
}
