#include "io/save.h"

#include "async/front/check.h"
#include "async/os/os.h"
#include "async/thread/entry.h"
#include "io/file_words.h"

#include <string.h>

ra_status ra__save_failed(ra__output *o, const char *what, int error)
{
    char text[96];
    return ra__fault(o->run, RA_ERR_FILE, "%s: byte %llu: %s: %s", ra__path_end(o->path), (unsigned long long)o->written, what,
                     ra__errno_words(error, text, sizeof text));
}

ra_status ra__save_bytes(ra__output *o, const void *bytes, size_t n)
{
    int error = ra__os_write_full(o->fd, bytes, n);
    if (error)
        return ra__save_failed(o, "cannot be written", error);
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
static ra_status write_gathered(ra__output *o, const ra__shape *s, int64_t numel, const char *data, ra__save_put put, void *to)
{
    size_t item = ra_dtype_size(s->dtype), fill = 0;
    int64_t index[RA_MAX_DIMS] = {0}, offset = 0, room = (int64_t)(RA__SAVE_BUFFER / item);
    int last = s->ndim - 1;
    char *buffer = o->buffer;
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
            ra_status status = put(o, to, buffer, fill * item);
            if (status)
                return status;
            fill = 0;
        }
    }
    return RA_OK;
}

ra_status ra__saved_settle(ra__output *o, const ra__saved *s, ra__shape *shape, int64_t *numel)
{
    *shape = s->shape;
    if (s->extent)
        ra__extent_apply(s->extent, shape);
    if (!ra__sizes_numel(shape->dtype, shape->ndim, shape->sizes, numel))
        return ra__fault(o->run, RA_ERR_OVERFLOW, "sizes do not fit the address space");
    return RA_OK;
}

ra_status ra__saved_write(ra__output *o, const ra__shape *shape, int64_t numel, const char *data, ra__save_put put, void *to)
{
    if (!numel)
        return RA_OK;
    if (ra__layout_flags(shape->ndim, shape->sizes, shape->strides) & RA__CONTIGUOUS)
        return put(o, to, data, (size_t)numel * ra_dtype_size(shape->dtype)); /* fits: numel in bytes */
    return write_gathered(o, shape, numel, data, put, to);
}

/* ---- the task ---- */

static ra_status finish_file(ra__output *o, ra_status status)
{
    int error = status ? 0 : ra__os_fsync(o->fd);
    if (error)
        status = ra__save_failed(o, "cannot be synced", error);
    error = ra__os_close(o->fd);
    if (!status && error)
        status = ra__save_failed(o, "cannot be closed", error);
    if (!status && (error = ra__os_rename(o->name, o->target)))
        status = ra__save_failed(o, "cannot be put in place", error);
    if (status)
        ra__os_unlink(o->name); /* what cannot be removed either is left, under a name of its own */
    return status;
}

ra_status ra__save(ra__run *r, ra__output *o, const char *path, ra_status (*write)(ra__output *o))
{
    o->run = r;
    o->path = path;
    o->written = 0;
    int error = ra__os_target(path, o->target, sizeof o->target);
    const char *kind = error ? ra__os_irregular(path) : NULL;
    if (kind)
        return ra__fault(r, RA_ERR_FILE, "%s: is %s: only a regular file can be replaced by a whole one", ra__path_end(path), kind);
    if (error)
        return ra__save_failed(o, "cannot be written", error);
    if ((error = ra__os_create_beside(o->target, o->name, sizeof o->name, &o->fd)))
        return ra__save_failed(o, "cannot create a file beside it", error);
    ra_status status = finish_file(o, write(o));
    if (!status && (error = ra__os_fsync_folder_of(o->target)))
        status = ra__save_failed(o, "is in place, but may not outlast a crash", error);
    if (!status)
        r->data[0][0] = 1;
    return status;
}

/* ---- the call ---- */

static int token_of(const char *path)
{
    uint32_t h = 2166136261u; /* FNV-1a */
    for (; *path; path++)
        h = (h ^ (unsigned char)*path) * 16777619u;
    return 1 + (int)(h % RA__EXTERNAL_TOKENS);
}

ra_status ra__saved_check(const char *function, const char *path, const ra_tensor *t)
{
    ra_status s = ra__path_given(function, path);
    if (s)
        return s;
    if (!t || t == RA_NONE)
        return ra__refusal(t ? RA_ERR_ARGUMENT : RA_ERR_REFUSED, "%s: the tensor is %s", function, t ? "RA_NONE" : "NULL");
    if (ra__is_misused(t, function))
        return RA_ERR_STATE;
    if (t->storage->device == RA_META)
        return ra__refusal(RA_ERR_DEVICE, "%s: a tensor on the meta device has no data", function);
    if (t->storage->device != RA_CPU)
        return ra__refusal(RA_ERR_DEVICE, "%s: the tensor is on %s; ra_to brings it to the CPU", function, ra_device_name(t->storage->device));
    const ra__extent *pending = ra__tensor_pending(t);
    return pending && pending->kept ? ra__tensor_resolve(t) : RA_OK; /* which bytes will be read is not known before */
}

void ra__saved_take(ra__saved *s, const ra_tensor *t)
{
    s->extent = ra__tensor_pending(t); /* before the layout, which is all there is to know where that is NULL */
    ra__shape_from_layout(&s->shape, ra__layout_of(t));
    if (s->extent)
        atomic_fetch_add_explicit(&s->extent->refs, 1, memory_order_relaxed);
}

void ra__saved_drop(ra__saved *s)
{
    ra__extent_drop(s->extent);
}

ra_tensor *ra__save_record(const char *function, const char *path, const ra_kernel *kernel, size_t scratch, void *state, void (*release)(void *),
                           const ra_tensor *const *tensors, int count, const void *address)
{
    ra__external e = {.name = function, .kernel = kernel, .flags = RA__PLAN_LEAF | RA__PLAN_BLOCKING | RA__PLAN_EFFECT, .grains = 1, .scratch = scratch, .state = state,
                      .release = release, .result = {.dtype = RA_UINT8}, .inputs = tensors, .input_count = count, .token = token_of(path), .cost_ns = 1e6};
    for (int i = 0; i < count; i++) {
        const ra_layout *l = ra__layout_of(tensors[i]);
        e.cost_ns += (double)l->numel * (double)ra__itemsize(l);
    }
    ra_tensor *completion = ra__external_record(&e, address);
    if (!completion)
        release(state);
    return completion;
}
