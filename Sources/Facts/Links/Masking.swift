import ByteText

/// Masks secrets in links that are logged or displayed: one-time codes, API keys, mail addresses,
/// and the tokens of pages.
///
/// Masks preserve a link's structure, so that a masked link can still be read, parsed and compared. A secret is replaced
/// by a tilde followed by letters and digits, with the total length rounded to a length class (8, 16, 32, 64 … characters).
/// Equal values get equal masks, regardless of percent-encoding. Masks are not masked again, so that log lines have the
/// same masks in reports. Masks are derived with a ``MaskKey``. Without one all masks of the same length are equal: they hide
/// values but do not distinguish them.
///
/// Secrets are the values of `oobCode` and `apiKey`, also as `oob_code` and `api_key` and in any case, the local part of mail
/// addresses, and the token after `/_fp/` in a path. They are found at every level of percent-encoding, because mail links
/// contain an encoded action link. Other parameters of a continue URL belong to the app and are not masked.
public enum Masking {
    /// The text with all secrets masked. Allocates: for explanations and messages.
    public static func masked(_ text: String) -> String { masked(text, with: .installed) }

    /// The text with all secrets masked with a given key.
    static func masked(_ text: String, with key: MaskKey?) -> String {
        let bytes = text.utf8.span
        guard suspects(bytes) else { return text }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + 64)
        append(bytes, with: key, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends the text with all secrets masked. For logs: does not allocate if the output has room.
    public static func append(_ text: Span<UInt8>, to output: inout [UInt8]) {
        append(text, with: .installed, to: &output)
    }

    private static func append(_ text: Span<UInt8>, with key: MaskKey?, to output: inout [UInt8]) {
        var secrets = SecretScanner()
        var end = 0
        while let secret = secrets.next(in: text) {
            output.append(copyOf: text.extracting(end..<secret.lowerBound))
            appendMask(of: text.extracting(secret), with: key, to: &output)
            end = secret.upperBound
        }
        output.append(copyOf: text.extracting(end..<text.count))
    }

    /// The text with every secret replaced by an asterisk, so that texts that differ only in secrets become equal. Allocates.
    public static func blanked(_ text: String) -> String {
        let bytes = text.utf8.span
        var secrets = SecretScanner()
        var output: [UInt8] = []
        var end = 0
        while let secret = secrets.next(in: bytes) {
            output.append(copyOf: bytes.extracting(end..<secret.lowerBound))
            output.append(UInt8(ascii: "*"))
            end = secret.upperBound
        }
        output.append(copyOf: bytes.extracting(end..<bytes.count))
        return String(decoding: output, as: UTF8.self)
    }

    // MARK: The mask

    /// The first character of every mask. It needs no encoding in a link, and neither codes nor mail addresses begin with it.
    private static let sign = UInt8(ascii: "~")
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

    /// Appends the mask of a secret: the sign, and characters derived from the keyed hash of the decoded secret (SipHash-2-4,
    /// then SplitMix64). Appends masks unchanged.
    private static func appendMask(of secret: Span<UInt8>, with key: MaskKey?, to output: inout [UInt8]) {
        var hash = SipHash(key0: key?.half0 ?? 0, key1: key?.half1 ?? 0)
        var (index, count, isMask) = (0, 0, true)
        while index < secret.count {
            let character = CodedCharacter(at: index, in: secret)
            hash.append(character.byte)
            isMask = isMask && (count == 0 ? character.byte == sign : character.byte.isAlphanumeric)
            count += 1
            index = character.end
        }
        if isMask, count >= 8, count.nonzeroBitCount == 1 { return output.append(copyOf: secret) }
        var length = 8
        while length < count { length *= 2 }
        output.append(sign)
        guard key != nil else {
            for _ in 1..<length { output.append(UInt8(ascii: "x")) }
            return
        }
        var state = hash.finish()
        for _ in 1..<length {
            output.append(alphabet[Int(state.nextSplitMix() % UInt64(alphabet.count))])
        }
    }
}

extension [UInt8] {
    /// Appends the bytes of a span.
    fileprivate mutating func append(copyOf bytes: Span<UInt8>) {
        // Safe: the pointer is read only during the call.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
