/*
 * Composites: sums of products that an equation tells.
 *
 * All operands are aligned first: each is given a dimension for every subscript, first those of the result, in its order, then those that
 * are summed over; one that it does not have is of size 1. Products are taken from left to right, each as products of matrices, and
 * a dimension goes as soon as no later operand has it.
 */
#include "async/front/composites_layers.h"

enum { LETTERS = 26, LABELS = 2 * LETTERS, ELLIPSIS = LABELS, END, INVALID }; /* subscripts, and what else there is in an equation */

typedef struct equation {
    const char *text;
    int seen[LABELS];  /* in how many places of the left side */
    int place[LABELS]; /* which dimension of aligned operands it is; -1: none yet */
    int spread, spread_at; /* dimensions that an ellipsis stands for at most, and the first of them */
    int kept, ndim;        /* aligned operands have ndim dimensions, the result the first `kept` */
    int64_t size[RA_MAX_DIMS]; /* of each dimension; 1: of all operands so far, which broadcast */
    int64_t users[RA_MAX_DIMS]; /* operands in which its size is not 1, but for those that are multiplied already */
} equation;

/* ---- what it says ---- */

static ra_status refuse_at(const equation *e, const char *at, const char *what)
{
    return ra__refusal(RA_ERR_ARGUMENT, "equation: %s at place %d of \"%.80s\"", what, (int)(at - e->text), e->text);
}

/* Capitals come first, as in PyTorch, whose order that of an implicit result is. */
static int label_of(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' : c >= 'a' && c <= 'z' ? c - 'a' + LETTERS : INVALID;
}

static char letter_of(int label)
{
    return (char)(label < LETTERS ? 'A' + label : 'a' + label - LETTERS);
}

static bool is_arrow(const char *at)
{
    return at[0] == '-' && at[1] == '>';
}

/* What comes next on the way through one operand's subscripts; their end, and what is none, is not passed. */
static int next_subscript(const char **at)
{
    while (**at == ' ')
        ++*at;
    const char *here = *at;
    if (!*here || *here == ',' || is_arrow(here))
        return END;
    const bool is_spread = here[0] == '.' && here[1] == '.' && here[2] == '.';
    const int found = is_spread ? ELLIPSIS : label_of(*here);
    *at += found == INVALID ? 0 : is_spread ? 3 : 1;
    return found;
}

/* The subscripts of one operand, counted, beside its dimensions. */
static ra_status read_operand(equation *e, const char **at, int64_t i, const ra_tensor *t)
{
    int labels = 0, found;
    bool spreads = false;
    for (const char *here = *at; (found = next_subscript(at)) != END; here = *at) {
        if (found == INVALID)
            return refuse_at(e, *at, "no subscript (a letter, or an ellipsis of three dots)");
        if (found == ELLIPSIS && spreads)
            return refuse_at(e, here, "a second ellipsis of one operand");
        spreads |= found == ELLIPSIS;
        labels += found != ELLIPSIS;
        if (found != ELLIPSIS)
            e->seen[found]++;
    }
    const int more = ra_ndim(t) - labels;
    if (more < 0 || (more && !spreads))
        return ra__refusal(RA_ERR_SHAPE, "tensors: entry %lld has %d dimensions, and %d subscripts%s in \"%.80s\"", (long long)i, ra_ndim(t), labels,
                           spreads ? " beside its ellipsis" : "", e->text);
    e->spread = more > e->spread ? more : e->spread;
    return RA_OK;
}

static ra_status read_operands(equation *e, const char **at, ra_tensors tensors)
{
    ra_status s = tensors.count ? RA_OK : ra__refusal(RA_ERR_ARGUMENT, "tensors: is empty");
    for (int64_t i = 0; !s; i++) {
        s = read_operand(e, at, i, tensors.items[i]);
        if (s || **at != ',') {
            if (!s && i + 1 < tensors.count)
                s = ra__refusal(RA_ERR_ARGUMENT, "equation: has subscripts for %lld of %lld tensors: \"%.80s\"", (long long)i + 1, (long long)tensors.count, e->text);
            return s;
        }
        if (i + 1 == tensors.count)
            return refuse_at(e, *at, "more operands than there are tensors, from the comma");
        ++*at;
    }
    return s;
}

