/*
 * The driver gives addresses that nobody touches, each once. An image is a few words made of its text, so that one which is not there
 * yet, or not all of it, is known.
 *
 * What NVRTC compiles with is a word of each thread, which the end of it at exit writes as well: it is registered when something is
 * compiled for the first time, as the real one's is.
 */
#include "cuda.h"

#include "async/os/os.h"
#include "async/thread/settings.h"
#include "cuda/load.h"
#include "explorer.h"

#include <stdio.h>
#include <string.h>

#define SITE __builtin_return_address(0)

enum { BLOCKS = 32, TEXTS = 32, IMAGE_WORDS = 3, BY_DRIVER = 1, REGISTERED };

typedef struct block {
    const char *memory;
    size_t bytes;
    int how; /* of the host's: who has made it; 0: it is the device's */
} block;

typedef struct program {
    const char *source;
    uint64_t image[IMAGE_WORDS];
    bool is_compiled;
} program;

static struct {
    void *context[EX_THREADS];
    void *under[EX_THREADS]; /* what each has pushed it upon: one deep */
    size_t has, given, ever_given;
    bool registers;
    uint64_t next_address;
    block block[BLOCKS], owned[BLOCKS];
    int blocks, owners, modules;
} driver;

static struct {
    const char *source[EX_THREADS]; /* that is compiled by each; NULL: none */
    uint64_t *words;                /* of each; NULL: they are not there yet */
    bool has_begun, has_ended, ended_within; /* within: by a thread that compiled */
    void (*during)(void);
    const char *made[TEXTS]; /* texts and images that have come by */
    int count;
} nvrtc;

void ex_cuda_begin(void)
{
    memset(&driver, 0, sizeof driver);
    memset(&nvrtc, 0, sizeof nvrtc);
    driver.registers = true;
    driver.next_address = UINT64_C(1) << 46;
}

static void tell(void *to, const void *value, size_t bytes, const void *site)
{
    ex_plain(to, bytes, EX_STORE, site);
    memcpy(to, value, bytes);
}

/* ---- the device, and contexts ---- */

static ra__cu_result get_device(ra__cu_device *device, int index)
{
    tell(device, &index, sizeof index, SITE);
    return 0;
}

static ra__cu_result get_attribute(int *value, int attribute, ra__cu_device device)
{
    const int is = attribute == RA__CU_HOST_NODE ? -1 : 9;
    (void)device;
    tell(value, &is, sizeof is, SITE);
    return 0;
}

static ra__cu_result get_bytes(size_t *bytes, ra__cu_device device)
{
    const size_t is = (size_t)1 << 30;
    (void)device;
    tell(bytes, &is, sizeof is, SITE);
    return 0;
}

static ra__cu_result retain(void **context, ra__cu_device device)
{
    static char only;
    void *is = &only;
    (void)device;
    tell(context, &is, sizeof is, SITE);
    return 0;
}

static ra__cu_result set_context(void *context)
{
    driver.context[ex.now->number] = context;
    return 0;
}

static ra__cu_result push_context(void *context)
{
    driver.under[ex.now->number] = driver.context[ex.now->number];
    driver.context[ex.now->number] = context;
    return 0;
}

static ra__cu_result pop_context(void **context)
{
    tell(context, &driver.context[ex.now->number], sizeof *context, SITE);
    driver.context[ex.now->number] = driver.under[ex.now->number];
    driver.under[ex.now->number] = NULL;
    return 0;
}

bool ex_cuda_is_entered(void)
{
    return driver.context[ex.now->number] != NULL;
}

/* ---- memory ---- */

void ex_cuda_has(size_t bytes, bool registers)
{
    driver.has = bytes;
    driver.registers = registers;
}

size_t ex_cuda_given(void)
{
    return driver.given;
}

size_t ex_cuda_ever_given(void)
{
    return driver.ever_given;
}

static bool touch(const block *a, const block *b)
{
    return a->memory < b->memory + b->bytes && b->memory < a->memory + a->bytes;
}

