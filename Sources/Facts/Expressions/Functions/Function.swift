/// The functions an expression can call. Their types are in ``Signature``, what they do in `Function+….swift`.
enum Function: String, CaseIterable, Sendable {
    // The language's own.
    case size, contains, startsWith, endsWith, matches
    case dyn, type, bool, int, uint, double, string, bytes, timestamp, duration
    case getFullYear, getMonth, getDate, getDayOfMonth, getDayOfWeek, getDayOfYear
    case getHours, getMinutes, getSeconds, getMilliseconds
    // Strings extension.
    case charAt, indexOf, lastIndexOf, lowerAscii, upperAscii, replace, split, substring, trim, join, reverse, format
    case quote = "strings.quote"
    // Network extension.
    case ip, isIP, cidr, isCIDR, family, isUnspecified, isLoopback, isGlobalUnicast
    case isLinkLocalUnicast, isLinkLocalMulticast, containsIP, containsCIDR, prefixLength, masked
    case isCanonical = "ip.isCanonical"
    // This project's.
    case version, bucket
}
