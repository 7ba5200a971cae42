/*
 * An extended Kalman filter in a 1 kHz loop: a vehicle is located by range and bearing to three landmarks.
 *
 * The control thread records each step of the filter and goes on; it shows the newest estimate that is there, and waits for
 * none. The measurement model is no operator, so it is a plain function, called in order with the operators around it.
 *
 *     cc -Iinclude examples/kalman.c build/librunahead.a -lhwloc -lpthread -ldl -lm -o kalman && ./kalman [ticks]
 */
#define _GNU_SOURCE
#include <runahead.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { STATES = 4, LANDMARKS = 3, MEASURED = 2 * LANDMARKS, TICK_NS = 1000000 };
static const double pi = 3.14159265358979323846, dt = 1e-3, speed = 2, radius = 5, range_noise = 0.05, bearing_noise = 0.01;
static const double landmark[LANDMARKS][2] = {{8, 0}, {-6, 7}, {-5, -8}};

static double wrapped(double angle) { return remainder(angle, 2 * pi); }

/*
 * reads: the state (x, y, and their rates), the measurements (ranges, then bearings); writes: measured less expected, and the
 * Jacobian of what is expected, MEASURED x STATES.
 */
static ra_status compare_with_model(const ra_function_call *call)
{
    const double *state = call->reads[0], *measured = call->reads[1];
    double *difference = call->writes[0], (*jacobian)[STATES] = call->writes[1];
    for (int i = 0; i < LANDMARKS; i++) {
        const double dx = landmark[i][0] - state[0], dy = landmark[i][1] - state[1], square = dx * dx + dy * dy, range = sqrt(square);
        if (square == 0) {
            snprintf(call->message, call->message_size, "the estimate lies on landmark %d", i);
            return RA_ERR_VALUE;
        }
        difference[i] = measured[i] - range;
        difference[LANDMARKS + i] = wrapped(measured[LANDMARKS + i] - atan2(dy, dx));
        jacobian[i][0] = -dx / range, jacobian[i][1] = -dy / range;
        jacobian[LANDMARKS + i][0] = dy / square, jacobian[LANDMARKS + i][1] = -dx / square;
        for (int rate = 2; rate < STATES; rate++)
            jacobian[i][rate] = jacobian[LANDMARKS + i][rate] = 0;
    }
    return RA_OK;
}

/* ---- the filter ---- */

typedef struct filter {
    ra_tensor *state, *covariance;                  /* (4, 1), (4, 4): as of the last step recorded */
    ra_tensor *motion, *motion_t, *motion_noise, *noise, *identity; /* constant */
} filter;

static ra_tensor *matrix(const double *values, int64_t rows, int64_t columns)
{
    return ra_from_copy(values, RA_FLOAT64, RA_DIMS(rows, columns));
}

static ra_tensor *diagonal(const double *values, int64_t n)
{
    RA_AUTO ra_tensor *eye = ra_eye(n, n, RA_OPTS(ra_eye, .dtype = RA_FLOAT64)), *row = matrix(values, 1, n);
    return ra_mul(eye, row);
}

static void filter_begin(filter *f)
{
    const double r = range_noise * range_noise, b = bearing_noise * bearing_noise;
    f->state = matrix((const double[]){radius + 0.5, -0.5, 0, speed}, STATES, 1); /* not quite where it is */
    f->covariance = diagonal((const double[]){1, 1, 1, 1}, STATES);
    f->motion = matrix((const double[]){1, 0, dt, 0, 0, 1, 0, dt, 0, 0, 1, 0, 0, 0, 0, 1}, STATES, STATES);
    f->motion_t = ra_t(f->motion);
    f->motion_noise = diagonal((const double[]){0, 0, 1e-3, 1e-3}, STATES);
    f->noise = diagonal((const double[]){r, r, r, b, b, b}, MEASURED);
    f->identity = ra_eye(STATES, STATES, RA_OPTS(ra_eye, .dtype = RA_FLOAT64));
}

static void filter_end(filter *f)
{
    ra_tensor *all[] = {f->state, f->covariance, f->motion, f->motion_t, f->motion_noise, f->noise, f->identity};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        ra_release(all[i]);
}

