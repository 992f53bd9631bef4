import ByteText
import Foundation
import TestSupport
import Testing

@Suite("classify", .timeLimit(.minutes(20)))
struct ClassifyTests {
    @Test("the answers come in the order of the lines, on however many cores")
    func order() throws {
        let lines = (0..<20_000).map { "ExampleAgent/\($0) (iPhone; CPU iPhone OS 17_\($0 % 10) like Mac OS X)" }
        var outputs: Set<String> = []
        for workers in ["1", "2", "5"] {
            let outcome = try Program.run(
                ["classify", "--workers", workers], input: lines.joined(separator: "\n"), seconds: 120)
            #expect(outcome.code == 0)
            #expect(outcome.error == "")
            outputs.insert(outcome.output)
        }
        let output = try #require(outputs.first)
        #expect(outputs.count == 1)
        let answers = output.split(separator: "\n")
        #expect(answers.count == lines.count)
        for index in [0, 1, 9_999, 19_999] { #expect(answers[index].contains("ExampleAgent/\(index) ")) }
    }

    @Test(
        "lines may be JSON, end in CR LF, or be empty; one that can't be read is named, and all others are answered"
    )
    func lines() throws {
        let input =
            "curl/8.9.1\r\n\n{\"user_agent\": \"ExampleThing/1\", \"headers\": {\"Sec-CH-UA-Platform\": \"\\\"Windows\\\"\"}}"
        let answers = try Program.run(["classify"], input: input).lines.map { try JSONValue(parsing: String($0)) }
        #expect(answers.map { $0["user_agent"]?.string } == ["curl/8.9.1", "", "ExampleThing/1"])
        #expect(answers.map { $0["platform"]?.string } == ["unknown", "unknown", "windows"])
        #expect(answers.map { $0["bot_kind"]?.string } == ["library", nil, nil])
        #expect(answers.map { $0["store"]?.string } == ["none", "unknown", "none"])
        let firefox = "Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0"
        let answer = try #require(try Program.run(["classify"], input: firefox).lines.first)
        #expect(answer.hasSuffix(#""bot_kind":null,"store":"play","browser":"firefox","browser_version":"142.0"}"#))
        let agents = String(repeating: "curl/8.9.1\n", count: 10_000)
        // Regression: an agent `{{x` ended the run, and nine tenths of a file were not answered.
        let outcome = try Program.run(
            ["classify"], input: agents + "{\"user_agent\": 1}\n" + agents + "{{x\n" + agents, seconds: 60)
        #expect(outcome.code == 2)
        #expect(outcome.error.contains("line 10001: ") && outcome.error.contains("line 20002: not valid JSON"))
        #expect(outcome.error.hasSuffix("2 of 30,002 lines could not be read\n"))
        #expect(outcome.lines.count == 30_002)
        #expect(outcome.lines[20_001].hasPrefix(#"{"error":"not valid JSON"#))
        let nothing = try Program.run(["classify"], input: "")
        #expect(nothing.code == 0 && nothing.output == "" && nothing.error == "")
    }

    @Test("Ctrl-C ends it as the signal asks, behind a whole line")
    func interruption() throws {
        let folder = try ScratchFolder()
        let child = try Child(
            "/bin/bash",
            ["-c", #"exec "$0" classify > "$1/out" < <(yes ExampleAgent/1.0)"#, Program.path, folder.path])
        let output = folder.url.appending(path: "out")
        func written() -> Data { (try? Data(contentsOf: output)) ?? Data() }
        #expect(wait(seconds: 20) { !written().isEmpty })
        child.signal(SIGINT)
        #expect(child.waits(seconds: 60))
        #expect(child.wasKilled && child.code == SIGINT)
        #expect(written().last == 0x0A)
    }

    /// The errors of `yes` are discarded: it prints one if another test of this process ignores SIGPIPE.
    @Test("a reader that has enough is no error")
    func hangUp() throws {
        let script =
            #""$0" classify < <(yes ExampleAgent/1.0 2>/dev/null) | head -n 2; echo "${PIPESTATUS[0]}""#
        let child = try Child("/bin/bash", ["-c", script, Program.path])
        #expect(child.waits(seconds: 20))
        #expect(child.output.split(separator: "\n").count == 3)
        #expect(child.output.hasSuffix("\n0\n"))
        #expect(child.error == "")
    }
}
