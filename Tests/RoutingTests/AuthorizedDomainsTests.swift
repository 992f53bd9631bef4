import ByteText
@testable import Routing
import Testing
import WebAddress

/// Queries of the list of authorized domains.
@Suite("Authorized domains")
struct AuthorizedDomainsTests {
    /// Whether a URL is an authorized continue URL; an invalid one is never authorized.
    static func continues(to url: String, _ domains: [String], development: Bool = false) -> Bool {
        var arena = ByteArena()
        let text = arena.append(url)
        guard let address = try? WebAddress.parse(text, in: &arena) else { return false }
        return DomainSet(domains).refusal(
            toContinueTo: address, development: development, allowsHTTP: false, in: arena) == nil
    }

    @Test(
        "where people may go on to",
        arguments: [
            ("https://www.example.com/a?b#c", true), ("https://www.example.com:8443/", true),
            ("https://WWW.Example.COM/", true), ("http://www.example.com/", false),
            ("https://example.com/", false), ("https://a.www.example.com/", false),
            ("https://a.b.www.example.com/", false), ("https://awww.example.com/", false),
            ("https://www.example.com.evil.net/", false), ("https://wwwXexample.com/", false),
            ("https://a.example.org/", true), ("https://b.a.example.org/", true),
            ("https://example.org/", false), ("https://192.0.2.1/", true),
            ("https://192.0.2.10/", false),
            ("https://1.192.0.2.1/", false), ("https://www.example.com%2eevil.net/", false),
            ("ftp://www.example.com/", false), ("https://evil.net\\@www.example.com/", false),
            ("https://www.example.com@evil.net/", false), ("//www.example.com/", false),
        ])
    func continuing(url: String, continues: Bool) {
        let domains = ["www.example.com", "*.example.org", "192.0.2.1"]
        #expect(Self.continues(to: url, domains) == continues)
    }

    @Test(
        "this machine counts in development only",
        arguments: ["http://localhost:3000/done", "https://localhost/", "http://127.0.0.1/"])
    func loopback(url: String) {
        let domains = ["localhost", "127.0.0.1"]
        #expect(Self.continues(to: url, domains, development: true))
        #expect(!Self.continues(to: url, domains))
        #expect(!Self.continues(to: url, ["www.example.com"], development: true))
    }
}
