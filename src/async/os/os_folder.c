/* os_folder.c - files of a folder that is this user's alone. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "async/os/folder.h"

#include "async/os/os_gate.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OTHERS_WRITE = S_IWGRP | S_IWOTH };

/* Those above it first; one that is there is left as it is. */
static int make_folders(const char *path)
{
    char part[4096];
    const size_t length = strlen(path);
    if (length >= sizeof part)
        return -ENAMETOOLONG;
    for (size_t i = 1; i <= length; i++) {
        if (path[i] && path[i] != '/')
            continue;
        memcpy(part, path, i);
        part[i] = 0;
        if (mkdir(part, 0700) && errno != EEXIST)
            return -errno;
    }
    return 0;
}

static bool is_ours(const struct stat *s)
{
    return s->st_uid == geteuid() && !(s->st_mode & OTHERS_WRITE);
}

int ra__os_folder_open(const char *path, int *folder)
{
    GATE(RA__OS_OPEN);
    struct stat status;
    int fd = -1, error = ra__os_open_file(path, O_RDONLY | O_DIRECTORY, 0, &fd);
    if (error == -ENOENT && !(error = make_folders(path)))
        error = ra__os_open_file(path, O_RDONLY | O_DIRECTORY, 0, &fd);
    if (error)
        return error;
    if (fstat(fd, &status) || !is_ours(&status)) {
        (void)UNCANCELLED(close(fd));
        return -EACCES;
    }
    *folder = fd;
    return 0;
}

/* Looked at before, since to open a device may do something; nobody else writes in the folder meanwhile. */
int ra__os_folder_read(int folder, const char *name, int *fd)
{
    GATE(RA__OS_OPEN);
    struct stat status;
    int opened;
    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW))
        return -errno;
    if (!S_ISREG(status.st_mode))
        return -ESPIPE;
    if (!is_ours(&status))
        return -EACCES;
    do
        opened = UNCANCELLED(openat(folder, name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC));
    while (opened < 0 && errno == EINTR);
    if (opened < 0)
        return -errno;
    *fd = opened;
    return 0;
}

int ra__os_folder_create(int folder, const char *name, int *fd)
{
    GATE(RA__OS_CREATE);
    int made;
    do
        made = UNCANCELLED(openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    while (made < 0 && errno == EINTR);
    if (made < 0)
        return -errno;
    *fd = made;
    return 0;
}

int ra__os_folder_rename(int folder, const char *from, const char *to)
{
    GATE(RA__OS_RENAME);
    return renameat(folder, from, folder, to) ? -errno : 0;
}

int ra__os_folder_unlink(int folder, const char *name)
{
    GATE(RA__OS_UNLINK);
    return unlinkat(folder, name, 0) ? -errno : 0;
}

/* By the system call: the library's heap is no malloc. */
int ra__os_folder_list(int folder, bool (*each)(void *context, const char *name, uint64_t bytes, uint64_t touched), void *context)
{
    GATE(RA__OS_READ);
    _Alignas(struct dirent64) char block[4096];
    struct stat status;
    ssize_t got;
    if (lseek(folder, 0, SEEK_SET))
        return -errno;
    while ((got = getdents64(folder, block, sizeof block)) > 0)
        for (ssize_t at = 0; at < got;) {
            const struct dirent64 *entry = (const struct dirent64 *)(const void *)(block + at);
            at += entry->d_reclen;
            if (fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) || !S_ISREG(status.st_mode) || !is_ours(&status))
                continue;
            const uint64_t touched = (uint64_t)status.st_mtim.tv_sec * 1000000000 + (uint64_t)status.st_mtim.tv_nsec;
            if (!each(context, entry->d_name, (uint64_t)status.st_size, touched))
                return 0;
        }
    return got ? -errno : 0;
}

int ra__os_touch(int fd)
{
    GATE(RA__OS_WRITE);
    return futimens(fd, NULL) ? -errno : 0;
}
