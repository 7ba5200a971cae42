/* blas.c: finding OpenBLAS and making it fit for a pool of threads.
 *
 * Five things about OpenBLAS 0.3.21, as Debian 12 builds it, shape this file.
 *
 * 1. The serial build is not safe to call from two threads. It is built without USE_LOCKING, and blas_memory_alloc
 *    then looks for a free work buffer and marks it with a plain load and a plain store: two callers get the same
 *    buffer. Measured on two cores: 13% of concurrent 24 x 24 dgemm calls gave wrong numbers with two threads, 25%
 *    with eight; at 120 x 120 still one in a thousand. The threaded build takes a mutex there instead, which is right
 *    but is a lock that a worker in the background class can be preempted under, and one that a fork can leave taken.
 *    So buffers come from a pool of ours, without a lock: inside the library all 246 calls of blas_memory_alloc go
 *    through one slot of its procedure linkage table, and that slot (and blas_memory_free's) is pointed here. That
 *    the calls really arrive is checked by a product at load; a serial library where they do not is refused. In
 *    throughput the pool and that mutex read alike from 24 x 24 to 256 x 256 with one and two callers: what the pool
 *    buys is that nobody ever waits in it for a thread that is not running.
 *
 * 2. It chooses its kernels in a constructor, from a list of processors that ends in 2022: on later ones it takes
 *    Prescott, a fifth of the speed. The environment variable that overrides this could be set only around dlopen,
 *    where it would race with any getenv of the host's. But the library offers its own gotoblas_dynamic_quit and
 *    gotoblas_dynamic_init, and its getenv is again one slot of its table: for the length of that second choice the
 *    slot is ours and answers the one question. The host's environment is never written. A choice that the user made
 *    in OPENBLAS_CORETYPE stands, and so does a better one of the library's own.
 *
 * 3. A threaded build starts its threads in the constructor. It is told to use one, and the others are ended. Where
 *    the host had loaded that very file before us, its settings are the host's: nothing but the buffers is touched
 *    (they are the only part that is invisible to it).
 *
 * 4. Its destructor gives the buffers back and forgets which kernels it had chosen. A process may end while some thread is
 *    inside a call, which then writes to where nothing is mapped. So the destructor's entry in the library's table is
 *    pointed to a function that does nothing: the system takes all of it when the process ends.
 *
 * 5. Some of its kernels for small products call malloc and free each time, as those of Cooper Lake do in a factorisation's steps:
 *    a lock again that a worker can be preempted under, and one that the whole program shares. So its entries of the two are
 *    pointed to the heap of the engine, which has none; not where the library was the host's before, some of whose blocks may
 *    be about to come back, and not if it takes memory in other ways as well, which must match.
 *
 * The pool. Actors: any thread inside a BLAS call. A buffer's state is `busy`: 0 free, 1 in use by one thread.
 *   take: exchange 0 -> 1, acquire   | give: store 0, release; they pair, so the next user's stores come after ours.
 *   buffers[i].start is written once, before `made` becomes > i (release); readers load `made` first (acquire).
 * A thread starts looking where it last found one, so in steady state each keeps its own, warm and on its own node.
 * Growth (the library's own allocator, which needs exclusion) happens once per level of concurrency, under `growing`;
 * a thread that does not get that flag goes on looking for a free buffer, so nobody waits for a thread that waits.
 */
#include "blas.h"

#include <elf.h>
#include <link.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* The library has room for 128 before it complains on stderr. */
enum { MAX_BUFFERS = 120 };

/* Its buffers are 128 MiB of address space, of which only what is used ever becomes memory. With less than that left
 * its own allocator would ask again for ever, so there is a look before. */
static const size_t BUFFER_BYTES = ((size_t)128 << 20) + 4096;

struct buffer {
	void *start;
	_Atomic uint64_t taken; /* written by the holder alone */
	_Atomic unsigned char busy;
	char pad[128 - sizeof(void *) - sizeof(uint64_t) - 1]; /* two lines each: the prefetcher takes pairs */
} __attribute__((aligned(128)));

static struct {
	struct buffer buffers[MAX_BUFFERS];
	_Atomic unsigned made;
	_Atomic unsigned char growing;
	void *(*alloc)(int);
	const struct ra__blas_os *os;
} pool;

static _Thread_local unsigned last_found;

static struct buffer *take_free(unsigned made)
{
	for (unsigned i = 0; i < made; i++) {
		unsigned at = (last_found + i) % made;
		struct buffer *b = &pool.buffers[at];
		if (atomic_load_explicit(&b->busy, memory_order_relaxed) == 0
		    && atomic_exchange_explicit(&b->busy, 1, memory_order_acquire) == 0) {
			last_found = at;
			return b;
		}
	}
	return NULL;
}

