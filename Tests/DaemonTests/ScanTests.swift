@testable import AdminAPI
import ByteText
import Foundation
import LinkStore
import Routing
import Settings
import TestSupport
import Testing

@testable import Daemon

/// Links with the marker of QR code scans, `_fp=qr`.
@Suite("scans of QR codes, in memory")
struct ScanTests {
    private static func marked(_ link: String) -> String { link + (link.contains("?") ? "&" : "?") + "_fp=qr" }

    @Test("a marked link is answered as the link is, for all clients and clicks", arguments: ParityCase.all)
    func same(_ item: ParityCase) throws {
        let (plain, scanned) = (try DaemonInMemory(), try DaemonInMemory())
        scanned.now = plain.now
        var fields = item.headers
        fields["User-Agent"] = item.agent
        for round in 0..<4 {
            let expected = try plain.click(link: item.link, fields: fields)
            let answer = try scanned.click(link: Self.marked(item.link), fields: fields)
            #expect(answer.status == expected.status)
            func own(_ answer: HTTPAnswer) -> [String] {
                answer.fields.map { "\($0.name): \($0.value)" }.filter { !$0.hasPrefix("X-Request-Id") }
            }
            // Page URLs are sealed again for each response.
            if expected["Location"]?.contains("/_fp/") != true { #expect(own(answer) == own(expected), "\(round)") }
            #expect(answer.body == expected.body)
        }
    }

    @Test("the mark does not go on to the payload, at whatever place it is, and other parameters do")
    func passThrough() throws {
        let site = ParityCase.site.replacing("\"debug_pages\": true", with: "\"pass_through\": true")
        let daemon = try DaemonInMemory(site: site)
        for query in [
            "?_fp=qr", "?_fp=qr&utm_source=x", "?utm_source=x&_fp=qr", "?_fp=other&utm_source=x", "?%5Ffp=qr",
        ] {
            let answer = try daemon.click("/WXYZ\(query)", fields: ["User-Agent": Agents.windows])
            let passed = query.contains("utm") ? "?utm_source=x" : ""
            #expect(answer["Location"] == "https://www.example.com/\(passed)", "\(query)")
        }
    }

    @Test("scans are counted as clicks and apart, by platform, and so is a link that opened the app")
    func counts() throws {
        let daemon = try DaemonInMemory(isStoring: true)
        let key = try #require(LinkKey("example.page.link/Count"))
        let long = "https://example.page.link/?link=https://www.example.com/&apn=com.example.android"
        try daemon.store.apply(.create(LinkCreation(LinkRecord(key: key, longLink: long, created: daemon.now))))
        func click(_ target: String, _ agent: String, _ accept: String = "*/*", method: String = "GET") throws {
            let fields = ["User-Agent": agent, "Accept": accept]
            #expect(try daemon.click(target, method: method, fields: fields).status < 400)
        }
        for _ in 0..<3 { try click("/Count?_fp=qr", Agents.android) }
        for _ in 0..<2 { try click("/Count", Agents.android) }
        try click("/Count?x=1&_fp=qr", Agents.windows)
        try click("/Count?_fp=qr", Agents.android, "application/json")
        // Bots, previews, queries and QR images do not count.
        try click("/Count?_fp=qr", Agents.slackbot)
        try click("/Count?d=1&_fp=qr", Agents.windows)
        try click("/Count?_fp=qr", Agents.windows, method: "HEAD")
        try click("/Count/qr.svg", Agents.windows)
        daemon.finish()
        let store = try daemon.store
        let id = try #require(try store.link(key)?.id)
        let expected: Set = [
            "click android 6", "appOpen android 6", "scan android 4", "click desktop 1", "redirect desktop 1",
            "scan desktop 1",
        ]
        for counts in [try store.totals(of: id), try store.counts(of: id, days: 0...LinkCount.lastDay)] {
            #expect(Set(counts.map { "\($0.event) \($0.platform) \($0.count)" }) == expected)
        }
        let rows = FirebaseStatistics.rows(try store.totals(of: id)).map { "\($0.platform) \($0.event) \($0.count)" }
        #expect(rows == ["ANDROID CLICK 6", "ANDROID SCAN 4", "DESKTOP CLICK 1", "DESKTOP SCAN 1"])
    }

    @Test("the decision log names the source, and decides a logged scan again")
    func log() throws {
        let folder = try ScratchFolder()
        let daemon = try DaemonInMemory { $0.decisionLog = folder.path + "decisions.log" }
        for target in ["/WXYZ?_fp=qr", "/WXYZ"] {
            _ = try daemon.click(target, fields: ["User-Agent": Agents.android])
        }
        daemon.finish()
        let text = try String(contentsOfFile: folder.path + "decisions.log", encoding: .utf8)
        let lines = try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
        #expect(lines.map { $0["source"]?.string } == ["qr", nil])
        #expect(lines[0]["input"]?["link"]?.string == "https://example.page.link/WXYZ?_fp=qr")
        #expect(lines[0]["target"]?.string == lines[1]["target"]?.string && lines[0]["target"]?.string != nil)
    }
}
