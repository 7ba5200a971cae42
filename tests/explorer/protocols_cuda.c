/*
 * Where threads meet in src/cuda: programs that are compiled behind the issuing lane, the end of the process, before which NVRTC has
 * nobody inside, and the memory of a device, which any thread takes and gives back. The driver is that of cuda.h. See protocols.c.
 */
#include "protocols.h"

#include "async/os/os.h"
#include "async/thread/settings.h"
#include "cuda.h"
#include "cuda/compile.h"
#include "cuda/device.h"
#include "cuda/later.h"

#include <runahead/engine.h>

#include <string.h>

static void begin(void)
{
    char why[400];
    if (ra__cuda_open(0, why, sizeof why))
        ex_note(7);
}

/* ---- programs that a thread compiles behind the issuing lane, which goes on, and looks now and then ---- */

static void ask_for(const char *text)
{
    const char *const parts[] = {text};
    if (!ra__cuda_function_later(0, text, parts, 1, "function"))
        ex_note(7);
}

/* NULL: it is not there yet, or never will be. What was not compiled for no fault of its own, as where the process ends, may be asked for again. */
static void *look(const char *text, bool may_be_refused)
{
    void *function = NULL;
    if ((!ra__cuda_function_asked(0, text, &function) && !may_be_refused) || (function && !ex_cuda_is_of(function, text)))
        ex_note(7);
    return function;
}

static void *look_for(const char *text)
{
    return look(text, false);
}

/* It is there some time. */
static void await(const char *text)
{
    while (!look_for(text))
        ra__os_yield();
}

static void ask_and_look(void)
{
    ask_for("one");
    ask_for("an error");
    (void)look_for("one");
    (void)look_for("an error");
}

static void ask_and_look_at_the_end(void)
{
    ask_for("one");
    ask_for("an error");
    (void)look("one", true);
    (void)look("an error", true);
}

static void lane(void)
{
    ask_and_look();
    await("one");
    ask_for("two");
    await("two");
    if (look_for("an error"))
        ex_note(7);
}

static void stop(void)
{
    ra__cuda_later_close(0);
    if (ex_cuda_compiling())
        ex_note(7);
    ra__cuda_forget_functions(0, NULL);
}

static bool closed(void)
{
    stop();
    return ex_cuda_modules() == 0 && ex_cuda_left() == 0 && ex_noted(7) == 0;
}

/* What had not been begun when it stopped is not compiled, and what had is nobody's: it can be asked for again. */
static void stopped_lane(void)
{
    ask_and_look();
    stop();
    if (ex_cuda_modules() || ex_cuda_left())
        ex_note(7);
    ask_for("one");
    await("one");
}

/* Requests by themselves: one that is done has an image, whole, unless it does not compile, or the device stops. */
static bool is_done(ra__cuda_request *r, const char *text, bool is_stopped)
{
    char *image = NULL;
    bool is_wrong = false;
    if (!ra__cuda_later_done(r, &image, &is_wrong))
        return false;
    if (image ? !ex_cuda_is_of(image, text) : is_wrong ? !strstr(text, "error") : !is_stopped)
        ex_note(7);
    ra__os_free(image);
    return true;
}

static ra__cuda_request *request(const char *text)
{
    const char *const parts[] = {text};
    ra__cuda_described d;
    ra__cuda_request *r = ra__cuda_describe(90, parts, 1, &d) ? ra__cuda_later(0, d) : NULL;
    if (!r)
        ex_note(7);
    return r;
}

static void requests(void)
{
    const char *text = "one";
    ra__cuda_request *first = request(text), *second = request("two");
    if (is_done(first, text, false))
        first = request(text = "an error");
    ra__cuda_later_close(0);
    if (!is_done(first, text, true) || !is_done(second, "two", true))
        ex_note(7);
}

/* ---- the end of the process ---- */

static void compile(const char *text)
{
    const char *const parts[] = {text};
    const bool is_late = ex_noted(0);
    ra__cuda_described d;
    size_t bytes;
    char why[400] = "", *image = ra__cuda_describe(90, parts, 1, &d) ? ra__cuda_compile(&d, &bytes, why, sizeof why) : NULL;
    const bool is_refused = strstr(why, "the process ends"), may_fail = strstr(text, "error") && !is_late;
    if (image ? is_late || !ex_cuda_is_of(image, text) : !is_refused && !may_fail)
        ex_note(7);
    ra__os_free(d.text);
    ra__os_free(image);
}

static void compile_one(void) { compile("one"); }
static void compile_two(void) { compile("two"); }

static void end_process(void)
{
    ex_system_exit();
    ex_note(0);
}

/* Behind the first program nobody is in NVRTC when that ends; what comes later is kept out. */
static void begin_behind_first(void)
{
    begin();
    compile("first");
}

static bool well(void)
{
    return ex_cuda_compiling() == 0 && ex_cuda_left() == 0 && ex_noted(7) == 0;
}

/* Of those that are the first, the end comes behind one. */
static void end_behind_one(void)
{
    ex_wait_noted(1, 1);
    end_process();
}

static void compile_two_after(const char *text)
{
    compile(text);
    ex_note(1);
    compile("two");
}