static struct buffer *grow(void)
{
	struct buffer *b = NULL;
	if (atomic_exchange_explicit(&pool.growing, 1, memory_order_acquire) != 0)
		return NULL;
	unsigned made = atomic_load_explicit(&pool.made, memory_order_relaxed);
	if (made < MAX_BUFFERS && pool.os->can_map(BUFFER_BYTES)) {
		void *start = pool.alloc(0);
		if (start != NULL) {
			b = &pool.buffers[made];
			b->start = start;
			atomic_store_explicit(&b->busy, 1, memory_order_relaxed);
			atomic_store_explicit(&pool.made, made + 1, memory_order_release);
			last_found = made;
		}
	}
	atomic_store_explicit(&pool.growing, 0, memory_order_release);
	return b;
}

/* Stands in for blas_memory_alloc. It has no way to fail, so where nothing more can be made it waits for one that is
 * in use; ra__blas_load has seen to it that there is at least one. */
static void *take_buffer(int unused)
{
	(void)unused;
	for (;;) {
		struct buffer *b = take_free(atomic_load_explicit(&pool.made, memory_order_acquire));
		if (b == NULL)
			b = grow();
		if (b != NULL) {
			uint64_t taken = atomic_load_explicit(&b->taken, memory_order_relaxed);
			atomic_store_explicit(&b->taken, taken + 1, memory_order_relaxed);
			return b->start;
		}
		pool.os->yield();
	}
}

/* Stands in for blas_memory_free. */
static void give_buffer(void *start)
{
	unsigned made = atomic_load_explicit(&pool.made, memory_order_acquire);
	for (unsigned i = 0; i < made; i++) {
		struct buffer *b = &pool.buffers[(last_found + i) % made];
		if (b->start == start) {
			atomic_store_explicit(&b->busy, 0, memory_order_release);
			return;
		}
	}
}

void ra__blas_after_fork(void)
{
	for (unsigned i = 0; i < MAX_BUFFERS; i++)
		atomic_store_explicit(&pool.buffers[i].busy, 0, memory_order_relaxed);
	atomic_store_explicit(&pool.growing, 0, memory_order_relaxed);
}

void ra__blas_buffer_counts(unsigned *made, uint64_t *taken)
{
	*made = atomic_load_explicit(&pool.made, memory_order_acquire);
	*taken = 0;
	for (unsigned i = 0; i < *made; i++)
		*taken += atomic_load_explicit(&pool.buffers[i].taken, memory_order_relaxed);
}

/* --- the library's procedure linkage table ---------------------------------------------------------------------- */

#if defined(__x86_64__)
#define RELOCATION_CALL R_X86_64_JUMP_SLOT
#define RELOCATION_ADDRESS R_X86_64_GLOB_DAT
#define MULTIARCH "x86_64-linux-gnu"
#elif defined(__aarch64__)
#define RELOCATION_CALL R_AARCH64_JUMP_SLOT
#define RELOCATION_ADDRESS R_AARCH64_GLOB_DAT
#define MULTIARCH "aarch64-linux-gnu"
#else
#error "blas.c does not know this machine's relocations"
#endif

struct tables {
	const ElfW(Sym) *symbols;
	const char *names;
	const ElfW(Rela) *calls, *addresses;
	size_t call_bytes, address_bytes;
	ElfW(Addr) destructors; /* less where the library lies, as the loader reads it */
	size_t destructor_bytes;
};

static struct tables read_tables(const struct link_map *map)
{
	struct tables t = {0};
	for (const ElfW(Dyn) *d = map->l_ld; d->d_tag != DT_NULL; d++) {
		const void *p = (const void *)d->d_un.d_ptr; /* glibc has relocated the pointers among these in place */
		switch (d->d_tag) {
		case DT_SYMTAB: t.symbols = p; break;
		case DT_STRTAB: t.names = p; break;
		case DT_JMPREL: t.calls = p; break;
		case DT_PLTRELSZ: t.call_bytes = d->d_un.d_val; break;
		case DT_RELA: t.addresses = p; break;
		case DT_RELASZ: t.address_bytes = d->d_un.d_val; break;
		case DT_FINI_ARRAY: t.destructors = d->d_un.d_ptr; break;
		case DT_FINI_ARRAYSZ: t.destructor_bytes = d->d_un.d_val; break;
		default: break;
		}
	}
	return t;
}

