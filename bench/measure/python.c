#define _GNU_SOURCE
#include "measure/python.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct answer {
    char *line; /* the first; or NULL: take has each */
    size_t size;
    void (*take)(void *context, const char *line);
    void *context;
} answer;

static bool read_lines(FILE *f, const answer *a)
{
    if (a->line)
        return fgets(a->line, (int)a->size, f);
    char *line = NULL;
    size_t room = 0;
    for (ssize_t length; (length = getline(&line, &room, f)) > 0;) {
        line[line[length - 1] == '\n' ? length - 1 : length] = 0;
        a->take(a->context, line);
    }
    free(line);
    return true;
}

static bool ask(const char *path, const char *arguments, const answer *a)
{
    const char *python = getenv("PYTHON");
    char *command = NULL;
    if (asprintf(&command, "'%s' %s %s %s", python && *python ? python : "python3", path, arguments, a->line ? "2>/dev/null" : "2>&1") < 0)
        return false;
    FILE *f = popen(command, "r");
    free(command);
    const bool answered = f && read_lines(f, a);
    return f && pclose(f) == 0 && answered;
}

static bool run(const char *text, const char *arguments, const answer *a)
{
    char path[] = "/tmp/runahead-python-XXXXXX";
    const int file = mkstemp(path);
    const ssize_t length = (ssize_t)strlen(text);
    if (file < 0)
        return false;
    const bool answered = write(file, text, (size_t)length) == length && ask(path, arguments, a);
    close(file);
    unlink(path);
    return answered;
}

bool python_answer(const char *text, const char *arguments, char *line, size_t size)
{
    return run(text, arguments, &(answer){.line = line, .size = size});
}

bool python_lines(const char *text, const char *arguments, void (*take)(void *context, const char *line), void *context)
{
    return run(text, arguments, &(answer){.take = take, .context = context});
}
