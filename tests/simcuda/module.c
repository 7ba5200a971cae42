/*
 * Modules and launches. An image is the shared object that the simulated NVRTC made of a kernel's text: as it is where a binary is
 * asked for, in hexadecimal behind some lines of text where PTX is. Each load has variables of its own.
 */
#define _GNU_SOURCE
#include "sim.h"
#include "device/simcuda_abi.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PARAMETERS_MAX = 4096, SHARED_DEFAULT = 49152, SHARED_OPTIN = 232448 };

static struct module *modules;

/* ---- images ---- */

static size_t elf_bytes(const unsigned char *image)
{
    const Elf64_Ehdr *header = (const void *)image;
    if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_type != ET_DYN)
        return 0;
    return header->e_shoff + (size_t)header->e_shnum * header->e_shentsize; /* the linker writes the table of sections last */
}

static unsigned char *from_ptx(const char *text, size_t *bytes)
{
    static const char begin[] = "// object ";
    const char *at = strstr(text, begin);
    if (!at)
        return NULL;
    at += sizeof begin - 1;
    size_t length = strspn(at, "0123456789abcdef");
    unsigned char *image = malloc(length / 2 + 1);
    for (size_t i = 0; image && i < length / 2; i++) {
        char pair[3] = {at[2 * i], at[2 * i + 1], 0};
        image[i] = (unsigned char)strtoul(pair, NULL, 16);
    }
    *bytes = length / 2;
    return image;
}

static void *open_object(const unsigned char *image, size_t bytes)
{
    int file = memfd_create("simcuda module", MFD_CLOEXEC);
    if (file < 0)
        return NULL;
    /* The loader takes an object for one that it has when it knows the path: the number of the load is written in it, "/." or "/" a bit. */
    static unsigned loads;
    char path[128] = "/proc/self";
    void *handle = NULL;
    if (!loads++)
        dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL); /* objects name no library */
    for (int bit = 0; bit < 32; bit++)
        strcat(path, loads >> bit & 1 ? "/." : "/");
    snprintf(path + strlen(path), 32, "/fd/%d", file);
    if (write(file, image, bytes) == (ssize_t)bytes)
        handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    close(file);
    return handle;
}

static int find_image(struct dl_phdr_info *info, size_t size, void *data)
{
    struct module *m = data;
    (void)size;
    uintptr_t first = UINTPTR_MAX, last = 0;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD) {
            uintptr_t at = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
            first = at < first ? at : first;
            last = at + info->dlpi_phdr[i].p_memsz > last ? at + info->dlpi_phdr[i].p_memsz : last;
        }
    if ((uintptr_t)m->object < first || (uintptr_t)m->object >= last)
        return 0;
    m->first = first;
    m->last = last;
    return 1;
}

static CUresult load(const void *image, struct module **made)
{
    if (!image)
        return CUDA_ERROR_INVALID_VALUE;
    bool is_ptx = memcmp(image, ELFMAG, SELFMAG) != 0;
    size_t bytes = is_ptx ? 0 : elf_bytes(image);
    unsigned char *own = is_ptx ? from_ptx(image, &bytes) : NULL;
    void *handle = own || bytes ? open_object(own ? own : image, bytes) : NULL;
    free(own);
    if (!handle)
        return is_ptx ? CUDA_ERROR_INVALID_PTX : CUDA_ERROR_INVALID_IMAGE;
    const struct simcuda_object *object = dlsym(handle, "simcuda_object");
    struct module *m = calloc(1, sizeof *m);
    CUresult result = !m ? CUDA_ERROR_OUT_OF_MEMORY : !object || object->version != SIMCUDA_ABI_VERSION ? CUDA_ERROR_INVALID_IMAGE : CUDA_SUCCESS;
    /* A binary runs on its own generation of devices, from its own minor number on; PTX on all that came later. */
    if (!result && (is_ptx ? object->architecture > settings.capability : object->architecture / 10 != settings.capability / 10 || object->architecture > settings.capability))
        result = CUDA_ERROR_NO_BINARY_FOR_GPU;
    if (result) {
        free(m);
        dlclose(handle);
        return result;
    }
    *m = (struct module){.context = current_context(), .handle = handle, .object = object};
    dl_iterate_phdr(find_image, m);
    *object->runtime = &block_runtime;
    *made = m;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuModuleLoadData(CUmodule *module, const void *image);
EXPORT CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    ENTER(NEEDS_CONTEXT);
    if (!module)
        return CUDA_ERROR_INVALID_VALUE;
    struct module *m;
    pthread_mutex_lock(&sim_lock);
    wait_context(current_context(), true);
    CUresult result = load(image, &m);
    if (!result) {
        m->next = modules;
        *module = modules = m;
        count(COUNT_LOADED);
    }
    pthread_mutex_unlock(&sim_lock);
    return result;
}