static void **find_slot_in(const struct link_map *map, const struct tables *t, const ElfW(Rela) *r, size_t bytes,
                           unsigned kind, const char *name)
{
	if (r == NULL || t->symbols == NULL || t->names == NULL)
		return NULL;
	for (const ElfW(Rela) *end = r + bytes / sizeof *r; r < end; r++)
		if (ELF64_R_TYPE(r->r_info) == kind
		    && strcmp(t->names + t->symbols[ELF64_R_SYM(r->r_info)].st_name, name) == 0)
			return (void **)(map->l_addr + r->r_offset);
	return NULL;
}

/* The word through which the library calls `name`, itself included; NULL where there is none. */
static void **find_slot(void *library, const struct ra__blas_os *os, const char *name)
{
	const struct link_map *map = os->link_map(library);
	if (map == NULL)
		return NULL;
	struct tables t = read_tables(map);
	void **slot = find_slot_in(map, &t, t.calls, t.call_bytes, RELOCATION_CALL, name);
	if (slot == NULL)
		slot = find_slot_in(map, &t, t.addresses, t.address_bytes, RELOCATION_ADDRESS, name);
	return slot;
}

/* Points a slot elsewhere. A library linked with full RELRO has its table read-only; it stays writable afterwards, as
 * it is in every library that is not. */
static bool set_slot(void **slot, void *target, const struct ra__blas_os *os)
{
	if (!os->make_writable(slot, sizeof *slot))
		return false;
	__atomic_store_n(slot, target, __ATOMIC_RELEASE);
	return true;
}

/* Every word through which the library comes to `name` is pointed to `target`; false: one of them could not be. */
static bool set_all(void *library, const struct ra__blas_os *os, const char *name, void *target)
{
	const struct link_map *map = os->link_map(library);
	if (map == NULL)
		return false;
	struct tables t = read_tables(map);
	void **call = find_slot_in(map, &t, t.calls, t.call_bytes, RELOCATION_CALL, name);
	void **address = find_slot_in(map, &t, t.addresses, t.address_bytes, RELOCATION_ADDRESS, name);
	return (call == NULL || set_slot(call, target, os)) && (address == NULL || set_slot(address, target, os));
}

/* --- buffers ---------------------------------------------------------------------------------------------------- */

static void (*plain_function(void *symbol))(void)
{
	void (*f)(void);
	memcpy(&f, &symbol, sizeof f); /* ISO C has no cast from an object pointer to a function's */
	return f;
}

#define FUNCTION(type, symbol) ((type)plain_function(symbol))

static void *object_pointer(void (*f)(void))
{
	void *p;
	memcpy(&p, &f, sizeof p);
	return p;
}

/* A product large enough to want a work buffer whatever the core (some have a path without one, up to a volume of
 * 100 x 100 x 100); true when it asked our pool for it. */
static bool calls_arrive(const struct ra__blas *blas)
{
	enum { N = 128 };
	static const double one = 1, zero = 0;
	static const int n = N;
	static const double a[N * N];
	static double c[N * N];
	unsigned made;
	uint64_t before, after;
	ra__blas_buffer_counts(&made, &before);
	blas->dgemm_("N", "N", &n, &n, &n, &one, a, &n, a, &n, &zero, c, &n, 1, 1);
	ra__blas_buffer_counts(&made, &after);
	return after > before;
}

static bool redirect_buffers(void *library, const struct ra__blas *blas, const struct ra__blas_os *os)
{
	void **alloc_slot = find_slot(library, os, "blas_memory_alloc");
	void **free_slot = find_slot(library, os, "blas_memory_free");
	void *original = os->symbol(library, "blas_memory_alloc");
	if (alloc_slot == NULL || free_slot == NULL || original == NULL)
		return false;
	void *old_alloc = *alloc_slot, *old_free = *free_slot;
	pool.os = os;
	bool first = atomic_load_explicit(&pool.made, memory_order_relaxed) == 0;
	if (first) {
		pool.alloc = FUNCTION(void *(*)(int), original);
		struct buffer *b = grow();
		if (b == NULL)
			return false;
		give_buffer(b->start);
	}
	/* The slot of free goes first: a buffer of the library's own that comes back through ours is let lie, while one
	 * of ours that came back through its own would be complained about. */
	if (set_slot(free_slot, object_pointer((void (*)(void))give_buffer), os)
	    && set_slot(alloc_slot, object_pointer((void (*)(void))take_buffer), os) && calls_arrive(blas))
		return true;
	(void)set_slot(alloc_slot, old_alloc, os);
	(void)set_slot(free_slot, old_free, os);
	if (first) /* the library is about to go, and its buffer with it */
		atomic_store_explicit(&pool.made, 0, memory_order_relaxed);
	return false;
}

