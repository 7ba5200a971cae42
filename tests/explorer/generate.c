/*
 * A program from a seed. What may stand where is decided with a little bookkeeping: which variables there are, how long, and
 * which gates are closed, so that every program ends: a gate that a kernel waits for is opened before anything that waits
 * without a limit, and by the program's end.
 */
#include "program.h"

#include <string.h>

typedef struct maker {
    ex_program *p;
    ex_random chance;
    int thread;
    int length[EX_VARIABLES]; /* of this thread's; 0: there is none */
    int made_at[EX_VARIABLES]; /* the step */
    bool shows[EX_VARIABLES]; /* elements of what all may read: not to be written */
    bool borrowed[EX_VARIABLES]; /* the program's own buffer, or a view of it: it cannot grow */
    int offset[EX_VARIABLES]; /* in its memory */
    int shared;               /* variables of thread 0 that all may read */
    int last;                 /* that a step read last; -1: none */
    int given[3];             /* what the next step that makes something reads; -1: that is drawn */
    bool branches, appends;   /* much of the program parts and meets again; is about what grows */
    int weight[EX_OP_COUNT], total; /* of the operators */
    int memory[EX_VARIABLES]; /* that its views are of: a number */
    int memories, focus;      /* how many there are; the one that most of a program is about, 0: none */
    int tasks;                /* steps of the thread that are more than a view or a release */
    unsigned closed;          /* gates, */
    uint64_t behind;          /* and memories that are written once they open: a bit each */
    int gates;
} maker;

static uint32_t below(maker *m, uint32_t n)
{
    return ex_below(&m->chance, n);
}

static ex_step *put(maker *m, enum ex_op op)
{
    if (m->p->steps >= (op == EX_OPEN ? EX_STEPS : EX_STEPS - EX_CONTROL * EX_GATES)) /* each gate will be opened */
        return NULL;
    ex_step *s = &m->p->step[m->p->steps++];
    *s = (ex_step){.op = (uint8_t)op, .thread = (uint8_t)m->thread};
    m->tasks += op != EX_NARROW && op != EX_EVERY && op != EX_REF && op != EX_RELEASE && op != EX_OPEN;
    return s;
}

static bool is_behind(const maker *m, int v)
{
    return v < EX_VARIABLES && m->length[v] && m->behind >> m->memory[v] % 64 & 1;
}

/* What is made of something that is behind a gate is behind it as well. */
static void put_behind(maker *m, int memory, bool behind)
{
    m->behind |= (uint64_t)behind << memory % 64;
}

/* Those of that length (0: any length), of that memory (0: any), and behind a gate. */
static int find(const maker *m, int length, int memory, bool behind, int *found)
{
    int n = 0;
    for (int i = 0; i < EX_VARIABLES; i++)
        if (m->length[i] && (!length || m->length[i] == length) && (!memory || m->memory[i] == memory) && (!behind || is_behind(m, i)))
            found[n++] = i;
    return n;
}

/* A variable with something of that length in it (0: any length), or -1. What waits for a gate comes first: much is pending then. */
static int pick(maker *m, int length)
{
    int found[EX_VARIABLES], n = 0;
    const bool focused = m->focus && below(m, 4), behind = m->closed && below(m, 4);
    if (behind)
        n = find(m, length, focused ? m->focus : 0, true, found);
    if (n == 0 && focused)
        n = find(m, length, m->focus, false, found);
    if (n == 0)
        n = find(m, length, 0, behind, found);
    if (n == 0)
        n = find(m, length, 0, false, found);
    if (n > 1 && below(m, 2)) /* what was made last: chains */
        for (int i = 1; i < n; i++)
            if (m->made_at[found[i]] > m->made_at[found[0]])
                found[0] = found[i];
    return n == 0 ? -1 : below(m, 2) ? found[0] : found[below(m, (uint32_t)n)];
}

