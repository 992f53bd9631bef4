import LinkSource
import LinkStore
import PostgreSQL
import TestSupport
import Testing

/// Keys shared by all nodes of a source, with a real server.
@Suite("Secrets of all nodes", serverIsInstalled, .timeLimit(.minutes(20)))
struct SharedSecretTests {
    private func pages(_ node: TestNode) -> KeyRing? {
        (try? node.store.secret(SharedSecretName.pages.rawValue)).flatMap(\.self).flatMap { KeyRing($0) }
    }

    private func waitUntilShared(_ cluster: NodeCluster) throws -> KeyRing {
        cluster.wait("both have the same ring") {
            let rings = cluster.nodes.map { pages($0) }
            return rings[0] != nil && rings.allSatisfy { $0 == rings[0] }
        }
        return try #require(pages(cluster.nodes[0]))
    }

    @Test("a ring is the same everywhere, is renewed once, and follows a rotation")
    func rings() throws {
        let cluster = try NodeCluster(nodes: 2)
        let first = try waitUntilShared(cluster)
        cluster.wait("the first key gets a follower") { pages(cluster.nodes[0])?.secrets(at: cluster.now).count == 2 }
        let renewed = try waitUntilShared(cluster)
        try cluster.withSource { source in try await source.rotate([.pages, .lists]) }
        cluster.wait("another key replaces the next one") {
            pages(cluster.nodes[1]).map { $0 != renewed && $0.secrets(at: cluster.now).count == 2 } ?? false
        }
        let rotated = try waitUntilShared(cluster)
        // The previous key seals until all nodes can have the new one.
        #expect(rotated.secrets(at: cluster.now).first == first.secrets(at: cluster.now).first)
        #expect(rotated.secrets(at: cluster.now + 120).first != renewed.secrets(at: cluster.now + 120).first)
    }

    @Test("the secret of lists changes when it is rotated")
    func lists() throws {
        let cluster = try NodeCluster(nodes: 2)
        let name = SharedSecretName.lists.rawValue
        try cluster.wait("there is one") { try cluster.nodes[1].store.secret(name) != nil }
        let before = try cluster.server.sql("SELECT value FROM fp_secret WHERE name = '\(name)'")
        let old = try cluster.nodes[1].store.secret(name)
        try cluster.withSource { source in try await source.rotate([.lists]) }
        #expect(try cluster.server.sql("SELECT value FROM fp_secret WHERE name = '\(name)'") != before)
        try cluster.wait("both have the new one") {
            let secrets = try cluster.nodes.map { try $0.store.secret(name) }
            return secrets[0] != old && secrets[0] == secrets[1]
        }
    }

    @Test("without the source a node starts with the keys it kept, and then syncs with the others")
    func withoutTheSource() throws {
        let cluster = try NodeCluster(nodes: 2)
        let ring = try waitUntilShared(cluster)
        cluster.nodes[1].stop()
        cluster.server.kill()
        try cluster.nodes[1].start()
        #expect(pages(cluster.nodes[1])?.secrets(at: 0).first == ring.secrets(at: 0).first)
        try cluster.server.start()
        _ = try waitUntilShared(cluster)
    }

    @Test("a table that lost its rows, as from a dump without them, gets those of a node")
    func emptied() throws {
        let cluster = try NodeCluster(nodes: 1)
        cluster.wait("there is a ring") { pages(cluster.nodes[0])?.secrets(at: cluster.now).count == 2 }
        let ring = try #require(pages(cluster.nodes[0]))
        _ = try cluster.server.sql("DELETE FROM fp_secret")
        try cluster.wait("it is there again") {
            try cluster.server.sql("SELECT count(*) FROM fp_secret WHERE name = 'page-keys'") == "1\n"
        }
        #expect(pages(cluster.nodes[0]) == ring)
    }

    @Test("a role without rights to secrets follows links all the same, and says once what it lacks")
    func withoutRights() throws {
        let cluster = try NodeCluster(nodes: 1)
        _ = try cluster.server.sql(
            """
            CREATE ROLE poor LOGIN; GRANT ALL ON ALL TABLES IN SCHEMA public TO poor; REVOKE ALL ON fp_secret FROM poor
            """)
        let url = cluster.server.url.replacing("user=\(PostgreSQLServer.user) ", with: "user=poor ")
        let poor = try TestNode("poor", url)
        defer { poor.stop() }
        let made = try cluster.nodes[0].make("links.example.com/one", "https://www.example.com/1")
        try poor.waitUntilItHas(made)
        cluster.wait("it has looked several times") { poor.condition.isComplete }
        #expect(poor.condition.isReachable && pages(poor) == nil)
        cluster.wait("it says so") { poor.said.contains { $0.contains("GRANT SELECT, INSERT, UPDATE ON fp_secret") } }
        #expect(poor.said.count { $0.contains("fp_secret to the nodes' role") } == 1)
    }
}
