/* What libFuzzer calls, for the target that the build names. FUZZ_WORKERS: of the engine; none where it is not set. */
#include "fuzz.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *workers = getenv("FUZZ_WORKERS");
    (void)argc, (void)argv;
    fuzz_start(workers ? atoi(workers) : 0);
    return 0;
}

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

/* Of archives every other one is mended behind the fuzzer. */
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed)
{
    size = LLVMFuzzerMutate(bytes, size, most);
    if (seed % 2 && !strcmp(TEXT(FUZZ_TARGET), "fuzz_npz"))
        fuzz_npz_mend(bytes, size);
    return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    FUZZ_TARGET(bytes, size);
    return 0;
}
