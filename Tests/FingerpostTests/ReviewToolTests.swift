import Foundation
import TestSupport
import Testing

/// `check` and `test` in formats that review tools read, with their own readers and schemas.
@Suite("reports for review tools", .timeLimit(.minutes(20)))
struct ReviewToolTests {
    private let folder: ScratchFolder

    /// The shipped rules, with a rule that can never match, an unknown key (which is an error), and a case that fails.
    init() throws {
        folder = try ScratchFolder()
        try FileManager.default.copyItem(at: RulesFolder.shippedRules, to: folder.url.appending(path: "rules"))
        try folder.file(
            "rules/sites/my shop.yaml",
            "site: shop\nhosts: [shop.example.net]\nauthorized_domains: [www.example.net]\nrules:\n  - name: never\n"
                + "    when: device.bot && !device.bot\n    then: continue_redirect\n    because: Never.\n")
        try folder.file(
            "rules/sites/shop.cases.yaml",
            "cases:\n  - name: \"<a> & 'b', 100%\"\n    request: {link: \"https://example.page.link/WXYZ\"}\n"
                + "    expect: {decision: error}\n"
                + "  - name: c\n    request: {link: \"https://example.page.link/WXYZ\"}\n"
                + "    expect: {decision: continue_redirect}\n")
    }

    private func run(_ arguments: String...) throws -> Program.Outcome { try run(arguments) }

    private func run(_ arguments: [String]) throws -> Program.Outcome { try Program.run(arguments, in: folder.path) }

