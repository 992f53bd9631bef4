#ifndef CALLOCATIONCOUNTER_H
#define CALLOCATIONCOUNTER_H

#include <stdint.h>

/// The number of allocations of this thread. Requires glibc; with a sanitizer, which has its own malloc, it is always 0
/// (see allocation_counter_works).
uint64_t allocation_count(void);

/// The number of allocations of all other threads.
uint64_t allocation_count_of_others(void);

/// Whether malloc is counted in this build.
int allocation_counter_works(void);

#endif
