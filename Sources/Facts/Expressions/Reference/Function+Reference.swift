/// Summaries and examples of functions. Signatures are in ``Signature``.
extension Function {
    var summary: String {
        switch self {
        case .size: "the length of a string in characters, or the number of elements"
        case .contains: "whether a string contains another"
        case .startsWith: "whether a string begins with another"
        case .endsWith: "whether a string ends with another"
        case .matches: "whether part of a string matches an RE2 pattern"
        case .dyn: "the same value, without a static type"
        case .type: "the type of a value"
        case .bool: "the bool that a string represents"
        case .int: "a value as an integer; a timestamp as seconds since 1970"
        case .uint: "a value as an unsigned integer"
        case .double: "a value as a floating-point number"
        case .string: "a value as a string"
        case .bytes: "a string as UTF-8"
        case .timestamp: "a timestamp from an RFC 3339 string or seconds since 1970"
        case .duration: "a duration from a string: `90s`, `1h30m`"
        case .getFullYear: "the year of a time"
        case .getMonth: "the month of a time, 0 to 11"
        case .getDate: "the day of the month, 1 to 31"
        case .getDayOfMonth: "the day of the month, 0 to 30"
        case .getDayOfWeek: "the day of the week: 0 is Sunday, 6 is Saturday"
        case .getDayOfYear: "the day of the year, 0 to 365"
        case .getHours: "the hour of a time, 0 to 23, or a duration in hours"
        case .getMinutes: "the minute of a time, 0 to 59, or a duration in minutes"
        case .getSeconds: "the second of a time, 0 to 59, or a duration in seconds"
        case .getMilliseconds: "the milliseconds of a time or a duration"
        case .charAt: "the character at an index, which starts at 0"
        case .indexOf: "the index of the first occurrence of a string, or -1"
        case .lastIndexOf: "the index of the last occurrence of a string, or -1"
        case .lowerAscii: "a string with A to Z in lower case"
        case .upperAscii: "a string with a to z in upper case"
        case .replace: "a string with all, or the first n, occurrences of another replaced"
        case .split: "the parts of a string between separators"
        case .substring: "a part of a string, from an index up to another"
        case .trim: "a string without leading and trailing white space"
        case .join: "the strings of a list, concatenated"
        case .reverse: "a string with its characters reversed"
        case .format: "a string with `%s`, `%d` … replaced by the values of a list"
        case .quote: "a string in quotes, escaped for display"
        case .ip: "an IP address from a string, or the address of a CIDR range"
        case .isIP: "whether a string is an IP address"
        case .cidr: "a CIDR range from a string: `10.0.0.0/8`, `2001:db8::/32`"
        case .isCIDR: "whether a string is a CIDR range"
        case .family: "4 or 6: the version of an IP address"
        case .isUnspecified: "whether an address is `0.0.0.0` or `::`"
        case .isLoopback: "whether an address is a loopback address: `127.0.0.0/8`, `::1`"
        case .isGlobalUnicast: "whether an address is a global unicast address"
        case .isLinkLocalUnicast: "whether an address is link-local: `169.254.0.0/16`, `fe80::/10`"
        case .isLinkLocalMulticast: "whether an address is link-local multicast"
        case .containsIP: "whether a CIDR range contains an address"
        case .containsCIDR: "whether a CIDR range contains another"
        case .prefixLength: "the length of a CIDR range's prefix in bits"
        case .masked: "a CIDR range with its host bits cleared"
        case .isCanonical: "whether an IP address is written in its canonical form"
        case .version: "a version, compared number by number: 1.10 is newer than 1.9"
        case .bucket: "a stable bucket from 0 to 99 for a key, to split traffic"
        }
    }

    /// Details beyond the summary; empty for most functions.
    var detail: String {
        switch self {
        case .matches:
            "The pattern must be a constant and may match anywhere in the string; anchor it with `^` and `$` to match all of "
                + "it. RE2 has no backreferences or lookaround, and runs in linear time."
        case .version:
            "Versions are numbers separated by dots; missing ones count as 0, so that `14` equals `14.0`. Facts that are "
                + "versions compare with `<` only inside `version()`. If a value is not a version, the rule does not match."
        case .bucket:
            "The first string is the key, such as `request.ip`; the second names the split: splits with different names are "
                + "independent. The bucket is SipHash-2-4 (key 0) of name, a zero byte and key, modulo 100: identical on all "
                + "machines, at all times. `bucket(…) < 10` selects ten percent; raising the number adds keys and removes none."
        case .getHours, .getMinutes, .getDate, .getDayOfMonth, .getDayOfWeek, .getDayOfYear, .getFullYear, .getMonth:
            "UTC, unless a time zone is given: `UTC`, `+01:00`, or a tz database name such as `Europe/Berlin`, which "
                + "includes summer time. An unknown zone is an error when rules are loaded."
        case .cidr, .ip: "An invalid constant is an error when rules are loaded."
        case .timestamp: "A constant needs a zone: `Z` is UTC, `+01:00` is an hour ahead of it."
        case .size: "Characters are Unicode code points."
        case .lowerAscii: "Facts keep the case of the request; hosts are already in lower case."
        case .duration: "Units are h, m, s, ms, us and ns."
        default: ""
        }
    }

