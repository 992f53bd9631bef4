import Foundation
import TestSupport
import Testing

/// Regression: a cookie copied before its owner signed out opened the console for another half hour, or twelve hours if used.
@Suite("Signing out of the console, on the real daemon", .timeLimit(.minutes(10)))
struct SignOutTests {
    private let folder: ScratchFolder
    private let rules: RulesFolder
    private let port: UInt16

    init() throws {
        (folder, rules, port) = (try ScratchFolder(), try RulesFolder(site: ParityCase.site), try FreePort.next())
        try FileManager.default.createDirectory(atPath: "\(folder.path)/store", withIntermediateDirectories: false)
        let digest = try Child("/usr/bin/sha256sum", [], input: LinkServer.token)
        try #require(digest.waits(seconds: 10))
        for (name, text) in [
            ("key", String(repeating: "k", count: 40)), ("store/tokens", "all \(digest.output.prefix { $0 != " " })\n"),
        ] {
            let file = try folder.file(name, text)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path())
        }
    }

    /// A daemon with the store, always on the same port, which cookies are bound to.
    private func start() throws -> RunningDaemon {
        try RunningDaemon(
            rules: rules.path,
            flags: [
                "--store", "\(folder.path)/store", "--page-key-file", "\(folder.path)/key", "--admin",
                "127.0.0.1:\(port)",
            ])
    }

    private func isOpen(_ session: ConsoleSession) throws -> Bool {
        let page = try session.page("/links")
        #expect(page.status == 200 || page["Location"] == "/sign-in?to=%2Flinks")
        let links = try session.page("/v1/links").status
        #expect(links == (page.status == 200 ? 200 : 401))
        return page.status == 200
    }

    @Test("a copied cookie is refused at once, after an orderly restart and after a kill; other sessions go on")
    func restarts() throws {
        var daemon = try start()
        #expect(daemon.admin == port)
        let (copied, other) = (try ConsoleSession(daemon), try ConsoleSession(daemon))
        #expect(try isOpen(copied) && isOpen(other))
        #expect(try copied.send("/sign-out", "").status == 303)
        #expect(try !isOpen(copied) && isOpen(other))
        #expect(daemon.stop() == 0)
        daemon = try start()
        #expect(try !isOpen(copied) && isOpen(other))
        #expect(try other.send("/sign-out", "").status == 303)
        daemon.signal(SIGKILL)
        #expect(wait(seconds: 10) { !daemon.isRunning })
        daemon = try start()
        #expect(try !isOpen(copied) && !isOpen(other))
        #expect(try isOpen(try ConsoleSession(daemon)))
        let file = "\(folder.path)/store/ended-sessions"
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").count == 2)
    }
}
