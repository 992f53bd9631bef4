import Foundation
import TestSupport
import Testing

/// Runs the commands in documents, and compares the results with the output that they show.
@Suite("documents")
struct DocumentTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// Every document of the repository that has commands.
    static let documents: [String] = {
        let skipped: Set<Substring> = [".build", ".git"]
        let root = RulesFolder.repository
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root.appending(path: "Sources").path())) ?? []
        return ["README.md"]
            + paths.filter { $0.hasSuffix(".md") && !skipped.contains($0.prefix { $0 != "/" }) }
            .map { "Sources/" + $0 }.sorted()
    }()

    @Test("the commands of a document produce the output it shows", arguments: documents)
    func commands(document: String) throws {
        let text = try String(contentsOf: RulesFolder.repository.appending(path: document), encoding: .utf8)
        let steps = DocumentSteps(text)
        for block in steps.notRun { print("not run: \(document), \(block)") }
        guard steps.steps.contains(where: \.action.runs) else { return }
        if let missing = Self.missing(for: text) { return print("not run: \(document): \(missing) is not installed") }
        let name = URL(filePath: document).deletingPathExtension().lastPathComponent
        try DocumentSession(name).run(steps)
    }

    /// The server that a document needs and this machine lacks.
    private static func missing(for text: String) -> String? {
        if text.contains("sudo -u postgres psql"), !PostgreSQLServer.isInstalled { return "PostgreSQL" }
        if text.contains("\ncaddy "), !FileManager.default.isExecutableFile(atPath: "/usr/bin/caddy") { return "Caddy" }
        let haproxy = FileManager.default.isExecutableFile(atPath: "/usr/sbin/haproxy")
        return text.contains("\nhaproxy -f") && !haproxy ? "HAProxy" : nil
    }

    @Test("a block that is not run has a reason")
    func reasons() throws {
        for document in Self.documents {
            let text = try String(contentsOf: RulesFolder.repository.appending(path: document), encoding: .utf8)
            let unsaid = DocumentSteps(text).notRun.filter { $0.hasSuffix(": ") }
            #expect(unsaid.isEmpty, "\(document): \(unsaid)")
        }
    }

    @Test("output is compared line by line, with … for what differs each time")
    func output() {
        func matches(_ printed: String, _ expected: String) -> Bool {
            DocumentOutput.matches(
                printed.split(separator: "\n", omittingEmptySubsequences: false),
                expected.split(separator: "\n", omittingEmptySubsequences: false))
        }
        #expect(matches("a\nb", "a\nb"))
        #expect(!matches("a\nb", "a"))
        #expect(!matches("a", "a\nb"))
        #expect(matches("at 12:00 of it", "at … of it"))
        #expect(!matches("at 12:00 of that", "at … of it"))
        #expect(matches("a\nb\nc\nd", "a\n…\nd"))
        #expect(matches("a\nd", "a\n…\nd"))
        #expect(!matches("a\nb\nc", "a\n…\nd"))
        #expect(matches("Date: Sat", "Date: …"))
        #expect(!matches("text and more", "text"))
    }

    @Test("what is said of a block counts, and output belongs to the commands before it")
    func marks() {
        let document = """
            ```sh
            one
            ```
            Words.
            ```text
            1
            ```
            <!-- not run: needs a cluster -->
            ```sh
            two
            ```
            <!-- file: a/b.yaml -->
            ```yaml
            three: 3
            ```
            <!-- exit: 2 -->
            ```sh
            four
            ```
            <!-- background -->
            ```sh
            five
            ```
            """
        let steps = DocumentSteps(document)
        #expect(steps.notRun == ["line 9: needs a cluster"])
        #expect(
            steps.steps.map(\.action) == [.run, .write(path: "a/b.yaml", appending: false), .fail(code: 2), .start])
        #expect(steps.steps.map(\.text) == ["one", "three: 3", "four", "five"])
        #expect(steps.steps.first?.expected == ["1"])
        #expect(steps.steps.map(\.line) == [1, 13, 17, 21])
    }
}
