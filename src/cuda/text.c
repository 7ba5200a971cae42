/*
 * The texts of the programs, as they stand beside this file.
 */
#include "cuda/text.h"

#define TEXT(name, file) \
    __asm__(".pushsection .rodata\n.balign 16\n.globl " #name "\n.hidden " #name "\n" #name ":\n.incbin \"src/cuda/" file "\"\n.byte 0\n.popsection\n");

TEXT(ra__cuda_text_common, "common.cu")
TEXT(ra__cuda_text_elementwise, "elementwise.cu")
