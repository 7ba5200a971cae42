/* Before a kernel's text when it is run through the preprocessor: CUDA's keywords become words that nvrtc_text.c looks for. */
#define __CUDACC__ 1
#define __CUDACC_RTC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 4
#define __global__ simcuda_global_
#define __shared__ simcuda_shared_
#define __launch_bounds__(...) simcuda_bound_(__VA_ARGS__)
#define __device__
#define __host__
#define __constant__
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __inline__ inline
#define __noinline__ __attribute__((noinline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __attribute__((aligned(bytes)))

/* NVRTC has no <stdint.h>: who wants these names defines them. */
#define int8_t int8_t_that_nvrtc_lacks
#define int16_t int16_t_that_nvrtc_lacks
#define int32_t int32_t_that_nvrtc_lacks
#define int64_t int64_t_that_nvrtc_lacks
#define uint8_t uint8_t_that_nvrtc_lacks
#define uint16_t uint16_t_that_nvrtc_lacks
#define uint32_t uint32_t_that_nvrtc_lacks
#define uint64_t uint64_t_that_nvrtc_lacks
#define intptr_t intptr_t_that_nvrtc_lacks
#define uintptr_t uintptr_t_that_nvrtc_lacks
