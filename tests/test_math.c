/* test_math.c: the elementary functions, at every level of the instruction set that is built and that this processor runs: their bits are not the
 * same at all of them. levels/math.c says what is tested.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <cmocka.h>

#include "async/os/os.h"
#include "levels/math.h"

static const struct level {
    int (*test)(void);
    int needs; /* what ra__os_cpu_level must give */
} levels[] = {
#ifdef RA_BUILT_base
    {test_math_base, 0},
#endif
#ifdef RA_BUILT_neon
    {test_math_neon, 0},
#endif
#ifdef RA_BUILT_v2
    {test_math_v2, 2},
#endif
#ifdef RA_BUILT_v3
    {test_math_v3, 3},
#endif
#ifdef RA_BUILT_v4
    {test_math_v4, 4},
#endif
};

int main(void)
{
    int failed = 0;

    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (levels[i].needs <= ra__os_cpu_level())
            failed += levels[i].test();
    return failed;
}
