/* cgroup.h - how much CPU time and memory the process may use, by its control groups. */
#ifndef RA_ASYNC_CGROUP_H
#define RA_ASYNC_CGROUP_H

#include <stddef.h>

enum { RA__CGROUP_WHERE = 256 };

struct ra__cgroup_quota {
    long quota, period; /* microseconds of CPU time in each period; both 0: unlimited */
    int cpus;           /* quota / period rounded up, at least 1; 0: unlimited */
    char where[RA__CGROUP_WHERE]; /* the file that says so (its end, where it is longer); "" when unlimited */
};

/* The tightest quota of the process's group and all groups above it, in version 1 (cpu.cfs_quota_us) and version 2
 * (cpu.max) hierarchies, also both at once. What cannot be read limits nothing.
 * root     where the hierarchies are mounted; NULL: /sys/fs/cgroup
 * process  the process's groups; NULL: /proc/self/cgroup
 * Cannot fail. */
void ra__cgroup_quota(const char *root, const char *process, struct ra__cgroup_quota *quota);

struct ra__cgroup_memory {
    size_t bytes;                 /* 0: unlimited */
    char where[RA__CGROUP_WHERE]; /* as above */
};

/* The same of memory: memory.max and memory.high of version 2, memory.limit_in_bytes of version 1. */
void ra__cgroup_memory(const char *root, const char *process, struct ra__cgroup_memory *memory);

#endif