/* Behind the arrow. */
static ra_status read_result(equation *e, const char *at)
{
    bool spreads = false;
    int found;
    for (const char *here = at; (found = next_subscript(&at)) != END; here = at) {
        if (found == INVALID)
            return refuse_at(e, at, "no subscript (a letter, or an ellipsis of three dots)");
        if (found == ELLIPSIS ? spreads : e->place[found] >= 0)
            return refuse_at(e, here, "what the result has already");
        if (found != ELLIPSIS && !e->seen[found])
            return refuse_at(e, here, "a subscript that no operand has");
        if (found != ELLIPSIS) {
            e->place[found] = e->ndim++;
            continue;
        }
        spreads = true;
        e->spread_at = e->ndim;
        e->ndim += e->spread;
    }
    if (*at)
        return refuse_at(e, at, "no subscript (a letter, or an ellipsis of three dots)");
    e->kept = e->ndim;
    if (!spreads) {
        e->spread_at = e->ndim;
        e->ndim += e->spread;
    }
    return RA_OK;
}

/* Which dimension each subscript is. */
static ra_status read_equation(equation *e, const char *text, ra_tensors tensors)
{
    const char *at = text;
    *e = (equation){.text = text};
    for (int k = 0; k < LABELS; k++)
        e->place[k] = -1;
    ra_status s = read_operands(e, &at, tensors);
    if (s)
        return s;
    if (is_arrow(at))
        s = read_result(e, at + 2);
    else { /* what an ellipsis stands for, then what is there once */
        e->ndim = e->spread;
        for (int k = 0; k < LABELS; k++)
            if (e->seen[k] == 1)
                e->place[k] = e->ndim++;
        e->kept = e->ndim;
    }
    for (int k = 0; k < LABELS; k++)
        if (e->seen[k] && e->place[k] < 0)
            e->place[k] = e->ndim++;
    if (!s && e->ndim > RA_MAX_DIMS)
        return ra__refusal(RA_ERR_SHAPE, "equation: has %d dimensions together, more than %d: \"%.80s\"", e->ndim, RA_MAX_DIMS, text);
    for (int d = 0; !s && d < e->ndim; d++)
        e->size[d] = 1;
    return s;
}

/* ---- operands ---- */

/* Entry i has size n along dimension d, which it has had already with size `there` (-1: it has not), and others have with e->size[d]; sizes
 * of 1 are broadcast, but not within one entry. */
static ra_status take_size(equation *e, int64_t i, int found, int d, int64_t n, int64_t there)
{
    char name[] = "subscript ?";
    const bool in_others = there < 0;
    const int64_t other = in_others ? e->size[d] : there;
    name[10] = found == ELLIPSIS ? '.' : letter_of(found);
    if (n != other && (!in_others || (n != 1 && other != 1)))
        return ra__refusal(RA_ERR_SHAPE, "tensors: %s has size %lld in entry %lld, and %lld in %s: \"%.80s\"", found == ELLIPSIS ? "a dimension of an ellipsis" : name,
                           (long long)n, (long long)i, (long long)other, in_others ? "others" : "it as well", e->text);
    if (in_others && n != 1) {
        e->users[d]++;
        e->size[d] = n;
    }
    return RA_OK;
}

/* The first aligned dimension that it stands for; an ellipsis for fewer dimensions than in others stands for the last of theirs. */
static int first_of(const equation *e, int found, int covered)
{
    return found == ELLIPSIS ? e->spread_at + e->spread - covered : e->place[found];
}

/* How many dimensions an ellipsis stands for in t, whose subscripts begin at `at`. */
static int covered_in(const char *at, const ra_tensor *t)
{
    int n = ra_ndim(t), found;
    while ((found = next_subscript(&at)) != END)
        n -= found != ELLIPSIS;
    return n;
}

