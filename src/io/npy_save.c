/*
 * Saving .npy.
 */
#include "async/os/os.h"
#include "async/thread/entry.h"
#include "io/npy_header.h"
#include "io/save.h"

#include <runahead/io.h>
#include <string.h>

typedef struct saving {
    ra__saved tensor;
    char path[];
} saving;

static ra_status put(ra__output *o, void *to, const void *bytes, size_t n)
{
    (void)to;
    return ra__save_bytes(o, bytes, n);
}

static ra_status write_all(ra__output *o)
{
    const saving *save = o->run->plan->state;
    char header[RA__NPY_PREFIX + 1024];
    ra__shape s;
    int64_t numel;
    ra_status status = ra__saved_settle(o, &save->tensor, &s, &numel);
    if (!status)
        status = ra__save_bytes(o, header, ra__npy_write_header(s.dtype, s.ndim, s.sizes, header));
    return status ? status : ra__saved_write(o, &s, numel, ra__saved_data(o, 0), put, NULL);
}

static ra_status save_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    const saving *s = r->plan->state;
    return ra__save(r, r->scratch, s->path, write_all);
}

static void save_release(void *state)
{
    saving *s = state;
    ra__saved_drop(&s->tensor);
    ra__os_free(s);
}

ra_tensor *ra_save_npy(const char *path, const ra_tensor *t)
{
    static const ra_kernel kernel = {.name = "save_npy", .run = save_run};
    RA__NOTE_CALLER();
    if (ra__engine_ensure() || ra__saved_check("ra_save_npy", path, t))
        return NULL;
    if (ra__layout_of(t)->dtype == RA_BFLOAT16) {
        ra__refusal(RA_ERR_DTYPE, "ra_save_npy: .npy has no bfloat16; convert to float32, which holds every value of it");
        return NULL;
    }
    size_t length = strlen(path) + 1;
    saving *s = ra__os_alloc(sizeof *s + length);
    if (!s) {
        ra__refusal(RA_ERR_MEMORY, "ra_save_npy: out of memory");
        return NULL;
    }
    memcpy(s->path, path, length);
    ra__saved_take(&s->tensor, t);
    return ra__save_record("ra_save_npy", s->path, &kernel, sizeof(ra__output), s, save_release, &t, 1, __builtin_return_address(0));
}
