/*
 * Saving .npy: a task writes a new file beside the target, syncs it and renames it over the target, so that under that
 * name there is always a whole file, the old or the new. The target is where links lead; what is no regular file is refused.
 * Whatever fails, the new file is removed and the completion handle has the error.
 *
 * Two saves under one name take effect in the order of their calls: a lane is chosen by the name.
 */
#include "async/front/check.h"
#include "async/front/external.h"
#include "async/front/tensor.h"
#include "async/os/os.h"
#include "async/thread/entry.h"
#include "io/file_words.h"
#include "io/npy_header.h"

#include <runahead/io.h>
#include <stdio.h>
#include <string.h>

enum { BUFFER = 256 * 1024 }; /* elements are gathered into pieces of so many bytes, within the L2 cache */

typedef struct saving {
    ra__shape shape;     /* with the bound where extent is there */
    ra__extent *extent;  /* held */
    char path[];
} saving;

typedef struct output {
    const saving *save;
    ra__run *run;
    int fd;
    uint64_t written; /* bytes */
    char target[4096];
    char name[4096 + 64];
} output;

static ra_status fail(output *o, const char *what, int error)
{
    char text[96];
    return ra__fault(o->run, RA_ERR_FILE, "%s: byte %llu: %s: %s", ra__path_end(o->save->path), (unsigned long long)o->written, what,
                     ra__errno_words(error, text, sizeof text));
}

static ra_status write_bytes(output *o, const void *bytes, size_t n)
{
    int error = ra__os_write_full(o->fd, bytes, n);
    if (error)
        return fail(o, "cannot be written", error);
    o->written += n;
    return RA_OK;
}

/* ---- elements in row-major order, whatever the strides ---- */

static void copy_run(char *to, const char *from, int64_t n, int64_t stride, size_t item)
{
    if (stride == 1)
        memcpy(to, from, (size_t)n * item);
    else
        for (int64_t i = 0; i < n; i++)
            memcpy(to + (size_t)i * item, from + i * stride * (int64_t)item, item);
}

/* Gathers into the buffer along the last dimension; index counts the others. */
static ra_status write_gathered(output *o, const ra__shape *s, const char *data, int64_t numel)
{
    size_t item = ra_dtype_size(s->dtype), fill = 0;
    int64_t index[RA_MAX_DIMS] = {0}, offset = 0, room = (int64_t)(BUFFER / item);
    int last = s->ndim - 1;
    char *buffer = o->run->scratch;
    for (int64_t done = 0; done < numel;) {
        int64_t n = s->sizes[last] - index[last], space = room - (int64_t)fill;
        n = n < space ? n : space;
        copy_run(buffer + fill * item, data + offset * (int64_t)item, n, s->strides[last], item); /* fits: within the storage */
        fill += (size_t)n;
        done += n;
        index[last] += n;
        offset += n * s->strides[last]; /* fits: within the extent, as is what follows */
        for (int d = last; d > 0 && index[d] == s->sizes[d]; d--) {
            offset += s->strides[d - 1] - s->sizes[d] * s->strides[d]; /* fits: at most twice the extent, in memory */
            index[d] = 0;
            index[d - 1]++;
        }
        if ((int64_t)fill == room || done == numel) {
            ra_status status = write_bytes(o, buffer, fill * item);
            if (status)
                return status;
            fill = 0;
        }
    }
    return RA_OK;
}

static ra_status write_all(output *o, const char *data)
{
    ra__shape s = o->save->shape;
    char header[RA__NPY_PREFIX + 1024];
    int64_t numel;
    if (o->save->extent)
        ra__extent_apply(o->save->extent, &s);
    if (!ra__sizes_numel(s.dtype, s.ndim, s.sizes, &numel))
        return ra__fault(o->run, RA_ERR_OVERFLOW, "sizes do not fit the address space");
    ra_status status = write_bytes(o, header, ra__npy_write_header(s.dtype, s.ndim, s.sizes, header));
    if (status || !numel)
        return status;
    if (ra__layout_flags(s.ndim, s.sizes, s.strides) & RA__CONTIGUOUS)
        return write_bytes(o, data, (size_t)numel * ra_dtype_size(s.dtype));
    return write_gathered(o, &s, data, numel);
}

/* ---- the task ---- */

