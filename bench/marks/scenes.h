/*
 * How promptly work starts, ends and answers: each scene in a process of its own (`runahead part prompt SCENE ROLE SECONDS PLACE`),
 * once as who runs the bench and, where that is root, once as an ordinary user. It prints its figures on a line.
 */
#ifndef BENCH_MARKS_SCENES_H
#define BENCH_MARKS_SCENES_H

#include "bench.h"

enum { PROMPT_FIGURES = 6, PROMPT_QUOTA_PERCENT = 50, PROMPT_PATIENCE_S = 60 };

typedef struct prompt {
    bench *b;
    bool ordinary;     /* gives up root's rights */
    double seconds;    /* about so long */
    const char *place; /* the scene's: a folder of data, a control group, a class of workers */
} prompt;

/* Gives up root's rights where that is asked for, and starts the engine. */
bool prompt_begin(const prompt *p, const ra_config *config);
bool prompt_become(const prompt *p);

/* Each fills in its figures; false: it could not be measured. */
bool prompt_wait(const prompt *p, double figures[PROMPT_FIGURES]);
bool prompt_loop(const prompt *p, double figures[PROMPT_FIGURES]);
bool prompt_progress(const prompt *p, double figures[PROMPT_FIGURES]);
bool prompt_inversion(const prompt *p, double figures[PROMPT_FIGURES]);
bool prompt_quota(const prompt *p, double figures[PROMPT_FIGURES]);
bool prompt_wake(const prompt *p, double figures[PROMPT_FIGURES]);
bool prompt_asked(const prompt *p, double figures[PROMPT_FIGURES]);
bool prompt_urgency(const prompt *p, double figures[PROMPT_FIGURES]);
bool prompt_cancel(const prompt *p, double figures[PROMPT_FIGURES]);

/* The other end of mark_part: main's `part prompt`. */
int prompt_run(int argc, char **argv);

#endif
