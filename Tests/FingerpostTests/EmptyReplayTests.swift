import ByteText
import Foundation
import TestSupport
import Testing

/// Regression: a log without a readable line was a success, in CI too: `--fail-on-change` found no change in nothing.
@Suite("a replay that decides nothing", .timeLimit(.minutes(20)))
struct EmptyReplayTests {
    private static let click =
        "192.0.2.1 - - [01/Nov/2026:10:00:00 +0000] \"GET /WXYZ HTTP/1.1\" 302 0 \"-\" \"\(Agents.android)\"\n"
    private static let host = ["--host", "example.page.link"]
    private static let rules = RulesFolder.shippedRules.path()

    @Test(
        "fails with a sentence, whatever it was asked for",
        arguments: [
            [], ["--json"], ["--against", rules, "--fail-on-change"], ["--partial"], ["--export", "-"], ["--follow"],
        ])
    func everyOutput(options: [String]) throws {
        let folder = try ScratchFolder()
        let log = try folder.file("log", "no line of a log\nnor this\n").path()
        let input = try FileHandle(forReadingFrom: URL(filePath: log))
        // A pipe ends even if it is followed.
        let arguments = (["replay", "-", "--format", "combined"] + options + Self.host).map { "'\($0)'" }
        let child = try Child(
            "/bin/sh", ["-c", "cat | '\(Program.path)' \(arguments.joined(separator: " "))"], standardInput: input)
        #expect(child.waits(seconds: 60))
        #expect(child.code == 2)
        #expect(
            child.error.contains(
                "standard input: nothing could be read as combined: 2 lines (2 × does not have the fields of the format); set --format"
            ),
            "\(child.error)")
    }

    @Test("fails if one log of several can't be read, and if lines are no clicks; not if there is no line")
    func several() throws {
        let folder = try ScratchFolder()
        let (good, bad) = (try folder.file("good", Self.click).path(), try folder.file("bad", "nothing\n").path())
        let posts = try folder.file("posts", Self.click.replacing("GET", with: "POST")).path()
        let mixed = try Program.run(["replay", good, bad, "--format", "combined"] + Self.host)
        #expect(
            mixed.code == 2 && mixed.error.contains("\(bad): nothing could be read as combined: 1 line"),
            "\(mixed.error)")
        #expect(mixed.output.contains("2 lines: 1 decided"))
        let alone = try Program.run(["replay", posts] + Self.host)
        #expect(
            alone.code == 2 && alone.error.contains("\(posts): nothing was decided: 1 line (method 1)"),
            "\(alone.error)"
        )
        #expect(try Program.run(["replay", posts, good] + Self.host).code == 0)
        let nameless = try Program.run(["replay", good])
        #expect(nameless.code == 2 && nameless.error.contains("unknown-host 1); set the requested host with --host"))
        let empty = try folder.file("empty", "").path()
        #expect(try Program.run(["replay", empty] + Self.host).code == 0)
    }

    /// One of many machines may have a log without clicks: its part is merged like any other.
    @Test("fails when its parts are merged")
    func parts() throws {
        let folder = try ScratchFolder()
        let posts = try folder.file("posts", Self.click.replacing("GET", with: "POST")).path()
        let good = try folder.file("good", Self.click).path()
        let part = try Program.run(["replay", posts, "--partial"] + Self.host)
        let other = try Program.run(["replay", good, "--partial"] + Self.host)
        #expect(part.code == 0 && other.code == 0)
        let (one, two) = (try folder.file("1", part.output).path(), try folder.file("2", other.output).path())
        let alone = try Program.run(["merge", one])
        #expect(alone.code == 2 && alone.error.contains("nothing was decided: 1 line (method 1)"), "\(alone.error)")
        #expect(try Program.run(["merge", one, two]).code == 0)
    }

    @Test("names what other commands can't read as lines either")
    func foreignText() throws {
        let folder = try ScratchFolder()
        let text = try #require("Mozilla/5.0\n".data(using: .utf16))
        let path = folder.path + "agents.txt"
        try text.write(to: URL(filePath: path))
        let outcome = try Program.run(["classify", "--batch", path])
        #expect(outcome.code == 2 && outcome.output == "")
        #expect(
            outcome.error.contains("\(path): is text in UTF-16; convert it first: iconv -f UTF-16 -t UTF-8"),
            "\(outcome.error)")
        try Data([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]).write(to: URL(filePath: path))
        #expect(try Program.run(["resolve", "--batch", path]).error.contains("is compressed with xz"))
        // A byte order mark is not part of an agent.
        try (Data([0xEF, 0xBB, 0xBF]) + Data("curl/8.9.1\n".utf8)).write(to: URL(filePath: path))
        let marked = try Program.run(["classify", "--batch", path])
        #expect(try JSONValue(parsing: marked.output)["user_agent"] == "curl/8.9.1", "\(marked.output)")
    }
}
