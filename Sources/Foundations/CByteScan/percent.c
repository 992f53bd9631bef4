// Percent-coding (RFC 3986, section 2.1). Sixteen bytes are copied or passed at once up to the next escape; escapes stand
// in groups, so what follows one is looked at by itself first.

#include "CByteScan.h"

#include <string.h>

#include "escapes.h"
#include "pieces.h"

// The escape of each byte, by its digits.
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

// The set has the hexadecimal digits, so the digits of an escape are never marked, and each % can be looked at alone.
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

ptrdiff_t byte_scan_decode(const uint8_t *bytes, size_t count, uint8_t *target, int *is_all_text) {
    size_t index = 0, written = 0;
    unsigned strange = 0;
    while (count - index >= 16) {
        __m128i piece = sixteen(bytes + index);
        unsigned percents = equal(piece, '%'), foreigners = foreign(piece, 0x20);
        // No more is written than was read, so there is room for sixteen bytes where there are sixteen to read.
        _mm_storeu_si128((__m128i *)(target + written), piece);
        if (!percents) {
            strange |= foreigners;
            index += 16;
            written += 16;
            continue;
        }
        unsigned plain = (unsigned)__builtin_ctz(percents);
        strange |= foreigners & ((1u << plain) - 1);
        index += plain;
        written += plain;
        do {
            unsigned value = escape_value(bytes + index + 1, count - index - 1);
            if (value == no_value) return -1;
            strange |= !is_text((uint8_t)value);
            target[written++] = (uint8_t)value;
            index += 3;
        } while (index < count && bytes[index] == '%');
    }
    if (strange) *is_all_text = 0;
    ptrdiff_t rest = byte_scan_decode_plain(bytes + index, count - index, target + written, is_all_text);
    return rest < 0 ? -1 : (ptrdiff_t)written + rest;
}

// Writes up to sixteen bytes, of which those with a bit in a mask are escapes, and returns how many were written. What follows
// the bytes may be read and is written over what follows the result, sixteen bytes of each.
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

// The last bytes, sixteen to thirty-one, by way of copies that have room behind them.
__attribute__((target("ssse3"))) static size_t encode_last(
    const uint8_t *bytes, size_t count, uint8_t *target, __m128i small, __m128i large) {
    uint8_t source[48] = {0}, result[3 * 31 + 16];
    __m128i first = sixteen(bytes), last = sixteen(bytes + count - 16);
    _mm_storeu_si128((__m128i *)source, first);
    _mm_storeu_si128((__m128i *)(source + count - 16), last);
    size_t written = encode_piece(source, 16, strangers(first, small, large), result);
    unsigned mask = strangers(last, small, large) >> (32 - count);
    written += encode_piece(source + 16, count - 16, mask, result + written);
    memcpy(target, result, written);
    return written;
}

// Room is never short: at most three bytes were written for each that was read, and there is room for three for each that is
// left, of which there are sixteen wherever sixteen are written.
__attribute__((target("ssse3"))) static size_t encode_16(
    const uint8_t *bytes, size_t count, uint8_t *target, const uint8_t *set) {
    const __m128i small = sixteen(set + 256), large = sixteen(set + 272);
    size_t index = 0, written = 0;
    for (; count - index >= 32; index += 16) {
        unsigned mask = strangers(sixteen(bytes + index), small, large);
        written += encode_piece(bytes + index, 16, mask, target + written);
    }
    return written + encode_last(bytes + index, count - index, target + written, small, large);
}

size_t byte_scan_encode(const uint8_t *bytes, size_t count, uint8_t *target, const uint8_t *set) {
    if (count >= 32 && __builtin_cpu_supports("ssse3")) return encode_16(bytes, count, target, set);
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
