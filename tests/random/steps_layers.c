/* Steps of random programs: layers, each with arguments that suit it. */
#include "random/call.h"

#include <stdio.h>

enum { CHANNELS = 4, EXTENT = 4 };

/* Of 1 to 3 dimensions behind batch and channels. */
static void change_extents(struct context *c, ra_tensor *x, int dims, const uint32_t *word)
{
    static const char *const forms[] = {"adaptive_avg_pool%dd", "upsample_nearest%dd", "upsample_nearest_exact%dd"};
    static const char *const smooth[] = {"upsample_linear1d", "upsample_bilinear2d", "upsample_trilinear3d", "upsample_bicubic2d"};
    static const int64_t size[] = {3, 5, 2};
    char name[40];
    const ra_dims extents = ra_dims_of(size, dims);
    if (word[5] % 4 < 3)
        snprintf(name, sizeof name, forms[word[5] % 4], dims);
    else
        snprintf(name, sizeof name, "%s", smooth[dims == 2 && word[6] / 2 % 2 ? 3 : dims - 1]);
    call_one(c, name, (ra_arg[]){ARG_T(x), ARG_D(extents)}, 2, word[1]);
}

static void pool(struct context *c, ra_tensor *x, int dims, const uint32_t *word)
{
    static const int64_t two[] = {2, 2, 2};
    ra_tensor *both[2] = {NULL};
    char name[40];
    if (dims < 3 && word[5] % 2)
        snprintf(name, sizeof name, "adaptive_max_pool%dd", dims);
    else if (dims == 3 && word[5] % 2)
        snprintf(name, sizeof name, "max_pool3d");
    else {
        snprintf(name, sizeof name, dims == 1 && word[6] / 2 % 2 ? "max_pool%dd" : "avg_pool%dd", dims);
        call_one(c, name, (ra_arg[]){ARG_T(x), ARG_D(ra_dims_of(two, dims))}, 2, word[1]);
        return;
    }
    if (!call(c, name, RA_FUNCTIONAL, (ra_arg[]){ARG_T(x), ARG_D(ra_dims_of(two, dims))}, 2, both, 2)) {
        put(c, word[1], both[0]);
        ra_release(both[1]);
    }
}

static void convolve(struct context *c, ra_tensor *x, int dims, const uint32_t *word)
{
    static const int64_t sizes[] = {CHANNELS, CHANNELS, 2, 3, 2};
    char name[40];
    ra_tensor *window = drawn(c, ra_dims_of(sizes, 2 + dims));
    snprintf(name, sizeof name, dims == 3 && word[5] % 2 ? "conv%dd" : "conv_transpose%dd", dims);
    if (window)
        call_one(c, name, (ra_arg[]){ARG_T(x), ARG_T(window), ARG_NONE}, 3, word[1]);
    ra_release(window);
}

static void bring_to_mean(struct context *c, ra_tensor *x, const uint32_t *word)
{
    ra_tensor *each = drawn(c, RA_DIMS(CHANNELS));
    switch (each ? word[5] % 4 : 4) {
    case 0: call_one(c, "group_norm", (ra_arg[]){ARG_T(x), ARG_I(2), ARG_T(each), ARG_NONE}, 4, word[1]); break;
    case 1: call_one(c, "batch_norm", (ra_arg[]){ARG_T(x), ARG_T(each), ARG_NONE, ARG_NONE, ARG_NONE, ARG_B(true)}, 6, word[1]); break;
    case 2: call_one(c, "instance_norm", (ra_arg[]){ARG_T(x), ARG_T(each), ARG_T(each), ARG_NONE, ARG_NONE}, 5, word[1]); break;
    case 3: call_one(c, "rms_norm", (ra_arg[]){ARG_T(x), ARG_D(RA_DIMS(EXTENT)), ARG_T(each)}, 3, word[1]); break;
    default: break;
    }
    ra_release(each);
}

static void rearrange(struct context *c, ra_tensor *x, const uint32_t *word)
{
    static const char *const modes[] = {"reflect", "replicate", "circular", "constant"};
    switch (word[5] % 5) {
    case 0: call_one(c, "pixel_shuffle", (ra_arg[]){ARG_T(x), ARG_I(2)}, 2, word[1]); break;
    case 1: call_one(c, "pixel_unshuffle", (ra_arg[]){ARG_T(x), ARG_I(2)}, 2, word[1]); break;
    case 2: call_one(c, "channel_shuffle", (ra_arg[]){ARG_T(x), ARG_I(2)}, 2, word[1]); break;
    case 3: call_one(c, "constant_pad_nd", (ra_arg[]){ARG_T(x), ARG_D(RA_DIMS(1, -1, 2, 0)), ARG_S(RA_F(0.5))}, 3, word[1]); break;
    default: call_one(c, "pad", (ra_arg[]){ARG_T(x), ARG_D(RA_DIMS(1, 2)), ARG_STR(modes[word[6] / 2 % 4])}, 3, word[1]); break;
    }
}

/* It is drawn by an odd word[6]. */
void step_layers(struct context *c, const uint32_t *word)
{
    static const int64_t sizes[] = {2, CHANNELS, EXTENT, EXTENT, EXTENT};
    const int dims = 1 + word[3] % 3;
    ra_tensor *x = drawn(c, ra_dims_of(sizes, 2 + dims)), *image = drawn(c, ra_dims_of(sizes, 4));
    switch (x && image ? word[4] % 6 : 6) {
    case 0: change_extents(c, x, dims, word); break;
    case 1: pool(c, x, dims, word); break;
    case 2: convolve(c, x, dims, word); break;
    case 3: bring_to_mean(c, x, word); break;
    case 4: rearrange(c, image, word); break;
    case 5: call_one(c, "scaled_dot_product_attention", (ra_arg[]){ARG_T(image), ARG_T(image), ARG_T(image), ARG_NONE}, 4, word[1]); break;
    default: break;
    }
    ra_release(x);
    ra_release(image);
}
