/*
 * Lengths of Fourier transforms: their factors, the way they go, where their tables are, and roots of unity.
 */
#include "cpu/fft.h"
#include "cpu/math_f64.h"
#include "cpu/sequence.h"

#include <string.h>

/* Roots between both transforms of four steps are kept for lines up to this long; of longer ones they would not stay in a cache. */
enum { BETWEEN_MOST = 16384 };

static size_t round_up(size_t bytes)
{
    return (bytes + 63) & ~(size_t)63;
}

bool RA__ISA_NAME(ra__fft_is_smooth)(int64_t n)
{
    for (int64_t p = 2; p <= RA__FFT_RADIX_MOST && n > 1; p++)
        while (n % p == 0)
            n /= p;
    return n == 1;
}

/* ---- stages ---- */

static void add_radix(ra__fft_stages *s, int radix)
{
    s->radix[s->count++] = (uint8_t)radix; /* fits: RADIX_MOST. Stages: of 2^24 with 8 there are 8 */
}

/* n, which is smooth, by stages; the tables are put at *at. */
static void choose_stages(ra__fft_stages *s, int64_t n, int64_t bytes, size_t *at)
{
    int twos = 0;
    memset(s, 0, sizeof *s);
    s->n = n;
    for (; n % 2 == 0; n /= 2)
        twos++;
    for (; twos >= 3 && twos != 4; twos -= 3)
        add_radix(s, 8);
    for (; twos >= 2; twos -= 2)
        add_radix(s, 4);
    if (twos)
        add_radix(s, 2);
    for (int p = 3; p <= RA__FFT_RADIX_MOST; p += 2)
        for (; n % p == 0; n /= p)
            add_radix(s, p);
    int64_t rest = s->n, count = 0;
    for (int i = 0; i < s->count; i++) {
        rest /= s->radix[i];
        count += (s->radix[i] & 1 ? s->radix[i] : 0) + (rest > 1 ? rest * (s->radix[i] - 1) : 0);
    }
    s->table = *at;
    *at = round_up(*at + (size_t)(count * 2 * bytes)); /* fits: of the order of n elements */
}

/* ---- four steps ---- */

typedef struct split {
    int64_t n, lanes, best;
    double cost;
    int64_t primes[64];
    int count;
} split;

static double split_cost(const split *s, int64_t d)
{
    const int64_t e = s->n / d, a = ra__ceil_div(d, s->lanes) * s->lanes, b = ra__ceil_div(e, s->lanes) * s->lanes;
    const double far = d < e ? (double)e / (double)d : (double)d / (double)e; /* transforms of about the same length have the smallest tables and scratch */
    return (double)a * (double)b / (double)s->n * (1 + 0.02 * far);
}

static void try_divisors(split *s, int from, int64_t d)
{
    const double cost = split_cost(s, d);
    if (cost < s->cost) {
        s->cost = cost;
        s->best = d;
    }
    for (int i = from; i < s->count; i++)
        if ((i == from || s->primes[i] != s->primes[i - 1]) && d * s->primes[i] <= s->n / d)
            try_divisors(s, i + 1, d * s->primes[i]);
}

/* The first factor of n, which is smooth, for four steps. */
static int64_t choose_split(int64_t n, int64_t lanes, double *cost)
{
    split s = {.n = n, .lanes = lanes, .best = 1, .cost = split_cost(&(split){.n = n, .lanes = lanes}, 1)};
    int64_t rest = n;
    for (int64_t p = 2; p <= RA__FFT_RADIX_MOST; p++)
        for (; rest % p == 0; rest /= p)
            s.primes[s.count++] = p;
    try_divisors(&s, 0, 1);
    *cost = s.cost;
    return s.best;
}

/* A length of at least `least` with a convenient split. */
static int64_t choose_inner(int64_t least, int64_t lanes)
{
    static const int odd[] = {1, 3, 5, 9, 15};
    int64_t best = 0;
    double best_cost = 0;
    for (int i = 0; i < 5; i++) {
        int64_t m = odd[i];
        double cost;
        while (m < least)
            m *= 2;
        choose_split(m, lanes, &cost);
        cost *= (double)m;
        if (best == 0 || cost < best_cost) {
            best = m;
            best_cost = cost;
        }
    }
    return best;
}

/* ---- lengths ---- */

static size_t take(size_t *at, int64_t count, int64_t bytes)
{
    const size_t here = *at;
    *at = round_up(here + (size_t)(count * bytes)); /* fits: of the order of n elements */
    return here;
}

