/* Files, and the compiler of the host. */
#define _GNU_SOURCE
#include "nvrtc.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

uint64_t hash_of(uint64_t before, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++)
        before = (before ^ at[i]) * UINT64_C(0x100000001b3); /* FNV-1a */
    return before;
}

int run_compiler(char *const *arguments, const char *log)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    int failed = posix_spawnp(&child, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed)
        return -1;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

struct text read_whole(const char *path)
{
    struct text t = {.failed = false};
    FILE *file = fopen(path, "re");
    if (!file)
        return (struct text){.failed = true};
    char block[16384];
    size_t got;
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        text_add(&t, block, got);
    text_add(&t, "", 0);
    t.failed = t.failed || ferror(file);
    fclose(file);
    return t;
}

bool write_whole(const char *path, const void *bytes, size_t length)
{
    FILE *file = fopen(path, "we");
    if (!file)
        return false;
    bool wrote = fwrite(bytes, 1, length, file) == length;
    return (fclose(file) == 0) & wrote;
}
