#include "vectors/judge.h"

#include "vectors/match.h"
#include "vectors/print.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- descriptions ---- */

static bool judge_dims(const ra_tensor *t, const struct vector_tensor *want, bool bounds, size_t r, char why[VECTOR_WHY])
{
    for (int d = 0; d < want->dims; d++) {
        int64_t size = bounds ? ra_size_bound(t, d) : ra_size(t, d);
        if (bounds ? size < want->sizes[d] : size != want->sizes[d])
            return vector_differ(why, "result %zu: size %lld of dimension %d, want %lld", r, (long long)size, d, (long long)want->sizes[d]);
        if (!bounds && ra_stride(t, d) != want->strides[d])
            return vector_differ(why, "result %zu: stride %lld of dimension %d, want %lld", r, (long long)ra_stride(t, d), d,
                                 (long long)want->strides[d]);
    }
    return true;
}

static bool judge_alias(const struct vector_call *call, size_t r, char why[VECTOR_WHY])
{
    const struct vector_tensor *want = &call->c->result[r];
    const ra_tensor *t = call->result[r];
    for (int s = 0; s < call->storages; s++)
        if (ra_shares_storage(t, call->storage[s].base) != (want->storage == s))
            return vector_differ(why, "result %zu: %s storage %d", r, want->storage == s ? "is no view of" : "is a view of", s);
    if (want->storage != VECTOR_OWN_STORAGE && ra_storage_offset(t) != want->offset)
        return vector_differ(why, "result %zu: offset %lld, want %lld", r, (long long)ra_storage_offset(t), (long long)want->offset);
    return true;
}

/* That of the operands; of a list of none the result lies on the host. */
static ra_device place_of(const struct vector_call *call)
{
    for (size_t i = 0; i < call->arg_count; i++)
        if (!call->views && call->args[i].kind == RA_ARG_TENSORS)
            return RA_CPU;
    return call->device;
}

bool vector_judge_description(const struct vector_call *call, bool pending, char why[VECTOR_WHY])
{
    const struct vector_case *c = call->c;
    if (call->results != (size_t)c->results)
        return vector_differ(why, "%zu results, want %d", call->results, c->results);
    for (size_t r = 0; r < call->results; r++) {
        const struct vector_tensor *want = &c->result[r];
        const ra_tensor *t = call->result[r];
        if (!t)
            return vector_differ(why, "result %zu is NULL", r);
        if (ra_tensor_dtype(t) != want->dtype)
            return vector_differ(why, "result %zu: dtype %s, want %s", r, ra_dtype_name(ra_tensor_dtype(t)), ra_dtype_name(want->dtype));
        if (ra_tensor_device(t) != place_of(call))
            return vector_differ(why, "result %zu: device %s", r, ra_device_name(ra_tensor_device(t)));
        if (ra_ndim(t) != want->dims)
            return vector_differ(why, "result %zu: %d dimensions, want %d", r, ra_ndim(t), want->dims);
        const bool unknown = call->device == RA_META ? ra_op_properties(call->op) & RA_OP_DATA_SHAPE : !pending && ra_has_pending_extent(t);
        if (!judge_dims(t, want, unknown, r, why) || !judge_alias(call, r, why))
            return false;
    }
    return true;
}

/* ---- values ---- */

static const uint8_t *data_of(struct vector_call *call, size_t r, char why[VECTOR_WHY])
{
    ra_status status;
    const uint8_t *p = ra_data(vector_result_here(call, r), &status);
    if (!p)
        vector_differ(why, "result %zu cannot be read: %s: %s", r, ra_status_name(status), ra_last_error());
    return p;
}

/* Result r as data_of gives it: counted from its first element, and where that is a copy, with the copy's strides. */
static struct vector_tensor got_of(const struct vector_call *call, size_t r)
{
    struct vector_tensor v = call->c->result[r];
    v.offset = 0;
    for (int d = 0; call->result_here[r] && d < v.dims; d++)
        v.strides[d] = ra_stride(call->result_here[r], d);
    return v;
}

