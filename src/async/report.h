/*
 * The stall report: where control threads waited, for how long, and why.
 */
#ifndef RA_ASYNC_REPORT_H
#define RA_ASYNC_REPORT_H

#include "async/engine.h"

/* operator: static; NULL: none. */
void ra__report_wait(ra__wait_reason reason, const ra_site *site, const char *operator, uint64_t ns);
/* What kind of wait it is, in a word or two. */
const char *ra__wait_name(ra__wait_reason reason);
void ra__report_reset(void);
/* RUNAHEAD_REPORT=1: the report on stderr. */
void ra__report_print(void);

#endif
