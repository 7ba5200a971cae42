/* Inside the simulated NVRTC. */
#ifndef SIMCUDA_NVRTC_H
#define SIMCUDA_NVRTC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Text that grows; NULL where memory ran out, and stays so. */
struct text {
    char *at;
    size_t length, room;
    bool failed;
};
void text_add(struct text *t, const char *more, size_t length);
__attribute__((format(printf, 2, 3))) void text_print(struct text *t, const char *format, ...);
void text_free(struct text *t);

/*
 * Makes C++ of a text that the preprocessor has been through: shared variables, dynamic ones, launch bounds; and at its end the table
 * of its kernels, with those of the name expressions. `lowered` gives an expression's name.
 */
struct text translate_text(const char *source, size_t length, char *const *expressions, char *const *lowered, int expression_count, int architecture);

uint64_t hash_of(uint64_t before, const void *bytes, size_t length);
/* Runs a compiler in a folder (NULL: here); what it says goes to a file, of that folder where the name is relative. Its exit status, or -1. */
int run_compiler(char *const *arguments, const char *folder, const char *log);
/*
 * Runs what a compiler's driver has said that it would (-###), in a folder, one line after another until one fails, the first with further
 * arguments behind its own. `said` is changed.
 */
int run_lines(char *said, char *const *more, const char *folder, const char *log);
/* Of the flags and headers, on which what is compiled depends too. */
uint64_t hash_preparations(void);
enum { PREPARED_PATH = 4200 };
/* What compiling begins with: its folder in the cache, or one in `folder` where that cannot be had: then nobody notices but by the clock.
 * False: the compiler cannot be run. */
bool prepare(const char *cache, const char *folder, const char *standard, char *compiler, char prepared[PREPARED_PATH]);
void remove_folder(const char *folder);
/* A file's bytes, and a 0 behind them. */
struct text read_whole(const char *path);
bool write_whole(const char *path, const void *bytes, size_t length);

#endif
