import ByteText
import LinkStore
import Links

/// What a link domain accepts as a custom code.
enum CustomCode {
    /// The longest code, in characters.
    static let longest = 128

    /// Whether the front answers a code itself. A comparison with each is cheaper than a hash: every imported link asks.
    private static func isReserved(_ code: String) -> Bool {
        switch code {
        case "robots.txt", "favicon.ico", "apple-app-site-association", "_fp", ".well-known", ".", "..", "qr.svg",
            "qr.png":
            true
        default: false
        }
    }

    /// Throws if a code is not valid: characters that a URL would escape, or names reserved for the front.
    static func check(_ code: String) throws(ShortLinkFault) {
        guard !code.isEmpty, code.utf8.count <= longest,
            code.utf8.allSatisfy({ $0.isAlphanumeric || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F || $0 == 0x7E })
        else {
            throw .invalid("a code must have 1 to \(longest) characters of A-Z a-z 0-9 - . _ ~")
        }
        if isReserved(code) {
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
