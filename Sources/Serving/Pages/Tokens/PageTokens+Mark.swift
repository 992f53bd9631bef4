public import ByteText
public import OpenSSL

/// Marks of links, used by the button of a page: a request with a mark comes from a recent tap on that button.
///
/// A mark contains its expiry and a digest of its link, sealed with the page keys. It is valid for no other link and
/// reveals nothing.
extension PageTokens {
    /// The length of the truncated SHA-256 of the link, in bytes. 128 bits suffice, since a sealed digest can't be
    /// brute-forced.
    private static let digestCount = 16
    private static let plainCount = 1 + 8 + digestCount

    /// The length of every mark, in characters.
    public static let markCount = Base64URL.encodedCount(plainCount + SealingKey.overhead)

    /// Appends the sealed bytes of a link's mark, for ``appendToken(_:to:)``. A mark needs no encoding in a query.
    public func sealMark(of link: TextRange, now: Int64, by sealer: Sealer, in arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        arena.append(Self.markVersion)
        Self.append(UInt64(bitPattern: now + Self.lifetime), bytes: 8, to: &arena)
        Self.appendDigest(of: link, by: sealer, to: &arena)
        return seal(arena.piece(from: mark), now: now, by: sealer, in: &arena)
    }

    /// Whether a mark was created for this link less than five minutes ago.
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
