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
    switch (device) {
    case RA_CPU: return "cpu";
    case RA_META: return "meta";
    case RA_CUDA: return "cuda";
    case RA_NO_DEVICE: break;
    }
    return "none";
}
