import ByteText
import Foundation
import TestSupport
import Testing

@Suite("The stream of events", .timeLimit(.minutes(20)))
struct EventStreamTests {
    private let folder: ScratchFolder
    private let server: LinkServer

    init() throws {
        folder = try ScratchFolder()
        server = try LinkServer(
            tokens: [
                ("mine", "fpt_mine", "sites=example"), ("other", "fpt_other", "sites=elsewhere"),
                ("writer", "fpt_writer", "scopes=links.write"),
            ],
            flags: ["--events", folder.url.appending(path: "events").path()])
    }

    /// A client of the stream that has received the response head.
    private func read(
        _ query: String = "", token: String = LinkServer.token, after last: String? = nil
    ) throws -> EventReader {
        var fields = ["Authorization": "Bearer \(token)"]
        if let last { fields["Last-Event-ID"] = last }
        let client = try HTTPClient(port: server.daemon.admin, seconds: 60)
        client.send(HTTPRequest.text("/v1/events\(query)", host: "127.0.0.1", fields: fields))
        let head = try client.answer()
        #expect(head.status == 200 && head["Content-Type"] == "text/event-stream", "\(head)")
        #expect(head["Content-Length"] == nil && head["Connection"] == "close")
        let reader = EventReader(client)
        // The slot is taken before the first line is sent.
        #expect(try reader.line() == "retry: 1000")
        return reader
    }

    /// Whether a client of the stream gets it.
    private func isAdmitted() throws -> Bool {
        let client = try HTTPClient(port: server.daemon.admin, seconds: 60)
        client.send(
            HTTPRequest.text(
                "/v1/events", host: "127.0.0.1", fields: ["Authorization": "Bearer \(LinkServer.token)"]))
        return try client.answer().status == 200
    }

    private func click(_ count: Int, _ code: String = "WXYZ") throws -> [String] {
        let client = try HTTPClient(port: server.daemon.front)
        return try (0..<count).map { _ in
            client.send(HTTPRequest.text("/\(code)", host: "example.page.link"))
            return try #require(try client.answer()["x-request-id"])
        }
    }

    private func make(_ code: String) throws {
        let link = #"{"domain": "example.page.link", "code": "\#(code)", "long_link": "https://www.example.com/"}"#
        #expect(try server.ask("POST", "/v1/links", link).status == 201)
    }

    @Test("each reader gets what it asks for, in order, and goes on after the last event that it names")
    func filters() throws {
        let all = try read()
        let changes = try read("?type=link")
        let link = try read("?link=example.page.link/B")
        let nothing = try read("?decision=none,nothing")
        try make("A")
        try make("B")
        let names = try click(300, "A")
        try make("C")
        let events = try (0..<303).map { _ in try all.event() }
        #expect(events.filter { $0["type"]?.string == "click" }.map { $0["request_id"]?.string } == names)
        let ids = events.compactMap { $0["id"]?.string }
        #expect(ids == ids.sorted() && Set(ids).count == 303)
        let made = try (0..<3).map { _ in try changes.event()["link"]?.string }
        #expect(made == ["A", "B", "C"].map { "example.page.link/\($0)" })
        #expect(try link.event()["type"]?.string == "link.created")
        let again = try read(after: ids[100])
        let rest = try (0..<202).map { _ in try again.event()["id"]?.string }
        #expect(rest == Array(ids[101...]))
        withExtendedLifetime(nothing) {}
    }

    @Test("a token gets the events of its sites, and none without its scope")
    func access() throws {
        let own = try read(token: "fpt_mine")
        let other = try read(token: "fpt_other")
        let name = try #require(try click(1).first)
        #expect(try own.event()["request_id"]?.string == name)
        let refused: [(String?, String, Int)] = [
            (nil, "", 401), ("fpt_writer", "", 403), ("fpt_mine", "?typ=click", 400),
        ]
        for (token, query, status) in refused {
            #expect(try server.ask("GET", "/v1/events\(query)", token: token).status == status)
        }
        let bad = try server.ask("GET", "/v1/events", fields: ["Last-Event-ID": "yesterday"])
        #expect(bad.status == 400)
        #expect(try server.ask("HEAD", "/v1/events").status == 200)
        // The other client has received nothing but a keep-alive.
        #expect(try other.line() == "")
        #expect(try other.line() == ": still here")
    }

    @Test("a token has eight streams at a time, which keep no other token out")
    func fairShare() throws {
        var readers = try (0..<8).map { _ in try read() }
        let refused = try server.ask("GET", "/v1/events")
        #expect(refused.status == 429 && refused["Retry-After"] == "5", "\(refused.body)")
        let other = try read(token: "fpt_mine")
        readers.removeFirst()
        // The daemon notices the end of the first one a moment later.
        #expect(wait(seconds: 20) { (try? isAdmitted()) == true })
        withExtendedLifetime((readers, other)) {}
    }

    @Test("a reader that reads nothing is dropped and counted, and holds up neither clicks nor other readers")
    func slowReader() throws {
        let slow = try read()
        let quick = try read()
        // More than the kernel buffers for a client that does not read.
        let long = "/?link=https%3A%2F%2Fwww.example.com%2F" + String(repeating: "a", count: 8_000)
        let client = try HTTPClient(port: server.daemon.front)
        for _ in 0..<1_200 {
            client.send(HTTPRequest.text(long, host: "example.page.link"))
            _ = try client.answer()
        }
        for _ in 0..<1_200 { _ = try quick.event() }
        let dropped = wait(seconds: 120) {
            (try? server.daemon.ask(server.daemon.admin, "/metrics").body)?
                .contains(#"fingerpost_event_streams_ended_total{reason="slow"} 1"#) ?? false
        }
        #expect(dropped)
        withExtendedLifetime(slow) {}
    }

    @Test("a drain ends the streams in order, and soon")
    func drain() throws {
        let reader = try read()
        let start = ContinuousClock.now
        #expect(server.daemon.stop() == 0)
        #expect(ContinuousClock.now - start < .seconds(20))
        while let line = try reader.line() { #expect(line.isEmpty) }
    }

    @Test("a reader that goes away is forgotten")
    func leaves() throws {
        do { _ = try read() }
        let isForgotten = wait(seconds: 60) {
            let metrics = (try? server.daemon.ask(server.daemon.admin, "/metrics").body) ?? ""
            return metrics.contains(#"fingerpost_event_streams_ended_total{reason="left"} 1"#)
                && metrics.contains("\nfingerpost_event_streams 0\n")
        }
        #expect(isForgotten)
    }

    @Test("after an event from before all that there are, a stream begins with the oldest")
    func oldest() throws {
        let reader = try read(after: "00000000000000000000000000")
        let name = try #require(try click(1).first)
        #expect(try reader.event()["request_id"]?.string == name)
    }
}

/// Reads events line by line.
final class EventReader {
    private let client: HTTPClient

    init(_ client: HTTPClient) { self.client = client }

    /// The next line; `nil` at the end.
    func line() throws -> String? { try client.line() }

    /// The next event, whose `id` line must match.
    func event() throws -> JSONValue {
        var id: Substring?
        while let line = try line() {
            if line.hasPrefix("id: ") { id = line.dropFirst(4) }
            guard line.hasPrefix("data: ") else { continue }
            let event = try JSONValue(parsing: String(line.dropFirst(6)))
            if let id { #expect(event["id"]?.string == String(id)) }
            return event
        }
        throw HTTPClient.Broken(description: "the stream has ended")
    }
}
