/*
 * Every operator that has a kernel for CUDA against what PyTorch answers: the cases of tests/vectors with all their tensors there.
 *
 * Integers, and what the vectors hold to the bit, are equal bit by bit, other elements within 4 units of the last place, sums and
 * what hangs on them within their error bound, which the vectors have; descriptions, refusals, errors in the data, and bytes beside the
 * results are judged as on the processor. On the simulated driver: with 1, 2 and 4 devices, each in a process of its own since the
 * driver is loaded once, on which the cases are in turn; results go to the next device and come back from there as they were.
 *
 * A case has the dtype of its first tensor. Of each operator some cases of one dtype are tried, the dtype in turn over those it has, and
 * on 1, 2 and 4 devices others, so that kernels compile in time. RUNAHEAD_TEST_FULL=1 (make check-cuda-vectors): all, on each number of devices, by as many
 * processes as there are processors. RUNAHEAD_TEST_DEVICES=n: n devices alone, in this process; "real": those of the machine, by as
 * many processes, which fail where there are none.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda.h"

#include "vectors/deviation.h"
#include "vectors/judge.h"
#include "vectors/subjects.h"

#include <math.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>

enum { CLOSE_ULPS = 4 };

enum { MOST = 64 }; /* processes */

/* What is found of an operator. */
typedef struct tally {
    char name[64];
    int tried, compared, missing;
    double distance;
} tally;

static int devices;
static int part, parts = 1;                    /* of the work that several processes do: cases of each operator, or samples */
static tally (*tallies)[VECTOR_MAX_SUBJECTS];  /* of each process, which all of them see */
static int subject_count;

/* ---- one case ---- */

/* A conversion between two devices is a copy: the same bytes. */
static bool survives_a_journey(struct vector_call *call, ra_device by, char why[VECTOR_WHY])
{
    for (size_t r = 0; r < call->results; r++) {
        const ra_tensor *want = vector_result_here(call, r);
        const size_t bytes = want ? (size_t)ra_numel(want) * ra_dtype_size(ra_tensor_dtype(want)) : 0;
        RA_AUTO ra_tensor *moved = ra_to(call->result[r], RA_OPTS(ra_to, .device = by));
        char *a = malloc(bytes + 1), *b = malloc(bytes + 1);
        const bool good = want && moved && a && b && !ra_copy_to(want, a, bytes) && !ra_copy_to(moved, b, bytes) && !memcmp(a, b, bytes);
        free(a), free(b);
        if (!good)
            return vector_differ(why, "result %zu is another on device %s (%s)", r, ra_device_name(by), ra_last_status() ? ra_last_error() : "its bytes differ");
    }
    return true;
}

/* What PyTorch refuses on the processor, and computes on CUDA: factors without an exchange of rows (test_cuda_factors). */
static bool is_for_cuda(const struct vector_case *c)
{
    return !strncmp(c->op->name, "linalg_lu_factor", 16) && c->args > 1 && !c->arg[1].integer;
}

/* What there is no kernel for by intent: drivers of lstsq that PyTorch has on the processor alone, too. */
static bool is_for_processor(const struct vector_case *c)
{
    return !strcmp(c->op->name, "linalg_lstsq");
}

/* What the functions of CUDA's own library are off by: lgamma near its roots below -2, and the exponential in a complex power, which magnifies a rounding before it. */
static void allow_for_devices(struct vector_case *c)
{
    if (c->ulps > 0 && c->ulps < CLOSE_ULPS)
        c->ulps = CLOSE_ULPS;
    if (is_real() && !strcmp(c->op->name, "lgamma"))
        c->atol = fmax(c->atol, 0x1p-51);
    if (is_real() && (!strcmp(c->op->name, "pow") || !strcmp(c->op->name, "float_power")) && c->ulps > 0)
        c->ulps *= 2;
}

/* *missing: there is to be no kernel for it. */
static bool run_case(const struct vector_case *c, int i, bool *missing, double *distance, char why[VECTOR_WHY])
{
    struct vector_case judged = *c;
    struct vector_call call;
    const enum vector_deviation ours = vector_deviation_of(c);
    allow_for_devices(&judged);
    bool ok = vector_bind(&call, &judged, RA_CUDA_AT(i % devices), why);
    *missing = false;
    if (ok) {
        const ra_status s = vector_run(&call, vector_variant_of(c));
        *missing = s == RA_ERR_UNSUPPORTED && is_for_processor(c);
        if (c->expectation == VECTOR_REFUSED && is_for_cuda(c))
            ok = s ? vector_differ(why, "refused: %s", ra_last_error()) : vector_wait_for_results(&call, why);
        else if (ours == VECTOR_REFUSES || (ours == VECTOR_AGREES && c->expectation == VECTOR_REFUSED))
            ok = *missing || vector_judge_refusal(&call, s, why);
        else if (s)
            ok = *missing || vector_differ(why, "refused with %s: %s", ra_status_name(s), ra_last_error());
        else if (ours == VECTOR_COMPUTES)
            ok = vector_wait_for_results(&call, why);
        else if (c->expectation == VECTOR_DATA_ERROR)
            ok = vector_judge_data_error(&call, why);
        else
            ok = vector_judge_results(&call, why);
        if (ok && !s && ours == VECTOR_AGREES && c->expectation == VECTOR_RESULTS && c->check != VECTOR_LAYOUT) {
            *distance = fmax(*distance, c->atol == 0 && c->ulps < 1e6 ? vector_largest_distance(&call) : 0); /* not of float32 in a float64 */
            ok = devices < 2 || survives_a_journey(&call, RA_CUDA_AT((i + 1) % devices), why);
        }
    }
    char around[VECTOR_WHY];
    return (vector_unbind(&call, around) || vector_differ(why, "%s", around)) && ok;
}

