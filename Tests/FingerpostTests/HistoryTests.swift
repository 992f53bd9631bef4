import Foundation
import TestSupport
import Testing

/// Three nodes of one source under writers, readers and faults: `Tests/Nodes/history`.
@Suite("the history of many nodes")
struct HistoryTests {
    private static let isInstalled =
        PostgreSQLServer.isInstalled && WireProxy.isInstalled
        && FileManager.default.isExecutableFile(atPath: "/usr/bin/psql")

    @Test(
        "nothing that was acknowledged is lost, and nothing is made twice",
        .enabled(if: isInstalled, "SKIPPED: needs postgresql and python3"))
    func history() throws {
        let script = RulesFolder.repository.appending(path: "Tests/Nodes/history").path()
        let child = try Child(
            "/usr/bin/timeout",
            ["--kill-after=5", "240", "/usr/bin/python3", script, "--program", Program.path, "--rounds", "1"])
        defer { child.kill() }
        #expect(child.waits(seconds: 250))
        #expect(child.code == 0, "\(child.output.suffix(6000))\n\(child.error.suffix(2000))")
        #expect(child.output.contains("history: all rounds passed"))
    }
}