/* What an operator reads: of this thread, or now and then a shared one. */
static int pick_input(maker *m, int length)
{
    if (m->thread && m->shared && (!length || length == EX_LENGTH) && below(m, 3) == 0)
        return EX_VARIABLES + (int)below(m, (uint32_t)m->shared);
    if (m->last >= 0 && m->length[m->last] && (!length || m->length[m->last] == length) && below(m, 3) == 0) /* several come after one */
        return m->last;
    return m->last = pick(m, length);
}

static int free_variable(maker *m)
{
    int n = 0, found[EX_VARIABLES];
    for (int i = m->thread ? 0 : m->shared; i < EX_VARIABLES; i++)
        if (!m->length[i])
            found[n++] = i;
    return n ? found[below(m, (uint32_t)n)] : -1;
}

static void release(maker *m, int v)
{
    ex_step *s = put(m, EX_RELEASE);
    if (s) {
        s->a = (uint8_t)v;
        m->length[v] = 0;
    }
}

static void open_gate(maker *m, int gate)
{
    ex_step *s = put(m, EX_OPEN);
    if (s) {
        s->k = (uint8_t)gate;
        m->closed &= ~(1u << gate);
        m->behind = m->closed ? m->behind : 0;
    }
}

static void open_all(maker *m)
{
    for (int i = 0; i < EX_GATES; i++)
        if (m->closed >> i & 1)
            open_gate(m, i);
}

static bool waits_without_limit(enum ex_op op)
{
    return op == EX_WAIT || op == EX_WAIT_ALL || op == EX_READ || op == EX_READY_FD || op == EX_SYNC || op == EX_NONZERO;
}

/* How often each operator is drawn. */
static const uint8_t weight[EX_OP_COUNT] = {
    [EX_FULL] = 4, [EX_SHORT] = 3, [EX_NEG] = 10, [EX_ABS] = 4, [EX_ADD] = 10, [EX_SUB] = 3, [EX_MAXIMUM] = 3, [EX_CLAMP] = 9, [EX_SUM] = 2, [EX_CUMSUM] = 2, [EX_CAT] = 2,
    [EX_NARROW] = 6, [EX_ONE] = 5, [EX_EVERY] = 5, [EX_SYNC] = 2, [EX_SCOPE] = 2, [EX_BORROW] = 2, [EX_NONZERO] = 2, [EX_CAT_OUT] = 2, [EX_RANDOM] = 1, [EX_REF] = 2, [EX_ADD_] = 6, [EX_CALL] = 3, [EX_NEG_] = 3, [EX_FILL_] = 3, [EX_COPY_] = 3, [EX_NEG_OUT] = 5, [EX_ADD_OUT] = 3, [EX_CUMSUM_OUT] = 3, [EX_TOPK] = 2,
    [EX_ACCUMULATE] = 2, [EX_HOLD] = 6, [EX_SPLIT] = 4, [EX_PAIR] = 3, [EX_FILE] = 3, [EX_GUEST] = 5, [EX_LANE] = 3, [EX_FAIL] = 2, [EX_OPEN] = 4, [EX_RELEASE] = 8, [EX_WAIT] = 2, [EX_WAIT_FOR] = 2, [EX_WAIT_ALL] = 1, [EX_READ] = 3,
    [EX_HURRY] = 2, [EX_IS_READY] = 2, [EX_PAUSE] = 3, [EX_POLL] = 1, [EX_READY_FD] = 2, [EX_ON_READY] = 2, [EX_CANCEL] = 5, [EX_FORK] = 1, [EX_TRIM] = 1, [EX_STATS] = 1};

