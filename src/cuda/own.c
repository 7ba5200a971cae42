/*
 * Operators of the program's own by CUDA source: around it stands a kernel whose one parameter has all that the source finds by name.
 * The program follows from the operator and the types of a call, and so does its key; sizes and numbers are of the parameter.
 */
#include "async/os/os.h"
#include "async/values/source.h"
#include "cuda/compile.h"
#include "cuda/elementwise.h"
#include "cuda/text.h"
#include "meta/dtype.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WORDS_MOST = 508 /* of a kernel's parameters, 4 KiB, some words are left */, NUMBER_BYTES = 16, TEXT_BYTES = 24 << 10, OPERANDS = RA__MAX_RESULTS + RA__MAX_ARGS };

static const char *const types_of_elements[RA_DTYPE_COUNT] = {
    [RA_NO_DTYPE] = "void", [RA_BOOL] = "bool", [RA_UINT8] = "unsigned char", [RA_INT8] = "signed char", [RA_INT16] = "short", [RA_INT32] = "int", [RA_INT64] = "long long",
    [RA_FLOAT16] = "ra_float16", [RA_BFLOAT16] = "ra_bfloat16", [RA_FLOAT32] = "float", [RA_FLOAT64] = "double", [RA_COMPLEX64] = "ra_complex64", [RA_COMPLEX128] = "ra_complex128",
};

/* ---- the names ---- */

static bool is_pointer(const ra_op_arg *arg)
{
    return arg->kind == RA_ARG_TENSOR || arg->kind == RA_ARG_OPERAND;
}

/* Of operand k: results, then those arguments that are pointers. */
static const char *name_of(const ra_op *op, int k)
{
    if (k < op->result_count)
        return op->results[k].name;
    for (int a = 0, left = k - op->result_count; a < op->arg_count; a++)
        if (is_pointer(&op->args[a]) && left-- == 0)
            return op->args[a].name;
    return NULL;
}

static int operands_of(const ra_op *op)
{
    int n = op->result_count;
    for (int a = 0; a < op->arg_count; a++)
        n += is_pointer(&op->args[a]);
    return n;
}

/* Whether NAME_WITH stands somewhere in the source: else it has no place in the parameter. */
static bool mentions(const ra_op *op, const char *name, const char *with)
{
    const ra_op_cuda *c = op->source->cuda;
    char text[100];
    snprintf(text, sizeof text, "%.80s%s", name, with);
    return strstr(c->source, text) || (c->helpers && strstr(c->helpers, text));
}

/* ---- the program ---- */

typedef struct writer {
    char *text;
    size_t length;
} writer;

static void put(writer *w, const char *format, ...) RA_PRINTF(2, 3);
static void put(writer *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(w->text + w->length, TEXT_BYTES - w->length, format, arguments);
    va_end(arguments);
    w->length = n > 0 && (size_t)n < TEXT_BYTES - w->length ? w->length + (size_t)n : TEXT_BYTES - 1; /* then it does not compile */
}

static void put_templates(writer *w, const ra_op *op, const ra__source_types *types)
{
    const ra_op_cuda_name *t = op->source->cuda->templates;
    for (size_t i = 0; i < sizeof op->source->cuda->templates / sizeof *t && t[i].name; i++)
        for (int k = 0, n = operands_of(op); k < n; k++)
            if (!strcmp(name_of(op, k), t[i].of))
                put(w, "typedef %s %s;\n", types_of_elements[types->operand[k]], t[i].name);
}

static void put_parameter(writer *w, const ra_op *op, const ra__source_types *types)
{
    put(w, "struct ra_call {\n");
    for (int k = 0, n = operands_of(op); k < n; k++) {
        put(w, "    %s%s *data%d;\n    long long numel%d, ndim%d;\n", k < op->result_count ? "" : "const ", types_of_elements[types->operand[k]], k, k, k);
        if (mentions(op, name_of(op, k), "_sizes"))
            put(w, "    long long sizes%d[%d];\n", k, RA_MAX_DIMS);
        if (mentions(op, name_of(op, k), "_strides"))
            put(w, "    long long strides%d[%d];\n", k, RA_MAX_DIMS);
    }
    for (int a = 0; a < op->arg_count; a++)
        switch (op->args[a].kind) {
        case RA_ARG_BOOL:
        case RA_ARG_INT: put(w, "    long long number%d;\n", a); break;
        case RA_ARG_FLOAT: put(w, "    double number%d;\n", a); break;
        case RA_ARG_SCALAR: put(w, types->scalar[a] < RA_SCALAR_FLOAT ? "    long long number%d, unused%d;\n" : "    double number%d, imaginary%d;\n", a, a); break;
        case RA_ARG_DIMS: put(w, "    long long count%d, list%d[%d];\n", a, a, RA_MAX_DIMS); break;
        default: break;
        }
    put(w, "};\n");
}

