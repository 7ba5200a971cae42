/* os_file.c - files. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "async/os/os_gate.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int ra__os_open_file(const char *path, int flags, mode_t mode, int *fd)
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

const char *ra__os_irregular(const char *path)
{
    struct stat status;
    if (stat(path, &status))
        return NULL;
    switch (status.st_mode & S_IFMT) {
    case S_IFDIR: return "a folder";
    case S_IFIFO: return "a FIFO";
    case S_IFSOCK: return "a socket";
    case S_IFCHR: return "a character device";
    case S_IFBLK: return "a block device";
    default: return NULL;
    }
}

/* Looked at before, since to open a device may do something, and after, since it may have become another. The open itself
 * does not wait for a writer; of a regular file it fails so only where somebody has a lease on it, who is then waited for. */
int ra__os_open_read(const char *path, int *fd)
{
    GATE(RA__OS_OPEN);
    struct stat status;
    if (ra__os_irregular(path))
        return -ESPIPE;
    int opened = -1, error = ra__os_open_file(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0, &opened);
    if (error == -EWOULDBLOCK)
        error = ra__os_open_file(path, O_RDONLY | O_NOCTTY, 0, &opened);
    if (error)
        return error;
    if (fstat(opened, &status) || !S_ISREG(status.st_mode)) {
        (void)UNCANCELLED(close(opened));
        return -ESPIPE;
    }
    *fd = opened;
    return 0;
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

/* A write beyond the limit of a file's size, or to a pipe that nobody reads, sends the thread a signal whose default is the end
 * of the process; the error says the same. Between the two the signals are blocked, and one that came is taken. */
typedef struct hush {
    sigset_t before, pending;
} hush;

static sigset_t hushed(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGXFSZ);
    sigaddset(&set, SIGPIPE);
    return set;
}

static hush hush_begin(void)
{
    hush h;
    sigset_t set = hushed();
    sigemptyset(&h.pending);
    pthread_sigmask(SIG_BLOCK, &set, &h.before);
    sigpending(&h.pending); /* of somebody else's making: left as it is */
    return h;
}

static void hush_end(const hush *h)
{
    const int saved = errno;
    const struct timespec at_once = {0};
    sigset_t set;
    sigemptyset(&set);
    if (saved == EFBIG && !sigismember(&h->pending, SIGXFSZ))
        sigaddset(&set, SIGXFSZ);
    if (saved == EPIPE && !sigismember(&h->pending, SIGPIPE))
        sigaddset(&set, SIGPIPE);
    if (saved == EFBIG || saved == EPIPE)
        (void)UNCANCELLED(sigtimedwait(&set, NULL, &at_once));
    pthread_sigmask(SIG_SETMASK, &h->before, NULL);
    errno = saved;
}

static ssize_t quiet_write(int fd, const void *bytes, size_t n)
{
    hush h = hush_begin();
    ssize_t written = UNCANCELLED(write(fd, bytes, n));
    if (written >= 0)
        errno = 0;
    hush_end(&h);
    return written;
}

static ssize_t quiet_write_at(int fd, const void *bytes, size_t n, off_t offset)
{
    hush h = hush_begin();
    ssize_t written = UNCANCELLED(pwrite(fd, bytes, n, offset));
    if (written >= 0)
        errno = 0;
    hush_end(&h);
    return written;
}

int ra__os_write_full(int fd, const void *buffer, size_t bytes)
{
    GATE(RA__OS_WRITE);
    for (size_t done = 0; done < bytes;) {
        ssize_t part = quiet_write(fd, (const char *)buffer + done, bytes - done);
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
        ssize_t part = quiet_write_at(fd, (const char *)buffer + done, bytes - done, (off_t)(offset + done));
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
    hush h = hush_begin();
    int error = ftruncate(fd, (off_t)bytes) ? errno : 0;
    errno = error;
    hush_end(&h);
    return -error;
}

int ra__os_fsync(int fd)
{
    GATE(RA__OS_FSYNC);
    while (UNCANCELLED(fsync(fd)))
        if (errno != EINTR)
            return -errno;
    return 0;
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
    GATE(RA__OS_READ_TEXT);
    int fd = -1;
    int error = ra__os_open_file(path, O_RDONLY, 0, &fd);
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
