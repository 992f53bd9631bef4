public import ByteText
public import WebAddress

/// Parsing of shared links, whose addresses may have been modified.
extension WebAddress {
    /// Parses the address of a link, without non-routing parameters that are invalid.
    ///
    /// `https://example.page.link/WXYZ?utm_source=50%` results from a campaign value that was not encoded, and mail tools add such
    /// parameters to links of every form. They must not make the link fail. Routing parameters, and everything before the
    /// query, are parsed strictly.
    ///
    /// - Parameter leavesOut: Set if a parameter was dropped, otherwise unchanged.
    public static func parse(
        link text: TextRange, leavesOut: inout Bool, in arena: inout ByteArena
    ) throws(LinkFault) -> WebAddress {
        do throws(WebAddressFault) { return try WebAddress.parse(text, in: &arena) } catch {
            let rest = try withoutUnreadable(text, refusedFor: error, in: &arena)
            guard let rest, let address = try? WebAddress.parse(rest, in: &arena) else {
                var fault = LinkFault(error)
                fault.isOfAddress = true
                throw fault
            }
            leavesOut = true
            return address
        }
    }

    /// The link without invalid parameters and without an invalid fragment; `nil` if it has neither. For cold paths: only
    /// called for addresses that were rejected.
    private static func withoutUnreadable(
        _ text: TextRange, refusedFor fault: WebAddressFault, in arena: inout ByteArena
    ) throws(LinkFault) -> TextRange? {
        guard let mark = arena[text].firstIndex(of: UInt8(ascii: "?"), or: UInt8(ascii: "#")),
            text.count <= WebAddress.longestText
        else { return nil }
        let end = arena[text].firstIndex(of: UInt8(ascii: "#"), from: mark) ?? Int(text.count)
        let start = arena.count
        arena.append(copyOf: text[0..<mark])
        var separator = UInt8(ascii: "?")
        var pairs = QueryParameters(mark < end ? text[mark + 1..<end] : nil)
        while let pair = pairs.next(in: arena) {
            let whole = TextRange(offset: pair.name.start, count: (pair.value ?? pair.name).end - pair.name.start)
            guard isReadable(arena[whole]) else {
                if let parameter = LinkParameter.named(arena[pair.name]), parameter.isRouting {
                    throw LinkFault(fault, parameter: parameter)
                }
                if LinkParameter.routes(arena[pair.name]) { throw LinkFault(fault) }
                if DynamicLinkParameters.hidesRouting(pair.name, in: &arena) { throw LinkFault(fault) }
                continue
            }
            arena.append(separator)
            arena.append(copyOf: whole)
            separator = UInt8(ascii: "&")
        }
        let fragment = text[end..<Int(text.count)]
        if isReadable(arena[fragment]) { arena.append(copyOf: fragment) }
        return arena.piece(from: start)
    }

    /// Whether all bytes are valid in a query: UTF-8 without controls and backslashes, in which two hexadecimal digits other than
    /// `00` follow each percent sign.
    private static func isReadable(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices {
            let byte = bytes[index]
            if byte.isControl || byte == UInt8(ascii: "\\") { return false }
            // C1 controls: U+0080 to U+009F.
            if byte == 0xC2, index + 1 < bytes.count, bytes[index + 1] < 0xA0 { return false }
            if byte == UInt8(ascii: "%") {
                guard let value = bytes.hexPair(at: index + 1), value != 0 else { return false }
            }
        }
        return (try? UTF8Span(validating: bytes)) != nil
    }
}
