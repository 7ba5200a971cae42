/*
 * Small protocols: what their threads do, and what must be so at the end.
 */
#ifndef RA_TESTS_EXPLORER_PROTOCOLS_H
#define RA_TESTS_EXPLORER_PROTOCOLS_H

#include <stdbool.h>
#include <stdint.h>

enum { EX_PARTIES = 3 };

typedef struct ex_protocol {
    const char *name;
    void (*begin)(void);           /* may be NULL */
    void (*party[EX_PARTIES])(void); /* a thread each; NULL: there are fewer */
    bool (*end)(void);             /* by the first thread, when all have ended */
} ex_protocol;

extern const ex_protocol ex_protocols[];
extern const int ex_protocol_count;

#endif
