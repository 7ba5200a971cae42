#include "async/front/specialise.h"

#include "async/front/backend.h"
#include "async/os/os.h"
#include "async/run/submit.h"
#include "async/tasks/graph.h"
#include "async/thread/stats.h"

#include <string.h>

typedef struct special_result {
    const ra_layout *layout; /* NEW, ALIAS: interned */
    ra__action action;       /* not RESIZE */
    int alias;
    int64_t bytes;           /* NEW: of its storage */
    int64_t shift;           /* ALIAS: from the first byte of what it is a view of */
} special_result;

struct ra__special {
    ra_variant variant;
    ra_device device;        /* of its results */
    ra__submit_fn submit;    /* to what computes them */
    ra__prepared *prepared;  /* NULL: there is nothing to compute */
    int results;
    int busy;                /* calls that are using it: one that is paced, or computes in the call, may run kernels that call the library */
    bool is_forgotten;       /* meanwhile, and the last of them frees it */
    bool unread;             /* the first input */
    uint64_t found;          /* when last */
    special_result result[RA__MAX_RESULTS];
    int words;
    uint64_t word[];
};

typedef struct cache {
    uint32_t epoch; /* of the graph: the kernels are those of this life of the engine */
    uint64_t clock;
    uint32_t hash[RA__SPECIAL_SETS][RA__SPECIAL_WAYS];
    ra__special *way[RA__SPECIAL_SETS][RA__SPECIAL_WAYS];
    ra__special *recent[RA__SPECIAL_RECENT]; /* of those: by the operator and its first two layouts, the last that was used */
} cache;

static __thread cache *mine;

/* ---- keys ---- */

/* Of the word that begins as the variant, the number of arguments and the dtype, and takes in their kinds. */
enum { KIND_BITS = 4, VARIANT_AT = 0, COUNT_AT = 3, DTYPE_AT = COUNT_AT + 4, HEAD_BITS = DTYPE_AT + 5 };
_Static_assert(HEAD_BITS + KIND_BITS * RA__MAX_ARGS <= 64 && RA__MAX_ARGS < 16 && RA_DTYPE_COUNT <= 32 && RA_OUT < 8, "nothing is shifted out");

/* Every argument finds room for three words and one tensor; lists see to themselves. */
enum { WORDS_EACH = 3 };

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* A key while it is written, or compared with one that is there: in registers, for one of the two is done for every call. */
typedef struct key_writer {
    uint64_t *word;
    const ra_tensor **tensor;
    uint64_t hash;
    uint64_t *last; /* the last places from which a whole argument fits; of a key that is there, its end */
    const ra_tensor **tensor_last;
    uint64_t difference; /* of what has been compared; 0: there is none */
    const bool compares;
} key_writer;

ALWAYS_INLINE void put_word(key_writer *w, uint64_t word)
{
    if (w->compares) {
        w->difference |= *w->word++ ^ word;
        return;
    }
    *w->word++ = word;
    w->hash = ((w->hash << 5 | w->hash >> 59) ^ word) * UINT64_C(0x9E3779B97F4A7C15);
}

/* The layout's place leaves room for the device in its highest byte, which no address of a process has. False: its description is not a matter of that alone. */
ALWAYS_INLINE bool put_tensor(key_writer *w, const ra_tensor *t)
{
    if (!t)
        return false;
    if (t == RA_NONE) {
        *w->tensor++ = NULL;
        put_word(w, 0);
        return true;
    }
    if (ra__tensor_pending(t))
        return false;
    const ra_layout *l = ra__layout_of(t);
    *w->tensor++ = t;
    put_word(w, (uint64_t)(uintptr_t)l | (uint64_t)t->storage->device << 56);
    return w->compares || l->flags & RA__LASTING; /* no other can be at the place of one that is */
}

ALWAYS_INLINE void put_scalar(key_writer *w, const ra_scalar *s)
{
    uint64_t bits[2];
    put_word(w, s->kind);
    if (s->kind == RA_SCALAR_NONE)
        return;
    memcpy(bits, &s->value, sizeof bits);
    put_word(w, bits[0]);
    if (s->kind == RA_SCALAR_COMPLEX)
        put_word(w, bits[1]);
}

ALWAYS_INLINE bool put_dims(key_writer *w, ra_dims d)
{
    put_word(w, (uint64_t)d.count << 1 | (d.values != NULL));
    if (!d.values || d.count <= 0)
        return true;
    if (d.count > w->last - w->word)
        return false;
    for (int64_t i = 0; i < d.count; i++)
        put_word(w, (uint64_t)d.values[i]);
    return true;
}