/* What has to do with one another. What takes several steps of a few kinds comes together where a program is about little else. */
static const struct theme {
    const char *name;
    uint8_t share; /* of the draws: more where there is much to come by */
    uint8_t of[14];
} themes[] = {
    {"groups", 1, {EX_NEG, EX_ABS, EX_ADD, EX_MAXIMUM, EX_CLAMP, EX_CLAMP, EX_SUM, EX_NEG_, EX_HOLD, EX_OPEN, EX_RELEASE}},
    {"parts of a storage", 1, {EX_NEG, EX_ADD, EX_ADD_, EX_NEG_, EX_COPY_, EX_FILL_, EX_NARROW, EX_EVERY, EX_ONE, EX_NEG_OUT, EX_ADD_OUT}},
    {"growth", 1, {EX_ONE, EX_ONE, EX_NARROW, EX_NARROW, EX_NEG_OUT, EX_NEG_OUT, EX_NEG_OUT, EX_ADD_OUT, EX_CAT_OUT, EX_NEG, EX_NEG, EX_NEG_}},
    {"cancels", 1, {EX_CANCEL, EX_CANCEL, EX_NEG, EX_ADD, EX_ONE, EX_ONE, EX_NEG_, EX_FILL_, EX_OPEN, EX_RELEASE}},
    {"kernels that call the library", 1, {EX_GUEST, EX_GUEST, EX_GUEST, EX_NEG, EX_ADD, EX_FILE, EX_SPLIT, EX_POLL, EX_IS_READY}},
    {"files", 1, {EX_FILE, EX_FILE, EX_GUEST, EX_GUEST, EX_NEG, EX_NEG, EX_ADD, EX_CALL, EX_WAIT_ALL, EX_CANCEL}},
    {"lanes", 3, {EX_LANE, EX_LANE, EX_LANE, EX_LANE, EX_FILE, EX_GUEST, EX_CALL, EX_NEG, EX_ADD, EX_CANCEL, EX_RELEASE, EX_WAIT_FOR, EX_WAIT, EX_FORK}},
    {"failures", 1, {EX_FAIL, EX_NARROW, EX_EVERY, EX_FILL_, EX_COPY_, EX_ADD_, EX_NEG, EX_PAIR, EX_CALL, EX_READ, EX_CANCEL, EX_ACCUMULATE}},
    {"waits", 1, {EX_WAIT, EX_WAIT_FOR, EX_HURRY, EX_IS_READY, EX_PAUSE, EX_READY_FD, EX_ON_READY, EX_NEG, EX_HOLD, EX_SPLIT, EX_OPEN, EX_READ}},
    {"parts of tasks", 1, {EX_SPLIT, EX_SPLIT, EX_PAIR, EX_CUMSUM, EX_TOPK, EX_OPEN, EX_PAUSE, EX_CALL, EX_WAIT_FOR}},
    {"the rest", 1, {EX_BORROW, EX_NONZERO, EX_CAT, EX_SUM, EX_RANDOM, EX_TRIM, EX_STATS, EX_RELEASE, EX_REF, EX_SCOPE, EX_SYNC, EX_FORK}}};
enum { THEMES = sizeof themes / sizeof *themes, FEW = 4 };
static const struct theme *only; /* NULL: any */

bool ex_generate_only(const char *name)
{
    for (int i = 0; i < THEMES; i++)
        if (!strcmp(themes[i].name, name))
            only = &themes[i];
    return only;
}

static const struct theme *draw_theme(maker *m)
{
    uint32_t all = 0;
    for (int i = 0; i < THEMES; i++)
        all += themes[i].share;
    const struct theme *t = themes;
    for (uint32_t at = below(m, all); at >= t->share; t++)
        at -= t->share;
    return t;
}

/* A program in four has many operators, though it leaves many out and has much of some; the others have one theme or two, and a
 * little of the rest. */
static void draw_swarm(maker *m)
{
    static const uint8_t times[] = {0, 0, 1, 1, 4};
    const bool all = below(m, 4) == 0 && !only, rest = below(m, 2);
    m->branches = below(m, 3) == 0;
    m->appends = !m->branches && below(m, 8) == 0;
    uint8_t of_themes[EX_OP_COUNT] = {0};
    for (int n = all ? 0 : 1 + (int)below(m, 2); n > 0; n--) {
        const struct theme *theme = only ? only : n == 1 && below(m, 2) ? &themes[0] : draw_theme(m);
        for (size_t i = 0; i < sizeof theme->of && (i == 0 || theme->of[i]); i++)
            of_themes[theme->of[i]] += 2 * FEW;
    }
    m->total = 0;
    for (int i = 0; i < EX_OP_COUNT; i++) {
        int n = times[below(m, sizeof times)];
        m->weight[i] = all ? weight[i] * n : of_themes[i] * (n ? n : 1) + (rest && n ? weight[i] / FEW : 0);
        m->total += m->weight[i];
    }
    if (m->total == 0) {
        m->weight[EX_ADD] = 1;
        m->total = 1;
    }
}

