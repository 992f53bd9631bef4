import ByteText
import Foundation
import TestSupport
import Testing

/// Nodes that follow link files: a daemon with a store, `link publish` next to it, nginx with TLS, and the nodes.
@Suite(
    "published links", .enabled(if: CertificateMaker.openssl != nil && TLSProxy.program != nil),
    .timeLimit(.minutes(20)))
struct PublishedLinksTests {
    private final class Fleet {
        let server: BundleServer
        let links: LinkServer
        let author: BundleAuthor
        private var publisher: Child?

        init() throws {
            server = try BundleServer()
            links = try LinkServer()
            author = try BundleAuthor()
        }

        deinit { publisher?.kill() }

        var folder: String { "\(server.www)/links" }
        var address: String { "https://localhost:\(server.port)/links/" }
        var publishing: [String] {
            ["link", "publish", folder, "--key", author.path("key.pem"), "--store", links.folder.path]
        }

        /// Publishes once.
        func publish() throws {
            let outcome = try Program.run(publishing)
            #expect(outcome.code == 0, "\(outcome.error)")
            try touchManifest()
        }

        private var publications = 0

        /// nginx derives ETags from the modification time in seconds and the size.
        func touchManifest() throws {
            publications += 1
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000 + Double(publications))],
                ofItemAtPath: "\(folder)/manifest")
        }

        /// Starts a publisher that publishes each second.
        func startPublishing() throws {
            publisher?.kill()
            publisher = try Child(Program.path, publishing + ["--every", "1"])
        }

        func killPublisher() { publisher?.kill() }

        func make(_ code: String, _ target: String = "https://www.example.com/") throws {
            let body = #"{"domain": "example.page.link", "code": "\#(code)", "long_link": "\#(target)"}"#
            _ = try links.json("POST", "/v1/links", body, status: 201)
        }

        func change(_ code: String, _ target: String) throws -> HTTPAnswer {
            try links.ask(
                "PATCH", "/v1/links/example.page.link%2F\(code)", #"{"long_link": "\#(target)"}"#,
                fields: ["If-Match": "*"])
        }

        func node(_ store: ScratchFolder, _ more: [String] = []) throws -> RunningDaemon {
            try RunningDaemon(rules: links.rulesPath, flags: flags(store) + more)
        }

        func flags(_ store: ScratchFolder) throws -> [String] {
            try store.file("tokens", String(contentsOfFile: "\(links.folder.path)/tokens", encoding: .utf8))
            return [
                "--links", address, "--links-key", author.publicKey, "--links-ca", server.maker.path("ca.pem"),
                "--links-poll", "1", "--store", store.path,
            ]
        }

        /// All links of a store, one per line.
        static func export(_ store: String) throws -> [String] {
            let outcome = try Program.run(["link", "export", "--store", store, "--format", "jsonl"])
            #expect(outcome.code == 0, "\(outcome.error)")
            return outcome.output.split(separator: "\n").map(String.init).sorted()
        }
    }

    private static func target(_ node: RunningDaemon, _ code: String) throws -> String? {
        try node.click("/\(code)", fields: ["User-Agent": Agents.windows])["location"]
    }

    private static func metric(_ node: RunningDaemon, _ name: String) -> String? {
        let text = (try? node.ask(node.admin, "/metrics").body) ?? ""
        return text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }.map {
            String($0.dropFirst(name.count + 1))
        }
    }

    /// Regression: threads of Dispatch block nearly all signals, and a publisher that one had started could not be stopped.
    @Test(
        "a publisher can be stopped even if its parent has blocked signals",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "there is no python3"))
    func blockedSignals() throws {
        let fleet = try Fleet()
        let script = """
            import os, signal, sys
            signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let publisher = try Child(
            "/usr/bin/python3", ["-c", script, Program.path] + fleet.publishing + ["--every", "1"])
        #expect(wait(seconds: 30) { (publisher.output + publisher.error).contains("publication ") })
        publisher.signal(SIGTERM)
        #expect(publisher.waits(seconds: 10) && publisher.wasKilled)
    }

    @Test("a node has the links, follows what changes, and changes nothing itself")
    func follow() throws {
        let fleet = try Fleet()
        try fleet.make("ONE", "https://www.example.com/1")
        try fleet.make("TWO")
        try fleet.startPublishing()
        let store = try ScratchFolder()
        let node = try fleet.node(store)
        #expect(wait(seconds: 30) { (try? node.ask(node.admin, "/readyz").status) == 200 }, "\(node.said)")
        #expect(try Self.target(node, "ONE") == "https://www.example.com/1")

        #expect(try fleet.change("ONE", "https://www.example.com/changed").status == 200)
        #expect(try fleet.links.ask("DELETE", "/v1/links/example.page.link%2FTWO").status == 204)
        #expect(wait(seconds: 20) { (try? Self.target(node, "ONE")) == "https://www.example.com/changed" })
        #expect(
            wait(seconds: 20) { (try? node.click("/TWO").status) == 410 || (try? node.click("/TWO").status) == 404 })
        #expect(wait(seconds: 20) { Self.metric(node, "fingerpost_source_lag_versions") == "0" })
        #expect(Self.metric(node, "fingerpost_source_up") == "1")
        #expect(Self.metric(node, "fingerpost_source_behind_since_timestamp_seconds") == "0")
        #expect(Self.metric(node, "fingerpost_store_accepts_changes") == "1")

        let refused = try node.ask(
            node.admin, "/v1/links/example.page.link%2FONE", method: "DELETE",
            fields: ["Authorization": "Bearer \(LinkServer.token)"])
        #expect(
            refused.status == 503 && refused.body.contains("\(fleet.address) has published links"), "\(refused.body)")
        let command = try Program.run(["link", "delete", "example.page.link/ONE", "--store", store.path])
        #expect(command.code != 0 && command.error.contains("change them at their publisher"), "\(command.error)")
        #expect(node.stop() == 0)
    }

    @Test(
        "publisher and followers that are killed at any moment lose nothing",
        arguments: [UInt64.random(in: 0...UInt64.max)])
    func kills(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let fleet = try Fleet()
        let stores = [try ScratchFolder(), try ScratchFolder()]
        for number in 0..<20 { try fleet.make("K\(number)") }
        try fleet.startPublishing()
        var nodes = try stores.map { try fleet.node($0) }
        for step in 0..<30 {
            let code = "K\(Int.random(in: 0..<20, using: &random))"
            switch Int.random(in: 0..<4, using: &random) {
            case 0: try fleet.make("N\(step)", "https://www.example.com/new/\(step)")
            case 1: _ = try fleet.links.ask("DELETE", "/v1/links/example.page.link%2F\(code)")
            default:
                let answer = try fleet.change(code, "https://www.example.com/\(step)")
                #expect(answer.status == 200 || answer.status == 404, "\(answer.body)")
            }
            usleep(UInt32.random(in: 0...400_000, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                fleet.killPublisher()
                try fleet.startPublishing()
            case 1:
                let index = Int.random(in: 0..<nodes.count, using: &random)
                nodes[index].signal(SIGKILL)
                nodes[index] = try fleet.node(stores[index])
            default: break
            }
        }
        let source = try Fleet.export(fleet.links.folder.path)
        #expect(source.count > 10)
        for (store, node) in zip(stores, nodes) {
            #expect(wait(seconds: 30) { (try? Fleet.export(store.path)) == source }, "seed \(seed): \(node.said)")
            let check = try Program.run(["link", "check", "--store", store.path])
            #expect(check.code == 0, "seed \(seed): \(check.output)")
            #expect(
                !node.said.contains("rollback") && !node.said.contains("differs from the signed file"), "\(node.said)")
        }
    }

    @Test("each fault is reported once, changes nothing, and passes")
    func faults() throws {
        let fleet = try Fleet()
        try fleet.make("ONE")
        try fleet.publish()
        let before = try ScratchFolder()
        try FileManager.default.copyItem(atPath: fleet.folder, toPath: "\(before.path)/links")
        let store = try ScratchFolder()
        let node = try fleet.node(store)
        defer { withExtendedLifetime(store) {} }
        #expect(wait(seconds: 30) { (try? node.ask(node.admin, "/readyz").status) == 200 }, "\(node.said)")
        try fleet.make("TWO")
        try fleet.publish()
        #expect(wait(seconds: 20) { (try? Self.target(node, "TWO")) != nil })

        let manifest = "\(fleet.folder)/manifest"
        func expectFault(_ reason: String, _ sentence: String, _ cause: () throws -> Void) throws {
            let good = try Data(contentsOf: URL(filePath: manifest))
            let lines = node.said.split(separator: "\n").count { $0.contains(sentence) }
            try cause()
            try? fleet.touchManifest()
            let name = "fingerpost_links_failures_total{reason=\"\(reason)\"}"
            let count = Int(Self.metric(node, name) ?? "0") ?? 0
            #expect(
                wait(seconds: 30) { (Int(Self.metric(node, name) ?? "0") ?? 0) >= count + 2 }, "\(reason): \(node.said)"
            )
            #expect(node.said.split(separator: "\n").count { $0.contains(sentence) } == lines + 1, "\(node.said)")
            #expect(Self.metric(node, "fingerpost_source_up") == "0")
            #expect(try Self.target(node, "TWO") != nil)
            #expect(try node.ask(node.admin, "/readyz").status == 200)
            try? FileManager.default.removeItem(atPath: manifest)
            try good.write(to: URL(filePath: manifest))
            try fleet.touchManifest()
            try fleet.server.start()
            #expect(wait(seconds: 90) { Self.metric(node, "fingerpost_source_up") == "1" }, "\(reason): \(node.said)")
        }
        try expectFault("unreachable", "manifest: ") { fleet.server.stop() }
        try expectFault("status", "status 404") { try FileManager.default.removeItem(atPath: manifest) }
        try expectFault("format", "not a manifest of published links") {
            try Data("<!doctype html>\n<title>Sign in</title>".utf8).write(to: URL(filePath: manifest))
        }
        try expectFault("signature", "does not match the key") {
            var bytes = try Data(contentsOf: URL(filePath: manifest))
            bytes[bytes.count - 20] ^= 1
            try bytes.write(to: URL(filePath: manifest))
        }
        try expectFault("rollback", "is older than") {
            let older = try Data(contentsOf: URL(filePath: "\(before.path)/links/manifest"))
            try older.write(to: URL(filePath: manifest))
        }
    }

    @Test("a damaged file is refused, and fetched again")
    func damagedFile() throws {
        let fleet = try Fleet()
        try fleet.make("ONE")
        try fleet.publish()
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: fleet.folder).first { $0.hasPrefix("links-") })
        let file = URL(filePath: "\(fleet.folder)/\(name)")
        let good = try Data(contentsOf: file)
        for damage in ["a byte", "half", "a page"] {
            var bytes = good
            switch damage {
            case "a byte": bytes[30] ^= 1
            case "half": bytes = bytes.prefix(bytes.count / 2)
            default: bytes = Data("<!doctype html>".utf8)
            }
            try bytes.write(to: file)
            let store = try ScratchFolder()
            let node = try fleet.node(store)
            defer { withExtendedLifetime(store) {} }
            #expect(wait(seconds: 20) { node.said.contains("\(name) ") }, "\(damage): \(node.said)")
            #expect(try node.ask(node.admin, "/readyz").status == 503)
            try good.write(to: file)
            #expect(wait(seconds: 30) { (try? Self.target(node, "ONE")) != nil }, "\(damage): \(node.said)")
        }
    }

    /// A line so slow that a file takes many seconds, and a node killed in between: complete files are not fetched again.
    @Test("a slow line is enough, and an interrupted download goes on")
    func slowLine() throws {
        let fleet = try Fleet()
        let lines = (0..<60_000).map {
            "https://example.page.link/s\($0),https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F\(SlowText.of($0))\n"
        }
        let file = try fleet.author.folder.file("links.csv", "link,long_link\n" + lines.joined())
        #expect(fleet.links.daemon.stop() == 0)
        let imported = try Program.run([
            "link", "import", file.path(), "--rules", fleet.links.rulesPath, "--store", fleet.links.folder.path,
            "--domain", "example.page.link",
        ])
        try #require(imported.code == 0, "\(imported.error)")
        try fleet.publish()
        let sizes = try FileManager.default.contentsOfDirectory(atPath: fleet.folder).filter { $0.hasPrefix("links-") }
        try #require(sizes.count >= 3, "the snapshot has several files")
        try fleet.server.start(rate: 400_000)
        let store = try ScratchFolder()
        var node = try fleet.node(store)
        func collected() -> Int {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(store.path)/links-files")) ?? []
            return names.count { $0.hasPrefix("links-") }
        }
        #expect(wait(seconds: 120) { collected() >= 1 }, "\(node.said)")
        node.signal(SIGKILL)
        let requests = fleet.server.statuses.count
        let arrived = collected()
        node = try fleet.node(store)
        #expect(wait(seconds: 240) { (try? Self.target(node, "s59999")) != nil }, "\(node.said)")
        // A manifest, and the missing files.
        let files = fleet.server.statuses[requests...].count { $0 == "200" }
        #expect(files <= sizes.count - arrived + 2, "\(files) answers for \(sizes.count - arrived) files")
    }

    @Test("what can't be followed ends the program with a sentence")
    func refusedSettings() throws {
        let fleet = try Fleet()
        let store = try ScratchFolder()
        let flags = try fleet.flags(store)
        try fleet.make("ONE")
        #expect(fleet.links.daemon.stop() == 0)
        func said(_ flags: [String]) throws -> String {
            let free = ["--listen", "127.0.0.1:0", "--edge", "127.0.0.1:0", "--admin", "127.0.0.1:0"]
            let outcome = try Program.run(["serve", "--rules", fleet.links.rulesPath] + free + flags, seconds: 30)
            #expect(outcome.code == 2)
            return outcome.error
        }
        #expect(
            try said(flags + ["--source", "postgresql://x@127.0.0.1/links"]).contains("remove one of --links, --source")
        )
        #expect(
            try said(["--links", fleet.address, "--store", store.path]).contains("set the public key with --links-key"))
        let plain = ["--links", "http://files.example.com/links/", "--links-key", fleet.author.publicKey]
        #expect(try said(plain + ["--store", store.path]).contains("use https"))
        let own = ["--links", fleet.address, "--links-key", fleet.author.publicKey, "--store", fleet.links.folder.path]
        #expect(try said(own).contains("has links of its own"))
    }
}

/// Text that compresses badly.
private enum SlowText {
    static func of(_ number: Int) -> String {
        var random = SplitMix64(seed: UInt64(number))
        return (0..<6).map { _ in String(random.next(), radix: 36) }.joined()
    }
}
