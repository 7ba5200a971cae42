/*
 * No thread of the background class enters a lock of the process's: of the allocator, the loader, stdio, or a mutex. It may be off the
 * processor for long, and what a control thread calls next may need the same lock.
 *
 * The program puts its own functions in the place of the C library's, for the library that it is linked with, and for OpenBLAS in
 * the tables that this calls them by; where a thread of the idle class comes by one, the test has failed, and tells from where.
 */
#define _GNU_SOURCE
#include "random/compare.h"

#include "cpu/blas.h"

#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <runahead.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>

#if !HARNESS_SANITIZED

static _Atomic bool listening;
static _Atomic int heard, passed; /* by threads of that class; by any */
static __thread bool telling;

static __attribute__((noinline)) void entered(const char *what)
{
    enum { SHOWN = 20, DEPTH = 30 };
    if (!atomic_load(&listening) || telling)
        return;
    atomic_fetch_add(&passed, 1);
    if (sched_getscheduler(0) != SCHED_IDLE)
        return;
    telling = true;
    if (atomic_fetch_add(&heard, 1) < SHOWN) {
        void *way[DEPTH];
        harness_say("a thread of the background class enters ");
        harness_say(what);
        harness_say("\n");
        backtrace_symbols_fd(way, backtrace(way, DEPTH), STDERR_FILENO);
    }
    telling = false;
}

/* ---- in the place of the C library's ---- */

#pragma GCC visibility push(default) /* that of a shared library, too */

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *block, size_t bytes);
void *__libc_memalign(size_t align, size_t bytes);
void __libc_free(void *block);
int posix_memalign(void **block, size_t align, size_t bytes);

void *malloc(size_t bytes)
{
    entered("malloc");
    return __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
    entered("calloc");
    return __libc_calloc(count, bytes);
}

void *realloc(void *block, size_t bytes)
{
    entered("realloc");
    return __libc_realloc(block, bytes);
}

void free(void *block)
{
    if (block)
        entered("free");
    __libc_free(block);
}

void *memalign(size_t align, size_t bytes)
{
    entered("memalign");
    return __libc_memalign(align, bytes);
}

void *aligned_alloc(size_t align, size_t bytes)
{
    return memalign(align, bytes);
}

int posix_memalign(void **block, size_t align, size_t bytes)
{
    void *made = memalign(align, bytes);
    if (made)
        *block = made;
    return made ? 0 : 12;
}

/* The others are called by what stands behind this one, found before anybody listens. */
#define OTHERS(X)                                                                                                      \
    X(void *, dlopen, (const char *name, int flags), (name, flags))                                                    \
    X(int, dlclose, (void *library), (library))                                                                        \
    X(int, dladdr, (const void *address, Dl_info *info), (address, info))                                              \
    X(int, dladdr1, (const void *address, Dl_info *info, void **extra, int flags), (address, info, extra, flags))      \
    X(int, dlinfo, (void *library, int request, void *info), (library, request, info))                                 \
    X(int, dl_iterate_phdr, (int (*each)(struct dl_phdr_info *, size_t, void *), void *data), (each, data))            \
    X(FILE *, fopen, (const char *path, const char *mode), (path, mode))                                               \
    X(int, fclose, (FILE *f), (f))                                                                                     \
    X(int, fflush, (FILE *f), (f))                                                                                     \
    X(size_t, fread, (void *to, size_t size, size_t count, FILE *f), (to, size, count, f))                             \
    X(size_t, fwrite, (const void *from, size_t size, size_t count, FILE *f), (from, size, count, f))                  \
    X(int, fputs, (const char *text, FILE *f), (text, f))                                                              \
    X(int, fputc, (int c, FILE *f), (c, f))                                                                            \
    X(int, puts, (const char *text), (text))                                                                           \
    X(int, vfprintf, (FILE *f, const char *format, va_list ap), (f, format, ap))                                       \
    X(int, pthread_mutex_lock, (pthread_mutex_t *mutex), (mutex))                                                      \
    X(int, pthread_rwlock_rdlock, (pthread_rwlock_t *lock), (lock))                                                    \
    X(int, pthread_rwlock_wrlock, (pthread_rwlock_t *lock), (lock))

