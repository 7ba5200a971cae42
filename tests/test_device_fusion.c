/*
 * Groups of a device with streams, on one that a test is (helpers/virtual_device.h): random programs of elementwise operators, of views and
 * in place, beside the same on the processor one after another, also where memory ends, the device is lost, or some are cancelled. The
 * device refuses every fourth group, whose members are then issued one by one.
 */
#include "helpers/moments.h"
#include "helpers/virtual_device.h"

enum { POOL = 5, STEPS = 24, N = 30 };

static uint64_t dice;

static unsigned roll(unsigned n)
{
    dice = dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(dice >> 33) % n;
}

static void begin(uint64_t seed)
{
    ra_clear_error();
    dice = seed;
    atomic_store(&virtual_held, false);
    atomic_store(&virtual_takes_no_mark, false);
    atomic_store(&virtual_memory_left, -1);
    ra_config config = {.size = sizeof config, .workers = 1, .no_inline = true, .fusion = seed % 5 ? RA_FUSION_ALWAYS : RA_FUSION_RANDOM, .relief_percent = -1};
    OK(ra_init(&config));
    ra_reset_stats();
}

static int shut_down(void **state)
{
    clean_up(state);
    return ra_shutdown();
}

/* The whole or a part that no operator reaches beyond: a view. */
static ra_tensor *part_of(ra_tensor *t, unsigned which)
{
    return which == 0 ? ra_narrow(t, 0, 0, N / 2) : which == 1 ? ra_narrow(t, 0, N / 2, N / 2) : ra_ref(t);
}

enum { HERE, THERE, SIDES };

/* A step on both sides; what is refused (an addition that does not fit a bool) leaves them as they are. */
static void step(ra_tensor *pool[SIDES][POOL])
{
    const unsigned what = roll(10), to = roll(POOL), a = roll(POOL), b = roll(POOL), c = roll(POOL), part = roll(6), number = 1 + roll(3);
    for (int k = 0; k < SIDES; k++) {
        ra_tensor **p = pool[k], *x = p[a], *y = p[b], *made = NULL, *view = part_of(p[to], part), *other = part_of(p[b], part);
        ra_status s = RA_OK;
        switch (what) {
        case 0: made = ra_add(x, y); break;
        case 1: made = ra_mul(x, 0.5 * number); break;
        case 2: made = ra_maximum(x, y); break;
        case 3: made = ra_where(ra_gt(x, y), x, p[c]); break;
        case 4: made = ra_neg(x); break;
        case 5: made = ra_to(ra_gt(x, y), RA_OPTS(ra_to, .dtype = RA_FLOAT32)); break;
        case 6: s = ra_add_(view, number); break;
        case 7: s = ra_sub_(view, other); break;
        case 8: s = ra_copy_(view, other); break;
        default: s = ra_abs_(view); break;
        }
        if (s)
            fail_msg("%s", ra_last_error());
        ra_release(view), ra_release(other);
        if (made) {
            ra_release(p[to]);
            p[to] = ra_keep(made);
        }
    }
}

static ra_tensor *brought(ra_tensor *t, ra_device device)
{
    ra_tensor *moved = ra_to(t, RA_OPTS(ra_to, .device = device));
    assert_non_null(moved);
    return moved;
}

enum trouble { NONE, SHORTAGE, LOSS, CANCELLING };

/* Each result is that of the processor, or has failed where there is trouble. */
static void run(uint64_t seed, enum trouble trouble, uint64_t *fused, uint64_t *failed)
{
    begin(seed);
    held h[SIDES] = {{.open = false}, {.open = false}};
    ra_tensor *pool[SIDES][POOL], *late[SIDES] = {held_new(&h[HERE], 1), NULL}, *also = held_new(&h[THERE], 1);
    late[THERE] = brought(also, RA_CUDA);
    for (int i = 0; i < POOL; i++) {
        ra_tensor *start = ra_arange(RA_F(i), RA_I(i + N), RA_I(1), RA_OPTS(ra_arange, .dtype = RA_FLOAT32)), *moved = brought(start, RA_CUDA);
        pool[HERE][i] = ra_mul(start, late[HERE]);
        pool[THERE][i] = ra_mul(moved, late[THERE]);
        ra_release(start), ra_release(moved);
    }
    ra_tensor *cancelled = NULL;
    for (int i = 0; i < STEPS; i++) {
        ra_scope_begin();
        step(pool);
        OK(ra_scope_end());
        if (trouble == CANCELLING && !cancelled && i > STEPS / 3)
            cancelled = ra_ref(pool[THERE][roll(POOL)]);
    }
    if (trouble == SHORTAGE)
        atomic_store(&virtual_memory_left, (long)roll(6));
    if (cancelled)
        (void)ra_cancel(cancelled);
    let_go(&h[HERE]), let_go(&h[THERE]);
    if (trouble == LOSS) {
        usleep(roll(300));
        virtual_lose(0);
    }
    for (int i = 0; i < POOL; i++) {
        float want[N], got[N];
        OK(ra_copy_to(pool[HERE][i], want, sizeof want));
        const ra_status s = ra_copy_to(pool[THERE][i], got, sizeof got), may = trouble == SHORTAGE ? RA_ERR_TASK_MEMORY : trouble == LOSS ? RA_ERR_SYSTEM : RA_ERR_CANCELLED;
        *failed += s != RA_OK;
        if (s && (trouble == NONE || s != may))
            fail_msg("seed %llu, tensor %d: %s", (unsigned long long)seed, i, ra_last_error());
        if (!s && memcmp(want, got, sizeof got))
            fail_msg("seed %llu, tensor %d: values differ", (unsigned long long)seed, i);
        ra_release(pool[HERE][i]), ra_release(pool[THERE][i]);
    }
    ra_release(late[HERE]), ra_release(late[THERE]), ra_release(also), ra_release(cancelled);
    *fused += ra_get_stats().fused;
    ra_clear_error();
    atomic_store(&virtual_memory_left, -1);
    stop();
    assert_int_equal(atomic_load(&virtual_blocks), 0);
}

static void rounds(enum trouble trouble, uint64_t *fused, uint64_t *failed)
{
    const long count = harness_rounds(100);
    *fused = *failed = 0;
    for (long i = 0; i < count; i++)
        run((uint64_t)i, trouble, fused, failed);
    assert_true(*fused > 4 * (uint64_t)count);
}

static void the_values_of_the_processor(void **state)
{
    (void)state;
    uint64_t fused, failed;
    rounds(NONE, &fused, &failed);
    assert_int_equal(failed, 0);
}

static void in_trouble(void **state)
{
    (void)state;
    for (enum trouble trouble = SHORTAGE; trouble <= CANCELLING; trouble++) {
        uint64_t fused, failed;
        rounds(trouble, &fused, &failed);
        assert_true(failed > 0);
    }
}

int main(void)
{
    virtual_offer();
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(the_values_of_the_processor, 100, NULL, shut_down),
        HARNESS_TEST(in_trouble, 200, NULL, shut_down),
    };
    moments_unused();
    (void)held_after, (void)clock_inject, (void)virtual_waiting, (void)virtual_marks, (void)virtual_lacks;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
