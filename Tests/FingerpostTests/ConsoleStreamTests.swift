import Foundation
import TestSupport
import Testing

/// The stream of the console's live figures, from a real daemon.
@Suite("The stream of live figures", .timeLimit(.minutes(10)))
struct ConsoleStreamTests {
    private let server: LinkServer

    init() throws {
        let readers = (0..<5).map { (name: "reader\($0)", secret: "fpt_reader\($0)", options: "scopes=links.read") }
        server = try LinkServer(tokens: [("writer", "fpt_writer", "scopes=links.write")] + readers)
    }

    /// A client of the stream that has received the response head.
    private func read(_ session: ConsoleSession) throws -> HTTPClient {
        let client = try session.ask("/live/events")
        let head = try client.answer()
        #expect(head.status == 200 && head["Content-Type"] == "text/event-stream", "\(head)")
        #expect(head["Content-Length"] == nil && head["Connection"] == "close" && head["Cache-Control"] == "no-store")
        return client
    }

    /// The text of the next event; `nil` at the end.
    private func event(_ client: HTTPClient) throws -> String? {
        var lines: [Substring] = []
        while let line = try client.line() {
            if line.isEmpty { return lines.joined(separator: "\n") }
            #expect(line.hasPrefix("data: "), "\(line)")
            lines.append(line.dropFirst(6))
        }
        return nil
    }

    @Test("each second has the part of the page that changes: rates, kinds, latency, and refused links by reason")
    func figures() throws {
        let session = try ConsoleSession(server.daemon)
        let page = try session.page("/live")
        #expect(page.body.contains("data-events=\"/live/events\"") && page.body.contains(">Refresh<"))
        #expect(try #require(page["Content-Security-Policy"]).contains("connect-src 'self'"))
        let client = try read(session)
        let first = try #require(try event(client))
        #expect(first.hasPrefix("<div data-refresh") && !first.contains("<html") && !first.contains("{{"))
        #expect(first.contains("None since start"))
        for _ in 0..<5 { #expect(try server.daemon.click("/?link=https%3A%2F%2Fevil.example%2F").status == 400) }
        let start = ContinuousClock.now
        var last = ""
        // A chart needs three samples.
        while !last.contains("Requests per second in the last ") || !last.contains("url-pattern-mismatch"),
            ContinuousClock.now - start < .seconds(15)
        {
            last = try #require(try event(client))
        }
        #expect(last.contains("<th scope=\"row\">url-pattern-mismatch</th>"))
        #expect(last.contains("<svg class=\"chart low\""))
        let metrics = try server.ask("GET", "/metrics", token: nil).body
        #expect(metrics.contains("fingerpost_refusals_total{reason=\"url-pattern-mismatch\"} 5"))
    }

    @Test("it ends with its session, and begins for those only who may see the figures")
    func access() throws {
        let session = try ConsoleSession(server.daemon)
        let other = try ConsoleSession(server.daemon)
        let (own, others) = (try read(session), try read(other))
        _ = try event(own)
        #expect(try session.send("/sign-out", "").status == 303)
        while try event(own) != nil {}
        _ = try event(others)
        let stranger = try server.daemon.ask(server.daemon.admin, "/live/events")
        #expect(stranger.status == 303 && stranger["Location"] == "/sign-in?to=%2Flive%2Fevents")
        let writer = try read(try ConsoleSession(server.daemon, token: "fpt_writer"))
        #expect(try event(writer) == nil)
    }

    @Test("a session has four streams, a token eight, all have 32, and a drain ends them")
    func bounds() throws {
        var readers: [HTTPClient] = []
        for number in 0..<8 {
            let token = "fpt_reader\(number / 2)"
            let session = try ConsoleSession(server.daemon, token: token)
            for _ in 0..<4 { readers.append(try read(session)) }
            #expect(try session.page("/live/events").status == 503, "session \(number)")
            guard number == 1 else { continue }
            let third = try ConsoleSession(server.daemon, token: token)
            #expect(try third.page("/live/events").status == 503, "one token keeps no other out")
        }
        let last = try ConsoleSession(server.daemon, token: "fpt_reader4")
        #expect(try last.page("/live/events").status == 503)
        readers.removeFirst()
        let hasRoom = wait(seconds: 20) { (try? last.ask("/live/events").answer().status) == 200 }
        #expect(hasRoom, "the place of one who has left is free")
        let start = ContinuousClock.now
        #expect(server.daemon.stop() == 0 && ContinuousClock.now - start < .seconds(15))
        for reader in readers { while try event(reader) != nil {} }
    }
}
