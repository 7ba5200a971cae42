#include "async/values/hazard_list.h"

_Atomic uint32_t ra__graph_epoch;
