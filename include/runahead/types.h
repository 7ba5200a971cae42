/*
 * Plain values that operators take: dtypes, devices, scalars, dims, lists, operands.
 */
#ifndef RUNAHEAD_TYPES_H
#define RUNAHEAD_TYPES_H

#include <runahead/base.h>

#ifdef __cplusplus
#include <initializer_list>
#endif

RA_BEGIN_DECLS

typedef struct ra_tensor ra_tensor;
typedef struct ra_generator ra_generator;

/* X(NAME, number, element type in C, bytes, NumPy's and PyTorch's name). Numbers are pinned; 0 is "no dtype". */
#define RA_DTYPE_LIST(X) \
    X(BOOL, 1, uint8_t, 1, "bool") \
    X(UINT8, 2, uint8_t, 1, "uint8") \
    X(INT8, 3, int8_t, 1, "int8") \
    X(INT16, 4, int16_t, 2, "int16") \
    X(INT32, 5, int32_t, 4, "int32") \
    X(INT64, 6, int64_t, 8, "int64") \
    X(FLOAT16, 7, uint16_t, 2, "float16") \
    X(BFLOAT16, 8, uint16_t, 2, "bfloat16") \
    X(FLOAT32, 9, float, 4, "float32") \
    X(FLOAT64, 10, double, 8, "float64") \
    X(COMPLEX64, 11, float _Complex, 8, "complex64") \
    X(COMPLEX128, 12, double _Complex, 16, "complex128")

typedef enum ra_dtype {
    RA_NO_DTYPE = 0,
#define X(name, number, ctype, bytes, text) RA_##name = number,
    RA_DTYPE_LIST(X)
#undef X
    RA_DTYPE_COUNT
} ra_dtype;

RA_API const char *ra_dtype_name(ra_dtype dtype); /* "float32"; "none" for what is no dtype */
RA_API size_t ra_dtype_size(ra_dtype dtype);      /* bytes of an element; 0 for what is no dtype */
RA_API ra_dtype ra_dtype_find(const char *name);  /* RA_NO_DTYPE for an unknown name */
/* The dtype that PyTorch's torch.promote_types gives. */
RA_API ra_dtype ra_promote_types(ra_dtype a, ra_dtype b);
/* Whether an elementwise result computed in `from` may be written to an output of `to`. */
RA_API bool ra_can_cast(ra_dtype from, ra_dtype to);

typedef enum ra_device {
    RA_NO_DEVICE = 0,
    RA_CPU = 1,
    RA_META = 2, /* descriptions only: every operator runs on it and computes nothing */
    RA_CUDA = 3  /* refused with RA_ERR_UNSUPPORTED where no backend is built in */
} ra_device;

RA_API const char *ra_device_name(ra_device device);

/* A number by value. A zeroed one means "not given" where it is optional. */
typedef enum ra_scalar_kind { RA_SCALAR_NONE = 0, RA_SCALAR_BOOL = 1, RA_SCALAR_INT = 2, RA_SCALAR_FLOAT = 3, RA_SCALAR_COMPLEX = 4 } ra_scalar_kind;

typedef struct ra_scalar {
    union {
        int64_t i;   /* RA_SCALAR_BOOL, RA_SCALAR_INT */
        double f[2]; /* RA_SCALAR_FLOAT: f[0]; RA_SCALAR_COMPLEX: real, imaginary */
    } value;
    ra_scalar_kind kind;
#ifdef __cplusplus
    ra_scalar() : kind(RA_SCALAR_NONE) { value.f[0] = value.f[1] = 0; }
    ra_scalar(bool b) : kind(RA_SCALAR_BOOL) { value.f[1] = 0; value.i = b; }
    ra_scalar(int i) : kind(RA_SCALAR_INT) { value.f[1] = 0; value.i = i; }
    ra_scalar(long i) : kind(RA_SCALAR_INT) { value.f[1] = 0; value.i = i; }
    ra_scalar(long long i) : kind(RA_SCALAR_INT) { value.f[1] = 0; value.i = i; }
    ra_scalar(double d) : kind(RA_SCALAR_FLOAT) { value.f[0] = d; value.f[1] = 0; }
#endif
} ra_scalar;

