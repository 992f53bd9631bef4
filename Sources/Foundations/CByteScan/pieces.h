// Loads of sixteen bytes, or of fewer as two overlapping pieces, so that nothing out of bounds is read.

#ifndef CBYTESCAN_PIECES_H
#define CBYTESCAN_PIECES_H

#if defined(__x86_64__)

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Loads four to fifteen bytes as two overlapping pieces, the first in the low half, the last in the high half.
static inline __m128i two_pieces(const uint8_t *bytes, size_t count) {
    if (count >= 8) {
        return _mm_unpacklo_epi64(
            _mm_loadl_epi64((const __m128i *)bytes), _mm_loadl_epi64((const __m128i *)(bytes + count - 8)));
    }
    uint32_t first, last;
    memcpy(&first, bytes, 4);
    memcpy(&last, bytes + count - 4, 4);
    return _mm_unpacklo_epi64(_mm_cvtsi32_si128((int)first), _mm_cvtsi32_si128((int)last));
}

// Converts a bitmask of the vector from two_pieces to a bitmask of its bytes.
static inline unsigned mask_of_pieces(unsigned mask, size_t count) {
    unsigned part = count >= 8 ? 0xFF : 0x0F;
    return (mask & part) | (mask >> 8 & part) << (count - (count >= 8 ? 8 : 4));
}

// A bitmask of those of sixteen bytes that are not in a set, given its rows.
//
// Three shuffles: two look up a row by the low nibble of each byte, for small and for large bytes, and one the bit in the row
// by the high nibble (cf. Lemire and Keiser, "Validating UTF-8 in less than one instruction per byte", 2021).
__attribute__((target("ssse3"))) static inline unsigned strangers(__m128i v, __m128i small, __m128i large) {
    const __m128i bits = _mm_set1_epi64x((long long)0x8040201008040201u);
    // An index with its top bit set yields 0, so each byte only gets the row of its own half.
    __m128i row = _mm_or_si128(
        _mm_shuffle_epi8(small, v), _mm_shuffle_epi8(large, _mm_xor_si128(v, _mm_set1_epi8((char)0x80))));
    __m128i bit = _mm_shuffle_epi8(bits, _mm_and_si128(_mm_srli_epi16(v, 4), _mm_set1_epi8(0x0F)));
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_and_si128(row, bit), _mm_setzero_si128()));
}

// A bitmask of those of 32 bytes that are not in a set, given its rows.
__attribute__((target("avx2"))) static inline unsigned strangers_32(__m256i v, __m256i small, __m256i large) {
    const __m256i bits = _mm256_set1_epi64x((long long)0x8040201008040201u);
    __m256i row = _mm256_or_si256(
        _mm256_shuffle_epi8(small, v), _mm256_shuffle_epi8(large, _mm256_xor_si256(v, _mm256_set1_epi8((char)0x80))));
    __m256i bit = _mm256_shuffle_epi8(bits, _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0F)));
    return (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_and_si256(row, bit), _mm256_setzero_si256()));
}

__attribute__((target("avx2"))) static inline __m256i thirty_two(const uint8_t *bytes) {
    return _mm256_loadu_si256((const __m256i *)bytes);
}

// A bitmask of the 32 bytes that equal a byte.
__attribute__((target("avx2"))) static inline uint32_t equal_32(__m256i v, char byte) {
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v, _mm256_set1_epi8(byte)));
}

// A bitmask of the sixteen bytes that equal either of two bytes.
static inline unsigned either(__m128i v, __m128i one, __m128i other) {
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(v, one), _mm_cmpeq_epi8(v, other)));
}

// A bitmask of the sixteen bytes that equal a byte.
static inline unsigned equal(__m128i v, uint8_t byte) {
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8((char)byte)));
}

// A bitmask of those of sixteen bytes outside of `first` to `~`. As signed numbers, non-ASCII bytes are below the range.
static inline unsigned foreign(__m128i v, uint8_t first) {
    __m128i text = _mm_cmpgt_epi8(v, _mm_set1_epi8((char)(first - 1)));
    return ~(unsigned)_mm_movemask_epi8(_mm_andnot_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8(0x7F)), text)) & 0xFFFF;
}

static inline __m128i sixteen(const uint8_t *bytes) { return _mm_loadu_si128((const __m128i *)bytes); }

#endif
#endif
