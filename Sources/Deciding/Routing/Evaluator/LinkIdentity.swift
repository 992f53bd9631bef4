import ByteText
import Links

/// The identity of a clicked link in the link cache.
struct LinkIdentity {
    /// The link without the mark of a scan: a scanned link is identical to the link that its code was made from.
    let text: TextRange
    /// A keyed hash of the text. It is unpredictable, so that clients cannot choose links that evict others.
    let hash: UInt64

    init(_ request: borrowing ClickRequest, key: UInt64, in arena: borrowing ByteArena) {
        text = ScanMark.unmarked(request.link, in: arena)
        hash = KeyedHash.of(arena[text], key: key)
    }
}