static void put(const void *memory, size_t bytes, int how)
{
    if (driver.blocks == BLOCKS)
        ex_fail("explorer: more than %d blocks of the driver's", BLOCKS);
    driver.block[driver.blocks++] = (block){memory, bytes, how};
    driver.given += bytes;
    driver.ever_given += bytes;
}

/* False: it has given no such block in this way. */
static bool take_back(const void *memory, int how, const void *site)
{
    int i = 0;
    while (i < driver.blocks && !(driver.block[i].memory == (const char *)memory && driver.block[i].how == how))
        i++;
    if (i == driver.blocks)
        return false;
    for (int k = 0; k < driver.owners; k++)
        if (touch(&driver.owned[k], &driver.block[i]))
            ex_fail("memory that is in use goes back to the driver, at %s", ex_site_text(site));
    driver.given -= driver.block[i].bytes;
    driver.block[i] = driver.block[--driver.blocks];
    return true;
}

void ex_cuda_own(const void *memory, size_t bytes)
{
    const block b = {memory, bytes, 0};
    bool is_given = false;
    for (int i = 0; i < driver.blocks; i++)
        is_given |= b.memory >= driver.block[i].memory && b.memory + bytes <= driver.block[i].memory + driver.block[i].bytes;
    for (int k = 0; k < driver.owners; k++)
        if (touch(&driver.owned[k], &b))
            ex_fail("memory is handed out twice");
    if (!is_given || driver.owners == BLOCKS)
        ex_fail("memory is handed out that the driver has not given");
    driver.owned[driver.owners++] = b;
}

void ex_cuda_disown(const void *memory)
{
    int k = 0;
    while (driver.owned[k].memory != (const char *)memory)
        k++;
    driver.owned[k] = driver.owned[--driver.owners];
}

static ra__cu_result allocate(ra__cu_address *address, size_t bytes)
{
    const size_t limit = ra__settings.device_memory_limit;
    if (!ex_cuda_is_entered())
        return RA__CU_NO_CONTEXT;
    ex_point(SITE);
    if (limit && driver.given + bytes > limit)
        ex_fail("the driver is asked for more than the limit allows: %zu bytes and %zu", driver.given, bytes);
    if (driver.has && driver.given + bytes > driver.has)
        return RA__CU_OUT_OF_MEMORY;
    put((const void *)(uintptr_t)driver.next_address, bytes, 0);
    tell(address, &driver.next_address, sizeof *address, SITE);
    driver.next_address += (bytes | 0xfff) + 1;
    return 0;
}

static ra__cu_result deallocate(ra__cu_address address)
{
    ex_point(SITE);
    if (!ex_cuda_is_entered() || !take_back((const void *)(uintptr_t)address, 0, SITE))
        ex_fail("what the driver has not given is given back, at %s", ex_site_text(SITE));
    return 0;
}

static ra__cu_result register_pages(void *address, size_t bytes, unsigned flags)
{
    (void)flags;
    ex_point(SITE);
    if (!driver.registers)
        return RA__CU_OUT_OF_MEMORY;
    put(address, bytes, REGISTERED);
    return 0;
}

static ra__cu_result unregister_pages(void *address)
{
    ex_point(SITE);
    return !take_back(address, REGISTERED, SITE);
}

static ra__cu_result allocate_host(void **address, size_t bytes, unsigned flags)
{
    void *memory = ex_map_take((bytes | 0xfff) + 1, 4096, 0);
    (void)flags;
    ex_point(SITE);
    if (!memory)
        return RA__CU_OUT_OF_MEMORY;
    put(memory, bytes, BY_DRIVER);
    tell(address, &memory, sizeof *address, SITE);
    return 0;
}

static ra__cu_result deallocate_host(void *address)
{
    ex_point(SITE);
    if (!take_back(address, BY_DRIVER, SITE))
        ex_fail("what the driver has not given is given back, at %s", ex_site_text(SITE));
    return 0;
}

