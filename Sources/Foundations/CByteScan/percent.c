// Percent-encoding (RFC 3986, section 2.1). Copies or skips 16 or 32 bytes at a time up to the next escape.

#include "CByteScan.h"

#include <string.h>

#include "escapes.h"
#include "pieces.h"

// The escape of each byte.
#define ROW(high)                                                                                                       \
    {'%', high, '0'}, {'%', high, '1'}, {'%', high, '2'}, {'%', high, '3'}, {'%', high, '4'}, {'%', high, '5'},         \
        {'%', high, '6'}, {'%', high, '7'}, {'%', high, '8'}, {'%', high, '9'}, {'%', high, 'A'}, {'%', high, 'B'},     \
        {'%', high, 'C'}, {'%', high, 'D'}, {'%', high, 'E'}, {'%', high, 'F'}

static const char escapes[256][4] = {
    ROW('0'), ROW('1'), ROW('2'), ROW('3'), ROW('4'), ROW('5'), ROW('6'), ROW('7'),
    ROW('8'), ROW('9'), ROW('A'), ROW('B'), ROW('C'), ROW('D'), ROW('E'), ROW('F'),
};

static inline int is_text(uint8_t byte) { return byte >= 0x20 && byte < 0x7F; }

size_t byte_scan_end_of_escaped_run_plain(const uint8_t *bytes, size_t count, const uint8_t *set) {
    size_t index = 0;
    while (index < count) {
        if (set[bytes[index]]) {
            index++;
        } else {
            if (bytes[index] != '%') return index;
            unsigned value = escape_value(bytes + index + 1, count - index - 1);
            if (value == 0 || value == no_value) return index;
            index += 3;
        }
    }
    return index;
}

ptrdiff_t byte_scan_decode_plain(const uint8_t *bytes, size_t count, uint8_t *target, int *is_all_text) {
    size_t index = 0, written = 0;
    while (index < count) {
        uint8_t byte = bytes[index++];
        if (byte == '%') {
            unsigned value = escape_value(bytes + index, count - index);
            if (value == no_value) return -1;
            byte = (uint8_t)value;
            index += 2;
        }
        *is_all_text &= is_text(byte);
        target[written++] = byte;
    }
    return (ptrdiff_t)written;
}

size_t byte_scan_encode_plain(const uint8_t *bytes, size_t count, uint8_t *target, const uint8_t *set) {
    size_t written = 0;
    for (size_t index = 0; index < count; index++) {
        if (set[bytes[index]]) {
            target[written++] = bytes[index];
        } else {
            memcpy(target + written, escapes[bytes[index]], 3);
            written += 3;
        }
    }
    return written;
}

#if defined(__x86_64__)

// The set contains the hexadecimal digits, so digits of escapes are never marked, and each % can be examined on its own.
__attribute__((target("avx2"))) static size_t end_of_escaped_run_32(
    const uint8_t *bytes, size_t count, const uint8_t *set) {
    const __m256i small = _mm256_broadcastsi128_si256(sixteen(set + 256));
    const __m256i large = _mm256_broadcastsi128_si256(sixteen(set + 272));
    size_t index = 0;
    while (1) {
        unsigned mask = strangers_32(_mm256_loadu_si256((const __m256i *)(bytes + index)), small, large);
        while (mask) {
            size_t place = index + (size_t)__builtin_ctz(mask);
            if (bytes[place] != '%') return place;
            unsigned value = escape_value(bytes + place + 1, count - place - 1);
            if (value == 0 || value == no_value) return place;
            mask &= mask - 1;
        }
        if (index + 32 == count) return count;
        index += 32;
        if (index + 32 > count) index = count - 32;
    }
}

size_t byte_scan_end_of_escaped_run(const uint8_t *bytes, size_t count, const uint8_t *set) {
    if (count >= 32 && __builtin_cpu_supports("avx2")) return end_of_escaped_run_32(bytes, count, set);
    return byte_scan_end_of_escaped_run_plain(bytes, count, set);
}

// A byte mask of printable ASCII, from space to `~`, among 32 bytes. As signed numbers, non-ASCII bytes are negative and thus
// below the range.
__attribute__((target("avx2"))) static inline __m256i text_32(__m256i v) {
    __m256i above = _mm256_cmpgt_epi8(v, _mm256_set1_epi8(0x1F));
    return _mm256_andnot_si256(_mm256_cmpeq_epi8(v, _mm256_set1_epi8(0x7F)), above);
}

