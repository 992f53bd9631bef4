import ByteText
import Routing

/// Pieces of the click's link, for addresses that are written beside it.
extension Decider {
    /// A copy of a text of the click.
    func bytes(_ range: TextRange) -> [UInt8] { Self.bytes(range, in: arena) }

    private static func bytes(_ range: TextRange, in arena: borrowing ByteArena) -> [UInt8] {
        Array(bytesOf: arena[range])
    }

    /// The host of the click's link, as it is in the link.
    var linkHost: [UInt8] { Array(authority.prefix { $0 != UInt8(ascii: ":") }) }

    /// Scheme and host of an address on another host, in the scheme of the click's link and with its port: beside https on
    /// the usual port stands https, and in development http on this machine.
    func origin(onHost host: String) -> [UInt8] {
        let authority = authority
        let port = authority.firstIndex(of: UInt8(ascii: ":")).map { authority[$0...] } ?? []
        return bytes(request.link).prefix { $0 != UInt8(ascii: ":") } + Array("://\(host)".utf8) + port
    }

    /// Host and port. Links that are asked for here have been put together from a host without user information.
    private var authority: ArraySlice<UInt8> {
        let link = bytes(request.link)
        guard let colon = link.firstIndex(of: UInt8(ascii: ":")) else { return [] }
        return link[(colon + 3)...].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    }
}

extension [UInt8] {
    init(bytesOf span: Span<UInt8>) {
        // Safe: the pointer is read within the call only.
        self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
    }
}
