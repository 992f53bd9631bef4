import ByteText

/// Hides what a link must not reveal where it is logged or shown: one-time codes, API keys, mail addresses,
/// and the tokens of pages.
///
/// A mask keeps the link's structure, so that a masked link still reads, parses and compares as one: the value is replaced
/// by a tilde and letters and digits, together of the same length class (8, 16, 32, 64 … characters). The same value always
/// gets the same mask, however it is percent-encoded; what is a mask already stays as it is, so that a line of a log has the
/// same masks in a report. Masks are drawn with a ``MaskKey``. Without one all masks of a length are alike: they hide, and
/// distinguish nothing.
///
/// Secrets are the values of `oobCode` and `apiKey`, also as `oob_code` and `api_key` and in any case, what is before the
/// `@` of a mail address, and what follows `/_fp/` in a path. Values are found at every level of percent-coding, because a
/// mail link carries its action link encoded. Other parameters of a continue URL are the app's own and stay.
public enum Masking {
    /// The text with every secret masked. Allocates: for explanations and messages.
    public static func masked(_ text: String) -> String { masked(text, with: .installed) }

    /// The text as the masks of a key have it.
    static func masked(_ text: String, with key: MaskKey?) -> String {
        let bytes = text.utf8.span
        guard suspects(bytes) else { return text }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + 64)
        append(bytes, with: key, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends the text with every secret masked. For logs: it allocates nothing where the output has room.
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

    /// The text with every secret as an asterisk: texts that are alike but for their secrets become the same. Allocates.
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

    /// Begins every mask. It needs no encoding in a link, and neither codes nor mail addresses begin with it.
    private static let sign = UInt8(ascii: "~")
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

    /// Appends the mask of a secret: the sign, and characters drawn from the keyed hash of what it is decoded (SipHash-2-4,
    /// then SplitMix64). A mask is appended as it is.
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
        // Safe: the pointer is read within the call only.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
