/*
 * Copies and fills: within a device, between devices, from and to the processor's memory.
 *
 * What comes from the host is packed, in the order of the space, into memory that the device reaches, by the issuing lane; what goes
 * there is made dense by the device, and unpacked by the completing lane. Conversion is the device's, both ways. What another device
 * has is fetched as it lies, gaps and all, and taken apart here.
 *
 * What is large is packed and unpacked in pieces, which are the grains of a phase: one thread copies a tenth of what a device fetches. Each
 * piece goes onto its way when it has been packed, by whoever did that, to where it belongs, so their order does not matter, and packing goes
 * on beside them. That thread waits where the driver has no room for one more, as the lane does; there are few pieces beside that room. All
 * have been handed over when the lane goes on; what has not been, where one has failed, is never looked at, since the job has.
 *
 * The tensor's own memory is read until then, and by the lane alone or for it: later jobs, of which some read or write it at once, know no
 * more of it.
 *
 * What lies side by side in memory that the device reaches by itself it fetches from there, or writes there, with no staging in between
 * (RA__PLAN_DIRECT), between issue and end. So jobs that are issued behind this one and touch the same bytes come behind it on their
 * streams, as they do; and what writes there waits for the end of what may be unpacked there at that end (ra__task_awaits_end).
 */
#include "cuda/elementwise.h"
#include "cuda/pack.h"

#include "meta/pre.h"

#include <string.h>

enum way { WITHIN, FROM_HOST, TO_HOST, FROM_DEVICE };

typedef struct copy {
    enum way way;
    int other;               /* FROM_DEVICE: which */
    bool straight;           /* FROM_HOST, TO_HOST: the device's side is dense and of the same dtype */
    ra__geometry *host;      /* the host's side: its strides are those of operand 0 or 1 */
    int64_t bytes;           /* that pass between the two */
    int64_t pieces, each;    /* FROM_HOST, TO_HOST: what it is packed in, and of how many elements; the last has the rest */
    ra__cuda_space *space;
} copy;

static const ra__cuda_expression moved = {.name = "copy", .text = "a"};

/* Operand k lies dense in the order of the space. */
static void make_dense(ra__geometry *g, int k, ra_dtype dtype)
{
    int64_t step = ra__element_bytes(dtype);
    g->memory[k] = (uint8_t)dtype;
    for (int d = 0; d < g->ndim; step *= g->sizes[d++]) /* fits: at most numel in bytes */
        g->strides[k][d] = step;
}

/* From its first byte to its last; strides are not negative. */
static int64_t span_of(const ra__geometry *g, int k)
{
    int64_t bytes = ra__element_bytes((ra_dtype)g->memory[k]);
    for (int d = 0; d < g->ndim; d++)
        bytes += (g->sizes[d] - 1) * g->strides[k][d]; /* fits: within the storage */
    return bytes;
}

static enum way way_of(const ra_meta *m, const ra__geometry *g, int device)
{
    const int from = g->is_number[1] ? device : (int)m->in[g->input[1]].device;
    if (m->device == RA_CPU)
        return TO_HOST;
    return from == device ? WITHIN : from == RA_CPU ? FROM_HOST : FROM_DEVICE;
}

/* A piece takes a thread much longer than it takes to find somebody else for the next; of one that could be two, one thread makes as much.
 * There are no more than a quarter of what a stream's queue has room for. */
enum { PIECE = 1 << 20, PIECES_FROM = 2, MOST_PIECES = 256, ELEMENTS_APART = 64 /* whole lines */ };
enum { DIRECT_FROM = 64 << 10 }; /* bytes: fewer are packed, and the driver is not asked about them */
static const double NS_A_BYTE = 0.2; /* of one thread, memory to memory */

static void cut(copy *c, int64_t numel, int phase, ra_plan *p)
{
    const int64_t pieces = c->bytes < (int64_t)PIECE * PIECES_FROM ? 1 : c->bytes / PIECE < MOST_PIECES ? c->bytes / PIECE : MOST_PIECES;
    c->each = numel / pieces + (numel % pieces != 0);
    c->each += -c->each & (ELEMENTS_APART - 1); /* fits: RA__MOST_ELEMENTS */
    c->pieces = numel ? (numel - 1) / c->each + 1 : 0; /* none is empty */
    if (c->way == TO_HOST) {
        p->phases = 2;
        p->grains[1] = 1;
    }
    if (c->pieces <= 1)
        return;
    p->phases = 2;
    p->grains[phase] = c->pieces;
    p->grains[1 - phase] = 1;
    p->flags &= ~(unsigned)RA__PLAN_SERIAL;
    p->cost_ns += (double)c->bytes * NS_A_BYTE;
    if (phase == 0)
        p->flags |= RA__PLAN_PACKED;
}

