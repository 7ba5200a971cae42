/*
 * Files that are none, or not the program's to replace: what is saved takes the place of a regular file alone, and keeps what
 * belongs to its name; what is loaded is a regular file, whatever becomes of it meanwhile; no signal is sent for either.
 */
#define _GNU_SOURCE
#include "helpers/child.h"
#include "helpers/moments.h"

#include "async/os/os.h"

#include <dirent.h>
#include <errno.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/xattr.h>

static char folder[32];

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/runahead-files-XXXXXX");
    if (!mkdtemp(folder) || chdir(folder))
        return 1;
    start(1);
    return 0;
}

static int remove_folder(void **state)
{
    char command[64];
    stop();
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") || system(command) ? 1 : clean_up(state);
}

static ra_status save(const char *path, float value)
{
    RA_AUTO ra_tensor *x = ra_full(RA_DIMS(10), value), *saved = ra_save_npy(path, x);
    ra_clear_error();
    return ra_wait(saved);
}

static void assert_saved(const char *path, float value)
{
    ra_clear_error();
    RA_AUTO ra_tensor *t = ra_load_npy(path);
    assert_non_null(t);
    assert_true(at(t, 9) == value);
}

static void assert_refused(ra_status s, const char *words)
{
    assert_int_equal(s, RA_ERR_FILE);
    if (!strstr(ra_last_error(), words))
        fail_msg("\"%s\" does not say: %s", ra_last_error(), words);
    ra_clear_error();
}

static void assert_refused_both_ways(const char *path, const char *words)
{
    struct stat before, after;
    assert_int_equal(lstat(path, &before), 0);
    assert_refused(save(path, 1), words);
    assert_null(ra_load_npy(path));
    assert_refused(ra_last_status(), words);
    assert_int_equal(lstat(path, &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    assert_int_equal(before.st_mode, after.st_mode);
}

static void what_is_no_file_is_refused_by_name(void **state)
{
    (void)state;
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "socket"};
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(mkfifo("fifo", 0600), 0);
    assert_int_equal(mkdir("inner", 0755), 0);
    assert_int_equal(bind(s, (struct sockaddr *)&name, sizeof name), 0);
    assert_int_equal(symlink("fifo", "link"), 0);
    assert_int_equal(symlink("round", "round"), 0);
    assert_refused_both_ways("fifo", "a FIFO");
    assert_refused_both_ways("link", "a FIFO");
    assert_refused_both_ways("inner", "a folder");
    assert_refused_both_ways("socket", "a socket");
    assert_refused_both_ways("/dev/null", "a character device");
    assert_refused_both_ways("/dev/full", "a character device");
    assert_refused_both_ways("round", "Too many levels of symbolic links");
    close(s);
    if (!mknod("device", S_IFCHR | 0666, makedev(1, 3))) /* of the folder's own, where that is allowed */
        assert_refused_both_ways("device", "a character device");
    assert_refused(save("nowhere/file", 1), "No such file");
}

static void links_lead_to_what_is_replaced(void **state)
{
    (void)state;
    struct stat status;
    assert_int_equal(mkdir("inner", 0755), 0);
    assert_int_equal(save("inner/file", 1), RA_OK);
    assert_int_equal(symlink("inner/file", "near"), 0);
    assert_int_equal(symlink("../near", "inner/far"), 0);
    assert_int_equal(symlink("inner/made", "dangling"), 0);
    assert_int_equal(save("inner/far", 2), RA_OK);
    assert_int_equal(save("dangling", 3), RA_OK);
    assert_saved("inner/file", 2);
    assert_saved("inner/made", 3);
    for (const char *const *link = (const char *const[]){"near", "inner/far", "dangling", NULL}; *link; link++) {
        assert_int_equal(lstat(*link, &status), 0);
        assert_true(S_ISLNK(status.st_mode));
    }
}

static void what_belongs_to_the_name_stays(void **state)
{
    (void)state;
    struct stat status;
    static const mode_t modes[] = {0600, 0640, 0666, 0755, 04755};
    char value[8] = "";
    bool attributes = false;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        assert_int_equal(save("file", 1), RA_OK);
        assert_int_equal(stat("file", &status), 0);
        bool owned = geteuid() == 0 && !chown("file", 12345, 23456);
        attributes = !setxattr("file", "user.of", "ours", 4, 0);
        assert_int_equal(chmod("file", modes[i]), 0);
        assert_int_equal(save("file", 2), RA_OK);
        assert_saved("file", 2);
        assert_int_equal(stat("file", &status), 0);
        /* the system takes set-user-ID from what an ordinary user writes to */
        assert_int_equal(status.st_mode & 07777, geteuid() ? modes[i] & 03777 : modes[i]);
        if (owned)
            assert_true(status.st_uid == 12345 && status.st_gid == 23456);
        if (attributes) {
            assert_int_equal(getxattr("file", "user.of", value, sizeof value), 4);
            assert_memory_equal(value, "ours", 4);
        }
        assert_int_equal(unlink("file"), 0);
    }
    mode_t mask = umask(027);
    assert_int_equal(save("new", 1), RA_OK);
    umask(mask);
    assert_int_equal(stat("new", &status), 0);
    assert_int_equal(status.st_mode & 07777, 0640);
}

