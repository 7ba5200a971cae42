/*
 * The report: where control threads waited, for how long, and why, and what became of the operators (ra_report).
 */
#ifndef RA_ASYNC_REPORT_H
#define RA_ASYNC_REPORT_H

/* RUNAHEAD_REPORT=1: the report on stderr. */
void ra__report_print(void);

#endif
