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

/* Of so many bytes, until the next taking on the same stream. By the issuing lane, which does not wait: what a room has outgrown goes
 * back once the device has come past an event. */
ra_status ra__cuda_room_take(ra__run *r, ra__cuda_room *room);
/* The host's, which a call uses no longer than it takes. */
void ra__cuda_room_give(ra__cuda_room *room);
/* The device's goes back, once what uses it has come to its end: where memory is short. By the issuing lane. */
void ra__cuda_room_trim(int index);
/* Likewise, where the streams have ended. */
void ra__cuda_room_close(int index);

#endif