EXPORT CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned options, int *option, void **values);
EXPORT CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned options, int *option, void **values)
{
    if (options && (!option || !values))
        return CUDA_ERROR_INVALID_VALUE;
    return cuModuleLoadData(module, image);
}

static bool is_module(struct module *m)
{
    struct module *each = modules;
    while (each && each != m)
        each = each->next;
    if (each && !each->is_dead)
        return true;
    violation("a module is used that was unloaded, or is none");
    return false;
}

/* The object stays mapped: what it has given away may still be looked at, and is refused. */
EXPORT CUresult cuModuleUnload(CUmodule module);
EXPORT CUresult cuModuleUnload(CUmodule module)
{
    ENTER(NEEDS_CONTEXT);
    pthread_mutex_lock(&sim_lock);
    CUresult result = is_module(module) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
    if (!result) {
        wait_context(module->context, true);
        module->is_dead = true;
        count(COUNT_UNLOADED);
    }
    pthread_mutex_unlock(&sim_lock);
    return result;
}

EXPORT CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);
EXPORT CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    ENTER(NEEDS_CONTEXT);
    if (!function || !name)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = CUDA_ERROR_NOT_FOUND;
    pthread_mutex_lock(&sim_lock);
    if (!is_module(module))
        result = CUDA_ERROR_INVALID_HANDLE;
    for (int i = 0; result == CUDA_ERROR_NOT_FOUND && i < module->object->kernel_count; i++)
        if (!strcmp(module->object->kernels[i].name, name)) {
            struct function *f = calloc(1, sizeof *f);
            if (f) {
                *f = (struct function){.module = module, .kernel = &module->object->kernels[i], .max_dynamic_shared = SHARED_DEFAULT, .next = module->functions};
                *function = module->functions = f;
            }
            result = f ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
        }
    pthread_mutex_unlock(&sim_lock);
    return result;
}

EXPORT CUresult cuModuleGetGlobal_v2(CUdeviceptr *pointer, size_t *bytes, CUmodule module, const char *name);
EXPORT CUresult cuModuleGetGlobal_v2(CUdeviceptr *pointer, size_t *bytes, CUmodule module, const char *name)
{
    ENTER(NEEDS_CONTEXT);
    if (!name)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&sim_lock);
    CUresult result = is_module(module) ? CUDA_ERROR_NOT_FOUND : CUDA_ERROR_INVALID_HANDLE;
    void *at = result == CUDA_ERROR_NOT_FOUND ? dlsym(module->handle, name) : NULL;
    Dl_info info;
    ElfW(Sym) *symbol = NULL;
    if (at && (uintptr_t)at - module->first < module->last - module->first && dladdr1(at, &info, (void **)&symbol, RTLD_DL_SYMENT) && symbol) {
        result = CUDA_SUCCESS;
        pthread_mutex_lock(&sim_memory_lock);
        if (!region_of((uintptr_t)at))
            result = region_register(at, symbol->st_size);
        pthread_mutex_unlock(&sim_memory_lock);
        if (pointer)
            *pointer = (uintptr_t)at;
        if (bytes)
            *bytes = symbol->st_size;
    }
    pthread_mutex_unlock(&sim_lock);
    return result;
}

