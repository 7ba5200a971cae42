/*
 * libjansson, loaded at its first use: what of its interface is read here (https://jansson.readthedocs.io), version 2.
 */
#ifndef RA_IO_JANSSON_H
#define RA_IO_JANSSON_H

#include <stddef.h>

enum { RA__JSON_OBJECT = 0, RA__JSON_ARRAY = 1, RA__JSON_STRING = 2, RA__JSON_INTEGER = 3 };
enum { RA__JSON_REJECT_DUPLICATES = 1 };

typedef struct ra__json {
    int type;
    volatile size_t refs;
} ra__json;

typedef struct ra__json_error {
    int line, column, position;
    char source[80];
    char text[160];
} ra__json_error;

typedef struct ra__jansson {
    ra__json *(*loadb)(const char *text, size_t bytes, size_t flags, ra__json_error *error);
    void (*delete)(ra__json *json);
    void *(*iter)(ra__json *object);
    void *(*iter_next)(ra__json *object, void *iter);
    const char *(*iter_key)(void *iter);
    ra__json *(*iter_value)(void *iter);
    ra__json *(*get)(const ra__json *object, const char *key);
    size_t (*object_size)(const ra__json *object);
    size_t (*array_size)(const ra__json *array);
    ra__json *(*array_get)(const ra__json *array, size_t index);
    long long (*integer)(const ra__json *json);
    const char *(*string)(const ra__json *json);
} ra__jansson;

/* NULL: it is not there, or not as it should be; the next call looks again. Loading waits. */
const ra__jansson *ra__jansson_load(char *why, size_t size);

#endif
