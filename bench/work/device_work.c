#define _GNU_SOURCE
#include "work/device_work.h"
#include "measure/clock.h"

#include <math.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

enum { MOST = DEVICE_CALLS_MOST, GATE_SECONDS = 5 };
/* A device that does not answer for so long will not. */
static const int64_t patience_ns = INT64_C(20000000000);

device_sizes device_sizes_of(int64_t elements, bool quick)
{
    const bool is_usual = elements <= 0;
    const int64_t n = is_usual ? INT64_C(1) << 26 : elements < 1024 ? 1024 : elements; /* beyond what caches of a device hold */
    const int64_t root = (int64_t)sqrt((double)n);
    return (device_sizes){.elements = n,
                          .copied = is_usual && quick ? n / 4 : n,
                          .rows = is_usual ? 16384 : (n + 1023) / 1024,
                          .columns = is_usual ? 1024 : n < 1024 ? n : 1024,
                          .turned = root,
                          .scanned = is_usual ? n / 4 : n,
                          .sorted = is_usual ? n / 16 : n,
                          .images = is_usual ? 32 : 1,
                          .channels = is_usual ? 64 : 4,
                          .plane = is_usual ? 56 : 8,
                          .large = is_usual ? 4096 : (int)(root < 64 ? root : 64),
                          .small = is_usual ? 1024 : 16};
}

static double seconds_since(int64_t start) { return (double)(clock_now_ns() - start) / 1e9; }

static bool is_stuck;

bool device_is_stuck(void) { return is_stuck; }

static bool wait_for(bench *b, const char *what, const ra_tensor *t)
{
    const ra_status status = ra_wait_for(t, patience_ns);
    is_stuck |= status == RA_ERR_TIMEOUT;
    return bench_ok(b, what, status);
}

/* The operand is given up. */
static ra_tensor *to_device(ra_tensor *t)
{
    ra_tensor *there = ra_to(t, RA_OPTS(ra_to, .device = RA_CUDA));
    ra_release(t);
    return there;
}

/* Waits for each, the last one first: it ends last. Gives all up. */
static double end(bench *b, const char *what, ra_tensor **results, int count, int64_t start, bool well)
{
    for (int i = count - 1; well && i >= 0; i--)
        well = wait_for(b, what, results[i]);
    const double seconds = seconds_since(start);
    for (int i = 0; i < count; i++)
        ra_release(results[i]);
    return well ? seconds : NAN;
}

/* ---- copies ---- */

bool device_copies_open(bench *b, const device_sizes *s, device_copies *c)
{
    *c = (device_copies){.here = ra_ones(RA_DIMS(s->copied))};
    if (bench_need(b, "ones", c->here) && wait_for(b, "ones", c->here))
        c->there = bench_need(b, "copy to the device", ra_to(c->here, RA_OPTS(ra_to, .device = RA_CUDA)));
    if (c->there && wait_for(b, "copy to the device", c->there))
        return true;
    device_copies_close(c);
    return false;
}

bool device_copies_lock(bench *b, device_copies *c)
{
    for (int i = 0; i < 2; i++) {
        c->locked[i] = bench_need(b, "empty, pin_memory", ra_empty(RA_DIMS(ra_numel(c->here)), RA_OPTS(ra_empty, .pin_memory = true)));
        if (!c->locked[i] || !bench_ok(b, "copy_", ra_copy_(c->locked[i], c->here)) || !wait_for(b, "copy_", c->locked[i]))
            return false;
    }
    return bench_need(b, "empty_like", c->place = ra_empty_like(c->there)) && wait_for(b, "empty_like", c->place);
}

void device_copies_close(device_copies *c)
{
    ra_release(c->here);
    ra_release(c->there);
    ra_release(c->place);
    ra_release(c->locked[0]);
    ra_release(c->locked[1]);
    *c = (device_copies){0};
}

