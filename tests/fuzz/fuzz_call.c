/*
 * Programs over reflection. Bytes say which tensors there are, which operators are called on them in which form with which
 * arguments, what is looked at, given up and cancelled, and when. Each must come to an end with statuses.
 *
 * Where the first byte asks for it, the program has no step whose outcome may depend on when things run (cancelling, looking
 * whether something is ready) or that shows memory nobody has written; then it is run a second time, each operator computing
 * in the call, and must give the same statuses, descriptions and bytes, up to where memory ran out.
 *
 * FUZZ_PRINT=1 prints the steps while they are taken, for whoever wants to understand one input.
 */
#include "fuzz_arguments.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <unistd.h>

enum { MOST_ELEMENTS = 1 << 10, MOST_STEPS = 64, BUFFERS = 4, BUFFER = 256, MEMORY = 16 << 20 };


struct program {
    struct fuzz_bytes bytes;
    ra_tensor *tensor[FUZZ_SLOTS];
    int depth_of[FUZZ_SLOTS]; /* of the scope that releases it; 0: nobody but the program */
    int depth;
    ra_generator *generator;
    bool same;        /* nothing is done that may give this today and that tomorrow */
    bool over;        /* memory ran out: what follows is not compared */
    uint64_t hash;
    double buffer[BUFFERS][BUFFER]; /* each is lent once: nobody orders what two borrowers do to the same bytes */
    int lent;
    _Atomic int borrowed;
};

void fuzz_start(int workers)
{
    ra_config config = {.size = sizeof config, .workers = workers ? workers : -1, .no_inline = true, .fusion = RA_FUSION_ALWAYS, .memory_limit = MEMORY};
    if (ra_init(&config))
        FUZZ_FAIL("the engine does not start: %s", ra_last_error());
}

/* ---- telling ---- */

static void tell(const char *format, ...) RA_PRINTF(1, 2);

static bool is_telling(void)
{
    static int telling = -1;
    if (telling < 0)
        telling = getenv("FUZZ_PRINT") != NULL;
    return telling;
}

static void tell(const char *format, ...)
{
    va_list ap;
    if (!is_telling())
        return;
    va_start(ap, format);
    vfprintf(stderr, format, ap);
    va_end(ap);
}

static void tell_tensor(const ra_tensor *t)
{
    if (!t || t == RA_NONE) {
        tell("%s", t ? "none" : "NULL");
        return;
    }
    tell("%s%s[", ra_tensor_device(t) == RA_META ? "meta " : "", ra_dtype_name(ra_tensor_dtype(t)));
    for (int d = 0; d < ra_ndim(t); d++)
        tell("%s%lld:%lld", d ? "," : "", (long long)ra_size_bound(t, d), (long long)ra_stride(t, d));
    tell("]+%lld", (long long)ra_storage_offset(t));
}

static void tell_argument(const ra_arg *a)
{
    switch (a->kind) {
    case RA_ARG_TENSOR: tell_tensor(a->tensor); break;
    case RA_ARG_TENSORS:
        for (int64_t i = 0; a->tensors.items && a->tensors.count < FUZZ_LIST && i < a->tensors.count; i++) {
            tell(i ? ";" : "{");
            tell_tensor(a->tensors.items[i]);
        }
        tell("} of %lld", (long long)a->tensors.count);
        break;
    case RA_ARG_SCALAR: tell(a->scalar.kind == RA_SCALAR_FLOAT ? "%g" : "%.0f", a->scalar.kind == RA_SCALAR_FLOAT ? a->scalar.value.f[0] : (double)a->scalar.value.i); break;
    case RA_ARG_DIMS:
        tell("(");
        for (int64_t i = 0; a->dims.values && a->dims.count < FUZZ_LIST && i < a->dims.count; i++)
            tell(i ? ",%lld" : "%lld", (long long)a->dims.values[i]);
        tell(") of %lld", (long long)a->dims.count);
        break;
    case RA_ARG_DTYPE: tell("%s", ra_dtype_name(a->dtype)); break;
    case RA_ARG_INT: tell("%lld", (long long)a->integer); break;
    case RA_ARG_FLOAT: tell("%g", a->real); break;
    case RA_ARG_STRING: tell("\"%s\"", a->string ? a->string : "(NULL)"); break;
    default: tell("kind %d", (int)a->kind); break;
    }
}

