/*
 * Template: elements of one type, combined in order with those that indices name.
 *
 *   PUT_NAME             suffix
 *   PUT_T, PUT_C         element, and what it is computed in
 *   PUT_LOAD, PUT_STORE  (optional) between the two
 *   PUT_ADD(a, b)        (optional) sum, of what stands there and what comes
 *   PUT_MULTIPLY(a, b)   (optional) product
 *   PUT_DIVIDE(a, n)     mean of n
 *   PUT_ORDERED          (optional) defined: there are extremes
 *
 * All are undefined at the end.
 */
#ifndef PUT_LOAD
#define PUT_LOAD(x) (x)
#define PUT_STORE(x) (PUT_T)(x)
#endif
#ifndef PUT_ADD
#define PUT_ADD(a, b) ((a) + (b))
#endif
#ifndef PUT_MULTIPLY
#define PUT_MULTIPLY(a, b) ((a) * (b))
#endif
#define PUT_PASTE2(a, b) a##_##b
#define PUT_PASTE(a, b) PUT_PASTE2(a, b)
#define PUT(part) PUT_PASTE(part, PUT_NAME)

/* Whole rows are dense on both sides, and share no bytes. */
#define PUT_EACH(value) \
    if (!t->offsets && t->self_stride == sizeof(PUT_T) && t->src_stride == sizeof(PUT_T)) { \
        PUT_T *restrict const self = (PUT_T *)(void *)t->self; \
        const PUT_T *restrict const src = (const PUT_T *)(const void *)t->src; \
        for (int64_t i = 0; i < t->n; i++) { \
            const PUT_C a = PUT_LOAD(self[i]), b = PUT_LOAD(src[i]); \
            self[i] = PUT_STORE(value); \
        } \
        return; \
    } \
    for (int64_t i = 0; i < t->n; i++) { \
        char *at = t->self + i * t->self_stride + (t->offsets ? t->offsets[i] : 0); \
        PUT_T there, comes; \
        memcpy(&there, at, sizeof there); \
        memcpy(&comes, t->src + i * t->src_stride, sizeof comes); \
        const PUT_C a = PUT_LOAD(there), b = PUT_LOAD(comes); \
        there = PUT_STORE(value); \
        memcpy(at, &there, sizeof there); \
    }

static void PUT(add)(const target *t)
{
    PUT_EACH(PUT_ADD(a, b))
}

static void PUT(add_scaled)(const target *t)
{
    PUT_T narrow;
    memcpy(&narrow, t->factor, sizeof narrow);
    const PUT_C factor = PUT_LOAD(narrow);
    PUT_EACH(PUT_ADD(a, PUT_MULTIPLY(factor, b)))
}

static void PUT(multiply)(const target *t)
{
    PUT_EACH(PUT_MULTIPLY(a, b))
}

#ifdef PUT_ORDERED
static void PUT(most)(const target *t)
{
    PUT_EACH(b != b || a < b ? b : a)
}

static void PUT(least)(const target *t)
{
    PUT_EACH(b != b || b < a ? b : a)
}
#endif

/* What stands there, by counts; t->src are those, of int64_t. */
static void PUT(divide)(const target *t)
{
    for (int64_t i = 0; i < t->n; i++) {
        char *at = t->self + i * t->self_stride;
        PUT_T there;
        int64_t count;
        memcpy(&there, at, sizeof there);
        memcpy(&count, t->src + i * t->src_stride, sizeof count);
        if (count > 1) {
            there = PUT_STORE(PUT_DIVIDE(PUT_LOAD(there), count));
            memcpy(at, &there, sizeof there);
        }
    }
}

#undef PUT_EACH
#undef PUT
#undef PUT_PASTE
#undef PUT_PASTE2
#undef PUT_NAME
#undef PUT_T
#undef PUT_C
#undef PUT_LOAD
#undef PUT_STORE
#undef PUT_ADD
#undef PUT_MULTIPLY
#undef PUT_DIVIDE
#undef PUT_ORDERED