/* --- its heap ----------------------------------------------------------------------------------------------------- */

/* Before its first call. */
static void redirect_heap(void *library, const struct ra__blas_os *os)
{
	static const char *const others[] = {"calloc", "realloc", "reallocarray", "posix_memalign", "aligned_alloc", "memalign", "valloc",
	                                     "strdup", "strndup", "asprintf", "vasprintf", "getline"};
	void *libc_free = os->symbol(library, "free");
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (find_slot(library, os, others[i]) != NULL)
			return;
	/* What could be pointed away, and then not the other, is pointed back; that has been written once already. */
	if (libc_free != NULL && set_all(library, os, "free", object_pointer((void (*)(void))os->give_block))
	    && !set_all(library, os, "malloc", object_pointer((void (*)(void))os->take_block)))
		(void)set_all(library, os, "free", libc_free);
}

/* --- the end of the process ------------------------------------------------------------------------------------- */

static void keep_all(void)
{
}

/* One that has no such entry, as it could not be changed, is used all the same: only an end in the middle of a call is
 * unsafe then. */
static void keep_after_end(void *library, const struct ra__blas_os *os)
{
	void *quit = os->symbol(library, "gotoblas_quit");
	const struct link_map *map = os->link_map(library);
	if (quit == NULL || map == NULL)
		return;
	struct tables t = read_tables(map);
	void **entry = (void **)(map->l_addr + t.destructors);
	for (size_t i = 0; i < t.destructor_bytes / sizeof *entry; i++)
		if (entry[i] == quit)
			(void)set_slot(&entry[i], object_pointer(keep_all), os);
}

/* --- the core --------------------------------------------------------------------------------------------------- */

static const char *core_answer;

static char *getenv_with_core(const char *name)
{
	if (strcmp(name, "OPENBLAS_CORETYPE") == 0) {
		union { const char *in; char *out; } answer = {core_answer}; /* getenv's result is char * by tradition */
		return answer.out;
	}
	return getenv(name);
}

/* The best core that this processor can run, or NULL where the library's own choice is as good as ours. */
static const char *better_core(const char *chosen)
{
#if defined(__x86_64__)
	static const char *const wide[] = {"SkylakeX", "Cooperlake", "SapphireRapids", NULL};
	static const char *const middle[] = {"Haswell", "Zen", NULL};
	__builtin_cpu_init();
	bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
	              && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
	              && __builtin_cpu_supports("avx512cd");
	bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
	for (int i = 0; wide[i] != NULL; i++)
		if (strcmp(chosen, wide[i]) == 0)
			return NULL;
	if (avx512)
		return "SKYLAKEX";
	for (int i = 0; middle[i] != NULL; i++)
		if (strcmp(chosen, middle[i]) == 0)
			return NULL;
	return avx2 ? "HASWELL" : NULL;
#else
	(void)chosen;
	return NULL;
#endif
}

static bool correct_core(void *library, const char *chosen, const struct ra__blas_os *os)
{
	const char *user = getenv("OPENBLAS_CORETYPE");
	const char *better = better_core(chosen);
	void *quit = os->symbol(library, "gotoblas_dynamic_quit");
	void *init = os->symbol(library, "gotoblas_dynamic_init");
	void **slot = find_slot(library, os, "getenv");
	if ((user != NULL && *user != '\0') || better == NULL || quit == NULL || init == NULL || slot == NULL)
		return false;
	void *old = *slot;
	core_answer = better;
	if (!set_slot(slot, object_pointer((void (*)(void))getenv_with_core), os))
		return false;
	plain_function(quit)();
	plain_function(init)();
	(void)set_slot(slot, old, os);
	return true;
}

/* --- loading ---------------------------------------------------------------------------------------------------- */

