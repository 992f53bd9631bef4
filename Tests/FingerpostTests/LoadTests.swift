import Foundation
import TestSupport
import Testing

/// A short load test, so that leaks and errors under concurrency show in every run; `Tests/Smoke/load` is the long form.
@Suite("under load", .serialized, .timeLimit(.minutes(20)))
struct LoadTests {
    @Test("clicks in pieces of many: every one is answered, and memory stays")
    func pipelined() throws {
        let daemon = try RunningDaemon()
        let fields = ["User-Agent": Agents.android]
        let burst = String(
            repeating: HTTPRequest.text("/WXYZ", host: "example.page.link", fields: fields), count: 50)
        func clicks(_ bursts: Int) throws {
            let client = try HTTPClient(port: daemon.front)
            for _ in 0..<bursts {
                client.send(burst)
                for _ in 0..<50 { try #require(try client.answer().status == 302) }
            }
        }
        // One-time allocations are made during the first part.
        for _ in 0..<4 { try clicks(10) }
        let before = try #require(daemon.residentSize)
        for _ in 0..<4 { try clicks(50) }
        let after = try #require(daemon.residentSize)
        #expect(after - before < 4096, "\(before) KiB, then \(after) KiB after 10000 clicks more")
        #expect(daemon.stop() == 0)
    }

    private static let wrk = ["/usr/bin/wrk", "/usr/local/bin/wrk"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test("wrk with 64 connections sees no error", .enabled(if: wrk != nil, "skipped: wrk is not installed"))
    func wrkLoad() throws {
        let daemon = try RunningDaemon()
        let child = try Child(
            try #require(Self.wrk),
            [
                "-t2", "-c64", "-d2s", "-H", "Host: example.page.link", "-H", "User-Agent: \(Agents.android)",
                "http://127.0.0.1:\(daemon.front)/WXYZ",
            ])
        #expect(child.waits(seconds: 30))
        #expect(child.code == 0)
        #expect(child.output.contains("Requests/sec"), "\(child.output)")
        #expect(!child.output.contains("Socket errors"), "\(child.output)")
        #expect(!child.output.contains("Non-2xx or 3xx"), "\(child.output)")
        #expect(daemon.stop() == 0)
    }
}
