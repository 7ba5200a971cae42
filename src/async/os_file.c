/* os_file.c - files. The only state is the counter that makes temporary names unique. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "os_gate.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int open_file(const char *path, int flags, mode_t mode, int *fd)
{
    int opened;
    do
        opened = UNCANCELLED(open(path, flags | O_CLOEXEC, mode));
    while (opened < 0 && errno == EINTR);
    if (opened < 0)
        return -errno;
    *fd = opened;
    return 0;
}

int ra__os_open_read(const char *path, int *fd)
{
    GATE(RA__OS_OPEN);
    return open_file(path, O_RDONLY, 0, fd);
}

/* The length of the folder part of a path, its last slash included; 0 where there is none. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

int ra__os_open_new(const char *path, int *fd)
{
    if (ra__os_should_fail(RA__OS_CREATE))
        return -EACCES;
    int made;
    do
        made = UNCANCELLED(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    while (made < 0 && errno == EINTR);
    if (made < 0)
        return -errno;
    *fd = made;
    return 0;
}

int ra__os_create_beside(const char *target, char *name, size_t capacity, int *fd)
{
    static _Atomic unsigned serial;
    const int attempts = 100; /* a name is only ever taken when a process of the same number died with its file */
    GATE(RA__OS_CREATE);
    const size_t folder = folder_length(target);
    if (folder > INT32_MAX)
        return -ENAMETOOLONG;
    int error = -EEXIST;
    for (int i = 0; i < attempts && error == -EEXIST; i++) {
        unsigned number = atomic_fetch_add_explicit(&serial, 1, memory_order_relaxed);
        int length = snprintf(name, capacity, "%.*s.runahead-%d-%u.tmp", (int)folder, target, ra__os_getpid(), number);
        if (length < 0 || (size_t)length >= capacity)
            return -ENAMETOOLONG;
        error = open_file(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0666, fd);
    }
    return error;
}

int ra__os_file_size(int fd, uint64_t *bytes)
{
    GATE(RA__OS_FILE_SIZE);
    struct stat status;
    if (fstat(fd, &status))
        return -errno;
    if (!S_ISREG(status.st_mode))
        return -ESPIPE;
    *bytes = (uint64_t)status.st_size;
    return 0;
}

int ra__os_pread_full(int fd, void *buffer, size_t bytes, uint64_t offset, size_t *got)
{
    *got = 0;
    GATE(RA__OS_READ);
    if (offset > INT64_MAX || bytes > INT64_MAX - offset)
        return -EOVERFLOW;
    while (*got < bytes) {
        ssize_t part = UNCANCELLED(pread(fd, (char *)buffer + *got, bytes - *got, (off_t)(offset + *got)));
        if (part == 0)
            break;
        if (part > 0)
            *got += (size_t)part;
        else if (errno != EINTR)
            return -errno;
    }
    return 0;
}

int ra__os_write_full(int fd, const void *buffer, size_t bytes)
{
    GATE(RA__OS_WRITE);
    for (size_t done = 0; done < bytes;) {
        ssize_t part = UNCANCELLED(write(fd, (const char *)buffer + done, bytes - done));
        if (part > 0)
            done += (size_t)part;
        else if (part == 0)
            return -EIO; /* a device that takes nothing and gives no reason: never spin on it */
        else if (errno != EINTR)
            return -errno;
    }
    return 0;
}

int ra__os_write_at(int fd, const void *buffer, size_t bytes, uint64_t offset)
{
    GATE(RA__OS_WRITE);
    for (size_t done = 0; done < bytes;) {
        ssize_t part = UNCANCELLED(pwrite(fd, (const char *)buffer + done, bytes - done, (off_t)(offset + done)));
        if (part > 0)
            done += (size_t)part;
        else if (part == 0)
            return -EIO;
        else if (errno != EINTR)
            return -errno;
    }
    return 0;
}

int ra__os_truncate(int fd, uint64_t bytes)
{
    GATE(RA__OS_WRITE);
    return ftruncate(fd, (off_t)bytes) ? -errno : 0;
}

int ra__os_fsync(int fd)
{
    GATE(RA__OS_FSYNC);
    while (UNCANCELLED(fsync(fd)))
        if (errno != EINTR)
            return -errno;
    return 0;
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
    int error = open_file(folder, O_RDONLY | O_DIRECTORY, 0, &fd);
    if (error)
        return error;
    /* EINVAL: a file system whose folders cannot be synced needs no sync of them. */
    error = UNCANCELLED(fsync(fd)) && errno != EINVAL ? -errno : 0;
    (void)UNCANCELLED(close(fd));
    return error;
}

int ra__os_rename(const char *from, const char *to)
{
    GATE(RA__OS_RENAME);
    return rename(from, to) ? -errno : 0;
}

int ra__os_unlink(const char *path)
{
    GATE(RA__OS_UNLINK);
    return unlink(path) ? -errno : 0;
}

int ra__os_close(int fd)
{
    int error = UNCANCELLED(close(fd)) ? -errno : 0;
    GATE(RA__OS_CLOSE);
    /* Linux has freed the descriptor even so; to close it again could hit somebody else's. */
    return error == -EINTR ? 0 : error;
}

int ra__os_read_text(const char *path, char *text, size_t capacity)
{
    GATE(RA__OS_OPEN);
    int fd = -1;
    int error = open_file(path, O_RDONLY, 0, &fd);
    if (error)
        return error;
    /* read, not pread: files of /proc and /sys report no size, and some of them no offsets. */
    size_t length = 0;
    ssize_t part = 1;
    while (length < capacity && part) {
        part = UNCANCELLED(read(fd, text + length, capacity - length));
        if (part > 0)
            length += (size_t)part;
        else if (part < 0 && errno != EINTR) {
            error = -errno;
            break;
        }
    }
    (void)UNCANCELLED(close(fd));
    if (!error && length >= capacity)
        error = -EFBIG;
    if (capacity)
        text[error ? 0 : length] = 0;
    return error;
}
