/* Files, and the compiler of the host. */
#define _GNU_SOURCE
#include "nvrtc.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

uint64_t hash_of(uint64_t before, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++)
        before = (before ^ at[i]) * UINT64_C(0x100000001b3); /* FNV-1a */
    return before;
}

int run_compiler(char *const *arguments, const char *folder, const char *log)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = -1;
    posix_spawn_file_actions_init(&actions);
    if (folder)
        posix_spawn_file_actions_addchdir_np(&actions, folder);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0644);
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

/* The words of a line, of which some are between quotes; *line moves behind it. How many there are. */
static int split(char **line, char **words, int most)
{
    char *at = *line, *to = at;
    int count = 0;
    while (*at && *at != '\n' && count < most) {
        for (; *at == ' '; at++)
            ;
        if (!*at || *at == '\n')
            break;
        bool quoted = false;
        words[count++] = to;
        for (; *at && *at != '\n' && (quoted || *at != ' '); at++)
            if (*at == '"')
                quoted = !quoted;
            else
                *to++ = *at == '\\' && at[1] ? *++at : *at;
        const bool ends = !*at || *at == '\n';
        *line = *at ? at + 1 : at;
        *to++ = '\0';
        if (ends)
            return count;
        at++;
    }
    *line = strchrnul(at, '\n');
    *line += **line == '\n';
    return count;
}

static const char *ending(const char *word)
{
    const char *dot = strrchr(word, '.');
    return dot ? dot : "";
}

static const char *name_of(const char *word)
{
    const char *slash = strrchr(word, '/');
    return slash ? slash + 1 : word;
}

int run_lines(char *said, char *const *more, const char *folder, const char *log)
{
    enum { WORDS = 256 };
    char *words[WORDS + 1];
    int status = -1;
    while (*said) {
        if (*said != ' ') { /* versions, variables */
            said = strchrnul(said, '\n');
            said += *said == '\n';
            continue;
        }
        int count = split(&said, words, WORDS);
        if (count == 0)
            continue;
        for (int i = 1; i < count; i++) { /* the driver's own files */
            if (!strcmp(ending(words[i]), ".s"))
                words[i] = (char *)"kernel.s";
            else if (!strcmp(ending(words[i]), ".o") && strcmp(name_of(words[i]), "told.o"))
                words[i] = (char *)"kernel.o";
        }
        if (!strcmp(name_of(words[0]), "collect2"))
            words[0] = (char *)"ld"; /* which that would call: nothing is to be collected */
        for (; more && *more && count < WORDS; more++)
            words[count++] = *more;
        more = NULL;
        words[count] = NULL;
        if ((status = run_compiler(words, folder, log)))
            return status;
    }
    return status;
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
