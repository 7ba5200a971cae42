/*
 * bench device: what the library reaches on a CUDA device, beside what the device does when its driver and cuBLAS are called directly
 * (measure/device_limits.h), and beside PyTorch (peers/device.py).
 *
 * Each turn is a batch that is long beside a wait, by the host's clock; the first turns, which compile and take memory, do not count. A row
 * that cannot be measured says so, and the others go on. What is found is told on stderr at once, so that a run that is cut short leaves it.
 */
#define _GNU_SOURCE
#include "measure/clock.h"
#include "peers/device_torch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whose seconds a row has; what the columns show besides are ratios of two. */
enum { OURS, ALONE /* operators are not fused */, LIMIT, PEER, PEER_OTHER, SIDES };
static const char *const side_names[SIDES] = {"runahead", "runahead, not fused", "device", "PyTorch", "PyTorch, otherwise"};

enum { COPIES, LAUNCHES, CHAINS, PRODUCTS, OPERATORS, TABLES };

typedef struct row {
    const char *id;
    int table;
    char label[96], note[160];
    const char *unit;
    better better;
    double work;      /* of the unit, in a call; 0: microseconds are shown */
    double mark;      /* of runahead's figure to that of `beside`; 0: none */
    int beside;
    samples seconds[SIDES]; /* of a call */
} row;

enum { ROWS = 40, COPIES_A_TURN = 4 };
static const double TURN_SECONDS = 0.025, RESULT_ROOM = 16e9;

typedef struct session {
    bench *b;
    device_sizes sizes;
    device_limits *limits;
    int turns, warm_up, launches;
    row rows[ROWS];
    int count;
} session;

/* ---- rows ---- */

static row *add_row(session *s, const char *id, int table, const char *unit, double work, double mark, int beside)
{
    row *r = &s->rows[s->count < ROWS - 1 ? s->count++ : s->count];
    *r = (row){.id = id, .table = table, .unit = unit, .better = work > 0 ? BETTER_HIGHER : BETTER_LOWER, .work = work, .mark = mark, .beside = beside};
    return r;
}

static row *row_of(session *s, const char *id)
{
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->rows[i].id, id) == 0)
            return &s->rows[i];
    return NULL;
}

static double shown(const row *r, double seconds) { return r->work > 0 ? r->work / seconds : 1e6 * seconds; }

static double median_of(row *r, int side) { return shown(r, samples_quantile(&r->seconds[side], 0.5)); }

/* A turn of so many calls; what failed is NaN and left out. */
static void note(row *r, int side, double seconds, int calls)
{
    if (isfinite(seconds))
        samples_add(&r->seconds[side], seconds / calls);
}

static void tell(row *r, int side)
{
    progress_done();
    if (r->seconds[side].count)
        fprintf(stderr, "device: %s: %s %.4g %s\n", *r->label ? r->label : r->id, side_names[side], median_of(r, side), r->unit);
}

static void say_limit(session *s, const char *what)
{
    report_remark(s->b->report, "Not measured of the device itself: %s: %s", what, device_limits_error(s->limits));
}

/* Programs that chains ask for are compiled beside the turns: what is measured is what there is once none has been for a while. */
typedef struct settling {
    uint64_t compiled;
    int64_t began_ns, changed_ns;
} settling;

static bool settles(settling *t)
{
    const int64_t while_ns = 500000000, most_ns = INT64_C(15000000000), now = clock_now_ns();
    const uint64_t compiled = ra_get_stats().compiled;
    if (!t->began_ns)
        t->began_ns = now;
    if (!t->changed_ns || compiled != t->compiled)
        t->changed_ns = now;
    t->compiled = compiled;
    return now - t->changed_ns < while_ns && now - t->began_ns < most_ns;
}

/* ---- copies ---- */

