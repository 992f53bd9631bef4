import Compression
import Foundation
import OpenSSL
import Rules
import Settings
import TestSupport
import Testing

@testable import RuleBundle
@testable import RuleDelivery

/// The rule sets that a daemon keeps, on disk.
@Suite("kept rule sets")
struct RuleSetFolderTests {
    private let scratch: ScratchFolder
    private var folder: RuleSetFolder { RuleSetFolder(beside: scratch.url.path()) }
    private let limits = RuleSetFolder.Limits(days: 10, megabytes: 1)

    init() throws { scratch = try ScratchFolder() }

    private static func files(_ text: String) -> [BundleFile] {
        let site = "site: a\nhosts: [a.link]\nauthorized_domains: [www.example.com]\n# \(text)\n"
        return [
            BundleFile(path: "sites/a.yaml", bytes: Array(site.utf8)),
            BundleFile(path: "logo.png", bytes: [UInt8](repeating: 7, count: 3_000)),
            BundleFile(path: "sites/a.cases.yaml", bytes: Array("cases: []\n".utf8)),
        ]
    }

    private func loaded(
        _ text: String, pageHost: String? = nil, denied: String? = nil, devices: String? = nil
    ) throws -> LoadedRules {
        var loaded = SignedBundle.load(Self.files(text), named: "rules")
        var settings = DaemonSettings()
        settings.pageHost = pageHost
        if let denied { settings.deniedTargets = try scratch.file("list", denied).path() }
        if let devices { settings.devices = try scratch.file("devices.yaml", devices).path() }
        loaded.apply(settings)
        return loaded
    }

    @Test("have the hash of then, with the settings that it covers")
    func roundTrip() throws {
        for rules in [
            try loaded("plain"), try loaded("host", pageHost: "pages.example"),
            try loaded("list", denied: "evil.example\n"),
            try loaded("both", pageHost: "pages.example", denied: "evil.example\n"),
            try loaded("devices", pageHost: "pages.example", devices: "corrections: [{token: Acme/, bot: false}]\n"),
        ] {
            try folder.keep(rules, development: false)
            let read = try folder.rules(of: rules.hash).loaded
            #expect(read.hash == rules.hash && read.content.files.map(\.path) == rules.content.files.map(\.path))
            #expect(read.content.pageHost == rules.content.pageHost)
            #expect(read.corrections.map(\.correction) == rules.corrections.map(\.correction))
            #expect(read.corrections.isEmpty == (rules.content.devices == nil))
        }
        // Equal lists are one file, and cases are not part of a rule set.
        #expect(folder.extent.count == 5)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.filter { $0.hasPrefix("denied-") }.count == 1)
        #expect(try loaded("plain").content.files.map(\.path) == ["logo.png", "sites/a.yaml"])
    }

