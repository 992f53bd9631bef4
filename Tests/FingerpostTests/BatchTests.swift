import ByteText
import Dispatch
import Foundation
import TestSupport
import Testing

/// `resolve` and related commands, given edge-case input.
@Suite("the command line, given bad input", .timeLimit(.minutes(20)))
struct BatchTests {
    private static let rules = RulesFolder.shippedRules.path()
    private static let good = #"{"id":1,"link":"https://example.page.link/WXYZ"}"#

    @Test(
        "a broken line gets its line, and the others theirs; line ends may be CRLF, the last may lack, and none is nothing"
    )
    func lines() throws {
        let bad = [
            #"{"id":2,oops"#, #"{"id":3,"link":"https://example.page.link/WXYZ","nope":1}"#, #"{"id":4}"#, "[]", "12",
            #"{"id":6,"link":7}"#, "\u{1}", #"{"id":7,"link":"x","device":{"platform":"martian"}}"#,
        ]
        let outcome = try Self.batch([Self.good] + bad + [Self.good])
        #expect(outcome.code == 2)
        try #require(outcome.lines.count == bad.count + 2)
        #expect(outcome.lines.first == outcome.lines.last)
        for (index, line) in outcome.lines.enumerated().dropFirst().dropLast() {
            let answer = try JSONValue(parsing: String(line))
            #expect(answer["decision"]?.string == "error")
            #expect(answer["error"]?["code"]?.string == "invalid-request")
            #expect(outcome.error.contains("line \(index + 1): "))
        }
        #expect(outcome.error.contains("nope"), "an unknown key is named")
        #expect(try JSONValue(parsing: String(outcome.lines[2]))["id"]?.number?.int == 3)
        let two = try Self.resolve(Self.good + "\r\n" + Self.good)
        #expect(two.code == 0 && two.lines.count == 2 && two.lines[0] == two.lines[1])
        let none = try Self.resolve("\n \r\n\n")
        #expect(none.code == 0 && none.output.isEmpty)
    }

    @Test("a reader that goes away ends the work without an error")
    func closedPipe() throws {
        let folder = try ScratchFolder()
        let lines = String(repeating: Self.good + "\n", count: 5000)
        let file = try folder.file("batch", lines)
        let script = "set -o pipefail; \"$0\" resolve --rules \"$1\" --batch \"$2\" | head -n 1"
        let child = try Child("/bin/bash", ["-c", script, Program.path, Self.rules, file.path()])
        #expect(child.waits(seconds: 30))
        #expect(child.code == 0, "\(child.error)")
        #expect(child.output.split(separator: "\n").count == 1)
        #expect(child.error.isEmpty)
    }

    @Test("a line of 5 MB is read once, and is refused without an echo")
    func longLine() throws {
        let link = "https://example.page.link/?link=" + String(repeating: "a", count: 5_000_000)
        let outcome = try Program.run(
            ["resolve", "--batch", "-", "--rules", Self.rules],
            input: "{\"id\":1,\"link\":\"\(link)\"}\n\(Self.good)\n", seconds: 60)
        try #require(outcome.lines.count == 2)
        #expect(outcome.lines[0].utf8.count < 10_000)
        #expect(try JSONValue(parsing: String(outcome.lines[0]))["decision"]?.string == "error")
        #expect(try JSONValue(parsing: String(outcome.lines[1]))["decision"]?.string == "continue_redirect")
    }

    @Test("bad usage is named on standard error, with nothing on standard output and exit code 2")
    func badUsage() throws {
        let link = "https://example.page.link/WXYZ"
        for (arguments, name) in [
            (["resolve"], "--batch"),
            (["resolve", link, "--device", #"{"plaform":"ios"}"#, "--rules", Self.rules], "plaform"),
            (["check", "/nonexistent/rules"], "/nonexistent/rules"), (["resolv"], "resolv"),
            (["replay", "/no/such.log", "--rules", Self.rules], "/no/such.log: "),
            (["compose", "--setings", "{}"], "--setings"),
        ] {
            let outcome = try Program.run(arguments)
            #expect(outcome.code == 2 && !outcome.wasKilled)
            #expect(outcome.error.contains(name), "\(outcome.error)")
            #expect(outcome.output.isEmpty)
        }
    }

    @Test("a decision that is an error has exit code 1, a good one 0, in both forms; help and version are no errors")
    func exitCodes() throws {
        for form in [[], ["--json"]] {
            let good = try Program.run(["resolve", "https://example.page.link/WXYZ", "--rules", Self.rules] + form)
            #expect(good.code == 0)
            #expect(good.output.contains("continue_redirect"))
            let bad = try Program.run(["resolve", "https://example.page.link/NOPE", "--rules", Self.rules] + form)
            #expect(bad.code == 1)
            #expect(bad.output.contains("unknown-link"))
        }
        #expect(try Program.run(["inspect", "https://example.page.link/WXYZ"]).code == 0)
        #expect(try Program.run(["inspect", "no link"]).code == 1)
        #expect(try Program.run(["check", Self.rules]).code == 0)
        #expect(try Program.run(["test", Self.rules]).code == 0)
        #expect(try Program.run(["--version"]).output.first?.isNumber == true)
        let help = try Program.run(["serve", "--help"])
        #expect(help.code == 0 && help.output.contains("USAGE: fingerpost serve"))
    }

    @Test("text that drives terminals is written out")
    func terminalControls() throws {
        let controls = "\u{1B}[31m\u{9B}31m\r\u{7}"
        let outcomes = [
            try Program.run(["resolve", "https://example.page.link/\(controls)", "--rules", Self.rules]),
            try Program.run(["resolve", "x", "--rules", Self.rules, "--device", "{\"\(controls)\":1}"]),
            try Program.run(["resolve", "x", "--rules", Self.rules, "--batch", controls]),
        ]
        for outcome in outcomes {
            let text = outcome.output + outcome.error
            for control in ["\u{1B}", "\u{9B}", "\r", "\u{7}"] { #expect(!text.contains(control), "\(text)") }
        }
    }

    /// Regression: answers were written in pieces of 64 KB, so that a program that waits for each of them hung.
    @Test("a program that asks line by line gets each answer before it asks on")
    func lineByLine() throws {
        let process = Process()
        process.executableURL = URL(filePath: Program.path)
        process.arguments = ["resolve", "--batch", "-", "--rules", Self.rules]
        let (questions, answers) = (Pipe.exclusive(), Pipe.exclusive())
        process.standardInput = questions
        process.standardOutput = answers
        try process.start()
        // Without an answer the read ends when the process does.
        DispatchQueue.global().asyncAfter(deadline: .now() + 60) {
            if process.isRunning { process.terminate() }
        }
        for _ in 0..<3 {
            try questions.fileHandleForWriting.write(contentsOf: Data((Self.good + "\n").utf8))
            let answer = String(decoding: answers.fileHandleForReading.availableData, as: UTF8.self)
            #expect(answer.hasPrefix(#"{"id":1,"decision":"#) && answer.hasSuffix("}\n"))
        }
        try questions.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    private static func batch(_ lines: [String]) throws -> Program.Outcome {
        try resolve(lines.joined(separator: "\n") + "\n")
    }

    private static func resolve(_ input: String) throws -> Program.Outcome {
        try Program.run(["resolve", "--batch", "-", "--rules", rules], input: input)
    }
}
