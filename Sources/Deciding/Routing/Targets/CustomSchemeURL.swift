import ByteText
import WebAddress

/// The hand-off URL of Firebase's iOS SDK: `<scheme>://google/link/?deep_link_id=…`.
enum CustomSchemeURL {
    /// Appends the URL. The scheme is the site's and never comes from a link. All characters of the opened URL except
    /// letters and digits are encoded, as in the SDK.
    static func append(_ opened: WebAddress, scheme: String, to arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        arena.append(scheme)
        arena.append("://google/link/?deep_link_id=")
        PercentCoding.encodeAlphanumeric(opened.text, in: &arena)
        return arena.piece(from: mark)
    }
}
