import ByteText
import Foundation
import TestSupport
import Testing

/// Nodes in the output of `source status`.
@Suite("status of nodes", .enabled(if: PostgreSQLServer.isInstalled), .timeLimit(.minutes(20)))
struct SourceStatusTests {
    private static func nodes(_ server: PostgreSQLServer) throws -> [JSONValue] {
        let outcome = try Program.run(["source", "status", "--json", "--source", server.networkURL])
        guard outcome.code == 0, case .array(let nodes) = try JSONValue(parsing: outcome.output)["nodes"] else {
            return []
        }
        return nodes
    }

    @Test("each node is there with the rules that it runs, also after a reload")
    func rules() throws {
        let server = try PostgreSQLServer()
        #expect(try Program.run(["source", "init", "--source", server.networkURL]).code == 0)
        let rules = try RulesFolder(site: ParityCase.site)
        let folder = try ScratchFolder()
        let daemon = try RunningDaemon(
            rules: rules.path,
            flags: ["--source", server.networkURL, "--node", "east", "--store", folder.path])
        func hash() throws -> String? {
            try JSONValue(parsing: daemon.ask(daemon.admin, "/v1/ruleset").body)["hash"]?.string
        }
        func reported() -> String? { (try? Self.nodes(server))?.first?["rules"]?.string }
        let first = try #require(try hash())
        #expect(wait(seconds: 20) { reported() == first })
        #expect(try Self.nodes(server).map { $0["name"] } == ["east"])
        try rules.replaceSite(
            with: ParityCase.site.replacing("www.example.com%2F&apn", with: "www.example.com%2Fnew&apn"))
        daemon.signal(SIGHUP)
        #expect(wait(seconds: 20) { reported() != first && (try? hash()) == reported() })
        #expect(daemon.stop() == 0)
    }

    @Test("after the source was recovered, nodes are behind by the links, and soon not any longer")
    func recovered() throws {
        let server = try PostgreSQLServer()
        #expect(try Program.run(["source", "init", "--source", server.networkURL]).code == 0)
        let node = try LinkServer(flags: ["--source", server.networkURL, "--node", "east"])
        func lag() -> Int? { (try? Self.nodes(server))?.first?["lag"]?.number?.int }
        #expect(wait(seconds: 20) { lag() == 0 })
        #expect(try Program.run(["source", "recovered", "--source", server.networkURL]).output == "epoch 1\n")
        let limit = Date(timeIntervalSinceNow: 10)
        while Date() < limit {
            let now = try #require(lag())
            #expect(now < 1_000, "\(now)")
            if try node.ask("GET", "/metrics", token: nil).body.contains("reason=\"epoch\"} 0"), now == 0 { break }
            usleep(200_000)
        }
        #expect(node.daemon.stop() == 0)
    }

    @Test("a node that is gone is named with what to do, and forgotten")
    func forget() throws {
        let server = try PostgreSQLServer()
        let place = ["--source", server.networkURL]
        #expect(try Program.run(["source", "init"] + place).code == 0)
        let node = try LinkServer(flags: place + ["--node", "east"])
        #expect(wait(seconds: 20) { (try? Self.nodes(server))?.count == 1 })
        let refused = try Program.run(["source", "forget", "east"] + place)
        #expect(refused.code == 1 && refused.error.contains("seems to run"), "\(refused.error)")
        let unknown = try Program.run(["source", "forget", "west"] + place)
        #expect(
            unknown.code == 2 && unknown.error.contains("unknown node west; known: east"), "\(unknown.error)")
        #expect(node.daemon.stop() == 0)
        try server.sql("UPDATE fp_node SET seen = now() - INTERVAL '6 minutes'")
        let status = try Program.run(["source", "status"] + place)
        #expect(
            status.code == 1 && status.error.contains("east; if a node is gone for good: fingerpost source forget NODE")
        )
        #expect(try Program.run(["source", "forget", "east"] + place).output == "east forgotten\n")
        #expect(try Self.nodes(server).isEmpty && server.sql("SELECT count(*) FROM fp_incarnation") == "1\n")
    }

    @Test("each shard is in the JSON and in the table, and the text says how even they are")
    func shards() throws {
        let server = try PostgreSQLServer()
        let flags = ["--source", server.networkURL]
        #expect(try Program.run(["source", "init"] + flags).code == 0)
        let even = try Program.run(["source", "status"] + flags)
        #expect(even.lines.last == "a shard has 0 links and 0 changes", "\(even)")
        try server.sql("UPDATE fp_shard SET epoch = 1, head = 1 * 2 ^ 40")
        try server.sql("UPDATE fp_shard SET head = head + 5 + shard % 3, floor = 4, live = 3, digest = -1")
        try server.sql("UPDATE fp_shard SET head = head - 4, live = 1 WHERE shard = 17")
        let text = try Program.run(["source", "status"] + flags)
        #expect(
            text.lines.last
                == "a shard has 1 to 3 links and 3 to 7 changes, shard 17 furthest from the mean: 3", "\(text)")
        let table = try Program.run(["source", "status", "--shards"] + flags)
        #expect(table.lines.count == text.lines.count + 256)
        let row = try #require(table.lines.first { $0.split(separator: " ").first == "17" })
        #expect(row.split(separator: " ") == ["17", "1", "1099511627779", "4", "1", "ffffffffffffffff"])
        let json = try JSONValue(parsing: Program.run(["source", "status", "--json"] + flags).output)
        guard case .array(let heads) = json["heads"] else { throw Missing() }
        #expect(json["shards"]?.number?.int == 256 && heads.count == 256)
        #expect(heads.map { $0["shard"]?.number?.int } == Array(0..<256))
        #expect(heads[18]["head"]?.number?.int == 1_099_511_627_781 && heads[17]["links"]?.number?.int == 1)
        #expect(heads[17]["floor"]?.number?.int == 4 && heads[17]["epoch"]?.number?.int == 1)
        #expect(heads[17]["digest"] == "ffffffffffffffff")
    }

    private struct Missing: Error {}
}
