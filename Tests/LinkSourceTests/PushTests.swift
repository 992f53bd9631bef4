import LinkSource
import LinkStore
import PostgreSQL
import TestSupport
import Testing

@Suite("Copying a store to the source", serverIsInstalled, .timeLimit(.minutes(20)))
struct PushTests {
    /// Regression: a push continued after the last copied link: the next one missed refused links and those created
    /// before that place, and the store became a replica without them.
    @Test func whatWasRefusedOrMadeSinceIsSeenAgain() throws {
        let cluster = try NodeCluster(nodes: 1)
        _ = try cluster.nodes[0].make("links.example.com/b", "https://other.example/")
        let folder = try ScratchFolder()
        let store = try LinkStore(directory: folder.path)
        for code in ["b", "c"] { try store.apply(.create(LinkCreation(.sample("links.example.com/\(code)")))) }
        let first = try push(store, cluster)
        #expect(first.made == 1 && first.known == 0 && first.refused == [.known("links.example.com/b")])
        try store.apply(.create(LinkCreation(.sample("links.example.com/a"))))
        let second = try push(store, cluster)
        #expect(second.made == 1 && second.known == 1 && second.refused == [.known("links.example.com/b")])
        try cluster.wait("the node has what was copied") {
            try cluster.nodes[0].store.link(.known("links.example.com/a")) != nil
        }
    }

    private func push(_ store: LinkStore, _ cluster: NodeCluster) throws -> PushSummary {
        let source = try Source(ConnectionParameters(cluster.server.url))
        defer { source.close() }
        return try source.wait { source in try await source.push(store) { _ in } }
    }
}
