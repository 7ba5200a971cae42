/*
 * Fuzz targets: each takes bytes that mean anything, does with the library what they say, and ends the process by a message
 * and an abort where something does not hold. The fuzzer chooses the bytes (entry.c, make check-fuzz); test_corpus.c runs
 * those that are kept in corpus/, a folder a target.
 */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <runahead.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each leaves nothing behind: no handle, no task, no scope. The engine runs on. */
void fuzz_call(const uint8_t *bytes, size_t size);     /* programs over reflection */
void fuzz_npy(const uint8_t *bytes, size_t size);      /* files */
void fuzz_npz(const uint8_t *bytes, size_t size);
void fuzz_safetensors(const uint8_t *bytes, size_t size);
void fuzz_settings(const uint8_t *bytes, size_t size); /* variables, descriptions of machines, cgroup files */

/*
 * After the fuzzer has changed bytes: makes the directory of a ZIP archive, sizes and checksums agree with what lies there, so that what was
 * changed within an entry is read, and not refused for those alone.
 */
void fuzz_npz_mend(uint8_t *bytes, size_t size);

/* Starts the engine as the targets want it: little memory, everything handed over and fused. Workers: 0 and up. */
void fuzz_start(int workers);

/* Bytes that are taken one by one; behind the last come zeros. */
struct fuzz_bytes {
    const uint8_t *at, *end;
};

static inline unsigned fuzz_byte(struct fuzz_bytes *b)
{
    return b->at < b->end ? *b->at++ : 0;
}

#define FUZZ_FAIL(...) (fprintf(stderr, "\nfuzz: " __VA_ARGS__), fputc('\n', stderr), abort())

#endif
