/*
 * Plain values that operators take: dtypes, devices, scalars, dims, lists, operands.
 */
#ifndef RUNAHEAD_TYPES_H
#define RUNAHEAD_TYPES_H

#include <runahead/base.h>

#ifdef __cplusplus
#include <initializer_list>
#include <type_traits>
#endif

RA_BEGIN_DECLS

typedef struct ra_tensor ra_tensor;
typedef struct ra_generator ra_generator;

/* entry(NAME, number, element type in C, bytes, NumPy's and PyTorch's name). Numbers are pinned; 0 is "no dtype". */
#define RA_DTYPE_LIST(entry) \
    entry(BOOL, 1, uint8_t, 1, "bool") \
    entry(UINT8, 2, uint8_t, 1, "uint8") \
    entry(INT8, 3, int8_t, 1, "int8") \
    entry(INT16, 4, int16_t, 2, "int16") \
    entry(INT32, 5, int32_t, 4, "int32") \
    entry(INT64, 6, int64_t, 8, "int64") \
    entry(FLOAT16, 7, uint16_t, 2, "float16") \
    entry(BFLOAT16, 8, uint16_t, 2, "bfloat16") \
    entry(FLOAT32, 9, float, 4, "float32") \
    entry(FLOAT64, 10, double, 8, "float64") \
    entry(COMPLEX64, 11, float _Complex, 8, "complex64") \
    entry(COMPLEX128, 12, double _Complex, 16, "complex128")

typedef enum ra_dtype {
    RA_NO_DTYPE = 0,
#define RA__ENTRY(name, number, ctype, bytes, text) RA_##name = number,
    RA_DTYPE_LIST(RA__ENTRY)
#undef RA__ENTRY
    RA_DTYPE_COUNT
} ra_dtype;

RA_API const char *ra_dtype_name(ra_dtype dtype); /* "float32"; "none" for what is no dtype */
RA_API size_t ra_dtype_size(ra_dtype dtype);      /* bytes of an element; 0 for what is no dtype */
RA_API ra_dtype ra_dtype_find(const char *name);  /* RA_NO_DTYPE for an unknown name */
/* The dtype that PyTorch's torch.promote_types gives. */
RA_API ra_dtype ra_promote_types(ra_dtype one, ra_dtype other);
/* Whether an elementwise result computed in `from` may be written to an output of `to`. */
RA_API bool ra_can_cast(ra_dtype from, ra_dtype to);

typedef enum ra_device {
    RA_NO_DEVICE = 0,
    RA_CPU = 1,
    RA_META = 2, /* descriptions only: every operator runs on it and computes nothing */
    /*
     * The first CUDA device. Its first use looks for the driver and NVRTC, which loads them, and has a thread of the library's start
     * the driver, for which nothing that is recorded waits; it runs behind that. Where they are not to be found, or once there is known to be no
     * such device, it is refused with RA_ERR_DEVICE, and the reason; what was recorded before that was known fails with the same. Where the
     * driver gives no context or stream that is RA_ERR_SYSTEM, of what was recorded by then, and the next use tries again.
     */
    RA_CUDA = 3,
    RA__DEVICE_LAST = 255
} ra_device;

/* The CUDA device of this index: from 0, which is RA_CUDA, to 15. */
#define RA_CUDA_AT(index) (RA__CAST(ra_device, RA__CAST(int, RA_CUDA) + 16 * (index)))

RA_API const char *ra_device_name(ra_device device);

typedef enum ra_scalar_kind { RA_SCALAR_NONE = 0, RA_SCALAR_BOOL = 1, RA_SCALAR_INT = 2, RA_SCALAR_FLOAT = 3, RA_SCALAR_COMPLEX = 4 } ra_scalar_kind;

/* A number by value, made by RA_F and its kin or, in C++, from any number. A zeroed one means "not given" where it is optional. */
typedef struct ra_scalar {
    union {
#ifndef __cplusplus
        double _Complex number; /* first, so that a plain number in the options of an operator finds its way here */
#endif
        int64_t i;   /* RA_SCALAR_BOOL, RA_SCALAR_INT */
        double f[2]; /* RA_SCALAR_FLOAT: f[0]; RA_SCALAR_COMPLEX: real, imaginary */
    } value;
    ra_scalar_kind kind;
#ifdef __cplusplus
    ra_scalar() : kind(RA_SCALAR_NONE) { value.f[0] = value.f[1] = 0; }
    ra_scalar(bool number) : kind(RA_SCALAR_BOOL) { set(number); }
    ra_scalar(int number) : kind(RA_SCALAR_INT) { set(number); }
    ra_scalar(long number) : kind(RA_SCALAR_INT) { set(number); }
    ra_scalar(long long number) : kind(RA_SCALAR_INT) { set(number); }
    ra_scalar(unsigned number) : kind(RA_SCALAR_INT) { set(number); }
    ra_scalar(unsigned long number) { set_unsigned(number); }
    ra_scalar(unsigned long long number) { set_unsigned(number); }
    ra_scalar(double number) { set_real(number); }
    ra_scalar(long double number) { set_real(static_cast<double>(number)); }

private:
    void set(int64_t number)
    {
        value.f[1] = 0;
        value.i = number;
    }
    void set_real(double number)
    {
        kind = RA_SCALAR_FLOAT;
        value.f[0] = number;
        value.f[1] = 0;
    }
    void set_unsigned(uint64_t number)
    {
        if (number > static_cast<uint64_t>(INT64_MAX))
            set_real(static_cast<double>(number));
        else {
            kind = RA_SCALAR_INT;
            set(static_cast<int64_t>(number));
        }
    }
#endif
} ra_scalar;

