/*
 * What reading and writing safetensors share.
 */
#ifndef RA_IO_SAFETENSORS_H
#define RA_IO_SAFETENSORS_H

#include <runahead/types.h>

enum { RA__SAFETENSORS_PREFIX = 8, RA__SAFETENSORS_HEADER_MOST = 100000000 };

/* Up to one without a dtype. Dtypes of the format that are not there have no counterpart. */
typedef struct ra__safetensors_name {
    char name[12];
    ra_dtype dtype;
} ra__safetensors_name;
extern const ra__safetensors_name ra__safetensors_names[];

#endif
