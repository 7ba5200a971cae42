/*
 * What all kernels have in common when they are compiled: flags, the header that they begin with, the threads and barriers that they are
 * linked with, and the commands that the compiler's driver would run.
 */
#define _GNU_SOURCE
#include "nvrtc.h"

#include <ftw.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ARGUMENTS_MAX = 128 };

/* Thread-local variables, which shared memory is, by descriptors: calls of __tls_get_addr are taken by an address sanitizer in the
 * program, which guesses at what lies before the block that it gives, and stumbles at exit. Elsewhere it is usual. */
#ifdef __x86_64__
#define BY_DESCRIPTORS "-mtls-dialect=gnu2"
#else
#define BY_DESCRIPTORS "-fPIC"
#endif
/*
 * -Og takes a quarter less time than -O1. It inlines as -O1 does: what a function that is called writes as its result is told by nobody.
 * Without the library of C++.
 */
static const char *const compile_flags[] = {
    "-Og", "-finline-small-functions", "-finline-functions-called-once", "-nostdinc++", "-fPIC", "-fsanitize=thread,alignment", "-ffp-contract=off",
    "-fno-strict-aliasing", "-fno-exceptions", "-fno-math-errno", "-fno-trapping-math", "-fno-threadsafe-statics",
    "-fno-gnu-unique" /* modules have kernels of one name */, "-w", "-fmax-errors=20", "-fno-diagnostics-show-caret", "-I" SIMCUDA_DEVICE, BY_DESCRIPTORS,
};
/*
 * The sanitizer's functions are the header's: the library that has them otherwise is not linked, nor what else a program begins with.
 * Nor are the host's libraries of C and of mathematics, which take the linker more time than all else: they are there where it is loaded.
 */
static const char *const link_flags[] = {"-shared", "-nostdlib", "-fno-use-linker-plugin", "-Wl,-Bsymbolic", "-lgcc"};

uint64_t hash_preparations(void)
{
    static uint64_t known;
    if (known)
        return known;
    uint64_t hash = 14695981039346656037u;
    glob_t found;
    if (!glob(SIMCUDA_DEVICE "/*.[hc]*", 0, NULL, &found)) {
        glob(SIMCUDA_DEVICE "/include/*.h", GLOB_APPEND, NULL, &found);
        for (size_t i = 0; i < found.gl_pathc; i++) {
            struct text file = read_whole(found.gl_pathv[i]);
            hash = hash_of(hash, file.at, file.length);
            text_free(&file);
        }
        globfree(&found);
    }
    for (size_t k = 0; k < sizeof compile_flags / sizeof *compile_flags; k++)
        hash = hash_of(hash, compile_flags[k], strlen(compile_flags[k]) + 1);
    for (size_t k = 0; k < sizeof link_flags / sizeof *link_flags; k++)
        hash = hash_of(hash, link_flags[k], strlen(link_flags[k]) + 1);
    return known = hash;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *at)
{
    (void)status, (void)type, (void)at;
    return remove(path);
}

void remove_folder(const char *folder)
{
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

/*
 * Into `folder`, which will be `final`: what device/simcuda_device.h and simcuda_told.cpp become, which is the same for all kernels and would be
 * half of the time that most of them take; and what the compiler's driver says that it would run for a kernel, which is then run without
 * it: to start a program takes longer than to assemble or to link what is so short.
 */
static bool prepare_in(const char *folder, const char *final, const char *standard, char *compiler)
{
    char header[PREPARED_PATH + 40], object[PREPARED_PATH + 40], told[PREPARED_PATH + 40], include[PREPARED_PATH], path[PREPARED_PATH + 40];
    snprintf(header, sizeof header, "%s/simcuda_device.h.gch", folder);
    snprintf(object, sizeof object, "%s/told.o", folder);
    snprintf(told, sizeof told, "%s/told.o", final);
    snprintf(include, sizeof include, "-I%s", final);
    char *compile_header[ARGUMENTS_MAX] = {compiler, "-x", "c++-header", (char *)standard, SIMCUDA_DEVICE "/simcuda_device.h", "-o", header};
    memcpy(compile_header + 7, compile_flags, sizeof compile_flags);
    char *compile_told[] = {compiler, "-c", (char *)standard, SIMCUDA_DEVICE "/simcuda_told.cpp", "-o", object, "-O1", "-fPIC", "-fno-exceptions", "-w", BY_DESCRIPTORS, NULL};
    char *preprocess[] = {compiler, "-###", "-E", (char *)standard, "-nostdinc", "-nostdinc++", "-w", "-I" SIMCUDA_DEVICE "/include", "-I.", "-include", SIMCUDA_DEVICE "/simcuda_markers.h", "text.cpp", "-o", "text.ii", NULL};
    char *compile[ARGUMENTS_MAX] = {compiler, "-###", (char *)standard, "kernel.cpp", told, "-o", "kernel.so", include};
    memcpy(compile + 8, compile_flags, sizeof compile_flags);
    memcpy(compile + 8 + sizeof compile_flags / sizeof *compile_flags, link_flags, sizeof link_flags);
    for (int i = 0; i < 2; i++) { /* the driver looks whether they are there */
        snprintf(path, sizeof path, "%s/%s", folder, i ? "kernel.cpp" : "text.cpp");
        if (!write_whole(path, "", 0))
            return false;
    }
    return !run_compiler(compile_header, NULL, "/dev/null") && !run_compiler(compile_told, NULL, "/dev/null") && !run_compiler(preprocess, folder, "preprocess") &&
           !run_compiler(compile, folder, "compile");
}

/* By who asks now: another user may have made it. */
static bool is_prepared(const char *folder)
{
    static const char *const files[] = {"simcuda_device.h.gch", "told.o", "preprocess", "compile"};
    char path[PREPARED_PATH + 40];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        if (access(path, R_OK))
            return false;
    }
    return true;
}

bool prepare(const char *cache, const char *folder, const char *standard, char *compiler, char prepared[PREPARED_PATH])
{
    char fresh[PREPARED_PATH + 8], *whole;
    mkdir(cache, 0755);
    if ((whole = realpath(cache, NULL))) /* commands name it, and are run elsewhere, when the folders that led here may be no more */
        cache = whole;
    uint64_t hash = hash_of(hash_of(hash_preparations(), standard, strlen(standard)), compiler, strlen(compiler));
    hash = hash_of(hash, cache, strlen(cache)); /* which may have been copied */
    snprintf(prepared, PREPARED_PATH, "%s/prepared-%016llx", cache, (unsigned long long)hash);
    free(whole);
    if (is_prepared(prepared))
        return true;
    snprintf(fresh, sizeof fresh, "%s.XXXXXX", prepared);
    if (mkdtemp(fresh)) {
        if (prepare_in(fresh, prepared, standard, compiler) && !chmod(fresh, 0755) && !rename(fresh, prepared))
            return true;
        remove_folder(fresh);
        if (is_prepared(prepared)) /* somebody else was quicker */
            return true;
    }
    snprintf(prepared, PREPARED_PATH, "%s/prepared", folder);
    return !mkdir(prepared, 0700) && prepare_in(prepared, prepared, standard, compiler);
}
