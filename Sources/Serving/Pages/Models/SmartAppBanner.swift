public import ByteText

/// The element by which Safari shows a banner that opens the app with an address, or its page in the App Store (Apple,
/// "Promoting apps with Smart App Banners"). It reappears as "Open" when the person returns after installing.
public enum SmartAppBanner {
    /// Appends the element as HTML.
    ///
    /// - Parameters:
    ///   - appStoreID: The ID of the app; only its digits are used.
    ///   - link: The address that the app receives: visible ASCII.
    public static func append(appStoreID: String, link: TextRange, to arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        arena.append("<meta name=\"apple-itunes-app\" content=\"app-id=")
        for byte in appStoreID.utf8 where byte.isDigit { arena.append(byte) }
        arena.append(", app-argument=")
        for index in link.start..<link.end { append(arena[index], to: &arena) }
        arena.append("\">")
        return arena.piece(from: mark)
    }

    /// Encodes the bytes that would end the argument or the attribute.
    private static func append(_ byte: UInt8, to arena: inout ByteArena) {
        switch byte {
        case UInt8(ascii: "&"): arena.append("&amp;")
        case UInt8(ascii: ","): arena.append("%2C")
        case UInt8(ascii: "\""): arena.append("%22")
        case UInt8(ascii: "<"): arena.append("%3C")
        case UInt8(ascii: ">"): arena.append("%3E")
        default: arena.append(byte)
        }
    }
}
