/*
 * A program as a C program of its own, made of what <runahead.h> declares and of what its steps need of the helpers below.
 *
 * It runs all steps twice: one operator after another first, then ahead; what is read must be the same, nothing may be live at the
 * end, and every callback must have come. The schedule is then the system's: it shows what goes wrong under every schedule at
 * once, and under a rare one when it is run again and again. What only the controller can do is done by what comes next to it:
 * a kernel that is held up until a gate opens is one behind some milliseconds of work, a kernel that calls the library is an operator, and that
 * memory is refused is left out.
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

/* ---- what the steps call ---- */

static const char always[] =
    "#include <runahead.h>\n"
    "\n"
    "#include <stdatomic.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "\n"
    "enum { THREADS = 3, READS = 64, LONGEST = 18 };\n"
    "\n"
    "/* What was read when it ran one operator after another. */\n"
    "static struct { ra_status status; float value[LONGEST]; } answer[THREADS][READS];\n"
    "static int reads[THREADS], due;\n"
    "static atomic_int called, wrong;\n"
    "static bool ahead;\n"
    "\n"
    "static void look(int thread, const char *name, const ra_tensor *t)\n"
    "{\n"
    "    float got[LONGEST] = {0};\n"
    "    int n = reads[thread]++;\n"
    "    ra_status status = ra_copy_to(t, got, t ? (size_t)ra_numel(t) * sizeof(float) : 0);\n"
    "    if (!ahead) {\n"
    "        answer[thread][n].status = status;\n"
    "        memcpy(answer[thread][n].value, got, sizeof got);\n"
    "    } else if (status != RA_ERR_CANCELLED && (!status != !answer[thread][n].status || (!status && memcmp(answer[thread][n].value, got, sizeof got)))) {\n"
    "        printf(\"thread %d, %s: %s, %g %g %g ..., one after another %s, %g %g %g ...\\n\", thread, name, ra_status_name(status), got[0], got[1], got[2],\n"
    "               ra_status_name(answer[thread][n].status), answer[thread][n].value[0], answer[thread][n].value[1], answer[thread][n].value[2]);\n"
    "        wrong = 1;\n"
    "    }\n"
    "    ra_clear_error();\n"
    "}\n\n";

