import ByteText
import WebAddress

/// The hand-off URL of Firebase's iOS SDK: `<scheme>://google/link/?deep_link_id=…`.
enum CustomSchemeURL {
    /// Appends the URL. The scheme comes from the site and never from a link; the opened URL is encoded down to letters
    /// and digits, as the SDK encodes it.
    static func append(_ opened: WebAddress, scheme: String, to arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        arena.append(scheme)
        arena.append("://google/link/?deep_link_id=")
        PercentCoding.encodeAlphanumeric(opened.text, in: &arena)
        return arena.piece(from: mark)
    }
}
