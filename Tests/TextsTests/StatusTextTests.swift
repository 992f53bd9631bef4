import ByteText
import Testing

@testable import Texts

/// The output of `status`.
@Suite("the status as people read it")
struct StatusTextTests {
    private static func status(_ changes: (name: String, value: JSONValue)...) throws -> JSONValue {
        let whole = """
            {"control": 1, "version": "9.9", "pid": 7, "state": "serving", "level": "read",
             "time": "2026-11-23T18:00:00Z", "started": "2026-11-23T15:00:00Z", "uptime_seconds": 10800,
             "workers": [{"worker": 0, "answers": true, "connections": 3, "requests": 1200, "shed": 0, "lag_us": 90,
             "sheds": false}, {"worker": 1, "answers": false}],
             "requests": 1200, "decisions": {"app_open": 700, "error": 5}, "shed": {"connections": 2},
             "rates": [{"seconds": 10.0, "requests": 12.345, "failed": 0.0, "shed": 0.0,
             "decisions": {"app_open": 7.0, "error": 0.05}}],
             "rules": {"hash": "sha256:0123456789abcdef", "sites": 1, "rules": 14, "loaded": "2026-11-23T17:55:00Z",
             "last_reload": {"time": "2026-11-23T17:59:30Z", "result": "failure", "problems": ["a.yaml:1: error: x\\n  y"]},
             "bundle": null},
             "disabled_sites": [{"site": "shop", "since": "2026-11-23T17:00:00Z", "until": null, "by": "root",
             "reason": "report"}],
             "store": {"links": 12, "used_bytes": 4096, "file_bytes": 1048576, "free_bytes": 5000000000},
             "source": null, "lost_log_lines": {"access": 4}, "certificates":
             [{"listener": "0.0.0.0:443", "name": "example.com", "ends": "2026-11-25T18:00:00Z"}],
             "process": {"resident_bytes": 60000000, "descriptors": 40, "most_descriptors": 1000},
             "refusals": [{"time": "2026-11-23T17:59:59Z", "link": "https://a.example/\\u001b[31m", "error": "unknown-link"}]}
            """
        guard case .object(let object) = try JSONValue(parsing: whole) else { throw JSONShape() }
        var changed = JSONObject()
        for member in object.members {
            changed.append(member.name, changes.first { $0.name == member.name }?.value ?? member.value)
        }
        return .object(changed)
    }

    private struct JSONShape: Error {}

    private static func text(_ status: JSONValue, since last: JSONValue? = nil, width: Int = 100) -> [String] {
        StatusText(status, since: last, width: width).lines.map { $0.map(\.text).joined() }
    }

    @Test("says of each subject what deserves attention")
    func page() throws {
        let lines = Self.text(try Self.status())
        let whole = lines.joined(separator: "\n")
        for part in [
            "fingerpost 9.9  serving  pid 7, up 3 h, you may read", "1 site, 14 rules, loaded 5 min ago",
            "refused 30 s ago", "a.yaml:1: error: x", "site shop until it is enabled, by root: report",
            "12 links, 4.1 kB of 1.0 MB, 5.0 GB free", "access 4", "connections 2", "expires in 2 d", "no answer",
            "12.3", "unknown-link",
        ] { #expect(whole.contains(part), "\(part): \(whole)") }
        #expect(!whole.contains("\u{1B}"), "what clients wrote drives no terminal")
        #expect(!whole.contains("SINCE LAST"))
    }

    @Test("has the rates since the last look at the same process, and of no other")
    func sinceLast() throws {
        let now = try Self.status()
        let before = try Self.status(("time", "2026-11-23T17:59:50Z"), ("requests", 1000))
        let row = try #require(Self.text(now, since: before).first { $0.hasPrefix("requests") })
        #expect(row.split(separator: " ") == ["requests", "12.3", "20.0", "1,200"], "\(row)")
        let other = try Self.status(("time", "2026-11-23T17:59:50Z"), ("pid", 8))
        #expect(!Self.text(now, since: other).contains { $0.contains("SINCE LAST") })
    }

    @Test("no line is wider than the terminal", arguments: [20, 40, 80])
    func width(_ width: Int) throws {
        for line in Self.text(try Self.status(), width: width) { #expect(line.columnWidth <= width, "\(line)") }
    }

    /// Regression: the reason for an outage was truncated to the terminal's width.
    @Test("the reasons of a source's faults are whole, on as many lines as they take")
    func reasons() throws {
        let reason =
            "connection to server at 127.0.0.1, port 5599 failed: FATAL: password authentication failed for user node"
        let source: JSONValue = ["reachable": false, "fault": .string(reason), "store_fault": "the disk is full"]
        let text = Self.text(try Self.status(("source", source)), width: 60).joined(separator: " ")
        let words = text.split(separator: " ").joined(separator: " ")
        #expect(words.contains(reason) && words.contains("the disk is full"), "\(words)")
    }

    @Test("a transaction at the source that is open for long is shown", arguments: [(600, false), (7_200, true)])
    func snapshot(_ seconds: Int, isShown: Bool) throws {
        let source: JSONValue = ["reachable": true, "oldest_snapshot_seconds": .number(JSONNumber(seconds))]
        let text = Self.text(try Self.status(("source", source))).joined(separator: " ")
        #expect(text.contains("a transaction there is 2 h old") == isShown, "\(text)")
    }

    @Test("a daemon that reports little is shown as well")
    func little() throws {
        let lines = Self.text(["control": 1, "version": "1", "state": "serving"])
        #expect(lines.first?.hasPrefix("fingerpost 1  serving") == true)
    }

    @Test("spans, rates and sizes are short")
    func words() {
        #expect(
            [0, 119, 120, 7200, 11_400, 172_800, 400_000].map { StatusText.span($0) } == [
                "0 s", "119 s", "2 min", "2 h", "3 h 10 min", "2 d", "4 d 15 h",
            ])
        #expect([0, 0.004, 0.25, 12.345, 4711.4].map { StatusText.rate($0) } == ["0", "0.0", "0.25", "12.3", "4,711"])
        #expect(
            [999, 1000, 12_345_678].map { StatusText.bytes(.number(JSONNumber($0))) } == [
                "999 bytes", "1.0 kB", "12.3 MB",
            ])
    }
}
