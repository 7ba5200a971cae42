/*
 * How promptly the engine answers, to ordinary users as to root: each scene of prompt.h in a process of its own, in one run as
 * both where this is root. Foreign processes and the control group are this process's, since the scene may not end or leave them.
 */
#define _GNU_SOURCE
#include "marks/marks.h"
#include "marks/scenes.h"
#include "measure/foreign.h"

#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ORDINARY, ROOT, ROLES, FOREIGN_PROCESSES = 2, CROWD = 3 };

static const char *const roles[ROLES] = {"ordinary", "root"};

/* Runs a scene; false: it could not be measured. */
static bool play_with(const char *settings, const char *scene, int role, double seconds, const char *place, double figures[PROMPT_FIGURES])
{
    char arguments[1200];
    if (strchr(place, '\''))
        return false;
    snprintf(arguments, sizeof arguments, "prompt %s %s %g '%s'", scene, roles[role], seconds, place);
    progress("marks: prompt, %s, %s", scene, role == ROOT ? "root" : "ordinary user");
    FILE *f = mark_part(settings, arguments);
    int read = 0;
    while (f && read < PROMPT_FIGURES && fscanf(f, "%lf", &figures[read]) == 1)
        read++;
    return (f && pclose(f) == 0) && read == PROMPT_FIGURES;
}

static bool play(const char *scene, int role, double seconds, const char *place, double figures[PROMPT_FIGURES])
{
    return play_with("", scene, role, seconds, place, figures);
}

/* The same beside so many foreign processes. */
static bool play_beside(int foreigners, const char *scene, int role, double seconds, const char *place, double figures[PROMPT_FIGURES])
{
    foreign busy = {0};
    if (!foreign_start(&busy, foreigners))
        return false;
    const bool played = play(scene, role, seconds, place, figures);
    return foreign_stop(&busy) && played;
}

/* Root's rows, for who is not. */
static bool is_playable(marks *m, int role, const mark_id *ids, size_t count)
{
    const bool playable = role == ORDINARY || geteuid() == 0;
    for (size_t i = 0; i < count && !playable; i++)
        mark_note(m, ids[i], "this is not root");
    return playable;
}

static void no_figures(marks *m, const mark_id *ids, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mark_note(m, ids[i], "the scene could not be played");
}

static void measure_waits(marks *m, double seconds)
{
    double figures[ROLES][PROMPT_FIGURES];
    if (geteuid() != 0)
        mark_note(m, MARK_WAIT_ORDINARY, "this is not root: there is nothing to compare with");
    else if (play_beside(FOREIGN_PROCESSES, "wait", ROOT, seconds, "-", figures[ROOT]) && play_beside(FOREIGN_PROCESSES, "wait", ORDINARY, seconds, "-", figures[ORDINARY])) {
        mark_found(m, MARK_WAIT_ORDINARY, figures[ORDINARY][0], figures[ROOT][0], NAN);
        if (figures[ORDINARY][0] >= PROMPT_PATIENCE_S)
            mark_note(m, MARK_WAIT_ORDINARY, "given up after %d s", PROMPT_PATIENCE_S);
    } else
        mark_note(m, MARK_WAIT_ORDINARY, "the scene could not be played");
}

enum { PIECES = 5 };

static void medians_of(samples found[PROMPT_FIGURES], double medians[PROMPT_FIGURES])
{
    for (int i = 0; i < PROMPT_FIGURES; i++) {
        medians[i] = samples_quantile(&found[i], 0.5);
        samples_free(&found[i]);
    }
}

/* The median of some pieces: where something else has the processors for a moment, one piece tells that. */
static bool play_wake(int role, double seconds, double medians[PROMPT_FIGURES])
{
    samples found[PROMPT_FIGURES] = {{0}};
    bool good = true;
    for (int i = 0; good && i < PIECES; i++) {
        double f[PROMPT_FIGURES];
        good = play("wake", role, seconds / 4, "-", f);
        for (int k = 0; good && k < PROMPT_FIGURES; k++)
            samples_add(&found[k], f[k]);
    }
    medians_of(found, medians);
    return good;
}

static void measure_wakes(marks *m, double seconds)
{
    static const mark_id rows[ROLES][2] = {{MARK_WAKE_AWAY_50, MARK_WAKE_AWAY_99}, {MARK_WAKE_AWAY_50_ROOT, MARK_WAKE_AWAY_99_ROOT}};
    for (int role = 0; role < ROLES; role++) {
        double f[PROMPT_FIGURES];
        if (!is_playable(m, role, rows[role], 2))
            continue;
        if (!play_wake(role, seconds, f)) {
            no_figures(m, rows[role], 2);
            continue;
        }
        mark_found(m, rows[role][0], f[0], NAN, f[1]);
        mark_found(m, rows[role][1], f[2], NAN, f[3]);
    }
}

