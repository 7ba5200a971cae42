/*
 * Programs that nothing waits for are compiled by a thread of the device's, one after another, while its issuing lane goes on: to
 * compile one takes as long as a thousand launches. The lane asks, and looks again when the program would have been of use.
 *
 * Invariants: a request is the lane's but for what the thread makes of it, which it writes before it says that it is done, once. Few are
 * asked for at a time.
 */
#ifndef RA_CUDA_LATER_H
#define RA_CUDA_LATER_H

#include "cuda/compile.h"

typedef struct ra__cuda_request ra__cuda_request;

/* Whether one more would be taken. By the issuing lane, as are the next two. */
bool ra__cuda_later_has_room(int index);
/* NULL: not now; else d.text is the request's. */
ra__cuda_request *ra__cuda_later(int index, ra__cuda_described d);
/* Whether the thread is done with it. Then it is gone, and the image is the caller's, as of ra__cuda_compile; NULL: it does not compile where
 * *is_wrong, else there was no memory, or the device is being stopped. */
bool ra__cuda_later_done(ra__cuda_request *r, char **image, bool *is_wrong);
/* All are done afterwards; what has not been begun compiles no more. While the lane does not run. */
void ra__cuda_later_close(int index);

#endif
