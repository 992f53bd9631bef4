public import ByteText

/// The host of a page that had a link, from the `Referer` field (RFC 9110, section 10.1.3).
public enum ReferrerHost {
    /// The host without port; empty if the field has none, or one that no browser sends. Costs no allocation.
    public static func find(in referer: TextRange, in arena: borrowing ByteArena) -> TextRange {
        let bytes = arena[referer]
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes.count > colon + 3,
            bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/")
        else { return .empty }
        let end = bytes.endOfRun(of: name, from: colon + 3)
        guard end == bytes.count || ends.contains(bytes[end]) else { return .empty }
        return referer[(colon + 3)..<end]
    }

    /// The bytes of names as browsers write them.
    private static let name = ByteSet { $0.isAlphanumeric && $0 == $0.lowercased || "-._".utf8.contains($0) }
    private static let ends = ByteSet { "/:?#".utf8.contains($0) }
}
