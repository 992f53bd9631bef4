import ByteText
import Foundation
import TestSupport
import Testing

/// `link backup --from`: the store of another daemon, over the network.
@Suite("a backup of a peer", .timeLimit(.minutes(20)))
struct PeerBackupTests {
    private static let secret = "fpt_for-backups"

    /// A daemon with links.
    private final class Peer {
        let server: LinkServer
        let folder: ScratchFolder
        let token: String

        init(flags: [String] = []) throws {
            server = try LinkServer(
                tokens: [
                    ("copies", PeerBackupTests.secret, "scopes=backup"),
                    ("slow", "fpt_slow", "scopes=backup rate=1/s"),
                    ("limited", "fpt_limited", "scopes=backup sites=parity"),
                ], flags: flags)
            folder = try ScratchFolder()
            token = try folder.file("token", PeerBackupTests.secret + "\n").path()
        }

        var file: String { "\(folder.path)/peer.mdb" }
        var isThere: Bool { FileManager.default.fileExists(atPath: file) }
        var leftovers: [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0 != "token" }
        }

        func make(_ code: String) throws {
            _ = try server.json(
                "POST", "/v1/links",
                #"{"domain": "example.page.link", "code": "\#(code)", "payload": "https://www.example.com/\#(code)"}"#,
                status: 201)
        }

        /// Creates many links at once, each with a long note, so that a backup has several pieces.
        func fill(_ count: Int) throws {
            let note = String(repeating: "n", count: 3_500)
            for start in stride(from: 0, to: count, by: 200) {
                let lines = (start..<min(start + 200, count)).map { number in
                    #"{"domain": "example.page.link", "code": "F\#(number)", "#
                        + #""payload": "https://www.example.com/", "note": "\#(note)"}"#
                }
                let answer = try server.ask(
                    "POST", "/v1/links:bulk", lines.joined(separator: "\n") + "\n",
                    fields: ["Content-Type": "application/x-ndjson"])
                #expect(answer.status == 200, "\(answer.body.prefix(300))")
                if answer.status != 200 { return }
            }
        }

