import ByteText
import Foundation
import TestSupport
import Testing

/// `token …`: tokens created and revoked while a daemon runs.
@Suite("token", .timeLimit(.minutes(20)))
struct TokenCommandTests {
    private static func token(_ arguments: [String], code: Int32 = 0) throws -> Program.Outcome {
        let outcome = try Program.run(["token"] + arguments)
        #expect(outcome.code == code, "\(arguments): \(outcome.output)\(outcome.error)")
        return outcome
    }

    @Test("made, let in after a reload, limited to its scopes, revoked")
    func life() throws {
        let server = try LinkServer()
        let place = ["--rules", server.rulesPath, "--store", server.folder.path]
        let made = try Self.token(
            ["create", "ci", "--scope", "links.read", "--site", "example", "--rate", "100/m"] + place)
        let secret = try #require(made.lines.first.map(String.init))
        #expect(made.lines.count == 1 && secret.hasPrefix("fpt_"))
        #expect(!made.error.contains(secret))
        let file = try String(contentsOfFile: server.folder.path + "/tokens", encoding: .utf8)
        #expect(file.contains("ci ") && !file.contains(secret))
        #expect(try server.ask("GET", "/v1/links", token: secret).status == 401)
        Self.reload(server)
        #expect(try server.ask("GET", "/v1/links", token: secret).status == 200)
        #expect(try server.ask("POST", "/v1/links", "{}", token: secret).status == 403)

        let list = try Self.token(["list"] + place)
        let rows = list.lines.map { $0.split(separator: " ") }
        #expect(rows.last == ["ci", "token", "links.read", "example", "100/m"], "\(list.output)")
        #expect(list.lines.map { $0.prefix { $0 != " " } } == ["all", "app", "ci"])
        let lines = try Self.token(["list", "--json"] + place).lines.map { try JSONValue(parsing: String($0)) }
        #expect(lines[1]["kind"] == "key" && lines[1]["rate"] == "20/s" && lines[1]["sites"] == .null)
        #expect(lines[2]["scopes"] == ["links.read"] && lines[2]["sites"] == ["example"])

        _ = try Self.token(["revoke", "ci", "app"] + place)
        Self.reload(server)
        #expect(try server.ask("GET", "/v1/links", token: secret).status == 401)
        #expect(try server.ask("GET", "/v1/links").status == 200)
        #expect(server.daemon.stop() == 0)
    }

    /// A completed reload, with a token that stays valid.
    private static func reload(_ server: LinkServer) {
        let count = server.daemon.said.components(separatedBy: "reload: sha256").count
        server.daemon.signal(SIGHUP)
        #expect(wait(seconds: 10) { server.daemon.said.components(separatedBy: "reload: sha256").count > count })
    }

    @Test("a key works as ?key=, and a file with errors leaves those in who were")
    func keys() throws {
        let server = try LinkServer()
        let place = ["--tokens-file", server.folder.path + "/tokens"]
        let key = try #require(try Self.token(["create", "apps", "--key"] + place).lines.first)
        Self.reload(server)
        let body = #"{"longDynamicLink": "https://example.page.link/?link=https://www.example.com/"}"#
        #expect(try server.ask("POST", "/v1/shortLinks?key=\(key)", body, token: nil).status == 200)
        let tokens = try server.folder.file("tokens", "all 12ab\n").path()
        server.daemon.signal(SIGHUP)
        #expect(wait(seconds: 10) { server.daemon.said.contains("tokens:1:") })
        #expect(try server.ask("GET", "/v1/links").status == 200)
        #expect(try Self.token(["list"] + place, code: 2).error.contains("tokens:1:"))
        #expect(try Self.token(["create", "x"] + place, code: 2).error.contains("tokens:1:"))
        #expect(try String(contentsOfFile: tokens, encoding: .utf8) == "all 12ab\n")
        #expect(server.daemon.stop() == 0)
    }

    @Test("made before the daemon's first start, which makes none of its own then")
    func beforeTheStart() throws {
        let folder = try ScratchFolder()
        let rules = try RulesFolder(site: ParityCase.site)
        let place = ["--rules", rules.path, "--store", folder.path]
        _ = try Self.token(["create", "mine"] + place)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/tokens")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let daemon = try RunningDaemon(rules: rules.path, flags: ["--store", folder.path])
        #expect(!daemon.said.contains("first token"))
        #expect(daemon.stop() == 0)
        #expect(
            try Self.token(["list"] + place).output == "mine  token  links.read,links.write,reload  all\n")
    }

    @Test("a world-writable file of secrets is refused, a world-readable one is reported")
    func modes() throws {
        let folder = try ScratchFolder()
        _ = try Self.token(["create", "mine", "--tokens-file", folder.path + "/tokens"])
        let key = try folder.file("key", String(repeating: "k", count: 32)).path()
        for (name, flag) in [("tokens", "--tokens-file"), ("key", "--page-key-file")] {
            let path = folder.path + "/" + name
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
            let refused = try Program.run(
                ["serve", "--listen", "127.0.0.1:0", "--edge", "127.0.0.1:0", "--admin", "127.0.0.1:0", flag, path],
                in: RulesFolder.repository.path())
            #expect(refused.code == 2 && refused.error.contains("\(path): world-writable"))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            let daemon = try RunningDaemon(flags: [flag, path])
            #expect(daemon.said.contains("\(path): warning: world-readable"), "\(daemon.said)")
            #expect(daemon.stop() == 0)
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
            let quiet = try RunningDaemon(flags: [flag, path])
            #expect(!quiet.said.contains("everyone"), "\(quiet.said)")
            #expect(quiet.stop() == 0)
        }
    }

    @Test("comments, the mode and symbolic links stay; eight at once are all there")
    func changes() throws {
        let folder = try ScratchFolder()
        let file = try folder.file("real", "# of ours\n").path()
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
        let link = folder.path + "/tokens"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        let children = try (0..<8).map {
            try Child(Program.path, ["token", "create", "t\($0)", "--tokens-file", link])
        }
        for child in children { #expect(child.waits(seconds: 20) && child.code == 0, "\(child.error)") }
        let names = try Self.token(["list", "--tokens-file", link]).lines.map { String($0.prefix(2)) }
        #expect(names.sorted() == (0..<8).map { "t\($0)" })
        _ = try Self.token(["revoke", "t3", "--tokens-file", link])
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.hasPrefix("# of ours\n") && !text.contains("t3 "))
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["real", "tokens"])
    }
}
