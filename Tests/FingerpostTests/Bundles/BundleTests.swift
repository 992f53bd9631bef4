import ByteText
import Foundation
import TestSupport
import Testing

@Suite(
    "rules from a signed bundle", .enabled(if: CertificateMaker.openssl != nil && TLSProxy.program != nil),
    .timeLimit(.minutes(20)))
struct BundleTests {
    /// A server, an author, and the folder that nodes keep bundles in.
    private struct Fleet {
        let server: BundleServer
        let author: BundleAuthor
        let store: ScratchFolder

        init(certificate: String = "server", algorithm: String = "ed25519") throws {
            server = try BundleServer(certificate: certificate)
            author = try BundleAuthor(algorithm: algorithm)
            store = try ScratchFolder()
            let digest = try server.maker.run(["dgst", "-sha256", "-r"], input: "fpt_all").prefix { $0 != " " }
            try store.file("tokens", "all \(digest)\n")
        }

        var flags: [String] {
            [
                "--bundle-key", author.publicKey, "--bundle-ca", server.maker.path("ca.pem"), "--store", store.path,
                "--bundle-poll", "1",
            ]
        }

        func node(_ more: [String] = []) throws -> RunningDaemon {
            try RunningDaemon(rules: server.address, flags: flags + more)
        }

        /// The outcome of a program that can't start.
        func failure(_ rules: String? = nil, _ flags: [String]? = nil) throws -> Program.Outcome {
            let free = ["--listen", "127.0.0.1:0", "--edge", "127.0.0.1:0", "--admin", "127.0.0.1:0"]
            let words = ["serve", "--rules", rules ?? server.address] + free + (flags ?? self.flags)
            return try Program.run(words, seconds: 30)
        }
    }

    private static let token = ["Authorization": "Bearer fpt_all"]

    private static func status(_ node: RunningDaemon) throws -> JSONValue {
        try JSONValue(parsing: node.ask(node.admin, "/v1/ruleset").body)
    }

    private static func revision(_ node: RunningDaemon) -> Int? {
        (try? status(node))?["bundle"]?["revision"]?.number?.int
    }

    private static func failure(_ node: RunningDaemon) -> String? {
        (try? status(node))?["bundle"]?["last_failure"]?["reason"]?.string
    }

    /// Whether a node redirects a link of the example site.
    private static func knows(_ node: RunningDaemon, _ link: String) throws -> Bool {
        try node.click("/\(link)", fields: ["User-Agent": Agents.windows]).status == 302
    }

    // MARK: - Fetching

    @Test("a node fetches, verifies and serves them, and takes over what is published", arguments: ["ed25519", "p256"])
    func fetch(algorithm: String) throws {
        let fleet = try Fleet(algorithm: algorithm)
        let first = try fleet.author.sign(1, link: "ONE")
        try fleet.server.publish(first)
        let node = try fleet.node()
        #expect(try Self.knows(node, "ONE"))
        let verified = try Program.run(["bundle", "verify", first, "--key", fleet.author.publicKey, "--json"])
        let seen = try Self.status(node)
        #expect(try seen["hash"] == JSONValue(parsing: verified.output)["hash"])
        #expect(try seen["bundle"]?["key"] == JSONValue(parsing: verified.output)["key"])
        #expect(seen["bundle"]?["etag"]?.string?.isEmpty == false && seen["bundle"]?["last_success"] != .null)
        // ETags save the server further transfers.
        #expect(wait(seconds: 10) { fleet.server.statuses.contains("304") })

        try fleet.server.publish(try fleet.author.sign(2, link: "TWO"))
        #expect(wait(seconds: 10) { Self.revision(node) == 2 })
        let (new, old) = (try Self.knows(node, "TWO"), try Self.knows(node, "ONE"))
        #expect(new && !old)
        let metrics = try node.ask(node.admin, "/metrics").body
        #expect(metrics.contains("\nfingerpost_bundle_revision 2\n"))
        #expect(metrics.contains("\nfingerpost_bundle_failures_total{reason=\"signature\"} 0\n"))
        #expect(node.stop() == 0)
    }

