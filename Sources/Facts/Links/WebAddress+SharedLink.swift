public import ByteText
public import WebAddress

/// Addresses of short links as they come back from where they were shared.
extension WebAddress {
    /// Reads an address that is refused for how its query is percent-encoded, without the parameters at fault.
    ///
    /// `https://example.page.link/WXYZ?utm_source=50%` comes of a campaign that nobody encoded. The link is not worse for
    /// it: who reads the parameter leaves it out. Nil where one that routes is at fault, or something else than the query.
    /// The caller has to see that it is a short link. Cold: for addresses that were refused.
    ///
    /// - Parameter fault: Why the address was refused.
    public static func parse(
        shared text: TextRange, refusedFor fault: WebAddressFault, in arena: inout ByteArena
    ) -> WebAddress? {
        guard fault == .percentSequence || fault == .encodedNUL,
            let mark = arena[text].firstIndex(of: UInt8(ascii: "?"))
        else { return nil }
        let end = arena[text].firstIndex(of: UInt8(ascii: "#")) ?? Int(text.count)
        guard mark < end else { return nil }
        let start = arena.count
        arena.append(copyOf: text[0..<mark])
        var isFirst = true
        var pairs = QueryParameters(text[mark + 1..<end])
        while let pair = pairs.next(in: arena) {
            let whole = TextRange(offset: pair.name.start, count: (pair.value ?? pair.name).end - pair.name.start)
            guard isEncoded(whole, in: arena) else {
                let routes = LinkParameter.routes(arena[pair.name])
                if routes || DynamicLinkParameters.hidesRouting(pair.name, in: &arena) { return nil }
                continue
            }
            arena.append(isFirst ? UInt8(ascii: "?") : UInt8(ascii: "&"))
            arena.append(copyOf: whole)
            isFirst = false
        }
        arena.append(copyOf: text[end..<Int(text.count)])
        return try? WebAddress.parse(arena.piece(from: start), in: &arena)
    }

    /// Whether two hexadecimal digits, and not those of NUL, follow each percent sign.
    private static func isEncoded(_ piece: TextRange, in arena: borrowing ByteArena) -> Bool {
        let bytes = arena[piece]
        var index = 0
        while let percent = bytes.firstIndex(of: UInt8(ascii: "%"), from: index) {
            guard let value = bytes.hexPair(at: percent + 1), value != 0 else { return false }
            index = percent + 1
        }
        return true
    }
}
