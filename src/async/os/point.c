#include "async/os/point.h"

_Atomic(ra__point_hook) ra__point_hooked;
