/*
 * Programs in CUDA C made into what the driver loads: by NVRTC, or as they were kept on disk. Any thread, once the libraries have been
 * loaded; to compile takes long.
 */
#ifndef RA_CUDA_COMPILE_H
#define RA_CUDA_COMPILE_H

#include <stdbool.h>
#include <stddef.h>

/* A program, by the one name that it has on disk: what decides how it is compiled, in a line each, and behind that its text. */
typedef struct ra__cuda_described {
    char *text;
    const char *source; /* within it */
    int architecture;
    bool is_wrong; /* NVRTC has said so of its text: to compile it again is in vain */
} ra__cuda_described;

/* The program's text is in parts. False: no memory. */
bool ra__cuda_describe(int architecture, const char *const *parts, int count, ra__cuda_described *d);
/* From now on the calling thread ends, or ends the process, only behind starts of devices, and behind what is compiled first, in which neither
 * the driver nor NVRTC can be disturbed. */
void ra__cuda_compile_attend(void);
/* To be given back by ra__os_free; NULL: message says why, with the line. */
char *ra__cuda_compile(ra__cuda_described *d, size_t *bytes, char *message, size_t size);
/* The same, unless it is on disk; and is there then. */
char *ra__cuda_compile_kept(ra__cuda_described *d, size_t *bytes, char *message, size_t size);
/* Whether that is to be had; else message says why, with the line. */
bool ra__cuda_compiles(int architecture, const char *const *parts, int count, char *message, size_t size);

#endif
