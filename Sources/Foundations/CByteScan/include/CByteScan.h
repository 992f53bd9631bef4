#ifndef CBYTESCAN_H
#define CBYTESCAN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Scans over many bytes, in C for the shuffles that Swift has no words for. Each reads the bytes it is given and no others,
// and has a twin `_plain` that looks at them one by one: what machines without such shuffles do, and what tests compare with.

/// How many bytes a set takes: 256 bytes that are 0 or 1, then 32 bytes of rows. The row of the low half-byte L and the
/// half H of the high half-bytes (0 to 7, 8 to 15) is at 256 + 16 * H + L, and has a bit for each of the eight.
enum { byte_scan_set_size = 288 };

extern const uint8_t byte_scan_alphanumeric_set[byte_scan_set_size];
extern const uint8_t byte_scan_unreserved_set[byte_scan_set_size];
extern const uint8_t byte_scan_visible_set[byte_scan_set_size];
extern const uint8_t byte_scan_token_set[byte_scan_set_size];
extern const uint8_t byte_scan_field_name_set[byte_scan_set_size];
extern const uint8_t byte_scan_path_set[byte_scan_set_size];
extern const uint8_t byte_scan_query_set[byte_scan_set_size];
extern const uint8_t byte_scan_text_set[byte_scan_set_size];
extern const uint8_t byte_scan_line_text_set[byte_scan_set_size];

/// Sets that are there before the program runs. Functions, since Swift has no pointer to what C calls an array.
static inline const uint8_t *byte_scan_alphanumeric(void) { return byte_scan_alphanumeric_set; }
static inline const uint8_t *byte_scan_unreserved(void) { return byte_scan_unreserved_set; }
static inline const uint8_t *byte_scan_visible(void) { return byte_scan_visible_set; }
static inline const uint8_t *byte_scan_token(void) { return byte_scan_token_set; }
static inline const uint8_t *byte_scan_field_name(void) { return byte_scan_field_name_set; }
static inline const uint8_t *byte_scan_path(void) { return byte_scan_path_set; }
static inline const uint8_t *byte_scan_query(void) { return byte_scan_query_set; }
static inline const uint8_t *byte_scan_text(void) { return byte_scan_text_set; }
static inline const uint8_t *byte_scan_line_text(void) { return byte_scan_line_text_set; }

/// The index of the first of some bytes that is not in a set; the count where all are.
size_t byte_scan_end_of_run(const uint8_t *bytes, size_t count, const uint8_t *set);
size_t byte_scan_end_of_run_plain(const uint8_t *bytes, size_t count, const uint8_t *set);

/// Whether as many bytes are the same at two places: the C library's comparison, which is the fastest for long texts.
static inline int byte_scan_equal(const uint8_t *one, const uint8_t *other, size_t count) {
    return memcmp(one, other, count) == 0;
}

/// The index of the first of some bytes that is one of two; the count where none is.
size_t byte_scan_first_of(const uint8_t *bytes, size_t count, uint8_t one, uint8_t other);
size_t byte_scan_first_of_plain(const uint8_t *bytes, size_t count, uint8_t one, uint8_t other);

/// The index of the first of some bytes that neither is in a set nor belongs to an escape, a % with two hexadecimal digits
/// other than 00. The set has the hexadecimal digits and not the %.
size_t byte_scan_end_of_escaped_run(const uint8_t *bytes, size_t count, const uint8_t *set);
size_t byte_scan_end_of_escaped_run_plain(const uint8_t *bytes, size_t count, const uint8_t *set);

/// How many bytes behind the source, and behind as much room as there may be needed, the next two may read and write: they copy
/// more than they have to. Their twins do neither.
enum { byte_scan_slack = 68 };

/// Writes bytes with their escapes decoded, as many as there are at most. Returns how many were written, -1 where a % is
/// without two hexadecimal digits. Clears a flag where a byte of the result is not a visible ASCII character or a space.
ptrdiff_t byte_scan_decode(const uint8_t *bytes, size_t count, uint8_t *target, int *is_all_text);
ptrdiff_t byte_scan_decode_plain(const uint8_t *bytes, size_t count, uint8_t *target, int *is_all_text);

/// Writes bytes, those that are not in a set as escapes, three for each at most, and returns how many were written.
size_t byte_scan_encode(const uint8_t *bytes, size_t count, uint8_t *target, const uint8_t *set);
size_t byte_scan_encode_plain(const uint8_t *bytes, size_t count, uint8_t *target, const uint8_t *set);

/// Bytes of a query, the first in the lowest bit of each mask; a bit is 0 where there is no byte.
typedef struct {
    /// Each `&`.
    uint64_t ends;
    /// Each `=`.
    uint64_t separators;
    /// Each that is not a visible ASCII character, and each `%`.
    uint64_t strangers;
} byte_scan_marks;

/// Marks up to 64 bytes of a query.
byte_scan_marks byte_scan_query_marks(const uint8_t *bytes, size_t count);
byte_scan_marks byte_scan_query_marks_plain(const uint8_t *bytes, size_t count);

/// The parts of an address; all 0 of one that has to be looked at closer.
typedef struct {
    /// Where the name behind the scheme ends: at the first `/` or `?`, or the count.
    uint32_t host_end;
    /// Where the path ends: at the first `?`, or the count.
    uint32_t path_end;
} byte_scan_address;

/// The longest name of a plain address.
enum { byte_scan_longest_name = 31 };

/// Finds the parts of an address of less than 4 GiB that is plain: `https://`, a name, a path and a query.
///
/// The name has at most `byte_scan_longest_name` bytes, all of a set; no label is empty or begins with `x`, nor the last with a
/// digit. The path has bytes of another set, and no `.` follows a `/`. The query has those and escapes, a % with two hexadecimal
/// digits other than 00. The second set has the hexadecimal digits and neither % nor #; no set has the 0.
byte_scan_address byte_scan_plain_address(
    const uint8_t *bytes, size_t count, const uint8_t *names, const uint8_t *plain);
byte_scan_address byte_scan_plain_address_plain(
    const uint8_t *bytes, size_t count, const uint8_t *names, const uint8_t *plain);

/// A line of a message's head, or as much of it as there is.
typedef struct {
    /// The index of the first control character other than a tab, which ends every line; the count where there is none.
    uint32_t end;
    /// The index of the first byte before that which is not in the set of names; the end where all are.
    uint32_t name_end;
} byte_scan_line;

/// Finds where a field line of less than 4 GiB ends, and its name. No control character is in the set of names.
byte_scan_line byte_scan_field_line(const uint8_t *bytes, size_t count, const uint8_t *names);
byte_scan_line byte_scan_field_line_plain(const uint8_t *bytes, size_t count, const uint8_t *names);

// Never more than sixteen bytes at once: what a machine does that knows no larger pieces. For tests.
size_t byte_scan_end_of_run_narrow(const uint8_t *bytes, size_t count, const uint8_t *set);
byte_scan_marks byte_scan_query_marks_narrow(const uint8_t *bytes, size_t count);

#endif
