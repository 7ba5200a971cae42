#include "peers/device_torch.h"
#include "measure/python.h"

#include <stdlib.h>
#include <string.h>

/* The program itself, found from the folder that the build runs in, with a zero behind it. */
__asm__(".pushsection .rodata\n"
        "device_text:\n"
        ".incbin \"bench/peers/device.py\"\n"
        ".byte 0\n"
        ".popsection\n");
extern const char device_text[] __attribute__((visibility("hidden")));

enum { TURNS_MOST = 100 };

typedef struct answer {
    bench *b;
    device_torch_told told;
    void *context;
    char other[200]; /* the last line that is none of the program's own: why it failed, where it did */
    int figures;
} answer;

/* "NAME seconds seconds ..." */
static void take_figure(answer *a, const char *text)
{
    char name[64];
    double seconds[TURNS_MOST];
    int used = 0, count = 0;
    if (sscanf(text, "%63s%n", name, &used) != 1)
        return;
    for (char *end = (char *)text + used; count < TURNS_MOST; count++) {
        const char *from = end;
        seconds[count] = strtod(from, &end);
        if (end == from)
            break;
    }
    a->figures++;
    a->told(a->context, name, seconds, count);
}

static void take(void *context, const char *line)
{
    answer *a = context;
    if (strncmp(line, "figure ", 7) == 0)
        take_figure(a, line + 7);
    else if (strncmp(line, "version ", 8) == 0)
        report_remark(a->b->report, "PyTorch is of version %s, from Python.", line + 8);
    else if (strncmp(line, "failed ", 7) == 0)
        report_remark(a->b->report, "Not measured in PyTorch: %.300s", line + 7);
    else if (*line)
        snprintf(a->other, sizeof a->other, "%.199s", strncmp(line, "why ", 4) == 0 ? line + 4 : line);
}

void device_torch(bench *b, const device_sizes *s, int launches, int turns, bool compiles, int limit_s, device_torch_told told, void *context)
{
    char arguments[400];
    answer a = {.b = b, .told = told, .context = context};
    snprintf(arguments, sizeof arguments, "%lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %d %d %d %d %d %d", (long long)s->elements, (long long)s->copied, (long long)s->rows,
             (long long)s->columns, (long long)s->turned, (long long)s->scanned, (long long)s->sorted, (long long)s->images, (long long)s->channels, (long long)s->plane, s->large, s->small,
             launches, turns < TURNS_MOST ? turns : TURNS_MOST, compiles, limit_s);
    progress("device: PyTorch");
    if (python_lines(device_text, arguments, take, &a))
        return;
    if (a.figures)
        report_remark(b->report, "PyTorch's run, which may take %d s, ended early%s%s", limit_s, *a.other ? ": " : ".", a.other);
    else
        report_remark(b->report, "Not measured in PyTorch: PYTHON, or python3, has none that finds a CUDA device%s%s", *a.other ? ": " : ".", a.other);
}
