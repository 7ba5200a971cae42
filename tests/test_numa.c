/*
 * Where large operators and their pages go on machines of several nodes: the decisions as the engine makes them on
 * made-up machines. Nothing here depends on who is quick: what is asserted of pieces holds for any order.
 */
#include "helpers/placed_notes.h"

#include "async/pool/wide.h"

/* ---- shares, by themselves ---- */

static void shares_follow_the_workers(void **state)
{
    (void)state;
    static const struct {
        const char *machine;
        int workers, nodes, share[4]; /* of 120 units */
    } cases[] = {
        {"node:2 core:4 pu:1", 8, 2, {60, 60}},
        {"node:2 core:4 pu:1", 6, 2, {80, 40}},
        {"node:2 core:4 pu:1", 3, 2, {120, 0}}, /* few stay together */
        {"node:4 core:2 pu:2", 16, 4, {30, 30, 30, 30}},
        {"node:4 core:2 pu:2", 8, 4, {30, 30, 30, 30}},
        {"node:4 core:2 pu:2", 10, 4, {48, 24, 24, 24}},
        {"core:4 pu:1", 4, 1, {120}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        place(cases[i].machine, cases[i].workers);
        const struct ra__shares *shares = &placement.shares;
        assert_int_equal(placement.nodes, cases[i].nodes);
        assert_int_equal(shares->nodes, cases[i].nodes);
        int64_t at = 0;
        for (int n = 0; n < shares->nodes; n++) {
            assert_int_equal(ra__share_first(shares, n, 120), at);
            at += cases[i].share[n];
            if (cases[i].share[n])
                assert_int_equal(ra__share_of(shares, 120, at - 1), n);
        }
        assert_int_equal(at, 120);
        assert_int_equal(ra__share_is_possible(shares, 120), cases[i].share[0] < 120);
        unplace();
    }
}

/* Whatever is divided, the shares cover it without a gap, and are as even as the workers. */
static void shares_cover_everything(void **state)
{
    (void)state;
    place("node:8 core:16 pu:1", 117);
    const struct ra__shares *s = &placement.shares;
    static const int64_t units[] = {1, 7, 8, 116, 117, 118, 1000, 65537, (INT64_C(1) << 46) - 1, INT64_C(1) << 46};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        assert_int_equal(ra__share_first(s, 0, units[i]), 0);
        assert_int_equal(ra__share_first(s, 8, units[i]), units[i]);
        for (int n = 0; n < 8; n++) {
            int64_t first = ra__share_first(s, n, units[i]), end = ra__share_first(s, n + 1, units[i]);
            double fair = (double)units[i] * ra__share_workers(s, n) / 117;
            assert_true((double)(end - first) > fair - 1 && (double)(end - first) < fair + 1);
            if (first < end)
                assert_true(ra__share_of(s, units[i], first) == n && ra__share_of(s, units[i], end - 1) == n);
        }
    }
    assert_false(ra__share_is_possible(s, 7));
    assert_true(ra__share_is_possible(s, 117));
    unplace();
}

/* Workers that come at once get pieces that differ little; those who come later smaller ones; nobody gets nothing. */
static void pieces_of_a_share_run_out_together(void **state)
{
    (void)state;
    place("node:2 core:8 pu:1", 16);
    int64_t left = 1000, before = INT64_MAX;
    int pieces = 0;
    for (; left; pieces++) {
        int64_t piece = ra__share_piece(&placement.shares, 1, left);
        assert_true(piece >= 1 && piece <= left && piece <= before);
        before = piece;
        left -= piece;
    }
    assert_int_equal(before, 1);
    assert_in_range(pieces, 24, 64);
    unplace();
}

static void nodes_are_ordered_by_distance(void **state)
{
    (void)state;
    place("node:4 core:2 pu:1", 8);
    for (int n = 0; n < 4; n++)
        for (int i = 0; i < 4; i++)
            assert_int_equal(placement.nearest[4 * n + i], (n + i) % 4); /* equally far: turned, so that not all go to the same */
    ra__placement_free(&placement);
    static const int ring[16] = {10, 16, 22, 16, 16, 10, 16, 22, 22, 16, 10, 16, 16, 22, 16, 10};
    memcpy(topology.node_distance, ring, sizeof ring);
    assert_int_equal(ra__placement_make(&placement, &topology, 8), 0);
    static const uint8_t expected[16] = {0, 1, 3, 2, 1, 2, 0, 3, 2, 3, 1, 0, 3, 0, 2, 1};
    assert_memory_equal(placement.nearest, expected, sizeof expected);
    unplace();
}

