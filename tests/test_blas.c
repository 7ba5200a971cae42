/* test_blas.c: the BLAS that is loaded: its core, its buffers under many threads, its routines, its failures. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <complex.h>
#include <dlfcn.h>
#include <link.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../src/cpu/blas.h"
#include "async/os/os.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define DEEP 0 /* the sanitizers' runtime refuses it */
#define STRESS_CALLS 500
#else
#define DEEP RTLD_DEEPBIND
#define STRESS_CALLS 20000
#endif

/* --- the system calls, each of which can be made to fail --------------------------------------------------------- */

static struct {
	const char *missing_symbol; /* reads as absent */
	bool no_memory, no_link_map, no_write, old_processor;
	int opened; /* opens less closes */
} fault;

static void *os_open(const char *path, bool only_resident)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | DEEP | (only_resident ? RTLD_NOLOAD : 0));
	fault.opened += library != NULL;
	return library;
}

static void os_close(void *library)
{
	fault.opened--;
	assert_int_equal(dlclose(library), 0);
}

static char unknown_core[] = "Prescott";
static int asked;

/* What a processor of after 2022 makes the library say, the first time it is asked. */
static char *say_prescott(void)
{
	return unknown_core;
}

static void *os_symbol(void *library, const char *name)
{
	if (fault.missing_symbol != NULL && strcmp(name, fault.missing_symbol) == 0)
		return NULL;
	if (fault.old_processor && strcmp(name, "openblas_get_corename") == 0 && asked++ == 0) {
		char *(*f)(void) = say_prescott;
		void *p;
		memcpy(&p, &f, sizeof p);
		return p;
	}
	return dlsym(library, name);
}

static const void *os_link_map(void *library)
{
	struct link_map *map = NULL;
	return !fault.no_link_map && dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 ? map : NULL;
}

static bool os_make_writable(void *start, size_t bytes)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = (uintptr_t)start & ~(page - 1);
	return !fault.no_write
	       && mprotect((char *)start - ((uintptr_t)start - first), (uintptr_t)start + bytes - first,
	                   PROT_READ | PROT_WRITE) == 0;
}

static bool os_can_map(size_t bytes)
{
	if (fault.no_memory)
		return false;
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return p != MAP_FAILED && munmap(p, bytes) == 0;
}

static void os_yield(void)
{
	sched_yield();
}

static const struct ra__blas_os os = {os_open, os_close, os_symbol, os_link_map, os_make_writable, os_can_map, os_yield, ra__os_alloc_surely, ra__os_free};