/* ---- modules ---- */

static void make_image(const char *text, uint64_t *image)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    for (int i = 0; i < IMAGE_WORDS; i++)
        image[i] = hash + (uint64_t)i;
}

bool ex_cuda_is_of(const void *image, const char *text)
{
    uint64_t words[IMAGE_WORDS];
    make_image(text, words);
    ex_plain(image, sizeof words, EX_LOAD, SITE);
    return !memcmp(image, words, sizeof words);
}

static ra__cu_result load_module(void **module, const void *image)
{
    void *made = ex_heap_take(IMAGE_WORDS * sizeof(uint64_t), 16);
    ex_plain(image, IMAGE_WORDS * sizeof(uint64_t), EX_LOAD, SITE);
    memcpy(made, image, IMAGE_WORDS * sizeof(uint64_t));
    tell(module, &made, sizeof *module, SITE);
    driver.modules++;
    return 0;
}

static ra__cu_result get_function(void **function, void *module, const char *name)
{
    (void)name;
    tell(function, &module, sizeof *function, SITE);
    return 0;
}

static ra__cu_result unload(void *module)
{
    ex_heap_give(module, SITE);
    driver.modules--;
    return 0;
}

int ex_cuda_modules(void)
{
    return driver.modules;
}

/* ---- NVRTC ---- */

static void note_made(const char *start)
{
    if (nvrtc.count == TEXTS)
        ex_fail("explorer: more than %d texts and images", TEXTS);
    nvrtc.made[nvrtc.count++] = start;
}

static int left;
static void count_left(const void *memory, size_t bytes, const void *site)
{
    const char *first = memory;
    bool is_made = false;
    (void)site;
    for (int i = 0; i < nvrtc.count; i++)
        is_made |= nvrtc.made[i] >= first && nvrtc.made[i] < first + bytes;
    left += is_made;
}

int ex_cuda_left(void)
{
    left = 0;
    ex_heap_each_live(count_left);
    return left;
}

void ex_cuda_during(void (*call)(void))
{
    nvrtc.during = call;
}

int ex_cuda_compiling(void)
{
    int compiling = 0;
    for (int i = 0; i < EX_THREADS; i++)
        compiling += nvrtc.source[i] != NULL;
    return compiling;
}

static void check_is_there(const void *site)
{
    if (nvrtc.has_ended && !nvrtc.ended_within)
        ex_fail("NVRTC is called and has come to its end, at %s", ex_site_text(site));
}

/* One that compiles and ends the process, by a signal, may not wait for those who might wait for it. */
static void end_nvrtc(void)
{
    nvrtc.ended_within = nvrtc.source[ex.now->number];
    if (ex_cuda_compiling() && !nvrtc.ended_within)
        ex_fail("NVRTC comes to its end while something is compiled");
    nvrtc.has_ended = true;
    if (!nvrtc.ended_within)
        ex_heap_give(nvrtc.words, SITE);
}

static ra__cu_result create(void **out, const char *source, const char *name, int headers, const char *const *texts, const char *const *names)
{
    (void)name, (void)headers, (void)texts, (void)names;
    check_is_there(SITE);
    program *p = ex_heap_take(sizeof *p, 16);
    ex_plain(p, sizeof *p, EX_STORE, SITE);
    *p = (program){.source = source};
    tell(out, &p, sizeof *out, SITE);
    note_made(source);
    return 0;
}

static bool is_there(void *unused)
{
    (void)unused;
    return nvrtc.words;
}

/* The first makes what all compile with, and the others wait for that. */
static void begin_compiling(const program *p, const void *site)
{
    for (int i = 0; i < EX_THREADS; i++)
        if (nvrtc.source[i] && !strcmp(nvrtc.source[i], p->source))
            ex_fail("a program is compiled twice at a time, at %s", ex_site_text(site));
    nvrtc.source[ex.now->number] = p->source;
    if (!nvrtc.has_begun) {
        nvrtc.has_begun = true;
        (void)ra__os_at_exit(end_nvrtc);
        nvrtc.words = ex_heap_take(EX_THREADS * sizeof *nvrtc.words, 64);
    }
    ex_wait_until(is_there, NULL);
}

