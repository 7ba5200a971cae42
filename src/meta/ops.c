/*
 * The rows of the operator table and what reflection reads of them.
 */
#include "meta/op.h"

#include "meta/dtype.h"

#include <string.h>

enum {
    F = RA_FUNCTIONAL,
    I = RA_INPLACE,
    O = RA_OUT,
    FI = F | I,
    FO = F | O,
    FIO = F | I | O
};

enum {
    U = RA__BITS_U,
    BU = RA__BIT_B | U,
    BUHR = BU | RA__BITS_FLOATING,
    UHR = RA__BITS_U | RA__BITS_FLOATING,
    UHRC = UHR | RA__BITS_C,
    HR = RA__BITS_FLOATING,
    HRC = HR | RA__BITS_C,
    HRI64 = HR | 1u << RA_INT64,
    HRCI64 = HRC | 1u << RA_INT64,
    HRU8 = HR | 1u << RA_UINT8,
    I64 = 1u << RA_INT64,
    I32I64 = 1u << RA_INT32 | 1u << RA_INT64,
    R = RA__BITS_R,
    C = RA__BITS_C,
    RI64 = R | 1u << RA_INT64,
    RC = R | RA__BITS_C,
    ALL = BUHR | RA__BITS_C
};

enum {
    ELEMENTWISE = RA_OP_ELEMENTWISE,
    COMMUTES = RA_OP_COMMUTES,
    VIEW = RA_OP_VIEW,
    RANDOM = RA_OP_RANDOM,
    DATA_SHAPE = RA_OP_DATA_SHAPE,
    MAY_WAIT = RA_OP_MAY_WAIT,
    MAY_ALIAS = RA_OP_MAY_ALIAS,
    VECTORISED = RA_OP_VECTORISED,
    SPLITTABLE = RA_OP_SPLITTABLE,
    NO_KERNEL = RA_OP_NO_KERNEL,
    OVERWRITES = RA_OP_OVERWRITES
};

/* Above the properties, which are public. */
enum { AS_SHIFT = 24 };
#define AS(what) ((unsigned)RA__AS_##what << AS_SHIFT)
#define PROPERTIES(all) .properties = (all) & ((1u << AS_SHIFT) - 1), .as = (unsigned)(all) >> AS_SHIFT

#ifdef RA__NO_META /* the header generator needs schemas only */
#define RA__META(name) NULL
#else
#include "meta/meta.h"
#define RA__META(name) ra__meta_##name
#endif

ra_op ra__ops[RA__OP_COUNT] = {
#define RA_OP(op, text, fam, meta_function, kernel, forms, types, props, about) \
    [RA__OP_##op] = {.size = sizeof(ra_op), .name = #op, .schema = text, .doc = about, .family = RA__FAMILY_##fam, .id = RA__OP_##op, \
                     .variants = forms, .dtypes = types, PROPERTIES(props), .meta = RA__META(meta_function)},
#define RA_COMPOSITE(op, text, fam, forms, types, props, about) \
    [RA__OP_##op] = {.size = sizeof(ra_op), .name = #op, .schema = text, .doc = about, .family = RA__FAMILY_##fam, .id = RA__OP_##op, \
                     .variants = forms, .dtypes = types, .properties = (props) | RA_OP_COMPOSITE},
#include "meta/ops.def"
#undef RA_OP
#undef RA_COMPOSITE
};

bool ra__ops_init(void)
{
    char error[256];
    for (int i = 0; i < RA__OP_COUNT; i++)
        if (!ra__schema_parse(&ra__ops[i], error, sizeof error))
            return false;
    return true;
}

const char *ra__family_text(ra__family family)
{
    static const char *const text[] = {
#define X(name, words) words,
        RA__FAMILY_LIST(X)
#undef X
    };
    return text[family];
}
