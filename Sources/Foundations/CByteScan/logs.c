// Splits lines of access logs in the combined format that need no further treatment, which is nearly all of them.

#include "CByteScan.h"

#include <string.h>

static const byte_scan_combined no_line = {0};

// The index of a byte at or after a start, or the count if there is none.
static inline size_t first(const uint8_t *bytes, size_t count, size_t start, uint8_t byte) {
    const uint8_t *found = start < count ? memchr(bytes + start, byte, count - start) : NULL;
    return found ? (size_t)(found - bytes) : count;
}

// The end of the word at an index, or 0 if the word is empty or the last thing on the line.
static inline size_t end_of_word(const uint8_t *bytes, size_t count, size_t start) {
    // Most words that are not read are a hyphen.
    if (start + 1 < count && bytes[start] != ' ' && bytes[start + 1] == ' ') return start + 1;
    size_t end = first(bytes, count, start, ' ');
    return end > start && end < count ? end : 0;
}

// The end of the quoted text whose opening quote is at an index, or 0 if there is none.
static inline size_t end_of_quoted(const uint8_t *bytes, size_t count, size_t start) {
    if (start >= count || bytes[start] != '"') return 0;
    size_t end = first(bytes, count, start + 1, '"');
    return end < count ? end : 0;
}

byte_scan_combined byte_scan_combined_line(const uint8_t *bytes, size_t count) {
    byte_scan_combined line;
    size_t end = end_of_word(bytes, count, 0);
    if (!end || bytes[0] == '"' || bytes[end - 1] == ',') return no_line;
    line.address_end = (uint32_t)end;
    for (int word = 0; word < 2; word++) {
        if (!(end = end_of_word(bytes, count, end + 1))) return no_line;
    }
    if (end + 1 >= count || bytes[end + 1] != '[') return no_line;
    line.time = (uint32_t)end + 2;
    end = first(bytes, count, end + 2, ']');
    if (end + 2 >= count || bytes[end + 1] != ' ') return no_line;
    line.time_end = (uint32_t)end;
    line.request = (uint32_t)end + 3;
    if (!(end = end_of_quoted(bytes, count, end + 2)) || end + 2 >= count || bytes[end + 1] != ' ') return no_line;
    line.request_end = (uint32_t)end;
    line.status = (uint32_t)end + 2;
    if (!(end = end_of_word(bytes, count, end + 2))) return no_line;
    line.status_end = (uint32_t)end;
    if (!(end = end_of_word(bytes, count, end + 1))) return no_line;
    line.referer = (uint32_t)end + 2;
    if (!(end = end_of_quoted(bytes, count, end + 1)) || end + 2 >= count || bytes[end + 1] != ' ') return no_line;
    line.referer_end = (uint32_t)end;
    line.agent = (uint32_t)end + 3;
    end = end_of_quoted(bytes, count, end + 2);
    if (!end || end + 1 != count) return no_line;
    line.agent_end = (uint32_t)end;
    // A quote after a backslash would not end its text.
    return first(bytes, count, line.request, '\\') == count ? line : no_line;
}
