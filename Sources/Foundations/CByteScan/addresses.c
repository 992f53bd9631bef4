// Splits addresses that need no further validation or rewriting, which is nearly all of them, in one pass.

#include "CByteScan.h"

#include "escapes.h"
#include "pieces.h"

enum { scheme_count = 8 };

static const byte_scan_address no_address = {0, 0};

static inline byte_scan_address address(size_t host_end, size_t path_end) {
    return (byte_scan_address){(uint32_t)host_end, (uint32_t)path_end};
}

static inline int is_https(const uint8_t *bytes, size_t count) {
    return count >= scheme_count && memcmp(bytes, "https://", scheme_count) == 0;
}

static inline int is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

// The end of the host name after the scheme, or 0 if the name is not plain.
static size_t end_of_name(const uint8_t *bytes, size_t count, const uint8_t *names) {
    size_t label = scheme_count, index = label;
    for (; index < count && names[bytes[index]]; index++) {
        if (bytes[index] != '.') continue;
        if (index == label || bytes[label] == 'x') return 0;
        label = index + 1;
    }
    if (index == label || index > scheme_count + byte_scan_longest_name || bytes[label] == 'x') return 0;
    if (is_digit(bytes[label])) return 0;
    return index == count || bytes[index] == '/' || bytes[index] == '?' ? index : 0;
}

byte_scan_address byte_scan_plain_address_plain(
    const uint8_t *bytes, size_t count, const uint8_t *names, const uint8_t *plain) {
    if (!is_https(bytes, count)) return no_address;
    size_t host_end = end_of_name(bytes, count, names), index = host_end;
    if (!host_end) return no_address;
    for (; index < count && bytes[index] != '?'; index++) {
        if (!plain[bytes[index]]) return no_address;
        if (bytes[index] == '/' && index + 1 < count && bytes[index + 1] == '.') return no_address;
    }
    size_t path_end = index;
    for (; index < count; index++) {
        if (plain[bytes[index]]) continue;
        unsigned value = bytes[index] == '%' ? escape_value(bytes + index + 1, count - index - 1) : 0;
        if (value == 0 || value == no_value) return no_address;
    }
    return address(host_end, path_end);
}

#if defined(__x86_64__)

// The length of the host name at the start of a vector, or 0 if the name is not plain.
__attribute__((target("avx2"))) static inline size_t length_of_name(
    __m256i v, const uint8_t *bytes, const uint8_t *names) {
    uint32_t strange = strangers_32(
        v, _mm256_broadcastsi128_si256(sixteen(names + 256)), _mm256_broadcastsi128_si256(sixteen(names + 272)));
    if (!strange) return 0;
    uint32_t end = strange & -strange;
    // Label starts up to the end of the name. No label may start at the end.
    uint32_t dots = equal_32(v, '.');
    uint32_t starts = (dots << 1 | 1) & (end | (end - 1));
    if (starts & (dots | equal_32(v, 'x') | end)) return 0;
    return is_digit(bytes[31 - __builtin_clz(starts)]) ? 0 : (size_t)__builtin_ctz(end);
}

// Whether all marked bytes of a piece begin valid escapes of a query that ends at `count`.
static inline int are_escapes(const uint8_t *bytes, size_t count, size_t index, uint32_t marked) {
    for (; marked; marked &= marked - 1) {
        size_t place = index + (size_t)__builtin_ctz(marked);
        if (bytes[place] != '%') return 0;
        unsigned value = escape_value(bytes + place + 1, count - place - 1);
        if (value == 0 || value == no_value) return 0;
    }
    return 1;
}

// May read 32 bytes before the address and 32 after its scheme.
__attribute__((target("avx2"))) static byte_scan_address plain_address_32(
    const uint8_t *bytes, size_t count, const uint8_t *names, const uint8_t *plain) {
    const __m256i small = _mm256_broadcastsi128_si256(sixteen(plain + 256));
    const __m256i large = _mm256_broadcastsi128_si256(sixteen(plain + 272));
    size_t length = length_of_name(thirty_two(bytes + scheme_count), bytes + scheme_count, names);
    size_t host_end = scheme_count + length, path_end = 0;
    if (!length || host_end > count) return no_address;
    if (host_end < count && bytes[host_end] != '/' && bytes[host_end] != '?') return no_address;
    uint32_t slash_before = 0;
    for (size_t index = host_end; index < count; index += 32) {
        // The last piece overlaps the previous one; the bytes before the index are shifted out.
        size_t early = count - index < 32 ? 32 - (count - index) : 0;
        __m256i v = thirty_two(bytes + index - early);
        uint32_t strange = strangers_32(v, small, large) >> early;
        if (!path_end) {
            uint32_t queries = equal_32(v, '?') >> early, slashes = equal_32(v, '/') >> early;
            uint32_t path = queries ? (queries & -queries) - 1 : UINT32_MAX;
            uint32_t dots = (slashes << 1 | slash_before) & equal_32(v, '.') >> early;
            if ((strange | dots) & path) return no_address;
            slash_before = slashes >> 31;
            if (!queries) continue;
            path_end = index + (size_t)__builtin_ctz(queries);
        }
        if (strange && !are_escapes(bytes, count, index, strange)) return no_address;
    }
    return address(host_end, path_end ? path_end : count);
}

// Copies a short address to a padded buffer. Zero bytes are in no set.
static byte_scan_address plain_address_of_few(
    const uint8_t *bytes, size_t count, const uint8_t *names, const uint8_t *plain) {
    uint8_t copy[32 + scheme_count + 32 + 8] = {0};
    memcpy(copy + 32, bytes, count);
    return plain_address_32(copy + 32, count, names, plain);
}

byte_scan_address byte_scan_plain_address(
    const uint8_t *bytes, size_t count, const uint8_t *names, const uint8_t *plain) {
    if (!__builtin_cpu_supports("avx2")) return byte_scan_plain_address_plain(bytes, count, names, plain);
    if (!is_https(bytes, count)) return no_address;
    return count < scheme_count + 32 ? plain_address_of_few(bytes, count, names, plain)
                                     : plain_address_32(bytes, count, names, plain);
}

#else

byte_scan_address byte_scan_plain_address(
    const uint8_t *bytes, size_t count, const uint8_t *names, const uint8_t *plain) {
    return byte_scan_plain_address_plain(bytes, count, names, plain);
}

#endif
