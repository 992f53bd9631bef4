import Foundation
import TestSupport
import Testing

/// `token … --source`: tokens that all nodes accept.
@Suite(
    "tokens of a source", .enabled(if: PostgreSQLServer.isInstalled), .timeLimit(.minutes(20)))
struct SourceTokenTests {
    private static func token(
        _ arguments: [String], at server: PostgreSQLServer, code: Int32 = 0
    ) throws -> Program.Outcome {
        let outcome = try Program.run(["token"] + arguments + ["--source", server.networkURL])
        #expect(outcome.code == code, "\(arguments): \(outcome.output)\(outcome.error)")
        return outcome
    }

    private static func status(_ node: LinkServer, _ secret: String) -> Int? {
        try? node.ask("GET", "/v1/links", token: secret).status
    }

    @Test("made there, let in by every node, revoked there, and known while the source is away")
    func life() throws {
        let server = try PostgreSQLServer()
        #expect(try Program.run(["source", "init", "--source", server.networkURL]).code == 0)
        let nodes = try ["a", "b"].map { try LinkServer(flags: ["--source", server.networkURL, "--node", $0]) }
        let made = try Self.token(["create", "shop", "--scope", "links.read", "--rate", "100/s"], at: server)
        let secret = try #require(made.lines.first.map(String.init))
        #expect(made.lines.count == 1 && secret.hasPrefix("fpt_") && !made.error.contains(secret))
        #expect(try !server.sql("SELECT digest FROM fp_token").contains(secret))
        for node in nodes { #expect(wait(seconds: 10) { Self.status(node, secret) == 200 }) }
        #expect(try nodes[0].ask("POST", "/v1/links", "{}", token: secret).status == 403)

        #expect(try Self.token(["create", "shop"], at: server, code: 1).error.contains("shop is taken"))
        let staying = try #require(try Self.token(["create", "stays"], at: server).lines.first.map(String.init))
        let rows = try Self.token(["list"], at: server).lines.map { $0.split(separator: " ") }
        #expect(rows.map(\.first) == ["shop", "stays"] && rows.first?.contains("links.read") == true)
        for node in nodes { #expect(wait(seconds: 10) { Self.status(node, staying) == 200 }) }

        #expect(try Self.token(["revoke", "shop", "nobody"], at: server, code: 1).error.contains("nobody"))
        #expect(Self.status(nodes[0], secret) == 200)
        _ = try Self.token(["revoke", "shop"], at: server)
        for node in nodes { #expect(wait(seconds: 10) { Self.status(node, secret) == 401 }) }

        server.stop()
        for node in nodes {
            #expect(Self.status(node, staying) == 200)
            // The token in the node's own file works as before.
            #expect(Self.status(node, LinkServer.token) == 200)
        }
        #expect(try Self.token(["list"], at: server, code: 2).error.contains("source:"))
        for node in nodes { #expect(node.daemon.stop() == 0) }
    }

    @Test("a node that starts while the source is away knows the tokens that it has seen")
    func restart() throws {
        let server = try PostgreSQLServer()
        #expect(try Program.run(["source", "init", "--source", server.networkURL]).code == 0)
        let folder = try ScratchFolder()
        let flags = ["--source", server.networkURL, "--node", "a", "--store", folder.path]
        let rules = try RulesFolder(site: ParityCase.site)
        let secret = try #require(try Self.token(["create", "shop"], at: server).lines.first.map(String.init))
        func status(_ daemon: RunningDaemon) -> Int? {
            try? daemon.ask(daemon.admin, "/v1/links", fields: ["Authorization": "Bearer \(secret)"]).status
        }
        let first = try RunningDaemon(rules: rules.path, flags: flags)
        #expect(wait(seconds: 10) { status(first) == 200 })
        #expect(first.stop() == 0)
        server.stop()
        let second = try RunningDaemon(rules: rules.path, flags: flags)
        #expect(status(second) == 200)
        #expect(second.stop() == 0)
    }

    @Test("a file and a source exclude each other, and the settings alone name no source for tokens")
    func options() throws {
        let folder = try ScratchFolder()
        let both = ["token", "list", "--tokens-file", folder.path + "/tokens", "--source", "postgresql://h/d"]
        let outcome = try Program.run(both)
        #expect(outcome.code == 2 && outcome.error.contains("can't be combined"))
        let made = try Program.run(
            ["token", "create", "mine", "--tokens-file", folder.path + "/tokens"],
            environment: ["FINGERPOST_SOURCE": "postgresql://nobody.invalid/d"])
        #expect(made.code == 0 && FileManager.default.fileExists(atPath: folder.path + "/tokens"))
    }
}
