/*
 * Between the bench and the plug-ins that hold a peer: plain C, so that neither side knows the other's library.
 *
 * peer_torch.so and peer_tasks.so are loaded with dlopen where they lie beside the program; the program itself is linked
 * with neither libtorch nor oneTBB.
 */
#ifndef BENCH_PEERS_ABI_H
#define BENCH_PEERS_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PEER_MAX_DIMS = 8, PEER_MAX_ARGS = 10, PEER_MAX_LIST = 4, PEER_NAME = 32 };

/* A contiguous buffer; dtype by its number in runahead/types.h. */
typedef struct peer_buffer {
    void *data;
    int dtype, ndim;
    int64_t sizes[PEER_MAX_DIMS];
} peer_buffer;

typedef enum peer_kind { PEER_TENSOR, PEER_TENSORS, PEER_INT, PEER_FLOAT, PEER_BOOL, PEER_INTS, PEER_TEXT, PEER_DTYPE } peer_kind;

/* An argument by the names that our schema and theirs give it. */
typedef struct peer_arg {
    char name[PEER_NAME], theirs[PEER_NAME];
    peer_kind kind;
    peer_buffer tensors[PEER_MAX_LIST]; /* PEER_TENSOR: one */
    int count;                          /* of tensors or ints */
    int64_t ints[PEER_MAX_DIMS];
    int64_t integer; /* PEER_INT, PEER_BOOL, PEER_DTYPE */
    double real;
    char text[16];
} peer_arg;

/*
 * peer_torch.so. name: "aten::add.Tensor". Arguments not given take the schema's defaults. NULL, with the reason in error, where the
 * operator or its arguments do not fit. The data is copied.
 */
typedef struct peer_torch {
    char version[48];
    void *(*prepare)(const char *name, const peer_arg *args, int count, char *error, size_t error_size);
    /* Calls it so often; false, with the reason, when it throws. Keeps the last results. */
    bool (*run)(void *prepared, int times, char *error, size_t error_size);
    /* Copies at most room elements of result number index as doubles, row-major; gives how many it has, -1 for none. */
    int64_t (*result)(void *prepared, int index, double *values, int64_t room);
    void (*release)(void *prepared);
    /* ns per call from compiled code of add 4x4, add_ 4x4, add 4x4 on meta, a transposed view; NaN past the last. */
    double (*host_ns)(int what, int times);
} peer_torch;

/* Fills in the table; false when libtorch cannot be used. */
bool peer_torch_open(peer_torch *table, int threads);
typedef bool (*peer_torch_open_fn)(peer_torch *table, int threads);

/*
 * Both plug-ins, for the marks: seconds per call of so many calls of a work of this name and size, its data made before the
 * clock starts and kept until another is asked for; NaN where there is no such work. From one thread at a time unless the
 * work says otherwise. Works that a thread pool shares are first done for PEER_WARM_NS.
 */
enum { PEER_WARM_NS = 20000000 }; /* for threads to wake, for the system to give each a processor of its own, and for our workers to see that they have one */
typedef double (*peer_work_fn)(const char *work, int64_t size, int times);
double peer_torch_work(const char *work, int64_t size, int times);
double peer_tasks_work(const char *work, int64_t size, int times);

/* peer_tasks.so: task runtimes. Nanoseconds per task, NaN for a number past the last. */
typedef struct peer_task {
    const char *name, *what;
    double (*measure)(void); /* one repetition */
} peer_task;

/* NULL-named entry ends the list. */
const peer_task *peer_tasks_list(int threads);
typedef const peer_task *(*peer_tasks_list_fn)(int threads);

#ifdef __cplusplus
}
#endif
#endif
