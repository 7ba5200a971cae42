/* os.c - the system calls, see os.h for what each promises.
 *
 * Design: thin and stateless. The only state of this file is the fault gate (a handful of atomics, at the end) and
 * the counter that makes temporary names unique. Each fallible function begins with GATE(kind), so that a test can
 * make precisely that call fail; those that free a resource whatever they report (close) free it then, too. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "os.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

_Static_assert(sizeof(void *) == 8 && sizeof(time_t) == 8, "64 bits: the futex call takes its timespec as it is");

static int gate_error(enum ra__os_call call);

#define GATE(call)                         \
    do {                                   \
        if (ra__os_should_fail(call))      \
            return gate_error(call);       \
    } while (0)

/* ---- threads ------------------------------------------------------------------------------- */

int ra__os_cpuset_count(const struct ra__os_cpuset *set)
{
    int count = 0;
    for (int i = 0; i < RA__OS_CPUS_MAX / 64; i++)
        count += __builtin_popcountll(set->bits[i]);
    return count;
}

static void *thread_main(void *record)
{
    struct ra__os_thread *thread = record;
    /* Named by itself: no debugger ever sees it run under the name of its parent. */
    pthread_setname_np(pthread_self(), thread->name);
    thread->run(thread->arg);
    return NULL;
}

/* One attempt; `set` may be NULL. */
static int thread_start(struct ra__os_thread *thread, const struct ra__os_cpuset *set)
{
    /* Room for kernels with automatic arrays and for LAPACK, whatever the ulimit says; only virtual until touched. */
    const size_t stack = (size_t)8 << 20;
    pthread_attr_t attributes;
    int error = pthread_attr_init(&attributes);
    if (error)
        return -error;
    error = pthread_attr_setstacksize(&attributes, stack);
    if (!error && set)
        error = pthread_attr_setaffinity_np(&attributes, sizeof set->bits, (const cpu_set_t *)(const void *)set->bits);
    if (!error) {
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before); /* inherited: there is no moment with signals open */
        error = pthread_create(&thread->handle, &attributes, thread_main, thread);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    pthread_attr_destroy(&attributes);
    return -error;
}

int ra__os_thread_create(struct ra__os_thread *thread, int number, void (*run)(void *arg), void *arg,
                         const struct ra__os_cpuset *affinity)
{
    GATE(RA__OS_THREAD_CREATE);
    thread->run = run;
    thread->arg = arg;
    snprintf(thread->name, sizeof thread->name, "ra-%d", number);
    int error = thread_start(thread, affinity);
    if (error == -EINVAL && affinity)
        error = thread_start(thread, NULL);
    return error;
}

static pthread_key_t exit_key;
static void (*exit_leave)(void);

static void thread_exits(void *unused)
{
    (void)unused;
    exit_leave();
}

int ra__os_thread_exit_init(void (*leave)(void))
{
    if (ra__os_should_fail(RA__OS_ATFORK))
        return -EAGAIN;
    exit_leave = leave;
    return -pthread_key_create(&exit_key, thread_exits);
}

void ra__os_at_thread_exit(void)
{
    if (exit_leave)
        pthread_setspecific(exit_key, &exit_key);
}

void ra__os_thread_join(struct ra__os_thread *thread)
{
    pthread_join(thread->handle, NULL);
}

int ra__os_thread_class(enum ra__os_class wanted)
{
    GATE(RA__OS_THREAD_CLASS);
    const struct sched_param none = {.sched_priority = 0};
    const id_t self = (id_t)ra__os_gettid(); /* Linux keeps niceness per thread */
    if (wanted == RA__OS_BACKGROUND) {
        if (!sched_setscheduler(0, SCHED_IDLE, &none))
            return 0;
        return setpriority(PRIO_PROCESS, self, 19) ? -errno : 0;
    }
    if (sched_setscheduler(0, SCHED_OTHER, &none))
        return -errno;
    errno = 0;
    if (getpriority(PRIO_PROCESS, self) > 0 && !errno && setpriority(PRIO_PROCESS, self, 0))
        return -errno;
    return 0;
}

