import ByteText
import RawStructuredFieldValues
import TestSupport
import Testing

@testable import Devices

/// Compares the reader of structured fields with another implementation of RFC 9651.
@Suite struct StructuredFieldTests {
    /// A description of the parsed item; `nil` if the field is not an item.
    private static func ours(_ field: String) -> String? {
        var arena = ByteArena()
        let range = arena.append(field)
        switch StructuredFieldReader.item(range, &arena) {
        case nil: return nil
        case .token(let text): return "token \(arena.string(text))"
        case .string(let text): return "string \(arena.string(text))"
        case .boolean(let value): return "boolean \(value)"
        case .other: return "other"
        }
    }

    private static func theirs(_ field: String) -> String? {
        var parser = StructuredFieldValueParser(Array(field.utf8))
        guard let item = try? parser.parseItemFieldValue() else { return nil }
        return describe(item.rfc9651BareItem)
    }

    private static func describe(_ item: RFC9651BareItem) -> String {
        switch item {
        case .token(let text): "token \(text)"
        case .string(let text): "string \(text)"
        case .bool(let value): "boolean \(value)"
        default: "other"
        }
    }

    private static func ourStrings(_ field: String) -> [String]? {
        var arena = ByteArena()
        let range = arena.append(field)
        guard StructuredFieldReader.isStringList(range, &arena) else { return nil }
        var reader = StructuredFieldReader(range)
        var strings: [String] = []
        while let text = reader.nextString(&arena) { strings.append(arena.string(text)) }
        return strings
    }

    private static func theirStrings(_ field: String) -> [String]? {
        var parser = StructuredFieldValueParser(Array(field.utf8))
        guard let list = try? parser.parseListFieldValue() else { return nil }
        var strings: [String] = []
        for member in list {
            guard case .item(let item) = member, case .string(let text) = item.rfc9651BareItem else { return nil }
            strings.append(text)
        }
        return strings
    }

    @Test(
        arguments: [
            (#""Android""#, "string Android"), (#""a\\b\"c""#, #"string a\b"c"#), ("?1", "boolean true"),
            (#" "Android";a;b=1 "#, "string Android"), (#""Android" ;a"#, nil), ("Android", "token Android"),
            ("14", "other"), ("14.125", "other"),
            ("@1659578233", "other"), (":YWJj:", "other"), (#"%"f%c3%bc""#, "other"), (#""a";b=%"%ff""#, nil),
            ("14.", nil),
            ("1234567890123.1", nil), ("@1.5", nil), ("@-1", "other"), (":a b:", nil), (#"%"%C3""#, nil),
            (#""a" "b""#, nil),
            (#""a"#, nil), (#""a\n""#, nil), ("\"\u{e9}\"", nil), ("?2", nil), ("", nil), (#""a";B"#, nil),
            (#""a",""#, nil),
            ("\t?1", nil), ("?1 ;a", nil), ("?1; a", "boolean true"),
        ] as [(String, String?)])
    func readsItems(_ field: String, _ expected: String?) {
        #expect(Self.ours(field) == expected)
        #expect(Self.theirs(field) == expected, "the other implementation")
    }

    @Test(
        arguments: [
            (#""Chromium";v="128", "Not;A=Brand";v="24""#, ["Chromium", "Not;A=Brand"]),
            (#""a"\#t,\#t"b""#, ["a", "b"]),
            ("", []), (#""a","#, nil), (#""a",,"b""#, nil), (#""a", b"#, nil), (#"("a")"#, nil), (#""a";v=,"b""#, nil),
            (#""a" "b""#, nil), (#","a""#, nil),
        ] as [(String, [String]?)])
    func readsLists(_ field: String, _ expected: [String]?) {
        #expect(Self.ourStrings(field) == expected)
        #expect(Self.theirStrings(field) == expected, "the other implementation")
    }

    @Test func agreesWithTheOtherImplementation() {
        let seed: UInt64 = 0x9651
        var random = SplitMix64(seed: seed)
        let pieces = [
            "\"", "\"", "\"a b\"", "\"Chromium\"", ";v=\"1\"", ";", "v", "=", ",", ", ", " ", "\t", "?0", "?1", "?",
            "1", "-1",
            "12.5", ".", "@", ":", "YQ==", "%\"", "%c3%a9", "%", "a", "A", "*", "/", "(", ")", "\\", "\\\"", "\u{e9}",
            "\u{7f}", "999999999999999", "1000000000000",
        ]
        var accepted = 0
        for _ in 0..<60_000 {
            let field = (0..<Int(random.next() % 7)).map { _ in pieces.randomElement(using: &random)! }.joined()
            let item = Self.theirs(field)
            #expect(Self.ours(field) == item, "seed \(seed): \(field)")
            #expect(Self.ourStrings(field) == Self.theirStrings(field), "seed \(seed): \(field)")
            if item != nil { accepted += 1 }
        }
        #expect(accepted > 1_000)
    }
}
