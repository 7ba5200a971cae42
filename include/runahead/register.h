/*
 * Operators of the program's own: registered by a description, and then called, waited for, traced, ordered and failed like those
 * of the library. They appear in reflection (call.h), work on the meta device, and have an out= form.
 */
#ifndef RUNAHEAD_REGISTER_H
#define RUNAHEAD_REGISTER_H

#include <runahead/call.h>
#include <runahead/tensor.h>

RA_BEGIN_DECLS

/* What a definition is asked for. */
typedef struct ra_op_call {
    const ra_arg *args; /* in the schema's order, defaults filled in; of kind NONE: an optional one that is absent. Borrowed */
    void *state;        /* the description's */
} ra_op_call;

/*
 * The operator in terms of others: gives every result a new handle (ra_ref where it is an argument as it is; beside a kernel it is no view
 * of one), or refuses. Other handles that it makes may be left: they are of a scope around it, which it cannot end. It runs in the call, on
 * the caller's thread, and must not wait. It may call itself, up to 32 definitions within one another, and register and unregister
 * operators, not shut the engine down. Scopes that it begins it has to end; what else it sets of its thread (defaults, execution, urgency,
 * place) is as the caller had it when it has returned.
 * Tensors that it makes from nothing belong on ra_tensor_device of an argument, for on tensors of the meta device it gives descriptions.
 * What it gives depends on the arguments (of tensors: on dtype, sizes, strides and device) and on the state alone.
 */
typedef ra_status (*ra_op_definition)(const ra_op_call *call, ra_tensor **results);

/* A tensor as a kernel sees it. */
typedef struct ra_op_operand {
    void *data;             /* its first element, or, of none, any address that is not to be read; NULL: absent */
    ra_dtype dtype;
    int ndim;
    const int64_t *sizes, *strides; /* strides in elements */
} ra_op_operand;

/* What a kernel is run with; its own for the time of the run. */
typedef struct ra_op_work {
    const ra_op_operand *results;
    const ra_op_operand *inputs;  /* the arguments of kind Tensor, Tensor[] (spread out) and Operand, in order; a number is a 0-dim operand */
    int result_count, input_count;
    const ra_arg *args;     /* as in ra_op_call, but without its tensors: of those only the kind (and of a list how long it is) */
    int64_t first, last;    /* of a kernel by range: the units first to last - 1; else 0 and 1 */
    void *scratch;          /* the description's scratch bytes, 64-byte aligned, undefined */
    void *state;            /* the description's */
    char *message;          /* what a failure is to say besides its status: text, of at most message_size - 1 bytes; empty */
    size_t message_size;
} ra_op_work;

/*
 * RA_OK, or the status that poisons the results: of a kernel by range, the first of those that fail; a number that is no status is
 * RA_ERR_VALUE. Results are not filled with anything before: it writes every element of them. Arguments it only reads.
 *
 * What it may do, and a function of the program's (function.h), which is called once, likewise:
 *
 *   be run           by a thread of the library's or by one that waits, never by who holds a lock of the library's; during the call with
 *                    RA_SYNC alone, however tiny it is. By several threads at once: for different calls, and for different units. Rounding
 *                    is to nearest and subnormal numbers are kept, whatever the program's threads have set
 *   call the library record operators and functions, make and release tensors of its own, register and unregister operators, its own
 *                    too. Of the thread it runs on it finds nothing set (scopes, defaults, place, error), and what it sets ends with it.
 *                    Not shut the engine down (RA_ERR_STATE)
 *   wait             for what does not come after it. A wait that could not end, as for its own results, is refused with RA_ERR_STATE.
 *                    Waiting for something else than the processor, or for another kernel by means of the program's own, holds a worker
 *                    up, and may hold up what it waits for
 *   fail             by its status, and say why in message. It must return: a C++ exception, a longjmp or an end of the thread must not
 *                    leave it
 */
typedef ra_status (*ra_op_kernel)(const ra_op_work *work);

union ra__params;
/*
 * So many elements of an elementwise operator: data[0] is the result's, then come the operands, of which the next element lies strides[k]
 * bytes on (0: one for all). All are of the dtype that the loop stands for. It reads an element of every operand before it writes the
 * result's at that place, in order, since the result may be an operand. It gives RA_OK, for it cannot fail, and calls nothing of the
 * library, nor anything where a thread that was cancelled would end (pthread_cancel).
 */
