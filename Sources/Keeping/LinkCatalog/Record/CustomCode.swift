import ByteText
import LinkStore
import Links

/// The custom codes that a link domain accepts.
public enum CustomCode {
    /// The maximum length of a code in characters.
    static let longest = 128

    /// The paths that the front serves itself.
    private static let reserved: [StaticString] = [
        "robots.txt", "favicon.ico", "apple-app-site-association", "_fp", ".well-known", ".", "..", "qr.svg", "qr.png",
    ]

    /// Whether a link can have a code: it only has characters that URLs do not escape, is not too long, and is not
    /// reserved.
    public static func isValid(_ code: Span<UInt8>) -> Bool { hasForm(code) && !isReserved(code) }

    private static func hasForm(_ code: Span<UInt8>) -> Bool {
        guard (1...longest).contains(code.count) else { return false }
        for index in code.indices {
            guard code[index].isUnreserved else { return false }
        }
        return true
    }

    /// Comparing with each is cheaper than hashing; it is called for every imported link.
    private static func isReserved(_ code: Span<UInt8>) -> Bool { reserved.contains { code.equals($0) } }

    /// Throws if a code is invalid: too long, with characters that a URL would escape, or reserved for the front.
    static func check(_ code: String) throws(ShortLinkFault) {
        guard hasForm(code.utf8.span) else {
            throw .invalid("a code must have 1 to \(longest) characters of A-Z a-z 0-9 - . _ ~")
        }
        if isReserved(code.utf8.span) {
            throw .invalid("the code \"\(code)\" is reserved", summary: "the code is reserved for the daemon")
        }
    }

    /// The style of an imported code, inferred from the forms of Firebase's codes.
    static func suffix(of code: String) -> LinkRecord.Suffix {
        guard code.utf8.allSatisfy(\.isAlphanumeric) else { return .custom }
        switch code.utf8.count {
        case 17: return .unguessable
        case 4...6: return .short
        default: return .custom
        }
    }
}
