/*
 * Streams in the API: what a stream is, and what a thread uses, run/streams.h says.
 */
#include "async/run/stream.h"
#include "async/run/streams.h"
#include "async/thread/entry.h"

static ra_status make(ra_device device, void *native, ra_stream **stream, const char *function)
{
    if (!stream)
        return ra__refusal(RA_ERR_ARGUMENT, "%s: stream is NULL", function);
    if (!ra__device_has_streams(device) || !ra__device_of(device))
        return ra__refusal(RA_ERR_DEVICE, "%s: device %s has no streams", function, ra_device_name(device));
    if (ra__engine_ensure())
        return ra_last_status();
    ra_stream *s = ra__stream_new(device, native, function);
    if (!s)
        return ra_last_status();
    *stream = s;
    return RA_OK;
}

ra_status ra_stream_new(ra_device device, ra_stream **stream)
{
    RA__NOTE_CALLER();
    return make(device, NULL, stream, "ra_stream_new");
}

ra_status ra_stream_wrap(ra_device device, void *native, ra_stream **stream)
{
    RA__NOTE_CALLER();
    if (!native)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_stream_wrap: native is NULL: the driver's own default stream waits for all others");
    return make(device, native, stream, "ra_stream_wrap");
}

void ra_stream_free(ra_stream *stream)
{
    if (stream)
        ra__streams_free(stream);
}

ra_status ra_stream_use(ra_stream *stream)
{
    RA__NOTE_CALLER();
    return ra__streams_use(stream) ? RA_OK : ra__refusal(RA_ERR_STATE, "ra_stream_use: the stream has been given up");
}

ra_stream *ra_stream_current(ra_device device)
{
    RA__NOTE_CALLER();
    if (!ra__device_has_streams(device) || !ra__device_of(device)) {
        ra__refusal(RA_ERR_DEVICE, "ra_stream_current: device %s has no streams", ra_device_name(device));
        return NULL;
    }
    return ra__engine_ensure() || ra__stream_ensure_started(device, "ra_stream_current") ? NULL : ra__streams_current(device);
}

ra_device ra_stream_device(const ra_stream *stream)
{
    return stream ? stream->device : RA_CPU;
}

void *ra_stream_native(const ra_stream *stream)
{
    return stream && ra__streams_is_open(stream) ? stream->native : NULL;
}
