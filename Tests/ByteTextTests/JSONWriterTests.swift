import ByteText
import TestSupport
import Testing

@Suite struct JSONWriterTests {
    private func written(_ body: (inout JSONWriter) -> Void) -> String {
        var output: [UInt8] = []
        JSONWriter.append(to: &output, body)
        return String(decoding: output, as: UTF8.self)
    }

    @Test func objectsArraysAndCommas() {
        var arena = ByteArena()
        let range = arena.append("https://h/a?b=\"c\"")
        var output = Array("HTTP\r\n\r\n".utf8)
        JSONWriter.append(to: &output) { json in
            json.beginObject()
            json.member("literal", "x" as StaticString)
            json.member("range", range, in: arena)
            json.member("none", nil as TextRange?, in: arena)
            json.member("int", -42)
            json.member("bool", true)
            json.nullMember("null")
            json.name("array")
            json.beginArray()
            json.int(0)
            json.beginObject()
            json.endObject()
            json.beginArray()
            json.endArray()
            json.string("ä" as String)
            json.bool(false)
            json.endArray()
            json.name("q\"" as String)
            json.null()
            json.endObject()
        }
        #expect(
            String(decoding: output, as: UTF8.self) == "HTTP\r\n\r\n{\"literal\":\"x\","
                + "\"range\":\"https://h/a?b=\\\"c\\\"\",\"none\":null,\"int\":-42,\"bool\":true,\"null\":null,"
                + "\"array\":[0,{},[],\"ä\",false],\"q\\\"\":null}")
    }

    @Test(arguments: [
        ("", ""), ("plain/", "plain/"), ("\"\\", "\\\"\\\\"), ("\u{8}\t\n\u{C}\r", "\\b\\t\\n\\f\\r"),
        ("\u{0}\u{1F}\u{7F}", "\\u0000\\u001F\\u007F"), ("ä€😀", "ä€😀"),
        ("\u{80}\u{9F}\u{A0}ä\u{85}", "\\u0080\\u009F\u{A0}ä\\u0085"),
        ("<script>&'", "<script>&'"), ("aä\nb", "aä\\nb"),
    ])
    func escapes(text: String, expected: String) {
        #expect(written { $0.string(text) } == "\"\(expected)\"")
    }

    @Test(
        arguments: [
            [0xFF], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xE2, 0x82, 0x41], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98],
            [0xC0, 0xAF],
            [0x80, 0x80], [0xC3, 0xA4, 0xFF, 0xC3, 0xA4], [0xF4, 0x90, 0x80, 0x80], [0xC2], [0xC2, 0xC2, 0x80],
            [0x61, 0xE2, 0xC2, 0x85],
        ] as [[UInt8]])
    func invalidBytesAreReplacedAsStringDoes(bytes: [UInt8]) throws {
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { $0.string(bytes.span) }
        let back = try JSONValue(parsing: output.span)
        #expect(back.string == String(decoding: bytes, as: UTF8.self))
    }

    @Test(arguments: [0, 1, -1, 9, 10, 99, 100, 1_234_567_890, Int.max, Int.min])
    func integers(value: Int) {
        #expect(written { $0.int(value) } == String(value))
    }

    @Test func otherNumbers() {
        #expect(written { $0.int(UInt64.max) } == "18446744073709551615")
        #expect(written { $0.double(0.5) } == "0.5")
        #expect(written { $0.double(.nan) } == "null")
        #expect(written { $0.double(-.infinity) } == "null")
        #expect(JSONNumber(Double.nan) == nil)
        #expect(JSONNumber(1.5)?.double == 1.5)
    }

    @Test func theBufferComesBackWhenTheBodyThrows() {
        struct Stop: Error {}
        var output = Array("kept".utf8)
        #expect(throws: Stop.self) {
            try JSONWriter.append(to: &output) { json throws(Stop) in
                json.int(1)
                throw Stop()
            }
        }
        #expect(output == Array("kept1".utf8))
    }

    /// Written values are read back unchanged.
    @Test(arguments: [UInt64.random(in: 0 ... .max), 1, 2])
    func roundTrip(seed: UInt64) throws {
        var numbers = SplitMix64(seed: seed)
        for _ in 0..<300 {
            let value = randomValue(&numbers, depth: 0)
            let back = try JSONValue(parsing: value.text)
            #expect(back == value, "seed \(seed)")
            #expect(back.text == value.text, "seed \(seed)")
        }
    }

    /// For any text, the reader returns a value or a fault, and each value can be written and read again.
    @Test(arguments: [UInt64.random(in: 0 ... .max)])
    func damagedTexts(seed: UInt64) throws {
        var numbers = SplitMix64(seed: seed)
        for _ in 0..<500 {
            var bytes = Array(randomValue(&numbers, depth: 0).text.utf8)
            for _ in 0..<Int.random(in: 0...3, using: &numbers) {
                bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            }
            guard let value = try? JSONValue(parsing: bytes.span) else { continue }
            #expect(try JSONValue(parsing: value.text) == value, "seed \(seed)")
        }
    }

    private func randomValue(_ numbers: inout SplitMix64, depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth < 4 ? 7 : 5), using: &numbers) {
        case 0: return nil
        case 1: return .bool(Bool.random(using: &numbers))
        case 2: return .number(JSONNumber(Int.random(in: .min ... .max, using: &numbers)))
        case 3: return .number(JSONNumber(Double.random(in: -1e9...1e9, using: &numbers))!)
        case 4: return .string(randomString(&numbers))
        case 5:
            let count = Int.random(in: 0..<5, using: &numbers)
            return .array((0..<count).map { _ in randomValue(&numbers, depth: depth + 1) })
        default:
            var object = JSONObject()
            for _ in 0..<Int.random(in: 0..<12, using: &numbers) {
                object.append(randomString(&numbers), randomValue(&numbers, depth: depth + 1))
            }
            return .object(object)
        }
    }

    private func randomString(_ numbers: inout SplitMix64) -> String {
        let limits: [UInt32] = [0x20, 0x80, 0x100, 0xD800, 0x11_0000]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<12, using: &numbers) {
            let limit = limits.randomElement(using: &numbers)!
            if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &numbers)) { text.append(scalar) }
        }
        return String(text)
    }
}
