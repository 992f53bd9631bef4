// Decoding of percent escapes (RFC 3986, section 2.1).

#ifndef CBYTESCAN_ESCAPES_H
#define CBYTESCAN_ESCAPES_H

#include <stddef.h>
#include <stdint.h>

#define SIX(first) first, first + 1, first + 2, first + 3, first + 4, first + 5

// The value of a hexadecimal digit plus one; 0 for any other byte.
static const uint8_t hex_values[256] = {
    ['0'] = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ['A'] = SIX(11),
    ['a'] = SIX(11),
};

// An invalid escape.
enum { no_value = 256 };

// The value of the two digits after a %, of which `count` bytes remain.
static inline unsigned escape_value(const uint8_t *digits, size_t count) {
    if (count < 2) return no_value;
    unsigned high = hex_values[digits[0]], low = hex_values[digits[1]];
    return high && low ? (high - 1) << 4 | (low - 1) : no_value;
}

#endif
