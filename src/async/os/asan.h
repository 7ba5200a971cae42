/* Under AddressSanitizer memory that nobody may touch now is poisoned, so that overruns and uses after free are seen as with malloc. */
#ifndef RA_ASYNC_ASAN_H
#define RA_ASYNC_ASAN_H

#if defined(__SANITIZE_ADDRESS__)
#define RA__ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RA__ASAN 1
#endif
#endif
#ifdef RA__ASAN
#include <sanitizer/asan_interface.h>
#define RA__MEM_POISON(start, bytes) __asan_poison_memory_region(start, bytes)
#define RA__MEM_UNPOISON(start, bytes) __asan_unpoison_memory_region(start, bytes)
#else
#define RA__MEM_POISON(start, bytes) ((void)(start), (void)(bytes))
#define RA__MEM_UNPOISON(start, bytes) ((void)(start), (void)(bytes))
#endif

#endif
