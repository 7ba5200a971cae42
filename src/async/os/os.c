/* os.c - the system calls, see os.h for what each promises: time, memory, counters for event loops, the rest. Threads,
 * files, the loader and the fault gate have os_*.c files of their own. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "async/os/os_gate.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

_Static_assert(sizeof(void *) == 8 && sizeof(time_t) == 8, "64 bits: the futex call takes its timespec as it is");

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

uint64_t ra__os_process_cpu_ns(void)
{
    return clock_ns(CLOCK_PROCESS_CPUTIME_ID);
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

/* Which the system refuses as well, unless it promises everybody everything (vm.overcommit_memory is 1). */
static bool is_beyond_the_machine(size_t bytes)
{
    struct sysinfo s;
    return bytes >> 30 && !sysinfo(&s) && bytes / s.mem_unit > s.totalram + s.totalswap;
}

int ra__os_map(size_t bytes, size_t align, size_t before, void **out)
{
    GATE(RA__OS_MAP);
    const size_t page = ra__os_page_size();
    const size_t slack = align > page ? align : 0;
    if (bytes > SIZE_MAX / 2 || slack > SIZE_MAX / 2 || is_beyond_the_machine(bytes))
        return -ENOMEM;
    /* Not MAP_NORESERVE: what the machine can never hold is refused here, where it can be reported, and not by the
     * out-of-memory killer. With excess it is closed until that is cut off: the system would join it to the mapping beside
     * it, and a first touch over there could bring a huge page that reaches over here, of which the part within the
     * bounds stayed, on the node of whoever touched. */
    const int open = PROT_READ | PROT_WRITE;
    char *raw = mmap(NULL, bytes + slack, slack ? PROT_NONE : open, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
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
        if (mprotect(raw + head, bytes, open)) {
            munmap(raw + head, bytes);
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

int ra__os_map_file(int fd, size_t bytes, void **out)
{
    GATE(RA__OS_MAP);
    void *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, fd, 0);
    if (start == MAP_FAILED)
        return -errno;
    *out = start;
    return 0;
}

int ra__os_advise_huge(void *start, size_t bytes, bool wanted)
{
    GATE(RA__OS_ADVISE_HUGE);
    return madvise(start, bytes, wanted ? MADV_HUGEPAGE : MADV_NOHUGEPAGE) ? -errno : 0;
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
    while (UNCANCELLED(write(fd, &one, sizeof one)) < 0) {
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
    while (UNCANCELLED(read(fd, &count, sizeof count)) < 0) {
        if (errno == EINTR)
            continue;
        return errno == EAGAIN ? 0 : -errno;
    }
    return 0;
}

/* ---- the rest ------------------------------------------------------------------------------ */

const char *ra__os_getenv(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

const char *ra__os_variable_at(size_t i)
{
    size_t n = 0;
    while (n < i && environ && environ[n])
        n++;
    return environ ? environ[n] : NULL;
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
    unsigned a, b, c, d, ext_c = 0, ext_d = 0, leaf7_b = 0, leaf7_1_a = 0, xcr0 = 0, subleaves = 0, unused;
    if (!__get_cpuid(1, &a, &b, &c, &d))
        return 1;
    __get_cpuid(0x80000001u, &unused, &unused, &ext_c, &ext_d);
    __get_cpuid_count(7, 0, &subleaves, &leaf7_b, &unused, &unused);
    if (subleaves >= 1)
        __get_cpuid_count(7, 1, &leaf7_1_a, &unused, &unused, &unused);
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
    const unsigned bf16 = 1u << 5; /* AVX512_BF16 */
    if (!has_all(leaf7_b, v4_b) || !has_all(xcr0, zmm))
        return 3;
    return has_all(leaf7_1_a, bf16) ? 5 : 4;
}
#else
int ra__os_cpu_level(void)
{
    return 0;
}
#endif
