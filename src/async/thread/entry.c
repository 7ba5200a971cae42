#include "async/thread/entry.h"

#include "async/thread/state.h"

_Atomic int ra__engine_state;

/* Of a constructor that comes before ours: one of the same priority in a program that is linked with the static library. */
static ra_status refuse_start(void)
{
    return ra__refusal(RA_ERR_STATE, "the library is called before its own constructor has run; a constructor that calls it needs a priority above 101, or none");
}

ra_status (*ra__engine_start)(void) = refuse_start;

ra_status ra__engine_enter_otherwise(void)
{
    ra_status s = ra__engine_start();
    return s || atomic_load_explicit(&ra__engine_state, memory_order_relaxed) != RA__ENGINE_CHECKED ? s : RA__ENTER_CHECKED;
}