static const struct copy_row {
    const char *id, *label;
    device_way way;
    int count;
    bool is_locked;
} copy_rows[] = {
    {"copy_there", "to the device, one after another", DEVICE_THERE, COPIES_A_TURN, false},
    {"copy_back", "back, one after another", DEVICE_BACK, COPIES_A_TURN, false},
    {"copy_both", "both ways at once", DEVICE_BOTH, COPIES_A_TURN, false},
    {"copy_there_one", "one to the device, waited for", DEVICE_THERE, 1, false},
    {"copy_back_one", "one back, waited for", DEVICE_BACK, 1, false},
    {"copy_there_pinned", "page-locked: to the device", DEVICE_THERE, COPIES_A_TURN, true},
    {"copy_back_pinned", "page-locked: back", DEVICE_BACK, COPIES_A_TURN, true},
    {"copy_both_pinned", "page-locked: both ways at once", DEVICE_BOTH, COPIES_A_TURN, true},
};
enum { COPY_ROWS = sizeof copy_rows / sizeof *copy_rows };

static void measure_copies(session *s)
{
    device_copies c;
    const size_t bytes = (size_t)s->sizes.copied * sizeof(float);
    const bool good = device_copies_open(s->b, &s->sizes, &c), locked = good && device_copies_lock(s->b, &c);
    for (int i = 0; i < COPY_ROWS; i++) {
        const struct copy_row *what = &copy_rows[i];
        const int ways = what->way == DEVICE_BOTH ? 2 : 1;
        row *r = add_row(s, what->id, COPIES, "GB/s", (double)ways * (double)bytes / 1e9, what->way == DEVICE_BOTH && what->is_locked ? 0.9 : 0, LIMIT);
        snprintf(r->label, sizeof r->label, "%s", what->label);
        progress("device: copies, %s", what->label);
        bool ours = (what->is_locked ? locked : good) && !device_is_stuck(), limit = true;
        for (int n = 0; (ours || limit) && n < s->warm_up + s->turns; n++) {
            const double own = limit ? device_limits_copy(s->limits, what->way, bytes, what->count) : NAN;
            const double seconds = ours ? device_copies_seconds(s->b, &c, what->way, what->is_locked, what->count) : NAN;
            if (limit && !(limit = isfinite(own)))
                say_limit(s, what->label);
            ours = isfinite(seconds);
            if (n >= s->warm_up) {
                note(r, LIMIT, own, what->count);
                note(r, OURS, seconds, what->count);
            }
        }
        tell(r, LIMIT);
        tell(r, OURS);
    }
    device_copies_close(&c);
    device_limits_release(s->limits);
    ra_trim(0);
}

/* What one thread copies within the processor's memory: a copy to the device passes through there. */
static void measure_memory(session *s)
{
    const size_t bytes = (size_t)s->sizes.copied * sizeof(float);
    char *from = malloc(bytes), *to = malloc(bytes);
    samples seconds = {0};
    if (from && to)
        memset(from, 1, bytes), memset(to, 2, bytes);
    for (int n = 0; from && to && n < 5; n++) {
        const int64_t start = clock_now_ns();
        memcpy(to, from, bytes);
        __asm__ volatile("" ::"r"(to) : "memory");
        samples_add(&seconds, (double)(clock_now_ns() - start) / 1e9);
    }
    if (seconds.count)
        report_remark(s->b->report, "One thread copies %.1f GB/s within the memory of the processor.", (double)bytes / 1e9 / samples_quantile(&seconds, 0.5));
    samples_free(&seconds);
    free(from);
    free(to);
}

/* ---- launches ---- */

enum { LAUNCH_WAYS = 2 };
static const char *const launch_ids[LAUNCH_WAYS][2] = {{"launch_new_control", "launch_new_all"}, {"launch_out_control", "launch_out_all"}};
static const char *const launch_labels[LAUNCH_WAYS][2] = {{"x = add(x, y), the control thread", "x = add(x, y), until all are done"},
                                                          {"add_out(x, y, y), the control thread", "add_out(x, y, y), until all are done"}};

