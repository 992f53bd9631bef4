import ByteText
import Testing

@testable import Configuration

/// The tree of a document, and refused features: YAML 1.2's core schema, limited to JSON's data model.
@Suite("YAML documents")
struct YAMLDocumentTests {
    private static func parse(_ text: String) -> (root: ConfigurationNode?, faults: [String]) {
        let log = DiagnosticLog(file: SourceFile(name: "a.yaml", text: text))
        let root = ConfigurationNode.parsing(yaml: text.utf8.span, log: log)
        let faults = log.sorted.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.message)" }
        return (root, faults)
    }

    private static func json(_ text: String) -> String? {
        let (root, faults) = parse(text)
        #expect(faults.isEmpty)
        return root.map { "\($0.json(log: DiagnosticLog(root: "")))" }
    }

    @Test(
        "what is not quoted has the type that YAML 1.2 gives it",
        arguments: [
            ("", "nothing"), ("~", "nothing"), ("null", "nothing"), ("Null", "nothing"), ("NULL", "nothing"),
            ("nULL", "text"), ("true", "`true`"), ("True", "`true`"), ("TRUE", "`true`"), ("tRUE", "text"),
            ("false", "`false`"), ("False", "`false`"), ("FALSE", "`false`"), ("yes", "text"), ("off", "text"),
            ("0", "the number 0"), ("-12", "the number -12"), ("+3", "the number +3"), ("1.10", "the number 1.10"),
            (".5", "the number .5"), ("5.", "the number 5."), ("1e3", "the number 1e3"), ("1E-3", "the number 1E-3"),
            ("0x1F", "the number 0x1F"), ("0x", "text"), ("0xg", "text"), ("0o17", "the number 0o17"), ("0o8", "text"),
            (".inf", "the number .inf"), ("-.INF", "the number -.INF"), (".nan", "the number .nan"), ("-.nan", "text"),
            ("1.2.3", "text"), (".", "text"), ("+", "text"), ("1e", "text"), ("1e+", "text"),
            ("12345678", "the number 12345678"),
            ("'1'", "text"), ("\"true\"", "text"), ("!!str 1", "text"),
        ])
    func types(text: String, kind: String) {
        #expect(Self.parse("a: \(text)\n").root?.entry("a")?.kind == kind)
    }

    @Test("nodes keep their order, their texts and their places")
    func places() throws {
        let root = try #require(Self.parse("a:\n  - 'b'\n  - {c: \"d\\n\", e: []}\nü: |\n  f\n").root)
        let list = try #require(root.entry("a"))
        guard case .list(let elements) = list.content else {
            Issue.record("not a list")
            return
        }
        #expect(elements.map(\.kind) == ["text", "a mapping"])
        #expect(elements[0].textValue == "b" && elements[0].mark == SourceMark(line: 2, column: 5))
        #expect(elements[1].entries.map(\.name) == ["c", "e"])
        #expect(elements[1].entry("c")?.textValue == "d\n")
        #expect(elements[1].entry("e")?.mark == SourceMark(line: 3, column: 19))
        #expect(root.entry("ü")?.textValue == "f\n")
        #expect(root.entries.map(\.name) == ["a", "ü"])
    }

    @Test("a detached node keeps its content, without the rest of the document")
    func detached() throws {
        let root = try #require(Self.parse("x: before\na: {b: [1, two], c: null}\nz: after\n").root)
        let node = try #require(root.entry("a"))
        let copy = node.detached
        #expect("\(copy.json(log: DiagnosticLog(root: "")))" == "\(node.json(log: DiagnosticLog(root: "")))")
        #expect(copy.mark == node.mark && copy.entry("c")?.isNull == true)
        #expect(copy.entry("b")?.detached.mark == node.entry("b")?.mark)
        let json = ConfigurationNode(json: .array([.string("a"), .object(JSONObject())]))
        #expect(json.detached.kind == "a list" && json.detached.mark == nil)
    }

    @Test(
        "what two readers could understand differently is refused, all of it at once",
        arguments: [
            ("a: &x [1, *x]\nb: *x\nc: &x 2\n", ["1:4 anchors are not allowed", "3:4 anchors are not allowed"]),
            ("&x a: 1\nb: 2\n", ["1:1 anchors are not allowed"]),
            ("a: *x\n", ["1:4 not valid YAML: found undefined alias"]),
            (
                "a: !!int 1\nb: !c []\n",
                ["1:4 the tag `tag:yaml.org,2002:int` is not allowed", "2:4 the tag `!c` is not allowed"]
            ),
            (
                "? [a]\n: b\nc: &x 1\n",
                ["1:3 a key must be a name, not a list or a mapping", "3:4 anchors are not allowed"]
            ),
            ("a: 1\nb: {c: 1, c: 2}\n\"a\": 3\n", ["2:11 the key `c` appears twice", "3:1 the key `a` appears twice"]),
            ("a: 1\n--- \nb: 2\n", ["2:1 only one document per file is allowed"]),
            ("", ["1:1 the file is empty"]), ("# nothing\n", ["1:1 the file is empty"]),
            ("é: a\u{7}\n", ["1:5 control characters are not allowed in YAML"]),
        ])
    func refused(text: String, faults: [String]) {
        #expect(Self.parse(text).faults == faults)
    }

    @Test("a key that is repeated among many is found")
    func manyKeys() {
        let names = (0..<500).map { "key-\($0)" }
        let text = (names + ["key-3", "key-499", "other"]).map { "\($0): 1\n" }.joined()
        let (root, faults) = Self.parse(text)
        #expect(faults == ["501:1 the key `key-3` appears twice", "502:1 the key `key-499` appears twice"])
        #expect(root?.entries.map(\.name) == names + ["other"])
    }

    @Test("nesting ends before the stack does")
    func depth() {
        let allowed = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
        #expect(Self.parse(allowed).faults.isEmpty)
        let faults = Self.parse(String(repeating: "[", count: 100_000)).faults
        #expect(faults == ["1:202 not valid YAML: nested more than 200 deep"])
    }

    @Test("JSON and YAML make the same tree")
    func json() throws {
        let text = #"{"a": [1, "two", {"b": null}], "c": {"d": true, "e": 1.10}}"#
        let value = try JSONValue(parsing: text)
        #expect(Self.json(text) == "\(value)")
        #expect("\(ConfigurationNode(json: value).json(log: DiagnosticLog(root: "")))" == "\(value)")
    }

    @Test(
        "lines end at every kind of break, wherever it appears",
        arguments: ["\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{2029}"])
    func lineBreaks(lineBreak: String) {
        for (before, after) in [("a", "b"), ("~", "\t"), ("é", "—"), ("\u{2027}", "\u{AD}")] {
            for count in 0..<20 {
                let first = String(repeating: before, count: count)
                let file = SourceFile(name: "a.yaml", text: "\(first)\(lineBreak)\(after)c\(lineBreak)")
                #expect(file.lineCount == 3)
                #expect(file.line(1) == first && file.line(2) == "\(after)c" && file.line(3) == "")
            }
        }
    }
}
