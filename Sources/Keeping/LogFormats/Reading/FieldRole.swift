import ByteText
import Devices

/// What a field of a log means, whatever its name.
enum FieldRole: UInt8, Sendable {
    /// Nothing that a decision depends on.
    case other
    /// A request line: method, target and protocol.
    case request
    case method, host, target
    /// A target's path and its query, if they are separate.
    case path, query
    case userAgent, referer, acceptLanguage
    /// An address, with or without a port, or a list whose first is the client's.
    case ip
    /// An address and a port, even if the address is one of IPv6 without brackets.
    case addressAndPort
    case country
    /// A time in any of the known notations, or a time of day if the date is separate; in UTC.
    case time
    /// A day, in UTC, or a time in a known notation.
    case date
    case status, location
    /// A user agent that may be percent-encoded.
    case encodedUserAgent, encodedReferer
    /// Header fields that describe the device.
    case hintPlatform, hintPlatformVersion, hintMobile, hintModel, hintFormFactors, hintVersions, hintBrands
    case requestedWith
    /// Which of our own listeners answered.
    case listener
    /// The line as a program wrote it, in a record of the system that collects its output.
    case wrapped
}

/// Findings in a line that are not part of the record as such.
struct FieldFindings {
    var path: TextRange?
    var query: TextRange?
    var date: TextRange?
    var timeOfDay: TextRange?
    var wrapped: TextRange?
    /// Whether the line describes no request, or one that is not a click.
    var bypass: Bypass?
    /// Whether the line lacks columns at its end that the format has.
    var isShort = false
    /// What follows the columns that the format has.
    var rest: TextRange?
}
