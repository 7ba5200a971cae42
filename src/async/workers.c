#include "async/workers.h"

struct ra__pool ra__pool;
