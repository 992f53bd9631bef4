import ByteText
import Testing
import WebAddress

@Suite struct HostTests {
    @Test(arguments: [
        ("localhost", true, false), ("a.localhost", true, false), ("127.0.0.1", true, true),
        ("127.255.0.9", true, true),
        ("[::1]", true, true), ("[::ffff:7f00:1]", true, true), ("notlocalhost", false, false),
        ("localhost.com", false, false),
        ("128.0.0.1", false, true), ("[::2]", false, true), ("[::]", false, true), ("[::ffff:8000:1]", false, true),
        ("[7f00::1]", false, true), ("127.0.0.1.com", false, false), ("example.com", false, false), ("", false, false),
    ])
    func questions(text: String, isLoopback: Bool, isIPAddress: Bool) {
        let bytes = Array(text.utf8)
        let host = Host(bytes.span)
        let answers = (host.isLoopback, host.isIPAddress, host.isIPv6Address, host.isLocalhost)
        #expect(answers.0 == isLoopback)
        #expect(answers.1 == isIPAddress)
        #expect(answers.2 == text.hasPrefix("["))
        #expect(answers.3 == (isLoopback && !isIPAddress))
    }

    @Test(arguments: [
        (
            "example.com", ["example.com"],
            ["www.example.com", "badexample.com", "example.co", "example.com.evil.com", ""]
        ),
        ("Example.COM", ["example.com"], ["www.example.com"]),
        (
            "*.example.com", ["www.example.com", "a.b.example.com"],
            ["example.com", ".example.com", "badexample.com", "www.example.com.evil.com", "example.com.evil", ""]
        ),
        ("faß.de", ["xn--fa-hia.de"], ["fass.de"]), ("127.0.0.1", ["127.0.0.1"], ["127.0.0.2"]),
        ("[::1]", ["[::1]"], ["[::2]"]),
    ])
    func patterns(text: String, matching: [String], others: [String]) throws {
        let pattern = try DomainPattern(text)
        for host in matching {
            let isMatch = Host(Array(host.utf8).span).matches(pattern)
            #expect(isMatch, "\(host)")
        }
        for host in others {
            let isMatch = Host(Array(host.utf8).span).matches(pattern)
            #expect(!isMatch, "\(host)")
        }
        #expect(try DomainPattern(pattern.description) == pattern)
    }

    @Test(arguments: [
        "", "*", "*.", "*.*.com", "a.*.com", "*a.com", "*.1.2.3.4", "*.[::1]", "a b", "a.com.", "https://a", "a:80",
        "a/",
        "*.a..b",
    ])
    func noPatterns(text: String) {
        #expect(throws: WebAddressFault.self) { try DomainPattern(text) }
    }

    @Test func hostsThatStandAlone() throws {
        var arena = ByteArena()
        let plain = arena.append("a.example")
        #expect(try Host.accept(plain, in: &arena) == plain)
        #expect(arena.string(try Host.accept(arena.append("A.Example"), in: &arena)) == "a.example")
        #expect(arena.string(try Host.accept(arena.append("faß.example"), in: &arena)) == "xn--fa-hia.example")
        #expect(arena.string(try Host.accept(arena.append("XN--FA-HIA.example"), in: &arena)) == "xn--fa-hia.example")
        #expect(throws: WebAddressFault.self) { try Host.accept(arena.append("a:80"), in: &arena) }
        #expect(throws: WebAddressFault.self) { try Host.accept(arena.append("127.1"), in: &arena) }
    }
}
