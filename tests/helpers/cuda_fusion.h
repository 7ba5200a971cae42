/*
 * The engine for tests of fusion on a CUDA device.
 */
#ifndef TESTS_HELPERS_CUDA_FUSION_H
#define TESTS_HELPERS_CUDA_FUSION_H

#include "helpers/cuda.h"

static inline void start_with(ra_fusion fusion)
{
    ra_clear_error();
    ra_config config = {.size = sizeof config, .workers = 1, .no_inline = true, .fusion = fusion, .relief_percent = -1};
    OK(ra_init(&config));
    ra_reset_stats();
}

#endif
