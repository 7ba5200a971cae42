/*
 * The generator: prints, from the operator table, the public header (`header`), the stubs behind it (`stubs`) or the table of the README (`table`).
 * All are checked in; `make generate` writes them anew and `make check-generated` compares.
 */
#include "meta/generate.h"
#include "meta/op.h"

#include <stdio.h>
#include <string.h>

static const char *c_type(const ra_op_arg *a)
{
    switch (a->kind) {
    case RA_ARG_TENSOR: return "const ra_tensor *";
    case RA_ARG_TENSORS: return "ra_tensors ";
    case RA_ARG_OPERAND: return "ra_operand ";
    case RA_ARG_SCALAR: return "ra_scalar ";
    case RA_ARG_DIMS: return "ra_dims ";
    case RA_ARG_DTYPE: return "ra_dtype ";
    case RA_ARG_DEVICE: return "ra_device ";
    case RA_ARG_BOOL: return "bool ";
    case RA_ARG_INT: return "int64_t ";
    case RA_ARG_FLOAT: return "double ";
    case RA_ARG_STRING: return "const char *";
    case RA_ARG_GENERATOR: return "ra_generator *";
    default: return "?";
    }
}

/* A number whose default is not zero needs a type that can be "not given"; so does a bool that is true. */
static bool default_is_zero(const ra_op_arg *a)
{
    const ra_arg *d = &a->default_value;
    if (!a->has_default || d->kind == RA_ARG_NONE)
        return true;
    switch (a->kind) {
    case RA_ARG_BOOL: return !d->boolean;
    case RA_ARG_INT: return d->integer == 0;
    case RA_ARG_FLOAT: return d->real == 0;
    default: return true;
    }
}

/* A field that tells what is not given from zero: "SCALAR" or "BOOL"; NULL where zero is the default. */
static const char *optional_field(const ra_op_arg *a)
{
    if (a->kind == RA_ARG_SCALAR || ((a->kind == RA_ARG_INT || a->kind == RA_ARG_FLOAT) && !default_is_zero(a)))
        return "SCALAR";
    return a->kind == RA_ARG_BOOL && !default_is_zero(a) ? "BOOL" : NULL;
}

/* The options of a function that only works in place are named without its underscore, unless another operator has that name. */
static void print_options_type(const ra_op *op)
{
    const size_t length = strlen(op->name), bare = length - (op->name[length - 1] == '_');
    bool is_taken = false;
    for (int i = 0; i < RA__OP_NAMED; i++)
        is_taken |= strlen(ra__ops[i].name) == bare && !strncmp(ra__ops[i].name, op->name, bare);
    printf("ra_%.*s_opts", (int)(is_taken ? length : bare), op->name);
}

/* A parameter's name that no macro is likely to have: of several letters, all small, and none of the usual functions. */
static const char *safe_name(const char *name)
{
    static char text[4][64];
    static int next;
    bool usual = !name[1] || !strcmp(name, "min") || !strcmp(name, "max");
    char *to = text[next++ % 4];
    snprintf(to, sizeof text[0], "%s%s", name, usual ? "_" : "");
    for (char *c = to; *c; c++)
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
    return to;
}

static void print_wrapped(const char *indent, const char *text)
{
    int column = (int)strlen(indent);
    printf("%s", indent);
    while (*text) {
        size_t n = strcspn(text, " ");
        if (column + (int)n > 116 && column > (int)strlen(indent)) {
            printf("\n%s", indent);
            column = (int)strlen(indent);
        } else if (column > (int)strlen(indent)) {
            printf(" ");
            column++;
        }
        printf("%.*s", (int)n, text);
        column += (int)n;
        text += n + (text[n] == ' ');
    }
    printf("\n");
}

static void print_default(const ra_op_arg *a)
{
    const ra_arg *d = &a->default_value;
    if (!a->has_default) {
        printf("required");
        return;
    }
    printf("default ");
    if (d->kind == RA_ARG_NONE) {
        printf("none");
        return;
    }
    switch (a->kind) {
    case RA_ARG_BOOL: printf(d->boolean ? "yes" : "no"); break;
    case RA_ARG_INT: printf("%lld", (long long)d->integer); break;
    case RA_ARG_FLOAT: printf("%g", d->real); break;
    case RA_ARG_SCALAR: d->scalar.kind == RA_SCALAR_FLOAT ? printf("%g", d->scalar.value.f[0]) : printf("%lld", (long long)d->scalar.value.i); break;
    case RA_ARG_DIMS: printf("%lld", (long long)d->dims.values[0]); break;
    case RA_ARG_STRING: printf("\"%s\"", d->string); break;
    default: break;
    }
}

