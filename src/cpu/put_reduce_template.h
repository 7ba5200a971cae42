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

/*
 * Whole rows are dense on both sides, and share no bytes. What is scattered is taken from and to memory by copies of the fields of t, which an
 * element that is written might otherwise be thought to change; the usual strides are constants.
 */
#define PUT_EACH(value) PUT_EACH_OF(false, value)
#define PUT_EACH_OF(asks, value) \
    char *const into = t->self; \
    const char *const source = t->src; \
    const int64_t *const offsets = t->offsets, n = t->n, self_stride = t->self_stride, src_stride = t->src_stride; \
    if (!offsets && self_stride == sizeof(PUT_T) && src_stride == sizeof(PUT_T)) { \
        PUT_T *restrict const self = (PUT_T *)(void *)into; \
        const PUT_T *restrict const src = (const PUT_T *)(const void *)source; \
        for (int64_t i = 0; i < n; i++) { \
            const PUT_C a = PUT_LOAD(self[i]), b = PUT_LOAD(src[i]); \
            self[i] = PUT_STORE(value); \
        } \
    } else if (offsets && self_stride == 0 && src_stride == sizeof(PUT_T)) { \
        PUT_LOOP(((void)(asks && PUT_ASK), into + offsets[i]), source + i * (int64_t)sizeof(PUT_T), value) \
    } else if (offsets) { \
        PUT_LOOP(into + i * self_stride + offsets[i], source + i * src_stride, value) \
    } else { \
        PUT_LOOP(into + i * self_stride, source + i * src_stride, value) \
    }

/* Asks for an element to come, where each takes so many instructions that the processor sees no further than some ten by itself. */
#define PUT_ASK (__builtin_prefetch(into + offsets[i + 32 < n ? i + 32 : i]), true)
#define PUT_LOOP(to, from, value) \
    for (int64_t i = 0; i < n; i++) { \
        char *at = to; \
        PUT_T there, comes; \
        memcpy(&there, at, sizeof there); \
        memcpy(&comes, from, sizeof comes); \
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
/* b where it takes a's place, without a jump: which of them it is nobody can guess. */
static inline __attribute__((always_inline)) PUT_C PUT(pick)(PUT_C a, PUT_C b, bool takes)
{
    __typeof__(__builtin_choose_expr(sizeof(PUT_C) == 4, (uint32_t)0, (uint64_t)0)) stays, comes;
    _Static_assert(sizeof stays == sizeof a, "PUT_C is of 4 or 8 bytes");

    memcpy(&stays, &a, sizeof stays);
    memcpy(&comes, &b, sizeof comes);
    stays ^= (stays ^ comes) & (0 - (__typeof__(stays))takes);
    memcpy(&a, &stays, sizeof a);
    return a;
}

static void PUT(most)(const target *t)
{
    PUT_EACH_OF(true, PUT(pick)(a, b, (b != b) | (a < b)))
}

static void PUT(least)(const target *t)
{
    PUT_EACH_OF(true, PUT(pick)(a, b, (b != b) | (b < a)))
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
#undef PUT_LOOP
#undef PUT_ASK
#undef PUT_EACH_OF
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
