/*
 * Storages, layouts and failures, used by several threads at once. See protocols.c.
 */
#include "protocols.h"

#include "explorer.h"

#include "async/front/tensor.h"
#include "async/memory/memory_parts.h"
#include "async/tasks/graph.h"
#include "async/thread/blocks.h"
#include "async/values/failure.h"
#include "async/values/readers.h"
#include "async/values/storage.h"

#include <runahead.h>

#include <string.h>

/* ---- a storage's memory: taken by one of those who come at the same time ---- */

static ra_storage *storage;

static void storage_begin(void)
{
    ra__mem_init(1, NULL);
    storage = ra__storage_new(RA_CPU, 64);
    ra__storage_add(storage, 2 * RA__HOLDER);
}

static void storage_writer(int i)
{
    if (ra__storage_ensure(storage, 64) || storage->capacity != 64)
        ex_note(7);
    ra__storage_data(storage)[8 * i] = (char)i;
    ra__storage_drop(storage, RA__HOLDER);
}

static void storage_first(void) { storage_writer(0); }
static void storage_second(void) { storage_writer(1); }

static void storage_reader(void)
{
    if (ra__storage_data(storage) && storage->capacity != 64)
        ex_note(7);
    ra__storage_drop(storage, RA__HOLDER);
}

static bool storage_end(void)
{
    return ex_noted(7) == 0;
}

/* ---- a storage that grows while others read it: what it has outgrown is another's when they have read, and then at once ---- */

enum { GROWN = 3 };
static const int64_t grown[GROWN] = {64, 1000, 2000};

static void outgrown_begin(void)
{
    storage_begin();
    if (ra__storage_ensure(storage, grown[0]))
        ex_note(7);
    memset(ra__storage_data(storage), 1, (size_t)grown[0]);
}

static void read_twice(char *(*begin)(ra_storage *s))
{
    for (int times = 0; times < 2; times++) {
        const char *p = begin(storage);
        if (!p || p[5] != 1)
            ex_note(7);
        ra__storage_unread(storage);
    }
    ra__storage_drop(storage, RA__HOLDER);
}

static void outgrown_reader(void)
{
    read_twice(ra__storage_read);
}

static void outgrown_borrower(void)
{
    read_twice(ra__storage_lend);
}

static void outgrown_by(void)
{
    void *other;
    for (int i = 1; i < GROWN; i++) {
        if (ra__storage_ensure(storage, grown[i]) || ra__mem_alloc(0, (size_t)grown[i - 1], &other))
            ex_note(7);
        memset(other, 2, (size_t)grown[i - 1]);
        ra__mem_free(other, (size_t)grown[i - 1], 0);
    }
    ra__storage_drop(storage, RA__HOLDER);
}

static bool outgrown_end(void)
{
    struct ra__mem_stats figures;
    ra__mem_stats(&figures);
    return figures.live == 0 && ex_noted(7) == 0;
}

/* Memory that nothing has been written to, looked at while tasks take it and make it grow: who looks makes nothing grow. */
static ra_tensor *empty, *looked_at, *written_to, *grows, *many;

static void empty_begin(void)
{
    ra_config c = {.size = sizeof c, .workers = -1, .no_inline = true};
    float zeros[200] = {0};
    if (ra_init(&c))
        ex_note(7);
    many = ra_from_copy(zeros, RA_FLOAT32, RA_DIMS(200));
    empty = ra_empty(RA_DIMS(3));
    looked_at = ra_narrow(empty, 0, 0, 1);
    written_to = ra_narrow(empty, 0, 1, 1);
    grows = ra_narrow(empty, 0, 2, 1);
}

static void empty_looker(void)
{
    double some;
    if (ra_item_f64(looked_at, &some))
        ex_note(7);
}

static void empty_writer(void)
{
    if (ra_fill_(written_to, 1.0f) || ra_neg_out(grows, many) || ra_wait(written_to))
        ex_note(7);
}

static bool empty_end(void)
{
    double one = 0;
    bool well = ra_wait(grows) == RA_OK && ra_item_f64(written_to, &one) == RA_OK && one == 1 && ra_numel(grows) == 200;
    ra_release(empty), ra_release(looked_at), ra_release(written_to), ra_release(grows), ra_release(many);
    return well && ra_shutdown() == RA_OK && ra_get_memory_stats().live == 0 && ex_noted(7) == 0;
}

/* ---- layouts: two who want the same one, and one who wants another of that chain ---- */

static const ra_layout *interned[3];

static void layout_user(int i, int64_t size)
{
    ra__shape s = {.dtype = RA_FLOAT32, .ndim = 1, .sizes = {size}, .strides = {1}};
    const ra_layout *l = ra__layout_intern(&s);
    interned[i] = l;
    if (l->numel != size)
        ex_note(7);
    ra__layout_unref(l);
}

static void layout_first(void) { layout_user(0, 1001); }
static void layout_second(void) { layout_user(1, 1001); }
static void layout_third(void) { layout_user(2, 1002); layout_user(2, 1001); }

/* Past as many as are kept for good, layouts are counted. */
static const ra_layout *counted;

