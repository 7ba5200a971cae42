#include "random/figures.h"

#include <string.h>
#include <sys/mman.h>

enum { OPERATORS = 512, STATUSES = 256, NAME = 40 };

struct figures {
    _Atomic uint64_t went[FIGURE_COUNT][2];
    _Atomic uint64_t step[STEP_KINDS];
    _Atomic uint64_t status[STATUSES];
    _Atomic uint64_t call[OPERATORS][3][2]; /* functional, in place, out; accepted, refused */
    _Atomic uint64_t setting[FIGURE_SETTINGS];
    char setting_name[FIGURE_SETTINGS][NAME];
};

static struct figures own, *figures = &own;

static const char *const names[FIGURE_COUNT][3] = {
#define X(name, what, first, second) {what, first, second},
    FIGURES(X)
#undef X
};

static const char *const steps[STEP_KINDS] = {
    [STEP_MAKE] = "make", [STEP_VIEW] = "view", [STEP_UNARY] = "unary", [STEP_BINARY] = "binary", [STEP_TERNARY] = "ternary", [STEP_REDUCE] = "reduce", [STEP_PAIR] = "pair",
    [STEP_JOIN] = "join", [STEP_INDEX] = "index", [STEP_CHOOSE] = "choose", [STEP_LAYER] = "layer", [STEP_MATMUL] = "matmul", [STEP_LINALG] = "linalg", [STEP_REST] = "rest",
    [STEP_COPY] = "copy", [STEP_BORROW] = "borrow", [STEP_WRITE] = "write", [STEP_READ] = "read", [STEP_WAIT] = "wait", [STEP_RELEASE] = "release", [STEP_KEEP] = "keep",
    [STEP_SCOPE] = "scope", [STEP_FAIL] = "fail", [STEP_PART] = "part", [STEP_GROW] = "grow", [STEP_OVER] = "over", [STEP_ELSEWHERE] = "elsewhere", [STEP_BESIDE] = "beside",
    [STEP_CALLBACK] = "callback", [STEP_FUNCTION] = "function", [STEP_OWN] = "own", [STEP_CANCEL] = "cancel", [STEP_FORK] = "fork", [STEP_HOSTILE] = "hostile", [STEP_SHARED] = "shared",
};

static void add(_Atomic uint64_t *to)
{
    atomic_fetch_add_explicit(to, 1, memory_order_relaxed);
}

static uint64_t get(_Atomic uint64_t *of)
{
    return atomic_load_explicit(of, memory_order_relaxed);
}

bool figures_share(void)
{
    void *p = mmap(NULL, sizeof *figures, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return false;
    figures = p;
    return true;
}

void figure(enum figure f, bool first)
{
    add(&figures->went[f][!first]);
}

void figure_step(enum step_kind kind)
{
    add(&figures->step[kind]);
}

void figure_status(ra_status s)
{
    add(&figures->status[(unsigned)s % STATUSES]);
}

void figure_call(const ra_op *op, ra_variant variant, ra_status s)
{
    size_t i = 0, n = ra_op_count();
    while (i < n && ra_op_at(i) != op)
        i++;
    if (i < OPERATORS)
        add(&figures->call[i][variant == RA_INPLACE ? 1 : variant == RA_OUT ? 2 : 0][s != RA_OK]);
}

void figure_setting(int number, const char *name)
{
    memcpy(figures->setting_name[number], name, strnlen(name, NAME - 1)); /* by several processes, the same */
    add(&figures->setting[number]);
}

/* ---- told ---- */

static uint64_t calls_of(size_t op, int refused)
{
    return get(&figures->call[op][0][refused]) + get(&figures->call[op][1][refused]) + get(&figures->call[op][2][refused]);
}

static void print_operators(FILE *to)
{
    fprintf(to, "# operators, accepted/refused:");
    for (size_t i = 0; i < ra_op_count(); i++)
        fprintf(to, "%s%s %llu/%llu", i % 8 ? "  " : "\n#   ", ra_op_name(ra_op_at(i)), (unsigned long long)calls_of(i, 0), (unsigned long long)calls_of(i, 1));
    fprintf(to, "\n");
}

void figures_print(FILE *to)
{
    print_operators(to);
    fprintf(to, "# statuses:");
    for (int i = 0; i < STATUSES; i++)
        if (get(&figures->status[i]))
            fprintf(to, "  %s %llu", ra_status_name((ra_status)i), (unsigned long long)get(&figures->status[i]));
    fprintf(to, "\n# steps that did something:");
    for (int i = 0; i < STEP_KINDS; i++)
        fprintf(to, "  %s %llu", steps[i], (unsigned long long)get(&figures->step[i]));
    fprintf(to, "\n# programs by setting:");
    for (int i = 0; i < FIGURE_SETTINGS; i++)
        if (get(&figures->setting[i]))
            fprintf(to, "  %s %llu", figures->setting_name[i], (unsigned long long)get(&figures->setting[i]));
    fprintf(to, "\n");
    for (int f = 0; f < FIGURE_COUNT; f++)
        fprintf(to, "# %s: %llu %s, %llu %s\n", names[f][0], (unsigned long long)get(&figures->went[f][0]), names[f][1], (unsigned long long)get(&figures->went[f][1]), names[f][2]);
}

int figures_missing(FILE *to)
{
    int missing = 0;
    for (size_t i = 0; i < ra_op_count(); i++)
        for (int refused = 0; refused < 2; refused++)
            if (!calls_of(i, refused) && ++missing)
                fprintf(to, "# never drawn: %s, %s\n", ra_op_name(ra_op_at(i)), refused ? "refused" : "accepted");
    for (int i = 0; i < STEP_KINDS; i++)
        if (!get(&figures->step[i]) && !(i == STEP_FORK && MAY_NOT_FORK) && ++missing)
            fprintf(to, "# never drawn: a step of kind %s\n", steps[i]);
    for (int f = 0; f < FIGURE_COUNT; f++)
        for (int way = 0; way < 2; way++)
            if (!get(&figures->went[f][way]) && !(f == FIGURE_FORK && MAY_NOT_FORK) && ++missing)
                fprintf(to, "# never drawn: %s: %s\n", names[f][0], names[f][1 + way]);
    return missing;
}
