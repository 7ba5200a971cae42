/* What the environment says, chance from a seed, violations, and the rules that hold for every call. */
#define _GNU_SOURCE
#include "sim.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct settings settings;

static uint64_t number_of(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoull(text, NULL, 0) : otherwise;
}

static int bounded(const char *name, int otherwise, int least, int most)
{
    uint64_t number = number_of(name, (uint64_t)otherwise);
    return number < (uint64_t)least ? least : number > (uint64_t)most ? most : (int)number;
}

/* ---- injected failures: SIMCUDA_FAIL=NTH[:RESULT][:HOW], or NAME:NTH... for the nth call of one function ---- */

static struct {
    char name[64];
    uint64_t nth;
    int result;             /* -1: what suits the call */
    bool sticks, is_lost;   /* the context fails with it; every call does, whatever its context */
    uint64_t met;           /* calls that counted */
    const char *failed;     /* the name of the call that it came to; NULL: to none yet */
    CUresult answer;        /* what that answered */
} fault;

static void fault_read(const char *text)
{
    memset(&fault, 0, sizeof fault);
    fault.result = -1;
    if (!text || !*text)
        return;
    if (text[0] > '9') {
        size_t length = strcspn(text, ":");
        snprintf(fault.name, sizeof fault.name, "%.*s", (int)length, text);
        text += length + (text[length] == ':');
    }
    char *end;
    fault.nth = strtoull(text, &end, 10);
    if (*end == ':' && end[1] <= '9')
        fault.result = (int)strtol(end + 1, &end, 10);
    fault.sticks = !strcmp(end, ":sticks");
    fault.is_lost = !strcmp(end, ":lost");
}

void settings_read(void)
{
    settings = (struct settings){
        .seed = number_of("SIMCUDA_SEED", 1),
        .devices = bounded("SIMCUDA_DEVICES", 1, 0, DEVICES_MAX),
        .memory = number_of("SIMCUDA_MEMORY", UINT64_C(1) << 30),
        .queue = bounded("SIMCUDA_QUEUE", 64, 1, 1 << 16),
        .channels = bounded("SIMCUDA_CHANNELS", 8, 0, CHANNELS_MAX),
        .delay_us = bounded("SIMCUDA_DELAY", 50, 0, 1000000),
        .stall_ms = bounded("SIMCUDA_STALL", 20000, 10, 1000000),
        .capability = bounded("SIMCUDA_CAPABILITY", 90, 50, 130),
        .driver_version = bounded("SIMCUDA_DRIVER_VERSION", 12040, 1000, 99999),
        .memory_operations = number_of("SIMCUDA_MEMORY_OPERATIONS", 1),
        .peers = number_of("SIMCUDA_PEERS", 1),
        .nodes = bounded("SIMCUDA_NODES", 0, 0, 64),
        .virtual_scale = bounded("SIMCUDA_VIRTUAL", 0, 0, 1 << 20),
        .uninitialised = number_of("SIMCUDA_UNINITIALISED", 0),
    };
    fault_read(getenv("SIMCUDA_FAIL"));
}

