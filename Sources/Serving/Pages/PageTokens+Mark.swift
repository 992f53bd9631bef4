import ByteText
import OpenSSL

/// Marks of links that a page has on its button: who comes with one has tapped there, a moment ago.
///
/// A mark holds the time until which it counts and a digest of its link, sealed with the keys of pages; it fits no other
/// link, and tells nothing of its own.
extension PageTokens {
    /// How much of the link's SHA-256 a mark holds, in bytes: 128 bits, as nobody can try links on a sealed digest.
    private static let digestCount = 16
    private static let plainCount = 1 + 8 + digestCount

    /// How long every mark is, in characters.
    public static let markCount = ((plainCount + SealingKey.overhead) * 4 + 2) / 3

    /// The mark of a link at a time, in characters that need no encoding in a query.
    public func mark(of link: Span<UInt8>, now: Int64) -> [UInt8] {
        var text = [Self.markVersion]
        Self.append(UInt64(bitPattern: now + Self.lifetime), bytes: 8, to: &text)
        text += Self.digest(link)
        return Base64URL.encode(keys.sealing(at: now).seal(text.span).span)
    }

    /// Whether a mark was made for the link less than five minutes ago.
    public func isMark(_ mark: Span<UInt8>, of link: Span<UInt8>, now: Int64) -> Bool {
        guard mark.count == Self.markCount, let sealed = Base64URL.decode(mark),
            let text = keys.opening(at: now).lazy.compactMap({ $0.open(sealed.span) }).first,
            text.count == Self.plainCount, text.first == Self.markVersion
        else { return false }
        var position = 1
        guard now <= Int64(bitPattern: Self.number(bytes: 8, of: text, &position)) else { return false }
        return Array(text[position...]) == Self.digest(link)
    }

    private static func digest(_ link: Span<UInt8>) -> [UInt8] {
        Array(Digest.sha256(link).prefix(digestCount))
    }
}
