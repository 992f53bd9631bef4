import Testing

@testable import Client

@Suite("servers without a proxy")
struct ProxyExceptionsTests {
    @Test(
        "names include their subdomains, suffixes do not include the name, and addresses are not names",
        arguments: [
            (
                "example.com", ["example.com", "EXAMPLE.com", "example.com.", "a.b.example.com"],
                ["badexample.com", "com"]
            ),
            (".example.com", ["a.example.com", "a.b.example.com"], ["example.com", "badexample.com"]),
            ("*.example.com", ["a.example.com"], ["example.com"]),
            ("Example.COM.", ["example.com", "a.example.com"], ["example.com.evil.example"]),
            ("intranet", ["intranet", "a.intranet"], ["intranet.example.com"]),
            ("10.0.0.5", ["10.0.0.5", "::ffff:10.0.0.5"], ["10.0.0.6", "10.0.0.5.example.com"]),
            ("10.0.0.0/8", ["10.0.0.5", "10.255.255.255"], ["11.0.0.1", "ten.example.com"]),
            ("fd00::/8", ["fd00::1", "fdff::"], ["fc00::1", "10.0.0.1"]),
            ("fd00::1", ["fd00::1", "FD00:0:0::1"], ["fd00::2"]),
            ("[fd00::1]", ["fd00::1"], ["fd00::2"]),
            ("*", ["example.com", "192.0.2.1", "2001:db8::1"], []),
        ])
    func hosts(_ entry: String, _ exempt: [String], _ others: [String]) throws {
        let exceptions = try ProxyExceptions([entry])
        for host in exempt { #expect(exceptions.contains(host: host, port: 443), "\(host)") }
        for host in others { #expect(!exceptions.contains(host: host, port: 443), "\(host)") }
    }

    @Test(
        "an entry with a port is for this port",
        arguments: [
            ("example.com:8443", "a.example.com"), ("10.0.0.0/8:8443", "10.1.2.3"), ("[fd00::1]:8443", "fd00::1"),
            ("*:8443", "b.example"),
        ])
    func ports(_ entry: String, _ host: String) throws {
        let exceptions = try ProxyExceptions([entry])
        #expect(exceptions.contains(host: host, port: 8443))
        #expect(!exceptions.contains(host: host, port: 443))
    }

    @Test("loopback is always an exception", arguments: ["localhost", "a.localhost", "127.0.0.1", "127.9.9.9", "::1"])
    func loopback(_ host: String) throws {
        #expect(try ProxyExceptions([]).contains(host: host, port: 80))
        #expect(try !ProxyExceptions([]).contains(host: "localhost.example.com", port: 80))
    }

    @Test(
        "anything else is an error",
        arguments: [
            "", " ", ".", "..example.com", "*example.com", "a.*.example.com", "https://example.com", "example.com/",
            "example.com:", "example.com:0", "example.com:65536", "10.0.0.0/33", "a b", "fd00::1:x", "example.com,b",
        ])
    func faults(_ entry: String) {
        #expect(throws: ProxyExceptions.Fault(entry: entry)) { try ProxyExceptions(["example.com", entry]) }
    }
}
