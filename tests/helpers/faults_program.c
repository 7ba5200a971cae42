#define _GNU_SOURCE
#include "helpers/faults.h"

#include <dirent.h>
#include <poll.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Atomic int owed;
static char folder[] = "/tmp/runahead-faults-XXXXXX";

int faults_owed(void)
{
    return atomic_load(&owed);
}

/* ---- files ---- */

void faults_folder_make(void)
{
    strcpy(folder + sizeof folder - 7, "XXXXXX");
    if (!mkdtemp(folder))
        abort();
}

static int each_file(bool removes)
{
    int others = 0;
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        const size_t n = strlen(e->d_name);
        char path[sizeof folder + 260];
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (e->d_name[0] == '.' && (n == 1 || (n == 2 && e->d_name[1] == '.')))
            continue;
        others += e->d_name[0] == '.' || (strcmp(e->d_name + n - 4, ".npy") && strcmp(e->d_name + n - 5, ".json"));
        if (removes)
            unlink(path);
    }
    if (d)
        closedir(d);
    return others;
}

int faults_left_behind(void)
{
    return each_file(false);
}

void faults_folder_remove(void)
{
    each_file(true);
    rmdir(folder);
}

void faults_path(char *path, size_t size, const char *name, const char *ending)
{
    snprintf(path, size, "%s/%s%s", folder, name, ending);
}

/* ---- judging ---- */

void faults_wrong(faults_actor *a, const char *format, ...)
{
    va_list ap;
    if (a->wrong[0])
        return;
    int n = snprintf(a->wrong, sizeof a->wrong, "%s: ", a->name);
    va_start(ap, format);
    vsnprintf(a->wrong + n, sizeof a->wrong - (size_t)n, format, ap);
    va_end(ap);
}

static bool is_sensible(ra_status s)
{
    switch (s) {
    case RA_OK:
    case RA_ERR_MEMORY:
    case RA_ERR_TASK_MEMORY:
    case RA_ERR_REFUSED:
    case RA_ERR_SYSTEM:
    case RA_ERR_FILE:
    case RA_ERR_BLAS:
    case RA_ERR_STATE:
    case RA_ERR_CANCELLED:
    case RA_ERR_FORKED:
        return true;
    default:
        return false;
    }
}

void faults_judge(faults_actor *a, const char *call, ra_status s)
{
    if (!is_sensible(s))
        faults_wrong(a, "%s: %s: %s", call, ra_status_name(s), ra_last_error());
    else if (s && !*ra_last_error())
        faults_wrong(a, "%s: %s without a word", call, ra_status_name(s));
    ra_clear_error();
}

#define JUDGE(call) faults_judge(a, #call, call)

static ra_tensor *own(faults_actor *a, const char *call, ra_tensor *t)
{
    if (t)
        a->held[a->count++] = t;
    else if (!ra_last_status())
        faults_wrong(a, "%s: NULL without a status", call);
    else
        faults_judge(a, call, ra_last_status());
    return t;
}

#define OWN(call) own(a, #call, call)

/* Float32 throughout. Either it has failed, or it is `value` (or the other one) everywhere. */
static ra_status expect_either(faults_actor *a, const char *what, const ra_tensor *t, float value, float other)
{
    float seen[1600];
    if (!t)
        return RA_ERR_REFUSED;
    const int64_t n = ra_numel(t);
    if (n < 0 || n > 1600) { /* a size that only the data give, and they have failed */
        faults_judge(a, what, ra_last_status());
        return RA_ERR_REFUSED;
    }
    const ra_status s = ra_copy_to(t, seen, (size_t)n * sizeof *seen);
    for (int64_t i = 0; !s && i < n; i++)
        if (seen[i] != seen[0] || (seen[i] != value && seen[i] != other))
            faults_wrong(a, "%s: element %d of %d is %g, and neither %g nor %g", what, (int)i, (int)n, seen[i], value, other);
    faults_judge(a, what, s);
    return s;
}

static ra_status expect(faults_actor *a, const char *what, const ra_tensor *t, float value)
{
    return expect_either(a, what, t, value, value);
}

/* ---- what others may cancel ---- */

static _Atomic(ra_tensor *) shown[4];

static void show(faults_actor *a, const ra_tensor *t)
{
    static _Atomic unsigned next;
    ra_tensor *r = t ? ra_ref(t) : NULL;
    if (t && !r)
        JUDGE(ra_last_status());
    if (r)
        ra_release(atomic_exchange(&shown[atomic_fetch_add(&next, 1) % 4], r));
}