/* A cache over several memories (sub-NUMA clusters) does not make them one; workers that roam belong to no node. */
static void nodes_are_what_workers_are_bound_to(void **state)
{
    (void)state;
    struct ra__os_cpuset set;
    place("l3:2 node:2 core:2 pu:1", 8);
    assert_int_equal(topology.nl3s, 2);
    assert_int_equal(topology.nnodes, 4);
    assert_int_equal(ra__topology_distance(&topology, 0, 1), RA__DISTANCE_L3);
    assert_int_equal(ra__topology_distance(&topology, 0, 2), RA__DISTANCE_MACHINE);
    topology.bindable = true;
    assert_true(ra__placement_cpus(&placement, &topology, 3, RA__BIND_L3, &set));
    assert_int_equal(ra__os_cpuset_count(&set), 2);
    assert_true(ra__os_cpuset_has(&set, 2) && ra__os_cpuset_has(&set, 3));
    ra__placement_free(&placement);
    assert_int_equal(ra__placement_make(&placement, &topology, 7), 0); /* fewer than cores: not bound */
    assert_int_equal(placement.nodes, 1);
    assert_int_equal(placement.shares.nodes, 1);
    for (int w = 0; w < 7; w++)
        assert_int_equal(placement.places[w].node, 0);
    unplace();
}

/* Who takes what of a share, one after another: its node's workers from the front, others half from the back, but not the
 * last ones unless they have nothing else. */
static void pieces_are_taken_by_nearness(void **state)
{
    (void)state;
    static ra_task task;
    static ra__course course;
    static ra_storage storage;
    static ra_layout layout = {.dtype = RA_UINT8, .extent = 16 * MIB};
    ra__operand operand = {.storage = &storage, .layout = &layout};
    int64_t first, end;
    place("node:4 core:4 pu:1", 16);
    ra__pages_start(&placement.shares);
    task.job.operand = &operand;
    task.job.operands = 1;
    task.course = &course;
    ra_plan plan = {.phases = 1, .grains = {400}};
    task.job.plan = &plan;
    assert_true(ra__job_is_wide(&task.job));
    ra__wide_put_up(&task, 400, &first, &end);
    assert_true(first == 0 && end == 100); /* the rest of the first share is this thread's, as if of node 0 */
    assert_null(ra__wide_take(0, 0, true, 0, &first, &end));
    assert_ptr_equal(ra__wide_take(2, 2, true, 0, &first, &end), &task);
    assert_true(first == 200 && end == 225);
    assert_ptr_equal(ra__wide_take(2, 2, true, 0, &first, &end), &task);
    assert_true(first == 225 && end == 244); /* a quarter of what was left */
    assert_ptr_equal(ra__wide_take(2, 1, false, 0, &first, &end), &task);
    assert_true(first == 272 && end == 300);
    for (int64_t left = 28; left > 4; left -= left - left / 2) {
        assert_ptr_equal(ra__wide_take(2, 3, false, 0, &first, &end), &task);
        assert_int_equal(end - first, left - left / 2);
    }
    assert_null(ra__wide_take(2, 3, false, 0, &first, &end)); /* three units, four workers */
    assert_ptr_equal(ra__wide_take(2, 2, false, 0, &first, &end), &task);
    assert_true(first == 244 && end == 245);
    assert_ptr_equal(ra__wide_take(2, 3, true, 0, &first, &end), &task);
    assert_true(first == 246 && end == 247);
    assert_null(ra__wide_take(2, 2, true, 5, &first, &end)); /* not what a waiter needs */
    assert_ptr_equal(ra__wide_take(2, 3, true, 0, &first, &end), &task);
    assert_true(first == 245 && end == 246);
    assert_null(ra__wide_take(2, 2, true, 0, &first, &end));
    int64_t others = 0; /* the two shares that are whole, by a thread of no node */
    while (ra__wide_take_any(0, &first, &end))
        others += end - first;
    assert_int_equal(others, 200);
    assert_false(ra__wide_any());
    ra__wide_put_up(&task, 3, &first, &end); /* too few to be divided */
    assert_true(first == 0 && end == 3 && !ra__wide_any());
    layout.extent = 8 * MIB - 1; /* too small */
    ra__wide_put_up(&task, 400, &first, &end);
    assert_true(first == 0 && end == 400 && !ra__wide_any());
    layout.extent = 8 * MIB;
    assert_true(ra__job_is_wide(&task.job));
    plan.flags = RA__PLAN_SERIAL;
    assert_false(ra__job_is_wide(&task.job));
    unplace();
}

/* ---- the engine's decisions ---- */

/* The node that a task was sent to, once. */
static int home_of(uint64_t sequence, int count)
{
    int node = -1;
    for (int i = 0; i < count; i++)
        if (notes[i].kind == RA__PLACED_HOME && notes[i].sequence == sequence) {
            assert_int_equal(node, -1);
            node = notes[i].node;
        }
    return node;
}

