#include "report/variants.h"

static const struct {
    const char *name, *colour;
} list[VARIANT_COUNT] = {
#define VARIANT_ROW(id, name, colour) {name, colour},
    VARIANTS(VARIANT_ROW)
#undef VARIANT_ROW
};

const char *variant_name(variant v) { return list[v].name; }

const char *variant_colour(variant v) { return list[v].colour; }