/* ---- one operator ---- */

static bool is_full(void)
{
    const char *full = getenv("RUNAHEAD_TEST_FULL");
    return full && *full == '1';
}

/* That of its first tensor; else of its first result. */
static ra_dtype dtype_of(const struct vector_case *c)
{
    for (int a = 0; a < c->args; a++) {
        if (c->arg[a].kind == VECTOR_TENSOR)
            return c->arg[a].tensor.dtype;
        for (int i = 0; c->arg[a].kind == VECTOR_LIST && i < c->arg[a].count; i++)
            if (c->arg[a].present[i])
                return c->arg[a].items[i].dtype;
    }
    return c->results ? c->result[0].dtype : RA_FLOAT32;
}

/* One of those for which there are results, by the operator's number. */
static ra_dtype dtype_tried(const struct vector_subject *s, struct vector_case *c)
{
    ra_dtype found[32];
    unsigned seen = 0, count = 0, number = 0;
    for (const char *p = s->name; *p; p++)
        number = number * 31 + (unsigned char)*p;
    for (int i = 0; i < s->count; i++) {
        if (!vector_subject_case(s, i, c) || c->expectation != VECTOR_RESULTS || seen >> dtype_of(c) & 1)
            continue;
        seen |= 1u << dtype_of(c);
        found[count++] = dtype_of(c);
    }
    return count ? found[number % count] : RA_FLOAT32;
}

/* How many cases of an expectation are samples; and of how many they are some. */
static const int samples[] = {[VECTOR_RESULTS] = 3, [VECTOR_REFUSED] = 3, [VECTOR_DATA_ERROR] = 1};

static bool *choose(const struct vector_subject *s, struct vector_case *c)
{
    bool *chosen = calloc((size_t)s->count, sizeof *chosen);
    const ra_dtype dtype = dtype_tried(s, c);
    int count[3] = {0}, at[3] = {0}, picked[3] = {0};
    assert_non_null(chosen);
    for (int turn = 0; turn < 2; turn++)
        for (int i = 0; i < s->count; i++) {
            assert_true(vector_subject_case(s, i, c));
            const int e = c->expectation;
            if (dtype_of(c) != dtype)
                continue;
            if (!turn)
                count[e]++;
            else if (at[e]++ >= (2 * picked[e] + 1) * count[e] / (2 * samples[e]) && picked[e] < samples[e])
                chosen[i] = picked[e]++ % parts == part;
        }
    return chosen;
}

static void run_subject(void **state)
{
    const struct vector_subject *s = *state;
    const ra_op *op = ra_op_find(s->name);
    struct vector_case *c = malloc(sizeof *c);
    tally *t = &tallies[part][subject_count++];
    int failed = 0;
    assert_non_null(c);
    snprintf(t->name, sizeof t->name, "%s", s->name);
    if (!op || !(ra_op_devices(op) & 1u << RA_CUDA)) {
        free(c);
        skip();
        return;
    }
    bool *chosen = is_full() ? NULL : choose(s, c);
    for (int i = 0; i < s->count; i++) {
        char why[VECTOR_WHY] = "";
        bool none;
        if (chosen ? !chosen[i] : (int)((int64_t)i * parts / s->count) != part) /* neighbours share programs */
            continue;
        assert_true(vector_subject_case(s, i, c));
        if (!run_case(c, i, &none, &t->distance, why))
            vector_subject_failed(s, i, c, failed++, why);
        t->tried++;
        t->missing += none;
        t->compared += !none && c->expectation == VECTOR_RESULTS;
    }
    free(c);
    free(chosen);
    if (failed)
        fail_msg("%s: %d of %d cases failed", s->name, failed, t->tried);
}

/* ---- all operators ---- */