int ra__os_thread_raise(int tid)
{
    GATE(RA__OS_THREAD_CLASS);
    const struct sched_param none = {.sched_priority = 0};
    if (sched_setscheduler(tid, SCHED_OTHER, &none))
        return -errno;
    errno = 0;
    if (getpriority(PRIO_PROCESS, (id_t)tid) > 0 && !errno && setpriority(PRIO_PROCESS, (id_t)tid, 0))
        return -errno;
    return 0;
}

int ra__os_affinity_get(struct ra__os_cpuset *set)
{
    GATE(RA__OS_AFFINITY_GET);
    struct ra__os_cpuset found = {{0}};
    if (sched_getaffinity(0, sizeof found.bits, (cpu_set_t *)(void *)found.bits))
        return -errno;
    *set = found;
    return 0;
}

int ra__os_affinity_set(const struct ra__os_cpuset *set)
{
    GATE(RA__OS_AFFINITY_SET);
    return sched_setaffinity(0, sizeof set->bits, (const cpu_set_t *)(const void *)set->bits) ? -errno : 0;
}

int ra__os_cpu_now(void)
{
    return sched_getcpu();
}

void ra__os_thread_name(char *name, size_t size)
{
    if (pthread_getname_np(pthread_self(), name, size) && size)
        name[0] = 0;
}

int ra__os_gettid(void)
{
    return (int)syscall(SYS_gettid);
}

int ra__os_getpid(void)
{
    return (int)getpid();
}

int ra__os_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    GATE(RA__OS_ATFORK);
    return -pthread_atfork(prepare, parent, child);
}

/* ---- waiting and time ---------------------------------------------------------------------- */

