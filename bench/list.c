/* runahead ops: the operator table, from reflection alone. */
#include "bench.h"

#include <jansson.h>
#include <string.h>

static const struct word {
    unsigned bit;
    const char *text;
} variants[] = {{RA_FUNCTIONAL, "functional"}, {RA_INPLACE, "in-place"}, {RA_OUT, "out"}, {0, NULL}};

static void join(char *text, size_t size, const struct word *words, unsigned bits)
{
    size_t used = 0;
    *text = 0;
    for (; words->text; words++)
        if ((bits & words->bit) && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? "," : "", words->text);
}

static void join_dtypes(char *text, size_t size, unsigned bits)
{
    size_t used = 0;
    *text = 0;
    if (bits == (((1u << RA_DTYPE_COUNT) - 1) & ~1u)) {
        snprintf(text, size, "all");
        return;
    }
    for (int d = 1; d < RA_DTYPE_COUNT; d++)
        if ((bits & 1u << d) && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? "," : "", ra_dtype_name((ra_dtype)d));
}

/* What stands in one line. Devices: every operator runs on meta and on the CPU. */
typedef struct line {
    char variants[64], dtypes[160];
    const char *name, *family, *schema, *made;
    bool vectorised, splittable;
} line;

static line describe(const ra_op *op)
{
    const unsigned properties = ra_op_properties(op);
    line l = {.name = ra_op_name(op),
              .family = ra_op_family(op),
              .schema = ra_op_schema(op),
              .made = properties & RA_OP_COMPOSITE ? "composite" : properties & RA_OP_VIEW ? "view" : properties & RA_OP_NO_KERNEL ? "allocation" : "kernel",
              .vectorised = properties & RA_OP_VECTORISED,
              .splittable = properties & RA_OP_SPLITTABLE};
    join(l.variants, sizeof l.variants, variants, ra_op_variants(op));
    join_dtypes(l.dtypes, sizeof l.dtypes, ra_op_dtypes(op));
    return l;
}

static const char *yes(bool b) { return b ? "yes" : "no"; }

static void print_tsv(void)
{
    puts("name\tfamily\tsignature\tvariants\tdtypes\tdevices\tmade\tvectorised\tsplittable");
    for (size_t i = 0; i < ra_op_count(); i++) {
        const line l = describe(ra_op_at(i));
        printf("%s\t%s\t%s\t%s\t%s\tcpu,meta\t%s\t%s\t%s\n", l.name, l.family, l.schema, l.variants, l.dtypes, l.made, yes(l.vectorised), yes(l.splittable));
    }
}

static void print_table(void)
{
    const char *family = "";
    for (size_t i = 0; i < ra_op_count(); i++) {
        const line l = describe(ra_op_at(i));
        if (strcmp(l.family, family) != 0) {
            family = l.family;
            printf("%s\n== %s ==\n%-26s %-24s %-10s %-4s %-5s %-9s %s\n", i ? "\n" : "", family, "name", "variants", "made", "vec.", "split", "devices", "dtypes");
        }
        printf("%-26s %-24s %-10s %-4s %-5s %-9s %s\n    %s\n", l.name, l.variants, l.made, yes(l.vectorised), yes(l.splittable), "cpu,meta", l.dtypes, l.schema);
    }
    printf("\n%zu operators\n", ra_op_count());
}

static json_t *names_json(const struct word *words, unsigned bits)
{
    json_t *list = json_array();
    for (; words->text; words++)
        if (bits & words->bit)
            json_array_append_new(list, json_string(words->text));
    return list;
}

static json_t *argument_json(const ra_op_arg *a)
{
    static const char *const kinds[] = {
#define X(name, number, text) [number] = text,
        RA_ARG_KIND_LIST(X)
#undef X
    };
    json_t *choices = json_array();
    for (size_t i = 0; a->choices && a->choices[i]; i++)
        json_array_append_new(choices, json_string(a->choices[i]));
    return json_pack("{s:s,s:s,s:b,s:b,s:b,s:I,s:o}", "name", a->name ? a->name : "", "kind", kinds[a->kind], "optional", a->optional, "keyword", a->keyword,
                     "default", a->has_default, "length", (json_int_t)a->length, "choices", choices);
}

static json_t *operator_json(const ra_op *op)
{
    const line l = describe(op);
    json_t *dtypes = json_array(), *args = json_array(), *results = json_array();
    for (int d = 1; d < RA_DTYPE_COUNT; d++)
        if (ra_op_dtypes(op) & 1u << d)
            json_array_append_new(dtypes, json_string(ra_dtype_name((ra_dtype)d)));
    for (size_t i = 0; i < ra_op_arg_count(op); i++)
        json_array_append_new(args, argument_json(ra_op_arg_at(op, i)));
    for (size_t i = 0; i < ra_op_result_count(op); i++)
        json_array_append_new(results, argument_json(ra_op_result_at(op, i)));
    return json_pack("{s:s,s:s,s:s,s:s,s:o,s:o,s:[ss],s:s,s:b,s:b,s:o,s:o,s:b}", "name", l.name, "family", l.family, "signature", l.schema, "doc", ra_op_doc(op),
                     "variants", names_json(variants, ra_op_variants(op)), "dtypes", dtypes, "devices", "cpu", "meta", "made", l.made, "vectorised",
                     l.vectorised, "splittable", l.splittable, "arguments", args, "results", results, "returns_list", ra_op_returns_list(op));
}

static int print_json(void)
{
    json_t *list = json_array();
    for (size_t i = 0; i < ra_op_count(); i++)
        json_array_append_new(list, operator_json(ra_op_at(i)));
    const bool failed = !list || json_array_size(list) != ra_op_count() || json_dumpf(list, stdout, JSON_INDENT(1)) != 0;
    json_decref(list);
    putchar('\n');
    return failed;
}

int command_ops(int argc, char **argv)
{
    int code = 0;
    if (argc == 0)
        print_table();
    else if (argc == 1 && strcmp(argv[0], "--tsv") == 0)
        print_tsv();
    else if (argc == 1 && strcmp(argv[0], "--json") == 0)
        code = print_json();
    else {
        fputs("usage: runahead ops [--tsv | --json]\n", stderr);
        return 2;
    }
    return fflush(stdout) == 0 ? code : 1;
}