// Copies 32 bytes after each escape. Excess bytes are overwritten by later output or end up in the slack.
__attribute__((target("avx2"))) static ptrdiff_t decode_32(
    const uint8_t *bytes, size_t count, uint8_t *target, int *is_all_text) {
    // Rules out escapes that extend beyond the end.
    if (bytes[count - 1] == '%' || (count > 1 && bytes[count - 2] == '%')) return -1;
    const uint8_t *piece = bytes, *end = bytes + count;
    uint8_t *place = target;
    uint32_t text = UINT32_MAX;
    int values_are_text = 1;
    while (piece < end) {
        size_t left = (size_t)(end - piece);
        uint32_t counted = left < 32 ? ((uint32_t)1 << left) - 1 : UINT32_MAX;
        const uint8_t *next = piece;
        __m256i v = thirty_two(piece);
        text &= (uint32_t)_mm256_movemask_epi8(text_32(v)) | ~counted;
        _mm256_storeu_si256((__m256i *)place, v);
        for (uint32_t escapes = equal_32(v, '%') & counted; escapes; escapes &= escapes - 1) {
            const uint8_t *escape = piece + __builtin_ctz(escapes);
            unsigned high = hex_values[escape[1]], low = hex_values[escape[2]];
            if (!high || !low) return -1;
            uint8_t value = (uint8_t)((high - 1) << 4 | (low - 1));
            values_are_text &= is_text(value);
            place += escape - next;
            *place++ = value;
            next = escape + 3;
            _mm256_storeu_si256((__m256i *)place, thirty_two(next));
        }
        // The last escape may end after the piece, but not after the end of the input.
        piece = piece + 32 > next ? piece + 32 : next;
        place += (piece < end ? piece : end) - next;
    }
    if (!values_are_text || text != UINT32_MAX) *is_all_text = 0;
    return place - target;
}

ptrdiff_t byte_scan_decode(const uint8_t *bytes, size_t count, uint8_t *target, int *is_all_text) {
    if (count > 0 && __builtin_cpu_supports("avx2")) return decode_32(bytes, count, target, is_all_text);
    return byte_scan_decode_plain(bytes, count, target, is_all_text);
}

// Writes up to sixteen bytes, with those marked in the mask as escapes, and returns the number of bytes written. Copies
// sixteen bytes after each escape.
static inline size_t encode_piece(const uint8_t *bytes, size_t count, unsigned mask, uint8_t *target) {
    const uint8_t *next = bytes;
    size_t written = 0;
    _mm_storeu_si128((__m128i *)target, sixteen(bytes));
    for (; mask; mask &= mask - 1) {
        const uint8_t *strange = bytes + __builtin_ctz(mask);
        written += (size_t)(strange - next);
        memcpy(target + written, escapes[*strange], 4);
        written += 3;
        next = strange + 1;
        _mm_storeu_si128((__m128i *)(target + written), sixteen(next));
    }
    return written + (size_t)(bytes + count - next);
}

__attribute__((target("ssse3"))) static size_t encode_16(
    const uint8_t *bytes, size_t count, uint8_t *target, const uint8_t *set) {
    const __m128i small = sixteen(set + 256), large = sixteen(set + 272);
    size_t written = 0;
    for (; count > 16; count -= 16, bytes += 16) {
        written += encode_piece(bytes, 16, strangers(sixteen(bytes), small, large), target + written);
    }
    unsigned mask = strangers(sixteen(bytes), small, large) & ((1u << count) - 1);
    return written + encode_piece(bytes, count, mask, target + written);
}

size_t byte_scan_encode(const uint8_t *bytes, size_t count, uint8_t *target, const uint8_t *set) {
    if (__builtin_cpu_supports("ssse3")) return encode_16(bytes, count, target, set);
    return byte_scan_encode_plain(bytes, count, target, set);
}

#else

size_t byte_scan_end_of_escaped_run(const uint8_t *bytes, size_t count, const uint8_t *set) {
    return byte_scan_end_of_escaped_run_plain(bytes, count, set);
}

ptrdiff_t byte_scan_decode(const uint8_t *bytes, size_t count, uint8_t *target, int *is_all_text) {
    return byte_scan_decode_plain(bytes, count, target, is_all_text);
}

size_t byte_scan_encode(const uint8_t *bytes, size_t count, uint8_t *target, const uint8_t *set) {
    return byte_scan_encode_plain(bytes, count, target, set);
}

#endif
