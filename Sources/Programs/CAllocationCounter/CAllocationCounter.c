// Replaces glibc's malloc and related functions, as programs may (glibc manual, "Replacing malloc"). Counts the calls
// of each thread, and forwards them to glibc's functions under their internal names.
#include "CAllocationCounter.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define FINGERPOST_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(FINGERPOST_SANITIZED)

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

// Initial-exec: reading it must not allocate.
static __thread uint64_t count __attribute__((tls_model("initial-exec")));
static _Atomic uint64_t total;

static void note(void) {
    count++;
    atomic_fetch_add_explicit(&total, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    note();
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    note();
    return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **place, size_t alignment, size_t size) {
    note();
    void *memory = __libc_memalign(alignment, size);
    if (memory == NULL) return ENOMEM;
    *place = memory;
    return 0;
}

uint64_t allocation_count(void) { return count; }
uint64_t allocation_count_of_others(void) {
    return atomic_load_explicit(&total, memory_order_relaxed) - count;
}
int allocation_counter_works(void) { return 1; }

#else

uint64_t allocation_count(void) { return 0; }
uint64_t allocation_count_of_others(void) { return 0; }
int allocation_counter_works(void) { return 0; }

#endif