static enum ex_op draw(maker *m)
{
    int at = (int)below(m, (uint32_t)m->total), i = 0;
    while (at >= m->weight[i])
        at -= m->weight[i++];
    return (enum ex_op)i;
}

/* And once a gate has been opened, beside what runs then. */
static enum ex_op draw_beside(maker *m)
{
    static const uint8_t beside[] = {EX_CANCEL, EX_CANCEL, EX_CANCEL, EX_CANCEL, EX_RELEASE, EX_RELEASE, EX_RELEASE, EX_WAIT_FOR, EX_WAIT_FOR, EX_IS_READY, EX_READY_FD, EX_READY_FD,
                                     EX_PAUSE, EX_PAUSE, EX_READ, EX_HURRY, EX_ON_READY, EX_NEG, EX_ADD, EX_NEG_, EX_FILL_, EX_POLL, EX_STATS};
    return (enum ex_op)beside[below(m, sizeof beside)];
}

/* ---- one step ---- */

static void made(maker *m, int d, int length)
{
    m->length[d] = length;
    m->made_at[d] = m->p->steps;
}

static bool is_view(enum ex_op op)
{
    return op == EX_NARROW || op == EX_ONE || op == EX_EVERY || op == EX_REF;
}

static int input(maker *m, int k, int length)
{
    return m->given[k] >= 0 ? m->given[k] : pick_input(m, length);
}

static void make_new(maker *m, enum ex_op op, int inputs)
{
    int d = free_variable(m), a = inputs ? input(m, 0, op == EX_NARROW || op == EX_ONE || op == EX_EVERY || op == EX_TOPK || op == EX_CAT ? EX_LENGTH : 0) : 0;
    if (d < 0 || a < 0)
        return;
    int length = op == EX_SHORT ? EX_LENGTH / 2 : op == EX_FULL || op == EX_BORROW ? EX_LENGTH : a >= EX_VARIABLES ? EX_LENGTH : m->length[a];
    int b = inputs > 1 ? input(m, 1, length) : 0, c = inputs > 2 ? input(m, 2, length) : 0;
    if (b < 0 || c < 0)
        return;
    ex_step *s = put(m, op);
    if (!s)
        return;
    s->d = (uint8_t)d, s->a = (uint8_t)a, s->b = (uint8_t)b, s->c = (uint8_t)c;
    s->k = (uint8_t)below(m, 4);
    if (op == EX_SPLIT)
        s->k = (uint8_t)(2 + below(m, 5));
    if (op == EX_GUEST || op == EX_LANE)
        s->k = (uint8_t)below(m, 8);
    if (op == EX_ONE) /* often the last one: what is written there and is longer makes the storage grow */
        s->k = below(m, 2) ? EX_LENGTH - 1 : (uint8_t)below(m, EX_LENGTH);
    if (op == EX_NARROW && below(m, 2))
        s->k = 0;
    const bool views = is_view(op);
    m->shows[d] = views && (a >= EX_VARIABLES || m->shows[a]);
    m->borrowed[d] = op == EX_BORROW || (views && a < EX_VARIABLES && m->borrowed[a]);
    m->memory[d] = views && a < EX_VARIABLES ? m->memory[a] : ++m->memories;
    put_behind(m, m->memory[d], op == EX_HOLD || (inputs > 0 && is_behind(m, a)) || (inputs > 1 && is_behind(m, b)) || (inputs > 2 && is_behind(m, c)));
    m->offset[d] = views && a < EX_VARIABLES ? m->offset[a] + (op == EX_EVERY ? s->k % 2 : op == EX_REF ? 0 : s->k) : 0;
    made(m, d, op == EX_SUM || op == EX_ONE ? 1 : op == EX_NARROW || op == EX_EVERY ? 3 : op == EX_CAT ? 3 * EX_LENGTH : length);
}