    @Test("a node fetches them through a proxy, whose failure is reported")
    func proxy() throws {
        let fleet = try Fleet()
        try fleet.server.publish(try fleet.author.sign(1, link: "ONE"))
        let proxy = try PythonServer.proxy(credentials: "ann:s3cret")
        try fleet.store.file("credentials", "ann:s3cret\n")
        var settings = [
            "FINGERPOST_OUTGOING_PROXY": "http://127.0.0.1:\(proxy.port)",
            "FINGERPOST_OUTGOING_PROXY_CREDENTIALS_FILE": "\(fleet.store.path)/credentials",
        ]
        let address = fleet.server.address.replacing("localhost", with: "rules.example")
        let node = try RunningDaemon(rules: address, flags: fleet.flags, environment: settings)
        #expect(try Self.knows(node, "ONE"))
        let tunnel = "CONNECT rules.example:\(fleet.server.port) HTTP/1.1 credentials"
        #expect(!proxy.requests.isEmpty && proxy.requests.allSatisfy { $0 == tunnel }, "\(proxy.requests)")
        proxy.stop()
        #expect(wait(seconds: 10) { Self.failure(node) == "unreachable" })
        #expect(node.stop() == 0)
        #expect(node.said.contains("proxy 127.0.0.1:\(proxy.port): Connection refused"))
        #expect(!node.said.contains("s3cret"))

        // Variables of other programs have no effect, and neither has a proxy that the server is an exception of.
        settings["FINGERPOST_NO_PROXY"] = "other.example,localhost"
        settings["HTTPS_PROXY"] = "http://127.0.0.1:1"
        settings["FINGERPOST_BUNDLE_FOLDER"] = "\(fleet.store.path)/other"
        let direct = try RunningDaemon(rules: fleet.server.address, flags: fleet.flags, environment: settings)
        #expect(try Self.knows(direct, "ONE"))
    }

    @Test("SIGHUP and /v1/reload look at once")
    func atOnce() throws {
        let fleet = try Fleet()
        try fleet.server.publish(try fleet.author.sign(1, link: "ONE"))
        let node = try fleet.node(["--bundle-poll", "3600"])
        try fleet.server.publish(try fleet.author.sign(2, link: "TWO"))
        node.signal(SIGHUP)
        #expect(wait(seconds: 10) { Self.revision(node) == 2 })
        // An unreachable server is reported to the caller, and the rules stay active.
        fleet.server.stop()
        node.signal(SIGHUP)
        #expect(wait(seconds: 10) { Self.failure(node) == "unreachable" })
        #expect(wait(seconds: 10) { (try? Self.status(node))?["last_reload"]?["result"] == "failure" })
        let answer = try node.ask(node.admin, "/v1/reload", method: "POST", fields: Self.token)
        #expect(answer.status == 503 && answer.body.contains("there is no newer bundle"), "\(answer.body)")
        #expect(try Self.knows(node, "TWO"))
    }

    // MARK: - Rejected bundles

    @Test("a bundle of another key, a changed one, an older one and one with errors change nothing, and are named")
    func refused() throws {
        let fleet = try Fleet()
        let first = try fleet.author.sign(1, link: "ONE")
        try fleet.server.publish(try fleet.author.sign(2, link: "TWO"))
        let node = try fleet.node()
        func expectRefused(_ reason: String, _ file: String) throws {
            try fleet.server.publish(file)
            #expect(wait(seconds: 20) { Self.failure(node) == reason }, "\(reason): \(node.said)")
            #expect(Self.revision(node) == 2)
            #expect(try Self.knows(node, "TWO"))
            #expect(try node.ask(node.admin, "/metrics").body.contains("failures_total{reason=\"\(reason)\"} "))
            try fleet.server.publish(fleet.author.path("2-TWO-key.tar.gz"))
            node.signal(SIGHUP)
            #expect(wait(seconds: 10) { (try? Self.status(node))?["last_reload"]?["result"] == "success" })
        }
        try expectRefused("rollback", first)
        try fleet.author.makeKey("other")
        try expectRefused("signature", try fleet.author.sign(3, link: "BAD", key: "other"))
        let page = try fleet.author.folder.file("page", "<!doctype html>").path()
        try expectRefused("format", page)
        let whole = try Data(contentsOf: URL(filePath: fleet.author.path("2-TWO-key.tar.gz")))
        let cut = fleet.author.folder.url.appending(path: "cut")
        try whole.prefix(whole.count / 2).write(to: cut)
        try expectRefused("format", cut.path())
        try expectRefused("rules", try signedWithErrors(fleet))
        // Only the last valid bundle is kept.
        fleet.server.stop()
        #expect(node.stop() == 0)
        #expect(Self.revision(try fleet.node()) == 2)
    }

