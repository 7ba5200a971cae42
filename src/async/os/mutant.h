/*
 * Mutants: one part of the bookkeeping left out, to show that the tests notice. In the library RA__MUTANT(NAME) is the
 * constant 0; in a build with -DRA__MUTANTS it is whether that line of mutants.def is switched on, by the environment
 * variable RUNAHEAD_MUTANT at the start of the process or by a test that sets ra__mutant while no other thread runs.
 */
#ifndef RA_ASYNC_MUTANT_H
#define RA_ASYNC_MUTANT_H

enum ra__mutant {
    RA__MUTANT_NONE,
#define MUTANT(name, test, what) RA__MUTANT_##name,
#include "async/os/mutants.def"
#include "meta/hidden.h"
#undef MUTANT
    RA__MUTANTS_COUNT
};

#ifdef RA__MUTANTS
extern RA__HIDDEN enum ra__mutant ra__mutant;
extern RA__HIDDEN const char *const ra__mutant_names[RA__MUTANTS_COUNT];
#define RA__MUTANT(name) __builtin_expect(ra__mutant == RA__MUTANT_##name, 0)
#else
#define RA__MUTANT(name) 0
#endif

#endif
