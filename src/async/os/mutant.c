#include "async/os/mutant.h"

#ifdef RA__MUTANTS

#include "async/os/os.h"

#include <string.h>

enum ra__mutant ra__mutant;

const char *const ra__mutant_names[RA__MUTANTS_COUNT] = {
#define MUTANT(name, test, what) [RA__MUTANT_##name] = #name,
#include "async/os/mutants.def"
#undef MUTANT
};

__attribute__((constructor)) static void switch_on(void)
{
    const char *name = ra__os_getenv("RUNAHEAD_MUTANT");
    for (int i = 1; name && i < RA__MUTANTS_COUNT; i++)
        if (strcmp(name, ra__mutant_names[i]) == 0)
            ra__mutant = (enum ra__mutant)i;
}

#endif
