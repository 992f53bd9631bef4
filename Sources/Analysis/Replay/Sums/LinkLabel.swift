import ByteText
import Links

/// The key that identifies a link in reports: the host and path of the clicked link, and for a long link also its
/// payload without the query.
///
/// Queries are omitted because they vary from click to click and contain codes. A key is at most ``limit`` bytes of
/// printable ASCII with mail addresses masked, so that it can be displayed and passed on. Links that differ only beyond
/// that count as one.
enum LinkLabel {
    static let limit = 200

    /// The key of a link with a payload. Returns a part of the link, or a range appended to the arena.
    static func make(of link: TextRange, payload: TextRange?, in arena: inout ByteArena) -> TextRange {
        guard let part = harmlessPart(of: link, in: arena) else {
            return makeMasked(of: link, payload: payload, in: &arena)
        }
        guard let payload, namesLink(arena[link], from: part.end - link.start) else { return cut(part) }
        guard let payloadPart = harmlessPart(of: payload, in: arena) else {
            return makeMasked(of: link, payload: payload, in: &arena)
        }
        let start = arena.count
        arena.append(copyOf: part)
        arena.append("?link=")
        arena.append(copyOf: payloadPart)
        return cut(arena.piece(from: start))
    }

    private static func cut(_ key: TextRange) -> TextRange { key[0..<min(Int(key.count), limit)] }

    /// The part of an address that belongs in the key, or `nil` if it needs escaping or masking, which is rare.
    private static func harmlessPart(of address: TextRange, in arena: borrowing ByteArena) -> TextRange? {
        let bytes = arena[address]
        let start = lengthOfScheme(bytes)
        var end = bytes.endOfLongRun(of: harmless, from: start)
        while end < bytes.count, bytes[end] == UInt8(ascii: "_") {
            if bytes.extracting(end..<bytes.count).starts(with: "_fp/") { return nil }
            end = bytes.endOfRun(of: harmless, from: end + 1)
        }
        let isWhole = end == bytes.count || bytes[end] == UInt8(ascii: "?") || bytes[end] == UInt8(ascii: "#")
        return isWhole ? address[start..<end] : nil
    }

    /// Bytes that a key contains unescaped and that no secret begins with, except `_`, which depends on what follows.
    private static let harmless = ByteSet { plain.contains($0) && Masking.passable.contains($0) }

    /// The key of any link, escaped and masked. Always appended to the arena.
    static func makeMasked(of link: TextRange, payload: TextRange?, in arena: inout ByteArena) -> TextRange {
        let start = arena.count
        let end = append(link, to: &arena, start)
        if let payload, namesLink(arena[link], from: end) {
            arena.append("?link=")
            append(payload, to: &arena, start)
        }
        var key = arena.piece(from: start)
        // Secrets are masked before truncation, so that none is cut in two. Only the few keys that may contain one
        // allocate.
        if Masking.suspects(arena[key]) { key = arena.append(Masking.masked(arena.string(key))) }
        return cut(key)
    }

    /// Bytes that a key contains unescaped.
    private static let plain = ByteSet { $0 > 0x20 && $0 < 0x7F && !"\"\\?#".utf8.contains($0) }

    /// Appends an address without its scheme, query and fragment. Returns the number of bytes read.
    @discardableResult
    private static func append(_ address: TextRange, to arena: inout ByteArena, _ start: Int) -> Int {
        var offset = lengthOfScheme(arena[address])
        while true {
            let room = 2 * limit - (arena.count - start)
            guard offset < address.count, room > 0 else { return offset }
            let piece = address[offset..<min(Int(address.count), offset + room)]
            let run = arena[piece].endOfLongRun(of: plain)
            if run > 0 {
                arena.append(copyOf: piece[0..<run])
                offset += run
                continue
            }
            let byte = arena[piece.start]
            if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { return offset }
            arena.append(UInt8(ascii: "%"))
            arena.append(UInt8.hexDigit(byte >> 4))
            arena.append(UInt8.hexDigit(byte & 15))
            offset += 1
        }
    }

    private static func lengthOfScheme(_ address: Span<UInt8>) -> Int {
        // The common case.
        if address.starts(with: "https://") { return 8 }
        guard let colon = address.firstIndex(of: UInt8(ascii: ":")), colon < 6, colon + 2 < address.count,
            address[colon + 1] == UInt8(ascii: "/"), address[colon + 2] == UInt8(ascii: "/")
        else { return 0 }
        return colon + 3
    }

    /// Whether the query of a link, which begins at or after an index, has the parameter `link`.
    private static func namesLink(_ link: Span<UInt8>, from start: Int) -> Bool {
        guard var mark = link.firstIndex(of: UInt8(ascii: "?"), from: start) else { return false }
        while true {
            if link.extracting(mark + 1..<link.count).starts(with: "link=") { return true }
            guard let next = link.firstIndex(of: UInt8(ascii: "&"), from: mark + 1) else { return false }
            mark = next
        }
    }
}
