import CLibevent
import Glibc

/// An IPv4 or IPv6 address as 16 bytes; IPv4 is kept as `::ffff:a.b.c.d` (RFC 4291, section 2.5.5.2).
public struct IPAddress: Sendable, Hashable, CustomStringConvertible {
    /// The first eight bytes in network order, most significant first.
    public var high: UInt64
    /// The last eight bytes.
    public var low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// An IPv4 address whose first byte is the most significant one.
    public init(ipv4: UInt32) {
        self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(ipv4))
    }

    /// Reads dotted-decimal IPv4 or RFC 4291 IPv6 without brackets, port or zone.
    public init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        // Safe: inet_pton reads the terminated string and writes one address of the family's size into the local.
        if unsafe inet_pton(AF_INET, text, &four) == 1 {
            self.init(ipv4: UInt32(bigEndian: four.s_addr))
        } else if unsafe inet_pton(AF_INET6, text, &six) == 1 {
            self.init(six)
        } else {
            return nil
        }
    }

    init(_ address: in6_addr) {
        // Safe: in6_addr is sixteen plain bytes.
        let words = unsafe unsafeBitCast(address, to: (UInt64, UInt64).self)
        self.init(high: UInt64(bigEndian: words.0), low: UInt64(bigEndian: words.1))
    }

    /// Whether this is an IPv4 address.
    @inlinable public var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// Whether this is 127.0.0.0/8 or ::1.
    public var isLoopback: Bool { isIPv4 ? (low >> 24) & 0xFF == 127 : high == 0 && low == 1 }

    /// Whether this is 0.0.0.0 or ::, which listen on all addresses of the machine.
    public var isUnspecified: Bool { isIPv4 ? low & 0xFFFF_FFFF == 0 : high == 0 && low == 0 }

    /// The 16 bytes in network order.
    public var bytes: [UInt8] {
        (0..<16).map { UInt8(truncatingIfNeeded: ($0 < 8 ? high : low) >> UInt64(56 - 8 * ($0 % 8))) }
    }

    var in6: in6_addr {
        // Safe: in6_addr is sixteen plain bytes.
        unsafe unsafeBitCast((high.bigEndian, low.bigEndian), to: in6_addr.self)
    }

    /// Calls `body` with the address as text (RFC 5952), valid during the call. Does not allocate.
    @inlinable
    public func withText<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        isIPv4 ? withDottedText(body) : withColonText(body)
    }

    @usableFromInline
    func withColonText<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        var six = in6
        let capacity = Int(INET6_ADDRSTRLEN)
        // Safe: the buffer has the size that the call is told, the text is terminated, and the span ends with the call.
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            let text = buffer.baseAddress!
            _ = unsafe inet_ntop(AF_INET6, &six, text, socklen_t(capacity))
            return unsafe text.withMemoryRebound(to: UInt8.self, capacity: capacity) {
                unsafe body(Span(_unsafeStart: $0, count: strlen(text)))
            }
        }
    }

    /// The last four bytes in decimal. The C library would print them with a format, which costs a thousand instructions.
    @inlinable
    func withDottedText<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        var text = InlineArray<15, UInt8>(repeating: UInt8(ascii: "."))
        var count = 0
        for place in 0..<4 {
            let byte = UInt8(truncatingIfNeeded: low >> UInt64(24 - 8 * place))
            if place > 0 { count += 1 }
            if byte >= 100 {
                text[count] = 0x30 + byte / 100
                count += 1
            }
            if byte >= 10 {
                text[count] = 0x30 + byte / 10 % 10
                count += 1
            }
            text[count] = 0x30 + byte % 10
            count += 1
        }
        return body(text.span.extracting(0..<count))
    }

    public var description: String {
        withText { text in
            // Safe: the pointer is read within the call only.
            unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        }
    }
}

/// Where a socket listens, or where its peer is.
public enum SocketAddress: Sendable, Hashable {
    case ip(IPAddress, port: UInt16)
    /// A socket in the file system; the peer of a connection has no path.
    case unix(path: String)

    /// The address without the port, where there is one.
    public var ip: IPAddress? {
        guard case .ip(let address, _) = self else { return nil }
        return address
    }
}

extension SocketAddress: CustomStringConvertible {
    /// Reads `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, `*:8080` (every IPv4 and IPv6 address) or `unix:/path`.
    public init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            guard !path.isEmpty, path.utf8.count < SocketAddress.pathCapacity, !path.utf8.contains(0) else {
                return nil
            }
            self = .unix(path: path)
            return
        }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits) else { return nil }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
            guard host.contains(":") else { return nil }
        } else if host.contains(":") {
            return nil
        }
        switch host {
        case "localhost": host = "127.0.0.1"
        case "*": host = "::"
        default: break
        }
        guard let address = IPAddress(host) else { return nil }
        self = .ip(address, port: port)
    }

    public var description: String {
        switch self {
        case .unix(let path): "unix:\(path)"
        case .ip(let address, let port): address.isIPv4 ? "\(address):\(port)" : "[\(address)]:\(port)"
        }
    }

    /// The room for a path in `sockaddr_un`, its terminating zero included.
    static var pathCapacity: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) }
}