/* ---- functions ---- */

/* Under sim_lock. */
bool is_function(struct function *f)
{
    for (struct module *m = modules; m; m = m->next)
        for (struct function *each = m->functions; each; each = each->next)
            if (each == f && !m->is_dead)
                return true;
    violation("a function is used whose module was unloaded, or that is none");
    return false;
}

static int threads_most(const struct function *f)
{
    return f->kernel->max_threads ? f->kernel->max_threads : 1024;
}

static CUresult find_function(struct function *f)
{
    pthread_mutex_lock(&sim_lock);
    bool is_one = is_function(f);
    pthread_mutex_unlock(&sim_lock);
    return is_one ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

EXPORT CUresult cuFuncGetAttribute(int *value, int attribute, CUfunction function);
EXPORT CUresult cuFuncGetAttribute(int *value, int attribute, CUfunction function)
{
    ENTER(NEEDS_CONTEXT);
    CUresult result = value ? find_function(function) : CUDA_ERROR_INVALID_VALUE;
    if (result)
        return result;
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        *value = threads_most(function);
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
        *value = 32;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
        *value = function->module->object->architecture;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = function->max_dynamic_shared;
        return CUDA_SUCCESS;
    }
    *value = 0;
    return attribute > 0 && attribute < 16 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuFuncSetAttribute(CUfunction function, int attribute, int value);
EXPORT CUresult cuFuncSetAttribute(CUfunction function, int attribute, int value)
{
    ENTER(NEEDS_CONTEXT);
    CUresult result = find_function(function);
    if (result)
        return result;
    if (attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT)
        return value >= -1 && value <= 100 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES || value < 0 || value > SHARED_OPTIN)
        return CUDA_ERROR_INVALID_VALUE;
    function->max_dynamic_shared = value;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuFuncSetCacheConfig(CUfunction function, int config);
EXPORT CUresult cuFuncSetCacheConfig(CUfunction function, int config)
{
    ENTER(NEEDS_CONTEXT);
    return config >= 0 && config <= 3 ? find_function(function) : CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int block_size, size_t dynamic_shared);
EXPORT CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int block_size, size_t dynamic_shared)
{
    ENTER(NEEDS_CONTEXT);
    CUresult result = blocks && block_size > 0 ? find_function(function) : CUDA_ERROR_INVALID_VALUE;
    if (result)
        return result;
    int by_threads = 2048 / ((block_size + 31) / 32 * 32), by_shared = (int)(233472 / (dynamic_shared + 1024));
    *blocks = block_size > threads_most(function) ? 0 : by_threads < by_shared ? by_threads : by_shared;
    if (*blocks > 32)
        *blocks = 32;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function, CUoccupancyB2DSize shared_of, size_t dynamic_shared, int most);
EXPORT CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function, CUoccupancyB2DSize shared_of, size_t dynamic_shared, int most)
{
    ENTER(NEEDS_CONTEXT);
    CUresult result = grid && block ? find_function(function) : CUDA_ERROR_INVALID_VALUE;
    if (result)
        return result;
    int size = threads_most(function), blocks;
    if (most > 0 && most < size)
        size = most;
    result = cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, size, shared_of ? shared_of(size) : dynamic_shared);
    *block = size;
    *grid = 4 * blocks; /* of as many multiprocessors as context.c says */
    return result;
}

/* ---- launches ---- */

