import ByteText

/// The address of a listener.
public enum ListenAddress: Sendable, Equatable {
    /// An IP address or `localhost`, and a port. Port 0 selects a free one.
    case tcp(host: String, port: UInt16)
    /// A Unix domain socket.
    case unix(path: String)

    /// Parses `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, `unix:/path`. Returns `nil` for anything else.
    public init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            // `sun_path` has 108 bytes, including the terminating zero.
            guard path.hasPrefix("/"), path.utf8.count <= 107 else { return nil }
            self = .unix(path: path)
            return
        }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits) else {
            return nil
        }
        let host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            let address = String(host.dropFirst().dropLast())
            guard IPAddress(address)?.family == .v6 else { return nil }
            self = .tcp(host: address, port: port)
        } else {
            guard host == "localhost" || IPAddress(String(host))?.family == .v4 else { return nil }
            self = .tcp(host: String(host), port: port)
        }
    }
}

extension ListenAddress: CustomStringConvertible {
    /// The text in the form that ``init(_:)`` parses.
    public var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }
}