/* ---- access lists, as the system keeps them in an attribute ---- */

struct access_list {
    uint32_t version;
    struct {
        uint16_t tag, rights;
        uint32_t who;
    } entry[5];
};

/* The owner and one other user may read and write; the group may nothing, though the mode's bits for it are the other user's. */
static const struct access_list another_user = {2, {{0x01, 6, UINT32_MAX}, {0x02, 6, 12345}, {0x04, 0, UINT32_MAX}, {0x10, 6, UINT32_MAX}, {0x20, 0, UINT32_MAX}}};

static bool has_list(const char *path)
{
    struct access_list found;
    const ssize_t n = getxattr(path, "system.posix_acl_access", &found, sizeof found);
    return n == sizeof found && !memcmp(&found, &another_user, sizeof found);
}

static bool set_list(const char *path, const char *name)
{
    if (!setxattr(path, name, &another_user, sizeof another_user, 0))
        return true;
    print_message("no access lists in %s: %s\n", folder, strerror(errno));
    return false;
}

static void access_lists_stay(void **state)
{
    (void)state;
    struct stat status;
    assert_int_equal(save("file", 1), RA_OK);
    if (!set_list("file", "system.posix_acl_access"))
        skip();
    assert_int_equal(save("file", 2), RA_OK);
    assert_saved("file", 2);
    assert_true(has_list("file"));
    /* One that the folder gives to new files is not that of a file which is replaced. */
    assert_int_equal(mkdir("giving", 0755), 0);
    assert_int_equal(save("giving/file", 1), RA_OK);
    assert_int_equal(chmod("giving/file", 0640), 0);
    assert_true(set_list("giving", "system.posix_acl_default"));
    assert_int_equal(save("giving/file", 2), RA_OK);
    assert_int_equal(getxattr("giving/file", "system.posix_acl_access", NULL, 0), -1);
    assert_int_equal(stat("giving/file", &status), 0);
    assert_int_equal(status.st_mode & 07777, 0640);
    assert_int_equal(save("giving/new", 1), RA_OK);
    assert_true(getxattr("giving/new", "system.posix_acl_access", NULL, 0) > 0);
}

/* Where there is no memory to copy it: nobody may do what he could not do before. */
static void without_its_list_a_file_is_not_open_to_more(void **state)
{
    (void)state;
    struct stat status;
    bool kept = false, lost = false;
    assert_int_equal(save("file", 1), RA_OK);
    ra__os_fault_arm_call(RA__OS_HEAP, 0, 0);
    assert_int_equal(save("file", 2), RA_OK);
    const long calls = ra__os_fault_count();
    ra__os_fault_disarm();
    for (long round = 0; round < 3 * (calls + 1); round++) {
        assert_int_equal(save("file", 1), RA_OK);
        if (!set_list("file", "system.posix_acl_access"))
            skip();
        ra__os_fault_arm_call(RA__OS_HEAP, 1 + round % (calls + 1), 1);
        const ra_status s = save("file", 2);
        ra__os_fault_disarm();
        ra_clear_error();
        assert_int_equal(stat("file", &status), 0);
        if (has_list("file"))
            kept |= s == RA_OK;
        else if (status.st_mode & 077)
            fail_msg("mode %o", status.st_mode);
        else
            lost = true;
        assert_int_equal(unlink("file"), 0);
    }
    assert_true(kept && lost);
}

