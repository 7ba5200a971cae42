/*
 * What is counted: rows with a one where each element says (one_hot), and how often each number occurs (bincount).
 *
 *   RA_M         element type of the numbers
 *   RA_D         (optional) of sums, else of how often
 *   RA_V         (with RA_D, optional) of the weights that are added up
 *
 * How many there are the data may tell: keep() and enter() take what the last launch needs, which comes when the host has been told, and
 * may not read what somebody may have written anew by then.
 */
struct ra_count {
    ra_lines lines; /* operands: numbers, weights; each element a sequence */
    ra_i64 bound, size; /* numbers are below the bound; size: of a row, or of the result */
    const char *in, *weights;
    ra_i64 *kept;       /* the numbers; NULL: they are read where they lie */
    ra_entry *entries;  /* and their places, sorted by both */
    char *sums, *out;   /* sums: the weights, by their places */
    unsigned long long *flag; /* the first place that is out of bounds, the number there, the largest number */
};

__device__ inline ra_i64 ra_number_at(const ra_count &s, ra_i64 i) { return (ra_i64) * (const RA_M *)(s.in + ra_line_at(s.lines, 0, i)); }

__device__ inline bool ra_is_bounded(const ra_count &s, ra_i64 number, ra_i64 i)
{
    if (number >= 0 && number < s.bound)
        return true;
    atomicMin(s.flag, (unsigned long long)i);
    return false;
}

#ifndef RA_D
extern "C" __global__ void __launch_bounds__(RA_THREADS, 2) keep(const __grid_constant__ ra_count s)
{
    __shared__ ra_i64 most[RA_THREADS];
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    const unsigned me = threadIdx.x;
    ra_i64 own = 0;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + me; i < s.lines.count; i += step) {
        const ra_i64 number = ra_number_at(s, i);
        if (ra_is_bounded(s, number, i) && number > own)
            own = number;
        s.kept[i] = number;
    }
    most[me] = own;
    for (unsigned half = RA_THREADS / 2; half; half /= 2) {
        __syncthreads();
        if (me < half && most[me + half] > most[me])
            most[me] = most[me + half];
    }
    if (me == 0)
        atomicMax(&s.flag[2], (unsigned long long)most[0]);
}

extern "C" __global__ void ones(const __grid_constant__ ra_count s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x, all = s.lines.count * s.size;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < all; i += step) {
        const ra_i64 row = i / s.size, number = s.kept ? s.kept[row] : ra_number_at(s, row);
        if (!s.kept && i % s.size == 0)
            (void)ra_is_bounded(s, number, row);
        ((ra_i64 *)s.out)[i] = i % s.size == number;
    }
}
#else
extern "C" __global__ void enter(const __grid_constant__ ra_count s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.lines.count; i += step) {
        const ra_i64 number = ra_number_at(s, i);
        (void)ra_is_bounded(s, number, i);
        const ra_entry e = {(unsigned long long)number, (unsigned long long)i};
        s.entries[i] = e;
#ifdef RA_V
        ((RA_D *)s.sums)[i] = ra_convert<RA_D, RA_V>::of(*(const RA_V *)(s.weights + ra_line_at(s.lines, 1, i)));
#endif
    }
}

/* The first entry of that number or a larger one. */
__device__ inline ra_i64 ra_first_of(const ra_count &s, unsigned long long number)
{
    ra_i64 low = 0, high = s.lines.count;
    while (low < high) {
        const ra_i64 middle = low + (high - low) / 2;
        if (s.entries[middle].key < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

extern "C" __global__ void count(const __grid_constant__ ra_count s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.size; i += step) {
        const ra_i64 first = ra_first_of(s, (unsigned long long)i);
#ifdef RA_V
        RA_D sum = 0;
        for (ra_i64 k = first; k < s.lines.count && s.entries[k].key == (unsigned long long)i; k++)
            sum += ((const RA_D *)s.sums)[s.entries[k].place];
        ((RA_D *)s.out)[i] = sum;
#else
        ((RA_D *)s.out)[i] = ra_first_of(s, (unsigned long long)i + 1) - first;
#endif
    }
}
#endif

/* By one thread. */
extern "C" __global__ void settle(const __grid_constant__ ra_count s)
{
    if (threadIdx.x || blockIdx.x)
        return;
    if (*s.flag != ~0ULL)
        s.flag[1] = (unsigned long long)ra_number_at(s, (ra_i64)*s.flag);
#ifdef RA_D
    s.flag[2] = s.entries[s.lines.count - 1].key;
#endif
}
