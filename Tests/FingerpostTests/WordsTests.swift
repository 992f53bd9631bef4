import Foundation
import TestSupport
import Testing

/// Phrases that were replaced everywhere came back with each change, so that `.ci/run` looks at changed lines.
@Suite("The check of phrases in changed lines", .timeLimit(.minutes(5)))
struct WordsTests {
    private static let isPossible = ["/usr/bin/git", "/usr/bin/python3"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Runs the check on a repository with one file and a change to it.
    private func check(_ name: String, before: String, after: String, base: String = "") throws -> Child {
        let folder = try ScratchFolder()
        defer { withExtendedLifetime(folder) {} }
        _ = try folder.file(name, before)
        _ = try folder.file("after", after)
        let script = """
            set -e
            git init -q -b main . && git add \(name)
            git -c user.name=a -c user.email=a@b.test commit -q -m 'first'
            cp after \(name) && git add \(name)
            git -c user.name=a -c user.email=a@b.test commit -q -m 'second'
            exec \(RulesFolder.repository.appending(path: ".ci/words").path()) \(base)
            """
        let child = try Child("/bin/bash", ["-c", script], folder: folder.path)
        #expect(child.waits(seconds: 60))
        return child
    }

    @Test(
        "names the place and a replacement", .enabled(if: isPossible, "there is no git or python3"),
        arguments: [
            ("a.md", "The daemon says so.", "report"),
            ("a.md", "A list of what is kept.", "name the thing"),
            ("a.md", "Clicks go to the web where there is no app.", "for a condition"),
            ("a.swift", "/// The port; nil where none.", "nil if"),
            ("a.swift", "let x = 1  // Nothing that nobody reads.", "callers"),
            ("a.swift", "    print(\"the file stands on the disk\")", "appears"),
            ("a.swift", "/// The same for others.", "difference"),
            ("a.swift", "let help = \"\"\"\n    Reads the store anew.\n    \"\"\"", "again"),
            ("a.yaml", "# A disk that is to be replaced.", "must"),
            ("a.md", "The server stops to accept connections.", "stops accepting"),
        ])
    func finds(name: String, line: String, advice: String) throws {
        let child = try check(name, before: "first\n", after: "first\n\(line)\n")
        let number = line.contains("\n") ? 3 : 2
        #expect(child.code == 1, "\(child.output) \(child.error)")
        #expect(child.output.hasPrefix("\(name):\(number): ") && child.output.contains(advice), "\(child.output)")
        #expect(child.output.hasSuffix("\n1 phrase to replace in lines changed since HEAD~1\n"), "\(child.output)")
    }

    @Test("accepts old lines, code and plain English", .enabled(if: isPossible, "there is no git or python3"))
    func accepts() throws {
        let old = "The daemon says so, beside others.\n"
        let plain = "The daemon reports this. A member `beside`: standalone, outstanding, a timestamp.\n"
        let markdown = try check("a.md", before: old, after: old + plain)
        #expect(markdown.code == 0, "\(markdown.output)")
        let code = "let beside = stands(\"meanwhile\", \"https://nobody.example/\")\n"
        let swift = try check("a.swift", before: "// It says so.\n", after: "// It says so.\n" + code)
        #expect(swift.code == 0, "\(swift.output)")
    }

    @Test("refuses a commit that does not exist", .enabled(if: isPossible, "there is no git or python3"))
    func base() throws {
        let child = try check("a.md", before: "a\n", after: "b\n", base: "no-such-commit")
        #expect(child.code == 2 && child.error.contains("there is no commit no-such-commit"), "\(child.error)")
    }
}