static ra__cu_result compile(void *of, int count, const char *const *options)
{
    program *p = of;
    void (*during)(void);
    (void)count, (void)options;
    ex_point(SITE);
    check_is_there(SITE);
    ex_plain(p->source, strlen(p->source) + 1, EX_LOAD, SITE);
    begin_compiling(p, SITE);
    ex_point(SITE);
    if ((during = nvrtc.during)) {
        nvrtc.during = NULL;
        during();
    }
    ex_plain(&nvrtc.words[ex.now->number], sizeof *nvrtc.words, EX_STORE, SITE);
    ex_plain(p, sizeof *p, EX_STORE, SITE);
    make_image(p->source, p->image);
    p->is_compiled = !strstr(p->source, "error");
    nvrtc.source[ex.now->number] = NULL;
    return p->is_compiled ? 0 : 6;
}

static ra__cu_result destroy(void **of)
{
    check_is_there(SITE);
    ex_heap_give(*of, SITE);
    return 0;
}

static ra__cu_result get_size(void *of, size_t *bytes)
{
    const size_t is = sizeof ((program *)of)->image;
    check_is_there(SITE);
    tell(bytes, &is, sizeof is, SITE);
    return 0;
}

static ra__cu_result get_image(void *of, char *image)
{
    check_is_there(SITE);
    ex_plain(of, sizeof(program), EX_LOAD, SITE);
    tell(image, ((program *)of)->image, sizeof ((program *)of)->image, SITE);
    note_made(image);
    return 0;
}

static ra__cu_result get_log_size(void *of, size_t *bytes)
{
    const size_t is = sizeof "an error";
    (void)of;
    check_is_there(SITE);
    tell(bytes, &is, sizeof is, SITE);
    return 0;
}

static ra__cu_result get_log(void *of, char *log)
{
    (void)of;
    check_is_there(SITE);
    tell(log, "an error", sizeof "an error", SITE);
    return 0;
}

/* ---- in load.c's place ---- */

ra__cu ra__cuda = {
    .cuDeviceGet = get_device,
    .cuDeviceGetAttribute = get_attribute,
    .cuDeviceTotalMem_v2 = get_bytes,
    .cuDevicePrimaryCtxRetain = retain,
    .cuCtxSetCurrent = set_context,
    .cuCtxPushCurrent_v2 = push_context,
    .cuCtxPopCurrent_v2 = pop_context,
    .cuMemAlloc_v2 = allocate,
    .cuMemFree_v2 = deallocate,
    .cuMemHostAlloc = allocate_host,
    .cuMemFreeHost = deallocate_host,
    .cuMemHostRegister_v2 = register_pages,
    .cuMemHostUnregister = unregister_pages,
    .cuModuleLoadData = load_module,
    .cuModuleGetFunction = get_function,
    .cuModuleUnload = unload,
    .nvrtcCreateProgram = create,
    .nvrtcCompileProgram = compile,
    .nvrtcDestroyProgram = destroy,
    .nvrtcGetCUBINSize = get_size,
    .nvrtcGetCUBIN = get_image,
    .nvrtcGetProgramLogSize = get_log_size,
    .nvrtcGetProgramLog = get_log,
};

bool ra__cuda_load_fork_child(void)
{
    return true;
}

const ra__cuda_found *ra__cuda_look(void)
{
    static const ra__cuda_found found = {.driver = "the explorer's", .nvrtc = "the explorer's"};
    return &found;
}

const char *ra__cuda_error(const char *function, ra__cu_result result, char *text, size_t size)
{
    snprintf(text, size, "%s: %d", function, result);
    return text;
}
