/*
 * Places in the engine: every call of an atomic entry that the compiler has put there, found in the executable's text, so that
 * those that were never reached are known as well.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "explorer.h"

#include <dlfcn.h>
#include <unistd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

ex_site *ex_site_table;
static ex_site sorted[EX_SITES];
static int count;

/* Atomic entries, named in the executable's dynamic symbols (it is linked with -rdynamic). What was asked for is asked for again many
 * times, and the loader goes through all symbols for each. */
static const char *entry_name(const void *address)
{
    static struct {
        const void *address;
        const char *name;
    } known[1 << 10], *k;
    Dl_info info;
    k = &known[((uintptr_t)address * UINT64_C(0x9e3779b97f4a7c15)) >> 54];
    if (k->address != address) {
        const bool is_entry = dladdr(address, &info) && info.dli_saddr == address && info.dli_sname && !strncmp(info.dli_sname, "__tsan_atomic", 13);
        k->address = address;
        k->name = is_entry ? info.dli_sname + 13 : NULL;
    }
    return k->name;
}

static ex_site *slot(const void *address)
{
    const uint32_t h = ex_site_place(address);
    for (uint32_t n = 0; n < EX_SITES; n++) {
        ex_site *s = &ex_site_table[(h + n) % EX_SITES];
        if (s->address == address || !s->address)
            return s;
    }
    fprintf(stderr, "explorer: more than %d places\n", EX_SITES);
    exit(2);
}

ex_site *ex_site_find(const void *address)
{
    ex_site *s = slot(address);
    if (!s->address) {
        s->address = address;
        s->does = "";
        s->order = -1;
        count++;
    }
    return s;
}

const ex_site *ex_site_at(const void *address)
{
    const ex_site *s = slot(address);
    return s->address ? s : NULL;
}

/* Counted in memory that children of a fork share with their parent, but no process with another that explores. */
void ex_sites_own(void)
{
    ex_site *mine = mmap(NULL, EX_SITES * sizeof *mine, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (mine == MAP_FAILED) {
        perror("explorer: places");
        exit(2);
    }
    if (ex_site_table)
        memcpy(mine, ex_site_table, EX_SITES * sizeof *mine);
    ex_site_table = mine;
}

/*
 * The order that the call before p hands over: a constant that is put into the register of that argument, a few instructions before.
 * -1: it cannot be told.
 */
static int order_before(const unsigned char *p, const char *entry)
{
    const bool is_load = strstr(entry, "_load"), is_compare = strstr(entry, "_compare"), is_fence = strstr(entry, "_fence");
    const unsigned char move = is_fence ? 0xbf : is_load ? 0xbe : is_compare ? 0xb9 : 0xba; /* edi, esi, ecx, edx */
    for (const unsigned char *q = p - 5; q > p - 48; q--) {
        if (q[0] == move && q[1] <= 5 && !q[2] && !q[3] && !q[4])
            return q[1];
        if (q[0] == 0xe8 && q < p - 5) /* perhaps another call */
            break;
    }
    return -1;
}

/* From engine.ld. */
extern const unsigned char ex_text_begin[], ex_text_end[];

void ex_sites_init(void)
{
    ex_sites_own();
#if defined(__x86_64__)
    for (const unsigned char *p = ex_text_begin; p + 5 <= ex_text_end; p++) {
        int32_t offset;
        const char *name;
        if (*p != 0xe8)
            continue;
        memcpy(&offset, p + 1, sizeof offset);
        const unsigned char *to = p + 5 + offset;
        if ((to < ex_text_begin || to >= ex_text_end) && (name = entry_name(to))) {
            ex_site *s = ex_site_of(p + 5);
            s->does = name;
            s->order = order_before(p, name);
        }
    }
#endif
}

static int by_address(const void *a, const void *b)
{
    const ex_site *x = a, *y = b;
    return x->address < y->address ? -1 : x->address > y->address;
}

int ex_sites(ex_site **first)
{
    int n = 0;
    for (int i = 0; i < EX_SITES; i++)
        if (ex_site_table[i].address)
            sorted[n++] = ex_site_table[i];
    qsort(sorted, (size_t)n, sizeof *sorted, by_address);
    *first = sorted;
    return n;
}

/* addr2line, which comes with the compiler, is asked where something is reported. */
static void shorten(char *to, size_t size, const char *function, char *line)
{
    line[strcspn(line, "\n (")] = 0;
    const char *from = strstr(line, "/src/"), *own = strstr(line, "/tests/");
    snprintf(to, size, "%s (%.*s)", from ? from + 1 : own ? own + 1 : line, (int)strcspn(function, "\n"), function);
}

const char *ex_site_text(const void *address)
{
    static char text[4][512];
    static int turn;
    char *t = text[turn++ % 4], command[256], function[128] = "", line[512] = "";
    if (!address)
        return "its start";
    snprintf(t, sizeof text[0], "%p", address);
    if (ex.quiet)
        return t;
    snprintf(command, sizeof command, "addr2line -fe /proc/%d/exe %p 2>/dev/null", (int)getpid(), (const void *)((const char *)address - 1));
    FILE *f = popen(command, "r");
    if (!f)
        return t;
    if (fgets(function, sizeof function, f) && fgets(line, sizeof line, f))
        shorten(t, sizeof text[0], function, line);
    pclose(f);
    return t;
}

void ex_sites_name(ex_site *sites, int n)
{
    char *command = malloc((size_t)n * 20 + 100), function[256], line[512];
    int length = command ? sprintf(command, "addr2line -fe /proc/%d/exe", (int)getpid()) : 0;
    for (int i = 0; command && i < n; i++)
        length += sprintf(command + length, " %p", (const void *)((const char *)sites[i].address - 1));
    FILE *f = command ? popen(command, "r") : NULL;
    for (int i = 0; i < n; i++) {
        snprintf(sites[i].text, sizeof sites[i].text, "%p", sites[i].address);
        if (f && fgets(function, sizeof function, f) && fgets(line, sizeof line, f))
            shorten(sites[i].text, sizeof sites[i].text, function, line);
    }
    if (f)
        pclose(f);
    free(command);
}