/* Into what is there, where that is page-locked; else into something new. */
static ra_tensor *copy_one(bench *b, const device_copies *c, bool back, bool is_locked)
{
    if (!is_locked)
        return bench_need(b, "ra_to", ra_to(back ? c->there : c->here, RA_OPTS(ra_to, .device = back ? RA_CPU : RA_CUDA)));
    ra_tensor *place = back ? c->locked[1] : c->place;
    return bench_ok(b, "copy_", ra_copy_(place, back ? c->there : c->locked[0])) ? bench_need(b, "narrow", ra_narrow(place, 0, 0, ra_numel(place))) : NULL;
}

double device_copies_seconds(bench *b, const device_copies *c, device_way way, bool is_locked, int count)
{
    ra_tensor *results[2 * MOST];
    int made = 0;
    bool well = count <= MOST;
    const int64_t start = clock_now_ns();
    for (int i = 0; well && i < count; i++)
        for (int back = 0; well && back < 2; back++) {
            if (way == (back ? DEVICE_THERE : DEVICE_BACK))
                continue;
            ra_tensor *t = copy_one(b, c, back, is_locked);
            well = t != NULL;
            if (t)
                results[made++] = t;
        }
    return end(b, "copies", results, made, start, well);
}

/* ---- launches ---- */

double device_launches_seconds(bench *b, bool makes_new, int count, double *recorded)
{
    RA_AUTO ra_tensor *one = to_device(ra_ones(RA_DIMS(4, 4)));
    ra_tensor *sum = to_device(ra_zeros(RA_DIMS(4, 4)));
    bool well = bench_need(b, "operands", one) && bench_need(b, "operands", sum) && wait_for(b, "operands", one) && wait_for(b, "operands", sum);
    const int64_t start = clock_now_ns();
    for (int i = 0; well && i < count; i++)
        if (makes_new) {
            ra_tensor *next = ra_add(sum, one);
            well = bench_need(b, "add", next) != NULL;
            ra_release(sum);
            sum = next;
        } else
            well = bench_ok(b, "add", ra_add_out(sum, one, one));
    *recorded = well ? seconds_since(start) : NAN;
    well = well && wait_for(b, "additions", sum);
    const double seconds = seconds_since(start);
    double found = 0;
    RA_AUTO ra_tensor *row = well ? ra_select(sum, 0, 3) : NULL, *last = row ? ra_select(row, 0, 3) : NULL, *back = last ? ra_to(last, RA_OPTS(ra_to, .device = RA_CPU)) : NULL;
    well = well && bench_need(b, "sum", back) && bench_ok(b, "sum", ra_item_f64(back, &found));
    if (well && found != (makes_new ? count : 2)) {
        report_failure(b->report, "FAILED: %d additions of 1 gave %g", count, found);
        well = false;
    }
    ra_release(sum);
    return well ? seconds : NAN;
}

/* ---- the chain ---- */

ra_tensor *device_chain_operand(bench *b, const device_sizes *s)
{
    RA_AUTO ra_tensor *from_0 = ra_rand(RA_DIMS(s->elements));
    ra_tensor *x = bench_need(b, "operand of the chain", to_device(ra_add(from_0, 0.5)));
    if (x && wait_for(b, "operand of the chain", x))
        return x;
    ra_release(x);
    return NULL;
}

static ra_tensor *chain(const ra_tensor *x, const ra_tensor *late)
{
    RA_AUTO ra_tensor *a = ra_mul(x, late), *b = ra_add(a, 1.5), *c = ra_relu(b), *d = ra_mul(c, x);
    RA_AUTO ra_tensor *e = ra_sub(d, 0.5), *f = ra_abs(e), *g = ra_add(f, 0.25);
    return ra_div(g, x);
}

static ra_status open_gate(const ra_function_call *call)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += GATE_SECONDS; /* a recorder that is held up itself goes on then */
    (void)sem_timedwait(call->state, &until);
    *(float *)call->writes[0] = 0.5f;
    return RA_OK;
}

