/*
 * An image pipeline over the processor and a CUDA device: windows of a photo are made grey by a plain function on the processor, copied to
 * the device, their gradients are computed there, copied back, and counted by another plain function. All frames are recorded ahead; the
 * control thread takes those that are ready and waits for none until the end. Where there is no device, the processor does it all.
 *
 *     cc -Iinclude examples/pipeline.c build/librunahead.a -lhwloc -lpthread -ldl -lm -o pipeline && ./pipeline [photo.npy] [frames]
 */
#include <runahead.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEIGHT = 96, WIDTH = 128, STEPS = 64 };

typedef struct window {
    int64_t top, left, row; /* row: bytes of a row of the photo */
} window;

/* reads: the photo, three bytes a pixel; writes: grey levels, HEIGHT x WIDTH. state: which window. */
static ra_status make_grey(const ra_function_call *call)
{
    const window *w = call->state;
    float *grey = call->writes[0];
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            const unsigned char *pixel = (const unsigned char *)call->reads[0] + (w->top + y) * w->row + (w->left + x) * 3;
            *grey++ = 0.299f * pixel[0] + 0.587f * pixel[1] + 0.114f * pixel[2];
        }
    return RA_OK;
}

/* reads: strengths below STEPS, one byte each; writes: how often each occurs. */
static ra_status count_strengths(const ra_function_call *call)
{
    const unsigned char *strength = call->reads[0];
    int64_t *counts = call->writes[0];
    memset(counts, 0, STEPS * sizeof *counts);
    for (int i = 0; i < (HEIGHT - 1) * (WIDTH - 1); i++)
        counts[strength[i]]++;
    return RA_OK;
}

/* How much the grey level changes, from 0 to STEPS - 1. On whichever device grey lies; in a scope. */
static ra_tensor *gradient(const ra_tensor *grey)
{
    ra_tensor *upper = ra_narrow(grey, 0, 0, HEIGHT - 1), *lower = ra_narrow(grey, 0, 1, HEIGHT - 1);
    ra_tensor *here = ra_narrow(upper, 1, 0, WIDTH - 1);
    ra_tensor *across = ra_sub(ra_narrow(upper, 1, 1, WIDTH - 1), here), *down = ra_sub(ra_narrow(lower, 1, 0, WIDTH - 1), here);
    ra_tensor *strength = ra_sqrt(ra_add(ra_square(across), ra_square(down)));
    return ra_to(ra_clamp(ra_mul(strength, 0.25), 0.0, STEPS - 1.0), RA_OPTS(ra_to, .dtype = RA_UINT8));
}

/* Records a frame; the counts of its strengths. Nothing of it has been computed when this returns. The window must stay until it has. */
static ra_tensor *record_frame(const ra_tensor *photo, window *w, ra_device device)
{
    ra_scope_begin();
    ra_tensor *grey = ra_empty(RA_DIMS(HEIGHT, WIDTH));
    ra_tensor *counts = ra_empty(RA_DIMS(STEPS), RA_OPTS(ra_empty, .dtype = RA_INT64));
    ra_call_function(make_grey, w, RA_LIST(photo), RA_LIST(grey), RA_OPTS(ra_call_function, .name = "make_grey"));
    ra_tensor *strength = gradient(ra_to(grey, RA_OPTS(ra_to, .device = device)));
    ra_tensor *back = ra_to(strength, RA_OPTS(ra_to, .device = RA_CPU));
    ra_call_function(count_strengths, NULL, RA_LIST(back), RA_LIST(counts), RA_OPTS(ra_call_function, .name = "count_strengths"));
    ra_keep(counts);
    if (ra_scope_end() == RA_OK)
        return counts;
    ra_release(counts);
    return NULL;
}

/* The first CUDA device; the processor, where there is none. */
static ra_device choose_device(void)
{
    RA_AUTO ra_tensor *there = ra_zeros(RA_DIMS(1), RA_OPTS(ra_zeros, .device = RA_CUDA));
    if (there) {
        printf("on the device and the processor\n");
        return RA_CUDA;
    }
    printf("on the processor alone: %s\n", ra_last_error());
    ra_clear_error();
    return RA_CPU;
}

/* The same counts as the processor alone finds. */
static bool is_right(const ra_tensor *photo, window *w, const ra_tensor *counts)
{
    RA_AUTO ra_tensor *again = record_frame(photo, w, RA_CPU);
    bool equal = false;
    return again && ra_equal(counts, again, &equal) == RA_OK && equal;
}

int main(int argc, char **argv)
{
    const int frames = argc > 2 ? atoi(argv[2]) : 24;
    RA_AUTO ra_tensor *photo = ra_load_npy(argc > 1 ? argv[1] : "tests/data/photo.npy");
    window *windows = calloc((size_t)frames, sizeof *windows);
    ra_tensor **counts = calloc((size_t)frames, sizeof *counts);
    if (!photo || !windows || !counts || ra_ndim(photo) != 3 || ra_size(photo, 0) < HEIGHT || ra_size(photo, 1) < WIDTH || ra_size(photo, 2) != 3) {
        printf("no photo of %d x %d pixels or more: %s\n", HEIGHT, WIDTH, ra_last_error());
        return 1;
    }
    const ra_device device = choose_device();
    int recorded = 0, early = 0, right = 0;
    for (; recorded < frames; recorded++) {
        windows[recorded] = (window){5 * recorded % (ra_size(photo, 0) - HEIGHT + 1), 9 * recorded % (ra_size(photo, 1) - WIDTH + 1), 3 * ra_size(photo, 1)};
        counts[recorded] = record_frame(photo, &windows[recorded], device);
        if (!counts[recorded])
            break;
        while (early < recorded && ra_is_ready(counts[early])) /* in their order, and as far as they are */
            early++;
    }
    for (int n = 0; n < recorded; n++) {
        right += is_right(photo, &windows[n], counts[n]); /* waits */
        ra_release(counts[n]);
    }
    printf("%d frames on %s, %d ready before the last was recorded, %d right\n", recorded, ra_device_name(device), early, right);
    if (right < frames)
        printf("%s\n", ra_last_error());
    free(windows), free(counts);
    return right == frames && ra_shutdown() == RA_OK ? 0 : 1;
}