/* -0 is 0, and NaN is NaN. */
static bool same_value(ra_dtype dtype, const uint8_t *a, const uint8_t *b)
{
    double x[2], y[2];
    if (dtype < RA_FLOAT16)
        return memcmp(a, b, ra_dtype_size(dtype)) == 0;
    vector_value(dtype, a, x);
    vector_value(dtype, b, y);
    return x[0] == y[0] || (isnan(x[0]) && isnan(y[0]));
}

static bool judge_elements(struct vector_call *call, size_t r, char why[VECTOR_WHY])
{
    const struct vector_case *c = call->c;
    const uint8_t *data = data_of(call, r, why);
    const struct vector_tensor *want = &c->result[r], got = got_of(call, r);
    if (!data)
        return false;
    for (int64_t i = 0; i < vector_numel(want); i++) {
        const uint8_t *g = vector_element(&got, data, i), *w = vector_element(want, c->after[r].bytes, i);
        if (!vector_matches(c, want->dtype, g, w) && !(c->check == VECTOR_TIES && same_value(want->dtype, g, w))) {
            char have[64], wanted[64];
            vector_print_value(want->dtype, g, have);
            vector_print_value(want->dtype, w, wanted);
            return vector_differ(why, "result %zu, element %lld: got %s, want %s (ulps %g, atol %g)", r, (long long)i, have, wanted, c->ulps, c->atol);
        }
    }
    return true;
}

/* Where the storage of a view begins. */
static const uint8_t *start_of(struct vector_call *call, size_t r, char why[VECTOR_WHY])
{
    const struct vector_tensor *want = &call->c->result[r];
    if (call->device == RA_CPU) {
        const uint8_t *data = data_of(call, r, why);
        return data ? data - (size_t)want->offset * ra_dtype_size(want->dtype) : NULL;
    }
    const void *data = ra_data(vector_storage_here(call, want->storage), NULL);
    if (!data)
        vector_differ(why, "storage %d cannot be read: %s", want->storage, ra_last_error());
    return data;
}

/* Everything around the view in its storage is as PyTorch left it. */
static bool judge_surroundings(struct vector_call *call, size_t r, char why[VECTOR_WHY])
{
    const struct vector_case *c = call->c;
    const struct vector_tensor *want = &c->result[r];
    const size_t item = ra_dtype_size(want->dtype);
    const size_t before = c->storage[want->storage].size, after = c->after[r].size, size = before > after ? before : after;
    const uint8_t *data = start_of(call, r, why);
    bool *inside = data ? calloc(size + 1, sizeof *inside) : NULL;
    if (!inside)
        return false;
    for (int64_t i = 0; i < vector_numel(want); i++)
        memset(inside + (size_t)vector_offset(want, i) * item, true, item);
    bool ok = true;
    for (size_t i = 0; ok && i < size; i++)
        if (!inside[i] && i < before && data[i] != (i < after ? c->after[r].bytes[i] : c->storage[want->storage].bytes[i]))
            ok = vector_differ(why, "result %zu: byte %zu of its storage, outside of the view, was written", r, i);
    free(inside);
    return ok;
}

static bool judge_unwritten(struct vector_call *call, char why[VECTOR_WHY])
{
    const struct vector_case *c = call->c;
    for (int s = 0; s < c->storages; s++) {
        bool written = false;
        for (int r = 0; r < c->results; r++)
            written |= c->result[r].storage == s;
        if (!written && !vector_is_unchanged(call, s))
            return vector_differ(why, "storage %d, which is no result, was written", s);
    }
    return true;
}

/* ---- factors: compared by what they multiply to ---- */

/* A matrix of a batch, or its conjugate transpose. */
struct factor {
    struct vector_tensor t;
    const uint8_t *base;
    int64_t rows, cols;
    bool adjoint;
};

static struct factor factor_of(const struct vector_tensor *t, const uint8_t *base)
{
    return (struct factor){*t, base, t->dims > 1 ? t->sizes[t->dims - 2] : 0, t->dims > 0 ? t->sizes[t->dims - 1] : 0, false};
}

static struct factor adjoint(struct factor f)
{
    return (struct factor){f.t, f.base, f.cols, f.rows, !f.adjoint};
}

static double complex element(const struct factor *f, int64_t batch, int64_t i, int64_t j)
{
    double parts[2];
    int64_t index = f->adjoint ? (batch * f->cols + j) * f->rows + i : (batch * f->rows + i) * f->cols + j;
    vector_value(f->t.dtype, vector_element(&f->t, f->base, index), parts);
    return parts[0] + (f->adjoint ? -parts[1] : parts[1]) * I;
}