ra_tensor *faults_take_shown(void)
{
    ra_tensor *t = NULL;
    for (int i = 0; !t && i < 4; i++)
        t = atomic_exchange(&shown[i], NULL);
    return t;
}

/* ---- callbacks ---- */

/* It records, and gives up what it has recorded. */
static void is_called(void *context, ra_status status)
{
    (void)context, (void)status;
    ra_tensor *x = ra_full(RA_DIMS(16), 2.0), *y = ra_add(x, 1);
    ra_release(x), ra_release(y);
    ra_clear_error();
    atomic_fetch_sub(&owed, 1);
}

static void is_given_back(void *context)
{
    free(context);
    atomic_fetch_sub(&owed, 1);
}

/* Memory of the program's, lent until nobody needs it. */
static ra_tensor *lend(faults_actor *a, float value)
{
    float *buffer = malloc(64 * sizeof *buffer);
    if (!buffer)
        return NULL;
    for (int i = 0; i < 64; i++)
        buffer[i] = value;
    atomic_fetch_add(&owed, 1);
    ra_tensor *t = OWN(ra_from_data(buffer, RA_FLOAT32, RA_DIMS(64), RA_OPTS(ra_from_data, .release = is_given_back, .context = buffer)));
    if (!t)
        is_given_back(buffer);
    return t;
}

static void ask(faults_actor *a, const ra_tensor *t)
{
    if (!t)
        return;
    atomic_fetch_add(&owed, 1);
    const ra_status s = ra_on_ready(t, is_called, NULL);
    if (s)
        atomic_fetch_sub(&owed, 1);
    JUDGE(s);
}

static void hurry(faults_actor *a, const ra_tensor *t)
{
    if (t)
        JUDGE(ra_hurry(t));
}

/* What is written becomes the sum of both. */
static ra_status sum_up(const ra_function_call *call)
{
    for (int i = 0; i < 64; i++)
        ((float *)call->writes[0])[i] += ((const float *)call->reads[0])[i];
    return RA_OK;
}

static void is_given_up(void *none)
{
    (void)none;
    atomic_fetch_sub(&owed, 1);
}

static bool call(faults_actor *a, const ra_tensor *from, const ra_tensor *to)
{
    if (!from || !to)
        return false;
    atomic_fetch_add(&owed, 1);
    const bool called = OWN(ra_call_function(sum_up, NULL, RA_LIST(from), RA_LIST(to), RA_OPTS(ra_call_function, .release = is_given_up)));
    if (!called)
        atomic_fetch_sub(&owed, 1);
    return called;
}

static void watch(faults_actor *a, const ra_tensor *t)
{
    int fd = -1;
    if (!t)
        return;
    const ra_status s = ra_ready_fd(t, &fd);
    JUDGE(s);
    if (s) {
        if (fd != -1)
            faults_wrong(a, "ra_ready_fd: refused, and gives a descriptor");
        return;
    }
    struct pollfd p = {.fd = fd, .events = POLLIN};
    while (poll(&p, 1, 5) == 0 && !ra_is_ready(t)) /* with no workers somebody has to */
        JUDGE(ra_wait(t));
    close(fd);
}

/* ---- the parts ---- */

static void release_all(faults_actor *a)
{
    while (a->count)
        ra_release(a->held[--a->count]);
    for (ra_tensor *t; (t = faults_take_shown());)
        ra_release(t);
}

/* Matrices, elementwise operators over one another, reductions. */
static void compute(faults_actor *a)
{
    ra_tensor *x = OWN(ra_ones(RA_DIMS(40, 40))), *e = OWN(ra_eye(40, 40)), *product = OWN(ra_mm(x, e)), *more = OWN(ra_add(product, 1));
    ra_tensor *y = OWN(ra_relu(more)), *half = OWN(ra_mul(y, 0.5)), *sum = OWN(ra_sum(half, RA_ALL)), *mean = OWN(ra_mean(y, RA_DIMS(1)));
    ra_tensor *twice = OWN(ra_add(e, e)), *solved = OWN(ra_linalg_solve(twice, x)), *view = OWN(ra_narrow(y, 0, 3, 5)), *buffer = lend(a, 3);
    ra_tensor *many = OWN(ra_cat(RA_LIST(x, product, x, product, x, product, x, product), 0)), *at = OWN(ra_arange(0, 90, 10)), *rows = OWN(ra_index_select(many, 0, at));
    ra_tensor *borrowed = OWN(ra_mul(buffer, 2)), *written = OWN(ra_ones(RA_DIMS(64)));
    const bool is_called_on = call(a, buffer, written);
    show(a, product), show(a, rows), show(a, mean);
    ask(a, sum), ask(a, rows);
    hurry(a, solved), hurry(a, borrowed);
    watch(a, mean);
    if (mean) {
        const ra_status s = ra_wait_for(mean, 1000);
        if (s == RA_ERR_TIMEOUT)
            ra_clear_error();
        else
            JUDGE(s);
        JUDGE(ra_wait_for(mean, INT64_C(20000000000)));
    }
    expect(a, "the sum", sum, 1600), expect(a, "the mean", mean, 2), expect(a, "the solution", solved, 0.5f);
    expect(a, "the view", view, 2), expect(a, "the rows", rows, 1), expect(a, "what was lent", borrowed, 6);
    expect(a, "what a function wrote", written, is_called_on ? 4 : 1);
}