ALWAYS_INLINE bool put_string(key_writer *w, const char *text)
{
    uint64_t bits[2] = {0, 0};
    size_t length = text ? strnlen(text, sizeof bits) : 0;
    if (length == sizeof bits)
        return false;
    put_word(w, text != NULL);
    if (!text)
        return true;
    memcpy(bits, text, length);
    put_word(w, bits[0]);
    put_word(w, bits[1]);
    return true;
}

ALWAYS_INLINE bool put_tensors(key_writer *w, ra_tensors list)
{
    if (list.count < 0 || (list.count && !list.items) || list.count > w->tensor_last - w->tensor || list.count > w->last - w->word)
        return false;
    put_word(w, (uint64_t)list.count);
    bool good = true;
    for (int64_t i = 0; good && i < list.count; i++)
        good = put_tensor(w, list.items[i]);
    return good;
}

ALWAYS_INLINE bool put_value(key_writer *w, const ra_arg *a, ra_arg_kind wanted)
{
    uint64_t bits;
    switch (a->kind) {
    case RA_ARG_TENSOR: return put_tensor(w, a->tensor);
    case RA_ARG_SCALAR:
        if (wanted == RA_ARG_OPERAND)
            *w->tensor++ = NULL;
        put_scalar(w, &a->scalar);
        return true;
    case RA_ARG_INT: put_word(w, (uint64_t)a->integer); return wanted != RA_ARG_OPERAND;
    case RA_ARG_BOOL: put_word(w, *(const unsigned char *)&a->boolean); return wanted != RA_ARG_OPERAND;
    case RA_ARG_FLOAT:
        memcpy(&bits, &a->real, sizeof bits);
        put_word(w, bits);
        return wanted != RA_ARG_OPERAND;
    case RA_ARG_DTYPE: put_word(w, a->dtype); return true;
    case RA_ARG_DEVICE: put_word(w, a->device); return true;
    case RA_ARG_DIMS: return put_dims(w, a->dims);
    case RA_ARG_STRING: return put_string(w, a->string);
    case RA_ARG_TENSORS: return put_tensors(w, a->tensors);
    case RA_ARG_NONE: return wanted != RA_ARG_TENSOR && wanted != RA_ARG_OPERAND ? true : put_tensor(w, RA_NONE);
    default: return false;
    }
}

static ra__input input_of(const ra_tensor *t)
{
    return (ra__input){.layout = ra__layout_of(t), .storage = t->storage, .offset = t->offset};
}

/* How the given output lies to the inputs from the one on: nothing else of where tensors are matters to a meta function. */
static __attribute__((noinline)) bool find_overlaps(const ra__key *k, const ra_tensor *given, int from, uint64_t *same)
{
    for (int i = from; i < k->tensors; i++) {
        const ra_tensor *t = k->tensor[i];
        if (!t || t->storage != given->storage)
            continue;
        ra__input a = input_of(given), b = input_of(t);
        ra__overlap o = ra__overlap_of(&a, &b);
        if (o == RA__OVERLAP_PARTIAL)
            return false;
        *same |= (uint64_t)(o == RA__OVERLAP_FULL) << i;
    }
    return true;
}

ALWAYS_INLINE bool put_given(key_writer *w, const ra__key *k, const ra_op *op, ra_variant variant, ra_tensor *const *results)
{
    uint64_t same = 0;
    const int from = variant == RA_INPLACE;
    const ra_tensor *given = variant == RA_INPLACE ? k->tensors ? k->tensor[0] : NULL : op->result_count == 1 ? results[0] : NULL;
    if (!given || given == RA_NONE || (variant == RA_OUT && !put_tensor(w, given)) || given->storage->flags & (RA__STORAGE_READONLY | RA__STORAGE_TOKEN))
        return false;
    if (k->tensors > from && !find_overlaps(k, given, from, &same))
        return false;
    put_word(w, same);
    return true;
}

/* Whose name the plan has. */
ALWAYS_INLINE uint64_t first_word(const ra_op *op)
{
    return (uint64_t)(uintptr_t)op | ra__tls.carried.within;
}

ALWAYS_INLINE uint64_t second_word(ra_variant variant, const ra_arg *args, size_t arg_count)
{
    uint64_t kinds = (uint64_t)variant << VARIANT_AT | (uint64_t)arg_count << COUNT_AT | (uint64_t)ra__tls.carried.default_dtype << DTYPE_AT;
    for (size_t i = 0; i < arg_count; i++)
        kinds = kinds << KIND_BITS | (uint64_t)args[i].kind;
    return kinds;
}

