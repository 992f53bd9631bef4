import ByteText
import Devices

/// The meaning of a log field, whatever its name.
enum FieldRole: UInt8, Sendable {
    /// No decision depends on it.
    case other
    /// A request line: method, target and protocol.
    case request
    case method, host, target
    /// A target's path and its query, if they are separate.
    case path, query
    case userAgent, referer, acceptLanguage
    /// An address, with or without a port, or a list whose first element is the client's.
    case ip
    /// An address and a port, including an IPv6 address without brackets.
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
    /// The name of our own listener that received the request.
    case listener
    /// The line of a program, in a record of the system that collects its output.
    case wrapped
}

/// Findings in a line that are not part of the record as such.
struct FieldFindings {
    var path: TextRange?
    var query: TextRange?
    var date: TextRange?
    var timeOfDay: TextRange?
    var wrapped: TextRange?
    /// The reason if the line does not describe a request, or describes one that is not a click.
    var bypass: Bypass?
    /// Whether the line lacks columns at its end that the format has.
    var isShort = false
    /// The text after the columns of the format.
    var rest: TextRange?
}