/* Sizes that the data give. */
static void find(faults_actor *a)
{
    ra_tensor *x = OWN(ra_arange(0, 100, 1, RA_OPTS(ra_arange, .dtype = RA_FLOAT32))), *high = OWN(ra_ge(x, 50)), *found = OWN(ra_nonzero(high)), *taken = OWN(ra_masked_select(x, high));
    ra_tensor *same = OWN(ra_mul(taken, 0)), *plus = OWN(ra_add(same, 4));
    show(a, found);
    if (found) {
        const int64_t n = ra_size(found, 0);
        if (n >= 0 && n != 50)
            faults_wrong(a, "nonzero found %d", (int)n);
        JUDGE(n < 0 ? ra_last_status() : RA_OK);
    }
    expect(a, "what was selected", plus, 4);
}

static ra_status thrice(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_mul(call->args[0].tensor, 3);
    return RA_OK;
}

static ra_status thrice_kernel(const ra_op_work *work)
{
    for (int64_t i = work->first; i < work->last; i++)
        ((float *)work->results[0].data)[i] = 3 * ((const float *)work->inputs[0].data)[i];
    return RA_OK;
}

/* Operators of the program's own, by kernel and by definition alone. */
static void extend(faults_actor *a)
{
    ra_tensor *x = OWN(ra_ones(RA_DIMS(6, 8))), *turned = OWN(ra_transpose(x, 0, 1));
    for (int i = 0; turned && i < 2; i++) {
        char name[40];
        snprintf(name, sizeof name, "faults.a%llx_%d", (unsigned long long)(uintptr_t)a, i);
        const ra_op_description d = {.size = sizeof d, .name = name, .schema = "(Tensor x, int[] unused) -> Tensor", .definition = thrice,
                                     .kernel = i ? NULL : thrice_kernel, .range_dims = i ? 0 : -1};
        const ra_arg args[] = {{.tensor = turned, .kind = RA_ARG_TENSOR}, {.dims = RA_DIMS(1, 2, 3), .kind = RA_ARG_DIMS}};
        const ra_op *op = NULL;
        const ra_status s = ra_op_register(&d, &op);
        JUDGE(s);
        if (s)
            continue;
        ra_tensor *r = NULL, *out = OWN(ra_zeros(RA_DIMS(0)));
        const ra_status called = ra_call(op, RA_FUNCTIONAL, args, 2, &r, 1, NULL);
        JUDGE(called);
        expect(a, "what an operator of its own gives", called ? NULL : OWN(r), 3);
        const ra_status written = out ? ra_call(op, RA_OUT, args, 2, &out, 1, NULL) : RA_ERR_REFUSED;
        if (out)
            JUDGE(written);
        if (out && written && ra_numel(out))
            faults_wrong(a, "a refused call of %s has resized its output", name);
        if (!written)
            expect(a, "what it writes", out, 3);
        JUDGE(ra_op_unregister(op));
    }
}