/* Element i of a vector of a batch, as factor_of describes it. */
static double complex entry(const struct factor *f, int64_t batch, int64_t i)
{
    double parts[2];
    vector_value(f->t.dtype, vector_element(&f->t, f->base, batch * f->cols + i), parts);
    return parts[0] + parts[1] * I;
}

/* Element (i, j) of x * diagonal * y; without a diagonal, of x * y. */
static double complex product(const struct factor *x, const struct factor *diagonal, const struct factor *y, int64_t batch, int64_t i, int64_t j)
{
    double complex sum = 0;
    int64_t n = x->cols < y->rows ? x->cols : y->rows;
    if (diagonal && diagonal->cols < n)
        n = diagonal->cols;
    for (int64_t k = 0; k < n; k++) {
        double parts[2] = {1, 0};
        if (diagonal)
            vector_value(diagonal->t.dtype, vector_element(&diagonal->t, diagonal->base, batch * diagonal->cols + k), parts);
        sum += element(x, batch, i, k) * parts[0] * element(y, batch, k, j);
    }
    return sum;
}

/* The factors of a case, ours or PyTorch's: what multiplies to the argument, and what is orthonormal by columns. */
struct factors {
    struct factor x, diagonal, y, orthonormal[2];
    bool has_diagonal;
    int orthonormals;
};

static struct factors factors_of(enum vector_check check, const struct factor f[3])
{
    struct factors s = {.x = f[0], .y = f[1]};
    if (check == VECTOR_SVD)
        s = (struct factors){f[0], f[1], f[2], {f[0], adjoint(f[2])}, true, 2};
    else if (check == VECTOR_EIGH)
        s = (struct factors){f[1], f[0], adjoint(f[1]), {f[1]}, true, 1};
    else if (f[0].t.dims == 1) /* Q was not asked for */
        s = (struct factors){.x = adjoint(f[1]), .y = f[1]};
    else
        s = (struct factors){.x = f[0], .y = f[1], .orthonormal = {f[0]}, .orthonormals = 1};
    return s;
}

static bool judge_orthonormal(const struct factor *f, int64_t batches, double allowed, char why[VECTOR_WHY])
{
    const struct factor a = adjoint(*f);
    const int64_t n = f->rows < f->cols ? 0 : f->cols;
    for (int64_t b = 0; b < batches; b++)
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < n; j++)
                if (!(cabs(product(&a, NULL, f, b, i, j) - (i == j)) <= allowed))
                    return vector_differ(why, "columns %lld and %lld of matrix %lld are not orthonormal", (long long)i, (long long)j, (long long)b);
    return true;
}

static bool judge_factors(struct vector_call *call, char why[VECTOR_WHY])
{
    const struct vector_case *c = call->c;
    struct factor got[3] = {{.rows = 0}}, want[3] = {{.rows = 0}};
    for (int r = 0; r < c->results; r++) {
        const uint8_t *data = data_of(call, (size_t)r, why);
        if (!data)
            return false;
        const struct vector_tensor zero = got_of(call, (size_t)r);
        got[r] = factor_of(&zero, data);
        want[r] = factor_of(&c->result[r], c->after[r].bytes);
    }
    const struct factors g = factors_of(c->check, got), w = factors_of(c->check, want);
    int64_t batches = 1;
    for (int d = 0; d < g.y.t.dims - 2; d++)
        batches *= g.y.t.sizes[d];
    const double allowed = c->atol * 4;
    for (int o = 0; o < g.orthonormals; o++)
        if (!judge_orthonormal(&g.orthonormal[o], batches, allowed, why))
            return false;
    for (int64_t b = 0; b < batches; b++)
        for (int64_t i = 0; i < g.x.rows; i++)
            for (int64_t j = 0; j < g.y.cols; j++) {
                double complex have = product(&g.x, g.has_diagonal ? &g.diagonal : NULL, &g.y, b, i, j);
                double complex should = product(&w.x, w.has_diagonal ? &w.diagonal : NULL, &w.y, b, i, j);
                if (!(cabs(have - should) <= allowed * (1 + cabs(should))))
                    return vector_differ(why, "element (%lld, %lld) of what the factors of matrix %lld multiply to: %g%+gj, want %g%+gj", (long long)i,
                                         (long long)j, (long long)b, creal(have), cimag(have), creal(should), cimag(should));
            }
    return true;
}

