import ByteText
import WebAddress

/// A host or an address in a deny list. Accepts many spellings, because the lists come from other programs.
struct DenyListEntry {
    /// The entry's lookup key.
    let key: TextRange

    /// Parses a line; throws the reason if it is invalid.
    init(_ line: Span<UInt8>, in arena: inout ByteArena) throws(Problem) {
        let text = Self.appendWithoutBreaks(line, to: &arena)
        let parts = try Parts(arena[text])
        guard !parts.hasFragment else { throw .tooPrecise }
        let address = try Self.address(of: text[parts.authority], parts.scheme, in: &arena)
        guard address.port == nil else { throw .tooPrecise }
        let target = DeniedTarget(
            host: address.host, path: text[parts.path], query: parts.query.map { text[$0] }, in: &arena)
        key = target.key(in: arena)
    }

    /// Removes tabs and line breaks, like browsers (WHATWG URL, section 4.4).
    private static func appendWithoutBreaks(_ line: Span<UInt8>, to arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        for index in line.indices where line[index] != 0x09 && line[index] != 0x0D { arena.append(line[index]) }
        return arena.piece(from: mark)
    }

    /// The address for an authority, including its port, if any.
    private static func address(
        of authority: TextRange, _ scheme: Scheme, in arena: inout ByteArena
    ) throws(Problem) -> WebAddress {
        let (decoded, _) = CanonicalPath.appendDecoded(authority, to: &arena)
        let mark = arena.count
        arena.append(scheme == .http ? "http://" : "https://")
        append(host: decoded, to: &arena)
        do throws(WebAddressFault) {
            let address = try WebAddress.parse(arena.piece(from: mark), in: &arena)
            guard address.path.isEmpty, address.query == nil, address.fragment == nil else { throw .afterHost }
            return address
        } catch { throw .noAddress }
    }

    /// Appends a host as normalized in ``WebAddress``: without leading and trailing dots and empty labels, IPv4 addresses
    /// in dotted decimal, IPv6 addresses in their shortest form. Keeps the port.
    private static func append(host text: TextRange, to arena: inout ByteArena) {
        if !text.isEmpty, arena[text.start] == UInt8(ascii: "["),
            let end = arena[text].firstIndex(of: UInt8(ascii: "]"), from: 1),
            let address = IPAddress(colons: arena[text[1..<end]])
        {
            arena.append(UInt8(ascii: "["))
            _ = address.withColonText { arena.append($0) }
            arena.append(copyOf: text[end..<Int(text.count)])
            return
        }
        let end = arena[text].firstIndex(of: UInt8(ascii: ":"), from: 0) ?? Int(text.count)
        let mark = arena.count
        for offset in text[0..<end].indices {
            let byte = arena[offset]
            guard byte == UInt8(ascii: ".") else {
                arena.append(byte)
                continue
            }
            if arena.count > mark, arena[arena.count - 1] != byte { arena.append(byte) }
        }
        if arena.count > mark, arena[arena.count - 1] == UInt8(ascii: ".") { arena.truncate(to: arena.count - 1) }
        if let address = IPAddress(anyNotation: arena[arena.piece(from: mark)]) {
            arena.truncate(to: mark)
            _ = address.withText { arena.append($0) }
        }
        arena.append(copyOf: text[end..<Int(text.count)])
    }
}

extension DenyListEntry {
    /// The reason why a line is not a valid entry.
    enum Problem: Error {
        case noAddress, foreignScheme, tooPrecise

        var sentence: String {
            switch self {
            case .noAddress: "expected a host such as evil.example or a URL such as https://evil.example/path"
            case .foreignScheme: "expected http or https"
            case .tooPrecise: "remove the port and the fragment: an entry covers all ports and fragments"
            }
        }
    }

    /// The components of a line.
    private struct Parts {
        var scheme = Scheme.https
        let authority: Range<Int>
        let path: Range<Int>
        let query: Range<Int>?
        let hasFragment: Bool

        init(_ bytes: Span<UInt8>) throws(Problem) {
            var start = 0
            if let stated = Scheme(startOf: bytes), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
                bytes.extracting(colon..<bytes.count).starts(with: "://")
            {
                guard stated != .other else { throw .foreignScheme }
                scheme = stated
                start = colon + 3
            } else if bytes.starts(with: "*.") {
                // Other lists write `*.evil.example` for a host with its subdomains.
                start = 2
            }
            var end = start
            while end < bytes.count, !Self.endsAuthority(bytes[end]) { end += 1 }
            authority = start..<end
            let fragment = bytes.firstIndex(of: UInt8(ascii: "#"), from: end)
            hasFragment = fragment != nil
            let tail = fragment ?? bytes.count
            let mark = bytes.extracting(0..<tail).firstIndex(of: UInt8(ascii: "?"), from: end)
            path = end..<(mark ?? tail)
            query = mark.map { ($0 + 1)..<tail }
        }

        private static func endsAuthority(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
                || byte == UInt8(ascii: "\\")
        }
    }
}