/* The sizes of entry i, whose subscripts begin at *at, beside those of the others. */
static ra_status measure(equation *e, const char **at, int64_t i, const ra_tensor *t)
{
    const int covered = covered_in(*at, t);
    int64_t own[RA_MAX_DIMS];
    int dim = 0, found;
    for (int d = 0; d < e->ndim; d++)
        own[d] = -1;
    while ((found = next_subscript(at)) != END) {
        const int first = first_of(e, found, covered), end = first + (found == ELLIPSIS ? covered : 1);
        for (int d = first; d < end; d++) {
            const int64_t n = ra_size(t, dim++);
            const ra_status s = take_size(e, i, found, d, n, own[d]);
            if (s)
                return s;
            own[d] = n;
        }
    }
    return RA_OK;
}

/* It as all operands are aligned; where a subscript is there again, its diagonal. */
static const ra_tensor *aligned(const equation *e, const char **at, const ra_tensor *t)
{
    const int covered = covered_in(*at, t);
    int64_t from[RA_MAX_DIMS]; /* the dimension of t that is each of the aligned ones */
    int dim = 0, found;
    for (int d = 0; d < e->ndim; d++)
        from[d] = -1;
    while ((found = next_subscript(at)) != END) {
        const int first = first_of(e, found, covered), end = first + (found == ELLIPSIS ? covered : 1);
        for (int d = first; d < end; d++)
            if (from[d] < 0)
                from[d] = dim++;
            else
                t = ra_movedim(ra_diagonal(t, 0, from[d], dim), RA_DIMS(-1), RA_DIMS(from[d]));
    }
    for (int d = 0; d < e->ndim; d++)
        if (from[d] < 0) {
            t = ra_unsqueeze(t, dim);
            from[d] = dim++;
        }
    return ra_permute(t, ra_dims_of(from, e->ndim));
}

/* ---- products ---- */

enum group { BOTH, LEFT, SUMMED, RIGHT, GROUPS }; /* of the dimensions of two operands: what has them, or whether they go */

/* The dimensions of the groups in that order, behind each other. */
static int in_order(int ndim, const enum group *of, const enum group *order, int64_t *dims)
{
    int n = 0;
    for (int k = 0; k < GROUPS; k++)
        for (int d = 0; d < ndim; d++)
            if (of[d] == order[k])
                dims[n++] = d;
    return n;
}

/* A batch of matrices, of the three groups first in that order. */
static ra_tensor *as_matrices(const ra_tensor *t, int ndim, const enum group *of, const enum group *order, const int64_t *extent)
{
    int64_t dims[RA_MAX_DIMS];
    const int n = in_order(ndim, of, order, dims);
    return ra_reshape(ra_permute(t, ra_dims_of(dims, n)), RA_DIMS(extent[order[0]], extent[order[1]], extent[order[2]]));
}

/* Where all that the right one alone has comes before what the left one alone has, the other way round there is nothing to turn. */
static bool is_better_turned(int ndim, const enum group *of)
{
    int first = -1, last = -1;
    for (int d = 0; d < ndim; d++) {
        first = of[d] == LEFT && first < 0 ? d : first;
        last = of[d] == RIGHT ? d : last;
    }
    return last >= 0 && last < first;
}

