// Finds the ends of field lines and of the names in them, in one pass.

#include "CByteScan.h"

#include "pieces.h"

static inline int has_no_place(uint8_t byte) { return (byte < 0x20 && byte != '\t') || byte == 0x7F; }

byte_scan_line byte_scan_field_line_plain(const uint8_t *bytes, size_t count, const uint8_t *names) {
    size_t end = 0;
    while (end < count && !has_no_place(bytes[end])) end++;
    return (byte_scan_line){(uint32_t)end, (uint32_t)byte_scan_end_of_run_plain(bytes, end, names)};
}

#if defined(__x86_64__)

// A bitmask of the control characters that end a line, among sixteen bytes.
static inline unsigned controls(__m128i v) {
    __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(0x1F)), v);
    __m128i others = _mm_andnot_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('\t')), low);
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(others, _mm_cmpeq_epi8(v, _mm_set1_epi8(0x7F))));
}

// A bitmask of the control characters that end a line, among 32 bytes.
__attribute__((target("avx2"))) static inline uint32_t controls_32(__m256i v) {
    __m256i low = _mm256_cmpeq_epi8(_mm256_min_epu8(v, _mm256_set1_epi8(0x1F)), v);
    __m256i others = _mm256_andnot_si256(_mm256_cmpeq_epi8(v, _mm256_set1_epi8('\t')), low);
    return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(others, _mm256_cmpeq_epi8(v, _mm256_set1_epi8(0x7F))));
}

// For lines whose name does not end within the first vector, which are rare.
static byte_scan_line with_long_name(const uint8_t *bytes, size_t end, const uint8_t *names) {
    return (byte_scan_line){(uint32_t)end, (uint32_t)byte_scan_end_of_run(bytes, end, names)};
}

// For at least 32 bytes.
__attribute__((target("avx2"))) static byte_scan_line field_line_32(
    const uint8_t *bytes, size_t count, const uint8_t *names) {
    __m256i v = thirty_two(bytes);
    uint32_t strange = strangers_32(
        v, _mm256_broadcastsi128_si256(sixteen(names + 256)), _mm256_broadcastsi128_si256(sixteen(names + 272)));
    uint32_t marked = controls_32(v);
    size_t index = 0;
    while (!marked) {
        index += 32;
        if (index + 32 > count) {
            if (index == count) break;
            index = count - 32;
        }
        marked = controls_32(thirty_two(bytes + index));
        if (!marked && index + 32 == count) break;
    }
    size_t end = marked ? index + (size_t)__builtin_ctz(marked) : count;
    if (!strange) return with_long_name(bytes, end, names);
    // A byte that ends a line is not in the set, so the name ends at or before the end of the line.
    return (byte_scan_line){(uint32_t)end, (uint32_t)__builtin_ctz(strange)};
}

// For 16 to 32 bytes: two overlapping vectors.
__attribute__((target("ssse3"))) static byte_scan_line field_line_16(
    const uint8_t *bytes, size_t count, const uint8_t *names) {
    __m128i v = sixteen(bytes);
    unsigned strange = strangers(v, sixteen(names + 256), sixteen(names + 272));
    unsigned marked = controls(v);
    size_t end = marked ? (size_t)__builtin_ctz(marked) : count;
    if (!marked && count > 16) {
        unsigned last = controls(sixteen(bytes + count - 16));
        if (last) end = count - 16 + (size_t)__builtin_ctz(last);
    }
    if (!strange) return with_long_name(bytes, end, names);
    return (byte_scan_line){(uint32_t)end, (uint32_t)__builtin_ctz(strange)};
}

byte_scan_line byte_scan_field_line(const uint8_t *bytes, size_t count, const uint8_t *names) {
    if (count >= 32 && __builtin_cpu_supports("avx2")) return field_line_32(bytes, count, names);
    if (count >= 16 && count <= 32 && __builtin_cpu_supports("ssse3")) return field_line_16(bytes, count, names);
    return byte_scan_field_line_plain(bytes, count, names);
}

#else

byte_scan_line byte_scan_field_line(const uint8_t *bytes, size_t count, const uint8_t *names) {
    return byte_scan_field_line_plain(bytes, count, names);
}

#endif
