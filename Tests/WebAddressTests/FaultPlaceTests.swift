import ByteText
import Testing
import WebAddress

/// The place of a fault, for messages that name the character.
@Suite("Places of faults")
struct FaultPlaceTests {
    @Test(
        "a fault of one character is found at its place",
        arguments: [
            ("https://a.example/b%zz", WebAddressFault.percentSequence, 19),
            ("https://a.example/%41%4", .percentSequence, 21), ("https://a.example/%00", .encodedNUL, 18),
            ("https://a.example/\tb", .controlCharacter, 18), ("https://a.example/\u{85}", .controlCharacter, 18),
            (" https://a.example/", .outerSpace, 0), ("https://a.example/ ", .outerSpace, 18),
            ("https://a.example/b\\c", .backslash, 19), ("https:a.example", .missingSlashes, 6),
            ("https://b@a.example/", .userinfo, 9), ("https://a$b.example:80/", .hostCharacter, 9),
            ("https://a:b:80/", .hostCharacter, 9), ("https://a..example/", .hostLabel, 10),
            ("https://a.example./", .hostLabel, 17), ("https://.example/", .hostLabel, 8),
            ("https://a.example:8o/", .port, 19), ("https://[::1]a/", .afterHost, 13),
            ("https://a.example/b/../c", .dotSegment, 20), ("https://a.example/%2E", .dotSegment, 18),
        ] as [(String, WebAddressFault, Int)])
    func place(text: String, fault: WebAddressFault, offset: Int) {
        var arena = ByteArena()
        let input = arena.append(text)
        #expect(throws: fault) { try WebAddress.parse(input, in: &arena) }
        #expect(fault.offset(in: arena[input]) == offset)
    }

    @Test(
        "a fault of the whole text has none",
        arguments: [
            ("ftp://a.example/", WebAddressFault.notWebScheme), ("https:///", .emptyHost), ("https:", .missingSlashes),
            ("https://a.example:0/", .port), ("https://1.2.3/", .ipv4Form), ("https://[::0]/", .ipv6Form),
        ] as [(String, WebAddressFault)])
    func whole(text: String, fault: WebAddressFault) {
        var arena = ByteArena()
        let input = arena.append(text)
        #expect(throws: fault) { try WebAddress.parse(input, in: &arena) }
        #expect(fault.offset(in: arena[input]) == nil)
    }
}
