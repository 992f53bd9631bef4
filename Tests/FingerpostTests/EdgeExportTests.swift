import ByteText
import Foundation
import LinkStore
import Phones
import TestSupport
import Testing

/// Tables for proxies in the real programs, and proven on logs.
@Suite("links that proxies answer", .serialized, .timeLimit(.minutes(20)))
struct EdgeExportTests {
    private let folder: ScratchFolder
    private let store: LinkStore
    private let rules: RulesFolder

    /// Links that are in the table, with their targets.
    private static let fixed = [
        "Plain": "https://www.example.com/plain?a=1&b=%22#part", "Dollar": "https://www.example.com/$host/$uri$",
        "Quote": "https://www.example.com/a'b;(c),d", "plain-2": "https://www.example.com/lower",
    ]

    init() throws {
        folder = try ScratchFolder()
        store = try LinkStore(directory: folder.path + "/store")
        rules = try RulesFolder(site: ParityCase.site)
        for (code, target) in Self.fixed { try make(code, target) }
        try make("Wrapped", "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fwrapped")
        try make("App", "https://example.page.link/?link=https://www.example.com/app&apn=com.example.android")
        try make("Ends", "https://www.example.com/ends") { $0.expires = 4_000_000_000 }
        try make("Few", "https://www.example.com/few") { $0.maximumClicks = 1_000 }
        try make("Off", "https://www.example.com/off") { $0.isDisabled = true }
        try make("Bad", "https://www.example.com/bad") { $0.isUnsafe = true }
    }

    private func make(_ code: String, _ target: String, change: (inout LinkRecord) -> Void = { _ in }) throws {
        let key = try #require(LinkKey(domain: "example.page.link", code: code))
        var record = LinkRecord(key: key, longLink: target, created: 1_795_000_000)
        change(&record)
        try store.apply(.create(LinkCreation(record)))
    }

    /// The arguments for the rules and the store. India has its own page on Windows, and WXYZ on a Mac.
    private var places: [String] { ["--rules", rules.path, "--store", folder.path + "/store"] }

    private func export(_ format: String) throws -> (path: String, said: String) {
        let path = "\(folder.path)/\(format)"
        let outcome = try Program.run(["export", "--for", format, "-o", path, "--force"] + places)
        try #require(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.error)")
        return (path, outcome.error)
    }

    /// The shared rules without the site's, of which `india` may decide each link.
    private func withoutOwnRules() throws {
        let site = ParityCase.site
        let start = try #require(site.firstRange(of: #""rules": ["#)).upperBound
        try rules.replaceSite(with: site[..<start] + "]}")
    }

