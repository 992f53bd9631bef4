public import ByteText

/// What a link in a QR code has at its end, so that its scans can be told from taps: the parameter `_fp=qr`.
///
/// Anyone may write it, and it changes nothing but a count: a link with the mark is decided as the link without it, byte for
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

    /// Whether a link has the mark at its end. Costs a comparison of a few bytes.
    public static func isOn(_ link: TextRange, in arena: borrowing ByteArena) -> Bool {
        guard arena[link].ends(with: value) else { return false }
        return ReturnMark.unmarked(link, valueCount: value.utf8CodeUnitCount, in: arena) != nil
    }

    /// The link without the mark; the link itself where it has none.
    public static func unmarked(_ link: TextRange, in arena: borrowing ByteArena) -> TextRange {
        guard arena[link].ends(with: value) else { return link }
        return ReturnMark.unmarked(link, valueCount: value.utf8CodeUnitCount, in: arena) ?? link
    }
}
