import Configuration
import Foundation
import Testing

@testable import Rules

/// Regression: `sites/acme.yml` was silently ignored, and its author looked for the fault in the site.
@Suite("Files that are not read")
struct IgnoredFileTests {
    private static func load(_ names: [String]) throws -> LoadedRules {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fingerpost-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in names {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(LoadTests.site.utf8).write(to: file)
        }
        return try RuleDirectory.load(path: folder.path())
    }

    @Test(
        "a file that looks like rules is named, with the name that it needs",
        arguments: [("sites/acme.yml", "acme.yaml"), ("acme.YAML", "acme.yaml"), ("a.cases.yml", "a.cases.yaml")])
    func named(name: String, wanted: String) throws {
        let loaded = try Self.load(["sites/example.yaml", name])
        #expect(loaded.sites.count == 1)
        #expect(loaded.files == ["sites/example.yaml"])
        #expect(loaded.diagnostics.map(\.code) == [.ignoredFile])
        #expect(loaded.diagnostics.first?.severity == .warning)
        #expect(loaded.diagnostics.first?.path.hasSuffix(name) ?? false)
        #expect(loaded.diagnostics.first?.hint == "rename it: `\(wanted)`")
    }

    @Test(
        "other files are ignored silently", arguments: ["README.md", "site.schema.json", ".hidden.yml", "a.yaml.orig"])
    func others(name: String) throws {
        #expect(try Self.load(["sites/example.yaml", name]).diagnostics.isEmpty)
    }
}
