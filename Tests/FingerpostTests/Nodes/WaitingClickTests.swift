import Foundation
import TestSupport
import Testing
import Threads

/// Clicks on links with a maximum, which wait for the source, beside clicks that need no source.
@Suite("clicks that wait", .enabled(if: PostgreSQLServer.isInstalled), .timeLimit(.minutes(20)))
struct WaitingClickTests {
    /// What the last look-up had found was kept until the next one: dynamic links, which look nothing up, waited with the click
    /// before them, and their decisions were not logged.
    @Test("they hold up no click on another link, which is logged as well")
    func others() throws {
        let server = try PostgreSQLServer()
        #expect(try Program.run(["source", "init", "--source", server.networkURL]).code == 0)
        let folder = try ScratchFolder()
        let log = folder.path + "decisions.log"
        let flags = ["--source", server.networkURL, "--node", "east", "--workers", "1", "--decision-log", log]
        let node = try LinkServer(flags: flags)
        let target = #""long_link": "https://www.example.com/", "max_clicks": 5"#
        let link = #"{"domain": "example.page.link", "code": "few", \#(target)}"#
        #expect(try node.ask("POST", "/v1/links", link).status == 201)
        // Whoever asks for a portion waits for this to end.
        let lock = SystemThread(name: "lock") {
            _ = try? server.sql("BEGIN; LOCK TABLE fp_lease IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(8); COMMIT")
        }
        let isLocked = "SELECT count(*) > 0 FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted"
        #expect(wait(seconds: 20) { (try? server.sql(isLocked)) == "t\n" })
        let waiting = try HTTPClient(port: node.daemon.front)
        waiting.send("GET /few HTTP/1.1\r\nHost: example.page.link\r\nUser-Agent: \(Agents.windows)\r\n\r\n")
        usleep(500_000)
        let other = try? node.daemon.click("/?link=https%3A%2F%2Fwww.example.com%2F")
        #expect(other?.status == 302 && (try? server.sql(isLocked)) == "t\n")
        #expect(try waiting.answer().status == 302 && server.sql(isLocked) == "f\n")
        lock.end()
        #expect(node.daemon.stop() == 0)
        #expect(try String(contentsOfFile: log, encoding: .utf8).contains("?link="))
    }
}
