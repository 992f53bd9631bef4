import ByteText
import Testing
import WebAddress

@Suite struct WebAddressTests {
    @Test func thePartsOfAnAddress() throws {
        let parsed = try Parsed("https://example.page.link:8443/go/x;y=1//z?link=https://d/?a=b&c#top?#2")
        #expect(parsed.scheme == .https)
        #expect(parsed.host == "example.page.link")
        #expect(parsed.port == 8443)
        #expect(parsed.path == "/go/x;y=1//z")
        #expect(parsed.query == "link=https://d/?a=b&c")
        #expect(parsed.fragment == "top?#2")
        #expect(parsed.isInPlace)
    }

    @Test func absentPartsAreAbsentAndEmptyPartsEmpty() throws {
        #expect(try Parsed("http://h").path == "")
        #expect(try Parsed("http://h").query == nil)
        #expect(try Parsed("http://h").fragment == nil)
        #expect(try Parsed("http://h?").query == "")
        #expect(try Parsed("http://h?").fragment == nil)
        #expect(try Parsed("http://h#").fragment == "")
        #expect(try Parsed("http://h#?").query == nil)
        #expect(try Parsed("https://d?link=x").text == "https://d?link=x")
    }

    @Test func theDefaultPortIsNoPort() throws {
        #expect(try Parsed("https://h:443/").port == nil)
        #expect(try Parsed("http://h:80/").port == nil)
        #expect(try Parsed("https://h:80/").port == 80)
        #expect(try Parsed("https://h:65535/").port == 65535)
        #expect(try Parsed("https://h:443/").text == "https://h:443/")
    }

    @Test func derivedPieces() throws {
        var arena = ByteArena()
        let address = try WebAddress.parse(arena.append("https://h:8443/p?q#f"), in: &arena)
        #expect(arena.string(address.authority) == "h:8443")
        #expect(arena.string(address.pathAndQuery) == "/p?q")
        #expect(arena.string(address.textWithoutFragment) == "https://h:8443/p?q")
        #expect(arena.string(address.schemeName) == "https")
        let bare = try WebAddress.parse(arena.append("http://h#f"), in: &arena)
        #expect(arena.string(bare.pathAndQuery) == "")
        #expect(arena.string(bare.textWithoutFragment) == "http://h")
    }

    /// Input and accepted form.
    @Test(arguments: [
        ("HTTPS://ExAmple.COM/PaTh%2f?Q", "https://example.com/PaTh%2f?Q"),
        ("https://faß.ExAmPlE:8080/ä?ö#ü", "https://xn--fa-hia.example:8080/%C3%A4?%C3%B6#%C3%BC"),
        ("https://XN--FA-HIA.example/", "https://xn--fa-hia.example/"),
        ("https://www.foo。bar.com/", "https://www.foo.bar.com/"),
        ("https://h/a b\"<>`{}|^c", "https://h/a%20b%22%3C%3E%60%7B%7D%7C%5Ec"),
        ("https://h?a b\"<>`{}|^c", "https://h?a%20b%22%3C%3E%60%7B%7D%7C%5Ec"),
        ("https://h#a b", "https://h#a%20b"),
        ("https://h/😀", "https://h/%F0%9F%98%80"),
        ("https://[2001:DB8::A]/", "https://[2001:db8::a]/"),
        ("https://h/%C3%A4 ü%e4?x=%5c", "https://h/%C3%A4%20%C3%BC%e4?x=%5c"),
    ])
    func corrected(input: String, accepted: String) throws {
        let parsed = try Parsed(input)
        #expect(parsed.text == accepted)
        #expect(!parsed.isInPlace)
    }

    @Test(arguments: [
        "https://h//a//b", "https://h/'();,*!$&+:@[]~-._=", "https://h?'();,*!$&+:@[]~/?=a=b", "https://h/%2F%5c%0a",
        "https://a_b.example/", "https://r3---sn.example/", "https://xn--fa-hia.example/", "http://127.0.0.1/",
        "http://255.255.255.255:1", "http://[::1]:8080/", "http://[1:2:3:4:5:6:7:8]", "http://[1::]", "http://[::]",
        "http://[0:1:0:1:0:1:0:1]", "http://[1:0:0:2::3]", "http://[::ffff:7f00:1]", "http://1.2.3.4.com",
        "http://0x.com",
        "http://1a", "http://0xg", "https://h/.a/..b/c../...", "https://h/%2e%2e%2e/%2eb", "https://h?../.",
        "https://h#/../",
        "https://h:1?x@y", "https://h/@", "https://\(String(repeating: "a", count: 63)).com",
    ])
    func acceptedAsItIs(input: String) throws {
        let parsed = try Parsed(input)
        #expect(parsed.text == input)
        #expect(parsed.isInPlace)
        #expect(parsed.joined == input)
    }

    @Test func kindsAndSentences() {
        #expect(WebAddressFault.notWebScheme.kind == .notWebScheme)
        #expect(WebAddressFault.percentSequence.kind == .percentCoding)
        for fault in WebAddressFault.allCases where fault != .notWebScheme && fault != .percentSequence {
            #expect(fault.kind == .malformed)
        }
        #expect(WebAddressFault.allCases.allSatisfy { String(describing: $0.sentence).hasSuffix(".") })
    }

    @Test func schemesOfOtherTexts() {
        #expect(scheme(of: "myapp://x") == .other)
        #expect(scheme(of: "HTTPS:") == .https)
        #expect(scheme(of: "http") == nil)
        #expect(scheme(of: "") == nil)
        #expect(scheme(of: "1a:") == nil)
        #expect(Scheme.https.defaultPort == 443)
        #expect(Scheme.other.defaultPort == nil)
    }

    private func scheme(of text: String) -> Scheme? { Scheme(startOf: Array(text.utf8).span) }
}
