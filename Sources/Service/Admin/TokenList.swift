import ByteText
import OpenSSL

/// The bearer tokens that may write, as digests: the file that holds them gives none of them away.
///
/// One line a token: a name, a space, the SHA-256 of the token in hexadecimal. `#` begins a comment.
public struct TokenList: Sendable {
    /// Why a tokens file is not taken.
    public struct Fault: Error, Equatable {
        public var line: Int
        public var problem: String
    }

    private var digests: [[UInt8]] = []

    /// No token: nothing may write.
    public init() {}

    /// Reads the text of a tokens file.
    public init(parsing text: String) throws(Fault) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            if words.isEmpty { continue }
            guard words.count == 2, let digest = Self.digest(String(words[1])) else {
                throw Fault(line: index + 1, problem: "expected a name and a SHA-256 digest of 64 hexadecimal digits")
            }
            digests.append(digest)
        }
    }

    private static func digest(_ text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap(\.hexValue)
        guard digits.count == 64, text.utf8.count == 64 else { return nil }
        return stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// The line of a new token.
    public static func line(name: String, token: String) -> String {
        let bytes = Array(token.utf8)
        return "\(name) \(Digest.sha256Hex(bytes.span))\n"
    }

    /// A new token: 32 random bytes in hexadecimal behind a prefix that secret scanners can be taught.
    public static func makeToken() -> String {
        "fpt_" + Hexadecimal.text(SecureRandom.bytes(count: 32))
    }

    /// Whether an `Authorization` field carries one of the tokens (RFC 6750, section 2.1).
    ///
    /// Takes the same time for every token of a list, so that nothing is learned from it.
    func admits(authorization field: Span<UInt8>) -> Bool {
        guard field.count > 7, field.extracting(0..<7).equalsIgnoringCase("bearer ") else { return false }
        let digest = Digest.sha256(field.extracting(7..<field.count))
        var admitted = false
        for known in digests {
            var difference: UInt8 = 0
            for index in known.indices { difference |= known[index] ^ digest[index] }
            if difference == 0 { admitted = true }
        }
        return admitted
    }
}