static void add_launch_rows(session *s)
{
    for (int way = 0; way < LAUNCH_WAYS; way++)
        for (int k = 0; k < 2; k++)
            snprintf(add_row(s, launch_ids[way][k], LAUNCHES, "us", 0, 0.5, PEER)->label, 96, "%s", launch_labels[way][k]);
}

static void measure_launches(session *s, int side)
{
    for (int way = 0; way < LAUNCH_WAYS && !device_is_stuck(); way++) {
        row *control = row_of(s, launch_ids[way][0]), *all = row_of(s, launch_ids[way][1]);
        settling programs = {0};
        bool well = true;
        progress("device: launches, %s", side_names[side]);
        for (int n = 0; well && n < s->warm_up + s->turns; n++) {
            double recorded = NAN;
            const double seconds = side == LIMIT ? device_limits_launch(s->limits, s->launches, &recorded) : device_launches_seconds(s->b, way == 0, s->launches, &recorded);
            if (!(well = isfinite(seconds)) && side == LIMIT && way == 0)
                say_limit(s, "launches");
            if (n >= s->warm_up) {
                note(control, side, recorded, s->launches);
                note(all, side, seconds, s->launches);
            } else if (n == s->warm_up - 1 && side == OURS && settles(&programs))
                n--;
        }
        tell(control, side);
        tell(all, side);
    }
}

/* ---- the chain ---- */

static const struct chain_row {
    const char *time, *speed, *label;
    bool is_pending;
} chain_rows[] = {{"chain", "chain_speed", "pending together", true}, {"chain_recorded", "chain_recorded_speed", "as they are recorded", false}};
enum { CHAIN_ROWS = 2, CHAINS_MOST = 16, MORE_RECORDED = 5 /* times as many, where what is computed makes room for more */ };

/* So many chains that the results recorded and not computed stay below what a control thread is held at. */
static int chains_a_turn(const session *s)
{
    ra_info info = {0};
    const double chain = (double)s->sizes.elements * sizeof(float) * DEVICE_CHAIN;
    if (ra_get_info(&info) != RA_OK)
        return 1;
    const double fits = 0.8 * (double)info.pacing_bytes / chain;
    return fits >= CHAINS_MOST ? CHAINS_MOST : fits >= 1 ? (int)fits : 1;
}

static void add_chain_rows(session *s)
{
    for (int i = 0; i < CHAIN_ROWS; i++) {
        row *speed = add_row(s, chain_rows[i].speed, CHAINS, "GB/s", 8.0 * (double)s->sizes.elements / 1e9, chain_rows[i].is_pending ? 0 : 0.85, LIMIT);
        row *time = add_row(s, chain_rows[i].time, CHAINS, "us", 0, 0, LIMIT);
        snprintf(speed->label, sizeof speed->label, "%s: read and written", chain_rows[i].label);
        snprintf(time->label, sizeof time->label, "%s: time of a chain", chain_rows[i].label);
    }
}

static void measure_chains(session *s)
{
    const int pending = chains_a_turn(s);
    const size_t bytes = (size_t)s->sizes.elements * sizeof(float);
    ra_tensor *x = device_chain_operand(s->b, &s->sizes);
    add_chain_rows(s);
    bool limit = true;
    for (int i = 0; i < CHAIN_ROWS; i++) {
        row *speed = row_of(s, chain_rows[i].speed), *time = row_of(s, chain_rows[i].time);
        const int count = chain_rows[i].is_pending ? pending : pending * MORE_RECORDED;
        bool well = x && !device_is_stuck();
        settling programs = {0};
        device_fused fused = {0};
        progress("device: chains, %s", chain_rows[i].label);
        for (int n = 0; (well || limit) && n < s->warm_up + s->turns; n++) {
            const double own = limit ? device_limits_copy(s->limits, DEVICE_WITHIN, bytes, count) : NAN;
            const double seconds = well ? device_chains_seconds(s->b, x, count, chain_rows[i].is_pending, &fused) : NAN;
            if (limit && !(limit = isfinite(own)))
                say_limit(s, "copies within it");
            well = isfinite(seconds);
            if (n < s->warm_up) {
                n -= n == s->warm_up - 1 && well && settles(&programs);
                continue;
            }
            note(speed, LIMIT, own, count), note(time, LIMIT, own, count);
            note(speed, OURS, seconds, count), note(time, OURS, seconds, count);
        }
        if (well)
            snprintf(speed->note, sizeof speed->note, "in the last turn %llu of %d operators in %llu kernels", (unsigned long long)fused.operators, count * DEVICE_CHAIN,
                     (unsigned long long)fused.groups);
        tell(speed, LIMIT);
        tell(speed, OURS);
        if (*speed->note)
            fprintf(stderr, "device: %s: %s\n", speed->label, speed->note);
    }
    ra_release(x);
}

