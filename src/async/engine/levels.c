#include "async/engine/levels.h"

#include "async/os/os.h"

#include <string.h>

/* Lowest first. `needs` is what ra__os_cpu_level must give: on other processors than x86-64 one level is built, for all. */
static const struct level {
    const ra__kernel_table *table;
    int needs;
} levels[] = {
#ifdef RA_BUILT_base
    {&ra__kernels_base, 0},
#endif
#ifdef RA_BUILT_neon
    {&ra__kernels_neon, 0},
#endif
#ifdef RA_BUILT_v2
    {&ra__kernels_v2, 2},
#endif
#ifdef RA_BUILT_v3
    {&ra__kernels_v3, 3},
#endif
#ifdef RA_BUILT_v4
    {&ra__kernels_v4, 4},
    {&ra__kernels_v4_bf16, 5},
#endif
};

enum { LEVELS = sizeof levels / sizeof *levels };

const ra__kernel_table *ra__level_at(int i)
{
    return i >= 0 && i < LEVELS ? levels[i].table : NULL;
}

const ra__kernel_table *ra__level_choose(const char *name, const char **why)
{
    int have = ra__os_cpu_level();
    *why = name ? "kernels of that level were not built" : "this processor runs none of the levels that were built";
    for (int i = LEVELS - 1; i >= 0; i--) {
        if (name && strcmp(levels[i].table->isa, name))
            continue;
        if (levels[i].needs <= have)
            return levels[i].table;
        if (name)
            *why = "this processor does not run that level";
    }
    return NULL;
}