typedef ra_status (*ra_op_loop)(char *const *data, const int64_t *strides, int64_t count, const union ra__params *reserved);

/* A name of the source's, and what it is a name of. */
typedef struct ra_op_cuda_name {
    const char *name, *of;
} ra_op_cuda_name;

/* What a CUDA kernel is launched with. */
typedef struct ra_op_launch {
    unsigned grid[3], block[3]; /* by x, y and z: blocks, and threads of a block */
    size_t shared;              /* bytes of dynamic shared memory of a block, at most 48 KiB */
} ra_op_launch;

/*
 * The launch of a call, by its sizes and arguments: work without its data (but that of numbers), *launch as the description has it, with
 * what that leaves out filled in. A status refuses the call. It runs in the call, on the caller's thread, as a definition does, and must
 * not wait; what it gives depends on what it is given alone, and is kept for calls like it.
 */
typedef ra_status (*ra_op_launch_function)(const ra_op_work *work, ra_op_launch *launch);

/*
 * CUDA C++ for a kernel, compiled for the device found and the dtypes of a call at the first such call, by a thread of the library's.
 * Only source must be given.
 *
 * What the source finds, where x is the name of any argument or result of the schema:
 *   Tensor, result        x, a pointer to its first element, const for arguments (NULL: absent; not to be read where there is none); long long x_numel, int x_ndim; and, of up to
 *                         RA_MAX_DIMS, long long x_sizes[] and x_strides[] (in elements)
 *   Operand               the same; a number has 0 dimensions
 *   int, float, bool      x, a long long, double or bool; 0 where it is absent
 *   Scalar                x, of the type of its kind; a complex one as a ra_complex128
 *   int[]                 x, with x[i] and x_count
 * A str or dtype is for the launch and the definition alone; Tensor[] is refused.
 * Elements are bool, signed char, unsigned char, short, int, long long, float, double; ra_float16 and ra_bfloat16, which become float
 * where they are computed with and are made of one, rounded to nearest even; ra_complex64 and ra_complex128, with .re and .im.
 * Products and sums are not contracted (use fma). There are no headers but those that NVRTC has itself.
 */
typedef struct ra_op_cuda {
    size_t size;          /* sizeof(ra_op_cuda) */
    const char *source;   /* what stands between the braces of the kernel. It writes every element of every result */
    const char *helpers;  /* what stands before it: functions (__device__), types, macros. Sees the templates, not the arguments */
    ra_op_cuda_name attributes[12]; /* what a thread knows of itself, under a name of the source's: {"i", "thread_index_in_grid"}. The first that
                             is not given ends them.
                               of x, y and z each (uint3):  thread_position_in_grid, thread_position_in_block, block_position_in_grid,
                                                            block_size (in threads), grid_size (in blocks)
                               in all, x before y before z: thread_index_in_grid, threads_in_grid (long long);
                                                            thread_index_in_block, threads_in_block (int) */
    ra_op_cuda_name templates[8]; /* types by argument or result: {"T", "x"}, T is the type of the elements of x, whatever they are in a call */
    ra_op_launch launch;  /* block all 0: 256 threads along x; grid all 0: along x a thread for each element of result 0, rounded up to blocks (so
                             the source compares) */
    ra_op_launch_function launch_by; /* in its place, for each call; NULL: it is as it stands there */
} ra_op_cuda;

