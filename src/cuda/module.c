/*
 * Functions of a device: programs in CUDA C, compiled by NVRTC for its architecture at their first use, and kept, here and on disk. By
 * the issuing lane of the device alone, whose table it is; so nothing is locked.
 */
#include "cuda/device.h"

#include "async/os/os.h"
#include "async/thread/stats.h"
#include "cuda/disk.h"

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

/* What a program is compiled with; the first option is the architecture. */
static const char *const options[] = {"--gpu-architecture=sm_", "--fmad=false", "--std=c++17"};

/* What decides how a program is compiled, in a line each; and behind that, at *source, its text. NULL: no memory. */
static char *describe(int architecture, const char *const *parts, int count, const char **source)
{
    const ra__cuda_found *found = ra__cuda_look();
    char target[32];
    snprintf(target, sizeof target, "%d", architecture);
    const char *const with[] = {found->driver, "\n", found->nvrtc, "\n", options[0], target, " ", options[1], " ", options[2], "\n"};
    const int before = sizeof with / sizeof *with;
    size_t bytes = 1;
    for (int i = 0; i < before + count; i++)
        bytes += strlen(i < before ? with[i] : parts[i - before]); /* fits: was read, byte by byte */
    char *text = ra__os_alloc(bytes), *at = text;
    for (int i = 0; text && i < before + count; i++) {
        if (i == before)
            *source = at;
        at = stpcpy(at, i < before ? with[i] : parts[i - before]);
    }
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

static char *compile(int architecture, const char *source, size_t *bytes, char *message, size_t size)
{
    char target[48];
    const char *const with[] = {target, options[1], options[2]};
    void *program;
    char *image = NULL;
    snprintf(target, sizeof target, "%s%d", options[0], architecture);
    if (ra__cuda.nvrtcCreateProgram(&program, source, "runahead.cu", 0, NULL, NULL)) {
        snprintf(message, size, "NVRTC takes no program");
        return NULL;
    }
    if (ra__cuda.nvrtcCompileProgram(program, 3, with))
        tell_log(program, message, size);
    else if (ra__cuda.nvrtcGetCUBINSize(program, bytes) || !(image = ra__os_alloc(*bytes)) || ra__cuda.nvrtcGetCUBIN(program, image)) {
        snprintf(message, size, "there is no memory for its compiled form, or NVRTC has none");
        ra__os_free(image);
        image = NULL;
    }
    (void)ra__cuda.nvrtcDestroyProgram(&program);
    return image;
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
    e->module = NULL;
    return RA_ERR_SYSTEM;
}

/* By what was kept on disk, where there is that and the driver takes it; else compiled, and kept. */
static ra_status make(entry *e, int index, const char *described, const char *source, bool compiles, const char *name, char *why, size_t size)
{
    const ra__cuda_device *d = ra__cuda_device_of(index);
    size_t bytes = 0;
    char *image = ra__cuda_disk_get(described, &bytes);
    ra_status s = image ? load(e, d, image, name, why, size) : RA_ERR_SYSTEM;
    ra__os_free(image);
    if (!s) {
        ra__count(RA__STAT_FROM_DISK, 1);
        return s;
    }
    if (!compiles || !(image = compile(d->architecture, source, &bytes, why, size)))
        return RA_ERR_SYSTEM;
    ra__count(RA__STAT_COMPILED, 1);
    if (!(s = load(e, d, image, name, why, size)))
        ra__cuda_disk_put(described, image, bytes);
    ra__os_free(image);
    return s;
}

static void *find(int index, const char *key, const char *const *parts, int count, bool compiles, const char *name, char *message, size_t size)
{
    entry **list = list_of(index, key);
    for (entry *e = *list; e; e = e->next)
        if (!strcmp(e->key, key))
            return e->function;
    if (!count)
        return NULL;
    const char *source = NULL;
    char *described = describe(ra__cuda_device_of(index)->architecture, parts, count, &source);
    entry *e = described ? ra__os_alloc(sizeof *e + strlen(key) + 1) : NULL;
    if (!e)
        snprintf(message, size, "out of memory for its CUDA source");
    else if (strcpy(e->key, key), e->module = NULL, make(e, index, described, source, compiles, name, message, size)) {
        ra__os_free(e);
        e = NULL;
    }
    ra__os_free(described);
    if (!e)
        return NULL;
    e->next = *list;
    *list = e;
    return e->function;
}

void *ra__cuda_function(int index, const char *key, const char *const *parts, int count, const char *name, char *message, size_t size)
{
    return find(index, key, parts, count, true, name, message, size);
}

void *ra__cuda_function_kept(int index, const char *key, const char *const *parts, int count, const char *name, char *message, size_t size)
{
    return find(index, key, parts, count, false, name, message, size);
}

bool ra__cuda_compiles(int architecture, const char *const *parts, int count, char *message, size_t size)
{
    const char *source = NULL;
    char *described = describe(architecture, parts, count, &source), *image = NULL;
    size_t bytes = 0;
    if (described && !(image = ra__cuda_disk_get(described, &bytes)) && (image = compile(architecture, source, &bytes, message, size))) {
        ra__count(RA__STAT_COMPILED, 1);
        ra__cuda_disk_put(described, image, bytes);
    }
    const bool compiles = image || !described;
    ra__os_free(described);
    ra__os_free(image);
    return compiles;
}

void ra__cuda_forget_functions(int index, bool (*is_gone)(const char *key))
{
    for (int i = 0; i < LISTS; i++)
        for (entry **at = &functions[index][i], *e; (e = *at);) {
            if (is_gone && !is_gone(e->key)) {
                at = &e->next;
                continue;
            }
            *at = e->next;
            if (e->module)
                (void)ra__cuda.cuModuleUnload(e->module);
            ra__os_free(e);
        }
}
