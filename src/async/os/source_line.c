#include "async/os/source_line.h"

#include "async/os/os.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/*
 * What is used of libdwfl, declared as its header has it: the symbols carry versions, so these cannot change under us. It
 * is told to find separate debug files by build ID and nowhere else, since the usual way goes on to ask servers.
 */
typedef struct Dwfl Dwfl;
typedef struct Dwfl_Module Dwfl_Module;
typedef struct Dwfl_Line Dwfl_Line;
typedef uint64_t Dwarf_Addr;

typedef struct Dwfl_Callbacks {
    void *find_elf, *find_debuginfo, *section_address;
    char **debuginfo_path;
} Dwfl_Callbacks;

/* Name in struct functions, name in the library, type. */
#define FUNCTIONS(X)                                                                                   \
    X(begin, "dwfl_begin", Dwfl *(*)(const Dwfl_Callbacks *))                                         \
    X(report, "dwfl_linux_proc_report", int (*)(Dwfl *, int))                                         \
    X(report_end, "dwfl_report_end", int (*)(Dwfl *, void *, void *))                                 \
    X(module_of, "dwfl_addrmodule", Dwfl_Module *(*)(Dwfl *, Dwarf_Addr))                             \
    X(line_of, "dwfl_module_getsrc", Dwfl_Line *(*)(Dwfl_Module *, Dwarf_Addr))                       \
    X(line_info, "dwfl_lineinfo", const char *(*)(Dwfl_Line *, Dwarf_Addr *, int *, int *, Dwarf_Addr *, uint64_t *)) \
    X(function_of, "dwfl_module_addrname", const char *(*)(Dwfl_Module *, Dwarf_Addr))                \
    X(end, "dwfl_end", void (*)(Dwfl *))

struct ra__source_lines {
    void *library;
    Dwfl *dwfl;
    Dwfl_Callbacks callbacks; /* libdwfl keeps the pointer */
#define X(member, symbol, type) __typeof__((type)NULL) member;
    FUNCTIONS(X)
#undef X
};

static bool bind(ra__source_lines *s)
{
    void *found;
    if (ra__os_dlsym(s->library, "dwfl_linux_proc_find_elf", &s->callbacks.find_elf) ||
        ra__os_dlsym(s->library, "dwfl_build_id_find_debuginfo", &s->callbacks.find_debuginfo))
        return false;
#define X(member, symbol, type) \
    if (ra__os_dlsym(s->library, symbol, &found)) \
        return false; \
    memcpy(&s->member, &found, sizeof found);
    FUNCTIONS(X)
#undef X
    return true;
}

ra__source_lines *ra__source_open(void)
{
    ra__source_lines *s = ra__os_calloc(1, sizeof *s);
    if (!s)
        return NULL;
    if (ra__os_dlopen("libdw.so.1", &s->library, NULL, 0)) {
        ra__os_free(s);
        return NULL;
    }
    if (bind(s) && (s->dwfl = s->begin(&s->callbacks)) && s->report(s->dwfl, ra__os_getpid()) == 0 && s->report_end(s->dwfl, NULL, NULL) == 0)
        return s;
    ra__source_close(s);
    return NULL;
}

void ra__source_close(ra__source_lines *s)
{
    if (!s)
        return;
    if (s->dwfl)
        s->end(s->dwfl);
    ra__os_dlclose(s->library);
    ra__os_free(s);
}

void ra__source_text(ra__source_lines *s, const void *address, char *text, size_t size)
{
    const Dwarf_Addr at = (uintptr_t)address - 1; /* within the call, which may be the last instruction of its line */
    Dwfl_Module *module = s ? s->module_of(s->dwfl, at) : NULL;
    Dwfl_Line *line = module ? s->line_of(module, at) : NULL;
    int number = 0;
    const char *file = line ? s->line_info(line, NULL, &number, NULL, NULL, NULL) : NULL, *function = file ? s->function_of(module, at) : NULL, *name;
    size_t offset;
    if (file)
        snprintf(text, size, "%s:%d%s%s", file, number, function ? " in " : "", function ? function : "");
    else if (ra__os_symbol(address, &name, &offset))
        snprintf(text, size, "%s+%#zx", name, offset);
    else if (ra__os_object(address, &name, &offset))
        snprintf(text, size, "%s+%#zx", name, offset);
    else if (address)
        snprintf(text, size, "%p", address);
    else
        snprintf(text, size, "(unknown)");
}
