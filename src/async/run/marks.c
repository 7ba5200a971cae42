#include "async/run/marks.h"

#include "async/os/lock.h"
#include "async/os/os.h"

void ra__mark_drop(ra_stream *s, ra__mark *m)
{
    ra__lock(&s->lock);
    const bool last = --m->uses == 0;
    ra__unlock(&s->lock);
    if (!last)
        return;
    ra__stream_row(s)->unmark(ra__device_index(s->device), m->native);
    ra__os_free(m);
}

ra__mark *ra__mark_set(ra_stream *s, ra_status *status, char *message, size_t size)
{
    const int index = ra__device_index(s->device);
    const ra__device *row = ra__stream_row(s);
    void *native = NULL;
    if ((*status = row->mark(index, s->native, &native, message, size)))
        return NULL;
    ra__mark *m = ra__os_alloc(sizeof *m);
    if (!m) {
        *status = row->await(index, native, message, size);
        row->unmark(index, native);
        return NULL;
    }
    *m = (ra__mark){.native = native, .place = s->issued, .uses = 1};
    ra__lock(&s->lock);
    *s->newest = m;
    s->newest = &m->next;
    ra__unlock(&s->lock);
    return m;
}

ra__mark *ra__mark_behind(ra_stream *s, uint64_t place)
{
    ra__lock(&s->lock);
    ra__mark *m = place > s->reached ? s->marks : NULL;
    while (m && m->place < place)
        m = m->next;
    if (m)
        m->uses++;
    ra__unlock(&s->lock);
    return m;
}

void ra__mark_take_off(ra_stream *s, ra__mark *m)
{
    ra__lock(&s->lock);
    s->reached = m->place;
    if (!(s->marks = m->next))
        s->newest = &s->marks;
    ra__unlock(&s->lock);
    ra__mark_drop(s, m);
}
