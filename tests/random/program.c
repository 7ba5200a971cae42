#include "random/program.h"

uint64_t random_next(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* How often each kind comes, of a hundred or so. Many views and in-place operators: that is where order matters. */
static const int weights[STEP_KINDS] = {
    [STEP_MAKE] = 7, [STEP_VIEW] = 13, [STEP_UNARY] = 12, [STEP_BINARY] = 20, [STEP_TERNARY] = 4, [STEP_REDUCE] = 5, [STEP_PAIR] = 3,
    [STEP_JOIN] = 5, [STEP_INDEX] = 6, [STEP_CHOOSE] = 2, [STEP_LAYER] = 3, [STEP_MATMUL] = 3, [STEP_LINALG] = 1, [STEP_REST] = 4, [STEP_COPY] = 8,
    [STEP_BORROW] = 2, [STEP_WRITE] = 2, [STEP_READ] = 2, [STEP_WAIT] = 2, [STEP_RELEASE] = 4, [STEP_KEEP] = 1, [STEP_SCOPE] = 3,
    [STEP_PART] = 5, [STEP_GROW] = 3, [STEP_OVER] = 2, [STEP_ELSEWHERE] = 2, [STEP_BESIDE] = 1, [STEP_CALLBACK] = 1, [STEP_FUNCTION] = 2, [STEP_OWN] = 3, [STEP_CANCEL] = 2, [STEP_FORK] = 1, [STEP_HOSTILE] = 3,
};

static enum step_kind draw_kind(uint64_t *state, bool several, bool fails)
{
    int total = 0;
    for (int k = 0; k < STEP_KINDS; k++)
        total += weights[k];
    if (several && random_next(state) % 5 == 0)
        return STEP_SHARED;
    if (fails && random_next(state) % 16 == 0)
        return STEP_FAIL;
    int at = (int)(random_next(state) % (unsigned)total), k = 0;
    while ((at -= weights[k]) >= 0)
        k++;
    return (enum step_kind)k;
}

/* Most programs are small, so that there are many; a few have operators of several grains. */
static void draw_sizes(struct program *p, uint64_t *state, double effort)
{
    static const struct {
        int64_t m, n, most;
    } classes[] = {{1, 1, 64}, {3, 5, 256}, {8, 17, 2048}, {31, 33, 8192}, {64, 100, 40000}, {200, 333, 150000}, {512, 700, 800000}};
    unsigned at = (unsigned)(random_next(state) % 1000);
    int class = at < 30 ? 0 : at < 240 ? 1 : at < 640 ? 2 : at < 930 ? 3 : at < 980 ? 4 : at < 995 ? 5 : 6;
    while (class > 1 && (double)classes[class].most > 800000 * effort)
        class--;
    p->m = 1 + (int64_t)(random_next(state) % (uint64_t)(2 * classes[class].m));
    p->n = 1 + (int64_t)(random_next(state) % (uint64_t)(2 * classes[class].n));
    p->most = classes[class].most;
}

void program_make(struct program *p, uint64_t seed, double effort)
{
    uint64_t state = seed * UINT64_C(0xd1342543de82ef95) + 1;
    *p = (struct program){.seed = seed};
    unsigned at = (unsigned)(random_next(&state) % 10);
    p->threads = at < 6 ? 1 : at < 8 ? 2 : 3;
    at = (unsigned)(random_next(&state) % 8);
    p->errors = at < 4 ? 0 : at == 4 ? ERROR_INDEX : at == 5 ? ERROR_DIVIDE : at == 6 ? ERROR_SINGULAR : ERROR_INDEX | ERROR_DIVIDE | ERROR_SINGULAR;
    if (p->threads > 1 && (p->errors & (p->errors - 1)))
        p->errors = ERROR_DIVIDE;
    draw_sizes(p, &state, effort);
    at = (unsigned)(random_next(&state) % 10);
    int most = at < 4 ? 25 : at < 8 ? 80 : 200;
    if (p->most > 100000)
        most = 30;
    p->steps = 5 + (int)(random_next(&state) % (unsigned)(most - 4));
    for (int i = 0; i < p->steps; i++) {
        struct step *s = &p->step[i];
        s->kind = draw_kind(&state, p->threads > 1, p->errors != 0);
        s->thread = (int)(random_next(&state) % (unsigned)p->threads);
        for (int w = 0; w < WORDS; w++)
            s->word[w] = (uint32_t)random_next(&state);
    }
}