/* splitmix64 over a counter: any thread may draw. */
uint64_t draw(void)
{
    static _Atomic uint64_t drawn;
    uint64_t z = settings.seed * UINT64_C(0xd1342543de82ef95) + atomic_fetch_add_explicit(&drawn, UINT64_C(0x9e3779b97f4a7c15), memory_order_relaxed);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* ---- counters and violations ---- */

static _Atomic uint64_t counters[COUNTERS];

void count(enum counter which)
{
    atomic_fetch_add_explicit(&counters[which], 1, memory_order_relaxed);
}

EXPORT uint64_t simcuda_count(const char *name);
EXPORT uint64_t simcuda_count(const char *name)
{
    static const char *const names[COUNTERS] = {"calls", "waits", "implicit waits", "full queues", "launches", "copies", "host functions", "violations", "modules loaded", "modules unloaded",
                                                "copies through the host", "handles made" /* streams and events */, "handles given back"};
    for (int i = 0; i < COUNTERS; i++)
        if (!strcmp(names[i], name))
            return atomic_load_explicit(&counters[i], memory_order_relaxed);
    return UINT64_MAX;
}

static void (*_Atomic on_violation)(const char *message);

EXPORT void simcuda_on_violation(void (*call)(const char *message));
EXPORT void simcuda_on_violation(void (*call)(const char *message))
{
    atomic_store_explicit(&on_violation, call, memory_order_release);
}

void violation(const char *format, ...)
{
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    count(COUNT_VIOLATIONS);
    void (*call)(const char *) = atomic_load_explicit(&on_violation, memory_order_acquire);
    if (call) {
        call(message);
        return;
    }
    fprintf(stderr, "simcuda: %s (SIMCUDA_SEED=%llu)\n", message, (unsigned long long)settings.seed);
    abort();
}

/* ---- every call ---- */

static _Atomic uint64_t numbered;
static pthread_mutex_t fault_lock = PTHREAD_MUTEX_INITIALIZER;

EXPORT void simcuda_fail(const char *what);
EXPORT void simcuda_fail(const char *what) /* as SIMCUDA_FAIL, counted from now; NULL: nothing any more, but that what sticks does */
{
    pthread_mutex_lock(&fault_lock);
    fault_read(what);
    pthread_mutex_unlock(&fault_lock);
}

EXPORT const char *simcuda_failed(void);
EXPORT const char *simcuda_failed(void) /* the call that it came to; NULL: to none yet */
{
    pthread_mutex_lock(&fault_lock);
    const char *name = fault.failed;
    pthread_mutex_unlock(&fault_lock);
    return name;
}

/* What a call that fails for no fault of its caller's would answer. */
static CUresult usual_failure(const char *name)
{
    if (strstr(name, "Alloc") || strstr(name, "Create") || strstr(name, "Register") || strstr(name, "Load") || strstr(name, "Retain"))
        return CUDA_ERROR_OUT_OF_MEMORY;
    return strstr(name, "Init") ? CUDA_ERROR_NO_DEVICE : CUDA_ERROR_UNKNOWN;
}

static void stick(CUresult result)
{
    struct context *c = current_context();
    pthread_mutex_lock(&sim_lock);
    if (c && c->is_alive && !c->error) {
        c->error = result;
        end_of_work(c);
    }
    pthread_mutex_unlock(&sim_lock);
}

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    char name[64]; /* none: nothing is held */
    int held;
} gate = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

EXPORT void simcuda_hold(const char *name);
EXPORT void simcuda_hold(const char *name) /* calls of this name do not go on; NULL: they do again */
{
    pthread_mutex_lock(&gate.lock);
    snprintf(gate.name, sizeof gate.name, "%s", name ? name : "");
    pthread_cond_broadcast(&gate.changed);
    pthread_mutex_unlock(&gate.lock);
}

EXPORT int simcuda_held(void);
EXPORT int simcuda_held(void) /* how many threads are, at such a call */
{
    pthread_mutex_lock(&gate.lock);
    const int held = gate.held;
    pthread_mutex_unlock(&gate.lock);
    return held;
}

static void pass(const char *name)
{
    pthread_mutex_lock(&gate.lock);
    const bool is_held = !strcmp(gate.name, name);
    gate.held += is_held;
    while (!strcmp(gate.name, name))
        pthread_cond_wait(&gate.changed, &gate.lock);
    gate.held -= is_held;
    pthread_mutex_unlock(&gate.lock);
}

CUresult injected(const char *name)
{
    CUresult result = CUDA_SUCCESS;
    pass(name);
    pthread_mutex_lock(&fault_lock);
    if (fault.failed && fault.is_lost)
        result = fault.answer;
    else if (fault.nth && (!fault.name[0] || !strcmp(fault.name, name)) && ++fault.met == fault.nth) {
        result = fault.answer = fault.result >= 0 ? (CUresult)fault.result : usual_failure(name);
        fault.failed = name;
        if (fault.sticks)
            stick(result);
    }
    pthread_mutex_unlock(&fault_lock);
    return result;
}

static pid_t started_in; /* 0: cuInit was not called */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static CUresult started;

static void start(void)
{
    settings_read();
    started = settings.devices ? memory_start() : CUDA_ERROR_NO_DEVICE;
    started_in = getpid();
}

CUresult enter(const char *name, int needs)
{
    atomic_fetch_add_explicit(&numbered, 1, memory_order_relaxed);
    count(COUNT_CALLS);
    if (in_host_function()) {
        violation("%s is called from a host function, where the driver may not be called", name);
        return CUDA_ERROR_NOT_PERMITTED;
    }
    if (needs == NEEDS_NOTHING)
        return CUDA_SUCCESS;
    if (started_in == 0 || started_in != getpid() || started) /* a child of fork has no driver */
        return CUDA_ERROR_NOT_INITIALIZED;
    CUresult failed = injected(name);
    if (failed || needs == NEEDS_INIT)
        return failed;
    struct context *c = current_context();
    if (!c)
        return CUDA_ERROR_INVALID_CONTEXT;
    pthread_mutex_lock(&sim_lock);
    CUresult result = c->is_alive ? c->error : CUDA_ERROR_CONTEXT_IS_DESTROYED;
    if (c->is_alive && c->error)
        end_of_work(c);
    pthread_mutex_unlock(&sim_lock);
    return result;
}