/* ---- products and operators ---- */

/* How many calls a turn has: TURN_SECONDS of them, as peers/device.py has it too, with room for their results. */
static int calls_a_turn(double seconds, size_t bytes)
{
    const double wanted = TURN_SECONDS / seconds + 1, room = RESULT_ROOM / (double)(bytes + 1);
    const double count = fmin(DEVICE_CALLS_MOST, fmin(wanted, room));
    return count >= 1 ? (int)count : 1;
}

static bool fill_limit(session *s, int index)
{
    const device_number type = (device_number)(index % DEVICE_NUMBERS);
    const int side = index < DEVICE_NUMBERS ? s->sizes.large : s->sizes.small;
    void *values = device_values(type, (int64_t)side * side);
    const bool well = values && device_limits_fill(s->limits, type, side, values);
    free(values);
    return well;
}

static double limit_of(session *s, int index, int count)
{
    return device_limits_multiply(s->limits, (device_number)(index % DEVICE_NUMBERS), index < DEVICE_NUMBERS ? s->sizes.large : s->sizes.small, count);
}

/* Turn by turn with cuBLAS, where it is a product: how fast a device goes changes with what it did before. */
static void take_turns(session *s, row *r, int index, ra_tensor *const *in)
{
    const device_case *c = &device_cases[index];
    size_t bytes = 0;
    double seconds = NAN, own = NAN;
    int count = 1;
    bool well = in[0] != NULL;
    for (int n = 0; well && n < s->warm_up + 1; n++)
        well = isfinite(seconds = device_case_seconds(s->b, c, in, 1, &bytes));
    for (int n = 0; well && n < 2; n++) { /* many take less time each than one that is waited for */
        count = calls_a_turn(seconds, bytes);
        well = isfinite(seconds = device_case_seconds(s->b, c, in, count, &bytes) / count);
    }
    if (well)
        count = calls_a_turn(seconds, bytes);
    bool limit = c->is_product && fill_limit(s, index);
    for (int n = 0; (well || limit) && n < s->turns + 1; n++) {
        if (well)
            well = isfinite(seconds = device_case_seconds(s->b, c, in, count, &bytes));
        if (limit)
            limit = isfinite(own = limit_of(s, index, count));
        if (n == 0) /* takes memory for so many */
            continue;
        note(r, OURS, well ? seconds : NAN, count);
        note(r, LIMIT, limit ? own : NAN, count);
    }
    if (c->is_product && !limit)
        say_limit(s, r->label);
}

static void measure_case(session *s, int index)
{
    const device_case *c = &device_cases[index];
    ra_tensor *in[DEVICE_OPERANDS] = {NULL};
    row *r = add_row(s, c->id, c->is_product ? PRODUCTS : OPERATORS, c->unit, 1, c->is_product ? 0.97 : 0, LIMIT);
    c->describe(&s->sizes, r->label, sizeof r->label, &r->work);
    progress("device: %s", r->label);
    if (!device_is_stuck() && device_case_open(s->b, c, &s->sizes, in))
        take_turns(s, r, index, in);
    device_case_close(in);
    tell(r, OURS);
    if (c->is_product)
        tell(r, LIMIT);
}