/* ---- eigenvalues and eigenvectors of any matrix ---- */

/* The values are PyTorch's in any order. */
static bool judge_eigenvalues(const struct factor *got, const struct factor *want, int64_t batch, double allowed, char why[VECTOR_WHY])
{
    const int64_t n = want->cols;
    bool taken[64] = {false};
    for (int64_t i = 0; i < n && n <= 64; i++) {
        const double complex should = entry(want, batch, i);
        int64_t nearest = -1;
        for (int64_t j = 0; j < n; j++)
            if (!taken[j] && (nearest < 0 || cabs(entry(got, batch, j) - should) < cabs(entry(got, batch, nearest) - should)))
                nearest = j;
        if (!(cabs(entry(got, batch, nearest) - should) <= allowed * (1 + cabs(should))))
            return vector_differ(why, "no eigenvalue of matrix %lld is %g%+gj", (long long)batch, creal(should), cimag(should));
        taken[nearest] = true;
    }
    return n <= 64 || vector_differ(why, "%lld eigenvalues, more than the test has room for", (long long)n);
}

static bool judge_eigenvectors(const struct factor *a, const struct factor *w, const struct factor *v, int64_t batch, double allowed, char why[VECTOR_WHY])
{
    for (int64_t j = 0; j < v->cols; j++) {
        double length = 0;
        for (int64_t i = 0; i < v->rows; i++) {
            const double complex x = element(v, batch, i, j);
            length += creal(x) * creal(x) + cimag(x) * cimag(x);
            if (!(cabs(product(a, NULL, v, batch, i, j) - entry(w, batch, j) * x) <= allowed * (1 + cabs(entry(w, batch, j)))))
                return vector_differ(why, "column %lld of matrix %lld is no eigenvector", (long long)j, (long long)batch);
        }
        if (!(fabs(length - 1) <= allowed))
            return vector_differ(why, "eigenvector %lld of matrix %lld has length %g", (long long)j, (long long)batch, sqrt(length));
    }
    return true;
}

static bool judge_eig(struct vector_call *call, char why[VECTOR_WHY])
{
    const struct vector_case *c = call->c;
    const struct factor a = factor_of(&c->arg[0].tensor, c->storage[c->arg[0].tensor.storage].bytes);
    struct vector_tensor got[2];
    const uint8_t *data[2];
    int64_t batches = 1;
    for (int r = 0; r < c->results; r++) {
        data[r] = data_of(call, (size_t)r, why);
        if (!data[r])
            return false;
        got[r] = got_of(call, (size_t)r);
    }
    for (int d = 0; d < a.t.dims - 2; d++)
        batches *= a.t.sizes[d];
    const struct factor w = factor_of(&got[0], data[0]), want = factor_of(&c->result[0], c->after[0].bytes), v = c->results > 1 ? factor_of(&got[1], data[1]) : w;
    for (int64_t b = 0; b < batches; b++)
        if (!judge_eigenvalues(&w, &want, b, c->atol, why) || (c->results > 1 && !judge_eigenvectors(&a, &w, &v, b, c->atol, why)))
            return false;
    return true;
}

/* ---- ties: the indices must lead to the values ---- */

static int64_t index_at(const struct vector_tensor *t, const uint8_t *base, int64_t i)
{
    int64_t index;
    memcpy(&index, vector_element(t, base, i), sizeof index);
    return index;
}

/* The argument `dim`; -1, its default, where it is not given. */
static int64_t dim_of(const struct vector_case *c)
{
    for (int a = 0; a < c->args && a < c->op->args; a++)
        if (!strcmp(c->op->arg_names[a], "dim"))
            return c->arg[a].integer;
    return -1;
}

