/* Steps of random programs: Fourier transforms, of lines of any length, cut or filled up to another, and over several dimensions. */
#include "random/call.h"

#include <stdio.h>

enum form { COMPLEX, REAL, HALF, FORMS }; /* what is transformed: as it is, real numbers, or half a line whose rest follows from it */

/* The halves of the last dimension of x are the parts of as many numbers. */
static ra_tensor *paired(struct context *c, ra_tensor *x)
{
    ra_tensor *pairs = NULL, *numbers = NULL;
    if (!call(c, "unflatten", RA_FUNCTIONAL, (ra_arg[]){ARG_T(x), ARG_I(-1), ARG_D(RA_DIMS(-1, 2))}, 3, &pairs, 1))
        call(c, "view_as_complex", RA_FUNCTIONAL, (ra_arg[]){ARG_T(pairs)}, 1, &numbers, 1);
    ra_release(pairs);
    return numbers;
}

static void transform_lines(struct context *c, const ra_tensor *x, enum form form, const uint32_t *word)
{
    static const char *const names[FORMS][2] = {{"fft_fft", "fft_ifft"}, {"fft_rfft", "fft_ihfft"}, {"fft_irfft", "fft_hfft"}};
    static const char *const norms[] = {"backward", "ortho", "forward"};
    const int64_t n = word[5] / 8 % 3 ? -1 : 1 + (int64_t)(word[5] / 32 % 40);
    call_some_variant(c, names[form][word[5] % 2], (ra_arg[]){ARG_T(x), ARG_I(n), ARG_I(word[5] / 2 % 4 ? -1 : 0), ARG_STR(norms[word[6] / 4 % 3])}, 4, word);
}

static void transform_dims(struct context *c, const ra_tensor *x, enum form form, const uint32_t *word)
{
    static const char *const names[FORMS][2] = {{"fft_fft", "fft_ifft"}, {"fft_rfft", NULL}, {"fft_irfft", NULL}};
    char name[40];
    snprintf(name, sizeof name, "%s%s", names[form][form == COMPLEX ? word[5] % 2 : 0], word[5] / 2 % 2 ? "2" : "n");
    call_some_variant(c, name, (ra_arg[]){ARG_T(x)}, 1, word);
}

void step_transforms(struct context *c, const uint32_t *word)
{
    const int64_t rows = 1 + word[2] % 5, half = 1 + word[2] / 8 % (word[2] / 512 % 8 ? 40 : 400);
    const enum form form = word[4] % FORMS;
    ra_tensor *x = drawn(c, RA_DIMS(rows, 2 * half)), *numbers = x && form != REAL ? paired(c, x) : NULL, *of = form == REAL ? x : numbers;
    switch (of ? word[4] / 4 % 8 : 8) {
    case 0: case 1: case 2: case 3: transform_lines(c, of, form, word); break;
    case 4: case 5: case 6: transform_dims(c, of, form, word); break;
    case 7: call_one(c, word[5] % 2 ? "fft_fftshift" : "fft_ifftshift", (ra_arg[]){ARG_T(of)}, 1, word[1]); break;
    default: break;
    }
    ra_release(numbers);
    ra_release(x);
}
