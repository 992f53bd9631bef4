import ByteText
import Foundation
import TestSupport
import Testing

/// Spans exported to a collector that decodes them with OpenTelemetry's protocol definitions.
@Suite("spans are exported by OTLP", .timeLimit(.minutes(20)))
struct TracesTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let parent = "b7ad6b7169203331"

    /// A collector process.
    private final class Collector {
        let child: Child
        let port: String

        init(refusing count: Int = 0) throws {
            child = try Child(
                try #require(PythonTraces.interpreter), [PythonTraces.script("collector.py"), "\(count)"])
            let child = child
            var line: Substring?
            #expect(
                wait(seconds: 60) {
                    line = child.output.split(separator: "\n").first
                    return line != nil || !child.isRunning
                })
            port = String(try #require(line, "\(child.error)").dropFirst(5))
        }

        deinit { child.kill() }

        var lines: [Substring] { child.output.split(separator: "\n").dropFirst().map(\.self) }
        var spans: [JSONValue] { lines.compactMap { try? JSONValue(parsing: String($0)) } }

        /// The spans once this many have arrived, or those received by the timeout.
        func spans(_ count: Int) -> [JSONValue] {
            _ = wait(seconds: 60) { spans.count >= count }
            return spans
        }
    }

    @Test(
        "requests of a trusted peer's trace, and one in so many others, with the decision and nothing secret",
        .enabled(
            if: PythonTraces.interpreter != nil, "skipped: no Python with Tests/Traces/requirements.txt; see above"))
    func export() throws {
        let collector = try Collector(refusing: 2)
        let folder = try ScratchFolder()
        let fields = folder.url.appending(path: "fields").path()
        try "# A key.\nX-Key: s3cret\n".write(toFile: fields, atomically: true, encoding: .utf8)
        let rules = try RulesFolder(site: ParityCase.site)
        let daemon = try RunningDaemon(
            rules: rules.path,
            flags: ["--traces", "http://127.0.0.1:\(collector.port)", "--trusted-peers", "127.0.0.1"],
            environment: ["FINGERPOST_TRACES_HEADERS_FILE": fields])
        let sampled = try daemon.click(
            "/?link=https%3A%2F%2Fwww.example.com%2F%3FoobCode%3Dpl4nted",
            fields: [
                "traceparent": "00-\(Self.trace)-\(Self.parent)-01"
            ])
        let own = try #require(sampled["traceresponse"]).split(separator: "-")[2]
        // The caller's trace is not sampled.
        _ = try daemon.click("/WXYZ", fields: ["traceparent": "00-\(Self.trace)-\(Self.parent)-00"])
        _ = try daemon.click("/WXYZ")
        let span = try #require(collector.spans(1).first)
        #expect(collector.lines.count { $0 == "refused" } == 2 && !collector.child.output.contains("fault"))
        #expect(span["service"]?.string == "fingerpost" && span["key"]?.string == "s3cret")
        #expect(span["trace"]?.string == Self.trace && span["parent"]?.string == Self.parent)
        #expect(span["span"]?.string == String(own))
        #expect(span["name"]?.string == "GET" && span["kind"] == 2 && span["status"] == 0)
        let attributes = try #require(span["attributes"])
        #expect(attributes["http.request.method"] == "GET" && attributes["http.response.status_code"] == 302)
        #expect(attributes["server.address"] == "example.page.link" && attributes["url.path"] == "/")
        #expect(attributes["fingerpost.site"] == "example" && attributes["fingerpost.decision"] != nil)
        #expect(attributes["fingerpost.request_id"]?.string == sampled["x-request-id"])
        #expect(!collector.child.output.contains("pl4nted") && !collector.child.output.contains("127.0.0.1\""))
        // The collector prints a span before the daemon has read its response.
        var metrics = ""
        _ = wait(seconds: 60) {
            metrics = (try? daemon.ask(daemon.admin, "/metrics").body) ?? ""
            return metrics.contains("fingerpost_spans_total{result=\"exported\"} 1\n")
        }
        #expect(metrics.contains("fingerpost_spans_total{result=\"exported\"} 1\n"))
        #expect(metrics.contains("fingerpost_spans_total{result=\"dropped\"} 0\n"))
        #expect(daemon.stop() == 0)
        #expect(collector.spans.count == 1 && !daemon.said.contains("s3cret"))
        #expect(daemon.said.contains("status 503") && daemon.said.contains("accepts spans again"))
    }

    @Test(
        "traces that begin here are named as their request, and the rest is exported at the end",
        .enabled(
            if: PythonTraces.interpreter != nil, "skipped: no Python with Tests/Traces/requirements.txt; see above"))
    func begin() throws {
        let collector = try Collector()
        let rules = try RulesFolder(site: ParityCase.site)
        let daemon = try RunningDaemon(
            rules: rules.path, flags: ["--traces", "http://127.0.0.1:\(collector.port)"],
            environment: ["FINGERPOST_TRACES_ONE_IN": "1"])
        var names: Set<String> = []
        for _ in 0..<20 { names.insert(try #require(try daemon.click("/WXYZ")["x-request-id"])) }
        #expect(daemon.stop() == 0)
        let spans = collector.spans(20)
        let traces = Set(spans.compactMap { $0["trace"]?.string })
        #expect(names.count == 20 && names.isSubset(of: traces))
        #expect(spans.allSatisfy { $0["parent"]?.string == "" })
    }

    @Test("a collector that is away costs no click, and is said once")
    func away() throws {
        let rules = try RulesFolder(site: ParityCase.site)
        let daemon = try RunningDaemon(
            rules: rules.path, flags: ["--traces", "http://127.0.0.1:9"],
            environment: ["FINGERPOST_TRACES_ONE_IN": "1"])
        for _ in 0..<50 { #expect(try daemon.click("/WXYZ").status == 302) }
        #expect(wait(seconds: 30) { daemon.said.contains("traces: http://127.0.0.1:9/: ") })
        #expect(daemon.stop() == 0)
        #expect(daemon.said.split(separator: "\n").count { $0.contains("traces: ") } == 1)
    }

    @Test(
        "what can't be a collector is refused at the start",
        arguments: [
            ("ftp://127.0.0.1", ""), ("http://collector.example.com", "A: b"), ("http://127.0.0.1:4318", "no field"),
        ])
    func refused(endpoint: String, field: String) throws {
        let folder = try ScratchFolder()
        let fields = folder.url.appending(path: "fields").path()
        try field.write(toFile: fields, atomically: true, encoding: .utf8)
        let rules = try RulesFolder(site: ParityCase.site)
        #expect(throws: RunningDaemon.NotReady.self) {
            _ = try RunningDaemon(
                rules: rules.path, flags: ["--traces", endpoint],
                environment: ["FINGERPOST_TRACES_HEADERS_FILE": fields])
        }
    }
}