static ra_status finish_file(output *o, ra_status status)
{
    int error = status ? 0 : ra__os_fsync(o->fd);
    if (error)
        status = fail(o, "cannot be synced", error);
    error = ra__os_close(o->fd);
    if (!status && error)
        status = fail(o, "cannot be closed", error);
    if (!status && (error = ra__os_rename(o->name, o->target)))
        status = fail(o, "cannot be put in place", error);
    if (status)
        ra__os_unlink(o->name); /* what cannot be removed either is left, under a name of its own */
    return status;
}

static ra_status save_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    output *o = (output *)(void *)((char *)r->scratch + BUFFER);
    memset(o, 0, sizeof *o);
    o->save = r->plan->state;
    o->run = r;
    int error = ra__os_target(o->save->path, o->target, sizeof o->target);
    const char *kind = error ? ra__os_irregular(o->save->path) : NULL;
    if (kind)
        return ra__fault(r, RA_ERR_FILE, "%s: is %s: only a regular file can be replaced by a whole one", ra__path_end(o->save->path), kind);
    if (error)
        return fail(o, "cannot be written", error);
    if ((error = ra__os_create_beside(o->target, o->name, sizeof o->name, &o->fd)))
        return fail(o, "cannot create a file beside it", error);
    ra_status status = finish_file(o, write_all(o, r->data[2]));
    if (!status && (error = ra__os_fsync_folder_of(o->target)))
        status = fail(o, "is in place, but may not outlast a crash", error);
    if (!status)
        r->data[0][0] = 1;
    return status;
}

static void save_release(void *state)
{
    saving *s = state;
    ra__extent_drop(s->extent);
    ra__os_free(s);
}

/* ---- the call ---- */

static int token_of(const char *path)
{
    uint32_t h = 2166136261u; /* FNV-1a */
    for (; *path; path++)
        h = (h ^ (unsigned char)*path) * 16777619u;
    return 1 + (int)(h % RA__EXTERNAL_TOKENS);
}

static ra_status check(const char *path, const ra_tensor *t)
{
    if (!path)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_save_npy: path is NULL");
    if (!t || t == RA_NONE)
        return ra__refusal(t ? RA_ERR_ARGUMENT : RA_ERR_REFUSED, "ra_save_npy: the tensor is %s", t ? "RA_NONE" : "NULL");
    if (ra__is_misused(t, "ra_save_npy"))
        return RA_ERR_STATE;
    if (t->storage->device == RA_META)
        return ra__refusal(RA_ERR_DEVICE, "ra_save_npy: a tensor on the meta device has no data");
    if (t->storage->device != RA_CPU)
        return ra__refusal(RA_ERR_DEVICE, "ra_save_npy: the tensor is on %s; ra_to brings it to the CPU", ra_device_name(t->storage->device));
    if (ra__layout_of(t)->dtype == RA_BFLOAT16)
        return ra__refusal(RA_ERR_DTYPE, "ra_save_npy: .npy has no bfloat16; convert to float32, which holds every value of it");
    return RA_OK;
}

ra_tensor *ra_save_npy(const char *path, const ra_tensor *t)
{
    static const ra_kernel kernel = {.name = "save_npy", .run = save_run};
    RA__NOTE_CALLER();
    if (ra__engine_ensure() || check(path, t))
        return NULL;
    const ra__extent *pending = ra__tensor_pending(t);
    if (pending && pending->kept && ra__tensor_resolve(t)) /* which bytes will be read is not known before */
        return NULL;
    size_t length = strlen(path) + 1;
    saving *s = ra__os_alloc(sizeof *s + length);
    if (!s) {
        ra__refusal(RA_ERR_MEMORY, "ra_save_npy: out of memory");
        return NULL;
    }
    memcpy(s->path, path, length);
    s->extent = ra__tensor_pending(t); /* before the layout, which is all there is to know where that is NULL */
    const ra_layout *l = ra__layout_of(t);
    ra__shape_from_layout(&s->shape, l);
    if (s->extent)
        atomic_fetch_add_explicit(&s->extent->refs, 1, memory_order_relaxed);
    ra__external e = {.name = "ra_save_npy", .kernel = &kernel, .flags = RA__PLAN_LEAF | RA__PLAN_BLOCKING | RA__PLAN_EFFECT, .grains = 1, .scratch = BUFFER + sizeof(output),
                      .state = s, .release = save_release, .result = {.dtype = RA_UINT8}, .inputs = &t, .input_count = 1, .token = token_of(path)};
    e.cost_ns = 1e6 + (double)l->numel * (double)ra__itemsize(l);
    ra_tensor *completion = ra__external_record(&e, __builtin_return_address(0));
    if (!completion)
        save_release(s);
    return completion;
}