/* A number of the processor's that is not there before *gate is posted. */
static ra_tensor *number_behind(bench *b, sem_t *gate)
{
    ra_tensor *late = bench_need(b, "number", ra_zeros(RA_DIMS()));
    RA_AUTO ra_tensor *made = late ? ra_call_function(open_gate, gate, RA_LIST(), RA_LIST(late), RA_OPTS(ra_call_function, .name = "gate", .blocks = true)) : NULL;
    if (made)
        return late;
    bench_need(b, "gate", NULL);
    ra_release(late);
    return NULL;
}

double device_chains_seconds(bench *b, const ra_tensor *x, int count, bool is_pending, device_fused *fused)
{
    static sem_t gate; /* stays, whatever becomes of who waits for it */
    ra_tensor *results[MOST];
    int made = 0;
    const int64_t numel = ra_numel(x);
    sem_init(&gate, 0, is_pending ? 0 : 1);
    RA_AUTO ra_tensor *late = number_behind(b, &gate);
    bool well = late && count <= MOST && (is_pending || wait_for(b, "number", late));
    const ra_stats before = ra_get_stats();
    int64_t start = clock_now_ns();
    for (int i = 0; well && i < count; i++) {
        RA_AUTO ra_tensor *part = ra_narrow(x, 0, 0, numel - i * (numel / 16384));
        ra_tensor *t = chain(part, late);
        well = bench_need(b, "chain", t) != NULL;
        if (t)
            results[made++] = t;
    }
    if (is_pending) {
        start = clock_now_ns();
        sem_post(&gate);
    }
    const double seconds = end(b, "chain", results, made, start, well);
    const ra_stats after = ra_get_stats();
    *fused = (device_fused){after.fused - before.fused, after.fused_groups - before.fused_groups};
    return !late || wait_for(b, "number", late) ? seconds : NAN;
}

/* ---- single operators ---- */

static ra_tensor *numbers(const int64_t rows, const int64_t columns)
{
    return to_device(rows ? ra_rand(RA_DIMS(rows, columns)) : ra_rand(RA_DIMS(columns)));
}

static void open_all(const device_sizes *s, ra_tensor **in) { in[0] = numbers(0, s->elements); }
static void open_scanned(const device_sizes *s, ra_tensor **in) { in[0] = numbers(0, s->scanned); }
static void open_sorted(const device_sizes *s, ra_tensor **in) { in[0] = numbers(0, s->sorted); }
static void open_turned(const device_sizes *s, ra_tensor **in) { in[0] = numbers(s->turned, s->turned); }

static void open_rows(const device_sizes *s, ra_tensor **in)
{
    in[0] = numbers(s->rows, s->columns);
    in[1] = to_device(ra_ones(RA_DIMS(s->columns)));
    in[2] = to_device(ra_zeros(RA_DIMS(s->columns)));
}

static void open_selected(const device_sizes *s, ra_tensor **in)
{
    in[0] = numbers(s->rows, s->columns);
    in[1] = to_device(ra_randint(0, s->rows, RA_DIMS(s->rows)));
}

static void open_images(const device_sizes *s, ra_tensor **in)
{
    in[0] = to_device(ra_rand(RA_DIMS(s->images, s->channels, s->plane, s->plane)));
    in[1] = to_device(ra_rand(RA_DIMS(s->channels, s->channels, 3, 3)));
}

static void open_matrices(device_number type, int64_t side, ra_tensor **in)
{
    static const ra_dtype dtypes[DEVICE_NUMBERS] = {RA_FLOAT32, RA_FLOAT16, RA_BFLOAT16};
    void *values = device_values(type, side * side);
    for (int i = 0; values && i < 2; i++)
        in[i] = to_device(ra_from_copy(values, dtypes[type], RA_DIMS(side, side)));
    free(values);
}

