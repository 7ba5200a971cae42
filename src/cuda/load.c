/*
 * Where the libraries of CUDA are looked for: in the folder that RUNAHEAD_CUDA names, and nowhere else then; or by the system's loader,
 * in the toolkit's folder, and (not the driver) among the packages of Python that the environment points to. Once a process: what was not there
 * will not be there later, and looking costs milliseconds.
 */
#include "cuda/load.h"

#include "async/os/lock.h"
#include "async/os/os.h"

#include <stdio.h>
#include <string.h>

ra__cu ra__cuda;
static ra__cuda_found found;
static int devices;

static const char *const driver_names[] = {"libcuda.so.1", NULL};
static const char *const nvrtc_names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", NULL};
static const char *const blas_names[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11", NULL};
static const char *const solver_names[] = {"libcusolver.so.12", "libcusolver.so.11", "libcusolver.so.11", NULL}; /* CUDA 11 and 12 have the same */
static const char *const fft_names[] = {"libcufft.so.12", "libcufft.so.11", "libcufft.so.10", NULL};

static void *open_in(const char *folder, const char *const *names, char *path, size_t size)
{
    char why[256];
    void *library;
    for (; *names; names++) {
        snprintf(path, size, "%.400s%s%s", folder, *folder ? "/" : "", *names);
        if (!ra__os_dlopen(path, &library, why, sizeof why))
            return library;
    }
    return NULL;
}

/* NVIDIA's packages of pip: below the site-packages of the environment in use, of the user, of the system. */
static void *open_wheel(const char *package, const char *const *names, char *path, size_t size)
{
    const char *const root[] = {ra__os_getenv("VIRTUAL_ENV"), ra__os_getenv("CONDA_PREFIX"), ra__os_getenv("HOME"), "/usr/local", "/usr"};
    const char *const below[] = {"", "", "/.local", "", ""}, *const kind[] = {"site-packages", "dist-packages"}, *const part[] = {package, "cu13"};
    char folder[400];
    void *library = NULL;
    for (int r = 0; r < 5; r++)
        for (int minor = 14; root[r] && minor >= 8; minor--)
            for (int k = 0; k < 4 && !library; k++) {
                snprintf(folder, sizeof folder, "%.300s%s/lib/python3.%d/%s/nvidia/%s/lib", root[r], below[r], minor, kind[k % 2], part[k / 2]);
                library = open_in(folder, names, path, size);
            }
    return library;
}

/* package: of Python's; NULL: there is none. */
static void *find(const char *const *names, const char *package, char *path, size_t size)
{
    const char *given = ra__os_getenv("RUNAHEAD_CUDA");
    if (given && *given)
        return open_in(given, names, path, size);
    void *library = open_in("", names, path, size);
    if (!library)
        library = open_in("/usr/local/cuda/lib64", names, path, size);
    return library || !package ? library : open_wheel(package, names, path, size);
}

typedef struct symbol {
    const char *name;
    size_t at; /* in the structure of its library */
} symbol;

#define RA__SYMBOL(name, arguments) {#name, offsetof(ra__cu, name)},
static const symbol driver_symbols[] = {RA__CU_DRIVER_LIST(RA__SYMBOL)}, nvrtc_symbols[] = {RA__CU_NVRTC_LIST(RA__SYMBOL)};
#undef RA__SYMBOL
#define RA__SYMBOL(result, name, arguments) {#name, offsetof(ra__cu_blas, name)},
static const symbol blas_symbols[] = {RA__CU_BLAS_LIST(RA__SYMBOL)};
#undef RA__SYMBOL
#define RA__SYMBOL(result, name, arguments) {#name, offsetof(ra__cu_solver, name)},
static const symbol solver_symbols[] = {RA__CU_SOLVER_LIST(RA__SYMBOL)}, later_symbols[] = {RA__CU_SOLVER_LATER_LIST(RA__SYMBOL)};
#undef RA__SYMBOL
#define RA__SYMBOL(result, name, arguments) {#name, offsetof(ra__cu_fft, name)},
static const symbol fft_symbols[] = {RA__CU_FFT_LIST(RA__SYMBOL)};
#undef RA__SYMBOL

/* The name of one that is not there; NULL: all are. */
static const char *bind(void *library, const symbol *symbols, size_t count, void *into)
{
    for (size_t i = 0; i < count; i++) {
        void *address;
        if (ra__os_dlsym(library, symbols[i].name, &address))
            return symbols[i].name;
        memcpy((char *)into + symbols[i].at, &address, sizeof address);
    }
    return NULL;
}

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* Whose calls were bound so: what was asked for by its name alone, the loader has found somewhere. */
static const char *file_of(const symbol *symbols, const void *bound, const char *path)
{
    const char *file;
    size_t offset;
    void *address;
    memcpy(&address, (const char *)bound + symbols[0].at, sizeof address);
    return ra__os_object(address, &file, &offset) ? file : path;
}

static bool fail(const char *format, const char *what, const char *where)
{
    snprintf(found.error, sizeof found.error, format, what, where);
    return false;
}

static const char *places(bool packages)
{
    const char *given = ra__os_getenv("RUNAHEAD_CUDA");
    return given && *given ? given : packages ? "the loader's folders, /usr/local/cuda/lib64, Python's packages" : "the loader's folders, /usr/local/cuda/lib64";
}

/* ---- driver and NVRTC ---- */

/* Found is what is not there, and what the driver says of itself: written by who finds, or by who starts it, before `outcome`. */
enum { UNKNOWN, WORKS, FAILS };
static _Atomic int outcome;
static _Atomic uint32_t find_lock, load_lock; /* the latter for as long as the driver takes to start */
static bool is_begun; /* the driver has been asked to start: under load_lock, and in the child of a fork, which has one thread */

static bool find_both(void)
{
    char path[480];
    int version = 0, minor = 0;
    const char *missing;
    void *driver = find(driver_names, NULL, path, sizeof path);
    if (!driver)
        return fail("no driver: %s was looked for in %s", driver_names[0], places(false));
    if ((missing = bind(driver, driver_symbols, COUNT(driver_symbols), &ra__cuda)))
        return fail("the driver is too old: %s is not in %s", missing, path);
    (void)ra__cuda.cuDriverGetVersion(&version); /* which it knows without having been started */
    snprintf(found.driver, sizeof found.driver, "%.440s, CUDA %d.%d", file_of(driver_symbols, &ra__cuda, path), version / 1000, version % 1000 / 10);
    void *nvrtc = find(nvrtc_names, "cuda_nvrtc", path, sizeof path);
    if (!nvrtc)
        return fail("no compiler: NVRTC (%s and later) was looked for in %s", nvrtc_names[2], places(true));
    if ((missing = bind(nvrtc, nvrtc_symbols, COUNT(nvrtc_symbols), &ra__cuda)))
        return fail("NVRTC is too old: %s is not in %s", missing, path);
    (void)ra__cuda.nvrtcVersion(&version, &minor);
    snprintf(found.nvrtc, sizeof found.nvrtc, "%.440s, %d.%d", file_of(nvrtc_symbols, &ra__cuda, path), version, minor);
    return true;
}

bool ra__cuda_find(char *why, size_t size)
{
    static bool looked;
    ra__lock(&find_lock);
    if (!looked && !find_both())
        atomic_store_explicit(&outcome, FAILS, memory_order_release);
    looked = true;
    ra__unlock(&find_lock);
    const bool may_work = atomic_load_explicit(&outcome, memory_order_acquire) != FAILS;
    snprintf(why, size, "%s", may_work ? "" : found.error);
    return may_work;
}

static bool start_driver(void)
{
    char text[200];
    is_begun = true;
    ra__cu_result result = ra__cuda.cuInit(0);
    if (result)
        return fail("the driver does not start: %s%s", ra__cuda_error("cuInit", result, text, sizeof text), "");
    if ((result = ra__cuda.cuDeviceGetCount(&devices)))
        return fail("the driver does not say how many devices there are: %s%s", ra__cuda_error("cuDeviceGetCount", result, text, sizeof text), "");
    if (!devices)
        return fail("the driver has no device%s%s", "", "");
    return true;
}

bool ra__cuda_load(char *why, size_t size)
{
    if (!ra__cuda_find(why, size))
        return false;
    ra__lock(&load_lock);
    if (atomic_load_explicit(&outcome, memory_order_relaxed) == UNKNOWN)
        atomic_store_explicit(&outcome, start_driver() ? WORKS : FAILS, memory_order_release);
    ra__unlock(&load_lock);
    return ra__cuda_find(why, size);
}

int ra__cuda_devices(void)
{
    return atomic_load_explicit(&outcome, memory_order_acquire) == WORKS ? devices : -1;
}

/* ---- libraries upon the driver ---- */

typedef struct upper {
    const char *what, *package, *const *names, *property; /* property: the call that says the version, and needs no handle */
    const symbol *symbols, *later; /* later: what is left out where it is not there */
    size_t count, later_count;
    void *into;
    bool looked, there; /* under the lock, as all that follows */
    char file[512], error[640]; /* file, and version */
} upper;

static _Atomic uint32_t upper_lock;
static ra__cu_blas blas_calls;
static ra__cu_solver solver_calls;
static ra__cu_fft fft_calls;
static upper blas = {.what = "cuBLAS", .package = "cublas", .names = blas_names, .property = "cublasGetProperty", .symbols = blas_symbols, .count = COUNT(blas_symbols), .into = &blas_calls};
static upper solver = {.what = "cuSOLVER", .package = "cusolver", .names = solver_names, .property = "cusolverGetProperty", .symbols = solver_symbols, .count = COUNT(solver_symbols),
                       .later = later_symbols, .later_count = COUNT(later_symbols), .into = &solver_calls};
static upper fft = {.what = "cuFFT", .package = "cufft", .names = fft_names, .property = "cufftGetProperty", .symbols = fft_symbols, .count = COUNT(fft_symbols), .into = &fft_calls};

static void tell_file(upper *u, void *library, const char *path)
{
    int (*property)(int part, int *value), version[3];
    void *address;
    snprintf(u->file, sizeof u->file, "%.440s", file_of(u->symbols, u->into, path));
    if (ra__os_dlsym(library, u->property, &address))
        return;
    memcpy(&property, &address, sizeof address);
    for (int part = 0; part < 3; part++)
        if (property(part, &version[part]))
            return;
    const size_t used = strlen(u->file);
    snprintf(u->file + used, sizeof u->file - used, ", %d.%d.%d", version[0], version[1], version[2]);
}

/* Of the driver's version, or of one that came before. */
static bool load_upper(upper *u)
{
    char path[480];
    int version = 0;
    const char *const *names = u->names, *missing;
    (void)ra__cuda.cuDriverGetVersion(&version);
    for (int newest = 13; names[1] && version / 1000 < newest; newest--)
        names++;
    void *library = find(names, u->package, path, sizeof path);
    if (!library)
        snprintf(u->error, sizeof u->error, "there is no %s: %s, for this driver, was looked for in %s", u->what, names[0], places(true));
    else if ((missing = bind(library, u->symbols, u->count, u->into)))
        snprintf(u->error, sizeof u->error, "%s is too old: %s is not in %s", u->what, missing, path);
    else
        u->there = true;
    for (size_t i = 0; u->there && i < u->later_count; i++)
        (void)bind(library, &u->later[i], 1, u->into);
    if (u->there)
        tell_file(u, library, path);
    return u->there;
}

static const void *ensure(upper *u, char *why, size_t size)
{
    ra__lock(&upper_lock);
    if (!u->looked)
        (void)load_upper(u);
    u->looked = true;
    snprintf(why, size, "%s", u->error);
    const void *there = u->there ? u->into : NULL;
    ra__unlock(&upper_lock);
    return there;
}

const ra__cu_blas *ra__cuda_load_blas(char *why, size_t size)
{
    return ensure(&blas, why, size);
}

const ra__cu_solver *ra__cuda_load_solver(char *why, size_t size)
{
    return ensure(&solver, why, size);
}

const ra__cu_fft *ra__cuda_load_fft(char *why, size_t size)
{
    return ensure(&fft, why, size);
}

const char *ra__cuda_library(int number, bool *is_there, char *text, size_t size)
{
    static upper *const uppers[] = {&blas, &solver, &fft};
    *is_there = true;
    if (atomic_load_explicit(&outcome, memory_order_acquire) == UNKNOWN || !*found.driver || (size_t)number >= 2 + COUNT(uppers))
        return NULL;
    if (number == 0) {
        snprintf(text, size, "%s", found.driver);
        return "driver";
    }
    if (number == 1) {
        *is_there = *found.nvrtc;
        snprintf(text, size, "%s", *is_there ? found.nvrtc : found.error);
        return "NVRTC";
    }
    if (ra__cuda_devices() < 0)
        return NULL;
    upper *u = uppers[number - 2];
    if ((*is_there = ensure(u, text, size)))
        snprintf(text, size, "%s", u->file);
    return u->what;
}

bool ra__cuda_load_fork_child(void)
{
    atomic_store_explicit(&find_lock, 0, memory_order_relaxed);
    atomic_store_explicit(&load_lock, 0, memory_order_relaxed);
    atomic_store_explicit(&upper_lock, 0, memory_order_relaxed);
    return is_begun;
}

const ra__cuda_found *ra__cuda_look(void)
{
    return &found;
}

const char *ra__cuda_error(const char *function, ra__cu_result result, char *text, size_t size)
{
    const char *name = NULL, *words = NULL;
    if (ra__cuda.cuGetErrorName)
        (void)ra__cuda.cuGetErrorName(result, &name);
    if (ra__cuda.cuGetErrorString)
        (void)ra__cuda.cuGetErrorString(result, &words);
    snprintf(text, size, "%s: %s (%s)", function, name ? name : "an error", words ? words : "of a number that the driver does not know");
    return text;
}
