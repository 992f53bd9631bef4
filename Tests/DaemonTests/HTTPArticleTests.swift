import ByteText
import Foundation
import TestSupport
import Testing

/// The article matches the daemon's OpenAPI document.
@Suite("The article of the HTTP API")
struct HTTPArticleTests {
    private static let file = RulesFolder.repository.appending(path: "Sources/Serving/Daemon/Daemon.docc/HTTPAPI.md")

    /// If `FINGERPOST_WRITE_DOCS` is set, the article is regenerated first.
    @Test("it has every operation and value")
    func isUpToDate() throws {
        let document = try JSONValue(
            parsing: try DaemonInMemory(isStoring: true).ask("GET", "/openapi.json", token: nil).body)
        let text = HTTPArticle(document: document).text
        if ProcessInfo.processInfo.environment["FINGERPOST_WRITE_DOCS"] != nil {
            try Data(text.utf8).write(to: Self.file)
        }
        let written = try String(contentsOf: Self.file, encoding: .utf8)
        #expect(
            written == text, "write it again: FINGERPOST_WRITE_DOCS=1 swift test --disable-xctest --filter HTTPArticle")
    }
}
