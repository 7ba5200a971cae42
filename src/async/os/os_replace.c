/* os_replace.c - a new file in the place of another, which keeps what belongs to the name and not to the contents: the links
 * that lead to it, who owns it and who may do what with it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "async/os/os_gate.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

/* The length of the folder part of a path, its last slash included; 0 where there is none. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* One step along a link: `target` becomes what it points to. */
static int follow(char *target, size_t capacity)
{
    char link[4096];
    ssize_t n = readlink(target, link, sizeof link);
    if (n < 0)
        return -errno;
    size_t folder = link[0] == '/' ? 0 : folder_length(target);
    if (n == (ssize_t)sizeof link || folder + (size_t)n >= capacity)
        return -ENAMETOOLONG;
    memcpy(target + folder, link, (size_t)n);
    target[folder + (size_t)n] = 0;
    return 0;
}

int ra__os_target(const char *path, char *target, size_t capacity)
{
    enum { LINKS_MOST = 40 }; /* as the kernel has it */
    struct stat reached, status;
    GATE(RA__OS_CREATE);
    if (strlen(path) >= capacity)
        return -ENAMETOOLONG;
    memcpy(target, path, strlen(path) + 1);
    bool there = stat(path, &reached) == 0;
    if (!there && errno != ENOENT)
        return -errno;
    if (there && !S_ISREG(reached.st_mode))
        return -ESPIPE;
    for (int i = 0; !lstat(target, &status) && S_ISLNK(status.st_mode); i++) {
        int error = i < LINKS_MOST ? follow(target, capacity) : -ELOOP;
        if (error)
            return error;
    }
    if (!there)
        return 0;
    /* A link of /proc to a file that has no name any more leads nowhere. */
    if (lstat(target, &status) || status.st_dev != reached.st_dev || status.st_ino != reached.st_ino)
        return -ENOENT;
    return faccessat(AT_FDCWD, target, W_OK, AT_EACCESS) ? -errno : 0;
}

static const char access_list[] = "system.posix_acl_access";

/* The access list, and what the user attached. What cannot be kept is lost: there may be no such thing in that file system.
 * False where that is an access list. */
static bool keep_attributes(int fd, const char *target)
{
    enum { ROOM = 8192 };
    char *names = ra__os_alloc(2 * ROOM);
    bool has_list = getxattr(target, access_list, NULL, 0) > 0;
    (void)fremovexattr(fd, access_list); /* that it got from its folder */
    ssize_t n = names ? listxattr(target, names, ROOM) : 0;
    for (const char *name = names; n > 0 && name < names + n; name += strlen(name) + 1) {
        const bool is_list = !strcmp(name, access_list);
        if (strncmp(name, "user.", 5) && !is_list && strcmp(name, "security.selinux"))
            continue;
        ssize_t bytes = getxattr(target, name, names + ROOM, ROOM);
        if (bytes >= 0 && !fsetxattr(fd, name, names + ROOM, (size_t)bytes, 0) && is_list)
            has_list = false;
    }
    ra__os_free(names);
    return !has_list;
}

/* An owner that cannot be kept must not have his rights handed on: neither of set-user-ID nor of a group that is another. Where
 * there is an access list, the mode's bits of the group say what anybody in the list may have at most: without it nobody has them. */
static void keep_owner_and_mode(int fd, const char *target, const struct stat *old)
{
    mode_t mode = old->st_mode & 07777;
    struct stat made;
    if (fstat(fd, &made))
        return;
    if (made.st_gid != old->st_gid && fchown(fd, (uid_t)-1, old->st_gid))
        mode = (mode & 01707) | (mode & 07) << 3;
    if (made.st_uid != old->st_uid && fchown(fd, old->st_uid, (gid_t)-1))
        mode &= 01777;
    if (!keep_attributes(fd, target))
        mode &= ~(mode_t)070;
    (void)fchmod(fd, mode);
}

/* Nobody else's, whatever process numbers and counters come again. */
static uint64_t unique_number(void)
{
    static _Atomic uint64_t serial;
    uint64_t number;
    if (UNCANCELLED(getrandom(&number, sizeof number, GRND_NONBLOCK)) != (ssize_t)sizeof number)
        number = ra__os_now_ns() << 20 ^ (uint64_t)ra__os_getpid() << 8 ^ atomic_fetch_add_explicit(&serial, 1, memory_order_relaxed);
    return number;
}

int ra__os_create_beside(const char *target, char *name, size_t capacity, int *fd)
{
    enum { ATTEMPTS = 100 };
    struct stat old;
    GATE(RA__OS_CREATE);
    const size_t folder = folder_length(target);
    if (folder > INT32_MAX)
        return -ENAMETOOLONG;
    const bool replaces = stat(target, &old) == 0;
    int error = -EEXIST;
    for (int i = 0; i < ATTEMPTS && error == -EEXIST; i++) {
        int length = snprintf(name, capacity, "%.*s.runahead-%016llx.tmp", (int)folder, target, (unsigned long long)unique_number());
        if (length < 0 || (size_t)length >= capacity)
            return -ENAMETOOLONG;
        error = ra__os_open_file(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, replaces ? 0600 : 0666, fd);
    }
    if (!error && replaces)
        keep_owner_and_mode(*fd, target, &old);
    return error;
}

int ra__os_fsync_folder_of(const char *path)
{
    GATE(RA__OS_FSYNC);
    char folder[4096];
    const size_t length = folder_length(path);
    if (length >= sizeof folder)
        return -ENAMETOOLONG;
    memcpy(folder, length ? path : ".", length ? length : 1);
    folder[length ? length : 1] = 0;
    int fd = -1;
    int error = ra__os_open_file(folder, O_RDONLY | O_DIRECTORY, 0, &fd);
    if (error)
        return error;
    /* EINVAL: a file system whose folders cannot be synced needs no sync of them. */
    error = UNCANCELLED(fsync(fd)) && errno != EINVAL ? -errno : 0;
    (void)UNCANCELLED(close(fd));
    return error;
}