static void make_in_place(maker *m, enum ex_op op)
{
    int a = pick(m, 0), b = a < 0 ? -1 : pick_input(m, m->length[a]);
    if (a < 0 || b < 0 || m->shows[a])
        return;
    ex_step *s = put(m, op);
    if (s) {
        s->a = (uint8_t)a, s->b = (uint8_t)b, s->k = (uint8_t)below(m, 4);
        m->made_at[a] = m->p->steps;
        put_behind(m, m->memory[a], is_behind(m, b));
    }
}

/* An input is in the memory of an output, which may be refused where it is to have another size. */
static bool lies_in(const maker *m, int input, int output)
{
    return input >= 0 && input < EX_VARIABLES && m->memory[input] == m->memory[output];
}

static void put_out(maker *m, enum ex_op op, int d, int a, int b)
{
    const int length = a >= EX_VARIABLES ? EX_LENGTH : m->length[a];
    if (m->shows[d] || (m->length[d] != length && (m->borrowed[d] || m->offset[d] + length > 4 * EX_LENGTH || lies_in(m, a, d) || lies_in(m, b, d))))
        return;
    ex_step *s = put(m, op);
    if (!s)
        return;
    s->d = (uint8_t)d, s->a = (uint8_t)a, s->b = (uint8_t)b;
    made(m, d, length);
    put_behind(m, m->memory[d], is_behind(m, a) || is_behind(m, b));
}

/* What it writes fits, or is made to: a storage may have to grow, and others may see it. */
static void make_out(maker *m, enum ex_op op)
{
    int d = pick(m, 0), later = pick(m, 0);
    if (later >= 0 && m->offset[later] > m->offset[d])
        d = later;
    int a = d < 0 ? -1 : pick_input(m, m->length[d]);
    for (int tries = 0, other = below(m, 2) ? 6 : 0; d >= 0 && tries < other; tries++) {
        int v = pick_input(m, 0);
        if (v < 0 || lies_in(m, v, d))
            continue;
        a = v;
        if (m->offset[d] + (v >= EX_VARIABLES ? EX_LENGTH : m->length[v]) > EX_LENGTH && (m->length[v] < EX_LENGTH || below(m, 2))) /* it grows */
            break;
    }
    int length = a < 0 ? 0 : a >= EX_VARIABLES ? EX_LENGTH : m->length[a], b = a < 0 ? -1 : below(m, 2) ? a : pick_input(m, length);
    if (d >= 0 && a >= 0 && b >= 0)
        put_out(m, op, d, a, b);
}

/* An output that must grow: of a handle whose storage may be seen through others. */
static void make_longer(maker *m)
{
    int d = pick(m, EX_LENGTH), a = pick_input(m, EX_LENGTH), b = pick_input(m, EX_LENGTH), c = pick_input(m, EX_LENGTH);
    if (d < 0 || lies_in(m, a, d) || lies_in(m, b, d) || lies_in(m, c, d) || m->shows[d] || m->borrowed[d] || m->offset[d] > EX_LENGTH)
        return;
    ex_step *s = put(m, EX_CAT_OUT);
    if (s) {
        s->d = (uint8_t)d, s->a = (uint8_t)a, s->b = (uint8_t)b, s->c = (uint8_t)c;
        m->length[d] = 3 * EX_LENGTH;
    }
}

static void make_hold(maker *m)
{
    int before = m->p->steps;
    bool has_input = below(m, 2);
    if (m->p->paced || m->gates == EX_GATES)
        return;
    make_new(m, EX_HOLD, has_input);
    if (m->p->steps == before)
        return;
    ex_step *s = &m->p->step[before];
    if (!has_input)
        made(m, s->d, EX_LENGTH);
    s->b = has_input;
    s->k = (uint8_t)m->gates;
    m->closed |= 1u << m->gates++;
}

