/*
 * Compiled programs on disk: a file each, in a folder that this user alone writes to (RUNAHEAD_CUDA_CACHE, or `runahead` in that of the
 * user's caches). Without a folder, room or permission there are none, and nobody is told: then programs are compiled.
 *
 * A file is named by a hash of its key, and holds the key, which is compared, and the program; a checksum stands before both. It is
 * written beside under a name of its own and renamed, so that there is all of it or nothing, whoever else writes or reads; a file that
 * is damaged, or of another key, is no program, and the next that is kept under its name replaces it. To read one touches it; who has
 * kept one deletes those that were touched longest ago, until the rest has room. Only names of these two forms are ever deleted.
 */
#include "cuda/disk.h"

#include "async/os/folder.h"
#include "async/os/os.h"
#include "async/thread/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENDING ".program"
#define UNFINISHED ".unfinished"

enum { DIGITS = 32, NAME_BYTES = 96, ABANDONED_S = 3600 };

typedef struct digest {
    uint64_t half[2];
} digest;

typedef struct head {
    char is[8];
    uint64_t key_bytes, program_bytes;
    digest sum; /* of the above and all that follows */
} head;

static const char is[8] = "ra prog1";

/* ---- the hash: 128 bits, each step of which takes no two values of a word to one ---- */

static void mix_word(digest *d, uint64_t word)
{
    uint64_t a = (d->half[0] ^ word) * UINT64_C(0x9E3779B97F4A7C15), b = (d->half[1] + word) * UINT64_C(0xC2B2AE3D27D4EB4F);
    d->half[0] = a ^ a >> 32;
    d->half[1] = (b ^ b >> 29) + (a << 17 | a >> 47);
}

static void mix(digest *d, const void *bytes, size_t n)
{
    const char *at = bytes;
    mix_word(d, n);
    for (; n; at += 8) {
        uint64_t word = 0;
        const size_t part = n < 8 ? n : 8;
        memcpy(&word, at, part);
        mix_word(d, word);
        n -= part;
    }
}

static digest sum_of(const head *h, const char *key, const char *program)
{
    digest d = {{UINT64_C(0x243F6A8885A308D3), UINT64_C(0x13198A2E03707344)}};
    mix(&d, h, offsetof(head, sum));
    mix(&d, key, h->key_bytes);
    mix(&d, program, h->program_bytes);
    for (int i = 0; i < 4; i++) /* what came last is spread as well */
        mix_word(&d, d.half[0] ^ d.half[1]);
    return d;
}

static void name_of(const char *key, char *name)
{
    const digest d = sum_of(&(head){.key_bytes = strlen(key)}, key, "");
    snprintf(name, NAME_BYTES, "%016llx%016llx" ENDING, (unsigned long long)d.half[0], (unsigned long long)d.half[1]);
}

/* ---- the folder ---- */

static bool find_folder(char *path, size_t size)
{
    const char *given = ra__settings.cuda_cache, *caches = ra__os_getenv("XDG_CACHE_HOME"), *home = ra__os_getenv("HOME");
    int n = -1;
    if (!strcmp(given, "off") || ra__settings.cuda_cache_bytes <= 0)
        return false;
    if (*given)
        n = snprintf(path, size, "%s", given);
    else if (caches && *caches == '/')
        n = snprintf(path, size, "%s/runahead", caches);
    else if (home && *home == '/')
        n = snprintf(path, size, "%s/.cache/runahead", home);
    return n > 0 && (size_t)n < size;
}

static bool open_folder(int *folder)
{
    char path[1024];
    return find_folder(path, sizeof path) && !ra__os_folder_open(path, folder);
}

/* ---- reading ---- */

/* A whole file, or NULL. */
static char *read_file(int fd, uint64_t *bytes)
{
    size_t got = 0;
    if (ra__os_file_size(fd, bytes) || *bytes < sizeof(head) || *bytes > (uint64_t)ra__settings.cuda_cache_bytes)
        return NULL;
    char *block = ra__os_alloc(*bytes);
    if (block && (ra__os_pread_full(fd, block, *bytes, 0, &got) || got != *bytes)) {
        ra__os_free(block);
        block = NULL;
    }
    return block;
}

static bool is_whole(const char *block, uint64_t bytes, const char *key)
{
    const size_t length = strlen(key);
    const char *body = block + sizeof(head);
    head h;
    memcpy(&h, block, sizeof h);
    if (memcmp(h.is, is, sizeof is) || h.key_bytes != length || bytes - sizeof h < length || h.program_bytes != bytes - sizeof h - length || memcmp(body, key, length))
        return false;
    const digest sum = sum_of(&h, body, body + length);
    return !memcmp(&sum, &h.sum, sizeof sum);
}

