#include "async/thread/entry.h"

_Atomic int ra__engine_state;

ra_status ra__engine_enter_otherwise(void)
{
    ra_status s = ra__engine_start();
    return s || atomic_load_explicit(&ra__engine_state, memory_order_acquire) != RA__ENGINE_CHECKED ? s : RA__ENTER_CHECKED;
}
