/* A part of the marks in a process of its own. */
#define _GNU_SOURCE
#include "marks/marks.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

FILE *mark_part(const char *before, const char *arguments)
{
    char self[800], *command;
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = 0;
    if (length <= 0 || strchr(self, '\'') || asprintf(&command, "%s '%s' part %s 2>/dev/null", before, self, arguments) < 0)
        return NULL;
    FILE *f = popen(command, "r");
    free(command);
    return f;
}
