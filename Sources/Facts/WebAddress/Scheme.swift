import ByteText

/// The scheme of a URL, as far as a link router distinguishes them.
public enum Scheme: UInt8, Sendable {
    case http, https, other

    /// The default port.
    public var defaultPort: UInt16? {
        switch self {
        case .http: 80
        case .https: 443
        case .other: nil
        }
    }

    /// The scheme at the start of a text; `nil` if there is none (RFC 3986, section 3.1).
    ///
    /// Does not check the rest: `https:` is https.
    public init?(startOf bytes: Span<UInt8>) {
        guard let length = Scheme.length(bytes) else { return nil }
        self.init(name: bytes.extracting(0..<length))
    }

    init(name: Span<UInt8>) {
        if name.equalsIgnoringCase("https") {
            self = .https
        } else if name.equalsIgnoringCase("http") {
            self = .http
        } else {
            self = .other
        }
    }

    /// The length of the scheme before the colon; `nil` if it is not a valid scheme.
    static func length(_ bytes: Span<UInt8>) -> Int? {
        guard bytes.count > 0, bytes[0].isAlpha else { return nil }
        for index in 1..<max(bytes.count, 1) {
            let byte = bytes[index]
            if byte == UInt8(ascii: ":") { return index }
            guard byte.isAlphanumeric || byte == 0x2B || byte == 0x2D || byte == 0x2E else { return nil }
        }
        return nil
    }
}