/* What is limited by memory has the copy of the chain beside it, with as many bytes. */
static void put_copies_beside(session *s)
{
    row *copy = row_of(s, "chain_speed");
    for (int i = 0; copy && i < s->count; i++) {
        row *r = &s->rows[i];
        for (size_t k = 0; r->table == OPERATORS && strcmp(r->unit, "GB/s") == 0 && k < copy->seconds[LIMIT].count; k++)
            samples_add(&r->seconds[LIMIT], copy->seconds[LIMIT].values[k] * r->work / copy->work);
    }
}

/* ---- PyTorch ---- */

static void note_all(row *r, int side, const double *seconds, int count)
{
    for (int i = 0; r && i < count; i++)
        note(r, side, seconds[i], 1);
    if (r)
        tell(r, side);
}

/* A name with _compiled behind it is that row done otherwise. */
static void take_figure(void *context, const char *name, const double *seconds, int count)
{
    session *s = context;
    char id[64];
    snprintf(id, sizeof id, "%s", name);
    char *compiled = strstr(id, "_compiled");
    if (compiled)
        *compiled = 0;
    const int side = compiled ? PEER_OTHER : PEER;
    note_all(row_of(s, id), side, seconds, count);
    if (strcmp(id, "chain") == 0)
        for (int i = 0; i < CHAIN_ROWS; i++) {
            note_all(row_of(s, chain_rows[i].speed), side, seconds, count);
            if (i > 0)
                note_all(row_of(s, chain_rows[i].time), side, seconds, count);
        }
}

/* ---- the report ---- */

/* A side, or where over is not -1 what the first is of the second. */
typedef struct column {
    const char *name;
    int side, over;
} column;

static const struct table {
    const char *id, *title;
    column columns[6];
} tables[TABLES] = {
    [COPIES] = {"device_copies", "copies from and to the processor's memory",
                {{"runahead", OURS, -1}, {"the driver, pinned", LIMIT, -1}, {"runahead / driver", OURS, LIMIT}, {"PyTorch", PEER, -1}}},
    [LAUNCHES] = {"device_launches", "additions of 4 x 4 floats, recorded one after another: time of one",
                  {{"runahead", OURS, -1}, {"not fused", ALONE, -1}, {"the driver", LIMIT, -1}, {"PyTorch", PEER, -1}, {"runahead / PyTorch", OURS, PEER}}},
    [CHAINS] = {"device_chains", "chains of 8 elementwise operators",
                {{"runahead", OURS, -1}, {"the driver's copy", LIMIT, -1}, {"runahead / copy", OURS, LIMIT}, {"PyTorch", PEER, -1}, {"PyTorch, compiled", PEER_OTHER, -1}}},
    [PRODUCTS] = {"device_products", "products of matrices, without TF32 and summed in float32",
                  {{"runahead", OURS, -1}, {"cuBLAS", LIMIT, -1}, {"runahead / cuBLAS", OURS, LIMIT}, {"PyTorch", PEER, -1}, {"runahead / PyTorch", OURS, PEER}}},
    [OPERATORS] = {"device_operators", "single operators over float32",
                   {{"runahead", OURS, -1}, {"PyTorch", PEER, -1}, {"runahead / PyTorch", OURS, PEER}, {"the driver's copy", LIMIT, -1}, {"runahead / copy", OURS, LIMIT}}},
};

static summary summary_of(row *r, int side)
{
    const summary s = samples_summary(&r->seconds[side]);
    const bool is_speed = r->work > 0;
    return (summary){.median = shown(r, s.median), .low = shown(r, is_speed ? s.high : s.low), .high = shown(r, is_speed ? s.low : s.high), .count = s.count};
}

