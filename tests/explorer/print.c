/*
 * A program as C text, a thread after the other, with what it needs to be built: hold, split, fail and read are those of
 * program.c.
 */
#include "program.h"

#include <stdio.h>
#include <string.h>

static const char *const text[EX_OP_COUNT] = {
#define X(name, form) [EX_##name] = form,
    EX_OPS(X)
#undef X
};

static const char *const fusion[] = {"RA_FUSION_ON", "RA_FUSION_OFF", "RA_FUSION_ALWAYS", "RA_FUSION_RANDOM"};

static void print_variable(unsigned v)
{
    if (v >= EX_VARIABLES)
        printf("shared%u", v - EX_VARIABLES);
    else
        printf("v%u", v);
}

static void print_step(const ex_step *s)
{
    printf("    ");
    for (const char *p = text[s->op]; *p; p++) {
        if (p[0] == 'v' && p[1] == '%') { /* v%d: the variable's name */
            p += 2;
            print_variable(*p == 'd' ? s->d : *p == 'a' ? s->a : *p == 'b' ? s->b : s->c);
        } else if (p[0] == '%' && p[1] == 'k') {
            p++;
            printf("%u", s->k);
        } else if (p[0] == '(' && p[1] == 'v' && p[2] == '%') {
            putchar('(');
        } else if (p[0] == '%') {
            p++;
            printf("%u", *p == 'd' ? s->d : *p == 'a' ? s->a : *p == 'b' ? s->b : s->c);
        } else
            putchar(*p);
    }
    putchar('\n');
}

void ex_program_print(const ex_program *p)
{
    printf("ra_config c = {.size = sizeof c, .workers = %d, .no_inline = %s, .fusion = %s, .spin_us = %d%s};  /* %s%s%s%s%s */\n", p->workers ? p->workers : -1,
           p->no_inline ? "true" : "false", fusion[p->fusion], p->spins ? 5 : -1, p->paced ? ", .pacing_count = 3" : "", p->two_nodes ? "two nodes" : "one node",
           p->polled ? ", callbacks polled" : "", p->stops ? ", ra_shutdown at the end" : "", p->scarce ? ", memory is refused now and then" : "",
           p->checked ? ", RUNAHEAD_CHECK=1" : "");
    for (int t = 0; t < p->threads; t++) {
        printf("void thread_%d(void)\n{\n", t);
        for (int i = 0; i < p->steps; i++)
            if (p->step[i].thread == t)
                print_step(&p->step[i]);
        printf("    /* reads and releases all that it has */\n}\n");
    }
}
