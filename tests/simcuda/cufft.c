/*
 * A simulated cuFFT: plans, their stream and work area, and what every call checks. Work areas are the caller's, which the library
 * documents for plans that several streams use; and a plan is not given back while its work goes on.
 */
#define _GNU_SOURCE
#include "cufft.h"

#include <pthread.h>
#include <stdlib.h>

enum { PLANS = 4096 };

static struct plan *plans[PLANS]; /* plan i + 1; under the lock */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int result_of(CUresult result)
{
    switch (result) {
    case CUDA_SUCCESS: return RESULT_SUCCESS;
    case CUDA_ERROR_OUT_OF_MEMORY: return RESULT_ALLOC_FAILED;
    case CUDA_ERROR_INVALID_VALUE: return RESULT_INVALID_VALUE;
    case CUDA_ERROR_INVALID_CONTEXT:
    case CUDA_ERROR_NOT_INITIALIZED: return RESULT_SETUP_FAILED;
    default: return RESULT_EXEC_FAILED;
    }
}

/* The rules for every call with a plan. */
static int enter(const char *name, int handle, struct plan **plan)
{
    CUresult result = simcuda_library_enter(name);
    if (result)
        return result_of(result);
    pthread_mutex_lock(&lock);
    *plan = handle > 0 && handle <= PLANS ? plans[handle - 1] : NULL;
    pthread_mutex_unlock(&lock);
    if (*plan && (*plan)->context == simcuda_library_context())
        return RESULT_SUCCESS;
    simcuda_library_violation("%s: a plan that is none, or of another context than the current one", name);
    return RESULT_INVALID_PLAN;
}

EXPORT int cufftCreate(int *handle);
EXPORT int cufftCreate(int *handle)
{
    CUresult result = simcuda_library_enter("cufftCreate");
    if (result)
        return result_of(result);
    struct plan *p = calloc(1, sizeof *p);
    int at = 0;
    pthread_mutex_lock(&lock);
    while (at < PLANS && plans[at])
        at++;
    if (p && at < PLANS)
        plans[at] = p;
    pthread_mutex_unlock(&lock);
    if (!p || at == PLANS) {
        free(p);
        return RESULT_ALLOC_FAILED;
    }
    p->context = simcuda_library_context();
    p->allocates = true;
    *handle = at + 1;
    return RESULT_SUCCESS;
}

EXPORT int cufftDestroy(int handle);
EXPORT int cufftDestroy(int handle)
{
    struct plan *p;
    int status = enter("cufftDestroy", handle, &p);
    if (status)
        return status;
    if (atomic_load_explicit(&p->pending, memory_order_acquire))
        simcuda_library_violation("cufftDestroy: the plan's work has not come to its end");
    simcuda_library_wait();
    pthread_mutex_lock(&lock);
    plans[handle - 1] = NULL;
    pthread_mutex_unlock(&lock);
    free(p);
    return RESULT_SUCCESS;
}

EXPORT int cufftSetAutoAllocation(int handle, int allocates);
EXPORT int cufftSetAutoAllocation(int handle, int allocates)
{
    struct plan *p;
    int status = enter("cufftSetAutoAllocation", handle, &p);
    if (!status)
        p->allocates = allocates;
    return status;
}

static int check_description(int rank, const long long *n, int type, long long batch)
{
    if (type != R2C && type != C2R && type != C2C && type != D2Z && type != Z2D && type != Z2Z)
        return RESULT_INVALID_TYPE;
    if (rank < 1 || rank > RANK_MOST || batch < 1)
        return RESULT_INVALID_SIZE;
    for (int i = 0; i < rank; i++)
        if (n[i] < 1)
            return RESULT_INVALID_SIZE;
    return RESULT_SUCCESS;
}

EXPORT int cufftMakePlanMany64(int handle, int rank, long long *n, long long *in_embed, long long in_stride, long long in_distance, long long *out_embed, long long out_stride,
                               long long out_distance, int type, long long batch, size_t *work_bytes);
EXPORT int cufftMakePlanMany64(int handle, int rank, long long *n, long long *in_embed, long long in_stride, long long in_distance, long long *out_embed, long long out_stride,
                               long long out_distance, int type, long long batch, size_t *work_bytes)
{
    static const char name[] = "cufftMakePlanMany64";
    (void)in_stride, (void)in_distance, (void)out_stride, (void)out_distance;
    struct plan *p;
    int status = enter(name, handle, &p);
    if (status)
        return status;
    status = check_description(rank, n, type, batch);
    if (!status && (p->is_made || in_embed || out_embed)) {
        simcuda_library_violation(p->is_made ? "%s: the plan is made already" : "%s: lines that lie apart, which are not known here", name);
        status = p->is_made ? RESULT_INVALID_PLAN : RESULT_INVALID_VALUE;
    }
    if (!status && p->allocates) {
        simcuda_library_violation("%s: the work area would be the library's own, which streams would share", name);
        status = RESULT_INVALID_VALUE;
    }
    if (status)
        return status;
    simcuda_library_wait(); /* tables are allocated */
    p->is_made = true;
    p->type = type;
    p->rank = rank;
    p->batch = batch;
    for (int i = 0; i < rank; i++)
        p->n[i] = n[i];
    p->work_bytes = (size_t)block_of(p->n, rank, false) * 16 + 16;
    *work_bytes = p->work_bytes;
    return RESULT_SUCCESS;
}