/* A chain over one space: every result is spread, every operator is cut at the same places, and where its pages are cut. */
static void operators_over_a_space_meet_their_pages(void **state)
{
    (void)state;
    static const struct {
        const char *machine;
        int workers, nodes;
    } machines[] = {{"node:2 core:2 pu:1", 4, 2}, {"node:4 core:1 pu:1", 4, 4}, {"node:4 core:2 pu:2", 16, 4}, {"node:2 core:4 pu:1", 6, 2}};
    for (size_t m = 0; m < sizeof machines / sizeof *machines; m++) {
        enum { LENGTH = 5 };
        const int nodes = machines[m].nodes;
        start_on(machines[m].machine, machines[m].workers);
        ra_tensor *chain[LENGTH] = {ra_full(RA_DIMS(FLOATS), RA_F(0.5))};
        for (int i = 1; i < LENGTH; i++)
            chain[i] = i % 2 ? ra_add(chain[i - 1], 1) : ra_mul(chain[i - 1], chain[i - 2]);
        place(machines[m].machine, machines[m].workers);
        const int count = all_noted();
        for (int i = 0; i < LENGTH; i++) {
            assert_int_equal(storage_node(chain[i]), RA__MEM_SPREAD);
            uint64_t sequence = sequence_of_pages(ra__storage_data(chain[i]->storage), count);
            int64_t units = share_of(sequence, 0, nodes - 1, count).end, at = 0;
            for (int n = 0; n < nodes; n++) {
                struct ra__placed share = share_of(sequence, 0, n, count);
                assert_int_equal(share.first, at);
                assert_int_equal(share.end, ra__share_first(&placement.shares, n + 1, units));
                at = share.end;
            }
            assert_int_equal(at, units);
            check_pieces(sequence, 0, nodes, count);
        }
        unplace();
        for (int i = 0; i < LENGTH; i++)
            ra_release(chain[i]);
        stop_and_unhook();
    }
}

/* A group is cut by node as its first member would be, and what its members leave in memory is spread. */
static void groups_are_cut_like_operators(void **state)
{
    (void)state;
    held h = {0};
    start_fusing("node:4 core:1 pu:1", 4, RA_FUSION_ALWAYS);
    RA_AUTO ra_tensor *x = ra_full(RA_DIMS(FLOATS), RA_F(2));
    OK(ra_wait(x));
    RA_AUTO ra_tensor *late = held_new(&h, 1); /* all is recorded before any of it can run */
    RA_AUTO ra_tensor *y = ra_mul(x, late), *z = ra_add(y, x), *u = ra_neg(z);
    let_go(&h);
    EVENTUALLY(ra_get_stats().fused == 3); /* nobody waits or asks for any of it, which would close the group */
    const int count = all_noted();
    const ra_tensor *results[] = {y, z, u};
    const uint64_t first = sequence_of_pages(ra__storage_data(y->storage), count);
    check_pieces(first, 0, 4, count);
    for (int r = 0; r < 3; r++) {
        assert_int_equal(storage_node(results[r]), RA__MEM_SPREAD);
        const uint64_t sequence = sequence_of_pages(ra__storage_data(results[r]->storage), count);
        assert_true(sequence == first || share_of(sequence, 0, 0, count).end < 0);
    }
}

/* Small ones are left whole, on the node of who writes them first, and what reads them goes there. */
static void small_operators_go_to_their_operands(void **state)
{
    (void)state;
    start_on("node:2 core:2 pu:1", 4);
    enum { SMALL = 100000, COUNT = 40 };
    ra_tensor *x[COUNT], *y[COUNT];
    for (int i = 0; i < COUNT; i++)
        OK(ra_wait(x[i] = ra_full(RA_DIMS(SMALL), RA_I(i))));
    const int before = all_noted();
    for (int i = 0; i < before; i++)
        assert_int_not_equal(notes[i].kind, RA__PLACED_SHARE);
    for (int i = 0; i < COUNT; i++) {
        assert_in_range(storage_node(x[i]), 0, 1);
        atomic_store_explicit(&x[i]->storage->node, i % 2, memory_order_relaxed); /* whoever it was: now it was this one */
    }
    for (int i = 0; i < COUNT; i++)
        y[i] = ra_neg(x[i]);
    const int count = all_noted();
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(home_of(sequence_of_pages(ra__storage_data(y[i]->storage), count), count), i % 2);
        ra_release(x[i]);
        ra_release(y[i]);
    }
}

