import Foundation
import TestSupport
import Testing

/// Clicks on links with a maximum, which wait for the source, concurrent with clicks that need no source.
@Suite("clicks that wait", .enabled(if: PostgreSQLServer.isInstalled), .timeLimit(.minutes(20)))
struct WaitingClickTests {
    /// Regression: the last look-up's result was kept until the next one: Dynamic Links, which look nothing up, waited
    /// with the click before them, and their decisions were not logged.
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
        try server.withLocked("fp_lease") {
            let (waiting, other) = (try HTTPClient(port: node.daemon.front), try HTTPClient(port: node.daemon.front))
            for (client, target) in [(waiting, "/few"), (other, "/?link=https%3A%2F%2Fwww.example.com%2F")] {
                client.send(HTTPRequest.text(target, host: "example.page.link", fields: ["User-Agent": Agents.windows]))
            }
            #expect(try other.answer().status == 302)
            // It times out long before the lock is released.
            #expect(try waiting.answer().status != 302)
        }
        #expect(wait(seconds: 20) { (try? node.daemon.click("/few").status) == 302 })
        #expect(node.daemon.stop() == 0)
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        let order = try ["?link=", "/few"].map { target in try #require(lines.firstIndex { $0.contains(target) }) }
        #expect(order[0] < order[1])
    }
}
