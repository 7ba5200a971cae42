/* Included before everything when the engine is compiled for the explorer (-include). */
void ex_relax(void);
#define __builtin_ia32_pause() ex_relax()
