import Foundation
import TestSupport
import Testing
import Threads

/// Requests at one node for links that were created through another a moment ago, and for links that do not exist.
@Suite("links created elsewhere", .enabled(if: PostgreSQLServer.isInstalled), .serialized, .timeLimit(.minutes(20)))
struct CreatedElsewhereTests {
    private let server: PostgreSQLServer
    private let nodes: [LinkServer]

    init() throws {
        server = try PostgreSQLServer()
        #expect(try Program.run(["source", "init", "--source", server.networkURL]).code == 0)
        nodes = try ["east", "west"].map { [server] in
            let flags = ["--source", server.networkURL, "--node", $0, "--workers", "1"]
            return try LinkServer(flags: flags + ["--trusted-peers", "127.0.0.1", "--api", "127.0.0.1:0"])
        }
        for node in nodes { #expect(wait(seconds: 20) { (try? node.ask("GET", "/readyz").status) == 200 }) }
    }

    private func create(_ code: String, _ rest: String = "") throws {
        let target = #""long_link": "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F""#
        let link = #"{"domain": "example.page.link", "code": "\#(code)", \#(target)\#(rest)}"#
        #expect(try nodes[0].ask("POST", "/v1/links", link).status == 201)
    }

    /// Regression: 47 of 50 such clicks were refused.
    @Test("a link works on another node at once")
    func clicks() throws {
        let west = nodes[1].daemon
        for number in 0..<50 {
            // Users may try an address before they create it.
            if number.isMultiple(of: 10) { #expect(try west.click("/now\(number)").status == 404) }
            try create("now\(number)", number.isMultiple(of: 7) ? #", "max_clicks": 5"# : "")
            #expect(try west.click("/now\(number)").status == 302, "\(number)")
        }
    }

    /// Requests to the second node, and the status of its response for a link.
    static let interfaces: [(name: String, ask: @Sendable (LinkServer, String) throws -> HTTPAnswer, status: Int)] = [
        ("HEAD", { try $0.daemon.click("/\($1)", method: "HEAD") }, 302),
        ("a slash behind it", { try $0.daemon.click("/\($1)/") }, 302),
        ("an escape in it", { try $0.daemon.click("/%\(hex($1))") }, 302),
        ("an app", { try $0.daemon.click("/\($1)", fields: ["Accept": "application/json"]) }, 200),
        ("the side for apps", { try api($0, "/\($1)", fields: ["Accept": "application/json"]) }, 200),
        ("a preview", { try $0.daemon.click("/\($1)+") }, 200),
        ("a picture", { try $0.daemon.click("/\($1)/qr.svg") }, 200),
        ("the flow chart", { try $0.daemon.click("/\($1)?d=1") }, 200),
        ("nginx", { try edge($0, "/edge/nginx", ["X-Original-URI": "/\($1)"]) }, 401),
        ("nginx, preview", { try edge($0, "/edge/nginx", ["X-Original-URI": "/\($1)+"]) }, 401),
        ("Caddy", { try edge($0, "/edge/forward", ["X-Forwarded-Uri": "/\($1)", "X-Forwarded-Method": "GET"]) }, 302),
        ("Envoy", { try envoy($0, "/edge/envoy/\($1)") }, 302),
        ("statistics", { try $0.ask("GET", "/v1/https%3A%2F%2Fexample.page.link%2F\($1)/linkStats") }, 200),
        ("the link", { try $0.ask("GET", "/v1/links/example.page.link%2F\($1)") }, 200),
        ("its counts", { try $0.ask("GET", "/v1/links/example.page.link%2F\($1):counts") }, 200),
        ("its history", { try $0.ask("GET", "/v1/links/example.page.link%2F\($1):history") }, 200),
        ("Dub's link", { try $0.ask("GET", "/dub/links/info?domain=example.page.link&key=\($1)") }, 200),
    ]

    private static func hex(_ code: String) -> String {
        String(code.utf8.first ?? 0, radix: 16) + code.dropFirst()
    }

    private static func edge(_ node: LinkServer, _ path: String, _ fields: [String: String]) throws -> HTTPAnswer {
        let fields = fields.merging(["X-Forwarded-Host": "example.page.link"]) { one, _ in one }
        return try node.daemon.ask(node.daemon.edge, path, fields: fields)
    }

    private static func api(_ node: LinkServer, _ path: String, fields: [String: String]) throws -> HTTPAnswer {
        try ask(#require(node.daemon.api), path, fields)
    }

    private static func envoy(_ node: LinkServer, _ path: String) throws -> HTTPAnswer {
        try ask(node.daemon.edge, path, [:])
    }

    private static func ask(_ port: UInt16, _ path: String, _ fields: [String: String]) throws -> HTTPAnswer {
        let client = try HTTPClient(port: port)
        client.send(HTTPRequest.text(path, host: "example.page.link", fields: fields))
        return try client.answer()
    }

    @Test("whatever is asked for it", arguments: interfaces.indices)
    func interface(_ index: Int) throws {
        let (name, ask, status) = Self.interfaces[index]
        for round in 0..<5 {
            try create("c\(index)r\(round)")
            let answer = try ask(nodes[1], "c\(index)r\(round)")
            #expect(answer.status == status, "\(name): \(answer.status) \(answer.body.prefix(200))")
        }
    }

    @Test("decisions and explanations of the edge")
    func decisions() throws {
        for (index, path) in ["/v1/decide", "/v1/explain", "/v1/decide", "/v1/explain"].enumerated() {
            try create("d\(index)")
            let client = try HTTPClient(port: nodes[1].daemon.edge)
            let body = #"{"link": "https://example.page.link/d\#(index)"}"#
            client.send(HTTPRequest.text(path, method: "POST", host: "localhost", body: body))
            let answer = try client.answer()
            #expect(answer.status == 200 && !answer.body.contains("unknown-link"), "\(path): \(answer.body)")
        }
    }

    /// Requests missing links and expects whether that waits for a look-up, while look-ups are locked out. A busy
    /// machine is slow without waiting, so the fastest of several requests counts.
    private func expect(_ targets: [String], wait: Bool) throws {
        var fastest = Duration.seconds(600)
        for target in targets {
            let start = ContinuousClock.now
            #expect(try nodes[1].daemon.click(target).status >= 400, "\(target)")
            fastest = min(fastest, ContinuousClock.now - start)
        }
        #expect((fastest >= .milliseconds(200)) == wait, "\(targets): \(fastest)")
    }

    @Test("codes that no link has, and all codes once the source is slow, are refused at once")
    func impossible() throws {
        let long = String(repeating: "x", count: 129)
        let impossible = ["/\(long)", "/a%20b", "/a(b", "/a/b", "/a/qr.gif", "/.well-known/x", "/a%2Fb", "/"]
        try server.withLocked("fp_shard") {
            for target in impossible { try expect([target, target, target], wait: false) }
            try expect(["/possible"], wait: true)
            try expect((0..<20).map { "/other\($0)" }, wait: false)
        }
        try create("after")
        #expect(wait(seconds: 20) { (try? nodes[1].daemon.click("/after").status) == 302 })
        try clicks()
    }

    @Test("a code that was asked for often waits no more")
    func repeated() throws {
        for _ in 0..<3 { #expect(try nodes[1].daemon.click("/often").status == 404) }
        try server.withLocked("fp_shard") {
            try expect(Array(repeating: "/often", count: 5), wait: false)
            try expect(["/seldom"], wait: true)
        }
    }

    /// Each unknown code could have cost the source a statement.
    @Test("thousands of unknown codes are a bounded number of looks and delay no click on a link")
    func flood() throws {
        try create("known")
        let west = nodes[1].daemon
        #expect(wait(seconds: 10) { (try? west.click("/known").status) == 302 })
        func looks() throws -> Int {
            usleep(1_500_000)
            let scans = try server.sql(
                "SELECT seq_scan + coalesce(idx_scan, 0) FROM pg_stat_user_tables WHERE relname = 'fp_shard'")
            return Int(scans.filter(\.isNumber)) ?? 0
        }
        let before = try looks()
        let start = ContinuousClock.now
        let refused = Locked(0)
        let clients = (0..<40).map { [front = west.front] number in
            SystemThread(name: "client") {
                guard let client = try? HTTPClient(port: front) else { return }
                for round in 0..<100 {
                    client.send(HTTPRequest.text("/u\(number)x\(round)", host: "example.page.link"))
                    if (try? client.answer().status) == 404 { refused.withLock { $0 += 1 } }
                }
            }
        }
        var slowest = Duration.zero
        for _ in 0..<50 {
            let start = ContinuousClock.now
            #expect(try west.click("/known").status == 302)
            slowest = max(slowest, ContinuousClock.now - start)
        }
        for client in clients { client.end() }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let made = try looks() - before
        #expect(refused.withLock { $0 } == 4_000)
        // Two nodes, one of them idle; a look scans the table twice if it was slow.
        #expect(Double(made) <= (seconds + 1.5) * 2 * (20 + 10) + 30, "\(made) looks in \(seconds) s")
        #expect(slowest < .milliseconds(200), "\(slowest)")
    }
}
