/* runahead info: the machine as the library sees it, and what it chose. */
#define _GNU_SOURCE
#include "bench.h"

#include "async/values/device.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

/* The processor's name from /proc/cpuinfo; "unknown" where it has none (aarch64). */
static void processor_name(char *name, size_t size)
{
    snprintf(name, size, "unknown");
    FILE *f = fopen("/proc/cpuinfo", "r");
    char line[512];
    while (f && fgets(line, sizeof line, f)) {
        const char *colon = strncmp(line, "model name", 10) == 0 ? strchr(line, ':') : NULL;
        if (!colon)
            continue;
        snprintf(name, size, "%s", colon + 2);
        name[strcspn(name, "\n")] = 0;
        break;
    }
    if (f)
        fclose(f);
}

static double gibibytes(size_t bytes) { return (double)bytes / (double)(1u << 30); }

static const char *or_none(const char *text) { return *text ? text : "none"; }

/* The BLAS is loaded by whoever needs it first; a factor of a tiny matrix does. Where there is none, info says why. */
static void load_blas(void)
{
    RA_AUTO ra_tensor *one = ra_eye(2, 2);
    RA_AUTO ra_tensor *factor = ra_linalg_cholesky(one);
    if (!factor || ra_wait(factor))
        ra_clear_error();
}

void info_facts(report *r)
{
    load_blas();
    ra_info info = {0};
    const ra_status status = ra_get_info(&info);
    if (status) {
        report_fact(r, "engine", "does not answer: %s", ra_status_text(status));
        return;
    }
    char processor[256];
    processor_name(processor, sizeof processor);
    struct utsname system = {0};
    const bool named = uname(&system) == 0;
    const ra_memory_stats memory = ra_get_memory_stats();
    report_fact(r, "version", "%s", ra_version());
    report_fact(r, "processor", "%s", processor);
    report_fact(r, "system", "%s %s %s", named ? system.sysname : "?", named ? system.release : "?", named ? system.machine : "?");
    report_fact(r, "topology", "%s (%d processors, %d NUMA nodes)", info.topology, info.cpus, info.nodes);
    report_fact(r, "workers", "%d: %s", info.workers, info.workers_why);
    report_fact(r, "worker priority", "%s", info.priority == RA_PRIORITY_NORMAL ? "normal" : "background");
    if (info.priority == RA_PRIORITY_BACKGROUND)
        report_fact(r, "relief", "%d percent of a processor for each worker that gets none", info.relief_percent);
    report_fact(r, "execution", "%s", info.execution == RA_SYNC ? "synchronous" : "run ahead");
    report_fact(r, "instruction set", "%s", info.isa);
    if (*info.blas_error)
        report_fact(r, "BLAS", "not available: %s", info.blas_error);
    else
        report_fact(r, "BLAS", "%s, core %s", or_none(info.blas_library), or_none(info.blas_core));
    report_fact(r, "memory", "%.1f GiB %s; tensors: %zu bytes live, %zu cached", gibibytes(info.memory), info.memory_why, memory.live, memory.cached);
    if (info.memory_limit)
        report_fact(r, "memory limit", "%.2f GiB of tensors", gibibytes(info.memory_limit));
    if (info.device_memory_limit)
        report_fact(r, "device memory limit", "%.2f GiB of tensors on each", gibibytes(info.device_memory_limit));
    if (info.cuda_tf32)
        report_fact(r, "products on CUDA", "of float32 and complex64 in TF32");
    report_fact(r, "pacing", "%.2f GiB, %zu operators", gibibytes(info.pacing_bytes), info.pacing_count);
    if (info.checking)
        report_fact(r, "handles", "checked");
    if (*info.trace_error)
        report_fact(r, "trace", "not written: %s", info.trace_error);
    if (*info.settings_unknown)
        report_fact(r, "no settings", "%s", info.settings_unknown);
    report_fact(r, "devices", "%s, %s", ra_device_name(RA_CPU), ra_device_name(RA_META));
}

/* Whether there is one, and by which libraries, is known when it has been started. */
static void cuda_facts(report *r)
{
    const ra_stream *first = ra_stream_current(RA_CUDA);
    const ra__device *row = ra__device_of(RA_CUDA);
    const char *name;
    char text[700];
    bool is_there;
    if (first)
        report_fact(r, "CUDA", "%s is there", ra_device_name(RA_CUDA));
    else
        report_fact(r, "CUDA", "not available: %s", ra_last_error());
    for (int i = 0; row && (name = row->library(i, &is_there, text, sizeof text)); i++)
        report_fact(r, name, "%s%s", is_there ? "" : "not available: ", text);
    ra_clear_error();
}

int command_info(void)
{
    const ra_config config = {.size = sizeof config};
    const ra_status status = ra_init(&config);
    if (status) {
        fprintf(stderr, "runahead: the engine does not start: %s: %s\n", ra_status_text(status), ra_last_error());
        return 1;
    }
    report r = {0};
    info_facts(&r);
    cuda_facts(&r);
    for (size_t i = 0; i < r.fact_count; i++)
        printf("%-16s %s\n", r.facts[i], r.facts[i] + strlen(r.facts[i]) + 1);
    const int code = r.incomplete;
    report_free(&r);
    ra_shutdown();
    return code;
}