/* What is not said is zero. Texts are copied. */
typedef struct ra_op_description {
    size_t size;              /* sizeof(ra_op_description) */
    const char *name;         /* letters, digits and _, with single dots between, at most 60: "robot.measure"; none of the library's, nor one
                                 that is registered */
    const char *schema;       /* as ra_op_schema shows them: "(Tensor x, Scalar scale=1, *, bool wrap=False) -> (Tensor sine, Tensor cosine)".
                                 No Generator and no device; at most 12 arguments (by loops 5); int[n] with n up to RA_MAX_DIMS. Results
                                 are tensors, at most 4 */
    const char *doc;
    ra_op_definition definition; /* the reference. It computes, too, where no kernel or loops do: on a CUDA device without cuda, on the CPU with cuda alone */
    ra_op_definition meta;       /* in its place where only the results' descriptions are asked for, on the meta device */

    ra_op_kernel kernel;      /* on the CPU; with a definition or a meta function. On a CUDA device, without cuda, the definition is called in its place;
                                 where there is none, or with an effect, a call is refused there with RA_ERR_UNSUPPORTED */
    int range_dims;           /* it goes by range: units are the indices of so many first dimensions of result 0, in row-major order (-1: all of
                                 them: elements), and may be computed apart. 0: it is run once */
    bool strided;             /* kernel and cuda take operands of any strides; else they are contiguous: inputs that are not are copied before */
    bool effect;              /* it does something beside its results, and is run though nobody can look at them */
    size_t scratch;           /* bytes, for each thread that runs it */
    double cost_ns;           /* about how long a unit takes; by loops: an element. 0: 1000, by loops 1. At most 1e18 */

    ra_op_loop loops[RA_DTYPE_COUNT]; /* instead of a kernel: elementwise, by the dtype computed in. Arguments are Tensor and Operand alone, one result;
                                 promoted and broadcast as ra_add's. float16 and bfloat16 are computed in float32, and integers in the default
                                 dtype where there is no loop for them. Split, and fused with its neighbours */
    unsigned dtypes;          /* bits 1 << dtype: those that tensors may have; 0: any */
    void *state;
    ra_release_fn release;    /* called with the state, once, on the callback lane, some time after the operator has been unregistered and
                                 nothing runs by it any more; at the latest when the engine stops (ra_shutdown) */
    const ra_op_cuda *cuda;   /* on a CUDA device; with a definition or a meta function, not with loops. It is not launched where no result has an element */
} ra_op_description;

/*
 * Registers it: RA_OK, and *op (may be NULL) is good for ever, for ra_call. What is refused is named by its field: a name that is
 * taken, a schema that is none, parts that do not go together, a definition that leaves a result out (it is tried on descriptions of
 * some shapes). With cuda, where there is a device, its source is compiled for float32 (or what dtypes has), which is waited for and starts the
 * driver: what does not compile is refused with the line of its text. Where there is none, or for other dtypes, that is the failure of the
 * first call. A refused state stays the caller's. Waits for nothing else. Any thread.
 *
 * A call costs what a call of the library's costs once one like it has been made (the specialisation cache). But for RA_SYNC it is never
 * computed in the call. Of results, out= ones may not share memory with arguments, but for those of loops. By a definition alone, several
 * out= results are written one after another: where memory ends between two, which the status tells, the first have their values.
 */
RA_API ra_status ra_op_register(const ra_op_description *description, const ra_op **op RA_SITE) RA_AT(ra_op_register_at) RA_WARN_UNUSED;

/* Calls are refused from now on; those that are pending run. Its name may be registered anew. Waits for nothing. */
RA_API ra_status ra_op_unregister(const ra_op *op RA_SITE) RA_AT(ra_op_unregister_at);

/*
 * Compares what its kernel (or loops, or on CUDA tensors its cuda) gives with its definition, called upon the CPU, for these arguments and
 * for ones like them in other layouts (transposed, with gaps, at an offset, broadcast, empty), and in every other dtype of its dtypes that
 * the definition takes, integers and bool too: floating tensors are of that then, or, where there is none, all are; an operator
 * that is not for a dtype says so by its dtypes. Each call is made once more into results that hold other values before, which a kernel that
 * leaves elements unwritten does not replace. RA_OK; RA_ERR_VALUE, and the message says for which arguments which element differs by more
 * than tolerance (relative to the larger magnitude; 0: the same bits but for NaN and -0); or what these arguments are refused with. Clears
 * the error of the thread. Waits.
 */
RA_API ra_status ra_op_check(const ra_op *op, const ra_arg *args, size_t arg_count, double tolerance RA_SITE) RA_AT(ra_op_check_at) RA_WARN_UNUSED;

/*
 * Loads a shared object and calls its `ra_status ra_library_init(void)`, which registers its operators; the object stays loaded. RA_ERR_FILE
 * where there is no such object or function; else what the function returns, RA_ERR_VALUE for a number that is no status. Waits for the file.
 */
RA_API ra_status ra_load_library(const char *path RA_SITE) RA_AT(ra_load_library_at) RA_WARN_UNUSED;

RA_END_DECLS
#endif