    @Test("are those that no rule may lead elsewhere; the others are counted with the reason")
    func selection() throws {
        let before = try export("haproxy-map")
        #expect(before.said.hasPrefix("0 links exported, 12 stay\n"), "\(before.said)")
        #expect(before.said.contains("  5: rule sites/site/india depends on more than the link, or shows a page\n"))
        try withoutOwnRules()
        let (path, said) = try export("haproxy-map")
        let table = try String(contentsOfFile: path, encoding: .utf8)
        for (code, target) in Self.fixed { #expect(table.contains("\nexample.page.link/\(code) \(target)\n")) }
        #expect(table.split(separator: "\n").filter { !$0.hasPrefix("#") }.count == 5)
        #expect(said.hasPrefix("5 links exported, "), "\(said)")
        for reason in ["expires is set", "max_clicks is set", "disabled is set", "unsafe is set"] {
            #expect(said.contains("  1: \(reason)\n"), "\(said)")
        }
        let again = try Program.run(["export", "--for", "haproxy-map", "-o", path] + places)
        #expect(again.code == 2 && again.error.contains("--force"))
    }

    /// Clients that some rule distinguishes, and those of the log.
    private static let agents = [
        Agents.android, Agents.iPhone, Agents.iPad, Agents.windows, Agents.facebook, Agents.weChat, Agents.slackbot,
        Agents.curl,
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15",
    ]

    /// The browsers and apps of the phone model.
    private static let phones: [[String: String]] = {
        let systems: [System] = [.android(14), .ios(18), .ipados(18), .desktop]
        let phones = systems.flatMap { system in Surface.allCases.map { Phone(system, $0) } }
        return Array(Set(phones.map { $0.agentFields.merging(["User-Agent": $0.userAgent]) { $1 } }))
    }()

    @Test(
        "are answered by the real proxy as by the daemon, and all others by the daemon",
        arguments: RealProxy.mapping.filter { $0.path != nil })
    func proxies(_ kind: RealProxy.Kind) throws {
        try withoutOwnRules()
        let (path, _) = try export(kind.program + "-map")
        let daemon = try RunningDaemon(
            rules: rules.path, flags: ["--store", folder.path + "/store", "--trusted-peers", "127.0.0.1"])
        let proxy = try RealProxy(kind, front: daemon.front) {
            $0.replacing("/etc/\(kind.program)/fingerpost.map", with: path)
        }
        let others = ["App", "WXYZ", "Ends", "Few", "Off", "Bad", "None", "PLAIN", "Plain?d=1", "Plain+", "Plain/"]
        let clients = Self.phones + Self.agents.map { ["User-Agent": $0] }
        #expect(clients.count > 50)
        for fields in clients {
            let isOther = Self.agents.contains(fields["User-Agent"] ?? "")
            for code in Self.fixed.keys.sorted() + ["Wrapped"] + (isOther ? others : ["App"]) {
                let own = try daemon.click("/\(code)", fields: fields)
                let answer = try proxy.click("/\(code)", fields: fields)
                #expect(answer.status == own.status, "\(code) \(fields)")
                #expect(answer["Location"] == own["Location"], "\(code) \(fields)")
                #expect(answer["Referrer-Policy"] == "no-referrer" && answer["Cache-Control"] == "no-store")
            }
        }
        // An app that resolves a link gets JSON from the daemon.
        let resolved = try proxy.click("/Plain", fields: ["Accept": "application/json"])
        #expect(resolved.status == 200 && resolved["Content-Type"] == "application/json")
        // Without the daemon, the table still answers.
        #expect(daemon.stop() == 0)
        for (code, target) in Self.fixed {
            #expect(try proxy.click("/\(code)", host: "EXAMPLE.page.link:80")["Location"] == target)
        }
        #expect(try proxy.click("/App").status == kind.statusWhenDown)
        #expect(try proxy.click("/PLAIN").status == kind.statusWhenDown)
    }

    // MARK: - Replay

    private func log(_ targets: [String]) throws -> String {
        let lines = Self.agents.enumerated().flatMap { number, agent in
            targets.map { target in
                "192.0.2.\(number) - - [01/Nov/2026:10:00:00 +0000] \"GET \(target) HTTP/1.1\" 302 0 \"-\" \"\(agent)\"\n"
            }
        }
        return try folder.file("clicks.log", lines.joined()).path()
    }

    private func replay(_ log: String, _ table: String, _ format: String) throws -> Program.Outcome {
        try Program.run(
            ["replay", log, "--host", "example.page.link", "--against-map", table, "--for", format] + places)
    }

    @Test("are proven by a replay, which finds each line of the table that leads elsewhere")
    func proof() throws {
        try withoutOwnRules()
        let log = try log(["/Plain", "/Dollar", "/Quote", "/Wrapped", "/App", "/Plain?d=1", "/Ends"])
        for format in ["nginx-map", "haproxy-map"] {
            let (path, _) = try export(format)
            let good = try replay(log, path, format)
            #expect(good.code == 0, "\(good.error)")
            #expect(
                good.lines.suffix(2) == [
                    "63 clicks, 36 answered by the table",
                    "Each of them is led to the same address as by the rules.",
                ], "\(good.output)")
            let table = try String(contentsOfFile: path, encoding: .utf8)
            let corrupted = try folder.file("corrupted", table.replacing("/wrapped", with: "/elsewhere")).path()
            let bad = try replay(log, corrupted, format)
            #expect(
                bad.code == 1 && bad.lines.last == "9 clicks led elsewhere by the table", "\(bad.output)\(bad.error)")
            #expect(
                bad.lines.first?.hasSuffix(
                    "clicks.log:4: https://example.page.link/Wrapped: the table leads to 302 https://www.example.com/elsewhere"
                )
                    ?? false, "\(bad.output)")
            #expect(bad.lines.contains("and 4 more"))
            // A rule added since then is found as well.
            try rules.replaceSite(with: ParityCase.site)
            #expect(try replay(log, path, format).code == 0)
            try rules.replaceSite(with: ParityCase.site.replacing(#"request.country == \"IN\" && "#, with: ""))
            let changed = try replay(log, path, format)
            #expect(changed.code == 1 && changed.output.contains("the rules to 302 https://www.example.com/in/"))
            try withoutOwnRules()
        }
    }

    @Test("in a file that is no table are an error")
    func noTable() throws {
        let log = try log(["/Plain"])
        let (path, _) = try export("haproxy-map")
        let other = try replay(log, path, "nginx-map")
        #expect(
            other.code == 2 && other.error.contains("contains no link; is it a table for nginx-map?"), "\(other.error)")
        let broken = try folder.file("broken", "example.page.link/a https://b.example/ c\n").path()
        let line = try replay(log, broken, "haproxy-map")
        #expect(
            line.code == 2 && line.error.contains("broken: line 1: not a line of a table for haproxy-map"),
            "\(line.error)")
        let alone = try Program.run(["replay", log, "--against-map", path])
        #expect(alone.code == 2 && alone.error.contains("--against-map and --for belong together"))
    }
}
