/*
 * What every public header needs: linkage, version, attributes.
 */
#ifndef RUNAHEAD_BASE_H
#define RUNAHEAD_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Semantic versioning of the source interface. Before 1.0 a minor version may change signatures; numbers of statuses,
 * dtypes and argument kinds are pinned for good. The binary interface is named by the soname (librunahead.so.0).
 */
#define RA_VERSION_MAJOR 0
#define RA_VERSION_MINOR 1
#define RA_VERSION_PATCH 0

#ifdef __cplusplus
#define RA_BEGIN_DECLS extern "C" {
#define RA_END_DECLS }
#define RA_DEFAULT(value) = value
#define RA__CAST(type, value) static_cast<type>(value)
#define RA__NULL nullptr
#else
#define RA_BEGIN_DECLS
#define RA_END_DECLS
#define RA_DEFAULT(value)
#define RA__CAST(type, value) ((type)(value))
#define RA__NULL NULL
#endif

/* Behind a field that may be left out. (Before C++14 a struct with initialisers is not one that braces can fill.) */
#if defined(__cplusplus) && __cplusplus >= 201402L
#define RA_ZERO = {}
#else
#define RA_ZERO
#endif

#define RA_API __attribute__((visibility("default")))
/*
 * Where in a program a call stands: what reports and messages name. In C++ a function takes it as its last argument, which
 * is there by itself; in C the function of the same name with _at behind it does, for which a macro of the plain name
 * stands. The plain function itself (a pointer to it, another language) knows the address it returns to. line is that of
 * file; ra_set_site says another place for all calls of a thread.
 */
typedef struct ra_site {
    const char *file;
    int line;
#ifdef __cplusplus
    ra_site(const char *name = __builtin_FILE(), int number = __builtin_LINE()) : file(name), line(number) {}
#endif
} ra_site;

#ifdef __cplusplus
#define RA_SITE , ra_site site = ra_site()
#define RA_SITE_ALONE ra_site site = ra_site()
#define RA_AT(symbol) __asm__(#symbol)
#else
#define RA_SITE
#define RA_SITE_ALONE void
#define RA_AT(symbol)
#define RA_HERE ((ra_site){__FILE__, __LINE__})
#endif

#define RA_WARN_UNUSED __attribute__((warn_unused_result))
#define RA_PRINTF(text, values) __attribute__((__format__(__printf__, text, values)))

/* Most dimensions a tensor can have. */
#define RA_MAX_DIMS 16

RA_BEGIN_DECLS

/* "0.1.0", of the library that runs (the macros are those it was compiled against). */
RA_API const char *ra_version(void);

RA_END_DECLS
#endif