/* A small operator on a part of what is spread goes to the node that has that part. */
static void parts_of_what_is_spread_have_a_home(void **state)
{
    (void)state;
    start_on("node:4 core:1 pu:1", 4);
    RA_AUTO ra_tensor *x = ra_full(RA_DIMS(64, FLOATS / 64), RA_F(1));
    OK(ra_wait(x));
    assert_int_equal(storage_node(x), RA__MEM_SPREAD);
    ra_tensor *results[64];
    for (int row = 0; row < 64; row++) {
        RA_AUTO ra_tensor *view = ra_narrow(x, 0, row, 1);
        results[row] = ra_neg(view);
    }
    const int count = all_noted();
    for (int row = 0; row < 64; row++) {
        assert_int_equal(home_of(sequence_of_pages(ra__storage_data(results[row]->storage), count), count), row / 16);
        ra_release(results[row]);
    }
}

/* What the program is to write itself is spread where it is large; one memory has no shares. */
static void who_has_no_node_spreads(void **state)
{
    (void)state;
    ra_status s;
    start_on("node:2 core:2 pu:1", 4);
    RA_AUTO ra_tensor *large = ra_empty(RA_DIMS(FLOATS)), *small = ra_empty(RA_DIMS(1000));
    assert_non_null(ra_data_mut(large, &s));
    assert_non_null(ra_data_mut(small, &s));
    assert_int_equal(storage_node(large), RA__MEM_SPREAD);
    assert_int_equal(storage_node(small), 0);
    ra_release(large);
    ra_release(small);
    large = small = NULL;
    stop_and_unhook();
    start_on("core:4 pu:1", 4);
    RA_AUTO ra_tensor *x = ra_full(RA_DIMS(FLOATS), RA_F(1)), *y = ra_add(x, x);
    OK(ra_wait(y));
    assert_int_equal(storage_node(y), 0);
    const int count = all_noted();
    for (int i = 0; i < count; i++)
        assert_true(notes[i].kind == RA__PLACED_PAGES || notes[i].kind == RA__PLACED_HOME);
}

/* ---- and nothing else is different ---- */

enum { RESULTS = 7 };

static void compute(ra_tensor **of)
{
    ra_manual_seed(7);
    RA_AUTO ra_tensor *x = ra_randn(RA_DIMS(2048, 2048)), *y = ra_add(x, 1.5);
    RA_AUTO ra_tensor *turned = ra_t(x), *back = ra_narrow(x, 0, 100, 1500), *front = ra_narrow(y, 0, 0, 1500);
    of[0] = ra_mul(x, y);
    of[1] = ra_sum(x, RA_ALL);
    of[2] = ra_sum(y, RA_DIMS(0));
    of[3] = ra_softmax(x, 1);
    of[4] = ra_cumsum(y, 1);
    of[5] = ra_contiguous(turned);
    of[6] = ra_add(back, front);
}

static void the_same_bits(void **state)
{
    (void)state;
    ra_tensor *expected[RESULTS], *got[RESULTS];
    start_on("core:1 pu:1", 1);
    compute(expected);
    OK(ra_wait_all());
    stop_and_unhook();
    static const char *const machines[] = {"node:2 core:2 pu:1", "node:4 core:2 pu:1", "node:3 core:1 pu:2"};
    for (size_t m = 0; m < sizeof machines / sizeof *machines; m++) {
        start_on(machines[m], 0);
        ra_scope_begin();
        compute(got);
        for (int i = 0; i < RESULTS; i++) {
            bool equal = false;
            OK(ra_equal(got[i], expected[i], &equal));
            assert_true(equal);
        }
        OK(ra_scope_end());
        const int count = all_noted();
        int shares = 0;
        for (int i = 0; i < count; i++)
            shares += notes[i].kind == RA__PLACED_SHARE;
        assert_true(shares > 4 * RESULTS); /* it was cut indeed */
        stop_and_unhook();
    }
    start_on(NULL, 1);
    for (int i = 0; i < RESULTS; i++)
        ra_release(expected[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(shares_follow_the_workers),
        TEST(shares_cover_everything),
        TEST(pieces_of_a_share_run_out_together),
        TEST(nodes_are_ordered_by_distance),
        TEST(nodes_are_what_workers_are_bound_to),
        TEST(pieces_are_taken_by_nearness),
        HARNESS_TEST(operators_over_a_space_meet_their_pages, 60, NULL, stop_after),
        HARNESS_TEST(groups_are_cut_like_operators, 60, NULL, stop_after),
        TEST_AROUND(small_operators_go_to_their_operands, NULL, stop_after),
        TEST_AROUND(parts_of_what_is_spread_have_a_home, NULL, stop_after),
        TEST_AROUND(who_has_no_node_spreads, NULL, stop_after),
        HARNESS_TEST(the_same_bits, 60, NULL, stop_after),
    };
    unsetenv("RUNAHEAD_FUSION");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