static void print_field(const ra_op_arg *a)
{
    const char *optional = optional_field(a);
    bool list = a->kind == RA_ARG_DIMS && a->length;
    if (optional)
        printf("    RA_OPTIONAL_%s(%s); /* ", optional, a->name);
    else if (list)
        printf("    int64_t %s[%lld] RA_ZERO; /* ", a->name, (long long)a->length);
    else
        printf("    %s%s RA_ZERO; /* ", c_type(a), a->name);
    for (int c = 0; a->choices && a->choices[c]; c++)
        printf("%s\"%s\"", c ? ", " : "", a->choices[c]);
    printf("%s", a->choices ? "; " : "");
    print_default(a);
    if (list)
        printf(a->default_value.dims.values[0] ? " for each; {n} is n for each" : " for each; what is not named is that: {1} is {1, 0}, and so is 1 without braces in C");
    printf(" */\n");
}

static void print_options(const ra_op *op)
{
    if (op->positional == op->arg_count)
        return;
    printf("typedef struct ");
    print_options_type(op);
    printf(" {\n    size_t size;\n");
    for (int i = op->positional; i < op->arg_count; i++)
        print_field(&op->args[i]);
    printf("} ");
    print_options_type(op);
    printf(";\n");
}

static void print_dtypes(unsigned mask)
{
    int n = 0, all = 1;
    for (int d = 1; d < RA_DTYPE_COUNT; d++)
        all &= mask >> d & 1;
    if (all) {
        printf("all");
        return;
    }
    static const char *const names[] = {
#define X(name, number, ctype, bytes, text) [number] = text,
        RA_DTYPE_LIST(X)
#undef X
    };
    for (int d = 1; d < RA_DTYPE_COUNT; d++)
        if (mask >> d & 1)
            printf("%s%s", n++ ? ", " : "", names[d]);
}

static void print_doc(const ra_op *op)
{
    printf("/*\n");
    print_wrapped(" * ", op->doc);
    printf(" *\n *   %s%s\n *\n * Computes in: ", op->name, op->schema);
    print_dtypes(op->dtypes);
    printf(".");
    if (op->properties & RA_OP_VIEW)
        printf(" Result: a view of the first argument; no task.");
    else if (op->properties & RA_OP_MAY_ALIAS)
        printf(" Result: another handle to the same storage where that will do, else a new tensor.");
    if (op->properties & RA_OP_DATA_SHAPE)
        printf("\n * An extent of the result depends on the data; asking for it may wait.");
    printf(op->properties & RA_OP_MAY_WAIT ? "\n * May wait (for masks).\n" : "\n");
    printf(" */\n");
}

static bool has_generic(const ra_op *op)
{
    for (int i = 0; i < op->positional; i++)
        if (op->args[i].kind == RA_ARG_OPERAND || op->args[i].kind == RA_ARG_SCALAR)
            return true;
    return false;
}

/* The handle that result r is written into, or the pointer to where it goes. */
static const char *result_name(const ra_op *op, ra_variant variant, int r)
{
    static char text[64];
    if (variant == RA_FUNCTIONAL)
        return safe_name(op->results[r].name);
    snprintf(text, sizeof text, op->result_count > 1 ? "out_%s" : "out", safe_name(op->results[r].name));
    return text;
}

static bool has_options(const ra_op *op)
{
    return op->positional < op->arg_count;
}

static bool returns_handle(const ra_op *op, ra_variant variant)
{
    return variant == RA_FUNCTIONAL && op->result_count == 1 && !op->returns_list;
}

/* A reduction whose last parameter is the list of dimensions: left out, it is all of them. */
static bool may_lack_dims(const ra_op *op, ra_variant variant)
{
    const ra_op_arg *last = &op->args[op->positional - 1];
    return op->family == RA__FAMILY_REDUCE && last->kind == RA_ARG_DIMS && last->optional && variant != RA_INPLACE && (variant == RA_OUT || returns_handle(op, variant));
}

/* How the parameters are printed: as for everybody, as for a definition, or with the place of the call behind them. */
typedef enum parameters { DECLARED, DEFINED, SITED } parameters;

