import ByteText
import Foundation
import TestSupport
import Testing

/// A replay interrupted by Ctrl-C.
@Suite("an interrupted replay", .timeLimit(.minutes(20)))
struct ReplayInterruptionTests {
    private static let line =
        "192.0.2.1 - - [01/Nov/2026:10:00:00 +0000] \"GET /WXYZ HTTP/1.1\" 302 0 \"-\" \"\(Agents.android)\"\n"

    /// Replays a pipe that stays open, and interrupts the replay after it has read some lines.
    private static func interrupted(_ arguments: String...) throws -> Child {
        // A child that fails early must not kill the tests by SIGPIPE.
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe.exclusive()
        let child = try Child(
            Program.path, ["replay", "-", "--host", "example.page.link", "--format", "combined"] + arguments,
            standardInput: pipe.fileHandleForReading)
        try pipe.fileHandleForWriting.write(contentsOf: Data(String(repeating: line, count: 40_000).utf8))
        child.signal(SIGINT)
        #expect(child.waits(seconds: 30), "it goes on after Ctrl-C")
        // A shell reports 128 plus the signal number.
        #expect(child.wasKilled && child.code == SIGINT, "\(child.code) \(child.error)")
        #expect(child.error.contains("interrupted: the logs were not read to the end"), "\(child.error)")
        return child
    }

    @Test("reports what was read, and says that this is not all")
    func report() throws {
        let text = try Self.interrupted().output
        #expect(text.contains("The replay was interrupted") && text.contains("app_open"), "\(text)")
        let json = try JSONValue(parsing: Self.interrupted("--json").output)
        #expect(json["interrupted"] == true)
        #expect(json["lines"]?["decided"]?.number?.int ?? 0 > 1_000)
        let folder = try ScratchFolder()
        let page = folder.path + "page.html"
        _ = try Self.interrupted("--report", page)
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("The replay was interrupted"))
    }

    @Test("prints no part, which would pass for a whole one")
    func part() throws {
        let child = try Self.interrupted("--partial")
        #expect(child.output.isEmpty)
        #expect(child.error.contains("no part is printed"))
    }

    @Test("that follows a log ends well, as it has no other end")
    func follow() throws {
        let folder = try ScratchFolder()
        let log = try folder.file("log", String(repeating: Self.line, count: 10)).path()
        let export = folder.path + "export.jsonl"
        let child = try Child(
            Program.path,
            ["replay", log, "--host", "example.page.link", "--follow", "--json", "--export", export])
        defer { child.kill() }
        // The lines of the export are written as soon as those of the log are read.
        #expect(
            wait(seconds: 60) {
                (try? String(contentsOfFile: export, encoding: .utf8).split(separator: "\n").count) == 10
            })
        child.signal(SIGINT)
        #expect(child.waits(seconds: 30) && child.code == 0 && !child.wasKilled, "\(child.error)")
        let report = try JSONValue(parsing: child.output)
        #expect(report["interrupted"] == false && report["lines"]?["decided"] == 10, "\(child.output)")
        let refused = try Program.run(["replay", log, "--follow", "--partial"])
        #expect(refused.code == 2 && refused.error.contains("--follow"), "\(refused.error)")
    }
}
