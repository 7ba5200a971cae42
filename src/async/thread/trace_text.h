/*
 * Text for the trace, put together by hand: with printf a trace would cost more than small operators do.
 */
#ifndef RA_ASYNC_TRACE_TEXT_H
#define RA_ASYNC_TRACE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* at <= end; whoever puts something has made sure that there is room. */
typedef struct ra__text {
    char *at, *end;
} ra__text;

static inline size_t ra__text_room(const ra__text *t)
{
    return (size_t)(t->end - t->at);
}

static inline void ra__text_put(ra__text *t, const char *s, size_t n)
{
    memcpy(t->at, s, n);
    t->at += n;
}

#define RA__TEXT_LITERAL(t, s) ra__text_put(t, "" s, sizeof(s) - 1)

enum { RA__TEXT_NUMBER = 20 }; /* characters of the longest number, a sign with it */

static inline void ra__text_number(ra__text *t, int64_t value)
{
    char digits[RA__TEXT_NUMBER];
    int n = RA__TEXT_NUMBER;
    uint64_t v = value < 0 ? -(uint64_t)value : (uint64_t)value;
    do
        digits[--n] = (char)('0' + v % 10);
    while (v /= 10);
    if (value < 0)
        *t->at++ = '-';
    ra__text_put(t, digits + n, (size_t)(RA__TEXT_NUMBER - n));
}

/* Nanoseconds as microseconds with three places. */
static inline void ra__text_us(ra__text *t, uint64_t ns)
{
    unsigned part = (unsigned)(ns % 1000);
    ra__text_number(t, (int64_t)(ns / 1000));
    const char places[4] = {'.', (char)('0' + part / 100), (char)('0' + part / 10 % 10), (char)('0' + part % 10)};
    ra__text_put(t, places, 4);
}

/* What one character can become within a JSON string. */
enum { RA__TEXT_ESCAPED = 6 };

/*
 * As the inside of a JSON string, which is UTF-8: quotes, backslashes and control characters are escaped; a byte that is no
 * part of a well-formed sequence becomes a question mark.
 */
static inline size_t ra__text_sequence(const unsigned char *s)
{
    static const unsigned lowest[5] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = *s < 0x80 ? 1 : *s >= 0xc2 && *s < 0xe0 ? 2 : *s >= 0xe0 && *s < 0xf0 ? 3 : *s >= 0xf0 && *s < 0xf5 ? 4 : 0;
    unsigned code = n == 2 ? *s & 31 : n == 3 ? *s & 15 : *s & 7;
    if (n < 2)
        return n;
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (s[i] & 63);
    }
    return code < lowest[n] || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff ? 0 : n;
}

static inline void ra__text_json(ra__text *t, const char *string)
{
    static const char hex[] = "0123456789abcdef";
    for (const unsigned char *s = (const unsigned char *)string;;) {
        while (*s >= 32 && *s < 128 && *s != '"' && *s != '\\')
            *t->at++ = (char)*s++;
        if (!*s)
            return;
        size_t n = ra__text_sequence(s);
        if (n == 1 && (*s < 32 || *s == '"' || *s == '\\')) {
            const char escape[RA__TEXT_ESCAPED] = {'\\', 'u', '0', '0', hex[*s >> 4], hex[*s & 15]};
            ra__text_put(t, escape, sizeof escape);
        } else if (n)
            ra__text_put(t, (const char *)s, n);
        else
            *t->at++ = '?';
        s += n ? n : 1;
    }
}

#endif
