import Foundation
import TestSupport
import Testing

/// Three nodes of one source under writers, readers and faults: `Tests/Nodes/history`.
@Suite("the history of many nodes")
struct HistoryTests {
    private static let script = RulesFolder.repository.appending(path: "Tests/Nodes/history").path()
    private static let isInstalled =
        PostgreSQLServer.isInstalled && WireProxy.isInstalled
        && FileManager.default.isExecutableFile(atPath: "/usr/bin/psql")

    /// Rounds with random faults, and with the fault that loses acknowledged writes.
    @Test(
        "nothing that was acknowledged is lost, and nothing is made twice",
        .enabled(if: isInstalled, "SKIPPED: needs postgresql and python3"),
        arguments: [[], ["--fault", "promote-behind"]])
    func history(options: [String]) throws {
        let run = [
            "--kill-after=5", "240", "/usr/bin/python3", Self.script, "--program", Program.path, "--rounds", "1",
        ]
        let child = try Child("/usr/bin/timeout", run + ["--seconds", "4"] + options)
        defer { child.kill() }
        #expect(child.waits(seconds: 250))
        #expect(child.code == 0, "\(child.output.suffix(6000))\n\(child.error.suffix(2000))")
        #expect(child.output.contains("history: all rounds passed"))
    }

    /// A checker that finds nothing proves nothing: `falsified.json` contains a valid history, and ways to falsify it.
    @Test(
        "falsified histories are found",
        .enabled(if: WireProxy.isInstalled, "SKIPPED: needs python3"))
    func falsified() throws {
        let child = try Child("/usr/bin/python3", [Self.script, "--falsified"])
        defer { child.kill() }
        #expect(child.waits(seconds: 60))
        #expect(child.code == 0, "\(child.output)\(child.error)")
    }

    @Test(
        "a node that does not start leaves no process behind",
        .enabled(if: isInstalled, "SKIPPED: needs postgresql and python3"), .timeLimit(.minutes(20)))
    func failedStart() throws {
        let folder = try ScratchFolder()
        let program = """
            #!/bin/sh
            [ "$1" != serve ] || exit 7
            exec \(Program.path) "$@"
            """
        let path = try folder.file("program", program).path()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let run = [Self.script, "--program", path, "--rounds", "1", "--keep"]
        let child = try Child("/usr/bin/python3", run)
        defer { child.kill() }
        #expect(child.waits(seconds: 120))
        #expect(child.code == 1 && child.error.contains("the node a has ended"), "\(child.error.suffix(2000))")
        let kept = String(try #require(child.output.firstMatch(of: /kept: (.+)/)).output.1)
        defer { try? FileManager.default.removeItem(atPath: kept) }
        let left = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { process in
            let words = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
            return Int(process) != nil && words?.contains(kept) == true
        }
        #expect(left == [])
        // The server was running, and shut down cleanly.
        let log = try String(contentsOfFile: "\(kept)/postgresql.log", encoding: .utf8)
        #expect(log.contains("database system is shut down"))
    }
}
