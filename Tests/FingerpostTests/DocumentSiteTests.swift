import Foundation
import TestSupport
import Testing

/// The documentation as a web site, and its required contents.
@Suite("the site of the documents")
struct DocumentSiteTests {
    private static let docc = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/docc" }

    @Test(
        "it builds, and each link leads somewhere",
        .enabled(
            if: docc.contains { FileManager.default.isExecutableFile(atPath: $0) }, "skipped: this Swift has no docc"),
        .timeLimit(.minutes(20)))
    func site() throws {
        let folder = try ScratchFolder()
        let site = folder.url.appending(path: "site")
        let child = try Child(RulesFolder.repository.appending(path: ".docs/build").path(), [site.path()])
        defer { child.kill() }
        #expect(child.waits(seconds: 600), "docc takes too long")
        #expect(child.code == 0, "\(child.output) \(child.error)")
        for page in ["fingerpost", "fingerpost/start", "fingerpost/handbook", "fingerpost/httpapi"] {
            let file = site.appending(path: "documentation/\(page)/index.html").path()
            #expect(FileManager.default.fileExists(atPath: file), "\(page)")
        }
        let entries = try String(contentsOf: site.appending(path: "search/entries.js"), encoding: .utf8)
        for page in ["start", "handbook", "source", "commands"] {
            #expect(entries.contains("\"documentation/fingerpost/\(page)/\""), "\(page)")
        }
    }

    @Test("the handbook has each alert that is shipped, and no other")
    func alerts() throws {
        func names(_ path: String, _ pattern: Regex<(Substring, Substring)>) throws -> [Substring] {
            let text = try String(contentsOf: RulesFolder.repository.appending(path: path), encoding: .utf8)
            return text.matches(of: pattern).map(\.1).sorted()
        }
        let shipped = try names("systemd/prometheus-alerts.yaml", /- alert: (\w+)/)
        #expect(shipped.count >= 14)
        #expect(try names("Sources/Serving/Daemon/Daemon.docc/Handbook.md", /(?m)^\| (Fingerpost\w+) \|/) == shipped)
    }
}
