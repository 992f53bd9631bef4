import Foundation
import HTTP
import LinkStore
import RuleDelivery
import Rules
import TestSupport
import Testing

@testable import AdminPages
@testable import Console

/// Decisions of the log in the console.
@Suite("A decision in the console")
struct ReceiptTests {
    private let folder: ScratchFolder
    private let console: ConsoleInMemory
    private let hash: String

    private static let link = "https://example.page.link/WXYZ"

    init() throws {
        folder = try ScratchFolder()
        let log = folder.url.appending(path: "log").path()
        console = try ConsoleInMemory(log: log, isStoring: true)
        let loaded = try RuleDirectory.load(path: console.folder.path)
        hash = loaded.hash
        let line =
            #"{"type":"decision","ts":"2026-11-20T10:00:00.000Z","decision_id":"d1","ruleset":"\#(hash)","input":{"link":"\#(Self.link)","#
            + #""device":{"platform":"android"},"time":"2026-11-20T10:00:00Z"},"decision":"error","rule":null,"target":null,"#
            + #""page":"error","status":404,"error":"unknown-link","undecided":0}"#
        try (line + "\n").write(toFile: log, atomically: true, encoding: .utf8)
    }

    /// Keeps the rules as a daemon does.
    private func keep() throws {
        let store = try #require(console.store?.directory)
        let recorder = RuleSetRecorder(beside: store) { _ in }
        recorder.keep(try RuleDirectory.load(path: console.folder.path), development: false)
        recorder.cameIntoForce(hash, at: 1_795_000_000, RuleSetFolder.Limits(days: 400, megabytes: 8))
    }

    private func decision(_ query: [String: String]) async -> (answer: AdminPageAnswer, text: String) {
        await console.ask("/live/decision") { $0.query = query }
    }

    @Test("the last refused requests lead to it, and it has a case and the differences")
    func page() async throws {
        #expect(await console.ask("/live").text.contains("/live/decision?id=d1"))
        let lost = await decision(["id": "d1"]).text
        #expect(lost.contains("the rule set \(hash) is not kept"), "\(lost)")
        try keep()
        let text = await decision(["id": "d1"]).text
        #expect(text.contains(hash) && text.contains("As a test case") && text.contains("cases:"), "\(text)")
        // The site has the link: the line was made up.
        #expect(text.contains("unknown-link") && text.contains("Logged") && !text.contains("{{"))
        #expect(text.contains("/try") && text.contains("name=\"line\""))
    }

    @Test("the latest decisions on a link are listed")
    func list() async throws {
        let text = await decision(["link": "example.page.link/WXYZ"]).text
        #expect(text.contains("/live/decision?id=d1") && text.contains("unknown-link"))
        #expect(await decision(["link": "example.page.link/WXY"]).text.contains("None among the last"))
    }

    @Test("is shown only to visitors whose site it is")
    func others() async throws {
        try keep()
        #expect(await decision(["id": "d2"]).answer.status.code == 404)
        #expect(await decision([:]).answer.status.code == 404)
        try console.become("other", "sites=elsewhere")
        #expect(await decision(["id": "d1"]).answer.status.code == 404)
        #expect(await !decision(["link": "example.page.link/WXYZ"]).text.contains("id=d1"))
    }
}