static int run_all(void)
{
    static struct CMUnitTest tests[VECTOR_MAX_SUBJECTS];
    int count;
    struct vector_subject *subjects = vector_subjects(&count);
    for (int i = 0; subjects && i < count; i++)
        tests[i] = (struct CMUnitTest){subjects[i].name, run_subject, NULL, NULL, &subjects[i]};
    int failed = subjects ? _cmocka_run_group_tests("operators on CUDA", tests, (size_t)count, NULL, NULL) : 1;
    vector_subjects_free();
    return failed || ra_shutdown();
}

/* Of so many processes together: a line for each operator, where all of its cases are tried. */
static void print_tallies(int together)
{
    tally all = {.name = "all"};
    for (int i = 0; i < VECTOR_MAX_SUBJECTS; i++) {
        tally sum = {.name = ""};
        for (int k = 0; k < together; k++) {
            const tally *t = &tallies[k][i];
            if (*t->name)
                memcpy(sum.name, t->name, sizeof sum.name);
            sum.tried += t->tried, sum.compared += t->compared, sum.missing += t->missing;
            sum.distance = fmax(sum.distance, t->distance);
        }
        all.tried += sum.tried, all.compared += sum.compared, all.missing += sum.missing;
        all.distance = fmax(all.distance, sum.distance);
        if (is_full() && *sum.name)
            print_message("# %-22s %5d cases, %4d without a kernel, largest distance %.3g\n", sum.name, sum.tried, sum.missing, sum.distance);
    }
    print_message("# %d cases compared, %d have no kernel; largest distance of what no sum is part of: %.3g units of the last place\n", all.compared, all.missing, all.distance);
}

/* Of this process and those that it starts: fd is -1, or what they have been given. */
static bool share_tallies(int *fd)
{
    const size_t bytes = MOST * sizeof *tallies;
    if (*fd < 0 && ((*fd = memfd_create("tallies", 0)) < 0 || ftruncate(*fd, (off_t)bytes)))
        return false;
    tallies = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
    return tallies != MAP_FAILED;
}

/* A process of so many simulated devices, or those of the machine, with a part of the work. */
static pid_t begin(const char *program, int number, int which, int of, int fd)
{
    char text[48];
    char *const arguments[] = {(char *)(uintptr_t)program, NULL};
    pid_t child;
    snprintf(text, sizeof text, "%d", number);
    if (!is_real())
        setenv("RUNAHEAD_TEST_DEVICES", text, 1);
    snprintf(text, sizeof text, "%d/%d/%d", which, of, fd);
    setenv("RUNAHEAD_TEST_PART", text, 1);
    return posix_spawn(&child, "/proc/self/exe", NULL, NULL, arguments, environ) ? -1 : child;
}

static int end(pid_t child)
{
    int status;
    return child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status);
}

static int run_everywhere(const char *program)
{
    enum { NUMBERS = 3 };
    static const int numbers[NUMBERS] = {1, 2, 4};
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const int together = !is_full() && !is_real() ? NUMBERS : processors < 1 ? 1 : processors > MOST ? MOST : (int)processors;
    pid_t child[MOST];
    int failed = 0, fd = -1;
    if (!share_tallies(&fd))
        return 1;
    for (int n = 0; n < (is_full() && !is_real() ? NUMBERS : 1); n++) { /* whole: what the first ones compile is there for the others */
        memset(tallies, 0, MOST * sizeof *tallies);
        for (int k = 0; k < together; k++)
            child[k] = begin(program, numbers[is_full() || is_real() ? n : k], k, together, fd);
        for (int k = 0; k < together; k++)
            failed |= end(child[k]);
        print_tallies(together);
    }
    return failed;
}

int main(int argc, char **argv)
{
    const char *given = getenv("RUNAHEAD_TEST_DEVICES"), *share = getenv("RUNAHEAD_TEST_PART");
    int fd = -1;
    (void)argc;
    setvbuf(stdout, NULL, _IOLBF, 0); /* several processes write there, by lines */
    if (!given || !*given || (is_real() && !share))
        return run_everywhere(argv[0]);
    if ((share && (sscanf(share, "%d/%d/%d", &part, &parts, &fd) != 3 || parts < 1 || part < 0 || part >= parts)) || !share_tallies(&fd))
        return 2;
    if (!is_real()) {
        devices = atoi(given);
        setenv("SIMCUDA_DEVICES", given, 1);
        setenv("SIMCUDA_DELAY", "0", 0);
        find_driver();
    } else {
        RA_AUTO ra_tensor *x = ra_zeros(RA_DIMS(1));
        for (ra_tensor *there; devices < 4 && (there = ra_to(x, RA_OPTS(ra_to, .device = RA_CUDA_AT(devices)))); devices++)
            ra_release(there);
        if (!devices)
            fprintf(stderr, "no CUDA device: %s\n", ra_last_error());
    }
    const int failed = devices > 0 ? run_all() : 1;
    if (!share)
        print_tallies(1);
    return failed;
}
