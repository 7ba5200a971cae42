/*
 * The floating-point environment of kernels: round to nearest, subnormals kept, no traps. A program linked with
 * -ffast-math hands its threads flush-to-zero; kernels run without it and put it back.
 */
#ifndef RA_ASYNC_FPU_H
#define RA_ASYNC_FPU_H

#if defined(__x86_64__)
static inline unsigned ra__fpu_enter(void)
{
    unsigned before = __builtin_ia32_stmxcsr();
    if ((before & ~0x3fu) != 0x1f80)
        __builtin_ia32_ldmxcsr(0x1f80);
    return before;
}

static inline void ra__fpu_leave(unsigned before)
{
    if ((before & ~0x3fu) != 0x1f80)
        __builtin_ia32_ldmxcsr(before);
}
#elif defined(__aarch64__)
static inline unsigned ra__fpu_enter(void)
{
    unsigned before = __builtin_aarch64_get_fpcr();
    if (before)
        __builtin_aarch64_set_fpcr(0);
    return before;
}

static inline void ra__fpu_leave(unsigned before)
{
    if (before)
        __builtin_aarch64_set_fpcr(before);
}
#else
static inline unsigned ra__fpu_enter(void)
{
    return 0;
}

static inline void ra__fpu_leave(unsigned before)
{
    (void)before;
}
#endif

#endif
