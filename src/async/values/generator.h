#ifndef RA_ASYNC_GENERATOR_H
#define RA_ASYNC_GENERATOR_H

#include "meta/meta.h"

/* Reserves m->draws counters of the generator that argument `arg` names (the default one where absent). */
void ra__generator_reserve(ra_meta *m, int arg);

#endif
