import Foundation
import TestSupport
import Testing

/// The daemon within the restrictions of the shipped unit: `Tests/Smoke/hardening`.
@Suite("hardening")
struct HardeningTests {
    @Test("the daemon does all of its work within the unit's restrictions")
    func unit() throws {
        let script = RulesFolder.repository.appending(path: "Tests/Smoke/hardening").path()
        let child = try Child("/usr/bin/timeout", ["--kill-after=5", "300", "/bin/bash", script, Program.path])
        defer { child.kill() }
        #expect(child.waits(seconds: 310))
        #expect(child.code == 0, "\(child.output.suffix(2000))\n\(child.error.suffix(2000))")
        // Skipped checks, and restrictions that are unavailable here.
        print(child.error)
    }
}
