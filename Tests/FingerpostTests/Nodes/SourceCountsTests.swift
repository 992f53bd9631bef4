import ByteText
import Foundation
import TestSupport
import Testing

/// `link stats` of one node, and of all.
@Suite("statistics of many nodes", .enabled(if: PostgreSQLServer.isInstalled), .timeLimit(.minutes(20)))
struct SourceCountsTests {
    @Test("a node's store has its own counts, and the source the sums")
    func sums() throws {
        let server = try PostgreSQLServer()
        #expect(try Program.run(["source", "init", "--source", server.networkURL]).code == 0)
        let nodes = try ["east", "west"].map {
            try LinkServer(flags: ["--source", server.networkURL, "--node", $0])
        }
        let link = #"{"domain": "example.page.link", "code": "C", "long_link": "https://www.example.com/"}"#
        #expect(try nodes[0].ask("POST", "/v1/links", link).status == 201)
        for (node, clicks) in zip(nodes, [2, 3]) {
            #expect(wait(seconds: 20) { (try? click(node)) == 302 })
            for _ in 1..<clicks { #expect(try click(node) == 302) }
        }
        func clicks(_ flags: [String], scope: String) throws -> Int {
            let words = ["link", "stats", "https://example.page.link/C", "--days", "2", "--json"]
            return try Program.run(words + flags).lines.map { try JSONValue(parsing: String($0)) }
                .filter { $0["event"] == "click" && $0["scope"]?.string == scope }
                .reduce(0) { $0 + ($1["count"]?.number?.int ?? 0) }
        }
        #expect(wait(seconds: 20) { (try? clicks(["--source", server.networkURL], scope: "source")) == 5 })
        #expect(try clicks(["--store", nodes[0].folder.path], scope: "store") == 2)
        #expect(try clicks(["--store", nodes[1].folder.path], scope: "store") == 3)
        let words = ["link", "stats", "https://example.page.link/C"]
        let own = try Program.run(words + ["--store", nodes[0].folder.path])
        #expect(
            own.error == "node east only, since it started or since midnight UTC; --source sums over all:\n"
                && own.output.contains("  2\n"))
        let all = try Program.run(words + ["--source", server.networkURL])
        #expect(all.error == "all nodes of the source:\n" && all.output.contains("  5\n"))
        let none = try Program.run(["link", "stats", "https://example.page.link/D", "--source", server.networkURL])
        #expect(none.code == 1, "\(none)")
        for node in nodes { #expect(node.daemon.stop() == 0) }
    }

    private func click(_ node: LinkServer) throws -> Int {
        let client = try HTTPClient(port: node.daemon.front)
        client.send(HTTPRequest.text("/C", host: "example.page.link", fields: ["User-Agent": Agents.windows]))
        return try client.answer().status
    }
}
