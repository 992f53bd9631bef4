#ifndef CALLOCATIONCOUNTER_H
#define CALLOCATIONCOUNTER_H

#include <stdint.h>

/// How often this thread has asked for memory so far. Needs glibc; with a sanitizer, which brings its own malloc, it
/// stays 0 (see allocation_counter_works).
uint64_t allocation_count(void);

/// How often all threads but this one have asked for memory so far.
uint64_t allocation_count_of_others(void);

/// Whether malloc is counted in this build.
int allocation_counter_works(void);

#endif
