/*
 * Variables of the library's own that several files know. A declaration says so by itself (the compiler's flag speaks of
 * definitions alone), so that code in a shared library reaches them without asking where they are. To tests, which are no part of
 * the library they are linked to (packaging/reach.c), they are not hidden.
 */
#ifndef RA_META_HIDDEN_H
#define RA_META_HIDDEN_H

#ifndef RA__HIDDEN
#define RA__HIDDEN __attribute__((visibility("hidden")))
#endif

#endif
