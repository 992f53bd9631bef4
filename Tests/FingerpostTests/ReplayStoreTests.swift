import ByteText
import Foundation
import LinkStore
import TestSupport
import Testing

/// Replays that look up short links in a store, or in two versions of one.
@Suite("replay with a store", .timeLimit(.minutes(20)))
struct ReplayStoreTests {
    private let folder: ScratchFolder
    private let store: LinkStore
    private let log: String

    init() throws {
        folder = try ScratchFolder()
        store = try LinkStore(directory: folder.path + "store")
        try Self.make("Shop", "https://www.example.com/shop", in: store)
        try Self.make("Sale", "https://www.example.com/sale", in: store)
        let lines = (0..<60).map { index in
            "192.0.2.\(index) - - [01/Nov/2026:10:00:00 +0000] \"GET /\(["Shop", "Sale", "WXYZ"][index % 3]) HTTP/1.1\" "
                + "302 0 \"-\" \"\(index % 2 == 0 ? Agents.android : Agents.iPhone)\"\n"
        }
        log = try folder.file("clicks.log", lines.joined()).path()
    }

    private var directory: String { folder.path + "store" }
    private var backup: String { folder.path + "backup.mdb" }

    private static func make(_ code: String, _ payload: String, in store: LinkStore) throws {
        let key = try #require(LinkKey(domain: "example.page.link", code: code))
        let long = "https://example.page.link/?link=\(payload)&apn=com.example.android"
        let record = LinkRecord(key: key, longLink: long, created: 1_795_000_000)
        try store.apply(.create(LinkCreation(record)))
    }

    private func replay(_ arguments: String...) throws -> (outcome: Program.Outcome, report: JSONValue) {
        let outcome = try Program.run(["replay", log, "--host", "example.page.link", "--json"] + arguments)
        return (outcome, outcome.output.isEmpty ? .null : try JSONValue(parsing: outcome.output))
    }

    @Test("of a running daemon verifies every decision that hung on its short links")
    func verification() throws {
        let decisions = folder.path + "decisions.log"
        let daemon = try RunningDaemon(flags: ["--store", directory, "--decision-log", decisions])
        for _ in 0..<5 {
            for code in ["Shop", "Sale", "WXYZ", "NONE"] {
                _ = try daemon.click("/\(code)", fields: ["User-Agent": Agents.android])
            }
        }
        #expect(
            wait(seconds: 20) {
                (try? String(contentsOfFile: decisions, encoding: .utf8).split(separator: "\n").count) == 20
            })
        let same = try Program.run(["replay", "--verify", decisions, "--store", directory])
        #expect(same.code == 0 && same.output == "20 decisions are the same\n", "\(same.output)\(same.error)")
        let without = try Program.run(["replay", "--verify", decisions])
        #expect(without.code == 1 && without.lines.last == "10 of 20 decisions differ", "\(without.output)")
        #expect(daemon.stop() == 0)
    }

    @Test("is compared with another version of it, such as a backup")
    func versions() throws {
        try store.backUp(to: backup)
        let key = try #require(LinkKey(domain: "example.page.link", code: "Sale"))
        try store.apply(.delete(key, at: 1_795_000_001))
        let (changed, report) = try replay("--store", directory, "--against-store", backup)
        #expect(changed.code == 0, "\(changed.error)")
        let changes = report["changes"]
        #expect(changes?["compared"] == 60 && changes?["changed"] == 20)
        #expect(changes?["changed_matrix"]?["app_open"]?["error"] == 10, "\(changed.output)")
        #expect(changes?["links"]?["top"]?.array?.first?["link"]?.string == "example.page.link/Sale")
        let sample = changes?["samples"]?.array?.first
        #expect(sample?["before"]?["decision"]?["decision"] == "app_open")
        #expect(sample?["now"]?["decision"]?["error"]?["code"] == "link-deleted", "\(sample ?? .null)")

        let asked = try replay("--store", directory, "--against-store", backup, "--fail-on-change")
        #expect(asked.outcome.code == 1 && asked.outcome.error.contains("20 changed clicks are unexpected"))
        // A copy takes no lock file and needs no write access for one.
        #expect(!FileManager.default.fileExists(atPath: backup + "-lock"))
    }

    @Test("compared with itself changes nothing")
    func itself() throws {
        try store.backUp(to: backup)
        let link = folder.path + "link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: directory)
        for (one, other) in [
            (directory, directory), (backup, backup), (directory, backup), (link, directory + "/links.mdb"),
        ] {
            let (outcome, report) = try replay("--store", one, "--against-store", other, "--fail-on-change")
            #expect(outcome.code == 0, "\(outcome.error)")
            #expect(report["changes"]?["compared"] == 60 && report["changes"]?["changed"] == 0)
            #expect(report["refused"] == .object(JSONObject()) || outcome.output.contains("\"unknown-link\":0"))
        }
    }
}