    /// A condition that calls the function, true for some clicks and false for others.
    var example: String {
        switch self {
        case .size: #"size(device.languages) > 1"#
        case .contains: #"link.payload_path.contains("/sale/")"#
        case .startsWith: #"link.payload_path.startsWith("/wallet")"#
        case .endsWith: #"link.payload_host.endsWith(".example.com")"#
        case .matches: #"link.payload_path.matches("^/orders/[0-9]+$")"#
        case .dyn: #"dyn(request.country) == "IN""#
        case .type: #"type(request.country) == string && request.country == "IN""#
        case .bool: #"bool(request.headers["x-beta"])"#
        case .int: #"int(request.headers["x-app-build"]) >= 1200"#
        case .uint: #"uint(request.headers["x-app-build"]) >= 1200u"#
        case .double: #"double(request.headers["x-app-build"]) >= 1200.5"#
        case .string: #"string(request.time.getFullYear()) == "2026""#
        case .bytes: #"size(bytes(link.payload_path)) > 7"#
        case .timestamp: #"request.time >= timestamp("2026-11-27T00:00:00+01:00")"#
        case .duration: #"request.time - timestamp("2026-11-20T12:00:00Z") < duration("48h")"#
        case .getFullYear: #"request.time.getFullYear() == 2026"#
        case .getMonth: #"request.time.getMonth() == 11"#
        case .getDate: #"request.time.getDate("Europe/Berlin") == 24"#
        case .getDayOfMonth: #"request.time.getDayOfMonth() == 23"#
        case .getDayOfWeek: #"request.time.getDayOfWeek("Asia/Kolkata") in [0, 6]"#
        case .getDayOfYear: #"request.time.getDayOfYear() < 324"#
        case .getHours: #"request.time.getHours("Europe/Berlin") >= 22"#
        case .getMinutes: #"request.time.getMinutes() < 30"#
        case .getSeconds: #"request.time.getSeconds() % 2 == 0"#
        case .getMilliseconds: #"request.time.getMilliseconds() == 0 && request.time.getFullYear() == 2026"#
        case .charAt: #"link.payload_path.charAt(1) == "w""#
        case .indexOf: #"link.payload_path.indexOf("/wallet") == 0"#
        case .lastIndexOf: #"link.payload_path.lastIndexOf("/") > 0"#
        case .lowerAscii: #"link.payload_path.lowerAscii().startsWith("/wallet")"#
        case .upperAscii: #"request.headers["x-tier"].upperAscii() == "GOLD""#
        case .replace: #"link.payload_path.replace("/", "") == "wallet""#
        case .split: #"link.payload_path.split("/")[1] == "wallet""#
        case .substring: #"link.payload_path.substring(1) == "wallet""#
        case .trim: #"request.headers["x-tier"].trim() == "gold""#
        case .join: #"device.languages.join(",") == "de-DE,en""#
        case .reverse: #"link.payload_host.reverse().startsWith("moc.elpmaxe.")"#
        case .format: #""%s/%s".format([request.country, device.platform]) == "IN/android""#
        case .quote: #"strings.quote(request.country) == "\"IN\"""#
        case .ip: #"ip(request.ip).family() == 6"#
        case .isIP: #"isIP(request.headers["x-real-ip"])"#
        case .cidr: #"cidr("203.0.113.0/24").containsIP(request.ip)"#
        case .isCIDR: #"isCIDR(request.headers["x-network"])"#
        case .family: #"ip(request.ip).family() == 6"#
        case .isUnspecified: #"ip(request.ip).isUnspecified()"#
        case .isLoopback: #"ip(request.ip).isLoopback()"#
        case .isGlobalUnicast: #"ip(request.ip).isGlobalUnicast()"#
        case .isLinkLocalUnicast: #"ip(request.ip).isLinkLocalUnicast()"#
        case .isLinkLocalMulticast: #"ip(request.ip).isLinkLocalMulticast()"#
        case .containsIP: #"cidr("2001:db8::/32").containsIP(request.ip)"#
        case .containsCIDR: #"cidr("10.0.0.0/8").containsCIDR(request.headers["x-network"])"#
        case .prefixLength: #"cidr(request.headers["x-network"]).prefixLength() >= 24"#
        case .masked: #"cidr(request.headers["x-network"]).masked() == cidr("10.1.0.0/16")"#
        case .isCanonical: #"ip.isCanonical(request.headers["x-real-ip"])"#
        case .version: #"version(device.os_version) < version("15.4")"#
        case .bucket: #"bucket(request.ip, "checkout-b") < 10"#
        }
    }
}
