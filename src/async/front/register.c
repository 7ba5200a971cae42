/*
 * Operators of the program's own: how they come and go.
 */
#include "async/front/own.h"

#include "async/front/specialise.h"
#include "async/os/loadable.h"
#include "async/os/os.h"
#include "async/tasks/graph.h"
#include "async/thread/entry.h"
#include "async/values/device.h"

#include <string.h>

/* The texts of a description, one after another, kept for as long as the row. NULL: out of memory. */
static char *copy_texts(ra_op_description *d)
{
    const char **text[] = {&d->name, &d->schema, &d->doc};
    size_t length[3], all = 0;
    for (int i = 0; i < 3; i++)
        all += length[i] = strlen(*text[i]) + 1; /* fits: was read, byte by byte */
    char *copy = ra__os_alloc(all), *at = copy;
    for (int i = 0; copy && i < 3; at += length[i++])
        *text[i] = memcpy(at, *text[i], length[i]);
    return copy;
}

static void count_use(const ra_op *op, int by)
{
    ra__own *own = (ra__own *)(uintptr_t)op;
    if (atomic_fetch_add_explicit(&own->uses, by, memory_order_acq_rel) + by != 0)
        return;
    ra__graph_await_ended(-1);
    const ra__device *cuda = op->source ? ra__device_of(RA_CUDA) : NULL;
    if (cuda && cuda->forget) {
        atomic_store_explicit(&own->source.gone, true, memory_order_release);
        cuda->forget(op);
    }
    ra__own_give_up(own);
}

static unsigned variants_of(const ra__own *own)
{
    const ra_arg_kind first = own->op.arg_count ? own->op.args[0].kind : RA_ARG_NONE;
    return RA_FUNCTIONAL | RA_OUT | (ra__own_has_loops(own) && (first == RA_ARG_TENSOR || first == RA_ARG_OPERAND) ? RA_INPLACE : 0);
}

/* Those that it takes: of loops, those that are computed in the dtype of one, or in a floating one for integers. */
static unsigned dtypes_of(const ra__own *own)
{
    unsigned all = 0;
    const bool has_floating = own->given.loops[RA_FLOAT32] || own->given.loops[RA_FLOAT64];
    for (int d = RA_NO_DTYPE + 1; d < RA_DTYPE_COUNT; d++)
        if (!ra__own_has_loops(own) || own->given.loops[ra__compute_dtype((ra_dtype)d)] || (has_floating && (d == RA_BOOL || ra__is_integral((ra_dtype)d))))
            all |= 1u << d;
    return own->given.dtypes ? all & own->given.dtypes : all;
}

static ra_status fill_row(ra__own *own, const ra_op_description *d)
{
    char error[256];
    own->op.dtypes = dtypes_of(own);
    const bool on_cpu = d->kernel || ra__own_has_loops(own);
    ra__source_types types;
    own->op.properties = on_cpu || d->cuda ? 0 : RA_OP_COMPOSITE;
    if (!ra__schema_parse(&own->op, error, sizeof error))
        return ra__refusal(RA_ERR_ARGUMENT, "ra_op_register(%s): %s", d->name, error);
    ra_status s = ra__own_check_schema(own);
    if (s)
        return s;
    own->op.variants = variants_of(own);
    if (on_cpu)
        ra__own_make_kernel(own);
    if (d->cuda)
        ra__own_make_source(own);
    s = ra__own_try(own, &types);
    return !s && d->cuda && types.operand[0] ? ra__own_examine(own, &types) : s;
}

/* Of a struct of this or another version, whose fields are whole. */
static bool is_size(size_t size, size_t least)
{
    return size >= least && size <= 1 << 16 && size % _Alignof(ra_op_description) == 0;
}
_Static_assert(_Alignof(ra_op_description) == sizeof(void *) && _Alignof(ra_op_cuda) == sizeof(void *), "no address is cut in two");

/* What of a description of this or another version is known here; the rest is zero. *cuda is room for what it points to. */
static ra_status take_description(ra_op_description *d, ra_op_cuda *cuda, const ra_op_description *given)
{
    if (!given)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_op_register: description is NULL");
    if (!is_size(given->size, offsetof(ra_op_description, meta)))
        return ra__refusal(RA_ERR_ARGUMENT, "ra_op_register: size: %zu is not sizeof(ra_op_description)", given->size);
    memset(d, 0, sizeof *d);
    memcpy(d, given, given->size < sizeof *d ? given->size : sizeof *d);
    d->doc = d->doc ? d->doc : "";
    if (d->cuda) {
        const size_t size = d->cuda->size;
        if (!is_size(size, offsetof(ra_op_cuda, helpers)))
            return ra__refusal(RA_ERR_ARGUMENT, "ra_op_register: cuda.size: %zu is not sizeof(ra_op_cuda)", size);
        memset(cuda, 0, sizeof *cuda);
        d->cuda = memcpy(cuda, d->cuda, size < sizeof *cuda ? size : sizeof *cuda);
    }
    return ra__own_check_fields(d);
}

