/*
 * A simulated NVRTC: the text goes through the host's preprocessor as NVRTC would see it (no headers of the host, no macros of
 * theirs), is made C++ (nvrtc_text.c), and compiled, by what has been prepared (nvrtc_prepare.c), with every load and store told (device/simcuda_device.h). What was compiled is kept
 * by its content in SIMCUDA_CACHE, or in a folder `kernels` beside this library.
 */
#define _GNU_SOURCE
#include "library.h"
#include "nvrtc.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

typedef enum {
    NVRTC_SUCCESS = 0,
    NVRTC_ERROR_OUT_OF_MEMORY = 1,
    NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
    NVRTC_ERROR_INVALID_INPUT = 3,
    NVRTC_ERROR_INVALID_PROGRAM = 4,
    NVRTC_ERROR_INVALID_OPTION = 5,
    NVRTC_ERROR_COMPILATION = 6,
    NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
    NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
    NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
    NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
    NVRTC_ERROR_INTERNAL_ERROR = 11,
} nvrtcResult;

enum { EXPRESSIONS_MAX = 512, HEADERS_MAX = 64, ARGUMENTS_MAX = 128 };

typedef struct program {
    char *source, *name;
    char *headers[HEADERS_MAX], *header_names[HEADERS_MAX];
    int header_count;
    char *expressions[EXPRESSIONS_MAX], *lowered[EXPRESSIONS_MAX];
    int expression_count;
    bool is_compiled;
    struct text log, object, ptx;
    bool is_virtual; /* for compute_XX: no binary */
} *nvrtcProgram;

/* What a call that is told to fail (SIMCUDA_FAIL) answers: a number of the driver's that is none here is said in words of this library's. */
static nvrtcResult injected(const char *name)
{
    const int result = (int)simcuda_library_injected(name);
    return result <= NVRTC_ERROR_INTERNAL_ERROR ? (nvrtcResult)result : NVRTC_ERROR_INTERNAL_ERROR;
}

#define ENTER()                                        \
    do {                                               \
        const nvrtcResult entered = injected(__func__); \
        if (entered)                                   \
            return entered;                            \
    } while (0)

EXPORT nvrtcResult nvrtcVersion(int *major, int *minor);
EXPORT nvrtcResult nvrtcVersion(int *major, int *minor)
{
    ENTER();
    if (!major || !minor)
        return NVRTC_ERROR_INVALID_INPUT;
    const char *given = getenv("SIMCUDA_NVRTC_VERSION");
    const int version = given && *given ? atoi(given) : 12040;
    *major = version / 1000;
    *minor = version % 1000 / 10;
    return NVRTC_SUCCESS;
}

static const int architectures[] = {50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90};

EXPORT nvrtcResult nvrtcGetNumSupportedArchs(int *number);
EXPORT nvrtcResult nvrtcGetNumSupportedArchs(int *number)
{
    if (!number)
        return NVRTC_ERROR_INVALID_INPUT;
    *number = sizeof architectures / sizeof *architectures;
    return NVRTC_SUCCESS;
}

EXPORT nvrtcResult nvrtcGetSupportedArchs(int *each);
EXPORT nvrtcResult nvrtcGetSupportedArchs(int *each)
{
    if (!each)
        return NVRTC_ERROR_INVALID_INPUT;
    memcpy(each, architectures, sizeof architectures);
    return NVRTC_SUCCESS;
}

EXPORT const char *nvrtcGetErrorString(nvrtcResult result);
EXPORT const char *nvrtcGetErrorString(nvrtcResult result)
{
    static const char *const names[] = {"NVRTC_SUCCESS", "NVRTC_ERROR_OUT_OF_MEMORY", "NVRTC_ERROR_PROGRAM_CREATION_FAILURE", "NVRTC_ERROR_INVALID_INPUT", "NVRTC_ERROR_INVALID_PROGRAM", "NVRTC_ERROR_INVALID_OPTION", "NVRTC_ERROR_COMPILATION",
        "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE", "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION", "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION", "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID", "NVRTC_ERROR_INTERNAL_ERROR"};
    return (unsigned)result < sizeof names / sizeof *names ? names[result] : "NVRTC_ERROR unknown";
}

