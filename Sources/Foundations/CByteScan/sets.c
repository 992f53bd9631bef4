// Tables of common sets, computed at compile time: a lazily initialized set costs a check at each use.

#include "CByteScan.h"

#define IS_ALPHANUMERIC(byte)                                                                                          \
    (((byte) >= '0' && (byte) <= '9') || ((byte) >= 'A' && (byte) <= 'Z') || ((byte) >= 'a' && (byte) <= 'z'))
#define IS_UNRESERVED(byte)                                                                                            \
    (IS_ALPHANUMERIC(byte) || (byte) == '-' || (byte) == '.' || (byte) == '_' || (byte) == '~')
#define IS_VISIBLE(byte) ((byte) > 0x20 && (byte) < 0x7F)

// Membership by a 128-bit bitmap of ASCII, as two words.
#define IS_MEMBER(byte, low, high) ((byte) < 0x80 && (((byte) < 0x40 ? (low) : (high)) >> ((byte)&0x3F) & 1))
// `!#$%&'*+-.` and digits; `^_`|~` and letters.
#define IS_TOKEN(byte) IS_MEMBER(byte, 0x03FF6CFA00000000u, 0x57FFFFFFC7FFFFFEu)
#define IS_FIELD_NAME(byte) (IS_TOKEN(byte) && !((byte) >= 'A' && (byte) <= 'Z'))
// `!$%&'()*+,-./:;=` and digits; `@[]_|~` and letters.
#define IS_PATH(byte) IS_MEMBER(byte, 0x2FFFFFF200000000u, 0x57FFFFFEAFFFFFFFu)
#define IS_QUERY(byte) (IS_VISIBLE(byte) && (byte) != '#')
#define IS_TEXT(byte) ((byte) >= 0x20 && (byte) != 0x7F)
#define IS_LINE_TEXT(byte) (IS_TEXT(byte) || (byte) == '\t')

// The membership of sixteen bytes.
#define FOUR(is, byte) is(byte), is((byte) + 1), is((byte) + 2), is((byte) + 3)
#define SIXTEEN(is, byte) FOUR(is, byte), FOUR(is, (byte) + 4), FOUR(is, (byte) + 8), FOUR(is, (byte) + 12)

// The row of a low nibble: one bit for each of the eight high nibbles starting at that of `byte`.
#define ROW(is, byte)                                                                                                  \
    (is(byte) | is((byte) + 0x10) << 1 | is((byte) + 0x20) << 2 | is((byte) + 0x30) << 3 | is((byte) + 0x40) << 4 |    \
     is((byte) + 0x50) << 5 | is((byte) + 0x60) << 6 | is((byte) + 0x70) << 7)
#define FOUR_ROWS(is, byte) ROW(is, byte), ROW(is, (byte) + 1), ROW(is, (byte) + 2), ROW(is, (byte) + 3)
#define SIXTEEN_ROWS(is, byte)                                                                                         \
    FOUR_ROWS(is, byte), FOUR_ROWS(is, (byte) + 4), FOUR_ROWS(is, (byte) + 8), FOUR_ROWS(is, (byte) + 12)

#define SET(is)                                                                                                        \
    {                                                                                                                  \
        SIXTEEN(is, 0x00), SIXTEEN(is, 0x10), SIXTEEN(is, 0x20), SIXTEEN(is, 0x30), SIXTEEN(is, 0x40),                 \
            SIXTEEN(is, 0x50), SIXTEEN(is, 0x60), SIXTEEN(is, 0x70), SIXTEEN(is, 0x80), SIXTEEN(is, 0x90),             \
            SIXTEEN(is, 0xA0), SIXTEEN(is, 0xB0), SIXTEEN(is, 0xC0), SIXTEEN(is, 0xD0), SIXTEEN(is, 0xE0),             \
            SIXTEEN(is, 0xF0), SIXTEEN_ROWS(is, 0x00), SIXTEEN_ROWS(is, 0x80),                                         \
    }

const uint8_t byte_scan_alphanumeric_set[byte_scan_set_size] = SET(IS_ALPHANUMERIC);
const uint8_t byte_scan_unreserved_set[byte_scan_set_size] = SET(IS_UNRESERVED);
const uint8_t byte_scan_visible_set[byte_scan_set_size] = SET(IS_VISIBLE);
const uint8_t byte_scan_token_set[byte_scan_set_size] = SET(IS_TOKEN);
const uint8_t byte_scan_field_name_set[byte_scan_set_size] = SET(IS_FIELD_NAME);
const uint8_t byte_scan_path_set[byte_scan_set_size] = SET(IS_PATH);
const uint8_t byte_scan_query_set[byte_scan_set_size] = SET(IS_QUERY);
const uint8_t byte_scan_text_set[byte_scan_set_size] = SET(IS_TEXT);
const uint8_t byte_scan_line_text_set[byte_scan_set_size] = SET(IS_LINE_TEXT);
