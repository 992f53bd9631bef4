package import ByteText
import Links

/// A clicked link as memories know it. It is found once for a click, whichever of them are asked.
package struct LinkIdentity {
    /// The link without the mark of a scan: a scanned link is the link that it was made from.
    package let text: TextRange
    /// A hash of the text. It can't be foreseen, so that no client can choose links that push others out.
    package let hash: UInt64

    init(_ request: borrowing ClickRequest, key: UInt64, in arena: borrowing ByteArena) {
        text = ScanMark.unmarked(request.link, in: arena)
        hash = KeyedHash.of(arena[text], key: key)
    }
}
