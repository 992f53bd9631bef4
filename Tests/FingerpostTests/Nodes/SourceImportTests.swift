import Foundation
import TestSupport
import Testing

/// `link import --source`: reports each line as an import into a local store does.
@Suite("importing to a source", .enabled(if: PostgreSQLServer.isInstalled), .timeLimit(.minutes(20)))
struct SourceImportTests {
    /// Links, one of them twice, one twice with other contents, and one on a domain without a site.
    private static let lines = """
        link,long_link
        https://example.page.link/a,https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fa&apn=com.example.android
        https://example.page.link/b,https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fb&apn=com.example.android
        https://example.page.link/c,https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fc&apn=com.example.android
        https://example.page.link/d,https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fd&apn=com.example.android
        https://example.page.link/a,https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fa&apn=com.example.android
        https://example.page.link/b,https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fz&apn=com.example.android
        https://nowhere.page.link/b,https://nowhere.page.link/?link=https%3A%2F%2Fwww.example.com%2Fz&apn=com.example.android

        """

    /// Existing links: `a` as in the file, `c` leading elsewhere, `d` deleted.
    private static let before = [
        (
            "a",
            "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fa&apn=com.example.android"
        ),
        (
            "c",
            "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fother&apn=com.example.android"
        ),
        (
            "d",
            "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fd&apn=com.example.android"
        ),
    ]

    private struct Result: Equatable {
        var output: String
        var report: String
        var rejects: String
        var code: Int32
    }

    private let rules: RulesFolder
    private let folder: ScratchFolder
    private let file: String

    init() throws {
        rules = try RulesFolder(site: ParityCase.site)
        folder = try ScratchFolder()
        file = try folder.file("links.csv", Self.lines).path()
    }

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    private func run(_ words: [String], input: String = "") throws -> Program.Outcome {
        try Program.run(words, input: input, environment: ["TMPDIR": folder.path])
    }

    private func `import`(_ file: String, _ place: [String], _ name: String, input: String = "") throws -> Result {
        let outcome = try run(
            [
                "link", "import", file, "--rules", rules.path, "--report", path(name + ".report"), "--rejects",
                path(name + ".rejects"), "--force",
            ] + place, input: input)
        func text(_ suffix: String) -> String {
            (try? String(contentsOfFile: path(name + suffix), encoding: .utf8)) ?? ""
        }
        return Result(
            output: outcome.output.replacing("in the store", with: "at the source"),
            // Sorted, since the order of lines is not guaranteed.
            report: text(".report").split(separator: "\n").sorted().joined(separator: "\n"),
            rejects: text(".rejects").split(separator: "\n").sorted().joined(separator: "\n"), code: outcome.code)
    }

    private func seed(_ store: String) throws {
        let rows = Self.before.map { "https://example.page.link/\($0.0),\($0.1)\n" }.joined()
        let seed = try folder.file("seed.csv", "link,long_link\n" + rows).path()
        #expect(try run(["link", "import", seed, "--rules", rules.path, "--store", store]).code == 0)
        let deleted = try run(["link", "delete", "example.page.link/d", "--store", store, "--rules", rules.path])
        #expect(deleted.code == 0, "\(deleted.error)")
    }

    @Test("the same lines are refused, for the same reasons, in the same files, as into a store")
    func parity() throws {
        let server = try PostgreSQLServer()
        let source = ["--source", server.networkURL]
        #expect(try run(["source", "init"] + source).code == 0)
        let store = path("one")
        try seed(store)
        try seed(path("pushed"))
        #expect(try run(["source", "push", "--store", path("pushed")] + source).code == 0)
        let expected = try self.import(file, ["--store", store], "store")
        #expect(expected.code == 1 && expected.report.split(separator: "\n").count == 4, "\(expected)")
        #expect(try self.import(file, source, "source") == expected)
        #expect(try server.sql("SELECT count(*) FROM fp_link WHERE NOT deleted") == "3\n")
        #expect(try server.sql("SELECT count(*) FROM fp_import") == "0\n")
        // Again, and from standard input.
        let again = try self.import(file, ["--store", store], "store")
        #expect(try self.import("-", source, "source", input: Self.lines) == again)
        #expect(again.output.contains("2 already at the source"), "\(again.output)")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!left.contains { $0.hasPrefix("fingerpost-import") }, "\(left)")
        #expect(try run(["source", "check", "--all"] + source).code == 0)
    }

    @Test("without refusals nothing is read twice, and a node has the links")
    func node() throws {
        let server = try PostgreSQLServer()
        #expect(try run(["source", "init", "--source", server.networkURL]).code == 0)
        let rows = (0..<3_000).map {
            "https://example.page.link/N\($0),https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F\($0)"
                + "&apn=com.example.android\n"
        }
        let many = try folder.file("many.csv", "link,long_link\n" + rows.joined()).path()
        let node = try LinkServer(flags: ["--source", server.networkURL, "--node", "a"])
        let made = try self.import(many, ["--source", server.networkURL], "many")
        #expect(made.code == 0 && made.output == "3,000 links imported, 0 refused\n", "\(made)")
        #expect(wait(seconds: 20) { (try? node.daemon.click("/N2999").status) == 302 })
        // Marks are for stores that are pushed again. A request's key has 16 bytes, and a mark's has 32.
        #expect(try server.sql("SELECT count(*) FROM fp_request WHERE length(key) = 32") == "0\n")
    }

    @Test("what does not fit, or can't be reached, is said before anything is sent")
    func refusals() throws {
        let server = try PostgreSQLServer()
        let source = ["--source", server.networkURL, "--rules", rules.path]
        let bare = try run(["link", "import", file] + source)
        #expect(bare.code == 2 && bare.error.contains("source init"), "\(bare.error)")
        #expect(try run(["source", "init", "--source", server.networkURL]).code == 0)
        #expect(try run(["link", "import", file, "--replace"] + source).error.contains("--replace"))
        #expect(try run(["link", "import", file, "--dry-run"] + source).error.contains("--dry-run"))
        let none = try run(["link", "import", path("none.csv")] + source)
        #expect(none.code == 2)
        let broken = try folder.file("broken.csv", "name,other\n1,2\n").path()
        #expect(try run(["link", "import", broken] + source).code == 2)
        #expect(try server.sql("SELECT count(*) FROM fp_link") == "0\n")
    }
}