/* More predecessors, successors and pending parts than a task and a storage have places for by themselves. */
static void crowd(faults_actor *a)
{
    enum { PARTS = 24 };
    ra_tensor *x = OWN(ra_zeros(RA_DIMS(2 * PARTS))), *readers[PARTS];
    bool all = true;
    for (int i = 0; x && i < PARTS; i++) {
        ra_tensor *part = OWN(ra_narrow(x, 0, 2 * i, 2));
        const ra_status s = part ? ra_add_(part, 1.0) : RA_ERR_REFUSED;
        if (part)
            JUDGE(s);
        all &= !s;
    }
    ask(a, x);
    watch(a, x);
    if (all)
        expect(a, "the parts", x, 1);
    for (int i = 0; i < PARTS; i++)
        readers[i] = OWN(ra_add(x, i));
    const ra_status filled = x ? ra_fill_(x, 5.0) : RA_ERR_REFUSED;
    if (x)
        JUDGE(filled);
    ask(a, x);
    hurry(a, x);
    for (int i = 0; all && i < PARTS; i++)
        expect(a, "a reader", readers[i], (float)(1 + i));
    if (all || !filled)
        expect(a, "what was read and written", x, filled ? 1 : 5);
}

/* Failures of a kernel: they lie where it would have written, are not lost whatever else fails, and go with what is overwritten. */
static void fail(faults_actor *a)
{
    ra_tensor *x = OWN(ra_ones(RA_DIMS(8))), *index = OWN(ra_full(RA_DIMS(8), 99, RA_OPTS(ra_full, .dtype = RA_INT64))), *bad = OWN(ra_index_select(x, 0, index));
    ra_tensor *matrix = OWN(ra_zeros(RA_DIMS(8, 8))), *column = OWN(ra_select(matrix, 1, 2)), *row = OWN(ra_select(matrix, 0, 3)), *next = OWN(ra_add(row, 1));
    if (bad && column && row) {
        const ra_status copied = ra_copy_(column, bad), fails = copied ? RA_ERR_INDEX : ra_wait(column);
        if (!copied && !fails)
            faults_wrong(a, "a failure is lost");
        faults_judge(a, "the column", fails == RA_ERR_INDEX ? RA_OK : fails);
        JUDGE(ra_copy_(row, bad));
        const ra_status spread = ra_fill_(matrix, 6.0);
        JUDGE(spread);
        if (!spread)
            expect(a, "what had failed", matrix, 6);
    }
    expect(a, "what was read before", next, 1);
}

/* Given outputs: as they were where the call is refused, of their old size too. */
static void write_outputs(faults_actor *a)
{
    ra_tensor *p = OWN(ra_full(RA_DIMS(20), 1.0)), *q = OWN(ra_full(RA_DIMS(20), 2.0)), *out = OWN(ra_full(RA_DIMS(20), 7.0)), *grown = OWN(ra_full(RA_DIMS(4), 7.0));
    ra_tensor *values = OWN(ra_full(RA_DIMS(3), 7.0)), *order = OWN(ra_zeros(RA_DIMS(3), RA_OPTS(ra_zeros, .dtype = RA_INT64))), *in_place = OWN(ra_full(RA_DIMS(20), 7.0));
    show(a, out);
    if (out) {
        const ra_status s = ra_add_out(out, p, q);
        JUDGE(s);
        expect(a, "add_out", out, s ? 7 : 3);
    }
    if (grown) {
        const ra_status s = ra_cat_out(grown, RA_LIST(p, p), 0);
        JUDGE(s);
        if (ra_size(grown, 0) != (s ? 4 : 40))
            faults_wrong(a, "cat_out: %s, and of size %d", ra_status_name(s), (int)ra_size(grown, 0));
        expect(a, "cat_out", grown, s ? 7 : 1);
    }
    if (values && order) {
        const ra_status s = ra_sort_out(values, order, q, 0, NULL);
        JUDGE(s);
        if (ra_size(values, 0) != (s ? 3 : 20) || ra_size(order, 0) != (s ? 3 : 20))
            faults_wrong(a, "sort_out: %s, and of sizes %d and %d", ra_status_name(s), (int)ra_size(values, 0), (int)ra_size(order, 0));
        expect(a, "sort_out", values, s ? 7 : 2);
    }
    if (in_place) {
        const ra_status s = ra_add_(in_place, q);
        JUDGE(s);
        expect(a, "add_", in_place, s ? 7 : 9);
        const ra_status again = ra_fill_(in_place, 5); /* overwritten as a whole: well again */
        JUDGE(again);
        if (!again)
            expect(a, "fill_", in_place, 5);
    }
}

