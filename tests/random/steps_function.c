/* Steps of random programs that call a function of the program's: it looks at what it reads, and swaps what it writes by that. */
#include "random/call.h"
#include "random/figures.h"

#include <runahead/function.h>

#include <stdlib.h>
#include <string.h>

/* What it knows of its tensors, and who waits for it. */
struct part_of_a_program {
    size_t bytes;    /* that are read */
    size_t width;    /* of an element that is written */
    int64_t last;    /* where the last of those is, in bytes */
    bool may_fail;
    _Atomic int calls;
    _Atomic int *borrowed, *unnoticed;
};

/* The first and the last element change places if the bytes read are odd in sum; a failure, where there may be one, if they are
 * divisible by seven. */
static ra_status swap_ends(const ra_function_call *call)
{
    struct part_of_a_program *p = call->state;
    const unsigned char *read = call->reads[0];
    char *first = call->writes[0], *last = first + p->last, kept[16];
    unsigned sum = 0;
    for (size_t i = 0; i < p->bytes; i++)
        sum += read[i] * (unsigned)(i + 1);
    if (atomic_fetch_add(&p->calls, 1))
        atomic_fetch_add_explicit(p->unnoticed, 1, memory_order_relaxed);
    figure(FIGURE_FUNCTION, !(p->may_fail && sum % 7 == 0));
    if (p->may_fail && sum % 7 == 0)
        return RA_ERR_INDEX;
    if (sum % 2) {
        memcpy(kept, first, p->width);
        memcpy(first, last, p->width);
        memcpy(last, kept, p->width);
    }
    return RA_OK;
}

static void give_back(void *state)
{
    struct part_of_a_program *p = state;
    _Atomic int *borrowed = p->borrowed;
    free(p);
    atomic_fetch_sub_explicit(borrowed, 1, memory_order_release);
}

static bool is_apart(struct context *c, const ra_tensor *t) /* its elements share no memory, and it has some */
{
    if (!is_any(c, t) || ra_has_pending_extent(t) || elements(t) == 0)
        return false;
    for (int d = 0; d < ra_ndim(t); d++)
        if (ra_size_bound(t, d) > 1 && ra_stride(t, d) == 0)
            return false;
    return true;
}

void step_function(struct context *c, const uint32_t *word)
{
    ra_tensor *written = pick_own(c, word[2], is_apart), *read = pick(c, word[3], is_whole);
    char of_read[32], of_written[32];
    struct part_of_a_program *p = written && read ? malloc(sizeof *p) : NULL;
    if (!p)
        return;
    *p = (struct part_of_a_program){.bytes = (size_t)elements(read) * ra_dtype_size(ra_tensor_dtype(read)), .width = ra_dtype_size(ra_tensor_dtype(written)),
                                    .may_fail = may_fail(c, ERROR_INDEX) && word[4] % 2, .borrowed = c->borrowed, .unnoticed = c->unnoticed};
    for (int d = 0; d < ra_ndim(written); d++)
        p->last += (ra_size(written, d) - 1) * ra_stride(written, d) * (int64_t)p->width;
    print_step(c, "a function reads %s and writes %s", tensor_name(c, read, of_read), tensor_name(c, written, of_written));
    atomic_fetch_add_explicit(c->borrowed, 1, memory_order_relaxed);
    ra_tensor *done = ra_call_function(swap_ends, p, RA_LIST(read), RA_LIST(written),
                                       RA_OPTS(ra_call_function, .name = "swap_ends", .release = give_back, .blocks = word[5] % 4 == 0));
    note_status(c, done ? RA_OK : ra_last_status());
    if (!done)
        give_back(p);
    if (word[6] % 2)
        put(c, word[1], done);
    else
        ra_release(done);
    ra_clear_error();
}
