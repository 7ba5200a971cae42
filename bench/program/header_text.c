#include "program/header_text.h"

#include <string.h>

/* The file itself, found from the folder that the build runs in, with a zero behind it. */
__asm__(".pushsection .rodata\n"
        "header_text:\n"
        ".incbin \"include/runahead/ops.h\"\n"
        ".byte 0\n"
        ".popsection\n");
extern const char header_text[] __attribute__((visibility("hidden")));

/* What only a compiler wants to read; up to the closing bracket where one is open. */
static const char *const left_out[] = {"RA_API ", " RA_WARN_UNUSED", " RA_DEFAULT(", " RA_SITE", " RA_AT("};

static void print_line(FILE *stream, const char *line, size_t length)
{
    fputs("  ", stream);
    for (size_t i = 0; i < length;) {
        size_t skipped = 0;
        for (size_t k = 0; k < sizeof left_out / sizeof *left_out; k++)
            if (strncmp(line + i, left_out[k], strlen(left_out[k])) == 0) {
                skipped = strlen(left_out[k]);
                if (left_out[k][skipped - 1] == '(')
                    skipped += strcspn(line + i + skipped, ")\n") + 1;
            }
        if (!skipped)
            fputc(line[i++], stream);
        i += skipped;
    }
    fputc('\n', stream);
}

bool header_print(FILE *stream, const char *op)
{
    /* An operator's comment ends with its schema; declarations follow up to an empty line, those of functions in one each. */
    char schema[80];
    snprintf(schema, sizeof schema, "\n *   %s(", op);
    const char *at = strstr(header_text, schema);
    at = at ? strstr(at, "*/\n") : NULL;
    if (!at)
        return false;
    bool any = false;
    for (at += 3; *at && *at != '\n'; at += strcspn(at, "\n") + 1)
        if (strncmp(at, left_out[0], strlen(left_out[0])) == 0) {
            print_line(stream, at, strcspn(at, "\n"));
            any = true;
        }
    return any;
}