/*
 * The loop with the mathematics behind it, by the workers as they are and by such as leave all processors to others, as they did
 * before they had a share. In turn, and the median of the pieces: how late a loop is goes by what the others do at that moment.
 */
static bool play_progress(int role, double seconds, const char *place, double medians[PROMPT_FIGURES])
{
    const double each = seconds / 4; /* of some fits: the one that a piece ends in counts for nothing */
    samples found[PROMPT_FIGURES] = {{0}};
    foreign busy = {0};
    bool good = foreign_start(&busy, FOREIGN_PROCESSES);
    for (int i = 0; good && i < PIECES; i++) {
        double with[PROMPT_FIGURES], without[PROMPT_FIGURES];
        good = play_with("RUNAHEAD_RELIEF_PERCENT=0", "loop", role, each, place, without) && play("progress", role, each, place, with);
        samples_add(&found[0], with[0]);
        samples_add(&found[1], without[0]);
        samples_add(&found[2], with[1]);
        samples_add(&found[3], with[2]);
    }
    good = foreign_stop(&busy) && good;
    medians_of(found, medians);
    return good;
}

static void measure_progress(marks *m, double seconds)
{
    static const mark_id rows[ROLES][2] = {{MARK_PROGRESS, MARK_PROGRESS_LATE}, {MARK_PROGRESS_ROOT, MARK_PROGRESS_LATE_ROOT}};
    for (int role = 0; role < ROLES; role++) {
        double f[PROMPT_FIGURES];
        if (!is_playable(m, role, rows[role], 2))
            continue;
        if (!play_progress(role, seconds, m->b->data_folder, f)) {
            no_figures(m, rows[role], 2);
            continue;
        }
        mark_found(m, rows[role][0], f[2], NAN, f[3]);
        mark_found(m, rows[role][1], f[0], NAN, f[1]);
    }
}

/* This process, and those that it starts, to the first so many of the processors that it may use: *allowed. */
static bool bind_to_first(int count, cpu_set_t *allowed)
{
    cpu_set_t few;
    CPU_ZERO(&few);
    CPU_ZERO(allowed);
    if (sched_getaffinity(0, sizeof *allowed, allowed))
        return false;
    for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&few) < count; i++)
        if (CPU_ISSET(i, allowed))
            CPU_SET(i, &few);
    return sched_setaffinity(0, sizeof few, &few) == 0;
}

/* The median of the pieces: each comes to the other anew. */
static bool play_asked(int role, double seconds, double medians[PROMPT_FIGURES])
{
    samples found[PROMPT_FIGURES] = {{0}};
    cpu_set_t allowed;
    bool good = bind_to_first(2, &allowed);
    for (int i = 0; good && i < PIECES; i++) {
        double f[PROMPT_FIGURES];
        good = play_beside(1, "asked", role, seconds / 4, "-", f);
        if (good)
            samples_add(&found[0], f[0]);
    }
    sched_setaffinity(0, sizeof allowed, &allowed);
    medians_of(found, medians);
    return good;
}

static void measure_asked(marks *m, double seconds)
{
    static const mark_id rows[ROLES] = {MARK_ASKED, MARK_ASKED_ROOT};
    for (int role = 0; role < ROLES; role++) {
        double f[PROMPT_FIGURES];
        if (!is_playable(m, role, &rows[role], 1))
            continue;
        if (play_asked(role, seconds, f))
            mark_found(m, rows[role], f[0], NAN, NAN);
        else
            no_figures(m, &rows[role], 1);
    }
}

static void measure_urgency(marks *m, double seconds)
{
    static const mark_id rows[ROLES][PROMPT_FIGURES] = {
        {MARK_URGENT_FD, MARK_URGENT_CALLBACK, MARK_URGENT_WAIT, MARK_URGENT_QUEUED, MARK_URGENT_FUNCTION, MARK_URGENT_URGENT},
        {MARK_URGENT_FD_ROOT, MARK_URGENT_CALLBACK_ROOT, MARK_URGENT_WAIT_ROOT, MARK_URGENT_QUEUED_ROOT, MARK_URGENT_FUNCTION_ROOT, MARK_URGENT_URGENT_ROOT}};
    for (int role = 0; role < ROLES; role++) {
        double f[PROMPT_FIGURES];
        if (!is_playable(m, role, rows[role], PROMPT_FIGURES))
            continue;
        if (!play("urgency", role, seconds, "-", f)) {
            no_figures(m, rows[role], PROMPT_FIGURES);
            continue;
        }
        for (int i = 0; i < PROMPT_FIGURES; i++)
            mark_found(m, rows[role][i], f[i], NAN, NAN);
    }
}

