import ByteText
import Testing

@Suite struct EscapesTests {
    @Test(arguments: [
        ("a%20b", "a b"), ("%41%62", "Ab"), ("100%", "100%"), ("%4", "%4"), ("%zz%2", "%zz%2"), ("%25%34%31", "%41"),
    ])
    func percent(text: String, decoded: String) {
        var bytes: [UInt8] = []
        text.utf8.span.forEachPercentDecoded { bytes.append($0) }
        #expect(String(decoding: bytes, as: UTF8.self) == decoded)
    }

    @Test(
        arguments: [
            (#"\u0041b"#, "A", 6), (#"\u20aC"#, "€", 6), (#"\uD83D\uDE00x"#, "😀", 12), (#"\uD83D\u0041"#, nil, 6),
            (#"\uDE00\uD83D"#, nil, 6), (#"\uD83D"#, nil, 6), (#"\uD83D\uDE0"#, nil, 6),
        ] as [(String, Unicode.Scalar?, Int)])
    func unicode(text: String, scalar: Unicode.Scalar?, end: Int) {
        let escape = UnicodeEscape(text.utf8.span, at: 0)
        #expect(escape != nil && escape?.scalar == scalar)
        #expect(escape?.end == end)
    }

    @Test(arguments: ["", #"\"#, #"\u"#, #"\u12"#, #"\u12G4"#, #"\n0041"#, "u0041"])
    func noUnicode(text: String) {
        #expect(UnicodeEscape(text.utf8.span, at: 0) == nil)
    }

    @Test func hexadecimal() {
        #expect(Hexadecimal.bytes("00fFa0") == [0x00, 0xFF, 0xA0])
        #expect(Hexadecimal.bytes("0") == nil && Hexadecimal.bytes("0g") == nil && Hexadecimal.bytes("") == [])
        #expect(Hexadecimal.text([0x00, 0xFF, 0xA0]) == "00ffa0")
    }
}