static void tell_call(const ra_op *op, ra_variant v, const struct fuzz_arguments *a, ra_tensor *const *outs, size_t count)
{
    if (!is_telling())
        return;
    tell("%s%s(", ra_op_name(op), v == RA_INPLACE ? " in place" : v == RA_OUT ? " out" : "");
    for (size_t i = 0; i < a->count; i++) {
        tell(i ? ", " : "");
        tell_argument(&a->arg[i]);
    }
    for (size_t i = 0; v == RA_OUT && i < count; i++) {
        tell("; out ");
        tell_tensor(outs[i]);
    }
    tell(")");
}

static void note(struct program *p, uint64_t value)
{
    if (p->over)
        return;
    p->hash = (p->hash ^ value) * UINT64_C(0x9fb21c651e98df25);
    p->hash ^= p->hash >> 32;
}

static void note_status(struct program *p, ra_status s)
{
    p->over |= s == RA_ERR_MEMORY || s == RA_ERR_TASK_MEMORY;
    if (s && !*ra_status_text(s))
        FUZZ_FAIL("no status: %d", (int)s);
    note(p, (uint64_t)s);
}

/* ---- slots ---- */

/* At most; of huge ones, some huge number. */
static int64_t elements(const ra_tensor *t)
{
    int64_t n = 1;
    for (int d = 0; d < ra_ndim(t); d++)
        if (__builtin_mul_overflow(n, ra_size_bound(t, d), &n))
            return INT64_MAX;
    return n;
}

static void put(struct program *p, unsigned at, ra_tensor *t)
{
    if (!t)
        return;
    at %= FUZZ_SLOTS;
    ra_release(p->tensor[at]);
    p->tensor[at] = NULL;
    if (ra_tensor_device(t) != RA_META && elements(t) > MOST_ELEMENTS) /* its work is bounded, that of what would read it is not */
        ra_release(t);
    else {
        p->tensor[at] = t;
        p->depth_of[at] = p->depth;
    }
}

static void note_description(struct program *p, const ra_tensor *t)
{
    note(p, (uint64_t)ra_tensor_dtype(t) << 8 | (uint64_t)ra_tensor_device(t));
    for (int d = 0; d < ra_ndim(t); d++) {
        note(p, (uint64_t)ra_size_bound(t, d));
        note(p, (uint64_t)ra_stride(t, d));
    }
}

/* ---- steps ---- */

static void make(struct program *p)
{
    struct fuzz_bytes *b = &p->bytes;
    unsigned c = fuzz_byte(b), seed = fuzz_byte(b), to = fuzz_byte(b);
    int64_t sizes[4], n = 1;
    double values[4 * 4 * 4 * 4 + 1];
    int ndim = (int)(seed % 5);
    for (int d = 0; d < ndim; d++)
        n *= sizes[d] = fuzz_byte(b) % 5;
    for (int64_t i = 0; i < n; i++)
        values[i] = (double)((seed * (unsigned)(i + 3) >> 2) % 11) - 3;
    ra_tensor *t = ra_from_copy(values, RA_FLOAT64, ra_dims_of(sizes, ndim));
    ra_tensor *cast = t ? ra_to(t, RA_OPTS(ra_to, .dtype = (ra_dtype)(1 + c % 12), .device = c >= 230 ? RA_META : RA_NO_DEVICE)) : NULL;
    ra_release(t);
    tell("make %u: ", to % FUZZ_SLOTS);
    tell_tensor(cast);
    tell("\n");
    put(p, to, cast);
}

static void give_back(void *program)
{
    ((struct program *)program)->borrowed--;
}

