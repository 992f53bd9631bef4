import ByteText
import Links
import Routing

/// Pieces of the click's link, for addresses that are written beside it.
extension Decider {
    /// Whether a decision leads to the requested address itself: the server for it is behind this router.
    func isLoop(_ decision: Decision) -> Bool {
        guard let location = decision.location else { return false }
        return areEqual(location, clickedLink)
    }

    /// The clicked link, without the mark of a scan.
    var clickedLink: TextRange { Self.unmarked(request.link, in: arena) }

    private static func unmarked(_ link: TextRange, in arena: borrowing ByteArena) -> TextRange {
        ScanMark.unmarked(link, in: arena)
    }

    /// Whether two texts of the arena are the same.
    func areEqual(_ one: TextRange, _ other: TextRange) -> Bool { Self.areEqual(one, other, in: arena) }

    private static func areEqual(_ one: TextRange, _ other: TextRange, in arena: borrowing ByteArena) -> Bool {
        arena[one].equals(arena[other])
    }

    /// A copy of a text of the click.
    func bytes(_ range: TextRange) -> [UInt8] { Self.bytes(range, in: arena) }

    private static func bytes(_ range: TextRange, in arena: borrowing ByteArena) -> [UInt8] {
        Array(bytesOf: arena[range])
    }

    /// The host of the click's link, as it is in the link.
    var linkHost: TextRange { Self.host(of: Self.authority(of: request.link, in: arena), in: arena) }

    /// Appends scheme and host of an address on another host, in the scheme of the click's link and with its port: beside
    /// https on the usual port stands https, and in development http on this machine.
    func appendOrigin(onHost name: String) {
        withClick { click, arena in
            let authority = Self.authority(of: click.link, in: arena)
            let host = Self.host(of: authority, in: arena)
            arena.append(copyOf: TextRange(offset: click.link.start, count: authority.start - click.link.start))
            arena.append(name)
            arena.append(copyOf: TextRange(offset: host.end, count: authority.end - host.end))
        }
    }

    /// Host and port. Links that are asked for here have been put together from a host without user information.
    private static func authority(of link: TextRange, in arena: borrowing ByteArena) -> TextRange {
        let bytes = arena[link]
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return .empty }
        let start = min(colon + 3, bytes.count)
        let end = bytes.firstIndex(of: UInt8(ascii: "/"), or: UInt8(ascii: "?"), from: start) ?? bytes.count
        return link[start..<end]
    }

    private static func host(of authority: TextRange, in arena: borrowing ByteArena) -> TextRange {
        let end = arena[authority].firstIndex(of: UInt8(ascii: ":"))
        return authority[0..<(end ?? Int(authority.count))]
    }
}

extension [UInt8] {
    init(bytesOf span: Span<UInt8>) {
        // Safe: the pointer is read within the call only.
        self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
    }
}