static void open_float_large(const device_sizes *s, ra_tensor **in) { open_matrices(DEVICE_FLOAT32, s->large, in); }
static void open_half_large(const device_sizes *s, ra_tensor **in) { open_matrices(DEVICE_FLOAT16, s->large, in); }
static void open_bfloat_large(const device_sizes *s, ra_tensor **in) { open_matrices(DEVICE_BFLOAT16, s->large, in); }
static void open_float_small(const device_sizes *s, ra_tensor **in) { open_matrices(DEVICE_FLOAT32, s->small, in); }
static void open_half_small(const device_sizes *s, ra_tensor **in) { open_matrices(DEVICE_FLOAT16, s->small, in); }
static void open_bfloat_small(const device_sizes *s, ra_tensor **in) { open_matrices(DEVICE_BFLOAT16, s->small, in); }

static ra_tensor *run_sum(ra_tensor *const *in) { return ra_sum(in[0], RA_ALL); }
static ra_tensor *run_softmax(ra_tensor *const *in) { return ra_softmax(in[0], 1); }
static ra_tensor *run_norm(ra_tensor *const *in) { return ra_layer_norm(in[0], RA_DIMS(ra_size(in[0], 1)), in[1], in[2]); }
static ra_tensor *run_cumsum(ra_tensor *const *in) { return ra_cumsum(in[0], 0); }
static ra_tensor *run_select(ra_tensor *const *in) { return ra_index_select(in[0], 0, in[1]); }
static ra_tensor *run_conv(ra_tensor *const *in) { return ra_conv2d(in[0], in[1], RA_NONE, RA_OPTS(ra_conv2d, .padding = {1, 1})); }
static ra_tensor *run_product(ra_tensor *const *in) { return ra_matmul(in[0], in[1]); }

static ra_tensor *run_turn(ra_tensor *const *in)
{
    RA_AUTO ra_tensor *turned = ra_transpose(in[0], 0, 1);
    return ra_contiguous(turned);
}

static ra_tensor *run_sort(ra_tensor *const *in)
{
    ra_tensor *values = NULL, *places = NULL;
    if (ra_sort(in[0], 0, &values, &places) != RA_OK)
        return NULL;
    ra_release(places);
    return values;
}

/* ---- their names, and what a call of each is: bytes, operations or elements, in units of 1e9 or of 1e12 ---- */

#define DESCRIBE(name, amount, ...) \
    static void name(const device_sizes *s, char *label, size_t size, double *work) \
    { \
        *work = (amount); \
        snprintf(label, size, __VA_ARGS__); \
    }
#define LONG(value) ((long long)(value))
DESCRIBE(of_sum, 4e-9 * (double)s->elements, "sum of %lld", LONG(s->elements))
DESCRIBE(of_softmax, 8e-9 * (double)(s->rows * s->columns), "softmax, rows of %lld x %lld", LONG(s->rows), LONG(s->columns))
DESCRIBE(of_norm, 8e-9 * (double)(s->rows * s->columns), "layer_norm, rows of %lld x %lld", LONG(s->rows), LONG(s->columns))
DESCRIBE(of_turn, 8e-9 * (double)(s->turned * s->turned), "transposed copy of %lld x %lld", LONG(s->turned), LONG(s->turned))
DESCRIBE(of_cumsum, 8e-9 * (double)s->scanned, "cumsum of %lld", LONG(s->scanned))
DESCRIBE(of_select, 8e-9 * (double)(s->rows * s->columns), "index_select, all of %lld rows of %lld", LONG(s->rows), LONG(s->columns))
DESCRIBE(of_sort, 1e-9 * (double)s->sorted, "sort of %lld", LONG(s->sorted))
DESCRIBE(of_conv, 18e-12 * (double)(s->images * s->channels * s->channels * s->plane * s->plane), "conv2d 3 x 3 of %lld x %lld x %lld x %lld", LONG(s->images), LONG(s->channels),
         LONG(s->plane), LONG(s->plane))
#define PRODUCT_OF(name, side, type) DESCRIBE(name, 2e-12 * side * (double)side * side, "%d x %d x %d, " type, side, side, side)
PRODUCT_OF(of_float_large, s->large, "float32")
PRODUCT_OF(of_half_large, s->large, "float16")
PRODUCT_OF(of_bfloat_large, s->large, "bfloat16")
PRODUCT_OF(of_float_small, s->small, "float32")
PRODUCT_OF(of_half_small, s->small, "float16")
PRODUCT_OF(of_bfloat_small, s->small, "bfloat16")