static inline ra_scalar ra_scalar_bool(bool b)
{
    ra_scalar s;
    s.value.f[1] = 0;
    s.value.i = b;
    s.kind = RA_SCALAR_BOOL;
    return s;
}

static inline ra_scalar ra_scalar_int(int64_t i)
{
    ra_scalar s;
    s.value.f[1] = 0;
    s.value.i = i;
    s.kind = RA_SCALAR_INT;
    return s;
}

static inline ra_scalar ra_scalar_float(double d)
{
    ra_scalar s;
    s.value.f[0] = d;
    s.value.f[1] = 0;
    s.kind = RA_SCALAR_FLOAT;
    return s;
}

static inline ra_scalar ra_scalar_complex(double re, double im)
{
    ra_scalar s;
    s.value.f[0] = re;
    s.value.f[1] = im;
    s.kind = RA_SCALAR_COMPLEX;
    return s;
}

#define RA_F(x) ra_scalar_float(x)
#define RA_I(x) ra_scalar_int(x)
#define RA_B(x) ra_scalar_bool(x)
#define RA_C(re, im) ra_scalar_complex(re, im)

/* A list of integers (sizes, strides, dimensions). Borrowed for the call. */
typedef struct ra_dims {
    const int64_t *values;
    int64_t count; /* >= 0: so many; RA_ALL: -1; a zeroed ra_dims means "not given" */
} ra_dims;

static inline ra_dims ra_dims_of(const int64_t *values, int64_t count)
{
    static const int64_t empty = 0;
    ra_dims d;
    d.values = values ? values : &empty;
    d.count = count;
    return d;
}

static inline ra_dims ra_dims_all(void)
{
    ra_dims d;
    d.values = (const int64_t *)0;
    d.count = -1;
    return d;
}

/* RA_DIMS(0, -1), RA_DIMS() the empty list; RA_ALL: every dimension, which is not the same as an empty list. */
#ifdef __cplusplus
#define RA_DIMS(...) ra_dims_list(std::initializer_list<int64_t>{__VA_ARGS__})
#else
#define RA__DIMS(...) (const int64_t[]){__VA_ARGS__ __VA_OPT__(, ) 0}
#define RA_DIMS(...) ra_dims_of(RA__DIMS(__VA_ARGS__), (int64_t)(sizeof(RA__DIMS(__VA_ARGS__)) / sizeof(int64_t)) - 1)
#endif
#define RA_ALL ra_dims_all()

/* An index past any end, for ra_slice. */
#define RA_END INT64_MAX

/* A list of tensors. Borrowed for the call; so are the tensors. */
typedef struct ra_tensors {
    const ra_tensor *const *items;
    int64_t count;
} ra_tensors;

static inline ra_tensors ra_tensors_of(const ra_tensor *const *items, int64_t count)
{
    ra_tensors l;
    l.items = items;
    l.count = count;
    return l;
}

#ifdef __cplusplus
#define RA_LIST(...) ra_tensors_list(std::initializer_list<const ra_tensor *>{__VA_ARGS__})
#else
#define RA__LIST(...) (const ra_tensor *const[]){__VA_ARGS__ __VA_OPT__(, ) NULL}
#define RA_LIST(...) ra_tensors_of(RA__LIST(__VA_ARGS__), (int64_t)(sizeof(RA__LIST(__VA_ARGS__)) / sizeof(const ra_tensor *)) - 1)
#endif

/* An absent optional tensor. Never NULL: NULL is the result of a refused call. */
RA_API extern const ra_tensor ra_none_tensor;
#define RA_NONE (&ra_none_tensor)

