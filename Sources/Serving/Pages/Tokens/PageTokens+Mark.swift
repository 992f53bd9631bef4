public import ByteText
public import OpenSSL

/// Marks of links that return to us: a request with a mark follows a recent click on the same link.
///
/// A mark contains its expiry and a digest of its link, sealed with the page keys. It is valid for no other link and
/// reveals nothing.
extension PageTokens {
    /// The places that have a marked link. The raw value is the first byte of a mark, different from those of other tokens.
    public enum MarkedPlace: UInt8, Sendable, CaseIterable {
        /// The button of a page.
        case button = 2
        /// The fallback of an `intent:` URI.
        case fallback = 4
    }

    /// The length of the truncated SHA-256 of the link, in bytes. 128 bits suffice, since a sealed digest can't be
    /// brute-forced.
    private static let digestCount = 16
    private static let plainCount = 1 + 8 + digestCount

    /// The length of every mark, in characters.
    public static let markCount = Base64URL.encodedCount(plainCount + SealingKey.overhead)

    /// Appends the sealed bytes of a link's mark, for ``appendToken(_:to:)``. A mark needs no encoding in a query.
    public func sealMark(
        of link: TextRange, at place: MarkedPlace, now: Int64, by sealer: Sealer, in arena: inout ByteArena
    ) -> TextRange {
        let mark = arena.count
        arena.append(place.rawValue)
        Self.append(UInt64(bitPattern: now + Self.lifetime), bytes: 8, to: &arena)
        Self.appendDigest(of: link, by: sealer, to: &arena)
        return seal(arena.piece(from: mark), now: now, by: sealer, in: &arena)
    }

    /// The place of a mark that was created for this link less than five minutes ago; `nil` for any other text.
    public func place(
        ofMark mark: TextRange, of link: TextRange, now: Int64, by sealer: Sealer, in arena: inout ByteArena
    ) -> MarkedPlace? {
        guard mark.count == Self.markCount else { return nil }
        for place in MarkedPlace.allCases {
            guard let text = open(mark, version: place.rawValue, now: now, by: sealer, in: &arena) else { continue }
            guard text.count == Self.plainCount else { return nil }
            var position = text.start + 1
            guard now <= Int64(bitPattern: Self.number(bytes: 8, in: arena, &position)) else { return nil }
            let digest = Self.appendDigest(of: link, by: sealer, to: &arena)
            let sealed = TextRange(offset: position, count: Self.digestCount)
            return arena[sealed].equals(arena[digest]) ? place : nil
        }
        return nil
    }

    @discardableResult
    private static func appendDigest(of link: TextRange, by sealer: Sealer, to arena: inout ByteArena) -> TextRange {
        arena.append(rewriting: link, atMost: digestCount) { link, digest in
            sealer.appendSHA256(of: link, first: digestCount, to: &digest)
        }
    }
}
