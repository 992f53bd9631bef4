import ByteText
import Links
import Routing

/// Parts of the click's link, for addresses that are derived from it.
extension Decider {
    /// Whether a decision leads to the requested address itself, which is served by the server behind this router.
    func isLoop(_ decision: Decision) -> Bool {
        guard let location = decision.location else { return false }
        return areEqual(location, clickedLink)
    }

    /// The clicked link, without the scan mark.
    var clickedLink: TextRange { Self.unmarked(request.link, in: arena) }

    private static func unmarked(_ link: TextRange, in arena: borrowing ByteArena) -> TextRange {
        ScanMark.unmarked(link, in: arena)
    }

    /// Whether two texts of the arena are equal.
    func areEqual(_ one: TextRange, _ other: TextRange) -> Bool { Self.areEqual(one, other, in: arena) }

    private static func areEqual(_ one: TextRange, _ other: TextRange, in arena: borrowing ByteArena) -> Bool {
        arena[one].equals(arena[other])
    }

    /// A copy of a text of the click.
    func bytes(_ range: TextRange) -> [UInt8] { Self.bytes(range, in: arena) }

    private static func bytes(_ range: TextRange, in arena: borrowing ByteArena) -> [UInt8] {
        Array(bytesOf: arena[range])
    }

    /// The host of the click's link, as written in the link.
    var linkHost: TextRange { Self.host(of: Self.authority(of: request.link, in: arena), in: arena) }

    /// Appends the origin of another host with the scheme and port of the click's link: usually https on the default port,
    /// and in development http on this machine.
    func appendOrigin(onHost name: String) {
        withClick { click, arena in
            let authority = Self.authority(of: click.link, in: arena)
            let host = Self.host(of: authority, in: arena)
            arena.append(copyOf: TextRange(offset: click.link.start, count: authority.start - click.link.start))
            arena.append(name)
            arena.append(copyOf: TextRange(offset: host.end, count: authority.end - host.end))
        }
    }

    /// Appends the path of the page of the click's link: the link without its scheme.
    func appendPagePath() {
        withClick { click, arena in
            let start = Self.authority(of: click.link, in: arena).start
            arena.append(ReservedPath.pages)
            arena.append(copyOf: TextRange(offset: start, count: click.link.end - start))
        }
    }

    /// Whether a text of the arena contains a secret, such as a one-time code or a mail address.
    func hidesAnything(in text: TextRange) -> Bool { Self.hidesAnything(in: text, of: arena) }

    private static func hidesAnything(in text: TextRange, of arena: borrowing ByteArena) -> Bool {
        Masking.hidesAnything(in: text, of: arena)
    }

    /// Host and port. The links of requests are built from a host without user information.
    private static func authority(of link: TextRange, in arena: borrowing ByteArena) -> TextRange {
        let bytes = arena[link]
        var start = 8
        // Nearly every link.
        if !bytes.starts(with: "https://") {
            guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return .empty }
            start = min(colon + 3, bytes.count)
        }
        let end = bytes.firstIndex(of: UInt8(ascii: "/"), or: UInt8(ascii: "?"), from: start) ?? bytes.count
        return link[start..<end]
    }

    private static func host(of authority: TextRange, in arena: borrowing ByteArena) -> TextRange {
        let end = arena[authority].firstIndex(of: UInt8(ascii: ":"))
        return authority[0..<(end ?? Int(authority.count))]
    }
}

extension [UInt8] {
    package init(bytesOf span: Span<UInt8>) {
        // Safe: the pointer is read within the call only.
        self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
    }
}