/* Records a step. Nothing of it has been computed when this returns. */
static ra_status filter_step(filter *f, const double measured[MEASURED])
{
    ra_scope_begin();
    ra_tensor *state = ra_mm(f->motion, f->state);
    ra_tensor *covariance = ra_add(ra_mm(ra_mm(f->motion, f->covariance), f->motion_t), f->motion_noise);

    ra_tensor *difference = ra_empty(RA_DIMS(MEASURED, 1), RA_OPTS(ra_empty, .dtype = RA_FLOAT64));
    ra_tensor *jacobian = ra_empty(RA_DIMS(MEASURED, STATES), RA_OPTS(ra_empty, .dtype = RA_FLOAT64));
    ra_call_function(compare_with_model, NULL, RA_LIST(state, ra_from_copy(measured, RA_FLOAT64, RA_DIMS(MEASURED))), RA_LIST(difference, jacobian),
                     RA_OPTS(ra_call_function, .name = "compare_with_model"));

    ra_tensor *seen = ra_mm(jacobian, covariance);
    ra_tensor *spread = ra_add(ra_mm(seen, ra_t(jacobian)), f->noise);
    ra_tensor *gain = ra_t(ra_linalg_solve(spread, seen)); /* spread is symmetric */
    ra_tensor *next = ra_keep(ra_add(state, ra_mm(gain, difference)));
    ra_tensor *next_covariance = ra_keep(ra_mm(ra_sub(f->identity, ra_mm(gain, jacobian)), covariance));
    const ra_status status = ra_scope_end(); /* of the first call that was refused, if any was */
    ra_release(f->state);
    ra_release(f->covariance);
    f->state = next;
    f->covariance = next_covariance;
    return status;
}

/* ---- the vehicle: on a circle, at constant speed ---- */

static double noise(uint64_t *seed) /* normal, of deviation 1 or nearly so */
{
    double sum = 0;
    for (int i = 0; i < 12; i++) {
        *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        sum += (double)(*seed >> 11) * 0x1p-53;
    }
    return sum - 6;
}

static void vehicle_measure(int tick, uint64_t *seed, double at[2], double measured[MEASURED])
{
    const double angle = speed / radius * tick * dt;
    at[0] = radius * cos(angle), at[1] = radius * sin(angle);
    for (int i = 0; i < LANDMARKS; i++) {
        const double dx = landmark[i][0] - at[0], dy = landmark[i][1] - at[1];
        measured[i] = hypot(dx, dy) + range_noise * noise(seed);
        measured[LANDMARKS + i] = atan2(dy, dx) + bearing_noise * noise(seed);
    }
}

static void sleep_until(struct timespec *next)
{
    next->tv_nsec += TICK_NS;
    if (next->tv_nsec >= 1000000000) {
        next->tv_sec++;
        next->tv_nsec -= 1000000000;
    }
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, next, NULL);
}

int main(int argc, char **argv)
{
    const int ticks = argc > 1 ? atoi(argv[1]) : 3000;
    double at[2] = {0, 0}, measured[MEASURED], estimate[STATES] = {0};
    int shown = 0;
    uint64_t seed = 1;
    struct timespec next;
    filter f;
    filter_begin(&f);
    RA_AUTO ra_tensor *asked = ra_ref(f.state);
    clock_gettime(CLOCK_MONOTONIC, &next);
    for (int tick = 1; tick <= ticks; tick++) {
        sleep_until(&next);
        vehicle_measure(tick, &seed, at, measured);
        if (filter_step(&f, measured)) {
            fprintf(stderr, "kalman: %s\n", ra_last_error());
            return 1;
        }
        if (ra_is_ready(asked)) { /* the newest that was asked for is there: reading it does not wait */
            if (ra_copy_to(asked, estimate, sizeof estimate))
                break;
            ra_release(asked);
            asked = ra_ref(f.state);
            shown++;
        }
    }
    if (ra_copy_to(f.state, estimate, sizeof estimate)) {
        fprintf(stderr, "kalman: %s\n", ra_last_error());
        return 1;
    }
    const double error = hypot(estimate[0] - at[0], estimate[1] - at[1]);
    printf("%d ticks, %d estimates seen in time; at the end %.3f m from where the vehicle is (%.2f, %.2f)\n", ticks, shown, error, at[0], at[1]);
    filter_end(&f);
    return error < 0.1 ? 0 : 1;
}
