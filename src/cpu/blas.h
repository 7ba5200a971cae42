/* blas.h: the OpenBLAS that products and decompositions run on: found, made fit for many threads, and called.
 *
 * src/cpu makes no system call: whoever owns the process (src/async) hands in the few it needs and asks for
 * ra__blas_load() once, at first use or ahead of it. What is called afterwards is plain Fortran: column-major,
 * 32-bit integers, and one hidden size_t at the end for each character argument (gfortran's calling convention).
 */
#ifndef RA_CPU_BLAS_H
#define RA_CPU_BLAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "meta/blas.h"

typedef float _Complex ra__c32;
typedef double _Complex ra__c64;

/* Every routine that is taken from the library: X(name, arguments); all of them return nothing. T is the type of
 * an element, R its real part's. */
#define RA__BLAS_COMMON(X, p, T, R)                                                                                  \
	X(p##gemm_, (const char *transa, const char *transb, const int *m, const int *n, const int *k,               \
	             const T *alpha, const T *a, const int *lda, const T *b, const int *ldb, const T *beta, T *c,    \
	             const int *ldc, size_t, size_t))                                                                \
	X(p##trsm_, (const char *side, const char *uplo, const char *transa, const char *diag, const int *m,         \
	             const int *n, const T *alpha, const T *a, const int *lda, T *b, const int *ldb, size_t, size_t, \
	             size_t, size_t))                                                                                \
	X(p##potrf_, (const char *uplo, const int *n, T *a, const int *lda, int *info, size_t))                      \
	X(p##getrf_, (const int *m, const int *n, T *a, const int *lda, int *ipiv, int *info))                       \
	X(p##getrs_, (const char *trans, const int *n, const int *nrhs, const T *a, const int *lda, const int *ipiv, \
	              T *b, const int *ldb, int *info, size_t))                                                      \
	X(p##potrs_, (const char *uplo, const int *n, const int *nrhs, const T *a, const int *lda, T *b,             \
	              const int *ldb, int *info, size_t))                                                            \
	X(p##getri_, (const int *n, T *a, const int *lda, const int *ipiv, T *work, const int *lwork, int *info))    \
	X(p##trtrs_, (const char *uplo, const char *trans, const char *diag, const int *n, const int *nrhs,          \
	              const T *a, const int *lda, T *b, const int *ldb, int *info, size_t, size_t, size_t))          \
	X(p##geqrf_, (const int *m, const int *n, T *a, const int *lda, T *tau, T *work, const int *lwork, int *info)) \
	X(p##geqrt3_, (const int *m, const int *n, T *a, const int *lda, T *t, const int *ldt, int *info))           \
	X(p##larfb_, (const char *side, const char *trans, const char *direct, const char *storev, const int *m,     \
	              const int *n, const int *k, const T *v, const int *ldv, const T *t, const int *ldt, T *c,      \
	              const int *ldc, T *work, const int *ldwork, size_t, size_t, size_t, size_t))                   \
	X(p##larft_, (const char *direct, const char *storev, const int *n, const int *k, T *v, const int *ldv,      \
	              const T *tau, T *t, const int *ldt, size_t, size_t))                                           \
	X(p##gels_, (const char *trans, const int *m, const int *n, const int *nrhs, T *a, const int *lda, T *b,     \
	             const int *ldb, T *work, const int *lwork, int *info, size_t))

#define RA__BLAS_REAL(X, p, T)                                                                                      \
	X(p##orgqr_, (const int *m, const int *n, const int *k, T *a, const int *lda, const T *tau, T *work,         \
	              const int *lwork, int *info))                                                                 \
	X(p##gesdd_, (const char *jobz, const int *m, const int *n, T *a, const int *lda, T *s, T *u,                \
	              const int *ldu, T *vt, const int *ldvt, T *work, const int *lwork, int *iwork, int *info,      \
	              size_t))                                                                                      \
	X(p##lasq1_, (const int *n, T *d, T *e, T *work, int *info))                                                 \
	X(p##geev_, (const char *jobvl, const char *jobvr, const int *n, T *a, const int *lda, T *wr, T *wi, T *vl,  \
	             const int *ldvl, T *vr, const int *ldvr, T *work, const int *lwork, int *info, size_t, size_t)) \
	X(p##gelsy_, (const int *m, const int *n, const int *nrhs, T *a, const int *lda, T *b, const int *ldb,       \
	              int *jpvt, const T *rcond, int *rank, T *work, const int *lwork, int *info))                  \
	X(p##gelsd_, (const int *m, const int *n, const int *nrhs, T *a, const int *lda, T *b, const int *ldb,       \
	              T *s, const T *rcond, int *rank, T *work, const int *lwork, int *iwork, int *info))           \
	X(p##gelss_, (const int *m, const int *n, const int *nrhs, T *a, const int *lda, T *b, const int *ldb,       \
	              T *s, const T *rcond, int *rank, T *work, const int *lwork, int *info))                       \
	X(p##sytrd_, (const char *uplo, const int *n, T *a, const int *lda, T *d, T *e, T *tau, T *work,             \
	              const int *lwork, int *info, size_t))                                                         \
	X(p##stedc_, (const char *compz, const int *n, T *d, T *e, T *z, const int *ldz, T *work, const int *lwork,  \
	              int *iwork, const int *liwork, int *info, size_t))                                            \
	X(p##syevd_, (const char *jobz, const char *uplo, const int *n, T *a, const int *lda, T *w, T *work,         \
	              const int *lwork, int *iwork, const int *liwork, int *info, size_t, size_t))

