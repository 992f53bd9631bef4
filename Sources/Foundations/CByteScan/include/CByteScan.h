#ifndef CBYTESCAN_H
#define CBYTESCAN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Byte scans, in C because Swift has no byte shuffle operations. Except for the slack documented below, each reads only its
// input. The scalar `_plain` variants are used on CPUs without byte shuffles, and as the reference in tests.

/// The size of a set in bytes: 256 bytes that are 0 or 1, then 32 row bytes. The row for low nibble L and
/// half H of the high nibbles (0 to 7, 8 to 15) is at 256 + 16 * H + L, and has one bit per high nibble of that half.
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

/// Sets initialized at compile time. Accessed through functions, because Swift imports C arrays as tuples.
static inline const uint8_t *byte_scan_alphanumeric(void) { return byte_scan_alphanumeric_set; }
static inline const uint8_t *byte_scan_unreserved(void) { return byte_scan_unreserved_set; }
static inline const uint8_t *byte_scan_visible(void) { return byte_scan_visible_set; }
static inline const uint8_t *byte_scan_token(void) { return byte_scan_token_set; }
static inline const uint8_t *byte_scan_field_name(void) { return byte_scan_field_name_set; }
static inline const uint8_t *byte_scan_path(void) { return byte_scan_path_set; }
static inline const uint8_t *byte_scan_query(void) { return byte_scan_query_set; }
static inline const uint8_t *byte_scan_text(void) { return byte_scan_text_set; }
static inline const uint8_t *byte_scan_line_text(void) { return byte_scan_line_text_set; }

/// The index of the first byte that is not in a set, or the count if there is none.
size_t byte_scan_end_of_run(const uint8_t *bytes, size_t count, const uint8_t *set);
size_t byte_scan_end_of_run_plain(const uint8_t *bytes, size_t count, const uint8_t *set);

/// Whether two byte sequences are equal. Uses memcmp, the fastest comparison of long texts.
static inline int byte_scan_equal(const uint8_t *one, const uint8_t *other, size_t count) {
    return memcmp(one, other, count) == 0;
}

/// The index of the first byte that equals either of two, or the count if there is none.
size_t byte_scan_first_of(const uint8_t *bytes, size_t count, uint8_t one, uint8_t other);
size_t byte_scan_first_of_plain(const uint8_t *bytes, size_t count, uint8_t one, uint8_t other);

/// The index of the first byte that is neither in a set nor part of an escape (a % with two hexadecimal digits other than 00).
/// The set must contain the hexadecimal digits and not the %.
size_t byte_scan_end_of_escaped_run(const uint8_t *bytes, size_t count, const uint8_t *set);
size_t byte_scan_end_of_escaped_run_plain(const uint8_t *bytes, size_t count, const uint8_t *set);

/// The number of bytes that the next two functions may read after the source, and read and write after the maximum output,
/// since they copy in whole vectors. The `_plain` variants do not.
enum { byte_scan_slack = 68 };

/// Decodes percent escapes; writes at most `count` bytes. Returns the number of bytes written, or -1 if a % is not followed by
/// two hexadecimal digits. Clears the flag if the result contains a byte other than visible ASCII and spaces.
ptrdiff_t byte_scan_decode(const uint8_t *bytes, size_t count, uint8_t *target, int *is_all_text);
ptrdiff_t byte_scan_decode_plain(const uint8_t *bytes, size_t count, uint8_t *target, int *is_all_text);

/// Percent-encodes the bytes that are not in a set; writes at most three bytes per byte. Returns the number of bytes written.
size_t byte_scan_encode(const uint8_t *bytes, size_t count, uint8_t *target, const uint8_t *set);
size_t byte_scan_encode_plain(const uint8_t *bytes, size_t count, uint8_t *target, const uint8_t *set);

/// Bitmasks of a query's bytes. The lowest bit is the first byte; bits beyond the last byte are 0.
typedef struct {
    /// Each `&`.
    uint64_t ends;
    /// Each `=`.
    uint64_t separators;
    /// Each byte other than visible ASCII, and each `%`.
    uint64_t strangers;
} byte_scan_marks;

/// Computes the bitmasks of up to 64 bytes of a query.
byte_scan_marks byte_scan_query_marks(const uint8_t *bytes, size_t count);
byte_scan_marks byte_scan_query_marks_plain(const uint8_t *bytes, size_t count);

/// The component boundaries of an address; all 0 if it needs full validation.
typedef struct {
    /// The end of the host name: the first `/` or `?` after it, or the count.
    uint32_t host_end;
    /// The end of the path: the first `?`, or the count.
    uint32_t path_end;
} byte_scan_address;

/// The maximum length of a plain host name.
enum { byte_scan_longest_name = 31 };

/// Splits an address of less than 4 GiB that is plain: `https://`, a host name, a path and a query.
///
/// The name consists of at most `byte_scan_longest_name` bytes of the first set. No label is empty or begins with `x`, and the
/// last one does not begin with a digit. The path consists of bytes of the second set, and no `.` follows a `/`. The query may
/// also contain escapes (% with two hexadecimal digits other than 00). The second set must contain the hexadecimal digits and
/// neither % nor #; no set may contain the byte 0.
byte_scan_address byte_scan_plain_address(
    const uint8_t *bytes, size_t count, const uint8_t *names, const uint8_t *plain);
byte_scan_address byte_scan_plain_address_plain(
    const uint8_t *bytes, size_t count, const uint8_t *names, const uint8_t *plain);

/// A line of a message header, or the part of it received so far.
typedef struct {
    /// The index of the first control character other than tab, which ends every line, or the count if there is none.
    uint32_t end;
    /// The index of the first byte before `end` that is not in the set of name bytes, or `end` if there is none.
    uint32_t name_end;
} byte_scan_line;

/// Finds the end of a field line of less than 4 GiB and of its name. The set must not contain control characters.
byte_scan_line byte_scan_field_line(const uint8_t *bytes, size_t count, const uint8_t *names);
byte_scan_line byte_scan_field_line_plain(const uint8_t *bytes, size_t count, const uint8_t *names);

/// The fields of a line in Apache's and nginx's `combined` format: `%h %l %u [%t] "%r" %>s %b "%{Referer}i" "%{User-agent}i"`.
/// All 0 if the line has another form, an empty word, or a backslash in quoted text.
typedef struct {
    uint32_t address_end;
    uint32_t time, time_end;
    uint32_t request, request_end;
    uint32_t status, status_end;
    uint32_t referer, referer_end;
    uint32_t agent, agent_end;
} byte_scan_combined;

/// Splits a line of less than 4 GiB, without its line end.
byte_scan_combined byte_scan_combined_line(const uint8_t *bytes, size_t count);

// Variants limited to 16-byte vectors, as on CPUs without AVX2. For tests.
size_t byte_scan_end_of_run_narrow(const uint8_t *bytes, size_t count, const uint8_t *set);
byte_scan_marks byte_scan_query_marks_narrow(const uint8_t *bytes, size_t count);

#endif
