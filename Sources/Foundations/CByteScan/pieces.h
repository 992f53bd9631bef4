// Sixteen bytes at a time, and fewer as two overlapping pieces, so that nothing outside is touched.

#ifndef CBYTESCAN_PIECES_H
#define CBYTESCAN_PIECES_H

#if defined(__x86_64__)

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Four to fifteen bytes as two overlapping pieces, the first in the low half, the last in the high one.
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

// A bit for each of the bytes of two_pieces, of a bit for each place in it.
static inline unsigned mask_of_pieces(unsigned mask, size_t count) {
    unsigned part = count >= 8 ? 0xFF : 0x0F;
    return (mask & part) | (mask >> 8 & part) << (count - (count >= 8 ? 8 : 4));
}

// A bit for each of sixteen bytes that is not in a set, whose rows are given.
//
// Three shuffles: a row by the low half of each byte, of the rows of small or of large bytes, and a bit of it by the high
// half (Lemire and Keiser, "Validating UTF-8 in less than one instruction per byte", 2021, use the same device).
__attribute__((target("ssse3"))) static inline unsigned strangers(__m128i v, __m128i small, __m128i large) {
    const __m128i bits = _mm_set1_epi64x((long long)0x8040201008040201u);
    // An index with its top bit set yields 0, so each byte gets a row of its own half only.
    __m128i row = _mm_or_si128(
        _mm_shuffle_epi8(small, v), _mm_shuffle_epi8(large, _mm_xor_si128(v, _mm_set1_epi8((char)0x80))));
    __m128i bit = _mm_shuffle_epi8(bits, _mm_and_si128(_mm_srli_epi16(v, 4), _mm_set1_epi8(0x0F)));
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_and_si128(row, bit), _mm_setzero_si128()));
}

// The same for thirty-two bytes.
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

// A bit for each of thirty-two bytes that is one.
__attribute__((target("avx2"))) static inline uint32_t equal_32(__m256i v, char byte) {
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v, _mm256_set1_epi8(byte)));
}

// A bit for each of sixteen bytes that is one of two.
static inline unsigned either(__m128i v, __m128i one, __m128i other) {
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(v, one), _mm_cmpeq_epi8(v, other)));
}

// A bit for each of sixteen bytes that is one.
static inline unsigned equal(__m128i v, uint8_t byte) {
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8((char)byte)));
}

// A bit for each of sixteen bytes that is not ASCII from `first` to `~`. As signed numbers, others than ASCII are below all.
static inline unsigned foreign(__m128i v, uint8_t first) {
    __m128i text = _mm_cmpgt_epi8(v, _mm_set1_epi8((char)(first - 1)));
    return ~(unsigned)_mm_movemask_epi8(_mm_andnot_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8(0x7F)), text)) & 0xFFFF;
}

static inline __m128i sixteen(const uint8_t *bytes) { return _mm_loadu_si128((const __m128i *)bytes); }

#endif
#endif