/* Runs in a child, where no library is loaded yet and none stays: what the library says of failures. */
static int in_child(int (*body)(void))
{
	fflush(stdout);
	pid_t pid = fork();
	assert_true(pid >= 0);
	if (pid == 0)
		_exit(body());
	int status = 0;
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

#define EXPECT(condition)             \
	do {                          \
		if (!(condition))     \
			return __LINE__ % 250 + 1; \
	} while (0)

/* --- loading ----------------------------------------------------------------------------------------------------- */

static int load_and_check_failure(const char *path, enum ra__blas_error expected, const char *words)
{
	struct ra__blas blas, untouched;
	const char *why = NULL;
	memset(&blas, 0x5a, sizeof blas);
	memset(&untouched, 0x5a, sizeof untouched);
	EXPECT(ra__blas_load(&blas, path, &os, &why) == expected);
	EXPECT(memcmp(&blas, &untouched, sizeof blas) == 0);
	EXPECT(why != NULL && strstr(why, words) != NULL);
	EXPECT(fault.opened == 0);
	return 0;
}

static int missing_library(void)
{
	return load_and_check_failure("/nowhere/libopenblas.so.0", RA__BLAS_NOT_FOUND,
	                              "not found: install libopenblas0-serial");
}

static int another_library(void)
{
	return load_and_check_failure("libm.so.6", RA__BLAS_UNFIT, "no OpenBLAS");
}

static int missing_routine(void)
{
	fault.missing_symbol = "zheevd_";
	return load_and_check_failure(NULL, RA__BLAS_UNFIT, "no OpenBLAS");
}

static int no_memory(void)
{
	fault.no_memory = true;
	return load_and_check_failure(NULL, RA__BLAS_NO_MEMORY, "not enough address space");
}

static bool accepts_without_pool(void)
{
	struct ra__blas blas;
	const char *why = NULL;
	return ra__blas_load(&blas, NULL, &os, &why) == RA__BLAS_OK && blas.threaded && !blas.own_buffers;
}

/* Without the pool a serial build must be refused; a threaded one brings its own lock. */
static int no_link_map(void)
{
	fault.no_link_map = true;
	return accepts_without_pool() ? 0 : load_and_check_failure(NULL, RA__BLAS_UNFIT, "several threads");
}

static int no_write(void)
{
	fault.no_write = true;
	return accepts_without_pool() ? 0 : load_and_check_failure(NULL, RA__BLAS_UNFIT, "several threads");
}

static int failure_then_success(void)
{
	struct ra__blas blas;
	const char *why;
	fault.no_write = true;
	(void)accepts_without_pool();
	fault.no_write = false;
	EXPECT(ra__blas_load(&blas, NULL, &os, &why) == RA__BLAS_OK && blas.own_buffers);
	return 0;
}

static void test_failures(void **state)
{
	(void)state;
	assert_int_equal(in_child(missing_library), 0);
	assert_int_equal(in_child(another_library), 0);
	assert_int_equal(in_child(missing_routine), 0);
	assert_int_equal(in_child(no_memory), 0);
	assert_int_equal(in_child(no_link_map), 0);
	assert_int_equal(in_child(no_write), 0);
	assert_int_equal(in_child(failure_then_success), 0);
}

static int processor_it_does_not_know(void)
{
	struct ra__blas blas;
	const char *why;
	unsetenv("OPENBLAS_CORETYPE");
	fault.old_processor = true;
	EXPECT(ra__blas_load(&blas, NULL, &os, &why) == RA__BLAS_OK);
	EXPECT(asked == 2);
	EXPECT(getenv("OPENBLAS_CORETYPE") == NULL);
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl"))
		EXPECT(blas.core_corrected && strcmp(blas.core, "SkylakeX") == 0);
	else if (__builtin_cpu_supports("avx2"))
		EXPECT(blas.core_corrected && strcmp(blas.core, "Haswell") == 0);
#endif
	double a[4] = {1, 2, 3, 4}, c[4] = {0}, one = 1, zero = 0;
	int n = 2;
	blas.dgemm_("N", "N", &n, &n, &n, &one, a, &n, a, &n, &zero, c, &n, 1, 1);
	EXPECT(c[0] == 7 && c[1] == 10 && c[2] == 15 && c[3] == 22);
	return 0;
}

static int core_of_the_user(void)
{
	struct ra__blas blas;
	const char *why;
	setenv("OPENBLAS_CORETYPE", "Nehalem", 1);
	EXPECT(ra__blas_load(&blas, NULL, &os, &why) == RA__BLAS_OK);
	EXPECT(strcmp(getenv("OPENBLAS_CORETYPE"), "Nehalem") == 0);
#ifdef __x86_64__
	EXPECT(!blas.core_corrected && strcmp(blas.core, "Nehalem") == 0);
#endif
	return 0;
}

static int core_of_this_machine(void)
{
	struct ra__blas blas;
	const char *why;
	unsetenv("OPENBLAS_CORETYPE");
	EXPECT(ra__blas_load(&blas, NULL, &os, &why) == RA__BLAS_OK);
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx2"))
		EXPECT(strcmp(blas.core, "Prescott") != 0);
#endif
	EXPECT(strstr(blas.path, "libopenblas") != NULL && strstr(blas.config, "OpenBLAS") != NULL);
	EXPECT(blas.own_buffers && !blas.shared);
	return 0;
}

static int resident_before(void)
{
	struct ra__blas first, second;
	const char *why;
	EXPECT(ra__blas_load(&first, NULL, &os, &why) == RA__BLAS_OK);
	EXPECT(ra__blas_load(&second, NULL, &os, &why) == RA__BLAS_OK);
	EXPECT(second.shared && second.own_buffers && !second.core_corrected);
	return 0;
}

static void test_core(void **state)
{
	(void)state;
	assert_int_equal(in_child(processor_it_does_not_know), 0);
	assert_int_equal(in_child(core_of_the_user), 0);
	assert_int_equal(in_child(core_of_this_machine), 0);
	assert_int_equal(in_child(resident_before), 0);
}

/* --- many threads ------------------------------------------------------------------------------------------------ */

static struct ra__blas blas;

static void load_once(void)
{
	const char *why = NULL;
	if (blas.dgemm_ == NULL && ra__blas_load(&blas, NULL, &os, &why) != RA__BLAS_OK)
		fail_msg("%s", why);
}

enum { STRESS_THREADS = 8, STRESS_N = 24 };

/* Each thread has its own operands: with equal ones two callers of one buffer would not disturb each other. The
 * triangular solve takes a buffer on every core, the product on those without a path for small ones. */
static void *stress(void *arg)
{
	int id = *(int *)arg, n = STRESS_N;
	long wrong = 0;
	double a[STRESS_N * STRESS_N], b[STRESS_N * STRESS_N], c[STRESS_N * STRESS_N];
	double expected[STRESS_N * STRESS_N], lower[STRESS_N * STRESS_N];
	const double one = 1, zero = 0;
	for (int i = 0; i < n * n; i++) {
		a[i] = (i * (id + 1)) % 7 - 3;
		b[i] = (i + id) % 5 - 1;
	}
	for (int i = 0; i < n; i++)
		a[i * n + i] = 1;
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++) {
			double sum = 0;
			for (int k = 0; k < n; k++)
				sum += a[k * n + i] * b[j * n + k];
			expected[j * n + i] = sum;
		}
	for (int r = 0; r < STRESS_CALLS; r++) {
		memset(c, 0, sizeof c);
		blas.dgemm_("N", "N", &n, &n, &n, &one, a, &n, b, &n, &zero, c, &n, 1, 1);
		wrong += memcmp(c, expected, sizeof c) != 0;
		if (r % 8 != 0)
			continue;
		/* L b, for an L of small integers with two diagonals, is exact, and so is taking L away again. */
		for (int j = 0; j < n; j++)
			for (int i = 0; i < n; i++) {
				lower[j * n + i] = i == j || i == j + 1 ? a[j * n + i] : 0;
				c[j * n + i] = b[j * n + i] + (i > 0 ? a[(i - 1) * n + i] * b[j * n + i - 1] : 0);
			}
		blas.dtrsm_("L", "L", "N", "U", &n, &n, &one, lower, &n, c, &n, 1, 1, 1, 1);
		wrong += memcmp(c, b, sizeof c) != 0;
	}
	*(int *)arg = wrong > 1000000 ? 1000000 : (int)wrong;
	return NULL;
}