    /// `sign` refuses rules with errors, but a node must not rely on that. The manifest is signed with openssl.
    private func signedWithErrors(_ fleet: Fleet) throws -> String {
        let folder = try ScratchFolder()
        let text = "site: broken\nhosts: [a.example.com]\nnonsense: 1\n"
        let digest = try fleet.server.maker.run(["dgst", "-sha256", "-r"], input: text).prefix { $0 != " " }
        let manifest = """
            {"kind":"fingerpost rules","format":1,"revision":9,"created":"2026-01-01T00:00:00Z","files":[
            {"path":"site.yaml","size":\(text.utf8.count),"sha256":"\(digest)"}]}
            """
        let file = try folder.file(".manifest.json", manifest).path()
        try folder.file("site.yaml", text)
        let signature = folder.url.appending(path: "signature").path()
        try fleet.server.maker.run(
            ["pkeyutl", "-sign", "-rawin", "-inkey", fleet.author.path("key.pem"), "-in", file, "-out", signature])
        let hex = try Data(contentsOf: URL(filePath: signature)).map { String(format: "%02x", $0) }.joined()
        let id = try fleet.server.maker.run(
            ["pkey", "-in", fleet.author.path("key.pem"), "-pubout", "-outform", "DER", "-out", signature])
        #expect(id.isEmpty)
        let keyDigest = try fleet.server.maker.run(["dgst", "-sha256", "-r", signature]).prefix { $0 != " " }
        try folder.file(
            ".signature.json",
            #"{"format":1,"algorithm":"ed25519","key":"sha256:\#(keyDigest)","signature":"\#(hex)"}"#)
        let output = fleet.author.path("errors.tar.gz")
        let names = [".signature.json", ".manifest.json", "site.yaml"]
        let tar = try Child(
            "/usr/bin/tar", ["czf", output, "--format=ustar", "-C", folder.path] + names)
        try #require(tar.waits(seconds: 20) && tar.code == 0, "\(tar.error)")
        return output
    }

    // MARK: - Starting

    @Test("a node starts with the bundle that it has kept while the server is away, and without one not at all")
    func away() throws {
        let fleet = try Fleet()
        fleet.server.stop()
        let without = try fleet.failure()
        #expect(without.code == 2 && without.error.contains("no rules to start with"), "\(without.error)")
        try fleet.server.start()
        try fleet.server.publish(try fleet.author.sign(1, link: "ONE"))
        #expect(try fleet.node().stop() == 0)
        fleet.server.stop()
        let node = try fleet.node()
        #expect(try Self.knows(node, "ONE"))
        #expect(node.said.contains("starting with the kept revision 1"))
        #expect(try Self.status(node)["bundle"]?["last_success"] == .null)
        // The server is back, with a new bundle.
        try fleet.server.publish(try fleet.author.sign(2, link: "TWO"))
        try fleet.server.start()
        #expect(wait(seconds: 30) { Self.revision(node) == 2 })
        #expect(wait(seconds: 10) { node.said.contains(" is reachable again") })
        // Commands on this machine use the same rules.
        let resolved = try Program.run(
            ["resolve", "https://example.page.link/TWO", "--platform", "android", "--rules", fleet.server.address],
            environment: ["FINGERPOST_BUNDLE_KEYS": fleet.author.publicKey, "FINGERPOST_STORE": fleet.store.path])
        #expect(resolved.code == 0, "\(resolved.error)")
    }

    @Test("a kept bundle that was changed is not used")
    func changedCopy() throws {
        let fleet = try Fleet()
        try fleet.server.publish(try fleet.author.sign(1, link: "ONE"))
        #expect(try fleet.node().stop() == 0)
        fleet.server.stop()
        let folder = fleet.store.url.appending(path: "bundles")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
        let file = folder.appending(path: try #require(names.first { $0.hasSuffix(".tar.gz") }))
        var bytes = try Data(contentsOf: file)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: file)
        let ended = try fleet.failure()
        #expect(ended.code == 2 && ended.error.contains("the kept bundle is not used"), "\(ended.error)")
    }

    @Test("an older bundle is not what a node starts with, unless the copy is removed")
    func rollbackAtStart() throws {
        let fleet = try Fleet()
        let first = try fleet.author.sign(1, link: "ONE")
        try fleet.server.publish(try fleet.author.sign(2, link: "TWO"))
        #expect(try fleet.node().stop() == 0)
        try fleet.server.publish(first)
        let node = try fleet.node()
        #expect(Self.revision(node) == 2 && Self.failure(node) == "rollback")
        #expect(node.stop() == 0)
        try FileManager.default.removeItem(at: fleet.store.url.appending(path: "bundles"))
        #expect(Self.revision(try fleet.node()) == 1)
    }

    @Test("keys are changed while nodes run: both are trusted, then the new one alone")
    func rotation() throws {
        let fleet = try Fleet()
        try fleet.author.makeKey("new", algorithm: "p256")
        try fleet.server.publish(try fleet.author.sign(1, link: "ONE"))
        let node = try fleet.node(["--bundle-key", fleet.author.path("new.pub.pem")])
        try fleet.server.publish(try fleet.author.sign(2, link: "TWO", key: "new"))
        #expect(wait(seconds: 10) { Self.revision(node) == 2 })
    }

    @Test("what is wrong is said, and ends the program")
    func mistakes() throws {
        let fleet = try Fleet(certificate: "expired")
        try fleet.server.publish(try fleet.author.sign(1, link: "ONE"))
        let place = ["--store", fleet.store.path]
        let keyed = place + ["--bundle-key", fleet.author.publicKey]
        let cases: [(rules: String?, flags: [String]?, said: String)] = [
            (nil, nil, "certificate has expired"),
            (nil, keyed, "unable to get local issuer certificate"),
            (nil, place, "set the public key with --bundle-key"),
            (nil, place + ["--bundle-key", "typo.pem"], "typo.pem: can't read the public key"),
            (nil, place + ["--bundle-key", fleet.author.path("key.pem")], "key.pem: a private key"),
            ("http://rules.example.com/bundle.tar.gz", keyed, "use https"),
            ("https://me:secret@rules.example.com/", keyed, "contains a user or a password"),
            ("ftp://rules.example.com/", keyed, "neither a directory nor an address"),
            (nil, keyed + ["--bundle-folder", "/proc/none"], "set one with --bundle-folder"),
        ]
        for example in cases {
            let ended = try fleet.failure(example.rules, example.flags)
            #expect(ended.code == 2 && ended.error.contains(example.said), "\(example.said): \(ended.error)")
            #expect(!ended.error.contains("secret"))
        }
    }

    @Test(
        "an answer that is no bundle is said to be what it is",
        arguments: [
            ("missing", "status 404"), ("moved", "redirects are not followed"), ("login", "Content-Type: text/html"),
        ])
    func answers(_ path: String, _ said: String) throws {
        let fleet = try Fleet()
        let ended = try fleet.failure("https://localhost:\(fleet.server.port)/\(path)")
        #expect(ended.code == 2 && ended.error.contains(said), "\(ended.error)")
    }

    @Test("what belongs to a node is its own: of a bundle's settings, page_host counts alone")
    func settings() throws {
        let fleet = try Fleet()
        let log = fleet.store.url.appending(path: "signed.log").path()
        let settings = "page_host: pages.example.net\nlogs: {access: \(log)}\ndevelopment: true\n"
        try fleet.server.publish(try fleet.author.sign(1, link: "ONE", settings: settings))
        let own = fleet.store.url.appending(path: "own.log").path()
        let file = try fleet.store.file("node.yaml", "logs: {decisions: \(own)}\nhsts: 60\n").path()
        let node = try fleet.node(["--settings", file])
        #expect(try Self.knows(node, "ONE"))
        #expect(wait(seconds: 5) { ((try? String(contentsOfFile: own, encoding: .utf8)) ?? "").contains("/ONE") })
        #expect(!FileManager.default.fileExists(atPath: log))
        let variables = [
            "FINGERPOST_BUNDLE_KEYS": fleet.author.publicKey, "FINGERPOST_STORE": fleet.store.path,
            "FINGERPOST_SETTINGS": file,
        ]
        let shown = try Program.run(["settings", "--rules", fleet.server.address], environment: variables).output
        #expect(shown.contains("node.yaml:2") && !shown.contains("signed.log"), "\(shown)")
        let wrong = try fleet.failure(nil, fleet.flags + ["--settings", file + ".typo"])
        #expect(wrong.code == 2 && wrong.error.contains("node.yaml.typo"), "\(wrong.error)")
    }

    @Test("a machine's own settings override those among the rules of a directory")
    func ownSettings() throws {
        let rules = try RulesFolder(site: ParityCase.site)
        try rules.folder.file("fingerpost.yaml", "hsts: 60\nlimits: {head_bytes: 2048}\n")
        let file = try rules.folder.file("elsewhere/node.yml", "hsts: 90\n").path()
        let shown = try Program.run(
            ["settings", "--rules", rules.path, "--json"], environment: ["FINGERPOST_SETTINGS": file])
        let lines = try shown.lines.map { try JSONValue(parsing: String($0)) }
        func value(_ name: String) -> JSONValue? { lines.first { $0["name"]?.string == name } }
        #expect(value("hsts")?.text.contains("90") == true && value("limits.head_bytes")?.text.contains("2048") == true)
        try rules.folder.file("elsewhere/node.yml", "hsst: 90\n")
        let node = try Program.run(["serve", "--rules", rules.path, "--settings", file])
        #expect(node.code == 2 && node.error.contains("unknown key `hsst`"), "\(node.error)")
    }

    // MARK: - Ends

    @Test("SIGKILL while bundles arrive leaves a whole one")
    func kill() throws {
        let fleet = try Fleet()
        var revision = 1
        try fleet.server.publish(try fleet.author.sign(revision, link: "R1"))
        _ = try fleet.node().stop()
        for round in 0..<8 {
            let node = try fleet.node()
            revision += 1
            try fleet.server.publish(try fleet.author.sign(revision, link: "R\(revision)"))
            node.signal(SIGHUP)
            usleep(UInt32(round) * 4_000)
            _ = node.stop(SIGKILL)
            fleet.server.stop()
            let after = try fleet.node()
            let found = try #require(Self.revision(after))
            #expect(found == revision || found == revision - 1)
            #expect(try Self.knows(after, "R\(found)"))
            #expect(after.stop() == 0)
            try fleet.server.start()
        }
    }

    @Test("SIGTERM ends a node at once while the server sends slowly", arguments: [SIGTERM, SIGINT])
    func slowServer(signal: Int32) throws {
        let fleet = try Fleet()
        try fleet.server.publish(try fleet.author.sign(1, link: "ONE"))
        let node = try fleet.node()
        try fleet.server.start(rate: 100)
        try fleet.server.publish(try fleet.author.sign(2, link: "TWO"))
        node.signal(SIGHUP)
        usleep(300_000)
        #expect(try Self.knows(node, "ONE"))
        #expect(node.stop(signal, seconds: 5) == 0)
    }
}