static ra_status plan_geometry(const ra_meta *m, const ra__geometry *given, ra_plan *p)
{
    ra__geometry g = *given;
    copy *c = ra__plan_alloc(p, sizeof *c);
    unsigned host = 0;
    if (!c)
        return RA_ERR_MEMORY;
    p->state = c;
    p->phases = g.numel > 0;
    *c = (copy){.way = way_of(m, &g, p->device)};
    g.via = RA_NO_DTYPE;
    g.by_way = 0;
    if (c->way == FROM_HOST && g.numel && m->in[g.input[1]].layout->numel == 1) { /* its value is all there is to it */
        c->way = WITHIN;
        host = 2;
    }
    p->flags |= c->way == TO_HOST ? RA__PLAN_OUTGOING : c->way == WITHIN ? 0 : RA__PLAN_INCOMING;
    const int side = c->way == TO_HOST ? 0 : 1;
    if (c->way == FROM_HOST || c->way == TO_HOST) {
        if (!(c->host = ra__plan_alloc(p, sizeof g)))
            return RA_ERR_MEMORY;
        c->straight = ra__cuda_lies_in_order(&g, 1 - side) && g.memory[0] == g.memory[1];
        if (side == 0 && g.memory[0] != g.loop[0])
            return RA_ERR_UNSUPPORTED;
        *c->host = g;
        const bool is_dense = ra__cuda_lies_in_order(&g, side);
        make_dense(&g, side, (ra_dtype)g.memory[side]);
        c->bytes = g.numel * ra__element_bytes((ra_dtype)g.memory[side]); /* fits: numel in bytes */
        p->staging = (size_t)c->bytes;
        p->flags |= is_dense && c->bytes >= DIRECT_FROM ? RA__PLAN_DIRECT : 0;
    } else if (c->way == FROM_DEVICE) {
        c->other = ra__device_index(m->in[g.input[1]].device);
        c->bytes = g.numel ? span_of(&g, 1) : 0;
    }
    if (c->way != WITHIN && !c->straight)
        p->workspace = (size_t)c->bytes;
    if (c->way == WITHIN && g.numel && ra__cuda_lies_in_order(&g, 0))
        p->flags |= RA__PLAN_LINEAR;
    if (c->host && p->phases)
        cut(c, g.numel, c->way == TO_HOST, p);
    g.loop[1] = g.loop[0];
    c->space = c->straight ? NULL : ra__cuda_space_new(&g, m->out_count, &moved, host, p);
    return c->straight || c->space ? RA_OK : RA_ERR_MEMORY;
}

static ra_status told(ra__run *r, const char *function, ra__cu_result result)
{
    if (!result)
        return (ra_status)RA__PENDING;
    ra__cuda_error(function, result, r->message, r->message_size);
    return RA_ERR_SYSTEM;
}

static ra__cu_address address(const void *p)
{
    return (ra__cu_address)(uintptr_t)p;
}

/* What lies there, of FROM_HOST and FROM_DEVICE. */
static char *source_of(const copy *c, const ra__run *r)
{
    return r->data[c->space ? c->space->source[1] : 1 + c->host->input[1]];
}

/* Elements first to last - 1. */
static ra_status send(const copy *c, ra__run *r, const ra__cuda_device *d, int64_t first, int64_t last)
{
    const int64_t item = c->bytes / c->host->numel, at = first * item; /* fits: numel in bytes */
    char *const from = r->staging ? r->staging : source_of(c, r), *const to = c->straight ? r->data[0] : r->workspace;
    if (r->staging)
        ra__cuda_pack(c->host, 1, source_of(c, r), r->staging, first, last, c->pieces > 1);
    return told(r, "cuMemcpyHtoDAsync", ra__cuda.cuMemcpyHtoDAsync_v2(address(to + at), from + at, (size_t)((last - first) * item), d->stream)); /* fits: as above */
}

static int64_t end_of(const copy *c, int64_t piece)
{
    const int64_t end = (piece + 1) * c->each; /* fits: RA__MOST_ELEMENTS */
    return end < c->host->numel ? end : c->host->numel;
}

/* By any thread, in whose context nothing changes. */
static ra_status send_pieces(const copy *c, ra__run *r, const ra__cuda_device *d, int64_t first, int64_t last)
{
    ra_status s = (ra_status)RA__PENDING;
    if (!ra__cuda_visit(d))
        return ra__fault(r, RA_ERR_SYSTEM, "the device's context is not to be had");
    for (int64_t i = first; i < last && (int)s == RA__PENDING; i++)
        s = send(c, r, d, i * c->each, end_of(c, i)); /* fits: as above */
    ra__cuda_leave();
    return (int)s == RA__PENDING ? RA_OK : s;
}

static ra_status from_host(const copy *c, ra__run *r, const ra__cuda_device *d)
{
    char *const instead[] = {NULL, r->workspace};
    ra_status s = c->pieces > 1 && r->staging ? (ra_status)RA__PENDING : send(c, r, d, 0, c->host->numel);
    if (c->straight || (int)s != RA__PENDING)
        return s;
    s = ra__cuda_space_launch(c->space, r, instead, NULL);
    return s ? s : (ra_status)RA__PENDING;
}

