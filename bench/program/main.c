/* runahead: info, ops, bench. Exit codes: 0 done, 1 something failed, 2 the command line is wrong. */
#define _GNU_SOURCE
#include "bench.h"
#include "marks/marks.h"
#include "measure/clock.h"
#include "measure/machine_load.h"
#include "program/nearest.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct entry {
    const char *name, *what;
    void (*run)(bench *b);
    enum { ALWAYS, UNLESS_QUICK, BY_NAME } when; /* by name: takes long, or needs what not everybody has */
} entries[] = {
    {"control", "a 1 kHz control loop with a classifier refitted behind it", bench_control, ALWAYS},
    {"loop", "the same in PyTorch, JAX and MLX, where PYTHON or python3 has them; not with --quick", bench_loop, UNLESS_QUICK},
    {"image", "frames of a photograph through blur, Sobel, threshold and histogram", bench_image, ALWAYS},
    {"inference", "a transformer block and a multilayer perceptron", bench_inference, ALWAYS},
    {"overlap", "frames of a photograph over processors and a CUDA device, real or simulated", bench_overlap, ALWAYS},
    {"micro", "what single operators cost, and the machine's limits", bench_micro, ALWAYS},
    {"prompt", "how soon work starts, answers and gives way, as root and as an ordinary user; not with --quick", bench_prompt, UNLESS_QUICK},
    {"numa", "the scheduler on 8 nodes of 16 cores, simulated, against random stealing", bench_numa, BY_NAME},
    {"peers", "each operator beside libtorch, tasks beside oneTBB and OpenMP, the control loop in PyTorch, JAX and MLX, where they are installed", bench_peers, BY_NAME},
    {"fusion", "chains of elementwise operators: fused, unfused, tiled by hand, in libtorch", bench_fusion, BY_NAME},
    {"forms", "elementwise operators over dense operands and numbers: which forms are dear", bench_forms, BY_NAME},
    {"device", "copies, launches, chains, products and operators on a CUDA device, beside its own limits and PyTorch from Python", bench_device, BY_NAME},
    {"marks", "every mark that the engine is to reach, beside peers and limits; the same as --marks", bench_marks, BY_NAME},
};
enum { ENTRY_COUNT = sizeof entries / sizeof *entries };

typedef struct options {
    bench_mode mode;
    const char *json, *html, *data, *peers, *marks_parts, *peers_operators;
    int64_t elements;
    bool chosen[ENTRY_COUNT], any_chosen;
} options;

static const char *entry_name(size_t i) { return i < ENTRY_COUNT ? entries[i].name : NULL; }

static bool choose(options *o, const char *name)
{
    for (int i = 0; i < ENTRY_COUNT; i++) {
        if (strcmp(name, entries[i].name) == 0)
            return o->chosen[i] = o->any_chosen = true;
    }
    return false;
}

static bool parse(options *o, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        const char **value = NULL;
        if (strcmp(argv[i], "--quick") == 0)
            o->mode = BENCH_QUICK;
        else if (strcmp(argv[i], "--full") == 0)
            o->mode = BENCH_FULL;
        else if (strcmp(argv[i], "--json") == 0)
            value = &o->json;
        else if (strcmp(argv[i], "--html") == 0)
            value = &o->html;
        else if (strcmp(argv[i], "--data") == 0)
            value = &o->data;
        else if (strcmp(argv[i], "--peers") == 0)
            value = &o->peers;
        else if (strncmp(argv[i], "--elements=", 11) == 0)
            o->elements = atoll(argv[i] + 11);
        else if (strcmp(argv[i], "--marks") == 0 || strncmp(argv[i], "--marks=", 8) == 0) {
            choose(o, "marks");
            o->marks_parts = argv[i][7] ? argv[i] + 8 : NULL;
        } else if (strncmp(argv[i], "peers=", 6) == 0) {
            choose(o, "peers");
            o->peers_operators = argv[i] + 6;
        } else if (!choose(o, argv[i])) {
            const char *near = *argv[i] == '-' ? NULL : nearest(argv[i], entry_name);
            fprintf(stderr, near ? "runahead bench: unknown argument %s; %s was meant? (runahead bench --help)\n" : "runahead bench: unknown argument %s (runahead bench --help)\n",
                    argv[i], near);
            return false;
        }
        if (value && ++i == argc) {
            fprintf(stderr, "runahead bench: %s needs a value\n", argv[i - 1]);
            return false;
        }
        if (value)
            *value = argv[i];
    }
    return true;
}

