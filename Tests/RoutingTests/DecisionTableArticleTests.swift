import Foundation
import Routing
import Rules
import Testing

/// The article on the decision tables agrees with the rules.
@Suite("The article on the decision tables")
struct DecisionTableArticleTests {
    /// With `FINGERPOST_WRITE_DOCS` set, the article is rewritten first.
    @Test("it is what the rules make it")
    func isUpToDate() throws {
        let text = try DecisionTableArticle().text()
        #expect(!text.contains("`error`") && !text.contains("`?`"), "the tables ask about links that are refused")
        if ProcessInfo.processInfo.environment["FINGERPOST_WRITE_DOCS"] != nil {
            try Data(text.utf8).write(to: DecisionTableArticle.file)
        }
        let written = try String(contentsOf: DecisionTableArticle.file, encoding: .utf8)
        let lines = zip(written.split(separator: "\n"), text.split(separator: "\n"))
        let first = lines.first { $0 != $1 }.map { "\($0.0)\nis to be\n\($0.1)" } ?? "the ends differ"
        #expect(
            written == text,
            "write it again: FINGERPOST_WRITE_DOCS=1 swift test --disable-xctest --filter DecisionTableArticle\n\(first)"
        )
    }

    @Test("the articles name rules that there are")
    func rulesExist() throws {
        let folder = DecisionTableArticle.file.deletingLastPathComponent()
        let ids = Set(Checkout.rules.rules.map(\.id))
        var named = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            for match in text.matches(of: /`((?:email-link|dynamic-link|continue)\/[a-z-]+)`/) {
                named += 1
                #expect(ids.contains("firebase/\(match.1)"), "\(name) names \(match.1)")
            }
        }
        #expect(named > 15, "no rules were found in the articles")
    }
}