void RA__ISA_NAME(ra__fft_length_init)(ra__fft_length *l, ra__fft_length *inner, int64_t n, bool halved, bool steps, int64_t bytes, int64_t lanes)
{
    const int64_t vector = lanes * bytes;
    double cost;
    memset(l, 0, sizeof *l);
    l->n = n;
    l->way = !RA__ISA_NAME(ra__fft_is_smooth)(n) ? RA__FFT_CHIRP : steps ? RA__FFT_STEPS : RA__FFT_LANES;
    l->unit = halved || l->way == RA__FFT_CHIRP ? 2 : 1;
    l->modulus = n * l->unit;
    while ((int64_t)1 << 2 * l->shift < l->modulus)
        l->shift++;
    l->fine = take(&l->bytes, (int64_t)1 << l->shift, 2 * sizeof(double));
    l->coarse = take(&l->bytes, (l->modulus >> l->shift) + 1, 2 * sizeof(double));
    if (halved) {
        l->halves_re = take(&l->bytes, RA__FFT_HALVES + lanes, bytes);
        l->halves_im = take(&l->bytes, RA__FFT_HALVES + lanes, bytes);
        l->halves_coarse = take(&l->bytes, n / 2 / RA__FFT_HALVES + 1, 2 * bytes);
    }
    if (l->way == RA__FFT_LANES) {
        choose_stages(&l->first, n, bytes, &l->bytes);
        l->ns = (double)n * (2 + 0.1 * (double)l->first.count * (double)bytes);
    } else if (l->way == RA__FFT_STEPS) {
        const int64_t n1 = choose_split(n, lanes, &cost), n2 = n / n1;
        const int64_t columns = 6 * n1 * vector, rows = 2 * n2 * vector;
        choose_stages(&l->first, n1, bytes, &l->bytes);
        choose_stages(&l->second, n2, bytes, &l->bytes);
        l->has_between = n <= BETWEEN_MOST;
        l->between = take(&l->bytes, l->has_between ? ra__ceil_div(n2, lanes) * n1 : 0, 2 * vector);
        l->scratch = (size_t)(2 * vector * ra__ceil_div(n1, lanes) * n2 + (columns > rows ? columns : rows)); /* fits: of the order of n elements */
        l->ns = (double)n * (0.5 + 0.1 * (double)(l->first.count + l->second.count) * (double)bytes / 4) * cost;
    } else {
        ra__fft_length none;
        const int64_t m = choose_inner(2 * n - 1, lanes);
        RA__ISA_NAME(ra__fft_length_init)(inner, &none, m, false, true, bytes, lanes);
        l->inner = inner;
        l->chirp = take(&l->bytes, n, 2 * bytes);
        l->spectrum = take(&l->bytes, m, 2 * bytes);
        l->inner_tables = take(&l->bytes, (int64_t)inner->bytes, 1);
        l->scratch = (size_t)(ra__ceil_div(m, lanes) * 2 * vector) + inner->scratch; /* fits: of the order of 8n elements */
        l->ns = 2 * inner->ns + 2 * (double)n;
    }
}

/* exp(-2 pi i t / n), 0 <= t < n: within an eighth of a turn from a quarter of it. */
static void root_of(int64_t t, int64_t n, double root[2])
{
    const int64_t quarter = (4 * t + n / 2) / n; /* fits: lengths have 2^50 elements at most */
    const long double angle = 1.57079632679489661923132169163975144L * (long double)(4 * t - quarter * n) / (long double)n;
    const double high = (double)angle, low = (double)(angle - (long double)high);
    const double s = ra__sin_small_f64(high, low), c = ra__cos_small_f64(high, low);
    root[0] = quarter % 4 == 0 ? c : quarter % 4 == 1 ? -s : quarter % 4 == 2 ? -c : s;
    root[1] = quarter % 4 == 0 ? -s : quarter % 4 == 1 ? -c : quarter % 4 == 2 ? s : c;
}

void RA__ISA_NAME(ra__fft_roots)(const ra__fft_length *l, char *tables)
{
    double *fine = (double *)(void *)(tables + l->fine), *coarse = (double *)(void *)(tables + l->coarse);
    for (int64_t t = 0; t < (int64_t)1 << l->shift; t++)
        root_of(t % l->modulus, l->modulus, fine + 2 * t);
    for (int64_t t = 0; t << l->shift <= l->modulus; t++)
        root_of((t << l->shift) % l->modulus, l->modulus, coarse + 2 * t);
}