/* The folder this program lies in, without the slash at its end. */
static void own_folder(char *path, size_t size)
{
    const ssize_t length = readlink("/proc/self/exe", path, size - 1);
    path[length > 0 ? length : 0] = 0;
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = 0;
    else
        snprintf(path, size, ".");
}

/* Where the program is installed, share/runahead; else tests/data of the tree that it was built in: from its own folder
 * upwards, then from the working directory. */
static void find_data(char *path, size_t size, const char *folder)
{
    struct stat found;
    static const char *const below[] = {"/../share/runahead", "/../tests/data", "/../../tests/data", "/../../../tests/data", "/tests/data"};
    for (size_t i = 0; i < sizeof below / sizeof *below; i++) {
        snprintf(path, size, "%s%s", folder, below[i]);
        if (stat(path, &found) == 0)
            return;
    }
    snprintf(path, size, "tests/data");
}

static bool write_files(const options *o, const report *r)
{
    bool written = true;
    if (o->json && !report_write_json(r, o->json)) {
        fprintf(stderr, "runahead: could not write %s\n", o->json);
        written = false;
    }
    if (o->html && !report_write_html(r, o->html)) {
        fprintf(stderr, "runahead: could not write %s\n", o->html);
        written = false;
    }
    return written;
}

/* A machine that others kept busy measures them too: say so. */
static void put_load(report *r, machine_share share)
{
    const double too_much = 0.05;
    char text[200];
    snprintf(text, sizeof text, "%.1f%% of the processors' time during the run, and the host of a virtual machine %.1f%%%s", 100 * share.others, 100 * share.host,
             share.others > too_much || share.host > too_much ? ": too much for the figures to be trusted" : "");
    report_fact(r, "others' load", "%s", text);
    if (share.others > too_much || share.host > too_much)
        report_warn(r, "Other programs took %.0f %% of the processors' time while this was measured, and the host of a virtual machine %.0f %%: the figures are not to be trusted.",
                    100 * share.others, 100 * share.host);
    printf("\nOther programs took %s.\n", text);
}

static int command_bench(int argc, char **argv)
{
    static const char *const modes[] = {"quick", "default", "full"};
    options o = {.mode = BENCH_DEFAULT};
    if (!parse(&o, argc, argv))
        return 2;
    char folder[800], data[900], driver[900];
    own_folder(folder, sizeof folder);
    snprintf(driver, sizeof driver, "%s/simcuda", folder);
    find_data(data, sizeof data, folder);
    report r = {.mode = strdup(modes[o.mode])};
    bench b = {.mode = o.mode, .report = &r, .peer_folder = o.peers ? o.peers : folder, .driver_folder = driver, .data_folder = o.data ? o.data : data, .marks_parts = o.marks_parts, .peers_operators = o.peers_operators, .peers_elements = o.elements};
    const ra_config config = {.size = sizeof config};
    const ra_status status = ra_init(&config);
    if (status) {
        fprintf(stderr, "runahead: the engine does not start: %s: %s\n", ra_status_text(status), ra_last_error());
        report_free(&r);
        return 1;
    }
    info_facts(&r);
    const int64_t start = clock_now_ns();
    const machine_load load = machine_load_now();
    for (int i = 0; i < ENTRY_COUNT; i++) {
        if (!(o.any_chosen ? o.chosen[i] : entries[i].when == ALWAYS || (entries[i].when == UNLESS_QUICK && o.mode != BENCH_QUICK)))
            continue;
        const size_t before = r.section_count;
        entries[i].run(&b);
        progress_done();
        for (size_t s = before; s < r.section_count; s++)
            report_print_section(stdout, &r.sections[s]);
    }
    r.seconds = (double)(clock_now_ns() - start) / 1e9;
    put_load(&r, machine_share_since(load));
    printf("\n%.0f seconds%s\n", r.seconds, r.incomplete ? "; memory ran out while the report was made: it is incomplete" : "");
    if (r.failures)
        printf("%d FAILED: see above\n", r.failures);
    const bool good = write_files(&o, &r) && !r.failures && !r.incomplete;
    report_free(&r);
    ra_shutdown();
    return good ? 0 : 1;
}

/* ---- commands ---- */