/* A name that stands in a step's text, and what it stands for. */
static const struct {
    const char *name, *text;
} helpers[] = {
    {"big_one(", /* is part of the others */
     "/* 1, after some milliseconds. */\n"
     "static ra_tensor *big_one(int64_t count)\n"
     "{\n"
     "    ra_tensor *ones = ra_full(RA_DIMS(count), 1), *largest = ra_amax(ones, RA_DIMS(0));\n"
     "    ra_release(ones);\n"
     "    return largest;\n"
     "}\n\n"},
    {"hold(",
     "/* x + 1, or 1: late. */\n"
     "static ra_tensor *hold(const ra_tensor *x)\n"
     "{\n"
     "    ra_tensor *one = big_one(1 << 22), *none = x ? NULL : ra_full(RA_DIMS(6), 0), *sum = ra_add(x ? x : none, one);\n"
     "    ra_release(one), ra_release(none);\n"
     "    return sum;\n"
     "}\n\n"},
    {"call(",
     "typedef struct parts {\n"
     "    int64_t count, step_to, step_from;\n"
     "} parts;\n\n"
     "static ra_status add_up(const ra_function_call *call)\n"
     "{\n"
     "    const parts *p = call->state;\n"
     "    const float *from = call->reads[0];\n"
     "    float *to = call->writes[0];\n"
     "    float sum[18];\n"
     "    for (int64_t i = 0; i < p->count; i++)\n"
     "        sum[i] = to[i * p->step_to] + from[i * p->step_from];\n"
     "    for (int64_t i = 0; i < p->count; i++)\n"
     "        to[i * p->step_to] = sum[i];\n"
     "    return RA_OK;\n"
     "}\n\n"
     "/* A function of the program's adds x to `to`. */\n"
     "static ra_tensor *call(const ra_tensor *to, const ra_tensor *x)\n"
     "{\n"
     "    parts *p = malloc(sizeof *p);\n"
     "    const int64_t count = ra_ndim(to) ? ra_size_bound(to, 0) : 1;\n"
     "    *p = (parts){count, ra_ndim(to) ? ra_stride(to, 0) : 1, ra_ndim(x) && ra_size_bound(x, 0) == count ? ra_stride(x, 0) : 0};\n"
     "    ra_tensor *done = ra_call_function(add_up, p, RA_LIST(x), RA_LIST(to), RA_OPTS(ra_call_function, .release = free));\n"
     "    if (!done)\n"
     "        free(p);\n"
     "    return done;\n"
     "}\n\n"},
    {"split(",
     "/* x + 1, by several threads. */\n"
     "static ra_tensor *split(int grains, const ra_tensor *x)\n"
     "{\n"
     "    const int64_t sizes[] = {grains * 16384, ra_numel(x)};\n"
     "    ra_tensor *many = ra_expand(x, ra_dims_of(sizes, 1 + ra_ndim(x))), *sums = ra_add(many, 1), *sum = ra_amax(sums, RA_DIMS(0));\n"
     "    ra_release(many), ra_release(sums);\n"
     "    return sum;\n"
     "}\n\n"},
    {"fail(",
     "/* What fails when its kernel runs: an index that is not there. */\n"
     "static ra_tensor *fail(const ra_tensor *x)\n"
     "{\n"
     "    const int64_t size = ra_numel(x);\n"
     "    ra_tensor *index = ra_full(ra_dims_of(&size, ra_ndim(x)), 99, RA_OPTS(ra_full, .dtype = RA_INT64)), *failed = ra_gather(x, 0, index);\n"
     "    ra_release(index);\n"
     "    return failed;\n"
     "}\n\n"},
    {"count_nonzero(",
     "static void count_nonzero(const ra_tensor *x, int how)\n"
     "{\n"
     "    ra_tensor *found = ra_nonzero(x), *again = ra_ref(found);\n"
     "    if (how & 1)\n"
     "        (void)ra_has_pending_extent(found);\n"
     "    for (int i = 0; (how & 4) && i < 2; i++)\n"
     "        ra_release(ra_neg(found));\n"
     "    ra_release(found);\n"
     "    if (how & 2)\n"
     "        (void)ra_size(again, 0);\n"
     "    ra_release(again);\n"
     "    ra_clear_error();\n"
     "}\n\n"},
    {"borrow(",
     "static void count_call(void *unused)\n"
     "{\n"
     "    (void)unused;\n"
     "    called++;\n"
     "}\n\n"
     "static float buffers[64][6];\n"
     "static atomic_int buffers_lent;\n"
     "\n"
     "static ra_tensor *borrow(float value)\n"
     "{\n"
     "    float *buffer = buffers[buffers_lent++ % 64];\n"
     "    for (int i = 0; i < 6; i++)\n"
     "        buffer[i] = value;\n"
     "    ra_tensor *t = ra_from_data(buffer, RA_FLOAT32, RA_DIMS(6), RA_OPTS(ra_from_data, .release = count_call));\n"
     "    due += t != NULL;\n"
     "    return t;\n"
     "}\n\n"},
    {"when_ready(",
     "static void record(void *x, ra_status status)\n"
     "{\n"
     "    (void)status;\n"
     "    ra_release(ra_neg(x));\n"
     "    ra_release(x);\n"
     "    called++;\n"
     "}\n\n"
     "static void when_ready(const ra_tensor *t, const ra_tensor *x)\n"
     "{\n"
     "    ra_tensor *own = ra_ref(x);\n"
     "    if (ra_on_ready(t, record, own))\n"
     "        ra_release(own);\n"
     "    else\n"
     "        due++;\n"
     "}\n\n"},
    {"usleep(", "#include <unistd.h>\n\n"},
    {"await(",
     "#include <poll.h>\n#include <unistd.h>\n\n"
     "static void await(const ra_tensor *t)\n"
     "{\n"
     "    struct pollfd p = {.fd = -1, .events = POLLIN};\n"
     "    if (ra_ready_fd(t, &p.fd))\n"
     "        return;\n"
     "    while (c.workers > 0 && poll(&p, 1, -1) < 1) /* without workers nobody would run it */\n"
     "        ;\n"
     "    close(p.fd);\n"
     "}\n\n"},
    {"fork_here(",
     "#include <sys/wait.h>\n#include <unistd.h>\n\n"
     "static void fork_here(void)\n"
     "{\n"
     "    pid_t child = fork();\n"
     "    if (child == 0) {\n"
     "        float got[6] = {0};\n"
     "        ra_tensor *two = ra_full(RA_DIMS(6), 2), *negative = ra_neg(two);\n"
     "        alarm(20);\n"
     "        _exit(ra_copy_to(negative, got, sizeof got) || got[5] != -2);\n"
     "    }\n"
     "    int status = -1;\n"
     "    if (child > 0 && (waitpid(child, &status, 0) != child || status)) {\n"
     "        printf(\"the child of a fork: status %d\\n\", status);\n"
     "        wrong = 1;\n"
     "    }\n"
     "}\n\n"}};

