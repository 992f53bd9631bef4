import ByteText
import LinkStore
import Links

/// What may stand behind a link domain as a code of one's own.
enum CustomCode {
    /// The longest code, in characters.
    static let longest = 128

    /// What the front answers itself.
    private static let reserved: Set = [
        "robots.txt", "favicon.ico", "apple-app-site-association", "_fp", ".well-known", ".", "..",
    ]

    /// Throws where a code is none: characters that a URL would escape, or names that the front keeps for itself.
    static func check(_ code: String) throws(ShortLinkFault) {
        guard !code.isEmpty, code.utf8.count <= longest,
            code.utf8.allSatisfy({ $0.isAlphanumeric || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F || $0 == 0x7E })
        else {
            throw .invalid("a code must have 1 to \(longest) characters of A-Z a-z 0-9 - . _ ~")
        }
        if reserved.contains(code) { throw .invalid("the code \"\(code)\" is reserved") }
    }

    /// How a code that others have made came to be, by the forms that Firebase's codes have.
    static func suffix(of code: String) -> LinkRecord.Suffix {
        guard code.utf8.allSatisfy(\.isAlphanumeric) else { return .custom }
        switch code.utf8.count {
        case 17: return .unguessable
        case 4...6: return .short
        default: return .custom
        }
    }
}