/* What it waits for may be of another length than what it reads. */
static void make_guest(maker *m, enum ex_op op)
{
    int before = m->p->steps, other = pick_input(m, 0);
    if (other < 0)
        return;
    make_new(m, op, 1);
    if (m->p->steps == before)
        return;
    m->p->step[before].b = (uint8_t)other;
    m->p->step[before].how = op == EX_LANE ? (uint16_t)below(m, 65536) : 0;
    for (int v = 0; other < EX_VARIABLES && v < EX_VARIABLES; v++) /* nobody who comes later writes it */
        m->shows[v] |= m->memory[v] == m->memory[other];
}

/* A new result, and another over the input. */
static void make_pair(maker *m)
{
    int before = m->p->steps, a = pick(m, 0);
    if (a < 0 || m->shows[a])
        return;
    make_new(m, EX_PAIR, 1);
    if (m->p->steps == before)
        return;
    m->p->step[before].a = (uint8_t)a;
    made(m, m->p->step[before].d, m->length[a]);
    m->made_at[a] = m->p->steps;
}

static void make_on_one(maker *m, enum ex_op op)
{
    int a = pick(m, 0), b = pick(m, 0);
    if (a < 0)
        return;
    ex_step *s = put(m, op);
    if (s)
        s->a = (uint8_t)a, s->b = (uint8_t)b, s->k = (uint8_t)below(m, 8);
}

/* Two views of the same memory, or three, that may overlap. */
static void make_views(maker *m, enum ex_op op)
{
    for (int n = 1 + (int)below(m, 3), a = pick(m, EX_LENGTH); n > 0 && a >= 0; n--) {
        int before = m->p->steps;
        make_new(m, below(m, 4) ? op : EX_EVERY, 1);
        if (m->p->steps == before)
            return;
        ex_step *s = &m->p->step[before];
        if (s->a < EX_VARIABLES) {
            s->a = (uint8_t)a;
            m->offset[s->d] = m->offset[a] + (s->op == EX_EVERY ? s->k % 2 : s->k);
            m->memory[s->d] = m->memory[a], m->shows[s->d] = m->shows[a], m->borrowed[s->d] = m->borrowed[a];
        }
    }
}

static void make(maker *m, enum ex_op op)
{
    if (waits_without_limit(op))
        open_all(m);
    switch (op) {
    case EX_FULL: case EX_SHORT: case EX_BORROW: make_new(m, op, 0); break;
    case EX_NEG: case EX_ABS: case EX_SUM: case EX_CUMSUM: case EX_REF: case EX_TOPK: case EX_SPLIT: case EX_FILE: case EX_FAIL: case EX_SYNC: make_new(m, op, 1); break;
    case EX_NARROW: case EX_ONE: case EX_EVERY: make_views(m, op); break;
    case EX_GUEST: case EX_LANE: make_guest(m, op); break;
    case EX_PAIR: make_pair(m); break;
    case EX_SCOPE: /* one that found no memory to begin with would leave its handles to the program */
        if (!m->p->scarce)
            make_new(m, op, 1);
        break;
    case EX_ADD: case EX_SUB: case EX_MAXIMUM: make_new(m, op, 2); break;
    case EX_CLAMP: case EX_CAT: make_new(m, op, 3); break;
    case EX_ADD_: case EX_CALL: case EX_NEG_: case EX_FILL_: case EX_COPY_: make_in_place(m, op); break;
    case EX_CAT_OUT: make_longer(m); break;
    case EX_NEG_OUT: case EX_ADD_OUT: case EX_CUMSUM_OUT: make_out(m, op); break;
    case EX_HOLD: make_hold(m); break;
    case EX_OPEN:
        if (m->closed)
            open_gate(m, __builtin_ctz(m->closed));
        break;
    case EX_RELEASE: {
        int v = pick(m, 0);
        if (v >= 0 && (m->thread || v >= m->shared))
            release(m, v);
        break;
    }
    case EX_ACCUMULATE: {
        int v = pick_input(m, EX_LENGTH);
        ex_step *s = v >= 0 ? put(m, op) : NULL;
        if (s)
            s->a = (uint8_t)v;
        m->p->accumulates = true;
        break;
    }
    case EX_WAIT_ALL: case EX_PAUSE: case EX_POLL: case EX_TRIM: case EX_STATS: case EX_RANDOM: put(m, op); break;
    case EX_FORK:
        if (m->p->forks)
            put(m, op);
        break;
    default: make_on_one(m, op);
    }
}

