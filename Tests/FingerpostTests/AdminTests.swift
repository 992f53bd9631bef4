import ByteText
import Foundation
import TestSupport
import Testing

/// The admin listener, and the signals that operators send.
@Suite("operating the daemon", .timeLimit(.minutes(20)))
struct AdminTests {
    private static let otherSite = ParityCase.site.replacing(
        "www.example.com%2F&apn", with: "www.example.com%2Fnew&apn")

    @Test("a reload with the token that the first start has made")
    func reload() throws {
        let rules = try RulesFolder(site: ParityCase.site)
        let folder = try ScratchFolder()
        let file = folder.url.appending(path: "tokens").path()
        let daemon = try RunningDaemon(rules: rules.path, flags: ["--tokens-file", file])
        let token = try Self.firstToken(of: file)
        #expect(daemon.said.contains("stored in \(file).first") && !daemon.said.contains("fpt_"), "\(daemon.said)")
        for path in [file, file + ".first"] {
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        }
        #expect(!(try String(contentsOfFile: file, encoding: .utf8)).contains(token))
        for field in [nil, "Bearer \(token)x", "Bearer \(token.dropLast())", "Bearer \(token), Bearer \(token)", token]
        {
            #expect(try Self.reload(daemon, authorization: field).status == 401)
        }

        #expect(try daemon.click("/WXYZ")["Location"] == "https://www.example.com/")
        try rules.replaceSite(with: Self.otherSite)
        let before = try daemon.ask(daemon.admin, "/v1/ruleset").body
        #expect(
            daemon.readyLine.contains(" sites=1 rules=\(try JSONValue(parsing: before)["rules"]?.number?.int ?? 0)"))
        let answer = try Self.reload(daemon, authorization: "Bearer \(token)")
        #expect(answer.status == 200)
        #expect(answer.body != before)
        // The response is sent once the rules are loaded; each worker picks them up between two requests.
        #expect(wait(seconds: 5) { Self.leads(daemon, to: "https://www.example.com/new") })
        // The response to a reload also lists the settings that need a restart: none here.
        let loaded = try JSONValue(parsing: answer.body)
        let inForce = try JSONValue(parsing: try daemon.ask(daemon.admin, "/v1/ruleset").body)
        #expect(loaded["pending_restart"]?.array?.isEmpty == true)
        for member in try #require(inForce.object).members { #expect(loaded[member.name] == member.value) }

