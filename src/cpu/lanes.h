/*
 * Sums and maxima over contiguous floats in 32 fixed lanes, whatever the width of the machine's vectors: element i
 * goes to lane i % 32, and the lanes are folded in halves. So the bits depend neither on the instruction set's width
 * nor on alignment.
 */
#ifndef RA_CPU_LANES_H
#define RA_CPU_LANES_H

#include "cpu/vector.h"

#include <math.h>

#define RA__LANE_TYPE float
#define RA__LANE_VECTOR ra__vf32
#define RA__LANE_VECTOR_ANY ra__vf32_any
#define RA__LANE_MASK ra__vi32
#define RA__LANE_NAME(name) name##_f32
#include "cpu/lanes_template.h"

#define RA__LANE_TYPE double
#define RA__LANE_VECTOR ra__vf64
#define RA__LANE_VECTOR_ANY ra__vf64_any
#define RA__LANE_MASK ra__vi64
#define RA__LANE_NAME(name) name##_f64
#include "cpu/lanes_template.h"

#endif