    @Test("are not loaded without their list of denied targets, or with another one")
    func lists() throws {
        let rules = try loaded("list", denied: "evil.example\n")
        try folder.keep(rules, development: true)
        #expect(try folder.rules(of: rules.hash).development)
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasPrefix("denied-") })
        try Data("other.example\n".utf8).write(to: URL(filePath: "\(folder.path)/\(name)"))
        #expect(throws: (any Error).self) { try folder.rules(of: rules.hash) }
        try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
        #expect(throws: (any Error).self) { try folder.rules(of: rules.hash) }
        // Keeping it again heals it.
        try folder.keep(rules, development: true)
        #expect(try folder.rules(of: rules.hash).loaded.hash == rules.hash)
    }

    @Test("of a signed bundle show who signed them")
    func origin() throws {
        let (key, other) = (SigningKey(.ed25519), SigningKey(.ed25519))
        let bundle = try SignedBundle(signing: Self.files("signed"), revision: 7, created: 5, with: key)
        let rules = bundle.rules()
        try folder.keep(rules, development: false)
        let bytes = try #require(try folder.bytes(of: rules.hash))
        let archive = try RuleSetArchive(bytes.archive)
        #expect(try archive.origin(trusting: [key.verifyingKey])?.revision == 7)
        #expect(throws: BundleFault.self) { try archive.origin(trusting: [other.verifyingKey]) }
        // Of changed rules, the bundle is no origin.
        let changed = bundle.rules(replacing: [("sites/a.yaml", Array("site: a\nhosts: [b.link]\n".utf8))])
        #expect(changed.content.origin == nil)
        let plain = try RuleSetArchive(RuleSetArchive.bytes(of: try loaded("plain"), development: false, signedBy: nil))
        #expect(try plain.origin(trusting: [key.verifyingKey]) == nil)
        #expect(try plain.keeper(among: [key.verifyingKey]) == nil)
    }

    @Test("of a directory are signed with a key that is created once and kept")
    func keeper() throws {
        let rules = try loaded("plain")
        #expect(try folder.key { _ in } == nil)
        try folder.keep(rules, development: false)
        let key = try #require(try folder.key { _ in }).verifyingKey
        let pem = try Data(contentsOf: URL(filePath: folder.publicKeyFile))
        #expect(try VerifyingKey(pem: Array(pem).span, file: "public").id == key.id)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.keyFile)[.posixPermissions] as? Int
        #expect(mode == 0o600)

        let bytes = try #require(try folder.bytes(of: rules.hash)).archive
        #expect(try RuleSetArchive(bytes).keeper(among: [key])?.id == key.id)
        #expect(throws: BundleFault.self) {
            try RuleSetArchive(bytes).keeper(among: [SigningKey(.ed25519).verifyingKey])
        }
        // With the same key the file is the same, so it is not written again.
        try folder.keep(rules, development: false)
        #expect(try folder.bytes(of: rules.hash)?.archive == bytes)

        // A signature of other rules is none of these.
        let other = try RuleSetArchive.bytes(of: try loaded("other"), development: false, signedBy: folder.key { _ in })
        let mixed = try Self.archive(bytes, withSignatureOf: other)
        #expect(try mixed.rules(denying: nil).hash == rules.hash)
        #expect(throws: BundleFault.self) { try mixed.keeper(among: [key]) }
    }

    /// An archive with the daemon's signature of another one.
    private static func archive(_ bytes: [UInt8], withSignatureOf other: [UInt8]) throws -> RuleSetArchive {
        func files(_ bytes: [UInt8]) throws -> [BundleFile] {
            var reader = try TarReader(gzip: bytes)
            var files: [BundleFile] = []
            while let header = try reader.next() {
                files.append(BundleFile(path: header.path, bytes: try reader.content(of: header, limit: 1 << 20)))
            }
            return files
        }
        let name = ".ruleset.signature.json"
        var tar = TarWriter(modified: 0)
        let signature = try #require(try files(other).first { $0.path == name })
        for file in try files(bytes) { tar.add(file.path == name ? signature : file) }
        return try RuleSetArchive(GzipCompressor.compressed(tar.finish().span))
    }

    @Test("a damaged key is reported, and not replaced by another one")
    func damagedKey() throws {
        try "no key\n".write(toFile: folder.keyFile, atomically: true, encoding: .utf8)
        let rules = try loaded("plain")
        #expect(throws: (any Error).self) { try folder.keep(rules, development: false) }
        #expect(try String(contentsOfFile: folder.keyFile, encoding: .utf8) == "no key\n")
    }

    @Test("are removed without a reload once they are too old")
    func upkeep() throws {
        let day: Int64 = 86_400
        let recorder = RuleSetRecorder(beside: scratch.url.path()) { Issue.record("\($0)") }
        for (index, text) in ["one", "two"].enumerated() {
            let rules = try loaded(text)
            recorder.keep(rules, development: false)
            recorder.cameIntoForce(rules.hash, at: Int64(index) * day, limits)
        }
        recorder.remove(beyond: limits, at: 11 * day)
        #expect(recorder.status.extent.count == 2)
        recorder.remove(beyond: limits, at: 11 * day + 1)
        #expect(recorder.status.extent.count == 1 && recorder.status.faults == 0)
        #expect(try folder.rules(of: try loaded("two").hash).loaded.hash == (try loaded("two").hash))

        // One that is kept but not yet in force has no period that would protect it.
        let next = try loaded("three")
        recorder.keep(next, development: false)
        recorder.remove(beyond: RuleSetFolder.Limits(days: 10, megabytes: 0), at: 12 * day)
        #expect(try folder.rules(of: next.hash).loaded.hash == next.hash)
        recorder.cameIntoForce(next.hash, at: 12 * day, limits)
        recorder.remove(beyond: RuleSetFolder.Limits(days: 10, megabytes: 0), at: 12 * day)
        #expect(recorder.status.extent.count == 1)
    }

    @Test("are listed with their times, and removed once they are too old")
    func ages() throws {
        let day: Int64 = 86_400
        let rules = try ["one", "two", "three"].map { try loaded($0, denied: "\($0).example\n") }
        func enter(_ index: Int, _ time: Int64) throws {
            try folder.keep(rules[index], development: false)
            let list = try #require(rules[index].content.deniedTargets)
            let digest = Digest.sha256Hex(list.span)
            try folder.cameIntoForce(rules[index].hash, denied: digest, at: time, limits)
        }
        try enter(0, day)
        try enter(0, 2 * day)
        try enter(1, 3 * day)
        try enter(0, 4 * day)
        try enter(2, 5 * day)
        #expect(try folder.periods().map(\.hash) == [0, 1, 0, 2].map { rules[$0].hash })
        #expect(try folder.periods().map(\.until) == [3 * day, 4 * day, 5 * day, nil])
        try enter(2, 14 * day + 1)
        #expect(try folder.periods().map(\.hash) == [0, 0, 2].map { rules[$0].hash })
        #expect(throws: (any Error).self) { try folder.rules(of: rules[1].hash) }
        try enter(2, 100 * day)
        #expect(folder.extent.count == 1)
        #expect(try folder.rules(of: rules[2].hash).loaded.hash == rules[2].hash)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.filter { $0.hasPrefix("denied-") }.count == 1, "\(names)")
    }

    @Test("a text that is no hash is no path")
    func paths() {
        for text in [
            "", "sha256:", "../../etc/passwd", "sha256:../../../../etc/passwd",
            "sha256:" + String(repeating: "g", count: 64),
        ] {
            #expect(folder.file(of: text) == nil, "\(text)")
            #expect(throws: (any Error).self) { try folder.rules(of: text) }
        }
    }

    @Test("a torn line of the journal hides no others")
    func journal() throws {
        let rules = try loaded("one")
        try folder.keep(rules, development: false)
        try folder.cameIntoForce(rules.hash, denied: nil, at: 5, limits)
        let handle = try #require(FileHandle(forWritingAtPath: folder.journal))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("{\"from\":\"20".utf8))
        try handle.close()
        #expect(try folder.periods() == [RuleSetPeriod(hash: rules.hash, from: 5)])
    }
}