#define RA__BLAS_COMPLEX(X, p, T, R)                                                                                \
	X(p##ungqr_, (const int *m, const int *n, const int *k, T *a, const int *lda, const T *tau, T *work,         \
	              const int *lwork, int *info))                                                                 \
	X(p##gesdd_, (const char *jobz, const int *m, const int *n, T *a, const int *lda, R *s, T *u,                \
	              const int *ldu, T *vt, const int *ldvt, T *work, const int *lwork, R *rwork, int *iwork,       \
	              int *info, size_t))                                                                           \
	X(p##geev_, (const char *jobvl, const char *jobvr, const int *n, T *a, const int *lda, T *w, T *vl,          \
	             const int *ldvl, T *vr, const int *ldvr, T *work, const int *lwork, R *rwork, int *info,        \
	             size_t, size_t))                                                                                \
	X(p##gelsy_, (const int *m, const int *n, const int *nrhs, T *a, const int *lda, T *b, const int *ldb,       \
	              int *jpvt, const R *rcond, int *rank, T *work, const int *lwork, R *rwork, int *info))        \
	X(p##gelsd_, (const int *m, const int *n, const int *nrhs, T *a, const int *lda, T *b, const int *ldb,       \
	              R *s, const R *rcond, int *rank, T *work, const int *lwork, R *rwork, int *iwork, int *info)) \
	X(p##gelss_, (const int *m, const int *n, const int *nrhs, T *a, const int *lda, T *b, const int *ldb,       \
	              R *s, const R *rcond, int *rank, T *work, const int *lwork, R *rwork, int *info))             \
	X(p##hetrd_, (const char *uplo, const int *n, T *a, const int *lda, R *d, R *e, T *tau, T *work,             \
	              const int *lwork, int *info, size_t))                                                         \
	X(p##stedc_, (const char *compz, const int *n, R *d, R *e, T *z, const int *ldz, T *work, const int *lwork,  \
	              R *rwork, const int *lrwork, int *iwork, const int *liwork, int *info, size_t))               \
	X(p##heevd_, (const char *jobz, const char *uplo, const int *n, T *a, const int *lda, R *w, T *work,         \
	              const int *lwork, R *rwork, const int *lrwork, int *iwork, const int *liwork, int *info,       \
	              size_t, size_t))

#define RA__BLAS_ROUTINES(X)                     \
	RA__BLAS_COMMON(X, s, float, float)      \
	RA__BLAS_COMMON(X, d, double, double)    \
	RA__BLAS_COMMON(X, c, ra__c32, float)    \
	RA__BLAS_COMMON(X, z, ra__c64, double)   \
	RA__BLAS_REAL(X, s, float)               \
	RA__BLAS_REAL(X, d, double)              \
	RA__BLAS_COMPLEX(X, c, ra__c32, float)   \
	RA__BLAS_COMPLEX(X, z, ra__c64, double)

struct ra__blas {
#define RA__BLAS_FIELD(name, arguments) void(*name) arguments;
	RA__BLAS_ROUTINES(RA__BLAS_FIELD)
#undef RA__BLAS_FIELD
	/* For ra_info. The strings live as long as the library. */
	const char *path;   /* the file it came from */
	const char *config; /* its own account of its version and options */
	const char *core;   /* the processor it believes to be on, by which it chose its kernels */
	bool core_corrected; /* whether that was our choice over its own */
	bool own_buffers;    /* whether its work buffers come from our lock-free pool */
	bool threaded;       /* a build with threads, which has been told to use none */
	bool shared;         /* the host had loaded it before: its settings are the host's and were left alone */
};

/* Loads the library into *blas: `path` where it is not NULL, otherwise the serial build where there is one, otherwise
 * whichever the loader finds. On failure *blas is untouched, nothing stays loaded, and *why (static storage) says
 * what happened and what helps. Not safe against itself: the caller loads once, or under a lock. *os is kept. May
 * take tens of milliseconds. The library is never unloaded once this has succeeded. */
enum ra__blas_error ra__blas_load(struct ra__blas *blas, const char *path, const struct ra__blas_os *os,
                                  const char **why);

/* For kernels: loads at the first call, from any thread at any time. NULL and the reason (static storage) where there is
 * none. */
const struct ra__blas *ra__blas_get(const char **why);

/* How many work buffers exist, and how many times one was handed out: for tests and statistics. */
void ra__blas_buffer_counts(unsigned *made, uint64_t *taken);

#endif