    @Test("a finding is an annotation at its line, and a warning fails as --strict demands")
    func annotations() throws {
        let check = try run("check", "rules", "--format", "github")
        #expect(check.code == 0)
        #expect(check.lines.contains { $0.hasPrefix("::warning file=rules/sites/my shop.yaml,line=5,endLine=5,col=") })
        #expect(
            check.lines.contains { $0.contains(",title=never-true::") } && check.lines.allSatisfy { $0.hasPrefix("::") }
        )
        #expect(try run("check", "./rules", "--format", "github").output == check.output)
        #expect(try run("check", "rules", "--format", "github", "--strict").code == 1)
        #expect(try run("check", "rules", "--format", "json").output == run("check", "rules", "--json").output)
    }

    @Test("failed cases are annotations, and rules with errors, too")
    func cases() throws {
        let test = try run("test", "rules", "--filter", "shop.cases", "--format", "github")
        #expect(test.code == 1 && test.error == "1 passed, 1 failed\n")
        let start = "::error file=rules/sites/shop.cases.yaml,line=2,endLine=2,col="
        #expect(test.output.hasPrefix(start) && test.output.contains("<a> & 'b', 100%25 failed%0A"), "\(test.output)")
        #expect(test.lines.count == 1)
        try folder.file("rules/sites/bad.yaml", "site: bad\nhots: [x.example]\n")
        let bad = try run("test", "rules", "--format", "github")
        #expect(bad.code == 2 && bad.output.contains("::error file=rules/sites/bad.yaml,line=2,"), "\(bad.output)")
    }

    @Test("a filter selects by name, ID and file, and one without cases fails")
    func filters() throws {
        func counts(_ filters: String...) throws -> String {
            try run(["test", "rules"] + filters.flatMap { ["--filter", $0] }).lines.last.map(String.init) ?? ""
        }
        #expect(try counts("^c$") == "1 passed, 0 failed")
        #expect(try counts("^c$", "100%") == "1 passed, 1 failed")
        #expect(try counts("^sites/shop/") == "1 passed, 1 failed")
        #expect(try counts(#"shop\.cases\.yaml"#) == "1 passed, 1 failed")
        let none = try run("test", "rules", "--filter", "iphnoe")
        #expect(none.code == 2 && none.error.contains("none of") && none.error.contains("matches iphnoe"))
        let broken = try run("test", "rules", "--filter", "(a")
        #expect(broken.code == 2 && broken.error.contains("missing"), "\(broken.error)")
    }

    @Test("the rules of sites come first in the coverage, with a sum of their own")
    func coverage() throws {
        let lines = try run("test", "rules", "--filter", "^c$", "--coverage").lines
        let sum = try #require(lines.firstIndex { $0.hasPrefix("rules of sites 0 of ") })
        #expect(lines[..<sum].allSatisfy { $0.hasPrefix("    ") || $0.contains("  sites/") })
        #expect(lines[..<sum].contains("never matched  sites/my shop/never"))
        #expect(lines[sum...].contains { $0.hasPrefix("rules 1 of ") } && lines.last == "1 passed, 0 failed")
    }

    // MARK: - With the tools

    private func read(_ kind: String, _ text: String) throws -> (code: Int32, output: String) {
        let file = try folder.file("report.\(kind)", text)
        let child = try Child(
            try #require(PythonReview.interpreter), [PythonReview.script("read.py"), kind, file.path()])
        defer { child.kill() }
        #expect(child.waits(seconds: 60))
        return (child.code, child.output + child.error)
    }

    @Test(
        "the schema of SARIF accepts the logs, and readers find each finding in them",
        .enabled(
            if: PythonReview.interpreter != nil, "skipped: no Python with Tests/Review/requirements.txt; see above"))
    func sarif() throws {
        let check = try read("sarif", run("check", "rules", "--format", "sarif").output)
        #expect(
            check.code == 0 && check.output.contains("warning never-true rules/sites/my%20shop.yaml 5 "), "\(check)")
        let test = try read("sarif", run("test", "rules", "--format", "sarif").output)
        #expect(test.code == 0, "\(test)")
        #expect(
            test.output.hasPrefix("error failed-case rules/sites/shop.cases.yaml 2 5 sites/shop/<a> & 'b', 100% failed")
        )
        #expect(try read("sarif", #"{"version": "2.1.0"}"#).code != 0)
        try FileManager.default.removeItem(atPath: folder.path + "/rules/sites/my shop.yaml")
        let clean = try read("sarif", run("check", "rules", "--format", "sarif").output)
        #expect(clean.code == 0 && clean.output.hasPrefix("note bare-store "), "\(clean)")
    }

    @Test(
        "a reader of JUnit finds a test case for each case, and for each file",
        .enabled(
            if: PythonReview.interpreter != nil, "skipped: no Python with Tests/Review/requirements.txt; see above"))
    func junit() throws {
        let test = try read("junit", run("test", "rules", "--filter", "shop", "--format", "junit").output)
        #expect(
            test.output == "failed | sites/shop | <a> & 'b', 100% | sites/shop/<a> & 'b', 100% failed\n"
                + "passed | sites/shop | c | \n")
        let check = try read("junit", run("check", "rules", "--format", "junit").output)
        #expect(check.output.contains("passed | files | rules/sites/my shop.yaml:5:"), "\(check)")
        #expect(check.output.contains("passed | files | rules/firebase/continue.yaml | \n"), "\(check)")
        let strict = try read("junit", run("check", "rules", "--strict", "--format", "junit").output)
        #expect(strict.output.contains("failed | files | rules/sites/my shop.yaml:5:"), "\(strict)")
    }

    @Test(
        "GitHub's and GitLab's schemas, and actionlint, accept the documented pipelines",
        .enabled(
            if: PythonReview.interpreter != nil, "skipped: no Python with Tests/Review/requirements.txt; see above"))
    func pipelines() throws {
        let article = RulesFolder.repository.appending(path: "Sources/Deciding/Routing/Routing.docc/RulesInReviews.md")
        let steps = DocumentSteps(try String(contentsOf: article, encoding: .utf8)).steps
        for (path, kind) in [(".github/workflows/rules.yaml", "github"), (".gitlab-ci.yml", "gitlab")] {
            let step = try #require(steps.first { $0.action == .write(path: path, appending: false) })
            let read = try read(kind, step.text)
            #expect(read.code == 0, "\(path): \(read.output)")
            #expect(
                try self.read(kind, step.text.replacing("script:", with: "scrpt:").replacing("run:", with: "rn:")).code
                    != 0)
            guard kind == "github" else { continue }
            let misspelt = try self.read(kind, step.text.replacing("github.event.", with: "github.evnt."))
            #expect(misspelt.code != 0, "the schema does not know expressions")
        }
    }

    @Test(
        "check-jsonschema accepts the files of init by the schemas that they name",
        .enabled(
            if: PythonReview.interpreter != nil, "skipped: no Python with Tests/Review/requirements.txt; see above"))
    func schemas() throws {
        let site = ["--host", "links.acme.com", "--authorized-domain", "www.acme.com", "--android", "com.acme.app"]
        #expect(try run(["init", "mine", "--shipped", "rules", "--incomplete"] + site).code == 0)
        for file in ["fingerpost.yaml", "sites/acme.yaml", "sites/acme.cases.yaml", "firebase/continue.yaml"] {
            let path = folder.url.appending(path: "mine/\(file)")
            let first = try #require(try String(contentsOf: path, encoding: .utf8).split(separator: "\n").first)
            #expect(first.hasPrefix("# yaml-language-server: $schema="), "\(file)")
            let schema = URL(filePath: String(first.split(separator: "=").last ?? ""), relativeTo: path)
            let child = try Child(
                try #require(PythonReview.interpreter),
                [PythonReview.script("read.py"), "schema", schema.standardizedFileURL.path(), path.path()])
            defer { child.kill() }
            #expect(child.waits(seconds: 60) && child.code == 0, "\(child.output)\(child.error)")
        }
    }
}
