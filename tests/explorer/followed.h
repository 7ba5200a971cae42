/*
 * The tasks that order.c follows, for what else looks at them (held_up.c).
 */
#ifndef RA_TESTS_EXPLORER_FOLLOWED_H
#define RA_TESTS_EXPLORER_FOLLOWED_H

#include "explorer.h"

#include "async/pool/queue.h"
#include "async/tasks/graph.h"

enum { NODES = 192, OPERANDS = 8, FOUR = 4, WORDS = NODES / 64 };
enum phase { RECORDED, BEGUN, ENDED, DROPPED };

typedef struct touch {
    const ra_storage *storage;
    uint32_t fours;
    bool writes;
    int64_t need; /* bytes, of the storage */
    uint64_t source[WORDS]; /* of what it reads: nodes that wrote it last */
} touch;

typedef struct ex_node {
    ra_task *task;
    uint64_t sequence;
    enum ra__task_kind kind;
    enum phase phase;
    unsigned device;   /* whose stream it goes to; 0: none */
    int recorder, runner, claimer;
    int keeper;        /* who has made it ready, and has put it nowhere yet; -1: nobody */
    unsigned state;
    bool cancel_asked; /* a cancel was to mark it, */
    bool cancel_due;   /* and it has been seen pending and not marked since */
    bool given;       /* its record is free again */
    bool retired;     /* nobody holds it: it is to be, */
    bool over;        /* and has been: what is done with the record is another's */
    uint64_t word;    /* the last that was stored */
    uint64_t queued_at; /* the step */
    bool in_queue;    /* put there whole, and not taken */
    int asked_by;     /* the thread that has marked it as asked for; -1: none */
    unsigned taken;   /* from a queue, so often: perhaps before who put it there is through */
    int touches;
    touch touch[OPERANDS];
    uint64_t before[WORDS];
} ex_node;

extern ex_node ex_followed[NODES];
extern int ex_followed_count;
extern bool ex_followed_overflow; /* there were more */
extern uint64_t ex_last_put;      /* the step of the last one that was put into a queue */

static inline bool ex_has(const uint64_t *bits, int i)
{
    return bits[i / 64] >> i % 64 & 1;
}

/* The latest of that record; NULL: none. */
ex_node *ex_followed_of(const ra_task *t);
/* Which wrote last what t reads, of those before that one. */
void ex_find_sources(touch *t, int before);
/* They run together, tile by tile. */
bool ex_in_one_group(const ex_node *a, const ex_node *b);
/* Nobody has begun it, nor is it over. */
bool ex_is_pending(const ex_node *n);
bool ex_is_in_queue(const ex_node *n);
bool ex_stands_in_queue(const ra_task *t);
void ex_held_up_begin(void);
/* awake.c: it has been put there. */
void ex_awake_put(const ra__inject *q, const ex_node *n);
/* Who has made it ready is about to publish it. */
void ex_kept_no_more(const ra_task *t);

#endif
