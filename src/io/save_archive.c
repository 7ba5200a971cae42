#include "io/save_archive.h"

#include "async/os/os.h"
#include "async/thread/entry.h"
#include "io/file_words.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 20, NAME_MOST = 4096 };

/* Bytes of the character of UTF-8 that begins here; 0: none does. */
static size_t character(const unsigned char *s)
{
    const size_t n = s[0] < 0x80 ? 1 : s[0] >= 0xC2 && s[0] < 0xE0 ? 2 : s[0] >= 0xE0 && s[0] < 0xF0 ? 3 : s[0] >= 0xF0 && s[0] < 0xF5 ? 4 : 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xC0) != 0x80)
            return 0;
    const bool is_overlong = (s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xF0 && s[1] < 0x90);
    const bool is_beyond = (s[0] == 0xED && s[1] >= 0xA0) || (s[0] == 0xF4 && s[1] >= 0x90); /* halves of pairs; past U+10FFFF */
    return is_overlong || is_beyond ? 0 : n;
}

static bool is_utf8(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    for (size_t n; *s; s += n)
        if (!(n = character(s)))
            return false;
    return true;
}

static int compare(const void *one, const void *other)
{
    return strcmp(*(const char *const *)one, *(const char *const *)other);
}

/* Every `step`th of n strings is unlike the others. */
static ra_status check_unlike(const char *function, const char *const *strings, size_t n, size_t step, const char *what)
{
    const char **sorted = ra__os_alloc((n / step + 1) * sizeof *sorted);
    if (!sorted)
        return ra__refusal(RA_ERR_MEMORY, "%s: out of memory for %zu names", function, n / step);
    const size_t count = n / step;
    for (size_t i = 0; i < count; i++)
        sorted[i] = strings[i * step];
    qsort(sorted, count, sizeof *sorted, compare);
    ra_status s = RA_OK;
    for (size_t i = 1; i < count && !s; i++)
        if (!strcmp(sorted[i - 1], sorted[i]))
            s = ra__refusal(RA_ERR_ARGUMENT, "%s: %s \"%.100s\" is there twice", function, what, sorted[i]);
    ra__os_free(sorted);
    return s;
}

static ra_status check_names(const char *function, const char *const *names, ra_tensors tensors)
{
    if (tensors.count < 0 || tensors.count > MOST || (tensors.count && !tensors.items))
        return ra__refusal(RA_ERR_ARGUMENT, "%s: tensors: %lld of them%s; 0 to %d can be saved", function, (long long)tensors.count,
                           tensors.count && !tensors.items ? " and no list" : "", MOST);
    if (!names)
        return ra__refusal(RA_ERR_ARGUMENT, "%s: names is NULL", function);
    int64_t count = 0;
    while (count < tensors.count && names[count])
        count++;
    if (count < tensors.count || names[count])
        return ra__refusal(RA_ERR_ARGUMENT, "%s: names: %s %lld before the NULL, for %lld tensors", function, names[count] ? "more than" : "only", (long long)count,
                           (long long)tensors.count);
    for (int64_t i = 0; i < count; i++)
        if (!*names[i] || strlen(names[i]) > NAME_MOST || !is_utf8(names[i]))
            return ra__refusal(RA_ERR_ARGUMENT, "%s: names[%lld] is %s", function, (long long)i,
                               !*names[i] ? "empty" : strlen(names[i]) > NAME_MOST ? "longer than 4096 bytes" : "no UTF-8");
    return check_unlike(function, names, (size_t)count, 1, "the name");
}

static ra_status check_metadata(const char *function, const char *const *metadata, size_t *count)
{
    for (*count = 0; metadata && metadata[*count]; ++*count)
        if (!is_utf8(metadata[*count]))
            return ra__refusal(RA_ERR_ARGUMENT, "%s: metadata[%zu] is no UTF-8", function, *count);
    if (*count % 2)
        return ra__refusal(RA_ERR_ARGUMENT, "%s: metadata: the key \"%.100s\" has no value", function, metadata[*count - 1]);
    return *count ? check_unlike(function, metadata, *count, 2, "metadata: the key") : RA_OK;
}

static const char *keep(char **room, const char *text)
{
    const size_t n = strlen(text) + 1;
    char *kept = memcpy(*room, text, n);
    *room += n;
    return kept;
}

ra__archive_saving *ra__archive_saving_new(const char *function, const char *path, const char *const *names, ra_tensors tensors, const char *const *metadata)
{
    size_t metadata_count;
    if (check_names(function, names, tensors) || check_metadata(function, metadata, &metadata_count))
        return NULL;
    const size_t count = (size_t)tensors.count;
    size_t bytes = path ? strlen(path) + 1 : 0;
    for (size_t i = 0; i < count; i++) {
        if (ra__saved_check(function, path, tensors.items[i]))
            return NULL;
        bytes += strlen(names[i]) + 1; /* fits: was read, byte by byte */
    }
    for (size_t i = 0; i < metadata_count; i++)
        bytes += strlen(metadata[i]) + 1; /* fits: likewise */
    if (ra__path_given(function, path))
        return NULL;
    ra__archive_saving *s = ra__os_calloc(1, sizeof *s + count * sizeof *s->named + metadata_count * sizeof *s->metadata + bytes);
    if (!s) {
        ra__refusal(RA_ERR_MEMORY, "%s: out of memory for %zu tensors", function, count);
        return NULL;
    }
    const char **strings = (const char **)(void *)&s->named[count];
    char *room = (char *)&strings[metadata_count];
    s->path = keep(&room, path);
    s->count = count;
    s->metadata = strings;
    s->metadata_count = metadata_count;
    for (size_t i = 0; i < metadata_count; i++)
        strings[i] = keep(&room, metadata[i]);
    for (size_t i = 0; i < count; i++) {
        s->named[i].name = keep(&room, names[i]);
        ra__saved_take(&s->named[i].tensor, tensors.items[i]);
    }
    return s;
}

void ra__archive_saving_release(void *saving)
{
    ra__archive_saving *s = saving;
    for (size_t i = 0; i < s->count; i++)
        ra__saved_drop(&s->named[i].tensor);
    ra__os_free(s);
}