        func fetch(port: UInt16? = nil, token: String? = nil, to file: String? = nil) throws -> Program.Outcome {
            try Program.run([
                "link", "backup", file ?? self.file, "--from", "http://127.0.0.1:\(port ?? server.daemon.admin)",
                "--token-file", token ?? self.token,
            ])
        }
    }

    @Test("is whole, is restored, and is for its owner alone")
    func whole() throws {
        let peer = try Peer()
        try peer.make("one")
        let outcome = try peer.fetch()
        #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.error)")
        let mode = try FileManager.default.attributesOfItem(atPath: peer.file)[.posixPermissions] as? Int
        #expect(mode == 0o600 && peer.leftovers == ["peer.mdb"])
        let target = try ScratchFolder()
        let restored = try Program.run(["link", "restore", peer.file, "--store", target.path])
        #expect(restored.code == 0 && restored.output.hasPrefix("1 link restored into"), "\(restored.error)")
        // Nothing is left at the peer, and the next backup can begin at once.
        let files = try FileManager.default.contentsOfDirectory(atPath: peer.server.folder.path)
        #expect(!files.contains { $0.contains(".peer") })
        #expect(try peer.fetch().error.contains("--force"))
        // With a rate-limited token, requests wait for one another.
        let slow = try peer.folder.file("slow", "fpt_slow\n").path()
        let limited = try peer.fetch(token: slow, to: "\(peer.folder.path)/slow.mdb")
        #expect(limited.code == 0, "\(limited.error)")
    }

    @Test("needs a token that names it, for all sites")
    func tokens() throws {
        let peer = try Peer()
        for (secret, word) in [
            (LinkServer.token, "lacks the scope backup"), ("fpt_limited", "limited to sites"),
            ("fpt_nobody", "not in the tokens file"), (LinkServer.key, "not in the tokens file"),
        ] {
            let file = try peer.folder.file("other", secret).path()
            let outcome = try peer.fetch(token: file)
            #expect(outcome.code == 2 && outcome.error.contains(word), "\(outcome.error)")
            #expect(!outcome.error.contains(secret) && !peer.isThere)
        }
        #expect(try peer.server.ask("GET", "/v1/backup/content?id=x", token: nil).status == 401)
    }

    @Test("one is made at a time, a request without a backup is refused, and the peer keeps serving")
    func oneAtATime() throws {
        let peer = try Peer()
        try peer.make("one")
        func ask(_ method: String, _ target: String) throws -> HTTPAnswer {
            try peer.server.ask(method, target, token: Self.secret)
        }
        let begun = try ask("POST", "/v1/backup")
        #expect(begun.status == 202, "\(begun.body)")
        let id = try #require(try JSONValue(parsing: begun.body)["id"]?.string)
        #expect(try ask("POST", "/v1/backup").status == 503)
        #expect(try peer.fetch().error.contains("try again"))
        #expect(wait(seconds: 10) { (try? ask("GET", "/v1/backup?id=\(id)").body.contains("ready")) == true })
        let content = try ask("GET", "/v1/backup/content?id=\(id)")
        #expect(content.status == 200 && content.body.utf8.count > 1000)
        // Changes made after the copy are not in it, and do not wait for it.
        try peer.make("two")
        #expect(try ask("GET", "/v1/backup/content?id=\(id)&offset=999999999").status == 409)
        #expect(try ask("GET", "/v1/backup?id=other").status == 404)
        #expect(try ask("DELETE", "/v1/backup?id=\(id)").status == 204)
        #expect(wait(seconds: 10) { (try? ask("GET", "/v1/backup/content?id=\(id)").status) == 404 })
        #expect(wait(seconds: 10) { (try? peer.fetch().code) == 0 })
    }

    @Test("that is broken off or changed on its way is not there; one that comes slowly is")
    func faults() throws {
        let peer = try Peer()
        try peer.fill(3_000)
        for (fault, word) in [(FaultyRelay.Fault.changesByte, "digest"), (.breaksOff, "")] {
            let relay = try FaultyRelay(to: peer.server.daemon.admin, fault, after: 6 << 20)
            let outcome = try peer.fetch(port: relay.port)
            #expect(outcome.code == 2 && peer.leftovers.isEmpty, "\(fault): \(outcome.error) \(peer.leftovers)")
            #expect(word.isEmpty || outcome.error.contains(word), "\(outcome.error)")
        }
        let slow = try FaultyRelay(to: peer.server.daemon.admin, .isSlow, after: 8 << 20)
        #expect(wait(seconds: 240) { (try? peer.fetch(port: slow.port).code) == 0 })
        #expect(try Program.run(["link", "check", "--store", peer.file]).code == 0)
    }

    @Test("of a peer that is killed midway is not there")
    func killed() throws {
        let peer = try Peer()
        try peer.fill(3_000)
        let relay = try FaultyRelay(to: peer.server.daemon.admin, .isSlow, after: 4 << 20)
        let child = try Child(
            Program.path,
            [
                "link", "backup", peer.file, "--from", "http://127.0.0.1:\(relay.port)", "--token-file", peer.token,
            ])
        defer { child.kill() }
        let partial = peer.file + ".partial"
        #expect(
            wait(seconds: 20) {
                let size = try? FileManager.default.attributesOfItem(atPath: partial)[.size] as? Int
                return size ?? 0 > 1 << 20
            })
        kill(peer.server.daemon.id, SIGKILL)
        #expect(child.waits(seconds: 30) && child.code == 2, "\(child.error)")
        #expect(peer.leftovers.isEmpty, "\(peer.leftovers)")
        // Nor is the peer's own copy.
        let files = try FileManager.default.contentsOfDirectory(atPath: peer.server.folder.path)
        #expect(!files.contains { $0.contains(".peer") }, "\(files)")
    }

    @Test("does not fit on a full disk, and is fetched over TLS from elsewhere only")
    func elsewhere() throws {
        let peer = try Peer()
        try peer.make("one")
        let full = try peer.fetch(to: "/dev/full")
        #expect(full.code == 2 && full.error.contains("No space left"), "\(full.error)")
        let plain = try Program.run([
            "link", "backup", peer.file, "--from", "http://node.example:8082", "--token-file", peer.token,
        ])
        #expect(plain.code == 2 && plain.error.contains("use https") && !peer.isThere, "\(plain.error)")
        let alone = try Program.run(["link", "backup", peer.file, "--from", "http://127.0.0.1:1"])
        #expect(alone.code == 2 && alone.error.contains("--token-file"))
    }
}

/// A node that starts with a store fetched from another node.
@Suite("a new node", .enabled(if: PostgreSQLServer.isInstalled), .timeLimit(.minutes(20)))
struct NewNodeTests {
    @Test("fetches a peer's store, follows from there, and has a name and counts of its own")
    func start() throws {
        let server = try PostgreSQLServer()
        #expect(try Program.run(["source", "init", "--source", server.networkURL]).code == 0)
        let peer = try LinkServer(
            tokens: [("copies", "fpt_copies", "scopes=backup")], flags: ["--source", server.networkURL, "--node", "a"])
        #expect(wait(seconds: 20) { (try? peer.ask("GET", "/readyz", token: nil).status) == 200 })
        func make(_ code: String) throws {
            _ = try peer.json(
                "POST", "/v1/links",
                #"{"domain": "example.page.link", "code": "\#(code)", "payload": "https://www.example.com/\#(code)"}"#,
                status: 201)
        }
        try make("one")
        let folder = try ScratchFolder()
        let token = try folder.file("token", "fpt_copies\n").path()
        let fetched = try Program.run([
            "link", "backup", "\(folder.path)/peer.mdb", "--from", "http://127.0.0.1:\(peer.daemon.admin)",
            "--token-file", token,
        ])
        #expect(fetched.code == 0, "\(fetched.error)")
        try make("two")
        let store = "\(folder.path)/store"
        #expect(try Program.run(["link", "restore", "\(folder.path)/peer.mdb", "--store", store]).code == 0)
        let node = try RunningDaemon(
            rules: peer.rulesPath, flags: ["--source", server.networkURL, "--node", "b", "--store", store])
        #expect(wait(seconds: 20) { (try? node.ask(node.admin, "/readyz").status) == 200 })
        for code in ["one", "two"] { #expect(wait(seconds: 20) { (try? node.click("/\(code)").status) == 302 }) }
        let metrics = try node.ask(node.admin, "/metrics").body
        #expect(metrics.contains("fingerpost_source_up 1"), "\(metrics)")
    }
}