static void measure_cancel(marks *m, double seconds)
{
    static const mark_id rows[ROLES][2] = {{MARK_CANCEL_WAITING, MARK_CANCEL_RUNNING}, {MARK_CANCEL_WAITING_ROOT, MARK_CANCEL_RUNNING_ROOT}};
    for (int role = 0; role < ROLES; role++) {
        double f[PROMPT_FIGURES];
        if (!is_playable(m, role, rows[role], 2))
            continue;
        if (!play("cancel", role, seconds, "-", f)) {
            no_figures(m, rows[role], 2);
            continue;
        }
        for (int i = 0; i < 2; i++)
            mark_found(m, rows[role][i], f[i], NAN, NAN);
        mark_note(m, rows[role][1], "of %.0f; in %.0f more the thread that looks was off the processor at the end", f[3], f[2]);
    }
}

/* The crowd shares the one processor that the scene binds itself to, the first that is allowed. */
static bool play_crowded(int role, double seconds, const char *workers, double figures[PROMPT_FIGURES])
{
    cpu_set_t allowed;
    foreign busy = {0};
    const bool started = bind_to_first(1, &allowed) && foreign_start(&busy, CROWD); /* they inherit it */
    sched_setaffinity(0, sizeof allowed, &allowed);
    const bool played = started && play("inversion", role, seconds, workers, figures);
    return foreign_stop(&busy) && played;
}

static void measure_inversion(marks *m, double seconds)
{
    static const mark_id rows[ROLES] = {MARK_INVERSION, MARK_INVERSION_ROOT};
    for (int role = 0; role < ROLES; role++) {
        double background[PROMPT_FIGURES], normal[PROMPT_FIGURES];
        if (!is_playable(m, role, &rows[role], 1))
            continue;
        if (!play_crowded(role, seconds, "background", background) || !play_crowded(role, seconds, "normal", normal)) {
            no_figures(m, &rows[role], 1);
            continue;
        }
        mark_found(m, rows[role], background[0], NAN, normal[0]);
        if (background[1] == 0)
            mark_note(m, rows[role], "the control thread is of the normal class: the real-time one takes a right that this user has not");
    }
}

/* ---- a control group with half a processor, of version 1, or of version 2 where the controller is handed on ---- */

static bool write_text(const char *group, const char *file, const char *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", group, file);
    const int fd = open(path, O_WRONLY | O_CLOEXEC);
    const bool written = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0)
        close(fd);
    return written;
}

static bool make_group(char *group, size_t size)
{
    static const char *const old[] = {"/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct"}, *const unified[] = {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"};
    char quota[16], both[32];
    snprintf(quota, sizeof quota, "%d", PROMPT_QUOTA_PERCENT * 1000);
    snprintf(both, sizeof both, "%d 100000", PROMPT_QUOTA_PERCENT * 1000);
    for (int i = 0; i < 4; i++) {
        snprintf(group, size, "%s/runahead-bench-%d", i < 2 ? old[i] : unified[i - 2], (int)getpid());
        if (mkdir(group, 0755))
            continue;
        if (i < 2 ? write_text(group, "cpu.cfs_period_us", "100000") && write_text(group, "cpu.cfs_quota_us", quota) : write_text(group, "cpu.max", both))
            return true;
        rmdir(group);
    }
    return false;
}

static void measure_quota(marks *m, double seconds)
{
    static const mark_id rows[ROLES][2] = {{MARK_QUOTA_LATE, MARK_QUOTA_USED}, {MARK_QUOTA_LATE_ROOT, MARK_QUOTA_USED_ROOT}};
    char group[200];
    const bool made = make_group(group, sizeof group);
    for (int role = 0; role < ROLES; role++) {
        double f[PROMPT_FIGURES];
        if (!made) {
            for (int i = 0; i < 2; i++)
                mark_note(m, rows[role][i], "this user may make no control group with a quota here");
            continue;
        }
        if (!is_playable(m, role, rows[role], 2))
            continue;
        if (!play("quota", role, seconds, group, f)) {
            no_figures(m, rows[role], 2);
            continue;
        }
        mark_found(m, rows[role][0], f[0], NAN, f[1]);
        mark_found(m, rows[role][1], f[2], NAN, NAN);
    }
    if (made)
        rmdir(group);
}

void marks_prompt(marks *m)
{
    const double seconds = bench_pick(m->b, 1, 8, 30);
    measure_waits(m, seconds);
    measure_wakes(m, seconds);
    measure_progress(m, seconds);
    measure_asked(m, seconds);
    measure_urgency(m, seconds);
    measure_cancel(m, seconds);
    measure_inversion(m, seconds);
    measure_quota(m, seconds);
}
