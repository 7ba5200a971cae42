/*
 * A plot as SVG, drawn by gnuplot.
 */
#ifndef BENCH_REPORT_PLOT_H
#define BENCH_REPORT_PLOT_H

#include "report/report.h"

/* Text of one <svg> element, to be freed; NULL where there is no gnuplot, or it refused. */
char *plot_svg(const report_plot *p);

#endif
