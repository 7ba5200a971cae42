/*
 * The stall report: where control threads waited, for how long, and why.
 */
#ifndef RA_ASYNC_REPORT_H
#define RA_ASYNC_REPORT_H

#include "async/engine.h"

void ra__report_wait(ra__wait_reason reason, const ra__site *site, uint64_t ns);
void ra__report_reset(void);
/* RUNAHEAD_REPORT=1: the report on stderr. */
void ra__report_print(void);

#endif
