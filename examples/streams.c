/*
 * Two simulations that have nothing to do with each other, each on a stream of its own of a CUDA device, so that the device may compute
 * both at a time. Every few steps the state of one is copied back and noted in a log that both write: a plain function, with a token for
 * the log, so that notes come one at a time and in the order in which they were recorded. Nothing waits before the end, where the
 * processor alone does the same steps. Where there is no device, it does them all.
 *
 *     cc -Iinclude examples/streams.c build/librunahead.a -lhwloc -lpthread -ldl -lm -o streams && ./streams
 */
#include <runahead.h>

#include <stdio.h>

enum { SIMULATIONS = 2, SIZE = 32, STEPS = 24, EVERY = 6, NOTES = SIMULATIONS * STEPS / EVERY };

static struct {
    int count, simulation[NOTES];
    float first[NOTES];
} notes; /* written by note alone, which the token keeps in order */

/* reads: the state; writes: the log's token. state: which simulation. */
static ra_status note(const ra_function_call *call)
{
    notes.simulation[notes.count] = *(const int *)call->state;
    notes.first[notes.count++] = *(const float *)call->reads[0];
    return RA_OK;
}

/* One step, on whichever device they lie and on whichever stream is in use; in a scope. */
static ra_tensor *step(const ra_tensor *state, const ra_tensor *rate)
{
    return ra_sub(state, ra_mul(rate, ra_sin(state)));
}

static ra_tensor *begin(int simulation)
{
    return ra_add(ra_linspace(0, 1, SIZE * SIZE, NULL), simulation);
}

/* Records all of both; the last states, on the processor. Waits for nothing. */
static ra_status record(ra_device device, ra_stream *const *streams, const ra_tensor *token, ra_tensor **last)
{
    static const int number[SIMULATIONS] = {0, 1};
    ra_tensor *state[SIMULATIONS], *rate = ra_to(ra_full(RA_DIMS(1), 0.125, NULL), RA_OPTS(ra_to, .device = device));
    ra_status s = RA_OK;
    for (int i = 0; i < SIMULATIONS; i++)
        state[i] = ra_to(begin(i), RA_OPTS(ra_to, .device = device));
    for (int k = 1; k <= STEPS && s == RA_OK; k++)
        for (int i = 0; i < SIMULATIONS && s == RA_OK; i++) {
            s = ra_stream_use(streams[i]); /* NULL: the device's own */
            state[i] = step(state[i], rate);
            if (token && k % EVERY == 0)
                ra_call_function(note, (void *)&number[i], RA_LIST(ra_to(state[i], RA_OPTS(ra_to, .device = RA_CPU))), RA_LIST(token), RA_OPTS(ra_call_function, .name = "note"));
        }
    for (int i = 0; i < SIMULATIONS; i++)
        last[i] = ra_to(state[i], RA_OPTS(ra_to, .device = RA_CPU));
    return s == RA_OK ? ra_stream_use(NULL) : s;
}

/* A stream for each; RA_CPU, where there is no device. */
static ra_device choose_device(ra_stream **streams)
{
    for (int i = 0; i < SIMULATIONS; i++)
        if (ra_stream_new(RA_CUDA, &streams[i])) {
            printf("on the processor alone: %s\n", ra_last_error());
            ra_clear_error();
            return RA_CPU;
        }
    printf("on the device, by %d streams\n", SIMULATIONS);
    return RA_CUDA;
}

/* In the order of the calls, whatever streams they came by. */
static bool notes_are_in_order(void)
{
    for (int n = 0; n < notes.count; n++)
        if (notes.simulation[n] != n % SIMULATIONS)
            return false;
    return notes.count == NOTES;
}

int main(void)
{
    ra_stream *streams[SIMULATIONS] = {NULL}, *const none[SIMULATIONS] = {NULL};
    const ra_device device = choose_device(streams);
    ra_tensor *last[SIMULATIONS] = {NULL}, *again[SIMULATIONS] = {NULL};
    int right = 0;
    ra_scope_begin();
    ra_tensor *token = ra_token_new();
    if (!token || record(device, device == RA_CPU ? none : streams, token, last) || record(RA_CPU, none, NULL, again))
        printf("%s\n", ra_last_error());
    for (int i = 0; i < SIMULATIONS; i++) {
        double most = 0;
        right += ra_item_f64(ra_amax(ra_abs(ra_sub(last[i], again[i])), RA_DIMS(0)), &most) == RA_OK && most < 1e-5; /* waits */
    }
    const bool good = ra_scope_end() == RA_OK && ra_wait_all() == RA_OK && right == SIMULATIONS && notes_are_in_order();
    printf("%d steps of %d simulations, %d right, %d notes, of which the last is %g\n", STEPS, SIMULATIONS, right, notes.count, notes.count ? (double)notes.first[notes.count - 1] : 0.0);
    for (int i = 0; i < SIMULATIONS; i++)
        ra_stream_free(streams[i]);
    return ra_shutdown() == RA_OK && good ? 0 : 1;
}
