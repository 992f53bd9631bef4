import ByteText
import Devices

/// What a field of a log means, whatever the log calls it.
enum FieldRole: UInt8, Sendable {
    /// Nothing that a decision looks at.
    case other
    /// A request line: method, target and protocol.
    case request
    case method, host, target
    /// A target's path and its query, where they are apart.
    case path, query
    case userAgent, referer, acceptLanguage
    /// An address, with or without a port.
    case ip
    case country
    /// A time in any of the known spellings.
    case time
    /// A day and a time of day, where they are apart; of UTC.
    case date, timeOfDay
    case status, location
    /// A user agent that may be percent-encoded.
    case encodedUserAgent, encodedReferer
    /// Header fields that tell the device.
    case hintPlatform, hintPlatformVersion, hintMobile, hintModel, hintFormFactors, hintVersions, hintBrands
    case requestedWith
    /// Which of our own listeners answered.
    case listener
}

/// What was found in a line and is not a part of the record as it stands.
struct FieldFindings {
    var path: TextRange?
    var query: TextRange?
    var date: TextRange?
    var timeOfDay: TextRange?
    /// Whether the line tells of no request, or of one that is no click.
    var bypass: Bypass?
}