static void bench_help(void)
{
    printf("usage: runahead bench [NAME...] [--quick | --full] [--marks[=PART,...]] [--json FILE] [--html FILE] [--data FOLDER] [--peers FOLDER]\n\n"
           "Measurements; without a name those marked *:\n");
    for (int i = 0; i < ENTRY_COUNT; i++)
        printf("  %c %-10s %s\n", entries[i].when == BY_NAME ? ' ' : '*', entries[i].name, entries[i].what);
    fputs("\n"
          "  --quick   ends within 30 seconds\n"
          "  --full    takes what its statistics need\n"
          "  --marks   the same as marks; parts: idle, counts, dispatch, pool, control, fusion, chains, memory, kernels, gemm, trace, numa, prompt, overlap\n"
          "  peers=NAME,... measures those operators, or host, tasks, loop (the control loop in Python's libraries, of PYTHON or python3) alone; --elements=N: with so many elements where any number does, in device too\n"
          "  --json    writes the figures to a file\n"
          "  --html    writes them as a page, with plots where there is gnuplot\n"
          "  --data    where digits_images.npy, digits_labels.npy and photo.npy are (else where they were installed, or tests/data)\n"
          "  --peers   where peer_torch.so and peer_tasks.so are (else the program's own folder)\n",
          stdout);
}

static void ops_help(void)
{
    fputs("usage: runahead ops [NAME...] [--tsv | --json]\n\n"
          "Without a name every operator, a line each; with names (add, ra_add_, ra_add_out) all that is known of those: what they\n"
          "do, their functions and options in C, arguments, results, dtypes and properties.\n\n"
          "  --tsv     a line an operator, with tabs between the columns\n"
          "  --json    everything, for a program to read\n",
          stdout);
}

static void info_help(void)
{
    fputs("usage: runahead info\n\nThe machine as the library sees it, and what it chose: processors, workers and why so many, kernels, BLAS, memory, CUDA and its libraries.\n"
          "The environment variables RUNAHEAD_* of the README are heeded.\n",
          stdout);
}

static int run_info(int argc, char **argv)
{
    if (argc == 0)
        return command_info();
    fprintf(stderr, "runahead info: unknown argument %s (runahead info --help)\n", argv[0]);
    return 2;
}

static const struct command {
    const char *name, *what;
    int (*run)(int argc, char **argv);
    void (*help)(void);
} commands[] = {
    {"info", "the machine as the library sees it, and what it chose", run_info, info_help},
    {"ops", "every operator, or all that is known of some", command_ops, ops_help},
    {"bench", "measurements", command_bench, bench_help},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static const char *command_name(size_t i) { return i < COMMAND_COUNT ? commands[i].name : NULL; }

static int written(void) { return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1; }

static int help(FILE *stream, int code)
{
    fputs("usage: runahead COMMAND [ARGUMENT...]\n\n", stream);
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(stream, "  %-8s %s\n", commands[i].name, commands[i].what);
    fputs("\n  runahead COMMAND --help   more of one\n"
          "  runahead --version        the version\n\n"
          "Exit codes: 0 done, 1 something failed, 2 the command line is wrong.\n",
          stream);
    return code ? code : written();
}

static bool is_help(const char *argument) { return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0; }

static int run_command(const struct command *c, int argc, char **argv)
{
    for (int i = 0; i < argc; i++)
        if (is_help(argv[i])) {
            c->help();
            return written();
        }
    const int code = c->run(argc, argv);
    return code ? code : written();
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return help(stderr, 2);
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
        return printf("runahead %s\n", ra_version()) > 0 ? written() : 1;
    if (is_help(name) || (strcmp(name, "help") == 0 && argc == 2))
        return help(stdout, 0);
    if (strcmp(name, "part") == 0) /* of the marks: started by the bench itself */
        return command_part(argc - 2, argv + 2);
    const bool asked = strcmp(name, "help") == 0;
    if (asked)
        name = argv[2];
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(name, commands[i].name) == 0)
            return asked ? run_command(&commands[i], 1, (char *[]){(char[]){"--help"}, NULL}) : run_command(&commands[i], argc - 2, argv + 2);
    const char *near = nearest(name, command_name);
    fprintf(stderr, near ? "runahead: no command %s; %s was meant? (runahead --help)\n" : "runahead: no command %s (runahead --help)\n", name, near);
    return 2;
}
