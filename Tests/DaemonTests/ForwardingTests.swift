import ByteText
import HTTP
import Testing

@testable import Clicks
@testable import Access
@testable import Server

@testable import Libevent

/// The client address and the host of a request behind proxies.
@Suite("forwarding fields")
struct ForwardingTests {
    struct Row: Sendable {
        var fields: String
        var client: String
        var host: String?
        var isSecure: Bool?

        init(_ fields: String, _ client: String, host: String? = nil, isSecure: Bool? = nil) {
            self.fields = fields
            self.client = client
            self.host = host
            self.isSecure = isSecure
        }
    }

    /// Proxies: 127.0.0.1, 10.0.0.0/8 and 2001:db8:1::/48. Lines are separated by `|`.
    @Test(
        "the client is the rightmost address that is not a proxy's",
        arguments: [
            Row("", "peer"),
            Row("X-Forwarded-For: 203.0.113.9", "203.0.113.9"),
            Row("x-forwarded-for: 198.51.100.1, 203.0.113.9", "203.0.113.9"),
            Row("X-Forwarded-For: 198.51.100.1|X-Forwarded-For: 203.0.113.9", "203.0.113.9"),
            Row("X-Forwarded-For: 203.0.113.9, 10.1.2.3,10.0.0.1", "203.0.113.9"),
            Row("X-Forwarded-For: 203.0.113.9|X-Forwarded-For: 10.1.2.3", "203.0.113.9"),
            Row("X-Forwarded-For: 10.1.2.3, 10.0.0.1", "10.1.2.3"),
            Row("X-Forwarded-For: 203.0.113.9:4711", "203.0.113.9"),
            Row("X-Forwarded-For: 2001:db8::7, 2001:db8:1::1", "2001:db8::7"),
            Row("X-Forwarded-For: [2001:db8::7]:443", "2001:db8::7"),
            Row("X-Forwarded-For: ::ffff:203.0.113.9", "203.0.113.9"),
            // An invalid entry counts as unknown, and entries to its left are ignored.
            Row("X-Forwarded-For: 203.0.113.9, unknown", "unknown"),
            Row("X-Forwarded-For: 203.0.113.9, 10.0.0.1, _x, 10.0.0.2", "unknown"),
            Row("X-Forwarded-For: 203.0.113.9,", "unknown"),
            Row("X-Forwarded-For:", "unknown"),
            Row("X-Forwarded-For: 203.0.113.9:", "unknown"),
            Row("X-Forwarded-For: 203.0.113.9:123456", "unknown"),
            Row("X-Forwarded-For: [203.0.113.9]", "unknown"),
            Row("X-Forwarded-For: [2001:db8::7", "unknown"),
            Row("X-Forwarded-For: 0300.1.1.1", "unknown"),
            Row("X-Forwarded-For: 1.1", "unknown"),
            Row("X-Forwarded-For: fe80::1%eth0", "unknown"),
            Row("X-Forwarded-For: <script>, 203.0.113.9", "203.0.113.9"),
            // RFC 7239, with the examples of its section 4.
            Row("Forwarded: for=192.0.2.43", "192.0.2.43"),
            Row("Forwarded: For=\"[2001:db8:cafe::17]:4711\"", "2001:db8:cafe::17"),
            Row("Forwarded: for=192.0.2.60;proto=http;by=203.0.113.43", "192.0.2.60", isSecure: false),
            Row("Forwarded: for=192.0.2.43, for=198.51.100.17", "198.51.100.17"),
            Row("Forwarded: for=\"_gazonk\"", "unknown"),
            Row("Forwarded: for=unknown, for=10.0.0.1", "unknown"),
            Row(
                "Forwarded: for=192.0.2.1;host=evil.example, for=203.0.113.9;host=Example.page.link;proto=https, for=10.0.0.1;host=inner",
                "203.0.113.9", host: "example.page.link", isSecure: true),
            Row("Forwarded: for=192.0.2.1|Forwarded: for=10.0.0.1;host=inner", "192.0.2.1"),
            Row("Forwarded: for=10.1.1.1;host=a.example, for=10.0.0.1", "10.1.1.1", host: "a.example"),
            Row("Forwarded: host=\"a.example:8443\"", "unknown", host: "a.example"),
            Row("Forwarded: for=192.0.2.1;for=203.0.113.9", "unknown"),
            Row("Forwarded: for=\", for=203.0.113.9", "unknown"),
            Row("Forwarded: for=\"192.0.2.1\\\", for=203.0.113.9", "unknown"),
            Row("Forwarded: for=192.0.2.1;;", "unknown"),
            Row("Forwarded: for", "unknown"),
            Row("Forwarded: ,", "unknown"),
            Row("Forwarded:", "unknown"),
            // Both fields: one of them may come from the client.
            Row("Forwarded: for=192.0.2.1|X-Forwarded-For: 203.0.113.9", "unknown"),
            Row("Forwarded: for=192.0.2.1;host=a.example|X-Forwarded-Host: b.example", "unknown"),
            // Host and scheme count only if they appear once and are well-formed.
            Row("X-Forwarded-Host: A.Example:8080|X-Forwarded-Proto: HTTPS", "peer", host: "a.example", isSecure: true),
            Row("X-Forwarded-Host: a.example|X-Forwarded-Host: b.example", "peer"),
            Row("X-Forwarded-Host: a.example, b.example|X-Forwarded-Proto: https, http", "peer"),
            Row("X-Forwarded-Host: a@b|X-Forwarded-Proto: ftp", "peer"),
            Row("X-Forwarded-Host:", "peer"),
        ])
    func client(_ row: Row) throws {
        let trusted = try #require(TrustedPeers(["127.0.0.1", "10.0.0.0/8", "2001:db8:1::/48"]))
        let forwarding = try Self.read(row.fields, from: "127.0.0.1", trusted)
        #expect(forwarding.client == row.client, "\(row.fields)")
        #expect(forwarding.host == row.host, "\(row.fields)")
        #expect(forwarding.isSecure == row.isSecure, "\(row.fields)")
    }

    @Test("who is not trusted is not heard")
    func stranger() throws {
        let trusted = try #require(TrustedPeers(["127.0.0.1"]))
        for fields in [
            "X-Forwarded-For: 203.0.113.9|X-Forwarded-Host: a.example|X-Forwarded-Proto: https",
            "Forwarded: for=203.0.113.9;host=a.example;proto=https",
        ] {
            let forwarding = try Self.read(fields, from: "192.0.2.200", trusted)
            #expect(forwarding == Reading(client: "peer"))
        }
    }

    struct Reading: Equatable {
        var client: String
        var host: String?
        var isSecure: Bool?
    }

    private static func read(_ fields: String, from address: String, _ trusted: TrustedPeers) throws -> Reading {
        var text = "GET / HTTP/1.1\r\nHost: h.example\r\n"
        for field in fields.split(separator: "|") { text += field + "\r\n" }
        var reader = RequestReader()
        reader.receive(Array((text + "\r\n").utf8).span)
        guard case .request = reader.next() else { throw Malformed(text: text) }
        let peer = Peer(.ip(try #require(IPAddress(address)), port: 1))
        var arena = ByteArena()
        let forwarding = Forwarding(reader.request, from: peer, trusted: trusted, in: &arena)
        let client =
            switch forwarding.client {
            case .peer: "peer"
            case .unknown: "unknown"
            case .address(let address): address.description
            }
        return Reading(
            client: client, host: forwarding.host.map { arena.string($0) }, isSecure: forwarding.isSecure)
    }

    struct Malformed: Error { var text: String }
}
