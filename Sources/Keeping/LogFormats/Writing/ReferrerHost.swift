public import ByteText

/// The host of a page that had a link, from the `Referer` field (RFC 9110, section 10.1.3).
public enum ReferrerHost {
    /// The host without port; empty if the field has none, or one that no browser sends. Costs no allocation.
    public static func find(in referer: TextRange, in arena: borrowing ByteArena) -> TextRange {
        let bytes = arena[referer]
        let start = bytes.endOfRun(of: scheme) + 3
        guard start < bytes.count, bytes.extracting((start - 3)..<start).equals("://") else { return .empty }
        let end = bytes.endOfRun(of: name, from: start)
        var rest = end
        if rest < bytes.count, bytes[rest] == UInt8(ascii: ":") {
            rest += 1
            while rest < bytes.count, bytes[rest].isDigit { rest += 1 }
        }
        // Before an `@` there are a name and a password, which browsers leave out.
        guard rest == bytes.count || ends.contains(bytes[rest]) else { return .empty }
        return referer[start..<end]
    }

    private static let scheme = ByteSet { $0.isAlphanumeric || "+-.".utf8.contains($0) }
    /// The bytes of names as browsers write them.
    private static let name = ByteSet { $0.isAlphanumeric && $0 == $0.lowercased || "-._".utf8.contains($0) }
    private static let ends = ByteSet { "/?#".utf8.contains($0) }
}