static void print_parameters(const ra_op *op, ra_variant variant, parameters how)
{
    const char *comma = "";
    for (int r = 0; variant == RA_OUT && r < op->result_count; r++, comma = ", ")
        printf("%sra_tensor *%s", comma, result_name(op, variant, r));
    for (int i = 0; i < op->positional; i++, comma = ", ") {
        const ra_op_arg *a = &op->args[i];
        printf("%s%s%s", comma, variant == RA_INPLACE && i == 0 ? "ra_tensor *" : c_type(a), safe_name(a->name));
        if (how == DECLARED && i == op->positional - 1 && may_lack_dims(op, variant))
            printf(" RA_DEFAULT(RA_ALL)");
    }
    if (variant == RA_FUNCTIONAL && op->returns_list)
        printf("%sra_tensor **results, size_t room, size_t *count", comma);
    else if (variant == RA_FUNCTIONAL && op->result_count > 1)
        for (int r = 0; r < op->result_count; r++, comma = ", ")
            printf("%sra_tensor **%s", comma, result_name(op, variant, r));
    if (has_options(op)) {
        printf("%sconst ", comma);
        print_options_type(op);
        printf(" *opts%s", how == DECLARED ? " RA_DEFAULT(RA__NULL)" : "");
    }
    printf("%s", how == DECLARED ? " RA_SITE" : how == SITED ? ", ra_site site" : "");
}

static bool ends_with_underscore(const char *name)
{
    return name[strlen(name) - 1] == '_';
}

static void print_name(const ra_op *op, ra_variant variant)
{
    printf("ra_%s%s", op->name, variant == RA_INPLACE && !ends_with_underscore(op->name) ? "_" : variant == RA_OUT ? "_out" : "");
}

static const ra_variant variants[] = {RA_FUNCTIONAL, RA_INPLACE, RA_OUT};

static const char *result_type(const ra_op *op, ra_variant variant)
{
    return returns_handle(op, variant) ? "ra_tensor *" : "ra_status ";
}

/* The parameters' names, or, for a call, what is passed on for each, which is RA_ALL for dimensions that are left out. */
static void print_names_but(const ra_op *op, ra_variant variant, bool passed, bool lacks_dims)
{
    const char *comma = "";
    for (int r = 0; variant == RA_OUT && r < op->result_count; r++, comma = ", ")
        printf("%s%s", comma, result_name(op, variant, r));
    for (int i = 0; i < op->positional - (lacks_dims && !passed); i++, comma = ", ") {
        const ra_op_arg *a = &op->args[i];
        if (lacks_dims && i == op->positional - 1) {
            printf(", RA_ALL");
            break;
        }
        bool self = variant == RA_INPLACE && i == 0;
        const char *wrap = !passed || self ? "" : a->kind == RA_ARG_OPERAND ? "RA_OPERAND" : a->kind == RA_ARG_SCALAR ? "RA_SCALAR" : "";
        printf(*wrap ? "%s%s(%s)" : "%s%s%s", comma, wrap, safe_name(a->name));
    }
    bool many = variant == RA_FUNCTIONAL && op->result_count > 1 && !op->returns_list;
    for (int r = 0; many && r < op->result_count; r++, comma = ", ")
        printf("%s%s", comma, result_name(op, variant, r));
}

static void print_names(const ra_op *op, ra_variant variant, bool passed)
{
    print_names_but(op, variant, passed, false);
}

/* The front of a function whose dimensions may be left out, by how many arguments there are: in the front that takes all of them, or in one for one less. */
static void print_choice(const ra_op *op, ra_variant variant)
{
    enum { MOST = 6 };
    const int expected = op->positional + (variant == RA_OUT ? op->result_count : 0);
    printf("#define ");
    print_name(op, variant);
    printf("(...) RA__SEVENTH(__VA_ARGS__");
    for (int given = MOST; given > 0; given--) {
        printf(given == expected - 1 ? ", RA__ALL_" : ", RA__FRONT_");
        print_name(op, variant);
    }
    printf(has_options(op) ? ", ~)(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)\n" : ", ~)(__VA_ARGS__)\n");
    printf("#define RA__ALL_");
    print_name(op, variant);
    printf("(");
    print_names_but(op, variant, false, true);
    printf(has_options(op) ? ", ...) " : ") ");
    print_name(op, variant);
    printf("_at(");
    print_names_but(op, variant, true, true);
    printf(has_options(op) ? ", NULL, RA_HERE)\n" : ", RA_HERE)\n");
    if (has_options(op))
        return;
    printf("#define RA__FRONT_");
    print_name(op, variant);
    printf("(...) ");
    print_name(op, variant);
    printf("_at(__VA_ARGS__, RA_HERE)\n");
}