/* Results may lack the dimension, of one element each. */
static bool judge_ties(struct vector_call *call, char why[VECTOR_WHY])
{
    const struct vector_case *c = call->c;
    const struct vector_tensor *self = &c->arg[0].tensor;
    const uint8_t *from = c->storage[self->storage].bytes, *v = data_of(call, 0, why), *x = data_of(call, 1, why);
    const struct vector_tensor indices = got_of(call, 1), values = got_of(call, 0);
    int64_t dim = dim_of(c), inner = 1;
    dim += dim < 0 ? self->dims : 0;
    if (!v || !x)
        return false;
    for (int64_t d = dim + 1; d < self->dims; d++)
        inner *= self->sizes[d];
    const int64_t n = self->dims ? self->sizes[dim] : 1, k = indices.dims && indices.dims == self->dims ? indices.sizes[dim] : 1;
    for (int64_t i = 0; i < vector_numel(&indices); i++) {
        const int64_t index = index_at(&indices, x, i), outer = i / (k * inner), first = outer * k * inner + i % inner;
        if (index < 0 || index >= n)
            return vector_differ(why, "index %lld at %lld is out of range", (long long)index, (long long)i);
        const uint8_t *target = vector_element(self, from, (outer * n + index) * inner + i % inner);
        if (memcmp(target, vector_element(&values, v, i), ra_dtype_size(self->dtype)) != 0)
            return vector_differ(why, "index %lld at %lld does not lead to the value", (long long)index, (long long)i);
        for (int64_t e = first; e < i; e += inner)
            if (index_at(&indices, x, e) == index)
                return vector_differ(why, "index %lld comes twice", (long long)index);
    }
    return true;
}

/* ---- sorting: PyTorch's order among equal values is anyone's, ours is theirs before ---- */

static bool is_sorting(const struct vector_case *c)
{
    return !strcmp(c->op->name, "sort") || !strcmp(c->op->name, "argsort");
}

/* Result r are the indices, which must lead to the same values as PyTorch's do and ascend where these are equal. */
static bool judge_order(struct vector_call *call, int r, char why[VECTOR_WHY])
{
    const struct vector_case *c = call->c;
    const struct vector_tensor *self = &c->arg[0].tensor, *want = &c->result[r];
    const uint8_t *from = c->storage[self->storage].bytes, *x = data_of(call, (size_t)r, why), *v = data_of(call, 0, why);
    const struct vector_tensor got = got_of(call, (size_t)r), values = got_of(call, 0);
    int64_t dim = c->args > 1 ? c->arg[1].integer : -1, inner = 1;
    dim += dim < 0 ? self->dims : 0;
    if (!x || !v)
        return false;
    for (int64_t d = dim + 1; d < self->dims; d++)
        inner *= self->sizes[d];
    const int64_t n = self->dims ? self->sizes[dim] : 1;
    for (int64_t i = 0; i < vector_numel(want); i++) {
        const int64_t index = index_at(&got, x, i), should = index_at(want, c->after[r].bytes, i), row = i / (n * inner) * n * inner + i % inner;
        if (index < 0 || index >= n)
            return vector_differ(why, "index %lld at %lld is out of range", (long long)index, (long long)i);
        const uint8_t *target = vector_element(self, from, row + index * inner);
        if (!same_value(self->dtype, target, vector_element(self, from, row + should * inner)))
            return vector_differ(why, "index %lld at %lld leads to another value than %lld", (long long)index, (long long)i, (long long)should);
        if (r == 1 && memcmp(target, vector_element(&values, v, i), ra_dtype_size(self->dtype)) != 0)
            return vector_differ(why, "index %lld at %lld does not lead to the value", (long long)index, (long long)i);
        const int64_t before = i - inner >= row ? index_at(&got, x, i - inner) : -1;
        if (before >= index && same_value(self->dtype, target, vector_element(self, from, row + before * inner)))
            return vector_differ(why, "equal values have changed their order at %lld", (long long)i);
    }
    return true;
}