static void put_names(writer *w, const ra_op *op, const ra__source_types *types)
{
    for (int k = 0, n = operands_of(op); k < n; k++) {
        const char *name = name_of(op, k);
        put(w, "    %s%s *const __restrict__ %s = ra_of.data%d;\n    const long long %s_numel = ra_of.numel%d;\n    const int %s_ndim = (int)ra_of.ndim%d;\n",
            k < op->result_count ? "" : "const ", types_of_elements[types->operand[k]], name, k, name, k, name, k);
        if (mentions(op, name, "_sizes"))
            put(w, "    const long long (&%s_sizes)[%d] = ra_of.sizes%d;\n", name, RA_MAX_DIMS, k);
        if (mentions(op, name, "_strides"))
            put(w, "    const long long (&%s_strides)[%d] = ra_of.strides%d;\n", name, RA_MAX_DIMS, k);
    }
    for (int a = 0; a < op->arg_count; a++) {
        const char *name = op->args[a].name;
        switch (op->args[a].kind) {
        case RA_ARG_BOOL: put(w, "    const bool %s = ra_of.number%d != 0;\n", name, a); break;
        case RA_ARG_INT: put(w, "    const long long %s = ra_of.number%d;\n", name, a); break;
        case RA_ARG_FLOAT: put(w, "    const double %s = ra_of.number%d;\n", name, a); break;
        case RA_ARG_SCALAR:
            if (types->scalar[a] == RA_SCALAR_COMPLEX)
                put(w, "    const ra_complex128 %s = {ra_of.number%d, ra_of.imaginary%d};\n", name, a, a);
            else
                put(w, "    const %s %s = ra_of.number%d%s;\n", types->scalar[a] == RA_SCALAR_FLOAT ? "double" : types->scalar[a] == RA_SCALAR_BOOL ? "bool" : "long long", name, a,
                    types->scalar[a] == RA_SCALAR_BOOL ? " != 0" : "");
            break;
        case RA_ARG_DIMS: put(w, "    const long long (&%s)[%d] = ra_of.list%d;\n    const int %s_count = (int)ra_of.count%d;\n", name, RA_MAX_DIMS, a, name, a); break;
        default: break;
        }
    }
}

static void put_attributes(writer *w, const ra_op_cuda *c)
{
    static const char *const means[][3] = {
        {"thread_position_in_grid", "uint3", "{blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y, blockIdx.z * blockDim.z + threadIdx.z}"},
        {"thread_position_in_block", "uint3", "{threadIdx.x, threadIdx.y, threadIdx.z}"},
        {"block_position_in_grid", "uint3", "{blockIdx.x, blockIdx.y, blockIdx.z}"},
        {"block_size", "uint3", "{blockDim.x, blockDim.y, blockDim.z}"},
        {"grid_size", "uint3", "{gridDim.x, gridDim.y, gridDim.z}"},
        {"thread_index_in_grid", "long long",
         "(((long long)blockIdx.z * blockDim.z + threadIdx.z) * ((long long)gridDim.y * blockDim.y) + (long long)blockIdx.y * blockDim.y + threadIdx.y) * "
         "((long long)gridDim.x * blockDim.x) + (long long)blockIdx.x * blockDim.x + threadIdx.x"},
        {"threads_in_grid", "long long", "(long long)gridDim.x * gridDim.y * gridDim.z * (blockDim.x * blockDim.y * blockDim.z)"},
        {"thread_index_in_block", "int", "(int)((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x)"},
        {"threads_in_block", "int", "(int)(blockDim.x * blockDim.y * blockDim.z)"},
    };
    for (size_t i = 0; i < sizeof c->attributes / sizeof *c->attributes && c->attributes[i].name; i++)
        for (size_t k = 0; k < sizeof means / sizeof *means; k++)
            if (!strcmp(c->attributes[i].of, means[k][0]))
                put(w, "    const %s %s = %s;\n", means[k][1], c->attributes[i].name, means[k][2]);
}

