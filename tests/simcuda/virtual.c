/*
 * A virtual clock, by which copies and kernels take what card.h says, and work of the host what it declares (SIMCUDA_VIRTUAL=1).
 *
 * Threads and what they do are real; what they compute takes none of this time. Who is to take some sleeps until the clock has come so
 * far. The clock's own thread sets it on, to the next time that somebody sleeps for, when nothing else goes on in the process: all other
 * threads sleep, and none has run while that was looked at twice (their states and counts of switches are the system's). Or some have,
 * but all together had next to no time of a processor for as long as it takes to look many times: they wake by themselves, as a wait of
 * the library's does, more often than many threads can be looked at, and find nothing to do. So what happens at one time has all
 * happened before the next, however slow or busy the machine is. A stream that waits for a value in memory is looked at before the
 * clock goes on.
 *
 * A device has three engines, each of which does one thing after the other: copies there, copies back, and kernels.
 */
#define _GNU_SOURCE
#include "sim.h"
#include "card.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct sleeper {
    uint64_t until;
    bool (*is_due)(void *data); /* NULL: at that time; else as soon as it says so */
    void *data;
    bool is_awake;
    struct sleeper *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct sleeper *sleepers;
static _Atomic uint64_t now_ns;
static bool is_started;
static struct engine {
    uint64_t free_at, busy;
} engines[DEVICES_MAX][ENGINES];

/* ---- what the other threads do ---- */

struct look {
    uint64_t switches; /* of all, and which they are */
    bool is_quiet;
};

/* What stands behind a name in a file of the system's; NULL: it is not there. */
static const char *field(const char *text, const char *name)
{
    const char *at = strstr(text, name);
    return at ? at + strlen(name) : NULL;
}

static void look_at_thread(const char *id, struct look *look)
{
    char path[300], text[4096];
    snprintf(path, sizeof path, "/proc/self/task/%s/status", id);
    const int f = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t length = f >= 0 ? read(f, text, sizeof text - 1) : -1;
    if (f >= 0)
        close(f);
    text[length > 0 ? length : 0] = 0;
    const char *state = field(text, "\nState:\t"), *switches = field(text, "\nvoluntary_ctxt_switches:\t");
    look->is_quiet = look->is_quiet && state && *state == 'S';
    look->switches = (look->switches * 31 + (uint64_t)atol(id)) * 31 + (switches ? strtoull(switches, NULL, 10) : 0);
}

static struct look look_at_threads(void)
{
    struct look look = {.is_quiet = true};
    DIR *folder = opendir("/proc/self/task");
    const long self = (long)gettid();
    for (struct dirent *d = folder ? readdir(folder) : NULL; d; d = readdir(folder))
        if (d->d_name[0] != '.' && atol(d->d_name) != self)
            look_at_thread(d->d_name, &look);
    look.is_quiet = look.is_quiet && folder;
    if (folder)
        closedir(folder);
    return look;
}