/* Products by the order of device_number, the large ones first. */
const device_case device_cases[] = {
    {"matmul_float32", "TFLOP/s", true, of_float_large, open_float_large, run_product},
    {"matmul_float16", "TFLOP/s", true, of_half_large, open_half_large, run_product},
    {"matmul_bfloat16", "TFLOP/s", true, of_bfloat_large, open_bfloat_large, run_product},
    {"matmul_small_float32", "TFLOP/s", true, of_float_small, open_float_small, run_product},
    {"matmul_small_float16", "TFLOP/s", true, of_half_small, open_half_small, run_product},
    {"matmul_small_bfloat16", "TFLOP/s", true, of_bfloat_small, open_bfloat_small, run_product},
    {"sum", "GB/s", false, of_sum, open_all, run_sum},
    {"softmax", "GB/s", false, of_softmax, open_rows, run_softmax},
    {"layer_norm", "GB/s", false, of_norm, open_rows, run_norm},
    {"transposed", "GB/s", false, of_turn, open_turned, run_turn},
    {"cumsum", "GB/s", false, of_cumsum, open_scanned, run_cumsum},
    {"index_select", "GB/s", false, of_select, open_selected, run_select},
    {"sort", "G elements/s", false, of_sort, open_sorted, run_sort},
    {"conv2d", "TFLOP/s", false, of_conv, open_images, run_conv},
};
const int device_case_count = sizeof device_cases / sizeof *device_cases;

bool device_case_open(bench *b, const device_case *c, const device_sizes *s, ra_tensor **in)
{
    for (int i = 0; i < DEVICE_OPERANDS; i++)
        in[i] = NULL;
    ra_clear_error();
    c->open(s, in);
    bool well = bench_need(b, c->id, in[0]) != NULL && (ra_last_status() == RA_OK || bench_ok(b, c->id, ra_last_status()));
    for (int i = 0; well && i < DEVICE_OPERANDS; i++)
        well = !in[i] || wait_for(b, c->id, in[i]);
    if (!well)
        device_case_close(in);
    return well;
}

void device_case_close(ra_tensor **in)
{
    for (int i = 0; i < DEVICE_OPERANDS; i++) {
        ra_release(in[i]);
        in[i] = NULL;
    }
}

double device_case_seconds(bench *b, const device_case *c, ra_tensor *const *in, int count, size_t *bytes)
{
    ra_tensor *results[MOST];
    int made = 0;
    bool well = count <= MOST;
    const int64_t start = clock_now_ns();
    for (int i = 0; well && i < count; i++) {
        ra_tensor *t = c->run(in);
        well = bench_need(b, c->id, t) != NULL;
        if (t)
            results[made++] = t;
    }
    *bytes = made ? (size_t)ra_numel(results[0]) * ra_dtype_size(ra_tensor_dtype(results[0])) : 0;
    return end(b, c->id, results, made, start, well);
}

void *device_values(device_number type, int64_t count)
{
    uint32_t *singles = malloc((size_t)count * 4), word = 12345;
    uint16_t *halves = (uint16_t *)singles;
    for (int64_t i = 0; singles && i < count; i++) {
        word = word * 1664525u + 1013904223u;
        const uint32_t bits = word >> 8, sign = word >> 31;
        if (type == DEVICE_FLOAT32)
            singles[i] = sign << 31 | 0x3f000000u | (bits & 0x7fffffu);
        else if (type == DEVICE_FLOAT16)
            halves[i] = (uint16_t)(sign << 15 | 0x3800u | (bits >> 12 & 0x3ffu));
        else
            halves[i] = (uint16_t)(sign << 15 | 0x3f00u | (bits >> 12 & 0x7fu));
    }
    return singles;
}