/* What a step makes of this one; -1: nothing. */
static int make_of(maker *m, enum ex_op op, int a, int b)
{
    const int before = m->p->steps;
    m->given[0] = a;
    m->given[1] = m->given[2] = b;
    make(m, op);
    m->given[0] = m->given[1] = m->given[2] = -1;
    return m->p->steps > before ? m->p->step[m->p->steps - 1].d : -1;
}

/* Several come after one, and what becomes of them is put together, and often asked for. What they come after often comes after
 * something that another thread ends. */
static void make_branches(maker *m)
{
    static const uint8_t late[] = {EX_FILE, EX_FILE, EX_SPLIT}, quick[] = {EX_NEG, EX_ABS, EX_CUMSUM}, of[] = {EX_NEG, EX_ABS, EX_SPLIT, EX_FILE, EX_GUEST, EX_GUEST, EX_LANE};
    static const uint8_t asks[] = {EX_READ, EX_READ, EX_WAIT, EX_WAIT, EX_WAIT_FOR, EX_READY_FD, EX_ON_READY, EX_CANCEL};
    int from = pick(m, 0), end = -1;
    for (int n = (int)below(m, 4), i = 0; i < n && from >= 0; i++) {
        const int next = make_of(m, (enum ex_op)(n > 1 && i == 0 ? late[below(m, sizeof late)] : quick[below(m, sizeof quick)]), from, -1);
        from = next < 0 ? from : next;
    }
    for (int n = 2 + (int)below(m, 2); n > 0 && from >= 0; n--) {
        const int branch = make_of(m, (enum ex_op)of[below(m, sizeof of)], from, -1);
        end = branch < 0 ? end : end < 0 ? branch : make_of(m, EX_ADD, end, branch);
    }
    if (end >= 0 && below(m, 4)) {
        const enum ex_op ask = (enum ex_op)asks[below(m, sizeof asks)];
        const int before = m->p->steps;
        make(m, ask);
        for (int i = before; i < m->p->steps; i++)
            if (m->p->step[i].op == ask)
                m->p->step[i].a = (uint8_t)end;
    }
}

/* What is made of a part of a storage comes behind the last that there is of it. */
static void make_append(maker *m)
{
    static const uint8_t of[] = {EX_NEG, EX_ABS, EX_NEG_, EX_ADD, EX_SUB, EX_ADD_};
    int v = pick(m, EX_LENGTH / 2), d = v, next = -1;
    for (int n = 1 + (int)below(m, 2); n > 0 && v >= 0; n--) {
        const enum ex_op op = (enum ex_op)of[below(m, sizeof of)];
        const int made = make_of(m, op, v, next < 0 ? v : next);
        next = made >= 0 && m->length[made] == EX_LENGTH / 2 && m->memory[made] != m->memory[v] ? made : next;
    }
    for (int i = 0; v >= 0 && i < EX_VARIABLES; i++)
        if (m->length[i] && m->memory[i] == m->memory[v] && m->offset[i] > m->offset[d])
            d = i;
    if (next >= 0 && d != v)
        put_out(m, below(m, 2) ? EX_NEG_OUT : EX_ADD_OUT, d, next, next);
}

