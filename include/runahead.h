/*
 * runahead: tensors whose control thread never waits.
 *
 * An operator call gives a fully described handle at once; the arithmetic is done later by a pool of workers; the
 * program waits only where it reads data. See README.md.
 */
#ifndef RUNAHEAD_H
#define RUNAHEAD_H

#include <runahead/base.h>
#include <runahead/status.h>
#include <runahead/types.h>
#include <runahead/tensor.h>
#include <runahead/engine.h>
#include <runahead/call.h>
#include <runahead/ops.h>
#include <runahead/stream.h>
#include <runahead/function.h>
#include <runahead/register.h>
#include <runahead/io.h>
#include <runahead/dlpack.h>
#include <runahead/sites.h>

#endif
