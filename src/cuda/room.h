/*
 * Room for the calls of cuSOLVER and cuFFT, of which they say themselves how much they need: of the device, one for the calls on a
 * stream, which come one after another.
 */
#ifndef RA_CUDA_ROOM_H
#define RA_CUDA_ROOM_H

#include "cuda/device.h"

typedef struct ra__cuda_room {
    size_t device_bytes, host_bytes;
    void *device, *host;
} ra__cuda_room;

/* Of so many bytes, until the next taking on the same stream. By the issuing lane, which waits for nothing but what the driver's
 * own calls for memory may wait for: what a room has outgrown goes back once the device has come past an event. */
ra_status ra__cuda_room_take(ra__run *r, ra__cuda_room *room);
/* What has been outgrown, and whose event has come, goes back. By the issuing lane, in the device's context. */
void ra__cuda_room_sweep(int index);
/* The host's, which a call uses no longer than it takes. */
void ra__cuda_room_give(ra__cuda_room *room);
/* Where memory is short, by the issuing lane: what has been outgrown goes back once what uses it has come to its end, and all that is
 * cached; and, by the second, the rooms that there are as well. */
void ra__cuda_room_reclaim(int index);
void ra__cuda_room_trim(int index);
/* Likewise, where the streams have ended. */
void ra__cuda_room_close(int index);

#endif
