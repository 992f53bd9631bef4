import Glibc
import LinkSource
import LinkStore
import TestSupport
import Testing

/// Rows written by a newer program, on a node that does not support their format.
@Suite("links in a newer format", .enabled(if: PostgreSQLServer.isInstalled), .timeLimit(.minutes(20)))
struct NewerFormatTests {
    @Test func areMissingUntilAProgramThatKnowsThemStarts() throws {
        let cluster = try NodeCluster(nodes: 1)
        let known = try cluster.nodes[0].make("go.example.com/known", "https://www.example.com/known")
        let newer = try cluster.nodes[0].make("go.example.com/newer", "https://www.example.com/newer")
        try cluster.server.sql("UPDATE fp_link SET format = format + 99 WHERE code = 'newer'")
        let late = try TestNode("late", cluster.server.url)
        defer { late.stop() }
        try late.waitUntilItHas(newer)
        #expect(try late.store.link(known.key)?.longLink == known.longLink)
        #expect(try late.store.link(newer.key) == nil)
        #expect(Self.wait(for: late) { $0.rowsRefused == 1 })
        #expect(late.condition.shardsAfresh.isEmpty)

        // After a restart it still does not support the format, reports it, and serves the rest.
        late.stop()
        try late.start()
        #expect(
            Self.wait(for: late) { $0.rowsRefused == 1 && $0.shardsAfresh == [.format: 1] && $0.shardsGathering == 0 })
        #expect(try late.store.link(newer.key) == nil)

        // The next program supports it.
        late.stop()
        try cluster.server.sql("UPDATE fp_link SET format = format - 99 WHERE code = 'newer'")
        try late.start()
        #expect(Self.wait(for: late) { _ in (try? late.store.link(newer.key))?.longLink == newer.longLink })
        #expect(Self.wait(for: late) { $0.rowsRefused == 0 && $0.shardsGathering == 0 })
        #expect(late.condition.shardsAfresh == [.format: 1])
    }

    private static func wait(for node: TestNode, until isSo: (SourceCondition) -> Bool) -> Bool {
        let limit = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < limit {
            if isSo(node.condition) { return true }
            usleep(20_000)
        }
        return false
    }
}
