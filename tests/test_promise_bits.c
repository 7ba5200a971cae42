/*
 * Promise 3: the same bits, always: synchronous and run ahead, with 0, 1, 2, 7 and 64 workers, with grains really stolen.
 */
#include "async/front/tensor.h"
#include "helpers/moments.h"

enum { RESULTS = 24, BIG = 300000 };

typedef struct digests {
    uint64_t of[RESULTS];
    int count;
} digests;

static void add(digests *d, const ra_tensor *t)
{
    ra_status s;
    assert_non_null(t);
    RA_AUTO ra_tensor *flat = ra_contiguous(t);
    const unsigned char *p = ra_data(flat, &s);
    uint64_t h = 14695981039346656037u;
    OK(s);
    size_t bytes = (size_t)ra_numel(flat) * ra_dtype_size(ra_tensor_dtype(flat));
    for (size_t i = 0; i < bytes; i++)
        h = (h ^ p[i]) * 1099511628211u;
    assert_true(d->count < RESULTS);
    d->of[d->count++] = h;
}

/* Big enough that ranges are split; operators of every way of cutting. Recorded as a whole before the first look. */
static void program(digests *d)
{
    d->count = 0;
    ra_manual_seed(5);
    ra_scope_begin();
    ra_tensor *x = ra_randn(RA_DIMS(BIG)), *m = ra_rand(RA_DIMS(150, 170)), *w = ra_randn(RA_DIMS(170, 140));
    ra_tensor *e = ra_tanh(ra_mul(ra_add(x, 0.25), x)), *values = NULL, *order = NULL, *v = ra_view(x, RA_DIMS(300, 1000));
    ra_tensor *product = ra_mm(m, w), *turned = ra_contiguous(ra_t(product));
    ra_tensor *positive = ra_gt(x, 0), *picked = ra_masked_select(x, positive), *where = ra_nonzero(positive);
    OK(ra_sort(x, 0, &values, &order, NULL));
    ra_tensor *walk = ra_clone(x), *front = ra_narrow(walk, 0, 0, BIG / 2), *back = ra_narrow(walk, 0, BIG / 3, BIG / 2);
    for (int i = 0; i < 5; i++) {
        OK(ra_add_(front, ra_clone(back)));
        OK(ra_mul_(back, 0.5));
    }
    ra_tensor *half = ra_to(x, RA_OPTS(ra_to, .dtype = RA_FLOAT16)), *softmax = ra_softmax(v, 1), *columns = ra_sum(v, RA_DIMS(0));
    ra_tensor *const all[] = {x, e, product, turned, picked, where, values, order, walk, half, softmax, columns, ra_sum(x, RA_ALL), ra_mean(v, RA_DIMS(1)),
                              ra_var(x, RA_ALL), ra_cumsum(x, 0), ra_logsumexp(v, RA_DIMS(1)), ra_amax(v, RA_DIMS(0)), ra_argmax(v, RA_DIMS(1)),
                              ra_cat(RA_LIST(x, e), 0), ra_index_select(v, 0, ra_arange(RA_I(0), RA_I(300), RA_I(3))), ra_cdist(m, m, 2)};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        add(d, all[i]);
    OK(ra_scope_end());
}

static void slow_grains(enum ra__point point)
{
    if (point == RA__POINT_GRAIN)
        usleep(20);
}

static void the_same_bits(void **state)
{
    (void)state;
    static const int workers[] = {-1, 1, 2, 7, 64};
    digests expected, got;
    start(2);
    ra_set_execution(RA_SYNC);
    program(&expected);
    ra_set_execution(RA_RUN_AHEAD);
    assert_int_equal(ra_get_stats().grains_stolen, 0);
    stop();
    assert_true(expected.count >= 20);
    for (size_t i = 0; i < sizeof workers / sizeof *workers; i++) {
        uint64_t stolen = 0;
        for (int tries = 0; tries < 20 && (tries == 0 || (workers[i] > 1 && !stolen)); tries++) {
            start(workers[i]);
            atomic_store(&ra__point_hooked, slow_grains);
            program(&got);
            stolen += ra_get_stats().grains_stolen;
            stop();
            assert_int_equal(got.count, expected.count);
            for (int k = 0; k < got.count; k++)
                if (got.of[k] != expected.of[k])
                    fail_msg("result %d differs with %d workers", k, workers[i]);
        }
        if (workers[i] > 1)
            assert_true(stolen > 0);
    }
}

/* Made-up machines change where things run, and nothing else. */
static void the_same_bits_on_any_machine(void **state)
{
    (void)state;
    static const char *const machines[] = {"node:2 core:4 pu:1", "core:1 pu:1", "node:2 core:2 pu:2", "node:4 core:1 pu:1"};
    static const int nodes[] = {2, 1, 2, 4}, cpus[] = {8, 1, 8, 4};
    digests expected, got;
    start(1);
    program(&expected);
    stop();
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        ra_config config = {.size = sizeof config, .topology = machines[i], .workers = cpus[i], .no_inline = true};
        ra_info info;
        OK(ra_init(&config));
        OK(ra_get_info(&info));
        assert_int_equal(info.nodes, nodes[i]);
        assert_int_equal(info.cpus, cpus[i]);
        assert_int_equal(info.workers, cpus[i]);
        program(&got);
        assert_memory_equal(got.of, expected.of, sizeof *got.of * (size_t)got.count);
        stop();
    }
}

/* Memory is taken on the node of the worker that first writes it, and its consumers are sent there. */
static void homes_are_used(void **state)
{
    (void)state;
    ra_config config = {.size = sizeof config, .topology = "node:2 core:2 pu:1", .workers = 4, .no_inline = true};
    OK(ra_init(&config));
    int on[2] = {0, 0};
    for (int i = 0; i < 2000 && !(on[0] && on[1]); i++) {
        held h = {0};
        RA_AUTO ra_tensor *blocked = held_new(&h, 1), *x = ra_ones(RA_DIMS(1000));
        EVENTUALLY(ra_is_ready(x));
        int node = atomic_load(&x->storage->node);
        assert_in_range(node, 0, 1);
        on[node]++;
        let_go(&h);
        OK(ra_wait(blocked));
    }
    assert_true(on[0] && on[1]); /* both nodes had a hand in it */
    stop();
}

#define T(function) HARNESS_TEST(function, 60, NULL, clean_up)

int main(void)
{
    const struct CMUnitTest tests[] = {T(the_same_bits), T(the_same_bits_on_any_machine), T(homes_are_used)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
