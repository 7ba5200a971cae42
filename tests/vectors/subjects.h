/*
 * The cases of all vector files, operator by operator.
 *
 * RUNAHEAD_TEST_ONLY=add,mul leaves these operators alone, RUNAHEAD_TEST_SHOWN=n has n failures of each shown (5).
 */
#ifndef TESTS_VECTORS_SUBJECTS_H
#define TESTS_VECTORS_SUBJECTS_H

#include "vectors/call.h"

enum { VECTOR_MAX_SUBJECTS = 512 };

/* The cases of one operator: where each begins. */
struct vector_subject {
    const char *name;
    struct vector_place {
        int file, number;
        size_t at;
    } *cases;
    int count, room;
};

/* All of them, and how many in *count; NULL, with a message on stderr, where they cannot be read. Once; then vector_subjects_free is due. */
struct vector_subject *vector_subjects(int *count);
void vector_subjects_free(void);

/* Case i of the subject, which is good as long as the subjects. */
bool vector_subject_case(const struct vector_subject *s, int i, struct vector_case *c);
/* Prints a failed case to stderr, unless enough (so many before it) of its subject have been. */
void vector_subject_failed(const struct vector_subject *s, int i, const struct vector_case *c, int before, const char *why);

#endif