static inline ra_scalar ra_scalar_bool(bool number)
{
    ra_scalar scalar;
    scalar.value.f[1] = 0;
    scalar.value.i = number;
    scalar.kind = RA_SCALAR_BOOL;
    return scalar;
}

static inline ra_scalar ra_scalar_int(int64_t number)
{
    ra_scalar scalar;
    scalar.value.f[1] = 0;
    scalar.value.i = number;
    scalar.kind = RA_SCALAR_INT;
    return scalar;
}

static inline ra_scalar ra_scalar_complex(double real, double imaginary)
{
    ra_scalar scalar;
    scalar.value.f[0] = real;
    scalar.value.f[1] = imaginary;
    scalar.kind = RA_SCALAR_COMPLEX;
    return scalar;
}

static inline ra_scalar ra_scalar_float(double number)
{
    ra_scalar scalar = ra_scalar_complex(number, 0);
    scalar.kind = RA_SCALAR_FLOAT;
    return scalar;
}

/* An integer, or past INT64_MAX, where there is none of 64 bits, the nearest double. */
static inline ra_scalar ra_scalar_unsigned(uint64_t number)
{
    return number > RA__CAST(uint64_t, INT64_MAX) ? ra_scalar_float(RA__CAST(double, number)) : ra_scalar_int(RA__CAST(int64_t, number));
}

#define RA_F(number) ra_scalar_float(number)
#define RA_I(number) ra_scalar_int(number)
#define RA_B(number) ra_scalar_bool(number)
#define RA_C(real, imaginary) ra_scalar_complex(real, imaginary)

/* A list of integers (sizes, strides, dimensions). Borrowed for the call. */
typedef struct ra_dims {
    const int64_t *values;
    int64_t count; /* >= 0: so many; RA_ALL: -1; a zeroed ra_dims means "not given" */
} ra_dims;

static inline ra_dims ra_dims_of(const int64_t *values, int64_t count)
{
    static const int64_t empty = 0;
    ra_dims dims;
    dims.values = values || count ? values : &empty; /* NULL for so many stays NULL, and is refused */
    dims.count = count;
    return dims;
}

static inline ra_dims ra_dims_all(void)
{
    ra_dims dims;
    dims.values = RA__NULL;
    dims.count = -1;
    return dims;
}

/*
 * RA_DIMS(0, -1) is a list, of integers of any type, RA_DIMS() the empty one; RA_ALL: every dimension, which is not the
 * same as an empty list. In C a list is good to the end of the block it stands in, in C++ of the whole expression.
 */
#ifdef __cplusplus
#define RA_DIMS(...) ra_dims_values(__VA_ARGS__).dims()
#else
#define RA__DIMS(...) (const int64_t[]){0, __VA_ARGS__}
#define RA_DIMS(...) ra_dims_of(RA__DIMS(__VA_ARGS__) + 1, (int64_t)(sizeof(RA__DIMS(__VA_ARGS__)) / sizeof(int64_t)) - 1)
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
    ra_tensors list;
    list.items = items;
    list.count = count;
    return list;
}

/* RA_LIST(x, y): good for as long as RA_DIMS is. */
#ifdef __cplusplus
#define RA_LIST(...) ra_tensors_list(std::initializer_list<const ra_tensor *>{__VA_ARGS__})
#else
#define RA__LIST(...) (const ra_tensor *const[]){NULL, __VA_ARGS__}
#define RA_LIST(...) ra_tensors_of(RA__LIST(__VA_ARGS__) + 1, (int64_t)(sizeof(RA__LIST(__VA_ARGS__)) / sizeof(const ra_tensor *)) - 1)
#endif

/* An absent optional tensor. Never NULL: NULL is the result of a refused call. */
RA_API extern const ra_tensor ra_none_tensor;
#define RA_NONE (&ra_none_tensor)