        try rules.replaceSite(with: "site: [broken\n")
        let broken = try Self.reload(daemon, authorization: "bearer \(token)")
        #expect(
            broken.status == 400 && broken.body.contains("INVALID_ARGUMENT")
                && broken.body.contains("keeping the old ones"))
        #expect(broken.body.contains("site.yaml:"))
        let kept = try JSONValue(parsing: try daemon.ask(daemon.admin, "/v1/ruleset").body)
        #expect(kept["hash"] == (try JSONValue(parsing: answer.body))["hash"])
        #expect(kept["last_reload"]?["result"]?.string == "failure")
        #expect(Self.leads(daemon, to: "https://www.example.com/new"))
        #expect(daemon.stop() == 0)
        #expect(!daemon.said.contains(token), "standard error is no terminal here")

        try rules.replaceSite(with: ParityCase.site)
        let second = try RunningDaemon(rules: rules.path, flags: ["--tokens-file", file])
        #expect(!second.said.contains("first token"))
        #expect(try Self.reload(second, authorization: "Bearer \(token)").status == 200)
        #expect(second.stop() == 0)
    }

    @Test("SIGHUP loads the rules again, and rules with errors change nothing")
    func hangUp() throws {
        let rules = try RulesFolder(site: ParityCase.site)
        let daemon = try RunningDaemon(rules: rules.path)
        try rules.replaceSite(with: Self.otherSite)
        daemon.signal(SIGHUP)
        #expect(wait(seconds: 10) { Self.leads(daemon, to: "https://www.example.com/new") })
        try rules.replaceSite(with: "site: [broken\n")
        daemon.signal(SIGHUP)
        #expect(wait(seconds: 10) { daemon.said.contains("keeping the old ones") })
        #expect(daemon.said.contains("site.yaml:"))
        #expect(Self.leads(daemon, to: "https://www.example.com/new"))
        try FileManager.default.removeItem(atPath: rules.path)
        daemon.signal(SIGHUP)
        #expect(wait(seconds: 10) { daemon.said.contains("no such directory") })
        #expect(Self.leads(daemon, to: "https://www.example.com/new"))
        #expect(daemon.stop() == 0)
    }

    @Test("reloads under way when the daemon is stopped, and many at once")
    func reloadStorm() throws {
        let rules = try RulesFolder(site: ParityCase.site)
        let folder = try ScratchFolder()
        let file = folder.url.appending(path: "tokens").path()
        let daemon = try RunningDaemon(rules: rules.path, flags: ["--tokens-file", file])
        let token = try Self.firstToken(of: file)
        let clients = try (0..<4).map { _ in try HTTPClient(port: daemon.admin) }
        let request = HTTPRequest.text(
            "/v1/reload", method: "POST", host: "localhost", fields: ["Authorization": "Bearer \(token)"])
        for client in clients { client.send(request + request) }
        for client in clients {
            #expect(try client.answer().status == 200)
            #expect(try client.answer().status == 200)
        }
        for client in clients { client.send(request) }
        #expect(daemon.stop() == 0)
    }

    @Test("SIGTERM and Ctrl-C drain: pending requests are answered, exit code 0", arguments: [SIGTERM, SIGINT])
    func drain(_ signal: Int32) throws {
        let daemon = try RunningDaemon()
        let idle = try HTTPClient(port: daemon.front)
        idle.send(HTTPRequest.text("/WXYZ", host: "example.page.link"))
        #expect(try idle.answer().status == 302)
        let begun = try HTTPClient(port: daemon.front)
        begun.send("GET /WXYZ HTTP/1.1\r\nHost: example.page")
        // The daemon must have read the partial request before the signal, which is not observable from outside.
        usleep(200_000)
        daemon.signal(signal)
        #expect(try idle.isClosedByPeer())
        #expect(wait(seconds: 5) { (try? HTTPClient(port: daemon.front)) == nil }, "it still accepts")
        begun.send(".link\r\n\r\n")
        let answer = try begun.answer()
        #expect(answer.status == 302)
        #expect(answer["Connection"] == "close")
        #expect(try begun.isClosedByPeer())
        #expect(daemon.stop(0) == 0)
    }

    @Test("a second SIGTERM stops at once, whatever is open")
    func secondSignal() throws {
        let daemon = try RunningDaemon()
        let begun = try HTTPClient(port: daemon.front)
        begun.send("GET /WXYZ HTTP/1.1\r\n")
        usleep(200_000)
        daemon.signal(SIGTERM)
        usleep(200_000)
        #expect(daemon.isRunning)
        #expect(daemon.stop(SIGTERM, seconds: 3) == 0)
    }

    /// The daemon's first token, read from its file because the daemon has no terminal to print it to.
    private static func firstToken(of tokensFile: String) throws -> String {
        try String(contentsOfFile: tokensFile + ".first", encoding: .utf8).trimmingCharacters(
            in: .whitespacesAndNewlines)
    }

    private static func reload(_ daemon: RunningDaemon, authorization: String?) throws -> HTTPAnswer {
        var fields: [String: String] = [:]
        fields["Authorization"] = authorization
        return try daemon.ask(daemon.admin, "/v1/reload", method: "POST", fields: fields)
    }

    /// Whether the short link leads to an address, on every worker that a few connections reach.
    private static func leads(_ daemon: RunningDaemon, to address: String) -> Bool {
        (0..<8).allSatisfy { _ in (try? daemon.click("/WXYZ"))?["Location"] == address }
    }
}
