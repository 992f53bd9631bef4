import Foundation
import TestSupport
import Testing

/// The findings of `source check`, and its exit code.
@Suite("check of a source", .enabled(if: PostgreSQLServer.isInstalled), .timeLimit(.minutes(20)))
struct SourceCheckTests {
    private let server: PostgreSQLServer
    private let flags: [String]

    init() throws {
        server = try PostgreSQLServer()
        flags = ["--all", "--source", server.networkURL]
    }

    @Test("a source as it was made passes, one without tables can't be checked")
    func passes() throws {
        let none = try Program.run(["source", "check"] + flags)
        #expect(none.code == 2 && none.error.contains("create them with `fingerpost source init`"), "\(none.error)")
        #expect(try Program.run(["source", "init", "--source", server.networkURL]).code == 0)
        let check = try Program.run(["source", "check"] + flags)
        #expect(check.code == 0 && check.output == "0 links in 256 shards read, 0 findings\n", "\(check)")
    }

    /// Regression: rows were quoted with their line feeds, so that a row could forge a line of a node's report.
    @Test("a line feed in a row writes no line of its choice to standard error, of a node or of a command")
    func lineFeeds() throws {
        #expect(try Program.run(["source", "init", "--source", server.networkURL]).code == 0)
        let node = try LinkServer(flags: ["--source", server.networkURL, "--node", "a"])
        try server.sql(
            #"INSERT INTO fp_link VALUES (0, E'a.example\nready front=forged\r\u001b[2J', 'x', 1, false, 1, 0, 1, '\x00')"#
        )
        try server.sql("UPDATE fp_shard SET head = 1 WHERE shard = 0")
        #expect(wait(seconds: 30) { node.daemon.said.contains("is not a link of shard") }, "\(node.daemon.said)")
        let check = try Program.run(["source", "check"] + flags)
        #expect(check.code == 2)
        for text in [node.daemon.said, check.error] {
            #expect(text.contains(#"a.example\nready front=forged\xd\x1b[2J"#), "\(text)")
            #expect(!text.split(separator: "\n").contains { $0.hasPrefix("ready front=forged") })
        }
    }

    @Test("differences are named and exit with 1; additions are remarks")
    func differs() throws {
        #expect(try Program.run(["source", "init", "--source", server.networkURL]).code == 0)
        try server.sql("ALTER TABLE fp_node ADD COLUMN region text")
        let added = try Program.run(["source", "check"] + flags)
        #expect(added.code == 0 && added.output == "0 links in 256 shards read, 0 findings\n", "\(added)")
        #expect(added.error == "remark: fp_node.region is not used by this program\n")
        try server.sql("DROP TABLE fp_lease")
        let missing = try Program.run(["source", "check"] + flags)
        #expect(missing.code == 1 && missing.lines.last == "0 links in 256 shards read, 1 finding", "\(missing)")
        #expect(missing.lines.first == "fp_lease is missing: run `fingerpost source init`")
        try server.sql("ALTER TABLE fp_link ALTER COLUMN body TYPE text USING encode(body, 'hex')")
        let other = try Program.run(["source", "check"] + flags)
        #expect(other.code == 1 && other.lines.last == "no links read, 2 findings", "\(other)")
        #expect(other.lines.contains("fp_link.body is text, expected bytea"))
    }
}
