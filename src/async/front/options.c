#include "async/front/options.h"

#include "async/thread/state.h"

#include <math.h>
#include <string.h>

bool ra__options_take(void *to, size_t size, const void *opts, const char *function, ra_site site)
{
    size_t given;
    memcpy(&given, opts, sizeof given);
    if (!(given & RA__OPTS_MADE)) {
        ra__called(site);
        ra__refusal(RA_ERR_ARGUMENT, "%s: its options are not made with RA_OPTS", function);
        return false;
    }
    given &= ~RA__OPTS_MADE;
    memcpy(to, opts, given < size ? given : size);
    memcpy(to, &given, sizeof given);
    return true;
}

/*
 * In C a number that is no ra_scalar has become the first member of one, without a kind. Whole ones are integers, since
 * those stand for floating-point numbers wherever a scalar is taken, and not the converse. From 2^53 on an integer may have
 * been rounded on its way: there it is floating point, which is refused where only an integer will do.
 */
static ra_scalar plain(const ra_scalar *s)
{
    double real = s->value.f[0], imaginary = s->value.f[1];
    if (imaginary != 0)
        return ra_scalar_complex(real, imaginary);
    if (fabs(real) < 0x1p53 && real == trunc(real) && !(real == 0 && signbit(real)))
        return ra_scalar_int((int64_t)real);
    return ra_scalar_float(real);
}

void ra__options_scalar(ra_scalar *s, bool given)
{
    if (!given || s->kind == (ra_scalar_kind)RA__ABSENT)
        *s = (ra_scalar){.kind = RA_SCALAR_NONE};
    else if (s->kind == RA_SCALAR_NONE)
        *s = plain(s);
}

void ra__options_bool(int *choice, bool given)
{
    if (!given || *choice == RA__ABSENT)
        *choice = 0;
    else
        *choice = *choice == RA_NO || *choice == 0 ? RA_NO : RA_YES;
}
