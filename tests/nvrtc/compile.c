/*
 * Compiles programs by NVRTC: compile LIBRARY FILE.... The first line of a file has the options, "// OPTION OPTION ...". Of each kernel
 * and architecture a line is printed, "KERNEL sm_75 REGISTERS SPILLED", of each program that does not compile its log. Ends with 1 where
 * there was one, or where a kernel keeps registers in memory.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_MOST = 16 };

static struct {
    int (*create)(void **program, const char *source, const char *name, int headers, const char *const *texts, const char *const *names);
    int (*compile)(void *program, int count, const char *const *options);
    int (*destroy)(void **program);
    int (*log_size)(void *program, size_t *bytes);
    int (*log)(void *program, char *log);
} nvrtc;

static int load(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 0;
    }
    *(void **)&nvrtc.create = dlsym(library, "nvrtcCreateProgram");
    *(void **)&nvrtc.compile = dlsym(library, "nvrtcCompileProgram");
    *(void **)&nvrtc.destroy = dlsym(library, "nvrtcDestroyProgram");
    *(void **)&nvrtc.log_size = dlsym(library, "nvrtcGetProgramLogSize");
    *(void **)&nvrtc.log = dlsym(library, "nvrtcGetProgramLog");
    return nvrtc.create && nvrtc.compile && nvrtc.destroy && nvrtc.log_size && nvrtc.log;
}

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = f && !fseek(f, 0, SEEK_END) ? calloc(1, (size_t)ftell(f) + 1) : NULL;
    if (text) {
        rewind(f);
        const size_t got = fread(text, 1, (size_t)1 << 30, f);
        text[got] = 0;
    }
    if (f)
        fclose(f);
    return text;
}

/* What the assembler says of each kernel; how many of them spill. */
static int tell(char *log, const char *architecture)
{
    char kernel[100] = "?";
    long stores = 0, loads = 0;
    int spilling = 0;
    for (char *line = strtok(log, "\n"); line; line = strtok(NULL, "\n")) {
        const char *at;
        long registers;
        if ((at = strstr(line, "entry function '")))
            sscanf(at, "entry function '%99[^']", kernel);
        else if ((at = strstr(line, "stack frame,")))
            sscanf(at, "stack frame, %ld bytes spill stores, %ld", &stores, &loads);
        else if ((at = strstr(line, "Used ")) && sscanf(at, "Used %ld registers", &registers) == 1) {
            printf("%s %s %ld %ld\n", kernel, architecture, registers, stores + loads);
            spilling += stores + loads != 0;
        }
    }
    return spilling;
}

static int compile(const char *path, const char *text, const char *architecture)
{
    char words[400] = "", target[60];
    const char *options[OPTIONS_MOST + 2];
    int count = 0, told;
    snprintf(target, sizeof target, "--gpu-architecture=%s", architecture);
    options[count++] = target;
    options[count++] = "--ptxas-options=-v";
    if (sscanf(text, "// %399[^\n]", words) == 1)
        for (char *word = strtok(words, " "); word && count < OPTIONS_MOST; word = strtok(NULL, " "))
            options[count++] = word;
    void *program;
    size_t bytes = 0;
    if (nvrtc.create(&program, text, path, 0, NULL, NULL))
        return 1;
    int failed = nvrtc.compile(program, count, options);
    char *log = nvrtc.log_size(program, &bytes) ? NULL : calloc(1, bytes + 1);
    if (!log || nvrtc.log(program, log))
        failed = 1;
    if (failed)
        printf("failed %s: %s\n", architecture, log ? log : "without a log");
    told = failed ? 1 : tell(log, architecture);
    free(log);
    (void)nvrtc.destroy(&program);
    return told;
}

int main(int argc, char **argv)
{
    static const char *const architectures[] = {"sm_75", "sm_80", "sm_90", "sm_100"};
    int bad = argc < 3 || !load(argv[1]);
    for (int i = 2; !bad && i < argc; i++) {
        char *text = read_file(argv[i]);
        for (size_t k = 0; text && k < sizeof architectures / sizeof *architectures; k++)
            bad |= compile(argv[i], text, architectures[k]) != 0;
        bad |= !text;
        free(text);
    }
    return bad;
}
