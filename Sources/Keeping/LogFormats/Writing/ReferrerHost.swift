public import ByteText

/// The host of a page that had a link, from the `Referer` field (RFC 9110, section 10.1.3).
public enum ReferrerHost {
    /// The host without port; empty if the field has none, or one that no browser sends. Costs no allocation.
    public static func find(in referer: TextRange, in arena: borrowing ByteArena) -> TextRange {
        let bytes = arena[referer]
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes.count > colon + 3,
            bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/")
        else { return .empty }
        var end = colon + 3
        while end < bytes.count, isOfHost(bytes[end]) { end += 1 }
        guard end == bytes.count || isEnd(bytes[end]) else { return .empty }
        return referer[(colon + 3)..<end]
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
    }

    private static func isEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "?")
            || byte == UInt8(ascii: "#")
    }
}
