import Foundation
import TestSupport
import Testing

/// Phrases that had been replaced reappeared with each change, so `.ci/run` checks changed lines.
@Suite("The check of phrases in changed lines", .timeLimit(.minutes(5)))
struct WordsTests {
    private static let isPossible = ["/usr/bin/git", "/usr/bin/python3"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Runs the check on a repository with one changed file.
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

    /// A row of `phrases.tsv`: the phrases are data, so that the check does not find them in this file.
    struct Change: Sendable, CustomTestStringConvertible {
        let name, before, added, advice: String

        var testDescription: String { "\(name): \(added)" }

        static let all: [Change] = {
            let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "phrases.tsv")
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
                let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map {
                    $0.replacingOccurrences(of: "\\n", with: "\n")
                }
                return Change(name: cells[0], before: cells[1], added: cells[2], advice: cells[3])
            }
        }()
    }

    @Test(
        "names the place and a replacement, and accepts old lines, code and plain English",
        .enabled(if: isPossible, "there is no git or python3"), arguments: Change.all)
    func changes(_ change: Change) throws {
        let before = change.before + "\n"
        let child = try check(change.name, before: before, after: before + change.added + "\n")
        let summary = "\(change.advice.isEmpty ? "0 phrases" : "1 phrase") to replace in lines changed since HEAD~1\n"
        #expect(child.code == (change.advice.isEmpty ? 0 : 1), "\(child.output) \(child.error)")
        #expect(child.output.hasSuffix(summary), "\(child.output)")
        guard !change.advice.isEmpty else { return }
        let line = before.split(separator: "\n").count + 1
        #expect(child.output.hasPrefix("\(change.name):\(line): ") && child.output.contains(change.advice))
    }

    @Test("has changes of both kinds")
    func data() {
        #expect(Change.all.count { $0.advice.isEmpty } >= 3 && Change.all.count { !$0.advice.isEmpty } >= 10)
    }

    @Test("refuses a commit that does not exist", .enabled(if: isPossible, "there is no git or python3"))
    func base() throws {
        let child = try check("a.md", before: "a\n", after: "b\n", base: "no-such-commit")
        #expect(child.code == 2 && child.error.contains("there is no commit no-such-commit"), "\(child.error)")
    }
}
