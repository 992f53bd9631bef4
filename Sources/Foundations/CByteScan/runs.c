// Finds the ends of runs of bytes, 16 or 32 bytes at a time if the CPU can. The last bytes are read as a piece that
// overlaps the one before.

#include "CByteScan.h"

#include "pieces.h"

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

// The index of the first byte in a bitmask of two_pieces, or the count if there is none.
static inline size_t index_in_pieces(unsigned mask, size_t count) {
    mask = mask_of_pieces(mask, count);
    return mask ? (size_t)__builtin_ctz(mask) : count;
}

__attribute__((target("ssse3"))) static size_t end_of_run_16(
    const uint8_t *bytes, size_t count, const uint8_t *set) {
    const __m128i small = sixteen(set + 256), large = sixteen(set + 272);
    if (count < 16) return index_in_pieces(strangers(two_pieces(bytes, count), small, large), count);
    for (size_t index = 0; index + 16 <= count; index += 16) {
        unsigned mask = strangers(sixteen(bytes + index), small, large);
        if (mask) return index + (size_t)__builtin_ctz(mask);
    }
    unsigned mask = strangers(sixteen(bytes + count - 16), small, large);
    return mask ? count - 16 + (size_t)__builtin_ctz(mask) : count;
}

// For at least 32 bytes.
__attribute__((target("avx2"))) static size_t end_of_run_32(
    const uint8_t *bytes, size_t count, const uint8_t *set) {
    const __m256i small = _mm256_broadcastsi128_si256(sixteen(set + 256));
    const __m256i large = _mm256_broadcastsi128_si256(sixteen(set + 272));
    for (size_t index = 0; index + 32 <= count; index += 32) {
        unsigned mask = strangers_32(_mm256_loadu_si256((const __m256i *)(bytes + index)), small, large);
        if (mask) return index + (size_t)__builtin_ctz(mask);
    }
    unsigned mask = strangers_32(_mm256_loadu_si256((const __m256i *)(bytes + count - 32)), small, large);
    return mask ? count - 32 + (size_t)__builtin_ctz(mask) : count;
}

size_t byte_scan_end_of_run_narrow(const uint8_t *bytes, size_t count, const uint8_t *set) {
    if (count < 4 || !set[bytes[0]] || !__builtin_cpu_supports("ssse3")) {
        return byte_scan_end_of_run_plain(bytes, count, set);
    }
    return end_of_run_16(bytes, count, set);
}

size_t byte_scan_end_of_run(const uint8_t *bytes, size_t count, const uint8_t *set) {
    if (count >= 32 && set[bytes[0]] && __builtin_cpu_supports("avx2")) return end_of_run_32(bytes, count, set);
    return byte_scan_end_of_run_narrow(bytes, count, set);
}

size_t byte_scan_first_of(const uint8_t *bytes, size_t count, uint8_t one, uint8_t other) {
    if (count < 4) return byte_scan_first_of_plain(bytes, count, one, other);
    const __m128i first = _mm_set1_epi8((char)one), second = _mm_set1_epi8((char)other);
    if (count < 16) return index_in_pieces(either(two_pieces(bytes, count), first, second), count);
    for (size_t index = 0; index + 16 <= count; index += 16) {
        unsigned mask = either(sixteen(bytes + index), first, second);
        if (mask) return index + (size_t)__builtin_ctz(mask);
    }
    unsigned mask = either(sixteen(bytes + count - 16), first, second);
    return mask ? count - 16 + (size_t)__builtin_ctz(mask) : count;
}

#else

size_t byte_scan_end_of_run(const uint8_t *bytes, size_t count, const uint8_t *set) {
    return byte_scan_end_of_run_plain(bytes, count, set);
}

size_t byte_scan_end_of_run_narrow(const uint8_t *bytes, size_t count, const uint8_t *set) {
    return byte_scan_end_of_run_plain(bytes, count, set);
}

size_t byte_scan_first_of(const uint8_t *bytes, size_t count, uint8_t one, uint8_t other) {
    return byte_scan_first_of_plain(bytes, count, one, other);
}

#endif