/* A tensor or a number, for operators that take either; ra_add(x, 1.5) makes one by itself. */
typedef struct ra_operand {
    const ra_tensor *tensor; /* used where scalar.kind is RA_SCALAR_NONE */
    ra_scalar scalar;
#ifdef __cplusplus
    ra_operand(const ra_tensor *t) : tensor(t) {}
    ra_operand(ra_tensor *t) : tensor(t) {}
    ra_operand(ra_scalar s) : tensor(0), scalar(s) {}
    ra_operand(bool b) : tensor(0), scalar(b) {}
    ra_operand(int i) : tensor(0), scalar(i) {}
    ra_operand(long i) : tensor(0), scalar(i) {}
    ra_operand(long long i) : tensor(0), scalar(i) {}
    ra_operand(double d) : tensor(0), scalar(d) {}
#endif
} ra_operand;

#ifndef __cplusplus
static inline ra_operand ra_operand_tensor(const ra_tensor *t)
{
    return (ra_operand){.tensor = t};
}

static inline ra_operand ra_operand_scalar(ra_scalar s)
{
    return (ra_operand){.scalar = s};
}

static inline ra_operand ra_operand_float(double d)
{
    return (ra_operand){.scalar = ra_scalar_float(d)};
}

static inline ra_operand ra_operand_int(int64_t i)
{
    return (ra_operand){.scalar = ra_scalar_int(i)};
}

static inline ra_operand ra_operand_bool(bool b)
{
    return (ra_operand){.scalar = ra_scalar_bool(b)};
}

static inline ra_operand ra_operand_same(ra_operand o)
{
    return o;
}

static inline ra_operand ra_operand_null(void *null)
{
    (void)null;
    return (ra_operand){.tensor = NULL};
}

static inline ra_scalar ra_scalar_same(ra_scalar s)
{
    return s;
}

/* The front that lets numbers stand where operands and scalars are asked for. */
#define RA_OPERAND(x) \
    _Generic((x), ra_operand: ra_operand_same, ra_scalar: ra_operand_scalar, ra_tensor *: ra_operand_tensor, const ra_tensor *: ra_operand_tensor, \
             void *: ra_operand_null, _Bool: ra_operand_bool, float: ra_operand_float, double: ra_operand_float, default: ra_operand_int)(x)
#define RA_SCALAR(x) _Generic((x), ra_scalar: ra_scalar_same, _Bool: ra_scalar_bool, float: ra_scalar_float, double: ra_scalar_float, default: ra_scalar_int)(x)
#endif

/* For options whose default is yes: 0 leaves the default. */
typedef enum ra_choice { RA_NO = -1, RA_YES = 1 } ra_choice;

/*
 * Options of an operator: RA_OPTS(ra_conv2d, .stride = {2, 2}). What is left out is zero and means the default.
 * Good for the call it stands in.
 */
#ifdef __cplusplus
#define RA_OPTS(function, ...) ra_options_address(function##_opts{.size = sizeof(function##_opts) __VA_OPT__(, ) __VA_ARGS__})
#else
#define RA_OPTS(function, ...) (&(function##_opts){.size = sizeof(function##_opts), __VA_ARGS__})
#endif

/* Behind the generated fronts: a trailing option argument that may be left out. */
#define RA__SECOND(first, second, ...) second
#define RA__OPTIONAL(...) RA__SECOND(~, ##__VA_ARGS__, NULL, ~)

RA_END_DECLS

#ifdef __cplusplus
/* Views of temporaries that live to the end of the calling expression. */
static inline ra_dims ra_dims_list(std::initializer_list<int64_t> list)
{
    return ra_dims_of(list.begin(), (int64_t)list.size());
}

static inline ra_tensors ra_tensors_list(std::initializer_list<const ra_tensor *> list)
{
    return ra_tensors_of(list.begin(), (int64_t)list.size());
}

template <typename Options> static inline const Options *ra_options_address(const Options &options)
{
    return &options;
}
#endif
#endif
