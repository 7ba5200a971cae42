/*
 * The first refusal of a thread.
 */
#include "async/thread/state.h"

#include "async/thread/belongings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

__thread ra__state ra__tls = {.carried.default_dtype = RA_FLOAT32};
_Atomic bool ra__check_on;
__thread ra__deed ra__doing;
__thread const char *ra__running_inline;

void ra__note_function(const char *function)
{
    if (ra__tls.carried.within)
        return; /* what it makes, the composite makes */
    ra__doing = (ra__deed){.function = function, .site = ra__tls.carried.site};
}

static size_t error_size(void)
{
    return ra__tls.error == ra__tls.brief ? sizeof ra__tls.brief : RA__ERROR_BYTES;
}

/* Where the text of a refusal is to be. */
static char *place_error(void)
{
    ra__belongings *mine = ra__belongings_mine();
    return ra__tls.error = mine ? mine->error : ra__tls.brief;
}

void ra__error_set(ra_status status, const char *text)
{
    ra__tls.status = status;
    if (status != RA_OK) {
        (void)place_error();
        snprintf(ra__tls.error, error_size(), "%s", text);
    }
}

static void keep_first(ra_status status, const char *format, va_list ap)
{
    if (ra__tls.status == RA_OK) {
        ra__tls.status = status;
        char *text = place_error();
        vsnprintf(text, error_size(), format, ap);
    }
}

static void note_refusal(ra_status status)
{
    if (ra__tls.carried.scope && ra__tls.carried.scope->status == RA_OK)
        ra__tls.carried.scope->status = status;
}

ra_status ra__passed_on(ra_status status, const char *text)
{
    ra__told(status, "%s", text);
    note_refusal(status);
    return status;
}

ra_status ra__told(ra_status status, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    keep_first(status, format, ap);
    va_end(ap);
    return status;
}

static void keep_first_and_place(ra_status status, const char *format, va_list ap)
{
    bool first = ra__tls.status == RA_OK;
    keep_first(status, format, ap);
    if (first && ra__tls.carried.site.file && ra__tls.carried.site.line != RA__NO_LINE) {
        const size_t length = strlen(ra__tls.error);
        snprintf(ra__tls.error + length, error_size() - length, " (called at %s:%d)", ra__tls.carried.site.file, ra__tls.carried.site.line);
    }
}

ra_status ra__refusal(ra_status status, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    keep_first_and_place(status, format, ap);
    va_end(ap);
    note_refusal(status);
    return status;
}

ra_status ra__remark(ra_status status, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    keep_first_and_place(status, format, ap);
    va_end(ap);
    return status;
}

ra_status ra_last_status(void)
{
    return ra__tls.status;
}

const char *ra_last_error(void)
{
    return ra__tls.status ? ra__tls.error : "";
}

void ra_clear_error(void)
{
    ra__tls.status = RA_OK;
    if (ra__tls.error)
        *ra__tls.error = 0;
    ra__tls.error = NULL;
}

ra_status ra_take_error(char *text, size_t size)
{
    const ra_status status = ra__tls.status;
    if (text && size)
        snprintf(text, size, "%s", ra_last_error());
    ra_clear_error();
    return status;
}

#define RA__STRING2(x) #x
#define RA__STRING(x) RA__STRING2(x)

const char *ra_version(void)
{
    return RA__STRING(RA_VERSION_MAJOR) "." RA__STRING(RA_VERSION_MINOR) "." RA__STRING(RA_VERSION_PATCH);
}