#define X(type, name, parameters, arguments)                                    \
    static type (*real_##name) parameters;                                      \
    type name parameters                                                        \
    {                                                                           \
        if (!real_##name)                                                       \
            *(void **)(void *)&real_##name = dlsym(RTLD_NEXT, #name);           \
        entered(#name);                                                         \
        return real_##name arguments;                                           \
    }
OTHERS(X)
#undef X

#pragma GCC visibility pop

/* ---- in the tables of OpenBLAS, which was loaded so that its own symbols come first ---- */

static const struct {
    const char *name;
    void *function;
} heard_by_name[] = {
    {"malloc", (void *)malloc}, {"calloc", (void *)calloc}, {"realloc", (void *)realloc}, {"free", (void *)free}, {"posix_memalign", (void *)posix_memalign},
#define X(type, name, parameters, arguments) {#name, (void *)name},
    OTHERS(X)
#undef X
};

static void hear_slot(const struct link_map *map, const ElfW(Sym) *symbols, const char *names, const ElfW(Rela) *r)
{
    const char *name = names + symbols[ELF64_R_SYM(r->r_info)].st_name;
    for (size_t i = 0; i < sizeof heard_by_name / sizeof *heard_by_name; i++)
        if (strcmp(name, heard_by_name[i].name) == 0) {
            void **slot = (void **)(map->l_addr + r->r_offset);
            Dl_info of, own;
            if (dladdr(*slot, &of) && dladdr((void *)ra_shutdown, &own) && of.dli_fbase == own.dli_fbase)
                continue; /* it has been pointed to the library's own */
            const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
            assert_int_equal(mprotect((void *)((uintptr_t)slot & ~(page - 1)), page, PROT_READ | PROT_WRITE), 0);
            *slot = heard_by_name[i].function;
        }
}

/* How many entries of its table were looked through. */
static int hear_library(const struct link_map *map)
{
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    const ElfW(Rela) *calls = NULL;
    size_t bytes = 0;
    for (const ElfW(Dyn) *d = map->l_ld; d->d_tag != DT_NULL; d++)
        switch (d->d_tag) {
        case DT_SYMTAB: symbols = (const void *)d->d_un.d_ptr; break;
        case DT_STRTAB: names = (const void *)d->d_un.d_ptr; break;
        case DT_JMPREL: calls = (const void *)d->d_un.d_ptr; break;
        case DT_PLTRELSZ: bytes = d->d_un.d_val; break;
        default: break;
        }
    for (size_t i = 0; i < bytes / sizeof *calls; i++)
        hear_slot(map, symbols, names, &calls[i]);
    return (int)(bytes / sizeof *calls);
}

static bool hear_openblas(void)
{
    bool found = false;
    for (const struct link_map *map = _r_debug.r_map; map; map = map->l_next)
        if (strstr(map->l_name, "openblas") || strstr(map->l_name, "gfortran"))
            found |= hear_library(map) > 0;
    return found;
}

static void listen(bool on)
{
    void *once[1];
    (void)backtrace(once, 1); /* which loads a library the first time */
    atomic_store(&listening, on);
}

/* The system may refuse the class. Tried in a thread of its own, which could not leave it. */
static void *tries_idle(void *got)
{
    const struct sched_param none = {.sched_priority = 0};
    *(bool *)got = sched_setscheduler(0, SCHED_IDLE, &none) == 0;
    return NULL;
}

static bool background_is_idle(void)
{
    bool got = false;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, tries_idle, &got), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    return got;
}

/*
 * OpenBLAS makes a buffer under a lock of its own when so many threads are in it at once as never before, and it is kept: what was heard
 * meanwhile tells nothing of how it goes on. True: none was made since.
 */
static bool made_no_buffer(unsigned *before)
{
    unsigned made;
    uint64_t taken;
    ra__blas_buffer_counts(&made, &taken);
    const bool none = made == *before;
    if (!none)
        atomic_store(&heard, 0);
    *before = made;
    return none;
}

static int begin(void **state)
{
    (void)state;
    atomic_store(&heard, 0);
    return 0;
}

static int end(void **state)
{
    (void)state;
    listen(false);
    return ra_shutdown() == RA_OK ? 0 : -1;
}

#define IF_HEARD           \
    if (!background_is_idle()) \
    skip()

static void start(void)
{
    const ra_config config = {.size = sizeof config, .workers = 2, .no_inline = true};
    assert_int_equal(ra_init(&config), RA_OK);
}

/* ---- the general programs ---- */

/* What the library calls passes here: else nothing that follows could fail. */
static void the_library_is_heard(void **state)
{
    (void)state;
    atomic_store(&passed, 0);
    listen(true);
    start();
    listen(false);
    assert_true(atomic_load(&passed) > 0);
}

static void no_program_makes_a_worker_take_one(void **state)
{
    enum { PROGRAMS = 300, BATCH = 50, SEED = 71000 };
    static struct case_of cases[BATCH];
    (void)state;
    IF_HEARD;
    compare_begin(NULL);
    uint64_t seed = SEED;
    unsigned buffers = 0;
    (void)made_no_buffer(&buffers);
    for (long batch = 0; batch < harness_rounds(PROGRAMS / BATCH); batch++) {
        for (int i = 0; i < BATCH; i++)
            program_make(&cases[i].program, seed++, USUAL_EFFORT);
        assert_true(run_reference(cases, BATCH));
        for (int k = 0; k < WORKER_COUNTS; k++) {
            const struct setting s = setting_of(batch, k);
            listen(true);
            assert_true(run_batch(cases, BATCH, &s, 1));
            listen(false);
            if (made_no_buffer(&buffers))
                assert_int_equal(atomic_load(&heard), 0);
        }
    }
}

/* ---- what they seldom do ---- */

/* Workers alone end it: whoever waits would help. */
static void leave_to_workers(const ra_tensor *t)
{
    assert_non_null(t);
    while (!ra_is_ready(t))
        usleep(100);
}

/* Failures of calls by an address as by a line, with many operands, and what comes of them. */
static void no_failure_does(void **state)
{
    enum { MANY = 300 };
    (void)state;
    IF_HEARD;
    start();
    listen(true);
    for (int i = 0; i < 20; i++) {
        ra_tensor *zero = ra_zeros(RA_DIMS(8, 8)), *one = ra_ones(RA_DIMS(8, 8));
        ra_tensor *bad = i % 2 ? (ra_linalg_inv)(zero) : ra_linalg_inv(zero), *after = (ra_relu)(bad);
        const ra_tensor *list[MANY];
        for (int k = 0; k < MANY; k++)
            list[k] = k == 7 && i % 3 ? after : one;
        ra_tensor *all = (ra_cat)(ra_tensors_of(list, MANY), 0), *part = ra_narrow(all, 0, 8, 8);
        leave_to_workers(all);
        assert_int_equal(ra_wait(all), i % 3 ? RA_ERR_SINGULAR : RA_OK);
        assert_int_equal(ra_fill_(part, 1), RA_OK);
        ra_tensor *sum = ra_sum(all, RA_ALL, false);
        leave_to_workers(sum);
        ra_release(zero), ra_release(one), ra_release(bad), ra_release(after), ra_release(all), ra_release(part), ra_release(sum);
    }
    listen(false);
    assert_int_equal(atomic_load(&heard), 0);
}

static const int64_t sides[] = {1, 3, 20, 64, 130, 200};

/* Decompositions of every kind and of many sizes. */
static void decompose_all(bool listens)
{
    static const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT64, RA_COMPLEX64, RA_COMPLEX128};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        for (int d = 0; d < 4; d++) {
            const int64_t n = sides[i];
            ra_tensor *a = ra_randn(RA_DIMS(n, n), RA_OPTS(ra_randn, .dtype = dtypes[d])), *b = ra_randn(RA_DIMS(n, 5), RA_OPTS(ra_randn, .dtype = dtypes[d]));
            ra_tensor *r[16] = {0};
            int made = 0;
            listen(listens);
            r[made++] = ra_linalg_inv(a);
            r[made++] = ra_linalg_det(a);
            r[made++] = ra_linalg_solve(a, b);
            r[made++] = ra_linalg_cholesky(a); /* of most it fails */
            r[made++] = ra_mm(a, b);
            assert_int_equal(ra_linalg_qr(a, &r[made], &r[made + 1]), RA_OK);
            assert_int_equal(ra_linalg_svd(a, &r[made + 2], &r[made + 3], &r[made + 4]), RA_OK);
            assert_int_equal(ra_linalg_eigh(a, &r[made + 5], &r[made + 6]), RA_OK);
            made += 7;
            for (int k = 0; k < made; k++) {
                leave_to_workers(r[k]);
                ra_release(r[k]);
            }
            listen(false);
            ra_release(a), ra_release(b);
        }
}

static void no_decomposition_does(void **state)
{
    (void)state;
    IF_HEARD;
    start();
    RA_AUTO ra_tensor *any = ra_randn(RA_DIMS(8, 8)), *warm = ra_linalg_inv(any);
    assert_int_equal(ra_wait(warm), RA_OK); /* OpenBLAS is there */
    const bool found = hear_openblas();
    unsigned buffers = 0;
    decompose_all(false); /* for what is loaded, made and kept once */
    do {
        (void)made_no_buffer(&buffers);
        decompose_all(true);
    } while (!made_no_buffer(&buffers)); /* no more of them than threads */
    assert_int_equal(atomic_load(&heard), 0);
    if (!found)
        print_message("OpenBLAS's own calls are not heard: it is not there, or lies elsewhere\n");
}
#endif

#if HARNESS_SANITIZED
static void nothing_is_heard(void **state)
{
    (void)state;
    skip(); /* the sanitizer has these functions itself */
}
#endif

int main(void)
{
#if HARNESS_SANITIZED
    const struct CMUnitTest tests[] = {TEST(nothing_is_heard)};
    return cmocka_run_group_tests(tests, NULL, NULL);
#else
    const struct CMUnitTest tests[] = {HARNESS_TEST(the_library_is_heard, 20, begin, end), HARNESS_TEST(no_failure_does, 60, begin, end),
                                       HARNESS_TEST(no_decomposition_does, 60, begin, end), HARNESS_TEST(no_program_makes_a_worker_take_one, 100, begin, end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
#endif
}
