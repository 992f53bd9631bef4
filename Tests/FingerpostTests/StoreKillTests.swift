import ByteText
import Foundation
import TestSupport
import Testing

@Suite("a killed writer", .timeLimit(.minutes(20)))
struct StoreKillTests {
    /// A link is made every 40 clicks, to measure the current latency of the disk.
    @Test("SIGKILL of the daemon under clicks loses the last second of counts at most, and no link")
    func countsAndLinks() throws {
        let server = try LinkServer()
        let link = #"{"domain": "example.page.link", "code": "C", "long_link": "https://www.example.com/"}"#
        #expect(try server.ask("POST", "/v1/links", link).status == 201)
        var clicks: [ContinuousClock.Instant] = []
        var made: [String] = []
        var slowest = Duration.zero
        let end = ContinuousClock.now + .milliseconds(Int.random(in: 2_500...4_000))
        while ContinuousClock.now < end {
            let client = try HTTPClient(port: server.daemon.front)
            for _ in 0..<40 {
                client.send(HTTPRequest.text("/C", host: "example.page.link", fields: ["User-Agent": Agents.windows]))
                #expect(try client.answer().status == 302)
                clicks.append(.now)
            }
            let body = link.replacing("\"C\"", with: "\"L\(made.count)\"")
            let start = ContinuousClock.now
            #expect(try server.ask("POST", "/v1/links", body).status == 201)
            slowest = max(slowest, .now - start)
            made.append("https://example.page.link/L\(made.count)")
        }
        let killed = ContinuousClock.now
        #expect(server.daemon.stop(SIGKILL) == nil)

        let place = ["--store", server.folder.path]
        let kept = try Program.run(["link", "export"] + place).output
        for link in made { #expect(kept.contains("\"\(link)\""), "\(link)") }
        let stats = try Program.run(["link", "stats", "https://example.page.link/C", "--days", "2", "--json"] + place)
        let counted = try stats.lines.map { try JSONValue(parsing: String($0)) }
            .filter { $0["event"] == "click" }.reduce(0) { $0 + ($1["count"]?.number?.int ?? 0) }
        let older = clicks.filter { killed - $0 > .seconds(1) + slowest }.count
        #expect(counted >= older, "\(counted) of \(clicks.count) clicks; \(older) are older than the last second")
        #expect(counted <= clicks.count && older > 100, "\(clicks.count) clicks prove nothing")
        #expect(try Program.run(["link", "check"] + place).code == 0)
    }

    @Test("SIGKILL of a restore leaves the one store or the other")
    func restore() throws {
        let folder = try ScratchFolder()
        func fill(_ count: Int, _ store: String) throws {
            let lines = (0..<count).map {
                #"{"link":"https://example.page.link/n\#($0)","long_link":"https://www.example.com/\#($0)"}"# + "\n"
            }
            let file = try folder.file("\(store).jsonl", lines.joined()).path()
            let path = folder.url.appending(path: store).path()
            #expect(try Program.run(["link", "import", file, "--unchecked", "--store", path]).code == 0)
        }
        try fill(40_000, "new")
        try fill(1_000, "store")
        let store = folder.url.appending(path: "store").path()
        let new = folder.url.appending(path: "new").path()
        var found: Set<Substring> = []
        for round in 1...12 {
            let child = try Child(Program.path, ["link", "restore", new, "--force", "--store", store])
            Thread.sleep(forTimeInterval: Double(round) / 12 * 0.8)
            child.kill()
            let check = try Program.run(["link", "check", "--store", store])
            #expect(check.code == 0, "\(check.output)\(check.error)")
            found.insert(check.output.prefix { $0 != " " })
        }
        #expect(found.isSubset(of: ["1,000", "40,000"]) && found.contains("1,000"), "\(found)")
        #expect(
            try Program.run(["link", "restore", new, "--force", "--store", store]).output.hasPrefix("40,000 links"))
    }

    /// The short form of Tests/Smoke/store-kill, which runs 500 rounds.
    @Test("SIGKILL at any moment loses nothing that was acknowledged", .needsLoad)
    func kill() throws {
        let store = try ScratchFolder()
        var said = ""
        for round in 1...10 {
            let writer = try Child(Program.load, ["store-writer", store.path, "--first", "\(round * 1_000_000)"])
            Thread.sleep(forTimeInterval: Double.random(in: 0...0.3))
            writer.kill()
            #expect(!writer.output.contains("failed"), "\(writer.output.suffix(300))")
            said += writer.output.hasSuffix("\n") || writer.output.isEmpty ? writer.output : writer.output + "\n"
        }
        #expect(said.split(separator: "\n").count > 20, "too little was written to prove anything")
        let verifier = try Child(Program.load, ["store-writer", store.path, "--verify"], input: said)
        #expect(verifier.waits(seconds: 60))
        #expect(verifier.code == 0, "\(verifier.output.suffix(1_000)) \(verifier.error)")
    }
}
