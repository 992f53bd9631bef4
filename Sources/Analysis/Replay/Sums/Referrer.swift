import ByteText
import LogFormats

/// The host of a click's referrer, in lower case. Nothing else of a referrer is counted: paths and queries identify
/// people.
enum Referrer {
    /// The longest name of a host (RFC 1035, section 2.3.4).
    private static let limit = 253
    /// Names and addresses.
    private static let plain = ByteSet { $0.isAlphanumeric && $0 == $0.lowercased || "-._[]:".utf8.contains($0) }
    private static let scheme = ByteSet { $0.isAlphanumeric || "+-.".utf8.contains($0) }

    /// Returns a part of the referrer, or a range appended to the arena; `nil` if it has no host.
    static func host(of referrer: TextRange?, in arena: inout ByteArena) -> TextRange? {
        guard let referrer else { return nil }
        let host = ReferrerHost.find(in: referrer, in: arena)
        if !host.isEmpty, host.count <= limit { return host }
        guard let authority = authority(of: referrer, in: arena) else { return nil }
        let start = arena.count
        for index in authority.indices { arena.append(arena[index].lowercased) }
        let lowered = arena.piece(from: start)
        return arena[lowered].endOfRun(of: plain) == lowered.count ? lowered : nil
    }

    /// The host between `//` and the port, without user information.
    private static func authority(of referrer: TextRange, in arena: borrowing ByteArena) -> TextRange? {
        let bytes = arena[referrer]
        let colon = bytes.endOfRun(of: scheme)
        guard bytes.extracting(colon..<bytes.count).starts(with: "://") else { return nil }
        var start = colon + 3
        var end = start
        var port: Int?
        while end < bytes.count, bytes[end] != UInt8(ascii: "/"), bytes[end] != UInt8(ascii: "?"),
            bytes[end] != UInt8(ascii: "#")
        {
            switch bytes[end] {
            case UInt8(ascii: "@"): (start, port) = (end + 1, nil)
            case UInt8(ascii: ":"): port = end
            // A colon within brackets belongs to an address.
            case UInt8(ascii: "]"): port = nil
            default: break
            }
            end += 1
        }
        end = port ?? end
        return end > start && end - start <= limit ? referrer[start..<end] : nil
    }
}