static uint64_t processor_ns(clockid_t whose)
{
    struct timespec t;
    clock_gettime(whose, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* The clock's thread's own: times of processors, of all threads and of its own, when it first looked since something went on; 0: it has not. */
static struct {
    uint64_t process, own;
} since;

/* For long enough. Who has work to do is awake, if others keep a processor from him: whether all sleep is another matter. */
static bool little_goes_on(void)
{
    enum { LEAST_NS = 10000000, SHARE = 16 }; /* of the time that it takes to look */
    const uint64_t process = processor_ns(CLOCK_PROCESS_CPUTIME_ID), own = processor_ns(CLOCK_THREAD_CPUTIME_ID);
    if (!since.own)
        since.process = process, since.own = own;
    const uint64_t looked = own - since.own;
    if (looked < LEAST_NS)
        return false;
    const bool little = process - since.process < looked + looked / SHARE; /* read one after the other, so that the first may be the less */
    if (!little)
        since.own = 0;
    return little;
}

static bool nothing_goes_on(void)
{
    const bool little = little_goes_on();
    const struct look before = look_at_threads();
    if (!before.is_quiet)
        return false;
    const struct look after = look_at_threads();
    return after.is_quiet && (after.switches == before.switches || little);
}

/* ---- the clock ---- */

static void wake(struct sleeper **list)
{
    struct sleeper *s = *list;
    *list = s->next;
    s->is_awake = true;
    pthread_cond_broadcast(&changed);
}

/* Those whose value has come; if there is none, those of the next time. Under the lock. */
static void go_on(void)
{
    uint64_t next = UINT64_MAX;
    bool found = false;
    for (struct sleeper **s = &sleepers; *s;)
        if ((*s)->is_due && (*s)->is_due((*s)->data))
            wake(s), found = true;
        else
            s = &(*s)->next;
    for (struct sleeper *s = sleepers; s && !found; s = s->next)
        next = !s->is_due && s->until < next ? s->until : next;
    if (next == UINT64_MAX)
        return;
    if (next > now_ns)
        now_ns = next;
    for (struct sleeper **s = &sleepers; *s;)
        if (!(*s)->is_due && (*s)->until <= next)
            wake(s);
        else
            s = &(*s)->next;
}

static void *tick(void *unused)
{
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!sleepers)
            pthread_cond_wait(&changed, &lock);
        pthread_mutex_unlock(&lock);
        if (nothing_goes_on()) {
            since.own = 0;
            pthread_mutex_lock(&lock);
            go_on();
            pthread_mutex_unlock(&lock);
        } else {
            nanosleep(&(struct timespec){0, 50000}, NULL);
        }
    }
    return NULL;
}

static void start(void) /* under the lock */
{
    pthread_t thread;
    sigset_t all, before;
    if (is_started)
        return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&thread, NULL, tick, NULL))
        abort();
    pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    is_started = true;
}

static void sleep_until(uint64_t until, bool (*is_due)(void *data), void *data)
{
    struct sleeper self = {.until = until, .is_due = is_due, .data = data};
    pthread_mutex_lock(&lock);
    start();
    if (is_due || until > now_ns) {
        self.next = sleepers;
        sleepers = &self;
        pthread_cond_broadcast(&changed);
        while (!self.is_awake)
            pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
}

uint64_t virtual_now(void)
{
    return now_ns;
}

void virtual_until(bool (*is_due)(void *data), void *data)
{
    sleep_until(0, is_due, data);
}

void virtual_spend_host_wait(void)
{
    sleep_until(now_ns + CARD_WAIT_NS, NULL, NULL);
}

void virtual_spend(int device, enum engine_kind kind, uint64_t bytes)
{
    const double each = kind == ENGINE_KERNELS ? card_memory : card_copies;
    const uint64_t takes = (uint64_t)((double)(bytes * (uint64_t)settings.virtual_scale) / each + 0.5) + (kind == ENGINE_KERNELS ? CARD_GAP_NS : 0);
    pthread_mutex_lock(&lock);
    struct engine *e = &engines[device < 0 ? 0 : device][kind];
    const uint64_t begins = e->free_at > now_ns ? e->free_at : now_ns;
    e->free_at = begins + takes;
    e->busy += takes;
    const uint64_t until = e->free_at;
    pthread_mutex_unlock(&lock);
    sleep_until(until, NULL, NULL);
}

/* ---- for programs ---- */

EXPORT int simcuda_is_virtual(void);
EXPORT int simcuda_is_virtual(void)
{
    return settings.virtual_scale > 0;
}

/* Nanoseconds of the virtual clock. */
EXPORT uint64_t simcuda_virtual_now(void);
EXPORT uint64_t simcuda_virtual_now(void)
{
    return now_ns;
}

/* The calling thread computes for so long, by declaration. */
EXPORT void simcuda_virtual_spend(uint64_t ns);
EXPORT void simcuda_virtual_spend(uint64_t ns)
{
    sleep_until(now_ns + ns, NULL, NULL);
}

/* How long an engine of a device has been busy: 0 copies there, 1 copies back, 2 kernels. */
EXPORT uint64_t simcuda_virtual_busy(int device, int kind);
EXPORT uint64_t simcuda_virtual_busy(int device, int kind)
{
    pthread_mutex_lock(&lock);
    const uint64_t busy = device >= 0 && device < DEVICES_MAX && kind >= 0 && kind < ENGINES ? engines[device][kind].busy : 0;
    pthread_mutex_unlock(&lock);
    return busy;
}
