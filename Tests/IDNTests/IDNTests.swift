import IDN
import Testing

@Suite struct IDNTests {
    @Test(arguments: [
        ("faß.example", "xn--fa-hia.example"),
        ("FAẞ.example".lowercased(), "xn--fa-hia.example"),
        ("Bücher.Example", "xn--bcher-kva.example"),
        ("xn--fa-hia.example", "xn--fa-hia.example"),
        ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
        ("Ｇｏ.com", "go.com"),
        ("a\u{AD}b.com", "ab.com"),
        ("क्ष.example", "xn--11b2ezc.example"),
    ])
    func unicodeBecomesASCII(host: String, expected: String) throws {
        let ascii = try IDN.asciiForm(of: Array(host.utf8).span)
        #expect(String(decoding: ascii, as: UTF8.self) == expected)
    }

    @Test(arguments: [
        ("", IDNFault.length), ("xn--", .punycode), ("xn--abc-", .punycode), ("xn--a", .disallowed),
        ("faẞ.example", .disallowed), ("אa.com", .disallowed), ("\u{200D}.com", .disallowed),
        (String(repeating: "é", count: 64) + ".com", .length), (String(repeating: "é", count: 600), .length),
        // The length limit counts characters before any are dropped or joined.
        (String(repeating: "\u{AD}", count: 64) + "a.com", .length), (String(repeating: "é.", count: 127), .length),
        (String(repeating: "é。", count: 127), .length), ("a\0é", .disallowed),
    ])
    func refused(host: String, fault: IDNFault) {
        #expect(throws: fault) { try IDN.asciiForm(of: Array(host.utf8).span) }
    }

    @Test func aLabelMayHaveSixtyThreeCharacters() throws {
        let label = String(repeating: "\u{AD}", count: 62) + "a"
        for stop in [".", "。", "．", "｡"] {
            let ascii = try IDN.asciiForm(of: Array([label, label].joined(separator: stop).utf8).span)
            #expect(String(decoding: ascii, as: UTF8.self) == "a.a")
        }
    }

    /// Two definitions of a valid host agree: the result of a conversion is canonical, and nothing else is.
    @Test(arguments: ["xn--fa-hia.example", "xn--r8jz45g.xn--zckzah", "xn--11b2ezc.example", "plain.example"])
    func resultsAreCanonical(host: String) throws {
        try IDN.requireCanonical(Array(host.utf8).span)
        #expect(try IDN.asciiForm(of: Array(host.utf8).span) == Array(host.utf8))
    }

    @Test(arguments: ["xn--", "xn--abc-", "xn--a", "xn--FA-hia.example", "xn--ls8h=.example"])
    func othersAreNotCanonical(host: String) {
        #expect(throws: IDNFault.self) { try IDN.requireCanonical(Array(host.utf8).span) }
    }

    @Test func bytesThatAreNoUTF8AreRefused() {
        #expect(throws: IDNFault.self) { try IDN.asciiForm(of: ([0x61, 0xFF, 0x2E, 0x62] as [UInt8]).span) }
    }
}
