/*
 * A failing schedule's program, made shorter for as long as it fails in the same way under some schedule.
 */
#include "driver.h"

#include <stdio.h>
#include <string.h>

enum { TRIES = 600 }; /* schedules of a shorter program before it counts as one that does not fail */

void ex_make(ex_program *p, uint64_t seed, uint64_t steps)
{
    ex_program all;
    ex_generate(&all, seed);
    *p = all;
    p->steps = p->shared = p->first = 0;
    for (int i = 0; i < all.steps; i++)
        if (steps >> i & 1) {
            p->shared += i < all.shared;
            p->first += i < all.first;
            p->step[p->steps++] = all.step[i];
        }
}

/* What a report says but for its numbers, addresses and places: the same defect says the same, but that what runs too early is told as that or as
 * a race, by which of the two is seen first. */
static void kind_of(const char *report, char *kind, size_t size)
{
    size_t n = 0;
    if (!strncmp(report, "data race ", 10))
        report = "order: task ";
    for (const char *c = report; *c && *c != '\n' && *c != '(' && n + 1 < size && n < 40;) {
        const size_t address = strncmp(c, "0x", 2) ? 0 : 2 + strspn(c + 2, "0123456789abcdef");
        const size_t number = address ? address : strspn(c, "0123456789");
        if (number)
            c += number;
        else
            kind[n++] = *c++;
    }
    kind[n] = 0;
}

static bool fails_alike(uint64_t seed, uint64_t steps, const char *kind, uint64_t *schedule)
{
    ex_program p;
    char mine[64];
    ex_make(&p, seed, steps);
    for (uint64_t i = 0; i < TRIES; i++) {
        uint64_t s = i ? *schedule + i * UINT64_C(0x2545f4914f6cdd1d) : *schedule;
        if (ex_run(&p, s))
            continue;
        kind_of(ex.report, mine, sizeof mine);
        if (!strcmp(mine, kind)) {
            *schedule = s;
            return true;
        }
    }
    return false;
}

/* Puts a handle into its d, as its text says; of others d says nothing. */
static bool makes(const ex_step *s)
{
    static const char *const text[EX_OP_COUNT] = {
#define X(name, form) [EX_##name] = form,
        EX_OPS(X)
#undef X
    };
    return strstr(text[s->op], "v%d = ") || strstr(text[s->op], "&v%d");
}

static bool is_next_made(const ex_program *all, uint64_t steps, int i)
{
    const ex_step *released = &all->step[i];
    for (int j = i + 1; j < all->steps; j++) {
        const ex_step *s = &all->step[j];
        if (!(steps >> j & 1) || s->thread != released->thread)
            continue;
        if (s->op == EX_RELEASE && s->a == released->a)
            return false;
        if (makes(s) && s->d == released->a)
            return true;
    }
    return false;
}

/* A kernel behind a gate that nobody opens would be a defect of the program, and so would a handle in whose place the next is put. */
static bool can_be_left_out(const ex_program *all, uint64_t steps, int i)
{
    const ex_step *s = &all->step[i];
    for (int j = 0; s->op == EX_OPEN && j < i; j++)
        if (steps >> j & 1 && all->step[j].op == EX_HOLD && all->step[j].thread == s->thread && all->step[j].k == s->k)
            return false;
    return s->op != EX_RELEASE || !is_next_made(all, steps, i);
}

static int bits(uint64_t x)
{
    return __builtin_popcountll(x);
}

void ex_tell(uint64_t seed, uint64_t schedule)
{
    ex_program all, p;
    char kind[64];
    ex_generate(&all, seed);
    p = all;
    uint64_t steps = p.steps < 64 ? (UINT64_C(1) << p.steps) - 1 : UINT64_MAX;
    ex.quiet = false;
    if (ex_run(&p, schedule)) {
        printf("# seed %lu does not fail again: something outside the seed enters\n", (unsigned long)seed);
        return;
    }
    printf("# seed %lu: %s# replay: explorer replay %lu %#lx\n", (unsigned long)seed, ex.report, (unsigned long)seed, (unsigned long)schedule);
    if (ex.stands) { /* each that was shorter would stand as long */
        ex_program_print(&p);
        return;
    }
    kind_of(ex.report, kind, sizeof kind);
    ex.quiet = true;
    for (bool shorter = true; shorter;) {
        shorter = false;
        for (int i = all.steps; i-- > 0;)
            if (steps >> i & 1 && can_be_left_out(&all, steps, i) && fails_alike(seed, steps & ~(UINT64_C(1) << i), kind, &schedule)) {
                steps &= ~(UINT64_C(1) << i);
                shorter = true;
            }
    }
    ex.quiet = false;
    ex_make(&p, seed, steps);
    (void)ex_run(&p, schedule);
    printf("# in %d steps of %d: %s# replay: explorer replay %lu %#lx %#lx\n", bits(steps), all.steps, ex.report, (unsigned long)seed, (unsigned long)schedule, (unsigned long)steps);
    ex_program_print(&p);
}

int ex_replay(uint64_t seed, uint64_t schedule, uint64_t steps)
{
    ex_program p;
    ex_make(&p, seed, steps);
    ex_program_print(&p);
    bool ok = ex_run(&p, schedule);
    printf("%lu points, digest %016lx: %s\n", (unsigned long)ex.step, (unsigned long)ex.digest, ok ? "nothing is wrong" : ex.report);
    return !ok;
}
