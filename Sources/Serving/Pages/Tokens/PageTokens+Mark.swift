public import ByteText
public import OpenSSL

/// Marks of links that a page has on its button: who comes with one has tapped there, a moment ago.
///
/// A mark holds the time until which it counts and a digest of its link, sealed with the keys of pages; it fits no other
/// link, and tells nothing of its own.
extension PageTokens {
    /// How much of the link's SHA-256 a mark holds, in bytes: 128 bits, as nobody can try links on a sealed digest.
    private static let digestCount = 16
    private static let plainCount = 1 + 8 + digestCount

    /// How long every mark is, in characters.
    public static let markCount = Base64URL.encodedCount(plainCount + SealingKey.overhead)

    /// Appends the sealed bytes of a link's mark at a time, for ``appendToken(_:to:)``. A mark's characters need no encoding
    /// in a query.
    public func sealMark(of link: TextRange, now: Int64, by sealer: Sealer, in arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        arena.append(Self.markVersion)
        Self.append(UInt64(bitPattern: now + Self.lifetime), bytes: 8, to: &arena)
        Self.appendDigest(of: link, by: sealer, to: &arena)
        return seal(arena.piece(from: mark), now: now, by: sealer, in: &arena)
    }

    /// Whether a mark was made for the link less than five minutes ago.
    public func isMark(
        _ mark: TextRange, of link: TextRange, now: Int64, by sealer: Sealer, in arena: inout ByteArena
    ) -> Bool {
        guard mark.count == Self.markCount,
            let text = open(mark, version: Self.markVersion, now: now, by: sealer, in: &arena),
            text.count == Self.plainCount
        else { return false }
        var position = text.start + 1
        guard now <= Int64(bitPattern: Self.number(bytes: 8, in: arena, &position)) else { return false }
        let digest = Self.appendDigest(of: link, by: sealer, to: &arena)
        return arena[TextRange(offset: position, count: Self.digestCount)].equals(arena[digest])
    }

    @discardableResult
    private static func appendDigest(of link: TextRange, by sealer: Sealer, to arena: inout ByteArena) -> TextRange {
        arena.append(rewriting: link, atMost: digestCount) { link, digest in
            sealer.appendSHA256(of: link, first: digestCount, to: &digest)
        }
    }
}
