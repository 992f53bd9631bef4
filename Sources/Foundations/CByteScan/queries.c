// Finds the delimiters of a query, and the bytes that need decoding, in up to 64 bytes at a time.

#include "CByteScan.h"

#include "pieces.h"

byte_scan_marks byte_scan_query_marks_plain(const uint8_t *bytes, size_t count) {
    byte_scan_marks marks = {0, 0, 0};
    for (size_t index = 0; index < count; index++) {
        uint8_t byte = bytes[index];
        uint64_t bit = (uint64_t)1 << index;
        if (byte == '&') marks.ends |= bit;
        if (byte == '=') marks.separators |= bit;
        if (byte <= 0x20 || byte >= 0x7F || byte == '%') marks.strangers |= bit;
    }
    return marks;
}

#if defined(__x86_64__)

// Adds the bitmasks of a piece. Pieces may overlap, since a byte has the same bits in each.
static inline void add(byte_scan_marks *marks, uint64_t ends, uint64_t separators, uint64_t strangers, size_t place) {
    marks->ends |= ends << place;
    marks->separators |= separators << place;
    marks->strangers |= strangers << place;
}

static inline void add_16(byte_scan_marks *marks, const uint8_t *bytes, size_t place) {
    __m128i v = sixteen(bytes + place);
    add(marks, equal(v, '&'), equal(v, '='), foreign(v, 0x21) | equal(v, '%'), place);
}

static byte_scan_marks marks_16(const uint8_t *bytes, size_t count) {
    byte_scan_marks marks = {0, 0, 0};
    for (size_t place = 0; place + 16 <= count; place += 16) add_16(&marks, bytes, place);
    if (count % 16) add_16(&marks, bytes, count - 16);
    return marks;
}

__attribute__((target("avx2"))) static inline void add_32(byte_scan_marks *marks, const uint8_t *bytes, size_t place) {
    __m256i v = thirty_two(bytes + place);
    uint32_t above = (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(v, _mm256_set1_epi8(0x20)));
    add(marks, equal_32(v, '&'), equal_32(v, '='), ~above | equal_32(v, 0x7F) | equal_32(v, '%'), place);
}

// For 32 to 64 bytes.
__attribute__((target("avx2"))) static byte_scan_marks marks_32(const uint8_t *bytes, size_t count) {
    byte_scan_marks marks = {0, 0, 0};
    add_32(&marks, bytes, 0);
    if (count > 32) add_32(&marks, bytes, count - 32);
    return marks;
}

// For 4 to 15 bytes.
static byte_scan_marks marks_of_pieces(const uint8_t *bytes, size_t count) {
    __m128i v = two_pieces(bytes, count);
    byte_scan_marks marks = {
        mask_of_pieces(equal(v, '&'), count), mask_of_pieces(equal(v, '='), count),
        mask_of_pieces(foreign(v, 0x21) | equal(v, '%'), count)};
    return marks;
}

byte_scan_marks byte_scan_query_marks_narrow(const uint8_t *bytes, size_t count) {
    if (count >= 16) return marks_16(bytes, count);
    return count < 4 ? byte_scan_query_marks_plain(bytes, count) : marks_of_pieces(bytes, count);
}

byte_scan_marks byte_scan_query_marks(const uint8_t *bytes, size_t count) {
    if (count >= 32 && __builtin_cpu_supports("avx2")) return marks_32(bytes, count);
    return byte_scan_query_marks_narrow(bytes, count);
}

#else

byte_scan_marks byte_scan_query_marks_narrow(const uint8_t *bytes, size_t count) {
    return byte_scan_query_marks_plain(bytes, count);
}

byte_scan_marks byte_scan_query_marks(const uint8_t *bytes, size_t count) {
    return byte_scan_query_marks_plain(bytes, count);
}

#endif
