import ByteText
import Foundation
import HTTP
import TestSupport
import Testing

@testable import AdminPages
@testable import Console

/// Live activity in the console.
@Suite("Live figures in the console")
struct LiveTests {
    @Test("the page has its refreshed part, and reports missing data")
    func nothing() async throws {
        let (answer, text) = await (try ConsoleInMemory()).ask("/live")
        #expect(answer.status.code == 200 && text.contains("data-refresh=\"2000\"") && !text.contains("{{"))
        #expect(
            text.contains("No decisions yet") && text.contains("does not write to a file") && text.contains(">Refresh<")
        )
        #expect(!text.contains("Link source"))
    }

    @Test("the last refused requests are named, secrets masked, for those whose site it is")
    func refusals() async throws {
        let folder = try ScratchFolder()
        let log = folder.url.appending(path: "log").path()
        let secret = "https://example.page.link/?link=https://evil.example/%3FoobCode%3DVERYSECRETCODE123"
        let lines = [
            #"{"type":"decision","ts":"2026-11-20T10:00:00.000Z","input":{"link":"\#(secret)"},"decision":"error","error":"url-pattern-mismatch"}"#,
            #"{"type":"decision","ts":"2026-11-20T10:00:01.000Z","input":{"link":"https://example.page.link/good"},"decision":"app_open","error":null}"#,
        ]
        try (lines.joined(separator: "\n") + "\n").write(toFile: log, atomically: true, encoding: .utf8)
        let console = try ConsoleInMemory(log: log)
        let text = await console.ask("/live").text
        #expect(
            text.contains("10:00:00") && text.contains("url-pattern-mismatch") && !text.contains("VERYSECRETCODE123"))
        #expect(!text.contains("page.link/good"))
        try console.become("other", "sites=elsewhere")
        #expect(!(await console.ask("/live").text.contains("url-pattern-mismatch")))
    }

    @Test("rates are what came between two looks")
    func rates() {
        let start = ContinuousClock.now
        #expect(LiveText.rate(100, start, 400, start + .seconds(2)) == 150)
        #expect(LiveText.rate(400, start, 100, start + .seconds(2)) == 0 && LiveText.rate(1, start, 2, start) == 0)
        #expect(LiveText.text(0.25) == "0.3" && LiveText.text(12_345.6) == "12,346")
    }
}