static CUresult check_launch(const struct function *f, const unsigned grid[3], const unsigned block[3], unsigned shared)
{
    static const unsigned grid_most[3] = {2147483647, 65535, 65535}, block_most[3] = {1024, 1024, 64};
    for (int i = 0; i < 3; i++)
        if (!grid[i] || grid[i] > grid_most[i] || !block[i] || block[i] > block_most[i]) {
            violation("cuLaunchKernel(%s): a grid of %u x %u x %u and blocks of %u x %u x %u are beyond the device's limits", f->kernel->name, grid[0], grid[1], grid[2], block[0], block[1], block[2]);
            return CUDA_ERROR_INVALID_VALUE;
        }
    uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
    if (threads > 1024) {
        violation("cuLaunchKernel(%s): a block of %llu threads", f->kernel->name, (unsigned long long)threads);
        return CUDA_ERROR_INVALID_VALUE;
    }
    if ((int)threads > threads_most(f)) {
        violation("cuLaunchKernel(%s): a block of %llu threads, of a kernel that is bounded to %d", f->kernel->name, (unsigned long long)threads, threads_most(f));
        return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    }
    if ((int64_t)shared > f->max_dynamic_shared) {
        violation("cuLaunchKernel(%s): %u bytes of dynamic shared memory, %d are allowed", f->kernel->name, shared, f->max_dynamic_shared);
        return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

/* Addresses of device memory become those of its shadow. */
static void translate(unsigned char *parameter, size_t bytes)
{
    for (size_t at = 0; at + sizeof(uintptr_t) <= bytes; at += sizeof(uintptr_t)) {
        uintptr_t word;
        memcpy(&word, parameter + at, sizeof word);
        word = shadow_of(word);
        memcpy(parameter + at, &word, sizeof word);
    }
}

static struct launch *make_launch(struct function *f, void **parameters, void **extra)
{
    const struct simcuda_kernel *k = f->kernel;
    struct launch *l = calloc(1, sizeof *l);
    size_t bytes = 0;
    for (int i = 0; i < k->parameters; i++)
        bytes += (k->sizes[i] + 15u) / 16 * 16;
    if (l) {
        l->parameters = aligned_alloc(16, bytes + 16);
        l->pointers = calloc((size_t)k->parameters + 1, sizeof *l->pointers);
    }
    if (!l || !l->parameters || !l->pointers) {
        if (l)
            launch_free(l);
        return NULL;
    }
    const unsigned char *buffer = NULL;
    size_t in_buffer = 0;
    for (int i = 0; extra && extra[i] != CU_LAUNCH_PARAM_END; i += 2)
        if (extra[i] == CU_LAUNCH_PARAM_BUFFER_POINTER)
            buffer = extra[i + 1];
    unsigned char *at = l->parameters;
    for (int i = 0; i < k->parameters; i++) {
        size_t size = k->sizes[i], alignment = k->alignments[i];
        in_buffer = (in_buffer + alignment - 1) / alignment * alignment;
        memcpy(at, parameters ? parameters[i] : buffer + in_buffer, size);
        in_buffer += size;
        translate(at, size);
        l->pointers[i] = at;
        at += (size + 15) / 16 * 16;
    }
    return l;
}

EXPORT CUresult cuLaunchKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, CUstream stream, void **parameters, void **extra);
EXPORT CUresult cuLaunchKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, CUstream stream, void **parameters, void **extra)
{
    ENTER(NEEDS_CONTEXT);
    struct stream *s;
    CUresult result = stream_find(stream, current_context(), &s);
    if (!result)
        result = find_function(function);
    if (result)
        return result;
    if (s->context != current_context() || function->module->context != current_context()) {
        violation("cuLaunchKernel(%s): the stream or the function belongs to another context than the current one", function->kernel->name);
        return CUDA_ERROR_INVALID_HANDLE;
    }
    const unsigned grid[3] = {gx, gy, gz}, block[3] = {bx, by, bz};
    result = check_launch(function, grid, block, shared);
    if (!result && function->kernel->parameters && !parameters == !extra)
        result = CUDA_ERROR_INVALID_VALUE;
    if (result)
        return result;
    struct launch *l = make_launch(function, parameters, extra);
    if (!l)
        return CUDA_ERROR_OUT_OF_MEMORY;
    l->function = function;
    memcpy(l->grid, grid, sizeof grid);
    memcpy(l->block, block, sizeof block);
    l->shared = shared;
    result = give(s, &(struct work){.kind = WORK_KERNEL, .what = function->kernel->name, .launch = l});
    if (result)
        launch_free(l);
    return result;
}
