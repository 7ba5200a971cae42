/*
 * What DLPack 1.x fixes: the layout and the names of its structs, as far as they are read or written here
 * (https://dmlc.github.io/dlpack/latest/c_api.html).
 */
#ifndef RA_IO_DLPACK_ABI_H
#define RA_IO_DLPACK_ABI_H

#include <stdint.h>

enum { RA__DL_MAJOR = 1, RA__DL_MINOR = 0 };
enum { RA__DL_CPU = 1, RA__DL_CUDA = 2, RA__DL_CUDA_HOST = 3 }; /* kinds of devices; the last is the processor's, pinned */
enum { RA__DL_INT = 0, RA__DL_UINT = 1, RA__DL_FLOAT = 2, RA__DL_BFLOAT = 4, RA__DL_COMPLEX = 5, RA__DL_BOOL = 6 };
enum { RA__DL_READ_ONLY = 1 << 0, RA__DL_IS_COPIED = 1 << 1 }; /* flags */

typedef struct ra__dl_device {
    int32_t kind;
    int32_t index;
} ra__dl_device;

typedef struct ra__dl_dtype {
    uint8_t code;
    uint8_t bits;
    uint16_t lanes; /* of an element that is a vector; 1 */
} ra__dl_dtype;

typedef struct ra__dl_tensor {
    void *data;
    ra__dl_device device;
    int32_t ndim;
    ra__dl_dtype dtype;
    int64_t *sizes;
    int64_t *strides; /* in elements; NULL: contiguous */
    uint64_t byte_offset;
} ra__dl_tensor;

struct DLManagedTensor {
    ra__dl_tensor tensor;
    void *context; /* of who lends it */
    void (*deleter)(struct DLManagedTensor *self); /* may be NULL */
};

struct DLManagedTensorVersioned {
    struct {
        uint32_t major, minor;
    } version;
    void *context;
    void (*deleter)(struct DLManagedTensorVersioned *self);
    uint64_t flags;
    ra__dl_tensor tensor;
};

#endif
