import Foundation
import TestSupport
import Testing

/// All three listeners on Unix sockets.
@Suite("Unix sockets", .timeLimit(.minutes(20)))
struct UnixSocketTests {
    /// A daemon whose listeners are sockets in a folder.
    private static func daemon(_ rules: RulesFolder, _ folder: ScratchFolder, _ flags: [String]) throws -> Child {
        let sides = ["listen", "edge", "admin"].flatMap { ["--\($0)", "unix:\(folder.path)/\($0)"] }
        let child = try Child(Program.path, ["serve", "--rules", rules.path] + sides + flags)
        let isReady = wait(seconds: 20) { child.error.contains("ready ") || !child.isRunning }
        try #require(isReady && child.isRunning, "\(child.error)")
        #expect(child.error.contains("front=unix:\(folder.path)/listen edge=unix:"))
        return child
    }

    @Test("front, edge and admin answer there; `unix` trusts who may open them", arguments: [true, false])
    func answers(_ isTrusted: Bool) throws {
        let (rules, folder) = (try RulesFolder(site: ParityCase.site), try ScratchFolder())
        let child = try Self.daemon(rules, folder, isTrusted ? ["--trusted-peers", "unix"] : [])
        let absent = ["User-Agent": Agents.windows, "Fingerpost-Device": "platform=android, app;state=absent"]
        let click = try Self.ask(folder, "listen", "/WXYZ", host: "example.page.link", absent)
        let target = try #require(click["Location"])
        #expect(target.hasPrefix("https://play.google.com/") == isTrusted)
        let question = try Self.ask(
            folder, "edge", "/edge/nginx", host: "edge",
            ["X-Original-URI": "/WXYZ", "X-Forwarded-Host": "example.page.link"])
        #expect(question.status == (isTrusted ? 401 : 403))
        #expect(try Self.ask(folder, "admin", "/healthz", host: "localhost", [:]).status == 200)
        child.signal(SIGTERM)
        #expect(child.waits(seconds: 20))
        #expect(child.code == 0)
        for side in ["listen", "edge", "admin"] {
            #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/\(side)"), "the socket's file is gone")
        }
    }

    @Test("a socket that a killed daemon has left is taken over, one in use is not")
    func leftOver() throws {
        let (rules, folder) = (try RulesFolder(site: ParityCase.site), try ScratchFolder())
        let first = try Self.daemon(rules, folder, [])
        let second = try Program.run(["serve", "--rules", rules.path, "--listen", "unix:\(folder.path)/listen"])
        #expect(second.code == 2)
        #expect(second.error.contains("\(folder.path)/listen"))
        first.kill()
        let third = try Self.daemon(rules, folder, [])
        #expect(try Self.ask(folder, "listen", "/WXYZ", host: "example.page.link", [:]).status == 302)
        third.kill()
    }

    @Test("a file that is not a socket is not deleted, and the daemon reports it")
    func otherFile() throws {
        let (rules, folder) = (try RulesFolder(site: ParityCase.site), try ScratchFolder())
        let file = try folder.file("listen", "precious").path()
        let outcome = try Program.run(["serve", "--rules", rules.path, "--listen", "unix:\(file)"])
        #expect(outcome.code == 2)
        #expect(outcome.error.contains("\(file): the file exists and is not a socket"), "\(outcome.error)")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
    }

    private static func ask(
        _ folder: ScratchFolder, _ side: String, _ target: String, host: String, _ fields: [String: String]
    ) throws -> HTTPAnswer {
        let client = try HTTPClient(unix: "\(folder.path)/\(side)")
        client.send(HTTPRequest.text(target, host: host, fields: fields))
        return try client.answer()
    }
}