bool vector_judge_values(struct vector_call *call, char why[VECTOR_WHY])
{
    const struct vector_case *c = call->c;
    if (is_sorting(c))
        return judge_order(call, c->results - 1, why) && judge_unwritten(call, why);
    const bool factored = c->check == VECTOR_SVD || c->check == VECTOR_EIGH || c->check == VECTOR_QR;
    for (size_t r = 0; r < call->results && c->check != VECTOR_LAYOUT; r++) {
        const bool told = c->check != VECTOR_EIG && (c->check != VECTOR_INFO || r + 1 == call->results);
        const bool direct = (!factored && told) || (c->check == VECTOR_SVD && r == 1) || (c->check == VECTOR_EIGH && r == 0);
        if (direct && !(c->check == VECTOR_TIES && r == 1) && !judge_elements(call, r, why))
            return false;
        if (c->result[r].storage != VECTOR_OWN_STORAGE && !judge_surroundings(call, r, why))
            return false;
    }
    if (factored && !judge_factors(call, why))
        return false;
    if (c->check == VECTOR_EIG && !judge_eig(call, why))
        return false;
    if (c->check == VECTOR_TIES && !judge_ties(call, why))
        return false;
    return judge_unwritten(call, why);
}

double vector_largest_distance(struct vector_call *call)
{
    const struct vector_case *c = call->c;
    char why[VECTOR_WHY];
    double largest = 0;
    for (size_t r = 0; c->check == VECTOR_VALUES && r < call->results; r++) {
        const uint8_t *data = data_of(call, r, why);
        const struct vector_tensor got = got_of(call, r);
        for (int64_t i = 0; data && i < vector_numel(&got); i++)
            largest = fmax(largest, vector_distance(got.dtype, vector_element(&got, data, i), vector_element(&c->result[r], c->after[r].bytes, i)));
    }
    return largest;
}

/* ---- whole cases ---- */

bool vector_wait_for_results(const struct vector_call *call, char why[VECTOR_WHY])
{
    for (size_t r = 0; r < call->results; r++) {
        ra_status s = ra_wait(call->result[r]);
        if (s)
            return vector_differ(why, "result %zu failed: %s: %s", r, ra_status_name(s), ra_last_error());
    }
    return true;
}

bool vector_judge_refusal(struct vector_call *call, ra_status s, char why[VECTOR_WHY])
{
    if (s == RA_OK)
        return vector_differ(why, "was not refused");
    if (s >= RA_ERR_INDEX || s == RA_ERR_UNSUPPORTED || s == RA_ERR_MEMORY)
        return vector_differ(why, "refused with %s: %s", ra_status_name(s), ra_last_error());
    if (ra_last_status() != s || !strstr(ra_last_error(), ra_op_name(call->op)))
        return vector_differ(why, "refused with %s, but the thread's error is %s: %s", ra_status_name(s), ra_status_name(ra_last_status()),
                             ra_last_error());
    for (int k = 0; call->device != RA_META && k < call->storages; k++)
        if (!vector_is_unchanged(call, k))
            return vector_differ(why, "refused, but storage %d was written", k);
    for (int i = 0; i < call->c->outs; i++)
        for (int d = 0; d < call->c->out[i].dims; d++)
            if (ra_ndim(call->out[i]) != call->c->out[i].dims || ra_size(call->out[i], d) != call->c->out[i].sizes[d] ||
                ra_stride(call->out[i], d) != call->c->out[i].strides[d])
                return vector_differ(why, "refused, but out= %d was changed", i);
    return true;
}

bool vector_judge_data_error(struct vector_call *call, char why[VECTOR_WHY])
{
    for (size_t r = 0; r < call->results; r++) {
        char text[1024];
        ra_status s = ra_wait(call->result[r]), found = ra_tensor_error(call->result[r], text, sizeof text), read;
        if (s < RA_ERR_INDEX)
            return vector_differ(why, "the data error does not reach result %zu (%s)", r, ra_status_name(s));
        if (found != s || !strstr(text, ra_op_name(call->op)))
            return vector_differ(why, "waiting gives %s, but the error is %s: %s", ra_status_name(s), ra_status_name(found), text);
        const ra_tensor *here = vector_result_here(call, r);
        if (here ? ra_data(here, &read) || read != s : ra_last_status() != s) /* one whose size failed has no copy */
            return vector_differ(why, "the data error does not reach who reads result %zu", r);
    }
    return true;
}

bool vector_judge_results(struct vector_call *call, char why[VECTOR_WHY])
{
    return vector_judge_description(call, false, why) && vector_wait_for_results(call, why) && vector_judge_description(call, true, why) &&
           vector_judge_values(call, why);
}