static ra_status to_host(const copy *c, ra__run *r, const ra__cuda_device *d, char *from)
{
    char *const instead[] = {r->workspace, NULL}, *const to = r->staging ? r->staging : r->data[0];
    ra_status s = c->straight ? RA_OK : ra__cuda_space_launch(c->space, r, instead, NULL);
    return s ? s : told(r, "cuMemcpyDtoHAsync", ra__cuda.cuMemcpyDtoHAsync_v2(to, address(c->straight ? from : r->workspace), (size_t)c->bytes, d->stream));
}

/* Once: without access the driver has the bytes go through the host, which is slower, and where access is not to be had that is all there is. */
static void ask_access(ra__cuda_device *d, int index)
{
    const ra__cuda_device *other = ra__cuda_device_of(index);
    int can = 0;
    if (d->peers >> index & 1)
        return;
    d->peers |= 1u << index;
    if (!ra__cuda.cuDeviceCanAccessPeer(&can, d->handle, other->handle) && can)
        (void)ra__cuda.cuCtxEnablePeerAccess(other->context, 0);
}

static ra_status from_device(const copy *c, ra__run *r, ra__cuda_device *d, char *from)
{
    char *const instead[] = {NULL, r->workspace};
    ask_access(d, c->other);
    ra_status s = told(r, "cuMemcpyPeerAsync", ra__cuda.cuMemcpyPeerAsync(address(r->workspace), d->context, address(from), ra__cuda_device_of(c->other)->context,
                                                                        (size_t)c->bytes, d->stream));
    if ((int)s != RA__PENDING)
        return s;
    s = ra__cuda_space_launch(c->space, r, instead, NULL);
    return s ? s : (ra_status)RA__PENDING;
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const copy *c = r->plan->state;
    ra__cuda_device *d = ra__cuda_device_of(ra__device_index(r->plan->device));
    if (c->way == TO_HOST && phase == 1) {
        ra__cuda_unpack(c->host, 0, r->data[0], r->staging, first * c->each, end_of(c, last - 1), r->stream_from > 0 && c->bytes >= r->stream_from); /* fits: as above */
        return RA_OK;
    }
    if (c->pieces > 1 && c->way == FROM_HOST && phase == 0)
        return send_pieces(c, r, d, first, last);
    char *from = c->way == WITHIN ? NULL : source_of(c, r);
    if (!ra__cuda_enter(d))
        return ra__fault(r, RA_ERR_SYSTEM, "the device's context is not to be had");
    if (c->way == FROM_HOST)
        return from_host(c, r, d);
    if (c->way == TO_HOST)
        return to_host(c, r, d, from);
    if (c->way == FROM_DEVICE)
        return from_device(c, r, d, from);
    ra_status s = ra__cuda_space_launch(c->space, r, NULL, NULL);
    return s ? s : (ra_status)RA__PENDING;
}

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    return plan_geometry(m, &m->geometry, p);
}

static ra_status plan_fill(const ra_meta *m, ra_plan *p)
{
    const ra__shape *out = &m->out[0].shape;
    ra__geometry g = {.ndim = out->ndim, .operands = 2, .outputs = 1, .compute = out->dtype};
    for (int d = 0; d < out->ndim; d++) {
        g.sizes[d] = out->sizes[d];
        g.strides[0][d] = out->strides[d] * ra__element_bytes(out->dtype); /* fits: a stride in bytes */
    }
    g.memory[0] = g.memory[1] = g.loop[0] = g.loop[1] = (uint8_t)out->dtype;
    g.is_number[1] = true;
    g.number[1] = RA__PRE(m, const struct ra__fill_pre)->value;
    ra__geometry_collapse(&g);
    return plan_geometry(m, &g, p);
}

static const ra_kernel copy_kernel = {.name = "copy", .plan = plan, .run = run}, fill_kernel = {.name = "fill", .plan = plan_fill, .run = run};

const ra__cuda_space *ra__cuda_copied_space(const ra_plan *p)
{
    return ((const copy *)p->state)->space;
}

static bool is_one_of(const ra_op *op, const int *ids, int count)
{
    for (int i = 0; i < count; i++)
        if (op->id == ids[i])
            return true;
    return false;
}

const ra_kernel *ra__cuda_copy_kernel(const ra_op *op)
{
    static const int copies[] = {RA__OP_copy_, RA__OP_clone, RA__OP_contiguous, RA__OP_to, RA__OP_fill_, RA__OP_reshape, RA__OP_flatten, RA__OP_ravel},
                     fills[] = {RA__OP_zeros, RA__OP_zeros_like, RA__OP_ones, RA__OP_ones_like, RA__OP_full, RA__OP_full_like, RA__OP_scalar_tensor, RA__OP_zero_};
    if (is_one_of(op, copies, sizeof copies / sizeof *copies))
        return &copy_kernel;
    return is_one_of(op, fills, sizeof fills / sizeof *fills) ? &fill_kernel : NULL;
}