static int stress_on(const char *core)
{
	pthread_t threads[STRESS_THREADS];
	int ids[STRESS_THREADS], wrong = 0;
	uint64_t before, after;
	unsigned made;
	const char *why;
	if (core != NULL)
		setenv("OPENBLAS_CORETYPE", core, 1);
	EXPECT(ra__blas_load(&blas, NULL, &os, &why) == RA__BLAS_OK && blas.own_buffers);
	ra__blas_buffer_counts(&made, &before);
	made = 0;
	for (int round = 0; made < 2 && round < 50; round++) { /* until two callers have met, which a loaded machine may put off */
		for (int i = 0; i < STRESS_THREADS; i++) {
			ids[i] = i;
			EXPECT(pthread_create(&threads[i], NULL, stress, &ids[i]) == 0);
		}
		for (int i = 0; i < STRESS_THREADS; i++) {
			EXPECT(pthread_join(threads[i], NULL) == 0);
			wrong += ids[i];
		}
		ra__blas_buffer_counts(&made, &after);
		EXPECT(wrong == 0);
	}
	EXPECT(made >= 2 && made <= STRESS_THREADS);
	EXPECT(after - before >= STRESS_THREADS * (STRESS_CALLS / 8));
	return 0;
}

static int stress_here(void)
{
	return stress_on(NULL);
}

static int stress_without_small_path(void)
{
	return stress_on("Nehalem");
}

static void test_many_threads(void **state)
{
	(void)state;
	assert_int_equal(in_child(stress_here), 0);
	assert_int_equal(in_child(stress_without_small_path), 0);
}

static void *call_for_ever(void *arg)
{
	_Atomic bool *stop = arg;
	int n = 128;
	double *a = calloc((size_t)(n * n), sizeof *a), *c = calloc((size_t)(n * n), sizeof *c);
	const double one = 1;
	while (a != NULL && c != NULL && !atomic_load_explicit(stop, memory_order_relaxed))
		blas.dgemm_("N", "N", &n, &n, &n, &one, a, &n, a, &n, &one, c, &n, 1, 1);
	free(a);
	free(c);
	return NULL;
}

static int product_after_fork(void)
{
	int n = 128;
	static double a[128 * 128], c[128 * 128];
	const double one = 1, zero = 0;
	uint64_t before, after;
	unsigned made_before, made_after;
	ra__blas_after_fork();
	ra__blas_buffer_counts(&made_before, &before);
	for (int i = 0; i < n; i++)
		a[i * n + i] = i;
	blas.dgemm_("N", "N", &n, &n, &n, &one, a, &n, a, &n, &zero, c, &n, 1, 1);
	ra__blas_buffer_counts(&made_after, &after);
	EXPECT(c[127 * 128 + 127] == 127.0 * 127.0);
	EXPECT(after == before + 1 && made_after == made_before); /* the other thread's buffer came back */
	return 0;
}

