#ifndef CSTOREBASELINE_H
#define CSTOREBASELINE_H

#include <stddef.h>
#include <stdint.h>

/// How many bytes the key of a link of the measurements has.
enum { store_key_count = 28 };

/// The key of a link by its number: `example.page.link/` and ten characters, scattered over the alphabet.
void store_key(uint64_t number, uint8_t *key);

/// A process of plain C that does on the same LMDB file what the store does. One at a time.
///
/// Starts it. Call it before the process has threads. Nonzero where it can't be started.
int store_baseline_start(void);

/// Opens a file in it, and closes the one before; NULL closes only. Nonzero where it can't be opened.
int store_baseline_open(const char *path);

/// Looks up so many links of a file of `links`, at random from a seed; nanoseconds for each, negative where one is missing.
double store_baseline_find(uint64_t seed, uint64_t links, uint64_t count);

/// Puts so many links in, with numbers from `first` on and their indexes, in one transaction; seconds, negative on failure.
double store_baseline_load(uint64_t first, uint64_t count, const uint8_t *record, size_t record_count);

/// Ends the process.
void store_baseline_end(void);

/// The next number of a generator with this state (SplitMix64).
uint64_t store_random(uint64_t *state);

#endif