/* A tensor or a number, for operators that take either; ra_add(x, 1.5) makes one by itself. */
typedef struct ra_operand {
    const ra_tensor *tensor; /* used where scalar.kind is RA_SCALAR_NONE */
    ra_scalar scalar;
#ifdef __cplusplus
    ra_operand(const ra_tensor *given) : tensor(given) {}
    ra_operand(ra_tensor *given) : tensor(given) {}
    ra_operand(decltype(nullptr)) : tensor(nullptr) {}
    ra_operand(ra_scalar number) : tensor(nullptr), scalar(number) {}
    ra_operand(bool number) : tensor(nullptr), scalar(number) {}
    ra_operand(int number) : tensor(nullptr), scalar(number) {}
    ra_operand(long number) : tensor(nullptr), scalar(number) {}
    ra_operand(long long number) : tensor(nullptr), scalar(number) {}
    ra_operand(unsigned number) : tensor(nullptr), scalar(number) {}
    ra_operand(unsigned long number) : tensor(nullptr), scalar(number) {}
    ra_operand(unsigned long long number) : tensor(nullptr), scalar(number) {}
    ra_operand(double number) : tensor(nullptr), scalar(number) {}
    ra_operand(long double number) : tensor(nullptr), scalar(number) {}
#endif
} ra_operand;

#ifndef __cplusplus
static inline ra_operand ra_operand_tensor(const ra_tensor *tensor)
{
    return (ra_operand){.tensor = tensor};
}

static inline ra_operand ra_operand_scalar(ra_scalar scalar)
{
    return (ra_operand){.scalar = scalar};
}

static inline ra_operand ra_operand_float(double number)
{
    return ra_operand_scalar(ra_scalar_float(number));
}

static inline ra_operand ra_operand_int(int64_t number)
{
    return ra_operand_scalar(ra_scalar_int(number));
}

static inline ra_operand ra_operand_unsigned(uint64_t number)
{
    return ra_operand_scalar(ra_scalar_unsigned(number));
}

static inline ra_operand ra_operand_bool(bool number)
{
    return ra_operand_scalar(ra_scalar_bool(number));
}

static inline ra_scalar ra_scalar_number(double _Complex number)
{
    ra_scalar scalar;
    scalar.value.number = number;
    scalar.kind = RA_SCALAR_COMPLEX;
    return scalar;
}

static inline ra_operand ra_operand_number(double _Complex number)
{
    return ra_operand_scalar(ra_scalar_number(number));
}

static inline ra_operand ra_operand_same(ra_operand operand)
{
    return operand;
}

static inline ra_operand ra_operand_null(void *null)
{
    (void)null;
    return (ra_operand){.tensor = NULL};
}

static inline ra_scalar ra_scalar_same(ra_scalar scalar)
{
    return scalar;
}

/* The front that lets numbers stand where operands and scalars are asked for; what is no number does not compile. */
#define RA__NUMBERS(name) \
    _Bool : name##_bool, char : name##_int, signed char : name##_int, short : name##_int, int : name##_int, long : name##_int, long long : name##_int, \
    unsigned char : name##_int, unsigned short : name##_int, unsigned : name##_int, unsigned long : name##_unsigned, unsigned long long : name##_unsigned, \
    float : name##_float, double : name##_float, long double : name##_float, float _Complex : name##_number, double _Complex : name##_number
#define RA_OPERAND(value) \
    (__extension__ _Generic((value), ra_operand: ra_operand_same, ra_scalar: ra_operand_scalar, ra_tensor *: ra_operand_tensor, \
                            const ra_tensor *: ra_operand_tensor, void *: ra_operand_null, RA__NUMBERS(ra_operand))(value))
#define RA_SCALAR(value) (__extension__ _Generic((value), ra_scalar: ra_scalar_same, RA__NUMBERS(ra_scalar))(value))
#endif

/* For options whose default is yes; true and false do as well. */
typedef enum ra_choice { RA_NO = -1, RA_YES = 1 } ra_choice;

/*
 * Options of an operator: RA_OPTS(ra_conv2d, .stride = {2, 2}), by the name of any of its functions. What is left out has
 * its default. RA_OPTS alone makes options, since it tells what is left out from what is zero: others are refused. They
 * are good for the call they stand in, and may be copied: ra_var_opts opts = *RA_OPTS(ra_var, .correction = 0).
 *
 * A field of these two kinds takes a plain number as well as what RA_F and its kin make, and a plain true or false. (In C a
 * number that is not of such a type finds its way into the first member. Beyond 2^53 an integer passes through double:
 * RA_I keeps it whole.)
 */
