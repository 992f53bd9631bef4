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
    /// An address, with or without a port.
    case ip
    case country
    /// A time in any of the known notations.
    case time
    /// A day and a time of day, if they are separate; in UTC.
    case date, timeOfDay
    case status, location
    /// A user agent that may be percent-encoded.
    case encodedUserAgent, encodedReferer
    /// Header fields that describe the device.
    case hintPlatform, hintPlatformVersion, hintMobile, hintModel, hintFormFactors, hintVersions, hintBrands
    case requestedWith
    /// Which of our own listeners answered.
    case listener
}

/// Findings in a line that are not part of the record as such.
struct FieldFindings {
    var path: TextRange?
    var query: TextRange?
    var date: TextRange?
    var timeOfDay: TextRange?
    /// Whether the line describes no request, or one that is not a click.
    var bypass: Bypass?
}
