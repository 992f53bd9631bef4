import ByteText
import Testing

@Suite struct JSONReaderTests {
    @Test(
        arguments: [
            ("null", JSONValue.null), (" true\n", true), ("false", false), ("\"\"", ""), ("[]", []), ("{}", [:]),
            ("[1,[2,{}]]", [1, [2, [:]]]), ("{\"a\":{\"b\":[null]},\"c\":\"d\"}", ["a": ["b": [nil]], "c": "d"]),
            ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\u{8}\u{C}\n\r\t"), ("\"\\u0041\\u00e4\\u20AC\"", "Aä€"),
            ("\"\\uD83D\\uDE00!\"", "😀!"), ("\"a\\u0000b\"", "a\u{0}b"), ("\"ä€😀\u{7F}\"", "ä€😀\u{7F}"),
            (" [ 1 , 2 ] ", [1, 2]), ("\t{ \"a\" : 1 }\r\n", ["a": 1]),
        ] as [(String, JSONValue)])
    func values(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test(
        arguments: [
            ("0", 0, 0.0), ("-0", 0, -0.0), ("-1", -1, -1), ("9223372036854775807", Int.max, 0x1p63),
            ("9223372036854775808", nil, 0x1p63),
            ("1.0", nil, 1), ("1e2", nil, 100), ("-0.5E-1", nil, -0.05), ("1E+2", nil, 100), ("1e400", nil, nil),
        ] as [(String, Int?, Double?)])
    func numbers(text: String, int: Int?, double: Double?) throws {
        let number = try #require(try JSONValue(parsing: text).number)
        #expect(number.text == text)
        #expect(number.int == int)
        #expect(number.double == double)
    }

    /// Text, offset, line, column, expected.
    @Test(arguments: [
        ("", 0, 1, 1, "a value"), (" ", 1, 1, 2, "a value"), ("nul", 0, 1, 1, "a value"), ("True", 0, 1, 1, "a value"),
        ("'a'", 0, 1, 1, "a value"), ("NaN", 0, 1, 1, "a value"), ("+1", 0, 1, 1, "a value"),
        (".5", 0, 1, 1, "a value"),
        ("01", 1, 1, 2, "the end of the number"), ("1.", 2, 1, 3, "a digit"), ("-", 1, 1, 2, "a digit"),
        ("1e", 2, 1, 3, "a digit"),
        ("1e+", 3, 1, 4, "a digit"), ("-a", 1, 1, 2, "a digit"), ("0x1", 1, 1, 2, "the end of the number"),
        ("1.2.3", 3, 1, 4, "the end of the number"), ("1 2", 2, 1, 3, "the end of the text after the value"),
        ("nullx", 4, 1, 5, "the end of the text after the value"), ("[1,]", 3, 1, 4, "a value"),
        ("[1", 2, 1, 3, "a comma or ]"),
        ("[1 2]", 3, 1, 4, "a comma or ]"), ("[,1]", 1, 1, 2, "a value"),
        ("{\"a\":1,}", 7, 1, 8, "a name in double quotes"),
        ("{a:1}", 1, 1, 2, "a name in double quotes"), ("{\"a\" 1}", 5, 1, 6, "a colon"),
        ("{\"a\":}", 5, 1, 6, "a value"),
        ("{\"a\":1 \"b\":2}", 7, 1, 8, "a comma or }"), ("[\n 1,\n \"ä\" x]", 12, 3, 6, "a comma or ]"),
        ("{\"a\":1,\n \"a\":2}", 9, 2, 2, "a name that is not already in this object"),
        ("\"a", 2, 1, 3, "a closing double quote"), ("\"\\", 2, 1, 3, "an escape"),
        ("\"\\x\"", 2, 1, 3, "one of \" \\ / b f n r t u after the backslash"),
        ("\"\\u12G4\"", 5, 1, 6, "four hexadecimal digits"), ("\"\\uD800\"", 1, 1, 2, "a complete surrogate pair"),
        ("\"\\uDC00\\uD800\"", 1, 1, 2, "a complete surrogate pair"),
        ("\"\\uD800\\u0041\"", 1, 1, 2, "a complete surrogate pair"),
        ("\"\\uD800\\n\"", 1, 1, 2, "a complete surrogate pair"),
        ("\"a\tb\"", 2, 1, 3, "no control character inside a string; write it as \\u00XX"),
        ("\u{FEFF}\u{FEFF}1", 3, 1, 1, "a value"), ("\u{FEFF}", 3, 1, 1, "a value"),
        ("\u{FEFF}[1 2]", 6, 1, 4, "a comma or ]"),
        ("[\u{FEFF}1]", 1, 1, 2, "a value"), ("// c\n1", 0, 1, 1, "a value"),
        ("[1]]", 3, 1, 4, "the end of the text after the value"),
        ("\u{A0}1", 0, 1, 1, "a value"),
    ])
    func refused(text: String, offset: Int, line: Int, column: Int, expected: String) throws {
        let fault = try #require(throws: JSONFault.self) { try JSONValue(parsing: text) }
        #expect(fault.offset == offset)
        #expect(fault.line == line)
        #expect(fault.column == column)
        #expect(fault.expected.description == expected)
        #expect(fault.description == "\(line):\(column): expected \(expected)")
    }

    /// Notepad and PowerShell write a BOM, and PowerShell's `>` UTF-16. Regression: both were reported as a missing
    /// value.
    @Test("a byte order mark is skipped, and other encodings are named")
    func encodings() throws {
        let text = "{\"a\": [\"ü\", 1]}"
        #expect(try JSONValue(parsing: "\u{FEFF}\(text)") == ["a": ["ü", 1]])
        #expect(try JSONValue(parsing: "\u{FEFF}\r\n \(text)\n") == ["a": ["ü", 1]])
        func bytes(_ text: String, width: Int, bigEndian: Bool) -> [UInt8] {
            text.unicodeScalars.flatMap { scalar in
                let little = (0..<width).map { UInt8(truncatingIfNeeded: scalar.value >> (8 * UInt32($0))) }
                return bigEndian ? little.reversed() : little
            }
        }
        for (width, name) in [(2, "UTF-16"), (4, "UTF-32")] {
            for text in ["\u{FEFF}\(text)", text, "\u{FEFF}[]", "[]", "\u{FEFF}1"] {
                for bigEndian in [false, true] {
                    let fault = #expect(throws: JSONFault.self) {
                        try JSONValue(parsing: bytes(text, width: width, bigEndian: bigEndian).span)
                    }
                    #expect(
                        fault?.description
                            == "1:1: expected UTF-8, but this is \(name); convert it with iconv -f \(name) -t UTF-8")
                }
            }
        }
    }

    @Test(
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82]] as [[UInt8]])
    func bytesThatAreNoUTF8(bytes: [UInt8]) throws {
        let text = Array("[1,\"a".utf8) + bytes + Array("\"]".utf8)
        let fault = try #require(throws: JSONFault.self) { try JSONValue(parsing: text.span) }
        #expect(fault.offset == 5)
        #expect(fault.expected.description == "UTF-8")
    }

    @Test func nestingHasALimit() throws {
        func nest(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try JSONValue(parsing: nest(JSONValue.deepestNesting)) }
        let fault = try #require(throws: JSONFault.self) { try JSONValue(parsing: nest(JSONValue.deepestNesting + 1)) }
        #expect(fault.offset == 64)
        #expect(throws: JSONFault.self) { try JSONValue(parsing: String(repeating: "{\"a\":", count: 100_000)) }
        #expect(throws: Never.self) {
            try JSONValue(parsing: "[" + [String](repeating: "[]", count: 100).joined(separator: ",") + "]")
        }
    }

    @Test(arguments: [3, 8, 9, 200])
    func membersAreFoundByName(count: Int) throws {
        let text = "{" + (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
        let object = try #require(try JSONValue(parsing: text).object)
        #expect(object.members.map(\.name) == (0..<count).map { "k\($0)" })
        for index in 0..<count { #expect(object["k\(index)"] == .number(JSONNumber(index))) }
        #expect(object["k\(count)"] == nil)
        for index in 0..<count {
            let twice = text.dropLast() + ",\"k\(index)\":0}"
            #expect(throws: JSONFault.self) { try JSONValue(parsing: String(twice)) }
        }
    }

    @Test func namesAreComparedByteByByte() throws {
        let object = try #require(try JSONValue(parsing: "{\"\u{212A}\":1}").object)
        #expect(object["K"] == nil)
        #expect(object["\u{212A}"] == 1)
    }

    @Test func objectsAreEqualInAnyOrder() throws {
        #expect(try JSONValue(parsing: "{\"a\":1,\"b\":2}") == JSONValue(parsing: "{\"b\":2,\"a\":1}"))
        #expect(try JSONValue(parsing: "{\"a\":1,\"b\":2}") != JSONValue(parsing: "{\"b\":2}"))
        #expect(try JSONValue(parsing: "{\"a\":1}") != JSONValue(parsing: "{\"a\":2}"))
    }
}