/*
 * A macro of the function's own name that passes the place of the call, lets numbers stand for operands and the options be
 * left out: then it is given what stands in the call and NULL behind it, and its second half takes as options whatever
 * comes first.
 */
static void print_front(const ra_op *op, ra_variant variant)
{
    const bool chooses = may_lack_dims(op, variant);
    if (chooses)
        print_choice(op, variant);
    if (chooses && !has_options(op))
        return;
    printf(chooses ? "#define RA__FRONT_" : "#define ");
    print_name(op, variant);
    if (!has_options(op) && !has_generic(op)) {
        printf("(...) ");
        print_name(op, variant);
        printf("_at(__VA_ARGS__, RA_HERE)\n");
        return;
    }
    if (has_options(op) && !chooses) {
        printf("(...) RA__FRONT_");
        print_name(op, variant);
        printf("(__VA_ARGS__, NULL, ra__wrong_number_of_arguments)\n#define RA__FRONT_");
        print_name(op, variant);
    }
    printf("(");
    print_names(op, variant, false);
    printf(has_options(op) ? ", opts, ...) " : ") ");
    print_name(op, variant);
    printf("_at(");
    print_names(op, variant, true);
    printf("%s, RA_HERE)\n", has_options(op) ? ", RA__LAST(opts, __VA_ARGS__)" : "");
}

/* RA_OPTS finds the options of a function by these. */
static void print_options_of(const ra_op *op, ra_variant variant)
{
    if (!has_options(op))
        return;
    printf("#define RA__OPTS_OF_");
    print_name(op, variant);
    printf(" ");
    print_options_type(op);
    printf("\n");
}

static void print_absent(const ra_op *op)
{
    if (!has_options(op))
        return;
    printf("#define RA__ABSENT_");
    print_options_type(op);
    for (int i = op->positional; i < op->arg_count; i++)
        if (optional_field(&op->args[i]))
            printf(" RA__ABSENT_%s(%s)", optional_field(&op->args[i]), op->args[i].name);
    printf("\n");
}

static void for_each_function(void (*print)(const ra_op *op, ra_variant variant))
{
    for (int i = 0; i < RA__OP_NAMED; i++)
        for (int v = 0; v < 3; v++)
            if (ra__ops[i].variants & variants[v])
                print(&ra__ops[i], variants[v]);
}

static void print_prototype(const ra_op *op, ra_variant variant)
{
    printf("RA_API %s", result_type(op, variant));
    print_name(op, variant);
    printf("(");
    print_parameters(op, variant, DECLARED);
    printf(") RA_AT(");
    print_name(op, variant);
    printf("_at)%s;\n", returns_handle(op, variant) ? "" : " RA_WARN_UNUSED");
}

/* What a call in C comes to. */
static void print_sited(const ra_op *op, ra_variant variant)
{
    printf("RA_API %s", result_type(op, variant));
    print_name(op, variant);
    printf("_at(");
    print_parameters(op, variant, SITED);
    printf(")%s;\n", returns_handle(op, variant) ? "" : " RA_WARN_UNUSED");
}

