/*
 * Functions of a device: programs in CUDA C, compiled by NVRTC for its architecture at their first use, and kept. By the issuing lane
 * of the device alone, whose table it is; so nothing is locked.
 */
#include "cuda/device.h"

#include "async/os/os.h"

#include <stdio.h>
#include <string.h>

enum { LISTS = 256 };

typedef struct entry {
    struct entry *next;
    void *module, *function;
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

static char *join(const char *const *parts, int count)
{
    size_t bytes = 1;
    for (int i = 0; i < count; i++)
        bytes += strlen(parts[i]);
    char *text = ra__os_alloc(bytes), *at = text;
    for (int i = 0; text && i < count; i++)
        at = stpcpy(at, parts[i]);
    return text;
}

/* The first line of the log that says error, with its place. */
static void tell_log(void *program, char *message, size_t size)
{
    size_t bytes = 0;
    char *log = ra__cuda.nvrtcGetProgramLogSize(program, &bytes) ? NULL : ra__os_alloc(bytes + 1);
    if (log && !ra__cuda.nvrtcGetProgramLog(program, log)) {
        log[bytes] = 0;
        const char *line = strstr(log, "error");
        while (line && line > log && line[-1] != '\n')
            line--;
        line = line ? line : log;
        snprintf(message, size, "its CUDA source does not compile: %.*s", (int)strcspn(line, "\n"), line);
    } else
        snprintf(message, size, "its CUDA source does not compile, and NVRTC does not say why");
    ra__os_free(log);
}

static char *compile(int architecture, const char *source, char *message, size_t size)
{
    char target[32];
    const char *const options[] = {target, "--fmad=false", "--std=c++17"};
    void *program;
    size_t bytes;
    char *image = NULL;
    snprintf(target, sizeof target, "--gpu-architecture=sm_%d", architecture);
    if (ra__cuda.nvrtcCreateProgram(&program, source, "runahead.cu", 0, NULL, NULL)) {
        snprintf(message, size, "NVRTC takes no program");
        return NULL;
    }
    if (ra__cuda.nvrtcCompileProgram(program, 3, options))
        tell_log(program, message, size);
    else if (ra__cuda.nvrtcGetCUBINSize(program, &bytes) || !(image = ra__os_alloc(bytes)) || ra__cuda.nvrtcGetCUBIN(program, image)) {
        snprintf(message, size, "there is no memory for its compiled form, or NVRTC has none");
        ra__os_free(image);
        image = NULL;
    }
    (void)ra__cuda.nvrtcDestroyProgram(&program);
    return image;
}

static ra_status load(entry *e, int index, const char *source, const char *name, char *why, size_t size)
{
    const ra__cuda_device *d = ra__cuda_device_of(index);
    char *image = compile(d->architecture, source, why, size);
    if (!image)
        return RA_ERR_SYSTEM;
    ra__cu_result result = ra__cuda_enter(d) ? ra__cuda.cuModuleLoadData(&e->module, image) : 0;
    ra__os_free(image);
    const char *function = "cuModuleLoadData";
    if (!result) {
        function = "cuModuleGetFunction";
        result = ra__cuda.cuModuleGetFunction(&e->function, e->module, name);
    }
    if (result)
        ra__cuda_error(function, result, why, size);
    return result ? RA_ERR_SYSTEM : RA_OK;
}

void *ra__cuda_function(int index, const char *key, const char *const *parts, int count, const char *name, char *message, size_t size)
{
    entry **list = list_of(index, key);
    for (entry *e = *list; e; e = e->next)
        if (!strcmp(e->key, key))
            return e->function;
    if (!count)
        return NULL;
    char *source = join(parts, count);
    entry *e = source ? ra__os_alloc(sizeof *e + strlen(key) + 1) : NULL;
    if (!e)
        snprintf(message, size, "out of memory for its CUDA source");
    else if (strcpy(e->key, key), e->module = NULL, load(e, index, source, name, message, size)) {
        ra__os_free(e);
        e = NULL;
    }
    ra__os_free(source);
    if (!e)
        return NULL;
    e->next = *list;
    *list = e;
    return e->function;
}

void ra__cuda_forget_functions(int index)
{
    for (int i = 0; i < LISTS; i++)
        for (entry *e = functions[index][i], *next; e; e = next) {
            next = e->next;
            if (e->module)
                (void)ra__cuda.cuModuleUnload(e->module);
            ra__os_free(e);
            functions[index][i] = next;
        }
}