static void test_fork(void **state)
{
	(void)state;
	_Atomic bool stop = false;
	pthread_t thread;
	load_once();
	assert_int_equal(pthread_create(&thread, NULL, call_for_ever, &stop), 0);
	for (int i = 0; i < 20; i++)
		assert_int_equal(in_child(product_after_fork), 0);
	atomic_store_explicit(&stop, true, memory_order_relaxed);
	assert_int_equal(pthread_join(thread, NULL), 0);
}

/* --- routines: that each is called with the arguments it takes --------------------------------------------------- */

static void test_lapack(void **state)
{
	(void)state;
	load_once();
	int n = 2, info = -1, ipiv[2], lwork = 64, iwork[64], liwork = 64, lrwork = 64;
	double spd[4] = {4, 2, 2, 5}, work[64], w[2], tau[2];
	blas.dpotrf_("L", &n, spd, &n, &info, 1);
	assert_int_equal(info, 0);
	assert_true(spd[0] == 2 && spd[1] == 1 && spd[3] == 2);
	double lu[4] = {1, 3, 2, 4}, rhs[2] = {5, 11};
	int one = 1;
	blas.dgetrf_(&n, &n, lu, &n, ipiv, &info);
	blas.dgetrs_("N", &n, &one, lu, &n, ipiv, rhs, &n, &info, 1);
	assert_true(info == 0 && fabs(rhs[0] - 1) < 1e-14 && fabs(rhs[1] - 2) < 1e-14);
	blas.dgetri_(&n, lu, &n, ipiv, work, &lwork, &info);
	assert_true(info == 0 && fabs(lu[0] + 2) < 1e-14);
	double tri[4] = {2, 1, 0, 4}, b[2] = {2, 9};
	blas.dtrtrs_("L", "N", "N", &n, &one, tri, &n, b, &n, &info, 1, 1, 1);
	assert_true(info == 0 && b[0] == 1 && b[1] == 2);
	double q[4] = {3, 4, 0, 5};
	blas.dgeqrf_(&n, &n, q, &n, tau, work, &lwork, &info);
	assert_true(info == 0 && fabs(fabs(q[0]) - 5) < 1e-14);
	blas.dorgqr_(&n, &n, &n, q, &n, tau, work, &lwork, &info);
	assert_true(info == 0 && fabs(fabs(q[0]) - 0.6) < 1e-14);
	float s[2], a[4] = {0, 2, 3, 0}, u[4], vt[4], work_s[256];
	int big = 256;
	blas.sgesdd_("A", &n, &n, a, &n, s, u, &n, vt, &n, work_s, &big, iwork, &info, 1);
	assert_true(info == 0 && fabsf(s[0] - 3) < 1e-6f && fabsf(s[1] - 2) < 1e-6f);
	double sy[4] = {2, 1, 1, 2};
	blas.dsyevd_("V", "L", &n, sy, &n, w, work, &lwork, iwork, &liwork, &info, 1, 1);
	assert_true(info == 0 && fabs(w[0] - 1) < 1e-14 && fabs(w[1] - 3) < 1e-14);
	ra__c64 he[4] = {2, -1 * I, 1 * I, 2}, zwork[64];
	double rwork[64];
	blas.zheevd_("V", "L", &n, he, &n, w, zwork, &lwork, rwork, &lrwork, iwork, &liwork, &info, 1, 1);
	assert_true(info == 0 && fabs(w[0] - 1) < 1e-14 && fabs(w[1] - 3) < 1e-14);
	ra__c32 ca[4] = {3 * I, 0, 0, 2}, cu[4], cvt[4], cwork[64];
	float crwork[128];
	blas.cgesdd_("A", &n, &n, ca, &n, s, cu, &n, cvt, &n, cwork, &lwork, crwork, iwork, &info, 1);
	assert_true(info == 0 && fabsf(s[0] - 3) < 1e-6f && fabsf(s[1] - 2) < 1e-6f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		/* Those in children come before this process loads the library itself. */
		cmocka_unit_test(test_failures),
		cmocka_unit_test(test_core),
		cmocka_unit_test(test_many_threads),
		cmocka_unit_test(test_fork),
		cmocka_unit_test(test_lapack),
	};
	return cmocka_run_group_tests_name("blas", tests, NULL, NULL);
}
