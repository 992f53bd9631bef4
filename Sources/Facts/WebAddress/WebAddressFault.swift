/// The reason why a text is not accepted as a web address.
public enum WebAddressFault: Error, Sendable, Equatable, CaseIterable {
    case notWebScheme
    case percentSequence
    case encodedNUL
    case tooLong
    case controlCharacter
    case outerSpace
    case backslash
    case notUTF8
    case missingSlashes
    case userinfo
    case emptyHost
    case hostCharacter
    case hostLabel
    case hostLength
    case ipv4Form
    case ipv6Form
    case internationalName
    case port
    case afterHost
    case dotSegment

    /// The classes of faults that callers distinguish.
    public enum Kind: Sendable, Equatable {
        /// Not an absolute URL, or an unsupported scheme.
        case notWebScheme
        /// A `%` that is not followed by two hexadecimal digits.
        case percentCoding
        /// Any other fault.
        case malformed
    }

    /// The class of the fault. Callers return a different code for each.
    public var kind: Kind {
        switch self {
        case .notWebScheme: .notWebScheme
        case .percentSequence: .percentCoding
        default: .malformed
        }
    }

    /// The error and its remedy, as a sentence. Does not quote the URL.
    public var sentence: StaticString {
        switch self {
        case .notWebScheme: "The link does not begin with https:// or http://; use an absolute web address."
        case .percentSequence: "A % is not followed by two hexadecimal digits; write a percent sign as %25."
        case .encodedNUL: "The link contains %00; remove it."
        case .tooLong: "The link is longer than 16 KB; shorten it."
        case .controlCharacter: "The link contains a control character such as a tab or a line break; remove it."
        case .outerSpace: "The link begins or ends with a space; remove it."
        case .backslash: "The link contains a backslash; use / or write %5C."
        case .notUTF8: "The link is not valid UTF-8; percent-encode its bytes."
        case .missingSlashes: "The scheme is not followed by //; write https://host."
        case .userinfo: "The link has a user name or an @ before the host; remove it."
        case .emptyHost: "The link has no host; write https://host."
        case .hostCharacter: "The host contains a character that is not allowed; use letters, digits, hyphens and dots."
        case .hostLabel: "A label of the host is empty or longer than 63 characters, or the host ends with a dot."
        case .hostLength: "The host is longer than 253 characters; shorten it."
        case .ipv4Form: "The host ends in a number but is not an IPv4 address; write 192.0.2.1."
        case .ipv6Form: "The IPv6 address is not in its shortest form; write it like [2001:db8::1]."
        case .internationalName:
            "The host is not a valid internationalized domain name; correct it or use its xn-- form."
        case .port: "The port is not a number from 1 to 65535 without leading zeros; correct or remove it."
        case .afterHost: "The host is followed by something other than a port, path, query or fragment; remove it."
        case .dotSegment: "The path contains a . or .. segment; write the path it leads to."
        }
    }
}
