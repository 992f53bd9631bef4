import Foundation
import TestSupport
import Testing

/// One key ring for all nodes of a source: no node is given a key file.
@Suite("keys of all nodes", .enabled(if: PostgreSQLServer.isInstalled), .timeLimit(.minutes(20)))
struct SharedKeysTests {
    private static func server() throws -> PostgreSQLServer {
        let server = try PostgreSQLServer()
        #expect(try Program.run(["source", "init", "--source", server.networkURL]).code == 0)
        return server
    }

    private static func flags(_ name: String, _ server: PostgreSQLServer) -> [String] {
        ["--source", server.networkURL, "--node", name, "--trusted-peers", "127.0.0.1"]
    }

    /// The path of a page for an iPhone, as the edge returns it to a proxy: sealed, since it contains a device profile.
    private static func page(of daemon: RunningDaemon) throws -> String {
        let fields = [
            "X-Original-URI": "/WXYZ", "X-Forwarded-Host": "example.page.link", "User-Agent": Agents.iPhone,
            "Fingerpost-Device": "platform=ios",
        ]
        let answer = try daemon.ask(daemon.edge, "/edge/nginx", fields: fields)
        let location = try #require(answer["Fingerpost-Location"], "\(answer)")
        return String(location[try #require(location.range(of: "/_fp/")).lowerBound...])
    }

    private static func opens(_ page: String, _ daemon: RunningDaemon) -> Bool {
        (try? daemon.click(page, fields: ["User-Agent": Agents.iPhone]).status) == 200
    }

    /// The first key of a ring, as stored at the source.
    private static func firstKey(_ name: String, _ server: PostgreSQLServer) throws -> Data {
        let text = try server.sql("SELECT encode(substr(value, 18, 32), 'hex') FROM fp_secret WHERE name = '\(name)'")
        return try #require(Data(hexadecimal: text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    @Test("a page of one node opens at another, also when that one starts without the source; a key file wins")
    func pages() throws {
        let server = try Self.server()
        let rules = try RulesFolder(site: ParityCase.site)
        let (one, two) = (try ScratchFolder(), try ScratchFolder())
        func start(_ name: String, _ store: ScratchFolder, _ more: [String] = []) throws -> RunningDaemon {
            try RunningDaemon(
                rules: rules.path, flags: Self.flags(name, server) + ["--store", store.path] + more)
        }
        let a = try start("a", one)
        var b = try start("b", two)
        #expect(wait(seconds: 20) { (try? Self.page(of: a)).map { Self.opens($0, b) } == true })
        #expect(wait(seconds: 20) { (try? Self.page(of: b)).map { Self.opens($0, a) } == true })
        let other = try ScratchFolder()
        let key = try other.file("page.key", String(repeating: "k", count: 64)).path()
        let stated = try start("c", other, ["--page-key-file", key])
        #expect(wait(seconds: 20) { stated.said.contains("source: connected") })
        usleep(500_000)
        let (theirs, ours) = (try Self.page(of: stated), try Self.page(of: a))
        #expect(!Self.opens(theirs, a) && !Self.opens(ours, stated))

        #expect(b.stop() == 0)
        server.stop()
        b = try start("b", two)
        let (from, to) = (try Self.page(of: a), try Self.page(of: b))
        #expect(Self.opens(from, b) && Self.opens(to, a))
        b.signal(SIGHUP)
        #expect(wait(seconds: 10) { b.said.contains("reload: sha256:") })
        let last = try Self.page(of: b)
        #expect(Self.opens(last, a), "a reload does not change keys")
    }

    @Test("masks are the same in the logs of all nodes and in what commands show, until they are rotated")
    func masks() throws {
        let server = try Self.server()
        let folders = try ["a", "b"].map { _ in try ScratchFolder() }
        let daemons = try zip(["a", "b"], folders).map { name, folder in
            try LinkServer(flags: Self.flags(name, server) + ["--access-log", folder.path + "/access.log"])
        }
        func keys() -> [Data?] {
            daemons.map { FileManager.default.contents(atPath: "\($0.folder.path)/mask.key") }
        }
        #expect(wait(seconds: 20) { keys()[0] != nil && keys()[0] == keys()[1] })
        let link = "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F%3Fe%3Djane%252Bx%40example.com"
        func mask(_ place: Int) throws -> Substring? {
            let text = try String(contentsOfFile: folders[place].path + "/access.log", encoding: .utf8)
            return text.matches(of: /~\w{7}(?=@|%40)/).last?.output
        }
        func click() throws -> [Substring?] {
            for server in daemons { _ = try server.daemon.click(link: link) }
            usleep(1_500_000)
            return try [0, 1].map(mask)
        }
        let first = try click()
        #expect(first[0] != nil && first[0] == first[1])
        let store = daemons[1].folder.path
        let explained = try Program.run(["explain", link, "--rules", daemons[1].rulesPath, "--store", store]).output
        #expect(explained.contains(try #require(first[0])))
        let mode = try FileManager.default.attributesOfItem(atPath: "\(store)/mask.key")[.posixPermissions] as? Int
        #expect(mode == 0o600)

        let before = keys()[0]
        let rotated = try Program.run(["source", "rotate", "mask-key", "--source", server.networkURL])
        #expect(rotated.code == 0 && rotated.output == "new: mask-key\n")
        #expect(wait(seconds: 20) { keys()[0] != before && keys()[0] == keys()[1] })
        let second = try click()
        #expect(second[0] != nil && second[0] == second[1] && second[0] != first[0])
    }

    @Test("a TLS session of one node is resumed at another", arguments: ["-tls1_2", "-tls1_3"])
    func tickets(version: String) throws {
        let server = try Self.server()
        let stores = try [ScratchFolder(), ScratchFolder()]
        let nodes = try zip(["a", "b"], stores).map { name, store in
            try SecureDaemon(flags: ["--source", server.networkURL, "--node", name, "--store", store.path])
        }
        let session = nodes[0].certificates.path("session")
        let isResumed = wait(seconds: 20) {
            guard let first = try? nodes[0].connect([version, "-sess_out", session]),
                first.output.contains("\nNew, "),
                let next = try? nodes[1].connect([version, "-sess_in", session])
            else { return false }
            return next.output.contains("\nReused, ") && next.output.contains("HTTP/1.1 302 ")
        }
        #expect(isResumed)
        // They are not in the replica, nor in a backup of it.
        let secret = try Self.firstKey("tls-tickets", server)
        let pageSecret = try Self.firstKey("page-keys", server)
        let replica = try #require(FileManager.default.contents(atPath: "\(stores[1].path)/links.mdb"))
        #expect(replica.range(of: pageSecret) != nil && replica.range(of: secret) == nil)
    }
}

extension Data {
    /// The bytes of hexadecimal digits.
    fileprivate init?(hexadecimal text: String) {
        let digits = text.compactMap { $0.hexDigitValue.map(UInt8.init) }
        guard digits.count == text.count, digits.count == 64 else { return nil }
        self.init(stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }
}
