/* runahead ops: the operator table, from reflection alone. */
#include "bench.h"
#include "program/nearest.h"
#include "program/operator.h"
#include "program/page.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char *yes(bool b) { return b ? "yes" : "no"; }

static void print_tsv(const ra_op *const *ops, size_t count)
{
    puts("name\tfamily\tsignature\tvariants\tdtypes\tdevices\tmade\tvectorised\tsplittable");
    for (size_t i = 0; i < count; i++) {
        const op_line l = op_describe(ops[i]);
        printf("%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", l.name, l.family, l.schema, l.variants, l.dtypes, l.devices, l.made, yes(l.vectorised), yes(l.splittable));
    }
}

static void print_table(void)
{
    const char *family = "";
    for (size_t i = 0; i < ra_op_count(); i++) {
        const op_line l = op_describe(ra_op_at(i));
        if (strcmp(l.family, family) != 0) {
            family = l.family;
            printf("%s\n== %s ==\n%-26s %-24s %-10s %-4s %-5s %-14s %s\n", i ? "\n" : "", family, "name", "variants", "made", "vec.", "split", "devices", "dtypes");
        }
        printf("%-26s %-24s %-10s %-4s %-5s %-14s %s\n    %s\n", l.name, l.variants, l.made, yes(l.vectorised), yes(l.splittable), l.devices, l.dtypes, l.schema);
    }
    printf("\n%zu operators\n", ra_op_count());
}

static json_t *names_json(const op_word *words, unsigned bits)
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
    const op_line l = op_describe(op);
    json_t *dtypes = json_array(), *args = json_array(), *results = json_array();
    for (int d = 1; d < RA_DTYPE_COUNT; d++)
        if (ra_op_dtypes(op) & 1u << d)
            json_array_append_new(dtypes, json_string(ra_dtype_name((ra_dtype)d)));
    for (size_t i = 0; i < ra_op_arg_count(op); i++)
        json_array_append_new(args, argument_json(ra_op_arg_at(op, i)));
    for (size_t i = 0; i < ra_op_result_count(op); i++)
        json_array_append_new(results, argument_json(ra_op_result_at(op, i)));
    return json_pack("{s:s,s:s,s:s,s:s,s:o,s:o,s:o,s:s,s:b,s:b,s:o,s:o,s:b}", "name", l.name, "family", l.family, "signature", l.schema, "doc", ra_op_doc(op),
                     "variants", names_json(op_variant_words, ra_op_variants(op)), "dtypes", dtypes, "devices", names_json(op_device_words, ra_op_devices(op)), "made", l.made, "vectorised",
                     l.vectorised, "splittable", l.splittable, "arguments", args, "results", results, "returns_list", ra_op_returns_list(op));
}

static int print_json(const ra_op *const *ops, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, operator_json(ops[i]));
    const bool failed = !list || json_array_size(list) != count || json_dumpf(list, stdout, JSON_INDENT(1)) != 0;
    json_decref(list);
    putchar('\n');
    return failed;
}

/* ---- which ---- */

static const char *name_at(size_t i) { return i < ra_op_count() ? ra_op_name(ra_op_at(i)) : NULL; }

/* By its name, or by that of one of its functions in C: ra_add, ra_add_, ra_add_out. */
static const ra_op *find(const char *name)
{
    char text[80];
    snprintf(text, sizeof text, "%s", strncmp(name, "ra_", 3) == 0 ? name + 3 : name);
    const ra_op *op = ra_op_find(text);
    const size_t length = strlen(text);
    static const char *const endings[] = {"_", "_out"};
    for (size_t i = 0; !op && i < sizeof endings / sizeof *endings; i++) {
        const size_t rest = strlen(endings[i]);
        if (length > rest && strcmp(text + length - rest, endings[i]) == 0) {
            text[length - rest] = 0;
            op = ra_op_find(text);
            text[length - rest] = '_';
        }
    }
    ra_clear_error();
    return op;
}

typedef struct choice {
    const ra_op **ops;
    size_t count;
    bool tsv, json;
} choice;

static bool choose(choice *c, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        const ra_op *op = NULL;
        if (strcmp(argv[i], "--tsv") == 0)
            c->tsv = true;
        else if (strcmp(argv[i], "--json") == 0)
            c->json = true;
        else if (*argv[i] == '-') {
            fprintf(stderr, "runahead ops: unknown option %s (runahead ops --help)\n", argv[i]);
            return false;
        } else if ((op = find(argv[i])))
            c->ops[c->count++] = op;
        else {
            const char *near = nearest(argv[i], name_at);
            fprintf(stderr, near ? "runahead ops: no operator %s; %s was meant? (runahead ops lists all)\n" : "runahead ops: no operator %s (runahead ops lists all)\n", argv[i],
                    near);
            return false;
        }
    }
    if (c->tsv && c->json)
        fputs("runahead ops: --tsv or --json, not both\n", stderr);
    return !(c->tsv && c->json);
}

static int print_choice(choice *c)
{
    const bool named = c->count > 0;
    for (size_t i = 0; !named && i < ra_op_count(); i++)
        c->ops[c->count++] = ra_op_at(i);
    if (c->json)
        return print_json(c->ops, c->count);
    if (c->tsv)
        print_tsv(c->ops, c->count);
    else if (!named)
        print_table();
    for (size_t i = 0; named && !c->tsv && i < c->count; i++) {
        printf("%s", i ? "\n\n" : "");
        page_print(c->ops[i]);
    }
    return 0;
}

int command_ops(int argc, char **argv)
{
    choice c = {.ops = calloc(ra_op_count() + (size_t)argc, sizeof *c.ops)};
    if (!c.ops) {
        fputs("runahead ops: out of memory\n", stderr);
        return 1;
    }
    const int code = choose(&c, argc, argv) ? print_choice(&c) : 2;
    free(c.ops);
    return code;
}
