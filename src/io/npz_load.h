#ifndef RA_IO_NPZ_LOAD_H
#define RA_IO_NPZ_LOAD_H

#include "io/archive.h"

/* The tensor of an entry of a .npz: its header is read here, the data by a task, which goes through all of the entry and its checksum. */
ra_tensor *ra__npz_tensor(ra_archive *a, ra__entry *e, const void *address);

#endif