/* ---- programs ---- */

EXPORT nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program);
EXPORT nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program)
{
    if (!program || !*program)
        return NVRTC_ERROR_INVALID_PROGRAM;
    struct program *p = *program;
    for (int i = 0; i < p->header_count; i++) {
        free(p->headers[i]);
        free(p->header_names[i]);
    }
    for (int i = 0; i < p->expression_count; i++) {
        free(p->expressions[i]);
        free(p->lowered[i]);
    }
    text_free(&p->log);
    text_free(&p->object);
    text_free(&p->ptx);
    free(p->source);
    free(p->name);
    free(p);
    *program = NULL;
    return NVRTC_SUCCESS;
}

EXPORT nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name, int headers, const char *const *texts, const char *const *names);
EXPORT nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name, int headers, const char *const *texts, const char *const *names)
{
    ENTER();
    if (!program || !source || headers < 0 || headers > HEADERS_MAX || (headers && (!texts || !names)))
        return NVRTC_ERROR_INVALID_INPUT;
    struct program *p = calloc(1, sizeof *p);
    if (!p)
        return NVRTC_ERROR_OUT_OF_MEMORY;
    p->source = strdup(source);
    p->name = strdup(name ? name : "default_program");
    bool all = p->source && p->name;
    for (; p->header_count < headers && all; p->header_count++) {
        p->headers[p->header_count] = strdup(texts[p->header_count]);
        p->header_names[p->header_count] = strdup(names[p->header_count]);
        all = p->headers[p->header_count] && p->header_names[p->header_count];
    }
    if (!all) {
        nvrtcDestroyProgram(&p);
        return NVRTC_ERROR_OUT_OF_MEMORY;
    }
    *program = p;
    return NVRTC_SUCCESS;
}

EXPORT nvrtcResult nvrtcAddNameExpression(nvrtcProgram p, const char *expression);
EXPORT nvrtcResult nvrtcAddNameExpression(nvrtcProgram p, const char *expression)
{
    if (!p)
        return NVRTC_ERROR_INVALID_PROGRAM;
    if (!expression || p->expression_count == EXPRESSIONS_MAX)
        return NVRTC_ERROR_INVALID_INPUT;
    if (p->is_compiled)
        return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    char *own = strdup(expression), *lowered = NULL;
    if (!own || asprintf(&lowered, "_Z7simcuda%016llx", (unsigned long long)hash_of(14695981039346656037u, expression, strlen(expression))) < 0) {
        free(own);
        return NVRTC_ERROR_OUT_OF_MEMORY;
    }
    p->expressions[p->expression_count] = own;
    p->lowered[p->expression_count++] = lowered;
    return NVRTC_SUCCESS;
}

EXPORT nvrtcResult nvrtcGetLoweredName(nvrtcProgram p, const char *expression, const char **lowered);
EXPORT nvrtcResult nvrtcGetLoweredName(nvrtcProgram p, const char *expression, const char **lowered)
{
    if (!p)
        return NVRTC_ERROR_INVALID_PROGRAM;
    if (!p->is_compiled)
        return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    for (int i = 0; expression && lowered && i < p->expression_count; i++)
        if (!strcmp(p->expressions[i], expression)) {
            *lowered = p->lowered[i];
            return NVRTC_SUCCESS;
        }
    return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
}

/* ---- options ---- */

struct options {
    int architecture;
    bool is_virtual, has_folders;
    char *arguments[ARGUMENTS_MAX]; /* for the preprocessor */
    int argument_count;
    char standard[32];
};

static bool add_argument(struct options *o, const char *flag, const char *value)
{
    const bool is_folder = !strcmp(flag, "-I");
    char *whole = is_folder ? realpath(value, NULL) : NULL; /* the compiler runs elsewhere */
    const bool added = o->argument_count < ARGUMENTS_MAX - 2 && asprintf(&o->arguments[o->argument_count], "%s%s", flag, whole ? whole : value) >= 0;
    free(whole);
    o->has_folders = o->has_folders || is_folder;
    o->argument_count += added;
    return added;
}