static void counted_begin(void)
{
    for (int64_t size = 2001; !counted; size++) {
        ra__shape s = {.dtype = RA_FLOAT32, .ndim = 1, .sizes = {size}, .strides = {1}};
        const ra_layout *l = ra__layout_intern(&s);
        if (!(l->flags & RA__LASTING))
            counted = ra__layout_ref(l);
    }
}

static void counted_user(void)
{
    if (counted->numel < 2001)
        ex_note(7);
    ra__layout_unref(counted);
}

static bool counted_end(void)
{
    return ex_noted(7) == 0;
}

static bool layout_end(void)
{
    return interned[0] == interned[1] && interned[1] == interned[2] && ex_noted(7) == 0;
}

/* ---- failures on a storage: one sets them, one overwrites, one looks ---- */

static ra__failure *failure;

static void poison_begin(void)
{
    ra__mem_init(1, NULL);
    storage = ra__storage_new(RA_CPU, 64);
    ra__storage_add(storage, 2 * RA__HOLDER);
    failure = ra__failure_new(RA_ERR_CANCELLED, 5, NULL, "first");
    ra__poison_set(storage, (ra__bytes){0, 16, NULL}, failure);
}

static void poison_setter(void)
{
    ra__failure *f = ra__failure_new(RA_ERR_CANCELLED, 7, NULL, "second");
    ra__poison_set(storage, (ra__bytes){32, 48, NULL}, f);
    ra__failure_drop(f);
    ra__storage_drop(storage, RA__HOLDER);
}

static void poison_clearer(void)
{
    ra__poison_clear(storage, (ra__bytes){0, 16, NULL});
    ra__failure *f = ra__poison_find(storage, (ra__bytes){0, 16, NULL});
    if (f)
        ex_note(7);
    ra__storage_drop(storage, RA__HOLDER);
}

static void poison_finder(void)
{
    ra__failure *f = ra__poison_find(storage, (ra__bytes){0, 64, NULL});
    if (f && f->sequence != 5 && f->sequence != 7)
        ex_note(7);
    ra__failure_drop(f);
    ra__storage_drop(storage, RA__HOLDER);
}

static bool poison_end(void)
{
    ra__failure_drop(failure);
    return ex_noted(7) == 0;
}

/* A part of what fails, by two at once: the bits are made by one of them; what neither has overwritten goes on failing. */
static bool fails(int64_t first, int64_t end)
{
    ra__failure *f = ra__poison_find(storage, (ra__bytes){first, end, NULL});
    ra__failure_drop(f);
    return f;
}

static void poison_clear_part(int64_t first)
{
    ra__poison_clear(storage, (ra__bytes){first, first + 4, NULL});
    if (fails(first, first + 4) || !fails(8, 16))
        ex_note(7);
    ra__storage_drop(storage, RA__HOLDER);
}

static void poison_front(void) { poison_clear_part(0); }

/* A later failure on what fails already. */
static void poison_adder(void)
{
    ra__failure *f = ra__failure_new(RA_ERR_CANCELLED, 7, NULL, "later");
    ra__poison_set(storage, (ra__bytes){8, 20, NULL}, f);
    ra__failure_drop(f);
    if (!fails(8, 12) || !fails(16, 20))
        ex_note(7);
    ra__storage_drop(storage, RA__HOLDER);
}

static void poison_looker(void)
{
    if (!fails(12, 16))
        ex_note(7);
    ra__storage_drop(storage, RA__HOLDER);
}

static bool parts_end(void)
{
    ra__failure_drop(failure);
    return ex_noted(7) == 0;
}

/* The first failure of a storage, by two at once. */
static void poison_none(void)
{
    ra__mem_init(1, NULL);
    storage = ra__storage_new(RA_CPU, 64);
    ra__storage_add(storage, 2 * RA__HOLDER);
    failure = ra__failure_new(RA_ERR_CANCELLED, 5, NULL, "first");
}

static void poison_first(int64_t first)
{
    ra__poison_set(storage, (ra__bytes){first, first + 16, NULL}, failure);
    if (!fails(first, first + 16))
        ex_note(7);
    ra__poison_clear(storage, (ra__bytes){first, first + 16, NULL});
    ra__storage_drop(storage, RA__HOLDER);
}

static void poison_one(void) { poison_first(0); }
static void poison_other(void) { poison_first(32); }

static void poison_asker(void)
{
    (void)fails(0, 64);
    ra__storage_drop(storage, RA__HOLDER);
}

static void poison_doubter(void)
{
    (void)ra__may_have_failed(storage);
    ra__storage_drop(storage, RA__HOLDER);
}

static void poison_writer(void)
{
    ra__poison_clear(storage, (ra__bytes){48, 64, NULL});
    ra__storage_drop(storage, RA__HOLDER);
}

/* ---- an extent that has been computed: two who resolve it in the handle, one who copies that ---- */

static ra_tensor *found, *bound; /* that of which all is found is of the bound's layout */

