/*
 * Plans of many phases on made-up machines of several nodes: each phase is cut by node that has units enough, and no other; a node's units
 * are its own from the front; no phase begins before the one before it is complete on all nodes; and the bits are those of one node.
 */
#include "helpers/placed_notes.h"
#include "helpers/taken_apart.h"

#include "async/run/submit.h"

static const struct {
    const char *machine;
    int workers, nodes;
} machines[] = {{"node:2 core:2 pu:1", 4, 2}, {"node:4 core:1 pu:1", 4, 4}, {"node:4 core:2 pu:2", 16, 4}, {"node:2 core:4 pu:1", 6, 2}};
enum { MACHINES = sizeof machines / sizeof *machines };

/* A piece that another node has taken lies behind all that the node's own workers have. */
static void check_fronts(uint64_t sequence, int phase, int count)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; notes[i].kind == RA__PLACED_PIECE && notes[i].sequence == sequence && notes[i].phase == phase && k < count; k++)
            if (notes[k].kind == RA__PLACED_PIECE && notes[k].sequence == sequence && notes[k].phase == phase && notes[k].node == notes[i].node)
                assert_false(notes[i].by != notes[i].node && notes[k].by == notes[k].node && notes[k].first > notes[i].first);
}

static void check_cut(uint64_t sequence, int phase, int nodes, int64_t units, int count)
{
    for (int n = 0; n < nodes; n++) {
        const struct ra__placed share = share_of(sequence, phase, n, count);
        assert_int_equal(share.first, ra__share_first(&placement.shares, n, units));
        assert_int_equal(share.end, ra__share_first(&placement.shares, n + 1, units));
    }
    check_pieces(sequence, phase, nodes, count);
    check_fronts(sequence, phase, count);
}

/* ---- a plan of the test's own, whose phases are known ---- */

enum { PHASES = 12, ELEMENTS = 128 };
static const int64_t grains[PHASES] = {64, 1, 0, 40, 3, 7, 16, 100, 2, 64, 0, 5};
static _Atomic int done[PHASES], out_of_order;

static int64_t grains_of(const ra_plan *p, int phase)
{
    (void)p;
    return grains[phase];
}

/* What comes of an element tells of the order of all phases. */
static float next_of(float before, int phase)
{
    return before * 3 + (float)phase;
}

static ra_status run_phase(ra__run *r, int phase, int64_t first, int64_t last)
{
    float *out = (float *)(void *)r->data[0];
    for (int before = 0; before < phase; before++)
        atomic_fetch_add(&out_of_order, atomic_load(&done[before]) != grains[before]);
    for (int64_t g = first; g < last; g++)
        for (int64_t i = g; i < ELEMENTS; i += grains[phase])
            out[i] = next_of(phase ? out[i] : 0, phase);
    atomic_fetch_add(&done[phase], (int)(last - first));
    return RA_OK;
}

static const ra_kernel kernel = {.name = "phases", .run = run_phase, .grains = grains_of};

static ra_tensor *record(void)
{
    ra_tensor *made = ra_empty(RA_DIMS(FLOATS));
    ra__job j;
    assert_true(made && ra__submit_begin() && !ra__job_init(&j, NULL, RA_FUNCTIONAL, 1, 0));
    ra__job_bind(&j.operand[0], made->storage, ra__layout_of(made), 0, true);
    ra__job_set_site(&j);
    ra__prepared *p = ra__prepared_of(j.plan);
    p->name = kernel.name;
    p->plan.kernel = &kernel;
    p->plan.flags = RA__PLAN_TOLD;
    p->plan.phases = PHASES;
    for (int phase = 0; phase < PHASES; phase++)
        p->plan.grains[0] += grains[phase];
    p->plan.cost_ns = 1e5 * (double)p->plan.grains[0];
    ra__submit(&j);
    return made;
}

static void each_phase_is_cut_by_itself(void **state)
{
    (void)state;
    for (int m = 0; m < MACHINES; m++) {
        start_on(machines[m].machine, machines[m].workers);
        place(machines[m].machine, machines[m].workers);
        memset(done, 0, sizeof done);
        RA_AUTO ra_tensor *t = record();
        const int count = all_noted();
        assert_int_equal(atomic_load(&out_of_order), 0);
        assert_int_equal(storage_node(t), RA__MEM_SPREAD);
        const uint64_t sequence = sequence_of_pages(ra__storage_data(t->storage), count);
        int cut = 0;
        float expected = 0;
        for (int phase = 0; phase < PHASES; phase++) {
            assert_int_equal(atomic_load(&done[phase]), grains[phase]);
            expected = grains[phase] ? next_of(expected, phase) : expected;
            if (ra__share_is_possible(&placement.shares, grains[phase])) {
                check_cut(sequence, phase, machines[m].nodes, grains[phase], count);
                cut++;
                continue;
            }
            for (int i = 0; i < count; i++)
                assert_false((notes[i].kind == RA__PLACED_SHARE || notes[i].kind == RA__PLACED_PIECE) && notes[i].sequence == sequence && notes[i].phase == phase);
        }
        assert_in_range(cut, 5, PHASES - 3);
        for (int i = 0; i < ELEMENTS; i++)
            assert_true(at(t, i) == expected);
        ra_release(t);
        t = NULL;
        unplace();
        stop_and_unhook();
    }
}

/* ---- matrices that are taken apart ---- */

enum { RESULTS = 4 };

static void compute(uint64_t *digests, ra_tensor **factor)
{
    seed = SEED;
    RA_AUTO ra_tensor *a = made(RA_FLOAT64, 1100, 1100, true), *inverse = NULL, *q = NULL, *r = NULL; /* a share of 2 MiB for each of four nodes */
    *factor = ra_linalg_cholesky(a);
    inverse = ra_linalg_inv(a);
    OK(ra_linalg_qr(a, &q, &r));
    const ra_tensor *const results[RESULTS] = {*factor, inverse, q, r};
    for (int i = 0; i < RESULTS; i++)
        digests[i] = digest(results[i]);
}

static void the_bits_of_matrices_are_those_of_one_node(void **state)
{
    (void)state;
    uint64_t expected[RESULTS], got[RESULTS];
    ra_tensor *factor;
    start_on("core:1 pu:1", 1);
    compute(expected, &factor);
    ra_release(factor);
    stop_and_unhook();
    for (int m = 0; m < MACHINES; m++) {
        start_on(machines[m].machine, machines[m].workers);
        place(machines[m].machine, machines[m].workers);
        compute(got, &factor);
        assert_memory_equal(got, expected, sizeof expected);
        const int count = all_noted(), last = machines[m].nodes - 1;
        assert_int_equal(storage_node(factor), RA__MEM_SPREAD);
        const uint64_t sequence = sequence_of_pages(ra__storage_data(factor->storage), count);
        int cut = 0;
        for (int i = 0; i < count; i++)
            if (notes[i].kind == RA__PLACED_SHARE && notes[i].sequence == sequence && notes[i].node == last) {
                check_cut(sequence, notes[i].phase, machines[m].nodes, notes[i].end, count);
                cut++;
            }
        assert_true(cut > RA__MAX_PHASES);
        ra_release(factor);
        unplace();
        stop_and_unhook();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(each_phase_is_cut_by_itself, 60, NULL, stop_after),
        HARNESS_TEST(the_bits_of_matrices_are_those_of_one_node, 120, NULL, stop_after),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
