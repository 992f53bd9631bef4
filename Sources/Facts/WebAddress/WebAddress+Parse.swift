// Parsing a URL:
//
//   0. Most URLs need no corrections and no closer examination: one call finds their components.
//   1. Scan. `AddressScan` scans the input once and determines the components, whether the URL must be rejected, and
//      whether anything must be corrected. It writes nothing.
//   2. Point. If nothing has to be corrected, the components are ranges of the input. This is the usual case.
//   3. Or rewrite. Otherwise the accepted form is appended to the arena.
//
// The rules are stricter than the WHATWG URL standard: errors in scheme, authority or path that the standard repairs silently
// are rejected, because other programs may repair them differently.

public import ByteText

extension WebAddress {
    /// The maximum length of an accepted URL in bytes.
    public static let longestText = 16_384

    /// Parses an absolute http or https URL.
    ///
    /// The case of scheme and host, international names, and bytes that must not occur unescaped in a URL are corrected in a
    /// copy at the end of the arena. Nothing else is ever changed: no escape is decoded or re-cased, no slash inserted.
    /// If nothing has to be corrected, nothing is copied or allocated. A host with `xn--` labels costs a few
    /// allocations, since libidn2 checks the labels.
    ///
    /// One pass over the bytes, about a nanosecond each. The arena is unchanged after an error.
    public static func parse(
        _ input: TextRange, in arena: inout ByteArena
    ) throws(WebAddressFault) -> WebAddress {
        if let parts = AddressScan.plainParts(arena[input]) { return WebAddress(parts, at: input) }
        let scan = try AddressScan(arena[input])
        guard scan.needsRewriting else { return WebAddress(scan, at: input.start) }
        return rewrite(input, scan, in: &arena)
    }

    /// Creates a plain address from its components.
    private init(_ parts: PlainAddress, at input: TextRange) {
        let start = input.start
        text = input
        scheme = .https
        schemeName = TextRange(offset: start, count: 5)
        host = TextRange(offset: start &+ 8, count: parts.hostEnd &- 8)
        port = nil
        path = TextRange(offset: start &+ parts.hostEnd, count: parts.pathEnd &- parts.hostEnd)
        let behind = Int(input.count) &- parts.pathEnd
        query = behind > 0 ? TextRange(offset: start &+ parts.pathEnd &+ 1, count: behind &- 1) : nil
        fragment = nil
    }

    /// Creates an address from the components found by the scan.
    private init(_ scan: AddressScan, at start: Int) {
        text = TextRange(offset: start, count: scan.end)
        scheme = scan.scheme
        schemeName = TextRange(offset: start, count: scan.schemeEnd)
        host = TextRange(offset: start + scan.hostStart, count: scan.hostEnd - scan.hostStart)
        port = scan.port
        path = TextRange(offset: start + scan.authorityEnd, count: scan.pathEnd - scan.authorityEnd)
        query =
            scan.queryEnd > scan.pathEnd
            ? TextRange(offset: start + scan.pathEnd + 1, count: scan.queryEnd - scan.pathEnd - 1) : nil
        fragment =
            scan.end > scan.queryEnd
            ? TextRange(offset: start + scan.queryEnd + 1, count: scan.end - scan.queryEnd - 1) : nil
    }

    /// Appends the accepted form, and adjusts a copy of the scan accordingly.
    private static func rewrite(
        _ input: TextRange, _ scan: AddressScan, in arena: inout ByteArena
    ) -> WebAddress {
        let host = scan.internationalHost
        let limit = 3 * Int(input.count) + (host?.count ?? 0)
        let kept = AddressScan.literal
        var copy = scan
        let text = arena.append(rewriting: input, atMost: limit) { source, target in
            appendLowercased(source.extracting(0..<(host == nil ? scan.hostEnd : scan.hostStart)), &target)
            if let host { appendLowercased(host.span, &target) }
            copy.hostEnd = target.count
            target.append(encoding: source.extracting(scan.hostEnd..<scan.authorityEnd), keeping: kept)
            copy.authorityEnd = target.count
            target.append(encoding: source.extracting(scan.authorityEnd..<scan.pathEnd), keeping: kept)
            copy.pathEnd = target.count
            target.append(encoding: source.extracting(scan.pathEnd..<scan.queryEnd), keeping: kept)
            copy.queryEnd = target.count
            target.append(encoding: source.extracting(scan.queryEnd..<scan.end), keeping: kept)
            copy.end = target.count
        }
        return WebAddress(copy, at: text.start)
    }

    private static func appendLowercased(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
        for index in 0..<bytes.count { output.append(bytes[index].lowercased) }
    }
}