static bool read_architecture(struct options *o, const char *value)
{
    int length = -1;
    o->is_virtual = !strncmp(value, "compute_", 8);
    const char *digits = value + (o->is_virtual ? 8 : 3);
    if ((!o->is_virtual && strncmp(value, "sm_", 3)) || sscanf(digits, "%d%n", &o->architecture, &length) != 1 || (digits[length] && strcmp(digits + length, "a")))
        return false;
    for (size_t i = 0; i < sizeof architectures / sizeof *architectures; i++)
        if (architectures[i] == o->architecture)
            return true;
    return false;
}

/* The value of an option that may stand behind '=', in the next word, or, for letters, at once; NULL: it is another option. */
static const char *value_of(const char *word, const char *next, const char *name, bool is_letter, bool *took_next)
{
    size_t length = strlen(name);
    if (strncmp(word, name, length))
        return NULL;
    *took_next = word[length] == '\0';
    if (*took_next)
        return next;
    return word[length] == '=' ? word + length + 1 : is_letter ? word + length : NULL;
}

static bool read_option(struct options *o, const char *word, const char *next, bool *took_next)
{
    static const char *const ignored[] = {"--fmad", "-fmad", "--use_fast_math", "-use_fast_math", "--ftz", "-ftz", "--prec-sqrt", "-prec-sqrt", "--prec-div", "-prec-div", "--device-debug", "-G", "--generate-line-info", "-lineinfo", "--maxrregcount", "-maxrregcount",
        "--restrict", "-restrict", "--extra-device-vectorization", "-extra-device-vectorization", "--disable-warnings", "-w", "--device-as-default-execution-space", "-default-device", "--split-compile", "-dopt", "--dopt", "--ptxas-options", "-Xptxas", "--device-int128", "-device-int128", "--diag-suppress", "-diag-suppress", "--minimal", "-minimal"};
    const char *value;
    *took_next = false;
    if ((value = value_of(word, next, "--gpu-architecture", false, took_next)) || (value = value_of(word, next, "-arch", false, took_next)))
        return read_architecture(o, value);
    if ((value = value_of(word, next, "--define-macro", false, took_next)) || (value = value_of(word, next, "-D", true, took_next)))
        return add_argument(o, "-D", value);
    if ((value = value_of(word, next, "--undefine-macro", false, took_next)) || (value = value_of(word, next, "-U", true, took_next)))
        return add_argument(o, "-U", value);
    if ((value = value_of(word, next, "--include-path", false, took_next)) || (value = value_of(word, next, "-I", true, took_next)))
        return add_argument(o, "-I", value);
    if ((value = value_of(word, next, "--std", false, took_next)) || (value = value_of(word, next, "-std", false, took_next))) {
        snprintf(o->standard, sizeof o->standard, "-std=%s", value);
        return !strncmp(value, "c++", 3);
    }
    *took_next = false;
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
        size_t length = strlen(ignored[i]);
        if (!strncmp(word, ignored[i], length) && (!word[length] || word[length] == '='))
            return true;
    }
    return false;
}

/* ---- compiling ---- */

static void own_folder(char *folder, size_t room)
{
    Dl_info info;
    folder[0] = '\0';
    if (dladdr((void *)nvrtcVersion, &info)) {
        char *real = realpath(info.dli_fname, NULL); /* it may be found by a link in a folder of a test's */
        snprintf(folder, room, "%s", real ? real : info.dli_fname);
        free(real);
        char *slash = strrchr(folder, '/');
        if (slash)
            *slash = '\0';
    }
}

