/*
 * Fourier transforms: the lengths of lines and how each is gone about.
 *
 * A vector of the machine holds one element of as many lines side by side, real and imaginary parts apart: transforms are
 * Stockham's, of radices 2, 4, 8 and odd primes, and their arithmetic is element by element. Three ways lead there:
 *
 *   LANES  lines that are short, or lie across, are brought side by side and back
 *   STEPS  a longer line of n1 * n2 is a matrix of n2 columns, which lie side by side as they are: they are transformed, multiplied
 *          by roots of unity, turned, and transformed again (Bailey's four steps)
 *   CHIRP  a length with a prime factor beyond RADIX_MOST is a convolution with exp(i pi j^2 / n), by transforms of a length
 *          of at least 2n - 1 that goes by STEPS or LANES (Bluestein)
 *
 * An inverse transform has conjugate tables, and its stages count their results from the other end. Of complex lines beside one another the
 * first stage reads the caller's memory, and the last one writes it.
 *
 * Roots of unity are products in double of two of about 2 sqrt(n) that are computed from octants. What depends on the length alone is
 * written into the workspace by the first phase, since it is less work than the transform that follows and what is kept
 * between calls would have to be bounded, found and given back.
 *
 * Real lines of even length are complex ones of half the length, and one pass before or behind.
 */
#ifndef RA_CPU_FFT_H
#define RA_CPU_FFT_H

#include "cpu/convert.h"
#include "cpu/vector.h"
#include "meta/pre.h"

enum {
    RA__FFT_RADIX_MOST = 31,
    RA__FFT_STAGES_MOST = 24,
    RA__FFT_HALVES = 1024 /* roots beside one another for the pass of real lines */
};

typedef struct ra__fft_stages {
    int64_t n;
    int count;
    uint8_t radix[RA__FFT_STAGES_MOST];
    size_t table; /* bytes from the length's tables on: of each stage the roots of its radix, where that is odd, and then radix - 1 twiddles
                     for each of the rest */
} ra__fft_stages;

enum { RA__FFT_LANES, RA__FFT_STEPS, RA__FFT_CHIRP };

/* What is known of a complex length. Offsets are bytes in its tables. */
typedef struct ra__fft_length ra__fft_length;
struct ra__fft_length {
    int way;
    bool is_inverse;       /* its tables are: exp(+) */
    int64_t n;
    int64_t modulus, unit; /* of the roots that are there, n * unit == modulus: 1, or 2 where real lines need the others too */
    int shift;             /* root t is coarse[t >> shift] * fine[t & mask] */
    size_t fine, coarse;   /* pairs of double */
    ra__fft_stages first, second; /* of n, or n1 and n2 */
    size_t between;        /* STEPS: for each group of columns and each row a vector of roots; where there is none, they are made in scratch */
    bool has_between;
    const ra__fft_length *inner;  /* CHIRP */
    size_t inner_tables, chirp, spectrum;
    size_t halves_re, halves_im, halves_coarse; /* real lines: of the modulus the first roots, HALVES and a vector more, and pairs by HALVES */
    size_t bytes;          /* of all tables */
    size_t scratch;        /* bytes a transform of one line needs; LANES: of a group of lines */
    double ns;             /* a line, about */
};

/* Lines of one dimension. */
typedef struct ra__fft_kind {
    ra__fft_mode mode;
    int64_t n;
    bool halved;    /* real lines: as complex ones of half the length */
    bool inverse;   /* exp(+) where it is else exp(-); RA__FFT_FROM_HALF always is */
    bool conjugate; /* what comes out, or what goes into RA__FFT_FROM_HALF */
    double scale;
    const ra__fft_length *length; /* n, or n / 2 where halved */
} ra__fft_kind;

static inline int64_t ra__fft_in_count(const ra__fft_kind *k)
{
    return k->mode == RA__FFT_FROM_HALF ? k->n / 2 + 1 : k->n;
}

static inline int64_t ra__fft_out_count(const ra__fft_kind *k)
{
    return k->mode == RA__FFT_TO_HALF ? k->n / 2 + 1 : k->n;
}

/*
 * The lines of one dimension. Where lines lie beside one another in memory, they come one after another. Byte strides.
 */
typedef struct ra__fft_step {
    ra__fft_kind kind;
    size_t tables;              /* of the length, in the workspace */
    ra_dtype from, to;          /* in memory */
    int64_t available;          /* elements of a line that are there; those behind them are 0 */
    int64_t in_stride, out_stride;
    int ndim;
    int outer;                  /* the dimension whose parts come one after another, or -1 */
    int64_t parts, lines, sizes[RA_MAX_DIMS], in_strides[RA_MAX_DIMS], out_strides[RA_MAX_DIMS];
    ra__convert_fn load, store; /* to and from what is computed in, real or complex as the line is */
    bool in_plain, out_plain;   /* they are in memory what is computed in */
} ra__fft_step;

/* n has no prime factor beyond RADIX_MOST. */
bool RA__ISA_NAME(ra__fft_is_smooth)(int64_t n);
/*
 * Describes a complex length for elements of `bytes` in vectors of `lanes`; halved: real lines of 2n are transformed by it. inner is filled in where
 * the way is CHIRP, which is so where n is not smooth; else it is LANES or STEPS, as is asked for.
 */
void RA__ISA_NAME(ra__fft_length_init)(ra__fft_length *l, ra__fft_length *inner, int64_t n, bool halved, bool steps, int64_t bytes, int64_t lanes);
/* Writes the roots that the other tables are made of. */
void RA__ISA_NAME(ra__fft_roots)(const ra__fft_length *l, char *tables);

/* Where a line is, of one after another. */
typedef struct ra__fft_walk {
    int64_t index[RA_MAX_DIMS], in, out;
} ra__fft_walk;

static inline void ra__fft_walk_to(const ra__fft_step *s, int64_t line, ra__fft_walk *w)
{
    w->in = w->out = 0;
    for (int d = 0; d < s->ndim; d++) {
        w->index[d] = line % s->sizes[d];
        line /= s->sizes[d];
        w->in += w->index[d] * s->in_strides[d];
        w->out += w->index[d] * s->out_strides[d];
    }
}

/* From the last line to the first. */
static inline void ra__fft_walk_on(const ra__fft_step *s, ra__fft_walk *w)
{
    for (int d = 0; d < s->ndim; d++) {
        w->in += s->in_strides[d];
        w->out += s->out_strides[d];
        if (++w->index[d] < s->sizes[d])
            return;
        w->index[d] = 0;
        w->in -= s->sizes[d] * s->in_strides[d];
        w->out -= s->sizes[d] * s->out_strides[d];
    }
}

#endif
