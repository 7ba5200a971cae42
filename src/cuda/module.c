/*
 * Functions of a device: programs in CUDA C, compiled for its architecture at their first use, or behind it (later.h), and kept, here and on
 * disk. By the issuing lane of the device alone, whose table it is; so nothing is locked.
 */
#include "cuda/device.h"

#include "async/os/os.h"
#include "async/thread/stats.h"
#include "cuda/compile.h"
#include "cuda/disk.h"
#include "cuda/later.h"

#include <stdio.h>
#include <string.h>

enum { LISTS = 256 };

typedef struct entry {
    struct entry *next;
    void *module, *function;
    ra__cuda_request *coming; /* it is being compiled */
    const char *name;         /* then: of the function */
    char key[];
} entry;

static entry *functions[RA__DEVICES][LISTS];

static entry **list_of(int index, const char *key)
{
    uint32_t hash = 2166136261u;
    for (; *key; key++)
        hash = (hash ^ (unsigned char)*key) * 16777619u;
    return &functions[index][(hash ^ hash >> 16) % LISTS];
}

static ra_status load(entry *e, const ra__cuda_device *d, const char *image, const char *name, char *why, size_t size)
{
    if (!ra__cuda_enter(d)) {
        snprintf(why, size, "the device's context is not to be had");
        return RA_ERR_SYSTEM;
    }
    ra__cu_result result = ra__cuda.cuModuleLoadData(&e->module, image);
    const char *function = "cuModuleLoadData";
    if (!result) {
        function = "cuModuleGetFunction";
        result = ra__cuda.cuModuleGetFunction(&e->function, e->module, name);
    }
    if (!result)
        return RA_OK;
    ra__cuda_error(function, result, why, size);
    if (e->module)
        (void)ra__cuda.cuModuleUnload(e->module);
    e->module = e->function = NULL;
    return RA_ERR_SYSTEM;
}

/* By what was kept on disk, where there is that and the driver takes it; else compiled, and kept. */
static ra_status make(entry *e, int index, ra__cuda_described *program, bool compiles, const char *name, char *why, size_t size)
{
    const ra__cuda_device *d = ra__cuda_device_of(index);
    size_t bytes = 0;
    char *image = ra__cuda_disk_get(program->text, &bytes);
    ra_status s = image ? load(e, d, image, name, why, size) : RA_ERR_SYSTEM;
    ra__os_free(image);
    if (!s) {
        ra__count(RA__STAT_FROM_DISK, 1);
        return s;
    }
    if (!compiles || !(image = ra__cuda_compile(program, &bytes, why, size)))
        return RA_ERR_SYSTEM;
    if (!(s = load(e, d, image, name, why, size)))
        ra__cuda_disk_put(program->text, image, bytes);
    ra__os_free(image);
    return s;
}

/* What has been compiled meanwhile, if it has been since the last look; NULL too where it has come to nothing, which may be for good. */
static char *take_image(entry *e, bool *is_in_vain)
{
    char *image = NULL;
    bool is_wrong = false;
    const bool is_done = e->coming && ra__cuda_later_done(e->coming, &image, &is_wrong);
    if (is_done)
        e->coming = NULL;
    *is_in_vain = is_done && !image && !is_wrong;
    return image;
}

/* One that there was no memory to compile has never been asked for. */
static entry *known(int index, const char *key)
{
    bool is_in_vain = false;
    entry **at = list_of(index, key), *e;
    while ((e = *at) && strcmp(e->key, key))
        at = &e->next;
    char *image = e ? take_image(e, &is_in_vain) : NULL, why[400];
    if (is_in_vain) {
        *at = e->next;
        ra__os_free(e);
        return NULL;
    }
    if (image && !e->function)
        (void)load(e, ra__cuda_device_of(index), image, e->name, why, sizeof why);
    ra__os_free(image);
    return e;
}

/* NULL: no memory. */
static entry *entry_new(const char *key)
{
    entry *e = ra__os_alloc(sizeof *e + strlen(key) + 1);
    if (e) {
        *e = (entry){.next = NULL};
        strcpy(e->key, key);
    }
    return e;
}

static void add(int index, entry *e)
{
    entry **list = list_of(index, e->key);
    e->next = *list;
    *list = e;
}

static void *find(int index, const char *key, const char *const *parts, int count, bool compiles, const char *name, char *message, size_t size)
{
    entry *e = known(index, key), *fresh = NULL;
    if ((e && e->function) || !count)
        return e ? e->function : NULL;
    ra__cuda_described program = {.text = NULL};
    if (!e)
        e = fresh = entry_new(key);
    if (!e || !ra__cuda_describe(ra__cuda_device_of(index)->architecture, parts, count, &program))
        snprintf(message, size, "out of memory for its CUDA source");
    else if (!make(e, index, &program, compiles, name, message, size) && fresh) {
        add(index, fresh);
        fresh = NULL;
    }
    ra__os_free(program.text);
    void *function = e ? e->function : NULL;
    ra__os_free(fresh);
    return function;
}

void *ra__cuda_function(int index, const char *key, const char *const *parts, int count, const char *name, char *message, size_t size)
{
    return find(index, key, parts, count, true, name, message, size);
}

void *ra__cuda_function_kept(int index, const char *key, const char *const *parts, int count, const char *name, char *message, size_t size)
{
    return find(index, key, parts, count, false, name, message, size);
}

bool ra__cuda_function_asked(int index, const char *key, void **function)
{
    const entry *e = known(index, key);
    *function = e ? e->function : NULL;
    return e;
}

bool ra__cuda_function_later(int index, const char *key, const char *const *parts, int count, const char *name)
{
    ra__cuda_described program = {.text = NULL};
    entry *e = entry_new(key);
    if (e && ra__cuda_describe(ra__cuda_device_of(index)->architecture, parts, count, &program) && (e->coming = ra__cuda_later(index, program))) {
        e->name = name;
        add(index, e);
        return true;
    }
    ra__os_free(program.text);
    ra__os_free(e);
    return false;
}

void ra__cuda_forget_functions(int index, bool (*is_gone)(const char *key))
{
    bool is_in_vain;
    for (int i = 0; i < LISTS; i++)
        for (entry **at = &functions[index][i], *e; (e = *at);) {
            if (is_gone && !is_gone(e->key)) {
                at = &e->next;
                continue;
            }
            *at = e->next;
            ra__os_free(take_image(e, &is_in_vain));
            if (e->module)
                (void)ra__cuda.cuModuleUnload(e->module);
            ra__os_free(e);
        }
}
