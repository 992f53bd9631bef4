// Percent-coding (RFC 3986, section 2.1). Sixteen or thirty-two bytes are copied or passed at once up to the next escape.

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

// How far decoding has come, and what it has seen.
struct decoding {
    size_t index, written;
    // Whether each byte of a piece was text, in all pieces.
    __m256i text;
    int values_are_text;
};

// Decodes the escapes that begin in thirty-two bytes, and copies what is between them. Of each, 66 bytes may be read and written, and
// what is behind the result is written over. Returns whether all escapes are well formed.
__attribute__((target("avx2"))) static inline int decode_piece(
    const uint8_t *bytes, uint8_t *target, struct decoding *state, uint32_t counted) {
    const uint8_t *piece = bytes + state->index, *next = piece;
    uint8_t *place = target + state->written;
    __m256i v = thirty_two(piece);
    _mm256_storeu_si256((__m256i *)place, v);
    for (uint32_t escapes = equal_32(v, '%') & counted; escapes; escapes &= escapes - 1) {
        const uint8_t *escape = piece + __builtin_ctz(escapes);
        unsigned high = hex_values[escape[1]], low = hex_values[escape[2]];
        if (!high || !low) return 0;
        unsigned value = (high - 1) << 4 | (low - 1);
        state->values_are_text &= is_text((uint8_t)value);
        place += escape - next;
        *place++ = (uint8_t)value;
        next = escape + 3;
        _mm256_storeu_si256((__m256i *)place, thirty_two(next));
    }
    // The last escape may end behind the piece.
    const uint8_t *end = piece + 32 > next ? piece + 32 : next;
    state->index = (size_t)(end - bytes);
    state->written = (size_t)(place + (end - next) - target);
    return 1;
}

// A byte of ones for each of thirty-two bytes that is ASCII from the space to `~`. As signed numbers, others than ASCII are
// below all.
__attribute__((target("avx2"))) static inline __m256i text_32(__m256i v) {
    __m256i above = _mm256_cmpgt_epi8(v, _mm256_set1_epi8(0x1F));
    return _mm256_andnot_si256(_mm256_cmpeq_epi8(v, _mm256_set1_epi8(0x7F)), above);
}

enum { decoding_reach = 66 };

// No more is written than was read, so there is room wherever there is something to read. The last bytes are decoded in copies.
__attribute__((target("avx2"))) static ptrdiff_t decode_32(
    const uint8_t *bytes, size_t count, uint8_t *target, int *is_all_text) {
    struct decoding state = {0, 0, _mm256_set1_epi8(-1), 1};
    while (count - state.index >= decoding_reach) {
        state.text = _mm256_and_si256(state.text, text_32(thirty_two(bytes + state.index)));
        if (!decode_piece(bytes, target, &state, UINT32_MAX)) return -1;
    }
    uint8_t source[2 * decoding_reach + 2] = {0}, result[2 * decoding_reach + 2];
    size_t rest = count - state.index;
    memcpy(source, bytes + state.index, rest);
    struct decoding last = {0, 0, state.text, state.values_are_text};
    uint32_t all_text = UINT32_MAX;
    while (last.index < rest) {
        size_t left = rest - last.index;
        uint32_t counted = left < 32 ? ((uint32_t)1 << left) - 1 : UINT32_MAX;
        all_text &= (uint32_t)_mm256_movemask_epi8(text_32(thirty_two(source + last.index))) | ~counted;
        if (!decode_piece(source, result, &last, counted)) return -1;
    }
    // What was read behind the end is as much longer as what was written of it.
    size_t written = last.written - (last.index - rest);
    memcpy(target + state.written, result, written);
    if (!last.values_are_text || all_text != UINT32_MAX || _mm256_movemask_epi8(last.text) != -1) *is_all_text = 0;
    return (ptrdiff_t)(state.written + written);
}

ptrdiff_t byte_scan_decode(const uint8_t *bytes, size_t count, uint8_t *target, int *is_all_text) {
    if (count >= 16 && __builtin_cpu_supports("avx2")) return decode_32(bytes, count, target, is_all_text);
    return byte_scan_decode_plain(bytes, count, target, is_all_text);
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
