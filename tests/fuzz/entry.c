/* What libFuzzer calls, for the target that the build names. FUZZ_WORKERS: of the engine; none where it is not set. */
#include "fuzz.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *workers = getenv("FUZZ_WORKERS");
    (void)argc, (void)argv;
    fuzz_start(workers ? atoi(workers) : 0);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    FUZZ_TARGET(bytes, size);
    return 0;
}