void ra__special_key(ra__key *k, const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor *const *results)
{
    bool good = arg_count <= (size_t)op->arg_count && (int)arg_count >= op->keyed_from;
    key_writer w = {.word = k->word + 2, .tensor = k->tensor, .last = k->word + RA__KEY_WORDS - WORDS_EACH, .tensor_last = k->tensor + RA__KEY_TENSORS - 1, .compares = false};
    for (size_t i = 0; good && i < arg_count; i++)
        good = w.word <= w.last && w.tensor <= w.tensor_last && put_value(&w, &args[i], op->args[i].kind);
    k->tensors = (int)(w.tensor - k->tensor);
    if (good && variant != RA_FUNCTIONAL)
        good = w.word <= w.last && put_given(&w, k, op, variant, results);
    k->words = good ? (int)(w.word - k->word) : 0;
    if (!good)
        return;
    w.word = k->word;
    put_word(&w, first_word(op));
    put_word(&w, second_word(variant, args, arg_count));
    k->hash = (uint32_t)((w.hash ^ w.hash >> 32) * UINT64_C(0x9E3779B97F4A7C15) >> 32); /* numbers may differ in their highest bits alone */
}

/* ---- finding ---- */

static cache *cache_now(void)
{
    return mine && mine->epoch == atomic_load_explicit(&ra__graph_epoch, memory_order_relaxed) ? mine : NULL;
}

ALWAYS_INLINE uint64_t layout_place(const ra_arg *args, size_t arg_count, size_t i)
{
    const ra_tensor *t = i < arg_count && args[i].kind == RA_ARG_TENSOR ? args[i].tensor : NULL;
    return t ? (uint64_t)(uintptr_t)atomic_load_explicit(&t->layout, memory_order_relaxed) : 0;
}

/*
 * The second word says what kinds of arguments there are, and each of those has a word at least: there is room behind a key for what
 * they can have more than that (words_behind), and for a tensor each. Lists see to themselves.
 */
ALWAYS_INLINE bool is_call(ra__special *s, ra__key *k, const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor *const *results)
{
    if (arg_count > (size_t)op->arg_count || s->word[0] != first_word(op) || s->word[1] != second_word(variant, args, arg_count))
        return false;
    key_writer w = {.word = s->word + 2, .tensor = k->tensor, .last = s->word + s->words, .tensor_last = k->tensor + RA__KEY_TENSORS - 1, .compares = true};
    for (size_t i = 0; i < arg_count; i++)
        if (!(args[i].kind == RA_ARG_TENSOR ? put_tensor(&w, args[i].tensor) : put_value(&w, &args[i], op->args[i].kind)))
            return false;
    k->tensors = (int)(w.tensor - k->tensor);
    return (variant == RA_FUNCTIONAL || put_given(&w, k, op, variant, results)) && !w.difference && w.word == w.last;
}

static int words_behind(const ra__call *c)
{
    return WORDS_EACH * (c->op->arg_count + 1);
}

ALWAYS_INLINE ra__special *find_recent(ra__key *k, const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor *const *results)
{
    const uint64_t factor = UINT64_C(0x9E3779B97F4A7C15);
    const uint64_t place = (((uint64_t)(uintptr_t)op ^ layout_place(args, arg_count, 0)) * factor ^ layout_place(args, arg_count, 1)) * factor;
    cache *c = cache_now();
    k->recent = (unsigned)(place >> 48) * RA__SPECIAL_RECENT >> 16;
    ra__special *s = c ? c->recent[k->recent] : NULL;
    if (!s || !is_call(s, k, op, variant, args, arg_count, results))
        return NULL;
    s->found = ++c->clock;
    return s;
}

ra__special *ra__special_find(const ra__key *k)
{
    cache *c = cache_now();
    if (!c)
        return NULL;
    unsigned set = k->hash % RA__SPECIAL_SETS;
    for (int w = 0; w < RA__SPECIAL_WAYS; w++) {
        ra__special *s = c->way[set][w];
        if (c->hash[set][w] != k->hash || !s || s->words != k->words)
            continue;
        if (memcmp(s->word, k->word, (size_t)k->words * sizeof k->word[0]) == 0) {
            s->found = ++c->clock;
            return c->recent[k->recent] = s;
        }
    }
    return NULL;
}

