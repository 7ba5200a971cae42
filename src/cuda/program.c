/*
 * Programs: their texts are put together where the function is not there yet.
 */
#include "cuda/program.h"

enum { PARTS_MOST = 8 };

void *ra__cuda_program_function(const ra__cuda_program *p, const char *key, const char *name, const void *variant, ra__run *r)
{
    const int index = ra__device_index(r->plan->device);
    char definitions[RA__CUDA_DEFINITIONS] = "";
    const char *parts[PARTS_MOST] = {ra__cuda_text_common, definitions};
    void *function = ra__cuda_function(index, key, NULL, 0, NULL, r->message, r->message_size);
    int count = 2;
    if (function)
        return function;
    if (p->define)
        p->define(variant, definitions, sizeof definitions);
    for (int i = 0; p->parts[i]; i++)
        parts[count++] = p->parts[i];
    return ra__cuda_function(index, key, parts, count, name, r->message, r->message_size);
}