static void put_row(session *s, row *r)
{
    report *to = s->b->report;
    report_begin_row(to, r->label, r->unit, r->better, r->note);
    for (const column *c = tables[r->table].columns; c->name; c++)
        if (!r->seconds[c->side].count || (c->over >= 0 && !r->seconds[c->over].count))
            report_no_value(to);
        else if (c->over < 0)
            report_summary(to, summary_of(r, c->side));
        else
            report_value(to, median_of(r, c->side) / median_of(r, c->over));
    if (r->mark > 0) {
        char verdict[120];
        const double share = r->seconds[OURS].count && r->seconds[r->beside].count ? median_of(r, OURS) / median_of(r, r->beside) : NAN;
        snprintf(verdict, sizeof verdict, isnan(share) ? "not measured" : "%s: %.2f, and the mark is %.2f", (r->better == BETTER_HIGHER ? share >= r->mark : share <= r->mark) ? "reached" : "short",
                 share, r->mark);
        report_verdict(to, r->id, verdict);
    }
}

static void put_tables(session *s)
{
    for (int t = 0; t < TABLES; t++) {
        const char *names[7] = {NULL};
        for (int c = 0; tables[t].columns[c].name; c++)
            names[c] = tables[t].columns[c].name;
        report_begin_table(s->b->report, tables[t].id, tables[t].title, names);
        for (int i = 0; i < s->count; i++)
            if (s->rows[i].table == t)
                put_row(s, &s->rows[i]);
    }
}

/* ---- the whole ---- */

static void measure(session *s)
{
    bench *b = s->b;
    add_launch_rows(s);
    measure_launches(s, LIMIT);
    measure_launches(s, OURS);
    measure_chains(s);
    for (int i = 0; i < device_case_count; i++)
        measure_case(s, i);
    put_copies_beside(s);
    device_limits_release(s->limits);
    ra_trim(0);
    measure_copies(s);
    measure_memory(s);
    /* The program from Python waits behind nothing of ours; one that hangs ends by itself. */
    device_torch(b, &s->sizes, s->launches, s->turns, b->mode != BENCH_QUICK && !b->peers_elements, b->mode == BENCH_QUICK ? 40 : 75, take_figure, s);
    const ra_config alone = {.size = sizeof alone, .fusion = RA_FUSION_OFF};
    if (!device_is_stuck() && bench_restart(b, &alone)) {
        measure_launches(s, ALONE);
        bench_restart(b, NULL);
    }
}

void bench_device(bench *b)
{
    char why[300] = "";
    report_begin(b->report, "device", "CUDA device",
                 "What the library reaches on a CUDA device, beside the device's driver and cuBLAS called directly, and PyTorch from Python. Medians of turns of about 25 ms, but for chains and copies, which are as many as have room.");
    progress("device: looking for one");
    ra_tensor *first = ra_empty(RA_DIMS(1), RA_OPTS(ra_empty, .device = RA_CUDA));
    ra_release(first);
    if (!first) {
        report_remark(b->report, "Not measured: there is no CUDA device: %s", ra_last_error());
        ra_clear_error();
        return;
    }
    session *s = calloc(1, sizeof *s);
    device_limits *limits = device_limits_open(why, sizeof why);
    if (!s || !limits)
        report_failure(b->report, "FAILED: the driver cannot be called directly: %s", why);
    else if (device_limits_is_simulated(limits) && !b->peers_elements)
        report_remark(b->report, "Not measured: the CUDA device is a simulated one, whose times mean nothing (--elements=4096 tries this bench on it).");
    else {
        *s = (session){.b = b, .sizes = device_sizes_of(b->peers_elements, b->mode == BENCH_QUICK), .limits = limits, .turns = (int)bench_pick(b, 7, 15, 31), .warm_up = 2,
                       .launches = b->peers_elements ? 64 : 2000};
        report_fact(b->report, "CUDA in bench device", "%s", device_limits_name(limits));
        measure(s);
        put_tables(s);
        report_remark(b->report, "CUDA: %s%s.", device_limits_name(limits), device_limits_is_simulated(limits) ? ", simulated: the times mean nothing" : "");
        if (device_is_stuck())
            report_failure(b->report, "FAILED: the device did not answer, and was asked no more.");
    }
    for (int i = 0; s && i < s->count; i++)
        for (int k = 0; k < SIDES; k++)
            samples_free(&s->rows[i].seconds[k]);
    device_limits_close(limits);
    free(s);
}