/* As an ordinary user: nothing is written-protected from another. */
static int save_as_nobody(const char *path)
{
    if (setgid(65534) || setuid(65534))
        return 77;
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(10)), *saved = ra_save_npy(path, x);
    if (ra_wait(saved) != RA_ERR_FILE || !strstr(ra_last_error(), "Permission denied"))
        return 3;
    return 0;
}

static void what_is_protected_is_refused(void **state)
{
    (void)state;
    char text[1000], path[64];
    if (geteuid() != 0)
        skip();
    assert_int_equal(chmod(folder, 0777), 0);
    assert_int_equal(mkdir("closed", 0755), 0);
    assert_int_equal(save("file", 1), RA_OK);
    assert_int_equal(chmod("file", 0444), 0);
    snprintf(path, sizeof path, "%s/file", folder);
    assert_int_equal(child_output("save_as_nobody", path, text, sizeof text), 0);
    snprintf(path, sizeof path, "%s/closed/file", folder);
    assert_int_equal(child_output("save_as_nobody", path, text, sizeof text), 0);
    assert_saved("file", 1);
    assert_int_equal(access("closed/file", F_OK), -1);
}

/* Temporary names of processes that were killed stay; whatever number a later process has, they are not in its way. */
/* What a process that was killed has left: one whose number comes again makes another name, every time. A process is the first
 * of its number in a space of process numbers of its own, where it may have one. */
static int leave_a_file(const char *unused)
{
    (void)unused;
    if (unshare(CLONE_NEWPID))
        return 77;
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        char name[300];
        int fd;
        _exit(getpid() != 1 || ra__os_create_beside("file", name, sizeof name, &fd));
    }
    return waitpid(child, &status, 0) != child || status;
}

static void leftovers_are_not_in_the_way(void **state)
{
    (void)state;
    enum { TIMES = 3 };
    char text[1000];
    for (int i = 0; i < TIMES; i++) {
        const int status = child_output("leave_a_file", "", text, sizeof text);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 77) {
            print_message("process numbers cannot be made to repeat here\n");
            skip();
        }
        assert_int_equal(status, 0);
    }
    int left = 0;
    DIR *d = opendir(".");
    for (struct dirent *e; (e = readdir(d));)
        left += strstr(e->d_name, ".tmp") != NULL;
    closedir(d);
    assert_int_equal(left, TIMES);
    assert_int_equal(save("file", 2), RA_OK);
    assert_saved("file", 2);
}

static void a_file_changes_while_it_is_loaded(void **state)
{
    (void)state;
    stop();
    start(-1); /* nobody reads before the wait */
    assert_int_equal(save("file", 1), RA_OK);
    assert_int_equal(save("other", 2), RA_OK);
    RA_AUTO ra_tensor *replaced = ra_load_npy("file");
    assert_int_equal(rename("other", "file"), 0);
    assert_true(at(replaced, 9) == 1);
    RA_AUTO ra_tensor *cut = ra_load_npy("file");
    assert_int_equal(truncate("file", 140), 0);
    assert_int_equal(ra_wait(cut), RA_ERR_FORMAT);
    ra_clear_error();
    RA_AUTO ra_tensor *gone = ra_load_npy("file");
    assert_non_null(gone);
    assert_int_equal(unlink("file"), 0);
    assert_int_equal(ra_wait(gone), RA_ERR_FORMAT); /* it was cut before */
    ra_clear_error();
}

/* ---- signals ---- */

/* The threads of the program, which wait and help or compute in the call, have none blocked. */
static int save_too_much(const char *way)
{
    struct rlimit limit = {65536, 65536};
    char path[] = "/tmp/runahead-limit-XXXXXX";
    bool sync = !strcmp(way, "sync");
    sigset_t pending;
    close(mkstemp(path));
    setrlimit(RLIMIT_FSIZE, &limit);
    if (ra_init(&(ra_config){.size = sizeof(ra_config), .workers = -1, .execution = sync ? RA_SYNC : RA_RUN_AHEAD}))
        return 2;
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(1000000)), *saved = ra_save_npy(path, x);
    ra_status s = ra_wait(saved);
    if (s != RA_ERR_FILE || !strstr(ra_last_error(), "File too large"))
        return 3;
    if (unlink(path) || sigpending(&pending) || sigismember(&pending, SIGXFSZ))
        return 4;
    return 0;
}