static void extent_begin(void)
{
    ra_config c = {.size = sizeof c, .workers = -1, .no_inline = true};
    float four[4] = {1, 0, 3, 0};
    if (ra_init(&c))
        ex_note(7);
    ra_tensor *input = ra_from_copy(four, RA_FLOAT32, RA_DIMS(4));
    found = ra_nonzero(input);
    ra_release(input);
    input = ra_full(RA_DIMS(4), 1.0f);
    bound = ra_nonzero(input);
    ra_release(input);
    if (ra_wait(found) || ra_numel(bound) != 4)
        ex_note(7);
}

static void extent_reader(void)
{
    if (ra_numel(found) != 2)
        ex_note(7);
}

/* What is prepared for the bound is not for what has become known. */
static void extent_user(void)
{
    ra_release(ra_neg(bound));
    ra_tensor *n = ra_neg(found);
    if (ra_numel(n) != 2)
        ex_note(7);
    ra_release(n);
}

static void extent_copier(void)
{
    ra_tensor *copy = ra_ref(found);
    if (ra_numel(copy) != 2)
        ex_note(7);
    ra_release(copy);
}

static bool extent_end(void)
{
    bool known = !ra_has_pending_extent(found);
    ra_release(found);
    ra_release(bound);
    return known && ra_shutdown() == RA_OK && ra_get_memory_stats().live == 0 && ex_noted(7) == 0;
}

/* ---- the same, saved by another: what is written is what has been found, whenever that becomes known ---- */

static void extent_saver(void)
{
    ra_set_execution(RA_SYNC);
    ra_tensor *saved = ra_save_npy("found.npy", found);
    if (!saved || ra_wait(saved))
        ex_note(7);
    ra_release(saved);
    ra_set_execution(RA_RUN_AHEAD);
}

static bool saved_end(void)
{
    enum { HEADER = 128 };
    return ex_file_bytes() == HEADER + 2 * (int64_t)sizeof(int64_t) && extent_end();
}

/* ---- readers in a call, without the graph's lock, and one who writes: within the lock, or later ---- */

static int contents;
static ra_storage *other; /* that nobody writes */

static void reading_begin(void)
{
    ra__mem_init(1, NULL);
    storage = ra__storage_new(RA_CPU, 64);
    other = ra__storage_new(RA_CPU, 64);
    contents = 0;
}

static void read_turns(int turns)
{
    ra__job j = {.results = 1, .operands = 2, .operand = j.few};
    ra__graph_lock();
    ra__readers_enter();
    ra__graph_unlock();
    for (int i = 0; i < turns; i++) {
        j.few[1].storage = i == 0 ? storage : other;
        if (!ra__readers_begin(&j))
            continue;
        if (i == 0 && contents & ~1)
            ex_note(7);
        ra__readers_end();
    }
    ra__readers_leave();
}

static void reads_in_call(void) { read_turns(1); }
static void reads_on(void) { read_turns(2); }

static void write_contents(bool within)
{
    ra__job j = {.results = 1, .operands = 1, .operand = j.few};
    j.few[0].storage = storage;
    ra__graph_lock();
    if (within) {
        const bool meets = ra__readers_keep_out(&j);
        contents++;
        if (meets)
            ra__readers_let_in(&j);
        ra__graph_unlock();
        return;
    }
    ra__job_hold(&j);
    ra__readers_await(&j);
    ra__graph_unlock();
    contents++;
    ra__storage_drop(storage, RA__WRITER);
}

static void writes_within(void) { write_contents(true); }
static void writes_later(void) { write_contents(false); }

static bool reading_end(void)
{
    const bool written = contents == 1;
    ra__storage_drop(storage, RA__HOLDER);
    ra__storage_drop(other, RA__HOLDER);
    return written && ex_noted(7) == 0;
}

const ex_protocol ex_protocols_values[] = {
    {"storage", storage_begin, {storage_first, storage_second, storage_reader}, storage_end},
    {"outgrown", outgrown_begin, {outgrown_by, outgrown_reader, outgrown_reader}, outgrown_end},
    {"outgrown while lent", outgrown_begin, {outgrown_by, outgrown_borrower, outgrown_reader}, outgrown_end},
    {"empty", empty_begin, {empty_looker, empty_writer}, empty_end, .most = 2},
    {"layouts", NULL, {layout_first, layout_second, layout_third}, layout_end},
    {"counted layouts", counted_begin, {counted_user, counted_user}, counted_end},
    {"poison", poison_begin, {poison_setter, poison_clearer, poison_finder}, poison_end, .most = 2, .heavy = true},
    {"poison's parts", poison_begin, {poison_front, poison_adder, poison_looker}, parts_end, .most = 2},
    {"poison's questions", poison_none, {poison_one, poison_doubter, poison_writer}, parts_end, .most = 2, .heavy = true},
    {"poison's first", poison_none, {poison_one, poison_other, poison_asker}, parts_end, .most = 2, .heavy = true},
    {"reading in a call", reading_begin, {reads_on, writes_later}, reading_end},
    {"reading in a call, by two", reading_begin, {reads_in_call, writes_within, reads_in_call}, reading_end, .most = 2},
    {"extent", extent_begin, {extent_reader, extent_user, extent_copier}, extent_end, .most = 1},
    {"extent saved", extent_begin, {extent_saver, extent_reader}, saved_end, .most = 2},
    {NULL},
};
