/*
 * Small protocols: what their threads do, and what must be so at the end.
 */
#ifndef TESTS_EXPLORER_PROTOCOLS_H
#define TESTS_EXPLORER_PROTOCOLS_H

#include <stdbool.h>
#include <stdint.h>

enum { EX_PARTIES = 3, EX_NOTES = 8 };

typedef struct ex_protocol {
    const char *name;
    void (*begin)(void);             /* may be NULL; what happens in it is not gone through */
    void (*party[EX_PARTIES])(void); /* a thread each; NULL: there are fewer */
    bool (*end)(void);               /* by the first thread, when all have ended; like the beginning */
    int most;                        /* deviations where three are asked for, and less by as much where fewer are; 0: three */
    uint64_t enough;                 /* schedules that are tried for each of the orderings on its way; 0: as for most */
    bool heavy;                      /* of many schedules: a deviation less where fewer than three are asked for */
    bool timeless;                   /* nobody may need a time limit to go on: a wake-up that is lost shows */
} ex_protocol;

/* A file each; the last has no name. */
extern const ex_protocol ex_protocols_queues[], ex_protocols_tasks[], ex_protocols_pool[], ex_protocols_fusion[], ex_protocols_memory[], ex_protocols_values[], ex_protocols_locks[], ex_protocols_heap[], ex_protocols_devices[], ex_protocols_own[], ex_protocols_relief[], ex_protocols_full[], ex_protocols_streams[], ex_protocols_waits[], ex_protocols_cuda[];

/* What has happened so far, told past the engine's accesses: nothing is ordered by it. */
void ex_note(int what);
int ex_noted(int what);
/* Not before it has happened so often. */
void ex_wait_noted(int what, int times);
/* How often somebody has woken who sleeps, if anybody does. */
int ex_wakes(void);
/* Of the file that has been saved; -1: none has been. */
int64_t ex_file_bytes(void);
/* Not before no other thread can go on. */
void ex_pause(void);
/* Not before all threads of the library sleep. */
void ex_wait_quiet(void);

#endif