/* ---- serving ---- */

ALWAYS_INLINE ra_tensor *make_handle(const ra__special *s, const ra__key *k, int i)
{
    const special_result *r = &s->result[i];
    ra_storage *storage;
    int64_t offset = 0;
    if (r->action == RA__ALIAS) {
        const ra_tensor *base = k->tensor[r->alias];
        storage = base->storage;
        offset = base->offset + r->shift; /* fits: a view that is not empty, within its base */
        ra__storage_add(storage, RA__HOLDER);
    } else
        storage = ra__storage_new(s->device, r->bytes);
    if (!storage)
        return NULL;
    ra_tensor *t = ra__tensor_of_layout(storage, r->layout, offset);
    if (!t)
        ra__storage_drop(storage, RA__HOLDER);
    return t;
}

static void unmake_handles(ra_tensor **made, int count)
{
    while (count > 0)
        ra_release(made[--count]);
}

ALWAYS_INLINE bool make_handles(const ra__special *s, const ra__key *k, ra_tensor **made, int count)
{
    for (int i = 0; i < count; i++) {
        made[i] = make_handle(s, k, i);
        if (made[i])
            continue;
        unmake_handles(made, i);
        return false;
    }
    return true;
}

/* Its layouts are the key's, and those of results that are kept: all are lasting. */
ALWAYS_INLINE void bind_operand(ra__operand *o, const ra_tensor *t, const ra_layout *layout, bool writes, bool fresh)
{
    /* fits: of the meta device, where it is not looked at, what it needs may be cut */
    *o = (ra__operand){.storage = t->storage, .layout = layout, .offset = t->offset, .need = ra__storage_bytes(t->storage), .writes = writes, .fresh = fresh};
}

ALWAYS_INLINE void bind_operands(ra__job *j, const ra__special *s, const ra__key *k, ra_tensor *const *made, int count, bool fresh)
{
    ra__operand *o = j->operand;
    j->lasting = true;
    for (int i = 0; i < count; i++)
        bind_operand(o++, made[i], ra__layout_of(made[i]), true, fresh);
    for (int i = 0; i < k->tensors; i++, o++) {
        const ra_tensor *t = k->tensor[i];
        if (t)
            bind_operand(o, t, ra__layout_of(t), false, false);
        else
            *o = (ra__operand){.storage = NULL};
    }
    if (s->unread)
        j->operand[count].unread = true;
}

static void free_special(ra__special *s)
{
    if (s && s->prepared)
        ra__prepared_drop(s->prepared);
    ra__os_free(s);
}

static __attribute__((noinline, cold)) void free_forgotten(ra__special *s)
{
    ra__graph_lock();
    free_special(s);
    ra__graph_unlock();
}

ALWAYS_INLINE void submit(ra__special *s, ra__job *j)
{
    ra__job_set_site(j);
    s->busy++;
    s->submit(j);
    if (!--s->busy && __builtin_expect(s->is_forgotten, false))
        free_forgotten(s);
}

ALWAYS_INLINE bool call(ra__special *s, const ra__key *k, ra_tensor **results, size_t *produced, int count, bool functional)
{
    ra_tensor *self, **made = results;
    if (!functional && s->variant == RA_INPLACE) {
        self = (ra_tensor *)(uintptr_t)k->tensor[0];
        made = &self;
    }
    ra_tensor *fresh[RA__MAX_RESULTS]; /* results are untouched until all has succeeded */
    if (functional && !make_handles(s, k, fresh, count))
        return false;
    ra__job j;
    if (s->prepared && !(ra__submit_begin() && ra__job_init_shared(&j, count, k->tensors, &s->prepared->plan))) {
        unmake_handles(fresh, functional ? count : 0);
        return false;
    }
    for (int i = 0; functional && i < count; i++)
        results[i] = fresh[i];
    if (produced)
        *produced = (size_t)count;
    ra__count(RA__STAT_PLANS_CACHED, 1);
    if (s->prepared) {
        bind_operands(&j, s, k, made, count, functional); /* there is something to compute: no view */
        submit(s, &j);
    }
    return true;
}

ALWAYS_INLINE bool call_by(ra__special *s, const ra__key *k, ra_tensor **results, size_t result_count, size_t *produced)
{
    if (s->variant != RA_FUNCTIONAL)
        return s->results == 1 ? call(s, k, results, produced, 1, false) : call(s, k, results, produced, s->results, false);
    if ((size_t)s->results > result_count)
        return false;
    return s->results == 1 ? call(s, k, results, produced, 1, true) : call(s, k, results, produced, s->results, true);
}

