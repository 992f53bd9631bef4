import ByteText
import Testing

@testable import Server

@testable import Libevent

/// Version 2 headers, built field by field.
enum BinaryHeader {
    static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
    /// From 203.0.113.9, port 4711, to 192.0.2.1, port 443.
    static let four: [UInt8] = [203, 0, 113, 9, 192, 0, 2, 1, 0x12, 0x67, 0x01, 0xBB]
    /// From 2001:db8::7, port 4711, to 2001:db8::1, port 443.
    static let six: [UInt8] = [
        0x20, 0x01, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7,
        0x20, 0x01, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0x12, 0x67, 0x01, 0xBB,
    ]
    static let unix = [UInt8](repeating: 0x2F, count: 216)

    static func bytes(_ command: UInt8, _ family: UInt8, _ rest: [UInt8], length: Int? = nil) -> [UInt8] {
        let length = length ?? rest.count
        return signature + [command, family, UInt8(length >> 8), UInt8(length & 0xFF)] + rest
    }

    static func value(_ type: UInt8, _ bytes: [UInt8], length: Int? = nil) -> [UInt8] {
        let length = length ?? bytes.count
        return [type, UInt8(length >> 8), UInt8(length & 0xFF)] + bytes
    }

    /// A header whose last value is its correct checksum.
    static func checked(_ family: UInt8, _ rest: [UInt8]) -> [UInt8] {
        var header = bytes(0x21, family, rest + value(3, [0, 0, 0, 0]))
        let sum = ProxyHeader.crc32c(header.span, zeroing: 0..<0)
        for index in 0..<4 {
            header[header.count - 4 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * index))
        }
        return header
    }
}

