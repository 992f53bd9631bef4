import ByteText
import Routing
import Testing
import WebAddress

/// The two questions asked of the list of authorized domains.
@Suite("Authorized domains")
struct AuthorizedDomainsTests {
    /// Whether people may go on to a URL; one that is none is authorized nowhere.
    static func continues(to url: String, _ domains: [String], development: Bool = false) -> Bool {
        var arena = ByteArena()
        let text = arena.append(url)
        guard let address = try? WebAddress.parse(text, in: &arena) else { return false }
        return DomainSet(domains).authorizesContinuing(to: address, development: development, in: arena)
    }

    /// Whether a page at a URL may use the project.
    static func isOrigin(_ url: String, _ domains: [String]) -> Bool {
        var arena = ByteArena()
        let text = arena.append(url)
        guard let address = try? WebAddress.parse(text, in: &arena) else { return false }
        return DomainSet(domains).authorizesOrigin(address, in: arena)
    }

    @Test(
        "the strict question and the lenient one",
        arguments: [
            ("https://www.example.com/a?b#c", true, true), ("https://www.example.com:8443/", true, true),
            ("https://WWW.Example.COM/", true, true), ("http://www.example.com/", false, true),
            ("https://example.com/", false, false), ("https://a.www.example.com/", false, true),
            ("https://a.b.www.example.com/", false, true), ("https://awww.example.com/", false, false),
            ("https://www.example.com.evil.net/", false, false), ("https://wwwXexample.com/", false, false),
            ("https://a.example.org/", true, true), ("https://b.a.example.org/", true, true),
            ("https://example.org/", false, false), ("https://192.0.2.1/", true, true),
            ("https://192.0.2.10/", false, false),
            ("https://1.192.0.2.1/", false, false), ("https://www.example.com%2eevil.net/", false, false),
            ("ftp://www.example.com/", false, false), ("https://evil.net\\@www.example.com/", false, false),
            ("https://www.example.com@evil.net/", false, false), ("//www.example.com/", false, false),
        ])
    func questions(url: String, continues: Bool, isOrigin: Bool) {
        let domains = ["www.example.com", "*.example.org", "192.0.2.1"]
        #expect(Self.continues(to: url, domains) == continues)
        #expect(Self.isOrigin(url, domains) == isOrigin)
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