static bool is_used(const ex_program *p, const char *name)
{
    for (int i = 0; i < p->steps; i++)
        if (strstr(text[p->step[i].op], name))
            return true;
    return !strcmp(name, "big_one(") && is_used(p, "hold(");
}

/* ---- its steps ---- */

/* Variables of the first thread that others read. */
static unsigned shared_of(const ex_program *p)
{
    unsigned shared = 0;
    for (int i = 0; i < p->steps; i++) {
        const ex_step *s = &p->step[i];
        const uint8_t v[] = {s->a, s->b, s->c};
        for (int k = 0; k < 3; k++)
            if (v[k] >= EX_VARIABLES)
                shared |= 1u << (v[k] - EX_VARIABLES);
    }
    return shared;
}

static void print_variable(unsigned shared, const ex_step *s, unsigned v)
{
    if (v >= EX_VARIABLES)
        printf("shared%u", v - EX_VARIABLES);
    else if (s->thread == 0 && (shared >> v & 1))
        printf("shared%u", v);
    else
        printf("v%u", v);
}

static void print_step(const ex_step *s, unsigned shared)
{
    const char *form = s->op == EX_HOLD && !s->b ? "v%d = hold(NULL); /* until gate %k opens */" : text[s->op];
    printf("    ");
    for (const char *p = form; *p; p++) {
        if (p[0] == 'v' && p[1] == '%') { /* v%d: the variable's name */
            p += 2;
            print_variable(shared, s, *p == 'd' ? s->d : *p == 'a' ? s->a : *p == 'b' ? s->b : s->c);
        } else if (p[0] == '%' && (p[1] == 'k' || p[1] == 't')) {
            p++;
            printf("%u", *p == 'k' ? s->k : s->thread);
        } else
            putchar(*p);
    }
    putchar('\n');
}

/* Those that its steps name. */
static unsigned variables_of(const ex_program *p, int thread)
{
    unsigned variables = 0;
    for (int i = 0; i < p->steps; i++) {
        const ex_step *s = &p->step[i];
        if (s->thread != thread)
            continue;
        for (const char *c = text[s->op]; (c = strstr(c, "v%")); c++) {
            unsigned v = c[2] == 'd' ? s->d : c[2] == 'a' ? s->a : c[2] == 'b' ? s->b : s->c;
            if (v < EX_VARIABLES)
                variables |= 1u << v;
        }
    }
    return variables;
}

static void print_thread(const ex_program *p, int thread, unsigned shared)
{
    unsigned mine = variables_of(p, thread), own = thread ? mine : mine & ~shared;
    printf("static void *thread_%d(void *unused)\n{\n    ra_set_execution(ahead ? RA_RUN_AHEAD : RA_SYNC);\n", thread);
    if (p->urgent)
        printf("    ra_urgent_begin();\n");
    if (thread == 0 && p->accumulates)
        printf("    accumulator = ra_full(RA_DIMS(6), 0);\n");
    for (unsigned v = 0; v < EX_VARIABLES; v++)
        if (own >> v & 1)
            printf("    ra_tensor *v%u = NULL;\n", v);
    int started = p->threads == 1;
    for (int i = 0; i < p->steps; i++) {
        if (thread == 0 && !started && i >= p->shared) {
            printf("    start_others();\n");
            started = 1;
        }
        if (p->step[i].thread == thread)
            print_step(&p->step[i], shared);
    }
    if (thread == 0 && p->threads > 1)
        printf("%s    join_others();\n", started ? "" : "    start_others();\n");
    if (thread == 0 && p->accumulates)
        printf("    look(0, \"accumulator\", accumulator);\n    ra_release(accumulator);\n");
    for (int pass = 0; pass < 2; pass++)
        for (unsigned v = 0; v < EX_VARIABLES; v++)
            if (mine >> v & 1) {
                const char *name = thread == 0 && (shared >> v & 1) ? "shared" : "v";
                if (pass)
                    printf("    ra_release(%s%u);\n", name, v);
                else
                    printf("    if (%s%u)\n        look(%d, \"%s%u\", %s%u);\n", name, v, thread, name, v, name, v);
            }
    if (p->urgent)
        printf("    ra_urgent_end();\n");
    printf("    return unused;\n}\n\n");
}

