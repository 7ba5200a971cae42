/* What is sorted (sort.cu): a key, and where it stood. */
struct ra_entry {
    unsigned long long key, place;
};

__device__ inline bool ra_less(const ra_entry &a, const ra_entry &b) { return a.key < b.key || (a.key == b.key && a.place < b.place); }