static uint64_t clock_ns(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

_Atomic(ra__os_clock) ra__os_clock_hooked;

uint64_t ra__os_now_ns(void)
{
    ra__os_clock hooked = atomic_load_explicit(&ra__os_clock_hooked, memory_order_relaxed);
    return __builtin_expect(hooked != NULL, 0) ? hooked() : clock_ns(CLOCK_MONOTONIC);
}

/* The system's time at which as much will have passed as the hooked clock still lacks. */
static uint64_t real_deadline(uint64_t deadline)
{
    if (deadline == RA__OS_FOREVER || !atomic_load_explicit(&ra__os_clock_hooked, memory_order_relaxed))
        return deadline;
    uint64_t now = ra__os_now_ns();
    return clock_ns(CLOCK_MONOTONIC) + (deadline > now ? deadline - now : 0);
}

int ra__os_futex_wait(_Atomic uint32_t *word, uint32_t expected, uint64_t deadline)
{
    if (ra__os_should_fail(RA__OS_FUTEX_WAIT))
        return 0; /* a wake for no reason */
    struct timespec until;
    deadline = real_deadline(deadline);
    if (deadline != RA__OS_FOREVER) {
        until.tv_sec = (time_t)(deadline / 1000000000u);
        until.tv_nsec = (long)(deadline % 1000000000u);
    }
    /* The bitset form: its timeout is absolute and in CLOCK_MONOTONIC, so that looking again costs no drift. */
    long result = syscall(SYS_futex, (void *)word, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, expected,
                          deadline == RA__OS_FOREVER ? NULL : &until, NULL, FUTEX_BITSET_MATCH_ANY);
    return result && errno == ETIMEDOUT ? -ETIMEDOUT : 0;
}

int ra__os_futex_wake(_Atomic uint32_t *word, int count)
{
    long woken = syscall(SYS_futex, (void *)word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, count, NULL, NULL, 0);
    return woken > 0 ? (int)woken : 0;
}

uint64_t ra__os_thread_cpu_ns(void)
{
    return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

void ra__os_yield(void)
{
    sched_yield();
}

/* ---- memory -------------------------------------------------------------------------------- */

size_t ra__os_page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

size_t ra__os_memory_size(void)
{
    long pages = sysconf(_SC_PHYS_PAGES);
    return pages > 0 ? (size_t)pages * ra__os_page_size() : 0;
}

int ra__os_map(size_t bytes, size_t align, size_t before, void **out)
{
    GATE(RA__OS_MAP);
    const size_t page = ra__os_page_size();
    const size_t slack = align > page ? align : 0;
    if (bytes > SIZE_MAX / 2 || slack > SIZE_MAX / 2)
        return -ENOMEM;
    /* Not MAP_NORESERVE: what the machine can never hold is refused here, where it can be reported, and not by the
     * out-of-memory killer. */
    char *raw = mmap(NULL, bytes + slack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (raw == MAP_FAILED)
        return -ENOMEM; /* EAGAIN under a locked-memory limit comes to the same */
    /* Cut the excess off both ends: start = the first address >= raw with (start + before) % align == 0. */
    const uintptr_t first = (uintptr_t)raw;
    const uintptr_t start = ((first + before + align - 1) & ~(uintptr_t)(align - 1)) - before;
    const size_t head = (size_t)(start - first), tail = slack - head;
    if (slack) {
        /* A cut that fails (no room for one more mapping) would leave excess that nobody gives back. */
        if (head && munmap(raw, head)) {
            munmap(raw, bytes + slack);
            return -ENOMEM;
        }
        if (tail && munmap(raw + head + bytes, tail)) {
            munmap(raw + head, bytes + tail);
            return -ENOMEM;
        }
    }
    *out = raw + head;
    return 0;
}

int ra__os_unmap(void *start, size_t bytes)
{
    GATE(RA__OS_UNMAP);
    return munmap(start, bytes) ? -errno : 0;
}

int ra__os_advise_huge(void *start, size_t bytes)
{
    GATE(RA__OS_ADVISE_HUGE);
    return madvise(start, bytes, MADV_HUGEPAGE) ? -errno : 0;
}

int ra__os_discard(void *start, size_t bytes)
{
    GATE(RA__OS_DISCARD);
    return madvise(start, bytes, MADV_DONTNEED) ? -errno : 0;
}

int ra__os_bind_node(void *start, size_t bytes, int node)
{
    enum { MODE_PREFERRED = 1, NODES_MAX = 1024 }; /* MPOL_PREFERRED of linux/mempolicy.h; the kernel's MAX_NUMNODES */
    GATE(RA__OS_BIND_NODE);
    if (node < 0 || node >= NODES_MAX)
        return -EINVAL;
    unsigned long mask[NODES_MAX / 64] = {0};
    mask[node / 64] = 1ul << (node % 64);
    /* The kernel takes the number of bits as one more than it reads. */
    return syscall(SYS_mbind, start, bytes, MODE_PREFERRED, mask, (unsigned long)NODES_MAX + 1, 0u) ? -errno : 0;
}

int ra__os_page_nodes(void *const *addresses, size_t count, int *nodes)
{
    GATE(RA__OS_PAGE_NODES);
    /* Of this process; without nodes to move them to, pages stay where they are. */
    return syscall(SYS_move_pages, 0, count, addresses, NULL, nodes, 0) ? -errno : 0;
}

void *ra__os_alloc(size_t bytes)
{
    return ra__os_should_fail(RA__OS_HEAP) ? NULL : malloc(bytes ? bytes : 1);
}

void *ra__os_calloc(size_t count, size_t bytes)
{
    size_t product;
    /* The C library checks this too, but under a sanitizer that check ends the process. */
    if (ra__os_should_fail(RA__OS_HEAP) || __builtin_mul_overflow(count, bytes, &product))
        return NULL;
    return calloc(product ? product : 1, 1);
}

void *ra__os_realloc(void *block, size_t bytes)
{
    return ra__os_should_fail(RA__OS_HEAP) ? NULL : realloc(block, bytes ? bytes : 1);
}

void *ra__os_alloc_aligned(size_t align, size_t bytes)
{
    void *block;
    if (ra__os_should_fail(RA__OS_HEAP) || posix_memalign(&block, align, bytes ? bytes : 1))
        return NULL;
    return block;
}

void ra__os_free(void *block)
{
    free(block);
}

/* ---- eventfd ------------------------------------------------------------------------------- */

int ra__os_event_create(int *fd)
{
    GATE(RA__OS_EVENT_CREATE);
    int made = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (made < 0)
        return -errno;
    *fd = made;
    return 0;
}

int ra__os_event_duplicate(int fd, int *copy)
{
    if (ra__os_should_fail(RA__OS_EVENT_CREATE))
        return -EMFILE;
    int made = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (made < 0)
        return -errno;
    *copy = made;
    return 0;
}

int ra__os_event_signal(int fd)
{
    GATE(RA__OS_EVENT_SIGNAL);
    const uint64_t one = 1;
    const int saved = errno; /* a signal handler may call this */
    int result = 0;
    while (write(fd, &one, sizeof one) < 0) {
        if (errno == EINTR)
            continue;
        if (errno != EAGAIN) /* EAGAIN: the counter is full, hence readable */
            result = -errno;
        break;
    }
    errno = saved;
    return result;
}

int ra__os_event_drain(int fd)
{
    GATE(RA__OS_EVENT_DRAIN);
    uint64_t count;
    while (read(fd, &count, sizeof count) < 0) {
        if (errno == EINTR)
            continue;
        return errno == EAGAIN ? 0 : -errno;
    }
    return 0;
}

/* ---- files --------------------------------------------------------------------------------- */

static int open_file(const char *path, int flags, mode_t mode, int *fd)
{
    int opened;
    do
        opened = open(path, flags | O_CLOEXEC, mode);
    while (opened < 0 && errno == EINTR);
    if (opened < 0)
        return -errno;
    *fd = opened;
    return 0;
}

int ra__os_open_read(const char *path, int *fd)
{
    GATE(RA__OS_OPEN);
    return open_file(path, O_RDONLY, 0, fd);
}

/* The length of the folder part of a path, its last slash included; 0 where there is none. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

int ra__os_open_new(const char *path, int *fd)
{
    if (ra__os_should_fail(RA__OS_CREATE))
        return -EACCES;
    int made;
    do
        made = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    while (made < 0 && errno == EINTR);
    if (made < 0)
        return -errno;
    *fd = made;
    return 0;
}

int ra__os_create_beside(const char *target, char *name, size_t capacity, int *fd)
{
    static _Atomic unsigned serial;
    const int attempts = 100; /* a name is only ever taken when a process of the same number died with its file */
    GATE(RA__OS_CREATE);
    const size_t folder = folder_length(target);
    if (folder > INT32_MAX)
        return -ENAMETOOLONG;
    int error = -EEXIST;
    for (int i = 0; i < attempts && error == -EEXIST; i++) {
        unsigned number = atomic_fetch_add_explicit(&serial, 1, memory_order_relaxed);
        int length = snprintf(name, capacity, "%.*s.runahead-%d-%u.tmp", (int)folder, target, ra__os_getpid(), number);
        if (length < 0 || (size_t)length >= capacity)
            return -ENAMETOOLONG;
        error = open_file(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0666, fd);
    }
    return error;
}

int ra__os_file_size(int fd, uint64_t *bytes)
{
    GATE(RA__OS_FILE_SIZE);
    struct stat status;
    if (fstat(fd, &status))
        return -errno;
    if (!S_ISREG(status.st_mode))
        return -ESPIPE;
    *bytes = (uint64_t)status.st_size;
    return 0;
}

int ra__os_pread_full(int fd, void *buffer, size_t bytes, uint64_t offset, size_t *got)
{
    *got = 0;
    GATE(RA__OS_READ);
    if (offset > INT64_MAX || bytes > INT64_MAX - offset)
        return -EOVERFLOW;
    while (*got < bytes) {
        ssize_t part = pread(fd, (char *)buffer + *got, bytes - *got, (off_t)(offset + *got));
        if (part == 0)
            break;
        if (part > 0)
            *got += (size_t)part;
        else if (errno != EINTR)
            return -errno;
    }
    return 0;
}

int ra__os_write_full(int fd, const void *buffer, size_t bytes)
{
    GATE(RA__OS_WRITE);
    for (size_t done = 0; done < bytes;) {
        ssize_t part = write(fd, (const char *)buffer + done, bytes - done);
        if (part > 0)
            done += (size_t)part;
        else if (part == 0)
            return -EIO; /* a device that takes nothing and gives no reason: never spin on it */
        else if (errno != EINTR)
            return -errno;
    }
    return 0;
}

int ra__os_write_at(int fd, const void *buffer, size_t bytes, uint64_t offset)
{
    GATE(RA__OS_WRITE);
    for (size_t done = 0; done < bytes;) {
        ssize_t part = pwrite(fd, (const char *)buffer + done, bytes - done, (off_t)(offset + done));
        if (part > 0)
            done += (size_t)part;
        else if (part == 0)
            return -EIO;
        else if (errno != EINTR)
            return -errno;
    }
    return 0;
}

int ra__os_truncate(int fd, uint64_t bytes)
{
    GATE(RA__OS_WRITE);
    return ftruncate(fd, (off_t)bytes) ? -errno : 0;
}

int ra__os_fsync(int fd)
{
    GATE(RA__OS_FSYNC);
    while (fsync(fd))
        if (errno != EINTR)
            return -errno;
    return 0;
}

int ra__os_fsync_folder_of(const char *path)
{
    GATE(RA__OS_FSYNC);
    char folder[4096];
    const size_t length = folder_length(path);
    if (length >= sizeof folder)
        return -ENAMETOOLONG;
    memcpy(folder, length ? path : ".", length ? length : 1);
    folder[length ? length : 1] = 0;
    int fd = -1;
    int error = open_file(folder, O_RDONLY | O_DIRECTORY, 0, &fd);
    if (error)
        return error;
    /* EINVAL: a file system whose folders cannot be synced needs no sync of them. */
    error = fsync(fd) && errno != EINVAL ? -errno : 0;
    close(fd);
    return error;
}

int ra__os_rename(const char *from, const char *to)
{
    GATE(RA__OS_RENAME);
    return rename(from, to) ? -errno : 0;
}

int ra__os_unlink(const char *path)
{
    GATE(RA__OS_UNLINK);
    return unlink(path) ? -errno : 0;
}

int ra__os_close(int fd)
{
    int error = close(fd) ? -errno : 0;
    GATE(RA__OS_CLOSE);
    /* Linux has freed the descriptor even so; to close it again could hit somebody else's. */
    return error == -EINTR ? 0 : error;
}

int ra__os_read_text(const char *path, char *text, size_t capacity)
{
    GATE(RA__OS_OPEN);
    int fd = -1;
    int error = open_file(path, O_RDONLY, 0, &fd);
    if (error)
        return error;
    /* read, not pread: files of /proc and /sys report no size, and some of them no offsets. */
    size_t length = 0;
    ssize_t part = 1;
    while (length < capacity && part) {
        part = read(fd, text + length, capacity - length);
        if (part > 0)
            length += (size_t)part;
        else if (part < 0 && errno != EINTR) {
            error = -errno;
            break;
        }
    }
    close(fd);
    if (!error && length >= capacity)
        error = -EFBIG;
    if (capacity)
        text[error ? 0 : length] = 0;
    return error;
}

/* ---- the rest ------------------------------------------------------------------------------ */

int ra__os_dlopen(const char *name, void **library, char *why, size_t capacity)
{
    if (capacity)
        why[0] = 0;
    GATE(RA__OS_DLOPEN);
    void *opened = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!opened) {
        const char *words = dlerror();
        if (capacity)
            snprintf(why, capacity, "%s", words ? words : "unknown reason");
        return -ENOENT;
    }
    *library = opened;
    return 0;
}

int ra__os_dlopen_deep(const char *name, bool only_resident, void **library)
{
    int flags = RTLD_NOW | RTLD_LOCAL | (only_resident ? RTLD_NOLOAD : 0);
#ifdef RTLD_DEEPBIND
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) /* whose allocators must stand in everywhere */
    flags |= RTLD_DEEPBIND;
#endif
#endif
    GATE(RA__OS_DLOPEN);
    void *opened = dlopen(name, flags);
    if (!opened)
        return -ENOENT;
    *library = opened;
    return 0;
}

