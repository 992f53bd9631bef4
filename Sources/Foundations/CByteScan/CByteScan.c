// Scans over bytes, sixteen or thirty-two at a time where the machine can.
//
// A set is asked for sixteen bytes by three shuffles: a row by the low half of each byte, of the rows of small or of large
// bytes, and a bit of it by the high half (Lemire and Keiser, "Validating UTF-8 in less than one instruction per byte", 2021,
// use the same device).
//
// The last bytes are read as a piece that overlaps what was looked at before, so that nothing outside is touched.

#include "CByteScan.h"

#include <string.h>

size_t byte_scan_end_of_run_plain(const uint8_t *bytes, size_t count, const uint8_t *set) {
    size_t index = 0;
    while (index < count && set[bytes[index]]) index++;
    return index;
}

size_t byte_scan_first_of_plain(const uint8_t *bytes, size_t count, uint8_t one, uint8_t other) {
    size_t index = 0;
    while (index < count && bytes[index] != one && bytes[index] != other) index++;
    return index;
}

#if defined(__x86_64__)

#include <immintrin.h>

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

// The index that a mask of marked bytes of two_pieces means; the count for none.
static inline size_t index_in_pieces(unsigned mask, size_t count) {
    size_t size = count >= 8 ? 8 : 4;
    mask &= size == 8 ? 0xFFFF : 0x0F0F;
    if (mask == 0) return count;
    size_t place = (size_t)__builtin_ctz(mask);
    return place < 8 ? place : count - size + (place - 8);
}

// A bit for each of sixteen bytes that is not in the set.
__attribute__((target("ssse3"))) static inline unsigned strangers(__m128i v, __m128i small, __m128i large) {
    const __m128i bits = _mm_set1_epi64x((long long)0x8040201008040201u);
    // An index with its top bit set yields 0, so each byte gets a row of its own half only.
    __m128i row = _mm_or_si128(
        _mm_shuffle_epi8(small, v), _mm_shuffle_epi8(large, _mm_xor_si128(v, _mm_set1_epi8((char)0x80))));
    __m128i bit = _mm_shuffle_epi8(bits, _mm_and_si128(_mm_srli_epi16(v, 4), _mm_set1_epi8(0x0F)));
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_and_si128(row, bit), _mm_setzero_si128()));
}

__attribute__((target("ssse3"))) static size_t end_of_run_16(
    const uint8_t *bytes, size_t count, const uint8_t *set) {
    const __m128i small = _mm_loadu_si128((const __m128i *)(set + 256));
    const __m128i large = _mm_loadu_si128((const __m128i *)(set + 272));
    if (count < 16) return index_in_pieces(strangers(two_pieces(bytes, count), small, large), count);
    for (size_t index = 0; index + 16 <= count; index += 16) {
        unsigned mask = strangers(_mm_loadu_si128((const __m128i *)(bytes + index)), small, large);
        if (mask) return index + (size_t)__builtin_ctz(mask);
    }
    unsigned mask = strangers(_mm_loadu_si128((const __m128i *)(bytes + count - 16)), small, large);
    return mask ? count - 16 + (size_t)__builtin_ctz(mask) : count;
}

// The same for thirty-two bytes.
__attribute__((target("avx2"))) static inline unsigned strangers_32(__m256i v, __m256i small, __m256i large) {
    const __m256i bits = _mm256_set1_epi64x((long long)0x8040201008040201u);
    __m256i row = _mm256_or_si256(
        _mm256_shuffle_epi8(small, v), _mm256_shuffle_epi8(large, _mm256_xor_si256(v, _mm256_set1_epi8((char)0x80))));
    __m256i bit = _mm256_shuffle_epi8(bits, _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0F)));
    return (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_and_si256(row, bit), _mm256_setzero_si256()));
}

// For 32 bytes and more.
__attribute__((target("avx2"))) static size_t end_of_run_32(
    const uint8_t *bytes, size_t count, const uint8_t *set) {
    const __m256i small = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(set + 256)));
    const __m256i large = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(set + 272)));
    for (size_t index = 0; index + 32 <= count; index += 32) {
        unsigned mask = strangers_32(_mm256_loadu_si256((const __m256i *)(bytes + index)), small, large);
        if (mask) return index + (size_t)__builtin_ctz(mask);
    }
    unsigned mask = strangers_32(_mm256_loadu_si256((const __m256i *)(bytes + count - 32)), small, large);
    return mask ? count - 32 + (size_t)__builtin_ctz(mask) : count;
}

size_t byte_scan_end_of_run(const uint8_t *bytes, size_t count, const uint8_t *set) {
    if (count < 4 || !set[bytes[0]] || !__builtin_cpu_supports("ssse3")) {
        return byte_scan_end_of_run_plain(bytes, count, set);
    }
    if (count >= 32 && __builtin_cpu_supports("avx2")) return end_of_run_32(bytes, count, set);
    return end_of_run_16(bytes, count, set);
}

// A bit for each of sixteen bytes that is one of two.
static inline unsigned either(__m128i v, __m128i one, __m128i other) {
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(v, one), _mm_cmpeq_epi8(v, other)));
}

size_t byte_scan_first_of(const uint8_t *bytes, size_t count, uint8_t one, uint8_t other) {
    if (count < 4) return byte_scan_first_of_plain(bytes, count, one, other);
    const __m128i first = _mm_set1_epi8((char)one), second = _mm_set1_epi8((char)other);
    if (count < 16) return index_in_pieces(either(two_pieces(bytes, count), first, second), count);
    for (size_t index = 0; index + 16 <= count; index += 16) {
        unsigned mask = either(_mm_loadu_si128((const __m128i *)(bytes + index)), first, second);
        if (mask) return index + (size_t)__builtin_ctz(mask);
    }
    unsigned mask = either(_mm_loadu_si128((const __m128i *)(bytes + count - 16)), first, second);
    return mask ? count - 16 + (size_t)__builtin_ctz(mask) : count;
}

#else

size_t byte_scan_end_of_run(const uint8_t *bytes, size_t count, const uint8_t *set) {
    return byte_scan_end_of_run_plain(bytes, count, set);
}

size_t byte_scan_first_of(const uint8_t *bytes, size_t count, uint8_t one, uint8_t other) {
    return byte_scan_first_of_plain(bytes, count, one, other);
}

#endif
