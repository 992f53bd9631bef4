import ByteText
import Testing
import WebAddress

/// Addresses that two programs read differently, or that hide their target.
@Suite struct WebAddressAttackTests {
    static let longLabel = String(repeating: "a", count: 64)
    static let longHost = String(repeating: "a234567.", count: 32) + "com"

    @Test(arguments: [
        ("", WebAddressFault.notWebScheme), ("bla", .notWebScheme), ("//h/", .notWebScheme), ("/path", .notWebScheme),
        ("myapp://open/42", .notWebScheme), ("javascript:alert(1)", .notWebScheme), ("data:text/html,x", .notWebScheme),
        ("httpss://h", .notWebScheme), ("1http://h", .notWebScheme), ("intent://h#Intent;end", .notWebScheme),
        ("ht%74p://h", .notWebScheme), ("view-source:https://h", .notWebScheme), ("bla%zz", .percentSequence),
        ("java\nscript:alert(1)", .controlCharacter), ("java\\script:", .backslash), (" https://h", .outerSpace),
        ("https://h/ ", .outerSpace), ("https://h ", .outerSpace), (" ", .outerSpace),
        ("\u{FEFF}https://h", .notWebScheme),
        ("https:/h/", .missingSlashes), ("https:h", .missingSlashes), ("https:", .missingSlashes),
        ("https:\\\\h", .missingSlashes), ("https:/\\h", .missingSlashes),
        ("https://", .emptyHost), ("https:///h/", .emptyHost), ("https://?x", .emptyHost), ("https://#", .emptyHost),
        ("https://:80/", .emptyHost),
        ("https://u@h/", .userinfo), ("https://u:p@h/", .userinfo), ("https://@h/", .userinfo),
        ("https://good.com:443@evil.com/", .userinfo), ("https://a@b@c/", .userinfo), ("https://u%40@h", .userinfo),
        ("https://h\\evil.com/", .backslash), ("https://h/\\evil.com", .backslash), ("https://h?a=\\b", .backslash),
        ("https://h#\\", .backslash),
        ("https://h/a\tb", .controlCharacter), ("https://h/a\nb", .controlCharacter),
        ("https://ho\tst/", .controlCharacter),
        ("https://h/\u{0}", .controlCharacter), ("https://h/\u{7F}", .controlCharacter),
        ("https://h/\u{85}", .controlCharacter), ("https://h/\r\nSet-Cookie: x", .controlCharacter),
        ("ht\ntps://h", .controlCharacter),
        ("https://h/%", .percentSequence), ("https://h/%2", .percentSequence), ("https://h/%zz", .percentSequence),
        ("https://h/%2g", .percentSequence), ("https://h?%", .percentSequence), ("https://h#%u0041", .percentSequence),
        ("https://h/%ü", .percentSequence), ("https://h/%zz/\\", .backslash), ("https://h/../%zz", .dotSegment),
        ("https://h/%00", .encodedNUL), ("https://h?a=%00b", .encodedNUL), ("https://h#%00", .encodedNUL),
        ("https://h%2eevil.com/", .hostCharacter), ("https://%68/", .hostCharacter), ("https://h%00/", .hostCharacter),
        ("https://a b/", .hostCharacter), ("https://a;b/", .hostCharacter), ("https://a,b/", .hostCharacter),
        ("https://a<b/", .hostCharacter), ("https://a|b/", .hostCharacter), ("https://a^b/", .hostCharacter),
        ("https://a'b/", .hostCharacter), ("https://a*b/", .hostCharacter), ("https://a:b:80/", .hostCharacter),
        ("https://::1/", .hostCharacter), ("https://a]/", .hostCharacter), ("https://a[b/", .hostCharacter),
        ("https://h./", .hostLabel), ("https://./", .hostLabel), ("https://.h/", .hostLabel),
        ("https://a..b/", .hostLabel),
        ("https://127.0.0.1./", .hostLabel), ("https://\(longLabel).com/", .hostLabel),
        ("https://\(longHost)/", .hostLength),
    ])
    func refused(input: String, fault: WebAddressFault) {
        #expect(throws: fault) { try Parsed(input) }
    }