static void print_header(void)
{
    printf("/*\n * The operators. Printed by src/meta/generate.c from src/meta/ops.def; do not edit.\n *\n"
           " * Semantics are those of PyTorch 2.13's operators of the same name. Each has up to three variants that differ only in\n"
           " * where the result goes: ra_x gives a new handle (NULL when refused), ra_x_ writes into its first argument, ra_x_out\n"
           " * into given handles, which are resized where they have to be. Arguments are borrowed for the call and may be\n"
           " * released right after it. A call does not wait unless its comment says so (or it is paced); errors that only the\n"
           " * data can show reach whoever reads the result. Any thread may call. A trailing options argument may be left out;\n"
           " * where an operand or scalar is taken, a C number will do. The dimensions that end the parameters of a reduction may be\n"
           " * left out where no options follow, ra_sum(x), and are RA_ALL then. A result that is not wanted may have NULL for its place.\n"
           " *\n"
           " * An output may be an input where both are the very same view and each element is read before it is written, as in\n"
           " * elementwise operators. Refused on purpose (RA_ERR_OVERLAP), also where PyTorch copies first or leaves the result to\n"
           " * chance: an output that shares bytes with an input otherwise, or whose elements share memory with each other (an\n"
           " * expanded view), where they would not all get one value; two outputs that share bytes; and an output that is an\n"
           " * input and would have to be resized (RA_ERR_SHAPE). Clone one of the two first. What a dtype cannot hold is refused\n"
           " * by description too: a complex tensor as value of masked_fill_ on a real self, whatever its imaginary part is.\n"
           " *\n"
           " * Refusals: RA_ERR_SHAPE, RA_ERR_DTYPE, RA_ERR_ARGUMENT, RA_ERR_DEVICE, RA_ERR_OVERLAP, RA_ERR_OVERFLOW,\n"
           " * RA_ERR_MEMORY, as the statuses say; messages, and those of later failures, name where the call stands.\n */\n"
           "#ifndef RUNAHEAD_OPS_H\n#define RUNAHEAD_OPS_H\n\n#include <runahead/status.h>\n#include <runahead/types.h>\n\nRA_BEGIN_DECLS\n");
    ra__family family = RA__FAMILY_COUNT;
    for (int i = 0; i < RA__OP_NAMED; i++) {
        const ra_op *op = &ra__ops[i];
        if (op->family != family)
            printf("\n/* ---- %s ---- */\n", ra__family_text(family = op->family));
        printf("\n");
        print_doc(op);
        print_options(op);
        for (int v = 0; v < 3; v++)
            if (op->variants & variants[v])
                print_prototype(op, variants[v]);
    }
    printf("\nRA_END_DECLS\n\n/* Whose options RA_OPTS makes, by the function's name. */\n");
    for_each_function(print_options_of);
    printf("\n#ifndef __cplusplus\n/* Options that RA_OPTS marks as not given. */\n");
    for (int i = 0; i < RA__OP_NAMED; i++)
        print_absent(&ra__ops[i]);
    printf("\n/* The functions, told where they are called. */\n");
    for_each_function(print_sited);
    printf("\n/* Fronts: where the call stands, numbers as operands and scalars, options left out. (C++ has conversions and defaults.) */\n");
    for_each_function(print_front);
    printf("#endif\n\n#endif\n");
}

/* ---- stubs ---- */

static void print_pack(const ra_op *op, int i, ra_variant variant)
{
    const ra_op_arg *a = &op->args[i];
    char value[128];
    bool option = i >= op->positional;
    snprintf(value, sizeof value, "%s%s", option ? "o." : "", option ? a->name : safe_name(a->name));
    printf("        ");
    if (variant == RA_INPLACE && i == 0) {
        printf("{.tensor = %s, .kind = RA_ARG_TENSOR},\n", value);
        return;
    }
    switch (a->kind) {
    case RA_ARG_TENSOR: printf("{.tensor = %s, .kind = RA_ARG_TENSOR},\n", value); break;
    case RA_ARG_TENSORS: printf("{.tensors = %s, .kind = RA_ARG_TENSORS},\n", value); break;
    case RA_ARG_OPERAND: printf("pack_operand(%s),\n", value); break;
    case RA_ARG_SCALAR: printf("{.scalar = %s, .kind = RA_ARG_SCALAR},\n", value); break;
    case RA_ARG_DIMS:
        if (option && a->length)
            printf("pack_list(%s, %lld, %s),\n", value, (long long)a->length, a->default_value.dims.values[0] ? "true" : "false");
        else
            printf("{.dims = %s, .kind = RA_ARG_DIMS},\n", value);
        break;
    case RA_ARG_DTYPE: printf("{.dtype = %s, .kind = RA_ARG_DTYPE},\n", value); break;
    case RA_ARG_DEVICE: printf("{.device = %s, .kind = RA_ARG_DEVICE},\n", value); break;
    case RA_ARG_BOOL:
        if (option && optional_field(a))
            printf("pack_choice(%s),\n", value);
        else
            printf("{.boolean = %s, .kind = RA_ARG_BOOL},\n", value);
        break;
    case RA_ARG_INT:
    case RA_ARG_FLOAT:
        if (option && optional_field(a))
            printf("{.scalar = %s, .kind = RA_ARG_SCALAR},\n", value);
        else if (a->kind == RA_ARG_INT)
            printf("{.integer = %s, .kind = RA_ARG_INT},\n", value);
        else
            printf("{.real = %s, .kind = RA_ARG_FLOAT},\n", value);
        break;
    case RA_ARG_STRING: printf("{.string = %s, .kind = RA_ARG_STRING},\n", value); break;
    case RA_ARG_GENERATOR: printf("{.generator = %s, .kind = RA_ARG_GENERATOR},\n", value); break;
    default: break;
    }
}

