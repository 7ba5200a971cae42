#include "async/thread/scratch.h"

#include "async/os/asan.h"
#include "async/os/os.h"

static __thread struct {
    void *memory;
    size_t bytes;
    bool taken;
} own;

void *ra__scratch_take(ra__scratch *s, size_t bytes)
{
    *s = (ra__scratch){NULL, bytes, false};
    if (!bytes)
        return NULL;
    if (own.taken) {
        return s->memory = ra__os_alloc_aligned(64, bytes);
    }
    if (own.bytes < bytes) {
        ra__scratch_free_own();
        own.memory = ra__os_alloc_aligned(64, bytes);
        if (!own.memory)
            return NULL;
        own.bytes = bytes;
        ra__os_at_thread_exit();
    }
    RA__MEM_POISON((char *)own.memory + bytes, own.bytes - bytes);
    own.taken = true;
    s->kept = true;
    return s->memory = own.memory;
}

void ra__scratch_give(ra__scratch *s)
{
    if (s->kept) {
        own.taken = false;
        RA__MEM_UNPOISON(own.memory, own.bytes);
    } else if (s->memory)
        ra__os_free(s->memory);
    s->memory = NULL;
    s->kept = false;
}

void ra__scratch_free_own(void)
{
    if (own.taken)
        return;
    ra__os_free(own.memory);
    own.memory = NULL;
    own.bytes = 0;
}
