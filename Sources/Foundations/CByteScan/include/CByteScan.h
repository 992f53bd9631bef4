#ifndef CBYTESCAN_H
#define CBYTESCAN_H

#include <stddef.h>
#include <stdint.h>

/// How many bytes a set takes: 256 bytes that are 0 or 1, then 32 bytes of rows. The row of the low half-byte L and the
/// half H of the high half-bytes (0 to 7, 8 to 15) is at 256 + 16 * H + L, and has a bit for each of the eight.
enum { byte_scan_set_size = 288 };

/// The index of the first of some bytes that is not in a set; the count where all are. Reads these bytes and no others.
size_t byte_scan_end_of_run(const uint8_t *bytes, size_t count, const uint8_t *set);

/// The same a byte at a time: what machines without a shuffle of bytes do, and what tests compare with.
size_t byte_scan_end_of_run_plain(const uint8_t *bytes, size_t count, const uint8_t *set);

/// The index of the first of some bytes that is one of two; the count where none is. Reads these bytes and no others.
size_t byte_scan_first_of(const uint8_t *bytes, size_t count, uint8_t one, uint8_t other);

/// The same a byte at a time.
size_t byte_scan_first_of_plain(const uint8_t *bytes, size_t count, uint8_t one, uint8_t other);

#endif
