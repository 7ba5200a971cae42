#include "meta/generate.h"

#include "meta/op.h"

#include <stdbool.h>
#include <stdio.h>

/* A cell: the names of a family's operators, composites or others. */
static int print_cell(int family, bool composites)
{
    int count = 0;
    for (int i = 0; i < RA__OP_NAMED; i++) {
        const ra_op *op = &ra__ops[i];
        if ((int)op->family == family && !(op->properties & RA_OP_COMPOSITE) == !composites)
            printf("%s%s", count++ ? ", " : " `", op->name);
    }
    printf(count ? "` |" : " |");
    return count;
}

void ra__print_table(void)
{
    int single = 0, composites = 0;
    printf("| family | operators | put together from them |\n|---|---|---|\n");
    for (int family = 0; family < RA__FAMILY_COUNT; family++) {
        bool any = false;
        for (int i = 0; i < RA__OP_NAMED; i++)
            any = any || (int)ra__ops[i].family == family;
        if (!any)
            continue;
        printf("| %s |", ra__family_text((ra__family)family));
        single += print_cell(family, false);
        composites += print_cell(family, true);
        printf("\n");
    }
    printf("\n%d operators, and %d that are put together from others.\n", single, composites);
}
