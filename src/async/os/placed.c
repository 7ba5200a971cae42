#include "async/os/placed.h"

_Atomic(ra__placed_hook) ra__placed_hooked;
