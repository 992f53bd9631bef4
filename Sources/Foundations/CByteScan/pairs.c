// Queries divided into parameters: the end of one, its first `=`, and whether there is anything to decode, in one pass.

#include "CByteScan.h"

#include "pieces.h"

static inline byte_scan_pair pair(size_t end, size_t separator, int is_plain) {
    return (byte_scan_pair){(uint32_t)end, (uint32_t)separator, (uint32_t)is_plain};
}

byte_scan_pair byte_scan_first_pair_plain(const uint8_t *bytes, size_t count) {
    size_t end = 0, separator = count;
    int is_plain = 1;
    for (; end < count && bytes[end] != '&'; end++) {
        uint8_t byte = bytes[end];
        if (byte == '=' && separator == count) separator = end;
        is_plain &= byte > 0x20 && byte < 0x7F && byte != '%';
    }
    return pair(end, separator < end ? separator : end, is_plain);
}

#if defined(__x86_64__)

// What has been seen of a pair.
struct progress {
    size_t separator;
    uint32_t strange;
    size_t end;
};

// A bit for each byte of a piece that ends a pair, that separates, or that has to be decoded or refused.
struct marks {
    uint32_t ends, separators, strangers;
};

static inline struct marks marks_16(const uint8_t *bytes) {
    __m128i v = sixteen(bytes);
    return (struct marks){equal(v, '&'), equal(v, '='), foreign(v, 0x21) | equal(v, '%')};
}

__attribute__((target("avx2"))) static inline uint32_t equal_32(__m256i v, char byte) {
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v, _mm256_set1_epi8(byte)));
}

__attribute__((target("avx2"))) static inline struct marks marks_32(const uint8_t *bytes) {
    __m256i v = _mm256_loadu_si256((const __m256i *)bytes);
    uint32_t above = (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(v, _mm256_set1_epi8(0x20)));
    return (struct marks){equal_32(v, '&'), equal_32(v, '='), ~above | equal_32(v, 0x7F) | equal_32(v, '%')};
}

// Takes in a piece, of which a mask says which bytes count. Returns whether the pair ends in it.
static inline int take(struct marks marks, uint32_t fresh, size_t place, struct progress *seen) {
    uint32_t ends = marks.ends & fresh;
    uint32_t before = ((ends & -ends) - 1) & fresh;  // All where there is no end.
    uint32_t separators = marks.separators & before;
    if (separators && seen->separator == SIZE_MAX) seen->separator = place + (size_t)__builtin_ctz(separators);
    seen->strange |= marks.strangers & before;
    if (ends) seen->end = place + (size_t)__builtin_ctz(ends);
    return ends != 0;
}

static inline byte_scan_pair pair_of(struct progress seen) {
    return pair(seen.end, seen.separator < seen.end ? seen.separator : seen.end, !seen.strange);
}

static byte_scan_pair first_pair_16(const uint8_t *bytes, size_t count) {
    struct progress seen = {SIZE_MAX, 0, count};
    for (size_t index = 0; index + 16 <= count; index += 16) {
        if (take(marks_16(bytes + index), 0xFFFF, index, &seen)) return pair_of(seen);
    }
    uint32_t fresh = 0xFFFFu << (16 - count % 16) & 0xFFFF;
    if (fresh) take(marks_16(bytes + count - 16), fresh, count - 16, &seen);
    return pair_of(seen);
}

__attribute__((target("avx2"))) static byte_scan_pair first_pair_32(const uint8_t *bytes, size_t count) {
    struct progress seen = {SIZE_MAX, 0, count};
    for (size_t index = 0; index + 32 <= count; index += 32) {
        if (take(marks_32(bytes + index), UINT32_MAX, index, &seen)) return pair_of(seen);
    }
    uint32_t fresh = (uint32_t)((uint64_t)UINT32_MAX << (32 - count % 32));
    if (fresh) take(marks_32(bytes + count - 32), fresh, count - 32, &seen);
    return pair_of(seen);
}

byte_scan_pair byte_scan_first_pair_narrow(const uint8_t *bytes, size_t count) {
    return count < 16 ? byte_scan_first_pair_plain(bytes, count) : first_pair_16(bytes, count);
}

byte_scan_pair byte_scan_first_pair(const uint8_t *bytes, size_t count) {
    if (count >= 32 && __builtin_cpu_supports("avx2")) return first_pair_32(bytes, count);
    return byte_scan_first_pair_narrow(bytes, count);
}

#else

byte_scan_pair byte_scan_first_pair_narrow(const uint8_t *bytes, size_t count) {
    return byte_scan_first_pair_plain(bytes, count);
}

byte_scan_pair byte_scan_first_pair(const uint8_t *bytes, size_t count) {
    return byte_scan_first_pair_plain(bytes, count);
}

#endif
