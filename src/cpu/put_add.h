/*
 * Template: ADD_NAME adds elements of ADD_TYPE to their targets, one after another. ADD_VALUES(a, b): the sum, where it
 * is not a + b.
 */
#ifndef ADD_VALUES
#define ADD_VALUES(a, b) (ADD_TYPE)((a) + (b))
#endif

static void ADD_NAME(const target *t)
{
    const target all = *t; /* what is written might be thought to change t */

    for (int64_t i = 0; i < all.n; i++) {
        char *at = all.self + i * all.self_stride + all.offsets[i];
        ADD_TYPE a, b;

        memcpy(&a, at, sizeof a);
        memcpy(&b, all.src + i * all.src_stride, sizeof b);
        a = ADD_VALUES(a, b);
        memcpy(at, &a, sizeof a);
    }
}

#undef ADD_NAME
#undef ADD_TYPE
#undef ADD_VALUES
