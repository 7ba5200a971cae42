#include "async/values/pages.h"

#include "async/memory/memory.h"
#include "async/thread/node.h"
#include "async/thread/state.h"

struct ra__shares ra__node_shares;
int64_t ra__wide_bytes = INT64_MAX;
enum { CACHES_UNKNOWN = 32 << 20 };
int64_t ra__stream_from = CACHES_UNKNOWN;

void ra__pages_note_caches(int64_t bytes)
{
    ra__stream_from = bytes <= 0 ? CACHES_UNKNOWN : bytes < RA__STREAM_LEAST ? RA__STREAM_LEAST : bytes;
}

void ra__pages_start(const struct ra__shares *divided)
{
    int nodes = 0;
    ra__node_shares = *divided;
    for (int n = 0; n < ra__node_shares.nodes; n++)
        nodes += ra__share_workers(&ra__node_shares, n) > 0;
    ra__wide_bytes = nodes > 1 ? nodes * (int64_t)RA__MEM_SPREAD_PAGE : INT64_MAX;
}

int ra__pages_for_job(int64_t bytes, bool wide)
{
    return wide && bytes >= ra__wide_bytes ? RA__MEM_SPREAD : ra__thread_node();
}

int ra__pages_for_program(int64_t bytes)
{
    return ra__pages_for_job(bytes, !ra__is_worker());
}

int ra__spread_node(int64_t bytes, int64_t at)
{
    return ra__node_shares.nodes && bytes > 0 ? ra__share_of(&ra__node_shares, bytes, at < bytes ? at : bytes - 1) : 0;
}