/* The product, summed over some dimensions, which are of size 1 then. */
static ra_tensor *product(const ra_tensor *a, const ra_tensor *b, int ndim, const bool *summed)
{
    static const enum group of_result[] = {BOTH, LEFT, SUMMED, RIGHT}, of_right[] = {BOTH, SUMMED, RIGHT, LEFT};
    enum group of[RA_MAX_DIMS];
    int64_t extent[GROUPS] = {1, 1, 1, 1}, dims[RA_MAX_DIMS], sizes[RA_MAX_DIMS], back[RA_MAX_DIMS];
    bool any = false;
    for (int d = 0; a && b && d < ndim; d++) {
        const int64_t m = ra_size(a, d), n = ra_size(b, d), own = m == 1 ? n : m;
        of[d] = summed[d] ? SUMMED : m == 1 ? RIGHT : n == 1 ? LEFT : BOTH;
        extent[of[d]] = ra__capped_product(extent[of[d]], own);
        any |= summed[d];
    }
    if (!any || !a || !b)
        return ra_mul(a, b);
    if (is_better_turned(ndim, of)) {
        const ra_tensor *left = b;
        const int64_t of_left = extent[RIGHT];
        b = a;
        a = left;
        extent[RIGHT] = extent[LEFT];
        extent[LEFT] = of_left;
        for (int d = 0; d < ndim; d++)
            of[d] = of[d] == LEFT ? RIGHT : of[d] == RIGHT ? LEFT : of[d];
    }
    ra_tensor *t = ra_bmm(as_matrices(a, ndim, of, of_result, extent), as_matrices(b, ndim, of, of_right, extent));
    in_order(ndim, of, of_result, dims);
    for (int k = 0; k < ndim; k++) {
        const int d = (int)dims[k]; /* fits: dimensions */
        sizes[k] = summed[d] ? 1 : ra_size(ra_size(a, d) == 1 ? b : a, d);
        back[d] = k;
    }
    return ra_permute(ra_view(t, ra_dims_of(sizes, ndim)), ra_dims_of(back, ndim));
}

/* Without what it alone has, summed. */
static const ra_tensor *reduced(const ra_tensor *t, const int64_t *dims, int count)
{
    return count ? ra_sum(t, ra_dims_of(dims, count), RA_OPTS(ra_sum, .keepdim = true)) : t;
}

/* The next product: what no operand behind these two has is summed, before it what one of them alone has. */
static const ra_tensor *multiplied(equation *e, const ra_tensor *a, const ra_tensor *b)
{
    int64_t of_a[RA_MAX_DIMS], of_b[RA_MAX_DIMS];
    bool summed[RA_MAX_DIMS] = {false};
    int m = 0, n = 0;
    for (int d = e->kept; a && b && d < e->ndim; d++) {
        const bool in_a = ra_size(a, d) != 1, in_b = ra_size(b, d) != 1;
        if (in_a && in_b)
            summed[d] = --e->users[d] == 1;
        else if (in_a && e->users[d] == 1)
            of_a[m++] = d;
        else if (in_b && e->users[d] == 1)
            of_b[n++] = d;
    }
    return product(reduced(a, of_a, m), reduced(b, of_b, n), e->ndim, summed);
}

/* The sizes of what is asked for; all others are 1. */
static ra_tensor *without_summed(const equation *e, const ra_tensor *t)
{
    int64_t sizes[RA_MAX_DIMS];
    for (int d = 0; t && d < e->kept; d++)
        sizes[d] = ra_size(t, d);
    return ra_view(t, ra_dims_of(sizes, e->kept));
}

DEFINE(einsum)
{
    const ra_tensors tensors = call->args[1].tensors;
    const char *at = call->args[0].string, *again = at;
    equation e;
    int64_t dims[RA_MAX_DIMS];
    ra_status s = read_equation(&e, at, tensors);
    for (int64_t i = 0; !s && i < tensors.count; i++, again++)
        s = measure(&e, &again, i, tensors.items[i]);
    if (s)
        return s;
    const ra_tensor *all = NULL;
    for (int64_t i = 0; i < tensors.count; i++, at++) {
        const ra_tensor *next = aligned(&e, &at, tensors.items[i]);
        all = i ? multiplied(&e, all, next) : next;
    }
    for (int d = e.kept; d < e.ndim; d++)
        dims[d - e.kept] = d;
    if (e.ndim == e.kept)
        return ra__gives(results, ra_ref(all));
    return ra__gives(results, tensors.count > 1 ? without_summed(&e, all) : ra_sum(all, ra_dims_of(dims, e.ndim - e.kept)));
}
