import ByteText
import Foundation
import TestSupport
import Testing

/// A reload redirects logs, spans and events, and changes masks.
///
/// Regression: they needed a restart, though none of them is a socket, a store or a source.
@Suite("Records of a running daemon", .timeLimit(.minutes(20)))
struct RecordsReloadTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func lines(_ name: String) -> [String] {
        let text = (try? String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// The settings of the three logs.
    private func logs(_ names: [String]) -> String {
        let paths = names.map { "\(folder.path)/\($0)" }
        return "logs: {access: \(paths[0]), decisions: \(paths[1]), audit: \(paths[2])}\n"
    }

    @Test("lines of all logs go to other files, and no line is lost or written twice")
    func paths() throws {
        let served = try ServedSettings()
        let clicks = 40
        var ids: [String] = []
        func click() throws {
            for _ in 0..<clicks { ids.append(try #require(try served.click()["x-request-id"])) }
        }
        _ = try served.click()
        #expect(try served.reload(logs(["a1", "d1", "u1"])).error.isEmpty)
        try click()
        // The access log stays, two others change, and then all lines go to one file.
        #expect(try served.reload(logs(["a1", "d2", "u2"])).error.isEmpty)
        try click()
        #expect(try served.reload(logs(["one", "one", "one"])).error.isEmpty)
        try click()
        #expect(try served.reload("hsts: 60\n").error.isEmpty)
        _ = try served.click()
        func named(_ files: [String], _ isWanted: (JSONValue) -> Bool) throws -> [String] {
            try files.flatMap(lines).map { try JSONValue(parsing: $0) }.filter(isWanted)
                .compactMap { ($0["decision_id"] ?? $0["request_id"])?.string }.sorted()
        }
        // Each of several workers writes in its own order.
        ids.sort()
        let access = try named(["a1", "one"]) { $0["listener"]?.string == "front" && $0["method"] != nil }
        #expect(access.count == ids.count && access == ids)
        let decided = try named(["d1", "d2", "one"]) { $0["decision"] != nil }
        #expect(decided.count == ids.count && decided == ids)
        #expect(lines("d1").count >= clicks && lines("d2").count >= clicks)
        // Each reload is an audited change; the first one was requested before there was a log.
        #expect(lines("u1").count == 1 && lines("u2").count == 1)
    }

    @Test("a log that can't be opened refuses the reload by the name of its setting")
    func unopenable() throws {
        let served = try ServedSettings(logs(["a", "d", "u"]))
        let reload = try served.reload(logs(["a", "nowhere/d", "u"]) + "hsts: 60\n")
        #expect(
            reload.code == 1 && reload.error.contains("logs.decisions: \(folder.path)/nowhere/d"), "\(reload.error)")
        let click = try served.click()
        #expect(click["Strict-Transport-Security"] == nil)
        #expect(wait(seconds: 20) { lines("d").contains { $0.contains(click["x-request-id"] ?? "?") } })
    }

    @Test("events go to another webhook, with or without secrets, and stop if none is named")
    func webhook() throws {
        let (first, second) = (try EventReceiver(), try EventReceiver())
        let served = try ServedSettings(flags: ["--events", folder.path + "/events"])
        func settings(_ receiver: EventReceiver, _ rest: String = "") -> String {
            let flags = receiver.flags("")
            return "events: {webhook: \"\(flags[3])\", webhook_secret_file: \(flags[5])\(rest)}\n"
        }
        func clicked() throws -> String { try #require(try served.click()["x-request-id"]) }
        func received(_ receiver: EventReceiver) -> [String] { receiver.events.compactMap { $0["request_id"]?.string } }
        let before = try clicked()
        #expect(try served.metric("fingerpost_webhook_pending_events ").isEmpty)
        #expect(try served.reload(settings(first)).error.isEmpty)
        let one = try clicked()
        // Events waiting in the spool are delivered too.
        #expect(wait(seconds: 30) { received(first) == [before, one] }, "\(received(first))")
        first.stop()
        let two = try clicked()
        let failed = "fingerpost_webhook_requests_total{result=\"failed\"} "
        #expect(wait(seconds: 30) { (try? served.metric(failed)) != failed + "0" })
        // Naming another receiver ends the pause between retries.
        #expect(try served.reload(settings(second, ", unmasked: true")).error.isEmpty)
        #expect(wait(seconds: 30) { received(second) == [two] }, "\(received(second))")
        #expect(try served.row("events.unmasked")["values"] == ["true"])
        let refused = try served.reload("events: {webhook: \"http://127.0.0.1:1/\"}\n")
        #expect(refused.code == 1 && refused.error.contains("events.webhook_secret_file"), "\(refused.error)")
        #expect(try served.reload("hsts: 60\n").error.isEmpty)
        _ = try clicked()
        #expect(try served.metric("fingerpost_webhook_pending_events ").isEmpty)
        sleep(1)
        #expect(received(second) == [two])
    }

    @Test("spans go to another collector")
    func traces() throws {
        let (first, second) = (try RecordingSite(), try RecordingSite())
        let served = try ServedSettings()
        func settings(_ site: RecordingSite) -> String {
            "traces: {endpoint: \"http://127.0.0.1:\(site.port)\", one_in: 1}\n"
        }
        for site in [first, second, first] {
            let before = site.heads.count
            #expect(try served.reload(settings(site)).error.isEmpty)
            _ = try served.click()
            #expect(wait(seconds: 30) { site.heads.count > before })
        }
        #expect(try served.reload("traces: {endpoint: \"ftp://collector\"}\n").error.contains("traces.endpoint"))
        #expect(try served.reload("hsts: 60\n").error.isEmpty)
        let last = first.heads.count
        _ = try served.click()
        sleep(2)
        #expect(first.heads.count == last)
    }

    @Test("masks are drawn with another secret")
    func masks() throws {
        let served = try ServedSettings(logs(["a", "d", "u"]))
        func mask() throws -> String {
            let click = try served.daemon.click(
                "/?link=https://www.example.com/&oobCode=ABCDEFGHIJKLMNOP1234567890", host: "a.link")
            let id = try #require(click["x-request-id"])
            #expect(wait(seconds: 20) { lines("a").contains { $0.contains(id) } })
            let line = try JSONValue(parsing: try #require(lines("a").first { $0.contains(id) }))
            return try #require(line["target"]?.string)
        }
        let before = try mask()
        #expect(try mask() == before && !before.contains("MNOP1234"))
        let key = try folder.file("key", String(repeating: "k1", count: 40)).path()
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        #expect(try served.reload(logs(["a", "d", "u"]) + "mask_key_file: \(key)\n").error.isEmpty)
        let other = try mask()
        #expect(other != before && !other.contains("MNOP1234"))
        #expect(try served.reload(logs(["a", "d", "u"])).error.isEmpty)
        #expect(try mask() == before)
    }
}