EXPORT CUresult cuInit(unsigned flags);
EXPORT CUresult cuInit(unsigned flags)
{
    ENTER(NEEDS_NOTHING);
    if (flags)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_once(&once, start);
    CUresult failed = injected("cuInit");
    if (failed)
        return failed;
    return started ? started : started_in == getpid() ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

EXPORT CUresult cuDriverGetVersion(int *version);
EXPORT CUresult cuDriverGetVersion(int *version)
{
    ENTER(NEEDS_NOTHING);
    if (!version)
        return CUDA_ERROR_INVALID_VALUE;
    *version = bounded("SIMCUDA_DRIVER_VERSION", 12040, 1000, 99999);
    return CUDA_SUCCESS;
}

#define RESULTS(X)                                                                                                                 \
    X(SUCCESS, "no error")                                                                                                         \
    X(ERROR_INVALID_VALUE, "invalid argument")                                                                                     \
    X(ERROR_OUT_OF_MEMORY, "out of memory")                                                                                        \
    X(ERROR_NOT_INITIALIZED, "initialization error")                                                                               \
    X(ERROR_DEINITIALIZED, "driver shutting down")                                                                                 \
    X(ERROR_NO_DEVICE, "no CUDA-capable device is detected")                                                                       \
    X(ERROR_INVALID_DEVICE, "invalid device ordinal")                                                                              \
    X(ERROR_INVALID_IMAGE, "device kernel image is invalid")                                                                       \
    X(ERROR_INVALID_CONTEXT, "invalid device context")                                                                             \
    X(ERROR_NO_BINARY_FOR_GPU, "no kernel image is available for execution on the device")                                         \
    X(ERROR_PEER_ACCESS_UNSUPPORTED, "peer access is not supported between these two devices")                                     \
    X(ERROR_INVALID_PTX, "a PTX JIT compilation failed")                                                                           \
    X(ERROR_OPERATING_SYSTEM, "OS call failed or operation not supported on this OS")                                              \
    X(ERROR_INVALID_HANDLE, "invalid resource handle")                                                                             \
    X(ERROR_NOT_FOUND, "named symbol not found")                                                                                   \
    X(ERROR_NOT_READY, "device not ready")                                                                                         \
    X(ERROR_ILLEGAL_ADDRESS, "an illegal memory access was encountered")                                                           \
    X(ERROR_LAUNCH_OUT_OF_RESOURCES, "too many resources requested for launch")                                                    \
    X(ERROR_LAUNCH_TIMEOUT, "the launch timed out and was terminated")                                                             \
    X(ERROR_PEER_ACCESS_ALREADY_ENABLED, "peer access is already enabled")                                                         \
    X(ERROR_PEER_ACCESS_NOT_ENABLED, "peer access has not been enabled")                                                           \
    X(ERROR_PRIMARY_CONTEXT_ACTIVE, "cannot set while device is active in this process")                                           \
    X(ERROR_CONTEXT_IS_DESTROYED, "context is destroyed")                                                                          \
    X(ERROR_ASSERT, "device-side assert triggered")                                                                                \
    X(ERROR_HOST_MEMORY_ALREADY_REGISTERED, "part or all of the requested memory range is already mapped")                         \
    X(ERROR_HOST_MEMORY_NOT_REGISTERED, "pointer does not correspond to a registered memory region")                               \
    X(ERROR_MISALIGNED_ADDRESS, "misaligned address")                                                                              \
    X(ERROR_LAUNCH_FAILED, "unspecified launch failure")                                                                           \
    X(ERROR_NOT_PERMITTED, "operation not permitted")                                                                              \
    X(ERROR_NOT_SUPPORTED, "operation not supported")                                                                              \
    X(ERROR_UNKNOWN, "unknown error")

static CUresult describe(CUresult result, const char **text, bool is_name)
{
    if (!text)
        return CUDA_ERROR_INVALID_VALUE;
    switch (result) {
#define X(name, words)                             \
    case CUDA_##name:                              \
        *text = is_name ? "CUDA_" #name : (words); \
        return CUDA_SUCCESS;
        RESULTS(X)
#undef X
    }
    *text = NULL;
    return CUDA_ERROR_INVALID_VALUE;
}

/* These two are allowed everywhere, in a host function as well: they ask nothing of the driver. */
EXPORT CUresult cuGetErrorName(CUresult result, const char **text);
EXPORT CUresult cuGetErrorName(CUresult result, const char **text)
{
    return describe(result, text, true);
}
EXPORT CUresult cuGetErrorString(CUresult result, const char **text);
EXPORT CUresult cuGetErrorString(CUresult result, const char **text)
{
    return describe(result, text, false);
}
