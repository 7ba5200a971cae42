#include "async/pool/workers.h"

struct ra__pool ra__pool;
