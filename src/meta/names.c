/*
 * The names of statuses and devices.
 */
#include <runahead/status.h>
#include <runahead/types.h>

const char *ra_status_name(ra_status status)
{
    switch (status) {
#define X(name, number, text) \
    case RA_##name: return "RA_" #name;
        RA_STATUS_LIST(X)
#undef X
    }
    return "RA_?";
}

const char *ra_status_text(ra_status status)
{
    switch (status) {
#define X(name, number, text) \
    case RA_##name: return text;
        RA_STATUS_LIST(X)
#undef X
    }
    return "unknown status";
}

const char *ra_device_name(ra_device device)
{
    static const char *const cuda[] = {"cuda:0", "cuda:1", "cuda:2", "cuda:3", "cuda:4", "cuda:5", "cuda:6", "cuda:7",
                                       "cuda:8", "cuda:9", "cuda:10", "cuda:11", "cuda:12", "cuda:13", "cuda:14", "cuda:15"};
    const unsigned number = (unsigned)device;
    if (number < 256 && (number & 15) == RA_CUDA)
        return cuda[number >> 4];
    return device == RA_CPU ? "cpu" : device == RA_META ? "meta" : "none";
}
