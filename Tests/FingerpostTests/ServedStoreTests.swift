import Foundation
import LinkStore
import TestSupport
import Testing

/// The short-link store of a running daemon, which other processes change and maintain.
@Suite("a daemon's store", .timeLimit(.minutes(20)))
struct ServedStoreTests {
    private let folder: ScratchFolder
    private let store: LinkStore
    private let daemon: RunningDaemon

    init() throws {
        folder = try ScratchFolder()
        store = try LinkStore(directory: folder.path)
        daemon = try RunningDaemon(flags: ["--store", folder.path])
    }

    private static let long =
        "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fpost%3Fid%3D7&apn=com.example.android"

    private func make(_ code: String) throws {
        let key = try #require(LinkKey(domain: "example.page.link", code: code))
        let record = LinkRecord(key: key, longLink: Self.long, created: Int64(Date().timeIntervalSince1970))
        try store.apply(.create(LinkCreation(record)))
    }

    private func click(_ code: String) throws -> HTTPAnswer {
        try daemon.click("/\(code)", fields: ["User-Agent": Agents.android])
    }

    @Test(
        "a link of another process works at once, alike for clicks, edge, resolve and explain, and its clicks are counted"
    )
    func works() throws {
        #expect(try click("Made").status == 404)
        try make("Made")
        for _ in 0..<5 {
            #expect(try click("Made")["Location"]?.hasPrefix("intent://www.example.com/post?id=7") == true)
        }
        let request =
            #"{"link":"https://example.page.link/Made","time":"2026-11-20T12:00:00Z","device":{"platform":"android"}}"#
        let rules = try RulesFolder(site: ParityCase.site)
        let place = ["--rules", rules.path, "--store", folder.path]
        let resolved = try Program.run(["resolve", "--batch", "-"] + place, input: request)
        #expect(resolved.code == 0 && resolved.output.contains("intent:"), "\(resolved.error)")
        #expect(try daemon.decide(request).body == resolved.output)
        let explained = try Program.run(["explain", "https://example.page.link/Made"] + place)
        #expect(explained.code == 0, "\(explained.error)")
        let key = try #require(LinkKey("example.page.link/Made"))
        let store = store
        func counts() -> Set<String> {
            let found = try? store.totals(of: store.link(key)?.id ?? 0)
            return Set((found ?? []).map { "\($0.event) \($0.platform) \($0.count)" })
        }
        #expect(wait(seconds: 10) { counts() == ["click android 5", "appOpen android 5"] }, "\(counts())")
    }

    /// Regression: the daemon kept answering 201 for links that its next sync with the source removed.
    @Test("a store that becomes a replica under the daemon accepts no changes, and push refuses a store in use")
    func becomesReplica() throws {
        try make("Kept")
        let daemon = daemon
        func accepts(_ value: Int) -> Bool {
            let metrics = try? daemon.ask(daemon.admin, "/metrics")
            return metrics?.body.contains("\nfingerpost_store_accepts_changes \(value)\n") == true
        }
        #expect(accepts(1))
        let push = try Program.run(
            ["source", "push", "--store", folder.path, "--source", "postgresql://absent@127.0.0.1:1/none"])
        #expect(push.code == 2 && push.error.contains("is in use by another process"), "\(push)")
        try store.become(ReplicaIdentity(source: 7, node: "other", incarnation: 1))
        #expect(wait(seconds: 10) { accepts(0) })
        #expect(try click("Kept").status == 302)
    }

    @Test("a store whose file is replaced under the daemon accepts no changes")
    func replaced() throws {
        let daemon = daemon
        let path = folder.url.appending(path: "links.mdb").path()
        try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
        #expect(throws: StoreError.replaced(path: store.path)) { try make("Lost") }
        #expect(
            wait(seconds: 10) {
                let metrics = try? daemon.ask(daemon.admin, "/metrics")
                return metrics?.body.contains("\nfingerpost_store_accepts_changes 0\n") == true
            })
    }

    @Test("a store that is cut off under the daemon: short links are 503 and so is readyz; the rules' links go on")
    func cutOff() throws {
        try make("Cut")
        #expect(try daemon.ask(daemon.admin, "/readyz").status == 200)
        let file = try FileHandle(forWritingTo: folder.url.appending(path: "links.mdb"))
        try file.truncate(atOffset: 8_192)
        let daemon = daemon
        #expect(wait(seconds: 10) { (try? daemon.ask(daemon.admin, "/readyz").status) == 503 })
        #expect(try click("Cut").status == 503)
        #expect(try click("WXYZ").status == 302)
    }

    @Test("link check, backup and compact")
    func upkeep() throws {
        try make("Keep")
        let check = try Program.run(["link", "check", "--store", folder.path])
        #expect(check.code == 0)
        #expect(
            check.output.hasPrefix("1 link, 0 deleted, 3 index entries") && check.output.hasSuffix("no findings\n"))
        let copy = try ScratchFolder()
        let file = copy.url.appending(path: "links.mdb").path()
        #expect(try Program.run(["link", "backup", file, "--store", folder.path]).code == 0)
        #expect(try Program.run(["link", "backup", file, "--store", folder.path]).code == 2)
        #expect(try Program.run(["link", "check", "--store", copy.path]).output.hasPrefix("1 link,"))
        let busy = try Program.run(["link", "compact", "--store", folder.path])
        #expect(busy.code == 2)
        #expect(busy.error.contains("in use by another process"))
        #expect(try Program.run(["link", "compact", "--store", copy.path]).code == 0)
        #expect(try Program.run(["link", "check", "--store", copy.path]).output.hasPrefix("1 link,"))
        let none = try Program.run(["link", "check", "--store", copy.url.appending(path: "none").path()])
        #expect(none.code == 2)
        #expect(none.error.contains("no link store"))
    }

    @Test("a store that was asked for and can't be used ends serve; where the usual place can't have one it serves on")
    func unusable() throws {
        let rules = RulesFolder.shippedRules.path()
        let arguments = [
            "serve", "--rules", rules, "--listen", "127.0.0.1:0", "--edge", "127.0.0.1:0", "--admin", "127.0.0.1:0",
        ]
        let asked = try Program.run(arguments + ["--store", "/proc/none"])
        #expect(asked.code == 2)
        #expect(asked.error.contains("/proc/none"))
        let foreign = try ScratchFolder()
        try foreign.file("links.mdb", "not a store")
        let refused = try Program.run(arguments + ["--store", foreign.path])
        #expect(refused.code == 2)
        #expect(refused.error.contains("not a link store"))
        let usual = try RunningDaemon(rules: rules, environment: ["STATE_DIRECTORY": "/proc/none"])
        #expect(usual.said.contains("serving without a store"))
        #expect(try usual.click("/WXYZ").status == 302)
    }
}
