/*
 * Descriptors of event counters. A counter is shared by its duplicates, and gone with the last.
 */
#include "explorer.h"
#include "program.h"

#include <string.h>

enum { EVENTS = 64, FIRST_FD = 1000 };
static struct {
    int counter; /* plus one; 0: closed */
} open_fds[EVENTS];
static struct {
    int value, descriptors;
    ex_clock clock;
} counters[EVENTS];
static int fds, made;

void ex_events_reset(void)
{
    fds = made = 0;
    memset(open_fds, 0, sizeof open_fds);
}

static int counter_of(int fd)
{
    int i = fd - FIRST_FD;
    return i >= 0 && i < fds && open_fds[i].counter ? open_fds[i].counter - 1 : -1;
}

int ex_event_create(int *fd)
{
    if (fds == EVENTS || made == EVENTS)
        return -1;
    memset(&counters[made], 0, sizeof counters[made]);
    counters[made].descriptors = 1;
    open_fds[fds].counter = ++made;
    *fd = FIRST_FD + fds++;
    return 0;
}

int ex_event_duplicate(int fd, int *copy)
{
    int c = counter_of(fd);
    if (c < 0 || fds == EVENTS)
        return -1;
    counters[c].descriptors++;
    open_fds[fds].counter = c + 1;
    *copy = FIRST_FD + fds++;
    return 0;
}

int ex_event_signal(int fd)
{
    int c = counter_of(fd);
    if (c < 0)
        ex_fail("descriptor %d is signalled, and is not open", fd);
    counters[c].value++;
    ex_join(&counters[c].clock, &ex.now->clock);
    ex.now->clock.at[ex.now->number]++;
    return 0;
}

int ex_event_drain(int fd)
{
    int c = counter_of(fd);
    if (c >= 0)
        counters[c].value = 0;
    return c < 0 ? -1 : 0;
}

int ex_event_close(int fd)
{
    int c = counter_of(fd);
    if (c < 0)
        ex_fail("descriptor %d is closed, and is not open", fd);
    open_fds[fd - FIRST_FD].counter = 0;
    counters[c].descriptors--;
    return 0;
}

int ex_events_open(void)
{
    int n = 0;
    for (int i = 0; i < fds; i++)
        n += open_fds[i].counter != 0;
    return n;
}

static bool is_readable(void *fd)
{
    int c = counter_of((int)(intptr_t)fd);
    return c >= 0 && counters[c].value > 0;
}

void ex_event_wait(int fd)
{
    ex_wait_until(is_readable, (void *)(intptr_t)fd);
    int c = counter_of(fd);
    if (c >= 0)
        ex_join(&ex.now->clock, &counters[c].clock);
}