static void print_others(const ex_program *p)
{
    printf("#include <pthread.h>\n\nstatic pthread_t others[%d];\n", p->threads - 1);
    for (int t = 1; t < p->threads; t++)
        printf("static void *thread_%d(void *unused);\n", t);
    printf("\nstatic void start_others(void)\n{\n");
    for (int t = 1; t < p->threads; t++)
        printf("    if (pthread_create(&others[%d], NULL, thread_%d, NULL))\n        abort();\n", t - 1, t);
    printf("}\n\nstatic void join_others(void)\n{\n");
    for (int t = 1; t < p->threads; t++)
        printf("    pthread_join(others[%d], NULL);\n", t - 1);
    printf("}\n\n");
}

void ex_program_print(const ex_program *p)
{
    unsigned shared = shared_of(p);
    printf("/* Threads: %d. cc -std=gnu11 this.c -lrunahead -lpthread */\n%s", p->threads, always);
    printf("static ra_config c = {.size = sizeof c, .workers = %d, .no_inline = %s, .fusion = %s, .spin_us = %d%s%s, .priority = %s};\n", p->workers ? p->workers : -1,
           p->no_inline ? "true" : "false", fusion[p->fusion], p->spins ? 5 : -1, p->paced ? ", .pacing_count = 3" : "", p->two_nodes ? ", .topology = \"node:2 core:2 pu:1\"" : "",
           p->background ? "RA_PRIORITY_BACKGROUND" : "RA_PRIORITY_NORMAL");
    if (p->accumulates)
        printf("static ra_tensor *accumulator;\n");
    for (unsigned v = 0; v < EX_VARIABLES; v++)
        if (shared >> v & 1)
            printf("static ra_tensor *shared%u;\n", v);
    putchar('\n');
    for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++)
        if (is_used(p, helpers[i].name))
            printf("%s", helpers[i].text);
    if (p->threads > 1)
        print_others(p);
    for (int t = p->threads; t-- > 0;)
        print_thread(p, t, shared);
    printf("static void run(void)\n{\n    due = called = 0;\n    memset(reads, 0, sizeof reads);\n    if (ra_init(&c)) {\n        printf(\"%%s\\n\", ra_last_error());\n        exit(2);\n    }\n");
    if (p->polled)
        printf("    ra_set_callbacks_polled(true);\n");
    printf("    thread_0(NULL);\n");
    if (p->polled)
        printf("    while (ra_poll())\n        ;\n");
    printf("    if (ra_shutdown() || called != due || ra_get_memory_stats().live) {\n"
           "        printf(\"%%d callbacks of %%d, %%zu bytes live at the end\\n\", (int)called, due, ra_get_memory_stats().live);\n"
           "        wrong = 1;\n    }\n}\n\n");
    printf("/* How often it runs ahead, if that is not once: until something is wrong. */\nint main(int argc, char **argv)\n{\n    int times = argc > 1 ? atoi(argv[1]) : 1;\n");
    if (p->checked)
        printf("    setenv(\"RUNAHEAD_CHECK\", \"1\", 1);\n");
    printf("    run();\n    ahead = true;\n    for (int i = 0; i < times && !wrong; i++)\n        run();\n    printf(\"%%s\\n\", wrong ? \"wrong\" : \"nothing is wrong\");\n    return wrong;\n}\n");
}
