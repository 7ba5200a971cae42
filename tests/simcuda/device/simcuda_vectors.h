// CUDA's short vectors, with their alignments, and dim3.
#pragma once

struct uint3 {
    unsigned x, y, z;
};
struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
    constexpr dim3(simcuda_dim d) : x(d.x), y(d.y), z(d.z) {}
};

#define SIMCUDA_VECTORS(type, name, a2, a4)                                                         \
    struct name##1 { type x; };                                                                     \
    struct alignas(a2) name##2 { type x, y; };                                                      \
    struct name##3 { type x, y, z; };                                                               \
    struct alignas(a4) name##4 { type x, y, z, w; };                                                \
    static inline name##1 make_##name##1(type x) { return {x}; }                                    \
    static inline name##2 make_##name##2(type x, type y) { return {x, y}; }                         \
    static inline name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }              \
    static inline name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }
SIMCUDA_VECTORS(signed char, char, 2, 4)
SIMCUDA_VECTORS(unsigned char, uchar, 2, 4)
SIMCUDA_VECTORS(short, short, 4, 8)
SIMCUDA_VECTORS(unsigned short, ushort, 4, 8)
SIMCUDA_VECTORS(int, int, 8, 16)
SIMCUDA_VECTORS(long, long, 16, 16)
SIMCUDA_VECTORS(unsigned long, ulong, 16, 16)
SIMCUDA_VECTORS(long long, longlong, 16, 16)
SIMCUDA_VECTORS(unsigned long long, ulonglong, 16, 16)
SIMCUDA_VECTORS(float, float, 8, 16)
SIMCUDA_VECTORS(double, double, 16, 16)
struct uint1 { unsigned x; };
struct alignas(8) uint2 { unsigned x, y; };
struct alignas(16) uint4 { unsigned x, y, z, w; };
static inline uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
static inline uint3 make_uint3(unsigned x, unsigned y, unsigned z) { return {x, y, z}; }
static inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }
