import Foundation
import TestSupport
import Testing

/// The source and the other nodes in the console of a node.
@Suite("a node's console", .enabled(if: PostgreSQLServer.isInstalled), .timeLimit(.minutes(20)))
struct ConsoleSourceTests {
    /// Regression: all pages about links were made serially, so that the next ones waited with the one that queried the source.
    @Test("a page that waits for the source delays no other page about links, of any user")
    func waiting() throws {
        let server = try PostgreSQLServer()
        #expect(try Program.run(["source", "init", "--source", server.networkURL]).code == 0)
        let node = try LinkServer(flags: ["--source", server.networkURL, "--node", "east"])
        let link = #"{"domain": "example.page.link", "code": "one", "long_link": "https://www.example.com/"}"#
        #expect(try node.ask("POST", "/v1/links", link).status == 201)
        let (session, other) = (try ConsoleSession(node.daemon), try ConsoleSession(node.daemon))
        let path = "/links/link?link=example.page.link%2Fone"
        let waiting = try server.withLocked("fp_count") {
            let waiting = try session.ask(path)
            usleep(500_000)
            for one in [other, session] {
                let list = try one.page("/links")
                #expect(list.status == 200 && list.body.contains("example.page.link/one"))
            }
            return waiting
        }
        #expect(try waiting.answer().status == 200)
        #expect(node.daemon.stop() == 0)
    }

    /// Regression: the list waited for the source once for each of its links.
    @Test("the clicks of a list of fifty links are one statement at the source")
    func statements() throws {
        var options = PostgreSQLServer.Options()
        options.settings["log_statement"] = "all"
        let server = try PostgreSQLServer(options)
        #expect(try Program.run(["source", "init", "--source", server.networkURL]).code == 0)
        let node = try LinkServer(flags: ["--source", server.networkURL, "--node", "east"])
        for code in 10..<65 {
            let link =
                #"{"domain": "example.page.link", "code": "L\#(code)", "long_link": "https://www.example.com/\#(code)"}"#
            #expect(try node.ask("POST", "/v1/links", link).status == 201)
        }
        let session = try ConsoleSession(node.daemon)
        func statements(of page: String) throws -> Int {
            let count = { server.log.matches(of: /SELECT link, day, platform, outcome, CAST/).count }
            let before = count()
            let list = try session.page(page)
            #expect(list.status == 200 && list.body.matches(of: /link=example\.page\.link%2FL\d\d"/).count == 50)
            return count() - before
        }
        #expect(try statements(of: "/links") == 1)
        // One more for the site's clicks by link.
        #expect(try statements(of: "/links?sort=clicks") == 2)
        #expect(node.daemon.stop() == 0)
    }

    @Test("it names all nodes with how far they are behind, and says so where the source is away")
    func nodes() throws {
        let server = try PostgreSQLServer()
        #expect(try Program.run(["source", "init", "--source", server.networkURL]).code == 0)
        let node = try LinkServer(flags: ["--source", server.networkURL, "--node", "east"])
        let west = try LinkServer(flags: ["--source", server.networkURL, "--node", "west"])
        let session = try ConsoleSession(node.daemon)
        func page() throws -> String { try session.page("/live").body }
        let hasBoth = wait(seconds: 30) {
            (try? page()).map { $0.contains(">east <span class=\"soft\">(this one)") && $0.contains(">west<") } ?? false
        }
        #expect(hasBoth)
        #expect(west.daemon.stop() == 0)
        try server.sql("UPDATE fp_node SET lag = 1234, seen = now() - interval '2 minutes' WHERE node = 'west'")
        let isSilent = wait(seconds: 20) {
            (try? page()).map { $0.contains("1,234") && $0.contains("seconds ago, silent") } ?? false
        }
        #expect(isSilent)
        server.stop()
        let words = "The source is not responding; this is its report from"
        let isAway = wait(seconds: 30) { (try? page())?.contains(words) ?? false }
        #expect(isAway)
        // Known values are still shown, and no page waits for the source.
        let start = ContinuousClock.now
        #expect(try page().contains("1,234") && ContinuousClock.now - start < .seconds(3))
        #expect(node.daemon.stop() == 0)
    }
}
