/*
 * A library whose constructor calls the function of which TEST_CONSTRUCTOR has the address: what happens while a library is
 * being loaded is then the test's to say.
 */
#include <stdint.h>
#include <stdlib.h>

__attribute__((constructor)) static void construct(void)
{
    const char *text = getenv("TEST_CONSTRUCTOR");
    uintptr_t address = text ? (uintptr_t)strtoull(text, NULL, 0) : 0;
    if (address)
        ((void (*)(void))address)();
}
