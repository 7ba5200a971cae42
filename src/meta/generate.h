/* generate.h: of the program that prints what is generated from ops.def. */
#ifndef RA_META_GENERATE_H
#define RA_META_GENERATE_H

/* The README's table of operators, as Markdown. */
void ra__print_table(void);

#endif