enum { PARTS = 7 };

/* The program's parts; what is not text of somebody's own stands in `room`, of TEXT_BYTES. */
static void put_program(const ra_op *op, const ra__source_types *types, char *room, const char **parts)
{
    const ra_op_cuda *c = op->source->cuda;
    const unsigned *b = c->launch.block, threads = b[0] * b[1] * b[2];
    writer w = {.text = room};
    parts[0] = ra__cuda_text_common;
    parts[1] = ra__cuda_text_own;
    parts[2] = room;
    put_templates(&w, op, types);
    put(&w, "#line 1 \"%s, helpers\"\n", op->name);
    w.length++; /* its end */
    parts[3] = c->helpers ? c->helpers : "";
    parts[4] = room + w.length;
    put(&w, "\n#line 1 \"runahead.cu\"\n");
    put_parameter(&w, op, types);
    put(&w, "extern \"C\" __global__ void __launch_bounds__(%u) own(const ra_call ra_of)\n{\n", c->launch_by ? 1024 : threads ? threads : 256);
    put_names(&w, op, types);
    put_attributes(&w, c);
    put(&w, "    {\n#line 1 \"%s\"\n", op->name);
    parts[5] = c->source;
    parts[6] = "\n#line 1 \"runahead.cu\"\n    }\n}\n";
}

/* ---- the parameter ---- */

typedef struct planned {
    ra__own_call *call;
    const ra_op *op;
    ra__source_types types;
    ra__cuda_space **packs;   /* call->packed of them */
    int words;
    int data_at[OPERANDS];    /* where in the parameter it is said where an operand lies */
    uint8_t staged[OPERANDS]; /* bit 0: its one element passes through memory of the host that the device reaches; bit 1: it is the processor's */
    int64_t *parameter;
    char key[40 + 3 * OPERANDS + 2 * RA__MAX_ARGS];
} planned;

static int put_operand(planned *s, int k, int64_t *to)
{
    const ra_op_operand *o = &s->call->operand[k];
    const char *name = name_of(s->op, k);
    int n = 3;
    int64_t numel = o->dtype != RA_NO_DTYPE;
    for (int d = 0; d < o->ndim; d++)
        numel *= o->sizes[d]; /* fits: elements of a tensor */
    if (to)
        to[0] = 0, to[1] = numel, to[2] = o->ndim;
    for (int which = 0; which < 2; which++) {
        if (!mentions(s->op, name, which ? "_strides" : "_sizes"))
            continue;
        for (int d = 0; to && d < RA_MAX_DIMS; d++)
            to[n + d] = d >= o->ndim ? !which : which ? o->strides[d] : o->sizes[d];
        n += RA_MAX_DIMS;
    }
    return n;
}

static int put_argument(const planned *s, int a, int64_t *to)
{
    const ra_arg *v = &s->call->args[a];
    const bool given = v->kind != RA_ARG_NONE;
    switch (s->op->args[a].kind) {
    case RA_ARG_BOOL:
        if (to)
            to[0] = given && v->boolean;
        return 1;
    case RA_ARG_INT:
        if (to)
            to[0] = given ? v->integer : 0;
        return 1;
    case RA_ARG_FLOAT:
        if (to)
            memcpy(to, &(double){given ? v->real : 0}, sizeof *to);
        return 1;
    case RA_ARG_SCALAR:
        if (to && given)
            memcpy(to, &v->scalar.value, 2 * sizeof *to);
        return 2;
    case RA_ARG_DIMS:
        for (int64_t i = 0; to && given && i < v->dims.count && i < RA_MAX_DIMS; i++)
            to[1 + i] = v->dims.values[i];
        if (to)
            to[0] = given ? v->dims.count : 0;
        return 1 + RA_MAX_DIMS;
    default: return 0;
    }
}

/* Into nowhere, for how many words it has; then into those. */
static void put_all(planned *s)
{
    const int operands = s->call->results + s->call->inputs;
    s->words = 0;
    for (int k = 0; k < operands; k++) {
        s->data_at[k] = s->words;
        s->words += put_operand(s, k, s->parameter ? s->parameter + s->words : NULL);
    }
    for (int a = 0; a < s->op->arg_count; a++)
        s->words += put_argument(s, a, s->parameter ? s->parameter + s->words : NULL);
}