char *ra__cuda_disk_get(const char *key, size_t *bytes)
{
    char name[NAME_BYTES], *block = NULL;
    uint64_t all = 0;
    int folder, fd;
    if (!open_folder(&folder))
        return NULL;
    name_of(key, name);
    if (!ra__os_folder_read(folder, name, &fd)) {
        block = read_file(fd, &all);
        if (block && !is_whole(block, all, key)) {
            ra__os_free(block);
            block = NULL;
        }
        if (block)
            (void)ra__os_touch(fd);
        (void)ra__os_close(fd);
    }
    (void)ra__os_close(folder);
    if (!block)
        return NULL;
    const size_t before = sizeof(head) + strlen(key);
    *bytes = all - before;
    memmove(block, block + before, *bytes);
    return block;
}

/* ---- room ---- */

typedef struct kept {
    char name[NAME_BYTES];
    uint64_t bytes, touched;
} kept;

typedef struct list {
    kept *of;
    size_t count, room;
    uint64_t bytes, newest;
} list;

/* Whether a name is one of ours, and whether of a file that somebody is writing, or has left so. */
static bool is_name(const char *name, bool *is_unfinished)
{
    if (strspn(name, "0123456789abcdef") != DIGITS || strlen(name) >= NAME_BYTES)
        return false;
    *is_unfinished = !strncmp(name + DIGITS, UNFINISHED, strlen(UNFINISHED));
    return *is_unfinished || !strcmp(name + DIGITS, ENDING);
}

static bool add_kept(void *context, const char *name, uint64_t bytes, uint64_t touched)
{
    list *l = context;
    bool is_unfinished;
    if (!is_name(name, &is_unfinished))
        return true;
    if (l->count == l->room) {
        kept *more = ra__os_realloc(l->of, (2 * l->room + 64) * sizeof *more);
        if (!more)
            return false;
        l->of = more;
        l->room = 2 * l->room + 64;
    }
    kept *k = &l->of[l->count++];
    strcpy(k->name, name);
    k->bytes = bytes;
    k->touched = touched;
    l->bytes += bytes;
    l->newest = touched > l->newest ? touched : l->newest;
    return true;
}

static int by_touch(const void *a, const void *b)
{
    const kept *x = a, *y = b;
    return (x->touched > y->touched) - (x->touched < y->touched);
}

/* Those that were used longest ago go; and what a process has begun to write and not ended, an hour before the newest. */
static void make_room(int folder)
{
    const uint64_t most = (uint64_t)ra__settings.cuda_cache_bytes;
    list l = {.of = NULL};
    if (!ra__os_folder_list(folder, add_kept, &l) && l.count)
        qsort(l.of, l.count, sizeof *l.of, by_touch);
    for (size_t i = 0; i < l.count; i++) {
        bool is_unfinished = false;
        (void)is_name(l.of[i].name, &is_unfinished);
        const bool abandoned = is_unfinished && l.newest - l.of[i].touched > ABANDONED_S * UINT64_C(1000000000);
        if ((abandoned || (!is_unfinished && l.bytes > most)) && !ra__os_folder_unlink(folder, l.of[i].name))
            l.bytes -= l.of[i].bytes;
    }
    ra__os_free(l.of);
}

/* ---- writing ---- */

static bool write_all(int fd, const head *h, const char *key, const char *program)
{
    bool wrote = !ra__os_write_full(fd, h, sizeof *h) && !ra__os_write_full(fd, key, h->key_bytes) && !ra__os_write_full(fd, program, h->program_bytes);
    return !ra__os_close(fd) && wrote;
}

void ra__cuda_disk_put(const char *key, const char *program, size_t bytes)
{
    head h = {.key_bytes = strlen(key), .program_bytes = bytes};
    char name[NAME_BYTES], fresh[NAME_BYTES];
    int folder, fd;
    if (sizeof h + h.key_bytes + bytes > (uint64_t)ra__settings.cuda_cache_bytes || !open_folder(&folder))
        return;
    memcpy(h.is, is, sizeof is);
    h.sum = sum_of(&h, key, program);
    name_of(key, name);
    snprintf(fresh, sizeof fresh, "%.*s" UNFINISHED "-%d-%llx", DIGITS, name, ra__os_getpid(), (unsigned long long)ra__os_now_ns());
    if (!ra__os_folder_create(folder, fresh, &fd)) {
        if (!write_all(fd, &h, key, program) || ra__os_folder_rename(folder, fresh, name))
            (void)ra__os_folder_unlink(folder, fresh);
        make_room(folder);
    }
    (void)ra__os_close(folder);
}