/* "name:12:5: error: ..." as NVRTC says it, "name(12): error: ...". Other lines stay. */
static void add_log(struct text *log, const char *said)
{
    while (*said) {
        const char *end = strchrnul(said, '\n');
        int line, column, length = 0;
        const char *colon = memchr(said, ':', (size_t)(end - said));
        if (colon && sscanf(colon, ":%d:%d:%n", &line, &column, &length) == 2 && length)
            text_print(log, "%.*s(%d):%.*s\n", (int)(colon - said), said, line, (int)(end - colon - length), colon + length);
        else
            text_print(log, "%.*s\n", (int)(end - said), said);
        said = *end ? end + 1 : end;
    }
}

/* What a file of commands says, in a folder. */
static nvrtcResult run_step(struct program *p, const char *commands, char *const *more, const char *folder)
{
    char path[512];
    struct text lines = read_whole(commands);
    snprintf(path, sizeof path, "%s/log", folder);
    int status = lines.failed ? -1 : run_lines(lines.at, more, folder, path);
    text_free(&lines);
    struct text said = read_whole(path);
    if (said.at)
        add_log(&p->log, said.at);
    text_free(&said);
    if (status < 0)
        text_print(&p->log, "simcuda: the compiler cannot be run\n");
    return status == 0 ? NVRTC_SUCCESS : status < 0 ? NVRTC_ERROR_INTERNAL_ERROR : NVRTC_ERROR_COMPILATION;
}

static nvrtcResult compile_in(struct program *p, struct options *o, const char *cache, const char *folder)
{
    const char *compiler = getenv("SIMCUDA_CXX");
    char path[512], out[512], macro[64], prepared[PREPARED_PATH], commands[PREPARED_PATH + 16];
    if (!prepare(cache, folder, o->standard, (char *)(compiler && *compiler ? compiler : "g++"), prepared)) {
        text_print(&p->log, "simcuda: %s cannot be run\n", compiler && *compiler ? compiler : "g++");
        return NVRTC_ERROR_INTERNAL_ERROR;
    }
    for (int i = 0; i < p->header_count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, p->header_names[i]);
        for (char *slash = strchr(path + strlen(folder) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
            *slash = '\0';
            mkdir(path, 0700);
            *slash = '/';
        }
        if (strstr(p->header_names[i], "..") || !write_whole(path, p->headers[i], strlen(p->headers[i])))
            return NVRTC_ERROR_INTERNAL_ERROR;
    }
    struct text source = {.failed = false};
    text_print(&source, "# 1 \"%s\"\n%s", p->name, p->source);
    snprintf(path, sizeof path, "%s/text.cpp", folder);
    snprintf(out, sizeof out, "%s/text.ii", folder);
    bool wrote = !source.failed && write_whole(path, source.at, source.length);
    text_free(&source);
    if (!wrote)
        return NVRTC_ERROR_INTERNAL_ERROR;
    snprintf(macro, sizeof macro, "-D__CUDA_ARCH__=%d", o->architecture * 10);
    o->arguments[o->argument_count] = macro;
    o->arguments[o->argument_count + 1] = NULL;
    snprintf(commands, sizeof commands, "%s/preprocess", prepared);
    nvrtcResult result = run_step(p, commands, o->arguments, folder);
    o->arguments[o->argument_count] = NULL;
    if (result)
        return result;
    struct text text = read_whole(out);
    struct text translated = translate_text(text.at, text.length, p->expressions, p->lowered, p->expression_count, o->architecture);
    snprintf(path, sizeof path, "%s/kernel.cpp", folder);
    wrote = !translated.failed && write_whole(path, translated.at, translated.length);
    text_free(&text);
    text_free(&translated);
    if (!wrote)
        return NVRTC_ERROR_INTERNAL_ERROR;
    snprintf(commands, sizeof commands, "%s/compile", prepared);
    snprintf(out, sizeof out, "%s/kernel.so", folder);
    result = run_step(p, commands, NULL, folder);
    if (!result)
        p->object = read_whole(out);
    return result ? result : p->object.failed ? NVRTC_ERROR_INTERNAL_ERROR : NVRTC_SUCCESS;
}