static void put_types(planned *s, const ra_meta *m)
{
    const int operands = s->call->results + s->call->inputs;
    writer w = {.text = s->key};
    w.length = (size_t)snprintf(s->key, sizeof s->key, "own %p", (const void *)s->op);
    for (int k = 0; k < operands; k++) {
        s->types.operand[k] = (uint8_t)s->call->operand[k].dtype;
        w.length += (size_t)snprintf(s->key + w.length, sizeof s->key - w.length, " %d", s->types.operand[k]);
    }
    for (int a = 0; a < s->op->arg_count; a++)
        if (s->op->args[a].kind == RA_ARG_SCALAR) {
            s->types.scalar[a] = s->call->args[a].kind == RA_ARG_SCALAR ? (uint8_t)s->call->args[a].scalar.kind : 0;
            w.length += (size_t)snprintf(s->key + w.length, sizeof s->key - w.length, " %d", s->types.scalar[a]);
        }
    for (int k = 0; k < s->call->inputs; k++) {
        const ra__input *in = &m->in[k];
        s->staged[s->call->results + k] = in->number ? 1 : in->layout && in->device == RA_CPU ? 3 : 0;
    }
}

/* ---- the kernel ---- */

static ra__cuda_space *pack_of(const ra__own_call *c, const struct ra__own_pack *pack, ra_plan *p)
{
    static const ra__cuda_expression moved = {.name = "copy", .text = "a"};
    const ra_op_operand *o = &c->operand[c->results + pack->input];
    const ra_dtype carrier = ra__cuda_carrier(o->dtype);
    const int64_t bytes = ra__element_bytes(carrier);
    ra__geometry g = {.ndim = o->ndim, .operands = 2, .outputs = 1, .compute = carrier, .via = RA_NO_DTYPE};
    for (int d = 0; d < o->ndim; d++) {
        g.sizes[d] = o->sizes[d];
        g.strides[0][d] = o->strides[d] * bytes; /* fits: within the workspace */
        g.strides[1][d] = pack->strides[d] * bytes; /* fits: within the tensor */
    }
    g.memory[0] = g.memory[1] = g.loop[0] = g.loop[1] = (uint8_t)carrier;
    ra__geometry_collapse(&g);
    return ra__cuda_space_new(&g, 1, &moved, 0, p);
}

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    planned *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    memset(s, 0, sizeof *s);
    s->op = m->op;
    ra_status status = m->op->source->keep(m, p, &s->call);
    if (status)
        return status;
    put_types(s, m);
    put_all(s);
    s->packs = ra__plan_alloc(p, ((size_t)s->call->packed + 1) * sizeof *s->packs);        /* fits: of a few operands */
    s->parameter = ra__plan_alloc(p, ((size_t)s->words + 1) * sizeof *s->parameter); /* fits: likewise */
    if (!s->packs || !s->parameter)
        return RA_ERR_MEMORY;
    memset(s->parameter, 0, (size_t)s->words * sizeof *s->parameter); /* fits: likewise */
    put_all(s);
    for (int i = 0; i < s->call->packed; i++)
        if (!(s->packs[i] = pack_of(s->call, &s->call->packs[i], p)))
            return RA_ERR_MEMORY;
    for (int k = 0; k < s->call->results + s->call->inputs; k++)
        p->staging += s->staged[k] ? NUMBER_BYTES : 0;
    if (!p->phases)
        p->workspace = p->staging = 0;
    p->state = s;
    return RA_OK;
}

/* Where the device finds the operands, in the parameter. */
static ra_status bind(const planned *s, ra__run *r, int64_t *parameter)
{
    const ra__own_call *c = s->call;
    size_t staged = 0;
    ra__cu_address device = 0;
    if (r->plan->staging) {
        const ra__cu_result result = ra__cuda.cuMemHostGetDevicePointer_v2(&device, r->staging, 0);
        if (result) {
            ra__cuda_error("cuMemHostGetDevicePointer", result, r->message, r->message_size);
            return RA_ERR_SYSTEM;
        }
    }
    for (int k = 0; k < c->results + c->inputs; k++) {
        const char *data = r->data[k];
        if (s->staged[k]) { /* what comes before it is done: its value is there */
            memcpy((char *)r->staging + staged, s->staged[k] & 2 ? data : c->operand[k].data, (size_t)ra__element_bytes(c->operand[k].dtype)); /* fits: an element */
            data = (const char *)(uintptr_t)device + staged;
            staged += NUMBER_BYTES;
        } else if (k >= c->results && c->packed_at[k - c->results] >= 0)
            data = (const char *)r->workspace + c->packed_at[k - c->results];
        parameter[s->data_at[k]] = (int64_t)(intptr_t)data;
    }
    return RA_OK;
}

