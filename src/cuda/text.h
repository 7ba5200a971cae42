/*
 * Programs in CUDA C, for ra__cuda_function: each begins with the common text.
 */
#ifndef RA_CUDA_TEXT_H
#define RA_CUDA_TEXT_H

#include "meta/hidden.h"

#include <runahead/types.h>

extern RA__HIDDEN const char ra__cuda_text_own[];
extern RA__HIDDEN const char ra__cuda_text_common[], ra__cuda_text_elementwise[], ra__cuda_text_fuse[], ra__cuda_text_lines[], ra__cuda_text_reducers[], ra__cuda_text_reduce[],
    ra__cuda_text_rows[], ra__cuda_text_scan[], ra__cuda_text_indices[], ra__cuda_text_places[], ra__cuda_text_entries[], ra__cuda_text_sort[], ra__cuda_text_put[], ra__cuda_text_random[],
    ra__cuda_text_pointwise[], ra__cuda_text_complex[], ra__cuda_text_special[];
extern RA__HIDDEN const char ra__cuda_text_product[], ra__cuda_text_linalg[];
extern RA__HIDDEN const char ra__cuda_text_compact[], ra__cuda_text_window[], ra__cuda_text_distance[], ra__cuda_text_loss[], ra__cuda_text_search[], ra__cuda_text_rank[];
extern RA__HIDDEN const char ra__cuda_text_count[], ra__cuda_text_histogram[], ra__cuda_text_spread[], ra__cuda_text_bag[], ra__cuda_text_draw[], ra__cuda_text_fft[], ra__cuda_text_random_of[];

/* What the common text calls the type of an element. */
extern RA__HIDDEN const char *const ra__cuda_types[RA_DTYPE_COUNT];
/* What moves its elements without looking at them: by their size. */
ra_dtype ra__cuda_carrier(ra_dtype dtype);

#endif
