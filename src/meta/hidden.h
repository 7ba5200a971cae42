/*
 * Variables of the library's own that several files know. A declaration says so by itself (the compiler's flag speaks of
 * definitions alone), so that code in a shared library reaches them without asking where they are.
 */
#ifndef RA_META_HIDDEN_H
#define RA_META_HIDDEN_H

#define RA__HIDDEN __attribute__((visibility("hidden")))

#endif
