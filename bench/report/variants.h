/*
 * The ways of doing the same work that benches compare. A way has one name in every table and one colour in every plot.
 */
#ifndef BENCH_REPORT_VARIANTS_H
#define BENCH_REPORT_VARIANTS_H

/* id, name, colour: the colours can be told apart from one another, on white and on black */
#define VARIANTS(V)                                                     \
    V(ALONE, "loop alone", "#7a8791")                                   \
    V(SYNCHRONOUS, "synchronous", "#d1495b")                            \
    V(AHEAD, "run ahead", "#2a7fbf")                                    \
    V(AHEAD_NORMAL, "run ahead, normal workers", "#d98b1f")             \
    V(AHEAD_ONE, "run ahead, 1 worker", "#1f9ea3")                      \
    V(AHEAD_HANDED_OVER, "run ahead, never inline", "#8a63b5")          \
    V(MATHEMATICS, "mathematics alone", "#3f9a6b")

typedef enum variant {
#define VARIANT_ID(id, name, colour) VARIANT_##id,
    VARIANTS(VARIANT_ID)
#undef VARIANT_ID
    VARIANT_COUNT
} variant;

const char *variant_name(variant v);
const char *variant_colour(variant v);

#endif
