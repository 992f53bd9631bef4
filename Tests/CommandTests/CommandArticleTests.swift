import Foundation
import TestSupport
import Testing

@testable import Help
@testable import fingerpost

/// The article lists the program's commands.
@Suite("The article of the commands")
struct CommandArticleTests {
    private static let file = RulesFolder.repository
        .appending(path: "Sources/Programs/fingerpost/Fingerpost.docc/Commands.md")

    /// If `FINGERPOST_WRITE_DOCS` is set, the article is regenerated first.
    @Test("it has every command with its exit codes")
    func isUpToDate() throws {
        let text = CommandArticle(program: try Fingerpost.description()).text
        if ProcessInfo.processInfo.environment["FINGERPOST_WRITE_DOCS"] != nil {
            try Data(text.utf8).write(to: Self.file)
        }
        let written = try String(contentsOf: Self.file, encoding: .utf8)
        #expect(
            written == text,
            "write it again: FINGERPOST_WRITE_DOCS=1 swift test --disable-xctest --filter CommandArticle")
    }

    @Test("each command is in one row")
    func rows() throws {
        let written = try String(contentsOf: Self.file, encoding: .utf8)
        for command in try CommandMatrixTests.leaves() {
            let words = command.words.dropFirst().joined(separator: " ")
            let rows = written.split(separator: "\n").filter { line in
                line.hasPrefix("| `\(words)`") || line.hasPrefix("| `\(words) ")
            }
            #expect(rows.count == 1, "\(words)")
        }
    }
}
