/*
 * What a waiter waits for, and the walk over what that needs. All of it is under the graph lock.
 */
#ifndef RA_ASYNC_NEEDED_H
#define RA_ASYNC_NEEDED_H

#include "async/os/room.h"
#include "async/tasks/records.h"
#include "async/tasks/task.h"
#include "meta/hidden.h"

/* Tasks; what an entry names may have ended since, and its record be another's. Hazards of one storage fit, but for the rarest. */
enum { RA__TARGETS = RA__ROOM(80, 4) };

/* Set by a waiting thread: tasks made ready by what it runs are kept for it where they are needed by this walk. */
extern RA__HIDDEN __thread uint64_t ra__waiting_walk;
#define RA__WALK_ALONE (UINT64_MAX - 1) /* of no wait: nothing is needed by it */
#define RA__WALK_UPON (UINT64_MAX - 2)  /* nor, and no more than one task at a time: upon another, which goes on behind it */
#define RA__WALK_URGENT UINT64_MAX      /* of all who ask and do not wait: what it passes is marked as urgent instead */
extern RA__HIDDEN __thread double ra__waiting_longest_ns; /* tasks that are estimated to take longer are left to others */
extern RA__HIDDEN __thread uint64_t ra__waiting_until;    /* its limit; RA__OS_FOREVER: there is none */
/* The latter, which with a limit is less now than it was. */
double ra__waiting_longest_by_now(void);

typedef struct ra__targets {
    int count;
    struct ra__target {
        ra_task *task;
        uint64_t sequence;
    } of[RA__TARGETS];
} ra__targets;

/* What was ready and needed, and is left to others since the time is over; of no task: none was. */
extern RA__HIDDEN __thread struct ra__target ra__waiting_left;
/* Whether the walk of this thread has passed t, and its time is not over for it. Nobody else has t. */
bool ra__is_needed_in_time(ra_task *t);

static inline void ra__targets_add(ra__targets *to, ra_task *t)
{
    to->of[to->count++] = (struct ra__target){t, ra__task_number(t)};
}

/* Leaves those that have not ended. */
void ra__targets_keep_live(ra__targets *to);
/*
 * Adds the pending writers (and readers) of a byte range; of what is joined with others (hazard.h) those alone that touch the range
 * themselves. A join of a storage's readers, or writers, stands before at most one other: one of each is gone through in a call, and the
 * next kept by a hold. False: there is more to look at, when these have ended.
 */
typedef struct ra__joins_cursor {
    bool begun;
    ra_task *next[2]; /* of readers, of writers; NULL: there is none left */
} ra__joins_cursor; /* zero at first */

bool ra__targets_of_range(ra__targets *to, ra__joins_cursor *from, ra_storage *s, int64_t first, int64_t end, bool writes);
/* What it holds is let go. */
void ra__joins_leave(ra__joins_cursor *from);
/* Adds what is pending of numbers up to the last, from the cursor on; joins are left out, which stand for others. False: there is more
 * to look at. */
bool ra__targets_of_all(ra__targets *to, ra__record_cursor *from, uint64_t last);

enum { RA__WAY_KNOWN = RA__ROOM(8, 2) };

/* How far a waiter has come; zero at first, and for other targets. */
typedef struct ra__walk {
    uint32_t number;   /* marks what it has passed (ra_task.visited); 0: it begins anew */
    uint64_t lane;     /* marks that as needed by this wait of the blocking lane's (ra_task.needed_in_lane); 0: by none */
    int next;          /* target that it goes through, or will */
    ra__edges_in in;   /* edges that it goes through; of no task: it is at the targets */
    uint64_t sequence; /* of the task whose edges those are */
    int known;         /* how many of the tasks that it came by last are in the list, the latest last */
    struct ra__way {
        ra__edges_in in;
        uint64_t sequence;
    } way[RA__WAY_KNOWN];
} ra__walk;

/*
 * A ready task that the targets cannot end without, not estimated to take longer than longest_ns; NULL if none is found among the
 * next few tasks. What was passed is marked as needed by `waiter`. The next call goes on where this one stopped; *more is false once
 * all has been looked at.
 */
ra_task *ra__find_needed(const ra__targets *targets, ra__walk *walk, uint64_t waiter, double longest_ns, bool *more);

/* A walk that was stopped: at which target, where in what that needs, and for whom it has left marks there. */
typedef struct ra__stopped_walk {
    uint64_t waiter; /* 0: there is none */
    struct ra__target target, left; /* left: as ra__waiting_left */
    uint32_t number;
    ra__edges_in in;
    uint64_t sequence;
} ra__stopped_walk;

void ra__walk_stop(const ra__targets *targets, const ra__walk *walk, uint64_t waiter, ra__stopped_walk *stopped);
/* Goes on with it, where its target is one of these: true. *found: what it had left, if that is still there to be run. */
bool ra__walk_take_up(const ra__targets *targets, ra__walk *walk, const ra__stopped_walk *stopped, double longest_ns, ra_task **found);

#endif
