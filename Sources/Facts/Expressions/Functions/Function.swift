/// The functions available to expressions. Their types are in ``Signature``, their implementations in `Function+….swift`.
enum Function: String, CaseIterable, Sendable {
    // Standard functions.
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
    // Functions of this project.
    case version, bucket
}
