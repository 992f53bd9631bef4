import ByteText
import LinkStore
import Links

/// What a link domain accepts as a custom code.
public enum CustomCode {
    /// The longest code, in characters.
    static let longest = 128

    /// The codes that the front answers itself.
    private static let reserved: [StaticString] = [
        "robots.txt", "favicon.ico", "apple-app-site-association", "_fp", ".well-known", ".", "..", "qr.svg", "qr.png",
    ]

    /// Whether a link can have a code: it has characters that no URL escapes, not too many, and the front does not reserve it.
    public static func isValid(_ code: Span<UInt8>) -> Bool { hasForm(code) && !isReserved(code) }

    private static func hasForm(_ code: Span<UInt8>) -> Bool {
        guard (1...longest).contains(code.count) else { return false }
        for index in code.indices {
            guard code[index].isUnreserved else { return false }
        }
        return true
    }

    /// A comparison with each is cheaper than a hash: every imported link asks.
    private static func isReserved(_ code: Span<UInt8>) -> Bool { reserved.contains { code.equals($0) } }

    /// Throws if a code is not valid: characters that a URL would escape, or names reserved for the front.
    static func check(_ code: String) throws(ShortLinkFault) {
        guard hasForm(code.utf8.span) else {
            throw .invalid("a code must have 1 to \(longest) characters of A-Z a-z 0-9 - . _ ~")
        }
        if isReserved(code.utf8.span) {
            throw .invalid("the code \"\(code)\" is reserved", summary: "the daemon reserves the code for itself")
        }
    }

    /// How an imported code was chosen, judged by the forms of Firebase's codes.
    static func suffix(of code: String) -> LinkRecord.Suffix {
        guard code.utf8.allSatisfy(\.isAlphanumeric) else { return .custom }
        switch code.utf8.count {
        case 17: return .unguessable
        case 4...6: return .short
        default: return .custom
        }
    }
}
