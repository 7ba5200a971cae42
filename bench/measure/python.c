#define _GNU_SOURCE
#include "measure/python.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool ask(const char *path, const char *arguments, char *line, size_t size)
{
    const char *python = getenv("PYTHON");
    char *command = NULL;
    if (asprintf(&command, "'%s' %s %s 2>/dev/null", python && *python ? python : "python3", path, arguments) < 0)
        return false;
    FILE *f = popen(command, "r");
    free(command);
    const bool answered = f && fgets(line, (int)size, f);
    return f && pclose(f) == 0 && answered;
}

bool python_answer(const char *text, const char *arguments, char *line, size_t size)
{
    char path[] = "/tmp/runahead-python-XXXXXX";
    const int file = mkstemp(path);
    const ssize_t length = (ssize_t)strlen(text);
    if (file < 0)
        return false;
    const bool answered = write(file, text, (size_t)length) == length && ask(path, arguments, line, size);
    close(file);
    unlink(path);
    return answered;
}