/* Memory of the program's, in strides of any sort within it. */
static void borrow(struct program *p)
{
    struct fuzz_bytes *b = &p->bytes;
    unsigned c = fuzz_byte(b), to = fuzz_byte(b);
    int64_t sizes[3], strides[3], last = (int64_t)(c % 64);
    int ndim = (int)(to % 4);
    for (int d = 0; d < ndim; d++) {
        sizes[d] = 1 + fuzz_byte(b) % 4;
        strides[d] = fuzz_byte(b) % 24;
        last += (sizes[d] - 1) * strides[d];
    }
    if (last >= BUFFER || p->lent == BUFFERS)
        return;
    ra_tensor *t = ra_from_data(p->buffer[p->lent++] + c % 64, RA_FLOAT64, ra_dims_of(sizes, ndim),
                                RA_OPTS(ra_from_data, .strides = ra_dims_of(strides, ndim), .release = give_back, .context = p, .readonly = c >= 224));
    p->borrowed += t != NULL;
    tell("borrow %u: ", (to >> 2) % FUZZ_SLOTS);
    tell_tensor(t);
    tell("\n");
    put(p, to >> 2, t);
}

/* Steps that show what nobody has written. */
static bool shows_unwritten(const ra_op *op, const struct fuzz_arguments *a)
{
    const char *name = ra_op_name(op);
    bool from_meta = !strcmp(name, "to") && a->count && a->arg[0].kind == RA_ARG_TENSOR && a->arg[0].tensor && a->arg[0].tensor != RA_NONE &&
                     ra_tensor_device(a->arg[0].tensor) == RA_META;
    return from_meta || (ra_op_properties(op) & RA_OP_NO_KERNEL) || !strcmp(name, "as_strided");
}

static void call(struct program *p)
{
    static const ra_variant variants[] = {RA_FUNCTIONAL, RA_FUNCTIONAL, RA_INPLACE, RA_OUT};
    enum { RESULTS = 6 };
    struct fuzz_arguments a;
    struct fuzz_bytes *b = &p->bytes;
    unsigned which = fuzz_byte(b), form = fuzz_byte(b), to = fuzz_byte(b);
    const ra_op *op = ra_op_at(which % ra_op_count());
    ra_variant v = form < 248 ? variants[form % 4] : (ra_variant)(form - 248);
    fuzz_take_arguments(&a, b, op, p->tensor, p->generator);
    if (p->same && shows_unwritten(op, &a))
        return;
    ra_tensor *results[RESULTS] = {NULL};
    size_t room = form / 4 % 8 == 7 ? form / 32 % RESULTS : v == RA_FUNCTIONAL ? RESULTS : ra_op_result_count(op), produced = 0;
    for (size_t i = 0; v == RA_OUT && i < room; i++)
        results[i] = p->tensor[(to + i) % FUZZ_SLOTS];
    tell_call(op, v, &a, results, room);
    ra_status s = ra_call(op, v, a.arg, a.count, results, room, &produced);
    tell(" -> %u: %s %s\n", to % FUZZ_SLOTS, ra_status_name(s), ra_last_error());
    note_status(p, s);
    if (s && !*ra_last_error())
        FUZZ_FAIL("%s is refused without a word", ra_op_name(op));
    if (s && v != RA_OUT && results[0])
        FUZZ_FAIL("%s is refused, and gives a result", ra_op_name(op));
    ra_clear_error();
    for (size_t i = 0; !s && v == RA_FUNCTIONAL && i < produced && i < RESULTS; i++) {
        note_description(p, results[i]);
        put(p, to + (unsigned)i, results[i]);
    }
}

static void look(struct program *p, unsigned at)
{
    ra_tensor *t = p->tensor[at % FUZZ_SLOTS];
    char bytes[MOST_ELEMENTS * 16];
    if (!t)
        return;
    int64_t n = ra_numel(t);
    note(p, (uint64_t)n);
    size_t size = n < 0 ? 0 : (size_t)n * ra_dtype_size(ra_tensor_dtype(t));
    ra_status s = n < 0 ? ra_wait(t) : size > sizeof bytes ? RA_OK : ra_copy_to(t, bytes, size);
    tell("look at %u: %s, hash %llx\n", at % FUZZ_SLOTS, ra_status_name(s), (unsigned long long)p->hash);
    note_status(p, s);
    for (size_t i = 0; !s && i < size && size <= sizeof bytes; i++)
        note(p, (unsigned char)bytes[i]);
    char text[512];
    if (s && s == ra_tensor_error(t, text, sizeof text) && !*text)
        FUZZ_FAIL("a failure without a word: %s", ra_status_name(s));
    ra_clear_error();
}

