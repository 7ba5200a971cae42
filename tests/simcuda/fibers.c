/* What a called function must leave as it was goes to the stack, and the stacks are exchanged. */
#include "fibers.h"

#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
__asm__(".text\n.globl fiber_switch\n.hidden fiber_switch\n.type fiber_switch, @function\n"
        "fiber_switch:\n"
        "    push %rbp\n    push %rbx\n    push %r12\n    push %r13\n    push %r14\n    push %r15\n"
        "    mov %rsp, (%rdi)\n"
        "    mov %rsi, %rsp\n"
        "    pop %r15\n    pop %r14\n    pop %r13\n    pop %r12\n    pop %rbx\n    pop %rbp\n"
        "    ret\n"
        ".size fiber_switch, .-fiber_switch\n");

void *fiber_begin(void *stack, size_t bytes, void (*start)(void))
{
    uintptr_t top = ((uintptr_t)stack + bytes) & ~(uintptr_t)15;
    void **at = (void **)top - 8; /* six registers, where to go, and what a call would have pushed */
    memset(at, 0, 8 * sizeof *at);
    at[6] = (void *)start;
    return at;
}
#elif defined(__aarch64__)
__asm__(".text\n.globl fiber_switch\n.hidden fiber_switch\n.type fiber_switch, %function\n"
        "fiber_switch:\n"
        "    sub sp, sp, #160\n"
        "    stp x19, x20, [sp]\n    stp x21, x22, [sp, #16]\n    stp x23, x24, [sp, #32]\n    stp x25, x26, [sp, #48]\n"
        "    stp x27, x28, [sp, #64]\n    stp x29, x30, [sp, #80]\n"
        "    stp d8, d9, [sp, #96]\n    stp d10, d11, [sp, #112]\n    stp d12, d13, [sp, #128]\n    stp d14, d15, [sp, #144]\n"
        "    mov x9, sp\n    str x9, [x0]\n    mov sp, x1\n"
        "    ldp x19, x20, [sp]\n    ldp x21, x22, [sp, #16]\n    ldp x23, x24, [sp, #32]\n    ldp x25, x26, [sp, #48]\n"
        "    ldp x27, x28, [sp, #64]\n    ldp x29, x30, [sp, #80]\n"
        "    ldp d8, d9, [sp, #96]\n    ldp d10, d11, [sp, #112]\n    ldp d12, d13, [sp, #128]\n    ldp d14, d15, [sp, #144]\n"
        "    add sp, sp, #160\n    ret\n"
        ".size fiber_switch, .-fiber_switch\n");

void *fiber_begin(void *stack, size_t bytes, void (*start)(void))
{
    uintptr_t top = ((uintptr_t)stack + bytes) & ~(uintptr_t)15;
    void **at = (void **)top - 20;
    memset(at, 0, 20 * sizeof *at);
    at[11] = (void *)start; /* x30 */
    return at;
}
#else
#error "fibers are written for x86-64 and AArch64"
#endif
