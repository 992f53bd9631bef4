import Foundation
import TestSupport
import Testing

/// A team's first hour, with the program's commands alone: `Tests/Smoke/hour`.
@Suite("the first hour")
struct HourTests {
    @Test(
        "from an empty folder to a site that is served, imported, proxied and replayed",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/sbin/nginx"), "SKIPPED: needs nginx"))
    func hour() throws {
        let script = RulesFolder.repository.appending(path: "Tests/Smoke/hour").path()
        let child = try Child("/usr/bin/timeout", ["--kill-after=5", "240", "/bin/bash", script, Program.path])
        defer { child.kill() }
        #expect(child.waits(seconds: 250))
        #expect(child.code == 0, "\(child.output.suffix(2000))\n\(child.error.suffix(2000))")
        #expect(child.output.contains("hour: done"))
    }
}