EXPORT int cufftSetWorkArea(int handle, void *work);
EXPORT int cufftSetWorkArea(int handle, void *work)
{
    struct plan *p;
    int status = enter("cufftSetWorkArea", handle, &p);
    if (!status && !p->is_made) {
        simcuda_library_violation("cufftSetWorkArea: the plan is not made yet, and nobody knows of how much it is");
        status = RESULT_INVALID_PLAN;
    }
    if (!status)
        p->work = work;
    return status;
}

EXPORT int cufftSetStream(int handle, CUstream stream);
EXPORT int cufftSetStream(int handle, CUstream stream)
{
    struct plan *p;
    int status = enter("cufftSetStream", handle, &p);
    if (!status && !simcuda_library_is_stream(stream)) {
        simcuda_library_violation("cufftSetStream: no stream of the current context");
        status = RESULT_INVALID_VALUE;
    }
    if (!status)
        p->stream = stream;
    return status;
}

/* ---- runs ---- */

static bool is_operand(const char *name, const char *operand, const struct plan *p, const void *at, size_t bytes)
{
    const size_t whole = type_size(type_in(p->type) > type_out(p->type) ? type_in(p->type) : type_out(p->type)); /* a complex number, of real ones too */
    if ((uintptr_t)at % whole) {
        simcuda_library_violation("%s: %s at %p is not aligned to complex numbers", name, operand, at);
        return false;
    }
    if (!simcuda_library_is_device(at, bytes)) {
        simcuda_library_violation("%s: %s at %p does not lie in memory of the device", name, operand, at);
        return false;
    }
    return true;
}

static bool are_operands(const char *name, const struct plan *p, const char *in, const char *out)
{
    const bool from_half = p->type == C2R || p->type == Z2D, to_half = p->type == R2C || p->type == D2Z;
    const size_t in_bytes = (size_t)(block_of(p->n, p->rank, from_half) * p->batch) * type_size(type_in(p->type));
    const size_t out_bytes = (size_t)(block_of(p->n, p->rank, to_half) * p->batch) * type_size(type_out(p->type));
    if (!is_operand(name, "the input", p, in, in_bytes) || !is_operand(name, "the output", p, out, out_bytes))
        return false;
    if (in < out + out_bytes && out < in + in_bytes && (in != out || from_half || to_half)) {
        simcuda_library_violation("%s: output at %p overlaps input at %p, or real numbers in place, which would lie with gaps", name, (const void *)out, (const void *)in);
        return false;
    }
    return true;
}

static int execute(const char *name, int type, int handle, void *in, void *out, int direction)
{
    struct plan *p;
    int status = enter(name, handle, &p);
    if (status)
        return status;
    if (!p->is_made || p->type != type) {
        simcuda_library_violation("%s: the plan is not made, or of another type", name);
        return RESULT_INVALID_PLAN;
    }
    if (direction != FORWARD && direction != INVERSE)
        return RESULT_INVALID_VALUE;
    if (!simcuda_library_is_stream(p->stream)) {
        simcuda_library_violation("%s: the plan has no stream of the current context", name);
        return RESULT_INVALID_VALUE;
    }
    if (!p->work || !simcuda_library_is_device(p->work, p->work_bytes)) {
        simcuda_library_violation("%s: the work area at %p is not %zu bytes of the device's", name, p->work, p->work_bytes);
        return RESULT_INVALID_VALUE;
    }
    if (!are_operands(name, p, in, out))
        return RESULT_INVALID_VALUE;
    struct transform *t = malloc(sizeof *t);
    if (!t)
        return RESULT_ALLOC_FAILED;
    *t = (struct transform){.plan = p, .type = type, .rank = p->rank, .direction = direction, .batch = p->batch, .in = in, .out = out, .work = p->work, .work_bytes = p->work_bytes};
    for (int i = 0; i < p->rank; i++)
        t->n[i] = p->n[i];
    atomic_fetch_add_explicit(&p->pending, 1, memory_order_relaxed);
    const CUresult result = simcuda_library_give(p->stream, name, transform_run, t);
    if (result) {
        atomic_fetch_sub_explicit(&p->pending, 1, memory_order_release);
        free(t);
    }
    return result_of(result);
}

#define BOTH_WAYS(letters)                                                       \
    EXPORT int cufftExec##letters(int plan, void *in, void *out, int direction);  \
    EXPORT int cufftExec##letters(int plan, void *in, void *out, int direction)   \
    {                                                                            \
        return execute("cufftExec" #letters, letters, plan, in, out, direction); \
    }
#define ONE_WAY(letters)                                                       \
    EXPORT int cufftExec##letters(int plan, void *in, void *out);               \
    EXPORT int cufftExec##letters(int plan, void *in, void *out)                \
    {                                                                          \
        return execute("cufftExec" #letters, letters, plan, in, out, FORWARD); \
    }
BOTH_WAYS(C2C)
BOTH_WAYS(Z2Z)
ONE_WAY(R2C)
ONE_WAY(D2Z)
ONE_WAY(C2R)
ONE_WAY(Z2D)

EXPORT int cufftGetProperty(int part, int *value);
EXPORT int cufftGetProperty(int part, int *value)
{
    static const int version[] = {11, 2, 0};
    *value = version[part];
    return RESULT_SUCCESS;
}
