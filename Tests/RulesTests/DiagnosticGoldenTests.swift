import Configuration
import Foundation
import Testing

@testable import Rules

/// Each folder of `Diagnostics` is a rules directory with faults, and the complete diagnostics.
///
/// After changing messages, run with FINGERPOST_WRITE_GOLDENS=1 and review the diff.
@Suite("Messages about files")
struct DiagnosticGoldenTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "Diagnostics")

    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

    @Test("every folder is found")
    func count() {
        #expect(Self.names.count == 39)
    }

    @Test(arguments: names)
    func golden(name: String) throws {
        let directory = Self.folder.appendingPathComponent(name).path
        let loaded = try RuleDirectory.load(path: directory)
        let rendered = loaded.diagnostics.map { $0.rendered.replacing(directory + "/", with: "") + "\n" }.joined()
        let golden = "\(directory)/expected.txt"
        if ProcessInfo.processInfo.environment["FINGERPOST_WRITE_GOLDENS"] != nil {
            try rendered.write(toFile: golden, atomically: true, encoding: .utf8)
        }
        #expect(!loaded.diagnostics.isEmpty)
        #expect(rendered == (try String(contentsOfFile: golden, encoding: .utf8)))
    }
}