#define RA__ABSENT 7
#ifdef __cplusplus
#define RA_OPTIONAL_SCALAR(name) ra_optional_scalar name RA_ZERO
#define RA_OPTIONAL_BOOL(name) ra_optional_bool name RA_ZERO
typedef struct ra_optional_scalar {
    ra_scalar scalar;
    ra_optional_scalar() { scalar.kind = static_cast<ra_scalar_kind>(RA__ABSENT); }
    ra_optional_scalar(ra_scalar number) : scalar(number) {}
    ra_optional_scalar(bool number) : scalar(number) {}
    ra_optional_scalar(int number) : scalar(number) {}
    ra_optional_scalar(long number) : scalar(number) {}
    ra_optional_scalar(long long number) : scalar(number) {}
    ra_optional_scalar(unsigned number) : scalar(number) {}
    ra_optional_scalar(unsigned long number) : scalar(number) {}
    ra_optional_scalar(unsigned long long number) : scalar(number) {}
    ra_optional_scalar(double number) : scalar(number) {}
    ra_optional_scalar(long double number) : scalar(number) {}
} ra_optional_scalar;
typedef struct ra_optional_bool {
    int choice;
    ra_optional_bool() : choice(RA__ABSENT) {}
    ra_optional_bool(bool yes) : choice(yes) {}
    ra_optional_bool(ra_choice which) : choice(which) {}
} ra_optional_bool;
#else
/* Of the two halves the first marks the field as absent; to give the second replaces the whole. */
#define RA__OPTIONAL(type, name) \
    __extension__ union { \
        __extension__ struct { \
            type name##_absent; \
        }; \
        __extension__ struct { \
            type name; \
        }; \
    }
#define RA_OPTIONAL_SCALAR(name) RA__OPTIONAL(ra_scalar, name)
#define RA_OPTIONAL_BOOL(name) RA__OPTIONAL(int, name)
#define RA__ABSENT_SCALAR(name) .name##_absent = {{0}, (ra_scalar_kind)RA__ABSENT},
#define RA__ABSENT_BOOL(name) .name##_absent = RA__ABSENT,
#endif

/* Behind the fronts of C: options, unless more stands in the call than the function has parameters, or less. */
#define RA__FOURTH(first, second, third, fourth, ...) fourth
#define RA__LAST(opts, ...) RA__FOURTH(__VA_ARGS__, ra__wrong_number_of_arguments, opts, opts, ~)
/* Chooses by their number, up to six, the front of a function whose last parameter may be left out. */
#define RA__SEVENTH(first, second, third, fourth, fifth, sixth, seventh, ...) seventh

#define RA__OPTS_MADE (RA__CAST(size_t, 1) << 24)
#define RA__OPTS_SIZE(type) (sizeof(type) | RA__OPTS_MADE)
#define RA_OPTS(...) RA__OPTS(__VA_ARGS__, )
#define RA__OPTS(function, ...) RA__OPTS_OF(RA__OPTS_OF_##function, __VA_ARGS__)
#define RA__OPTS_OF(type, ...) RA__OPTS_MAKE(type, __VA_ARGS__)
#ifdef __cplusplus
#define RA__OPTS_MAKE(type, ...) ra_options_address(__extension__ type{.size = RA__OPTS_SIZE(type), __VA_ARGS__})
#else
/* The compound literal behind the size has compilers forget that a number stood where there could have been braces. */
#define RA__OPTS_MAKE(type, ...) \
    RA__QUIET((&(type){RA__ABSENT_##type __VA_ARGS__ .size = RA__OPTS_SIZE(type) + 0 * sizeof((int){0})}))
#ifdef __clang__
#define RA__QUIET(expression) \
    _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Winitializer-overrides\"") \
    _Pragma("clang diagnostic ignored \"-Wmissing-braces\"") _Pragma("clang diagnostic ignored \"-Wmissing-field-initializers\"") \
    expression _Pragma("clang diagnostic pop")
#else
#define RA__QUIET(expression) expression
#endif
#endif

RA_END_DECLS

#ifdef __cplusplus
/* Values of a temporary that lives to the end of the calling expression. */
template <size_t count> struct ra_dims_array {
    int64_t values[count + 1];
    ra_dims dims() const { return ra_dims_of(values, static_cast<int64_t>(count)); }
};

template <class Number> inline int64_t ra_dims_value(Number number)
{
    static_assert(std::is_integral<Number>::value || std::is_enum<Number>::value, "RA_DIMS takes integers");
    return static_cast<int64_t>(number);
}

template <class... Numbers> inline ra_dims_array<sizeof...(Numbers)> ra_dims_values(Numbers... numbers)
{
    return {{ra_dims_value(numbers)..., 0}};
}

static inline ra_tensors ra_tensors_list(std::initializer_list<const ra_tensor *> list)
{
    return ra_tensors_of(list.begin(), static_cast<int64_t>(list.size()));
}

template <class Options> inline const Options *ra_options_address(const Options &options)
{
    return &options;
}
#endif
#endif