static nvrtcResult compile_cached(struct program *p, struct options *o)
{
    char cache[4096], kept[4200], folder[] = "/tmp/simcuda-XXXXXX";
    const char *chosen = getenv("SIMCUDA_CACHE");
    if (chosen && *chosen)
        snprintf(cache, sizeof cache, "%s", chosen);
    else {
        own_folder(cache, sizeof cache - 24);
        strcat(cache, "/../../kernels"); /* of all builds: no sanitizer is in them */
    }
    uint64_t hash[2];
    for (int i = 0; i < 2; i++) { /* 128 bits of it */
        hash[i] = hash_preparations() ^ (uint64_t)i;
        hash[i] = hash_of(hash[i], p->source, strlen(p->source) + 1);
        hash[i] = hash_of(hash[i], p->name, strlen(p->name) + 1);
        hash[i] = hash_of(hash[i], &o->architecture, sizeof o->architecture);
        hash[i] = hash_of(hash[i], o->standard, strlen(o->standard) + 1);
        for (int k = 0; k < p->header_count; k++) {
            hash[i] = hash_of(hash[i], p->header_names[k], strlen(p->header_names[k]) + 1);
            hash[i] = hash_of(hash[i], p->headers[k], strlen(p->headers[k]) + 1);
        }
        for (int k = 0; k < p->expression_count; k++)
            hash[i] = hash_of(hash[i], p->expressions[k], strlen(p->expressions[k]) + 1);
        for (int k = 0; k < o->argument_count; k++)
            hash[i] = hash_of(hash[i], o->arguments[k], strlen(o->arguments[k]) + 1);
    }
    snprintf(kept, sizeof kept, "%s/%016llx%016llx", cache, (unsigned long long)hash[0], (unsigned long long)hash[1]);
    if (!o->has_folders) { /* files of other folders are not in the hash */
        p->object = read_whole(kept);
        if (!p->object.failed && p->object.length)
            return NVRTC_SUCCESS;
        p->object = (struct text){.failed = false};
    }
    if (!mkdtemp(folder))
        return NVRTC_ERROR_INTERNAL_ERROR;
    nvrtcResult result = compile_in(p, o, cache, folder);
    if (!result && !o->has_folders) { /* whole, or not at all */
        char fresh[4300];
        mkdir(cache, 0755);
        snprintf(fresh, sizeof fresh, "%s.%d", kept, (int)getpid());
        if (!write_whole(fresh, p->object.at, p->object.length) || rename(fresh, kept))
            unlink(fresh);
    }
    remove_folder(folder);
    return result;
}

static void write_ptx(struct program *p, const struct options *o)
{
    static const char digits[] = "0123456789abcdef";
    text_print(&p->ptx, "//\n// Generated by a simulated NVRTC\n//\n.version 8.4\n.target sm_%d\n.address_size 64\n// object ", o->architecture);
    for (size_t i = 0; i < p->object.length; i++) {
        unsigned char byte = (unsigned char)p->object.at[i];
        text_add(&p->ptx, &digits[byte >> 4], 1);
        text_add(&p->ptx, &digits[byte & 15], 1);
    }
    text_add(&p->ptx, "\n", 1);
}

/* Into the folder that is asked for: its text, behind a line with the options but for the architecture. */
static void keep_source(const struct program *p, int option_count, const char *const *options)
{
    const char *folder = getenv("SIMCUDA_SOURCES");
    char path[4200];
    struct text text = {.failed = false};
    if (!folder || !*folder)
        return;
    snprintf(path, sizeof path, "%s/%016llx.cu", folder, (unsigned long long)hash_of(14695981039346656037u, p->source, strlen(p->source)));
    text_print(&text, "//");
    for (int i = 0; i < option_count; i++)
        if (strncmp(options[i], "--gpu-architecture", 18))
            text_print(&text, " %s", options[i]);
    text_print(&text, "\n%s", p->source);
    if (!text.failed)
        (void)write_whole(path, text.at, text.length);
    text_free(&text);
}

/* The real one destroys then what it compiles with. */
static _Atomic int compiling;

EXPORT int simcuda_compiling(void); /* for tests: threads that compile just now */
EXPORT int simcuda_compiling(void)
{
    return compiling;
}