/* Results that LAPACK lays out otherwise: computed beside the given ones, and copied. The first one is resized as well. */
static void write_matrices(faults_actor *a)
{
    ra_tensor *e = OWN(ra_eye(20, 20)), *w = OWN(ra_full(RA_DIMS(3), 7.0)), *v = OWN(ra_full(RA_DIMS(20, 20), 7.0));
    ra_tensor *q = OWN(ra_full(RA_DIMS(20, 20), 7.0)), *r = OWN(ra_full(RA_DIMS(20, 20), 7.0));
    if (e && w && v) {
        const ra_status s = ra_linalg_eigh_out(w, v, e, NULL);
        JUDGE(s);
        if (ra_size(w, 0) != (s ? 3 : 20))
            faults_wrong(a, "eigh_out: %s, and of size %d", ra_status_name(s), (int)ra_size(w, 0));
        expect(a, "eigh_out's values", w, s ? 7 : 1);
        if (s)
            expect(a, "eigh_out's vectors", v, 7);
    }
    if (e && q && r) {
        const ra_status s = ra_linalg_qr_out(q, r, e, NULL);
        JUDGE(s);
        if (s)
            expect(a, "qr_out's q", q, 7), expect(a, "qr_out's r", r, 7);
    }
}

/* Under its name there is a whole file at any time: the new one if that was saved, else the old one or the new one. */
static void save_and_load(faults_actor *a)
{
    char path[300];
    float value = a->saved + 1;
    faults_path(path, sizeof path, a->name, ".npy");
    ra_tensor *y = OWN(ra_full(RA_DIMS(30, 30), value)), *doubled = OWN(ra_mul(y, 1)), *save = doubled ? OWN(ra_save_npy(path, doubled)) : NULL;
    ra_status saved = save ? ra_wait(save) : RA_ERR_REFUSED;
    if (save)
        JUDGE(saved);
    const bool there = !access(path, F_OK);
    if ((a->saved > 0 || !saved) && !there)
        faults_wrong(a, "%s: it is gone", path);
    ra_tensor *loaded = there ? OWN(ra_load_npy(path)) : NULL;
    const ra_status s = expect_either(a, "the file", loaded, value, saved ? a->saved : value);
    float first[900];
    if (!s && !ra_copy_to(loaded, first, sizeof first))
        a->saved = first[0];
    else if (!saved)
        a->saved = value;
    ra_clear_error();
}

/* What is urgent, a scope, a mode of the thread, a state of it kept and put back, a text. */
static void nest(faults_actor *a)
{
    ra_thread_state *state = ra_thread_state_save();
    if (!state)
        JUDGE(ra_last_status());
    ra_urgent_begin();
    ra_tensor *from = OWN(ra_full(RA_DIMS(500), 3.0)), *urgent = OWN(ra_add(from, 1)), *more = OWN(ra_mul(urgent, 2));
    JUDGE(ra_urgent_end());
    expect(a, "what is urgent", more, 8);
    ra_set_execution(RA_SYNC);
    ra_scope_begin();
    const bool begun = !ra_last_status(); /* without memory it is none, and handles would be ours */
    if (begun) {
        ra_tensor *x = ra_randn(RA_DIMS(20, 20)), *y = ra_mul(ra_sub(x, x), ra_exp(ra_abs(x))), *kept = ra_keep(ra_add(y, 8));
        if (kept)
            a->held[a->count++] = kept;
        expect(a, "computed in the calls", kept, 8);
        char *text = y ? ra_to_string(y) : NULL;
        free(text);
    }
    JUDGE(ra_scope_end());
    ra_set_execution(RA_RUN_AHEAD);
    ra_thread_state_restore(state);
    ra_generator *g = ra_generator_new(3);
    if (!g)
        JUDGE(ra_last_status());
    ra_generator_free(g);
    ra_clear_error();
}

void faults_program(faults_actor *a)
{
    ra_clear_error();
    compute(a);
    find(a);
    extend(a);
    crowd(a);
    fail(a);
    write_outputs(a);
    write_matrices(a);
    save_and_load(a);
    nest(a);
    release_all(a);
    ra_clear_error();
}

void faults_leave(faults_actor *a)
{
    char path[300];
    ra_clear_error();
    faults_path(path, sizeof path, "left", ".npy");
    ra_tensor *x = OWN(ra_full(RA_DIMS(60, 60), 2.0)), *y = OWN(ra_mm(x, x)), *z = OWN(ra_exp(y)), *buffer = lend(a, 4), *most = OWN(ra_amax(z, RA_DIMS(0)));
    ra_tensor *again = OWN(ra_neg(buffer)), *inverse = OWN(ra_linalg_inv(y)), *save = y ? OWN(ra_save_npy(path, y)) : NULL;
    (void)again, (void)inverse, (void)save;
    ask(a, most), ask(a, y);
    release_all(a);
    ra_clear_error();
}
