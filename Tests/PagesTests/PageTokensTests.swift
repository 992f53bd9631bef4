import ByteText
import Testing

@testable import Pages

/// The sealed click in a page's address.
@Suite("tokens of pages")
struct PageTokensTests {
    private static let click = SealedClick(
        link: Array("https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F%3FoobCode%3DSECRET".utf8),
        profile: Array("platform=ios".utf8), country: Array("IN".utf8))

    @Test("a token gives the click back until it is too old, in every process that has the secret")
    func roundTrip() throws {
        let secret = Array("a secret of thirty-two random bytes".utf8)
        let token = try #require(PageTokens(PageKeys(secrets: [secret])).token(for: Self.click, now: 1000))
        let other = PageTokens(PageKeys(secrets: [secret]))
        #expect(try other.sealedClick(of: token, now: 1000) == Self.click)
        #expect(try other.sealedClick(of: token, now: 1000 + PageTokens.lifetime) == Self.click)
        #expect(throws: PageTokens.Fault.expired) {
            try other.sealedClick(of: token, now: 1001 + PageTokens.lifetime)
        }
        #expect(throws: PageTokens.Fault.forged) { try PageTokens().sealedClick(of: token, now: 1000) }
    }

    @Test("no change of a character goes unnoticed, and no two tokens are alike")
    func changes() throws {
        let tokens = PageTokens()
        let token = try #require(tokens.token(for: Self.click, now: 0))
        #expect(try #require(tokens.token(for: Self.click, now: 0)) != token)
        for index in token.indices {
            var changed = token
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(throws: PageTokens.Fault.forged) { try tokens.sealedClick(of: changed, now: 0) }
            let cut = Array(token[..<index])
            #expect(throws: PageTokens.Fault.forged) { try tokens.sealedClick(of: cut, now: 0) }
        }
    }

    @Test("a link that is too long for a request line has no token")
    func tooLong() throws {
        let tokens = PageTokens()
        for (count, fits) in [(0, true), (9000, true), (9300, false), (1 << 20, false)] {
            let token = tokens.token(for: SealedClick(link: Array(repeating: 0x61, count: count)), now: 0)
            #expect((token != nil) == fits)
            if let token { #expect(try tokens.sealedClick(of: token, now: 0).link.count == count) }
        }
    }

    @Test("base64url is that of RFC 4648, without padding, and each text has one form")
    func base64() {
        for (plain, coded) in [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"), ("\u{FFFF}?>", "77-_Pz4"),
        ] {
            let (bytes, text) = (Array(plain.utf8), Array(coded.utf8))
            #expect(Base64URL.encode(bytes.span) == text)
            #expect(Base64URL.decode(text.span) == bytes)
        }
        for bad in ["A", "Zh", "Zm9=", "Zg==", "Zm+v", "Zm/v", "Zm 9", "Zm9vA", "é"] {
            let text = Array(bad.utf8)
            #expect(Base64URL.decode(text.span) == nil, "\(bad)")
        }
    }
}