static void print_take_options(const ra_op *op, ra_variant variant)
{
    if (!has_options(op))
        return;
    printf("    OPTIONS(");
    print_options_type(op);
    printf(", \"");
    print_name(op, variant);
    printf("\", %s);\n", returns_handle(op, variant) ? "NULL" : "RA_ERR_ARGUMENT");
    for (int i = op->positional; i < op->arg_count; i++)
        if (optional_field(&op->args[i]))
            printf("    OPTIONAL_%s(%s);\n", optional_field(&op->args[i]), op->args[i].name);
}

static void print_stub(const ra_op *op, ra_variant variant)
{
    const char *variant_name = variant == RA_FUNCTIONAL ? "RA_FUNCTIONAL" : variant == RA_INPLACE ? "RA_INPLACE" : "RA_OUT";
    printf("\n%s", result_type(op, variant));
    print_name(op, variant);
    printf("_at(");
    print_parameters(op, variant, SITED);
    printf(")\n{\n");
    print_take_options(op, variant);
    printf("    const ra_arg args[] = {\n");
    for (int i = 0; i < op->arg_count; i++)
        print_pack(op, i, variant);
    printf("    };\n");
    if (variant == RA_INPLACE) {
        printf("    return CALL(%s, %s, args, NULL, 0, NULL);\n}\n", op->name, variant_name);
        return;
    }
    if (variant == RA_FUNCTIONAL && op->returns_list) {
        printf("    return CALL(%s, %s, args, results, room, count);\n}\n", op->name, variant_name);
        return;
    }
    printf("    ra_tensor *r[%d] = {", op->result_count);
    if (variant == RA_OUT)
        for (int k = 0; k < op->result_count; k++)
            printf("%s%s", k ? ", " : "", result_name(op, variant, k));
    else
        printf("NULL");
    printf("};\n");
    if (variant == RA_OUT)
        printf("    return CALL(%s, %s, args, r, %d, NULL);\n}\n", op->name, variant_name, op->result_count);
    else if (returns_handle(op, variant))
        printf("    return CALL(%s, %s, args, r, 1, NULL) == RA_OK ? r[0] : NULL;\n}\n", op->name, variant_name);
    else {
        printf("    ra_status status = CALL(%s, %s, args, r, %d, NULL);\n    if (status)\n        return status;\n", op->name, variant_name, op->result_count);
        for (int k = 0; k < op->result_count; k++)
            printf("    deliver(%s, r[%d]);\n", result_name(op, variant, k), k);
        printf("    return RA_OK;\n}\n");
    }
}

static void print_plain(const ra_op *op, ra_variant variant)
{
    printf("PLAIN(%s, ", returns_handle(op, variant) ? "ra_tensor *" : "ra_status");
    print_name(op, variant);
    printf(", (");
    print_parameters(op, variant, DEFINED);
    printf("), (");
    print_names(op, variant, false);
    if (variant == RA_FUNCTIONAL && op->returns_list)
        printf(", results, room, count");
    printf("%s, RA__CALLER))\n", has_options(op) ? ", opts" : "");
}

static void print_stubs(void)
{
    printf("/*\n * The operator functions: each packs its arguments in the schema's order and dispatches.\n"
           " * Printed by src/meta/generate.c from src/meta/ops.def; do not edit.\n */\n"
           "#include \"async/front/stub.h\"\n");
    for_each_function(print_stub);
    printf("\n");
    for_each_function(print_plain);
}

int main(int argc, char **argv)
{
    for (int i = 0; i < RA__OP_COUNT; i++) {
        char error[256];
        if (!ra__schema_parse(&ra__ops[i], error, sizeof error)) {
            fprintf(stderr, "%s\n", error);
            return 1;
        }
    }
    if (argc == 2 && !strcmp(argv[1], "header"))
        print_header();
    else if (argc == 2 && !strcmp(argv[1], "stubs"))
        print_stubs();
    else if (argc == 2 && !strcmp(argv[1], "table"))
        ra__print_table();
    else {
        fprintf(stderr, "usage: %s header|stubs|table\n", argv[0]);
        return 2;
    }
    return 0;
}