/// The first bytes of a connection from a proxy.
@Suite("headers of the PROXY protocol")
struct ProxyHeaderTests {
    private static func client(_ address: String) throws -> ProxyHeader.Client {
        .address(try #require(IPAddress(address)), port: 4711)
    }

    /// Reads a header followed by more bytes, and each prefix of it.
    private func read(_ header: [UInt8]) -> ProxyHeader.Reading {
        let stream = header + Array("GET / HTTP/1.1\r\n".utf8)
        let whole = ProxyHeader.read(stream.span)
        for count in 0..<stream.count {
            let part = ProxyHeader.read(stream.span.extracting(0..<count))
            if part != .incomplete { #expect(part == whole, "of \(count) bytes") }
            if case .header(_, let needed) = whole { #expect((part == .incomplete) == (count < needed), "\(count)") }
        }
        return whole
    }

    @Test(arguments: [
        ("PROXY TCP4 203.0.113.9 192.0.2.1 4711 443\r\n", "203.0.113.9"),
        ("PROXY TCP6 2001:db8::7 2001:DB8::1 4711 443\r\n", "2001:db8::7"),
        ("PROXY TCP6 2001:0db8:0000:0000:0000:0000:0000:0007 ::1 4711 0\r\n", "2001:db8::7"),
        ("PROXY TCP6 ::ffff:203.0.113.9 ::1 4711 65535\r\n", "203.0.113.9"),
    ])
    func text(line: String, address: String) throws {
        let header = ProxyHeader(client: try Self.client(address))
        #expect(read(Array(line.utf8)) == .header(header, count: line.utf8.count))
    }

    @Test(arguments: [
        "PROXY UNKNOWN\r\n", "PROXY UNKNOWN \r\n", "PROXY UNKNOWN what ever 1 2 3 4\r\n",
        "PROXY UNKNOWN " + String(repeating: "f", count: 91) + "\r\n",
    ])
    func unknown(line: String) {
        #expect(read(Array(line.utf8)) == .header(ProxyHeader(client: .unknown), count: line.utf8.count))
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\n", "PROXY\r\n", "PROXY \r\n", "proxy UNKNOWN\r\n", "PROXY  UNKNOWN\r\n",
        "PROXY UNKNOWNS\r\n",
        "PROXY UDP4 203.0.113.9 192.0.2.1 4711 443\r\n", "PROXY TCP4\r\n", "PROXY TCP4 203.0.113.9 192.0.2.1 4711\r\n",
        "PROXY TCP4 203.0.113.9 192.0.2.1 4711 443 \r\n", "PROXY TCP4 203.0.113.9 192.0.2.1 4711 443 1\r\n",
        "PROXY TCP4  203.0.113.9 192.0.2.1 4711 443\r\n", "PROXY TCP4\t203.0.113.9 192.0.2.1 4711 443\r\n",
        "PROXY TCP4 203.0.113.09 192.0.2.1 4711 443\r\n", "PROXY TCP4 203.0.113 192.0.2.1 4711 443\r\n",
        "PROXY TCP4 203.0.113.256 192.0.2.1 4711 443\r\n", "PROXY TCP4 2001:db8::7 192.0.2.1 4711 443\r\n",
        "PROXY TCP4 203.0.113.9 2001:db8::1 4711 443\r\n", "PROXY TCP6 203.0.113.9 192.0.2.1 4711 443\r\n",
        "PROXY TCP6 2001:db8::7%1 ::1 4711 443\r\n", "PROXY TCP6 [2001:db8::7] ::1 4711 443\r\n",
        "PROXY TCP6 2001::db8::7 ::1 4711 443\r\n", "PROXY TCP4 203.0.113.9 192.0.2.1 04711 443\r\n",
        "PROXY TCP4 203.0.113.9 192.0.2.1 65536 443\r\n", "PROXY TCP4 203.0.113.9 192.0.2.1 4711 x\r\n",
        "PROXY TCP4 203.0.113.9 192.0.2.1 -1 443\r\n", "PROXY TCP4 203.0.113.9 192.0.2.1 4711 \r\n",
        "PROXY TCP4 203.0.113.9 192.0.2.1 4711 443\n", "PROXY TCP4 203.0.113.9 192.0.2.1 4711 443\r \n",
        "PROXY UNKNOWN \u{0}\r\n", "PROXY UNKNOWN \u{E9}\r\n", "\r\nPROXY UNKNOWN\r\n", "\u{16}\u{3}\u{1}",
        "PROXY UNKNOWN " + String(repeating: "f", count: 92) + "\r\n",
        "PROXY UNKNOWN " + String(repeating: "f", count: 5000) + "\r\n",
    ])
    func noText(line: String) {
        #expect(read(Array(line.utf8)) == .malformed)
    }

    static let values =
        BinaryHeader.value(4, []) + BinaryHeader.value(1, Array("h2".utf8)) + BinaryHeader.value(0x20, [1])

    @Test(arguments: [
        (BinaryHeader.bytes(0x21, 0x11, BinaryHeader.four), "203.0.113.9"),
        (BinaryHeader.bytes(0x21, 0x12, BinaryHeader.four), "203.0.113.9"),
        (BinaryHeader.bytes(0x21, 0x11, BinaryHeader.four + values), "203.0.113.9"),
        (BinaryHeader.bytes(0x21, 0x21, BinaryHeader.six), "2001:db8::7"),
        (BinaryHeader.bytes(0x21, 0x22, BinaryHeader.six + values), "2001:db8::7"),
        (BinaryHeader.checked(0x11, BinaryHeader.four), "203.0.113.9"),
        (BinaryHeader.checked(0x21, BinaryHeader.six + values), "2001:db8::7"),
        (
            BinaryHeader.bytes(0x21, 0x11, BinaryHeader.four + BinaryHeader.value(5, .init(repeating: 0, count: 4065))),
            "203.0.113.9"
        ),
    ])
    func binary(header: [UInt8], address: String) throws {
        #expect(read(header) == .header(ProxyHeader(client: try Self.client(address)), count: header.count))
    }

    @Test(arguments: [
        (BinaryHeader.bytes(0x20, 0x00, []), ProxyHeader.Client.sender),
        (BinaryHeader.bytes(0x20, 0x11, BinaryHeader.four), .sender),
        (BinaryHeader.bytes(0x20, 0xFF, [1, 2]), .sender),
        (BinaryHeader.bytes(0x21, 0x00, []), .unknown), (BinaryHeader.bytes(0x21, 0x00, [1, 2, 3]), .unknown),
        (BinaryHeader.bytes(0x21, 0x31, BinaryHeader.unix), .unknown),
        (BinaryHeader.bytes(0x21, 0x32, BinaryHeader.unix + values), .unknown),
    ])
    func withoutAddress(header: [UInt8], client: ProxyHeader.Client) {
        #expect(read(header) == .header(ProxyHeader(client: client), count: header.count))
    }

    @Test(arguments: [
        // An unknown version, command, family or transport.
        BinaryHeader.bytes(0x11, 0x11, BinaryHeader.four), BinaryHeader.bytes(0x31, 0x11, BinaryHeader.four),
        BinaryHeader.bytes(0x22, 0x11, BinaryHeader.four), BinaryHeader.bytes(0x21, 0x41, BinaryHeader.four),
        BinaryHeader.bytes(0x21, 0x13, BinaryHeader.four), BinaryHeader.bytes(0x21, 0x10, BinaryHeader.four),
        BinaryHeader.bytes(0x21, 0x01, BinaryHeader.four),
        // Too short for its addresses.
        BinaryHeader.bytes(0x21, 0x11, Array(BinaryHeader.four.dropLast())),
        BinaryHeader.bytes(0x21, 0x21, BinaryHeader.four),
        BinaryHeader.bytes(0x21, 0x31, BinaryHeader.six), BinaryHeader.bytes(0x21, 0x11, []),
        // Longer than the maximum.
        BinaryHeader.bytes(0x21, 0x11, BinaryHeader.four, length: 4081),
        BinaryHeader.bytes(0x20, 0x00, [], length: 65_535),
        // Truncated values.
        BinaryHeader.bytes(0x21, 0x11, BinaryHeader.four + [1]),
        BinaryHeader.bytes(0x21, 0x11, BinaryHeader.four + [1, 0]),
        BinaryHeader.bytes(0x21, 0x11, BinaryHeader.four + BinaryHeader.value(1, [1], length: 2)),
        BinaryHeader.bytes(0x21, 0x11, BinaryHeader.four + values + [4]),
        // A checksum that is wrong, malformed, or repeated.
        BinaryHeader.bytes(0x21, 0x11, BinaryHeader.four + BinaryHeader.value(3, [0, 0, 0, 0])),
        BinaryHeader.bytes(0x21, 0x11, BinaryHeader.four + BinaryHeader.value(3, [0, 0])),
        BinaryHeader.checked(0x11, BinaryHeader.four + BinaryHeader.value(3, [0, 0, 0, 0])),
        // An invalid signature.
        Array("\r\n\r\n\0\r\nQUIT\r".utf8), [0], [0x0D, 0x0A, 0x0D, 0x0A, 0x0D],
    ])
    func noBinary(header: [UInt8]) {
        #expect(read(header) == .malformed)
    }

    /// The check value of the polynomial (RFC 3720, appendix B.4, and the catalog of CRCs).
    @Test func checksums() {
        #expect(ProxyHeader.crc32c(Array("123456789".utf8).span, zeroing: 0..<0) == 0xE306_9283)
        #expect(ProxyHeader.crc32c([UInt8](repeating: 0xFF, count: 32).span, zeroing: 0..<32) == 0x8A91_36AA)
    }

    /// Except for the type of the checksum itself, since another type is no checksum.
    @Test func everyBitOfACheckedHeaderCounts() {
        let header = BinaryHeader.checked(0x11, BinaryHeader.four)
        let whole = ProxyHeader.read(header.span)
        for index in header.indices where index != header.count - 7 {
            for bit in 0..<8 {
                var changed = header
                changed[index] ^= 1 << UInt8(bit)
                #expect(ProxyHeader.read(changed.span) != whole, "bit \(bit) of byte \(index)")
            }
        }
    }
}