int ra__os_link_map(void *library, const void **map)
{
    struct link_map *found = NULL;
    GATE(RA__OS_LINK_MAP);
    if (dlinfo(library, RTLD_DI_LINKMAP, &found) || !found)
        return -EIO;
    *map = found;
    return 0;
}

int ra__os_make_writable(void *start, size_t bytes)
{
    GATE(RA__OS_PROTECT);
    size_t inside = (uintptr_t)start & (ra__os_page_size() - 1);
    return mprotect((char *)start - inside, inside + bytes, PROT_READ | PROT_WRITE) ? -errno : 0;
}

int ra__os_dlsym(void *library, const char *symbol, void **address)
{
    GATE(RA__OS_DLSYM);
    void *found = dlsym(library, symbol);
    if (!found)
        return -ENOENT;
    *address = found;
    return 0;
}

void ra__os_dlclose(void *library)
{
    dlclose(library);
}

bool ra__os_symbol(const void *address, const char **name, size_t *offset)
{
    Dl_info info;
    if (!address || !dladdr(address, &info) || !info.dli_sname)
        return false;
    *name = info.dli_sname;
    *offset = (size_t)((const char *)address - (const char *)info.dli_saddr);
    return true;
}

bool ra__os_object(const void *address, const char **file, size_t *offset)
{
    Dl_info info;
    if (!address || !dladdr(address, &info) || !info.dli_fname)
        return false;
    *file = info.dli_fname;
    *offset = (size_t)((const char *)address - (const char *)info.dli_fbase);
    return true;
}

