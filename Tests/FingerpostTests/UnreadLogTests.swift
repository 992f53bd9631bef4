import ByteText
import Foundation
import TestSupport
import Testing

/// Logs that can't be read to the end: the part read is reported, and never with the exit code of success.
@Suite("a log that is cut off", .timeLimit(.minutes(20)))
struct UnreadLogTests {
    private static let line =
        "192.0.2.1 - - [01/Nov/2026:10:00:00 +0000] \"GET /WXYZ HTTP/1.1\" 302 0 \"-\" \"\(Agents.android)\"\n"

    /// A log of 20,000 distinct clicks, whole and truncated in the middle.
    private static func logs(_ folder: ScratchFolder) throws -> (whole: String, cut: String) {
        let text = (10_000..<30_000).map { line.replacing("/WXYZ", with: "/WXYZ?n=\($0 &* 2_654_435_761)") }.joined()
        let log = try folder.file("log", text).path()
        let shell = try Child("/bin/sh", ["-c", "gzip -c '\(log)' > '\(log).gz'"])
        #expect(shell.waits(seconds: 20))
        let bytes = try Data(contentsOf: URL(filePath: log + ".gz"))
        try bytes.prefix(bytes.count / 2).write(to: URL(filePath: log + ".cut.gz"))
        return (log + ".gz", log + ".cut.gz")
    }

    private static let host = ["--host", "example.page.link"]

    @Test("is named, the clicks read from it and from the others are reported, and the exit code is 2")
    func report() throws {
        let folder = try ScratchFolder()
        let (whole, cut) = try Self.logs(folder)
        let sound = try Program.run(["replay", whole, "--json"] + Self.host)
        #expect(sound.code == 0)
        let page = folder.path + "/page.html"
        let outcome = try Program.run(["replay", cut, whole, "--json", "--report", page] + Self.host)
        #expect(outcome.code == 2)
        #expect(
            outcome.error.contains(
                "the file could not be read to the end: the compressed data is truncated"), "\(outcome.error)")
        #expect(outcome.error.contains(cut) && outcome.error.contains("1 of 2 logs was not read to the end"))
        let json = try JSONValue(parsing: outcome.output)
        let decided = try #require(json["lines"]?["decided"]?.number?.int)
        #expect(decided > 20_000 && decided < 40_000)
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("the compressed data is truncated"))
    }

    @Test("neither a comparison nor a verification of it succeeds, and it makes no part")
    func verdicts() throws {
        let folder = try ScratchFolder()
        let (_, cut) = try Self.logs(folder)
        let rules = RulesFolder.shippedRules.path()
        let compared = try Program.run(["replay", cut, "--against", rules, "--fail-on-change"] + Self.host)
        #expect(compared.code == 2 && compared.output.contains("could not be read to the end"), "\(compared.error)")
        let part = try Program.run(["replay", cut, "--partial"] + Self.host)
        #expect(part.code == 2 && part.output == "" && part.error.contains("no part is printed"), "\(part.error)")

        let decisions = folder.path + "/decisions.log"
        let daemon = try RunningDaemon(flags: ["--decision-log", decisions])
        for _ in 0..<50 { _ = try daemon.click("/WXYZ") }
        #expect(daemon.stop() == 0)
        let shell = try Child(
            "/bin/sh", ["-c", "gzip -c decisions.log | head -c -9 > cut.gz"], folder: folder.path)
        #expect(shell.waits(seconds: 20))
        let verified = try Program.run(["replay", folder.path + "/cut.gz", "--verify"])
        #expect(verified.code == 2, "\(verified.output)\(verified.error)")
        #expect(verified.output.contains("decisions are the same") || verified.error.contains("no decisions"))
    }

    @Test("through a pipe, too, followed or not", arguments: [[], ["--follow"]])
    func pipe(_ more: [String]) throws {
        let folder = try ScratchFolder()
        defer { withExtendedLifetime(folder) {} }
        let (_, cut) = try Self.logs(folder)
        let input = try FileHandle(forReadingFrom: URL(filePath: cut))
        let child = try Child(
            "/bin/sh", ["-c", "cat | '\(Program.path)' replay - --json \((Self.host + more).joined(separator: " "))"],
            standardInput: input)
        #expect(child.waits(seconds: 60))
        #expect(child.code == 2 && child.error.contains("the compressed data is truncated"), "\(child.error)")
        #expect(try JSONValue(parsing: child.output)["lines"]?["decided"]?.number?.int ?? 0 > 1_000)
    }

    @Test("a disk that fails is no end")
    func failure() throws {
        let folder = try ScratchFolder()
        let log = try folder.file("log", Self.line).path()
        // A file that exists everywhere, and fails at the first read.
        let outcome = try Program.run(["replay", "/proc/self/mem", log, "--json"] + Self.host)
        #expect(outcome.code == 2 && outcome.error.contains("Input/output error"), "\(outcome.error)")
        #expect(try JSONValue(parsing: outcome.output)["lines"]?["decided"]?.number?.int == 1)
    }
}
