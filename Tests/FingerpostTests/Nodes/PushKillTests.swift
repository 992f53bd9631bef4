import Foundation
import TestSupport
import Testing

/// `source push` killed and run again.
@Suite("killed pushes", .enabled(if: PostgreSQLServer.isInstalled), .timeLimit(.minutes(20)))
struct PushKillTests {
    /// More links than a batch.
    private static let links = 60_000

    /// Makes a push wait in the middle of its second batch, so that it can't end before it is killed, however fast the machine is.
    private static let stall = """
        CREATE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF (SELECT count(*) FROM fp_link) > 52000 THEN PERFORM pg_sleep(600); END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER stall BEFORE INSERT ON fp_link FOR EACH STATEMENT EXECUTE FUNCTION stall()
        """
    private static let stalled = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
    /// A server does not notice that the client of a sleeping statement is gone.
    private static let endStalled = "SELECT pg_terminate_backend(pid, 10000) FROM (\(stalled)) AS s"

    @Test("SIGKILL of a push loses no link, and the next one does not send again what has arrived")
    func killed() throws {
        let server = try PostgreSQLServer()
        let folder = try ScratchFolder()
        let store = folder.url.appending(path: "store").path()
        let lines = (0..<Self.links).map {
            #"{"link":"https://example.page.link/n\#($0)","long_link":"https://www.example.com/\#($0)"}"# + "\n"
        }
        let file = try folder.file("links.jsonl", lines.joined()).path()
        #expect(try Program.run(["link", "import", file, "--unchecked", "--store", store]).code == 0)
        #expect(try Program.run(["source", "init", "--source", server.networkURL]).code == 0)
        let push = ["source", "push", "--store", store, "--source", server.networkURL]

        try server.sql(Self.stall)
        let early = try Child(Program.path, push)
        Thread.sleep(forTimeInterval: Double.random(in: 0...3))
        early.kill()
        try server.sql(Self.endStalled)
        let late = try Child(Program.path, push)
        #expect(wait(seconds: 100) { (try? server.sql("SELECT count(*) > 0 FROM (\(Self.stalled)) AS s")) == "t\n" })
        late.kill()
        try server.sql(Self.endStalled)
        try server.sql("DROP TRIGGER stall ON fp_link")
        #expect(try Program.run(["link", "check", "--store", store]).code == 0)

        let rehearsal = try Program.run(push + ["--dry-run"])
        let last = try Program.run(push)
        #expect(last.code == 0 && last.error.contains("is now a replica"), "\(last)")
        let counts = try #require(
            last.output.wholeMatch(
                of: /(\d+) made, (\d+) known, 0 refused, (\d+) already pushed\n/))
        let (made, known, skipped) = (Int(counts.1) ?? 0, Int(counts.2) ?? 0, Int(counts.3) ?? 0)
        #expect(made + known + skipped == Self.links && skipped > Self.links / 2, "\(last.output)")
        #expect(rehearsal.code == 0 && rehearsal.output.hasSuffix(", \(skipped) already pushed\n"), "\(rehearsal)")
        #expect(try server.sql("SELECT count(*) FROM fp_link WHERE NOT deleted") == "\(Self.links)\n")
        #expect(try server.sql("SELECT count(*) FROM fp_import") == "0\n")
        let check = try Program.run(["source", "check", "--all", "--source", server.networkURL])
        #expect(check.code == 0 && check.output == "60,000 links in 256 shards read, 0 findings\n", "\(check)")
    }
}