static void make_thread(maker *m, int thread, int count)
{
    m->thread = thread;
    m->closed = 0;
    m->behind = 0;
    m->gates = 0;
    if (thread)
        memset(m->length, 0, sizeof m->length);
    m->tasks = 0;
    m->focus = 0;
    m->last = -1;
    make(m, EX_FULL);
    if (below(m, 2))
        make(m, below(m, 2) ? EX_FULL : EX_SHORT);
    if (below(m, 4)) /* much is pending behind it */
        make_hold(m);
    if (m->appends || below(m, 2)) { /* what comes goes by views of the same memory, most of it */
        m->focus = m->memories;
        make_views(m, EX_NARROW);
        make_views(m, m->appends ? EX_ONE : EX_NARROW);
    }
    if (thread == 0)
        m->p->first = m->p->steps;
    for (int rounds = below(m, 4) ? 1 : 2, round = 0; round < rounds; round++) {
        m->tasks = 0;
        for (int tries = 0; m->tasks < (count + rounds - 1) / rounds && tries < 40; tries++)
            if (m->branches && below(m, 2))
                make_branches(m);
            else if (m->appends && below(m, 2))
                make_append(m);
            else
                make(m, draw(m));
        if (!m->closed || below(m, 3) == 0)
            continue;
        open_gate(m, __builtin_ctz(m->closed));
        for (int n = 1 + (int)below(m, 3); n > 0; n--)
            make(m, draw_beside(m));
        if (round + 1 < rounds && below(m, 2))
            make_hold(m);
    }
    open_all(m);
}

void ex_generate(ex_program *p, uint64_t seed)
{
    maker m = {.p = p, .given = {-1, -1, -1}, .chance = {seed * UINT64_C(0x2545f4914f6cdd1d) + 7}};
    memset(p, 0, sizeof *p);
    static const uint8_t threads[] = {1, 1, 1, 1, 1, 1, 2, 2, 2, 3}, workers[] = {0, 0, 1, 1, 1, 1, 2, 2, 2, 3}, fusion[] = {0, 1, 2, 2, 2, 2, 3, 3};
    p->threads = threads[below(&m, sizeof threads)];
    p->workers = workers[below(&m, sizeof workers)];
    p->fusion = fusion[below(&m, sizeof fusion)];
    p->no_inline = below(&m, 4) != 0;
    p->paced = below(&m, 8) == 0;
    p->polled = below(&m, 4) == 0;
    p->spins = below(&m, 4) == 0;
    p->scarce = below(&m, 10) == 0;
    p->forks = below(&m, 12) == 0;
    p->stops = below(&m, 8) == 0;
    p->two_nodes = below(&m, 6) == 0;
    p->checked = below(&m, 5) == 0;
    p->urgent = below(&m, 8) == 0;
    m.thread = 0;
    m.shared = 0;
    draw_swarm(&m);
    if (p->threads > 1) { /* what all may read: made first, and nobody writes it */
        int shared = 1 + (int)below(&m, 2);
        for (int i = 0; i < shared; i++) {
            ex_step *s = put(&m, i ? EX_NEG : EX_FULL);
            s->d = (uint8_t)i, s->a = 0, s->k = 3;
            m.length[i] = EX_LENGTH;
            m.shows[i] = true;
        }
        m.shared = p->shared = shared;
    }
    static const uint8_t sizes[] = {1, 1, 1, 2, 2, 3, 3, 4, 6, 9};
    int size = sizes[below(&m, sizeof sizes)] + (p->workers ? 0 : 3); /* where one thread does it all there are few points */
    for (int t = 0; t < p->threads; t++)
        make_thread(&m, t, t ? (size + 1) / 2 : size);
    p->background = below(&m, 3) == 0;
    p->device = below(&m, 8) == 0; /* last: programs without it are as they were before there was one */
    for (int i = 0; p->device && i < p->steps; i++)
        if (p->step[i].op == EX_NEG || p->step[i].op == EX_ABS)
            p->step[i].op = EX_FILE; /* which goes to the device there, as what is split does (steps.c) */
    p->phased = !p->device && below(&m, 10) == 0; /* behind that, for the same reason */
    for (int i = 0; p->phased && i < p->steps; i++)
        if (p->step[i].op == EX_NEG || p->step[i].op == EX_ABS)
            p->step[i].op = EX_SPLIT, p->step[i].k += 2; /* it has several grains where it is printed (print.c) */
}