const char *ra__os_getenv(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

int ra__os_setenv(const char *name, const char *value)
{
    GATE(RA__OS_SETENV);
    return (value ? setenv(name, value, 1) : unsetenv(name)) ? -errno : 0;
}

#if defined(__x86_64__)
static bool has_all(unsigned value, unsigned wanted)
{
    return (value & wanted) == wanted;
}

/* The levels as the x86-64 psABI lists them, by CPUID bits. The compilers' own test is not used: clang 14 does not
 * know the levels. */
int ra__os_cpu_level(void)
{
    unsigned a, b, c, d, ext_c = 0, ext_d = 0, leaf7_b = 0, xcr0 = 0, unused;
    if (!__get_cpuid(1, &a, &b, &c, &d))
        return 1;
    __get_cpuid(0x80000001u, &unused, &unused, &ext_c, &ext_d);
    __get_cpuid_count(7, 0, &unused, &leaf7_b, &unused, &unused);
    const unsigned osxsave = 1u << 27;
    if (c & osxsave) { /* what the kernel saves at a task switch */
        unsigned high;
        __asm__ __volatile__("xgetbv" : "=a"(xcr0), "=d"(high) : "c"(0));
    }
    const unsigned v2_c = bit_SSE3 | bit_SSSE3 | bit_CMPXCHG16B | bit_SSE4_1 | bit_SSE4_2 | bit_POPCNT;
    const unsigned v2_ext_c = 1u << 0; /* LAHF/SAHF */
    if (!has_all(c, v2_c) || !has_all(ext_c, v2_ext_c))
        return 1;
    const unsigned v3_c = bit_FMA | bit_MOVBE | bit_AVX | bit_F16C | osxsave;
    const unsigned v3_b = bit_BMI | bit_AVX2 | bit_BMI2;
    const unsigned v3_ext_c = 1u << 5; /* LZCNT */
    const unsigned ymm = 0x06u, zmm = 0xe6u;
    if (!has_all(c, v3_c) || !has_all(leaf7_b, v3_b) || !has_all(ext_c, v3_ext_c) || !has_all(xcr0, ymm))
        return 2;
    const unsigned v4_b = bit_AVX512F | bit_AVX512DQ | bit_AVX512CD | bit_AVX512BW | bit_AVX512VL;
    return has_all(leaf7_b, v4_b) && has_all(xcr0, zmm) ? 4 : 3;
}
#else
int ra__os_cpu_level(void)
{
    return 0;
}
#endif

/* ---- the fault gate ------------------------------------------------------------------------
 *
 * All relaxed: the gate orders nothing. `armed` says whether anybody cares; the fields beside it are written before
 * it is raised and are read only while it is up, so a call that races with arming sees the old or the new setting of
 * each, and is counted or not: os.h says so. The number that a call draws from `seen` is its own, hence exactly the
 * armed number of calls fails however many threads there are. */
static struct {
    _Atomic int armed;
    _Atomic int kind; /* RA__OS_CALL_COUNT: all swept kinds */
    _Atomic long seen, hits;
    _Atomic long first, end; /* calls number first <= n < end fail; 0, 0: none. Numbers begin at 1. */
    _Atomic int last;
} fault = {.last = RA__OS_CALL_COUNT};

static const struct {
    const char *name;
    int error;
    bool swept;
} gated[RA__OS_CALL_COUNT] = {
#define X(name, error, swept) {#name, error, swept},
    RA__OS_CALLS(X)
#undef X
};

static int gate_error(enum ra__os_call call)
{
    return -gated[call].error;
}

static bool armed_for(enum ra__os_call call)
{
    int kind = atomic_load_explicit(&fault.kind, memory_order_relaxed);
    if (kind == RA__OS_CALL_COUNT ? !gated[call].swept : kind != (int)call)
        return false;
    long number = atomic_fetch_add_explicit(&fault.seen, 1, memory_order_relaxed) + 1;
    if (number < atomic_load_explicit(&fault.first, memory_order_relaxed) ||
        number >= atomic_load_explicit(&fault.end, memory_order_relaxed))
        return false;
    atomic_fetch_add_explicit(&fault.hits, 1, memory_order_relaxed);
    atomic_store_explicit(&fault.last, (int)call, memory_order_relaxed);
    return true;
}

bool ra__os_should_fail(enum ra__os_call call)
{
    if (__builtin_expect(!atomic_load_explicit(&fault.armed, memory_order_relaxed), 1))
        return false;
    return armed_for(call);
}

const char *ra__os_call_name(enum ra__os_call call)
{
    return call < RA__OS_CALL_COUNT ? gated[call].name : "none";
}

void ra__os_fault_arm_call(enum ra__os_call call, long countdown, long times)
{
    const bool fails = countdown > 0 && times > 0;
    atomic_store_explicit(&fault.armed, 0, memory_order_relaxed);
    atomic_store_explicit(&fault.kind, (int)call, memory_order_relaxed);
    atomic_store_explicit(&fault.seen, 0, memory_order_relaxed);
    atomic_store_explicit(&fault.hits, 0, memory_order_relaxed);
    atomic_store_explicit(&fault.last, RA__OS_CALL_COUNT, memory_order_relaxed);
    atomic_store_explicit(&fault.first, fails ? countdown : 0, memory_order_relaxed);
    atomic_store_explicit(&fault.end, fails ? countdown + times : 0, memory_order_relaxed);
    atomic_store_explicit(&fault.armed, 1, memory_order_relaxed);
}

void ra__os_fault_arm(long countdown)
{
    ra__os_fault_arm_call(RA__OS_CALL_COUNT, countdown, 1);
}

void ra__os_fault_disarm(void)
{
    atomic_store_explicit(&fault.armed, 0, memory_order_relaxed);
}

long ra__os_fault_count(void)
{
    return atomic_load_explicit(&fault.seen, memory_order_relaxed);
}

long ra__os_fault_hits(void)
{
    return atomic_load_explicit(&fault.hits, memory_order_relaxed);
}

enum ra__os_call ra__os_fault_last(void)
{
    return (enum ra__os_call)atomic_load_explicit(&fault.last, memory_order_relaxed);
}