static void *function_of(const planned *s, int index, char *message, size_t size)
{
    const char *parts[PARTS];
    void *function = ra__cuda_function(index, s->key, NULL, 0, NULL, message, size);
    char *room = function ? NULL : ra__os_alloc(TEXT_BYTES);
    if (function)
        return function;
    if (!room) {
        snprintf(message, size, "out of memory for its CUDA source");
        return NULL;
    }
    put_program(s->op, &s->types, room, parts);
    function = ra__cuda_function(index, s->key, parts, PARTS, "own", message, size);
    ra__os_free(room);
    return function;
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    const planned *s = r->plan->state;
    const ra__own_call *c = s->call;
    const int index = ra__device_index(r->plan->device);
    int64_t parameter[WORDS_MOST];
    if (s->words > WORDS_MOST)
        return ra__fault(r, RA_ERR_OVERFLOW, "its CUDA source is told %d words of its arguments, and %d are the most", s->words, (int)WORDS_MOST);
    void *function = function_of(s, index, r->message, r->message_size);
    memcpy(parameter, s->parameter, (size_t)s->words * sizeof *parameter); /* fits: at most WORDS_MOST */
    ra_status status = function ? bind(s, r, parameter) : RA_ERR_SYSTEM;
    for (int i = 0; !status && i < c->packed; i++) {
        const int k = c->packs[i].input;
        char *const instead[] = {(char *)r->workspace + c->packed_at[k], r->data[c->results + k]};
        status = ra__cuda_space_launch(s->packs[i], r, instead, NULL);
    }
    if (!status)
        status = ra__cuda_launch_blocks(index, function, c->launch.grid, c->launch.block, (unsigned)c->launch.shared, parameter, r->message, r->message_size);
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_own_kernel(const ra_op *op)
{
    static const ra_kernel kernel = {.name = "own", .plan = plan, .run = run};
    return op->source ? &kernel : NULL;
}

/* ---- at registration, and when it is gone ---- */

ra_status ra__cuda_own_examine(const ra_op *op, const ra__source_types *types, char *why, size_t size)
{
    const char *parts[PARTS];
    int major = 0, minor = 0;
    ra__cu_device device;
    char text[200];
    if (ra__cuda_is_lost() || !ra__cuda_load(text, sizeof text) || ra__cuda.cuDeviceGet(&device, 0) || ra__cuda.cuDeviceGetAttribute(&major, RA__CU_MAJOR, device) ||
        ra__cuda.cuDeviceGetAttribute(&minor, RA__CU_MINOR, device))
        return RA_OK;
    char *room = ra__os_alloc(TEXT_BYTES);
    if (!room)
        return RA_OK;
    put_program(op, types, room, parts);
    const bool compiles = ra__cuda_compiles(major * 10 + minor, parts, PARTS, why, size);
    ra__os_free(room);
    return compiles ? RA_OK : RA_ERR_ARGUMENT;
}

/* Rows of operators are kept, and not used again; so a key still tells whose program it is. */
static bool is_gone(const char *key)
{
    void *op;
    return sscanf(key, "own %p", &op) == 1 && atomic_load_explicit(&((const ra_op *)op)->source->gone, memory_order_acquire);
}

static _Atomic uint32_t gone; /* how many operators are */

void ra__cuda_own_forget(const ra_op *op)
{
    (void)op;
    atomic_fetch_add_explicit(&gone, 1, memory_order_release);
}

void ra__cuda_own_sweep(int index)
{
    static uint32_t seen[RA__DEVICES]; /* each is of the issuing lane of its device */
    const uint32_t now = atomic_load_explicit(&gone, memory_order_acquire);
    if (seen[index] == now)
        return;
    seen[index] = now;
    ra__cuda_forget_functions(index, is_gone);
}