bool ra__special_call_recent(ra__key *k, const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor **results, size_t result_count, size_t *produced)
{
    ra__special *s = find_recent(k, op, variant, args, arg_count, results);
    return s && call_by(s, k, results, result_count, produced);
}

bool ra__special_call(ra__special *s, const ra__key *k, ra_tensor **results, size_t result_count, size_t *produced)
{
    return call_by(s, k, results, result_count, produced);
}

/* ---- keeping ---- */

void ra__special_forget(void)
{
    cache *c = mine;
    mine = NULL;
    if (!c)
        return;
    ra__graph_lock();
    for (int set = 0; set < RA__SPECIAL_SETS; set++)
        for (int w = 0; w < RA__SPECIAL_WAYS; w++) {
            ra__special *s = c->way[set][w];
            if (s && s->busy)
                s->is_forgotten = true;
            else
                free_special(s);
        }
    ra__graph_unlock();
    ra__os_free(c);
}

static cache *make_cache(void)
{
    uint32_t epoch = atomic_load_explicit(&ra__graph_epoch, memory_order_relaxed);
    if (mine && mine->epoch != epoch)
        ra__special_forget();
    if (mine)
        return mine;
    ra__os_at_thread_exit();
    mine = ra__os_calloc(1, sizeof *mine);
    if (mine)
        mine->epoch = epoch;
    return mine;
}

/* An empty place, or that of the longest unfound; -1: all are in use. */
static int find_place(const cache *c, unsigned set)
{
    int place = -1;
    for (int w = 0; w < RA__SPECIAL_WAYS; w++) {
        const ra__special *s = c->way[set][w];
        if (!s)
            return w;
        if (!s->busy && (place < 0 || s->found < c->way[set][place]->found))
            place = w;
    }
    return place;
}

/* False: what the call came to is not a matter of its key, or of no lasting layout. */
static bool describe(ra__special *s, const ra__call *c)
{
    for (int i = 0; i < s->results; i++) {
        const ra__result *r = &c->meta.out[i];
        special_result *to = &s->result[i];
        if (r->action == RA__RESIZE || r->proxy || r->pending || r->is_locked)
            return false;
        *to = (special_result){.action = r->action, .alias = r->alias};
        if (r->action == RA__GIVEN)
            continue;
        const ra_layout *l = ra__layout_intern(&r->shape);
        to->layout = l ? ra__layout_lasting(l) : NULL;
        if (!to->layout) {
            if (l)
                ra__layout_unref(l);
            return false;
        }
        to->bytes = l->extent * ra__itemsize(l); /* fits: the extent in bytes */
        if (r->action == RA__ALIAS) {
            to->shift = r->offset - c->tensors[r->alias]->offset;
            if (l->numel == 0) /* where an empty view begins may depend on where there is room */
                return false;
        }
    }
    return true;
}

void ra__special_add(const ra__key *k, const ra__call *call, const ra_plan *plan)
{
    cache *c = make_cache();
    unsigned set = k->hash % RA__SPECIAL_SETS;
    int place = c && call->meta.out_count <= RA__MAX_RESULTS && call->meta.in_count == k->tensors ? find_place(c, set) : -1;
    size_t bytes = (size_t)k->words * sizeof k->word[0], behind = (size_t)words_behind(call) * sizeof k->word[0];
    ra__special *s = place < 0 ? NULL : ra__os_alloc(sizeof *s + bytes + behind);
    if (!s)
        return;
    *s = (ra__special){.variant = call->variant, .device = call->meta.device, .submit = ra__submit_to(call->place), .results = call->meta.out_count, .words = k->words,
                       .unread = (call->op->properties & RA_OP_OVERWRITES) && k->tensors && k->tensor[0], .found = ++c->clock};
    if (!describe(s, call)) {
        ra__os_free(s);
        return;
    }
    memcpy(s->word, k->word, bytes);
    memset(s->word + k->words, 0, behind);
    if (plan) {
        s->prepared = ra__prepared_of(plan);
        s->prepared->uses++;
    }
    ra__special *old = c->way[set][place];
    for (int i = 0; old && i < RA__SPECIAL_RECENT; i++)
        if (c->recent[i] == old)
            c->recent[i] = NULL;
    if (old) {
        ra__graph_lock();
        free_special(old);
        ra__graph_unlock();
    }
    c->way[set][place] = s;
    c->hash[set][place] = k->hash;
}