static _Atomic int begun;

EXPORT int simcuda_compiled(void); /* for tests: programs that have been compiled, or are being */
EXPORT int simcuda_compiled(void)
{
    return begun;
}

static void at_exit(void)
{
    if (!compiling)
        return;
    fputs("simcuda: the process ends while a program is compiled\n", stderr);
    abort();
}

static nvrtcResult compile(nvrtcProgram p, int option_count, const char *const *options)
{
    if (!p)
        return NVRTC_ERROR_INVALID_PROGRAM;
    if (option_count < 0 || (option_count && !options))
        return NVRTC_ERROR_INVALID_INPUT;
    struct options *o = calloc(1, sizeof *o);
    if (!o)
        return NVRTC_ERROR_OUT_OF_MEMORY;
    *o = (struct options){.architecture = 52, .is_virtual = true, .standard = "-std=c++17"};
    text_free(&p->log);
    text_free(&p->object);
    text_free(&p->ptx);
    text_add(&p->log, "", 0);
    nvrtcResult result = NVRTC_SUCCESS;
    for (int i = 0; i < option_count && !result; i++) {
        bool took_next;
        if (!read_option(o, options[i], i + 1 < option_count ? options[i + 1] : "", &took_next)) {
            text_print(&p->log, "nvrtc: error: invalid value for --gpu-architecture, or unrecognized option %s found\n", options[i]);
            result = NVRTC_ERROR_INVALID_OPTION;
        }
        i += took_next;
    }
    if (!result)
        result = compile_cached(p, o);
    if (!result)
        keep_source(p, option_count, options);
    p->is_virtual = o->is_virtual;
    if (!result)
        write_ptx(p, o);
    p->is_compiled = !result;
    for (int i = 0; i < o->argument_count; i++)
        free(o->arguments[i]);
    free(o);
    return result;
}

EXPORT nvrtcResult nvrtcCompileProgram(nvrtcProgram p, int option_count, const char *const *options);
EXPORT nvrtcResult nvrtcCompileProgram(nvrtcProgram p, int option_count, const char *const *options)
{
    ENTER();
    static atomic_flag registered = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&registered))
        (void)atexit(at_exit);
    begun++;
    compiling++;
    const nvrtcResult result = compile(p, option_count, options);
    compiling--;
    return result;
}

/* ---- what came of it ---- */

static nvrtcResult give(const char *name, nvrtcProgram p, bool needs_compiled, const struct text *t, size_t extra, size_t *size, char *bytes)
{
    const nvrtcResult failed = injected(name);
    if (failed)
        return failed;
    if (!p)
        return NVRTC_ERROR_INVALID_PROGRAM;
    if ((!size && !bytes) || (needs_compiled && !p->is_compiled))
        return NVRTC_ERROR_INVALID_INPUT;
    if (size)
        *size = t ? t->length + extra : 0;
    if (bytes && t && t->at)
        memcpy(bytes, t->at, t->length + extra);
    else if (bytes && extra)
        *bytes = '\0';
    return NVRTC_SUCCESS;
}

#define GIVES(name, needs_compiled, text, extra)                                                                                            \
    EXPORT nvrtcResult nvrtcGet##name##Size(nvrtcProgram p, size_t *size);                                                                  \
    EXPORT nvrtcResult nvrtcGet##name##Size(nvrtcProgram p, size_t *size) { return give(__func__, p, needs_compiled, p ? (text) : NULL, extra, size, NULL); } \
    EXPORT nvrtcResult nvrtcGet##name(nvrtcProgram p, char *bytes);                                                                         \
    EXPORT nvrtcResult nvrtcGet##name(nvrtcProgram p, char *bytes) { return give(__func__, p, needs_compiled, p ? (text) : NULL, extra, NULL, bytes); }
GIVES(PTX, true, &p->ptx, 1)
GIVES(CUBIN, true, p->is_virtual ? NULL : &p->object, 0)
GIVES(ProgramLog, false, &p->log, 1)
