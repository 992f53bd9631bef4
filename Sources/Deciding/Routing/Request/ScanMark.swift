public import ByteText

/// The mark at the end of a link in a QR code, which distinguishes scans from taps: the parameter `_fp=qr`.
///
/// Anyone may write it, and it only affects counting: a marked link is decided like the link without the mark, byte for
/// byte, and the mark reaches neither the payload nor the rules.
public enum ScanMark {
    /// The value of the mark's parameter, whose name is ``ReturnMark/name``.
    private static let value: StaticString = "qr"
    /// The word for scans in logs.
    public static let name: StaticString = "qr"

    /// Appends a copy of a link with the mark at its end.
    public static func append(to link: TextRange, in arena: inout ByteArena) -> TextRange {
        let hasQuery = arena[link].firstIndex(of: UInt8(ascii: "?")) != nil
        let mark = arena.count
        arena.append(copyOf: link)
        arena.append(ReturnMark.separator(after: hasQuery))
        arena.append(ReturnMark.name)
        arena.append(value)
        return arena.piece(from: mark)
    }

    /// Whether a link ends with the mark. Compares only a few bytes.
    public static func isOn(_ link: TextRange, in arena: borrowing ByteArena) -> Bool {
        guard arena[link].ends(with: value) else { return false }
        return ReturnMark.unmarked(link, valueCount: value.utf8CodeUnitCount, in: arena) != nil
    }

    /// The link without the mark, or the link itself if it has none.
    public static func unmarked(_ link: TextRange, in arena: borrowing ByteArena) -> TextRange {
        guard arena[link].ends(with: value) else { return link }
        return ReturnMark.unmarked(link, valueCount: value.utf8CodeUnitCount, in: arena) ?? link
    }
}