/* The report at the end goes to a stream that nobody reads. */
static int report_to_nobody(const char *unused)
{
    (void)unused;
    int ends[2];
    if (pipe(ends) || dup2(ends[1], 2) < 0)
        return 2;
    close(ends[0]), close(ends[1]);
    setenv("RUNAHEAD_REPORT", "1", 1);
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(100, 100)), *y = ra_mm(x, x);
    return ra_wait(y);
}

static void no_signal_is_sent(void **state)
{
    (void)state;
    child_ends_well("save_too_much", "sync");
    child_ends_well("save_too_much", "wait");
    child_ends_well("report_to_nobody", "");
}

static const child_program programs[] = {{"leave_a_file", leave_a_file}, {"save_as_nobody", save_as_nobody}, {"save_too_much", save_too_much}, {"report_to_nobody", report_to_nobody}};

/* Every function that takes a path, without one: refused by name, and nothing is begun. */
static void no_path_is_refused(void **state)
{
    (void)state;
    static const char *const functions[] = {"ra_load_npy",         "ra_open_npz",     "ra_open_safetensors", "ra_save_npy", "ra_save_npz",
                                            "ra_save_safetensors", "ra_load_library", "ra_trace_start"};
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(3));
    for (int k = 0; k < 8 * 2; k++) {
        const char *path = k & 1 ? "" : NULL;
        const void *made = NULL;
        ra_status s = RA_OK;
        char told[80], text[256];
        switch (k / 2) {
        case 0: made = ra_load_npy(path); break;
        case 1: made = ra_open_npz(path); break;
        case 2: made = ra_open_safetensors(path); break;
        case 3: made = ra_save_npy(path, x); break;
        case 4: made = ra_save_npz(path, RA_NAMES("x"), RA_LIST(x)); break;
        case 5: made = ra_save_safetensors(path, RA_NAMES("x"), RA_LIST(x)); break;
        case 6: s = ra_load_library(path); break;
        default: s = ra_trace_start(path);
        }
        assert_null(made);
        snprintf(told, sizeof told, "%s: path is %s", functions[k / 2], path ? "empty" : "NULL");
        const ra_status wanted = path && k / 2 < 7 ? RA_ERR_FILE : RA_ERR_ARGUMENT;
        assert_int_equal(ra_take_error(text, sizeof text), wanted);
        assert_true(k / 2 < 6 || s == wanted);
        assert_int_equal(strncmp(text, told, strlen(told)), 0);
    }
}

/* However long the path is. */
static void why_a_library_is_not_loaded_is_told(void **state)
{
    (void)state;
    static const int lengths[] = {20, 200, 600, 3000, 6000};
    for (int k = 0; k < 5; k++) {
        char path[6001], text[1024];
        for (int i = 0; i < lengths[k]; i++)
            path[i] = i % 100 ? 'a' : '/';
        path[lengths[k]] = 0;
        assert_int_equal(ra_load_library(path), RA_ERR_FILE);
        assert_int_equal(ra_take_error(text, sizeof text), RA_ERR_FILE);
        assert_non_null(strstr(text, lengths[k] < 4096 ? ": No such file or directory" : ": File name too long"));
        assert_null(strstr(text, "cannot be loaded: /"));
    }
}

#define T(function) TEST_AROUND(function, make_folder, remove_folder)

int main(int argc, char **argv)
{
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {T(what_is_no_file_is_refused_by_name), T(links_lead_to_what_is_replaced), T(what_belongs_to_the_name_stays),
                                       T(access_lists_stay), T(without_its_list_a_file_is_not_open_to_more), T(what_is_protected_is_refused), T(leftovers_are_not_in_the_way), T(a_file_changes_while_it_is_loaded), T(no_signal_is_sent), T(no_path_is_refused), T(why_a_library_is_not_loaded_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