ra_status ra_op_register(const ra_op_description *description, const ra_op **op)
{
    RA__NOTE_CALLER();
    ra_op_description d;
    ra_op_cuda given;
    ra_status s = ra__engine_ensure();
    if (s || (s = take_description(&d, &given, description)))
        return s;
    ra__callback *release = d.release ? ra__callback_of_release(d.release, d.state) : NULL;
    char *texts = copy_texts(&d);
    ra_op_cuda *cuda = d.cuda ? ra__own_copy_cuda(d.cuda) : NULL;
    if (!texts || (d.cuda && !cuda) || (d.release && !release))
        s = ra__refusal(RA_ERR_MEMORY, "ra_op_register(%s): out of memory", description->name);
    d.cuda = cuda;
    bool is_taken = false;
    const ra_op begun = {.size = sizeof begun, .name = d.name, .schema = d.schema, .doc = d.doc, .family = RA__FAMILY_OWN, .id = RA__OP_COUNT, .meta = ra__own_meta, .definition = d.definition, .use = count_use};
    ra__own *own = s ? NULL : ra__own_take(&begun, &is_taken);
    if (!s && !own)
        s = is_taken ? ra__refusal(RA_ERR_ARGUMENT, "ra_op_register: name: \"%s\" is registered already", d.name)
                     : ra__refusal(RA_ERR_MEMORY, "ra_op_register(%s): out of memory", d.name);
    if (own) {
        own->given = d;
        own->release = NULL;
        atomic_store_explicit(&own->uses, 1, memory_order_relaxed);
        s = fill_row(own, &d);
        own->release = release;
        ra__own_made(own, !s);
    }
    if (s) {
        if (release)
            ra__callback_free(release);
        ra__os_free(texts);
        ra__os_free(cuda);
        return s;
    }
    if (op)
        *op = &own->op;
    return RA_OK;
}

/* ---- going ---- */

ra_status ra_op_unregister(const ra_op *op)
{
    RA__NOTE_CALLER();
    ra_status s = ra__engine_ensure();
    if (s)
        return s;
    if (ra__own_standing_of(op) == RA__OWN_NONE || !ra__own_go((ra__own *)(uintptr_t)op))
        return ra__refusal(RA_ERR_UNKNOWN, "ra_op_unregister: %s", op ? "no operator that is registered" : "op is NULL");
    ra__special_forget(); /* of this thread; others forget their plans of it in time */
    ra__graph_await_ended(1); /* until all its uses are given up */
    count_use(op, -1);
    return RA_OK;
}

/* The end of a path, which leaves room for why. */
static const char *end_of(const char *path)
{
    enum { TOLD = 160 };
    const size_t length = strlen(path);
    return length > TOLD ? path + length - TOLD : path;
}

/* What the loader says of it, without the path. */
static const char *said_of(const char *path, const char *why)
{
    const size_t length = strlen(path);
    return !strncmp(why, path, length) && !strncmp(why + length, ": ", 2) ? why + length + 2 : why;
}

ra_status ra_load_library(const char *path)
{
    static const char *const entry = "ra_library_init";
    RA__NOTE_CALLER();
    ra_status s = ra__engine_ensure();
    if (s)
        return s;
    if (!path || !*path) /* by an empty one the loader gives the program itself */
        return ra__refusal(path ? RA_ERR_FILE : RA_ERR_ARGUMENT, "ra_load_library: path is %s", path ? "empty" : "NULL");
    enum { LONGEST = 4096 }; /* of a path, for any system call */
    if (strlen(path) >= LONGEST)
        return ra__refusal(RA_ERR_FILE, "ra_load_library: %s: cannot be loaded: File name too long", end_of(path));
    void *library, *init;
    char why[LONGEST + 256] = ""; /* it begins with the path */
    if (!ra__os_is_loadable(path, why, sizeof why))
        return ra__refusal(RA_ERR_FILE, "ra_load_library: %s: %s", end_of(path), why);
    if (!ra__os_loader_enter())
        return ra__refusal(RA_ERR_STATE, "ra_load_library: %s: the process is ending", end_of(path));
    const int error = ra__os_dlopen(path, &library, why, sizeof why);
    const bool has_entry = !error && !ra__os_dlsym(library, entry, &init);
    ra__os_loader_leave();
    if (error)
        return ra__refusal(RA_ERR_FILE, "ra_load_library: %s: cannot be loaded: %s", end_of(path), said_of(path, why));
    if (!has_entry)
        return ra__refusal(RA_ERR_FILE, "ra_load_library: %s: has no function %s", end_of(path), entry);
    ra_status (*call)(void);
    memcpy(&call, &init, sizeof call);
    s = call();
    return ra__own_is_status(s) ? s : ra__refusal(RA_ERR_VALUE, "ra_load_library: %s: %s returned %d, which is no status", end_of(path), entry, (int)s);
}
