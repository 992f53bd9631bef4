#ifndef CSTOREBASELINE_H
#define CSTOREBASELINE_H

#include <stddef.h>
#include <stdint.h>

/// The size of a link's key in bytes.
enum { store_key_count = 28 };

/// The key of a link by its number: `example.page.link/` and ten characters, scattered over the alphabet.
void store_key(uint64_t number, uint8_t *key);

/// A process in plain C that performs the store's operations on the same LMDB file. Only one at a time.
///
/// Starts the process. Must be called before this process creates threads. Returns nonzero on failure.
int store_baseline_start(void);

/// Opens a file in the process after closing the previous one. NULL only closes. Returns nonzero on failure.
int store_baseline_open(const char *path);

/// Performs `count` random lookups in a file of `links` links. Returns nanoseconds per lookup, or a negative value if
/// one is missing.
double store_baseline_find(uint64_t seed, uint64_t links, uint64_t count);

/// Inserts `count` links, numbered from `first`, with their indexes in one transaction. Returns seconds, or a negative
/// value on failure.
double store_baseline_load(uint64_t first, uint64_t count, const uint8_t *record, size_t record_count);

/// Ends the process.
void store_baseline_end(void);

/// The next output of a SplitMix64 generator with this state.
uint64_t store_random(uint64_t *state);

#endif
