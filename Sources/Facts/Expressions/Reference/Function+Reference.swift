/// Summaries and examples of functions. Signatures are in ``Signature``.
extension Function {
    var summary: String {
        switch self {
        case .size: "the length of a string in characters, or the number of elements"
        case .contains: "whether a string has another in it"
        case .startsWith: "whether a string begins with another"
        case .endsWith: "whether a string ends with another"
        case .matches: "whether a part of a string matches an RE2 pattern"
        case .dyn: "the same value, without a static type"
        case .type: "the type of a value"
        case .bool: "the truth value that a string names"
        case .int: "a whole number from another type; of a timestamp, the seconds since 1970"
        case .uint: "an unsigned number from another type"
        case .double: "a floating-point number from another type"
        case .string: "any value as a string"
        case .bytes: "a string as UTF-8"
        case .timestamp: "a point in time from RFC 3339 text or from seconds since 1970"
        case .duration: "a span of time: `90s`, `1h30m`"
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
        case .indexOf: "where a string first occurs in another; -1 where it does not"
        case .lastIndexOf: "where a string last occurs in another; -1 where it does not"
        case .lowerAscii: "a string with A to Z in lower case"
        case .upperAscii: "a string with a to z in upper case"
        case .replace: "a string with all, or the first n, occurrences of another replaced"
        case .split: "the parts of a string between separators"
        case .substring: "a part of a string, from an index up to another"
        case .trim: "a string without white space at its ends"
        case .join: "the strings of a list in one"
        case .reverse: "a string from its end to its start"
        case .format: "text with the values of a list in place of `%s`, `%d` …"
        case .quote: "a string in quotes, escaped for display"
        case .ip: "an IP address from its text, or the address of a block"
        case .isIP: "whether a string is an IP address"
        case .cidr: "a block of IP addresses from its text: `10.0.0.0/8`, `2001:db8::/32`"
        case .isCIDR: "whether a string is a block of IP addresses"
        case .family: "4 or 6: the version of an IP address"
        case .isUnspecified: "whether an address is `0.0.0.0` or `::`"
        case .isLoopback: "whether an address is of the machine itself: `127.0.0.0/8`, `::1`"
        case .isGlobalUnicast: "whether an address is of one machine, beyond its own link"
        case .isLinkLocalUnicast: "whether an address is link-local: `169.254.0.0/16`, `fe80::/10`"
        case .isLinkLocalMulticast: "whether an address is link-local multicast"
        case .containsIP: "whether an address is in a block"
        case .containsCIDR: "whether a block is in a block"
        case .prefixLength: "how many bits all addresses of a block have in common"
        case .masked: "a block with the bits of its host cleared"
        case .isCanonical: "whether an IP address is written in its canonical form"
        case .version: "a version that compares by its numbers: 1.10 is newer than 1.9"
        case .bucket: "a part from 0 to 99 that a key always falls into: the way to split traffic"
        }
    }

    /// Details beyond the summary; empty for most functions.
    var detail: String {
        switch self {
        case .matches:
            "The pattern is a constant and found anywhere in the string: begin with `^` and end with `$` for the whole. "
                + "RE2 has no backreferences and no lookaround, and takes linear time."
        case .version:
            "Versions are numbers separated by dots; missing ones count as 0, so that `14` equals `14.0`. Facts that are "
                + "versions compare with `<` only inside `version()`; what cannot be read as a version makes the rule not match."
        case .bucket:
            "The first string is the key, such as `request.ip`; the second names the split, so that another name makes an "
                + "independent one. SipHash-2-4 with the key 0 over name, a zero byte and key, modulo 100: the same on every machine and "
                + "on every day. `bucket(…) < 10` is ten parts of a hundred, and raising the number keeps whoever is in."
        case .getHours, .getMinutes, .getDate, .getDayOfMonth, .getDayOfWeek, .getDayOfYear, .getFullYear, .getMonth:
            "UTC, unless a time zone is given: `UTC`, `+01:00`, or a name of the tz database such as `Europe/Berlin`, which "
                + "knows summer time. An unknown zone is an error when rules are loaded."
        case .cidr, .ip: "A constant that is not valid is an error when rules are loaded."
        case .timestamp: "A constant needs a zone: `Z` is UTC, `+01:00` is an hour ahead of it."
        case .size: "Characters are Unicode code points."
        case .lowerAscii: "Facts keep the case that they came in; hosts are in lower case already."
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
