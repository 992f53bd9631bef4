import Expressions
import Foundation
import Routing
import Rules
import Testing
import TestSupport
import Texts

@testable import fingerpost

/// `eval`: invalid options, and the format of results.
@Suite("eval, in memory")
struct EvalTests {
    @Test(
        "options that do not go together are bad usage",
        arguments: [
            (["1", "--batch", "-"], "--batch"), ([], "--batch"),
            (["--batch", "-", "--country", "IN"], "--batch contains"),
            (["x", "--bindings", "{}", "--ip", "::1"], "--bindings contains"),
            (["x", "--bindings", "{"], "not valid JSON"),
            (["link.code", "--request", "-", "--link", "x"], "--link"),
            (["link.code", "--country", "India"], "--country"),
            (["link.code", "--request", "/nonexistent/click"], "/nonexistent/click"),
            (["link.code", "--link", "x", "--rules", "/nonexistent"], "/nonexistent"),
        ])
    func usage(_ arguments: [String], _ part: String) throws {
        try CommandLineInMemory.expect(2, naming: part, ["eval"] + arguments)
    }

    @Test("a request that is not JSON, or states what is not a key, is bad usage")
    func requests() throws {
        let folder = try ScratchFolder()
        for (text, part) in [
            ("", "not a request"), ("{", "not a request"), ("{\"link\":\"x\",\"contry\":\"IN\"}", "contry"),
            ("{\"country\":\"IN\"}", "\"link\" is required"),
        ] {
            let file = try folder.file("click.json", text)
            try CommandLineInMemory.expect(
                2, naming: part,
                ["eval", "request.country", "--request", file.path(), "--rules", RulesFolder.shippedRules.path()])
        }
    }

    @Test("the result is a literal or the missing facts with their options")
    func answers() {
        #expect(EvalAnswer.value(.string("a\"b")).text == "\"a\\\"b\"")
        #expect(EvalAnswer.value(.int(7)).json == #"{"value":{"int":"7"}}"#)
        let unknown = EvalAnswer.unknown([.requestCountry, .linkCode])
        #expect(unknown.text == "unknown: needs request.country (--country), link.code (--link)")
        #expect(unknown.json == #"{"unknown":["request.country","link.code"]}"#)
        #expect(EvalAnswer.failed("no such key").json == #"{"error":"no such key"}"#)
    }

    @Test("codes and mail addresses in a value are masked")
    func masked() {
        let link = "https://a.example/?oobCode=\(PlantedSecrets.code)&apiKey=\(PlantedSecrets.key)"
        for text in [EvalAnswer.value(.string(link)).text, EvalAnswer.value(.string(link)).json] {
            #expect(!text.contains(PlantedSecrets.code) && !text.contains(PlantedSecrets.key), "\(text)")
        }
    }

    @Test("a fault shows its place with a caret, and the hint")
    func faults() throws {
        let source = "request.country == \"IN\" &&\n  device.plaform == \"ios\""
        let fault = try #require(throws: FactExpression.Fault.self) { try FactExpression(source) }
        #expect(
            fault.diagnostics.shown(in: source) == """
                2:3: error: unknown fact `device.plaform`
                      device.plaform == "ios"
                      ^
                    hint: did you mean `device.platform`?
                """)
    }
}
