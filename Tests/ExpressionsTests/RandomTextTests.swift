import ByteText
import Expressions
import RE2
import TestSupport
import Testing

/// Compiling and running any text ends in a value or a message.
@Suite struct RandomTextTests {
    static let pieces = [
        "1", "2u", "1.5", "0x1F", "'a'", "\"é\"", "b'x'", "r'\\d'", "true", "null", "[", "]", "{", "}", "(", ")", ",",
        ":", "?", ".", "+",
        "-", "*", "/", "%", "!", "==", "!=", "<", "<=", ">", ">=", "&&", "||", " in ", "x", "y", "link.code",
        "link.payload_is_action",
        "device.platform", "device.languages", "request.headers", "app.version", "size(", "has(", "version(", "bucket(",
        "cidr(", "ip(",
        "timestamp(", "duration(", "string(", "int(", "type(", ".all(x, ", ".map(x, ", ".exists_one(x, ", ".filter(x, ",
        ".transformMap(x, y, ",
        ".startsWith(", ".matches(", ".format(", ".split(", ".substring(", ".containsIP(", ".replace(", "'10.0.0.0/8'",
        "'1.10'", "`a-b`",
        "// c\n", "\\", "'", "\"\"\"", "\u{0}", "\u{7F}", "é", "&", "=", "@",
    ]

    @Test func soupOfTokens() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("RandomTextTests seed \(seed)")
        var random = SplitMix64(seed: seed)
        let click = Click(ordinaryClick)
        var compiled = 0
        for _ in 0..<8000 {
            let count = Int.random(in: 1...9, using: &random)
            let source = (0..<count).map { _ in RandomTextTests.pieces.randomElement(using: &random) ?? "" }.joined()
            let loose = CELExpression.compile(source, variables: [("x", .int)], isChecked: false)
            #expect(
                (loose.expression == nil) == loose.diagnostics.contains { $0.severity == .error },
                "seed \(seed): \(source)")
            _ = loose.expression?.evaluate(["x": .int(1)])
            var patterns = PatternList()
            let strict = Condition.compile(source, schema: clickSchema, patterns: &patterns)
            #expect(
                (strict.condition == nil) == strict.diagnostics.contains { $0.severity == .error },
                "seed \(seed): \(source)")
            let renderer = DiagnosticRenderer(file: "f", source: source)
            for diagnostic in strict.diagnostics { #expect(!renderer.render(diagnostic).isEmpty) }
            guard let condition = strict.condition else { continue }
            compiled += 1
            _ = click.verdict(condition, try patterns.makeSet())
        }
        #expect(compiled > 10)
    }

    @Test func bytesThatAreNoText() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            var output: [UInt8] = []
            EvalRequest.answer(bytes.span, into: &output)
            #expect((try? JSONValue(parsing: output.span))?["error"] != nil)
        }
    }

    @Test func linesThatAreNoRequests() throws {
        for (line, message) in [
            ("{}", "`expr` is missing or not a string"), (#"{"expr":1}"#, "`expr` is missing or not a string"),
            (#"{"id":[1],"expr":"x","bindings":{"x":1}}"#, "a value must be an object with its type as only key"),
            (#"{"expr":"x","bindings":{"x":{"int":"a"}}}"#, #""a" is not a valid int"#),
            (#"{"expr":"x","bindings":{"x":{"bytes":"0"}}}"#, #""0" is not a valid bytes"#),
            (#"{"expr":"x","bindings":{"x":{"map":[[{"int":"1"}]]}}}"#, "a map entry must be a pair"),
            (#"{"expr":"x +"}"#, "1:4: the end of the expression is unexpected here"),
        ] {
            var output: [UInt8] = []
            EvalRequest.answer(Array(line.utf8).span, into: &output)
            let answer = try JSONValue(parsing: output.span)
            #expect(answer["error"] == .string(message))
            #expect(answer["id"] == (line.contains("[1]") ? [1] : .null))
        }
    }

    @Test(arguments: [
        "{\"null\":null}", "{\"bool\":true}", "{\"int\":\"-9223372036854775808\"}",
        "{\"uint\":\"18446744073709551615\"}",
        "{\"double\":\"-0.0\"}", "{\"double\":\"Infinity\"}", "{\"string\":\"a\\\"é\"}", "{\"bytes\":\"00ff\"}",
        "{\"type\":\"int\"}",
        "{\"list\":[{\"int\":\"1\"},{\"list\":[]}]}", "{\"map\":[[{\"string\":\"a\"},{\"null\":null}]]}",
        "{\"timestamp\":\"2024-01-01T00:00:00.5Z\"}", "{\"duration\":\"1.5s\"}", "{\"ip\":\"::1\"}",
        "{\"cidr\":\"10.0.0.0/8\"}",
        "{\"version\":\"1.10\"}",
    ])
    func typedValuesComeBackAsTheyWere(json: String) throws {
        let value = try CELValue(typed: JSONValue(parsing: json))
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { value.write(to: &$0) }
        #expect(String(decoding: output, as: UTF8.self) == json)
    }
}