    @Test(arguments: [
        "127.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "127.0.0.01", "127.0.0.256", "1.2.3.4.5",
        "1.2.3",
        "a.1", "a.0x1", "a.0x", "0x", "0", "256.256.256.256", "99999999999", "1.2.3.0X4", "a.09", "0127.0.0.1",
    ])
    func numbersThatAreNoAddress(host: String) {
        #expect(throws: WebAddressFault.ipv4Form) { try Parsed("http://\(host)/") }
    }

    @Test(arguments: [
        "[::1", "[]", "[:]", "[::1%25eth0]", "[fe80::1%eth0]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[1::2::3]",
        "[:1]",
        "[1:]", "[12345::]", "[g::]", "[::127.0.0.1]", "[::ffff:1.2.3.4]", "[0:0:0:0:0:0:0:1]", "[0::1]", "[01::]",
        "[::0]",
        "[1:0:0:2:0:0:0:3]", "[1::2:3:4:5:6:7]", "[1::0:2:3:4:5:6]", "[1:2:3:4:5:6::8]", "[:::1]", "[v1.a]",
        "[1:2:3:4:5:6:7::]",
        "[1:0:0:2:3:0:0:4]", "[1:2:0:0:3::4]", "[::1]]",
    ])
    func noCanonicalIPv6Address(host: String) {
        #expect(throws: WebAddressFault.ipv6Form) { try Parsed("http://\(host)/") }
    }

    @Test func nothingButAPortFollowsABracket() {
        #expect(throws: WebAddressFault.afterHost) { try Parsed("http://[::1]x/") }
        #expect(throws: WebAddressFault.afterHost) { try Parsed("http://[::1]x:80/") }
        #expect(throws: WebAddressFault.port) { try Parsed("http://[::1]:80:90/") }
    }

    @Test(arguments: ["", "0", "00", "080", "65536", "99999", "100000", "+80", "-1", "8a", "8 ", " 8", "%38", "８０"])
    func ports(text: String) {
        #expect(throws: WebAddressFault.port) { try Parsed("http://h:\(text)/") }
    }

    @Test(arguments: [
        "/.", "/..", "/./", "/../", "/a/./b", "/a/../b", "/a/.", "/a/..", "/%2e", "/%2E%2e/", "/.%2e", "/%2e./x",
        "//..//",
    ])
    func dotSegments(path: String) {
        #expect(throws: WebAddressFault.dotSegment) { try Parsed("https://h\(path)") }
        #expect(throws: WebAddressFault.dotSegment) { try Parsed("https://h\(path)?q#f") }
    }

    @Test(arguments: [
        "xn--", "xn--a", "xn--abc-", "a.xn--zn7c.com", "XN--a", "xn--ls8h.la", "xn--a-yoc", "xn--xn--a--gua.pt",
        "אa.com", "faẞ.de",
        "１２７.０.０.１", "é%.com", "\u{AD}", "\u{200D}.com", "再.com.", "再..com", "é/.com/".replacing("/", with: "／"),
        "é＠b.com",
        "Ａ＿é＇.com", String(repeating: "é", count: 64) + ".com", "xn--fa-hia.xn--a",
    ])
    func badInternationalNames(host: String) {
        #expect { try Parsed("https://\(host)/") } throws: { error in
            let fault = error as? WebAddressFault
            return [.internationalName, .hostCharacter, .hostLabel, .emptyHost].contains(fault)
        }
    }

    @Test func bytesThatAreNoUTF8() {
        let hosts: [[UInt8]] = [
            [0xFF], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82],
        ]
        for bytes in hosts {
            for prefix in ["https://h/", "https://h?", "https://h#", "https://h"] {
                #expect(throws: WebAddressFault.notUTF8) {
                    try Parsed(bytes: Array(prefix.utf8) + bytes + Array("a".utf8))
                }
            }
        }
    }

    @Test func lengths() throws {
        let fill = String(repeating: "a", count: WebAddress.longestText - 10)
        #expect(try Parsed("https://h/" + fill).isInPlace)
        #expect(throws: WebAddressFault.tooLong) { try Parsed("https://h/a" + fill) }
        #expect(throws: WebAddressFault.tooLong) { try Parsed(String(repeating: "%", count: 100_000)) }
    }
}