static void compile_first(void) { compile_two_after("first"); }
static void compile_in_vain(void) { compile_two_after("an error"); }

static bool is_compiling(void *unused)
{
    (void)unused;
    return ex_cuda_compiling() || ex_noted(1);
}

/* While the first is compiled, by a thread that has started a device. */
static void end_within_first(void)
{
    ra__cuda_compile_attend();
    ex_wait_until(is_compiling, NULL);
    end_process();
}

/* Who is inside ends the process, by a signal. */
static void begin_within(void)
{
    begin_behind_first();
    ex_cuda_during(ex_system_exit);
}

/* ---- memory: two take and give back, one trims, and the driver refuses ---- */

enum { GRANULE = 2 << 20, LARGE = 900 << 10, SMALL = 1000 };

static void begin_memory(size_t limit, size_t has, bool registers, bool chunks)
{
    begin();
    ra__settings.device_memory_limit = limit;
    ra__settings.device_chunks = chunks;
    ex_cuda_has(has, registers);
}

static void begin_limited(void) { begin_memory(GRANULE, 0, true, true); }
static void begin_scarce(void) { begin_memory(0, GRANULE + LARGE, true, true); }
static void begin_alone(void) { begin_memory(0, 2 * SMALL, true, false); }
static void begin_registered(void) { begin_memory(0, 0, true, false); }
static void begin_of_driver(void) { begin_memory(0, 0, false, false); }

static void use(size_t bytes, int blocks)
{
    void *block[2] = {NULL};
    for (int i = 0; i < blocks; i++)
        if (!ra__cuda_allocate(0, bytes, &block[i]))
            ex_cuda_own(block[i], bytes);
    if (ex_cuda_is_entered())
        ex_note(7);
    for (int i = 0; i < blocks; i++) {
        if (block[i])
            ex_cuda_disown(block[i]);
        ra__cuda_release(block[i], bytes, 0);
    }
}

static void use_large(void) { use(LARGE, 1); }
static void use_two_large(void) { use(LARGE, 2); }
static void use_small(void) { use(SMALL, 1); }
static void use_two_small(void) { use(SMALL, 2); }

static void stage(void)
{
    void *block;
    if (ra__cuda_stage(0, SMALL, &block)) {
        ex_note(7);
        return;
    }
    ex_cuda_own(block, SMALL);
    ex_cuda_disown(block);
    ra__cuda_unstage(0, block, SMALL);
}

static void trim(void)
{
    ra_memory_stats s = {0};
    ra__cuda_memory(0, &s);
    if (ra__settings.device_memory_limit && s.live + s.cached > ra__settings.device_memory_limit)
        ex_note(7);
    ra__cuda_give_back(0, 0);
}

/* All of it is free, so it is in whole chunks; and nothing counts as asked for any more. */
static bool memory_is_right(void)
{
    ra_memory_stats s = {0};
    void *block;
    ra__cuda_memory(0, &s);
    bool right = s.live == 0 && s.cached == ex_cuda_given() && s.fresh == ex_cuda_ever_given();
    ra__cuda_give_back(0, 0);
    ra__cuda_memory(0, &s);
    right &= s.cached == 0 && ex_cuda_given() == 0;
    ra__settings.device_memory_limit = ra__settings.device_chunks ? GRANULE : SMALL;
    return right && !ra__cuda_allocate(0, SMALL, &block) && ex_noted(7) == 0;
}

static bool staging_is_right(void)
{
    ra__cuda_give_back(0, 0);
    return ex_cuda_given() == 0 && ex_noted(7) == 0;
}

const ex_protocol ex_protocols_cuda[] = {
    {"programs compiled behind", begin, {lane}, closed, .timeless = true},
    {"programs compiled behind, stopped", begin, {stopped_lane}, closed},
    {"programs compiled behind, asked for", begin, {requests}, well},
    {"programs compiled behind, at the end", begin_behind_first, {ask_and_look_at_the_end, end_process}, closed, .timeless = true},
    {"compiler's end", begin_behind_first, {compile_one, compile_two, end_process}, well, .timeless = true},
    {"compiler's first", begin, {compile_first, compile_one, end_behind_one}, well, .timeless = true},
    {"compiler's first, in vain", begin, {compile_in_vain, end_behind_one}, well, .timeless = true},
    {"compiler's end, within its first", begin, {compile_first, end_within_first}, well, .timeless = true},
    {"compiler's end from within", begin_within, {compile_one, compile_two}, well, .timeless = true},
    {"device's memory", begin_limited, {use_two_large, use_large, trim}, memory_is_right, .timeless = true},
    {"device's memory, scarce", begin_scarce, {use_two_large, use_large, trim}, memory_is_right, .timeless = true},
    {"device's memory, block by block", begin_alone, {use_two_small, use_small, trim}, memory_is_right, .timeless = true},
    {"memory that a device reaches", begin_registered, {stage, stage, trim}, staging_is_right, .timeless = true},
    {"memory that a device reaches, the driver's", begin_of_driver, {stage, stage, trim}, staging_is_right, .timeless = true},
    {NULL},
};
