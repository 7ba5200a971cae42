#include "async/values/failure.h"

#include "async/os/os.h"

#include <stdio.h>
#include <string.h>

enum { DEPTH_MOST = 32 };

/* A tensor that is worked on again and again after it failed must not make an ever longer chain: past the bound a failure
 * takes the place of the one before it. */
ra__failure *ra__failure_new(ra_status status, uint64_t sequence, ra__failure *cause, const char *text)
{
    size_t n = strlen(text) + 1;
    ra__failure *f = ra__os_alloc(sizeof *f + n);
    if (!f)
        return NULL;
    atomic_init(&f->refs, 1);
    f->status = status;
    f->sequence = cause ? cause->sequence : sequence;
    f->left_out = 0;
    f->caller = NULL;
    if (cause && cause->depth >= DEPTH_MOST && cause->cause) {
        f->left_out = cause->left_out + 1;
        cause = cause->cause;
    }
    f->depth = cause ? cause->depth + 1 : 0;
    f->cause = cause ? ra__failure_ref(cause) : NULL;
    f->text = memcpy(f + 1, text, n);
    return f;
}

/* One per status, with a hold of their own, so that they are never freed. */
static ra__failure bare[64];

void ra__failure_init(void)
{
    for (int i = 0; i < 64; i++) {
        bare[i].status = (ra_status)i;
        bare[i].text = "";
        atomic_store_explicit(&bare[i].refs, 1, memory_order_relaxed);
    }
}

ra__failure *ra__failure_bare(ra_status status)
{
    return ra__failure_ref(&bare[(unsigned)status % 64]);
}

ra__failure *ra__failure_ref(ra__failure *f)
{
    atomic_fetch_add_explicit(&f->refs, 1, memory_order_relaxed);
    return f;
}

void ra__failure_drop(ra__failure *f)
{
    while (f && atomic_fetch_sub_explicit(&f->refs, 1, memory_order_acq_rel) == 1) {
        ra__failure *cause = f->cause;
        ra__os_free(f);
        f = cause;
    }
}

/* As snprintf. */
static int put_line(const ra__failure *f, const char *before, char *text, size_t size)
{
    const char *name, *what = f->text[0] ? f->text : ra_status_text(f->status);
    size_t offset;
    if (f->caller && ra__os_symbol(f->caller, &name, &offset))
        return snprintf(text, size, "%s%.*s called from %s+%#zx%s", before, (int)f->caller_at, what, name, offset, what + f->caller_at);
    return snprintf(text, size, "%s%s", before, what);
}

void ra__failure_text(const ra__failure *f, char *text, size_t size)
{
    /* The beginning first, then the way from there; a long way keeps its ends. */
    enum { SHOWN = 16 };
    const ra__failure *way[SHOWN];
    int n = 0;
    int64_t skipped = 0;
    for (; f; f = f->cause) {
        skipped += f->left_out;
        if (n == SHOWN) {
            memmove(way + 1, way + 2, (SHOWN - 2) * sizeof *way);
            n--;
            skipped++;
        }
        way[n++] = f;
    }
    size_t at = 0;
    if (size)
        text[0] = 0;
    for (int i = n - 1; i >= 0 && at < size; i--) {
        int w = put_line(way[i], i == n - 1 ? "" : "\n  reached ", text + at, size - at);
        at += w > 0 ? (size_t)w : 0;
        if (i == 1 && skipped && at < size) {
            w = snprintf(text + at, size - at, "\n  ... %lld more ...", (long long)skipped);
            at += w > 0 ? (size_t)w : 0;
        }
    }
}
