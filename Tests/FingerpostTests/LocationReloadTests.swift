import Foundation
import TestSupport
import Testing

/// Location files that are replaced while the daemon serves.
@Suite("Locations of a running daemon")
struct LocationReloadTests {
    private static func file(_ name: String) -> URL {
        RulesFolder.repository.appending(path: "Tests/LocationsTests/Files/\(name)")
    }

    private static let site = """
        {"site": "a", "hosts": ["a.link"], "authorized_domains": ["www.example.com"], "rules": [
        {"name": "net", "when": "request.asn == 1221", "then": {"continue_redirect": {}}, "because": "x"},
        {"name": "rest", "then": {"error": {"code": "no", "status": 403, "message": "No."}}, "because": "x"}]}
        """

    /// The status of a click from a network in the network file.
    private static func status(_ daemon: RunningDaemon) throws -> Int {
        let client = try HTTPClient(port: daemon.front)
        client.send(
            HTTPRequest.text(
                "/?link=https://www.example.com/", host: "a.link", fields: ["X-Forwarded-For": "1.128.0.0"]))
        return try client.answer().status
    }

    @Test("SIGHUP reads the files again, and a bad one leaves the last good one", .timeLimit(.minutes(20)))
    func reload() throws {
        let (rules, scratch) = (try RulesFolder(site: Self.site), try ScratchFolder())
        let path = scratch.path + "geo.mmdb"
        func put(_ bytes: Data) throws {
            let next = scratch.url.appending(path: "next")
            try bytes.write(to: next)
            try? FileManager.default.removeItem(atPath: path)
            try FileManager.default.moveItem(atPath: next.path(), toPath: path)
        }
        let network = try Data(contentsOf: Self.file("GeoLite2-ASN-Test.mmdb"))
        try put(Data(contentsOf: Self.file("GeoIP2-City-Test.mmdb")))
        let daemon = try RunningDaemon(rules: rules.path, flags: ["--geo", path, "--trusted-peers", "127.0.0.1"])
        #expect(try Self.status(daemon) == 403)
        try put(network)
        daemon.signal(SIGHUP)
        #expect(wait(seconds: 60) { (try? Self.status(daemon)) == 302 })
        try put(network.prefix(5_000))
        daemon.signal(SIGHUP)
        #expect(wait(seconds: 60) { daemon.said.contains("keeping the old files") })
        #expect(daemon.said.contains("geo: \(path): not a MaxMind DB file"))
        #expect(try Self.status(daemon) == 302)
        #expect(daemon.stop() == 0)
    }

    @Test("a file that can't be used when the daemon starts ends it, with the reason")
    func start() throws {
        let rules = try RulesFolder(site: Self.site)
        let result = try Program.run(["serve", "--rules", rules.path, "--geo", "/nowhere/geo.mmdb"])
        #expect(result.code == 2 && result.error.contains("geo: /nowhere/geo.mmdb: No such file or directory"))
    }
}