static void end_scope(struct program *p)
{
    for (int i = 0; i < FUZZ_SLOTS; i++)
        if (p->depth_of[i] == p->depth && p->depth)
            p->tensor[i] = NULL;
    if (p->depth) {
        p->depth--;
        note_status(p, ra_scope_end());
    }
    ra_clear_error();
}

static void handle(struct program *p, unsigned what, unsigned at)
{
    ra_tensor **t = &p->tensor[at % FUZZ_SLOTS];
    ra_status s = RA_OK;
    tell("%s %u\n", (const char *[]){"release", "ref", "keep", "scope", "end", "wait", "cancel", "ready"}[what % 8], at % FUZZ_SLOTS);
    switch (what % 8) {
    case 0:
        ra_release(*t);
        *t = NULL;
        break;
    case 1: put(p, at / FUZZ_SLOTS, ra_ref(*t)); break;
    case 2:
        ra_keep(*t);
        p->depth_of[at % FUZZ_SLOTS] = 0;
        break;
    case 3:
        if (p->depth < 3) {
            p->depth++;
            ra_scope_begin();
        }
        break;
    case 4: end_scope(p); break;
    case 5: note_status(p, *t ? ra_wait(*t) : RA_OK); break;
    case 6:
        if (!p->same)
            s = ra_cancel(*t);
        break;
    default:
        if (!p->same && *t)
            s = ra_is_ready(*t) ? RA_OK : ra_wait_for(*t, at * 100);
        break;
    }
    (void)s;
    ra_clear_error();
}

/* ---- the whole ---- */

static uint64_t run(struct program *p, const uint8_t *bytes, size_t size)
{
    p->bytes = (struct fuzz_bytes){bytes, bytes + size};
    p->hash = UINT64_C(0x243f6a8885a308d3);
    ra_manual_seed(1);
    p->generator = ra_generator_new(2);
    for (int i = 0; i < BUFFERS * BUFFER; i++)
        p->buffer[i / BUFFER][i % BUFFER] = i % 7 - 2;
    for (int step = 0; p->bytes.at < p->bytes.end && step < MOST_STEPS; step++) {
        unsigned c = fuzz_byte(&p->bytes);
        if (c < 48)
            make(p);
        else if (c < 56)
            borrow(p);
        else if (c < 176)
            call(p);
        else if (c < 208)
            look(p, c);
        else
            handle(p, c, fuzz_byte(&p->bytes));
    }
    for (unsigned i = 0; i < FUZZ_SLOTS; i++)
        look(p, i);
    while (p->depth)
        end_scope(p);
    for (int i = 0; i < FUZZ_SLOTS; i++)
        ra_release(p->tensor[i]);
    ra_generator_free(p->generator);
    if (ra_wait_all())
        FUZZ_FAIL("what is left cannot be waited for: %s", ra_last_error());
    while (atomic_load(&p->borrowed)) /* the callback lane gives the last ones back */
        usleep(100);
    ra_clear_error();
    return p->over ? 0 : p->hash;
}

void fuzz_call(const uint8_t *bytes, size_t size)
{
    static struct program first, again;
    size_t live = ra_get_memory_stats().live;
    bool same = size && bytes[0] & 1;
    memset(&first, 0, sizeof first);
    memset(&again, 0, sizeof again);
    first.same = again.same = same;
    uint64_t ahead = run(&first, bytes, size);
    if (same) {
        ra_set_execution(RA_SYNC);
        uint64_t in_the_call = run(&again, bytes, size);
        ra_set_execution(RA_RUN_AHEAD);
        if (ahead && in_the_call && ahead != in_the_call)
            FUZZ_FAIL("run ahead gives another result than in the call");
    }
    for (int i = 0; ra_get_memory_stats().live > live && i < 100000; i++) /* who ended the last task lets go of it yet */
        usleep(100);
    if (ra_get_memory_stats().live > live)
        FUZZ_FAIL("%zu bytes are left", ra_get_memory_stats().live - live);
}