static bool bind_routines(struct ra__blas *blas, void *library, const struct ra__blas_os *os)
{
	void *symbol;
#define BIND(name, arguments)                                     \
	symbol = os->symbol(library, #name);                      \
	if (symbol == NULL)                                       \
		return false;                                     \
	blas->name = FUNCTION(void (*) arguments, symbol);
	RA__BLAS_ROUTINES(BIND)
#undef BIND
	return true;
}

static const char *ask_text(void *library, const struct ra__blas_os *os, const char *name)
{
	void *symbol = os->symbol(library, name);
	const char *text = symbol != NULL ? FUNCTION(char *(*)(void), symbol)() : NULL;
	return text != NULL ? text : "unknown";
}

static void forbid_threads(void *library, const struct ra__blas_os *os)
{
	void *set = os->symbol(library, "openblas_set_num_threads");
	void *end = os->symbol(library, "blas_thread_shutdown_");
	if (set != NULL)
		FUNCTION(void (*)(int), set)(1);
	if (end != NULL)
		(void)FUNCTION(int (*)(void), end)();
}

static enum ra__blas_error prepare(struct ra__blas *blas, void *library, const struct ra__blas_os *os,
                                   const char **why)
{
	void *parallel = os->symbol(library, "openblas_get_parallel");
	if (!bind_routines(blas, library, os) || parallel == NULL) {
		*why = "the BLAS library that was found is no OpenBLAS with LAPACK: install libopenblas0-serial";
		return RA__BLAS_UNFIT;
	}
	blas->threaded = FUNCTION(int (*)(void), parallel)() != 0;
	if (!os->can_map(BUFFER_BYTES)) {
		*why = "not enough address space for the work buffers of OpenBLAS (128 MiB for each thread in it)";
		return RA__BLAS_NO_MEMORY;
	}
	if (!blas->shared) {
		blas->core_corrected = correct_core(library, ask_text(library, os, "openblas_get_corename"), os);
		if (blas->threaded)
			forbid_threads(library, os);
		redirect_heap(library, os);
	}
	blas->own_buffers = redirect_buffers(library, blas, os);
	if (!blas->own_buffers && !blas->threaded) {
		*why = "this serial OpenBLAS cannot be called from several threads: install libopenblas0-pthread";
		return RA__BLAS_UNFIT;
	}
	const struct link_map *map = os->link_map(library);
	blas->path = map != NULL ? map->l_name : "unknown";
	blas->core = ask_text(library, os, "openblas_get_corename");
	blas->config = ask_text(library, os, "openblas_get_config");
	return RA__BLAS_OK;
}

static enum ra__blas_error load_one(struct ra__blas *blas, const char *path, const struct ra__blas_os *os,
                                    const char **why)
{
	struct ra__blas made = {0};
	void *resident = os->open(path, true);
	void *library = os->open(path, false);
	if (resident != NULL)
		os->close(resident);
	if (library == NULL) {
		*why = "libopenblas.so.0 not found: install libopenblas0-serial (or -pthread)";
		return RA__BLAS_NOT_FOUND;
	}
	made.shared = resident != NULL;
	enum ra__blas_error error = prepare(&made, library, os, why);
	if (error != RA__BLAS_OK) {
		os->close(library);
		return error;
	}
	keep_after_end(library, os);
	*blas = made;
	return error;
}

enum ra__blas_error ra__blas_load(struct ra__blas *blas, const char *path, const struct ra__blas_os *os,
                                  const char **why)
{
	static const char *const usual[] = {
		"/usr/lib/" MULTIARCH "/openblas-serial/libopenblas.so.0",
		"libopenblas.so.0",
	};
	enum ra__blas_error error = RA__BLAS_NOT_FOUND, worst = RA__BLAS_NOT_FOUND;
	*why = NULL;
	if (path != NULL)
		return load_one(blas, path, os, why);
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
		const char *reason = NULL;
		error = load_one(blas, usual[i], os, &reason);
		if (error == RA__BLAS_OK)
			return error;
		if (*why == NULL || worst == RA__BLAS_NOT_FOUND) { /* "not found" says less than any other reason */
			worst = error;
			*why = reason;
		}
	}
	return worst;
}

/* --- for kernels ------------------------------------------------------------------------------------------------ */

static _Atomic(ra__blas_get_fn) installed;

void ra__blas_install(ra__blas_get_fn get)
{
	atomic_store_explicit(&installed, get, memory_order_release);
}

const struct ra__blas *ra__blas_load_once(const char *path, const struct ra__blas_os *os, const char **why)
{
	static struct ra__blas loaded;
	return ra__blas_load(&loaded, path, os, why) == RA__BLAS_OK ? &loaded : NULL;
}

void ra__blas_names(const struct ra__blas *blas, const char **path, const char **core)
{
	*path = blas->path;
	*core = blas->core;
}

const struct ra__blas *ra__blas_get(const char **why)
{
	ra__blas_get_fn get = atomic_load_explicit(&installed, memory_order_acquire);
	if (get != NULL)
		return get(why);
	*why = "no BLAS library was set up";
	return NULL;
}
